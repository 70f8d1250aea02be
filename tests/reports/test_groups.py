"""The wins of factions and teams, against values that are computed from the rules alone."""

from __future__ import annotations

import re
from collections import defaultdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from reports.figures.figure import Margins
from reports.figures.statistics import Estimate, rate_from_variance
from reports.robust.levels import PlayerLevel
from reports.robust.robustness import Robustness
from reports.run.group_document import (
    _compare_advantage,
    _write_shares,
    describe_groups,
    describe_teams,
    title_of_groups,
)
from reports.run.groups import GroupingResults, GroupResult, group_results
from reports.run.losers import describe_losers
from reports.run.results import RunResults
from reports.run.tables import summarise
from simulate.play.run import Run, play
from simulate.study import Study
from strategies import find_strategy
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import file_of

CAMPS = file_of("camps")
FACTIONS = ("Ants", "Bears", "Cats")


def run_camps(
    games: int, seed: int = 1, players: int = 4, lineup: tuple[str, ...] = (), **rules: Any
) -> Run:
    study = Study(
        game=CAMPS,
        variant="base",
        players=players,
        games=games,
        seed=seed,
        lineup=lineup or ("random",) * players,
        rotate=True,
        rules=rules,
    )
    strategies = [find_strategy(spec, CAMPS) for spec in study.lineup]
    return play(study, strategies)


def groups_of(run: Run, grouping: int = 0) -> dict[str, GroupResult]:
    results = group_results(RunResults(run))[grouping]
    return {group.name: group for group in results.groups}


def exact_factions(players: int) -> dict[str, tuple[float, float]]:
    """Return the win rate and the fair share of each faction, over all ways to deal them."""
    games: defaultdict[str, Fraction] = defaultdict(Fraction)
    wins: defaultdict[str, Fraction] = defaultdict(Fraction)
    fair: defaultdict[str, Fraction] = defaultdict(Fraction)
    for dealt in product(FACTIONS, repeat=players):
        lots = [2 if faction == "Cats" else 1 for faction in dealt]
        for faction in set(dealt):
            held = [lot for lot, own in zip(lots, dealt, strict=True) if own == faction]
            games[faction] += 1
            wins[faction] += Fraction(sum(held), sum(lots))
            fair[faction] += Fraction(len(held), players)
    return {
        name: (float(wins[name] / games[name]), float(fair[name] / games[name]))
        for name in FACTIONS
    }


@pytest.mark.parametrize("players", [2, 4, 5])
def test_wins_of_factions_with_several_seats_equal_exact_results_over_all_deals(
    players: int,
) -> None:
    groups = groups_of(run_camps(20_000, players=players))
    for name, (win_rate, fair_share) in exact_factions(players).items():
        group = groups[name]
        error = (group.win_rate.high - group.win_rate.low) / 3.92
        assert abs(group.win_rate.value - win_rate) < 4 * error
        assert group.fair_share == pytest.approx(fair_share, abs=0.01)
        assert abs(group.advantage.value - (win_rate - fair_share)) < 4 * error
    assert list(groups) == list(FACTIONS), "a card without copies is no group"
    assert groups["Cats"].verdict == "above fair"
    assert {groups["Ants"].verdict, groups["Bears"].verdict} == {"below fair"}


def test_teams_are_compared_with_one_over_the_number_of_teams() -> None:
    groups = groups_of(run_camps(20_000, teams_win=True), grouping=1)
    wolves, villagers = groups["wolves"], groups["villagers"]
    assert wolves.fair_share == villagers.fair_share == 0.5
    assert wolves.win_rate.low < 0.4 < wolves.win_rate.high
    assert wolves.wins + villagers.wins == wolves.games == 20_000
    # The intervals of two teams need no correction, because one wins what the other loses.
    assert wolves.joint.low == pytest.approx(wolves.win_rate.low)


def covered(estimate: Estimate, truth: float) -> bool:
    return estimate.low <= truth <= estimate.high


SEEDS = 300
MIXED = ("random", "patient", "random", "random")


