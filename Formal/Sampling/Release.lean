module

public import Formal.Exponential.ExpField
public import Formal.Query.Dataset
public import Formal.Sampling.Privacy

/-!
# The release is pure `ε`-DP

Blueprint 10.5 with the excess mass `δ` of 8.4, in the exponential layer. The targets are `e^(-λ)`-Lipschitz with total
masses in `[1, 1 + δ]`. The sampler makes at most `N` proposals of total weight `W`, and its fallback does not depend
on the data. It is pure `ε`-DP (`release_pureDP`, for datasets `release_neighbors`) if

* `λ + min (λ, log (1 + δ)) ≤ ε`: this pays for the accepted outputs; and
* `N log ((W - 1) / (W - 1 - δ)) ≤ ε`: this pays for the fallback. `N δ ≤ ε (W - 1 - δ)` is enough
  (`fallbackFactor_le_exp`); for `N = 40 W` it says about `40 δ ≤ ε`.

The statements have the exponentials of both conditions. `expect_release_le` bounds what the fallback costs in
utility: it is used with probability at most `e^(-N/W)`.
-/

@[expose] public noncomputable section

universe u v w x y z

namespace Formal

open Lean.Grind

variable {K : Type w} [ExpField K]

theorem pow_le_exp_mul {a t : K} (h0 : 0 ≤ a) (h : a ≤ exp t) (N : Nat) : a ^ N ≤ exp ((N : K) * t) := by
  rw [exp_nsmul]; exact pow_le_pow_left h0 h N

/-- A linear condition that pays for the fallback: `N (ζ - 1) ≤ ε (W - ζ)`. -/
theorem fallbackFactor_le_exp {ζ W ε : K} (hζ : 1 ≤ ζ) (hW : ζ < W) {N : Nat}
    (h : (N : K) * (ζ - 1) ≤ ε * (W - ζ)) : ((W - 1) / (W - ζ)) ^ N ≤ exp ε := by
  have hWζ : 0 < W - ζ := by grind
  have h1 : (W - 1) / (W - ζ) ≤ exp ((ζ - 1) / (W - ζ)) := by
    refine Std.le_trans ?_ (one_add_le_exp _)
    refine (div_le_iff_le_mul hWζ).mpr ?_
    have := div_mul_cancel (a := ζ - 1) (ne_of_pos hWζ); grind
  refine Std.le_trans (pow_le_exp_mul (div_nonneg (by grind [zero_lt_one (K := K)]) (Std.le_of_lt hWζ)) h1 N)
    (exp_le_exp ?_)
  refine le_of_mul_le_mul_right (c := W - ζ) ?_ hWζ
  have := div_mul_cancel (a := ζ - 1) (ne_of_pos hWζ)
  calc (N : K) * ((ζ - 1) / (W - ζ)) * (W - ζ) = (N : K) * ((ζ - 1) / (W - ζ) * (W - ζ)) := by grind
    _ ≤ ε * (W - ζ) := by rw [this]; exact h

variable {Ω : Type u} {B : Type v} {I : Type y} [Enumeration I] [DecidableEq I] [Enumeration Ω] [DecidableEq Ω]
  [Enumeration B] [DecidableEq B]

/-- Either of the two conditions for the accepted outputs is enough. -/
theorem acceptFactor_le_exp {lam ζ ε : K} (h : exp lam * ζ ≤ exp ε ∨ 2 * lam ≤ ε) :
    (exp (-lam))⁻¹ * min2 (exp (-lam))⁻¹ ζ ≤ exp ε := by
  rw [← exp_neg, show - -lam = lam by grind]
  rcases h with h | h
  · exact Std.le_trans (mul_le_mul_left (min2_le_right _ _) (exp_nonneg _)) h
  · refine Std.le_trans (mul_le_mul_left (min2_le_left _ _) (exp_nonneg _)) ?_
    rw [← exp_add]; exact exp_le_exp (by grind)

