"""The trust matrix: every way to name code, with every command that reads studies or runs.

The rule is that of `simulate.permission`: code runs if its file is named on the command line, or if
its path and its content were allowed before. Code that runs leaves a file, which proves it.
"""

from __future__ import annotations

import json
import os
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from simulate.cli.commands import COMMANDS
from simulate.permission import RECORD
from tests.helpers.commands_helper import (
    BOLD,
    FATHOM,
    TOO_LONG,
    Finished,
    environment,
    fathom,
    run_main,
)
from tests.helpers.tables import each_pair, quick_among

STUDY = 'game = "snorkeling"\nplayers = 3\ngames = 60\nvariant = "base"\nseed = 1\n'
PERSONA = 'name = "aunt"\ngame = "snorkeling"\nbase = "{base}"\n'
VARY = ("--vary", "target_score=4,5")

#: Studies by how they name the code; each @ stands for the path of the file.
WAYS = {
    "game": 'game = "@"\nplayers = 3\ngames = 60\n',
    "strategy": STUDY + 'lineup = ["@:bold", "random", "random"]\n',
    "persona": STUDY + 'lineup = ["aunt.toml", "random", "random"]\n',
    "playout": STUDY + 'lineup = ["search(playout=@:bold)", "random", "random"]\n',
    "playout's persona": STUDY + 'lineup = ["search(playout=aunt.toml)", "random", "random"]\n',
    "persona's playout": STUDY + 'lineup = ["uncle.toml", "random", "random"]\n',
    "written persona": STUDY + 'lineup = ["me = @:bold(boldness=1)", "random", "random"]\n',
    "disguise": STUDY + 'lineup = ["liar.toml", "random", "random"]\n',
}
#: The options with which each command reads a study.
READERS: dict[str, tuple[str, ...]] = {
    "run": (),
    "report": (),
    "verify": (),
    "replay": ("--game", "1"),
    "compare": ("--variant", "expert"),
    "sweep": VARY,
    "tune": (*VARY, "--target", "length.turns.mean=..90"),
    "cards": (),
    "when": ("seat 1 wins",),
    "waiting": (),
    "setups": ("--deal", "1..2", "--repeat", "2"),
    "playtest": ("log.csv",),
    "tournament": (),
    "ladder": (),
    "ask": (),
    "rules": (),
}
#: Commands that use no line-up of a study, so that code in one does not matter to them.
OWN_LINEUPS = ("cards", "tournament", "ladder", "ask", "rules", "playtest")
#: Commands that read no study; merge reads runs, and has a test of its own.
OTHERS = {
    "bench",
    "check",
    "data",
    "explore",
    "games",
    "guide",
    "learn",
    "merge",
    "new",
    "pack",
    "schema",
    "strategies",
}
#: Studies whose tables for a command name the code.
PLANS = {
    "compare": STUDY + '[[compare.arms]]\nlabel = "a"\nlineup = ["random"]\n'
    '[[compare.arms]]\nlabel = "b"\nlineup = ["@:bold"]\n',
    "tournament": STUDY + '[tournament]\nstrategies = ["random", "aunt.toml"]\n',
    "ladder": STUDY + '[ladder]\nagainst = "@:bold"\nstrategies = ["random"]\n',
    "ask": STUDY + '[ask]\nplayer = "aunt.toml"\n',
}


