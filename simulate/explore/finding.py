"""*Find rules* and *Even the seats*: the searches of ``fathom tune``, for the page."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reports.analysis.execution import Execution
from reports.run.results import RunResults
from reports.tune.first_page import write_search
from reports.tune.plan import HELPING_GAMES, MOST_HELPING, OTHER_RULES, TunePlan
from reports.tune.results import TuneResults
from reports.tune.search import BUDGET, FINALISTS
from reports.writing import spoken, wording
from reports.writing.workload import ExpectedStep
from simulate.errors import FathomError
from simulate.explore.background import Stop
from simulate.explore.board import Board
from simulate.explore.design import Wishes
from simulate.explore.found_versions import (
    Change,
    Outcome,
    changes_of,
    describe_gain,
    describe_length,
    describe_outcome,
    describe_seats,
    describe_so_far,
    describe_sources,
    describe_version,
    make_seats,
    rank_versions,
)
from simulate.explore.playing import GOAL
from simulate.explore.watched import SearchProgress
from simulate.explore.wishes import name_fairness, name_length

#: The maximum numbers of games of each version that the search judges: first few, so that there is
#: something to see soon, and then many.
STAGES = ("2k", "40k")
#: The parts of a search: a first look, the search itself, the games of the answer, other rules.
_FIRST_LOOK, _SEARCH, _BEST, _OTHERS = 1, 2, 3, 4
#: The name of the part in which the best version is played as often as in the answer.
_GAMES_OF_ANSWER = "the games of the answer"
#: The approximate number of games of a search, as a multiple of the maximum games of each version.
_GAMES_OF_SEARCH = BUDGET + FINALISTS
#: What the seats of an even game wish for.
EVEN = Wishes(fair=1.0)
_STOPPED = (
    "It begins again if you ask again. It also stops if you change a rule or open another view "
    "that plays games."
)
#: Plays versions with some changes as often as in the answer. It is called with the changes, and
#: with a function that is called with the number of games so far. It returns the results.
PlayAnswer = Callable[[Sequence[Change], Callable[[int], None]], RunResults]


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
            "seconds": 0.0,
            "is_early": True,
            "headline": looking,
            "sentence": "",
            "note": "",
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
        play_answer: PlayAnswer,
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
        play_answer
            Plays a version as often as in the answer.
        jobs
            The number of threads.
        stop
            The request to end.
        is_even
            True for a search for even seats, whose answer says who should start.
        """
        self.found = {}
        search = _Search(self, wishes, is_current, is_even=is_even)
        progress = SearchProgress(stop, lambda step: search.post("playing", step), _OTHERS)
        try:
            self._search_in_stages(search, make_plan, play_answer, Execution(jobs, live=progress))
            stop.check()
            search.post("settled", "")
        except KeyboardInterrupt:
            search.post("stopped", f"Stopped. {_STOPPED}", **search.describe_stopped())
        except FathomError as error:
            search.post("failed", "", headline="No search is possible.", sentence=str(error))

    def _search_in_stages(
        self,
        search: _Search,
        make_plan: Callable[[str], TunePlan],
        play_answer: PlayAnswer,
        playing: Execution,
    ) -> None:
        """Look first, then search, play the best version more often, and try other rules."""
        progress = playing.live
        assert isinstance(progress, SearchProgress)
        *looks, last = STAGES
        plan = make_plan(last)
        games = plan.study.games
        most_others = MOST_HELPING * min(HELPING_GAMES, games // 20)
        progress.expect_steps(
            ExpectedStep(last, _GAMES_OF_SEARCH * games),
            ExpectedStep(_GAMES_OF_ANSWER, GOAL),
            ExpectedStep(OTHER_RULES, most_others),
        )
        progress.begin_part(_FIRST_LOOK)
        for look in looks:
            tune, _ = make_plan(look).search(playing)
            search.show_so_far(tune)
        progress.skip(last)
        progress.begin_part(_SEARCH)
        tune, begin = plan.search(playing)
        if tune.arms_run.interrupted:
            search.show_so_far(tune)
            raise KeyboardInterrupt
        search.outcome = Outcome.of(tune)
        search.show_outcome(search.outcome)
        progress.begin_part(_BEST)
        search.outcome = self._play_best(tune, play_answer, progress)
        search.show_outcome(search.outcome)
        progress.begin_part(_OTHERS)
        tune = plan.try_other_rules(tune, begin, playing)
        search.outcome = replace(search.outcome, tune=tune)
        search.show_outcome(search.outcome)

    def _play_best(
        self, tune: TuneResults, play_answer: PlayAnswer, progress: SearchProgress
    ) -> Outcome:
        """Return the outcome of a search with the games of the answer."""
        changes = changes_of(tune, tune.leading)
        results = []
        for played in [[], changes] if changes else [[]]:
            progress.begin(
                "Playing the best version as often as in the Answer",
                total=float(GOAL),
                step=_GAMES_OF_ANSWER,
            )
            results.append(play_answer(played, progress.show))
        base, best = results[0], results[-1]
        games = base.run.games if base.run.games == best.run.games else 0
        return Outcome(tune, base, best, games)

    def post(self, shown: Mapping[str, Any]) -> None:
        """Post a search on the board."""
        self._board.post("found", shown)

    def number_of(self, changes: Sequence[Change]) -> int:
        """Return the number of the version with some changes; a new one if it has none yet."""
        for number, known in self.found.items():
            if known == changes:
                return number
        number = len(self.found) + 1
        self.found[number] = list(changes)
        return number


class _Search:
    """What the page shows of a search.

    Parameters
    ----------
    finding
        Where versions that were found are remembered, and what posts the search.
    wishes
        The wishes.
    is_current
        Returns True if the version with a number has the current rules.
    is_even
        True for a search for even seats.
    """

    def __init__(
        self,
        finding: Finding,
        wishes: Wishes,
        is_current: Callable[[int], bool],
        *,
        is_even: bool,
    ) -> None:
        self._finding = finding
        self._wishes = wishes
        self._is_current = is_current
        self._is_even = is_even
        self._began = time.monotonic()
        self._shown = finding.announce(wishes, is_even=is_even)
        #: What the whole search found; None until it is known.
        self.outcome: Outcome | None = None

    def post(self, phase: str, progress: str, **values: Any) -> None:
        """Post the search with some changes."""
        seconds = round(time.monotonic() - self._began, 1)
        self._shown.update(values, phase=phase, progress=progress, seconds=seconds)
        self._finding.post(self._shown)

    def show_so_far(self, tune: TuneResults) -> None:
        """Post the versions of a first look, which recommends none of them."""
        headline, sentence = describe_so_far(tune, self._wishes)
        rows = self._describe_rows(Outcome.of(tune))
        self.post("playing", "", headline=headline, sentence=sentence, rows=rows)

    def show_outcome(self, outcome: Outcome) -> None:
        """Post the versions that were judged, with the headline and all sentences."""
        self.post("playing", "", **self._describe(outcome))

    def describe_stopped(self) -> dict[str, Any]:
        """Return what to show of a search that was stopped."""
        if self.outcome:
            return self._describe(self.outcome)
        if not self._shown["rows"]:
            return {"headline": "The search was stopped."}
        return {}

    def _describe(self, outcome: Outcome) -> dict[str, Any]:
        """Return the versions that were judged, with the headline and all sentences."""
        tune = outcome.tune
        sentences = [describe_length(outcome, self._wishes)]
        if self._wishes.fair is not None:
            sentences.append(describe_gain(outcome))
        if self._is_even:
            sentences.append(describe_seats(outcome))
        notes = [describe_sources(outcome), self._describe_effort(tune)]
        games = spoken.games_option(tune.base.run.study.games)
        return {
            "is_early": not outcome.games_of_answer,
            "headline": describe_outcome(outcome, self._wishes),
            "sentence": " ".join(filter(None, sentences)),
            "note": " ".join(notes),
            "seats": make_seats(outcome) if self._is_even else None,
            "command": write_search(tune, "--games", games),
            "rows": self._describe_rows(outcome),
        }

    def _describe_effort(self, tune: TuneResults) -> str:
        """Return a sentence on the number of versions that were tried, and the time it took."""
        played = {point.values for point in (*tune.tried, *tune.points)}
        versions = wording.counted(len(played) // tune.points_per_version, "version")
        seconds = wording.counted(round(time.monotonic() - self._began), "second")
        return f"{versions} tried in {seconds}."

    def _describe_rows(self, outcome: Outcome) -> list[dict[str, Any]]:
        """Return the versions that were judged for the page, the best first, and remember them."""
        tune = outcome.tune
        rows = []
        for version in rank_versions(tune):
            results = version[0].results
            if version is tune.leading:
                results = outcome.best
            elif version[0].is_base:
                results = outcome.base
            changes = changes_of(tune, version)
            number = self._finding.number_of(changes)
            row = describe_version(results, changes, tune.base.game, self._wishes)
            rows.append(row | {"id": number, "is_current": self._is_current(number)})
        return rows


def name_wishes(wishes: Wishes) -> list[str]:
    """Return the wishes in words, as headings of a table."""
    names = []
    if wishes.fair is not None:
        names.append(f"Fair {name_fairness(wishes.fair)}")
    if wishes.long is not None:
        names.append(wording.capital(name_length(wishes.long)))
    return names
