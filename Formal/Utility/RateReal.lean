module

public import Formal.Real.Instance
public import Formal.Utility.Rate

/-!
# The square-root rate over the real numbers

Blueprint 8.3 where logarithms and square roots exist: over every complete ordered field, and so over
the Cauchy reals. With `ℓ = max 1 (log (|D|² + 1))` and `L = max 1 (log (2 |Q|))` there is, for every finite
`D` and `Q`, queries with values in `[-1, 1]`, every `n ≥ 1` and `ε > 0`, a pure `ε`-DP mechanism with expected
worst-query error at most `72 √(ℓ L / (ε n))` on every dataset. There is no other hypothesis.

* `rate_real`: for private multiplicative weights under the envelope;
* `rate_synthetic_real`: the self-contained statement, for a mechanism that releases a distribution on `D`;
* `rate_synthetic_cauchyReal`: the same at the Cauchy reals.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [CompleteField K] {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q]

/-- The factor `ℓ = max 1 (log (T² + 1))` of a universe with `T` elements. -/
def logUniverse (K : Type w) [CompleteField K] (D : Type u) [Enumeration D] : K :=
  max2 1 (log ((card D : K) ^ 2 + 1))

/-- The factor `L = max 1 (log (2 k))` of `k` queries. -/
def logQueries (K : Type w) [CompleteField K] (Q : Type v) [Enumeration Q] : K :=
  max2 1 (log (2 * (card Q : K)))

/-- The rate `√(ℓ L / (ε n))`. -/
def squareRootRate (D : Type u) [Enumeration D] (Q : Type v) [Enumeration Q] (n : Nat) (ε : K) : K :=
  sqrt (logUniverse K D * logQueries K Q / (ε * (n : K)))

theorem le_exp_max2_log {x : K} (hx : 0 < x) : x ≤ exp (max2 1 (log x)) :=
  (log_le_iff hx).mp (le_max2_right _ _)

theorem one_le_logUniverse : 1 ≤ logUniverse K D := le_max2_left _ _

theorem one_le_logQueries : 1 ≤ logQueries K Q := le_max2_left _ _

theorem le_exp_logUniverse : (card D : K) ^ 2 + 1 ≤ exp (logUniverse K D) :=
  le_exp_max2_log (by have := sq_nonneg (card D : K); grind [zero_lt_one (K := K)])

theorem le_exp_logQueries [Nonempty Q] : 2 * (card Q : K) ≤ exp (logQueries K Q) :=
  le_exp_max2_log (by
    have ⟨q⟩ := ‹Nonempty Q›
    have := natCast_pos (K := K) (card_pos q)
    grind)

section

variable {n : Nat} {ε : K} (hn : 0 < n) (hε : 0 < ε)
include hn hε

theorem squareRootRate_arg_pos : 0 < logUniverse K D * logQueries K Q / (ε * (n : K)) := by
  have h0 := zero_lt_one (K := K)
  have h1 := one_le_logUniverse (K := K) (D := D)
  have h2 := one_le_logQueries (K := K) (Q := Q)
  exact div_pos (mul_pos (by grind) (by grind)) (mul_pos hε (natCast_pos hn))

theorem squareRootRate_pos : 0 < squareRootRate D Q n ε := sqrt_pos (squareRootRate_arg_pos hn hε)

/-- The rate satisfies the hypothesis of `rate`. -/
theorem le_squareRootRate_sq :
    logUniverse K D * logQueries K Q ≤ squareRootRate D Q n ε ^ 2 * (ε * (n : K)) := by
  unfold squareRootRate
  rw [sq_sqrt (Std.le_of_lt (squareRootRate_arg_pos hn hε)),
    div_mul_cancel (ne_of_pos (mul_pos hε (natCast_pos hn)))]
  exact Std.le_refl _

variable [DecidableEq D] [Nonempty D] [Nonempty Q] {query : Q → D → K}
  (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1)
include hq

/-- **8.3 (rate) over a complete ordered field.** For every finite universe `D`, finite family `Q` of queries
with values in `[-1, 1]`, `n ≥ 1` and `ε > 0`, some private multiplicative weights gives an envelope mechanism that
is pure `ε`-DP and has expected worst-query error at most
`72 √(max 1 (log (|D|² + 1)) · max 1 (log (2 |Q|)) / (ε n))` on every dataset. -/
theorem rate_real : ∃ P : PMW K D Q, P.query = query ∧
    PureDP (exp ε) (P.mechanism n (exp (-(ε / 2)))) ∧
    ∀ x : Fin n → D, IsPmf (P.mechanism n (exp (-(ε / 2))) x) ∧
      expect (P.mechanism n (exp (-(ε / 2))) x) (P.error x) ≤
        72 * sqrt (max2 1 (log ((card D : K) ^ 2 + 1)) * max2 1 (log (2 * (card Q : K))) / (ε * (n : K))) :=
  rate hq hn hε (squareRootRate_pos (D := D) (Q := Q) hn hε) one_le_logUniverse one_le_logQueries
    le_exp_logUniverse le_exp_logQueries (le_squareRootRate_sq hn hε)

/-- **8.3 (rate) over a complete ordered field, self-contained.** There are a number `J`, a law `M x` on the
sequences of `J` signed queries for every dataset `x`, and a distribution `μ ω` on the universe for every such
sequence, such that `M` is pure `ε`-DP and the worst-query error of `μ ω` has expectation at most
`72 √(max 1 (log (|D|² + 1)) · max 1 (log (2 |Q|)) / (ε n))`. -/
theorem rate_synthetic_real :
    ∃ (J : Nat) (M : (Fin n → D) → (Fin J → Q × Bool) → K) (μ : (Fin J → Q × Bool) → D → K),
      (∀ x, IsPmf (M x)) ∧ PureDP (exp ε) M ∧ (∀ ω, IsPmf (μ ω)) ∧
      ∀ x : Fin n → D, (expect (M x) fun ω => maximum fun q =>
        absVal ((sum fun i => query q (x i)) / (n : K) - expect (μ ω) (query q))) ≤
        72 * sqrt (max2 1 (log ((card D : K) ^ 2 + 1)) * max2 1 (log (2 * (card Q : K))) / (ε * (n : K))) :=
  rate_synthetic hq hn hε (squareRootRate_pos (D := D) (Q := Q) hn hε) one_le_logUniverse one_le_logQueries
    le_exp_logUniverse le_exp_logQueries (le_squareRootRate_sq hn hε)

end

/-- **8.3 (rate) at the Cauchy reals**: the square-root rate for pure differential privacy, with constant
`72`. -/
theorem rate_synthetic_cauchyReal [DecidableEq D] [Nonempty D] [Nonempty Q] {n : Nat} (hn : 0 < n)
    {ε : CauchyReal} (hε : 0 < ε) {query : Q → D → CauchyReal}
    (hq : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1) :
    ∃ (J : Nat) (M : (Fin n → D) → (Fin J → Q × Bool) → CauchyReal)
      (μ : (Fin J → Q × Bool) → D → CauchyReal),
      (∀ x, IsPmf (M x)) ∧ PureDP (exp ε) M ∧ (∀ ω, IsPmf (μ ω)) ∧
      ∀ x : Fin n → D, (expect (M x) fun ω => maximum fun q =>
        absVal ((sum fun i => query q (x i)) / (n : CauchyReal) - expect (μ ω) (query q))) ≤
        72 * sqrt (max2 1 (log ((card D : CauchyReal) ^ 2 + 1)) * max2 1 (log (2 * (card Q : CauchyReal))) /
          (ε * (n : CauchyReal))) := rate_synthetic_real hn hε hq

end Formal
