module

public import Formal.Selection.Moments

/-!
# Instances of the moment bounds at `Rat`

Every theorem of `Formal.Selection.Moments` with hypotheses (blueprint 4.4, A.1) applied to concrete
data on which all its hypotheses hold: a selection rule with two groups and weights that depend on the
history, and an adaptive pair of kernels. Smaller exponents are refuted.
-/

@[expose] public noncomputable section

namespace Formal.Witness

/-- A statement over a finite type, checked along its enumeration. -/
theorem forall_of_elems {α : Type} [Enumeration α] {P : α → Prop} (h : ∀ a ∈ (elems : List α), P a)
    (a : α) : P a := h a (mem_elems a)

/-! ### A selection rule with two groups -/

/-- A draw of one of two groups, then a weighted choice of one of its two elements; the weight of an
element grows with the number of its earlier selections. -/
def menu : SelectionRule Rat (Bool × Bool) Bool where
  group s := s.1
  drawMass u := if u then 1 / 3 else 2 / 3
  weight h s := ((h.count s + if s.2 then 1 else 0 : Nat) : Rat) + 1
  group_surjective u := ⟨(u, true), rfl⟩
  drawMass_pos u := by cases u <;> decide +kernel
  sum_drawMass := by decide +kernel
  weight_pos h s := by
    have := natCast_nonneg (K := Rat) (h.count s + if s.2 then 1 else 0)
    grind

/-- A target factor. -/
def factor : Bool × Bool → Rat
  | (true, true) => 1
  | (true, false) => 2
  | (false, true) => 3
  | (false, false) => 1

/-- A target factor whose ratio to `factor` takes the values `2, 1/2, 1, 3/2`. -/
def factor' : Bool × Bool → Rat
  | (true, true) => 2
  | (true, false) => 1
  | (false, true) => 3
  | (false, false) => 3 / 2

theorem factor_pos : ∀ s, 0 < factor s := forall_of_elems (by decide +kernel)
theorem le_factor' : ∀ s, 1 / 2 * factor s ≤ factor' s := forall_of_elems (by decide +kernel)
theorem factor'_le : ∀ s, factor' s ≤ 2 * factor s := forall_of_elems (by decide +kernel)

