"""Commands that play a plan: each makes its plan, and `playing_command` does the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from reports.analysis.execution import Machine, check_confidence, default_jobs, use_jit
from simulate import command_options as options
from simulate.output.json_text import json_text
from simulate.output.messages import print_text, set_quiet

if TYPE_CHECKING:
    from reports.analysis.execution import OtherPlayersDepth
    from reports.analysis.plan import Plan

_Choose = TypeVar("_Choose", bound=Callable[..., Any])


@dataclass(frozen=True)
class PlannedCommand:
    """The plan that a command plays, with what goes beyond the plan."""

    plan: Plan
    #: How other players are used; None to use none.
    other_players: OtherPlayersDepth | None = None
    #: The names of the files that get a row for each game.
    keep_games: Sequence[str] = ()


@dataclass(frozen=True)
class Listing:
    """Something that a command lists instead of playing: as text, and as a JSON object."""

    text: str
    summary: Mapping[str, Any]


def prepare(machine: options.MachineOptions, confidence: float = 0.95) -> Machine:
    """Apply the options for how games are played, and return the threads or cluster to use.

    Call it before anything imports Numba, because the compiler cannot be switched off later.

    Raises
    ------
    UsageError
        If the confidence or the number of threads is out of range.
    """
    check_confidence(confidence)
    jobs = default_jobs(machine.jobs)
    use_jit(not machine.no_jit)
    if machine.trust:
        from simulate.permission import grant_everything

        grant_everything()
    set_quiet(machine.quiet)
    return Machine(jobs, machine.cluster or "")


def playing_command(examples: str) -> Callable[[_Choose], _Choose]:
    """Declare a command by a function that makes a plan from its options.

    The function takes options, option groups and ``confidence``. It returns a `PlannedCommand`, a
    `Listing` to print, or the exit code if it has done everything itself. The command also has
    the options of `MachineOptions` and `OutputOptions`.
    """

    def declare(choose: _Choose) -> _Choose:
        def run(
            *, machine: options.MachineOptions, output: options.OutputOptions, **arguments: Any
        ) -> int:
            return _play(choose, arguments, machine, output)

        shared = {"machine": options.MachineOptions, "output": options.OutputOptions}
        # The group of output options has the confidence of commands.
        signature = options.CommandSignature(choose, without=["confidence"], groups=shared)
        options.register(choose, run, signature, examples, choose)
        return choose

    return declare


def _play(
    choose: Callable[..., PlannedCommand | Listing | int],
    arguments: Mapping[str, Any],
    machine_options: options.MachineOptions,
    output: options.OutputOptions,
) -> int:
    """Make the plan of a command and carry it out; return the exit code."""
    machine = prepare(machine_options, output.confidence)
    from simulate.cli.carry_out import carry_out

    planned = choose(confidence=output.confidence, **arguments)
    if isinstance(planned, int):
        return planned
    if isinstance(planned, Listing):
        print_text(json_text(planned.summary) if output.as_json else planned.text)
        return 0
    return carry_out(
        planned.plan, machine, output, planned.other_players, keep_games=planned.keep_games
    )
