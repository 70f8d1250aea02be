"""The tables behind what only a report has: what was checked first, and the sample games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reports.figures.figure import SHARE
from reports.figures.statistics import DealSums, Estimate, rate
from reports.page.checks import COIN, InspectedStudy, compare_luck
from reports.thinking.sentences import chance_rows
from reports.writing import wording
from reports.writing.columns import Column, Frames, document_table, frames
from reports.writing.document import Cell, Paragraph, Part, Section
from simulate.play import rows as row
from simulate.play.extra_runs import LeaderResult

#: What so much of a game's moves, in percent, is called.
_PARTS = {25: "a quarter", 50: "half", 75: "three quarters"}
_STUDY = Column("study", "which study it is; empty if the report is of one only")
#: The columns of the table of leads.
LEADS = (
    _STUDY,
    Column(
        "percent",
        "after so much of a game's moves, in percent",
        heading="after",
        numeric=False,
        display=lambda row: Cell(f"{_PARTS[row['percent']]} of the moves", row["percent"]),
    ),
    Column("games", "decided games that were followed, each of a deal of its own"),
    Column(
        "alone",
        "in how many of them one seat led alone then",
        heading="one leads alone",
        display=lambda row: Cell(
            f"in {wording.whole(row['alone'])} of {wording.whole(row['games'])} games", row["alone"]
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


def leader_wins(lead: LeaderResult, confidence: float, win: int) -> Estimate:
    """Estimate how much of the win, counted as `win`, those get who lead alone."""
    games, total = len(lead.wins), sum(lead.wins)
    return rate(DealSums(games, total, sum(won * won for won in lead.wins), 1, win), confidence)


def make_suspense_section(several: Sequence[InspectedStudy]) -> Section:
    """Show for each study whether those win who lead on the way."""
    parts = [part for one in several if one.leads for part in _parts(one)]
    return Section("suspense", "How long is it open?", parts)


def _parts(looked_at: InspectedStudy) -> Iterator[Part]:
    results = looked_at.results
    if looked_at.name:
        yield Paragraph(f"With {looked_at.name}:", "lead")
    half = next(lead for lead in looked_at.leads if lead.percent == 50)
    if half.wins and not results.is_hardly_won:
        found = leader_wins(half, results.confidence, results.run.layout.win)
        yield Paragraph(
            f"Whoever leads alone after half of a game's moves wins {wording.share_of(found)}; a "
            f"fair share is {wording.percent(results.decided_fair_share)}.",
            "lead",
        )
    caption = f"Whether leaders win, in {wording.whole(half.games)} games followed move by move"
    yield document_table(caption, LEADS, lead_rows(looked_at))


def lead_rows(looked_at: InspectedStudy) -> list[dict[str, Any]]:
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


#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    "checks": (
        _STUDY,
        Column("check", "what was checked"),
        Column("mark", "fine, look (worth a look) or wrong"),
        Column("figure", "what the finding rests on"),
        Column("value", "the figure", interval=True),
    ),
    "samples": (
        _STUDY,
        Column("game", "the number of the game, which 'fathom replay --game' takes"),
        Column("sample", "what it is a sample of"),
        Column("seat", "place at the table, clockwise; seat 1 is first in turn order"),
        Column("score", "final score of the seat, in the game's own unit"),
        Column("turns", "turns of the game"),
        Column("lead_changes", "how often the lead changed"),
    ),
    "leads": LEADS,
    "chances": (
        _STUDY,
        Column("game", "the number of a sample game"),
        Column("turn", "the turn that a choice is in, from 1"),
        Column("seat", "whose chance it is, as this seat can know it"),
        Column("chance", "how likely it is to win, if all play on as usual"),
        Column("error", "standard error of that"),
        Column("worlds", "games played on behind it"),
        Column("turns", "turns of the game"),
        Column("choices", "choices among several actions in the game"),
        Column("looked_at", "at how many of them the chances were found"),
        Column("decided_turn", "the turn from which on the winner's chance stayed above 90%"),
        Column("decided_share", "how much of the game's turns was over before it"),
    ),
}


def make_tables(several: Sequence[InspectedStudy]) -> Frames:
    """Return the tables by name; the columns are those of `TABLES`."""
    return frames(
        TABLES,
        {
            "checks": [*(one for told in several for one in _checks(told)), *_compared(several)],
            "samples": [one for told in several for one in _samples(told)],
            "leads": [row for told in several for row in lead_rows(told)],
            "chances": [one for told in several for one in _chances(told)],
        },
    )


def _checks(told: InspectedStudy) -> Iterator[dict[str, Any]]:
    for check in told.checks:
        known = {"study": told.name, "check": check.name, "mark": check.mark}
        for figure, found in check.figures.items():
            value = found if isinstance(found, Estimate) else float(found)
            yield {**known, "figure": figure, "value": value}
    known = {"study": told.name, "check": "Games", "mark": "fine"}
    for said, games, extra in told.extra_games:
        yield {**known, "figure": said, "value": float(games)}
        yield {**known, "figure": f"{said}, at most", "value": float(extra.most)}


def _compared(several: Sequence[InspectedStudy]) -> Iterator[dict[str, Any]]:
    found = compare_luck(several)
    if found:
        first, second = (one.name for one in several)
        yield {
            "study": f"{second} minus {first}",
            "check": "Skill",
            "mark": "fine",
            "figure": COIN,
            "value": found,
        }


def _samples(told: InspectedStudy) -> Iterator[dict[str, Any]]:
    game = told.results.game
    for replay in told.replays:
        for seat in range(told.results.players):
            yield {
                "study": told.name,
                "game": replay.story.number,
                "sample": " and ".join(replay.kinds),
                "seat": seat + 1,
                "score": float(game.in_units(int(replay.story.result[row.SCORES + seat]))),
                "turns": int(replay.story.result[row.TURNS]),
                "lead_changes": int(replay.story.result[row.LEAD_CHANGES]),
            }


def _chances(told: InspectedStudy) -> Iterator[dict[str, Any]]:
    for replay in told.replays:
        thoughts = replay.thoughts
        if thoughts is None:
            continue
        after = thoughts.decided_after
        of_game = {
            "study": told.name,
            "game": replay.story.number,
            "worlds": thoughts.game.worlds,
            "turns": thoughts.turns,
            "choices": thoughts.game.decisions,
            "looked_at": len(thoughts.game.weighed),
            "decided_turn": None if after is None else after + 1,
            "decided_share": None if after is None else after / thoughts.turns,
        }
        yield from ({**of_game, **row} for row in chance_rows(thoughts))
