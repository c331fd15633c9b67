module

public import Formal.Evaluation.Mechanism
public import Formal.Evaluation.Synthetic

/-!
# Answers and errors

The released answers `q(μ̄)`, the true answers and the expected worst error of the reference instance
(blueprint §3) are checked with fractions. The released answer of a transcript is the average of the
synthetic answers along it (`answer_eq`); the expected error is recomputed from the tables of the
mechanism and of the answers.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

namespace ReferenceInstance

variable {D : Type u} [Enumeration D] {k : Nat} (I : ReferenceInstance D k) {q : Quotients}

/-- The sum of the synthetic answers to query `j` along the selections `ω` after history `h`. -/
def answerSum (j : Fin k) : (J : Nat) → List (Signed k) → (Fin J → Signed k) → Rat
  | 0, _, _ => 0
  | J + 1, h, ω => I.syntheticAnswer h (j, true) + answerSum j J (h ++ [ω 0]) (tail ω)

theorem sum_syntheticSum_mul (j : Fin k) : ∀ (J : Nat) (h : List (Signed k)) (ω : Fin J → Signed k),
    (sum fun d => I.syntheticSum J h ω d * (I.query j d : Rat)) = I.answerSum j J h ω
  | 0, h, ω => by
    have : ∀ d, I.syntheticSum 0 h ω d * (I.query j d : Rat) = 0 := fun d => by
      rw [syntheticSum]; grind
    rw [sum_congr this, sum_zero]; rfl
  | J + 1, h, ω => by
    have hterm : ∀ d, I.syntheticSum (J + 1) h ω d * (I.query j d : Rat) =
        I.hedgeWeight h d * (I.value (j, true) d : Rat) / sum (I.hedgeWeight h) +
          I.syntheticSum J (h ++ [ω 0]) (tail ω) d * (I.query j d : Rat) := fun d => by
      rw [syntheticSum, synthetic, show I.value (j, true) d = I.query j d from rfl, Field.div_eq_mul_inv,
        Field.div_eq_mul_inv]
      grind
    rw [sum_congr hterm, sum_add, sum_div, sum_syntheticSum_mul j J]
    rfl

