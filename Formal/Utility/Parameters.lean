module

public import Formal.Algebra.Inequalities
public import Formal.Algebra.Least
public import Formal.Exponential.ExpField

/-!
# The parameters of the rate

Blueprint 8.3, the arithmetic of the final bound, apart from the mechanism. With

  `γ = 6 ρ`,   `J` least with `ℓ ≤ 36 ρ² J`,   `η = 7 ε n ρ / (15 ℓ)`,

where `ℓ, L ≥ 1`, `0 < ρ ≤ 1/36` and `ℓ L ≤ ρ² ε n`, and with `λ = ε / 2`:

* `rate_condition`: the condition (★) of one ball, `18 κ ℓ ≤ λ²` for `κ = 2 J η² / n²`, holds;
* `rate_regret_le`: the regret term `A = (ℓ/2) / (γ J) + γ / 2` is at most `6 ρ`;
* `rate_gap_le`: the selection term `β = (7/2) (L / η)` is at most `15/2 ρ`;
* `rate_accuracy_le`: hence `α = A + β ≤ 27/2 ρ`;
* `rate_bound`: hence the bound of 8.2, `5 α + 16 (4/n) / λ`, is at most `72 ρ`.

For `ρ > 1/36` the bound `72 ρ` exceeds `2` and is trivial. (The blueprint has `ρ ≤ 1`, `J ≈ ℓ / ρ²` and
`1600 ρ`.)
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

variable {K : Type u} [ExpField K] {ε ρ ℓ L n : K}

/-- The update parameter `γ` of the rate theorem. -/
def rateGamma (ρ : K) : K := 6 * ρ

/-- The selection parameter `η` of the rate theorem. -/
def rateEta (ε ρ ℓ n : K) : K := 7 * (ε * n * ρ) / (15 * ℓ)

theorem rateGamma_pos (hρ : 0 < ρ) : 0 < rateGamma ρ := by unfold rateGamma; grind

theorem rateEta_pos (hε : 0 < ε) (hρ : 0 < ρ) (hℓ : 1 ≤ ℓ) (hn : 0 < n) : 0 < rateEta ε ρ ℓ n := by
  have := mul_pos (mul_pos hε hn) hρ
  exact div_pos (by grind) (by grind [zero_lt_one (K := K)])

theorem rateEta_mul (hℓ : 1 ≤ ℓ) : rateEta ε ρ ℓ n * (15 * ℓ) = 7 * (ε * n * ρ) :=
  div_mul_cancel (by grind [zero_lt_one (K := K)])

/-- The number `J` of rounds of the rate theorem. -/
theorem exists_rounds (hρ : 0 < ρ) (hℓ : 0 < ℓ) :
    ∃ J : Nat, 0 < J ∧ ℓ ≤ 36 * ρ ^ 2 * (J : K) ∧ 36 * ρ ^ 2 * (J : K) ≤ ℓ + 36 * ρ ^ 2 := by
  have hρ2 : 0 < 36 * ρ ^ 2 := by have := pow_pos hρ 2; grind
  generalize 36 * ρ ^ 2 = t at *
  obtain ⟨J, hJ, hmin⟩ : ∃ J : Nat, ℓ ≤ t * (J : K) ∧ ∀ I, I < J → ¬ ℓ ≤ t * (I : K) := by
    refine exists_least ?_
    obtain ⟨J, hJ⟩ := archimedean (ℓ / t)
    have := (div_le_iff_le_mul hρ2).mp hJ
    exact ⟨J, by grind⟩
  have hpos : 0 < J := by
    refine Nat.pos_of_ne_zero fun h => ?_
    subst h
    grind
  obtain ⟨I, rfl⟩ : ∃ I, J = I + 1 := ⟨J - 1, by omega⟩
  have := hmin I (by omega)
  exact ⟨I + 1, hpos, hJ, by grind⟩

