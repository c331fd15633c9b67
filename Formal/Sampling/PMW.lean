module

public import Formal.Relaxed.Slope
public import Formal.Sampling.Components
public import Formal.Sampling.Release

/-!
# The sampler of private multiplicative weights, as the program runs it

Blueprint §10 put together, in the exponential layer, with the weights that `pyref.release` uses. The target is the
relaxed envelope of 10.1 over all fractional histograms. The components are the base law, the uniform law on transcripts
for the far distances, and the surrogates of the codes of signed points of the annuli `l` (`samplerComponentLaw`). Their
weights are public numbers, and upper bounds suffice (`SamplerWeights`), so they may be rounded up.

* `exists_canonical` (10.2, 10.3, 10.4b): every transcript has a canonical component.
* `baseLaw_pureDP` (10.4): the base law is private by itself if `4 J η ≤ λ n`; then nothing is ever rejected.
* `relaxed_normalizer_le_excess_far` (8.4): the excess mass with a uniform term for the far distances.
* `sampler_release_pureDP`: the capped loop of proposals and acceptance decisions is pure `ε`-DP.
* `sampler_release_error_le`: its expected worst-query error is at most `α + 2 δ + 2 e^(-m/W)`.
-/

@[expose] public noncomputable section

universe u v w z

namespace Formal

open Lean.Grind

/-! ### The uniform law -/

/-- The uniform law on a finite type. -/
def uniformMass {K : Type w} [OrderedField K] {Ω : Type u} [Enumeration Ω] (_ : Ω) : K := 1 / (card Ω : K)

theorem isPmf_uniformMass {K : Type w} [OrderedField K] {Ω : Type u} [Enumeration Ω] (ω : Ω) :
    IsPmf (uniformMass (K := K) (Ω := Ω)) where
  nonneg _ := div_nonneg (Std.le_of_lt zero_lt_one) (natCast_nonneg _)
  sum_eq_one := by
    show (sum fun _ : Ω => 1 / (card Ω : K)) = 1
    have h : (card Ω : K) ≠ 0 := ne_of_pos (natCast_pos (card_pos ω))
    rw [sum_const, CommSemiring.mul_comm, div_mul_cancel h]

theorem IsPmf.le_one {K : Type w} [OrderedField K] {Ω : Type u} [Enumeration Ω] {p : Ω → K} (hp : IsPmf p) (ω : Ω) :
    p ω ≤ 1 := hp.sum_eq_one ▸ le_sum hp.nonneg ω

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q] (P : PMW K D Q) {n : Nat}

variable [DecidableEq D] {lam : K} {l : List Annulus}

