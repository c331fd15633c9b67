module

public import Formal.Relaxed.PMW
public import Formal.Utility.Accuracy

/-!
# Excess mass of private multiplicative weights

Blueprint 8.4 and 10.1 in the exponential layer. For annuli `l` that cover the distances `1, …, n`, each with its
code length `m` and its moment order `a`, let (`excessMass`)

  `δ = Σ_annuli b_a · N ^ m · exp (-a λ (inner + 1) + a A_R / m + a (a - 1) A_R)`,   `R = outer`, `A_R = κ R²`,

with `κ = 2 J η² / n²` and `N = 2 |D|` labels. Then, for the envelope of the base laws with discount `e^(-λ)`, and
for the relaxed envelope over all fractional histograms,

* `Z_x ≤ 1 + δ`: `normalizer_le_excess`, `relaxed_normalizer_le_excess`;
* the mechanism is pure DP with factor `e^λ (1 + δ)`: `mechanism_pureDP_excess`, `relaxed_pureDP_excess`;
* its expected worst-query error is at most `α + 2 δ`: `mechanism_error_le_excess`, `relaxed_error_le_excess`;
* every value of the envelope is at most the base likelihood, or at most `e^(-λ (inner + 1) + A_R / m)` times the
  likelihood under one surrogate of one annulus: `histogram_canonical_pair` (10.3).

`normalizer_le_excess_pairs` is the bound with the `|D|² + 1` labels of the paper. The number `δ` is any upper
bound one likes: a sampler takes the annuli, lengths and orders that make it small.
-/

@[expose] public noncomputable section

universe u v w y

namespace Formal

open Lean.Grind

/-! ### The bound -/

section Bound

variable {K : Type w} [ExpField K]

/-- The contribution `b_a N ^ m exp (-a λ (inner + 1) + a A_R / m + a (a - 1) A_R)` of an annulus (blueprint 8.4),
`A_R = κ R²`, for `N` labels. -/
def annulusExcess (lam κ : K) (labels : Nat) (A : Annulus) : K :=
  excessConst K A.order * (labels : K) ^ A.length *
    exp (-((A.order : K) * (lam * ((A.inner : K) + 1))) +
      (A.order : K) * (κ * (A.outer : K) ^ 2 / (A.length : K)) +
      (A.order : K) * ((A.order : K) - 1) * (κ * (A.outer : K) ^ 2))

/-- **The excess mass bound `δ`** of blueprint 8.4. -/
def excessMass (lam κ : K) (labels : Nat) (l : List Annulus) : K := listSum (annulusExcess lam κ labels) l

theorem annulusExcess_nonneg (lam κ : K) (labels : Nat) (A : Annulus) : 0 ≤ annulusExcess lam κ labels A :=
  mul_nonneg (mul_nonneg (excessConst_nonneg _) (pow_nonneg (natCast_nonneg _) _)) (exp_nonneg _)

theorem excessMass_nonneg (lam κ : K) (labels : Nat) (l : List Annulus) : 0 ≤ excessMass lam κ labels l :=
  listSum_nonneg fun A _ => annulusExcess_nonneg lam κ labels A

/-- The algebraic contribution with the constants of the exponential layer. -/
theorem excessTerm_exp (lam κ : K) (labels : Nat) (A : Annulus) :
    excessTerm (exp (-lam)) (labels ^ A.length) (exp (κ * (A.outer : K) ^ 2 / (A.length : K)))
      (exp ((A.order : K) * ((A.order : K) - 1) * (κ * (A.outer : K) ^ 2))) A = annulusExcess lam κ labels A := by
  unfold excessTerm annulusExcess
  rw [Semiring.natCast_pow, ← exp_nsmul, ← exp_add, ← exp_nsmul, Semiring.mul_assoc _ (exp _), ← exp_add]
  refine congrArg (fun z => excessConst K A.order * (labels : K) ^ A.length * exp z) ?_
  generalize κ * (A.outer : K) ^ 2 / (A.length : K) = t
  grind

end Bound

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q] (P : PMW K D Q)
  {n : Nat} {lam : K} {l : List Annulus}

