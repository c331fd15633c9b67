module

public import Formal.Algebra.Sequences
public import Formal.Algebra.Sigma
public import Formal.Relaxed.Envelope
public import Formal.Sampling.Rejection
public import Formal.Utility.ExcessMass

/-!
# The components of the sampler

Blueprint 10.2, 10.3 and 10.4b for any target that is a least upper bound of discounted likelihoods. A component is the
base law, a data-independent law for the far points, or an annulus together with a code (`SamplerComponent`). The base
weight covers the points at distance at most `lift`, the far weight those beyond `reach`, and the weight of a
code of an annulus the points of the annulus. Then canonical components exist (`exists_isProposal_annuli`), so every
deterministic search that finds one makes the sampler exact; and the total weight does not depend on the data
(`sum_samplerWeight`).
-/

@[expose] public noncomputable section

universe u v w y

namespace Formal

open Lean.Grind

instance {α : Type u} {β : α → Type v} [DecidableEq α] [∀ a, DecidableEq (β a)] : DecidableEq (Σ a, β a)
  | ⟨a, b⟩, ⟨a', b'⟩ =>
    if h : a = a' then
      if hb : h ▸ b = b' then isTrue (by subst h; subst hb; rfl)
      else isFalse fun e => hb (by cases e; rfl)
    else isFalse fun e => h (by cases e; rfl)

variable {K : Type w} [OrderedField K] {Ω : Type u} {V : Annulus → Type v} {l : List Annulus}

/-! ### Canonical components exist -/

/-- If every number below a least upper bound is covered by one of finitely many components, then one component covers
the least upper bound. -/
theorem exists_le_of_isSup {Y : Type y} {I : Type v} [Enumeration I] {a : Y → K} {b : I → K} {s : K} (i : I)
    (hs : IsSup a s) (h : ∀ y, ∃ i, a y ≤ b i) : ∃ i, s ≤ b i := by
  obtain ⟨j, hj⟩ := exists_eq_maximum b i
  refine ⟨j, hj ▸ hs.least _ fun y => ?_⟩
  obtain ⟨i, hi⟩ := h y
  exact Std.le_trans hi (le_maximum b i)

/-- A component: the base law (`none`), the far law (`some none`), or a code of one of the annuli. -/
abbrev SamplerComponent (l : List Annulus) (V : Annulus → Type v) : Type v :=
  Option (Option (Σ j : Fin l.length, V l[j]))

/-- The weights: of the base law, of the far law, and of every code of an annulus. -/
def samplerWeight (base far : K) (code : Annulus → K) : SamplerComponent l V → K
  | none => base
  | some none => far
  | some (some ⟨j, _⟩) => code l[j]

/-- The laws: the base law, the far law, and the law of the surrogate of a code. -/
def samplerLaw (p₀ pf : Ω → K) (q : (A : Annulus) → V A → Ω → K) : SamplerComponent l V → Ω → K
  | none => p₀
  | some none => pf
  | some (some ⟨j, c⟩) => q l[j] c

variable [∀ A, Enumeration (V A)] {base far : K} {code : Annulus → K} {p₀ pf : Ω → K}
  {q : (A : Annulus) → V A → Ω → K}

/-- The total weight `W` (blueprint 10.2). -/
def samplerTotal (base far : K) (code : Annulus → K) (labels : Annulus → Nat) (l : List Annulus) : K :=
  base + (far + listSum (fun A => (labels A : K) * code A) l)

theorem sum_samplerWeight : sum (samplerWeight (V := V) (l := l) base far code) =
    samplerTotal base far code (fun A => card (V A)) l := by
  rw [sum_option, sum_option, sum_sigma]
  unfold samplerTotal
  rw [← sum_fin_getElem fun A => (card (V A) : K) * code A]
  refine congrArg (fun z => base + (far + z)) (sum_congr fun j => ?_)
  exact sum_const (α := V l[j]) (code l[j])