section Privacy

variable {X : Type x} [NatMetric X] {w : X → I → K} {q : X → I → Ω → K} {M : X → Ω → K} {c : X → Ω → I}
  {g : Ω → B} {f : B → K} {lam δ ε W : K} {N : Nat}

/-- **The release is pure `ε`-DP** (blueprint 8.4, 10.3, 10.5): the law of the sampler as it runs, at most `N` proposals
with canonical acceptance and a data-independent fallback, for targets that are `e^(-λ)`-Lipschitz with masses in
`[1, 1 + δ]`. -/
theorem release_pureDP (hc : ∀ x, IsProposal (w x) (q x) (M x) (c x)) (hw : ∀ x, sum (w x) = W)
    (hlam : 0 ≤ lam) (hM : RatioLipschitz (exp (-lam)) M) (hone : ∀ x, 1 ≤ sum (M x))
    (hδ : ∀ x, sum (M x) ≤ 1 + δ) (hW : 1 + δ < W ∨ δ ≤ 0) (hf : IsPmf f)
    (haccept : exp lam * (1 + δ) ≤ exp ε ∨ 2 * lam ≤ ε) (hfallback : ((W - 1) / (W - (1 + δ))) ^ N ≤ exp ε) :
    PureDP (exp ε) fun x => releaseLaw (w x) (q x) (M x) (c x) g f N := by
  intro x
  have hr1 : exp (-lam) ≤ 1 := exp_le_one (by grind)
  refine (releaseLaw_pureDP hc hw (exp_pos _) hr1 hM hone hδ (by grind) hf N).mono ?_
    (max2_le (acceptFactor_le_exp haccept) hfallback) (fun x => (isPmf_releaseLaw (hc x) hf N).nonneg) x
  have h1 := zero_lt_one (K := K)
  have hmin := le_min2 (one_le_inv (exp_pos _) hr1) (Std.le_trans (hone x) (hδ x))
  exact Std.le_trans (mul_nonneg (Std.le_of_lt (inv_pos (exp_pos _))) (Std.le_trans (Std.le_of_lt h1) hmin))
    (le_max2_left _ _)

/-- The same with linear conditions: `1 + δ ≤ e^δ`, so `λ + δ ≤ ε` pays for the accepted outputs, and
`N δ ≤ ε (W - 1 - δ)` for the fallback. -/
theorem release_pureDP_of_le (hc : ∀ x, IsProposal (w x) (q x) (M x) (c x)) (hw : ∀ x, sum (w x) = W)
    (hlam : 0 ≤ lam) (hM : RatioLipschitz (exp (-lam)) M) (hone : ∀ x, 1 ≤ sum (M x))
    (hδ : ∀ x, sum (M x) ≤ 1 + δ) (hW : 1 + δ < W) (hf : IsPmf f) (haccept : lam + δ ≤ ε)
    (hfallback : (N : K) * δ ≤ ε * (W - (1 + δ))) :
    PureDP (exp ε) fun x => releaseLaw (w x) (q x) (M x) (c x) g f N := fun x =>
  release_pureDP hc hw hlam hM hone hδ (Or.inl hW) hf
    (Or.inl (by
      have := mul_le_mul_left (one_add_le_exp δ) (exp_nonneg lam)
      rw [← exp_add] at this
      exact Std.le_trans this (exp_le_exp haccept)))
    (fallbackFactor_le_exp (Std.le_trans (hone x) (hδ x)) hW (by grind)) x

end Privacy

