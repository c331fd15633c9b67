module

public import Formal.Real.Cauchy

/-!
# The ordered field of Cauchy reals

The second step of the construction of a complete ordered field (blueprint §R): `CauchyReal` is the
quotient of the Cauchy sequences of rationals by the equivalence "at most each other". It is an
`OrderedField`.

* `CauchyReal.mk_le_mk`, `CauchyReal.mk_lt_mk`: the order in terms of representatives.
* `CauchyReal.exists_mul_eq_one`: every nonzero element has an inverse.
* `fieldOfInverses`: a commutative ring in which every nonzero element has an inverse is a field.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

/-! ### A field from the existence of inverses -/

section FieldOfInverses

variable {R : Type u} [CommRing R]

open Classical in
/-- The inverse where there is one, and `0` elsewhere. -/
def chosenInv (a : R) : R := if h : ∃ b, a * b = 1 then h.choose else 0

theorem mul_chosenInv {a b : R} (h : a * b = 1) : a * chosenInv a = 1 := by
  have he : ∃ b, a * b = 1 := ⟨b, h⟩
  unfold chosenInv
  rw [dif_pos he]
  exact he.choose_spec

theorem chosenInv_eq {a b : R} (h : a * b = 1) : chosenInv a = b := by
  have h1 := mul_chosenInv h
  calc chosenInv a = chosenInv a * (a * b) := by rw [h]; grind
    _ = a * chosenInv a * b := by grind
    _ = b := by rw [h1]; grind

theorem chosenInv_zero : chosenInv (0 : R) = 0 := by
  by_cases h : ∃ b : R, 0 * b = 1
  · obtain ⟨b, hb⟩ := h
    have h1 := mul_chosenInv hb
    calc chosenInv (0 : R) = chosenInv 0 * (0 * chosenInv 0) := by rw [h1]; grind
      _ = 0 := by grind
  · unfold chosenInv
    rw [dif_neg h]

theorem chosenInv_chosenInv (hinv : ∀ a : R, a ≠ 0 → ∃ b, a * b = 1) (a : R) :
    chosenInv (chosenInv a) = a := by
  by_cases h : a = 0
  · rw [h, chosenInv_zero, chosenInv_zero]
  · obtain ⟨b, hb⟩ := hinv a h
    exact chosenInv_eq (by have := mul_chosenInv hb; grind)

/-- Integer powers, by natural powers of the element and inverses of these. -/
def chosenZPow (a : R) : Int → R
  | .ofNat n => a ^ n
  | .negSucc n => chosenInv (a ^ (n + 1))

/-- A commutative ring in which `0 ≠ 1` and every nonzero element has an inverse is a field. -/
def fieldOfInverses (h01 : (0 : R) ≠ 1) (hinv : ∀ a : R, a ≠ 0 → ∃ b, a * b = 1) : Field R where
  inv := chosenInv
  div a b := a * chosenInv b
  zpow := ⟨chosenZPow⟩
  div_eq_mul_inv _ _ := rfl
  zero_ne_one := h01
  inv_zero := chosenInv_zero
  mul_inv_cancel {a} h := let ⟨_, hb⟩ := hinv a h; mul_chosenInv hb
  zpow_zero a := Semiring.pow_zero a
  zpow_succ a n := Semiring.pow_succ a n
  zpow_neg a n := by
    show chosenZPow a (-n) = chosenInv (chosenZPow a n)
    match n with
    | .ofNat 0 =>
      have h : chosenZPow a (.ofNat 0) = 1 := Semiring.pow_zero a
      rw [show -Int.ofNat 0 = Int.ofNat 0 from rfl, h, chosenInv_eq (b := 1) (by grind)]
    | .ofNat (k + 1) => rfl
    | .negSucc k => exact (chosenInv_chosenInv hinv _).symm

end FieldOfInverses

/-! ### The quotient -/

