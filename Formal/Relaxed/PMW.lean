module

public import Formal.Relaxed.Histogram
public import Formal.Relaxed.Maurey
public import Formal.Utility.Domination
public import Formal.Utility.ExcessMass

/-!
# Private multiplicative weights on fractional histograms

Blueprint 10.1 with 5.5. A fractional histogram `h` has the answers `a_s(h) = (1/n) Σ_d h_d s(d)` and the transcript
law of this target vector (`P.histogramLaw`); for the histogram of a dataset it is the base law of the dataset.

The labels are the signed points `±d`. A code of `m` of them moves a target vector to
`a + (R/m) Σ_j δ_{c_j}`, `δ_{±d}(s) = ± 2 s(d) / n` (`P.pointSurrogate`), which is within `2R/n` in every coordinate.

* `histogram_domination` (5.5): if `dist h₀ h ≤ R`, then every transcript has under `h` at most `exp (A_R / m)`
  times its mass under one of the `(2 T) ^ m` surrogates of `h₀`, where `A_R = κ R²`. The differences of the masses
  are the weights of the labels, and what is left of the unit mass is spread evenly.
* `point_moment_le` (4.4): the surrogates have `r`-th ratio moment at most `exp (r (r - 1) A_R)`.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

/-- A sum over the signed points. -/
theorem sum_signedLabel {K : Type w} [OrderedField K] {D : Type u} [Enumeration D] (f : SignedLabel D → K) :
    sum f = sum fun d => f (d, true) + f (d, false) := by
  rw [sum_prod]
  refine sum_congr fun d => ?_
  show f (d, true) + (f (d, false) + 0) = _
  grind

namespace PMW

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {Q : Type v} (P : PMW K D Q) {n m R : Nat}

/-! ### Laws of fractional histograms -/

/-- The answers `a_s(h) = (1/n) Σ_d h_d s(d)` of a fractional histogram. -/
def histogramTarget (h : FractionalHistogram K D n) (s : Q × Bool) : K :=
  (sum fun d => h.mass d * P.signed s d) / (n : K)

theorem histogramTarget_histogram [DecidableEq D] (x : Fin n → D) :
    P.histogramTarget (histogram K x) = P.target x := funext fun s => by
  unfold histogramTarget
  rw [sum_histogram]; rfl

/-- The effect `± 2 s(d) / n` of a signed point on an answer. -/
def pointShift (n : Nat) : SignedLabel D → Q × Bool → K
  | (d, true), s => 2 * P.signed s d / (n : K)
  | (d, false), s => -(2 * P.signed s d / (n : K))

/-- The surrogate target `a + (R/m) Σ_j δ_{c_j}` of a code of `m` signed points (blueprint 5.5). -/
def pointSurrogate (n R : Nat) (a : Q × Bool → K) (c : Fin m → SignedLabel D) (s : Q × Bool) : K :=
  a s + (R : K) / (m : K) * sum fun j => P.pointShift n (c j) s

omit [Enumeration D] in
theorem pointShift_mem (hn : 0 < n) (c : SignedLabel D) (s : Q × Bool) :
    -(2 / (n : K)) ≤ P.pointShift n c s ∧ P.pointShift n c s ≤ 2 / (n : K) := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  obtain ⟨d, b⟩ := c
  have h := signedValue_le_one P.query_le s d
  have h1 := div_le_div_right (show 2 * P.signed s d ≤ 2 by grind) hnK
  have h2 := div_le_div_right (show -2 ≤ 2 * P.signed s d by grind) hnK
  have e : -2 / (n : K) = -(2 / (n : K)) := by grind
  rw [e] at h2
  cases b
  · show -(2 / (n : K)) ≤ -(2 * P.signed s d / (n : K)) ∧ -(2 * P.signed s d / (n : K)) ≤ 2 / (n : K)
    grind
  · exact ⟨h2, h1⟩

