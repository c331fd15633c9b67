module

public import Formal.Evaluation.Synthetic

/-!
# The transcript law in integers

The base law of the reference instance (blueprint §3, (2)) from the exponents of its selection weights.
A `Plan` lists the exponents `⌊n m s(μ_h)⌉` for every history `h`; `planCheck` compares them with the
definition. After that a selection probability is a natural number over the sum of its menu,
`masses` multiplies these along every transcript, and `lawCheck` compares the products with a row of a
table.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

namespace ReferenceInstance

/-- The exponents of the selection weights after a history, and the plans after one more selection
(none are listed when no further round needs them). -/
structure Plan where
  /-- One exponent for each signed query. -/
  exponents : List Int
  /-- One plan for each signed query. -/
  next : List Plan

/-- One plan for each of `n` signed queries: those listed, then empty ones. -/
def Plan.children (P : Plan) (n : Nat) : List Plan :=
  P.next ++ List.replicate (n - P.next.length) ⟨[], []⟩

/-- The largest absolute value in a list of exponents. -/
def largest (us : List Int) : Nat := us.foldr (fun u R => max u.natAbs R) 0

theorem natAbs_le_largest : ∀ {us : List Int} {u : Int}, u ∈ us → u.natAbs ≤ largest us
  | v :: us, u, h => by
    show u.natAbs ≤ max v.natAbs (largest us)
    rcases List.mem_cons.mp h with rfl | h
    · omega
    · have := natAbs_le_largest h; omega

/-- The natural numbers proportional to the powers of `β = a/b` with exponents `us`. -/
def selections (a b : Nat) (us : List Int) : List Nat := us.map (scaledPower a b (largest us))

/-- The masses of all transcripts of `J` rounds, in order, for the given scores `m Σ_i s(x_i)`. -/
def masses (q : Quotients) (scores : List Int) : Nat → Plan → List Fraction
  | 0, _ => [Fraction.one]
  | J + 1, P =>
    let ns := selections q.beta.1 q.beta.2 (List.zipWith (· - ·) scores P.exponents)
    let W := listCount id ns
    (List.zipWith (fun (n : Nat) P' => (masses q scores J P').map (Fraction.mul ⟨(n : Int), W⟩)) ns
      (P.children scores.length)).flatten

variable {D : Type u} [Enumeration D] {k : Nat} (I : ReferenceInstance D k) {q : Quotients}

/-- The plan lists the exponents of `J` rounds after history `h`. -/
def planCheck (q : Quotients) : Nat → List (Signed k) → Plan → Bool
  | 0, _, _ => true
  | J + 1, h, P =>
    allMatch (I.roundingCheck q h) elems P.exponents &&
      allMatch (fun s P' => planCheck q J (h ++ [s]) P') elems (P.children (elems : List (Signed k)).length)

/-- The exponent of the target factor: `m Σ_i s(x_i)`. -/
def score (x : I.Data) (s : Signed k) : Int := (I.scale : Int) * I.total x s

/-- The scores of a dataset, one for each signed query. -/
def scores (x : I.Data) : List Int := (elems : List (Signed k)).map (I.score x)

omit [Enumeration D] in
theorem length_scores (x : I.Data) : (I.scores x).length = (elems : List (Signed k)).length := by
  rw [scores, List.length_map]

