module

public import Formal.Algebra.Holder
public import Formal.Privacy.PureDP
public import Formal.Selection.Moments

/-!
# The maximum of a family of laws

Blueprint 6.3, A.4 and the generic half of 6.4. The mass of a maximum of laws is controlled in two
ways: near, by the ratio moments against one reference law and Hölder's inequality
(`sum_max_pow_le`, `sum_max_pow_le_int`), and far, by the sum of the laws (`sum_max_le_sum`).

The ball maximum `ballMax p x R ω = max{ p_y(ω) : dist x y ≤ R }` is a maximum over all databases
near `x`. If every law in the ball is dominated, outcome by outcome, by `Θ` times one of finitely
many laws `q v`, the same bounds hold for it with the labels `v` in place of the databases:
`ball_max_pow_le_of_domination`, `ball_max_pow_le_int_of_domination`, `ball_max_le_of_domination`;
with the moments of selection laws filled in, `ball_max_pow_le_of_targets` and
`ball_max_pow_le_int_of_targets`.
-/

@[expose] public noncomputable section

universe u v w x y

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {Ω : Type u} {V : Type v}

/-! ### A finite family against a reference law -/

/-- A maximum is attained or is the maximum over the empty type. -/
theorem maximum_cases [Enumeration V] (f : V → K) : (∃ v, maximum f = f v) ∨ maximum f = 0 := by
  by_cases hl : (elems : List V) = []
  · right; unfold maximum; rw [hl]; rfl
  · obtain ⟨v, _, hv⟩ := exists_eq_listMax f hl
    exact Or.inl ⟨v, hv⟩

/-- A positive power of a maximum of nonnegative terms is at most the sum of their powers. -/
theorem maximum_pow_le_sum [Enumeration V] {f : V → K} (hf : ∀ v, 0 ≤ f v) {n : Nat} (hn : 1 ≤ n) :
    maximum f ^ n ≤ sum fun v => f v ^ n := by
  rcases maximum_cases f with ⟨v, hv⟩ | h0
  · rw [hv]
    exact le_sum (f := fun v => f v ^ n) (fun v => pow_nonneg (hf v) n) v
  · obtain ⟨k, rfl⟩ := Nat.exists_eq_add_of_le' hn
    have := sum_nonneg (f := fun v => f v ^ (k + 1)) fun v => pow_nonneg (hf v) (k + 1)
    rw [h0, Semiring.pow_succ]; grind

section Family

variable [Enumeration Ω] [Enumeration V] {p : V → Ω → K} {p₀ G : Ω → K}

/-- The ratio moment of a maximum of laws is at most the sum of their ratio moments. -/
theorem ratioMoment_maximum_le (hpos : ∀ ω, 0 < p₀ ω) (hp : ∀ v ω, 0 ≤ p v ω) {n : Nat} (hn : 1 ≤ n) :
    ratioMoment n (fun ω => maximum fun v => p v ω) p₀ ≤ sum fun v => ratioMoment n (p v) p₀ := by
  unfold ratioMoment expect
  rw [sum_comm (f := fun v ω => p₀ ω * (p v ω / p₀ ω) ^ n)]
  refine sum_le_sum fun ω => ?_
  have hi := inv_nonneg (Std.le_of_lt (hpos ω))
  have h := mul_le_mul_left (maximum_pow_le_sum (fun v => hp v ω) hn)
    (mul_nonneg (Std.le_of_lt (hpos ω)) (pow_nonneg hi n))
  rw [← sum_mul_left] at h
  simp only [Field.div_eq_mul_inv, mul_pow]
  calc _ = p₀ ω * (p₀ ω)⁻¹ ^ n * (maximum fun v => p v ω) ^ n := by grind
    _ ≤ _ := h
    _ = _ := sum_congr fun v => by grind

