"""The report as one self-contained HTML page: no script, nothing loaded, light and dark, narrow and wide."""

# ruff: noqa: RUF001 - the text has Greek letters and primes

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from . import __version__
from .exact import near_one_string
from .figures import svg
from .markup import number, table
from .report_data import ReportData, Skipped
from .report_figures import KINDS
from .report_tables import (
    accuracy_tables,
    annuli_table,
    bound_table,
    checks_table,
    errors_table,
    guarantee_table,
    head_table,
    instance_tables,
    ratios_table,
    slack_table_html,
)

_CSS = """
:root { color-scheme: light dark; --page: #ffffff; --ink: #1c2430; --soft: #566272; --line: #d4dae2;
  --band: #f3f6f9; --link: #1f66a5; --warn: #fff4dc; --warn-line: #d9a441; }
@media (prefers-color-scheme: dark) { :root { --page: #14181d; --ink: #dde3ea; --soft: #9aa7b5;
  --line: #364150; --band: #1c2229; --link: #79b8f0; --warn: #30291a; --warn-line: #a37a2c; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; max-width: 68rem; padding: 1rem 1.1rem 4rem;
  background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif;
  overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 1rem 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.6rem 0 .6rem; padding-top: .6rem; border-top: 1px solid var(--line); }
p { max-width: 46rem; }
a { color: var(--link); }
nav ol { display: flex; flex-wrap: wrap; row-gap: .2rem; padding: 0; }
nav li { margin: 0 .8rem 0 1.4rem; }
.note { background: var(--warn); border-left: .25rem solid var(--warn-line); padding: .7rem 1rem; }
.skipped { background: var(--band); border-left: .25rem solid var(--line); padding: .7rem 1rem; }
.scroll { overflow-x: auto; margin: 1rem 0; }
.scroll:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .92rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
caption span { position: sticky; left: 0; display: inline-block; max-width: min(46rem, 100vw - 2.4rem); }
table.wide { min-width: 46rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
  border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--line); white-space: nowrap; }
tbody th { font-weight: 500; }
td:last-child { min-width: 9rem; }
data, .fraction { white-space: nowrap; }
.fraction { color: var(--soft); }
figure { margin: 1.4rem 0; }
figure svg { width: 100%; max-width: 46rem; min-width: 40rem; height: auto; }
figcaption { color: var(--soft); font-size: .92rem; max-width: 46rem; }
details summary { cursor: pointer; color: var(--link); }
footer { margin-top: 3rem; color: var(--soft); font-size: .9rem; }
@media print { .scroll { overflow: visible; } nav { display: none; } }
"""

# Nothing may be loaded, whatever the data contains.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True, slots=True)
class _Section:
    name: str
    title: str
    body: str


