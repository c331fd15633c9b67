module

public import Formal.Evaluation.Table
public import Formal.Query.ReferenceInstance

/-!
# The synthetic distributions in integers

The reference instance (blueprint §3) after a history `h`: the multiplicative weights are powers of
`g₀ = a/b` with exponents of absolute value at most `R`, so `(ab)^R` times a weight is the natural
number `a^(R+u) b^(R-u)`. With these the synthetic answers and the exponents `⌊n m s(μ_h)⌉` of the
selection weights are checked by integer arithmetic.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

/-! ### Integer sums -/

/-- The sum of integers over a list. -/
def listTotal {α : Type u} (f : α → Int) : List α → Int
  | [] => 0
  | a :: l => f a + listTotal f l

/-- The sum of natural numbers over a list. -/
def listCount {α : Type u} (f : α → Nat) : List α → Nat
  | [] => 0
  | a :: l => f a + listCount f l

theorem cast_listTotal {α : Type u} (f : α → Int) : ∀ l : List α,
    ((listTotal f l : Int) : Rat) = listSum (fun a => (f a : Rat)) l
  | [] => rfl
  | a :: l => by rw [listTotal, listSum, Rat.intCast_add, cast_listTotal f l]

theorem cast_listCount {α : Type u} (f : α → Nat) : ∀ l : List α,
    ((listCount f l : Nat) : Rat) = listSum (fun a => (f a : Rat)) l
  | [] => rfl
  | a :: l => by rw [listCount, listSum, Rat.natCast_add, cast_listCount f l]

/-! ### Powers of a rational with a bounded exponent -/

/-- The natural number `(a/b)^u (ab)^R`, for `|u| ≤ R`. -/
def scaledPower (a b R : Nat) (u : Int) : Nat := a ^ ((R : Int) + u).toNat * b ^ ((R : Int) - u).toNat

theorem cast_scaledPower {q : Rat} {a b R : Nat} (ha : 0 < a) (hb : 0 < b) (hq : q * (b : Rat) = (a : Rat))
    {u : Int} (hu : u.natAbs ≤ R) : ((scaledPower a b R u : Nat) : Rat) = q ^ u * ((a * b : Nat) : Rat) ^ R := by
  have hbK : (0 : Rat) < (b : Rat) := natCast_pos hb
  have haK : (0 : Rat) < (a : Rat) := natCast_pos ha
  have hq0 : q ≠ 0 := by
    intro h; rw [h] at hq; grind
  obtain ⟨i, hi⟩ := Int.eq_ofNat_of_zero_le (show 0 ≤ (R : Int) + u by omega)
  obtain ⟨j, hj⟩ := Int.eq_ofNat_of_zero_le (show 0 ≤ (R : Int) - u by omega)
  have hsum : i + j = R + R := by omega
  have hui : u + (R : Int) = (i : Int) := by omega
  have hz : q ^ u * q ^ R = q ^ i := by
    rw [← Rat.zpow_natCast q R, ← Rat.zpow_add hq0, hui, Rat.zpow_natCast]
  unfold scaledPower
  rw [hi, hj, Int.toNat_natCast, Int.toNat_natCast, Rat.natCast_mul, Rat.natCast_mul, Rat.natCast_pow,
    Rat.natCast_pow, ← hq]
  calc (q * (b : Rat)) ^ i * (b : Rat) ^ j = q ^ i * ((b : Rat) ^ i * (b : Rat) ^ j) := by
        rw [mul_pow]; grind
    _ = q ^ u * q ^ R * ((b : Rat) ^ R * (b : Rat) ^ R) := by
        rw [← Semiring.pow_add, hsum, Semiring.pow_add, hz]
    _ = q ^ u * (q * (b : Rat) * (b : Rat)) ^ R := by
        rw [mul_pow, mul_pow]; grind

theorem scaledPower_pos {a b : Nat} (ha : 0 < a) (hb : 0 < b) (R : Nat) (u : Int) :
    0 < scaledPower a b R u :=
  Nat.mul_pos (Nat.pow_pos ha) (Nat.pow_pos hb)

