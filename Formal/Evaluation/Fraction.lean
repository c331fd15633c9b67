module

public import Formal.Algebra.Max
public import Formal.Query.Dataset

/-!
# Unreduced fractions

The numbers in which certificates are checked. A `Fraction` is an integer over a natural number, not
reduced; its operations are those of `Rat` without the common divisors, which lets the kernel compare
large rationals by two multiplications of integers. `Fraction.value` is the rational that is meant,
and every operation is proved to commute with it, so that nothing about this file has to be trusted.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

/-- The fraction `num / den`, not necessarily in lowest terms. -/
structure Fraction where
  /-- The numerator. -/
  num : Int
  /-- The denominator; meaningful fractions have a positive one. -/
  den : Nat
deriving DecidableEq

namespace Fraction

/-- The rational number that a fraction stands for. -/
def value (a : Fraction) : Rat := (a.num : Rat) / (a.den : Rat)

/-- A fraction with a positive denominator. -/
def Proper (a : Fraction) : Prop := 0 < a.den

instance : DecidablePred Proper := fun a => inferInstanceAs (Decidable (0 < a.den))

/-- Comparison by cross-multiplication; natural numbers are much faster in the kernel than integers. -/
def le (a b : Fraction) : Bool :=
  match a.num, b.num with
  | .ofNat m, .ofNat n => Nat.ble (m * b.den) (n * a.den)
  | m, n => decide (m * (b.den : Int) ≤ n * (a.den : Int))

/-- Equality by cross-multiplication. -/
def eq (a b : Fraction) : Bool :=
  match a.num, b.num with
  | .ofNat m, .ofNat n => Nat.beq (m * b.den) (n * a.den)
  | m, n => decide (m * (b.den : Int) = n * (a.den : Int))

theorem le_iff_mul_le (a b : Fraction) :
    a.le b = true ↔ a.num * (b.den : Int) ≤ b.num * (a.den : Int) := by
  unfold le
  split
  · next m n hm hn =>
    rw [hm, hn, Nat.ble_eq, Int.ofNat_eq_natCast, Int.ofNat_eq_natCast, ← Int.natCast_mul,
      ← Int.natCast_mul, Int.ofNat_le]
  · rw [decide_eq_true_eq]

theorem eq_iff_mul_eq (a b : Fraction) :
    a.eq b = true ↔ a.num * (b.den : Int) = b.num * (a.den : Int) := by
  unfold eq
  split
  · next m n hm hn =>
    rw [hm, hn, Nat.beq_eq, Int.ofNat_eq_natCast, Int.ofNat_eq_natCast, ← Int.natCast_mul,
      ← Int.natCast_mul, Int.natCast_inj]
  · rw [decide_eq_true_eq]

/-- Zero. -/
def zero : Fraction := ⟨0, 1⟩

/-- One. -/
def one : Fraction := ⟨1, 1⟩

/-- Addition. -/
def add (a b : Fraction) : Fraction :=
  ⟨a.num * (b.den : Int) + b.num * (a.den : Int), a.den * b.den⟩

/-- Negation. -/
def neg (a : Fraction) : Fraction := ⟨-a.num, a.den⟩

/-- Multiplication. -/
def mul (a b : Fraction) : Fraction := ⟨a.num * b.num, a.den * b.den⟩

/-- The larger of two fractions. -/
def max (a b : Fraction) : Fraction := if a.le b then b else a

/-- The absolute value. -/
def abs (a : Fraction) : Fraction := max a a.neg

theorem den_pos {a : Fraction} (h : a.Proper) : (0 : Rat) < (a.den : Rat) := natCast_pos h

theorem value_mul_den {a : Fraction} (h : a.Proper) : a.value * (a.den : Rat) = (a.num : Rat) :=
  div_mul_cancel (ne_of_pos (den_pos h))

/-- A rational number with the right product is the value. -/
theorem eq_value {a : Fraction} (h : a.Proper) {v : Rat} (hv : v * (a.den : Rat) = (a.num : Rat)) :
    v = a.value := by
  have hd := den_pos h
  have e := value_mul_den h
  refine Std.le_antisymm (le_of_mul_le_mul_right (c := (a.den : Rat)) ?_ hd)
    (le_of_mul_le_mul_right (c := (a.den : Rat)) ?_ hd) <;> rw [hv, e] <;> exact Std.le_refl _

theorem cast_mul_cast (z : Int) (n : Nat) : ((z * (n : Int) : Int) : Rat) = (z : Rat) * (n : Rat) := by
  rw [Rat.intCast_mul, Rat.intCast_natCast]

theorem le_iff {a b : Fraction} (ha : a.Proper) (hb : b.Proper) : a.le b = true ↔ a.value ≤ b.value := by
  unfold value
  rw [le_iff_mul_le, div_le_div_iff (den_pos ha) (den_pos hb), ← Rat.intCast_le_intCast,
    cast_mul_cast, cast_mul_cast]

theorem eq_iff {a b : Fraction} (ha : a.Proper) (hb : b.Proper) : a.eq b = true ↔ a.value = b.value := by
  have h1 := le_iff ha hb
  have h2 := le_iff hb ha
  rw [le_iff_mul_le] at h1 h2
  rw [eq_iff_mul_eq]
  constructor
  · intro h
    exact Std.le_antisymm (h1.mp (by omega)) (h2.mp (by omega))
  · intro h
    have := h1.mpr (by rw [h]; exact Std.le_refl _)
    have := h2.mpr (by rw [h]; exact Std.le_refl _)
    omega

