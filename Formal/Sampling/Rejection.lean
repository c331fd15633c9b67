module

public import Formal.Probability.Pmf

/-!
# One proposal of the sampler

Blueprint 10.2 and 10.3. A proposal draws a component `i` with probability `w i / W`, `W = Σ w`, and then an
outcome `ω` from the law `q i`. (For the sampler of §10 a component is the base law or an annulus together
with a code.) The target is a mass function `M`, not necessarily of total mass one. A canonical map `c`
chooses for every outcome one component that covers the target there, `M ω ≤ w (c ω) * q (c ω) ω`; the
proposal `(i, ω)` is accepted if `i = c ω`, with probability `M ω / (w i * q i ω)`, and rejected otherwise.

`attemptLaw` is the law of the result, `none` for a rejection. It is exact: `ω` is accepted with probability
`M ω / W` (`attemptLaw_some`), so some outcome is accepted with probability `(Σ M) / W` (`eventMass_attemptLaw`) and
the accepted outcome has the law `normalize M` (`normalize_attemptLaw`).
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K]

/-! ### A coin -/

/-- The law of a coin that shows `true` with probability `a`. -/
def bernoulli (a : K) (b : Bool) : K := if b then a else 1 - a

theorem sum_bool (f : Bool → K) : sum f = f true + f false := by
  show f true + (f false + 0) = _; grind

theorem isPmf_bernoulli {a : K} (h0 : 0 ≤ a) (h1 : a ≤ 1) : IsPmf (bernoulli a) where
  nonneg b := by unfold bernoulli; split <;> grind
  sum_eq_one := by rw [sum_bool]; simp only [bernoulli]; grind

/-! ### Proposal and acceptance -/

variable {I : Type v} {Ω : Type u} [DecidableEq I] {w : I → K} {q : I → Ω → K} {M : Ω → K} {c : Ω → I}

/-- The probability of accepting the outcome `ω` proposed by the component `i` (blueprint 10.3). Where the
denominator vanishes it is `0`, as `a / 0 = 0`. -/
def acceptance (w : I → K) (q : I → Ω → K) (M : Ω → K) (c : Ω → I) (i : I) (ω : Ω) : K :=
  if i = c ω then M ω / (w i * q i ω) else 0

/-- The law of the proposed pair: a component with probability proportional to its weight, then an outcome from
its law (blueprint 10.2). -/
def proposalLaw [Enumeration I] (w : I → K) (q : I → Ω → K) : I × Ω → K := jointMass (normalize w) q

/-- The joint law of the proposed pair and of the decision to accept it. -/
def decisionLaw [Enumeration I] (w : I → K) (q : I → Ω → K) (M : Ω → K) (c : Ω → I) : (I × Ω) × Bool → K :=
  jointMass (proposalLaw w q) fun p => bernoulli (acceptance w q M c p.1 p.2)

/-- The law of the result of one proposal: the proposed outcome if it was accepted, else `none`. -/
def attemptLaw [Enumeration I] [Enumeration Ω] [DecidableEq Ω] (w : I → K) (q : I → Ω → K) (M : Ω → K)
    (c : Ω → I) : Option Ω → K :=
  pushforward (fun t : (I × Ω) × Bool => if t.2 then some t.1.2 else none) (decisionLaw w q M c)

/-- The law of one proposal in closed form (`IsProposal.attemptLaw_eq`): every outcome with its target mass divided by
the total weight `W`, and `none` with the rest. -/
def idealAttempt [Enumeration Ω] (M : Ω → K) (W : K) : Option Ω → K
  | some ω => M ω / W
  | none => 1 - sum M / W

