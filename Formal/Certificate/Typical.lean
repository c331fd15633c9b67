module

public import Formal.Evaluation.Certificate

/-!
# Certificate: Typical

Generated; do not edit. The command was

  `python -m pyref certify examples/certificates/Typical.json -o Formal/Certificate/Typical.lean`

The reference instance (blueprint §3) with

  T = 3 labels, k = 2 queries with integer values up to B = 2, n = 2 rows,
  J = 2 rounds, m = 1, β = 5/4, g₀ = 3/2, r = 3/5.

The Python reference computed every number below; Lean's kernel confirms that Lean's own definitions
evaluate to them. Tables have one row for each dataset (or transcript, for `answers`) in the order
of Lean's enumerations: datasets with the first row most significant, transcripts with the first
selection most significant, signed queries `(q₀,+), (q₀,-), (q₁,+), …`. Rows of masses have one
entry for each transcript; datasets with the same counts share their row, whose name ends in the
counts. A fraction `⟨p, q⟩` is `p/q`.
-/

@[expose] public noncomputable section

namespace Formal.Certificate.Typical

/-- The values of the queries, one row for each query. -/
def queries : List (List Int) :=
  [[2, -1, 0],
   [1, 1, -2]]

/-- The instance. -/
def inst : ReferenceInstance (Fin 3) 2 where
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

/-- Numerators and denominators of `β` and `g₀`. -/
def quotients : ReferenceInstance.Quotients :=
  ⟨(5, 4), (3, 2)⟩

theorem quotients_of : quotients.Of inst := by
  decide +kernel

/-- The exponents `⌊n m s(μ_h)⌉` of the selection weights, for every history `h`. -/
def plan : ReferenceInstance.Plan :=
  ⟨[1, -1, 0, 0],
   [⟨[2, -2, 0, 0], []⟩,
    ⟨[0, 0, 0, 0], []⟩,
    ⟨[1, -1, 1, -1], []⟩,
    ⟨[0, 0, -2, 2], []⟩]⟩

theorem plan_check : inst.planCheck quotients inst.rounds [] plan = true := by
  decide +kernel

/-! ### The base law -/

def scores_2_0_0 : List Int :=
  [4, -4, 2, -2]

def scores_1_1_0 : List Int :=
  [1, -1, 2, -2]

def scores_1_0_1 : List Int :=
  [2, -2, -1, 1]

def scores_0_2_0 : List Int :=
  [-2, 2, 2, -2]

def scores_0_1_1 : List Int :=
  [-1, 1, -1, 1]

def scores_0_0_2 : List Int :=
  [0, 0, -4, 4]

/-- The scores `m Σ_i s(x_i)`, one row for each dataset with one entry for each signed query. -/
def scores : List (List Int) :=
  [scores_2_0_0, scores_1_1_0, scores_1_0_1, scores_1_1_0, scores_0_2_0, scores_0_1_1, scores_1_0_1,
   scores_0_1_1, scores_0_0_2]

def law_2_0_0 : List Fraction :=
  [⟨9765625, 65794842⟩, ⟨2000000, 32897421⟩, ⟨9765625, 65794842⟩, ⟨2000000, 32897421⟩,
   ⟨1600000000, 30192476301⟩, ⟨268435456, 30192476301⟩, ⟨1024000000, 30192476301⟩, ⟨419430400, 30192476301⟩,
   ⟨195312500, 1348794261⟩, ⟨51200000, 1348794261⟩, ⟨125000000, 1348794261⟩, ⟨80000000, 1348794261⟩,
   ⟨1000000000, 17033507901⟩, ⟨167772160, 17033507901⟩, ⟨1000000000, 17033507901⟩, ⟨167772160, 17033507901⟩]

def law_1_1_0 : List Fraction :=
  [⟨128000, 2859381⟩, ⟨200000, 2859381⟩, ⟨250000, 2859381⟩, ⟨102400, 2859381⟩, ⟨200000, 2859381⟩,
   ⟨128000, 2859381⟩, ⟨250000, 2859381⟩, ⟨102400, 2859381⟩, ⟨12500, 136161⟩, ⟨12500, 136161⟩, ⟨15625, 136161⟩,
   ⟨10000, 136161⟩, ⟨51200000, 1318174641⟩, ⟨32768000, 1318174641⟩, ⟨100000000, 1318174641⟩,
   ⟨16777216, 1318174641⟩]

