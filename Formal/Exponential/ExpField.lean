module

public import Formal.Algebra.Sum

/-!
# Ordered fields with an exponential

The one class of the exponential layer (blueprint §E): an Archimedean ordered field with a function
`exp` such that `exp (x + y) = exp x * exp y` and `1 + x ≤ exp x`. Nothing else about the
exponential is assumed; there is no limit, derivative, logarithm or root.

* E.1: `exp_zero`, `exp_pos`, `exp_neg`, `exp_le_exp`, `exp_nsmul`, `exp_sum`, `exp_le_inv_one_sub`,
  the tangent line `tangent_le_exp` and Jensen's inequality `exp_mean_le`.
* E.2: `cosh_sq`, `cosh_sq_le_exp`, `sinh_nonneg`, `sinh_le`.
* E.3: the limit step `le_of_forall_le_mul_exp`.
* E.6: `half_sq_le_cube`, `cube_le_exp`.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

/-- An Archimedean ordered field with an exponential: a homomorphism from addition to multiplication
that lies above its tangent line at `0`. -/
class ExpField (K : Type u) extends OrderedField K where
  /-- The exponential. -/
  exp : K → K
  /-- The exponential turns sums into products. -/
  exp_add : ∀ x y : K, exp (x + y) = exp x * exp y
  /-- The exponential lies above its tangent line at `0`. -/
  one_add_le_exp : ∀ x : K, 1 + x ≤ exp x
  /-- Every element is below some natural number. -/
  archimedean : ∀ x : K, ∃ n : Nat, x ≤ (n : K)

export ExpField (exp exp_add one_add_le_exp archimedean)

variable {K : Type u} [ExpField K] {x y h t a b c : K}

/-! ### E.1: first consequences -/

theorem exp_zero : exp (0 : K) = 1 := by
  have h1 : exp (0 : K) = exp 0 * exp 0 := by
    rw [← exp_add]; exact congrArg exp (by grind)
  have h2 : 1 + 0 ≤ exp (0 : K) := one_add_le_exp 0
  have h3 : exp (0 : K) * (exp 0)⁻¹ = 1 := mul_inv_cancel (by grind [zero_lt_one (K := K)])
  calc exp (0 : K) = exp 0 * (exp 0 * (exp 0)⁻¹) := by rw [h3]; grind
    _ = exp 0 * exp 0 * (exp 0)⁻¹ := by grind
    _ = exp 0 * (exp 0)⁻¹ := by rw [← h1]
    _ = 1 := h3

theorem exp_mul_exp_neg (x : K) : exp x * exp (-x) = 1 := by
  rw [← exp_add, show x + -x = 0 by grind, exp_zero]

theorem exp_ne_zero (x : K) : exp x ≠ 0 := by
  intro h
  have := exp_mul_exp_neg x
  rw [h] at this
  grind [zero_lt_one (K := K)]

theorem exp_pos (x : K) : 0 < exp x := by
  have h1 : exp x = exp (x / 2) * exp (x / 2) := by
    rw [← exp_add]; exact congrArg exp (by grind)
  have h2 := mul_self_nonneg (exp (x / 2))
  have h3 := exp_ne_zero x
  grind

theorem exp_nonneg (x : K) : 0 ≤ exp x := Std.le_of_lt (exp_pos x)

/-- The exponential of the negative is the inverse. -/
theorem exp_neg (x : K) : exp (-x) = (exp x)⁻¹ := by
  have h1 := exp_mul_exp_neg x
  have h2 := mul_inv_cancel (exp_ne_zero x)
  calc exp (-x) = exp (-x) * (exp x * (exp x)⁻¹) := by rw [h2]; grind
    _ = exp x * exp (-x) * (exp x)⁻¹ := by grind
    _ = (exp x)⁻¹ := by rw [h1]; grind

theorem exp_sub (x y : K) : exp (x - y) = exp x / exp y := by
  rw [show x - y = x + -y by grind, exp_add, exp_neg, Field.div_eq_mul_inv]

/-- The exponential is strictly increasing. -/
theorem exp_lt_exp (hxy : x < y) : exp x < exp y := by
  have h1 : exp y = exp x * exp (y - x) := by
    rw [← exp_add]; exact congrArg exp (by grind)
  have h2 := one_add_le_exp (y - x)
  have h3 : 0 < exp x * (exp (y - x) - 1) := mul_pos (exp_pos x) (by grind)
  grind

