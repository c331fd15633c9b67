module

public import Formal.Evaluation.Law

/-!
# Single entries of the transcript law

For instances whose tables are too large, the base law of the reference instance is checked at chosen
transcripts of one dataset. The dataset is given by its counts (`countedRows`), so that the scores take
one multiplication for each label, and a transcript by its selections with the exponents of the
selection weights before each of them.
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

/-- The sequence with the entries of `l`; `a` stands for entries that are missing. -/
def sequence {α : Type u} {n : Nat} (l : List α) (a : α) : Fin n → α := fun i => l.getD i.val a

theorem tail_sequence {α : Type u} {n : Nat} (b : α) (l : List α) (a : α) :
    tail (sequence (b :: l) a : Fin (n + 1) → α) = sequence l a := rfl

/-- The list in which every entry occurs as often as its count says, in the order given. -/
def countedRows {α : Type u} : List (Nat × α) → List α
  | [] => []
  | (c, a) :: l => List.replicate c a ++ countedRows l

/-- The sum of the counts. -/
def totalCount {α : Type u} : List (Nat × α) → Nat
  | [] => 0
  | (c, _) :: l => c + totalCount l

theorem length_countedRows {α : Type u} : ∀ l : List (Nat × α), (countedRows l).length = totalCount l
  | [] => rfl
  | (c, a) :: l => by
    rw [countedRows, List.length_append, List.length_replicate, length_countedRows l, totalCount]

theorem listTotal_append {α : Type u} (f : α → Int) (m : List α) : ∀ l : List α,
    listTotal f (l ++ m) = listTotal f l + listTotal f m
  | [] => by rw [List.nil_append, listTotal]; omega
  | a :: l => by rw [List.cons_append, listTotal, listTotal, listTotal_append f m l]; omega

theorem listTotal_replicate {α : Type u} (f : α → Int) (a : α) : ∀ c : Nat,
    listTotal f (List.replicate c a) = (c : Int) * f a
  | 0 => by rw [List.replicate_zero, listTotal]; simp
  | c + 1 => by
    rw [List.replicate_succ, listTotal, listTotal_replicate f a c, Int.natCast_add, Int.add_mul]
    simp; omega

theorem listTotal_countedRows {α : Type u} (f : α → Int) : ∀ l : List (Nat × α),
    listTotal f (countedRows l) = listTotal (fun p => (p.1 : Int) * f p.2) l
  | [] => rfl
  | (c, a) :: l => by
    rw [countedRows, listTotal_append, listTotal_replicate, listTotal_countedRows f l, listTotal]

namespace ReferenceInstance

variable {D : Type u} {k : Nat} (I : ReferenceInstance D k) {q : Quotients}

theorem total_sequence (a : D) (s : Signed k) : ∀ {n : Nat} {l : List D}, l.length = n →
    I.total (sequence l a : Fin n → D) s = listTotal (fun d => I.value s d) l
  | 0, [], _ => rfl
  | n + 1, b :: l, h => by
    rw [total, tail_sequence, total_sequence a s (by simpa using h), listTotal]; rfl
  | 0, _ :: _, h => by simp at h
  | _ + 1, [], h => by simp at h

/-- The scores of the dataset with the given counts. -/
def countedScores (counts : List (Nat × D)) : List Int :=
  (elems : List (Signed k)).map fun s =>
    (I.scale : Int) * listTotal (fun p => (p.1 : Int) * I.value s p.2) counts

theorem scores_countedRows {counts : List (Nat × D)} (a : D) (h : totalCount counts = I.rows) :
    I.scores (sequence (countedRows counts) a) = I.countedScores counts := by
  have hlen : (countedRows counts).length = I.rows := by rw [length_countedRows, h]
  refine List.map_congr_left fun s _ => ?_
  rw [score, I.total_sequence a s hlen, listTotal_countedRows]

/-- A selection with the exponents of the selection weights before it. -/
abbrev Step (k : Nat) : Type := Signed k × List Int

variable [Enumeration D]

/-- The exponents are those before each selection, after history `h`. -/
def pathCheck (q : Quotients) : List (Signed k) → List (Step k) → Bool
  | _, [] => true
  | h, (s, es) :: l => allMatch (I.roundingCheck q h) elems es && pathCheck q (h ++ [s]) l

