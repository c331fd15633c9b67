module

public import Formal.Relaxed.Excess

/-!
# The slope of the likelihood

Blueprint 10.4 and 10.4b. The likelihood of a transcript changes by at most `e^(4 J η d / n)` over the distance `d`
of fractional histograms (`histogramLaw_le_exp_mul`); `P.slope n = 4 J η / n`. So

* if `4 J η ≤ λ n`, the relaxed envelope is the base law (10.4, `relaxedEnvelope_eq_baseLaw`);
* in general the discounted likelihoods within the distance `d₀` are at most `e^(g₀)` times the base likelihood, for
  any `g₀ ≥ 0` with `(4 J η / n - λ) d₀ ≤ g₀` (10.4b, `discounted_le_of_slope`): a base component of that weight
  covers them.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

/-! ### The change of a transcript law -/

namespace SelectionRule

variable {K : Type w} [OrderedField K] {S : Type u} {U : Type v} [Enumeration S] [Enumeration U] [DecidableEq U]
  (L : SelectionRule K S U) {g g' : S → K} {a b : K}

/-- One round: if the ratio of two target factors lies in `[a, b]`, the selection probabilities change by at most
`b / a`. -/
theorem selectMass_le_of_range (hg : ∀ s, 0 < g s) (ha : 0 < a) (hlo : ∀ s, a * g s ≤ g' s)
    (hhi : ∀ s, g' s ≤ b * g s) (h : List S) (s : S) : L.selectMass g' h s ≤ b / a * L.selectMass g h s := by
  have hg' : ∀ s, 0 < g' s := fun s => by have := mul_pos ha (hg s); have := hlo s; grind
  have hb : 0 ≤ b := Std.le_of_lt (lt_of_mul_lt_mul_right (a := 0) (c := g s)
    (by have := hg' s; have := hhi s; grind) (Std.le_of_lt (hg s)))
  have hW := L.groupWeight_pos hg h (L.group s)
  have hW' := L.groupWeight_pos hg' h (L.group s)
  have hden : a * L.groupWeight g h (L.group s) ≤ L.groupWeight g' h (L.group s) := by
    unfold groupWeight
    rw [← sum_mul_left]
    refine sum_le_sum fun s' => ?_
    by_cases hs : L.group s' = L.group s
    · rw [if_pos hs, if_pos hs]
      have := mul_le_mul_left (hlo s') (Std.le_of_lt (L.weight_pos h s'))
      grind
    · rw [if_neg hs, if_neg hs]; grind
  have hk := Std.le_of_lt (mul_pos (L.drawMass_pos (L.group s)) (L.weight_pos h s))
  unfold selectMass
  generalize L.groupWeight g h (L.group s) = W at *
  generalize L.groupWeight g' h (L.group s) = W' at *
  have e1 := div_mul_cancel (a := L.drawMass (L.group s) * (L.weight h s * g s)) (ne_of_pos hW)
  have e2 := div_mul_cancel (a := b) (ne_of_pos ha)
  refine (div_le_iff_le_mul hW').mpr ?_
  have hq : 0 ≤ L.drawMass (L.group s) * (L.weight h s * g s) / W :=
    div_nonneg (by have := mul_nonneg hk (Std.le_of_lt (hg s)); grind) (Std.le_of_lt hW)
  have hba : 0 ≤ b / a := div_nonneg hb (Std.le_of_lt ha)
  generalize L.drawMass (L.group s) * (L.weight h s * g s) / W = q at *
  generalize b / a = t at *
  have h1 := mul_le_mul_left (hhi s) hk
  have h2 := mul_le_mul_left hden (mul_nonneg hba hq)
  calc L.drawMass (L.group s) * (L.weight h s * g' s) ≤ b * (q * W) := by rw [e1]; grind
    _ = t * q * (a * W) := by rw [← e2]; grind
    _ ≤ t * q * W' := h2

/-- All rounds: the transcript probabilities change by at most `(b / a) ^ J`. -/
theorem transcriptMass_le_of_range (hg : ∀ s, 0 < g s) (ha : 0 < a) (hlo : ∀ s, a * g s ≤ g' s)
    (hhi : ∀ s, g' s ≤ b * g s) : ∀ (J : Nat) (h : List S) (ω : Fin J → S),
      L.transcriptMass g' J h ω ≤ (b / a) ^ J * L.transcriptMass g J h ω
  | 0, _, _ => by simp only [transcriptMass, Semiring.pow_zero]; grind
  | J + 1, h, ω => by
    have hg' : ∀ s, 0 < g' s := fun s => by have := mul_pos ha (hg s); have := hlo s; grind
    have h1 := L.selectMass_le_of_range hg ha hlo hhi h (ω 0)
    have h2 := transcriptMass_le_of_range hg ha hlo hhi J (h ++ [ω 0]) (tail ω)
    have hs := Std.le_of_lt (L.selectMass_pos hg' h (ω 0))
    have ht := Std.le_of_lt (L.transcriptMass_pos hg' J (h ++ [ω 0]) (tail ω))
    simp only [transcriptMass]
    calc _ ≤ _ := mul_le_mul h1 h2 ht (Std.le_trans hs h1)
      _ = _ := by rw [Semiring.pow_succ]; grind

end SelectionRule

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} (P : PMW K D Q) {n : Nat} {lam : K}

/-- Answers of fractional histograms at distance `d` differ by at most `2 d / n`. -/
theorem histogramTarget_sub_le (hn : 0 < n) (h h' : FractionalHistogram K D n) (s : Q × Bool) :
    P.histogramTarget h s - P.histogramTarget h' s ≤ 2 * (dist h h' : K) / (n : K) := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have h1 : (sum fun d => h.mass d * P.signed s d - h'.mass d * P.signed s d) ≤ l1Dist h h' :=
    sum_le_sum fun d => by
      have hs := signedValue_le_one P.query_le s d
      have h2 := le_absVal (h.mass d - h'.mass d)
      have h3 := neg_le_absVal (h.mass d - h'.mass d)
      have h4 := mul_nonneg (a := 1 - P.signed s d) (b := absVal (h.mass d - h'.mass d) + (h.mass d - h'.mass d))
        (by grind) (by grind)
      have h5 := mul_nonneg (a := 1 + P.signed s d) (b := absVal (h.mass d - h'.mass d) - (h.mass d - h'.mass d))
        (by grind) (by grind)
      grind
  rw [sum_sub] at h1
  have h2 := div_le_div_right (Std.le_trans h1 (l1Dist_le h h')) hnK
  unfold histogramTarget
  have e : ∀ a b : K, a / (n : K) - b / (n : K) = (a - b) / (n : K) := fun a b => by
    rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  rw [e]
  exact h2

variable [Enumeration Q]

/-- The slope `4 J η / n` of the log-likelihood of a transcript: its change per unit of distance. -/
def slope (n : Nat) : K := 4 * (P.rounds : K) * P.eta / (n : K)

/-- **10.4b, the slope**: the likelihood of a transcript changes by at most `exp (4 J η d / n)` over the distance
`d`. -/
theorem histogramLaw_le_exp_mul (hn : 0 < n) (h₀ h : FractionalHistogram K D n) (ω : Fin P.rounds → Q × Bool) :
    P.histogramLaw h ω ≤ exp (P.slope n * (dist h₀ h : K)) * P.histogramLaw h₀ ω := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have hx := P.rule.transcriptMass_le_of_range (g := P.targetFactor (P.histogramTarget h₀))
    (g' := P.targetFactor (P.histogramTarget h)) (a := exp (-(P.eta * (2 * (dist h₀ h : K) / (n : K)))))
    (b := exp (P.eta * (2 * (dist h₀ h : K) / (n : K)))) (P.targetFactor_pos _) (exp_pos _)
    (fun s => by
      have := mul_le_mul_left (P.histogramTarget_sub_le hn h₀ h s) (Std.le_of_lt P.eta_pos)
      unfold targetFactor; rw [← exp_add]; exact exp_le_exp (by grind))
    (fun s => by
      have h1 := P.histogramTarget_sub_le hn h h₀ s
      rw [dist_comm] at h1
      have := mul_le_mul_left h1 (Std.le_of_lt P.eta_pos)
      unfold targetFactor; rw [← exp_add]; exact exp_le_exp (by grind)) P.rounds [] ω
  rw [← exp_sub, ← exp_nsmul] at hx
  rwa [show (P.rounds : K) * (P.eta * (2 * (dist h₀ h : K) / (n : K)) - -(P.eta * (2 * (dist h₀ h : K) / (n : K)))) =
    P.slope n * (dist h₀ h : K) by unfold slope; grind] at hx

/-- The discounted likelihood within the distance `d₀` is at most `e^(g₀)` times the base likelihood, if
`(4 J η / n - λ) d₀ ≤ g₀`. -/
theorem discounted_le_of_slope (hn : 0 < n) {g₀ : K} (hg0 : 0 ≤ g₀) {d₀ : Nat}
    (hg : (P.slope n - lam) * (d₀ : K) ≤ g₀) {h₀ h : FractionalHistogram K D n} (hd : dist h₀ h ≤ d₀)
    (ω : Fin P.rounds → Q × Bool) : exp (-lam) ^ dist h₀ h * P.histogramLaw h ω ≤ exp g₀ * P.histogramLaw h₀ ω := by
  have h1 := mul_le_mul_left (P.histogramLaw_le_exp_mul hn h₀ h ω) (exp_nonneg ((dist h₀ h : K) * -lam))
  rw [← exp_nsmul]
  refine Std.le_trans h1 ?_
  rw [← Semiring.mul_assoc, ← exp_add]
  refine mul_le_mul_right (exp_le_exp ?_) (Std.le_of_lt (P.histogramLaw_pos h₀ ω))
  have hdK := natCast_le (K := K) hd
  have hd0 := natCast_nonneg (K := K) (dist h₀ h)
  by_cases hs : 0 ≤ P.slope n - lam
  · have := mul_le_mul_left hdK hs; grind
  · have := mul_nonneg (show 0 ≤ lam - P.slope n by grind) hd0; grind

/-- **10.4**: if `4 J η ≤ n λ`, the relaxed envelope is the base law. -/
theorem relaxedEnvelope_eq_baseLaw [DecidableEq D] {P : PMW K D Q} {N : (Fin n → D) → (Fin P.rounds → Q × Bool) → K}
    (hN : P.IsRelaxed n lam N) (hn : 0 < n) (hs : P.slope n ≤ lam) (x : Fin n → D) : N x = P.baseLaw x :=
  funext fun ω => Std.le_antisymm ((hN x ω).least _ fun h => by
    have h1 := P.discounted_le_of_slope (lam := lam) hn (g₀ := 0) (Std.le_refl _) (d₀ := dist (histogram K x) h)
      (by
        have := mul_nonneg (show 0 ≤ lam - P.slope n by grind) (natCast_nonneg (K := K) (dist (histogram K x) h))
        grind)
      (Nat.le_refl _) ω
    rwa [exp_zero, Semiring.one_mul, P.histogramLaw_histogram] at h1) (le_relaxedEnvelope hN x ω)

end PMW

end Formal
