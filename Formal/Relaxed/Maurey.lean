module

public import Formal.Exponential.Hoeffding
public import Formal.Selection.Moments
public import Formal.Algebra.Sequences

/-!
# Maurey domination with real weights

Blueprint 5.4 in the exponential layer, where the weights of the labels are any probability mass function. (In the
algebraic layer, `Formal.Selection.Maurey`, weights are rational.) The exponents `Z c s` of the labels have the
weighted mean `μ s`; a code is a sequence of `m` labels, and its surrogate has the exponent of the data plus
those of its labels.

* `exists_transcriptMass_le_of_weights`: if a target exponent is the weighted mean of finitely many, and the weighted
  mean of the factors is at most `θ` times the target factor, then every transcript has under the target at most
  `θ ^ J` times its mass under one of them. No logarithm is taken: `z ≤ exp (z - 1)`.
* `maurey_domination_of_pmf`: codes of `m` labels with exponents in `[-b, b]`, whose mean is `μ`, dominate the target
  `f + m μ` with the constant `exp (m b² / 2)` per round (Hoeffding).
-/

@[expose] public noncomputable section

universe u v w z

namespace Formal

open Lean.Grind

variable {K : Type w} [ExpField K] {C : Type z} [Enumeration C]

/-- One selection probability against another: `z ≤ exp (z - 1)` for the ratio `z = W' / (θ W)` of the denominators. -/
theorem div_le_exp_mul_div {k a b W W' θ : K} (hk : 0 ≤ k) (hθ : 0 < θ) (hW : 0 < W) (hW' : 0 < W') :
    k * exp a / W ≤ θ * exp (a - b + (W' / (θ * W) - 1)) * (k * exp b / W') := by
  have hz := one_add_le_exp (W' / (θ * W) - 1)
  have e := div_mul_cancel (a := W') (ne_of_pos (mul_pos hθ hW))
  have e' := div_mul_cancel (a := k * exp b) (ne_of_pos hW')
  have hab : exp (a - b) * exp b = exp a := by rw [← exp_add]; exact congrArg exp (by grind)
  refine (div_le_iff_le_mul hW).mpr (le_of_mul_le_mul_right (c := W') ?_ hW')
  rw [exp_add]
  generalize W' / (θ * W) = z at hz e ⊢
  have h1 := mul_le_mul_left (show z ≤ exp (z - 1) by grind)
    (mul_nonneg (mul_nonneg hk (exp_nonneg a)) (Std.le_of_lt (mul_pos hθ hW)))
  calc k * exp a * W' = k * exp a * (θ * W) * z := by rw [← e]; grind
    _ ≤ k * exp a * (θ * W) * exp (z - 1) := h1
    _ = θ * (exp (a - b) * exp (z - 1)) * (k * exp b) * W := by rw [← hab]; grind
    _ = θ * (exp (a - b) * exp (z - 1)) * (k * exp b / W' * W') * W := by rw [e']
    _ = _ := by grind

/-! ### Domination by a weighted family of targets -/

section Family

variable {S : Type u} {U : Type v} [Enumeration S] [Enumeration U] [DecidableEq U] (L : SelectionRule K S U)
  {W : C → K} {f : C → S → K} {fy : S → K} {θ : K}

/-- One round: the likelihood of the target is at most `θ e^A` times that of the `c`-th member of the family, and the
weighted mean of the exponents `A` is at most zero. -/
theorem exists_round_exponent (hW : IsPmf W) (hmean : ∀ s, (expect W fun c => f c s) = fy s)
    (hθ : 0 < θ) (hsum : ∀ s, (expect W fun c => exp (f c s)) ≤ θ * exp (fy s)) (h : List S) (s : S) :
    ∃ A : C → K, expect W A ≤ 0 ∧ ∀ c, L.selectMass (fun s => exp (fy s)) h s ≤
      θ * exp (A c) * L.selectMass (fun s => exp (f c s)) h s := by
  have hy := L.groupWeight_pos (g := fun s => exp (fy s)) (fun s => exp_pos _) h (L.group s)
  have hc := fun c => L.groupWeight_pos (g := fun s => exp (f c s)) (fun s => exp_pos _) h (L.group s)
  -- the mean of the denominators
  have hden : (expect W fun c => L.groupWeight (fun s => exp (f c s)) h (L.group s)) ≤
      θ * L.groupWeight (fun s => exp (fy s)) h (L.group s) := by
    unfold expect SelectionRule.groupWeight
    simp only [← sum_mul_left]
    rw [sum_comm]
    refine sum_le_sum fun s' => ?_
    by_cases hs : L.group s' = L.group s
    · simp only [if_pos hs]
      have h1 := mul_le_mul_left (hsum s') (Std.le_of_lt (L.weight_pos h s'))
      rw [← expect_mul_left] at h1
      unfold expect at h1
      grind
    · simp only [if_neg hs]
      rw [sum_congr (g := fun _ => (0 : K)) fun c => by grind, sum_zero]; grind
  unfold SelectionRule.selectMass
  generalize L.groupWeight (fun s => exp (fy s)) h (L.group s) = Wy at hy hden ⊢
  generalize hWc : (fun c => L.groupWeight (fun s => exp (f c s)) h (L.group s)) = Wc at hden
  have hWc' : ∀ c, L.groupWeight (fun s => exp (f c s)) h (L.group s) = Wc c := fun c => congrFun hWc c
  simp only [hWc'] at hc ⊢
  refine ⟨fun c => fy s - f c s + (Wc c / (θ * Wy) - 1), ?_, fun c => ?_⟩
  · have hpos := mul_pos hθ hy
    have e : (expect W fun c => fy s - f c s + (Wc c / (θ * Wy) - 1)) =
        (fy s - 1) - fy s + expect W Wc / (θ * Wy) := by
      have e1 : (expect W fun c => fy s - f c s + (Wc c / (θ * Wy) - 1)) =
          expect W fun c => (fy s - 1) + ((-1) * f c s + (θ * Wy)⁻¹ * Wc c) :=
        congrArg _ (funext fun c => by rw [Field.div_eq_mul_inv]; grind)
      rw [e1, expect_add, expect_add, expect_const hW, expect_mul_left, expect_mul_left, hmean,
        Field.div_eq_mul_inv]
      grind
    have h1 := (div_le_iff_le_mul hpos).mpr (show expect W Wc ≤ 1 * (θ * Wy) by grind)
    rw [e]; grind
  · have h1 := div_le_exp_mul_div (a := fy s) (b := f c s) (mul_nonneg (Std.le_of_lt (L.drawMass_pos (L.group s)))
      (Std.le_of_lt (L.weight_pos h s))) hθ hy (hc c)
    rwa [Semiring.mul_assoc, Semiring.mul_assoc (L.drawMass (L.group s))] at h1

/-- All rounds. -/
theorem exists_transcript_exponent (hW : IsPmf W) (hmean : ∀ s, (expect W fun c => f c s) = fy s) (hθ : 0 < θ)
    (hsum : ∀ s, (expect W fun c => exp (f c s)) ≤ θ * exp (fy s)) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S), ∃ A : C → K, expect W A ≤ 0 ∧ ∀ c,
      L.transcriptMass (fun s => exp (fy s)) J h ω ≤ θ ^ J * exp (A c) * L.transcriptMass (fun s => exp (f c s)) J h ω
  | 0, _, _ => ⟨fun _ => 0, by rw [expect_const hW]; exact Std.le_refl _, fun _ => by
      simp only [SelectionRule.transcriptMass, Semiring.pow_zero, exp_zero]; grind⟩
  | J + 1, h, ω => by
    obtain ⟨A, hA, h1⟩ := exists_round_exponent L hW hmean hθ hsum h (ω 0)
    obtain ⟨B, hB, h2⟩ := exists_transcript_exponent hW hmean hθ hsum J (h ++ [ω 0]) (tail ω)
    refine ⟨fun c => A c + B c, by rw [expect_add]; grind, fun c => ?_⟩
    have hs := Std.le_of_lt (L.selectMass_pos (g := fun s => exp (fy s)) (fun s => exp_pos _) h (ω 0))
    have ht := Std.le_of_lt
      (L.transcriptMass_pos (g := fun s => exp (fy s)) (fun s => exp_pos _) J (h ++ [ω 0]) (tail ω))
    simp only [SelectionRule.transcriptMass]
    calc _ ≤ _ := mul_le_mul (h1 c) (h2 c) ht (Std.le_trans hs (h1 c))
      _ = _ := by rw [Semiring.pow_succ, exp_add]; grind

/-- **5.4 (general labels)**: if the exponent `fy` is the mean of the exponents `f c` under the weights `W`, and the
mean of the factors is at most `θ` times the factor of `fy`, then every transcript has under `fy` at most `θ ^ J` times
its mass under some `f c`. -/
theorem exists_transcriptMass_le_of_weights (hW : IsPmf W) (hmean : ∀ s, (expect W fun c => f c s) = fy s)
    (hθ : 0 < θ) (hsum : ∀ s, (expect W fun c => exp (f c s)) ≤ θ * exp (fy s)) (J : Nat) (h : List S)
    (ω : Fin J → S) : ∃ c, L.transcriptMass (fun s => exp (fy s)) J h ω ≤
      θ ^ J * L.transcriptMass (fun s => exp (f c s)) J h ω := by
  obtain ⟨A, hA, hle⟩ := exists_transcript_exponent L hW hmean hθ hsum J h ω
  obtain ⟨c, hc⟩ : ∃ c, A c ≤ 0 := by
    refine Classical.byContradiction fun hn => ?_
    have hpos : ∀ c, 0 < A c := fun c => by
      refine Classical.byContradiction fun h => hn ⟨c, by grind⟩
    -- a mean of positive numbers is positive
    have hnn : ∀ c, 0 ≤ W c * A c := fun c => mul_nonneg (hW.nonneg c) (Std.le_of_lt (hpos c))
    have hz : ∀ c, W c = 0 := fun c => by
      have h1 := le_sum hnn c
      refine Classical.byContradiction fun h0 => ?_
      have h2 : 0 < W c := by have := hW.nonneg c; grind
      have h3 := mul_pos h2 (hpos c)
      have h4 : (sum fun c => W c * A c) ≤ 0 := hA
      grind
    have h1 := hW.sum_eq_one
    rw [sum_congr hz, sum_zero] at h1
    grind [zero_lt_one (K := K)]
  refine ⟨c, Std.le_trans (hle c) ?_⟩
  have h1 := mul_le_mul_left (exp_le_one hc) (pow_nonneg (Std.le_of_lt hθ) J)
  have h2 := Std.le_of_lt (L.transcriptMass_pos (g := fun s => exp (f c s)) (fun s => exp_pos _) J h ω)
  exact mul_le_mul_right (by grind) h2

end Family

/-! ### Codes of labels -/

/-- The weight of a code: its labels are drawn independently. -/
def codeWeight {m : Nat} (w : C → K) (c : Fin m → C) : K := prod fun j => w (c j)

section Codes

variable {w Z : C → K}

/-- The sum over all codes of a product over their labels is a power. -/
theorem sum_codes_prod (f : C → K) (m : Nat) : (sum fun c : Fin m → C => prod fun j => f (c j)) = sum f ^ m :=
  listSum_sequences_prod f elems m

theorem isPmf_codeWeight (hw : IsPmf w) (m : Nat) : IsPmf (codeWeight (m := m) w) where
  nonneg _ := prod_nonneg fun _ => hw.nonneg _
  sum_eq_one := (sum_codes_prod w m).trans (by rw [hw.sum_eq_one, Semiring.one_pow])

/-- The mean of the sum of the exponents of a code. -/
theorem expect_codeWeight_sum (hw : IsPmf w) (Z : C → K) : ∀ m : Nat,
    (expect (codeWeight w) fun c : Fin m → C => sum fun j => Z (c j)) = (m : K) * expect w Z
  | 0 => by
    unfold expect
    rw [sum_nil]
    show _ * (sum fun j : Fin 0 => _) = _
    rw [sum_fin_zero]; grind
  | m + 1 => by
    have ih := expect_codeWeight_sum hw Z m
    have hone := (isPmf_codeWeight hw m).sum_eq_one
    unfold expect at ih ⊢
    rw [sum_cons]
    have e : ∀ a, (sum fun t : Fin m → C => codeWeight w (cons a t) * sum fun j => Z (cons a t j)) =
        w a * Z a + w a * ((m : K) * sum fun c => w c * Z c) := fun a => by
      rw [← ih]
      have e1 : ∀ t : Fin m → C, codeWeight w (cons a t) * (sum fun j => Z (cons a t j)) =
          w a * Z a * codeWeight w t + w a * (codeWeight w t * sum fun j => Z (t j)) := fun t => by
        have e2 : codeWeight w (cons a t) = w a * codeWeight w t := prod_fin_succ _
        have e3 : (sum fun j => Z (cons a t j)) = Z a + sum fun j => Z (t j) := sum_fin_succ _
        rw [e2, e3]; grind
      rw [sum_congr e1, sum_add, sum_mul_left, sum_mul_left, hone]; grind
    rw [sum_congr e, sum_add, sum_mul_right, hw.sum_eq_one]; grind

/-- The mean of the factor of a code. -/
theorem expect_codeWeight_exp (w Z : C → K) (m : Nat) :
    (expect (codeWeight w) fun c : Fin m → C => exp (sum fun j => Z (c j))) = (expect w fun c => exp (Z c)) ^ m := by
  unfold expect
  rw [← sum_codes_prod]
  refine sum_congr fun c => ?_
  show codeWeight w c * exp (sum fun j => Z (c j)) = _
  rw [exp_sum]; exact (prod_mul _ _).symm

end Codes

variable {S : Type u} {U : Type v} [Enumeration S] [Enumeration U] [DecidableEq U]

/-- **Maurey domination for real weights** (blueprint 5.3, 5.4): labels with exponents `Z c s` in `[-b, b]` and weights
`w`, with mean exponent `μ s`. Every transcript has under the target exponent `f + m μ` at most
`exp (b² / 2) ^ (m J)` times its mass under the surrogate `f + Σ_j Z (c_j)` of some code of `m` labels. -/
theorem maurey_domination_of_pmf (L : SelectionRule K S U) {w : C → K} {Z : C → S → K} {f μ : S → K} {b : K}
    (hw : IsPmf w) (hZ : ∀ c s, -b ≤ Z c s ∧ Z c s ≤ b) (hmean : ∀ s, (expect w fun c => Z c s) = μ s)
    (m J : Nat) (h : List S) (ω : Fin J → S) : ∃ c : Fin m → C,
      L.transcriptMass (fun s => exp (f s + (m : K) * μ s)) J h ω ≤
        exp (b ^ 2 / 2) ^ (m * J) * L.transcriptMass (fun s => exp (f s + sum fun j => Z (c j) s)) J h ω := by
  rw [pow_mul]
  refine exists_transcriptMass_le_of_weights L (W := codeWeight w) (isPmf_codeWeight hw m) (fun s => ?_)
    (pow_pos (exp_pos _) m) (fun s => ?_) J h ω
  · rw [expect_add, expect_const (isPmf_codeWeight hw m), expect_codeWeight_sum hw (fun c => Z c s), hmean]
  · have h1 := expect_exp_le hw fun c => hZ c s
    rw [hmean, exp_add] at h1
    have h2 := pow_le_pow_left (expect_nonneg hw.nonneg fun c => exp_nonneg (Z c s)) h1 m
    have e : (expect (codeWeight w) fun c : Fin m → C => exp (f s + sum fun j => Z (c j) s)) =
        exp (f s) * (expect w fun c => exp (Z c s)) ^ m := by
      rw [← expect_codeWeight_exp w (fun c => Z c s), ← expect_mul_left]
      exact congrArg _ (funext fun c => exp_add _ _)
    have h3 := mul_le_mul_left h2 (exp_nonneg (f s))
    rw [mul_pow] at h3
    rw [e, exp_add, exp_nsmul]
    grind

end Formal
