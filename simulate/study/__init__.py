"""Studies: everything that changes the answer, and nothing else."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from simulate.errors import UsageError
from simulate.game import Game, find_game
from simulate.rules.kinds import Value
from simulate.rules.values import assignments_of
from simulate.study.precision import Precision, interim_looks
from simulate.study.ranges import Ranges, format_ranges, whole_number
from simulate.user_files import content_digest, replace_code_files

DEFAULT_GAMES = 100_000
#: With somebody at the table who thinks ahead, who plays a few games a second.
DEFAULT_SLOW_GAMES = 400
#: With events to look for in each.
DEFAULT_EVENT_GAMES = 4_000
DEFAULT_SEED = 1
#: The most to play until all is decided, where no number is said, compared with these.
UNTIL_DECIDED = 10
#: How sure verdicts are that end it.
DEFAULT_DECIDED_CONFIDENCE = 0.95
MOST_SEED = 2**63 - 1
MOST_GAMES = 10**12
#: To note what is drawn, and do nothing to it.
DRAWS = {"slips": 0}


@dataclass(frozen=True, kw_only=True)
class Study:
    """What to run."""

    #: Its name, or its file.
    game: str
    variant: str
    #: Seats at the table.
    players: int
    #: Games asked for, or with a precision, or until all is decided, the most to play; `deals` says
    #: how many deals that makes.
    games: int
    #: 0 to 2**63 - 1.
    seed: int
    #: What plays in each seat, by the name it has in tables, as ``planner(attack=0.8)``.
    lineup: tuple[str, ...]
    #: What to type for names of strategies that are not their specification, by name; as
    #: ``aunt = planner(attack=0.8)``.
    personas: Mapping[str, str] = field(default_factory=dict)
    #: Whether each deal is played in every rotation of the line-up.
    rotate: bool = True
    #: Which deals are played, each as the first one and the one after the last, in rising order;
    #: nothing for the first ones.
    ranges: Ranges = ()
    #: The options that differ from the variant.
    rules: Mapping[str, Value] = field(default_factory=dict)
    #: What the designer wants, by figure; see `reports.figures.targets`.
    targets: Mapping[str, Any] = field(default_factory=dict)
    #: Play only until each of these figures, by path, is known to within so much.
    precision: Mapping[str, Precision] = field(default_factory=dict)
    #: Play only until all that is asked is decided with this confidence, looking after `interim`
    #: deals; 0 for all games.
    until_decided: float = 0.0
    #: What is noted of draws, and done to them, by what plays it: see `simulate.play.watching`.
    noted: Mapping[str, int] = field(default_factory=dict)
    #: What is looked for in every game, in words as `simulate.play.events` reads, by the name of
    #: the count that it makes.
    events: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    #: The tally the study must give, or ``""``; and more of what it must give, to say where it
    #: differs, see `simulate.play.pins`.
    tally_id: str = ""
    pinned: Mapping[str, Any] = field(default_factory=dict)
    #: What a command does with the study besides playing it once, in a table named after the
    #: command (one of `simulate.study.models.PLANS`).
    plan: Mapping[str, Any] = field(default_factory=dict)

    @property
    def loaded_game(self) -> Game:
        """The game that `game` names.

        Raises
        ------
        UsageError
            If there is no game of this name or its file cannot be loaded.
        """
        return find_game(self.game)

    @property
    def game_name(self) -> str:
        """The game's own name, wherever its file lies."""
        return self.loaded_game.name

    @property
    def rotations(self) -> int:
        """Games a deal: in how many ways the line-up can be seated."""
        return rotations(self.lineup, self.rotate)

    @property
    def deals(self) -> int:
        """Deals that hold at least the games asked for."""
        return -(-self.games // self.rotations)

    @property
    def interim(self) -> tuple[int, ...]:
        """After how many deals it is looked whether all is decided; once, unless that ends it."""
        return interim_looks(self.deals, self.rotations) if self.until_decided else (self.deals,)

    def stretches(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield which deals the `begin`-th to before the `end`-th are: a first, and how many."""
        before = 0
        for first, after in self.ranges or ((0, self.deals),):
            here = range(first, after)[max(begin - before, 0) : max(end - before, 0)]
            if here:
                yield here.start, len(here)
            before += after - first

    def next_look(self, deals: int) -> int:
        """Return after how many deals the next look is, once so many are played."""
        return next((look for look in self.interim if look > deals), self.deals)

    @property
    def stops_early(self) -> bool:
        """Whether what is found says how many games are played."""
        return bool(self.precision or self.until_decided)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The different strategies, in the order of the line-up."""
        return tuple(dict.fromkeys(self.lineup))

    @property
    def values(self) -> dict[str, Value]:
        """The value of every option."""
        return self.loaded_game.resolve(self.variant, self.rules, self.players)

    @property
    def changes(self) -> list[str]:
        """What to type after ``--rule`` to make these rules of the variant."""
        return assignments_of(self.loaded_game.options, self.rules)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between studies with different answers.

        Two spellings of the same rules (a variant, or its options one by one) are
        the same study. A rule that says nothing, as a table of no cards, is left out: so a
        game can get one, and earlier studies keep their ids.
        """
        game = self.loaded_game
        answer = [
            game.name,
            game.identity,
            {name: value for name, value in self.values.items() if value != {}},
            self.players,
            self.deals,
            self.seed,
            # Files with code are told by what they hold, wherever they lie.
            [
                replace_code_files(spec, lambda file: f"{content_digest(Path(file))}.py")
                for spec in self.specs_of(self.lineup)
            ],
            self.rotate,
            *(["deals", self.ranges] if self.ranges else ()),
            *(["noted", self.noted] if self.noted else ()),
            *(["events", list(self.events.items())] if self.events else ()),
            *_answering(self.precision),
            *((self.until_decided, dict(self.targets)) if self.until_decided else ()),
        ]
        return hashlib.sha256(json.dumps(answer, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def games_id(self) -> str:
        """What differs between studies of which a game differs, however many are played."""
        return replace(self, ranges=()).limited_to(self.rotations).id

    def specs_of(self, names: Sequence[str]) -> list[str]:
        """Return what to type to get strategies again, which are given by name."""
        return [self.personas.get(name, name) for name in names]

    def limited_to(self, games: int) -> Study:
        """Return the study that gives so many games of this one, whatever made it stop."""
        found = replace(self, games=games, precision={}, until_decided=0.0)
        if not self.ranges:
            return found
        stretches = self.stretches(0, found.deals)
        return replace(found, ranges=tuple((first, first + some) for first, some in stretches))

    def to_fields(self) -> dict[str, Any]:
        """Return what a study file says that gives this study again."""
        said = {
            "game": self.game,
            "variant": self.variant,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "deals": format_ranges(self.ranges),
            "lineup": self.specs_of(self.lineup),  # a tournament has none of its own
            "rotate": None if self.rotate else False,
            "precision": {path: one.written for path, one in self.precision.items()},
            "until_decided": self.until_decided == DEFAULT_DECIDED_CONFIDENCE or self.until_decided,
            "tally_id": self.tally_id,
            "noted": dict(self.noted),
            "events": dict(self.events),
            "rules": dict(self.rules),
            "targets": dict(self.targets),
            **self.plan,
            "pinned": dict(self.pinned),
        }
        always_said = ("seed", "rules", *self.plan)
        return {
            key: value
            for key, value in said.items()
            if value or value is False or key in always_said
        }

    def to_toml(self) -> str:
        """Return the text of a study file that gives this study again."""
        from simulate.study.text import study_text

        return study_text(self.to_fields())


def _answering(precision: Mapping[str, Precision]) -> list[Any]:
    """Return what of a precision changes the answer, as an id holds it."""
    found = sorted((path, one.written) for path, one in precision.items())
    if len(found) == 1 and isinstance(found[0][1], float):
        return [found[0][1], found[0][0]]  # as when there could be one only
    return [found] if found else []


def rotations(lineup: Sequence[object], rotate: bool) -> int:
    """Return in how many different ways a line-up can be seated by rotation: its period."""
    if not rotate:
        return 1
    turned = (tuple(lineup[shift:]) + tuple(lineup[:shift]) for shift in range(1, len(lineup) + 1))
    return next(shift for shift, order in enumerate(turned, 1) if order == tuple(lineup))


def parse_games(text: str) -> int:
    """Read a number of games: ``20000``, ``1_000_000``, ``200k``, ``1M``, ``1.5M``."""
    thousands = re.fullmatch(r"([1-9][0-9]{0,2})((?:[ ,.'][0-9]{3}){1,4})", text.strip())
    if thousands:  # as many write them; with a point it would be read as a thousandth of that
        meant = int(re.sub(r"[ ,.']", "", text))
        raise UsageError(
            f"the number of games cannot be {text!r}; if you mean thousands, write {meant}"
            f"{f' or {meant // 1000}k' if meant % 1000 == 0 else ''}"
        )
    games = whole_number(text)
    if games is None or not 1 <= games <= MOST_GAMES:
        raise UsageError(
            f"the number of games cannot be {text!r}; give a whole number from 1 to 10^12, "
            "for example 20000, 200k or 1M"
        )
    return games


def check_numbers(games: int, seed: int) -> None:
    """Raise `UsageError` unless the number of games and the seed can be played."""
    parse_games(str(games))
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"the seed cannot be {seed}; give a whole number from 0 to 2^63 - 1")
