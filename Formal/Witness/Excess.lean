module

public import Formal.Relaxed.Excess
public import Formal.Selection.Excess
public import Formal.Witness.Accuracy
public import Formal.Witness.Maurey

/-!
# Instances of the excess mass theorems

Blueprint 8.4. At `Rat`: the scalar inequality, two laws against a third, and the envelope of a selection law of
three rounds on datasets of two rows, with two annuli of different code length and moment order (`grow`, `table` of
`Formal.Witness.Maurey`). Over any field with an exponential: private multiplicative weights on two rows (`pair`),
where the bound `δ` is at most `1/1000`, so that the privacy factor is within `1/1000` of `e^λ`. A missing annulus
and a moment order of zero are refuted.
-/

@[expose] public noncomputable section

universe w

namespace Formal.Witness.Excess

open Formal.Witness.Maurey (grow table table_lo table_hi table_ratio table_pos x)

/-! ### The scalar inequality and one family -/

/-- `(z - 1)₊ ≤ b_a z ^ a` with equality at `z = a / (a - 1)`: `a = 3`, `z = 3/2`. -/
theorem scalar_equality : posPart ((3 / 2 : Rat) - 1) = excessConst Rat 3 * (3 / 2) ^ 3 := by decide +kernel

theorem scalar_instance : posPart ((5 / 2 : Rat) - 1) ≤ excessConst Rat 3 * (5 / 2) ^ 3 :=
  posPart_sub_one_le (by decide) (by decide +kernel)

/-- The order must be at least one: for `a = 0` the bound fails. -/
theorem scalar_order_zero : ¬ posPart ((5 / 2 : Rat) - 1) ≤ excessConst Rat 0 * (5 / 2) ^ 0 := by decide +kernel

/-- A fair coin and two biased ones. -/
def fair (_ : Bool) : Rat := 1 / 2
def biased (v b : Bool) : Rat := if v = b then 3 / 4 else 1 / 4

theorem isPmf_fair : IsPmf fair := ⟨fun _ => by unfold fair; decide +kernel, by decide +kernel⟩

theorem maximum_instance :
    (sum fun ω => posPart (1 * (maximum fun v => biased v ω) - fair ω)) ≤
      excessConst Rat 2 * 1 ^ 2 * sum fun v => ratioMoment 2 (biased v) fair :=
  sum_posPart_maximum_le (fun _ => by unfold fair; decide +kernel)
    (fun v ω => by cases v <;> cases ω <;> decide +kernel) (by decide +kernel) (by decide)

/-- The two sides of `maximum_instance`. -/
theorem maximum_values : (sum fun ω => posPart (1 * (maximum fun v => biased v ω) - fair ω)) = 1 / 2 ∧
    (excessConst Rat 2 * 1 ^ 2 * sum fun v => ratioMoment 2 (biased v) fair) = 5 / 8 := by decide +kernel

/-- Utility: the maximum of the biased coins has mass `3/2`. -/
theorem utility_instance : expect (normalize fun ω => maximum fun v => biased v ω) (fun b => if b then 1 else 0) ≤
    expect fair (fun b => if b then 1 else 0) + 1 * (1 / 2) :=
  expect_normalize_le_add isPmf_fair (fun ω => by cases ω <;> decide +kernel) (by decide +kernel)
    (fun b => by cases b <;> decide +kernel) (fun b => by cases b <;> decide +kernel) (by decide +kernel)

/-! ### A selection law at `Rat`: two rows, three rounds -/

/-- Distance one, with codes of one label and moments of order three. -/
def inside : Annulus := ⟨0, 1, 1, 3, by decide, by decide, by decide⟩

/-- Distance two, with codes of two labels and moments of order one. -/
def outside : Annulus := ⟨1, 2, 2, 1, by decide, by decide, by decide⟩

theorem covers : Covers [outside, inside] 2 :=
  ((covers_zero []).cons inside (by decide)).cons outside (by decide)

/-- The outer annulus alone does not cover. -/
theorem not_covers : ¬ Covers [outside] 2 := fun h => by
  obtain ⟨A, hA, h1, _⟩ := h 1 (by decide) (by decide)
  rw [List.mem_singleton.mp hA] at h1
  exact absurd h1 (by decide)

theorem length_dvd : ∀ A ∈ [outside, inside], A.length ∣ 2 := by decide

/-- 8.4 for the `2 |D| = 4` signed points. -/
theorem signed_instance :
    normalizer (1 / 1000) (fun y : Fin 2 → Bool => grow.transcriptMass (rowTarget table 2 y) 3 []) x ≤
    1 + listSum (selectionExcess (1 / 1000 : Rat) (3 / 2) (2 * card Bool) 2 2 3) [outside, inside] :=
  normalizer_le_selectionExcess_signed grow (by decide +kernel) (by decide +kernel) covers length_dvd
    (by decide +kernel) table_lo table_hi true 3 [] x

