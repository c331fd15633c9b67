module

public import Formal.Statements
public import Formal.Witness.Ball
public import Formal.Witness.Law
public import Formal.Witness.Maximum
public import Formal.Witness.Utility

/-!
# The main theorems are not vacuous

For every theorem of `Formal/Statements.lean` one of the same name that applies it to a concrete instance on which all
its hypotheses hold. The data is that of the other files of `Formal/Witness`, which also evaluate both sides and
refute strengthenings. The algebraic theorems are applied at `Rat`, those of the exponential layer over any field with
an exponential, and those of the real numbers at `CauchyReal`, which is such a field.
-/

@[expose] public noncomputable section

universe w

namespace Formal.Witness.Statements

open Formal.Witness.Privacy
open Formal.Witness.Maurey (grow table_pos one_le table_ratio near x y gain gain_nonneg)

/-! ### Privacy: datasets of two bits -/

theorem neighbors_suffice : PureDP 2 gentle ↔ ∀ y y', hamming y y' = 1 → ∀ ω, gentle y ω ≤ 2 * gentle y' ω :=
  Formal.Statements.neighbors_suffice (by decide +kernel)

theorem event : eventMass (gentle allOnes) (fun ω => ω = true) ≤
    2 ^ dist allOnes zeros * eventMass (gentle zeros) fun ω => ω = true :=
  Formal.Statements.event gentle_pureDP _ allOnes zeros

theorem postprocess : PureDP (2 * 2) fun x => pushforward (fun ω => ω.1 && ω.2) (reports x) :=
  Formal.Statements.postprocess reports_pureDP _

theorem mechanism_isPmf : IsPmf (envelopeMechanism r steep zeros) :=
  Formal.Statements.mechanism_isPmf isPmf_steep zeros

/-- The base laws are not private with this factor (`steep_not_pureDP`). -/
theorem privacy : PureDP (r ^ 2)⁻¹ (envelopeMechanism r steep) :=
  Formal.Statements.privacy r_pos r_le_one isPmf_steep

/-- The bound is attained (`envelope_pureDP_of_normalizer_le_sharp`). -/
theorem privacy_of_normalizer_le : r ^ dist mixed zeros * envelopeMechanism r steep mixed true ≤
    23 / 20 * envelopeMechanism r steep zeros true :=
  Formal.Statements.privacy_of_normalizer_le r_nonneg r_le_one isPmf_steep
    (fun x => (by decide +kernel : ∀ x ∈ (elems : List Bits), normalizer r steep x ≤ 23 / 20) x (mem_elems x))
    mixed zeros true

theorem minimality : envelope r steep zeros true ≤ majorant zeros true :=
  Formal.Statements.minimality r_nonneg steep_le_majorant majorant_lipschitz zeros true

theorem inverse_sensitivity : envelope r (fun y => pointMass (ones y)) zeros 2 = r ^ inverseSensitivity ones zeros 2 :=
  Formal.Statements.inverse_sensitivity r_nonneg r_le_one ones zeros ⟨allOnes, by decide +kernel⟩

/-! ### Selection: two rows over two elements, weights that depend on the history -/

theorem moments : (expect base3 fun ω => (error3 ω + 1) ^ 3) ≤
    kantorovichConst 1 3 ^ (3 * (3 - 1) / 2) * expect base3 (fun ω => error3 ω + 1) ^ 3 :=
  Formal.Statements.moments isPmf_base3 (by decide +kernel) (by decide +kernel) (by decide +kernel)
    (by decide +kernel) 3

theorem transcript_moments : ratioMoment 3 (menu.transcriptMass factor' 2 []) (menu.transcriptMass factor 2 []) ≤
    kantorovichConst (1 / 2) 2 ^ (2 * (3 * (3 - 1) / 2)) :=
  Formal.Statements.transcript_moments menu factor_pos (by decide +kernel) (by decide +kernel) le_factor' factor'_le
    3 2 []

theorem domination (ω : Fin 2 → Bool) : ∃ c : Fin 2 → RowMove Bool, grow.transcriptMass (rowTarget Maurey.table 2 y) 2 [] ω ≤
    kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) ^ (2 * 2) *
      grow.transcriptMass (rowSurrogate Maurey.table 2 x c) 2 [] ω :=
  Formal.Statements.domination grow table_pos one_le table_ratio (by decide) near 2 2 [] ω

