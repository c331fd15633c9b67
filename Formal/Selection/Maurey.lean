module

public import Formal.Algebra.Inequalities
public import Formal.Algebra.AMGM
public import Formal.Algebra.Sequences
public import Formal.Selection.Law

/-!
# Maurey domination

Blueprint 5.1, 5.2 and 5.4, for an arbitrary set of labels. A *label* `c` carries a positive factor
`move c s`; a *code* is a sequence of `m` labels, and its surrogate target is `codeTarget`: the
target of the data times the factors of the code. A probability mass function with rational weights
on the labels is a *repetition*, a nonempty list `l` of labels, each with weight `1 / l.length` (a
label may be listed more than once). If the factors of the listed labels have geometric mean `G`,
then the law with target factor `g_x · G ^ m` is dominated, transcript by transcript, by the law of
some code of listed labels, at the cost of `Θ ^ m` per round, where `Θ` bounds the arithmetic mean
of the factors against their geometric mean. No root is taken: `G` is given with `G ^ N = ∏ move`.

* `exists_transcriptMass_le`: the multiplicative averaging argument, for any finite family of targets
* `maurey_domination_of_labels`: domination for a repetition (5.1, 5.4)
* `maurey_domination_of_weights`: the same for integer weights on an enumerated set of labels
* `listSum_le_kantorovich`, `MeanBound.of_kantorovich`: `Θ` from the range of the factors (5.2)
* `maurey_domination_of_labels_kantorovich`: domination with this `Θ`
-/

@[expose] public noncomputable section

universe u v w z

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {C : Type z}

/-! ### Domination by a finite family of targets -/

variable {S : Type u} {U : Type v} [Enumeration S] [Enumeration U] [DecidableEq U]

section Family

variable (L : SelectionRule K S U) {g : C → S → K} {gy : S → K} {θ : K} {l : List C}

theorem listSum_groupWeight_le (hsum : ∀ s, listSum (fun c => g c s) l ≤ θ * ((l.length : K) * gy s))
    (h : List S) (u : U) :
    listSum (fun c => L.groupWeight (g c) h u) l ≤ (l.length : K) * (θ * L.groupWeight gy h u) := by
  unfold SelectionRule.groupWeight sum
  rw [listSum_comm, ← listSum_mul_left, ← listSum_mul_left]
  refine listSum_le_listSum fun s _ => ?_
  by_cases hs : L.group s = u
  · simp only [if_pos hs]
    have := mul_le_mul_left (hsum s) (Std.le_of_lt (L.weight_pos h s))
    rw [listSum_mul_left]; grind
  · simp only [if_neg hs]
    rw [listSum_zero]; grind

