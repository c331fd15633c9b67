module

public import Formal.Algebra.AMGM
public import Formal.Real.Complete

/-!
# The exponential of a complete ordered field

The fourth step of the construction of the real instance (blueprint §R): over any `CompleteField`,
`expSup x` is the least upper bound of `(1 + x/N) ^ N` over the positive natural `N` with
`0 ≤ N + x`. There is no series and no limit: the terms increase by AM–GM (`expTerm_le_succ`), are
bounded because `(1 + x/N) ^ N * (1 - x/N) ^ N ≤ 1`, and

* `expSup_mul_le`: `expSup x * expSup y ≤ expSup (x + y)`, because
  `(1 + x/N) (1 + y/N) ≤ (1 + (x+y)/N) (1 + d/N²)` and `(1 + d/N²) ^ N ≤ 1 / (1 - d/N)`;
* `one_le_expSup_mul_neg`: `1 ≤ expSup x * expSup (-x)`, because `1 - x²/N ≤ (1 - x²/N²) ^ N`;
* `expSup_add`, `one_add_le_expSup`: the two laws of `ExpField`.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

variable {K : Type u} [CompleteField K] {x y a b d : K} {N : Nat}

/-- `N` is a positive natural number with `0 ≤ N + x`. -/
def Admissible (x : K) (N : Nat) : Prop := 0 < N ∧ 0 ≤ (N : K) + x

/-- The `N`-th lower bound of the exponential. -/
def expTerm (x : K) (N : Nat) : K := (1 + x / (N : K)) ^ N

theorem Admissible.mono {M : Nat} (h : Admissible x M) (hMN : M ≤ N) : Admissible x N :=
  ⟨by have := h.1; omega, by have h1 := h.2; have h2 := natCast_le (K := K) hMN; grind⟩

theorem exists_admissible (x : K) : ∃ N, Admissible x N := by
  obtain ⟨n, hn⟩ := CompleteField.archimedean (-x)
  exact ⟨n + 1, by omega, by have := natCast_le (K := K) (show n ≤ n + 1 by omega); grind⟩

/-- The base of the term, with the denominator cleared. -/
theorem one_add_div_mul (x : K) (hN : 0 < N) : (1 + x / (N : K)) * (N : K) = (N : K) + x := by
  have := div_mul_cancel (a := x) (ne_of_pos (natCast_pos (K := K) hN))
  grind

theorem Admissible.one_add_div_nonneg (h : Admissible x N) : 0 ≤ 1 + x / (N : K) := by
  have h1 := one_add_div_mul x h.1
  refine le_of_mul_le_mul_right (c := (N : K)) ?_ (natCast_pos h.1)
  rw [h1]
  have := h.2
  grind

theorem expTerm_nonneg (h : Admissible x N) : 0 ≤ expTerm x N := pow_nonneg h.one_add_div_nonneg N

theorem expTerm_mul_pow (x : K) (hN : 0 < N) : expTerm x N * (N : K) ^ N = ((N : K) + x) ^ N := by
  unfold expTerm
  rw [← mul_pow, one_add_div_mul x hN]

