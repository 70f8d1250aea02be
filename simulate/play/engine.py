"""Play the games of a study: many at once, or a single game step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from simulate.errors import FathomError, UsageError
from simulate.game import Game, Snapshot
from simulate.kit import compiled
from simulate.kit.chance import STRATEGY, STREAM, label, start, word
from simulate.kit.code_key import ships_with_fathom
from simulate.kit.kept_piles import KEEPING
from simulate.play import kernel, signals
from simulate.play import rows as row
from simulate.play.explaining import NOT_COMPILED, refuse_references
from simulate.play.faults import Faults
from simulate.play.misuse import declared_by, refuse_misuse
from simulate.play.walk import (
    ROOM,
    GameRecord,
    RecordedGame,
    Walk,
    compile_recorder,
    room_to_record,
    snapshot_of,
)
from simulate.play.watching import subtract_exchanges
from simulate.rules.kinds import Value
from simulate.strategy import Strategy

#: A compiled step that takes more seconds than this counts as endless. The time in which a strategy
#: thinks ahead is not included.
LONGEST_STEP = 8
#: The purpose of the streams of random numbers that `Engine.cross` uses after dealing. No game uses
#: this purpose.
_AFTER_DEALING = 1 << 20
#: A repeat's streams are started with a number that contains `_REPEATED` (a bit that no deal's
#: number has), the number of the deal, and in the lowest `_REPEAT_BITS` bits that of the repeat.
_REPEAT_BITS = 24
_REPEATED = 1 << 63
#: The largest number of games that `Engine.repeat` can play.
MOST_REPEATS = 1 << _REPEAT_BITS


def _join(arrays: Sequence[Any]) -> Any:
    """Return arrays one after another; a single array is not copied, which takes long."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


