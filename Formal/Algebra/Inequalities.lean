module

public import Formal.Algebra.Sum

/-!
# Cauchy–Schwarz, Kantorovich and integer moments

Blueprint §4 (4.1–4.3), the one analytic ingredient of the algebraic layer: the moments
`E[X^r] = ∑ w a * X a ^ r` of a variable with values in `[m, M]`, `0 < m`, are controlled by its
first moment through the constant `C = (m + M)² / (4 m M)`. Weights are nonnegative and need not
sum to one; the statements for a probability mass function are the case `sum w = 1`.

* `cauchy_schwarz`
* `kantorovich_sq`, `kantorovich_mul_inv` (4.1)
* `moment_log_convex` (4.2)
* `moment_le` (4.3)
-/

@[expose] public noncomputable section

universe u w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {α : Type u}

theorem sq_nonneg (a : K) : 0 ≤ a ^ 2 := OrderedRing.sq_nonneg

theorem sq_le_sq {a b : K} (ha : 0 ≤ a) (h : a ≤ b) : a ^ 2 ≤ b ^ 2 := pow_le_pow_left ha h 2

/-- Twice a product is at most the sum of the squares. -/
theorem two_mul_mul_le_sq_add_sq (a b : K) : 2 * (a * b) ≤ a ^ 2 + b ^ 2 := by
  have := sq_nonneg (a - b); grind

/-- Four times a product is at most the square of the sum. -/
theorem four_mul_mul_le_sq_add (a b : K) : 4 * (a * b) ≤ (a + b) ^ 2 := by
  have := sq_nonneg (a - b); grind

/-! ### The constant -/

/-- The Kantorovich constant `(m + M)² / (4 m M)` of the interval `[m, M]`. -/
def kantorovichConst (m M : K) : K := (m + M) ^ 2 / (4 * m * M)

section Const

variable {m M : K}

theorem four_mul_mul_pos (hm : 0 < m) (hM : 0 < M) : 0 < 4 * m * M := by
  have := mul_pos hm hM; grind

/-- The constant without its denominator. -/
theorem kantorovichConst_mul (hm : 0 < m) (hM : 0 < M) :
    kantorovichConst m M * (4 * m * M) = (m + M) ^ 2 :=
  div_mul_cancel (ne_of_pos (four_mul_mul_pos hm hM))

theorem one_le_kantorovichConst (hm : 0 < m) (hM : 0 < M) : 1 ≤ kantorovichConst m M := by
  refine (le_div_iff_mul_le (four_mul_mul_pos hm hM)).mpr ?_
  have := four_mul_mul_le_sq_add m M; grind

theorem kantorovichConst_pos (hm : 0 < m) (hM : 0 < M) : 0 < kantorovichConst m M := by
  have := one_le_kantorovichConst hm hM
  have := zero_lt_one (K := K); grind

theorem kantorovichConst_nonneg (hm : 0 < m) (hM : 0 < M) : 0 ≤ kantorovichConst m M :=
  Std.le_of_lt (kantorovichConst_pos hm hM)

theorem kantorovichConst_comm (m M : K) : kantorovichConst m M = kantorovichConst M m := by
  unfold kantorovichConst
  rw [show m + M = M + m by grind, show 4 * m * M = 4 * M * m by grind]

/-- A degenerate interval has constant one. -/
theorem kantorovichConst_self (hm : 0 < m) : kantorovichConst m m = 1 := by
  have := kantorovichConst_mul hm hm
  have := four_mul_mul_pos hm hm
  unfold kantorovichConst; grind

/-- The constant depends only on the ratio of the endpoints. -/
theorem kantorovichConst_mul_mul {c : K} (hc : 0 < c) (hm : 0 < m) (hM : 0 < M) :
    kantorovichConst (c * m) (c * M) = kantorovichConst m M := by
  have h1 := kantorovichConst_mul (mul_pos hc hm) (mul_pos hc hM)
  have h2 := kantorovichConst_mul hm hM
  have hp := four_mul_mul_pos (mul_pos hc hm) (mul_pos hc hM)
  have h : kantorovichConst (c * m) (c * M) * (4 * (c * m) * (c * M)) =
      kantorovichConst m M * (4 * (c * m) * (c * M)) := by
    calc _ = c ^ 2 * (m + M) ^ 2 := by rw [h1]; grind
      _ = c ^ 2 * (kantorovichConst m M * (4 * m * M)) := by rw [h2]
      _ = _ := by grind
  exact Std.le_antisymm (le_of_mul_le_mul_right (by grind) hp) (le_of_mul_le_mul_right (by grind) hp)

