module

public import Formal.Selection.MoveFamilies
public import Formal.Utility.ExcessMass

/-!
# Excess mass of the envelope of selection laws

Blueprint 8.4 in the algebraic layer. The datasets have target factors `∏_i τ_s(x_i) ^ M` for a positive table `τ`,
and every annulus has a code length `m` that divides `M`, so that on it the table `τ ^ (M / m)` and codes of `m`
labels apply. With `Θ_A` the constant of domination (5.2), `C_A` the Kantorovich constant of the scale of the
surrogates and `N` labels (`N = 2 |D|` signed points, or `N = |D|² + 1` row moves),

  `Z_x ≤ 1 + Σ_annuli b_a · N ^ m · (r ^ (inner + 1) Θ_A ^ (m J)) ^ a · C_A ^ (J a (a - 1) / 2)`

for the envelope with any discount `0 < r ≤ 1`: `normalizer_le_selectionExcess_signed` and
`normalizer_le_selectionExcess_rows`. `mechanism_pureDP_selectionExcess` is the privacy that follows (2.8). At `Rat`
everything is a finite computation.
-/

@[expose] public noncomputable section

universe u v w z

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K]

/-- The contribution of an annulus to the excess mass of selection laws (blueprint 8.4): `N` labels whose factors
lie in `[ρ⁻¹, ρ]` with `ρ = (ρ₁ ^ (M / m)) ^ (w R)`, codes of `m` labels, `J` rounds. -/
def selectionExcess (r ρ₁ : K) (labels w M J : Nat) (A : Annulus) : K :=
  excessTerm r (labels ^ A.length)
    (kantorovichConst ((ρ₁ ^ (M / A.length)) ^ (w * A.outer))⁻¹ ((ρ₁ ^ (M / A.length)) ^ (w * A.outer)) ^
      (A.length * J))
    (kantorovichConst ((ρ₁ ^ (M / A.length)) ^ (w * A.outer * A.length))⁻¹
      ((ρ₁ ^ (M / A.length)) ^ (w * A.outer * A.length)) ^ (J * (A.order * (A.order - 1) / 2))) A

variable {S : Type u} {U : Type v} [Enumeration S] [Enumeration U] [DecidableEq U] {D : Type z} [Enumeration D]
  [DecidableEq D] {n : Nat} {τ : S → D → K} {r ρ : K} {M : Nat} {l : List Annulus} (L : SelectionRule K S U)

omit [Enumeration S] [Enumeration D] [DecidableEq D] in
/-- Taking a power of the table out of the exponent of the target factor. -/
theorem rowTarget_pow_table (τ : S → D → K) {m : Nat} (hm : m ∣ M) (x : Fin n → D) :
    rowTarget (fun s d => τ s d ^ (M / m)) m x = rowTarget τ M x := funext fun s => by
  unfold rowTarget
  exact prod_congr fun i => by rw [← pow_mul, Nat.div_mul_cancel hm]

variable (h0 : 0 ≤ r) (h1 : r ≤ 1) (hl : Covers l n) (hM : ∀ A ∈ l, A.length ∣ M)
include h0 h1 hl hM

