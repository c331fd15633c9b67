module

public import Formal.Algebra.Enumeration

/-!
# Finite sums and products

`sum f` and `prod f` over an `Enumeration`, with the handful of laws that the library uses:
linearity, monotonicity, exchange, sums over pairs and over sequences (first entry first), and
grouping by the value of a function.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {α : Type u} {β : Type v}

/-- The sum of `f` over a list. -/
def listSum (f : α → K) : List α → K
  | [] => 0
  | a :: l => f a + listSum f l

/-- The product of `f` over a list. -/
def listProd (f : α → K) : List α → K
  | [] => 1
  | a :: l => f a * listProd f l

/-- The sum of `f` over all elements of a finite type. -/
def sum [Enumeration α] (f : α → K) : K := listSum f elems

/-- The product of `f` over all elements of a finite type. -/
def prod [Enumeration α] (f : α → K) : K := listProd f elems

/-! ### Sums over lists -/

theorem listSum_congr {f g : α → K} : ∀ {l : List α}, (∀ a ∈ l, f a = g a) → listSum f l = listSum g l
  | [], _ => rfl
  | a :: l, h => by
    rw [listSum, listSum, h a List.mem_cons_self, listSum_congr fun b hb => h b (List.mem_cons_of_mem _ hb)]

theorem listSum_le_listSum {f g : α → K} :
    ∀ {l : List α}, (∀ a ∈ l, f a ≤ g a) → listSum f l ≤ listSum g l
  | [], _ => Std.le_refl _
  | a :: l, h => by
    have h1 := h a List.mem_cons_self
    have h2 := listSum_le_listSum (f := f) (g := g) fun b hb => h b (List.mem_cons_of_mem a hb)
    rw [listSum, listSum]; grind

theorem listSum_nonneg {f : α → K} : ∀ {l : List α}, (∀ a ∈ l, 0 ≤ f a) → 0 ≤ listSum f l
  | [], _ => Std.le_refl _
  | a :: l, h => by
    have h1 := h a List.mem_cons_self
    have h2 := listSum_nonneg (f := f) fun b hb => h b (List.mem_cons_of_mem a hb)
    rw [listSum]; grind

theorem le_listSum {f : α → K} {a : α} :
    ∀ {l : List α}, (∀ a ∈ l, 0 ≤ f a) → a ∈ l → f a ≤ listSum f l
  | b :: l, h, hm => by
    have hb := h b List.mem_cons_self
    have hl : ∀ c ∈ l, 0 ≤ f c := fun c hc => h c (List.mem_cons_of_mem b hc)
    rw [listSum]
    rcases List.mem_cons.mp hm with rfl | hm
    · have := listSum_nonneg hl; grind
    · have := le_listSum hl hm; grind

theorem listSum_add (f g : α → K) : ∀ l : List α, listSum (fun a => f a + g a) l = listSum f l + listSum g l
  | [] => by simp only [listSum]; grind
  | a :: l => by simp only [listSum]; rw [listSum_add f g l]; grind

theorem listSum_mul_left (c : K) (f : α → K) : ∀ l : List α, listSum (fun a => c * f a) l = c * listSum f l
  | [] => by simp only [listSum]; grind
  | a :: l => by simp only [listSum]; rw [listSum_mul_left c f l]; grind

theorem listSum_zero : ∀ l : List α, listSum (fun _ => (0 : K)) l = 0
  | [] => rfl
  | a :: l => by rw [listSum, listSum_zero l]; grind

theorem listSum_const (c : K) : ∀ l : List α, listSum (fun _ => c) l = (l.length : K) * c
  | [] => by simp only [listSum, List.length_nil]; grind
  | a :: l => by rw [listSum, listSum_const c l, List.length_cons]; grind

theorem listSum_append (f : α → K) (m : List α) : ∀ l : List α, listSum f (l ++ m) = listSum f l + listSum f m
  | [] => by rw [List.nil_append, listSum]; grind
  | a :: l => by rw [List.cons_append, listSum, listSum, listSum_append f m l]; grind

theorem listSum_map (f : β → K) (g : α → β) : ∀ l : List α, listSum f (l.map g) = listSum (fun a => f (g a)) l
  | [] => rfl
  | a :: l => by rw [List.map_cons, listSum, listSum, listSum_map f g l]

