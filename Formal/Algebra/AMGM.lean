module

public import Formal.Algebra.Sum

/-!
# Tangent inequality, AM–GM and the power mean

Root-free convexity of natural powers over an ordered field. Everything follows from the tangent
inequality `(n+1)·aⁿ·u ≤ u^{n+1} + n·a^{n+1}` for `a, u ≥ 0`.

* `am_gm`, `prod_le_mean_pow`, `prod_le_pow_of_sum_le`: the inequality of the means over a finite
  type, and `listProd` forms of it over a list (labels may repeat). Used by the blueprint's 5.1, 5.2.
* `power_mean`, `power_mean_mul_sum`: `E[X]^a ≤ E[X^a]`, used by the blueprint's 6.1, 6.2.
-/

@[expose] public noncomputable section

universe u w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {α : Type u}

/-- The power `u^{n+1}` lies above its tangent at `a`. -/
theorem tangent_le_pow {a u : K} (ha : 0 ≤ a) (hu : 0 ≤ u) :
    ∀ n : Nat, ((n : K) + 1) * (a ^ n * u) ≤ u ^ (n + 1) + (n : K) * a ^ (n + 1)
  | 0 => by simp only [Semiring.pow_zero, Semiring.pow_succ]; grind
  | n + 1 => by
    have ih := mul_le_mul_left (tangent_le_pow ha hu n) hu
    have hn : (0 : K) ≤ (n : K) + 1 := by have := natCast_nonneg (K := K) n; grind
    have hsq := mul_nonneg (mul_nonneg hn (pow_nonneg ha n)) (mul_self_nonneg (u - a))
    simp only [Semiring.pow_succ] at ih ⊢
    grind

/-! ### AM–GM -/

/-- One step of AM–GM: a new entry `x` joins `n` entries of sum `s`. -/
theorem am_gm_step {s x : K} (hs : 0 ≤ s) (hx : 0 ≤ x) (n : Nat) :
    ((n : K) + 1) ^ (n + 1) * (s ^ n * x) ≤ (n : K) ^ n * (s + x) ^ (n + 1) := by
  cases n with
  | zero => simp only [Semiring.pow_zero, Semiring.pow_succ]; grind
  | succ k =>
    have hk : (0 : K) < ((k + 1 : Nat) : K) := natCast_pos (Nat.succ_pos k)
    generalize hN : k + 1 = N at *
    have hN1 : (0 : K) ≤ (N : K) + 1 := by grind
    -- the tangent at `(N+1)·s` to the power at `N·(s+x)`
    have h := tangent_le_pow (mul_nonneg hN1 hs)
      (mul_nonneg (Std.le_of_lt hk) (show 0 ≤ s + x by grind)) N
    rw [mul_pow, mul_pow, mul_pow] at h
    refine le_of_mul_le_mul_left (c := (N : K)) ?_ hk
    simp only [Semiring.pow_succ] at h ⊢
    grind

