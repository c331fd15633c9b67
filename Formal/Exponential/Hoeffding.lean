module

public import Formal.Algebra.Inequalities
public import Formal.Exponential.ExpField
public import Formal.Probability.Pmf

/-!
# Hoeffding's lemma

Blueprint E.4 and E.5, by integer moments and without calculus. For `Y = exp (Z / N)`, which lies in
`[exp (-h/N), exp (h/N)]`, Kantorovich's constant is `C = cosh² (h/N)`; the moment bound 4.3 gives
`E[Y^N] ≤ C^{N(N-1)/2} E[Y]^N`, Kantorovich (4.1) and Jensen give `E[Y] ≤ C exp (E Z / N)`, and so
`E exp Z ≤ C^{N(N+1)/2} exp (E Z)` (`exp_mean_le_cosh_pow`). The limit step E.3 turns the constant
into `exp (h²/2)` (`hoeffding`). `cosh_le_exp` is the case of a fair sign.
-/

@[expose] public noncomputable section

universe u w

namespace Formal

open Lean.Grind

variable {K : Type w} [ExpField K] {α : Type u} {h t c : K} {N : Nat}

/-- The Kantorovich constant of the interval `[exp (-h), exp h]` is `cosh² h`. -/
theorem kantorovichConst_exp (h : K) : kantorovichConst (exp (-h)) (exp h) = cosh h ^ 2 := by
  rw [exp_neg, kantorovichConst_inv_self (exp_pos h), ← exp_neg]
  unfold cosh; grind

/-! ### The constant in the limit -/