omit [Enumeration V] in
/-- A sum of masses times `G` as an expectation under a positive reference law. -/
theorem sum_mul_eq_expect_ratio (hpos : ∀ ω, 0 < p₀ ω) (H G : Ω → K) :
    (sum fun ω => H ω * G ω) = sum fun ω => p₀ ω * (H ω / p₀ ω * G ω) :=
  sum_congr fun ω => by
    have := div_mul_cancel (a := H ω) (ne_of_pos (hpos ω)); grind

/-- **6.3 (maximum over a finite family)**, even exponents:
`(Σ_ω max_v p_v G)^{2c} ≤ (Σ_v E_{p₀}[(p_v/p₀)^{2c}])·(E_{p₀}[G²])^c`. No sign of `G` is
needed. -/
theorem sum_max_pow_le (hp₀ : IsPmf p₀) (hpos : ∀ ω, 0 < p₀ ω) (hp : ∀ v ω, 0 ≤ p v ω)
    (G : Ω → K) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => (maximum fun v => p v ω) * G ω) ^ (2 * c) ≤
      (sum fun v => ratioMoment (2 * c) (p v) p₀) * (expect p₀ fun ω => G ω ^ 2) ^ c := by
  rw [sum_mul_eq_expect_ratio hpos]
  exact Std.le_trans (holder_even hp₀.nonneg hp₀.sum_eq_one _ G c)
    (mul_le_mul_right (ratioMoment_maximum_le hpos hp (n := 2 * c) (by omega))
      (pow_nonneg (expect_nonneg hp₀.nonneg fun ω => sq_nonneg (G ω)) c))

/-- **6.3**, integer Hölder: for `a ≥ 1` and `G ≥ 0`,
`(Σ_ω max_v p_v G^{a-1})^a ≤ (Σ_v E_{p₀}[(p_v/p₀)^a])·(E_{p₀}[G^a])^{a-1}`. The positive masses `p₀`
need not sum to one. -/
theorem sum_max_pow_le_int (hpos : ∀ ω, 0 < p₀ ω) (hp : ∀ v ω, 0 ≤ p v ω)
    (hG : ∀ ω, 0 ≤ G ω) {a : Nat} (ha : 1 ≤ a) :
    (sum fun ω => (maximum fun v => p v ω) * G ω ^ (a - 1)) ^ a ≤
      (sum fun v => ratioMoment a (p v) p₀) * (expect p₀ fun ω => G ω ^ a) ^ (a - 1) := by
  have hp₀ : ∀ ω, 0 ≤ p₀ ω := fun ω => Std.le_of_lt (hpos ω)
  rw [sum_mul_eq_expect_ratio hpos]
  exact Std.le_trans
    (holder_int hp₀ (fun ω => div_nonneg (maximum_nonneg fun v => hp v ω) (hp₀ ω)) hG ha)
    (mul_le_mul_right (ratioMoment_maximum_le hpos hp ha)
      (pow_nonneg (expect_nonneg hp₀ fun ω => pow_nonneg (hG ω) a) _))

/-- **6.3, the far bound**: `Σ_ω max_v p_v G ≤ Σ_v E_{p_v}[G]` for `G ≥ 0`. -/
theorem sum_max_le_sum (hp : ∀ v ω, 0 ≤ p v ω) (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => (maximum fun v => p v ω) * G ω) ≤ sum fun v => expect (p v) G := by
  unfold expect
  rw [sum_comm (f := fun v ω => p v ω * G ω)]
  refine sum_le_sum fun ω => ?_
  rw [sum_mul_right]
  have h := maximum_pow_le_sum (fun v => hp v ω) (Nat.le_refl 1)
  simp only [show ∀ b : K, b ^ 1 = b from fun b => by grind] at h
  exact mul_le_mul_right h (hG ω)

/-- `N` ratio moments of at most `B` sum to at most `N·B`. -/
theorem sum_ratioMoment_le {n : Nat} {B : K} (hB : ∀ v, ratioMoment n (p v) p₀ ≤ B) :
    (sum fun v => ratioMoment n (p v) p₀) ≤ (card V : K) * B := by
  rw [← sum_const]; exact sum_le_sum hB

