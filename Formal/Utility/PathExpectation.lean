module

public import Formal.Algebra.Inequalities
public import Formal.Selection.Law
public import Formal.Selection.PathSum

/-!
# Expected sums along a transcript

The law of total expectation for a selection law (blueprint §3): the expectation of `Σ_t G h_t s_t` is
governed by the conditional expectations `E_{π_h}[G h]` of one round.

* `expect_pathSum_le_expect_pathSum`: if `E_{π_h}[G h] ≤ E_{π_h}[G' h]` after every history `h`, then
  `E Σ_t G h_t s_t ≤ E Σ_t G' h_t s_t`;
* `expect_pathAverage_le`: if `E_{π_h}[G h] ≤ β` for every `h`, the average over the rounds has mean at
  most `β`;
* `expect_pathAverage_sq_le`: if `E_{π_h}[(G h)²] ≤ β²` for every `h`, its square has mean at most `β²`.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {S : Type u}

/-! ### Pointwise facts about sums along a transcript -/

/-- Exchange of a finite sum with the sum along a transcript. -/
theorem sum_pathSum {α : Type v} [Enumeration α] (G : α → List S → S → K) (J : Nat) (h : List S)
    (ω : Fin J → S) :
    (sum fun a => pathSum (G a) J h ω) = pathSum (fun h s => sum fun a => G a h s) J h ω := by
  rw [pathSum_eq_sum, sum_congr fun a => pathSum_eq_sum (G a) J h ω]
  exact sum_comm fun a t => G a (history h ω t) (ω t)

/-- Convexity of the square: `(Σ_t G)² ≤ J Σ_t G²`. -/
theorem pathSum_sq_le (G : List S → S → K) (J : Nat) (h : List S) (ω : Fin J → S) :
    pathSum G J h ω ^ 2 ≤ (J : K) * pathSum (fun h s => G h s ^ 2) J h ω := by
  have h1 := cauchy_schwarz (w := fun _ : Fin J => (1 : K)) (fun _ => Std.le_of_lt zero_lt_one)
    (fun t => G (history h ω t) (ω t)) fun _ => 1
  have e1 : (sum fun t : Fin J => (1 : K) * (G (history h ω t) (ω t) * 1)) = pathSum G J h ω := by
    rw [pathSum_eq_sum]; exact sum_congr fun t => by grind
  have e2 : (sum fun t : Fin J => (1 : K) * G (history h ω t) (ω t) ^ 2)
      = pathSum (fun h s => G h s ^ 2) J h ω := by
    rw [pathSum_eq_sum]; exact sum_congr fun t => by grind
  have e3 : (sum fun _ : Fin J => (1 : K) * 1 ^ 2) = (J : K) := by
    rw [sum_const, card_fin]; grind
  rw [e1, e2, e3] at h1
  grind

/-- Convexity of the square, for the average over the rounds. -/
theorem pathAverage_sq_le (G : List S → S → K) {J : Nat} (hJ : 0 < J) (h : List S) (ω : Fin J → S) :
    (pathSum G J h ω / (J : K)) ^ 2 ≤ pathSum (fun h s => G h s ^ 2) J h ω / (J : K) := by
  have hJK : (0 : K) < (J : K) := natCast_pos hJ
  have h1 := pathSum_sq_le G J h ω
  rw [le_div_iff_mul_le hJK]
  refine le_of_mul_le_mul_right (c := (J : K)) ?_ hJK
  have e := div_mul_cancel (a := pathSum G J h ω) (ne_of_pos hJK)
  calc (pathSum G J h ω / (J : K)) ^ 2 * (J : K) * (J : K)
      = (pathSum G J h ω / (J : K) * (J : K)) ^ 2 := by
        generalize pathSum G J h ω / (J : K) = a; grind
    _ ≤ _ := by rw [e]; grind

/-! ### Expectations -/

theorem expect_div {Ω : Type v} [Enumeration Ω] (p G : Ω → K) (c : K) :
    (expect p fun ω => G ω / c) = expect p G / c := by
  unfold expect
  rw [← sum_div]
  refine sum_congr fun ω => ?_
  show p ω * (G ω / c) = p ω * G ω / c
  rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind

namespace SelectionRule

