module

public import Init.Grind
public import Init.Data.Rat.Lemmas

/-!
# Linearly ordered fields

The single algebraic class of the algebraic layer (blueprint, "Two layers"): a field with a
compatible linear order whose `≤` is decidable. Every statement of blueprint §1–§6 is over an
arbitrary `OrderedField`; `Rat` is an instance, and at `Rat` every definition computes.

The class bundles core's `Lean.Grind` classes, so `grind` decides linear arithmetic and ring
identities over it. The rest of the file adds the few facts about products, powers and quotients
that `grind` does not find.
-/

@[expose] public noncomputable section

universe u

namespace Formal

/-- A linearly ordered field with decidable order. Bundles the classes of core that make `grind`
a decision procedure for linear arithmetic and ring identities. -/
class OrderedField (K : Type u) extends Lean.Grind.Field K, LE K, LT K, Std.LawfulOrderLT K,
    Std.IsLinearOrder K, Lean.Grind.OrderedRing K where
  /-- The order is decidable, so that maxima evaluate in the kernel. -/
  decidableLE : DecidableLE K

attribute [instance] OrderedField.decidableLE
attribute [instance] Lean.Grind.Semiring.natCast Lean.Grind.Ring.intCast

instance : OrderedField Rat where
  decidableLE := inferInstance

variable {K : Type u} [OrderedField K] {a b c d : K}

open Lean.Grind

theorem mul_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a * b :=
  OrderedRing.mul_nonneg ha hb

theorem mul_pos (ha : 0 < a) (hb : 0 < b) : 0 < a * b :=
  OrderedRing.mul_pos ha hb

theorem mul_le_mul_left (h : a ≤ b) (hc : 0 ≤ c) : c * a ≤ c * b :=
  OrderedRing.mul_le_mul_of_nonneg_left h hc

theorem mul_le_mul_right (h : a ≤ b) (hc : 0 ≤ c) : a * c ≤ b * c :=
  OrderedRing.mul_le_mul_of_nonneg_right h hc

theorem mul_le_mul (hab : a ≤ b) (hcd : c ≤ d) (hc : 0 ≤ c) (hb : 0 ≤ b) : a * c ≤ b * d :=
  Std.le_trans (mul_le_mul_right hab hc) (mul_le_mul_left hcd hb)

theorem zero_lt_one : (0 : K) < 1 := OrderedRing.zero_lt_one

theorem mul_self_nonneg (a : K) : 0 ≤ a * a := by
  have := OrderedRing.sq_nonneg (a := a); grind


theorem mul_inv_cancel (h : a ≠ 0) : a * a⁻¹ = 1 := Field.mul_inv_cancel h

theorem ne_of_pos (h : 0 < a) : a ≠ 0 := by grind

theorem inv_pos (h : 0 < a) : 0 < a⁻¹ := Field.IsOrdered.inv_pos_iff.mpr h

theorem inv_nonneg (h : 0 ≤ a) : 0 ≤ a⁻¹ := Field.IsOrdered.inv_nonneg_iff.mpr h

theorem div_nonneg (ha : 0 ≤ a) (hb : 0 ≤ b) : 0 ≤ a / b := by
  rw [Field.div_eq_mul_inv]; exact mul_nonneg ha (inv_nonneg hb)

theorem div_pos (ha : 0 < a) (hb : 0 < b) : 0 < a / b := by
  rw [Field.div_eq_mul_inv]; exact mul_pos ha (inv_pos hb)

theorem div_mul_cancel (h : b ≠ 0) : a / b * b = a := by grind

theorem le_div_iff_mul_le (hc : 0 < c) : a ≤ b / c ↔ a * c ≤ b := by
  rw [Field.div_eq_mul_inv]; exact Field.IsOrdered.le_mul_inv_iff_mul_le a b hc

