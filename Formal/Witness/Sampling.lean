module

public import Formal.Real.Instance
public import Formal.Sampling.Release
public import Formal.Witness.Privacy

/-!
# Instances of the acceptance scheme and of the capped loop

Every theorem with hypotheses of `Formal.Sampling` (blueprint 10.2, 10.3, 10.5) applied to concrete data on which all
its hypotheses hold. At `Rat`: an exact sampler of the envelope with discount `3/4` of the laws `gentle` of
`Formal.Witness.Privacy`. Its components are the laws of the datasets obtained from `x` by flipping the rows of a
mask, and the canonical mask of an outcome is the first one that attains the envelope. The kernel evaluates the
law of the whole loop, proposals, decisions and fallback, to numbers. In the exponential layer: a target proposed by
one uniform component, over every `ExpField` and at `CauchyReal`.
-/

@[expose] public noncomputable section

universe u

namespace Formal.Witness.Sampling

open Formal.Witness.Privacy

/-! ### A sampler of the envelope -/

/-- The envelope of `gentle` with discount `3/4`. -/
def target : Bits → Bool → Rat := envelope (3 / 4) gentle

/-- The dataset with the rows of the mask flipped. -/
def flip (x mask : Bits) : Bits := fun i => x i != mask i

/-- A mask of `k` rows is weighted by `(3/4)^k`. -/
def weight (mask : Bits) : Rat := (3 / 4) ^ ones mask

/-- The law of the flipped dataset. -/
def component (x mask : Bits) : Bool → Rat := gentle (flip x mask)

/-- The first mask that attains the envelope. -/
def canonical (x : Bits) (ω : Bool) : Bits :=
  ((elems : List Bits).find? fun mask => weight mask * component x mask ω = target x ω).getD zeros

theorem isProposal (x : Bits) : IsProposal weight (component x) (target x) (canonical x) where
  weight_nonneg := fun mask => pow_nonneg (by decide +kernel) _
  total_pos := by decide +kernel
  isPmf := fun mask => isPmf_gentle _
  target_nonneg := fun ω => envelope_nonneg (fun y => (isPmf_gentle y).nonneg) x ω
  canonical := fun ω => (by decide +kernel : ∀ x ∈ (elems : List Bits), ∀ ω ∈ (elems : List Bool),
    target x ω ≤ weight (canonical x ω) * component x (canonical x ω) ω) x (mem_elems x) ω (mem_elems ω)

/-- Without canonical masks the scheme is wrong: the own law of a dataset does not cover its envelope. -/
theorem not_isProposal : ¬IsProposal weight (component zeros) (target zeros) fun _ => zeros := fun h =>
  absurd (h.canonical true) (by decide +kernel)

/-- Only the canonical mask is accepted: both rows flipped for `true`, none for `false`. -/
theorem acceptance_values : acceptance weight (component zeros) (target zeros) (canonical zeros) allOnes true = 1 ∧
    acceptance weight (component zeros) (target zeros) (canonical zeros) zeros true = 0 ∧
    acceptance weight (component zeros) (target zeros) (canonical zeros) zeros false = 1 := by
  decide +kernel

/-! ### One proposal: blueprint 10.3 -/

theorem sum_proposal_mul_acceptance (x : Bits) (ω : Bool) :
    (sum fun i => proposalLaw weight (component x) (i, ω) *
      acceptance weight (component x) (target x) (canonical x) i ω) = target x ω / sum weight :=
  (isProposal x).sum_proposal_mul_acceptance ω

theorem attemptLaw_some : attemptLaw weight (component zeros) (target zeros) (canonical zeros) (some true) =
    target zeros true / sum weight :=
  (isProposal zeros).attemptLaw_some true

/-- The kernel evaluates the joint law of component, outcome and decision. -/
theorem attemptLaw_values :
    attemptLaw weight (component zeros) (target zeros) (canonical zeros) (some true) = 27 / 196 ∧
    attemptLaw weight (component zeros) (target zeros) (canonical zeros) (some false) = 48 / 196 ∧
    attemptLaw weight (component zeros) (target zeros) (canonical zeros) none = 121 / 196 := by
  decide +kernel

theorem target_values : target zeros true = 27 / 64 ∧ target zeros false = 3 / 4 ∧ sum (target zeros) = 75 / 64 ∧
    sum (target mixed) = 9 / 8 ∧ sum weight = 49 / 16 := by
  decide +kernel