/-- **8.3, condition (★)**: `18 κ ℓ ≤ λ²` for `λ = ε / 2` and `κ = 2 J η² / n²`. -/
theorem rate_condition (hρ : 0 < ρ) (hρ1 : 36 * ρ ≤ 1) (hℓ : 1 ≤ ℓ) (hn : 0 < n)
    {J : Nat} (hJ : 36 * ρ ^ 2 * (J : K) ≤ ℓ + 36 * ρ ^ 2) :
    18 * (2 * (J : K) * rateEta ε ρ ℓ n ^ 2 / n ^ 2 * ℓ) ≤ (ε / 2) ^ 2 := by
  have hJ' : 784 * (ρ ^ 2 * (J : K)) ≤ 25 * ℓ := by
    have := mul_le_mul_left hρ1 (c := ρ) (Std.le_of_lt hρ); grind
  have hη := rateEta_mul (ε := ε) (ρ := ρ) (n := n) hℓ
  generalize rateEta ε ρ ℓ n = η at *
  have hℓ0 : 0 < ℓ := by grind [zero_lt_one (K := K)]
  have h : 144 * ((J : K) * η ^ 2 * ℓ) ≤ (ε * n) ^ 2 := by
    refine le_of_mul_le_mul_right (c := 225 * ℓ) ?_ (by grind)
    have h1 : (η * (15 * ℓ)) ^ 2 = 49 * (ε * n) ^ 2 * ρ ^ 2 := by rw [hη]; grind
    have h2 := mul_le_mul_left hJ' (sq_nonneg (ε * n))
    generalize (ε * n) ^ 2 = N at *
    calc 144 * ((J : K) * η ^ 2 * ℓ) * (225 * ℓ) = 144 * (J : K) * (η * (15 * ℓ)) ^ 2 := by grind
      _ = 9 * (N * (784 * (ρ ^ 2 * (J : K)))) := by rw [h1]; grind
      _ ≤ 9 * (N * (25 * ℓ)) := by grind
      _ = N * (225 * ℓ) := by grind
  have hn2 := pow_pos hn 2
  have hdiv := div_mul_cancel (a := 2 * (J : K) * η ^ 2) (ne_of_pos hn2)
  generalize 2 * (J : K) * η ^ 2 / n ^ 2 = κ at *
  refine le_of_mul_le_mul_right (c := n ^ 2) ?_ hn2
  calc 18 * (κ * ℓ) * n ^ 2 = 18 * ℓ * (κ * n ^ 2) := by grind
    _ = 36 * ((J : K) * η ^ 2 * ℓ) := by rw [hdiv]; grind
    _ ≤ (ε * n) ^ 2 / 4 := by grind
    _ = (ε / 2) ^ 2 * n ^ 2 := by grind

/-- The square root of `T² + 1 ≤ exp ℓ`. -/
theorem le_exp_half_of_sq_succ_le {T : Nat} (h : (T : K) ^ 2 + 1 ≤ exp ℓ) : (T : K) ≤ exp (ℓ / 2) := by
  refine le_of_pow_le_pow (exp_nonneg _) (n := 2) (by decide) ?_
  rw [Semiring.pow_two (exp (ℓ / 2)), ← exp_add, show ℓ / 2 + ℓ / 2 = ℓ by grind]
  grind [zero_lt_one (K := K)]

/-- **8.3, the regret term**. -/
theorem rate_regret_le (hρ : 0 < ρ) {J : Nat} (hJ0 : 0 < J) (hJ : ℓ ≤ 36 * ρ ^ 2 * (J : K)) :
    ℓ / 2 / (rateGamma ρ * (J : K)) + rateGamma ρ / 2 ≤ 6 * ρ := by
  have h := (div_le_iff_le_mul (a := ℓ / 2) (b := 3 * ρ)
    (mul_pos (rateGamma_pos hρ) (natCast_pos (K := K) hJ0))).mpr (by unfold rateGamma; grind)
  generalize ℓ / 2 / (rateGamma ρ * (J : K)) = a at *
  unfold rateGamma
  grind

