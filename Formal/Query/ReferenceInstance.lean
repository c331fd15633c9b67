module

public import Formal.Query.Dataset
public import Formal.Selection.Law
public import Formal.Privacy.Envelope

/-!
# The exact-rational reference instance

Blueprint §3, "Exact-rational instance": private multiplicative weights with integer-valued queries
and rational factors, so that every mass is a rational number. These are the definitions that the
kernel evaluates and that the Python reference computes independently; the file ends with the
privacy of the instance's envelope mechanism on `D^n` and of its released answers.

In the blueprint's notation `base = g₀ = e^(γ/B)`, `beta = β = e^(η/(nBm))` and `discount = r = e^(-ε/2)`.
-/

@[expose] public noncomputable section

universe u v

namespace Formal

open Lean.Grind

theorem zpow_pos {b : Rat} (hb : 0 < b) : ∀ z : Int, 0 < b ^ z
  | .ofNat n => by
    rw [show (Int.ofNat n) = (n : Int) from rfl, Rat.zpow_natCast]; exact pow_pos hb n
  | .negSucc n => by
    rw [show Int.negSucc n = -((n + 1 : Nat) : Int) from rfl, Rat.zpow_neg, Rat.zpow_natCast]
    exact inv_pos (pow_pos hb (n + 1))

/-- The nearest integer, halves rounded up. -/
def roundNearest (a : Rat) : Int := (a + 1 / 2).floor

/-- An instance of private multiplicative weights in exact rational arithmetic: `k` integer-valued
queries over the universe `D` and the parameters. The data is not part of it. -/
structure ReferenceInstance (D : Type u) (k : Nat) where
  /-- The integer value of a query at a universe element; it stands for `query j d / bound`. -/
  query : Fin k → D → Int
  /-- The bound `B` on the absolute value of the queries. -/
  bound : Nat
  /-- The number `n` of rows. -/
  rows : Nat
  /-- The number `J` of rounds. -/
  rounds : Nat
  /-- The granularity `m` of the selection weights. -/
  scale : Nat
  /-- The selection factor `β`, with `β^(nBm) = e^η`. -/
  beta : Rat
  /-- The update factor `g₀`, with `g₀^B = e^γ`. -/
  base : Rat
  /-- The discount `r = e^(-ε/2)` per changed row. -/
  discount : Rat
  /-- Queries respect the bound. -/
  query_le : ∀ j d, -(bound : Int) ≤ query j d ∧ query j d ≤ (bound : Int)
  /-- The bound is positive. -/
  bound_pos : 0 < bound
  /-- There is a row. -/
  rows_pos : 0 < rows
  /-- There is a round. -/
  rounds_pos : 0 < rounds
  /-- The granularity is positive. -/
  scale_pos : 0 < scale
  /-- The selection factor exceeds one. -/
  one_lt_beta : 1 < beta
  /-- The update factor exceeds one. -/
  one_lt_base : 1 < base
  /-- The discount is positive. -/
  discount_pos : 0 < discount
  /-- The discount is at most one. -/
  discount_le_one : discount ≤ 1
  /-- There is a query. -/
  query_nonempty : 0 < k
  /-- The universe has an element. -/
  universe_nonempty : Nonempty D

namespace ReferenceInstance

variable {D : Type u} [Enumeration D] {k : Nat} (I : ReferenceInstance D k)

/-- Signed queries: a query and a sign (`true` is the positive copy). -/
abbrev Signed (k : Nat) : Type := Fin k × Bool

/-- Datasets of the instance. -/
abbrev Data : Type u := Fin I.rows → D

/-- Transcripts of the instance: the selected signed queries, oldest first. -/
abbrev Transcript : Type := Fin I.rounds → Signed k

/-- The integer value of a signed query. -/
def value (s : Signed k) (d : D) : Int := if s.2 then I.query s.1 d else -I.query s.1 d

/-- The sum of the values of a history of selections at `d`. -/
def exponent : List (Signed k) → D → Int
  | [], _ => 0
  | s :: h, d => I.value s d + exponent h d

/-- The unnormalised multiplicative weight `g₀ ^ Σ_t s_t(d)`. -/
def hedgeWeight (h : List (Signed k)) (d : D) : Rat := I.base ^ I.exponent h d

/-- The synthetic distribution `μ_h` after history `h` (paper (3)). -/
def synthetic (h : List (Signed k)) (d : D) : Rat := I.hedgeWeight h d / sum (I.hedgeWeight h)

