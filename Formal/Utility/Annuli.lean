module

public import Formal.Algebra.Inequalities
public import Formal.Algebra.Least
public import Formal.Exponential.ExpField
public import Formal.Privacy.Envelope

/-!
# Annuli: from the balls to the envelope

Blueprint 8.2, for any family `p` of laws and the discount `r = e^(-λ)`. Let `H R` dominate every law
within distance `R ≥ 1` of `x`, with `Σ_ω H R ω ≤ e^(λR/2)` and
`Σ_ω H R ω * G ω ≤ e^(λR/2) * (α + R δ)`. Cut the distances into annuli of width `W`, the least natural
number with `e^(λW/2) ≥ 2`; then the `j`-th annulus contributes at most `4 * 2^(-j)` to the mass, and

* `normalizer_le_of_ball`: `Z_x ≤ 5`;
* `envelope_error_le_of_ball`: `Σ_ω M_x G ≤ 5 α + 16 δ / λ`, for any diameter of the space;
* `mechanism_error_le_of_ball`: the same for the expectation under the mechanism.

With `δ = 4 / n` the error bound is `5 α + 64 / (λ n)`. (The blueprint takes `λ W ≥ 1` instead of
`e^(λW/2) ≥ 2` and gets `1 + 2e` for `5` and `72e` for `64`.)
-/

@[expose] public noncomputable section

universe u w x

namespace Formal

open Lean.Grind

variable {K : Type w} [ExpField K]

/-! ### Two sums -/

/-- `Σ_{j ≥ 1} u^j ≤ 1` and `Σ_{j ≥ 1} j u^j ≤ 4 u` for `0 ≤ u ≤ 1/2`. -/
theorem geometric_sums_le {u : K} (h0 : 0 ≤ u) (h2 : 2 * u ≤ 1) : ∀ N : Nat,
    (sum fun j : Fin N => u ^ (j.val + 1)) ≤ 1 ∧
      (sum fun j : Fin N => ((j.val : K) + 1) * u ^ (j.val + 1)) ≤ 4 * u
  | 0 => by rw [sum_fin_zero, sum_fin_zero]; grind [zero_lt_one (K := K)]
  | N + 1 => by
    have ⟨ih1, ih2⟩ := geometric_sums_le h0 h2 N
    have e1 : (sum fun j : Fin N => u ^ (j.succ.val + 1)) = u * sum fun j : Fin N => u ^ (j.val + 1) := by
      rw [← sum_mul_left]
      exact sum_congr fun j => by rw [Fin.val_succ, Semiring.pow_succ]; grind
    have e2 : (sum fun j : Fin N => ((j.succ.val : K) + 1) * u ^ (j.succ.val + 1)) =
        u * ((sum fun j : Fin N => ((j.val : K) + 1) * u ^ (j.val + 1)) +
          sum fun j : Fin N => u ^ (j.val + 1)) := by
      rw [← sum_add, ← sum_mul_left]
      exact sum_congr fun j => by rw [Fin.val_succ, Semiring.pow_succ]; grind
    rw [sum_fin_succ, sum_fin_succ, e1, e2]
    generalize (sum fun j : Fin N => u ^ (j.val + 1)) = s at *
    generalize (sum fun j : Fin N => ((j.val : K) + 1) * u ^ (j.val + 1)) = t at *
    have h3 := mul_le_mul_left ih1 h0
    have h4 := mul_le_mul_left ih2 h0
    have h5 := mul_le_mul_left h2 h0
    show u ^ (0 + 1) + u * s ≤ 1 ∧ (((0 : Nat) : K) + 1) * u ^ (0 + 1) + u * (t + s) ≤ 4 * u
    rw [show u ^ (0 + 1) = u by grind, show (((0 : Nat) : K) + 1) = 1 by grind]
    grind

/-! ### The width of an annulus -/

