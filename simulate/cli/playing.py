"""Commands that play a plan: each says how the plan is made, and this is the rest of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

from reports.analysis.execution import check_confidence, default_jobs, use_jit, wanted_cluster
from simulate import command_options as options
from simulate.output.json_text import json_text
from simulate.output.messages import hushed, print_text

if TYPE_CHECKING:
    from reports.analysis.execution import OtherPlayersDepth
    from reports.analysis.plan import Plan


@dataclass(frozen=True)
class PlannedCommand:
    """What a command is to play."""

    plan: Plan
    #: How other levels of play are asked; ``None`` for not at all.
    other_players: OtherPlayersDepth | None = None
    #: The files to write a row a game to.
    keep_games: Sequence[str] = ()


@dataclass(frozen=True)
class Listing:
    """What a command lists at once, and plays nothing for: for people, and as a JSON object."""

    text: str
    summary: Mapping[str, Any]


def prepare(machine: options.MachineOptions, confidence: float = 0.95) -> int:
    """Check how games are to be played, and return the number of threads.

    Before anything that imports Numba, which cannot be switched off later.
    """
    check_confidence(confidence)
    jobs = default_jobs(machine.jobs)
    use_jit(not machine.no_jit)
    if machine.trust:
        from simulate.permission import grant_everything

        grant_everything()
    wanted_cluster[0], hushed[0] = machine.cluster or "", machine.quiet
    return jobs


def plays(choose: Callable[..., PlannedCommand | Listing | int]) -> Any:
    """Make a command of a function that makes a plan of its options, which it then wraps.

    The function takes options, or groups of them, and the confidence of every interval; the
    command takes `options.Machine` and `options.Results` besides. One that does at once what is
    asked returns what it lists, or an exit code, instead.
    """

    @wraps(choose)
    def command(
        *, machine: options.MachineOptions, results: options.OutputOptions, **given: Any
    ) -> int:
        jobs = prepare(machine, results.confidence)
        from simulate.cli.carry_out import carry_out

        planned = choose(confidence=results.confidence, **given)
        if isinstance(planned, int):
            return planned
        if isinstance(planned, Listing):
            print_text(json_text(planned.summary) if results.as_json else planned.text)
            return 0
        return carry_out(planned.plan, jobs, results, planned.other_players, planned.keep_games)

    shared = {"machine": options.MachineOptions, "results": options.OutputOptions}
    own = inspect.signature(choose).parameters.values()
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [one.replace(kind=kind) for one in own if one.name != "confidence"]
    parameters += [inspect.Parameter(name, kind, annotation=one) for name, one in shared.items()]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ |= shared
    return command
