module

public import Formal.Query.Dataset
public import Formal.Relaxed.Envelope
public import Formal.Selection.Maximum

/-!
# Excess mass by integer moments

Blueprint 8.4, for any family of laws. The envelope exceeds the base law `p₀` only where some discounted likelihood
does, and by `(z - 1)₊ ≤ b_a z ^ a`, `b_a = (a - 1)^(a - 1) / a^a` (`posPart_sub_one_le`), the excess over `p₀` of a
maximum of laws is bounded by their `a`-th ratio moments (`sum_posPart_maximum_le`).

Cut the distances into annuli (`Annulus`, `Covers`). If on the annulus `(inner, outer]` every law is dominated,
outcome by outcome, by `θ` times one of the laws `q v`, `v : V`, with `a`-th ratio moment at most `B`, then

  `Z - 1 ≤ δ = Σ_annuli b_a · |V| · (r ^ (inner + 1) θ) ^ a · B`          (`sum_le_one_add_excess`),

for the envelope and for the relaxed envelope of blueprint 10.1. The same argument gives the canonical pair of 10.3:
`M(ω)` is at most `p₀(ω)` or at most `r ^ (inner + 1) θ · q_v(ω)` for some annulus and label
(`exists_canonical_pair`).

If every normaliser is at most `1 + δ`, the mechanism is pure DP with factor `r⁻¹ (1 + δ)` instead of `r⁻²`
(`pureDP_of_excess`), and a utility bounded by `g` changes its expectation by at most `g δ`
(`expect_normalize_le_add`).
-/

@[expose] public noncomputable section

universe u v w x y

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K]

/-! ### The scalar inequality -/

/-- The positive part `a₊`. -/
def posPart (a : K) : K := max2 a 0

theorem posPart_nonneg (a : K) : 0 ≤ posPart a := le_max2_right _ _

theorem le_posPart (a : K) : a ≤ posPart a := le_max2_left _ _

theorem posPart_le {a b : K} (h : a ≤ b) (h0 : 0 ≤ b) : posPart a ≤ b := max2_le h h0

/-- Positive and negative part add up to the absolute value. -/
theorem posPart_add (a : K) : posPart a + posPart (-a) = absVal a := by
  unfold posPart absVal max2
  split <;> split <;> split <;> grind

/-- Positive and negative part differ by the number. -/
theorem posPart_sub (a : K) : posPart a - posPart (-a) = a := by
  unfold posPart max2
  split <;> split <;> grind

/-- The constant `b_a = (a - 1)^(a - 1) / a^a` of blueprint 8.4; `b_1 = 1`. -/
def excessConst (K : Type w) [OrderedField K] (a : Nat) : K := ((a - 1 : Nat) : K) ^ (a - 1) / (a : K) ^ a

theorem excessConst_one : excessConst K 1 = 1 := by
  show ((0 : Nat) : K) ^ 0 / ((1 : Nat) : K) ^ 1 = 1
  rw [Semiring.pow_zero]; grind

theorem excessConst_nonneg (a : Nat) : 0 ≤ excessConst K a :=
  div_nonneg (pow_nonneg (natCast_nonneg _) _) (pow_nonneg (natCast_nonneg _) _)

