"""When a run ends: after all its games, when enough is known, or when time is up."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simulate.cli.plans.execution import Playing

if TYPE_CHECKING:
    from simulate.play.journal import Watchers
    from simulate.play.run import Run, Together
    from simulate.strategy import Strategy
    from simulate.study import Study

#: So many times as many deals at most are added before looking at the clock again.
_GROWTH = 3


def play_run(
    study: Study, lineup: Sequence[Strategy], playing: Playing, show: Any, watchers: Watchers
) -> Run:
    """Play all games of a study, or as many as its precisions or its targets take."""
    from reports.figures.precision import FIRST_GAMES
    from reports.run.ending import games_to_know
    from reports.run.results import Results
    from simulate.play.run import play, play_until

    if not study.stops_early:
        return play(study, lineup, playing.jobs, progress=show, watchers=watchers)

    def precise(run: Run) -> int:
        games = min(games_to_know(Results(run, playing.confidence)), study.games)
        playing.live.expect(games)
        return -(-games // study.rotations)

    def decided(run: Run) -> int:
        results = Results(run, study.until_decided)
        more, played = results.games_to_decide, run.tally.deals
        playing.live.expect(min(run.games + (study.games if more is None else more), study.games))
        return played if more == 0 else study.next_look(played)

    first = study.interim[0] if study.until_decided else -(-FIRST_GAMES // study.rotations)
    if study.precision:
        playing.live.expect(min(FIRST_GAMES, study.games))
    wanted = decided if study.until_decided else precise
    return play_until(study, lineup, first, wanted, playing.jobs, progress=show, watchers=watchers)


def play_past(
    earlier: int,
    study: Study,
    lineup: Sequence[Strategy],
    playing: Playing,
    show: Any,
    watchers: Watchers,
) -> tuple[Run, Run | None]:
    """Play all games of a study that was looked at before, after so many deals.

    Returns
    -------
    Run, Run or None
        Of all games, and of those of the earlier look; ``None`` if it was interrupted before.
    """
    from simulate.play.run import play_until

    seen: list[Run] = []

    def wanted(run: Run) -> int:
        seen.append(run)
        return study.deals

    run = play_until(study, lineup, earlier, wanted, playing.jobs, progress=show, watchers=watchers)
    return run, seen[0] if seen else None


def expected_games(
    together: Together, going: Collection[int], more: Mapping[int, int | None]
) -> int:
    """Return about how many games several studies take in all, of which some go on.

    Parameters
    ----------
    together
        What they gave so far.
    going
        The places of those that go on.
    more
        About how many more games these take, by place; up to the most where that is not known.
    """
    runs, left = together.runs, {}
    for place in going:
        study, games = runs[place].study, more.get(place)
        most = study.deals - runs[place].tally.deals
        left[place] = most if games is None else min(-(-games // study.rotations), most)
    for place in going:  # whoever it is compared with goes on with it
        reference = together.against[place] if together.against else 0
        left[reference] = max(left.get(reference, 0), left[place])
    return sum(run.games + left.get(n, 0) * run.study.rotations for n, run in enumerate(runs))


def play_for(
    minutes: float,
    study: Study,
    lineup: Sequence[Strategy],
    playing: Playing,
    show: Any,
    watchers: Watchers,
) -> Run:
    """Play as many deals as fit in a time; the run's study has just these.

    What a journal holds of them took its share of the time.
    """
    from simulate.play.run import kept_deals, play_until

    ends: list[float] = []

    def wanted(run: Run) -> int:
        now, played = time.monotonic(), run.tally.deals
        if not ends:
            ends.append(now - run.elapsed + 60 * minutes)
        left = ends[0] - now
        speed = played / max(run.elapsed, 1e-9)
        playing.live.expect(round((played + max(left, 0.0) * speed) * study.rotations))
        # Not all at once: the first deals tell badly how long others take.
        return played + max(0, min(int(left * speed), _GROWTH * played))

    first = max(1, kept_deals(study, lineup))
    run = play_until(study, lineup, first, wanted, playing.jobs, progress=show, watchers=watchers)
    return replace(run, study=study.played(run.games))
