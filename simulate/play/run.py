"""Playing a whole study: blocks of deals, over threads, into one tally."""

from __future__ import annotations

import signal
import threading
import time
import warnings
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import joblib

from simulate.errors import UsageError
from simulate.game import Game, find_game
from simulate.kit import compiled
from simulate.play.engine import Engine
from simulate.play.leaving import interrupt, resume
from simulate.play.repeating import check_repeating
from simulate.play.rows import Integers
from simulate.play.tally import (
    Tally,
    TallyLayout,
    compile_counting,
    list_deals,
    multiply_deals,
    tally_rows,
)
from simulate.strategy import Strategy
from simulate.study import Study

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
    layout
        Where each count stands in the tally's sums.
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
    layout: TallyLayout
    tally: Tally
    elapsed: float
    jobs: int
    interrupted: bool

    @property
    def games(self) -> int:
        """Games played."""
        return self.tally.deals * self.layout.rotations


def layout_of(study: Study, game: Game) -> TallyLayout:
    """Return what the tally of a study counts."""
    places = tuple(study.strategies.index(spec) for spec in study.lineup)
    return TallyLayout(
        study.players,
        places,
        study.rotations,
        tuple(count.name for count in game.counts),
        tuple((share.part, share.whole) for share in game.shares),
        game.score_parts,
        game.side_of(study.players),
    )


def make_engine(study: Study, lineup: Sequence[Strategy]) -> Engine:
    """Compile what plays a study, or fetch it from the cache.

    Raises
    ------
    FathomError
        A strategy or the game does not keep to the seed.
    """
    game = find_game(study.game)
    engine = Engine(game, study.values, lineup, study.rotations, study.seed)
    check_repeating(engine)
    return engine


