module

public import Formal.Selection.MoveFamilies

/-!
# Instances of Maurey domination at `Rat`

Every theorem of `Formal.Selection.{Maurey,RowTarget,MoveFamilies}` with hypotheses (blueprint 5.1, 5.2,
5.4, 5.5) applied to concrete data on which all its hypotheses hold: datasets of two rows over a
universe of two elements, a rule whose weights depend on the history, and surrogate families of 25 and 16
codes. Strengthenings that fail are refuted: only zero moves, `Θ = 1`, and a dataset outside the ball.
-/

@[expose] public noncomputable section

namespace Formal.Witness.Maurey

/-- A statement over a finite type, checked along its enumeration. -/
theorem forall_of_elems {α : Type} [Enumeration α] {P : α → Prop} (h : ∀ a ∈ (elems : List α), P a)
    (a : α) : P a := h a (mem_elems a)

theorem forall_forall_of_elems {α β : Type} [Enumeration α] [Enumeration β] {P : α → β → Prop}
    (h : ∀ a ∈ (elems : List α), ∀ b ∈ (elems : List β), P a b) (a : α) (b : β) : P a b :=
  h a (mem_elems a) b (mem_elems b)

/-- One group of two elements; an element becomes more likely every time it is selected. -/
def grow : SelectionRule Rat Bool Unit where
  group _ := ()
  drawMass _ := 1
  weight h s := ((h.count s : Nat) : Rat) + 1
  group_surjective _ := ⟨true, rfl⟩
  drawMass_pos _ := zero_lt_one
  sum_drawMass := by decide +kernel
  weight_pos h s := by have := natCast_nonneg (K := Rat) (h.count s); grind

/-- One group of two elements of equal weight. -/
def flat : SelectionRule Rat Bool Unit where
  group _ := ()
  drawMass _ := 1
  weight _ _ := 1
  group_surjective _ := ⟨true, rfl⟩
  drawMass_pos _ := zero_lt_one
  sum_drawMass := by decide +kernel
  weight_pos _ _ := zero_lt_one

/-- A table with ratios `2/3, 1, 3/2` and values in `[2/3, 3/2]`. -/
def table (s d : Bool) : Rat := if s = d then 3 / 2 else 1

/-- The centre. -/
def x : Fin 2 → Bool := fun _ => true

/-- A dataset at distance one. -/
def y : Fin 2 → Bool := fun i => i ≠ 0

/-- A dataset at distance two. -/
def far : Fin 2 → Bool := fun _ => false

theorem table_pos : ∀ s d, 0 < table s d := forall_forall_of_elems (by decide +kernel)
theorem table_lo : ∀ s d, (3 / 2)⁻¹ ≤ table s d := forall_forall_of_elems (by decide +kernel)
theorem table_hi : ∀ s d, table s d ≤ 3 / 2 := forall_forall_of_elems (by decide +kernel)
theorem table_ratio : ∀ s d d', table s d' ≤ 3 / 2 * table s d := fun s =>
  forall_forall_of_elems (h := by revert s; exact forall_of_elems (by decide +kernel))
theorem one_le : (1 : Rat) ≤ 3 / 2 := by decide +kernel
theorem pos : (0 : Rat) < 3 / 2 := by decide +kernel

theorem hamming_values : hamming x y = 1 ∧ hamming x far = 2 := by decide +kernel
theorem near : hamming x y ≤ 2 := by decide +kernel

/-! ### General labels -/

/-- The labels of `y` as a repetition. -/
def labels : List (RowMove Bool) := [some (true, false), none]

theorem rowLabels_value : rowLabels 2 x y = labels := by decide +kernel

/-- Three targets with geometric mean one, and arithmetic mean at most `7/6`. -/
def three (c : Fin 3) (s : Bool) : Rat :=
  if c = 0 then 1 else if (c = 1) = s then 2 else 1 / 2

theorem exists_transcriptMass_le (ω : Fin 3 → Bool) :
    ∃ c ∈ finList 3, grow.transcriptMass (fun _ => 1) 3 [] ω ≤
      (7 / 6) ^ 3 * grow.transcriptMass (three c) 3 [] ω :=
  Formal.exists_transcriptMass_le grow (by decide) (forall_forall_of_elems (by decide +kernel))
    (fun _ => zero_lt_one) (forall_of_elems (by decide +kernel)) (forall_of_elems (by decide +kernel)) 3 []
    ω

