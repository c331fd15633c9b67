module

public import Formal.Evaluation.Table
public import Formal.Privacy.Envelope

/-!
# Checking the envelope mechanism against tables

From the table of a family `p` the tables of its envelope, normaliser and mechanism (blueprint §2) are
checked by comparing fractions, without evaluating `p` again. Each check is a decidable computation,
and each theorem says that a check that succeeds proves the statement about the definitions of
`Formal.Privacy.Envelope`.
-/

@[expose] public noncomputable section

universe u x

namespace Formal

open Lean.Grind

variable {X : Type x} [NatMetric X] [Enumeration X] {Ω : Type u}

/-! ### The envelope -/

/-- The fraction `r ^ d * e`. -/
def discounted (r : Fraction) (d : Nat) (e : Fraction) : Fraction := (r.pow d).mul e

theorem is_discounted {r e : Fraction} (hr : r.Proper) {v : Rat} (he : Fraction.Is v e) (d : Nat) :
    Fraction.Is (r.value ^ d * v) (discounted r d e) := by
  refine ⟨Fraction.proper_mul (Fraction.proper_pow hr d) he.1, ?_⟩
  rw [discounted, Fraction.value_mul (Fraction.proper_pow hr d) he.1, Fraction.value_pow hr, he.2]

/-- `m` is at least the discounted head of the row. -/
def headLe (r m : Fraction) : Nat × List Fraction → Bool
  | (d, e :: _) => (discounted r d e).le m
  | (_, []) => false

/-- `m` is the discounted head of the row. -/
def headEq (r m : Fraction) : Nat × List Fraction → Bool
  | (d, e :: _) => (discounted r d e).eq m
  | (_, []) => false

/-- The entries of the last argument are, column by column, the maxima of the discounted rows; each
row comes with its distance. -/
def envelopeRowCheck (r : Fraction) : List (Nat × List Fraction) → List Fraction → Bool
  | rows, [] => rows.all fun q => q.2.isEmpty
  | rows, m :: ms =>
    decide m.Proper && rows.all (headLe r m) && rows.any (headEq r m) &&
      envelopeRowCheck r (rows.map fun q => (q.1, q.2.tail)) ms

/-- The rows of the table `t` of a family, with their distances from `x`. -/
def distanceRows (t : List (List Fraction)) (x : X) : List (Nat × List Fraction) :=
  ((elems : List X).zip t).map fun q => (dist x q.1, q.2)

/-- `row` lists the envelope at `x` of the family with the table `t`. -/
def envelopeCheck (r : Fraction) (t : List (List Fraction)) (x : X) (row : List Fraction) : Bool :=
  envelopeRowCheck r (distanceRows t x) row

theorem matches_of_envelopeRowCheck {r : Fraction} (hr : r.Proper) {p : X → Ω → Rat} {x : X} :
    ∀ {l : List Ω} {ms : List Fraction} {rows : List (Nat × List Fraction)},
      (∀ q ∈ rows, ∃ y, q.1 = dist x y ∧ Matches (fun ω e => Fraction.Is (p y ω) e) l q.2) →
      (∀ y, ∃ q ∈ rows, q.1 = dist x y ∧ Matches (fun ω e => Fraction.Is (p y ω) e) l q.2) →
      envelopeRowCheck r rows ms = true →
      Matches (fun ω e => Fraction.Is (envelope r.value p x ω) e) l ms
  | [], [], _, _, _, _ => .nil
  | [], m :: ms, rows, h1, _, h => by
    simp only [envelopeRowCheck, Bool.and_eq_true, List.any_eq_true] at h
    obtain ⟨q, hq, he⟩ := h.1.2
    obtain ⟨y, _, hm⟩ := h1 q hq
    obtain ⟨d, row⟩ := q
    cases hm
    simp [headEq] at he
  | _ :: _, [], rows, _, h2, h => by
    obtain ⟨q, hq, _, hm⟩ := h2 x
    simp only [envelopeRowCheck, List.all_eq_true] at h
    have := h q hq
    obtain ⟨d, row⟩ := q
    cases hm
    simp at this
  | ω :: l, m :: ms, rows, h1, h2, h => by
    simp only [envelopeRowCheck, Bool.and_eq_true, List.all_eq_true, List.any_eq_true,
      decide_eq_true_eq] at h
    obtain ⟨⟨⟨hm, hle⟩, q, hq, heq⟩, hrest⟩ := h
    refine .cons ⟨hm, ?_⟩ (matches_of_envelopeRowCheck hr ?_ ?_ hrest)
    · refine Std.le_antisymm (maximum_le x fun y => ?_) ?_
      · obtain ⟨⟨d, row⟩, hq, rfl, hmat⟩ := h2 y
        have hcheck := hle _ hq
        cases hmat with
        | cons he _ =>
          have hd := is_discounted hr he (dist x y)
          rw [hd.2]
          exact (Fraction.le_iff hd.1 hm).mp hcheck
      · obtain ⟨y, hd, hmat⟩ := h1 q hq
        obtain ⟨d, row⟩ := q
        cases hmat with
        | cons he _ =>
          have hdisc := is_discounted hr he d
          have := (Fraction.eq_iff hdisc.1 hm).mp heq
          rw [← this, ← hdisc.2, show d = dist x y from hd]
          exact le_maximum (fun y => r.value ^ dist x y * p y ω) y
    · intro q hq
      obtain ⟨q', hq', rfl⟩ := List.mem_map.mp hq
      obtain ⟨y, hd, hmat⟩ := h1 q' hq'
      obtain ⟨d, row⟩ := q'
      cases hmat with
      | cons _ hmat => exact ⟨y, hd, hmat⟩
    · intro y
      obtain ⟨q', hq', hd, hmat⟩ := h2 y
      obtain ⟨d, row⟩ := q'
      cases hmat with
      | cons _ hmat => exact ⟨_, List.mem_map.mpr ⟨_, hq', rfl⟩, hd, hmat⟩

