"""Read the log of a playtest: real games, in which cells may be missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from reports.figures.figure import COUNTS
from reports.playtest.games import LENGTHS, Columns, Values, make_columns
from reports.writing.wording import counted, listed
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.kit.seats import highest_scorers
from simulate.rules.kinds import Choice, Option, Real, Whole
from simulate.rules.spreadsheets import Sheet, read_sheet
from simulate.rules.values import assignments_of, combine_changes, parse_assignment

#: The most games in a log: as many are drawn from the simulated games many times.
MOST_LOGGED = 300
#: The largest number in a cell.
_MOST = 1_000_000
#: The number of players where a row does not show it.
_UNKNOWN = 0
#: Words for a game that nobody won, in the column winner.
_NOBODY = ("none", "nobody", "no one", "0", "-")
#: Words in the column won of a game that all play together.
_WON = dict.fromkeys(("yes", "y", "true", "won", "1"), True)
_WON |= dict.fromkeys(("no", "n", "false", "lost", "0"), False)


def _is_group(game: Game) -> bool:
    """Return True if all seats play together against the game."""
    return max(game.side_of(game.seats[1])) == 0


def _seat_by_side(game: Game, players: int) -> dict[str, int]:
    """Return the first seat of each side by the name of the side; empty where seats are rivals."""
    sides = game.side_of(players)
    if len({*sides}) == players:
        return {}
    return {f"side {side + 1}": sides.index(side) + 1 for side in {*sides}}


@dataclass(frozen=True)
class PlaytestLog:
    """Real games of one number of players with the same rules, without the players' names.

    Attributes
    ----------
    games
        The number of games.
    columns
        Their figures; NaN where a figure is not known.
    nameless
        The cells of each row by column, with seats in place of names.
    left_out
        The rows that were left out, and why, as a sentence; empty if there are none.
    fields
        The players, variant and rules of the games, where the study did not set them.
    """

    games: int
    columns: Columns = field(repr=False)
    nameless: Sequence[Mapping[str, str]] = field(default=(), repr=False)
    left_out: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)

    def column(self, path: str) -> Values:
        """Return a figure of each game; NaN where it is not known."""
        return self.columns.get(path, np.full(self.games, nan))


def columns_for(game: Game, players: int, values: Mapping[str, Any] | None = None) -> list[str]:
    """Return the columns that a log can have.

    Parameters
    ----------
    game
        The game.
    players
        The largest number of players.
    values
        The values of its rules; counts that do not apply with them are left out.
    """
    idle = set()
    if values:
        idle = {f"{COUNTS}.{count.name}" for count in game.counts if not count.applies(values)}
    seats = [f"seat_{seat}" for seat in range(1, players + 1)]
    won = ["won"] if _is_group(game) else []
    kinds = [column for column in _kinds(game, players) if column not in idle]
    return ["date", *seats, "winner", *won, "rules", *kinds]


def _kinds(game: Game, players: int) -> dict[str, Option]:
    """Return the kind of value of each column that holds a single number or word."""

    def number(least: float, most: float = _MOST, parts: int = 1) -> Option:
        kind: Any = Whole if parts == 1 else Real
        return kind(meaning="", default=least, minimum=least, maximum=most)  # type: ignore[no-any-return]

    variants = tuple(game.variants)
    score = number(-_MOST, parts=game.score_parts)
    return {
        "variant": Choice(meaning="", default=variants[0], choices=variants),
        "players": number(*game.seats),
        **{f"score_{seat}": score for seat in range(1, players + 1)},
        "turns": number(1),
        "rounds": number(1),
        "minutes": number(0.1, parts=0),
        **{
            f"{COUNTS}.{count.name}": number(-_MOST if count.signed else 0, parts=count.parts)
            for count in game.counts
        },
    }


def read_log(
    path: Path, game: Game, study_fields: Mapping[str, Any], usual_players: int
) -> PlaytestLog:
    """Read the games of a log that a study may have played.

    Parameters
    ----------
    path
        A CSV or Excel file.
    game
        The game.
    study_fields
        The players, variant and rules that the study sets. A row without variant or rules has
        those of the study. What the study does not set is as in most games of the log.
    usual_players
        The number of players if neither the study nor the log shows it.

    Raises
    ------
    UsageError
        If a cell is not valid, with its place and the values allowed, or no game is left.
    """
    sheet = read_sheet(path, row_name="game", example="winner,turns,minutes")
    check_columns(path, sheet.columns, game)
    if len(sheet.rows) > MOST_LOGGED:
        raise UsageError(f"{path} has {len(sheet.rows):,} games; give at most {MOST_LOGGED:,}")
    all_rows = [_Row(sheet, row, game, study_fields) for row in sheet.rows]
    rows, setup = _select(all_rows, game, study_fields, usual_players)
    if not rows:
        wanted = [counted(setup["players"], "player"), setup["variant"], *setup["rules"]]
        raise UsageError(f"{path} has no game of {', '.join(wanted)}; log one, or choose others")
    columns = _columns_of(rows, game, setup["players"])
    if not columns:
        raise UsageError(
            f"{path} says nothing that can be compared; fill in winner, all scores, turns, rounds "
            "or minutes"
        )
    fields = {name: value for name, value in setup.items() if not study_fields.get(name)}
    if "rules" in fields:
        fields["rules"] = _changes(game, fields["rules"])
    return PlaytestLog(
        len(rows),
        columns,
        [row.nameless(setup["players"]) for row in rows],
        _left_out(all_rows, rows),
        fields,
    )


def _select(
    rows: Sequence[_Row], game: Game, study_fields: Mapping[str, Any], usual_players: int
) -> tuple[list[_Row], dict[str, Any]]:
    """Return the rows of one variant, rules and number of players, and these.

    They are those of the study or, where it does not set them, the most common ones.
    """
    defaults = {"variant": game.default_variant, "rules": (), "players": usual_players}
    selected = list(rows)
    setup: dict[str, Any] = {}
    for name, default in defaults.items():
        known = Counter(row.setup[name] for row in selected if row.setup[name] != _UNKNOWN)
        most_common = known.most_common(1)[0][0] if known else default
        value = study_fields.get(name) or most_common
        setup[name] = value
        selected = [row for row in selected if row.fits(name, value)]
    return selected, setup


def _columns_of(rows: Sequence[_Row], game: Game, players: int) -> Columns:
    """Return the columns of rows that have any known value."""
    seats = range(1, players + 1)
    won = [[seat in row.winners if row.has_winner else nan for seat in seats] for row in rows]
    scores = [[row.values[f"score_{seat}"] for seat in seats] for row in rows]
    single = {
        name: [row.values[name] for row in rows]
        for name in rows[0].values
        if name in LENGTHS or name.startswith(COUNTS)
    }
    columns = make_columns(game, single, won, scores)
    return {path: values for path, values in columns.items() if np.isfinite(values).any()}


def _left_out(all_rows: Sequence[_Row], rows: Sequence[_Row]) -> str:
    """Return which rows were left out, and which were read as lost, in sentences."""
    sentences = []
    others = [str(row.number) for row in all_rows if row not in rows]
    if others:
        sentences.append(f"Left out, of other players or rules: {_row_numbers(others)} of the log.")
    blank = [str(row.number) for row in rows if row.is_blank_loss]
    if blank:
        sentences.append(f"Read as lost, for no winner is named: {_row_numbers(blank)} of the log.")
    return " ".join(sentences)


def _row_numbers(numbers: Sequence[str]) -> str:
    return f"{'row' if len(numbers) == 1 else 'rows'} {listed(numbers)}"


def check_columns(path: Path, columns: Iterable[str], game: Game) -> None:
    """Raise `UsageError` for a column that no log of a game has."""
    known = columns_for(game, game.seats[1])
    for column in columns:
        if _full_name(column, game) not in known:
            raise unknown("column", column, known, f" in {path}")


def _full_name(column: str, game: Game) -> str:
    """Return the name of a column; for a count of the game that is its path."""
    is_count = column in {count.name for count in game.counts}
    return f"{COUNTS}.{column}" if is_count else column


def check_row(
    path: Path,
    number: int,
    cells: Mapping[str, str],
    game: Game,
    study_fields: Mapping[str, Any],
) -> None:
    """Check a new row of a log.

    Parameters
    ----------
    path
        The log.
    number
        The number of the row.
    cells
        Its cells by column.
    game
        The game.
    study_fields
        The players, variant and rules of the study.

    Raises
    ------
    UsageError
        If a cell is not valid, with its place and the values allowed; empty cells are valid.
    """
    columns = {column: place for place, column in enumerate(cells)}
    sheet = Sheet(str(path), columns, (), ())
    _Row(sheet, (number, tuple(cells.values())), game, study_fields)


def _changes(game: Game, texts: Iterable[str]) -> dict[str, Any]:
    """Return the changes of rules, each written as after ``--rule``."""
    changes: dict[str, Any] = {}
    for text in texts:
        name, value = parse_assignment(game.options, text, game.name)
        changes = combine_changes(game.options, changes, {name: value})
    return changes


class _Row:
    """A row of a log.

    Attributes
    ----------
    number
        The number of the row.
    values
        The value of each column with a single value; None where it is not known.
    winners
        The seats that won; the first seat of a side.
    has_winner
        Whether it is known who won.
    is_blank_loss
        Whether the row counts as lost: all play together, and no winner is named.
    setup
        The variant, rules and number of players.
    """

    def __init__(
        self,
        sheet: Sheet,
        row: tuple[int, Sequence[str]],
        game: Game,
        study_fields: Mapping[str, Any],
    ) -> None:
        self._sheet = sheet
        self.number, cells = row
        self._texts = {
            _full_name(column, game): cells[place] for column, place in sheet.columns.items()
        }
        kinds = _kinds(game, game.seats[1])
        self.values = {column: self._value(column, kind) for column, kind in kinds.items()}
        players = self._players(game)
        self.winners = self._winners(game, players or game.seats[1])
        has_winner_text = bool(self._texts.get("winner", "") or self._texts.get("won", ""))
        self.is_blank_loss = _is_group(game) and not has_winner_text and "winner" in self._texts
        self.has_winner = has_winner_text or self.is_blank_loss
        self.setup: dict[str, Any] = {
            "variant": self.values["variant"] or study_fields.get("variant", game.default_variant),
            "rules": self._rules(game) or study_fields.get("rules", ()),
            "players": players,
        }
        self._check_winner(game, players)

    def _players(self, game: Game) -> int:
        """Return the number of players; `_UNKNOWN` if the row does not show it."""
        last = 0
        for seat in range(1, game.seats[1] + 1):
            if self._texts.get(f"seat_{seat}") or self._texts.get(f"score_{seat}"):
                last = seat
        players: int = self.values["players"] or (last if last >= game.seats[0] else _UNKNOWN)
        if 0 < players < last:
            self._refuse("players", f"{last} or more, for seat {last} is filled in")
        return players

    def _check_winner(self, game: Game, players: int) -> None:
        """Refuse a winner without the highest score in a game that the highest score wins."""
        seats = range(1, game.seats[1] + 1)[:players]
        scores = [self.values[f"score_{seat}"] for seat in seats]
        if not scores or None in scores or game.winners is not highest_scorers:
            return
        if any(scores[seat - 1] < max(scores) for seat in self.winners):
            self._refuse("winner", f"who has most points, {max(scores):g}")

    def fits(self, name: str, value: Any) -> bool:
        """Return True if the game may have been played with a variant, rules or players."""
        if name == "players":
            # The column won names no seats, so it fits every number of players.
            named_seats = [] if self._texts.get("won") else self.winners
            if max(named_seats, default=0) > value:
                return False
        return self.setup[name] in (_UNKNOWN, value)

    def nameless(self, players: int) -> dict[str, str]:
        """Return the cells by column, without names and without what the study sets."""
        removed = ("seat_", "variant", "rules", "won")
        cells = {
            column: text for column, text in self._texts.items() if not column.startswith(removed)
        }
        winners = [str(seat) for seat in self.winners if seat <= players]
        winner = "+".join(winners)
        if not winners and self.has_winner:
            winner = "0"
        return {**cells, "players": str(players), "winner": winner}

    def _refuse(self, column: str, allowed: str) -> NoReturn:
        place = self._sheet.cell(column, self.number)
        raise UsageError(f"{place} is {self._texts[column]!r}; allowed: {allowed}")

    def _value(self, column: str, kind: Option) -> Any:
        """Return the value of a cell; None if it is empty."""
        text = self._texts.get(column, "").replace("\N{MINUS SIGN}", "-")
        text = re.sub(r"(?<=\d)\.0+$", "", text)  # spreadsheets may write whole numbers like this
        if not text:
            return None
        try:
            return kind.parse(text)
        except UsageError:
            allowed = kind.allowed
            if isinstance(kind, Real):
                allowed += ", with a point as in 7.5"
            self._refuse(column, f"{allowed}; leave the cell empty if unknown")

    def _rules(self, game: Game) -> tuple[str, ...]:
        """Return the changed rules, each as after ``--rule``."""
        texts = filter(None, re.split(" *; *", self._texts.get("rules", "")))
        try:
            return tuple(assignments_of(game.options, _changes(game, texts)))
        except UsageError as error:
            self._refuse("rules", f"changed rules with ; between ({error})")

    def _has_won(self) -> bool:
        """Return True if the group won, by the column won."""
        text = self._texts["won"].casefold()
        if text not in _WON:
            self._refuse("won", "yes or no")
        return _WON[text]

    def _winners(self, game: Game, players: int) -> list[int]:
        """Return the seats that won, named by number, by player or by side.

        A side is its first seat, because all its seats win together.
        """
        player_by_seat = {
            seat: self._texts.get(f"seat_{seat}", "") for seat in range(1, players + 1)
        }
        seat_by_player = {
            player.casefold(): seat for seat, player in player_by_seat.items() if player
        }
        for seat, player in player_by_seat.items():
            if player and seat_by_player[player.casefold()] != seat:
                self._refuse(f"seat_{seat}", "a name that no other seat has")
        if self._texts.get("won"):
            return list(player_by_seat) if self._has_won() else []

        text = self._texts.get("winner", "").casefold()
        if not text or (text in _NOBODY and text not in seat_by_player):
            return []
        parts = [text] if text in seat_by_player else re.split(" *[+&/] *", text)
        sides = _seat_by_side(game, players)
        numbers = {str(seat): seat for seat in player_by_seat}
        known = {**numbers, **sides, **seat_by_player}
        winners = [known.get(part, 0) for part in parts]
        if 0 in winners:
            named = [*sides, *filter(None, player_by_seat.values())]
            names = listed(named or ["who sat there"], "or")
            self._refuse("winner", f"a seat from 1 to {players}, or {names}; 1+3 share a win")
        return winners
