module

public import Formal.Evaluation.Compared
public import Formal.Evaluation.Sample
public import Formal.Query.ReferenceTarget

/-!
# Certificate: InequalitiesTypical

Generated; do not edit. The command was

  `python -m pyref certify examples/certificates/InequalitiesTypical.json -o Formal/Certificate/InequalitiesTypical.lean --inequalities --radius 1`

The reference instance (blueprint §3) with

  T = 2 labels, k = 1 query with integer values up to B = 2, n = 2 rows,
  J = 2 rounds, m = 1, β = 5/4, g₀ = 3/2, r = 3/5.

The Python reference computed every number below; Lean's kernel confirms that Lean's own definitions
evaluate to them. Every theorem of blueprint 4-6 at one place: an inequality and the values of its
two sides. The dataset is `data`; `other` is within radius 1 of it. A fraction `⟨p, q⟩` is `p/q`.
-/

@[expose] public noncomputable section

namespace Formal.Certificate.InequalitiesTypical

/-- The values of the queries, one row for each query. -/
def queries : List (List Int) :=
  [[2, -1]]

/-- The instance. -/
def inst : ReferenceInstance (Fin 2) 1 where
  query j d := (queries.getD j.val []).getD d.val 0
  bound := 2
  rows := 2
  rounds := 2
  scale := 1
  beta := 5 / 4
  base := 3 / 2
  discount := 3 / 5
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
  sequence [1, 0] 0

/-- `y` is near `x`. -/
theorem hamming_le : hamming data other ≤ 1 := by
  decide +kernel

/-! ### The laws, as tables -/

/-- The base law, one row for each dataset with one entry for each transcript. -/
def laws : List (List Fraction) :=
  [[⟨390625, 808561⟩, ⟨250000, 808561⟩, ⟨40000000000, 213266857921⟩, ⟨4294967296, 213266857921⟩],
   [⟨128, 881⟩, ⟨625, 1762⟩, ⟨625, 1762⟩, ⟨128, 881⟩],
   [⟨128, 881⟩, ⟨625, 1762⟩, ⟨625, 1762⟩, ⟨128, 881⟩],
   [⟨4294967296, 213266857921⟩, ⟨40000000000, 213266857921⟩, ⟨250000, 808561⟩, ⟨390625, 808561⟩]]

/-- The base law `p_x` of every dataset (blueprint §3). -/
theorem transcriptLaw_eq : inst.transcriptLaw = tableValue laws :=
  eq_tableValue (by decide +kernel)

/-- The worst errors on the dataset, one for each transcript. -/
def errors : List Fraction :=
  [⟨153, 280⟩, ⟨153, 280⟩, ⟨267, 280⟩, ⟨267, 280⟩]

theorem error_eq : inst.error data = rowValue errors :=
  eq_rowValue (by decide +kernel)

/-- The gain `G` of the Hölder inequalities is the worst error. -/
theorem error_nonneg : ∀ ω, 0 ≤ inst.error data ω := by
  rw [error_eq]; exact forall_of_elems (by decide +kernel)

/-- The history before the round that 4.1 to 4.3 are about. -/
def history : List (ReferenceInstance.Signed 1) :=
  [(0, true)]

/-- The selection probabilities `π_h(s | g_x)` of that round. -/
def weights (s : ReferenceInstance.Signed 1) : Rat := inst.rule.selectMass (inst.target data) history s

theorem isPmf_weights : IsPmf weights := inst.rule.isPmf_selectMass (inst.target_pos data) history

/-- The ratio `X = g_y / g_x` of the target factors. -/
def ratio (s : ReferenceInstance.Signed 1) : Rat := inst.target other s / inst.target data s

/-- The least `ratio`. -/
def low : Rat :=
  Fraction.value ⟨64, 125⟩

