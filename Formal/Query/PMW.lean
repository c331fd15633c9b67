module

public import Formal.Query.Dataset
public import Formal.Query.Hedge
public import Formal.Selection.Law
public import Formal.Privacy.Envelope

/-!
# Private multiplicative weights over a field with an exponential

Blueprint §3 (paper (2), (3)) for real-valued queries `q : D → [-1, 1]`: the synthetic distributions
are the Hedge distributions of the selected signed queries, the selection weight is
`w_h(s) = exp (-η s(μ_h) + ξ_h(s))` and the target factor is `g_a(s) = exp (η a_s)` for any target
vector `a`. The perturbation `ξ` is the rounding of blueprint 7.5, bounded by `slack`; the paper's
mechanism is `ξ = 0`. The file shows that this is a selection rule, so that everything proved about
selection laws and envelopes applies, and states the privacy of the mechanism and of its answers.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

/-- The public parameters of private multiplicative weights. -/
structure PMW (K : Type w) (D : Type u) (Q : Type v) [ExpField K] where
  /-- The queries. -/
  query : Q → D → K
  /-- The number `J` of rounds. -/
  rounds : Nat
  /-- The selection parameter `η`. -/
  eta : K
  /-- The update parameter `γ`. -/
  gamma : K
  /-- The perturbation `ξ_h(s)` of the logarithm of the selection weight. -/
  perturbation : List (Q × Bool) → Q × Bool → K
  /-- A bound on the perturbation. -/
  slack : K
  /-- Queries take values in `[-1, 1]`. -/
  query_le : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1
  /-- There is a round. -/
  rounds_pos : 0 < rounds
  /-- The selection parameter is positive. -/
  eta_pos : 0 < eta
  /-- The update parameter is positive. -/
  gamma_pos : 0 < gamma
  /-- The perturbation respects its bound. -/
  perturbation_le : ∀ h s, -slack ≤ perturbation h s ∧ perturbation h s ≤ slack
  /-- There is a query. -/
  query_nonempty : Nonempty Q
  /-- The universe has an element. -/
  universe_nonempty : Nonempty D

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q] (P : PMW K D Q)

/-- The value of a signed query on the universe. -/
abbrev signed (s : Q × Bool) (d : D) : K := signedValue P.query s d

/-- The synthetic distribution `μ_h` after the selections `h` (paper (3)). -/
def synthetic (h : List (Q × Bool)) : D → K := hedge P.gamma P.signed h

/-- The answer `s(μ_h)` of the synthetic distribution to a signed query. -/
def syntheticAnswer (h : List (Q × Bool)) (s : Q × Bool) : K := expect (P.synthetic h) (P.signed s)

/-- The selection weight `w_h(s)`. -/
def weight (h : List (Q × Bool)) (s : Q × Bool) : K :=
  exp (-(P.eta * P.syntheticAnswer h s) + P.perturbation h s)

/-- The target factor `g_a(s) = exp (η a_s)` of a target vector. -/
def targetFactor (a : Q × Bool → K) (s : Q × Bool) : K := exp (P.eta * a s)

omit [Enumeration D] [Enumeration Q] in
theorem targetFactor_pos (a : Q × Bool → K) (s : Q × Bool) : 0 < P.targetFactor a s := exp_pos _

/-- Private multiplicative weights is a selection rule with one group, drawn always. -/
def rule : SelectionRule K (Q × Bool) Unit where
  group _ := ()
  drawMass _ := 1
  weight := P.weight
  group_surjective _ := P.query_nonempty.elim fun q => ⟨(q, true), rfl⟩
  drawMass_pos _ := zero_lt_one
  sum_drawMass := by show (1 : K) + 0 = 1; grind
  weight_pos _ _ := exp_pos _

/-- The transcript law `p_a` under a target vector `a` (paper (2)). -/
def targetLaw (a : Q × Bool → K) (ω : Fin P.rounds → Q × Bool) : K :=
  P.rule.transcriptMass (P.targetFactor a) P.rounds [] ω

