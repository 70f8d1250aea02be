"""Playing a whole study: blocks of deals, over threads, into one tally."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import joblib

from simulate import compiled
from simulate.engine import Engine
from simulate.errors import UsageError
from simulate.game import Game, find_game
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.tally import Figures, Integers, Tally, compile_counting, tally_rows

#: About how long a block takes, so that progress is smooth and overhead small.
BLOCK_SECONDS = 0.1
#: The most games in a block, which bounds memory.
BLOCK_GAMES = 40_000

Progress = Callable[[Tally], None]
Keep = Callable[[Integers], None]


@dataclass(frozen=True)
class Run:
    """What came of a study.

    Attributes
    ----------
    study
        What was asked for.
    figures
        What the tally's sums are.
    tally
        The counts of all deals played.
    elapsed
        Seconds of playing, without compiling.
    jobs
        Threads used.
    interrupted
        Whether it was stopped before all deals were played.
    """

    study: Study
    figures: Figures
    tally: Tally
    elapsed: float
    jobs: int
    interrupted: bool

    @property
    def games(self) -> int:
        """Games played."""
        return self.tally.deals * self.figures.rotations


def figures_of(study: Study, game: Game) -> Figures:
    """Return what the tally of a study counts."""
    places = tuple(study.strategies.index(spec) for spec in study.lineup)
    return Figures(
        study.players,
        places,
        study.rotations,
        tuple(count.name for count in game.counts),
        tuple((share.part, share.whole) for share in game.shares),
    )


def make_engine(study: Study, lineup: Sequence[Strategy]) -> Engine:
    """Compile what plays a study, or fetch it from the cache."""
    game = find_game(study.game)
    return Engine(game, study.values, lineup, study.rotations, study.seed)


def play(
    study: Study,
    lineup: Sequence[Strategy],
    jobs: int = 1,
    *,
    block: int | None = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
) -> Run:
    """Play all games of a study.

    Parameters
    ----------
    study
        What to play.
    lineup
        The strategies that the study's line-up names, one a seat.
    jobs
        Threads; they change the speed only.
    block
        Deals a block; by default as many as take about a tenth of a second. It
        changes the speed only.
    progress
        Called with the tally so far, after each block.
    keep
        Called with the rows of each block, in the order of the games.

    Returns
    -------
    Run
        With the deals finished so far if it was interrupted from the keyboard.
    """
    if jobs < 1:
        raise UsageError(f"the number of jobs cannot be {jobs}; give 1 or more")
    engine = make_engine(study, lineup)
    compile_counting()  # before the clock runs
    figures = figures_of(study, engine.game)
    began = time.perf_counter()
    size = block or _block_size(engine, figures, study.deals, jobs)
    tally = Tally()
    interrupted = False

    def one(first: int, deals: int) -> tuple[Tally, Integers | None]:
        results = engine.play(first * figures.rotations, deals * figures.rotations)
        return tally_rows(figures, results), results if keep else None

    parallel = joblib.Parallel(n_jobs=jobs, backend="threading", return_as="generator")
    blocks = parallel(joblib.delayed(one)(*part) for part in _blocks(study.deals, size))
    try:
        for part, results in blocks:
            tally = tally + part
            if keep and results is not None:
                keep(results)
            if progress:
                progress(tally)
    except KeyboardInterrupt:
        interrupted = True
        # joblib warns of blocks that were played after the one that was interrupted.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            blocks.close()
    elapsed = time.perf_counter() - began
    return Run(study, figures, tally, elapsed, jobs, interrupted)


def _blocks(deals: int, size: int) -> Iterator[tuple[int, int]]:
    """Split the deals into blocks: the first deal and the number of deals of each."""
    for first in range(0, deals, size):
        yield first, min(size, deals - first)


def _block_size(engine: Engine, figures: Figures, deals: int, jobs: int) -> int:
    """Choose how many deals make a block, by timing a few."""
    trial = min(deals, 20 if compiled.JIT else 1)
    began = time.perf_counter()
    tally_rows(figures, engine.play(0, trial * figures.rotations))
    seconds = max(time.perf_counter() - began, 1e-9) / trial
    fair = -(-deals // jobs)
    most = BLOCK_GAMES // figures.rotations
    return max(1, min(int(BLOCK_SECONDS / seconds), fair, most))
