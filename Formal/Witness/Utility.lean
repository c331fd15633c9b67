module

public import Formal.Utility.RateReal
public import Formal.Witness.Accuracy

/-!
# Instances of the assembled utility theorems

All hypotheses of `Formal.Utility.{Domination,Ball,Rate,RateReal}` (blueprint 5.3, 4.4, 8.1, 8.2, 8.3) hold for
`coin` of `Formal.Witness.Accuracy` and for its query, over any field with an exponential, with numbers: `ℓ = 3` and
`L = 1`. `coin_mechanism_error_le` and `rate_instance` give bounds below the trivial `2`; `rate_trivial_instance` is
in the regime where the bound exceeds `2`; `rate_cauchyReal_instance` is at the Cauchy reals.
-/

@[expose] public noncomputable section

universe w

namespace Formal.Witness

variable {K : Type w} [ExpField K]

theorem card_bool_sq_le_exp : (card Bool : K) ^ 2 + 1 ≤ exp 3 := by
  have h := pow_le_pow_left (show (0 : K) ≤ 2 by grind [zero_lt_one (K := K)]) (two_le_exp_one (K := K)) 3
  rw [← exp_nsmul, show ((3 : Nat) : K) * 1 = 3 by grind] at h
  rw [show (card Bool : K) = 2 by show ((2 : Nat) : K) = 2; grind]
  grind

theorem card_unit_le_exp : 2 * (card Unit : K) ≤ exp 1 := by
  rw [show (card Unit : K) = 1 by show ((1 : Nat) : K) = 1; grind, show 2 * (1 : K) = 2 by grind]
  exact two_le_exp_one

theorem card_bool_le_exp : (card Bool : K) ≤ exp 1 := by
  rw [show (card Bool : K) = 2 by show ((2 : Nat) : K) = 2; grind]
  exact two_le_exp_one

/-- `β = 7/100` bounds the gap of the coin. -/
theorem coin_gapBound : (coin (K := K)).GapBound (7 / 100) := by
  have hQ : (card (Unit × Bool) : K) = 2 := by show ((2 : Nat) : K) = 2; grind
  refine PMW.gapBound_of_one_le (L := 1) (by rw [hQ]; exact two_le_exp_one) (by grind) ?_
  have h0 := zero_lt_one (K := K)
  show (2 / (50 : K)) ^ 2 * (1 ^ 2 + 2 * 1) ≤ (7 / 100) ^ 2
  grind

theorem coin_accuracy : (coin (K := K)).accuracy 1 (7 / 100) = 6 / 25 := by
  show 1 / (1 / 5 * ((100 : Nat) : K)) + 1 / 5 / 2 + 7 / 100 + 2 * (1 / 2) / 50 = (6 / 25 : K)
  grind

/-- Condition (★) for the coin with `λ n = 5200` and `ℓ = 3`. -/
theorem coin_star {lam n : K} (h : lam * n = 5200) :
    36 * (((coin (K := K)).rounds : K) * (coin (K := K)).eta ^ 2 * 3) ≤ (lam * n) ^ 2 := by
  have h0 := zero_lt_one (K := K)
  rw [h]
  show 36 * (((100 : Nat) : K) * 50 ^ 2 * 3) ≤ 5200 ^ 2
  grind

/-! ### Domination and moments: one row, changed -/

/-- 5.3 for the datasets `(true)` and `(false)`, codes of length two. -/
theorem coin_domination (ω : Fin (coin (K := K)).rounds → Unit × Bool) : ∃ c : Fin 2 → RowMove Bool,
    (coin (K := K)).baseLaw (fun _ : Fin 1 => false) ω ≤
      exp ((coin (K := K)).momentScale 1 * ((1 : Nat) : K) ^ 2 / ((2 : Nat) : K)) *
        (coin (K := K)).targetLaw ((coin (K := K)).surrogate (fun _ : Fin 1 => true) 1 c) ω :=
  (coin (K := K)).maurey_domination_exp (by decide) (by decide) (by decide) (by decide) ω

