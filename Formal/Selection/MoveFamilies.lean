module

public import Formal.Selection.RowTarget
public import Formal.Selection.Maurey

/-!
# Surrogate families for datasets

Blueprint 5.1, 5.2 and 5.5: the two instances of Maurey domination for datasets. A table `τ s d > 0`
gives the target factor `rowTarget τ m x s = ∏ i, τ s (x i) ^ m`, so that replacing the rows of `x` by
those of `y` multiplies it by `rowRatio τ x y s ^ m`.

* **Row moves**: `T² + 1` labels, the pairs `(d, d')` with factor `(τ s d' / τ s d) ^ R` and the zero
  move. The family `rowSurrogate τ R x` has `(T² + 1) ^ m` codes: `card_rowMove`, `card_rowCode`,
  `maurey_domination` (5.1), `maurey_domination_kantorovich` (5.2).
* **Signed points**: `2 T` labels `±d` with factors `τ s d ^ (± 2 R)`. The family `signedSurrogate τ R x` has
  `(2 T) ^ m` codes: `card_signedLabel`, `card_signedCode`, `maurey_domination_signed`,
  `maurey_domination_signed_kantorovich` (5.5).

Both families dominate every dataset within Hamming distance `R` of `x`. `listProd_rowLabels` and
`listProd_signedLabels` are the mean identities; `rowSurrogate_le` and `signedSurrogate_le` (with their
lower halves) are the scale `d_* ≤ R`.
-/

@[expose] public noncomputable section

universe u v w z

namespace Formal

open Lean.Grind

variable {K : Type w} [OrderedField K] {S : Type u} {D : Type z} {n : Nat}
variable {τ : S → D → K} {x y : Fin n → D} {R m : Nat}

/-! ### Row moves: `T² + 1` labels -/

/-- A row move: a pair `(d, d')` (replace rows `d` by `d'`), or the zero move. -/
abbrev RowMove (D : Type z) : Type z := Option (D × D)

/-- The factor `(τ_s(d') / τ_s(d)) ^ R` of a row move; `1` for the zero move. -/
def rowMove (τ : S → D → K) (R : Nat) : RowMove D → S → K
  | none, _ => 1
  | some (d, d'), s => (τ s d' / τ s d) ^ R

/-- **The surrogate family `V_{x,R,m}`** (blueprint §5): the target factor of a code of `m` row
moves. -/
def rowSurrogate (τ : S → D → K) (R : Nat) (x : Fin n → D) {m : Nat} (c : Fin m → RowMove D) : S → K :=
  codeTarget (rowTarget τ m x) (rowMove τ R) c

theorem card_rowMove (D : Type z) [Enumeration D] : card (RowMove D) = card D ^ 2 + 1 := by
  rw [card_option, card_prod, Nat.pow_two]

/-- The family of row moves has `(T² + 1) ^ m` codes. -/
theorem card_rowCode (D : Type z) [Enumeration D] (m : Nat) :
    card (Fin m → RowMove D) = (card D ^ 2 + 1) ^ m := by rw [card_sequences, card_rowMove]

theorem rowMove_pos (hτ : ∀ s d, 0 < τ s d) (R : Nat) : ∀ c s, 0 < rowMove τ R c s
  | none, _ => zero_lt_one
  | some _, s => pow_pos (div_pos (hτ s _) (hτ s _)) R

theorem rowSurrogate_pos (hτ : ∀ s d, 0 < τ s d) (c : Fin m → RowMove D) (s : S) :
    0 < rowSurrogate τ R x c s := codeTarget_pos (rowTarget_pos hτ m x) (rowMove_pos hτ R) c s

section RowRange

variable {ρ₀ : K} (hτ : ∀ s d, 0 < τ s d) (hρ₀ : 1 ≤ ρ₀) (hratio : ∀ s d d', τ s d' ≤ ρ₀ * τ s d)
include hτ hρ₀ hratio

