"""`fathom pack` writes one zip file with a game; commands take it, and refuse unsafe zip files."""

from __future__ import annotations

import io
import os
import random
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from simulate.errors import UsageError
from simulate.packed_games import MOST_FILES, MOST_UNPACKED, read_packed, write_packed
from tests.helpers.commands_helper import fathom, real_fathom

#: The sheet of the game's cards.
SHEET = "name,points,copies\nA,1,4\nB,2,4\nC,5,4\n"
FEW = ("--games", "40", "-s", "random", "--no-robust", "--no-charts", "--quiet")


def own_game(folder: Path) -> None:
    """Write a game with a sheet and an imported module, whose code leaves a file when it runs."""
    folder.mkdir(exist_ok=True)
    (folder / "cards.csv").write_text(SHEET, encoding="utf-8")
    fathom(folder, "new", "reef", "--data", "cards.csv")
    (folder / "helper.py").write_text(
        f"from pathlib import Path\nPath(r'{folder}', 'ran').touch()\n", encoding="utf-8"
    )
    file = folder / "reef.py"
    text = file.read_text(encoding="utf-8")
    first_import = text.index("from simulate")
    file.write_text(f"{text[:first_import]}import helper\n{text[first_import:]}", encoding="utf-8")


def packed(folder: Path, *options: str) -> Path:
    """Pack the game of a folder and return the folder of a friend, which has only the zip file."""
    fathom(folder, "pack", "reef.py", *options)
    friend = folder / "friend"
    friend.mkdir()
    (folder / "reef.zip").rename(friend / "reef.zip")
    (folder / "ran").unlink()
    return friend