/-- The answer of the synthetic distribution to a signed query, in integer units. -/
def syntheticAnswer (h : List (Signed k)) (s : Signed k) : Rat :=
  (sum fun d => I.hedgeWeight h d * (I.value s d : Rat)) / sum (I.hedgeWeight h)

/-- The selection weight `w_h(s) = β ^ (-⌊n m s(μ_h)⌉)`. -/
def selectionWeight (h : List (Signed k)) (s : Signed k) : Rat :=
  I.beta ^ (-roundNearest ((I.rows : Rat) * (I.scale : Rat) * I.syntheticAnswer h s))

/-- The sum of a signed query over the rows of a dataset. -/
def total : {n : Nat} → (Fin n → D) → Signed k → Int
  | 0, _, _ => 0
  | _ + 1, x, s => I.value s (x 0) + total (tail x) s

/-- The target factor `g_x(s) = β ^ (m Σ_i s(x_i))`: the only place where the data enters. -/
def target (x : I.Data) (s : Signed k) : Rat := I.beta ^ ((I.scale : Int) * I.total x s)

omit [Enumeration D] in
theorem beta_pos : 0 < I.beta := by have := I.one_lt_beta; grind

omit [Enumeration D] in
theorem base_pos : 0 < I.base := by have := I.one_lt_base; grind

omit [Enumeration D] in
theorem target_pos (x : I.Data) (s : Signed k) : 0 < I.target x s := zpow_pos I.beta_pos _

theorem sum_hedgeWeight_pos (h : List (Signed k)) : 0 < sum (I.hedgeWeight h) := by
  obtain ⟨d⟩ := I.universe_nonempty
  exact sum_pos (fun d => zpow_pos I.base_pos _) d

/-- The selection rule of private multiplicative weights: one group, drawn always. -/
def rule : SelectionRule Rat (Signed k) Unit where
  group _ := ()
  drawMass _ := 1
  weight := I.selectionWeight
  group_surjective _ := ⟨(⟨0, I.query_nonempty⟩, true), rfl⟩
  drawMass_pos _ := zero_lt_one
  sum_drawMass := by decide +kernel
  weight_pos _ _ := zpow_pos I.beta_pos _

/-- The base law `p_x` of the transcript (paper (2)). -/
def transcriptLaw (x : I.Data) (ω : I.Transcript) : Rat :=
  I.rule.transcriptMass (I.target x) I.rounds [] ω

theorem isPmf_transcriptLaw (x : I.Data) : IsPmf (I.transcriptLaw x) :=
  I.rule.isPmf_transcriptMass (I.target_pos x) I.rounds []

theorem transcriptLaw_pos (x : I.Data) (ω : I.Transcript) : 0 < I.transcriptLaw x ω :=
  I.rule.transcriptMass_pos (I.target_pos x) I.rounds [] ω

/-! ### Released answers -/

/-- The sum of the pre-update distributions along the selections `ω` after history `h`. -/
def syntheticSum : (J : Nat) → List (Signed k) → (Fin J → Signed k) → D → Rat
  | 0, _, _, _ => 0
  | J + 1, h, ω, d => I.synthetic h d + syntheticSum J (h ++ [ω 0]) (tail ω) d

/-- The released synthetic distribution `μ̄`: the average of the pre-update distributions. -/
def averageSynthetic (ω : I.Transcript) (d : D) : Rat :=
  I.syntheticSum I.rounds [] ω d / (I.rounds : Rat)

/-- The released answer `q(μ̄)` to query `j`, in `[-1, 1]`. -/
def answer (ω : I.Transcript) (j : Fin k) : Rat :=
  (sum fun d => I.averageSynthetic ω d * (I.query j d : Rat)) / (I.bound : Rat)

omit [Enumeration D] in
/-- The true answer `F_q(x)` of a dataset, in `[-1, 1]`. -/
def trueAnswer (x : I.Data) (j : Fin k) : Rat :=
  (I.total x (j, true) : Rat) / ((I.rows : Rat) * (I.bound : Rat))

/-- The worst error over the queries, `max_q |F_q(x) - q(μ̄)|`. -/
def error (x : I.Data) (ω : I.Transcript) : Rat :=
  maximum fun j => absVal (I.trueAnswer x j - I.answer ω j)

/-- The pre-update distributions are probability mass functions. -/
theorem isPmf_synthetic (h : List (Signed k)) : IsPmf (I.synthetic h) :=
  isPmf_normalize (fun _ => Std.le_of_lt (zpow_pos I.base_pos _)) (I.sum_hedgeWeight_pos h)