def play(
    study: Study,
    lineup: Sequence[Strategy],
    jobs: int = 1,
    *,
    block: int | None = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
    begun: Run | None = None,
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
    begun
        What the same study gave for fewer games, to go on from there.

    Returns
    -------
    Run
        With the deals finished so far if it was interrupted from the keyboard.
    """

    def tell(tallies: Sequence[Tally]) -> None:
        if progress:
            progress(tallies[0])

    arm = Arm(study, make_engine(study, lineup))
    before = Together((begun,)) if begun else None
    return play_arms([arm], study.deals, jobs, block, tell, keep, before).runs[0]


def play_until(
    study: Study,
    lineup: Sequence[Strategy],
    first: int,
    wanted: Callable[[Run], int],
    jobs: int = 1,
    *,
    progress: Progress | None = None,
    keep: Keep | None = None,
    begun: Run | None = None,
) -> Run:
    """Play more and more games of a study, until there are as many as wanted.

    Parameters
    ----------
    study
        What to play, with the most games.
    first
        Deals before the first look, those of `begun` among them.
    wanted
        Returns of a run how many deals there should be.
    lineup, jobs, progress, keep, begun
        As for `play`.

    Returns
    -------
    Run
        Of the study, with as many games as were played.
    """

    def tell(tallies: Sequence[Tally]) -> None:
        if progress:
            progress(tallies[0])

    arm = Arm(study, make_engine(study, lineup))
    before = Together((begun,)) if begun else None

    def going(found: Together) -> tuple[int, Collection[int]]:
        return wanted(found.runs[0]), (0,)

    return play_arms_until([arm], first, going, jobs, tell, keep, before).runs[0]


@dataclass(frozen=True)
class Together:
    """What came of several studies played on the same deals, each from the first on.

    One that stopped before others has fewer deals. So that it is compared over the deals that both
    have, it holds what the study that it is compared with had given by then.

    Attributes
    ----------
    runs
        Of each study.
    products
        For each study but the first: the sums over its deals of each figure of the study it is
        compared with, mostly the first, times each figure of this one.
    beside
        For each study but the first: the run of the study it is compared with, over its deals.
    against
        The place of the study that each is compared with; empty if that is the first.
    """

    runs: tuple[Run, ...]
    products: tuple[list[list[int]], ...] = ()
    beside: tuple[Run, ...] = ()
    against: tuple[int, ...] = ()

    @property
    def deals(self) -> int:
        """Deals of those that have most."""
        return max(run.tally.deals for run in self.runs)

    @property
    def going(self) -> tuple[int, ...]:
        """The places of those that have most, as those do that have not stopped."""
        return tuple(n for n, run in enumerate(self.runs) if run.tally.deals == self.deals)

    @property
    def interrupted(self) -> bool:
        """Whether any was stopped before it had all deals that it was to have."""
        return any(run.interrupted for run in self.runs)


#: Returns how many deals there should be of which studies, by place; of none for enough.
Wanted = Callable[[Together], tuple[int, Collection[int]]]


def play_arms_until(
    arms: Sequence[Arm],
    first: int,
    wanted: Wanted,
    jobs: int,
    progress: Callable[[Sequence[Tally]], None] | None,
    keep: Keep | None = None,
    begun: Together | None = None,
    against: Sequence[int] | None = None,
) -> Together:
    """Play arms from look to look; the parameters are those of `play_arms`.

    Parameters
    ----------
    first
        Deals before the first look, those of `begun` among them.
    wanted
        Asked at each look.
    """
    found, deals, most = begun, first, arms[0].study.deals
    going: Collection[int] = begun.going if begun else range(len(arms))
    while True:
        deals = min(deals, most)
        found = play_arms(arms, deals, jobs, None, progress, keep, found, against, going)
        if found.interrupted or found.deals >= most:
            return found
        deals, going = wanted(found)
        if deals <= found.deals or not going:
            return found


class Arm:
    """One of the studies that are played together."""

    def __init__(self, study: Study, engine: Engine) -> None:
        self.study = study
        self.engine = engine
        self.layout = layout_of(study, engine.game)

    def play(self, first: int, deals: int) -> tuple[Integers, float]:
        """Play some deals and return their rows, and how many seconds it took."""
        began = time.perf_counter()
        turned = self.layout.rotations
        rows = self.engine.play(first * turned, deals * turned)
        return rows, time.perf_counter() - began


#: Of each arm that goes on, by place: its tally and seconds; of each but the first the products of
#: it and its reference; and the rows of the first.
Block = tuple[dict[int, Tally], dict[int, float], dict[int, list[list[int]]], Integers | None]


def play_arms(
    arms: Sequence[Arm],
    deals: int,
    jobs: int,
    block: int | None,
    progress: Callable[[Sequence[Tally]], None] | None,
    keep: Keep | None = None,
    begun: Together | None = None,
    against: Sequence[int] | None = None,
    going: Collection[int] | None = None,
) -> Together:
    """Play arms up to a number of deals, from where they stand.

    Parameters
    ----------
    arms, jobs, block, progress, keep
        As for `play`; the rows kept are of the first arm.
    begun
        Where they stand.
    against
        The place of the arm that each is compared with; the first unless said.
    going
        The places of the arms that go on, with as many deals each, and those they are compared
        with among them; all unless said.
    """
    if jobs < 1:
        raise UsageError(f"the number of jobs cannot be {jobs}; give 1 or more")
    compile_counting()  # before the clock runs
    compared = against or [0] * len(arms)
    places = sorted(range(len(arms)) if going is None else going)
    assert all(compared[place] in places for place in places), "a reference has stopped"
    done = begun.deals if begun else 0
    tallies = [run.tally for run in begun.runs] if begun else [Tally()] * len(arms)
    seconds = [0.0] * len(arms)
    products = dict(enumerate(begun.products, 1)) if begun else {}
    interrupted = False
    began = time.perf_counter()
    size = block or _block_size([arms[place] for place in places], deals - done, jobs)

    def one(first: int, some: int) -> Block:
        played = {n: arms[n].play(first, some) for n in places}
        found = {n: tally_rows(arms[n].layout, rows) for n, (rows, _) in played.items()}
        by_deal = {n: list_deals(arms[n].layout, played[n][0]) for n in places if arms[1:]}
        crossed = {n: multiply_deals(by_deal[compared[n]], by_deal[n]) for n in places if n}
        return found, {n: took for n, (_, took) in played.items()}, crossed, played[places[0]][0]

    threads = min(jobs, -(-(deals - done) // size)) or 1
    parallel = joblib.Parallel(n_jobs=threads, backend="threading", return_as="generator")
    blocks = parallel(joblib.delayed(one)(*part) for part in _blocks(done, deals, size))
    try:
        with closed_if_interrupted(blocks):
            for found, took, crossed, rows in blocks:
                with _undivided():
                    for n in places:
                        tallies[n] += found[n]
                        seconds[n] += took[n]
                    products |= {
                        n: _added(products[n], more) if n in products else more
                        for n, more in crossed.items()
                    }
                    if keep:
                        keep(rows)
                if progress:
                    progress(tallies)
    except KeyboardInterrupt:
        interrupted = True
    elapsed = time.perf_counter() - began
    share = elapsed / (sum(seconds) or 1.0)
    earlier = [run.elapsed for run in begun.runs] if begun else [0.0] * len(arms)
    runs = tuple(
        Run(
            arm.study,
            arm.layout,
            tallies[n],
            earlier[n] + share * seconds[n],
            jobs,
            interrupted and n in places,
        )
        for n, arm in enumerate(arms)
    )
    beside = tuple(
        begun.beside[n - 1] if begun and n not in places else runs[compared[n]]
        for n in range(1, len(arms))
    )
    several = tuple(products[n] for n in range(1, len(arms)) if n in products)
    return Together(runs, several, beside, tuple(against or ()))


@contextmanager
def closed_if_interrupted(blocks: Generator[Any, None, None]) -> Iterator[None]:
    """Close what joblib generates if it is interrupted, quietly."""
    try:
        yield
    except KeyboardInterrupt:
        # joblib warns of blocks that were played after the one that was interrupted.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            interrupt()
            blocks.close()
            resume()
        raise


@contextmanager
def _undivided() -> Iterator[None]:
    """Let Ctrl-C wait until a block is counted whole, so that nothing has half of it."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield  # nobody would be interrupted here
        return
    pressed = []
    signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if pressed:
        raise KeyboardInterrupt


def _added(some: list[list[int]], others: list[list[int]]) -> list[list[int]]:
    """Add two matrices of integers of any size."""
    return [
        [a + b for a, b in zip(row, other, strict=True)]
        for row, other in zip(some, others, strict=True)
    ]


def _blocks(begin: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """Split the deals into blocks: the first deal and the number of deals of each."""
    for first in range(begin, end, size):
        yield first, min(size, end - first)


def _block_size(arms: Sequence[Arm], deals: int, jobs: int) -> int:
    """Choose how many deals make a block, by timing a few."""
    trial = max(1, min(deals, 20 if compiled.JIT else 1))
    began = time.perf_counter()
    for arm in arms:
        tally_rows(arm.layout, arm.play(0, trial)[0])
    seconds = max(time.perf_counter() - began, 1e-9) / trial
    # What is played in a moment is one block: threads would take longer to begin than to play.
    fair = deals if seconds * deals < BLOCK_SECONDS else -(-deals // jobs)
    most = BLOCK_GAMES // sum(arm.layout.rotations for arm in arms)
    return max(1, min(int(BLOCK_SECONDS / seconds), fair, most))