theorem exp_le_exp (hxy : x ≤ y) : exp x ≤ exp y := by
  by_cases h : x = y
  · rw [h]; exact Std.le_refl _
  · exact Std.le_of_lt (exp_lt_exp (by grind))

theorem le_of_exp_le_exp (h : exp x ≤ exp y) : x ≤ y := by
  refine Classical.byContradiction fun hn => ?_
  have := exp_lt_exp (x := y) (y := x) (by grind)
  grind

theorem exp_le_exp_iff : exp x ≤ exp y ↔ x ≤ y := ⟨le_of_exp_le_exp, exp_le_exp⟩

theorem lt_of_exp_lt_exp (h : exp x < exp y) : x < y := by
  refine Classical.byContradiction fun hn => ?_
  have := exp_le_exp (x := y) (y := x) (by grind)
  grind

theorem exp_inj (h : exp x = exp y) : x = y := by
  have h1 := le_of_exp_le_exp (x := x) (y := y) (by grind)
  have h2 := le_of_exp_le_exp (x := y) (y := x) (by grind)
  grind

theorem one_le_exp (hx : 0 ≤ x) : 1 ≤ exp x := by
  have := one_add_le_exp x; grind

theorem exp_le_one (hx : x ≤ 0) : exp x ≤ 1 := by
  have := exp_le_exp hx; rwa [exp_zero] at this

/-- The exponential of a natural multiple is a power. -/
theorem exp_nsmul (x : K) : ∀ n : Nat, exp ((n : K) * x) = exp x ^ n
  | 0 => by rw [Semiring.pow_zero, show ((0 : Nat) : K) * x = 0 by grind, exp_zero]
  | n + 1 => by
    rw [Semiring.pow_succ, ← exp_nsmul x n, ← exp_add]
    exact congrArg exp (by grind)

/-- A power of the exponential of a quotient. -/
theorem exp_div_pow (x : K) {n : Nat} (hn : 0 < n) : exp (x / (n : K)) ^ n = exp x := by
  have h := div_mul_cancel (a := x) (ne_of_pos (natCast_pos (K := K) hn))
  rw [← exp_nsmul, show (n : K) * (x / (n : K)) = x by grind]

/-- An upper bound on the exponential to the left of `1`. -/
theorem exp_le_inv_one_sub (hx : x < 1) : exp x ≤ 1 / (1 - x) := by
  rw [le_div_iff_mul_le (by grind)]
  have h1 := one_add_le_exp (-x)
  have h2 := mul_le_mul_left (c := exp x) h1 (exp_nonneg x)
  rw [exp_mul_exp_neg] at h2
  grind

/-- **E.1, tangent line.** The exponential lies above each of its tangent lines. -/
theorem tangent_le_exp (z₀ z : K) : exp z₀ * (1 + z - z₀) ≤ exp z := by
  have h1 : exp z = exp z₀ * exp (z - z₀) := by
    rw [← exp_add]; exact congrArg exp (by grind)
  have h2 := mul_le_mul_left (one_add_le_exp (z - z₀)) (exp_nonneg z₀)
  grind

section Sums

variable {α : Type v}

theorem exp_listSum (f : α → K) : ∀ l : List α, exp (listSum f l) = listProd (fun a => exp (f a)) l
  | [] => exp_zero
  | a :: l => by rw [listSum, listProd, exp_add, exp_listSum f l]

variable [Enumeration α]

/-- The exponential of a finite sum is the product of the exponentials. -/
theorem exp_sum (f : α → K) : exp (sum f) = prod fun a => exp (f a) := exp_listSum f _

/-- **E.1, Jensen.** The exponential of a mean is at most the mean of the exponentials. -/
theorem exp_mean_le {w Z : α → K} (hw : ∀ a, 0 ≤ w a) (hw1 : sum w = 1) :
    exp (sum fun a => w a * Z a) ≤ sum fun a => w a * exp (Z a) := by
  generalize hz : (sum fun a => w a * Z a) = z₀
  have h1 : (sum fun a => exp z₀ * (1 - z₀) * w a + exp z₀ * (w a * Z a))
      ≤ sum fun a => w a * exp (Z a) := by
    refine sum_le_sum fun a => ?_
    have := mul_le_mul_left (tangent_le_exp z₀ (Z a)) (hw a)
    grind
  rw [sum_add, sum_mul_left, sum_mul_left, hw1, hz] at h1
  grind

end Sums

/-! ### E.2: hyperbolic functions -/

