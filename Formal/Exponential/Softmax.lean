module

public import Formal.Algebra.Inequalities
public import Formal.Exponential.ExpField
public import Formal.Probability.Pmf

/-!
# The softmax gap

Blueprint 7.2 (paper A.3) and 7.5, stated without any mechanism: a candidate `s` is drawn with
probability proportional to `exp (η f s)`, and its *gap* is `max f - f s ≥ 0`. With `N` candidates
and `N ≤ exp L`:

* `softmax_gap_exp_le`: `E exp ((η/2) gap) ≤ N`;
* `softmax_gap_sq_le`: `E gap² ≤ (2/η)² (2 L² + 4)`, and the sharper `softmax_gap_sq_le_of_one_le`:
  `E gap² ≤ (2/η)² (L² + 2 L)` if `L ≥ 1`;
* `softmax_gap_sq_le_log_two_mul`: `E gap² ≤ (4 L' / η)²` if `2 N ≤ exp L'` and `N ≥ 2`, the paper's form;
* `softmax_perturbed_gap_sq_le`: scores known up to `± ξ₀ / η` cost `2 ξ₀ / η`.
-/

@[expose] public noncomputable section

universe u w

namespace Formal

open Lean.Grind

variable {K : Type w} [ExpField K] {α : Type u} [Enumeration α]

/-- The law with masses proportional to `exp (u s)`. -/
def softmax (u : α → K) : α → K := normalize fun s => exp (u s)

/-- By how much the score of `s` misses the best score. -/
def gap (f : α → K) (s : α) : K := maximum f - f s

section Basics

variable (u f : α → K) (s : α)

theorem sum_exp_pos (a : α) : 0 < sum fun s => exp (u s) := sum_pos (fun s => exp_pos (u s)) a

theorem isPmf_softmax (a : α) : IsPmf (softmax u) :=
  isPmf_normalize (fun s => exp_nonneg (u s)) (sum_exp_pos u a)

theorem softmax_pos : 0 < softmax u s := div_pos (exp_pos (u s)) (sum_exp_pos u s)

theorem gap_nonneg : 0 ≤ gap f s := by
  have := le_maximum f s; unfold gap; grind

end Basics

/-! ### Moments of a law -/

section Moments

variable {p X : α → K}

/-- The square of a mean is at most the mean of the square. -/
theorem sq_expect_le (hp : IsPmf p) (X : α → K) : expect p X ^ 2 ≤ expect p fun a => X a ^ 2 := by
  have h := cauchy_schwarz hp.nonneg X (fun _ => 1)
  have h1 : (sum fun a => p a * (1 : K) ^ 2) = 1 :=
    (sum_congr fun a => by grind).trans hp.sum_eq_one
  have h2 : (sum fun a => p a * (X a * 1)) = expect p X := sum_congr fun a => by grind
  rw [h1, h2] at h
  unfold expect at h ⊢; grind

/-- A mean is at most a bound on the root of the second moment. -/
theorem expect_le_of_expect_sq_le {β : K} (hp : IsPmf p) (hβ : 0 ≤ β)
    (h : (expect p fun a => X a ^ 2) ≤ β ^ 2) : expect p X ≤ β := by
  refine Classical.byContradiction fun hn => ?_
  have h1 := Std.le_trans (sq_expect_le hp X) h
  have h2 : expect p X ≤ β := le_of_pow_le_pow hβ (n := 2) (by decide) h1
  exact hn h2

/-- Minkowski's inequality for the sum of a variable and a constant, without roots. -/
theorem expect_add_sq_le {β c : K} (hp : IsPmf p) (hβ : 0 ≤ β) (hc : 0 ≤ c)
    (h : (expect p fun a => X a ^ 2) ≤ β ^ 2) : (expect p fun a => (X a + c) ^ 2) ≤ (β + c) ^ 2 := by
  have h1 := mul_le_mul_left (expect_le_of_expect_sq_le hp hβ h) (c := 2 * c) (by grind)
  have h2 : (expect p fun a => (X a + c) ^ 2)
      = (expect p fun a => X a ^ 2) + ((2 * c) * expect p X + c ^ 2) := by
    rw [← expect_mul_left]
    refine Eq.trans ?_ (congrArg _ (congrArg _ (expect_const hp (c ^ 2))))
    rw [← expect_add, ← expect_add]
    exact sum_congr fun a => congrArg (p a * ·) (by grind)
  rw [h2]; grind

