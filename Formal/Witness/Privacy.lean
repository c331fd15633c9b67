module

public import Formal.Privacy.InverseSensitivity
public import Formal.Query.Dataset

/-!
# Instances of the privacy theorems at `Rat`

Every theorem with hypotheses of `Formal.Privacy` (blueprint §2) applied to concrete data on which all
its hypotheses hold: datasets of two bits, laws that depend on the number of ones, and the discount
`1/2`. Where a hypothesis cannot be dropped or a bound is attained, a second instance shows it.
-/

@[expose] public noncomputable section

namespace Formal.Witness.Privacy

/-- Datasets of two bits. -/
abbrev Bits : Type := Fin 2 → Bool

/-- The number of ones. -/
def ones (x : Bits) : Nat := (if x 0 then 1 else 0) + (if x 1 then 1 else 0)

/-- The dataset of zeros. -/
def zeros : Bits := fun _ => false

/-- The dataset of ones. -/
def allOnes : Bits := fun _ => true

/-- A dataset at distance one from both. -/
def mixed : Bits := fun i => i = 0

/-! ### Pure DP: blueprint 2.4 -/

/-- One is reported with probability `1/4`, `1/2` or `3/4`. -/
def gentle (x : Bits) (ω : Bool) : Rat := if ω then (1 + ones x) / 4 else (3 - ones x) / 4

theorem isPmf_gentle (x : Bits) : IsPmf (gentle x) where
  nonneg ω := (by decide +kernel : ∀ x ∈ (elems : List Bits), ∀ ω ∈ (elems : List Bool), 0 ≤ gentle x ω) x
    (mem_elems x) ω (mem_elems ω)
  sum_eq_one := (by decide +kernel : ∀ x ∈ (elems : List Bits), sum (gentle x) = 1) x (mem_elems x)

