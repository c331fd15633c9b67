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

/-- The fraction `r ^ d * e`, for `r ≥ 0`. -/
def discounted (r : Fraction) (d : Nat) (e : Fraction) : Fraction :=
  ⟨((r.num.toNat ^ d : Nat) : Int) * e.num, r.den ^ d * e.den⟩

theorem is_discounted {r e : Fraction} (hr : r.Proper) (hr0 : 0 ≤ r.num) {v : Rat} (he : Fraction.Is v e)
    (d : Nat) : Fraction.Is (r.value ^ d * v) (discounted r d e) := by
  have hproper : (discounted r d e).Proper := Nat.mul_pos (Nat.pow_pos hr) he.1
  have hnum : ((r.num.toNat : Nat) : Rat) = r.value * (r.den : Rat) := by
    rw [Fraction.value_mul_den hr, ← Rat.intCast_natCast, Int.toNat_of_nonneg hr0]
  have hval := Fraction.value_mul_den he.1
  refine ⟨hproper, Fraction.eq_value hproper ?_⟩
  show r.value ^ d * v * ((r.den ^ d * e.den : Nat) : Rat) =
    ((((r.num.toNat ^ d : Nat) : Int) * e.num : Int) : Rat)
  rw [Rat.intCast_mul, Rat.intCast_natCast, Rat.natCast_mul, Rat.natCast_pow, Rat.natCast_pow, hnum,
    mul_pow, ← hval, he.2]
  grind

/-- `r ^ d * e ≤ m`, for fractions with natural numerators. -/
def discountedLe (r : Fraction) (d : Nat) (e m : Fraction) : Bool :=
  match e.num, m.num with
  | .ofNat a, .ofNat b => Nat.ble (r.num.toNat ^ d * a * m.den) (b * (r.den ^ d * e.den))
  | _, _ => false

/-- `r ^ d * e = m`, for fractions with natural numerators. -/
def discountedEq (r : Fraction) (d : Nat) (e m : Fraction) : Bool :=
  match e.num, m.num with
  | .ofNat a, .ofNat b => Nat.beq (r.num.toNat ^ d * a * m.den) (b * (r.den ^ d * e.den))
  | _, _ => false

theorem le_of_discountedLe {r e m : Fraction} {d : Nat} (h : discountedLe r d e m = true) :
    (discounted r d e).le m = true := by
  unfold discountedLe at h
  split at h
  · next a b he hm =>
    rw [Nat.ble_eq] at h
    rw [Fraction.le_iff_mul_le, discounted, he, hm]
    have := Int.ofNat_le.mpr h
    simpa [Int.natCast_mul] using this
  · simp at h

theorem eq_of_discountedEq {r e m : Fraction} {d : Nat} (h : discountedEq r d e m = true) :
    (discounted r d e).eq m = true := by
  unfold discountedEq at h
  split at h
  · next a b he hm =>
    rw [Nat.beq_eq] at h
    rw [Fraction.eq_iff_mul_eq, discounted, he, hm]
    have := congrArg Int.ofNat h
    simpa [Int.natCast_mul] using this
  · simp at h

/-- The discounted row is at most the candidates `ms`. -/
def belowCheck (r : Fraction) (ms : List Fraction) : Nat × List Fraction → Bool
  | (d, row) => evaluated d fun d => allMatch (discountedLe r d) row ms

/-- For each candidate, whether one of the discounted rows attains it. -/
def attainedMarks (r : Fraction) (ms : List Fraction) : List (Nat × List Fraction) → List Bool
  | [] => ms.map fun _ => false
  | (d, row) :: rows =>
    List.zipWith or (evaluated d fun d => List.zipWith (discountedEq r d) row ms) (attainedMarks r ms rows)

/-- The entries of a list at the given places. -/
def selection {α : Type u} (l : List α) (places : List Nat) : List α := places.filterMap fun i => l[i]?

