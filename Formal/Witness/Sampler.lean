module

public import Formal.Relaxed.Real
public import Formal.Sampling.PMW
public import Formal.Witness.Excess

/-!
# An instance of the sampler of private multiplicative weights

The theorems of `Formal.Sampling.PMW` (blueprint §10) at the real numbers, for `pair` of `Formal.Witness.Excess`: two
rows, 16 rounds, `η = 1/4`, `λ = 5`, whose slope is `8`, so that the base law is not private by itself. The components
are the base law with weight `4`, the codes of the annulus `0 < d ≤ 1`, and the uniform law for the distance two. The
excess mass is at most `1/1000`; 40 proposals are `(5 + 1/1000)`-DP.
-/

@[expose] public noncomputable section

universe w

namespace Formal.Witness.Sampler

open Formal.Witness.Excess

section Field

variable {K : Type w} [ExpField K]

theorem nonneg_five : (0 : K) ≤ 5 := by grind [zero_lt_one (K := K)]

/-- The weight of a code. -/
def code (A : Annulus) : K :=
  exp (-(5 * ((A.inner : K) + 1)) + (pair (K := K)).momentScale 2 * (A.outer : K) ^ 2 / (A.length : K))

/-- The weight of the uniform law. -/
def farWeight : K := exp (-(5 * (((1 : Nat) : K) + 1))) * (card (Fin (pair (K := K)).rounds → Unit × Bool) : K)

theorem farWeight_nonneg : (0 : K) ≤ farWeight := mul_nonneg (exp_nonneg _) (natCast_nonneg _)

theorem weights : (pair (K := K)).SamplerWeights 2 5 [near] 0 1 4 farWeight code where
  one_le_base := by grind [zero_lt_one (K := K)]
  base_ge := by
    rw [show ((pair (K := K)).slope 2 - 5) * ((0 : Nat) : K) = 0 by grind, exp_zero]; grind [zero_lt_one (K := K)]
  code_ge _ _ := Std.le_refl _
  cover k h1 h2 := ⟨near, List.mem_cons_self, h1, h2⟩
  far_nonneg := farWeight_nonneg
  far_ge _ := Std.le_refl _

/-- The total weight. -/
def total : K := samplerTotal 4 farWeight code (fun A => (2 * card Bool) ^ A.length) [near]

theorem four_le_total : (4 : K) ≤ total := by
  have h1 := farWeight_nonneg (K := K)
  have h2 : (0 : K) ≤ (((2 * card Bool) ^ near.length : Nat) : K) * code near :=
    mul_nonneg (natCast_nonneg _) (exp_nonneg _)
  show (4 : K) ≤ 4 + (farWeight + ((((2 * card Bool) ^ near.length : Nat) : K) * code near + 0))
  grind

variable {N : (Fin 2 → Bool) → (Fin (pair (K := K)).rounds → Unit × Bool) → K}
  (hN : (pair (K := K)).IsRelaxed 2 5 N)
include hN

/-- A canonical component for every dataset and transcript. -/
theorem exists_canonical : ∃ c : (Fin 2 → Bool) → (Fin (pair (K := K)).rounds → Unit × Bool) →
    SamplerComponent [near] (PMW.Codes Bool), ∀ x, IsProposal
      (samplerWeight (V := PMW.Codes Bool) (l := [near]) 4 farWeight code)
      ((pair (K := K)).samplerComponentLaw [near] x) (N x) (c x) :=
  PMW.exists_canonical hN (by decide) nonneg_five weights

omit hN in
theorem excess_le : excessMass 5 ((pair (K := K)).momentScale 2) (2 * card Bool) [far, near] +
    (card (Fin (pair (K := K)).rounds → Unit × Bool) : K) * 0 ≤ 1 / 1000 := by
  rw [pair_momentScale]
  have := pair_excess_le (K := K)
  grind

variable {c : (Fin 2 → Bool) → (Fin (pair (K := K)).rounds → Unit × Bool) → SamplerComponent [near] (PMW.Codes Bool)}
  (hc : ∀ x, IsProposal (samplerWeight (V := PMW.Codes Bool) (l := [near]) 4 farWeight code)
    ((pair (K := K)).samplerComponentLaw [near] x) (N x) (c x))
include hc

