module

public import Formal.Exponential.ExpField
public import Formal.Real.Exp

/-!
# The real instance of the exponential layer

The last step of blueprint §R. Every `CompleteField` is an `ExpField`, with `expSup` as its
exponential; so `CauchyReal` is one, and the class of the exponential layer is inhabited. (Hypotheses
of a theorem beyond the class need witnesses of their own.) The same completeness gives logarithms and
square roots.

* `CompleteField.toExpField`, `CauchyReal.expField`: the instances.
* `exists_exp_eq`, `log`, `exp_log`, `log_exp`, `log_mul`, `log_le_log`, `log_le_sub_one`.
* `exists_sq_eq`, `sqrt`, `sqrt_nonneg`, `sq_sqrt`, `sqrt_sq`, `sqrt_le_sqrt`, `sqrt_mul`.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

variable {K : Type u} [CompleteField K] {x y s t : K}

/-- Every complete ordered field has an exponential. -/
instance CompleteField.toExpField : ExpField K where
  exp := expSup
  exp_add := expSup_add
  one_add_le_exp := one_add_le_expSup
  archimedean := CompleteField.archimedean

/-- The Cauchy reals are a field with an exponential. -/
instance CauchyReal.expField : ExpField CauchyReal := CompleteField.toExpField

/-! ### Logarithms -/

/-- The elements whose exponential is at most `x`. -/
def ExpLe (x y : K) : Prop := exp y ≤ x

theorem isUpperBound_expLe (x : K) : IsUpperBound (ExpLe x) (x - 1) := fun y (hy : exp y ≤ x) => by
  have := one_add_le_exp y
  grind

/-- Far to the left the exponential is below any positive number. -/
theorem exists_expLe (hx : 0 < x) : ∃ y, ExpLe x y := by
  refine ⟨-(1 / x), ?_⟩
  have h1 := one_add_le_exp (1 / x)
  have h2 := div_mul_cancel (a := 1) (ne_of_pos hx)
  have h3 := exp_mul_exp_neg (1 / x)
  show exp (-(1 / x)) ≤ x
  have h4 := mul_le_mul_left h1 (mul_nonneg (exp_nonneg (-(1 / x))) (Std.le_of_lt hx))
  have h5 := mul_nonneg (exp_nonneg (-(1 / x))) (Std.le_of_lt hx)
  calc exp (-(1 / x)) = exp (-(1 / x)) * (1 / x * x) := by rw [h2]; grind
    _ ≤ exp (-(1 / x)) * x * (1 + 1 / x) := by generalize 1 / x = r at *; grind
    _ ≤ exp (-(1 / x)) * x * exp (1 / x) := h4
    _ = exp (1 / x) * exp (-(1 / x)) * x := by generalize exp (1 / x) = f; grind
    _ = x := by rw [h3]; grind

/-- The logarithm: the least upper bound of the elements whose exponential is at most `x`. Its
value is only meaningful at positive `x`. -/
def log (x : K) : K := sup (ExpLe x)

theorem le_log_of_exp_le (h : exp y ≤ x) : y ≤ log x := le_sup (isUpperBound_expLe x) h

/-- The exponential undoes the logarithm. -/
theorem exp_log (hx : 0 < x) : exp (log x) = x := by
  have hs := exp_pos (log x)
  -- neither below nor above: a step `δ` would fit in between
  have h1 : ¬ exp (log x) < x := fun hlt => by
    have hδ : 0 < 1 - exp (log x) / x := by
      have := div_mul_cancel (a := exp (log x)) (ne_of_pos hx)
      have := lt_of_mul_lt_mul_right (a := exp (log x) / x) (b := 1) (c := x) (by grind)
        (Std.le_of_lt hx)
      grind
    have h2 := one_add_le_exp (-(1 - exp (log x) / x))
    have h3 : exp (log x + (1 - exp (log x) / x)) ≤ x := by
      have h4 := mul_le_mul_right h2 (exp_nonneg (log x + (1 - exp (log x) / x)))
      rw [← exp_add, show -(1 - exp (log x) / x) + (log x + (1 - exp (log x) / x)) = log x by
        grind] at h4
      have h5 := div_mul_cancel (a := exp (log x)) (ne_of_pos hx)
      generalize exp (log x + (1 - exp (log x) / x)) = e at *
      refine le_of_mul_le_mul_left (c := exp (log x) / x) ?_ (div_pos hs hx)
      grind
    have := le_log_of_exp_le h3
    grind
  have h2 : ¬ x < exp (log x) := fun hlt => by
    have hc := div_mul_cancel (a := x) (ne_of_pos hs)
    have hδ : x / exp (log x) < 1 :=
      lt_of_mul_lt_mul_right (c := exp (log x)) (by grind) (Std.le_of_lt hs)
    have h3 : x ≤ exp (log x - (1 - x / exp (log x))) := by
      have h4 := mul_le_mul_left (one_add_le_exp (-(1 - x / exp (log x)))) (exp_nonneg (log x))
      rw [← exp_add, show log x + -(1 - x / exp (log x)) = log x - (1 - x / exp (log x)) by
        grind] at h4
      grind
    have h4 : log x ≤ log x - (1 - x / exp (log x)) :=
      sup_le (exists_expLe hx) fun y (hy : exp y ≤ x) => le_of_exp_le_exp (Std.le_trans hy h3)
    grind
  grind

/-- Every positive element is an exponential. -/
theorem exists_exp_eq (hx : 0 < x) : ∃ y, exp y = x := ⟨log x, exp_log hx⟩