theorem maximum_near : (sum fun ω => (maximum fun v => pair3 v ω) * error3 ω) ^ (2 * 2) ≤
    (sum fun v => ratioMoment (2 * 2) (pair3 v) base3) * (expect base3 fun ω => error3 ω ^ 2) ^ 2 :=
  Formal.Statements.maximum_near isPmf_base3 base3_pos pair3_nonneg error3 (by decide)

theorem maximum_far : (sum fun ω => (maximum fun v => pair3 v ω) * error3 ω) ≤ sum fun v => expect (pair3 v) error3 :=
  Formal.Statements.maximum_far pair3_nonneg error3_nonneg

theorem ball_near :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget Maurey.table 2 y) 2 []) x 2 ω * gain ω) ^ (2 * 2) ≤
      kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) ^ (2 * 2 * (2 * 2)) *
        ((((card Bool ^ 2 + 1) ^ 2 : Nat) : Rat) *
          kantorovichConst ((3 / 2 : Rat) ^ (2 * 2))⁻¹ ((3 / 2 : Rat) ^ (2 * 2)) ^ (2 * (2 * (2 * 2 - 1))) *
          (expect (grow.transcriptMass (rowTarget Maurey.table 2 x) 2 []) fun ω => gain ω ^ 2) ^ 2) :=
  Formal.Statements.ball_near grow table_pos one_le table_ratio (by decide) x 2 2 [] gain_nonneg (by decide)

theorem ball_far : (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget Maurey.table 2 y) 2 []) x 2 ω * gain ω) ≤
    kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) ^ (2 * 2) * sum fun c : Fin 2 → RowMove Bool =>
      expect (grow.transcriptMass (rowSurrogate Maurey.table 2 x c) 2 []) gain :=
  Formal.Statements.ball_far grow table_pos one_le table_ratio (by decide) x 2 2 [] gain_nonneg

/-! ### Accuracy: one query on a coin -/

variable {K : Type w} [ExpField K]

/-- A fair coin. -/
def fair (_ : Bool) : K := 1 / 2

/-- Its sign. -/
def sign (b : Bool) : K := if b then 1 else -1

theorem isPmf_fair : IsPmf (fair (K := K)) where
  nonneg _ := by show (0 : K) ≤ 1 / 2; grind [zero_lt_one (K := K)]
  sum_eq_one := by show (1 / 2 + (1 / 2 + 0) : K) = 1; grind

theorem sign_mem (b : Bool) : -1 ≤ sign (K := K) b ∧ sign (K := K) b ≤ 1 := by
  have := zero_lt_one (K := K)
  cases b <;> unfold sign <;> constructor <;> grind

theorem card_signed_le_exp : (card (Unit × Bool) : K) ≤ exp 1 := by
  rw [show (card (Unit × Bool) : K) = 2 by show ((2 : Nat) : K) = 2; grind]
  exact two_le_exp_one

/-- `β = 1/10` is large enough for `η = 50` and `L = 1`. -/
theorem coin_beta : (2 / (coin (K := K)).eta) ^ 2 * (2 * 1 ^ 2 + 4) ≤ (1 / 10 : K) ^ 2 := by
  have := zero_lt_one (K := K)
  show (2 / (50 : K)) ^ 2 * (2 * 1 ^ 2 + 4) ≤ (1 / 10) ^ 2
  grind

theorem tenth_nonneg : (0 : K) ≤ 1 / 10 := by grind [zero_lt_one (K := K)]

theorem hoeffding_lemma : (expect (fair (K := K)) fun b => exp (sign b)) ≤ exp (expect fair sign + (1 : K) ^ 2 / 2) :=
  Formal.Statements.hoeffding_lemma isPmf_fair sign_mem

theorem hedge_accuracy (ω : Fin 3 → Unit) :
    (1 : K) * pathSum (fun h s => expect fair ((fun _ => sign) s) - expect (hedge 1 (fun _ => sign) h) ((fun _ => sign) s))
      3 [] ω ≤ 1 + ((3 : Nat) : K) * 1 ^ 2 / 2 :=
  Formal.Statements.hedge_accuracy (Std.le_of_lt zero_lt_one) (fun _ => sign_mem) card_bool_le_exp isPmf_fair 3 ω

