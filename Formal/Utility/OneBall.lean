module

public import Formal.Algebra.Least
public import Formal.Exponential.ExpField

/-!
# One ball: the choice of integers

Blueprint 8.1, apart from the mechanism. The moment scale of a ball of radius `R` is `A = κ R²`, and
`ℓ` bounds the logarithm of the number of moves. If `18 κ ℓ ≤ λ²`, then

* *near* (`2 A ≤ ℓ`): some order `2c` makes the exponent `A + ℓ / (2c) + (2c - 1) A` of the maximum
  with codes of length one at most `λ R / 2` (`exists_order_exponent_le`);
* *far* (`ℓ ≤ 2 A`): some code length `m` makes the exponent `A / m + m ℓ` of the sum over codes at
  most `λ R / 2` (`exists_length_exponent_le`).

Both are the choice of an integer `m` with `b / 2 ≤ m² a ≤ 2 b`, that is of `m` within a factor `√2`
of `√(b / a)`; two numbers within a factor two of each other have a sum at most `3 / √2` times their
geometric mean. `near_ball_le` and `far_ball_le` turn the root-free bounds of blueprint 6.4 into the
bound `exp (λ R / 2)` of one ball, and `ball_le` covers both cases. (The blueprint asks for `64 κ ℓ ≤ λ²` and splits at `A = ℓ`.)
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

variable {K : Type u} [ExpField K] {a b x y A ℓ κ lam R S B : K}

/-! ### Rounding a square root -/

/-- A positive integer within a factor `√2` of `√(b / a)`, provided that `b / a ≥ 1 / 2`. -/
theorem exists_sq_between (ha : 0 < a) (hab : a ≤ 2 * b) :
    ∃ m : Nat, 1 ≤ m ∧ b ≤ 2 * ((m : K) ^ 2 * a) ∧ (m : K) ^ 2 * a ≤ 2 * b := by
  obtain ⟨m, ⟨hm1, hm⟩, hmin⟩ : ∃ m : Nat, (1 ≤ m ∧ b ≤ 2 * ((m : K) ^ 2 * a)) ∧
      ∀ k, k < m → ¬ (1 ≤ k ∧ b ≤ 2 * ((k : K) ^ 2 * a)) := by
    refine exists_least ?_
    obtain ⟨m, hm⟩ := archimedean (b / a)
    have hb := (div_le_iff_le_mul ha).mp hm
    refine ⟨m + 1, by omega, ?_⟩
    have h0 := natCast_nonneg (K := K) m
    have h1 := mul_nonneg (mul_nonneg h0 h0) (Std.le_of_lt ha)
    have h2 := mul_nonneg h0 (Std.le_of_lt ha)
    rw [Semiring.natCast_succ]
    grind
  refine ⟨m, hm1, hm, ?_⟩
  by_cases h : m = 1
  · subst h
    rw [show ((1 : Nat) : K) = 1 by grind]
    grind
  · obtain ⟨k, rfl⟩ : ∃ k, m = k + 2 := ⟨m - 2, by omega⟩
    have hk : 2 * (((k + 1 : Nat) : K) ^ 2 * a) < b := by
      have := hmin (k + 1) (by omega)
      have h1 : 1 ≤ k + 1 := by omega
      grind
    have h0 := natCast_nonneg (K := K) k
    have h1 := mul_nonneg (mul_nonneg h0 h0) (Std.le_of_lt ha)
    have h2 := mul_nonneg h0 (Std.le_of_lt ha)
    rw [Semiring.natCast_succ] at hk
    rw [show ((k + 2 : Nat) : K) = (k : K) + 2 by grind]
    grind

/-- Two numbers within a factor two of each other: the sum is at most `3 / √2` times the geometric
mean. -/
theorem two_mul_add_sq_le (hxy : x ≤ 2 * y) (hyx : y ≤ 2 * x) : 2 * (x + y) ^ 2 ≤ 9 * (x * y) := by
  have := mul_nonneg (a := 2 * y - x) (b := 2 * x - y) (by grind) (by grind)
  grind

/-- If moreover the product is `κ R² ℓ`, the sum is at most `λ R / 2`. -/
theorem add_le_of_balanced (hlam : 0 ≤ lam) (hR : 0 ≤ R) (hstar : 18 * (κ * ℓ) ≤ lam ^ 2)
    (hxy : x ≤ 2 * y) (hyx : y ≤ 2 * x) (hprod : x * y = κ * R ^ 2 * ℓ) : x + y ≤ lam * R / 2 := by
  have h1 := two_mul_add_sq_le hxy hyx
  have h2 := mul_le_mul_right hstar (mul_nonneg hR hR)
  have h3 := mul_nonneg hlam hR
  refine le_of_pow_le_pow (n := 2) (by grind) (by decide) ?_
  rw [hprod] at h1
  grind

