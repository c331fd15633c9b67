module

public import Formal.Query.PMW
public import Formal.Exponential.Hoeffding
public import Formal.Selection.MoveFamilies
public import Formal.Selection.Moments

/-!
# Maurey domination in the exponential layer

Blueprint 5.3, and 4.4 in exponential form. For private multiplicative weights the target factor of a
dataset is `exp (η a_s(x))`, the `m`-th power of a product over the rows of `P.table`. The moves have
factors `e^Z` with `|Z| ≤ h/m`, `h = 2ηR/n`, so Hoeffding's lemma gives the constant of domination.
With the moment scale `A_R = κ R²`, `κ = 2 J η² / n²` (`P.momentScale n`):

* `MeanBound.of_exp`: factors `e^Z` with `|Z| ≤ b` satisfy the mean bound `e^(b²/2)`;
* `maurey_domination_exp` (5.3, the paper's (5.1)): `p_y(ω) ≤ exp (A_R / m) · p_v(ω)` for the surrogate target
  `v = a(x) + (R/m) Σ_j δ_{c_j}` of some code of `m` row moves;
* `absVal_surrogate_sub_le`: `|v_s - a_s(x)| ≤ 2R/n`, that is `d_*(v, a(x)) ≤ R`;
* `transcript_moment_exp` (4.4): `E_{p_a}[(p_v/p_a)^r] ≤ exp (r (r-1) A_R)` for two such targets.
-/

@[expose] public noncomputable section

universe u v w z

namespace Formal

open Lean.Grind

/-! ### The mean bound of exponential factors -/

/-- **5.3, the constant.** By Hoeffding's lemma, factors `e^Z` with `|Z| ≤ b` have an arithmetic mean at
most `e^(b²/2)` times their geometric mean. -/
theorem MeanBound.of_exp {K : Type w} [ExpField K] {C : Type z} {S : Type u} {move Z : C → S → K} {b : K}
    (hmove : ∀ c s, move c s = exp (Z c s)) (hZ : ∀ c s, -b ≤ Z c s ∧ Z c s ≤ b) (N : Nat) :
    MeanBound move N (exp (b ^ 2 / 2)) := fun l _ s G hG hmean => by
  simp only [hmove] at hmean ⊢
  by_cases hl : l = []
  · subst hl; simp only [listSum, List.length_nil]; grind
  have hlen : 0 < l.length := List.length_pos_iff.mpr hl
  have hN : (0 : K) < (l.length : K) := natCast_pos hlen
  have hinv := mul_inv_cancel (ne_of_pos hN)
  -- Hoeffding's lemma with equal weights
  have hh := hoeffding (w := fun _ : Fin l.length => (l.length : K)⁻¹) (Z := fun i => Z l[i] s) (h := b)
    (fun _ => Std.le_of_lt (inv_pos hN)) (by rw [sum_const, card_fin]; exact hinv) fun i => hZ _ s
  rw [sum_mul_left, sum_mul_left, sum_fin_getElem fun c => exp (Z c s), sum_fin_getElem fun c => Z c s,
    exp_add] at hh
  -- the mean of the exponents is the geometric mean of the factors
  have hGeq : exp ((l.length : K)⁻¹ * listSum (fun c => Z c s) l) ^ l.length = G ^ l.length := by
    rw [← exp_nsmul, ← hmean, ← exp_listSum]
    exact congrArg exp (by grind)
  have hle := le_of_pow_le_pow (Std.le_of_lt hG) (Nat.ne_of_gt hlen)
    (show exp ((l.length : K)⁻¹ * listSum (fun c => Z c s) l) ^ l.length ≤ G ^ l.length by
      rw [hGeq]; exact Std.le_refl _)
  have h1 := mul_le_mul_left (Std.le_trans hh (mul_le_mul_right hle (exp_nonneg (b ^ 2 / 2))))
    (Std.le_of_lt hN)
  rw [← Semiring.mul_assoc, hinv] at h1
  grind

/-! ### Constants of the moments -/

section Constants

variable {K : Type w} [ExpField K]

/-- The exponent `r (r - 1) / 2` of the moments, doubled. -/
theorem two_mul_natCast_moment : ∀ r : Nat,
    2 * ((r * (r - 1) / 2 : Nat) : K) = (r : K) * ((r : K) - 1)
  | 0 => by show 2 * ((0 : Nat) : K) = _; grind
  | r + 1 => by
    have h := two_mul_natCast_choose (K := K) r
    rw [Nat.add_sub_cancel, Nat.mul_comm (r + 1), h]; grind

theorem cosh_sq_le_exp_sq (h : K) : cosh h ^ 2 ≤ exp (h ^ 2) := by
  have h1 := sq_le_sq (Std.le_of_lt (cosh_pos h)) (cosh_le_exp h)
  rwa [Semiring.pow_two (exp _), ← exp_add, show h ^ 2 / 2 + h ^ 2 / 2 = h ^ 2 by grind] at h1

end Constants

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} {Q : Type v} (P : PMW K D Q) {n m R : Nat}