/-- The hyperbolic cosine. -/
def cosh (h : K) : K := (exp h + exp (-h)) / 2

/-- The hyperbolic sine. -/
def sinh (h : K) : K := (exp h - exp (-h)) / 2

theorem cosh_neg (h : K) : cosh (-h) = cosh h := by
  unfold cosh; rw [show - -h = h by grind]; grind

theorem sinh_neg (h : K) : sinh (-h) = -sinh h := by
  unfold sinh; rw [show - -h = h by grind]; grind

theorem cosh_pos (h : K) : 0 < cosh h := by
  have h1 := exp_pos h
  have h2 := exp_pos (-h)
  unfold cosh; grind

/-- **E.2.** `cosh² = 1 + sinh²`. -/
theorem cosh_sq (h : K) : cosh h ^ 2 = 1 + sinh h ^ 2 := by
  have := exp_mul_exp_neg h
  unfold cosh sinh; grind

/-- **E.2.** `cosh² ≤ exp (sinh²)`. -/
theorem cosh_sq_le_exp (h : K) : cosh h ^ 2 ≤ exp (sinh h ^ 2) := by
  rw [cosh_sq]; exact one_add_le_exp _

theorem one_le_cosh_sq (h : K) : 1 ≤ cosh h ^ 2 := by
  have := OrderedRing.sq_nonneg (a := sinh h)
  rw [cosh_sq]; grind

theorem one_le_cosh (h : K) : 1 ≤ cosh h :=
  le_of_pow_le_pow (Std.le_of_lt (cosh_pos h)) (n := 2) (by decide)
    (by rw [Semiring.one_pow]; exact one_le_cosh_sq h)

/-- The hyperbolic sine is increasing. -/
theorem sinh_le_sinh (hxy : x ≤ y) : sinh x ≤ sinh y := by
  have h1 := exp_le_exp hxy
  have h2 := exp_le_exp (x := -y) (y := -x) (by grind)
  unfold sinh; grind

/-- **E.2.** The hyperbolic sine is nonnegative on the right. -/
theorem sinh_nonneg (ht : 0 ≤ t) : 0 ≤ sinh t := by
  have h1 := exp_le_exp (x := -t) (y := t) (by grind)
  unfold sinh; grind

/-- **E.2.** An upper bound on the hyperbolic sine. -/
theorem sinh_le (h1 : t < 1) : sinh t ≤ t / (1 - t) := by
  have h2 := exp_le_inv_one_sub h1
  have h3 := one_add_le_exp (-t)
  have h4 : 1 / (1 - t) * (1 - t) = 1 := div_mul_cancel (by grind)
  rw [le_div_iff_mul_le (by grind)]
  have h5 := mul_le_mul_right (c := 1 - t) h2 (by grind)
  have h6 := mul_le_mul_right (c := 1 - t) h3 (by grind)
  have h7 := mul_self_nonneg t
  unfold sinh; grind

/-- The hyperbolic cosine grows with the distance from `0`. -/
theorem cosh_le_cosh (hx : -y ≤ x) (hxy : x ≤ y) : cosh x ≤ cosh y := by
  have h1 := mul_nonneg (a := exp y - exp x) (b := 1 - exp (-x) * exp (-y))
    (by have := exp_le_exp hxy; grind)
    (by rw [← exp_add]; have := exp_le_one (x := -x + -y) (by grind); grind)
  have h2 := exp_mul_exp_neg x
  have h3 := exp_mul_exp_neg y
  have h4 : (exp y - exp x) * (1 - exp (-x) * exp (-y)) = exp y - exp (-x) - exp x + exp (-y) := by
    grind
  unfold cosh; grind

/-! ### E.3: the limit step -/

/-- Above any two elements there is a positive natural number that is also above a given one. -/
theorem exists_nat_ge (x y : K) (N₀ : Nat) : ∃ N : Nat, N₀ ≤ N ∧ 0 < N ∧ x ≤ (N : K) ∧ y ≤ (N : K) := by
  obtain ⟨m, hm⟩ := archimedean x
  obtain ⟨n, hn⟩ := archimedean y
  refine ⟨m + n + N₀ + 1, by omega, by omega, ?_, ?_⟩
  · exact Std.le_trans hm (natCast_le (by omega))
  · exact Std.le_trans hn (natCast_le (by omega))

