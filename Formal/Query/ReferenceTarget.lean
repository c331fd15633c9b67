module

public import Formal.Query.ReferenceInstance
public import Formal.Selection.Ball

/-!
# Domination and ball maxima for the reference instance

The exact-rational instance of blueprint §3 is a selection law of the kind that blueprint 5 and 6 are about:
its target factor is the row target of the table `rowFactor s d = β ^ s(d)` (`target_eq_rowTarget`). A table of
powers of `β` has ratios at most `β ^ w` if the queries vary by at most `w`, and lies in `[β ^ (-v), β ^ v]`
if their values are at most `v`; `w = 2 B` and `v = B` always work (`query_sub_le`, `query_le`).

So everything in blueprint 5 and 6 is a statement about rational numbers of the instance, with
`Θ = theta w R` (5.2) for row moves and `Θ = theta v (2 R)` for signed points:

* `maurey_domination`, `maurey_domination_signed` (5.1, 5.5)
* `ball_max_pow_le`, `ball_max_pow_le_int`, `ball_max_le` (6.4) and the same for signed points
-/

@[expose] public noncomputable section

universe u

namespace Formal

open Lean.Grind

/-! ### Integer powers -/

theorem zpow_le_pow {b : Rat} (hb : 1 ≤ b) {z : Int} {n : Nat} (h : z ≤ n) : b ^ z ≤ b ^ n := by
  have hb0 : 0 < b := by grind
  obtain ⟨d, hd⟩ := Int.eq_ofNat_of_zero_le (show 0 ≤ (n : Int) - z by omega)
  have h1 := mul_le_mul_left (one_le_pow hb d) (Std.le_of_lt (zpow_pos hb0 z))
  have h2 : b ^ z * b ^ d = b ^ n := by
    rw [← Rat.zpow_natCast b d, ← Rat.zpow_natCast b n, ← Rat.zpow_add (ne_of_pos hb0)]
    congr 1; omega
  rw [h2] at h1
  grind

theorem inv_pow_le_zpow {b : Rat} (hb : 1 ≤ b) {z : Int} {n : Nat} (h : -(n : Int) ≤ z) :
    (b ^ n)⁻¹ ≤ b ^ z := by
  have hb0 : 0 < b := by grind
  refine inv_le_of_inv_le (zpow_pos hb0 z) (pow_pos hb0 n) ?_
  rw [← Rat.zpow_neg]
  exact zpow_le_pow hb (by omega)

theorem zpow_mul_natCast {b : Rat} (hb : 0 < b) (z : Int) : ∀ m : Nat, b ^ ((m : Int) * z) = (b ^ z) ^ m
  | 0 => by
    rw [show ((0 : Nat) : Int) * z = ((0 : Nat) : Int) by omega, Rat.zpow_natCast, Semiring.pow_zero,
      Semiring.pow_zero]
  | m + 1 => by
    rw [show ((m + 1 : Nat) : Int) * z = (m : Int) * z + z by grind, Rat.zpow_add (ne_of_pos hb),
      zpow_mul_natCast hb z m, Semiring.pow_succ]

namespace ReferenceInstance

variable {D : Type u} {k : Nat} (I : ReferenceInstance D k)

/-! ### The table of the instance -/

/-- The factor `τ_s(d) = β ^ s(d)` of one row. -/
def rowFactor (s : Signed k) (d : D) : Rat := I.beta ^ I.value s d

theorem rowFactor_pos (s : Signed k) (d : D) : 0 < I.rowFactor s d := zpow_pos I.beta_pos _

theorem one_le_beta : 1 ≤ I.beta := Std.le_of_lt I.one_lt_beta

/-- The target factor of a dataset is a product over its rows. -/
theorem target_eq_rowTarget (x : I.Data) : I.target x = rowTarget I.rowFactor I.scale x := by
  funext s
  suffices ∀ {n : Nat} (x : Fin n → D),
      I.beta ^ ((I.scale : Int) * I.total x s) = rowTarget I.rowFactor I.scale x s from this x
  intro n x
  induction n with
  | zero =>
    rw [total, Int.mul_zero, rowTarget, prod_fin_zero]
    exact (Rat.zpow_natCast I.beta 0).trans (Semiring.pow_zero I.beta)
  | succ n ih =>
    rw [total, Int.mul_add, Rat.zpow_add (ne_of_pos I.beta_pos), zpow_mul_natCast I.beta_pos, ih (tail x),
      rowTarget, rowTarget, prod_fin_succ]
    rfl

