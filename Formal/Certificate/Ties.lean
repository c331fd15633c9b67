module

public import Formal.Evaluation.Certificate

/-!
# Certificate: Ties

Generated; do not edit. The command was

  `python -m pyref certify examples/certificates/Ties.json -o Formal/Certificate/Ties.lean`

The reference instance (blueprint §3) with

  T = 2 labels, k = 2 queries with integer values up to B = 1, n = 3 rows,
  J = 2 rounds, m = 1, β = 2, g₀ = 2, r = 1/2.

The Python reference computed every number below; Lean's kernel confirms that Lean's own definitions
evaluate to them. Tables have one row for each dataset (or transcript, for `answers`) in the order
of Lean's enumerations: datasets with the first row most significant, transcripts with the first
selection most significant, signed queries `(q₀,+), (q₀,-), (q₁,+), …`. Rows of masses have one
entry for each transcript; datasets with the same counts share their row, whose name ends in the
counts. A fraction `⟨p, q⟩` is `p/q`.
-/

@[expose] public noncomputable section

namespace Formal.Certificate.Ties

/-- The values of the queries, one row for each query. -/
def queries : List (List Int) :=
  [[1, 0],
   [1, 1]]

/-- The instance. -/
def inst : ReferenceInstance (Fin 2) 2 where
  query j d := (queries.getD j.val []).getD d.val 0
  bound := 1
  rows := 3
  rounds := 2
  scale := 1
  beta := 2
  base := 2
  discount := 1 / 2
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

/-- Numerators and denominators of `β` and `g₀`. -/
def quotients : ReferenceInstance.Quotients :=
  ⟨(2, 1), (2, 1)⟩

theorem quotients_of : quotients.Of inst := by
  decide +kernel

/-- The exponents `⌊n m s(μ_h)⌉` of the selection weights, for every history `h`. -/
def plan : ReferenceInstance.Plan :=
  ⟨[2, -1, 3, -3],
   [⟨[2, -2, 3, -3], []⟩,
    ⟨[1, -1, 3, -3], []⟩,
    ⟨[2, -1, 3, -3], []⟩,
    ⟨[2, -1, 3, -3], []⟩]⟩

theorem plan_check : inst.planCheck quotients inst.rounds [] plan = true := by
  decide +kernel

/-! ### The base law -/

def scores_3_0 : List Int :=
  [3, -3, 3, -3]

def scores_2_1 : List Int :=
  [2, -2, 3, -3]

def scores_1_2 : List Int :=
  [1, -1, 3, -3]

def scores_0_3 : List Int :=
  [0, 0, 3, -3]

/-- The scores `m Σ_i s(x_i)`, one row for each dataset with one entry for each signed query. -/
def scores : List (List Int) :=
  [scores_3_0, scores_2_1, scores_2_1, scores_1_2, scores_2_1, scores_1_2, scores_1_2, scores_0_3]

def law_3_0 : List Fraction :=
  [⟨32, 153⟩, ⟨8, 153⟩, ⟨16, 153⟩, ⟨16, 153⟩, ⟨16, 425⟩, ⟨1, 425⟩, ⟨4, 425⟩, ⟨4, 425⟩, ⟨32, 289⟩, ⟨4, 289⟩,
   ⟨16, 289⟩, ⟨16, 289⟩, ⟨32, 289⟩, ⟨4, 289⟩, ⟨16, 289⟩, ⟨16, 289⟩]

def law_2_1 : List Fraction :=
  [⟨1, 14⟩, ⟨1, 14⟩, ⟨1, 14⟩, ⟨1, 14⟩, ⟨4, 63⟩, ⟨1, 63⟩, ⟨2, 63⟩, ⟨2, 63⟩, ⟨4, 49⟩, ⟨2, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩,
   ⟨4, 49⟩, ⟨2, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩]

def law_1_2 : List Fraction :=
  [⟨1, 63⟩, ⟨4, 63⟩, ⟨2, 63⟩, ⟨2, 63⟩, ⟨1, 14⟩, ⟨1, 14⟩, ⟨1, 14⟩, ⟨1, 14⟩, ⟨2, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩,
   ⟨2, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩]