/-- **E.3, the limit step.** An inequality with a factor `exp (c / N)` for all large `N` holds
without the factor. -/
theorem le_of_forall_le_mul_exp (N₀ : Nat) (hb : 0 ≤ b)
    (h : ∀ N : Nat, N₀ ≤ N → a ≤ b * exp (c / (N : K))) : a ≤ b := by
  refine Classical.byContradiction fun hn => ?_
  have hab : 0 < a - b := by grind
  obtain ⟨N, hN₀, hN, h1, h2⟩ := exists_nat_ge (c + 1) (a * c / (a - b) + 1) N₀
  have hNpos : (0 : K) < (N : K) := natCast_pos hN
  have hcN : c / (N : K) * (N : K) = c := div_mul_cancel (ne_of_pos hNpos)
  have hlt : c / (N : K) < 1 := lt_of_mul_lt_mul_right (c := (N : K)) (by grind) (Std.le_of_lt hNpos)
  have h3 : a * (1 - c / (N : K)) ≤ b := by
    have hs : 0 < 1 - c / (N : K) := by grind
    calc a * (1 - c / (N : K))
        ≤ b * (1 / (1 - c / (N : K))) * (1 - c / (N : K)) := mul_le_mul_right
          (Std.le_trans (h N hN₀) (mul_le_mul_left (exp_le_inv_one_sub hlt) hb)) (Std.le_of_lt hs)
      _ = b * (1 / (1 - c / (N : K)) * (1 - c / (N : K))) := Semiring.mul_assoc _ _ _
      _ = b := by rw [div_mul_cancel (ne_of_pos hs)]; grind
  have h4 : (a - b) * (N : K) ≤ a * c := by
    have h := mul_le_mul_right h3 (Std.le_of_lt hNpos)
    have e : a * (1 - c / (N : K)) * (N : K) = a * (N : K) - a * (c / (N : K) * (N : K)) := by
      generalize c / (N : K) = s; grind
    rw [e, hcN] at h
    grind
  have h5 : a * c / (a - b) * (a - b) = a * c := div_mul_cancel (ne_of_pos hab)
  have h6 := mul_le_mul_right h2 (Std.le_of_lt hab)
  generalize a * c / (a - b) = s at h5 h6
  grind

/-! ### E.6: lower bounds by polynomials -/

theorem one_add_div_pow_le_exp {n : Nat} (hn : 0 < n) (hx : 0 ≤ 1 + x / (n : K)) :
    (1 + x / (n : K)) ^ n ≤ exp x := by
  rw [← exp_div_pow x hn]
  exact pow_le_pow_left hx (one_add_le_exp _) n

/-- **E.6.** -/
theorem cube_le_exp (hx : 0 ≤ x) : (1 + x / 3) ^ 3 ≤ exp x := by
  have h := one_add_div_pow_le_exp (x := x) (n := 3) (by decide) (by grind)
  rwa [show ((3 : Nat) : K) = 3 by grind] at h

/-- **E.6.** -/
theorem half_sq_le_cube (hx : 0 ≤ x) : x ^ 2 / 2 ≤ (1 + x / 3) ^ 3 := by
  have h1 := mul_nonneg hx (OrderedRing.sq_nonneg (a := x / 3 - 3 / 4))
  grind

/-- **E.6.** Half the square is below the exponential. -/
theorem half_sq_le_exp (hx : 0 ≤ x) : x ^ 2 / 2 ≤ exp x :=
  Std.le_trans (half_sq_le_cube hx) (cube_le_exp hx)

/-- The sharper form of E.6 that keeps the linear term. -/
theorem add_half_sq_le_exp (hx : 0 ≤ x) : x + x ^ 2 / 2 ≤ exp x := by
  have h1 := mul_nonneg (a := x + 3 / 2) (by grind) (OrderedRing.sq_nonneg (a := x - 3))
  have h2 := cube_le_exp hx
  grind

/-! ### Numerical bounds -/

theorem exp_one_le_three : exp (1 : K) ≤ 3 := by
  have h := pow_le_pow_left (exp_nonneg _) (exp_le_inv_one_sub (x := 1 / ((7 : Nat) : K)) (by grind)) 7
  rw [exp_div_pow 1 (by decide)] at h
  grind

theorem two_le_exp_one : 2 ≤ exp (1 : K) := by
  have := one_add_le_exp (1 : K); grind

theorem exp_half_le_two : exp (1 / 2 : K) ≤ 2 := by
  have := exp_le_inv_one_sub (x := (1 / 2 : K)) (by grind); grind

end Formal