/-- The released answer is the average of the synthetic answers along the transcript. -/
theorem answer_eq (ω : I.Transcript) (j : Fin k) :
    I.answer ω j = I.answerSum j I.rounds [] ω / ((I.rounds : Rat) * (I.bound : Rat)) := by
  have hJ : (0 : Rat) < (I.rounds : Rat) := natCast_pos I.rounds_pos
  have hB : (0 : Rat) < (I.bound : Rat) := natCast_pos I.bound_pos
  have hterm : ∀ d, I.averageSynthetic ω d * (I.query j d : Rat) =
      I.syntheticSum I.rounds [] ω d * (I.query j d : Rat) / (I.rounds : Rat) := fun d => by
    rw [averageSynthetic, Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  unfold answer
  rw [sum_congr hterm, sum_div, sum_syntheticSum_mul]
  generalize I.answerSum j I.rounds [] ω = a
  generalize (I.rounds : Rat) = n at hJ ⊢
  generalize (I.bound : Rat) = b at hB ⊢
  have e := div_mul_cancel (a := a) (ne_of_pos hJ)
  refine Std.le_antisymm ((div_le_div_iff hB (mul_pos hJ hB)).mpr ?_)
    ((div_le_div_iff (mul_pos hJ hB) hB).mpr ?_) <;>
  · rw [show a / n * (n * b) = a / n * n * b by grind, e]; exact Std.le_refl _

/-- The sum of the synthetic answers as a fraction. -/
def answerSumFraction (q : Quotients) (j : Fin k) :
    (J : Nat) → List (Signed k) → (Fin J → Signed k) → Fraction
  | 0, _, _ => Fraction.zero
  | J + 1, h, ω =>
    (I.syntheticFraction q h (j, true)).add (answerSumFraction q j J (h ++ [ω 0]) (tail ω))

theorem is_answerSumFraction (hq : q.Of I) (j : Fin k) :
    ∀ (J : Nat) (h : List (Signed k)) (ω : Fin J → Signed k),
      Fraction.Is (I.answerSum j J h ω) (I.answerSumFraction q j J h ω)
  | 0, _, _ => ⟨Nat.one_pos, Fraction.value_zero.symm⟩
  | J + 1, h, ω => by
    have h1 := I.is_syntheticFraction hq h (j, true)
    have h2 := is_answerSumFraction hq j J (h ++ [ω 0]) (tail ω)
    refine ⟨Fraction.proper_add h1.1 h2.1, ?_⟩
    rw [answerSum, answerSumFraction, Fraction.value_add h1.1 h2.1, ← h1.2, ← h2.2]

/-- `row` lists the released answers of the transcript `ω`. -/
def answerCheck (q : Quotients) (ω : I.Transcript) (row : List Fraction) : Bool :=
  allMatch (fun j e =>
    quotientCheck ⟨((I.rounds * I.bound : Nat) : Int), 1⟩ (I.answerSumFraction q j I.rounds [] ω) e)
    elems row

theorem isTable_answer (hq : q.Of I) {t : List (List Fraction)}
    (h : allMatch (I.answerCheck q) elems t = true) : IsTable I.answer t := by
  refine Matches.of_allMatch (fun ω row hrow => Matches.of_allMatch (fun j e he => ?_) hrow) h
  have hpos : (0 : Rat) < (I.rounds : Rat) * (I.bound : Rat) :=
    mul_pos (natCast_pos I.rounds_pos) (natCast_pos I.bound_pos)
  rw [answer_eq]
  have hone : Fraction.Proper ⟨((I.rounds * I.bound : Nat) : Int), 1⟩ := Nat.one_pos
  refine is_of_quotientCheck ⟨⟨hone, ?_⟩, hpos⟩ (I.is_answerSumFraction hq j I.rounds [] ω) he
  refine Fraction.eq_value hone ?_
  show (I.rounds : Rat) * (I.bound : Rat) * ((1 : Nat) : Rat) = (((I.rounds * I.bound : Nat) : Int) : Rat)
  rw [Rat.intCast_natCast, Rat.natCast_mul]; grind

/-! ### True answers and errors -/

/-- The true answer as a fraction. -/
def trueFraction (x : I.Data) (j : Fin k) : Fraction := ⟨I.total x (j, true), I.rows * I.bound⟩

omit [Enumeration D] in
theorem is_trueFraction (x : I.Data) (j : Fin k) :
    Fraction.Is (I.trueAnswer x j) (I.trueFraction x j) := by
  refine ⟨Nat.mul_pos I.rows_pos I.bound_pos, ?_⟩
  show (I.total x (j, true) : Rat) / ((I.rows : Rat) * (I.bound : Rat)) = _ / ((I.rows * I.bound : Nat) : Rat)
  rw [Rat.natCast_mul]; rfl

/-- `row` lists the true answers of the dataset `x`. -/
def trueCheck (x : I.Data) (row : List Fraction) : Bool :=
  allMatch (fun j e => sameCheck (I.trueFraction x j) e) elems row

theorem isTable_trueAnswer {t : List (List Fraction)} (h : allMatch I.trueCheck elems t = true) :
    IsTable I.trueAnswer t :=
  Matches.of_allMatch (fun x _ hrow =>
    Matches.of_allMatch (fun j _ he => (I.is_trueFraction x j).of_sameCheck he) hrow) h

end ReferenceInstance

/-- The absolute difference of two fractions. -/
def Fraction.gap (a b : Fraction) : Fraction := (a.add b.neg).abs

theorem Fraction.Is.gap {v w : Rat} {a b : Fraction} (ha : Is v a) (hb : Is w b) :
    Is (absVal (v - w)) (a.gap b) := by
  have hn : b.neg.Proper := proper_neg hb.1
  refine ⟨proper_abs (proper_add ha.1 hn), ?_⟩
  rw [Fraction.gap, value_abs (proper_add ha.1 hn), value_add ha.1 hn, value_neg, ← ha.2, ← hb.2]
  congr 1; grind

/-- The worst gap between two rows of answers. -/
def worstGap (truth answers : List Fraction) : Fraction :=
  Fraction.maximum (List.zipWith Fraction.gap truth answers)

/-- The sum over transcripts of mass times worst gap. -/
def weightedGap (answers : List (List Fraction)) (truth mass : List Fraction) : Fraction :=
  Fraction.sum (List.zipWith Fraction.mul mass (answers.map (worstGap truth)))

/-- `e` is the expected worst gap for the masses and true answers `row`. -/
def expectedErrorCheck (answers : List (List Fraction)) (row : List Fraction × List Fraction)
    (e : Fraction) : Bool :=
  sameCheck (weightedGap answers row.1 row.2) e

namespace ReferenceInstance

variable {D : Type u} [Enumeration D] [DecidableEq D] {k : Nat} (I : ReferenceInstance D k)

/-- From the tables of the answers and of the mechanism, the expected errors. -/
theorem isRow_expectedError {answers truth mass : List (List Fraction)} {row : List Fraction}
    (ha : IsTable I.answer answers) (ht : IsTable I.trueAnswer truth) (hm : IsTable I.mechanism mass)
    (h : allMatch (expectedErrorCheck answers) (truth.zip mass) row = true) :
    IsRow I.expectedError row := by
  have hzip := Matches.zipWith (g := Prod.mk)
    (T := fun x q => IsRow (I.trueAnswer x) q.1 ∧ IsRow (I.mechanism x) q.2)
    (fun _ _ _ h h' => ⟨h, h'⟩) ht hm
  refine Matches.trans (fun x q e hq he => ?_) hzip h
  refine Fraction.Is.of_sameCheck (v := I.expectedError x) ?_ he
  have herr : IsRow (I.error x) (answers.map (worstGap q.1)) := by
    refine Matches.map (fun ω row hrow => ?_) ha
    have hgap : IsRow (fun j => absVal (I.trueAnswer x j - I.answer ω j))
        (List.zipWith Fraction.gap q.1 row) :=
      Matches.zipWith (R := fun j e => Fraction.Is (I.trueAnswer x j) e)
        (S := fun j e => Fraction.Is (I.answer ω j) e) (fun _ _ _ h h' => h.gap h') hq.1 hrow
    exact hgap.maximum
  have hprod : IsRow (fun ω => I.mechanism x ω * I.error x ω)
      (List.zipWith Fraction.mul q.2 (answers.map (worstGap q.1))) :=
    Matches.zipWith (R := fun ω e => Fraction.Is (I.mechanism x ω) e)
      (S := fun ω e => Fraction.Is (I.error x ω) e)
      (fun _ _ _ h h' => ⟨Fraction.proper_mul h.1 h'.1, by rw [Fraction.value_mul h.1 h'.1, ← h.2, ← h'.2]⟩)
      hq.2 herr
  exact hprod.sum

end ReferenceInstance

end Formal
