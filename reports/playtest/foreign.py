"""Converting logs of apps, websites, forms and spreadsheets to rows with a template's columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reports.figures.figure import COUNTS
from reports.playtest.caveats import frequency
from reports.playtest.games import BY_SCORE, say_winners_by_score
from reports.playtest.reading import (
    SCORES,
    WHO_PLAYED,
    WHO_WON,
    WON_OR_LOST,
    LogReading,
    with_share,
)
from reports.playtest.wins import LogWins
from reports.writing.wording import counted
from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.seats import lowest_scorers
from simulate.logs import seats
from simulate.logs.play_table import LONG, WIDE
from simulate.logs.plays import LoggedPlay, LoggedPlayer, PlayLog
from simulate.logs.reading import best_scorers, choose_game, known_winners, read_log_file
from simulate.logs.result_words import NOBODY
from simulate.logs.seats import SeatedLog
from simulate.logs.spellings import count_spellings
from simulate.logs.values import format_number

#: The name of a column that templates lack. It says which seats of a game are known, if not all.
SEATING = "seating"
#: The text in that column for a game with unknown seats. Its players are in any order.
NO_SEATS = "unknown"
#: The text in that column for a game in which only the start player is known, who gets seat 1.
ONLY_FIRST = "start player"
#: The texts in that column by the way in which the seats of a play are known.
_SEATINGS = {seats.UNKNOWN: NO_SEATS, seats.START_ONLY: ONLY_FIRST}


@dataclass(frozen=True)
class ForeignRow:
    """A play of a log as the texts of a template's columns."""

    play: LoggedPlay
    #: The texts of its cells, by the name of the template's column.
    texts: Mapping[str, str]

    @property
    def name(self) -> str:
        """The place of the play in its file, such as "row 5" or "play 3"."""
        return " ".join(self.play.place.play.split()[:2])

    def name_cell(self, column: str) -> str:
        """Return in words where the file has the value for a template's column."""
        name, _, seat = column.rpartition("_")
        meaning = {"seat": f"name {seat}", "score": f"score {seat}"}.get(name, column)
        return self.play.place.name(meaning)


def read_foreign_log(
    path: Path, game: Game, chosen: Mapping[str, str]
) -> tuple[list[ForeignRow], LogReading, list[str]]:
    """Return the plays of a log, a summary of what was read, and sentences on plays left out.

    Parameters
    ----------
    path
        The log; see `read_log_file`.
    game
        The game.
    chosen
        The headings that the user chose, by meaning.

    Raises
    ------
    UsageError
        If the log cannot be read, has several games and none is chosen, has no play with a number
        of players that the game allows, or the teams of a play do not fit the sides of the game.
    """
    counts = [count.name for count in game.counts]
    log, wanted = read_log_file(path, chosen, [*counts, *(f"{COUNTS}.{name}" for name in counts)])
    log = choose_game(log, wanted, [game.title, game.name])
    least, most = game.seats
    plays = [play for play in log.plays if not play.size or least <= play.size <= most]
    left_out = [*log.notes, *count_spellings(log)]
    other_sizes = len(log.plays) - len(plays)
    if other_sizes:
        games = "1 game" if other_sizes == 1 else f"{other_sizes:,} games"
        left_out.append(f"Left out: {games} with more or fewer players than {game.title} allows.")
    if least < most and any(play.size for play in plays):
        sized = [play for play in plays if play.size]
        if len(sized) < len(plays):
            games = counted(len(plays) - len(sized), "game")
            left_out.append(f"Left out: {games} whose number of players is unknown.")
        plays = sized
    if not plays:
        raise UsageError(
            f"{log.label} has no game with {least} to {most} players, as {game.title} allows; name "
            "a log with such games"
        )
    seated = seats.seat_players(replace(log, plays=tuple(plays)))
    writer = _PlayWriter(game, seated.way)
    rows = [ForeignRow(play, writer.texts(play)) for play in seated.plays]
    notes = [*seated.notes_for(is_group=writer.is_group), *writer.notes]
    values = writer.values(seated.plays, rows)
    label = Path(log.label).name
    people = "" if writer.is_group else _describe_people(seated)
    reading = LogReading(label, _kind(log), len(rows), values, log.unread, notes, people)
    return rows, reading, left_out


