module

public import Formal.Algebra.Holder

/-!
# Instances of the inequalities at `Rat`

Every inequality of `Formal.Algebra.{Inequalities,AMGM,Holder}` (blueprint §4, 6.1, 6.2) applied to
concrete, non-constant data on which all its hypotheses hold, with the two sides evaluated. Where
the constant cannot be improved, or a hypothesis cannot be dropped, a second instance shows it.
-/

@[expose] public noncomputable section

namespace Formal.Witness

/-- Weights `1/4, 3/4`. -/
def weight : Bool → Rat
  | true => 1 / 4
  | false => 3 / 4

/-- Values `1/2, 3`. -/
def value : Bool → Rat
  | true => 1 / 2
  | false => 3

/-- Weights `2, 5`, not normalised. -/
def mass : Bool → Rat
  | true => 2
  | false => 5

/-- Equal weights. -/
def fair : Bool → Rat := fun _ => 1 / 2

/-- Weights `6/7, 1/7`, extremal for the second moment of `value`. -/
def skew : Bool → Rat
  | true => 6 / 7
  | false => 1 / 7

/-- Values `9/10, 11/10` in a short interval. -/
def short : Bool → Rat
  | true => 9 / 10
  | false => 11 / 10

/-- Values of both signs. -/
def signed : Bool → Rat
  | true => -2
  | false => 1

theorem weight_nonneg : ∀ b, 0 ≤ weight b := by intro b; cases b <;> decide +kernel
theorem weight_sum : sum weight = 1 := by decide +kernel
theorem mass_nonneg : ∀ b, 0 ≤ mass b := by intro b; cases b <;> decide +kernel
theorem mass_sum_pos : 0 < sum mass := by decide +kernel
theorem value_nonneg : ∀ b, 0 ≤ value b := by intro b; cases b <;> decide +kernel
theorem le_value : ∀ b, 1 / 2 ≤ value b := by intro b; cases b <;> decide +kernel
theorem value_le : ∀ b, value b ≤ 3 := by intro b; cases b <;> decide +kernel
theorem half_pos : (0 : Rat) < 1 / 2 := by decide +kernel
theorem three_pos : (0 : Rat) < 3 := by decide +kernel

/-! ### Cauchy–Schwarz -/

theorem cauchy_schwarz :
    (sum fun b => mass b * (value b * signed b)) ^ 2 ≤
      (sum fun b => mass b * value b ^ 2) * (sum fun b => mass b * signed b ^ 2) :=
  Formal.cauchy_schwarz mass_nonneg value signed

theorem cauchy_schwarz_values :
    (sum fun b => mass b * (value b * signed b)) ^ 2 = 169 ∧
      (sum fun b => mass b * value b ^ 2) * (sum fun b => mass b * signed b ^ 2) = 1183 / 2 := by
  decide +kernel

/-- A negative weight breaks Cauchy–Schwarz. -/
theorem cauchy_schwarz_fails_of_neg :
    ¬(sum fun b => signed b * (value b * 1)) ^ 2 ≤
      (sum fun b => signed b * value b ^ 2) * (sum fun b => signed b * 1 ^ 2) := by
  decide +kernel

/-! ### Kantorovich -/

theorem one_le_kantorovichConst : 1 ≤ kantorovichConst (1 / 2 : Rat) 3 :=
  Formal.one_le_kantorovichConst half_pos three_pos

theorem kantorovichConst_value : kantorovichConst (1 / 2 : Rat) 3 = 49 / 24 := by decide +kernel

theorem kantorovichConst_inv_self : kantorovichConst (3 : Rat)⁻¹ 3 = (3 + 3⁻¹) ^ 2 / 4 :=
  Formal.kantorovichConst_inv_self three_pos

theorem kantorovichConst_mul_mul :
    kantorovichConst (6 * (1 / 2) : Rat) (6 * 3) = kantorovichConst (1 / 2) 3 :=
  Formal.kantorovichConst_mul_mul (by decide +kernel) half_pos three_pos