def law_1_0_1 : List Fraction :=
  [⟨250, 3321⟩, ⟨250, 3321⟩, ⟨200, 3321⟩, ⟨625, 6642⟩, ⟨5000, 69741⟩, ⟨2048, 69741⟩, ⟨2560, 69741⟩,
   ⟨4000, 69741⟩, ⟨4000, 69741⟩, ⟨2560, 69741⟩, ⟨2048, 69741⟩, ⟨5000, 69741⟩, ⟨15625, 139482⟩, ⟨3200, 69741⟩,
   ⟨6250, 69741⟩, ⟨4000, 69741⟩]

def law_0_2_0 : List Fraction :=
  [⟨268435456, 30192476301⟩, ⟨1600000000, 30192476301⟩, ⟨1024000000, 30192476301⟩, ⟨419430400, 30192476301⟩,
   ⟨2000000, 32897421⟩, ⟨9765625, 65794842⟩, ⟨9765625, 65794842⟩, ⟨2000000, 32897421⟩, ⟨51200000, 1348794261⟩,
   ⟨195312500, 1348794261⟩, ⟨125000000, 1348794261⟩, ⟨80000000, 1348794261⟩, ⟨524288000, 30192476301⟩,
   ⟨1280000000, 30192476301⟩, ⟨2000000000, 30192476301⟩, ⟨335544320, 30192476301⟩]

def law_0_1_1 : List Fraction :=
  [⟨1048576, 61441821⟩, ⟨4000000, 61441821⟩, ⟨1638400, 61441821⟩, ⟨2560000, 61441821⟩, ⟨5000, 69741⟩,
   ⟨15625, 139482⟩, ⟨5000, 69741⟩, ⟨15625, 139482⟩, ⟨40960, 1498581⟩, ⟨100000, 1498581⟩, ⟨40960, 1498581⟩,
   ⟨100000, 1498581⟩, ⟨4000, 69741⟩, ⟨6250, 69741⟩, ⟨6250, 69741⟩, ⟨4000, 69741⟩]

def law_0_0_2 : List Fraction :=
  [⟨13107200000, 634042002321⟩, ⟨32000000000, 634042002321⟩, ⟨8388608000, 634042002321⟩,
   ⟨50000000000, 634042002321⟩, ⟨32000000000, 608635185921⟩, ⟨32000000000, 608635185921⟩,
   ⟨13107200000, 608635185921⟩, ⟨78125000000, 608635185921⟩, ⟨167772160000, 13624170830361⟩,
   ⟨262144000000, 13624170830361⟩, ⟨68719476736, 13624170830361⟩, ⟨640000000000, 13624170830361⟩,
   ⟨156250000, 1318174641⟩, ⟨156250000, 1318174641⟩, ⟨100000000, 1318174641⟩, ⟨244140625, 1318174641⟩]

/-- The base law, one row for each dataset. -/
def law : List (List Fraction) :=
  [law_2_0_0, law_1_1_0, law_1_0_1, law_1_1_0, law_0_2_0, law_0_1_1, law_1_0_1, law_0_1_1, law_0_0_2]

theorem isTable_law : IsTable inst.transcriptLaw law :=
  inst.isTable_transcriptLaw quotients_of plan_check (scores := scores) rfl (by decide +kernel)

/-- The base law `p_x` of every dataset at every transcript (blueprint §3). -/
theorem transcriptLaw_eq : table inst.transcriptLaw = values law :=
  isTable_law.table_eq

/-! ### The envelope and the mechanism -/

theorem discountIs : inst.DiscountIs ⟨3, 5⟩ := by decide +kernel

def envelopes_2_0_0 : List Fraction :=
  [⟨9765625, 65794842⟩, ⟨2000000, 32897421⟩, ⟨9765625, 65794842⟩, ⟨2000000, 32897421⟩,
   ⟨1600000000, 30192476301⟩, ⟨390625, 7310538⟩, ⟨390625, 7310538⟩, ⟨3125000000, 67626131769⟩,
   ⟨195312500, 1348794261⟩, ⟨2500, 45387⟩, ⟨125000000, 1348794261⟩, ⟨80000000, 1348794261⟩, ⟨3125, 46494⟩,
   ⟨6250000, 146463849⟩, ⟨1000000000, 17033507901⟩, ⟨9765625, 146463849⟩]

