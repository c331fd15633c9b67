module

public import Formal.Selection.MoveFamilies
public import Formal.Selection.Maximum

/-!
# The maximum over a ball of datasets

Blueprint 6.4 (paper (6.1)) in algebraic form, for the surrogate families of `Formal.Selection.MoveFamilies`.
With `H_R(ω) = max { p_y(ω) : d_H(x, y) ≤ R }` (`ballMax`), `N` the number of codes (`(T² + 1) ^ m` or `(2 T) ^ m`),
`Θ` the constant of the Maurey domination, `C` the Kantorovich constant of the scale of the codes and
`G ≥ 0`:

* near, even exponents: `(Σ_ω H_R G)^{2c} ≤ Θ^{m J 2c} · N · C^{J c (2c-1)} · (E_{p_x}[G²])^c`
* near, integer Hölder: `(Σ_ω H_R G^{a-1})^a ≤ Θ^{m J a} · N · C^{J a(a-1)/2} · (E_{p_x}[G^a])^{a-1}`
* far: `Σ_ω H_R G ≤ Θ^{m J} · Σ_codes E_{p_c}[G]`

Each is stated for any `Θ` that bounds the arithmetic mean of the labels by their geometric mean
(`MeanBound`); the versions named `kantorovich` have the `Θ` of 5.2 and no hypothesis but the range of the
table.
-/

@[expose] public noncomputable section

universe u v w z

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {S : Type u} {U : Type v} [Enumeration S] [Enumeration U]
  [DecidableEq U] {D : Type z} [Enumeration D] [DecidableEq D] {n : Nat} {τ : S → D → K} {R : Nat}
  (L : SelectionRule K S U) {Θ ρ₀ ρ₁ : K}

/-! ### Row moves -/

section Row

variable (hτ : ∀ s d, 0 < τ s d) (hρ₀ : 1 ≤ ρ₀) (hratio : ∀ s d d', τ s d' ≤ ρ₀ * τ s d) (hR : 1 ≤ R)
include hτ hR

section
include hρ₀ hratio

/-- **6.4, near**, even exponents, for row moves. -/
theorem ball_max_pow_le (hΘ0 : 0 ≤ Θ) (hΘ : MeanBound (rowMove τ R) R Θ) (x : Fin n → D) (m J : Nat)
    (h : List S) {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ^ (2 * c) ≤
      Θ ^ (m * J * (2 * c)) * ((((card D ^ 2 + 1) ^ m : Nat) : K) *
        kantorovichConst (ρ₀ ^ (R * m))⁻¹ (ρ₀ ^ (R * m)) ^ (J * (c * (2 * c - 1))) *
        (expect (L.transcriptMass (rowTarget τ m x) J h) fun ω => G ω ^ 2) ^ c) := by
  have hp := pow_pos (show 0 < ρ₀ by grind [zero_lt_one (K := K)]) (R * m)
  rw [← card_rowCode, pow_mul Θ]
  exact ball_max_pow_le_of_targets L (rowTarget_pos hτ m) (inv_pos hp) hp
    (le_rowSurrogate hτ hρ₀ hratio) (rowSurrogate_le hτ hρ₀ hratio) (pow_nonneg hΘ0 _)
    (fun _ hy ω => maurey_domination_of_meanBound L hτ hR hΘ hy m J h ω) hG hc

/-- **6.4, near**, integer Hölder, for row moves. -/
theorem ball_max_pow_le_int (hΘ0 : 0 ≤ Θ) (hΘ : MeanBound (rowMove τ R) R Θ) (x : Fin n → D)
    (m J : Nat) (h : List S) {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) {a : Nat} (ha : 1 ≤ a) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω ^ (a - 1)) ^ a ≤
      Θ ^ (m * J * a) * ((((card D ^ 2 + 1) ^ m : Nat) : K) *
        kantorovichConst (ρ₀ ^ (R * m))⁻¹ (ρ₀ ^ (R * m)) ^ (J * (a * (a - 1) / 2)) *
        (expect (L.transcriptMass (rowTarget τ m x) J h) fun ω => G ω ^ a) ^ (a - 1)) := by
  have hp := pow_pos (show 0 < ρ₀ by grind [zero_lt_one (K := K)]) (R * m)
  rw [← card_rowCode, pow_mul Θ]
  exact ball_max_pow_le_int_of_targets L (rowTarget_pos hτ m) (inv_pos hp) hp
    (le_rowSurrogate hτ hρ₀ hratio) (rowSurrogate_le hτ hρ₀ hratio) (pow_nonneg hΘ0 _)
    (fun _ hy ω => maurey_domination_of_meanBound L hτ hR hΘ hy m J h ω) hG ha

