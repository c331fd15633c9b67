"""Problem instances: universe, integer-valued queries, rows and parameters (blueprint 0 and 3).

JSON schema: docs/instance-format.md.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from . import work
from .errors import InputError
from .exact import NumberLiteral, show
from .histograms import Histogram, histogram_of
from .notebook import Interactive
from .parameters import ParameterRequest, Parameters, parse_natural, resolve


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A query q : D -> {-B..B}; ``values[d]`` is in integer units and means values[d] / B."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Instance(Interactive):
    """A validated instance.

    ``universe`` T label names; ``queries`` k queries with values in -``bound``..``bound``; ``rows`` n indices
    into the universe; ``notes`` remarks for the reader that do not affect the mechanism.  Raises InputError
    when inconsistent.
    """

    universe: tuple[str, ...]
    queries: tuple[Query, ...]
    bound: int
    rows: tuple[int, ...]
    parameters: Parameters
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        check_universe(self.universe)
        check_queries(self.queries, universe=self.universe, bound=self.bound)
        if not self.rows:
            raise InputError("the data has no rows; at least one row is needed.")
        for i, row in enumerate(self.rows):
            if isinstance(row, bool) or not isinstance(row, int) or not 0 <= row < len(self.universe):
                raise InputError(
                    f"rows[{i}] is {row!r}; it must be an index into the {len(self.universe)} labels."
                )

    def __repr__(self) -> str:
        p = self.parameters
        return f"Instance(T={self.T}, n={self.n}, k={self.k}, r={p.r}, J={p.J})"

    @property
    def T(self) -> int:
        """Number of labels |D|."""
        return len(self.universe)

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def k(self) -> int:
        """Number of queries |Q|."""
        return len(self.queries)

    @cached_property
    def histogram(self) -> Histogram:
        """Counts of each label."""
        return histogram_of(self.rows, self.T)

    @cached_property
    def signed_values(self) -> tuple[tuple[int, ...], ...]:
        """The 2k signed queries s = sigma q in the order (q0,+),(q0,-),(q1,+),...; entry [s][d] in integer
        units.
        """
        return tuple(tuple(sign * v for v in q.values) for q in self.queries for sign in (1, -1))

    def signed_name(self, s: int) -> str:
        """``+name`` or ``-name`` of signed query ``s``."""
        return ("+", "-")[s % 2] + self.queries[s // 2].name

    def estimate(self, task: work.Task) -> work.WorkEstimate:
        """Size of ``task`` on this instance."""
        p = self.parameters
        return work.estimate(
            task=task,
            labels=self.T,
            rows=self.n,
            queries=self.k,
            bound=self.bound,
            J=p.J,
            m=p.m,
            beta=p.beta,
            directions=len({tuple(v - values[0] for v in values) for values in self.signed_values}),
        )


def check_universe(universe: Sequence[str]) -> None:
    """Raise InputError unless the labels are nonempty and distinct."""
    if not universe:
        raise InputError("the universe is empty; list at least one label.")
    _check_distinct(universe, what="universe label")


def _check_distinct(names: Sequence[str], *, what: str) -> None:
    seen: dict[str, int] = {}
    for i, name in enumerate(names):
        if any("\ud800" <= character <= "\udfff" for character in name):
            raise InputError(f"{what} {name!a} is not valid Unicode text; rename it.")
        if name in seen:
            raise InputError(
                f"{what} {name!r} appears twice (positions {seen[name]} and {i}); names must be distinct."
            )
        seen[name] = i


def check_queries(queries: Sequence[Query], *, universe: Sequence[str], bound: int) -> None:
    """Raise InputError unless there is a query and every value is an integer in -bound..bound."""
    if isinstance(bound, bool) or not isinstance(bound, int) or bound < 1:
        raise InputError(f"bound is {bound!r}; it must be an integer of at least 1.")
    if not queries:
        raise InputError("there are no queries; give at least one.")
    _check_distinct([q.name for q in queries], what="query name")
    for q in queries:
        if len(q.values) != len(universe):
            raise InputError(
                f"query {q.name!r} has {len(q.values)} values for {len(universe)} labels; "
                f"give one value per label."
            )
        for label, value in zip(universe, q.values, strict=True):
            if isinstance(value, bool) or not isinstance(value, int):
                raise InputError(
                    f"query {q.name!r} has the value {show(value)} at label {label!r}; "
                    f"values must be integers (scale the query and raise the bound)."
                )
            if abs(value) > bound:
                raise InputError(
                    f"query {q.name!r} has the value {show(value)} at label {label!r}, "
                    f"outside -{bound}..{bound}; raise the bound or change the value."
                )


_KEYS = ("universe", "queries", "bound", "rows", "parameters")
_PARAMETER_KEYS = ("epsilon", "r", "beta", "g0", "m", "J")


def instance_from_mapping(
    document: object,
    *,
    overrides: ParameterRequest | None = None,
    max_work: int = work.DEFAULT_LIMIT,
) -> Instance:
    """Build an instance from a decoded JSON document (floats must have been kept as text, see
    ``load_instance``).

    ``overrides`` replaces parameters of the document; ``max_work`` limits the default J.  Raises InputError.
    """
    top = _object(document, what="the instance", keys=_KEYS)
    for key in ("universe", "queries", "bound", "rows"):
        if key not in top:
            raise InputError(f'the instance has no "{key}"; see docs/instance-format.md.')
    universe = tuple(_strings(top["universe"], what="universe"))
    check_universe(universe)
    bound = parse_natural(top["bound"], what="bound")
    queries = tuple(_query(entry, i) for i, entry in enumerate(_list(top["queries"], what="queries")))
    check_queries(queries, universe=universe, bound=bound)
    position = {label: i for i, label in enumerate(universe)}
    rows = []
    for i, label in enumerate(_strings(top["rows"], what="rows")):
        if label not in position:
            raise InputError(
                f"rows[{i}] is {label!r}, which is not a label of the universe; add it or fix the row."
            )
        rows.append(position[label])
    if not rows:
        raise InputError("the data has no rows; at least one row is needed.")
    given = _object(top.get("parameters", {}), what='"parameters"', keys=_PARAMETER_KEYS)
    request = ParameterRequest(**{key: given.get(key) for key in _PARAMETER_KEYS})
    if overrides is not None:
        request = request.override(overrides)
    parameters = resolve(
        request, labels=len(universe), rows=len(rows), queries=len(queries), bound=bound, max_work=max_work
    )
    return Instance(universe=universe, queries=queries, bound=bound, rows=tuple(rows), parameters=parameters)


def _object(value: object, *, what: str, keys: Sequence[str]) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise InputError(f"{what} is not a JSON object; see docs/instance-format.md.")
    for key in value:
        if key not in keys:
            raise InputError(f'{what} has the unknown key "{key}"; the known keys are {", ".join(keys)}.')
    return cast(Mapping[str, Any], value)


def _list(value: object, *, what: str) -> list[object]:
    if not isinstance(value, list):
        raise InputError(f"{what} is not a JSON list; see docs/instance-format.md.")
    return value


def _strings(value: object, *, what: str) -> list[str]:
    entries = _list(value, what=what)
    for i, entry in enumerate(entries):
        if not isinstance(entry, str) or isinstance(entry, NumberLiteral):
            raise InputError(f"{what}[{i}] is {show(entry)}, not a string; put labels in quotation marks.")
    return cast(list[str], entries)


def _query(value: object, i: int) -> Query:
    entry = _object(value, what=f"queries[{i}]", keys=("name", "values"))
    for key in ("name", "values"):
        if key not in entry:
            raise InputError(f'queries[{i}] has no "{key}".')
    name = entry["name"]
    if not isinstance(name, str) or isinstance(name, NumberLiteral):
        raise InputError(f"queries[{i}] has the name {show(name)}, not a string; put it in quotation marks.")
    return Query(
        name=name, values=tuple(cast(list[int], _list(entry["values"], what=f"values of query {name!r}")))
    )


def _no_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise InputError(f'the key "{key}" appears twice in one JSON object; keep one.')
        result[key] = value
    return result


def _no_constant(text: str) -> object:
    raise InputError(f"the number {text} is not allowed; write a finite decimal.")


def _integer(text: str) -> int | NumberLiteral:
    # Python refuses to convert very long digit strings; keep the text and let validation name the place.
    return int(text) if len(text) <= 1000 else NumberLiteral(text)


def read_text(path: str | Path) -> str:
    """The UTF-8 text of a file; InputError naming the file if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot read {path}: {reason}.") from None


