module

public import Formal.Evaluation.Fraction

/-!
# Tables of values

`table f` lists the values of a function of two arguments over finite types, row by row, in the order
of the enumerations. `values` reads a table of fractions as one of rationals. A certificate states
`table f = values t` for a literal `t`; `IsTable f t` says the same with the denominators positive.
-/

@[expose] public noncomputable section

universe u v w x

namespace Formal

open Lean.Grind

variable {α : Type u} {β : Type v} {γ : Type w} {δ : Type x}

/-- The values of `f`, one row for each first argument, in the order of the enumerations. -/
def table [Enumeration α] [Enumeration β] (f : α → β → γ) : List (List γ) :=
  (elems : List α).map fun a => (elems : List β).map (f a)

/-- The rationals in a table of fractions. -/
def values (t : List (List Fraction)) : List (List Rat) := t.map fun row => row.map Fraction.value

/-- Functions with the same values over an enumeration are equal. -/
theorem eq_of_map_elems_eq [Enumeration α] {f g : α → β}
    (h : (elems : List α).map f = (elems : List α).map g) (a : α) : f a = g a :=
  List.map_inj_left.mp h a (mem_elems a)

/-- `f d`. The kernel first evaluates `d`, so that equal arguments are recognised and `f` is evaluated
once for each of them. -/
def evaluated : Nat → (Nat → γ) → γ
  | 0, f => f 0
  | d + 1, f => f (d + 1)

theorem evaluated_eq (f : Nat → γ) : ∀ d : Nat, evaluated d f = f d
  | 0 => rfl
  | _ + 1 => rfl

/-! ### Lists that match entry by entry -/

/-- The two lists have the same length and their entries are related one by one. -/
inductive Matches (R : α → β → Prop) : List α → List β → Prop
  | nil : Matches R [] []
  | cons {a b l m} : R a b → Matches R l m → Matches R (a :: l) (b :: m)

/-- The two lists have the same length and the check holds entry by entry. -/
def allMatch (c : α → β → Bool) : List α → List β → Bool
  | [], [] => true
  | a :: l, b :: m => c a b && allMatch c l m
  | _, _ => false

namespace Matches

variable {R : α → β → Prop} {S : α → γ → Prop}

theorem of_allMatch {c : α → β → Bool} (hc : ∀ a b, c a b = true → R a b) :
    ∀ {l : List α} {m : List β}, allMatch c l m = true → Matches R l m
  | [], [], _ => .nil
  | [], _ :: _, h => by simp [allMatch] at h
  | _ :: _, [], h => by simp [allMatch] at h
  | a :: l, b :: m, h => by
    rw [allMatch, Bool.and_eq_true] at h
    exact .cons (hc a b h.1) (of_allMatch hc h.2)

theorem map_eq {f : α → δ} {g : β → δ} (hR : ∀ a b, R a b → f a = g b) {l : List α} {m : List β}
    (h : Matches R l m) : l.map f = m.map g := by
  induction h with
  | nil => rfl
  | cons hab _ ih => rw [List.map_cons, List.map_cons, hR _ _ hab, ih]

