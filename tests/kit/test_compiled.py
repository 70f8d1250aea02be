"""Machine code on disk is never used for sources other than it was compiled from."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from simulate.kit.compiled import EXTENSIONS, specialise
from tests.helpers.processes import ROOT, run_python
from tests.helpers.tables import quick_among

FOLDERS = ("simulate", "strategies", "reports")
#: What an announcement names.
SAID = ("the game", "random")
#: Plays a few short games, and tells the tally and what had to be compiled.
PLAY = """
from simulate.play.engine import list_uncompiled
from simulate.game import find_game
from simulate.play.run import play
from simulate.study import Study
from strategies import find_strategy

study = Study(game="snorkeling", variant="base", players=3, games=6, seed=1,
              lineup=("random",) * 3, rules={"max_turns": 120, "target_score": 6})
lineup = [find_strategy(spec, study.game) for spec in study.lineup]
print(",".join(list_uncompiled(study.loaded_game, lineup)))
print(play(study, lineup, block=6).tally.id)
"""
#: Names what is kept of the same games, and of the counting.
KEYS = """
import json
from simulate.game import find_game
from simulate.kit.compiled import fingerprint
from simulate.play.counting import counting_instances
from simulate.play.kernel import choice_of, kernel_of
from strategies import find_strategy

game, random = find_game("snorkeling"), find_strategy("random", "snorkeling")
found = {"the game": kernel_of(game), "random": choice_of(random.decide, "random", 0, game)}
keys = {name: one.key for name, one in found.items()}
keys["the counting"] = [one.key for one in counting_instances().values()]
assert all(keys.values()) and all(keys["the counting"])
print(json.dumps(keys | {"whatever": fingerprint()}))
"""
#: Edits of compiled code: file, what is there, what takes its place, and what is compiled anew.
EDITS = {
    "a strategy": (
        "strategies/every_game.py",
        "action_at(view.menu, below(view.chance, view.menu.count))",
        "action_at(view.menu, 0)",
        ["random"],
    ),
    "the game's functions": (
        "simulate/games/snorkeling/play.py",
        "best >= rules.target_score",
        "best >= rules.target_score + 4",
        ["the game"],
    ),
    "a function that the game calls": (
        "simulate/kit/chance.py",
        "stream.c = np.uint64(name)",
        "stream.c = np.uint64(name) + _THREE",
        ["the game"],
    ),
    "a number that it reads": (
        "simulate/kit/chance.py",
        "_START_STEPS = 12",
        "_START_STEPS = 13",
        ["the game"],
    ),
    "the counting": (
        "simulate/play/counting.py",
        "deal[layout.turns] += result[row.TURNS]",
        "deal[layout.turns] += result[row.TURNS] + 1",
        ["the counting"],
    ),
    "where rows hold what": (
        "simulate/play/rows.py",
        "LEAD_CHANGES = 7",
        "LEAD_CHANGES = 8",
        ["the game", "the counting"],
    ),
    "how code is compiled": (
        "simulate/kit/bits.py",
        "members &= members - np.int64(index > 2)",
        "members &= members - np.int64(index > 5)",
        ["the game", "random", "the counting"],
    ),
}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the sources that can be edited, and its own cache."""
    root = tmp_path_factory.mktemp("checkout")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def play(root: Path) -> tuple[list[str], str]:
    """Return the names of what a new process compiles, and the id of its tally."""
    output, tally = run_python(PLAY, root=root, FATHOM_CACHE=str(root / "cache")).splitlines()
    return [name for name in output.split(",") if name], tally


def play_interpreted(root: Path) -> str:
    """Return the id of the tally of interpreted games, which use no cache."""
    return run_python(PLAY, root=root, NUMBA_DISABLE_JIT="1").splitlines()[1]


def keys_of(root: Path) -> dict[str, str]:
    """Return the keys of the machine code of a checkout, by name."""
    keys = json.loads(run_python(KEYS, root=root))
    whatever = keys.pop("whatever")
    return {name: f"{whatever} {key}" for name, key in keys.items()}


#: Of a checkout as it is, asked once.
keys_before = cache(keys_of)


def kept_files(root: Path) -> dict[Path, int]:
    """Return the files of the cache with the times of their last change."""
    files = (path for path in (root / "cache").rglob("*") if path.is_file())
    return {path: path.stat().st_mtime_ns for path in files}


@pytest.mark.slow
def test_the_first_process_compiles_and_the_second_compiles_nothing(checkout: Path) -> None:
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