variable [Enumeration Ω] {p : X → Ω → Rat} {r : Fraction}

/-- A table that passes the check is the table of the envelope. -/
theorem isTable_envelope (hr : r.Proper) {t m : List (List Fraction)} (ht : IsTable p t)
    (h : allMatch (envelopeCheck r t) (elems : List X) m = true) : IsTable (envelope r.value p) m := by
  refine Matches.of_allMatch (fun x row hrow => ?_) h
  refine matches_of_envelopeRowCheck hr (fun q hq => ?_) (fun y => ?_) hrow
  · obtain ⟨q', hq', rfl⟩ := List.mem_map.mp hq
    exact ⟨q'.1, rfl, ht.of_mem_zip hq'⟩
  · obtain ⟨row, hmem⟩ := ht.exists_mem_zip (mem_elems y)
    exact ⟨_, List.mem_map.mpr ⟨_, hmem, rfl⟩, rfl, ht.of_mem_zip hmem⟩

/-! ### The normaliser and the mechanism -/

/-- `z` is the sum of the row, and not zero. -/
def normalizerCheck (row : List Fraction) (z : Fraction) : Bool :=
  sameCheck (Fraction.sum row) z && decide (0 < z.num)

/-- A nonzero proper fraction with the given value. -/
def Fraction.IsPositive (v : Rat) (e : Fraction) : Prop := Fraction.Is v e ∧ 0 < v

theorem Fraction.value_pos {e : Fraction} (he : e.Proper) (hn : 0 < e.num) : 0 < e.value := by
  have hcast : (0 : Rat) < (e.num : Rat) := by
    have := Rat.intCast_lt_intCast.mpr hn
    simpa using this
  exact div_pos hcast (Fraction.den_pos he)

theorem matches_normalizer {m : List (List Fraction)} {z : List Fraction} {r : Rat}
    (hm : IsTable (envelope r p) m) (h : allMatch normalizerCheck m z = true) :
    Matches (fun x e => Fraction.IsPositive (normalizer r p x) e) elems z := by
  refine Matches.trans (fun x row e hrow he => ?_) hm h
  rw [normalizerCheck, Bool.and_eq_true, decide_eq_true_eq] at he
  have his := hrow.sum.of_sameCheck he.1
  refine ⟨his, ?_⟩
  show 0 < sum (envelope r p x)
  rw [his.2]
  exact Fraction.value_pos his.1 he.2

/-- A row that passes the check lists the normalisers. -/
theorem isRow_normalizer {m : List (List Fraction)} {z : List Fraction} {r : Rat}
    (hm : IsTable (envelope r p) m) (h : allMatch normalizerCheck m z = true) :
    IsRow (normalizer r p) z := by
  have := matches_normalizer hm h
  have := this.map (g := id) (T := fun x e => Fraction.Is (normalizer r p x) e) fun _ _ h => h.1
  rwa [List.map_id] at this

/-- The fraction `e` is `m / z`. -/
def quotientCheck (z m e : Fraction) : Bool := decide e.Proper && (e.mul z).eq m

theorem is_of_quotientCheck {v w : Rat} {z m e : Fraction} (hz : Fraction.IsPositive w z)
    (hm : Fraction.Is v m) (h : quotientCheck z m e = true) : Fraction.Is (v / w) e := by
  rw [quotientCheck, Bool.and_eq_true, decide_eq_true_eq] at h
  have heq := (Fraction.eq_iff (Fraction.proper_mul h.1 hz.1.1) hm.1).mp h.2
  rw [Fraction.value_mul h.1 hz.1.1, ← hz.1.2, ← hm.2] at heq
  refine ⟨h.1, ?_⟩
  rw [← heq, Field.div_eq_mul_inv]
  have := mul_inv_cancel (ne_of_pos hz.2)
  calc e.value * w * w⁻¹ = e.value * (w * w⁻¹) := by grind
    _ = e.value := by rw [this]; grind

/-- Row by row, the masses are the envelope divided by its normaliser. -/
def mechanismCheck (q : List Fraction × Fraction) (row : List Fraction) : Bool :=
  allMatch (quotientCheck q.2) q.1 row

