module

public import Formal.Probability.Pmf

/-!
# Pure differential privacy

`PureDP ρ P` says that the family of laws `P` is pure DP with factor `ρ` (for neighbours `ρ` is
`e^ε`), for a metric with values in the natural numbers; group privacy is part of the definition.
For datasets the metric is the replacement Hamming distance (`Formal.Query.Dataset`, where
`pureDP_iff_neighbors` shows that neighbours suffice).

Blueprint §1–2, and 2.4: events, expectations, post-processing and (adaptive) composition.
-/

@[expose] public noncomputable section

universe u v w x

namespace Formal

open Lean.Grind

/-- A metric with values in the natural numbers. -/
class NatMetric (X : Type u) where
  /-- The distance. -/
  dist : X → X → Nat
  /-- Distinct points have positive distance, and conversely. -/
  dist_eq_zero : ∀ {x y}, dist x y = 0 ↔ x = y
  /-- Symmetry. -/
  dist_comm : ∀ x y, dist x y = dist y x
  /-- The triangle inequality. -/
  dist_triangle : ∀ x y z, dist x z ≤ dist x y + dist y z

export NatMetric (dist dist_comm dist_triangle)

theorem dist_self {X : Type u} [NatMetric X] (x : X) : dist x x = 0 := NatMetric.dist_eq_zero.mpr rfl

variable {K : Type w} [OrderedField K] {X : Type x} [NatMetric X] {Ω : Type u} {Ω' : Type v}

/-- **Pure differential privacy** with factor `ρ`: the mass that the mechanism gives to any outcome
changes by at most the factor `ρ` per unit of distance between the inputs. -/
def PureDP (ρ : K) (P : X → Ω → K) : Prop :=
  ∀ x x' ω, P x ω ≤ ρ ^ dist x x' * P x' ω

namespace PureDP

variable {ρ ρ' : K} {P : X → Ω → K}

/-- A larger factor is a weaker guarantee. -/
theorem mono (h : PureDP ρ P) (h0 : 0 ≤ ρ) (hρ : ρ ≤ ρ') (hP : ∀ x ω, 0 ≤ P x ω) : PureDP ρ' P :=
  fun x x' ω => Std.le_trans (h x x' ω) (mul_le_mul_right (pow_le_pow_left h0 hρ _) (hP x' ω))

variable [Enumeration Ω]

/-- Expectations of nonnegative functions keep the factor (blueprint 2.4). -/
theorem expectation (h : PureDP ρ P) {G : Ω → K} (hG : ∀ ω, 0 ≤ G ω) (x x' : X) :
    expect (P x) G ≤ ρ ^ dist x x' * expect (P x') G := by
  unfold expect
  rw [← sum_mul_left]
  refine sum_le_sum fun ω => ?_
  calc P x ω * G ω ≤ ρ ^ dist x x' * P x' ω * G ω := mul_le_mul_right (h x x' ω) (hG ω)
    _ = ρ ^ dist x x' * (P x' ω * G ω) := by grind

/-- Probabilities of events keep the factor: the usual definition of pure DP (blueprint 2.4). -/
theorem event (h : PureDP ρ P) (A : Ω → Prop) [DecidablePred A] (x x' : X) :
    eventMass (P x) A ≤ ρ ^ dist x x' * eventMass (P x') A := by
  rw [eventMass_eq_expect, eventMass_eq_expect]
  refine h.expectation (fun ω => ?_) x x'
  split <;> grind [zero_lt_one (K := K)]

/-- Post-processing by any function keeps the factor (blueprint 2.4). -/
theorem postprocess [DecidableEq Ω'] (h : PureDP ρ P) (f : Ω → Ω') :
    PureDP ρ fun x => pushforward f (P x) :=
  fun x x' b => h.event (fun ω => f ω = b) x x'

/-- Post-processing by a randomised map `κ : Ω → Ω' → K` keeps the factor. -/
theorem postprocess_random (h : PureDP ρ P) {κ : Ω → Ω' → K} (hκ : ∀ ω b, 0 ≤ κ ω b) :
    PureDP ρ fun x b => expect (P x) fun ω => κ ω b :=
  fun x x' b => h.expectation (fun ω => hκ ω b) x x'

omit [Enumeration Ω] in
/-- Basic composition: factors multiply. The second mechanism may depend on the outcome of the
first (blueprint 2.4). -/
theorem compose {P' : Ω → X → Ω' → K} (h : PureDP ρ P) (h' : ∀ ω, PureDP ρ' (P' ω)) (hρ : 0 ≤ ρ)
    (hP : ∀ x ω, 0 ≤ P x ω) (hP' : ∀ ω x ω', 0 ≤ P' ω x ω') :
    PureDP (ρ * ρ') fun x => jointMass (P x) fun ω => P' ω x := by
  intro x x' ω
  unfold jointMass
  rw [mul_pow]
  calc P x ω.1 * P' ω.1 x ω.2
      ≤ (ρ ^ dist x x' * P x' ω.1) * (ρ' ^ dist x x' * P' ω.1 x' ω.2) :=
        mul_le_mul (h x x' ω.1) (h' ω.1 x x' ω.2) (hP' _ _ _)
          (mul_nonneg (pow_nonneg hρ _) (hP _ _))
    _ = ρ ^ dist x x' * ρ' ^ dist x x' * (P x' ω.1 * P' ω.1 x' ω.2) := by grind

end PureDP

end Formal
