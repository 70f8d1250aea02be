"""How open a game is on the way: whether those win at last who lead after parts of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.figures.figure import SHARE
from reports.figures.statistics import DealSums, Estimate, rate
from reports.page.looked_at import LookedAt
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.document import Cell, Part, Section, Table, Text, columns
from reports.writing.numbers import percent, whole
from simulate.play.leads import Lead

#: What so much of a game's moves, in percent, is called.
_PARTS = {25: "a quarter", 50: "half", 75: "three quarters"}


def leader_wins(lead: Lead, confidence: float, win: int) -> Estimate:
    """Estimate how much of the win, counted as `win`, those get who lead alone."""
    games, total = len(lead.wins), sum(lead.wins)
    return rate(DealSums(games, total, sum(won * won for won in lead.wins), 1, win), confidence)


def has_leads(several: Sequence[LookedAt]) -> bool:
    """Tell whether there is anything to show."""
    return any(looked_at.leads for looked_at in several)


def suspense(several: Sequence[LookedAt]) -> Section:
    """Show for each study whether those win who lead on the way."""
    parts: list[Part] = []
    for looked_at in several:
        if looked_at.leads:
            parts += _parts(looked_at, looked_at.leads)
    return Section("suspense", "How long is it open?", parts)


def _parts(looked_at: LookedAt, leads: Sequence[Lead]) -> Iterator[Part]:
    results = looked_at.results
    if looked_at.name:
        yield Text(f"With {looked_at.name}:", "lead")
    half = next(lead for lead in leads if lead.percent == 50)
    if half.wins:
        found = leader_wins(half, results.confidence, results.run.layout.win)
        yield Text(
            f"Whoever leads alone after half of a game's moves wins {numbers.share_of(found)}; a "
            f"fair share is {percent(results.decided_fair_share)}.",
            "lead",
        )
    names = ["after", "one leads alone", "that one wins", numbers.level(results.confidence)]
    rows = [_row(lead, results) for lead in leads]
    caption = f"Whether leaders win, in {whole(half.games)} games followed move by move"
    yield Table(caption, columns(names, ("after",)), rows)


def _row(lead: Lead, results: Results) -> list[Cell]:
    alone = len(lead.wins)
    cells = [Cell(f"{_PARTS[lead.percent]} of the moves", lead.percent)]
    cells.append(Cell(f"in {whole(alone)} of {whole(lead.games)} games", alone))
    if not alone:
        return [*cells, Cell("not known"), Cell("not known")]
    found = leader_wins(lead, results.confidence, results.run.layout.win)
    told = Cell(numbers.value(found, SHARE), found.value)
    return [*cells, told, Cell(numbers.interval(found, SHARE), found.low)]