/-- A checked step from one list to another. -/
theorem trans {c : β → γ → Bool} (hc : ∀ a b b', R a b → c b b' = true → S a b') {l : List α}
    {m : List β} (h : Matches R l m) : ∀ {m' : List γ}, allMatch c m m' = true → Matches S l m' := by
  induction h with
  | nil =>
    intro m' h
    cases m' with
    | nil => exact .nil
    | cons => simp [allMatch] at h
  | cons hab _ ih =>
    intro m' h
    cases m' with
    | nil => simp [allMatch] at h
    | cons b' m' =>
      rw [allMatch, Bool.and_eq_true] at h
      exact .cons (hc _ _ _ hab h.1) (ih h.2)

theorem zipWith {T : α → δ → Prop} {g : β → γ → δ} (hg : ∀ a b b', R a b → S a b' → T a (g b b'))
    {l : List α} {m : List β} (h : Matches R l m) :
    ∀ {m' : List γ}, Matches S l m' → Matches T l (List.zipWith g m m') := by
  induction h with
  | nil => intro m' h'; cases h'; exact .nil
  | cons hab _ ih => intro m' h'; cases h' with | cons hab' h' => exact .cons (hg _ _ _ hab hab') (ih h')

theorem map {T : α → δ → Prop} {g : β → δ} (hg : ∀ a b, R a b → T a (g b)) {l : List α} {m : List β}
    (h : Matches R l m) : Matches T l (m.map g) := by
  induction h with
  | nil => exact .nil
  | cons hab _ ih => exact .cons (hg _ _ hab) ih

theorem mono {S : α → β → Prop} (hRS : ∀ a b, R a b → S a b) {l : List α} {m : List β}
    (h : Matches R l m) : Matches S l m := by
  induction h with
  | nil => exact .nil
  | cons hab _ ih => exact .cons (hRS _ _ hab) ih

theorem and {S : α → β → Prop} {l : List α} {m : List β} (h : Matches R l m) :
    Matches S l m → Matches (fun a b => R a b ∧ S a b) l m := by
  induction h with
  | nil => intro _; exact .nil
  | cons hab _ ih => intro h'; cases h' with | cons hab' h' => exact .cons ⟨hab, hab'⟩ (ih h')

/-- Relations for all values of a parameter, one of which is `d`. -/
theorem all {R : δ → α → β → Prop} (d : δ) {l : List α} {m : List β} (h : ∀ d, Matches (R d) l m) :
    Matches (fun a b => ∀ d, R d a b) l m := by
  have hd := h d
  induction hd with
  | nil => exact .nil
  | cons _ _ ih =>
    refine .cons (fun d => ?_) (ih fun d => ?_)
    · cases h d with | cons hab _ => exact hab
    · cases h d with | cons _ hl => exact hl

theorem append {R : α → γ → Prop} {l l' : List α} {m m' : List γ} (h : Matches R l m)
    (h' : Matches R l' m') : Matches R (l ++ l') (m ++ m') := by
  induction h with
  | nil => exact h'
  | cons hab _ ih => exact .cons hab ih

theorem of_map {R : β → γ → Prop} {f : α → β} {l : List α} {m : List γ}
    (h : Matches (fun a e => R (f a) e) l m) : Matches R (l.map f) m := by
  induction h with
  | nil => exact .nil
  | cons hab _ ih => exact .cons hab ih

/-- Rows that match, one after another, match the list of pairs. -/
theorem flatten {R : α × β → γ → Prop} {l' : List β} {l : List α} {rows : List (List γ)}
    (h : Matches (fun a row => Matches (fun b e => R (a, b) e) l' row) l rows) :
    Matches R (pairList l l') rows.flatten := by
  induction h with
  | nil => exact .nil
  | cons hrow _ ih =>
    rw [pairList, List.flatten_cons]
    exact append (of_map hrow) ih

theorem of_mem_zip {l : List α} {m : List β} (h : Matches R l m) :
    ∀ {p : α × β}, p ∈ l.zip m → R p.1 p.2 := by
  induction h with
  | nil => intro p hp; simp at hp
  | cons hab _ ih =>
    intro p hp
    rw [List.zip_cons_cons, List.mem_cons] at hp
    rcases hp with rfl | hp
    · exact hab
    · exact ih hp

theorem exists_of_mem {l : List α} {m : List β} (h : Matches R l m) {b : β} (hb : b ∈ m) :
    ∃ a, R a b := by
  induction h with
  | nil => simp at hb
  | cons hab _ ih =>
    rcases List.mem_cons.mp hb with rfl | hb
    · exact ⟨_, hab⟩
    · exact ih hb

theorem exists_mem_zip {l : List α} {m : List β} (h : Matches R l m) {a : α} (ha : a ∈ l) :
    ∃ b, (a, b) ∈ l.zip m := by
  induction h with
  | nil => simp at ha
  | cons _ _ ih =>
    rw [List.mem_cons] at ha
    rcases ha with rfl | ha
    · exact ⟨_, by rw [List.zip_cons_cons]; exact List.mem_cons_self⟩
    · obtain ⟨b, hb⟩ := ih ha
      exact ⟨b, by rw [List.zip_cons_cons]; exact List.mem_cons_of_mem _ hb⟩

end Matches

/-! ### Tables of fractions -/

/-- `e` is a proper fraction with the value `v`. -/
def Fraction.Is (v : Rat) (e : Fraction) : Prop := e.Proper ∧ v = e.value

/-- The fractions `row` are the values of `f`. -/
def IsRow [Enumeration α] (f : α → Rat) (row : List Fraction) : Prop :=
  Matches (fun a e => Fraction.Is (f a) e) elems row

/-- The fractions `t` are the table of `f`. -/
def IsTable [Enumeration α] [Enumeration β] (f : α → β → Rat) (t : List (List Fraction)) : Prop :=
  Matches (fun a row => IsRow (f a) row) elems t

theorem proper_of_matches {f : α → Rat} : ∀ {l : List α} {row : List Fraction},
    Matches (fun a e => Fraction.Is (f a) e) l row → ∀ e ∈ row, e.Proper
  | [], _, .nil, _, he => by simp at he
  | _ :: _, _, .cons h hl, e, he => by
    rcases List.mem_cons.mp he with rfl | he
    · exact h.1
    · exact proper_of_matches hl e he

section

variable [Enumeration α] [Enumeration β]

theorem IsRow.map_eq {f : α → Rat} {row : List Fraction} (h : IsRow f row) :
    (elems : List α).map f = row.map Fraction.value :=
  Matches.map_eq (fun _ _ h => h.2) h

theorem IsTable.table_eq {f : α → β → Rat} {t : List (List Fraction)} (h : IsTable f t) :
    table f = values t :=
  Matches.map_eq (fun _ _ h => IsRow.map_eq h) h

theorem IsRow.sum {f : α → Rat} {row : List Fraction} (h : IsRow f row) :
    Fraction.Is (Formal.sum f) (Fraction.sum row) :=
  ⟨Fraction.proper_sum (proper_of_matches h), (Fraction.value_sum h.map_eq (proper_of_matches h)).symm⟩

theorem IsRow.maximum {f : α → Rat} {row : List Fraction} (h : IsRow f row) :
    Fraction.Is (Formal.maximum f) (Fraction.maximum row) :=
  ⟨Fraction.proper_maximum (proper_of_matches h),
    (Fraction.value_maximum h.map_eq (proper_of_matches h)).symm⟩

/-- The entry of a row at `a`. -/
def rowEntry [DecidableEq α] (row : List γ) (a : α) : Option γ :=
  (((elems : List α).zip row).find? fun p => decide (p.1 = a)).map Prod.snd

/-- The entry of a table at `(a, b)`. -/
def tableEntry [DecidableEq α] [DecidableEq β] (t : List (List γ)) (a : α) (b : β) : Option γ :=
  (rowEntry t a).bind fun row => rowEntry row b

theorem Matches.of_rowEntry [DecidableEq α] {R : α → γ → Prop} {row : List γ}
    (h : Matches R (elems : List α) row) {a : α} {e : γ} (he : rowEntry row a = some e) : R a e := by
  unfold rowEntry at he
  rw [Option.map_eq_some_iff] at he
  obtain ⟨p, hp, rfl⟩ := he
  have h1 := h.of_mem_zip (List.mem_of_find?_eq_some hp)
  have h2 : p.1 = a := by simpa using List.find?_some hp
  rwa [h2] at h1

theorem IsRow.eq_of_rowEntry [DecidableEq α] {f : α → Rat} {row : List Fraction} (h : IsRow f row)
    {a : α} {e : Fraction} (he : rowEntry row a = some e) : Fraction.Is (f a) e :=
  Matches.of_rowEntry h he

theorem IsTable.eq_of_tableEntry [DecidableEq α] [DecidableEq β] {f : α → β → Rat}
    {t : List (List Fraction)} (h : IsTable f t) {a : α} {b : β} {e : Fraction}
    (he : tableEntry t a b = some e) : Fraction.Is (f a b) e := by
  unfold tableEntry at he
  rw [Option.bind_eq_some_iff] at he
  obtain ⟨row, hrow, he⟩ := he
  exact (Matches.of_rowEntry h hrow).eq_of_rowEntry he

end

/-- `e` is a proper fraction equal to the proper fraction `d`. -/
def sameCheck (d e : Fraction) : Bool := decide e.Proper && d.eq e

theorem Fraction.Is.of_sameCheck {v : Rat} {d e : Fraction} (hd : Fraction.Is v d)
    (h : sameCheck d e = true) : Fraction.Is v e := by
  rw [sameCheck, Bool.and_eq_true, decide_eq_true_eq] at h
  exact ⟨h.1, hd.2.trans ((Fraction.eq_iff hd.1 h.1).mp h.2)⟩

end Formal
