module

public import Formal.Utility.Annuli
public import Formal.Utility.Ball
public import Formal.Utility.Parameters

/-!
# The square-root rate

Blueprint 8.2 and 8.3 for the mechanism itself: private multiplicative weights under the envelope with
discount `e^(-λ)`.

* `normalizer_le`, `mechanism_error_le` (8.2): under the condition (★) `36 J η² ℓ ≤ (λ n)²`, where
  `|D|² + 1 ≤ exp ℓ`, the normaliser is at most `5` and the expected error at most `5 α + 64 / (λ n)`, where
  `α` is the accuracy of the base law (7.3).
* `ratePMW`: the parameters `γ = 6ρ`, `J` least with `ℓ ≤ 36 ρ² J`, `η = 7 ε n ρ / (15 ℓ)`, no rounding.
* `ratePMW_error_le`, `rate` (8.3): for every finite `D` and `Q`, queries with values in `[-1, 1]`, `n ≥ 1`,
  `ε > 0`, and `ℓ, L ≥ 1` with `|D|² + 1 ≤ exp ℓ` and `2 |Q| ≤ exp L`, there is a pure `ε`-DP mechanism with
  expected worst-query error at most `72 ρ` on every dataset, for any `ρ > 0` with `ℓ L ≤ ρ² ε n`.
* `rate_synthetic`: the same statement without reference to multiplicative weights: the mechanism
  releases a distribution on `D`, a synthetic dataset that answers every query.