/-- The probability of one selection. -/
def stepMass (q : Quotients) (scores : List Int) (p : Step k) : Option Fraction :=
  let ns := selections q.beta.1 q.beta.2 (List.zipWith (· - ·) scores p.2)
  (rowEntry ns p.1).map fun (n : Nat) => ⟨(n : Int), listCount id ns⟩

/-- The probability of a sequence of selections. -/
def pathMass (q : Quotients) (scores : List Int) : List (Step k) → Option Fraction
  | [] => some Fraction.one
  | p :: l =>
    match stepMass q scores p, pathMass q scores l with
    | some a, some b => some (a.mul b)
    | _, _ => none

theorem is_pathMass (hq : q.Of I) (x : I.Data) (a : Signed k) : ∀ {J : Nat} {h : List (Signed k)}
    {l : List (Step k)} {e : Fraction}, l.length = J → I.pathCheck q h l = true →
    pathMass q (I.scores x) l = some e →
    Fraction.Is (I.rule.transcriptMass (I.target x) J h (sequence (l.map Prod.fst) a)) e
  | 0, _, [], e, _, _, he => by
    rw [pathMass, Option.some.injEq] at he
    subst he
    exact ⟨Nat.one_pos, Fraction.value_one.symm⟩
  | J + 1, h, (s, es) :: l, e, hl, hc, he => by
    rw [pathCheck, Bool.and_eq_true] at hc
    unfold pathMass at he
    split at he
    · next m r hm hr =>
      rw [Option.some.injEq] at he
      subst he
      have ih := is_pathMass hq x a (by simpa using hl) hc.2 hr
      unfold stepMass at hm
      rw [Option.map_eq_some_iff] at hm
      obtain ⟨n, hn, rfl⟩ := hm
      have hsel := Matches.of_rowEntry (I.is_selectMass hq x hc.1) hn
      refine ⟨Fraction.proper_mul hsel.1 ih.1, ?_⟩
      rw [Fraction.value_mul hsel.1 ih.1, ← hsel.2, ← ih.2]
      rfl
    · simp at he
  | 0, _, _ :: _, _, h, _, _ => by simp at h
  | _ + 1, _, [], _, h, _, _ => by simp at h

/-- `e` is the mass of the transcript with the steps `l` on the dataset with the given counts. -/
def entryCheck (q : Quotients) (counts : List (Nat × D)) (l : List (Step k)) (e : Fraction) : Bool :=
  decide (l.length = I.rounds) && I.pathCheck q [] l &&
    match pathMass q (I.countedScores counts) l with
    | some m => sameCheck m e
    | none => false

/-- Entries that pass the check are entries of the base law: `transcripts` lists the selections of
`paths`, and `row` their masses. -/
theorem entries_eq (hq : q.Of I) {counts : List (Nat × D)} (hcounts : totalCount counts = I.rows) (d : D)
    (a : Signed k) {transcripts : List (List (Signed k))} {paths : List (List (Step k))}
    {row : List Fraction} (hpaths : paths.map (List.map Prod.fst) = transcripts)
    (h : allMatch (I.entryCheck q counts) paths row = true) :
    transcripts.map (fun l => I.transcriptLaw (sequence (countedRows counts) d) (sequence l a)) =
      row.map Fraction.value := by
  rw [← hpaths, List.map_map]
  refine Matches.map_eq (fun _ _ h => h) (Matches.of_allMatch (fun l e he => ?_) h)
  simp only [entryCheck, Bool.and_eq_true, decide_eq_true_eq] at he
  obtain ⟨⟨hl, hpath⟩, he⟩ := he
  split at he
  · next m hm =>
    rw [← I.scores_countedRows d hcounts] at hm
    exact ((I.is_pathMass hq _ a hl hpath hm).of_sameCheck he).2
  · simp at he

/-- The whole base law of the dataset with the given counts. -/
theorem isRow_transcriptLaw_counted (hq : q.Of I) {P : Plan} (hP : I.planCheck q I.rounds [] P = true)
    {counts : List (Nat × D)} (hcounts : totalCount counts = I.rows) (d : D) {row : List Fraction}
    (h : allMatch sameCheck (masses q (I.countedScores counts) I.rounds P) row = true) :
    IsRow (I.transcriptLaw (sequence (countedRows counts) d)) row :=
  I.isRow_transcriptLaw hq hP (by rwa [I.scores_countedRows d hcounts])

end ReferenceInstance

end Formal
