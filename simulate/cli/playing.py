"""Declare commands that make a plan and play it, with the options that they have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from reports.analysis.execution import Machine, check_confidence, default_jobs, use_jit
from simulate import command_options as options
from simulate.errors import UsageError
from simulate.output.json_text import json_text
from simulate.output.messages import print_text, set_quiet

if TYPE_CHECKING:
    from reports.analysis.execution import OtherPlayersDepth
    from reports.analysis.plan import Plan
    from reports.writing.document import Document

_Choose = TypeVar("_Choose", bound=Callable[..., Any])


@dataclass(frozen=True)
class PlannedCommand:
    """The plan that a command plays, and two settings that are not part of the plan."""

    plan: Plan
    #: The thoroughness of the check with other players; None for no check.
    other_players: OtherPlayersDepth | None = None
    #: The names of the files to write with one row per game.
    keep_games: Sequence[str] = ()


@dataclass(frozen=True)
class Listing:
    """A list that a command prints instead of playing a plan."""

    text: str
    #: The JSON object that is printed with ``--json``.
    summary: Mapping[str, Any]


@dataclass(frozen=True)
class PrintedReport:
    """A report that a command prints instead of playing a plan. It writes no files."""

    document: Document
    #: The JSON object that is printed with ``--json``.
    summary: Mapping[str, Any]


def prepare(machine: options.MachineOptions, confidence: float = 0.95) -> Machine:
    """Apply the options for how games are played, and return the threads or the cluster to use.

    It has to be called before Numba is imported, because the compiler cannot be switched off later.

    Parameters
    ----------
    machine
        The options.
    confidence
        The confidence of intervals. It is only checked here.

    Raises
    ------
    UsageError
        If the confidence or the number of threads is out of range.
    FathomError
        If --no-jit is given after the compiler has been loaded.
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
    """Return a decorator that declares a command with a function that makes a plan.

    The decorated function takes options, option groups and ``confidence``. It returns a
    `PlannedCommand`, a `Listing` or a `PrintedReport` to print, or an exit code if there is nothing
    more to do. The command also has the options of `MachineOptions` and `OutputOptions`.

    `examples` are the examples at the end of the command's help, in paragraphs.
    """

    def declare(choose: _Choose) -> _Choose:
        def run(
            *, machine: options.MachineOptions, output: options.OutputOptions, **arguments: Any
        ) -> int:
            return _play(choose, arguments, machine, output)

        shared = {"machine": options.MachineOptions, "output": options.OutputOptions}
        # The confidence is among the output options, so it is not an option of the function.
        signature = options.CommandSignature(choose, without=["confidence"], groups=shared)
        options.register(choose, run, signature, examples, choose)
        return choose

    return declare


def _play(
    choose: Callable[..., PlannedCommand | Listing | PrintedReport | int],
    arguments: Mapping[str, Any],
    machine_options: options.MachineOptions,
    output: options.OutputOptions,
) -> int:
    """Make the plan of a command with `choose`, carry it out, and return the exit code.

    `choose` is called with the confidence and `arguments`. It may also return a list or a report to
    print instead of a plan, or the exit code.

    Raise `UsageError` if an option is invalid, `FathomError` if a game fails or a file cannot be
    written, and `StoppedError` or `KeyboardInterrupt` on Ctrl-C before there are results.
    """
    machine = prepare(machine_options, output.confidence)
    from simulate.cli.carry_out import carry_out

    planned = choose(confidence=output.confidence, **arguments)
    if isinstance(planned, int):
        return planned
    if isinstance(planned, Listing):
        print_text(json_text(planned.summary) if output.as_json else planned.text)
        return 0
    if isinstance(planned, PrintedReport):
        return _print_report(planned, output)
    return carry_out(
        planned.plan, machine, output, planned.other_players, keep_games=planned.keep_games
    )


def _print_report(report: PrintedReport, output: options.OutputOptions) -> int:
    """Print a report and return the exit code; raise `UsageError` if files are asked for."""
    if output.out or output.excel:
        option = "--out" if output.out else "--excel"
        raise UsageError(f"{option} writes simulated games, so it needs a game; name one too")
    if output.as_json:
        print_text(json_text(report.summary))
    else:
        from reports.writing import terminal

        terminal.show(report.document, full=output.full)
    return 0
