"""Small studies of every registered game, for what every game must satisfy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.play.engine import Engine, Moment
from simulate.play.run import Run, make_engine, play
from simulate.play.tally import Integers
from simulate.rules.kinds import (
    Choice,
    ChoiceList,
    Flag,
    Option,
    Real,
    Records,
    Value,
    Whole,
    WholeList,
    WholeTable,
)
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for

#: Every game with every number of players and every variant.
CASES = [
    (game, players, variant)
    for game in game_names()
    for players in range(find_game(game).seats[0], find_game(game).seats[1] + 1)
    for variant in find_game(game).variants
]


def make_study(
    game: str,
    players: int | None = None,
    variant: str | None = None,
    *,
    lineup: tuple[str, ...] = (),
    games: int = 20,
    seed: int = 1,
    rotate: bool = True,
    rules: dict[str, Value] | None = None,
) -> Study:
    """Make a study; by default the fewest players, the default variant, and `mixed`."""
    seats = players or find_game(game).seats[0]
    return Study(
        game=game,
        variant=variant or find_game(game).default_variant,
        players=seats,
        games=games,
        seed=seed,
        lineup=lineup or mixed(game, seats),
        rotate=rotate,
        rules=rules or {},
    )


def mixed(game: str, players: int) -> tuple[str, ...]:
    """Return a line-up in which the bundled strategies take turns."""
    names = list(strategies_for(game))
    return tuple(names[seat % len(names)] for seat in range(players))


def lineup_of(study: Study) -> list[Strategy]:
    """Find the strategies of a study."""
    return [find_strategy(spec, study.game) for spec in study.lineup]


def run(study: Study, jobs: int = 1, block: int = 50) -> Run:
    """Play a study."""
    return play(study, lineup_of(study), jobs, block=block)


def rows(study: Study, first: int = 0, games: int | None = None) -> Integers:
    """Return the rows of some games of a study, by default of all."""
    count = study.deals * study.rotations if games is None else games
    return make_engine(study, lineup_of(study)).play(first, count)


def moments(engine: Engine, number: int, most: int = 10**9) -> Iterator[Moment]:
    """Yield the steps of a game, turns without a decision included, up to step `most`."""
    for step in range(1, most + 1):
        moment = engine.moment(number, step)
        if moment is None:
            return
        yield moment


def other_values(option: Option) -> list[Any]:
    """Return allowed values of an option besides its default, the likeliest to matter first.

    Of a table and of records, changes of one entry or field each. They need not go together
    with the other options' defaults; see `fits`.
    """
    found: list[Any]
    if isinstance(option, Flag):
        found = [not option.default]
    elif isinstance(option, Choice):
        found = list(option.choices)
    elif isinstance(option, Real):
        found = [option.maximum, option.minimum, (option.minimum + option.maximum) / 2]
    elif isinstance(option, WholeList):
        found = _other_lists(option)
    elif isinstance(option, WholeTable):
        return [
            {entry: number}
            for entry, default in option.default.items()
            for number in dict.fromkeys((option.minimum, option.maximum))
            if number != default
        ]
    elif isinstance(option, ChoiceList):
        found = [(word,) * option.longest for word in option.choices]
        found += [(), option.choices, option.choices[:1]]
    elif isinstance(option, Records):
        return [change for changes in values_by_name(option).values() for change in changes]
    else:
        assert isinstance(option, Whole)
        found = [option.default - 1, option.default + 1, option.minimum, option.maximum]
    return [value for value in dict.fromkeys(found) if _allowed(option, value)]


def values_by_name(option: Option) -> dict[str, list[Any]]:
    """Return `other_values`, of a table by its entries, under the names typed for them."""
    if isinstance(option, Records):
        longest = (option.default * option.longest)[: option.longest]
        return {f"{option.name}": [(), longest]} | {
            f"{option.name}.{place}.{field.name}": [
                {str(place): {field.name: value}}
                for value in dict.fromkeys(_values_of_field(field))
                if value != record[field.name]
            ]
            for place, record in enumerate(option.default, 1)
            for field in option.fields
        }
    if not isinstance(option, WholeTable):
        return {option.name: other_values(option)}
    return {
        f"{option.name}.{entry}": [value for value in other_values(option) if entry in value]
        for entry in option.default
    }


def _values_of_field(field: Choice | Whole) -> list[Any]:
    return list(field.choices) if isinstance(field, Choice) else [field.minimum, field.maximum]


def _allowed(option: Option, value: Any) -> bool:
    try:
        return bool(option.check(value) != option.default)
    except UsageError:
        return False


def _other_lists(option: WholeList) -> list[tuple[int, ...]]:
    """Return lists with other numbers, then of other lengths; some may not be allowed."""
    default = option.default
    step = default[-1] - default[-2] if len(default) > 1 else 1
    longer = (*default, default[-1] + step) if default else (option.minimum,)
    one_other = [
        (*default[:place], number + by, *default[place + 1 :])
        for place, number in enumerate(default)
        for by in (-1, 1)
    ]
    return [
        tuple(number - 1 for number in default),
        tuple(number + 1 for number in default),
        tuple(2 * number for number in default),
        *one_other,
        default[:-1],
        longer,
        default[:1],
        (option.minimum,) * len(default),
        (option.maximum,) * len(default),
        (option.minimum,) * option.shortest,
        (option.maximum,) * option.longest,
    ]


def fits(game: str, players: int, rules: dict[str, Value]) -> bool:
    """Tell whether the rules go together."""
    try:
        find_game(game).resolve(find_game(game).default_variant, rules, players)
    except UsageError:
        return False
    return True


def extremes(game: str) -> Iterator[tuple[int, dict[str, Value]]]:
    """Yield numbers of players, each with one rule of the game's own changed, that go together."""
    for players in find_game(game).seats:
        for option in find_game(game).own_options:
            for value in other_values(option):
                if fits(game, players, {option.name: value}):
                    yield players, {option.name: value}


def short_studies(game: str) -> list[Study]:
    """Return studies of all that a game can be: variants, extreme rules, strategies."""
    cap: dict[str, Value] = {"max_turns": 60}
    found = [
        make_study(name, players, variant, games=players, rules=cap)
        for name, players, variant in CASES
        if name == game
    ]
    found += [
        make_study(game, players, lineup=("random",) * players, games=2, rules={**cap, **rules})
        for players, rules in extremes(game)
    ]
    most = find_game(game).seats[1]
    found += [
        make_study(game, most, lineup=(spec,) * most, games=2, rules=cap)
        for spec in strategies_for(game)
    ]
    return found


def tally_ids(game: str) -> list[str]:
    """Play the short studies of a game and return the ids of their tallies."""
    return [run(study).tally.id for study in short_studies(game)]


#: A script that prints `tally_ids` of the game named by its argument.
TALLY_IDS = (
    "import json, sys\nfrom tests.helpers.studies import tally_ids\n"
    "print(json.dumps(tally_ids(sys.argv[1])))\n"
)


def read_ids(printed: str) -> Any:
    """Read what the script `TALLY_IDS` printed."""
    return json.loads(printed)
