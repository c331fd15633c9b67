module

public import Formal.Probability.Pmf

/-!
# Selection laws with menus

Blueprint §3 (paper (2)). In each round a group `u` of elements is drawn with a probability that
depends on nothing private, and then an element of the group is selected with probability
proportional to `weight h s * g s`, where `h` is the list of earlier selections (oldest first) and
`g` is the *target factor*, the only place where the data enters. Private multiplicative weights
uses one group; the ℓ₂ mechanism of blueprint §9 uses one group `{(q,+), (q,-)}` per query.

The law of `J` rounds, `transcriptMass`, is positive and sums to one, and does not change when `g` is
scaled by a factor that is constant on groups.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

/-- What one round of selection offers, before the data is looked at. -/
structure SelectionRule (K : Type w) (S : Type u) (U : Type v) [OrderedField K] [Enumeration U] where
  /-- The group of an element. -/
  group : S → U
  /-- The probability `ν(u)` that group `u` is drawn. -/
  drawMass : U → K
  /-- The data-independent weight `w_h(s)`, given the earlier selections `h` (oldest first). -/
  weight : List S → S → K
  /-- No group is empty. -/
  group_surjective : ∀ u, ∃ s, group s = u
  /-- Every group can be drawn. -/
  drawMass_pos : ∀ u, 0 < drawMass u
  /-- The draw probabilities sum to one. -/
  sum_drawMass : sum drawMass = 1
  /-- Weights are positive. -/
  weight_pos : ∀ h s, 0 < weight h s

variable {K : Type w} [OrderedField K] {S : Type u} {U : Type v} [Enumeration S] [Enumeration U]
  [DecidableEq U]

namespace SelectionRule

/-- The total weight of group `u` after history `h`: the denominator of (2). -/
def groupWeight (L : SelectionRule K S U) (g : S → K) (h : List S) (u : U) : K :=
  sum fun s => if L.group s = u then L.weight h s * g s else 0

/-- The probability `π_h(s | g)` of selecting `s` after history `h` (paper (2)). -/
def selectMass (L : SelectionRule K S U) (g : S → K) (h : List S) (s : S) : K :=
  L.drawMass (L.group s) * (L.weight h s * g s) / L.groupWeight g h (L.group s)

/-- The probability of the next `J` selections `ω` after history `h`. -/
def transcriptMass (L : SelectionRule K S U) (g : S → K) : (J : Nat) → List S → (Fin J → S) → K
  | 0, _, _ => 1
  | J + 1, h, ω => L.selectMass g h (ω 0) * transcriptMass L g J (h ++ [ω 0]) (tail ω)

variable (L : SelectionRule K S U) {g : S → K}

theorem groupWeight_pos (hg : ∀ s, 0 < g s) (h : List S) (u : U) : 0 < L.groupWeight g h u := by
  obtain ⟨s, hs⟩ := L.group_surjective u
  have hnn : ∀ s', 0 ≤ if L.group s' = u then L.weight h s' * g s' else 0 := fun s' => by
    split
    · exact Std.le_of_lt (mul_pos (L.weight_pos h s') (hg s'))
    · exact Std.le_refl _
  have hle := le_sum hnn s
  rw [if_pos hs] at hle
  have := mul_pos (L.weight_pos h s) (hg s)
  show 0 < sum _
  grind

theorem selectMass_pos (hg : ∀ s, 0 < g s) (h : List S) (s : S) : 0 < L.selectMass g h s :=
  div_pos (mul_pos (L.drawMass_pos _) (mul_pos (L.weight_pos h s) (hg s))) (L.groupWeight_pos hg h _)