theorem isPmf_targetLaw (a : Q × Bool → K) : IsPmf (P.targetLaw a) :=
  P.rule.isPmf_transcriptMass (P.targetFactor_pos a) P.rounds []

theorem targetLaw_pos (a : Q × Bool → K) (ω : Fin P.rounds → Q × Bool) : 0 < P.targetLaw a ω :=
  P.rule.transcriptMass_pos (P.targetFactor_pos a) P.rounds [] ω

/-- The target vector `a(x)` of a dataset. -/
abbrev target {n : Nat} (x : Fin n → D) : Q × Bool → K := signedAnswer P.query x

/-- The base law `p_x` of the transcript on a dataset. -/
def baseLaw {n : Nat} (x : Fin n → D) : (Fin P.rounds → Q × Bool) → K := P.targetLaw (P.target x)

/-- The true answer `F_q(x)`. -/
def trueAnswer {n : Nat} (x : Fin n → D) (q : Q) : K := (sum fun i => P.query q (x i)) / (n : K)

/-- The released synthetic distribution `μ̄`, the average of the pre-update distributions. -/
def averageSynthetic (ω : Fin P.rounds → Q × Bool) (d : D) : K :=
  pathSum (fun h _ => P.synthetic h d) P.rounds [] ω / (P.rounds : K)

/-- The released answer `q(μ̄)`. -/
def answer (ω : Fin P.rounds → Q × Bool) (q : Q) : K := expect (P.averageSynthetic ω) (P.query q)

/-- The worst-query error `max_q |F_q(x) - q(μ̄)|`. -/
def error {n : Nat} (x : Fin n → D) (ω : Fin P.rounds → Q × Bool) : K :=
  maximum fun q => absVal (P.trueAnswer x q - P.answer ω q)

/-! ### The mechanism -/

variable [DecidableEq D]

/-- The **envelope mechanism** on `D^n` with discount `r` per changed row. -/
def mechanism (n : Nat) (r : K) : (Fin n → D) → (Fin P.rounds → Q × Bool) → K :=
  envelopeMechanism r fun y => P.baseLaw y

theorem isPmf_mechanism (n : Nat) (r : K) (x : Fin n → D) : IsPmf (P.mechanism n r x) :=
  isPmf_envelopeMechanism r (fun y => P.isPmf_targetLaw (P.target y)) x

theorem exp_neg_half_sq (ε : K) : (exp (-(ε / 2)) ^ 2)⁻¹ = exp ε := by
  have h : exp (-(ε / 2)) ^ 2 = exp (-ε) := by
    rw [Semiring.pow_two, ← exp_add]; exact congrArg exp (by grind)
  have hc := exp_mul_exp_neg ε
  have hi := mul_inv_cancel (exp_ne_zero (-ε))
  rw [h]
  calc (exp (-ε))⁻¹ = exp ε * exp (-ε) * (exp (-ε))⁻¹ := by rw [hc]; grind
    _ = exp ε * (exp (-ε) * (exp (-ε))⁻¹) := by grind
    _ = exp ε := by rw [hi]; grind

/-- **Privacy of the PMW envelope mechanism**: with discount `e^(-ε/2)` it is pure `ε`-DP. -/
theorem mechanism_pureDP (n : Nat) {ε : K} (hε : 0 ≤ ε) :
    PureDP (exp ε) (P.mechanism n (exp (-(ε / 2)))) := by
  have h1 : exp (-(ε / 2)) ≤ 1 := by
    rw [← exp_zero (K := K)]; exact exp_le_exp (by grind)
  have h := envelope_pureDP (p := fun y : Fin n → D => P.baseLaw y) (exp_pos (-(ε / 2))) h1
    fun y => P.isPmf_targetLaw (P.target y)
  rw [exp_neg_half_sq] at h
  exact h

end PMW

end Formal
