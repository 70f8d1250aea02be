"""The contract of games (`Game`), and finding a game by its name or its file.

A game is a module with a constant ``GAME``. The module is in `simulate/games/`, in an installed
package with an entry point in the group ``fathom.games``, or a file of the user.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache, cached_property, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from simulate.errors import FathomError, UsageError, find_unprintable, printable_text, unknown
from simulate.kit.chance import SOURCE
from simulate.kit.groups import Grouping, count_sets, make_note_sets
from simulate.kit.layout import SEATS, Layout
from simulate.kit.menu import menu_layout, only_meaning
from simulate.kit.seats import (
    deal_with_head_start,
    each_seat,
    highest_scorers,
    lowest_scorers,
    open_scores,
)
from simulate.packed_games import code_file, is_packed
from simulate.rules.kinds import Option, Value
from simulate.rules.values import (
    COPIES_OF,
    FORBID,
    HEAD_START,
    MOST_TURNS,
    SECONDS_PER_TURN,
    Variant,
    common_options,
    copies_of,
    forbid,
    head_start,
    resolve,
    rules_dtype,
)
from simulate.strategy import Strategy
from simulate.user_files import CODE, content_digest, load_file, load_plug_in

ENTRY_POINTS = "fathom.games"
#: The package with the bundled games. It is not imported here, because its modules import this one.
_GAMES = "simulate.games"
#: The default number of players, in games that allow it.
DEFAULT_PLAYERS = 4
#: The default number of games of a study. With it, two cores play most bundled games within about
#: ten seconds.
DEFAULT_GAMES = 20_000
#: The maximum number of characters of a game's name and of its title.
LONGEST_NAME = 80
#: The default strategy of games without strategies of their own: a quick search.
FORESIGHT = "search(rollouts=8, doubt=0)"


class Snapshot(NamedTuple):
    """A game at one moment, as NumPy records."""

    #: The record that everybody sees.
    table: Any
    #: An array with a record for each seat, which only that seat sees.
    own: Any
    #: The record that nobody sees.
    hidden: Any


class Drawn(str):
    """A line of a teller that is part of a drawing. Unlike a sentence, it is not wrapped."""


class Aside(str):
    """A line of a teller about an event that does not change points, such as drawing a card.

    Descriptions of turning points omit it.
    """


class Key(str):
    """A line of a teller that explains the letters and signs of a drawing.

    Replays print it once, with the first table. The page of `explore` shows it at every turn.
    """


class Scored(str):
    """A line of a teller that says what points consist of, such as "3 + 4 = 7 points for 2 cards".

    Short descriptions of a turn keep it, even if they omit other lines.
    """


class TieBreak(str):
    """A line of a teller that explains how a tie was broken. It is shown again with the winner."""


class Teller(Protocol):
    """The interface of objects that describe a game for people, in replays, errors and tests.

    The methods are plain Python. Their ``rules`` are the rules record. An action can be
    `simulate.kit.menu.PASS` in games that have turns without a decision.
    """

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Return a description of an action of the seat to act, such as "lays red 4 on the centre".

        It may be an `Aside`.
        """

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Return lines that describe the table and the hands of the seats numbered in `hands`.

        Some may be `Drawn` or `Key`.
        """

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Return a short description of what only this seat sees; empty if that is nothing."""
        return ""

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Return lines about the consequences of an action.

        Some may be `Aside`, `Scored` or `TieBreak`.
        """

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence that explains why standings were taken after an action.

        It is empty if none were taken, or if the only reason is that every seat had a turn.
        """
        return ""

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Return a sentence that explains why the game ended after an action."""

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Return the total number of each component in all places, by the component's name.

        The totals are the same after every action, unless the game has a bug.
        """


@runtime_checkable
class DetailedTeller(Protocol):
    """The further methods of a `Teller` that describes what happens within an action."""

    def for_game(self, rules: Any, dealt: Snapshot) -> Teller:
        """Return the teller of a single game; `dealt` is the game before its first action."""

    def aftermath_of_states(self, rules: Any, states: Sequence[Snapshot], action: int) -> list[str]:
        """Return the lines of `aftermath`, from all states during an action, first to last."""

    def points_from(self, rules: Any, after: Snapshot) -> list[str]:
        """Return lines on what the final points of the seats consist of; empty if unknown."""


