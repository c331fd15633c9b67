module

public import Formal.Real.Field

/-!
# Completeness

The third step of the construction of a complete ordered field (blueprint §R): the class
`CompleteField` of ordered fields in which every nonempty set with an upper bound has a least one,
and the instance `CompleteField CauchyReal`.

* `CompleteField.archimedean`: a complete field is Archimedean.
* `sup`, `le_sup`, `sup_le`: least upper bounds as a function.
* `CauchyReal.exists_lub`: the least upper bound is the limit of the smallest upper bounds among the
  multiples of `1/(n+1)`.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

/-- Every element of the set is at most `b`. -/
def IsUpperBound {K : Type u} [LE K] (S : K → Prop) (b : K) : Prop := ∀ x, S x → x ≤ b

/-- An ordered field in which every nonempty set with an upper bound has a least upper bound. -/
class CompleteField (K : Type u) extends OrderedField K where
  /-- Every nonempty set with an upper bound has a least upper bound. -/
  exists_lub : ∀ S : K → Prop, (∃ x, S x) → (∃ b, IsUpperBound S b) →
    ∃ s, IsUpperBound S s ∧ ∀ b, IsUpperBound S b → s ≤ b

/-! ### Least upper bounds in a complete field -/

section Sup

variable {K : Type u} [CompleteField K] {S : K → Prop} {x b : K}

open Classical in
/-- The least upper bound of a nonempty set with an upper bound, and `0` for any other set. -/
def sup (S : K → Prop) : K :=
  if h : (∃ x, S x) ∧ (∃ b, IsUpperBound S b) then
    (CompleteField.exists_lub S h.1 h.2).choose
  else 0

theorem sup_spec (hS : ∃ x, S x) (hb : ∃ b, IsUpperBound S b) :
    IsUpperBound S (sup S) ∧ ∀ b, IsUpperBound S b → sup S ≤ b := by
  unfold sup
  rw [dif_pos ⟨hS, hb⟩]
  exact (CompleteField.exists_lub S hS hb).choose_spec

theorem le_sup (hb : IsUpperBound S b) (hx : S x) : x ≤ sup S := (sup_spec ⟨x, hx⟩ ⟨b, hb⟩).1 x hx

theorem sup_le (hS : ∃ x, S x) (hb : IsUpperBound S b) : sup S ≤ b := (sup_spec hS ⟨b, hb⟩).2 b hb

/-- The element is a natural number. -/
def IsNatCast (x : K) : Prop := ∃ n : Nat, x = (n : K)

/-- A complete field is Archimedean. -/
theorem CompleteField.archimedean (x : K) : ∃ n : Nat, x ≤ (n : K) := by
  refine Classical.byContradiction fun hn => ?_
  have hlt : ∀ n : Nat, (n : K) < x := fun n => by
    refine Classical.byContradiction fun h => hn ⟨n, by grind⟩
  -- one less than the least upper bound of the natural numbers would be an upper bound
  have hb : IsUpperBound IsNatCast x := by
    rintro _ ⟨n, rfl⟩; exact Std.le_of_lt (hlt n)
  have hb' : IsUpperBound IsNatCast (sup IsNatCast - 1 : K) := by
    rintro _ ⟨n, rfl⟩
    have := le_sup hb ⟨n + 1, rfl⟩
    grind
  have := sup_le ⟨_, 0, rfl⟩ hb'
  grind [zero_lt_one (K := K)]

end Sup

/-! ### The Cauchy reals are complete -/

namespace CauchyReal

open CauchySeq (const)

theorem ofRat_le_ofRat {p q : Rat} : ofRat p ≤ ofRat q ↔ p ≤ q := by
  constructor
  · intro h
    refine Classical.byContradiction fun hn => ?_
    obtain ⟨_, h1⟩ := (mk_le_mk.mp h ((p - q) / 2) (by grind)).exists
    have h2 : p ≤ q + (p - q) / 2 := h1
    grind
  · exact fun h => mk_le_mk.mpr (CauchySeq.le_of_forall fun _ => h)

theorem ofRat_lt_ofRat {p q : Rat} : ofRat p < ofRat q ↔ p < q := by
  have := ofRat_le_ofRat (p := q) (q := p); grind

