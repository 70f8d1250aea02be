"""Commands that play a plan: each says how the plan is made, and this is the rest of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Protocol

from simulate.cli import options
from simulate.cli.plans.machine import check_confidence, default_jobs, use_jit, wanted_cluster
from simulate.errors import UsageError

if TYPE_CHECKING:
    from simulate.cli.plans.carry_out import Outcome
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


def prepare(machine: options.Machine, confidence: float = 0.95) -> int:
    """Check how games are to be played, and return the number of threads.

    Before anything that imports Numba, which cannot be switched off later.

    Raises
    ------
    UsageError
        There are no such intervals, or fewer threads than one.
    """
    check_confidence(confidence)
    jobs = default_jobs(machine.jobs)
    use_jit(not machine.no_jit)
    if machine.trust:
        from simulate.user_files import trust_everything

        trust_everything()
    wanted_cluster[0] = machine.cluster or ""
    return jobs


def outcome(results: options.Results, quiet: bool, *, keep_games: Sequence[str] = ()) -> Outcome:
    """Say what is to become of findings as a command's options do.

    Raises
    ------
    UsageError
        Numbers cannot have so many digits.
    """
    from simulate.cli.plans.carry_out import MOST_DIGITS, Outcome

    if not 1 <= results.digits <= MOST_DIGITS:
        raise UsageError(f"--digits cannot be {results.digits}; give 1 to {MOST_DIGITS}")
    return Outcome(
        out=results.out,
        as_json=results.as_json,
        charts=not results.no_charts,
        full=results.full,
        keep_games=keep_games,
        excel=results.excel,
        digits=results.digits,
        quiet=quiet,
        fresh=results.fresh,
    )


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
        from simulate.cli.plans.carry_out import carry_out

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
