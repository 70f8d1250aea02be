"""Logs with a row per round of a game, and logs whose scores are running totals."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.errors import UsageError
from tests.logs.test_winners import counts_of, report_on, trust

TOTALS = "1,1,20,0,35\n1,2,45,30,35\n1,3,80,30,90\n2,1,0,15,22\n2,2,31,15,60\n2,3,61,52,60\n"


def wins(folder: Path, text: str) -> dict[str, tuple[int, int]]:
    """Return the wins and the games of each player of a log."""
    counts = counts_of(report_on(folder, text), "player")
    return {name: figures[:2] for name, figures in counts.items()}


@pytest.mark.parametrize("heading", ["Round", "Round no.", "Runde", "Manche", "Hand"])
def test_the_last_of_running_totals_are_the_scores_of_a_game(heading: str, tmp_path: Path) -> None:
    text = f"Game,{heading},Ann,Bo,Cy\n{TOTALS}"
    assert wins(tmp_path, text) == {"Ann": (1, 2), "Bo": (0, 2), "Cy": (1, 2)}
    report = report_on(tmp_path, text)
    assert report.summary["games_logged"] == 2
    assert f"The rows of a game are its rounds ({heading})" in trust(report)
    assert "3 rounds on average" in " ".join(report.summary["answers"]["How long is a game?"])


def test_games_of_running_totals_begin_with_round_1(tmp_path: Path) -> None:
    rows = "".join(f"{row.partition(',')[2]}\n" for row in TOTALS.splitlines())
    assert wins(tmp_path, f"Round,Ann,Bo,Cy\n{rows}")["Ann"] == (1, 2)


@pytest.mark.parametrize("heading", ["Round,", ""])
def test_running_totals_may_have_a_row_per_player(heading: str, tmp_path: Path) -> None:
    text = f"Game,{heading}Player,Score\n"
    for row in TOTALS.splitlines():
        game, number, *scores = row.split(",")
        for name, score in zip(("Ann", "Bo", "Cy"), scores, strict=True):
            text += f"{game},{number + ',' if heading else ''}{name},{score}\n"
    assert wins(tmp_path, text) == {"Ann": (1, 2), "Bo": (0, 2), "Cy": (1, 2)}


def test_rows_of_players_whose_rounds_rise_are_one_game(tmp_path: Path) -> None:
    rows = "".join(f"{n},Ann,{n * 9}\n{n},Bo,{n * 8}\n{n},Cy,{n * 7}\n" for n in (1, 2, 3))
    assert wins(tmp_path, f"Round,Player,Score\n{rows}") == {
        "Ann": (1, 1),
        "Bo": (0, 1),
        "Cy": (0, 1),
    }


def test_rounds_may_be_columns(tmp_path: Path) -> None:
    totals = "Player,Round 1,Round 2,Round 3\nAnn,20,45,80\nBo,0,30,30\nCy,35,35,90\n"
    assert wins(tmp_path, totals)["Cy"] == (1, 1)
    points = "Player,Round 1,Round 2,Round 3,Total\nAnn,20,25,5\nBo,0,30,31\nCy,35,0,2\n"
    report = report_on(tmp_path, points)
    assert counts_of(report, "player")["Bo"][:2] == (1, 1)
    assert "their scores are added" in trust(report)
    assert "Not read beside these columns: Total." in trust(report)


def test_running_totals_of_one_player_are_one_solo_game(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Round,Score\n1,12\n2,20\n3,31\n4,35\n1,5\n2,10\n3,32\n4,36\n")
    assert report.summary["games_logged"] == 2
    assert "The lowest score is 35, the highest 36." in str(report.summary["answers"])


def test_the_winners_of_rounds_show_whether_the_lowest_total_wins(tmp_path: Path) -> None:
    winners = ("Bo", "Cy", "Bo", "Ann", "Bo", "Cy")
    rows = "".join(
        f"{row},{winner}\n" for row, winner in zip(TOTALS.splitlines(), winners, strict=True)
    )
    text = f"Game,Round,Ann,Bo,Cy,Winner\n{rows}"
    assert "the lowest total is taken to win" in trust(report_on(tmp_path, text))
    assert wins(tmp_path, text) == {"Ann": (0, 2), "Bo": (2, 2), "Cy": (0, 2)}
    unclear = text.replace("20,0,35,Bo", "20,0,35,Ann")
    with pytest.raises(UsageError, match="Winner names the winner of the round"):
        report_on(tmp_path, unclear)


@pytest.mark.parametrize("winners", [("Cy", "Ann", "Cy", "Cy", "Cy", "Ann"), ("", "", "Bo") * 2])
def test_a_winner_in_the_last_round_is_that_of_the_game(
    winners: tuple[str, ...], tmp_path: Path
) -> None:
    rows = "".join(
        f"{row},{winner}\n" for row, winner in zip(TOTALS.splitlines(), winners, strict=True)
    )
    counts = wins(tmp_path, f"Game,Round,Ann,Bo,Cy,Winner\n{rows}")
    assert {name for name, (won, _) in counts.items() if won} == {winners[2], winners[5]}


def test_points_of_rounds_are_added(tmp_path: Path) -> None:
    text = "Game,Round,Ann,Bo\n1,1,20,0\n1,2,5,30\n1,3,35,10\n2,1,0,15\n2,2,31,0\n2,3,0,37\n"
    report = report_on(tmp_path, text)
    half = pytest.approx(0.5)
    assert counts_of(report, "player") == {"Ann": (1, 2, half), "Bo": (1, 2, half)}
    assert "their scores are added" in trust(report)
    assert "--columns 'notes=Round'" in trust(report)


def test_few_scores_may_be_totals_or_points_of_rounds(tmp_path: Path) -> None:
    text = "Game,Round,Ann,Bo\n1,1,20,0\n1,2,25,30\n2,1,0,15\n2,2,31,22\n"
    with pytest.raises(UsageError, match=r"running totals or points .* 'notes=Round'"):
        report_on(tmp_path, text)


def test_rounds_of_a_tournament_are_games(tmp_path: Path) -> None:
    text = "Round,Player 1,Player 2,Winner\n1,Ann,Bo,Ann\n1,Cy,Di,Di\n2,Ann,Di,Ann\n2,Bo,Cy,Bo\n"
    assert wins(tmp_path, text)["Ann"] == (2, 2)
    scores = "Round,P1,P1 score,P2,P2 score\n1,Ann,9,Bo,7\n2,Bo,8,Ann,3\n3,Ann,4,Bo,2\n"
    report = report_on(tmp_path, scores)
    assert report.summary["games_logged"] == 3
    assert "Each row is read as a game. If its rows are rounds (Round)" in trust(report)


def test_totals_of_a_league_are_no_scores(tmp_path: Path) -> None:
    rows = ("12,9,7", "20,21,9", "31,30,22", "40,43,30")
    with_winners = "".join(
        f"{row},{winner}\n" for row, winner in zip(rows, ("Ann", "Bo", "Cy", "Bo"), strict=True)
    )
    report = report_on(tmp_path, f"Ann,Bo,Cy,Winner\n{with_winners}")
    assert counts_of(report, "player")["Bo"][:2] == (2, 4)
    assert "The scores are left out" in trust(report)
    assert "scores" not in report.summary["read"]["values"]


def test_totals_of_a_league_do_not_decide_who_won(tmp_path: Path) -> None:
    rows = "".join(f"{game},Ann,{game * 9}\n{game},Bo,{game * 8}\n" for game in range(1, 6))
    with pytest.raises(UsageError, match=r"running totals.*--columns score=Points"):
        report_on(tmp_path, f"Play,Player,Score\n{rows}")
    steady = "".join(f"{game},Ann,{game * 9}\n{game},Bo,8\n" for game in range(1, 6))
    assert wins(tmp_path, f"Play,Player,Score\n{steady}")["Ann"] == (5, 5)