/-- Every real number is at most some rational. -/
theorem exists_le_ofRat (x : CauchyReal) : ∃ q, x ≤ ofRat q := by
  induction x using ind with | _ a
  obtain ⟨M, _, h⟩ := CauchySeq.exists_bound a
  exact ⟨M, mk_le_mk.mpr fun ε hε => h.mono fun n hn => by
    show a.seq n ≤ M + ε; grind⟩

/-- Every real number is at least some rational. -/
theorem exists_ofRat_le (x : CauchyReal) : ∃ q, ofRat q ≤ x := by
  obtain ⟨q, hq⟩ := exists_le_ofRat (-x)
  exact ⟨-q, by rw [ofRat_neg]; grind⟩

/-- A real number below the terms of a sequence is at most the sequence's number. -/
theorem le_mk_of_forall {x : CauchyReal} {b : CauchySeq} (h : ∀ n, x ≤ ofRat (b.seq n)) :
    x ≤ mk b := by
  induction x using ind with | _ a
  refine mk_le_mk.mpr fun ε hε => ?_
  obtain ⟨N, hN⟩ := b.cauchy (ε / 2) (by grind)
  obtain ⟨M, hM⟩ := mk_le_mk.mp (h N) (ε / 2) (by grind)
  refine ⟨M + N, fun n hn => ?_⟩
  have h1 : a.seq n ≤ b.seq N + ε / 2 := hM n (by omega)
  have h2 := hN N n (by omega) (by omega)
  grind

/-- A property of integers that fails at `i`, holds at `j` and is kept by larger ones changes at some
integer. -/
theorem exists_last_failure {p : Int → Prop} {i : Int} (hi : ¬ p i) :
    ∀ n : Nat, p (i + n) → ∃ k, p k ∧ ¬ p (k - 1)
  | 0, h => absurd (by simpa using h) hi
  | n + 1, h => by
    by_cases hn : p (i + n)
    · exact exists_last_failure hi n hn
    · exact ⟨i + (n + 1 : Nat), h, by
        rwa [show i + ((n + 1 : Nat) : Int) - 1 = i + n by omega]⟩

/-- Some multiple of `δ` is an upper bound and the preceding multiple is not. -/
theorem exists_multiple {S : CauchyReal → Prop} (hS : ∃ x, S x) (hb : ∃ b, IsUpperBound S b)
    {δ : Rat} (hδ : 0 < δ) : ∃ q, IsUpperBound S (ofRat q) ∧ ¬ IsUpperBound S (ofRat (q - δ)) := by
  obtain ⟨x, hx⟩ := hS
  obtain ⟨b, hb⟩ := hb
  obtain ⟨l, hl⟩ := exists_ofRat_le x
  obtain ⟨r, hr⟩ := exists_le_ofRat b
  have h1 := Rat.floor_le (l / δ)
  have h2 := Rat.lt_floor_add_one (r / δ)
  have h3 : l / δ * δ = l := div_mul_cancel (ne_of_pos hδ)
  have h4 : r / δ * δ = r := div_mul_cancel (ne_of_pos hδ)
  have hlow : ¬ IsUpperBound S (ofRat ((((l / δ).floor - 1 : Int) : Rat) * δ)) := fun h => by
    have h5 := ofRat_le_ofRat.mp (Std.le_trans hl (h x hx))
    have h6 := mul_le_mul_right h1 (Std.le_of_lt hδ)
    rw [Rat.intCast_sub] at h5
    grind
  have hhigh : ∀ k : Int, (r / δ).floor + 1 ≤ k → IsUpperBound S (ofRat ((k : Rat) * δ)) :=
    fun k hk y hy => by
      refine Std.le_trans (hb y hy) (Std.le_trans hr (ofRat_le_ofRat.mpr ?_))
      have h5 : (((r / δ).floor + 1 : Int) : Rat) ≤ (k : Rat) := Rat.intCast_le_intCast.mpr hk
      have h6 := mul_le_mul_right (a := r / δ) (b := (k : Rat)) (by grind) (Std.le_of_lt hδ)
      grind
  obtain ⟨k, hk, hk'⟩ := exists_last_failure (p := fun k => IsUpperBound S (ofRat ((k : Rat) * δ)))
    hlow ((r / δ).floor + 1 - ((l / δ).floor - 1)).toNat (hhigh _ (by omega))
  refine ⟨k * δ, hk, ?_⟩
  rw [Rat.intCast_sub] at hk'
  rwa [show (k : Rat) * δ - δ = ((k : Rat) - (1 : Int)) * δ by grind]

