"""The command ``fathom report``: its files, its errors, and its exit codes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reports.analysis.execution import Execution, Machine
from reports.analysis.plan import plan_of
from reports.page import compose as parts
from reports.tournament import play as tournament
from reports.writing.document import Cover, Folded
from reports.writing.html import to_html
from reports.writing.progress import ProgressDisplay
from simulate.cli.write_report import write_report
from simulate.command_options import ReportOptions, Selection
from simulate.play import executor, extra_runs
from simulate.play.run import Run
from tests.helpers.commands_helper import contents, fathom
from tests.helpers.reports_made import document_of, report_of
from tests.helpers.studies import make_study

slow = pytest.mark.slow

PLAIN = 'game = "schnuff"\nplayers = 3\ngames = 90\nlineup = ["random"]\n'
STUDY = f"{PLAIN.replace('90', '300')}[targets]\n"


def report(folder: Path, *arguments: str, code: int = 0) -> str:
    """Report on a small study, into report.html unless said, and return what is in it."""
    small = ["schnuff", "--players", "3", "-s", "random", "--games", "300"]
    chosen = [*arguments] if "--out" in arguments else [*arguments, "--out", "report.html"]
    if not arguments or arguments[0].startswith("-"):
        chosen = [*small, *chosen]
    done = fathom(folder, "report", *chosen, "--quiet", code=code)
    path = Path(chosen[chosen.index("--out") + 1])
    assert done.out.splitlines()[-1] == f"The report is in {path}"
    return (folder / path).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run, with a report of the same study beside it."""
    folder = tmp_path_factory.mktemp("made")
    small = ["schnuff", "--players", "3", "-s", "random", "--games", "300", "--quiet"]
    fathom(folder, "run", *small, "--no-charts", "--out", "mine")
    report(folder)
    return folder


@pytest.mark.slow
def test_reports_of_the_same_study_are_equal_byte_for_byte(made: Path, tmp_path: Path) -> None:
    assert report(tmp_path, "--jobs", "1") == (made / "report.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_report_on_the_folder_of_a_run_plays_its_study_again(
    made: Path, tmp_path: Path, undrawn: None
) -> None:
    text = report(tmp_path, str(made / "mine"))
    assert f"This is {made / 'mine'}, played again: the same seed, the same fingerprint." in text
    tally = re.search(r'tally_id = "(\w+)"', (made / "mine" / "study.toml").read_text())
    assert tally
    assert tally[1] in text


@pytest.mark.parametrize(
    ("target", "code", "word"),
    [("unfinished = { max = 150 }", 0, "met"), ("unfinished = { max = 0 }", 3, "undecided")],
)
@slow
def test_the_exit_code_of_a_report_is_its_verdict(
    tmp_path: Path, target: str, code: int, word: str, undrawn: None
) -> None:
    (tmp_path / "study.toml").write_text(STUDY + target)
    text = report(tmp_path, "study.toml", code=code)
    assert re.search(rf'<span class="mark \w+">{word}</span>', text)


@pytest.mark.slow
def test_a_report_may_replace_another_report_but_no_other_file(
    tmp_path: Path, undrawn: None
) -> None:
    first = report(tmp_path)
    assert report(tmp_path, "--seed", "2") != first
    (tmp_path / "diary.html").write_text("<p>Dear diary</p>")
    (tmp_path / "folder").mkdir()
    before = contents(tmp_path)
    for name, words in {
        "diary.html": "exists and is not a report",
        "folder": "is a folder; name a file",
        "diary.html/report.html": "cannot write to",
        "report": "cannot write a report to report, because its name does not show the format",
        "report.docx": "choose a name that ends in one of .html, .htm, .md, .markdown, .pdf",
        "report.html.txt": "cannot write a report to report.html.txt, because its name",
    }.items():
        small = ["schnuff", "-s", "random", "--games", "300"]
        done = fathom(tmp_path, "report", *small, "--out", name, code=2)
        assert words in done.err
        assert contents(tmp_path) == before


@pytest.mark.slow
def test_a_report_without_a_path_is_written_to_the_runs_folder(
    tmp_path: Path, undrawn: None
) -> None:
    small = ["schnuff", "-s", "random", "--games", "100", "--quiet"]
    done = fathom(tmp_path, "report", *small)
    [path] = (tmp_path / "runs").iterdir()
    assert done.out.endswith(f"\nThe report is in runs/{path.name} (in a new folder)\n")
    assert re.fullmatch(r"schnuff-base-4p-random-100-\w{8}\.html", path.name)