/-- **8.4, the scalar inequality**: `z - 1 ≤ b_a z ^ a` for natural `a ≥ 1` and `z ≥ 0`. The power lies above its
tangent at `a / (a - 1)`. -/
theorem sub_one_le_excessConst_mul {a : Nat} (ha : 1 ≤ a) {z : K} (hz : 0 ≤ z) :
    z - 1 ≤ excessConst K a * z ^ a := by
  obtain ⟨n, rfl⟩ := Nat.exists_eq_add_of_le' ha
  have hn1 : (0 : K) < ((n + 1 : Nat) : K) := natCast_pos (Nat.succ_pos n)
  have hp := pow_pos hn1 (n + 1)
  -- `(n+1)^(n+1) (z - 1) ≤ n^n z^(n+1)`
  have key : ((n + 1 : Nat) : K) ^ (n + 1) * (z - 1) ≤ (n : K) ^ n * z ^ (n + 1) := by
    cases n with
    | zero =>
      rw [Semiring.pow_zero]
      grind
    | succ k =>
      have hk : (0 : K) < ((k + 1 : Nat) : K) := natCast_pos (Nat.succ_pos k)
      generalize hN : k + 1 = n at *
      have h := tangent_le_pow (Std.le_of_lt hn1) (mul_nonneg (Std.le_of_lt hk) hz) n
      rw [mul_pow] at h
      refine le_of_mul_le_mul_left (c := (n : K)) ?_ hk
      rw [show ((n + 1 : Nat) : K) = (n : K) + 1 by grind] at h ⊢
      simp only [Semiring.pow_succ] at h ⊢
      grind
  show z - 1 ≤ (n : K) ^ n / ((n + 1 : Nat) : K) ^ (n + 1) * z ^ (n + 1)
  refine le_of_mul_le_mul_left (c := ((n + 1 : Nat) : K) ^ (n + 1)) ?_ hp
  have e := div_mul_cancel (a := (n : K) ^ n) (ne_of_pos hp)
  calc _ ≤ (n : K) ^ n * z ^ (n + 1) := key
    _ = (n : K) ^ n / ((n + 1 : Nat) : K) ^ (n + 1) * ((n + 1 : Nat) : K) ^ (n + 1) * z ^ (n + 1) := by rw [e]
    _ = _ := by grind

/-- **8.4, the scalar inequality** with the positive part: `(z - 1)₊ ≤ b_a z ^ a`. -/
theorem posPart_sub_one_le {a : Nat} (ha : 1 ≤ a) {z : K} (hz : 0 ≤ z) :
    posPart (z - 1) ≤ excessConst K a * z ^ a :=
  posPart_le (sub_one_le_excessConst_mul ha hz) (mul_nonneg (excessConst_nonneg a) (pow_nonneg hz a))

/-! ### The excess of a maximum of laws -/

variable {Ω : Type u} [Enumeration Ω]

/-- **8.4, one family**: the mass by which `c · max_v q_v` exceeds `p₀` is at most
`b_a c ^ a Σ_v E_{p₀}[(q_v / p₀) ^ a]`. -/
theorem sum_posPart_maximum_le {V : Type v} [Enumeration V] {q : V → Ω → K} {p₀ : Ω → K} (hpos : ∀ ω, 0 < p₀ ω)
    (hq : ∀ v ω, 0 ≤ q v ω) {c : K} (hc : 0 ≤ c) {a : Nat} (ha : 1 ≤ a) :
    (sum fun ω => posPart (c * (maximum fun v => q v ω) - p₀ ω)) ≤
      excessConst K a * c ^ a * sum fun v => ratioMoment a (q v) p₀ := by
  refine Std.le_trans ?_ (mul_le_mul_left (ratioMoment_maximum_le hpos hq ha)
    (mul_nonneg (excessConst_nonneg a) (pow_nonneg hc a)))
  unfold ratioMoment expect
  rw [← sum_mul_left]
  refine sum_le_sum fun ω => ?_
  have hp := hpos ω
  have hm : 0 ≤ maximum fun v => q v ω := maximum_nonneg fun v => hq v ω
  show posPart (c * (maximum fun v => q v ω) - p₀ ω) ≤
    excessConst K a * c ^ a * (p₀ ω * ((maximum fun v => q v ω) / p₀ ω) ^ a)
  generalize (maximum fun v => q v ω) = M at hm ⊢
  have hz : 0 ≤ M / p₀ ω := div_nonneg hm (Std.le_of_lt hp)
  have e := div_mul_cancel (a := M) (ne_of_pos hp)
  generalize M / p₀ ω = z at hz e ⊢
  have h1 := mul_le_mul_left (sub_one_le_excessConst_mul ha (mul_nonneg hc hz)) (Std.le_of_lt hp)
  rw [mul_pow] at h1
  have h2 : 0 ≤ excessConst K a * c ^ a * (p₀ ω * z ^ a) :=
    mul_nonneg (mul_nonneg (excessConst_nonneg a) (pow_nonneg hc a)) (mul_nonneg (Std.le_of_lt hp) (pow_nonneg hz a))
  refine posPart_le ?_ h2
  rw [← e]; grind

