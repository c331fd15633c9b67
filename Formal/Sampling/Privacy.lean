module

public import Formal.Privacy.Envelope
public import Formal.Sampling.CappedLoop
public import Formal.Sampling.Rejection

/-!
# The capped rejection sampler is pure DP

Blueprint 10.3, 10.5 with 2.8. For every input `x` the components `(w x, q x)` with the canonical map `c x` cover
the target `M x`. The targets are `r`-Lipschitz with total masses in `[1, ζ]`; the total weight `W > ζ`, the number
`N` of attempts and the fallback law `f` do not depend on the input. (If `ζ = 1`, as when the base law is private by
itself, 10.4, any `W` will do.) The **release** is the output of the capped
loop of `N` attempts, each passed through a function `g` (answers computed from the transcript, or `some`, or the
identity).

* `releaseLaw_eq`: its law is the mixture of `g` of the normalised target and the fallback.
* `releaseLaw_le`: distance `d` costs at most the larger of `r⁻ᵈ min (r⁻ᵈ, ζ)`, the factor of 2.3 and 2.8, and
  `((W - 1) / (W - ζ)) ^ N`, the largest ratio of two fallback probabilities.
* `releaseLaw_pureDP`: pure DP in any metric with values in the natural numbers.
* `expect_releaseLaw_le`: the utility of the target carries over up to the fallback.

The exponential form, with `ζ = 1 + δ`, is in `Formal.Sampling.Release`.
-/

@[expose] public noncomputable section

universe u v w x y

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {Ω : Type u} {B : Type v} {I : Type y}

/-- The law of the release: at most `N` proposals, the first accepted outcome passed through `g`, or else a draw
from the fallback law `f`. -/
def releaseLaw [Enumeration I] [DecidableEq I] [Enumeration Ω] [DecidableEq Ω] [DecidableEq B] (w : I → K)
    (q : I → Ω → K) (M : Ω → K) (c : Ω → I) (g : Ω → B) (f : B → K) (N : Nat) : B → K :=
  cappedLoop (pushforward (Option.map g) (attemptLaw w q M c)) f N

theorem one_le_inv {r : K} (hr : 0 < r) (hr1 : r ≤ 1) : 1 ≤ r⁻¹ := by
  have h1 := mul_inv_cancel (ne_of_pos hr)
  have h2 := mul_le_mul_right hr1 (Std.le_of_lt (inv_pos hr)); grind

/-- The smaller of two elements. -/
def min2 (a b : K) : K := if a ≤ b then a else b

theorem min2_le_left (a b : K) : min2 a b ≤ a := by unfold min2; split <;> grind

theorem min2_le_right (a b : K) : min2 a b ≤ b := by unfold min2; split <;> grind

theorem le_min2 {a b c : K} (ha : c ≤ a) (hb : c ≤ b) : c ≤ min2 a b := by unfold min2; split <;> assumption

theorem min2_cases (a b : K) : min2 a b = a ∨ min2 a b = b := by
  unfold min2; split
  · exact Or.inl rfl
  · exact Or.inr rfl

theorem div_le_one {Z W : K} (hW : 0 < W) (h : Z ≤ W) : Z / W ≤ 1 :=
  (div_le_iff_le_mul hW).mpr (by grind)

/-! ### Attempts passed through a function -/

section Map

variable [Enumeration Ω] [Enumeration B] [DecidableEq B]

omit [Enumeration B] in
theorem pushforward_nonneg {M : Ω → K} (h0 : ∀ ω, 0 ≤ M ω) (g : Ω → B) (b : B) : 0 ≤ pushforward g M b :=
  sum_nonneg fun ω => by
    split
    · exact h0 ω
    · exact Std.le_refl _

theorem sum_pushforward (g : Ω → B) (M : Ω → K) : sum (pushforward g M) = sum M := sum_fiberwise g M