/-- The terms increase, by AM–GM for the `N` numbers `1 + x/N` and the number `1`. -/
theorem expTerm_le_succ (h : Admissible x N) : expTerm x N ≤ expTerm x (N + 1) := by
  have hN : (0 : K) < (N : K) := natCast_pos h.1
  have h1 := am_gm_step h.2 (Std.le_of_lt (zero_lt_one (K := K))) N
  have h2 := expTerm_mul_pow x h.1
  have h3 := expTerm_mul_pow x (Nat.succ_pos N)
  rw [show ((N.succ : Nat) : K) = (N : K) + 1 by grind] at h3
  have h4 : 0 < (N : K) ^ N * ((N : K) + 1) ^ (N + 1) :=
    mul_pos (pow_pos hN _) (pow_pos (by grind [zero_lt_one (K := K)]) _)
  refine le_of_mul_le_mul_right (c := (N : K) ^ N * ((N : K) + 1) ^ (N + 1)) ?_ h4
  calc expTerm x N * ((N : K) ^ N * ((N : K) + 1) ^ (N + 1))
      = ((N : K) + 1) ^ (N + 1) * (expTerm x N * (N : K) ^ N * 1) := by
        generalize ((N : K) + 1) ^ (N + 1) = s; generalize (N : K) ^ N = t; grind
    _ = ((N : K) + 1) ^ (N + 1) * (((N : K) + x) ^ N * 1) := by rw [h2]
    _ ≤ (N : K) ^ N * ((N : K) + x + 1) ^ (N + 1) := h1
    _ = (N : K) ^ N * ((N : K) + 1 + x) ^ (N + 1) := by
        rw [show (N : K) + x + 1 = (N : K) + 1 + x by grind]
    _ = (N : K) ^ N * (expTerm x (N + 1) * ((N : K) + 1) ^ (N + 1)) := by rw [h3]
    _ = expTerm x (N + 1) * ((N : K) ^ N * ((N : K) + 1) ^ (N + 1)) := by
        generalize ((N : K) + 1) ^ (N + 1) = s; generalize (N : K) ^ N = t; grind

theorem expTerm_mono {M : Nat} (h : Admissible x M) (hMN : M ≤ N) : expTerm x M ≤ expTerm x N := by
  obtain ⟨k, rfl⟩ := Nat.le.dest hMN
  clear hMN
  induction k with
  | zero => exact Std.le_refl _
  | succ k ih => exact Std.le_trans ih (expTerm_le_succ (h.mono (by omega)))

theorem expTerm_one (x : K) : expTerm x 1 = 1 + x := by
  have h := div_mul_cancel (a := x) (b := 1) (by grind [zero_lt_one (K := K)])
  unfold expTerm
  rw [Semiring.pow_succ, Semiring.pow_zero, show ((1 : Nat) : K) = 1 by grind]
  grind

/-- A term is at least the term for `N = 1`. -/
theorem one_add_le_expTerm (hx : 0 ≤ 1 + x) (hN : 0 < N) : 1 + x ≤ expTerm x N := by
  rw [← expTerm_one x]
  exact expTerm_mono ⟨by omega, by grind⟩ hN