def score_in_words(score: int, parts: int) -> str:
    """Return a score in the game's own unit as text, such as "12" or "9.5".

    Parameters
    ----------
    score
        The score as compiled code counts it, in parts of a unit.
    parts
        The number of parts in a unit.
    """
    units = score / parts
    return f"{units:.{max(6, len(f'{abs(units):.0f}') + 1)}g}"


def with_unit(score: str, unit: str) -> str:
    """Return a score with its unit, as in "9.5 points" and "1 point".

    Parameters
    ----------
    score
        The score as text, as `score_in_words` returns it.
    unit
        The unit in the plural.
    """
    return f"{score} {singular(unit) if score in ('1', '-1') else unit}"


def singular(unit: str) -> str:
    """Return a unit in the singular, as in "point", "die", "victory point" and "card laid".

    The unit is returned unchanged if neither its last nor its first word is a plural with an "s" or
    the word "dice".
    """
    words = unit.split(" ")
    for place in (-1, 0):
        word = words[place]
        if word == "dice":
            words[place] = "die"
            break
        if word.endswith("s") and not word.endswith(("ies", "ss")):
            words[place] = word[:-1]
            break
    return " ".join(words)


@dataclass(frozen=True)
class Count:
    """The declaration of a count of a game, in addition to the counts that every game has.

    Reports have the count's mean per game or per player.
    """

    name: str
    #: Its meaning, in lower case. ``{option}`` and ``{option[0]}`` are replaced by values of rules.
    meaning: str
    #: True if reports have its mean per player: the mean per game divided by the number of players.
    per_player: bool = False
    #: True if the count is 0 or 1 in every game, so that its mean is a share of the games.
    yes_or_no: bool = False
    #: True if the count can be negative.
    signed: bool = False
    #: The number of parts in one unit of the count. Compiled code counts parts.
    parts: int = 1
    #: ``(values)``: returns True if the count can differ from 0 with these values of rules (by
    #: name). If not, reports omit it.
    applies: Callable[[Mapping[str, Any]], bool] = lambda values: True


@dataclass(frozen=True)
class Share:
    """The declaration of a ratio of two counts of a game."""

    name: str
    #: Its meaning, in lower case.
    meaning: str
    #: The name of the count in the numerator: a count of the game, or one of
    #: `simulate.play.tally.SINGLES`.
    part: str
    #: The name of the count in the denominator: a count of the game, or one of `SINGLES`.
    whole: str
    #: ``(values)``: returns True if reports have the share with these values of rules, by name.
    applies: Callable[[Mapping[str, Any]], bool] = lambda values: True
    #: True if the share is the effect of drawing a card on the win rate. It can be negative.
    of_draws: bool = False


@dataclass(frozen=True)
class Deck:
    """The numbered cards, faces of dice and so on that can be drawn or rolled in a game.

    The analysis `cards` estimates how drawing each of them changes the win rate.
    """

    #: ``(rules)``: returns the name of each number; empty for numbers that do not occur.
    names: Callable[[Any], Sequence[str]]
    #: ``(rules, table, action)``, compiled: returns the number that an action uses, -1 for none.
    used: Callable[..., int] = lambda rules, table, action: -1
    #: Actions can use numbers below this bound.
    usable: int = 0
    #: The noun for a member of the deck, in the singular.
    called: str = "card"
    #: The fields of a seat's record that count the cards in its hand: the name of each field, and
    #: the number in the deck of its first entry.
    hands: Sequence[tuple[str, int]] = ()
    #: True if cards can belong to a seat, in its hand or its tableau. If so, every card that a seat
    #: gets is counted.
    has_owners: bool = False
    #: ``(rules)``: returns for each number the name of its group. The rules treat all members of a
    #: group alike: all cards of one value, for example, if colours only have to match. Empty if
    #: every number is a group of its own.
    groups: Callable[[Any], Sequence[str]] = lambda rules: ()