theorem rowMove_le (R : Nat) : ∀ c s, rowMove τ R c s ≤ ρ₀ ^ R
  | none, _ => one_le_pow hρ₀ R
  | some (d, d'), s => pow_le_pow_left (Std.le_of_lt (div_pos (hτ s _) (hτ s _)))
    ((div_le_iff_le_mul (hτ s d)).mpr (hratio s d d')) R

theorem le_rowMove (R : Nat) : ∀ c s, (ρ₀ ^ R)⁻¹ ≤ rowMove τ R c s
  | none, _ => inv_le_one (one_le_pow hρ₀ R)
  | some (d, d'), s => by
    have h0 : 0 < ρ₀ := by grind [zero_lt_one (K := K)]
    rw [inv_pow_eq_pow_inv h0]
    exact pow_le_pow_left (Std.le_of_lt (inv_pos h0))
      ((le_div_iff_mul_le (hτ s d)).mpr (inv_mul_le_of_le_mul h0 (hratio s d' d))) R

/-- **Scale of the row moves** (`d_* ≤ R`): a code changes the target factor by at most `ρ₀ ^ (R m)`. -/
theorem rowSurrogate_le (c : Fin m → RowMove D) (s : S) :
    rowSurrogate τ R x c s ≤ ρ₀ ^ (R * m) * rowTarget τ m x s := by
  rw [pow_mul]
  exact codeTarget_le (rowTarget_pos hτ m x) (rowMove_pos hτ R) (rowMove_le hτ hρ₀ hratio R) c s

/-- **Scale of the row moves**, lower half. -/
theorem le_rowSurrogate (c : Fin m → RowMove D) (s : S) :
    (ρ₀ ^ (R * m))⁻¹ * rowTarget τ m x s ≤ rowSurrogate τ R x c s := by
  have h0 : 0 < ρ₀ := by grind [zero_lt_one (K := K)]
  rw [pow_mul, inv_pow_eq_pow_inv (pow_pos h0 R)]
  exact le_codeTarget (Std.le_of_lt (inv_pos (pow_pos h0 R))) (rowTarget_pos hτ m x)
    (le_rowMove hτ hρ₀ hratio R) c s

end RowRange

section RowDomination

variable [DecidableEq D]

/-- The `R` labels of `y`: the moves `(x_i, y_i)` at the differing rows, then zero moves. -/
def rowLabels (R : Nat) (x y : Fin n → D) : List (RowMove D) :=
  (diffRows x y).map (fun i => some (x i, y i)) ++ List.replicate (R - hamming x y) none

theorem length_rowLabels (hxy : hamming x y ≤ R) : (rowLabels R x y).length = R := by
  rw [rowLabels, List.length_append, List.length_map, length_diffRows, List.length_replicate]
  omega

/-- **Mean identity of the row moves**: the labels of `y` have geometric mean `rowRatio τ x y`. -/
theorem listProd_rowLabels (hτ : ∀ s d, 0 < τ s d) (R : Nat) (x y : Fin n → D) (s : S) :
    listProd (fun c => rowMove τ R c s) (rowLabels R x y) = rowRatio τ x y s ^ R := by
  rw [rowLabels, listProd_append, listProd_map, listProd_replicate, rowRatio_eq_listProd hτ,
    ← listProd_pow]
  show _ * (1 : K) ^ _ = _
  rw [Semiring.one_pow, Semiring.mul_one]; rfl

variable [Enumeration S] {U : Type v} [Enumeration U] [DecidableEq U]

/-- **Maurey domination for row moves** (blueprint 5.1). If the arithmetic mean of the `R` labels of
`y` is at most `Θ` times their geometric mean and `d_H(x, y) ≤ R`, then every transcript has under `y`
at most `Θ ^ (m J)` times its mass under one of the `(T² + 1) ^ m` surrogates of `x`. -/
theorem maurey_domination (L : SelectionRule K S U) {Θ : K} (hτ : ∀ s d, 0 < τ s d) (hR : 1 ≤ R)
    (hxy : hamming x y ≤ R)
    (hΘ : ∀ s, listSum (fun c => rowMove τ R c s) (rowLabels R x y) ≤ Θ * ((R : K) * rowRatio τ x y s))
    (m J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c : Fin m → RowMove D, L.transcriptMass (rowTarget τ m y) J h ω ≤
      Θ ^ (m * J) * L.transcriptMass (rowSurrogate τ R x c) J h ω := by
  have hlen := length_rowLabels hxy
  obtain ⟨c, _, hc⟩ := maurey_domination_of_labels (l := rowLabels R x y) (G := rowRatio τ x y) L
    (fun h0 => by rw [h0, List.length_nil] at hlen; omega) (rowTarget_pos hτ m x) (rowMove_pos hτ R)
    (rowRatio_pos hτ x y) (fun s => by rw [hlen]; exact listProd_rowLabels hτ R x y s)
    (fun s => by rw [hlen]; exact hΘ s) m J h ω
  rw [← funext (rowTarget_eq_mul_rowRatio hτ m x y)] at hc
  exact ⟨c, hc⟩

/-- 5.1 with one `Θ` for all datasets in the ball. -/
theorem maurey_domination_of_meanBound (L : SelectionRule K S U) {Θ : K} (hτ : ∀ s d, 0 < τ s d)
    (hR : 1 ≤ R) (hΘ : MeanBound (rowMove τ R) R Θ) (hxy : hamming x y ≤ R) (m J : Nat) (h : List S)
    (ω : Fin J → S) :
    ∃ c : Fin m → RowMove D, L.transcriptMass (rowTarget τ m y) J h ω ≤
      Θ ^ (m * J) * L.transcriptMass (rowSurrogate τ R x c) J h ω :=
  maurey_domination L hτ hR hxy (fun s => by
    have hlen := length_rowLabels hxy
    have := hΘ _ hlen s _ (rowRatio_pos hτ x y s) (by rw [hlen]; exact listProd_rowLabels hτ R x y s)
    rwa [hlen] at this) m J h ω

omit [DecidableEq D] [Enumeration S] in
/-- **5.2** for row moves: `Θ = (ρ₀^R + ρ₀^{-R})² / 4`. -/
theorem meanBound_rowMove {ρ₀ : K} (hτ : ∀ s d, 0 < τ s d) (hρ₀ : 1 ≤ ρ₀)
    (hratio : ∀ s d d', τ s d' ≤ ρ₀ * τ s d) (R N : Nat) :
    MeanBound (rowMove τ R) N (kantorovichConst (ρ₀ ^ R)⁻¹ (ρ₀ ^ R)) :=
  MeanBound.of_kantorovich (pow_pos (by grind [zero_lt_one (K := K)]) R) (le_rowMove hτ hρ₀ hratio R)
    (rowMove_le hτ hρ₀ hratio R) N

/-- **Maurey domination for row moves with ratios at most `ρ₀`** (blueprint 5.1 with 5.2): the
constant is `Θ = (ρ₀^R + ρ₀^{-R})² / 4` (`kantorovichConst_inv_self`). -/
theorem maurey_domination_kantorovich (L : SelectionRule K S U) {ρ₀ : K} (hτ : ∀ s d, 0 < τ s d)
    (hρ₀ : 1 ≤ ρ₀) (hratio : ∀ s d d', τ s d' ≤ ρ₀ * τ s d) (hR : 1 ≤ R) (hxy : hamming x y ≤ R)
    (m J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c : Fin m → RowMove D, L.transcriptMass (rowTarget τ m y) J h ω ≤
      kantorovichConst (ρ₀ ^ R)⁻¹ (ρ₀ ^ R) ^ (m * J) *
        L.transcriptMass (rowSurrogate τ R x c) J h ω :=
  maurey_domination_of_meanBound L hτ hR (meanBound_rowMove hτ hρ₀ hratio R R) hxy m J h ω

end RowDomination

/-! ### Signed points: `2 T` labels -/

/-- A signed point `+d` (`true`) or `-d` (`false`). -/
abbrev SignedLabel (D : Type z) : Type z := D × Bool

/-- The factor `τ_s(d) ^ (2 R)` of `+d` and its inverse for `-d`. -/
def signedMove (τ : S → D → K) (R : Nat) : SignedLabel D → S → K
  | (d, true), s => τ s d ^ (2 * R)
  | (d, false), s => (τ s d ^ (2 * R))⁻¹

/-- **The surrogate family of signed points** (blueprint 5.5). -/
def signedSurrogate (τ : S → D → K) (R : Nat) (x : Fin n → D) {m : Nat} (c : Fin m → SignedLabel D) :
    S → K := codeTarget (rowTarget τ m x) (signedMove τ R) c

theorem card_signedLabel (D : Type z) [Enumeration D] : card (SignedLabel D) = 2 * card D := by
  rw [card_prod, Nat.mul_comm]; rfl

/-- The family of signed points has `(2 T) ^ m` codes. -/
theorem card_signedCode (D : Type z) [Enumeration D] (m : Nat) :
    card (Fin m → SignedLabel D) = (2 * card D) ^ m := by rw [card_sequences, card_signedLabel]

theorem signedMove_pos (hτ : ∀ s d, 0 < τ s d) (R : Nat) : ∀ c s, 0 < signedMove τ R c s
  | (_, true), s => pow_pos (hτ s _) _
  | (_, false), s => inv_pos (pow_pos (hτ s _) _)

theorem signedSurrogate_pos (hτ : ∀ s d, 0 < τ s d) (c : Fin m → SignedLabel D) (s : S) :
    0 < signedSurrogate τ R x c s := codeTarget_pos (rowTarget_pos hτ m x) (signedMove_pos hτ R) c s

theorem pos_of_inv_le {ρ a : K} (hρ : 0 < ρ) (h : ρ⁻¹ ≤ a) : 0 < a := by
  have := inv_pos hρ; grind

section SignedRange

variable {ρ₁ : K} (hρ₁ : 0 < ρ₁) (hlo : ∀ s d, ρ₁⁻¹ ≤ τ s d) (hhi : ∀ s d, τ s d ≤ ρ₁)
include hρ₁ hlo hhi

theorem signedMove_range (R : Nat) (c : SignedLabel D) (s : S) :
    (ρ₁ ^ (2 * R))⁻¹ ≤ signedMove τ R c s ∧ signedMove τ R c s ≤ ρ₁ ^ (2 * R) := by
  have hτ := pos_of_inv_le hρ₁ (hlo s c.1)
  have h1 := pow_le_pow_left (Std.le_of_lt hτ) (hhi s c.1) (2 * R)
  have h2 := pow_le_pow_left (Std.le_of_lt (inv_pos hρ₁)) (hlo s c.1) (2 * R)
  rw [← inv_pow_eq_pow_inv hρ₁] at h2
  obtain ⟨d, _ | _⟩ := c
  · refine ⟨inv_le_of_inv_le (inv_pos (pow_pos hτ _)) (pow_pos hρ₁ _) (by rw [signedMove, Field.inv_inv]; exact h1), ?_⟩
    exact inv_le_of_inv_le (pow_pos hρ₁ _) (pow_pos hτ _) h2
  · exact ⟨h2, h1⟩

/-- **Scale of the signed points** (`d_* ≤ R`): a code changes the target factor by at most
`ρ₁ ^ (2 R m)`. -/
theorem signedSurrogate_le (c : Fin m → SignedLabel D) (s : S) :
    signedSurrogate τ R x c s ≤ ρ₁ ^ (2 * R * m) * rowTarget τ m x s := by
  have hτ : ∀ s d, 0 < τ s d := fun s d => pos_of_inv_le hρ₁ (hlo s d)
  rw [pow_mul]
  exact codeTarget_le (rowTarget_pos hτ m x) (signedMove_pos hτ R)
    (fun c s => (signedMove_range hρ₁ hlo hhi R c s).2) c s

/-- **Scale of the signed points**, lower half. -/
theorem le_signedSurrogate (c : Fin m → SignedLabel D) (s : S) :
    (ρ₁ ^ (2 * R * m))⁻¹ * rowTarget τ m x s ≤ signedSurrogate τ R x c s := by
  have hτ : ∀ s d, 0 < τ s d := fun s d => pos_of_inv_le hρ₁ (hlo s d)
  have hp := pow_pos hρ₁ (2 * R)
  rw [pow_mul, inv_pow_eq_pow_inv hp]
  exact le_codeTarget (Std.le_of_lt (inv_pos hp)) (rowTarget_pos hτ m x)
    (fun c s => (signedMove_range hρ₁ hlo hhi R c s).1) c s

end SignedRange

section SignedDomination

variable [DecidableEq D]

/-- The `2 R` labels of `y`: `+y_i` and `-x_i` at the differing rows, then `+d₀` and `-d₀` in equal
numbers. -/
def signedLabels (R : Nat) (d₀ : D) (x y : Fin n → D) : List (SignedLabel D) :=
  ((diffRows x y).map (fun i => (y i, true)) ++ (diffRows x y).map fun i => (x i, false)) ++
    (List.replicate (R - hamming x y) (d₀, true) ++ List.replicate (R - hamming x y) (d₀, false))

theorem length_signedLabels (d₀ : D) (hxy : hamming x y ≤ R) :
    (signedLabels R d₀ x y).length = 2 * R := by
  simp only [signedLabels, List.length_append, List.length_map, length_diffRows, List.length_replicate]
  omega

/-- **Mean identity of the signed points**: the labels of `y` have geometric mean `rowRatio τ x y`. -/
theorem listProd_signedLabels (hτ : ∀ s d, 0 < τ s d) (R : Nat) (d₀ : D) (x y : Fin n → D) (s : S) :
    listProd (fun c => signedMove τ R c s) (signedLabels R d₀ x y) = rowRatio τ x y s ^ (2 * R) := by
  have hpad : (τ s d₀ ^ (2 * R)) ^ (R - hamming x y) * (τ s d₀ ^ (2 * R))⁻¹ ^ (R - hamming x y) = 1 := by
    rw [← mul_pow, mul_inv_cancel (ne_of_pos (pow_pos (hτ s d₀) _)), Semiring.one_pow]
  rw [signedLabels, listProd_append, listProd_append, listProd_append, listProd_map, listProd_map,
    listProd_replicate, listProd_replicate, ← listProd_mul, rowRatio_eq_listProd hτ, ← listProd_pow]
  show _ * ((τ s d₀ ^ (2 * R)) ^ (R - hamming x y) * (τ s d₀ ^ (2 * R))⁻¹ ^ (R - hamming x y)) = _
  rw [hpad, Semiring.mul_one]
  refine listProd_congr fun i _ => ?_
  show τ s (y i) ^ (2 * R) * (τ s (x i) ^ (2 * R))⁻¹ = _
  rw [Field.div_eq_mul_inv, mul_pow, inv_pow_eq_pow_inv (hτ s (x i))]

variable [Enumeration S] {U : Type v} [Enumeration U] [DecidableEq U]

/-- **Maurey domination for signed points** (blueprint 5.5). If the arithmetic mean of the `2 R` labels
of `y` is at most `Θ` times their geometric mean and `d_H(x, y) ≤ R`, then every transcript has under
`y` at most `Θ ^ (m J)` times its mass under one of the `(2 T) ^ m` surrogates of `x`. -/
theorem maurey_domination_signed (L : SelectionRule K S U) {Θ : K} (hτ : ∀ s d, 0 < τ s d)
    (hR : 1 ≤ R) (d₀ : D) (hxy : hamming x y ≤ R)
    (hΘ : ∀ s, listSum (fun c => signedMove τ R c s) (signedLabels R d₀ x y) ≤
      Θ * (((2 * R : Nat) : K) * rowRatio τ x y s))
    (m J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c : Fin m → SignedLabel D, L.transcriptMass (rowTarget τ m y) J h ω ≤
      Θ ^ (m * J) * L.transcriptMass (signedSurrogate τ R x c) J h ω := by
  have hlen := length_signedLabels d₀ hxy
  obtain ⟨c, _, hc⟩ := maurey_domination_of_labels (l := signedLabels R d₀ x y) (G := rowRatio τ x y) L
    (fun h0 => by rw [h0, List.length_nil] at hlen; omega) (rowTarget_pos hτ m x)
    (signedMove_pos hτ R) (rowRatio_pos hτ x y)
    (fun s => by rw [hlen]; exact listProd_signedLabels hτ R d₀ x y s)
    (fun s => by rw [hlen]; exact hΘ s) m J h ω
  rw [← funext (rowTarget_eq_mul_rowRatio hτ m x y)] at hc
  exact ⟨c, hc⟩

/-- 5.5 with one `Θ` for all datasets in the ball. -/
theorem maurey_domination_signed_of_meanBound (L : SelectionRule K S U) {Θ : K}
    (hτ : ∀ s d, 0 < τ s d) (hR : 1 ≤ R) (d₀ : D) (hΘ : MeanBound (signedMove τ R) (2 * R) Θ)
    (hxy : hamming x y ≤ R) (m J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c : Fin m → SignedLabel D, L.transcriptMass (rowTarget τ m y) J h ω ≤
      Θ ^ (m * J) * L.transcriptMass (signedSurrogate τ R x c) J h ω :=
  maurey_domination_signed L hτ hR d₀ hxy (fun s => by
    have hlen := length_signedLabels d₀ hxy
    have := hΘ _ hlen s _ (rowRatio_pos hτ x y s)
      (by rw [hlen]; exact listProd_signedLabels hτ R d₀ x y s)
    rwa [hlen] at this) m J h ω

omit [DecidableEq D] [Enumeration S] in
/-- **5.2** for signed points: `Θ = (ρ₁^{2R} + ρ₁^{-2R})² / 4`. -/
theorem meanBound_signedMove {ρ₁ : K} (hρ₁ : 0 < ρ₁) (hlo : ∀ s d, ρ₁⁻¹ ≤ τ s d)
    (hhi : ∀ s d, τ s d ≤ ρ₁) (R N : Nat) :
    MeanBound (signedMove τ R) N (kantorovichConst (ρ₁ ^ (2 * R))⁻¹ (ρ₁ ^ (2 * R))) :=
  MeanBound.of_kantorovich (pow_pos hρ₁ _) (fun c s => (signedMove_range hρ₁ hlo hhi R c s).1)
    (fun c s => (signedMove_range hρ₁ hlo hhi R c s).2) N

/-- **Maurey domination for signed points with a table in `[ρ₁⁻¹, ρ₁]`** (blueprint 5.5 with 5.2):
the factors lie in `[ρ⁻¹, ρ]`, `ρ = ρ₁^{2R}`, and `Θ = (ρ + ρ⁻¹)² / 4`. -/
theorem maurey_domination_signed_kantorovich (L : SelectionRule K S U) {ρ₁ : K} (hρ₁ : 0 < ρ₁)
    (hlo : ∀ s d, ρ₁⁻¹ ≤ τ s d) (hhi : ∀ s d, τ s d ≤ ρ₁) (hR : 1 ≤ R) (d₀ : D)
    (hxy : hamming x y ≤ R) (m J : Nat) (h : List S) (ω : Fin J → S) :
    ∃ c : Fin m → SignedLabel D, L.transcriptMass (rowTarget τ m y) J h ω ≤
      kantorovichConst (ρ₁ ^ (2 * R))⁻¹ (ρ₁ ^ (2 * R)) ^ (m * J) *
        L.transcriptMass (signedSurrogate τ R x c) J h ω :=
  maurey_domination_signed_of_meanBound L (fun s d => pos_of_inv_le hρ₁ (hlo s d)) hR d₀
    (meanBound_signedMove hρ₁ hlo hhi R (2 * R)) hxy m J h ω

end SignedDomination

end Formal
