"""Names and texts of a hostile game control neither terminals nor programs that read our files."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from simulate.errors import find_unprintable
from simulate.output import messages
from tests.helpers.commands_helper import FATHOM, environment, fathom, run_main
from tests.helpers.tables import quick_among

ROOT = Path(__file__).resolve().parents[2]
#: Characters that colour or clear the screen, change the direction of text, ring or lack a glyph.
EVIL = "\x1b[31m\x1b[2J\u202e\u200f\x07\u1200"
#: Replacements that put `EVIL` into a game that `fathom new` wrote: old texts with new texts.
PLACES = {
    '"red", "blue"': f'"red{EVIL}", "blue{EVIL}"',
    "from strategies import strategy": (
        "from strategies import strategy\nfrom simulate.rules.values import Variant"
    ),
    "Cards dealt to each player.": f"Cards{EVIL} dealt to each player.",
    "lays {card}": f"lays{EVIL} {{card}}",
    "Lays a card of the colour that it": f"Lays{EVIL} a card of the colour that it",
    "seats=(2, 5),": (
        f'seats=(2, 5), source="a book{EVIL}",\n    variants={{"base": Variant("usual"), '
        f'"long{EVIL}": Variant("longer{EVIL}", {{"hand_size": 6}})}},'
    ),
    "collect cards; each further": f"collect{EVIL} cards; each further",
}
FEW = ("--games", "40", "--players", "2", "--quiet")
#: Commands that print, or write into the folder "out", the names and texts of a game.
COMMANDS: dict[str, tuple[str, ...]] = {
    "rules": ("rules", "reef.py"),
    "rules as a file": ("rules", "reef.py", "--toml"),
    "strategies": ("strategies", "reef.py"),
    "view": ("strategies", "reef.py", "--view"),
    "events": ("when", "reef.py", "--events"),
    "an unknown variant": ("rules", "reef.py", "--variant", "lang"),
    "an unknown event": ("when", "reef.py", "somebody lays nothing", *FEW),
    "run": ("run", "reef.py", *FEW, "--full", "--keep-games-csv", "--excel", "--out", "out"),
    "json": ("run", "reef.py", *FEW, "--json"),
    "replay": ("replay", "reef.py", "--game", "1", "--players", "2"),
    "replay as JSON": ("replay", "reef.py", "--game", "1", "--players", "2", "--json"),
    "cards": ("cards", "reef.py", *FEW, "--full", "--out", "out"),
    "tournament": ("tournament", "reef.py", *FEW, "--full", "--out", "out"),
    "sweep": ("sweep", "reef.py", *FEW, "--vary", "hand_size=3,4", "--full", "--out", "out"),
    "waiting": ("waiting", "reef.py", *FEW, "--full", "--out", "out"),
    "page": ("report", "reef.py", *FEW, "--out", "out/r.html", "--tables", "out/t"),
    "Markdown": ("report", "reef.py", *FEW, "--out", "out/r.md"),
    "bench": ("bench", "reef.py", "--games", "40", "--players", "2"),
    "check": ("check", "reef.py", "--quiet"),
    "template": ("playtest", "reef.py", "--template", "out.csv"),
}
QUICK = ("rules", "rules as a file", "strategies", "events", "an unknown variant", "replay")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a game all of whose names and texts are hostile."""
    fathom(tmp_path, "new", "reef", "--like", "cards")
    text = (tmp_path / "reef.py").read_text(encoding="utf-8")
    for place, hostile in PLACES.items():
        assert place in text
        text = text.replace(place, hostile.encode("unicode_escape").decode().replace("\\n", "\n"))
    (tmp_path / "reef.py").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("name", quick_among(COMMANDS, *QUICK))
def test_no_command_outputs_characters_that_control_a_terminal(folder: Path, name: str) -> None:
    code, out, err = run_main(str(FATHOM), COMMANDS[name], folder, environment())
    assert code in (0, 1, 2, 3)
    assert "does not import" not in err
    assert out or err
    written = [file for file in folder.rglob("*") if file.is_file() and file.name != "reef.py"]
    read = {str(file): file.read_bytes().decode(errors="ignore") for file in written}
    kinds = (".toml", ".json", ".csv", ".html", ".md", ".svg")
    texts = {file: text for file, text in read.items() if file.endswith(kinds)}
    for place, text in {"stdout": out, "stderr": err, **texts}.items():
        assert find_unprintable(text.replace("\r\n", "\n")) == "", place
    assert "Warning" not in err


def test_texts_of_a_game_cannot_end_a_comment_in_a_file_of_rules(folder: Path) -> None:
    text = (folder / "reef.py").read_text().replace("Cards of each", "Cards\\n[targets]\\nof each")
    (folder / "reef.py").write_text(text)
    out = fathom(folder, "rules", "reef.py", "--toml").out
    assert "## Cards [targets] of each colour." in out
    assert "\n[targets]" not in out


def test_print_is_called_only_in_modules_that_make_output_safe() -> None:
    """Only the modules that make text safe call print."""
    safe = {Path(messages.__file__).resolve(), ROOT / "simulate" / "cli" / "app.py"}
    for file in {*(ROOT / "simulate" / "cli").rglob("*.py"), *(ROOT / "reports").rglob("*.py")}:
        names = [
            node.func.id
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        ]
        assert "print" not in names or file.resolve() in safe, file
