"""What a run points to: the rule that says who starts, and commands that work as they stand."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from reports.run import fairness as pointers
from reports.run.results import Results
from simulate.cli.plans.selection import Selection, choose
from simulate.play.run import play
from tests.helpers.commands_helper import fathom


def results_of(game: str, games: str, **more: object) -> Results:
    """Play a small study."""
    selection = Selection(source=game, games=games, **more)  # type: ignore[arg-type]
    return Results(play(*choose(selection), jobs=2))


def test_a_rule_that_says_who_starts_is_named_where_the_seats_clearly_differ() -> None:
    found = results_of("snorkeling", "10k")
    [item] = pointers.starter(found)
    hint = "fathom compare snorkeling --rule starter=same --rule starter=rotate"
    assert item.text == f"Who starts is a rule, here a detail we filled in: {hint}"


@pytest.mark.parametrize(
    ("game", "games", "more"),
    [
        ("snorkeling", "50", {}),
        ("snorkeling", "10k", {"rule": ["starter=random"], "strategy": ["shedder"]}),
        ("shoal", "8k", {"strategy": ["planner"]}),
    ],
)
def test_no_rule_is_named_where_it_would_not_help(game: str, games: str, more: object) -> None:
    """Too few games; a rule that is changed already; a game without such a rule."""
    assert isinstance(more, dict)
    found = results_of(game, games, **more)
    assert (found.estimate("seat_spread").low > 0) == (games != "50")
    assert not pointers.starter(found)


def test_commands_have_what_is_not_as_usual_and_can_be_typed(tmp_path: Path) -> None:
    study = results_of("snorkeling", "10", variant="expert", players=3, rule=["copies=2"]).run.study
    told = pointers.command(study, "compare", "--rule", "starter=same", "--rule", "starter=rotate")
    assert told == (
        "fathom compare snorkeling --variant expert --players 3 --rule copies=2 "
        "--rule starter=same --rule starter=rotate"
    )
    done = fathom(tmp_path, *shlex.split(told)[1:], "--games", "20", "--no-charts")
    assert "starter=same or starter=rotate?" in done.out
    plain = results_of("shoal", "10").run.study
    assert pointers.command(plain, "ask") == "fathom ask shoal"