/-- **A.4**: the maximum of `N` likelihoods with ratio moments at most `B`, even exponents:
`(Σ_ω max_v p_v G)^{2c} ≤ N·B·(E_{p₀}[G²])^c`. -/
theorem sum_max_pow_le_of_moment_le (hp₀ : IsPmf p₀) (hpos : ∀ ω, 0 < p₀ ω) (hp : ∀ v ω, 0 ≤ p v ω)
    (G : Ω → K) {c : Nat} (hc : 1 ≤ c) {B : K} (hB : ∀ v, ratioMoment (2 * c) (p v) p₀ ≤ B) :
    (sum fun ω => (maximum fun v => p v ω) * G ω) ^ (2 * c) ≤
      (card V : K) * B * (expect p₀ fun ω => G ω ^ 2) ^ c :=
  Std.le_trans (sum_max_pow_le hp₀ hpos hp G hc) (mul_le_mul_right (sum_ratioMoment_le hB)
    (pow_nonneg (expect_nonneg hp₀.nonneg fun ω => sq_nonneg (G ω)) c))

/-- **A.4**, integer Hölder: `(Σ_ω max_v p_v G^{a-1})^a ≤ N·B·(E_{p₀}[G^a])^{a-1}`. -/
theorem sum_max_pow_le_int_of_moment_le (hpos : ∀ ω, 0 < p₀ ω) (hp : ∀ v ω, 0 ≤ p v ω)
    (hG : ∀ ω, 0 ≤ G ω) {a : Nat} (ha : 1 ≤ a) {B : K} (hB : ∀ v, ratioMoment a (p v) p₀ ≤ B) :
    (sum fun ω => (maximum fun v => p v ω) * G ω ^ (a - 1)) ^ a ≤
      (card V : K) * B * (expect p₀ fun ω => G ω ^ a) ^ (a - 1) :=
  Std.le_trans (sum_max_pow_le_int hpos hp hG ha) (mul_le_mul_right (sum_ratioMoment_le hB)
    (pow_nonneg (expect_nonneg (fun ω => Std.le_of_lt (hpos ω)) fun ω => pow_nonneg (hG ω) a) _))

end Family

/-! ### The ball maximum -/

section Ball

variable {X : Type x} [NatMetric X] [Enumeration X] {p : X → Ω → K} {x : X} {R : Nat} {ω : Ω}

/-- The **ball maximum** `H_R(ω) = max{ p_y(ω) : dist x y ≤ R }` (blueprint 6.4). -/
def ballMax (p : X → Ω → K) (x : X) (R : Nat) (ω : Ω) : K :=
  maximum fun y => if dist x y ≤ R then p y ω else 0

theorem le_ballMax (p : X → Ω → K) {y : X} (h : dist x y ≤ R) (ω : Ω) : p y ω ≤ ballMax p x R ω := by
  have := le_maximum (fun y => if dist x y ≤ R then p y ω else 0) y
  rwa [if_pos h] at this

theorem ballMax_nonneg (hp : ∀ y ω, 0 ≤ p y ω) (x : X) (R : Nat) (ω : Ω) : 0 ≤ ballMax p x R ω :=
  Std.le_trans (hp x ω) (le_ballMax p (by rw [dist_self]; exact Nat.zero_le R) ω)

/-- The ball maximum of nonnegative masses is attained in the ball. -/
theorem exists_eq_ballMax (hp : ∀ y ω, 0 ≤ p y ω) (x : X) (R : Nat) (ω : Ω) :
    ∃ y, dist x y ≤ R ∧ ballMax p x R ω = p y ω := by
  obtain ⟨y, hy⟩ := exists_eq_maximum (fun y => if dist x y ≤ R then p y ω else 0) x
  change ballMax p x R ω = _ at hy
  by_cases h : dist x y ≤ R
  · exact ⟨y, h, by rw [hy, if_pos h]⟩
  · have hx : dist x x ≤ R := by rw [dist_self]; exact Nat.zero_le R
    refine ⟨x, hx, Std.le_antisymm ?_ (le_ballMax p hx ω)⟩
    rw [hy, if_neg h]; exact hp x ω

