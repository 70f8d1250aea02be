"""``fathom report`` as its users run it: what it writes, refuses, and leaves with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reports.run.samples import SampleGames
from simulate.cli import report as command
from tests.commands_helper import contents, fathom
from tests.studies import lineup_of, make_study, rows

STUDY = """\
game = "scaphandre"
players = 3
games = 300
lineup = ["random"]
[targets]
"""


def report(folder: Path, *arguments: str, code: int = 0) -> str:
    """Report on a small study, into report.html unless said, and return what is in it."""
    small = ["scaphandre", "--players", "3", "-s", "random", "--games", "300"]
    chosen = [*arguments] if "--out" in arguments else [*arguments, "--out", "report.html"]
    if not arguments or arguments[0].startswith("-"):
        chosen = [*small, *chosen]
    done = fathom(folder, "report", *chosen, "--quiet", code=code)
    path = Path(chosen[chosen.index("--out") + 1])
    assert done.out == f"The report is in {path}\n"
    return (folder / path).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run, with a report of the same study beside it."""
    folder = tmp_path_factory.mktemp("made")
    small = ["scaphandre", "--players", "3", "-s", "random", "--games", "300", "--quiet"]
    fathom(folder, "run", *small, "--no-charts", "--out", "mine")
    report(folder)
    return folder


def test_a_report_is_one_file_that_says_what_was_played(made: Path) -> None:
    assert sorted(path.name for path in made.iterdir()) == ["mine", "report.html"]
    text = (made / "report.html").read_text(encoding="utf-8")
    assert '<meta name="generator" content="Fathom ' in text
    assert "300 games of Scaphandre for 3 players" in text
    assert re.search(r"fathom run scaphandre .*--games 300", text)
    for check in ("Equal players", "Skill", "Moves", "Rules", "Endings"):
        assert f'<span class="name">{check}</span>' in text
    assert text.count("<details") >= 2
    assert "turn 1: seat 1 (random)" in text


def test_the_same_study_gives_the_same_bytes(made: Path, tmp_path: Path) -> None:
    assert report(tmp_path, "--jobs", "1") == (made / "report.html").read_text(encoding="utf-8")


def test_the_folder_of_a_run_is_played_again(made: Path, tmp_path: Path) -> None:
    text = report(tmp_path, str(made / "mine"))
    assert f"This is {made / 'mine'}, played again for this report" in text
    tally = re.search(r'tally_id = "(\w+)"', (made / "mine" / "study.toml").read_text())
    assert tally
    assert tally[1] in text


def test_a_run_that_gave_another_tally_gives_no_report(made: Path, tmp_path: Path) -> None:
    study = (made / "mine" / "study.toml").read_text()
    altered = re.sub(r'tally_id = "\w{4}', 'tally_id = "0000', study)
    assert altered != study
    (tmp_path / "study.toml").write_text(altered)
    before = contents(tmp_path)
    done = fathom(tmp_path, "report", str(tmp_path), "--out", "a.html", code=1)
    assert "this is not the pinned tally" in done.err
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("target", "code", "word"),
    [
        ("unfinished = { max = 150 }", 0, "met"),
        ('"length.turns.mean" = { max = 1 }', 1, "missed"),
        ("unfinished = { max = 0 }", 3, "undecided"),
    ],
)
def test_it_leaves_with_the_verdict_on_the_targets(
    tmp_path: Path, target: str, code: int, word: str
) -> None:
    (tmp_path / "study.toml").write_text(STUDY + target)
    text = report(tmp_path, "study.toml", code=code)
    assert re.search(rf'<span class="mark \w+">{word}</span>', text)


def test_markdown_is_written_when_asked_for(tmp_path: Path) -> None:
    text = report(tmp_path, "--out", "a.md")
    assert text.startswith("<!-- A report by Fathom ")
    assert "## To repeat it" in text
    assert "<svg" not in text