/-- The components of weights `w` and laws `q` with the canonical map `c` cover the target `M`: the hypotheses
of blueprint 10.3. -/
structure IsProposal [Enumeration I] [Enumeration Ω] (w : I → K) (q : I → Ω → K) (M : Ω → K) (c : Ω → I) :
    Prop where
  /-- Weights are nonnegative. -/
  weight_nonneg : ∀ i, 0 ≤ w i
  /-- Some weight is positive. -/
  total_pos : 0 < sum w
  /-- Every component draws from a probability mass function. -/
  isPmf : ∀ i, IsPmf (q i)
  /-- The target is a mass function. -/
  target_nonneg : ∀ ω, 0 ≤ M ω
  /-- The canonical component of an outcome proposes it often enough. -/
  canonical : ∀ ω, M ω ≤ w (c ω) * q (c ω) ω

namespace IsProposal

variable [Enumeration I] [Enumeration Ω]

omit [DecidableEq I] in
theorem density_nonneg (h : IsProposal w q M c) (i : I) (ω : Ω) : 0 ≤ w i * q i ω :=
  mul_nonneg (h.weight_nonneg i) ((h.isPmf i).nonneg ω)

theorem acceptance_nonneg (h : IsProposal w q M c) (i : I) (ω : Ω) : 0 ≤ acceptance w q M c i ω := by
  unfold acceptance
  split
  · exact div_nonneg (h.target_nonneg ω) (h.density_nonneg i ω)
  · exact Std.le_refl _

/-- Acceptance probabilities are at most one: this is what the canonical component is for. -/
theorem acceptance_le_one (h : IsProposal w q M c) (i : I) (ω : Ω) : acceptance w q M c i ω ≤ 1 := by
  unfold acceptance
  split
  · next hi =>
    subst hi
    have h0 := h.density_nonneg (c ω) ω
    have hc := h.canonical ω
    by_cases hz : w (c ω) * q (c ω) ω = 0
    · rw [hz, Field.div_eq_mul_inv, Field.inv_zero]; grind [zero_lt_one (K := K)]
    · refine (div_le_iff_le_mul (by grind)).mpr ?_
      grind
  · exact Std.le_of_lt zero_lt_one

/-- The canonical component proposes and accepts `ω` with exactly the mass of the target. -/
theorem density_mul_acceptance (h : IsProposal w q M c) (ω : Ω) :
    w (c ω) * q (c ω) ω * acceptance w q M c (c ω) ω = M ω := by
  unfold acceptance
  rw [if_pos rfl]
  by_cases hz : w (c ω) * q (c ω) ω = 0
  · have h0 := h.target_nonneg ω
    have hc := h.canonical ω
    rw [hz] at hc ⊢
    grind
  · rw [CommSemiring.mul_comm, div_mul_cancel hz]

/-- **Exactness** (blueprint 10.3): summed over the components, proposal mass times acceptance probability is the
target divided by the total weight. -/
theorem sum_proposal_mul_acceptance (h : IsProposal w q M c) (ω : Ω) :
    (sum fun i => proposalLaw w q (i, ω) * acceptance w q M c i ω) = M ω / sum w := by
  have hterm : ∀ i, proposalLaw w q (i, ω) * acceptance w q M c i ω =
      if i = c ω then w i * q i ω * acceptance w q M c i ω / sum w else 0 := by
    intro i
    show w i / sum w * q i ω * acceptance w q M c i ω = _
    split
    · rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
    · next hi => rw [acceptance, if_neg hi]; grind
  rw [sum_congr hterm, sum_ite_eq, h.density_mul_acceptance]

omit [DecidableEq I] in
theorem isPmf_proposalLaw (h : IsProposal w q M c) : IsPmf (proposalLaw w q) :=
  isPmf_jointMass (isPmf_normalize h.weight_nonneg h.total_pos) h.isPmf

theorem isPmf_decisionLaw (h : IsProposal w q M c) : IsPmf (decisionLaw w q M c) :=
  isPmf_jointMass h.isPmf_proposalLaw fun p =>
    isPmf_bernoulli (h.acceptance_nonneg p.1 p.2) (h.acceptance_le_one p.1 p.2)

variable [DecidableEq Ω]

