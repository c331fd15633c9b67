module

public import Formal.Evaluation.Compared
public import Formal.Evaluation.Sample
public import Formal.Query.ReferenceTarget

/-!
# Certificate: InequalitiesExtreme

Generated; do not edit. The command was

  `python -m pyref certify examples/certificates/InequalitiesExtreme.json -o Formal/Certificate/InequalitiesExtreme.lean --inequalities --radius 2`

The reference instance (blueprint §3) with

  T = 2 labels, k = 1 query with integer values up to B = 1, n = 2 rows,
  J = 1 round, m = 2, β = 100, g₀ = 10, r = 1/100.

The Python reference computed every number below; Lean's kernel confirms that Lean's own definitions
evaluate to them. Every theorem of blueprint 4-6 at one place: an inequality and the values of its
two sides. The dataset is `data`; `other` is within radius 2 of it. A fraction `⟨p, q⟩` is `p/q`.
-/

@[expose] public noncomputable section

namespace Formal.Certificate.InequalitiesExtreme

/-- The values of the queries, one row for each query. -/
def queries : List (List Int) :=
  [[1, 0]]

/-- The instance. -/
def inst : ReferenceInstance (Fin 2) 1 where
  query j d := (queries.getD j.val []).getD d.val 0
  bound := 1
  rows := 2
  rounds := 1
  scale := 2
  beta := 100
  base := 10
  discount := 1 / 100
  query_le := by decide +kernel
  bound_pos := by decide
  rows_pos := by decide
  rounds_pos := by decide
  scale_pos := by decide
  one_lt_beta := by decide +kernel
  one_lt_base := by decide +kernel
  discount_pos := by decide +kernel
  discount_le_one := by decide +kernel
  query_nonempty := by decide
  universe_nonempty := ⟨0⟩

/-! ### Where the inequalities are evaluated -/

/-- The dataset `x`, its rows in increasing order. -/
def data : inst.Data :=
  sequence [0, 0] 0

/-- A dataset `y`. -/
def other : inst.Data :=
  sequence [1, 1] 0

/-- `y` is near `x`. -/
theorem hamming_le : hamming data other ≤ 2 := by
  decide +kernel

/-! ### The laws, as tables -/

/-- The base law, one row for each dataset with one entry for each transcript. -/
def laws : List (List Fraction) :=
  [[⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1, 2⟩, ⟨1, 2⟩],
   [⟨1, 2⟩, ⟨1, 2⟩],
   [⟨1, 100000001⟩, ⟨100000000, 100000001⟩]]

/-- The base law `p_x` of every dataset (blueprint §3). -/
theorem transcriptLaw_eq : inst.transcriptLaw = tableValue laws :=
  eq_tableValue (by decide +kernel)

/-- The worst errors on the dataset, one for each transcript. -/
def errors : List Fraction :=
  [⟨1, 2⟩, ⟨1, 2⟩]

theorem error_eq : inst.error data = rowValue errors :=
  eq_rowValue (by decide +kernel)

/-- The gain `G` of the Hölder inequalities is the worst error. -/
theorem error_nonneg : ∀ ω, 0 ≤ inst.error data ω := by
  rw [error_eq]; exact forall_of_elems (by decide +kernel)

/-- The history before the round that 4.1 to 4.3 are about. -/
def history : List (ReferenceInstance.Signed 1) :=
  []

/-- The selection probabilities `π_h(s | g_x)` of that round. -/
def weights (s : ReferenceInstance.Signed 1) : Rat := inst.rule.selectMass (inst.target data) history s

theorem isPmf_weights : IsPmf weights := inst.rule.isPmf_selectMass (inst.target_pos data) history

/-- The ratio `X = g_y / g_x` of the target factors. -/
def ratio (s : ReferenceInstance.Signed 1) : Rat := inst.target other s / inst.target data s

/-- The least `ratio`. -/
def low : Rat :=
  Fraction.value ⟨1, 100000000⟩

/-- The largest `ratio`. -/
def high : Rat :=
  Fraction.value ⟨100000000, 1⟩

theorem low_pos : 0 < low := by
  decide +kernel

theorem high_pos : 0 < high := by
  decide +kernel

theorem low_le : ∀ s, low ≤ ratio s :=
  forall_of_elems (by decide +kernel)