/-- Queries vary by at most `2 B`. -/
theorem query_sub_le (j : Fin k) (d d' : D) : I.query j d' - I.query j d ≤ ((2 * I.bound : Nat) : Int) := by
  have := I.query_le j d; have := I.query_le j d'; omega

variable {v w : Nat}

/-- The table has ratios at most `β ^ w`, if the queries vary by at most `w`. -/
theorem rowFactor_le (hw : ∀ j d d', I.query j d' - I.query j d ≤ (w : Int)) (s : Signed k) (d d' : D) :
    I.rowFactor s d' ≤ I.beta ^ w * I.rowFactor s d := by
  have h : I.value s d' - I.value s d ≤ (w : Int) := by
    have h1 := hw s.1 d d'; have h2 := hw s.1 d' d
    unfold value; split <;> omega
  have h1 := mul_le_mul_right (zpow_le_pow I.one_le_beta h) (Std.le_of_lt (I.rowFactor_pos s d))
  unfold rowFactor at h1 ⊢
  rwa [← Rat.zpow_add (ne_of_pos I.beta_pos), Int.sub_add_cancel] at h1

/-- The table is at most `β ^ v`, if the values of the queries are. -/
theorem rowFactor_le_pow (hv : ∀ j d, -(v : Int) ≤ I.query j d ∧ I.query j d ≤ (v : Int)) (s : Signed k)
    (d : D) : I.rowFactor s d ≤ I.beta ^ v :=
  zpow_le_pow I.one_le_beta (by have := hv s.1 d; unfold value; split <;> omega)

/-- The table is at least `β ^ (-v)`, if the values of the queries are at least `-v`. -/
theorem inv_pow_le_rowFactor (hv : ∀ j d, -(v : Int) ≤ I.query j d ∧ I.query j d ≤ (v : Int)) (s : Signed k)
    (d : D) : (I.beta ^ v)⁻¹ ≤ I.rowFactor s d :=
  inv_pow_le_zpow I.one_le_beta (by have := hv s.1 d; unfold value; split <;> omega)

/-- `Θ = (ρ + 1/ρ)² / 4` of blueprint 5.2 for factors in `[1/ρ, ρ]`, `ρ = (β ^ w) ^ R`. -/
def theta (w R : Nat) : Rat := kantorovichConst ((I.beta ^ w) ^ R)⁻¹ ((I.beta ^ w) ^ R)

theorem theta_pos (w R : Nat) : 0 < I.theta w R := by
  have hp := pow_pos (pow_pos I.beta_pos w) R
  exact kantorovichConst_pos (inv_pos hp) hp

variable [Enumeration D]

/-- The law of the transcript under a row-move surrogate of `x` (blueprint §5). -/
def rowSurrogateLaw (R : Nat) (x : I.Data) (c : Fin I.scale → RowMove D) (ω : I.Transcript) : Rat :=
  I.rule.transcriptMass (rowSurrogate I.rowFactor R x c) I.rounds [] ω

/-- The law of the transcript under a signed-point surrogate of `x` (blueprint 5.5). -/
def signedSurrogateLaw (R : Nat) (x : I.Data) (c : Fin I.scale → SignedLabel D) (ω : I.Transcript) : Rat :=
  I.rule.transcriptMass (signedSurrogate I.rowFactor R x c) I.rounds [] ω

theorem isPmf_rowSurrogateLaw (R : Nat) (x : I.Data) (c : Fin I.scale → RowMove D) :
    IsPmf (I.rowSurrogateLaw R x c) :=
  I.rule.isPmf_transcriptMass (rowSurrogate_pos I.rowFactor_pos c) I.rounds []

theorem isPmf_signedSurrogateLaw (R : Nat) (x : I.Data) (c : Fin I.scale → SignedLabel D) :
    IsPmf (I.signedSurrogateLaw R x c) :=
  I.rule.isPmf_transcriptMass (signedSurrogate_pos I.rowFactor_pos c) I.rounds []

/-- The transcript law in the notation of blueprint §5. -/
theorem transcriptLaw_eq_rowTarget :
    I.transcriptLaw = fun y => I.rule.transcriptMass (rowTarget I.rowFactor I.scale y) I.rounds [] :=
  funext fun y => funext fun ω => by unfold transcriptLaw; rw [target_eq_rowTarget]

/-! ### Domination and ball maxima -/

variable [DecidableEq D] {R : Nat} {x y : I.Data} {G : I.Transcript → Rat}

section Row

variable (hw : ∀ j d d', I.query j d' - I.query j d ≤ (w : Int)) (hR : 1 ≤ R)
include hw

omit [Enumeration D] in
/-- **5.2** for the instance: the `R` labels of `y` have arithmetic mean at most `Θ` times their geometric
mean. -/
theorem mean_rowMove_le (hxy : hamming x y ≤ R) (s : Signed k) :
    listSum (fun c => rowMove I.rowFactor R c s) (rowLabels R x y) ≤
      I.theta w R * ((R : Rat) * rowRatio I.rowFactor x y s) := by
  have hlen := length_rowLabels hxy
  have := meanBound_rowMove I.rowFactor_pos (one_le_pow I.one_le_beta w) (I.rowFactor_le hw) R R
    (rowLabels R x y) hlen s _ (rowRatio_pos I.rowFactor_pos x y s)
    (by rw [hlen]; exact listProd_rowLabels I.rowFactor_pos R x y s)
  rwa [hlen] at this

include hR

/-- **5.1** for the instance: every transcript has under `y` at most `Θ ^ (m J)` times its mass under one
of the `(T² + 1) ^ m` surrogates of `x`, if `d_H(x, y) ≤ R`. -/
theorem maurey_domination (hxy : hamming x y ≤ R) (ω : I.Transcript) :
    ∃ c : Fin I.scale → RowMove D, I.transcriptLaw y ω ≤
      I.theta w R ^ (I.scale * I.rounds) * I.rowSurrogateLaw R x c ω := by
  rw [transcriptLaw_eq_rowTarget]
  exact maurey_domination_kantorovich I.rule I.rowFactor_pos (one_le_pow I.one_le_beta w) (I.rowFactor_le hw)
    hR hxy I.scale I.rounds [] ω

/-- 5.1 for the instance, with the best surrogate of every transcript. -/
theorem transcriptLaw_le_maximum (hxy : hamming x y ≤ R) (ω : I.Transcript) :
    I.transcriptLaw y ω ≤ I.theta w R ^ (I.scale * I.rounds) *
      maximum fun c : Fin I.scale → RowMove D => I.rowSurrogateLaw R x c ω := by
  obtain ⟨c, hc⟩ := I.maurey_domination hw hR hxy ω
  exact Std.le_trans hc (mul_le_mul_left (le_maximum (fun c => I.rowSurrogateLaw R x c ω) c)
    (Std.le_of_lt (pow_pos (I.theta_pos w R) _)))

/-- **6.4, near**, even exponents, for the instance. -/
theorem ball_max_pow_le (x : I.Data) (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => ballMax I.transcriptLaw x R ω * G ω) ^ (2 * c) ≤
      I.theta w R ^ (I.scale * I.rounds * (2 * c)) * ((((card D ^ 2 + 1) ^ I.scale : Nat) : Rat) *
        I.theta w (R * I.scale) ^ (I.rounds * (c * (2 * c - 1))) *
        (expect (I.transcriptLaw x) fun ω => G ω ^ 2) ^ c) := by
  rw [transcriptLaw_eq_rowTarget]
  exact ball_max_pow_le_kantorovich I.rule I.rowFactor_pos (one_le_pow I.one_le_beta w) (I.rowFactor_le hw)
    hR x I.scale I.rounds [] hG hc

/-- **6.4, near**, integer Hölder, for the instance. -/
theorem ball_max_pow_le_int (x : I.Data) (hG : ∀ ω, 0 ≤ G ω) {a : Nat} (ha : 1 ≤ a) :
    (sum fun ω => ballMax I.transcriptLaw x R ω * G ω ^ (a - 1)) ^ a ≤
      I.theta w R ^ (I.scale * I.rounds * a) * ((((card D ^ 2 + 1) ^ I.scale : Nat) : Rat) *
        I.theta w (R * I.scale) ^ (I.rounds * (a * (a - 1) / 2)) *
        (expect (I.transcriptLaw x) fun ω => G ω ^ a) ^ (a - 1)) := by
  have h1 := one_le_pow I.one_le_beta w
  rw [transcriptLaw_eq_rowTarget]
  exact Formal.ball_max_pow_le_int I.rule I.rowFactor_pos h1 (I.rowFactor_le hw) hR
    (Std.le_of_lt (I.theta_pos w R)) (meanBound_rowMove I.rowFactor_pos h1 (I.rowFactor_le hw) R R) x
    I.scale I.rounds [] hG ha

/-- **6.4, far**, for the instance. -/
theorem ball_max_le (x : I.Data) (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax I.transcriptLaw x R ω * G ω) ≤ I.theta w R ^ (I.scale * I.rounds) *
      sum fun c : Fin I.scale → RowMove D => expect (I.rowSurrogateLaw R x c) G := by
  rw [transcriptLaw_eq_rowTarget]
  exact ball_max_le_kantorovich I.rule I.rowFactor_pos (one_le_pow I.one_le_beta w) (I.rowFactor_le hw) hR x
    I.scale I.rounds [] hG

end Row

section Signed

variable (hv : ∀ j d, -(v : Int) ≤ I.query j d ∧ I.query j d ≤ (v : Int)) (hR : 1 ≤ R)
include hv

omit [Enumeration D] in
/-- **5.2** for the signed points of the instance. -/
theorem mean_signedMove_le (d₀ : D) (hxy : hamming x y ≤ R) (s : Signed k) :
    listSum (fun c => signedMove I.rowFactor R c s) (signedLabels R d₀ x y) ≤
      I.theta v (2 * R) * (((2 * R : Nat) : Rat) * rowRatio I.rowFactor x y s) := by
  have hlen := length_signedLabels d₀ hxy
  have := meanBound_signedMove (pow_pos I.beta_pos v) (I.inv_pow_le_rowFactor hv) (I.rowFactor_le_pow hv) R
    (2 * R) (signedLabels R d₀ x y) hlen s _ (rowRatio_pos I.rowFactor_pos x y s)
    (by rw [hlen]; exact listProd_signedLabels I.rowFactor_pos R d₀ x y s)
  rwa [hlen] at this

include hR

/-- **5.5** for the instance: domination by one of the `(2 T) ^ m` signed-point surrogates. -/
theorem maurey_domination_signed (hxy : hamming x y ≤ R) (ω : I.Transcript) :
    ∃ c : Fin I.scale → SignedLabel D, I.transcriptLaw y ω ≤
      I.theta v (2 * R) ^ (I.scale * I.rounds) * I.signedSurrogateLaw R x c ω := by
  obtain ⟨d₀⟩ := I.universe_nonempty
  rw [transcriptLaw_eq_rowTarget]
  exact maurey_domination_signed_kantorovich I.rule (pow_pos I.beta_pos v) (I.inv_pow_le_rowFactor hv)
    (I.rowFactor_le_pow hv) hR d₀ hxy I.scale I.rounds [] ω

/-- 5.5 for the instance, with the best surrogate of every transcript. -/
theorem transcriptLaw_le_maximum_signed (hxy : hamming x y ≤ R) (ω : I.Transcript) :
    I.transcriptLaw y ω ≤ I.theta v (2 * R) ^ (I.scale * I.rounds) *
      maximum fun c : Fin I.scale → SignedLabel D => I.signedSurrogateLaw R x c ω := by
  obtain ⟨c, hc⟩ := I.maurey_domination_signed hv hR hxy ω
  exact Std.le_trans hc (mul_le_mul_left (le_maximum (fun c => I.signedSurrogateLaw R x c ω) c)
    (Std.le_of_lt (pow_pos (I.theta_pos v (2 * R)) _)))

/-- **6.4, near**, even exponents, for the signed points of the instance. -/
theorem ball_max_pow_le_signed (x : I.Data) (hG : ∀ ω, 0 ≤ G ω) {c : Nat} (hc : 1 ≤ c) :
    (sum fun ω => ballMax I.transcriptLaw x R ω * G ω) ^ (2 * c) ≤
      I.theta v (2 * R) ^ (I.scale * I.rounds * (2 * c)) * ((((2 * card D) ^ I.scale : Nat) : Rat) *
        I.theta v (2 * R * I.scale) ^ (I.rounds * (c * (2 * c - 1))) *
        (expect (I.transcriptLaw x) fun ω => G ω ^ 2) ^ c) := by
  obtain ⟨d₀⟩ := I.universe_nonempty
  rw [transcriptLaw_eq_rowTarget]
  exact ball_max_pow_le_signed_kantorovich I.rule (pow_pos I.beta_pos v) (I.inv_pow_le_rowFactor hv)
    (I.rowFactor_le_pow hv) hR d₀ x I.scale I.rounds [] hG hc

/-- **6.4, far**, for the signed points of the instance. -/
theorem ball_max_le_signed (x : I.Data) (hG : ∀ ω, 0 ≤ G ω) :
    (sum fun ω => ballMax I.transcriptLaw x R ω * G ω) ≤ I.theta v (2 * R) ^ (I.scale * I.rounds) *
      sum fun c : Fin I.scale → SignedLabel D => expect (I.signedSurrogateLaw R x c) G := by
  obtain ⟨d₀⟩ := I.universe_nonempty
  rw [transcriptLaw_eq_rowTarget]
  exact ball_max_le_signed_kantorovich I.rule (pow_pos I.beta_pos v) (I.inv_pow_le_rowFactor hv)
    (I.rowFactor_le_pow hv) hR d₀ x I.scale I.rounds [] hG

end Signed

end ReferenceInstance

end Formal