/-- **Datasets**: the release is `ε`-DP for databases that differ in one row, and it is enough that the targets are
Lipschitz for such pairs. -/
theorem release_neighbors {D : Type z} [DecidableEq D] {n : Nat} {w : (Fin n → D) → I → K}
    {q : (Fin n → D) → I → Ω → K} {M : (Fin n → D) → Ω → K} {c : (Fin n → D) → Ω → I} {g : Ω → B} {f : B → K}
    {lam δ ε W : K} {N : Nat} (hc : ∀ x, IsProposal (w x) (q x) (M x) (c x)) (hw : ∀ x, sum (w x) = W)
    (hlam : 0 ≤ lam) (hM : ∀ x x', hamming x x' = 1 → ∀ ω, M x ω ≤ exp lam * M x' ω) (hone : ∀ x, 1 ≤ sum (M x))
    (hδ : ∀ x, sum (M x) ≤ 1 + δ) (hW : 1 + δ < W ∨ δ ≤ 0) (hf : IsPmf f)
    (haccept : exp lam * (1 + δ) ≤ exp ε ∨ 2 * lam ≤ ε) (hfallback : ((W - 1) / (W - (1 + δ))) ^ N ≤ exp ε)
    (x x' : Fin n → D) (h : hamming x x' = 1) (b : B) :
    releaseLaw (w x) (q x) (M x) (c x) g f N b ≤ exp ε * releaseLaw (w x') (q x') (M x') (c x') g f N b := by
  have hlip : RatioLipschitz (exp (-lam)) M := by
    intro y y' ω
    have hd := (pureDP_iff_neighbors (exp_nonneg lam)).mpr hM y y' ω
    have := mul_le_mul_left hd (pow_nonneg (exp_nonneg (-lam)) (dist y y'))
    rw [← Semiring.mul_assoc, ← mul_pow, CommSemiring.mul_comm (exp (-lam)), exp_mul_exp_neg,
      Semiring.one_pow] at this
    grind
  exact (pureDP_iff_neighbors (exp_nonneg ε)).mp
    (release_pureDP hc hw hlam hlip hone hδ hW hf haccept hfallback) x x' h b

/-! ### Utility -/

variable {w : I → K} {q : I → Ω → K} {M : Ω → K} {c : Ω → I} {g : Ω → B} {f : B → K}

theorem one_sub_pow_le_exp {W : K} (hW : 1 ≤ W) (N : Nat) : (1 - 1 / W) ^ N ≤ exp (-((N : K) / W)) := by
  have h0 := zero_lt_one (K := K)
  have h1 := div_le_one (Z := 1) (show 0 < W by grind) hW
  have h2 := pow_le_exp_mul (a := 1 - 1 / W) (t := -(1 / W)) (by grind)
    (Std.le_trans (by grind) (one_add_le_exp (-(1 / W)))) N
  have e : (N : K) * -(1 / W) = -((N : K) / W) := by
    rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  rwa [e] at h2

omit [Enumeration B] [DecidableEq B] in
/-- **The probability of the fallback** (blueprint 10.5) is at most `e^(-N/W)`. -/
theorem reject_pow_le_exp (h : IsProposal w q M c) (hone : 1 ≤ sum M) (N : Nat) :
    (1 - sum M / sum w) ^ N ≤ exp (-((N : K) / sum w)) :=
  Std.le_trans (reject_pow_le_one_sub h hone N) (one_sub_pow_le_exp (Std.le_trans hone h.mass_le_total) N)

/-- **Utility of the release**: the fallback adds at most `e^(-N/W)` times its own expectation. -/
theorem expect_release_le (h : IsProposal w q M c) (hone : 1 ≤ sum M) (hf : ∀ b, 0 ≤ f b) {G : B → K}
    (hG : ∀ b, 0 ≤ G b) (N : Nat) :
    expect (releaseLaw w q M c g f N) G ≤
      expect (pushforward g (normalize M)) G + exp (-((N : K) / sum w)) * expect f G := by
  have h1 := expect_releaseLaw_le (g := g) h hone hf hG N
  have h2 := mul_le_mul_right (one_sub_pow_le_exp (Std.le_trans hone h.mass_le_total) N) (expect_nonneg hf hG)
  grind

end Formal