theorem le_high : ∀ s, ratio s ≤ high :=
  forall_of_elems (by decide +kernel)

theorem low_mul_le : ∀ s, low * inst.target data s ≤ inst.target other s :=
  forall_of_elems (by decide +kernel)

theorem le_high_mul : ∀ s, inst.target other s ≤ high * inst.target data s :=
  forall_of_elems (by decide +kernel)

/-! ### Blueprint 4: integer moments -/

/-- **4.1**, first half: `E[X]·E[1/X] ≤ C`. -/
theorem kantorovich_mul_inv : Compared
    ((sum fun s => weights s * ratio s) * sum fun s => weights s * (ratio s)⁻¹)
    (kantorovichConst low high)
    ⟨9999999900000001, 100000000⟩
    ⟨100000000000000020000000000000001, 40000000000000000⟩ where
  le := Formal.kantorovich_mul_inv isPmf_weights.nonneg isPmf_weights.sum_eq_one low_pos high_pos low_le le_high
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- **4.1**, second half: `E[X²] ≤ C·E[X]²`. -/
theorem kantorovich_sq : Compared
    (sum fun s => weights s * ratio s ^ 2)
    (kantorovichConst low high * (sum fun s => weights s * ratio s) ^ 2)
    ⟨9999999900000001, 100000000⟩
    ⟨100000000000000020000000000000001, 40000000000000000⟩ where
  le := Formal.kantorovich_sq isPmf_weights.nonneg isPmf_weights.sum_eq_one low_pos high_pos low_le le_high
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- **4.2** with `j = 2`: `E[X^(j+1)]·E[X^(j-1)] ≤ C·E[X^j]²`. -/
theorem moment_log_convex : Compared
    ((sum fun s => weights s * ratio s ^ (2 + 1)) * sum fun s => weights s * ratio s ^ (2 - 1))
    (kantorovichConst low high * (sum fun s => weights s * ratio s ^ 2) ^ 2)
    ⟨99999999000000009999999900000001, 10000000000000000⟩
    ⟨9999999800000004999999940000000799999994000000049999999800000001, 400000000000000000000000000000000⟩ where
  le := Formal.moment_log_convex isPmf_weights.nonneg low_pos high_pos low_le le_high (by decide)
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- **4.3** with `r = 3`: `E[X^r] ≤ C^(r(r-1)/2)·E[X]^r`. -/
theorem moment_le : Compared
    (sum fun s => weights s * ratio s ^ 3)
    (kantorovichConst low high ^ (3 * (3 - 1) / 2) * (sum fun s => weights s * ratio s) ^ 3)
    ⟨99999999000000009999999900000001, 10000000000000000⟩
    ⟨1000000000000000600000000000000150000000000000020000000000000001500000000000000060000000000000001, 64000000000000000000000000000000000000000000000000⟩ where
  le := Formal.moment_le isPmf_weights.nonneg isPmf_weights.sum_eq_one low_pos high_pos low_le le_high 3
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- **4.4** with `r = 3`: `E[(p_y/p_x)^r] ≤ C^(J r(r-1)/2)`. -/
theorem transcript_moment_le : Compared
    (ratioMoment 3 (inst.transcriptLaw other) (inst.transcriptLaw data))
    (kantorovichConst low high ^ (inst.rounds * (3 * (3 - 1) / 2)))
    ⟨99999999000000009999999900000001, 10000000000000000⟩
    ⟨1000000000000000600000000000000150000000000000020000000000000001500000000000000060000000000000001, 64000000000000000000000000000000000000000000000000⟩ where
  le := inst.rule.transcript_moment_le (inst.target_pos data) low_pos high_pos low_mul_le le_high_mul
    3 inst.rounds []
  left_eq := by simp only [transcriptLaw_eq]; decide +kernel
  right_eq := by decide +kernel

/-- The ball maxima `H_R`, one for each transcript. -/
def ballMaxima : List Fraction :=
  [⟨100000000, 100000001⟩, ⟨100000000, 100000001⟩]

theorem ballMax_eq : ballMax inst.transcriptLaw data 2 = rowValue ballMaxima :=
  eq_rowValue (by simp only [transcriptLaw_eq]; decide +kernel)

/-- The likelihood ratio `p_y / p_x` of a transcript. -/
def likelihood (ω : inst.Transcript) : Rat := inst.transcriptLaw other ω / inst.transcriptLaw data ω

