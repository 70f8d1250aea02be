"""What the commands do, for notebooks and scripts: each function plays, and returns what came out.

``from simulate import run, compare, sweep, tune, tournament, ladder, ask, cards, when, waiting``.
Options are those of commands of the same names, by the names that `NAMES` lists where these are
better, and numbers, lists and mappings where the command line has texts; the events of `when`
follow its game.
What is returned has ``figures`` (estimates by path), ``tables`` (data frames by name), ``charts``
(matplotlib figures by name), ``summary`` (what ``--json`` prints) and ``report(path)``. Nothing is
printed or written unasked.
Errors are `simulate.errors.FathomError`, with the words that the command line says.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from reports.analysis.execution import Execution, check_confidence, default_jobs
from reports.writing.progress import ProgressDisplay
from simulate.cli.commands import COMMANDS
from simulate.command_options import in_groups
from simulate.errors import UsageError, unknown

#: What options are called here.
NAMES = {
    "rule": "rules",
    "strategy": "lineup",  # strategies, or lineups, where a command has more than one line-up
    "no_rotate": "rotate",
    "margin": "margins",
    "figure": "figures",
    "target": "targets",
}
#: What would not be in a notebook: files of games, and games of files; and what is only listed.
_ELSEWHERE = ("keep_games", "keep_games_csv", "events")


@cache
def _function(command: Any) -> Callable[..., Any]:
    """Return a function that does what a command does, with options called as in `NAMES`."""
    choose, called = in_groups(command.__wrapped__), command.__name__
    names = dict(NAMES)
    if "strategy" in inspect.signature(command.__wrapped__).parameters:
        names["strategy"] = "lineups" if called == "compare" else "strategies"
    named = {
        names.get(name, name): option
        for name, option in inspect.signature(choose).parameters.items()
        if name not in (*_ELSEWHERE, "source", "confidence")
    }

    def play(
        game: str | Path | Sequence[str | Path],
        *event: str,
        jobs: int | None = None,
        confidence: float = 0.95,
        progress: bool = False,
        **options: Any,
    ) -> Any:
        from simulate.permission import Permission, granted
        from simulate.user_files import code_files_named, forget_changed

        if event and "event" not in named:
            raise UsageError(f"{called}() takes one game; give several in a list")
        options |= {"event": event} if event else {}
        for name in options:
            if name not in named:
                raise unknown("option", name, named, f" of {called}()")
        check_confidence(confidence)
        forget_changed()
        several = "list" in str(inspect.signature(choose).parameters["source"].annotation)
        games = [str(one) for one in ([game] if isinstance(game, str | Path) else game)]
        given = {
            named[name].name: _typed(named[name], value)
            for name, value in options.items()
            if value is not None
        }
        with granted(Permission(code_files_named(_texts([games, *options.values()])))):
            planned = choose(source=games if several else games[0], confidence=confidence, **given)
            live = ProgressDisplay(quiet=not progress)
            playing = Execution(
                default_jobs(jobs), confidence, live, other_players=planned.other_players
            )
            return planned.plan.check_and_play(playing)

    play.__name__ = play.__qualname__ = called
    play.__doc__ = (
        f"{inspect.getdoc(command)}\n\nOptions are those of 'fathom {called}', which "
        f"'fathom {called} --help' tells: {', '.join(named)}; and jobs, confidence, progress "
        "(shown on stderr)."
    )
    return play


def _typed(option: inspect.Parameter, value: Any) -> Any:
    """Return a value as the command line has it for an option."""
    kind = str(option.annotation)
    if option.name == "no_rotate":
        return not value
    if isinstance(value, Mapping | bool):
        return value
    if "list[" in kind:
        several = [value] if isinstance(value, str | int | Path) else value
        lists = [",".join(one) if isinstance(one, list | tuple) else one for one in several]
        return [one if isinstance(one, int) else str(one) for one in lists]
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value) if "str" in kind else value


def _texts(given: Any) -> Iterator[str]:
    if isinstance(given, str | Path):
        yield str(given)
    elif isinstance(given, list | tuple):
        for one in given:
            yield from _texts(one)


def __getattr__(name: str) -> Callable[..., Any]:
    """Return the function of the command of that name, if it plays."""
    command, _ = COMMANDS.get(name, (None, ""))
    if not hasattr(command, "__wrapped__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _function(command)
