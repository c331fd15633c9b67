module

public import Formal.Exponential.Hoeffding
public import Formal.Selection.PathSum

/-!
# Regret of multiplicative weights

Blueprint 7.1 (paper A.2). Queries `q s : D → [-1, 1]` are indexed by selections `s : S`, and after the
history `h` of selections (oldest first) the multiplicative-weights distribution on the universe is
`μ_h(d) ∝ exp (γ Σ_{s ∈ h} q_s(d))` (paper (3)). Along every path of selections, whatever selected
them, and against every distribution `ν` on `D` (`hedge_regret`),

  `γ Σ_t (q_{s_t}(ν) - q_{s_t}(μ_{t-1})) ≤ ℓ + J γ² / 2`  if `|D| ≤ exp ℓ`.

The potential is `Φ_h = Σ_d exp (γ Σ_{s ∈ h} q_s(d))`: Hoeffding bounds its growth
(`sum_hedgeWeight_append_le`) and Jensen bounds it from below (`exp_le_sum_hedgeWeight`).
-/

@[expose] public noncomputable section

universe u v w

namespace Formal

open Lean.Grind

variable {K : Type w} [ExpField K] {D : Type u} [Enumeration D] {S : Type v}

/-- The unnormalised weight `exp (γ Σ_{s ∈ h} q_s(d))` of `d` after the history `h`. -/
def hedgeWeight (γ : K) (q : S → D → K) (h : List S) (d : D) : K := exp (γ * listSum (fun s => q s d) h)

/-- The multiplicative-weights distribution `μ_h` on the universe (paper (3)). -/
def hedge (γ : K) (q : S → D → K) (h : List S) : D → K := normalize (hedgeWeight γ q h)

variable {γ ℓ : K} {q : S → D → K} {ν : D → K}

omit [Enumeration D] in
theorem hedgeWeight_pos (γ : K) (q : S → D → K) (h : List S) (d : D) : 0 < hedgeWeight γ q h d := exp_pos _

omit [Enumeration D] in
/-- The update rule: the weight of `d` is multiplied by `exp (γ q_s(d))`. -/
theorem hedgeWeight_append (γ : K) (q : S → D → K) (h : List S) (s : S) (d : D) :
    hedgeWeight γ q (h ++ [s]) d = hedgeWeight γ q h d * exp (γ * q s d) := by
  unfold hedgeWeight
  rw [← exp_add, listSum_append]
  exact congrArg exp (by simp only [listSum]; grind)

theorem sum_hedgeWeight_pos (γ : K) (q : S → D → K) (h : List S) (d : D) : 0 < sum (hedgeWeight γ q h) :=
  sum_pos (hedgeWeight_pos γ q h) d

theorem isPmf_hedge (γ : K) (q : S → D → K) (h : List S) (d : D) : IsPmf (hedge γ q h) :=
  isPmf_normalize (fun d => Std.le_of_lt (hedgeWeight_pos γ q h d)) (sum_hedgeWeight_pos γ q h d)

/-- Before the first selection the distribution is uniform and the potential is `|D|`. -/
theorem sum_hedgeWeight_nil (γ : K) (q : S → D → K) : sum (hedgeWeight γ q []) = (card D : K) := by
  rw [sum_congr (g := fun _ => 1), sum_const]
  · grind
  · intro d
    show exp (γ * 0) = 1
    rw [show γ * 0 = 0 by grind, exp_zero]

/-- One update multiplies the potential by at most `exp (γ q_s(μ_h) + γ²/2)`: Hoeffding. -/
theorem sum_hedgeWeight_append_le (hγ : 0 ≤ γ) (hq : ∀ s d, -1 ≤ q s d ∧ q s d ≤ 1) (h : List S) (s : S)
    (d : D) : sum (hedgeWeight γ q (h ++ [s]))
      ≤ sum (hedgeWeight γ q h) * exp (γ * expect (hedge γ q h) (q s) + γ ^ 2 / 2) := by
  have hW := sum_hedgeWeight_pos γ q h d
  have h1 := expect_exp_le (isPmf_hedge γ q h d) (Z := fun d => γ * q s d) (h := γ) fun d => by
    have h1 := mul_le_mul_left (hq s d).1 hγ
    have h2 := mul_le_mul_left (hq s d).2 hγ
    grind
  have h2 : sum (hedgeWeight γ q (h ++ [s]))
      = sum (hedgeWeight γ q h) * expect (hedge γ q h) fun d => exp (γ * q s d) := by
    unfold hedge
    rw [expect_normalize, sum_congr (hedgeWeight_append γ q h s)]
    show expect (hedgeWeight γ q h) _ = _
    have := div_mul_cancel (a := expect (hedgeWeight γ q h) fun d => exp (γ * q s d)) (ne_of_pos hW)
    grind
  rw [expect_mul_left] at h1
  rw [h2]
  exact mul_le_mul_left h1 (Std.le_of_lt hW)