/-- The likelihood ratios, one for each transcript. -/
def likelihoods : List Fraction :=
  [⟨1, 100000000⟩, ⟨100000000, 1⟩]

theorem likelihood_eq : likelihood = rowValue likelihoods := eq_rowValue (by
  unfold likelihood; simp only [transcriptLaw_eq]; decide +kernel)

/-- The least `likelihood`. -/
def least : Rat :=
  Fraction.value ⟨1, 100000000⟩

/-- The largest `likelihood`. -/
def largest : Rat :=
  Fraction.value ⟨100000000, 1⟩

theorem least_pos : 0 < least := by
  decide +kernel

theorem largest_pos : 0 < largest := by
  decide +kernel

theorem least_le : ∀ ω, least ≤ likelihood ω :=
  forall_of_elems (by simp only [likelihood_eq]; decide +kernel)

theorem le_largest : ∀ ω, likelihood ω ≤ largest :=
  forall_of_elems (by simp only [likelihood_eq]; decide +kernel)

theorem least_mul_le : ∀ ω, least * inst.transcriptLaw data ω ≤ inst.transcriptLaw other ω :=
  fun ω => (le_div_iff_mul_le (inst.transcriptLaw_pos data ω)).mp (least_le ω)

theorem le_largest_mul : ∀ ω, inst.transcriptLaw other ω ≤ largest * inst.transcriptLaw data ω :=
  fun ω => (div_le_iff_le_mul (inst.transcriptLaw_pos data ω)).mp (le_largest ω)

/-- **A.1** with `r = 3` for the laws of `x` and `y`: `E[(p_y/p_x)^r] ≤ C^(r(r-1)/2)`. -/
theorem ratio_moment_le : Compared
    (ratioMoment 3 (inst.transcriptLaw other) (inst.transcriptLaw data))
    (kantorovichConst least largest ^ (3 * (3 - 1) / 2))
    ⟨99999999000000009999999900000001, 10000000000000000⟩
    ⟨1000000000000000600000000000000150000000000000020000000000000001500000000000000060000000000000001, 64000000000000000000000000000000000000000000000000⟩ where
  le := Formal.ratio_moment_le (inst.isPmf_transcriptLaw other) (inst.isPmf_transcriptLaw data)
    (inst.transcriptLaw_pos data) least_pos largest_pos least_mul_le le_largest_mul 3
  left_eq := by simp only [transcriptLaw_eq]; decide +kernel
  right_eq := by decide +kernel

/-! ### Blueprint 6.1 and 6.2: Hölder -/

theorem likelihood_nonneg : ∀ ω, 0 ≤ likelihood ω := fun ω =>
  div_nonneg ((inst.isPmf_transcriptLaw other).nonneg ω) ((inst.isPmf_transcriptLaw data).nonneg ω)

