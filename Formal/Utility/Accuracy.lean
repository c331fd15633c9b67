module

public import Formal.Utility.Error

/-!
# Accuracy of private multiplicative weights

Blueprint 7.3 and 7.4 with the rounded weights of 7.5 built in. A selection under the target vector
`a` is a softmax draw in the scores `a_s - s(μ_h)`, up to the perturbation (`selectMass_eq_softmax`).
For a bound `β²` on the second moment of the gap of a softmax draw (`GapBound`), the expected error and
the root of the expected squared error are at most

  `α = ℓ/(γJ) + γ/2 + β + 2 ξ₀/η`  (`accuracy`),  for any `ℓ` with `|D| ≤ exp ℓ`,

under the base law, and `α + 4R/n` under the law of a surrogate target at distance `R`. `GapBound` holds
if `(2/η)² (2 L² + 4) ≤ β²`, and if `(2/η)² (L² + 2 L) ≤ β²` and `L ≥ 1`, where `2 |Q| ≤ exp L` (7.2).

* `expected_error_le`, `expected_sq_error_le` (7.3)
* `expected_error_surrogate_le`, `expected_error_surrogate_le_of_dStar` (7.4)

Each has a form `..._of_gapBound`.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q]
  (P : PMW K D Q)

/-- **7.3, the constant** `α = ℓ/(γJ) + γ/2 + β + 2 ξ₀/η`: the regret of Hedge, the gap of a softmax draw
and the rounding of the weights. -/
def accuracy (ℓ β : K) : K :=
  ℓ / (P.gamma * (P.rounds : K)) + P.gamma / 2 + β + 2 * P.slack / P.eta

/-- The second moment of the gap of a softmax draw with parameter `η` among the signed queries is at
most `β²`, whatever the scores. -/
def GapBound (β : K) : Prop :=
  ∀ f : Q × Bool → K, (expect (softmax fun s => P.eta * f s) fun s => gap f s ^ 2) ≤ β ^ 2

variable {P} {n : Nat} {x : Fin n → D} {v : Q × Bool → K} {ℓ L β δ R : K}

omit [Enumeration D] in
/-- **7.2**: `GapBound` with the constant of the paper. -/
theorem gapBound_of_le (hL : (card (Q × Bool) : K) ≤ exp L)
    (hβ : (2 / P.eta) ^ 2 * (2 * L ^ 2 + 4) ≤ β ^ 2) : P.GapBound β := fun f =>
  P.query_nonempty.elim fun q => Std.le_trans (softmax_gap_sq_le f P.eta_pos hL (q, true)) hβ

omit [Enumeration D] in
/-- **7.2, sharper**: `GapBound` for `L ≥ 1`. -/
theorem gapBound_of_one_le (hL : (card (Q × Bool) : K) ≤ exp L) (hL1 : 1 ≤ L)
    (hβ : (2 / P.eta) ^ 2 * (L ^ 2 + 2 * L) ≤ β ^ 2) : P.GapBound β := fun f =>
  P.query_nonempty.elim fun q =>
    Std.le_trans (softmax_gap_sq_le_of_one_le f P.eta_pos hL hL1 (q, true)) hβ

omit [Enumeration D] in
/-- `GapBound` in the form used for the rate: `β = 7 L / (2 η)` for `L ≥ 1`. -/
theorem gapBound_seven_halves (hL : (card (Q × Bool) : K) ≤ exp L) (hL1 : 1 ≤ L) :
    P.GapBound (7 / 2 * (L / P.eta)) := by
  refine gapBound_of_one_le hL hL1 ?_
  have h1 := mul_nonneg (a := L - 1) (b := L) (by grind) (by grind [zero_lt_one (K := K)])
  have h2 := sq_nonneg L
  have h3 : L ^ 2 + 2 * L ≤ (7 / 4 * L) ^ 2 := by grind
  have h4 := mul_le_mul_left h3 (sq_nonneg (2 / P.eta))
  rwa [← mul_pow, show 2 / P.eta * (7 / 4 * L) = 7 / 2 * (L / P.eta) by
    rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv (a := L)]; grind] at h4

variable (P)

omit [Enumeration D] [Enumeration Q] in
theorem slack_nonneg : 0 ≤ P.slack := by
  have ⟨q⟩ := P.query_nonempty
  have := P.perturbation_le [] (q, true)
  grind

omit [Enumeration D] [Enumeration Q] in
theorem rounding_nonneg : 0 ≤ 2 * P.slack / P.eta :=
  div_nonneg (by have := P.slack_nonneg; grind) (Std.le_of_lt P.eta_pos)