/-! ### Around a fractional histogram -/

section Center

variable {Y : Type y} {g : Y → FractionalHistogram K D n} {d : Y → Nat} {M : (Fin P.rounds → Q × Bool) → K}
  (hn : 0 < n) (hlam : 0 ≤ lam) (hl : Covers l n) (h₀ : FractionalHistogram K D n) (hd : ∀ y, dist h₀ (g y) ≤ d y)
  (hdn : ∀ y, d y ≤ n)
include hn hlam hl hd hdn

omit hn hlam hl hdn in
theorem histogramLaw_le_of_eq_zero (y : Y) (h : d y = 0) (ω : Fin P.rounds → Q × Bool) :
    P.histogramLaw (g y) ω ≤ P.histogramLaw h₀ ω := by
  have e : h₀ = g y := NatMetric.dist_eq_zero.mp (Nat.le_zero.mp (h ▸ hd y))
  rw [e]; exact Std.le_refl _

/-- **8.4 (excess mass)** for any family of fractional histograms at the distances `d` from `h₀`, or less: the least
upper bounds of their discounted likelihoods have total mass at most `1 + δ`. -/
theorem sum_le_one_add_excessMass
    (hM : ∀ ω, IsSup (fun y => exp (-lam) ^ d y * P.histogramLaw (g y) ω) (M ω)) :
    sum M ≤ 1 + excessMass lam (P.momentScale n) (2 * card D) l := by
  have h := sum_le_one_add_excess (p := fun y => P.histogramLaw (g y)) (d := d) (p₀ := P.histogramLaw h₀)
    (V := fun A => Fin A.length → SignedLabel D)
    (q := fun A c => P.targetLaw (P.pointSurrogate n A.outer (P.histogramTarget h₀) c))
    (θ := fun A => exp (P.momentScale n * (A.outer : K) ^ 2 / (A.length : K)))
    (B := fun A => exp ((A.order : K) * ((A.order : K) - 1) * (P.momentScale n * (A.outer : K) ^ 2)))
    (exp_nonneg (-lam)) (exp_le_one (by grind)) (fun y ω => Std.le_of_lt (P.histogramLaw_pos _ ω)) hl hdn
    (P.histogramLaw_le_of_eq_zero h₀ hd)
    (P.isPmf_histogramLaw h₀) (P.histogramLaw_pos h₀) (fun _ _ => exp_nonneg _)
    (fun _ _ _ ω => Std.le_of_lt (P.targetLaw_pos _ ω))
    (fun A _ y hy ω => P.histogram_domination hn A.length_pos (Nat.lt_of_le_of_lt (Nat.zero_le _) A.inner_lt)
      (Nat.le_trans (hd y) hy) ω)
    (fun A _ c => P.point_moment_le hn A.length_pos h₀ c A.order) hM
  refine Std.le_trans h ?_
  unfold excessMass
  rw [listSum_congr fun A _ => by rw [card_signedCode, excessTerm_exp]]
  exact Std.le_refl _