/-- Terms of opposite numbers have a product at most one. -/
theorem expTerm_mul_neg_le_one (hx : Admissible x N) (hx' : Admissible (-x) N) :
    expTerm x N * expTerm (-x) N ≤ 1 := by
  unfold expTerm
  rw [← mul_pow]
  refine pow_le_one (mul_nonneg hx.one_add_div_nonneg hx'.one_add_div_nonneg) ?_ N
  have h1 : -x / (N : K) = -(x / (N : K)) := by rw [Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  have h2 := mul_self_nonneg (x / (N : K))
  rw [h1]
  grind

/-- The values of the terms of the exponential. -/
def ExpTermOf (x v : K) : Prop := ∃ N, Admissible x N ∧ v = expTerm x N

/-- The exponential: the least upper bound of its terms. -/
def expSup (x : K) : K := sup (ExpTermOf x)

/-- The term of `-x` at any `M > x` bounds the terms of `x`. -/
theorem exists_expTerm_bound (x : K) : ∃ b, IsUpperBound (ExpTermOf x) b := by
  obtain ⟨m, hm⟩ := CompleteField.archimedean x
  have hm1 : ((m + 1 : Nat) : K) = (m : K) + 1 := by grind
  have hM : Admissible (-x) (m + 1) := ⟨by omega, by rw [hm1]; grind [zero_lt_one (K := K)]⟩
  have hc : 0 < expTerm (-x) (m + 1) := by
    refine pow_pos (lt_of_mul_lt_mul_right (c := ((m + 1 : Nat) : K)) ?_ (natCast_nonneg _)) _
    rw [one_add_div_mul _ (by omega), hm1]
    grind [zero_lt_one (K := K)]
  refine ⟨1 / expTerm (-x) (m + 1), ?_⟩
  rintro _ ⟨N, hN, rfl⟩
  have hL := hN.mono (show N ≤ N + (m + 1) by omega)
  have h1 := expTerm_mono hM (show m + 1 ≤ N + (m + 1) by omega)
  have h2 := expTerm_mul_neg_le_one hL (hM.mono (by omega))
  rw [le_div_iff_mul_le hc]
  exact Std.le_trans (mul_le_mul (expTerm_mono hN (by omega)) h1 (Std.le_of_lt hc)
    (expTerm_nonneg hL)) h2

theorem expTerm_le_expSup (h : Admissible x N) : expTerm x N ≤ expSup x :=
  let ⟨_, hb⟩ := exists_expTerm_bound x
  le_sup hb ⟨N, h, rfl⟩

/-- A bound on all late terms is a bound on the exponential. -/
theorem expSup_le (N₀ : Nat) (h : ∀ N, N₀ ≤ N → Admissible x N → expTerm x N ≤ b) :
    expSup x ≤ b := by
  obtain ⟨M, hM⟩ := exists_admissible x
  refine sup_le ⟨_, M, hM, rfl⟩ ?_
  rintro _ ⟨N, hN, rfl⟩
  exact Std.le_trans (expTerm_mono hN (show N ≤ N + N₀ by omega))
    (h _ (by omega) (hN.mono (by omega)))

theorem expSup_nonneg (x : K) : 0 ≤ expSup x :=
  let ⟨_, hN⟩ := exists_admissible x
  Std.le_trans (expTerm_nonneg hN) (expTerm_le_expSup hN)

/-- The exponential lies above its tangent line at `0`. -/
theorem one_add_le_expSup (x : K) : 1 + x ≤ expSup x := by
  by_cases h : 0 ≤ 1 + x
  · rw [← expTerm_one x]
    exact expTerm_le_expSup ⟨by omega, by grind⟩
  · have := expSup_nonneg x
    grind

/-! ### The limit step -/

/-- An inequality with a factor `1 - d/N` for all large `N` holds without the factor. -/
theorem le_of_forall_mul_one_sub_le (N₀ : Nat)
    (h : ∀ N : Nat, N₀ ≤ N → 0 < N → a * (1 - d / (N : K)) ≤ b) : a ≤ b := by
  refine Classical.byContradiction fun hn => ?_
  have hab : 0 < a - b := by grind
  obtain ⟨n, hn⟩ := CompleteField.archimedean (a * d / (a - b))
  have hN : (0 : K) < ((n + N₀ + 1 : Nat) : K) := natCast_pos (by omega)
  have hcast : ((n + N₀ + 1 : Nat) : K) = (n : K) + (N₀ : K) + 1 := by grind
  have h0 := natCast_nonneg (K := K) N₀
  have h1 := mul_le_mul_right (h (n + N₀ + 1) (by omega) (by omega)) (Std.le_of_lt hN)
  have h2 := div_mul_cancel (a := d) (ne_of_pos hN)
  have h3 := div_mul_cancel (a := a * d) (ne_of_pos hab)
  have h4 := mul_le_mul_right hn (Std.le_of_lt hab)
  have h5 := mul_nonneg h0 (Std.le_of_lt hab)
  have h6 : a * (1 - d / ((n + N₀ + 1 : Nat) : K)) * ((n + N₀ + 1 : Nat) : K) =
      a * ((n + N₀ + 1 : Nat) : K) - a * d := by
    generalize d / ((n + N₀ + 1 : Nat) : K) = s at *
    grind
  rw [h6, hcast] at h1
  rw [h3] at h4
  grind

/-! ### Sums to products -/

/-- The product of the exponentials of opposite numbers is at least one. -/
theorem one_le_expSup_mul_neg (x : K) : 1 ≤ expSup x * expSup (-x) := by
  obtain ⟨M, hM⟩ := exists_admissible x
  obtain ⟨M', hM'⟩ := exists_admissible (-x)
  obtain ⟨L, hL⟩ := CompleteField.archimedean (x * x)
  refine le_of_forall_mul_one_sub_le (M + M' + L) (d := x * x) fun N hN hN0 => ?_
  have hx := hM.mono (show M ≤ N by omega)
  have hx' := hM'.mono (show M' ≤ N by omega)
  have hNpos : (0 : K) < (N : K) := natCast_pos hN0
  -- the product of the two terms is the term of `-x²/N`
  have h1 : expTerm x N * expTerm (-x) N = expTerm (-(x * x / (N : K))) N := by
    unfold expTerm
    rw [← mul_pow]
    simp only [Field.div_eq_mul_inv]
    exact congrArg (· ^ N) (by grind)
  have h2 : 0 ≤ 1 + -(x * x / (N : K)) := by
    have h3 : x * x / (N : K) ≤ 1 := (div_le_iff_le_mul hNpos).mpr (by
      have := natCast_le (K := K) (show L ≤ N by omega)
      grind)
    grind
  have h3 := one_add_le_expTerm h2 hN0
  have h4 := mul_le_mul (expTerm_le_expSup hx) (expTerm_le_expSup hx') (expTerm_nonneg hx')
    (expSup_nonneg x)
  grind

/-- The terms of `x` and `y` against the exponential of `x + y`. -/
theorem expTerm_mul_le (hx : Admissible x N) (hy : Admissible y N) (hd : 0 ≤ d) (hdN : d ≤ (N : K))
    (hxy : 0 ≤ (N : K) + 2 * (x + y)) (hd' : 2 * (x * y) ≤ d) :
    expTerm x N * expTerm y N * (1 - d / (N : K)) ≤ expSup (x + y) := by
  have hNpos : (0 : K) < (N : K) := natCast_pos hx.1
  have hdiv := div_mul_cancel (a := d) (ne_of_pos hNpos)
  have hsum : Admissible (x + y) N := ⟨hx.1, by grind⟩
  have hd0 : 0 ≤ d / (N : K) := div_nonneg hd (Std.le_of_lt hNpos)
  have hd1 : d / (N : K) ≤ 1 := (div_le_iff_le_mul hNpos).mpr (by grind)
  have hN1 : (1 : K) ≤ (N : K) := by have := natCast_le (K := K) hx.1; grind
  have hp : Admissible (d / (N : K)) N := ⟨hx.1, by grind⟩
  have hm : Admissible (-(d / (N : K))) N := ⟨hx.1, by grind⟩
  -- `(1 + x/N) (1 + y/N) ≤ (1 + (x+y)/N) (1 + d/N²)`
  have h1 : expTerm x N * expTerm y N ≤ expTerm (x + y) N * expTerm (d / (N : K)) N := by
    unfold expTerm
    rw [← mul_pow, ← mul_pow]
    refine pow_le_pow_left (mul_nonneg hx.one_add_div_nonneg hy.one_add_div_nonneg) ?_ N
    refine le_of_mul_le_mul_right (c := (N : K) * (N : K)) ?_ (mul_pos hNpos hNpos)
    have e1 := one_add_div_mul x hx.1
    have e2 := one_add_div_mul y hx.1
    have e3 := one_add_div_mul (x + y) hx.1
    have e4 := one_add_div_mul (d / (N : K)) hx.1
    have h2 := mul_nonneg hd0 hxy
    calc (1 + x / (N : K)) * (1 + y / (N : K)) * ((N : K) * (N : K))
        = ((1 + x / (N : K)) * (N : K)) * ((1 + y / (N : K)) * (N : K)) := by grind
      _ = ((N : K) + x) * ((N : K) + y) := by rw [e1, e2]
      _ ≤ ((N : K) + (x + y)) * ((N : K) + d / (N : K)) := by
          generalize d / (N : K) = s at *
          grind
      _ = ((1 + (x + y) / (N : K)) * (N : K)) * ((1 + d / (N : K) / (N : K)) * (N : K)) := by
          rw [e3, e4]
      _ = (1 + (x + y) / (N : K)) * (1 + d / (N : K) / (N : K)) * ((N : K) * (N : K)) := by grind
  -- `(1 + d/N²) ^ N (1 - d/N) ≤ 1`
  have h3 : expTerm (d / (N : K)) N * (1 - d / (N : K)) ≤ 1 := by
    have h4 := one_add_le_expTerm (x := -(d / (N : K))) (by grind) hx.1
    have h5 := mul_le_mul_left h4 (expTerm_nonneg hp)
    have h6 := expTerm_mul_neg_le_one hp hm
    grind
  have h7 := mul_le_mul_right (c := 1 - d / (N : K)) h1 (by grind)
  have h8 := mul_le_mul_left h3 (expTerm_nonneg hsum)
  have h9 := expTerm_le_expSup hsum
  generalize expTerm (d / (N : K)) N = p at *
  grind

/-- The exponential of a sum is at least the product. -/
theorem expSup_mul_le (x y : K) : expSup x * expSup y ≤ expSup (x + y) := by
  obtain ⟨d, hd, hd'⟩ : ∃ d : K, 0 ≤ d ∧ 2 * (x * y) ≤ d := by
    refine ⟨x * x + y * y, ?_, ?_⟩
    · have := mul_self_nonneg x; have := mul_self_nonneg y; grind
    · have := mul_self_nonneg (x - y); grind
  obtain ⟨M, hM⟩ := exists_admissible (2 * (x + y))
  obtain ⟨L, hL⟩ := CompleteField.archimedean d
  -- all terms of `x` against all terms of `y`
  have hterms : ∀ m n, Admissible x m → Admissible y n →
      expTerm x m * expTerm y n ≤ expSup (x + y) := fun m n hm hn => by
    refine le_of_forall_mul_one_sub_le (m + n + M + L) (d := d) fun N hN hN0 => ?_
    have hx := hm.mono (show m ≤ N by omega)
    have hdN := natCast_le (K := K) (show L ≤ N by omega)
    have h1 := expTerm_mul_le hx (hn.mono (show n ≤ N by omega)) hd (by grind)
      (hM.mono (show M ≤ N by omega)).2 hd'
    have h2 := mul_le_mul (expTerm_mono hm (show m ≤ N by omega))
      (expTerm_mono hn (show n ≤ N by omega)) (expTerm_nonneg hn) (expTerm_nonneg hx)
    have hNpos : (0 : K) < (N : K) := natCast_pos hN0
    have h3 : d / (N : K) ≤ 1 := (div_le_iff_le_mul hNpos).mpr (by grind)
    exact Std.le_trans (mul_le_mul_right h2 (by grind)) h1
  -- the least upper bound over the terms of `x`, then over those of `y`
  have hleft : ∀ n, Admissible y n → expSup x * expTerm y n ≤ expSup (x + y) := fun n hn => by
    by_cases h0 : 0 < expTerm y n
    · exact (le_div_iff_mul_le h0).mp (expSup_le 0 fun m _ hm =>
        (le_div_iff_mul_le h0).mpr (hterms m n hm hn))
    · rw [show expTerm y n = 0 by have := expTerm_nonneg hn; grind]
      have := expSup_nonneg (x + y)
      grind
  by_cases h0 : 0 < expSup x
  · have h1 : expSup y ≤ expSup (x + y) / expSup x := expSup_le 0 fun n _ hn =>
      (le_div_iff_mul_le h0).mpr (by have := hleft n hn; grind)
    have := (le_div_iff_mul_le h0).mp h1
    grind
  · rw [show expSup x = 0 by have := expSup_nonneg x; grind]
    have := expSup_nonneg (x + y)
    grind

/-- The exponential turns sums into products. -/
theorem expSup_add (x y : K) : expSup (x + y) = expSup x * expSup y := by
  have h1 := expSup_mul_le x y
  have h2 := expSup_mul_le (x + y) (-y)
  rw [show x + y + -y = x by grind] at h2
  have h3 := mul_le_mul_left (one_le_expSup_mul_neg y) (expSup_nonneg (x + y))
  have h4 := mul_le_mul_right h2 (expSup_nonneg y)
  have h5 : expSup (x + y) ≤ expSup x * expSup y := by
    generalize expSup (x + y) = s at *
    grind
  grind

end Formal