theorem selectMass_moment_le :
    ratioMoment 3 (menu.selectMass factor' [(true, false)]) (menu.selectMass factor [(true, false)]) ≤
      kantorovichConst (1 / 2) 2 ^ (3 * (3 - 1) / 2) :=
  menu.selectMass_moment_le factor_pos (by decide +kernel) (by decide +kernel) le_factor' factor'_le
    3 _

theorem transcript_moment_le :
    ratioMoment 3 (menu.transcriptMass factor' 2 []) (menu.transcriptMass factor 2 []) ≤
      kantorovichConst (1 / 2) 2 ^ (2 * (3 * (3 - 1) / 2)) :=
  menu.transcript_moment_le factor_pos (by decide +kernel) (by decide +kernel) le_factor' factor'_le
    3 2 []

theorem transcript_moment_values :
    ratioMoment 3 (menu.transcriptMass factor' 2 []) (menu.transcriptMass factor 2 []) =
        182350967 / 93767625 ∧
      kantorovichConst (1 / 2 : Rat) 2 = 25 / 16 := by
  decide +kernel

/-- After another history. -/
theorem transcript_moment_le_history :
    ratioMoment 3 (menu.transcriptMass factor' 2 [(true, false)])
        (menu.transcriptMass factor 2 [(true, false)]) ≤
      kantorovichConst (1 / 2) 2 ^ (2 * (3 * (3 - 1) / 2)) :=
  menu.transcript_moment_le factor_pos (by decide +kernel) (by decide +kernel) le_factor' factor'_le
    3 2 _

/-- Target factors under which the two elements of a group are equally likely at first. -/
def level (s : Bool × Bool) : Rat := if s.2 then 1 else 2

/-- A target factor with ratio `9/10` or `11/10` to `level`. -/
def level' (s : Bool × Bool) : Rat := if s.2 then 9 / 10 else 11 / 5

theorem transcript_moment_le_short (J : Nat) :
    ratioMoment 3 (menu.transcriptMass level' J []) (menu.transcriptMass level J []) ≤
      kantorovichConst (9 / 10) (11 / 10) ^ (J * (3 * (3 - 1) / 2)) :=
  menu.transcript_moment_le (forall_of_elems (by decide +kernel)) (by decide +kernel) (by decide +kernel)
    (forall_of_elems (by decide +kernel)) (forall_of_elems (by decide +kernel)) 3 J []

/-- The exponent `r(r-1)/2 - 1` per round is too small in 4.4, for one round. -/
theorem transcript_moment_exponent_fails :
    ¬ratioMoment 3 (menu.transcriptMass level' 1 []) (menu.transcriptMass level 1 []) ≤
      kantorovichConst (9 / 10) (11 / 10) ^ (1 * (3 * (3 - 1) / 2 - 1)) := by
  decide +kernel

/-- For two rounds even the exponent `J·r(r-1)/2 - 1` is too small. -/
theorem transcript_moment_exponent_fails_two :
    ¬ratioMoment 3 (menu.transcriptMass level' 2 []) (menu.transcriptMass level 2 []) ≤
      kantorovichConst (9 / 10) (11 / 10) ^ (2 * (3 * (3 - 1) / 2) - 1) := by
  decide +kernel

/-! ### Two laws and two adaptive kernels -/

/-- The next step given the previous one: fair at first, then leaning away from repetition. -/
def step : Option Bool → Bool → Rat
  | none, _ => 1 / 2
  | some c, b => if b = c then 1 / 3 else 2 / 3

/-- A step whose ratio to `step` lies in `[2/3, 3/2]`. -/
def step' : Option Bool → Bool → Rat
  | none, b => if b then 2 / 3 else 1 / 3
  | some _, _ => 1 / 2

/-- A kernel that looks at the last outcome. -/
def chain (h : List Bool) : Bool → Rat := step h.getLast?

/-- Another kernel that looks at the last outcome. -/
def chain' (h : List Bool) : Bool → Rat := step' h.getLast?

theorem isPmf_step : ∀ o, IsPmf (step o) := fun o =>
  ⟨by revert o; exact forall_of_elems (by decide +kernel),
    by revert o; exact forall_of_elems (by decide +kernel)⟩

theorem isPmf_step' : ∀ o, IsPmf (step' o) := fun o =>
  ⟨by revert o; exact forall_of_elems (by decide +kernel),
    by revert o; exact forall_of_elems (by decide +kernel)⟩

theorem step_pos : ∀ o b, 0 < step o b := forall_of_elems (by decide +kernel)
theorem le_step' : ∀ o b, 2 / 3 * step o b ≤ step' o b := forall_of_elems (by decide +kernel)
theorem step'_le : ∀ o b, step' o b ≤ 3 / 2 * step o b := forall_of_elems (by decide +kernel)

theorem ratio_moment_le :
    ratioMoment 4 (step' (some true)) (step (some true)) ≤
      kantorovichConst (2 / 3) (3 / 2) ^ (4 * (4 - 1) / 2) :=
  Formal.ratio_moment_le (isPmf_step' _) (isPmf_step _) (step_pos _) (by decide +kernel)
    (by decide +kernel) (le_step' _) (step'_le _) 4

theorem kernel_moment_le :
    ratioMoment 4 (kernelMass chain' 3 []) (kernelMass chain 3 []) ≤
      kantorovichConst (2 / 3) (3 / 2) ^ (3 * (4 * (4 - 1) / 2)) :=
  Formal.kernel_moment_le (fun _ => isPmf_step _) (fun _ => isPmf_step' _) (fun _ => step_pos _)
    (by decide +kernel) (by decide +kernel) (fun _ => le_step' _) (fun _ => step'_le _) 4 3 []

theorem ratioMoment_step_le : ∀ o, ratioMoment 2 (step' o) (step o) ≤ 9 / 8 :=
  forall_of_elems (by decide +kernel)

theorem kernelMass_ratioMoment_le :
    ratioMoment 2 (kernelMass chain' 3 []) (kernelMass chain 3 []) ≤ (9 / 8) ^ 3 :=
  Formal.kernelMass_ratioMoment_le (fun _ => step_pos _) (fun _ => (isPmf_step' _).nonneg)
    (fun _ => ratioMoment_step_le _) 3 []

/-- A bound for each round separately: the first round has a smaller moment than the others. -/
theorem kernelMass_ratioMoment_le_prod :
    ratioMoment 2 (kernelMass chain' 3 []) (kernelMass chain 3 []) ≤
      prod fun t : Fin 3 => if t.val = 0 then 10 / 9 else 9 / 8 := by
  have h := Formal.kernelMass_ratioMoment_le_prod (κ := chain) (κ' := chain') (r := 2)
    (B := fun t => if t = 0 then 10 / 9 else 9 / 8) (fun _ => step_pos _)
    (fun _ => (isPmf_step' _).nonneg) (fun t => by
      show (0 : Rat) ≤ if t = 0 then 10 / 9 else 9 / 8
      split <;> decide +kernel) (fun h => by
      cases h with
      | nil => decide +kernel
      | cons b h => exact ratioMoment_step_le _) 3 []
  simpa using h

/-- The product is attained: here the moment of a round depends only on its number. -/
theorem kernelMass_ratioMoment_sharp :
    ratioMoment 2 (kernelMass chain' 3 []) (kernelMass chain 3 []) =
      prod fun t : Fin 3 => if t.val = 0 then 10 / 9 else 9 / 8 := by
  decide +kernel

end Formal.Witness
