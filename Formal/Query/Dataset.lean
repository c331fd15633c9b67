module

public import Formal.Privacy.PureDP

/-!
# Datasets, queries and the Hamming metric

A dataset of `n` rows over the universe `D` is a function `Fin n → D`; two datasets are neighbours
when they differ in one row (replacement). Blueprint §0: the replacement Hamming distance is a
metric, `d_*(a(x), a(y)) ≤ d_H(x, y)`, and for datasets pure DP in the metric form is the same as
pure DP for neighbours (`pureDP_iff_neighbors`).
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {D : Type u} [DecidableEq D] {n : Nat}

/-- Replacement Hamming distance: the number of rows in which two datasets differ. -/
def hamming (x y : Fin n → D) : Nat := (finList n).countP fun i => x i ≠ y i

theorem hamming_eq_zero {x y : Fin n → D} : hamming x y = 0 ↔ x = y := by
  unfold hamming
  rw [List.countP_eq_zero]
  constructor
  · intro h; funext i
    have := h i (mem_finList i)
    simpa using this
  · rintro rfl i _; simp

theorem hamming_comm (x y : Fin n → D) : hamming x y = hamming y x := by
  unfold hamming
  exact List.countP_congr fun i _ => by simp only [ne_eq, decide_eq_true_eq, eq_comm (a := x i)]

theorem countP_le_add {α : Type u} {p q r : α → Bool} (h : ∀ a, p a → q a ∨ r a) :
    ∀ l : List α, l.countP p ≤ l.countP q + l.countP r
  | [] => by simp
  | a :: l => by
    have ih := countP_le_add h l
    have ha := h a
    rw [List.countP_cons, List.countP_cons, List.countP_cons]
    cases hp : p a <;> cases hq : q a <;> cases hr : r a <;> simp_all <;> omega

theorem hamming_triangle (x y z : Fin n → D) : hamming x z ≤ hamming x y + hamming y z := by
  refine countP_le_add (fun i => ?_) _
  simp only [decide_eq_true_eq, ne_eq]
  intro hxz
  by_cases hxy : x i = y i
  · right; rw [← hxy]; exact hxz
  · exact Or.inl hxy

instance : NatMetric (Fin n → D) where
  dist := hamming
  dist_eq_zero := hamming_eq_zero
  dist_comm := hamming_comm
  dist_triangle := hamming_triangle

theorem hamming_le_rows (x y : Fin n → D) : hamming x y ≤ n := by
  have := List.countP_le_length (p := fun i => decide (x i ≠ y i)) (l := finList n)
  rwa [length_finList] at this

/-! ### Neighbours suffice -/

theorem hamming_succ {x y : Fin (n + 1) → D} :
    hamming x y = (if x 0 = y 0 then 0 else 1) + hamming (tail x) (tail y) := by
  have hmap : ((finList n).map Fin.succ).countP (fun i => decide (x i ≠ y i))
      = (finList n).countP fun i => decide (tail x i ≠ tail y i) := by
    rw [List.countP_map]; rfl
  unfold hamming
  rw [finList, List.countP_cons, hmap]
  by_cases h : x 0 = y 0 <;> simp [h, Nat.add_comm]

/-- Between two datasets at distance `k + 1` there is one at distance one from the first and `k`
from the second. -/
theorem exists_step : ∀ {n k : Nat} {x y : Fin n → D}, hamming x y = k + 1 →
    ∃ z, hamming x z = 1 ∧ hamming z y = k
  | 0, k, x, y, h => by
    have : hamming x y = 0 := rfl
    omega
  | n + 1, k, x, y, h => by
    rw [hamming_succ] at h
    by_cases h0 : x 0 = y 0
    · rw [if_pos h0, Nat.zero_add] at h
      obtain ⟨z, hz1, hz2⟩ := exists_step h
      refine ⟨cons (x 0) z, ?_, ?_⟩
      · rw [hamming_succ, cons_zero, tail_cons, if_pos rfl, Nat.zero_add, hz1]
      · rw [hamming_succ, cons_zero, tail_cons, if_pos h0, Nat.zero_add, hz2]
    · rw [if_neg h0] at h
      refine ⟨cons (y 0) (tail x), ?_, ?_⟩
      · rw [hamming_succ, cons_zero, tail_cons, if_neg h0, hamming_eq_zero.mpr rfl]
      · rw [hamming_succ, cons_zero, tail_cons, if_pos rfl]; omega

variable {K : Type w} [OrderedField K] {Ω : Type v}

