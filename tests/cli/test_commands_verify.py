"""Pinned studies, and the command ``fathom verify`` that plays them again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from simulate.cli import verify_pins as verifying
from simulate.cli.commands import again as command
from simulate.command_options import MachineOptions
from simulate.errors import find_unprintable, printable_text
from simulate.play.pins import find_difference, find_difference_of_all, find_mismatch, pins_of_point
from simulate.play.run import Run
from tests.helpers.commands_helper import contents, fathom
from tests.helpers.studies import make_study, run

PLAIN, SWEPT = "plain/study.toml", "swept/study.toml"
VARIED = "--vary target_score=5,6"
#: What is altered in the pins of one arm, and of one line-up.
EXPERT = (r"(?s)(\[pinned\.expert\].*?^turns = )\d+", r"\g<1>9")
DUEL = (r'(?s)(\[pinned\."eager at a table of random"\].*?^strategy_wins = \[)\s*\d+', r"\g<1>9")


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a run, a sweep, a comparison and a tournament."""
    folder = tmp_path_factory.mktemp("pins")
    quick = ("-s", "random", "--no-charts", "--json")
    fathom(folder, "run", "snorkeling", *quick, "--games", "300", "--no-robust", "--out", "plain")
    vary = ("--vary", "target_score=4,8", "--games", "100")
    fathom(folder, "sweep", "snorkeling", *quick, *vary, "--out", "swept")
    arms = ("--variant", "base", "--variant", "expert", "--games", "100")
    fathom(folder, "compare", "snorkeling", *quick, *arms, "--out", "compared")
    styles = ("-s", "random", "-s", "eager", "--games", "40", "--no-charts", "--json")
    fathom(folder, "tournament", "snorkeling", *styles, "--out", "tournament")
    return folder


@pytest.fixture(scope="module")
def played() -> Run:
    return run(make_study("snorkeling", 3, lineup=("random", "eager", "random"), games=90))


def altered(where: Path, source: str, old: str, new: str) -> str:
    """Write a study with one line changed, and return its name."""
    text, count = re.subn(old, new, (where / source).read_text(), count=1, flags=re.MULTILINE)
    assert count == 1
    (where / "altered.toml").write_text(text)
    return "altered.toml"


def test_verify_confirms_pinned_tallies_without_writing_files(where: Path) -> None:
    before = contents(where)
    done = fathom(where, "verify", "plain", SWEPT, "compared", "tournament", "--quiet")
    assert contents(where) == before
    lines = done.out.splitlines()
    assert len(lines) == 5
    assert re.fullmatch(r"plain/study.toml +300 games +\d+\.\d s  fingerprint as pinned", lines[0])
    assert re.fullmatch(
        r"swept/study.toml +200 games +\d+\.\d s  2 fingerprints as pinned", lines[1]
    )
    assert lines[2].endswith("2 fingerprints as pinned")
    assert "fingerprints as pinned" in lines[3]
    assert lines[4] == "All 4 studies gave the fingerprints they pin."


@pytest.mark.parametrize(
    ("source", "old", "new", "difference"),
    [
        (PLAIN, r"^turns = \d+", "turns = 9", "sum of turns is"),
        (PLAIN, r"^tally_id = .*", f'tally_id = "{"0" * 64}"', "all values in [pinned] agree"),
        (PLAIN, r"^scores = .*", 'scores = "0"', "all sums agree, but scores"),
        (PLAIN, r"^rounds_ended_by_beach = .*", "rounds_ended_by_beach = 9", "sum of counts."),
        (PLAIN, r"^deals = .*", "deals = 299", "number of deals is 300, pinned 299"),
        (PLAIN, r"^turns = ", "turnips = ", "turnips is pinned, but"),
        (SWEPT, r"^decisions = \d+", "decisions = 9", "at target_score=4, sum of decisions is"),
        (SWEPT, r"target_score=4,8", "target_score=4,8,9", "target_score=9 is played, but not"),
        (SWEPT, r"target_score=4,8", "target_score=4,9", "target_score=9 is played, but not"),
        ("compared/study.toml", r"^turns = \d+", "turns = 9", "at base, sum of turns is"),
        ("tournament/study.toml", r"^turns = \d+", "turns = 9", "sum of turns is"),
    ],
)
def test_verify_reports_an_altered_tally(
    where: Path, source: str, old: str, new: str, difference: str
) -> None:
    done = fathom(where, "verify", altered(where, source, old, new), "--quiet", code=1)
    assert difference in done.out.splitlines()[0], done.out
    assert done.out.splitlines()[-1] == "1 of 1 studies differ from what they pin."