theorem ballMax_le (hp : ∀ y ω, 0 ≤ p y ω) {c : K} (h : ∀ y, dist x y ≤ R → p y ω ≤ c) :
    ballMax p x R ω ≤ c := by
  obtain ⟨y, hy, e⟩ := exists_eq_ballMax hp x R ω
  rw [e]; exact h y hy

/-- The ball of radius zero is its centre. -/
theorem ballMax_zero (hp : ∀ y ω, 0 ≤ p y ω) (x : X) (ω : Ω) : ballMax p x 0 ω = p x ω := by
  obtain ⟨y, hy, e⟩ := exists_eq_ballMax hp x 0 ω
  rw [e, NatMetric.dist_eq_zero.mp (Nat.le_zero.mp hy)]

theorem ballMax_mono (hp : ∀ y ω, 0 ≤ p y ω) {R' : Nat} (h : R ≤ R') (x : X) (ω : Ω) :
    ballMax p x R ω ≤ ballMax p x R' ω :=
  ballMax_le hp fun _ hy => le_ballMax p (Nat.le_trans hy h) ω

/-! ### Assembly from domination -/

section Domination

variable [Enumeration Ω] [Enumeration V] {q : V → Ω → K} {Θ : K} {G : Ω → K}

omit [Enumeration Ω] in
/-- A ball dominated outcome by outcome is dominated by the maximum of the labels. -/
theorem ballMax_le_mul_maximum (hp : ∀ y ω, 0 ≤ p y ω) (hΘ : 0 ≤ Θ)
    (hdom : ∀ y, dist x y ≤ R → ∀ ω, ∃ v, p y ω ≤ Θ * q v ω) (ω : Ω) :
    ballMax p x R ω ≤ Θ * maximum fun v => q v ω := by
  refine ballMax_le hp fun y hy => ?_
  obtain ⟨v, hv⟩ := hdom y hy ω
  exact Std.le_trans hv (mul_le_mul_left (le_maximum (fun v => q v ω) v) hΘ)

/-- The mass of a dominated ball, weighted by `G ≥ 0`. -/
theorem sum_ballMax_le_mul_sum_max (hp : ∀ y ω, 0 ≤ p y ω) (hΘ : 0 ≤ Θ)
    (hdom : ∀ y, dist x y ≤ R → ∀ ω, ∃ v, p y ω ≤ Θ * q v ω) (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax p x R ω * G ω) ≤ Θ * sum fun ω => (maximum fun v => q v ω) * G ω := by
  rw [← sum_mul_left]
  refine sum_le_sum fun ω => ?_
  have := mul_le_mul_right (ballMax_le_mul_maximum hp hΘ hdom ω) (hG ω)
  grind

/-- **6.4 from domination, near**, even exponents: if every law in the ball is dominated, outcome by
outcome, by `Θ` times one of the laws `q v`, then
`(Σ_ω H_R G)^{2c} ≤ Θ^{2c}·(Σ_v E_{p_x}[(q_v/p_x)^{2c}])·(E_{p_x}[G²])^c`. -/
theorem ball_max_pow_le_of_domination (hp : ∀ y ω, 0 ≤ p y ω) (hpx : IsPmf (p x))
    (hpos : ∀ ω, 0 < p x ω) (hq : ∀ v ω, 0 ≤ q v ω) (hΘ : 0 ≤ Θ)
    (hdom : ∀ y, dist x y ≤ R → ∀ ω, ∃ v, p y ω ≤ Θ * q v ω) (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => ballMax p x R ω * G ω) ^ (2 * c) ≤
      Θ ^ (2 * c) * ((sum fun v => ratioMoment (2 * c) (q v) (p x)) *
        (expect (p x) fun ω => G ω ^ 2) ^ c) := by
  have h0 : 0 ≤ sum fun ω => ballMax p x R ω * G ω :=
    sum_nonneg fun ω => mul_nonneg (ballMax_nonneg hp x R ω) (hG ω)
  have h := pow_le_pow_left h0 (sum_ballMax_le_mul_sum_max hp hΘ hdom hG) (2 * c)
  rw [mul_pow] at h
  exact Std.le_trans h (mul_le_mul_left (sum_max_pow_le hpx hpos hq G hc) (pow_nonneg hΘ _))