def _describe_people(log: SeatedLog) -> str:
    """Return a sentence on the wins of one person, those least likely by chance, without a name.

    It is empty if the log does not show who played and won.
    """
    # The sentence has no ranges, so their confidence does not matter.
    people = LogWins(log, confidence=0.95).people
    if people is None:
        return ""
    person = people.outstanding
    fair = f"{person.fair * person.games:,.1f}".removesuffix(".0")
    return (
        f"By person: the one who stands out most won {person.wins:,} of "
        f"{counted(person.games, 'game')}; {fair} would be fair. Even among equal players, this "
        f"happens in {frequency(people.p_of_any)}."
    )


def _kind(log: PlayLog) -> str:
    """Return the format of a log in words, with the game if the log has only one."""
    [(game, _)] = Counter(play.game for play in log.plays).most_common(1)
    return f"{log.kind}, {game}" if game and log.kind not in (LONG, WIDE) else log.kind


class _PlayWriter:
    """Writes plays as the texts of a template's columns.

    Parameters
    ----------
    game
        The game.
    way
        The way in which seats are known: one of the constants of `simulate.logs.seats`.
    """

    def __init__(self, game: Game, way: str) -> None:
        self._game = game
        self._way = way
        self.is_group = max(game.side_of(game.seats[1])) == 0
        self._unplaced = 0
        self._sideless = 0
        self._together = 0
        self._scored = 0
        self._ownerless = 0

    @property
    def notes(self) -> list[str]:
        """Sentences on winners that were not read, or are those with the best score.

        They are about all plays that were passed to `texts` before.
        """
        notes = []
        if self._scored:
            notes.append(say_winners_by_score(self._game, self._scored))
        if self._unplaced:
            games = "1 game" if self._unplaced == 1 else f"{self._unplaced:,} games"
            notes.append(
                f"The winner of {games} is not read, because no column shows who sat where."
            )
        if self._sideless:
            games = "1 game" if self._sideless == 1 else f"{self._sideless:,} games"
            notes.append(
                f"Winners and scores of {games} are not read, because no column shows which side "
                "each player was on."
            )
        if self._ownerless:
            notes.append(
                f"The score of {counted(self._ownerless, 'game')} is not read, because it does not "
                "say which player has it."
            )
        if self._together:
            notes.append(
                f"Won or lost is not read, because it does not say which player of "
                f"{self._game.title} won."
            )
        return notes

    def texts(self, play: LoggedPlay) -> dict[str, str]:
        """Return the texts of a play by column; raise `UsageError` if teams do not fit sides."""
        if not self.is_group:
            play = self._by_side(play)
        numbers = {"minutes": play.minutes, "rounds": play.rounds, "turns": play.turns}
        texts = {"date": play.date[:10], "players": str(play.size) if play.size else ""}
        texts |= {name: format_number(value) for name, value in numbers.items() if value}
        if self._lacks_sides(play):
            self._sideless += 1
            return {**texts, **play.texts}
        for seat, player in enumerate(play.players, 1):
            if player.score is not None:
                texts[f"score_{seat}"] = format_number(player.score)
        if play.score is not None:
            if (play.size or self._game.seats[1]) == 1:
                texts["score_1"] = format_number(play.score)
            else:
                self._ownerless += 1
        texts |= self._group_result(play) if self.is_group else self._winner(play)
        if play.seating in _SEATINGS and not self.is_group:
            texts[SEATING] = _SEATINGS[play.seating]
        return {**texts, **play.texts}

    def _lacks_sides(self, play: LoggedPlay) -> bool:
        """Return True if a play of a game with sides does not show which side each player was on.

        The sides of a game that all players win together do not matter.
        """
        side_of = self._game.side_of(play.size) if play.size else ()
        has_sides = 1 < len({*side_of}) < len(side_of)
        return has_sides and play.seating in _SEATINGS

    def _group_result(self, play: LoggedPlay) -> dict[str, str]:
        """Return the cell that shows whether the players won together, by the name of its column.

        The column is "won" or "winner". The dictionary is empty if the result is unknown.
        """
        marks = [player.won for player in play.players if player.won is not None]
        won = play.won
        if won is None and marks:
            won = any(marks)
        if won is not None:
            return {"won": "yes" if won else "no"}
        # In a game that all players win together, an empty winner's cell is a lost game.
        return {"winner": play.winner} if play.winner or "winner" in play.place.columns else {}

    def _winner(self, play: LoggedPlay) -> dict[str, str]:
        """Return the cells of a template that say who won a play, by column.

        They are the cell in the column ``winner`` and, if that contains a name, the cells with the
        players' names. The dictionary is empty if the winner is not known.
        """
        self._together += play.won is not None
        winners = known_winners(play)
        if winners is None and not play.winner and self._game.winners in BY_SCORE:
            winners = best_scorers(play, lowest_wins=self._game.winners is lowest_scorers)
            self._scored += winners is not None
        if winners is not None:
            return {"winner": "+".join(str(index + 1) for index in winners)}
        if play.is_draw and play.size == 2:
            return {"winner": "1+2"}
        if not play.winner:
            return {}
        names = {
            f"seat_{seat}": player.name
            for seat, player in enumerate(play.players, 1)
            if player.name
        }
        if not names and not self._is_seat_or_side(play):
            self._unplaced += 1
            return {}
        return {"winner": play.winner, **names}

    def _is_seat_or_side(self, play: LoggedPlay) -> bool:
        """Return True if a winner's text starts with a number or is a side or a word for nobody."""
        text = play.winner.casefold()
        return text in NOBODY or text[:1].isdecimal() or text.startswith("side ")

    def _by_side(self, play: LoggedPlay) -> LoggedPlay:
        """Return a play whose teams sit in the seats of the game's sides.

        Raise `UsageError` if this is impossible and the winners are on several sides.
        """
        side_of = self._game.side_of(play.size) if play.size else ()
        if len({*side_of}) == len(side_of) or len(side_of) != len(play.players):
            return play
        if self._way != seats.NUMBERED and any(player.team for player in play.players):
            return self._reseat(play, side_of)
        winners = known_winners(play) or []
        sides = {side_of[index] for index in winners}
        if len(sides) < 2 or len(winners) == len(play.players):
            return play
        return self._reseat(play, side_of)

    def _reseat(self, play: LoggedPlay, side_of: Sequence[int]) -> LoggedPlay:
        """Return a play with its teams in the seats of sides; `UsageError` if they do not fit."""
        players: tuple[LoggedPlayer, ...] | None = None
        if self._way != seats.NUMBERED:
            players = seats.players_by_side(play.players, side_of)
        if players is None:
            raise UsageError(
                f"{play.place.name('winner')}: the teams do not fit the sides of "
                f"{self._game.title}; log the seat of each player"
            )
        return replace(play, players=players)

    def values(self, plays: Sequence[LoggedPlay], rows: Sequence[ForeignRow]) -> list[str]:
        """Return the names of the values that the plays have, as `LogReading.values` lists them."""
        values = []
        named = [any(player.name for player in play.players) for play in plays]
        if any(named):
            values.append(with_share(WHO_PLAYED, named))
        elif any(play.size for play in plays):
            values.append("the number of players")
        has_seats = any(play.players for play in plays) and self._way != seats.UNKNOWN
        if not self.is_group and has_seats:
            values.append(self._way)
        result = [bool({"winner", "won"} & row.texts.keys()) for row in rows]
        scores = [any(column.startswith("score_") for column in row.texts) for row in rows]
        known = {
            WON_OR_LOST if self.is_group else WHO_WON: result,
            SCORES: scores,
            **{
                name: [name in row.texts for row in rows] for name in ("minutes", "rounds", "turns")
            },
        }
        values += [with_share(name, games) for name, games in known.items() if any(games)]
        values += sorted({column for row in rows for column in row.play.texts})
        return values
