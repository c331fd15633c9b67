module

public import Formal.Query.Dataset
public import Formal.Algebra.Sequences

/-!
# Target factors of datasets

Blueprint §5. A table `τ s d > 0` gives a dataset the target factor `rowTarget τ m x s = ∏ i, τ s (x i) ^ m`.
Replacing the rows of `x` by those of `y` multiplies it by `rowRatio τ x y s ^ m`
(`rowTarget_eq_mul_rowRatio`), a product over the differing rows only (`rowRatio_eq_listProd`). If the table
has ratios at most `ρ₀`, the datasets within Hamming distance `R` have target factors within
`ρ₀ ^ (R m)` of each other: `rowTarget_le_of_hamming_le`, `le_rowTarget_of_hamming_le`.
-/

@[expose] public noncomputable section

universe u w z

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {S : Type u} {D : Type z} {n : Nat}

/-! ### Target factors of datasets -/

/-- The target factor `∏ i, τ_s(x_i) ^ m` of a dataset. -/
def rowTarget (τ : S → D → K) (m : Nat) (x : Fin n → D) (s : S) : K := prod fun i => τ s (x i) ^ m

/-- The factor `G_s = ∏ i, τ_s(y_i) / τ_s(x_i)` from `x` to `y`; rows on which they agree do not
contribute. -/
def rowRatio (τ : S → D → K) (x y : Fin n → D) (s : S) : K := prod fun i => τ s (y i) / τ s (x i)

variable {τ : S → D → K} {x y : Fin n → D} {R m : Nat}

theorem rowTarget_pos (hτ : ∀ s d, 0 < τ s d) (m : Nat) (x : Fin n → D) (s : S) :
    0 < rowTarget τ m x s := prod_pos fun _ => pow_pos (hτ s _) m

theorem rowRatio_pos (hτ : ∀ s d, 0 < τ s d) (x y : Fin n → D) (s : S) : 0 < rowRatio τ x y s :=
  prod_pos fun _ => div_pos (hτ s _) (hτ s _)

/-- The target factor of `y` is the one of `x` times the `m`-th power of the ratio. -/
theorem rowTarget_eq_mul_rowRatio (hτ : ∀ s d, 0 < τ s d) (m : Nat) (x y : Fin n → D) (s : S) :
    rowTarget τ m y s = rowTarget τ m x s * rowRatio τ x y s ^ m := by
  unfold rowTarget rowRatio
  rw [← prod_pow, ← prod_mul]
  refine prod_congr fun i => ?_
  rw [← mul_pow]
  have := div_mul_cancel (a := τ s (y i)) (ne_of_pos (hτ s (x i)))
  rw [show τ s (x i) * (τ s (y i) / τ s (x i)) = τ s (y i) by grind]

section Rows

variable [DecidableEq D]

/-- The rows in which two datasets differ. -/
def diffRows (x y : Fin n → D) : List (Fin n) := (finList n).filter fun i => x i ≠ y i

theorem length_diffRows (x y : Fin n → D) : (diffRows x y).length = hamming x y :=
  List.countP_eq_length_filter.symm

/-- Rows with factor one may be left out of a product over all rows. -/
theorem listProd_diffRows {f : Fin n → K} (h : ∀ i, x i = y i → f i = 1) :
    listProd f (diffRows x y) = prod f := by
  suffices ∀ l : List (Fin n), listProd f (l.filter fun i => x i ≠ y i) = listProd f l from this _
  intro l
  induction l with
  | nil => rfl
  | cons i l ih =>
    rw [List.filter_cons, listProd, ← ih]
    by_cases hi : x i = y i
    · rw [if_neg (by simpa using hi), h i hi]; grind
    · rw [if_pos (by simpa using hi), listProd]

/-- The ratio as a product over the differing rows. -/
theorem rowRatio_eq_listProd (hτ : ∀ s d, 0 < τ s d) (x y : Fin n → D) (s : S) :
    rowRatio τ x y s = listProd (fun i => τ s (y i) / τ s (x i)) (diffRows x y) :=
  (listProd_diffRows fun i hi => by
    rw [hi, Field.div_eq_mul_inv]; exact mul_inv_cancel (ne_of_pos (hτ s (y i)))).symm

end Rows

/-! ### Ranges -/