class Engine:
    """Plays the games of a study. Each game depends only on the seed and the game's number.

    Parameters
    ----------
    game
        The game.
    values
        The values of its rules by name.
    lineup
        The strategies, one for each seat.
    rotations
        The number of rotations in which each deal is played. In rotation r, seat s is played by
        strategy s + r of the line-up, modulo the number of seats.
    seed
        The seed, from 0 to 2**63 - 1.
    noted
        The settings of the notes on draws and uses of cards, by name (see
        `simulate.play.watching`); None for a game that takes no notes.

    Raises
    ------
    UsageError
        If a strategy cannot play with this number of players, if the game or a strategy does not
        compile, or if its code uses chance that does not depend on the seed.
    KeyError
        If `values` lacks a rule.
    KeyboardInterrupt
        If Ctrl-C was pressed while code was compiled.
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
        self.game = game
        self.lineup = tuple(lineup)
        for strategy in self.lineup:
            strategy.check_players(len(self.lineup), game.name_or_file)
        self.rotations = rotations
        self.seed = seed
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
        # Python cannot stop compiled code, so code that may not end runs in another thread. So does
        # a strategy that thinks ahead: its games are long, and Ctrl-C has to end them.
        self._thinks_ahead = any(strategy.is_slow for strategy in self.lineup)
        self._can_hang = compiled.JIT and (self._foreign or not lineup_ships or self._thinks_ahead)
        self._hangs: FathomError | None = None
        # The compiler does not react to signals while it works, so it runs in another thread.
        self._kernel, choices = signals.interruptible(self._compile, lambda: False)
        # The kernel takes a strategy for each seat that the game can have. Those of seats that
        # nobody plays are never called.
        self._choices = tuple(choices + choices[:1] * (game.seats[1] - len(choices)))

    def _compile(self) -> tuple[Any, list[Any]]:
        """Return the compiled kernel, and the compiled function of each strategy of the line-up.

        Raise `UsageError` if a user's game or a strategy does not compile.
        """
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
        """Return the error to raise for the compiler's error about a function of the game."""
        return self._faults.not_compiled(error)

    def _refuse_references(self) -> None:
        """Raise `UsageError` if users' code is rejected by `refuse_references` or `refuse_misuse`.

        Both need no games, so their mistakes are found in rare branches too.
        """
        game = self.game
        of_game = (*kernel.functions_of(game).values(), game.deal, game.redeal, game.prepare)
        declared = declared_by(game)
        code = [(f"game {game.name}", "state.chance", of_game)]
        for strategy in self.lineup:
            code.append((f"strategy {strategy.name}", "view.chance", strategy.functions))
        for owner, stream, functions in code:
            for function in functions:
                if function and not ships_with_fathom(function):
                    refuse_references(function, owner, stream)
                    refuse_misuse(function, declared, owner)

    def play(self, first: int, games: int) -> row.Integers:
        """Play games and return the row of each: shape (games, `simulate.play.rows.width`).

        If the study exchanges draws (``swaps`` in `noted`), each game is played a second time
        without the exchange, and its row has the difference that the exchange made (see
        `subtract_exchanges`).

        Parameters
        ----------
        first
            The number of the first game.
        games
            The number of games.

        Raises
        ------
        FathomError
            If the game or a strategy fails. The message has the number of the game and the cause.
        KeyboardInterrupt
            If Ctrl-C was pressed.
        """
        work, results = self._new_arrays(games)
        self._run(work, results, first, kernel.TO_THE_END)
        if self._noted.get("swaps"):
            work, plain = self._new_arrays(games)
            work["chance"]["swaps"] = 0
            self._run(work, plain, first, kernel.TO_THE_END)
            subtract_exchanges(plain, results, len(self.game.counts))
        return results

    def walk(self, game: int, *, raw_errors: bool = False) -> Walk:
        """Return a walk, with which a game is played step by step.

        Parameters
        ----------
        game
            The number of the game.
        raw_errors
            True if errors in the game's code are raised unchanged instead of as `FathomError`.

        Raises
        ------
        FathomError
            If the game fails while it is dealt.
        """
        work, results = self._new_arrays()
        play_to = self._status if raw_errors else self._run
        return Walk(work, results, partial(play_to, work, results, game))

    def record(
        self, game: int, *, whole: bool = False, most: int = kernel.TO_THE_END
    ) -> RecordedGame:
        """Play a game, and return its row, its actions, and the table before each step.

        Parameters
        ----------
        game
            The number of the game.
        whole
            True to record hands, hidden records and menus too (`RecordedGame.whole`).
        most
            The number of steps after which a longer game is stopped. Its row is then all zeros.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        work, results = self._new_arrays()
        parts = list[list[Any]]()
        status = kernel.STOPPED
        recorded = 0
        while status == kernel.STOPPED and recorded < most:
            steps_before = recorded
            room = min(ROOM, most - recorded)
            # There is room for one more moment, the end of the game.
            arrays = room_to_record(self.game, room + 1, whole=whole)
            play_on = partial(compile_recorder(self.game), *(array[:room] for array in arrays))
            status = self._run(work, results, game, recorded, play_on)
            recorded = int(work["trace"].steps[0])
            if parts:
                parts[-1] = [array[:-1] for array in parts[-1]]
            parts.append([array[: recorded - steps_before + 1] for array in arrays])
        tables, steps, owns, hiddens, menus = map(_join, zip(*parts, strict=True))
        records = None
        if whole:
            last = recorded
            end = snapshot_of(work)
            tables[last], owns[last], hiddens[last] = end
            players = len(self.lineup)
            scores = steps[: last + 1, 1 : 1 + players]
            scores[last] = self.scores(end)
            records = GameRecord(
                tables[: last + 1], owns[: last + 1], hiddens[: last + 1], menus[:last], scores
            )
        tables = tables[:recorded].view(np.recarray)
        result = results[0]
        return RecordedGame(self.game, self.rules[0], result, tables, steps[:recorded], records)

    def cross(self, opening: int, later: int, play: int) -> row.Integers:
        """Play a game with random numbers of three deals, in the first rotation; return its row.

        Parameters
        ----------
        opening
            The number of the deal from which cards are dealt before the first move.
        later
            A number that decides the draws and rolls afterwards. The streams differ from those of
            all games that `play` plays.
        play
            The number of the deal whose random numbers the strategies get.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        work, results = self._new_arrays()
        if self._run(work, results, opening * self.rotations, 0) == kernel.STOPPED:
            seed = np.uint64(self.seed)
            after = np.uint64(later)
            with np.errstate(over="ignore"):
                for number, name in enumerate(("chance", "dice")):
                    source = work[name][0]
                    source.seed = seed
                    source.deal = after
                    start(source, seed, after, label(_AFTER_DEALING, number))
                for seat in range(len(self.lineup)):
                    stream = work["seats"][0].chance[seat]
                    start(stream, seed, np.uint64(play), label(STRATEGY, seat))
            self._run(work, results, opening * self.rotations, kernel.TO_THE_END)
        return results[0]  # type: ignore[no-any-return]

    def repeat(self, deal: int, games: int) -> row.Integers:
        """Play a deal several times from the same set-up, and return the row of each game.

        What the set-up dealt and laid out is the same in all games, and so is the order of the
        piles that it shuffled. Dice, later shuffles and the strategies' own chance differ between
        these games, and from the game that `play` plays with this deal.

        Parameters
        ----------
        deal
            The number of the deal, below 2**39.
        games
            The number of games, at most `MOST_REPEATS`. The rotation changes from game to game.

        Returns
        -------
        array
            Shape (games, `simulate.play.rows.width`).

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        AssertionError
            If the game's stream cannot keep the order of piles (see `simulate.play.repeats`).
        """
        assert self.game.chance == KEEPING, "the stream has to keep the order of piles"
        begun, dealt = self._new_arrays()
        first = deal * self.rotations
        status = self._run(begun, dealt, first, 0)
        rows = np.zeros((games, dealt.shape[1]), np.int64)
        for number in range(games):
            play, rotation = divmod(number, self.rotations)
            work = {name: array.copy() for name, array in begun.items()}
            results = dealt.copy()
            work["trace"].game[0] = first + rotation
            self._change_chance(work, _REPEATED | deal << _REPEAT_BITS | play)
            if status == kernel.STOPPED:
                self._run(work, results, first + rotation, kernel.TO_THE_END)
            rows[number] = results[0]
        return rows

    def walk_repeat(self, deal: int, number: int) -> Walk:
        """Return a walk through one of the games that `repeat` plays.

        Parameters
        ----------
        deal
            The number of the deal.
        number
            The number of the game among those of `repeat`, from 0.

        Raises
        ------
        FathomError
            If the game fails while it is dealt.
        AssertionError
            If the game's stream cannot keep the order of piles.
        """
        assert self.game.chance == KEEPING, "the stream has to keep the order of piles"
        work, results = self._new_arrays()
        first = deal * self.rotations
        status = self._run(work, results, first, 0)
        play, rotation = divmod(number, self.rotations)
        if status != kernel.STOPPED:  # The game was over as soon as it was dealt.
            return Walk(work, results, lambda steps: status)
        work["trace"].game[0] = first + rotation
        self._change_chance(work, _REPEATED | deal << _REPEAT_BITS | play)
        return Walk(work, results, partial(self._run, work, results, first + rotation))

    def _change_chance(self, work: dict[str, Any], other: int) -> None:
        """Start all streams of a dealt game with another deal's number, but keep its piles.

        `other` is that number. No deal has it.
        """
        seed = np.uint64(self.seed)
        deal = np.uint64(other)
        chance = work["chance"][0]
        for name in STREAM.names or ():
            work["chance"]["piles"][name][0, 0] = chance[name]
        with np.errstate(over="ignore"):
            for number, name in enumerate(("chance", "dice")):
                source = work[name][0]
                source.seed = seed
                source.deal = deal
                start(source, seed, deal, label(_AFTER_DEALING, number))
            for seat in range(len(self.lineup)):
                start(work["seats"][0].chance[seat], seed, deal, label(STRATEGY, seat))
            # A word is drawn, so that the counter is lower once the stream is started again.
            word(chance)
        chance.kept = 1
        chance.least = chance.counter

    def lineup_of(self, game: int) -> tuple[Strategy, ...]:
        """Return the strategy of each seat in game number `game`."""
        shift = game % self.rotations
        return self.lineup[shift:] + self.lineup[:shift]

    def scores(self, snapshot: Snapshot) -> tuple[int, ...]:
        """Return the score of each seat at the moment of a snapshot, in parts of a point.

        Raises
        ------
        Exception
            Any error in the game's function `scores`, unchanged.
        """
        function = getattr(self.game.scores, "py_func", self.game.scores)
        scores = function(kernel.State(*snapshot, None, None))
        return tuple(int(scores[seat]) for seat in range(len(self.lineup)))

    def _new_arrays(self, games: int = 1) -> tuple[dict[str, Any], row.Integers]:
        """Return a workspace for the compiled kernel, and an empty array with a row per game."""
        work: dict[str, Any] = kernel.workspace(self.game)
        for position, strategy in enumerate(self.lineup):
            vector = strategy.vector
            parameters = work["seats"]["parameters"]
            parameters["value"][0, position, : len(vector)] = vector
            if strategy.numbers is not None:
                parameters["address"][0, position] = strategy.numbers.ctypes.data
        for name, number in self._noted.items():
            work["chance"][name] = number
        return work, np.zeros((games, row.width(len(self.game.counts), self.game.sets)), np.int64)

    def _run(
        self, work: dict[str, Any], results: Any, first: int, steps: int, play: Any = None
    ) -> int:
        """Call the kernel and return its status. The parameters are those of `_status`.

        Raises
        ------
        FathomError
            If the game or a strategy fails. The message explains the mistake.
        """
        trace = work["trace"]
        faults = self._faults
        try:
            status = self._status(work, results, first, steps, play)
        except Exception as error:
            if trace.asking[0]:
                strategy = self._deciding(work)
                mistake = f"raised {type(error).__name__}: {error}"
                if self._foreign and all(map(ships_with_fathom, strategy.functions)):
                    # Fathom's own strategies fail only if a game that they simulate fails.
                    mistake += f" while it simulated a game of {self.game.name}; check its redeal"
                raise faults.strategy_error(work, strategy, mistake) from error
            if not self._foreign:
                raise  # A bug in Fathom keeps its traceback.
            raise faults.game_error(int(trace.game[0]), error) from error
        if status == kernel.ILLEGAL:
            mistake = f"chose {trace.action[0]}, which is not legal"
            raise faults.strategy_error(work, self._deciding(work), mistake)
        if status == kernel.STUCK:
            raise faults.stuck(work)
        if status == kernel.ENDLESS:
            raise faults.endless(int(trace.game[0]), int(trace.steps[0]))
        return status

    def _deciding(self, work: dict[str, Any]) -> Strategy:
        """Return the strategy of the seat to act."""
        return self.lineup_of(int(work["trace"].game[0]))[int(work["table"].seat[0])]

    def _status(
        self, work: dict[str, Any], results: Any, first: int, steps: int, play: Any = None
    ) -> int:
        """Call the kernel and return its status, such as `kernel.DONE`.

        If the code could run forever, Ctrl-C interrupts it.

        Parameters
        ----------
        work, results
            The kernel's arrays, and the array for the rows.
        first
            The number of the first game.
        steps
            The number of steps at which a game is stopped; for a recorder, the number of steps that
            were played already.
        play
            The recorder to call instead of the kernel.

        Raises
        ------
        FathomError
            If a step did not end, now or in an earlier call.
        Exception
            Any error in the game's or a strategy's code.
        """
        play = play or self._kernel

        def call() -> int:
            # Without the compiler, NumPy would warn of overflows, which streams cause on purpose.
            # Divisions by zero are errors in compiled code, so they are errors here too.
            with np.errstate(over="ignore", divide="raise"):
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
            return signals.interruptible(call, self._make_standstill_check(work["trace"]))
        except signals.StandstillError:
            self._hangs = self._faults.loops(int(work["trace"].game[0]), LONGEST_STEP)
            raise self._hangs from None

    def _make_standstill_check(self, trace: Any) -> Callable[[], bool]:
        """Return a function that returns True if no step ended in the last `LONGEST_STEP` seconds.

        It has to be called every `POLL_SECONDS`.
        """
        last = (-1, -1)
        polls = 0

        def stands_still() -> bool:
            nonlocal last, polls
            at = (int(trace.game[0]), int(trace.steps[0]))
            has_moved = at != last or (self._thinks_ahead and trace.asking[0])
            # Calls are counted, not seconds, because a clock runs on while the process is stopped.
            last = at
            polls = 0 if has_moved else polls + 1
            return polls > LONGEST_STEP / signals.POLL_SECONDS

        return stands_still


def list_uncompiled(game: Game, lineup: Sequence[Strategy]) -> list[str]:
    """Return the names of the game and of the strategies whose compiled code is not on the disk.

    The name of the game is its title, and comes first. Strategies follow in the order of seats.
    Each name occurs once. The list is empty if the compiler is off.
    """
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