/-- **8.3, the selection term** `β` of a softmax draw (`PMW.gapBound_seven_halves`). -/
theorem rate_gap_le (hε : 0 < ε) (hρ : 0 < ρ) (hℓ : 1 ≤ ℓ) (hn : 0 < n) (hrate : ℓ * L ≤ ρ ^ 2 * (ε * n)) :
    7 / 2 * (L / rateEta ε ρ ℓ n) ≤ 15 / 2 * ρ := by
  have hη := rateEta_mul (ε := ε) (ρ := ρ) (n := n) hℓ
  have hη0 := rateEta_pos hε hρ hℓ hn
  generalize rateEta ε ρ ℓ n = η at *
  have h : L / η ≤ 15 / 7 * ρ := by
    refine (div_le_iff_le_mul hη0).mpr ?_
    refine le_of_mul_le_mul_right (c := ℓ) ?_ (by grind [zero_lt_one (K := K)])
    calc L * ℓ ≤ ρ ^ 2 * (ε * n) := by grind
      _ = ρ * (7 * (ε * n * ρ)) / 7 := by grind
      _ = 15 / 7 * ρ * η * ℓ := by rw [← hη]; grind
  grind

/-- **8.3, the slope term**. -/
theorem rate_slope_le (hε : 0 < ε) (hρ : 0 < ρ) (hρ1 : 36 * ρ ≤ 1) (hℓ : 1 ≤ ℓ) (hL : 1 ≤ L) (hn : 0 < n)
    (hrate : ℓ * L ≤ ρ ^ 2 * (ε * n)) : 16 * (4 / n) / (ε / 2) ≤ 32 / 9 * ρ := by
  have hℓL : 1 ≤ ℓ * L := by
    have := mul_le_mul hℓ hL (Std.le_of_lt zero_lt_one) (by grind [zero_lt_one (K := K)]); grind
  have h36 : 36 ≤ ρ * (ε * n) := by
    have := mul_le_mul_right hρ1 (Std.le_of_lt (mul_pos hρ (mul_pos hε hn))); grind
  refine (div_le_iff_le_mul (by grind)).mpr ?_
  refine le_of_mul_le_mul_right (c := n) ?_ hn
  have := div_mul_cancel (a := 4) (ne_of_pos hn)
  grind

/-- **8.3, the accuracy** `α = A + β` of the base law. -/
theorem rate_accuracy_le (hε : 0 < ε) (hρ : 0 < ρ) (hℓ : 1 ≤ ℓ) (hn : 0 < n)
    (hrate : ℓ * L ≤ ρ ^ 2 * (ε * n)) {J : Nat} (hJ0 : 0 < J) (hJ : ℓ ≤ 36 * ρ ^ 2 * (J : K)) :
    ℓ / 2 / (rateGamma ρ * (J : K)) + rateGamma ρ / 2 + 7 / 2 * (L / rateEta ε ρ ℓ n) ≤ 27 / 2 * ρ := by
  have h1 := rate_regret_le hρ hJ0 hJ
  have h2 := rate_gap_le hε hρ hℓ hn hrate
  generalize ℓ / 2 / (rateGamma ρ * (J : K)) + rateGamma ρ / 2 = a at *
  generalize 7 / 2 * (L / rateEta ε ρ ℓ n) = b at *
  grind

/-- **8.3, the constant**: the bound of 8.2 with these parameters is at most `72 ρ`. -/
theorem rate_bound {α : K} (hε : 0 < ε) (hρ : 0 < ρ) (hρ1 : 36 * ρ ≤ 1) (hℓ : 1 ≤ ℓ) (hL : 1 ≤ L) (hn : 0 < n)
    (hrate : ℓ * L ≤ ρ ^ 2 * (ε * n)) (hα : α ≤ 27 / 2 * ρ) : 5 * α + 16 * (4 / n) / (ε / 2) ≤ 72 * ρ := by
  have h := rate_slope_le hε hρ hρ1 hℓ hL hn hrate
  generalize 16 * (4 / n) / (ε / 2) = c at *
  grind

end Formal