/-- **6.4 from domination, near**, integer Hölder with `a ≥ 1`:
`(Σ_ω H_R G^{a-1})^a ≤ Θ^a·(Σ_v E_{p_x}[(q_v/p_x)^a])·(E_{p_x}[G^a])^{a-1}`. -/
theorem ball_max_pow_le_int_of_domination (hp : ∀ y ω, 0 ≤ p y ω) (hpos : ∀ ω, 0 < p x ω)
    (hq : ∀ v ω, 0 ≤ q v ω) (hΘ : 0 ≤ Θ)
    (hdom : ∀ y, dist x y ≤ R → ∀ ω, ∃ v, p y ω ≤ Θ * q v ω) (hG : ∀ ω, 0 ≤ G ω) {a : Nat}
    (ha : 1 ≤ a) :
    (sum fun ω => ballMax p x R ω * G ω ^ (a - 1)) ^ a ≤
      Θ ^ a * ((sum fun v => ratioMoment a (q v) (p x)) *
        (expect (p x) fun ω => G ω ^ a) ^ (a - 1)) := by
  have hGa : ∀ ω, 0 ≤ G ω ^ (a - 1) := fun ω => pow_nonneg (hG ω) _
  have h0 : 0 ≤ sum fun ω => ballMax p x R ω * G ω ^ (a - 1) :=
    sum_nonneg fun ω => mul_nonneg (ballMax_nonneg hp x R ω) (hGa ω)
  have h := pow_le_pow_left h0 (sum_ballMax_le_mul_sum_max hp hΘ hdom hGa) a
  rw [mul_pow] at h
  exact Std.le_trans h (mul_le_mul_left (sum_max_pow_le_int hpos hq hG ha) (pow_nonneg hΘ _))

/-- **6.4 from domination, far**: `Σ_ω H_R G ≤ Θ·Σ_v E_{q_v}[G]`. -/
theorem ball_max_le_of_domination (hp : ∀ y ω, 0 ≤ p y ω) (hq : ∀ v ω, 0 ≤ q v ω) (hΘ : 0 ≤ Θ)
    (hdom : ∀ y, dist x y ≤ R → ∀ ω, ∃ v, p y ω ≤ Θ * q v ω) (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax p x R ω * G ω) ≤ Θ * sum fun v => expect (q v) G :=
  Std.le_trans (sum_ballMax_le_mul_sum_max hp hΘ hdom hG)
    (mul_le_mul_left (sum_max_le_sum hq hG) hΘ)

end Domination

end Ball

/-! ### Balls of selection laws -/

section Targets

variable {X : Type x} [NatMetric X] [Enumeration X] {S : Type u} {U : Type y} [Enumeration S]
  [Enumeration U] [DecidableEq U] [Enumeration V] (L : SelectionRule K S U) {target : X → S → K}
  {surrogate : V → S → K} {x : X} {R J : Nat} {h : List S} {Θ m M : K} {G : (Fin J → S) → K}

/-- `r(r-1)/2` for an even order. -/
theorem moment_exponent_even (c : Nat) : 2 * c * (2 * c - 1) / 2 = c * (2 * c - 1) := by
  rw [Nat.mul_assoc, Nat.mul_div_cancel_left _ (by decide)]