/-- The width `W` of the annuli: `u = e^(-λW/2)` is at most `1/2`, with `W u ≤ 1/λ`, but
`e^(λ(W-1)) ≤ 4`. -/
theorem exists_width {lam : K} (hlam : 0 < lam) : ∃ W : Nat, 1 ≤ W ∧
    2 * exp (-(lam * (W : K) / 2)) ≤ 1 ∧ lam * ((W : K) * exp (-(lam * (W : K) / 2))) ≤ 1 ∧
      exp (lam * ((W : K) - 1)) ≤ 4 := by
  obtain ⟨W, hW, hmin⟩ : ∃ W : Nat, 2 ≤ exp (lam * (W : K) / 2) ∧
      ∀ V, V < W → ¬ 2 ≤ exp (lam * (V : K) / 2) := by
    refine exists_least ?_
    obtain ⟨W, hW⟩ := archimedean (2 / lam)
    have h1 := (div_le_iff_le_mul hlam).mp hW
    have h2 := one_add_le_exp (lam * (W : K) / 2)
    exact ⟨W, by grind⟩
  have h1 : 1 ≤ W := by
    refine Nat.pos_of_ne_zero fun h => ?_
    subst h
    rw [show lam * ((0 : Nat) : K) / 2 = 0 by grind, exp_zero] at hW
    grind [zero_lt_one (K := K)]
  have hinv := exp_mul_exp_neg (lam * (W : K) / 2)
  have hpos := exp_nonneg (-(lam * (W : K) / 2))
  refine ⟨W, h1, ?_, ?_, ?_⟩
  · have := mul_le_mul_right hW hpos; grind
  · have hy : 0 ≤ lam * (W : K) / 2 := by
      have := mul_nonneg (Std.le_of_lt hlam) (natCast_nonneg W); grind
    have h2 := one_add_div_pow_le_exp (x := lam * (W : K) / 2) (n := 2) (by decide) (by grind)
    have h3 := sq_nonneg (1 - lam * (W : K) / 2 / 2)
    have h4 := mul_le_mul_right (a := lam * (W : K)) (Std.le_trans (by grind) h2) hpos
    grind
  · obtain ⟨V, rfl⟩ : ∃ V, W = V + 1 := ⟨W - 1, by omega⟩
    have h2 := hmin V (by omega)
    have h3 := exp_nonneg (lam * (V : K) / 2)
    have h4 : exp (lam * (((V + 1 : Nat) : K) - 1)) = exp (lam * (V : K) / 2) ^ 2 := by
      rw [Semiring.pow_two, ← exp_add]; exact congrArg exp (by grind)
    have h5 := pow_le_pow_left h3 (b := 2) (by grind) 2
    rw [h4]; grind

/-! ### Cutting the envelope -/

section Annuli

variable {X : Type x} [NatMetric X] [Enumeration X] {Ω : Type u} {p : X → Ω → K} {x : X}
  {r : K} {H : Nat → Ω → K}

/-- **8.2, pointwise**: the envelope is at most the base law plus, for each annulus, the ball of its outer
radius discounted at its inner radius. -/
theorem envelope_le_add_annuli (h0 : 0 ≤ r) (h1 : r ≤ 1) (hp : ∀ y ω, 0 ≤ p y ω) {N W : Nat}
    (hN : ∀ y, dist x y ≤ N) (hW : 1 ≤ W) (hH : ∀ R, 1 ≤ R → ∀ y ω, dist x y ≤ R → p y ω ≤ H R ω)
    (ω : Ω) : envelope r p x ω ≤
      p x ω + sum fun j : Fin N => r ^ (j.val * W + 1) * H ((j.val + 1) * W) ω := by
  have hH0 : ∀ j : Fin N, 0 ≤ r ^ (j.val * W + 1) * H ((j.val + 1) * W) ω := fun j =>
    mul_nonneg (pow_nonneg h0 _) (Std.le_trans (hp x ω)
      (hH _ (Nat.mul_pos (Nat.succ_pos _) hW) x ω (by rw [dist_self]; exact Nat.zero_le _)))
  obtain ⟨y, hy⟩ := exists_envelope_eq r p x ω
  rw [hy]
  by_cases hd : dist x y = 0
  · rw [← NatMetric.dist_eq_zero.mp hd, dist_self, Semiring.pow_zero]
    have := sum_nonneg hH0; grind
  · have hlt : (dist x y - 1) / W < N :=
      Nat.lt_of_le_of_lt (Nat.div_le_self _ _) (by have := hN y; omega)
    have hle := le_sum hH0 ⟨(dist x y - 1) / W, hlt⟩
    have hdiv := Nat.div_add_mod (dist x y - 1) W
    have hmod := Nat.mod_lt (dist x y - 1) (show 0 < W from hW)
    dsimp only at hle
    generalize (dist x y - 1) / W = j at hle hdiv
    rw [Nat.mul_comm] at hdiv
    have hin : j * W + 1 ≤ dist x y := by omega
    have hout : dist x y ≤ (j + 1) * W := by rw [Nat.succ_mul]; omega
    have := mul_le_mul (pow_le_pow_of_le_one h0 h1 hin)
      (hH _ (Nat.mul_pos (Nat.succ_pos j) hW) y ω hout) (hp y ω) (pow_nonneg h0 _)
    have := hp x ω
    grind

