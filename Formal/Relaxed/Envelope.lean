module

public import Formal.Privacy.Envelope

/-!
# The relaxed envelope

Blueprint 10.1 and 2.9 in general. The maximum in the envelope may run over a set `Y` larger than the set `X` of
inputs, even an infinite one: laws `p y` of *fractional* inputs `y : Y`, seen from `x : X` at the distance
`δ x y`, a natural number. All that is needed of `δ` is `δ x' y ≤ dist x' x + δ x y`; the value `N x ω` is a least
upper bound of the numbers `r ^ δ x y * p y ω` (`IsRelaxedEnvelope`). It need not be attained, and no
completeness is assumed: a statement about `N` is a statement about any family with this property.

* `IsRelaxedEnvelope.ratioLipschitz`, `IsRelaxedEnvelope.le`: `N` is `r`-Lipschitz and lies above the law of every
  point of `Y` at distance zero. So privacy and utility transfer hold for it:
  `relaxed_pureDP` (2.3), `relaxed_normalizer_aware` (2.8), `expectation_relaxed_le` (2.7).
* `isRelaxedEnvelope_envelope`: the envelope is the case `Y = X`.
* `envelope_le_relaxed`: a larger `Y` gives a larger envelope.
-/

@[expose] public noncomputable section

universe u w x y

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K]

/-- `s` is the least upper bound of the values of `f`. -/
structure IsSup {Y : Type y} (f : Y → K) (s : K) : Prop where
  /-- `s` is an upper bound. -/
  le : ∀ y, f y ≤ s
  /-- No upper bound is smaller. -/
  least : ∀ b, (∀ y, f y ≤ b) → s ≤ b

theorem IsSup.unique {Y : Type y} {f : Y → K} {s t : K} (hs : IsSup f s) (ht : IsSup f t) : s = t :=
  Std.le_antisymm (hs.least t ht.le) (ht.least s hs.le)

theorem isSup_maximum {Y : Type y} [Enumeration Y] (f : Y → K) (a : Y) : IsSup f (maximum f) :=
  ⟨le_maximum f, fun _ h => maximum_le a h⟩

variable {X : Type x} {Y : Type y} {Ω : Type u}

/-- **The relaxed envelope** (blueprint 10.1): `N x ω` is the least upper bound, over all points `y` of `Y`, of the
likelihood `p y ω` discounted by `r ^ δ x y`. -/
def IsRelaxedEnvelope (r : K) (δ : X → Y → Nat) (p : Y → Ω → K) (N : X → Ω → K) : Prop :=
  ∀ x ω, IsSup (fun y => r ^ δ x y * p y ω) (N x ω)

variable {r : K} {δ : X → Y → Nat} {p : Y → Ω → K} {N : X → Ω → K} {ι : X → Y}

namespace IsRelaxedEnvelope

variable (hN : IsRelaxedEnvelope r δ p N)
include hN

/-- The relaxed envelope lies above the law of every point at distance zero. -/
theorem le {x : X} {y : Y} (hy : δ x y = 0) (ω : Ω) : p y ω ≤ N x ω := by
  have := (hN x ω).le y
  simp only [hy, Semiring.pow_zero] at this
  grind

theorem nonneg (hι : ∀ x, δ x (ι x) = 0) (hp : ∀ y ω, 0 ≤ p y ω) (x : X) (ω : Ω) : 0 ≤ N x ω :=
  Std.le_trans (hp (ι x) ω) (hN.le (hι x) ω)

