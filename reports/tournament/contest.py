"""A tournament as a contest: its questions, what was played, and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.contest.contest import Contest
from reports.figures.figure import SHARE
from reports.tournament import race
from reports.tournament.beating import BEATING, beats_all, games_a_cell
from reports.tournament.compared import level_of
from reports.tournament.dueling import DUELS, halves
from reports.tournament.lasting import LASTING
from reports.tournament.matrix import rate_of_row
from reports.tournament.race import Race
from reports.tournament.ranking import RANKING
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.document import Column
from simulate.play.lineups import Played
from simulate.play.tournament import Tournament

LIVE_COLUMNS = (
    Column("one alone", numeric=False),
    Column("fewest wins in %"),
    Column("among", numeric=False, spare=True),
)


def live_rows(
    tournament: Tournament,
    shown: Sequence[Played | None],
    confidence: float,
    race: Race | None = None,
) -> list[list[str]]:
    """Say among whom each strategy wins least, and how many line-ups have begun, or are open.

    Parameters
    ----------
    tournament
        What is played.
    shown
        What each line-up gave so far, ``None`` for nothing yet.
    confidence
        Of the intervals, after all looks together.
    race
        What was open at the last look; ``None`` before the first, and where none stops.
    """
    rows, level = [], level_of(confidence, len(tournament.interim))
    for one, spec in enumerate(tournament.specs):
        played = {
            other: rate_of_row(cell, level)
            for (first, other), cell in zip(tournament.cells, shown, strict=False)
            if first == one and cell
        }
        if not played:
            rows.append([spec, "waits", ""])
            continue
        least = min(played, key=lambda other: played[other].value)
        found = numbers.with_half(played[least], SHARE)
        rows.append([spec, found, tournament.specs[least]])
    counts = (sum(map(bool, shown)), "begun") if race is None else (len(race.still_open), "open")
    return [*rows, [f"{counts[0]} of {len(shown)} line-ups {counts[1]}", "", ""]]


def _played(results: TournamentResults) -> str:
    run, study = results.run, results.study
    duels = f", {halves(study.players)}" if results.duels.are_played else ""
    return (
        f"{len(results.specs)} strategies of {results.game.title} for {study.players} players, "
        f"variant {study.variant}, each alone among others of each other one{duels} and in mixed "
        f"line-ups: {run.games:,} games, {games_a_cell(results)} of each cell of the "
        f"matrix; seed {study.seed}."
    )


def _known(results: TournamentResults) -> list[str]:
    """Say to within what the win rates are known, and what ended a race."""
    cells = [results.matrix.rates[one][other] for one, other in results.tournament.cells]
    mixed = [ranked.win_rate for ranked in results.mixed.ranking]
    of_cells, of_mixed = (
        numbers.number(half, half, SHARE)
        for half in (max((rate.high - rate.low) / 2 for rate in rates) for rates in (cells, mixed))
    )
    return [
        *race.ended(results),
        f"Win rates of the matrix are known to within about {of_cells} percentage points, those "
        f"with mixed line-ups to within about {of_mixed}, at {100 * results.confidence:g} % "
        "confidence.",
    ]


def _caveats(results: TournamentResults) -> list[str]:
    return [
        "All cells of the matrix play the same deals, each deal in every rotation; intervals "
        "are made from the differences between deals, not between games.",
        *race.looked(results),
    ]


def _more(results: TournamentResults, games: int) -> str:
    if results.tournament.races:
        return f"{numbers.about(games)} more games of its line-ups"
    a_cell = numbers.about(games * results.cell_games / results.run.games)
    return f"{a_cell} more games in each cell ({numbers.about(games)} in all)"


def _summary(results: TournamentResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    specs, size = results.specs, len(results.specs)
    # A strategy among its like is not played: its cell holds what is known all the same.
    cells = [
        {name: value for name, value in cell.items() if value is not None}
        for cell in tables[BEATING.name]
    ]
    known, styles = beats_all(results)
    asked = CONTEST.answered(results)
    return {
        "strategies": list(specs),
        "tiers": dict(zip(specs, results.tiers, strict=True)),
        "games_per_cell": results.cell_games,
        "mixed_lineups": len(results.run.mixed),
        "mixed_lineups_possible": results.tournament.mixed_possible,
        "mixed_games": results.mixed.games,
        "answers": {one.ask(results): one.answer(results) for one in asked},
        "beats_all": known,
        "beating": [specs[style] for style in styles],
        "ring": [specs[style] for style in results.matrix.ring],
        "matrix": [cells[row * size :][:size] for row in range(size)],
        **{one.name: tables[one.name] for one in asked if one is not BEATING},
        **({"until_decided": race.summarise(results)} if results.tournament.races else {}),
    }


CONTEST = Contest(
    questions=(BEATING, RANKING, LASTING, DUELS),
    heading=lambda results: f"Tournament of {len(results.specs)} strategies",
    played=_played,
    known=_known,
    caveats=_caveats,
    summary=_summary,
    more=_more,
)