/-- **8.4, one family of `|V|` laws with moments at most `B`**. -/
theorem sum_posPart_maximum_le_of_moment_le {V : Type v} [Enumeration V] {q : V → Ω → K} {p₀ : Ω → K}
    (hpos : ∀ ω, 0 < p₀ ω) (hq : ∀ v ω, 0 ≤ q v ω) {c B : K} (hc : 0 ≤ c) {a : Nat} (ha : 1 ≤ a)
    (hB : ∀ v, ratioMoment a (q v) p₀ ≤ B) :
    (sum fun ω => posPart (c * (maximum fun v => q v ω) - p₀ ω)) ≤
      excessConst K a * (card V : K) * c ^ a * B := by
  have h := mul_le_mul_left (sum_ratioMoment_le hB) (mul_nonneg (excessConst_nonneg (K := K) a) (pow_nonneg hc a))
  have := Std.le_trans (sum_posPart_maximum_le hpos hq hc ha) h
  grind

/-! ### Annuli -/

/-- An annulus `inner < d ≤ outer` of distances, with the code length `m` and the moment order `a` that are used
on it. -/
structure Annulus where
  /-- The inner radius, excluded. -/
  inner : Nat
  /-- The outer radius, included. -/
  outer : Nat
  /-- The code length `m`. -/
  length : Nat
  /-- The moment order `a`. -/
  order : Nat
  /-- The annulus contains a distance. -/
  inner_lt : inner < outer
  /-- Codes are not empty. -/
  length_pos : 1 ≤ length
  /-- The order is at least one. -/
  order_pos : 1 ≤ order

/-- The annuli cover the distances `1, …, n`. -/
def Covers (l : List Annulus) (n : Nat) : Prop :=
  ∀ d, 1 ≤ d → d ≤ n → ∃ A ∈ l, A.inner < d ∧ d ≤ A.outer

theorem Covers.mono {l : List Annulus} {m n : Nat} (h : Covers l n) (hmn : m ≤ n) : Covers l m :=
  fun d h1 h2 => h d h1 (Nat.le_trans h2 hmn)

/-- No distance is left to cover. -/
theorem covers_zero (l : List Annulus) : Covers l 0 := fun d h1 h2 => by omega

/-- An annulus that starts where the others end extends the cover to its outer radius. -/
theorem Covers.cons {l : List Annulus} {n : Nat} (h : Covers l n) (A : Annulus) (hA : A.inner ≤ n) :
    Covers (A :: l) A.outer := fun d h1 h2 => by
  by_cases hd : d ≤ n
  · obtain ⟨B, hB, hd⟩ := h d h1 hd
    exact ⟨B, List.mem_cons_of_mem A hB, hd⟩
  · exact ⟨A, List.mem_cons_self, by omega, h2⟩

omit [Enumeration Ω] in
/-- With a cover of all distances, only the points at distance zero are left to the base law. -/
theorem Covers.base_or_annulus {Y : Type y} {p : Y → Ω → K} {d : Y → Nat} {p₀ : Ω → K} {r : K} {l : List Annulus}
    {n : Nat} (hcover : Covers l n) (hn : ∀ y, d y ≤ n) (hzero : ∀ y, d y = 0 → ∀ ω, p y ω ≤ p₀ ω) (y : Y) :
    (∀ ω, r ^ d y * p y ω ≤ p₀ ω) ∨ ∃ A ∈ l, A.inner < d y ∧ d y ≤ A.outer := by
  by_cases hd : d y = 0
  · exact Or.inl fun ω => by rw [hd, Semiring.pow_zero, Semiring.one_mul]; exact hzero y hd ω
  · exact Or.inr (hcover (d y) (by omega) (hn y))

