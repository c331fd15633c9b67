module

public import Formal.Query.Dataset
public import Formal.Selection.Maximum
public import Formal.Witness.Selection

/-!
# Instances of the maximum bounds at `Rat`

Every theorem of `Formal.Selection.Maximum` with hypotheses (blueprint 6.3, A.4, 6.4) applied to concrete
data on which all its hypotheses hold: two laws on three outcomes, and a ball of three databases
dominated by two surrogates. Strengthenings that fail are refuted.
-/

@[expose] public noncomputable section

namespace Formal.Witness

/-! ### The maximum of two laws -/

/-- A reference law on three outcomes. -/
def base3 : Fin 3 → Rat
  | 0 => 1 / 2
  | 1 => 1 / 3
  | 2 => 1 / 6

/-- Two laws on three outcomes, one of them without full support. -/
def pair3 : Bool → Fin 3 → Rat
  | true, 0 => 3 / 4
  | true, 1 => 1 / 4
  | true, 2 => 0
  | false, 0 => 1 / 4
  | false, 1 => 1 / 4
  | false, 2 => 1 / 2

/-- A nonnegative error. -/
def error3 : Fin 3 → Rat
  | 0 => 0
  | 1 => 1
  | 2 => 2

theorem isPmf_base3 : IsPmf base3 := ⟨by decide +kernel, by decide +kernel⟩
theorem base3_pos : ∀ ω, 0 < base3 ω := by decide +kernel
theorem pair3_nonneg : ∀ v ω, 0 ≤ pair3 v ω := forall_of_elems (by decide +kernel)
theorem error3_nonneg : ∀ ω, 0 ≤ error3 ω := by decide +kernel

theorem maximum_pow_le_sum : maximum base3 ^ 3 ≤ sum fun ω => base3 ω ^ 3 :=
  Formal.maximum_pow_le_sum (fun ω => Std.le_of_lt (base3_pos ω)) (by decide)

theorem ratioMoment_maximum_le :
    ratioMoment 3 (fun ω => maximum fun v => pair3 v ω) base3 ≤
      sum fun v => ratioMoment 3 (pair3 v) base3 :=
  Formal.ratioMoment_maximum_le base3_pos pair3_nonneg (by decide)

theorem sum_max_pow_le :
    (sum fun ω => (maximum fun v => pair3 v ω) * error3 ω) ^ (2 * 2) ≤
      (sum fun v => ratioMoment (2 * 2) (pair3 v) base3) * (expect base3 fun ω => error3 ω ^ 2) ^ 2 :=
  Formal.sum_max_pow_le isPmf_base3 base3_pos pair3_nonneg error3 (by decide)

theorem sum_max_pow_le_int :
    (sum fun ω => (maximum fun v => pair3 v ω) * error3 ω ^ (3 - 1)) ^ 3 ≤
      (sum fun v => ratioMoment 3 (pair3 v) base3) * (expect base3 fun ω => error3 ω ^ 3) ^ (3 - 1) :=
  Formal.sum_max_pow_le_int base3_pos pair3_nonneg error3_nonneg (by decide)

theorem sum_max_le_sum :
    (sum fun ω => (maximum fun v => pair3 v ω) * error3 ω) ≤ sum fun v => expect (pair3 v) error3 :=
  Formal.sum_max_le_sum pair3_nonneg error3_nonneg

theorem ratioMoment_pair3_four_le : ∀ v, ratioMoment (2 * 2) (pair3 v) base3 ≤ 14 :=
  forall_of_elems (by decide +kernel)

theorem ratioMoment_pair3_three_le : ∀ v, ratioMoment 3 (pair3 v) base3 ≤ 5 :=
  forall_of_elems (by decide +kernel)

theorem sum_max_pow_le_of_moment_le :
    (sum fun ω => (maximum fun v => pair3 v ω) * error3 ω) ^ (2 * 2) ≤
      (card Bool : Rat) * 14 * (expect base3 fun ω => error3 ω ^ 2) ^ 2 :=
  Formal.sum_max_pow_le_of_moment_le isPmf_base3 base3_pos pair3_nonneg error3 (by decide)
    ratioMoment_pair3_four_le

theorem sum_max_pow_le_int_of_moment_le :
    (sum fun ω => (maximum fun v => pair3 v ω) * error3 ω ^ (3 - 1)) ^ 3 ≤
      (card Bool : Rat) * 5 * (expect base3 fun ω => error3 ω ^ 3) ^ (3 - 1) :=
  Formal.sum_max_pow_le_int_of_moment_le base3_pos pair3_nonneg error3_nonneg (by decide)
    ratioMoment_pair3_three_le