theorem kantorovich_mul_inv :
    (sum fun b => weight b * value b) * (sum fun b => weight b * (value b)⁻¹) ≤
      kantorovichConst (1 / 2) 3 :=
  Formal.kantorovich_mul_inv weight_nonneg weight_sum half_pos three_pos le_value value_le

theorem kantorovich_mul_inv_value :
    (sum fun b => weight b * value b) * (sum fun b => weight b * (value b)⁻¹) = 57 / 32 := by
  decide +kernel

/-- The first half of 4.1 is attained. -/
theorem kantorovich_mul_inv_sharp :
    (sum fun b => fair b * value b) * (sum fun b => fair b * (value b)⁻¹) =
      kantorovichConst (1 / 2) 3 := by
  decide +kernel

theorem kantorovich_sq :
    (sum fun b => weight b * value b ^ 2) ≤
      kantorovichConst (1 / 2) 3 * (sum fun b => weight b * value b) ^ 2 :=
  Formal.kantorovich_sq weight_nonneg weight_sum half_pos three_pos le_value value_le

/-- The second half of 4.1 is attained. -/
theorem kantorovich_sq_sharp :
    (sum fun b => skew b * value b ^ 2) =
      kantorovichConst (1 / 2) 3 * (sum fun b => skew b * value b) ^ 2 := by
  decide +kernel

theorem kantorovich_mul_inv_sum :
    (sum fun b => mass b * value b) * (sum fun b => mass b * (value b)⁻¹) ≤
      kantorovichConst (1 / 2) 3 * sum mass ^ 2 :=
  Formal.kantorovich_mul_inv_sum mass_nonneg half_pos three_pos le_value value_le

theorem kantorovich_sq_mul_sum :
    (sum fun b => mass b * value b ^ 2) * sum mass ≤
      kantorovichConst (1 / 2) 3 * (sum fun b => mass b * value b) ^ 2 :=
  Formal.kantorovich_sq_mul_sum mass_nonneg half_pos three_pos le_value value_le

/-! ### Integer moments -/

theorem moment_log_convex :
    (sum fun b => mass b * value b ^ (3 + 1)) * (sum fun b => mass b * value b ^ (3 - 1)) ≤
      kantorovichConst (1 / 2) 3 * (sum fun b => mass b * value b ^ 3) ^ 2 :=
  Formal.moment_log_convex mass_nonneg half_pos three_pos le_value value_le (by decide)

theorem moment_log_convex_succ :
    (sum fun b => mass b * value b ^ (0 + 2)) * (sum fun b => mass b * value b ^ 0) ≤
      kantorovichConst (1 / 2) 3 * (sum fun b => mass b * value b ^ (0 + 1)) ^ 2 :=
  Formal.moment_log_convex_succ mass_nonneg half_pos three_pos le_value value_le 0

theorem moment_pos : 0 < sum fun b => mass b * value b ^ 3 :=
  Formal.moment_pos mass_nonneg mass_sum_pos half_pos le_value 3

theorem moment_succ_mul_sum_le :
    (sum fun b => mass b * value b ^ (4 + 1)) * sum mass ≤
      kantorovichConst (1 / 2) 3 ^ 4 * (sum fun b => mass b * value b) *
        (sum fun b => mass b * value b ^ 4) :=
  Formal.moment_succ_mul_sum_le mass_nonneg mass_sum_pos half_pos three_pos le_value value_le 4

theorem moment_mul_sum_pow_le :
    (sum fun b => mass b * value b ^ 4) * sum mass ^ 4 ≤
      kantorovichConst (1 / 2) 3 ^ 6 * (sum fun b => mass b * value b) ^ 4 * sum mass :=
  Formal.moment_mul_sum_pow_le mass_nonneg mass_sum_pos half_pos three_pos le_value value_le 4

theorem moment_le :
    (sum fun b => weight b * value b ^ 4) ≤
      kantorovichConst (1 / 2) 3 ^ 6 * (sum fun b => weight b * value b) ^ 4 :=
  Formal.moment_le weight_nonneg weight_sum half_pos three_pos le_value value_le 4