/-- **8.4 for selection laws**, with the `2 |D|` signed points `±d` as labels, for a table with values in
`[ρ⁻¹, ρ]`. -/
theorem normalizer_le_selectionExcess_signed (hρ : 0 < ρ) (hlo : ∀ s d, ρ⁻¹ ≤ τ s d) (hhi : ∀ s d, τ s d ≤ ρ) (d₀ : D)
    (J : Nat) (h : List S) (x : Fin n → D) :
    normalizer r (fun y : Fin n → D => L.transcriptMass (rowTarget τ M y) J h) x ≤
      1 + listSum (selectionExcess r ρ (2 * card D) 2 M J) l := by
  have hτ : ∀ s d, 0 < τ s d := fun s d => pos_of_inv_le hρ (hlo s d)
  have hρp := fun k => pow_pos hρ k
  have hlo' : ∀ k s d, (ρ ^ k)⁻¹ ≤ τ s d ^ k := fun k s d => by
    rw [inv_pow_eq_pow_inv hρ]; exact pow_le_pow_left (Std.le_of_lt (inv_pos hρ)) (hlo s d) k
  have hhi' : ∀ k s d, τ s d ^ k ≤ ρ ^ k := fun k s d => pow_le_pow_left (Std.le_of_lt (hτ s d)) (hhi s d) k
  have hkp := fun A : Annulus => pow_pos (hρp (M / A.length)) (2 * A.outer)
  have hq := fun (A : Annulus) (c : Fin A.length → SignedLabel D) => L.transcriptMass_pos
    (signedSurrogate_pos (R := A.outer) (x := x) (fun s d => pow_pos (hτ s d) (M / A.length)) c) J h
  have key := sum_le_one_add_excess (p := fun y : Fin n → D => L.transcriptMass (rowTarget τ M y) J h)
    (d := fun y => hamming x y) (p₀ := L.transcriptMass (rowTarget τ M x) J h)
    (M := envelope r (fun y : Fin n → D => L.transcriptMass (rowTarget τ M y) J h) x)
    (V := fun A => Fin A.length → SignedLabel D)
    (q := fun A c => L.transcriptMass (signedSurrogate (fun s d => τ s d ^ (M / A.length)) A.outer x c) J h)
    (θ := fun A => kantorovichConst ((ρ ^ (M / A.length)) ^ (2 * A.outer))⁻¹ ((ρ ^ (M / A.length)) ^ (2 * A.outer)) ^
      (A.length * J))
    (B := fun A => kantorovichConst ((ρ ^ (M / A.length)) ^ (2 * A.outer * A.length))⁻¹
      ((ρ ^ (M / A.length)) ^ (2 * A.outer * A.length)) ^ (J * (A.order * (A.order - 1) / 2)))
    h0 h1 (fun y ω => Std.le_of_lt (L.transcriptMass_pos (rowTarget_pos hτ M y) J h ω)) hl (hamming_le_rows x)
    (fun y hy ω => by rw [hamming_eq_zero.mp hy]; exact Std.le_refl _)
    (L.isPmf_transcriptMass (rowTarget_pos hτ M x) J h) (L.transcriptMass_pos (rowTarget_pos hτ M x) J h)
    (fun A _ => pow_nonneg (kantorovichConst_nonneg (inv_pos (hkp A)) (hkp A)) _)
    (fun A _ c ω => Std.le_of_lt (hq A c ω))
    (fun A hA y hy ω => by
      have := maurey_domination_signed_kantorovich L (hρp (M / A.length)) (hlo' (M / A.length)) (hhi' (M / A.length))
        (Nat.lt_of_le_of_lt (Nat.zero_le _) A.inner_lt) d₀ hy A.length J h ω
      rwa [rowTarget_pow_table τ (hM A hA)] at this)
    (fun A hA c => by
      have hp := pow_pos (hρp (M / A.length)) (2 * A.outer * A.length)
      have := L.transcript_moment_le (rowTarget_pos (fun s d => pow_pos (hτ s d) (M / A.length)) A.length x)
        (inv_pos hp) hp (le_signedSurrogate (hρp (M / A.length)) (hlo' (M / A.length)) (hhi' (M / A.length)) c)
        (signedSurrogate_le (hρp (M / A.length)) (hlo' (M / A.length)) (hhi' (M / A.length)) c) A.order J h
      rwa [rowTarget_pow_table τ (hM A hA)] at this)
    fun ω => isSup_maximum _ x
  refine Std.le_trans key ?_
  rw [listSum_congr fun A _ => by rw [card_signedCode]]
  exact Std.le_refl _

