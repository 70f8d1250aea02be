"""Results and times in words: won and lost, remarks behind winners, and games without a winner."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.playtest.alone import LogReport
from tests.logs.test_winners import counts_of, lengths, report_on, trust


def report_with(folder: Path, text: str, chosen: dict[str, str]) -> LogReport:
    path = folder / "log.csv"
    path.write_text(text)
    return LogReport(str(path), chosen, None, 0.95)


@pytest.mark.parametrize(
    ("heading", "won", "lost"),
    [
        ("Resultado", "Vitória", "Derrota"),
        ("Vitória?", "Sim", "Não"),
        ("Vittoria", "Vittoria", "Sconfitta"),
    ],
)
def test_results_in_portuguese_and_italian_are_read(
    heading: str, won: str, lost: str, tmp_path: Path
) -> None:
    text = f"Jogadores;{heading}\nLia e Beto;{won}\nLia e Beto;{lost}\nLia e Caio;{won}\n"
    assert report_on(tmp_path, text).summary["won"]["value"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(("won", "lost"), [("won", "lost"), ("yes", "no")])
def test_a_chosen_column_of_winners_may_have_results_of_all_players(
    won: str, lost: str, tmp_path: Path
) -> None:
    text = f"Players;How it went\nAnn, Bo;{won}\nAnn, Bo;{lost}\nAnn, Cy;{lost}\n"
    report = report_with(tmp_path, text, {"winner": "How it went"})
    assert report.summary["won"]["value"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("heading", ["Took", "Tempo", "Duração"])
def test_a_column_of_times_with_units_has_the_minutes(heading: str, tmp_path: Path) -> None:
    text = f"Player 1;Player 2;Winner;{heading}\nAnn;Bo;Ann;55 min\nAnn;Bo;Bo;1h05\n"
    report = report_on(tmp_path, text)
    assert report.summary["lengths"]["minutes"]["value"] == 60


def test_a_column_of_numbers_without_units_is_no_time(tmp_path: Path) -> None:
    text = "Player 1;Player 2;Winner;Tempo\nAnn;Bo;Ann;5\nAnn;Bo;Bo;7\n"
    report = report_on(tmp_path, text)
    assert report.summary["lengths"] == {}
    assert report.summary["read"]["left_out"] == ["Tempo"]


def test_a_remark_in_brackets_behind_a_winner_is_not_read(tmp_path: Path) -> None:
    text = "Player 1,Player 2,Winner\nAnn,Bo,Ann (tiebreak)\nAnn,Bo,Bo\nAnn,Bo,Ann\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "player")["Ann"][:2] == (2, 3)
    assert (
        "1 winner has a remark in brackets behind the name, which is not read: (tiebreak)."
        in trust(report)
    )


def test_a_remark_is_not_read_in_a_log_of_winners_only(tmp_path: Path) -> None:
    text = "Date,Winner\n1,Birds (dominance)\n2,Cats\n3,Birds\n4,Cats\n"
    report = report_on(tmp_path, text)
    assert counts_of(report, "side")["Birds"][:2] == (2, 4)


@pytest.mark.parametrize("remark", ["tie", "?", "with Bo"])
def test_brackets_that_question_a_win_are_kept(remark: str, tmp_path: Path) -> None:
    text = f"Player 1,Player 2,Winner\nAnn,Bo,Ann ({remark})\nAnn,Bo,Bo\nAnn,Bo,Ann\n"
    assert "remark in brackets" not in trust(report_on(tmp_path, text))


def test_minutes_of_a_game_that_nobody_won_are_mentioned(tmp_path: Path) -> None:
    text = "Player 1,Player 2,Winner,Minutes\nAnn,Bo,Ann,60\nAnn,Bo,-,20\nAnn,Bo,Bo,70\n"
    [sentence] = lengths(report_on(tmp_path, text))
    assert sentence.startswith("50 minutes on average, in 3 games")
    assert sentence.endswith(
        "This includes 1 game without a winner; delete the minutes of abandoned games."
    )


def test_minutes_of_decided_games_need_no_sentence(tmp_path: Path) -> None:
    text = "Player 1,Player 2,Winner,Minutes\nAnn,Bo,Ann,60\nAnn,Bo,-,\nAnn,Bo,Bo,70\n"
    [sentence] = lengths(report_on(tmp_path, text))
    assert "without a winner" not in sentence