/-- Over a short interval the third moment nearly needs the exponent `3·2/2 = 3` of 4.3. -/
theorem moment_le_short :
    (sum fun b => fair b * short b ^ 3) ≤
      kantorovichConst (9 / 10) (11 / 10) ^ 3 * (sum fun b => fair b * short b) ^ 3 :=
  Formal.moment_le (fun b => by cases b <;> decide +kernel) (by decide +kernel) (by decide +kernel)
    (by decide +kernel) (fun b => by cases b <;> decide +kernel)
    (fun b => by cases b <;> decide +kernel) 3

/-- The exponent `r(r-1)/2 - 1` is too small in 4.3: `2` does not suffice for `r = 3`. -/
theorem moment_le_exponent_fails :
    ¬(sum fun b => fair b * short b ^ 3) ≤
      kantorovichConst (9 / 10) (11 / 10) ^ 2 * (sum fun b => fair b * short b) ^ 3 := by
  decide +kernel

/-! ### AM–GM and the power mean -/

/-- Entries `1, 3, 5, 2` of a sequence. -/
def entry : Fin 4 → Rat
  | 0 => 1
  | 1 => 3
  | 2 => 5
  | 3 => 2

theorem entry_nonneg : ∀ i, 0 ≤ entry i := by decide +kernel

theorem am_gm : (card (Fin 4) : Rat) ^ card (Fin 4) * prod entry ≤ sum entry ^ card (Fin 4) :=
  Formal.am_gm entry_nonneg

theorem am_gm_values : (card (Fin 4) : Rat) ^ card (Fin 4) * prod entry = 7680 ∧
    sum entry ^ card (Fin 4) = 14641 := by
  decide +kernel

theorem prod_le_mean_pow : prod entry ≤ (sum entry / (card (Fin 4) : Rat)) ^ card (Fin 4) :=
  Formal.prod_le_mean_pow entry_nonneg

theorem prod_le_pow_of_sum_le : prod entry ≤ 3 ^ card (Fin 4) :=
  Formal.prod_le_pow_of_sum_le entry_nonneg (by decide +kernel)

/-- A label may repeat in the list form. -/
theorem am_gm_list :
    (([0, 1, 1, 2].length : Nat) : Rat) ^ [0, 1, 1, 2].length * listProd entry [0, 1, 1, 2] ≤
      listSum entry [0, 1, 1, 2] ^ [0, 1, 1, 2].length :=
  Formal.am_gm_list fun i _ => entry_nonneg i

theorem listProd_le_mean_pow :
    listProd entry [0, 1, 1, 2] ≤
      (listSum entry [0, 1, 1, 2] / (([0, 1, 1, 2].length : Nat) : Rat)) ^ [0, 1, 1, 2].length :=
  Formal.listProd_le_mean_pow fun i _ => entry_nonneg i

theorem listProd_le_pow_of_listSum_le : listProd entry [0, 1, 1, 2] ≤ 3 ^ [0, 1, 1, 2].length :=
  Formal.listProd_le_pow_of_listSum_le (fun i _ => entry_nonneg i) (by decide +kernel)

/-- AM–GM is about nonnegative numbers: it fails for `-1, -1, 1`. -/
theorem am_gm_fails_of_neg :
    ¬(3 : Rat) ^ 3 * listProd id [-1, -1, 1] ≤ listSum id [-1, -1, 1] ^ 3 := by
  decide +kernel

theorem tangent_le_pow :
    ((2 : Nat) + 1 : Rat) * ((1 / 2) ^ 2 * 3) ≤ 3 ^ (2 + 1) + (2 : Nat) * (1 / 2) ^ (2 + 1) :=
  Formal.tangent_le_pow (Std.le_of_lt half_pos) (Std.le_of_lt three_pos) 2

theorem power_mean :
    (sum fun b => weight b * value b) ^ 3 ≤ sum fun b => weight b * value b ^ 3 :=
  Formal.power_mean weight_nonneg weight_sum value_nonneg 3

theorem power_mean_values :
    (sum fun b => weight b * value b) ^ 3 = 6859 / 512 ∧
      (sum fun b => weight b * value b ^ 3) = 649 / 32 := by
  decide +kernel

