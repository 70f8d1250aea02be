"""Commands for authors of games: a file to begin with, and whether it does what games have to."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from simulate import command_options as options
from simulate.child import child_command
from simulate.errors import ExitCode, UsageError, unknown
from simulate.output.json_text import json_text
from simulate.output.messages import print_text

if TYPE_CHECKING:
    from simulate.checking.blocks import CheckedGame, CheckResult
    from simulate.game import Game


_EXAMPLES = Path(__file__).resolve().parents[1] / "new_games"
_ENDING = ".py.txt"
#: What stands in the examples for the name of the game, and for its title.
_NAME, _TITLE = "new-game", "New game:"
#: How long a name may be, which stands in names of folders.
_LONGEST = 40


@options.command(
    "Example: fathom new reef --like draft\n\nThen: fathom check reef.py; fathom run reef.py; "
    "fathom report reef.py --out reef.html"
)
def new(
    name: Annotated[
        str, options.argument("NAME", "What the game is called: small letters and hyphens.")
    ],
    like: str = options.option(
        "KIND",
        "What it resembles: bidding, board, cards, co-op, dice, draft or tricks.",
        default="dice",
    ),
) -> int:
    """Write the file of a small game that plays at once, to change it into your own.

    It holds the rules, a rule to vary, and two strategies, with comments that say what is what.
    """
    name = name.removesuffix(".py")
    kinds = {file.name.removesuffix(_ENDING): file for file in _EXAMPLES.glob(f"*{_ENDING}")}
    if like not in kinds:
        raise unknown("kind of game", like, sorted(kinds))
    if not re.fullmatch(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", name) or len(name) > _LONGEST:
        raise UsageError(
            f"a game cannot be called {name!r}; give small letters, digits and hyphens, at most "
            f"{_LONGEST}, beginning with a letter, as in coral-reef"
        )
    file = Path(f"{name}.py")
    title = name.replace("-", " ").replace("_", " ").title()
    text = kinds[like].read_text(encoding="utf-8")
    text = text.replace(_TITLE, f"{title}:").replace(_NAME, name.replace("_", "-"))
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except FileExistsError:
        raise UsageError(f"{file} is there already; choose another name, or move it away") from None
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    print_text(f"{file}: a game that plays. Change it, and see what becomes of it:")
    commands = [
        (f"fathom check {file}", "does it play by the rules of games?"),
        (f"fathom run {file}", "is it fair, and how long is it?"),
        (f"fathom replay {file} --game 1", "one game, told move by move"),
    ]
    if "Cards(" in text:
        commands.append((f"fathom cards {file}", "what is each card worth?"))
    commands.append((f"fathom report {file} --out {name}.html", "all of it, in one page"))
    for command, does in commands:
        print_text(f"  {command:<{len(str(file)) + 34}} {does}")
    return 0


#: Seconds between two looks at whether a file was saved.
_LOOK = 0.3
_WIDTH = 80
#: Before a check that came out so.
_MARKS = {"passed": "✓", "warned": "!", "failed": "✗", "not looked at": "-"}


@options.command("Examples: fathom check my_game.py\n\nfathom check my_game.py --watch")
def check(
    source: Annotated[str, options.argument("GAME", "A game's file, or its name.")],
    watch: bool = options.flag("Check again each time that the file is saved, until Ctrl-C."),
    as_json: bool = options.option_of(options.OutputOptions, "as_json"),
    quiet: bool = options.option_of(options.MachineOptions, "quiet"),
    jobs: int | None = options.option_of(options.MachineOptions, "jobs"),
) -> int:
    """Check that a game does what every game has to do, and say what does not.

    Thousands of games are played with every number of players and every variant, and every step
    of them is looked at: games end, the same seed gives the same games, no card is lost, each seat
    acts and can win, nothing leaks, and more. The last lines say what was covered. How much is
    played depends on the game alone, so a busy machine gives the same verdict. A warning (!) does
    not stop anybody from playing; a failure (x) makes the exit code 1; what was not looked at (-)
    has not passed. Two processes take part, whatever --jobs says.
    """
    from simulate.game import find_game, is_file

    if watch:
        if not is_file(source):
            raise UsageError(f"--watch looks at a file, and {source} is a game's name")
        if as_json:
            raise UsageError("--watch and --json do not go together; leave out one of them")
        return _watch(source)
    game = find_game(source)
    from simulate.checking.blocks import left_out_of, never_offered
    from simulate.cli.check_game import check_game
    from simulate.output.messages import say

    def tell(doing: str) -> None:
        if not quiet:
            say(f"checking {game.title}: {doing} ...")

    results, played = check_game(game, tell)
    failed = sum(result.verdict == "failed" for result in results)
    if as_json:
        checks = [result.as_json() for result in results]
        summary = {"game": game.name, "passed": not failed, "checks": checks}
        coverage = {
            "games": played.survey.games,
            "steps": played.survey.steps,
            "games_with_results": played.games,
            "games_walked": played.walked.games,
            "steps_walked": played.walked.steps,
            "lineups": list(played.lineups),
            "actions_never_offered": never_offered(played),
        }
        print_text(json_text(summary | {"coverage": coverage, "left_out": left_out_of(played)}))
    else:
        _show(game, results, played)
    return ExitCode.FAILED if failed else ExitCode.DONE


def _show(game: Game, results: Sequence[CheckResult], played: CheckedGame) -> None:
    """Print a line for each check with its findings below it, and then what was covered."""
    from simulate.output.messages import wrapped

    verdicts = [result.verdict for result in results]
    players = "1 player" if game.table_sizes == "1" else f"{game.table_sizes} players"
    print_text(wrapped(f"{game.title}, {players}, {', '.join(game.variants)}", _WIDTH))
    for result, verdict in zip(results, verdicts, strict=True):
        print_text(wrapped(f"{_MARKS[verdict]} {result.name}{_why_not(result)}", _WIDTH))
        findings = result.findings or ()
        for finding in findings[:3]:
            print_text(wrapped(f"    {finding.told}", _WIDTH))
        if len(findings) > 3:
            print_text(f"    and {len(findings) - 3} more like it; --json has all")
    counted = [f"{verdicts.count(name)} {name}" for name in ("passed", "warned", "failed")]
    unseen = verdicts.count("not looked at")
    if unseen:
        counted.append(f"{unseen} not looked at")
    print_text(", ".join(counted))
    print_text(wrapped(f"  {_coverage(played)}", _WIDTH))


def _why_not(result: CheckResult) -> str:
    """Return the words after a check that was not made, with the reason if it is known."""
    if result.findings is not None:
        return ""
    return f" (not looked at: {result.reason})" if result.reason else " (not looked at)"


def _coverage(played: CheckedGame) -> str:
    """Return sentences on how much of a game was looked at, and what was left out."""
    from simulate.checking.blocks import left_out_of, never_offered

    survey, walked = played.survey, played.walked
    if not survey.games:
        return "No games were recorded; the game has to play first."
    lineups = ", ".join(played.lineups)
    sentences = [
        f"Covered: {survey.games:,} games, {survey.steps:,} steps, played by {lineups}",
        f"hidden places and words in {walked.steps:,} steps of {walked.games} games",
    ]
    if played.games:
        sentences.insert(1, f"results of {played.games:,} games")
    never = never_offered(played)
    if never:
        sentences.append(f"never offered: {'; '.join(never)}")
    left_out = left_out_of(played)
    if left_out:
        more = f" and {len(left_out) - 4} more" if len(left_out) > 4 else ""
        sentences.append(f"not looked at: {'; '.join(left_out[:4])}{more}")
    return ". ".join(f"{text[:1].upper()}{text[1:]}" for text in sentences) + "."


def _watch(source: str) -> int:
    """Check a file in a fresh process each time that it, or what it imports, was saved."""
    from simulate.output.messages import say

    try:
        while True:
            seen = _saved(source)
            subprocess.run(child_command("fathom_games", "check", source), check=False)
            say(f"watching {source}; Ctrl-C ends it")
            while _saved(source) == seen:
                time.sleep(_LOOK)
    except KeyboardInterrupt:
        return ExitCode.DONE


def _saved(source: str) -> dict[Path, int]:
    """Return when each file in the folder of a game's file was saved."""
    files = Path(source).resolve().parent.iterdir()
    return {file: file.stat().st_mtime_ns for file in files if file.is_file()}