/-- The constant of the interval `[ρ⁻¹, ρ]`. -/
theorem kantorovichConst_inv_self {ρ : K} (hρ : 0 < ρ) :
    kantorovichConst ρ⁻¹ ρ = (ρ + ρ⁻¹) ^ 2 / 4 := by
  have h := mul_inv_cancel (ne_of_pos hρ)
  unfold kantorovichConst
  rw [show 4 * ρ⁻¹ * ρ = 4 by grind, show ρ⁻¹ + ρ = ρ + ρ⁻¹ by grind]

end Const

variable [Enumeration α] {w X : α → K} {m M : K}

/-! ### Cauchy–Schwarz -/

/-- **Cauchy–Schwarz** for nonnegative weights. -/
theorem cauchy_schwarz (hw : ∀ a, 0 ≤ w a) (x y : α → K) :
    (sum fun a => w a * (x a * y a)) ^ 2 ≤
      (sum fun a => w a * x a ^ 2) * (sum fun a => w a * y a ^ 2) := by
  have hterm : ∀ a b, 2 * (w a * (x a * y a) * (w b * (x b * y b))) ≤
      w a * x a ^ 2 * (w b * y b ^ 2) + w b * x b ^ 2 * (w a * y a ^ 2) := by
    intro a b
    have := mul_le_mul_left (two_mul_mul_le_sq_add_sq (x a * y b) (x b * y a))
      (mul_nonneg (hw a) (hw b))
    grind
  have h := sum_le_sum fun a => sum_le_sum fun b => hterm a b
  simp only [sum_add, sum_mul_left, sum_mul_right] at h
  grind

/-! ### Kantorovich's inequality -/

omit [Enumeration α] in
/-- Values that are at least some `m > 0` are positive. -/
theorem pos_of_lower_bound (hm : 0 < m) (hX : ∀ a, m ≤ X a) (a : α) : 0 < X a := by
  have := hX a; grind

/-- **4.1, second half**, for weights of any total: `E[X²]·E[1] ≤ C·E[X]²`. -/
theorem kantorovich_sq_mul_sum (hw : ∀ a, 0 ≤ w a) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) :
    (sum fun a => w a * X a ^ 2) * sum w ≤
      kantorovichConst m M * (sum fun a => w a * X a) ^ 2 := by
  have hE : (sum fun a => w a * X a ^ 2) ≤ (m + M) * (sum fun a => w a * X a) - m * M * sum w := by
    rw [← sum_mul_left, ← sum_mul_left, ← sum_sub]
    refine sum_le_sum fun a => ?_
    have := mul_nonneg (hw a) (mul_nonneg (a := M - X a) (b := X a - m)
      (by have := hXM a; grind) (by have := hmX a; grind))
    grind
  refine le_of_mul_le_mul_right (c := 4 * m * M) ?_ (four_mul_mul_pos hm hM)
  have h1 := mul_le_mul_right hE (sum_nonneg hw)
  have h2 := mul_le_mul_right h1 (Std.le_of_lt (four_mul_mul_pos hm hM))
  have h3 := sq_nonneg ((m + M) * (sum fun a => w a * X a) - 2 * (m * M * sum w))
  calc _ ≤ ((m + M) * (sum fun a => w a * X a) - m * M * sum w) * sum w * (4 * m * M) := h2
    _ ≤ (m + M) ^ 2 * (sum fun a => w a * X a) ^ 2 := by grind
    _ = kantorovichConst m M * (sum fun a => w a * X a) ^ 2 * (4 * m * M) := by
      rw [← kantorovichConst_mul hm hM]; grind