/-! ### The two exponents -/

/-- **8.1, near**: the order `2c` of the moment. -/
theorem exists_order_exponent_le (hlam : 0 ≤ lam) (hκ : 0 < κ) (hR : 0 < R)
    (hstar : 18 * (κ * ℓ) ≤ lam ^ 2) (hnear : 2 * (κ * R ^ 2) ≤ ℓ) :
    ∃ c : Nat, 1 ≤ c ∧ κ * R ^ 2 + ℓ / (2 * (c : K)) + (2 * (c : K) - 1) * (κ * R ^ 2) ≤ lam * R / 2 := by
  have hA : 0 < κ * R ^ 2 := mul_pos hκ (pow_pos hR 2)
  generalize hAdef : κ * R ^ 2 = A at *
  obtain ⟨c, hc, h1, h2⟩ := exists_sq_between (a := 4 * A) (b := ℓ) (by grind) (by grind)
  refine ⟨c, hc, ?_⟩
  have hcK : (0 : K) < 2 * (c : K) := by have := natCast_pos (K := K) hc; grind
  have hdiv : ℓ / (2 * (c : K)) * (2 * (c : K)) = ℓ := div_mul_cancel (ne_of_pos hcK)
  have h := add_le_of_balanced (x := 2 * (c : K) * A) (y := ℓ / (2 * (c : K))) hlam
    (Std.le_of_lt hR) hstar
    (le_of_mul_le_mul_right (c := 2 * (c : K)) (by grind) hcK)
    (le_of_mul_le_mul_right (c := 2 * (c : K)) (by grind) hcK)
    (by rw [hAdef]; grind)
  grind

/-- **8.1, far**: the length `m` of the code. -/
theorem exists_length_exponent_le (hlam : 0 ≤ lam) (hℓ : 0 < ℓ) (hR : 0 ≤ R)
    (hstar : 18 * (κ * ℓ) ≤ lam ^ 2) (hfar : ℓ ≤ 2 * (κ * R ^ 2)) :
    ∃ m : Nat, 1 ≤ m ∧ κ * R ^ 2 / (m : K) + (m : K) * ℓ ≤ lam * R / 2 := by
  obtain ⟨m, hm, h1, h2⟩ := exists_sq_between hℓ hfar
  refine ⟨m, hm, ?_⟩
  have hmK : (0 : K) < (m : K) := natCast_pos hm
  have hdiv : κ * R ^ 2 / (m : K) * (m : K) = κ * R ^ 2 := div_mul_cancel (ne_of_pos hmK)
  generalize κ * R ^ 2 / (m : K) = x at *
  exact add_le_of_balanced hlam hR hstar
    (le_of_mul_le_mul_right (c := (m : K)) (by grind) hmK)
    (le_of_mul_le_mul_right (c := (m : K)) (by grind) hmK) (by grind)

/-! ### The ball bounds -/

/-- The exponent of the `2c`-th power, cancelled. -/
theorem le_exp_mul_of_pow_le {c : Nat} (hc : 1 ≤ c) (hB : 0 ≤ B)
    (h : S ^ (2 * c) ≤
      exp A ^ (2 * c) * (exp ℓ * exp (2 * (c : K) * (2 * (c : K) - 1) * A) * (B ^ 2) ^ c)) :
    S ≤ exp (A + ℓ / (2 * (c : K)) + (2 * (c : K) - 1) * A) * B := by
  have hcK : (0 : K) < 2 * (c : K) := by have := natCast_pos (K := K) hc; grind
  have hdiv : ℓ / (2 * (c : K)) * (2 * (c : K)) = ℓ := div_mul_cancel (ne_of_pos hcK)
  have hcast : ((2 * c : Nat) : K) = 2 * (c : K) := by grind
  refine le_of_pow_le_pow (n := 2 * c) (mul_nonneg (exp_nonneg _) hB) (by omega) ?_
  calc S ^ (2 * c)
      ≤ exp A ^ (2 * c) * (exp ℓ * exp (2 * (c : K) * (2 * (c : K) - 1) * A) * (B ^ 2) ^ c) := h
    _ = exp (2 * (c : K) * A) * exp ℓ * exp (2 * (c : K) * (2 * (c : K) - 1) * A) * B ^ (2 * c) := by
        rw [← pow_mul, ← exp_nsmul, hcast]; grind
    _ = exp (2 * (c : K) * (A + ℓ / (2 * (c : K)) + (2 * (c : K) - 1) * A)) * B ^ (2 * c) := by
        rw [← exp_add, ← exp_add]
        refine congrArg (fun z => exp z * B ^ (2 * c)) ?_
        generalize ℓ / (2 * (c : K)) = q at *
        grind
    _ = (exp (A + ℓ / (2 * (c : K)) + (2 * (c : K) - 1) * A) * B) ^ (2 * c) := by
        rw [mul_pow, ← exp_nsmul, hcast]