theorem isTable_envelopeMechanism {m t : List (List Fraction)} {z : List Fraction} {r : Rat}
    (hm : IsTable (envelope r p) m) (hz : allMatch normalizerCheck m z = true)
    (h : allMatch mechanismCheck (m.zip z) t = true) : IsTable (envelopeMechanism r p) t := by
  have hzip := Matches.zipWith (g := Prod.mk)
    (T := fun x q => IsRow (envelope r p x) q.1 ∧ Fraction.IsPositive (normalizer r p x) q.2)
    (fun _ _ _ h h' => ⟨h, h'⟩) hm (matches_normalizer hm hz)
  refine Matches.trans (fun x q row hq hrow => ?_) hzip h
  exact Matches.trans (R := fun ω e => Fraction.Is (envelope r p x ω) e) (c := quotientCheck q.2)
    (fun _ _ _ he he' => is_of_quotientCheck hq.2 he he') hq.1 hrow

/-! ### The privacy ratio -/

/-- Every entry of `row` is at most `ρ` times the entry of `row'`. -/
def dominatedCheck (ρ : Fraction) (row row' : List Fraction) : Bool :=
  allMatch (fun e e' => e.le (ρ.mul e')) row row'

/-- Rows of points at distance one dominate each other up to the factor `ρ`. -/
def ratioCheck (X : Type x) [NatMetric X] [Enumeration X] (ρ : Fraction) (t : List (List Fraction)) :
    Bool :=
  ((elems : List X).zip t).all fun q => ((elems : List X).zip t).all fun q' =>
    !decide (dist q.1 q'.1 = 1) || dominatedCheck ρ q.2 q'.2

omit [NatMetric X] [Enumeration X] [Enumeration Ω] in
theorem le_of_dominatedCheck {ρ : Fraction} (hρ : ρ.Proper) {f g : Ω → Rat} {l : List Ω}
    {row row' : List Fraction} (hf : Matches (fun ω e => Fraction.Is (f ω) e) l row)
    (hg : Matches (fun ω e => Fraction.Is (g ω) e) l row') (h : dominatedCheck ρ row row' = true) :
    ∀ ω ∈ l, f ω ≤ ρ.value * g ω := by
  induction hf generalizing row' with
  | nil => intro ω hω; simp at hω
  | cons he _ ih =>
    cases hg with
    | cons he' hg =>
      rw [dominatedCheck, allMatch, Bool.and_eq_true] at h
      intro ω hω
      rcases List.mem_cons.mp hω with rfl | hω
      · rw [he.2, he'.2, ← Fraction.value_mul hρ he'.1]
        exact (Fraction.le_iff he.1 (Fraction.proper_mul hρ he'.1)).mp h.1
      · exact ih hg h.2 ω hω

/-- A table that passes the check has ratio at most `ρ` between points at distance one. -/
theorem le_of_ratioCheck {ρ : Fraction} (hρ : ρ.Proper) {t : List (List Fraction)} (ht : IsTable p t)
    (h : ratioCheck X ρ t = true) (x x' : X) (hd : dist x x' = 1) (ω : Ω) :
    p x ω ≤ ρ.value * p x' ω := by
  obtain ⟨row, hrow⟩ := ht.exists_mem_zip (mem_elems x)
  obtain ⟨row', hrow'⟩ := ht.exists_mem_zip (mem_elems x')
  simp only [ratioCheck, List.all_eq_true] at h
  have := h _ hrow _ hrow'
  rw [Bool.or_eq_true, Bool.not_eq_true', decide_eq_false_iff_not] at this
  exact le_of_dominatedCheck hρ (ht.of_mem_zip hrow) (ht.of_mem_zip hrow')
    (this.resolve_left fun h => h hd) ω (mem_elems ω)

/-- The entries of `t` at `(x, ω)` and `(x', ω)` have the ratio `ρ`. -/
def attainedCheck [DecidableEq X] [DecidableEq Ω] (ρ : Fraction) (t : List (List Fraction)) (x x' : X)
    (ω : Ω) : Bool :=
  match tableEntry t x ω, tableEntry t x' ω with
  | some e, some e' => e.eq (ρ.mul e')
  | _, _ => false

omit [NatMetric X] in
/-- The ratio `ρ` is attained at `(x, x', ω)`. -/
theorem eq_of_attainedCheck [DecidableEq X] [DecidableEq Ω] {ρ : Fraction} (hρ : ρ.Proper)
    {t : List (List Fraction)} (ht : IsTable p t) {x x' : X} {ω : Ω}
    (h : attainedCheck ρ t x x' ω = true) : p x ω = ρ.value * p x' ω := by
  unfold attainedCheck at h
  split at h
  · next e e' he he' =>
    have h1 := ht.eq_of_tableEntry he
    have h2 := ht.eq_of_tableEntry he'
    rw [h1.2, h2.2, ← Fraction.value_mul hρ h2.1]
    exact (Fraction.eq_iff h1.1 (Fraction.proper_mul hρ h2.1)).mp h
  · simp at h

end Formal
