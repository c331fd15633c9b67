module

public import Formal.Probability.Pmf

/-!
# The capped loop

Blueprint 10.5. The sampler makes at most `N` independent attempts. Every attempt has the law `a : Option B → K`,
`none` for a rejection; the first accepted result is the output, and if all attempts are rejected the output is
drawn from the fallback law `f`. `cappedLoop a f N` is the law of the output.

The output space `B` is arbitrary: with `B = Option Ω` and `f` the point mass at `none` the loop reports its
failure, with `B = Ω` it answers with a draw from `f`.

* `cappedLoop_eq_pushforward`: the recursion is the law of the first accepted of `N` independent attempts.
* `isPmf_cappedLoop`, `cappedLoop_eq`, `cappedLoop_eq_mixture`: its closed forms; an output that is not the
  fallback has exactly the law of an accepted attempt.
* `expect_cappedLoop_le`: what the fallback can cost in utility.
* `expectedAttempts_le`: the expected number of attempts is at most one over the probability of acceptance.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {B : Type u}

/-! ### Geometric sums -/

/-- `1 + y + … + y^(N-1)`. -/
def geomSum (y : K) (N : Nat) : K := sum fun i : Fin N => y ^ i.val

theorem geomSum_succ (y : K) (N : Nat) : geomSum y (N + 1) = 1 + y * geomSum y N := by
  unfold geomSum
  rw [sum_fin_succ, ← sum_mul_left]
  show y ^ 0 + _ = _
  rw [Semiring.pow_zero]
  refine congrArg _ (sum_congr fun i => ?_)
  rw [Fin.val_succ, Semiring.pow_succ, CommSemiring.mul_comm]

theorem one_sub_mul_geomSum (y : K) : ∀ N : Nat, (1 - y) * geomSum y N = 1 - y ^ N
  | 0 => by
    show (1 - y) * 0 = _
    rw [Semiring.pow_zero]; grind
  | N + 1 => by
    have ih := one_sub_mul_geomSum y N
    rw [geomSum_succ, Semiring.pow_succ]; grind

theorem geomSum_nonneg {y : K} (h0 : 0 ≤ y) (N : Nat) : 0 ≤ geomSum y N :=
  sum_nonneg fun i => pow_nonneg h0 i.val

theorem geomSum_le_geomSum {y y' : K} (h0 : 0 ≤ y) (h : y ≤ y') (N : Nat) : geomSum y N ≤ geomSum y' N :=
  sum_le_sum fun i => pow_le_pow_left h0 h i.val

/-! ### The loop -/

/-- The law of the output of at most `N` attempts of law `a` with the fallback law `f`: accept the result of the
first attempt, or go on with `N - 1` attempts. -/
def cappedLoop (a : Option B → K) (f : B → K) : Nat → B → K
  | 0, b => f b
  | N + 1, b => a (some b) + a none * cappedLoop a f N b

/-- The first accepted of `N` results, or `b` if all were rejected. -/
def firstAccepted : {N : Nat} → (Fin N → Option B) → B → B
  | 0, _, b => b
  | _ + 1, t, b => (t 0).getD (firstAccepted (tail t) b)

/-- The law of `N` independent draws from `a`. -/
def independentMass {A : Type v} (a : A → K) {N : Nat} (t : Fin N → A) : K := prod fun i => a (t i)

theorem independentMass_cons {A : Type v} (a : A → K) {N : Nat} (b : A) (t : Fin N → A) :
    independentMass a (cons b t) = a b * independentMass a t :=
  prod_fin_succ _

theorem isPmf_independentMass {A : Type v} [Enumeration A] {a : A → K} (ha : IsPmf a) :
    ∀ N : Nat, IsPmf (independentMass a (N := N))
  | 0 => ⟨fun _ => Std.le_of_lt zero_lt_one, sum_nil _⟩
  | N + 1 => by
    have ih := isPmf_independentMass ha N
    refine ⟨fun t => prod_nonneg fun i => ha.nonneg _, ?_⟩
    rw [sum_cons, sum_congr (g := a), ha.sum_eq_one]
    intro b
    rw [sum_congr (independentMass_cons a b), sum_mul_left, ih.sum_eq_one]; grind

