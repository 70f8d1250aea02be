"""*A game*: games worth reading are chosen and replayed for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reports.run.samples import COMEBACK, SampleGames
from simulate.errors import FathomError, UsageError
from simulate.explore.a_game import LABELS, list_games, make_game
from simulate.explore.background import Stop
from simulate.explore.board import Board
from simulate.play.comebacks import Comebacks, measure_comebacks
from simulate.play.run import play, require_finished
from simulate.strategy import Strategy
from simulate.study import Study

#: The number of games among which games are chosen; fewer if strategies search.
GAMES, _GAMES_OF_SLOW = 2_000, 100


class Looking:
    """Chooses games of a study, and posts one of them on the board.

    Parameters
    ----------
    board
        The board; the event is "replay".
    jobs
        The number of threads.
    """

    def __init__(self, board: Board, jobs: int) -> None:
        self._board = board
        self._jobs = jobs
        #: The study among whose games these were chosen, the games, and the comebacks in the study.
        self._chosen: tuple[str, list[dict[str, Any]], Comebacks | None] = ("", [], None)
        #: The name of the rules by which the game on the board is played.
        self._choices_id = ""

    def look(
        self,
        study: Study,
        lineup: Sequence[Strategy],
        wanted: str | int,
        choices_id: str,
        stop: Stop,
    ) -> None:
        """Post a game of a study: one of a kind, such as "typical", or that of a number.

        `choices_id` names the rules, so that the page can mark a game of earlier rules.
        """
        self._choices_id = choices_id
        slow = any(strategy.is_slow for strategy in lineup)
        study = replace(study, games=_GAMES_OF_SLOW if slow else GAMES)
        self._post("playing", "Looking for games …", games=self._games_of(study))
        try:
            if not self._games_of(study):
                self._choose(study, lineup, stop)
            _, games, comebacks = self._chosen
            number = _number_of(games, wanted)
            title = next((game["label"] for game in games if game["number"] == number), "The game")
            shown = make_game(study, lineup, number, comebacks)
        except KeyboardInterrupt:
            self._post("stopped", "Stopped.", games=[])
            return
        except FathomError as error:
            self._post("failed", str(error), games=self._games_of(study))
            return
        listed = [game | {"is_current": game["number"] == number} for game in games]
        self._post("settled", "", games=listed, title=f"{title}: game {number:,}", **shown)

    def _games_of(self, study: Study) -> list[dict[str, Any]]:
        """Return the games that were chosen for a study before; empty if there are none."""
        key, games, _ = self._chosen
        return games if key == study.id else []

    def _choose(self, study: Study, lineup: Sequence[Strategy], stop: Stop) -> None:
        """Play a study, and choose its games that are worth reading.

        Raise `KeyboardInterrupt` if a stop is requested, and `FathomError` if the game fails.
        """
        samples = SampleGames(study)
        watchers = {"samples": samples}
        run = play(
            study, lineup, self._jobs, watchers=watchers, progress=lambda tally: stop.check()
        )
        require_finished(run)
        comebacks = None
        if COMEBACK in samples.possible_kinds:
            self._post("playing", "Looking for comebacks \N{HORIZONTAL ELLIPSIS}", games=[])
            comebacks = measure_comebacks(
                study, lineup, self._jobs, study.games, progress=lambda games: stop.check()
            )
        games = list_games(study.loaded_game, samples, comebacks)
        if not games:
            raise UsageError("no game was decided, so there is none to show")
        self._chosen = study.id, games, comebacks

    def _post(self, phase: str, progress: str, **values: Any) -> None:
        shown = {"phase": phase, "progress": progress, "choices_id": self._choices_id, **values}
        self._board.post("replay", shown)


def _number_of(games: Sequence[dict[str, Any]], wanted: str | int) -> int:
    """Return the number of the game of a kind; the first game if there is none of this kind.

    A number is returned unchanged.
    """
    if isinstance(wanted, int):
        return wanted
    if wanted not in LABELS:
        raise UsageError(f"there is no kind of game {wanted!r}")
    numbers = [game["number"] for game in games if game["kind"] == wanted]
    return int([*numbers, games[0]["number"]][0])