theorem le_mul_of_inv_mul_le {a b c : K} (hc : 0 < c) (h : c⁻¹ * a ≤ b) : a ≤ c * b := by
  have h1 := mul_le_mul_left h (Std.le_of_lt hc)
  rwa [← Semiring.mul_assoc, mul_inv_cancel (ne_of_pos hc), Semiring.one_mul] at h1

theorem inv_mul_le_of_le_mul {a b c : K} (hc : 0 < c) (h : a ≤ c * b) : c⁻¹ * a ≤ b :=
  le_of_mul_le_mul_left (c := c)
    (by rwa [← Semiring.mul_assoc, mul_inv_cancel (ne_of_pos hc), Semiring.one_mul]) hc

theorem inv_le_of_inv_le {a b : K} (ha : 0 < a) (hb : 0 < b) (h : a⁻¹ ≤ b) : b⁻¹ ≤ a := by
  have h1 := le_mul_of_inv_mul_le (a := 1) (b := b) ha (by grind)
  have h2 := inv_mul_le_of_le_mul (a := 1) (b := a) hb (by grind)
  grind

theorem inv_pow_eq_pow_inv {a : K} (ha : 0 < a) (k : Nat) : (a ^ k)⁻¹ = a⁻¹ ^ k := by
  have h1 := inv_pow_mul_pow (ne_of_pos ha) k
  have h2 := mul_inv_cancel (ne_of_pos (pow_pos ha k))
  calc (a ^ k)⁻¹ = (a⁻¹ ^ k * a ^ k) * (a ^ k)⁻¹ := by rw [h1, Semiring.one_mul]
    _ = a⁻¹ ^ k := by rw [Semiring.mul_assoc, h2, Semiring.mul_one]

/-- Values in `[ρ⁻¹, ρ]` differ by factors of at most `ρ²`. -/
theorem le_sq_mul_of_range {ρ a b : K} (hρ : 0 < ρ) (ha : a ≤ ρ) (hb : ρ⁻¹ ≤ b) : a ≤ ρ ^ 2 * b := by
  have h1 := le_mul_of_inv_mul_le (a := 1) (b := b) hρ (by grind)
  have h2 := mul_le_mul_left h1 (Std.le_of_lt hρ)
  grind

/-- **Scale of the ball**: a dataset within Hamming distance `R` has a target factor at most
`ρ₀ ^ (R m)` times that of `x`, if the table has ratios at most `ρ₀`. -/
theorem rowTarget_le_of_hamming_le [DecidableEq D] {ρ₀ : K} (hτ : ∀ s d, 0 < τ s d) (hρ₀ : 1 ≤ ρ₀)
    (hratio : ∀ s d d', τ s d' ≤ ρ₀ * τ s d) (hxy : hamming x y ≤ R) (m : Nat) (s : S) :
    rowTarget τ m y s ≤ ρ₀ ^ (R * m) * rowTarget τ m x s := by
  have h1 : rowRatio τ x y s ≤ ρ₀ ^ R := by
    rw [rowRatio_eq_listProd hτ]
    refine Std.le_trans (listProd_le_pow (a := ρ₀) (fun i _ => Std.le_of_lt (div_pos (hτ s _) (hτ s _)))
      fun i _ => (div_le_iff_le_mul (hτ s _)).mpr (hratio s _ _)) ?_
    rw [length_diffRows]
    exact pow_le_pow_of_one_le hρ₀ hxy
  have h2 := pow_le_pow_left (Std.le_of_lt (rowRatio_pos hτ x y s)) h1 m
  rw [rowTarget_eq_mul_rowRatio hτ m x y, pow_mul, CommSemiring.mul_comm]
  exact mul_le_mul_right h2 (Std.le_of_lt (rowTarget_pos hτ m x s))

/-- **Scale of the ball**, lower half. -/
theorem le_rowTarget_of_hamming_le [DecidableEq D] {ρ₀ : K} (hτ : ∀ s d, 0 < τ s d) (hρ₀ : 1 ≤ ρ₀)
    (hratio : ∀ s d d', τ s d' ≤ ρ₀ * τ s d) (hxy : hamming x y ≤ R) (m : Nat) (s : S) :
    (ρ₀ ^ (R * m))⁻¹ * rowTarget τ m x s ≤ rowTarget τ m y s :=
  inv_mul_le_of_le_mul (pow_pos (by grind [zero_lt_one (K := K)]) _)
    (rowTarget_le_of_hamming_le hτ hρ₀ hratio (by rwa [hamming_comm]) m s)

end Formal
