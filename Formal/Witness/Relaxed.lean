module

public import Formal.Relaxed.Real
public import Formal.Relaxed.Slope
public import Formal.Witness.Excess

/-!
# Instances of the relaxed envelope

Blueprint 10.1 and 2.9. At `Rat`: an infinite set of fractional inputs whose supremum is not attained, with the
privacy, Lipschitz and utility statements for it, and a fractional histogram strictly between two integer ones. Over
any field with an exponential: Maurey domination with real weights, and domination of a fractional histogram by
signed points. Over any complete ordered field, such as the Cauchy reals: the relaxed mechanism of `pair`
(`Formal.Witness.Excess`) on two rows, pure DP with a factor within `1/1000` of `e⁵`, and its error bound.
-/

@[expose] public noncomputable section

universe w

namespace Formal.Witness.Relaxed

open Formal.Witness.Excess (pair near far covers_pair pair_momentScale pair_excess_le)

/-! ### A supremum that is not attained -/

/-- A coin that shows `a` with probability `1 - 1/(k+2)`. -/
def biased (y : Bool × Nat) (b : Bool) : Rat :=
  if b = y.1 then 1 - CauchyReal.width (y.2 + 1) else CauchyReal.width (y.2 + 1)

theorem width_succ_le (k : Nat) : CauchyReal.width (k + 1) ≤ 1 / 2 := by
  have := natCast_nonneg (K := Rat) k
  refine (div_le_iff_le_mul (by grind)).mpr (by grind)

theorem isPmf_biased (y : Bool × Nat) : IsPmf (biased y) where
  nonneg b := by
    have h1 := CauchyReal.width_pos (y.2 + 1)
    have h2 := width_succ_le y.2
    unfold biased; split <;> grind
  sum_eq_one := by
    obtain ⟨a, k⟩ := y
    show biased (a, k) true + (biased (a, k) false + 0) = 1
    unfold biased
    cases a <;> simp <;> grind

/-- The distance of a dataset of one row to a coin. -/
def coinDist (x : Fin 1 → Bool) (y : Bool × Nat) : Nat := if x 0 = y.1 then 0 else 1

/-- The coin of a dataset. -/
def coinOf (x : Fin 1 → Bool) : Bool × Nat := (x 0, 0)

theorem coinDist_coinOf (x : Fin 1 → Bool) : coinDist x (coinOf x) = 0 := if_pos rfl