/-- Two nearly disjoint laws. -/
def apart (v b : Bool) : Rat := if v = b then 9 / 10 else 1 / 10

/-- The number of laws cannot be dropped from A.4: two laws with second moment `41/25` against the fair
law, whose maximum has mass `9/5`. -/
theorem sum_max_pow_le_without_card_fails :
    (∀ v ∈ (elems : List Bool), ratioMoment (2 * 1) (apart v) (fun _ => 1 / 2) ≤ 41 / 25) ∧
      ¬(sum fun b => (maximum fun v => apart v b) * 1) ^ (2 * 1) ≤
        (41 / 25 : Rat) * (expect (fun _ : Bool => 1 / 2) fun _ => (1 : Rat) ^ 2) ^ 1 := by
  decide +kernel

/-- A sum over one label fewer than there are laws does not bound their maximum. -/
theorem sum_max_le_fewer_fails :
    ¬(sum fun b => (maximum fun v => apart v b) * 1) ≤ expect (apart true) fun _ => 1 := by
  decide +kernel

/-! ### A ball of three databases and two surrogates -/

/-- A target factor with values in `{4, 6, 9}` that depends on both bits of the database. -/
def bitTarget (y : Fin 2 → Bool) (s : Bool × Bool) : Rat :=
  (if y 0 = s.2 then 3 else 2) * (if (y 1 ^^ s.1) = s.2 then 3 else 2)

/-- The database `(true, true)`. -/
def center : Fin 2 → Bool := fun _ => true

/-- Two surrogates: the targets of the two neighbours of `center`. -/
def neighborTarget (v : Bool) : Bool × Bool → Rat :=
  bitTarget fun i => if i = 0 then !v else v

theorem bitTarget_pos : ∀ y s, 0 < bitTarget y s := fun y => forall_of_elems (by
  revert y; exact forall_of_elems (by decide +kernel))

theorem le_neighborTarget : ∀ v s, 2 / 3 * bitTarget center s ≤ neighborTarget v s := fun v =>
  forall_of_elems (by revert v; exact forall_of_elems (by decide +kernel))

theorem neighborTarget_le : ∀ v s, neighborTarget v s ≤ 3 / 2 * bitTarget center s := fun v =>
  forall_of_elems (by revert v; exact forall_of_elems (by decide +kernel))

/-- Every law in the ball of radius one is dominated by `3/2` times that of one of the surrogates,
including that of the centre, which is not a surrogate. -/
theorem bit_domination : ∀ y, dist center y ≤ 1 → ∀ ω, ∃ v,
    menu.transcriptMass (bitTarget y) 2 [] ω ≤ 3 / 2 * menu.transcriptMass (neighborTarget v) 2 [] ω := by
  have h : ∀ y ∈ (elems : List (Fin 2 → Bool)), dist center y ≤ 1 →
      ∀ ω ∈ (elems : List (Fin 2 → Bool × Bool)), ∃ v ∈ (elems : List Bool),
        menu.transcriptMass (bitTarget y) 2 [] ω ≤
          3 / 2 * menu.transcriptMass (neighborTarget v) 2 [] ω := by decide +kernel
  intro y hy ω
  obtain ⟨v, _, hv⟩ := h y (mem_elems y) hy ω (mem_elems ω)
  exact ⟨v, hv⟩

/-- The laws of the databases. -/
def bitLaw (y : Fin 2 → Bool) : (Fin 2 → Bool × Bool) → Rat := menu.transcriptMass (bitTarget y) 2 []

/-- The laws of the surrogates. -/
def neighborLaw (v : Bool) : (Fin 2 → Bool × Bool) → Rat :=
  menu.transcriptMass (neighborTarget v) 2 []

theorem bitLaw_nonneg : ∀ y ω, 0 ≤ bitLaw y ω := fun y ω =>
  Std.le_of_lt (menu.transcriptMass_pos (bitTarget_pos y) 2 [] ω)

theorem neighborLaw_nonneg : ∀ v ω, 0 ≤ neighborLaw v ω := fun _ ω =>
  Std.le_of_lt (menu.transcriptMass_pos (bitTarget_pos _) 2 [] ω)

/-- An error on transcripts: the number of selections from the first group. -/
def pathError (ω : Fin 2 → Bool × Bool) : Rat := sum fun t => if (ω t).1 then 1 else 0

