module

public import Formal.Algebra.Inequalities
public import Formal.Algebra.AMGM

/-!
# Hölder's inequality, root-free

Blueprint 6.1 and 6.2, the two inequalities behind the maximum over a finite family (6.3): Hölder
with the exponents `a` and `a/(a-1)`, and the version for an even exponent, both stated between
natural powers. 6.1 is the power mean of `x/y` under the weights `w·y^a`; 6.2 is Cauchy–Schwarz
followed by the power mean of a square.

* `holder_int` (6.1), with `holder_int_succ` indexed from zero
* `holder_even` (6.2), with `holder_even_mul_sum` for weights of any total
-/

@[expose] public noncomputable section

universe u w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {α : Type u} [Enumeration α]

/-- **6.1**, indexed from zero: `(∑ w x yⁿ)^{n+1} ≤ (∑ w x^{n+1})·(∑ w y^{n+1})ⁿ`. -/
theorem holder_int_succ {w x y : α → K} (hw : ∀ i, 0 ≤ w i) (hx : ∀ i, 0 ≤ x i)
    (hy : ∀ i, 0 ≤ y i) (n : Nat) :
    (sum fun i => w i * (x i * y i ^ n)) ^ (n + 1) ≤
      (sum fun i => w i * x i ^ (n + 1)) * (sum fun i => w i * y i ^ (n + 1)) ^ n := by
  cases n with
  | zero => simp only [Semiring.pow_zero, Semiring.pow_succ]; grind
  | succ k =>
    have h := power_mean_mul_sum (w := fun i => w i * y i ^ (k + 1 + 1)) (x := fun i => x i * (y i)⁻¹)
      (fun i => mul_nonneg (hw i) (pow_nonneg (hy i) _))
      (fun i => mul_nonneg (hx i) (inv_nonneg (hy i))) (k + 1)
    have hl : ∀ i, w i * y i ^ (k + 1 + 1) * (x i * (y i)⁻¹) = w i * (x i * y i ^ (k + 1)) := by
      intro i
      by_cases h0 : y i = 0
      · simp only [h0, Semiring.pow_succ]; grind
      · have hc := mul_inv_cancel h0
        calc _ = w i * (x i * y i ^ (k + 1)) * (y i * (y i)⁻¹) := by
              rw [Semiring.pow_succ]; grind
          _ = _ := by rw [hc]; grind
    have hr : (sum fun i => w i * y i ^ (k + 1 + 1) * (x i * (y i)⁻¹) ^ (k + 1 + 1)) ≤
        sum fun i => w i * x i ^ (k + 1 + 1) := by
      refine sum_le_sum fun i => ?_
      by_cases h0 : y i = 0
      · have := mul_nonneg (hw i) (pow_nonneg (hx i) (k + 1 + 1))
        simp only [h0, Semiring.pow_succ] at this ⊢
        grind
      · rw [mul_pow]
        have hc := inv_pow_mul_pow h0 (k + 1 + 1)
        calc _ = w i * x i ^ (k + 1 + 1) * ((y i)⁻¹ ^ (k + 1 + 1) * y i ^ (k + 1 + 1)) := by grind
          _ ≤ w i * x i ^ (k + 1 + 1) := by rw [hc]; grind
    simp only [hl] at h
    have hY : 0 ≤ (sum fun i => w i * y i ^ (k + 1 + 1)) ^ (k + 1) :=
      pow_nonneg (sum_nonneg fun i => mul_nonneg (hw i) (pow_nonneg (hy i) _)) _
    have h2 := mul_le_mul_right hr hY
    grind

/-- **6.1 (integer Hölder)**: `(∑ w x y^{a-1})^a ≤ (∑ w x^a)·(∑ w y^a)^{a-1}` for nonnegative
`w, x, y` and natural `a ≥ 1`. -/
theorem holder_int {w x y : α → K} (hw : ∀ i, 0 ≤ w i) (hx : ∀ i, 0 ≤ x i) (hy : ∀ i, 0 ≤ y i)
    {a : Nat} (ha : 1 ≤ a) :
    (sum fun i => w i * (x i * y i ^ (a - 1))) ^ a ≤
      (sum fun i => w i * x i ^ a) * (sum fun i => w i * y i ^ a) ^ (a - 1) := by
  obtain ⟨n, rfl⟩ := Nat.exists_eq_add_of_le' ha
  exact holder_int_succ hw hx hy n

/-- **6.2**, for weights of any total, indexed from zero:
`(∑ w L G)^{2(n+1)} ≤ (∑ w)ⁿ·(∑ w L^{2(n+1)})·(∑ w G²)^{n+1}`. No sign is needed. -/
theorem holder_even_mul_sum {w : α → K} (hw : ∀ i, 0 ≤ w i) (L G : α → K) (n : Nat) :
    (sum fun i => w i * (L i * G i)) ^ (2 * (n + 1)) ≤
      sum w ^ n * (sum fun i => w i * L i ^ (2 * (n + 1))) * (sum fun i => w i * G i ^ 2) ^ (n + 1) := by
  have hG : 0 ≤ (sum fun i => w i * G i ^ 2) :=
    sum_nonneg fun i => mul_nonneg (hw i) (sq_nonneg _)
  have hCS := pow_le_pow_left (sq_nonneg _) (cauchy_schwarz hw L G) (n + 1)
  have hPM := power_mean_mul_sum hw (fun i => sq_nonneg (L i)) n
  have h := mul_le_mul_right hPM (pow_nonneg hG (n + 1))
  simp only [← pow_mul] at hCS h
  rw [mul_pow] at hCS
  exact Std.le_trans hCS h

/-- **6.2 (even exponents)**: `E[L·G]^{2c} ≤ E[L^{2c}]·E[G²]^c` for a probability mass function and
natural `c`. (The blueprint asks for `L, G ≥ 0` and `c ≥ 1`; neither is needed.) -/
theorem holder_even {w : α → K} (hw : ∀ i, 0 ≤ w i) (hw1 : sum w = 1) (L G : α → K) (c : Nat) :
    (sum fun i => w i * (L i * G i)) ^ (2 * c) ≤
      (sum fun i => w i * L i ^ (2 * c)) * (sum fun i => w i * G i ^ 2) ^ c := by
  have hG : 0 ≤ (sum fun i => w i * G i ^ 2) :=
    sum_nonneg fun i => mul_nonneg (hw i) (sq_nonneg _)
  have hCS := pow_le_pow_left (sq_nonneg _) (cauchy_schwarz hw L G) c
  have h := mul_le_mul_right (power_mean hw hw1 (fun i => sq_nonneg (L i)) c) (pow_nonneg hG c)
  simp only [← pow_mul] at hCS h
  rw [mul_pow] at hCS
  exact Std.le_trans hCS h

end Formal