theorem coinDist_triangle (x x' : Fin 1 → Bool) (y : Bool × Nat) : coinDist x' y ≤ dist x' x + coinDist x y := by
  by_cases h : x' = x
  · subst h; omega
  · have h1 : dist x' x ≠ 0 := fun h0 => h (NatMetric.dist_eq_zero.mp h0)
    have h2 : coinDist x' y ≤ 1 := by unfold coinDist; split <;> omega
    omega

/-- The relaxed envelope with discount `1/2`: `1`, a supremum that is not attained, at the value of the row, and
`1/2` at the other outcome. -/
def coinEnvelope (x : Fin 1 → Bool) (b : Bool) : Rat := if x 0 = b then 1 else 1 / 2

theorem isRelaxed_coinEnvelope : IsRelaxedEnvelope (1 / 2) coinDist biased coinEnvelope := fun x b => by
  refine ⟨fun y => ?_, fun c hc => ?_⟩
  · obtain ⟨a, k⟩ := y
    have h1 := CauchyReal.width_pos (k + 1)
    have h2 := width_succ_le k
    show (1 / 2 : Rat) ^ (if x 0 = a then 0 else 1) *
      (if b = a then 1 - CauchyReal.width (k + 1) else CauchyReal.width (k + 1)) ≤ if x 0 = b then 1 else 1 / 2
    generalize CauchyReal.width (k + 1) = v at *
    cases x 0 <;> cases a <;> cases b <;> simp <;> grind
  · show (if x 0 = b then 1 else 1 / 2) ≤ c
    by_cases h : x 0 = b
    · rw [if_pos h]
      refine Classical.byContradiction fun hn => ?_
      obtain ⟨N, hN⟩ := CauchyReal.exists_width_le (ε := (1 - c) / 2) (by grind)
      have h1 := hN (N + 1) (by omega)
      have h2 : (1 / 2 : Rat) ^ (if x 0 = b then 0 else 1) *
        (if b = b then 1 - CauchyReal.width (N + 1) else CauchyReal.width (N + 1)) ≤ c := hc (b, N)
      rw [if_pos h, if_pos rfl] at h2
      grind
    · rw [if_neg h]
      have h1 : CauchyReal.width 1 = 1 / 2 := by decide +kernel
      have h2 : (1 / 2 : Rat) ^ (if x 0 = x 0 then 0 else 1) *
        (if b = x 0 then 1 - CauchyReal.width 1 else CauchyReal.width 1) ≤ c := hc (x 0, 0)
      rw [if_pos rfl, if_neg (fun e => h e.symm), h1] at h2
      grind

/-- No coin attains the supremum. -/
theorem not_attained (x : Fin 1 → Bool) (y : Bool × Nat) :
    (1 / 2) ^ coinDist x y * biased y (x 0) ≠ coinEnvelope x (x 0) := by
  obtain ⟨a, k⟩ := y
  have h1 := CauchyReal.width_pos (k + 1)
  have h2 := width_succ_le k
  show (1 / 2 : Rat) ^ (if x 0 = a then 0 else 1) *
    (if x 0 = a then 1 - CauchyReal.width (k + 1) else CauchyReal.width (k + 1)) ≠ if x 0 = x 0 then 1 else 1 / 2
  generalize CauchyReal.width (k + 1) = v at *
  rw [if_pos rfl]
  split <;> grind

theorem coin_lipschitz : RatioLipschitz (1 / 2) coinEnvelope :=
  isRelaxed_coinEnvelope.ratioLipschitz (by decide +kernel) (by decide +kernel) coinDist_triangle
    fun y => (isPmf_biased y).nonneg

theorem coin_pureDP : PureDP ((1 / 2 : Rat) ^ 2)⁻¹ fun x => normalize (coinEnvelope x) :=
  relaxed_pureDP isRelaxed_coinEnvelope (by decide +kernel) (by decide +kernel) coinDist_triangle coinDist_coinOf
    isPmf_biased

/-- The normaliser is `3/2`, and the factor `r⁻¹ ζ = 3` of 2.8 is below the factor `r⁻² = 4` of 2.3. -/
theorem coin_normalizer (x : Fin 1 → Bool) : sum (coinEnvelope x) ≤ 3 / 2 := by
  show (if x 0 = true then 1 else 1 / 2 : Rat) + ((if x 0 = false then 1 else 1 / 2) + 0) ≤ 3 / 2
  cases x 0 <;> decide +kernel

theorem coin_pureDP_normalizer : PureDP ((1 / 2 : Rat)⁻¹ * (3 / 2)) fun x => normalize (coinEnvelope x) :=
  pureDP_of_normalizer_mem (by decide +kernel) coin_lipschitz
    (isRelaxed_coinEnvelope.nonneg coinDist_coinOf fun y => (isPmf_biased y).nonneg)
    (isRelaxed_coinEnvelope.one_le_sum coinDist_coinOf fun _ => isPmf_biased _) coin_normalizer

theorem coin_normalizer_aware (x x' : Fin 1 → Bool) (b : Bool) :
    (1 / 2) ^ dist x x' * normalize (coinEnvelope x) b ≤ 3 / 2 * normalize (coinEnvelope x') b :=
  relaxed_normalizer_aware isRelaxed_coinEnvelope (by decide +kernel) (by decide +kernel) coinDist_triangle
    coinDist_coinOf isPmf_biased coin_normalizer x x' b

theorem coin_utility (x : Fin 1 → Bool) :
    expect (normalize (coinEnvelope x)) (fun b => if b then 1 else 0) ≤
      expect (coinEnvelope x) fun b => if b then 1 else 0 :=
  expectation_relaxed_le isRelaxed_coinEnvelope coinDist_coinOf isPmf_biased
    (fun b => by cases b <;> decide +kernel) x

theorem coin_envelope_le (x : Fin 1 → Bool) (b : Bool) :
    envelope (1 / 2) (fun y => biased (coinOf y)) x b ≤ coinEnvelope x b :=
  envelope_le_relaxed (by decide +kernel) (by decide +kernel) isRelaxed_coinEnvelope (fun x y => by
    have := coinDist_triangle y x (coinOf y)
    rwa [coinDist_coinOf] at this) (fun y => (isPmf_biased y).nonneg) x b

/-! ### Fractional histograms -/

/-- Half a row of each value. -/
def half : FractionalHistogram Rat Bool 1 where
  mass _ := 1 / 2
  nonneg _ := by decide +kernel
  sum_eq := by decide +kernel

/-- The distance of `half` to the histogram of one row is `1/2`, rounded up to one. -/
theorem half_dist : dist (histogram Rat fun _ : Fin 1 => true) half = 1 := by
  refine Nat.le_antisymm (histogramDist_le_iff.mpr (by decide +kernel)) (Nat.pos_of_ne_zero fun h => ?_)
  have h1 := histogramDist_le_iff.mp (Nat.le_of_eq h)
  exact absurd h1 (by decide +kernel)

/-- The two datasets of one row are at distance one, and so are their histograms. -/
theorem histogram_dist_le : dist (histogram Rat fun _ : Fin 1 => true) (histogram Rat fun _ : Fin 1 => false) ≤ 1 :=
  histogramDist_histogram_le_hamming (K := Rat) (fun _ : Fin 1 => true) fun _ => false

section Exponential

variable {K : Type w} [ExpField K]

/-- 5.4 with real weights: two labels with exponents `±1` and weights `2/3`, `1/3`, mean `1/3`, codes of two labels.
-/
theorem weights_instance (L : SelectionRule K Bool Unit) (ω : Fin 3 → Bool) : ∃ c : Fin 2 → Bool,
    L.transcriptMass (fun _ => exp (0 + ((2 : Nat) : K) * (1 / 3))) 3 [] ω ≤
      exp ((1 : K) ^ 2 / 2) ^ (2 * 3) *
        L.transcriptMass (fun _ => exp (0 + sum fun j => if c j then (1 : K) else -1)) 3 [] ω := by
  have h0 := zero_lt_one (K := K)
  refine maurey_domination_of_pmf L (w := fun b : Bool => if b then (2 / 3 : K) else 1 / 3)
    (Z := fun b _ => if b then (1 : K) else -1) (f := fun _ => 0) (μ := fun _ => 1 / 3)
    ⟨fun b => by cases b <;> simp <;> grind, ?_⟩ (fun c _ => by cases c <;> simp <;> grind) (fun _ => ?_) 2 3 [] ω
  · show (2 / 3 : K) + (1 / 3 + 0) = 1
    grind
  · show (2 / 3 : K) * 1 + (1 / 3 * (-1) + 0) = 1 / 3
    grind

/-- Two rows, divided evenly between the two values except for a third of a row. -/
def skew : FractionalHistogram K Bool 2 where
  mass b := if b then 4 / 3 else 2 / 3
  nonneg b := by have := zero_lt_one (K := K); cases b <;> simp <;> grind
  sum_eq := by
    show (4 / 3 : K) + (2 / 3 + 0) = ((2 : Nat) : K)
    grind

/-- 5.5 for a fractional histogram, codes of three signed points. -/
theorem domination_instance (x : Fin 2 → Bool) (ω : Fin (pair (K := K)).rounds → Unit × Bool) :
    ∃ c : Fin 3 → SignedLabel Bool, (pair (K := K)).histogramLaw (skew : FractionalHistogram K Bool 2) ω ≤
      exp ((pair (K := K)).momentScale 2 * ((2 : Nat) : K) ^ 2 / ((3 : Nat) : K)) * (pair (K := K)).targetLaw
        ((pair (K := K)).pointSurrogate 2 2 ((pair (K := K)).histogramTarget (histogram K x)) c) ω :=
  (pair (K := K)).histogram_domination (by decide) (by decide) (by decide) (histogramDist_le_rows _ _) ω

end Exponential

/-! ### The relaxed mechanism over a complete ordered field, such as the Cauchy reals -/

section Complete

variable {K : Type w} [CompleteField K]

theorem five_nonneg : (0 : K) ≤ 5 := by grind [zero_lt_one (K := K)]

theorem pair_relaxed : (pair (K := K)).IsRelaxed 2 5 ((pair (K := K)).relaxedEnvelope 2 5) :=
  (pair (K := K)).isRelaxed_relaxedEnvelope five_nonneg

theorem pair_relaxed_lipschitz : RatioLipschitz (exp (-5)) ((pair (K := K)).relaxedEnvelope 2 5) :=
  PMW.relaxedEnvelope_lipschitz (P := pair (K := K)) pair_relaxed five_nonneg

/-- 2.3 for the relaxed envelope: twice the discount. -/
theorem pair_relaxed_pureDP_half : PureDP (exp 10) ((pair (K := K)).relaxedMechanism 2 5) :=
  PMW.relaxed_pureDP_half (P := pair (K := K)) pair_relaxed (ε := 10) (by grind [zero_lt_one (K := K)])
    (by grind [zero_lt_one (K := K)])

/-- The relaxed envelope lies above the envelope, and so above the base law. -/
theorem pair_envelope_le (x : Fin 2 → Bool) (ω : Fin (pair (K := K)).rounds → Unit × Bool) :
    envelope (exp (-5)) (fun y : Fin 2 → Bool => (pair (K := K)).baseLaw y) x ω ≤
      (pair (K := K)).relaxedEnvelope 2 5 x ω :=
  PMW.envelope_le_relaxedEnvelope (P := pair (K := K)) pair_relaxed five_nonneg x ω

theorem pair_relaxed_normalizer_le (x : Fin 2 → Bool) :
    sum ((pair (K := K)).relaxedEnvelope 2 5 x) ≤ 1 + 1 / 1000 := by
  have h := PMW.relaxed_normalizer_le_excess (P := pair (K := K)) pair_relaxed (by decide) five_nonneg covers_pair x
  rw [pair_momentScale] at h
  have := pair_excess_le (K := K)
  grind

/-- 10.4b: the slope `8` exceeds `λ = 5`, and the base law with the weight `e³` covers the distance one. -/
theorem pair_slope : (pair (K := K)).slope 2 = 8 := by
  show 4 * ((16 : Nat) : K) * (1 / 4) / ((2 : Nat) : K) = 8
  grind

theorem pair_lift {h₀ h : FractionalHistogram K Bool 2} (hd : dist h₀ h ≤ 1)
    (ω : Fin (pair (K := K)).rounds → Unit × Bool) :
    exp (-5) ^ dist h₀ h * (pair (K := K)).histogramLaw h ω ≤
      exp 3 * (pair (K := K)).histogramLaw h₀ ω :=
  (pair (K := K)).discounted_le_of_slope (by decide) (by grind [zero_lt_one (K := K)]) (d₀ := 1)
    (by rw [pair_slope]; grind) hd ω

/-- 10.4: with `λ = 8` the relaxed envelope is the base law. -/
theorem pair_base (x : Fin 2 → Bool) :
    (pair (K := K)).relaxedEnvelope 2 8 x = (pair (K := K)).baseLaw x :=
  PMW.relaxedEnvelope_eq_baseLaw (P := pair (K := K)) ((pair (K := K)).isRelaxed_relaxedEnvelope
    (by grind [zero_lt_one (K := K)])) (by decide) (by rw [pair_slope]; grind) x

/-- 10.3 for the relaxed envelope: a canonical pair for every transcript. -/
theorem pair_canonical (x : Fin 2 → Bool) (ω : Fin (pair (K := K)).rounds → Unit × Bool) :
    (pair (K := K)).relaxedEnvelope 2 5 x ω ≤ (pair (K := K)).histogramLaw (histogram _ x) ω ∨
      ∃ A ∈ [far, near], ∃ c : Fin A.length → SignedLabel Bool, (pair (K := K)).relaxedEnvelope 2 5 x ω ≤
        exp (-(5 * ((A.inner : K) + 1)) +
          (pair (K := K)).momentScale 2 * (A.outer : K) ^ 2 / (A.length : K)) *
        (pair (K := K)).targetLaw ((pair (K := K)).pointSurrogate 2 A.outer
          ((pair (K := K)).histogramTarget (histogram _ x)) c) ω :=
  (pair (K := K)).histogram_canonical_pair (g := id) (by decide) five_nonneg covers_pair (histogram _ x)
    (fun _ => Nat.le_refl _) (histogramDist_le_rows _) (pair_relaxed x ω)

/-- 8.4 and 10.1, privacy: `λ + log (1 + δ)`. -/
theorem pair_relaxed_pureDP : PureDP
    (exp (5 + log (1 + excessMass 5 ((pair (K := K)).momentScale 2) (2 * card Bool) [far, near])))
    ((pair (K := K)).relaxedMechanism 2 5) :=
  (pair (K := K)).relaxedMechanism_pureDP five_nonneg (by decide) covers_pair

/-- The privacy loss `log (1 + δ)` beyond `λ = 5` is at most `1/1000`. -/
theorem pair_log_le :
    log (1 + excessMass 5 ((pair (K := K)).momentScale 2) (2 * card Bool) [far, near]) ≤ 1 / 1000 := by
  rw [pair_momentScale]
  have h1 := pair_excess_le (K := K)
  have h2 := excessMass_nonneg (5 : K) (1 / 2) (2 * card Bool) [far, near]
  have h3 := log_le_sub_one (x := 1 + excessMass (5 : K) (1 / 2) (2 * card Bool) [far, near])
    (by grind [zero_lt_one (K := K)])
  grind

/-- 8.4 and 10.1, utility. -/
theorem pair_relaxed_error_le (x : Fin 2 → Bool) :
    expect ((pair (K := K)).relaxedMechanism 2 5 x) ((pair (K := K)).error x) ≤
      (pair (K := K)).accuracy 1
          (7 / 2 * ((card (Unit × Bool) : K) / (pair (K := K)).eta)) +
        2 * excessMass 5 ((pair (K := K)).momentScale 2) (2 * card Bool) [far, near] :=
  (pair (K := K)).relaxedMechanism_error_le five_nonneg (by decide) covers_pair
    (by rw [show (card Bool : K) = 2 by show ((2 : Nat) : K) = 2; grind]; exact two_le_exp_one)
    (gapBound_card_nonneg pair) (gapBound_card pair) x

/-- Privacy at the Cauchy reals. -/
theorem pair_relaxed_pureDP_cauchyReal : PureDP
    (exp (5 + log (1 + excessMass 5 ((pair (K := CauchyReal)).momentScale 2) (2 * card Bool) [far, near])))
    ((pair (K := CauchyReal)).relaxedMechanism 2 5) := pair_relaxed_pureDP

end Complete

end Formal.Witness.Relaxed