/-- **8.1, near ball**: the bounds of blueprint 6.4 with codes of length one, for every even order
`2c`, give the bound `exp (λ R / 2)`. -/
theorem near_ball_le (hlam : 0 ≤ lam) (hκ : 0 < κ) (hR : 0 < R) (hB : 0 ≤ B)
    (hstar : 18 * (κ * ℓ) ≤ lam ^ 2) (hnear : 2 * (κ * R ^ 2) ≤ ℓ)
    (h : ∀ c : Nat, 1 ≤ c → S ^ (2 * c) ≤ exp (κ * R ^ 2) ^ (2 * c) *
      (exp ℓ * exp (2 * (c : K) * (2 * (c : K) - 1) * (κ * R ^ 2)) * (B ^ 2) ^ c)) :
    S ≤ exp (lam * R / 2) * B := by
  obtain ⟨c, hc, hexp⟩ := exists_order_exponent_le hlam hκ hR hstar hnear
  exact Std.le_trans (le_exp_mul_of_pow_le hc hB (h c hc)) (mul_le_mul_right (exp_le_exp hexp) hB)

/-- **8.1, far ball**: the bounds of blueprint 6.4 by a sum over codes, for every code length `m`,
give the bound `exp (λ R / 2)`. -/
theorem far_ball_le (hlam : 0 ≤ lam) (hℓ : 0 < ℓ) (hR : 0 ≤ R) (hB : 0 ≤ B)
    (hstar : 18 * (κ * ℓ) ≤ lam ^ 2) (hfar : ℓ ≤ 2 * (κ * R ^ 2))
    (h : ∀ m : Nat, 1 ≤ m → S ≤ exp (κ * R ^ 2 / (m : K)) * (exp ((m : K) * ℓ) * B)) :
    S ≤ exp (lam * R / 2) * B := by
  obtain ⟨m, hm, hexp⟩ := exists_length_exponent_le hlam hℓ hR hstar hfar
  calc S ≤ exp (κ * R ^ 2 / (m : K)) * (exp ((m : K) * ℓ) * B) := h m hm
    _ = exp (κ * R ^ 2 / (m : K) + (m : K) * ℓ) * B := by rw [exp_add]; grind
    _ ≤ exp (lam * R / 2) * B := mul_le_mul_right (exp_le_exp hexp) hB

/-- **8.1**: the near bounds with `B = α` and the far bounds with `B = α + s` give the bound of every
ball. -/
theorem ball_le {α s : K} (hlam : 0 ≤ lam) (hκ : 0 < κ) (hℓ : 0 < ℓ) (hR : 0 < R) (hα : 0 ≤ α) (hs : 0 ≤ s)
    (hstar : 18 * (κ * ℓ) ≤ lam ^ 2)
    (hnear : ∀ c : Nat, 1 ≤ c → S ^ (2 * c) ≤ exp (κ * R ^ 2) ^ (2 * c) *
      (exp ℓ * exp (2 * (c : K) * (2 * (c : K) - 1) * (κ * R ^ 2)) * (α ^ 2) ^ c))
    (hfar : ∀ m : Nat, 1 ≤ m → S ≤ exp (κ * R ^ 2 / (m : K)) * (exp ((m : K) * ℓ) * (α + s))) :
    S ≤ exp (lam * R / 2) * (α + s) := by
  by_cases h : 2 * (κ * R ^ 2) ≤ ℓ
  · exact Std.le_trans (near_ball_le hlam hκ hR hα hstar h hnear)
      (mul_le_mul_left (by grind) (exp_nonneg _))
  · exact far_ball_le hlam hℓ (Std.le_of_lt hR) (by grind) hstar (by grind) hfar

end Formal