section Envelope

variable {Y : Type y} {p : Y → Ω → K} {d : Y → Nat} {p₀ M : Ω → K} {r : K} {V : Annulus → Type v}
  [∀ A, Enumeration (V A)] {q : (A : Annulus) → V A → Ω → K} {θ B : Annulus → K} {l : List Annulus} {n : Nat}

section Pointwise

variable (h0 : 0 ≤ r) (h1 : r ≤ 1) (hp : ∀ y ω, 0 ≤ p y ω)
  (hcover : ∀ y, (∀ ω, r ^ d y * p y ω ≤ p₀ ω) ∨ ∃ A ∈ l, A.inner < d y ∧ d y ≤ A.outer)
  (hp₀ : ∀ ω, 0 ≤ p₀ ω) (hθ : ∀ A ∈ l, 0 ≤ θ A)
  (hdom : ∀ A ∈ l, ∀ y, d y ≤ A.outer → ∀ ω, ∃ v, p y ω ≤ θ A * q A v ω)
include h0 h1 hp hcover hp₀ hθ hdom

omit [Enumeration Ω] in
/-- **10.3, the canonical pair.** If every discounted likelihood is at most `p₀` or belongs to an annulus, a least upper
bound of the discounted likelihoods of an outcome is at most `p₀`, or at most `r ^ (inner + 1) θ` times the likelihood
under a surrogate, for some annulus and some label. (`p₀` is the base law, or a multiple of it: 10.4b.) -/
theorem exists_canonical_pair {ω : Ω} (hM : IsSup (fun y => r ^ d y * p y ω) (M ω)) :
    M ω ≤ p₀ ω ∨ ∃ A ∈ l, ∃ v, M ω ≤ r ^ (A.inner + 1) * θ A * q A v ω := by
  have hle : M ω ≤ max2 (p₀ ω) (listMax (fun A => r ^ (A.inner + 1) * θ A * maximum fun v => q A v ω) l) := by
    refine hM.least _ fun y => ?_
    rcases hcover y with h | ⟨A, hA, hin, hout⟩
    · exact Std.le_trans (h ω) (le_max2_left _ _)
    · obtain ⟨v, hv⟩ := hdom A hA y hout ω
      refine Std.le_trans ?_ (Std.le_trans (le_listMax
        (f := fun A => r ^ (A.inner + 1) * θ A * maximum fun v => q A v ω) hA) (le_max2_right _ _))
      calc r ^ d y * p y ω ≤ r ^ (A.inner + 1) * (θ A * q A v ω) :=
            mul_le_mul (pow_le_pow_of_le_one h0 h1 hin) hv (hp y ω) (pow_nonneg h0 _)
        _ = r ^ (A.inner + 1) * θ A * q A v ω := by grind
        _ ≤ _ := mul_le_mul_left (le_maximum (fun v => q A v ω) v) (mul_nonneg (pow_nonneg h0 _) (hθ A hA))
  rcases max2_cases (p₀ ω) (listMax (fun A => r ^ (A.inner + 1) * θ A * maximum fun v => q A v ω) l) with e | e
  · exact Or.inl (e ▸ hle)
  · rw [e] at hle
    by_cases hl : l = []
    · subst hl
      exact Or.inl (Std.le_trans hle (hp₀ ω))
    · obtain ⟨A, hA, e⟩ := exists_eq_listMax
        (fun A => r ^ (A.inner + 1) * θ A * maximum fun v => q A v ω) hl
      rw [e] at hle
      rcases maximum_cases (fun v => q A v ω) with ⟨v, hv⟩ | hz
      · exact Or.inr ⟨A, hA, v, by rwa [hv] at hle⟩
      · rw [hz] at hle
        have := hp₀ ω
        exact Or.inl (by grind)