variable [Enumeration Ω] {G : Ω → K} {lam α δ : K}

/-- The discount of an annulus against the mass of its ball. -/
theorem discount_mul_le {W : Nat} (hwidth : exp (lam * ((W : K) - 1)) ≤ 4) (j : Nat) :
    exp (-lam) ^ (j * W + 1) * exp (lam * (((j + 1) * W : Nat) : K) / 2) ≤
      4 * exp (-(lam * (W : K) / 2)) ^ (j + 1) := by
  have e : exp (-lam) ^ (j * W + 1) * exp (lam * (((j + 1) * W : Nat) : K) / 2) =
      exp (lam * ((W : K) - 1)) * exp (-(lam * (W : K) / 2)) ^ (j + 1) := by
    rw [← exp_nsmul, ← exp_nsmul, ← exp_add, ← exp_add]
    exact congrArg exp (by grind)
  rw [e]
  exact mul_le_mul_right hwidth (pow_nonneg (exp_nonneg _) _)

/-- **8.2, annuli**: if every ball of radius `R ≥ 1` has `G`-mass at most `e^(λR/2) (α + R δ)`, the
envelope has `G`-mass at most `5 α + 16 δ / λ`. -/
theorem envelope_error_le_of_ball (hlam : 0 < lam) (hδ : 0 ≤ δ) (hp : ∀ y ω, 0 ≤ p y ω)
    (hG : ∀ ω, 0 ≤ G ω) {N : Nat} (hN : ∀ y, dist x y ≤ N)
    (hH : ∀ R, 1 ≤ R → ∀ y ω, dist x y ≤ R → p y ω ≤ H R ω)
    (hbase : expect (p x) G ≤ α)
    (hball : ∀ R : Nat, 1 ≤ R → expect (H R) G ≤ exp (lam * (R : K) / 2) * (α + (R : K) * δ)) :
    expect (envelope (exp (-lam)) p x) G ≤ 5 * α + 16 * δ / lam := by
  obtain ⟨W, hW, hu, hWu, hwidth⟩ := exists_width hlam
  have hα : 0 ≤ α := Std.le_trans (expect_nonneg (hp x) hG) hbase
  have hu0 := exp_nonneg (-(lam * (W : K) / 2))
  have hterm : ∀ j : Fin N,
      exp (-lam) ^ (j.val * W + 1) * expect (H ((j.val + 1) * W)) G ≤
        4 * exp (-(lam * (W : K) / 2)) ^ (j.val + 1) * (α + ((j.val : K) + 1) * ((W : K) * δ)) := by
    intro j
    have hb := hball ((j.val + 1) * W) (Nat.mul_pos (Nat.succ_pos _) hW)
    have hcast : (((j.val + 1) * W : Nat) : K) = ((j.val : K) + 1) * (W : K) := by grind
    have hpos : 0 ≤ α + ((j.val : K) + 1) * ((W : K) * δ) := by
      have := mul_nonneg (mul_nonneg (natCast_nonneg (K := K) (j.val + 1)) (natCast_nonneg W)) hδ
      grind
    calc _ ≤ exp (-lam) ^ (j.val * W + 1) * (exp (lam * (((j.val + 1) * W : Nat) : K) / 2) *
          (α + (((j.val + 1) * W : Nat) : K) * δ)) := mul_le_mul_left hb (pow_nonneg (exp_nonneg _) _)
      _ = exp (-lam) ^ (j.val * W + 1) * exp (lam * (((j.val + 1) * W : Nat) : K) / 2) *
          (α + ((j.val : K) + 1) * ((W : K) * δ)) := by rw [hcast]; grind
      _ ≤ _ := mul_le_mul_right (discount_mul_le hwidth j.val) hpos
  generalize hudef : exp (-(lam * (W : K) / 2)) = u at *
  have ⟨hs, ht⟩ := geometric_sums_le hu0 hu N
  have hWδ : 0 ≤ (W : K) * δ := mul_nonneg (natCast_nonneg W) hδ
  have hlast : (W : K) * u * δ ≤ δ / lam := by
    rw [le_div_iff_mul_le hlam]
    have := mul_le_mul_right hWu hδ
    grind
  calc expect (envelope (exp (-lam)) p x) G
      ≤ expect (fun ω => p x ω + sum fun j : Fin N =>
          exp (-lam) ^ (j.val * W + 1) * H ((j.val + 1) * W) ω) G :=
        sum_le_sum fun ω => mul_le_mul_right
          (envelope_le_add_annuli (exp_nonneg _) (exp_le_one (by grind)) hp hN hW hH ω) (hG ω)
    _ = expect (p x) G +
          sum fun j : Fin N => exp (-lam) ^ (j.val * W + 1) * expect (H ((j.val + 1) * W)) G := by
        unfold expect
        rw [sum_congr fun j : Fin N => (sum_mul_left (exp (-lam) ^ (j.val * W + 1))
          (fun ω => H ((j.val + 1) * W) ω * G ω)).symm, sum_comm, ← sum_add]
        refine sum_congr fun ω => ?_
        rw [Semiring.right_distrib, ← sum_mul_right]
        exact congrArg (p x ω * G ω + ·) (sum_congr fun j => Semiring.mul_assoc _ _ _)
    _ ≤ α + sum fun j : Fin N =>
          4 * α * u ^ (j.val + 1) + 4 * ((W : K) * δ) * (((j.val : K) + 1) * u ^ (j.val + 1)) := by
        have := sum_le_sum (f := fun j : Fin N =>
            exp (-lam) ^ (j.val * W + 1) * expect (H ((j.val + 1) * W)) G) (g := fun j : Fin N =>
          4 * α * u ^ (j.val + 1) + 4 * ((W : K) * δ) * (((j.val : K) + 1) * u ^ (j.val + 1)))
          fun j => Std.le_trans (hterm j) (by grind)
        grind
    _ ≤ α + (4 * α * 1 + 4 * ((W : K) * δ) * (4 * u)) := by
        rw [sum_add, sum_mul_left, sum_mul_left]
        have := mul_le_mul_left hs (c := 4 * α) (by grind)
        have := mul_le_mul_left ht (c := 4 * ((W : K) * δ)) (by grind)
        grind
    _ ≤ 5 * α + 16 * δ / lam := by
        rw [Field.div_eq_mul_inv] at hlast ⊢
        grind