/-- The quotient of two sums does not change when all terms are scaled. -/
theorem div_eq_of_mul_eq {s t s' t' c : Rat} (hc : 0 < c) (ht : 0 < t) (hs' : s' = s * c)
    (ht' : t' = t * c) : s / t = s' / t' := by
  have ht'' : 0 < t' := by rw [ht']; exact mul_pos ht hc
  refine Std.le_antisymm ((div_le_div_iff ht ht'').mpr ?_) ((div_le_div_iff ht'' ht).mpr ?_) <;>
    rw [hs', ht'] <;> grind

namespace ReferenceInstance

variable {D : Type u} [Enumeration D] {k : Nat} (I : ReferenceInstance D k)

/-- The base factors of an instance as quotients of natural numbers. -/
structure Quotients where
  /-- Numerator and denominator of `β`. -/
  beta : Nat × Nat
  /-- Numerator and denominator of `g₀`. -/
  base : Nat × Nat

/-- The quotients are those of the instance. -/
def Quotients.Of (q : Quotients) : Prop :=
  (0 < q.beta.1 ∧ 0 < q.beta.2 ∧ I.beta * (q.beta.2 : Rat) = (q.beta.1 : Rat)) ∧
    (0 < q.base.1 ∧ 0 < q.base.2 ∧ I.base * (q.base.2 : Rat) = (q.base.1 : Rat))

instance (q : Quotients) : Decidable (q.Of I) := inferInstanceAs (Decidable (_ ∧ _))

omit [Enumeration D] in
theorem natAbs_value_le (s : Signed k) (d : D) : (I.value s d).natAbs ≤ I.bound := by
  have := I.query_le s.1 d
  unfold value
  split <;> omega

omit [Enumeration D] in
theorem natAbs_exponent_le (d : D) : ∀ h : List (Signed k),
    (I.exponent h d).natAbs ≤ I.bound * h.length
  | [] => by simp [exponent]
  | s :: h => by
    have h1 := I.natAbs_value_le s d
    have h2 := natAbs_exponent_le d h
    rw [exponent, List.length_cons, Nat.mul_succ]; omega

/-- The multiplicative weight of `d` after history `h`, scaled to a natural number. -/
def naturalWeight (q : Quotients) (h : List (Signed k)) (d : D) : Nat :=
  scaledPower q.base.1 q.base.2 (I.bound * h.length) (I.exponent h d)

/-- The synthetic answer to a signed query after history `h`. -/
def syntheticFraction (q : Quotients) (h : List (Signed k)) (s : Signed k) : Fraction :=
  ⟨listTotal (fun d => (I.naturalWeight q h d : Int) * I.value s d) elems,
    listCount (I.naturalWeight q h) elems⟩

variable {q : Quotients}

theorem is_syntheticFraction (hq : q.Of I) (h : List (Signed k)) (s : Signed k) :
    Fraction.Is (I.syntheticAnswer h s) (I.syntheticFraction q h s) := by
  obtain ⟨ha, hb, hbase⟩ := hq.2
  have hc : (0 : Rat) < ((q.base.1 * q.base.2 : Nat) : Rat) ^ (I.bound * h.length) :=
    pow_pos (natCast_pos (Nat.mul_pos ha hb)) _
  have hw : ∀ d, ((I.naturalWeight q h d : Nat) : Rat) =
      I.hedgeWeight h d * ((q.base.1 * q.base.2 : Nat) : Rat) ^ (I.bound * h.length) := fun d =>
    cast_scaledPower ha hb hbase (I.natAbs_exponent_le d h)
  have hden : ((listCount (I.naturalWeight q h) elems : Nat) : Rat) =
      sum (I.hedgeWeight h) * ((q.base.1 * q.base.2 : Nat) : Rat) ^ (I.bound * h.length) := by
    rw [cast_listCount, ← sum_mul_right]
    exact sum_congr hw
  have hnum : ((listTotal (fun d => (I.naturalWeight q h d : Int) * I.value s d) elems : Int) : Rat) =
      (sum fun d => I.hedgeWeight h d * (I.value s d : Rat)) *
        ((q.base.1 * q.base.2 : Nat) : Rat) ^ (I.bound * h.length) := by
    rw [cast_listTotal, ← sum_mul_right]
    refine sum_congr fun d => ?_
    rw [Rat.intCast_mul, Rat.intCast_natCast, hw]; grind
  have hpos := I.sum_hedgeWeight_pos h
  refine ⟨?_, div_eq_of_mul_eq hc hpos hnum hden⟩
  have : (0 : Rat) < ((listCount (I.naturalWeight q h) elems : Nat) : Rat) := by
    rw [hden]; exact mul_pos hpos hc
  exact Rat.natCast_pos.mp this

