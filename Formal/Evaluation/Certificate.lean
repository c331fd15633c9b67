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

namespace ReferenceInstance

variable {D : Type u} [Enumeration D] [DecidableEq D] {k : Nat} (I : ReferenceInstance D k) {r : Fraction}

/-- The fraction is the discount of the instance. -/
def DiscountIs (r : Fraction) : Prop := Fraction.Is I.discount r

instance (r : Fraction) : Decidable (I.DiscountIs r) :=
  inferInstanceAs (Decidable (r.Proper ∧ I.discount = r.value))

theorem isTable_envelopeMass (hr : I.DiscountIs r) {law t : List (List Fraction)}
    (hlaw : IsTable I.transcriptLaw law)
    (h : allMatch (envelopeCheck r law) (elems : List I.Data) t = true) :
    IsTable I.envelopeMass t := by
  have := isTable_envelope hr.1 hlaw h
  rwa [← hr.2] at this

theorem isRow_partition {t : List (List Fraction)} {z : List Fraction} (ht : IsTable I.envelopeMass t)
    (h : allMatch normalizerCheck t z = true) : IsRow I.partition z :=
  isRow_normalizer ht h

theorem isTable_mechanism {t m : List (List Fraction)} {z : List Fraction} (ht : IsTable I.envelopeMass t)
    (hz : allMatch normalizerCheck t z = true) (h : allMatch mechanismCheck (t.zip z) m = true) :
    IsTable I.mechanism m :=
  isTable_envelopeMechanism ht hz h

/-- The privacy ratio of the mechanism for neighbouring datasets, from its table. -/
theorem mechanism_le_of_ratioCheck {ρ : Fraction} (hρ : ρ.Proper) {m : List (List Fraction)}
    (hm : IsTable I.mechanism m) (h : ratioCheck I.Data ρ m = true) (x x' : I.Data)
    (hd : hamming x x' = 1) (ω : I.Transcript) : I.mechanism x ω ≤ ρ.value * I.mechanism x' ω :=
  le_of_ratioCheck hρ hm h x x' hd ω

end ReferenceInstance

end Formal