@contextmanager
def edited(path: Path, original: str, replacement: str) -> Iterator[None]:
    """Return a context in which a text of a file is replaced."""
    source = path.read_text(encoding="utf-8")
    assert source.count(original) == 1, f"the edit of {path} must be adapted in this test"
    path.write_text(source.replace(original, replacement), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(source, encoding="utf-8")


@pytest.mark.slow
def test_an_edited_function_is_never_loaded_from_the_cache(checkout: Path) -> None:
    file, original, replacement, anew = EDITS["a function that the game calls"]
    _, before = play(checkout)
    with edited(checkout / file, original, replacement):
        announced, after = play(checkout)
        assert announced == [{"the game": "Snorkeling"}.get(n, n) for n in anew if n in SAID]
        assert after == play_interpreted(checkout) != before
    assert play(checkout) == ([], before)


@pytest.mark.slow
@pytest.mark.parametrize(
    "edit", quick_among(EDITS, "a strategy", "a number that it reads", "where rows hold what")
)
def test_editing_a_module_renames_only_the_cache_files_that_depend_on_it(
    edit: str, checkout: Path
) -> None:
    file, original, replacement, anew = EDITS[edit]
    before = keys_before(checkout)
    with edited(checkout / file, original, replacement):
        after = keys_of(checkout)
    assert [name for name, key in after.items() if key != before[name]] == anew


def test_comments_and_docstrings_do_not_change_the_names_of_cache_files(checkout: Path) -> None:
    before = keys_before(checkout)
    with ExitStack() as edits:
        for file in (*(checkout / "simulate").rglob("*.py"), *(checkout / "strategies").glob("*")):
            if file.suffix == ".py" and (text := file.read_text(encoding="utf-8")):
                other = re.sub('"""(?=[A-Z])', '"""In other words: ', f"# More.\n{text}")
                edits.enter_context(edited(file, text, other))
        assert keys_of(checkout) == before


def test_editing_an_extension_of_the_compiler_renames_all_cache_files() -> None:
    tells = {
        file
        for folder in FOLDERS
        for file in (ROOT / folder).rglob("*.py")
        if re.search("numba.(extending|core.(typing|imputils))", file.read_text(encoding="utf-8"))
    }
    assert tells - {ROOT / "simulate/kit/code_key.py"} <= set(EXTENSIONS)


def test_functions_of_the_same_name_in_two_modules_of_templates_are_refused() -> None:
    other = ModuleType("other")
    exec("def run_python() -> None: pass", vars(other))
    with pytest.raises(ValueError, match="two modules of templates have a function run_python"):
        specialise(run_python, {}, other)


def test_a_cache_that_cannot_be_written_gives_a_warning_and_is_not_used(
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
    output = run_python(script, root=checkout, FATHOM_CACHE=str(blocked))
    assert f"cannot write {blocked}" in output
    assert "set FATHOM_CACHE" in output


@pytest.mark.slow
def test_a_users_strategy_file_is_compiled_again_by_each_process(tmp_path: Path) -> None:
    from tests.helpers.strategy_files import write_strategy

    spec = write_strategy(tmp_path, "return action_at(view.menu, 0)", name="mine")
    script = PLAY.replace('("random",) * 3', f"({spec!r},) * 3")
    first = run_python(script).splitlines()[1]
    write_strategy(tmp_path, "return action_at(view.menu, view.menu.count - 1)", name="mine")
    assert run_python(script).splitlines()[1] != first


#: Uses much of what the compiler knows of Python and NumPy, and tells the answer and where it was.
MUCH = """
import math
import numpy as np
from numba import types
from simulate.kit import compiled

@compiled.compiled
def refuse(number):
    raise ValueError("no", number)

def much(numbers):
    if numbers[0] < 0:
        refuse(numbers[0])
    words = {"one": 1, "two": 2}
    seen = {(int(number), "x"): hash(str(int(number))) & 1023 for number in numbers}
    ordered = sorted([number % 7 for number in numbers if number not in {3.0, 5.0}])
    found = math.lgamma(numbers[0] + 2.5) + math.erf(0.3) + abs(complex(3, 4)) ** 3 + 7 % -3
    texts = "-".join([word.upper() for word in words]) + str(len(seen))
    try:
        assert len(ordered) > 99
    except Exception:
        found += 1
    found += np.argsort(numbers)[2] + np.cumsum(numbers)[4]
    found += sum([one for one in seen.values()])
    return found + len(texts) + ordered[-1]

made = compiled.Instance(much, "much", types.float64(types.Array(types.float64, 1, "C")), {})
function = made.compile()
try:
    function(-np.ones(9))
except ValueError as error:
    print(error.args[1])
print(float(function(np.arange(9.0)[::-1].copy())), sum(function.stats.cache_hits.values()))
"""


@pytest.mark.slow
def test_loading_machine_code_does_not_import_the_compiler(tmp_path: Path) -> None:
    cache = str(tmp_path)
    first, again = (
        run_python(MUCH, FATHOM_CACHE=cache, PYTHONHASHSEED="0").split() for _ in range(2)
    )
    assert (first[2], again) == ("0", ["-1.0", first[1], "1"])
