module

public import Formal.Exponential.Softmax
public import Formal.Query.PMW
public import Formal.Utility.PathExpectation

/-!
# The error of private multiplicative weights along a transcript

Blueprint §7, the part that holds for every transcript `ω`, whatever selected it. The *score* of a
signed query `s` after the history `h` is `a_s - s(μ_h)`, the error of the synthetic distribution on
`s`, and the *gap* of `s` is by how much its score misses the best one.

* `error_eq_maximum`: `err_x(ω) = max_s (a_s(x) - s(μ̄))`;
* `error_le_path`: `err_x(ω) ≤ (1/J) Σ_t max_s (a_s(x) - s(μ_{t-1}))`;
* `error_le_regret_add_gap`: `err_x(ω) ≤ A + (1/J) Σ_t gap_t(ω)` with the regret `A = ℓ/(γJ) + γ/2` of
  Hedge (7.1), for any `ℓ` with `|D| ≤ exp ℓ`;
* `error_nonneg`, `error_le_two`.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

/-! ### Answer vectors -/

section AnswerVectors

variable {K : Type w} [OrderedField K]

theorem absVal_nonneg (a : K) : 0 ≤ absVal a := by
  have h1 := le_absVal a
  have h2 := neg_le_absVal a
  grind

/-- `d_*(v, a) ≤ R` bounds every coordinate: `|v_s - a_s| ≤ 2R/n`. -/
theorem absVal_le_of_dStar_le {Q : Type v} [Enumeration Q] {n : Nat} {v a : Q × Bool → K} {R : K}
    (hn : 0 < n) (hv : dStar n v a ≤ R) (s : Q × Bool) : absVal (v s - a s) ≤ 2 * R / (n : K) := by
  have h1 := le_maximum (fun s => absVal (v s - a s)) s
  rw [le_div_iff_mul_le (natCast_pos hn)]
  have h2 := mul_le_mul_left h1 (natCast_nonneg (K := K) n)
  unfold dStar at hv
  grind

end AnswerVectors

/-! ### The empirical distribution -/

section Empirical

variable {K : Type w} [OrderedField K] {D : Type u} [Enumeration D] {n : Nat}

/-- Bounds on a variable bound its expectation. -/
theorem expect_mem {Ω : Type v} [Enumeration Ω] {p G : Ω → K} {a b : K} (hp : IsPmf p)
    (hG : ∀ ω, a ≤ G ω ∧ G ω ≤ b) : a ≤ expect p G ∧ expect p G ≤ b := by
  have h1 := expect_le_expect hp.nonneg fun ω => (hG ω).1
  have h2 := expect_le_expect hp.nonneg fun ω => (hG ω).2
  rw [expect_const hp] at h1 h2
  exact ⟨h1, h2⟩

/-- The empirical distribution of a dataset: each row has mass `1/n`. -/
def empirical [DecidableEq D] (x : Fin n → D) : D → K := pushforward x fun _ => 1 / (n : K)

variable [DecidableEq D]

theorem isPmf_empirical (hn : 0 < n) (x : Fin n → D) : IsPmf (empirical (K := K) x) := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  refine isPmf_pushforward x ⟨fun _ => div_nonneg (Std.le_of_lt zero_lt_one) (Std.le_of_lt hnK), ?_⟩
  have := div_mul_cancel (a := (1 : K)) (ne_of_pos hnK)
  rw [sum_const, card_fin]; grind

/-- The expectation under the empirical distribution is the average over the rows. -/
theorem expect_empirical (x : Fin n → D) (f : D → K) :
    expect (empirical x) f = (sum fun i => f (x i)) / (n : K) := by
  unfold expect empirical pushforward
  rw [sum_congr (g := fun d => sum fun i => if x i = d then f (x i) / (n : K) else 0)]
  · rw [sum_fiberwise x fun i => f (x i) / (n : K), sum_div]
  · intro d
    rw [← sum_mul_right]
    refine sum_congr fun i => ?_
    split
    · next h => rw [h, Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
    · grind

end Empirical

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q]
  (P : PMW K D Q) {n : Nat} {ℓ : K}

/-- The score `a_s - s(μ_h)` of a signed query after the history `h`, for the target vector `a`. -/
def score (a : Q × Bool → K) (h : List (Q × Bool)) (s : Q × Bool) : K := a s - P.syntheticAnswer h s

omit [Enumeration D] [Enumeration Q] in
theorem rounds_cast_pos : (0 : K) < (P.rounds : K) := natCast_pos P.rounds_pos

omit [Enumeration D] [Enumeration Q] in
theorem signed_mem (s : Q × Bool) (d : D) : -1 ≤ P.signed s d ∧ P.signed s d ≤ 1 :=
  signedValue_le_one P.query_le s d