/-- **The relaxed envelope is `r`-Lipschitz** (blueprint 2.2 for 10.1). -/
theorem ratioLipschitz [NatMetric X] (h0 : 0 < r) (h1 : r ≤ 1)
    (hδ : ∀ x x' y, δ x' y ≤ dist x' x + δ x y) (hp : ∀ y ω, 0 ≤ p y ω) : RatioLipschitz r N := by
  intro x x' ω
  have hr := pow_pos h0 (dist x x')
  suffices N x ω ≤ N x' ω / r ^ dist x x' by
    have := (le_div_iff_mul_le hr).mp this
    grind
  refine (hN x ω).least _ fun y => (le_div_iff_mul_le hr).mpr ?_
  calc r ^ δ x y * p y ω * r ^ dist x x' = r ^ (dist x x' + δ x y) * p y ω := by
        rw [Semiring.pow_add]; grind
    _ ≤ r ^ δ x' y * p y ω := by
        refine mul_le_mul_right (pow_le_pow_of_le_one (Std.le_of_lt h0) h1 ?_) (hp y ω)
        rw [dist_comm x x']; exact hδ x x' y
    _ ≤ N x' ω := (hN x' ω).le y

variable [Enumeration Ω]

/-- The total mass of the relaxed envelope is at least one. -/
theorem one_le_sum (hι : ∀ x, δ x (ι x) = 0) (hp : ∀ x, IsPmf (p (ι x))) (x : X) : 1 ≤ sum (N x) := by
  rw [← (hp x).sum_eq_one]
  exact sum_le_sum fun ω => hN.le (hι x) ω

theorem sum_pos (hι : ∀ x, δ x (ι x) = 0) (hp : ∀ x, IsPmf (p (ι x))) (x : X) : 0 < sum (N x) := by
  have := hN.one_le_sum hι hp x
  grind [zero_lt_one (K := K)]

end IsRelaxedEnvelope

/-- The envelope is the relaxed envelope with `Y = X` (blueprint 2.9: "the envelope as a case"). -/
theorem isRelaxedEnvelope_envelope [NatMetric X] [Enumeration X] (r : K) (p : X → Ω → K) :
    IsRelaxedEnvelope r dist p (envelope r p) := fun x _ => isSup_maximum _ x

/-- The relaxed envelope lies above the envelope of the laws of the embedded inputs. -/
theorem envelope_le_relaxed [NatMetric X] [Enumeration X] (h0 : 0 ≤ r) (h1 : r ≤ 1)
    (hN : IsRelaxedEnvelope r δ p N) (hι : ∀ x y, δ x (ι y) ≤ dist x y) (hp : ∀ y ω, 0 ≤ p y ω) (x : X) (ω : Ω) :
    envelope r (fun y => p (ι y)) x ω ≤ N x ω :=
  maximum_le x fun y => Std.le_trans (mul_le_mul_right (pow_le_pow_of_le_one h0 h1 (hι x y)) (hp _ ω))
    ((hN x ω).le (ι y))

section Privacy

variable [NatMetric X] [Enumeration Ω] (hN : IsRelaxedEnvelope r δ p N) (h0 : 0 < r) (h1 : r ≤ 1)
  (hδ : ∀ x x' y, δ x' y ≤ dist x' x + δ x y) (hι : ∀ x, δ x (ι x) = 0) (hp : ∀ y, IsPmf (p y))
include hN h0 h1 hδ hι hp

/-- **Privacy of the relaxed envelope mechanism** (blueprint 2.3 for 10.1): pure DP with factor `r⁻²`. -/
theorem relaxed_pureDP : PureDP (r ^ 2)⁻¹ fun x => normalize (N x) :=
  pureDP_of_lipschitz h0 (hN.ratioLipschitz h0 h1 hδ fun y => (hp y).nonneg)
    (hN.nonneg hι fun y => (hp y).nonneg) (hN.sum_pos hι fun x => hp (ι x))

/-- **Normaliser-aware privacy of the relaxed envelope** (blueprint 2.8 for 10.1). -/
theorem relaxed_normalizer_aware {ζ : K} (hζ : ∀ x, sum (N x) ≤ ζ) (x x' : X) (ω : Ω) :
    r ^ dist x x' * normalize (N x) ω ≤ ζ * normalize (N x') ω :=
  pureDP_of_normalizer_le (hN.ratioLipschitz h0 h1 hδ fun y => (hp y).nonneg)
    (hN.nonneg hι fun y => (hp y).nonneg) (hN.one_le_sum hι fun x => hp (ι x)) hζ (Std.le_of_lt h0) x x' ω

end Privacy

/-- **Utility transfer for the relaxed envelope** (blueprint 2.7 for 10.1). -/
theorem expectation_relaxed_le [Enumeration Ω] (hN : IsRelaxedEnvelope r δ p N) (hι : ∀ x, δ x (ι x) = 0)
    (hp : ∀ y, IsPmf (p y)) {G : Ω → K} (hG : ∀ ω, 0 ≤ G ω) (x : X) :
    expect (normalize (N x)) G ≤ expect (N x) G :=
  expectation_normalize_le hG (hN.nonneg hι (fun y => (hp y).nonneg) x) (hN.one_le_sum hι (fun x => hp (ι x)) x)

end Formal