/-- **6.1** with `a = 3`: `(Σ p L G^(a-1))^a ≤ (Σ p L^a)·(Σ p G^a)^(a-1)`. -/
theorem holder_int : Compared
    ((sum fun ω => inst.transcriptLaw data ω * (likelihood ω * inst.error data ω ^ (3 - 1))) ^ 3)
    ((sum fun ω => inst.transcriptLaw data ω * likelihood ω ^ 3) *
      (sum fun ω => inst.transcriptLaw data ω * inst.error data ω ^ 3) ^ (3 - 1))
    ⟨1, 64⟩
    ⟨99999999000000009999999900000001, 640000000000000000⟩ where
  le := Formal.holder_int (inst.isPmf_transcriptLaw data).nonneg likelihood_nonneg error_nonneg (by decide)
  left_eq := by simp only [likelihood_eq, transcriptLaw_eq, error_eq]; decide +kernel
  right_eq := by simp only [likelihood_eq, transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.2** with `c = 2`: `E[L G]^(2c) ≤ E[L^(2c)]·E[G²]^c`. -/
theorem holder_even : Compared
    ((sum fun ω => inst.transcriptLaw data ω * (likelihood ω * inst.error data ω)) ^ (2 * 2))
    ((sum fun ω => inst.transcriptLaw data ω * likelihood ω ^ (2 * 2)) *
      (sum fun ω => inst.transcriptLaw data ω * inst.error data ω ^ 2) ^ 2)
    ⟨1, 16⟩
    ⟨999999990000000099999999000000009999999900000001, 16000000000000000000000000⟩ where
  le := Formal.holder_even (inst.isPmf_transcriptLaw data).nonneg
    (inst.isPmf_transcriptLaw data).sum_eq_one likelihood (inst.error data) 2
  left_eq := by simp only [likelihood_eq, transcriptLaw_eq, error_eq]; decide +kernel
  right_eq := by simp only [likelihood_eq, transcriptLaw_eq, error_eq]; decide +kernel

/-! ### Blueprint 5 and 6 for row moves -/

/-- The codes of `m` row moves. -/
abbrev RowCode : Type := Fin inst.scale → RowMove (Fin 2)

/-- How much the queries vary. -/
theorem query_sub_le : ∀ j d d', inst.query j d' - inst.query j d ≤ ((1 : Nat) : Int) := by
  decide +kernel

/-- The left sides of `mean_rowMove_le`. -/
def mean_rowMove_le_left : List Fraction :=
  [⟨1, 5000⟩, ⟨20000, 1⟩]

/-- The right sides of `mean_rowMove_le`. -/
def mean_rowMove_le_right : List Fraction :=
  [⟨10000000200000001, 2000000000000⟩, ⟨10000000200000001, 20000⟩]

/-- **5.2**: the mean of the moves from `x` to `y`, times their number, for every signed query. -/
theorem mean_rowMove_le : ComparedAll
    (fun s => listSum (fun c => rowMove inst.rowFactor 2 c s) (rowLabels 2 data other))
    (fun s => inst.theta 1 2 * ((2 : Nat) * rowRatio inst.rowFactor data other s))
    mean_rowMove_le_left mean_rowMove_le_right where
  le := inst.mean_rowMove_le query_sub_le hamming_le
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- The law under every code, one row for each code with one entry for each transcript. -/
def rowLaws : List (List Fraction) :=
  [[⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1, 2⟩, ⟨1, 2⟩],
   [⟨10000000000000000, 10000000000000001⟩, ⟨1, 10000000000000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1, 2⟩, ⟨1, 2⟩],
   [⟨10000000000000000, 10000000000000001⟩, ⟨1, 10000000000000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1, 2⟩, ⟨1, 2⟩],
   [⟨1, 2⟩, ⟨1, 2⟩],
   [⟨1, 100000001⟩, ⟨100000000, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1, 2⟩, ⟨1, 2⟩],
   [⟨10000000000000000, 10000000000000001⟩, ⟨1, 10000000000000001⟩],
   [⟨10000000000000000, 10000000000000001⟩, ⟨1, 10000000000000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1000000000000000000000000, 1000000000000000000000001⟩, ⟨1, 1000000000000000000000001⟩],
   [⟨10000000000000000, 10000000000000001⟩, ⟨1, 10000000000000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1, 2⟩, ⟨1, 2⟩],
   [⟨10000000000000000, 10000000000000001⟩, ⟨1, 10000000000000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩]]

theorem rowSurrogateLaw_eq : inst.rowSurrogateLaw 2 data = tableValue rowLaws :=
  eq_tableValue (by decide +kernel)

/-- The largest mass under a code, one for each transcript. -/
def rowMaxima : List Fraction :=
  [⟨1000000000000000000000000, 1000000000000000000000001⟩, ⟨100000000, 100000001⟩]

theorem rowMaximum_eq :
    ∀ ω, (maximum fun c => inst.rowSurrogateLaw 2 data c ω) =
      rowValue rowMaxima ω :=
  forall_of_elems (by simp only [rowSurrogateLaw_eq]; decide +kernel)

/-- `Θ` of blueprint 5.2. -/
theorem theta_eq : inst.theta 1 2 = Fraction.value ⟨10000000200000001, 400000000⟩ := by
  decide +kernel

/-- The left sides of `domination`. -/
def domination_left : List Fraction :=
  [⟨1, 100000001⟩, ⟨100000000, 100000001⟩]

/-- The right sides of `domination`. -/
def domination_right : List Fraction :=
  [⟨6250000187500001875000006250000, 9999999900000001⟩, ⟨1000000030000000300000001, 1600000000⟩]

/-- **5.1**: `p_y ≤ Θ^(m J)·max_c p_c` at every transcript. -/
theorem domination : ComparedAll
    (fun ω => inst.transcriptLaw other ω)
    (fun ω => inst.theta 1 2 ^ (inst.scale * inst.rounds) *
      maximum fun c => inst.rowSurrogateLaw 2 data c ω)
    domination_left domination_right where
  le := inst.transcriptLaw_le_maximum query_sub_le (by decide) hamming_le
  left_eq := by simp only [transcriptLaw_eq]; decide +kernel
  right_eq := by simp only [rowMaximum_eq]; decide +kernel

/-- **6.3**, even exponent, `c = 1`. -/
theorem sum_max_pow_le : Compared
    ((sum fun ω => (maximum fun c => inst.rowSurrogateLaw 2 data c ω) * inst.error data ω) ^ (2 * 1))
    ((sum fun c => ratioMoment (2 * 1) (inst.rowSurrogateLaw 2 data c) (inst.transcriptLaw data)) *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1)
    ⟨999999990000000124999999500000002500000000000000, 1000000000000000000000002000000000000000000000001⟩
    ⟨100000005999999928000002159999985400000263999998540000021599999928000000600000001, 1599999968000000799999990400000127999999040000007999999968000000160000000⟩ where
  le := Formal.sum_max_pow_le (inst.isPmf_transcriptLaw data) (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_rowSurrogateLaw 2 data c).nonneg) (inst.error data) (by decide)
  left_eq := by simp only [rowMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq, rowSurrogateLaw_eq]; decide +kernel

