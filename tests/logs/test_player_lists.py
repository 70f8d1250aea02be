"""Tables of other shapes with the same games: lists of players in a cell, people, comments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from reports.playtest.alone import LogReport
from reports.playtest.log import read_log
from simulate.game import find_game
from simulate.logs.times import minutes_of

Play = tuple[str, list[str], list[int], int]
#: Games in the order of seats; the third is a tie. Bob and Dee never win.
GAMES: list[Play] = [
    ("1.3.2024", ["Ann", "Bob", "Cy"], [40, 35, 30], 75),
    ("5.3.2024", ["Bob", "Cy", "Ann"], [22, 41, 33], 60),
    ("11.3.2024", ["Cy", "Ann", "Bob", "Dee"], [28, 28, 20, 15], 90),
    ("12.3.2024", ["Dee", "Cy", "Bob"], [31, 44, 29], 55),
    ("2.4.2024", ["Ann", "Dee", "Bob"], [38, 30, 36], 70),
    ("13.4.2024", ["Bob", "Ann", "Cy", "Dee"], [33, 39, 37, 21], 85),
    ("20.4.2024", ["Cy", "Bob", "Ann"], [45, 42, 30], 65),
    ("3.5.2024", ["Dee", "Ann", "Cy"], [19, 27, 36], 50),
]
#: The wins and games of each person, without the tie.
PEOPLE = {"Ann": (3, 6), "Bob": (0, 6), "Cy": (4, 6), "Dee": (0, 4)}
NAMES = list(PEOPLE)


def winners(play: Play) -> list[str]:
    _, names, scores, _ = play
    return [name for name, score in zip(names, scores, strict=True) if score == max(scores)]


def german_form(plays: Sequence[Play]) -> str:
    lines = [
        "Zeitstempel,Wer hat mitgespielt?,Wer hat gewonnen?,Punkte (gleiche Reihenfolge),"
        "Wie lange?,Wer hat begonnen?,Was gefiel? (mehrere)"
    ]
    for play in plays:
        date, names, scores, minutes = play
        lines.append(
            f'{date} 21:14:02,"{", ".join(names)}","{", ".join(winners(play))}",'
            f'"{", ".join(map(str, scores))}",ca. {minutes} Min.,{names[0]},"Grafik, Tempo"'
        )
    return "\n".join(lines)


def cells_of_players_with_scores(plays: Sequence[Play]) -> str:
    lines = ["When,Players (turn order),Winner,Length"]
    for play in plays:
        date, names, scores, minutes = play
        cell = "; ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
        lines.append(f'{date},"{cell}",{" & ".join(winners(play))},{minutes}m')
    return "\n".join(lines)


def german_players_with_a_comment_and_totals(plays: Sequence[Play]) -> str:
    heading = ";".join(f"Spieler {number};Punkte {number}" for number in range(1, 5))
    lines = [f"Datum;{heading};Sieger;Dauer (Min)"]
    for play in plays:
        date, names, scores, minutes = play
        cells = [f"{name};{score}" for name, score in zip(names, scores, strict=True)]
        cells += ["\u2013;\u2013"] * (4 - len(names))
        lines.append(f"{date};{';'.join(cells)};{' und '.join(winners(play))};{minutes}")
    lines.insert(5, "# ab hier neue Regeln" + ";" * 10)
    return "\n".join([*lines, ";;Summe;;;;;;;;550"])


def spanish_people(plays: Sequence[Play]) -> str:
    lines = [f"Fecha;{';'.join(NAMES)};Ganador;Duraci\u00f3n;Empieza;Comentarios"]
    for play in plays:
        date, names, scores, minutes = play
        by_name = dict(zip(names, scores, strict=True))
        cells = [str(by_name.get(name, "-")) for name in NAMES]
        text = f"{date};{';'.join(cells)};{' y '.join(winners(play))};{minutes} min;{names[0]};bien"
        lines.append(text)
    return "\n".join(lines)


def people_with_words_of_scores(plays: Sequence[Play]) -> str:
    lines = [f"Date,{','.join(f'{name} score' for name in NAMES)},Winner,Minutes"]
    for play in plays:
        date, names, scores, minutes = play
        by_name = dict(zip(names, scores, strict=True))
        cells = ",".join(str(by_name.get(name, "")) for name in NAMES)
        lines.append(f"{date},{cells},{' & '.join(winners(play))},{minutes}")
    return "\n".join(lines)


SHAPES = [
    german_form,
    cells_of_players_with_scores,
    german_players_with_a_comment_and_totals,
    spanish_people,
    people_with_words_of_scores,
]


@pytest.mark.parametrize("write", SHAPES)
def test_the_same_games_give_the_same_wins_in_every_shape(
    write: Callable[[Sequence[Play]], str], tmp_path: Path
) -> None:
    path = tmp_path / "log.csv"
    path.write_text(write(GAMES) + "\n", encoding="utf-8")
    report = LogReport(str(path), {}, None, 0.95)
    summary: dict[str, Any] = report.summary
    [people] = [group for group in summary["compared"] if group["kind"] == "player"]
    wins = {rival["name"]: (rival["wins"], rival["games"]) for rival in people["rivals"]}
    assert wins == PEOPLE
    assert summary["games_logged"] == 8
    assert summary["shared_wins"] == 1
    assert summary["lengths"]["minutes"]["value"] == pytest.approx(68.75)


@pytest.mark.parametrize("write", SHAPES)
def test_the_same_games_have_the_same_figures_beside_a_game(
    write: Callable[[Sequence[Play]], str], tmp_path: Path
) -> None:
    path = tmp_path / "log.csv"
    path.write_text(write(GAMES) + "\n", encoding="utf-8")
    log = read_log(path, find_game("snorkeling"), {"players": 3}, 3)
    assert log.games == 6
    assert log.column("winner_score").tolist() == [40, 41, 44, 38, 45, 36]
    assert log.column("others_score").tolist() == [32.5, 27.5, 30, 33, 36, 23]
    first = [1, 0, 0, 1, 1, 0]
    has_starter = write is not people_with_words_of_scores
    assert log.column("seats.1.win_rate").tolist() == first or not has_starter
    has_order = write not in (spanish_people, people_with_words_of_scores)
    assert ("seats.2.win_rate" in log.columns) == has_order


def test_results_in_words_are_read_and_unknown_results_are_left_out(tmp_path: Path) -> None:
    results = ["gewonnen", "knapp verloren", "Sieg!", "verloren (fast!)", "nicht gespielt", "Sieg"]
    rows = [f"{day}.3.;3;{result}" for day, result in enumerate(results, 1)]
    (tmp_path / "log.csv").write_text("\n".join(["Datum;Spielerzahl;Ergebnis", *rows]) + "\n")
    report = LogReport(str(tmp_path / "log.csv"), {}, None, 0.95)
    assert report.summary["won"]["value"] == pytest.approx(3 / 5)
    notes = " ".join(report.summary["read"]["notes"])
    assert "C6 (Ergebnis) 'nicht gespielt'" in notes
    assert "Left out: 1 game that cannot be read" in notes
    assert "Counted as lost" not in notes


def test_winners_that_are_no_players_are_named_where_nothing_can_be_compared(
    tmp_path: Path,
) -> None:
    (tmp_path / "log.csv").write_text("Player 1,Player 2,Winner\nAl,Bo,Cy\nAl,Bo,Di\n")
    with pytest.raises(Exception, match=r"names winners \('Cy'\) who are not among the players"):
        LogReport(str(tmp_path / "log.csv"), {}, None, 0.95)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        *[("1\u00bd h", 90), ("1h30", 90), ("1 1/2 h", 90), ("50 mn", 50), ("about 50", 50)],
        *[("~45", 45), ("90'", 90), ("0:50", 50), ("1:15:00", 75), ("50-60", 55)],
        *[("50\u201360 min", 55), ("1-2 h", 90), ("1:15-1:30", 82.5), ("ca. 80 Min.", 80)],
        *[("1u10", 70), ("1 godz. 20 min", 80), ("60+", None), (">60", None), ("60-50", None)],
        *[("2024-05-06", None), ("-5", None), ("lang", None), ("", None)],
    ],
)
def test_times_are_read_as_people_write_them(text: str, minutes: float | None) -> None:
    assert minutes_of(text, 1, with_seconds=False) == minutes