omit [Enumeration D] in
/-- **Scale of the surrogates** (`d_* ≤ R`): a surrogate target is within `2R/n` of its centre. -/
theorem absVal_pointSurrogate_sub_le (hn : 0 < n) (hm : 1 ≤ m) (a : Q × Bool → K) (c : Fin m → SignedLabel D)
    (s : Q × Bool) : absVal (P.pointSurrogate n R a c s - a s) ≤ 2 * (R : K) / (n : K) := by
  have hmK : (0 : K) < (m : K) := natCast_pos hm
  have h1 := sum_le_sum fun j => (P.pointShift_mem hn (c j) s).1
  have h2 := sum_le_sum fun j => (P.pointShift_mem hn (c j) s).2
  rw [sum_const, card_fin] at h1 h2
  have hR : 0 ≤ (R : K) / (m : K) := div_nonneg (natCast_nonneg R) (Std.le_of_lt hmK)
  have h3 := mul_le_mul_left h1 hR
  have h4 := mul_le_mul_left h2 hR
  have e : (R : K) / (m : K) * ((m : K) * (2 / (n : K))) = 2 * (R : K) / (n : K) := by
    have := div_mul_cancel (a := (R : K)) (ne_of_pos hmK)
    rw [← Semiring.mul_assoc, this, Field.div_eq_mul_inv, Field.div_eq_mul_inv]; grind
  unfold pointSurrogate
  exact absVal_le (by grind) (by grind)

variable [Enumeration Q]

/-- The transcript law `p_h` of a fractional histogram (blueprint 10.1). -/
def histogramLaw (h : FractionalHistogram K D n) : (Fin P.rounds → Q × Bool) → K :=
  P.targetLaw (P.histogramTarget h)

theorem isPmf_histogramLaw (h : FractionalHistogram K D n) : IsPmf (P.histogramLaw h) := P.isPmf_targetLaw _

theorem histogramLaw_pos (h : FractionalHistogram K D n) (ω : Fin P.rounds → Q × Bool) : 0 < P.histogramLaw h ω :=
  P.targetLaw_pos _ ω

/-- The law of the histogram of a dataset is the base law of the dataset. -/
theorem histogramLaw_histogram [DecidableEq D] (x : Fin n → D) : P.histogramLaw (histogram K x) = P.baseLaw x := by
  unfold histogramLaw baseLaw
  rw [histogramTarget_histogram]

/-! ### Weights of the labels -/

variable (R) in
/-- The weight of a signed point for the move from `h₀` to `h` (blueprint 5.5): the positive part of the difference
for `+d`, the negative part for `-d`, both divided by `2R`; the rest is spread evenly. -/
def pointWeight (h₀ h : FractionalHistogram K D n) : SignedLabel D → K
  | (d, true) => posPart (h.mass d - h₀.mass d) / (2 * (R : K)) +
      (1 - l1Dist h₀ h / (2 * (R : K))) / (2 * (card D : K))
  | (d, false) => posPart (-(h.mass d - h₀.mass d)) / (2 * (R : K)) +
      (1 - l1Dist h₀ h / (2 * (R : K))) / (2 * (card D : K))

section Weight

variable {h₀ h : FractionalHistogram K D n} (hR : 1 ≤ R)
include hR