theorem normalize_attemptLaw :
    normalize (fun ω => attemptLaw weight (component zeros) (target zeros) (canonical zeros) (some ω)) =
      normalize (target zeros) :=
  (isProposal zeros).normalize_attemptLaw

theorem eventMass_attemptLaw :
    eventMass (attemptLaw weight (component zeros) (target zeros) (canonical zeros)) (fun o => o.isSome) =
      sum (target zeros) / sum weight :=
  (isProposal zeros).eventMass_attemptLaw

/-! ### The capped loop: blueprint 10.5 -/

/-- The law of one attempt at the dataset of zeros. -/
def attempts : Option Bool → Rat := attemptLaw weight (component zeros) (target zeros) (canonical zeros)

theorem isPmf_attempts : IsPmf attempts := (isProposal zeros).isPmf_attemptLaw

/-- A fallback that answers with a fair coin. -/
def fairCoin (_ : Bool) : Rat := 1 / 2

theorem isPmf_fairCoin : IsPmf fairCoin := ⟨fun _ => by show (0 : Rat) ≤ 1 / 2; decide +kernel, by decide +kernel⟩

theorem attempts_pos : 0 < sum fun b => attempts (some b) := by decide +kernel

theorem isPmf_cappedLoop : IsPmf (cappedLoop attempts fairCoin 3) :=
  Formal.isPmf_cappedLoop isPmf_attempts isPmf_fairCoin 3

/-- The recursion is the law of the first accepted of two independent attempts. -/
theorem cappedLoop_eq_pushforward : cappedLoop attempts fairCoin 2 true =
    pushforward (fun p : (Fin 2 → Option Bool) × Bool => firstAccepted p.1 p.2)
      (jointMass (independentMass attempts) fun _ => fairCoin) true :=
  Formal.cappedLoop_eq_pushforward isPmf_attempts isPmf_fairCoin 2 true

/-- Both sides, evaluated by the kernel. -/
theorem cappedLoop_values : cappedLoop attempts fairCoin 2 true = 31759 / 76832 ∧
    pushforward (fun p : (Fin 2 → Option Bool) × Bool => firstAccepted p.1 p.2)
      (jointMass (independentMass attempts) fun _ => fairCoin) true = 31759 / 76832 := by
  decide +kernel

theorem cappedLoop_eq_mixture : cappedLoop attempts fairCoin 3 true =
    (1 - attempts none ^ 3) * normalize (fun b => attempts (some b)) true + attempts none ^ 3 * fairCoin true :=
  Formal.cappedLoop_eq_mixture isPmf_attempts attempts_pos 3 true

theorem expect_cappedLoop_le : expect (cappedLoop attempts fairCoin 3) reward ≤
    expect (normalize fun b => attempts (some b)) reward + attempts none ^ 3 * expect fairCoin reward :=
  Formal.expect_cappedLoop_le isPmf_attempts attempts_pos reward_nonneg 3

theorem expectedAttempts_le : expectedAttempts attempts 3 ≤ 1 / sum fun b => attempts (some b) :=
  Formal.expectedAttempts_le isPmf_attempts attempts_pos 3

theorem expectedAttempts_values : expectedAttempts attempts 3 = 76773 / 38416 ∧
    1 / (sum fun b => attempts (some b)) = 196 / 75 := by
  decide +kernel

/-! ### The release -/

/-- At most `N` proposals; a failure is reported as `none`. -/
def release (N : Nat) (x : Bits) : Option Bool → Rat :=
  releaseLaw weight (component x) (target x) (canonical x) some (pointMass none) N

/-- The law of the loop, evaluated by the kernel from proposals, decisions and fallback. -/
theorem release_values : release 3 zeros none = 1771561 / 7529536 ∧
    release 3 zeros (some true) = 2072871 / 7529536 ∧ release 3 zeros (some false) = 3685104 / 7529536 := by
  decide +kernel

theorem isPmf_release (x : Bits) : IsPmf (release 3 x) := isPmf_releaseLaw (isProposal x) (isPmf_pointMass none) 3

/-- The closed form. -/
theorem release_eq : release 3 zeros (some true) =
    (1 - (1 - sum (target zeros) / sum weight) ^ 3) * pushforward some (normalize (target zeros)) (some true) +
      (1 - sum (target zeros) / sum weight) ^ 3 * pointMass none (some true) :=
  releaseLaw_eq (isProposal zeros) (by decide +kernel) 3 (some true)

