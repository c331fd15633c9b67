module

public import Formal.Evaluation.Answers
public import Formal.Evaluation.Sample

/-!
# The theorems of a certificate

What the modules of `Formal.Certificate` use to turn checks of literal tables into statements about the
definitions of the reference instance: its envelope, normaliser, mechanism and privacy ratio (blueprint
2.1–2.3). The base law is in `Formal.Evaluation.Law`, answers and errors in `Formal.Evaluation.Answers`.
-/

@[expose] public noncomputable section

universe u

namespace Formal

/-- The distances of the sequences, in order, from a given sequence. -/
def hammingRow {D : Type u} [Enumeration D] [DecidableEq D] : {n : Nat} → (Fin n → D) → List Nat
  | 0, _ => [0]
  | _ + 1, x =>
    ((elems : List D).map fun b =>
      (hammingRow (tail x)).map fun d => (if x 0 = b then 0 else 1) + d).flatten

theorem matches_hammingRow {D : Type u} [Enumeration D] [DecidableEq D] : ∀ {n : Nat} (x : Fin n → D),
    IsDistanceRow x (hammingRow x)
  | 0, x => .cons rfl .nil
  | n + 1, x => by
    have ih := matches_hammingRow (tail x)
    refine Matches.of_map (Matches.flatten ?_)
    have hself : ∀ l : List D, Matches (fun a b => a = b) l l := by
      intro l
      induction l with
      | nil => exact .nil
      | cons a l ih => exact .cons rfl ih
    refine Matches.map (R := fun a b => a = b) (fun a b hab => ?_) (hself elems)
    refine Matches.map (fun y d hd => ?_) ih
    subst hab
    rw [hd]
    exact (hamming_succ (x := x) (y := cons a y)).symm

namespace ReferenceInstance

variable {D : Type u} [Enumeration D] [DecidableEq D] {k : Nat} (I : ReferenceInstance D k) {r : Fraction}

/-- The fraction is the discount of the instance. -/
def DiscountIs (r : Fraction) : Prop := Fraction.Is I.discount r ∧ 0 ≤ r.num

instance (r : Fraction) : Decidable (I.DiscountIs r) :=
  inferInstanceAs (Decidable ((r.Proper ∧ I.discount = r.value) ∧ 0 ≤ r.num))

theorem isTable_envelopeMass (hr : I.DiscountIs r) {law t : List (List Fraction)}
    (hlaw : IsTable I.transcriptLaw law)
    {places : List (List Nat)} (hlen : places.length = t.length)
    (h : allMatch (fun x : I.Data => envelopeCheck r law (hammingRow x)) elems (places.zip t) = true) :
    IsTable I.envelopeMass t := by
  have := isTable_envelope hr.1.1 hr.2 matches_hammingRow hlaw hlen h
  rwa [← hr.1.2] at this

theorem isRow_partition {t : List (List Fraction)} {z : List Fraction} (ht : IsTable I.envelopeMass t)
    (h : allMatch normalizerCheck t z = true) : IsRow I.partition z :=
  isRow_normalizer ht h

theorem isTable_mechanism {t m : List (List Fraction)} {z : List Fraction} (ht : IsTable I.envelopeMass t)
    (hz : allMatch normalizerCheck t z = true) (h : allMatch mechanismCheck (t.zip z) m = true) :
    IsTable I.mechanism m :=
  isTable_envelopeMechanism ht hz h

/-- The privacy ratio of the mechanism for neighbouring datasets, from its table. -/
theorem mechanism_le_of_ratioCheck {ρ : Fraction} (hρ : ρ.Proper) {m : List (List Fraction)}
    (hm : IsTable I.mechanism m)
    (h : allMatch (fun x : I.Data => ratioRowCheck ρ m (hammingRow x)) elems m = true) (x x' : I.Data)
    (hd : hamming x x' = 1) (ω : I.Transcript) : I.mechanism x ω ≤ ρ.value * I.mechanism x' ω :=
  le_of_ratioCheck hρ matches_hammingRow hm h x x' hd ω

end ReferenceInstance

end Formal
