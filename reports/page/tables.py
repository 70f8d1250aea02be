"""The tables that only reports have: checks, sample games, leads and chances to win."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reports.advice import document as advice
from reports.figures.figure import SHARE
from reports.figures.statistics import DealSums, Estimate, rate
from reports.page.checks import COIN, InspectedStudy, compare_luck
from reports.thinking.sentences import chance_rows
from reports.writing import wording
from reports.writing.columns import Column, Frames, document_table, frames
from reports.writing.document import Cell, Paragraph, Part, Section
from simulate.play import rows as row
from simulate.play.extra_runs import LeaderResult

#: Words for shares of a game's moves, by percentage.
_PARTS = {25: "a quarter", 50: "half", 75: "three quarters"}
_STUDY = Column("study", "name of the study; empty if the report has only one study")
#: The columns of the table of leads.
LEADS = (
    _STUDY,
    Column(
        "percent",
        "the share of a game's moves after which the leader is determined, in percent",
        heading="after",
        numeric=False,
        display=lambda row: Cell(f"{_PARTS[row['percent']]} of the moves", row["percent"]),
    ),
    Column("games", "decided games that were followed move by move, each on another deal"),
    Column(
        "alone",
        "games in which a single seat led at that moment",
        heading="a seat leads alone",
        display=lambda row: Cell(
            f"in {wording.whole(row['alone'])} of {wording.whole(row['games'])} games", row["alone"]
        ),
    ),
    Column(
        "wins",
        "share of those games that these leaders won",
        interval=True,
        heading="that seat wins",
        unit=SHARE,
    ),
)


def leader_wins(lead: LeaderResult, confidence: float, win: int) -> Estimate:
    """Return the share of games that were won by the seat that led alone at some moment.

    Parameters
    ----------
    lead
        The results of the leaders at that moment.
    confidence
        The confidence of the interval.
    win
        The number that a full win counts in `lead.wins` (`simulate.play.tally.TallyLayout.win`).

    Returns
    -------
    Estimate
        The share; NaN if no seat ever led alone.
    """
    games = len(lead.wins)
    total = sum(lead.wins)
    squares = sum(won * won for won in lead.wins)
    return rate(DealSums(games, total, squares, 1, win), confidence)


def make_suspense_section(studies: Sequence[InspectedStudy]) -> Section:
    """Return the section that says how often the leader partway through a game goes on to win it.

    It has the figures of each study whose game has a leader.
    """
    parts = [part for study in studies if study.leads for part in _suspense_parts(study)]
    return Section("suspense", "How long is it open?", parts)


def _suspense_parts(study: InspectedStudy) -> Iterator[Part]:
    """Yield the sentence and the table on whether leaders win, for the games of one study."""
    results = study.results
    if study.name:
        yield Paragraph(f"With {study.name}:", "lead")
    half = next(lead for lead in study.leads if lead.percent == 50)
    if half.wins and not results.is_hardly_won:
        wins = leader_wins(half, results.confidence, results.run.layout.win)
        yield Paragraph(
            f"A seat that leads alone after half of a game's moves wins {wording.share_of(wins)}; "
            f"a fair share is {wording.percent(results.decided_fair_share)}.",
            "lead",
        )
    caption = f"Whether leaders win, in {wording.whole(half.games)} games followed move by move"
    yield document_table(caption, LEADS, lead_rows(study))


def lead_rows(study: InspectedStudy) -> list[dict[str, Any]]:
    """Return the rows of the table `LEADS` for a study, one per share of a game's moves."""
    results = study.results
    rows = []
    for lead in study.leads:
        wins = None
        if lead.wins:
            wins = leader_wins(lead, results.confidence, results.run.layout.win)
        rows.append(
            {
                "study": study.name,
                "percent": lead.percent,
                "games": lead.games,
                "alone": len(lead.wins),
                "wins": wins,
            }
        )
    return rows