@pytest.mark.parametrize(
    ("typed", "source", "old", "new", "difference", "other"),
    [
        ("run --no-robust", PLAIN, r"^turns = \d+", "turns = 9", "sum of turns is", "--seed 9"),
        ("run --no-robust", PLAIN, "^tally_id = .*", 'tally_id = "0"', "pinned 0", "--seed 9"),
        (
            "sweep",
            SWEPT,
            r"^turns = \d+",
            "turns = 7",
            "at target_score=4, sum of turns is",
            VARIED,
        ),
        ("compare", "compared/study.toml", *EXPERT, "at expert, sum of turns is", "--games 200"),
        ("tournament", "tournament/study.toml", *DUEL, "in 60ths is", "--seed 2"),
    ],
)
def test_a_command_reports_the_first_difference_from_pins_of_its_unchanged_study(
    where: Path, typed: str, source: str, old: str, new: str, difference: str, other: str
) -> None:
    command, *more = typed.split()
    again = (command, altered(where, source, old, new), *more, "--json", "--quiet")
    done = fathom(where, *again, code=1)
    assert done.message.startswith("fathom: the fingerprint is not the pinned one; ")
    assert difference in done.message
    assert done.json
    assert fathom(where, *again, *other.split()).err == ""


HEAD = 'game = "snorkeling"\nlineup = ["random"]\ngames = 20\n'
LONG = "a" * 300
#: Texts of invalid files, with the beginning of the message that they cause.
BROKEN = {
    "broken": ('game = "snorkeling"\nseed 1\n', "line 2, column 6: expected '=' after a key"),
    "unpinned": ('game = "snorkeling"\n', "pins no fingerprint; play it with --out"),
    "unknown": ('game = "snorkling"\ntally_id = "0"\n', "unknown game 'snorkling'"),
    "no_arms": (
        'game = "snorkeling"\n[compare]\n[pinned]\n',
        "[compare] lists its arms, each a table",
    ),
    "deep": (f"{HEAD}a = {'[' * 600}", ""),
    "long": (
        f'game = "{LONG}.py"\ntally_id = "0"\n',
        f"cannot read or write {LONG}.py: file name too",
    ),
    "steers": (f'{HEAD}variant = "\\u001b[2J"\n', ""),
    "\x1b[2Jname": (HEAD, ""),
}


def test_verify_reports_broken_files_and_plays_the_others(where: Path, tmp_path: Path) -> None:
    for name, (text, _) in BROKEN.items():
        (tmp_path / f"{name}.toml").write_text(text)
    (tmp_path / "fine.toml").write_bytes((where / PLAIN).read_bytes())
    (tmp_path / "off.toml").write_bytes(
        (where / altered(where, PLAIN, "^turns", "turnips")).read_bytes()
    )
    done = fathom(tmp_path, "verify", ".", "--quiet", code=1)
    *lines, last = done.out.splitlines()
    assert last == (
        "1 of 10 studies differ from what they pin. 8 of 10 studies could not be verified."
    )
    assert find_unprintable(done.out + done.err) == ""
    line_by_name = {line.split()[0].removesuffix(".toml"): line for line in lines}
    names = {name: printable_text(name) for name in BROKEN}
    assert set(line_by_name) == {*names.values(), "fine", "off"}
    assert line_by_name["fine"].endswith("fingerprint as pinned")
    assert "DIFFERS: " in line_by_name["off"]
    for name, (_, why) in BROKEN.items():
        pattern = rf"{re.escape(names[name])}\.toml +BROKEN: {re.escape(why)}.*"
        assert re.fullmatch(pattern, line_by_name[names[name]])
    studies = fathom(tmp_path, "verify", ".", "--json", code=1).json["studies"]
    by_name = {study["study"].removesuffix(".toml"): study for study in studies}
    assert [name for name, study in by_name.items() if study["ok"]] == ["fine"]
    for name, entry in by_name.items():
        assert (entry["broken"] is not None) == (name in BROKEN)
        assert (entry["difference"] is not None) == (name == "off")