theorem power_mean_mul_sum :
    (sum fun b => mass b * value b) ^ (2 + 1) ≤
      sum mass ^ 2 * sum fun b => mass b * value b ^ (2 + 1) :=
  Formal.power_mean_mul_sum mass_nonneg value_nonneg 2

/-- An odd power of a variable of both signs: the power mean fails. -/
theorem power_mean_fails_of_neg :
    ¬(sum fun b => fair b * signed b) ^ 3 ≤ sum fun b => fair b * signed b ^ 3 := by
  decide +kernel

/-! ### Hölder -/

/-- Weights `1, 2, 3`. -/
def w3 : Fin 3 → Rat
  | 0 => 1
  | 1 => 2
  | 2 => 3

/-- A factor with a zero. -/
def x3 : Fin 3 → Rat
  | 0 => 1
  | 1 => 0
  | 2 => 2

/-- A factor that vanishes where `x3` does not. -/
def y3 : Fin 3 → Rat
  | 0 => 0
  | 1 => 3
  | 2 => 1

theorem holder_int :
    (sum fun i => w3 i * (x3 i * y3 i ^ (3 - 1))) ^ 3 ≤
      (sum fun i => w3 i * x3 i ^ 3) * (sum fun i => w3 i * y3 i ^ 3) ^ (3 - 1) :=
  Formal.holder_int (by decide +kernel) (by decide +kernel) (by decide +kernel) (by decide)

theorem holder_int_succ :
    (sum fun i => w3 i * (x3 i * y3 i ^ 1)) ^ (1 + 1) ≤
      (sum fun i => w3 i * x3 i ^ (1 + 1)) * (sum fun i => w3 i * y3 i ^ (1 + 1)) ^ 1 :=
  Formal.holder_int_succ (by decide +kernel) (by decide +kernel) (by decide +kernel) 1

theorem holder_int_values :
    (sum fun i => w3 i * (x3 i * y3 i ^ (3 - 1))) ^ 3 = 216 ∧
      (sum fun i => w3 i * x3 i ^ 3) * (sum fun i => w3 i * y3 i ^ 3) ^ (3 - 1) = 81225 := by
  decide +kernel

/-- Proportional factors give equality in 6.1. -/
theorem holder_int_sharp :
    (sum fun i => w3 i * (2 * y3 i * y3 i ^ (3 - 1))) ^ 3 =
      (sum fun i => w3 i * (2 * y3 i) ^ 3) * (sum fun i => w3 i * y3 i ^ 3) ^ (3 - 1) := by
  decide +kernel

theorem holder_even :
    (sum fun b => weight b * (value b * signed b)) ^ (2 * 2) ≤
      (sum fun b => weight b * value b ^ (2 * 2)) * (sum fun b => weight b * signed b ^ 2) ^ 2 :=
  Formal.holder_even weight_nonneg weight_sum value signed 2

theorem holder_even_values :
    (sum fun b => weight b * (value b * signed b)) ^ (2 * 2) = 16 ∧
      (sum fun b => weight b * value b ^ (2 * 2)) * (sum fun b => weight b * signed b ^ 2) ^ 2 =
        190561 / 1024 := by
  decide +kernel

theorem holder_even_mul_sum :
    (sum fun i => w3 i * (x3 i * y3 i)) ^ (2 * (1 + 1)) ≤
      sum w3 ^ 1 * (sum fun i => w3 i * x3 i ^ (2 * (1 + 1))) *
        (sum fun i => w3 i * y3 i ^ 2) ^ (1 + 1) :=
  Formal.holder_even_mul_sum (by decide +kernel) x3 y3 1

/-- Without normalisation 6.2 needs the factor `(∑ w)^{c-1}`: it fails for the total weight `7` and
constant factors. -/
theorem holder_even_fails_of_mass :
    ¬(sum fun b => mass b * (1 * 1)) ^ (2 * 2) ≤
      (sum fun b => mass b * 1 ^ (2 * 2)) * (sum fun b => mass b * 1 ^ 2) ^ 2 := by
  decide +kernel

end Formal.Witness