/-- **6.3**, integer Hölder, `a = 3`. -/
theorem sum_max_pow_le_int : Compared
    ((sum fun ω => (maximum fun c => inst.rowSurrogateLaw 2 data c ω) * inst.error data ω ^ (3 - 1)) ^ 3)
    ((sum fun c => ratioMoment 3 (inst.rowSurrogateLaw 2 data c) (inst.transcriptLaw data)) *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 3) ^ (3 - 1))
    ⟨124999998125000028124999796875001406249995312500015625000000000000000000, 1000000000000000000000003000000000000000000000003000000000000000000000001⟩
    ⟨699999981000001389999971800000683999989880000169299998001000023779999800100001692999989880000068399999718000001389999998100000007, 2559999923200002303999959040000691199991552000097279999155200006911999959040000230399999232000002560000000000000000⟩ where
  le := Formal.sum_max_pow_le_int (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_rowSurrogateLaw 2 data c).nonneg) error_nonneg (by decide)
  left_eq := by simp only [rowMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq, rowSurrogateLaw_eq]; decide +kernel

/-- The largest `E[(p_c/p_x)^2]` of the surrogates. -/
def largestMoment : Rat :=
  Fraction.value ⟨9999999900000001, 100000000⟩

theorem ratioMoment_le :
    ∀ c : RowCode, ratioMoment (2 * 1) (inst.rowSurrogateLaw 2 data c) (inst.transcriptLaw data) ≤
      largestMoment :=
  forall_of_elems (by simp only [transcriptLaw_eq, rowSurrogateLaw_eq]; decide +kernel)

