"""Studies (`Study`): all settings that change the results of simulated games, and no others."""

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
from simulate.rules.kinds import NONE, Value
from simulate.rules.values import FORBID, assignments_of
from simulate.study.precision import Precision, interim_looks
from simulate.study.ranges import Ranges, format_ranges, whole_number
from simulate.user_files import content_digest, replace_code_files

#: The default maximum number of games if they are played until all targets are decided.
DEFAULT_DECIDED_GAMES = 1_000_000
#: The default number of games for strategies that think ahead, which play a few games per second.
DEFAULT_SLOW_GAMES = 400
#: The default number of games for studies with events, which are searched for in every game.
DEFAULT_EVENT_GAMES = 4_000
DEFAULT_SEED = 1
#: The default maximum number of games, as a multiple of the default number, for studies with slow
#: strategies or events that are played until all targets are decided.
UNTIL_DECIDED = 10
#: The default confidence of verdicts that end a study.
DEFAULT_DECIDED_CONFIDENCE = 0.95
#: The largest seed.
MOST_SEED = 2**63 - 1
#: The largest number of games.
MOST_GAMES = 10**12
#: The value of `Study.noted` with which draws are noted and games stay the same.
DRAWS = {"slips": 0}


@dataclass(frozen=True, kw_only=True)
class Study:
    """A game, its rules, a line-up, a seed, a number of games, and the options of a command."""

    #: The name of the game, or its file.
    game: str
    variant: str
    #: The number of players.
    players: int
    #: The number of games. It is the maximum if the study `stops_early`.
    games: int
    #: The seed of all random numbers, 0 to 2**63 - 1.
    seed: int
    #: The strategy in each seat, by its name in tables, such as ``planner(attack=0.8)``.
    lineup: tuple[str, ...]
    #: The full specifications of strategies that differ from their names in tables, by name, such
    #: as ``aunt = planner(attack=0.8)``.
    personas: Mapping[str, str] = field(default_factory=dict)
    #: True if each deal is played in every rotation of the line-up.
    rotate: bool = True
    #: The ranges of deals to play, in rising order; empty for the first deals.
    ranges: Ranges = ()
    #: The values of rules that differ from the variant, by name.
    rules: Mapping[str, Value] = field(default_factory=dict)
    #: The targets, by the path of the figure; see `reports.figures.targets`.
    targets: Mapping[str, Any] = field(default_factory=dict)
    #: The required precision of figures, by path. The study stops when all are reached.
    precision: Mapping[str, Precision] = field(default_factory=dict)
    #: The confidence of verdicts. The study stops at the first interim look at which all targets
    #: are decided with this confidence. If it is 0, all games are played.
    until_decided: float = 0.0
    #: Settings of the notes of draws; see `simulate.play.watching`.
    noted: Mapping[str, int] = field(default_factory=dict)
    #: Events to find in every game, in the words that `simulate.play.events` reads. The key is the
    #: name of the count of games with the event.
    events: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    #: The id of the tally that the study must reproduce; empty for none.
    tally_id: str = ""
    #: More numbers that the study must reproduce. They show where results differ; see
    #: `simulate.play.pins`.
    pinned: Mapping[str, Any] = field(default_factory=dict)
    #: The options of a command other than ``run``, by the name of the command (one of
    #: `simulate.study.models.PLANS`).
    plan: Mapping[str, Any] = field(default_factory=dict)

    @property
    def loaded_game(self) -> Game:
        """The `Game` whose name or file is `game`.

        Raises
        ------
        UsageError
            If there is no game of this name, or its file cannot be loaded.
        FathomError
            If an installed game cannot be loaded.
        """
        return find_game(self.game)

    @property
    def game_name(self) -> str:
        """The name that the game declares, which may differ from the name of its file.

        Raises
        ------
        UsageError
            If the game cannot be loaded.
        """
        return self.loaded_game.name

    @property
    def rotations(self) -> int:
        """The number of games per deal: the number of different rotations of the line-up."""
        return rotations(self.lineup, self.rotate)

    @property
    def deals(self) -> int:
        """The smallest number of deals with at least `games` games in total."""
        return -(-self.games // self.rotations)

    @property
    def interim(self) -> tuple[int, ...]:
        """The numbers of deals after which the study may stop, in rising order, up to `deals`."""
        return interim_looks(self.deals, self.rotations) if self.until_decided else (self.deals,)

    def deal_ranges(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield groups of consecutive deals, at positions `begin` to `end` - 1 of the study.

        Each group is a pair: the number of its first deal, and the number of deals in it. Nothing
        is yielded if the study has no deals at these positions.
        """
        before = 0
        for first, after in self.ranges or ((0, self.deals),):
            deals = range(first, after)[max(begin - before, 0) : max(end - before, 0)]
            if deals:
                yield deals.start, len(deals)
            before += after - first

    def next_look(self, deals: int) -> int:
        """Return the number of deals at the next interim look after `deals` deals.

        If there is no look after them, this is the number of all deals of the study.
        """
        return next((look for look in self.interim if look > deals), self.deals)

    @property
    def stops_early(self) -> bool:
        """True if the number of games that are played depends on the results."""
        return bool(self.precision or self.until_decided)

    @property
    def strategies(self) -> tuple[str, ...]:
        """The different strategies in the order of the line-up, by their names in tables."""
        return tuple(dict.fromkeys(self.lineup))

    @property
    def values(self) -> dict[str, Value]:
        """The value of every option of the game, by name.

        Raises
        ------
        UsageError
            If the game cannot be loaded, or a name or value in the study is not allowed.
        """
        return self.loaded_game.resolve(self.variant, self.rules, self.players)

    @property
    def changes(self) -> list[str]:
        """The values of ``--rule`` that change the variant into the rules of this study.

        Raises
        ------
        UsageError
            If the game cannot be loaded.
        """
        return assignments_of(self.loaded_game.options, self.rules)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits that differ between studies whose results may differ.

        The same rules give the same id, whether they are written as a variant or one by one. Empty
        values, such as a table without cards, and a rule that forbids nothing are left out, so that
        studies keep their ids when their game gets a new rule of this kind.

        Raises
        ------
        UsageError
            If the game cannot be loaded, or a name or value of a rule is not allowed.
        OSError
            If the Python file of a strategy cannot be read.
        """
        game = self.loaded_game
        answer = [
            game.name,
            game.identity,
            {name: value for name, value in self.values.items() if _is_in_id(name, value)},
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
        """An `id` that does not depend on the number of games and on the ranges of deals.

        Raises
        ------
        UsageError
            If the game cannot be loaded, or a name or value of a rule is not allowed.
        OSError
            If the Python file of a strategy cannot be read.
        """
        return replace(self, ranges=()).limited_to(self.rotations).id

    def specs_of(self, names: Sequence[str]) -> list[str]:
        """Return the full specifications of strategies from their names in tables.

        A name that is not in `personas` is the specification itself.
        """
        return [self.personas.get(name, name) for name in names]

    def limited_to(self, games: int) -> Study:
        """Return a study of the first `games` games of this study, which does not stop early."""
        study = replace(self, games=games, precision={}, until_decided=0.0)
        if not self.ranges:
            return study
        deals = self.deal_ranges(0, study.deals)
        return replace(study, ranges=tuple((first, first + number) for first, number in deals))

    def to_fields(self) -> dict[str, Any]:
        """Return the keys and values of a study file for this study."""
        fields = {
            "game": self.game,
            "variant": self.variant,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "deals": format_ranges(self.ranges),
            "lineup": self.specs_of(self.lineup),  # The line-up is empty in a tournament.
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


def _is_in_id(rule: str, value: Value) -> bool:
    """Return True if the value of a rule is part of the ids of studies."""
    forbids_nothing = rule == FORBID and value == NONE
    return value != {} and not forbids_nothing


def _precision_in_id(precision: Mapping[str, Precision]) -> list[Any]:
    """Return the parts of a study's id that depend on its precision."""
    entries = sorted((path, target.written) for path, target in precision.items())
    if len(entries) == 1:
        path, written = entries[0]
        if isinstance(written, float):
            # Studies could once have only one precision. They keep the ids that they had then.
            return [written, path]
    return [entries] if entries else []


def rotations(lineup: Sequence[object], rotate: bool) -> int:
    """Return the number of different rotations of a line-up; 1 if `rotate` is False.

    Raises
    ------
    StopIteration
        If `rotate` is True and the line-up is empty.
    """
    if not rotate:
        return 1
    turned = (tuple(lineup[shift:]) + tuple(lineup[:shift]) for shift in range(1, len(lineup) + 1))
    return next(shift for shift, order in enumerate(turned, 1) if order == tuple(lineup))


def parse_games(text: str) -> int:
    """Return the number of games for a text such as ``20000``, ``1_000_000``, ``200k`` or ``1.5M``.

    Raises
    ------
    UsageError
        If the text is not a whole number from 1 to `MOST_GAMES`, or if it has separators of
        thousands as in ``20.000``, where the point could also be a decimal point.
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
    """Check the number of games and the seed of a study.

    Raises
    ------
    UsageError
        If the number of games is not from 1 to `MOST_GAMES`, or the seed not from 0 to `MOST_SEED`.
    """
    parse_games(str(games))
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"the seed cannot be {seed}; give a whole number from 0 to 2^63 - 1")
