"""Logs in which a column numbers the games, under another heading or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.playtest.alone import LogReport
from simulate.errors import UsageError
from tests.logs.test_winners import report_on


def refusal_of(folder: Path, text: str) -> str:
    with pytest.raises(UsageError) as error:
        report_on(folder, text)
    return str(error.value)


def test_a_column_of_games_is_offered_if_its_rows_belong_together(tmp_path: Path) -> None:
    text = "Evening,Player,Score\nA,Ann,3\nA,Bo,4\nB,Ann,5\nB,Bo,6\n"
    assert "or name its column with --columns play=Evening" in refusal_of(tmp_path, text)


@pytest.mark.parametrize("wins", [("3", "2", "3"), ("1", "2", "3"), ("2", "2", "")])
def test_no_column_is_offered_if_none_can_number_the_games(
    wins: tuple[str, ...], tmp_path: Path
) -> None:
    rows = [f"{name},5,{number}" for name, number in zip("ABC", wins, strict=True)]
    message = refusal_of(tmp_path, "\n".join(["Giocatore,Totale,Vittorie", *rows]))
    assert "no column that numbers the games; add one" in message
    assert "play=" not in message


def test_columns_of_games_that_cannot_be_read_are_to_be_transposed(tmp_path: Path) -> None:
    text = "Player,2026-01-03,2026-01-17,Total\nAnn,45,new rules,45\nBo,38,40,78\n"
    message = refusal_of(tmp_path, text)
    assert "swap rows and columns (paste special, transpose)" in message
    assert "play=" not in message


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        (
            "Game,Player,Score\nGame 1,Ann,3\nGame 1,Bo,4\nGame 2,Ann,6\nGame 2,Bo,5\n",
            "or name its column with --columns play=Game",
        ),
        (
            "Game,Date,Player,Score\nGame 1,1 May,Ann,3\nGame 1,1 May,Bo,4\n"
            "Game 2,1 May,Ann,6\nGame 2,1 May,Bo,5\n",
            "If the column Game numbers the plays of one game, add --columns play=Game",
        ),
        (
            "Game,Player 1,Player 2,Winner\nGame 1,Ann,Bo,Ann\nGame 2,Ann,Bo,Bo\n",
            "If the column Game numbers the plays of one game, add --columns play=Game",
        ),
    ],
)
def test_a_column_that_names_each_play_is_offered_as_its_number(
    text: str, remedy: str, tmp_path: Path
) -> None:
    assert remedy in refusal_of(tmp_path, text)
    report = LogReport(str(tmp_path / "log.csv"), {"play": "Game"}, None, 0.95)
    assert report.summary["games_logged"] == 2


def test_names_of_games_are_not_offered_as_numbers_of_plays(tmp_path: Path) -> None:
    text = "Game,Player 1,Player 2,Winner\nReef,Ann,Bo,Ann\nReef,Ann,Bo,Bo\nMoor,Ann,Bo,Bo\n"
    assert "play=" not in refusal_of(tmp_path, text)