@pytest.mark.slow
def test_intervals_of_factions_have_their_nominal_coverage() -> None:
    truth = exact_factions(4)
    hits: defaultdict[str, int] = defaultdict(int)
    for seed in range(SEEDS):
        groups = groups_of(run_camps(240, seed))
        for name, (win_rate, fair_share) in truth.items():
            hits["rate"] += covered(groups[name].win_rate, win_rate)
            hits["advantage"] += covered(groups[name].advantage, win_rate - fair_share)
        hits["joint"] += all(
            covered(groups[name].joint.shifted(-groups[name].fair_share), rate - fair)
            for name, (rate, fair) in truth.items()
        )
    assert 0.92 < hits["rate"] / (3 * SEEDS) < 0.98
    assert 0.92 < hits["advantage"] / (3 * SEEDS) < 0.98
    assert hits["joint"] / SEEDS > 0.92


@pytest.mark.slow
def test_intervals_of_factions_allow_for_rotations_of_the_same_deal() -> None:
    """In this game all rotations of a deal give the same factions and winners."""
    truth = exact_factions(4)
    hits: defaultdict[str, int] = defaultdict(int)
    for seed in range(SEEDS):
        groups = groups_of(run_camps(480, seed, lineup=MIXED))
        for name, (win_rate, fair_share) in truth.items():
            group = groups[name]
            hits["rate"] += covered(group.win_rate, win_rate)
            hits["advantage"] += covered(group.advantage, win_rate - fair_share)
            value, games = group.win_rate.value, group.games
            naive = rate_from_variance(value, value * (1 - value) / games, games, games)
            hits["naive"] += covered(naive, win_rate)
    assert 0.92 < hits["rate"] / (3 * SEEDS) < 0.98
    assert 0.92 < hits["advantage"] / (3 * SEEDS) < 0.98
    assert hits["naive"] / (3 * SEEDS) < 0.8, "negative control: games are not independent"


def test_the_tally_of_groups_is_the_same_for_any_number_of_workers_and_blocks() -> None:
    study = run_camps(900, lineup=MIXED).study
    strategies = [find_strategy(spec, CAMPS) for spec in study.lineup]
    single_block = play(study, strategies, 1, block=900)
    many = play(study, strategies, 3, block=7)
    assert single_block.tally == many.tally
    assert single_block.tally.id == many.tally.id


def test_the_sentence_on_groups_names_only_clear_differences() -> None:
    [factions] = describe_groups(RunResults(run_camps(20_000)))
    text = factions.text
    assert text.startswith("By faction, of 100 games it is in: Cats won ")
    assert " Bears " in text or " Ants " in text
    assert "(fair: " in text
    few = RunResults(run_camps(30, teams_win=True))
    assert "too few games to tell" in describe_groups(few)[1].text
    assert "wins more than its share" in title_of_groups(RunResults(run_camps(20_000)))


def test_the_verdict_on_fairness_begins_with_teams_if_one_clearly_wins_too_often() -> None:
    results = RunResults(run_camps(20_000, teams_win=True))
    sentence = "No. Of 100 games, villagers won 60, wolves 40; 50 would be fair."
    assert describe_teams(results) == sentence
    assert not describe_teams(RunResults(run_camps(30, teams_win=True)))


def _result_of_team(name: str, rate: float) -> GroupResult:
    estimate = Estimate(rate, rate - 0.01, rate + 0.01, 800)
    verdict: Any = "above fair" if rate > 0.5 else "below fair"
    return GroupResult(name, 800, 800 * rate, estimate, 0.5, estimate, estimate, verdict)


def test_the_wins_of_two_teams_add_up_to_100() -> None:
    teams = [_result_of_team("wolves", 0.765), _result_of_team("village", 0.235)]
    shares = _write_shares(teams, GroupingResults("team", True, tuple(teams), ()))
    assert shares == "wolves won 76.5, village 23.5; 50.0 would be fair"


@pytest.mark.slow
def test_cards_are_valued_in_games_with_groups(tmp_path: Path) -> None:
    shown = fathom(tmp_path, "cards", CAMPS, "--games", "400", "--no-charts").out
    assert "What each faction is worth: Camps" in " ".join(shown.split())


