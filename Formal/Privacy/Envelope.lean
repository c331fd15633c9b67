module

public import Formal.Privacy.PureDP

/-!
# The envelope mechanism

Blueprint §2 (paper (4) and the privacy theorem). For a family of laws `p` indexed by a finite
metric space and a discount `r ∈ (0, 1]`,

  `envelope r p x ω = max_y r ^ dist x y * p y ω`,   `normalizer r p x = Σ_ω envelope r p x ω`,

and the mechanism draws from the normalised envelope. Privacy needs nothing about `p`: it holds for
every `r`-Lipschitz family of masses (`pureDP_of_lipschitz`), and the envelope is the least such
family above `p` (`envelope_minimal`).
-/

@[expose] public noncomputable section

universe u w x

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {X : Type x} [NatMetric X] {Ω : Type u}

/-- `N` changes by at most the factor `r` per unit of distance. -/
def RatioLipschitz (r : K) (N : X → Ω → K) : Prop :=
  ∀ x x' ω, r ^ dist x x' * N x ω ≤ N x' ω

/-- The **envelope** of the family `p`: the largest discounted likelihood of `ω` (paper (4)). -/
def envelope [Enumeration X] (r : K) (p : X → Ω → K) (x : X) (ω : Ω) : K :=
  maximum fun y => r ^ dist x y * p y ω

/-- The total mass `Z_x` of the envelope. -/
def normalizer [Enumeration X] [Enumeration Ω] (r : K) (p : X → Ω → K) (x : X) : K :=
  sum (envelope r p x)

/-- The **envelope mechanism**: the normalised envelope. -/
def envelopeMechanism [Enumeration X] [Enumeration Ω] (r : K) (p : X → Ω → K) (x : X) (ω : Ω) : K :=
  envelope r p x ω / normalizer r p x

/-! ### Privacy of Lipschitz families (blueprint 2.8, 2.9) -/

section Lipschitz

variable [Enumeration Ω] {r : K} {N : X → Ω → K}