def envelopes_1_1_0 : List Fraction :=
  [⟨1953125, 21931614⟩, ⟨200000, 2859381⟩, ⟨1953125, 21931614⟩, ⟨125, 2214⟩, ⟨200000, 2859381⟩,
   ⟨1953125, 21931614⟩, ⟨1953125, 21931614⟩, ⟨3125, 46494⟩, ⟨12500, 136161⟩, ⟨12500, 136161⟩, ⟨15625, 136161⟩,
   ⟨10000, 136161⟩, ⟨3125, 46494⟩, ⟨1250, 23247⟩, ⟨100000000, 1318174641⟩, ⟨9765625, 146463849⟩]

def envelopes_1_0_1 : List Fraction :=
  [⟨1953125, 21931614⟩, ⟨250, 3321⟩, ⟨1953125, 21931614⟩, ⟨625, 6642⟩, ⟨5000, 69741⟩, ⟨3125, 46494⟩,
   ⟨390625, 7310538⟩, ⟨15625000000, 202878395307⟩, ⟨39062500, 449598087⟩, ⟨2500, 45387⟩, ⟨3125, 45387⟩,
   ⟨5000, 69741⟩, ⟨15625, 139482⟩, ⟨31250000, 439391547⟩, ⟨6250, 69741⟩, ⟨48828125, 439391547⟩]

def envelopes_0_2_0 : List Fraction :=
  [⟨390625, 7310538⟩, ⟨1600000000, 30192476301⟩, ⟨390625, 7310538⟩, ⟨25, 738⟩, ⟨2000000, 32897421⟩,
   ⟨9765625, 65794842⟩, ⟨9765625, 65794842⟩, ⟨3125, 46494⟩, ⟨2500, 45387⟩, ⟨195312500, 1348794261⟩,
   ⟨125000000, 1348794261⟩, ⟨80000000, 1348794261⟩, ⟨6250000, 146463849⟩, ⟨1250, 23247⟩,
   ⟨2000000000, 30192476301⟩, ⟨9765625, 146463849⟩]

def envelopes_0_1_1 : List Fraction :=
  [⟨390625, 7310538⟩, ⟨4000000, 61441821⟩, ⟨390625, 7310538⟩, ⟨125, 2214⟩, ⟨5000, 69741⟩, ⟨15625, 139482⟩,
   ⟨1953125, 21931614⟩, ⟨15625, 139482⟩, ⟨2500, 45387⟩, ⟨39062500, 449598087⟩, ⟨3125, 45387⟩,
   ⟨100000, 1498581⟩, ⟨31250000, 439391547⟩, ⟨6250, 69741⟩, ⟨6250, 69741⟩, ⟨48828125, 439391547⟩]

def envelopes_0_0_2 : List Fraction :=
  [⟨390625, 7310538⟩, ⟨32000000000, 634042002321⟩, ⟨390625, 7310538⟩, ⟨50000000000, 634042002321⟩,
   ⟨32000000000, 608635185921⟩, ⟨3125, 46494⟩, ⟨390625, 7310538⟩, ⟨78125000000, 608635185921⟩,
   ⟨7812500, 149866029⟩, ⟨7812500, 149866029⟩, ⟨625, 15129⟩, ⟨640000000000, 13624170830361⟩,
   ⟨156250000, 1318174641⟩, ⟨156250000, 1318174641⟩, ⟨100000000, 1318174641⟩, ⟨244140625, 1318174641⟩]

/-- The envelope, one row for each dataset. -/
def envelopes : List (List Fraction) :=
  [envelopes_2_0_0, envelopes_1_1_0, envelopes_1_0_1, envelopes_1_1_0, envelopes_0_2_0, envelopes_0_1_1,
   envelopes_1_0_1, envelopes_0_1_1, envelopes_0_0_2]

/-- For each dataset the numbers of datasets that attain its envelope. -/
def maximisers : List (List Nat) :=
  [[0, 1, 2, 4, 8], [0, 1, 2, 4, 7, 8], [0, 1, 2, 4, 5, 8], [0, 3, 4, 5, 6, 8], [0, 1, 2, 4, 5, 8],
   [0, 2, 3, 4, 5, 8], [0, 3, 4, 6, 7, 8], [0, 1, 4, 6, 7, 8], [0, 1, 4, 5, 8]]