omit [Enumeration Q] in
theorem regret_nonneg (hℓ : (card D : K) ≤ exp ℓ) :
    0 ≤ ℓ / (P.gamma * (P.rounds : K)) + P.gamma / 2 := by
  have ⟨d⟩ := P.universe_nonempty
  have h1 : (1 : K) ≤ (card D : K) := by
    have := natCast_le (K := K) (card_pos d); grind
  have h2 : 0 ≤ ℓ := le_of_exp_le_exp (by rw [exp_zero]; exact Std.le_trans h1 hℓ)
  have h3 := div_nonneg h2 (Std.le_of_lt (mul_pos P.gamma_pos P.rounds_cast_pos))
  have := P.gamma_pos
  grind

omit [Enumeration Q] in
theorem accuracy_nonneg (hℓ : (card D : K) ≤ exp ℓ) (hβ : 0 ≤ β) : 0 ≤ P.accuracy ℓ β := by
  have := P.regret_nonneg hℓ
  have := P.rounding_nonneg
  unfold accuracy; grind

/-! ### One round -/

/-- **One round is a softmax draw**: under the target vector `a` and after the history `h`, `s` is
selected with probability proportional to `exp (η (a_s - s(μ_h)) + ξ_h(s))`. -/
theorem selectMass_eq_softmax (a : Q × Bool → K) (h : List (Q × Bool)) :
    P.rule.selectMass (P.targetFactor a) h
      = softmax fun s => P.eta * P.score a h s + P.perturbation h s := by
  have e : ∀ s, P.weight h s * P.targetFactor a s
      = exp (P.eta * P.score a h s + P.perturbation h s) := fun s => by
    unfold weight targetFactor score
    rw [← exp_add]; exact congrArg exp (by grind)
  have e' : P.rule.groupWeight (P.targetFactor a) h ()
      = sum fun s => exp (P.eta * P.score a h s + P.perturbation h s) :=
    sum_congr fun s => (if_pos rfl).trans (e s)
  funext s
  show 1 * (P.weight h s * P.targetFactor a s) / P.rule.groupWeight (P.targetFactor a) h () = _ / _
  rw [e', e, show ∀ b : K, 1 * b = b by intro b; grind]

/-- **7.5, one round**: the second moment of the gap of the selected query, with the rounding. -/
theorem expect_gap_sq_le (hβ : 0 ≤ β) (hg : P.GapBound β) (a : Q × Bool → K) (h : List (Q × Bool)) :
    (expect (P.rule.selectMass (P.targetFactor a) h) fun s => gap (P.score a h) s ^ 2)
      ≤ (β + 2 * P.slack / P.eta) ^ 2 := by
  have ⟨q⟩ := P.query_nonempty
  rw [selectMass_eq_softmax, softmax_perturbed_eq P.eta_pos]
  exact expect_gap_sq_le_of_perturbed (isPmf_softmax _ (q, true)) P.eta_pos (P.perturbation_le h) hβ
    (hg _) (q, true)

/-- The second moment of the average gap over the rounds, under the law `p_a` of a target vector. -/
theorem expect_pathAverage_gap_sq_le (hβ : 0 ≤ β) (hg : P.GapBound β) (a : Q × Bool → K) :
    (expect (P.targetLaw a) fun ω =>
      (pathSum (fun h s => gap (P.score a h) s) P.rounds [] ω / (P.rounds : K)) ^ 2)
      ≤ (β + 2 * P.slack / P.eta) ^ 2 :=
  P.rule.expect_pathAverage_sq_le (P.targetFactor_pos a) (P.expect_gap_sq_le hβ hg a) P.rounds_pos []

/-! ### The error under the law of a nearby target -/

/-- For a target vector `v` within `δ` of `a(x)` in every coordinate, the error is at most the regret
plus the average gap for `v` plus `2 δ`: `δ` in the maximum and `δ` at the selected query. -/
theorem error_le_of_near (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ)
    (hv : ∀ s, absVal (v s - P.target x s) ≤ δ) (ω : Fin P.rounds → Q × Bool) :
    P.error x ω ≤ pathSum (fun h s => gap (P.score v h) s) P.rounds [] ω / (P.rounds : K)
      + (ℓ / (P.gamma * (P.rounds : K)) + P.gamma / 2 + 2 * δ) := by
  have h1 := P.error_le_regret_add_gap hn hℓ x ω
  have h2 := pathSum_le_pathSum (G := fun h s => gap (P.score (P.target x) h) s)
    (G' := fun h s => gap (P.score v h) s + 2 * δ) (fun h s => gap_le_gap_add (fun s => by
      have h3 := le_absVal (v s - P.target x s)
      have h4 := neg_le_absVal (v s - P.target x s)
      have h5 := hv s
      unfold score; constructor <;> grind) s) P.rounds [] ω
  rw [pathSum_add, pathSum_const] at h2
  have h3 := div_le_div_right h2 P.rounds_cast_pos
  have h4 : ∀ a : K, (a + (P.rounds : K) * (2 * δ)) / (P.rounds : K) = a / (P.rounds : K) + 2 * δ :=
    fun a => by
      have := mul_inv_cancel (ne_of_pos P.rounds_cast_pos)
      rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  rw [h4] at h3
  grind

