"""Commands for authors of games.

``new`` writes the file of a small game, ``check`` tests one, and ``pack`` makes one file to send.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from simulate import command_options as options
from simulate.child import child_command
from simulate.errors import ExitCode, FathomError, StoppedError, UsageError
from simulate.output.json_text import json_text
from simulate.output.messages import print_notice, print_text, wrapped

if TYPE_CHECKING:
    from simulate.checking.checked_game import CheckedGame
    from simulate.checking.judging import CheckResult
    from simulate.game import Game


@options.command(
    "Examples: fathom new reef --like draft\n\nfathom new reef --data cards.csv\n\n"
    "fathom new reef --from rulebook.txt --like cards\n\n"
    "Then: fathom check reef.py; fathom run reef.py; fathom report reef.py --out reef.html"
)
def new(
    name: Annotated[
        str, options.argument("NAME", "The game's name: lower-case letters, digits and hyphens.")
    ],
    like: str = options.option(
        "KIND",
        "The kind of game: bidding, board, cards, co-op, dice, draft or tricks.",
        default="dice",
    ),
    data: str | None = options.option(
        "FILE",
        "Instead of --like: a spreadsheet in this folder with the cards of the game; see "
        "'fathom data FILE'.",
    ),
    rulebook: Path | None = options.option(
        "FILE",
        "A rulebook (.txt or .md): make a folder with it, the file of the game, and questions that "
        "rulebooks leave open.",
        "--from",
    ),
) -> int:
    """Write the file of a small game, which you can play at once and change into your own.

    It contains the rules of the game, options that can be varied, and two strategies, with comments
    that explain them. With --data, it is played with the cards of your spreadsheet.

    With --from, the folder NAME gets a copy of the rulebook, the file of the game and questions.md:
    questions that rulebooks usually leave open, each with the lines of the rulebook that may answer
    it. The lines are found by plain English words, so they are only a guess. The game is that of
    --like, not that of the rulebook: change it.
    """
    from simulate.cli.game_templates import check_name, named, read_template
    from simulate.output.new_file import write_new_file

    name = name.removesuffix(".py")
    template = read_template(like)
    check_name(name)
    if rulebook is not None:
        if data:
            raise UsageError(
                "--from and --data cannot be combined; make the folder with --from, and the game "
                "with --data in it"
            )
        _make_folder(name, rulebook, named(template, name))
        return 0
    file = Path(f"{name}.py")
    text = named(_sheet_game(data) if data else template, name)
    write_new_file(file, text)
    print_text(f"{file}: a game that can be played. Change it, and see what happens:")
    commands = {
        f"fathom check {file}": "is it free of mistakes?",
        f"fathom run {file}": "is it fair, and how long is it?",
        f"fathom replay {file} --game 1 --moves": "one game, move by move",
    }
    if "Cards(" in text:
        commands[f"fathom cards {file}"] = "what is each card worth?"
    commands[f"fathom report {file} --out {name}.html"] = "everything, on one page"
    for command, purpose in commands.items():
        print_text(f"  {command:<{len(str(file)) + 34}} {purpose}")
    files = [str(file), data.partition("#")[0]] if data else [str(file)]
    print_text(wrapped(f"{_which_files(files)} To send it, type fathom pack {file}.", _WIDTH))
    return 0


def _make_folder(name: str, rulebook_file: Path, game: str) -> None:
    """Make the folder of a new game with a rulebook, and print what to do with it.

    Parameters
    ----------
    name
        The name of the game, and of the folder.
    rulebook_file
        The rulebook.
    game
        The text of the file of the game.

    Raises
    ------
    UsageError
        If the rulebook cannot be read, or the folder exists or cannot be made.
    """
    from simulate.cli.game_templates import title_of
    from simulate.cli.rulebook import QUESTIONS, questions_text, read_rulebook
    from simulate.output.new_file import write_new_file

    rulebook = read_rulebook(rulebook_file)
    folder = Path(name)
    try:
        folder.mkdir()
    except FileExistsError:
        raise UsageError(f"{folder} exists already; choose another name, or move it away") from None
    except OSError as error:
        raise UsageError(f"cannot make the folder {folder}: {error.strerror}") from None
    write_new_file(folder / rulebook.name, rulebook.text)
    write_new_file(folder / "questions.md", questions_text(title_of(name), rulebook))
    write_new_file(folder / f"{name}.py", game)
    print_text(f"{folder}: a folder for the game")
    print_text(f"  {rulebook.name:<{len(name) + 12}} the rulebook")
    print_text(f"  {'questions.md':<{len(name) + 12}} {len(QUESTIONS)} questions, to answer first")
    print_text(f"  {f'{name}.py':<{len(name) + 12}} an example game, to change into this one")
    print_text("Next:")
    print_text("  fathom guide --out guide.md     all that is needed to write the game")
    print_text(f"  cd {folder}; fathom check {name}.py")


def _which_files(files: Sequence[str]) -> str:
    """Return a sentence on the files of a new game, the game's own file first."""
    if len(files) == 1:
        return f"The game consists of {files[0]} alone."
    return f"The game consists of {' and '.join(files)}; keep them in one folder."