theorem target_lipschitz : RatioLipschitz (3 / 4) target :=
  envelope_lipschitz (by decide +kernel) (by decide +kernel) fun y => (isPmf_gentle y).nonneg

theorem one_le_target (x : Bits) : 1 ≤ sum (target x) := one_le_normalizer _ isPmf_gentle x

theorem target_le (x : Bits) : sum (target x) ≤ 75 / 64 :=
  (by decide +kernel : ∀ x ∈ (elems : List Bits), sum (target x) ≤ 75 / 64) x (mem_elems x)

/-- Three proposals: the accepted outputs decide, with the factor `4/3 · 75/64` of 2.8. -/
theorem release_pureDP : PureDP (25 / 16) (release 3) := by
  have h := releaseLaw_pureDP (W := 49 / 16) (g := some) (f := pointMass none) isProposal (fun _ => by decide +kernel)
    (by decide +kernel) (by decide +kernel) target_lipschitz one_le_target target_le (Or.inl (by decide +kernel))
    (isPmf_pointMass none) 3
  rwa [show releaseFactor (3 / 4) (75 / 64) (49 / 16) 3 = (25 / 16 : Rat) by decide +kernel] at h

/-- Six proposals: the fallback decides, with the factor `(12/11)^6`. -/
theorem release_pureDP_fallback : PureDP (2985984 / 1771561) (release 6) := by
  have h := releaseLaw_pureDP (W := 49 / 16) (g := some) (f := pointMass none) isProposal (fun _ => by decide +kernel)
    (by decide +kernel) (by decide +kernel) target_lipschitz one_le_target target_le (Or.inl (by decide +kernel))
    (isPmf_pointMass none) 6
  rwa [show releaseFactor (3 / 4) (75 / 64) (49 / 16) 6 = (2985984 / 1771561 : Rat) by decide +kernel] at h

/-- The fallback must be charged: with many proposals a failure alone tells datasets apart, beyond the factor of 2.8
and even beyond the factor `16/9` of 2.3. -/
theorem fallback_counts : ¬PureDP (16 / 9) (release 24) := fun h => absurd (h mixed zeros none) (by decide +kernel)

/-- At distance two the fallback costs no more than at distance one. -/
theorem releaseLaw_le : release 6 allOnes none ≤
    max2 ((3 / 4 : Rat)⁻¹ ^ dist allOnes zeros * min2 ((3 / 4)⁻¹ ^ dist allOnes zeros) (75 / 64))
      (((49 / 16 - 1) / (49 / 16 - 75 / 64)) ^ 6) * release 6 zeros none :=
  Formal.releaseLaw_le (W := 49 / 16) isProposal (fun _ => by decide +kernel) (by decide +kernel) (by decide +kernel)
    target_lipschitz one_le_target target_le (Or.inl (by decide +kernel)) (isPmf_pointMass none).nonneg 6 allOnes zeros
    none

/-- Blueprint 10.4: `gentle` is `1/2`-Lipschitz, its own envelope. One proposal of weight `1` is always accepted,
`δ = 0` and `W = 1`, and the release is as private as `gentle`. -/
theorem release_base_pureDP : PureDP 2 fun x : Bits =>
    releaseLaw (fun _ : Unit => (1 : Rat)) (fun _ => gentle x) (gentle x) (fun _ => ()) id fairCoin 1 := by
  have hlip : RatioLipschitz (1 / 2) gentle := fun x x' ω => (by decide +kernel :
    ∀ x ∈ (elems : List Bits), ∀ x' ∈ (elems : List Bits), ∀ ω ∈ (elems : List Bool),
      (1 / 2) ^ dist x x' * gentle x ω ≤ gentle x' ω) x (mem_elems x) x' (mem_elems x') ω (mem_elems ω)
  have h := releaseLaw_pureDP (r := 1 / 2) (ζ := 1) (W := 1) (w := fun _ _ => (1 : Rat)) (q := fun x _ => gentle x)
    (M := gentle) (c := fun _ _ => ()) (g := id)
    (fun x => ⟨fun _ => by show (0 : Rat) ≤ 1; decide +kernel,
      by show 0 < sum fun _ : Unit => (1 : Rat); decide +kernel, fun _ => isPmf_gentle x, (isPmf_gentle x).nonneg,
      fun ω => by show gentle x ω ≤ 1 * gentle x ω; grind⟩)
    (fun _ => by show (sum fun _ : Unit => (1 : Rat)) = 1; decide +kernel) (by decide +kernel) (by decide +kernel) hlip
    (fun x => by rw [(isPmf_gentle x).sum_eq_one]; decide +kernel)
    (fun x => by rw [(isPmf_gentle x).sum_eq_one]; decide +kernel) (Or.inr (by decide +kernel)) isPmf_fairCoin 1
  rwa [show releaseFactor (1 / 2) 1 1 1 = (2 : Rat) by decide +kernel] at h