def law_0_3 : List Fraction :=
  [⟨1, 425⟩, ⟨16, 425⟩, ⟨4, 425⟩, ⟨4, 425⟩, ⟨8, 153⟩, ⟨32, 153⟩, ⟨16, 153⟩, ⟨16, 153⟩, ⟨4, 289⟩, ⟨32, 289⟩,
   ⟨16, 289⟩, ⟨16, 289⟩, ⟨4, 289⟩, ⟨32, 289⟩, ⟨16, 289⟩, ⟨16, 289⟩]

/-- The base law, one row for each dataset. -/
def law : List (List Fraction) :=
  [law_3_0, law_2_1, law_2_1, law_1_2, law_2_1, law_1_2, law_1_2, law_0_3]

theorem isTable_law : IsTable inst.transcriptLaw law :=
  inst.isTable_transcriptLaw quotients_of plan_check (scores := scores) rfl (by decide +kernel)

/-- The base law `p_x` of every dataset at every transcript (blueprint §3). -/
theorem transcriptLaw_eq : table inst.transcriptLaw = values law :=
  isTable_law.table_eq

/-! ### The envelope and the mechanism -/

theorem discountIs : inst.DiscountIs ⟨1, 2⟩ := by decide +kernel

def envelopes_3_0 : List Fraction :=
  [⟨32, 153⟩, ⟨8, 153⟩, ⟨16, 153⟩, ⟨16, 153⟩, ⟨16, 425⟩, ⟨4, 153⟩, ⟨1, 56⟩, ⟨1, 56⟩, ⟨32, 289⟩, ⟨1, 49⟩,
   ⟨16, 289⟩, ⟨16, 289⟩, ⟨32, 289⟩, ⟨1, 49⟩, ⟨16, 289⟩, ⟨16, 289⟩]

def envelopes_2_1 : List Fraction :=
  [⟨16, 153⟩, ⟨1, 14⟩, ⟨1, 14⟩, ⟨1, 14⟩, ⟨4, 63⟩, ⟨8, 153⟩, ⟨1, 28⟩, ⟨1, 28⟩, ⟨4, 49⟩, ⟨2, 49⟩, ⟨4, 49⟩,
   ⟨4, 49⟩, ⟨4, 49⟩, ⟨2, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩]

def envelopes_1_2 : List Fraction :=
  [⟨8, 153⟩, ⟨4, 63⟩, ⟨1, 28⟩, ⟨1, 28⟩, ⟨1, 14⟩, ⟨16, 153⟩, ⟨1, 14⟩, ⟨1, 14⟩, ⟨2, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩,
   ⟨4, 49⟩, ⟨2, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩, ⟨4, 49⟩]

def envelopes_0_3 : List Fraction :=
  [⟨4, 153⟩, ⟨16, 425⟩, ⟨1, 56⟩, ⟨1, 56⟩, ⟨8, 153⟩, ⟨32, 153⟩, ⟨16, 153⟩, ⟨16, 153⟩, ⟨1, 49⟩, ⟨32, 289⟩,
   ⟨16, 289⟩, ⟨16, 289⟩, ⟨1, 49⟩, ⟨32, 289⟩, ⟨16, 289⟩, ⟨16, 289⟩]

/-- The envelope, one row for each dataset. -/
def envelopes : List (List Fraction) :=
  [envelopes_3_0, envelopes_2_1, envelopes_2_1, envelopes_1_2, envelopes_2_1, envelopes_1_2, envelopes_1_2,
   envelopes_0_3]

/-- For each dataset the numbers of datasets that attain its envelope. -/
def maximisers : List (List Nat) :=
  [[0, 1, 3, 7], [0, 1, 3, 7], [0, 2, 3, 7], [0, 1, 3, 7], [0, 4, 5, 7], [0, 1, 5, 7], [0, 2, 6, 7],
   [0, 1, 3, 7]]

theorem isTable_envelopes : IsTable inst.envelopeMass envelopes :=
  inst.isTable_envelopeMass discountIs isTable_law (places := maximisers) rfl (by decide +kernel)

/-- The envelope `M_x` (blueprint §2, paper (4)). -/
theorem envelopeMass_eq : table inst.envelopeMass = values envelopes :=
  isTable_envelopes.table_eq

/-- The normalisers, one for each dataset. -/
def partitions : List Fraction :=
  [⟨13430783, 12744900⟩, ⟨1154, 1071⟩, ⟨1154, 1071⟩, ⟨1154, 1071⟩, ⟨1154, 1071⟩, ⟨1154, 1071⟩, ⟨1154, 1071⟩,
   ⟨13430783, 12744900⟩]