theorem isTable_envelopes : IsTable inst.envelopeMass envelopes :=
  inst.isTable_envelopeMass discountIs isTable_law (places := maximisers) rfl (by decide +kernel)

/-- The envelope `M_x` (blueprint §2, paper (4)). -/
theorem envelopeMass_eq : table inst.envelopeMass = values envelopes :=
  isTable_envelopes.table_eq

/-- The normalisers, one for each dataset. -/
def partitions : List Fraction :=
  [⟨181332463790784662376875, 149656897805031262103094⟩, ⟨138816314125, 110601129402⟩,
   ⟨187557802694500, 146159392504743⟩, ⟨138816314125, 110601129402⟩, ⟨74468196845075, 62065667116089⟩,
   ⟨1454251848625, 1161311858721⟩, ⟨187557802694500, 146159392504743⟩, ⟨1454251848625, 1161311858721⟩,
   ⟨686211937461875, 558591004044801⟩]

theorem partitions_check : allMatch normalizerCheck envelopes partitions = true := by
  decide +kernel

theorem isRow_partitions : IsRow inst.partition partitions :=
  inst.isRow_partition isTable_envelopes partitions_check

/-- The normaliser `Z_x` (blueprint 2.1). -/
theorem partition_eq : (elems : List inst.Data).map inst.partition = partitions.map Fraction.value :=
  isRow_partitions.map_eq

def released_2_0_0 : List Fraction :=
  [⟨35540613171525109375, 290131942065255459803⟩, ⟨14557435155056684800, 290131942065255459803⟩,
   ⟨35540613171525109375, 290131942065255459803⟩, ⟨14557435155056684800, 290131942065255459803⟩,
   ⟨12689308904688640000, 290131942065255459803⟩, ⟨12794620741749039375, 290131942065255459803⟩,
   ⟨12794620741749039375, 290131942065255459803⟩, ⟨11065019829630000000, 290131942065255459803⟩,
   ⟨34673768947829375000, 290131942065255459803⟩, ⟨13189406464849517448, 290131942065255459803⟩,
   ⟨22191212126610800000, 290131942065255459803⟩, ⟨14202375761030912000, 290131942065255459803⟩,
   ⟨16094216221988994505, 290131942065255459803⟩, ⟨10218009346800060000, 290131942065255459803⟩,
   ⟨14057646720790400000, 290131942065255459803⟩, ⟨15965639604375093750, 290131942065255459803⟩]

def released_1_1_0 : List Fraction :=
  [⟨78796875, 1110530513⟩, ⟨1299651200, 23321140773⟩, ⟨78796875, 1110530513⟩, ⟨49955343, 1110530513⟩,
   ⟨1299651200, 23321140773⟩, ⟨78796875, 1110530513⟩, ⟨78796875, 1110530513⟩, ⟨416294525, 7773713591⟩,
   ⟨81228200, 1110530513⟩, ⟨81228200, 1110530513⟩, ⟨101535250, 1110530513⟩, ⟨64982560, 1110530513⟩,
   ⟨416294525, 7773713591⟩, ⟨333035620, 7773713591⟩, ⟨1409600000, 23321140773⟩, ⟨412968750, 7773713591⟩]

def released_1_0_1 : List Fraction :=
  [⟨208260140625, 3000924843112⟩, ⟨44010657183, 750231210778⟩, ⟨208260140625, 3000924843112⟩,
   ⟨220053285915, 3000924843112⟩, ⟨146702190610, 2625809237723⟩, ⟨1100266429575, 21006473901784⟩,
   ⟨124956084375, 3000924843112⟩, ⟨157593750000, 2625809237723⟩, ⟨25397578125, 375115605389⟩,
   ⟨16101459945, 375115605389⟩, ⟨80507299725, 1500462421556⟩, ⟨146702190610, 2625809237723⟩,
   ⟨1833777382625, 21006473901784⟩, ⟨145530187500, 2625809237723⟩, ⟨366755476525, 5251618475446⟩,
   ⟨909563671875, 10503236950892⟩]

