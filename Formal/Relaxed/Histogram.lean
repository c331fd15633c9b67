module

public import Formal.Algebra.Inequalities
public import Formal.Algebra.Least
public import Formal.Query.Dataset

/-!
# Fractional histograms

Blueprint 10.1. A fractional database of `n` rows over `D` is a nonnegative function on `D` with sum `n`. Half the `ℓ₁`
distance, rounded up to a natural number (`histogramDist`), is a metric on the fractional histograms; the least
natural number `N` with `Σ_d |h d - h' d| ≤ 2 N` exists in any ordered field, because the distance is at most `2 n`.

The histogram of a dataset is one of them (`histogram`); a function summed against it is summed over the rows
(`sum_histogram`), and the map from datasets to histograms does not increase distances
(`histogramDist_histogram_le_hamming`).
-/

@[expose] public noncomputable section

universe u w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K]

/-! ### Absolute values -/

theorem absVal_sub_comm (a b : K) : absVal (a - b) = absVal (b - a) := by
  unfold absVal max2
  split <;> split <;> grind

theorem absVal_sub_le_add (a b c : K) : absVal (a - c) ≤ absVal (a - b) + absVal (b - c) := by
  have h1 := le_absVal (a - b)
  have h2 := le_absVal (b - c)
  have h3 := neg_le_absVal (a - b)
  have h4 := neg_le_absVal (b - c)
  exact absVal_le (by grind) (by grind)

/-- An absolute value is a product with a sign. -/
theorem absVal_eq_mul_sign (a : K) : absVal a = (if 0 ≤ a then 1 else -1) * a := by
  unfold absVal max2
  split <;> split <;> grind

/-! ### Histograms -/

/-- A **fractional histogram** of `n` rows over `D` (blueprint 10.1). -/
structure FractionalHistogram (K : Type w) [OrderedField K] (D : Type u) [Enumeration D] (n : Nat) where
  /-- The number of rows with value `d`. -/
  mass : D → K
  /-- Numbers of rows are nonnegative. -/
  nonneg : ∀ d, 0 ≤ mass d
  /-- There are `n` rows. -/
  sum_eq : sum mass = (n : K)

variable {D : Type u} [Enumeration D] {n : Nat}

theorem FractionalHistogram.ext {h h' : FractionalHistogram K D n} (e : ∀ d, h.mass d = h'.mass d) : h = h' := by
  cases h; cases h'
  congr 1
  exact funext e

/-- The `ℓ₁` distance of two fractional histograms. -/
def l1Dist (h h' : FractionalHistogram K D n) : K := sum fun d => absVal (h.mass d - h'.mass d)

