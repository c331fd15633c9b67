module

public import Formal.Selection.Ball
public import Formal.Witness.Maurey

/-!
# Instances of the ball maximum at `Rat`

Every theorem of `Formal.Selection.Ball` (blueprint 6.4) applied to the datasets, rule and table of
`Formal.Witness.Maurey`, at radius one with codes of one label and at radius two with codes of two
labels, with the two sides evaluated at radius one.
-/

@[expose] public noncomputable section

namespace Formal.Witness.Maurey

/-- A gain of one, two or three. -/
def gain (ω : Fin 2 → Bool) : Rat := 1 + (if ω 0 then 1 else 0) + (if ω 1 then 0 else 1)

theorem gain_nonneg : ∀ ω, 0 ≤ gain ω := forall_of_elems (by decide +kernel)

/-- `Θ` of 5.2 at radius one. -/
def theta : Rat := kantorovichConst ((3 / 2 : Rat) ^ 1)⁻¹ ((3 / 2 : Rat) ^ 1)

theorem theta_nonneg : 0 ≤ theta := by decide +kernel
theorem meanBound_theta : MeanBound (rowMove table 1) 1 theta :=
  meanBound_rowMove table_pos one_le table_ratio 1 1

theorem ball_max_pow_le :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 1 y) 2 []) x 1 ω * gain ω) ^ (2 * 1)
      ≤ theta ^ (1 * 2 * (2 * 1)) * ((((card Bool ^ 2 + 1) ^ 1 : Nat) : Rat) *
        kantorovichConst ((3 / 2 : Rat) ^ (1 * 1))⁻¹ ((3 / 2 : Rat) ^ (1 * 1)) ^ (2 * (1 * (2 * 1 - 1))) *
        (expect (grow.transcriptMass (rowTarget table 1 x) 2 []) fun ω => gain ω ^ 2) ^ 1) :=
  Formal.ball_max_pow_le grow table_pos one_le table_ratio (by decide) theta_nonneg meanBound_theta x 1 2 []
    gain_nonneg (by decide)

theorem ball_max_pow_le_int :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 1 y) 2 []) x 1 ω *
        gain ω ^ (3 - 1)) ^ 3
      ≤ theta ^ (1 * 2 * 3) * ((((card Bool ^ 2 + 1) ^ 1 : Nat) : Rat) *
        kantorovichConst ((3 / 2 : Rat) ^ (1 * 1))⁻¹ ((3 / 2 : Rat) ^ (1 * 1)) ^ (2 * (3 * (3 - 1) / 2)) *
        (expect (grow.transcriptMass (rowTarget table 1 x) 2 []) fun ω => gain ω ^ 3) ^ (3 - 1)) :=
  Formal.ball_max_pow_le_int grow table_pos one_le table_ratio (by decide) theta_nonneg meanBound_theta x 1
    2 [] gain_nonneg (by decide)

theorem ball_max_le :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 1 y) 2 []) x 1 ω * gain ω) ≤
      theta ^ (1 * 2) * sum fun c : Fin 1 → RowMove Bool =>
        expect (grow.transcriptMass (rowSurrogate table 1 x c) 2 []) gain :=
  Formal.ball_max_le grow table_pos (by decide) theta_nonneg meanBound_theta x 1 2 [] gain_nonneg

theorem ball_max_pow_le_kantorovich :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 2 y) 2 []) x 2 ω * gain ω) ^ (2 * 2)
      ≤ kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) ^ (2 * 2 * (2 * 2)) *
        ((((card Bool ^ 2 + 1) ^ 2 : Nat) : Rat) *
          kantorovichConst ((3 / 2 : Rat) ^ (2 * 2))⁻¹ ((3 / 2 : Rat) ^ (2 * 2)) ^ (2 * (2 * (2 * 2 - 1))) *
          (expect (grow.transcriptMass (rowTarget table 2 x) 2 []) fun ω => gain ω ^ 2) ^ 2) :=
  Formal.ball_max_pow_le_kantorovich grow table_pos one_le table_ratio (by decide) x 2 2 [] gain_nonneg
    (by decide)

theorem ball_max_le_kantorovich :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 2 y) 2 []) x 2 ω * gain ω) ≤
      kantorovichConst ((3 / 2 : Rat) ^ 2)⁻¹ ((3 / 2 : Rat) ^ 2) ^ (2 * 2) *
        sum fun c : Fin 2 → RowMove Bool =>
          expect (grow.transcriptMass (rowSurrogate table 2 x c) 2 []) gain :=
  Formal.ball_max_le_kantorovich grow table_pos one_le table_ratio (by decide) x 2 2 [] gain_nonneg