/-- **Canonical components** (blueprint 10.2, 10.3, 10.4b). Let `M ω` be the least upper bound of the discounted
likelihoods `r ^ d y * p y ω`. If the base law with its weight covers the points at distance at most `lift`, the far law
those beyond `reach`, and the annuli, by domination with the constants `θ`, those between, then the sampler with these
components has a canonical map. -/
theorem exists_isProposal_annuli [Enumeration Ω] {Y : Type y} {p : Y → Ω → K} {d : Y → Nat} {M : Ω → K} {r : K}
    {θ : Annulus → K} {lift reach : Nat} (h0 : 0 ≤ r) (h1 : r ≤ 1) (hp : ∀ y ω, 0 ≤ p y ω) (hM0 : ∀ ω, 0 ≤ M ω)
    (hM : ∀ ω, IsSup (fun y => r ^ d y * p y ω) (M ω)) (hbase : 0 < base) (hfar : 0 ≤ far) (hp₀ : IsPmf p₀)
    (hpf : IsPmf pf) (hq : ∀ A c, IsPmf (q A c)) (hθ : ∀ A ∈ l, 0 ≤ θ A)
    (hcode : ∀ A ∈ l, r ^ (A.inner + 1) * θ A ≤ code A)
    (hnear : ∀ y, d y ≤ lift → ∀ ω, r ^ d y * p y ω ≤ base * p₀ ω)
    (hcover : ∀ k, lift < k → k ≤ reach → ∃ A ∈ l, A.inner < k ∧ k ≤ A.outer)
    (hdom : ∀ A ∈ l, ∀ y, d y ≤ A.outer → ∀ ω, ∃ c, p y ω ≤ θ A * q A c ω)
    (hbeyond : ∀ y, reach < d y → ∀ ω, r ^ d y * p y ω ≤ far * pf ω) :
    ∃ c : Ω → SamplerComponent l V, IsProposal (samplerWeight base far code) (samplerLaw p₀ pf q) M c := by
  have hcodes : ∀ A ∈ l, 0 ≤ code A := fun A hA =>
    Std.le_trans (mul_nonneg (pow_nonneg h0 _) (hθ A hA)) (hcode A hA)
  have hweight : ∀ i : SamplerComponent l V, 0 ≤ samplerWeight base far code i := by
    rintro (_ | _ | ⟨j, _⟩)
    · exact Std.le_of_lt hbase
    · exact hfar
    · exact hcodes _ (List.getElem_mem _)
  have hcan : ∀ ω, ∃ i : SamplerComponent l V, M ω ≤ samplerWeight base far code i * samplerLaw p₀ pf q i ω := by
    intro ω
    refine exists_le_of_isSup none (hM ω) fun y => ?_
    by_cases hl : d y ≤ lift
    · exact ⟨none, hnear y hl ω⟩
    by_cases hr : reach < d y
    · exact ⟨some none, hbeyond y hr ω⟩
    obtain ⟨A, hA, hin, hout⟩ := hcover (d y) (by omega) (by omega)
    obtain ⟨j, hj, rfl⟩ := List.mem_iff_getElem.mp hA
    obtain ⟨c, hc⟩ := hdom _ hA y hout ω
    refine ⟨some (some ⟨⟨j, hj⟩, c⟩), ?_⟩
    show r ^ d y * p y ω ≤ code l[j] * q l[j] c ω
    calc r ^ d y * p y ω ≤ r ^ (l[j].inner + 1) * (θ l[j] * q l[j] c ω) :=
          mul_le_mul (pow_le_pow_of_le_one h0 h1 hin) hc (hp y ω) (pow_nonneg h0 _)
      _ = r ^ (l[j].inner + 1) * θ l[j] * q l[j] c ω := by grind
      _ ≤ code l[j] * q l[j] c ω := mul_le_mul_right (hcode _ hA) ((hq _ _).nonneg ω)
  refine ⟨fun ω => (hcan ω).choose, hweight, ?_, ?_, hM0, fun ω => (hcan ω).choose_spec⟩
  · have := le_sum hweight none
    have : samplerWeight base far code (none : SamplerComponent l V) = base := rfl
    grind
  · rintro (_ | _ | ⟨j, c⟩)
    · exact hp₀
    · exact hpf
    · exact hq _ _

