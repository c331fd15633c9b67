module

public import Formal.Privacy.InverseSensitivity
public import Formal.Query.ReferenceInstance
public import Formal.Utility.RateReal

/-!
# The main theorems, restated

The reviewer's file. Every theorem below is proved in one line from the library. Read it together with the
definitions that its statements use, and nothing else:

* `OrderedField` (`Formal.Algebra.OrderedField`), `Enumeration`, `card` (`Formal.Algebra.Enumeration`), `sum`
  (`Formal.Algebra.Sum`), `maximum`, `max2` (`Formal.Algebra.Max`);
* `IsPmf`, `expect`, `eventMass`, `pointMass`, `pushforward`, `jointMass`, `normalize`
  (`Formal.Probability.Pmf`);
* `NatMetric`, `PureDP` (`Formal.Privacy.PureDP`), `RatioLipschitz`, `envelope`, `normalizer`,
  `envelopeMechanism` (`Formal.Privacy.Envelope`), `inverseSensitivity` (`Formal.Privacy.InverseSensitivity`);
* `hamming`, `absVal` (`Formal.Query.Dataset`), `ReferenceInstance` (`Formal.Query.ReferenceInstance`), `PMW`
  (`Formal.Query.PMW`);
* `ExpField` (`Formal.Exponential.ExpField`), `CauchyReal`, `log`, `sqrt` (`Formal.Real`).
-/

@[expose] public noncomputable section

universe u v w x

namespace Formal.Statements

open Formal

section Privacy

variable {K : Type w} [OrderedField K] {X : Type x} [NatMetric X] {Ω : Type u} [Enumeration Ω]

omit [Enumeration Ω] in
/-- For datasets, pure DP in the metric form is pure DP for neighbours, which differ in one replaced row. -/
theorem neighbors_suffice {D : Type v} [DecidableEq D] {n : Nat} {ρ : K} (hρ : 0 ≤ ρ) {P : (Fin n → D) → Ω → K} :
    PureDP ρ P ↔ ∀ y y', hamming y y' = 1 → ∀ ω, P y ω ≤ ρ * P y' ω := pureDP_iff_neighbors hρ

/-- Pure DP bounds the probability of every event. -/
theorem event {ρ : K} {P : X → Ω → K} (h : PureDP ρ P) (A : Ω → Prop) [DecidablePred A] (y y' : X) :
    eventMass (P y) A ≤ ρ ^ dist y y' * eventMass (P y') A := h.event A y y'