theorem sum_lipschitz (h : RatioLipschitz r N) (x x' : X) : r ^ dist x x' * sum (N x) ≤ sum (N x') := by
  rw [← sum_mul_left]
  exact sum_le_sum fun ω => h x x' ω

/-- Privacy in multiplied form (blueprint 2.3): `r^(2d) P_x ≤ P_x'`. -/
theorem normalize_lipschitz (hr : 0 ≤ r) (h : RatioLipschitz r N) (h0 : ∀ x ω, 0 ≤ N x ω)
    (hpos : ∀ x, 0 < sum (N x)) : RatioLipschitz (r ^ 2) fun x => normalize (N x) := by
  intro x x' ω
  show (r ^ 2) ^ dist x x' * (N x ω / sum (N x)) ≤ N x' ω / sum (N x')
  have hN := h x x' ω
  have hZ := sum_lipschitz h x' x
  rw [dist_comm x' x] at hZ
  have hd := pow_nonneg hr (dist x x')
  have hcancel : N x ω / sum (N x) * sum (N x) = N x ω := div_mul_cancel (ne_of_pos (hpos x))
  refine (le_div_iff_mul_le (hpos x')).mpr ?_
  refine le_of_mul_le_mul_right (c := sum (N x)) ?_ (hpos x)
  calc (r ^ 2) ^ dist x x' * (N x ω / sum (N x)) * sum (N x') * sum (N x)
      = (r ^ 2) ^ dist x x' * (N x ω / sum (N x) * sum (N x)) * sum (N x') := by grind
    _ = (r ^ dist x x' * N x ω) * (r ^ dist x x' * sum (N x')) := by
        rw [hcancel, pow_mul_comm, show (r ^ dist x x') ^ 2 = r ^ dist x x' * r ^ dist x x' by grind]
        grind
    _ ≤ N x' ω * sum (N x) :=
        mul_le_mul hN hZ (mul_nonneg hd (Std.le_of_lt (hpos x'))) (h0 x' ω)

omit [Enumeration Ω] in
/-- A Lipschitz family is pure DP with the inverse factor. -/
theorem pureDP_of_ratioLipschitz (hr : 0 < r) (h : RatioLipschitz r N) : PureDP r⁻¹ N := by
  intro x x' ω
  have hc := inv_pow_mul_pow (ne_of_pos hr) (dist x x')
  have := mul_le_mul_left (h x x' ω) (pow_nonneg (Std.le_of_lt (inv_pos hr)) (dist x x'))
  calc N x ω = r⁻¹ ^ dist x x' * r ^ dist x x' * N x ω := by rw [hc]; grind
    _ = r⁻¹ ^ dist x x' * (r ^ dist x x' * N x ω) := by grind
    _ ≤ r⁻¹ ^ dist x x' * N x' ω := this

/-- **Privacy of any Lipschitz family** (blueprint 2.9): normalised, it is pure DP with factor
`r⁻²`. -/
theorem pureDP_of_lipschitz (hr : 0 < r) (h : RatioLipschitz r N) (h0 : ∀ x ω, 0 ≤ N x ω)
    (hpos : ∀ x, 0 < sum (N x)) : PureDP (r ^ 2)⁻¹ fun x => normalize (N x) :=
  pureDP_of_ratioLipschitz (pow_pos hr 2) (normalize_lipschitz (Std.le_of_lt hr) h h0 hpos)

/-- **Normaliser-aware privacy** (blueprint 2.8): if all normalisers lie in `[1, ζ]`, distance `d`
costs the factor `r⁻ᵈ ζ` instead of `r⁻²ᵈ`. -/
theorem pureDP_of_normalizer_le {ζ : K} (h : RatioLipschitz r N)
    (h0 : ∀ x ω, 0 ≤ N x ω) (hone : ∀ x, 1 ≤ sum (N x)) (hζ : ∀ x, sum (N x) ≤ ζ) (hr : 0 ≤ r)
    (x x' : X) (ω : Ω) : r ^ dist x x' * normalize (N x) ω ≤ ζ * normalize (N x') ω := by
  have hpos : ∀ x, 0 < sum (N x) := fun x => by have := hone x; grind [zero_lt_one (K := K)]
  have hle : normalize (N x) ω ≤ N x ω := by
    refine (div_le_iff_le_mul (hpos x)).mpr ?_
    have := mul_le_mul_left (hone x) (h0 x ω); grind
  have hn : 0 ≤ normalize (N x') ω := div_nonneg (h0 x' ω) (Std.le_of_lt (hpos x'))
  calc r ^ dist x x' * normalize (N x) ω ≤ r ^ dist x x' * N x ω :=
        mul_le_mul_left hle (pow_nonneg hr _)
    _ ≤ N x' ω := h x x' ω
    _ = sum (N x') * normalize (N x') ω := by
        unfold normalize; have := div_mul_cancel (a := N x' ω) (ne_of_pos (hpos x')); grind
    _ ≤ ζ * normalize (N x') ω := mul_le_mul_right (hζ x') hn

/-- Utility transfer for any majorant with mass at least one (blueprint 2.7, 2.9). -/
theorem expectation_normalize_le {M G : Ω → K} (hG : ∀ ω, 0 ≤ G ω) (h0 : ∀ ω, 0 ≤ M ω)
    (hone : 1 ≤ sum M) : expect (normalize M) G ≤ expect M G := by
  have hpos : 0 < sum M := by grind [zero_lt_one (K := K)]
  rw [expect_normalize]
  refine (div_le_iff_le_mul hpos).mpr ?_
  have := mul_le_mul_left hone (expect_nonneg h0 hG); grind

end Lipschitz

/-! ### The envelope -/

section Envelope

variable [Enumeration X] {r : K} {p : X → Ω → K}

/-- The envelope dominates the base law (blueprint 2.1). -/
theorem le_envelope (r : K) (p : X → Ω → K) (x : X) (ω : Ω) : p x ω ≤ envelope r p x ω := by
  have := le_maximum (fun y => r ^ dist x y * p y ω) x
  simp only [dist_self, Semiring.pow_zero] at this
  show p x ω ≤ maximum fun y => r ^ dist x y * p y ω
  grind

theorem envelope_nonneg (hp : ∀ y ω, 0 ≤ p y ω) (x : X) (ω : Ω) : 0 ≤ envelope r p x ω :=
  Std.le_trans (hp x ω) (le_envelope r p x ω)

/-- The maximum in the envelope is attained. -/
theorem exists_envelope_eq (r : K) (p : X → Ω → K) (x : X) (ω : Ω) :
    ∃ y, envelope r p x ω = r ^ dist x y * p y ω :=
  exists_eq_maximum _ x

/-- The envelope is `r`-Lipschitz (blueprint 2.2). -/
theorem envelope_lipschitz (h0 : 0 ≤ r) (h1 : r ≤ 1) (hp : ∀ y ω, 0 ≤ p y ω) :
    RatioLipschitz r (envelope r p) := by
  intro x x' ω
  obtain ⟨y, hy⟩ := exists_envelope_eq r p x ω
  rw [hy]
  calc r ^ dist x x' * (r ^ dist x y * p y ω) = r ^ (dist x x' + dist x y) * p y ω := by
        rw [Semiring.pow_add]; grind
    _ ≤ r ^ dist x' y * p y ω := by
        refine mul_le_mul_right (pow_le_pow_of_le_one h0 h1 ?_) (hp y ω)
        rw [dist_comm x x']; exact dist_triangle x' x y
    _ ≤ envelope r p x' ω := le_maximum (fun y => r ^ dist x' y * p y ω) y

/-- The envelope is the least `r`-Lipschitz family above `p` (blueprint 2.6). -/
theorem envelope_minimal {N : X → Ω → K} (h0 : 0 ≤ r) (hpN : ∀ x ω, p x ω ≤ N x ω)
    (hN : RatioLipschitz r N) (x : X) (ω : Ω) : envelope r p x ω ≤ N x ω := by
  refine maximum_le x fun y => ?_
  calc r ^ dist x y * p y ω ≤ r ^ dist x y * N y ω := mul_le_mul_left (hpN y ω) (pow_nonneg h0 _)
    _ = r ^ dist y x * N y ω := by rw [dist_comm]
    _ ≤ N x ω := hN y x ω

variable [Enumeration Ω]

/-- The normaliser is at least one (blueprint 2.1). -/
theorem one_le_normalizer (r : K) (hp : ∀ y, IsPmf (p y)) (x : X) : 1 ≤ normalizer r p x := by
  rw [← (hp x).sum_eq_one]
  exact sum_le_sum fun ω => le_envelope r p x ω

theorem normalizer_pos (r : K) (hp : ∀ y, IsPmf (p y)) (x : X) : 0 < normalizer r p x := by
  have := one_le_normalizer r hp x; grind [zero_lt_one (K := K)]

/-- The normaliser is at most the sum of the discounts (blueprint 2.1). -/
theorem normalizer_le_sum (h0 : 0 ≤ r) (hp : ∀ y, IsPmf (p y)) (x : X) :
    normalizer r p x ≤ sum fun y => r ^ dist x y := by
  have hle : normalizer r p x ≤ sum fun ω => sum fun y => r ^ dist x y * p y ω :=
    sum_le_sum fun ω => maximum_le_sum (fun y => mul_nonneg (pow_nonneg h0 _) ((hp y).nonneg ω)) x
  rw [sum_comm (f := fun ω y => r ^ dist x y * p y ω)] at hle
  rw [sum_congr (g := fun y => sum fun ω => r ^ dist x y * p y ω)]
  · exact hle
  · intro y; rw [sum_mul_left, (hp y).sum_eq_one]; grind

/-- The mechanism draws from a probability mass function (blueprint 2.1). -/
theorem isPmf_envelopeMechanism (r : K) (hp : ∀ y, IsPmf (p y)) (x : X) :
    IsPmf (envelopeMechanism r p x) :=
  isPmf_normalize (envelope_nonneg (fun y => (hp y).nonneg) x) (normalizer_pos r hp x)

/-- Every outcome possible under the base law is possible under the mechanism (blueprint 2.1). -/
theorem envelopeMechanism_pos (r : K) (hp : ∀ y, IsPmf (p y)) (x : X) (ω : Ω) (hpos : 0 < p x ω) :
    0 < envelopeMechanism r p x ω := by
  have := le_envelope r p x ω
  exact div_pos (by grind) (normalizer_pos r hp x)

/-- **Privacy of the envelope mechanism** (blueprint 2.3, the paper's privacy theorem): it is pure
DP with factor `r⁻²`; with `r = e^(-ε/2)` this is pure `ε`-DP. -/
theorem envelope_pureDP (h0 : 0 < r) (h1 : r ≤ 1) (hp : ∀ y, IsPmf (p y)) :
    PureDP (r ^ 2)⁻¹ (envelopeMechanism r p) :=
  pureDP_of_lipschitz h0 (envelope_lipschitz (Std.le_of_lt h0) h1 fun y => (hp y).nonneg)
    (envelope_nonneg fun y => (hp y).nonneg) (normalizer_pos r hp)

/-- **Utility transfer** (blueprint 2.7): the mechanism's expectation of a nonnegative `G` is at
most the envelope's. -/
theorem expectation_envelopeMechanism_le (r : K) (hp : ∀ y, IsPmf (p y)) {G : Ω → K} (hG : ∀ ω, 0 ≤ G ω)
    (x : X) : expect (envelopeMechanism r p x) G ≤ expect (envelope r p x) G :=
  expectation_normalize_le hG (envelope_nonneg (fun y => (hp y).nonneg) x) (one_le_normalizer r hp x)

end Envelope

end Formal
