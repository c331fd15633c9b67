module

public import Formal.Algebra.OrderedField

/-!
# Cauchy sequences of rationals

The first step of the construction of a complete ordered field (blueprint §R): Cauchy sequences of
rationals, their sums, negatives, products and constants, the comparison `CauchySeq.Le` and the
equivalence it defines. No absolute value is used: a sequence is Cauchy when `a m ≤ a n + ε` for all
large `m` and `n`, and `a` is at most `b` when for every `ε > 0` eventually `a n ≤ b n + ε`.

* `CauchySeq.le_total`, `CauchySeq.not_le_iff`: the comparison is total, and it fails only with a gap.
* `CauchySeq.mul_le_mul`: products respect the equivalence.
* `CauchySeq.exists_inv`: a sequence with a positive gap above `0` has an inverse.
-/

@[expose] public noncomputable section

namespace Formal

/-- The property holds at all large indices. -/
def Eventually (p : Nat → Prop) : Prop := ∃ N, ∀ n, N ≤ n → p n

theorem Eventually.and {p q : Nat → Prop} (hp : Eventually p) (hq : Eventually q) :
    Eventually fun n => p n ∧ q n :=
  let ⟨M, hM⟩ := hp
  let ⟨N, hN⟩ := hq
  ⟨M + N, fun n hn => ⟨hM n (by omega), hN n (by omega)⟩⟩

theorem Eventually.mono {p q : Nat → Prop} (hp : Eventually p) (h : ∀ n, p n → q n) :
    Eventually q :=
  let ⟨N, hN⟩ := hp
  ⟨N, fun n hn => h n (hN n hn)⟩

theorem eventually_of_forall {p : Nat → Prop} (h : ∀ n, p n) : Eventually p := ⟨0, fun n _ => h n⟩

theorem Eventually.exists {p : Nat → Prop} (hp : Eventually p) : ∃ n, p n :=
  let ⟨N, hN⟩ := hp
  ⟨N, hN N (Nat.le_refl N)⟩

/-- The terms of the sequence come arbitrarily close to each other. -/
def IsCauchy (a : Nat → Rat) : Prop :=
  ∀ ε, 0 < ε → ∃ N, ∀ m n, N ≤ m → N ≤ n → a m ≤ a n + ε

/-- A Cauchy sequence of rationals. -/
structure CauchySeq where
  /-- The terms. -/
  seq : Nat → Rat
  /-- They come arbitrarily close to each other. -/
  cauchy : IsCauchy seq

namespace CauchySeq

/-- The product of two bounded rationals is bounded. -/
theorem mul_le_of_bounds {x y M δ : Rat} (hx : -M ≤ x) (hx' : x ≤ M) (hy : -δ ≤ y) (hy' : y ≤ δ) :
    x * y ≤ M * δ := by
  have h1 := mul_nonneg (a := M - x) (b := δ + y) (by grind) (by grind)
  have h2 := mul_nonneg (a := M + x) (b := δ - y) (by grind) (by grind)
  grind

theorem exists_pos_mul_eq {M ε : Rat} (hM : 0 < M) (hε : 0 < ε) : ∃ δ, 0 < δ ∧ M * δ = ε := by
  refine ⟨ε / M, div_pos hε hM, ?_⟩
  have := div_mul_cancel (a := ε) (ne_of_pos hM)
  grind

/-- A Cauchy sequence is bounded at large indices. -/
theorem exists_bound (a : CauchySeq) :
    ∃ M, 0 < M ∧ Eventually fun n => -M ≤ a.seq n ∧ a.seq n ≤ M := by
  obtain ⟨N, hN⟩ := a.cauchy 1 (by grind)
  have h := mul_self_nonneg (a.seq N - 1)
  have h' := mul_self_nonneg (a.seq N + 1)
  refine ⟨a.seq N * a.seq N + 2, by grind [mul_self_nonneg (a.seq N)], N, fun n hn => ?_⟩
  have h1 := hN n N hn (Nat.le_refl N)
  have h2 := hN N n (Nat.le_refl N) hn
  constructor <;> grind [mul_self_nonneg (a.seq N)]

/-- Two Cauchy sequences have a common bound at large indices. -/
theorem exists_common_bound (a b : CauchySeq) : ∃ M, 0 < M ∧ Eventually fun n =>
    (-M ≤ a.seq n ∧ a.seq n ≤ M) ∧ (-M ≤ b.seq n ∧ b.seq n ≤ M) := by
  obtain ⟨M, hM, ha⟩ := exists_bound a
  obtain ⟨M', hM', hb⟩ := exists_bound b
  exact ⟨M + M', by grind, (ha.and hb).mono fun n h => by grind⟩

/-! ### Operations -/

