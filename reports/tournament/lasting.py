"""Which styles last when players copy what wins."""

from __future__ import annotations

from typing import Any

from reports.contest.contest import Question
from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate
from reports.tournament.equilibrium import Lasting
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.columns import Column, shown
from reports.writing.document import Cell, Table
from reports.writing.words import listed

#: The most styles in a sentence about what is open.
_MOST_NAMED = 4
#: A share is not known where it may lie in a wider range, and is one number in a narrower one.
_WIDEST, _EXACT = 0.5, 0.0005


def _answer(results: TournamentResults) -> list[str]:
    found, specs = results.lasting, results.specs
    may, alone = found.possible, found.alone
    names = [specs[style] for style in may]
    if len(may) == 1:
        return [f"If players copy what wins, only {names[0]} lasts.", *_stronger(results, may)]
    if max(found.most - found.least) < _WIDEST:
        shares = [f"{specs[n]} ({_share(found, n)})" for n in may]
        return [f"If players copy what wins, a mix lasts: {listed(shares)}."]
    if len(may) > _MOST_NAMED:
        return [f"Which styles last is not known yet: it may be any of {len(may)}, or a mix."]
    stays = listed([f"all play {specs[style]}" for style in alone], "or")
    if len(alone) == len(may):
        return [f"If players copy what wins, what lasts depends on the start: {stays}."]
    others = listed([specs[style] for style in may if style not in alone], "or")
    if alone:
        return [f"Once {stays}, it stays so; whether {others} can last instead is not known yet."]
    return [f"Which styles last is not known yet: it may be {others}, or a mix of them."]


def _stronger(results: TournamentResults, may: list[int]) -> list[str]:
    """Say where one style is left because it plays better, and not because the game has one."""
    tiers = [strategy.tier for strategy in results.tournament.strategies]
    if tiers.count(max(tiers)) > 1 or tiers[may[0]] < max(tiers):
        return []
    return [
        "It is the strongest player here, so that says that skill pays, not that the game has one "
        "style: to see that, let styles of one strength play."
    ]


def _share(found: Lasting, style: int) -> str:
    """Write between which shares a style is, where that is known."""
    least, most = float(found.least[style]), float(found.most[style])
    if most - least >= _WIDEST:
        return "not known"
    if most - least < _EXACT:
        return numbers.percent(most)
    return numbers.interval(Estimate((least + most) / 2, least, most, 0), SHARE)


def _notes(results: TournamentResults) -> list[str]:
    return [
        "A mix lasts in which nobody wins more by changing style. Shares are the least and the "
        f"most of any such mix that the {numbers.level(results.confidence)}s of the matrix allow, "
        "all together."
    ]


def _table(results: TournamentResults) -> Table:
    rows, first = _rows(results), results.lasting.possible
    order = [*first, *(style for style in range(len(rows)) if style not in first)]
    return shown("Styles in a mix that lasts", _COLUMNS, [rows[style] for style in order])


def _rows(results: TournamentResults) -> list[dict[str, Any]]:
    found = results.lasting
    return [
        {
            "strategy": spec,
            "least": float(found.least[style]),
            "most": float(found.most[style]),
            "alone": style in found.alone,
            "share": _share(found, style) if style in found.possible else "does not last",
        }
        for style, spec in enumerate(results.specs)
    ]


_COLUMNS = (
    Column(
        "strategy",
        "the strategy, with its parameters where they differ from the defaults",
        heading="strategy",
        shown=lambda row: Cell(row["strategy"], code=True),
        numeric=False,
    ),
    Column(
        "least",
        "the least share of the players who play it in a mix that lasts",
        heading="share of the players",
        shown=lambda row: Cell(row["share"], row["most"]),
    ),
    Column("most", "the most"),
    Column(
        "alone",
        "whether it lasts where all play it: any other clearly wins less there",
        heading="lasts where all play it",
        shown=lambda row: "yes" if row["alone"] else "no",
        numeric=False,
    ),
)

LASTING = Question(
    name="lasting",
    asks="Which styles last?",
    answer=_answer,
    columns=_COLUMNS,
    rows=_rows,
    table=_table,
    notes=_notes,
)