/-- **10.4**: if `4 J η ≤ λ n` the base law is private by itself. -/
theorem baseLaw_lipschitz (hn : 0 < n) (h : P.slope n ≤ lam) :
    RatioLipschitz (exp (-lam)) fun x : Fin n → D => P.baseLaw x := by
  intro x x' ω
  show exp (-lam) ^ hamming x x' * P.baseLaw x ω ≤ P.baseLaw x' ω
  have h1 := P.histogramLaw_le_exp_mul hn (histogram K x') (histogram K x) ω
  rw [P.histogramLaw_histogram, P.histogramLaw_histogram] at h1
  have hd : ((dist (histogram K x') (histogram K x) : Nat) : K) ≤ (hamming x x' : K) :=
    natCast_le (by rw [dist_comm]; exact histogramDist_histogram_le_hamming x x')
  have hs : 0 ≤ P.slope n := div_nonneg (mul_nonneg (mul_nonneg (by grind [zero_lt_one (K := K)]) (natCast_nonneg _))
    (Std.le_of_lt P.eta_pos)) (natCast_nonneg _)
  have h2 := mul_le_mul h hd (natCast_nonneg _) (Std.le_trans hs h)
  have h3 := mul_le_mul_right (exp_le_exp h2) (Std.le_of_lt (P.targetLaw_pos (P.target x') ω))
  have h4 := mul_le_mul_left (Std.le_trans h1 h3) (pow_nonneg (exp_nonneg (-lam)) (hamming x x'))
  refine Std.le_trans h4 ?_
  rw [← exp_nsmul, ← Semiring.mul_assoc, ← exp_add,
    show (hamming x x' : K) * -lam + lam * (hamming x x' : K) = 0 by grind, exp_zero, Semiring.one_mul]
  exact Std.le_refl _

/-! ### The components -/

/-- The codes of an annulus: sequences of signed points. -/
abbrev Codes (D : Type u) (A : Annulus) : Type u := Fin A.length → SignedLabel D

omit [Enumeration Q] [DecidableEq D] in
/-- The total weight `W = base + far + Σ_annuli (2 |D|) ^ length · code` (blueprint 10.2). -/
theorem sum_samplerWeight_codes (base far : K) (code : Annulus → K) (l : List Annulus) :
    sum (samplerWeight (V := Codes D) (l := l) base far code) =
      samplerTotal base far code (fun A => (2 * card D) ^ A.length) l := by
  rw [sum_samplerWeight (V := Codes D) (l := l)]
  exact congrArg (fun labels => samplerTotal base far code labels l) (funext fun A => card_signedCode D A.length)

omit [Enumeration D] [Enumeration Q] [DecidableEq D] in
theorem transcript_nonempty : Nonempty (Fin P.rounds → Q × Bool) := P.query_nonempty.elim fun q => ⟨fun _ => (q, true)⟩

/-- The laws of the components for a dataset (blueprint 10.2): the base law, the uniform law, and the laws of the
surrogates of the codes of signed points. -/
def samplerComponentLaw (l : List Annulus) (x : Fin n → D) :
    SamplerComponent l (Codes D) → (Fin P.rounds → Q × Bool) → K :=
  samplerLaw (P.baseLaw x) uniformMass fun A c => P.targetLaw (P.pointSurrogate n A.outer (P.target x) c)

/-- The conditions on the weights (blueprint 10.2, 10.4b). All numbers are public. The base weight covers the distances
up to `lift`, the weights of the annuli those from there to `reach`, and the far weight the rest. -/
structure SamplerWeights (n : Nat) (lam : K) (l : List Annulus) (lift reach : Nat) (base far : K) (code : Annulus → K) :
    Prop where
  /-- The base law is covered by itself. -/
  one_le_base : 1 ≤ base
  /-- The base weight covers the distances up to `lift` (10.4b). -/
  base_ge : exp ((P.slope n - lam) * (lift : K)) ≤ base
  /-- A code of an annulus is weighted by the largest discount times the constant of domination. -/
  code_ge : ∀ A ∈ l, exp (-(lam * ((A.inner : K) + 1)) + P.momentScale n * (A.outer : K) ^ 2 / (A.length : K)) ≤ code A
  /-- The annuli cover the distances from `lift` to `reach`. -/
  cover : ∀ k, lift < k → k ≤ reach → ∃ A ∈ l, A.inner < k ∧ k ≤ A.outer
  /-- The far weight is nonnegative. -/
  far_nonneg : 0 ≤ far
  /-- The far weight covers the distances beyond `reach`, unless there are none. -/
  far_ge : reach < n → exp (-(lam * ((reach : K) + 1))) * (card (Fin P.rounds → Q × Bool) : K) ≤ far

variable {P} {N : (Fin n → D) → (Fin P.rounds → Q × Bool) → K} {lift reach : Nat} {base far : K} {code : Annulus → K}

/-- **Canonical components exist** (blueprint 10.2, 10.3, 10.4b) for the relaxed envelope: every transcript is covered
by one of the components. -/
theorem exists_canonical (hN : P.IsRelaxed n lam N) (hn : 0 < n) (hlam : 0 ≤ lam)
    (hw : P.SamplerWeights n lam l lift reach base far code) :
    ∃ c : (Fin n → D) → (Fin P.rounds → Q × Bool) → SamplerComponent l (Codes D), ∀ x, IsProposal
      (samplerWeight (V := Codes D) (l := l) base far code) (P.samplerComponentLaw l x) (N x) (c x) := by
  obtain ⟨ω₀⟩ := P.transcript_nonempty
  have h1 := zero_lt_one (K := K)
  have hbase : 0 < base := by have := hw.one_le_base; grind
  have hnear : ∀ k : Nat, k ≤ lift → exp ((P.slope n - lam) * (k : K)) ≤ base := fun k hk => by
    by_cases hs : 0 ≤ P.slope n - lam
    · exact Std.le_trans (exp_le_exp (mul_le_mul_left (natCast_le hk) hs)) hw.base_ge
    · refine Std.le_trans (exp_le_one ?_) hw.one_le_base
      have := mul_nonneg (show 0 ≤ lam - P.slope n by grind) (natCast_nonneg (K := K) k); grind
  have hcardK : (0 : K) < (card (Fin P.rounds → Q × Bool) : K) := natCast_pos (card_pos ω₀)
  have hdisc : ∀ k : Nat, exp (-lam) ^ k = exp (-(lam * (k : K))) := fun k => by
    rw [← exp_nsmul]; exact congrArg exp (by grind)
  suffices ∀ x, ∃ c : (Fin P.rounds → Q × Bool) → SamplerComponent l (Codes D), IsProposal
      (samplerWeight (V := Codes D) (l := l) base far code) (P.samplerComponentLaw l x) (N x) c from ⟨fun x => (this x).choose, fun x => (this x).choose_spec⟩
  intro x
  refine exists_isProposal_annuli (V := Codes D)
    (q := fun A c => P.targetLaw (P.pointSurrogate n A.outer (P.target x) c))
    (d := fun h : FractionalHistogram K D n => dist (histogram K x) h) (lift := lift) (reach := reach) (θ := fun A => exp (P.momentScale n * (A.outer : K) ^ 2 / (A.length : K))) (exp_nonneg (-lam))
    (exp_le_one (by grind)) (fun h ω => Std.le_of_lt (P.histogramLaw_pos h ω)) (relaxedEnvelope_nonneg hN x) (hN x)
    hbase hw.far_nonneg (P.isPmf_targetLaw _) (isPmf_uniformMass ω₀) (fun A c => P.isPmf_targetLaw _)
    (fun _ _ => exp_nonneg _) ?_ ?_ hw.cover ?_ ?_
  · intro A hA
    rw [hdisc, ← exp_add, show ((A.inner + 1 : Nat) : K) = (A.inner : K) + 1 by grind]
    exact hw.code_ge A hA
  · intro h hd ω
    have hslope := P.histogramLaw_le_exp_mul hn (histogram K x) h ω
    rw [P.histogramLaw_histogram] at hslope
    calc exp (-lam) ^ dist (histogram K x) h * P.histogramLaw h ω
        ≤ exp (-lam) ^ dist (histogram K x) h *
          (exp (P.slope n * (dist (histogram K x) h : K)) * P.baseLaw x ω) :=
          mul_le_mul_left hslope (pow_nonneg (exp_nonneg _) _)
      _ = exp ((P.slope n - lam) * (dist (histogram K x) h : K)) * P.baseLaw x ω := by
          rw [hdisc, ← Semiring.mul_assoc, ← exp_add]
          exact congrArg (fun z => exp z * P.baseLaw x ω) (by grind)
      _ ≤ base * P.baseLaw x ω := mul_le_mul_right (hnear _ hd) (Std.le_of_lt (P.targetLaw_pos _ ω))
  · intro A _ h hd ω
    have := P.histogram_domination hn A.length_pos (Nat.lt_of_le_of_lt (Nat.zero_le _) A.inner_lt) hd ω
    rwa [P.histogramTarget_histogram] at this
  · intro h hd ω
    have hreach : reach < n := Nat.lt_of_lt_of_le hd (histogramDist_le_rows _ _)
    have hp := (P.isPmf_histogramLaw h).le_one ω
    have hr : exp (-lam) ^ dist (histogram K x) h ≤ exp (-(lam * ((reach : K) + 1))) := by
      have := pow_le_pow_of_le_one (exp_nonneg (-lam)) (exp_le_one (by grind)) hd
      rw [hdisc (reach + 1), show ((reach + 1 : Nat) : K) = (reach : K) + 1 by grind] at this
      exact this
    calc exp (-lam) ^ dist (histogram K x) h * P.histogramLaw h ω ≤ exp (-(lam * ((reach : K) + 1))) * 1 :=
          mul_le_mul hr hp (Std.le_of_lt (P.histogramLaw_pos h ω)) (exp_nonneg _)
      _ = exp (-(lam * ((reach : K) + 1))) * (card (Fin P.rounds → Q × Bool) : K) *
            (1 / (card (Fin P.rounds → Q × Bool) : K)) := by
          have := mul_inv_cancel (ne_of_pos hcardK)
          rw [Field.div_eq_mul_inv]; grind
      _ ≤ far * (1 / (card (Fin P.rounds → Q × Bool) : K)) :=
          mul_le_mul_right (hw.far_ge hreach) (div_nonneg (Std.le_of_lt h1) (Std.le_of_lt hcardK))

/-! ### Privacy of the release -/

/-- **10.4**: if `4 J η ≤ λ n`, one draw from the base law is pure `λ`-DP. -/
theorem baseLaw_pureDP (hn : 0 < n) (h : P.slope n ≤ lam) : PureDP (exp lam) fun x : Fin n → D => P.baseLaw x := by
  have := pureDP_of_ratioLipschitz (exp_pos (-lam)) (P.baseLaw_lipschitz hn h)
  rwa [← exp_neg, show - -lam = lam by grind] at this

/-- **8.4 with the far points**: the annuli `l'` need only cover the distances up to `reach'`; the rest adds the far
discount for every transcript. -/
theorem relaxed_normalizer_le_excess_far {l' : List Annulus} {reach' : Nat} {φ : K} (hN : P.IsRelaxed n lam N)
    (hn : 0 < n) (hlam : 0 ≤ lam) (hl : Covers l' reach') (hφ0 : 0 ≤ φ)
    (hφ : reach' < n → exp (-(lam * ((reach' : K) + 1))) ≤ φ) (x : Fin n → D) :
    sum (N x) ≤ 1 + excessMass lam (P.momentScale n) (2 * card D) l' +
      (card (Fin P.rounds → Q × Bool) : K) * φ := by
  have h := sum_le_one_add_excess_far (p := fun h : FractionalHistogram K D n => P.histogramLaw h)
    (d := fun h => dist (histogram K x) h) (p₀ := P.histogramLaw (histogram K x)) (r := exp (-lam))
    (V := Codes D) (q := fun A c => P.targetLaw (P.pointSurrogate n A.outer (P.histogramTarget (histogram K x)) c))
    (θ := fun A => exp (P.momentScale n * (A.outer : K) ^ 2 / (A.length : K)))
    (B := fun A => exp ((A.order : K) * ((A.order : K) - 1) * (P.momentScale n * (A.outer : K) ^ 2)))
    (exp_nonneg (-lam)) (exp_le_one (by grind)) (fun y ω => Std.le_of_lt (P.histogramLaw_pos _ ω)) hl
    (fun y hy ω => P.histogramLaw_le_of_eq_zero (g := id) (d := fun h => dist (histogram K x) h) (histogram K x)
      (fun _ => Nat.le_refl _) y hy ω)
    hφ0 (fun y hy ω => by
      have hr := pow_le_pow_of_le_one (exp_nonneg (-lam)) (exp_le_one (by grind)) hy
      have hp := (P.isPmf_histogramLaw y).le_one ω
      have hlt := hφ (Nat.lt_of_lt_of_le hy (histogramDist_le_rows _ _))
      have e : exp (-lam) ^ (reach' + 1) = exp (-(lam * ((reach' : K) + 1))) := by
        rw [← exp_nsmul]; exact congrArg exp (by grind)
      have := mul_le_mul hr hp (Std.le_of_lt (P.histogramLaw_pos y ω)) (pow_nonneg (exp_nonneg _) _)
      rw [show reach'.succ = reach' + 1 from rfl, e] at this
      exact Std.le_trans this (by grind))
    (P.isPmf_histogramLaw _) (P.histogramLaw_pos _) (fun _ _ => exp_nonneg _)
    (fun _ _ ω => Std.le_of_lt (P.targetLaw_pos _ ω))
    (fun A _ y hy ω => P.histogram_domination hn A.length_pos (Nat.lt_of_le_of_lt (Nat.zero_le _) A.inner_lt) hy ω)
    (fun A _ c => P.point_moment_le hn A.length_pos (histogram K x) c A.order) (hN x)
  refine Std.le_trans h ?_
  unfold excessMass
  rw [listSum_congr fun A _ => by rw [card_signedCode, excessTerm_exp]]
  exact Std.le_refl _

/-- **The release of private multiplicative weights is pure `ε`-DP** (blueprint §10). For every choice of canonical
components: at most `m` proposals with acceptance, the first accepted transcript passed through `g`, and a fallback that
does not depend on the data. `δ` is any upper bound on the excess mass of 8.4, computed with annuli `l'` of its own, and
`W` is the total weight. -/
theorem sampler_release_pureDP [DecidableEq Q] {B : Type z} [Enumeration B] [DecidableEq B]
    {c : (Fin n → D) → (Fin P.rounds → Q × Bool) → SamplerComponent l (Codes D)} {l' : List Annulus} {reach' m : Nat}
    {f : B → K} {φ δ ε W : K} (hN : P.IsRelaxed n lam N) (hn : 0 < n) (hlam : 0 ≤ lam)
    (hc : ∀ x, IsProposal (samplerWeight (V := Codes D) (l := l) base far code) (P.samplerComponentLaw l x) (N x) (c x))
    (hl : Covers l' reach') (hφ0 : 0 ≤ φ) (hφ : reach' < n → exp (-(lam * ((reach' : K) + 1))) ≤ φ)
    (hδ : excessMass lam (P.momentScale n) (2 * card D) l' + (card (Fin P.rounds → Q × Bool) : K) * φ ≤ δ)
    (hWeq : samplerTotal base far code (fun A => (2 * card D) ^ A.length) l = W) (hW : 1 + δ < W) (hf : IsPmf f)
    (haccept : exp lam * (1 + δ) ≤ exp ε ∨ 2 * lam ≤ ε) (hfallback : ((W - 1) / (W - (1 + δ))) ^ m ≤ exp ε)
    (g : (Fin P.rounds → Q × Bool) → B) : PureDP (exp ε) fun x =>
      releaseLaw (samplerWeight base far code) (P.samplerComponentLaw l x) (N x) (c x) g f m := by
  exact release_pureDP hc (fun _ => (sum_samplerWeight_codes base far code l).trans hWeq) hlam
    (relaxedEnvelope_lipschitz hN hlam) (one_le_relaxed_normalizer hN)
    (fun x => by have := relaxed_normalizer_le_excess_far hN hn hlam hl hφ0 hφ x; grind) (Or.inl hW) hf haccept
    hfallback

/-- **Utility of the release**: the expected worst-query error, a failure counted as the largest error `2`, is at most
`α + 2 δ + 2 e^(-m/W)`. -/
theorem sampler_release_error_le [DecidableEq Q] {c : (Fin P.rounds → Q × Bool) → SamplerComponent l (Codes D)}
    {m : Nat} {f : Option (Fin P.rounds → Q × Bool) → K} {δ W ℓ' β : K} {x : Fin n → D} (hN : P.IsRelaxed n lam N)
    (hn : 0 < n) (hc : IsProposal (samplerWeight (V := Codes D) (l := l) base far code) (P.samplerComponentLaw l x)
      (N x) c) (hδ : sum (N x) ≤ 1 + δ) (hWeq : samplerTotal base far code (fun A => (2 * card D) ^ A.length) l = W)
    (hf : IsPmf f) (hℓ' : (card D : K) ≤ exp ℓ') (hβ : 0 ≤ β) (hg : P.GapBound β) :
    expect (releaseLaw (samplerWeight base far code) (P.samplerComponentLaw l x) (N x) c some f m)
      (fun b => b.elim 2 (P.error x)) ≤ P.accuracy ℓ' β + 2 * δ + 2 * exp (-((m : K) / W)) := by
  have h2 : (0 : K) ≤ 2 := by grind [zero_lt_one (K := K)]
  have hG : ∀ b : Option (Fin P.rounds → Q × Bool), 0 ≤ b.elim 2 (P.error x) ∧ b.elim 2 (P.error x) ≤ 2
    | none => ⟨h2, Std.le_refl _⟩
    | some ω => ⟨P.error_nonneg x ω, P.error_le_two x ω⟩
  have hsum : sum (samplerWeight (V := Codes D) (l := l) base far code) = W :=
    (sum_samplerWeight_codes base far code l).trans hWeq
  have hrel := expect_release_le (g := some) hc (one_le_relaxed_normalizer hN x) hf.nonneg (fun b => (hG b).1) m
  have hfall : expect f (fun b => b.elim 2 (P.error x)) ≤ 2 := by
    have := expect_le_expect (G' := fun _ => 2) hf.nonneg fun b => (hG b).2
    rwa [expect_const hf] at this
  have hfall' := mul_le_mul_left hfall (exp_nonneg (-((m : K) / W)))
  have hnorm := expect_normalize_le_add (g := 2) (P.isPmf_targetLaw (P.target x)) (le_relaxedEnvelope hN x) hδ
    (P.error_nonneg x) (P.error_le_two x) h2
  have hbase : expect (P.targetLaw (P.target x)) (P.error x) ≤ P.accuracy ℓ' β :=
    P.expected_error_le_of_gapBound x hn hℓ' hβ hg
  rw [hsum, expect_pushforward] at hrel
  have hrel' : _ ≤ expect (normalize (N x)) (P.error x) + _ := hrel
  grind

end PMW

end Formal
