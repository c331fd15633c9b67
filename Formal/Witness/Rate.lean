module

public import Formal.Query.Dataset
public import Formal.Utility.Annuli
public import Formal.Utility.OneBall
public import Formal.Utility.Parameters

/-!
# Instances of the theorems of blueprint §8

Numbers and laws, over any field with an exponential, on which all hypotheses of `near_ball_le`,
`far_ball_le`, `ball_le`, `normalizer_le_of_ball`, `mechanism_error_le_of_ball` and of the rate
arithmetic hold.
-/

@[expose] public noncomputable section

universe u w

namespace Formal.Witness

variable {K : Type w} [ExpField K]

/-! ### One ball -/

theorem one_le_mul {a b : K} (ha : 1 ≤ a) (hb : 1 ≤ b) : 1 ≤ a * b := by
  have h0 := zero_lt_one (K := K)
  have := mul_le_mul ha hb (by grind) (by grind); grind

/-- Near: `κ = 1/18`, `ℓ = λ = R = 1`. -/
theorem near_ball_instance : (1 : K) ≤ exp (1 * 1 / 2) * 1 := by
  have h0 := zero_lt_one (K := K)
  refine near_ball_le (κ := 1 / 18) (ℓ := 1) (by grind) (by grind) h0 (by grind) (by grind) (by grind)
    fun c hc => ?_
  have hc' := natCast_le (K := K) hc
  have h1 := one_le_exp (x := 2 * (c : K) * (2 * (c : K) - 1) * (1 / 18 * 1 ^ 2))
    (mul_nonneg (mul_nonneg (by grind) (by grind)) (by grind))
  simp only [Lean.Grind.Semiring.one_pow]
  rw [Lean.Grind.Semiring.one_pow] at h1
  exact one_le_mul (one_le_pow (one_le_exp (by grind)) _)
    (one_le_mul (one_le_mul (one_le_exp (by grind)) h1) (Std.le_refl _))

/-- Far: `κ = 1`, `ℓ = 1/18`, `λ = R = 1`. -/
theorem far_ball_instance : (1 : K) ≤ exp (1 * 1 / 2) * 1 := by
  have h0 := zero_lt_one (K := K)
  refine far_ball_le (κ := 1) (ℓ := 1 / 18) (by grind) (by grind) (by grind) (by grind) (by grind)
    (by grind) fun m hm => ?_
  have hm' := natCast_le (K := K) hm
  exact one_le_mul (one_le_exp (div_nonneg (by grind) (by grind)))
    (one_le_mul (one_le_exp (by grind)) (Std.le_refl _))

/-! ### Annuli -/

section Annuli

variable {D : Type u} [DecidableEq D] [Enumeration D] {n : Nat}

/-- A law that ignores the dataset is its own ball maximum: its envelope has mass at most `5`. -/
theorem constant_normalizer_le (x : Fin n → D) :
    normalizer (exp (-(1 : K))) (fun (_ : Fin n → D) => pointMass true) x ≤ 5 :=
  normalizer_le_of_ball (H := fun _ => pointMass true) zero_lt_one (fun _ => isPmf_pointMass true)
    (hamming_le_rows x) (fun _ _ _ _ _ => Std.le_refl _) fun R _ => by
      rw [(isPmf_pointMass true).sum_eq_one]
      exact one_le_exp (by have := natCast_nonneg (K := K) R; grind)

/-- The same law, with an error that is always `1`. -/
theorem constant_error_le (x : Fin n → D) :
    expect (envelopeMechanism (exp (-(1 : K))) (fun (_ : Fin n → D) => pointMass true) x) (fun _ => 1) ≤
      5 * 1 + 16 * 0 / 1 :=
  mechanism_error_le_of_ball (H := fun _ => pointMass true) zero_lt_one (Std.le_refl _)
    (fun _ => isPmf_pointMass true) (fun _ => Std.le_of_lt zero_lt_one) (hamming_le_rows x)
    (fun _ _ _ _ _ => Std.le_refl _)
    (by rw [expect_const (isPmf_pointMass true)]; exact Std.le_refl _) fun R _ => by
      rw [expect_const (isPmf_pointMass true)]
      exact one_le_mul (one_le_exp (by have := natCast_nonneg (K := K) R; grind)) (by grind)

end Annuli

/-! ### The parameters: `ε = 1`, `n = 1296`, `ρ = 1/36`, `ℓ = L = 1` and `J = 36`. -/

theorem rate_condition_instance :
    18 * (2 * ((36 : Nat) : K) * rateEta 1 (1 / 36) 1 1296 ^ 2 / 1296 ^ 2 * 1) ≤ (1 / 2) ^ 2 := by
  have h0 := zero_lt_one (K := K)
  exact rate_condition (by grind) (by grind) (by grind) (by grind) (by grind)

theorem rate_bound_instance : 5 * (1 / 2 / (rateGamma (1 / 36) * ((36 : Nat) : K)) + rateGamma (1 / 36) / 2 +
    7 / 2 * (1 / rateEta 1 (1 / 36) 1 1296)) + 16 * (4 / 1296) / (1 / 2) ≤ (2 : K) := by
  have h0 := zero_lt_one (K := K)
  have h := rate_accuracy_le (ε := (1 : K)) (ρ := 1 / 36) (ℓ := 1) (L := 1) (n := 1296) (J := 36)
    h0 (by grind) (by grind) (by grind) (by grind) (by decide) (by grind)
  have := rate_bound (ε := (1 : K)) (ρ := 1 / 36) (ℓ := 1) (L := 1) (n := 1296)
    h0 (by grind) (by grind) (by grind) (by grind) (by grind) (by grind) h
  exact Std.le_trans this (by grind)

end Formal.Witness