/-- From an exponential moment to the second moment, with a constant:
`z² ≤ 2 L² + 4 exp (z - L)`. -/
theorem expect_sq_le_of_expect_exp_le {N L : K} (hp : IsPmf p) (hX : ∀ a, 0 ≤ X a)
    (hN : (expect p fun a => exp (X a)) ≤ N) (hL : N ≤ exp L) :
    (expect p fun a => X a ^ 2) ≤ 2 * L ^ 2 + 4 := by
  have hpt : ∀ a, X a ^ 2 ≤ 2 * L ^ 2 + 4 * exp (-L) * exp (X a) := fun a => by
    have he : exp (X a - L) = exp (-L) * exp (X a) := by
      rw [← exp_add]; exact congrArg exp (by grind)
    have hpos := exp_nonneg (X a - L)
    rw [Semiring.mul_assoc, ← he]
    by_cases h : X a ≤ L
    · have h1 := sq_le_sq (hX a) h
      have h2 := sq_nonneg L
      clear hX; grind
    · have h1 := half_sq_le_exp (x := X a - L) (by grind)
      have h2 := sq_nonneg (X a - L - L)
      clear hX; grind
  have h1 := expect_le_expect hp.nonneg hpt
  rw [expect_add, expect_const hp, expect_mul_left] at h1
  have h2 := mul_le_mul_left (Std.le_trans hN hL) (c := 4 * exp (-L)) (by have := exp_nonneg (-L); grind)
  have h3 : 4 * exp (-L) * exp L = 4 := by
    rw [show 4 * exp (-L) * exp L = 4 * (exp L * exp (-L)) by grind, exp_mul_exp_neg]; grind
  rw [h3] at h2
  refine Std.le_trans h1 ?_
  clear h1 hpt; grind

/-- From an exponential moment to the second moment, without a constant, for `L ≥ 1`:
`z² ≤ L² + 2 L exp (z - L)`. -/
theorem expect_sq_le_of_expect_exp_le_of_one_le {N L : K} (hp : IsPmf p) (hX : ∀ a, 0 ≤ X a)
    (hN : (expect p fun a => exp (X a)) ≤ N) (hL : N ≤ exp L) (hL1 : 1 ≤ L) :
    (expect p fun a => X a ^ 2) ≤ L ^ 2 + 2 * L := by
  have hpt : ∀ a, X a ^ 2 ≤ L ^ 2 + 2 * L * exp (-L) * exp (X a) := fun a => by
    have he : exp (X a - L) = exp (-L) * exp (X a) := by
      rw [← exp_add]; exact congrArg exp (by grind)
    have hpos := mul_nonneg (a := L) (by grind [zero_lt_one (K := K)]) (exp_nonneg (X a - L))
    rw [show 2 * L * exp (-L) * exp (X a) = 2 * (L * exp (X a - L)) by rw [he]; grind]
    by_cases h : X a ≤ L
    · have := sq_le_sq (hX a) h
      grind
    · have h1 := mul_le_mul_left (add_half_sq_le_exp (x := X a - L) (by grind)) (c := L)
        (by grind [zero_lt_one (K := K)])
      have h2 := mul_nonneg (a := L - 1) (by grind) (sq_nonneg (X a - L))
      grind
  have h1 := expect_le_expect hp.nonneg hpt
  rw [expect_add, expect_const hp, expect_mul_left] at h1
  have h2 := mul_le_mul_left (Std.le_trans hN hL) (c := 2 * L * exp (-L))
    (mul_nonneg (by grind [zero_lt_one (K := K)]) (exp_nonneg (-L)))
  have h3 : 2 * L * exp (-L) * exp L = 2 * L := by
    rw [show 2 * L * exp (-L) * exp L = 2 * L * (exp L * exp (-L)) by grind, exp_mul_exp_neg]; grind
  exact Std.le_trans h1 (by grind)