theorem l1Dist_nonneg (h h' : FractionalHistogram K D n) : 0 ≤ l1Dist h h' := sum_nonneg fun d => by
  have := le_absVal (h.mass d - h'.mass d)
  have := neg_le_absVal (h.mass d - h'.mass d)
  grind

theorem l1Dist_le_two_mul (h h' : FractionalHistogram K D n) : l1Dist h h' ≤ 2 * (n : K) := by
  have h1 : l1Dist h h' ≤ sum fun d => h.mass d + h'.mass d := sum_le_sum fun d => by
    have := h.nonneg d
    have := h'.nonneg d
    exact absVal_le (by grind) (by grind)
  rw [sum_add, h.sum_eq, h'.sum_eq] at h1
  grind

theorem exists_half_l1Dist_le (h h' : FractionalHistogram K D n) : ∃ N : Nat, l1Dist h h' ≤ 2 * (N : K) :=
  ⟨n, l1Dist_le_two_mul h h'⟩

/-- **The distance of two fractional histograms**: half the `ℓ₁` distance, rounded up (blueprint 10.1). -/
def histogramDist (h h' : FractionalHistogram K D n) : Nat := (exists_least (exists_half_l1Dist_le h h')).choose

theorem histogramDist_le_iff {h h' : FractionalHistogram K D n} {N : Nat} :
    histogramDist h h' ≤ N ↔ l1Dist h h' ≤ 2 * (N : K) := by
  have hspec := (exists_least (exists_half_l1Dist_le h h')).choose_spec
  change l1Dist h h' ≤ 2 * (histogramDist h h' : K) ∧
    ∀ m, m < histogramDist h h' → ¬ l1Dist h h' ≤ 2 * (m : K) at hspec
  constructor
  · intro hN
    have := natCast_le (K := K) hN
    grind
  · intro hN
    refine Nat.le_of_not_lt fun hlt => hspec.2 N hlt hN

theorem l1Dist_le (h h' : FractionalHistogram K D n) : l1Dist h h' ≤ 2 * (histogramDist h h' : K) :=
  histogramDist_le_iff.mp (Nat.le_refl _)

theorem histogramDist_le_rows (h h' : FractionalHistogram K D n) : histogramDist h h' ≤ n :=
  histogramDist_le_iff.mpr (l1Dist_le_two_mul h h')

theorem histogramDist_eq_zero {h h' : FractionalHistogram K D n} : histogramDist h h' = 0 ↔ h = h' := by
  rw [← Nat.le_zero_eq, histogramDist_le_iff, show 2 * ((0 : Nat) : K) = 0 by grind]
  constructor
  · intro hz
    refine FractionalHistogram.ext fun d => ?_
    have h1 : absVal (h.mass d - h'.mass d) ≤ l1Dist h h' :=
      le_sum (f := fun d => absVal (h.mass d - h'.mass d)) (fun d => by
        have := le_absVal (h.mass d - h'.mass d)
        have := neg_le_absVal (h.mass d - h'.mass d)
        grind) d
    have h2 := le_absVal (h.mass d - h'.mass d)
    have h3 := neg_le_absVal (h.mass d - h'.mass d)
    grind
  · rintro rfl
    rw [l1Dist, sum_congr (g := fun _ => (0 : K)), sum_zero]
    · exact Std.le_refl _
    · intro d
      have h1 : absVal (h.mass d - h.mass d) ≤ 0 := absVal_le (by grind) (by grind)
      have h2 := le_absVal (h.mass d - h.mass d)
      grind

/-- The fractional histograms are a metric space with distances in the natural numbers. -/
instance : NatMetric (FractionalHistogram K D n) where
  dist := histogramDist
  dist_eq_zero := histogramDist_eq_zero
  dist_comm h h' := by
    have e : l1Dist h h' = l1Dist h' h := sum_congr fun d => absVal_sub_comm _ _
    refine Nat.le_antisymm (histogramDist_le_iff.mpr ?_) (histogramDist_le_iff.mpr ?_)
    · rw [e]; exact l1Dist_le h' h
    · rw [← e]; exact l1Dist_le h h'
  dist_triangle h h' h'' := histogramDist_le_iff.mpr <| by
    have h1 : l1Dist h h'' ≤ sum fun d => absVal (h.mass d - h'.mass d) + absVal (h'.mass d - h''.mass d) :=
      sum_le_sum fun d => absVal_sub_le_add _ _ _
    rw [sum_add] at h1
    have h2 := l1Dist_le h h'
    have h3 := l1Dist_le h' h''
    unfold l1Dist at *
    rw [Semiring.natCast_add]
    grind

/-! ### Histograms of datasets -/

variable [DecidableEq D]

/-- The number of rows of a dataset with value `d`. -/
def rowCount (K : Type w) [OrderedField K] (x : Fin n → D) (d : D) : K := sum fun i => if x i = d then 1 else 0

/-- A function summed against a histogram is summed over the rows. -/
theorem sum_rowCount (x : Fin n → D) (f : D → K) : (sum fun d => rowCount K x d * f d) = sum fun i => f (x i) := by
  have e : ∀ d, rowCount K x d * f d = sum fun i => if x i = d then f (x i) else 0 := fun d => by
    unfold rowCount
    rw [← sum_mul_right]
    refine sum_congr fun i => ?_
    by_cases h : x i = d
    · rw [if_pos h, if_pos h, h]; grind
    · rw [if_neg h, if_neg h]; grind
  rw [sum_congr e]
  exact sum_fiberwise x fun i => f (x i)

/-- **The histogram of a dataset.** -/
def histogram (K : Type w) [OrderedField K] (x : Fin n → D) : FractionalHistogram K D n where
  mass := rowCount K x
  nonneg d := sum_nonneg fun i => by
    show (0 : K) ≤ if x i = d then 1 else 0
    split <;> grind [zero_lt_one (K := K)]
  sum_eq := by
    have h := sum_rowCount x fun _ => (1 : K)
    rw [sum_const, card_fin] at h
    rw [sum_congr (g := fun d => rowCount K x d * 1) fun d => by grind, h]; grind

theorem sum_histogram (x : Fin n → D) (f : D → K) :
    (sum fun d => (histogram K x).mass d * f d) = sum fun i => f (x i) := sum_rowCount x f

/-- One changed row moves the value of a histogram under a function in `[-1, 1]` by at most two. -/
theorem sum_mul_sub_le_hamming {f : D → K} (hf : ∀ d, -1 ≤ f d ∧ f d ≤ 1) (x y : Fin n → D) :
    (sum fun d => f d * ((histogram K x).mass d - (histogram K y).mass d)) ≤ 2 * (hamming x y : K) := by
  have h := sum_sub_le_hamming hf x y
  rw [← sum_histogram x f, ← sum_histogram y f, ← sum_sub] at h
  exact Std.le_trans (sum_le_sum fun d => by grind) h

/-- The histograms of two datasets are at most as far apart as the datasets. -/
theorem histogramDist_histogram_le_hamming (x y : Fin n → D) :
    histogramDist (histogram K x) (histogram K y) ≤ hamming x y := by
  refine histogramDist_le_iff.mpr ?_
  -- the signs of the differences, as one function
  refine Std.le_trans (sum_le_sum fun d => ?_) (sum_mul_sub_le_hamming (K := K)
    (f := fun d => if 0 ≤ (histogram K x).mass d - (histogram K y).mass d then 1 else -1) (fun d => ?_) x y)
  · rw [absVal_eq_mul_sign]; exact Std.le_refl _
  · show -1 ≤ (if 0 ≤ (histogram K x).mass d - (histogram K y).mass d then (1 : K) else -1) ∧
      (if 0 ≤ (histogram K x).mass d - (histogram K y).mass d then (1 : K) else -1) ≤ 1
    split <;> grind [zero_lt_one (K := K)]

/-- **The distance of a dataset to a fractional histogram**, and its triangle inequality with the Hamming distance:
the hypothesis on `δ` of the relaxed envelope. -/
theorem histogramDist_histogram_triangle (x x' : Fin n → D) (h : FractionalHistogram K D n) :
    histogramDist (histogram K x') h ≤ dist x' x + histogramDist (histogram K x) h := by
  have h1 : dist (histogram K x') h ≤ dist (histogram K x') (histogram K x) + dist (histogram K x) h :=
    dist_triangle _ _ _
  have h2 := histogramDist_histogram_le_hamming (K := K) x' x
  exact Nat.le_trans h1 (Nat.add_le_add_right h2 _)

end Formal