class Visitor:
    """A user with a folder of files from somebody else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        #: Code that no test ran before, and that leaves a file when it runs.
        mark = f"from pathlib import Path\nPath(r'{folder}', 'ran').touch()\n"
        self.code = f"{BOLD}\n{mark}"
        (folder / "evil.py").write_text(self.code, encoding="utf-8")
        (folder / "log.csv").write_text("players,winner\n3,1\n", encoding="utf-8")

    def write(self, study: str, place: str = "evil.py") -> None:
        """Write a study, and the personas that it may name, with the code at a place."""
        disguise = 'parameters = { playout = "@:bold" }\n'
        files = {
            "study": f'tally_id = "{"0" * 64}"\n{study}',
            "aunt": PERSONA.format(base="@:bold"),
            "uncle": PERSONA.format(base="search(playout=@:bold)"),
            "liar": PERSONA.format(base="search") + disguise,
        }
        for name, text in files.items():
            (self.folder / f"{name}.toml").write_text(text.replace("@", place), encoding="utf-8")

    def ran(self) -> bool:
        """Return whether the code ran since the last call."""
        mark = self.folder / "ran"
        ran = mark.exists()
        mark.unlink(missing_ok=True)
        return ran

    def type(self, *arguments: str) -> Finished:
        """Run a command in the folder, whatever it leaves with."""
        return Finished(*run_main(str(FATHOM), arguments, self.folder, environment()))

    def load(self, *arguments: str) -> None:
        """Let a command load what plays, and refuse an option then, before anything compiles."""
        done = self.type("run", "study.toml", *arguments, "--digits", "99")
        assert "--digits cannot be 99" in done.err or "has no GAME" in done.err, done.err
        assert self.ran()

    def is_refused(self, *arguments: str) -> None:
        """Run a command that must not run the code, and must say why."""
        done = self.type(*arguments)
        text = " ".join((done.out + done.err).split())
        assert not self.ran(), arguments
        assert done.code == (1 if arguments[0] == "verify" else 2), text
        assert "is code that a study or a persona names" in text, text
        assert "give --trust, or name the file" in text


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    """Return a visitor in a folder of its own."""
    return Visitor(tmp_path)


def test_every_command_is_in_the_lists_of_these_tests() -> None:
    assert set(READERS) | OTHERS == set(COMMANDS), "add the command to READERS, or to OTHERS"


@pytest.mark.parametrize("way", WAYS)
def test_no_command_runs_code_that_a_study_names_without_permission(
    visitor: Visitor, way: str
) -> None:
    visitor.write(WAYS[way])
    for command, options in READERS.items():
        if way == "game" or command not in OWN_LINEUPS:
            visitor.is_refused(command, "study.toml", *options)


@pytest.mark.slow
@pytest.mark.parametrize("command", OWN_LINEUPS)
def test_commands_that_ignore_the_line_up_of_a_study_do_not_run_its_strategies(
    visitor: Visitor, command: str
) -> None:
    visitor.write(WAYS["strategy"])
    visitor.type(command, "study.toml", *READERS[command])
    assert not visitor.ran()


@pytest.mark.parametrize("command", PLANS)
def test_no_command_runs_code_named_in_its_table_of_a_study_without_permission(
    visitor: Visitor, command: str
) -> None:
    visitor.write(PLANS[command])
    for name in (command, "report"):
        visitor.is_refused(name, "study.toml")


def test_listing_personas_does_not_run_their_code_without_permission(visitor: Visitor) -> None:
    visitor.write(STUDY)
    visitor.is_refused("run", "snorkeling", "-s", "aunt.toml")
    listing = ("strategies", "snorkeling", "--personas", "aunt.toml")
    visitor.is_refused(*listing)
    fathom(visitor.folder, *listing, "--trust")
    assert visitor.ran()


# Where the code lies, and what it held before ------------------------------------------------


@pytest.fixture
def memory() -> Iterator[Path]:
    """Return a folder in shared memory, where this system has one."""
    if not os.access("/dev/shm", os.W_OK):
        pytest.skip("this system has no /dev/shm")
    with TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


def absolute(folder: Path, memory: Path) -> str:
    return str(folder / "evil.py")


def roundabout(folder: Path, memory: Path) -> str:
    (folder / "inner").mkdir(exist_ok=True)
    return "./inner/../evil.py"


def link(folder: Path, memory: Path) -> str:
    (folder / "link.py").symlink_to("evil.py")
    return "link.py"


def link_of_folder(folder: Path, memory: Path) -> str:
    (folder / "linked").symlink_to(folder)
    return "linked/evil.py"


def shared_memory(folder: Path, memory: Path) -> str:
    shutil.copy(folder / "evil.py", memory)
    return str(memory / "evil.py")


def link_to_memory(folder: Path, memory: Path) -> str:
    shutil.copy(folder / "evil.py", memory)
    (folder / "link.py").symlink_to(memory / "evil.py")
    return "link.py"


def current_folder_of_process(folder: Path, memory: Path) -> str:
    return "/proc/self/cwd/evil.py"


def root_of_process(folder: Path, memory: Path) -> str:
    return f"/proc/self/root{folder}/evil.py"


def open_file_of_process(folder: Path, memory: Path) -> str:
    handle = os.open(folder, os.O_RDONLY)  # the process of the tests closes it at its end
    return f"/proc/self/fd/{handle}/evil.py"


PLACES: tuple[Callable[[Path, Path], str], ...] = (
    absolute,
    roundabout,
    link,
    link_of_folder,
    shared_memory,
    link_to_memory,
    current_folder_of_process,
    root_of_process,
    open_file_of_process,
)


@each_pair("place", PLACES, "way", WAYS)
def test_code_of_a_study_runs_only_with_permission(
    visitor: Visitor, memory: Path, place: Callable[[Path, Path], str], way: str
) -> None:
    visitor.write(WAYS[way], place(visitor.folder, memory))
    visitor.is_refused("run", "study.toml")
    visitor.load("--trust")
    visitor.load()


@pytest.mark.parametrize("way", quick_among(WAYS, "game", "persona"))
def test_a_code_file_on_the_command_line_runs_and_stays_allowed(visitor: Visitor, way: str) -> None:
    visitor.write(WAYS[way])
    assert visitor.type("run", "evil.py").code == 2  # it has no GAME
    assert visitor.ran()
    visitor.load()
    (visitor.folder / "evil.py").write_text(f"{visitor.code}# more\n", encoding="utf-8")
    visitor.is_refused("run", "study.toml")
    (visitor.folder / "evil.py").write_text(visitor.code, encoding="utf-8")
    visitor.load()


def test_a_code_file_is_recognized_in_every_notation_of_an_option(visitor: Visitor) -> None:
    for words in (
        ("--strategy=evil.py:bold(boldness=1)",),
        ("-sevil.py:bold",),
        ("-s", "search(playout=evil.py:bold)"),
        ("-s", "me = evil.py:bold"),
        ("-s", f"{visitor.folder}/evil.py:bold"),
    ):
        visitor.type("run", "snorkeling", *words, "--digits", "99")
        assert visitor.ran(), words


def test_a_copy_of_an_allowed_file_in_another_folder_is_not_allowed(visitor: Visitor) -> None:
    visitor.write(WAYS["strategy"])
    visitor.load("--trust")
    (visitor.folder / "copy").mkdir()
    shutil.copy(visitor.folder / "evil.py", visitor.folder / "copy")
    visitor.write(WAYS["strategy"], "copy/evil.py")
    visitor.is_refused("run", "study.toml")


def test_data_files_read_by_allowed_code_are_not_allowed_as_code(visitor: Visitor) -> None:
    own_code = f"from pathlib import Path\nPath('evil.py').read_text()\n{BOLD}"
    (visitor.folder / "mine.py").write_text(own_code, encoding="utf-8")
    done = visitor.type("run", "snorkeling", "-s", "mine.py:bold", "--digits", "99")
    assert "--digits cannot be 99" in done.err
    visitor.write(WAYS["strategy"])
    visitor.is_refused("run", "study.toml")


def test_modules_imported_by_allowed_code_are_allowed_until_they_change(visitor: Visitor) -> None:
    neighbour, inner = visitor.folder / "neighbour.py", visitor.folder / "inner"
    inner.mkdir()
    neighbour.write_text("import inner.deep\n", encoding="utf-8")
    (inner / "deep.py").write_text("STEP = 1\n", encoding="utf-8")
    imports = f"import neighbour\n{visitor.code}"
    (visitor.folder / "evil.py").write_text(imports, encoding="utf-8")
    visitor.write(WAYS["strategy"])
    visitor.load("--trust")
    visitor.load()
    for file in (neighbour, inner / "deep.py"):
        kept = file.read_text()
        file.write_text(f"{kept}# {visitor.folder}\n", encoding="utf-8")
        visitor.is_refused("run", "study.toml")
        file.write_text(kept, encoding="utf-8")
    visitor.load()


def test_modules_added_after_permission_do_not_run(visitor: Visitor) -> None:
    imports = f"try:\n    import neighbour\nexcept ImportError:\n    pass\n{visitor.code}"
    (visitor.folder / "evil.py").write_text(imports, encoding="utf-8")
    visitor.write(WAYS["strategy"])
    visitor.load("--trust")
    (visitor.folder / "neighbour.py").write_text("STEP = 1\n", encoding="utf-8")
    visitor.is_refused("run", "study.toml")


def test_compiled_python_files_beside_code_are_not_run(visitor: Visitor, tmp_path: Path) -> None:
    """Python takes a compiled copy for the code if only time and size of the file are right."""
    plain, file = tmp_path / "plain.py", visitor.folder / "evil.py"
    file.write_text(BOLD, encoding="utf-8")
    visitor.write(WAYS["strategy"])
    assert visitor.type("run", "study.toml", "--trust", "--digits", "99").code == 2
    plain.write_text(visitor.code, encoding="utf-8")
    evil = py_compile.compile(str(plain), doraise=True)
    assert evil is not None
    content = bytearray(Path(evil).read_bytes())
    stat = file.stat()
    content[8:12] = (int(stat.st_mtime) & 0xFFFFFFFF).to_bytes(4, "little")
    content[12:16] = (stat.st_size & 0xFFFFFFFF).to_bytes(4, "little")
    copy = tmp_path / "__pycache__" / f"evil.{sys.implementation.cache_tag}.pyc"
    copy.write_bytes(content)
    assert "--digits cannot be 99" in visitor.type("run", "study.toml", "--digits", "99").err
    assert not visitor.ran()


@pytest.mark.parametrize("suffix", [".pyc", ".so", ".txt"])
def test_only_python_files_are_accepted_as_code(visitor: Visitor, suffix: str) -> None:
    (visitor.folder / f"evil{suffix}").write_text(visitor.code, encoding="utf-8")
    done = visitor.type("run", "snorkeling", "-s", f"evil{suffix}:bold")
    assert "is not a Python file" in done.err
    assert not visitor.ran()


# The record of what was allowed --------------------------------------------------------------


def recorded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the record of a user with a cache of its own, after it allowed the code."""
    from simulate.kit import compiled

    monkeypatch.setenv("FATHOM_CACHE", str(folder / "cache"))
    monkeypatch.setattr(compiled, "cache_folder", compiled.cache_folder.__wrapped__)
    visitor = Visitor(folder)
    visitor.write(WAYS["strategy"])
    visitor.load("--trust")
    visitor.load()
    return folder / "cache" / RECORD


