"""The plays of a log, in the same form for every format of file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class LoggedPlayer:
    """A player of a play. Values that the log does not show are empty, 0 or None."""

    name: str = ""
    #: The number of the seat, from 0 or 1, or None if the log does not show it.
    seat: int | None = None
    score: float | None = None
    #: The final place, 1 for the winner; 0 if the log does not show it.
    rank: int = 0
    #: True or False if the log marks the winners, None if it does not.
    won: bool | None = None
    #: The faction, role, character or color.
    role: str = ""
    team: str = ""
    #: True if the log marks this player as the start player.
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class PlayPlace:
    """The place of a play in its file, for messages."""

    #: The name of the file.
    label: str
    #: The play in the words of the file, such as "row 5" or "play 3".
    play: str
    #: The number of the row in a table; 0 for other formats.
    row: int = 0
    #: The letters and headings of the columns of a table by meaning; empty for other formats.
    columns: Mapping[str, tuple[str, str]] = field(default_factory=lambda: MappingProxyType({}))

    def name(self, meaning: str) -> str:
        """Return the place of a value, such as ``log.csv: cell C5 (Sieger)``."""
        if meaning in self.columns:
            letters, heading = self.columns[meaning]
            return f"{self.label}: cell {letters}{self.row} ({heading})"
        return f"{self.label}: {self.play} ({meaning})"


@dataclass(frozen=True, slots=True)
class LoggedPlay:
    """A play of a log. Values that the log does not show are empty, 0 or None."""

    place: PlayPlace
    #: The name of the game that was played.
    game: str = ""
    date: str = ""
    #: The players in the order of the log.
    players: tuple[LoggedPlayer, ...] = ()
    #: False if the players are listed by their final places or by their names, not by their seats.
    may_list_seats: bool = True
    #: The number of players.
    size: int = 0
    #: The winner in the words of the log, if the play lists no player with that name.
    winner: str = ""
    #: True if the log calls the play a draw, but does not show who shared the win.
    is_draw: bool = False
    #: True or False if the log says whether all players together won.
    won: bool | None = None
    #: The score of the only player, or of all players together.
    score: float | None = None
    minutes: float | None = None
    rounds: float | None = None
    turns: float | None = None
    #: True or False if the log says whether the start player won, without listing the players.
    starter_won: bool | None = None
    #: True if the lowest score wins, False if the highest does; None if the log does not show it.
    lowest_wins: bool | None = None
    #: The way in which the seats of the players are known; see `simulate.logs.seats`.
    seating: str = ""
    #: The texts of the columns that are specific to the game, such as its counts, by column.
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class PlayLog:
    """The plays of a file."""

    #: The name that messages use for the file.
    label: str
    #: The format in words, such as "BG Stats export".
    kind: str
    plays: tuple[LoggedPlay, ...]
    #: The columns or fields that were not read.
    unread: tuple[str, ...] = ()
    #: Sentences on plays that were left out and on values that were assumed.
    notes: tuple[str, ...] = ()
    #: The names that are spelled in several ways, each as "person", "role" or "team" and its
    #: spellings.
    spellings: tuple[tuple[str, tuple[str, ...]], ...] = ()
