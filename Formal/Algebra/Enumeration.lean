module

public import Formal.Algebra.OrderedField

/-!
# Finite enumerations

The one finite-enumeration device of the library: `Enumeration α` lists every element of `α`
exactly once, in a fixed order. Sums, products and maxima (`Formal.Algebra.Sum`,
`Formal.Algebra.Prod`, `Formal.Algebra.Max`) run over this list, and evaluate in the kernel.

Instances: `Fin n`, `Bool`, `Unit`, `Option α`, `α × β`, and `Fin n → α` (datasets, transcripts and codes),
ordered lexicographically with the entry `0` most significant.
-/

@[expose] public noncomputable section

universe u v

namespace Formal

/-- A finite type given by the list of its elements, each occurring exactly once. -/
class Enumeration (α : Type u) where
  /-- The elements, in the order in which sums and maxima visit them. -/
  elems : List α
  /-- No element is listed twice. -/
  nodup : elems.Nodup
  /-- Every element is listed. -/
  mem_elems : ∀ a : α, a ∈ elems

export Enumeration (elems mem_elems)

/-- The number of elements of an enumerated type. -/
def card (α : Type u) [Enumeration α] : Nat := (elems : List α).length

theorem card_pos {α : Type u} [Enumeration α] (a : α) : 0 < card α :=
  List.length_pos_of_mem (mem_elems a)

instance : Enumeration Unit where
  elems := [()]
  nodup := by simp
  mem_elems := by simp

/-- `true` first: in signed queries the positive copy precedes the negative one. -/
instance : Enumeration Bool where
  elems := [true, false]
  nodup := by simp
  mem_elems := by intro a; cases a <;> simp

/-- The list `[0, …, n-1]` of all elements of `Fin n`. -/
def finList : (n : Nat) → List (Fin n)
  | 0 => []
  | n + 1 => 0 :: (finList n).map Fin.succ

theorem mem_finList : ∀ {n : Nat} (i : Fin n), i ∈ finList n
  | 0, i => i.elim0
  | n + 1, i => by
    rw [finList, List.mem_cons]
    refine Fin.cases (Or.inl rfl) (fun j => Or.inr ?_) i
    exact List.mem_map.mpr ⟨j, mem_finList j, rfl⟩

theorem length_finList : ∀ n : Nat, (finList n).length = n
  | 0 => rfl
  | n + 1 => by rw [finList, List.length_cons, List.length_map, length_finList n]

theorem nodup_map {α : Type u} {β : Type v} {f : α → β} (hf : ∀ a b, f a = f b → a = b) :
    ∀ {l : List α}, l.Nodup → (l.map f).Nodup
  | [], _ => by simp
  | a :: l, h => by
    rw [List.nodup_cons] at h
    rw [List.map_cons, List.nodup_cons]
    refine ⟨fun hm => ?_, nodup_map hf h.2⟩
    obtain ⟨b, hb, hab⟩ := List.mem_map.mp hm
    exact h.1 (hf b a hab ▸ hb)

theorem nodup_finList : ∀ n : Nat, (finList n).Nodup
  | 0 => by simp [finList]
  | n + 1 => by
    rw [finList, List.nodup_cons]
    refine ⟨fun h => ?_, nodup_map (fun a b h => Fin.succ_inj.mp h) (nodup_finList n)⟩
    obtain ⟨j, _, hj⟩ := List.mem_map.mp h
    exact Fin.succ_ne_zero j hj

instance (n : Nat) : Enumeration (Fin n) where
  elems := finList n
  nodup := nodup_finList n
  mem_elems := mem_finList

theorem card_fin (n : Nat) : card (Fin n) = n := length_finList n

instance {α : Type u} [Enumeration α] : Enumeration (Option α) where
  elems := none :: (elems : List α).map some
  nodup := by
    rw [List.nodup_cons]
    exact ⟨by simp, nodup_map (fun a b h => Option.some.inj h) Enumeration.nodup⟩
  mem_elems := by
    intro a
    cases a with
    | none => simp
    | some a => exact List.mem_cons_of_mem _ (List.mem_map.mpr ⟨a, mem_elems a, rfl⟩)

theorem card_option (α : Type u) [Enumeration α] : card (Option α) = card α + 1 := by
  show (none :: (elems : List α).map some).length = _
  rw [List.length_cons, List.length_map]; rfl

/-- The list of all pairs, the first component most significant. -/
def pairList {α : Type u} {β : Type v} : List α → List β → List (α × β)
  | [], _ => []
  | a :: l, m => m.map (fun b => (a, b)) ++ pairList l m

theorem mem_pairList {α : Type u} {β : Type v} {a : α} {b : β} {m : List β} :
    ∀ {l : List α}, (a, b) ∈ pairList l m ↔ a ∈ l ∧ b ∈ m
  | [] => by simp [pairList]
  | c :: l => by
    rw [pairList, List.mem_append, mem_pairList, List.mem_cons, List.mem_map]
    constructor
    · rintro (⟨b', hb', h⟩ | ⟨h1, h2⟩)
      · cases h; exact ⟨Or.inl rfl, hb'⟩
      · exact ⟨Or.inr h1, h2⟩
    · rintro ⟨rfl | h1, h2⟩
      · exact Or.inl ⟨b, h2, rfl⟩
      · exact Or.inr ⟨h1, h2⟩