/-- 40 proposals, with a failure reported as `none`, are pure `(λ + δ)`-DP for `λ = 5` and `δ = 1/1000`. -/
theorem release_pureDP : PureDP (exp (5 + 1 / 1000 : K)) fun x =>
    releaseLaw (samplerWeight (V := PMW.Codes Bool) (l := [near]) 4 farWeight code)
      ((pair (K := K)).samplerComponentLaw [near] x) (N x) (c x) some (pointMass none) 40 := by
  have hW := four_le_total (K := K)
  have h0 := zero_lt_one (K := K)
  refine PMW.sampler_release_pureDP (W := total) (δ := 1 / 1000) (φ := 0) hN (by decide) nonneg_five
    hc covers_pair (Std.le_refl _) (fun h => absurd h (by decide)) excess_le rfl (by grind)
    (isPmf_pointMass none) (Or.inl ?_) (fallbackFactor_le_exp (by grind) (by grind) ?_) some
  · rw [exp_add]; exact mul_le_mul_left (one_add_le_exp _) (exp_nonneg _)
  · rw [show ((40 : Nat) : K) = 40 by grind]; grind

omit hc in
/-- The excess mass with the annulus of the sampler and the uniform law for the rest. -/
theorem normalizer_le_far (x : Fin 2 → Bool) : sum (N x) ≤
    1 + excessMass 5 ((pair (K := K)).momentScale 2) (2 * card Bool) [near] +
      (card (Fin (pair (K := K)).rounds → Unit × Bool) : K) * exp (-(5 * (((1 : Nat) : K) + 1))) :=
  PMW.relaxed_normalizer_le_excess_far hN (by decide) nonneg_five ((covers_zero []).cons near (by decide))
    (exp_nonneg _) (fun _ => Std.le_refl _) x

/-- The error of the release, a failure counted as `2`. -/
theorem release_error_le (x : Fin 2 → Bool) :
    expect (releaseLaw (samplerWeight (V := PMW.Codes Bool) (l := [near]) 4 farWeight code)
      ((pair (K := K)).samplerComponentLaw [near] x) (N x) (c x) some (pointMass none) 40)
      (fun b => b.elim 2 ((pair (K := K)).error x)) ≤
    (pair (K := K)).accuracy 1 (7 / 2 * ((card (Unit × Bool) : K) / (pair (K := K)).eta)) + 2 * (1 / 1000) +
      2 * exp (-(((40 : Nat) : K) / total)) := by
  refine PMW.sampler_release_error_le hN (by decide) (hc x) ?_ rfl
    (isPmf_pointMass none) (by
      rw [show (card Bool : K) = 2 by show ((2 : Nat) : K) = 2; grind]; exact two_le_exp_one)
    (gapBound_card_nonneg pair) (gapBound_card pair)
  have h := PMW.relaxed_normalizer_le_excess_far hN (by decide) nonneg_five covers_pair (Std.le_refl 0)
    (fun h => absurd h (by decide)) x
  have := excess_le (K := K)
  grind

omit hN hc in
/-- 10.4: for `λ = 8` a draw from the base law is private by itself. -/
theorem base_pureDP : PureDP (exp (8 : K)) fun x : Fin 2 → Bool => (pair (K := K)).baseLaw x :=
  (pair (K := K)).baseLaw_pureDP (by decide) (by
    show 4 * ((16 : Nat) : K) * (1 / 4) / ((2 : Nat) : K) ≤ 8
    grind)

end Field

/-- At the real numbers the relaxed envelope is the supremum, and a private release exists. -/
theorem release_real : ∃ c : (Fin 2 → Bool) → (Fin (pair (K := CauchyReal)).rounds → Unit × Bool) →
    SamplerComponent [near] (PMW.Codes Bool), PureDP (exp (5 + 1 / 1000 : CauchyReal)) fun x : Fin 2 → Bool =>
    releaseLaw (samplerWeight (V := PMW.Codes Bool) (l := [near]) 4 farWeight code)
      ((pair (K := CauchyReal)).samplerComponentLaw [near] x) ((pair (K := CauchyReal)).relaxedEnvelope 2 5 x) (c x)
      some (pointMass none) 40 :=
  have hN := (pair (K := CauchyReal)).isRelaxed_relaxedEnvelope (n := 2) nonneg_five
  (exists_canonical hN).elim fun c hc => ⟨c, release_pureDP hN hc⟩

end Formal.Witness.Sampler