def load_instance(
    path: str | Path, *, overrides: ParameterRequest | None = None, max_work: int = work.DEFAULT_LIMIT
) -> Instance:
    """Read a JSON instance; decimals are kept exact (0.1 is 1/10).  Raises InputError naming the file and
    place.
    """
    text = read_text(path)
    try:
        document = json.loads(
            text,
            parse_float=NumberLiteral,
            parse_int=_integer,
            parse_constant=_no_constant,
            object_pairs_hook=_no_duplicates,
        )
        return instance_from_mapping(document, overrides=overrides, max_work=max_work)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{path} is not JSON: {error.msg} at line {error.lineno}, column {error.colno} "
            f"(a CSV file needs --columns)."
        ) from None
    except RecursionError:
        raise InputError(
            f"{path} is nested too deeply to be an instance; see docs/instance-format.md."
        ) from None
    except InputError as error:
        raise type(error)(f"{path}: {error}") from None


def instance_to_mapping(instance: Instance) -> dict[str, Any]:
    """The JSON document of an instance; loading it gives an equal instance."""
    p = instance.parameters
    return {
        "universe": list(instance.universe),
        "queries": [{"name": q.name, "values": list(q.values)} for q in instance.queries],
        "bound": instance.bound,
        "rows": [instance.universe[row] for row in instance.rows],
        "parameters": {"r": _text(p.r), "beta": _text(p.beta), "g0": _text(p.g0), "m": p.m, "J": p.J},
    }


def _text(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def save_instance(instance: Instance, path: str | Path) -> None:
    """Write the JSON document, atomically."""
    document = json.dumps(instance_to_mapping(instance), ensure_ascii=False, indent=1)
    write_atomically(path, document + "\n")


def write_atomically(path: str | Path, contents: str | bytes) -> None:
    """Write a whole file or nothing: a temporary file beside it, then ``os.replace``.  Text becomes UTF-8.

    Raises InputError.
    """
    target = Path(path)
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as stream:
            stream.write(contents.encode() if isinstance(contents, str) else contents)
        # mkstemp makes the file private to its owner; give it the mode an ordinary new file would have.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, target)
        temporary = None
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}.") from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
