"""Games of a playtest: a log of real ones, in which cells may be missing, and simulated ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from reports.figures.figure import COUNTS, LENGTH, MEAN, MINUTES, SEATS, SIDES, TURNS, WIN_RATE
from reports.writing.wording import counted, listed
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.kit.seats import highest_scorers, lowest_scorers
from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.rules.kinds import Choice, Option, Real, Whole
from simulate.rules.spreadsheets import Sheet, read_sheet
from simulate.rules.values import assignments_of, combine_changes, parse_assignment

#: The values of games; NaN where one is not known.
Values = np.ndarray[Any, np.dtype[np.float64]]
#: Such values by the path of the figure that is their mean.
Columns = dict[str, Values]
ROUNDS = f"{LENGTH}.rounds.{MEAN}"
#: The final score of the winner of a game, or the mean of those who share the win; and the mean of
#: all other seats.
WINNER_SCORE, OTHERS_SCORE = "winner_score", "others_score"
#: The paths of what has one number a game; those of counts are their columns.
LENGTHS = {"turns": TURNS, "rounds": ROUNDS, "minutes": MINUTES}


#: Words for a game that nobody won, in the column winner.
_NOBODY = ("none", "nobody", "no one", "0", "-")
#: Words in the column won of a game that all play together.
_WON = dict.fromkeys(("yes", "y", "true", "won", "1"), True)
_WON |= dict.fromkeys(("no", "n", "false", "lost", "0"), False)


def win_paths(game: Game, players: int) -> list[str]:
    """Return the paths of how often each seat wins, or each side where seats win together."""
    sides = max(game.side_of(players)) + 1
    kind = SEATS if sides == players else SIDES
    return [f"{kind}.{number}.{WIN_RATE}" for number in range(1, sides + 1)]


def _are_together(game: Game) -> bool:
    """Return whether all seats play together against the game."""
    return max(game.side_of(game.seats[1])) == 0


def _seat_by_side(game: Game, players: int) -> dict[str, int]:
    """Return the first seat of each side by the name of the side; none where seats are rivals."""
    sides = game.side_of(players)
    if len({*sides}) == players:
        return {}
    return {f"side {side + 1}": sides.index(side) + 1 for side in {*sides}}


def known_in(column: Values) -> Values:
    """Return the values that are known."""
    return column[np.isfinite(column)]


def make_columns(game: Game, single: Mapping[str, Any], won: Any, scores: Any) -> Columns:
    """Return the columns of games.

    Parameters
    ----------
    game
        The game.
    single
        Values by name, each an array of shape (games,).
    won
        Whether each seat won, of shape (games, seats); NaN if that is not known.
    scores
        The final score of each seat, of shape (games, seats); NaN if it is not known.

    Returns
    -------
    Columns
        Arrays of shape (games,), by the paths of figures.
    """
    side_of = game.side_of(np.shape(won)[1])
    wins = row.sums_by_side(np.asarray(won, float), side_of)
    won = np.minimum(wins, 1.0)  # all seats of a side win together
    scores = row.sums_by_side(np.asarray(scores, float), side_of)
    winner = _winner_scores(game, won, scores)
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    columns = {
        **{LENGTHS.get(name, name): np.asarray(each, float) for name, each in single.items()},
        WINNER_SCORE: winner,
        **dict(zip(win_paths(game, len(side_of)), shares.T, strict=True)),
    }
    if scores.shape[1] > 1:
        columns[OTHERS_SCORE] = (scores.sum(axis=1) - winner) / (scores.shape[1] - 1)
    return columns


def _winner_scores(game: Game, won: Values, scores: Values) -> Values:
    """Return the mean score of the seats, or the score of the side, that won each game.

    Where nobody won, it is the best score. Where the winner is not known, it is the best score if
    that always wins the game, and else NaN.
    """
    best = scores.min(axis=1) if game.lower_leads else scores.max(axis=1)
    winners = won.sum(axis=1)
    means = np.where(won > 0, scores, 0).sum(axis=1) / np.maximum(winners, 1)
    best_wins = game.winners in (highest_scorers, lowest_scorers)
    unknown = best if best_wins else np.full(len(best), nan)
    return np.where(np.isnan(winners), unknown, np.where(winners > 0, means, best))


class SimulatedGames:
    """Keeps what a log may tell of each game that is played (`simulate.play.journal.Watcher`)."""

    def __init__(self) -> None:
        self._games: list[list[int]] = []

    def add(self, results: Integers) -> None:
        """Take the next games."""
        self._games += results.tolist()

    def state(self) -> list[list[int]]:
        """Return all that was taken."""
        return list(self._games)

    def restore(self, state: list[list[int]]) -> bool:
        """Hold again what was taken."""
        self._games = list(state)
        return True

    def columns(self, game: Game, players: int) -> Columns:
        """Return the columns of the games that were finished."""
        games = np.array(self._games)
        done = games[games[:, row.FINISHED] > 0].T
        single = {"turns": done[row.TURNS], "rounds": done[row.ROUNDS]}
        for place, one in enumerate(game.counts, row.COUNTS):
            single[f"{COUNTS}.{one.name}"] = done[place] / one.parts
        won = done[row.WINNERS][:, None] >> np.arange(players) & 1
        scores = done[row.SCORES : row.SCORES + players].T / game.score_parts
        return make_columns(game, single, won, scores)


#: The most games that are read, whose like are drawn many times, and the largest number in a cell.
MOST_LOGGED, _MOST = 300, 1_000_000
#: Of players, where a row does not tell how many.
_UNKNOWN = 0


@dataclass(frozen=True)
class PlaytestLog:
    """Games of one number of players by the same rules; who they were is not kept."""

    games: int
    columns: Columns = field(repr=False)
    #: The sheet, by column, with seats in place of names.
    nameless: Sequence[Mapping[str, str]] = field(default=(), repr=False)
    #: Which games were left out and why, in a sentence; empty for none.
    left_out: str = ""
    #: The fields of a study, players, variant and rules, that the study did not say itself.
    table: Mapping[str, Any] = field(default_factory=dict)

    def column(self, path: str) -> Values:
        """Return what is known of each game, which may be nothing."""
        return self.columns.get(path, np.full(self.games, nan))


def columns_for(game: Game, players: int, values: Mapping[str, Any] | None = None) -> list[str]:
    """Return the columns that a log of so many players can have, by rules with these values."""
    idle = {f"{COUNTS}.{one.name}" for one in game.counts if values and not one.applies(values)}
    seats = [f"seat_{seat}" for seat in range(1, players + 1)]
    won = ["won"] if _are_together(game) else []
    kinds = [column for column in _kinds(game, players) if column not in idle]
    return ["date", *seats, "winner", *won, "rules", *kinds]


def _kinds(game: Game, players: int) -> dict[str, Option]:
    """Return what a cell can hold, by the columns for which that is one number or word."""

    def number(least: float, most: float = _MOST, parts: int = 1) -> Option:
        kind: Any = Whole if parts == 1 else Real
        return kind(meaning="", default=least, minimum=least, maximum=most)  # type: ignore[no-any-return]

    variants, scores = tuple(game.variants), number(-_MOST, parts=game.score_parts)
    return {
        "variant": Choice(meaning="", default=variants[0], choices=variants),
        "players": number(*game.seats),
        **{f"score_{seat}": scores for seat in range(1, players + 1)},
        "turns": number(1),
        "rounds": number(1),
        "minutes": number(0.1, parts=0),
        **{f"{COUNTS}.{o.name}": number(-_MOST * o.signed, parts=o.parts) for o in game.counts},
    }


def read_log(path: Path, game: Game, said: Mapping[str, Any], usual: int) -> PlaytestLog:
    """Read a log: its games with the players, variant and rules that a study `said`.

    What it did not say is as in most games, players else as `usual`; a row that says nothing of
    variant or rules has those of the study. `UsageError` names the cell that is wrong and what is
    allowed there.
    """
    sheet = read_sheet(path, row_name="game", example="winner,turns,minutes")
    check_columns(path, sheet.columns, game)
    if len(sheet.rows) > MOST_LOGGED:
        raise UsageError(f"{path} has {len(sheet.rows):,} games; give at most {MOST_LOGGED:,}")
    rows = every = [_Row(sheet, row, game, said) for row in sheet.rows]
    table: dict[str, Any] = {}
    for what, otherwise in (("variant", game.default_variant), ("rules", ()), ("players", usual)):
        told = Counter(row.table[what] for row in rows if row.table[what] != _UNKNOWN)
        wanted = said.get(what) or (told.most_common(1)[0][0] if told else otherwise)
        table[what], rows = wanted, [row for row in rows if row.fits(what, wanted)]
    if not rows:
        asked = ", ".join([counted(table["players"], "player"), table["variant"], *table["rules"]])
        raise UsageError(f"{path} has no game of {asked}; log one, or choose others")
    players = table["players"]
    seats = range(1, players + 1)
    won = [[seat in row.winners if row.tells_winner else nan for seat in seats] for row in rows]
    scores = [[row.values[f"score_{seat}"] for seat in seats] for row in rows]
    names = [one for one in rows[0].values if one in LENGTHS or one.startswith(COUNTS)]
    found = make_columns(game, {o: [row.values[o] for row in rows] for o in names}, won, scores)
    columns = {figure: each for figure, each in found.items() if np.isfinite(each).any()}
    if not columns:
        raise UsageError(
            f"{path} says nothing that can be compared; fill in winner, all scores, turns, rounds "
            "or minutes"
        )
    others = [str(row.number) for row in every if row not in rows]
    where = f"row{'s' * (len(others) > 1)} {listed(others)} of the log"
    left_out = f"Left out, of other players or rules: {where}." if others else ""
    if blank := [str(row.number) for row in rows if row.is_blank_loss]:
        lost = f"row{'s' * (len(blank) > 1)} {listed(blank)}"
        left_out = f"{left_out} Read as lost, for no winner is named: {lost} of the log.".strip()
    nameless = [row.nameless(players) for row in rows]
    fields = {what: one for what, one in table.items() if not said.get(what)}
    if "rules" in fields:
        fields["rules"] = _changes(game, fields["rules"])
    return PlaytestLog(len(rows), columns, nameless, left_out, fields)


def check_columns(path: Path, columns: Iterable[str], game: Game) -> None:
    """Raise `UsageError` for a column that no log of a game has."""
    known = columns_for(game, game.seats[1])
    for column in columns:
        if _full_name(column, game) not in known:
            raise unknown("column", column, known, f" in {path}")


def _full_name(column: str, game: Game) -> str:
    """Return the name of a column, which for a count of the game is its path."""
    return f"{COUNTS}.{column}" if column in {one.name for one in game.counts} else column


def check_row(
    path: Path, number: int, told: Mapping[str, str], game: Game, said: Mapping[str, Any]
) -> None:
    """Raise `UsageError` for what is wrong in a row that a log is to have, as `read_log` does."""
    sheet = Sheet(str(path), {column: place for place, column in enumerate(told)}, (), ())
    _Row(sheet, (number, tuple(told.values())), game, said)


def _changes(game: Game, texts: Iterable[str]) -> dict[str, Any]:
    """Return the changes of rules that are each told as after ``--rule``."""
    changes: dict[str, Any] = {}
    for name, value in (parse_assignment(game.options, text, game.name) for text in texts):
        changes = combine_changes(game.options, changes, {name: value})
    return changes


class _Row:
    """What a row says: `values` of cells that hold one each, and what is known of its `table`."""

    def __init__(
        self, sheet: Sheet, row: tuple[int, Sequence[str]], game: Game, said: Mapping[str, Any]
    ) -> None:
        self._sheet, (self.number, cells) = sheet, row
        self._texts = {
            _full_name(column, game): cells[place] for column, place in sheet.columns.items()
        }
        self._together = _are_together(game)
        kinds = _kinds(game, game.seats[1])
        self.values = {column: self._value(column, kind) for column, kind in kinds.items()}
        seats = range(1, game.seats[1] + 1)
        texts = (self._texts.get(f"seat_{n}") or self._texts.get(f"score_{n}") for n in seats)
        last = max((n for n, text in zip(seats, texts, strict=True) if text), default=0)
        players = self.values["players"] or (last if last >= game.seats[0] else _UNKNOWN)
        if 0 < players < last:
            self._refuse("players", f"{last} or more, for seat {last} is filled in")
        self.winners = self._winners(game, players or seats[-1])
        named = self._texts.get("winner", "") or self._texts.get("won", "")
        #: Whether the row counts as lost: all play together, and no winner is named.
        self.is_blank_loss = self._together and not named and "winner" in self._texts
        self.tells_winner = bool(named) or self.is_blank_loss
        variant = self.values["variant"] or said.get("variant", game.default_variant)
        rules = self._rules(game) or said.get("rules", ())
        self.table: dict[str, Any] = {"variant": variant, "rules": rules, "players": players}
        scores = [self.values[f"score_{seat}"] for seat in seats[:players]]
        told = scores and None not in scores and game.winners is highest_scorers
        if told and any(scores[seat - 1] < max(scores) for seat in self.winners):
            self._refuse("winner", f"who has most points, {max(scores):g}")

    def fits(self, what: str, wanted: Any) -> bool:
        """Tell whether that may have been played, as `table` has it."""
        # The column won names no seats, so it fits every number of players.
        named = [] if self._texts.get("won") else self.winners
        seated = what != "players" or max(named, default=0) <= wanted
        return bool(seated and self.table[what] in (_UNKNOWN, wanted))

    def nameless(self, players: int) -> dict[str, str]:
        """Return the texts by column, without names, and without rules that a study says."""
        gone = ("seat_", "variant", "rules", "won")
        kept = {column: one for column, one in self._texts.items() if not column.startswith(gone)}
        winners = [str(seat) for seat in self.winners if seat <= players]
        winner = "+".join(winners) or ("0" if self.tells_winner else "")
        return {**kept, "players": str(players), "winner": winner}

    def _refuse(self, column: str, allowed: str) -> NoReturn:
        where = self._sheet.cell(column, self.number)
        raise UsageError(f"{where} is {self._texts[column]!r}; allowed: {allowed}")

    def _value(self, column: str, kind: Option) -> Any:
        """Return what a cell says; ``None`` for nothing."""
        text = self._texts.get(column, "").replace("\N{MINUS SIGN}", "-")
        text = re.sub(r"(?<=\d)\.0+$", "", text)  # as spreadsheets may write whole numbers
        try:
            return kind.parse(text) if text else None
        except UsageError:
            point = ", with a point as in 7.5" * isinstance(kind, Real)
            self._refuse(column, f"{kind.allowed}{point}; nothing if not known")

    def _rules(self, game: Game) -> tuple[str, ...]:
        texts = filter(None, re.split(" *; *", self._texts.get("rules", "")))
        try:
            return tuple(assignments_of(game.options, _changes(game, texts)))
        except UsageError as error:
            self._refuse("rules", f"changed rules with ; between ({error})")

    def _has_won(self) -> bool:
        """Return whether the group won, by the column won."""
        text = self._texts["won"].casefold()
        if text not in _WON:
            self._refuse("won", "yes or no")
        return _WON[text]

    def _winners(self, game: Game, players: int) -> list[int]:
        """Return the seats that won, by their numbers, the names of players, or their sides.

        Of a side it is the first seat, for all its seats win together.
        """
        seats = {n: self._texts.get(f"seat_{n}", "") for n in range(1, players + 1)}
        names = {name.casefold(): seat for seat, name in seats.items() if name}
        for seat, name in seats.items():
            if name and names[name.casefold()] != seat:
                self._refuse(f"seat_{seat}", "a name that no other seat has")
        text = self._texts.get("winner", "").casefold()
        if self._texts.get("won"):
            return list(seats) if self._has_won() else []
        if text in _NOBODY and text not in names:
            return []
        parts = [text] if text in names else re.split(" *[+&/] *", text) if text else []
        sides = _seat_by_side(game, players)
        known = {**{str(seat): seat for seat in seats}, **sides, **names}
        found = [known.get(part, 0) for part in parts]
        if 0 in found:
            told = listed([*sides, *(filter(None, seats.values()))] or ["who sat there"], "or")
            self._refuse("winner", f"a seat from 1 to {players}, or {told}; 1+3 share a win")
        return found
