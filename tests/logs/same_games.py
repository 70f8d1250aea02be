"""Plays of three people, written in every format that logs have: one, five or thirty of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

#: The date, the people in the order of their seats, their scores and the minutes of a play.
Play = tuple[str, tuple[str, ...], tuple[int, ...], int]
#: The date, the people in the order of their seats, their scores and the minutes of each play. The
#: last play is a tie.
PLAYS: tuple[Play, ...] = (
    ("2026-11-01", ("Ann", "Bo", "Cy"), (12, 9, 7), 55),
    ("2026-11-02", ("Bo", "Cy", "Ann"), (8, 13, 5), 48),
    ("2026-11-03", ("Cy", "Ann", "Bo"), (3, 6, 14), 61),
    ("2026-11-04", ("Ann", "Cy", "Bo"), (15, 11, 2), 39),
    ("2026-11-05", ("Bo", "Ann", "Cy"), (12, 12, 4), 50),
)


def _more_plays(number: int) -> list[Play]:
    """Return plays whose winners, seats and scores follow no simple pattern."""
    plays: list[Play] = []
    for play in range(number):
        shift = play * play % 3
        people = ("Ann", "Bo", "Cy")[shift:] + ("Ann", "Bo", "Cy")[:shift]
        scores = (7 * play % 11, (5 * play + 3) % 13, (3 * play + 4) % 11)
        plays.append((f"2026-10-{play + 1:02}", people, scores, 40 + 7 * play % 31))
    return plays


#: The plays of logs of several lengths, by their number.
LOGS: dict[int, Sequence[Play]] = {1: PLAYS[:1], 5: PLAYS, 30: _more_plays(30)}


def winners(play: Play) -> list[str]:
    """Return the people with the highest score of a play."""
    _, people, scores, _ = play
    return [name for name, score in zip(people, scores, strict=True) if score == max(scores)]


def _template(plays: Sequence[Play]) -> str:
    lines = ["date,seat_1,seat_2,seat_3,winner,score_1,score_2,score_3,minutes"]
    for play in plays:
        date, people, scores, minutes = play
        lines.append(
            f"{date},{','.join(people)},{'+'.join(winners(play))},"
            f"{','.join(map(str, scores))},{minutes}"
        )
    return "\n".join(lines)


def _wide(plays: Sequence[Play]) -> str:
    lines = [
        "Date;Seat 1;Seat 1 Score;Seat 2;Seat 2 Score;Seat 3;Seat 3 Score;Winner;Duration (min);"
        "Location;Notes"
    ]
    for play in plays:
        date, people, scores, minutes = play
        cells = ";".join(f"{name};{score}" for name, score in zip(people, scores, strict=True))
        lines.append(f"{date};{cells};{' & '.join(winners(play))};{minutes};club;fun")
    return "\n".join(lines)


def _german(plays: Sequence[Play]) -> str:
    lines = [
        "Datum;Spielerzahl;Sitz 1;Punkte Sitz 1;Sitz 2;Punkte Sitz 2;Sitz 3;Punkte Sitz 3;"
        "Sieger;Dauer"
    ]
    for play in plays:
        date, people, scores, minutes = play
        cells = ";".join(f"{name};{score}" for name, score in zip(people, scores, strict=True))
        time = f"{minutes // 60}:{minutes % 60:02}"
        lines.append(f"{date};3;{cells};{' und '.join(winners(play))};{time}")
    return "\n".join(lines)


def _long(plays: Sequence[Play]) -> str:
    lines = ["PlayID,Date,Player,Seat,Score,Winner,Minutes"]
    for number, play in enumerate(plays, 1):
        date, people, scores, minutes = play
        # The rows of a play are in the order of the final places, as most exports have them.
        order = sorted(range(3), key=lambda seat: -scores[seat])
        for seat in order:
            won = str(people[seat] in winners(play)).upper()
            lines.append(
                f"{number},{date},{people[seat]},{seat + 1},{scores[seat]},{won},{minutes}"
            )
    return "\n".join(lines)


def _boardgamegeek_table(plays: Sequence[Play]) -> str:
    lines = [
        "playid,date,quantity,length,location,game,username,name,startposition,color,score,new,"
        "rating,win"
    ]
    for number, play in enumerate(plays, 1):
        date, people, scores, minutes = play
        for seat, (name, score) in enumerate(zip(people, scores, strict=True), 1):
            won = int(name in winners(play))
            lines.append(
                f"{number},{date},1,{minutes},home,Snorkeling,,{name},{seat},,{score},0,0,{won}"
            )
    return "\n".join(lines)


def _form(plays: Sequence[Play]) -> str:
    lines = [
        "Timestamp,Who played (in turn order)?,Who won?,Final scores,"
        "How long did it take (minutes)?,Who went first?,Any comments?"
    ]
    for play in plays:
        date, people, scores, minutes = play
        lines.append(
            f'{date} 20:15:00,"{", ".join(people)}","{", ".join(winners(play))}",'
            f'"{", ".join(map(str, scores))}",{minutes},{people[0]},"good, but long"'
        )
    return "\n".join(lines)


def _list(plays: Sequence[Play]) -> str:
    rows = []
    for play in plays:
        date, people, scores, minutes = play
        row: dict[str, object] = {"date": date, "durationMin": minutes}
        for seat, (name, score) in enumerate(zip(people, scores, strict=True), 1):
            row |= {f"seat{seat}": name, f"seat{seat}Score": score}
        rows.append({**row, "winner": "+".join(winners(play)), "rating": None})
    return json.dumps(rows)


def _bgstats(plays: Sequence[Play]) -> str:
    names = ["Ann", "Bo", "Cy"]
    records = []
    for play in plays:
        date, people, scores, minutes = play
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        records.append(
            {
                "playDate": f"{date} 20:00:00",
                "durationMin": minutes,
                "gameRefId": 7,
                "locationRefId": 1,
                "rounds": 0,
                "ignored": False,
                "comments": "fun",
                "playerScores": [
                    {
                        "playerRefId": 1 + names.index(name),
                        "score": str(score),
                        "winner": rank == 1,
                        "startPlayer": seat == 1,
                        "seatOrder": seat,
                        "rank": rank,
                        "newPlayer": False,
                    }
                    for seat, (name, score, rank) in enumerate(
                        zip(people, scores, ranks, strict=True), 1
                    )
                ],
            }
        )
    games = [{"id": 7, "name": "Snorkeling", "highestWins": True, "cooperative": False}]
    players = [{"id": number, "name": name} for number, name in enumerate(names, 1)]
    return json.dumps({"games": games, "players": players, "plays": records, "locations": []})


def _boardgamegeek(plays: Sequence[Play]) -> str:
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<plays username="ann" total="{len(plays)}" page="1">',
    ]
    for number, play in enumerate(plays, 1):
        date, people, scores, minutes = play
        lines.append(
            f'<play id="{number}" date="{date}" quantity="1" length="{minutes}" incomplete="0" '
            f'nowinstats="0" location="club"><item name="Snorkeling" objectid="1"/><players>'
        )
        for seat, (name, score) in enumerate(zip(people, scores, strict=True), 1):
            won = int(name in winners(play))
            lines.append(
                f'<player username="" userid="0" name="{name}" startposition="{seat}" color="red" '
                f'score="{score}" new="0" rating="0" win="{won}"/>'
            )
        lines.append("</players></play>")
    return "\n".join([*lines, "</plays>"])


#: The name of a file in each format, and the function that returns its text.
FORMATS: dict[str, Callable[[Sequence[Play]], str]] = {
    "template.csv": _template,
    "wide.csv": _wide,
    "german.csv": _german,
    "long.csv": _long,
    "boardgamegeek.csv": _boardgamegeek_table,
    "form.csv": _form,
    "list.json": _list,
    "bgstats.json": _bgstats,
    "boardgamegeek.xml": _boardgamegeek,
    "book.xlsx": _long,
}


def write_log(folder: Path, name: str, plays: Sequence[Play] = PLAYS) -> Path:
    """Write plays in a format into a folder, and return the file."""
    path = folder / name
    text = FORMATS[name](plays)
    if name.endswith(".xlsx"):
        from openpyxl import Workbook

        book = Workbook()
        for line in text.split("\n"):
            cells = [int(cell) if cell.isdecimal() else cell for cell in line.split(",")]
            book.active.append(cells)
        book.save(path)
    else:
        path.write_text(text)
    return path
