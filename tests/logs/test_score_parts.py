"""Tables with a row per part of the scores of one game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.logs.test_winners import counts_of, report_on, trust

#: The parts of the scores of three players.
_PARTS = "Military,3,-2,10\nCoins,2,4,1\nBlue,12,20,8\nScience,26,,7\n"
_HINT = "Each row is read as a game. If its rows are the parts of the scores of one game"


@pytest.mark.parametrize("heading", ["Category", "Phase", ""])
def test_parts_with_their_sums_are_one_game(heading: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, f"{heading},Ann,Ben,Cleo\n{_PARTS}Total,43,22,26\n")
    assert report.summary["games_logged"] == 1
    third = pytest.approx(1 / 3)
    assert counts_of(report, "player") == {
        "Ann": (1, 1, third),
        "Ben": (0, 1, third),
        "Cleo": (0, 1, third),
    }
    assert "parts of the scores of one game, because row 6 has their sums" in trust(report)
    assert "left out" not in trust(report)


def test_numbered_rounds_with_their_sums_are_one_game(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Round,Ann,Ben\n1,3,2\n2,2,4\n3,12,\nTotal,17,6\n")
    assert report.summary["games_logged"] == 1


def test_rounds_without_sums_have_a_single_sentence(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Round,Ann,Ben\n1,3,2\n2,2,4\n3,12,0\n4,1,3\n")
    assert trust(report).count("Each row is read as a game") == 1


@pytest.mark.parametrize(("heading", "hint"), [("Category", "(Category)"), ("", "(column A)")])
def test_rows_of_words_without_sums_are_games_and_a_row_of_sums_is_advised(
    heading: str, hint: str, tmp_path: Path
) -> None:
    report = report_on(tmp_path, f"{heading},Ann,Ben,Cleo\n{_PARTS}")
    assert report.summary["games_logged"] == 4
    assert f"{_HINT} {hint}, add a row Total with the sums." in trust(report)


@pytest.mark.parametrize(
    "text",
    [
        "Date,Ann,Ben\n2025-01-01,3,2\n2025-02-01,2,4\n2025-03-01,12,7\nTotal,17,13\n",
        "When it was,Ann,Ben\n2025-01-01,3,2\n2025-02-01,2,4\n2025-03-01,12,7\nTotal,17,13\n",
        "Where it was,Ann,Ben\nhome,3,2\nclub,2,4\nhome,12,7\nTotal,17,13\n",
        "Date,Place,Ann,Ben\n2025-01-01,home,3,2\n2025-02-01,club,2,4\n2025-03-01,bar,12,7\n"
        "Total,,17,13\n",
    ],
)
def test_games_with_dates_or_in_repeated_places_stay_games(text: str, tmp_path: Path) -> None:
    report = report_on(tmp_path, text)
    assert report.summary["games_logged"] == 3
    assert _HINT not in trust(report)
    assert "sums of the rows above" in trust(report)