@pytest.mark.parametrize("ending", [".HTM", ".markdown"])
@pytest.mark.slow
def test_the_ending_of_its_path_sets_the_format_of_a_report(
    ending: str, tmp_path: Path, undrawn: None
) -> None:
    out = f"new/folder/a{ending}"
    small = ["schnuff", "-s", "random", "--games", "100", "--quiet", "--out", out]
    done = fathom(tmp_path, "report", *small)
    assert done.out.endswith(f"\nThe report is in {out} (in a new folder)\n")
    text = (tmp_path / out).read_text(encoding="utf-8")
    assert ("<html" in text) == (ending != ".markdown")


@pytest.mark.slow
def test_the_first_page_fits_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.helpers.commands_helper.COLUMNS", "60")
    (tmp_path / "aims.toml").write_text(STUDY + '"length.turns.mean" = { max = 1 }')
    done = fathom(tmp_path, "report", "aims.toml", "--out", "aims.md", "--quiet", code=1)
    lines = done.out.splitlines()
    middle_dot = "\N{MIDDLE DOT}"
    assert (
        lines[0]
        == f"Schnuff, 3 players {middle_dot} 300 games {middle_dot} players who move at random"
    )
    missed = r"TARGET\? MISSED: Mean length in turns: \d{3} \(\d{3} to \d{3}\);"
    assert any(re.match(missed, line) for line in lines)
    assert max(len(line) for line in lines if "fathom " not in line) <= 60
    told = " ".join(done.out.split())
    assert "Self-checks of the results: " in told
    assert lines[-2:] == ["", "The report is in aims.md"]
    text = (tmp_path / "aims.md").read_text(encoding="utf-8")
    assert text.startswith("<!-- A report by Fathom ")
    assert "## To repeat it" in text
    assert "<svg" not in text


def test_a_long_replay_is_shortened_and_names_the_command_that_shows_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parts, "MOST_LINES", 50)
    document = report_of(rules={"limit": 11})
    [section] = [section for section in document.sections if section.name == "samples"]
    folded = [part for part in section.parts if isinstance(part, Folded)]
    assert folded
    for part in folded:
        lines = [[line.text for line in chapter.lines] for chapter in part.chapters]
        cut = [line for line in lines if line and line[-1].startswith("and so on; ")]
        assert sum(map(len, lines)) == 50 + len(cut)
        assert lines[-1] == cut[-1]
        number = part.title.rpartition(" ")[2].replace(",", "")
        command = f"fathom replay .*--rule limit=11 .*--game {number} --moves"
        more = rf"and so on; to read all of it: {command}"
        assert all(re.fullmatch(more, lines[-1]) for lines in cut)


@pytest.mark.slow
def test_a_page_with_long_games_is_smaller_than_1_5_mb(monkeypatch: pytest.MonkeyPatch) -> None:
    study = make_study("snorkeling", 4, lineup=("closer",) * 4, games=2_000)
    assert len(to_html(document_of(study, looks=6)).encode()) < 1_500_000
    monkeypatch.setattr(parts, "MOST_CHARACTERS", 10_000_000)
    assert len(to_html(document_of(study, looks=6)).encode()) > 1_500_000


COMPARE = f"""\
{PLAIN}[[compare.arms]]
label = "plain"
[[compare.arms]]
label = "low <b>chips</b>"
rules = {{ chips = 6 }}
"""
SWEEP = f'{PLAIN}[sweep]\nvary = ["chips=6,10"]\n'
TOURNAMENT = """\
game = "schnuff"
players = 3
games = 90
[tournament]
strategies = ["random", "creeper"]
"""


@pytest.mark.parametrize(
    ("name", "study", "question", "charts"),
    [
        ("compare", COMPARE, "What differs?", ["differences", "win_rate_by_seat", "length"]),
        (
            "sweep",
            SWEEP,
            "What does it do?",
            ["skill", "first_player_advantage", "length_minutes_mean", "win_rate_by_seat"],
        ),
    ],
)
@pytest.mark.slow
def test_each_analysis_has_a_report_with_its_question_and_charts(
    tmp_path: Path, name: str, study: str, question: str, charts: list[str]
) -> None:
    (tmp_path / "plan.toml").write_text(study)
    text = report(tmp_path, "plan.toml")
    assert f"<dt>{question}</dt>" in text
    outcome, _, samples = text.partition('id="samples"')
    assert re.findall(r'<figure id="chart-(\w+)"', outcome) == charts
    assert "How likely was each seat to win, all through game " in samples
    assert outcome.count("<desc ") == 2 * len(charts), "each is drawn wide and narrow"
    assert f"fathom {name} study.toml" in text
    assert '<span class="name">Moves</span>' in text
    assert "<b>" not in text
    done = fathom(tmp_path, "report", "plan.toml", "--players", "4", code=2)
    message = f"--players cannot be combined with plan.toml, which has a [{name}] table"
    assert message in done.err


def written(out: Path, tables: Path | None = None) -> int:
    """Write the report of plan.toml, and return the exit code."""
    plan = plan_of(Selection(source="plan.toml"))
    return write_report(plan, ReportOptions(out=out, tables=tables), Cover(), Machine())