/-- **8.4 for selection laws**, with the `|D|² + 1` row moves as labels, for a table with ratios at most `ρ`. -/
theorem normalizer_le_selectionExcess_rows (hτ : ∀ s d, 0 < τ s d) (hρ : 1 ≤ ρ)
    (hratio : ∀ s d d', τ s d' ≤ ρ * τ s d) (J : Nat) (h : List S) (x : Fin n → D) :
    normalizer r (fun y : Fin n → D => L.transcriptMass (rowTarget τ M y) J h) x ≤
      1 + listSum (selectionExcess r ρ (card D ^ 2 + 1) 1 M J) l := by
  have hρ0 : 0 < ρ := by grind [zero_lt_one (K := K)]
  have hρp := fun k => pow_pos hρ0 k
  have hratio' : ∀ k s d d', τ s d' ^ k ≤ ρ ^ k * τ s d ^ k := fun k s d d' => by
    rw [← mul_pow]; exact pow_le_pow_left (Std.le_of_lt (hτ s d')) (hratio s d d') k
  have hτ' := fun k s d => pow_pos (hτ s d) k
  have hkp := fun A : Annulus => pow_pos (hρp (M / A.length)) (1 * A.outer)
  have hq := fun (A : Annulus) (c : Fin A.length → RowMove D) => L.transcriptMass_pos
    (rowSurrogate_pos (R := A.outer) (x := x) (hτ' (M / A.length)) c) J h
  have key := sum_le_one_add_excess (p := fun y : Fin n → D => L.transcriptMass (rowTarget τ M y) J h)
    (d := fun y => hamming x y) (p₀ := L.transcriptMass (rowTarget τ M x) J h)
    (M := envelope r (fun y : Fin n → D => L.transcriptMass (rowTarget τ M y) J h) x)
    (V := fun A => Fin A.length → RowMove D)
    (q := fun A c => L.transcriptMass (rowSurrogate (fun s d => τ s d ^ (M / A.length)) A.outer x c) J h)
    (θ := fun A => kantorovichConst ((ρ ^ (M / A.length)) ^ (1 * A.outer))⁻¹ ((ρ ^ (M / A.length)) ^ (1 * A.outer)) ^
      (A.length * J))
    (B := fun A => kantorovichConst ((ρ ^ (M / A.length)) ^ (1 * A.outer * A.length))⁻¹
      ((ρ ^ (M / A.length)) ^ (1 * A.outer * A.length)) ^ (J * (A.order * (A.order - 1) / 2)))
    h0 h1 (fun y ω => Std.le_of_lt (L.transcriptMass_pos (rowTarget_pos hτ M y) J h ω)) hl (hamming_le_rows x)
    (fun y hy ω => by rw [hamming_eq_zero.mp hy]; exact Std.le_refl _)
    (L.isPmf_transcriptMass (rowTarget_pos hτ M x) J h) (L.transcriptMass_pos (rowTarget_pos hτ M x) J h)
    (fun A _ => pow_nonneg (kantorovichConst_nonneg (inv_pos (hkp A)) (hkp A)) _)
    (fun A _ c ω => Std.le_of_lt (hq A c ω))
    (fun A hA y hy ω => by
      have := maurey_domination_kantorovich L (hτ' (M / A.length)) (one_le_pow hρ _) (hratio' (M / A.length))
        (Nat.lt_of_le_of_lt (Nat.zero_le _) A.inner_lt) hy A.length J h ω
      simp only [Nat.one_mul]
      rwa [rowTarget_pow_table τ (hM A hA)] at this)
    (fun A hA c => by
      have hp := pow_pos (hρp (M / A.length)) (A.outer * A.length)
      have := L.transcript_moment_le (rowTarget_pos (hτ' (M / A.length)) A.length x)
        (inv_pos hp) hp (le_rowSurrogate (hτ' (M / A.length)) (one_le_pow hρ _) (hratio' (M / A.length)) c)
        (rowSurrogate_le (hτ' (M / A.length)) (one_le_pow hρ _) (hratio' (M / A.length)) c) A.order J h
      simp only [Nat.one_mul]
      rwa [rowTarget_pow_table τ (hM A hA)] at this)
    fun ω => isSup_maximum _ x
  refine Std.le_trans key ?_
  rw [listSum_congr fun A _ => by rw [card_rowCode]]
  exact Std.le_refl _

/-- **8.4, privacy of the envelope mechanism of selection laws**: pure DP with factor `r⁻¹ (1 + δ)`. -/
theorem mechanism_pureDP_selectionExcess (hr : 0 < r) (hρ : 0 < ρ) (hlo : ∀ s d, ρ⁻¹ ≤ τ s d)
    (hhi : ∀ s d, τ s d ≤ ρ) (d₀ : D) (J : Nat) (h : List S) :
    PureDP (r⁻¹ * (1 + listSum (selectionExcess r ρ (2 * card D) 2 M J) l))
      (envelopeMechanism r fun y : Fin n → D => L.transcriptMass (rowTarget τ M y) J h) := by
  have hτ : ∀ s d, 0 < τ s d := fun s d => pos_of_inv_le hρ (hlo s d)
  have hp : ∀ y : Fin n → D, IsPmf (L.transcriptMass (rowTarget τ M y) J h) := fun y =>
    L.isPmf_transcriptMass (rowTarget_pos hτ M y) J h
  exact pureDP_of_excess (N := envelope r fun y : Fin n → D => L.transcriptMass (rowTarget τ M y) J h) hr
    (envelope_lipschitz h0 h1 fun y => (hp y).nonneg) (envelope_nonneg fun y => (hp y).nonneg)
    (one_le_normalizer r hp) (normalizer_le_selectionExcess_signed L h0 h1 hl hM hρ hlo hhi d₀ J h)

end Formal
