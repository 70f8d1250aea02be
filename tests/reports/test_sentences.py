"""Sentences on a run and on skill claim no more than the figures; suggested commands work."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.analysis.selection import resolve_study
from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate
from reports.figures.unevenness import Range, Unevenness
from reports.page.checks import (
    COIN,
    Check,
    InspectedStudy,
    answer_skill,
    compare_luck,
    explain_luck,
)
from reports.page.tables import make_tables
from reports.run import fairness, first_page, sentences
from reports.run.document import write_title
from reports.run.results import RunResults
from reports.sweep.results import Axis
from reports.sweep.sentences import describe_values
from reports.writing import wording
from reports.writing.document import Step
from simulate.command_options import Selection
from tests.helpers.commands_helper import fathom
from tests.helpers.reports_made import played
from tests.helpers.studies import make_study


def describe_small_study(**chosen: Any) -> list[str]:
    """Play a small study and return the sentences on its fairness."""
    return fairness.describe_fairness(played(**chosen))


def test_the_gap_is_reported_when_the_seats_differ() -> None:
    [gap] = describe_small_study(strategy=["random"], games="40k")
    group = "a group that counts every seat's wins would notice it after"
    expected = (
        r"The gap between the best and the worst seat is [\d.]+ to [\d.]+ in 100 games; "
        rf"{group} [\d,]+ to [\d,]+ games\."
    )
    assert re.fullmatch(expected, gap)


@pytest.mark.parametrize("kind", ["seat", "side"])
def test_the_games_needed_to_notice_a_gap_are_for_seats_or_sides(kind: str) -> None:
    rates = {
        f"{kind} 1": Estimate(0.6, 0.58, 0.62, 2000),
        f"{kind} 2": Estimate(0.4, 0.38, 0.42, 2000),
    }
    results = SimpleNamespace(
        contest=f"{kind}s",
        is_hardly_won=False,
        is_seated=False,
        unfinished=0,
        run=SimpleNamespace(games=2000),
        decided_fair_share=0.5,
        unevenness=Unevenness(Range(0.16, 0.24), Range(140, 300)),
        estimate=lambda path: Estimate(0.1, 0.08, 0.12, 2000),
        rival_win_rates=lambda: rates,
        judge_rivals=lambda: ["above fair", "below fair"],
    )
    text = fairness.describe_fairness(cast(Any, results))[0]
    assert text.startswith(f"The gap between the best and the worst {kind} is 16")
    assert f"in 100 games; a group that counts every {kind}'s wins would notice it" in text


def test_few_games_give_no_verdict_on_seats() -> None:
    [chance] = describe_small_study(strategy=["random"], games="50")
    expected = r"It may be chance: a seat may be up to [\d.]+ in 100 games from fair\."
    assert re.fullmatch(expected, chance)


def test_no_verdict_is_given_when_many_games_are_undecided() -> None:
    [text] = describe_small_study(strategy=["random"], games="4000", rule=["max_turns=80"])
    assert text.startswith("No verdict on the seats, because ")
    assert "were not decided" in text


@pytest.mark.slow
def test_a_table_compares_wins_of_leaders_and_of_last_seats_with_chance() -> None:
    results = played(strategy=["random"], games="4000")
    [table] = sentences.make_course_table(results)
    rows = {row[0].text: row for row in table.rows}
    headings = [heading.title for heading in table.columns]
    for title, path in (
        ("Wins of a seat in last place after the first round", "comebacks"),
        ("Wins of the seat alone in the lead after the first round", "half_time_leads"),
    ):
        cells = dict(zip(headings, (cell.text for cell in rows[title]), strict=True))
        wins = results.estimate(path)
        assert cells["value"] == wording.value(wins, SHARE)
        assert cells["95% interval"] == wording.interval(wins, SHARE)
        assert cells["by chance"] == "25.0%"
        assert cells["of"] == f"{wins.n:,}"
    *_, early_lead = first_page.describe_tension(results)
    assert early_lead.startswith("Whoever leads after round 1 wins ")
    assert early_lead.endswith(" of 100 games (fair: 25).")
    few = first_page.describe_tension(played("shoal", strategy=["random"], games="40"))
    assert few[-1].startswith("Whoever leads when half of the piles")


def test_no_share_by_chance_is_given_if_strategies_differ_in_strength() -> None:
    """Stronger strategies lead more often, so that a lead is not worth as much as it seems."""
    mixed = played(strategy=["random", "planner"], players=2, games="400")
    [table] = sentences.make_course_table(mixed)
    assert "by chance" not in [heading.title for heading in table.columns]


@pytest.mark.parametrize("no_rotate", [False, True])
def test_no_verdict_is_given_when_strategies_keep_their_seats(no_rotate: bool) -> None:
    lineup = ["random", "planner", "planner", "random"]
    text = describe_small_study(strategy=lineup, games="4000", no_rotate=no_rotate)[0]
    assert ("each strategy kept its seat" in text) == no_rotate


def of_three(games: str, *lineup: str, **more: Any) -> RunResults:
    return played(games=games, strategy=list(lineup), players=3, **more)


def test_a_strategy_is_called_best_only_if_no_other_may_be_as_good() -> None:
    clear = sentences.describe_strategies(of_three("4000", "planner", "random", "random"))
    assert clear.startswith("The best strategy here is planner: it wins ")
    close = sentences.describe_strategies(of_three("120", "eager", "closer", "random"))
    assert close.startswith("eager wins most, but may not be better than closer; ")


def test_a_strategy_that_kept_its_seat_is_not_called_best() -> None:
    results = of_three("400", "planner", "random", "random", no_rotate=True)
    assert sentences.describe_strategies(results).startswith(
        "No verdict on the strategies, because each kept"
    )
    assert [row[4].text for row in fairness.make_seat_table(results).rows] == [
        "plays planner",
        "plays random",
        "plays random",
    ]


def test_lengths_are_written_with_the_fewest_digits_that_distinguish_them() -> None:
    assert sentences.write_lengths(15.8, 17.5, 18.25) == ["15.8", "17.5", "18.3"]
    assert sentences.write_lengths(44.25, 72.0, 1118.5) == ["44", "72", "1,119"]
    assert sentences.write_lengths(8.0, 9.5, 9.5) == ["8", "9.5", "9.5"]
    assert sentences.write_lengths(20.05, 20.1, 20.1) == ["20.05", "20.1", "20.1"]


def test_a_rule_for_the_first_seat_is_suggested_if_seats_clearly_differ() -> None:
    results = played(strategy=["closer"], games="10k")
    rule = fairness.find_starting_rule(results)
    assert rule
    subject = "the player who starts later rounds"
    assert rule.sentence == f"Open in the rulebook: {subject}; we chose same."
    command = "fathom compare snorkeling --rule starter=same --rule starter=rotate -s closer"
    assert rule.command(results.run.study) == command
    assert Step("Change who starts", command) in first_page.suggest_next_steps(results)


@pytest.mark.parametrize(
    ("game", "games", "more"),
    [
        ("snorkeling", "50", {}),
        ("snorkeling", "10k", {"rule": ["starter=random"], "strategy": ["shedder"]}),
        pytest.param("shoal", "8k", {"strategy": ["planner"]}, marks=pytest.mark.slow),
    ],
)
def test_no_rule_is_suggested_if_it_would_not_help(game: str, games: str, more: object) -> None:
    """Too few games; a rule that is changed already; a game without such a rule."""
    assert isinstance(more, dict)
    results = played(game, games=games, **more)
    assert (results.estimate("seat_spread").low > 0) == (games != "50")
    assert fairness.find_starting_rule(results) is None


def test_suggested_commands_have_all_changes_from_defaults_and_can_be_typed(tmp_path: Path) -> None:
    study = played(games="10", variant="expert", players=3, rule=["copies=2"]).run.study
    command = fairness.write_command(
        study, "compare", "--rule", "starter=same", "--rule", "starter=rotate"
    )
    assert command == (
        "fathom compare snorkeling --variant expert --players 3 --rule copies=2 "
        "--rule starter=same --rule starter=rotate"
    )
    done = fathom(tmp_path, *shlex.split(command)[1:], "--games", "20", "--no-charts")
    assert "starter=same or starter=rotate?" in done.out
    plain, _ = resolve_study(Selection(source="shoal"))
    assert fairness.write_command(plain, "ask") == "fathom ask shoal"


#: A line-up with a persona, as users type it: a value of -s for each seat.
LINEUP = ("cautious aunt = planner(attack=0.4)", "planner", "planner", "planner")


def write_options(*values: str) -> list[str]:
    """Return the options of a command line that give each value with -s."""
    return [word for value in values for word in ("-s", value)]


def test_the_comparison_that_a_run_suggests_takes_its_lineup_for_both_versions(
    tmp_path: Path,
) -> None:
    results = played(strategy=list(LINEUP), games="4k")
    rule = fairness.find_starting_rule(results)
    assert rule
    command = shlex.split(rule.command(results.run.study))
    assert command[-2:] == ["-s", ",".join(LINEUP)]
    printed = fathom(tmp_path, *command[1:], "--games", "20", "--no-charts").out
    assert "starter=same or starter=rotate?" in printed
    assert "cautious aunt (planner(attack=0.4)), 3 \N{MULTIPLICATION SIGN} planner" in printed


@pytest.mark.parametrize(
    "options",
    [
        [
            *("compare", "snorkeling", "--variant", "base", "--variant", "expert"),
            *write_options(",".join(LINEUP)),
        ],
        ["sweep", "snorkeling", "--vary", "target_score=4,12", *write_options(*LINEUP)],
        [
            *("tune", "snorkeling", "--vary", "target_score=4,12"),
            *("--target", "length.minutes.mean=..1000", *write_options(*LINEUP)),
        ],
    ],
    ids=["compare", "sweep", "tune"],
)
def test_suggested_commands_play_with_the_whole_lineup(tmp_path: Path, options: list[str]) -> None:
    printed = fathom(tmp_path, *options, "--games", "20", "--no-charts").out
    _, _, steps = printed.partition("NEXT ")
    commands = [
        f"fathom {line.partition('fathom ')[2]}" for line in steps.splitlines() if "fathom " in line
    ]
    assert commands
    for command in commands:
        assert ",".join(LINEUP) in shlex.split(command)
        assert command.count(" -s ") + command.count(" --strategy ") == 1


def looked_at(name: str, coin: Estimate | None) -> InspectedStudy:
    figures: dict[str, Estimate | float] = {COIN: coin} if coin else {}
    checks = [Check("Skill", "fine", f"Skill pays in {name}.", figures=figures)]
    return InspectedStudy(cast(Any, None), checks, [], name)


def about(value: float, half: float = 0.01) -> Estimate:
    return Estimate(value, value - half, value + half, 4000)


def test_the_report_on_a_study_has_its_check_of_skill_and_the_meaning_of_luck() -> None:
    [answer] = answer_skill([looked_at("", about(0.15))])
    assert [item.text for item in answer.items] == ["Skill pays in ."]
    [assumed] = explain_luck([looked_at("", about(0.15))])
    assert "the same for any number of players" in assumed


@pytest.mark.parametrize(
    ("coins", "beginning"),
    [
        (
            (about(0.15), about(0.02)),
            "Skill counts for more with expert: from base to expert luck changes by ",
        ),
        (
            (about(0.02), about(0.15)),
            "Skill counts for more with base: from base to expert luck changes by +",
        ),
        ((about(0.15), about(0.14)), "Whether skill counts for more with base or with"),
    ],
)
def test_the_study_in_which_skill_counts_for_more_is_named(
    coins: tuple[Estimate, Estimate], beginning: str
) -> None:
    studies = [looked_at("base", coins[0]), looked_at("expert", coins[1])]
    [answer] = answer_skill(studies)
    assert answer.items[2].text.startswith(beginning)
    difference = compare_luck(studies)
    assert difference
    assert difference.value == pytest.approx(coins[1].value - coins[0].value)
    # Both play the same deals, and how their errors are correlated is unknown: the reaches add up.
    assert difference.high - difference.value == pytest.approx(0.02)


def test_the_difference_of_luck_is_in_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.page.tables._sample_rows", lambda study: [])
    studies = [looked_at("base", about(0.15)), looked_at("expert", about(0.02))]
    last = make_tables(studies)["checks"].iloc[-1]
    assert (last["study"], last["figure"]) == ("expert minus base", COIN)
    assert last["value"] == pytest.approx(-0.13)


def test_luck_is_compared_only_between_two_studies_with_known_luck() -> None:
    for coins in ([about(0.1)], [about(0.1)] * 3, [about(0.1), None], [None, None]):
        studies = [looked_at(f"arm {place}", coin) for place, coin in enumerate(coins)]
        assert compare_luck(studies) is None
        [answer] = answer_skill(studies)
        assert len(answer.items) == len(coins)
        assert bool(explain_luck(studies)) == any(coins)


@pytest.mark.parametrize(("players", "words"), [(1, "1 player"), (3, "3 players")])
def test_a_single_player_is_written_in_the_singular(players: int, words: str) -> None:
    study = replace(make_study("snorkeling", 3), players=players)
    assert write_title(study) == write_title(study, [players]) == f"Snorkeling, {words}"
    assert describe_values([Axis("players", (players,))], [players]) == words
    assert write_title(study, [1, 3]) == "Snorkeling, 1 and 3 players"