theorem listSum_comm (f : α → β → K) (m : List β) : ∀ l : List α,
    listSum (fun a => listSum (fun b => f a b) m) l = listSum (fun b => listSum (fun a => f a b) l) m
  | [] => by simp only [listSum]; rw [listSum_zero]
  | a :: l => by simp only [listSum]; rw [listSum_comm f m l, ← listSum_add]

theorem listSum_pairList (f : α × β → K) (m : List β) : ∀ l : List α,
    listSum f (pairList l m) = listSum (fun a => listSum (fun b => f (a, b)) m) l
  | [] => rfl
  | a :: l => by
    rw [pairList, listSum_append, listSum_map, listSum_pairList f m l, listSum]

theorem listSum_ite_notMem [DecidableEq α] {a : α} (f : α → K) : ∀ {l : List α}, a ∉ l →
    listSum (fun b => if b = a then f b else 0) l = 0
  | [], _ => rfl
  | b :: l, h => by
    rw [List.mem_cons, _root_.not_or] at h
    rw [listSum, listSum_ite_notMem f h.2, if_neg (fun hb => h.1 hb.symm)]; grind

theorem listSum_ite_mem [DecidableEq α] {a : α} (f : α → K) : ∀ {l : List α}, l.Nodup → a ∈ l →
    listSum (fun b => if b = a then f b else 0) l = f a
  | b :: l, hn, hm => by
    rw [List.nodup_cons] at hn
    rw [listSum]
    by_cases hb : b = a
    · subst hb; rw [if_pos rfl, listSum_ite_notMem f hn.1]; grind
    · rw [if_neg hb, listSum_ite_mem f hn.2 ((List.mem_cons.mp hm).resolve_left fun h => hb h.symm)]
      grind

/-! ### Sums over a finite type -/

section Sum

variable [Enumeration α] [Enumeration β]

theorem sum_congr {f g : α → K} (h : ∀ a, f a = g a) : sum f = sum g := listSum_congr fun a _ => h a

theorem sum_le_sum {f g : α → K} (h : ∀ a, f a ≤ g a) : sum f ≤ sum g := listSum_le_listSum fun a _ => h a

theorem sum_nonneg {f : α → K} (h : ∀ a, 0 ≤ f a) : 0 ≤ sum f := listSum_nonneg fun a _ => h a

/-- A nonnegative sum is at least each of its terms. -/
theorem le_sum {f : α → K} (h : ∀ a, 0 ≤ f a) (a : α) : f a ≤ sum f := le_listSum (fun a _ => h a) (mem_elems a)

/-- A sum of positive terms over an inhabited type is positive. -/
theorem sum_pos {f : α → K} (h : ∀ a, 0 < f a) (a : α) : 0 < sum f := by
  have := le_sum (fun a => Std.le_of_lt (h a)) a
  have := h a; grind

theorem sum_add (f g : α → K) : (sum fun a => f a + g a) = sum f + sum g := listSum_add f g _

theorem sum_mul_left (c : K) (f : α → K) : (sum fun a => c * f a) = c * sum f := listSum_mul_left c f _

theorem sum_mul_right (f : α → K) (c : K) : (sum fun a => f a * c) = sum f * c := by
  rw [sum_congr (g := fun a => c * f a) (fun a => by grind), sum_mul_left]; grind

theorem sum_div (f : α → K) (c : K) : (sum fun a => f a / c) = sum f / c := by
  rw [sum_congr (g := fun a => f a * c⁻¹) (fun a => Field.div_eq_mul_inv _ _), sum_mul_right, Field.div_eq_mul_inv]

theorem sum_neg (f : α → K) : (sum fun a => -f a) = -sum f := by
  rw [sum_congr (g := fun a => (-1) * f a) (fun a => by grind), sum_mul_left]; grind

theorem sum_sub (f g : α → K) : (sum fun a => f a - g a) = sum f - sum g := by
  rw [sum_congr (g := fun a => f a + -g a) (fun a => by grind), sum_add, sum_neg]; grind

theorem sum_zero : (sum fun _ : α => (0 : K)) = 0 := listSum_zero _

theorem sum_const (c : K) : (sum fun _ : α => c) = (card α : K) * c := listSum_const c _

/-- Exchange of the order of summation. -/
theorem sum_comm (f : α → β → K) : (sum fun a => sum fun b => f a b) = sum fun b => sum fun a => f a b :=
  listSum_comm f _ _

