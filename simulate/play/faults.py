"""Error messages for games that fail, written for the author of the game or the strategy."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.child import child_command
from simulate.errors import FathomError, UsageError
from simulate.game import Game
from simulate.kit import compiled
from simulate.kit.code_key import ships_with_fathom
from simulate.play import kernel
from simulate.play.explaining import explain_compiler_error, find_error_place, quote_line
from simulate.play.interpreted import MARK, InterpretedGame, find_fault
from simulate.play.walk import Walk, find_most_frequent_action, moment_of, snapshot_of
from simulate.rules.kinds import Value
from simulate.strategy import Strategy

#: The maximum number of seconds for which a failed game is played again to find its mistake.
PATIENCE = 60
#: The number of steps at the end of an endless turn in which the most frequent action is sought.
LAST_STEPS = 100


@dataclass(frozen=True)
class Faults:
    """Makes the errors for games that an engine could not play. Its fields are the engine's.

    Its methods return errors for the caller to raise. Most of them play the failed game again
    without the compiler (`simulate.play.interpreted`), because only then lines and names are known.
    """

    game: Game
    #: The values of the rules by name.
    values: Mapping[str, Value]
    #: The record of the rules.
    rules: Any
    lineup: Sequence[Strategy]
    rotations: int
    seed: int
    #: Called with the number of a game; returns a walk through it. Errors in the game's code are
    #: raised unchanged.
    retrace: Callable[[int], Walk]

    def not_compiled(self, error: Exception) -> UsageError:
        """Return the error for a game that does not compile, given the compiler's error.

        If the game fails without the compiler too, its message is about that failure, which is
        clearer.
        """
        game = self.game
        if fault := self._find_fault(0, None):
            return UsageError(fault)
        parts = {
            "state.table": game.table.dtype.names or (),
            "state.own[seat]": game.own.dtype.names or (),
            "state.hidden": game.hidden.dtype.names or (),
            "rules": game.rules_dtype.names or (),
        }
        functions = list(kernel.functions_of(game).values())
        if game.redeal is not None:
            functions.append(game.redeal)
        file, line = find_error_place(error, functions)
        return UsageError(
            f"game {game.name} cannot be compiled: {file}, line {line}: {quote_line(file, line)}"
            f"{explain_compiler_error(error, parts, f' of {game.name}')}"
        )

    def loops(self, number: int, seconds: int) -> FathomError:
        """Return the error for a step that does not end, with the line of the loop if it is found.

        Parameters
        ----------
        number
            The number of the game.
        seconds
            The duration of the step until it was stopped.
        """
        if fault := self._find_fault(number, None):
            return FathomError(fault)
        deal = number // self.rotations
        return FathomError(
            f"a step in game {number} of {self.game.name}, seed {self.seed}, has taken {seconds} "
            "seconds, so a loop in the game's file or in a strategy's probably does not end; to "
            f"find it, run 'fathom run {self.game.name_or_file} --no-jit --deals {deal}:{deal + 1}'"
            " and press Ctrl-C"
        )

    def game_error(self, number: int, error: Exception) -> FathomError:
        """Return the error for a game whose code raised `error`, with the line if it is found.

        `number` is the number of the game.
        """
        actions: list[int] = []
        walk: Walk | None = None
        try:
            walk = self.retrace(number)
            for moment in walk:
                actions.append(moment.action)
        except Exception:  # The game fails again, as expected.
            if walk:  # It is None if the game failed while it was dealt.
                actions.append(walk.action)
        if fault := self._find_fault(number, actions):
            return FathomError(fault)
        return FathomError(
            f"game {self.game.name} raised {type(error).__name__}: {error}, in game {number} of "
            f"seed {self.seed}. Without the compiler the same game does not fail, so look for an "
            "index or a number that is too large, or run it with --no-jit"
        )

    def stuck(self, work: dict[str, Any]) -> FathomError:
        """Return the error for a seat that has no legal action although its turn goes on.

        `work` holds the arrays of the kernel at that moment.
        """
        trace = work["trace"][0]
        seat = work["table"].seat[0]
        return FathomError(
            f"seat {seat + 1} of {self.game.name} has no action in game {trace.game} after "
            f"decision {trace.decisions}, and its turn does not end; let offer_actions offer an "
            "action, or let apply end the turn when it gets PASS"
        )

    def endless(self, number: int, steps: int) -> FathomError:
        """Return the error for a turn that does not end. It names the most frequent action.

        Parameters
        ----------
        number
            The number of the game.
        steps
            The number of steps of the game until it was stopped.

        Raises
        ------
        FathomError
            If the game fails in another way while it is played again.
        """
        # The walk would stop with an error at the last step, so it ends one step earlier.
        walk = self.retrace(number)
        named, times, last = find_most_frequent_action(
            self.game, self.rules, walk, steps - 1, LAST_STEPS
        )
        return FathomError(
            f"a turn of {self.game.name} does not end: in game {number} of seed {self.seed} seat "
            f"{last.seat + 1} takes {kernel.LOOK_FOR_TURNS:,} steps or more in one turn, and "
            f"action {last.action} ({named}) in {times} of the last {LAST_STEPS}; let apply "
            "end the turn, so that table.turns rises, or offer that action less often"
        )

    def strategy_error(self, work: dict[str, Any], strategy: Strategy, mistake: str) -> FathomError:
        """Return the error for a strategy that failed, with its view and the legal actions.

        Parameters
        ----------
        work
            The arrays of the kernel at the moment of the mistake.
        strategy
            The strategy.
        mistake
            The mistake in words, such as "chose 5, which is not legal".
        """
        moment = moment_of(work, snapshot_of(work))
        tell = self.game.teller
        table = moment.snapshot.table
        legal = [
            f"{action} ({tell.action(self.rules, table, action)})" for action in moment.actions
        ]
        decision = f"{moment.decisions}{_place_of(strategy)}"
        return FathomError(
            f"strategy {strategy.spec} {mistake} (seat {moment.seat + 1}, game "
            f"{work['trace'].game[0]}, decision {decision}). It saw:\n  "
            + "\n  ".join(tell.state(self.rules, moment.snapshot, [moment.seat]))
            + "\n  legal: "
            + ", ".join(legal)
        )

    def _find_fault(self, number: int, actions: Sequence[int] | None) -> str:
        """Play a game again without the compiler, and return its mistake in words.

        It is played with `actions`, or with random ones if `actions` is None. The text is empty if
        the game does not fail or cannot be played again.
        """
        deal = number // self.rotations
        fields = (dict(self.values), len(self.lineup), self.seed, number, deal, actions)
        if not compiled.JIT:
            return find_fault(InterpretedGame(self.game, *fields))
        home = _home_of(self.game)
        if not home:
            return ""
        try:
            process = subprocess.run(
                child_command("simulate.play.interpreted"),
                input=pickle.dumps((home, fields)),
                env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return ""
        _, mark, fault = process.stdout.partition(MARK.encode())
        return str(pickle.loads(fault)) if mark else ""


def _place_of(strategy: Strategy) -> str:
    """Return the file and line of a user's strategy after a semicolon; empty for Fathom's own."""
    plain = getattr(strategy.decide, "py_func", strategy.decide)
    if ships_with_fathom(plain):
        return ""
    line = plain.__code__.co_firstlineno
    return f"; {plain.__code__.co_filename}, line {line}"


def _home_of(game: Game) -> tuple[str, str, str] | None:
    """Return the name of the module that defines a game, its file, and the game's variable there.

    None means that no loaded module has it.
    """
    for module_name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        for name, thing in list(getattr(module, "__dict__", {}).items()) if file else ():
            if isinstance(thing, Game) and thing.apply is game.apply and thing.name == game.name:
                return module_name, str(file), name
    return None