theorem syntheticSum_nonneg (d : D) :
    ∀ (J : Nat) (h : List (Signed k)) (ω : Fin J → Signed k), 0 ≤ I.syntheticSum J h ω d
  | 0, _, _ => Std.le_refl _
  | J + 1, h, ω => by
    have h1 := (I.isPmf_synthetic h).nonneg d
    have h2 := syntheticSum_nonneg d J (h ++ [ω 0]) (tail ω)
    rw [syntheticSum]; grind

theorem sum_syntheticSum : ∀ (J : Nat) (h : List (Signed k)) (ω : Fin J → Signed k),
    sum (I.syntheticSum J h ω) = (J : Rat)
  | 0, _, _ => by
    show (sum fun _ : D => (0 : Rat)) = _
    rw [sum_zero]; rfl
  | J + 1, h, ω => by
    show (sum fun d => I.synthetic h d + I.syntheticSum J (h ++ [ω 0]) (tail ω) d) = _
    rw [sum_add, (I.isPmf_synthetic h).sum_eq_one, sum_syntheticSum J]; grind

/-- The released synthetic distribution is a probability mass function. -/
theorem isPmf_averageSynthetic (ω : I.Transcript) : IsPmf (I.averageSynthetic ω) where
  nonneg d := div_nonneg (I.syntheticSum_nonneg d _ _ _) (natCast_nonneg _)
  sum_eq_one := by
    show (sum fun d => I.syntheticSum I.rounds [] ω d / (I.rounds : Rat)) = 1
    rw [sum_div, I.sum_syntheticSum, Field.div_eq_mul_inv]
    exact mul_inv_cancel (ne_of_pos (natCast_pos I.rounds_pos))

/-! ### The mechanism and its privacy -/

variable [DecidableEq D]

/-- The unnormalised envelope `M_x` of the instance on `D^n` (paper (4)). -/
def envelopeMass (x : I.Data) (ω : I.Transcript) : Rat := envelope I.discount I.transcriptLaw x ω

/-- The normaliser `Z_x` of the instance. -/
def partition (x : I.Data) : Rat := normalizer I.discount I.transcriptLaw x

/-- The released transcript law `p̂_x` of the instance. -/
def mechanism (x : I.Data) (ω : I.Transcript) : Rat := envelopeMechanism I.discount I.transcriptLaw x ω

/-- The law of the released answer vector. -/
def answerLaw (x : I.Data) : (Fin k → Rat) → Rat := pushforward I.answer (I.mechanism x)

/-- The expected worst error of the mechanism on `x`. -/
def expectedError (x : I.Data) : Rat := expect (I.mechanism x) (I.error x)

theorem isPmf_mechanism (x : I.Data) : IsPmf (I.mechanism x) :=
  isPmf_envelopeMechanism _ I.isPmf_transcriptLaw x

theorem mechanism_pos (x : I.Data) (ω : I.Transcript) : 0 < I.mechanism x ω :=
  envelopeMechanism_pos _ I.isPmf_transcriptLaw x ω (I.transcriptLaw_pos x ω)

/-- **Privacy of the PMW envelope mechanism on `D^n`**: pure DP with factor `r⁻²`, that is
`ε`-DP for `ε = 2 log(1/r)`. -/
theorem pmw_envelope_pureDP : PureDP (I.discount ^ 2)⁻¹ I.mechanism :=
  envelope_pureDP I.discount_pos I.discount_le_one I.isPmf_transcriptLaw

/-- The same for neighbouring datasets and in the usual form: replacing one row changes the
probability of any outcome by at most the factor `r⁻²`. -/
theorem pmw_envelope_neighbors {x x' : I.Data} (h : hamming x x' = 1) (ω : I.Transcript) :
    I.mechanism x ω ≤ (I.discount ^ 2)⁻¹ * I.mechanism x' ω :=
  (pureDP_iff_neighbors (Std.le_of_lt (inv_pos (pow_pos I.discount_pos 2)))).mp
    I.pmw_envelope_pureDP x x' h ω

/-- **Privacy of the released answers**: they are a function of the transcript. -/
theorem pmw_answers_pureDP : PureDP (I.discount ^ 2)⁻¹ I.answerLaw :=
  I.pmw_envelope_pureDP.postprocess I.answer

end ReferenceInstance

end Formal