end

/-- **6.4, far**, for row moves. -/
theorem ball_max_le (hΘ0 : 0 ≤ Θ) (hΘ : MeanBound (rowMove τ R) R Θ) (x : Fin n → D) (m J : Nat)
    (h : List S) {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ≤
      Θ ^ (m * J) * sum fun c : Fin m → RowMove D =>
        expect (L.transcriptMass (rowSurrogate τ R x c) J h) G :=
  ball_max_le_of_domination (fun y ω => Std.le_of_lt (L.transcriptMass_pos (rowTarget_pos hτ m y) J h ω))
    (fun c ω => Std.le_of_lt (L.transcriptMass_pos (rowSurrogate_pos hτ c) J h ω)) (pow_nonneg hΘ0 _)
    (fun _ hy ω => maurey_domination_of_meanBound L hτ hR hΘ hy m J h ω) hG

include hρ₀ hratio

/-- **6.4, near**, for row moves of a table with ratios at most `ρ₀`, with `Θ` from 5.2. -/
theorem ball_max_pow_le_kantorovich (x : Fin n → D) (m J : Nat) (h : List S) {G : (Fin J → S) → K}
    (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ^ (2 * c) ≤
      kantorovichConst (ρ₀ ^ R)⁻¹ (ρ₀ ^ R) ^ (m * J * (2 * c)) *
        ((((card D ^ 2 + 1) ^ m : Nat) : K) *
          kantorovichConst (ρ₀ ^ (R * m))⁻¹ (ρ₀ ^ (R * m)) ^ (J * (c * (2 * c - 1))) *
          (expect (L.transcriptMass (rowTarget τ m x) J h) fun ω => G ω ^ 2) ^ c) := by
  have hp := pow_pos (show 0 < ρ₀ by grind [zero_lt_one (K := K)]) R
  exact ball_max_pow_le L hτ hρ₀ hratio hR (kantorovichConst_nonneg (inv_pos hp) hp)
    (meanBound_rowMove hτ hρ₀ hratio R R) x m J h hG hc

/-- **6.4, far**, for row moves of a table with ratios at most `ρ₀`, with `Θ` from 5.2. -/
theorem ball_max_le_kantorovich (x : Fin n → D) (m J : Nat) (h : List S) {G : (Fin J → S) → K}
    (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ≤
      kantorovichConst (ρ₀ ^ R)⁻¹ (ρ₀ ^ R) ^ (m * J) * sum fun c : Fin m → RowMove D =>
        expect (L.transcriptMass (rowSurrogate τ R x c) J h) G := by
  have hp := pow_pos (show 0 < ρ₀ by grind [zero_lt_one (K := K)]) R
  exact ball_max_le L hτ hR (kantorovichConst_nonneg (inv_pos hp) hp)
    (meanBound_rowMove hτ hρ₀ hratio R R) x m J h hG

end Row

/-! ### Signed points -/

section Signed

variable (hρ₁ : 0 < ρ₁) (hlo : ∀ s d, ρ₁⁻¹ ≤ τ s d) (hhi : ∀ s d, τ s d ≤ ρ₁) (hR : 1 ≤ R) (d₀ : D)
include hR d₀

section
include hρ₁ hlo hhi

/-- **6.4, near**, even exponents, for signed points. -/
theorem ball_max_pow_le_signed (hΘ0 : 0 ≤ Θ) (hΘ : MeanBound (signedMove τ R) (2 * R) Θ)
    (x : Fin n → D) (m J : Nat) (h : List S) {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) {c : Nat}
    (hc : 1 ≤ c) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ^ (2 * c) ≤
      Θ ^ (m * J * (2 * c)) * ((((2 * card D) ^ m : Nat) : K) *
        kantorovichConst (ρ₁ ^ (2 * R * m))⁻¹ (ρ₁ ^ (2 * R * m)) ^ (J * (c * (2 * c - 1))) *
        (expect (L.transcriptMass (rowTarget τ m x) J h) fun ω => G ω ^ 2) ^ c) := by
  have hτ : ∀ s d, 0 < τ s d := fun s d => pos_of_inv_le hρ₁ (hlo s d)
  have hp := pow_pos hρ₁ (2 * R * m)
  rw [← card_signedCode, pow_mul Θ]
  exact ball_max_pow_le_of_targets L (rowTarget_pos hτ m) (inv_pos hp) hp
    (le_signedSurrogate hρ₁ hlo hhi) (signedSurrogate_le hρ₁ hlo hhi) (pow_nonneg hΘ0 _)
    (fun _ hy ω => maurey_domination_signed_of_meanBound L hτ hR d₀ hΘ hy m J h ω) hG hc

/-- **6.4, near**, integer Hölder, for signed points. -/
theorem ball_max_pow_le_int_signed (hΘ0 : 0 ≤ Θ) (hΘ : MeanBound (signedMove τ R) (2 * R) Θ)
    (x : Fin n → D) (m J : Nat) (h : List S) {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) {a : Nat}
    (ha : 1 ≤ a) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω ^ (a - 1)) ^ a ≤
      Θ ^ (m * J * a) * ((((2 * card D) ^ m : Nat) : K) *
        kantorovichConst (ρ₁ ^ (2 * R * m))⁻¹ (ρ₁ ^ (2 * R * m)) ^ (J * (a * (a - 1) / 2)) *
        (expect (L.transcriptMass (rowTarget τ m x) J h) fun ω => G ω ^ a) ^ (a - 1)) := by
  have hτ : ∀ s d, 0 < τ s d := fun s d => pos_of_inv_le hρ₁ (hlo s d)
  have hp := pow_pos hρ₁ (2 * R * m)
  rw [← card_signedCode, pow_mul Θ]
  exact ball_max_pow_le_int_of_targets L (rowTarget_pos hτ m) (inv_pos hp) hp
    (le_signedSurrogate hρ₁ hlo hhi) (signedSurrogate_le hρ₁ hlo hhi) (pow_nonneg hΘ0 _)
    (fun _ hy ω => maurey_domination_signed_of_meanBound L hτ hR d₀ hΘ hy m J h ω) hG ha

end

/-- **6.4, far**, for signed points. -/
theorem ball_max_le_signed (hτ : ∀ s d, 0 < τ s d) (hΘ0 : 0 ≤ Θ)
    (hΘ : MeanBound (signedMove τ R) (2 * R) Θ) (x : Fin n → D) (m J : Nat) (h : List S)
    {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ≤
      Θ ^ (m * J) * sum fun c : Fin m → SignedLabel D =>
        expect (L.transcriptMass (signedSurrogate τ R x c) J h) G :=
  ball_max_le_of_domination (fun y ω => Std.le_of_lt (L.transcriptMass_pos (rowTarget_pos hτ m y) J h ω))
    (fun c ω => Std.le_of_lt (L.transcriptMass_pos (signedSurrogate_pos hτ c) J h ω)) (pow_nonneg hΘ0 _)
    (fun _ hy ω => maurey_domination_signed_of_meanBound L hτ hR d₀ hΘ hy m J h ω) hG

include hρ₁ hlo hhi

/-- **6.4, near**, for signed points of a table in `[ρ₁⁻¹, ρ₁]`, with `Θ` from 5.2. -/
theorem ball_max_pow_le_signed_kantorovich (x : Fin n → D) (m J : Nat) (h : List S)
    {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ^ (2 * c) ≤
      kantorovichConst (ρ₁ ^ (2 * R))⁻¹ (ρ₁ ^ (2 * R)) ^ (m * J * (2 * c)) *
        ((((2 * card D) ^ m : Nat) : K) *
          kantorovichConst (ρ₁ ^ (2 * R * m))⁻¹ (ρ₁ ^ (2 * R * m)) ^ (J * (c * (2 * c - 1))) *
          (expect (L.transcriptMass (rowTarget τ m x) J h) fun ω => G ω ^ 2) ^ c) := by
  have hp := pow_pos hρ₁ (2 * R)
  exact ball_max_pow_le_signed L hρ₁ hlo hhi hR d₀ (kantorovichConst_nonneg (inv_pos hp) hp)
    (meanBound_signedMove hρ₁ hlo hhi R (2 * R)) x m J h hG hc

/-- **6.4, far**, for signed points of a table in `[ρ₁⁻¹, ρ₁]`, with `Θ` from 5.2. -/
theorem ball_max_le_signed_kantorovich (x : Fin n → D) (m J : Nat) (h : List S)
    {G : (Fin J → S) → K} (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax (fun y => L.transcriptMass (rowTarget τ m y) J h) x R ω * G ω) ≤
      kantorovichConst (ρ₁ ^ (2 * R))⁻¹ (ρ₁ ^ (2 * R)) ^ (m * J) * sum fun c : Fin m → SignedLabel D =>
        expect (L.transcriptMass (signedSurrogate τ R x c) J h) G := by
  have hp := pow_pos hρ₁ (2 * R)
  exact ball_max_le_signed L hR d₀ (fun s d => pos_of_inv_le hρ₁ (hlo s d))
    (kantorovichConst_nonneg (inv_pos hp) hp) (meanBound_signedMove hρ₁ hlo hhi R (2 * R)) x m J h hG

end Signed

end Formal
