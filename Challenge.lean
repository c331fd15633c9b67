module

public import Formal.Privacy.InverseSensitivity
public import Formal.Real.Instance
public import Formal.Selection.Maximum
public import Formal.Selection.MoveFamilies
public import Formal.Utility.Accuracy

/-!
# The main theorems, to be proved

The statements of `Formal/Statements.lean` without their proofs, for tools that compare a challenge with a
solution (`comparator.json`). The imports define what the statements mention; they prove none of them. Written
by `python -m pyref lean challenge`; not part of the library, which contains no `sorry`.
-/

public section

universe u v w x

namespace Formal.Statements

section Privacy

variable {K : Type w} [OrderedField K] {X : Type x} [NatMetric X] {Ω : Type u} [Enumeration Ω]

omit [Enumeration Ω] in
/-- **Neighbours suffice** (blueprint 0). For datasets, pure DP in the metric form is pure DP for neighbours, which
differ in one replaced row. -/
theorem neighbors_suffice {D : Type v} [DecidableEq D] {n : Nat} {ρ : K} (hρ : 0 ≤ ρ) {P : (Fin n → D) → Ω → K} :
    PureDP ρ P ↔ ∀ y y', hamming y y' = 1 → ∀ ω, P y ω ≤ ρ * P y' ω := sorry

/-- **Events** (blueprint 2.4). Pure DP bounds the probability of every event: the usual definition. -/
theorem event {ρ : K} {P : X → Ω → K} (h : PureDP ρ P) (A : Ω → Prop) [DecidablePred A] (y y' : X) :
    eventMass (P y) A ≤ ρ ^ dist y y' * eventMass (P y') A := sorry