/-- The largest `ratio`. -/
def high : Rat :=
  Fraction.value ⟨125, 64⟩

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
    ⟨401877841, 268960000⟩
    ⟨388917841, 256000000⟩ where
  le := Formal.kantorovich_mul_inv isPmf_weights.nonneg isPmf_weights.sum_eq_one low_pos high_pos low_le le_high
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- **4.1**, second half: `E[X²] ≤ C·E[X]²`. -/
theorem kantorovich_sq : Compared
    (sum fun s => weights s * ratio s ^ 2)
    (kantorovichConst low high * (sum fun s => weights s * ratio s) ^ 2)
    ⟨263761, 160000⟩
    ⟨179573385121, 102400000000⟩ where
  le := Formal.kantorovich_sq isPmf_weights.nonneg isPmf_weights.sum_eq_one low_pos high_pos low_le le_high
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- **4.2** with `j = 2`: `E[X^(j+1)]·E[X^(j-1)] ≤ C·E[X^j]²`. -/
theorem moment_log_convex : Compared
    ((sum fun s => weights s * ratio s ^ (2 + 1)) * sum fun s => weights s * ratio s ^ (2 - 1))
    (kantorovichConst low high * (sum fun s => weights s * ratio s ^ 2) ^ 2)
    ⟨138213797828401, 43033600000000⟩
    ⟨27056961741520523761, 6553600000000000000⟩ where
  le := Formal.moment_log_convex isPmf_weights.nonneg low_pos high_pos low_le le_high (by decide)
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- **4.3** with `r = 3`: `E[X^r] ≤ C^(r(r-1)/2)·E[X]^r`. -/
theorem moment_le : Compared
    (sum fun s => weights s * ratio s ^ 3)
    (kantorovichConst low high ^ (3 * (3 - 1) / 2) * (sum fun s => weights s * ratio s) ^ 3)
    ⟨156882857921, 52480000000⟩
    ⟨583646322793701566122733991241, 134217728000000000000000000000⟩ where
  le := Formal.moment_le isPmf_weights.nonneg isPmf_weights.sum_eq_one low_pos high_pos low_le le_high 3
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- **4.4** with `r = 3`: `E[(p_y/p_x)^r] ≤ C^(J r(r-1)/2)`. -/
theorem transcript_moment_le : Compared
    (ratioMoment 3 (inst.transcriptLaw other) (inst.transcriptLaw data))
    (kantorovichConst low high ^ (inst.rounds * (3 * (3 - 1) / 2)))
    ⟨8544990996450348113565628782845761, 917777926303252480000000000000000⟩
    ⟨3460566482812005635138779423310581278861843774371041, 281474976710656000000000000000000000000000000000000⟩ where
  le := inst.rule.transcript_moment_le (inst.target_pos data) low_pos high_pos low_mul_le le_high_mul
    3 inst.rounds []
  left_eq := by simp only [transcriptLaw_eq]; decide +kernel
  right_eq := by decide +kernel

/-- The ball maxima `H_R`, one for each transcript. -/
def ballMaxima : List Fraction :=
  [⟨390625, 808561⟩, ⟨625, 1762⟩, ⟨625, 1762⟩, ⟨128, 881⟩]

theorem ballMax_eq : ballMax inst.transcriptLaw data 1 = rowValue ballMaxima :=
  eq_rowValue (by simp only [transcriptLaw_eq]; decide +kernel)

/-- The likelihood ratio `p_y / p_x` of a transcript. -/
def likelihood (ω : inst.Transcript) : Rat := inst.transcriptLaw other ω / inst.transcriptLaw data ω

/-- The likelihood ratios, one for each transcript. -/
def likelihoods : List Fraction :=
  [⟨103495808, 344140625⟩, ⟨808561, 704800⟩, ⟨213266857921, 112768000000⟩, ⟨213266857921, 29561454592⟩]

theorem likelihood_eq : likelihood = rowValue likelihoods := eq_rowValue (by
  unfold likelihood; simp only [transcriptLaw_eq]; decide +kernel)

/-- The least `likelihood`. -/
def least : Rat :=
  Fraction.value ⟨103495808, 344140625⟩

