"""Which game of a run is told: by its number, or picked for what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.run.samples import KINDS, MOST_COMEBACKS, TYPED, SampleGames
from reports.writing.numbers import counted
from simulate.cli.outlets.folder import SUMMARY_FILE
from simulate.cli.outlets.json_text import read_object
from simulate.cli.outlets.live import Live
from simulate.cli.plans.carry_out import announce_compiling
from simulate.errors import FathomError, UsageError
from simulate.game import find_game as game_of
from simulate.play.arms import make_engine
from simulate.play.extra_runs import furthest_behind
from simulate.play.replay import check_game_number
from simulate.play.run import play
from simulate.play.tally import Tally
from simulate.strategy import Strategy
from simulate.study import Study

#: What a game of each kind is called among the others; of comebacks see `_comeback`.
_AS = {
    "typical": "a typical one",
    "longest": "the longest",
    "shortest": "the shortest",
    "closest": "the closest",
    "most-lead-changes": "the one with most changes of lead",
}


@dataclass(frozen=True)
class Picked:
    """A game of a study."""

    number: int
    #: What it was picked for, as typed after ``--game``, among how many games, and that in
    #: sentences; nothing if its number was said.
    kind: str = ""
    games: int = 0
    why: Sequence[str] = ()

    @property
    def summary(self) -> dict[str, Any]:
        """What the JSON object says of it."""
        return {"kind": self.kind, "games": self.games} if self.kind else {}


def games_of(study: Study, source: str, asked: bool) -> int | None:
    """Return how many games a run has, if so many were not `asked` for; ``None`` if unknown."""
    folder = Path(source)
    if asked:
        return study.deals * study.rotations
    if folder.is_dir() and (folder / SUMMARY_FILE).is_file():
        played = read_object(folder / SUMMARY_FILE).get("games", study.games)
        if isinstance(played, bool) or not isinstance(played, int):
            raise FathomError(
                f"{folder / SUMMARY_FILE}: games cannot be {played!r}; play the study beside "
                "it again"
            )
        return played
    return study.deals * study.rotations if folder.exists() and not study.stops_early else None


def find_game(
    study: Study, lineup: Sequence[Strategy], wanted: str, games: int | None, jobs: int, quiet: bool
) -> Picked:
    """Find the game that is to be told: of that number, or one of `reports.run.samples.TYPED`."""
    if wanted in TYPED:
        if games is None and study.stops_early:
            raise UsageError("among how many games is not known; say it with --games")
        return _pick(study.played(games or study.games), lineup, wanted, jobs, quiet)
    try:
        number = int(wanted)
    except ValueError:
        raise UsageError(
            f"--game cannot be {wanted!r}; give a number, or one of: {', '.join(TYPED)}"
        ) from None
    check_game_number(number)
    if games is not None and number >= games:
        raise UsageError(
            f"there is no game {number}: the run has {games:,} game{'s' * (games != 1)}, numbered "
            f"from 0 to {games - 1:,}; give one of those, or more --games"
        )
    return Picked(number)


def _pick(study: Study, lineup: Sequence[Strategy], kind: str, jobs: int, quiet: bool) -> Picked:
    """Play all games of a study, and pick one."""
    from reports.page.compose import command

    announce_compiling(study.game, lineup, quiet)
    samples, name = SampleGames(study), TYPED[kind]
    with Live(quiet) as live:
        live.begin(f"looking for game {kind}", total=study.games)

        def show(tally: Tally) -> None:
            live.show(tally.deals * study.rotations)

        run = play(study, lineup, jobs, progress=show, watchers={"samples": samples})
    if run.interrupted:
        raise KeyboardInterrupt
    found = samples.best(name)
    if not found:
        raise UsageError(
            f"none of {counted(study.games, 'game')} is one for --game {kind}: {KINDS[name]}; "
            "play more --games"
        )
    if kind == "comeback":
        engine = make_engine(study, lineup)
        number = max(found, key=lambda number: furthest_behind(engine, number))
        picked = _comeback(run.games, len(found), game_of(study.game).halftime)
    else:
        number, picked = found[0], f"{_AS[kind]} of {counted(run.games, 'game')}: {KINDS[name]}"
    again = command(study, "replay", "--game", str(number))
    why = [f"Game {number} was picked as {picked}.", f"To tell it again by its number: {again}"]
    return Picked(number, kind, run.games, why)


def _comeback(games: int, looked_at: int, halftime: str) -> str:
    """Say what a comeback was picked for: where there are many, only the first were looked at."""
    what, first = "the greatest comeback", ""
    if looked_at >= MOST_COMEBACKS:
        what, first = "a great comeback", "first "
    return (
        f"{what} of {counted(games, 'game')}: of the {first}{counted(looked_at, 'game')} won from "
        f"last place {halftime}, its winner was furthest behind on the way"
    )