end Moments

/-! ### The gap of a softmax draw -/

section Gap

variable {η L : K} (f : α → K)

/-- **7.2**: `E exp ((η/2) gap) ≤ N` for a draw proportional to `exp (η f)` among `N` candidates. -/
theorem softmax_gap_exp_le (hη : 0 < η) (a : α) :
    (expect (softmax fun s => η * f s) fun s => exp (η / 2 * gap f s)) ≤ (card α : K) := by
  obtain ⟨b, hb⟩ := exists_eq_maximum f a
  unfold softmax
  rw [expect_normalize, div_le_iff_le_mul (sum_exp_pos _ a)]
  have h1 : (expect (fun s => exp (η * f s)) fun s => exp (η / 2 * gap f s))
      ≤ sum fun _ : α => exp (η * maximum f) := by
    refine sum_le_sum fun s => ?_
    rw [← exp_add]
    refine exp_le_exp ?_
    have := mul_le_mul_left (le_maximum f s) (Std.le_of_lt hη)
    unfold gap; grind
  have h2 : exp (η * maximum f) ≤ sum fun s => exp (η * f s) := by
    rw [hb]; exact le_sum (f := fun s => exp (η * f s)) (fun s => exp_nonneg _) b
  rw [sum_const] at h1
  exact Std.le_trans h1 (mul_le_mul_left h2 (natCast_nonneg _))

/-- The second moment of the gap, from that of `(η/2) gap`. -/
theorem expect_gap_sq_le {p : α → K} {B : K} (hη : 0 < η)
    (h : (expect p fun s => (η / 2 * gap f s) ^ 2) ≤ B) :
    (expect p fun s => gap f s ^ 2) ≤ (2 / η) ^ 2 * B := by
  have hc : 2 / η * (η / 2) = 1 := by grind
  have h1 : (expect p fun s => gap f s ^ 2) = (2 / η) ^ 2 * expect p fun s => (η / 2 * gap f s) ^ 2 := by
    rw [← expect_mul_left]
    refine sum_congr fun s => congrArg (p s * ·) ?_
    calc gap f s ^ 2 = (2 / η * (η / 2)) ^ 2 * gap f s ^ 2 := by rw [hc]; grind
      _ = (2 / η) ^ 2 * (η / 2 * gap f s) ^ 2 := by
        generalize 2 / η = x; generalize η / 2 = y; grind
  rw [h1]
  exact mul_le_mul_left h (sq_nonneg _)

theorem half_mul_gap_nonneg (hη : 0 < η) (s : α) : 0 ≤ η / 2 * gap f s :=
  mul_nonneg (by grind) (gap_nonneg f s)

/-- **7.2**: `E gap² ≤ (2/η)² (2 L² + 4)` for any `L` with `N ≤ exp L`. -/
theorem softmax_gap_sq_le (hη : 0 < η) (hL : (card α : K) ≤ exp L) (a : α) :
    (expect (softmax fun s => η * f s) fun s => gap f s ^ 2) ≤ (2 / η) ^ 2 * (2 * L ^ 2 + 4) :=
  expect_gap_sq_le f hη <| expect_sq_le_of_expect_exp_le (isPmf_softmax _ a)
    (half_mul_gap_nonneg f hη) (softmax_gap_exp_le f hη a) hL