theorem pathError_nonneg : ∀ ω, 0 ≤ pathError ω := forall_of_elems (by decide +kernel)

theorem le_ballMax (ω : Fin 2 → Bool × Bool) :
    bitLaw (fun i => i = 0) ω ≤ ballMax bitLaw center 1 ω :=
  Formal.le_ballMax bitLaw (by decide +kernel) ω

/-- At some outcome the ball maximum grows with each step of the radius. -/
theorem ballMax_strict :
    ballMax bitLaw center 0 (fun _ => (false, false)) < ballMax bitLaw center 1 (fun _ => (false, false)) ∧
      ballMax bitLaw center 1 (fun _ => (false, false)) <
        ballMax bitLaw center 2 (fun _ => (false, false)) := by
  decide +kernel

theorem ball_max_pow_le_of_domination :
    (sum fun ω => ballMax bitLaw center 1 ω * pathError ω) ^ (2 * 2) ≤
      (3 / 2) ^ (2 * 2) * ((sum fun v => ratioMoment (2 * 2) (neighborLaw v) (bitLaw center)) *
        (expect (bitLaw center) fun ω => pathError ω ^ 2) ^ 2) :=
  Formal.ball_max_pow_le_of_domination bitLaw_nonneg
    (menu.isPmf_transcriptMass (bitTarget_pos center) 2 [])
    (menu.transcriptMass_pos (bitTarget_pos center) 2 []) neighborLaw_nonneg (by decide +kernel)
    bit_domination pathError_nonneg (by decide)

theorem ball_max_pow_le_int_of_domination :
    (sum fun ω => ballMax bitLaw center 1 ω * pathError ω ^ (3 - 1)) ^ 3 ≤
      (3 / 2) ^ 3 * ((sum fun v => ratioMoment 3 (neighborLaw v) (bitLaw center)) *
        (expect (bitLaw center) fun ω => pathError ω ^ 3) ^ (3 - 1)) :=
  Formal.ball_max_pow_le_int_of_domination bitLaw_nonneg
    (menu.transcriptMass_pos (bitTarget_pos center) 2 []) neighborLaw_nonneg (by decide +kernel)
    bit_domination pathError_nonneg (by decide)

theorem ball_max_le_of_domination :
    (sum fun ω => ballMax bitLaw center 1 ω * pathError ω) ≤
      3 / 2 * sum fun v => expect (neighborLaw v) pathError :=
  Formal.ball_max_le_of_domination bitLaw_nonneg neighborLaw_nonneg (by decide +kernel) bit_domination
    pathError_nonneg

theorem ball_max_pow_le_of_targets :
    (sum fun ω => ballMax (fun y => menu.transcriptMass (bitTarget y) 2 []) center 1 ω * pathError ω) ^
        (2 * 2) ≤
      (3 / 2) ^ (2 * 2) * ((card Bool : Rat) *
        kantorovichConst (2 / 3) (3 / 2) ^ (2 * (2 * (2 * 2 - 1))) *
        (expect (menu.transcriptMass (bitTarget center) 2 []) fun ω => pathError ω ^ 2) ^ 2) :=
  Formal.ball_max_pow_le_of_targets menu bitTarget_pos (by decide +kernel) (by decide +kernel)
    le_neighborTarget neighborTarget_le (by decide +kernel) bit_domination pathError_nonneg (by decide)

theorem ball_max_pow_le_int_of_targets :
    (sum fun ω => ballMax (fun y => menu.transcriptMass (bitTarget y) 2 []) center 1 ω *
        pathError ω ^ (3 - 1)) ^ 3 ≤
      (3 / 2) ^ 3 * ((card Bool : Rat) *
        kantorovichConst (2 / 3) (3 / 2) ^ (2 * (3 * (3 - 1) / 2)) *
        (expect (menu.transcriptMass (bitTarget center) 2 []) fun ω => pathError ω ^ 3) ^ (3 - 1)) :=
  Formal.ball_max_pow_le_int_of_targets menu bitTarget_pos (by decide +kernel) (by decide +kernel)
    le_neighborTarget neighborTarget_le (by decide +kernel) bit_domination pathError_nonneg (by decide)

/-- Without the factor `Θ` the centre of the ball is not dominated by its neighbours. -/
theorem bit_domination_without_factor_fails :
    ∃ ω ∈ (elems : List (Fin 2 → Bool × Bool)), ∀ v ∈ (elems : List Bool),
      ¬bitLaw center ω ≤ neighborLaw v ω := by
  decide +kernel

end Formal.Witness
