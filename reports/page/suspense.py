"""How open a game is on the way: whether those win at last who lead after parts of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reports.figures.figure import SHARE
from reports.figures.statistics import DealSums, Estimate, rate
from reports.page.looked_at import LookedAt
from reports.writing import numbers
from reports.writing.columns import Column, shown
from reports.writing.document import Cell, Part, Section, Text
from reports.writing.numbers import percent, whole
from simulate.play.extra_runs import Lead

#: What so much of a game's moves, in percent, is called.
_PARTS = {25: "a quarter", 50: "half", 75: "three quarters"}
#: The columns of the table of leads.
LEADS = (
    Column("study", "which study it is; empty if the report is of one only"),
    Column(
        "percent",
        "after so much of a game's moves, in percent",
        heading="after",
        numeric=False,
        shown=lambda row: Cell(f"{_PARTS[row['percent']]} of the moves", row["percent"]),
    ),
    Column("games", "decided games that were followed, each of a deal of its own"),
    Column(
        "alone",
        "in how many of them one seat led alone then",
        heading="one leads alone",
        shown=lambda row: Cell(
            f"in {whole(row['alone'])} of {whole(row['games'])} games", row["alone"]
        ),
    ),
    Column(
        "wins",
        "how much of the win these leaders got",
        interval=True,
        heading="that one wins",
        unit=SHARE,
    ),
)


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
    caption = f"Whether leaders win, in {whole(half.games)} games followed move by move"
    yield shown(caption, LEADS, lead_rows(looked_at))


def lead_rows(looked_at: LookedAt) -> list[dict[str, Any]]:
    """Return the rows of `LEADS`."""
    results = looked_at.results
    return [
        {
            "study": looked_at.name,
            "percent": lead.percent,
            "games": lead.games,
            "alone": len(lead.wins),
            "wins": leader_wins(lead, results.confidence, results.run.layout.win)
            if lead.wins
            else None,
        }
        for lead in looked_at.leads
    ]
