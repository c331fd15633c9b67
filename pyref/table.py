"""Instances from a CSV file and chosen columns.

The universe is the product of the columns' levels, one label ``col=level & col=level`` per cell.  Queries are
0/1 indicators (bound B = 1): by default every 1-way marginal ``col=level`` and every 2-way marginal
``col=level & col=level`` of two columns, all kept even where some determine others; or the predicates given.

Levels read from the data make the universe depend on the data, which the privacy guarantee does not cover;
declare them with ``levels`` when the guarantee matters.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from pathlib import Path

from . import work
from .errors import InputError
from .exact import show
from .instance import Instance, Query, check_queries, check_universe, read_text
from .parameters import ParameterRequest, resolve

MAX_CELLS = 100_000


def read_columns(path: str | Path, columns: Sequence[str]) -> list[tuple[int, tuple[str, ...]]]:
    """(line number, values of ``columns``) for each data row; surrounding blanks are dropped.

    Raises InputError for an unreadable file, a missing or repeated column, a row of the wrong length or an
    empty cell.
    """
    reader = csv.reader(io.StringIO(read_text(path), newline=""), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        if not header:
            raise InputError(f"{path} has no header line; the first line must name the columns.")
        for name in header:
            if header.count(name) > 1:
                raise InputError(f"{path} has two columns named {name!r}; rename one.")
        for name in columns:
            if name not in header:
                raise InputError(f"{path} has no column {name!r}; its columns are {', '.join(header)}.")
        places = [header.index(name) for name in columns]
        rows = []
        for record in reader:
            if not record:
                continue
            if len(record) != len(header):
                raise InputError(
                    f"{path} line {reader.line_num} has {len(record)} cells where the header has "
                    f"{len(header)}; fill in or remove the row."
                )
            values = tuple(record[place].strip() for place in places)
            for name, value in zip(columns, values, strict=True):
                if not value:
                    raise InputError(
                        f"{path} line {reader.line_num} has an empty cell in column {name!r}; "
                        f"fill it in or remove the row."
                    )
            rows.append((reader.line_num, values))
    except csv.Error as error:
        raise InputError(f"{path} line {reader.line_num} is not valid CSV: {error}.") from None
    if not rows:
        raise InputError(f"{path} has no data rows; at least one row is needed.")
    return rows


def parse_levels(options: Sequence[str], *, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """``["sex=male,female", ...]`` as a mapping from column to its declared levels, in order.  Raises
    InputError.
    """
    declared: dict[str, tuple[str, ...]] = {}
    for option in options:
        name, equals, text = option.partition("=")
        name = name.strip()
        levels = tuple(level.strip() for level in text.split(","))
        if not equals or not all(levels):
            raise InputError(f"--levels {option!r} is not of the form column=level,level,...")
        if name not in columns:
            raise InputError(f"--levels names the column {name!r}, which is not among --columns.")
        if name in declared:
            raise InputError(f"--levels declares the column {name!r} twice; keep one.")
        for level in levels:
            if levels.count(level) > 1:
                raise InputError(f"--levels lists the level {level!r} of column {name!r} twice; keep one.")
        declared[name] = levels
    return declared


def parse_predicate(text: str, *, levels: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str, bool], ...]:
    """``"class=1st & sex!=male"`` as (column, level, wanted) triples, all of which must hold.  Raises
    InputError.
    """
    terms = []
    for part in text.split("&"):
        operator = "!=" if "!=" in part else "="
        name, found, level = (piece.strip() for piece in part.partition(operator))
        if not found or not name or not level:
            raise InputError(f"query {text!r} has the term {part.strip()!r}, not of the form column=level.")
        if name not in levels:
            raise InputError(f"query {text!r} uses the column {name!r}, which is not among --columns.")
        if level not in levels[name]:
            raise InputError(
                f"query {text!r} uses the unknown level {level!r} of column {name!r}; "
                f"its levels are {', '.join(levels[name])}."
            )
        terms.append((name, level, operator == "="))
    return tuple(terms)


def marginal_predicates(levels: Mapping[str, Sequence[str]]) -> list[str]:
    """All 1-way, then all 2-way marginal cells, in column and level order."""
    single = [[f"{name}={level}" for level in values] for name, values in levels.items()]
    one_way = [term for terms in single for term in terms]
    two_way = [" & ".join(pair) for left, right in combinations(single, 2) for pair in product(left, right)]
    return one_way + two_way


def instance_from_csv(
    path: str | Path,
    *,
    columns: Sequence[str],
    request: ParameterRequest,
    levels: Mapping[str, Sequence[str]] | None = None,
    predicates: Sequence[str] | None = None,
    every: int = 1,
    max_work: int = work.DEFAULT_LIMIT,
) -> Instance:
    """Build an instance from the ``columns`` of a CSV file.

    ``levels`` declares levels per column (others are read from the data, sorted); ``predicates`` replaces the
    marginal queries; ``every`` = K keeps data rows K, 2K, 3K, ... only.  Raises InputError naming the file
    and place.
    """
    if not columns or len(set(columns)) != len(columns):
        raise InputError("--columns must name at least one column, each once.")
    if every < 1:
        raise InputError(f"--every is {every}; it must be at least 1.")
    rows = read_columns(path, columns)
    declared = dict(levels or {})
    notes = []
    complete: dict[str, tuple[str, ...]] = {}
    for place, name in enumerate(columns):
        if name in declared:
            complete[name] = tuple(declared[name])
        else:
            complete[name] = tuple(sorted({values[place] for _, values in rows}))
            notes.append(f"the levels of {name!r} were read from the data; declare them with --levels")
    cells = 1
    for values in complete.values():
        cells *= len(values)
    if cells > MAX_CELLS:
        raise InputError(
            f"the columns {', '.join(columns)} have {cells} cells, more than {MAX_CELLS}; use fewer."
        )
    for line, values in rows:
        for name, value in zip(columns, values, strict=True):
            if value not in complete[name]:
                raise InputError(
                    f"{path} line {line} has the unknown level {value!r} in column {name!r}; "
                    f"its declared levels are {', '.join(complete[name])}."
                )
    kept = rows[every - 1 :: every]
    if not kept:
        raise InputError(
            f"--every {every} leaves no rows of the {len(rows)} in {path}; use a smaller number."
        )
    grid = list(product(*complete.values()))
    universe = tuple(" & ".join(f"{c}={v}" for c, v in zip(columns, cell, strict=True)) for cell in grid)
    check_universe(universe)
    if predicates:
        texts = list(predicates)
        parsed = [parse_predicate(text, levels=complete) for text in texts]
    else:
        texts = marginal_predicates(complete)
        pairs = [[(name, level, True) for level in values] for name, values in complete.items()]
        parsed = [(term,) for terms in pairs for term in terms]
        parsed += [cell for left, right in combinations(pairs, 2) for cell in product(left, right)]
    place_of = {name: place for place, name in enumerate(columns)}
    queries = tuple(
        Query(
            name=text.strip(),
            values=tuple(
                int(all((cell[place_of[c]] == v) == wanted for c, v, wanted in terms)) for cell in grid
            ),
        )
        for text, terms in zip(texts, parsed, strict=True)
    )
    check_queries(queries, universe=universe, bound=1)
    position = {cell: i for i, cell in enumerate(grid)}
    parameters = resolve(
        request, labels=len(universe), rows=len(kept), queries=len(queries), bound=1, max_work=max_work
    )
    return Instance(
        universe=universe,
        queries=queries,
        bound=1,
        rows=tuple(position[values] for _, values in kept),
        parameters=parameters,
        notes=tuple(notes),
    )


def parse_columns(text: str) -> list[str]:
    """``"class,sex"`` as a list of column names.  Raises InputError."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f"--columns {show(text)} has an empty name; write for instance --columns class,sex.")
    return names