/-- The squared error under the law of a target vector within `δ` of `a(x)`. -/
theorem expected_sq_error_le_of_near (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ) (hβ : 0 ≤ β)
    (hg : P.GapBound β) (hv : ∀ s, absVal (v s - P.target x s) ≤ δ) :
    (expect (P.targetLaw v) fun ω => P.error x ω ^ 2) ≤ (P.accuracy ℓ β + 2 * δ) ^ 2 := by
  have ⟨q⟩ := P.query_nonempty
  have hδ : 0 ≤ δ := Std.le_trans (absVal_nonneg _) (hv (q, true))
  have hA := P.regret_nonneg hℓ
  have hξ := P.rounding_nonneg
  have h1 := expect_add_sq_le (P.isPmf_targetLaw v) (by grind)
    (c := ℓ / (P.gamma * (P.rounds : K)) + P.gamma / 2 + 2 * δ) (by grind)
    (P.expect_pathAverage_gap_sq_le hβ hg v)
  rw [show β + 2 * P.slack / P.eta + (ℓ / (P.gamma * (P.rounds : K)) + P.gamma / 2 + 2 * δ)
    = P.accuracy ℓ β + 2 * δ by unfold accuracy; grind] at h1
  exact Std.le_trans (expect_le_expect (P.isPmf_targetLaw v).nonneg fun ω =>
    sq_le_sq (P.error_nonneg x ω) (P.error_le_of_near hn hℓ hv ω)) h1

/-- The error under the law of a target vector within `δ` of `a(x)`. -/
theorem expected_error_le_of_near (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ) (hβ : 0 ≤ β)
    (hg : P.GapBound β) (hv : ∀ s, absVal (v s - P.target x s) ≤ δ) :
    expect (P.targetLaw v) (P.error x) ≤ P.accuracy ℓ β + 2 * δ := by
  have ⟨q⟩ := P.query_nonempty
  have hδ : 0 ≤ δ := Std.le_trans (absVal_nonneg _) (hv (q, true))
  have hα := P.accuracy_nonneg hℓ hβ
  exact expect_le_of_expect_sq_le (P.isPmf_targetLaw v) (by grind)
    (P.expected_sq_error_le_of_near hn hℓ hβ hg hv)

/-! ### 7.3: the base law -/

variable (x)

omit [Enumeration D] [Enumeration Q] in
theorem absVal_target_sub_self (s : Q × Bool) : absVal (P.target x s - P.target x s) ≤ 0 :=
  absVal_le (by grind) (by grind)

/-- **7.3**, from a bound on one round. -/
theorem expected_error_le_of_gapBound (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ) (hβ : 0 ≤ β)
    (hg : P.GapBound β) : expect (P.baseLaw x) (P.error x) ≤ P.accuracy ℓ β := by
  have h := P.expected_error_le_of_near hn hℓ hβ hg (P.absVal_target_sub_self x)
  rwa [show P.accuracy ℓ β + 2 * 0 = P.accuracy ℓ β by grind] at h

/-- **7.3**, second moment, from a bound on one round. -/
theorem expected_sq_error_le_of_gapBound (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ) (hβ : 0 ≤ β)
    (hg : P.GapBound β) : (expect (P.baseLaw x) fun ω => P.error x ω ^ 2) ≤ P.accuracy ℓ β ^ 2 := by
  have h := P.expected_sq_error_le_of_near hn hℓ hβ hg (P.absVal_target_sub_self x)
  rwa [show P.accuracy ℓ β + 2 * 0 = P.accuracy ℓ β by grind] at h

/-- **7.3.** The expected error under the base law is at most `α = ℓ/(γJ) + γ/2 + β + 2 ξ₀/η` if
`|D| ≤ exp ℓ`, `2 |Q| ≤ exp L` and `(2/η)² (2 L² + 4) ≤ β²`. -/
theorem expected_error_le (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ)
    (hL : (card (Q × Bool) : K) ≤ exp L) (hβ : 0 ≤ β)
    (hβL : (2 / P.eta) ^ 2 * (2 * L ^ 2 + 4) ≤ β ^ 2) :
    expect (P.baseLaw x) (P.error x) ≤ P.accuracy ℓ β :=
  P.expected_error_le_of_gapBound x hn hℓ hβ (gapBound_of_le hL hβL)