`Formal.Utility.RateReal` takes `ρ` to be the square root of `ℓ L / (ε n)`.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q]
  (P : PMW K D Q) {n : Nat} {lam ℓ ℓ' β : K}

/-! ### 8.2 for the mechanism -/

omit [Enumeration D] [Enumeration Q] in
/-- The condition (★) with the denominators cleared. -/
theorem star_iff (hn : 0 < n) :
    18 * (P.momentScale n * ℓ) ≤ lam ^ 2 ↔ 36 * ((P.rounds : K) * P.eta ^ 2 * ℓ) ≤ (lam * (n : K)) ^ 2 := by
  have hn2 := pow_pos (natCast_pos (K := K) hn) 2
  have e : P.momentScale n * (n : K) ^ 2 = 2 * (P.rounds : K) * P.eta ^ 2 := div_mul_cancel (ne_of_pos hn2)
  have e1 : 18 * (P.momentScale n * ℓ) * (n : K) ^ 2 = 36 * ((P.rounds : K) * P.eta ^ 2 * ℓ) := by
    calc _ = 18 * ℓ * (P.momentScale n * (n : K) ^ 2) := by grind
      _ = _ := by rw [e]; grind
  have e2 : (lam * (n : K)) ^ 2 = lam ^ 2 * (n : K) ^ 2 := mul_pow _ _ _
  rw [← e1, e2]
  exact ⟨fun h => mul_le_mul_right h (Std.le_of_lt hn2), fun h => le_of_mul_le_mul_right h hn2⟩

variable [DecidableEq D]

/-- **8.2, mass**: under (★) the normaliser of the envelope is at most `5` on every dataset. -/
theorem normalizer_le (hn : 0 < n) (hlam : 0 < lam) (hℓ0 : 0 < ℓ) (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ)
    (hstar : 36 * ((P.rounds : K) * P.eta ^ 2 * ℓ) ≤ (lam * (n : K)) ^ 2) (x : Fin n → D) :
    normalizer (exp (-lam)) (fun y : Fin n → D => P.baseLaw y) x ≤ 5 :=
  normalizer_le_of_ball (H := P.ballMass x) hlam (fun y => P.isPmf_targetLaw (P.target y))
    (hamming_le_rows x) (fun _ _ _ ω hy => le_ballMax (fun y : Fin n → D => P.baseLaw y) hy ω) fun _ hR =>
      P.ball_mass_le hn hR (Std.le_of_lt hlam) hℓ0 hℓ ((P.star_iff hn).mpr hstar) x

/-- **8.2, error**: under (★) the expected worst-query error of the mechanism with discount `e^(-λ)` is at
most `5 α + 64 / (λ n)` on every dataset, where `α = ℓ'/(γJ) + γ/2 + β + 2 ξ₀/η` is the accuracy of the base
law. -/
theorem mechanism_error_le (hn : 0 < n) (hlam : 0 < lam) (hℓ0 : 0 < ℓ) (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ)
    (hstar : 36 * ((P.rounds : K) * P.eta ^ 2 * ℓ) ≤ (lam * (n : K)) ^ 2)
    (hℓ' : (card D : K) ≤ exp ℓ') (hβ : 0 ≤ β) (hg : P.GapBound β) (x : Fin n → D) :
    expect (P.mechanism n (exp (-lam)) x) (P.error x) ≤ 5 * P.accuracy ℓ' β + 64 / (lam * (n : K)) := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have h := mechanism_error_le_of_ball (p := fun y : Fin n → D => P.baseLaw y) (H := P.ballMass x)
    (G := P.error x) (α := P.accuracy ℓ' β) (δ := 4 / (n : K)) hlam
    (div_nonneg (by grind [zero_lt_one (K := K)]) (Std.le_of_lt hnK))
    (fun y => P.isPmf_targetLaw (P.target y)) (P.error_nonneg x) (hamming_le_rows x)
    (fun _ _ _ ω hy => le_ballMax (fun y : Fin n → D => P.baseLaw y) hy ω)
    (P.expected_error_le_of_gapBound x hn hℓ' hβ hg)
    fun _ hR => P.ball_error_le hn hR (Std.le_of_lt hlam) hℓ0 hℓ ((P.star_iff hn).mpr hstar) hℓ' hβ hg x
  rwa [show 16 * (4 / (n : K)) / lam = 64 / (lam * (n : K)) by grind] at h

omit [Enumeration Q] [DecidableEq D] in
/-- Released answers lie in `[-1, 1]`. -/
theorem answer_mem (ω : Fin P.rounds → Q × Bool) (q : Q) : -1 ≤ P.answer ω q ∧ P.answer ω q ≤ 1 :=
  expect_mem (P.isPmf_averageSynthetic ω) (P.query_le q)

open Classical in
/-- The law of the vector of released answers. -/
def answerLaw (n : Nat) (r : K) (x : Fin n → D) : (Q → K) → K := pushforward P.answer (P.mechanism n r x)

/-- **The released answers are pure `ε`-DP**: post-processing of the mechanism. -/
theorem answerLaw_pureDP (n : Nat) {ε : K} (hε : 0 ≤ ε) :
    PureDP (exp ε) (P.answerLaw n (exp (-(ε / 2)))) := by
  classical exact (P.mechanism_pureDP n hε).postprocess P.answer

/-- **The released answers are pure `ε`-DP**, for events: for neighbours the probability of any set of
answer vectors changes by at most the factor `e^ε`. -/
theorem answer_event_le (n : Nat) {ε : K} (hε : 0 ≤ ε) (A : (Q → K) → Prop) [DecidablePred A] {x x' : Fin n → D}
    (h : hamming x x' = 1) :
    eventMass (P.mechanism n (exp (-(ε / 2))) x) (fun ω => A (P.answer ω)) ≤
      exp ε * eventMass (P.mechanism n (exp (-(ε / 2))) x') fun ω => A (P.answer ω) := by
  have h1 := (P.mechanism_pureDP n hε).event (fun ω => A (P.answer ω)) x x'
  rw [show dist x x' = 1 from h] at h1
  grind

end PMW

/-! ### The parameters -/

section Rate

variable {K : Type w} [ExpField K] {D : Type u} {Q : Type v} {ε ρ ℓ L : K} {n : Nat}

/-- The least natural number above an element. -/
def leastNat (x : K) : Nat := (exists_least (archimedean x)).choose

theorem le_leastNat (x : K) : x ≤ (leastNat x : K) := (exists_least (archimedean x)).choose_spec.1

theorem lt_of_lt_leastNat {x : K} {k : Nat} (h : k < leastNat x) : (k : K) < x := by
  have := (exists_least (archimedean x)).choose_spec.2 k h
  grind

theorem leastNat_lt_add_one {x : K} (hx : 0 < x) : (leastNat x : K) < x + 1 := by
  cases hN : leastNat x with
  | zero => rw [show ((0 : Nat) : K) = 0 by grind]; grind [zero_lt_one (K := K)]
  | succ k => have := lt_of_lt_leastNat (x := x) (k := k) (by omega); grind

theorem leastNat_pos {x : K} (hx : 0 < x) : 0 < leastNat x := by
  refine Nat.pos_of_ne_zero fun h => ?_
  have := le_leastNat x
  rw [h] at this
  grind

/-- The number of rounds of the rate theorem, the least `J` with `ℓ ≤ 36 ρ² J`. -/
def rateRounds (ρ ℓ : K) : Nat := leastNat (ℓ / (36 * ρ ^ 2))

theorem rateRounds_spec (hρ : 0 < ρ) (hℓ : 0 < ℓ) : 0 < rateRounds ρ ℓ ∧
    ℓ ≤ 36 * ρ ^ 2 * (rateRounds ρ ℓ : K) ∧ 36 * ρ ^ 2 * (rateRounds ρ ℓ : K) ≤ ℓ + 36 * ρ ^ 2 := by
  have hρ2 : 0 < 36 * ρ ^ 2 := by have := pow_pos hρ 2; grind
  unfold rateRounds
  generalize 36 * ρ ^ 2 = t at *
  have hx := div_pos hℓ hρ2
  have e := div_mul_cancel (a := ℓ) (ne_of_pos hρ2)
  have h1 := mul_le_mul_right (le_leastNat (ℓ / t)) (Std.le_of_lt hρ2)
  have h2 := mul_le_mul_right (Std.le_of_lt (leastNat_lt_add_one hx)) (Std.le_of_lt hρ2)
  refine ⟨leastNat_pos hx, ?_, ?_⟩ <;> grind

/-- **Private multiplicative weights of the rate theorem** (blueprint 8.3): `γ = 6ρ`, `J` least with
`ℓ ≤ 36 ρ² J`, `η = 7 ε n ρ / (15 ℓ)`, and unperturbed weights. -/
def ratePMW [Nonempty D] [Nonempty Q] (query : Q → D → K) (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1)
    (hn : 0 < n) (hε : 0 < ε) (hρ : 0 < ρ) (hℓ : 1 ≤ ℓ) : PMW K D Q where
  query := query
  rounds := rateRounds ρ ℓ
  eta := rateEta ε ρ ℓ (n : K)
  gamma := rateGamma ρ
  perturbation _ _ := 0
  slack := 0
  query_le := hq
  rounds_pos := (rateRounds_spec hρ (by grind [zero_lt_one (K := K)])).1
  eta_pos := rateEta_pos hε hρ hℓ (natCast_pos hn)
  gamma_pos := rateGamma_pos hρ
  perturbation_le _ _ := by grind
  query_nonempty := inferInstance
  universe_nonempty := inferInstance

variable [Enumeration D] [DecidableEq D] [Enumeration Q] [Nonempty D] [Nonempty Q] {query : Q → D → K}
  (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1) (hn : 0 < n) (hε : 0 < ε) (hρ : 0 < ρ) (hℓ : 1 ≤ ℓ)
include hq hn hε hρ hℓ

/-- **8.3 (rate)** for the explicit parameters: the expected worst-query error of the `ε`-DP mechanism is at most
`72 ρ` on every dataset, if `ℓ L ≤ ρ² ε n`. -/
theorem ratePMW_error_le (hL : 1 ≤ L) (hD : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hQ : 2 * (card Q : K) ≤ exp L)
    (hrate : ℓ * L ≤ ρ ^ 2 * (ε * (n : K))) (x : Fin n → D) :
    expect ((ratePMW query hq hn hε hρ hℓ).mechanism n (exp (-(ε / 2))) x)
      ((ratePMW query hq hn hε hρ hℓ).error x) ≤ 72 * ρ := by
  have h0 := zero_lt_one (K := K)
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  by_cases hρ1 : 36 * ρ ≤ 1
  · obtain ⟨hJ0, hJ1, hJ2⟩ := rateRounds_spec hρ (show 0 < ℓ by grind)
    have hη0 := rateEta_pos hε hρ hℓ hnK
    have hstar := rate_condition (ε := ε) hρ hρ1 hℓ hnK hJ2
    have hα := rate_accuracy_le hε hρ hℓ hnK hrate hJ0 hJ1
    have hbound := rate_bound hε hρ hρ1 hℓ hL hnK hrate hα
    have hQ' : (card (Q × Bool) : K) ≤ exp L := by
      rw [card_prod, Semiring.natCast_mul]
      show (card Q : K) * ((2 : Nat) : K) ≤ exp L
      grind
    have h := (ratePMW query hq hn hε hρ hℓ).mechanism_error_le hn (lam := ε / 2) (ℓ := ℓ) (ℓ' := ℓ / 2)
      (β := 7 / 2 * (L / rateEta ε ρ ℓ (n : K))) (by grind) (by grind) hD
      (((ratePMW query hq hn hε hρ hℓ).star_iff hn).mp hstar) (le_exp_half_of_sq_succ_le hD)
      (by have := div_nonneg (show 0 ≤ L by grind) (Std.le_of_lt hη0); grind)
      (PMW.gapBound_seven_halves hQ' hL) x
    have e : (ratePMW query hq hn hε hρ hℓ).accuracy (ℓ / 2) (7 / 2 * (L / rateEta ε ρ ℓ (n : K))) =
        ℓ / 2 / (rateGamma ρ * (rateRounds ρ ℓ : K)) + rateGamma ρ / 2 +
          7 / 2 * (L / rateEta ε ρ ℓ (n : K)) := by
      show ℓ / 2 / (rateGamma ρ * (rateRounds ρ ℓ : K)) + rateGamma ρ / 2 +
          7 / 2 * (L / rateEta ε ρ ℓ (n : K)) + 2 * 0 / rateEta ε ρ ℓ (n : K) = _
      rw [Field.div_eq_mul_inv (2 * 0)]; grind
    rw [e] at h
    rw [show 16 * (4 / (n : K)) / (ε / 2) = 64 / (ε / 2 * (n : K)) by grind] at hbound
    exact Std.le_trans h hbound
  · have h := expect_le_expect ((ratePMW query hq hn hε hρ hℓ).isPmf_mechanism n (exp (-(ε / 2))) x).nonneg
      ((ratePMW query hq hn hε hρ hℓ).error_le_two x)
    rw [expect_const ((ratePMW query hq hn hε hρ hℓ).isPmf_mechanism n _ x)] at h
    exact Std.le_trans h (by grind)

/-- **8.3 (rate).** For every finite universe `D`, finite family `Q` of queries with values in `[-1, 1]`, `n ≥ 1`,
`ε > 0`, and `ℓ, L ≥ 1` with `|D|² + 1 ≤ exp ℓ` and `2 |Q| ≤ exp L`, some private multiplicative weights gives
an envelope mechanism that is pure `ε`-DP and whose expected worst-query error is at most `72 ρ` on every
dataset of `n` rows, for any `ρ > 0` with `ℓ L ≤ ρ² ε n`. -/
theorem rate (hL : 1 ≤ L) (hD : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hQ : 2 * (card Q : K) ≤ exp L)
    (hrate : ℓ * L ≤ ρ ^ 2 * (ε * (n : K))) : ∃ P : PMW K D Q, P.query = query ∧
      PureDP (exp ε) (P.mechanism n (exp (-(ε / 2)))) ∧
      ∀ x : Fin n → D, IsPmf (P.mechanism n (exp (-(ε / 2))) x) ∧
        expect (P.mechanism n (exp (-(ε / 2))) x) (P.error x) ≤ 72 * ρ :=
  ⟨ratePMW query hq hn hε hρ hℓ, rfl, PMW.mechanism_pureDP _ n (Std.le_of_lt hε), fun x =>
    ⟨PMW.isPmf_mechanism _ n _ x, ratePMW_error_le hq hn hε hρ hℓ hL hD hQ hrate x⟩⟩

/-- **8.3 (rate), self-contained.** There are a number `J`, a law `M x` on the sequences of `J` signed queries for
every dataset `x`, and a distribution `μ ω` on the universe for every such sequence, such that `M` is pure `ε`-DP
and the worst-query error of the synthetic distribution `μ ω` has expectation at most `72 ρ`. -/
theorem rate_synthetic (hL : 1 ≤ L) (hD : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hQ : 2 * (card Q : K) ≤ exp L)
    (hrate : ℓ * L ≤ ρ ^ 2 * (ε * (n : K))) :
    ∃ (J : Nat) (M : (Fin n → D) → (Fin J → Q × Bool) → K) (μ : (Fin J → Q × Bool) → D → K),
      (∀ x, IsPmf (M x)) ∧ PureDP (exp ε) M ∧ (∀ ω, IsPmf (μ ω)) ∧
      ∀ x : Fin n → D, (expect (M x) fun ω => maximum fun q =>
        absVal ((sum fun i => query q (x i)) / (n : K) - expect (μ ω) (query q))) ≤ 72 * ρ :=
  ⟨_, (ratePMW query hq hn hε hρ hℓ).mechanism n (exp (-(ε / 2))),
    (ratePMW query hq hn hε hρ hℓ).averageSynthetic, PMW.isPmf_mechanism _ n _,
    PMW.mechanism_pureDP _ n (Std.le_of_lt hε), PMW.isPmf_averageSynthetic _,
    fun x => ratePMW_error_le hq hn hε hρ hℓ hL hD hQ hrate x⟩

end Rate

end Formal
