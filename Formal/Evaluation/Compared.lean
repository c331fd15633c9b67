module

public import Formal.Evaluation.Fraction

/-!
# Inequalities with evaluated sides

The form in which certificates state an inequality: it holds, and its two sides are given fractions. The
inequality comes from the general theorem, whose sides are therefore the ones that are evaluated.

`rowValue` and `tableValue` turn a list of fractions, in the order of the enumeration, into a function. A law is
proved equal to such a function once and then replaced by it wherever it occurs, since the kernel would
evaluate it anew at every occurrence.
-/

@[expose] public noncomputable section

universe u v

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

/-! ### Functions given by lists -/

/-- The entry of a list at the place where `a` is in another list. -/
def lookupIn {α : Type u} {β : Type v} [DecidableEq α] (b : β) (a : α) : List α → List β → β
  | c :: l, d :: r => if c = a then d else lookupIn b a l r
  | _, _ => b

/-- The function whose values are the fractions of a list, in the order of the enumeration. -/
def rowValue {α : Type u} [Enumeration α] [DecidableEq α] (l : List Fraction) (a : α) : Rat :=
  (lookupIn .zero a elems l).value

/-- The function whose values are the fractions of a table, one row for each `a`. -/
def tableValue {α : Type u} {β : Type v} [Enumeration α] [DecidableEq α] [Enumeration β] [DecidableEq β]
    (l : List (List Fraction)) (a : α) : β → Rat := rowValue (lookupIn [] a elems l)

theorem eq_rowValue {α : Type u} [Enumeration α] [DecidableEq α] {f : α → Rat} {l : List Fraction}
    (h : ∀ a ∈ (elems : List α), f a = rowValue l a) : f = rowValue l := funext (forall_of_elems h)

theorem eq_tableValue {α : Type u} {β : Type v} [Enumeration α] [DecidableEq α] [Enumeration β]
    [DecidableEq β] {f : α → β → Rat} {l : List (List Fraction)}
    (h : ∀ a ∈ (elems : List α), ∀ b ∈ (elems : List β), f a b = tableValue l a b) : f = tableValue l :=
  funext fun a => funext (forall_of_elems (forall_of_elems h a))

end Formal