def released_0_2_0 : List Fraction :=
  [⟨265309078125, 5957455747606⟩, ⟨394688000000, 8936183621409⟩, ⟨265309078125, 5957455747606⟩,
   ⟨168199639881, 5957455747606⟩, ⟨452794160000, 8936183621409⟩, ⟨2210908984375, 17872367242818⟩,
   ⟨2210908984375, 17872367242818⟩, ⟨1001188332625, 17872367242818⟩, ⟨136747674700, 2978727873803⟩,
   ⟨1078492187500, 8936183621409⟩, ⟨690235000000, 8936183621409⟩, ⟨441750400000, 8936183621409⟩,
   ⟨105940250000, 2978727873803⟩, ⟨400475333050, 8936183621409⟩, ⟨493360000000, 8936183621409⟩,
   ⟨165531640625, 2978727873803⟩]

def released_0_1_1 : List Fraction :=
  [⟨992840625, 23268029578⟩, ⟨604832000, 11634014789⟩, ⟨992840625, 23268029578⟩, ⟨1049062203, 23268029578⟩,
   ⟨666071240, 11634014789⟩, ⟨2081472625, 23268029578⟩, ⟨1654734375, 23268029578⟩, ⟨2081472625, 23268029578⟩,
   ⟨511737660, 11634014789⟩, ⟨807187500, 11634014789⟩, ⟨639672075, 11634014789⟩, ⟨619952800, 11634014789⟩,
   ⟨660750000, 11634014789⟩, ⟨832589050, 11634014789⟩, ⟨832589050, 11634014789⟩, ⟨1032421875, 11634014789⟩]

def released_0_0_2 : List Fraction :=
  [⟨95511268125, 2195878199878⟩, ⟨45107200000, 1097939099939⟩, ⟨95511268125, 2195878199878⟩,
   ⟨70480000000, 1097939099939⟩, ⟨41398323200000, 967284347046259⟩, ⟨120142599915, 2195878199878⟩,
   ⟨95511268125, 2195878199878⟩, ⟨101070125000000, 967284347046259⟩, ⟨46590862500, 1097939099939⟩,
   ⟨46590862500, 1097939099939⟩, ⟨36921872169, 1097939099939⟩, ⟨41984000000, 1097939099939⟩,
   ⟨105940250000, 1097939099939⟩, ⟨105940250000, 1097939099939⟩, ⟨67801760000, 1097939099939⟩,
   ⟨165531640625, 1097939099939⟩]

/-- The released law, one row for each dataset. -/
def released : List (List Fraction) :=
  [released_2_0_0, released_1_1_0, released_1_0_1, released_1_1_0, released_0_2_0, released_0_1_1,
   released_1_0_1, released_0_1_1, released_0_0_2]

theorem isTable_released : IsTable inst.mechanism released :=
  inst.isTable_mechanism isTable_envelopes partitions_check (by decide +kernel)

/-- The released law `p̂_x = M_x / Z_x` (paper (4)). -/
theorem mechanism_eq : table inst.mechanism = values released :=
  isTable_released.table_eq

/-! ### Answers and errors -/

/-- The released answers, one row for each transcript with one entry for each query. -/
def answers : List (List Fraction) :=
  [[⟨185, 564⟩, ⟨11, 188⟩],
   [⟨185, 564⟩, ⟨11, 188⟩],
   [⟨185, 564⟩, ⟨11, 188⟩],
   [⟨185, 564⟩, ⟨11, 188⟩],
   [⟨5, 159⟩, ⟨-1, 212⟩],
   [⟨5, 159⟩, ⟨-1, 212⟩],
   [⟨5, 159⟩, ⟨-1, 212⟩],
   [⟨5, 159⟩, ⟨-1, 212⟩],
   [⟨143, 744⟩, ⟨19, 124⟩],
   [⟨143, 744⟩, ⟨19, 124⟩],
   [⟨143, 744⟩, ⟨19, 124⟩],
   [⟨143, 744⟩, ⟨19, 124⟩],
   [⟨67, 516⟩, ⟨-19, 86⟩],
   [⟨67, 516⟩, ⟨-19, 86⟩],
   [⟨67, 516⟩, ⟨-19, 86⟩],
   [⟨67, 516⟩, ⟨-19, 86⟩]]

theorem isTable_answers : IsTable inst.answer answers :=
  inst.isTable_answer quotients_of (by decide +kernel)

/-- The released answers `q(μ̄)`. -/
theorem answer_eq : table inst.answer = values answers :=
  isTable_answers.table_eq

def truth_2_0_0 : List Fraction :=
  [⟨1, 1⟩, ⟨1, 2⟩]

