"""What is kept on disk is never used for other sources than it was compiled from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.helpers.processes import ROOT, run_python

FOLDERS = ("simulate", "strategies", "reports")
#: Plays a few short games, and tells the tally and what had to be compiled.
PLAY = """
from simulate.play.engine import compiles_anew
from simulate.game import find_game
from simulate.play.run import play
from simulate.study import Study
from strategies import find_strategy

study = Study(game="snorkeling", variant="base", players=3, games=6, seed=1,
              lineup=("random",) * 3, rules={"max_turns": 120, "target_score": 6})
lineup = [find_strategy(spec, study.game) for spec in study.lineup]
print(",".join(compiles_anew(find_game(study.game), lineup)))
print(play(study, lineup, block=6).tally.id)
"""
#: Edits of compiled code, by what is edited: file, what is there, what takes its place.
EDITS = {
    "a strategy": (
        "strategies/every_game.py",
        "action_at(view.menu, below(view.chance, view.menu.count))",
        "action_at(view.menu, 0)",
    ),
    "a function that the game calls": (
        "simulate/kit/chance.py",
        "stream.c = np.uint64(name)",
        "stream.c = np.uint64(name) + _THREE",
    ),
    "the counting": (
        "simulate/play/counting.py",
        "deal[layout.turns] += result[row.TURNS]",
        "deal[layout.turns] += result[row.TURNS] + 1",
    ),
}


each_edit = pytest.mark.parametrize(("file", "found", "edited"), EDITS.values(), ids=EDITS)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the sources to where they may be edited, with a cache of their own."""
    root = tmp_path_factory.mktemp("checkout")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def play(root: Path) -> tuple[list[str], str]:
    """Return what a new process said it would compile, and the tally's id."""
    told, tally = run_python(PLAY, root=root, FATHOM_CACHE=str(root / "cache")).splitlines()
    return [name for name in told.split(",") if name], tally


def play_interpreted(root: Path) -> str:
    """Return the tally's id when nothing is compiled, so that no cache can be wrong."""
    return run_python(PLAY, root=root, NUMBA_DISABLE_JIT="1").splitlines()[1]


def fingerprint_of(root: Path) -> str:
    """Return what names the folder in which the machine code of a checkout is kept."""
    return run_python(
        "from simulate.kit.compiled import fingerprint\nprint(fingerprint())", root=root
    )


def kept_files(root: Path) -> dict[Path, int]:
    """Return the files of the cache with the times of their last change."""
    files = (path for path in (root / "cache").rglob("*") if path.is_file())
    return {path: path.stat().st_mtime_ns for path in files}


@pytest.mark.slow
def test_the_first_start_compiles_and_the_second_compiles_nothing(checkout: Path) -> None:
    # Another test may have been first.
    shutil.rmtree(checkout / "cache", ignore_errors=True)
    announced, tally = play(checkout)
    assert announced == ["Snorkeling", "random"]
    kept = kept_files(checkout)
    # The kernel, a strategy and three functions that count, a file each.
    assert len(kept) >= 5
    assert play(checkout) == ([], tally)
    assert kept_files(checkout) == kept
    assert play_interpreted(checkout) == tally


@pytest.mark.slow
@each_edit
def test_an_edit_is_never_answered_from_the_cache(
    file: str, found: str, edited: str, checkout: Path
) -> None:
    _, before = play(checkout)
    path = checkout / file
    source = path.read_text(encoding="utf-8")
    assert source.count(found) == 1, f"the edit of {file} must be told anew in this test"
    path.write_text(source.replace(found, edited), encoding="utf-8")
    try:
        announced, after = play(checkout)
        assert announced == ["Snorkeling", "random"]
        assert after == play_interpreted(checkout) != before
    finally:
        path.write_text(source, encoding="utf-8")
    assert play(checkout) == ([], before)


def test_each_edit_of_what_is_compiled_leads_to_another_folder_and_no_other_does(
    checkout: Path,
) -> None:
    before = fingerprint_of(checkout)
    for file, found, edited in EDITS.values():
        path = checkout / file
        source = path.read_text(encoding="utf-8")
        path.write_text(source.replace(found, edited), encoding="utf-8")
        assert fingerprint_of(checkout) != before
        path.write_text(source, encoding="utf-8")
        assert fingerprint_of(checkout) == before
    path = checkout / "simulate" / "cli" / "app.py"
    path.write_text(path.read_text(encoding="utf-8") + "\n# edited again\n", encoding="utf-8")
    assert fingerprint_of(checkout) == before


def test_a_cache_that_cannot_be_written_is_told_and_done_without(
    checkout: Path, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    script = (
        "import sys\n"
        "sys.stderr = sys.stdout\n"
        "from simulate.kit.compiled import cache_folder\n"
        "assert cache_folder() is None\n"
    )
    told = run_python(script, root=checkout, FATHOM_CACHE=str(blocked))
    assert f"cannot write {blocked}" in told
    assert "set FATHOM_CACHE" in told


def test_a_users_strategy_file_is_compiled_anew_by_each_process(tmp_path: Path) -> None:
    from tests.helpers.strategy_files import write_strategy

    spec = write_strategy(tmp_path, "return action_at(view.menu, 0)", name="mine")
    script = PLAY.replace('("random",) * 3', f"({spec!r},) * 3")
    first = run_python(script).splitlines()[1]
    write_strategy(tmp_path, "return action_at(view.menu, view.menu.count - 1)", name="mine")
    second = run_python(script).splitlines()[1]
    assert first != second
    assert second == run_python(script, NUMBA_DISABLE_JIT="1").splitlines()[1]
