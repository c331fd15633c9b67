module

public import Formal.Evaluation.Fraction

/-!
# Inequalities with evaluated sides

The form in which certificates state an inequality: it holds, and its two sides are given fractions. The
inequality comes from the general theorem, whose sides are therefore the ones that are evaluated.
-/

@[expose] public noncomputable section

universe u

namespace Formal

/-- The inequality `left ≤ right`, whose sides are the fractions `a` and `b`. -/
structure Compared (left right : Rat) (a b : Fraction) : Prop where
  /-- The inequality. -/
  le : left ≤ right
  /-- The value of the left side. -/
  left_eq : left = a.value
  /-- The value of the right side. -/
  right_eq : right = b.value

/-- The inequality `left i ≤ right i` for every `i`, whose sides are the fractions `a` and `b`, listed in the
order of the enumeration. -/
structure ComparedAll {α : Type u} [Enumeration α] (left right : α → Rat) (a b : List Fraction) : Prop where
  /-- The inequality. -/
  le : ∀ i, left i ≤ right i
  /-- The values of the left side. -/
  left_eq : (elems : List α).map left = a.map Fraction.value
  /-- The values of the right side. -/
  right_eq : (elems : List α).map right = b.map Fraction.value

/-- A decidable statement about every element of an enumerated type. -/
theorem forall_of_elems {α : Type u} [Enumeration α] {P : α → Prop} (h : ∀ a ∈ (elems : List α), P a) (a : α) :
    P a := h a (mem_elems a)

end Formal
