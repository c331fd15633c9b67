module

public import Formal.Witness.Privacy
public import Formal.Selection.Law

/-!
# Instances of the theorems on datasets and selection laws at `Rat`

The theorems with hypotheses of `Formal.Query.Dataset` (blueprint §0) and `Formal.Selection.Law` (§3)
applied to concrete data on which all their hypotheses hold: two queries on bits, and a selection rule
with two groups whose weights depend on the history.
-/

@[expose] public noncomputable section

namespace Formal.Witness.Law

open Formal.Witness.Privacy

/-! ### Datasets and answers: blueprint 0 -/

theorem hamming_values : hamming zeros allOnes = 2 ∧ hamming zeros mixed = 1 ∧ hamming mixed mixed = 0 := by
  decide +kernel

/-- On the way from zeros to ones there is a neighbour of both. -/
theorem exists_step : ∃ z, hamming zeros z = 1 ∧ hamming z allOnes = 1 :=
  Formal.exists_step (by decide +kernel)

/-- The first query has the values `1, -1`, the second `1/3, 0`. -/
def query (q d : Bool) : Rat :=
  match q, d with
  | true, true => 1
  | true, false => -1
  | false, true => 1 / 3
  | false, false => 0

theorem query_le : ∀ q d, -1 ≤ query q d ∧ query q d ≤ 1 := by
  intro q d; cases q <;> cases d <;> decide +kernel

theorem signedValue_le_one :
    -1 ≤ signedValue query (true, false) true ∧ signedValue query (true, false) true ≤ 1 :=
  Formal.signedValue_le_one query_le (true, false) true

theorem sum_sub_le_hamming :
    (sum fun i => query true (allOnes i)) - (sum fun i => query true (zeros i)) ≤
      2 * (hamming allOnes zeros : Rat) :=
  Formal.sum_sub_le_hamming (query_le true) allOnes zeros

/-- Two rows move the sum of the first query by four: the bound is attained. -/
theorem sum_sub_le_hamming_sharp :
    (sum fun i => query true (allOnes i)) - (sum fun i => query true (zeros i)) =
      2 * (hamming allOnes zeros : Rat) := by
  decide +kernel

/-- **Sensitivity of the answers**: one changed row. -/
theorem dStar_le_hamming :
    dStar 2 (signedAnswer query zeros) (signedAnswer query mixed) ≤ (hamming zeros mixed : Rat) :=
  Formal.dStar_le_hamming true (by decide) query_le zeros mixed

/-- The bound is attained by the first query. -/
theorem dStar_value : dStar 2 (signedAnswer query zeros) (signedAnswer query mixed) = 1 := by decide +kernel

/-- The second query alone stays below it. -/
theorem dStar_value_second :
    dStar 2 (signedAnswer (fun _ : Unit => query false) zeros) (signedAnswer (fun _ => query false) mixed) =
      1 / 6 := by
  decide +kernel

/-- Queries with values outside `[-1,1]` are more sensitive. -/
theorem dStar_le_hamming_fails :
    ¬dStar 2 (signedAnswer (fun q d => 2 * query q d) zeros) (signedAnswer (fun q d => 2 * query q d) mixed) ≤
      (hamming zeros mixed : Rat) := by
  decide +kernel

theorem absVal_le : absVal (-3 / 2 : Rat) ≤ 2 := Formal.absVal_le (by decide +kernel) (by decide +kernel)

/-! ### Selection laws: blueprint 3.1, 3.2 -/

/-- Two groups of two elements, drawn with probabilities `1/3` and `2/3`; the weight of an element
grows with the number of earlier selections and depends on the last one. -/
def rule : SelectionRule Rat (Bool × Bool) Bool where
  group s := s.1
  drawMass u := if u then 1 / 3 else 2 / 3
  weight h s := 1 + h.length + (if h.getLast? = some s then 1 else 0)
  group_surjective u := ⟨(u, true), rfl⟩
  drawMass_pos u := by cases u <;> decide +kernel
  sum_drawMass := by decide +kernel
  weight_pos h s := by
    have := natCast_nonneg (K := Rat) h.length
    split <;> grind

/-- The target factor. -/
def target (s : Bool × Bool) : Rat :=
  match s with
  | (true, true) => 3
  | (true, false) => 1 / 2
  | (false, true) => 1
  | (false, false) => 5

theorem target_pos : ∀ s, 0 < target s := by
  rintro ⟨a, b⟩; cases a <;> cases b <;> decide +kernel

/-- A transcript of two rounds that stays in one element. -/
def twice : Fin 2 → Bool × Bool := fun _ => (true, true)

theorem groupWeight_pos : 0 < rule.groupWeight target [(true, true)] true :=
  rule.groupWeight_pos target_pos _ _

theorem groupWeight_value : rule.groupWeight target [(true, true)] true = 10 := by decide +kernel

theorem selectMass_pos : 0 < rule.selectMass target [(true, true)] (true, true) :=
  rule.selectMass_pos target_pos _ _

theorem sum_selectMass : sum (rule.selectMass target [(true, true)]) = 1 :=
  rule.sum_selectMass target_pos _

theorem isPmf_selectMass : IsPmf (rule.selectMass target [(true, true)]) :=
  rule.isPmf_selectMass target_pos _

/-- The law depends on the history. -/
theorem selectMass_values : rule.selectMass target [] (true, true) = 2 / 7 ∧
    rule.selectMass target [(true, true)] (true, true) = 3 / 10 := by
  decide +kernel

theorem transcriptMass_pos : 0 < rule.transcriptMass target 2 [] twice :=
  rule.transcriptMass_pos target_pos 2 [] twice

theorem transcriptMass_value : rule.transcriptMass target 2 [] twice = 3 / 35 := by decide +kernel

theorem sum_transcriptMass : sum (rule.transcriptMass target 2 []) = 1 :=
  rule.sum_transcriptMass target_pos 2 []

theorem isPmf_transcriptMass : IsPmf (rule.transcriptMass target 2 []) :=
  rule.isPmf_transcriptMass target_pos 2 []

/-- A target factor that vanishes on a group gives it no mass: positivity is needed. -/
theorem sum_transcriptMass_fails :
    sum (rule.transcriptMass (fun s => if s.1 then 0 else target s) 1 []) ≠ 1 := by
  decide +kernel

/-- A factor for each group. -/
def factor (u : Bool) : Rat := if u then 5 else 1 / 7

theorem factor_pos : ∀ u, 0 < factor u := by intro u; cases u <;> decide +kernel

theorem selectMass_smul :
    rule.selectMass (fun s => factor (rule.group s) * target s) [] (true, true) =
      rule.selectMass target [] (true, true) :=
  rule.selectMass_smul target_pos factor_pos [] _

/-- Scaling the target on each group changes nothing. -/
theorem transcriptMass_smul :
    rule.transcriptMass (fun s => factor (rule.group s) * target s) 2 [] twice =
      rule.transcriptMass target 2 [] twice :=
  rule.transcriptMass_smul target_pos factor_pos 2 [] twice

/-- A factor that is not constant on the groups does change the law. -/
theorem transcriptMass_smul_fails :
    rule.transcriptMass (fun s => factor s.2 * target s) 2 [] twice ≠
      rule.transcriptMass target 2 [] twice := by
  decide +kernel

end Formal.Witness.Law