theorem sum_prod (f : α × β → K) : sum f = sum fun a => sum fun b => f (a, b) := listSum_pairList f _ _

theorem sum_option (f : Option α → K) : sum f = f none + sum fun a => f (some a) := by
  show f none + listSum f ((elems : List α).map some) = _
  rw [listSum_map]; rfl

/-- A sum over sequences, summed first over the first entry. -/
theorem sum_cons {n : Nat} (f : (Fin (n + 1) → α) → K) :
    sum f = sum fun a => sum fun t : Fin n → α => f (cons a t) := by
  show listSum f ((pairList elems (sequences elems n)).map fun p => cons p.1 p.2) = _
  rw [listSum_map, listSum_pairList]; rfl

/-- The only sequence of length zero. -/
theorem sum_nil (f : (Fin 0 → α) → K) : sum f = f (fun i => i.elim0) := by
  show f _ + 0 = _; grind

theorem sum_fin_succ {n : Nat} (f : Fin (n + 1) → K) : sum f = f 0 + sum fun i : Fin n => f i.succ := by
  show f 0 + listSum f ((finList n).map Fin.succ) = _
  rw [listSum_map]; rfl

theorem sum_fin_zero (f : Fin 0 → K) : sum f = 0 := rfl

/-- A sum with a single possibly nonzero term. -/
theorem sum_ite_eq [DecidableEq α] (f : α → K) (a : α) : (sum fun b => if b = a then f b else 0) = f a :=
  listSum_ite_mem f Enumeration.nodup (mem_elems a)

/-- Grouping the terms of a sum by the value of a function. -/
theorem sum_fiberwise [DecidableEq β] (g : α → β) (f : α → K) :
    (sum fun b => sum fun a => if g a = b then f a else 0) = sum f := by
  rw [sum_comm (f := fun b a => if g a = b then f a else 0)]
  refine sum_congr fun a => ?_
  rw [sum_congr (g := fun b => if b = g a then f a else 0)]
  · exact sum_ite_eq (fun _ => f a) (g a)
  · intro b; by_cases h : g a = b
    · rw [if_pos h, if_pos h.symm]
    · rw [if_neg h, if_neg fun h' => h h'.symm]

end Sum

/-! ### Products -/

theorem listProd_congr {f g : α → K} : ∀ {l : List α}, (∀ a ∈ l, f a = g a) → listProd f l = listProd g l
  | [], _ => rfl
  | a :: l, h => by
    rw [listProd, listProd, h a List.mem_cons_self, listProd_congr fun b hb => h b (List.mem_cons_of_mem _ hb)]

theorem listProd_pos {f : α → K} : ∀ {l : List α}, (∀ a ∈ l, 0 < f a) → 0 < listProd f l
  | [], _ => zero_lt_one
  | a :: l, h => by
    rw [listProd]
    exact mul_pos (h a List.mem_cons_self) (listProd_pos fun b hb => h b (List.mem_cons_of_mem a hb))

theorem listProd_nonneg {f : α → K} : ∀ {l : List α}, (∀ a ∈ l, 0 ≤ f a) → 0 ≤ listProd f l
  | [], _ => Std.le_of_lt zero_lt_one
  | a :: l, h => by
    rw [listProd]
    exact mul_nonneg (h a List.mem_cons_self) (listProd_nonneg fun b hb => h b (List.mem_cons_of_mem a hb))

theorem listProd_le_listProd {f g : α → K} : ∀ {l : List α},
    (∀ a ∈ l, 0 ≤ f a) → (∀ a ∈ l, f a ≤ g a) → listProd f l ≤ listProd g l
  | [], _, _ => Std.le_refl _
  | a :: l, h0, h => by
    have ha := h0 a List.mem_cons_self
    have hl : ∀ b ∈ l, 0 ≤ f b := fun b hb => h0 b (List.mem_cons_of_mem a hb)
    rw [listProd, listProd]
    exact mul_le_mul (h a List.mem_cons_self)
      (listProd_le_listProd hl fun b hb => h b (List.mem_cons_of_mem a hb)) (listProd_nonneg hl)
      (Std.le_trans ha (h a List.mem_cons_self))

theorem listProd_mul (f g : α → K) : ∀ l : List α, listProd (fun a => f a * g a) l = listProd f l * listProd g l
  | [] => by simp only [listProd]; grind
  | a :: l => by simp only [listProd]; rw [listProd_mul f g l]; grind