theorem mem_of_mem_selection {α : Type u} {l : List α} {places : List Nat} {a : α}
    (h : a ∈ selection l places) : a ∈ l := by
  obtain ⟨i, _, hi⟩ := List.mem_filterMap.mp h
  exact List.mem_of_getElem? hi

/-- The candidates are above all discounted rows, and each is attained by one of the rows at the given
places; every row comes with its distance. -/
def envelopeRowCheck (r : Fraction) (rows : List (Nat × List Fraction)) (places : List Nat)
    (ms : List Fraction) : Bool :=
  (ms.all fun m => decide m.Proper) && rows.all (belowCheck r ms) &&
    (attainedMarks r ms (selection rows places)).all id

/-- `ds` lists the distances from `x`. -/
def IsDistanceRow (x : X) (ds : List Nat) : Prop := Matches (fun y d => d = dist x y) elems ds

/-- The second list is the envelope of the family with the table `t` at the point with the distances
`ds`; the first one names rows of the table that attain its entries. -/
def envelopeCheck (r : Fraction) (t : List (List Fraction)) (ds : List Nat) :
    List Nat × List Fraction → Bool
  | (places, row) => envelopeRowCheck r (ds.zip t) places row

section

variable {r : Fraction} {p : X → Ω → Rat} {x : X}

/-- The row lists `p y`, and its distance from `x` is that of `y`. -/
def RowOf (p : X → Ω → Rat) (x : X) (l : List Ω) (y : X) (q : Nat × List Fraction) : Prop :=
  q.1 = dist x y ∧ Matches (fun ω e => Fraction.Is (p y ω) e) l q.2

/-- The candidate is proper, and if it is marked then a discounted law attains it. -/
def MarkOf (r : Fraction) (p : X → Ω → Rat) (x : X) (ω : Ω) (c : Fraction × Bool) : Prop :=
  c.1.Proper → c.2 = true → ∃ y, c.1.value = r.value ^ dist x y * p y ω

omit [Enumeration X] in
theorem matches_mark (hr : r.Proper) (hr0 : 0 ≤ r.num) {y : X} {d : Nat} (hd : d = dist x y)
    {l : List Ω} {row : List Fraction} (hrow : Matches (fun ω e => Fraction.Is (p y ω) e) l row) :
    ∀ {ms : List Fraction} {bs : List Bool}, Matches (MarkOf r p x) l (ms.zip bs) →
      Matches (MarkOf r p x) l (ms.zip (List.zipWith or (List.zipWith (discountedEq r d) row ms) bs)) := by
  induction hrow with
  | nil =>
    intro ms bs h
    cases ms with
    | nil => exact .nil
    | cons => cases bs with
      | nil => exact .nil
      | cons => cases h
  | cons he _ ih =>
    intro ms bs h
    cases ms with
    | nil => cases h
    | cons m ms => cases bs with
      | nil => cases h
      | cons b bs =>
        cases h with
        | cons hb h =>
          refine .cons (fun hm hor => ?_) (ih h)
          rcases Bool.or_eq_true_iff.mp hor with heq | hb'
          · have hdisc := is_discounted hr hr0 he d
            refine ⟨y, ?_⟩
            rw [← (Fraction.eq_iff hdisc.1 hm).mp (eq_of_discountedEq heq), ← hdisc.2, hd]
          · exact hb hm hb'

omit [Enumeration X] in
theorem matches_attainedMarks (hr : r.Proper) (hr0 : 0 ≤ r.num) {l : List Ω} {ms : List Fraction}
    (hms : Matches (fun _ _ => True) l ms) : ∀ {rows : List (Nat × List Fraction)},
      (∀ q ∈ rows, ∃ y, RowOf p x l y q) → Matches (MarkOf r p x) l (ms.zip (attainedMarks r ms rows))
  | [], h => by
    clear h
    show Matches _ l (ms.zip (ms.map fun _ => false))
    induction hms with
    | nil => exact .nil
    | cons _ _ ih => exact .cons (fun _ h => by simp at h) ih
  | (d, row) :: rows, h => by
    obtain ⟨y, hd, hy⟩ := h _ List.mem_cons_self
    have ih := matches_attainedMarks hr hr0 hms fun q hq => h q (List.mem_cons_of_mem _ hq)
    rw [attainedMarks, evaluated_eq]
    exact matches_mark hr hr0 hd hy ih