/-- The largest `likelihood`. -/
def largest : Rat :=
  Fraction.value ⟨213266857921, 29561454592⟩

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
    ⟨8544990996450348113565628782845761, 917777926303252480000000000000000⟩
    ⟨1528426017002257299880253213800449249859847238500849055888659903521, 5545891947813192363619860074800101720064000000000000000000000000⟩ where
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
    ⟨106153039449549, 481890304000000⟩
    ⟨8042441816853879894558172415651553007743379041, 9025883345117631301550080000000000000000000000⟩ where
  le := Formal.holder_int (inst.isPmf_transcriptLaw data).nonneg likelihood_nonneg error_nonneg (by decide)
  left_eq := by simp only [likelihood_eq, transcriptLaw_eq, error_eq]; decide +kernel
  right_eq := by simp only [likelihood_eq, transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.2** with `c = 2`: `E[L G]^(2c) ≤ E[L^(2c)]·E[G²]^c`. -/
theorem holder_even : Compared
    ((sum fun ω => inst.transcriptLaw data ω * (likelihood ω * inst.error data ω)) ^ (2 * 2))
    ((sum fun ω => inst.transcriptLaw data ω * likelihood ω ^ (2 * 2)) *
      (sum fun ω => inst.transcriptLaw data ω * inst.error data ω ^ 2) ^ 2)
    ⟨81, 256⟩
    ⟨677831029798978628225989067987674554526939690679993912250561, 65141172035982402983244762972160000000000000000000000000000⟩ where
  le := Formal.holder_even (inst.isPmf_transcriptLaw data).nonneg
    (inst.isPmf_transcriptLaw data).sum_eq_one likelihood (inst.error data) 2
  left_eq := by simp only [likelihood_eq, transcriptLaw_eq, error_eq]; decide +kernel
  right_eq := by simp only [likelihood_eq, transcriptLaw_eq, error_eq]; decide +kernel

/-! ### Blueprint 5 and 6 for row moves -/

/-- The codes of `m` row moves. -/
abbrev RowCode : Type := Fin inst.scale → RowMove (Fin 2)

/-- How much the queries vary. -/
theorem query_sub_le : ∀ j d d', inst.query j d' - inst.query j d ≤ ((3 : Nat) : Int) := by
  decide +kernel

/-- The left sides of `mean_rowMove_le`. -/
def mean_rowMove_le_left : List Fraction :=
  [⟨64, 125⟩, ⟨125, 64⟩]

/-- The right sides of `mean_rowMove_le`. -/
def mean_rowMove_le_right : List Fraction :=
  [⟨388917841, 500000000⟩, ⟨388917841, 131072000⟩]

/-- **5.2**: the mean of the moves from `x` to `y`, times their number, for every signed query. -/
theorem mean_rowMove_le : ComparedAll
    (fun s => listSum (fun c => rowMove inst.rowFactor 1 c s) (rowLabels 1 data other))
    (fun s => inst.theta 3 1 * ((1 : Nat) * rowRatio inst.rowFactor data other s))
    mean_rowMove_le_left mean_rowMove_le_right where
  le := inst.mean_rowMove_le query_sub_le hamming_le
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- The law under every code, one row for each code with one entry for each transcript. -/
def rowLaws : List (List Fraction) :=
  [[⟨390625, 808561⟩, ⟨250000, 808561⟩, ⟨40000000000, 213266857921⟩, ⟨4294967296, 213266857921⟩],
   [⟨390625, 808561⟩, ⟨250000, 808561⟩, ⟨40000000000, 213266857921⟩, ⟨4294967296, 213266857921⟩],
   [⟨128, 881⟩, ⟨625, 1762⟩, ⟨625, 1762⟩, ⟨128, 881⟩],
   [⟨95367431640625, 119020543268401⟩, ⟨16000000000000, 119020543268401⟩,
    ⟨2560000000000000000, 40933536578657068561⟩, ⟨72057594037927936, 40933536578657068561⟩],
   [⟨390625, 808561⟩, ⟨250000, 808561⟩, ⟨40000000000, 213266857921⟩, ⟨4294967296, 213266857921⟩]]

theorem rowSurrogateLaw_eq : inst.rowSurrogateLaw 1 data = tableValue rowLaws :=
  eq_tableValue (by decide +kernel)

/-- The largest mass under a code, one for each transcript. -/
def rowMaxima : List Fraction :=
  [⟨95367431640625, 119020543268401⟩, ⟨625, 1762⟩, ⟨625, 1762⟩, ⟨128, 881⟩]

theorem rowMaximum_eq :
    ∀ ω, (maximum fun c => inst.rowSurrogateLaw 1 data c ω) =
      rowValue rowMaxima ω :=
  forall_of_elems (by simp only [rowSurrogateLaw_eq]; decide +kernel)

/-- `Θ` of blueprint 5.2. -/
theorem theta_eq : inst.theta 3 1 = Fraction.value ⟨388917841, 256000000⟩ := by
  decide +kernel

/-- The left sides of `domination`. -/
def domination_left : List Fraction :=
  [⟨128, 881⟩, ⟨625, 1762⟩, ⟨625, 1762⟩, ⟨128, 881⟩]

/-- The right sides of `domination`. -/
def domination_right : List Fraction :=
  [⟨59084799628164562890625, 31949333805620952825856⟩, ⟨151257087048101281, 184759091200000000⟩,
   ⟨151257087048101281, 184759091200000000⟩, ⟨151257087048101281, 451072000000000000⟩]

/-- **5.1**: `p_y ≤ Θ^(m J)·max_c p_c` at every transcript. -/
theorem domination : ComparedAll
    (fun ω => inst.transcriptLaw other ω)
    (fun ω => inst.theta 3 1 ^ (inst.scale * inst.rounds) *
      maximum fun c => inst.rowSurrogateLaw 1 data c ω)
    domination_left domination_right where
  le := inst.transcriptLaw_le_maximum query_sub_le (by decide) hamming_le
  left_eq := by simp only [transcriptLaw_eq]; decide +kernel
  right_eq := by simp only [rowMaximum_eq]; decide +kernel

/-- **6.3**, even exponent, `c = 1`. -/
theorem sum_max_pow_le : Compared
    ((sum fun ω => (maximum fun c => inst.rowSurrogateLaw 1 data c ω) * inst.error data ω) ^ (2 * 1))
    ((sum fun c => ratioMoment (2 * 1) (inst.rowSurrogateLaw 1 data c) (inst.transcriptLaw data)) *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1)
    ⟨96359582858718221714813815881, 78427071113662641359308494400⟩
    ⟨154476236287863296020225669508936461109559859156889550811278870072746409, 55200090966750816135536264200787199701879280230387167803637760000000000⟩ where
  le := Formal.sum_max_pow_le (inst.isPmf_transcriptLaw data) (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_rowSurrogateLaw 1 data c).nonneg) (inst.error data) (by decide)
  left_eq := by simp only [rowMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq, rowSurrogateLaw_eq]; decide +kernel

