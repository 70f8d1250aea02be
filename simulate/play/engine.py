"""Play the games of a study: by the block, or a single game step by step."""

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

#: The longest time in seconds that a compiled step can take if no strategy thinks ahead.
LONGEST_STEP = 8
#: The purpose of streams that replace those of a deal after dealing (see `Engine.cross`). No game
#: uses this purpose.
_AFTER_DEALING = 1 << 20


class Engine:
    """Plays the games of a study. Each game depends on the seed and its number alone.

    Parameters
    ----------
    game
        The game.
    values
        The values of its rules.
    lineup
        The strategies, one for each seat.
    rotations
        The number of rotations in which each deal is played. In rotation r, strategy s + r of the
        line-up plays seat s.
    seed
        From 0 to 2**63 - 1.
    noted
        What to count of draws, and what to change about them: see `simulate.play.watching`.

    Raises
    ------
    UsageError
        If the game or a strategy does not compile, or uses chance that no seed repeats.
    """

    def __init__(
        self,
        game: Game,
        values: Mapping[str, Value],
        lineup: Sequence[Strategy],
        rotations: int,
        seed: int,
        noted: Mapping[str, int] | None = None,
    ) -> None:
        self._noted = noted or {}
        self.game, self.lineup = game, tuple(lineup)
        self.rotations, self.seed = rotations, seed
        self._refuse_references()
        self.rules = game.rules_record(values, len(lineup))
        self.values = values
        self._foreign = not kernel.ships(game)
        self._faults = Faults(
            game,
            values,
            self.rules[0],
            self.lineup,
            rotations,
            seed,
            partial(self.walk, raw_errors=True),
        )
        lineup_ships = all(
            ships_with_fathom(function)
            for strategy in self.lineup
            for function in strategy.functions
        )
        # Compiled code cannot be stopped from within. A strategy that thinks ahead needs long for a
        # game, so Ctrl-C has to end it too.
        self._thinks = any(strategy.is_slow for strategy in self.lineup)
        self._can_hang = compiled.JIT and (self._foreign or not lineup_ships or self._thinks)
        self._hangs: FathomError | None = None
        # The compiler does not react to signals while it works.
        self._kernel, choices = signals.interruptible(self._compile, lambda: False)
        # The kernel takes one strategy for each seat that the game can have; the rest is not used.
        self._choices = tuple(choices + choices[:1] * (game.seats[1] - len(choices)))

    def _compile(self) -> tuple[Any, list[Any]]:
        """Compile the game and the strategies, or load them from the disk."""
        try:
            play = kernel.compile_kernel(self.game)
        except NOT_COMPILED as error:
            if not self._foreign:
                raise
            raise self._faults.not_compiled(error) from error
        return play, [
            kernel.compile_strategy(
                strategy.decide,
                strategy.code,
                len(strategy.parameters),
                self.game,
                strategy.functions[1:],
            )
            for strategy in self.lineup
        ]

    def not_compiled(self, error: Exception) -> UsageError:
        """Return the error for a function of the game that does not compile."""
        return self._faults.not_compiled(error)

    def _refuse_references(self) -> None:
        game = self.game
        of_game = (*kernel.functions_of(game).values(), game.redeal, game.prepare)
        code = [(f"game {game.name}", "state.chance", of_game)]
        for strategy in self.lineup:
            code.append((f"strategy {strategy.name}", "view.chance", strategy.functions))
        for owner, stream, functions in code:
            for function in functions:
                if function and not ships_with_fathom(function):
                    refuse_references(function, owner, stream)

    def play(self, first: int, games: int) -> row.Integers:
        """Play games and return a row for each: shape (games, `simulate.play.rows.width`).

        If exchanged draws are noted (``swaps``), each game is played a second time without the
        exchange. Its row then holds how much more was won without it (see `take_from`).

        Parameters
        ----------
        first
            The number of the first game.
        games
            The number of games.

        Raises
        ------
        FathomError
            If the game or a strategy fails. The message names the game's number and the cause.
        """
        work, results = self._room(games)
        self._run(work, results, first, kernel.TO_THE_END)
        if self._noted.get("swaps"):
            work, plain = self._room(games)
            work["chance"]["swaps"] = 0
            self._run(work, plain, first, kernel.TO_THE_END)
            take_from(plain, results, len(self.game.counts))
        return results

    def walk(self, game: int, *, raw_errors: bool = False) -> Walk:
        """Return a walk through a game, played step by step with the code that plays blocks.

        With `raw_errors`, errors in the game's code are raised as they are, without an explanation.
        """
        work, results = self._room()
        play_to = self._status if raw_errors else self._run
        return Walk(work, results, partial(play_to, work, results, game))

    def record(
        self, game: int, *, whole: bool = False, most: int = kernel.TO_THE_END
    ) -> RecordedGame:
        """Play a game and record its steps.

        Parameters
        ----------
        game
            The number of the game.
        whole
            Whether to record hands, hidden records and menus too.
        most
            The most steps. The row of a game that has more is all zeros.
        """
        work, results = self._room()
        logs = list[Any]()
        status, recorded = kernel.STOPPED, 0
        while status == kernel.STOPPED and recorded < most:
            logs.append(room_to_record(self.game, min(ROOM, most - recorded), whole=whole))
            play_on = partial(compile_recorder(self.game), *logs[-1])
            status = self._run(work, results, game, recorded, play_on)
            recorded = int(work["trace"].steps[0])
        if whole:  # room for the game after the last step
            logs.append(room_to_record(self.game, 1, whole=True))
        parts = [np.concatenate(arrays) for arrays in zip(*logs, strict=True)]
        tables, steps, owns, hiddens, menus = parts
        records = None
        if whole:
            last = recorded
            tables[last], owns[last], hiddens[last] = snapshot_of(work)
            players = len(self.lineup)
            scores = steps[: last + 1, 1 : 1 + players]
            scores[last] = self.scores(snapshot_of(work))
            records = GameRecord(
                tables[: last + 1], owns[: last + 1], hiddens[: last + 1], menus[:last], scores
            )
        tables = tables[:recorded].view(np.recarray)
        result = results[0]
        return RecordedGame(self.game, self.rules[0], result, tables, steps[:recorded], records)

    def cross(self, opening: int, later: int, play: int) -> row.Integers:
        """Play a game with the chance of three deals, in the first rotation, and return its row.

        Parameters
        ----------
        opening
            The deal whose chance decides what is dealt before the first move.
        later
            The deal whose number decides what is drawn and rolled afterwards. These streams are
            not those of any game that `play` plays.
        play
            The deal whose chance the strategies get.
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
        """Return the strategy of each seat in the game of a number."""
        shift = game % self.rotations
        return self.lineup[shift:] + self.lineup[:shift]

    def scores(self, snapshot: Snapshot) -> tuple[int, ...]:
        """Return the score of every seat in a snapshot of a game, in parts of a point."""
        function = getattr(self.game.scores, "py_func", self.game.scores)
        scores = function(kernel.State(*snapshot, None, None))
        return tuple(int(scores[seat]) for seat in range(len(self.lineup)))

    def _room(self, games: int = 1) -> tuple[dict[str, Any], row.Integers]:
        """Allocate the kernel's arrays, and rows for its results."""
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
        """Call the kernel, and explain errors as mistakes of the game or of a strategy."""
        trace, faults = work["trace"], self._faults
        try:
            status = self._status(work, results, first, steps, play)
        except Exception as error:
            if trace.asking[0]:
                strategy = self._deciding(work)
                mistake = f"raised {type(error).__name__}: {error}"
                if self._foreign and all(map(ships_with_fathom, strategy.functions)):
                    # A strategy of Fathom's simulates games of the author's game to decide.
                    mistake += f" while it simulated a game of {self.game.name}; check its redeal"
                raise faults.misplayed(work, strategy, mistake) from error
            if not self._foreign:
                raise  # a mistake of Fathom, which keeps its traceback
            raise faults.raised(int(trace.game[0]), error) from error
        if status == kernel.ILLEGAL:
            mistake = f"chose {trace.action[0]}, which is not legal"
            raise faults.misplayed(work, self._deciding(work), mistake)
        if status == kernel.STUCK:
            raise faults.stuck(work)
        if status == kernel.ENDLESS:
            raise faults.endless(int(trace.game[0]), int(trace.steps[0]))
        return status

    def _deciding(self, work: dict[str, Any]) -> Strategy:
        return self.lineup_of(int(work["trace"].game[0]))[int(work["table"].seat[0])]

    def _status(
        self, work: dict[str, Any], results: Any, first: int, steps: int, play: Any = None
    ) -> int:
        """Call the kernel and return its status; Ctrl-C interrupts it if it could hang.

        `play` is called instead of the kernel, if it is given. For a recorder `steps` is the number
        of steps so far, and not the most.
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
        """Return a function that tells whether a game has not moved for `LONGEST_STEP` seconds."""
        last, polls = (-1, -1), 0

        def stands_still() -> bool:
            nonlocal last, polls
            at = (int(trace.game[0]), int(trace.steps[0]))
            has_moved = at != last or (self._thinks and trace.asking[0])
            # Counts polls instead of seconds, as nothing polls while the whole process is stopped.
            last = at
            polls = 0 if has_moved else polls + 1
            return polls > LONGEST_STEP / signals.POLL_SECONDS

        return stands_still


def list_uncompiled(game: Game, lineup: Sequence[Strategy]) -> list[str]:
    """Return the names of the game and the strategies that have to be compiled first."""
    if not compiled.JIT:
        return []
    needed = [(kernel.kernel_of(game), game.title)]
    for strategy in lineup:
        choice = kernel.choice_of(
            strategy.decide,
            strategy.code,
            len(strategy.parameters),
            game,
            strategy.functions[1:],
        )
        needed.append((choice, strategy.name))
    missing = [title for instance, title in needed if not instance.is_kept]
    return list(dict.fromkeys(missing))
