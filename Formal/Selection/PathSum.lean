module

public import Formal.Algebra.Sum

/-!
# Sums along a transcript

`pathSum G J h ω` is `Σ_t G h_t ω_t`: a quantity `G` of the earlier selections and the current one,
summed over the `J` rounds of a transcript `ω` that continues the history `h` (oldest selection
first, the convention of `SelectionRule.transcriptMass`). `pathSum_eq_sum` writes it as a sum over
the rounds `t : Fin J` with the explicit history `history h ω t`.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {S : Type u} {S' : Type v}

/-- The sum over the rounds of `ω` of a quantity of the history before the round and the selection. -/
def pathSum (G : List S → S → K) : (J : Nat) → List S → (Fin J → S) → K
  | 0, _, _ => 0
  | J + 1, h, ω => G h (ω 0) + pathSum G J (h ++ [ω 0]) (tail ω)

/-- The history before round `t`: the earlier history `h`, then the selections `ω_0, …, ω_{t-1}`. -/
def history {J : Nat} (h : List S) (ω : Fin J → S) (t : Fin J) : List S :=
  h ++ ((finList J).map ω).take t.val

theorem history_zero {J : Nat} (h : List S) (ω : Fin (J + 1) → S) : history h ω 0 = h := by
  simp [history]

theorem history_succ {J : Nat} (h : List S) (ω : Fin (J + 1) → S) (t : Fin J) :
    history h ω t.succ = history (h ++ [ω 0]) (tail ω) t := by
  have e : ((finList (J + 1)).map ω).take t.succ.val = ω 0 :: ((finList J).map (tail ω)).take t.val := by
    rw [finList, List.map_cons, List.map_map]; rfl
  unfold history
  rw [e, List.append_assoc]; rfl

/-- The sum along a transcript, as a sum over the rounds. -/
theorem pathSum_eq_sum (G : List S → S → K) : ∀ (J : Nat) (h : List S) (ω : Fin J → S),
    pathSum G J h ω = sum fun t => G (history h ω t) (ω t)
  | 0, _, _ => (sum_fin_zero _).symm
  | J + 1, h, ω => by
    rw [pathSum, pathSum_eq_sum G J, sum_fin_succ, history_zero]
    refine congrArg _ (sum_congr fun t => ?_)
    rw [history_succ]; rfl

theorem pathSum_congr {G G' : List S → S → K} (hG : ∀ h s, G h s = G' h s) {J : Nat} {h : List S}
    {ω : Fin J → S} : pathSum G J h ω = pathSum G' J h ω := by
  rw [show G = G' from funext fun h => funext fun s => hG h s]

theorem pathSum_le_pathSum {G G' : List S → S → K} (hG : ∀ h s, G h s ≤ G' h s) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S), pathSum G J h ω ≤ pathSum G' J h ω
  | 0, _, _ => Std.le_refl _
  | J + 1, h, ω => by
    have h1 := hG h (ω 0)
    have h2 := pathSum_le_pathSum hG J (h ++ [ω 0]) (tail ω)
    rw [pathSum, pathSum]; grind

theorem pathSum_nonneg {G : List S → S → K} (hG : ∀ h s, 0 ≤ G h s) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S), 0 ≤ pathSum G J h ω
  | 0, _, _ => Std.le_refl _
  | J + 1, h, ω => by
    have h1 := hG h (ω 0)
    have h2 := pathSum_nonneg hG J (h ++ [ω 0]) (tail ω)
    rw [pathSum]; grind

theorem pathSum_add (G G' : List S → S → K) : ∀ (J : Nat) (h : List S) (ω : Fin J → S),
    pathSum (fun h s => G h s + G' h s) J h ω = pathSum G J h ω + pathSum G' J h ω
  | 0, _, _ => by simp only [pathSum]; grind
  | J + 1, h, ω => by rw [pathSum, pathSum, pathSum, pathSum_add G G' J]; grind

theorem pathSum_mul_left (c : K) (G : List S → S → K) : ∀ (J : Nat) (h : List S) (ω : Fin J → S),
    pathSum (fun h s => c * G h s) J h ω = c * pathSum G J h ω
  | 0, _, _ => by simp only [pathSum]; grind
  | J + 1, h, ω => by rw [pathSum, pathSum, pathSum_mul_left c G J]; grind

theorem pathSum_sub (G G' : List S → S → K) (J : Nat) (h : List S) (ω : Fin J → S) :
    pathSum (fun h s => G h s - G' h s) J h ω = pathSum G J h ω - pathSum G' J h ω := by
  have := pathSum_add (fun h s => G h s - G' h s) G' J h ω
  rw [pathSum_congr (G' := G) (fun h s => by grind)] at this
  grind

theorem pathSum_const (c : K) : ∀ (J : Nat) (h : List S) (ω : Fin J → S),
    pathSum (fun _ _ => c) J h ω = (J : K) * c
  | 0, _, _ => by simp only [pathSum]; grind
  | J + 1, h, ω => by rw [pathSum, pathSum_const c J]; grind

/-- A quantity of the current selection alone. -/
theorem pathSum_apply (f : S → K) (J : Nat) (h : List S) (ω : Fin J → S) :
    pathSum (fun _ s => f s) J h ω = sum fun t => f (ω t) := pathSum_eq_sum _ J h ω

/-- Renaming the selections. -/
theorem pathSum_map (G : List S' → S' → K) (φ : S → S') : ∀ (J : Nat) (h : List S) (ω : Fin J → S),
    pathSum G J (h.map φ) (fun t => φ (ω t)) = pathSum (fun h s => G (h.map φ) (φ s)) J h ω
  | 0, _, _ => rfl
  | J + 1, h, ω => by
    rw [pathSum, pathSum, ← pathSum_map G φ J, List.map_append]; rfl

end Formal