/-- **A.4**, `c = 1`. -/
theorem sum_max_pow_le_of_moment_le : Compared
    ((sum fun ω => (maximum fun c => inst.rowSurrogateLaw 2 data c ω) * inst.error data ω) ^ (2 * 1))
    ((card RowCode : Rat) * largestMoment *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1)
    ⟨999999990000000124999999500000002500000000000000, 1000000000000000000000002000000000000000000000001⟩
    ⟨9999999900000001, 16000000⟩ where
  le := Formal.sum_max_pow_le_of_moment_le (inst.isPmf_transcriptLaw data) (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_rowSurrogateLaw 2 data c).nonneg) (inst.error data) (by decide)
    ratioMoment_le
  left_eq := by simp only [rowMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.3**, the far bound. -/
theorem sum_max_le_sum : Compared
    (sum fun ω => (maximum fun c => inst.rowSurrogateLaw 2 data c ω) * inst.error data ω)
    (sum fun c => expect (inst.rowSurrogateLaw 2 data c) (inst.error data))
    ⟨999999995000000050000000, 1000000000000000000000001⟩
    ⟨25, 2⟩ where
  le := Formal.sum_max_le_sum (fun c => (inst.isPmf_rowSurrogateLaw 2 data c).nonneg) error_nonneg
  left_eq := by simp only [rowMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [error_eq, rowSurrogateLaw_eq]; decide +kernel

/-- **6.4**, near, `c = 1`. -/
theorem ball_max_pow_le : Compared
    ((sum fun ω => ballMax inst.transcriptLaw data 2 ω * inst.error data ω) ^ (2 * 1))
    (inst.theta 1 2 ^ (inst.scale * inst.rounds * (2 * 1)) *
      ((((card (Fin 2) ^ 2 + 1) ^ inst.scale : Nat) : Rat) *
        inst.theta 1 (2 * inst.scale) ^ (inst.rounds * (1 * (2 * 1 - 1))) *
        (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1))
    ⟨10000000000000000, 10000000200000001⟩
    ⟨1000000080000003000000072000001270000017600000196000001760000012700000072000000300000000800000001, 163840000000000000000000000000000000000000000000000⟩ where
  le := inst.ball_max_pow_le query_sub_le (by decide) data error_nonneg (by decide)
  left_eq := by simp only [ballMax_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.4**, far. -/
theorem ball_max_le : Compared
    (sum fun ω => ballMax inst.transcriptLaw data 2 ω * inst.error data ω)
    (inst.theta 1 2 ^ (inst.scale * inst.rounds) *
      sum fun c => expect (inst.rowSurrogateLaw 2 data c) (inst.error data))
    ⟨100000000, 100000001⟩
    ⟨100000004000000060000000400000001, 12800000000000000⟩ where
  le := inst.ball_max_le query_sub_le (by decide) data error_nonneg
  left_eq := by simp only [ballMax_eq, error_eq]; decide +kernel
  right_eq := by simp only [error_eq, rowSurrogateLaw_eq]; decide +kernel

/-! ### Blueprint 5 and 6 for signed points -/

/-- The codes of `m` signed points. -/
abbrev SignedCode : Type := Fin inst.scale → SignedLabel (Fin 2)

/-- How large the values of the queries are. -/
theorem query_le : ∀ j d, -((1 : Nat) : Int) ≤ inst.query j d ∧ inst.query j d ≤ ((1 : Nat) : Int) := by
  decide +kernel

/-- The left sides of `mean_signedMove_le`. -/
def mean_signedMove_le_left : List Fraction :=
  [⟨100000001, 50000000⟩, ⟨200000002, 1⟩]

/-- The right sides of `mean_signedMove_le`. -/
def mean_signedMove_le_right : List Fraction :=
  [⟨100000000000000020000000000000001, 100000000000000000000⟩,
   ⟨100000000000000020000000000000001, 1000000000000⟩]

/-- **5.2** for the signed points of `y`. -/
theorem mean_signedMove_le : ComparedAll
    (fun s => listSum (fun c => signedMove inst.rowFactor 2 c s)
      (signedLabels 2 0 data other))
    (fun s => inst.theta 1 (2 * 2) * ((2 * 2 : Nat) * rowRatio inst.rowFactor data other s))
    mean_signedMove_le_left mean_signedMove_le_right where
  le := inst.mean_signedMove_le query_le 0 hamming_le
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- The law under every code, one row for each code with one entry for each transcript. -/
def signedLaws : List (List Fraction) :=
  [[⟨10000000000000000000000000000000000000000, 10000000000000000000000000000000000000001⟩,
    ⟨1, 10000000000000000000000000000000000000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1000000000000000000000000, 1000000000000000000000001⟩, ⟨1, 1000000000000000000000001⟩],
   [⟨1000000000000000000000000, 1000000000000000000000001⟩, ⟨1, 1000000000000000000000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1, 1000000000000000000000001⟩, ⟨1000000000000000000000000, 1000000000000000000000001⟩],
   [⟨1, 100000001⟩, ⟨100000000, 100000001⟩],
   [⟨1, 100000001⟩, ⟨100000000, 100000001⟩],
   [⟨1000000000000000000000000, 1000000000000000000000001⟩, ⟨1, 1000000000000000000000001⟩],
   [⟨1, 100000001⟩, ⟨100000000, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨1000000000000000000000000, 1000000000000000000000001⟩, ⟨1, 1000000000000000000000001⟩],
   [⟨1, 100000001⟩, ⟨100000000, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩],
   [⟨100000000, 100000001⟩, ⟨1, 100000001⟩]]

theorem signedSurrogateLaw_eq : inst.signedSurrogateLaw 2 data = tableValue signedLaws :=
  eq_tableValue (by decide +kernel)

/-- The largest mass under a code, one for each transcript. -/
def signedMaxima : List Fraction :=
  [⟨10000000000000000000000000000000000000000, 10000000000000000000000000000000000000001⟩,
   ⟨1000000000000000000000000, 1000000000000000000000001⟩]

theorem signedMaximum_eq :
    ∀ ω, (maximum fun c => inst.signedSurrogateLaw 2 data c ω) =
      rowValue signedMaxima ω :=
  forall_of_elems (by simp only [signedSurrogateLaw_eq]; decide +kernel)

/-- `Θ` of blueprint 5.2. -/
theorem theta_eq_signed :
    inst.theta 1 (2 * 2) = Fraction.value ⟨100000000000000020000000000000001, 40000000000000000⟩ := by
  decide +kernel

/-- The left sides of `domination_signed`. -/
def domination_signed_left : List Fraction :=
  [⟨1, 100000001⟩, ⟨100000000, 100000001⟩]

/-- The right sides of `domination_signed`. -/
def domination_signed_right : List Fraction :=
  [⟨62500000000000025000000000000003750000000000000250000000000000006250000, 10000000000000000000000000000000000000001⟩,
   ⟨10000000000000004000000000000000600000000000000040000000000000001, 1600000000000000000000001600000000⟩]

/-- **5.5**: `p_y ≤ Θ^(m J)·max_c p_c` at every transcript. -/
theorem domination_signed : ComparedAll
    (fun ω => inst.transcriptLaw other ω)
    (fun ω => inst.theta 1 (2 * 2) ^ (inst.scale * inst.rounds) *
      maximum fun c => inst.signedSurrogateLaw 2 data c ω)
    domination_signed_left domination_signed_right where
  le := inst.transcriptLaw_le_maximum_signed query_le (by decide) hamming_le
  left_eq := by simp only [transcriptLaw_eq]; decide +kernel
  right_eq := by simp only [signedMaximum_eq]; decide +kernel

/-- **6.3**, even exponent, `c = 1`. -/
theorem sum_max_pow_le_signed : Compared
    ((sum fun ω => (maximum fun c => inst.signedSurrogateLaw 2 data c ω) * inst.error data ω) ^ (2 * 1))
    ((sum fun c => ratioMoment (2 * 1) (inst.signedSurrogateLaw 2 data c) (inst.transcriptLaw data)) *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1)
    ⟨9999999800000002999999970000000299999998000000012499999950000000250000000000000000000000000000000000000000000000, 9999999800000002999999980000000100000001999999960000000599999996000000020000000099999998000000029999999800000001⟩
    ⟨9999999760000005399999904000001579999979200000257999997280000025799999792000001579999990400000053999999760000001, 79999996800000079999998560000021599999728000002959999972800000215999998560000007999999968000000080000000⟩ where
  le := Formal.sum_max_pow_le (inst.isPmf_transcriptLaw data) (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_signedSurrogateLaw 2 data c).nonneg) (inst.error data) (by decide)
  left_eq := by simp only [signedMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq, signedSurrogateLaw_eq]; decide +kernel

/-- **6.3**, integer Hölder, `a = 3`. -/
theorem sum_max_pow_le_int_signed : Compared
    ((sum fun ω => (maximum fun c => inst.signedSurrogateLaw 2 data c ω) * inst.error data ω ^ (3 - 1)) ^ 3)
    ((sum fun c => ratioMoment 3 (inst.signedSurrogateLaw 2 data c) (inst.transcriptLaw data)) *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 3) ^ (3 - 1))
    ⟨124999996250000074999998937500013124999868750001156249991562500056249999703125001406249995312500015625000000000000000000000000000000000000000000000000000000000000000000, 999999970000000599999993000000059999999999999992000000179999997900000017999999939999999400000017999999790000001799999992000000000000000599999993000000059999999700000001⟩
    ⟨99999993600000265999992000000193399996072000069419998915200015203999807520002213999976816000221399998075200015203999891520000694199996072000019339999920000000265999999360000001, 127999992320000268799993216000138239997619200035711999527680005567999941248000556799995276800035711999761920001382399993216000026879999923200000128000000000000000⟩ where
  le := Formal.sum_max_pow_le_int (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_signedSurrogateLaw 2 data c).nonneg) error_nonneg (by decide)
  left_eq := by simp only [signedMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq, signedSurrogateLaw_eq]; decide +kernel

/-- The largest `E[(p_c/p_x)^2]` of the surrogates. -/
def largestMomentSigned : Rat :=
  Fraction.value ⟨999999990000000099999999000000009999999900000001, 9999999800000002999999980000000100000000⟩

theorem ratioMoment_le_signed :
    ∀ c : SignedCode, ratioMoment (2 * 1) (inst.signedSurrogateLaw 2 data c) (inst.transcriptLaw data) ≤
      largestMomentSigned :=
  forall_of_elems (by simp only [transcriptLaw_eq, signedSurrogateLaw_eq]; decide +kernel)

/-- **A.4**, `c = 1`. -/
theorem sum_max_pow_le_of_moment_le_signed : Compared
    ((sum fun ω => (maximum fun c => inst.signedSurrogateLaw 2 data c ω) * inst.error data ω) ^ (2 * 1))
    ((card SignedCode : Rat) * largestMomentSigned *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1)
    ⟨9999999800000002999999970000000299999998000000012499999950000000250000000000000000000000000000000000000000000000, 9999999800000002999999980000000100000001999999960000000599999996000000020000000099999998000000029999999800000001⟩
    ⟨999999990000000099999999000000009999999900000001, 2499999950000000749999995000000025000000⟩ where
  le := Formal.sum_max_pow_le_of_moment_le (inst.isPmf_transcriptLaw data) (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_signedSurrogateLaw 2 data c).nonneg) (inst.error data) (by decide)
    ratioMoment_le_signed
  left_eq := by simp only [signedMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.3**, the far bound. -/
theorem sum_max_le_sum_signed : Compared
    (sum fun ω => (maximum fun c => inst.signedSurrogateLaw 2 data c ω) * inst.error data ω)
    (sum fun c => expect (inst.signedSurrogateLaw 2 data c) (inst.error data))
    ⟨99999999000000009999999950000000500000000000000000000000, 99999999000000010000000000000000000000009999999900000001⟩
    ⟨8, 1⟩ where
  le := Formal.sum_max_le_sum (fun c => (inst.isPmf_signedSurrogateLaw 2 data c).nonneg) error_nonneg
  left_eq := by simp only [signedMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [error_eq, signedSurrogateLaw_eq]; decide +kernel

/-- **6.4**, near, `c = 1`. -/
theorem ball_max_pow_le_signed : Compared
    ((sum fun ω => ballMax inst.transcriptLaw data 2 ω * inst.error data ω) ^ (2 * 1))
    (inst.theta 1 (2 * 2) ^ (inst.scale * inst.rounds * (2 * 1)) *
      ((((2 * card (Fin 2)) ^ inst.scale : Nat) : Rat) *
        inst.theta 1 (2 * 2 * inst.scale) ^ (inst.rounds * (1 * (2 * 1 - 1))) *
        (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1))
    ⟨10000000000000000, 10000000200000001⟩
    ⟨1000000000000000800000000000000300000000000000072000000000000012700000000000001760000000000000196000000000000017600000000000001270000000000000072000000000000003000000000000000080000000000000001, 256000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000⟩ where
  le := inst.ball_max_pow_le_signed query_le (by decide) data error_nonneg (by decide)
  left_eq := by simp only [ballMax_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.4**, far. -/
theorem ball_max_le_signed : Compared
    (sum fun ω => ballMax inst.transcriptLaw data 2 ω * inst.error data ω)
    (inst.theta 1 (2 * 2) ^ (inst.scale * inst.rounds) *
      sum fun c => expect (inst.signedSurrogateLaw 2 data c) (inst.error data))
    ⟨100000000, 100000001⟩
    ⟨10000000000000004000000000000000600000000000000040000000000000001, 200000000000000000000000000000000⟩ where
  le := inst.ball_max_le_signed query_le (by decide) data error_nonneg
  left_eq := by simp only [ballMax_eq, error_eq]; decide +kernel
  right_eq := by simp only [error_eq, signedSurrogateLaw_eq]; decide +kernel

end Formal.Certificate.InequalitiesExtreme
