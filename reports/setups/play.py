"""The design of `setups`: the deals that are played several times each, and a run of all deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from simulate.errors import UsageError
from simulate.play.lineups import ContestRun
from simulate.play.repeats import RepeatedDeals, play_repeats
from simulate.play.run import play, require_finished
from simulate.play.tally import Tally, digest
from simulate.strategy import Strategy
from simulate.study import Study


@dataclass(frozen=True)
class SetupsDesign:
    """Deals to play several times each, and a study whose deals are all different."""

    #: The study of different deals. Its deals are numbered from 0.
    study: Study
    lineup: Sequence[Strategy]
    #: The deals to play several times.
    deals: range
    #: The number of games of each, a multiple of the study's rotations.
    repeats: int

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between designs with different results."""
        deals = [self.deals.start, self.deals.stop, self.repeats]
        return digest([self.study.id, "setups", *deals])[:12]

    @property
    def games(self) -> int:
        """The number of games, including the games of the study."""
        return self.study.games + len(self.deals) * self.repeats


@dataclass(frozen=True)
class SetupsRun(ContestRun):
    """The games of a design that were played, as a contest with a single line-up."""

    design: SetupsDesign
    repeated: RepeatedDeals

    @property
    def games(self) -> int:
        """The number of games that were played."""
        return int(super().games) + self.repeated.games

    @property
    def unfinished(self) -> int:
        """The number of games that were stopped undecided at the maximum number of turns."""
        return int(super().unfinished) + int(self.repeated.unfinished.sum())

    @property
    def tally_id(self) -> str:
        """The fingerprint of all counts: a SHA-256 hash in hexadecimal."""
        return digest([super().tally_id, self.repeated.fingerprint])

    @property
    def as_played(self) -> SetupsDesign:
        """The design with the deals that were played."""
        first = int(self.repeated.deals[0])
        return replace(self.design, deals=range(first, first + len(self.repeated.deals)))


def parse_deals(text: str) -> range:
    """Return the deals that a text names, such as "17" or "1..500", ends included.

    Raises
    ------
    UsageError
        If the text names no deals.
    """
    first, dots, last = (part.strip() for part in text.partition(".."))
    ends = (first, last) if dots else (first, first)
    if not all(end.isascii() and end.isdecimal() and len(end) <= 12 for end in ends):
        raise UsageError(f"--deal cannot be {text!r}; give a number or a range, as in 17 or 1..500")
    deals = range(int(ends[0]), int(ends[1]) + 1)
    if not deals:
        raise UsageError(f"--deal cannot be {text!r}; write the smaller number first")
    return deals


def play_deals(design: SetupsDesign, jobs: int, watch: Callable[[int], None]) -> SetupsRun:
    """Play all games of a design, and return them.

    Parameters
    ----------
    design
        The deals and the study.
    jobs
        The number of threads.
    watch
        Called repeatedly with the number of games played.

    Returns
    -------
    SetupsRun
        All games, or those of the deals that were finished before an interruption.

    Raises
    ------
    KeyboardInterrupt
        If the user interrupts it before any deal of the design is finished.
    FathomError
        If the game or a strategy fails.
    """
    study = design.study

    def show(tally: Tally) -> None:
        watch(tally.deals * study.rotations)

    run = require_finished(play(study, design.lineup, jobs, progress=show))
    repeated, elapsed, interrupted = play_repeats(
        study,
        design.lineup,
        design.deals,
        design.repeats,
        jobs,
        lambda games: watch(run.games + games),
    )
    return SetupsRun(design, (run,), run.elapsed + elapsed, jobs, interrupted, repeated)
