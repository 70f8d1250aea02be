"""Studies: everything that changes the results of simulated games, and nothing else."""

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

#: The default number of games.
DEFAULT_GAMES = 100_000
#: The default number of games for strategies that think ahead, which play a few per second.
DEFAULT_SLOW_GAMES = 400
#: The default number of games if events are searched for in every game.
DEFAULT_EVENT_GAMES = 4_000
DEFAULT_SEED = 1
#: The default maximum until all targets are decided, as a multiple of the other defaults.
UNTIL_DECIDED = 10
#: The default confidence of verdicts that end a study.
DEFAULT_DECIDED_CONFIDENCE = 0.95
#: The largest seed.
MOST_SEED = 2**63 - 1
#: The largest number of games.
MOST_GAMES = 10**12
#: The value of `Study.noted` to note draws and change nothing.
DRAWS = {"slips": 0}


@dataclass(frozen=True, kw_only=True)
class Study:
    """A game, its rules, a line-up, a seed, a number of games, and what to do with them."""

    #: The name of the game, or its file.
    game: str
    variant: str
    #: The number of players.
    players: int
    #: The number of games, which is the maximum if the study `stops_early`.
    games: int
    #: 0 to 2**63 - 1.
    seed: int
    #: The strategy in each seat, by its name in tables, such as ``planner(attack=0.8)``.
    lineup: tuple[str, ...]
    #: The full specifications of strategies that differ from their names in tables, by name, such
    #: as ``aunt = planner(attack=0.8)``.
    personas: Mapping[str, str] = field(default_factory=dict)
    #: True if each deal is played in every rotation of the line-up.
    rotate: bool = True
    #: The deals to play, in rising order; empty for the first deals.
    ranges: Ranges = ()
    #: The values of rules that differ from the variant.
    rules: Mapping[str, Value] = field(default_factory=dict)
    #: The targets, by figure; see `reports.figures.targets`.
    targets: Mapping[str, Any] = field(default_factory=dict)
    #: The precision of figures, by path. The study stops when all are reached.
    precision: Mapping[str, Precision] = field(default_factory=dict)
    #: The confidence of verdicts. The study stops at the first interim look at which all targets
    #: are decided with it. 0 to play all games.
    until_decided: float = 0.0
    #: What is noted of draws and changed in them; see `simulate.play.watching`.
    noted: Mapping[str, int] = field(default_factory=dict)
    #: Events to find in every game, in words that `simulate.play.events` reads, by the name of the
    #: count that they give.
    events: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    #: The id of the tally that the study must give; empty for none.
    tally_id: str = ""
    #: More numbers that the study must give, by which a difference is located; see
    #: `simulate.play.pins`.
    pinned: Mapping[str, Any] = field(default_factory=dict)
    #: The options of a command other than ``run``, in a table with the command's name (one of
    #: `simulate.study.models.PLANS`).
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
        """The name that the game declares, which is not the name of its file."""
        return self.loaded_game.name

    @property
    def rotations(self) -> int:
        """The number of games per deal: the different rotations of the line-up."""
        return rotations(self.lineup, self.rotate)

    @property
    def deals(self) -> int:
        """The number of deals, which have at least `games` games together."""
        return -(-self.games // self.rotations)

    @property
    def interim(self) -> tuple[int, ...]:
        """The numbers of deals after which the study may stop, the last being all deals."""
        return interim_looks(self.deals, self.rotations) if self.until_decided else (self.deals,)

    def deal_ranges(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the deals at positions `begin` to `end` - 1 of the study.

        Each item is the number of the first of consecutive deals, and their number.
        """
        before = 0
        for first, after in self.ranges or ((0, self.deals),):
            deals = range(first, after)[max(begin - before, 0) : max(end - before, 0)]
            if deals:
                yield deals.start, len(deals)
            before += after - first

    def next_look(self, deals: int) -> int:
        """Return the number of deals at the next interim look after a number of deals."""
        return next((look for look in self.interim if look > deals), self.deals)

    @property
    def stops_early(self) -> bool:
        """True if the results decide how many games are played."""
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
        """The values after ``--rule`` that give these rules in this variant."""
        return assignments_of(self.loaded_game.options, self.rules)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between studies with different answers.

        The same rules give the same id, whether they are written as a variant or one by one. Empty
        values, such as a table without cards, are left out, so that studies keep their ids when
        their game gets a new rule of this kind.
        """
        game = self.loaded_game
        answer = [
            game.name,
            game.identity,
            {name: value for name, value in self.values.items() if value != {}},
            self.players,
            self.deals,
            self.seed,
            # Python files are identified by their contents, not by their paths.
            [
                replace_code_files(spec, lambda file: f"{content_digest(Path(file))}.py")
                for spec in self.specs_of(self.lineup)
            ],
            self.rotate,
            *(["deals", self.ranges] if self.ranges else ()),
            *(["noted", self.noted] if self.noted else ()),
            *(["events", list(self.events.items())] if self.events else ()),
            *_precision_in_id(self.precision),
            *((self.until_decided, dict(self.targets)) if self.until_decided else ()),
        ]
        return hashlib.sha256(json.dumps(answer, sort_keys=True).encode()).hexdigest()[:12]

    @property
    def games_id(self) -> str:
        """An id that differs between studies with different games, but not with their number."""
        return replace(self, ranges=()).limited_to(self.rotations).id

    def specs_of(self, names: Sequence[str]) -> list[str]:
        """Return the full specifications of strategies, given by their names in tables."""
        return [self.personas.get(name, name) for name in names]

    def limited_to(self, games: int) -> Study:
        """Return a study of exactly the first games of this one, which does not stop early."""
        study = replace(self, games=games, precision={}, until_decided=0.0)
        if not self.ranges:
            return study
        deals = self.deal_ranges(0, study.deals)
        return replace(study, ranges=tuple((first, first + number) for first, number in deals))

    def to_fields(self) -> dict[str, Any]:
        """Return the fields of a study file for this study."""
        fields = {
            "game": self.game,
            "variant": self.variant,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "deals": format_ranges(self.ranges),
            "lineup": self.specs_of(self.lineup),  # empty in a tournament
            "rotate": None if self.rotate else False,
            "precision": {path: precision.written for path, precision in self.precision.items()},
            "until_decided": self.until_decided == DEFAULT_DECIDED_CONFIDENCE or self.until_decided,
            "tally_id": self.tally_id,
            "noted": dict(self.noted),
            "events": dict(self.events),
            "rules": dict(self.rules),
            "targets": dict(self.targets),
            **self.plan,
            "pinned": dict(self.pinned),
        }
        always_written = ("seed", "rules", *self.plan)
        return {
            key: value
            for key, value in fields.items()
            if value or value is False or key in always_written
        }

    def to_toml(self) -> str:
        """Return the text of a study file for this study."""
        from simulate.study.text import study_text

        return study_text(self.to_fields())


def _precision_in_id(precision: Mapping[str, Precision]) -> list[Any]:
    """Return the part of a study's id that its precision contributes."""
    entries = sorted((path, target.written) for path, target in precision.items())
    if len(entries) == 1:
        path, written = entries[0]
        if isinstance(written, float):
            return [written, path]  # the form of ids when a study could have only one precision
    return [entries] if entries else []


def rotations(lineup: Sequence[object], rotate: bool) -> int:
    """Return the number of different rotations of a line-up, which is 1 without `rotate`."""
    if not rotate:
        return 1
    turned = (tuple(lineup[shift:]) + tuple(lineup[:shift]) for shift in range(1, len(lineup) + 1))
    return next(shift for shift, order in enumerate(turned, 1) if order == tuple(lineup))


def parse_games(text: str) -> int:
    """Return a number of games, such as ``20000``, ``1_000_000``, ``200k``, ``1M`` or ``1.5M``.

    Raises
    ------
    UsageError
        If the text is not such a number, or if it has separators of thousands as in ``20.000``,
        where the point could also be a decimal point.
    """
    if re.fullmatch(r"([1-9][0-9]{0,2})((?:[ ,.'][0-9]{3}){1,4})", text.strip()):
        number = int(re.sub(r"[ ,.']", "", text))
        suggestion = f"{number}"
        if number % 1000 == 0:
            suggestion += f" or {number // 1000}k"
        raise UsageError(
            f"the number of games cannot be {text!r}; if you mean thousands, write {suggestion}"
        )
    games = whole_number(text)
    if games is None or not 1 <= games <= MOST_GAMES:
        raise UsageError(
            f"the number of games cannot be {text!r}; give a whole number from 1 to 10^12, "
            "for example 20000, 200k or 1M"
        )
    return games


def check_numbers(games: int, seed: int) -> None:
    """Raise `UsageError` unless the number of games and the seed are in their bounds."""
    parse_games(str(games))
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"the seed cannot be {seed}; give a whole number from 0 to 2^63 - 1")