omit [Enumeration Q] in
theorem isPmf_pointWeight (d₀ : D) (hd : dist h₀ h ≤ R) : IsPmf (pointWeight R h₀ h) := by
  have hRK : (0 : K) < 2 * (R : K) := by have := natCast_pos (K := K) hR; grind
  have hT : (0 : K) < 2 * (card D : K) := by have := natCast_pos (K := K) (card_pos d₀); grind
  have hl := histogramDist_le_iff.mp hd
  have hrest : 0 ≤ 1 - l1Dist h₀ h / (2 * (R : K)) := by
    have := (div_le_iff_le_mul hRK).mpr (show l1Dist h₀ h ≤ 1 * (2 * (R : K)) by grind)
    grind
  refine ⟨fun c => ?_, ?_⟩
  · have h1 := div_nonneg hrest (Std.le_of_lt hT)
    match c with
    | (d, true) =>
      have := div_nonneg (posPart_nonneg (h.mass d - h₀.mass d)) (Std.le_of_lt hRK)
      show 0 ≤ _ + _; grind
    | (d, false) =>
      have := div_nonneg (posPart_nonneg (-(h.mass d - h₀.mass d))) (Std.le_of_lt hRK)
      show 0 ≤ _ + _; grind
  · rw [sum_signedLabel]
    have e : ∀ d, pointWeight R h₀ h (d, true) + pointWeight R h₀ h (d, false) =
        absVal (h₀.mass d - h.mass d) / (2 * (R : K)) +
          2 * ((1 - l1Dist h₀ h / (2 * (R : K))) / (2 * (card D : K))) := fun d => by
      show (_ + _) + (_ + _) = _
      rw [absVal_sub_comm, ← posPart_add, Field.div_eq_mul_inv, Field.div_eq_mul_inv (posPart (-_)),
        Field.div_eq_mul_inv (posPart _ + _)]
      grind
    have e2 := div_mul_cancel (a := 1 - l1Dist h₀ h / (2 * (R : K))) (ne_of_pos hT)
    rw [sum_congr e, sum_add, sum_div, sum_const]
    show l1Dist h₀ h / _ + _ = _
    grind

omit [Enumeration Q] in
/-- **The mean of the labels**: the weights move the answers from those of `h₀` to those of `h`. -/
theorem expect_pointWeight_shift (s : Q × Bool) :
    (R : K) * (expect (pointWeight R h₀ h) fun c => P.pointShift n c s) =
      P.histogramTarget h s - P.histogramTarget h₀ s := by
  have hRK : (0 : K) < 2 * (R : K) := by have := natCast_pos (K := K) hR; grind
  have hi := mul_inv_cancel (ne_of_pos hRK)
  unfold expect histogramTarget
  rw [sum_signedLabel, ← sum_mul_left]
  have e : ∀ d, (R : K) * (pointWeight R h₀ h (d, true) * P.pointShift n (d, true) s +
      pointWeight R h₀ h (d, false) * P.pointShift n (d, false) s) =
      (h.mass d * P.signed s d - h₀.mass d * P.signed s d) * (n : K)⁻¹ := fun d => by
    show (R : K) * ((_ + _) * (2 * P.signed s d / (n : K)) + (_ + _) * -(2 * P.signed s d / (n : K))) = _
    have h1 := posPart_sub (h.mass d - h₀.mass d)
    generalize (1 - l1Dist h₀ h / (2 * (R : K))) / (2 * (card D : K)) = t
    generalize posPart (h.mass d - h₀.mass d) = a at *
    generalize posPart (-(h.mass d - h₀.mass d)) = b at *
    rw [Field.div_eq_mul_inv a, Field.div_eq_mul_inv b, Field.div_eq_mul_inv (2 * P.signed s d)]
    calc _ = (2 * (R : K) * (2 * (R : K))⁻¹) * ((a - b) * P.signed s d * (n : K)⁻¹) := by grind
      _ = _ := by rw [hi, h1]; grind
  rw [sum_congr e, sum_mul_right, sum_sub, Field.div_eq_mul_inv, Field.div_eq_mul_inv]
  grind

end Weight

/-! ### Domination and moments -/