theorem le_of_mul_le_mul_right (h : a * c ≤ b * c) (hc : 0 < c) : a ≤ b := by
  have hc' : c * c⁻¹ = 1 := mul_inv_cancel (ne_of_pos hc)
  have h' : a * c * c⁻¹ ≤ b * c * c⁻¹ := mul_le_mul_right h (Std.le_of_lt (inv_pos hc))
  calc a = a * (c * c⁻¹) := by rw [hc']; grind
    _ = a * c * c⁻¹ := by grind
    _ ≤ b * c * c⁻¹ := h'
    _ = b * (c * c⁻¹) := by grind
    _ = b := by rw [hc']; grind

theorem le_of_mul_le_mul_left (h : c * a ≤ c * b) (hc : 0 < c) : a ≤ b :=
  le_of_mul_le_mul_right (c := c) (by grind) hc

theorem lt_of_mul_lt_mul_right (h : a * c < b * c) (hc : 0 ≤ c) : a < b := by
  refine Classical.byContradiction fun hn => ?_
  have : b * c ≤ a * c := mul_le_mul_right (by grind) hc
  grind

theorem div_le_iff_le_mul (hc : 0 < c) : a / c ≤ b ↔ a ≤ b * c := by
  have hcancel : a / c * c = a := div_mul_cancel (ne_of_pos hc)
  constructor
  · intro h
    have := mul_le_mul_right h (Std.le_of_lt hc)
    grind
  · intro h
    exact le_of_mul_le_mul_right (c := c) (by grind) hc

theorem div_le_div_right (h : a ≤ b) (hc : 0 < c) : a / c ≤ b / c :=
  (div_le_iff_le_mul hc).mpr (by rw [div_mul_cancel (ne_of_pos hc)]; exact h)

/-- Cross-multiplication. -/
theorem div_le_div_iff (hb : 0 < b) (hd : 0 < d) : a / b ≤ c / d ↔ a * d ≤ c * b := by
  have hbc : a / b * b = a := div_mul_cancel (ne_of_pos hb)
  have hdc : c / d * d = c := div_mul_cancel (ne_of_pos hd)
  constructor
  · intro h
    have h1 := mul_le_mul_right h (Std.le_of_lt (mul_pos hb hd))
    calc a * d = a / b * (b * d) := by grind
      _ ≤ c / d * (b * d) := h1
      _ = c * b := by grind
  · intro h
    refine le_of_mul_le_mul_right (c := b * d) ?_ (mul_pos hb hd)
    calc a / b * (b * d) = a * d := by grind
      _ ≤ c * b := h
      _ = c / d * (b * d) := by grind

theorem inv_le_one (h : 1 ≤ a) : a⁻¹ ≤ 1 := by
  have ha : 0 < a := by grind [zero_lt_one (K := K)]
  have hc := mul_inv_cancel (ne_of_pos ha)
  refine le_of_mul_le_mul_left (c := a) ?_ ha
  grind

/-! ### Natural powers -/

theorem pow_pos (ha : 0 < a) : ∀ n : Nat, 0 < a ^ n
  | 0 => by simpa [Semiring.pow_zero] using zero_lt_one (K := K)
  | n + 1 => by rw [Semiring.pow_succ]; exact mul_pos (pow_pos ha n) ha

theorem pow_nonneg (ha : 0 ≤ a) : ∀ n : Nat, 0 ≤ a ^ n
  | 0 => by simpa [Semiring.pow_zero] using Std.le_of_lt (zero_lt_one (K := K))
  | n + 1 => by rw [Semiring.pow_succ]; exact mul_nonneg (pow_nonneg ha n) ha

theorem pow_le_pow_left (ha : 0 ≤ a) (hab : a ≤ b) : ∀ n : Nat, a ^ n ≤ b ^ n
  | 0 => by rw [Semiring.pow_zero, Semiring.pow_zero]; exact Std.le_refl _
  | n + 1 => by
    rw [Semiring.pow_succ, Semiring.pow_succ]
    exact mul_le_mul (pow_le_pow_left ha hab n) hab ha (pow_nonneg (Std.le_trans ha hab) n)

theorem pow_le_one (ha : 0 ≤ a) (h1 : a ≤ 1) (n : Nat) : a ^ n ≤ 1 := by
  have := pow_le_pow_left ha h1 n; rwa [Semiring.one_pow] at this

theorem one_le_pow (h : 1 ≤ a) (n : Nat) : 1 ≤ a ^ n := by
  have := pow_le_pow_left (by grind [zero_lt_one (K := K)]) h n; rwa [Semiring.one_pow] at this

/-- Powers of a number in `[0,1]` decrease with the exponent. -/
theorem pow_le_pow_of_le_one (ha : 0 ≤ a) (h1 : a ≤ 1) {m n : Nat} (hmn : m ≤ n) :
    a ^ n ≤ a ^ m := by
  obtain ⟨k, rfl⟩ := Nat.le.dest hmn
  rw [Semiring.pow_add]
  have := mul_le_mul_left (pow_le_one ha h1 k) (pow_nonneg ha m)
  grind

/-- Powers of a number at least one increase with the exponent. -/
theorem pow_le_pow_of_one_le (h1 : 1 ≤ a) {m n : Nat} (hmn : m ≤ n) : a ^ m ≤ a ^ n := by
  obtain ⟨k, rfl⟩ := Nat.le.dest hmn
  rw [Semiring.pow_add]
  have h0 : 0 ≤ a := by grind [zero_lt_one (K := K)]
  have := mul_le_mul_left (one_le_pow h1 k) (pow_nonneg h0 m)
  grind

theorem mul_pow (a b : K) (n : Nat) : (a * b) ^ n = a ^ n * b ^ n :=
  CommSemiring.mul_pow a b n

theorem pow_mul (a : K) (m : Nat) : ∀ n : Nat, a ^ (m * n) = (a ^ m) ^ n
  | 0 => by simp [Semiring.pow_zero]
  | n + 1 => by rw [Nat.mul_succ, Semiring.pow_add, pow_mul a m n, Semiring.pow_succ]

theorem pow_mul_comm (a : K) (m n : Nat) : (a ^ m) ^ n = (a ^ n) ^ m := by
  rw [← pow_mul, ← pow_mul, Nat.mul_comm]

theorem pow_ne_zero (h : a ≠ 0) : ∀ n : Nat, a ^ n ≠ 0
  | 0 => by rw [Semiring.pow_zero]; grind [zero_lt_one (K := K)]
  | n + 1 => by
    intro hz
    have hc := mul_inv_cancel h
    exact pow_ne_zero h n (by
      calc a ^ n = a ^ (n + 1) * a⁻¹ := by rw [Semiring.pow_succ]; grind
        _ = 0 := by rw [hz]; grind)

theorem inv_pow_mul_pow (h : a ≠ 0) (n : Nat) : a⁻¹ ^ n * a ^ n = 1 := by
  rw [← mul_pow]
  have : a⁻¹ * a = 1 := by grind [mul_inv_cancel h]
  rw [this, Semiring.one_pow]

/-- `a` is monotone under natural powers, cancelled: roots preserve order. -/
theorem le_of_pow_le_pow (hb : 0 ≤ b) {n : Nat} (hn : n ≠ 0) (h : a ^ n ≤ b ^ n) : a ≤ b := by
  refine Classical.byContradiction fun hc => ?_
  obtain ⟨k, rfl⟩ := Nat.exists_eq_succ_of_ne_zero hn
  have hba : b < a := by grind
  have h1 : b ^ k ≤ a ^ k := pow_le_pow_left hb (by grind) k
  have ha : 0 < a := by grind
  rw [Nat.succ_eq_add_one, Semiring.pow_succ, Semiring.pow_succ] at h
  have h2 : b ^ k * b ≤ a ^ k * b := mul_le_mul_right h1 hb
  have h3 : 0 < a ^ k * (a - b) := mul_pos (pow_pos ha k) (by grind)
  grind

theorem natCast_nonneg (n : Nat) : (0 : K) ≤ (n : K) := OrderedRing.natCast_nonneg

theorem natCast_pos {n : Nat} (h : 0 < n) : (0 : K) < (n : K) :=
  OrderedRing.pos_natCast_of_pos n h

theorem natCast_le {m n : Nat} (h : m ≤ n) : (m : K) ≤ (n : K) :=
  OrderedRing.natCast_le_natCast_of_le m n h

end Formal
