module

public import Formal.Algebra.Sum

/-!
# Dependent pairs

The enumeration of `Σ a, β a` for finite types, and sums over it. The proposals of blueprint 10.2 are pairs of an
annulus and a code whose length depends on the annulus.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

variable {α : Type u} {β : α → Type v}

/-- The list of all dependent pairs with the first component in a list, the first component most significant. -/
def sigmaList [∀ a, Enumeration (β a)] : List α → List (Σ a, β a)
  | [] => []
  | a :: l => (elems : List (β a)).map (fun b => ⟨a, b⟩) ++ sigmaList l

theorem mem_sigmaList [∀ a, Enumeration (β a)] {p : Σ a, β a} : ∀ {l : List α}, p ∈ sigmaList l ↔ p.1 ∈ l
  | [] => by simp [sigmaList]
  | a :: l => by
    rw [sigmaList, List.mem_append, mem_sigmaList, List.mem_cons, List.mem_map]
    constructor
    · rintro (⟨b, _, rfl⟩ | h)
      · exact Or.inl rfl
      · exact Or.inr h
    · rintro (rfl | h)
      · exact Or.inl ⟨p.2, mem_elems _, rfl⟩
      · exact Or.inr h

theorem nodup_sigmaList [∀ a, Enumeration (β a)] : ∀ {l : List α}, l.Nodup → (sigmaList (β := β) l).Nodup
  | [], _ => by simp [sigmaList]
  | a :: l, h => by
    rw [List.nodup_cons] at h
    rw [sigmaList, List.nodup_append]
    refine ⟨nodup_map (fun b c h => by cases h; rfl) Enumeration.nodup, nodup_sigmaList h.2, ?_⟩
    intro p hp q hq hpq
    obtain ⟨b, _, rfl⟩ := List.mem_map.mp hp
    subst hpq
    exact h.1 (mem_sigmaList.mp hq)

instance [Enumeration α] [∀ a, Enumeration (β a)] : Enumeration (Σ a, β a) where
  elems := sigmaList elems
  nodup := nodup_sigmaList Enumeration.nodup
  mem_elems := fun p => mem_sigmaList.mpr (mem_elems p.1)

variable {K : Type w} [OrderedField K]

/-- A sum over dependent pairs, summed first over the second component. -/
theorem sum_sigma [Enumeration α] [∀ a, Enumeration (β a)] (f : (Σ a, β a) → K) :
    sum f = sum fun a => sum fun b : β a => f ⟨a, b⟩ := by
  show listSum f (sigmaList elems) = listSum _ elems
  generalize (elems : List α) = l
  induction l with
  | nil => rfl
  | cons a l ih => rw [sigmaList, listSum_append, listSum_map, ih, listSum]; rfl

end Formal