/-- **7.2, sharper**: `E gap² ≤ (2/η)² (L² + 2 L)` for any `L ≥ 1` with `N ≤ exp L`. -/
theorem softmax_gap_sq_le_of_one_le (hη : 0 < η) (hL : (card α : K) ≤ exp L) (hL1 : 1 ≤ L) (a : α) :
    (expect (softmax fun s => η * f s) fun s => gap f s ^ 2) ≤ (2 / η) ^ 2 * (L ^ 2 + 2 * L) :=
  expect_gap_sq_le f hη <| expect_sq_le_of_expect_exp_le_of_one_le (isPmf_softmax _ a)
    (half_mul_gap_nonneg f hη) (softmax_gap_exp_le f hη a) hL hL1

omit [Enumeration α] in
/-- `exp x < 4` at `x = 11/10`, so that `4 ≤ exp x` forces `11/10 < x`. -/
theorem lt_of_four_le_exp {x : K} (h : 4 ≤ exp x) : 11 / 10 < x := by
  refine lt_of_exp_lt_exp ?_
  have h1 := pow_le_pow_left (exp_nonneg _)
    (exp_le_inv_one_sub (x := (11 / 10 : K) / ((3 : Nat) : K)) (by grind)) 3
  rw [exp_div_pow _ (by decide)] at h1
  grind

omit [Enumeration α] in
theorem two_mul_sq_add_four_le {x : K} (hx : 11 / 10 < x) : 2 * (x - 1 / 2) ^ 2 + 4 ≤ (2 * x) ^ 2 := by
  have := mul_nonneg (a := x - 11 / 10) (b := x + 21 / 10) (by grind) (by grind)
  grind