theorem proper_add {a b : Fraction} (ha : a.Proper) (hb : b.Proper) : (a.add b).Proper := Nat.mul_pos ha hb

theorem proper_mul {a b : Fraction} (ha : a.Proper) (hb : b.Proper) : (a.mul b).Proper := Nat.mul_pos ha hb

theorem proper_neg {a : Fraction} (ha : a.Proper) : a.neg.Proper := ha

theorem value_zero : zero.value = 0 := by decide +kernel

theorem value_one : one.value = 1 := by decide +kernel

theorem value_add {a b : Fraction} (ha : a.Proper) (hb : b.Proper) :
    (a.add b).value = a.value + b.value := by
  refine (eq_value (proper_add ha hb) ?_).symm
  have h1 := value_mul_den ha
  have h2 := value_mul_den hb
  show (a.value + b.value) * ((a.den * b.den : Nat) : Rat) =
    ((a.num * (b.den : Int) + b.num * (a.den : Int) : Int) : Rat)
  rw [Rat.intCast_add, cast_mul_cast, cast_mul_cast, Rat.natCast_mul, ← h1, ← h2]
  grind

theorem value_neg (a : Fraction) : a.neg.value = -a.value := by
  unfold value neg
  rw [Rat.intCast_neg, Field.div_eq_mul_inv, Field.div_eq_mul_inv]
  grind

theorem value_mul {a b : Fraction} (ha : a.Proper) (hb : b.Proper) :
    (a.mul b).value = a.value * b.value := by
  refine (eq_value (proper_mul ha hb) ?_).symm
  have h1 := value_mul_den ha
  have h2 := value_mul_den hb
  show a.value * b.value * ((a.den * b.den : Nat) : Rat) = ((a.num * b.num : Int) : Rat)
  rw [Rat.intCast_mul, Rat.natCast_mul, ← h1, ← h2]
  grind

theorem value_max {a b : Fraction} (ha : a.Proper) (hb : b.Proper) :
    (a.max b).value = max2 a.value b.value := by
  unfold max max2
  by_cases h : a.le b
  · rw [if_pos h, if_pos ((le_iff ha hb).mp h)]
  · rw [if_neg h, if_neg fun h' => h ((le_iff ha hb).mpr h')]

theorem value_abs {a : Fraction} (ha : a.Proper) : a.abs.value = absVal a.value := by
  unfold abs absVal
  rw [value_max ha (proper_neg ha), value_neg]

theorem proper_max {a b : Fraction} (ha : a.Proper) (hb : b.Proper) : (a.max b).Proper := by
  unfold max; split <;> assumption

theorem proper_abs {a : Fraction} (ha : a.Proper) : a.abs.Proper := proper_max ha (proper_neg ha)

theorem proper_one : one.Proper := Nat.one_pos

/-! ### Sums and maxima over lists -/

/-- The sum of a list of fractions. -/
def sum : List Fraction → Fraction
  | [] => zero
  | a :: l => add a (sum l)

/-- The maximum of a list of fractions; `0` if it is empty. -/
def maximum : List Fraction → Fraction
  | [] => zero
  | [a] => a
  | a :: b :: l => max a (maximum (b :: l))

theorem proper_sum : ∀ {l : List Fraction}, (∀ a ∈ l, a.Proper) → (sum l).Proper
  | [], _ => Nat.one_pos
  | _ :: _, h =>
    proper_add (h _ List.mem_cons_self) (proper_sum fun b hb => h b (List.mem_cons_of_mem _ hb))

theorem proper_maximum : ∀ {l : List Fraction}, (∀ a ∈ l, a.Proper) → (maximum l).Proper
  | [], _ => Nat.one_pos
  | [_], h => h _ List.mem_cons_self
  | _ :: _ :: _, h =>
    proper_max (h _ List.mem_cons_self) (proper_maximum fun c hc => h c (List.mem_cons_of_mem _ hc))

variable {α : Type u}

theorem value_sum {f : α → Rat} : ∀ {l : List α} {m : List Fraction},
    l.map f = m.map value → (∀ a ∈ m, a.Proper) → (sum m).value = listSum f l
  | [], [], _, _ => value_zero
  | [], _ :: _, h, _ => by simp at h
  | _ :: _, [], h, _ => by simp at h
  | a :: l, b :: m, h, hm => by
    rw [List.map_cons, List.map_cons, List.cons.injEq] at h
    have hm' : ∀ c ∈ m, c.Proper := fun c hc => hm c (List.mem_cons_of_mem b hc)
    rw [sum, listSum, value_add (hm b List.mem_cons_self) (proper_sum hm'), h.1, value_sum h.2 hm']

theorem value_maximum {f : α → Rat} : ∀ {l : List α} {m : List Fraction},
    l.map f = m.map value → (∀ a ∈ m, a.Proper) → (maximum m).value = listMax f l
  | [], [], _, _ => value_zero
  | [], _ :: _, h, _ => by simp at h
  | _ :: _, [], h, _ => by simp at h
  | [a], [b], h, _ => by simp at h; rw [maximum, listMax, h]
  | [_], _ :: _ :: _, h, _ => by simp at h
  | _ :: _ :: _, [_], h, _ => by simp at h
  | a :: c :: l, b :: d :: m, h, hm => by
    rw [List.map_cons, List.map_cons (l := d :: m), List.cons.injEq] at h
    have hm' : ∀ e ∈ d :: m, e.Proper := fun e he => hm e (List.mem_cons_of_mem b he)
    rw [maximum, listMax, value_max (hm b List.mem_cons_self) (proper_maximum hm'), h.1,
      value_maximum h.2 hm']

end Fraction

end Formal