/-- 8.4 for the `|D|² + 1 = 5` row moves. -/
theorem rows_instance :
    normalizer (1 / 1000) (fun y : Fin 2 → Bool => grow.transcriptMass (rowTarget table 2 y) 3 []) x ≤
    1 + listSum (selectionExcess (1 / 1000 : Rat) (3 / 2) (card Bool ^ 2 + 1) 1 2 3) [outside, inside] :=
  normalizer_le_selectionExcess_rows grow (by decide +kernel) (by decide +kernel) covers length_dvd table_pos
    (by decide +kernel) table_ratio 3 [] x

/-- The bound for the row moves is below `1/20`. -/
theorem rows_value : listSum (selectionExcess (1 / 1000 : Rat) (3 / 2) (card Bool ^ 2 + 1) 1 2 3) [outside, inside] ≤
    1 / 20 := by decide +kernel

/-- Privacy with the factor `r⁻¹ (1 + δ)`. -/
theorem pureDP_instance : PureDP ((1 / 1000 : Rat)⁻¹ *
      (1 + listSum (selectionExcess (1 / 1000 : Rat) (3 / 2) (2 * card Bool) 2 2 3) [outside, inside]))
    (envelopeMechanism (1 / 1000) fun y : Fin 2 → Bool => grow.transcriptMass (rowTarget table 2 y) 3 []) :=
  mechanism_pureDP_selectionExcess grow (by decide +kernel) (by decide +kernel) covers length_dvd (by decide +kernel)
    (by decide +kernel) table_lo table_hi true 3 []

/-! ### Private multiplicative weights: two rows, 16 rounds, `η = 1/4`, `κ = 1/2`; `λ = 5` -/

section Exponential

variable {K : Type w} [ExpField K]

/-- One query, the sign of a coin, 16 rounds, `η = 1/4` and `γ = 1`. -/
def pair : PMW K Bool Unit where
  query _ d := if d then 1 else -1
  rounds := 16
  eta := 1 / 4
  gamma := 1
  perturbation _ _ := 0
  slack := 0
  query_le _ d := by have := zero_lt_one (K := K); cases d <;> constructor <;> grind
  rounds_pos := by decide
  eta_pos := by have := zero_lt_one (K := K); grind
  gamma_pos := zero_lt_one
  perturbation_le _ _ := by grind
  query_nonempty := ⟨()⟩
  universe_nonempty := ⟨true⟩

/-- The two annuli, with codes of one label and moments of order four and two. -/
def near : Annulus := ⟨0, 1, 1, 4, by decide, by decide, by decide⟩
def far : Annulus := ⟨1, 2, 1, 2, by decide, by decide, by decide⟩

theorem covers_pair : Covers [far, near] 2 := ((covers_zero []).cons near (by decide)).cons far (by decide)

theorem pair_momentScale : (pair (K := K)).momentScale 2 = 1 / 2 := by
  show 2 * ((16 : Nat) : K) * (1 / 4) ^ 2 / ((2 : Nat) : K) ^ 2 = 1 / 2
  grind

theorem exp_neg_twelve_le : exp (-12 : K) ≤ 1 / 4096 := by
  have h1 := pow_le_pow_left (show (0 : K) ≤ 2 by grind [zero_lt_one (K := K)]) (two_le_exp_one (K := K)) 12
  rw [← exp_nsmul, show ((12 : Nat) : K) * 1 = 12 by grind] at h1
  have h2 := exp_mul_exp_neg (12 : K)
  have h3 := mul_le_mul_right h1 (exp_nonneg (-12 : K))
  grind