/-- A selection probability is a natural number over the sum of its menu. -/
theorem is_selectMass (hq : q.Of I) (x : I.Data) {h : List (Signed k)} {es : List Int}
    (hes : allMatch (I.roundingCheck q h) elems es = true) :
    Matches (fun s (n : Nat) => Fraction.Is (I.rule.selectMass (I.target x) h s)
        ⟨(n : Int), listCount id (selections q.beta.1 q.beta.2 (List.zipWith (· - ·) (I.scores x) es))⟩)
      elems (selections q.beta.1 q.beta.2 (List.zipWith (· - ·) (I.scores x) es)) := by
  obtain ⟨ha, hb, hbeta⟩ := hq.1
  have hround : Matches (fun s e => I.rounding h s = e) elems es :=
    Matches.of_allMatch (fun s e he => I.rounding_eq_of_check hq he) hes
  have hscore : ∀ l : List (Signed k), Matches (fun s e => I.score x s = e) l (l.map (I.score x)) := by
    intro l
    induction l with
    | nil => exact .nil
    | cons a l ih => exact .cons rfl ih
  have hus := (hscore elems).zipWith (g := (· - ·)) (T := fun s u => I.score x s - I.rounding h s = u)
    (fun s a b h1 h2 => by show I.score x s - I.rounding h s = a - b; rw [h1, h2]) hround
  rw [show (elems : List (Signed k)).map (I.score x) = I.scores x from rfl] at hus
  generalize hL : List.zipWith (fun a b : Int => a - b) (I.scores x) es = us at hus
  have hmem : ∀ s, I.score x s - I.rounding h s ∈ us := by
    intro s
    obtain ⟨u, hu⟩ := hus.exists_mem_zip (mem_elems s)
    have := hus.of_mem_zip hu
    rw [this]; exact (List.of_mem_zip hu).2
  have hc : (0 : Rat) < ((q.beta.1 * q.beta.2 : Nat) : Rat) ^ largest us :=
    pow_pos (natCast_pos (Nat.mul_pos ha hb)) _
  generalize hC : ((q.beta.1 * q.beta.2 : Nat) : Rat) ^ largest us = C at hc
  have hterm : ∀ s, I.rule.weight h s * I.target x s = I.beta ^ (I.score x s - I.rounding h s) := by
    intro s
    show I.beta ^ (-I.rounding h s) * I.beta ^ ((I.scale : Int) * I.total x s) = _
    rw [← Rat.zpow_add (ne_of_pos I.beta_pos)]
    congr 1
    rw [score]; omega
  have hpow : ∀ s, ((scaledPower q.beta.1 q.beta.2 (largest us) (I.score x s - I.rounding h s) : Nat) : Rat)
      = I.rule.weight h s * I.target x s * C := by
    intro s
    rw [hterm, ← hC]
    exact cast_scaledPower ha hb hbeta (natAbs_le_largest (hmem s))
  have hgroup : ∀ u, I.rule.groupWeight (I.target x) h u = sum fun s => I.rule.weight h s * I.target x s := by
    intro u
    unfold SelectionRule.groupWeight
    exact sum_congr fun s => if_pos rfl
  have hsel : Matches
      (fun s n => n = scaledPower q.beta.1 q.beta.2 (largest us) (I.score x s - I.rounding h s))
      elems (selections q.beta.1 q.beta.2 us) :=
    hus.map fun s u hu => by rw [hu]
  have hcount : ∀ {l : List (Signed k)} {ns : List Nat}, Matches (fun s n =>
      n = scaledPower q.beta.1 q.beta.2 (largest us) (I.score x s - I.rounding h s)) l ns →
      ((listCount id ns : Nat) : Rat) = listSum (fun s => I.rule.weight h s * I.target x s * C) l := by
    intro l ns hm
    induction hm with
    | nil => rfl
    | cons hab _ ih => rw [listCount, listSum, Rat.natCast_add, ih, ← hpow]; rw [hab]; rfl
  have hW : ((listCount id (selections q.beta.1 q.beta.2 us) : Nat) : Rat)
      = (sum fun s => I.rule.weight h s * I.target x s) * C := by
    rw [hcount hsel, ← sum_mul_right]; rfl
  have hpos := I.rule.groupWeight_pos (I.target_pos x) h ()
  rw [hgroup] at hpos
  refine hsel.mono fun s n hn => ⟨?_, ?_⟩
  · have : (0 : Rat) < ((listCount id (selections q.beta.1 q.beta.2 us) : Nat) : Rat) := by
      rw [hW]; exact mul_pos hpos hc
    exact Rat.natCast_pos.mp this
  · show I.rule.drawMass _ * (I.rule.weight h s * I.target x s) / I.rule.groupWeight (I.target x) h _ = _
    rw [hgroup, show I.rule.drawMass (I.rule.group s) = 1 from rfl]
    refine div_eq_of_mul_eq hc hpos ?_ hW
    show ((n : Int) : Rat) = _
    rw [Rat.intCast_natCast, hn, hpow]; grind