variable {U : Type v} [Enumeration S] [Enumeration U] [DecidableEq U] (L : SelectionRule K S U)
  {g : S → K} {G G' : List S → S → K} {β : K}

/-- Conditioning on the first round. -/
theorem expect_transcriptMass_succ (g : S → K) (J : Nat) (h : List S) (F : (Fin (J + 1) → S) → K) :
    expect (L.transcriptMass g (J + 1) h) F = expect (L.selectMass g h) fun s =>
      expect (L.transcriptMass g J (h ++ [s])) fun ω => F (cons s ω) := by
  unfold expect
  rw [sum_cons]
  refine sum_congr fun s => ?_
  rw [← sum_mul_left]
  refine sum_congr fun ω => ?_
  show L.selectMass g h s * L.transcriptMass g J (h ++ [s]) ω * F (cons s ω) = _
  grind

/-- The expected sum along a transcript is the expectation of the first term plus the expectation of
the expected sum of the others. -/
theorem expect_pathSum_succ (hg : ∀ s, 0 < g s) (G : List S → S → K) (J : Nat) (h : List S) :
    expect (L.transcriptMass g (J + 1) h) (pathSum G (J + 1) h)
      = expect (L.selectMass g h) (G h) + expect (L.selectMass g h) fun s =>
        expect (L.transcriptMass g J (h ++ [s])) (pathSum G J (h ++ [s])) := by
  rw [expect_transcriptMass_succ, ← expect_add]
  refine sum_congr fun s => congrArg _ ?_
  show (expect _ fun ω => G h s + pathSum G J (h ++ [s]) ω) = _
  rw [expect_add, expect_const (L.isPmf_transcriptMass hg J _)]

/-- Expected sums along a transcript are monotone in the conditional expectations of one round. -/
theorem expect_pathSum_le_expect_pathSum (hg : ∀ s, 0 < g s)
    (hG : ∀ h, expect (L.selectMass g h) (G h) ≤ expect (L.selectMass g h) (G' h)) :
    ∀ (J : Nat) (h : List S), expect (L.transcriptMass g J h) (pathSum G J h)
      ≤ expect (L.transcriptMass g J h) (pathSum G' J h)
  | 0, _ => Std.le_refl _
  | J + 1, h => by
    have h1 := hG h
    have h2 := expect_le_expect (L.isPmf_selectMass hg h).nonneg fun s =>
      expect_pathSum_le_expect_pathSum hg hG J (h ++ [s])
    rw [L.expect_pathSum_succ hg, L.expect_pathSum_succ hg]
    grind

/-- If every conditional expectation is at most `β`, the expected sum over `J` rounds is at most
`J β`. -/
theorem expect_pathSum_le (hg : ∀ s, 0 < g s) (hG : ∀ h, expect (L.selectMass g h) (G h) ≤ β) (J : Nat)
    (h : List S) : expect (L.transcriptMass g J h) (pathSum G J h) ≤ (J : K) * β := by
  have h1 := L.expect_pathSum_le_expect_pathSum (G := G) (G' := fun _ _ => β) hg
    (fun h => by rw [expect_const (L.isPmf_selectMass hg h)]; exact hG h) J h
  rw [show pathSum (fun _ _ => β) J h = fun _ => (J : K) * β from funext (pathSum_const β J h),
    expect_const (L.isPmf_transcriptMass hg J h)] at h1
  exact h1

/-- **Average over the rounds.** If every conditional expectation is at most `β`, so is the expectation
of the average. -/
theorem expect_pathAverage_le (hg : ∀ s, 0 < g s) (hG : ∀ h, expect (L.selectMass g h) (G h) ≤ β)
    {J : Nat} (hJ : 0 < J) (h : List S) :
    (expect (L.transcriptMass g J h) fun ω => pathSum G J h ω / (J : K)) ≤ β := by
  have hJK : (0 : K) < (J : K) := natCast_pos hJ
  have h1 := L.expect_pathSum_le hg hG J h
  rw [expect_div, div_le_iff_le_mul hJK]
  grind

/-- **Second moment of the average over the rounds.** If every conditional second moment is at most
`β²`, so is that of the average. -/
theorem expect_pathAverage_sq_le (hg : ∀ s, 0 < g s)
    (hG : ∀ h, (expect (L.selectMass g h) fun s => G h s ^ 2) ≤ β ^ 2) {J : Nat} (hJ : 0 < J)
    (h : List S) :
    (expect (L.transcriptMass g J h) fun ω => (pathSum G J h ω / (J : K)) ^ 2) ≤ β ^ 2 :=
  Std.le_trans
    (expect_le_expect (L.isPmf_transcriptMass hg J h).nonneg fun ω => pathAverage_sq_le G hJ h ω)
    (L.expect_pathAverage_le (G := fun h s => G h s ^ 2) hg hG hJ h)

end SelectionRule

end Formal
