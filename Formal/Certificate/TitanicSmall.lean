module

public import Formal.Evaluation.Certificate

/-!
# Certificate: TitanicSmall

Generated; do not edit. The command was

  `python -m pyref certify examples/titanic-small.json -o Formal/Certificate/TitanicSmall.lean --sample 24`

The reference instance (blueprint §3) with

  T = 4 labels, k = 8 queries with integer values up to B = 1, n = 12 rows,
  J = 3 rounds, m = 1, β = 3/2, g₀ = 5/2, r = 14/23.

The Python reference computed every number below; Lean's kernel confirms that Lean's own definitions
evaluate to them. Only 24 entries of the base law of one dataset are certified, at evenly spaced
transcripts; envelope, released law and privacy ratio are not. A fraction `⟨p, q⟩` is `p/q`.
-/

@[expose] public noncomputable section

namespace Formal.Certificate.TitanicSmall

/-- The values of the queries, one row for each query. -/
def queries : List (List Int) :=
  [[1, 1, 0, 0],
   [0, 0, 1, 1],
   [1, 0, 1, 0],
   [0, 1, 0, 1],
   [1, 0, 0, 0],
   [0, 1, 0, 0],
   [0, 0, 1, 0],
   [0, 0, 0, 1]]

/-- The instance. -/
def inst : ReferenceInstance (Fin 4) 8 where
  query j d := (queries.getD j.val []).getD d.val 0
  bound := 1
  rows := 12
  rounds := 3
  scale := 1
  beta := 3 / 2
  base := 5 / 2
  discount := 14 / 23
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
  ⟨(3, 2), (5, 2)⟩

theorem quotients_of : quotients.Of inst := by
  decide +kernel

/-- The rows of the dataset: how often each label occurs. -/
def counts : List (Nat × Fin 4) :=
  [(4, 1), (7, 2), (1, 3)]

/-- The dataset, its rows in increasing order. -/
def data : inst.Data :=
  sequence (countedRows counts) 0

theorem totalCount_counts : totalCount counts = inst.rows := by
  decide +kernel

/-- The transcripts: the selected signed queries, oldest first (`true` is the positive copy). -/
def transcripts : List (List (ReferenceInstance.Signed 8)) :=
  [[(0, true), (0, true), (0, true)],
   [(0, true), (5, false), (1, true)],
   [(0, false), (3, true), (2, true)],
   [(1, true), (0, false), (3, true)],
   [(1, true), (6, true), (4, true)],
   [(1, false), (3, false), (5, true)],
   [(2, true), (1, true), (6, true)],
   [(2, true), (6, false), (7, true)],
   [(2, false), (4, false), (0, true)],
   [(3, true), (2, true), (1, true)],
   [(3, true), (7, false), (2, true)],
   [(3, false), (5, true), (3, true)],
   [(4, true), (2, false), (4, true)],
   [(4, false), (0, true), (5, true)],
   [(4, false), (5, false), (6, true)],
   [(5, true), (3, true), (7, true)],
   [(5, false), (1, true), (0, true)],
   [(5, false), (6, false), (1, true)],
   [(6, true), (4, true), (2, true)],
   [(6, false), (1, false), (3, true)],
   [(6, false), (7, true), (4, true)],
   [(7, true), (4, false), (5, true)],
   [(7, false), (2, true), (6, true)],
   [(7, false), (7, false), (7, false)]]