/-! ### The exponents of the selection weights -/

/-- The exponent `⌊n m s(μ_h)⌉` of a selection weight. -/
def rounding (h : List (Signed k)) (s : Signed k) : Int :=
  roundNearest ((I.rows : Rat) * (I.scale : Rat) * I.syntheticAnswer h s)

theorem selectionWeight_eq (h : List (Signed k)) (s : Signed k) :
    I.selectionWeight h s = I.beta ^ (-I.rounding h s) := rfl

/-- `e` is the integer nearest to `n m s(μ_h)`, halves up. -/
def roundingCheck (q : Quotients) (h : List (Signed k)) (s : Signed k) (e : Int) : Bool :=
  let v := I.syntheticFraction q h s
  let twice := 2 * ((I.rows * I.scale : Nat) : Int) * v.num + (v.den : Int)
  decide (2 * (v.den : Int) * e ≤ twice) && decide (twice < 2 * (v.den : Int) * (e + 1))

/-- Rounding to the nearest integer, halves up, by integer inequalities: here `v = a/d`. -/
theorem roundNearest_eq {n v a d : Rat} {e : Int} (hd : 0 < d) (hv : v * d = a)
    (h1 : 2 * d * (e : Rat) ≤ 2 * n * a + d) (h2 : 2 * n * a + d < 2 * d * ((e : Rat) + 1)) :
    roundNearest (n * v) = e := by
  subst hv
  have h2d : 0 < 2 * d := mul_pos (by decide +kernel) hd
  have hlow : (e : Rat) ≤ n * v + 1 / 2 := by
    refine le_of_mul_le_mul_right (c := 2 * d) ?_ h2d
    generalize (e : Rat) = e at *
    grind
  have hhigh : n * v + 1 / 2 < ((e + 1 : Int) : Rat) := by
    rw [Rat.intCast_add, Rat.intCast_ofNat]
    generalize (e : Rat) = e at *
    refine lt_of_mul_lt_mul_right (c := 2 * d) ?_ (Std.le_of_lt h2d)
    grind
  have hlow' := Rat.le_floor_iff.mpr hlow
  have hhigh' := Rat.floor_lt_iff.mpr hhigh
  unfold roundNearest
  omega

theorem rounding_eq_of_check (hq : q.Of I) {h : List (Signed k)} {s : Signed k} {e : Int}
    (hc : I.roundingCheck q h s e = true) : I.rounding h s = e := by
  have hv := I.is_syntheticFraction hq h s
  have hval := Fraction.value_mul_den hv.1
  rw [← hv.2] at hval
  simp only [roundingCheck, Bool.and_eq_true, decide_eq_true_eq] at hc
  have h1 := Rat.intCast_le_intCast.mpr hc.1
  have h2 := Rat.intCast_lt_intCast.mpr hc.2
  simp only [Rat.intCast_mul, Rat.intCast_add, Rat.intCast_natCast, Rat.natCast_mul, Rat.intCast_ofNat]
    at h1 h2
  exact roundNearest_eq (Fraction.den_pos hv.1) hval h1 h2

end ReferenceInstance

end Formal