/-- The constant sequence. -/
def const (q : Rat) : CauchySeq where
  seq _ := q
  cauchy ε hε := ⟨0, fun _ _ _ _ => by grind⟩

/-- The sum of two sequences. -/
def add (a b : CauchySeq) : CauchySeq where
  seq n := a.seq n + b.seq n
  cauchy ε hε := by
    obtain ⟨M, hM⟩ := a.cauchy (ε / 2) (by grind)
    obtain ⟨N, hN⟩ := b.cauchy (ε / 2) (by grind)
    refine ⟨M + N, fun m n hm hn => ?_⟩
    have h1 := hM m n (by omega) (by omega)
    have h2 := hN m n (by omega) (by omega)
    grind

/-- The negative of a sequence. -/
def neg (a : CauchySeq) : CauchySeq where
  seq n := -a.seq n
  cauchy ε hε := by
    obtain ⟨N, hN⟩ := a.cauchy ε hε
    refine ⟨N, fun m n hm hn => ?_⟩
    have := hN n m hn hm
    grind

/-- The product of two sequences. -/
def mul (a b : CauchySeq) : CauchySeq where
  seq n := a.seq n * b.seq n
  cauchy ε hε := by
    obtain ⟨M, hM, L, hL⟩ := exists_common_bound a b
    obtain ⟨δ, hδ, hMδ⟩ := exists_pos_mul_eq hM (ε := ε / 2) (by grind)
    obtain ⟨N, hN⟩ := a.cauchy δ hδ
    obtain ⟨N', hN'⟩ := b.cauchy δ hδ
    refine ⟨L + N + N', fun m n hm hn => ?_⟩
    have hm' := hL m (by omega)
    have hn' := hL n (by omega)
    have h1 := hN m n (by omega) (by omega)
    have h2 := hN n m (by omega) (by omega)
    have h3 := hN' m n (by omega) (by omega)
    have h4 := hN' n m (by omega) (by omega)
    have h5 := mul_le_of_bounds (x := a.seq m) (y := b.seq m - b.seq n) (M := M) (δ := δ)
      hm'.1.1 hm'.1.2 (by grind) (by grind)
    have h6 := mul_le_of_bounds (x := b.seq n) (y := a.seq m - a.seq n) (M := M) (δ := δ)
      hn'.2.1 hn'.2.2 (by grind) (by grind)
    grind

/-! ### Comparison -/

/-- For every positive `ε`, the first sequence is eventually below the second plus `ε`. -/
def Le (a b : CauchySeq) : Prop :=
  ∀ ε, 0 < ε → Eventually fun n => a.seq n ≤ b.seq n + ε

theorem le_of_forall {a b : CauchySeq} (h : ∀ n, a.seq n ≤ b.seq n) : Le a b :=
  fun ε hε => eventually_of_forall fun n => by have := h n; grind

theorem le_refl (a : CauchySeq) : Le a a := le_of_forall fun _ => Std.le_refl _

theorem le_trans {a b c : CauchySeq} (hab : Le a b) (hbc : Le b c) : Le a c := fun ε hε =>
  ((hab (ε / 2) (by grind)).and (hbc (ε / 2) (by grind))).mono fun n h => by grind

/-- Where the comparison fails there is a gap. -/
theorem exists_gap_of_not_le {a b : CauchySeq} (h : ¬ Le a b) :
    ∃ ε, 0 < ε ∧ Eventually fun n => b.seq n + ε ≤ a.seq n := by
  refine Classical.byContradiction fun hn => h fun ε hε => ?_
  obtain ⟨N, hN⟩ := a.cauchy (ε / 4) (by grind)
  obtain ⟨N', hN'⟩ := b.cauchy (ε / 4) (by grind)
  refine Classical.byContradiction fun hne => hn ⟨ε / 4, by grind, N + N', fun n hn => ?_⟩
  refine Classical.byContradiction fun hlt => hne ⟨N + N', fun m hm => ?_⟩
  have h1 := hN m n (by omega) (by omega)
  have h2 := hN' n m (by omega) (by omega)
  grind

theorem not_le_of_gap {a b : CauchySeq} {ε : Rat} (hε : 0 < ε)
    (h : Eventually fun n => b.seq n + ε ≤ a.seq n) : ¬ Le a b := by
  intro hle
  obtain ⟨n, hn⟩ := ((hle (ε / 2) (by grind)).and h).exists
  grind

/-- The comparison fails exactly when there is a gap. -/
theorem not_le_iff {a b : CauchySeq} :
    ¬ Le a b ↔ ∃ ε, 0 < ε ∧ Eventually fun n => b.seq n + ε ≤ a.seq n :=
  ⟨exists_gap_of_not_le, fun ⟨_, hε, h⟩ => not_le_of_gap hε h⟩