/-- **10.3, the canonical pair**: the least upper bound of the discounted likelihoods of a transcript is at most its
likelihood under `h₀`, or at most `exp (-λ (inner + 1) + A_R / m)` times its likelihood under a surrogate of one of
the annuli. -/
theorem histogram_canonical_pair {ω : Fin P.rounds → Q × Bool}
    (hM : IsSup (fun y => exp (-lam) ^ d y * P.histogramLaw (g y) ω) (M ω)) :
    M ω ≤ P.histogramLaw h₀ ω ∨ ∃ A ∈ l, ∃ c : Fin A.length → SignedLabel D, M ω ≤
      exp (-(lam * ((A.inner : K) + 1)) + P.momentScale n * (A.outer : K) ^ 2 / (A.length : K)) *
        P.targetLaw (P.pointSurrogate n A.outer (P.histogramTarget h₀) c) ω := by
  have h := exists_canonical_pair (p := fun y => P.histogramLaw (g y)) (d := d) (p₀ := P.histogramLaw h₀)
    (V := fun A => Fin A.length → SignedLabel D)
    (q := fun A c => P.targetLaw (P.pointSurrogate n A.outer (P.histogramTarget h₀) c))
    (θ := fun A => exp (P.momentScale n * (A.outer : K) ^ 2 / (A.length : K)))
    (exp_nonneg (-lam)) (exp_le_one (by grind)) (fun y ω => Std.le_of_lt (P.histogramLaw_pos _ ω))
    (hl.base_or_annulus hdn (P.histogramLaw_le_of_eq_zero h₀ hd)) (P.isPmf_histogramLaw h₀).nonneg
    (fun _ _ => exp_nonneg _)
    (fun A _ y hy ω => P.histogram_domination hn A.length_pos (Nat.lt_of_le_of_lt (Nat.zero_le _) A.inner_lt)
      (Nat.le_trans (hd y) hy) ω) hM
  rcases h with h | ⟨A, hA, c, h⟩
  · exact Or.inl h
  · refine Or.inr ⟨A, hA, c, ?_⟩
    rw [← exp_nsmul, ← exp_add] at h
    rwa [show ((A.inner + 1 : Nat) : K) * -lam = -(lam * ((A.inner : K) + 1)) by grind] at h

end Center

variable [DecidableEq D]

/-! ### The relaxed envelope -/

/-- `N` is the relaxed envelope of the base laws on datasets: the least upper bound over all fractional histograms
`h` of `e^(-λ dist(x, h)) p_h(ω)` (blueprint 10.1). -/
abbrev IsRelaxed (n : Nat) (lam : K) (N : (Fin n → D) → (Fin P.rounds → Q × Bool) → K) : Prop :=
  IsRelaxedEnvelope (exp (-lam)) (fun x h => dist (histogram K x) h)
    (fun h : FractionalHistogram K D n => P.histogramLaw h) N

section Relaxed

variable {P} {N : (Fin n → D) → (Fin P.rounds → Q × Bool) → K} (hN : P.IsRelaxed n lam N)
include hN

/-- **The relaxed envelope is `e^(-λ)`-Lipschitz** in the Hamming distance of the datasets. -/
theorem relaxedEnvelope_lipschitz (hlam : 0 ≤ lam) : RatioLipschitz (exp (-lam)) N :=
  hN.ratioLipschitz (exp_pos _) (exp_le_one (by grind)) histogramDist_histogram_triangle
    fun h ω => Std.le_of_lt (P.histogramLaw_pos h ω)

/-- **The relaxed envelope lies above the base law.** -/
theorem le_relaxedEnvelope (x : Fin n → D) (ω : Fin P.rounds → Q × Bool) : P.baseLaw x ω ≤ N x ω := by
  rw [← P.histogramLaw_histogram]
  exact hN.le (dist_self _) ω

/-- The relaxed envelope lies above the envelope. -/
theorem envelope_le_relaxedEnvelope (hlam : 0 ≤ lam) (x : Fin n → D) (ω : Fin P.rounds → Q × Bool) :
    envelope (exp (-lam)) (fun y : Fin n → D => P.baseLaw y) x ω ≤ N x ω :=
  envelope_minimal (exp_nonneg _) (le_relaxedEnvelope hN) (relaxedEnvelope_lipschitz hN hlam) x ω

theorem relaxedEnvelope_nonneg (x : Fin n → D) (ω : Fin P.rounds → Q × Bool) : 0 ≤ N x ω :=
  Std.le_trans (Std.le_of_lt (P.targetLaw_pos _ ω)) (le_relaxedEnvelope hN x ω)

theorem one_le_relaxed_normalizer (x : Fin n → D) : 1 ≤ sum (N x) := by
  rw [← (P.isPmf_targetLaw (P.target x)).sum_eq_one]
  exact sum_le_sum (le_relaxedEnvelope hN x)

theorem isPmf_relaxed (x : Fin n → D) : IsPmf (normalize (N x)) :=
  isPmf_normalize (relaxedEnvelope_nonneg hN x) (by
    have := one_le_relaxed_normalizer hN x; grind [zero_lt_one (K := K)])

