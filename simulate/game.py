"""A game as the engine sees it, and where games are found.

Every game is one module with a constant ``GAME``: in `simulate/games/`, in an installed package,
under the entry point group ``fathom.games``, or a file that is named where a game's name may stand.
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
from typing import Any, NamedTuple, Protocol

import numpy as np

from simulate.errors import FathomError, UsageError, find_unprintable, printable_text, unknown
from simulate.kit.chance import SOURCE
from simulate.kit.layout import SEATS, Layout
from simulate.kit.menu import menu_layout
from simulate.kit.seats import (
    deal_with_head_start,
    each_seat,
    highest_scorers,
    lowest_scorers,
    open_scores,
)
from simulate.rules.kinds import Option, Value
from simulate.rules.values import (
    HEAD_START,
    Variant,
    common_options,
    head_start,
    resolve,
    rules_dtype,
)
from simulate.strategy import Strategy
from simulate.user_files import CODE, content_digest, load_file, load_plug_in

ENTRY_POINTS = "fathom.games"
#: The package with the bundled games, which import this module and not the other way round.
_GAMES = "simulate.games"
#: Seats at the table where no number is given, if a game allows it.
DEFAULT_PLAYERS = 4
#: The most letters of a game's name and of its title.
LONGEST_NAME = 80
#: Who plays a game for which there are no strategies yet: who thinks a little ahead.
FORESIGHT = "search(rollouts=8, doubt=0)"


class Snapshot(NamedTuple):
    """A game at one moment, as NumPy records of its layouts; `own` is an array of them, by seat."""

    table: Any
    own: Any
    hidden: Any


class Drawn(str):
    """A line of a drawing: a teller's lines are sentences, which wrap, unless they are of these."""


class Aside(str):
    """A line of a teller that gives or takes no points, left out where turning points are told."""


class TieBreak(str):
    """A line of a teller that says how a tie was broken; told again with the winner."""