def places_of(counts: Sequence[Count], module: str) -> Any:
    """Return an `IntEnum` of the indices of counts in ``hidden.counts``, with names in capitals.

    `module` is the full name of the module that keeps the enumeration.
    """
    return IntEnum("Counted", [count.name.upper() for count in counts], start=0, module=module)


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """The rules of one game, with everything that the engine and the reports need.

    Most functions are compiled. Their arguments ``rules`` and ``state`` are the rules record and a
    `simulate.play.kernel.State`.

    Raises
    ------
    FathomError
        If the parts of the game contradict each other.
    """

    name: str
    title: str
    #: A number that is increased by changes after which the same study gives another tally.
    version: int = 1
    #: Author, publisher and year.
    source: str = ""
    #: The minimum and the maximum number of players.
    seats: tuple[int, int]
    #: The unit of scores, in the plural.
    score_unit: str = "points"
    #: How points are scored, in sentences for readers who do not know the rules; may be empty.
    scoring: str = ""
    #: Words of the game that such readers may not know, with the meaning of each.
    glossary: Mapping[str, str] = field(default_factory=dict)
    #: The rules that a designer can change, without `simulate.rules.values.common_options`.
    own_options: tuple[Option, ...]
    #: The variants by name, the default one first.
    variants: Mapping[str, Variant]
    #: The default duration of a turn at the table, in seconds.
    seconds_per_turn: int = 15
    #: The shortest and the longest duration of a game in minutes, according to the box.
    box_minutes: tuple[int, int] | None = None
    #: The default number of games of a study. It is lower for a game with a slow default strategy,
    #: so that the first answer does not take long.
    default_games: int = DEFAULT_GAMES
    #: A description of when standings are taken (``table.checkpoints`` rises).
    standings: str = "after each round"
    #: A description of half-time: when the standings for comebacks are taken.
    halftime: str
    #: True if half-time is in the middle of each game's standings, which the engine finds when the
    #: game is over. False if the game sets ``table.halftime``.
    halves: bool = False
    #: The noun for the part of a game between two standings, such as a round or a lap. Replays are
    #: divided into these parts.
    stretch: str = "round"
    #: The game's own counts, in the order of ``hidden.counts``.
    counts: tuple[Count, ...]
    #: The shares: ratios of two counts.
    shares: tuple[Share, ...] = ()
    #: The specification of the strategy that plays all seats when no line-up is given. If empty,
    #: `find_game` sets the strongest strategy in the game's file.
    default_strategy: str = ""
    #: The name of another game whose strategies can also play this game, such as the game to which
    #: this game adds a house rule; empty for none. If that game is in a file, the file of this game
    #: has to import its strategies.
    played_as: str = ""
    #: The record that everybody sees.
    table: Layout
    #: The record that one seat sees.
    own: Layout
    #: The record that nobody sees.
    hidden: Layout
    #: The fields of the rules record that `prepare` fills in.
    derived: Layout
    #: The maximum number of groups of actions on a menu.
    groups: int
    #: ``(values, players)``: raises `UsageError` for values of rules that cannot be combined.
    check: Callable[[Mapping[str, Any], int], None]
    #: ``(rules)``: fills in the derived fields of a rules record.
    prepare: Callable[[Any], None]
    #: The names of the cards whose number of copies can be changed by the rule `COPIES_OF`.
    card_names: tuple[str, ...] = ()
    #: ``(rules, copies)``: does what `prepare` does, with other numbers of copies of some cards,
    #: which are given by name. None for games without `card_names`.
    prepare_copies: Callable[[Any, Mapping[str, int]], None] | None = None
    #: ``(rules, state)``: sets up a new game. Before that, the engine has set the fields of
    #: `simulate.kit.layout.table_layout` to 0, and ``active`` to all seats.
    deal: Callable[..., None]
    #: ``(rules, state, menu)``: puts the legal actions on an empty menu. An empty menu means a turn
    #: without a decision.
    offer_actions: Callable[..., None]
    #: ``(rules, state, action)``: plays an action. `simulate.kit.menu.PASS` must complete a turn or
    #: end the game.
    apply: Callable[..., None]
    #: ``(rules, table, action)``: returns the meaning of an action, from 0 to
    #: `simulate.kit.menu.MOST_MEANINGS` - 1. An action may be of different kinds for different
    #: seats or tables, such as laying a card on a pile, which may be the seat's own pile. It then
    #: has different meanings, so that `fathom ask` can forbid these kinds separately.
    meaning: Callable[..., int] = only_meaning
    #: The cards that can be drawn, and the actions that use them; None if no cards can be drawn.
    deck: Deck | None = None
    #: The type of the record of the deal's stream.
    chance: np.dtype[np.void] = SOURCE
    #: ``(rules, state, seat)``: fills in at random everything that a seat cannot know, in agreement
    #: with everything that it sees. Before that, the table and ``own[seat]`` are as the seat sees
    #: them, the records of other seats and ``hidden`` are 0, and the streams ``chance`` and
    #: ``dice`` have been started. None for a game in which strategies cannot think ahead.
    redeal: Callable[..., None] | None = None
    #: ``(offer_actions)``: returns `redeal` for a game with another function `offer_actions`. None
    #: if `redeal` does not call this function.
    redeal_with: Callable[[Callable[..., None]], Callable[..., None]] | None = None
    #: True for a copy of a game with forbidden actions (`simulate.play.forbidding`).
    forbids: bool = False
    #: The number of standings after which the lead predicts the winner well. Strategies that think
    #: ahead end their simulated games then. 0 means that they play to the end of the game.
    horizon: int = 0
    #: The number of standard errors by which an action has to look better than the action of a
    #: bundled strategy, before strategies that think ahead choose it. Larger values are better in
    #: games of luck, where actions often look better by chance.
    doubt: float = 1.0
    #: The strategy that plays in the simulated games of strategies that think ahead, when a command
    #: checks whether its results hold for them. If empty, the command compares two and chooses.
    playout: str = ""
    #: Descriptions of the game for people.
    teller: Teller = field(repr=False)
    #: The number of parts in one unit of score. Compiled code counts scores in these parts.
    score_parts: int = 1
    #: ``(state)``: returns every seat's score, for standings and results. It differs from the
    #: default in games in which strategies must not see scores.
    scores: Callable[..., Any] = open_scores
    #: ``(rules, state)``: returns the set of seats that share the win. Either all seats of a side
    #: are in it or none. In a game with one side, an empty set means that the players lose.
    winners: Callable[..., Any] = highest_scorers
    #: True if lower scores are better.
    lower_leads: bool = False
    #: ``(players)``: returns the side of each seat. Seats of a side win together, and all sides
    #: have the same number of seats.
    sides: Callable[[int], tuple[int, ...]] = each_seat
    #: The groups of seats whose wins are counted, such as factions.
    groupings: tuple[Grouping, ...] = ()
    #: ``(rules, state)``: returns the set of seats that lose, at the end of the game. None for a
    #: game in which all seats but the winners are equal.
    losers: Callable[..., Any] | None = None
    #: The path of the game's file as the user typed it; empty for bundled and installed games.
    origin: str = ""
    #: A digest of that file and of the files that it imports and reads; empty without `origin`.
    content: str = ""

    def __post_init__(self) -> None:
        has_sides = self.sides is not each_seat
        hides_scores = self.scores is not open_scores
        if self.winners is highest_scorers and (has_sides or hides_scores):
            property_of_game = "has sides" if has_sides else "hides its scores"
            raise FathomError(
                f"{self.name} {property_of_game}, so it has to declare its winners; set winners"
            )
        defines_head_start = any(option.name == HEAD_START for option in self.own_options)
        if defines_head_start and self.gives_head_start:
            raise FathomError(
                f"{self.name} declares the rule {HEAD_START}, but every game gets a rule of this "
                "name; choose another name"
            )
        if has_sides and self.horizon:
            raise FathomError(
                f"{self.name} has sides, so strategies that think ahead have to play to its end; "
                "set its horizon to 0"
            )

    @property
    def name_or_file(self) -> str:
        """The text that users type for the game: its file or, without a file, its name."""
        return self.origin or self.name

    @property
    def identity(self) -> int | str:
        """The digest `content` of a game in a file, or the `version` of a game without a file.

        It changes whenever the same study may give another tally.
        """
        return self.content or self.version

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All rules that a designer can change: the game's own, then the rules of every game."""
        options = [*self.own_options]
        if self.gives_head_start:
            halves_break_ties = self.winners in (highest_scorers, lowest_scorers)
            allows_halves = halves_break_ties or self.score_parts % 2 == 0
            step = 0.5 if allows_halves else 1
            options.append(head_start(self.seats[1], self.score_parts, step))
        if self.gives_copies:
            options.append(copies_of(self.card_names))
        if self.gives_forbid:
            options.append(forbid())
        return (*options, *common_options(self.seconds_per_turn))

    @property
    def gives_head_start(self) -> bool:
        """True if the game gets the rule head_start from the engine.

        A game gets the rule if seats play against each other and scores are open. A game with
        hidden scores may declare the rule itself, with `simulate.rules.values.head_start`.
        """
        rivals = self.sides is each_seat and self.seats[1] > 1
        return rivals and self.scores is open_scores

    @property
    def gives_copies(self) -> bool:
        """True if the game gets the rule `COPIES_OF` from Fathom: it has `card_names`.

        A game may declare a rule of its own with this name. It then does not get another one.
        """
        is_declared = any(option.name == COPIES_OF for option in self.own_options)
        return bool(self.card_names) and not is_declared

    @property
    def gives_forbid(self) -> bool:
        """True if the game gets the rule `FORBID` from Fathom.

        A game may declare a rule of its own with this name. It then does not get another one.
        """
        return all(option.name != FORBID for option in self.own_options)

    @cached_property
    def set_up(self) -> Callable[..., Any]:
        """The function ``(rules, state)`` that sets up a new game: `deal`, then head starts."""
        return deal_with_head_start(self.deal) if self.gives_head_start else self.deal

    @cached_property
    def note_sets(self) -> Callable[..., None]:
        """The function ``(rules, state, row)`` that writes the sets of seats of a game to its row.

        They are the sets of all groups, then the set of the losers (`simulate.kit.groups`).
        """
        return make_note_sets(self.groupings, self.losers)

    @property
    def sets(self) -> int:
        """The number of sets of seats in each game's row.

        There is one for each group and, if the game has a function `losers`, one for the losers.
        """
        return count_sets(self.groupings, self.losers)

    def standing_of(self, option: Option) -> str:
        """Return the source of a rule's default in a word: its `standing`, or "yours".

        Rules of a game in a file are "yours" instead of "printed", unless the file names the
        `source` of the game or is a copy of a bundled game.
        """
        is_own_design = bool(self.origin) and not self.source and not self.played_as
        return "yours" if is_own_design and option.standing == "printed" else option.standing

    @property
    def unprinted_rules(self) -> tuple[Option, ...]:
        """The rules whose default is a ruling or an assumption, not printed in the rulebook.

        For a game in a file, this omits the rules that every game has.
        """
        options = self.own_options if self.origin else self.options
        return tuple(option for option in options if option.standing not in ("printed", "added"))

    @property
    def open_rules(self) -> tuple[Option, ...]:
        """The rules of `unprinted_rules` that people would decide at the table.

        This omits the duration of a turn, which is no rule of the game, and the number of turns
        after which Fathom calls a game unfinished.
        """
        others = (SECONDS_PER_TURN, MOST_TURNS)
        return tuple(option for option in self.unprinted_rules if option.name not in others)

    @cached_property
    def playable_numbers(self) -> tuple[int, ...]:
        """The possible numbers of players, in order: those that form sides of equal size."""
        fewest, most = self.seats
        return tuple(
            players
            for players in range(fewest, most + 1)
            if players % self.number_of_sides(players) == 0
        )

    @property
    def table_sizes(self) -> str:
        """The possible numbers of players as text, such as ``"4"``, ``"2 to 6"`` or ``"2 or 4"``.

        It lists the numbers if some between the smallest and the largest are not possible.
        """
        fewest, most = self.seats
        numbers = self.playable_numbers or (fewest, most)
        if len(numbers) == most - fewest + 1 > 1:
            return f"{fewest} to {most}"
        *others, last = map(str, dict.fromkeys(numbers))
        return f"{', '.join(others)} or {last}" if others else last

    @property
    def table_sizes_in_words(self) -> str:
        """The possible numbers of players in words, such as "1 player" or "2 to 6 players"."""
        return f"{self.table_sizes} {'player' if self.table_sizes == '1' else 'players'}"

    @cached_property
    def menu(self) -> Layout:
        """The layout of this game's menus."""
        return menu_layout(self.groups)

    @cached_property
    def rules_dtype(self) -> np.dtype[np.void]:
        """The type of this game's rules record."""
        return rules_dtype(self.options, self.derived.dtype)

    @property
    def default_variant(self) -> str:
        """The name of the variant that is played by default."""
        return next(iter(self.variants))

    def standing(self, score: int) -> int:
        """Return a score, negated if lower scores lead, so that higher values are better."""
        return -score if self.lower_leads else score

    def in_units(self, score: int) -> float:
        """Return a score of compiled code in the game's own unit, `score_unit`."""
        return score / self.score_parts

    def score_in_words(self, score: int) -> str:
        """Return a score of compiled code in the game's own unit as text, such as "9.5"."""
        return score_in_words(score, self.score_parts)

    @property
    def usual_players(self) -> int:
        """The default number of players: 4, or the nearest number that the game allows."""
        numbers = self.playable_numbers or self.seats[:1]
        return min(numbers, key=lambda players: abs(players - DEFAULT_PLAYERS))

    def check_players(self, players: int) -> None:
        """Check that the game allows a number of players.

        Raises
        ------
        UsageError
            If the game does not allow this number, or its sides cannot be equally large.
        """
        fewest, most = self.seats
        if not fewest <= players <= most:
            raise UsageError(
                f"{self.name} is for {self.table_sizes_in_words}, not {players}; "
                f"give --players {self.table_sizes}"
            )
        sides = self.number_of_sides(players)
        if players % sides:
            raise UsageError(
                f"{self.name} is played by {sides} sides of equal size, which {players} players "
                f"cannot form; give --players {self.table_sizes}"
            )

    def side_of(self, players: int) -> tuple[int, ...]:
        """Return the number of the side of each seat, of shape (players,).

        Sides are numbered from 0 in the order of their first seats.
        """
        sides = self.sides(players)
        order = {side: number for number, side in enumerate(dict.fromkeys(sides))}
        return tuple(order[side] for side in sides)

    def number_of_sides(self, players: int) -> int:
        """Return the number of sides: 1 if all play together, `players` without partners."""
        return len(set(self.sides(players)))

    def is_won_together(self, players: int) -> bool:
        """Return True if all players win or lose together, or if there is only one."""
        return self.number_of_sides(players) == 1

    @property
    def has_rival_sides(self) -> bool:
        """True if, for some number of players, sides of several seats play against each other."""
        fewest, most = self.seats
        return any(
            1 < self.number_of_sides(players) < players for players in range(fewest, most + 1)
        )

    def fair_share(self, players: int) -> float:
        """Return the win rate of every seat, from 0 to 1, if all sides win equally often."""
        return 1 / self.number_of_sides(players)

    def resolve(
        self, variant: str, changes: Mapping[str, object], players: int
    ) -> dict[str, Value]:
        """Return the checked value of every option by name: the variant with the changes.

        Parameters
        ----------
        variant
            The name of a variant.
        changes
            The values of options that differ from the variant, by name.
        players
            The number of players.

        Raises
        ------
        UsageError
            If the game does not have the variant or an option, does not allow a value or the number
            of players, or rejects the combination of values.
        """
        if variant not in self.variants:
            raise unknown("variant", variant, self.variants, f" for {self.name}")
        self.check_players(players)
        values = resolve(self.options, self.variants[variant], changes, self.name)
        self.check(values, players)
        return values

    def rules_record(self, values: Mapping[str, Value], players: int) -> np.recarray[Any, Any]:
        """Return an array of shape (1,) with the rules record that compiled code reads.

        Parameters
        ----------
        values
            The checked value of every option by name, as `resolve` returns it.
        players
            The number of players.

        Raises
        ------
        KeyError
            If `values` lacks an option.
        UsageError
            If the game cannot have these numbers of copies of cards.
        Exception
            Any error of the game's function `prepare`, unchanged.
        """
        records = np.zeros(1, self.rules_dtype)
        records["players"] = players
        for option in self.options:
            option.store(records[0], values[option.name])
        copies: Any = values[COPIES_OF] if self.gives_copies else {}
        if copies and self.prepare_copies:
            self.prepare_copies(records[0], copies)
        else:
            self.prepare(records[0])
        return records.view(np.recarray)