theorem maurey_domination_of_labels (ω : Fin 2 → Bool) :
    ∃ c : Fin 3 → RowMove Bool, (∀ j, c j ∈ labels) ∧
      grow.transcriptMass (fun s => rowTarget table 3 x s * rowRatio table x y s ^ 3) 2 [] ω ≤
        (13 / 12) ^ (3 * 2) *
          grow.transcriptMass (codeTarget (rowTarget table 3 x) (rowMove table 2) c) 2 [] ω :=
  Formal.maurey_domination_of_labels grow (by decide) (rowTarget_pos table_pos 3 x)
    (rowMove_pos table_pos 2) (rowRatio_pos table_pos x y) (forall_of_elems (by decide +kernel))
    (forall_of_elems (by decide +kernel)) 3 2 [] ω

theorem maurey_domination_of_labels_kantorovich (ω : Fin 2 → Bool) :
    ∃ c : Fin 3 → RowMove Bool, (∀ j, c j ∈ labels) ∧
      grow.transcriptMass (fun s => rowTarget table 3 x s * rowRatio table x y s ^ 3) 2 [] ω ≤
        kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) ^ (3 * 2) *
          grow.transcriptMass (codeTarget (rowTarget table 3 x) (rowMove table 2) c) 2 [] ω :=
  Formal.maurey_domination_of_labels_kantorovich grow (by decide) (rowTarget_pos table_pos 3 x)
    (pow_pos pos 2) (le_rowMove table_pos one_le table_ratio 2) (rowMove_le table_pos one_le table_ratio 2)
    (rowRatio_pos table_pos x y) (forall_of_elems (by decide +kernel)) 3 2 [] ω

/-- The arithmetic mean of the labels of `y` is exactly `13/12` of their geometric mean; 5.2 gives
`9409/5184`. -/
theorem theta_values :
    (∀ s ∈ (elems : List Bool), listSum (fun c => rowMove table 2 c s) labels =
      13 / 12 * (2 * rowRatio table x y s)) ∧
    kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) = 9409 / 5184 := by
  decide +kernel

/-- Labels `8^{±1}` of weight `2/3` and `1` of weight `1/3`, with geometric mean `4^{±1}`. -/
def octave (c s : Bool) : Rat := if c then (if s then 8 else 1 / 8) else 1

/-- The geometric mean of the labels. -/
def octaveMean (s : Bool) : Rat := if s then 4 else 1 / 4

/-- Weights `2, 1`. -/
def twoOne (c : Bool) : Nat := if c then 2 else 1

theorem maurey_domination_of_weights (ω : Fin 2 → Bool) :
    ∃ c : Fin 2 → Bool, (∀ j, twoOne (c j) ≠ 0) ∧
      grow.transcriptMass (fun s => rowTarget table 2 x s * octaveMean s ^ 2) 2 [] ω ≤
        (5 / 3) ^ (2 * 2) * grow.transcriptMass (codeTarget (rowTarget table 2 x) octave c) 2 [] ω :=
  Formal.maurey_domination_of_weights grow (by decide) (rowTarget_pos table_pos 2 x)
    (forall_forall_of_elems (by decide +kernel))
    (forall_of_elems (by decide +kernel)) (forall_of_elems (by decide +kernel))
    (forall_of_elems (by decide +kernel)) 2 2 [] ω

theorem listSum_le_kantorovich :
    listSum (fun c => rowMove table 2 c true) labels ≤
      kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) * (((2 : Nat) : Rat) * (2 / 3)) :=
  Formal.listSum_le_kantorovich (pow_pos pos 2)
    (fun c _ => le_rowMove table_pos one_le table_ratio 2 c true)
    (fun c _ => rowMove_le table_pos one_le table_ratio 2 c true) (by decide +kernel) (by decide +kernel)

/-- The constant of 5.2 bounds all repetitions, `13/12` does not: the labels of `far` with a move back. -/
theorem meanBound : MeanBound (rowMove table 2) 2 (kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2)) :=
  meanBound_rowMove table_pos one_le table_ratio 2 2