def test_a_sweep_begins_with_the_wins_of_teams(tmp_path: Path) -> None:
    options = ("--vary", "teams_win=false,true", "--games", "2k", "--no-charts")
    shown = " ".join(fathom(tmp_path, "sweep", CAMPS, *options).out.split())
    assert "CHANGE? Yes. Villagers won 6" in shown
    assert "of 100 games; less with true than now" in shown


def test_a_game_without_points_has_no_leads_and_no_scores(tmp_path: Path) -> None:
    shown = fathom(tmp_path, "run", CAMPS, "--games", "400", "--no-robust", "--full", "--no-charts")
    assert "lead" not in shown.out.partition("STRATEGIES")[0]
    assert "points" not in shown.out.partition("THE RULES")[0].replace("percentage points", "")
    fields = fathom(tmp_path, "run", CAMPS, "--games", "40", "--no-robust", "--json").json
    assert fields["lead_changes"]["value"] == 0
    assert fields["close_games"] is None
    replay = " ".join(fathom(tmp_path, "replay", CAMPS, "--game", "3").out.split())
    assert " in 1 round. The game is over. TURNED? Not known: " in replay
    assert "this game had no points" in replay


def test_a_run_shows_groups_on_screen_in_json_and_in_tables(tmp_path: Path) -> None:
    shown = fathom(tmp_path, "run", CAMPS, "--games", "4k", "--no-robust", "--out", "run")
    text = " ".join(shown.out.split())
    assert "By faction, of 100 games it is in: Cats won" in text
    assert "FAIR? No. Of 100 games, villagers won 7" in text
    assert "50 would be fair. By seat: " in text
    table = (tmp_path / "run" / "groups.csv").read_text(encoding="utf-8").splitlines()
    assert table[0].startswith("grouping,group,games,wins,win_rate,ci_low,ci_high")
    assert [row.split(",")[1] for row in table[1:]] == [*FACTIONS, "villagers", "wolves"]
    assert (tmp_path / "run" / "win_rate_by_group.svg").exists()