theorem matches_of_envelopeRowCheck (hr : r.Proper) (hr0 : 0 ≤ r.num) {l : List Ω} {ms : List Fraction}
    {rows : List (Nat × List Fraction)} {places : List Nat} (h1 : ∀ q ∈ rows, ∃ y, RowOf p x l y q)
    (h2 : ∀ y, ∃ q ∈ rows, RowOf p x l y q) (h : envelopeRowCheck r rows places ms = true) :
    Matches (fun ω e => Fraction.Is (envelope r.value p x ω) e) l ms := by
  simp only [envelopeRowCheck, Bool.and_eq_true, List.all_eq_true, decide_eq_true_eq, id_eq] at h
  obtain ⟨⟨hproper, hbelow⟩, hmarks⟩ := h
  have hbelow' : ∀ y, Matches (fun ω m => m.Proper → r.value ^ dist x y * p y ω ≤ m.value) l ms := by
    intro y
    obtain ⟨⟨d, row⟩, hq, rfl, hy⟩ := h2 y
    have hcheck := hbelow _ hq
    rw [belowCheck, evaluated_eq] at hcheck
    refine Matches.trans (R := fun ω e => Fraction.Is (p y ω) e) (fun ω e m he hle hm => ?_) hy hcheck
    have hd := is_discounted hr hr0 he (dist x y)
    rw [hd.2]
    exact (Fraction.le_iff hd.1 hm).mp (le_of_discountedLe hle)
  have hle := Matches.all x hbelow'
  have hm := matches_attainedMarks hr hr0 (hle.mono fun _ _ _ => trivial)
    (rows := selection rows places) fun q hq => h1 q (mem_of_mem_selection hq)
  have hall : ∀ {l : List Ω} {ms : List Fraction} {bs : List Bool}, (∀ m ∈ ms, m.Proper) →
      (∀ b ∈ bs, b = true) → Matches (fun _ _ => True) l ms → Matches (MarkOf r p x) l (ms.zip bs) →
      Matches (fun ω m => m.Proper ∧ ∃ y, m.value = r.value ^ dist x y * p y ω) l ms := by
    intro l ms bs hms hbs h hm
    induction h generalizing bs with
    | nil => exact .nil
    | cons _ _ ih =>
      cases bs with
      | nil => cases hm
      | cons b bs =>
        cases hm with
        | cons hb hm =>
          have hproper := hms _ List.mem_cons_self
          exact .cons ⟨hproper, hb hproper (hbs _ List.mem_cons_self)⟩
            (ih (fun m h => hms m (List.mem_cons_of_mem _ h)) (fun b h => hbs b (List.mem_cons_of_mem _ h)) hm)
  refine (hle.and (hall hproper hmarks (hle.mono fun _ _ _ => trivial) hm)).mono
    fun ω m hm => ⟨hm.2.1, ?_⟩
  refine Std.le_antisymm (maximum_le x fun y => hm.1 y hm.2.1) ?_
  obtain ⟨y, hy⟩ := hm.2.2
  rw [hy]
  exact le_maximum (fun y => r.value ^ dist x y * p y ω) y

end

variable [Enumeration Ω] {p : X → Ω → Rat} {r : Fraction}

/-- The rows of a table with the distances of their points. -/
theorem matches_zip_distances {x : X} {ds : List Nat} (hd : IsDistanceRow x ds)
    {t : List (List Fraction)} (ht : IsTable p t) :
    Matches (fun y q => RowOf p x elems y q) elems (ds.zip t) :=
  Matches.zipWith (fun _ _ _ h h' => ⟨h, h'⟩) hd ht