/-- The same with the exponents `⌊n m s(μ_h)⌉` of the selection weights before each selection. -/
def paths : List (List (ReferenceInstance.Step 8)) :=
  [[((0, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((0, true), [9, -9, 3, -3, 6, -6, 6, -6, 4, -4, 4, -4, 2, -2, 2, -2]),
    ((0, true), [10, -10, 2, -2, 6, -6, 6, -6, 5, -5, 5, -5, 1, -1, 1, -1])],
   [((0, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((5, false), [9, -9, 3, -3, 6, -6, 6, -6, 4, -4, 4, -4, 2, -2, 2, -2]),
    ((1, true), [8, -8, 4, -4, 8, -8, 4, -4, 5, -5, 2, -2, 2, -2, 2, -2])],
   [((0, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((3, true), [3, -3, 9, -9, 6, -6, 6, -6, 2, -2, 2, -2, 4, -4, 4, -4]),
    ((2, true), [3, -3, 9, -9, 3, -3, 9, -9, 1, -1, 2, -2, 2, -2, 6, -6])],
   [((1, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((0, false), [3, -3, 9, -9, 6, -6, 6, -6, 2, -2, 2, -2, 4, -4, 4, -4]),
    ((3, true), [2, -2, 10, -10, 6, -6, 6, -6, 1, -1, 1, -1, 5, -5, 5, -5])],
   [((1, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((6, true), [3, -3, 9, -9, 6, -6, 6, -6, 2, -2, 2, -2, 4, -4, 4, -4]),
    ((4, true), [2, -2, 10, -10, 8, -8, 4, -4, 1, -1, 1, -1, 7, -7, 3, -3])],
   [((1, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((3, false), [9, -9, 3, -3, 6, -6, 6, -6, 4, -4, 4, -4, 2, -2, 2, -2]),
    ((5, true), [9, -9, 3, -3, 9, -9, 3, -3, 6, -6, 2, -2, 2, -2, 1, -1])],
   [((2, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((1, true), [6, -6, 6, -6, 9, -9, 3, -3, 4, -4, 2, -2, 4, -4, 2, -2]),
    ((6, true), [3, -3, 9, -9, 9, -9, 3, -3, 2, -2, 1, -1, 6, -6, 2, -2])],
   [((2, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((6, false), [6, -6, 6, -6, 9, -9, 3, -3, 4, -4, 2, -2, 4, -4, 2, -2]),
    ((7, true), [8, -8, 4, -4, 8, -8, 4, -4, 5, -5, 2, -2, 2, -2, 2, -2])],
   [((2, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((4, false), [6, -6, 6, -6, 3, -3, 9, -9, 2, -2, 4, -4, 2, -2, 4, -4]),
    ((0, true), [5, -5, 7, -7, 3, -3, 9, -9, 1, -1, 5, -5, 2, -2, 5, -5])],
   [((3, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((2, true), [6, -6, 6, -6, 3, -3, 9, -9, 2, -2, 4, -4, 2, -2, 4, -4]),
    ((1, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3])],
   [((3, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((7, false), [6, -6, 6, -6, 3, -3, 9, -9, 2, -2, 4, -4, 2, -2, 4, -4]),
    ((2, true), [8, -8, 4, -4, 4, -4, 8, -8, 2, -2, 5, -5, 2, -2, 2, -2])],
   [((3, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((5, true), [6, -6, 6, -6, 9, -9, 3, -3, 4, -4, 2, -2, 4, -4, 2, -2]),
    ((3, true), [7, -7, 5, -5, 7, -7, 5, -5, 4, -4, 4, -4, 4, -4, 1, -1])],
   [((4, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((2, false), [8, -8, 4, -4, 8, -8, 4, -4, 5, -5, 2, -2, 2, -2, 2, -2]),
    ((4, true), [7, -7, 5, -5, 5, -5, 7, -7, 4, -4, 4, -4, 1, -1, 4, -4])],
   [((4, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((0, true), [5, -5, 7, -7, 5, -5, 7, -7, 1, -1, 4, -4, 4, -4, 4, -4]),
    ((5, true), [8, -8, 4, -4, 4, -4, 8, -8, 2, -2, 5, -5, 2, -2, 2, -2])],
   [((4, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((5, false), [5, -5, 7, -7, 5, -5, 7, -7, 1, -1, 4, -4, 4, -4, 4, -4]),
    ((6, true), [3, -3, 9, -9, 6, -6, 6, -6, 2, -2, 2, -2, 4, -4, 4, -4])],
   [((5, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((3, true), [8, -8, 4, -4, 4, -4, 8, -8, 2, -2, 5, -5, 2, -2, 2, -2]),
    ((7, true), [8, -8, 4, -4, 2, -2, 10, -10, 1, -1, 7, -7, 1, -1, 3, -3])],
   [((5, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((1, true), [5, -5, 7, -7, 7, -7, 5, -5, 4, -4, 1, -1, 4, -4, 4, -4]),
    ((0, true), [3, -3, 9, -9, 7, -7, 5, -5, 2, -2, 1, -1, 5, -5, 5, -5])],
   [((5, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((6, false), [5, -5, 7, -7, 7, -7, 5, -5, 4, -4, 1, -1, 4, -4, 4, -4]),
    ((1, true), [6, -6, 6, -6, 6, -6, 6, -6, 4, -4, 2, -2, 2, -2, 4, -4])],
   [((6, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((4, true), [4, -4, 8, -8, 8, -8, 4, -4, 2, -2, 2, -2, 5, -5, 2, -2]),
    ((2, true), [6, -6, 6, -6, 9, -9, 3, -3, 4, -4, 2, -2, 4, -4, 2, -2])],
   [((6, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((1, false), [7, -7, 5, -5, 5, -5, 7, -7, 4, -4, 4, -4, 1, -1, 4, -4]),
    ((3, true), [9, -9, 3, -3, 5, -5, 7, -7, 5, -5, 5, -5, 1, -1, 2, -2])],
   [((6, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((7, true), [7, -7, 5, -5, 5, -5, 7, -7, 4, -4, 4, -4, 1, -1, 4, -4]),
    ((4, true), [5, -5, 7, -7, 3, -3, 9, -9, 2, -2, 2, -2, 1, -1, 6, -6])],
   [((7, true), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((4, false), [4, -4, 8, -8, 4, -4, 8, -8, 2, -2, 2, -2, 2, -2, 5, -5]),
    ((5, true), [3, -3, 9, -9, 3, -3, 9, -9, 1, -1, 2, -2, 2, -2, 6, -6])],
   [((7, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((2, true), [7, -7, 5, -5, 7, -7, 5, -5, 4, -4, 4, -4, 4, -4, 1, -1]),
    ((6, true), [7, -7, 5, -5, 9, -9, 3, -3, 5, -5, 2, -2, 5, -5, 1, -1])],
   [((7, false), [6, -6, 6, -6, 6, -6, 6, -6, 3, -3, 3, -3, 3, -3, 3, -3]),
    ((7, false), [7, -7, 5, -5, 7, -7, 5, -5, 4, -4, 4, -4, 4, -4, 1, -1]),
    ((7, false), [8, -8, 4, -4, 8, -8, 4, -4, 4, -4, 4, -4, 4, -4, 1, -1])]]

/-- Their masses. -/
def masses : List Fraction :=
  [⟨268435456, 2298740361946875⟩, ⟨9795520512, 132969772492025⟩, ⟨4132485216, 9629089845175⟩,
   ⟨181398528, 2146284919375⟩, ⟨153055008, 308121296875⟩, ⟨78364164096, 2029999876778825⟩,
   ⟨1836660096, 4280502439675⟩, ⟨1934917632, 132678108152275⟩, ⟨78364164096, 1897093143500425⟩,
   ⟨99179645184, 231097583445625⟩, ⟨595077871104, 1923255134079175⟩, ⟨7346640384, 30528298855075⟩,
   ⟨20639121408, 6831399665325325⟩, ⟨1632586752, 17722826242675⟩, ⟨172186884, 161490773425⟩,
   ⟨92876046336, 16581431403866875⟩, ⟨3265173504, 28533372807775⟩, ⟨5804752896, 219717369716875⟩,
   ⟨20155392, 216402639775⟩, ⟨73383542784, 103450613784604525⟩, ⟨73383542784, 91956006763054225⟩,
   ⟨88159684608, 962821485215575⟩, ⟨66119763456, 207589172590225⟩, ⟨544195584, 3835810813025⟩]

/-- The base law of the dataset at these transcripts (blueprint §3). -/
theorem transcriptLaw_eq :
    transcripts.map (fun ω => inst.transcriptLaw data (sequence ω (0, true))) =
      masses.map Fraction.value :=
  inst.entries_eq quotients_of totalCount_counts 0 (0, true) (paths := paths)
    (by decide +kernel) (by decide +kernel)

end Formal.Certificate.TitanicSmall
