"""Playing the games of one study: by the block, or one of them step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from simulate.errors import FathomError, UsageError
from simulate.game import Game, Snapshot
from simulate.kit import compiled
from simulate.kit.chance import STRATEGY, label, start
from simulate.kit.code_key import ships_with_fathom
from simulate.play import kernel, signals
from simulate.play import rows as row
from simulate.play.explaining import NOT_COMPILED, refuse_references
from simulate.play.faults import Faults
from simulate.play.walk import (
    ROOM,
    GameRecord,
    RecordedGame,
    Walk,
    compile_recorder,
    room_to_record,
    snapshot_of,
)
from simulate.play.watching import take_from
from simulate.rules.kinds import Value
from simulate.strategy import Strategy

#: The longest that a step of a game can take, compiled, where nobody thinks ahead; in seconds.
LONGEST_STEP = 8
#: What streams are for that take the place of a deal's own after dealing; no game's purpose.
_AFTER_DEALING = 1 << 20


class Engine:
    """Plays the games of one study, each fixed by the seed and its number.

    The line-up has one strategy a seat; each deal is played in so many rotations (`turned`), and in
    rotation r seat s is played by number s + r. The seed is 0 to 2**63 - 1. `UsageError`: a
    strategy does not compile, or decides by what no seed gives again. What is `noted` of draws, and
    done to them, is as of `simulate.play.watching`.
    """

    def __init__(
        self,
        game: Game,
        values: Mapping[str, Value],
        lineup: Sequence[Strategy],
        turned: int,
        seed: int,
        noted: Mapping[str, int] | None = None,
    ) -> None:
        self._noted = noted or {}
        self.game, self.lineup = game, tuple(lineup)
        self.rotations, self.seed = turned, seed
        self._refuse_references()
        self.rules = game.rules_record(values, len(lineup))
        self.values = values
        self._foreign = not kernel.ships(game)
        blindly = partial(self.walk, blindly=True)
        self._faults = Faults(game, values, self.rules[0], self.lineup, turned, seed, blindly)
        ours = all(ships_with_fathom(one) for who in self.lineup for one in who.functions)
        # Nothing can stop compiled code from inside, and who thinks plays a deal for long.
        self._thinks = any(strategy.is_slow for strategy in self.lineup)
        self._can_hang = compiled.JIT and (self._foreign or not ours or self._thinks)
        self._hangs: FathomError | None = None
        # The compiler does not listen while it works.
        self._kernel, chosen = signals.interruptible(self._compiled, lambda: False)
        self._choices = tuple(chosen + chosen[:1] * (game.seats[1] - len(chosen)))

    def _compiled(self) -> tuple[Any, list[Any]]:
        """Compile the game and those who play, or fetch them from the cache."""
        try:
            play = kernel.compile_kernel(self.game)
        except NOT_COMPILED as error:
            if not self._foreign:
                raise
            raise self._faults.not_compiled(error) from error
        return play, [
            kernel.compile_strategy(
                one.decide, one.code, len(one.parameters), self.game, one.functions[1:]
            )
            for one in self.lineup
        ]

    def not_compiled(self, error: Exception) -> UsageError:
        """Return the error for a function of the game that does not compile."""
        return self._faults.not_compiled(error)

    def _refuse_references(self) -> None:
        game = self.game
        of_game = (*kernel.functions_of(game).values(), game.redeal, game.prepare)
        several = [(f"game {game.name}", "state.chance", of_game)]
        several += [(f"strategy {one.name}", "view.chance", one.functions) for one in self.lineup]
        for who, stream, functions in several:
            for function in functions:
                if function and not ships_with_fathom(function):
                    refuse_references(function, who, stream)

    def play(self, first: int, games: int) -> row.Integers:
        """Play `games` games from number `first` on: a row each, shape (games, `rows.width`).

        `FathomError`: the game or a strategy failed; tells which, in which game, and what was seen.
        """
        work, results = self._room(games)
        self._run(work, results, first, kernel.TO_THE_END)
        if self._noted.get("swaps"):
            work, plain = self._room(games)
            work["chance"]["swaps"] = 0
            self._run(work, plain, first, kernel.TO_THE_END)
            take_from(plain, results, len(self.game.counts))
        return results

    def walk(self, game: int, *, blindly: bool = False) -> Walk:
        """Play a game step by step, by the code of blocks; blindly, errors come as they are."""
        work, results = self._room()
        play_to = self._status if blindly else self._run
        return Walk(work, results, partial(play_to, work, results, game))

    def record(
        self, game: int, *, whole: bool = False, most: int = kernel.TO_THE_END
    ) -> RecordedGame:
        """Play a game and record its steps, or the first `most` of them.

        With `whole`, the records of hands, hidden places and menus are kept too. The row of a game
        that is not recorded to its end is all zeros.
        """
        work, results = self._room()
        logs, status, kept = list[Any](), kernel.STOPPED, 0
        while status == kernel.STOPPED and kept < most:
            logs.append(room_to_record(self.game, min(ROOM, most - kept), whole=whole))
            play_on = partial(compile_recorder(self.game), *logs[-1])
            status = self._run(work, results, game, kept, play_on)
            kept = int(work["trace"].steps[0])
        if whole:  # room for how the game stands after the last step
            logs.append(room_to_record(self.game, 1, whole=True))
        parts = [np.concatenate(arrays) for arrays in zip(*logs, strict=True)]
        tables, steps, owns, hiddens, menus = parts
        everything = None
        if whole:
            tables[kept], owns[kept], hiddens[kept] = snapshot_of(work)
            players = len(self.lineup)
            scores = steps[: kept + 1, 1 : 1 + players]
            scores[kept] = self.scores(snapshot_of(work))
            everything = GameRecord(
                tables[: kept + 1], owns[: kept + 1], hiddens[: kept + 1], menus[:kept], scores
            )
        tables = tables[:kept].view(np.recarray)
        result = results[0]
        return RecordedGame(self.game, self.rules[0], result, tables, steps[:kept], everything)

    def cross(self, opening: int, later: int, play: int) -> row.Integers:
        """Play a game with the chance of three deals, in the first rotation, and return its row.

        The chance of `opening` is taken until the first move, that of `later` for what is drawn
        and rolled from then on, and that of `play` for strategies. No game of `play` is so.
        """
        work, results = self._room()
        if self._run(work, results, opening * self.rotations, 0) == kernel.STOPPED:
            seed, after = np.uint64(self.seed), np.uint64(later)
            with np.errstate(over="ignore"):
                for number, name in enumerate(("chance", "dice")):
                    source = work[name][0]
                    source.seed, source.deal = seed, after
                    start(source, seed, after, label(_AFTER_DEALING, number))
                for seat in range(len(self.lineup)):
                    stream = work["seats"][0].chance[seat]
                    start(stream, seed, np.uint64(play), label(STRATEGY, seat))
            self._run(work, results, opening * self.rotations, kernel.TO_THE_END)
        return results[0]  # type: ignore[no-any-return]

    def lineup_of(self, game: int) -> tuple[Strategy, ...]:
        """Return who plays each seat in a game."""
        shift = game % self.rotations
        return self.lineup[shift:] + self.lineup[:shift]

    def scores(self, snapshot: Snapshot) -> tuple[int, ...]:
        """Return every seat's score as a game stands, as standings and results have it."""
        scores = getattr(self.game.scores, "py_func", self.game.scores)
        told = scores(kernel.State(*snapshot, None, None))
        return tuple(int(told[seat]) for seat in range(len(self.lineup)))

    def _room(self, games: int = 1) -> tuple[dict[str, Any], row.Integers]:
        """Make what the kernel works on, and rows for what it finds."""
        work: dict[str, Any] = kernel.workspace(self.game)
        for position, strategy in enumerate(self.lineup):
            vector = strategy.vector
            work["seats"]["parameters"]["value"][0, position, : len(vector)] = vector
        for name, number in self._noted.items():
            work["chance"][name] = number
        return work, np.zeros((games, row.width(len(self.game.counts))), np.int64)

    def _run(
        self, work: dict[str, Any], results: Any, first: int, steps: int, play: Any = None
    ) -> int:
        """Call the kernel; what goes wrong is told as what is wrong with the game or a strategy."""
        trace, faults = work["trace"], self._faults
        try:
            status = self._status(work, results, first, steps, play)
        except Exception as error:
            if trace.asking[0]:
                said, asked = f"raised {type(error).__name__}: {error}", self._asked(work)
                if self._foreign and all(map(ships_with_fathom, asked.functions)):
                    said += f", in what it plays of {self.game.name} in thought; look at redeal"
                raise faults.misplayed(work, asked, said) from error
            if not self._foreign:
                raise  # our own fault, which keeps its traceback
            raise faults.raised(int(trace.game[0]), error) from error
        if status == kernel.ILLEGAL:
            said = f"chose {trace.action[0]}, which is not legal"
            raise faults.misplayed(work, self._asked(work), said)
        if status == kernel.STUCK:
            raise faults.stuck(work)
        if status == kernel.ENDLESS:
            raise faults.endless(int(trace.game[0]), int(trace.steps[0]))
        return status

    def _asked(self, work: dict[str, Any]) -> Strategy:
        return self.lineup_of(int(work["trace"].game[0]))[int(work["table"].seat[0])]

    def _status(
        self, work: dict[str, Any], results: Any, first: int, steps: int, play: Any = None
    ) -> int:
        """Call the kernel, in a way that Ctrl-C can end if the game is not Fathom's.

        Or else what may `play` with it, for which `steps` are not the most, but those made.
        """
        play = play or self._kernel

        def call() -> int:
            # Interpreted, the streams' arithmetic on 64-bit words warns of every overflow.
            with np.errstate(over="ignore"):
                status: int = play(
                    self.rules,
                    *work.values(),
                    self._choices,
                    results,
                    self.seed,
                    first,
                    self.rotations,
                    steps,
                )
            return status

        if not self._can_hang:
            return call()
        if self._hangs:
            raise self._hangs
        try:
            return signals.interruptible(call, self._standstill(work["trace"]))
        except signals.StandstillError:
            self._hangs = self._faults.loops(int(work["trace"].game[0]), LONGEST_STEP)
            raise self._hangs from None

    def _standstill(self, trace: Any) -> Callable[[], bool]:
        """Return what tells whether a game has made no step for longer than one can take."""
        seen, looks = (-1, -1), 0

        def stands_still() -> bool:
            nonlocal seen, looks
            at = (int(trace.game[0]), int(trace.steps[0]))
            moved = at != seen or (self._thinks and trace.asking[0])
            # Looks, not the clock: while the whole process is stopped nobody looks.
            seen, looks = at, 0 if moved else looks + 1
            return looks > LONGEST_STEP / signals.POLL_SECONDS

        return stands_still


def list_uncompiled(game: Game, lineup: Sequence[Strategy]) -> list[str]:
    """Name what has to be compiled before the first game, for an announcement."""
    if not compiled.JIT:
        return []
    needed = [(kernel.kernel_of(game), game.title)]
    for one in lineup:
        made = (one.decide, one.code, len(one.parameters), game, one.functions[1:])
        needed.append((kernel.choice_of(*made), one.name))
    missing = [title for instance, title in needed if not instance.is_kept]
    return list(dict.fromkeys(missing))