/-! ### Surrogate targets -/

/-- The moment scale `κ = 2 J η² / n²` of a ball of radius one. -/
def momentScale (n : Nat) : K := 2 * (P.rounds : K) * P.eta ^ 2 / (n : K) ^ 2

/-- The effect `δ_{(d,d')}(s) = (s(d') - s(d)) / n` of a row move on an answer; the zero move has
none. -/
def rowShift (n : Nat) : RowMove D → Q × Bool → K
  | none, _ => 0
  | some (d, d'), s => (P.signed s d' - P.signed s d) / (n : K)

/-- The surrogate target `a(x) + (R/m) Σ_j δ_{c_j}` of a code of `m` row moves. -/
def surrogate (x : Fin n → D) (R : Nat) (c : Fin m → RowMove D) (s : Q × Bool) : K :=
  P.target x s + (R : K) / (m : K) * sum fun j => P.rowShift n (c j) s

theorem momentScale_pos (hn : 0 < n) : 0 < P.momentScale n := by
  have := mul_pos (natCast_pos (K := K) P.rounds_pos) (pow_pos P.eta_pos 2)
  exact div_pos (by grind) (pow_pos (natCast_pos hn) 2)

theorem rowShift_mem (hn : 0 < n) (c : RowMove D) (s : Q × Bool) :
    -(2 / (n : K)) ≤ P.rowShift n c s ∧ P.rowShift n c s ≤ 2 / (n : K) := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have h2 : (0 : K) ≤ 2 / (n : K) := div_nonneg (by grind [zero_lt_one (K := K)]) (Std.le_of_lt hnK)
  match c with
  | none => exact ⟨by show -(2 / (n : K)) ≤ 0; grind, h2⟩
  | some (d, d') =>
    have h := signedValue_le_one P.query_le s d
    have h' := signedValue_le_one P.query_le s d'
    have e := div_mul_cancel (a := (2 : K)) (ne_of_pos hnK)
    exact ⟨(le_div_iff_mul_le hnK).mpr (by grind), (div_le_iff_le_mul hnK).mpr (by grind)⟩

/-- **Scale of the surrogates** (`d_* ≤ R`): a surrogate target is within `2R/n` of the answers. -/
theorem absVal_surrogate_sub_le (hn : 0 < n) (hm : 1 ≤ m) (x : Fin n → D) (c : Fin m → RowMove D)
    (s : Q × Bool) : absVal (P.surrogate x R c s - P.target x s) ≤ 2 * (R : K) / (n : K) := by
  have hmK : (0 : K) < (m : K) := natCast_pos hm
  have h1 := sum_le_sum fun j => (P.rowShift_mem hn (c j) s).1
  have h2 := sum_le_sum fun j => (P.rowShift_mem hn (c j) s).2
  rw [sum_const, card_fin] at h1 h2
  have hR : 0 ≤ (R : K) / (m : K) := div_nonneg (natCast_nonneg R) (Std.le_of_lt hmK)
  have h3 := mul_le_mul_left h1 hR
  have h4 := mul_le_mul_left h2 hR
  have e : (R : K) / (m : K) * ((m : K) * (2 / (n : K))) = 2 * (R : K) / (n : K) := by
    have := div_mul_cancel (a := (R : K)) (ne_of_pos hmK)
    rw [← Semiring.mul_assoc, this, Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  unfold surrogate
  exact absVal_le (by grind) (by grind)

/-! ### The table -/

/-- The table whose row product, to the power `m`, is the target factor of a dataset. -/
def table (n m : Nat) (s : Q × Bool) (d : D) : K := exp (P.eta * P.signed s d / ((n : K) * (m : K)))

theorem table_pos (n m : Nat) (s : Q × Bool) (d : D) : 0 < P.table n m s d := exp_pos _

/-- The target factor of a dataset from the table. -/
theorem rowTarget_table (hm : 1 ≤ m) (x : Fin n → D) :
    rowTarget (P.table n m) m x = P.targetFactor (P.target x) := funext fun s => by
  have hmK : (0 : K) < (m : K) := natCast_pos hm
  have hinv := mul_inv_cancel (ne_of_pos hmK)
  unfold rowTarget table targetFactor
  rw [prod_congr fun i => (exp_nsmul _ m).symm, ← exp_sum]
  refine congrArg exp ?_
  rcases Nat.eq_zero_or_pos n with rfl | hn
  · show sum _ = P.eta * (sum _ / _)
    rw [sum_fin_zero, sum_fin_zero, Field.div_eq_mul_inv]; grind
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  calc (sum fun i => (m : K) * (P.eta * P.signed s (x i) / ((n : K) * (m : K))))
      = sum fun i => P.eta * (n : K)⁻¹ * P.signed s (x i) := sum_congr fun i => by grind
    _ = P.eta * P.target x s := by
        rw [sum_mul_left, target, signedAnswer, Field.div_eq_mul_inv]; grind

/-- A row move multiplies the target factor by `exp (η (R/m) δ)`. -/
theorem rowMove_table (hn : 0 < n) (hm : 1 ≤ m) (c : RowMove D) (s : Q × Bool) :
    rowMove (P.table n m) R c s = exp (P.eta * ((R : K) / (m : K) * P.rowShift n c s)) := by
  match c with
  | none =>
    show (1 : K) = exp (P.eta * ((R : K) / (m : K) * 0))
    rw [show P.eta * ((R : K) / (m : K) * 0) = 0 by grind, exp_zero]
  | some (d, d') =>
    have hnK : (0 : K) < (n : K) := natCast_pos hn
    have hmK : (0 : K) < (m : K) := natCast_pos hm
    show (P.table n m s d' / P.table n m s d) ^ R = _
    unfold table rowShift
    rw [← exp_sub, ← exp_nsmul]
    exact congrArg exp (by grind)

/-- The target factor of a code is that of its surrogate target. -/
theorem rowSurrogate_table (hn : 0 < n) (hm : 1 ≤ m) (x : Fin n → D) (c : Fin m → RowMove D) :
    rowSurrogate (P.table n m) R x c = P.targetFactor (P.surrogate x R c) := funext fun s => by
  unfold rowSurrogate codeTarget
  rw [P.rowTarget_table hm, prod_congr fun j => P.rowMove_table hn hm (c j) s, ← exp_sum, targetFactor,
    ← exp_add, sum_mul_left, sum_mul_left, targetFactor, surrogate]
  exact congrArg exp (by grind)

/-- **5.3, the constant** of the row moves: `Θ = exp (h² / (2 m²))` with `h = 2ηR/n`. -/
theorem meanBound_table (hn : 0 < n) (hm : 1 ≤ m) (R N : Nat) :
    MeanBound (rowMove (P.table n m) R) N (exp ((2 * P.eta * (R : K) / (n : K) / (m : K)) ^ 2 / 2)) := by
  refine MeanBound.of_exp (fun c s => P.rowMove_table hn hm c s) (fun c s => ?_) N
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have hmK : (0 : K) < (m : K) := natCast_pos hm
  have ⟨h1, h2⟩ := P.rowShift_mem hn c s
  have hc : 0 ≤ P.eta * ((R : K) / (m : K)) :=
    mul_nonneg (Std.le_of_lt P.eta_pos) (div_nonneg (natCast_nonneg R) (Std.le_of_lt hmK))
  have h3 := mul_le_mul_left h1 hc
  have h4 := mul_le_mul_left h2 hc
  have e : P.eta * ((R : K) / (m : K)) * (2 / (n : K)) = 2 * P.eta * (R : K) / (n : K) / (m : K) := by
    grind
  generalize P.rowShift n c s = δ at *
  constructor <;> grind

/-! ### Domination and moments -/

variable [DecidableEq D] [Enumeration D] [Enumeration Q]

/-- **5.3 (Maurey domination, the paper's (5.1)).** If `d_H(x, y) ≤ R`, then every transcript has under `y` at
most `exp (A_R / m)` times its mass under the surrogate target of some code of `m` row moves, where
`A_R = κ R²`. -/
theorem maurey_domination_exp {x y : Fin n → D} (hn : 0 < n) (hm : 1 ≤ m) (hR : 1 ≤ R)
    (hxy : hamming x y ≤ R) (ω : Fin P.rounds → Q × Bool) :
    ∃ c : Fin m → RowMove D, P.baseLaw y ω ≤
      exp (P.momentScale n * (R : K) ^ 2 / (m : K)) * P.targetLaw (P.surrogate x R c) ω := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have hmK : (0 : K) < (m : K) := natCast_pos hm
  obtain ⟨c, hc⟩ := maurey_domination_of_meanBound P.rule (P.table_pos n m) hR (P.meanBound_table hn hm R R)
    hxy m P.rounds [] ω
  rw [P.rowTarget_table hm, P.rowSurrogate_table hn hm, ← exp_nsmul] at hc
  have e : ((m * P.rounds : Nat) : K) * ((2 * P.eta * (R : K) / (n : K) / (m : K)) ^ 2 / 2) =
      P.momentScale n * (R : K) ^ 2 / (m : K) := by
    unfold momentScale
    rw [Semiring.natCast_mul]
    grind
  rw [e] at hc
  exact ⟨c, hc⟩

omit [DecidableEq D] in
/-- **4.4 in the exponential layer**: two targets within `2R/n` of each other in every coordinate have
`r`-th transcript moment at most `exp (r (r-1) A_R)`, where `A_R = κ R²`. -/
theorem transcript_moment_exp {a a' : Q × Bool → K} {δ : K} (hn : 0 < n)
    (ha : ∀ s, absVal (a' s - a s) ≤ 2 * δ / (n : K)) (r : Nat) :
    ratioMoment r (P.targetLaw a') (P.targetLaw a) ≤
      exp ((r : K) * ((r : K) - 1) * (P.momentScale n * δ ^ 2)) := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  generalize hh : 2 * P.eta * δ / (n : K) = h
  have hstep : ∀ s, -h ≤ P.eta * a' s - P.eta * a s ∧ P.eta * a' s - P.eta * a s ≤ h := fun s => by
    have e : P.eta * (2 * δ / (n : K)) = h := by grind
    have h1 := mul_le_mul_left (Std.le_trans (le_absVal (a' s - a s)) (ha s)) (Std.le_of_lt P.eta_pos)
    have h2 := mul_le_mul_left (Std.le_trans (neg_le_absVal (a' s - a s)) (ha s)) (Std.le_of_lt P.eta_pos)
    constructor <;> grind
  have hmom := P.rule.transcript_moment_le (g := P.targetFactor a) (g' := P.targetFactor a')
    (P.targetFactor_pos a) (exp_pos (-h)) (exp_pos h)
    (fun s => by unfold targetFactor; rw [← exp_add]; exact exp_le_exp (by have := hstep s; grind))
    (fun s => by unfold targetFactor; rw [← exp_add]; exact exp_le_exp (by have := hstep s; grind))
    r P.rounds []
  rw [kantorovichConst_exp] at hmom
  refine Std.le_trans hmom (Std.le_trans (pow_le_pow_left (pow_nonneg (Std.le_of_lt (cosh_pos h)) 2)
    (cosh_sq_le_exp_sq h) _) ?_)
  rw [← exp_nsmul, Semiring.natCast_mul, ← two_mul_natCast_moment]
  have e : 2 * (P.momentScale n * δ ^ 2) = (P.rounds : K) * h ^ 2 := by
    unfold momentScale
    grind
  refine exp_le_exp ?_
  generalize ((r * (r - 1) / 2 : Nat) : K) = k
  generalize P.momentScale n * δ ^ 2 = A at *
  calc (P.rounds : K) * k * h ^ 2 = k * (2 * A) := by rw [e]; grind
    _ ≤ 2 * k * A := by grind

end PMW

end Formal