theorem log_exp (y : K) : log (exp y) = y := exp_inj (exp_log (exp_pos y))

theorem log_one : log (1 : K) = 0 := by rw [← exp_zero, log_exp]

theorem log_mul (hx : 0 < x) (hy : 0 < y) : log (x * y) = log x + log y :=
  exp_inj (by rw [exp_log (mul_pos hx hy), exp_add, exp_log hx, exp_log hy])

theorem log_inv (hx : 0 < x) : log x⁻¹ = -log x :=
  exp_inj (by rw [exp_log (inv_pos hx), exp_neg, exp_log hx])

theorem log_div (hx : 0 < x) (hy : 0 < y) : log (x / y) = log x - log y :=
  exp_inj (by rw [exp_log (div_pos hx hy), exp_sub, exp_log hx, exp_log hy])

theorem log_pow (hx : 0 < x) (n : Nat) : log (x ^ n) = (n : K) * log x :=
  exp_inj (by rw [exp_log (pow_pos hx n), exp_nsmul, exp_log hx])

theorem le_log_iff (hx : 0 < x) : y ≤ log x ↔ exp y ≤ x := by
  rw [← exp_le_exp_iff, exp_log hx]

theorem log_le_iff (hx : 0 < x) : log x ≤ y ↔ x ≤ exp y := by
  rw [← exp_le_exp_iff, exp_log hx]

/-- The logarithm is increasing. -/
theorem log_le_log (hx : 0 < x) (hxy : x ≤ y) : log x ≤ log y := by
  rw [log_le_iff hx, exp_log (by grind)]; exact hxy

theorem log_lt_log (hx : 0 < x) (hxy : x < y) : log x < log y :=
  lt_of_exp_lt_exp (by rw [exp_log hx, exp_log (by grind)]; exact hxy)

theorem log_nonneg (hx : 1 ≤ x) : 0 ≤ log x := by
  rw [← log_one]; exact log_le_log zero_lt_one hx

theorem log_pos (hx : 1 < x) : 0 < log x := by
  rw [← log_one]; exact log_lt_log zero_lt_one hx

/-- The logarithm lies below its tangent line at `1`. -/
theorem log_le_sub_one (hx : 0 < x) : log x ≤ x - 1 := sup_le (exists_expLe hx) (isUpperBound_expLe x)

/-! ### Square roots -/

/-- The square root, by the logarithm; `0` where there is none. -/
def sqrt (x : K) : K := if x ≤ 0 then 0 else exp (log x / 2)

theorem sqrt_nonneg (x : K) : 0 ≤ sqrt x := by
  unfold sqrt
  split
  · exact Std.le_refl _
  · exact exp_nonneg _

/-- The square undoes the square root. -/
theorem sq_sqrt (hx : 0 ≤ x) : sqrt x ^ 2 = x := by
  unfold sqrt
  split
  · grind
  · have h : exp (log x / 2) * exp (log x / 2) = x := by
      rw [← exp_add, show log x / 2 + log x / 2 = log x by grind, exp_log (by grind)]
    grind

/-- Every nonnegative element has a nonnegative square root. -/
theorem exists_sq_eq (hx : 0 ≤ x) : ∃ y : K, 0 ≤ y ∧ y ^ 2 = x := ⟨sqrt x, sqrt_nonneg x, sq_sqrt hx⟩

/-- A nonnegative square root is the square root. -/
theorem sqrt_eq (hy : 0 ≤ y) (h : y ^ 2 = x) : sqrt x = y := by
  have hx : 0 ≤ x := by rw [← h]; exact pow_nonneg hy 2
  have h1 := sq_sqrt hx
  have h2 := le_of_pow_le_pow (a := sqrt x) hy (n := 2) (by decide) (by grind)
  have h3 := le_of_pow_le_pow (a := y) (sqrt_nonneg x) (n := 2) (by decide) (by grind)
  grind

theorem sqrt_sq (hy : 0 ≤ y) : sqrt (y ^ 2) = y := sqrt_eq hy rfl

theorem sqrt_pos (hx : 0 < x) : 0 < sqrt x := by
  have h1 : sqrt x * sqrt x = x := by have := sq_sqrt (x := x) (by grind); grind
  have h2 := sqrt_nonneg x
  refine Classical.byContradiction fun hn => ?_
  rw [show sqrt x = 0 by grind] at h1
  grind

theorem sqrt_mul (hx : 0 ≤ x) (hy : 0 ≤ y) : sqrt (x * y) = sqrt x * sqrt y :=
  sqrt_eq (mul_nonneg (sqrt_nonneg x) (sqrt_nonneg y)) (by rw [mul_pow, sq_sqrt hx, sq_sqrt hy])

/-- The square root is increasing. -/
theorem sqrt_le_sqrt (hx : 0 ≤ x) (hxy : x ≤ y) : sqrt x ≤ sqrt y :=
  le_of_pow_le_pow (sqrt_nonneg y) (n := 2) (by decide)
    (by rw [sq_sqrt hx, sq_sqrt (Std.le_trans hx hxy)]; exact hxy)

theorem sqrt_le_iff (hx : 0 ≤ x) (hy : 0 ≤ y) : sqrt x ≤ y ↔ x ≤ y ^ 2 := by
  constructor
  · intro h
    have := pow_le_pow_left (sqrt_nonneg x) h 2
    rwa [sq_sqrt hx] at this
  · intro h
    have := sqrt_le_sqrt hx h
    rwa [sqrt_sq hy] at this

end Formal