instance CauchySeq.setoid : Setoid CauchySeq where
  r a b := CauchySeq.Le a b ∧ CauchySeq.Le b a
  iseqv :=
    { refl := fun a => ⟨CauchySeq.le_refl a, CauchySeq.le_refl a⟩
      symm := fun h => ⟨h.2, h.1⟩
      trans := fun h h' => ⟨CauchySeq.le_trans h.1 h'.1, CauchySeq.le_trans h'.2 h.2⟩ }

/-- The real numbers: Cauchy sequences of rationals, up to sequences at most each other. -/
def CauchyReal : Type := Quotient CauchySeq.setoid

namespace CauchyReal

open CauchySeq (const)

/-- The real number of a Cauchy sequence. -/
def mk (a : CauchySeq) : CauchyReal := Quotient.mk _ a

theorem ind {p : CauchyReal → Prop} (h : ∀ a, p (mk a)) (x : CauchyReal) : p x := Quotient.ind h x

theorem mk_eq_mk {a b : CauchySeq} (h : CauchySeq.Le a b) (h' : CauchySeq.Le b a) : mk a = mk b :=
  Quotient.sound (s := CauchySeq.setoid) ⟨h, h'⟩

theorem mk_eq_mk_of_forall {a b : CauchySeq} (h : ∀ n, a.seq n = b.seq n) : mk a = mk b :=
  mk_eq_mk (CauchySeq.le_of_forall fun n => by rw [h n]; exact Std.le_refl _)
    (CauchySeq.le_of_forall fun n => by rw [h n]; exact Std.le_refl _)

/-- The real number of a rational. -/
def ofRat (q : Rat) : CauchyReal := mk (const q)

instance : Add CauchyReal where
  add := Quotient.lift₂ (fun a b => mk (a.add b)) fun _ _ _ _ ha hb =>
    mk_eq_mk (CauchySeq.add_le_add ha.1 hb.1) (CauchySeq.add_le_add ha.2 hb.2)

instance : Neg CauchyReal where
  neg := Quotient.lift (fun a => mk a.neg) fun _ _ h =>
    mk_eq_mk (CauchySeq.neg_le_neg h.2) (CauchySeq.neg_le_neg h.1)

instance : Mul CauchyReal where
  mul := Quotient.lift₂ (fun a b => mk (a.mul b)) fun _ _ _ _ ha hb =>
    mk_eq_mk (CauchySeq.mul_le_mul ha.1 ha.2 hb.1 hb.2) (CauchySeq.mul_le_mul ha.2 ha.1 hb.2 hb.1)

instance : Sub CauchyReal := ⟨fun x y => x + -y⟩
instance : NatCast CauchyReal := ⟨fun n => ofRat n⟩
instance : IntCast CauchyReal := ⟨fun i => ofRat i⟩
instance (n : Nat) : OfNat CauchyReal n := ⟨ofRat n⟩
instance : SMul Nat CauchyReal := ⟨fun n x => (n : CauchyReal) * x⟩
instance : SMul Int CauchyReal := ⟨fun i x => (i : CauchyReal) * x⟩

/-- Natural powers by repeated multiplication. -/
def npow (x : CauchyReal) : Nat → CauchyReal
  | 0 => 1
  | n + 1 => npow x n * x

instance : HPow CauchyReal Nat CauchyReal := ⟨npow⟩

theorem mk_add_mk (a b : CauchySeq) : mk a + mk b = mk (a.add b) := rfl
theorem mk_mul_mk (a b : CauchySeq) : mk a * mk b = mk (a.mul b) := rfl
theorem neg_mk (a : CauchySeq) : -mk a = mk a.neg := rfl

theorem ofNat_eq (n : Nat) : (OfNat.ofNat n : CauchyReal) = ofRat n := rfl

theorem ofRat_neg (q : Rat) : ofRat (-q) = -ofRat q := mk_eq_mk_of_forall fun _ => rfl

theorem ofRat_add (p q : Rat) : ofRat (p + q) = ofRat p + ofRat q := mk_eq_mk_of_forall fun _ => rfl

theorem zero_eq : (0 : CauchyReal) = mk (const 0) := rfl
theorem one_eq : (1 : CauchyReal) = mk (const 1) := rfl

protected theorem neg_mul (x y : CauchyReal) : -x * y = -(x * y) := by
  induction x using ind with | _ a
  induction y using ind with | _ b
  exact mk_eq_mk_of_forall fun n => by
    show -a.seq n * b.seq n = -(a.seq n * b.seq n); grind

protected theorem mul_comm (x y : CauchyReal) : x * y = y * x := by
  induction x using ind with | _ a
  induction y using ind with | _ b
  exact mk_eq_mk_of_forall fun n => by show a.seq n * b.seq n = b.seq n * a.seq n; grind

protected theorem mul_one (x : CauchyReal) : x * 1 = x := by
  induction x using ind with | _ a
  exact mk_eq_mk_of_forall fun n => by show a.seq n * 1 = a.seq n; grind

protected theorem zero_mul (x : CauchyReal) : 0 * x = 0 := by
  induction x using ind with | _ a
  exact mk_eq_mk_of_forall fun n => by show 0 * a.seq n = 0; grind

protected theorem left_distrib (x y z : CauchyReal) : x * (y + z) = x * y + x * z := by
  induction x using ind with | _ a
  induction y using ind with | _ b
  induction z using ind with | _ c
  exact mk_eq_mk_of_forall fun n => by
    show a.seq n * (b.seq n + c.seq n) = a.seq n * b.seq n + a.seq n * c.seq n; grind

/-- The Cauchy reals are a commutative ring. -/
instance : CommRing CauchyReal where
  add_zero x := by
    induction x using ind with | _ a
    exact mk_eq_mk_of_forall fun n => by show a.seq n + 0 = a.seq n; grind
  add_comm x y := by
    induction x using ind with | _ a
    induction y using ind with | _ b
    exact mk_eq_mk_of_forall fun n => by show a.seq n + b.seq n = b.seq n + a.seq n; grind
  add_assoc x y z := by
    induction x using ind with | _ a
    induction y using ind with | _ b
    induction z using ind with | _ c
    exact mk_eq_mk_of_forall fun n => by
      show a.seq n + b.seq n + c.seq n = a.seq n + (b.seq n + c.seq n); grind
  mul_assoc x y z := by
    induction x using ind with | _ a
    induction y using ind with | _ b
    induction z using ind with | _ c
    exact mk_eq_mk_of_forall fun n => by
      show a.seq n * b.seq n * c.seq n = a.seq n * (b.seq n * c.seq n); grind
  mul_comm := CauchyReal.mul_comm
  mul_one := CauchyReal.mul_one
  one_mul x := by rw [CauchyReal.mul_comm]; exact CauchyReal.mul_one x
  zero_mul := CauchyReal.zero_mul
  mul_zero x := by rw [CauchyReal.mul_comm]; exact CauchyReal.zero_mul x
  left_distrib := CauchyReal.left_distrib
  right_distrib x y z := by
    rw [CauchyReal.mul_comm, CauchyReal.left_distrib, CauchyReal.mul_comm z, CauchyReal.mul_comm z]
  pow_zero _ := rfl
  pow_succ _ _ := rfl
  ofNat_succ n := mk_eq_mk_of_forall fun _ => Rat.natCast_add n 1
  neg_add_cancel x := by
    induction x using ind with | _ a
    exact mk_eq_mk_of_forall fun n => by show -a.seq n + a.seq n = 0; grind
  sub_eq_add_neg _ _ := rfl
  intCast_neg i := mk_eq_mk_of_forall fun _ => Rat.intCast_neg i
  neg_zsmul i x := by
    show ofRat ((-i : Int) : Rat) * x = -(ofRat i * x)
    rw [Rat.intCast_neg, ofRat_neg, CauchyReal.neg_mul]

/-! ### Order -/

instance : LE CauchyReal where
  le := Quotient.lift₂ CauchySeq.Le fun _ _ _ _ ha hb => propext
    ⟨fun h => CauchySeq.le_trans ha.2 (CauchySeq.le_trans h hb.1),
      fun h => CauchySeq.le_trans ha.1 (CauchySeq.le_trans h hb.2)⟩

instance : LT CauchyReal := ⟨fun x y => x ≤ y ∧ ¬ y ≤ x⟩

theorem mk_le_mk {a b : CauchySeq} : mk a ≤ mk b ↔ CauchySeq.Le a b := Iff.rfl

instance : Std.LawfulOrderLT CauchyReal where
  lt_iff _ _ := Iff.rfl

instance : Std.IsLinearOrder CauchyReal where
  le_refl x := by
    induction x using ind with | _ a
    exact CauchySeq.le_refl a
  le_trans x y z := by
    induction x using ind with | _ a
    induction y using ind with | _ b
    induction z using ind with | _ c
    exact CauchySeq.le_trans
  le_antisymm x y := by
    induction x using ind with | _ a
    induction y using ind with | _ b
    exact mk_eq_mk
  le_total x y := by
    induction x using ind with | _ a
    induction y using ind with | _ b
    exact CauchySeq.le_total a b

/-- A real number is below another one when there is a rational gap between representatives. -/
theorem mk_lt_mk {a b : CauchySeq} :
    mk a < mk b ↔ ∃ ε, 0 < ε ∧ Eventually fun n => a.seq n + ε ≤ b.seq n := by
  rw [show mk a < mk b ↔ ¬ mk b ≤ mk a by grind, mk_le_mk, CauchySeq.not_le_iff]

theorem add_le_add_right {x y : CauchyReal} (z : CauchyReal) (h : x ≤ y) : x + z ≤ y + z := by
  induction x using ind with | _ a
  induction y using ind with | _ b
  induction z using ind with | _ c
  exact CauchySeq.add_le_add h (CauchySeq.le_refl c)

/-- Products of positive real numbers are positive. -/
protected theorem mul_pos {x y : CauchyReal} (hx : 0 < x) (hy : 0 < y) : 0 < x * y := by
  induction x using ind with | _ a
  induction y using ind with | _ b
  obtain ⟨δ, hδ, ha⟩ := mk_lt_mk.mp hx
  obtain ⟨ε, hε, hb⟩ := mk_lt_mk.mp hy
  refine mk_lt_mk.mpr ⟨δ * ε, mul_pos hδ hε, (ha.and hb).mono fun n h => ?_⟩
  have h1 : 0 + δ ≤ a.seq n := h.1
  have h2 : 0 + ε ≤ b.seq n := h.2
  have := mul_le_mul (a := δ) (b := a.seq n) (c := ε) (d := b.seq n) (by grind) (by grind)
    (by grind) (by grind)
  show 0 + δ * ε ≤ a.seq n * b.seq n
  grind

instance : OrderedAdd CauchyReal where
  add_le_left_iff {x y} z := by
    constructor
    · exact add_le_add_right z
    · intro h
      have h' := add_le_add_right (-z) h
      rwa [show x + z + -z = x by grind, show y + z + -z = y by grind] at h'

protected theorem mul_lt_mul_left {x y z : CauchyReal} (h : x < y) (hz : 0 < z) :
    z * x < z * y := by
  have h1 := CauchyReal.mul_pos hz (show 0 < y - x by grind)
  rw [show z * (y - x) = z * y - z * x by grind] at h1
  generalize z * x = s at *
  generalize z * y = t at *
  grind

instance : OrderedRing CauchyReal where
  zero_lt_one := mk_lt_mk.mpr ⟨1, by grind, eventually_of_forall fun _ => by
    show (0 : Rat) + 1 ≤ 1; grind⟩
  mul_lt_mul_of_pos_left := CauchyReal.mul_lt_mul_left
  mul_lt_mul_of_pos_right {x y z} h hz := by
    rw [CauchyReal.mul_comm x, CauchyReal.mul_comm y]
    exact CauchyReal.mul_lt_mul_left h hz

/-! ### The field -/

theorem exists_mul_eq_one_of_pos {x : CauchyReal} (hx : 0 < x) : ∃ y, x * y = 1 := by
  induction x using ind with | _ a
  obtain ⟨δ, hδ, ha⟩ := mk_lt_mk.mp hx
  obtain ⟨b, hb⟩ := CauchySeq.exists_inv hδ (a := a) (ha.mono fun n h => by
    have h1 : 0 + δ ≤ a.seq n := h
    grind)
  refine ⟨mk b, mk_eq_mk (fun ε hε => hb.mono fun n h => ?_) (fun ε hε => hb.mono fun n h => ?_)⟩
  · show a.seq n * b.seq n ≤ 1 + ε
    grind
  · show 1 ≤ a.seq n * b.seq n + ε
    grind

/-- Every nonzero real number has an inverse. -/
theorem exists_mul_eq_one (x : CauchyReal) (hx : x ≠ 0) : ∃ y, x * y = 1 := by
  by_cases h : 0 < x
  · exact exists_mul_eq_one_of_pos h
  · obtain ⟨y, hy⟩ := exists_mul_eq_one_of_pos (x := -x) (by grind)
    exact ⟨-y, by grind⟩

instance : Field CauchyReal :=
  fieldOfInverses (by have := OrderedRing.zero_lt_one (R := CauchyReal); grind) exists_mul_eq_one

open Classical in
/-- The Cauchy reals are an ordered field. -/
instance : OrderedField CauchyReal where
  decidableLE _ _ := propDecidable _

end CauchyReal

end Formal
