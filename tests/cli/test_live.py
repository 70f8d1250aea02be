"""What is shown while games are played fits the terminal and says how far it is."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from rich.console import Console

from reports.writing.document import Column
from simulate.cli.options import Selection
from simulate.cli.outlets import live
from simulate.cli.outlets.live import Ahead, Live
from simulate.cli.plans.ask import AskPlan
from simulate.cli.plans.cells import Compared
from simulate.cli.plans.comparison import ComparisonPlan
from simulate.cli.plans.diagnostics import DRAWING, costs_of, look_closely
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.ladder import LadderPlan
from simulate.cli.plans.plan import Plan
from simulate.cli.plans.run import RunPlan
from simulate.cli.plans.sweep import SweepPlan
from simulate.cli.plans.tournament import TournamentPlan
from simulate.play.executor import Executor, Worker, playing
from tests.helpers.tables import quick_among

#: A bar, the share done and the time left: the end of what is shown at any moment.
BAR = re.compile(r"[━╸╺ ]{10,} +(\d+) %  +(-:--|[\d:]+) left( |$)")
#: A figure and half its interval, or the interval's ends.
FIGURE = re.compile(r"\d ± \d|\(.\d[\d.]* to .\d[\d.]*\) pp")


@pytest.fixture(autouse=True)
def everything_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAUSE", 0)


def shown(width: int, show: Callable[[Console], object], height: int = 24) -> list[str]:
    """Return every line that a terminal of a width is shown, one moment after the other."""
    out = io.StringIO()
    console = Console(file=out, width=width, height=height, force_terminal=True, color_system=None)
    show(console)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out.getvalue()).replace("\r", "\n")
    return [line.rstrip() for line in plain.split("\n") if line.strip()]


def selected(**chosen: object) -> Selection:
    return Selection(source="scaphandre", **{"games": "200", "players": 3, **chosen})  # type: ignore[arg-type]


def arms(**chosen: Any) -> Compared:
    return Compared(sources=["scaphandre"], games="200", **{"players": [3], **chosen})


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
#: Those in which somebody thinks ahead.
SLOW = ("ladder", "ask")


@pytest.mark.parametrize(
    "width", [60, *(pytest.param(wider, marks=pytest.mark.slow) for wider in (70, 80))]
)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in PLANS]
)
def test_every_plan_fits_the_terminal_while_it_is_played(name: str, width: int) -> None:
    plan = PLANS[name]()

    def play(console: Console) -> None:
        with Live(False, console) as on:
            plan.play(Playing(1, 0.95, on))

    check(shown(width, play), width)


class Somebody(Executor):
    """Threads that play as if they were workers elsewhere."""

    def workers(self) -> list[Worker]:
        return [
            Worker("tcp://192.168.100.200:40123", 8, 120, 1_200_000, 16.0),
            Worker("tcp://192.168.100.201:40123", 0, 7, 70_000, 1.0, 2),
        ]


@pytest.mark.parametrize("width", [60, 80])
def test_workers_stand_below_what_they_play(width: int) -> None:
    plan = PLANS["run"]()

    def play(console: Console) -> None:
        with playing(Somebody()), Live(False, console) as on:
            plan.play(Playing(1, 0.95, on))

    lines = shown(width, play)
    check(lines, width)
    rows = [line.split() for line in lines if "tcp://" in line]
    there = [cell for cell in rows[0] if cell != "│"]
    gone = [cell for cell in rows[1] if cell != "│"]
    assert "600,000" in there
    assert "lost" in gone or width < 80
    assert gone[-1] == "2"


def check(lines: list[str], width: int) -> None:
    """Check that lines fit, that the bar fills, and that the main figure stands above it."""
    assert max(map(len, lines)) <= width
    assert not [line for line in lines if re.search(r"\S…|\.\.\.", line)]
    shares = [int(found[1]) for line in lines if (found := BAR.search(line))]
    assert shares == sorted(shares)
    assert shares[-1] > 0
    assert any(FIGURE.search(line) for line in lines)


@pytest.mark.parametrize("width", quick_among([60, 80], 60))
@pytest.mark.parametrize("closely", quick_among([True, False], True))
def test_looks_take_their_steps(monkeypatch: pytest.MonkeyPatch, width: int, closely: bool) -> None:
    plan = ComparisonPlan(arms(players=[3, 4], strategy=["random"]))
    if closely:
        plan = RunPlan(selected(strategy=["random"]))  # type: ignore[assignment]
    found = plan.play(Playing(1, 0.95, look_closely=closely))
    bases = found.bases
    costs = [*costs_of(bases), DRAWING]
    said: list[str] = []

    clock = [0.0]
    monkeypatch.setattr("simulate.cli.outlets.live.time.monotonic", lambda: clock[0])
    live.begin_command()

    def look(console: Console) -> None:
        with Live(False, console) as on:
            on.begin("playing")
            on.expect_steps(*costs)

            def say(what: str) -> None:
                # Each step takes twice what it was thought to.
                clock[0] += 2 * costs[len(said) - 1].seconds if said else 0.0
                said.append(what)
                on.begin(what)

            look_closely(bases, 1, say)
            say("drawing the report")

    lines = shown(width, look)
    assert len(said) == len(costs)
    assert max(map(len, lines)) <= width
    assert lines[-1].startswith("drawing the report ")
    thought = sum(cost.seconds for cost in costs[:-1])
    left = DRAWING.seconds * (live._AS_THOUGHT + 2 * thought) / (live._AS_THOUGHT + thought)
    assert f" {200 * thought / (2 * thought + left):.0f} %   0:0{left:.0f} left" in lines[-1]


def test_long_names_wrap_and_what_is_spare_is_left_out() -> None:
    columns = [
        Column("", numeric=False),
        Column("games", spare=True),
        Column("first-player advantage", short="first player"),
        Column("minutes", spare=True),
    ]
    name = "expert, 4 players: planner(attack=0.4, focus=0.25), random"

    def show(console: Console) -> None:
        with Live(False, console) as on:
            on.begin("Snorkeling: at another level of play, with search", columns, 1_000_000)
            on.show(500_000, lambda: [[name, "100,000", "+1.0 (+0.4 to +1.6) pp", "70.9"]] * 2)

    narrow, wide = shown(60, show), shown(120, show)
    assert max(map(len, narrow)) <= 60
    assert any("(+0.4 to +1.6) pp" in line for line in narrow)
    assert not any("minutes" in line for line in narrow)
    assert any("minutes" in line for line in wide)
    assert any("500,000 of 1,000,000 games" in line for line in wide)
    assert "planner(attack=0.4," in " ".join(narrow)


def test_the_time_left_leaves_out_what_was_compiled_before(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("simulate.cli.outlets.live.time.monotonic", lambda: clock[0])
    live.begin_command()

    def show(console: Console) -> None:
        bar = live._Bar([])
        bar.begin("Some", 100, "games")
        for clock[0], done in [(60.0, 10), (64.0, 30), (78.0, 100)]:
            console.print(bar)
            bar.reach(done)
            console.print(bar)

    left = [found[2] for line in shown(60, show) if (found := BAR.search(line))]
    assert left == ["-:--", "-:--", "-:--", "0:14", "1:03", "0:00"]


def test_one_bar_reckons_with_steps_that_are_to_begin_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("simulate.cli.outlets.live.time.monotonic", lambda: clock[0])
    live.begin_command()

    def show(console: Console) -> None:
        bar = live._Bar([Ahead(times=0.5), Ahead(5.0)])
        bar.begin("Some", 100, "games")
        for clock[0], done in [(0.0, 0), (5.0, 50), (10.0, 100)]:
            bar.reach(done)
            console.print(bar)
        bar.begin("levels of play", 10, "games")
        console.print(bar)
        clock[0] = 20.0  # slower than was thought: the share does not fall
        console.print(bar)
        bar.begin("drawing charts", 0, "charts")
        console.print(bar)

    moments = [BAR.search(line) for line in shown(60, show)]
    told = [(found[1], found[2]) for found in moments if found]
    assert told == [
        ("0", "-:--"),
        ("25", "0:15"),
        ("50", "0:10"),
        ("50", "0:10"),
        ("80", "0:05"),
        ("80", "0:05"),
    ]


def test_more_rows_than_the_terminal_has_are_counted() -> None:
    def show(console: Console) -> None:
        with Live(False, console) as on:
            on.begin("Many", [Column("", numeric=False), Column("wins")], 10)
            on.show(5, lambda: [[f"row {n}", "1"] for n in range(40)])

    lines = shown(60, show, height=12)
    moments = "\n".join(lines).split("Many")
    assert max(moment.count("\n") for moment in moments) <= 11
    assert "and 34 lines more" in lines


def test_nothing_is_shown_where_there_is_no_terminal() -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=False)
    with Live(False, console) as on:
        on.begin("Some", [Column("", numeric=False)], 10)
        on.show(5, lambda: [["row"]])
    assert out.getvalue() == ""