/-! ### The released synthetic distribution -/

omit [Enumeration Q] in
theorem isPmf_synthetic (h : List (Q × Bool)) : IsPmf (P.synthetic h) :=
  P.universe_nonempty.elim fun d => isPmf_hedge P.gamma P.signed h d

omit [Enumeration Q] in
/-- The released distribution is a distribution. -/
theorem isPmf_averageSynthetic (ω : Fin P.rounds → Q × Bool) : IsPmf (P.averageSynthetic ω) where
  nonneg d := div_nonneg (pathSum_nonneg (fun h _ => (P.isPmf_synthetic h).nonneg d) _ _ _)
    (natCast_nonneg _)
  sum_eq_one := by
    show (sum fun d => pathSum (fun h _ => P.synthetic h d) P.rounds [] ω / (P.rounds : K)) = 1
    rw [sum_div, sum_pathSum (fun d h _ => P.synthetic h d),
      pathSum_congr (G' := fun _ _ => 1) fun h _ => (P.isPmf_synthetic h).sum_eq_one, pathSum_const,
      Field.div_eq_mul_inv]
    have := mul_inv_cancel (ne_of_pos P.rounds_cast_pos)
    grind

omit [Enumeration Q] in
/-- Expectations under the released distribution are averages over the rounds. -/
theorem expect_averageSynthetic (ω : Fin P.rounds → Q × Bool) (f : D → K) :
    expect (P.averageSynthetic ω) f
      = pathSum (fun h _ => expect (P.synthetic h) f) P.rounds [] ω / (P.rounds : K) := by
  have e : ∀ d, P.averageSynthetic ω d * f d
      = pathSum (fun h _ => P.synthetic h d * f d) P.rounds [] ω / (P.rounds : K) := fun d => by
    rw [pathSum_congr (G' := fun h _ => f d * P.synthetic h d) fun h _ => by grind, pathSum_mul_left]
    unfold averageSynthetic
    rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  show sum _ = _
  rw [sum_congr e, sum_div, sum_pathSum (fun d h _ => P.synthetic h d * f d)]
  rfl

/-! ### The error as a maximum over signed queries -/

omit [Enumeration D] [Enumeration Q] in
theorem target_true (x : Fin n → D) (q : Q) : P.target x (q, true) = P.trueAnswer x q := rfl

omit [Enumeration D] [Enumeration Q] in
theorem target_false (x : Fin n → D) (q : Q) : P.target x (q, false) = -P.trueAnswer x q := by
  show (sum fun i => -P.query q (x i)) / (n : K) = -((sum fun i => P.query q (x i)) / (n : K))
  rw [sum_neg, Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind

omit [Enumeration Q] in
theorem expect_signed_true (p : D → K) (q : Q) : expect p (P.signed (q, true)) = expect p (P.query q) := rfl

omit [Enumeration Q] in
theorem expect_signed_false (p : D → K) (q : Q) :
    expect p (P.signed (q, false)) = -expect p (P.query q) := by
  show (sum fun d => p d * -P.query q d) = -sum fun d => p d * P.query q d
  rw [← sum_neg]; exact sum_congr fun d => by grind

/-- The worst-query error is the largest signed error: `err_x = max_s (a_s(x) - s(μ̄))`. -/
theorem error_eq_maximum (x : Fin n → D) (ω : Fin P.rounds → Q × Bool) :
    P.error x ω = maximum fun s => P.target x s - expect (P.averageSynthetic ω) (P.signed s) := by
  have ⟨q⟩ := P.query_nonempty
  refine Std.le_antisymm (maximum_le q fun q => absVal_le ?_ ?_) (maximum_le (q, true) fun s => ?_)
  · exact le_maximum (fun s => P.target x s - expect (P.averageSynthetic ω) (P.signed s)) (q, true)
  · have h := le_maximum (fun s => P.target x s - expect (P.averageSynthetic ω) (P.signed s)) (q, false)
    rw [target_false, expect_signed_false] at h
    unfold answer; grind
  · have h := le_maximum (fun q => absVal (P.trueAnswer x q - P.answer ω q)) s.1
    refine Std.le_trans ?_ h
    match s with
    | (q, true) => exact le_absVal _
    | (q, false) =>
      rw [target_false, expect_signed_false]
      have := neg_le_absVal (P.trueAnswer x q - P.answer ω q)
      unfold answer at this ⊢; grind

theorem error_nonneg (x : Fin n → D) (ω : Fin P.rounds → Q × Bool) : 0 ≤ P.error x ω :=
  maximum_nonneg fun _ => absVal_nonneg _

omit [Enumeration D] [Enumeration Q] in
theorem trueAnswer_mem (x : Fin n → D) (q : Q) : -1 ≤ P.trueAnswer x q ∧ P.trueAnswer x q ≤ 1 := by
  have h1 := sum_le_sum fun i => (P.query_le q (x i)).1
  have h2 := sum_le_sum fun i => (P.query_le q (x i)).2
  rw [sum_const, card_fin] at h1 h2
  unfold trueAnswer
  rcases Nat.eq_zero_or_pos n with rfl | hn
  · rw [sum_fin_zero, Field.div_eq_mul_inv]
    have := zero_lt_one (K := K)
    constructor <;> grind
  · have hnK : (0 : K) < (n : K) := natCast_pos hn
    exact ⟨(le_div_iff_mul_le hnK).mpr (by grind), (div_le_iff_le_mul hnK).mpr (by grind)⟩

/-- The trivial bound on the error. -/
theorem error_le_two (x : Fin n → D) (ω : Fin P.rounds → Q × Bool) : P.error x ω ≤ 2 :=
  P.query_nonempty.elim fun q => maximum_le q fun q => by
    have h1 := P.trueAnswer_mem x q
    have h2 : -1 ≤ P.answer ω q ∧ P.answer ω q ≤ 1 :=
      expect_mem (P.isPmf_averageSynthetic ω) (P.query_le q)
    exact absVal_le (by grind) (by grind)

/-! ### Regret -/

/-- **Blueprint §7, first display.** The error of the average is at most the average over the rounds
of the largest score. -/
theorem error_le_path (x : Fin n → D) (ω : Fin P.rounds → Q × Bool) : P.error x ω
    ≤ pathSum (fun h _ => maximum (P.score (P.target x) h)) P.rounds [] ω / (P.rounds : K) := by
  have ⟨q⟩ := P.query_nonempty
  rw [error_eq_maximum]
  refine maximum_le (q, true) fun s => ?_
  have h1 := pathSum_le_pathSum (G := fun h _ => P.score (P.target x) h s)
    (fun h _ => le_maximum (P.score (P.target x) h) s) P.rounds [] ω
  have h2 : pathSum (fun h _ => P.score (P.target x) h s) P.rounds [] ω
      = (P.rounds : K) * P.target x s - pathSum (fun h _ => P.syntheticAnswer h s) P.rounds [] ω := by
    unfold score; rw [pathSum_sub, pathSum_const]
  rw [expect_averageSynthetic, le_div_iff_mul_le P.rounds_cast_pos]
  have e := div_mul_cancel (a := pathSum (fun h _ => expect (P.synthetic h) (P.signed s)) P.rounds [] ω)
    (ne_of_pos P.rounds_cast_pos)
  unfold syntheticAnswer at h2
  grind

omit [Enumeration Q] in
/-- The average score of the selected queries on a dataset is at most the regret `ℓ/(γJ) + γ/2` (7.1
against the empirical distribution of the dataset). -/
theorem selected_score_le (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ) (x : Fin n → D)
    (ω : Fin P.rounds → Q × Bool) : pathSum (P.score (P.target x)) P.rounds [] ω / (P.rounds : K)
      ≤ ℓ / (P.gamma * (P.rounds : K)) + P.gamma / 2 := by
  classical
  have hJ := P.rounds_cast_pos
  have hγ := P.gamma_pos
  have h1 := hedge_regret (Std.le_of_lt hγ) P.signed_mem hℓ (isPmf_empirical hn x) P.rounds ω
  rw [pathSum_congr (G' := P.score (P.target x)) fun h s => by rw [expect_empirical]; rfl] at h1
  rw [div_le_iff_le_mul hJ]
  refine le_of_mul_le_mul_left (c := P.gamma) ?_ hγ
  have e := div_mul_cancel (a := ℓ) (ne_of_pos (mul_pos hγ hJ))
  grind

/-- **Error by regret and gaps.** For every transcript, the error is at most the regret
`A = ℓ/(γJ) + γ/2` plus the average over the rounds of the gap of the selected query. -/
theorem error_le_regret_add_gap (hn : 0 < n) (hℓ : (card D : K) ≤ exp ℓ) (x : Fin n → D)
    (ω : Fin P.rounds → Q × Bool) : P.error x ω ≤ ℓ / (P.gamma * (P.rounds : K)) + P.gamma / 2
      + pathSum (fun h s => gap (P.score (P.target x) h) s) P.rounds [] ω / (P.rounds : K) := by
  have h1 := P.error_le_path x ω
  have h2 := P.selected_score_le hn hℓ x ω
  have h3 : pathSum (fun h s => gap (P.score (P.target x) h) s) P.rounds [] ω
      = pathSum (fun h _ => maximum (P.score (P.target x) h)) P.rounds [] ω
        - pathSum (P.score (P.target x)) P.rounds [] ω := pathSum_sub _ _ _ _ _
  rw [h3]
  grind

end PMW

end Formal