/-- `sinh² t ≤ (t / (1 - t))² ≤ t² (1 + 6 t)` for `0 ≤ t ≤ 1/2`. -/
theorem sinh_sq_le (ht : 0 ≤ t) (ht' : t ≤ 1 / 2) : sinh t ^ 2 ≤ t ^ 2 * (1 + 6 * t) := by
  have h1 : sinh t ^ 2 ≤ (t / (1 - t)) ^ 2 := sq_le_sq (sinh_nonneg ht) (sinh_le (by grind))
  have hpos : 0 < 1 - t := by grind
  have hs : t / (1 - t) * (1 - t) = t := div_mul_cancel (ne_of_pos hpos)
  refine Std.le_trans h1 (le_of_mul_le_mul_right (c := (1 - t) ^ 2) ?_ (pow_pos hpos 2))
  rw [← mul_pow, hs]
  have h2 := mul_nonneg (mul_nonneg (sq_nonneg t) ht)
    (mul_nonneg (a := 1 - 2 * t) (b := 4 - 3 * t) (by grind) (by grind))
  grind

/-- The exponent `N (N + 1) / 2` of the constant, doubled. -/
theorem two_mul_natCast_choose (N : Nat) : 2 * ((N * (N + 1) / 2 : Nat) : K) = (N : K) * ((N : K) + 1) := by
  have h1 : 2 * (N * (N + 1) / 2) = N * (N + 1) := by
    have : N * (N + 1) % 2 = 0 := by
      rcases Nat.mod_two_eq_zero_or_one N with h | h <;> simp [Nat.mul_mod, Nat.add_mod, h]
    omega
  have h2 : ((2 * (N * (N + 1) / 2) : Nat) : K) = ((N * (N + 1) : Nat) : K) := by rw [h1]
  grind

/-- `cosh^{N(N+1)} (h/N)` is at most `exp (h²/2)`, up to a factor that tends to `1`. -/
theorem cosh_pow_le (hh : 0 ≤ h) (hN : 0 < N) (hNh : 2 * h ≤ (N : K)) :
    (cosh (h / (N : K)) ^ 2) ^ (N * (N + 1) / 2)
      ≤ exp (h ^ 2 / 2) * exp (h ^ 2 / 2 * (1 + 12 * h) / (N : K)) := by
  have hNpos : (0 : K) < (N : K) := natCast_pos hN
  have hN1 : (1 : K) ≤ (N : K) := by have := natCast_le (K := K) (show 1 ≤ N from hN); grind
  have ht : 0 ≤ h / (N : K) := div_nonneg hh (Std.le_of_lt hNpos)
  have htN : h / (N : K) * (N : K) = h := div_mul_cancel (ne_of_pos hNpos)
  have hcN := div_mul_cancel (a := h ^ 2 / 2 * (1 + 12 * h)) (ne_of_pos hNpos)
  generalize h / (N : K) = t at ht htN ⊢
  generalize h ^ 2 / 2 * (1 + 12 * h) / (N : K) = c at hcN ⊢
  have ht2 : t ≤ 1 / 2 := le_of_mul_le_mul_right (c := (N : K)) (by grind) hNpos
  refine Std.le_trans (pow_le_pow_left (pow_nonneg (Std.le_of_lt (cosh_pos t)) 2) (cosh_sq_le_exp t) _) ?_
  rw [← exp_nsmul, ← exp_add]
  refine exp_le_exp ?_
  have hM := two_mul_natCast_choose (K := K) N
  refine Std.le_trans (mul_le_mul_left (sinh_sq_le ht ht2) (natCast_nonneg _)) ?_
  generalize ((N * (N + 1) / 2 : Nat) : K) = M at hM ⊢
  refine le_of_mul_le_mul_right (c := (N : K)) ?_ hNpos
  have h1 : t ^ 2 * (1 + 6 * t) * (N : K) * (N : K) = h ^ 2 * (1 + 6 * t) := by rw [← htN]; grind
  have h2 : M * (t ^ 2 * (1 + 6 * t)) * (N : K) = h ^ 2 / 2 * ((1 + 6 * t) * ((N : K) + 1)) := by
    calc M * (t ^ 2 * (1 + 6 * t)) * (N : K)
        = 2 * M * (t ^ 2 * (1 + 6 * t)) * (N : K) / 2 := by grind
      _ = t ^ 2 * (1 + 6 * t) * (N : K) * (N : K) * ((N : K) + 1) / 2 := by rw [hM]; grind
      _ = _ := by rw [h1]; grind
  have h3 : (h ^ 2 / 2 + c) * (N : K) = h ^ 2 / 2 * ((N : K) + 1 + 12 * h) := by grind
  rw [h2, h3]
  refine mul_le_mul_left ?_ (by have := sq_nonneg h; grind)
  have h4 : t * ((N : K) - 1) ≥ 0 := mul_nonneg ht (by grind)
  grind

/-! ### Hoeffding's lemma -/

variable [Enumeration α] {w Z : α → K}

/-- The bound before the limit: `E exp Z ≤ cosh^{N(N+1)} (h/N) · exp (E Z)`. -/
theorem exp_mean_le_cosh_pow (hw : ∀ a, 0 ≤ w a) (hw1 : sum w = 1)
    (hZ : ∀ a, -h ≤ Z a ∧ Z a ≤ h) (hN : 0 < N) :
    (sum fun a => w a * exp (Z a))
      ≤ (cosh (h / (N : K)) ^ 2) ^ (N * (N + 1) / 2) * exp (sum fun a => w a * Z a) := by
  have hNpos : (0 : K) < (N : K) := natCast_pos hN
  generalize hC : cosh (h / (N : K)) ^ 2 = C
  have hCk : kantorovichConst (exp (-(h / (N : K)))) (exp (h / (N : K))) = C := by
    rw [kantorovichConst_exp, hC]
  have hC0 : 0 ≤ C := hC ▸ pow_nonneg (Std.le_of_lt (cosh_pos _)) 2
  have hmX : ∀ a, exp (-(h / (N : K))) ≤ exp (Z a / (N : K)) := fun a => exp_le_exp <| by
    have := div_le_div_right (hZ a).1 hNpos; grind
  have hXM : ∀ a, exp (Z a / (N : K)) ≤ exp (h / (N : K)) := fun a =>
    exp_le_exp (div_le_div_right (hZ a).2 hNpos)
  -- the moment bound, with `Y^N = exp Z`
  have hmom := moment_le hw hw1 (exp_pos _) (exp_pos _) hmX hXM N
  have hkan := kantorovich_mul_inv hw hw1 (exp_pos _) (exp_pos _) hmX hXM
  rw [hCk] at hmom hkan
  simp only [exp_div_pow _ hN] at hmom
  -- Jensen for `1/Y`
  have hjen := exp_mean_le (Z := fun a => -(Z a / (N : K))) hw hw1
  simp only [exp_neg] at hjen
  have hmean : (sum fun a => w a * -(Z a / (N : K))) = -((sum fun a => w a * Z a) / (N : K)) := by
    rw [← sum_div, ← sum_neg]; exact sum_congr fun a => by grind
  rw [hmean, exp_neg] at hjen
  have hEZ := exp_div_pow (sum fun a => w a * Z a) hN
  have hE0 := exp_pos ((sum fun a => w a * Z a) / (N : K))
  generalize exp ((sum fun a => w a * Z a) / (N : K)) = E at hjen hEZ hE0
  have hY0 : 0 ≤ sum fun a => w a * exp (Z a / (N : K)) :=
    sum_nonneg fun a => mul_nonneg (hw a) (exp_nonneg _)
  have hY : (sum fun a => w a * exp (Z a / (N : K))) ≤ C * E := by
    refine le_of_mul_le_mul_right (c := E⁻¹) ?_ (inv_pos hE0)
    have h1 := Std.le_trans (mul_le_mul_left hjen hY0) hkan
    have h2 := mul_inv_cancel (ne_of_pos hE0)
    rw [show C * E * E⁻¹ = C * (E * E⁻¹) by grind, h2]; grind
  have hexp : N * (N + 1) / 2 = N * (N - 1) / 2 + N := by
    obtain ⟨k, rfl⟩ := Nat.exists_eq_succ_of_ne_zero (Nat.pos_iff_ne_zero.mp hN)
    have : (k + 1) * (k + 1 + 1) = (k + 1) * (k + 1 - 1) + (k + 1) * 2 := by
      rw [← Nat.mul_add]; rfl
    rw [Nat.succ_eq_add_one]; omega
  calc (sum fun a => w a * exp (Z a))
      ≤ C ^ (N * (N - 1) / 2) * (sum fun a => w a * exp (Z a / (N : K))) ^ N := hmom
    _ ≤ C ^ (N * (N - 1) / 2) * (C * E) ^ N :=
        mul_le_mul_left (pow_le_pow_left hY0 hY N) (pow_nonneg hC0 _)
    _ = C ^ (N * (N + 1) / 2) * exp (sum fun a => w a * Z a) := by
        rw [mul_pow, hEZ, hexp, Semiring.pow_add]; grind

/-- **E.5, Hoeffding's lemma**: if `|Z| ≤ h` then `E exp Z ≤ exp (E Z + h²/2)`. -/
theorem hoeffding (hw : ∀ a, 0 ≤ w a) (hw1 : sum w = 1) (hZ : ∀ a, -h ≤ Z a ∧ Z a ≤ h) :
    (sum fun a => w a * exp (Z a)) ≤ exp ((sum fun a => w a * Z a) + h ^ 2 / 2) := by
  have hh : 0 ≤ h := by
    refine Classical.byContradiction fun hn => ?_
    have h0 : sum w = 0 := by
      rw [← sum_zero (α := α)]
      exact sum_congr fun a => by have := hZ a; grind
    grind [zero_lt_one (K := K)]
  obtain ⟨N₀, hN₀⟩ := archimedean (2 * h)
  refine le_of_forall_le_mul_exp (c := h ^ 2 / 2 * (1 + 12 * h)) (N₀ + 1) (exp_nonneg _)
    fun N hN => ?_
  have hpos : 0 < N := by omega
  have hNh : 2 * h ≤ (N : K) := Std.le_trans hN₀ (natCast_le (by omega))
  refine Std.le_trans (exp_mean_le_cosh_pow hw hw1 hZ hpos) ?_
  rw [exp_add]
  have := mul_le_mul_right (cosh_pow_le hh hpos hNh) (exp_nonneg (sum fun a => w a * Z a))
  grind

/-- **E.5** for a probability mass function. -/
theorem expect_exp_le {p : α → K} (hp : IsPmf p) (hZ : ∀ a, -h ≤ Z a ∧ Z a ≤ h) :
    expect p (fun a => exp (Z a)) ≤ exp (expect p Z + h ^ 2 / 2) :=
  hoeffding hp.nonneg hp.sum_eq_one hZ

omit [Enumeration α] in
/-- **E.4**: `cosh h ≤ exp (h²/2)`. The case of a fair sign. -/
theorem cosh_le_exp (h : K) : cosh h ≤ exp (h ^ 2 / 2) := by
  have hpos : ∀ h : K, 0 ≤ h → cosh h ≤ exp (h ^ 2 / 2) := fun h hh => by
    have hs : ∀ f : Bool → K, sum f = f true + f false := fun f => by
      show f true + (f false + 0) = _; grind
    have hH := hoeffding (w := fun _ : Bool => (1 / 2 : K)) (Z := fun b => if b then h else -h) (h := h)
      (fun _ => by grind [zero_lt_one (K := K)]) (by rw [hs]; grind) (fun b => by cases b <;> grind)
    rw [hs, hs] at hH
    have e : (1 / 2 : K) * (if true = true then h else -h) + 1 / 2 * (if false = true then h else -h)
        + h ^ 2 / 2 = h ^ 2 / 2 := by simp; grind
    rw [e] at hH
    have e2 : cosh h = 1 / 2 * exp (if true = true then h else -h)
        + 1 / 2 * exp (if false = true then h else -h) := by unfold cosh; simp; grind
    rw [e2]; exact hH
  by_cases hh : 0 ≤ h
  · exact hpos h hh
  · have := hpos (-h) (by grind)
    rwa [cosh_neg, show (-h) ^ 2 = h ^ 2 by grind] at this

end Formal
