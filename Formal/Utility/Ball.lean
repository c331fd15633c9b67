module

public import Formal.Selection.Maximum
public import Formal.Utility.Accuracy
public import Formal.Utility.Domination
public import Formal.Utility.OneBall

/-!
# One ball of private multiplicative weights

Blueprint 8.1. `H_R(ω) = max { p_y(ω) : d_H(x, y) ≤ R }` is the ball maximum of the base laws, `κ = 2 J η² / n²`
the moment scale, `T = |D|` and `ℓ > 0` any number with `T² + 1 ≤ exp ℓ`. If `18 κ ℓ ≤ λ²`, then for every
`R ≥ 1`

* `ball_mass_le`: `Σ_ω H_R ≤ exp (λR/2)`;
* `ball_error_le`: `Σ_ω H_R err_x ≤ exp (λR/2) (α + R · 4/n)`, where `α` is the accuracy of 7.3.

Both are `ball_expect_le`, for any `G ≥ 0` with `E_{p_x}[G²] ≤ α²` and `E_{p_v}[G] ≤ α + s` under every
surrogate target `v`. Near (`2 A_R ≤ ℓ`, codes of length one) it is the moment bound `near_moment_le` of 6.4, far
the sum over codes `far_sum_le`.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] [DecidableEq D] {Q : Type v}
  [Enumeration Q] (P : PMW K D Q) {n R : Nat} {x : Fin n → D} {G : (Fin P.rounds → Q × Bool) → K}
  {lam ℓ α β ℓ' s : K}

/-- The ball maximum `H_R` of the base laws around a dataset. -/
abbrev ballMass (x : Fin n → D) (R : Nat) : (Fin P.rounds → Q × Bool) → K :=
  ballMax (fun y : Fin n → D => P.baseLaw y) x R

omit [DecidableEq D] in
/-- The number of codes of `m` row moves is at most `exp (m ℓ)`. -/
theorem card_code_le (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ) (m : Nat) :
    (card (Fin m → RowMove D) : K) ≤ exp ((m : K) * ℓ) := by
  rw [card_rowCode, exp_nsmul, Semiring.natCast_pow]
  refine pow_le_pow_left (natCast_nonneg _) ?_ m
  rw [Semiring.natCast_succ, Semiring.natCast_pow]
  exact hℓ

/-- **6.4, near**, in the exponential layer, with codes of length one:
`(Σ_ω H_R G)^{2c} ≤ exp (A_R)^{2c} · exp ℓ · exp (2c (2c-1) A_R) · (E_{p_x}[G²])^c`. -/
theorem near_moment_le (hn : 0 < n) (hR : 1 ≤ R) (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ)
    (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => P.ballMass x R ω * G ω) ^ (2 * c) ≤ exp (P.momentScale n * (R : K) ^ 2) ^ (2 * c) *
      (exp ℓ * exp (2 * (c : K) * (2 * (c : K) - 1) * (P.momentScale n * (R : K) ^ 2)) *
        (expect (P.baseLaw x) fun ω => G ω ^ 2) ^ c) := by
  have hcard := card_code_le hℓ 1
  have hmom : ∀ v : Fin 1 → RowMove D, ratioMoment (2 * c) (P.targetLaw (P.surrogate x R v)) (P.baseLaw x) ≤
      exp (2 * (c : K) * (2 * (c : K) - 1) * (P.momentScale n * (R : K) ^ 2)) := fun v => by
    have h := P.transcript_moment_exp hn (P.absVal_surrogate_sub_le hn (Nat.le_refl 1) x v (R := R)) (2 * c)
    rwa [show ((2 * c : Nat) : K) = 2 * (c : K) by grind] at h
  have hE := pow_nonneg (expect_nonneg (P.isPmf_targetLaw (P.target x)).nonneg fun ω => sq_nonneg (G ω)) c
  rw [show ((1 : Nat) : K) * ℓ = ℓ by grind] at hcard
  refine Std.le_trans (ball_max_pow_le_of_domination (p := fun y : Fin n → D => P.baseLaw y)
    (q := fun v : Fin 1 → RowMove D => P.targetLaw (P.surrogate x R v))
    (fun y ω => Std.le_of_lt (P.targetLaw_pos _ ω)) (P.isPmf_targetLaw _) (P.targetLaw_pos _)
    (fun v ω => Std.le_of_lt (P.targetLaw_pos _ ω)) (exp_nonneg _)
    (fun y hy ω => P.maurey_domination_exp hn (Nat.le_refl 1) hR hy ω) hG hc) ?_
  rw [show P.momentScale n * (R : K) ^ 2 / ((1 : Nat) : K) = P.momentScale n * (R : K) ^ 2 by grind]
  refine mul_le_mul_left (mul_le_mul_right ?_ hE) (pow_nonneg (exp_nonneg _) _)
  exact Std.le_trans (sum_ratioMoment_le hmom) (mul_le_mul_right hcard (exp_nonneg _))

/-- **6.4, far**, in the exponential layer, with codes of length `m`. -/
theorem far_sum_le (hn : 0 < n) (hR : 1 ≤ R) (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hG : ∀ ω, 0 ≤ G ω)
    {B : K} (hB : 0 ≤ B) (hv : ∀ v : Q × Bool → K,
      (∀ s, absVal (v s - P.target x s) ≤ 2 * (R : K) / (n : K)) → expect (P.targetLaw v) G ≤ B)
    {m : Nat} (hm : 1 ≤ m) : (sum fun ω => P.ballMass x R ω * G ω) ≤
      exp (P.momentScale n * (R : K) ^ 2 / (m : K)) * (exp ((m : K) * ℓ) * B) := by
  refine Std.le_trans (ball_max_le_of_domination (p := fun y : Fin n → D => P.baseLaw y)
    (q := fun v : Fin m → RowMove D => P.targetLaw (P.surrogate x R v))
    (fun y ω => Std.le_of_lt (P.targetLaw_pos _ ω)) (fun v ω => Std.le_of_lt (P.targetLaw_pos _ ω))
    (exp_nonneg _) (fun y hy ω => P.maurey_domination_exp hn hm hR hy ω) hG) ?_
  refine mul_le_mul_left (Std.le_trans (sum_le_sum fun c => hv _ (P.absVal_surrogate_sub_le hn hm x c)) ?_)
    (exp_nonneg _)
  rw [sum_const]
  exact mul_le_mul_right (card_code_le hℓ m) hB

/-- **8.1 (one ball)** for any `G ≥ 0` with `E_{p_x}[G²] ≤ α²` and `E_{p_v}[G] ≤ α + s` for every target vector
`v` within `2R/n` of `a(x)`: the ball has `Σ_ω H_R G ≤ exp (λR/2) (α + s)`. -/
theorem ball_expect_le (hn : 0 < n) (hR : 1 ≤ R) (hlam : 0 ≤ lam) (hℓ0 : 0 < ℓ)
    (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hstar : 18 * (P.momentScale n * ℓ) ≤ lam ^ 2)
    (hG : ∀ ω, 0 ≤ G ω) (hα : 0 ≤ α) (hs : 0 ≤ s)
    (hx : (expect (P.baseLaw x) fun ω => G ω ^ 2) ≤ α ^ 2) (hv : ∀ v : Q × Bool → K,
      (∀ s, absVal (v s - P.target x s) ≤ 2 * (R : K) / (n : K)) → expect (P.targetLaw v) G ≤ α + s) :
    expect (P.ballMass x R) G ≤ exp (lam * (R : K) / 2) * (α + s) := by
  have hE := expect_nonneg (P.isPmf_targetLaw (P.target x)).nonneg fun ω => sq_nonneg (G ω)
  refine ball_le hlam (P.momentScale_pos hn) hℓ0 (natCast_pos hR) hα hs hstar (fun c hc => ?_)
    fun m hm => P.far_sum_le hn hR hℓ hG (by grind) hv hm
  refine Std.le_trans (P.near_moment_le hn hR hℓ hG hc) (mul_le_mul_left (mul_le_mul_left
    (pow_le_pow_left hE hx c) ?_) (pow_nonneg (exp_nonneg _) _))
  exact mul_nonneg (exp_nonneg _) (exp_nonneg _)

/-- **8.1, mass of one ball**: `Σ_ω H_R ≤ exp (λR/2)`. -/
theorem ball_mass_le (hn : 0 < n) (hR : 1 ≤ R) (hlam : 0 ≤ lam) (hℓ0 : 0 < ℓ)
    (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hstar : 18 * (P.momentScale n * ℓ) ≤ lam ^ 2) (x : Fin n → D) :
    sum (P.ballMass x R) ≤ exp (lam * (R : K) / 2) := by
  have h := P.ball_expect_le (x := x) (G := fun _ => 1) (α := 1) (s := 0) hn hR hlam hℓ0 hℓ hstar
    (fun _ => Std.le_of_lt zero_lt_one) (Std.le_of_lt zero_lt_one) (Std.le_refl _)
    (by
      show expect (P.targetLaw _) (fun _ => (1 : K) ^ 2) ≤ _
      rw [expect_const (P.isPmf_targetLaw _)]; exact Std.le_refl _)
    fun v _ => by rw [expect_const (P.isPmf_targetLaw v)]; grind
  rw [show expect (P.ballMass x R) (fun _ => 1) = sum (P.ballMass x R) from sum_congr fun ω => by grind] at h
  grind

/-- **8.1, error of one ball**: `Σ_ω H_R err_x ≤ exp (λR/2) (α + R · 4/n)`, where `α` is the accuracy
`ℓ'/(γJ) + γ/2 + β + 2 ξ₀/η` of 7.3. -/
theorem ball_error_le (hn : 0 < n) (hR : 1 ≤ R) (hlam : 0 ≤ lam) (hℓ0 : 0 < ℓ)
    (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hstar : 18 * (P.momentScale n * ℓ) ≤ lam ^ 2)
    (hℓ' : (card D : K) ≤ exp ℓ') (hβ : 0 ≤ β) (hg : P.GapBound β) (x : Fin n → D) :
    expect (P.ballMass x R) (P.error x) ≤
      exp (lam * (R : K) / 2) * (P.accuracy ℓ' β + (R : K) * (4 / (n : K))) := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have e : (R : K) * (4 / (n : K)) = 4 * (R : K) / (n : K) := by
    rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  rw [e]
  exact P.ball_expect_le hn hR hlam hℓ0 hℓ hstar (P.error_nonneg x) (P.accuracy_nonneg hℓ' hβ)
    (div_nonneg (by have := natCast_nonneg (K := K) R; grind) (Std.le_of_lt hnK))
    (P.expected_sq_error_le_of_gapBound x hn hℓ' hβ hg)
    fun v hv => P.expected_error_surrogate_le_of_gapBound hn hℓ' hβ hg hv

end PMW

end Formal