/-- Any function of the outcome of a pure-DP mechanism is as private as the mechanism. -/
theorem postprocess {Ω' : Type v} [DecidableEq Ω'] {ρ : K} {P : X → Ω → K} (h : PureDP ρ P) (f : Ω → Ω') :
    PureDP ρ fun y => pushforward f (P y) := h.postprocess f

variable [Enumeration X] {r : K} {p : X → Ω → K}

/-- **Privacy.** Whatever the base laws are, the normalised envelope with discount `r` is pure DP with factor
`r⁻²` (paper (4); `r = e^(-ε/2)` gives `ε`-DP). -/
theorem privacy (h0 : 0 < r) (h1 : r ≤ 1) (hp : ∀ y, IsPmf (p y)) :
    PureDP (r ^ 2)⁻¹ (envelopeMechanism r p) := envelope_pureDP h0 h1 hp

/-- The envelope mechanism draws from a probability mass function. -/
theorem mechanism_isPmf (hp : ∀ y, IsPmf (p y)) (y : X) : IsPmf (envelopeMechanism r p y) :=
  isPmf_envelopeMechanism r hp y

omit [Enumeration Ω] in
/-- The envelope is the least Lipschitz family of masses above the base laws. -/
theorem minimality {N : X → Ω → K} (h0 : 0 ≤ r) (hpN : ∀ y ω, p y ω ≤ N y ω) (hN : RatioLipschitz r N) (y : X)
    (ω : Ω) : envelope r p y ω ≤ N y ω := envelope_minimal h0 hpN hN y ω

omit [Enumeration Ω] in
/-- For deterministic base laws the envelope is the inverse-sensitivity mechanism. -/
theorem inverse_sensitivity [DecidableEq Ω] (h0 : 0 ≤ r) (h1 : r ≤ 1) (f : X → Ω) (y : X) {ω : Ω}
    (hω : ∃ z, f z = ω) : envelope r (fun z => pointMass (f z)) y ω = r ^ inverseSensitivity f y ω :=
  inverseSensitivity_envelope h0 h1 f y hω

/-- The mechanism that the reference computes exactly, private multiplicative weights with rational factors on
`D^n`, is pure DP with factor `r⁻²`. -/
theorem reference_privacy {D : Type v} [Enumeration D] [DecidableEq D] {k : Nat} (I : ReferenceInstance D k) :
    PureDP (I.discount ^ 2)⁻¹ I.mechanism := I.pmw_envelope_pureDP

/-- So is the law of the answer vector that it releases. -/
theorem reference_answers_privacy {D : Type v} [Enumeration D] [DecidableEq D] {k : Nat}
    (I : ReferenceInstance D k) : PureDP (I.discount ^ 2)⁻¹ I.answerLaw := I.pmw_answers_pureDP

end Privacy

section Utility

variable {D : Type u} [Enumeration D] [DecidableEq D] [Nonempty D] {Q : Type v} [Enumeration Q] [Nonempty Q]
  {n : Nat}

/-- **The rate over any field with an exponential.** If `|D|² + 1 ≤ exp ℓ`, `2 |Q| ≤ exp L` and
`ℓ L ≤ ρ² ε n`, then private multiplicative weights with suitable parameters has an envelope mechanism that is
pure `ε`-DP and whose expected worst-query error is at most `72 ρ` on every dataset. -/
theorem utility {K : Type w} [ExpField K] {query : Q → D → K} {ε ρ ℓ L : K}
    (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1) (hn : 0 < n) (hε : 0 < ε) (hρ : 0 < ρ) (hℓ : 1 ≤ ℓ) (hL : 1 ≤ L)
    (hD : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hQ : 2 * (card Q : K) ≤ exp L) (hrate : ℓ * L ≤ ρ ^ 2 * (ε * (n : K))) :
    ∃ P : PMW K D Q, P.query = query ∧ PureDP (exp ε) (P.mechanism n (exp (-(ε / 2)))) ∧
      ∀ y : Fin n → D, IsPmf (P.mechanism n (exp (-(ε / 2))) y) ∧
        expect (P.mechanism n (exp (-(ε / 2))) y) (P.error y) ≤ 72 * ρ :=
  rate hq hn hε hρ hℓ hL hD hQ hrate

/-- **The square-root rate over the real numbers**, with no condition on the parameters and no definition beyond
pmfs, pure DP and the Hamming metric: for every finite universe, finite family of queries with values in
`[-1, 1]`, `n ≥ 1` and `ε > 0` there are a pure `ε`-DP law on finite transcripts and a synthetic distribution for
every transcript, with expected worst-query error at most
`72 √(max 1 (log (|D|² + 1)) · max 1 (log (2 |Q|)) / (ε n))` on every dataset. -/
theorem square_root_rate (hn : 0 < n) {ε : CauchyReal} (hε : 0 < ε) {query : Q → D → CauchyReal}
    (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1) :
    ∃ (J : Nat) (M : (Fin n → D) → (Fin J → Q × Bool) → CauchyReal) (μ : (Fin J → Q × Bool) → D → CauchyReal),
      (∀ y, IsPmf (M y)) ∧ PureDP (exp ε) M ∧ (∀ ω, IsPmf (μ ω)) ∧
      ∀ y : Fin n → D, (expect (M y) fun ω => maximum fun q =>
        absVal ((sum fun i => query q (y i)) / (n : CauchyReal) - expect (μ ω) (query q))) ≤
        72 * sqrt (max2 1 (log ((card D : CauchyReal) ^ 2 + 1)) * max2 1 (log (2 * (card Q : CauchyReal))) /
          (ε * (n : CauchyReal))) := rate_synthetic_cauchyReal hn hε hq

end Utility

end Formal.Statements