/-- **6.4 for selection laws, near**, even exponents: if the transcript law of every target in the ball
is dominated by `Θ` times one of the surrogates, and the surrogates have ratio in `[m, M]` to the centre,
`(Σ_ω H_R G)^{2c} ≤ Θ^{2c}·|V|·C^{J·c(2c-1)}·(E_{p_x}[G²])^c`. -/
theorem ball_max_pow_le_of_targets (ht : ∀ y s, 0 < target y s) (hm : 0 < m) (hM : 0 < M)
    (hmv : ∀ v s, m * target x s ≤ surrogate v s) (hvM : ∀ v s, surrogate v s ≤ M * target x s)
    (hΘ : 0 ≤ Θ) (hdom : ∀ y, dist x y ≤ R → ∀ ω, ∃ v,
      L.transcriptMass (target y) J h ω ≤ Θ * L.transcriptMass (surrogate v) J h ω)
    (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (target y) J h) x R ω * G ω) ^ (2 * c) ≤
      Θ ^ (2 * c) * ((card V : K) * kantorovichConst m M ^ (J * (c * (2 * c - 1))) *
        (expect (L.transcriptMass (target x) J h) fun ω => G ω ^ 2) ^ c) := by
  have hv : ∀ v s, 0 < surrogate v s := fun v s => by
    have := mul_pos hm (ht x s); have := hmv v s; grind
  have hpx := L.isPmf_transcriptMass (ht x) J h
  refine Std.le_trans (ball_max_pow_le_of_domination (V := V)
    (fun y ω => Std.le_of_lt (L.transcriptMass_pos (ht y) J h ω)) hpx (L.transcriptMass_pos (ht x) J h)
    (fun v ω => Std.le_of_lt (L.transcriptMass_pos (hv v) J h ω)) hΘ hdom hG hc)
    (mul_le_mul_left (mul_le_mul_right (sum_ratioMoment_le fun v => ?_)
      (pow_nonneg (expect_nonneg hpx.nonneg fun ω => sq_nonneg (G ω)) c)) (pow_nonneg hΘ _))
  rw [← moment_exponent_even]
  exact L.transcript_moment_le (ht x) hm hM (hmv v) (hvM v) (2 * c) J h

/-- **6.4 for selection laws, near**, integer Hölder with `a ≥ 1`:
`(Σ_ω H_R G^{a-1})^a ≤ Θ^a·|V|·C^{J·a(a-1)/2}·(E_{p_x}[G^a])^{a-1}`. -/
theorem ball_max_pow_le_int_of_targets (ht : ∀ y s, 0 < target y s) (hm : 0 < m) (hM : 0 < M)
    (hmv : ∀ v s, m * target x s ≤ surrogate v s) (hvM : ∀ v s, surrogate v s ≤ M * target x s)
    (hΘ : 0 ≤ Θ) (hdom : ∀ y, dist x y ≤ R → ∀ ω, ∃ v,
      L.transcriptMass (target y) J h ω ≤ Θ * L.transcriptMass (surrogate v) J h ω)
    (hG : ∀ ω, 0 ≤ G ω) {a : Nat} (ha : 1 ≤ a) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (target y) J h) x R ω * G ω ^ (a - 1)) ^ a ≤
      Θ ^ a * ((card V : K) * kantorovichConst m M ^ (J * (a * (a - 1) / 2)) *
        (expect (L.transcriptMass (target x) J h) fun ω => G ω ^ a) ^ (a - 1)) := by
  have hv : ∀ v s, 0 < surrogate v s := fun v s => by
    have := mul_pos hm (ht x s); have := hmv v s; grind
  have hpx := L.transcriptMass_pos (ht x) J h
  exact Std.le_trans (ball_max_pow_le_int_of_domination (V := V)
    (fun y ω => Std.le_of_lt (L.transcriptMass_pos (ht y) J h ω)) hpx
    (fun v ω => Std.le_of_lt (L.transcriptMass_pos (hv v) J h ω)) hΘ hdom hG ha)
    (mul_le_mul_left (mul_le_mul_right (sum_ratioMoment_le fun v =>
        L.transcript_moment_le (ht x) hm hM (hmv v) (hvM v) a J h)
      (pow_nonneg (expect_nonneg (fun ω => Std.le_of_lt (hpx ω)) fun ω => pow_nonneg (hG ω) a) _))
      (pow_nonneg hΘ _))

end Targets

end Formal