/-- The growth of the potential along a path. -/
theorem sum_hedgeWeight_path_le (hγ : 0 ≤ γ) (hq : ∀ s d, -1 ≤ q s d ∧ q s d ≤ 1) (d : D) :
    ∀ (J : Nat) (h : List S) (ω : Fin J → S), sum (hedgeWeight γ q (h ++ (finList J).map ω))
      ≤ sum (hedgeWeight γ q h)
        * exp (γ * pathSum (fun h s => expect (hedge γ q h) (q s)) J h ω + (J : K) * (γ ^ 2 / 2))
  | 0, h, ω => by
    have e : γ * pathSum (fun h s => expect (hedge γ q h) (q s)) 0 h ω + ((0 : Nat) : K) * (γ ^ 2 / 2)
        = 0 := by rw [pathSum]; grind
    rw [e, exp_zero, finList, List.map_nil, List.append_nil]; grind
  | J + 1, h, ω => by
    have ih := sum_hedgeWeight_path_le hγ hq d J (h ++ [ω 0]) (tail ω)
    have h1 := sum_hedgeWeight_append_le hγ hq h (ω 0) d
    have e : h ++ (finList (J + 1)).map ω = h ++ [ω 0] ++ (finList J).map (tail ω) := by
      rw [finList, List.map_cons, List.map_map, List.append_assoc]; rfl
    rw [e, pathSum]
    refine Std.le_trans ih (Std.le_trans (mul_le_mul_right h1 (exp_nonneg _)) ?_)
    rw [Semiring.mul_assoc, ← exp_add]
    refine mul_le_mul_left (exp_le_exp ?_) (Std.le_of_lt (sum_hedgeWeight_pos γ q h d))
    grind

/-- The potential is at least its exponent averaged over any distribution: Jensen. -/
theorem exp_le_sum_hedgeWeight (hν : IsPmf ν) (h : List S) :
    exp (γ * listSum (fun s => expect ν (q s)) h) ≤ sum (hedgeWeight γ q h) := by
  have h1 := exp_mean_le (Z := fun d => γ * listSum (fun s => q s d) h) hν.nonneg hν.sum_eq_one
  have h2 : (sum fun d => ν d * (γ * listSum (fun s => q s d) h))
      = γ * listSum (fun s => expect ν (q s)) h := by
    show expect ν _ = _
    rw [expect_mul_left]
    refine congrArg _ ?_
    unfold expect
    rw [sum_congr (g := fun d => listSum (fun s => ν d * q s d) h) fun d => (listSum_mul_left _ _ _).symm]
    exact listSum_comm (fun d s => ν d * q s d) h elems
  rw [h2] at h1
  refine Std.le_trans h1 (sum_le_sum fun d => ?_)
  have h3 : ν d ≤ 1 := hν.sum_eq_one ▸ le_sum hν.nonneg d
  have h4 := mul_le_mul_right h3 (exp_nonneg (γ * listSum (fun s => q s d) h))
  unfold hedgeWeight; grind

/-- **7.1 (regret of Hedge).** Along every path of `J` selections and for every distribution `ν`:
`γ Σ_t (q_{s_t}(ν) - q_{s_t}(μ_{t-1})) ≤ ℓ + J γ² / 2`, for any `ℓ` with `|D| ≤ exp ℓ`. -/
theorem hedge_regret (hγ : 0 ≤ γ) (hq : ∀ s d, -1 ≤ q s d ∧ q s d ≤ 1) (hℓ : (card D : K) ≤ exp ℓ)
    (hν : IsPmf ν) (J : Nat) (ω : Fin J → S) :
    γ * pathSum (fun h s => expect ν (q s) - expect (hedge γ q h) (q s)) J [] ω
      ≤ ℓ + (J : K) * γ ^ 2 / 2 := by
  obtain ⟨d⟩ : Nonempty D := by
    refine Classical.byContradiction fun hn => ?_
    have h0 : sum ν = sum fun _ : D => (0 : K) := sum_congr fun d => absurd ⟨d⟩ hn
    rw [hν.sum_eq_one, sum_zero] at h0
    grind [zero_lt_one (K := K)]
  have h1 := exp_le_sum_hedgeWeight (γ := γ) (q := q) hν ((finList J).map ω)
  have h2 := sum_hedgeWeight_path_le hγ hq d J [] ω
  rw [List.nil_append, sum_hedgeWeight_nil] at h2
  have h3 := le_of_exp_le_exp <| Std.le_trans h1 <| Std.le_trans h2 <|
    Std.le_trans (mul_le_mul_right hℓ (exp_nonneg _)) (by rw [← exp_add]; exact Std.le_refl _)
  rw [pathSum_sub, pathSum_apply (fun s => expect ν (q s)), show (sum fun t => expect ν (q (ω t)))
      = listSum (fun s => expect ν (q s)) ((finList J).map ω) from
      (listSum_map (fun s => expect ν (q s)) ω (finList J)).symm]
  grind

end Formal
