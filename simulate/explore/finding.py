"""*Find rules* and *Even the seats*: the searches of ``fathom tune``, for the page."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reports.analysis.execution import Execution
from reports.tune.first_page import write_search
from reports.tune.plan import TunePlan
from reports.tune.results import TuneResults
from reports.writing import spoken, wording
from simulate.errors import FathomError
from simulate.explore.background import Stop
from simulate.explore.board import Board
from simulate.explore.design import Wishes
from simulate.explore.found_versions import (
    Change,
    changes_of,
    describe_even,
    describe_found,
    describe_version,
    rank_versions,
)
from simulate.explore.watched import WatchedProgress
from simulate.explore.wishes import name_fairness, name_length

#: The maximum numbers of games of each version that the search judges: first few, so that there is
#: something to see soon, and then more.
STAGES = ("2k", "10k", "40k")
#: What the seats of an even game wish for.
EVEN = Wishes(fair=1.0)
_STOPPED = (
    "It begins again if you ask again. It also stops if you change a rule or open another view "
    "that plays games."
)


class Finding:
    """Searches for versions that meet wishes, and remembers them by number.

    Parameters
    ----------
    board
        The board; the event is "found".
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        #: The changes of each version that was found, by its number on the page.
        self.found: dict[int, list[Change]] = {}

    def announce(self, wishes: Wishes, *, is_even: bool) -> dict[str, Any]:
        """Post that a search begins, and return what was posted."""
        looking = "Looking for rules that even the seats …" if is_even else "Looking for rules …"
        shown: dict[str, Any] = {
            "kind": "even" if is_even else "wishes",
            "phase": "playing",
            "progress": "",
            "headline": looking,
            "sentence": "",
            "wishes": name_wishes(wishes),
            "rows": [],
            "seats": None,
            "command": "",
        }
        self._board.post("found", shown)
        return shown

    def search(
        self,
        make_plan: Callable[[str], TunePlan],
        wishes: Wishes,
        is_current: Callable[[int], bool],
        jobs: int,
        stop: Stop,
        *,
        is_even: bool = False,
    ) -> None:
        """Search, and post what is found on the board.

        Parameters
        ----------
        make_plan
            Returns the plan of the search for a number of games, such as "2k".
        wishes
            The wishes; at least one.
        is_current
            Returns True if the version with a number has the current rules.
        jobs
            The number of threads.
        stop
            The request to end.
        is_even
            True for a search for even seats, whose answer says who should start.
        """
        began = time.monotonic()
        self.found = {}
        shown = self.announce(wishes, is_even=is_even)

        def post(phase: str, progress: str, **values: Any) -> None:
            shown.update(values, phase=phase, progress=progress)
            self._board.post("found", shown)

        progress = WatchedProgress(stop, lambda step: post("playing", step))
        try:
            for games in STAGES:
                result = make_plan(games).play(Execution(jobs, live=progress))
                stop.check()
                tune = result.tune
                found = {"rows": self._describe_rows(tune, wishes, is_current)}
                found |= self._describe(tune, wishes, time.monotonic() - began, is_even=is_even)
                is_last = games == STAGES[-1]
                post("settled" if is_last else "playing", "", **found)
        except KeyboardInterrupt:
            if not shown["rows"]:
                shown["headline"] = "The search was stopped."
            post("stopped", f"Stopped. {_STOPPED}")
        except FathomError as error:
            post("failed", "", headline="No search is possible.", sentence=str(error))

    def _describe(
        self, tune: TuneResults, wishes: Wishes, seconds: float, *, is_even: bool
    ) -> Mapping[str, Any]:
        """Return the headline and all sentences on the versions that were judged."""
        games = tune.base.run.study.games
        tried = wording.counted(len(tune.tried) + len(tune.points), "version")
        effort = (
            f"{tried} tried in {wording.counted(round(seconds), 'second')}, the best with up to "
            f"{games:,} games each. Try plays a version more often."
        )
        command = write_search(tune, "--games", spoken.games_option(games))
        if is_even:
            answer = describe_even(tune)
            return answer | {"sentence": f"{answer['sentence']} {effort}", "command": command}
        return {
            "headline": describe_found(tune, wishes),
            "sentence": "Of the versions that were judged, those that meet the wishes come first, "
            f"the smallest change before others. {effort}",
            "command": command,
        }

    def _describe_rows(
        self, tune: TuneResults, wishes: Wishes, is_current: Callable[[int], bool]
    ) -> list[dict[str, Any]]:
        """Return the versions that were judged for the page, the best first, and remember them."""
        rows = []
        for version in rank_versions(tune):
            changes = changes_of(tune, version)
            number = self._number_of(changes)
            row = describe_version(version, changes, tune.base.game, wishes)
            rows.append(row | {"id": number, "is_current": is_current(number)})
        return rows

    def _number_of(self, changes: Sequence[Change]) -> int:
        """Return the number of the version with some changes; a new one if it has none yet."""
        for number, known in self.found.items():
            if known == changes:
                return number
        number = len(self.found) + 1
        self.found[number] = list(changes)
        return number


def name_wishes(wishes: Wishes) -> list[str]:
    """Return the wishes in words, as headings of a table."""
    names = []
    if wishes.fair is not None:
        names.append(f"Fair {name_fairness(wishes.fair)}")
    if wishes.long is not None:
        names.append(wording.capital(name_length(wishes.long)))
    return names