def _sheet_game(data: str) -> str:
    """Return the text of a game with the cards of a sheet, and print what to check in it.

    Raises
    ------
    UsageError
        If the sheet cannot be read, or no game can be made of it.
    """
    from simulate.cli.game_templates import read_sheet_template
    from simulate.cli.new_sheet_game import new_sheet_game
    from simulate.output.sheet_doubts import print_doubts

    text, sheet = new_sheet_game(data, read_sheet_template())
    print_doubts(f"{data}: {doubt}" for doubt in sheet.checks)
    return text


@options.command(
    "Examples: fathom pack reef.py\n\nfathom pack reef.py --study long.toml --out reef.zip\n\n"
    "Then your friend: fathom run reef.zip"
)
def pack(
    source: Annotated[str, options.argument("GAME", "The file of your game (.py).")],
    study: list[str] | None = options.option(
        "FILE.toml", "A study of this game, to send with it. May be repeated."
    ),
    out: Path | None = options.option(
        "FILE.zip", "The zip file to write (default: the name of the game, in this folder)."
    ),
    trust: bool = options.option_of(options.MachineOptions, "trust"),
) -> int:
    """Write one zip file that holds your game and all it needs, for a friend who has Fathom.

    It holds the game's file, the sheets that it reads, the files that it imports, the players that
    learned it, the studies that you name with the files of their players, and a README.txt. Your
    friend types 'fathom run reef.zip --trust'; all other commands take the zip file too. To send
    results instead of the game, write a report: 'fathom report reef.py --out reef.html', or --pack
    for a folder of pages.
    """
    from simulate.cli.pack_game import GamePack
    from simulate.game import find_game
    from simulate.permission import grant_everything

    if trust:
        grant_everything()
    game = find_game(source)
    file = out or Path(f"{Path(source).stem}.zip")
    _check_zip_replaceable(file)
    game_pack = GamePack(game, study or (), file.name)
    try:
        file.write_bytes(game_pack.zipped)
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
    print_text(f"{file}: {game.title} and all it needs, {_size_text(len(game_pack.zipped))}")
    width = max(map(len, game_pack.files))
    for name, role in game_pack.roles.items():
        print_text(f"  {name:<{width}}  {role}")
    for reason in game_pack.left_out:
        print_notice(reason)
    print_text(f"To play it, your friend types: fathom run {shlex.quote(file.name)} --trust")
    return 0


def _check_zip_replaceable(file: Path) -> None:
    """Raise `UsageError` if a file does not end in .zip, or exists and is not a packed game."""
    from simulate.packed_games import is_packed, is_written_by_fathom

    if not is_packed(file.name):
        raise UsageError(f"--out {file} has to end in .zip, as in --out {file.with_suffix('.zip')}")
    if file.exists() and not is_written_by_fathom(file):
        raise UsageError(
            f"{file} exists and was not written by 'fathom pack'; choose another name with --out"
        )


def _size_text(size: int) -> str:
    """Return a size in bytes as a text in kB or MB."""
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1000))} kB"


#: The number of seconds between two checks of whether a file was saved.
_LOOK = 0.3
#: The width of the printed results, in columns.
_WIDTH = 80
#: The mark in front of a check, by its verdict.
_MARKS = {"passed": "✓", "warned": "!", "failed": "✗", "not looked at": "-"}


@options.command("Examples: fathom check my_game.py\n\nfathom check my_game.py --watch")
def check(
    source: Annotated[str, options.argument("GAME", "A game's file, or its name.")],
    watch: bool = options.flag("Check again each time the file is saved, until Ctrl-C."),
    as_json: bool = options.option_of(options.OutputOptions, "as_json"),
    quiet: bool = options.option_of(options.MachineOptions, "quiet"),
    jobs: int | None = options.option_of(options.MachineOptions, "jobs"),
    trust: bool = options.option_of(options.MachineOptions, "trust"),
) -> int:
    """Check that a game meets the requirements for all games, and list what is wrong.

    Thousands of games are played with every number of players and every variant, and each of their
    steps is checked: games end, the same seed gives the same games, no card is lost, each seat acts
    and can win, nothing hidden is visible, and more. The last lines list what was covered. The
    number of games depends only on the game, so a busy machine gives the same verdict. A game with
    warnings (!) can be played. A failure (x) makes the exit code 1. A check that was not made (-)
    has not passed. Two processes are used, whatever the value of --jobs.

    With --json, each finding has its rule, severity, message, remedy, file, line and column, also
    if the file cannot be loaded (exit code 2); 'fathom schema --output check' describes it.
    """
    from simulate.cli.check_output import output_of_failure
    from simulate.game import is_file
    from simulate.packed_games import is_packed
    from simulate.permission import UntrustedError, grant_everything

    if trust:
        grant_everything()
    if watch:
        if not is_file(source) or is_packed(source):
            raise UsageError(
                f"--watch needs the file of a game, ending in .py, but {source} is "
                f"{'a zip file; unpack it' if is_packed(source) else 'a name'}; name the file"
            )
        if as_json:
            raise UsageError("--watch and --json cannot be combined; leave out one of them")
        return _watch(source)
    try:
        return _check(source, as_json, quiet)
    except FathomError as error:
        is_no_finding = isinstance(error, UntrustedError | StoppedError)
        if not as_json or is_no_finding or not Path(source).is_file():
            raise
        print_text(json_text(output_of_failure(source, error)))
        return error.exit_code