theorem softmax_accuracy : (expect (softmax fun b => 1 * sign (K := K) b) fun b => gap sign b ^ 2) ≤
    (2 / 1) ^ 2 * (2 * (1 : K) ^ 2 + 4) :=
  Formal.Statements.softmax_accuracy sign zero_lt_one card_bool_le_exp true

theorem base_accuracy (x : Fin 5200 → Bool) :
    expect ((coin (K := K)).baseLaw x) ((coin (K := K)).error x) ≤ (coin (K := K)).accuracy 1 (1 / 10) :=
  Formal.Statements.base_accuracy coin x (by decide) card_bool_le_exp card_signed_le_exp tenth_nonneg coin_beta

theorem normalizer_bound (x : Fin 5200 → Bool) :
    normalizer (exp (-(1 : K))) (fun y : Fin 5200 → Bool => (coin (K := K)).baseLaw y) x ≤ 5 :=
  Formal.Statements.normalizer_bound coin (by decide) zero_lt_one (by grind [zero_lt_one (K := K)])
    card_bool_sq_le_exp (coin_star (by grind)) x

theorem mechanism_accuracy (x : Fin 5200 → Bool) :
    expect ((coin (K := K)).mechanism 5200 (exp (-(1 : K))) x) ((coin (K := K)).error x) ≤
      5 * (coin (K := K)).accuracy 1 (1 / 10) + 64 / (1 * ((5200 : Nat) : K)) :=
  Formal.Statements.mechanism_accuracy coin (by decide) zero_lt_one (by grind [zero_lt_one (K := K)])
    card_bool_sq_le_exp (coin_star (by grind)) card_bool_le_exp card_signed_le_exp tenth_nonneg coin_beta x

/-- The bound is `1`, below the trivial `2`. -/
theorem utility : ∃ P : PMW K Bool Unit, P.query = (coin (K := K)).query ∧ PureDP (exp 1) (P.mechanism 15552 (exp (-(1 / 2)))) ∧
    ∀ y : Fin 15552 → Bool, IsPmf (P.mechanism 15552 (exp (-(1 / 2))) y) ∧
      expect (P.mechanism 15552 (exp (-(1 / 2))) y) (P.error y) ≤ 72 * (1 / 72) := by
  have h0 := zero_lt_one (K := K)
  exact Formal.Statements.utility (coin (K := K)).query_le (by decide) h0 (by grind) (ℓ := 3) (L := 1) (by grind)
    (by grind) card_bool_sq_le_exp card_unit_le_exp (by grind)

/-! ### The real numbers -/

/-- The real numbers of these instances. -/
abbrev R : Type := CauchyReal

theorem real_exp : exp (1 + 1 : R) = exp 1 * exp 1 ∧ 1 + 1 ≤ exp (1 : R) ∧ (0 < (1 : R) → exp (log 1) = (1 : R)) ∧
    (0 ≤ (1 : R) → 0 ≤ sqrt (1 : R) ∧ sqrt (1 : R) ^ 2 = 1) := Formal.Statements.real_exp 1 1

theorem real_numbers : ∃ R : Type, Nonempty (CompleteField R) := Formal.Statements.real_numbers

theorem square_root_rate :
    ∃ (J : Nat) (M : (Fin 15552 → Bool) → (Fin J → Unit × Bool) → R) (μ : (Fin J → Unit × Bool) → Bool → R),
      (∀ y, IsPmf (M y)) ∧ PureDP (exp 1) M ∧ (∀ ω, IsPmf (μ ω)) ∧
      ∀ y : Fin 15552 → Bool, (expect (M y) fun ω => maximum fun q => absVal
        ((sum fun i => coin.query q (y i)) / ((15552 : Nat) : R) - expect (μ ω) (coin.query q))) ≤
        72 * sqrt (max2 1 (log ((card Bool : R) ^ 2 + 1)) * max2 1 (log (2 * (card Unit : R))) /
          (1 * ((15552 : Nat) : R))) :=
  Formal.Statements.square_root_rate (by decide) zero_lt_one (coin (K := R)).query_le

end Formal.Witness.Statements