/-- One proposal has a result, accepted or not, with total probability one. -/
theorem isPmf_attemptLaw (h : IsProposal w q M c) : IsPmf (attemptLaw w q M c) :=
  isPmf_pushforward _ h.isPmf_decisionLaw

/-- **The law of one proposal** (blueprint 10.3): the outcome `ω` is proposed and accepted with probability
`M ω / W`. -/
theorem attemptLaw_some (h : IsProposal w q M c) (ω : Ω) : attemptLaw w q M c (some ω) = M ω / sum w := by
  rw [← h.sum_proposal_mul_acceptance ω]
  show (sum fun t : (I × Ω) × Bool =>
    if (if t.2 then some t.1.2 else none) = some ω then decisionLaw w q M c t else 0) = _
  rw [sum_prod, sum_prod]
  refine sum_congr fun i => ?_
  rw [← sum_ite_eq (fun ω' => proposalLaw w q (i, ω') * acceptance w q M c i ω') ω]
  refine sum_congr fun ω' => ?_
  rw [sum_bool]
  simp only [Option.some.injEq, if_true, Bool.false_eq_true, if_false, reduceCtorEq, decisionLaw, jointMass, bernoulli]
  split <;> grind

/-- A proposal is accepted with probability `Z / W`, `Z = Σ M`. -/
theorem sum_attemptLaw_some (h : IsProposal w q M c) : (sum fun ω => attemptLaw w q M c (some ω)) = sum M / sum w := by
  rw [sum_congr h.attemptLaw_some, sum_div]

theorem attemptLaw_none (h : IsProposal w q M c) : attemptLaw w q M c none = 1 - sum M / sum w := by
  have h1 := h.isPmf_attemptLaw.sum_eq_one
  rw [sum_option, h.sum_attemptLaw_some] at h1
  grind

theorem attemptLaw_eq (h : IsProposal w q M c) : attemptLaw w q M c = idealAttempt M (sum w) := by
  funext o
  cases o with
  | none => exact h.attemptLaw_none
  | some ω => exact h.attemptLaw_some ω

/-- **The probability of acceptance** is `Z / W` (blueprint 10.3). -/
theorem eventMass_attemptLaw (h : IsProposal w q M c) :
    eventMass (attemptLaw w q M c) (fun o => o.isSome) = sum M / sum w := by
  rw [← h.sum_attemptLaw_some]
  unfold eventMass
  rw [sum_option]
  simp only [Option.isSome_none, Option.isSome_some, if_true, Bool.false_eq_true, if_false]
  grind

/-- The total mass of the target is at most the total weight. -/
theorem mass_le_total (h : IsProposal w q M c) : sum M ≤ sum w := by
  have h0 := h.isPmf_attemptLaw.nonneg none
  rw [h.attemptLaw_none] at h0
  have := (div_le_iff_le_mul (a := sum M) (b := 1) h.total_pos).mp (by grind)
  grind

/-- **The law of the accepted outcome** (blueprint 10.3): conditioned on acceptance the outcome has exactly the
normalised target as its law. -/
theorem normalize_attemptLaw (h : IsProposal w q M c) :
    normalize (fun ω => attemptLaw w q M c (some ω)) = normalize M := by
  funext ω
  have hW := mul_inv_cancel (ne_of_pos h.total_pos)
  show attemptLaw w q M c (some ω) / (sum fun ω => attemptLaw w q M c (some ω)) = M ω / sum M
  rw [h.sum_attemptLaw_some, h.attemptLaw_some]
  by_cases hZ : sum M = 0
  · rw [hZ, Field.div_eq_mul_inv (a := M ω) (b := 0), Field.inv_zero]
    have h0 := le_sum h.target_nonneg ω
    have h1 := h.target_nonneg ω
    rw [show M ω = 0 by grind, Field.div_eq_mul_inv, Field.div_eq_mul_inv]
    grind
  · grind

end IsProposal

end Formal