@cache
def _locations() -> dict[str, Callable[[], ModuleType]]:
    """Return the functions that load the modules of bundled and installed games, by game name."""
    loaders: dict[str, Callable[[], ModuleType]] = {}
    for name in bundled_game_names():
        path = f"{_GAMES}.{name.replace('-', '_')}"
        loaders[name] = partial(importlib.import_module, path)
    for entry in entry_points(group=ENTRY_POINTS):
        loaders[entry.name] = partial(load_plug_in, entry, "game")
    return loaders


def bundled_game_names() -> list[str]:
    """Return the sorted names of the games that are part of Fathom."""
    modules = pkgutil.iter_modules(importlib.import_module(_GAMES).__path__)
    return sorted(module.name.replace("_", "-") for module in modules)


def game_names() -> list[str]:
    """Return the sorted names of all bundled and installed games."""
    return sorted(_locations())


def is_file(name: str) -> bool:
    """Return True if the text that a user typed for a game names a Python file or a zip file.

    The file need not exist.
    """
    return name.endswith(CODE) or is_packed(name)


def find_game(name: str) -> Game:
    """Return the game with the given name or file, complete with its default strategy.

    Parameters
    ----------
    name
        The name of a bundled or installed game, a Python file, or a zip file (see
        `simulate.packed_games`).

    Raises
    ------
    UsageError
        If the game is unknown, its file is missing or cannot be loaded, or its module has no valid
        ``GAME``.
    FathomError
        If an installed game cannot be loaded, or the game allows more than 10 players.
    """
    return _game_in(module_of(name), name)


