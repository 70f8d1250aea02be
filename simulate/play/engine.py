"""Playing the games of one study: by the block, or one of them step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from simulate.errors import FathomError, UsageError, unknown, whereabouts
from simulate.game import Game, Snapshot
from simulate.kit import compiled
from simulate.kit.chance import STRATEGY, label, start
from simulate.kit.compiled import ships_with_fathom
from simulate.kit.menu import legal
from simulate.kit.view import View
from simulate.play import faults, kernel, leaving
from simulate.play import rows as row
from simulate.play.determinism import references, refuse_references
from simulate.rules.kinds import Value
from simulate.strategy import Strategy

#: The longest that a step of a game can take, compiled, where nobody thinks ahead; in seconds.
LONGEST_STEP = 8
#: What streams are for that take the place of a deal's own after dealing; no game's purpose.
_AFTER_DEALING = 1 << 20


@dataclass(frozen=True)
class Moment:
    """A step of a game, just before its action is applied.

    Attributes
    ----------
    step
        1 for the first step of the game.
    decisions
        Decisions up to here, this one included if it is one.
    seat
        The seat that acts, 0-based.
    action
        What it chose, or `simulate.kit.menu.PASS` in a turn without a decision.
    actions
        What it could choose from; empty in a turn without a decision.
    snapshot
        The game at that moment; a copy, which stays as it is.
    """

    step: int
    decisions: int
    seat: int
    action: int
    actions: tuple[int, ...]
    snapshot: Snapshot


class Walk(Iterator[Moment]):
    """A game that is played step by step; each step is told when its action was applied.

    Parameters
    ----------
    work
        What the kernel works on, for this game alone.
    results
        Room for the game's row: shape (1, `simulate.play.rows.width`).
    play_to
        Plays on until so many steps were made, if there are so many, and returns the
        kernel's status.

    Attributes
    ----------
    snapshot
        The game as it stands; a copy, which stays as it is.
    row
        The game's row; ``None`` until it is over.
    """

    def __init__(
        self, work: dict[str, Any], results: row.Integers, play_to: Callable[[int], int]
    ) -> None:
        self._work = work
        self._results = results
        self._play_to = play_to
        self._go_on(0)

    def __next__(self) -> Moment:
        if self.row is not None:
            raise StopIteration
        before = self.snapshot
        self._go_on(self.steps + 1)
        return _moment(self._work, before)

    @property
    def steps(self) -> int:
        """How many steps were made."""
        return int(self._work["trace"].steps[0])

    @property
    def state(self) -> kernel.State:
        """All of the game as it stands, streams of chance included; a copy."""
        table, own, hidden = self.snapshot
        chance, dice = (self._work[name].copy()[0] for name in ("chance", "dice"))
        return kernel.State(table.copy(), own.copy().view(np.recarray), hidden.copy(), chance, dice)

    def skip(self, steps: int) -> None:
        """Play so many steps at once, or what is left of the game, without telling them."""
        if self.row is None:
            self._go_on(self.steps + steps)

    def finish(self) -> row.Integers:
        """Play what is left of the game at once, and return its row."""
        if self.row is None:
            self._go_on(kernel.TO_THE_END)
        assert self.row is not None
        return self.row

    def _go_on(self, steps: int) -> None:
        status = self._play_to(steps)
        self.snapshot = _snapshot(self._work)
        self.row: row.Integers | None = self._results[0] if status == kernel.DONE else None


class Engine:
    """Plays the games of one study, each fixed by the seed and its number.

    Parameters
    ----------
    game
        The rules.
    values
        The value of every option.
    lineup
        One strategy a seat; in rotation r, seat s is played by number s + r.
    turned
        In how many rotations each deal is played; see `simulate.study.rotations`.
    seed
        0 to 2**63 - 1.

    Raises
    ------
    UsageError
        A strategy does not compile, or decides by what no seed gives again.
    """

    def __init__(
        self,
        game: Game,
        values: Mapping[str, Value],
        lineup: Sequence[Strategy],
        turned: int,
        seed: int,
    ) -> None:
        self.game = game
        self.lineup = tuple(lineup)
        self.rotations = turned
        self.seed = seed
        self._refuse_references()
        self.rules = game.rules_record(values, len(lineup))
        self.values = values
        self._told: dict[int, FathomError] = {}
        self._foreign = not kernel.ships(game)
        ours = all(ships_with_fathom(one) for who in self.lineup for one in who.functions)
        # Nothing can stop compiled code from inside, and who thinks plays a deal for long.
        thinks = any(strategy.is_slow for strategy in self.lineup)
        self._can_hang = compiled.JIT and (self._foreign or not ours or thinks)
        self._hangs: FathomError | None = None
        # The compiler does not listen while it works.
        self._kernel, choices = leaving.interruptible(self._compiled, lambda: False)
        self._choices = tuple(choices + choices[:1] * (game.seats[1] - len(choices)))

    def _compiled(self) -> tuple[Any, list[Any]]:
        """Compile the game and those who play, or fetch them from the cache."""
        return self._compiled_kernel(), [
            kernel.compile_strategy(
                one.decide, one.code, len(one.parameters), self.game, one.functions[1:]
            )
            for one in self.lineup
        ]

    def _compiled_kernel(self) -> Any:
        """Compile the game; one that cannot be is told as what is wrong with it."""
        try:
            return kernel.compile_kernel(self.game)
        except kernel.NOT_COMPILED as error:
            if not self._foreign:
                raise
            fault = faults.play_again(self._request(0, None))
            raise UsageError(
                fault.told(self.game)
                if fault
                else f"game {self.game.name} cannot be compiled: {self._reason(error)}"
            ) from error

    def _reason(self, error: Exception) -> str:
        """Say why the game was not compiled, where, and what to do."""
        if not isinstance(error, KeyError):
            return faults.in_words(error)
        # Of a record's field the compiler tells the name alone.
        game, name = self.game, str(error.args[0])
        functions = kernel.functions_of(game).values()
        places = (one for function in functions for one in references(function))
        file, line = next(((one.file, one.line) for one in places if one.name == name), ("", 0))
        parts = {
            "state.table": game.table.dtype.names or (),
            "state.own[seat]": game.own.dtype.names or (),
            "state.hidden": game.hidden.dtype.names or (),
            "rules": game.rules_dtype.names or (),
        }
        known = [field for part in parts.values() for field in part]
        told = whereabouts(name, parts) or unknown("field", name, known, f" of {game.name}")
        return f"{file}, line {line}: {faults.text_of(file, line)}{told}"

    def _request(self, game: int, actions: Sequence[int] | None) -> faults.Request:
        return faults.Request(
            self.game,
            dict(self.values),
            len(self.lineup),
            self.seed,
            game,
            game // self.rotations,
            actions,
        )

    def _refuse_references(self) -> None:
        game = self.game
        for function in (*kernel.functions_of(game).values(), game.redeal, game.prepare):
            if function and not ships_with_fathom(function):
                refuse_references(function, f"game {game.name}", "state.chance")
        for strategy in self.lineup:
            for function in strategy.functions:
                if not ships_with_fathom(function):
                    refuse_references(function, f"strategy {strategy.name}", "view.chance")

    def play(self, first: int, games: int) -> row.Integers:
        """Play `games` games from number `first` on.

        Returns
        -------
        array of int64, shape (games, `simulate.play.rows.width`)
            A row a game.

        Raises
        ------
        FathomError
            A strategy raised, or chose what is not legal; tells which, in which
            game, and what it saw.
        """
        results = self._room(games)
        self._run(self._workspace(), results, first, kernel.TO_THE_END)
        return results

    def walk(self, game: int) -> Walk:
        """Play a game step by step, by the very code that plays blocks of games."""
        work, results = self._workspace(), self._room(1)
        return Walk(work, results, partial(self._run, work, results, game))

    def cross(self, opening: int, later: int, play: int) -> row.Integers:
        """Play a game whose chance is put together from three deals, in the first rotation.

        Parameters
        ----------
        opening
            The deal whose chance is taken until the first move.
        later
            Whose chance is taken for what is drawn and rolled from then on.
        play
            Whose chance the strategies have.

        Returns
        -------
        array of int64
            The game's row. It is no game that `play` gives, whatever the deals are.
        """
        work, results = self._workspace(), self._room(1)
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
        only: row.Integers = results[0]
        return only

    def seated(self, game: int) -> tuple[Strategy, ...]:
        """Return who plays each seat in a game."""
        shift = game % self.rotations
        return self.lineup[shift:] + self.lineup[:shift]

    def scores(self, snapshot: Snapshot) -> tuple[int, ...]:
        """Return every seat's score as a game stands, as standings and results have it."""
        scores = getattr(self.game.scores, "py_func", self.game.scores)
        told = scores(kernel.State(*snapshot, None, None))
        return tuple(int(told[seat]) for seat in range(len(self.lineup)))

    def _room(self, games: int) -> row.Integers:
        return np.zeros((games, row.width(len(self.game.counts))), np.int64)

    def _workspace(self) -> dict[str, Any]:
        work = kernel.workspace(self.game)
        for position, strategy in enumerate(self.lineup):
            vector = strategy.vector
            work["seats"]["parameters"]["value"][0, position, : len(vector)] = vector
        return work

    def _run(self, work: dict[str, Any], results: Any, first: int, most_steps: int) -> int:
        try:
            status = self._status(work, results, first, most_steps)
        except Exception as error:
            if work["trace"].asking[0]:
                said = f"raised {type(error).__name__}: {error}"
                if self._foreign and self._asks_ours(work):
                    said += f", in what it plays of {self.game.name} in thought; look at redeal"
                raise self._misplayed(work, said) from error
            if not self._foreign:
                raise  # our own fault, which keeps its traceback
            raise self._game_failed(int(work["trace"].game[0]), error) from error
        if status == kernel.ILLEGAL:
            raise self._misplayed(work, f"chose {work['trace'].action[0]}, which is not legal")
        if status == kernel.STUCK:
            trace, seat = work["trace"][0], work["table"].seat[0]
            raise FathomError(
                f"seat {seat + 1} of {self.game.name} has no action in game {trace.game} "
                f"after decision {trace.decisions}, and its turn does not end: a fault in the "
                "game's file"
            )
        if status == kernel.ENDLESS:
            raise self._endless(int(work["trace"].game[0]), int(work["trace"].steps[0]))
        return status

    def _asks_ours(self, work: dict[str, Any]) -> bool:
        """Tell whether the strategy that is asked ships with Fathom."""
        asked = self.seated(int(work["trace"].game[0]))[int(work["table"].seat[0])]
        return all(map(ships_with_fathom, asked.functions))

    def _status(self, work: dict[str, Any], results: Any, first: int, most_steps: int) -> int:
        """Call the kernel, in a way that Ctrl-C can end if the game is not Fathom's."""

        def call() -> int:
            # Interpreted, the streams' arithmetic on 64-bit words warns of every overflow.
            with np.errstate(over="ignore"):
                status: int = self._kernel(
                    self.rules,
                    *work.values(),
                    self._choices,
                    results,
                    self.seed,
                    first,
                    self.rotations,
                    most_steps,
                )
            return status

        if not self._can_hang:
            return call()
        if self._hangs:
            raise self._hangs
        try:
            return leaving.interruptible(call, self._standstill(work["trace"]))
        except leaving.StandstillError:
            self._hangs = self._loops(int(work["trace"].game[0]))
            raise self._hangs from None

    def _standstill(self, trace: Any) -> Callable[[], bool]:
        """Return what tells whether a game has made no step for longer than one can take."""
        thinks = any(strategy.is_slow for strategy in self.lineup)
        seen, looks = (-1, -1), 0

        def stands_still() -> bool:
            nonlocal seen, looks
            at = (int(trace.game[0]), int(trace.steps[0]))
            moved = at != seen or (thinks and trace.asking[0])
            # Looks, not the clock: while the whole process is stopped nobody looks.
            seen, looks = at, 0 if moved else looks + 1
            return looks > LONGEST_STEP / leaving.LOOK

        return stands_still

    def _loops(self, number: int) -> FathomError:
        """Make the error for a step that does not end, by looking for the place interpreted."""
        fault = faults.play_again(self._request(number, None))
        if fault:
            return FathomError(fault.told(self.game))
        deal = number // self.rotations
        return FathomError(
            f"game {number} of {self.game.name}, seed {self.seed}, has not made a step for "
            f"{LONGEST_STEP} seconds: a loop does not end, in the game's file or in a strategy's; "
            f"'fathom run {self.game.typed} --no-jit --deals {deal}:{deal + 1}' can be stopped "
            "there with Ctrl-C"
        )

    def _game_failed(self, number: int, error: Exception) -> FathomError:
        """Make the error for a game that raised, by playing it again interpreted."""
        if number not in self._told:
            work, results = self._workspace(), self._room(1)
            actions: list[int] = []
            try:
                walk = Walk(work, results, partial(self._status, work, results, number))
                actions += (moment.action for moment in walk)
            except Exception:  # what is looked for; the last step is in the workspace
                actions = [*self._actions_before(number, int(work["trace"].steps[0]))]
                actions += [int(work["trace"].action[0])][: int(work["trace"].steps[0])]
            fault = faults.play_again(self._request(number, actions))
            self._told[number] = FathomError(
                fault.told(self.game)
                if fault
                else f"game {self.game.name} raised {type(error).__name__}: {error}, in game "
                f"{number} of seed {self.seed}; played again interpreted it does not, so look for "
                "an index or a number that is too large, or run it with --no-jit"
            )
        return self._told[number]

    def _actions_before(self, number: int, steps: int) -> Iterator[int]:
        """Yield the actions of a game's steps before one."""
        work, results = self._workspace(), self._room(1)
        walk = Walk(work, results, partial(self._status, work, results, number))
        for _ in range(steps - 1):
            yield next(walk).action

    def _endless(self, number: int, steps: int) -> FathomError:
        """Make the error for a turn that does not end."""
        looked = 100
        work, results = self._workspace(), self._room(1)
        walk = Walk(work, results, partial(self._status, work, results, number))
        walk.skip(steps - looked - 1)
        moments = [next(walk) for _ in range(looked)]
        [(action, times)] = Counter(moment.action for moment in moments).most_common(1)
        last = next(moment for moment in reversed(moments) if moment.action == action)
        named = self.game.teller.action(self.rules[0], last.snapshot.table, action)
        return FathomError(
            f"a turn of {self.game.name} does not end: in game {number} of seed {self.seed} seat "
            f"{last.seat + 1} acts on and on, {kernel.LOOK_FOR_TURNS:,} steps or more in one turn, "
            f"{times} of the last {looked} of them action {action} ({named}); let apply end the "
            "turn, so that table.turns rises, or offer that action less often"
        )

    def _misplayed(self, work: dict[str, Any], said: str) -> FathomError:
        """Make the error for a strategy that failed at the moment in `work`."""
        moment = _moment(work, _snapshot(work))
        number = int(work["trace"].game[0])
        strategy = self.seated(number)[moment.seat]
        rules, tell = self.rules[0], self.game.teller
        table = moment.snapshot.table
        offered = [f"{a} ({tell.action(rules, table, a)})" for a in moment.actions]
        return FathomError(
            f"strategy {strategy.spec} {said} (seat {moment.seat + 1}, game {number}, "
            f"decision {moment.decisions}). It saw:\n  "
            + "\n  ".join(tell.state(rules, moment.snapshot, [moment.seat]))
            + "\n  legal: "
            + ", ".join(offered)
        )


def _snapshot(work: dict[str, Any]) -> Snapshot:
    """Copy the game in `work`."""
    own = work["seats"]["own"][0].copy().view(np.recarray)
    return Snapshot(work["table"].copy()[0], own, work["hidden"].copy()[0])


def _moment(work: dict[str, Any], snapshot: Snapshot) -> Moment:
    """Return the last step in `work`, before which the game was as in `snapshot`."""
    trace = work["trace"][0]
    view = View(None, None, None, work["menu"][0], None, None, work["scratch"][0])
    listed = getattr(legal, "py_func", legal)(view)
    return Moment(
        int(trace.steps),
        int(trace.decisions),
        int(snapshot.table.seat),
        int(trace.action),
        tuple(int(action) for action in listed),
        snapshot,
    )


def compiles_anew(game: Game, lineup: Sequence[Strategy]) -> list[str]:
    """Name what has to be compiled before the first game, for an announcement."""
    if not compiled.JIT:
        return []
    needed = {kernel.kernel_name(game): game.title}
    needed |= {
        kernel.strategy_name(strategy.code, game, strategy.functions): strategy.name
        for strategy in lineup
    }
    missing = [title for name, title in needed.items() if not compiled.is_kept(name)]
    return list(dict.fromkeys(missing))