#: The columns of each table.
TABLES: dict[str, Sequence[Column]] = {
    "checks": (
        _STUDY,
        Column("check", "what was checked"),
        Column("mark", "fine, look (worth a look) or wrong"),
        Column("figure", "a figure on which the result of the check is based"),
        Column("value", "the figure", interval=True),
    ),
    "samples": (
        _STUDY,
        Column("game", "the number of the game, which 'fathom replay --game' takes"),
        Column("sample", "the kinds of sample that the game is"),
        Column("seat", "place at the table, clockwise; seat 1 is first in turn order"),
        Column("score", "final score of the seat, in the game's own unit"),
        Column("turns", "turns of the game"),
        Column("lead_changes", "number of changes of the lead"),
    ),
    "leads": LEADS,
    "chances": (
        _STUDY,
        Column("game", "the number of a sample game"),
        Column("turn", "the turn of a choice, from 1"),
        Column("seat", "the seat whose chance is estimated, from what it can know"),
        Column("chance", "its chance to win if all seats continue with their strategies"),
        Column("error", "standard error of the chance"),
        Column("worlds", "number of games played to their end to estimate each chance"),
        Column("turns", "turns of the game"),
        Column("choices", "number of choices among several actions in the game"),
        Column("looked_at", "number of choices at which the chances were estimated"),
        Column("decided_turn", "turn from which the winner's chance always stayed above 90%"),
        Column("decided_share", "share of the game's turns before that turn"),
    ),
    "advice": advice.COLUMNS,
}


def make_tables(studies: Sequence[InspectedStudy]) -> Frames:
    """Return the tables of a report by name, with the columns of `TABLES`."""
    rows: dict[str, list[dict[str, Any]]] = {
        "checks": [],
        "samples": [],
        "leads": [],
        "chances": [],
        "advice": [],
    }
    for study in studies:
        rows["checks"].extend(_check_rows(study))
        rows["samples"].extend(_sample_rows(study))
        rows["leads"].extend(lead_rows(study))
        rows["chances"].extend(_chance_rows_of_games(study))
        if study.advice:
            rows["advice"].extend(advice.rows_of(study.advice, study.name))
    rows["checks"].extend(_luck_rows(studies))
    return frames(TABLES, rows, optional=("advice",))


def _check_rows(study: InspectedStudy) -> Iterator[dict[str, Any]]:
    """Yield a row per figure of each check, and two per extra run: its games and their limit."""
    for check in study.checks:
        for name, figure in check.figures.items():
            yield {
                "study": study.name,
                "check": check.name,
                "mark": check.mark,
                "figure": name,
                "value": figure if isinstance(figure, Estimate) else float(figure),
            }
    games_check = {"study": study.name, "check": "Games", "mark": "fine"}
    for description, games, extra in study.extra_games:
        yield {**games_check, "figure": description, "value": float(games)}
        yield {**games_check, "figure": f"{description}, at most", "value": float(extra.most)}


def _luck_rows(studies: Sequence[InspectedStudy]) -> Iterator[dict[str, Any]]:
    """Yield a row with the difference of the share of luck between two studies, if it is known."""
    luck = compare_luck(studies)
    if luck:
        first, second = studies
        yield {
            "study": f"{second.name} minus {first.name}",
            "check": "Skill",
            "mark": "fine",
            "figure": COIN,
            "value": luck,
        }


def _sample_rows(study: InspectedStudy) -> Iterator[dict[str, Any]]:
    """Yield a row per seat of each sample game."""
    game = study.results.game
    for replay in study.replays:
        result = replay.story.result
        for seat in range(study.results.players):
            yield {
                "study": study.name,
                "game": replay.story.number,
                "sample": " and ".join(replay.kinds),
                "seat": seat + 1,
                "score": float(game.in_units(int(result[row.SCORES + seat]))),
                "turns": int(result[row.TURNS]),
                "lead_changes": int(result[row.LEAD_CHANGES]),
            }


def _chance_rows_of_games(study: InspectedStudy) -> Iterator[dict[str, Any]]:
    """Yield a row per estimated chance to win in sample games.

    Games without estimated chances have no rows.
    """
    for replay in study.replays:
        thoughts = replay.thoughts
        if thoughts is None:
            continue
        decided_turn = None
        decided_share = None
        if thoughts.decided_after is not None:
            decided_turn = thoughts.decided_after + 1
            decided_share = thoughts.decided_after / thoughts.turns
        of_game = {
            "study": study.name,
            "game": replay.story.number,
            "worlds": thoughts.game.worlds,
            "turns": thoughts.turns,
            "choices": thoughts.game.decisions,
            "looked_at": len(thoughts.game.weighed),
            "decided_turn": decided_turn,
            "decided_share": decided_share,
        }
        yield from ({**of_game, **chances} for chances in chance_rows(thoughts))