/-- 4.4 for the surrogates of a dataset. -/
theorem coin_moment (c : Fin 2 → RowMove Bool) (r : Nat) :
    ratioMoment r ((coin (K := K)).targetLaw ((coin (K := K)).surrogate (fun _ : Fin 1 => true) 1 c))
        ((coin (K := K)).baseLaw fun _ : Fin 1 => true) ≤
      exp ((r : K) * ((r : K) - 1) * ((coin (K := K)).momentScale 1 * ((1 : Nat) : K) ^ 2)) :=
  (coin (K := K)).transcript_moment_exp (by decide)
    ((coin (K := K)).absVal_surrogate_sub_le (by decide) (by decide) _ c) r

/-! ### Balls and the mechanism: `n = 5200` rows and `λ = 1` -/

section Coin

variable (x : Fin 5200 → Bool)

theorem coin_star_instance : 18 * ((coin (K := K)).momentScale 5200 * 3) ≤ (1 : K) ^ 2 :=
  ((coin (K := K)).star_iff (by decide)).mpr (coin_star (by grind))

/-- 8.1 for the coin. -/
theorem coin_ball_mass_le {R : Nat} (hR : 1 ≤ R) : sum ((coin (K := K)).ballMass x R) ≤ exp (1 * (R : K) / 2) :=
  (coin (K := K)).ball_mass_le (by decide) hR (Std.le_of_lt zero_lt_one)
    (by grind [zero_lt_one (K := K)]) card_bool_sq_le_exp coin_star_instance x

/-- 8.1 for the coin. -/
theorem coin_ball_error_le {R : Nat} (hR : 1 ≤ R) :
    expect ((coin (K := K)).ballMass x R) ((coin (K := K)).error x) ≤
      exp (1 * (R : K) / 2) * (6 / 25 + (R : K) * (4 / ((5200 : Nat) : K))) := by
  rw [← coin_accuracy]
  exact (coin (K := K)).ball_error_le (by decide) hR (Std.le_of_lt zero_lt_one)
    (by grind [zero_lt_one (K := K)]) card_bool_sq_le_exp coin_star_instance card_bool_le_exp
    (by grind [zero_lt_one (K := K)]) coin_gapBound x

/-- 8.2 for the coin, mass. -/
theorem coin_normalizer_le :
    normalizer (exp (-(1 : K))) (fun y : Fin 5200 → Bool => (coin (K := K)).baseLaw y) x ≤ 5 :=
  (coin (K := K)).normalizer_le (by decide) zero_lt_one (by grind [zero_lt_one (K := K)])
    card_bool_sq_le_exp (coin_star (by grind)) x

