module

public import Formal.Algebra.Sum

/-!
# Sequences of entries of a list

Sums and products over `sequences l m`, all sequences of `m` entries of a list `l`, and a few laws of
sums and products over lists. Blueprint 5.1 averages over the codes of a list of labels
(`Formal.Selection.Maurey`).
-/

@[expose] public noncomputable section

universe w z

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {C : Type z}

/-! ### Lists -/

theorem listProd_replicate (f : C → K) (c : C) (n : Nat) :
    listProd f (List.replicate n c) = f c ^ n := by
  induction n with
  | zero => rw [Semiring.pow_zero]; rfl
  | succ n ih => rw [List.replicate_succ, listProd, ih, Semiring.pow_succ, CommSemiring.mul_comm]

theorem listSum_replicate (f : C → K) (c : C) (n : Nat) :
    listSum f (List.replicate n c) = (n : K) * f c := by
  induction n with
  | zero => simp only [List.replicate_zero, listSum]; grind
  | succ n ih => rw [List.replicate_succ, listSum, ih]; grind

theorem sum_fin_getElem (f : C → K) : ∀ l : List C, (sum fun i : Fin l.length => f l[i]) = listSum f l
  | [] => rfl
  | a :: l => by
    rw [listSum, ← sum_fin_getElem f l]
    exact sum_fin_succ (n := l.length) fun i => f (a :: l)[i]

theorem listProd_inv_mul {f : C → K} : ∀ {l : List C}, (∀ c ∈ l, 0 < f c) →
    listProd (fun c => (f c)⁻¹) l * listProd f l = 1
  | [], _ => by simp only [listProd]; grind
  | a :: l, h => by
    have ha := mul_inv_cancel (ne_of_pos (h a List.mem_cons_self))
    have ih := listProd_inv_mul fun c hc => h c (List.mem_cons_of_mem a hc)
    simp only [listProd]
    calc _ = (f a * (f a)⁻¹) * (listProd (fun c => (f c)⁻¹) l * listProd f l) := by grind
      _ = 1 := by rw [ha, ih]; grind

/-! ### Sums and products over sequences -/

theorem length_sequences (l : List C) : ∀ m : Nat, (sequences l m).length = l.length ^ m
  | 0 => rfl
  | m + 1 => by
    rw [sequences, List.length_map, length_pairList, length_sequences l m, Nat.pow_succ, Nat.mul_comm]

theorem mem_of_mem_sequences {l : List C} :
    ∀ {m : Nat} {c : Fin m → C}, c ∈ sequences l m → ∀ j, c j ∈ l
  | 0, _, _, j => j.elim0
  | m + 1, c, h, j => by
    obtain ⟨⟨a, t⟩, hp, rfl⟩ := List.mem_map.mp h
    rw [mem_pairList] at hp
    exact Fin.cases hp.1 (fun i => mem_of_mem_sequences hp.2 i) j

/-- The sum over all sequences of the product of their entries is a power of the sum over the list. -/
theorem listSum_sequences_prod (f : C → K) (l : List C) : ∀ m : Nat,
    listSum (fun c : Fin m → C => prod fun j => f (c j)) (sequences l m) = listSum f l ^ m
  | 0 => by
    rw [Semiring.pow_zero]
    show (1 : K) + 0 = 1
    grind
  | m + 1 => by
    rw [sequences, listSum_map, listSum_pairList]
    calc _ = listSum (fun a => listSum f l ^ m * f a) l := listSum_congr fun a _ => by
          rw [← listSum_sequences_prod f l m, CommSemiring.mul_comm, ← listSum_mul_left]
          exact listSum_congr fun t _ => prod_fin_succ _
      _ = listSum f l ^ (m + 1) := by rw [listSum_mul_left, Semiring.pow_succ]

/-- If the list has geometric mean `G`, the products of the entries of the sequences have geometric mean
`G ^ m`. -/
theorem listProd_sequences_prod {f : C → K} {l : List C} {G : K} (hG : listProd f l = G ^ l.length) :
    ∀ m : Nat, listProd (fun c : Fin m → C => prod fun j => f (c j)) (sequences l m) =
      (G ^ m) ^ l.length ^ m
  | 0 => by
    rw [Semiring.pow_zero, Semiring.one_pow]
    show (1 : K) * 1 = 1
    grind
  | m + 1 => by
    rw [sequences, listProd_map, listProd_pairList]
    calc _ = listProd (fun a => f a ^ l.length ^ m * (G ^ m) ^ l.length ^ m) l :=
          listProd_congr fun a _ => by
            rw [← listProd_sequences_prod hG m, ← length_sequences, ← listProd_const, ← listProd_mul]
            exact listProd_congr fun t _ => prod_fin_succ _
      _ = (G ^ l.length) ^ l.length ^ m * ((G ^ m) ^ l.length ^ m) ^ l.length := by
          rw [listProd_mul, listProd_pow, listProd_const, hG]
      _ = G ^ l.length ^ (m + 1) * (G ^ m) ^ l.length ^ (m + 1) := by
          rw [← pow_mul, ← pow_mul (G ^ m), Nat.pow_succ, Nat.mul_comm l.length]
      _ = (G ^ (m + 1)) ^ l.length ^ (m + 1) := by
          rw [← mul_pow, Semiring.pow_succ G m, CommSemiring.mul_comm]

/-! ### One of several factors is at least their geometric mean -/

theorem listProd_le_pow {f : C → K} {a : K} {l : List C} (h0 : ∀ c ∈ l, 0 ≤ f c)
    (h : ∀ c ∈ l, f c ≤ a) : listProd f l ≤ a ^ l.length := by
  rw [← listProd_const]; exact listProd_le_listProd h0 h

theorem pow_le_listProd {f : C → K} {a : K} {l : List C} (ha : 0 ≤ a)
    (h : ∀ c ∈ l, a ≤ f c) : a ^ l.length ≤ listProd f l := by
  rw [← listProd_const]; exact listProd_le_listProd (fun _ _ => ha) h

/-- If `p ^ N` is at most a product of `N ≥ 1` nonnegative factors, then `p` is at most one of them. -/
theorem exists_le_of_pow_le_listProd {p : K} {f : C → K} {l : List C} (hl : l ≠ [])
    (h0 : ∀ c ∈ l, 0 ≤ f c) (h : p ^ l.length ≤ listProd f l) : ∃ c ∈ l, p ≤ f c := by
  refine Classical.byContradiction fun hn => ?_
  have hlt : ∀ c ∈ l, f c < p := fun c hc => by
    have : ¬p ≤ f c := fun hle => hn ⟨c, hc, hle⟩
    grind
  cases l with
  | nil => exact hl rfl
  | cons a l =>
    have ha0 := h0 a List.mem_cons_self
    have ha := hlt a List.mem_cons_self
    have hle : listProd f l ≤ p ^ l.length :=
      listProd_le_pow (fun c hc => h0 c (List.mem_cons_of_mem a hc))
        fun c hc => Std.le_of_lt (hlt c (List.mem_cons_of_mem a hc))
    have h1 := mul_le_mul_left hle ha0
    have h2 : 0 < p ^ l.length * (p - f a) := mul_pos (pow_pos (by grind) _) (by grind)
    rw [List.length_cons, listProd, Semiring.pow_succ] at h
    grind

end Formal