/-- **2.3 for the relaxed envelope**: with discount `e^(-ε/2)` its mechanism is pure `ε`-DP. -/
theorem relaxed_pureDP_half {ε : K} (hε : 0 ≤ ε) (hlam' : lam = ε / 2) : PureDP (exp ε) fun x => normalize (N x) := by
  subst hlam'
  have h := pureDP_of_lipschitz (exp_pos _) (relaxedEnvelope_lipschitz hN (by grind)) (relaxedEnvelope_nonneg hN)
    fun x => by have := one_le_relaxed_normalizer hN x; grind [zero_lt_one (K := K)]
  rwa [exp_neg_half_sq] at h

variable (hn : 0 < n) (hlam : 0 ≤ lam) (hl : Covers l n)
include hn hlam hl

/-- **8.4 for the relaxed envelope**: `Z̃_x ≤ 1 + δ`. -/
theorem relaxed_normalizer_le_excess (x : Fin n → D) :
    sum (N x) ≤ 1 + excessMass lam (P.momentScale n) (2 * card D) l :=
  P.sum_le_one_add_excessMass (g := id) hn hlam hl (histogram K x) (fun _ => Nat.le_refl _)
    (histogramDist_le_rows _) (hN x)

/-- **8.4, privacy of the relaxed envelope mechanism**: pure DP with factor `e^λ (1 + δ)`. -/
theorem relaxed_pureDP_excess : PureDP (exp lam * (1 + excessMass lam (P.momentScale n) (2 * card D) l))
    fun x => normalize (N x) := by
  have h := pureDP_of_excess (exp_pos (-lam)) (relaxedEnvelope_lipschitz hN hlam) (relaxedEnvelope_nonneg hN)
    (one_le_relaxed_normalizer hN) (relaxed_normalizer_le_excess hN hn hlam hl)
  rwa [← exp_neg, show - -lam = lam by grind] at h

/-- **8.4, utility of the relaxed envelope mechanism**: its expected worst-query error is at most `α + 2 δ`. -/
theorem relaxed_error_le_excess {ℓ' β : K} (hℓ' : (card D : K) ≤ exp ℓ') (hβ : 0 ≤ β) (hg : P.GapBound β)
    (x : Fin n → D) : expect (normalize (N x)) (P.error x) ≤
      P.accuracy ℓ' β + 2 * excessMass lam (P.momentScale n) (2 * card D) l := by
  have h1 := expect_normalize_le_add (g := 2) (P.isPmf_targetLaw (P.target x)) (le_relaxedEnvelope hN x)
    (relaxed_normalizer_le_excess hN hn hlam hl x) (P.error_nonneg x) (P.error_le_two x)
    (by grind [zero_lt_one (K := K)])
  have h2 := P.expected_error_le_of_gapBound x hn hℓ' hβ hg
  have h3 : expect (P.targetLaw (P.target x)) (P.error x) ≤ P.accuracy ℓ' β := h2
  grind

end Relaxed

/-! ### The envelope -/

section Envelope

variable (hn : 0 < n) (hlam : 0 ≤ lam) (hl : Covers l n)
include hn hlam hl

/-- **8.4 for the envelope**, with the `2 |D|` signed points as labels: `Z_x ≤ 1 + δ`. -/
theorem normalizer_le_excess (x : Fin n → D) : normalizer (exp (-lam)) (fun y : Fin n → D => P.baseLaw y) x ≤
    1 + excessMass lam (P.momentScale n) (2 * card D) l := by
  refine P.sum_le_one_add_excessMass (g := fun y : Fin n → D => histogram K y) (d := fun y => hamming x y) hn hlam hl
    (histogram K x) (histogramDist_histogram_le_hamming x) (hamming_le_rows x) fun ω => ?_
  simp only [P.histogramLaw_histogram]
  exact isSup_maximum _ x

/-- **8.4 for the envelope**, with the `|D|² + 1` row moves of the paper as labels: `Z_x ≤ 1 + δ`. -/
theorem normalizer_le_excess_pairs (x : Fin n → D) :
    normalizer (exp (-lam)) (fun y : Fin n → D => P.baseLaw y) x ≤
      1 + excessMass lam (P.momentScale n) (card D ^ 2 + 1) l := by
  have h := sum_le_one_add_excess (p := fun y : Fin n → D => P.baseLaw y) (d := fun y => hamming x y)
    (p₀ := P.baseLaw x) (M := envelope (exp (-lam)) (fun y : Fin n → D => P.baseLaw y) x)
    (V := fun A => Fin A.length → RowMove D) (q := fun A c => P.targetLaw (P.surrogate x A.outer c))
    (θ := fun A => exp (P.momentScale n * (A.outer : K) ^ 2 / (A.length : K)))
    (B := fun A => exp ((A.order : K) * ((A.order : K) - 1) * (P.momentScale n * (A.outer : K) ^ 2)))
    (exp_nonneg (-lam)) (exp_le_one (by grind)) (fun y ω => Std.le_of_lt (P.targetLaw_pos _ ω)) hl
    (hamming_le_rows x) (fun y hy ω => by rw [hamming_eq_zero.mp hy]; exact Std.le_refl _)
    (P.isPmf_targetLaw _) (P.targetLaw_pos _) (fun _ _ => exp_nonneg _)
    (fun _ _ _ ω => Std.le_of_lt (P.targetLaw_pos _ ω))
    (fun A _ y hy ω => P.maurey_domination_exp hn A.length_pos (Nat.lt_of_le_of_lt (Nat.zero_le _) A.inner_lt) hy ω)
    (fun A _ c => P.transcript_moment_exp hn (P.absVal_surrogate_sub_le hn A.length_pos x c) A.order)
    fun ω => isSup_maximum _ x
  refine Std.le_trans h ?_
  unfold excessMass
  rw [listSum_congr fun A _ => by rw [card_rowCode, excessTerm_exp]]
  exact Std.le_refl _

/-- **8.4, privacy of the envelope mechanism**: pure DP with factor `e^λ (1 + δ)`. -/
theorem mechanism_pureDP_excess : PureDP (exp lam * (1 + excessMass lam (P.momentScale n) (2 * card D) l))
    (P.mechanism n (exp (-lam))) := by
  have h := pureDP_of_excess (N := envelope (exp (-lam)) fun y : Fin n → D => P.baseLaw y) (exp_pos (-lam))
    (envelope_lipschitz (exp_nonneg _) (exp_le_one (by grind)) fun y ω => Std.le_of_lt (P.targetLaw_pos _ ω))
    (envelope_nonneg fun y ω => Std.le_of_lt (P.targetLaw_pos _ ω))
    (one_le_normalizer _ fun y => P.isPmf_targetLaw (P.target y)) (P.normalizer_le_excess hn hlam hl)
  rwa [← exp_neg, show - -lam = lam by grind] at h

/-- **8.4, utility of the envelope mechanism**: its expected worst-query error is at most `α + 2 δ`. -/
theorem mechanism_error_le_excess {ℓ' β : K} (hℓ' : (card D : K) ≤ exp ℓ') (hβ : 0 ≤ β) (hg : P.GapBound β)
    (x : Fin n → D) : expect (P.mechanism n (exp (-lam)) x) (P.error x) ≤
      P.accuracy ℓ' β + 2 * excessMass lam (P.momentScale n) (2 * card D) l := by
  have h1 := expect_normalize_le_add (M := envelope (exp (-lam)) (fun y : Fin n → D => P.baseLaw y) x) (g := 2)
    (P.isPmf_targetLaw (P.target x)) (le_envelope (exp (-lam)) (fun y : Fin n → D => P.baseLaw y) x)
    (P.normalizer_le_excess hn hlam hl x) (P.error_nonneg x) (P.error_le_two x) (by grind [zero_lt_one (K := K)])
  have h2 : expect (P.targetLaw (P.target x)) (P.error x) ≤ P.accuracy ℓ' β :=
    P.expected_error_le_of_gapBound x hn hℓ' hβ hg
  have h3 : expect (P.mechanism n (exp (-lam)) x) (P.error x) ≤ _ := h1
  grind

end Envelope

end PMW

end Formal