/-- One round of the averaging argument: numerators cancel, denominators are bounded by AM–GM. -/
theorem selectMass_pow_le (hg : ∀ c s, 0 < g c s) (hgy : ∀ s, 0 < gy s)
    (hprod : ∀ s, listProd (fun c => g c s) l = gy s ^ l.length)
    (hsum : ∀ s, listSum (fun c => g c s) l ≤ θ * ((l.length : K) * gy s)) (h : List S) (s : S) :
    L.selectMass gy h s ^ l.length ≤
      θ ^ l.length * listProd (fun c => L.selectMass (g c) h s) l := by
  have hWy := L.groupWeight_pos hgy h (L.group s)
  have hden : listProd (fun c => L.groupWeight (g c) h (L.group s)) l ≤
      (θ * L.groupWeight gy h (L.group s)) ^ l.length :=
    listProd_le_pow_of_listSum_le (fun c _ => Std.le_of_lt (L.groupWeight_pos (hg c) h _))
      (listSum_groupWeight_le L hsum h _)
  have hcancel : ∀ {g' : S → K}, (∀ s, 0 < g' s) → L.selectMass g' h s * L.groupWeight g' h (L.group s) =
      L.drawMass (L.group s) * L.weight h s * g' s := fun hg' => by
    unfold SelectionRule.selectMass
    rw [div_mul_cancel (ne_of_pos (L.groupWeight_pos hg' h _))]; grind
  have hnum : listProd (fun c => L.selectMass (g c) h s) l *
        listProd (fun c => L.groupWeight (g c) h (L.group s)) l =
      (L.selectMass gy h s * L.groupWeight gy h (L.group s)) ^ l.length := by
    rw [← listProd_mul, listProd_congr fun c _ => hcancel (hg c), listProd_mul, listProd_const, hprod,
      hcancel hgy, mul_pow _ (gy s)]
  have hQ : 0 ≤ listProd (fun c => L.selectMass (g c) h s) l :=
    listProd_nonneg fun c _ => Std.le_of_lt (L.selectMass_pos (hg c) h s)
  refine le_of_mul_le_mul_right (c := L.groupWeight gy h (L.group s) ^ l.length) ?_ (pow_pos hWy _)
  calc _ = _ := by rw [← mul_pow, ← hnum]
    _ ≤ _ := mul_le_mul_left hden hQ
    _ = _ := by rw [mul_pow]; grind

/-- All rounds of the averaging argument. -/
theorem transcriptMass_pow_le (hg : ∀ c s, 0 < g c s) (hgy : ∀ s, 0 < gy s)
    (hprod : ∀ s, listProd (fun c => g c s) l = gy s ^ l.length)
    (hsum : ∀ s, listSum (fun c => g c s) l ≤ θ * ((l.length : K) * gy s)) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S), L.transcriptMass gy J h ω ^ l.length ≤
      (θ ^ J) ^ l.length * listProd (fun c => L.transcriptMass (g c) J h ω) l
  | 0, _, _ => by
    simp only [SelectionRule.transcriptMass, Semiring.pow_zero, Semiring.one_pow, listProd_const]
    grind
  | J + 1, h, ω => by
    have h1 := selectMass_pow_le L hg hgy hprod hsum h (ω 0)
    have h2 := transcriptMass_pow_le hg hgy hprod hsum J (h ++ [ω 0]) (tail ω)
    have hs := pow_nonneg (Std.le_of_lt (L.selectMass_pos hgy h (ω 0))) l.length
    have ht := pow_nonneg (Std.le_of_lt (L.transcriptMass_pos hgy J (h ++ [ω 0]) (tail ω))) l.length
    simp only [SelectionRule.transcriptMass]
    rw [mul_pow, listProd_mul]
    calc _ ≤ _ := mul_le_mul h1 h2 ht (Std.le_trans hs h1)
      _ = _ := by rw [Semiring.pow_succ θ J, mul_pow (θ ^ J) θ]; grind

/-- **Domination by a finite family of targets.** If `gy` is the geometric mean of the listed targets
and their arithmetic mean is at most `θ · gy`, then every transcript has under `gy` at most
`θ ^ J` times its mass under one of the listed targets. -/
theorem exists_transcriptMass_le (hl : l ≠ []) (hg : ∀ c s, 0 < g c s) (hgy : ∀ s, 0 < gy s)
    (hprod : ∀ s, listProd (fun c => g c s) l = gy s ^ l.length)
    (hsum : ∀ s, listSum (fun c => g c s) l ≤ θ * ((l.length : K) * gy s))
    (J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c ∈ l, L.transcriptMass gy J h ω ≤ θ ^ J * L.transcriptMass (g c) J h ω := by
  have hθ : J = 0 ∨ 0 ≤ θ := by
    cases J with
    | zero => exact Or.inl rfl
    | succ J =>
      refine Or.inr (le_of_mul_le_mul_right (c := (l.length : K) * gy (ω 0)) ?_
        (mul_pos (natCast_pos (List.length_pos_iff.mpr hl)) (hgy _)))
      have := listSum_nonneg (l := l) fun c _ => Std.le_of_lt (hg c (ω 0))
      have := hsum (ω 0)
      grind
  have hθJ : 0 ≤ θ ^ J := by
    rcases hθ with rfl | hθ
    · rw [Semiring.pow_zero]; exact Std.le_of_lt zero_lt_one
    · exact pow_nonneg hθ J
  refine exists_le_of_pow_le_listProd hl
    (fun c _ => mul_nonneg hθJ (Std.le_of_lt (L.transcriptMass_pos (hg c) J h ω))) ?_
  rw [listProd_mul, listProd_const]
  exact transcriptMass_pow_le L hg hgy hprod hsum J h ω

end Family

/-! ### Codes of labels -/

/-- The surrogate target of a code: the factor `gx` of the data, moved along every label of the
code. -/
def codeTarget {m : Nat} (gx : S → K) (move : C → S → K) (c : Fin m → C) (s : S) : K :=
  gx s * prod fun j => move (c j) s

variable {gx G : S → K} {move : C → S → K} {m : Nat}

omit [Enumeration S] in
theorem codeTarget_pos (hgx : ∀ s, 0 < gx s) (hmove : ∀ c s, 0 < move c s) (c : Fin m → C) (s : S) :
    0 < codeTarget gx move c s := mul_pos (hgx s) (prod_pos fun _ => hmove _ s)

omit [Enumeration S] in
/-- Scale of the surrogates: a code of `m` labels multiplies the target by at most `ρ ^ m`. -/
theorem codeTarget_le {ρ : K} (hgx : ∀ s, 0 < gx s) (hmove : ∀ c s, 0 < move c s)
    (hhi : ∀ c s, move c s ≤ ρ) (c : Fin m → C) (s : S) :
    codeTarget gx move c s ≤ ρ ^ m * gx s := by
  have h := prod_le_prod (fun j => Std.le_of_lt (hmove (c j) s)) fun j => hhi (c j) s
  rw [prod_const, card_fin] at h
  have := mul_le_mul_right h (Std.le_of_lt (hgx s))
  unfold codeTarget; grind

omit [Enumeration S] in
/-- Scale of the surrogates: a code of `m` labels multiplies the target by at least `a ^ m`. -/
theorem le_codeTarget {a : K} (ha : 0 ≤ a) (hgx : ∀ s, 0 < gx s)
    (hlo : ∀ c s, a ≤ move c s) (c : Fin m → C) (s : S) :
    a ^ m * gx s ≤ codeTarget gx move c s := by
  have h := prod_le_prod (fun _ => ha) fun j => hlo (c j) s
  rw [prod_const, card_fin] at h
  have := mul_le_mul_right h (Std.le_of_lt (hgx s))
  unfold codeTarget; grind

/-- **Maurey domination for a repetition of labels** (blueprint 5.1, 5.4). If the factors of the listed
labels have geometric mean `G` and arithmetic mean at most `Θ · G`, then every transcript has under
the target factor `gx · G ^ m` at most `Θ ^ (m J)` times its mass under the surrogate target of some code
of `m` listed labels. -/
theorem maurey_domination_of_labels (L : SelectionRule K S U) {Θ : K} {l : List C} (hl : l ≠ [])
    (hgx : ∀ s, 0 < gx s) (hmove : ∀ c s, 0 < move c s) (hG : ∀ s, 0 < G s)
    (hmean : ∀ s, listProd (fun c => move c s) l = G s ^ l.length)
    (hΘ : ∀ s, listSum (fun c => move c s) l ≤ Θ * ((l.length : K) * G s))
    (m J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c : Fin m → C, (∀ j, c j ∈ l) ∧
      L.transcriptMass (fun s => gx s * G s ^ m) J h ω ≤
        Θ ^ (m * J) * L.transcriptMass (codeTarget gx move c) J h ω := by
  have hne : sequences l m ≠ [] := by
    rw [← List.length_pos_iff, length_sequences]
    exact Nat.pow_pos (List.length_pos_iff.mpr hl)
  have hsum : ∀ s, listSum (fun c => codeTarget gx move c s) (sequences l m) ≤
      Θ ^ m * (((sequences l m).length : K) * (gx s * G s ^ m)) := fun s => by
    have h1 := pow_le_pow_left (listSum_nonneg fun c _ => Std.le_of_lt (hmove c s)) (hΘ s) m
    have h2 := mul_le_mul_left h1 (Std.le_of_lt (hgx s))
    unfold codeTarget
    rw [listSum_mul_left, listSum_sequences_prod (fun c => move c s), length_sequences, Semiring.natCast_pow]
    rw [mul_pow, mul_pow] at h2
    grind
  have hprod : ∀ s, listProd (fun c => codeTarget gx move c s) (sequences l m) =
      (gx s * G s ^ m) ^ (sequences l m).length := fun s => by
    unfold codeTarget
    rw [listProd_mul, listProd_const, listProd_sequences_prod (f := fun c => move c s) (hmean s),
      length_sequences, mul_pow]
  obtain ⟨c, hc, hle⟩ := exists_transcriptMass_le L hne (fun c s => codeTarget_pos hgx hmove c s)
    (fun s => mul_pos (hgx s) (pow_pos (hG s) m)) hprod hsum J h ω
  exact ⟨c, mem_of_mem_sequences hc, by rw [pow_mul]; exact hle⟩

/-- Every label `c` listed `k c` times. -/
def repeatLabels [Enumeration C] (k : C → Nat) : List C :=
  (elems : List C).flatMap fun c => List.replicate (k c) c

/-- The total `Σ_c k c` of integer weights on the labels. -/
def totalWeight [Enumeration C] (k : C → Nat) : Nat := ((elems : List C).map k).sum

omit [Enumeration S] in
theorem length_repeatLabels [Enumeration C] (k : C → Nat) : (repeatLabels k).length = totalWeight k := by
  unfold repeatLabels totalWeight
  rw [List.length_flatMap]; simp only [List.length_replicate]

/-- **Maurey domination for integer weights** (blueprint 5.4): the labels of an enumerated type, label
`c` with weight `k c / N` where `N = Σ_c k c > 0`, and only labels of positive weight in the code. -/
theorem maurey_domination_of_weights [Enumeration C] (L : SelectionRule K S U) {Θ : K} {k : C → Nat}
    (hk : 0 < totalWeight k)
    (hgx : ∀ s, 0 < gx s) (hmove : ∀ c s, 0 < move c s) (hG : ∀ s, 0 < G s)
    (hmean : ∀ s, (prod fun c => move c s ^ k c) = G s ^ totalWeight k)
    (hΘ : ∀ s, (sum fun c => (k c : K) * move c s) ≤ Θ * ((totalWeight k : K) * G s))
    (m J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c : Fin m → C, (∀ j, k (c j) ≠ 0) ∧
      L.transcriptMass (fun s => gx s * G s ^ m) J h ω ≤
        Θ ^ (m * J) * L.transcriptMass (codeTarget gx move c) J h ω := by
  rw [← length_repeatLabels] at hk
  simp only [← length_repeatLabels] at hmean hΘ
  have hp : ∀ (f : C → K) (l : List C), listProd f (l.flatMap fun c => List.replicate (k c) c) =
      listProd (fun c => f c ^ k c) l := fun f l => by
    induction l with
    | nil => rfl
    | cons a l ih => rw [List.flatMap_cons, listProd_append, ih, listProd_replicate, listProd]
  have hs : ∀ (f : C → K) (l : List C), listSum f (l.flatMap fun c => List.replicate (k c) c) =
      listSum (fun c => (k c : K) * f c) l := fun f l => by
    induction l with
    | nil => rfl
    | cons a l ih => rw [List.flatMap_cons, listSum_append, ih, listSum_replicate, listSum]
  obtain ⟨c, hc, hle⟩ := maurey_domination_of_labels L (List.length_pos_iff.mp hk) hgx hmove hG
    (fun s => (hp (fun c => move c s) elems).trans (hmean s))
    (fun s => by rw [repeatLabels, hs]; exact hΘ s) m J h ω
  refine ⟨c, fun j h0 => ?_, hle⟩
  obtain ⟨a, _, ha⟩ := List.mem_flatMap.mp (hc j)
  obtain ⟨hka, rfl⟩ := List.mem_replicate.mp ha
  exact hka h0

/-! ### The bound `Θ` from the range of the factors -/

/-- **5.2**: factors in `[ρ⁻¹, ρ]` with geometric mean `G` have arithmetic mean at most
`Θ · G` with `Θ = (ρ + ρ⁻¹)² / 4`. By AM–GM the mean of the inverses is at least `G⁻¹`, and
Kantorovich's inequality compares the two arithmetic means. -/
theorem listSum_le_kantorovich {f : C → K} {l : List C} {ρ G : K} (hρ : 0 < ρ)
    (hlo : ∀ c ∈ l, ρ⁻¹ ≤ f c) (hhi : ∀ c ∈ l, f c ≤ ρ) (hG : 0 < G)
    (hmean : listProd f l = G ^ l.length) :
    listSum f l ≤ kantorovichConst ρ⁻¹ ρ * ((l.length : K) * G) := by
  have hf : ∀ c ∈ l, 0 < f c := fun c hc => by have := hlo c hc; have := inv_pos hρ; grind
  by_cases hl : l = []
  · subst hl; simp only [listSum, List.length_nil]; grind
  have hN : (0 : K) < (l.length : K) := natCast_pos (List.length_pos_iff.mpr hl)
  -- the mean of the inverses
  have hinv : G⁻¹ ≤ listSum (fun c => (f c)⁻¹) l / (l.length : K) := by
    refine le_of_pow_le_pow (div_nonneg (listSum_nonneg fun c hc => inv_nonneg (Std.le_of_lt (hf c hc)))
      (Std.le_of_lt hN)) (n := l.length) (by simpa using hl) ?_
    refine Std.le_trans ?_ (listProd_le_mean_pow fun c hc => inv_nonneg (Std.le_of_lt (hf c hc)))
    refine le_of_mul_le_mul_right (c := G ^ l.length) ?_ (pow_pos hG _)
    rw [inv_pow_mul_pow (ne_of_pos hG), ← hmean, listProd_inv_mul hf]
    exact Std.le_refl _
  have hA : (l.length : K) ≤ G * listSum (fun c => (f c)⁻¹) l := by
    have h1 := (le_div_iff_mul_le hN).mp hinv
    have h2 := mul_le_mul_left h1 (Std.le_of_lt hG)
    rwa [← Semiring.mul_assoc, mul_inv_cancel (ne_of_pos hG), Semiring.one_mul] at h2
  -- Kantorovich's inequality with unit weights
  have hk := kantorovich_mul_inv_sum (w := fun _ : Fin l.length => (1 : K)) (X := fun i => f l[i])
    (fun _ => Std.le_of_lt zero_lt_one) (inv_pos hρ) hρ
    (fun i => hlo _ (List.getElem_mem _)) fun i => hhi _ (List.getElem_mem _)
  rw [sum_mul_left, sum_mul_left, sum_fin_getElem, sum_fin_getElem fun c => (f c)⁻¹, sum_const,
    card_fin] at hk
  have h1 := mul_le_mul_left hA (listSum_nonneg fun c hc => Std.le_of_lt (hf c hc))
  have h2 := mul_le_mul_left hk (Std.le_of_lt hG)
  refine le_of_mul_le_mul_right (c := (l.length : K)) ?_ hN
  grind

/-- The arithmetic mean of any `N` factors is at most `Θ` times their geometric mean, whichever labels
they belong to. -/
def MeanBound (move : C → S → K) (N : Nat) (Θ : K) : Prop :=
  ∀ l : List C, l.length = N → ∀ (s : S) (G : K), 0 < G →
    listProd (fun c => move c s) l = G ^ l.length →
      listSum (fun c => move c s) l ≤ Θ * ((l.length : K) * G)

omit [Enumeration S] in
/-- **5.2** for every repetition at once. -/
theorem MeanBound.of_kantorovich {ρ : K} (hρ : 0 < ρ) (hlo : ∀ c s, ρ⁻¹ ≤ move c s)
    (hhi : ∀ c s, move c s ≤ ρ) (N : Nat) : MeanBound move N (kantorovichConst ρ⁻¹ ρ) :=
  fun _ _ s _ hG hmean =>
    listSum_le_kantorovich hρ (fun c _ => hlo c s) (fun c _ => hhi c s) hG hmean

/-- **Maurey domination for a repetition of labels with factors in `[ρ⁻¹, ρ]`** (blueprint 5.1, 5.2,
5.4): `Θ = (ρ + ρ⁻¹)² / 4`. -/
theorem maurey_domination_of_labels_kantorovich (L : SelectionRule K S U) {ρ : K} {l : List C}
    (hl : l ≠ []) (hgx : ∀ s, 0 < gx s) (hρ : 0 < ρ) (hlo : ∀ c s, ρ⁻¹ ≤ move c s)
    (hhi : ∀ c s, move c s ≤ ρ) (hG : ∀ s, 0 < G s)
    (hmean : ∀ s, listProd (fun c => move c s) l = G s ^ l.length)
    (m J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c : Fin m → C, (∀ j, c j ∈ l) ∧
      L.transcriptMass (fun s => gx s * G s ^ m) J h ω ≤
        kantorovichConst ρ⁻¹ ρ ^ (m * J) * L.transcriptMass (codeTarget gx move c) J h ω :=
  maurey_domination_of_labels L hl hgx (fun c s => by have := hlo c s; have := inv_pos hρ; grind) hG
    hmean (fun s => MeanBound.of_kantorovich hρ hlo hhi _ l rfl s (G s) (hG s) (hmean s)) m J h ω

end Formal