def test_a_permission_record_that_others_can_write_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorded(tmp_path, monkeypatch)
    assert record.stat().st_mode & 0o077 == 0 or record.parent.stat().st_mode & 0o077 == 0
    record.chmod(0o666)
    Visitor(tmp_path).is_refused("run", "study.toml")
    record.chmod(0o600)
    record.write_bytes(b"\xff\n" * 3 + record.read_bytes()[:-2])
    Visitor(tmp_path).is_refused("run", "study.toml")


def test_the_permission_record_is_private_even_with_umask_002(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = os.umask(0o002)
    try:
        record = recorded(tmp_path, monkeypatch)
    finally:
        os.umask(usual)
    assert record.stat().st_mode & 0o077 == 0


def test_a_permission_record_that_others_could_write_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorded(tmp_path, monkeypatch)
    record.write_bytes(b"a line of another user\n" + record.read_bytes())
    record.chmod(0o666)
    visitor = Visitor(tmp_path)
    visitor.load("--trust")
    visitor.load()
    assert b"another user" not in record.read_bytes()


@pytest.mark.parametrize("cache", ["", ".", "cache"])
def test_a_permission_record_in_the_current_folder_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: str
) -> None:
    record = recorded(tmp_path, monkeypatch)
    shutil.copy(record, tmp_path / RECORD)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FATHOM_CACHE", cache)
    Visitor(tmp_path).is_refused("run", "study.toml")
    assert (tmp_path / "home" / "fathom").is_dir() == (cache == "")


