"""Logs without a game: win counts against exact binomial and multinomial values."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from reports.playtest.alone import LogReport
from reports.playtest.exact_tests import (
    games_to_show,
    p_of_shares,
    p_of_wins,
    win_interval,
)
from simulate.errors import UsageError
from tests.helpers.commands_helper import fathom
from tests.logs.same_games import FORMATS, write_log


def report_on(folder: Path, text: str, players: int | None = None) -> LogReport:
    path = folder / "log.csv"
    path.write_text(text)
    return LogReport(str(path), {}, players, 0.95)


def table_of(wins: list[int]) -> str:
    """Return a log in which the seats won so many games, in columns of a template."""
    lines = ["players,winner"]
    for seat, number in enumerate(wins, 1):
        lines += [f"{len(wins)},{seat}"] * number
    return "\n".join(lines) + "\n"


def group(report: LogReport, kind: str) -> Any:
    [found] = [group for group in report.summary["compared"] if group["kind"] == kind]
    return found


def sentences(report: LogReport, question: str) -> str:
    return " ".join(report.summary["answers"][question])


def test_wins_of_two_seats_have_the_values_of_the_exact_binomial_test(tmp_path: Path) -> None:
    report = report_on(tmp_path, table_of([97, 59]))
    seats = group(report, "seat")
    exact = stats.binomtest(97, 156, 0.5)
    interval = exact.proportion_ci(0.95, method="exact")
    assert seats["p"] == pytest.approx(exact.pvalue)
    assert seats["rivals"][0]["share"] == pytest.approx(
        {"value": 97 / 156, "ci_low": interval.low, "ci_high": interval.high}
    )
    text = sentences(report, "Is a seat favored?")
    assert text.startswith("Favored: seat 1. It won 97 of 156 games; 78 would be fair.")
    assert f"in 1 of {1 / exact.pvalue:.0f} logs" in text
    assert "1 of 341 logs" in text
    assert "In the long run it wins 54 to 70 of 100 games: 4 to 20 too many." in text


@pytest.mark.parametrize(
    ("wins", "extreme"), [((1, 4, 1, 0), max), ((9, 2, 2, 2), max), ((0, 6, 6), min)]
)
def test_the_frequency_of_such_wins_is_that_of_a_fair_game(
    wins: tuple[int, ...], extreme: Any, tmp_path: Path
) -> None:
    games, seats = sum(wins), len(wins)
    drawn = np.random.default_rng(1).multinomial(games, [1 / seats] * seats, 1_000_000)
    if extreme is max:
        share = (drawn.max(axis=1) >= max(wins)).mean()
    else:
        share = (drawn.min(axis=1) <= min(wins)).mean()
    [rivals] = report_on(tmp_path, table_of(list(wins)))._compared
    assert rivals.p_of_any == pytest.approx(share, rel=0.05)


def test_the_wins_of_a_seat_are_compared_with_those_in_fair_games(tmp_path: Path) -> None:
    text = sentences(report_on(tmp_path, table_of([1, 4, 1, 0])), "Is a seat favored?")
    assert "Even in a fair game, some seat wins this often in 2 of 10 logs." in text


@pytest.mark.slow
def test_a_log_has_the_same_range_of_minutes_with_a_game_and_without_one(tmp_path: Path) -> None:
    minutes = [50, 55, 48, 60, 52, 47]
    (tmp_path / "log.csv").write_text(
        "players,winner,minutes\n" + "".join(f"4,2,{number}\n" for number in minutes)
    )
    alone = fathom(tmp_path, "playtest", "log.csv").out
    assert "52 minutes on average, in 6 games (47 to 58 in the long run)." in alone
    with_game = fathom(tmp_path, "playtest", "shoal", "log.csv", "--games", "40").out
    assert "Your games take 52 minutes on average (47 to 58)." in with_game


@pytest.mark.parametrize("wins", [(4, 1, 1), (0, 5, 2), (3, 3, 0, 1), (5, 0, 0), (2, 2, 2)])
def test_wins_of_three_or_more_seats_have_the_p_value_of_the_exact_multinomial_test(
    wins: tuple[int, ...],
) -> None:
    games, seats = sum(wins), len(wins)
    distribution = stats.multinomial(games, [1 / seats] * seats)
    observed = distribution.pmf(wins)
    expected = 0.0
    for result in product(range(games + 1), repeat=seats):
        if sum(result) == games and distribution.pmf(result) <= observed * (1 + 1e-9):
            expected += distribution.pmf(result)
    assert p_of_shares(wins) == pytest.approx(expected)


def test_the_test_for_long_logs_is_close_to_the_exact_test() -> None:
    for wins in ([70, 50, 45, 40], [90, 60, 70, 80]):
        ratio = stats.power_divergence(wins, lambda_="log-likelihood").pvalue
        assert p_of_shares(wins) == pytest.approx(ratio, rel=0.05)
    wins = [2600, 2500, 2400, 2500]
    assert p_of_shares(wins) == pytest.approx(stats.chisquare(wins).pvalue, rel=0.05)


def test_wins_at_tables_of_several_sizes_have_the_exact_distribution_of_their_sum() -> None:
    chances = [1 / 2] * 3 + [1 / 3] * 4 + [1 / 4] * 2
    probabilities = np.zeros(10)
    for result in product((0, 1), repeat=9):
        probabilities[sum(result)] += math.prod(
            chance if won else 1 - chance for chance, won in zip(chances, result, strict=True)
        )
    for wins in range(10):
        tails = probabilities[: wins + 1].sum(), probabilities[wins:].sum()
        p_value = p_of_wins(wins, {1 / 2: 3, 1 / 3: 4, 1 / 4: 2})
        assert p_value == pytest.approx(min(1, 2 * min(tails)))
    assert p_of_wins(7, {0.5: 9}) == pytest.approx(stats.binomtest(7, 9).pvalue)


@pytest.mark.slow
def test_fair_logs_are_rarely_called_unfair() -> None:
    chance, logs = np.random.default_rng(1), 400
    called = 0
    for _ in range(logs):
        wins = np.bincount(chance.integers(0, 4, 40), minlength=4)
        intervals = [win_interval(int(number), 40, 1 - 0.05 / 4) for number in wins]
        called += any(not low <= 0.25 <= high for low, high in intervals)
    assert called / logs < 0.05


def test_the_suggested_number_of_games_decides() -> None:
    for share, fair in ((0.62, 0.5), (0.4, 0.25), (0.15, 0.25)):
        games = math.ceil(games_to_show(share, fair, 0.95))
        low, high = win_interval(round(1.4 * games * share), round(1.4 * games), 0.95)
        assert not low <= fair <= high
        low, high = win_interval(round(0.6 * games * share), round(0.6 * games), 0.95)
        assert low <= fair <= high
    assert games_to_show(0.5, 0.5, 0.95) == math.inf


def test_few_games_get_no_confident_word(tmp_path: Path) -> None:
    text = sentences(report_on(tmp_path, table_of([3, 1])), "Is a seat favored?")
    assert text.startswith("Not known: 4 games can show only large differences.")
    assert "more games would show its wins to within 5 of 100" in text
    text = sentences(report_on(tmp_path, table_of([7, 0])), "Is a seat favored?")
    assert text.startswith("Probably favored: seat 1.")
    text = sentences(report_on(tmp_path, table_of([25, 25])), "Is a seat favored?")
    assert text.startswith("No seat is clearly favored.")


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_five_games_give_the_same_answer_in_every_format(
    name: str, tmp_path: Path
) -> None:
    report = LogReport(str(write_log(tmp_path, name)), {}, None, 0.95)
    seats = group(report, "seat")
    assert [rival["wins"] for rival in seats["rivals"]] == [2, 1, 1]
    assert report.summary["shared_wins"] == 1
    assert report.summary["lengths"]["minutes"]["value"] == pytest.approx(50.6)
    people = {rival["name"]: rival["wins"] for rival in group(report, "player")["rivals"]}
    assert people == {"Ann": 2, "Bo": 1, "Cy": 1}


def test_roles_and_people_are_compared_with_their_own_fair_shares(tmp_path: Path) -> None:
    text = "play,player,seat,faction,won\n"
    for game in range(30):
        people = [("Al", "Cats"), ("Bo", "Fox")] + [("Cy", "Birds")] * (game % 2)
        for seat, (name, role) in enumerate(people, 1):
            text += f"{game},{name},{seat},{role},{'yes' if role == 'Cats' else 'no'}\n"
    report = report_on(tmp_path, text)
    cats = next(rival for rival in group(report, "role")["rivals"] if rival["name"] == "Cats")
    assert (cats["wins"], cats["games"]) == (30, 30)
    assert cats["fair"] == pytest.approx(15 / 30 / 2 + 15 / 30 / 3)
    birds = next(rival for rival in group(report, "role")["rivals"] if rival["name"] == "Birds")
    assert (birds["games"], birds["fair"]) == (15, pytest.approx(1 / 3))
    assert sentences(report, "Is a role favored?").startswith("Favored: Cats.")
    # The same person always sat in the favored seat.
    assert "Al sat there in 30 of 30 games" in sentences(report, "Is a seat favored?")
    trust = sentences(report, "How certain is that?")
    assert "the first player won 30 of 30; 12.5 would be fair" in trust
    assert group(report_on(tmp_path, text, players=3), "seat")["games"] == 15


def test_games_without_a_single_known_winner_are_left_out_and_counted(tmp_path: Path) -> None:
    text = "players,winner\n2,1\n2,1+2\n2,none\n2,\n2,2\n"
    report = report_on(tmp_path, text)
    trust = sentences(report, "How certain is that?")
    assert group(report, "seat")["games"] == 2
    assert "1 game with shared wins" in trust
    assert "1 game that nobody won" in trust
    assert "1 game without a winner" in trust


@pytest.mark.parametrize(
    ("text", "won", "games"),
    [
        ("date,players,won,left\n1,3,no,12\n2,3,yes,0\n3,4,no,7\n", 1, 3),
        ("date,players,winner\n1,3,\n2,3,1+2+3\n3,3,none\n", 1, 3),
        ("play,player,won\n1,Al,no\n1,Bo,no\n2,Al,yes\n2,Bo,yes\n", 1, 2),
    ],
)
def test_games_that_all_win_together_have_a_share_of_won_games(
    text: str, won: int, games: int, tmp_path: Path
) -> None:
    report = report_on(tmp_path, text)
    low, high = win_interval(won, games, 0.95)
    assert report.summary["won"] == pytest.approx(
        {"value": won / games, "ci_low": low, "ci_high": high}
    )
    assert f"Won: {won} of {games} games" in sentences(report, "How often is the game won?")


def test_names_of_winners_alone_are_compared_as_if_all_took_part(tmp_path: Path) -> None:
    report = report_on(tmp_path, "date,winner\n" + "1 May,Rebels\n" * 97 + "2 May,Empire\n" * 59)
    assert group(report, "side")["p"] == pytest.approx(stats.binomtest(97, 156).pvalue)
    assert "All 2 winners are taken to have played in every game" in sentences(
        report, "How certain is that?"
    )


def test_winners_by_score_are_said_to_be_assumed(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Seat 1,Seat 1 score,Seat 2,Seat 2 score\nAl,3,Bo,9\nBo,4,Al,2\n")
    assert [rival["wins"] for rival in group(report, "seat")["rivals"]] == [1, 1]
    assert "the highest score is taken to win" in sentences(report, "How certain is that?")


@pytest.mark.parametrize(("lost", "counted"), [("", "2 games"), ("none", "1 game")])
def test_games_without_a_winner_are_lost_in_a_log_of_games_that_all_win(
    tmp_path: Path, lost: str, counted: str
) -> None:
    log = f"players,winner\n3,1+2+3\n3,\n4,1+2+3+4\n3,{lost}\n3,1+2+3\n"
    report = report_on(tmp_path, log)
    assert "Won: 3 of 5 games" in sentences(report, "How often is the game won?")
    remark = f"Counted as lost, because no winner is named: {counted}."
    assert remark in sentences(report, "How certain is that?")


def test_a_shared_win_among_other_wins_is_no_win_of_all_players_together(tmp_path: Path) -> None:
    report = report_on(tmp_path, "players,winner\n3,1+2+3\n3,\n3,2\n3,1\n")
    assert "Left out: 1 game with shared wins or draws." in sentences(
        report, "How certain is that?"
    )
    assert "Left out: 1 game without a winner." in sentences(report, "How certain is that?")


def test_a_log_without_winners_or_without_games_of_the_players_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not show who won; log the winners"):
        report_on(tmp_path, "date,minutes\n1 May,40\n")
    with pytest.raises(UsageError, match="names all players as winners of every game; add a col"):
        report_on(tmp_path, "players,winner\n3,1+2+3\n3,1+2+3\n")
    with pytest.raises(UsageError, match="has no game with 4 players"):
        report_on(tmp_path, table_of([3, 1]), players=4)


def test_the_command_prints_a_short_page_a_whole_report_or_json(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(table_of([97, 59]))
    printed = fathom(tmp_path, "playtest", "log.csv").out
    assert len(printed.splitlines()) <= 24
    assert "FAIR?   Favored: seat 1." in printed
    assert "fathom playtest GAME log.csv" in printed
    assert "What was read?" in fathom(tmp_path, "playtest", "log.csv", "--full").out
    answer = fathom(tmp_path, "playtest", "log.csv", "--json").json
    assert (answer["games_logged"], answer["compared"][0]["games"]) == (156, 156)
    assert not (tmp_path / "runs").exists()
    chosen = fathom(
        tmp_path, "playtest", "log.csv", "--players", "2", "--confidence", "0.9", "--json"
    )
    share = chosen.json["compared"][0]["rivals"][0]["share"]
    assert share["ci_low"] == pytest.approx(win_interval(97, 156, 0.9)[0])


@pytest.mark.parametrize(
    "option",
    [("--rule", "x=1"), ("--games", "9"), ("--record",), ("--variant", "base"), ("--out", "x")],
)
def test_a_playtest_without_a_game_refuses_options_that_need_one(
    option: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "log.csv").write_text(table_of([3, 1]))
    assert "a game" in fathom(tmp_path, "playtest", "log.csv", *option, code=2).message


def test_a_missing_log_is_named(tmp_path: Path) -> None:
    assert "log.csv" in fathom(tmp_path, "playtest", "log.csv", code=2).message