omit [Enumeration Ω] in
/-- **8.4, pointwise**: `M ≤ p₀ + Σ_annuli (r ^ (inner + 1) θ max_v q_v - p₀)₊`. -/
theorem le_add_sum_posPart {ω : Ω} (hM : IsSup (fun y => r ^ d y * p y ω) (M ω)) :
    M ω ≤ p₀ ω +
      listSum (fun A => posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)) l := by
  have hnn : ∀ A ∈ l, 0 ≤ posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω) :=
    fun _ _ => posPart_nonneg _
  rcases exists_canonical_pair h0 h1 hp hcover hp₀ hθ hdom hM with h | ⟨A, hA, v, h⟩
  · have := listSum_nonneg hnn; grind
  · have h1 := le_listSum hnn hA
    have h2 := le_posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)
    have h3 := mul_le_mul_left (le_maximum (fun v => q A v ω) v) (mul_nonneg (pow_nonneg h0 (A.inner + 1)) (hθ A hA))
    grind

end Pointwise

/-- The contribution of an annulus to the excess mass: `b_a · N · (r ^ (inner + 1) θ) ^ a · B`, for `N` labels, the
constant of domination `θ` and moments at most `B`. -/
def excessTerm (r : K) (labels : Nat) (θ B : K) (A : Annulus) : K :=
  excessConst K A.order * (labels : K) * (r ^ (A.inner + 1) * θ) ^ A.order * B

/-- **8.4 (excess mass)**: `Z ≤ 1 + Σ_annuli b_a · |V| · (r ^ (inner + 1) θ) ^ a · B`, for the envelope and for every
relaxed envelope. -/
theorem sum_le_one_add_excess (h0 : 0 ≤ r) (h1 : r ≤ 1) (hp : ∀ y ω, 0 ≤ p y ω) (hcover : Covers l n)
    (hn : ∀ y, d y ≤ n) (hzero : ∀ y, d y = 0 → ∀ ω, p y ω ≤ p₀ ω) (hp₀ : IsPmf p₀) (hpos : ∀ ω, 0 < p₀ ω)
    (hθ : ∀ A ∈ l, 0 ≤ θ A) (hq : ∀ A ∈ l, ∀ v ω, 0 ≤ q A v ω)
    (hdom : ∀ A ∈ l, ∀ y, d y ≤ A.outer → ∀ ω, ∃ v, p y ω ≤ θ A * q A v ω)
    (hB : ∀ A ∈ l, ∀ v, ratioMoment A.order (q A v) p₀ ≤ B A)
    (hM : ∀ ω, IsSup (fun y => r ^ d y * p y ω) (M ω)) :
    sum M ≤ 1 + listSum (fun A => excessTerm r (card (V A)) (θ A) (B A) A) l := by
  have hle := sum_le_sum fun ω =>
    le_add_sum_posPart h0 h1 hp (hcover.base_or_annulus hn hzero) hp₀.nonneg hθ hdom (hM ω)
  rw [sum_add, hp₀.sum_eq_one] at hle
  have hswap : (sum fun ω => listSum (fun A => posPart (r ^ (A.inner + 1) * θ A *
      (maximum fun v => q A v ω) - p₀ ω)) l) = listSum (fun A => sum fun ω =>
      posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)) l :=
    listSum_comm (fun ω A => posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)) l elems
  rw [hswap] at hle
  have hterm := listSum_le_listSum (l := l) (f := fun A => sum fun ω =>
      posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω))
    (g := fun A => excessTerm r (card (V A)) (θ A) (B A) A) fun A hA =>
      sum_posPart_maximum_le_of_moment_le hpos (hq A hA) (mul_nonneg (pow_nonneg h0 _) (hθ A hA)) A.order_pos (hB A hA)
  grind

end Envelope

/-! ### Privacy and utility -/

section Consequences

variable {X : Type x} [NatMetric X] {r ζ : K} {N : X → Ω → K}

