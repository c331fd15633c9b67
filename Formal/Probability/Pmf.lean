module

public import Formal.Algebra.Max

/-!
# Finite probability mass functions

A law on a finite type is a function `Ω → K` that satisfies `IsPmf`. Expectation, the mass of an
event, point masses, push-forward, and the joint law of two (possibly adaptive) draws.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {Ω : Type u} {Ω' : Type v} [Enumeration Ω] [Enumeration Ω']

/-- `p` is a probability mass function: nonnegative masses with sum one. -/
structure IsPmf (p : Ω → K) : Prop where
  /-- Masses are nonnegative. -/
  nonneg : ∀ ω, 0 ≤ p ω
  /-- Masses sum to one. -/
  sum_eq_one : sum p = 1

/-- The expectation of `G` under the masses `p`. -/
def expect (p G : Ω → K) : K := sum fun ω => p ω * G ω

/-- The mass of an event. -/
def eventMass (p : Ω → K) (A : Ω → Prop) [DecidablePred A] : K := sum fun ω => if A ω then p ω else 0

/-- The law of a point mass at `a`. -/
def pointMass [DecidableEq Ω] (a ω : Ω) : K := if ω = a then 1 else 0

/-- The law of `f ω` when `ω` has law `p`. -/
def pushforward [DecidableEq Ω'] (f : Ω → Ω') (p : Ω → K) (b : Ω') : K :=
  sum fun ω => if f ω = b then p ω else 0

/-- The joint law of `ω` drawn from `p` and then `ω'` drawn from `p' ω`. -/
def jointMass (p : Ω → K) (p' : Ω → Ω' → K) (ω : Ω × Ω') : K := p ω.1 * p' ω.1 ω.2

/-- `N` divided by its total mass. -/
def normalize (N : Ω → K) (ω : Ω) : K := N ω / sum N

theorem isPmf_pointMass [DecidableEq Ω] (a : Ω) : IsPmf (pointMass (K := K) a) where
  nonneg ω := by unfold pointMass; split <;> grind [zero_lt_one (K := K)]
  sum_eq_one := sum_ite_eq (fun _ => 1) a

/-- Nonnegative masses with a positive sum become a probability mass function when normalised. -/
theorem isPmf_normalize {N : Ω → K} (h0 : ∀ ω, 0 ≤ N ω) (hpos : 0 < sum N) : IsPmf (normalize N) where
  nonneg ω := div_nonneg (h0 ω) (Std.le_of_lt hpos)
  sum_eq_one := by
    show (sum fun ω => N ω / sum N) = 1
    rw [sum_div, Field.div_eq_mul_inv]
    exact mul_inv_cancel (ne_of_pos hpos)

theorem isPmf_pushforward [DecidableEq Ω'] (f : Ω → Ω') {p : Ω → K} (hp : IsPmf p) :
    IsPmf (pushforward f p) where
  nonneg b := sum_nonneg fun ω => by
    show 0 ≤ if f ω = b then p ω else 0
    split
    · exact hp.nonneg ω
    · exact Std.le_refl _
  sum_eq_one := by
    show (sum fun b => sum fun ω => if f ω = b then p ω else 0) = 1
    rw [sum_fiberwise]; exact hp.sum_eq_one

theorem isPmf_jointMass {p : Ω → K} {p' : Ω → Ω' → K} (hp : IsPmf p) (hp' : ∀ ω, IsPmf (p' ω)) :
    IsPmf (jointMass p p') where
  nonneg ω := mul_nonneg (hp.nonneg _) ((hp' _).nonneg _)
  sum_eq_one := by
    rw [sum_prod, sum_congr (g := p), hp.sum_eq_one]
    intro ω
    show (sum fun ω' => p ω * p' ω ω') = p ω
    rw [sum_mul_left, (hp' ω).sum_eq_one]; grind

theorem expect_nonneg {p G : Ω → K} (hp : ∀ ω, 0 ≤ p ω) (hG : ∀ ω, 0 ≤ G ω) : 0 ≤ expect p G :=
  sum_nonneg fun ω => mul_nonneg (hp ω) (hG ω)

theorem expect_le_expect {p G G' : Ω → K} (hp : ∀ ω, 0 ≤ p ω) (h : ∀ ω, G ω ≤ G' ω) :
    expect p G ≤ expect p G' :=
  sum_le_sum fun ω => mul_le_mul_left (h ω) (hp ω)

theorem expect_const {p : Ω → K} (hp : IsPmf p) (c : K) : (expect p fun _ => c) = c := by
  unfold expect
  rw [sum_mul_right, hp.sum_eq_one]; grind

theorem expect_add (p G G' : Ω → K) : (expect p fun ω => G ω + G' ω) = expect p G + expect p G' := by
  unfold expect
  rw [← sum_add]; exact sum_congr fun ω => by grind

theorem expect_mul_left (p : Ω → K) (c : K) (G : Ω → K) :
    (expect p fun ω => c * G ω) = c * expect p G := by
  unfold expect
  rw [← sum_mul_left]; exact sum_congr fun ω => by grind

/-- The mass of an event is the expectation of its indicator. -/
theorem eventMass_eq_expect (p : Ω → K) (A : Ω → Prop) [DecidablePred A] :
    eventMass p A = expect p fun ω => if A ω then 1 else 0 :=
  sum_congr fun ω => by split <;> grind

/-- Expectation under a normalised law. -/
theorem expect_normalize (N G : Ω → K) : expect (normalize N) G = expect N G / sum N := by
  unfold expect normalize
  rw [← sum_div]; exact sum_congr fun ω => by rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind

end Formal
