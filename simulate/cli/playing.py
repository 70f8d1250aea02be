"""Commands that play a plan: each says how the plan is made, and this is the rest of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol

from simulate.cli import options
from simulate.cli.plans.machine import prepare

if TYPE_CHECKING:
    from simulate.cli.plans.execution import LevelsWanted
    from simulate.cli.plans.plan import Plan


@dataclass(frozen=True)
class Planned:
    """What a command is to play.

    Attributes
    ----------
    plan
        Checked in full.
    levels
        How other levels of play are asked; ``None`` for not at all.
    keep_games
        The files to write a row a game to.
    """

    plan: Plan
    levels: LevelsWanted | None = None
    keep_games: Sequence[str] = ()


class PlayingCommand(Protocol):
    """A command, with the function that makes its plan."""

    choose: Callable[..., Planned]

    def __call__(self, **given: Any) -> int:
        """Make the plan, play it, and show what came out."""


def plays(choose: Callable[..., Planned]) -> PlayingCommand:
    """Make a command of a function that makes a plan of its options.

    Parameters
    ----------
    choose
        Takes options, or groups of them, and the confidence of every interval. The command takes
        `options.Machine` and `options.Results` besides.
    """

    @wraps(choose)
    def command(*, machine: options.Machine, results: options.Results, **given: Any) -> int:
        jobs = prepare(machine, results.confidence)
        from simulate.cli.plans.carry_out import carry_out, outcome

        planned = choose(confidence=results.confidence, **given)
        becomes = outcome(results, machine.quiet, keep_games=planned.keep_games)
        return carry_out(planned.plan, jobs, results.confidence, becomes, planned.levels)

    own = inspect.signature(choose).parameters
    shared = {"machine": options.Machine, "results": options.Results}
    parameters = [one.replace(kind=one.KEYWORD_ONLY) for one in own.values()]
    parameters += [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind)
        for name, kind in shared.items()
    ]
    kept = [one for one in parameters if one.name != "confidence"]
    command.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined]
    command.__annotations__ |= shared
    command.choose = choose  # type: ignore[attr-defined]
    return command  # type: ignore[return-value]