variable [Enumeration B] {a : Option B → K} {f : B → K}

/-- **The loop is what it says** (blueprint 10.5): its recursion is the law of the first accepted of `N` independent
attempts, or of an independent draw from the fallback if all are rejected. -/
theorem cappedLoop_eq_pushforward [DecidableEq B] (ha : IsPmf a) (hf : IsPmf f) : ∀ (N : Nat) (b : B),
    cappedLoop a f N b =
      pushforward (fun p : (Fin N → Option B) × B => firstAccepted p.1 p.2)
        (jointMass (independentMass a) fun _ => f) b
  | 0, b => by
    unfold pushforward jointMass
    rw [sum_prod, sum_nil]
    show f b = sum fun b' => if b' = b then 1 * f b' else 0
    rw [sum_ite_eq]; grind
  | N + 1, b => by
    have ih := cappedLoop_eq_pushforward ha hf N b
    unfold pushforward jointMass at ih ⊢
    rw [sum_prod] at ih ⊢
    rw [sum_cons, sum_option, cappedLoop, ih]
    have hnone : (sum fun t : Fin N → Option B => sum fun b' =>
        if firstAccepted (cons none t) b' = b then independentMass a (cons none t) * f b' else 0) =
        a none * sum fun t : Fin N → Option B => sum fun b' =>
          if firstAccepted t b' = b then independentMass a t * f b' else 0 := by
      rw [← sum_mul_left]
      refine sum_congr fun t => ?_
      rw [← sum_mul_left]
      refine sum_congr fun b' => ?_
      rw [independentMass_cons]
      show (if firstAccepted t b' = b then _ else _) = _
      split <;> grind
    have hsome : ∀ d : B, (sum fun t : Fin N → Option B => sum fun b' =>
        if firstAccepted (cons (some d) t) b' = b then independentMass a (cons (some d) t) * f b' else 0) =
        if d = b then a (some d) else 0 := by
      intro d
      have e : ∀ t : Fin N → Option B, (sum fun b' =>
          if firstAccepted (cons (some d) t) b' = b then independentMass a (cons (some d) t) * f b' else 0) =
          independentMass a t * if d = b then a (some d) else 0 := by
        intro t
        rw [independentMass_cons]
        show (sum fun b' => if d = b then _ else _) = _
        split
        · rw [sum_mul_left, hf.sum_eq_one]; grind
        · rw [sum_zero]; grind
      rw [sum_congr e, sum_mul_right, (isPmf_independentMass ha N).sum_eq_one]; grind
    show _ = (sum fun t : Fin N → Option B => sum fun b' =>
        if firstAccepted (cons none t) b' = b then independentMass a (cons none t) * f b' else 0) + _
    rw [hnone]
    show _ = _ + sum fun d => sum fun t : Fin N → Option B => sum fun b' =>
        if firstAccepted (cons (some d) t) b' = b then independentMass a (cons (some d) t) * f b' else 0
    rw [sum_congr hsome, sum_ite_eq]; grind

/-- The output of the capped loop has a probability mass function. -/
theorem isPmf_cappedLoop (ha : IsPmf a) (hf : IsPmf f) : ∀ N : Nat, IsPmf (cappedLoop a f N)
  | 0 => hf
  | N + 1 => by
    have ih := isPmf_cappedLoop ha hf N
    have h1 := ha.sum_eq_one
    refine ⟨fun b => ?_, ?_⟩
    · have := mul_nonneg (ha.nonneg none) (ih.nonneg b)
      have := ha.nonneg (some b)
      rw [cappedLoop]; grind
    · rw [sum_option] at h1
      simp only [cappedLoop]
      rw [sum_add, sum_mul_left, ih.sum_eq_one]; grind

omit [Enumeration B] in
/-- **Closed form** (blueprint 10.5): an output is accepted in one of the `N` rounds, or comes from the fallback after
`N` rejections. -/
theorem cappedLoop_eq (a : Option B → K) (f : B → K) : ∀ (N : Nat) (b : B),
    cappedLoop a f N b = a (some b) * geomSum (a none) N + a none ^ N * f b
  | 0, b => by
    show f b = a (some b) * 0 + _
    rw [Semiring.pow_zero]; grind
  | N + 1, b => by
    rw [cappedLoop, cappedLoop_eq a f N b, geomSum_succ, Semiring.pow_succ]; grind

/-- **Exactness of the capped loop** (blueprint 10.5): with probability `1 - y^N`, `y` the probability of a rejection,
the output has exactly the law of an accepted result, and with probability `y^N` it comes from the fallback. -/
theorem cappedLoop_eq_mixture (ha : IsPmf a) (hz : 0 < sum fun b => a (some b)) (N : Nat) (b : B) :
    cappedLoop a f N b = (1 - a none ^ N) * normalize (fun b => a (some b)) b + a none ^ N * f b := by
  have h1 := ha.sum_eq_one
  rw [sum_option] at h1
  have hg := one_sub_mul_geomSum (a none) N
  have hc : normalize (fun b => a (some b)) b * (sum fun b => a (some b)) = a (some b) :=
    div_mul_cancel (ne_of_pos hz)
  rw [show 1 - a none = sum fun b => a (some b) by grind] at hg
  rw [cappedLoop_eq, ← hg]
  generalize normalize (fun b => a (some b)) b = p at hc ⊢
  grind

/-- Up to the fallback the loop is at most as likely as a single accepted attempt to give an outcome. -/
theorem cappedLoop_le (ha : IsPmf a) (hz : 0 < sum fun b => a (some b)) (N : Nat) (b : B) :
    cappedLoop a f N b ≤ normalize (fun b => a (some b)) b + a none ^ N * f b := by
  have h1 := mul_nonneg (pow_nonneg (ha.nonneg none) N) ((isPmf_normalize (fun b => ha.nonneg (some b)) hz).nonneg b)
  rw [cappedLoop_eq_mixture ha hz]; grind

/-- **Utility of the capped loop**: for `G ≥ 0` the fallback adds at most its own expectation times its
probability. -/
theorem expect_cappedLoop_le (ha : IsPmf a) (hz : 0 < sum fun b => a (some b)) {G : B → K} (hG : ∀ b, 0 ≤ G b)
    (N : Nat) :
    expect (cappedLoop a f N) G ≤ expect (normalize fun b => a (some b)) G + a none ^ N * expect f G := by
  unfold expect
  rw [← sum_mul_left, ← sum_add]
  refine sum_le_sum fun b => ?_
  have := mul_le_mul_right (cappedLoop_le (f := f) ha hz N b) (hG b)
  grind

/-! ### The number of attempts -/

omit [Enumeration B] in
/-- The expected number of attempts of the capped loop: one, and after a rejection those of the rest. -/
def expectedAttempts (a : Option B → K) : Nat → K
  | 0 => 0
  | N + 1 => 1 + a none * expectedAttempts a N

omit [Enumeration B] in
theorem expectedAttempts_eq (a : Option B → K) : ∀ N : Nat, expectedAttempts a N = geomSum (a none) N
  | 0 => rfl
  | N + 1 => by rw [expectedAttempts, expectedAttempts_eq a N, geomSum_succ]

/-- The expected number of attempts is at most one over the probability of acceptance, whatever the cap. -/
theorem expectedAttempts_le (ha : IsPmf a) (hz : 0 < sum fun b => a (some b)) (N : Nat) :
    expectedAttempts a N ≤ 1 / sum fun b => a (some b) := by
  have h1 := ha.sum_eq_one
  rw [sum_option] at h1
  have hg := one_sub_mul_geomSum (a none) N
  have hp := pow_nonneg (ha.nonneg none) N
  rw [expectedAttempts_eq, le_div_iff_mul_le hz, show (sum fun b => a (some b)) = 1 - a none by grind]
  grind

end Formal