def _check(source: str, as_json: bool, quiet: bool) -> int:
    """Check a game, print the results, and return the exit code.

    Raises
    ------
    FathomError
        If the game cannot be loaded, or cannot be checked at all.
    """
    from simulate.cli.check_output import output_of
    from simulate.game import find_game

    game = find_game(source)
    from simulate.cli.check_game import check_game
    from simulate.output.messages import print_message
    from simulate.output.sheet_doubts import print_doubts_of_game

    if not quiet:
        print_doubts_of_game(game)

    def announce(step: str) -> None:
        if not quiet:
            print_message(f"checking {game.title}: {step} ...")

    # Interpreted functions of the game may print. Its output must not come between the results.
    with redirect_stdout(sys.stderr):
        results, checked = check_game(game, announce)
    is_failed = any(result.verdict == "failed" for result in results)
    if as_json:
        print_text(json_text(output_of(game, source, results, checked)))
    else:
        _show(game, results, checked)
    return ExitCode.FAILED if is_failed else ExitCode.DONE


def _show(game: Game, results: Sequence[CheckResult], checked: CheckedGame) -> None:
    """Print the cards, a line for each check with its findings below, and the coverage."""
    from simulate.checking.contents import describe_cards

    verdicts = [result.verdict for result in results]
    players = game.table_sizes_in_words
    print_text(wrapped(f"{game.title}, {players}, {', '.join(game.variants)}", _WIDTH))
    for line in describe_cards(game):
        print_text(wrapped(f"  {line}", _WIDTH))
    for result, verdict in zip(results, verdicts, strict=True):
        print_text(wrapped(f"{_MARKS[verdict]} {result.name}{_why_not(result)}", _WIDTH))
        findings = result.findings or ()
        for finding in findings[:3]:
            print_text(wrapped(f"    {finding.text}", _WIDTH))
        if len(findings) > 3:
            print_text(f"    and {len(findings) - 3} more; --json lists all of them")
    counts = [f"{verdicts.count(name)} {name}" for name in ("passed", "warned", "failed")]
    not_looked_at = verdicts.count("not looked at")
    if not_looked_at:
        counts.append(f"{not_looked_at} not looked at")
    print_text(", ".join(counts))
    print_text(wrapped(f"  {_coverage(checked)}", _WIDTH))


def _why_not(result: CheckResult) -> str:
    """Return a note in brackets on why a check was not made; empty if it was made."""
    if result.findings is not None:
        return ""
    return f" (not looked at: {result.reason})" if result.reason else " (not looked at)"


def _coverage(checked: CheckedGame) -> str:
    """Return sentences on the coverage of the checks, and on omitted checks."""
    from simulate.checking.judging import left_out_of
    from simulate.checking.use_checks import never_last, never_offered_actions

    survey = checked.survey
    walked = checked.walked
    if not survey.games:
        return "No games were recorded, because the game fails. Correct that first."
    lineups = ", ".join(checked.lineups)
    parts = [f"all moves in {survey.games:,} games, {survey.steps:,} steps, played by {lineups}"]
    if checked.games:
        parts.append(f"the results of {checked.games:,} games")
    looks = f"{walked.steps:,} steps of {walked.games} games"
    parts.append(f"what seats may know, and the words of replays, in {looks}")
    sentences = [f"Checked: {'; '.join(parts)}"]
    never = never_offered_actions(checked)
    if never:
        sentences.append(f"never offered: {'; '.join(never)}")
    within = never_last(checked)
    if within:
        listed = "; ".join(within)
        remedy = "if a turn should end with it, call end_turn(rules, state) in apply"
        sentences.append(f"never the last action of a turn: {listed} ({remedy})")
    left_out = left_out_of(checked)
    if left_out:
        more = f" and {len(left_out) - 4} more" if len(left_out) > 4 else ""
        sentences.append(f"not looked at: {'; '.join(left_out[:4])}{more}")
    return ". ".join(f"{text[:1].upper()}{text[1:]}" for text in sentences) + "."


def _watch(source: str) -> int:
    """Check a game in a new process each time a file in its folder is saved; return on Ctrl-C."""
    from simulate.output.messages import print_message

    try:
        while True:
            before = _times_saved(source)
            subprocess.run(child_command("fathom_games", "check", source), check=False)
            print_message(f"watching {source}; press Ctrl-C to stop")
            while _times_saved(source) == before:
                time.sleep(_LOOK)
    except KeyboardInterrupt:
        return ExitCode.DONE


def _times_saved(source: str) -> dict[Path, int]:
    """Return the time of the last change of each file in a game's folder, in ns since 1970."""
    files = Path(source).resolve().parent.iterdir()
    return {file: file.stat().st_mtime_ns for file in files if file.is_file()}
