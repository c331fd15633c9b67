module

public import Formal.Algebra.Inequalities
public import Formal.Selection.Law

/-!
# Integer moments of likelihood ratios

Blueprint 4.4 and A.1. For two laws `p, q` on a finite type, `ratioMoment r p q = E_q[(p/q)^r]`. Two
laws whose ratio lies in `[m, M]` have all integer moments at most `C^{r(r-1)/2}`, where
`C = (m + M)² / (4 m M)`, and over `J` adaptive rounds the bounds multiply.

* `ratio_moment_le` (A.1), `kernel_moment_le` (A.1 over adaptive rounds)
* `kernelMass_ratioMoment_le_prod`, `kernelMass_ratioMoment_le`: the common induction, for any bound
  on one round
* `selectMass_moment_le`, `transcript_moment_le` (4.4): selection laws with menus, where it is the
  target factors, not the laws, that have a ratio in `[m, M]`
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K]

/-! ### Ratio moments -/

section RatioMoment

variable {Ω : Type u} [Enumeration Ω] {p q : Ω → K}

/-- The `r`-th moment `E_q[(p/q)^r]` of the likelihood ratio of two laws. -/
def ratioMoment (r : Nat) (p q : Ω → K) : K := expect q fun ω => (p ω / q ω) ^ r

theorem ratioMoment_nonneg (hp : ∀ ω, 0 ≤ p ω) (hq : ∀ ω, 0 ≤ q ω) (r : Nat) :
    0 ≤ ratioMoment r p q :=
  expect_nonneg hq fun ω => pow_nonneg (div_nonneg (hp ω) (hq ω)) r

theorem ratioMoment_zero (p q : Ω → K) : ratioMoment 0 p q = sum q :=
  sum_congr fun ω => by simp only [Semiring.pow_zero]; grind

/-- The mean of a likelihood ratio is the total mass of the numerator. -/
theorem ratioMoment_one (hq : ∀ ω, 0 < q ω) : ratioMoment 1 p q = sum p :=
  sum_congr fun ω => by
    have := div_mul_cancel (a := p ω) (ne_of_pos (hq ω)); grind

/-- **A.1**: two laws with ratio in `[m, M]` satisfy `E_q[(p/q)^r] ≤ C^{r(r-1)/2}`. -/
theorem ratio_moment_le (hp : IsPmf p) (hq : IsPmf q) (hq0 : ∀ ω, 0 < q ω) {m M : K} (hm : 0 < m)
    (hM : 0 < M) (hmp : ∀ ω, m * q ω ≤ p ω) (hpM : ∀ ω, p ω ≤ M * q ω) (r : Nat) :
    ratioMoment r p q ≤ kantorovichConst m M ^ (r * (r - 1) / 2) := by
  have h := moment_le hq.nonneg hq.sum_eq_one hm hM
    (fun ω => (le_div_iff_mul_le (hq0 ω)).mpr (hmp ω))
    (fun ω => (div_le_iff_le_mul (hq0 ω)).mpr (hpM ω)) r
  have hmean : (sum fun ω => q ω * (p ω / q ω)) = 1 := by
    rw [← hp.sum_eq_one, ← ratioMoment_one hq0, ratioMoment, expect]
    exact sum_congr fun ω => by grind
  rw [hmean, Semiring.one_pow] at h
  show (sum fun ω => q ω * (p ω / q ω) ^ r) ≤ _
  grind

end RatioMoment

/-! ### Adaptive sequences of kernels -/

section Kernel

variable {S : Type u}

/-- The probability of the next `J` outcomes `ω` after the history `h` (oldest first), when the next
outcome after any history `h'` has the law `κ h'`. -/
def kernelMass (κ : List S → S → K) : (J : Nat) → List S → (Fin J → S) → K
  | 0, _, _ => 1
  | J + 1, h, ω => κ h (ω 0) * kernelMass κ J (h ++ [ω 0]) (tail ω)

variable {κ κ' : List S → S → K}

theorem kernelMass_nonneg (hκ : ∀ h s, 0 ≤ κ h s) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S), 0 ≤ kernelMass κ J h ω
  | 0, _, _ => Std.le_of_lt zero_lt_one
  | J + 1, h, _ => mul_nonneg (hκ h _) (kernelMass_nonneg hκ J _ _)

theorem kernelMass_pos (hκ : ∀ h s, 0 < κ h s) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S), 0 < kernelMass κ J h ω
  | 0, _, _ => zero_lt_one
  | J + 1, h, _ => mul_pos (hκ h _) (kernelMass_pos hκ J _ _)

variable [Enumeration S]

