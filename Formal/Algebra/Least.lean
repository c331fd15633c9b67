module

public import Init.Data.Nat.Lemmas

/-!
# The least natural number with a property

Blueprint §8 chooses the code length, the moment order, the width of an annulus and the number of
rounds as the least natural number with a property (core Lean has no `Nat.find`).
-/

@[expose] public noncomputable section

namespace Formal

/-- A property of natural numbers that holds somewhere has a least place where it holds. -/
theorem exists_least {P : Nat → Prop} (h : ∃ n, P n) : ∃ n, P n ∧ ∀ m, m < n → ¬ P m := by
  obtain ⟨n, hn⟩ := h
  induction n using Nat.strongRecOn with
  | _ n ih =>
    by_cases hm : ∃ m, m < n ∧ P m
    · obtain ⟨m, hmn, hPm⟩ := hm
      exact ih m hmn hPm
    · exact ⟨n, hn, fun m hmn hPm => hm ⟨m, hmn, hPm⟩⟩

end Formal
