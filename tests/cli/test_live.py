"""The progress display fits the terminal and shows how much is done."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from rich.console import Console

from reports.analysis.arms import ComparisonSelection
from reports.analysis.diagnostics import inspect_studies
from reports.analysis.execution import Execution
from reports.analysis.plan import Plan
from reports.ask.plan import AskPlan
from reports.compare.plan import ComparisonPlan
from reports.ladder.plan import LadderPlan
from reports.run.plan import RunPlan
from reports.sweep.plan import SweepPlan
from reports.tournament.plan import TournamentPlan
from reports.writing import progress as live
from reports.writing.document import Heading
from reports.writing.progress import ProgressDisplay
from reports.writing.workload import ExpectedStep
from simulate.command_options import Selection
from simulate.errors import StoppedError
from simulate.play.executor import Executor, Worker, use_executor
from tests.helpers.tables import quick_among

#: The time left, or the time taken until it can be estimated: the end of the words beside a bar.
TIME = re.compile(r"[━╸╺ ·] ((about [\d,]+ (s|min|h)|a few seconds) left|[\d,]+ s so far)$")
#: A figure and half its interval, or the interval's ends.
FIGURE = re.compile(r"\d ± \d|\(.\d[\d.]* to .\d[\d.]*\) pp")


@pytest.fixture(autouse=True)
def everything_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAUSE", 0)


def shown(width: int, show: Callable[[Console], object], height: int = 24) -> list[str]:
    """Return all lines that a terminal of a given width shows over time."""
    out = io.StringIO()
    console = Console(file=out, width=width, height=height, force_terminal=True, color_system=None)
    show(console)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out.getvalue()).replace("\r", "\n")
    return [line.rstrip() for line in plain.split("\n") if line.strip()]


def selected(**chosen: object) -> Selection:
    return Selection(**{"source": "scaphandre", "games": "200", "players": 3, **chosen})  # type: ignore[arg-type]


def arms(**chosen: Any) -> ComparisonSelection:
    return ComparisonSelection(games="200", **{"sources": ["scaphandre"], "players": [3], **chosen})


PLANS: dict[str, Callable[[], Plan]] = {
    "run": lambda: RunPlan(selected(strategy=["random"])),
    "comparison": lambda: ComparisonPlan(
        arms(strategy=["random", "random,ducker,planner(keep=0.4)"])
    ),
    "sweep": lambda: SweepPlan(
        selected(strategy=["random"], players=3), ["limit=9:12:1", "recall=1,2"], None
    ),
    "tournament": lambda: TournamentPlan(selected()),
    "ladder": lambda: LadderPlan(selected(games="60"), rollouts=[1, 4], slow_games=6),
    "ask": lambda: AskPlan(selected(games="60")),
}
#: The analyses with strategies that think ahead, which are slow.
SLOW = ("ladder", "ask")


@pytest.mark.parametrize(
    "width", [60, *(pytest.param(wider, marks=pytest.mark.slow) for wider in (70, 80))]
)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in PLANS]
)
def test_the_progress_of_every_plan_fits_the_terminal(name: str, width: int) -> None:
    plan = PLANS[name]()

    def play(console: Console) -> None:
        with ProgressDisplay(False, console) as on:
            plan.play(Execution(1, 0.95, on))

    check(shown(width, play), width)


class Somebody(Executor):
    """Threads that play as if they were workers elsewhere."""

    def workers(self) -> list[Worker]:
        return [
            Worker("tcp://192.168.100.200:40123", 8, 120, 1_200_000, 16.0),
            Worker("tcp://192.168.100.201:40123", 0, 7, 70_000, 1.0, 2),
        ]


@pytest.mark.parametrize("width", [60, 80])
def test_each_worker_is_listed_with_its_games_below_the_progress(width: int) -> None:
    plan = PLANS["run"]()

    def play(console: Console) -> None:
        with use_executor(Somebody()), ProgressDisplay(False, console) as on:
            plan.play(Execution(1, 0.95, on))

    lines = shown(width, play)
    check(lines, width)
    rows = [line.split() for line in lines if "tcp://" in line]
    there = [cell for cell in rows[0] if cell != "│"]
    gone = [cell for cell in rows[1] if cell != "│"]
    assert "600,000" in there
    assert "lost" in gone or width < 80
    assert gone[-1] == "2"


def check(lines: list[str], width: int) -> None:
    """Check that lines fit, that there is a bar with a time, and the main figure above it."""
    assert max(map(len, lines)) <= width
    assert not [line for line in lines if re.search(r"\S…|\.\.\.", line)]
    assert any(TIME.search(line) for line in lines)
    assert any("━" in line for line in lines)
    assert any(FIGURE.search(line) for line in lines)


@pytest.mark.parametrize("closely", quick_among([True, False], True))
def test_the_steps_of_a_report_fit_the_terminal(closely: bool) -> None:
    plan = ComparisonPlan(arms(sources=["schnuff"], players=[3, 4], strategy=["random"]))
    if closely:
        plan = RunPlan(selected(source="schnuff", strategy=["random"]))  # type: ignore[assignment]
    outcome = plan.play(Execution(1, 0.95, for_report=closely))

    def look(console: Console) -> None:
        with ProgressDisplay(False, console) as on:
            inspect_studies(outcome.bases, 1, on.begin)

    lines = shown(60, look)
    assert max(map(len, lines)) <= 60
    place = next(n for n, line in enumerate(lines) if line.endswith("eplaying the sample games"))
    assert re.search(r"\d+ s so far$", lines[place + 1])


def test_long_names_wrap_and_optional_columns_are_left_out() -> None:
    columns = [
        Heading("", numeric=False),
        Heading("games", spare=True),
        Heading("first-player advantage", short="first player"),
        Heading("minutes", spare=True),
    ]
    name = "expert, 4 players: planner(attack=0.4, focus=0.25), random"

    def show(console: Console) -> None:
        with ProgressDisplay(False, console) as on:
            on.begin("Other players at another level of play:", columns, 1_000_000)
            on.show(500_000, lambda: [[name, "100,000", "+1.0 (+0.4 to +1.6) pp", "70.9"]] * 2)

    narrow, wide = shown(60, show), shown(120, show)
    assert max(map(len, narrow)) <= 60
    assert any("(+0.4 to +1.6) pp" in line for line in narrow)
    assert not any("minutes" in line for line in narrow)
    assert any("minutes" in line for line in wide)
    assert any("500,000 of 1,000,000 games" in line for line in wide)
    assert "planner(attack=0.4," in " ".join(narrow)


def test_rows_beyond_the_height_of_the_terminal_are_counted() -> None:
    def show(console: Console) -> None:
        with ProgressDisplay(False, console) as on:
            on.begin("Many:", [Heading("", numeric=False), Heading("wins")], 10)
            on.show(5, lambda: [[f"row {n}", "1"] for n in range(40)])

    lines = shown(60, show, height=12)
    moments = "\n".join(lines).split("Many")
    assert max(moment.count("\n") for moment in moments) <= 11
    assert "and 34 more lines" in lines


def test_no_progress_is_shown_without_a_terminal() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=False)
    with ProgressDisplay(False, console) as on:
        on.expect_steps(ExpectedStep("charts", seconds=2))
        on.begin("Some", [Heading("", numeric=False)], 10)
        on.show(5, lambda: [["row"]])
    assert out.getvalue() == ""


def test_no_progress_is_shown_with_quiet() -> None:
    def show(console: Console) -> None:
        with ProgressDisplay(True, console) as on:
            on.begin("Some", [Heading("", numeric=False)], 10)
            on.show(5, lambda: [["row"]])

    assert shown(60, show) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt(), StoppedError("interrupted")])
def test_ctrl_c_keeps_the_answer_so_far_without_the_bar(error: BaseException) -> None:
    def show(console: Console) -> None:
        with suppress(KeyboardInterrupt, StoppedError), ProgressDisplay(False, console) as on:
            on.begin("Playing", [Heading("", numeric=False), Heading("wins")], 10)
            on.show(5, lambda: [["seat 1", "27"]])
            raise error

    *_, heading, row = shown(60, show)
    assert heading.split()[-1] == "wins"
    assert row.split() == ["seat", "1", "27"]


def test_the_answer_so_far_disappears_at_the_end() -> None:
    out = io.StringIO()
    console = Console(file=out, width=60, force_terminal=True, color_system=None)
    with ProgressDisplay(False, console) as on:
        on.begin("Playing", [Heading("", numeric=False)], 10)
        on.show(5, lambda: [["seat 1"]])
        end_of_playing = len(out.getvalue())
    assert "seat 1" not in out.getvalue()[end_of_playing:].rpartition("\x1b[2K")[2]


def test_the_bar_has_the_same_width_beside_short_and_long_words() -> None:
    def show(console: Console) -> None:
        with ProgressDisplay(False, console) as on:
            for words in ("Playing", "Other players, who are not as good as these, play:"):
                on.begin(words, total=2_000)
                on.show(2_000)

    lines = [line for line in shown(80, show) if line.startswith("━")]
    words = {line.lstrip("━╸╺ ") for line in lines}
    assert len(words) > 1
    assert {len(line) - len(line.lstrip("━╸╺ ")) for line in lines} == {25}


def test_later_steps_and_the_time_left_stand_beside_the_bar() -> None:
    def show(console: Console) -> None:
        with ProgressDisplay(False, console) as on:
            on.expect_steps(ExpectedStep("charts", seconds=2))
            on.expect_steps(ExpectedStep("other players", 10), ExpectedStep("checks", 10))
            on.begin("Playing", total=20_000)
            on.show(12_000)

    text = "Playing 12,000 of 20,000 games · then other players, checks and charts · "
    assert any(re.search(f"^[━╸╺ ]+{text}", line) for line in shown(120, show))
    narrow = shown(60, show)
    assert " ".join(narrow[-3:-1]) == text.removesuffix(" · ")
    assert TIME.search(narrow[-1])