def test_a_report_replaces_a_report_and_nothing_else(tmp_path: Path) -> None:
    first = report(tmp_path)
    assert report(tmp_path, "--seed", "2") != first
    (tmp_path / "diary.html").write_text("<p>Dear diary</p>")
    (tmp_path / "folder").mkdir()
    before = contents(tmp_path)
    for name, said in {
        "diary.html": "is there already and no report",
        "folder": "is a folder; name a file",
        "diary.html/report.html": "cannot write to",
    }.items():
        small = ["scaphandre", "-s", "random", "--games", "300"]
        done = fathom(tmp_path, "report", *small, "--out", name, code=2)
        assert said in done.err
        assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "unknown game 'nothing'"),
        (["scaphandre", "--format", "pdf"], "--format cannot be 'pdf'; allowed: html, md"),
        (["scaphandre", "--games", "0"], "the number of games cannot be '0'"),
        (["scaphandre", "--confidence", "1"], "the confidence cannot be 1"),
        (["study.toml"], "unknown figure 'seats.9.win_rate'"),
    ],
)
def test_what_cannot_be_done_is_said_and_leaves_nothing(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    (tmp_path / "study.toml").write_text(STUDY + '"seats.9.win_rate" = { max = 1 }')
    before = contents(tmp_path)
    done = fathom(tmp_path, "report", *arguments, code=2)
    assert said in done.err
    assert contents(tmp_path) == before


def test_without_a_name_it_goes_to_the_runs(tmp_path: Path) -> None:
    small = ["scaphandre", "-s", "random", "--games", "100", "--quiet"]
    done = fathom(tmp_path, "report", *small)
    [path] = (tmp_path / "runs").iterdir()
    assert done.out == f"The report is in runs/{path.name}\n"
    assert re.fullmatch(r"scaphandre-base-4p-\w{12}\.html", path.name)


def test_a_long_replay_is_cut_and_says_how_to_read_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "REPLAY_LINES", 50)
    study = make_study("scaphandre", 3, lineup=("random",) * 3, games=20, rules={"limit": 11})
    samples = SampleGames(study)
    samples.add(rows(study))
    for replay in command.tell_samples(study, lineup_of(study), samples):
        assert len(replay.lines) == 53
        assert replay.lines[-2] == "and so on; to read all of it:"
        assert re.fullmatch(r"fathom replay .*--rule limit=11 .*--game \d+", replay.lines[-1])


COMPARE = """\
game = "scaphandre"
games = 90
[[compare.arms]]
label = "plain"
players = 3
lineup = ["random"]
[[compare.arms]]
label = "low <b>limit</b>"
players = 3
lineup = ["random"]
rules = { limit = 9 }
"""
SWEEP = """\
game = "scaphandre"
players = 3
games = 90
lineup = ["random"]
[sweep]
vary = ["limit=9,12"]
"""
TOURNAMENT = """\
game = "scaphandre"
players = 3
games = 90
[tournament]
strategies = ["random", "ducker"]
"""


@pytest.mark.parametrize(
    ("name", "study", "question", "charts"),
    [
        ("compare", COMPARE, "What differs?", 3),
        ("sweep", SWEEP, "What does it do?", 3),
        ("tournament", TOURNAMENT, "Who is best?", 3),
    ],
)
def test_plans_have_reports_too(
    tmp_path: Path, name: str, study: str, question: str, charts: int
) -> None:
    (tmp_path / "plan.toml").write_text(study)
    text = report(tmp_path, "plan.toml")
    assert f"<dt>{question}</dt>" in text
    assert text.count('<svg viewBox="') == charts
    assert text.count("<desc ") == charts
    assert f"fathom {name} study.toml" in text
    assert '<span class="name">Moves</span>' in text
    assert "<b>" not in text
    done = fathom(tmp_path, "report", "plan.toml", "--players", "4", code=2)
    assert f"--players does not go with plan.toml, which has a [{name}] table" in done.err


@pytest.mark.parametrize(
    ("study", "pins"),
    [
        (COMPARE, "[pinned.plain]\nturns = 7"),
        (SWEEP, '[pinned."limit=9"]\nturns = 7'),
        (TOURNAMENT, "[pinned.none]\nturns = 7"),
    ],
)
def test_a_plan_that_gave_another_tally_gives_no_report(
    tmp_path: Path, study: str, pins: str
) -> None:
    (tmp_path / "plan.toml").write_text(study + pins)
    before = contents(tmp_path)
    done = fathom(tmp_path, "report", "plan.toml", "--out", "a.html", "--quiet", code=1)
    assert "pinned" in done.err
    assert contents(tmp_path) == before