theorem expect_releaseLaw_le :
    expect (releaseLaw weight (component zeros) (target zeros) (canonical zeros) id fairCoin 3) reward ≤
      expect (pushforward id (normalize (target zeros))) reward +
        (1 - 1 / sum weight) ^ 3 * expect fairCoin reward :=
  Formal.expect_releaseLaw_le (isProposal zeros) (one_le_target zeros) isPmf_fairCoin.nonneg reward_nonneg 3

/-! ### The exponential layer -/

section Exponential

variable {K : Type u} [ExpField K]

/-- A target on one bit of data: masses `1/3, 2/3` or `2/3, 5/12`, of total mass `1` and `13/12`. -/
def skewed (x : Fin 1 → Bool) (ω : Bool) : K := if x 0 then if ω then 2 / 3 else 5 / 12 else if ω then 1 / 3 else 2 / 3

/-- The uniform law. -/
def uniform (_ : Unit) (_ : Bool) : K := 1 / 2

theorem isPmf_uniform : IsPmf (uniform (K := K) ()) where
  nonneg _ := by show (0 : K) ≤ 1 / 2; grind [zero_lt_one (K := K)]
  sum_eq_one := by rw [sum_bool]; show (1 / 2 : K) + 1 / 2 = 1; grind

theorem skewed_nonneg (x : Fin 1 → Bool) (ω : Bool) : 0 ≤ skewed (K := K) x ω := by
  unfold skewed; split <;> split <;> grind [zero_lt_one (K := K)]

theorem sum_weight : sum (fun _ : Unit => (3 : K)) = 3 := by show (3 : K) + 0 = 3; grind

/-- One uniform component of weight `3` covers it. -/
theorem isProposal_skewed (x : Fin 1 → Bool) :
    IsProposal (fun _ : Unit => (3 : K)) uniform (skewed x) fun _ => () where
  weight_nonneg _ := by grind [zero_lt_one (K := K)]
  total_pos := by rw [sum_weight]; grind [zero_lt_one (K := K)]
  isPmf _ := isPmf_uniform
  target_nonneg := skewed_nonneg x
  canonical ω := by
    show skewed x ω ≤ 3 * (1 / 2 : K)
    unfold skewed; split <;> split <;> grind [zero_lt_one (K := K)]

theorem two_le_exp_one : (2 : K) ≤ exp 1 := by have := one_add_le_exp (1 : K); grind