/-- **4.1, first half**, for weights of any total: `E[X]·E[1/X] ≤ C·E[1]²`. -/
theorem kantorovich_mul_inv_sum (hw : ∀ a, 0 ≤ w a) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) :
    (sum fun a => w a * X a) * (sum fun a => w a * (X a)⁻¹) ≤
      kantorovichConst m M * sum w ^ 2 := by
  have hX := pos_of_lower_bound hm hmX
  have hmM := Std.le_of_lt (mul_pos hm hM)
  have hE : (sum fun a => w a * X a) + m * M * (sum fun a => w a * (X a)⁻¹) ≤
      (m + M) * sum w := by
    rw [← sum_mul_left, ← sum_mul_left, ← sum_add]
    refine sum_le_sum fun a => ?_
    have hi := mul_inv_cancel (ne_of_pos (hX a))
    have h := mul_nonneg (mul_nonneg (hw a) (inv_nonneg (Std.le_of_lt (hX a))))
      (mul_nonneg (a := M - X a) (b := X a - m)
        (by have := hXM a; grind) (by have := hmX a; grind))
    have he : w a * (X a)⁻¹ * ((M - X a) * (X a - m)) =
        w a * ((X a * (X a)⁻¹) * (m + M - X a) - m * M * (X a)⁻¹) := by grind
    rw [he, hi] at h
    grind
  have hu : 0 ≤ (sum fun a => w a * X a) :=
    sum_nonneg fun a => mul_nonneg (hw a) (Std.le_of_lt (hX a))
  have hv : 0 ≤ (sum fun a => w a * (X a)⁻¹) :=
    sum_nonneg fun a => mul_nonneg (hw a) (inv_nonneg (Std.le_of_lt (hX a)))
  have h0 := mul_nonneg hmM hv
  have h1 := four_mul_mul_le_sq_add (sum fun a => w a * X a) (m * M * sum fun a => w a * (X a)⁻¹)
  have h2 := sq_le_sq (by grind) hE
  refine le_of_mul_le_mul_right (c := 4 * m * M) ?_ (four_mul_mul_pos hm hM)
  calc _ = 4 * ((sum fun a => w a * X a) * (m * M * sum fun a => w a * (X a)⁻¹)) := by grind
    _ ≤ ((m + M) * sum w) ^ 2 := Std.le_trans h1 h2
    _ = kantorovichConst m M * (4 * m * M) * sum w ^ 2 := by
      rw [kantorovichConst_mul hm hM, mul_pow]
    _ = kantorovichConst m M * sum w ^ 2 * (4 * m * M) := by grind

/-- **4.1 (Kantorovich)**: `E[X]·E[1/X] ≤ C` if `m ≤ X ≤ M`, `0 < m`. -/
theorem kantorovich_mul_inv (hw : ∀ a, 0 ≤ w a) (hw1 : sum w = 1) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) :
    (sum fun a => w a * X a) * (sum fun a => w a * (X a)⁻¹) ≤ kantorovichConst m M := by
  have := kantorovich_mul_inv_sum hw hm hM hmX hXM
  rw [hw1] at this; grind

/-- **4.1 (Kantorovich)**: `E[X²] ≤ C·E[X]²` if `m ≤ X ≤ M`, `0 < m`. -/
theorem kantorovich_sq (hw : ∀ a, 0 ≤ w a) (hw1 : sum w = 1) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) :
    (sum fun a => w a * X a ^ 2) ≤ kantorovichConst m M * (sum fun a => w a * X a) ^ 2 := by
  have := kantorovich_sq_mul_sum hw hm hM hmX hXM
  rw [hw1] at this; grind

/-! ### Integer moments -/

/-- The moment of order zero is the total weight. -/
theorem moment_zero (w X : α → K) : (sum fun a => w a * X a ^ 0) = sum w :=
  sum_congr fun a => by rw [Semiring.pow_zero]; grind

theorem moment_one (w X : α → K) : (sum fun a => w a * X a ^ 1) = sum fun a => w a * X a :=
  sum_congr fun a => by grind

/-- Moments of a positive variable are positive if the total weight is. -/
theorem moment_pos (hw : ∀ a, 0 ≤ w a) (hw0 : 0 < sum w) (hm : 0 < m) (hmX : ∀ a, m ≤ X a)
    (r : Nat) : 0 < sum fun a => w a * X a ^ r := by
  have h : m ^ r * sum w ≤ sum fun a => w a * X a ^ r := by
    rw [← sum_mul_left]
    refine sum_le_sum fun a => ?_
    have := mul_le_mul_left (pow_le_pow_left (Std.le_of_lt hm) (hmX a) r) (hw a)
    grind
  have := mul_pos (pow_pos hm r) hw0
  grind

/-- **4.2**, indexed from zero: `E[X^{j+2}]·E[X^j] ≤ C·E[X^{j+1}]²`. -/
theorem moment_log_convex_succ (hw : ∀ a, 0 ≤ w a) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) (j : Nat) :
    (sum fun a => w a * X a ^ (j + 2)) * (sum fun a => w a * X a ^ j) ≤
      kantorovichConst m M * (sum fun a => w a * X a ^ (j + 1)) ^ 2 := by
  have h := kantorovich_sq_mul_sum (w := fun a => w a * X a ^ j)
    (fun a => mul_nonneg (hw a) (pow_nonneg (Std.le_of_lt (pos_of_lower_bound hm hmX a)) j)) hm hM hmX hXM
  have h2 : ∀ a, w a * X a ^ j * X a ^ 2 = w a * X a ^ (j + 2) := fun a => by
    rw [Semiring.pow_add]; grind
  have h1 : ∀ a, w a * X a ^ j * X a = w a * X a ^ (j + 1) := fun a => by
    rw [Semiring.pow_succ]; grind
  simp only [h2, h1] at h
  exact h