def test_targets_compare_and_sweep_accept_the_figures_of_groups(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(
        f'game = "{CAMPS}"\ngames = 4000\nplayers = 4\nlineup = ["random"]\n'
        '[targets]\n"groups.faction.Cats.win_rate" = { min = 0.5 }\n'
        '"groups.role.wolves.advantage" = { within = 0.02, of = -0.25 }\n'
    )
    judged = fathom(tmp_path, "run", str(study), "--json", "--no-robust").json["targets"]
    assert [target["verdict"] for target in judged] == ["meets", "meets"]
    compared = fathom(
        tmp_path, "compare", CAMPS, "--players", "2", "--players", "4", "--games", "4k", "--json"
    ).json
    paths = {row["figure"] for row in compared["differences"]}
    assert "groups.faction.Cats.advantage" in paths
    assert "groups.faction.Cats.win_rate" not in paths, "fair shares differ"
    arm = compared["arms"][0]["result"]["groups"]["faction"]["Cats"]
    assert arm["fair_share"] == pytest.approx(exact_factions(2)["Cats"][1], abs=0.02)
    swept = fathom(
        tmp_path,
        *("sweep", CAMPS, "--vary", "teams_win=false,true", "--games", "2k", "--json"),
        *("--figure", "groups.role.wolves.win_rate"),
    ).json
    rates = [point["result"]["groups"]["role"]["wolves"]["win_rate"] for point in swept["points"]]
    assert rates == pytest.approx([0.25, 0.4], abs=0.05)


def test_losses_of_each_seat_are_figures() -> None:
    results = RunResults(run_camps(20_000))
    truth = [1 / 2, 1 / 6, 1 / 6, 1 / 6]
    for seat, share in enumerate(truth, 1):
        rate = results.estimate(f"seats.{seat}.loss_rate")
        assert abs(rate.value - share) < 4 * (rate.high - rate.low) / 3.92
    [item] = describe_losers(results)
    assert item.text.startswith("Seat 1 loses 50 of 100 games; 25 would be even")
    [item] = describe_losers(RunResults(run_camps(8)))
    assert "too few games to tell" in item.text
    [first, *_] = summarise(results)["seats"]
    assert first["loss_rate"] == pytest.approx(1 / 2, abs=0.02)
    assert first["loss_rate_ci_low"] < 1 / 2 < first["loss_rate_ci_high"]


def test_shared_wins_are_a_figure_with_an_interval() -> None:
    results = RunResults(run_camps(20_000, shared=30))
    shared = results.estimate("shared_wins")
    # Two seats share 30% of the wins, but two villagers are one team, and half of the time one of
    # the two seats is the wolf.
    assert shared.low < 0.15 < shared.high
    assert shared.high - shared.low < 0.02
    assert RunResults(run_camps(500)).estimate("shared_wins").value == 0
    # A team that wins shares its win with nobody, however many seats it has.
    teams = RunResults(run_camps(500, teams_win=True))
    assert teams.estimate("shared_wins").value == 0


def level(name: str, advantage: tuple[float, float], **more: Any) -> PlayerLevel:
    """Return a player level with this interval of all figures of groups, and fair win rates."""
    low, high = advantage
    wins = Estimate(0.5, 0.49, 0.51, 1000)

    def figure(path: str, confidence: float) -> Estimate:
        if path.startswith("groups."):
            return Estimate((low + high) / 2, low, high, 1000)
        return wins

    players = (find_strategy("random", CAMPS),) * 2
    return PlayerLevel(name, name, name != "best", players, 1000, "", 0.0, figure, **more)


@pytest.mark.parametrize(
    ("advantages", "clause"),
    [
        ([(0.05, 0.07), (0.03, 0.09)], "Cats 3 to 9 above fair"),
        ([(0.05, 0.07), (-0.01, 0.09)], "Cats: too few games to tell"),
        ([(0.05, 0.07), (-0.09, -0.02)], "Cats: depends on who plays"),
        ([(0.05, 0.07)], "Cats: not compared"),
    ],
)
def test_groups_are_compared_with_those_of_other_good_players(
    advantages: list[tuple[float, float]], clause: str
) -> None:
    levels = tuple(level(name, at) for name, at in zip(("best", "other"), advantages, strict=False))
    robustness = Robustness(levels, 0.95, Margins(), (1000,), 1)
    assert _compare_advantage(robustness, "Cats", "groups.faction.Cats.advantage", 1) == clause
    mirrored = tuple(
        level(name, (-high, -low))
        for name, (low, high) in zip(("best", "other"), advantages, strict=False)
    )
    robustness = Robustness(mirrored, 0.95, Margins(), (1000,), 1)
    mirrored_clause = _compare_advantage(robustness, "Cats", "groups.faction.Cats.advantage", -1)
    assert mirrored_clause == clause.replace("above", "below")


@pytest.mark.slow
def test_the_first_page_says_whether_groups_win_as_much_with_other_good_players(
    tmp_path: Path,
) -> None:
    page = " ".join(fathom(tmp_path, "run", CAMPS, "--games", "8k").out.split())
    found = re.search(r"With other good players: Cats (\d+) to (\d+) above fair", page)
    assert found, page
    wins, fair = exact_factions(4)["Cats"]
    assert int(found[1]) <= 100 * (wins - fair) <= int(found[2])
    alone = fathom(tmp_path, "run", CAMPS, "--games", "400", "--no-robust").out
    assert "other good players: " not in alone


def test_until_decided_waits_for_the_wins_of_groups(tmp_path: Path) -> None:
    options = ("--until-decided", "--games", "1k", "--no-charts", "--full")
    versions = ("--rule", "shared=0", "--rule", "shared=4")
    compared = fathom(tmp_path, "compare", CAMPS, *versions, *options, code=3)
    text = " ".join(compared.out.split())
    assert (
        "not every difference in mean length in minutes, first-player advantage, win rate of"
        in text
    )
    assert "win rate of faction Cats and win rate of role villagers is decided." in text
    assert "role wolves is decided" not in text, "they win all games that the villagers lose"
    vary = ("--vary", "teams_win=false,true")
    swept = fathom(tmp_path, "sweep", CAMPS, *vary, *options, code=3)
    decided = (
        " ".join(swept.out.split()).partition(" is decided.")[0].rpartition("every difference")
    )
    assert "win rate of role villagers" in decided[2]