omit [Enumeration B] in
theorem pushforward_div (g : Ω → B) (M : Ω → K) (W : K) (b : B) :
    pushforward g (fun ω => M ω / W) b = pushforward g M b / W := by
  unfold pushforward
  rw [← sum_div]
  refine sum_congr fun ω => ?_
  split
  · rfl
  · rw [Field.div_eq_mul_inv]; grind

/-- The expectation of `G` after `g` is that of `G ∘ g`. -/
theorem expect_pushforward (g : Ω → B) (p : Ω → K) (G : B → K) :
    expect (pushforward g p) G = expect p fun ω => G (g ω) := by
  unfold expect pushforward
  rw [← sum_fiberwise g fun ω => p ω * G (g ω)]
  refine sum_congr fun b => ?_
  rw [← sum_mul_right]
  refine sum_congr fun ω => ?_
  by_cases h : g ω = b
  · rw [if_pos h, if_pos h, h]
  · rw [if_neg h, if_neg h]; grind

/-- Passing the accepted outcomes of an ideal attempt through `g` pushes its target forward. -/
theorem pushforward_idealAttempt (g : Ω → B) (M : Ω → K) (W : K) :
    pushforward (Option.map g) (idealAttempt M W) = idealAttempt (pushforward g M) W := by
  funext o
  show (sum fun o' => if Option.map g o' = o then idealAttempt M W o' else 0) = _
  rw [sum_option]
  cases o with
  | none =>
    simp only [Option.map_none, Option.map_some, reduceCtorEq, if_true, if_false, idealAttempt]
    rw [sum_zero, sum_pushforward]; grind
  | some b =>
    simp only [Option.map_none, Option.map_some, reduceCtorEq, if_false, Option.some.injEq]
    show 0 + pushforward g (fun ω => M ω / W) b = pushforward g M b / W
    rw [pushforward_div]; grind

omit [Enumeration B] in
/-- Pushing forward keeps the Lipschitz property. -/
theorem pushforward_lipschitz {X : Type x} [NatMetric X] {r : K} {M : X → Ω → K} (h : RatioLipschitz r M)
    (g : Ω → B) : RatioLipschitz r fun x => pushforward g (M x) := by
  intro x x' b
  unfold pushforward
  rw [← sum_mul_left]
  refine sum_le_sum fun ω => ?_
  have := h x x' ω
  split <;> grind

omit [DecidableEq B] in
theorem isPmf_idealAttempt {M : B → K} {W : K} (h0 : ∀ b, 0 ≤ M b) (hW : 0 < W) (hZ : sum M ≤ W) :
    IsPmf (idealAttempt M W) where
  nonneg o := by
    cases o with
    | none =>
      have := div_le_one hW hZ
      show 0 ≤ 1 - sum M / W
      grind
    | some b => exact div_nonneg (h0 b) (Std.le_of_lt hW)
  sum_eq_one := by
    rw [sum_option]
    show 1 - sum M / W + (sum fun b => M b / W) = 1
    rw [sum_div]; grind

omit [DecidableEq B] in
theorem normalize_idealAttempt {M : B → K} {W : K} (hW : 0 < W) (hpos : 0 < sum M) :
    normalize (fun b => idealAttempt M W (some b)) = normalize M := by
  funext b
  show M b / W / (sum fun b => M b / W) = M b / sum M
  rw [sum_div]
  have hW' := mul_inv_cancel (ne_of_pos hW)
  grind

end Map

/-! ### The ratio of two capped loops -/

section Ratio

variable {M M' f : B → K} {W ζ R : K} {N : Nat} [Enumeration B]

/-- A loop that accepts less often, by at most the factor `S`, makes more attempts, by at most the factor `S`. -/
theorem geomSum_le_mul_geomSum {Z Z' S : K} (hZ : 0 < Z) (hZW : Z ≤ W) (hZW' : Z' ≤ W) (hS : 1 ≤ S)
    (h : Z' ≤ S * Z) (N : Nat) : geomSum (1 - Z / W) N ≤ S * geomSum (1 - Z' / W) N := by
  have hWpos : 0 < W := by grind
  have hz := div_le_one hWpos hZW
  have hz' := div_le_one hWpos hZW'
  have hg' := geomSum_nonneg (y := 1 - Z' / W) (by grind) N
  by_cases hle : Z' ≤ Z
  · -- the first loop accepts more often, so it makes fewer attempts
    have h1 := div_le_div_right (c := W) hle hWpos
    have h2 := geomSum_le_geomSum (y := 1 - Z / W) (y' := 1 - Z' / W) (by grind) (by grind) N
    have h3 := mul_le_mul_right hS hg'
    grind
  · -- it accepts less often, so it is less likely to accept at all: `Z s(Z) ≤ Z' s(Z')`
    have h1 := div_le_div_right (c := W) (show Z ≤ Z' by grind) hWpos
    have hp := pow_le_pow_left (a := 1 - Z' / W) (b := 1 - Z / W) (by grind) (by grind) N
    have e := one_sub_mul_geomSum (1 - Z / W) N
    have e' := one_sub_mul_geomSum (1 - Z' / W) N
    have hc := div_mul_cancel (a := Z) (ne_of_pos hWpos)
    have hc' := div_mul_cancel (a := Z') (ne_of_pos hWpos)
    have hs : Z / W * geomSum (1 - Z / W) N ≤ Z' / W * geomSum (1 - Z' / W) N := by grind
    refine le_of_mul_le_mul_left (c := Z) ?_ hZ
    calc Z * geomSum (1 - Z / W) N = W * (Z / W * geomSum (1 - Z / W) N) := by
          rw [← CommSemiring.mul_comm (Z / W * _), ← hc]; grind
      _ ≤ W * (Z' / W * geomSum (1 - Z' / W) N) := mul_le_mul_left hs (Std.le_of_lt hWpos)
      _ = Z' * geomSum (1 - Z' / W) N := by
          rw [← CommSemiring.mul_comm (Z' / W * _)]; grind
      _ ≤ S * Z * geomSum (1 - Z' / W) N := mul_le_mul_right h hg'
      _ = Z * (S * geomSum (1 - Z' / W) N) := by grind

/-- The probabilities of `N` rejections differ by at most the factor `((W - 1) / (W - ζ)) ^ N`. If `ζ = 1` they are the
same, and `W = 1` is allowed. -/
theorem reject_pow_le {Z Z' : K} (hZ : 1 ≤ Z) (hZ' : 1 ≤ Z') (hζ : Z ≤ ζ) (hζ' : Z' ≤ ζ) (hZW : Z ≤ W)
    (hW : ζ < W ∨ ζ ≤ 1) (N : Nat) : (1 - Z / W) ^ N ≤ ((W - 1) / (W - ζ)) ^ N * (1 - Z' / W) ^ N := by
  have h1 := zero_lt_one (K := K)
  have hWpos : 0 < W := by grind
  have hc := div_mul_cancel (a := Z) (ne_of_pos hWpos)
  have hc' := div_mul_cancel (a := Z') (ne_of_pos hWpos)
  have hz := div_le_one hWpos hZW
  rw [← mul_pow]
  refine pow_le_pow_left (by grind) ?_ N
  refine le_of_mul_le_mul_right (c := W) ?_ hWpos
  by_cases hζW : ζ < W
  · have hWζ : 0 < W - ζ := by grind
    have hq : (W - 1) / (W - ζ) * (W - ζ) = W - 1 := div_mul_cancel (ne_of_pos hWζ)
    have hq0 : 0 ≤ (W - 1) / (W - ζ) := div_nonneg (by grind) (Std.le_of_lt hWζ)
    calc (1 - Z / W) * W = W - Z := by grind
      _ ≤ W - 1 := by grind
      _ = (W - 1) / (W - ζ) * (W - ζ) := hq.symm
      _ ≤ (W - 1) / (W - ζ) * (W - Z') := mul_le_mul_left (by grind) hq0
      _ = (W - 1) / (W - ζ) * (1 - Z' / W) * W := by grind
  · -- `1 = Z = Z' = ζ = W`: nothing is ever rejected
    have e1 : Z / W * W = W := by grind
    have e2 : Z' / W * W = W := by grind
    calc (1 - Z / W) * W = 0 := by grind
      _ ≤ (W - 1) / (W - ζ) * (1 - Z' / W) * W := by
        rw [Semiring.mul_assoc, show (1 - Z' / W) * W = 0 by grind]; grind

/-- **The capped loop of two comparable targets**: if `M ≤ R M'`, `Σ M' ≤ S Σ M` and both masses lie in `[1, ζ]`, then
every output is at most `max (R S) (((W - 1) / (W - ζ)) ^ N)` times as likely. The first factor bounds the outputs
that were accepted, the second those of the fallback, and a ratio of two sums is at most the larger ratio of their
terms. -/
theorem cappedLoop_idealAttempt_le {S : K} (h0 : ∀ b, 0 ≤ M b) (h0' : ∀ b, 0 ≤ M' b) (hM : ∀ b, M b ≤ R * M' b)
    (hf : ∀ b, 0 ≤ f b) (hS : 1 ≤ S) (hMS : sum M' ≤ S * sum M) (hZ : 1 ≤ sum M) (hZ' : 1 ≤ sum M')
    (hζ : sum M ≤ ζ) (hζ' : sum M' ≤ ζ) (hZW : sum M ≤ W) (hZW' : sum M' ≤ W) (hW : ζ < W ∨ ζ ≤ 1) (N : Nat) (b : B) :
    cappedLoop (idealAttempt M W) f N b ≤
      max2 (R * S) (((W - 1) / (W - ζ)) ^ N) * cappedLoop (idealAttempt M' W) f N b := by
  have h1 := zero_lt_one (K := K)
  have hWpos : 0 < W := by grind
  have hz := div_le_one hWpos hZW
  have hz' := div_le_one hWpos hZW'
  have hg := geomSum_nonneg (y := 1 - sum M / W) (by grind) N
  have hg' := geomSum_nonneg (y := 1 - sum M' / W) (by grind) N
  have hRM : 0 ≤ R * (M' b / W) := by
    rw [Field.div_eq_mul_inv]
    have := mul_nonneg (Std.le_trans (h0 b) (hM b)) (inv_nonneg (Std.le_of_lt hWpos)); grind
  have haccept : M b / W * geomSum (1 - sum M / W) N ≤ R * S * (M' b / W * geomSum (1 - sum M' / W) N) := by
    have h2 : M b / W ≤ R * (M' b / W) := by
      have := div_le_div_right (hM b) hWpos
      rw [Field.div_eq_mul_inv (a := M' b)]
      rw [Field.div_eq_mul_inv (a := R * M' b)] at this
      grind
    calc M b / W * geomSum (1 - sum M / W) N
        ≤ R * (M' b / W) * (S * geomSum (1 - sum M' / W) N) :=
          mul_le_mul h2 (geomSum_le_mul_geomSum (by grind) hZW hZW' hS hMS N) hg hRM
      _ = R * S * (M' b / W * geomSum (1 - sum M' / W) N) := by grind
  have hfall := mul_le_mul_right (reject_pow_le hZ hZ' hζ hζ' hZW hW N) (hf b)
  have hnn := mul_nonneg (div_nonneg (h0' b) (Std.le_of_lt hWpos)) hg'
  have hnn' := mul_nonneg (pow_nonneg (a := 1 - sum M' / W) (by grind) N) (hf b)
  have hA := mul_le_mul_right (le_max2_left (R * S) (((W - 1) / (W - ζ)) ^ N)) hnn
  have hF := mul_le_mul_right (le_max2_right (R * S) (((W - 1) / (W - ζ)) ^ N)) hnn'
  rw [cappedLoop_eq, cappedLoop_eq]
  show M b / W * geomSum (1 - sum M / W) N + (1 - sum M / W) ^ N * f b ≤
    _ * (M' b / W * geomSum (1 - sum M' / W) N + (1 - sum M' / W) ^ N * f b)
  grind

end Ratio

/-! ### The release -/

section Release

variable [Enumeration I] [DecidableEq I] [Enumeration Ω] [DecidableEq Ω] [Enumeration B] [DecidableEq B]

section One

variable {w : I → K} {q : I → Ω → K} {M : Ω → K} {c : Ω → I} {g : Ω → B} {f : B → K}

/-- The release is the capped loop of ideal attempts at the pushed-forward target. -/
theorem releaseLaw_eq_cappedLoop (h : IsProposal w q M c) (g : Ω → B) (f : B → K) (N : Nat) :
    releaseLaw w q M c g f N = cappedLoop (idealAttempt (pushforward g M) (sum w)) f N := by
  unfold releaseLaw
  rw [h.attemptLaw_eq, pushforward_idealAttempt]

theorem isPmf_releaseLaw (h : IsProposal w q M c) (hf : IsPmf f) (N : Nat) : IsPmf (releaseLaw w q M c g f N) :=
  isPmf_cappedLoop (isPmf_pushforward _ h.isPmf_attemptLaw) hf N

/-- **The law of the release** (blueprint 10.3, 10.5): `g` of a draw from the normalised target with probability
`1 - (1 - Z/W)^N`, and the fallback with probability `(1 - Z/W)^N`. -/
theorem releaseLaw_eq (h : IsProposal w q M c) (hpos : 0 < sum M) (N : Nat) (b : B) :
    releaseLaw w q M c g f N b = (1 - (1 - sum M / sum w) ^ N) * pushforward g (normalize M) b +
      (1 - sum M / sum w) ^ N * f b := by
  have h0 := pushforward_nonneg h.target_nonneg g
  have hs := sum_pushforward g M
  have hz : 0 < sum fun b => idealAttempt (pushforward g M) (sum w) (some b) := by
    show 0 < sum fun b => pushforward g M b / sum w
    rw [sum_div, hs]; exact div_pos hpos h.total_pos
  rw [releaseLaw_eq_cappedLoop h,
    cappedLoop_eq_mixture (isPmf_idealAttempt h0 h.total_pos (hs ▸ h.mass_le_total)) hz,
    normalize_idealAttempt h.total_pos (hs ▸ hpos)]
  show (1 - (1 - sum (pushforward g M) / sum w) ^ N) * (pushforward g M b / sum (pushforward g M)) +
    (1 - sum (pushforward g M) / sum w) ^ N * f b = _
  rw [hs, ← pushforward_div g M (sum M) b]; rfl

omit [Enumeration B] [DecidableEq B] in
/-- **The probability of the fallback** (blueprint 10.5), for a target of mass at least one. -/
theorem reject_pow_le_one_sub (h : IsProposal w q M c) (hone : 1 ≤ sum M) (N : Nat) :
    (1 - sum M / sum w) ^ N ≤ (1 - 1 / sum w) ^ N := by
  have hz := div_le_one h.total_pos h.mass_le_total
  have hz1 := div_le_div_right hone h.total_pos
  exact pow_le_pow_left (by grind) (by grind) N

/-- **Utility of the release**: for a loss `G ≥ 0` and a target of mass at least one, the fallback adds at most
`(1 - 1/W)^N` times its own expectation. -/
theorem expect_releaseLaw_le (h : IsProposal w q M c) (hone : 1 ≤ sum M) (hf : ∀ b, 0 ≤ f b) {G : B → K}
    (hG : ∀ b, 0 ≤ G b) (N : Nat) :
    expect (releaseLaw w q M c g f N) G ≤
      expect (pushforward g (normalize M)) G + (1 - 1 / sum w) ^ N * expect f G := by
  have h1 := zero_lt_one (K := K)
  have hp := reject_pow_le_one_sub h hone N
  have hp0 := pow_nonneg (a := 1 - sum M / sum w) (by grind [div_le_one h.total_pos h.mass_le_total]) N
  have hnorm := pushforward_nonneg (isPmf_normalize h.target_nonneg (by grind)).nonneg g
  unfold expect
  rw [← sum_mul_left, ← sum_add]
  refine sum_le_sum fun b => ?_
  rw [releaseLaw_eq h (by grind)]
  have e1 := mul_nonneg (mul_nonneg hp0 (hnorm b)) (hG b)
  have e2 := mul_le_mul_right hp (mul_nonneg (hf b) (hG b))
  grind

end One

variable {X : Type x} [NatMetric X] {w : X → I → K} {q : X → I → Ω → K} {M : X → Ω → K} {c : X → Ω → I}
  {g : Ω → B} {f : B → K} {r ζ W : K}

/-- The factor of the release for neighbours: the larger of the factor `r⁻¹ min (r⁻¹, ζ)` of the accepted outputs (2.3,
2.8) and that of the fallback. -/
def releaseFactor (r ζ W : K) (N : Nat) : K := max2 (r⁻¹ * min2 r⁻¹ ζ) (((W - 1) / (W - ζ)) ^ N)

variable (hc : ∀ x, IsProposal (w x) (q x) (M x) (c x)) (hw : ∀ x, sum (w x) = W) (hr : 0 < r) (hr1 : r ≤ 1)
  (hM : RatioLipschitz r M) (hone : ∀ x, 1 ≤ sum (M x)) (hζ : ∀ x, sum (M x) ≤ ζ) (hW : ζ < W ∨ ζ ≤ 1)
include hc hw hr hr1 hM hone hζ hW

/-- **Privacy of the release at distance `d`** (blueprint 2.3, 2.8, 10.5): the accepted outputs cost
`r⁻ᵈ min (r⁻ᵈ, ζ)`, the fallback costs `((W - 1) / (W - ζ)) ^ N` whatever the distance. -/
theorem releaseLaw_le (hf : ∀ b, 0 ≤ f b) (N : Nat) (x x' : X) (b : B) :
    releaseLaw (w x) (q x) (M x) (c x) g f N b ≤
      max2 (r⁻¹ ^ dist x x' * min2 (r⁻¹ ^ dist x x') ζ) (((W - 1) / (W - ζ)) ^ N) *
        releaseLaw (w x') (q x') (M x') (c x') g f N b := by
  rw [releaseLaw_eq_cappedLoop (hc x), releaseLaw_eq_cappedLoop (hc x'), hw x, hw x']
  have hs := fun x => sum_pushforward g (M x)
  have hWx : ∀ x, sum (M x) ≤ W := fun x => hw x ▸ (hc x).mass_le_total
  have hR : 1 ≤ r⁻¹ ^ dist x x' := one_le_pow (one_le_inv hr hr1) _
  refine cappedLoop_idealAttempt_le (pushforward_nonneg (hc x).target_nonneg g)
    (pushforward_nonneg (hc x').target_nonneg g)
    (pureDP_of_ratioLipschitz hr (pushforward_lipschitz hM g) x x') hf
    (le_min2 hR (Std.le_trans (hone x) (hζ x))) ?_ (hs x ▸ hone x) (hs x' ▸ hone x') (hs x ▸ hζ x) (hs x' ▸ hζ x')
    (hs x ▸ hWx x) (hs x' ▸ hWx x') hW N b
  rw [hs x, hs x']
  rcases min2_cases (r⁻¹ ^ dist x x') ζ with e | e <;> rw [e]
  · -- the masses are as Lipschitz as the targets
    have h := sum_lipschitz hM x' x
    rw [dist_comm] at h
    have := mul_le_mul_left h (show 0 ≤ r⁻¹ ^ dist x x' by grind [zero_lt_one (K := K)])
    rw [← Semiring.mul_assoc, inv_pow_mul_pow (ne_of_pos hr)] at this
    grind
  · have h1 := zero_lt_one (K := K)
    have := mul_le_mul_left (hone x) (show 0 ≤ ζ by have := hone x; have := hζ x; grind)
    have := hζ x'
    grind

/-- **Privacy of the release** (blueprint 10.5): the capped loop of proposals and acceptance decisions is pure DP, in
any metric with values in the natural numbers. -/
theorem releaseLaw_pureDP (hf : IsPmf f) (N : Nat) :
    PureDP (releaseFactor r ζ W N) fun x => releaseLaw (w x) (q x) (M x) (c x) g f N := by
  intro x x' b
  show releaseLaw (w x) (q x) (M x) (c x) g f N b ≤
    releaseFactor r ζ W N ^ dist x x' * releaseLaw (w x') (q x') (M x') (c x') g f N b
  have h1 := zero_lt_one (K := K)
  have hrinv := one_le_inv hr hr1
  have hmin : 1 ≤ min2 r⁻¹ ζ := le_min2 hrinv (Std.le_trans (hone x) (hζ x))
  have hstep := mul_le_mul hrinv hmin (Std.le_of_lt h1) (show 0 ≤ r⁻¹ by grind)
  have hρ := le_max2_left (r⁻¹ * min2 r⁻¹ ζ) (((W - 1) / (W - ζ)) ^ N)
  have hF := le_max2_right (r⁻¹ * min2 r⁻¹ ζ) (((W - 1) / (W - ζ)) ^ N)
  have hρ1 : 1 ≤ releaseFactor r ζ W N := by unfold releaseFactor; grind
  cases hd : dist x x' with
  | zero =>
    rw [NatMetric.dist_eq_zero.mp hd, Semiring.pow_zero]; grind
  | succ d =>
    refine Std.le_trans (releaseLaw_le hc hw hr hr1 hM hone hζ hW hf.nonneg N x x' b)
      (mul_le_mul_right ?_ ((isPmf_releaseLaw (hc x') hf N).nonneg b))
    rw [hd]
    refine max2_le ?_ ?_
    · calc r⁻¹ ^ (d + 1) * min2 (r⁻¹ ^ (d + 1)) ζ ≤ r⁻¹ ^ (d + 1) * min2 r⁻¹ ζ ^ (d + 1) := by
            refine mul_le_mul_left ?_ (pow_nonneg (by grind) _)
            rcases min2_cases r⁻¹ ζ with e | e <;> rw [e]
            · exact min2_le_left _ _
            · have hζ1 := one_le_pow (show 1 ≤ ζ by grind) d
              have := mul_le_mul_right hζ1 (show 0 ≤ ζ by grind)
              have := min2_le_right (r⁻¹ ^ (d + 1)) ζ
              rw [Semiring.pow_succ ζ]; grind
        _ = (r⁻¹ * min2 r⁻¹ ζ) ^ (d + 1) := (mul_pow _ _ _).symm
        _ ≤ releaseFactor r ζ W N ^ (d + 1) := pow_le_pow_left (by grind) hρ _
    · calc ((W - 1) / (W - ζ)) ^ N ≤ releaseFactor r ζ W N := hF
        _ ≤ releaseFactor r ζ W N ^ d * releaseFactor r ζ W N := by
            have := mul_le_mul_right (one_le_pow hρ1 d) (show 0 ≤ releaseFactor r ζ W N by grind); grind
        _ = releaseFactor r ζ W N ^ (d + 1) := (Semiring.pow_succ _ _).symm

end Release

end Formal
