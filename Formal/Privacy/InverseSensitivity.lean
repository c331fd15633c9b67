module

public import Formal.Privacy.Envelope

/-!
# Inverse sensitivity as a special case

Blueprint 2.5 (paper, after (1)): if every base law is the point mass at a deterministic statistic,
the envelope of an attained value is `r` to the number of rows to change to attain it, so the
envelope mechanism is the discrete inverse-sensitivity mechanism.
-/

@[expose] public noncomputable section

universe u w x

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {X : Type x} [NatMetric X] [Enumeration X] {Ω : Type u} [DecidableEq Ω]

/-- The least distance from `x` to an input at which `f` takes the value `ω` (`0` if there is none;
every statement below is about an attained value). -/
def inverseSensitivity (f : X → Ω) (x : X) (ω : Ω) : Nat :=
  (((elems : List X).filter fun y => f y = ω).map (dist x)).min?.getD 0

theorem inverseSensitivity_spec (f : X → Ω) (x : X) {ω : Ω} (hω : ∃ y, f y = ω) :
    (∃ y, f y = ω ∧ dist x y = inverseSensitivity f x ω) ∧
      ∀ y, f y = ω → inverseSensitivity f x ω ≤ dist x y := by
  unfold inverseSensitivity
  have hmem : ∀ y, f y = ω → dist x y ∈ ((elems : List X).filter fun y => f y = ω).map (dist x) :=
    fun y hy => List.mem_map.mpr ⟨y, List.mem_filter.mpr ⟨mem_elems y, by simp [hy]⟩, rfl⟩
  generalize hl : ((elems : List X).filter fun y => f y = ω).map (dist x) = l at hmem
  obtain ⟨z, hz⟩ := hω
  cases hmin : l.min? with
  | none =>
    rw [List.min?_eq_none_iff] at hmin
    exact absurd (hmem z hz) (by simp [hmin])
  | some k =>
    obtain ⟨hk, hle⟩ := List.min?_eq_some_iff.mp hmin
    refine ⟨?_, fun y hy => hle _ (hmem y hy)⟩
    rw [← hl] at hk
    obtain ⟨y, hy, hyk⟩ := List.mem_map.mp hk
    exact ⟨y, by simpa using (List.mem_filter.mp hy).2, hyk⟩

/-- **Inverse sensitivity** (blueprint 2.5): for point-mass base laws the envelope of an attained
value is `r ^ len`, with `len` the least number of rows to change. -/
theorem inverseSensitivity_envelope {r : K} (h0 : 0 ≤ r) (h1 : r ≤ 1) (f : X → Ω) (x : X) {ω : Ω}
    (hω : ∃ y, f y = ω) :
    envelope r (fun y => pointMass (f y)) x ω = r ^ inverseSensitivity f x ω := by
  obtain ⟨⟨y, hy, hd⟩, hle⟩ := inverseSensitivity_spec f x hω
  refine Std.le_antisymm (maximum_le x fun z => ?_) ?_
  · show r ^ dist x z * (if ω = f z then 1 else 0) ≤ _
    split
    · next hz =>
      have := pow_le_pow_of_le_one h0 h1 (hle z hz.symm)
      grind
    · have := pow_nonneg h0 (inverseSensitivity f x ω)
      grind
  · have h := le_maximum (fun z => r ^ dist x z * pointMass (K := K) (f z) ω) y
    simp only [pointMass, hy, hd, if_true] at h
    show _ ≤ maximum fun z => r ^ dist x z * pointMass (K := K) (f z) ω
    simp only [pointMass]
    grind

end Formal