def test_interrupting_verify_prints_the_studies_that_were_verified(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], where: Path
) -> None:
    def verify_file(file: Path, jobs: int) -> verifying.VerifiedStudy:
        if file == where / SWEPT:
            raise KeyboardInterrupt
        return verifying.VerifiedStudy(str(file), 300, 1.0, 1, True)

    monkeypatch.setattr(verifying, "verify_file", verify_file)
    assert command.verify(MachineOptions(), [where / PLAIN, where / SWEPT], as_json=False) == 130
    captured = capsys.readouterr()
    [line, last] = captured.out.splitlines()
    assert line.endswith("300 games     1.0 s  fingerprint as pinned")
    assert last == "The study gave the fingerprint it pins."
    assert captured.err == "fathom: interrupted; these are 1 of 2 studies\n"
    with pytest.raises(KeyboardInterrupt):
        command.verify(MachineOptions(), [where / SWEPT, where / PLAIN], as_json=False)


def test_a_run_matches_its_own_pins(played: Run) -> None:
    pins = pins_of_point(played)
    assert find_difference(pins, played) is None
    assert find_mismatch(played) is None
    own = replace(played, study=replace(played.study, tally_id=played.tally.id))
    assert find_mismatch(own) is None
    wrong = replace(played, study=replace(played.study, tally_id="0"))
    assert find_mismatch(wrong) == f"fingerprint is {played.tally.id}, pinned 0"


def test_every_changed_pinned_integer_is_reported_by_name(played: Run) -> None:
    pins = pins_of_point(played)
    names = set()
    for key in ("seat_wins", "seat_scores", "strategy_wins", "strategy_scores", "cell_wins"):
        for place in range(len(pins[key])):
            changed = list(pins[key])
            changed[place] += 1
            # The fingerprint always differs too, so it is not worth reporting.
            mismatch = find_difference({**pins, key: changed, "tally_id": "other"}, played)
            assert mismatch
            names.add(mismatch.partition(" is ")[0])
    assert len(names) == 2 * 3 + 2 * 2 + 2 * 3
    assert "sum of wins of seat 2 in 60ths" in names
    assert "sum of scores of eager" in names
    assert "sum of wins of random in seat 3 in 60ths" in names
    for key, value in {**pins, **pins["parts"], **pins["counts"]}.items():
        if isinstance(value, int | str):
            part = next((k for k in ("parts", "counts") if key in pins[k]), None)
            other: int | str = value + 1 if isinstance(value, int) else "other"
            wrong = {**pins[part], key: other} if part else other
            assert find_difference({**pins, part or key: wrong}, played), key


def test_a_count_without_a_pin_is_reported_before_other_differences(played: Run) -> None:
    pins = pins_of_point(played)
    [new, *others] = pins["counts"]
    earlier = {**pins, "deals": 0, "counts": {name: pins["counts"][name] for name in others}}
    assert find_difference(earlier, played) == f"count {new} is counted, but not pinned"


def test_a_point_that_is_only_pinned_or_only_played_is_a_difference(played: Run) -> None:
    pins = pins_of_point(played)
    assert find_difference_of_all({"a": pins}, {"a": played}) is None
    assert find_difference_of_all({}, {"a": played}) == "a is played, but not pinned"
    two = {"a": pins, "b": pins}
    assert find_difference_of_all(two, {"a": played}) == "b is pinned, but not played"


def test_verify_uses_the_bundled_studies_if_the_current_folder_has_none(
    where: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [*command.INSTALLED.glob("*.toml")]
    monkeypatch.chdir(tmp_path)
    assert command.pinned_studies_folder() == command.INSTALLED
    (tmp_path / "seeds").mkdir()
    assert command.pinned_studies_folder() == command.INSTALLED, "it holds no studies"
    (tmp_path / "seeds" / "fine.toml").write_bytes((where / PLAIN).read_bytes())
    assert command.pinned_studies_folder() == Path("seeds")
    assert "seeds/fine.toml" in fathom(tmp_path, "verify", "--quiet").out