def truth_1_1_0 : List Fraction :=
  [⟨1, 4⟩, ⟨1, 2⟩]

def truth_1_0_1 : List Fraction :=
  [⟨1, 2⟩, ⟨-1, 4⟩]

def truth_0_2_0 : List Fraction :=
  [⟨-1, 2⟩, ⟨1, 2⟩]

def truth_0_1_1 : List Fraction :=
  [⟨-1, 4⟩, ⟨-1, 4⟩]

def truth_0_0_2 : List Fraction :=
  [⟨0, 1⟩, ⟨-1, 1⟩]

/-- The true answers, one row for each dataset with one entry for each query. -/
def truth : List (List Fraction) :=
  [truth_2_0_0, truth_1_1_0, truth_1_0_1, truth_1_1_0, truth_0_2_0, truth_0_1_1, truth_1_0_1, truth_0_1_1,
   truth_0_0_2]

theorem isTable_truth : IsTable inst.trueAnswer truth :=
  inst.isTable_trueAnswer (by decide +kernel)

/-- The true answers `F_q(x)`. -/
theorem trueAnswer_eq : table inst.trueAnswer = values truth :=
  isTable_truth.table_eq

/-- The expected worst errors, one for each dataset. -/
def expectedErrors : List Fraction :=
  [⟨9252453645990911116114404757, 11560607808282083400506890908⟩, ⟨25192365538452751, 51625278600112546⟩,
   ⟨10298029996365758449, 27000797268501475104⟩, ⟨25192365538452751, 51625278600112546⟩,
   ⟨471937451895509348069, 712142988562546769448⟩, ⟨185232603769237481, 463569372107026404⟩,
   ⟨10298029996365758449, 27000797268501475104⟩, ⟨185232603769237481, 463569372107026404⟩,
   ⟨47170530939531523, 49941233906366429⟩]

theorem isRow_expectedErrors : IsRow inst.expectedError expectedErrors :=
  inst.isRow_expectedError isTable_answers isTable_truth isTable_released (by decide +kernel)

/-- The expected worst error of the released answers. -/
theorem expectedError_eq :
    (elems : List inst.Data).map inst.expectedError = expectedErrors.map Fraction.value :=
  isRow_expectedErrors.map_eq

/-! ### The privacy ratio -/

/-- The largest ratio of released masses of neighbours. -/
def ratio : Fraction :=
  ⟨4609102722067123478744, 2611187478587299138227⟩

/-- The mechanism is private with the factor `ratio`. -/
theorem mechanism_le (x x' : inst.Data) (h : hamming x x' = 1) (ω : inst.Transcript) :
    inst.mechanism x ω ≤ ratio.value * inst.mechanism x' ω :=
  inst.mechanism_le_of_ratioCheck (by decide) isTable_released (by decide +kernel) x x' h ω

/-- Neighbours at which the ratio is attained. -/
theorem neighbors : hamming (sequence [0, 0] 0 : inst.Data) (sequence [2, 0] 0) = 1 := by
  decide +kernel

/-- The ratio is attained, so no smaller factor is possible. -/
theorem mechanism_attained :
    inst.mechanism (sequence [0, 0] 0) (sequence [(0, true), (0, true)] (0, true)) =
      ratio.value * inst.mechanism (sequence [2, 0] 0) (sequence [(0, true), (0, true)] (0, true)) :=
  eq_of_attainedCheck (by decide) isTable_released (by decide +kernel)

/-- The ratio respects the bound `r⁻²` of blueprint 2.3. -/
theorem ratio_le : ratio.value ≤ (inst.discount ^ 2)⁻¹ := by
  decide +kernel

/-! ### The dataset of the instance -/

/-- The dataset, its rows in increasing order. -/
def data : inst.Data :=
  sequence [0, 2] 0

/-- Its normaliser. -/
theorem partition_data : inst.partition data = Fraction.value ⟨187557802694500, 146159392504743⟩ :=
  (isRow_partitions.eq_of_rowEntry (by decide +kernel)).2

/-- Its expected worst error. -/
theorem expectedError_data :
    inst.expectedError data = Fraction.value ⟨10298029996365758449, 27000797268501475104⟩ :=
  (isRow_expectedErrors.eq_of_rowEntry (by decide +kernel)).2

end Formal.Certificate.Typical