def test_a_packed_game_holds_its_sheet_and_module_and_a_text(tmp_path: Path) -> None:
    own_game(tmp_path)
    done = fathom(tmp_path, "pack", "reef.py")
    with zipfile.ZipFile(tmp_path / "reef.zip") as zipped:
        assert sorted(zipped.namelist()) == ["README.txt", "cards.csv", "helper.py", "reef.py"]
        text = zipped.read("README.txt").decode()
        assert zipped.read("cards.csv").decode() == SHEET
    # A friend who has never heard of Fathom learns what it is, where to get it and what to type.
    assert text.index("a game for Fathom, which plays it thousands of times") < text.index(
        "Ask the sender of this game"
    )
    install = "pip install -c constraints.txt ."
    assert f"\n    {install}\n" in text
    assert install in (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert text.index(install) < text.index("fathom run reef.zip --trust")
    assert max(map(len, text.splitlines())) <= 80
    assert "fathom report reef.zip --out reef.html" in text
    assert "cards.csv   data that it reads" in done.out
    assert "helper.py   code that it imports" in done.out


@pytest.mark.slow
def test_house_rules_beside_a_game_are_packed_and_can_be_played(tmp_path: Path) -> None:
    own_game(tmp_path)
    (tmp_path / "reef.quick.toml").write_text("[house]\nmax_turns = 5\n", encoding="utf-8")
    here = fathom(tmp_path, "run", "reef.py", "--variant", "quick", *FEW, "--json").json
    friend = packed(tmp_path)
    with zipfile.ZipFile(friend / "reef.zip") as zipped:
        assert "reef.quick.toml" in zipped.namelist()
        assert "reef.quick.toml: house rules" in zipped.read("README.txt").decode()
    options = ("--variant", "quick", "--trust", *FEW, "--json")
    there = fathom(friend, "run", "reef.zip", *options).json
    assert there["rules"]["max_turns"] == 5
    assert there["tally_id"] == here["tally_id"]


def test_the_same_game_is_packed_into_the_same_bytes(tmp_path: Path) -> None:
    own_game(tmp_path)
    fathom(tmp_path, "pack", "reef.py")
    first = (tmp_path / "reef.zip").read_bytes()
    fathom(tmp_path, "pack", "reef.py")
    assert (tmp_path / "reef.zip").read_bytes() == first


def test_a_packed_game_runs_only_after_trust_and_gives_the_same_games(tmp_path: Path) -> None:
    own_game(tmp_path)
    here = fathom(tmp_path, "run", "reef.py", *FEW, "--json").json
    friend = packed(tmp_path)
    refused = fathom(friend, "run", "reef.zip", *FEW, code=2)
    assert "reef.zip contains code" in refused.err
    assert "--trust" in refused.err
    assert not (tmp_path / "ran").exists()
    there = fathom(friend, "run", "reef.zip", *FEW, "--json", "--trust").json
    assert (tmp_path / "ran").exists()
    assert there["tally_id"] == here["tally_id"]
    shown = fathom(friend, "run", "reef.zip", *FEW).out
    assert "fathom run reef.zip" in shown
    assert "unpacked" not in shown


def test_a_changed_zip_file_has_to_be_allowed_again(tmp_path: Path) -> None:
    own_game(tmp_path)
    friend = packed(tmp_path)
    fathom(friend, "rules", "reef.zip", code=2)
    fathom(friend, "run", "reef.zip", *FEW, "--trust")
    fathom(friend, "rules", "reef.zip")
    with zipfile.ZipFile(friend / "reef.zip") as zipped:
        files = {name: zipped.read(name) for name in zipped.namelist()}
    files["helper.py"] += b"MORE = 1\n"
    (friend / "reef.zip").write_bytes(write_packed(files, "reef.py"))
    (tmp_path / "ran").unlink()
    fathom(friend, "rules", "reef.zip", code=2)
    assert not (tmp_path / "ran").exists()


@pytest.mark.slow
def test_a_packed_game_works_with_all_commands_and_is_kept_in_folders_of_results(
    tmp_path: Path,
) -> None:
    own_game(tmp_path)
    friend = packed(tmp_path)
    fathom(friend, "run", "reef.zip", *FEW, "--trust", "--out", "kept")
    assert (friend / "kept" / "game" / "cards.csv").read_text(encoding="utf-8") == SHEET
    fathom(friend, "report", "kept", "--out", "kept.md")
    assert "fingerprint" in (friend / "kept.md").read_text(encoding="utf-8")
    replayed = fathom(friend, "replay", "reef.zip", "--game", "1").out
    assert "fathom replay reef.zip --game 1 --moves" in replayed
    assert "reef" in fathom(friend, "strategies", "reef.zip").out
    fathom(friend, "compare", "reef.zip", "--players", "2", "--players", "3", *FEW[:4])


def test_a_report_names_the_files_of_the_game(tmp_path: Path) -> None:
    own_game(tmp_path)
    fathom(tmp_path, "report", "reef.py", "--games", "40", "--out", "reef.md")
    page = (tmp_path / "reef.md").read_text(encoding="utf-8")
    assert "The game consists of reef.py, cards.csv and helper.py" in page
    assert "fathom pack reef.py" in page


def test_new_says_which_files_belong_to_the_game(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(SHEET, encoding="utf-8")
    done = fathom(tmp_path, "new", "reef", "--data", "cards.csv")
    assert "consists of reef.py and cards.csv" in done.out
    assert "consists of cove.py alone" in fathom(tmp_path, "new", "cove").out


def test_a_study_is_packed_with_its_players(tmp_path: Path) -> None:
    own_game(tmp_path)
    inner = tmp_path / "studies"
    inner.mkdir()
    (inner / "mine.py").write_text(
        'from strategies import legal, strategy\n\n\n@strategy("reef", tier=1)\n'
        'def mine(view):\n    """Takes the first action."""\n    return legal(view)[0]\n',
        encoding="utf-8",
    )
    study = 'game = "../reef.py"\ngames = 40\nlineup = ["mine.py:mine", "random", "random"]\n'
    (inner / "long.toml").write_text(f"{study}players = 3\n", encoding="utf-8")
    here = fathom(tmp_path, "run", "studies/long.toml", "--json", "--no-robust", "--trust").json
    friend = packed(tmp_path, "--study", "studies/long.toml")
    with zipfile.ZipFile(friend / "reef.zip") as zipped:
        assert "players/1/mine.py" in zipped.namelist()
        assert "fathom run long.toml --trust" in zipped.read("README.txt").decode()
        zipped.extractall(friend)
    there = fathom(friend, "run", "long.toml", "--json", "--no-robust", "--trust").json
    assert there["tally_id"] == here["tally_id"]


def test_a_game_that_cannot_be_packed_is_refused_with_a_remedy(tmp_path: Path) -> None:
    own_game(tmp_path)
    assert "part of Fathom" in fathom(tmp_path, "pack", "snorkeling", code=2).err
    (tmp_path / "photos.zip").write_bytes(b"mine")
    refused = fathom(tmp_path, "pack", "reef.py", "--out", "photos.zip", code=2)
    assert "was not written by 'fathom pack'" in refused.err
    assert (tmp_path / "photos.zip").read_bytes() == b"mine"
    assert "end in .zip" in fathom(tmp_path, "pack", "reef.py", "--out", "reef.tar", code=2).err
    (tmp_path / "other.toml").write_text('game = "snorkeling"\ngames = 20\n', encoding="utf-8")
    refused = fathom(tmp_path, "pack", "reef.py", "--study", "other.toml", code=2)
    assert "plays snorkeling, not reef.py" in refused.err


def test_a_sheet_in_another_folder_is_not_packed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    own_game(home)
    (tmp_path / "far.csv").write_text("1\n", encoding="utf-8")
    file = home / "reef.py"
    code = f"from pathlib import Path\nPath(r'{tmp_path / 'far.csv'}').read_text()\n"
    file.write_text(file.read_text(encoding="utf-8") + code, encoding="utf-8")
    refused = fathom(home, "pack", "reef.py", code=2)
    assert "reads far.csv from another folder" in refused.err


# Zip files of strangers ------------------------------------------------------------------------


def zip_of(
    *entries: tuple[str, bytes], change: Callable[[zipfile.ZipInfo], None] | None = None
) -> bytes:
    """Return the bytes of a zip file with these entries, each changed by `change`."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in entries:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            if change:
                change(entry)
            zipped.writestr(entry, content)
    return buffer.getvalue()


def link(entry: zipfile.ZipInfo) -> None:
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16


def device(entry: zipfile.ZipInfo) -> None:
    entry.create_system = 3
    entry.external_attr = (stat.S_IFIFO | 0o777) << 16


PLAYS = b"GAME = 1\n"
GOOD = zip_of(("reef.py", PLAYS))


def with_flag(zipped: bytes, flag: int) -> bytes:
    """Return a zip file of one entry with a flag set in both of its headers."""
    changed = bytearray(zipped)
    central = zipped.index(b"PK\x01\x02")
    changed[6] |= flag
    changed[central + 8] |= flag
    return bytes(changed)


def with_method(zipped: bytes, method: int) -> bytes:
    """Return a zip file of one entry that claims another kind of compression."""
    changed = bytearray(zipped)
    central = zipped.index(b"PK\x01\x02")
    changed[8:10] = struct.pack("<H", method)
    changed[central + 10 : central + 12] = struct.pack("<H", method)
    return bytes(changed)


def with_false_size(zipped: bytes) -> bytes:
    """Return a zip file of one entry that claims to be one byte long."""
    changed = bytearray(zipped)
    central = zipped.index(b"PK\x01\x02")
    changed[22:26] = struct.pack("<I", 1)
    changed[central + 24 : central + 28] = struct.pack("<I", 1)
    return bytes(changed)


HOSTILE = {
    "a path upwards": (zip_of(("reef.py", PLAYS), ("../evil.py", b"")), "outside the folder"),
    "a path upwards inside": (zip_of(("a/../../evil.py", PLAYS)), "outside the folder"),
    "an absolute path": (zip_of(("/etc/evil.py", PLAYS)), "absolute path"),
    "a drive": (zip_of(("C:evil.py", PLAYS)), "absolute path"),
    "a stream of Windows": (zip_of(("reef.py:evil", PLAYS)), "absolute path"),
    "a link": (zip_of(("reef.py", b"/etc/passwd"), change=link), "is a link"),
    "a pipe": (zip_of(("reef.py", PLAYS), change=device), "is a link or a device"),
    "a device of Windows": (zip_of(("con.py", PLAYS)), "Windows does not allow"),
    "a dot at the end": (zip_of(("reef.py", PLAYS), ("a./b", b"")), "Windows does not allow"),
    "the same name twice": (zip_of(("reef.py", PLAYS), ("REEF.py", b"")), "twice"),
    "a name with an escape": (zip_of(("reef\x1b[2J.py", PLAYS)), "cannot be shown"),
    "a long name": (zip_of((f"{'a' * 300}.py", PLAYS)), "too long"),
    "a password": (with_flag(GOOD, 1), "encrypted"),
    "a bomb": (zip_of(("reef.py", PLAYS + bytes(MOST_UNPACKED))), "unpacks to more than"),
    "many files": (
        zip_of(*((f"{n}.txt", b"") for n in range(MOST_FILES + 1))),
        "contains 501 files",
    ),
    "unknown compression": (with_method(GOOD, 77), "cannot be read|not a zip file"),
    "wrong compression": (with_method(GOOD, 14), "."),
    "a false size": (with_false_size(zip_of(("reef.py", PLAYS * 9))), "."),
    "no zip file": (b"GAME = 1\n", "not a zip file"),
    "nothing": (b"", "not a zip file"),
    "half a file": (GOOD[: len(GOOD) // 2], "not a zip file"),
    "no game": (zip_of(("notes.txt", b"GAME = 1")), "contains no game"),
    "an empty zip file": (zip_of(), "contains no game"),
    "two games": (zip_of(("a.py", PLAYS), ("b.py", PLAYS)), "several games"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_an_unsafe_zip_file_is_refused_in_one_line_and_writes_nothing(
    name: str, tmp_path: Path
) -> None:
    zipped, reason = HOSTILE[name]
    with pytest.raises(UsageError, match=reason):
        read_packed(zipped, "reef.zip")
    (tmp_path / "reef.zip").write_bytes(zipped)
    before = {file for file in tmp_path.parent.rglob("*") if "evil" in file.name}
    done = fathom(tmp_path, "run", "reef.zip", "--trust", code=2)
    assert done.out == ""
    assert done.err.count("fathom: ") == 1
    assert {file for file in tmp_path.parent.rglob("*") if "evil" in file.name} == before
    assert [file.name for file in tmp_path.iterdir()] == ["reef.zip"]


def test_damaged_zip_files_are_read_or_refused_with_a_usage_error() -> None:
    dice = random.Random(1)
    whole = zip_of(("reef.py", PLAYS * 20), ("cards.csv", SHEET.encode()))
    for _ in range(3000):
        damaged = bytearray(whole)
        for _ in range(dice.randint(1, 4)):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        try:
            files, game_file = read_packed(bytes(damaged), "reef.zip")
        except UsageError as error:
            assert "\n" not in str(error)
        else:
            assert game_file in files


def test_a_folder_zipped_by_an_operating_system_is_a_packed_game(tmp_path: Path) -> None:
    entries = (
        ("reef/reef.py", PLAYS),
        ("reef/helper/base.py", PLAYS),
        ("__MACOSX/reef/._reef.py", b"\0"),
        ("reef/.DS_Store", b"\0"),
        ("reef/", b""),
    )
    files, game_file = read_packed(zip_of(*entries), "reef.zip")
    assert game_file == "reef/reef.py"
    assert sorted(files) == ["reef/helper/base.py", "reef/reef.py"]


def test_a_pipe_and_a_missing_zip_file_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "reef.zip")
    assert "not a file on a disk" in real_fathom(tmp_path, "run", "reef.zip", code=2).err
    assert "no zip file" in fathom(tmp_path, "run", "cove.zip", code=2).err
