"""Small studies of every registered game, for tests that every game must pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from simulate.errors import UsageError
from simulate.game import find_game, game_names
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.rows import Integers
from simulate.play.run import Run, play
from simulate.play.walk import Moment
from simulate.rules.kinds import Option, Value
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
    """Return a study.

    By default, it has the fewest players, the default variant, and the line-up of `mixed`.
    """
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
    """Return a line-up of the game's strategies in order, repeated if there are more seats."""
    names = list(strategies_for(game))
    return tuple(names[seat % len(names)] for seat in range(players))


def lineup_of(study: Study) -> list[Strategy]:
    """Return the strategies of a study's seats."""
    return [find_strategy(spec, study.game) for spec in study.lineup]


def run(study: Study, jobs: int = 1, block: int = 50) -> Run:
    """Play a study, and return its run."""
    return play(study, lineup_of(study), jobs, block=block)


def rows(study: Study, first: int = 0, games: int | None = None) -> Integers:
    """Return the rows of `games` games of a study from game `first` on; by default of all."""
    count = study.deals * study.rotations if games is None else games
    return make_engine(study, lineup_of(study)).play(first, count)


def share_of_one(
    game: str, lineup: tuple[str, ...], deals: int, errors: float = 4
) -> tuple[float, float]:
    """Return an interval of the share of the win that the first strategy of a line-up gets.

    The interval is the share minus and plus `errors` standard errors.
    """
    players = len(lineup)
    results = rows(make_study(game, players, lineup=lineup, games=deals * players))
    winners = results[:, row.WINNERS]
    seats = -results[:, row.ROTATION] % players
    shared = np.maximum(1, sum(winners >> seat & 1 for seat in range(players)))
    by_deal = ((winners >> seats & 1) / shared).reshape(-1, players).mean(axis=1)
    error = errors * by_deal.std(ddof=1) / len(by_deal) ** 0.5
    return by_deal.mean() - error, by_deal.mean() + error


def moment_at(engine: Engine, number: int, step: int) -> Moment | None:
    """Return step number `step` (from 1) of a game, or ``None`` past its end."""
    walk = engine.walk(number)
    walk.skip(step - 1)
    return next(walk, None)


def other_values(option: Option) -> list[Any]:
    """Return other allowed values of an option; in tables and records, one part is changed.

    They may not fit the defaults of other options; see `fits`.
    """
    return [change for changes in values_by_name(option).values() for change in changes]


def values_by_name(option: Option) -> dict[str, list[Any]]:
    """Return `other_values` by the names that users type for them.

    For an option that is changed as a whole, values near the default come first. For options with
    several parts, there are only extreme values, to save time.
    """
    values = option.extremes()
    near = option.alternatives(option.default).get(option.name, [])
    if near:
        values[option.name] = [*near, *(far for far in values[option.name] if far not in near)]
    return values


def fits(game: str, players: int, rules: dict[str, Value]) -> bool:
    """Return True if the rules are valid together."""
    try:
        find_game(game).resolve(find_game(game).default_variant, rules, players)
    except UsageError:
        return False
    return True


def extremes(game: str) -> Iterator[tuple[int, dict[str, Value]]]:
    """Yield numbers of players, each with a change of one of the game's own rules.

    They are the fewest and the most players, with each change that is valid for them.
    """
    for players in find_game(game).seats:
        for option in find_game(game).own_options:
            for value in other_values(option):
                if fits(game, players, {option.name: value}):
                    yield players, {option.name: value}


def short_studies(game: str) -> list[Study]:
    """Return short studies of a game with all its variants, extreme rules and strategies."""
    cap: dict[str, Value] = {"max_turns": 60}
    # There are many studies with extreme rules, so they are shorter.
    few: dict[str, Value] = {"max_turns": 24}
    studies = [
        make_study(name, players, variant, games=players, rules=cap)
        for name, players, variant in CASES
        if name == game
    ]
    studies += [
        make_study(game, players, lineup=("random",) * players, games=1, rules={**few, **rules})
        for players, rules in extremes(game)
    ]
    most = find_game(game).seats[1]
    studies += [
        make_study(game, most, lineup=(spec,) * most, games=2, rules=cap)
        for spec in strategies_for(game)
    ]
    return studies


def tally_ids(game: str) -> list[str]:
    """Play the short studies of a game and return the ids of their tallies."""
    return [run(study).tally.id for study in short_studies(game)]


#: A script that prints `tally_ids` of the game named by its argument.
TALLY_IDS = (
    "import json, sys\nfrom tests.helpers.studies import tally_ids\n"
    "print(json.dumps(tally_ids(sys.argv[1])))\n"
)


def pressed_after(calls: int) -> Callable[..., None]:
    """Return a function that raises `KeyboardInterrupt` at the call with this number."""
    left = [calls]

    def press(*_: object) -> None:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    return press


class Seen:
    """A watcher of a run that keeps the rows of all games, and calls `also` with each block."""

    def __init__(self, also: Callable[[Integers], None] = lambda rows: None) -> None:
        self.blocks: list[Integers] = []
        self._also = also

    def add(self, results: Integers) -> None:
        self._also(results)
        self.blocks.append(results.copy())

    @property
    def rows(self) -> Integers:
        """The rows of all games so far."""
        return np.concatenate(self.blocks)

    def state(self) -> Any:
        return [block.tolist() for block in self.blocks]

    def restore(self, state: Any) -> bool:
        self.blocks = [np.array(block, np.int64) for block in state]
        return True