theorem not_meanBound : ¬MeanBound (rowMove table 2) 2 (13 / 12 : Rat) := fun h =>
  absurd (h [some (true, false), some (false, true)] rfl true 1 zero_lt_one (by decide +kernel))
    (by decide +kernel)

/-! ### Row moves -/

theorem card_rowCode_value : card (Fin 2 → RowMove Bool) = 25 := by decide +kernel

theorem rowTarget_le_of_hamming_le (s : Bool) :
    rowTarget table 2 y s ≤ (3 / 2 : Rat) ^ (2 * 2) * rowTarget table 2 x s :=
  Formal.rowTarget_le_of_hamming_le table_pos one_le table_ratio near 2 s

theorem le_rowTarget_of_hamming_le (s : Bool) :
    ((3 / 2 : Rat) ^ (2 * 2))⁻¹ * rowTarget table 2 x s ≤ rowTarget table 2 y s :=
  Formal.le_rowTarget_of_hamming_le table_pos one_le table_ratio near 2 s

theorem rowSurrogate_le (c : Fin 2 → RowMove Bool) (s : Bool) :
    rowSurrogate table 2 x c s ≤ (3 / 2 : Rat) ^ (2 * 2) * rowTarget table 2 x s :=
  Formal.rowSurrogate_le table_pos one_le table_ratio c s

theorem le_rowSurrogate (c : Fin 2 → RowMove Bool) (s : Bool) :
    ((3 / 2 : Rat) ^ (2 * 2))⁻¹ * rowTarget table 2 x s ≤ rowSurrogate table 2 x c s :=
  Formal.le_rowSurrogate table_pos one_le table_ratio c s

/-- The scale is attained. -/
theorem rowSurrogate_sharp :
    rowSurrogate table 2 x (fun _ : Fin 2 => some (true, false)) false =
      (3 / 2 : Rat) ^ (2 * 2) * rowTarget table 2 x false := by
  decide +kernel

theorem maurey_domination (ω : Fin 2 → Bool) :
    ∃ c : Fin 2 → RowMove Bool, grow.transcriptMass (rowTarget table 2 y) 2 [] ω ≤
      (13 / 12) ^ (2 * 2) * grow.transcriptMass (rowSurrogate table 2 x c) 2 [] ω :=
  Formal.maurey_domination grow table_pos (by decide) near
    (forall_of_elems (by decide +kernel)) 2 2 [] ω

theorem maurey_domination_kantorovich (ω : Fin 2 → Bool) :
    ∃ c : Fin 2 → RowMove Bool, grow.transcriptMass (rowTarget table 2 y) 2 [] ω ≤
      kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) ^ (2 * 2) *
        grow.transcriptMass (rowSurrogate table 2 x c) 2 [] ω :=
  Formal.maurey_domination_kantorovich grow table_pos one_le table_ratio (by decide) near 2 2 [] ω

/-- A code of two different labels: here the labels of `y`, whose surrogate is the target of `y` itself. -/
theorem rowSurrogate_labels :
    ∀ s ∈ (elems : List Bool),
      rowSurrogate table 2 x (cons (some (true, false)) fun _ : Fin 1 => none) s = rowTarget table 2 y s := by
  decide +kernel

/-- A code of two opposite moves returns to the centre; one with a repeated move overshoots `y`. -/
theorem rowSurrogate_pairs :
    ∀ s ∈ (elems : List Bool),
      rowSurrogate table 2 x (cons (some (true, false)) fun _ : Fin 1 => some (false, true)) s =
          rowTarget table 2 x s ∧
        rowSurrogate table 2 x (fun _ : Fin 2 => some (true, false)) s = rowTarget table 2 far s := by
  decide +kernel

/-- With one move per code no surrogate gives this transcript the mass `1/4` that it has under `y`: the
domination is not an identity. -/
theorem rowSurrogate_values :
    ∀ c ∈ (elems : List (Fin 1 → RowMove Bool)),
      flat.transcriptMass (rowSurrogate table 2 x c) 2 [] (fun i => i = 0) < 1 / 4 := by
  decide +kernel