def test_a_line_break_in_the_name_of_a_folder_gives_no_other_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = recorded(tmp_path, monkeypatch)
    line = record.read_text("ascii").splitlines()[0]
    record.unlink()
    folder = tmp_path / f"a\n{line}\n"
    folder.mkdir()
    Visitor(folder).type("run", "evil.py")
    Visitor(tmp_path).is_refused("run", "study.toml")


# Processes that are started ------------------------------------------------------------------


#: The script of the command, as installers write it; new processes need the last condition.
COMMAND = """\
import sys
from fathom_games import main
if __name__ == "__main__":
    sys.exit(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["check", "run --games 60 --json --cluster local:1"])
def test_no_process_imports_a_users_module_named_like_one_of_python_or_fathom(
    tmp_path: Path, typed: str
) -> None:
    command, *options = typed.split()
    if options:
        pytest.importorskip("distributed")
    home = tmp_path / "home"
    (home / "games").mkdir(parents=True)
    fathom(home / "games", "new", "reef", "--like", "dice")
    leave = f"from pathlib import Path\nPath(r'{tmp_path}', 'ran').touch()\n"
    for folder in (home, home / "games"):
        for name in ("pickle", "runpy", "json", "multiprocessing", "distributed", "numba", "numpy"):
            (folder / f"{name}.py").write_text(leave, encoding="utf-8")
        for name in ("simulate", "strategies", "reports"):
            (folder / name).mkdir()
            (folder / name / "__init__.py").write_text(leave, encoding="utf-8")
    program = tmp_path / "fathom.py"
    program.write_text(COMMAND, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program), command, "games/reef.py", *options],
        cwd=home,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=TOO_LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()


# Whole commands ------------------------------------------------------------------------------

FEW = ("--no-robust", "--no-charts", "--quiet")


@pytest.mark.slow
def test_runs_can_be_resumed_only_if_their_code_is_allowed(visitor: Visitor) -> None:
    folder = visitor.folder
    visitor.write(WAYS["persona"])
    (folder / "study.toml").write_text(WAYS["persona"], encoding="utf-8")
    fathom(folder, "run", "study.toml", *FEW, "--deals", "0:10", "--out", "kept", "--trust")
    fathom(folder, "run", "study.toml", *FEW, "--deals", "10:20", "--out", "more")
    for arguments in (
        ("run", "kept", *FEW, "--deals", "0:10", "--json"),
        ("verify", "kept", "more"),
        ("replay", "kept", "--game", "1"),
        ("merge", "kept", "more", "--no-charts", "--out", "both"),
        ("verify", "both"),
    ):
        assert visitor.ran()
        fathom(folder, *arguments)
    assert visitor.ran()
    for name in ("kept", "more"):
        shutil.copytree(folder / name, folder / "theirs" / name)
    for command, options in READERS.items():
        if command not in OWN_LINEUPS:
            visitor.is_refused(command, "theirs/kept", *options)
    visitor.is_refused("merge", "theirs/kept", "theirs/more", "--out", "all")
    fathom(folder, "verify", "theirs/kept", "--trust")
    assert visitor.ran()
    (folder / "kept" / "players" / "1" / "evil.py").write_text(f"{visitor.code}# more\n")
    visitor.is_refused("verify", "kept")


@pytest.mark.slow
@pytest.mark.parametrize("command", READERS)
def test_every_command_runs_an_allowed_game(tmp_path: Path, command: str) -> None:
    fathom(tmp_path, "new", "reef", "--like", "cards")
    game = tmp_path / "reef.py"
    mark = f"\nfrom pathlib import Path\nPath(r'{tmp_path}', 'ran').touch()\n"
    game.write_text(game.read_text() + mark, encoding="utf-8")
    study = f'game = "reef.py"\ngames = 40\ntally_id = "{"0" * 64}"\n'
    (tmp_path / "study.toml").write_text(study, encoding="utf-8")
    (tmp_path / "log.csv").write_text("players,winner\n3,1\n", encoding="utf-8")
    options = READERS[command]
    if VARY[0] in options:
        options = ("--vary", "seconds_per_turn=5,6", *options[len(VARY) :])
    arguments = (command, "study.toml", *options)
    done = Finished(*run_main(str(FATHOM), arguments, tmp_path, environment()))
    assert done.code == (1 if command == "verify" else 2)
    assert not (tmp_path / "ran").exists()
    run_main(str(FATHOM), (*arguments, "--trust"), tmp_path, environment())
    assert (tmp_path / "ran").exists()


def test_a_notebook_runs_only_code_files_that_it_names(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simulate import FathomError, run

    monkeypatch.chdir(visitor.folder)
    visitor.write(WAYS["persona"])
    with pytest.raises(FathomError, match="is code that a study or a persona names"):
        run("study.toml", robust=False)
    assert not visitor.ran()
    results = run("snorkeling", lineup=["evil.py:bold"], games=60, robust=False)
    assert results.summary["games"] == 60
    assert visitor.ran()


# What code is made of ------------------------------------------------------------------------

#: Ways in which a strategy reads a number from another file: its code, and a function that returns
#: the other file's text for a number.
READ: dict[str, tuple[str, Callable[[int], str]]] = {
    "data.json": (
        "import json, pathlib\n"
        "STEP = json.loads((pathlib.Path(__file__).parent / 'data.json').read_text())",
        lambda number: f"{number}\n",
    ),
    "numbers/step1.txt": (
        "from pathlib import Path\n"
        "[FILE] = (Path(__file__).parent / 'numbers').glob('*.txt')\n"
        "STEP = int(FILE.read_text())",
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
def test_files_read_while_code_is_loaded_are_part_of_its_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    reads, holds = READ[place]
    package = tmp_path / "lib" / "package_of_bold"
    package.mkdir(parents=True)
    (tmp_path / "numbers").mkdir()
    (package / "__init__.py").write_text(PACKAGE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    lowest = BOLD.replace("if is_pile(action):", "if is_pile(action) == (STEP == 1):")
    (tmp_path / "mine.py").write_text(f"{reads}\n{lowest}", encoding="utf-8")
    data = tmp_path / place
    few = ("--no-robust", "--no-charts", "--games", "300")
    command = ("run", "snorkeling", "-s", "mine.py:bold", "--players", "3", *few)

    data.write_text(holds(1), encoding="utf-8")
    for name, deals in (("kept", "0:100"), ("more", "100:200")):
        fathom(tmp_path, *command[:-2], "--deals", deals, "--out", name, "--json")
    before = json.loads((tmp_path / "kept" / "summary.json").read_text())
    fathom(tmp_path, "merge", "kept", "more", "--out", "both", "--no-charts")
    data.write_text(holds(2), encoding="utf-8")
    if place != "relative.json":  # which is found in the folder that one is in, and nowhere else
        assert "as pinned" in fathom(tmp_path, "verify", "kept").out
        fathom(tmp_path, "merge", "kept", "more", "--out", "again", "--no-charts")
    else:
        fathom(tmp_path, "verify", "kept", code=1)
    share = (*command[:-2], "--deals", "0:100", "--json", "--out")
    assert "the results of another study" in fathom(tmp_path, *share, "kept", code=2).message
    assert fathom(tmp_path, *share, "new").json["tally_id"] != before["tally_id"]