/-- The ball maximum, the far bound and the near bound of its square, at radius one. -/
theorem ball_values :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 1 y) 2 []) x 1 ω * gain ω) =
        1058 / 429 ∧
      (theta ^ (1 * 2) * sum fun c : Fin 1 → RowMove Bool =>
        expect (grow.transcriptMass (rowSurrogate table 1 x c) 2 []) gain) =
        3206153974855 / 236421404208 ∧
      theta ^ (1 * 2 * (2 * 1)) * ((((card Bool ^ 2 + 1) ^ 1 : Nat) : Rat) *
        kantorovichConst ((3 / 2 : Rat) ^ (1 * 1))⁻¹ ((3 / 2 : Rat) ^ (1 * 1)) ^ (2 * (1 * (2 * 1 - 1))) *
        (expect (grow.transcriptMass (rowTarget table 1 x) 2 []) fun ω => gain ω ^ 2) ^ 1) =
        45099716315941105 / 833655391911936 := by
  decide +kernel

/-- `Θ` of 5.2 for signed points at radius one. -/
def thetaSigned : Rat := kantorovichConst ((3 / 2 : Rat) ^ (2 * 1))⁻¹ ((3 / 2 : Rat) ^ (2 * 1))

theorem thetaSigned_nonneg : 0 ≤ thetaSigned := by decide +kernel
theorem meanBound_thetaSigned : MeanBound (signedMove table 1) (2 * 1) thetaSigned :=
  meanBound_signedMove pos table_lo table_hi 1 2

theorem ball_max_pow_le_signed :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 1 y) 2 []) x 1 ω * gain ω) ^ (2 * 1)
      ≤ thetaSigned ^ (1 * 2 * (2 * 1)) * ((((2 * card Bool) ^ 1 : Nat) : Rat) *
        kantorovichConst ((3 / 2 : Rat) ^ (2 * 1 * 1))⁻¹ ((3 / 2 : Rat) ^ (2 * 1 * 1)) ^
          (2 * (1 * (2 * 1 - 1))) *
        (expect (grow.transcriptMass (rowTarget table 1 x) 2 []) fun ω => gain ω ^ 2) ^ 1) :=
  Formal.ball_max_pow_le_signed grow pos table_lo table_hi (by decide) true thetaSigned_nonneg
    meanBound_thetaSigned x 1 2 [] gain_nonneg (by decide)

theorem ball_max_pow_le_int_signed :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 1 y) 2 []) x 1 ω *
        gain ω ^ (3 - 1)) ^ 3
      ≤ thetaSigned ^ (1 * 2 * 3) * ((((2 * card Bool) ^ 1 : Nat) : Rat) *
        kantorovichConst ((3 / 2 : Rat) ^ (2 * 1 * 1))⁻¹ ((3 / 2 : Rat) ^ (2 * 1 * 1)) ^
          (2 * (3 * (3 - 1) / 2)) *
        (expect (grow.transcriptMass (rowTarget table 1 x) 2 []) fun ω => gain ω ^ 3) ^ (3 - 1)) :=
  Formal.ball_max_pow_le_int_signed grow pos table_lo table_hi (by decide) true thetaSigned_nonneg
    meanBound_thetaSigned x 1 2 [] gain_nonneg (by decide)

theorem ball_max_le_signed :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 1 y) 2 []) x 1 ω * gain ω) ≤
      thetaSigned ^ (1 * 2) * sum fun c : Fin 1 → SignedLabel Bool =>
        expect (grow.transcriptMass (signedSurrogate table 1 x c) 2 []) gain :=
  Formal.ball_max_le_signed grow (by decide) true table_pos thetaSigned_nonneg meanBound_thetaSigned x 1 2 []
    gain_nonneg

theorem ball_max_pow_le_signed_kantorovich :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 2 y) 2 []) x 2 ω * gain ω) ^ (2 * 2)
      ≤ kantorovichConst ((3 / 2 : Rat) ^ (2 * 2))⁻¹ ((3 / 2 : Rat) ^ (2 * 2)) ^ (2 * 2 * (2 * 2)) *
        ((((2 * card Bool) ^ 2 : Nat) : Rat) *
          kantorovichConst ((3 / 2 : Rat) ^ (2 * 2 * 2))⁻¹ ((3 / 2 : Rat) ^ (2 * 2 * 2)) ^
            (2 * (2 * (2 * 2 - 1))) *
          (expect (grow.transcriptMass (rowTarget table 2 x) 2 []) fun ω => gain ω ^ 2) ^ 2) :=
  Formal.ball_max_pow_le_signed_kantorovich grow pos table_lo table_hi (by decide) true x 2 2 []
    gain_nonneg (by decide)

theorem ball_max_le_signed_kantorovich :
    (sum fun ω => ballMax (fun y => grow.transcriptMass (rowTarget table 2 y) 2 []) x 2 ω * gain ω) ≤
      kantorovichConst ((3 / 2 : Rat) ^ (2 * 2))⁻¹ ((3 / 2 : Rat) ^ (2 * 2)) ^ (2 * 2) *
        sum fun c : Fin 2 → SignedLabel Bool =>
          expect (grow.transcriptMass (signedSurrogate table 2 x c) 2 []) gain :=
  Formal.ball_max_le_signed_kantorovich grow pos table_lo table_hi (by decide) true x 2 2 [] gain_nonneg

end Formal.Witness.Maurey