/-- **AM–GM over a list**: `N^N·∏ x ≤ (∑ x)^N` for `N` nonnegative entries. -/
theorem am_gm_list {x : α → K} : ∀ {l : List α}, (∀ a ∈ l, 0 ≤ x a) →
    (l.length : K) ^ l.length * listProd x l ≤ listSum x l ^ l.length
  | [], _ => by simp only [List.length_nil, listProd, Semiring.pow_zero]; grind
  | a :: l, h => by
    have hx := h a List.mem_cons_self
    have hl : ∀ b ∈ l, 0 ≤ x b := fun b hb => h b (List.mem_cons_of_mem a hb)
    have hstep := am_gm_step (listSum_nonneg hl) hx l.length
    have hn1 : (0 : K) ≤ ((l.length : K) + 1) ^ (l.length + 1) * x a :=
      mul_nonneg (pow_nonneg (by have := natCast_nonneg (K := K) l.length; grind) _) hx
    have ih := mul_le_mul_left (am_gm_list hl) hn1
    cases hlen : l.length with
    | zero =>
      have hnil := List.eq_nil_of_length_eq_zero hlen
      subst hnil
      simp only [List.length_cons, List.length_nil, listProd, listSum, Semiring.pow_zero,
        Semiring.pow_succ]
      grind
    | succ k =>
      rw [hlen] at ih hstep
      rw [List.length_cons, hlen, listProd, listSum]
      have hk : (0 : K) < ((k + 1 : Nat) : K) := natCast_pos (Nat.succ_pos k)
      refine le_of_mul_le_mul_left (c := ((k + 1 : Nat) : K) ^ (k + 1)) ?_ (pow_pos hk _)
      generalize hN : k + 1 = N at *
      rw [show ((N + 1 : Nat) : K) = (N : K) + 1 by grind,
        show x a + listSum x l = listSum x l + x a by grind]
      calc _ = ((N : K) + 1) ^ (N + 1) * x a * ((N : K) ^ N * listProd x l) := by grind
        _ ≤ _ := ih
        _ = ((N : K) + 1) ^ (N + 1) * (listSum x l ^ N * x a) := by grind
        _ ≤ _ := hstep

/-- AM–GM with a bound for the mean: `∏ x ≤ c^N` if `∑ x ≤ N·c`. -/
theorem listProd_le_pow_of_listSum_le {x : α → K} {l : List α} {c : K} (h : ∀ a ∈ l, 0 ≤ x a)
    (hc : listSum x l ≤ (l.length : K) * c) : listProd x l ≤ c ^ l.length := by
  cases hlen : l.length with
  | zero =>
    have hnil := List.eq_nil_of_length_eq_zero hlen
    subst hnil
    rw [listProd, Semiring.pow_zero]; exact Std.le_refl _
  | succ k =>
    have hk : (0 : K) < (l.length : K) := natCast_pos (by omega)
    rw [← hlen]
    refine le_of_mul_le_mul_left (c := (l.length : K) ^ l.length) ?_ (pow_pos hk _)
    rw [← mul_pow]
    exact Std.le_trans (am_gm_list h) (pow_le_pow_left (listSum_nonneg h) hc _)

/-- **AM–GM over a list**, divided: `∏ x ≤ ((∑ x) / N)^N`. -/
theorem listProd_le_mean_pow {x : α → K} {l : List α} (h : ∀ a ∈ l, 0 ≤ x a) :
    listProd x l ≤ (listSum x l / (l.length : K)) ^ l.length := by
  cases l with
  | nil => rw [listProd, List.length_nil, Semiring.pow_zero]; exact Std.le_refl _
  | cons a l =>
    have hk : (0 : K) < ((a :: l).length : K) := natCast_pos (Nat.succ_pos _)
    refine listProd_le_pow_of_listSum_le h ?_
    have := div_mul_cancel (a := listSum x (a :: l)) (ne_of_pos hk)
    grind

variable [Enumeration α]

/-- **AM–GM**: `N^N·∏ x ≤ (∑ x)^N` for `x ≥ 0` on a type with `N` elements. -/
theorem am_gm {x : α → K} (hx : ∀ a, 0 ≤ x a) :
    (card α : K) ^ card α * prod x ≤ sum x ^ card α := am_gm_list fun a _ => hx a

/-- AM–GM with a bound for the mean: `∏ x ≤ c^N` if `∑ x ≤ N·c`. -/
theorem prod_le_pow_of_sum_le {x : α → K} {c : K} (hx : ∀ a, 0 ≤ x a)
    (hc : sum x ≤ (card α : K) * c) : prod x ≤ c ^ card α :=
  listProd_le_pow_of_listSum_le (fun a _ => hx a) hc

/-- **AM–GM**, divided: `∏ x ≤ ((∑ x) / N)^N`. -/
theorem prod_le_mean_pow {x : α → K} (hx : ∀ a, 0 ≤ x a) :
    prod x ≤ (sum x / (card α : K)) ^ card α := listProd_le_mean_pow fun a _ => hx a

