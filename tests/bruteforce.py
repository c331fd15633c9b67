"""Brute force over D^n, straight from blueprint 0-3, with sympy rationals.  Imports nothing from pyref.

A problem is a plain dictionary: T, n, B, queries (list of T integers each), x (list of n label numbers), and
the parameters r, beta, g0 (sympy Rational), m, J.  Every database, transcript and maximum is enumerated.
"""

from itertools import product

from sympy import Integer, Rational, floor


def signed(problem):
    return [[sigma * v for v in q] for q in problem["queries"] for sigma in (1, -1)]


def transcripts(problem):
    return list(product(range(2 * len(problem["queries"])), repeat=problem["J"]))


def databases(problem):
    return list(product(range(problem["T"]), repeat=problem["n"]))


def hamming(x, y):
    return sum(a != b for a, b in zip(x, y, strict=True))


def mu(problem, history):
    s = signed(problem)
    weights = [problem["g0"] ** sum(s[t][d] for t in history) for d in range(problem["T"])]
    total = sum(weights)
    return [w / total for w in weights]


def pi(problem, y, history):
    s, m = signed(problem), problem["m"]
    distribution = mu(problem, history)
    masses = []
    for values in s:
        score = problem["n"] * m * sum(v * p for v, p in zip(values, distribution, strict=True))
        w = problem["beta"] ** (-floor(score + Rational(1, 2)))
        g = problem["beta"] ** (m * sum(values[row] for row in y))
        masses.append(w * g)
    total = sum(masses)
    return [mass / total for mass in masses]


def law(problem, y):
    """{transcript: p_y(transcript)}."""
    cache = {}
    result = {}
    for omega in transcripts(problem):
        p = Integer(1)
        for t, s in enumerate(omega):
            history = omega[:t]
            if history not in cache:
                cache[history] = pi(problem, y, history)
            p *= cache[history][s]
        result[omega] = p
    return result


def answers(problem, omega):
    distributions = [mu(problem, omega[:t]) for t in range(problem["J"])]
    average = [sum(column) / problem["J"] for column in zip(*distributions, strict=True)]
    return [sum(v * p for v, p in zip(q, average, strict=True)) / problem["B"] for q in problem["queries"]]


def truth(problem, x):
    return [Rational(sum(q[row] for row in x), problem["n"] * problem["B"]) for q in problem["queries"]]


def error(problem, x, omega):
    return max(abs(t - a) for t, a in zip(truth(problem, x), answers(problem, omega), strict=True))


def all_laws(problem):
    return {y: law(problem, y) for y in databases(problem)}


def envelope(problem, laws, x):
    """{transcript: M_x(transcript)}."""
    return {
        omega: max(problem["r"] ** hamming(x, y) * laws[y][omega] for y in laws)
        for omega in transcripts(problem)
    }


def released(problem, laws, x):
    m = envelope(problem, laws, x)
    z = sum(m.values())
    return {omega: mass / z for omega, mass in m.items()}


def largest_ratio(problem, laws, distance):
    """max over d_H(x, x') = distance and omega of released_x / released_x'."""
    tables = {x: released(problem, laws, x) for x in laws}
    return max(
        tables[x][omega] / tables[y][omega]
        for x in laws
        for y in laws
        if hamming(x, y) == distance
        for omega in tables[x]
    )