/-- **6.3**, integer Hölder, `a = 3`. -/
theorem sum_max_pow_le_int : Compared
    ((sum fun ω => (maximum fun c => inst.rowSurrogateLaw 1 data c ω) * inst.error data ω ^ (3 - 1)) ^ 3)
    ((sum fun c => ratioMoment 3 (inst.rowSurrogateLaw 1 data c) (inst.transcriptLaw data)) *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 3) ^ (3 - 1))
    ⟨10576251249851972592383660797347726082897589810947467, 20671748936272888954566296885344681697568088576000000⟩
    ⟨46527647889302234000333819333055576164328279307365682954139686221692849869066875657387428945097948815630956050225524183601, 33420436560751599301942687150573714128477395957878696387375514856263045931843167830600349287060602880000000000000000000000⟩ where
  le := Formal.sum_max_pow_le_int (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_rowSurrogateLaw 1 data c).nonneg) error_nonneg (by decide)
  left_eq := by simp only [rowMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq, rowSurrogateLaw_eq]; decide +kernel

/-- The largest `E[(p_c/p_x)^2]` of the surrogates. -/
def largestMoment : Rat :=
  Fraction.value ⟨172439263907461681, 79478886400000000⟩

theorem ratioMoment_le :
    ∀ c : RowCode, ratioMoment (2 * 1) (inst.rowSurrogateLaw 1 data c) (inst.transcriptLaw data) ≤
      largestMoment :=
  forall_of_elems (by simp only [transcriptLaw_eq, rowSurrogateLaw_eq]; decide +kernel)