/-- A plan that passes the check yields the transcript law. -/
theorem matches_masses (hq : q.Of I) (x : I.Data) : ∀ {J : Nat} {h : List (Signed k)} {P : Plan},
    I.planCheck q J h P = true →
    Matches (fun ω e => Fraction.Is (I.rule.transcriptMass (I.target x) J h ω) e)
      (elems : List (Fin J → Signed k)) (masses q (I.scores x) J P)
  | 0, _, _, _ => .cons ⟨Nat.one_pos, Fraction.value_one.symm⟩ .nil
  | J + 1, h, P, hP => by
    rw [planCheck, Bool.and_eq_true] at hP
    have hsel := I.is_selectMass hq x hP.1
    rw [← I.length_scores x] at hP
    have hnext : Matches (fun s P' => I.planCheck q J (h ++ [s]) P' = true) elems
        (P.children (I.scores x).length) :=
      Matches.of_allMatch (fun _ _ h => h) hP.2
    refine Matches.of_map (Matches.flatten ?_)
    refine hsel.zipWith (fun s n P' hn hP' => ?_) hnext
    refine (matches_masses hq x hP').map fun ω e he => ⟨Fraction.proper_mul hn.1 he.1, ?_⟩
    rw [Fraction.value_mul hn.1 he.1, ← hn.2, ← he.2]
    rfl

/-! ### The table of the law -/

/-- `scores` are the scores of the dataset `x`, and `row` lists the law of the transcript on it. -/
def lawCheck (q : Quotients) (P : Plan) (x : I.Data) : List Int × List Fraction → Bool
  | (scores, row) =>
    allMatch (fun s e => decide (I.score x s = e)) elems scores &&
      allMatch sameCheck (masses q scores I.rounds P) row

omit [Enumeration D] in
theorem scores_eq_of_allMatch {x : I.Data} {es : List Int}
    (h : allMatch (fun s e => decide (I.score x s = e)) elems es = true) : I.scores x = es := by
  have hm : Matches (fun s e => I.score x s = e) elems es :=
    Matches.of_allMatch (fun _ _ h => _root_.of_decide_eq_true h) h
  have := hm.map_eq (f := I.score x) (g := id) fun _ _ h => h
  rwa [List.map_id] at this

theorem isRow_transcriptLaw (hq : q.Of I) {P : Plan} (hP : I.planCheck q I.rounds [] P = true) {x : I.Data}
    {row : List Fraction} (h : allMatch sameCheck (masses q (I.scores x) I.rounds P) row = true) :
    IsRow (I.transcriptLaw x) row :=
  Matches.trans (fun _ _ _ he he' => he.of_sameCheck he') (I.matches_masses hq x hP) h

/-- A table that passes the checks is the table of the base law. -/
theorem isTable_transcriptLaw (hq : q.Of I) {P : Plan} (hP : I.planCheck q I.rounds [] P = true)
    {scores : List (List Int)} {t : List (List Fraction)} (hlen : scores.length = t.length)
    (h : allMatch (I.lawCheck q P) elems (scores.zip t) = true) : IsTable I.transcriptLaw t := by
  have hz : Matches (fun x c => IsRow (I.transcriptLaw x) c.2) elems (scores.zip t) := by
    refine Matches.of_allMatch (fun x c hc => ?_) h
    obtain ⟨es, row⟩ := c
    rw [lawCheck, Bool.and_eq_true] at hc
    exact I.isRow_transcriptLaw hq hP (by rw [I.scores_eq_of_allMatch hc.1]; exact hc.2)
  have := hz.map (g := Prod.snd) (T := fun x row => IsRow (I.transcriptLaw x) row) fun _ _ h => h
  rwa [List.map_snd_zip (by omega)] at this

end ReferenceInstance

end Formal