/-- The second moment in the form of paper A.3: `2 L² + 4 ≤ (2 L')²` for `L = L' - 1/2`, `L' > 11/10`. -/
theorem softmax_gap_sq_le_log_two_mul {L' : K} (hη : 0 < η) (hN : 2 ≤ card α)
    (hL : 2 * (card α : K) ≤ exp L') (a : α) :
    (expect (softmax fun s => η * f s) fun s => gap f s ^ 2) ≤ (4 * L' / η) ^ 2 := by
  have hN' : (2 : K) ≤ (card α : K) := by have := natCast_le (K := K) hN; grind
  have hL' : 11 / 10 < L' := lt_of_four_le_exp (by grind)
  have hhalf : (card α : K) ≤ exp (L' - 1 / 2) := by
    rw [exp_sub, le_div_iff_mul_le (exp_pos _)]
    have := mul_le_mul_left (exp_half_le_two (K := K)) (natCast_nonneg (card α))
    grind
  have h1 := softmax_gap_sq_le f hη hhalf a
  have h4 := mul_le_mul_left (two_mul_sq_add_four_le hL') (sq_nonneg (2 / η))
  rw [← mul_pow, show 2 / η * (2 * L') = 4 * L' / η by grind] at h4
  exact Std.le_trans h1 h4

/-! ### Perturbed scores -/

/-- Scores that differ by at most `δ` have gaps that differ by at most `2 δ` (also used in 7.4). -/
theorem gap_le_gap_add {f f' : α → K} {δ : K} (h : ∀ s, -δ ≤ f s - f' s ∧ f s - f' s ≤ δ) (s : α) :
    gap f s ≤ gap f' s + 2 * δ := by
  obtain ⟨b, hb⟩ := exists_eq_maximum f s
  have h1 := le_maximum f' b
  have h2 := h b
  have h3 := h s
  unfold gap
  rw [hb]
  grind

section Perturbed

variable {f} {ξ : α → K} {ξ₀ : K}

/-- **7.5**: the gap in the true scores exceeds the gap in the perturbed scores by at most `2 ξ₀ / η`. -/
theorem gap_le_gap_perturbed (hη : 0 < η) (hξ : ∀ s, -ξ₀ ≤ ξ s ∧ ξ s ≤ ξ₀) (s : α) :
    gap f s ≤ gap (fun s => f s + ξ s / η) s + 2 * ξ₀ / η := by
  have h := gap_le_gap_add (f := f) (f' := fun s => f s + ξ s / η) (δ := ξ₀ / η) (fun s => by
    have h1 := div_le_div_right (hξ s).1 hη
    have h2 := div_le_div_right (hξ s).2 hη
    grind) s
  grind

theorem softmax_perturbed_eq (hη : 0 < η) :
    softmax (fun s => η * f s + ξ s) = softmax (fun s => η * (f s + ξ s / η)) := by
  congr 1; funext s
  have := div_mul_cancel (a := ξ s) (ne_of_pos hη)
  grind

/-- **7.5**: 7.2 for weights `exp (η f + ξ)`, with the gap in the perturbed scores `f + ξ / η`. -/
theorem softmax_perturbed_gap_exp_le (hη : 0 < η) (a : α) :
    (expect (softmax fun s => η * f s + ξ s) fun s => exp (η / 2 * gap (fun s => f s + ξ s / η) s))
      ≤ (card α : K) := by
  rw [softmax_perturbed_eq hη]; exact softmax_gap_exp_le _ hη a

/-- **7.5**: a bound `β²` on the second moment of the gap in the perturbed scores gives
`(β + 2 ξ₀ / η)²` for the gap in the true scores. -/
theorem expect_gap_sq_le_of_perturbed {p : α → K} {β : K} (hp : IsPmf p) (hη : 0 < η)
    (hξ : ∀ s, -ξ₀ ≤ ξ s ∧ ξ s ≤ ξ₀) (hβ : 0 ≤ β)
    (h : (expect p fun s => gap (fun s => f s + ξ s / η) s ^ 2) ≤ β ^ 2) (a : α) :
    (expect p fun s => gap f s ^ 2) ≤ (β + 2 * ξ₀ / η) ^ 2 := by
  have hξ₀ : 0 ≤ 2 * ξ₀ / η := div_nonneg (by have := hξ a; grind) (Std.le_of_lt hη)
  exact Std.le_trans (expect_le_expect hp.nonneg fun s =>
    sq_le_sq (gap_nonneg f s) (gap_le_gap_perturbed hη hξ s)) (expect_add_sq_le hp hβ hξ₀ h)

/-- **7.5**: the second moment of the gap in the true scores, for a draw with weights
`exp (η f + ξ)`, `|ξ| ≤ ξ₀`. -/
theorem softmax_perturbed_gap_sq_le {β : K} (hη : 0 < η) (hL : (card α : K) ≤ exp L)
    (hξ : ∀ s, -ξ₀ ≤ ξ s ∧ ξ s ≤ ξ₀) (hβ : 0 ≤ β) (hβL : (2 / η) ^ 2 * (2 * L ^ 2 + 4) ≤ β ^ 2) (a : α) :
    (expect (softmax fun s => η * f s + ξ s) fun s => gap f s ^ 2) ≤ (β + 2 * ξ₀ / η) ^ 2 := by
  rw [softmax_perturbed_eq hη]
  exact expect_gap_sq_le_of_perturbed (isPmf_softmax _ a) hη hξ hβ
    (Std.le_trans (softmax_gap_sq_le _ hη hL a) hβL) a

/-- **7.5** with the sharper constant, for `L ≥ 1`. -/
theorem softmax_perturbed_gap_sq_le_of_one_le {β : K} (hη : 0 < η) (hL : (card α : K) ≤ exp L)
    (hL1 : 1 ≤ L) (hξ : ∀ s, -ξ₀ ≤ ξ s ∧ ξ s ≤ ξ₀) (hβ : 0 ≤ β)
    (hβL : (2 / η) ^ 2 * (L ^ 2 + 2 * L) ≤ β ^ 2) (a : α) :
    (expect (softmax fun s => η * f s + ξ s) fun s => gap f s ^ 2) ≤ (β + 2 * ξ₀ / η) ^ 2 := by
  rw [softmax_perturbed_eq hη]
  exact expect_gap_sq_le_of_perturbed (isPmf_softmax _ a) hη hξ hβ
    (Std.le_trans (softmax_gap_sq_le_of_one_le _ hη hL hL1 a) hβL) a

end Perturbed

end Gap

end Formal