theorem partitions_check : allMatch normalizerCheck envelopes partitions = true := by
  decide +kernel

theorem isRow_partitions : IsRow inst.partition partitions :=
  inst.isRow_partition isTable_envelopes partitions_check

/-- The normaliser `Z_x` (blueprint 2.1). -/
theorem partition_eq : (elems : List inst.Data).map inst.partition = partitions.map Fraction.value :=
  isRow_partitions.map_eq

def released_3_0 : List Fraction :=
  [⟨2665600, 13430783⟩, ⟨666400, 13430783⟩, ⟨1332800, 13430783⟩, ⟨1332800, 13430783⟩, ⟨479808, 13430783⟩,
   ⟨333200, 13430783⟩, ⟨455175, 26861566⟩, ⟨455175, 26861566⟩, ⟨1411200, 13430783⟩, ⟨260100, 13430783⟩,
   ⟨705600, 13430783⟩, ⟨705600, 13430783⟩, ⟨1411200, 13430783⟩, ⟨260100, 13430783⟩, ⟨705600, 13430783⟩,
   ⟨705600, 13430783⟩]

def released_2_1 : List Fraction :=
  [⟨56, 577⟩, ⟨153, 2308⟩, ⟨153, 2308⟩, ⟨153, 2308⟩, ⟨34, 577⟩, ⟨28, 577⟩, ⟨153, 4616⟩, ⟨153, 4616⟩,
   ⟨306, 4039⟩, ⟨153, 4039⟩, ⟨306, 4039⟩, ⟨306, 4039⟩, ⟨306, 4039⟩, ⟨153, 4039⟩, ⟨306, 4039⟩, ⟨306, 4039⟩]

def released_1_2 : List Fraction :=
  [⟨28, 577⟩, ⟨34, 577⟩, ⟨153, 4616⟩, ⟨153, 4616⟩, ⟨153, 2308⟩, ⟨56, 577⟩, ⟨153, 2308⟩, ⟨153, 2308⟩,
   ⟨153, 4039⟩, ⟨306, 4039⟩, ⟨306, 4039⟩, ⟨306, 4039⟩, ⟨153, 4039⟩, ⟨306, 4039⟩, ⟨306, 4039⟩, ⟨306, 4039⟩]

def released_0_3 : List Fraction :=
  [⟨333200, 13430783⟩, ⟨479808, 13430783⟩, ⟨455175, 26861566⟩, ⟨455175, 26861566⟩, ⟨666400, 13430783⟩,
   ⟨2665600, 13430783⟩, ⟨1332800, 13430783⟩, ⟨1332800, 13430783⟩, ⟨260100, 13430783⟩, ⟨1411200, 13430783⟩,
   ⟨705600, 13430783⟩, ⟨705600, 13430783⟩, ⟨260100, 13430783⟩, ⟨1411200, 13430783⟩, ⟨705600, 13430783⟩,
   ⟨705600, 13430783⟩]

/-- The released law, one row for each dataset. -/
def released : List (List Fraction) :=
  [released_3_0, released_2_1, released_2_1, released_1_2, released_2_1, released_1_2, released_1_2,
   released_0_3]

theorem isTable_released : IsTable inst.mechanism released :=
  inst.isTable_mechanism isTable_envelopes partitions_check (by decide +kernel)

/-- The released law `p̂_x = M_x / Z_x` (paper (4)). -/
theorem mechanism_eq : table inst.mechanism = values released :=
  isTable_released.table_eq

/-! ### Answers and errors -/

/-- The released answers, one row for each transcript with one entry for each query. -/
def answers : List (List Fraction) :=
  [[⟨7, 12⟩, ⟨1, 1⟩],
   [⟨7, 12⟩, ⟨1, 1⟩],
   [⟨7, 12⟩, ⟨1, 1⟩],
   [⟨7, 12⟩, ⟨1, 1⟩],
   [⟨5, 12⟩, ⟨1, 1⟩],
   [⟨5, 12⟩, ⟨1, 1⟩],
   [⟨5, 12⟩, ⟨1, 1⟩],
   [⟨5, 12⟩, ⟨1, 1⟩],
   [⟨1, 2⟩, ⟨1, 1⟩],
   [⟨1, 2⟩, ⟨1, 1⟩],
   [⟨1, 2⟩, ⟨1, 1⟩],
   [⟨1, 2⟩, ⟨1, 1⟩],
   [⟨1, 2⟩, ⟨1, 1⟩],
   [⟨1, 2⟩, ⟨1, 1⟩],
   [⟨1, 2⟩, ⟨1, 1⟩],
   [⟨1, 2⟩, ⟨1, 1⟩]]

