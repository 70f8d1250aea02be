"""Forty mistakes of people who do not program: each is told in their words, with what to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from simulate.cli.plans.ladder import LadderPlan
from simulate.cli.plans.selection import Selection, choose
from simulate.cli.plans.tournament import TournamentPlan
from simulate.errors import FathomError
from simulate.study.reading import read_study
from tests.helpers.commands_helper import FATHOM, contents, environment, run_main

#: What no designer is to read: words of programs, and of the file's format.
NEVER = ("Traceback", "TOML ", "tomllib", "pydantic", "Errno", "array", "dict", "NoneType", "int ")
WIDTH = 80
GOOD = 'game = "snorkeling"\nlineup = ["random"]\ngames = 20\n'


class Mistake(NamedTuple):
    """A mistake, and what is told of it.

    Attributes
    ----------
    name
        What was done wrong.
    typed
        The command.
    code
        Its exit code.
    told
        Words that the message holds; of a file, the line too that it shows.
    files
        What lies in the folder, by name.
    unsaid
        Words that it does not hold, besides `NEVER`.
    """

    name: str
    typed: str
    code: int
    told: tuple[str, ...]
    files: dict[str, str | bytes]
    unsaid: tuple[str, ...] = ()


def line(name: str, wrong: str, *told: str, code: int = 2, caret: str = "") -> Mistake:
    """Make a mistake in one line of a study file, where the caret points at some text."""
    text = f"{GOOD}{wrong}\n"
    number = text.splitlines().index(wrong.splitlines()[-1]) + 1
    shown = (f"    {number} | {wrong.splitlines()[-1]}", *((f"^{caret}",) if caret else ()))
    return Mistake(name, "run plain.toml", code, (*told, *shown), {"plain.toml": text})


def broken(name: str, wrong: str, *told: str, caret: str = "") -> Mistake:
    """Make a mistake that keeps a file from being read."""
    return line(
        name, wrong, "plain.toml, line 4, column ", "name = value", *told, code=1, caret=caret
    )


def typed(name: str, command: str, *told: str, unsaid: tuple[str, ...] = ()) -> Mistake:
    """Make a mistake on the command line, in a folder with a few files."""
    files: dict[str, str | bytes] = {
        "plain.toml": GOOD,
        "studies/easy.toml": GOOD,
        "hidden.toml.txt": GOOD,
        "notes/readme.txt": "Ideas",
        "report.html": "<p>Mine</p>",
    }
    return Mistake(name, command, 2, told, files, unsaid)


FILES = [
    broken("curly quotes", "variant = “expert”", "invalid value", caret="“"),
    broken("a closing quote missing", 'variant = "expert', "column 18: illegal character '\\n'"),
    broken("no quotes", "variant = expert", "invalid value", caret="expert"),
    broken("decimal comma", "precision = 0,05", "expected newline", "0.5", caret=",05"),
    broken("thousands with commas", "seed = 200,000", "newline", "200_000", caret=",000"),
    broken("10k without quotes", "seed = 10k", "expected newline", "200_000", caret="k"),
    broken("yes", "rotate = yes", "invalid value", "true, false", caret="yes"),
    broken("True", "rotate = True", "invalid value", "true, false", caret="True"),
    broken("no equals sign", "players 4", "expected '=' after a key", caret="4"),
    broken("a colon", "players: 4", "expected '=' after a key", caret=": 4"),
    broken("said twice", "games = 30", "column 11: cannot overwrite a value"),
    broken("a heading left open", "[rules", "column 7: expected ']' at the end of a table"),
    broken("a remark of another kind", "seed = 2 // mine", "expected newline", caret="// mine"),
    broken("a list left open", 'margins = ["a", "b"', "column 20: unclosed list"),
    line("a number in quotes", 'seed = "10k"', "'10k'", "a whole number", caret="10k"),
    line("a wrong name", "player = 4", "'player'", "did you mean 'players'?", caret="player"),
    line("the wrong kind", 'rotate = "no"', "'no'", "it is true or false", caret="no"),
    line("out of range", "[rules]\ntarget_score = 99", "99", "1 to 60", caret="99"),
    line("no such rule", "[rules]\ntarget_scor = 9", "mean 'target_score'?", caret="target_scor"),
    line("no such player", "players = 9", "2 to 6 players, not 9", caret="9"),
]
COMMAND_LINES = [
    typed("a game misspelt", "run snorkling", "'snorkling'", "did you mean 'snorkeling'?"),
    typed("no game", "run", "GAME_OR_STUDY", "fathom run snorkeling"),
    typed("a variant misspelt", "run snorkeling --variant exprt", "'exprt'", "mean 'expert'?"),
    typed("a rule misspelt", "run snorkeling --rule target_scor=9", "mean 'target_score'?"),
    typed("a strategy misspelt", "run snorkeling -s plannr", "mean 'planner'?"),
    typed("a parameter misspelt", "run snorkeling -s planner(atack=1)", "mean 'attack'?"),
    typed("too many players", "run snorkeling --players 9", "2 to 6 players, not 9"),
    typed("games below 0", "run snorkeling --games -5", "'-5'", "whole number from 1"),
    typed("games in words", "run snorkeling --games many", "'many'", "200k or 1M"),
    typed("per cent", "run snorkeling --precision 1%", "1pp"),
    typed("confidence in per cent", "run snorkeling --confidence 95%", "95%", "0.95"),
    typed("an option misspelt", "run snorkeling --gmaes 10", "--gmaes", "--games"),
    typed(
        "swapped arguments",
        "run expert snorkeling",
        "snorkeling is one word too many",
        "the game comes first",
    ),
    typed("too few in a line-up", "run snorkeling -s planner,random", "2 strategies for 4 seats"),
    typed("a hidden ending", "run hidden.toml", "hidden.toml.txt", "rename it hidden.toml"),
    typed("no ending", "run plain", "for the study file write plain.toml"),
    typed("another folder", "run easy.toml", "did you mean studies/easy.toml?"),
    typed("a folder of no run", "report notes", "notes", "not one of a run"),
    typed("something in the way", "run snorkeling --out notes", "'readme.txt'", "--out"),
    typed("a report in the way", "report snorkeling --out report.html", "report.html", "--out"),
]
FORTY = [*FILES, *COMMAND_LINES]


def lay_out(mistake: Mistake, folder: Path) -> None:
    for name, content in mistake.files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        written = content if isinstance(content, bytes) else content.encode()
        (folder / name).write_bytes(written)


def message_of(mistake: Mistake, folder: Path) -> tuple[int, str]:
    """Return the exit code and what is told, at eighty columns."""
    surroundings = environment() | {"COLUMNS": str(WIDTH)}
    code, out, err = run_main(str(FATHOM), mistake.typed.split(), folder, surroundings)
    assert out == ""
    return code, err


def without_breaks(message: str) -> str:
    """Return a message with its first sentence on one line."""
    return re.sub(r"\n  (?=\S)", " ", message)


@pytest.mark.parametrize("mistake", FORTY, ids=lambda mistake: mistake.name.replace(" ", "-"))
def test_a_mistake_is_told_in_the_words_of_who_made_it(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("kernel.compile_kernel", "kernel.compile_strategy"):
        monkeypatch.setattr(f"simulate.play.{name}", lambda *_: pytest.fail("it compiles"))
    lay_out(mistake, tmp_path)
    before = contents(tmp_path)
    code, message = message_of(mistake, tmp_path)
    assert code == mistake.code, message
    assert message.startswith("fathom: ")
    told = without_breaks(message)
    carets = [words for words in mistake.told if words[0] == "^" and len(words) > 1]
    assert [w for w in mistake.told if w not in told and w not in carets] == [], message
    assert [words for words in (*NEVER, *mistake.unsaid) if words in message] == [], message
    wide = [one for one in message.splitlines() if len(one) > WIDTH and " " in one.strip()]
    assert wide == []
    for words in carets:
        *_, shown, pointer = [one for one in message.splitlines() if " | " in one or "^" in one]
        assert shown[pointer.index("^") :].startswith(words[1:]), message
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "ascii"]
)
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_study_file_is_read_however_an_editor_of_windows_saves_it(
    encoding: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / "plain.toml"
    path.write_bytes(GOOD.replace("\n", ending).encode(encoding))
    assert read_study(path)["game"] == "snorkeling"


def test_a_letter_of_an_old_code_page_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_bytes(f"{GOOD}# für vier\n".encode("cp1252"))
    with pytest.raises(FathomError, match=r"plain\.toml, line 4: .* encoding UTF-8"):
        read_study(tmp_path / "plain.toml")


def test_strategies_may_stand_behind_one_option_with_commas_between(tmp_path: Path) -> None:
    line_up = "planner(attack=0.4, block=1),random,closer,random"
    once = choose(Selection(source="snorkeling", strategy=[line_up]))[0]
    each = ["planner(attack=0.4, block=1)", "random", "closer", "random"]
    assert once.lineup == choose(Selection(source="snorkeling", strategy=each))[0].lineup
    told = TournamentPlan(Selection(source="snorkeling"), ["planner,random", "closer"])
    assert [one.name for one in told.strategies] == ["planner", "random", "closer"]
    climb = LadderPlan(Selection(source="snorkeling"), ["planner,random"], None, None, None)
    assert {"planner", "random"} <= {one.name for one in climb.design.rungs}