/-- Both annuli have the exponent `-12`, with the constants `b_4 · 4 = 27/64` and `b_2 · 4 = 1`. -/
theorem pair_excess_le : excessMass 5 (1 / 2) (2 * card Bool) [far, near] ≤ (1 / 1000 : K) := by
  have h12 := exp_neg_twelve_le (K := K)
  have e1 : annulusExcess 5 (1 / 2) (2 * card Bool) near = (27 / 64 * exp (-12) : K) := by
    show ((3 : Nat) : K) ^ 3 / ((4 : Nat) : K) ^ 4 * ((4 : Nat) : K) ^ 1 * exp (-(((4 : Nat) : K) *
      (5 * (((0 : Nat) : K) + 1))) + ((4 : Nat) : K) * (1 / 2 * ((1 : Nat) : K) ^ 2 / ((1 : Nat) : K)) +
      ((4 : Nat) : K) * (((4 : Nat) : K) - 1) * (1 / 2 * ((1 : Nat) : K) ^ 2)) = _
    rw [show (-(((4 : Nat) : K) * (5 * (((0 : Nat) : K) + 1))) + ((4 : Nat) : K) * (1 / 2 * ((1 : Nat) : K) ^ 2 /
      ((1 : Nat) : K)) + ((4 : Nat) : K) * (((4 : Nat) : K) - 1) * (1 / 2 * ((1 : Nat) : K) ^ 2)) = -12 by grind]
    grind
  have e2 : annulusExcess 5 (1 / 2) (2 * card Bool) far = (exp (-12) : K) := by
    show ((1 : Nat) : K) ^ 1 / ((2 : Nat) : K) ^ 2 * ((4 : Nat) : K) ^ 1 * exp (-(((2 : Nat) : K) *
      (5 * (((1 : Nat) : K) + 1))) + ((2 : Nat) : K) * (1 / 2 * ((2 : Nat) : K) ^ 2 / ((1 : Nat) : K)) +
      ((2 : Nat) : K) * (((2 : Nat) : K) - 1) * (1 / 2 * ((2 : Nat) : K) ^ 2)) = _
    rw [show (-(((2 : Nat) : K) * (5 * (((1 : Nat) : K) + 1))) + ((2 : Nat) : K) * (1 / 2 * ((2 : Nat) : K) ^ 2 /
      ((1 : Nat) : K)) + ((2 : Nat) : K) * (((2 : Nat) : K) - 1) * (1 / 2 * ((2 : Nat) : K) ^ 2)) = -12 by grind]
    grind
  show annulusExcess 5 (1 / 2) (2 * card Bool) far + (annulusExcess 5 (1 / 2) (2 * card Bool) near + 0) ≤ _
  rw [e1, e2]
  grind

/-- 8.4 for the envelope: the normaliser is at most `1 + 1/1000`. -/
theorem pair_normalizer_le (x : Fin 2 → Bool) :
    normalizer (exp (-(5 : K))) (fun y : Fin 2 → Bool => (pair (K := K)).baseLaw y) x ≤ 1 + 1 / 1000 := by
  have h := (pair (K := K)).normalizer_le_excess (lam := 5) (by decide) (by grind [zero_lt_one (K := K)]) covers_pair x
  rw [pair_momentScale] at h
  have := pair_excess_le (K := K)
  grind

/-- 8.4 with the `|D|² + 1` row moves. -/
theorem pair_normalizer_le_pairs (x : Fin 2 → Bool) :
    normalizer (exp (-(5 : K))) (fun y : Fin 2 → Bool => (pair (K := K)).baseLaw y) x ≤
      1 + excessMass 5 ((pair (K := K)).momentScale 2) (card Bool ^ 2 + 1) [far, near] :=
  (pair (K := K)).normalizer_le_excess_pairs (by decide) (by grind [zero_lt_one (K := K)]) covers_pair x

/-- 8.4, privacy: within `1/1000` of the factor `e⁵`; twice the discount would be `e¹⁰`. -/
theorem pair_pureDP : PureDP (exp (5 : K) * (1 + 1 / 1000)) ((pair (K := K)).mechanism 2 (exp (-5))) := by
  have h := (pair (K := K)).mechanism_pureDP_excess (n := 2) (lam := 5) (by decide)
    (by grind [zero_lt_one (K := K)]) covers_pair
  rw [pair_momentScale] at h
  have h1 := pair_excess_le (K := K)
  have h2 := excessMass_nonneg (5 : K) (1 / 2) (2 * card Bool) [far, near]
  have h3 := exp_nonneg (5 : K)
  exact h.mono (mul_nonneg h3 (by grind [zero_lt_one (K := K)])) (mul_le_mul_left (by grind) h3)
    fun x => ((pair (K := K)).isPmf_mechanism 2 _ x).nonneg

/-- 8.4, utility, with `ℓ' = 1` and `β = 7 L / (2 η)`, `L = 2`. -/
theorem pair_error_le (x : Fin 2 → Bool) :
    expect ((pair (K := K)).mechanism 2 (exp (-5)) x) ((pair (K := K)).error x) ≤
      (pair (K := K)).accuracy 1 (7 / 2 * ((card (Unit × Bool) : K) / (pair (K := K)).eta)) +
        2 * excessMass 5 ((pair (K := K)).momentScale 2) (2 * card Bool) [far, near] :=
  (pair (K := K)).mechanism_error_le_excess (by decide) (by grind [zero_lt_one (K := K)]) covers_pair
    (by rw [show (card Bool : K) = 2 by show ((2 : Nat) : K) = 2; grind]; exact two_le_exp_one)
    (gapBound_card_nonneg pair) (gapBound_card pair) x

end Exponential

end Formal.Witness.Excess