/-! ### The power mean -/

/-- A weighted sum with total weight zero vanishes. -/
theorem sum_mul_eq_zero_of_sum_eq_zero {w : α → K} (hw : ∀ a, 0 ≤ w a) (h0 : sum w = 0)
    (x : α → K) : (sum fun a => w a * x a) = 0 := by
  have hz : ∀ a, w a = 0 := fun a => by
    have h1 := le_sum hw a
    have h2 := hw a
    grind
  rw [sum_congr (g := fun _ => (0 : K)) fun a => by rw [hz a]; grind, sum_zero]

/-- **Power mean** for weights of any total: `E[X]^{n+1} ≤ E[1]^n·E[X^{n+1}]`. -/
theorem power_mean_mul_sum {w x : α → K} (hw : ∀ a, 0 ≤ w a) (hx : ∀ a, 0 ≤ x a) (n : Nat) :
    (sum fun a => w a * x a) ^ (n + 1) ≤ sum w ^ n * sum fun a => w a * x a ^ (n + 1) := by
  by_cases h0 : sum w = 0
  · rw [sum_mul_eq_zero_of_sum_eq_zero hw h0, sum_mul_eq_zero_of_sum_eq_zero hw h0,
      Semiring.pow_succ]
    grind
  · have hW : 0 < sum w := by have := sum_nonneg hw; grind
    have hS : 0 ≤ sum fun a => w a * x a := sum_nonneg fun a => mul_nonneg (hw a) (hx a)
    -- the tangent at `E[X]` to the power at `E[1]·x`, averaged
    have h : (sum fun a => w a * (((n : K) + 1) * ((sum fun a => w a * x a) ^ n * (sum w * x a)))) ≤
        sum fun a => w a * ((sum w * x a) ^ (n + 1) + (n : K) * (sum fun a => w a * x a) ^ (n + 1)) :=
      sum_le_sum fun a => mul_le_mul_left
        (tangent_le_pow hS (mul_nonneg (Std.le_of_lt hW) (hx a)) n) (hw a)
    generalize hSS : (sum fun a => w a * x a) = S at *
    generalize hWW : sum w = W at *
    have hl : (sum fun a => w a * (((n : K) + 1) * (S ^ n * (W * x a)))) =
        ((n : K) + 1) * (S ^ n * (W * S)) := by
      rw [sum_congr (g := fun a => ((n : K) + 1) * (S ^ n * W) * (w a * x a)) fun a => by grind,
        sum_mul_left, hSS]
      grind
    have hr : (sum fun a => w a * ((W * x a) ^ (n + 1) + (n : K) * S ^ (n + 1))) =
        W ^ (n + 1) * (sum fun a => w a * x a ^ (n + 1)) + (n : K) * S ^ (n + 1) * W := by
      rw [sum_congr (g := fun a => W ^ (n + 1) * (w a * x a ^ (n + 1)) + (n : K) * S ^ (n + 1) * w a)
        fun a => by rw [mul_pow]; grind, sum_add, sum_mul_left, sum_mul_left, hWW]
    rw [hl, hr] at h
    refine le_of_mul_le_mul_left (c := W) ?_ hW
    simp only [Semiring.pow_succ] at h ⊢
    grind

/-- **Power mean**: `E[X]^a ≤ E[X^a]` for a probability mass function and every natural `a`. -/
theorem power_mean {w x : α → K} (hw : ∀ a, 0 ≤ w a) (hw1 : sum w = 1) (hx : ∀ a, 0 ≤ x a)
    (a : Nat) : (sum fun i => w i * x i) ^ a ≤ sum fun i => w i * x i ^ a := by
  cases a with
  | zero =>
    rw [Semiring.pow_zero, ← hw1]
    exact sum_le_sum fun i => by rw [Semiring.pow_zero]; grind
  | succ n =>
    have := power_mean_mul_sum hw hx n
    rw [hw1, Semiring.one_pow] at this; grind

end Formal