/-! ### The excess mass with far points -/

/-- **8.4 with far points** (blueprint 8.4, and the far component of 10.2): if the annuli cover the distances up to
`reach`, and every discounted likelihood beyond is at most `φ`, then
`Z ≤ 1 + Σ_annuli b_a · |V| · (r ^ (inner + 1) θ) ^ a · B + |Ω| φ`. -/
theorem sum_le_one_add_excess_far [Enumeration Ω] {Y : Type y} {p : Y → Ω → K} {d : Y → Nat} {M : Ω → K} {r φ : K}
    {θ B : Annulus → K} {reach : Nat} (h0 : 0 ≤ r) (h1 : r ≤ 1) (hp : ∀ y ω, 0 ≤ p y ω) (hcover : Covers l reach)
    (hzero : ∀ y, d y = 0 → ∀ ω, p y ω ≤ p₀ ω) (hφ0 : 0 ≤ φ) (hφ : ∀ y, reach < d y → ∀ ω, r ^ d y * p y ω ≤ φ)
    (hp₀ : IsPmf p₀) (hpos : ∀ ω, 0 < p₀ ω) (hθ : ∀ A ∈ l, 0 ≤ θ A) (hq : ∀ A v ω, 0 ≤ q A v ω)
    (hdom : ∀ A ∈ l, ∀ y, d y ≤ A.outer → ∀ ω, ∃ v, p y ω ≤ θ A * q A v ω)
    (hB : ∀ A ∈ l, ∀ v, ratioMoment A.order (q A v) p₀ ≤ B A)
    (hM : ∀ ω, IsSup (fun y => r ^ d y * p y ω) (M ω)) :
    sum M ≤ 1 + listSum (fun A => excessTerm r (card (V A)) (θ A) (B A) A) l + (card Ω : K) * φ := by
  have hpoint : ∀ ω, M ω ≤ p₀ ω + φ +
      listSum (fun A => posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)) l := fun ω => by
    have h := le_add_sum_posPart (p₀ := fun ω => p₀ ω + φ) h0 h1 hp (fun y => ?_)
      (fun ω => by have := hpos ω; grind) hθ hdom (hM ω)
    · refine Std.le_trans h ?_
      have := listSum_le_listSum (l := l)
        (f := fun A => posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - (p₀ ω + φ)))
        (g := fun A => posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)) fun A _ => by
          have := le_posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)
          exact posPart_le (by grind) (posPart_nonneg _)
      grind
    · by_cases hd : d y = 0
      · refine Or.inl fun ω => ?_
        rw [hd, Semiring.pow_zero, Semiring.one_mul]
        have := hzero y hd ω; grind
      by_cases hr : reach < d y
      · exact Or.inl fun ω => by have := hφ y hr ω; have := hpos ω; grind
      · exact Or.inr (hcover (d y) (by omega) (by omega))
  have hle := sum_le_sum hpoint
  have hswap : (sum fun ω => listSum (fun A => posPart (r ^ (A.inner + 1) * θ A *
      (maximum fun v => q A v ω) - p₀ ω)) l) = listSum (fun A => sum fun ω =>
      posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)) l :=
    listSum_comm (fun ω A => posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω)) l elems
  rw [sum_add, sum_add, hp₀.sum_eq_one, sum_const, hswap] at hle
  have hterm := listSum_le_listSum (l := l) (f := fun A => sum fun ω =>
      posPart (r ^ (A.inner + 1) * θ A * (maximum fun v => q A v ω) - p₀ ω))
    (g := fun A => excessTerm r (card (V A)) (θ A) (B A) A) fun A hA =>
      sum_posPart_maximum_le_of_moment_le hpos (hq A) (mul_nonneg (pow_nonneg h0 _) (hθ A hA)) A.order_pos (hB A hA)
  grind

end Formal