class Teller(Protocol):
    """How a game speaks to people: in plain Python, for replays, errors and tests.

    ``rules`` is the rules record; an action can be `simulate.kit.menu.PASS` where the
    game has turns without a decision.
    """

    def action(self, rules: Any, table: Any, action: int) -> str:
        """Name an action of the seat to act, as in "lays red 4 on the centre"; maybe an `Aside`."""

    def state(self, rules: Any, snapshot: Snapshot, hands: Sequence[int]) -> list[str]:
        """Describe the table, and what the seats in `hands` alone see, a line each."""

    def hand(self, rules: Any, snapshot: Snapshot, seat: int) -> str:
        """Name what a seat alone sees and chooses from, in a few words; empty for nothing."""
        return ""

    def aftermath(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> list[str]:
        """Tell what an action led to besides itself, a line each; some an `Aside` or `TieBreak`."""

    def stretch_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Say in a sentence why standings were taken; empty if each just had a turn, or not so."""
        return ""

    def game_end(self, rules: Any, before: Snapshot, action: int, after: Snapshot) -> str:
        """Say in a sentence why an action ended the game."""

    def census(self, rules: Any, snapshot: Snapshot) -> dict[str, int]:
        """Count every component wherever it lies; the same after every action."""


def score_in_words(score: int, parts: int) -> str:
    """Write a number that is counted in `parts` of a unit in whole units, as in "12" or "9.5"."""
    units = score / parts
    return f"{units:.{max(6, len(f'{abs(units):.0f}') + 1)}g}"


@dataclass(frozen=True)
class Count:
    """Something a game counts besides what every game has; told as a mean per game, or per player.

    In its meaning, in small letters, ``{option}`` and ``{option[0]}`` stand for values of the
    rules. If it is 0 or 1 in every game (`yes_or_no`) its mean is a share of the games; it can be
    negative (`signed`); so many `parts` make 1. Where under some rules it can be nothing but 0, it
    does not apply and is not told.
    """

    name: str
    meaning: str
    per_player: bool = False
    yes_or_no: bool = False
    signed: bool = False
    parts: int = 1
    applies: Callable[[Mapping[str, Any]], bool] = lambda values: True


@dataclass(frozen=True)
class Share:
    """A share that a game tells besides its counts: how much of one is the other, never more.

    `part` and `whole` are names of counts of the game, or of `simulate.play.tally.SINGLES`. That of
    a card (`of_draws`) tells what drawing it brings, in shares of a win, and can be negative.
    """

    name: str
    meaning: str
    part: str
    whole: str
    applies: Callable[[Mapping[str, Any]], bool] = lambda values: True
    of_draws: bool = False


@dataclass(frozen=True)
class Deck:
    """What can be drawn or rolled in a game, by numbers, for who asks what it is worth."""

    #: ``(rules)``: what each number is called, as people say it; empty for what is not there.
    names: Callable[[Any], Sequence[str]]
    #: ``(rules, table, action)``, compiled: which of them an action uses, -1 for none.
    used: Callable[..., int] = lambda rules, table, action: -1
    #: Those below this number can be used by actions; and what one is called.
    usable: int = 0
    called: str = "card"
    #: The fields of a seat's record that count what it holds, each with the number of its first.
    hands: Sequence[tuple[str, int]] = ()
    #: Whether cards can belong to a seat, in its hand or its tableau. Then each card that a seat
    #: gets is noted.
    has_owners: bool = False


def places_of(counts: Sequence[Count], module: str) -> Any:
    """Return the places of counts in ``hidden.counts``, by their names in capitals."""
    return IntEnum("Counted", [count.name.upper() for count in counts], start=0, module=module)


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """The rules of one game; its functions are compiled and take the rules, a `State`, or both."""

    name: str
    title: str
    #: Changes when the same study would give another tally.
    version: int = 1
    #: Author, publisher, year.
    source: str = ""
    #: The fewest and the most players.
    seats: tuple[int, int]
    #: What a score counts, in the plural.
    score_unit: str = "points"
    #: What a designer can change besides `simulate.rules.values.common_options`; the first variant
    #: is the default.
    own_options: tuple[Option, ...]
    variants: Mapping[str, Variant]
    #: What a turn takes at the table, unless a designer says otherwise, and how long a game takes
    #: as the box says, from and to.
    seconds_per_turn: int = 15
    box_minutes: tuple[int, int] | None = None
    #: When ``table.checkpoints`` rises and ``table.halftime`` is set, as in "after each round".
    standings: str = "after each round"
    halftime: str
    #: What lies between two standings, and what replays are told in: a round, a lap.
    stretch: str = "round"
    #: The game's own counts, in the order of ``hidden.counts``, and shares of them.
    counts: tuple[Count, ...]
    shares: tuple[Share, ...] = ()
    #: Plays every seat when no line-up is given; ``""`` for the best of those in the game's file.
    default_strategy: str = ""
    #: The game whose strategies play this one too, as one with a house rule; ``""`` for none.
    played_as: str = ""
    #: What all see, one seat sees, nobody sees, and the fields of the rules that `prepare` fills.
    table: Layout
    own: Layout
    hidden: Layout
    derived: Layout
    #: The most groups of actions that a menu can have.
    groups: int
    #: Raises `UsageError` for values that do not go together.
    check: Callable[[Mapping[str, Any], int], None]
    #: Fills the derived fields of a rules record.
    prepare: Callable[[Any], None]
    #: ``(rules, state)``: sets up a new game; the engine has set the fields of
    #: `simulate.kit.layout.table_layout` to 0, and ``active`` to all seats.
    deal: Callable[..., None]
    #: ``(rules, state, menu)``: puts the legal actions on an empty menu; none means a turn without
    #: a decision.
    offer_actions: Callable[..., None]
    #: ``(rules, state, action)``: plays an action, or `simulate.kit.menu.PASS`, which must complete
    #: a turn or end the game.
    apply: Callable[..., None]
    #: What can be drawn, and which actions use it; ``None`` for nothing.
    deck: Deck | None = None
    #: The type of the deal's stream.
    chance: np.dtype[np.void] = SOURCE
    #: ``(rules, state, seat)``: fills in, by chance, what a seat cannot know, so that all fits what
    #: it sees. The table and ``own[seat]`` are as the seat sees them, the other seats' records and
    #: ``hidden`` are all 0, and ``chance`` and ``dice`` are streams that have been started for
    #: this. ``None`` for a game in which nobody can think ahead yet.
    redeal: Callable[..., None] | None = None
    #: How many standings ahead who leads then tells well how the game will end, so that players who
    #: think ahead look so far; 0 where only the end itself does.
    horizon: int = 0
    #: By how many standard errors something must look better to players who think ahead than what
    #: the bundled styles would do. The less a choice matters beside luck, the more of it pays: what
    #: looks best by chance alone is chosen less often.
    doubt: float = 1.0
    #: Who plays on in the thoughts of players who are asked whether thinking ahead changes what was
    #: found: the usual strategy, or a quicker one where it is as good; empty to have that tried.
    playout: str = ""
    teller: Teller = field(repr=False)
    #: How much of a score, a whole number, makes one unit.
    score_parts: int = 1
    #: ``(state)``: every seat's score so far, for standings and results; something else where
    #: strategies must not see ``table.scores``.
    scores: Callable[..., Any] = open_scores
    #: ``(rules, state)``: the set of seats that share the win. All seats of a side win or none
    #: does; where all are of one side, the set is empty when the game wins.
    winners: Callable[..., Any] = highest_scorers
    #: Whether who has fewer points is ahead, as where points are bad.
    lower_leads: bool = False
    #: Of a number of players, the side of each seat: who wins together. All have as many seats.
    sides: Callable[[int], tuple[int, ...]] = each_seat
    #: Of a game in a file of its own, the file as it was named, and what changes with whatever the
    #: file says.
    origin: str = ""
    content: str = ""

    def __post_init__(self) -> None:
        sided = self.sides is not each_seat
        if self.winners is highest_scorers and (sided or self.scores is not open_scores):
            what = "has sides" if sided else "hides its scores"
            raise FathomError(f"{self.name} {what}, so it has to say who the winners are")
        taken = any(option.name == HEAD_START for option in self.own_options)
        if taken and self.gives_head_start:
            raise FathomError(
                f"{self.name} has a rule {HEAD_START}, which every game has; give it another name"
            )
        if sided and self.horizon:
            raise FathomError(
                f"{self.name} has sides, so players who think ahead have to play to its end; "
                "its horizon has to be 0"
            )

    @property
    def name_or_file(self) -> str:
        """What to type for it: its name, or its file."""
        return self.origin or self.name

    @property
    def identity(self) -> int | str:
        """What changes when the same study would give another tally, besides its name."""
        return self.content or self.version

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """What a designer can change, the options of every game last."""
        level = self.winners in (highest_scorers, lowest_scorers) or self.score_parts % 2 == 0
        ahead = head_start(self.seats[1], self.score_parts, 0.5 if level else 1)
        given = [ahead] * self.gives_head_start
        return (*self.own_options, *given, *common_options(self.seconds_per_turn))

    @property
    def gives_head_start(self) -> bool:
        """Whether seats play against one another for open scores, so that any may begin ahead.

        A game that hides them may have the rule of its own, `simulate.rules.values.head_start`.
        """
        rivals = self.sides is each_seat and self.seats[1] > 1
        return rivals and self.scores is open_scores

    @cached_property
    def set_up(self) -> Callable[..., Any]:
        """``(rules, state)``: what `deal` does, and then the points that seats begin with."""
        return deal_with_head_start(self.deal) if self.gives_head_start else self.deal

    @property
    def unprinted_rules(self) -> tuple[Option, ...]:
        """Rules whose default is not printed in the rulebook.

        Of a game from a file, only those that it calls so: the rest its designer decided.
        """
        options = self.own_options if self.origin else self.options
        return tuple(one for one in options if one.standing not in ("printed", "added"))

    @property
    def table_sizes(self) -> str:
        """How many players the game is for: ``"4"``, ``"2 to 6"``."""
        fewest, most = self.seats
        return f"{fewest}" if fewest == most else f"{fewest} to {most}"

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
        """The variant played when none is named."""
        return next(iter(self.variants))

    def standing(self, score: int) -> int:
        """Return a score so that who is ahead has more."""
        return -score if self.lower_leads else score

    def in_units(self, score: int) -> float:
        """Return a score as the kernel has it in the game's own unit."""
        return score / self.score_parts

    def score_in_words(self, score: int) -> str:
        """Write a score of the kernel in the game's own unit, as in "12" or "9.5"."""
        return score_in_words(score, self.score_parts)

    @property
    def usual_players(self) -> int:
        """The number of players where none is given: 4, or the nearest that can play."""
        fewest, most = self.seats
        counts = [
            players
            for players in range(fewest, most + 1)
            if players % self.number_of_sides(players) == 0
        ]
        return min(counts or [fewest], key=lambda players: abs(players - DEFAULT_PLAYERS))

    def check_players(self, players: int) -> None:
        """Raise `UsageError` unless that many can play."""
        fewest, most = self.seats
        if not fewest <= players <= most:
            raise UsageError(
                f"{self.name} is for {fewest} to {most} players, not {players}; "
                f"give --players {fewest} to {most}"
            )
        sides = self.number_of_sides(players)
        if players % sides:
            raise UsageError(
                f"{self.name} is played by {sides} sides of as many, which {players} players "
                f"cannot make; give --players with a multiple of {sides}"
            )

    def side_of(self, players: int) -> tuple[int, ...]:
        """Return the side of each seat, numbered from 0 in the order of their first seats."""
        sides = self.sides(players)
        order = {side: number for number, side in enumerate(dict.fromkeys(sides))}
        return tuple(order[side] for side in sides)

    def number_of_sides(self, players: int) -> int:
        """Return the number of sides: 1 where all play together, `players` where each is a side."""
        return len(set(self.sides(players)))

    @property
    def has_rival_sides(self) -> bool:
        """Whether sides of several seats play against each other, for some number of players."""
        fewest, most = self.seats
        return any(
            1 < self.number_of_sides(players) < players for players in range(fewest, most + 1)
        )

    def fair_share(self, players: int) -> float:
        """Return the win rate of everybody where no side is better."""
        return 1 / self.number_of_sides(players)

    def resolve(
        self, variant: str, changes: Mapping[str, object], players: int
    ) -> dict[str, Value]:
        """Return the value of every option; `UsageError` if they are not allowed together."""
        if variant not in self.variants:
            raise unknown("variant", variant, self.variants, f" for {self.name}")
        self.check_players(players)
        values = resolve(self.options, self.variants[variant], changes, self.name)
        self.check(values, players)
        return values

    def rules_record(self, values: Mapping[str, Value], players: int) -> np.recarray[Any, Any]:
        """Make the rules record for compiled code: an array of one record."""
        records = np.zeros(1, self.rules_dtype)
        records["players"] = players
        for option in self.options:
            option.store(records[0], values[option.name])
        self.prepare(records[0])
        return records.view(np.recarray)


@cache
def _locations() -> dict[str, Callable[[], ModuleType]]:
    """Map each game's name to what loads its module."""
    found: dict[str, Callable[[], ModuleType]] = {}
    for module in pkgutil.iter_modules(importlib.import_module(_GAMES).__path__):
        path = f"{_GAMES}.{module.name}"
        found[module.name.replace("_", "-")] = partial(importlib.import_module, path)
    for entry in entry_points(group=ENTRY_POINTS):
        found[entry.name] = partial(load_plug_in, entry, "game")
    return found


def game_names() -> list[str]:
    """Return the names of all games, sorted."""
    return sorted(_locations())


def is_file(name: str) -> bool:
    """Tell whether a game is named by its file."""
    return name.endswith(CODE)


def find_game(name: str) -> Game:
    """Load the game called `name`, or in the file of that name; `UsageError` names the nearest."""
    return _game_in(module_of(name), name)


def module_of(name: str) -> ModuleType:
    """Return the module of the game called `name`, or in the file of that name, as `find_game`."""
    if is_file(name):
        return load_file(Path(name), "game file")
    locations = _locations()
    if name not in locations:
        raise unknown("game", name, locations)
    return locations[name]()


@cache
def _game_in(module: ModuleType, name: str) -> Game:
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        what = "has no GAME" if game is None else f"has a GAME that is {game!r}"
        raise UsageError(
            f"{name} {what}; a game's file has a line GAME = game(name=..., seats=..., ...), and "
            "'fathom new NAME' writes one that plays"
        )
    _check(game)
    if is_file(name):
        game = replace(game, origin=name, content=content_digest(Path(module.__file__ or "")))
    usual = game.default_strategy
    return game if usual else replace(game, default_strategy=_strongest(module, game))


def _strongest(module: ModuleType, game: Game) -> str:
    """Return who plays a game whose file does not say it: the best in it, who thinks, or lots."""
    own = [one for one in vars(module).values() if isinstance(one, Strategy)]
    own = [one for one in own if one.game == game.name]
    if own:
        return max(own, key=lambda one: one.tier).name
    return "random" if game.redeal is None else FORESIGHT


def _check(game: Game) -> None:
    for what, text in (("name", game.name), ("title", game.title)):
        unfit = find_unprintable(text) or ascii("".join({"\n", "\t"} & {*text}))[1:-1]
        if unfit or not 0 < len(text) <= LONGEST_NAME:
            why = f"holds {unfit}, which cannot be shown" if unfit else f"has {len(text)} letters"
            raise UsageError(
                f"the {what} of the game {printable_text(text)[:LONGEST_NAME]!r} {why}; allowed: 1 "
                f"to {LONGEST_NAME} letters on one line"
            )
    if game.seats[1] > SEATS:
        raise FathomError(
            f"{game.name} is for up to {game.seats[1]} players; the engine has {SEATS}"
        )