/-- **5.5 for fractional histograms**: if `dist h₀ h ≤ R`, every transcript has under `h` at most `exp (A_R / m)`
times its mass under the surrogate target of some code of `m` signed points, where `A_R = κ R²`. -/
theorem histogram_domination {h₀ h : FractionalHistogram K D n} (hn : 0 < n) (hm : 1 ≤ m) (hR : 1 ≤ R)
    (hd : dist h₀ h ≤ R) (ω : Fin P.rounds → Q × Bool) : ∃ c : Fin m → SignedLabel D, P.histogramLaw h ω ≤
      exp (P.momentScale n * (R : K) ^ 2 / (m : K)) *
        P.targetLaw (P.pointSurrogate n R (P.histogramTarget h₀) c) ω := by
  have hnK : (0 : K) < (n : K) := natCast_pos hn
  have hmK : (0 : K) < (m : K) := natCast_pos hm
  have ⟨d₀⟩ := P.universe_nonempty
  have hc : 0 ≤ P.eta * ((R : K) / (m : K)) :=
    mul_nonneg (Std.le_of_lt P.eta_pos) (div_nonneg (natCast_nonneg R) (Std.le_of_lt hmK))
  have e : P.eta * ((R : K) / (m : K)) * (2 / (n : K)) = 2 * P.eta * (R : K) / (n : K) / (m : K) := by grind
  have hZ : ∀ (c : SignedLabel D) (s : Q × Bool),
      -(2 * P.eta * (R : K) / (n : K) / (m : K)) ≤ P.eta * ((R : K) / (m : K)) * P.pointShift n c s ∧
      P.eta * ((R : K) / (m : K)) * P.pointShift n c s ≤ 2 * P.eta * (R : K) / (n : K) / (m : K) := fun c s => by
    have ⟨h1, h2⟩ := P.pointShift_mem hn c s
    have h3 := mul_le_mul_left h1 hc
    have h4 := mul_le_mul_left h2 hc
    generalize P.pointShift n c s = δ at *
    constructor <;> grind
  obtain ⟨c, hle⟩ := maurey_domination_of_pmf P.rule (w := pointWeight R h₀ h)
    (Z := fun c s => P.eta * ((R : K) / (m : K)) * P.pointShift n c s)
    (f := fun s => P.eta * P.histogramTarget h₀ s)
    (μ := fun s => P.eta / (m : K) * (P.histogramTarget h s - P.histogramTarget h₀ s))
    (b := 2 * P.eta * (R : K) / (n : K) / (m : K)) (isPmf_pointWeight hR d₀ hd) hZ
    (fun s => by
      show _ = P.eta / (m : K) * (P.histogramTarget h s - P.histogramTarget h₀ s)
      rw [expect_mul_left, ← P.expect_pointWeight_shift hR]
      grind) m P.rounds [] ω
  refine ⟨c, ?_⟩
  have e1 : (fun s => exp (P.eta * P.histogramTarget h₀ s +
      (m : K) * (P.eta / (m : K) * (P.histogramTarget h s - P.histogramTarget h₀ s)))) =
      P.targetFactor (P.histogramTarget h) := funext fun s => congrArg exp (by grind)
  have e2 : (fun s => exp (P.eta * P.histogramTarget h₀ s +
      sum fun j => P.eta * ((R : K) / (m : K)) * P.pointShift n (c j) s)) =
      P.targetFactor (P.pointSurrogate n R (P.histogramTarget h₀) c) := funext fun s => congrArg exp (by
    rw [sum_mul_left, pointSurrogate]; grind)
  have e3 : ((m * P.rounds : Nat) : K) * ((2 * P.eta * (R : K) / (n : K) / (m : K)) ^ 2 / 2) =
      P.momentScale n * (R : K) ^ 2 / (m : K) := by
    unfold momentScale
    rw [Semiring.natCast_mul]
    grind
  rw [e1, e2, ← exp_nsmul, e3] at hle
  exact hle

/-- **4.4 for the surrogates**: the `r`-th ratio moment is at most `exp (r (r - 1) A_R)`. -/
theorem point_moment_le (hn : 0 < n) (hm : 1 ≤ m) (h₀ : FractionalHistogram K D n) (c : Fin m → SignedLabel D)
    (r : Nat) : ratioMoment r (P.targetLaw (P.pointSurrogate n R (P.histogramTarget h₀) c)) (P.histogramLaw h₀) ≤
      exp ((r : K) * ((r : K) - 1) * (P.momentScale n * (R : K) ^ 2)) :=
  P.transcript_moment_exp hn (P.absVal_pointSurrogate_sub_le hn hm _ c) r

end PMW

end Formal