theorem isTable_answers : IsTable inst.answer answers :=
  inst.isTable_answer quotients_of (by decide +kernel)

/-- The released answers `q(μ̄)`. -/
theorem answer_eq : table inst.answer = values answers :=
  isTable_answers.table_eq

def truth_3_0 : List Fraction :=
  [⟨1, 1⟩, ⟨1, 1⟩]

def truth_2_1 : List Fraction :=
  [⟨2, 3⟩, ⟨1, 1⟩]

def truth_1_2 : List Fraction :=
  [⟨1, 3⟩, ⟨1, 1⟩]

def truth_0_3 : List Fraction :=
  [⟨0, 1⟩, ⟨1, 1⟩]

/-- The true answers, one row for each dataset with one entry for each query. -/
def truth : List (List Fraction) :=
  [truth_3_0, truth_2_1, truth_2_1, truth_1_2, truth_2_1, truth_1_2, truth_1_2, truth_0_3]

theorem isTable_truth : IsTable inst.trueAnswer truth :=
  inst.isTable_trueAnswer (by decide +kernel)

/-- The true answers `F_q(x)`. -/
theorem trueAnswer_eq : table inst.trueAnswer = values truth :=
  isTable_truth.table_eq

/-- The expected worst errors, one for each dataset. -/
def expectedErrors : List Fraction :=
  [⟨75855281, 161169396⟩, ⟨2167, 13848⟩, ⟨2167, 13848⟩, ⟨2167, 13848⟩, ⟨2167, 13848⟩, ⟨2167, 13848⟩,
   ⟨2167, 13848⟩, ⟨75855281, 161169396⟩]

theorem isRow_expectedErrors : IsRow inst.expectedError expectedErrors :=
  inst.isRow_expectedError isTable_answers isTable_truth isTable_released (by decide +kernel)

/-- The expected worst error of the released answers. -/
theorem expectedError_eq :
    (elems : List inst.Data).map inst.expectedError = expectedErrors.map Fraction.value :=
  isRow_expectedErrors.map_eq

/-! ### The privacy ratio -/

/-- The largest ratio of released masses of neighbours. -/
def ratio : Fraction :=
  ⟨27465200, 13430783⟩

/-- The mechanism is private with the factor `ratio`. -/
theorem mechanism_le (x x' : inst.Data) (h : hamming x x' = 1) (ω : inst.Transcript) :
    inst.mechanism x ω ≤ ratio.value * inst.mechanism x' ω :=
  inst.mechanism_le_of_ratioCheck (by decide) isTable_released (by decide +kernel) x x' h ω

/-- Neighbours at which the ratio is attained. -/
theorem neighbors : hamming (sequence [1, 1, 1] 0 : inst.Data) (sequence [0, 1, 1] 0) = 1 := by
  decide +kernel

/-- The ratio is attained, so no smaller factor is possible. -/
theorem mechanism_attained :
    inst.mechanism (sequence [1, 1, 1] 0) (sequence [(0, false), (0, false)] (0, true)) =
      ratio.value * inst.mechanism (sequence [0, 1, 1] 0) (sequence [(0, false), (0, false)] (0, true)) :=
  eq_of_attainedCheck (by decide) isTable_released (by decide +kernel)

/-- The ratio respects the bound `r⁻²` of blueprint 2.3. -/
theorem ratio_le : ratio.value ≤ (inst.discount ^ 2)⁻¹ := by
  decide +kernel

/-! ### The dataset of the instance -/

/-- The dataset, its rows in increasing order. -/
def data : inst.Data :=
  sequence [0, 1, 1] 0

/-- Its normaliser. -/
theorem partition_data : inst.partition data = Fraction.value ⟨1154, 1071⟩ :=
  (isRow_partitions.eq_of_rowEntry (by decide +kernel)).2

/-- Its expected worst error. -/
theorem expectedError_data : inst.expectedError data = Fraction.value ⟨2167, 13848⟩ :=
  (isRow_expectedErrors.eq_of_rowEntry (by decide +kernel)).2

end Formal.Certificate.Ties