def interrupt(patch: pytest.MonkeyPatch, study: str) -> None:
    """Write a study, and press Ctrl-C when some blocks of it are played."""
    Path("plan.toml").write_text(study)
    patch.setattr(executor, "BLOCK_GAMES", 30)
    patch.setattr(executor.BlockSizes, "_choose_size", lambda sizes, deals: sizes._most)
    patch.setattr(tournament, "PASS_GAMES", 90)
    calls = []

    def press(*arguments: object) -> None:
        # A tournament keeps whole passes, so not before the second of them.
        calls.append(arguments)
        if study != TOURNAMENT or len(calls) > 5:
            raise KeyboardInterrupt

    patch.setattr(ProgressDisplay, "show", press)


KEPT = "the games played are kept beside a.md, and the same command continues from there"


@pytest.mark.parametrize(
    ("study", "words"),
    [
        (PLAIN, "these are the 30 games finished of 90"),
        pytest.param(COMPARE, "these are the 15 deals finished of 90", marks=slow),
        pytest.param(TOURNAMENT, "these are the 120 games finished of 240", marks=slow),
        pytest.param(
            f'{PLAIN}tally_id = "0"\n', "these are the 30 games finished of 90", marks=slow
        ),
        pytest.param(SWEEP, "these are the 15 games finished at every value, of 90", marks=slow),
    ],
)
def test_an_interrupted_report_shows_finished_games_and_can_be_resumed(
    study: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patch:
        interrupt(patch, study)
        assert written(Path("a.md"), Path("tables")) == 130
    captured = capsys.readouterr()
    assert " ".join(captured.err.split()).endswith(f"fathom: interrupted; {words}; {KEPT}")
    assert f" PARTIAL: It was interrupted: {words}. " in " ".join(captured.out.split())
    assert {path.name for path in tmp_path.iterdir()} == {"plan.toml", ".a.md.journal"}
    assert written(Path("a.md")) == ("tally_id" in study)
    assert "continuing with the games of an earlier command" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == (
        {"plan.toml"} if "tally_id" in study else {"plan.toml", "a.md"}
    )


@pytest.mark.parametrize(
    ("study", "words", "finished"),
    [
        (PLAIN, "these are the 30 games finished of 90", 30),
        (TOURNAMENT, "these are the 120 games finished of 240", 45),
        (SWEEP, "these are the 15 games finished at every value, of 90", 15),
    ],
)
def test_a_report_on_interrupted_results_in_a_notebook_says_that_it_is_partial(
    study: str, words: str, finished: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    interrupt(monkeypatch, study)
    outcome = plan_of(Selection(source="plan.toml")).play(Execution(1, 0.95))
    text = outcome.report("a.md", jobs=1).read_text()
    answer = text.partition("**What was played?**")[2].partition("\n\n")[0]
    assert answer.endswith(f"**partial:** It was interrupted: {words}.")
    assert "The report was interrupted before all checks were made." in text
    assert "## To repeat it" in text
    assert outcome.summary["interrupted"]
    # What it says to play is what was finished: games of a run or a cell.
    assert f"\ngames = {finished}\n" in outcome.study_file(pinned=True)


def test_a_report_interrupted_during_its_checks_shows_finished_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.toml").write_text(PLAIN)
    whole = extra_runs.play_against

    def pressed(*arguments: Any) -> Run:
        return replace(whole(*arguments), interrupted=True)

    monkeypatch.setattr(extra_runs, "play_against", pressed)
    for name, study in (("run", PLAIN), ("compare", COMPARE)):
        Path("plan.toml").write_text(study)
        assert written(Path(f"{name}.md")) == 130
        captured = capsys.readouterr()
        kept = KEPT.replace("a.md", f"{name}.md")
        message = " ".join(captured.err.split())
        assert message.endswith(f"fathom: interrupted before the report was written; {kept}")
        assert " 90 games" in captured.out
        assert "PARTIAL" not in captured.out
        assert not Path(f"{name}.md").exists()


@pytest.mark.parametrize(
    ("study", "pins"),
    [
        (PLAIN, 'tally_id = "0"'),
        (COMPARE, "[pinned.plain]\nturns = 7"),
        (SWEEP, '[pinned."chips=6"]\nturns = 7'),
        (TOURNAMENT, "[pinned.none]\nturns = 7"),
    ],
)
def test_no_report_is_written_if_the_tally_differs_from_the_pinned_one(
    tmp_path: Path, study: str, pins: str
) -> None:
    (tmp_path / "plan.toml").write_text(study + pins)
    before = contents(tmp_path)
    done = fathom(tmp_path, "report", "plan.toml", "--out", "a.html", "--quiet", code=1)
    assert "pinned" in done.err
    assert contents(tmp_path) == before