/-- **A.4**, `c = 1`. -/
theorem sum_max_pow_le_of_moment_le : Compared
    ((sum fun ω => (maximum fun c => inst.rowSurrogateLaw 1 data c ω) * inst.error data ω) ^ (2 * 1))
    ((card RowCode : Rat) * largestMoment *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1)
    ⟨96359582858718221714813815881, 78427071113662641359308494400⟩
    ⟨5751461693330962651809, 1246228938752000000000⟩ where
  le := Formal.sum_max_pow_le_of_moment_le (inst.isPmf_transcriptLaw data) (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_rowSurrogateLaw 1 data c).nonneg) (inst.error data) (by decide)
    ratioMoment_le
  left_eq := by simp only [rowMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.3**, the far bound. -/
theorem sum_max_le_sum : Compared
    (sum fun ω => (maximum fun c => inst.rowSurrogateLaw 1 data c ω) * inst.error data ω)
    (sum fun c => expect (inst.rowSurrogateLaw 1 data c) (inst.error data))
    ⟨310418399678109, 280048337102120⟩
    ⟨330919387686597, 102911214847220⟩ where
  le := Formal.sum_max_le_sum (fun c => (inst.isPmf_rowSurrogateLaw 1 data c).nonneg) error_nonneg
  left_eq := by simp only [rowMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [error_eq, rowSurrogateLaw_eq]; decide +kernel

/-- **6.4**, near, `c = 1`. -/
theorem ball_max_pow_le : Compared
    ((sum fun ω => ballMax inst.transcriptLaw data 1 ω * inst.error data ω) ^ (2 * 1))
    (inst.theta 3 1 ^ (inst.scale * inst.rounds * (2 * 1)) *
      ((((card (Fin 2) ^ 2 + 1) ^ inst.scale : Nat) : Rat) *
        inst.theta 3 (1 * inst.scale) ^ (inst.rounds * (1 * (2 * 1 - 1))) *
        (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1))
    ⟨709160914371661089129, 811890349300643329600⟩
    ⟨115422178871044624726288657450610602732876252232114016849, 4413527634823086080000000000000000000000000000000000000⟩ where
  le := inst.ball_max_pow_le query_sub_le (by decide) data error_nonneg (by decide)
  left_eq := by simp only [ballMax_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.4**, far. -/
theorem ball_max_le : Compared
    (sum fun ω => ballMax inst.transcriptLaw data 1 ω * inst.error data ω)
    (inst.theta 3 1 ^ (inst.scale * inst.rounds) *
      sum fun c => expect (inst.rowSurrogateLaw 1 data c) (inst.error data))
    ⟨26630075373, 28493689640⟩
    ⟨2538101649470918189665835517, 341990232555520000000000000⟩ where
  le := inst.ball_max_le query_sub_le (by decide) data error_nonneg
  left_eq := by simp only [ballMax_eq, error_eq]; decide +kernel
  right_eq := by simp only [error_eq, rowSurrogateLaw_eq]; decide +kernel

/-! ### Blueprint 5 and 6 for signed points -/

/-- The codes of `m` signed points. -/
abbrev SignedCode : Type := Fin inst.scale → SignedLabel (Fin 2)

/-- How large the values of the queries are. -/
theorem query_le : ∀ j d, -((2 : Nat) : Int) ≤ inst.query j d ∧ inst.query j d ≤ ((2 : Nat) : Int) := by
  decide +kernel

/-- The left sides of `mean_signedMove_le`. -/
def mean_signedMove_le_left : List Fraction :=
  [⟨656, 625⟩, ⟨1025, 256⟩]

/-- The right sides of `mean_signedMove_le`. -/
def mean_signedMove_le_right : List Fraction :=
  [⟨208082857921, 100000000000⟩, ⟨208082857921, 26214400000⟩]

/-- **5.2** for the signed points of `y`. -/
theorem mean_signedMove_le : ComparedAll
    (fun s => listSum (fun c => signedMove inst.rowFactor 1 c s)
      (signedLabels 1 0 data other))
    (fun s => inst.theta 2 (2 * 1) * ((2 * 1 : Nat) * rowRatio inst.rowFactor data other s))
    mean_signedMove_le_left mean_signedMove_le_right where
  le := inst.mean_signedMove_le query_le 0 hamming_le
  left_eq := by decide +kernel
  right_eq := by decide +kernel

/-- The law under every code, one row for each code with one entry for each transcript. -/
def signedLaws : List (List Fraction) :=
  [[⟨59604644775390625, 68907559752101281⟩, ⟨6400000000000000, 68907559752101281⟩,
    ⟨1024000000000000000000, 24744941509460672442241⟩, ⟨18446744073709551616, 24744941509460672442241⟩],
   [⟨65536, 808561⟩, ⟨250000, 808561⟩, ⟨625, 1681⟩, ⟨400, 1681⟩],
   [⟨400, 1681⟩, ⟨625, 1681⟩, ⟨250000, 808561⟩, ⟨65536, 808561⟩],
   [⟨152587890625, 213266857921⟩, ⟨40000000000, 213266857921⟩, ⟨6400000000000000, 68907559752101281⟩,
    ⟨281474976710656, 68907559752101281⟩]]

theorem signedSurrogateLaw_eq : inst.signedSurrogateLaw 1 data = tableValue signedLaws :=
  eq_tableValue (by decide +kernel)

/-- The largest mass under a code, one for each transcript. -/
def signedMaxima : List Fraction :=
  [⟨59604644775390625, 68907559752101281⟩, ⟨625, 1681⟩, ⟨625, 1681⟩, ⟨400, 1681⟩]

theorem signedMaximum_eq :
    ∀ ω, (maximum fun c => inst.signedSurrogateLaw 1 data c ω) =
      rowValue signedMaxima ω :=
  forall_of_elems (by simp only [signedSurrogateLaw_eq]; decide +kernel)

/-- `Θ` of blueprint 5.2. -/
theorem theta_eq_signed : inst.theta 2 (2 * 1) = Fraction.value ⟨208082857921, 102400000000⟩ := by
  decide +kernel

/-- The left sides of `domination_signed`. -/
def domination_signed_left : List Fraction :=
  [⟨128, 881⟩, ⟨625, 1762⟩, ⟨625, 1762⟩, ⟨128, 881⟩]

/-- The right sides of `domination_signed`. -/
def domination_signed_right : List Fraction :=
  [⟨16913467093973075172750390625, 4735291449319053906795298816⟩,
   ⟨43298475760571072442241, 28202500096000000000000⟩, ⟨43298475760571072442241, 28202500096000000000000⟩,
   ⟨43298475760571072442241, 44066406400000000000000⟩]

/-- **5.5**: `p_y ≤ Θ^(m J)·max_c p_c` at every transcript. -/
theorem domination_signed : ComparedAll
    (fun ω => inst.transcriptLaw other ω)
    (fun ω => inst.theta 2 (2 * 1) ^ (inst.scale * inst.rounds) *
      maximum fun c => inst.signedSurrogateLaw 1 data c ω)
    domination_signed_left domination_signed_right where
  le := inst.transcriptLaw_le_maximum_signed query_le (by decide) hamming_le
  left_eq := by simp only [transcriptLaw_eq]; decide +kernel
  right_eq := by simp only [signedMaximum_eq]; decide +kernel

/-- **6.3**, even exponent, `c = 1`. -/
theorem sum_max_pow_le_signed : Compared
    ((sum fun ω => (maximum fun c => inst.signedSurrogateLaw 1 data c ω) * inst.error data ω) ^ (2 * 1))
    ((sum fun c => ratioMoment (2 * 1) (inst.signedSurrogateLaw 1 data c) (inst.transcriptLaw data)) *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1)
    ⟨480362181634153926305993892992141025, 303888114623322134695839672437821504⟩
    ⟨44743599076101921067775486359764898518531043874501325934871121217075569, 13020339379684772396662319978322786697131384070985634587607040000000000⟩ where
  le := Formal.sum_max_pow_le (inst.isPmf_transcriptLaw data) (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_signedSurrogateLaw 1 data c).nonneg) (inst.error data) (by decide)
  left_eq := by simp only [signedMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq, signedSurrogateLaw_eq]; decide +kernel

/-- **6.3**, integer Hölder, `a = 3`. -/
theorem sum_max_pow_le_int_signed : Compared
    ((sum fun ω => (maximum fun c => inst.signedSurrogateLaw 1 data c ω) * inst.error data ω ^ (3 - 1)) ^ 3)
    ((sum fun c => ratioMoment 3 (inst.signedSurrogateLaw 1 data c) (inst.transcriptLaw data)) *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 3) ^ (3 - 1))
    ⟨7953816051476726231761453427908028763421485099822620256766299, 10090873761776985992006688738980210557371244066936350994333696⟩
    ⟨15724077784057328016212590413807270530007282430113448947923737764095090935758853361023349993016433405653206129229811143, 3894694332387141244364682267842586819961350839404169134479931619288330958651835483271293546004480000000000000000000000⟩ where
  le := Formal.sum_max_pow_le_int (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_signedSurrogateLaw 1 data c).nonneg) error_nonneg (by decide)
  left_eq := by simp only [signedMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq, signedSurrogateLaw_eq]; decide +kernel

/-- The largest `E[(p_c/p_x)^2]` of the surrogates. -/
def largestMomentSigned : Rat :=
  Fraction.value ⟨500352043447129721, 129243545600000000⟩

theorem ratioMoment_le_signed :
    ∀ c : SignedCode, ratioMoment (2 * 1) (inst.signedSurrogateLaw 1 data c) (inst.transcriptLaw data) ≤
      largestMomentSigned :=
  forall_of_elems (by simp only [transcriptLaw_eq, signedSurrogateLaw_eq]; decide +kernel)

/-- **A.4**, `c = 1`. -/
theorem sum_max_pow_le_of_moment_le_signed : Compared
    ((sum fun ω => (maximum fun c => inst.signedSurrogateLaw 1 data c ω) * inst.error data ω) ^ (2 * 1))
    ((card SignedCode : Rat) * largestMomentSigned *
      (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1)
    ⟨480362181634153926305993892992141025, 303888114623322134695839672437821504⟩
    ⟨329114246487905312924432049, 49956714470440960000000000⟩ where
  le := Formal.sum_max_pow_le_of_moment_le (inst.isPmf_transcriptLaw data) (inst.transcriptLaw_pos data)
    (fun c => (inst.isPmf_signedSurrogateLaw 1 data c).nonneg) (inst.error data) (by decide)
    ratioMoment_le_signed
  left_eq := by simp only [signedMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.3**, the far bound. -/
theorem sum_max_le_sum_signed : Compared
    (sum fun ω => (maximum fun c => inst.signedSurrogateLaw 1 data c ω) * inst.error data ω)
    (sum fun c => expect (inst.signedSurrogateLaw 1 data c) (inst.error data))
    ⟨693081655819971855, 551260478016810248⟩
    ⟨89058377760828501, 33613443781512820⟩ where
  le := Formal.sum_max_le_sum (fun c => (inst.isPmf_signedSurrogateLaw 1 data c).nonneg) error_nonneg
  left_eq := by simp only [signedMaximum_eq, error_eq]; decide +kernel
  right_eq := by simp only [error_eq, signedSurrogateLaw_eq]; decide +kernel

/-- **6.4**, near, `c = 1`. -/
theorem ball_max_pow_le_signed : Compared
    ((sum fun ω => ballMax inst.transcriptLaw data 1 ω * inst.error data ω) ^ (2 * 1))
    (inst.theta 2 (2 * 1) ^ (inst.scale * inst.rounds * (2 * 1)) *
      ((((2 * card (Fin 2)) ^ inst.scale : Nat) : Rat) *
        inst.theta 2 (2 * 1 * inst.scale) ^ (inst.rounds * (1 * (2 * 1 - 1))) *
        (expect (inst.transcriptLaw data) fun ω => inst.error data ω ^ 2) ^ 1))
    ⟨709160914371661089129, 811890349300643329600⟩
    ⟨53393553909103778349075281448747236141701876906454190073417126995419332464249, 445640593850091932588441600000000000000000000000000000000000000000000000000⟩ where
  le := inst.ball_max_pow_le_signed query_le (by decide) data error_nonneg (by decide)
  left_eq := by simp only [ballMax_eq, error_eq]; decide +kernel
  right_eq := by simp only [transcriptLaw_eq, error_eq]; decide +kernel

/-- **6.4**, far. -/
theorem ball_max_le_signed : Compared
    (sum fun ω => ballMax inst.transcriptLaw data 1 ω * inst.error data ω)
    (inst.theta 2 (2 * 1) ^ (inst.scale * inst.rounds) *
      sum fun c => expect (inst.signedSurrogateLaw 1 data c) (inst.error data))
    ⟨26630075373, 28493689640⟩
    ⟨3856092010753014713355533653049629110741, 352462504266435867443200000000000000000⟩ where
  le := inst.ball_max_le_signed query_le (by decide) data error_nonneg
  left_eq := by simp only [ballMax_eq, error_eq]; decide +kernel
  right_eq := by simp only [error_eq, signedSurrogateLaw_eq]; decide +kernel

end Formal.Certificate.InequalitiesTypical
