"""What the player who plays now does, in a few sentences for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.advice.document import (
    AVOIDS,
    SUMMARY_NOTE,
    TREE_NOTE,
    answer,
    avoided,
    describe_games,
    gaps,
    how_to_read,
    sentences,
    title_of,
    tree_lines,
)
from reports.advice.results import find_advice, player_to_describe
from reports.advice.wording import quoted
from reports.run.fairness import write_command
from simulate.errors import FathomError
from simulate.explore.background import Stop
from simulate.explore.board import Board
from simulate.strategy import Strategy
from simulate.study import Study


def describe_play(
    board: Board,
    study: Study,
    lineup: Sequence[Strategy],
    choices_id: str,
    jobs: int,
    stop: Stop,
) -> None:
    """Post what the strongest player of a line-up does, until a stop is requested.

    Parameters
    ----------
    board
        The board; the event is "advice".
    study
        The chosen rules.
    lineup
        The strategies that play them.
    choices_id
        The name of the rules and the players, so that the page can mark advice on earlier ones.
    jobs
        The number of threads.
    stop
        The request to end.
    """
    player = player_to_describe(lineup)
    shown: dict[str, Any] = {
        "choices_id": choices_id,
        "title": f"What the player {quoted(player.spec)} does",
        "summary": [],
        "sentences": [],
        "avoids_title": "",
        "avoids": [],
        "gaps": [],
        "how_to_read": "",
        "tree": [],
        "note": "",
        "command": "",
    }

    def post(phase: str, progress: str, **values: Any) -> None:
        shown.update(values, phase=phase, progress=progress)
        board.post("advice", shown)

    post("playing", "Playing fresh games and reading their choices …")
    try:
        advice = find_advice(study, player, jobs, check=stop.check)
    except KeyboardInterrupt:
        post("stopped", "Stopped.")
        return
    except FathomError as error:
        post("failed", str(error))
        return
    post(
        "settled",
        "",
        title=title_of(advice),
        summary=[*answer(advice), *([describe_games(advice)] if advice.decisions else [])],
        sentences=sentences(advice),
        avoids_title=AVOIDS,
        avoids=avoided(advice),
        gaps=gaps(advice),
        how_to_read=f"{how_to_read(advice)} {TREE_NOTE}" if advice.is_explained else "",
        tree=[{"depth": depth, "text": text} for depth, text in tree_lines(advice)],
        note=SUMMARY_NOTE,
        command=write_command(study, "strategies", "--explain", player.full_spec),
    )