/-- **Post-processing** (blueprint 2.4). Any function of the outcome of a pure-DP mechanism is as private as the
mechanism. -/
theorem postprocess {Ω' : Type v} [DecidableEq Ω'] {ρ : K} {P : X → Ω → K} (h : PureDP ρ P) (f : Ω → Ω') :
    PureDP ρ fun y => pushforward f (P y) := sorry

variable [Enumeration X] {r : K} {p : X → Ω → K}

/-- **The mechanism is a mechanism** (blueprint 2.1). The normalised envelope of probability mass functions is a
probability mass function for every input. -/
theorem mechanism_isPmf (hp : ∀ y, IsPmf (p y)) (y : X) : IsPmf (envelopeMechanism r p y) := sorry

/-- **Privacy** (blueprint 2.3). Whatever the base laws are, the normalised envelope with discount `r` is pure DP with
factor `r⁻²` (paper (4); `r = e^(-ε/2)` gives `ε`-DP). -/
theorem privacy (h0 : 0 < r) (h1 : r ≤ 1) (hp : ∀ y, IsPmf (p y)) :
    PureDP (r ^ 2)⁻¹ (envelopeMechanism r p) := sorry

/-- **Privacy through the normaliser** (blueprint 2.8). If every normaliser is at most `ζ`, the cost at distance `d`
is the factor `r⁻ᵈ ζ` instead of `r⁻²ᵈ`. -/
theorem privacy_of_normalizer_le {ζ : K} (h0 : 0 ≤ r) (h1 : r ≤ 1) (hp : ∀ y, IsPmf (p y))
    (hζ : ∀ y, normalizer r p y ≤ ζ) (y y' : X) (ω : Ω) :
    r ^ dist y y' * envelopeMechanism r p y ω ≤ ζ * envelopeMechanism r p y' ω := sorry

omit [Enumeration Ω] in
/-- **Minimality** (blueprint 2.6). The envelope is the least Lipschitz family of masses above the base laws. -/
theorem minimality {N : X → Ω → K} (h0 : 0 ≤ r) (hpN : ∀ y ω, p y ω ≤ N y ω) (hN : RatioLipschitz r N) (y : X)
    (ω : Ω) : envelope r p y ω ≤ N y ω := sorry

omit [Enumeration Ω] in
/-- **Inverse sensitivity** (blueprint 2.5). For deterministic base laws the envelope is `r` to the number of rows to
change, so the mechanism is the inverse-sensitivity mechanism. -/
theorem inverse_sensitivity [DecidableEq Ω] (h0 : 0 ≤ r) (h1 : r ≤ 1) (f : X → Ω) (y : X) {ω : Ω}
    (hω : ∃ z, f z = ω) : envelope r (fun z => pointMass (f z)) y ω = r ^ inverseSensitivity f y ω := sorry

end Privacy

section Selection

variable {K : Type w} [OrderedField K] {S : Type u} [Enumeration S] {U : Type v} [Enumeration U] [DecidableEq U]

/-- **Integer moments** (blueprint 4.3). A variable with values in `[m, M]`, `0 < m`, has
`E[X^r] ≤ C^(r(r-1)/2) E[X]^r` with `C = (m + M)² / (4 m M)`. -/
theorem moments {p X : S → K} {m M : K} (hp : IsPmf p) (hm : 0 < m) (hM : 0 < M) (hmX : ∀ s, m ≤ X s)
    (hXM : ∀ s, X s ≤ M) (r : Nat) :
    (expect p fun s => X s ^ r) ≤ kantorovichConst m M ^ (r * (r - 1) / 2) * expect p X ^ r := sorry

/-- **Moments of transcripts** (blueprint 4.4). If two target factors differ by a factor in `[m, M]`, the `r`-th moment
of the likelihood ratio of `J` rounds of selection is at most `C^(J r(r-1)/2)`. -/
theorem transcript_moments (L : SelectionRule K S U) {g g' : S → K} {m M : K} (hg : ∀ s, 0 < g s) (hm : 0 < m)
    (hM : 0 < M) (hmg : ∀ s, m * g s ≤ g' s) (hgM : ∀ s, g' s ≤ M * g s) (r J : Nat) (h : List S) :
    ratioMoment r (L.transcriptMass g' J h) (L.transcriptMass g J h) ≤
      kantorovichConst m M ^ (J * (r * (r - 1) / 2)) := sorry

variable {D : Type x} [Enumeration D] [DecidableEq D] {n R : Nat} {τ : S → D → K} {ρ : K}

omit [Enumeration D] in
/-- **Maurey domination** (blueprint 5.1 with 5.2). If replacing one universe element changes the table `τ` by at most
the factor `ρ`, every transcript has on any dataset within `R` rows of `x` at most `Θ^(mJ)` times its mass under one of
the `(T² + 1)^m` surrogates of `x`, with `Θ = (ρ^R + ρ^(-R))² / 4`. -/
theorem domination (L : SelectionRule K S U) (hτ : ∀ s d, 0 < τ s d) (hρ : 1 ≤ ρ)
    (hratio : ∀ s d d', τ s d' ≤ ρ * τ s d) (hR : 1 ≤ R) {x y : Fin n → D} (hxy : hamming x y ≤ R) (m J : Nat)
    (h : List S) (ω : Fin J → S) : ∃ c : Fin m → RowMove D, L.transcriptMass (rowTarget τ m y) J h ω ≤
      kantorovichConst (ρ ^ R)⁻¹ (ρ ^ R) ^ (m * J) * L.transcriptMass (rowSurrogate τ R x c) J h ω := sorry

/-- **Maximum of a finite family, near** (blueprint 6.3). The mean of `G` under the maximum of the laws `p v` is
controlled by the moments of their likelihood ratios to `p₀`. -/
theorem maximum_near {V : Type v} [Enumeration V] {p₀ : S → K} {p : V → S → K} (hp₀ : IsPmf p₀)
    (hpos : ∀ ω, 0 < p₀ ω) (hp : ∀ v ω, 0 ≤ p v ω) (G : S → K) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => (maximum fun v => p v ω) * G ω) ^ (2 * c) ≤
      (sum fun v => ratioMoment (2 * c) (p v) p₀) * (expect p₀ fun ω => G ω ^ 2) ^ c := sorry

/-- **Maximum of a finite family, far** (blueprint 6.3). It is also at most the sum of the means. -/
theorem maximum_far {V : Type v} [Enumeration V] {p : V → S → K} {G : S → K} (hp : ∀ v ω, 0 ≤ p v ω)
    (hG : ∀ ω, 0 ≤ G ω) : (sum fun ω => (maximum fun v => p v ω) * G ω) ≤ sum fun v => expect (p v) G := sorry

/-- **Maximum over a ball, near** (blueprint 6.4, paper (6.1)). Domination and moments bound the mean of `G` under the
largest likelihood of a dataset within `R` rows of `x`. -/
theorem ball_near (L : SelectionRule K S U) (hτ : ∀ s d, 0 < τ s d) (hρ : 1 ≤ ρ)
    (hratio : ∀ s d d', τ s d' ≤ ρ * τ s d) (hR : 1 ≤ R) (x : Fin n → D) (m J : Nat) (h : List S)
    {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ^ (2 * c) ≤
      kantorovichConst (ρ ^ R)⁻¹ (ρ ^ R) ^ (m * J * (2 * c)) * ((((card D ^ 2 + 1) ^ m : Nat) : K) *
        kantorovichConst (ρ ^ (R * m))⁻¹ (ρ ^ (R * m)) ^ (J * (c * (2 * c - 1))) *
        (expect (L.transcriptMass (rowTarget τ m x) J h) fun ω => G ω ^ 2) ^ c) := sorry

/-- **Maximum over a ball, far** (blueprint 6.4). It is also at most `Θ^(mJ)` times the sum of the means under the
surrogates. -/
theorem ball_far (L : SelectionRule K S U) (hτ : ∀ s d, 0 < τ s d) (hρ : 1 ≤ ρ)
    (hratio : ∀ s d d', τ s d' ≤ ρ * τ s d) (hR : 1 ≤ R) (x : Fin n → D) (m J : Nat) (h : List S)
    {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ≤
      kantorovichConst (ρ ^ R)⁻¹ (ρ ^ R) ^ (m * J) * sum fun c : Fin m → RowMove D =>
        expect (L.transcriptMass (rowSurrogate τ R x c) J h) G := sorry

end Selection

section Accuracy

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q] {n : Nat}

/-- **Hoeffding's lemma** (blueprint E.5), over any ordered field with an exponential: if `|Z| ≤ h` then
`E exp Z ≤ exp (E Z + h²/2)`. -/
theorem hoeffding_lemma {p Z : D → K} {h : K} (hp : IsPmf p) (hZ : ∀ d, -h ≤ Z d ∧ Z d ≤ h) :
    (expect p fun d => exp (Z d)) ≤ exp (expect p Z + h ^ 2 / 2) := sorry

/-- **Regret of Hedge** (blueprint 7.1, paper A.2). Along every path of `J` selections the multiplicative-weights
distributions answer, in sum, nearly as well as any fixed distribution `ν`. -/
theorem hedge_accuracy {S : Type x} {γ ℓ : K} {q : S → D → K} {ν : D → K} (hγ : 0 ≤ γ)
    (hq : ∀ s d, -1 ≤ q s d ∧ q s d ≤ 1) (hℓ : (card D : K) ≤ exp ℓ) (hν : IsPmf ν) (J : Nat) (ω : Fin J → S) :
    γ * pathSum (fun h s => expect ν (q s) - expect (hedge γ q h) (q s)) J [] ω ≤ ℓ + (J : K) * γ ^ 2 / 2 := sorry

/-- **Softmax gap** (blueprint 7.2, paper A.3). A candidate drawn with probability proportional to `exp (η f)` misses
the best score by little: the mean square is at most `(2/η)² (2 L² + 4)` for at most `exp L` candidates. -/
theorem softmax_accuracy {η L : K} (f : Q → K) (hη : 0 < η) (hL : (card Q : K) ≤ exp L) (q : Q) :
    (expect (softmax fun q => η * f q) fun q => gap f q ^ 2) ≤ (2 / η) ^ 2 * (2 * L ^ 2 + 4) := sorry

variable (P : PMW K D Q) {ℓ ℓ' L lam β : K}

/-- **Base accuracy** (blueprint 7.3). The expected worst-query error of private multiplicative weights itself is at
most `α = ℓ/(γJ) + γ/2 + β + 2 ξ₀/η`. -/
theorem base_accuracy (x : Fin n → D) (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ) (hL : (card (Q × Bool) : K) ≤ exp L)
    (hβ : 0 ≤ β) (hβL : (2 / P.eta) ^ 2 * (2 * L ^ 2 + 4) ≤ β ^ 2) :
    expect (P.baseLaw x) (P.error x) ≤ P.accuracy ℓ β := sorry

variable [DecidableEq D]

/-- **Bounded normaliser** (blueprint 8.2). If `36 J η² ℓ ≤ λ² n²` and `|D|² + 1 ≤ exp ℓ`, the normaliser of the
envelope with discount `e^(-λ)` is at most `5` on every dataset. -/
theorem normalizer_bound (hn : 0 < n) (hlam : 0 < lam) (hℓ0 : 0 < ℓ) (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ)
    (hstar : 36 * ((P.rounds : K) * P.eta ^ 2 * ℓ) ≤ (lam * (n : K)) ^ 2) (x : Fin n → D) :
    normalizer (exp (-lam)) (fun y : Fin n → D => P.baseLaw y) x ≤ 5 := sorry

/-- **Utility of the mechanism** (blueprint 8.2). Under the same condition its expected worst-query error is at most
`5 α + 64 / (λ n)` on every dataset. -/
theorem mechanism_accuracy (hn : 0 < n) (hlam : 0 < lam) (hℓ0 : 0 < ℓ) (hℓ : (card D : K) ^ 2 + 1 ≤ exp ℓ)
    (hstar : 36 * ((P.rounds : K) * P.eta ^ 2 * ℓ) ≤ (lam * (n : K)) ^ 2) (hℓ' : (card D : K) ≤ exp ℓ')
    (hL : (card (Q × Bool) : K) ≤ exp L) (hβ : 0 ≤ β) (hβL : (2 / P.eta) ^ 2 * (2 * L ^ 2 + 4) ≤ β ^ 2)
    (x : Fin n → D) :
    expect (P.mechanism n (exp (-lam)) x) (P.error x) ≤ 5 * P.accuracy ℓ' β + 64 / (lam * (n : K)) := sorry

end Accuracy

section Rate

variable {D : Type u} [Enumeration D] [DecidableEq D] [Nonempty D] {Q : Type v} [Enumeration Q] [Nonempty Q]
  {n : Nat}

/-- **The rate over any field with an exponential** (blueprint 8.3). If `|D|² + 1 ≤ exp ℓ`, `2 |Q| ≤ exp L` and
`ℓ L ≤ ρ² ε n`, then private multiplicative weights with suitable parameters has an envelope mechanism that is
pure `ε`-DP and whose expected worst-query error is at most `72 ρ` on every dataset. -/
theorem utility {K : Type w} [ExpField K] {query : Q → D → K} {ε ρ ℓ L : K}
    (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1) (hn : 0 < n) (hε : 0 < ε) (hρ : 0 < ρ) (hℓ : 1 ≤ ℓ) (hL : 1 ≤ L)
    (hD : (card D : K) ^ 2 + 1 ≤ exp ℓ) (hQ : 2 * (card Q : K) ≤ exp L) (hrate : ℓ * L ≤ ρ ^ 2 * (ε * (n : K))) :
    ∃ P : PMW K D Q, P.query = query ∧ PureDP (exp ε) (P.mechanism n (exp (-(ε / 2)))) ∧
      ∀ y : Fin n → D, IsPmf (P.mechanism n (exp (-(ε / 2))) y) ∧
        expect (P.mechanism n (exp (-(ε / 2))) y) (P.error y) ≤ 72 * ρ := sorry

variable {K : Type w} [CompleteField K]

omit [DecidableEq D] [Nonempty D] [Nonempty Q] [Enumeration D] [Enumeration Q] in
/-- **The exponential, logarithm and root of a complete ordered field** (blueprint R) are what their names say. -/
theorem real_exp (x y : K) : exp (x + y) = exp x * exp y ∧ 1 + x ≤ exp x ∧ (0 < x → exp (log x) = x) ∧
    (0 ≤ x → 0 ≤ sqrt x ∧ sqrt x ^ 2 = x) := sorry

/-- **There are real numbers** (blueprint R): a complete ordered field exists. -/
theorem real_numbers : ∃ R : Type, Nonempty (CompleteField R) := sorry

/-- **The square-root rate over the real numbers** (blueprint 8.3), with no condition on the parameters and no
definition beyond pmfs, pure DP and the Hamming metric: for every finite universe, finite family of queries with
values in `[-1, 1]`, `n ≥ 1` and `ε > 0` there are a pure `ε`-DP law on finite transcripts and a synthetic distribution
for every transcript, with expected worst-query error at most
`72 √(max 1 (log (|D|² + 1)) · max 1 (log (2 |Q|)) / (ε n))` on every dataset. The real numbers are any complete
ordered field. -/
theorem square_root_rate (hn : 0 < n) {ε : K} (hε : 0 < ε) {query : Q → D → K}
    (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1) :
    ∃ (J : Nat) (M : (Fin n → D) → (Fin J → Q × Bool) → K) (μ : (Fin J → Q × Bool) → D → K),
      (∀ y, IsPmf (M y)) ∧ PureDP (exp ε) M ∧ (∀ ω, IsPmf (μ ω)) ∧
      ∀ y : Fin n → D, (expect (M y) fun ω => maximum fun q =>
        absVal ((sum fun i => query q (y i)) / (n : K) - expect (μ ω) (query q))) ≤
        72 * sqrt (max2 1 (log ((card D : K) ^ 2 + 1)) * max2 1 (log (2 * (card Q : K))) / (ε * (n : K))) := sorry

end Rate

end Formal.Statements