theorem sum_kernelMass (hκ : ∀ h, sum (κ h) = 1) :
    ∀ (J : Nat) (h : List S), sum (kernelMass κ J h) = 1
  | 0, h => by rw [sum_nil]; rfl
  | J + 1, h => by
    rw [sum_cons, ← hκ h]
    refine sum_congr fun s => ?_
    show (sum fun t => κ h s * kernelMass κ J (h ++ [s]) t) = _
    rw [sum_mul_left, sum_kernelMass hκ J]; grind

theorem isPmf_kernelMass (hκ : ∀ h, IsPmf (κ h)) (J : Nat) (h : List S) : IsPmf (kernelMass κ J h) where
  nonneg := kernelMass_nonneg (fun h => (hκ h).nonneg) J h
  sum_eq_one := sum_kernelMass (fun h => (hκ h).sum_eq_one) J h

/-- Peeling the first round: the moment of `J + 1` rounds is the moment of the first round, weighted by
the moments of the remaining `J`. -/
theorem ratioMoment_kernelMass_succ (hκ : ∀ h s, 0 < κ h s) (r J : Nat) (h : List S) :
    ratioMoment r (kernelMass κ' (J + 1) h) (kernelMass κ (J + 1) h) =
      sum fun s => κ h s * (κ' h s / κ h s) ^ r *
        ratioMoment r (kernelMass κ' J (h ++ [s])) (kernelMass κ J (h ++ [s])) := by
  unfold ratioMoment expect
  rw [sum_cons]
  refine sum_congr fun s => ?_
  rw [← sum_mul_left]
  refine sum_congr fun t => ?_
  have hs := hκ h s
  have ht := kernelMass_pos hκ J (h ++ [s]) t
  show κ h s * kernelMass κ J (h ++ [s]) t *
    (κ' h s * kernelMass κ' J (h ++ [s]) t / (κ h s * kernelMass κ J (h ++ [s]) t)) ^ r = _
  rw [show κ' h s * kernelMass κ' J (h ++ [s]) t / (κ h s * kernelMass κ J (h ++ [s]) t) =
    κ' h s / κ h s * (kernelMass κ' J (h ++ [s]) t / kernelMass κ J (h ++ [s]) t) by grind, mul_pow]
  grind

/-- Moments multiply over adaptive rounds: if after every history of length `t` the `r`-th ratio moment
of the next round is at most `B t`, that of `J` rounds is at most the product of the `B t`. -/
theorem kernelMass_ratioMoment_le_prod (hκ : ∀ h s, 0 < κ h s) (hκ' : ∀ h s, 0 ≤ κ' h s) {r : Nat}
    {B : Nat → K} (hB0 : ∀ t, 0 ≤ B t) (hB : ∀ h, ratioMoment r (κ' h) (κ h) ≤ B h.length) :
    ∀ (J : Nat) (h : List S), ratioMoment r (kernelMass κ' J h) (kernelMass κ J h) ≤
      prod fun t : Fin J => B (h.length + t.val)
  | 0, h => by
    rw [prod_fin_zero]
    unfold ratioMoment expect
    rw [sum_nil]
    show (1 : K) * (1 / 1) ^ r ≤ 1
    rw [show (1 : K) / 1 = 1 by grind, Semiring.one_pow]; grind
  | J + 1, h => by
    have hstep : ∀ s : S, ratioMoment r (kernelMass κ' J (h ++ [s])) (kernelMass κ J (h ++ [s])) ≤
        prod fun t : Fin J => B (h.length + t.succ.val) := fun s => by
      have ih := kernelMass_ratioMoment_le_prod hκ hκ' hB0 hB J (h ++ [s])
      simp only [List.length_append, List.length_singleton, Nat.add_assoc, Nat.add_comm 1] at ih
      exact ih
    rw [ratioMoment_kernelMass_succ hκ, prod_fin_succ]
    calc _ ≤ sum fun s => κ h s * (κ' h s / κ h s) ^ r *
            prod fun t : Fin J => B (h.length + t.succ.val) :=
          sum_le_sum fun s => mul_le_mul_left (hstep s) (mul_nonneg (Std.le_of_lt (hκ h s))
            (pow_nonneg (div_nonneg (hκ' h s) (Std.le_of_lt (hκ h s))) r))
      _ = ratioMoment r (κ' h) (κ h) * prod fun t : Fin J => B (h.length + t.succ.val) :=
          sum_mul_right _ _
      _ ≤ _ := mul_le_mul_right (hB h) (prod_nonneg fun t => hB0 _)

/-- If the `r`-th ratio moment of every round is at most `B`, that of `J` rounds is at most `B^J`. -/
theorem kernelMass_ratioMoment_le (hκ : ∀ h s, 0 < κ h s) (hκ' : ∀ h s, 0 ≤ κ' h s) {r : Nat} {B : K}
    (hB : ∀ h, ratioMoment r (κ' h) (κ h) ≤ B) (J : Nat) (h : List S) :
    ratioMoment r (kernelMass κ' J h) (kernelMass κ J h) ≤ B ^ J := by
  have hB0 : 0 ≤ B := Std.le_trans (ratioMoment_nonneg (hκ' h) (fun s => Std.le_of_lt (hκ h s)) r) (hB h)
  have := kernelMass_ratioMoment_le_prod hκ hκ' (B := fun _ => B) (fun _ => hB0) hB J h
  rwa [prod_const, card_fin] at this

/-- **A.1 over adaptive rounds**: if after every history the two next laws have ratio in `[m, M]`, the
`r`-th ratio moment of `J` rounds is at most `C^{J·r(r-1)/2}`. -/
theorem kernel_moment_le (hκ : ∀ h, IsPmf (κ h)) (hκ' : ∀ h, IsPmf (κ' h)) (hκ0 : ∀ h s, 0 < κ h s)
    {m M : K} (hm : 0 < m) (hM : 0 < M) (hmκ : ∀ h s, m * κ h s ≤ κ' h s)
    (hκM : ∀ h s, κ' h s ≤ M * κ h s) (r J : Nat) (h : List S) :
    ratioMoment r (kernelMass κ' J h) (kernelMass κ J h) ≤
      kantorovichConst m M ^ (J * (r * (r - 1) / 2)) := by
  rw [Nat.mul_comm, pow_mul]
  exact kernelMass_ratioMoment_le hκ0 (fun h => (hκ' h).nonneg)
    (fun h => ratio_moment_le (hκ' h) (hκ h) (hκ0 h) hm hM (hmκ h) (hκM h) r) J h

end Kernel

/-! ### Selection laws with menus -/

namespace SelectionRule

variable {S : Type u} {U : Type v} [Enumeration S] [Enumeration U] [DecidableEq U]
  (L : SelectionRule K S U) {g g' : S → K} {m M : K}

/-- The transcript law is that of the kernel of single selections. -/
theorem transcriptMass_eq_kernelMass (g : S → K) : ∀ (J : Nat) (h : List S),
    L.transcriptMass g J h = kernelMass (L.selectMass g) J h
  | 0, _ => rfl
  | J + 1, h => funext fun ω => by
    show L.selectMass g h (ω 0) * L.transcriptMass g J (h ++ [ω 0]) (tail ω) = _
    rw [transcriptMass_eq_kernelMass g J]; rfl

/-- The likelihood ratio of one selection is that of the target factors, divided by its mean in the
group. -/
theorem selectMass_div_selectMass (hg : ∀ s, 0 < g s) (hg' : ∀ s, 0 < g' s) (h : List S) (s : S) :
    L.selectMass g' h s / L.selectMass g h s = g' s / g s *
      (L.groupWeight g h (L.group s) * (L.groupWeight g' h (L.group s))⁻¹) := by
  have hnum := mul_pos (L.drawMass_pos (L.group s)) (mul_pos (L.weight_pos h s) (hg s))
  have hmass := L.selectMass_pos hg h s
  have hW := L.groupWeight_pos hg h (L.group s)
  have hW' := L.groupWeight_pos hg' h (L.group s)
  have := hg s
  unfold selectMass at hmass ⊢
  grind

/-- One round inside one group: there the ratio of two selections is `X / E[X]` with `X = g'/g`, so its
`r`-th moment is at most `C^{r(r-1)/2}`. -/
theorem group_moment_le (hg : ∀ s, 0 < g s) (hm : 0 < m) (hM : 0 < M) (hmg : ∀ s, m * g s ≤ g' s)
    (hgM : ∀ s, g' s ≤ M * g s) (r : Nat) (h : List S) (u : U) :
    (sum fun s => if L.group s = u then
        L.selectMass g h s * (L.selectMass g' h s / L.selectMass g h s) ^ r else 0) ≤
      L.drawMass u * kantorovichConst m M ^ (r * (r - 1) / 2) := by
  have hg' : ∀ s, 0 < g' s := fun s => by have := mul_pos hm (hg s); have := hmg s; grind
  have hW := L.groupWeight_pos hg h u
  have hW' := L.groupWeight_pos hg' h u
  have hX : (sum fun s => (if L.group s = u then L.weight h s * g s else 0) * (g' s / g s)) =
      L.groupWeight g' h u := sum_congr fun s => by
    have := div_mul_cancel (a := g' s) (ne_of_pos (hg s))
    split <;> grind
  have hmom := moment_mul_sum_pow_le
    (w := fun s => if L.group s = u then L.weight h s * g s else 0) (X := fun s => g' s / g s)
    (fun s => by
      have := mul_pos (L.weight_pos h s) (hg s)
      grind)
    hW hm hM (fun s => (le_div_iff_mul_le (hg s)).mpr (hmg s))
    (fun s => (div_le_iff_le_mul (hg s)).mpr (hgM s)) r
  rw [hX] at hmom
  change _ * L.groupWeight g h u ^ r ≤ _ * L.groupWeight g h u at hmom
  have hterm : ∀ s, (if L.group s = u then
        L.selectMass g h s * (L.selectMass g' h s / L.selectMass g h s) ^ r else 0) =
      L.drawMass u * ((L.groupWeight g h u)⁻¹ *
        (L.groupWeight g h u * (L.groupWeight g' h u)⁻¹) ^ r) *
        ((if L.group s = u then L.weight h s * g s else 0) * (g' s / g s) ^ r) := fun s => by
    by_cases hs : L.group s = u
    · rw [if_pos hs, if_pos hs, L.selectMass_div_selectMass hg hg', mul_pow, hs]
      unfold selectMass
      rw [hs, Field.div_eq_mul_inv]; grind
    · rw [if_neg hs, if_neg hs]; grind
  rw [sum_congr hterm, sum_mul_left]
  have hcW := mul_inv_cancel (ne_of_pos hW)
  have hcW' := inv_pow_mul_pow (ne_of_pos hW') r
  have hmul := mul_le_mul_left hmom (mul_nonneg (Std.le_of_lt (L.drawMass_pos u))
    (mul_nonneg (inv_nonneg (Std.le_of_lt hW)) (pow_nonneg (inv_nonneg (Std.le_of_lt hW')) r)))
  rw [mul_pow]
  generalize kantorovichConst m M ^ (r * (r - 1) / 2) = c at hmul ⊢
  calc _ = _ := by grind
    _ ≤ _ := hmul
    _ = L.drawMass u * c * ((L.groupWeight g' h u)⁻¹ ^ r * L.groupWeight g' h u ^ r) *
        (L.groupWeight g h u * (L.groupWeight g h u)⁻¹) := by grind
    _ = _ := by rw [hcW, hcW']; grind

/-- One round of 4.4: `E_π[(π'/π)^r] ≤ C^{r(r-1)/2}` for the selection probabilities of two target
factors whose ratio lies in `[m, M]`. -/
theorem selectMass_moment_le (hg : ∀ s, 0 < g s) (hm : 0 < m) (hM : 0 < M) (hmg : ∀ s, m * g s ≤ g' s)
    (hgM : ∀ s, g' s ≤ M * g s) (r : Nat) (h : List S) :
    ratioMoment r (L.selectMass g' h) (L.selectMass g h) ≤
      kantorovichConst m M ^ (r * (r - 1) / 2) := by
  unfold ratioMoment expect
  rw [← sum_fiberwise L.group]
  calc _ ≤ sum fun u => L.drawMass u * kantorovichConst m M ^ (r * (r - 1) / 2) :=
        sum_le_sum fun u => L.group_moment_le hg hm hM hmg hgM r h u
    _ = _ := by rw [sum_mul_right, L.sum_drawMass]; grind

/-- **4.4 (transcripts)**: `E_{p_g}[(p_{g'}/p_g)^r] ≤ C^{J·r(r-1)/2}` for `J` rounds after any history,
if `m ≤ g'/g ≤ M`. -/
theorem transcript_moment_le (hg : ∀ s, 0 < g s) (hm : 0 < m) (hM : 0 < M) (hmg : ∀ s, m * g s ≤ g' s)
    (hgM : ∀ s, g' s ≤ M * g s) (r J : Nat) (h : List S) :
    ratioMoment r (L.transcriptMass g' J h) (L.transcriptMass g J h) ≤
      kantorovichConst m M ^ (J * (r * (r - 1) / 2)) := by
  have hg' : ∀ s, 0 < g' s := fun s => by have := mul_pos hm (hg s); have := hmg s; grind
  rw [L.transcriptMass_eq_kernelMass, L.transcriptMass_eq_kernelMass, Nat.mul_comm, pow_mul]
  exact kernelMass_ratioMoment_le (fun h s => L.selectMass_pos hg h s)
    (fun h s => Std.le_of_lt (L.selectMass_pos hg' h s))
    (fun h => L.selectMass_moment_le hg hm hM hmg hgM r h) J h

end SelectionRule

end Formal