def report_html(data: ReportData, *, title: str) -> str:
    """The page; ``title`` names the instance.  Raises InputError when matplotlib is missing."""
    sections = [
        _Section("instance", "The instance", instance_tables(data.instance)),
        _Section("guarantee", "The guarantee: promised and attained", _guarantee(data)),
        _Section("laws", "The released law and the base law", _laws(data)),
        _Section("envelope", "The envelope's extra mass", _envelope(data)),
        _Section("inequalities", "Every audited inequality and its slack", _inequalities(data)),
        _Section("error", "The distribution of the error", _errors(data)),
        _Section("bound", "Bound and actual", _bounds(data)),
    ]
    links = "".join(f'<li><a href="#{s.name}">{escape(s.title)}</a></li>' for s in sections)
    body = "".join(
        f'<section id="{s.name}" aria-labelledby="{s.name}-heading">\n'
        f'<h2 id="{s.name}-heading">{escape(s.title)}</h2>\n{s.body}</section>\n'
        for s in sections
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>Envelope mechanism: {escape(title)}</title>
<style>{_CSS}</style>
</head>
<body>
<header>
<h1>The envelope mechanism on {escape(title)}</h1>
<p class="note"><strong>This page is not private.</strong> It is computed from the private data, without
noise: tables, figures and even the running time depend on it. Only samples of the released law are
covered by the guarantee.</p>
{_overview(data)}</header>
<nav aria-label="Contents"><ol>{links}</ol></nav>
<main>
{body}</main>
<footer><p>Every number is exact or a certified enclosure, shown rounded: [lo, hi] contains the value; the
exact fraction follows a decimal where it is short, and is in the page's source (<code>data</code> elements)
up to 300 digits. Figures are drawn from floating-point positions of the same numbers. Section numbers are
those of the blueprint. pyref {__version__}.</p></footer>
</body>
</html>
"""


def _overview(data: ReportData) -> str:
    summary = data.summary
    verdict = "Everything computed here holds." if data.holds else "SOMETHING BELOW FAILS."
    if isinstance(summary, Skipped):
        return f"<p>{verdict}</p>\n"
    attained = (
        "This database has no neighbour, so no ratio is attained."
        if summary.attained_ratio is None
        else f"The largest ratio to a neighbour is {number(summary.attained_ratio, 6, plain=True)} of at most"
        f" {number(summary.ratio_bound, 6, plain=True)}."
    )
    return (
        f"<p>{verdict} {attained} Zₓ is {number(summary.normalizer, show=near_one_string, plain=True)};"
        f" the expected error is {number(summary.expected_error, 6, plain=True)} released and"
        f" {number(summary.base_expected_error, 6, plain=True)} before the envelope.</p>\n"
    )


def _skipped(what: str, part: Skipped) -> str:
    return f'<p class="skipped">{escape(what)} skipped: {escape(part.reason)}</p>\n'


def _figure(data: ReportData, kind: str) -> str:
    picture = KINDS[kind].make(data)
    if isinstance(picture, Skipped):
        return _skipped(f"Figure “{KINDS[kind].what}”", picture)
    return (
        f'<figure id="figure-{kind}"><div class="scroll" tabindex="0" role="group"'
        f' aria-label="{escape(picture.title)}">{svg(picture)}</div>\n'
        f"<figcaption>{escape(picture.title)}. {escape(picture.description)}</figcaption></figure>\n"
    )


def _guarantee(data: ReportData) -> str:
    parts = [
        "<p>For neighbours x and x′ the released masses differ by at most the factor r⁻² = exp ε′ (2.3), and"
        " by at most ζ r⁻¹, where ζ is the largest normaliser (2.8).</p>\n"
    ]
    summary, audit = data.summary, data.audit
    if isinstance(summary, Skipped):
        parts.append(_skipped("The ratios of this database are", summary))
    else:
        parts.append(guarantee_table(summary))
    if isinstance(audit, Skipped):
        parts.append(_skipped("The audit of all databases is", audit))
        return "".join(parts)
    zeta = number(audit.largest_normalizer, show=near_one_string)
    parts.append(f"<p>Over all {audit.databases} databases of this size, ζ = {zeta}.</p>\n")
    if data.all_pairs is not None:
        parts.append(_skipped("Pairs that differ in more than one row are", data.all_pairs))
    if audit.largest_ratios:
        parts += [_figure(data, "ratios"), ratios_table(data.instance, audit.largest_ratios)]
    else:
        parts.append("<p>There is only one database, so there is no ratio.</p>\n")
    return "".join(parts)


def _laws(data: ReportData) -> str:
    intro = (
        "<p>A transcript is the list of the J selected signed queries. The base law pₓ is that of private"
        " multiplicative weights; the released law is Mₓ/Zₓ, where Mₓ is the largest r<sup>d(x,y)</sup>"
        " p<sub>y</sub> over all databases y.</p>\n"
    )
    summary = data.summary
    if isinstance(summary, Skipped):
        return intro + _skipped("The laws are", summary)
    return intro + _figure(data, "law") + head_table(data.instance, summary.head)


def _envelope(data: ReportData) -> str:
    laws = data.laws
    if isinstance(laws, Skipped):
        return _skipped("The envelope is", laws)
    intro = (
        "<p>Zₓ − 1 is the mass that the envelope adds to the base law. Each transcript belongs to the"
        " distance d at which its maximum over databases is attained (the nearest, on ties).</p>\n"
    )
    return intro + _figure(data, "annuli") + annuli_table(laws)


def _inequalities(data: ReportData) -> str:
    audit, slack = data.audit, data.slack
    parts = [
        _skipped("The checks of blueprint 2 are", audit)
        if isinstance(audit, Skipped)
        else checks_table(audit)
    ]
    if isinstance(slack, Skipped):
        parts.append(_skipped("The inequalities of blueprint 4–6 are", slack))
    else:
        parts += [_figure(data, "slack"), slack_table_html(slack)]
    return "".join(parts)


def _errors(data: ReportData) -> str:
    laws, summary = data.laws, data.summary
    if isinstance(laws, Skipped) or isinstance(summary, Skipped):
        return _skipped("The error is", laws if isinstance(laws, Skipped) else Skipped(""))
    values = errors_table(laws)
    return (
        _figure(data, "errors")
        + table(
            "Expected and worst error",
            ("", "released law", "base law"),
            [
                ("expected", number(summary.expected_error), number(summary.base_expected_error)),
                ("worst", number(summary.worst_error), number(summary.worst_error)),
            ],
            name="expected-error",
        )
        + f"<details><summary>All {len(laws.errors)} values with their exact probabilities</summary>\n"
        + f"{values}</details>\n"
    )


def _bounds(data: ReportData) -> str:
    bound, accuracy, summary = data.bound, data.accuracy, data.summary
    parts = [
        "<p>The theorem bounds the error for every universe, every set of queries and every database; at"
        " small n its bounds exceed the trivial 2. The bounds of blueprint 8 are claimed only under the"
        " condition (★), 36 J η² log(T² + 1) ≤ (λn)².</p>\n"
    ]
    if isinstance(bound, Skipped):
        parts.append(_skipped("The bound is", bound))
    else:
        known = None if isinstance(summary, Skipped) else summary
        parts.append(bound_table(bound, known, None if isinstance(accuracy, Skipped) else accuracy))
    if isinstance(accuracy, Skipped):
        parts.append(_skipped("The table of blueprint 7–8 is", accuracy))
    else:
        rounding = (
            "<p>In the next tables exact values are rounded up and bounds down, so that where both are equal"
            " they may look reversed.</p>\n"
        )
        parts += [_figure(data, "accuracy"), rounding, accuracy_tables(accuracy), _figure(data, "balls")]
    return "".join(parts)