/-- For datasets, pure DP (with group privacy for every distance) is pure DP for neighbouring
datasets. -/
theorem pureDP_iff_neighbors {ρ : K} (hρ : 0 ≤ ρ) {P : (Fin n → D) → Ω → K} :
    PureDP ρ P ↔ ∀ x x', hamming x x' = 1 → ∀ ω, P x ω ≤ ρ * P x' ω := by
  constructor
  · intro h x x' hd ω
    have := h x x' ω
    rw [show dist x x' = 1 from hd] at this
    grind
  · intro h x x' ω
    show P x ω ≤ ρ ^ hamming x x' * P x' ω
    generalize hk : hamming x x' = k
    induction k generalizing x with
    | zero =>
      rw [hamming_eq_zero.mp hk, Semiring.pow_zero]; grind
    | succ k ih =>
      obtain ⟨z, hz1, hz2⟩ := exists_step hk
      calc P x ω ≤ ρ * P z ω := h x z hz1 ω
        _ ≤ ρ * (ρ ^ k * P x' ω) := mul_le_mul_left (ih z hz2) hρ
        _ = ρ ^ (k + 1) * P x' ω := by rw [Semiring.pow_succ]; grind

/-! ### Queries, signed queries and answer vectors -/

variable {Q : Type v}

/-- The value of the signed query `s = (q, σ)` on a universe element (`true` is the positive
copy). -/
def signedValue (query : Q → D → K) (s : Q × Bool) (d : D) : K :=
  if s.2 then query s.1 d else -query s.1 d

/-- The answer `a_s(x) = (1/n) Σ_i s(x_i)` of a dataset to a signed query. -/
def signedAnswer (query : Q → D → K) (x : Fin n → D) (s : Q × Bool) : K :=
  (sum fun i => signedValue query s (x i)) / (n : K)

/-- The absolute value. -/
def absVal (a : K) : K := max2 a (-a)

theorem absVal_le {a c : K} (h1 : a ≤ c) (h2 : -a ≤ c) : absVal a ≤ c := max2_le h1 h2

theorem le_absVal (a : K) : a ≤ absVal a := le_max2_left _ _

theorem neg_le_absVal (a : K) : -a ≤ absVal a := le_max2_right _ _

/-- The scale `d_*(a, a') = (n/2) max_s |a_s - a'_s|` on answer vectors (blueprint §0). -/
def dStar [Enumeration Q] (n : Nat) (a a' : Q × Bool → K) : K :=
  (n : K) / 2 * maximum fun s => absVal (a s - a' s)

omit [DecidableEq D] in
theorem signedValue_le_one {query : Q → D → K} (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1)
    (s : Q × Bool) (d : D) : -1 ≤ signedValue query s d ∧ signedValue query s d ≤ 1 := by
  have := hq s.1 d
  unfold signedValue
  split <;> grind

/-- One changed row moves a sum of values in `[-1,1]` by at most two. -/
theorem sum_sub_le_hamming {f : D → K} (hf : ∀ d, -1 ≤ f d ∧ f d ≤ 1) :
    ∀ {n : Nat} (x y : Fin n → D), (sum fun i => f (x i)) - (sum fun i => f (y i)) ≤ 2 * (hamming x y : K)
  | 0, x, y => by
    have h := natCast_nonneg (K := K) (hamming x y)
    rw [sum_fin_zero, sum_fin_zero]; grind
  | n + 1, x, y => by
    have ih := sum_sub_le_hamming hf (tail x) (tail y)
    have hx := hf (x 0)
    have hy := hf (y 0)
    rw [sum_fin_succ, sum_fin_succ, hamming_succ]
    show f (x 0) + (sum fun i => f (tail x i)) - (f (y 0) + sum fun i => f (tail y i)) ≤ _
    by_cases h : x 0 = y 0
    · rw [if_pos h, h]; grind
    · rw [if_neg h, Semiring.natCast_add]; grind

/-- **Sensitivity of the answers** (blueprint §0): `d_*(a(x), a(y)) ≤ d_H(x, y)`. -/
theorem dStar_le_hamming [Enumeration Q] (q : Q) (hn : 0 < n) {query : Q → D → K}
    (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1) (x y : Fin n → D) :
    dStar n (signedAnswer query x) (signedAnswer query y) ≤ (hamming x y : K) := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have h2 : (0 : K) < (n : K) / 2 := div_pos hnK (by grind [zero_lt_one (K := K)])
  have hone : ∀ (x y : Fin n → D) (s : Q × Bool),
      signedAnswer query x s - signedAnswer query y s ≤ 2 * (hamming x y : K) / (n : K) := by
    intro x y s
    have h := sum_sub_le_hamming (signedValue_le_one hq s) x y
    refine (le_div_iff_mul_le hnK).mpr ?_
    have e1 := div_mul_cancel (a := sum fun i => signedValue query s (x i)) (ne_of_pos hnK)
    have e2 := div_mul_cancel (a := sum fun i => signedValue query s (y i)) (ne_of_pos hnK)
    unfold signedAnswer
    grind
  have hmax : (maximum fun s => absVal (signedAnswer query x s - signedAnswer query y s))
      ≤ 2 * (hamming x y : K) / (n : K) := by
    refine maximum_le (q, true) fun s => absVal_le (hone x y s) ?_
    have := hone y x s
    rw [hamming_comm y x] at this
    grind
  have e := div_mul_cancel (a := 2 * (hamming x y : K)) (ne_of_pos hnK)
  calc (n : K) / 2 * (maximum fun s => absVal (signedAnswer query x s - signedAnswer query y s))
      ≤ (n : K) / 2 * (2 * (hamming x y : K) / (n : K)) := mul_le_mul_left hmax (Std.le_of_lt h2)
    _ = (2 * (hamming x y : K) / (n : K) * (n : K)) / 2 := by
        rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv (b := (2 : K))]; grind
    _ = (hamming x y : K) := by rw [e]; grind

end Formal
