module

public import Formal.Evaluation.Certificate

/-!
# Certificate: DegenerateUniverse

Generated; do not edit. The command was

  `python -m pyref certify examples/certificates/DegenerateUniverse.json -o Formal/Certificate/DegenerateUniverse.lean`

The reference instance (blueprint §3) with

  T = 1 label, k = 2 queries with integer values up to B = 1, n = 2 rows,
  J = 2 rounds, m = 1, β = 3/2, g₀ = 2, r = 1/2.

The Python reference computed every number below; Lean's kernel confirms that Lean's own definitions
evaluate to them. Tables have one row for each dataset (or transcript, for `answers`) in the order
of Lean's enumerations: datasets with the first row most significant, transcripts with the first
selection most significant, signed queries `(q₀,+), (q₀,-), (q₁,+), …`. Rows of masses have one
entry for each transcript; datasets with the same counts share their row, whose name ends in the
counts. A fraction `⟨p, q⟩` is `p/q`.
-/

@[expose] public noncomputable section

namespace Formal.Certificate.DegenerateUniverse

/-- The values of the queries, one row for each query. -/
def queries : List (List Int) :=
  [[0],
   [1]]

/-- The instance. -/
def inst : ReferenceInstance (Fin 1) 2 where
  query j d := (queries.getD j.val []).getD d.val 0
  bound := 1
  rows := 2
  rounds := 2
  scale := 1
  beta := 3 / 2
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
  ⟨(3, 2), (2, 1)⟩

theorem quotients_of : quotients.Of inst := by
  decide +kernel

/-- The exponents `⌊n m s(μ_h)⌉` of the selection weights, for every history `h`. -/
def plan : ReferenceInstance.Plan :=
  ⟨[0, 0, 2, -2],
   [⟨[0, 0, 2, -2], []⟩,
    ⟨[0, 0, 2, -2], []⟩,
    ⟨[0, 0, 2, -2], []⟩,
    ⟨[0, 0, 2, -2], []⟩]⟩

theorem plan_check : inst.planCheck quotients inst.rounds [] plan = true := by
  decide +kernel

/-! ### The base law -/

def scores_2 : List Int :=
  [0, 0, 2, -2]

/-- The scores `m Σ_i s(x_i)`, one row for each dataset with one entry for each signed query. -/
def scores : List (List Int) :=
  [scores_2]

def law_2 : List Fraction :=
  [⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩,
   ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩]

/-- The base law, one row for each dataset. -/
def law : List (List Fraction) :=
  [law_2]

theorem isTable_law : IsTable inst.transcriptLaw law :=
  inst.isTable_transcriptLaw quotients_of plan_check (scores := scores) rfl (by decide +kernel)

/-- The base law `p_x` of every dataset at every transcript (blueprint §3). -/
theorem transcriptLaw_eq : table inst.transcriptLaw = values law :=
  isTable_law.table_eq

/-! ### The envelope and the mechanism -/

theorem discountIs : inst.DiscountIs ⟨1, 2⟩ := by decide +kernel

def envelopes_2 : List Fraction :=
  [⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩,
   ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩]

/-- The envelope, one row for each dataset. -/
def envelopes : List (List Fraction) :=
  [envelopes_2]

/-- For each dataset the numbers of datasets that attain its envelope. -/
def maximisers : List (List Nat) :=
  [[0]]

theorem isTable_envelopes : IsTable inst.envelopeMass envelopes :=
  inst.isTable_envelopeMass discountIs isTable_law (places := maximisers) rfl (by decide +kernel)

/-- The envelope `M_x` (blueprint §2, paper (4)). -/
theorem envelopeMass_eq : table inst.envelopeMass = values envelopes :=
  isTable_envelopes.table_eq

/-- The normalisers, one for each dataset. -/
def partitions : List Fraction :=
  [⟨1, 1⟩]

theorem partitions_check : allMatch normalizerCheck envelopes partitions = true := by
  decide +kernel

theorem isRow_partitions : IsRow inst.partition partitions :=
  inst.isRow_partition isTable_envelopes partitions_check

/-- The normaliser `Z_x` (blueprint 2.1). -/
theorem partition_eq : (elems : List inst.Data).map inst.partition = partitions.map Fraction.value :=
  isRow_partitions.map_eq

def released_2 : List Fraction :=
  [⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩,
   ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩, ⟨1, 16⟩]

/-- The released law, one row for each dataset. -/
def released : List (List Fraction) :=
  [released_2]

theorem isTable_released : IsTable inst.mechanism released :=
  inst.isTable_mechanism isTable_envelopes partitions_check (by decide +kernel)

/-- The released law `p̂_x = M_x / Z_x` (paper (4)). -/
theorem mechanism_eq : table inst.mechanism = values released :=
  isTable_released.table_eq

/-! ### Answers and errors -/

/-- The released answers, one row for each transcript with one entry for each query. -/
def answers : List (List Fraction) :=
  [[⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩],
   [⟨0, 1⟩, ⟨1, 1⟩]]

theorem isTable_answers : IsTable inst.answer answers :=
  inst.isTable_answer quotients_of (by decide +kernel)

/-- The released answers `q(μ̄)`. -/
theorem answer_eq : table inst.answer = values answers :=
  isTable_answers.table_eq

def truth_2 : List Fraction :=
  [⟨0, 1⟩, ⟨1, 1⟩]

/-- The true answers, one row for each dataset with one entry for each query. -/
def truth : List (List Fraction) :=
  [truth_2]

theorem isTable_truth : IsTable inst.trueAnswer truth :=
  inst.isTable_trueAnswer (by decide +kernel)

/-- The true answers `F_q(x)`. -/
theorem trueAnswer_eq : table inst.trueAnswer = values truth :=
  isTable_truth.table_eq

/-- The expected worst errors, one for each dataset. -/
def expectedErrors : List Fraction :=
  [⟨0, 1⟩]

theorem isRow_expectedErrors : IsRow inst.expectedError expectedErrors :=
  inst.isRow_expectedError isTable_answers isTable_truth isTable_released (by decide +kernel)

/-- The expected worst error of the released answers. -/
theorem expectedError_eq :
    (elems : List inst.Data).map inst.expectedError = expectedErrors.map Fraction.value :=
  isRow_expectedErrors.map_eq

/-! ### The privacy ratio -/

/-- There are no neighbours. -/
theorem not_neighbors (x x' : inst.Data) : hamming x x' ≠ 1 := by
  have h : (elems : List inst.Data).all (fun x => (elems : List inst.Data).all fun x' =>
      decide (hamming x x' ≠ 1)) = true := by decide +kernel
  simp only [List.all_eq_true, decide_eq_true_eq] at h
  exact h x (mem_elems x) x' (mem_elems x')

/-! ### The dataset of the instance -/

/-- The dataset, its rows in increasing order. -/
def data : inst.Data :=
  sequence [0, 0] 0

/-- Its normaliser. -/
theorem partition_data : inst.partition data = Fraction.value ⟨1, 1⟩ :=
  (isRow_partitions.eq_of_rowEntry (by decide +kernel)).2

/-- Its expected worst error. -/
theorem expectedError_data : inst.expectedError data = Fraction.value ⟨0, 1⟩ :=
  (isRow_expectedErrors.eq_of_rowEntry (by decide +kernel)).2

end Formal.Certificate.DegenerateUniverse
