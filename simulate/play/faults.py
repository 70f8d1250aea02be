"""Error messages for games that fail, such that the author of the game or strategy can mend it."""

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
from simulate.play import kernel
from simulate.play.explaining import in_words, place_of, text_of
from simulate.play.interpreted import MARK, InterpretedGame, find_fault
from simulate.play.walk import Walk, find_most_frequent_action, moment_of, snapshot_of
from simulate.rules.kinds import Value
from simulate.strategy import Strategy

#: The longest time for playing a game again, in seconds.
PATIENCE = 60
#: The number of last steps of an endless turn whose actions are counted.
LAST_STEPS = 100


@dataclass(frozen=True)
class Faults:
    """Makes the errors for the games that an engine plays."""

    game: Game
    values: Mapping[str, Value]
    rules: Any
    lineup: Sequence[Strategy]
    rotations: int
    seed: int
    #: Walks through the game of a number, and raises the errors of its code as they are.
    retrace: Callable[[int], Walk]

    def not_compiled(self, error: Exception) -> UsageError:
        """Return the error for a game that does not compile.

        The game is played interpreted first, which names mistakes more clearly than the compiler.
        """
        game = self.game
        if fault := self._again(0, None):
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
        file, line = place_of(error, functions)
        return UsageError(
            f"game {game.name} cannot be compiled: {file}, line {line}: {text_of(file, line)}"
            f"{in_words(error, parts, f' of {game.name}')}"
        )

    def loops(self, number: int, seconds: int) -> FathomError:
        """Return the error for a step that does not end.

        The game is played again, interpreted, to find the line at which it is stuck.
        """
        if fault := self._again(number, None):
            return FathomError(fault)
        deal = number // self.rotations
        return FathomError(
            f"game {number} of {self.game.name}, seed {self.seed}, has not made a step for "
            f"{seconds} seconds: a loop does not end, in the game's file or in a strategy's; "
            f"'fathom run {self.game.name_or_file} --no-jit --deals {deal}:{deal + 1}' can be "
            "stopped there with Ctrl-C"
        )

    def raised(self, number: int, error: Exception) -> FathomError:
        """Return the error for a game whose code raised, after playing the game interpreted."""
        actions: list[int] = []
        walk: Walk | None = None
        try:
            walk = self.retrace(number)
            for moment in walk:
                actions.append(moment.action)
        except Exception:  # the same error as before
            if walk:  # otherwise it was raised while the game was dealt
                actions.append(walk.action)
        if fault := self._again(number, actions):
            return FathomError(fault)
        return FathomError(
            f"game {self.game.name} raised {type(error).__name__}: {error}, in game {number} of "
            f"seed {self.seed}; played again interpreted it does not, so look for an index or a "
            "number that is too large, or run it with --no-jit"
        )

    def stuck(self, work: dict[str, Any]) -> FathomError:
        """Return the error for a turn without a legal action that does not end."""
        trace, seat = work["trace"][0], work["table"].seat[0]
        return FathomError(
            f"seat {seat + 1} of {self.game.name} has no action in game {trace.game} "
            f"after decision {trace.decisions}, and its turn does not end: a fault in the "
            "game's file"
        )

    def endless(self, number: int, steps: int) -> FathomError:
        """Return the error for a turn that does not end, in a game of `steps` steps so far."""
        # The walk would stop with an error at the last step, so it ends one step earlier.
        walk = self.retrace(number)
        named, times, last = find_most_frequent_action(
            self.game, self.rules, walk, steps - 1, LAST_STEPS
        )
        return FathomError(
            f"a turn of {self.game.name} does not end: in game {number} of seed {self.seed} seat "
            f"{last.seat + 1} takes {kernel.LOOK_FOR_TURNS:,} steps or more in one turn, "
            f"{times} of the last {LAST_STEPS} of them action {last.action} ({named}); let apply "
            "end the turn, so that table.turns rises, or offer that action less often"
        )

    def misplayed(self, work: dict[str, Any], strategy: Strategy, mistake: str) -> FathomError:
        """Return the error for a strategy that fails at the moment in the kernel's arrays.

        `mistake` says what the strategy did, such as "chose 5, which is not legal".
        """
        moment = moment_of(work, snapshot_of(work))
        tell, table = self.game.teller, moment.snapshot.table
        legal = [
            f"{action} ({tell.action(self.rules, table, action)})" for action in moment.actions
        ]
        return FathomError(
            f"strategy {strategy.spec} {mistake} (seat {moment.seat + 1}, game "
            f"{work['trace'].game[0]}, decision {moment.decisions}). It saw:\n  "
            + "\n  ".join(tell.state(self.rules, moment.snapshot, [moment.seat]))
            + "\n  legal: "
            + ", ".join(legal)
        )

    def _again(self, number: int, actions: Sequence[int] | None) -> str:
        """Play a game again, interpreted, and describe its fault; an empty string for none."""
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


def _home_of(game: Game) -> tuple[str, str, str] | None:
    """Return the module of a game, its file, and the game's name there, or None."""
    for module_name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        for name, thing in list(getattr(module, "__dict__", {}).items()) if file else ():
            if isinstance(thing, Game) and thing.apply is game.apply and thing.name == game.name:
                return module_name, str(file), name
    return None
