module

public import Formal.Algebra.Sum

/-!
# Finite maxima

`maximum f` over an `Enumeration`; the maximum over an empty type is `0` by convention, and every
statement about maxima is about an inhabited type or a nonnegative function.
-/

@[expose] public noncomputable section

universe u w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {α : Type u}

/-- The larger of two elements. -/
def max2 (a b : K) : K := if a ≤ b then b else a

theorem le_max2_left (a b : K) : a ≤ max2 a b := by
  unfold max2; split
  · assumption
  · exact Std.le_refl _

theorem le_max2_right (a b : K) : b ≤ max2 a b := by
  unfold max2; split
  · exact Std.le_refl _
  · grind

theorem max2_le {a b c : K} (ha : a ≤ c) (hb : b ≤ c) : max2 a b ≤ c := by
  unfold max2; split <;> assumption

theorem max2_cases (a b : K) : max2 a b = a ∨ max2 a b = b := by
  unfold max2; split
  · exact Or.inr rfl
  · exact Or.inl rfl

/-- The maximum of `f` over a list (`0` if the list is empty). -/
def listMax (f : α → K) : List α → K
  | [] => 0
  | [a] => f a
  | a :: b :: l => max2 (f a) (listMax f (b :: l))

/-- The maximum of `f` over all elements of a finite type. -/
def maximum [Enumeration α] (f : α → K) : K := listMax f elems

theorem le_listMax {f : α → K} {a : α} : ∀ {l : List α}, a ∈ l → f a ≤ listMax f l
  | [b], h => by
    rw [List.mem_singleton] at h; subst h; exact Std.le_refl _
  | b :: c :: l, h => by
    rw [listMax]
    rcases List.mem_cons.mp h with rfl | h
    · exact le_max2_left _ _
    · exact Std.le_trans (le_listMax h) (le_max2_right _ _)

theorem exists_eq_listMax (f : α → K) : ∀ {l : List α}, l ≠ [] → ∃ a ∈ l, listMax f l = f a
  | [a], _ => ⟨a, List.mem_cons_self, rfl⟩
  | a :: b :: l, _ => by
    rw [listMax]
    rcases max2_cases (f a) (listMax f (b :: l)) with h | h
    · exact ⟨a, List.mem_cons_self, h⟩
    · obtain ⟨c, hc, h'⟩ := exists_eq_listMax f (l := b :: l) (by simp)
      exact ⟨c, List.mem_cons_of_mem a hc, h.trans h'⟩

variable [Enumeration α]

theorem le_maximum (f : α → K) (a : α) : f a ≤ maximum f := le_listMax (mem_elems a)

/-- The maximum over an inhabited type is attained. -/
theorem exists_eq_maximum (f : α → K) (a : α) : ∃ b, maximum f = f b := by
  obtain ⟨b, _, h⟩ := exists_eq_listMax f (l := elems) (List.ne_nil_of_mem (mem_elems a))
  exact ⟨b, h⟩

theorem maximum_le {f : α → K} {c : K} (a : α) (h : ∀ a, f a ≤ c) : maximum f ≤ c := by
  obtain ⟨b, hb⟩ := exists_eq_maximum f a
  rw [hb]; exact h b

theorem maximum_congr {f g : α → K} (h : ∀ a, f a = g a) : maximum f = maximum g := by
  rw [show f = g from funext h]

theorem maximum_nonneg {f : α → K} (h : ∀ a, 0 ≤ f a) : 0 ≤ maximum f := by
  unfold maximum
  cases hl : (elems : List α) with
  | nil => exact Std.le_refl _
  | cons a l => exact Std.le_trans (h a) (le_listMax List.mem_cons_self)

/-- A maximum of nonnegative terms is at most their sum. -/
theorem maximum_le_sum {f : α → K} (h : ∀ a, 0 ≤ f a) (a : α) : maximum f ≤ sum f :=
  maximum_le a (le_sum h)

theorem maximum_le_maximum {f g : α → K} (a : α) (h : ∀ a, f a ≤ g a) : maximum f ≤ maximum g :=
  maximum_le a fun b => Std.le_trans (h b) (le_maximum g b)

end Formal
