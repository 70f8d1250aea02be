"""Results of logged games that are no plain wins, contradict the scores, or share columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.playtest.alone import LogReport
from reports.playtest.log import read_log
from simulate.errors import UsageError
from simulate.game import find_game
from tests.logs.test_winners import counts_of, report_on, trust


def wins_of(report: LogReport, kind: str = "player") -> dict[str, tuple[int, int]]:
    """Return the wins and games of each rival of a kind, by name."""
    return {name: (wins, games) for name, (wins, games, _) in counts_of(report, kind).items()}


# Winners with fewer points


def test_a_winner_with_fewer_points_than_another_player_is_mentioned(tmp_path: Path) -> None:
    text = "Player 1,Score 1,Player 2,Score 2,Winner\nAnn,40,Bo,35,Ann\nAnn,30,Bo,45,Ann\n"
    report = report_on(tmp_path, text + "Bo,50,Ann,20,Bo\n")
    assert wins_of(report) == {"Ann": (2, 3), "Bo": (1, 3)}
    assert (
        "In 1 game the winner has fewer points than another player, and counts as the winner "
        "(row 3). If the lowest score wins, name the winner of every game." in trust(report)
    )


def test_winners_with_the_most_points_are_not_mentioned(tmp_path: Path) -> None:
    text = "Player 1,Score 1,Player 2,Score 2,Winner\nAnn,40,Bo,35,Ann\nAnn,30,Bo,45,Bo\n"
    assert "than another player" not in trust(report_on(tmp_path, text + "Bo,5,Ann,5,Bo\n"))


def test_winners_who_always_have_the_lowest_score_show_that_it_wins(tmp_path: Path) -> None:
    text = "Player 1,Score 1,Player 2,Score 2,Winner\nAnn,4,Bo,35,Ann\nAnn,30,Bo,5,Bo\n"
    report = report_on(tmp_path, text)
    assert "The lowest score wins, as in 2 games" in trust(report)
    assert "than another player" not in trust(report)


def test_a_winner_whose_teammate_has_fewer_points_is_not_mentioned(tmp_path: Path) -> None:
    text = (
        "Game,Player,Team,Points,Won\n1,Ann,A,9,yes\n1,Bo,A,2,yes\n1,Cy,B,5,no\n1,Di,B,4,no\n"
        "2,Ann,A,1,no\n2,Bo,A,2,no\n2,Cy,B,5,yes\n2,Di,B,4,yes\n"
    )
    assert "than another player" not in trust(report_on(tmp_path, text))


@pytest.mark.parametrize("last", ["", "1,Cy,?,no\n"])
def test_a_winner_of_a_known_game_with_fewer_points_is_refused(last: str, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(f"Game,Player,Points,Won\n1,Ann,30,yes\n1,Bo,45,no\n{last}")
    with pytest.raises(UsageError) as error:
        read_log(path, find_game("snorkeling"), {}, 4)
    assert "row 2: the winner (player 1) has 30 points, but another player has 45" in str(
        error.value
    )


# Partial wins


@pytest.mark.parametrize(
    "result", ["Partial win", "partial victory", "Teilsieg", "half win", "Victoire partielle"]
)
def test_partial_wins_of_players_count_as_neither_won_nor_lost(result: str, tmp_path: Path) -> None:
    text = (
        "Game,Player,Result\n1,Ann,Win\n1,Bo,Loss\n2,Ann,Loss\n"
        f"2,Bo,{result}\n3,Bo,Win\n3,Ann,Loss\n"
    )
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Ann": (1, 2), "Bo": (1, 2)}
    assert f"1 result is neither won nor lost, so unknown: C5 (Result) '{result}'." in trust(report)
    assert "Left out: 1 game without a winner." in trust(report)


def test_many_partial_wins_are_no_reason_to_refuse_a_log(tmp_path: Path) -> None:
    text = "Game,Player,Result\n1,Ann,Win\n1,Bo,Loss\n2,Ann,half win\n2,Bo,half win\n"
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Ann": (1, 1), "Bo": (0, 1)}
    assert "2 results are neither won nor lost" in trust(report)


def test_games_that_all_players_won_partly_are_left_out(tmp_path: Path) -> None:
    text = "date,result\n1/2/24,Win\n2/2/24,Partial win\n3/2/24,Loss\n4/2/24,Partial win\n"
    report = report_on(tmp_path, text)
    assert "Won: 1 of 2 games (50%)." in report.summary["answers"]["How often is the game won?"]
    assert (
        "Left out: 2 games whose result is neither won nor lost: B3 (result) 'Partial win', "
        "B5 (result) 'Partial win'." in trust(report)
    )


# Columns of results


def test_columns_of_wins_and_losses_are_the_results_of_the_people_above(tmp_path: Path) -> None:
    text = "Date,Ann,Bo,Cy\n1/2/24,W,L,L\n2/2/24,L,W,L\n3/2/24,L,D,D\n4/2/24,W,L,\n"
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Ann": (2, 3), "Bo": (1, 3), "Cy": (0, 2)}
    assert "Columns B to D are read as the results of 3 players, won or lost." in trust(report)
    assert "Left out: 1 game with shared wins or draws." in trust(report)


def test_columns_of_yes_and_no_are_no_results_of_people(tmp_path: Path) -> None:
    text = "Date,Expansion,Teaching\n1/2/24,yes,no\n2/2/24,no,yes\n"
    with pytest.raises(UsageError, match="does not show who won"):
        report_on(tmp_path, text)


def test_a_winner_who_lost_by_the_columns_of_results_is_mentioned(tmp_path: Path) -> None:
    report = report_on(tmp_path, "Ann,Bo,Winner\nwon,lost,Ann\nlost,won,Ann\nlost,won,Bo\n")
    assert wins_of(report) == {"Ann": (2, 3), "Bo": (1, 3)}
    assert (
        "1 row names a winner who lost by the column of results (row 3); the winner counts."
        in trust(report)
    )


# Players and scores in a cell


@pytest.mark.parametrize("heading", ["Results", "Result", "Scores", "Notiz"])
@pytest.mark.parametrize(
    "cells",
    [
        ("Rachel 10, Jess 6", "Rachel 8, Jess 9"),
        ("Rachel: 10; Jess: 6", "Jess: 9; Rachel: 8"),
        ("Rachel - 10, Jess - 6", "Jess - 9, Rachel - 8"),
        ("Rachel (10) vs Jess (6)", "Rachel (8) vs Jess (9)"),
    ],
)
def test_a_column_that_lists_players_with_scores_is_read(
    cells: tuple[str, str], heading: str, tmp_path: Path
) -> None:
    report = report_on(tmp_path, f'Date,{heading}\n1/2/24,"{cells[0]}"\n2/2/24,"{cells[1]}"\n')
    assert wins_of(report) == {"Rachel": (1, 2), "Jess": (1, 2)}
    assert f"The column {heading} is read as the players of each game, with scores." in trust(
        report
    )


def test_a_column_that_lists_things_with_numbers_is_not_read_beside_winners(tmp_path: Path) -> None:
    text = 'Player 1,Player 2,Winner,Loot\nAnn,Bo,Ann,"gold 3, wood 2"\nAnn,Bo,Bo,"gold 1, wood 4"'
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Ann": (1, 2), "Bo": (1, 2)}
    assert "Not read: Loot." in " ".join(report.reading.sentences)


# Numbered headings


@pytest.mark.parametrize(
    "headings",
    [
        "Punktestand [Spieler 1],Punktestand [Spieler 2]",
        "Score [Player 1],Score [Player 2]",
        "Game Score 1,Game Score 2",
    ],
)
def test_headings_of_grids_in_forms_belong_to_numbered_players(
    headings: str, tmp_path: Path
) -> None:
    report = report_on(tmp_path, f"Zeitstempel,{headings}\n1/2/24,12,15\n2/2/24,3,9\n3/2/24,7,5\n")
    assert wins_of(report, "seat") == {"seat 1": (1, 3), "seat 2": (2, 3)}


def test_participants_with_game_scores_are_players(tmp_path: Path) -> None:
    text = "Participant 1,Participant 2,Game Score 1,Game Score 2\nAnn,Bo,1,2\nBo,Ann,5,3\n"
    assert wins_of(report_on(tmp_path, text)) == {"Bo": (2, 2), "Ann": (0, 2)}


def test_game_scores_beside_a_column_of_names_are_games(tmp_path: Path) -> None:
    text = "Team,Game Score 1,Game Score 2,Game Score 3\nSharks,10,12,9\nJets,11,8,12\n"
    report = report_on(tmp_path, text)
    assert wins_of(report) == {"Jets": (2, 3), "Sharks": (1, 3)}
    assert "Columns B to D are read as games, and their cells as the scores" in trust(report)


# Messages


def test_a_log_without_winners_names_only_its_own_columns(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        report_on(tmp_path, "Day,Mood\n1/2/24,good\n2/2/24,bad\n")
    assert str(error.value).endswith(
        "does not show who won; log the winners, or name their column with --columns "
        "winner=HEADING, where HEADING is one of the columns that were not read: Mood"
    )


def test_a_position_beside_winners_may_be_a_seat(tmp_path: Path) -> None:
    text = "Match,Player,Position,Won\n1,Ann,2,yes\n1,Bo,1,no\n2,Bo,2,yes\n2,Ann,1,no\n"
    assert (
        "The column Position is not read, because it may have seats or final places; add "
        "--columns 'seat=Position' or 'rank=Position'." in trust(report_on(tmp_path, text))
    )