/-- **2.8 as pure DP**: an `r`-Lipschitz family with normalisers in `[1, ζ]` is pure DP with factor `r⁻¹ ζ`. -/
theorem pureDP_of_normalizer_mem (hr : 0 < r) (h : RatioLipschitz r N) (h0 : ∀ x ω, 0 ≤ N x ω)
    (hone : ∀ x, 1 ≤ sum (N x)) (hζ : ∀ x, sum (N x) ≤ ζ) : PureDP (r⁻¹ * ζ) fun x => normalize (N x) := by
  intro x x' ω
  show normalize (N x) ω ≤ (r⁻¹ * ζ) ^ dist x x' * normalize (N x') ω
  by_cases hd : dist x x' = 0
  · rw [hd, NatMetric.dist_eq_zero.mp hd, Semiring.pow_zero]; grind
  · have hx' : 0 ≤ normalize (N x') ω :=
      div_nonneg (h0 x' ω) (by have := hone x'; grind [zero_lt_one (K := K)])
    have hζ1 : 1 ≤ ζ := Std.le_trans (hone x) (hζ x)
    have h1 := pureDP_of_normalizer_le h h0 hone hζ (Std.le_of_lt hr) x x' ω
    have h2 := pow_le_pow_of_one_le hζ1 (show 1 ≤ dist x x' by omega)
    have h3 := mul_le_mul_right (show ζ ≤ ζ ^ dist x x' by grind) hx'
    have h4 := mul_le_mul_left (Std.le_trans h1 h3) (pow_nonneg (Std.le_of_lt (inv_pos hr)) (dist x x'))
    have hc := inv_pow_mul_pow (ne_of_pos hr) (dist x x')
    rw [mul_pow]
    calc normalize (N x) ω = r⁻¹ ^ dist x x' * r ^ dist x x' * normalize (N x) ω := by rw [hc]; grind
      _ = r⁻¹ ^ dist x x' * (r ^ dist x x' * normalize (N x) ω) := by grind
      _ ≤ _ := h4
      _ = _ := by grind

/-- **8.4, privacy**: if every normaliser is at most `1 + δ`, the mechanism is pure DP with factor `r⁻¹ (1 + δ)`; with
`r = e^(-λ)` this is pure `(λ + log (1 + δ))`-DP. -/
theorem pureDP_of_excess {δ : K} (hr : 0 < r) (h : RatioLipschitz r N) (h0 : ∀ x ω, 0 ≤ N x ω)
    (hone : ∀ x, 1 ≤ sum (N x)) (hδ : ∀ x, sum (N x) ≤ 1 + δ) :
    PureDP (r⁻¹ * (1 + δ)) fun x => normalize (N x) := pureDP_of_normalizer_mem hr h h0 hone hδ

omit [NatMetric X] in
/-- **8.4, utility**: if `p ≤ M`, `Σ M ≤ 1 + δ` and `0 ≤ G ≤ g`, then the expectation of `G` under the normalised `M` is
at most its expectation under `p` plus `g δ`. -/
theorem expect_normalize_le_add {p M G : Ω → K} {g δ : K} (hp : IsPmf p) (hpM : ∀ ω, p ω ≤ M ω)
    (hδ : sum M ≤ 1 + δ) (hG : ∀ ω, 0 ≤ G ω) (hGg : ∀ ω, G ω ≤ g) (hg : 0 ≤ g) :
    expect (normalize M) G ≤ expect p G + g * δ := by
  have h0 : ∀ ω, 0 ≤ M ω := fun ω => Std.le_trans (hp.nonneg ω) (hpM ω)
  have hone : 1 ≤ sum M := by rw [← hp.sum_eq_one]; exact sum_le_sum hpM
  refine Std.le_trans (expectation_normalize_le hG h0 hone) ?_
  have h1 : expect M G ≤ sum fun ω => p ω * G ω + g * (M ω - p ω) := sum_le_sum fun ω => by
    have h2 := mul_le_mul_left (hGg ω) (show 0 ≤ M ω - p ω by have := hpM ω; grind)
    grind
  rw [sum_add, sum_mul_left, sum_sub, hp.sum_eq_one] at h1
  have h3 := mul_le_mul_left (show sum M - 1 ≤ δ by grind) hg
  show expect M G ≤ (sum fun ω => p ω * G ω) + g * δ
  grind

end Consequences

end Formal
