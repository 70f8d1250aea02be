"""The games that are played for the chosen rules: a few at once, then more and more.

Games are those of ``fathom run`` with the same rules, from the first on, so that the same rules
always give the same numbers. Games that were played are remembered for as long as the page is
served, so that returning to rules costs nothing.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from reports.analysis.diagnostics import check_skill
from reports.page.checks import Check
from reports.run.results import RunResults
from simulate.explore.background import Stop
from simulate.kit.compiled import JIT
from simulate.play.arms import layout_of
from simulate.play.extra_runs import MOST_BEGINNER_GAMES
from simulate.play.run import Run, play_until
from simulate.play.tally import Tally
from simulate.rules.values import SECONDS_PER_TURN
from simulate.strategy import Strategy
from simulate.study import Study

#: The numbers of games after which the check of skill may be made.
STAGES = (1_000, 4_000, 10_000, 30_000, 100_000)
#: The number of games after which playing ends.
GOAL = STAGES[-1]
#: The least number of games that are shown. If these take longer than `_PATIENCE` seconds, fewer
#: are shown.
LEAST, _PATIENCE, _LEAST_OF_SLOW = 500, 1.5, 50
#: The shortest time in seconds between two answers.
_PAUSE = 0.2
#: The number of sets of rules whose games are remembered.
_REMEMBERED = 100


@dataclass(frozen=True)
class Games:
    """Games of a study that were played so far."""

    run: Run
    #: The check of whether good play pays; None if it was not made.
    skill: Check | None = None
    #: The number of games of this check.
    games_of_skill: int = 0
    #: True if all games were played and checked.
    is_complete: bool = False


#: Called with the games so far, and with True if no more are to follow.
Show = Callable[[Games, bool], None]


class Player:
    """Plays the games of studies, and remembers them.

    Parameters
    ----------
    jobs
        The number of threads.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._known: OrderedDict[str, Games] = OrderedDict()

    def forget(self) -> None:
        """Forget all games, because the file of the game has changed."""
        self._known.clear()

    def known(self, study: Study) -> Games | None:
        """Return the games of a study that were played before; None if there are none."""
        games = self._known.get(games_key(study))
        return replace(games, run=replace(games.run, study=study)) if games else None

    def play(self, study: Study, lineup: Sequence[Strategy], show: Show, stop: Stop) -> None:
        """Play a study until it has `GOAL` games, or until a stop is requested.

        Parameters
        ----------
        study
            The study, of `GOAL` games.
        lineup
            Its strategies.
        show
            Called at most five times a second with the games so far, and once at the end.
        stop
            The request to end.

        Raises
        ------
        FathomError
            If the game or a strategy fails, or does not compile.
        """
        layout = layout_of(study)
        latest = self.known(study) or Games(Run(study, layout, Tally(), 0.0, self._jobs, False))
        begun = time.monotonic()
        shown = 0.0

        def progress(tally: Tally) -> None:
            nonlocal shown
            now = time.monotonic()
            games = tally.deals * study.rotations
            least = LEAST if now - begun < _PATIENCE else _LEAST_OF_SLOW
            if games >= least and now - shown >= _PAUSE:
                show(replace(latest, run=replace(latest.run, tally=tally)), False)
                shown = now
            stop.check()

        def next_deals(run: Run) -> int:
            nonlocal latest
            latest = replace(latest, run=run)
            self._remember(latest)
            show(latest, False)
            stop.check()
            latest = self._with_skill(latest)
            latest = replace(latest, is_complete=run.tally.deals >= study.deals)
            self._remember(latest)
            show(latest, latest.is_complete)
            stop.check()
            return _next_stage(run)

        run = None
        with suppress(KeyboardInterrupt):
            run = play_until(
                study,
                lineup,
                _next_stage(latest.run),
                next_deals,
                self._jobs,
                progress=progress,
                begun=latest.run if latest.run.games else None,
            )
        if run is None:
            return
        latest = replace(latest, run=replace(run, interrupted=False))
        is_finished = not stop.is_requested
        if is_finished:
            latest = replace(self._with_skill(latest), is_complete=True)
        # Whoever sees the last answer may ask at once for a report with as many games.
        if run.games:
            self._remember(latest)
        if is_finished:
            show(latest, True)

    def _with_skill(self, games: Games) -> Games:
        """Return games with the check of skill, made with as many games as ``fathom run`` plays.

        It is made anew if the games are more than before. Raise `FathomError` if a strategy fails.
        """
        results = RunResults(games.run)
        needed = min(games.run.games, MOST_BEGINNER_GAMES)
        if not JIT or results.contest == "together" or needed <= games.games_of_skill:
            return games
        skill = check_skill(results, self._jobs, needed)
        return replace(games, skill=skill, games_of_skill=needed)

    def _remember(self, games: Games) -> None:
        """Remember games of a study, and forget those that were asked for least recently."""
        key = games_key(games.run.study)
        self._known[key] = games
        self._known.move_to_end(key)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)


def _next_stage(run: Run) -> int:
    """Return the number of deals of the next stage after the games of a run."""
    study = run.study
    for games in STAGES:
        deals = -(-games // study.rotations)
        if deals > run.tally.deals:
            return min(deals, study.deals)
    return study.deals


def games_key(study: Study) -> str:
    """Return a text that is the same for studies whose games are the same.

    The seconds of a turn change no game.
    """
    rules = {name: value for name, value in study.rules.items() if name != SECONDS_PER_TURN}
    return replace(study, rules=rules).id