/-- The `n`-th step width, `1/(n+1)`. -/
def width (n : Nat) : Rat := 1 / ((n : Rat) + 1)

theorem width_pos (n : Nat) : 0 < width n :=
  div_pos (by grind) (by have := natCast_nonneg (K := Rat) n; grind)

theorem exists_width_le {ε : Rat} (hε : 0 < ε) : ∃ N, ∀ n, N ≤ n → width n ≤ ε := by
  refine ⟨((1 / ε).floor + 1).toNat, fun n hn => ?_⟩
  have h1 : 1 / ε ≤ (n : Rat) := by
    have h2 : (1 / ε).floor + 1 ≤ (n : Int) := by omega
    have h3 := Rat.intCast_le_intCast.mpr h2
    have h4 := Rat.lt_floor_add_one (1 / ε)
    rw [Rat.intCast_natCast] at h3
    grind
  have h5 := natCast_nonneg (K := Rat) n
  refine (div_le_iff_le_mul (by grind)).mpr ?_
  have h6 := mul_le_mul_right h1 (Std.le_of_lt hε)
  rw [div_mul_cancel (ne_of_pos hε)] at h6
  grind

/-- Every nonempty set of real numbers with an upper bound has a least upper bound. -/
theorem exists_lub (S : CauchyReal → Prop) (hS : ∃ x, S x) (hb : ∃ b, IsUpperBound S b) :
    ∃ s, IsUpperBound S s ∧ ∀ b, IsUpperBound S b → s ≤ b := by
  -- the smallest upper bounds among the multiples of `width n`
  have hq := fun n => exists_multiple hS hb (width_pos n)
  let q := fun n => (hq n).choose
  have hup : ∀ n, IsUpperBound S (ofRat (q n)) := fun n => (hq n).choose_spec.1
  have hlow : ∀ n b, IsUpperBound S b → ofRat (q n - width n) ≤ b := fun n b hb => by
    refine Classical.byContradiction fun hn => (hq n).choose_spec.2 fun x hx => ?_
    have h1 := hb x hx
    show x ≤ ofRat (q n - width n)
    grind
  have hclose : ∀ m n, q m ≤ q n + width m := fun m n => by
    have := ofRat_le_ofRat.mp (hlow m _ (hup n)); grind
  have hcauchy : IsCauchy q := fun ε hε => by
    obtain ⟨N, hN⟩ := exists_width_le hε
    exact ⟨N, fun m n hm _ => by have h1 := hclose m n; have h2 := hN m hm; grind⟩
  refine ⟨mk ⟨q, hcauchy⟩, fun x hx => le_mk_of_forall fun n => hup n x hx, fun b hb => ?_⟩
  induction b using ind with | _ c
  refine mk_le_mk.mpr fun ε hε => ?_
  obtain ⟨N, hN⟩ := exists_width_le (ε := ε / 2) (by grind)
  obtain ⟨M, hM⟩ := mk_le_mk.mp (hlow N _ hb) (ε / 4) (by grind)
  obtain ⟨L, hL⟩ := exists_width_le (ε := ε / 4) (by grind)
  refine ⟨M + L, fun n hn => ?_⟩
  have h1 : q N - width N ≤ c.seq n + ε / 4 := hM n (by omega)
  have h2 := hL n (by omega)
  have h3 := hclose n N
  have h4 := hN N (Nat.le_refl N)
  show q n ≤ c.seq n + ε
  grind

end CauchyReal

/-- The Cauchy reals are a complete ordered field. -/
instance : CompleteField CauchyReal where
  exists_lub := CauchyReal.exists_lub

end Formal