/-- One round selects exactly one element. -/
theorem sum_selectMass (hg : ∀ s, 0 < g s) (h : List S) : sum (L.selectMass g h) = 1 := by
  rw [← sum_fiberwise L.group, ← L.sum_drawMass]
  refine sum_congr fun u => ?_
  have hterm : ∀ s, (if L.group s = u then L.selectMass g h s else 0)
      = L.drawMass u / L.groupWeight g h u * (if L.group s = u then L.weight h s * g s else 0) := by
    intro s
    by_cases hs : L.group s = u
    · rw [if_pos hs, if_pos hs]
      unfold selectMass
      rw [hs, Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
    · rw [if_neg hs, if_neg hs]; grind
  rw [sum_congr hterm, sum_mul_left]
  exact div_mul_cancel (ne_of_pos (L.groupWeight_pos hg h u))

theorem isPmf_selectMass (hg : ∀ s, 0 < g s) (h : List S) : IsPmf (L.selectMass g h) where
  nonneg s := Std.le_of_lt (L.selectMass_pos hg h s)
  sum_eq_one := L.sum_selectMass hg h

/-- Every transcript has positive mass (blueprint 3.1). -/
theorem transcriptMass_pos (hg : ∀ s, 0 < g s) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S), 0 < L.transcriptMass g J h ω
  | 0, _, _ => zero_lt_one
  | J + 1, h, _ => mul_pos (L.selectMass_pos hg h _) (transcriptMass_pos hg J _ _)

/-- The transcript law has total mass one (blueprint 3.1). -/
theorem sum_transcriptMass (hg : ∀ s, 0 < g s) :
    ∀ (J : Nat) (h : List S), sum (L.transcriptMass g J h) = 1
  | 0, h => by rw [sum_nil]; rfl
  | J + 1, h => by
    rw [sum_cons, ← L.sum_selectMass hg h]
    refine sum_congr fun s => ?_
    show (sum fun t => L.selectMass g h s * L.transcriptMass g J (h ++ [s]) t) = _
    rw [sum_mul_left, sum_transcriptMass hg J]; grind

theorem isPmf_transcriptMass (hg : ∀ s, 0 < g s) (J : Nat) (h : List S) :
    IsPmf (L.transcriptMass g J h) where
  nonneg ω := Std.le_of_lt (L.transcriptMass_pos hg J h ω)
  sum_eq_one := L.sum_transcriptMass hg J h

theorem groupWeight_smul (c : U → K) (h : List S) (u : U) :
    L.groupWeight (fun s => c (L.group s) * g s) h u = c u * L.groupWeight g h u := by
  unfold groupWeight
  rw [← sum_mul_left]
  refine sum_congr fun s => ?_
  by_cases hs : L.group s = u
  · rw [if_pos hs, if_pos hs]; simp only [hs]; grind
  · rw [if_neg hs, if_neg hs]; grind

theorem selectMass_smul (hg : ∀ s, 0 < g s) {c : U → K} (hc : ∀ u, 0 < c u) (h : List S) (s : S) :
    L.selectMass (fun s => c (L.group s) * g s) h s = L.selectMass g h s := by
  show L.drawMass (L.group s) * (L.weight h s * (c (L.group s) * g s))
      / L.groupWeight (fun s => c (L.group s) * g s) h (L.group s) = _
  unfold selectMass
  rw [groupWeight_smul]
  have hW := L.groupWeight_pos hg h (L.group s)
  have hcu := hc (L.group s)
  generalize L.groupWeight g h (L.group s) = W at hW ⊢
  generalize c (L.group s) = k at hcu ⊢
  refine Std.le_antisymm ((div_le_div_iff (mul_pos hcu hW) hW).mpr ?_)
    ((div_le_div_iff hW (mul_pos hcu hW)).mpr ?_) <;> grind

/-- Scaling the target factor by a constant on each group changes nothing (blueprint 3.2). -/
theorem transcriptMass_smul (hg : ∀ s, 0 < g s) {c : U → K} (hc : ∀ u, 0 < c u) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S),
      L.transcriptMass (fun s => c (L.group s) * g s) J h ω = L.transcriptMass g J h ω
  | 0, _, _ => rfl
  | J + 1, h, ω => by
    show L.selectMass _ h (ω 0) * L.transcriptMass _ J _ _ = _
    rw [L.selectMass_smul hg hc, transcriptMass_smul hg hc J]; rfl

end SelectionRule

end Formal