/-- **`Θ` cannot be dropped**: with codes of one move, the mass of a transcript under `y` exceeds its mass
under every surrogate. -/
theorem maurey_domination_fails_of_theta_one :
    ∀ c ∈ (elems : List (Fin 1 → RowMove Bool)),
      ¬flat.transcriptMass (rowTarget table 1 y) 2 [] (fun i => i = 0) ≤
        1 ^ (1 * 2) * flat.transcriptMass (rowSurrogate table 2 x c) 2 [] (fun i => i = 0) := by
  decide +kernel

/-- **The moves are needed**: with the zero move alone the domination fails. -/
theorem maurey_domination_fails_of_zero_moves :
    ¬flat.transcriptMass (rowTarget table 1 y) 1 [] (fun _ => false) ≤
      kantorovichConst ((3 / 2 : Rat) ^ 1)⁻¹ ((3 / 2 : Rat) ^ 1) ^ (1 * 1) *
        flat.transcriptMass (rowSurrogate table 1 x fun _ : Fin 1 => none) 1 [] (fun _ => false) := by
  decide +kernel

/-- **The radius is needed**: a dataset at distance two is not dominated by the codes of radius one. -/
theorem maurey_domination_fails_outside_ball :
    ∀ c ∈ (elems : List (Fin 1 → RowMove Bool)),
      ¬flat.transcriptMass (rowTarget table 1 far) 1 [] (fun _ => false) ≤
        kantorovichConst ((3 / 2 : Rat) ^ 1)⁻¹ ((3 / 2 : Rat) ^ 1) ^ (1 * 1) *
          flat.transcriptMass (rowSurrogate table 1 x c) 1 [] (fun _ => false) := by
  decide +kernel

/-! ### Signed points -/

theorem card_signedCode_value : card (Fin 2 → SignedLabel Bool) = 16 := by decide +kernel

theorem signedLabels_value :
    signedLabels 2 true x y = [(false, true), (true, false), (true, true), (true, false)] := by
  decide +kernel

theorem signedSurrogate_le (c : Fin 2 → SignedLabel Bool) (s : Bool) :
    signedSurrogate table 2 x c s ≤ (3 / 2 : Rat) ^ (2 * 2 * 2) * rowTarget table 2 x s :=
  Formal.signedSurrogate_le pos table_lo table_hi c s

theorem le_signedSurrogate (c : Fin 2 → SignedLabel Bool) (s : Bool) :
    ((3 / 2 : Rat) ^ (2 * 2 * 2))⁻¹ * rowTarget table 2 x s ≤ signedSurrogate table 2 x c s :=
  Formal.le_signedSurrogate pos table_lo table_hi c s

/-- With the exact `Θ = 8369/3456` of the labels of `y`. -/
theorem maurey_domination_signed (ω : Fin 2 → Bool) :
    ∃ c : Fin 2 → SignedLabel Bool, grow.transcriptMass (rowTarget table 2 y) 2 [] ω ≤
      (8369 / 3456) ^ (2 * 2) * grow.transcriptMass (signedSurrogate table 2 x c) 2 [] ω :=
  Formal.maurey_domination_signed grow table_pos (by decide) true near
    (forall_of_elems (by decide +kernel)) 2 2 [] ω

theorem maurey_domination_signed_kantorovich (ω : Fin 2 → Bool) :
    ∃ c : Fin 2 → SignedLabel Bool, grow.transcriptMass (rowTarget table 2 y) 2 [] ω ≤
      kantorovichConst ((3 / 2 : Rat) ^ (2 * 2))⁻¹ ((3 / 2 : Rat) ^ (2 * 2)) ^ (2 * 2) *
        grow.transcriptMass (signedSurrogate table 2 x c) 2 [] ω :=
  Formal.maurey_domination_signed_kantorovich grow pos table_lo table_hi (by decide) true near 2 2 [] ω

theorem meanBound_signed :
    MeanBound (signedMove table 1) 2 (kantorovichConst ((3 / 2 : Rat) ^ (2 * 1))⁻¹ ((3 / 2 : Rat) ^ (2 * 1))) :=
  meanBound_signedMove pos table_lo table_hi 1 2

end Formal.Witness.Maurey