/-- **4.2**: `E[X^{j+1}]·E[X^{j-1}] ≤ C·E[X^j]²` for `j ≥ 1`; the weights need not sum to one. -/
theorem moment_log_convex (hw : ∀ a, 0 ≤ w a) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) {j : Nat} (hj : 1 ≤ j) :
    (sum fun a => w a * X a ^ (j + 1)) * (sum fun a => w a * X a ^ (j - 1)) ≤
      kantorovichConst m M * (sum fun a => w a * X a ^ j) ^ 2 := by
  obtain ⟨i, rfl⟩ := Nat.exists_eq_add_of_le' hj
  exact moment_log_convex_succ hw hm hM hmX hXM i

/-- One more factor `X` costs at most `C^r·E[X]`, that is `ρ_r ≤ C^r·ρ_0` for the ratios
`ρ_j = E[X^{j+1}] / E[X^j]`; the weights need not sum to one. -/
theorem moment_succ_mul_sum_le (hw : ∀ a, 0 ≤ w a) (hw0 : 0 < sum w) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) (r : Nat) :
    (sum fun a => w a * X a ^ (r + 1)) * sum w ≤
      kantorovichConst m M ^ r * (sum fun a => w a * X a) * (sum fun a => w a * X a ^ r) := by
  induction r with
  | zero =>
    rw [moment_zero, moment_one, Semiring.pow_zero]
    grind
  | succ r ih =>
    have hC := kantorovichConst_nonneg hm hM
    have hr := moment_pos hw hw0 hm hmX r
    have hr1 := Std.le_of_lt (moment_pos hw hw0 hm hmX (r + 1))
    have hconv := mul_le_mul_right (moment_log_convex_succ hw hm hM hmX hXM r) (Std.le_of_lt hw0)
    have hstep := mul_le_mul_left ih (mul_nonneg hC hr1)
    refine le_of_mul_le_mul_right (c := sum fun a => w a * X a ^ r) ?_ hr
    rw [Semiring.pow_succ]
    grind

/-- **4.3**, for weights of any total: `E[X^r]·E[1]^r ≤ C^{r(r-1)/2}·E[X]^r·E[1]`. -/
theorem moment_mul_sum_pow_le (hw : ∀ a, 0 ≤ w a) (hw0 : 0 < sum w) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) (r : Nat) :
    (sum fun a => w a * X a ^ r) * sum w ^ r ≤
      kantorovichConst m M ^ (r * (r - 1) / 2) * (sum fun a => w a * X a) ^ r * sum w := by
  induction r with
  | zero =>
    rw [moment_zero, Nat.zero_mul, Nat.zero_div, Semiring.pow_zero, Semiring.pow_zero,
      Semiring.pow_zero]
    grind
  | succ r ih =>
    have hexp : (r + 1) * (r + 1 - 1) / 2 = r + r * (r - 1) / 2 := by
      cases r with
      | zero => rfl
      | succ k =>
        have : (k + 1 + 1) * (k + 1 + 1 - 1) = 2 * (k + 1) + (k + 1) * (k + 1 - 1) := by
          simp only [Nat.add_sub_cancel]; grind
        omega
    have hC := pow_nonneg (kantorovichConst_nonneg hm hM) r
    have h1 : 0 ≤ sum fun a => w a * X a := by
      have := moment_pos hw hw0 hm hmX 1
      rw [moment_one] at this; exact Std.le_of_lt this
    have hstep := mul_le_mul_right (moment_succ_mul_sum_le hw hw0 hm hM hmX hXM r)
      (pow_nonneg (Std.le_of_lt hw0) r)
    have hih := mul_le_mul_left ih (mul_nonneg hC h1)
    rw [hexp, Semiring.pow_add _ r, Semiring.pow_succ, Semiring.pow_succ]
    calc _ = (sum fun a => w a * X a ^ (r + 1)) * sum w * sum w ^ r := by grind
      _ ≤ _ := hstep
      _ = _ := by grind
      _ ≤ _ := hih
      _ = _ := by grind

/-- **4.3 (integer moments)**: `E[X^r] ≤ C^{r(r-1)/2}·E[X]^r` if `m ≤ X ≤ M`, `0 < m`. -/
theorem moment_le (hw : ∀ a, 0 ≤ w a) (hw1 : sum w = 1) (hm : 0 < m) (hM : 0 < M)
    (hmX : ∀ a, m ≤ X a) (hXM : ∀ a, X a ≤ M) (r : Nat) :
    (sum fun a => w a * X a ^ r) ≤
      kantorovichConst m M ^ (r * (r - 1) / 2) * (sum fun a => w a * X a) ^ r := by
  have := moment_mul_sum_pow_le hw (by rw [hw1]; exact zero_lt_one) hm hM hmX hXM r
  rw [hw1, Semiring.one_pow] at this; grind

end Formal
