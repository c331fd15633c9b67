module

public import Formal.Utility.Accuracy

/-!
# An instance of the accuracy theorems

The hypotheses of blueprint 7.3 and 7.4 hold for every instance of private multiplicative weights:
`ℓ = |D|`, `L = 2 |Q|` and `β = 7 L / (2 η)` satisfy them (`expected_error_le_card`,
`expected_error_surrogate_le_card`), over any field with an exponential. `coin` is a concrete instance
with rounded weights, and `coin_expected_error_le` the bound for it, with numbers.
-/

@[expose] public noncomputable section

universe u v w

namespace Formal.Witness

variable {K : Type w} [ExpField K]

theorem card_le_exp_card (α : Type u) [Enumeration α] : (card α : K) ≤ exp (card α : K) := by
  have h1 := one_add_le_exp (card α : K)
  have h2 := zero_lt_one (K := K)
  grind

section General

variable {D : Type u} [Enumeration D] {Q : Type v} [Enumeration Q] (P : PMW K D Q) {n : Nat}

omit [Enumeration D] in
theorem gapBound_card : P.GapBound (7 / 2 * ((card (Q × Bool) : K) / P.eta)) := by
  have ⟨q⟩ := P.query_nonempty
  refine PMW.gapBound_seven_halves (card_le_exp_card (Q × Bool)) ?_
  have := natCast_le (K := K) (card_pos (q, true)); grind

omit [Enumeration D] in
theorem gapBound_card_nonneg : 0 ≤ 7 / 2 * ((card (Q × Bool) : K) / P.eta) := by
  have := div_nonneg (natCast_nonneg (card (Q × Bool))) (Std.le_of_lt P.eta_pos); grind

/-- 7.3 with all hypotheses discharged. -/
theorem expected_error_le_card (hn : 0 < n) (x : Fin n → D) : expect (P.baseLaw x) (P.error x)
    ≤ P.accuracy (card D : K) (7 / 2 * ((card (Q × Bool) : K) / P.eta)) :=
  P.expected_error_le_of_gapBound x hn (card_le_exp_card D) (gapBound_card_nonneg P) (gapBound_card P)

/-- 7.4 with all hypotheses discharged: the surrogate is the answer vector of another dataset. -/
theorem expected_error_surrogate_le_card [DecidableEq D] (hn : 0 < n) (x y : Fin n → D) :
    expect (P.baseLaw y) (P.error x)
      ≤ P.accuracy (card D : K) (7 / 2 * ((card (Q × Bool) : K) / P.eta))
        + 4 * (hamming y x : K) / (n : K) :=
  P.query_nonempty.elim fun q =>
    P.expected_error_surrogate_le_of_gapBound hn (card_le_exp_card D) (gapBound_card_nonneg P)
      (gapBound_card P) (absVal_le_of_dStar_le hn (dStar_le_hamming q hn P.query_le y x))

end General

/-- One query, the sign of a coin, `J = 100` rounds, `η = 50`, `γ = 1/5`, and weights rounded by `1/2`. -/
def coin : PMW K Bool Unit where
  query _ d := if d then 1 else -1
  rounds := 100
  eta := 50
  gamma := 1 / 5
  perturbation _ s := if s.2 then 1 / 2 else -(1 / 2)
  slack := 1 / 2
  query_le _ d := by have := zero_lt_one (K := K); cases d <;> constructor <;> grind
  rounds_pos := by decide
  eta_pos := by have := zero_lt_one (K := K); grind
  gamma_pos := by have := zero_lt_one (K := K); grind
  perturbation_le _ s := by have := zero_lt_one (K := K); cases s.2 <;> constructor <;> grind
  query_nonempty := ⟨()⟩
  universe_nonempty := ⟨true⟩

/-- For the coin `ℓ = 1`, `L = 1` and `β = 7/100` satisfy the hypotheses of 7.3: the expected error on any
dataset is at most `1/20 + 1/10 + 7/100 + 1/50 = 6/25`. -/
theorem coin_expected_error_le {n : Nat} (hn : 0 < n) (x : Fin n → Bool) :
    expect ((coin (K := K)).baseLaw x) ((coin (K := K)).error x) ≤ 6 / 25 := by
  have h2 := two_le_exp_one (K := K)
  have hD : (card Bool : K) = 2 := by show ((2 : Nat) : K) = 2; grind
  have hQ : (card (Unit × Bool) : K) = 2 := by show ((2 : Nat) : K) = 2; grind
  have h := (coin (K := K)).expected_error_le_of_one_le x hn (ℓ := 1) (L := 1) (β := 7 / 100)
    (by rw [hD]; exact h2) (by rw [hQ]; exact h2) (by grind) (by grind [zero_lt_one (K := K)])
    (by show (2 / (50 : K)) ^ 2 * (1 ^ 2 + 2 * 1) ≤ (7 / 100) ^ 2; grind)
  refine Std.le_trans h ?_
  show 1 / (1 / 5 * ((100 : Nat) : K)) + 1 / 5 / 2 + 7 / 100 + 2 * (1 / 2) / 50 ≤ (6 / 25 : K)
  grind

end Formal.Witness