theorem isRow_of_envelopeCheck (hr : r.Proper) (hr0 : 0 ≤ r.num) {x : X} {ds : List Nat}
    (hd : IsDistanceRow x ds) {t : List (List Fraction)} (ht : IsTable p t) {places : List Nat}
    {row : List Fraction} (h : envelopeCheck r t ds (places, row) = true) :
    IsRow (envelope r.value p x) row := by
  have hzip := matches_zip_distances hd ht
  refine matches_of_envelopeRowCheck hr hr0 (fun q hq => ?_) (fun y => ?_) h
  · exact hzip.exists_of_mem hq
  · obtain ⟨q, hq⟩ := hzip.exists_mem_zip (mem_elems y)
    exact ⟨q, (List.of_mem_zip hq).2, hzip.of_mem_zip hq⟩

/-- A table that passes the check is the table of the envelope; `distances x` lists the distances from
`x`. -/
theorem isTable_envelope (hr : r.Proper) (hr0 : 0 ≤ r.num) {distances : X → List Nat}
    (hdist : ∀ x, IsDistanceRow x (distances x)) {t m : List (List Fraction)} (ht : IsTable p t)
    {places : List (List Nat)} (hlen : places.length = m.length)
    (h : allMatch (fun x => envelopeCheck r t (distances x)) elems (places.zip m) = true) :
    IsTable (envelope r.value p) m := by
  have hz : Matches (fun x c => IsRow (envelope r.value p x) c.2) elems (places.zip m) := by
    refine Matches.of_allMatch (fun x c hc => ?_) h
    obtain ⟨places, row⟩ := c
    exact isRow_of_envelopeCheck hr hr0 (hdist x) ht hc
  have := hz.map (g := Prod.snd) (T := fun x row => IsRow (envelope r.value p x) row) fun _ _ h => h
  rwa [List.map_snd_zip (by omega)] at this

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

/-- If the distance is one, `row` dominates the other row up to the factor `ρ`. -/
def neighborCheck (ρ : Fraction) (row : List Fraction) : Nat × List Fraction → Bool
  | (d, row') => !Nat.beq d 1 || dominatedCheck ρ row row'

/-- `row` dominates up to the factor `ρ` those rows of the table whose distance is one. -/
def ratioRowCheck (ρ : Fraction) (t : List (List Fraction)) (ds : List Nat) (row : List Fraction) : Bool :=
  (ds.zip t).all (neighborCheck ρ row)

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
theorem le_of_ratioCheck {ρ : Fraction} (hρ : ρ.Proper) {distances : X → List Nat}
    (hdist : ∀ x, IsDistanceRow x (distances x)) {t : List (List Fraction)} (ht : IsTable p t)
    (h : allMatch (fun x => ratioRowCheck ρ t (distances x)) elems t = true) (x x' : X)
    (hd : dist x x' = 1) (ω : Ω) : p x ω ≤ ρ.value * p x' ω := by
  have hrows : Matches (fun x row => IsRow (p x) row ∧ ratioRowCheck ρ t (distances x) row = true)
      elems t :=
    ht.and (Matches.of_allMatch (fun _ _ h => h) h)
  obtain ⟨row, hrow⟩ := hrows.exists_mem_zip (mem_elems x)
  obtain ⟨hx, hcheck⟩ := hrows.of_mem_zip hrow
  have hzip := matches_zip_distances (hdist x) ht
  obtain ⟨⟨d, row'⟩, hq⟩ := hzip.exists_mem_zip (mem_elems x')
  obtain ⟨hq1, hq2⟩ := hzip.of_mem_zip hq
  simp only [ratioRowCheck, List.all_eq_true] at hcheck
  have hdom := hcheck _ (List.of_mem_zip hq).2
  have hone : d = 1 := hq1.trans hd
  subst hone
  exact le_of_dominatedCheck hρ hx hq2 hdom ω (mem_elems ω)

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