/-- Any two Cauchy sequences are comparable. -/
theorem le_total (a b : CauchySeq) : Le a b ∨ Le b a := by
  by_cases h : Le a b
  · exact Or.inl h
  · obtain ⟨ε, hε, hgap⟩ := exists_gap_of_not_le h
    exact Or.inr fun δ hδ => hgap.mono fun n hn => by grind

theorem add_le_add {a a' b b' : CauchySeq} (ha : Le a a') (hb : Le b b') :
    Le (add a b) (add a' b') := fun ε hε =>
  ((ha (ε / 2) (by grind)).and (hb (ε / 2) (by grind))).mono fun n h => by
    show a.seq n + b.seq n ≤ a'.seq n + b'.seq n + ε
    grind

theorem neg_le_neg {a b : CauchySeq} (h : Le a b) : Le (neg b) (neg a) := fun ε hε =>
  (h ε hε).mono fun n h => by
    show -b.seq n ≤ -a.seq n + ε
    grind

/-- Products of equivalent sequences are comparable. -/
theorem mul_le_mul {a a' b b' : CauchySeq} (ha : Le a a') (ha' : Le a' a) (hb : Le b b')
    (hb' : Le b' b) : Le (mul a b) (mul a' b') := by
  intro ε hε
  obtain ⟨M, hM, hbound⟩ := exists_common_bound a b'
  obtain ⟨δ, hδ, hMδ⟩ := exists_pos_mul_eq hM (ε := ε / 2) (by grind)
  refine (hbound.and (((ha δ hδ).and (ha' δ hδ)).and ((hb δ hδ).and (hb' δ hδ)))).mono fun n h => ?_
  obtain ⟨⟨h1, h2⟩, ⟨h3, h4⟩, h5, h6⟩ := h
  have h7 := mul_le_of_bounds (x := a.seq n) (y := b.seq n - b'.seq n) (M := M) (δ := δ)
    h1.1 h1.2 (by grind) (by grind)
  have h8 := mul_le_of_bounds (x := b'.seq n) (y := a.seq n - a'.seq n) (M := M) (δ := δ)
    h2.1 h2.2 (by grind) (by grind)
  show a.seq n * b.seq n ≤ a'.seq n * b'.seq n + ε
  grind

/-! ### Inverses -/

/-- The difference of two inverses of rationals above `δ`. -/
theorem inv_le_inv_add {x y δ ε : Rat} (hδ : 0 < δ) (hx : δ ≤ x) (hy : δ ≤ y)
    (h : x ≤ y + δ * (δ * ε)) (hε : 0 < ε) : y⁻¹ ≤ x⁻¹ + ε := by
  have hx0 : 0 < x := by grind
  have hy0 : 0 < y := by grind
  have h1 : x * x⁻¹ = 1 := mul_inv_cancel (ne_of_pos hx0)
  have h2 : y * y⁻¹ = 1 := mul_inv_cancel (ne_of_pos hy0)
  refine le_of_mul_le_mul_left (c := x * y) ?_ (mul_pos hx0 hy0)
  have h3 := Formal.mul_le_mul hx (mul_le_mul_right hy (Std.le_of_lt hε))
    (mul_nonneg (Std.le_of_lt hδ) (Std.le_of_lt hε)) (Std.le_of_lt hx0)
  calc x * y * y⁻¹ = x * (y * y⁻¹) := by grind
    _ = x := by rw [h2]; grind
    _ ≤ y + x * (y * ε) := by grind
    _ = y * (x * x⁻¹) + x * y * ε := by rw [h1]; grind
    _ = x * y * (x⁻¹ + ε) := by grind

/-- A sequence with a positive gap above `0` has an inverse. -/
theorem exists_inv {a : CauchySeq} {δ : Rat} (hδ : 0 < δ) (h : Eventually fun n => δ ≤ a.seq n) :
    ∃ b : CauchySeq, Eventually fun n => a.seq n * b.seq n = 1 := by
  obtain ⟨N, hN⟩ := h
  refine ⟨⟨fun n => (a.seq n)⁻¹, fun ε hε => ?_⟩, N, fun n hn => ?_⟩
  · obtain ⟨N', hN'⟩ := a.cauchy (δ * (δ * ε)) (mul_pos hδ (mul_pos hδ hε))
    exact ⟨N + N', fun m n hm hn => inv_le_inv_add hδ (hN n (by omega)) (hN m (by omega))
      (hN' n m (by omega) (by omega)) hε⟩
  · have := hN n hn
    exact mul_inv_cancel (ne_of_pos (show 0 < a.seq n by grind))

end CauchySeq

end Formal
