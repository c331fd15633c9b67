module

public import Formal.Real.Instance
public import Formal.Relaxed.Excess

/-!
# The relaxed envelope over the real numbers

Blueprint 10.1. Over a complete ordered field the supremum over all fractional histograms exists, because the discounted
likelihoods of an outcome are at most one (`isRelaxedEnvelope_relaxedEnvelope`). So the relaxed envelope of private
multiplicative weights is a definition, `P.relaxedEnvelope n λ`, and all that was proved of any relaxed envelope holds
for it. With logarithms the privacy parameter of 8.4 is `λ + log (1 + δ)`:

* `relaxedMechanism_pureDP`, `relaxedMechanism_error_le`: the mechanism that draws from the normalised relaxed envelope;
* `mechanism_pureDP_log`: the envelope mechanism.
-/

@[expose] public noncomputable section

universe u v w x y

namespace Formal

open Lean.Grind

variable {K : Type w} [CompleteField K]

/-- **The relaxed envelope** over a complete ordered field: the supremum of the discounted likelihoods. -/
def relaxedEnvelope {X : Type x} {Y : Type y} {Ω : Type u} (r : K) (δ : X → Y → Nat) (p : Y → Ω → K) (a : X) (ω : Ω) :
    K := sup fun k => ∃ y, k = r ^ δ a y * p y ω

/-- **The supremum exists and is the least upper bound** of the discounted likelihoods. -/
theorem isRelaxedEnvelope_relaxedEnvelope {X : Type x} {Y : Type y} {Ω : Type u} [Enumeration Ω] {r : K}
    {δ : X → Y → Nat} {p : Y → Ω → K} (h0 : 0 ≤ r) (h1 : r ≤ 1) (hp : ∀ y, IsPmf (p y)) (b : Y) :
    IsRelaxedEnvelope r δ p (relaxedEnvelope r δ p) := fun a ω => by
  have hb : IsUpperBound (fun k => ∃ y, k = r ^ δ a y * p y ω) 1 := by
    rintro _ ⟨y, rfl⟩
    have h2 : p y ω ≤ 1 := (hp y).sum_eq_one ▸ le_sum (hp y).nonneg ω
    have := mul_le_mul (pow_le_one h0 h1 (δ a y)) h2 ((hp y).nonneg ω) (Std.le_of_lt zero_lt_one)
    grind
  exact ⟨fun y => le_sup hb ⟨y, rfl⟩, fun c hc => sup_le ⟨_, b, rfl⟩ (by rintro _ ⟨y, rfl⟩; exact hc y)⟩

/-- A factor `e^λ (1 + δ)` is the factor of pure `(λ + log (1 + δ))`-DP. -/
theorem exp_mul_one_add {lam δ : K} (hδ : 0 ≤ δ) : exp lam * (1 + δ) = exp (lam + log (1 + δ)) := by
  rw [exp_add, exp_log (by grind [zero_lt_one (K := K)])]

namespace PMW

variable {D : Type u} [Enumeration D] [DecidableEq D] {Q : Type v} [Enumeration Q] (P : PMW K D Q) {n : Nat}
  {lam : K} {l : List Annulus}

/-- The relaxed envelope of private multiplicative weights on `D^n` with discount `e^(-λ)` (blueprint 10.1). -/
def relaxedEnvelope (n : Nat) (lam : K) : (Fin n → D) → (Fin P.rounds → Q × Bool) → K :=
  Formal.relaxedEnvelope (exp (-lam)) (fun x h => dist (histogram K x) h)
    fun h : FractionalHistogram K D n => P.histogramLaw h

/-- The mechanism that draws from the normalised relaxed envelope. -/
def relaxedMechanism (n : Nat) (lam : K) (x : Fin n → D) : (Fin P.rounds → Q × Bool) → K :=
  normalize (P.relaxedEnvelope n lam x)

section Relaxed

variable (hlam : 0 ≤ lam)
include hlam

/-- It is the relaxed envelope: the supremum is the least upper bound. -/
theorem isRelaxed_relaxedEnvelope : P.IsRelaxed n lam (P.relaxedEnvelope n lam) := fun x ω =>
  isRelaxedEnvelope_relaxedEnvelope (δ := fun (x : Fin n → D) h => dist (histogram K x) h) (exp_nonneg _)
    (exp_le_one (x := -lam) (by grind)) P.isPmf_histogramLaw (histogram K x) x ω

theorem isPmf_relaxedMechanism (x : Fin n → D) : IsPmf (P.relaxedMechanism n lam x) :=
  isPmf_relaxed (P.isRelaxed_relaxedEnvelope hlam) x

variable (hn : 0 < n) (hl : Covers l n)
include hn hl

/-- **8.4 and 10.1, privacy**: the relaxed mechanism is pure `(λ + log (1 + δ))`-DP. -/
theorem relaxedMechanism_pureDP :
    PureDP (exp (lam + log (1 + excessMass lam (P.momentScale n) (2 * card D) l))) (P.relaxedMechanism n lam) := by
  rw [← exp_mul_one_add (excessMass_nonneg _ _ _ _)]
  exact relaxed_pureDP_excess (P.isRelaxed_relaxedEnvelope hlam) hn hlam hl

/-- **8.4 and 10.1, utility**: the expected worst-query error of the relaxed mechanism is at most `α + 2 δ`. -/
theorem relaxedMechanism_error_le {ℓ' β : K} (hℓ' : (card D : K) ≤ exp ℓ') (hβ : 0 ≤ β) (hg : P.GapBound β)
    (x : Fin n → D) : expect (P.relaxedMechanism n lam x) (P.error x) ≤
      P.accuracy ℓ' β + 2 * excessMass lam (P.momentScale n) (2 * card D) l :=
  relaxed_error_le_excess (P.isRelaxed_relaxedEnvelope hlam) hn hlam hl hℓ' hβ hg x

/-- **8.4, privacy** of the envelope mechanism: pure `(λ + log (1 + δ))`-DP. -/
theorem mechanism_pureDP_log :
    PureDP (exp (lam + log (1 + excessMass lam (P.momentScale n) (2 * card D) l))) (P.mechanism n (exp (-lam))) := by
  rw [← exp_mul_one_add (excessMass_nonneg _ _ _ _)]
  exact P.mechanism_pureDP_excess hn hlam hl

end Relaxed

end PMW

end Formal
