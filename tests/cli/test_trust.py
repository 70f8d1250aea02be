"""Code that only a file names is not run: all commands, and all ways in which files name code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.commands_helper import BOLD, fathom
from tests.helpers.tables import quick_among

STUDY = 'game = "snorkeling"\nplayers = 3\ngames = 60\nvariant = "base"\nseed = 1\n'
PERSONA = 'name = "aunt"\ngame = "snorkeling"\nbase = "{base}"\n'
VARY = ("--vary", "target_score=4,5")

#: What a study says, by how it names the code.
WAYS = {
    "game": 'game = "evil.py"\nplayers = 3\ngames = 60\n',
    "strategy": STUDY + 'lineup = ["evil.py:bold", "random", "random"]\n',
    "persona": STUDY + 'lineup = ["aunt.toml", "random", "random"]\n',
    "playout": STUDY + 'lineup = ["search(playout=evil.py:bold)", "random", "random"]\n',
    "playout's persona": STUDY + 'lineup = ["search(playout=aunt.toml)", "random", "random"]\n',
    "persona's playout": STUDY + 'lineup = ["uncle.toml", "random", "random"]\n',
    "written persona": STUDY + 'lineup = ["me = evil.py:bold(boldness=1)", "random", "random"]\n',
    "disguise": STUDY + 'lineup = ["liar.toml", "random", "random"]\n',
}
PLANS = {
    "compare": STUDY + '[[compare.arms]]\nlabel = "a"\nlineup = ["random"]\n'
    '[[compare.arms]]\nlabel = "b"\nlineup = ["evil.py:bold"]\n',
    "tournament": STUDY + '[tournament]\nstrategies = ["random", "aunt.toml"]\n',
    "ladder": STUDY + '[ladder]\nagainst = "evil.py:bold"\nstrategies = ["random"]\n',
    "ask": STUDY + '[ask]\nplayer = "aunt.toml"\n',
}
COMMANDS = (
    ("run",),
    ("report",),
    ("verify",),
    ("replay", "--game", "1"),
    ("compare", "--variant", "expert"),
    ("sweep", *VARY),
    ("tune", *VARY, "--target", "length.turns.mean=..90"),
    ("tournament",),
    ("ladder",),
    ("ask",),
    ("rules",),
)


@pytest.fixture
def code(tmp_path: Path) -> str:
    """Code that no test ran before, and that leaves a file when it is run."""
    return f"{BOLD}\n# {tmp_path}\nfrom pathlib import Path\nPath(r'{tmp_path}', 'ran').touch()\n"


@pytest.fixture
def folder(tmp_path: Path, code: str) -> Path:
    """The folder of somebody who unpacked what came from elsewhere."""
    (tmp_path / "evil.py").write_text(code, encoding="utf-8")
    for name, base in (("aunt", "evil.py:bold"), ("uncle", "search(playout=evil.py:bold)")):
        (tmp_path / f"{name}.toml").write_text(PERSONA.format(base=base), encoding="utf-8")
    disguised = PERSONA.format(base="search") + 'parameters = { playout = "./evil.py:bold" }\n'
    (tmp_path / "liar.toml").write_text(disguised, encoding="utf-8")
    return tmp_path


def refused(folder: Path, *arguments: str) -> None:
    """Run a command that must not run the code, and say why."""
    done = fathom(folder, *arguments, code=1 if arguments[0] == "verify" else 2)
    said = " ".join((done.out + done.err).split())
    assert not (folder / "ran").exists(), arguments
    assert "evil.py belongs to code that a study or a persona names" in said, said
    assert "give --trust to run it" in said


@pytest.mark.parametrize("way", WAYS)
def test_no_command_runs_what_a_study_names(folder: Path, way: str) -> None:
    pinned = f'tally_id = "{"0" * 64}"\n'
    (folder / "study.toml").write_text(pinned + WAYS[way], encoding="utf-8")
    for command, *options in COMMANDS:
        if command == "rules" and way != "game":  # which tell nothing of who plays
            fathom(folder, "rules", "study.toml")
            assert not (folder / "ran").exists()
        elif command in ("tournament", "ladder", "ask") and way != "game":
            continue  # they have no line-up: see below
        else:
            refused(folder, command, "study.toml", *options)


@pytest.mark.parametrize("command", PLANS)
def test_no_command_runs_what_its_table_in_a_study_names(folder: Path, command: str) -> None:
    (folder / "study.toml").write_text(PLANS[command], encoding="utf-8")
    for name in (command, "report"):
        refused(folder, name, "study.toml")


def test_personas_are_not_run_by_commands_that_list_them(folder: Path) -> None:
    refused(folder, "strategies", "snorkeling", "--personas", ".")
    refused(folder, "run", "snorkeling", "-s", "aunt.toml")


def test_what_was_trusted_is_trusted_until_it_holds_something_else(folder: Path, code: str) -> None:
    (folder / "study.toml").write_text(WAYS["persona"], encoding="utf-8")
    few = ("--no-robust", "--no-charts", "--quiet", "--out", "kept")
    fathom(folder, "run", "study.toml", *few, "--trust")
    (folder / "ran").unlink()
    fathom(folder, "run", "study.toml", *few, "--fresh")
    fathom(folder, "verify", "kept")  # which holds a copy
    (folder / "ran").unlink()
    (folder / "evil.py").write_text(f"{code}# more\n", encoding="utf-8")
    refused(folder, "run", "study.toml", *few)


def test_what_the_user_named_once_may_be_edited(folder: Path, code: str) -> None:
    few = ("--no-robust", "--no-charts", "--quiet", "--json")
    fathom(folder, "run", "snorkeling", "-s", "evil.py:bold", "--games", "60", *few)
    (folder / "evil.py").write_text(f"{code}# mine\n", encoding="utf-8")
    (folder / "study.toml").write_text(WAYS["strategy"], encoding="utf-8")
    fathom(folder, "run", "study.toml", *few)


def test_what_trusted_code_imports_is_trusted_by_what_it_holds(folder: Path, code: str) -> None:
    good = code.replace("# ", "import neighbour\n# ")
    (folder / "evil.py").write_text(good, encoding="utf-8")
    (folder / "neighbour.py").write_text("STEP = 1\n", encoding="utf-8")
    few = ("--no-robust", "--no-charts", "--quiet", "--json", "--games", "60")
    fathom(folder, "run", "snorkeling", "-s", "evil.py:bold", *few)
    (folder / "ran").unlink()
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "study.toml").write_text(WAYS["strategy"], encoding="utf-8")
    (elsewhere / "evil.py").write_text(good, encoding="utf-8")
    (elsewhere / "neighbour.py").write_text(f"STEP = 2  # {folder}\n", encoding="utf-8")
    done = fathom(elsewhere, "run", "study.toml", *few, code=2)
    assert "neighbour.py belongs to code" in " ".join(done.err.split())
    assert not (folder / "ran").exists()


def test_a_notebook_runs_only_what_it_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from simulate import FathomError, run

    monkeypatch.chdir(folder)
    (folder / "study.toml").write_text(WAYS["persona"], encoding="utf-8")
    with pytest.raises(FathomError, match="belongs to code that a study or a persona names"):
        run("study.toml", robust=False)
    assert not (folder / "ran").exists()
    found = run("snorkeling", lineup=["evil.py:bold"], games=60, robust=False)
    assert found.summary["games"] == 60
    assert (folder / "ran").exists()


#: How a strategy's number comes from outside its file: what stands there, and what the other file.
READ: dict[str, tuple[str, Callable[[int], str]]] = {
    "data.json": (
        "import json, pathlib\n"
        "STEP = json.loads((pathlib.Path(__file__).parent / 'data.json').read_text())",
        lambda number: f"{number}\n",
    ),
    "lib/helper_of_bold.py": (
        "from helper_of_bold import STEP",
        lambda number: f"STEP = {number}\n",
    ),
    "lib/package_of_bold/data.txt": (
        "import package_of_bold\nSTEP = package_of_bold.STEP",
        lambda number: f"{number}\n",
    ),
    "relative.json": (
        "import json\nwith open('relative.json') as opened:\n    STEP = json.load(opened)",
        lambda number: f"{number}\n",
    ),
}
PACKAGE = (
    "from importlib.resources import files\n"
    "STEP = int(files('package_of_bold').joinpath('data.txt').read_text())\n"
)


@pytest.mark.parametrize("place", quick_among(READ, "data.json", "relative.json"))
def test_what_code_reads_while_it_is_loaded_belongs_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    reads, holds = READ[place]
    package = tmp_path / "lib" / "package_of_bold"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    lowest = BOLD.replace("if is_pile(action):", "if is_pile(action) == (STEP == 1):")
    (tmp_path / "mine.py").write_text(f"{reads}\n{lowest}", encoding="utf-8")
    data = tmp_path / place
    few = ("--no-robust", "--no-charts", "--games", "300")
    mine = ("run", "snorkeling", "-s", "mine.py:bold", "--players", "3", *few)

    data.write_text(holds(1), encoding="utf-8")
    for name, deals in (("kept", "0:100"), ("more", "100:200")):
        fathom(tmp_path, *mine[:-2], "--deals", deals, "--out", name, "--json")
    before = json.loads((tmp_path / "kept" / "summary.json").read_text())
    fathom(tmp_path, "merge", "kept", "more", "--out", "both", "--no-charts")
    data.write_text(holds(2), encoding="utf-8")
    if place != "relative.json":  # which is found in the folder that one is in, and nowhere else
        assert "as pinned" in fathom(tmp_path, "verify", "kept").out
        fathom(tmp_path, "merge", "kept", "more", "--out", "again", "--no-charts")
    else:
        fathom(tmp_path, "verify", "kept", code=1)
    share = (*mine[:-2], "--deals", "0:100", "--json", "--out")
    assert "the results of another study" in fathom(tmp_path, *share, "kept", code=2).message
    assert fathom(tmp_path, *share, "new").json["tally_id"] != before["tally_id"]