def module_of(name: str) -> ModuleType:
    """Return the module that declares a game, loaded by the game's name or file.

    Parameters
    ----------
    name
        The name of a bundled or installed game, a Python file, or a zip file (see
        `simulate.packed_games`).

    Raises
    ------
    UsageError
        If the game is unknown, or its file is missing or cannot be loaded.
    FathomError
        If an installed game cannot be loaded.
    """
    if is_file(name):
        return load_file(code_file(name), "game file")
    locations = _locations()
    if name not in locations:
        raise unknown("game", name, locations)
    return locations[name]()


@cache
def _game_in(module: ModuleType, name: str) -> Game:
    """Return the game of a module, complete with its file and its default strategy.

    Raise `UsageError` if the module has no valid ``GAME``, and `FathomError` if the game allows too
    many players.
    """
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        problem = "has no GAME" if game is None else f"has a GAME that is {game!r}"
        raise UsageError(
            f"{name} {problem}; the file of a game needs a line GAME = game(name=..., seats=..., "
            "...), and 'fathom new NAME' writes a complete example"
        )
    _check(game)
    if game.played_as:
        _check_played_as(module, game)
    if is_file(name):
        game = replace(game, origin=name, content=content_digest(Path(module.__file__ or "")))
    if game.default_strategy:
        return game
    return replace(game, default_strategy=_choose_default_strategy(module, game))