/-- 8.2 for the coin, error: the mechanism with discount `e⁻¹`, which is `2`-DP, has expected error at most
`5/4`. -/
theorem coin_mechanism_error_le :
    expect ((coin (K := K)).mechanism 5200 (exp (-1)) x) ((coin (K := K)).error x) ≤ 5 / 4 := by
  have h0 := zero_lt_one (K := K)
  have h := (coin (K := K)).mechanism_error_le (by decide) zero_lt_one (ℓ := 3) (ℓ' := 1) (by grind)
    card_bool_sq_le_exp (coin_star (by grind)) card_bool_le_exp (by grind) coin_gapBound x
  rw [coin_accuracy] at h
  exact Std.le_trans h (by grind)

end Coin

/-- The event that the released answer is nonnegative, for the datasets `(true)` and `(false)`. -/
theorem coin_answer_event_le :
    eventMass ((coin (K := K)).mechanism 1 (exp (-(1 / 2))) fun _ => true)
        (fun ω => 0 ≤ (coin (K := K)).answer ω ()) ≤
      exp 1 * eventMass ((coin (K := K)).mechanism 1 (exp (-(1 / 2))) fun _ => false)
        fun ω => 0 ≤ (coin (K := K)).answer ω () :=
  (coin (K := K)).answer_event_le 1 (Std.le_of_lt zero_lt_one) (fun a => 0 ≤ a ()) (by decide)

/-! ### The rate -/

/-- 8.3 in the regime where the bound is trivial: `n = ε = 1` and `ρ = 3`. -/
theorem rate_trivial_instance : ∃ P : PMW K Bool Unit, P.query = (coin (K := K)).query ∧
    PureDP (exp 1) (P.mechanism 1 (exp (-(1 / 2)))) ∧
    ∀ x : Fin 1 → Bool, IsPmf (P.mechanism 1 (exp (-(1 / 2))) x) ∧
      expect (P.mechanism 1 (exp (-(1 / 2))) x) (P.error x) ≤ 72 * 3 := by
  have h0 := zero_lt_one (K := K)
  exact rate (coin (K := K)).query_le (by decide) h0 (by grind) (ℓ := 3) (L := 1) (by grind) (by grind)
    card_bool_sq_le_exp card_unit_le_exp (by grind)

/-- 8.3 with a bound below the trivial `2`: `n = 15552`, `ε = 1` and `ρ = 1/72` give expected error at most `1`. -/
theorem rate_instance : ∃ P : PMW K Bool Unit, P.query = (coin (K := K)).query ∧
    PureDP (exp 1) (P.mechanism 15552 (exp (-(1 / 2)))) ∧
    ∀ x : Fin 15552 → Bool, IsPmf (P.mechanism 15552 (exp (-(1 / 2))) x) ∧
      expect (P.mechanism 15552 (exp (-(1 / 2))) x) (P.error x) ≤ 1 := by
  have h0 := zero_lt_one (K := K)
  have h := rate (coin (K := K)).query_le (n := 15552) (by decide) h0 (ρ := 1 / 72) (by grind) (ℓ := 3) (L := 1)
    (by grind) (by grind) card_bool_sq_le_exp card_unit_le_exp (by grind)
  rwa [show 72 * (1 / 72) = (1 : K) by grind] at h

/-- 8.3, self-contained, with the same numbers. -/
theorem rate_synthetic_instance : ∃ (J : Nat) (M : (Fin 15552 → Bool) → (Fin J → Unit × Bool) → K)
    (μ : (Fin J → Unit × Bool) → Bool → K),
    (∀ x, IsPmf (M x)) ∧ PureDP (exp 1) M ∧ (∀ ω, IsPmf (μ ω)) ∧
    ∀ x : Fin 15552 → Bool, (expect (M x) fun ω => maximum fun q => absVal
      ((sum fun i => (coin (K := K)).query q (x i)) / ((15552 : Nat) : K) -
        expect (μ ω) ((coin (K := K)).query q))) ≤ 1 := by
  have h0 := zero_lt_one (K := K)
  have h := rate_synthetic (coin (K := K)).query_le (n := 15552) (by decide) h0 (ρ := 1 / 72) (by grind) (ℓ := 3)
    (by grind) (L := 1) (by grind) card_bool_sq_le_exp card_unit_le_exp (by grind)
  rwa [show 72 * (1 / 72) = (1 : K) by grind] at h

/-- 8.3 at the Cauchy reals: one row, one query, `ε = 1`. -/
theorem rate_cauchyReal_instance : ∃ P : PMW CauchyReal Bool Unit,
    P.query = (coin (K := CauchyReal)).query ∧ PureDP (exp 1) (P.mechanism 1 (exp (-(1 / 2)))) ∧
    ∀ x : Fin 1 → Bool, IsPmf (P.mechanism 1 (exp (-(1 / 2))) x) ∧
      expect (P.mechanism 1 (exp (-(1 / 2))) x) (P.error x) ≤
        72 * sqrt (max2 1 (log ((card Bool : CauchyReal) ^ 2 + 1)) *
          max2 1 (log (2 * (card Unit : CauchyReal))) / (1 * ((1 : Nat) : CauchyReal))) :=
  rate_real (by decide) zero_lt_one (coin (K := CauchyReal)).query_le

end Formal.Witness