theorem listProd_const (c : K) : ∀ l : List α, listProd (fun _ => c) l = c ^ l.length
  | [] => by rw [listProd, List.length_nil, Semiring.pow_zero]
  | a :: l => by rw [listProd, listProd_const c l, List.length_cons, Semiring.pow_succ]; grind

theorem listProd_pow (f : α → K) (n : Nat) : ∀ l : List α, listProd (fun a => f a ^ n) l = listProd f l ^ n
  | [] => by rw [listProd, listProd, Semiring.one_pow]
  | a :: l => by rw [listProd, listProd, listProd_pow f n l, mul_pow]

theorem listProd_append (f : α → K) (m : List α) : ∀ l : List α,
    listProd f (l ++ m) = listProd f l * listProd f m
  | [] => by rw [List.nil_append, listProd]; grind
  | a :: l => by rw [List.cons_append, listProd, listProd, listProd_append f m l]; grind

theorem listProd_map (f : β → K) (g : α → β) : ∀ l : List α,
    listProd f (l.map g) = listProd (fun a => f (g a)) l
  | [] => rfl
  | a :: l => by rw [List.map_cons, listProd, listProd, listProd_map f g l]

theorem listProd_pairList (f : α × β → K) (m : List β) : ∀ l : List α,
    listProd f (pairList l m) = listProd (fun a => listProd (fun b => f (a, b)) m) l
  | [] => rfl
  | a :: l => by rw [pairList, listProd_append, listProd_map, listProd_pairList f m l, listProd]

theorem listProd_comm (f : α → β → K) (m : List β) : ∀ l : List α,
    listProd (fun a => listProd (fun b => f a b) m) l = listProd (fun b => listProd (fun a => f a b) l) m
  | [] => by simp only [listProd]; rw [listProd_const, Semiring.one_pow]
  | a :: l => by simp only [listProd]; rw [listProd_comm f m l, ← listProd_mul]

section Prod

variable [Enumeration α] [Enumeration β]

theorem prod_congr {f g : α → K} (h : ∀ a, f a = g a) : prod f = prod g := listProd_congr fun a _ => h a

theorem prod_pos {f : α → K} (h : ∀ a, 0 < f a) : 0 < prod f := listProd_pos fun a _ => h a

theorem prod_nonneg {f : α → K} (h : ∀ a, 0 ≤ f a) : 0 ≤ prod f := listProd_nonneg fun a _ => h a

theorem prod_le_prod {f g : α → K} (h0 : ∀ a, 0 ≤ f a) (h : ∀ a, f a ≤ g a) : prod f ≤ prod g :=
  listProd_le_listProd (fun a _ => h0 a) fun a _ => h a

theorem prod_mul (f g : α → K) : (prod fun a => f a * g a) = prod f * prod g := listProd_mul f g _

theorem prod_const (c : K) : (prod fun _ : α => c) = c ^ card α := listProd_const c _

theorem prod_pow (f : α → K) (n : Nat) : (prod fun a => f a ^ n) = prod f ^ n := listProd_pow f n _

/-- Exchange of the order of multiplication. -/
theorem prod_comm (f : α → β → K) : (prod fun a => prod fun b => f a b) = prod fun b => prod fun a => f a b :=
  listProd_comm f _ _

theorem prod_prod (f : α × β → K) : prod f = prod fun a => prod fun b => f (a, b) := listProd_pairList f _ _

/-- A product over sequences, multiplied first over the first entry. -/
theorem prod_cons {n : Nat} (f : (Fin (n + 1) → α) → K) :
    prod f = prod fun a => prod fun t : Fin n → α => f (cons a t) := by
  show listProd f ((pairList elems (sequences elems n)).map fun p => cons p.1 p.2) = _
  rw [listProd_map, listProd_pairList]; rfl

theorem prod_nil (f : (Fin 0 → α) → K) : prod f = f (fun i => i.elim0) := by
  show f _ * 1 = _; grind

theorem prod_fin_succ {n : Nat} (f : Fin (n + 1) → K) : prod f = f 0 * prod fun i : Fin n => f i.succ := by
  show f 0 * listProd f ((finList n).map Fin.succ) = _
  rw [listProd_map]; rfl

theorem prod_fin_zero (f : Fin 0 → K) : prod f = 1 := rfl

end Prod

end Formal