def _choose_default_strategy(module: ModuleType, game: Game) -> str:
    """Return the specification of the strongest strategy in a game's file.

    A game without strategies gets search or, if it has no `redeal`, random.
    """
    strategies = _strategies_in(module)
    for played in (game.name, game.played_as):
        playing = [strategy for strategy in strategies if strategy.game == played]
        if playing:
            return max(playing, key=lambda strategy: strategy.tier).name
    return "random" if game.redeal is None else FORESIGHT


def _strategies_in(module: ModuleType) -> list[Strategy]:
    """Return the strategies that a module declares or imports."""
    return [value for value in vars(module).values() if isinstance(value, Strategy)]


def _check_played_as(module: ModuleType, game: Game) -> None:
    """Raise `UsageError` if no strategies can be found for the game that `played_as` names.

    Strategies of a game in a file are found only if the file of `game` imports them.
    """
    in_file = {strategy.game for strategy in _strategies_in(module)}
    if game.played_as in in_file or game.played_as in game_names():
        return
    file = game.played_as.replace("-", "_")
    raise UsageError(
        f"{game.name} has played_as={game.played_as!r}, but no bundled or installed game has this "
        f"name, and the file imports no strategy of it; import its strategies from its file, as in "
        f"'from {file} import bold', or leave played_as out"
    )


def _check(game: Game) -> None:
    """Raise `UsageError` for an invalid name or title, and `FathomError` for too many players."""
    for attribute, text in (("name", game.name), ("title", game.title)):
        unprintable = find_unprintable(text) or ascii("".join({"\n", "\t"} & {*text}))[1:-1]
        problem = ""
        if unprintable:
            problem = f"contains {unprintable}, which cannot be shown"
        elif not 0 < len(text) <= LONGEST_NAME:
            problem = f"has {len(text)} characters"
        if problem:
            raise UsageError(
                f"the {attribute} of the game {printable_text(text)[:LONGEST_NAME]!r} {problem}; "
                f"allowed: 1 to {LONGEST_NAME} characters on one line"
            )
    if game.seats[1] > SEATS:
        raise FathomError(
            f"{game.name} is for up to {game.seats[1]} players; at most {SEATS} are allowed"
        )