theorem length_pairList {α : Type u} {β : Type v} (m : List β) :
    ∀ l : List α, (pairList l m).length = l.length * m.length
  | [] => by simp [pairList]
  | a :: l => by
    rw [pairList, List.length_append, List.length_map, length_pairList m l, List.length_cons,
      Nat.succ_mul, Nat.add_comm]

theorem nodup_pairList {α : Type u} {β : Type v} {m : List β} (hm : m.Nodup) :
    ∀ {l : List α}, l.Nodup → (pairList l m).Nodup
  | [], _ => by simp [pairList]
  | a :: l, h => by
    rw [List.nodup_cons] at h
    rw [pairList, List.nodup_append]
    refine ⟨nodup_map (fun b c h => (Prod.mk.inj h).2) hm, nodup_pairList hm h.2, ?_⟩
    intro p hp q hq hpq
    obtain ⟨b, _, rfl⟩ := List.mem_map.mp hp
    subst hpq
    exact h.1 (mem_pairList.mp hq).1

instance {α : Type u} {β : Type v} [Enumeration α] [Enumeration β] : Enumeration (α × β) where
  elems := pairList elems elems
  nodup := nodup_pairList Enumeration.nodup Enumeration.nodup
  mem_elems := fun p => mem_pairList.mpr ⟨mem_elems p.1, mem_elems p.2⟩

theorem card_prod (α : Type u) (β : Type v) [Enumeration α] [Enumeration β] :
    card (α × β) = card α * card β := length_pairList _ _

/-! ### Finite sequences -/

/-- The sequence `f` with `a` put in front. -/
def cons {α : Type u} {n : Nat} (a : α) (f : Fin n → α) : Fin (n + 1) → α :=
  fun i => Fin.cases a f i

@[simp] theorem cons_zero {α : Type u} {n : Nat} (a : α) (f : Fin n → α) : cons a f 0 = a := rfl

@[simp] theorem cons_succ {α : Type u} {n : Nat} (a : α) (f : Fin n → α) (i : Fin n) :
    cons a f i.succ = f i := rfl

/-- The sequence without its first entry. -/
def tail {α : Type u} {n : Nat} (f : Fin (n + 1) → α) : Fin n → α := fun i => f i.succ

@[simp] theorem tail_cons {α : Type u} {n : Nat} (a : α) (f : Fin n → α) : tail (cons a f) = f := rfl

@[simp] theorem cons_tail {α : Type u} {n : Nat} (f : Fin (n + 1) → α) : cons (f 0) (tail f) = f :=
  funext fun i => Fin.cases rfl (fun _ => rfl) i

/-- All sequences of length `n` with entries in the list `l`, in lexicographic order. -/
def sequences {α : Type u} (l : List α) : (n : Nat) → List (Fin n → α)
  | 0 => [fun i => i.elim0]
  | n + 1 => (pairList l (sequences l n)).map fun p => cons p.1 p.2

instance {α : Type u} [Enumeration α] {n : Nat} : Enumeration (Fin n → α) where
  elems := sequences elems n
  nodup := by
    induction n with
    | zero => simp [sequences]
    | succ n ih =>
      refine nodup_map (fun p q h => ?_) (nodup_pairList ih Enumeration.nodup)
      have h0 : p.1 = q.1 := congrFun h 0
      have ht : p.2 = q.2 := congrArg tail h
      exact Prod.ext h0 ht
  mem_elems := by
    induction n with
    | zero => intro f; simp only [sequences, List.mem_singleton]; funext i; exact i.elim0
    | succ n ih =>
      intro f
      exact List.mem_map.mpr ⟨(f 0, tail f), mem_pairList.mpr ⟨mem_elems _, ih _⟩, cons_tail f⟩

theorem card_sequences (α : Type u) [Enumeration α] (n : Nat) : card (Fin n → α) = card α ^ n := by
  show (sequences (elems : List α) n).length = _
  induction n with
  | zero => rfl
  | succ n ih => rw [sequences, List.length_map, length_pairList, ih, Nat.pow_succ, Nat.mul_comm]; rfl

/-- Equality of sequences is decidable entry by entry. -/
instance decidableEqSequence {α : Type u} [DecidableEq α] : {n : Nat} → DecidableEq (Fin n → α)
  | 0 => fun _ _ => isTrue (funext fun i => i.elim0)
  | n + 1 => fun f g =>
    if h0 : f 0 = g 0 then
      match decidableEqSequence (tail f) (tail g) with
      | isTrue ht => isTrue (by rw [← cons_tail f, ← cons_tail g, h0, ht])
      | isFalse ht => isFalse fun h => ht (h ▸ rfl)
    else isFalse fun h => h0 (h ▸ rfl)

end Formal