theorem skewed_le (x x' : Fin 1 → Bool) (ω : Bool) : skewed (K := K) x ω ≤ exp 1 * skewed x' ω := by
  refine Std.le_trans ?_ (mul_le_mul_right two_le_exp_one (skewed_nonneg x' ω))
  unfold skewed
  cases x 0 <;> cases x' 0 <;> cases ω <;> simp <;> grind [zero_lt_one (K := K)]

theorem one_le_skewed (x : Fin 1 → Bool) : 1 ≤ sum (skewed (K := K) x) := by
  rw [sum_bool]; unfold skewed
  cases x 0 <;> simp <;> grind [zero_lt_one (K := K)]

theorem skewed_mass_le (x : Fin 1 → Bool) : sum (skewed (K := K) x) ≤ 1 + 1 / 12 := by
  rw [sum_bool]; unfold skewed
  cases x 0 <;> simp <;> grind [zero_lt_one (K := K)]

theorem skewed_lipschitz : RatioLipschitz (exp (-1 : K)) skewed := by
  intro x x' ω
  have h := (pureDP_iff_neighbors (exp_nonneg (1 : K))).mpr (fun x x' _ ω => skewed_le x x' ω) x x' ω
  have := mul_le_mul_left h (pow_nonneg (exp_nonneg (-1 : K)) (dist x x'))
  rw [← Lean.Grind.Semiring.mul_assoc, ← mul_pow, Lean.Grind.CommSemiring.mul_comm (exp (-1)), exp_mul_exp_neg,
    Lean.Grind.Semiring.one_pow] at this
  grind

/-- At most 24 proposals with a fair coin as the fallback. -/
def skewedRelease (x : Fin 1 → Bool) : Bool → K :=
  releaseLaw (fun _ : Unit => (3 : K)) uniform (skewed x) (fun _ => ()) id (uniform ()) 24

/-- `λ = 1`, `δ = 1/12`, `W = 3`, `N = 24`: pure `ε`-DP for `ε = 13/12`, as `λ + δ ≤ ε` and
`N δ = 2 ≤ ε (W - 13/12)`. -/
theorem skewedRelease_pureDP : PureDP (exp (13 / 12 : K)) skewedRelease :=
  release_pureDP_of_le (lam := 1) (δ := 1 / 12) (W := 3) isProposal_skewed (fun _ => sum_weight)
    (by grind [zero_lt_one (K := K)]) skewed_lipschitz one_le_skewed skewed_mass_le
    (by grind [zero_lt_one (K := K)]) isPmf_uniform (by grind [zero_lt_one (K := K)])
    (by rw [show ((24 : Nat) : K) = 24 by grind]; grind [zero_lt_one (K := K)])

theorem accept_le : exp (1 : K) * (1 + 1 / 12) ≤ exp (13 / 12) := by
  have := mul_le_mul_left (one_add_le_exp (1 / 12 : K)) (exp_nonneg 1)
  rw [← exp_add, show (1 : K) + 1 / 12 = 13 / 12 by grind] at this
  rw [show (1 : K) + 1 / 12 = 13 / 12 by grind]; exact this

theorem fallback_le : ((3 - 1) / (3 - (1 + 1 / 12) : K)) ^ 24 ≤ exp (13 / 12) :=
  fallbackFactor_le_exp (by grind [zero_lt_one (K := K)]) (by grind [zero_lt_one (K := K)])
    (by rw [show ((24 : Nat) : K) = 24 by grind]; grind [zero_lt_one (K := K)])

theorem skewedRelease_pureDP' : PureDP (exp (13 / 12 : K)) skewedRelease :=
  Formal.release_pureDP (lam := 1) (δ := 1 / 12) (W := 3) isProposal_skewed (fun _ => sum_weight)
    (by grind [zero_lt_one (K := K)]) skewed_lipschitz one_le_skewed skewed_mass_le
    (Or.inl (by grind [zero_lt_one (K := K)])) isPmf_uniform (Or.inl accept_le) fallback_le

theorem skewedRelease_neighbors (x x' : Fin 1 → Bool) (h : hamming x x' = 1) (b : Bool) :
    skewedRelease (K := K) x b ≤ exp (13 / 12) * skewedRelease x' b :=
  release_neighbors (lam := 1) (δ := 1 / 12) (W := 3) isProposal_skewed (fun _ => sum_weight)
    (by grind [zero_lt_one (K := K)]) (fun x x' _ ω => skewed_le x x' ω) one_le_skewed skewed_mass_le
    (Or.inl (by grind [zero_lt_one (K := K)])) isPmf_uniform (Or.inl accept_le) fallback_le x x' h b

/-- The fallback is reached with probability at most `e^(-24/3)`. -/
theorem skewed_reject_le (x : Fin 1 → Bool) :
    (1 - sum (skewed (K := K) x) / sum fun _ : Unit => (3 : K)) ^ 24 ≤
      exp (-(((24 : Nat) : K) / sum fun _ : Unit => (3 : K))) :=
  reject_pow_le_exp (isProposal_skewed x) (one_le_skewed x) 24

theorem skewed_expect_le (x : Fin 1 → Bool) :
    expect (skewedRelease (K := K) x) (fun _ => 1) ≤ expect (pushforward id (normalize (skewed x))) (fun _ => 1) +
      exp (-(((24 : Nat) : K) / sum fun _ : Unit => (3 : K))) * expect (uniform ()) fun _ => 1 :=
  expect_release_le (isProposal_skewed x) (one_le_skewed x) isPmf_uniform.nonneg
    (fun _ => by grind [zero_lt_one (K := K)]) 24

end Exponential

/-- At the real numbers. -/
theorem skewedRelease_cauchyReal : PureDP (exp (13 / 12 : CauchyReal)) skewedRelease := skewedRelease_pureDP

end Formal.Witness.Sampling