/-- **7.3** with the sharper constant, for `L ≥ 1`. -/
theorem expected_error_le_of_one_le (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ)
    (hL : (card (Q × Bool) : K) ≤ exp L) (hL1 : 1 ≤ L) (hβ : 0 ≤ β)
    (hβL : (2 / P.eta) ^ 2 * (L ^ 2 + 2 * L) ≤ β ^ 2) :
    expect (P.baseLaw x) (P.error x) ≤ P.accuracy ℓ β :=
  P.expected_error_le_of_gapBound x hn hℓ hβ (gapBound_of_one_le hL hL1 hβL)

/-- **7.3.** The expected squared error under the base law is at most `α²`. -/
theorem expected_sq_error_le (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ)
    (hL : (card (Q × Bool) : K) ≤ exp L) (hβ : 0 ≤ β)
    (hβL : (2 / P.eta) ^ 2 * (2 * L ^ 2 + 4) ≤ β ^ 2) :
    (expect (P.baseLaw x) fun ω => P.error x ω ^ 2) ≤ P.accuracy ℓ β ^ 2 :=
  P.expected_sq_error_le_of_gapBound x hn hℓ hβ (gapBound_of_le hL hβL)

/-- **7.3**, second moment with the sharper constant, for `L ≥ 1`. -/
theorem expected_sq_error_le_of_one_le (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ)
    (hL : (card (Q × Bool) : K) ≤ exp L) (hL1 : 1 ≤ L) (hβ : 0 ≤ β)
    (hβL : (2 / P.eta) ^ 2 * (L ^ 2 + 2 * L) ≤ β ^ 2) :
    (expect (P.baseLaw x) fun ω => P.error x ω ^ 2) ≤ P.accuracy ℓ β ^ 2 :=
  P.expected_sq_error_le_of_gapBound x hn hℓ hβ (gapBound_of_one_le hL hL1 hβL)

/-! ### 7.4: the law of a surrogate target -/

variable {x}

/-- **7.4**, from a bound on one round: for a target vector `v` with `|v_s - a_s(x)| ≤ 2R/n`. -/
theorem expected_error_surrogate_le_of_gapBound (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ) (hβ : 0 ≤ β)
    (hg : P.GapBound β) (hv : ∀ s, absVal (v s - P.target x s) ≤ 2 * R / (n : K)) :
    expect (P.targetLaw v) (P.error x) ≤ P.accuracy ℓ β + 4 * R / (n : K) := by
  have h := P.expected_error_le_of_near hn hℓ hβ hg hv
  rwa [show 2 * (2 * R / (n : K)) = 4 * R / (n : K) by
    rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind] at h

/-- **7.4.** Under the law of a surrogate target `v` with `|v_s - a_s(x)| ≤ 2R/n` for every signed query
the expected error on `x` is at most `α + 4R/n`. -/
theorem expected_error_surrogate_le (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ)
    (hL : (card (Q × Bool) : K) ≤ exp L) (hβ : 0 ≤ β)
    (hβL : (2 / P.eta) ^ 2 * (2 * L ^ 2 + 4) ≤ β ^ 2)
    (hv : ∀ s, absVal (v s - P.target x s) ≤ 2 * R / (n : K)) :
    expect (P.targetLaw v) (P.error x) ≤ P.accuracy ℓ β + 4 * R / (n : K) :=
  P.expected_error_surrogate_le_of_gapBound hn hℓ hβ (gapBound_of_le hL hβL) hv

/-- **7.4** with the sharper constant, for `L ≥ 1`. -/
theorem expected_error_surrogate_le_of_one_le (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ)
    (hL : (card (Q × Bool) : K) ≤ exp L) (hL1 : 1 ≤ L) (hβ : 0 ≤ β)
    (hβL : (2 / P.eta) ^ 2 * (L ^ 2 + 2 * L) ≤ β ^ 2)
    (hv : ∀ s, absVal (v s - P.target x s) ≤ 2 * R / (n : K)) :
    expect (P.targetLaw v) (P.error x) ≤ P.accuracy ℓ β + 4 * R / (n : K) :=
  P.expected_error_surrogate_le_of_gapBound hn hℓ hβ (gapBound_of_one_le hL hL1 hβL) hv

/-- **7.4** for a surrogate target `v` with `d_*(v, a(x)) ≤ R`. -/
theorem expected_error_surrogate_le_of_dStar (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ)
    (hL : (card (Q × Bool) : K) ≤ exp L) (hβ : 0 ≤ β)
    (hβL : (2 / P.eta) ^ 2 * (2 * L ^ 2 + 4) ≤ β ^ 2) (hv : dStar n v (P.target x) ≤ R) :
    expect (P.targetLaw v) (P.error x) ≤ P.accuracy ℓ β + 4 * R / (n : K) :=
  P.expected_error_surrogate_le hn hℓ hL hβ hβL (absVal_le_of_dStar_le hn hv)

end PMW

end Formal