/-- Neighbours suffice (`pureDP_iff_neighbors`): the ratio of `1/2` and `1/4` is the largest. -/
theorem gentle_pureDP : PureDP 2 gentle :=
  (pureDP_iff_neighbors (by decide +kernel)).mpr fun x x' h ω =>
    (by decide +kernel : ∀ x ∈ (elems : List Bits), ∀ x' ∈ (elems : List Bits), hamming x x' = 1 →
      ∀ ω ∈ (elems : List Bool), gentle x ω ≤ 2 * gentle x' ω) x (mem_elems x) x' (mem_elems x') h ω
      (mem_elems ω)

/-- No smaller factor will do. -/
theorem gentle_not_pureDP : ¬PureDP (199 / 100) gentle := fun h =>
  absurd (h mixed zeros true) (by decide +kernel)

/-- Conversely, the metric form gives the form for neighbours. -/
theorem gentle_neighbors : gentle mixed true ≤ 2 * gentle zeros true :=
  (pureDP_iff_neighbors (by decide +kernel)).mp gentle_pureDP mixed zeros (by decide +kernel) true

theorem mono : PureDP 3 gentle :=
  gentle_pureDP.mono (by decide +kernel) (by decide +kernel) fun x => (isPmf_gentle x).nonneg

/-- A reward of `5` for a one and `1` for a zero. -/
def reward (ω : Bool) : Rat := if ω then 5 else 1

theorem reward_nonneg : ∀ ω, 0 ≤ reward ω := by intro ω; cases ω <;> decide +kernel

theorem expectation :
    expect (gentle allOnes) reward ≤ 2 ^ dist allOnes zeros * expect (gentle zeros) reward :=
  gentle_pureDP.expectation reward_nonneg allOnes zeros

theorem expectation_values : expect (gentle allOnes) reward = 4 ∧ expect (gentle zeros) reward = 2 ∧
    dist allOnes zeros = 2 := by
  decide +kernel

theorem event :
    eventMass (gentle allOnes) (fun ω => ω = true) ≤
      2 ^ dist allOnes zeros * eventMass (gentle zeros) fun ω => ω = true :=
  gentle_pureDP.event _ allOnes zeros

theorem event_values : eventMass (gentle allOnes) (fun ω => ω = true) = 3 / 4 ∧
    eventMass (gentle zeros) (fun ω => ω = true) = 1 / 4 := by
  decide +kernel

/-- The second report: as before if the first was one, else a fair coin. -/
def followUp (first : Bool) (x : Bits) (ω : Bool) : Rat := if first then gentle x ω else 1 / 2

theorem followUp_pureDP : ∀ first, PureDP 2 (followUp first)
  | true => gentle_pureDP
  | false => (pureDP_iff_neighbors (by decide +kernel)).mpr fun _ _ _ _ => by
    show (1 / 2 : Rat) ≤ 2 * (1 / 2)
    decide +kernel

theorem followUp_nonneg : ∀ first x ω, 0 ≤ followUp first x ω
  | true, x, ω => (isPmf_gentle x).nonneg ω
  | false, _, _ => by show (0 : Rat) ≤ 1 / 2; decide +kernel

/-- Both reports. -/
def reports (x : Bits) : Bool × Bool → Rat := jointMass (gentle x) fun first => followUp first x

/-- Adaptive composition. -/
theorem reports_pureDP : PureDP (2 * 2) reports :=
  gentle_pureDP.compose followUp_pureDP (by decide +kernel) (fun x => (isPmf_gentle x).nonneg) followUp_nonneg

theorem reports_values : reports mixed (true, true) = 1 / 4 ∧ reports zeros (true, true) = 1 / 16 := by
  decide +kernel

/-- The factor of the composition is attained. -/
theorem reports_sharp : reports mixed (true, true) = 2 * 2 * reports zeros (true, true) := by decide +kernel

/-- Post-processing by a function that is not injective: whether both reports are one. -/
theorem postprocess : PureDP (2 * 2) fun x => pushforward (fun ω => ω.1 && ω.2) (reports x) :=
  reports_pureDP.postprocess _

theorem postprocess_values :
    pushforward (fun ω : Bool × Bool => ω.1 && ω.2) (reports allOnes) true = 9 / 16 ∧
      pushforward (fun ω : Bool × Bool => ω.1 && ω.2) (reports allOnes) false = 7 / 16 := by
  decide +kernel

/-- A noisy copy: the report is kept with probability `2/3`. -/
def noisyCopy (ω b : Bool) : Rat := if ω = b then 2 / 3 else 1 / 3

theorem postprocess_random : PureDP 2 fun x b => expect (gentle x) fun ω => noisyCopy ω b :=
  gentle_pureDP.postprocess_random fun ω b => by cases ω <;> cases b <;> decide +kernel

/-! ### The envelope: blueprint 2.1–2.3, 2.7 -/

/-- The discount. -/
def r : Rat := 1 / 2

theorem r_pos : 0 < r := by decide +kernel
theorem r_nonneg : 0 ≤ r := by decide +kernel
theorem r_le_one : r ≤ 1 := by decide +kernel

/-- One is reported with probability `1/10`, `1/2` or `9/10`: too steep for the discount. -/
def steep (x : Bits) (ω : Bool) : Rat := if ω then (1 + 4 * ones x) / 10 else (9 - 4 * ones x) / 10

theorem isPmf_steep (x : Bits) : IsPmf (steep x) where
  nonneg ω := (by decide +kernel : ∀ x ∈ (elems : List Bits), ∀ ω ∈ (elems : List Bool), 0 ≤ steep x ω) x
    (mem_elems x) ω (mem_elems ω)
  sum_eq_one := (by decide +kernel : ∀ x ∈ (elems : List Bits), sum (steep x) = 1) x (mem_elems x)

theorem steep_not_lipschitz : ¬RatioLipschitz r steep := fun h =>
  absurd (h mixed zeros true) (by decide +kernel)

theorem envelope_values : envelope r steep zeros true = 1 / 4 ∧ envelope r steep mixed true = 1 / 2 ∧
    envelope r steep allOnes true = 9 / 10 ∧ normalizer r steep zeros = 23 / 20 ∧
    normalizer r steep mixed = 1 := by
  decide +kernel

theorem le_envelope : steep zeros true ≤ envelope r steep zeros true := Formal.le_envelope r steep zeros true

theorem envelope_nonneg : 0 ≤ envelope r steep zeros true :=
  Formal.envelope_nonneg (fun y => (isPmf_steep y).nonneg) zeros true

theorem envelope_lipschitz : RatioLipschitz r (envelope r steep) :=
  Formal.envelope_lipschitz r_nonneg r_le_one fun y => (isPmf_steep y).nonneg

/-- The Lipschitz bound is attained. -/
theorem envelope_lipschitz_sharp :
    r ^ dist mixed zeros * envelope r steep mixed true = envelope r steep zeros true := by
  decide +kernel

theorem one_le_normalizer : 1 ≤ normalizer r steep zeros := Formal.one_le_normalizer r isPmf_steep zeros

theorem normalizer_pos : 0 < normalizer r steep zeros := Formal.normalizer_pos r isPmf_steep zeros

theorem normalizer_le_sum : normalizer r steep zeros ≤ sum fun y => r ^ dist zeros y :=
  Formal.normalizer_le_sum r_nonneg isPmf_steep zeros

theorem normalizer_le_sum_value : (sum fun y => r ^ dist zeros y) = 9 / 4 := by decide +kernel

theorem isPmf_envelopeMechanism : IsPmf (envelopeMechanism r steep zeros) :=
  Formal.isPmf_envelopeMechanism r isPmf_steep zeros

theorem envelopeMechanism_pos : 0 < envelopeMechanism r steep zeros true :=
  Formal.envelopeMechanism_pos r isPmf_steep zeros true (by decide +kernel)

theorem envelopeMechanism_values : envelopeMechanism r steep zeros true = 5 / 23 ∧
    envelopeMechanism r steep mixed true = 1 / 2 := by
  decide +kernel

/-- **Privacy of the envelope mechanism** (blueprint 2.3) on a family that is not private itself. -/
theorem envelope_pureDP : PureDP (r ^ 2)⁻¹ (envelopeMechanism r steep) :=
  Formal.envelope_pureDP r_pos r_le_one isPmf_steep

theorem envelope_pureDP_factor : (r ^ 2)⁻¹ = 4 := by decide +kernel

theorem steep_not_pureDP : ¬PureDP (r ^ 2)⁻¹ steep := fun h =>
  absurd (h mixed zeros true) (by decide +kernel)

/-- With the factor `r⁻¹` the privacy theorem is false: normalising costs something. -/
theorem envelope_not_pureDP : ¬PureDP r⁻¹ (envelopeMechanism r steep) := fun h =>
  absurd (h mixed zeros true) (by decide +kernel)

theorem expectation_envelopeMechanism_le :
    expect (envelopeMechanism r steep zeros) reward ≤ expect (envelope r steep zeros) reward :=
  Formal.expectation_envelopeMechanism_le r isPmf_steep reward_nonneg zeros

theorem expectation_envelopeMechanism_values :
    expect (envelopeMechanism r steep zeros) reward = 43 / 23 ∧
      expect (envelope r steep zeros) reward = 43 / 20 := by
  decide +kernel

/-! ### Other majorants: blueprint 2.6, 2.8, 2.9 -/

/-- A Lipschitz family above `steep` with different masses. -/
def majorant (x : Bits) (ω : Bool) : Rat := if ω then (2 + ones x) / 4 else 1

theorem majorant_lipschitz : RatioLipschitz r majorant := fun x x' ω =>
  (by decide +kernel : ∀ x ∈ (elems : List Bits), ∀ x' ∈ (elems : List Bits), ∀ ω ∈ (elems : List Bool),
    r ^ dist x x' * majorant x ω ≤ majorant x' ω) x (mem_elems x) x' (mem_elems x') ω (mem_elems ω)

theorem steep_le_majorant (x : Bits) (ω : Bool) : steep x ω ≤ majorant x ω :=
  (by decide +kernel : ∀ x ∈ (elems : List Bits), ∀ ω ∈ (elems : List Bool), steep x ω ≤ majorant x ω) x
    (mem_elems x) ω (mem_elems ω)

theorem majorant_nonneg (x : Bits) (ω : Bool) : 0 ≤ majorant x ω :=
  Std.le_trans ((isPmf_steep x).nonneg ω) (steep_le_majorant x ω)

theorem one_le_sum_majorant (x : Bits) : 1 ≤ sum (majorant x) :=
  (by decide +kernel : ∀ x ∈ (elems : List Bits), 1 ≤ sum (majorant x)) x (mem_elems x)

theorem sum_majorant_le (x : Bits) : sum (majorant x) ≤ 2 :=
  (by decide +kernel : ∀ x ∈ (elems : List Bits), sum (majorant x) ≤ 2) x (mem_elems x)

theorem sum_majorant_pos (x : Bits) : 0 < sum (majorant x) :=
  (by decide +kernel : ∀ x ∈ (elems : List Bits), 0 < sum (majorant x)) x (mem_elems x)

/-- The envelope is the least Lipschitz family above `steep` (blueprint 2.6). -/
theorem envelope_minimal : envelope r steep zeros true ≤ majorant zeros true :=
  Formal.envelope_minimal r_nonneg steep_le_majorant majorant_lipschitz zeros true

/-- The majorant is not the envelope. -/
theorem envelope_lt_majorant : envelope r steep zeros true < majorant zeros true := by decide +kernel

/-- Without the Lipschitz property 2.6 is false: `steep` is above itself, but below its envelope. -/
theorem envelope_minimal_fails : ¬envelope r steep zeros true ≤ steep zeros true := by decide +kernel

theorem sum_lipschitz : r ^ dist allOnes zeros * sum (majorant allOnes) ≤ sum (majorant zeros) :=
  Formal.sum_lipschitz majorant_lipschitz allOnes zeros

theorem sum_lipschitz_values : sum (majorant allOnes) = 2 ∧ sum (majorant zeros) = 3 / 2 := by decide +kernel

theorem normalize_lipschitz : RatioLipschitz (r ^ 2) fun x => normalize (majorant x) :=
  Formal.normalize_lipschitz r_nonneg majorant_lipschitz majorant_nonneg sum_majorant_pos

theorem pureDP_of_ratioLipschitz : PureDP r⁻¹ majorant :=
  Formal.pureDP_of_ratioLipschitz r_pos majorant_lipschitz

/-- Blueprint 2.9 for a family that is not an envelope. -/
theorem pureDP_of_lipschitz : PureDP (r ^ 2)⁻¹ fun x => normalize (majorant x) :=
  Formal.pureDP_of_lipschitz r_pos majorant_lipschitz majorant_nonneg sum_majorant_pos

/-- Blueprint 2.8 with the normalisers `3/2`, `7/4` and `2`. -/
theorem pureDP_of_normalizer_le :
    r ^ dist zeros allOnes * normalize (majorant zeros) false ≤ 2 * normalize (majorant allOnes) false :=
  Formal.pureDP_of_normalizer_le majorant_lipschitz majorant_nonneg one_le_sum_majorant sum_majorant_le
    r_nonneg zeros allOnes false

theorem pureDP_of_normalizer_le_values :
    r ^ dist zeros allOnes * normalize (majorant zeros) false = 1 / 6 ∧
      2 * normalize (majorant allOnes) false = 1 := by
  decide +kernel

/-- Blueprint 2.8 for the envelope, whose normalisers are at most `23/20`. -/
theorem envelope_pureDP_of_normalizer_le :
    r ^ dist mixed zeros * envelopeMechanism r steep mixed true ≤
      23 / 20 * envelopeMechanism r steep zeros true :=
  Formal.pureDP_of_normalizer_le envelope_lipschitz
    (Formal.envelope_nonneg fun y => (isPmf_steep y).nonneg) (Formal.one_le_normalizer r isPmf_steep)
    (fun x => (by decide +kernel : ∀ x ∈ (elems : List Bits), normalizer r steep x ≤ 23 / 20) x (mem_elems x))
    r_nonneg mixed zeros true

/-- It is attained. -/
theorem envelope_pureDP_of_normalizer_le_sharp :
    r ^ dist mixed zeros * envelopeMechanism r steep mixed true =
      23 / 20 * envelopeMechanism r steep zeros true := by
  decide +kernel

theorem expectation_normalize_le : expect (normalize (majorant zeros)) reward ≤ expect (majorant zeros) reward :=
  Formal.expectation_normalize_le reward_nonneg (majorant_nonneg zeros) (one_le_sum_majorant zeros)

/-- Mass at least one is needed in 2.7. -/
theorem expectation_normalize_le_fails :
    ¬expect (normalize fun _ : Bool => (1 / 4 : Rat)) reward ≤ expect (fun _ => 1 / 4) reward := by
  decide +kernel

/-! ### Inverse sensitivity: blueprint 2.5 -/

/-- Two rows must change before two ones are counted. -/
theorem inverseSensitivity_envelope :
    envelope r (fun y => pointMass (ones y)) zeros 2 = r ^ inverseSensitivity ones zeros 2 :=
  Formal.inverseSensitivity_envelope r_nonneg r_le_one ones zeros ⟨allOnes, by decide +kernel⟩

theorem inverseSensitivity_values : inverseSensitivity ones zeros 2 = 2 ∧
    inverseSensitivity ones mixed 2 = 1 ∧ inverseSensitivity ones allOnes 2 = 0 ∧
    envelope r (fun y => pointMass (ones y)) zeros 2 = r ^ 2 := by
  decide +kernel

theorem inverseSensitivity_spec :
    (∃ y, ones y = 2 ∧ dist zeros y = inverseSensitivity ones zeros 2) ∧
      ∀ y, ones y = 2 → inverseSensitivity ones zeros 2 ≤ dist zeros y :=
  Formal.inverseSensitivity_spec ones zeros ⟨allOnes, by decide +kernel⟩

/-- For a value that is not attained the envelope vanishes: the hypothesis of 2.5 is needed. -/
theorem inverseSensitivity_envelope_fails :
    envelope r (fun y => pointMass (ones y)) zeros 3 ≠ r ^ inverseSensitivity ones zeros 3 := by
  decide +kernel

end Formal.Witness.Privacy
