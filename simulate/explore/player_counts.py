"""All numbers of players of a game, compared for the page: which of them is best, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from reports.analysis.arms import ComparisonSelection
from reports.analysis.execution import Execution
from reports.compare.best import find_best
from reports.compare.first_page import describe_versions
from reports.compare.plan import ComparisonPlan
from reports.compare.results import ComparisonResults
from reports.figures import figure as fig
from reports.figures.statistics import Estimate, half_width
from reports.run.fairness import list_players, write_command
from reports.run.results import RunResults
from reports.writing import spoken, wording
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError
from simulate.explore.answer import UNCLEAR, describe_fairness_briefly
from simulate.explore.background import Stop
from simulate.explore.board import Board
from simulate.explore.kept_games import kept_games
from simulate.explore.watched import WatchedProgress
from simulate.study.player_numbers import write_player_numbers

#: The numbers of games for each number of players after which rows are shown. The last is that of
#: the answer, so that both give the same verdicts.
STAGES = (500, 2_000, 10_000, 30_000, 100_000)
_ONE_STYLE = "Numbers of players are compared with one style for all; choose it under “Who plays”."
_ONE_NUMBER = "The game can be played with one number of players only."


def compare_player_counts(
    board: Board,
    selection: Selection,
    counts: Sequence[int],
    check: Callable[[int], object],
    rules_id: str,
    games_file: Path,
    jobs: int,
    stop: Stop,
) -> None:
    """Play a game with each number of players, and post what differs, until a stop is requested.

    Parameters
    ----------
    board
        The board; the event is "players".
    selection
        The rules and the style of all players.
    counts
        The numbers of players.
    check
        Raises `UsageError` if the rules cannot be played with a number of players. Such numbers are
        left out, with the reason.
    rules_id
        The name of the rules, so that the page can mark a comparison of earlier rules.
    games_file
        The file with the games of earlier comparisons, which are not played again.
    jobs
        The number of threads.
    stop
        The request to end.
    """
    shown: dict[str, Any] = {
        "rules_id": rules_id,
        "headline": "Playing with each number of players …",
        "sentences": [],
        "rows": [],
        "command": "",
        "left_out": [],
    }

    def post(phase: str, progress: str, **values: Any) -> None:
        shown.update(values, phase=phase, progress=progress)
        board.post("players", shown)

    post("playing", "")
    try:
        if len(selection.strategy or ()) > 1:
            raise UsageError(_ONE_STYLE)
        playable, left_out = _split(counts, check)
        if len(playable) < 2:
            raise UsageError(" ".join([_ONE_NUMBER, *left_out]))
        shown["left_out"] = left_out
        with kept_games(games_file) as journal:
            for games in STAGES:
                plan = _make_plan(replace(selection, games=str(games)), playable)
                progress = WatchedProgress(stop, lambda step: post("playing", step))
                result = plan.play(Execution(jobs, live=progress))
                journal.flush()
                stop.check()
                values = describe_counts(result.comparison, playable)
                phase = "settled" if games == STAGES[-1] else "playing"
                post(phase, f"{games:,} games with each number of players.", **values)
    except KeyboardInterrupt:
        post("stopped", "Stopped.")
    except FathomError as error:
        post("failed", "", headline="No comparison is possible.", sentences=[str(error)])


def _split(counts: Sequence[int], check: Callable[[int], object]) -> tuple[list[int], list[str]]:
    """Return the numbers of players that the rules allow, and the reasons against the others."""
    playable = []
    left_out = []
    for players in counts:
        try:
            check(players)
        except UsageError as error:
            left_out.append(f"{wording.counted(players, 'player')}: {error}.")
        else:
            playable.append(players)
    return playable, left_out


def _make_plan(selection: Selection, counts: Sequence[int]) -> ComparisonPlan:
    """Return the plan of ``fathom compare --players`` for some rules."""
    options = vars(selection) | {
        "source": "",
        "players": list(counts),
        "variant": [selection.variant] if selection.variant else None,
    }
    return ComparisonPlan(ComparisonSelection(sources=[selection.source], **options))


def describe_counts(comparison: ComparisonResults, counts: Sequence[int]) -> dict[str, Any]:
    """Return the comparison of numbers of players for the page.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    verdict, *sentences = describe_versions(comparison)
    best = find_best(comparison)
    labels = list(comparison.arms)
    # If all are equally good, none is marked.
    marked = best.best if len(best.best) < len(labels) else []
    mark = "best" if best.is_sure else "best so far"
    study = comparison.first.run.study
    games = min(results.run.games for results in comparison.arms.values())
    command = write_command(
        # The number of players of the study itself is not written.
        replace(study, players=study.loaded_game.usual_players),
        "compare",
        "--players",
        write_player_numbers(counts),
        *list_players(study),
        "--games",
        spoken.games_option(games),
    )
    return {
        "headline": verdict,
        "sentences": sentences,
        "rows": [
            _make_row(players, label, comparison, mark if label in marked else "")
            for players, label in zip(counts, labels, strict=True)
        ],
        "command": command,
    }


def _make_row(players: int, label: str, comparison: ComparisonResults, mark: str) -> dict[str, Any]:
    """Return the row of a number of players.

    Parameters
    ----------
    players
        The number of players.
    label
        The label of its results in the comparison.
    comparison
        The results of all numbers of players.
    mark
        What to write beside the number, such as "best"; may be empty.
    """
    results = comparison.arms[label]
    skill = ""
    if comparison.skill and results.contest != "together":
        fair = wording.round_half_up(100 * results.fair_share)
        wins = _with_half(comparison.skill.estimate(label).scaled(100), 0)
        skill = f"{wins} of 100 (by chance {fair})"
    return {
        "players": players,
        "mark": mark,
        "fair": describe_fairness_briefly(results).replace(UNCLEAR, "Not clear yet."),
        "spread": _write_spread(results),
        "long": f"{_with_half(results.estimate(fig.USUAL_MINUTES), 0)} minutes",
        "tense": _write_changes(results),
        "skill": skill,
    }


def _write_spread(results: RunResults) -> str:
    """Return the distance of the least fair seat from its share; empty if seats are not judged."""
    if not results.has(fig.SEAT_SPREAD):
        return ""
    spread = results.estimate(fig.SEAT_SPREAD).scaled(100)
    rival = "seat" if results.contest == "seats" else "side"
    return f"least fair {rival} off by {_with_half(spread, 1)} in 100"


def _write_changes(results: RunResults) -> str:
    """Return the number of lead changes per game; empty if it is not known."""
    if not results.has(fig.LEAD_CHANGES):
        return ""
    return f"{_with_half(results.estimate(fig.LEAD_CHANGES), 2)} lead changes"


def _with_half(estimate: Estimate, decimals: int) -> str:
    """Return a number with half the width of its interval, as in "31 ± 1"."""
    reach = max(half_width(estimate), 10**-decimals)
    number = wording.round_half_up(estimate.value, decimals)
    return f"{number} ± {wording.round_half_up(reach, decimals)}"