/-- **8.2, mass**: if every ball of radius `R ≥ 1` has mass at most `e^(λR/2)`, the normaliser is at most
`5`. -/
theorem normalizer_le_of_ball (hlam : 0 < lam) (hp : ∀ y, IsPmf (p y)) {N : Nat} (hN : ∀ y, dist x y ≤ N)
    (hH : ∀ R, 1 ≤ R → ∀ y ω, dist x y ≤ R → p y ω ≤ H R ω)
    (hball : ∀ R : Nat, 1 ≤ R → sum (H R) ≤ exp (lam * (R : K) / 2)) :
    normalizer (exp (-lam)) p x ≤ 5 := by
  have hone : ∀ f : Ω → K, expect f (fun _ => 1) = sum f := fun f => sum_congr fun ω => by grind
  have h := envelope_error_le_of_ball (G := fun _ => 1) (α := 1) hlam (Std.le_refl (0 : K))
    (fun y => (hp y).nonneg) (fun _ => Std.le_of_lt zero_lt_one) hN hH
    (by rw [hone, (hp x).sum_eq_one]; exact Std.le_refl _)
    (fun R hR => by have := hball R hR; rw [hone]; grind)
  rw [hone, Field.div_eq_mul_inv] at h
  show sum (envelope (exp (-lam)) p x) ≤ 5
  grind

/-- **8.2** for the mechanism. -/
theorem mechanism_error_le_of_ball (hlam : 0 < lam) (hδ : 0 ≤ δ) (hp : ∀ y, IsPmf (p y))
    (hG : ∀ ω, 0 ≤ G ω) {N : Nat} (hN : ∀ y, dist x y ≤ N)
    (hH : ∀ R, 1 ≤ R → ∀ y ω, dist x y ≤ R → p y ω ≤ H R ω)
    (hbase : expect (p x) G ≤ α)
    (hball : ∀ R : Nat, 1 ≤ R → expect (H R) G ≤ exp (lam * (R : K) / 2) * (α + (R : K) * δ)) :
    expect (envelopeMechanism (exp (-lam)) p x) G ≤ 5 * α + 16 * δ / lam :=
  Std.le_trans (expectation_envelopeMechanism_le _ hp hG x)
    (envelope_error_le_of_ball hlam hδ (fun y => (hp y).nonneg) hG hN hH hbase hball)

end Annuli

end Formal
