"""Ladders drawn from known win rates, for the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reports.ladder.results import LadderResults
from simulate.game import find_game
from simulate.play.arms import layout_of
from simulate.play.ladder import Ladder, LadderRun
from simulate.play.lineups import Played
from simulate.play.tally import Tally, whole_win
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy


def ladder_of(
    budgets: Sequence[int],
    players: int = 4,
    games: int = 1000,
    slow_games: int = 0,
    quick: Sequence[str] = ("random", "attacker", "planner"),
    **more: Any,
) -> Ladder:
    """Return a ladder of Snorkeling's strategies at the planner's table."""

    def find(spec: str) -> Strategy:
        return find_strategy(spec, "snorkeling")

    study = Study(
        game="snorkeling",
        variant="base",
        players=players,
        games=games,
        seed=1,
        lineup=(),
        **more,
    )
    return Ladder(
        study,
        find("planner"),
        tuple(map(find, quick)),
        tuple(find(f"search(rollouts={budget}, playout=random)") for budget in budgets),
        find("planner"),
        find("random"),
        slow_games,
    )


def draw(
    ladder: Ladder, rates: Mapping[str, float], source: np.random.Generator, alike: float = 0.0
) -> LadderResults:
    """Draw who wins every game.

    Parameters
    ----------
    ladder
        Who plays whom.
    rates
        The win rate of each strategy, by its name or budget; of the strong player among weak ones
        under "skill".
    source
        Of all chance.
    alike
        The share of the deals that go the same for all strategies and rotations, whose own win
        rates are then as said only if they are all the same.
    """
    found = []
    same = source.random(max(study.deals for study in ladder.studies)) < alike
    fate = source.random(len(same))
    for study, (one, other) in zip(ladder.studies, ladder.pairs, strict=True):
        name = str(int(one.values.get("rollouts", 0)) or one.name)
        rate = rates["skill" if other.spec != ladder.reference.spec else name]
        layout = layout_of(study, find_game("snorkeling"))
        chance = source.random((study.deals, layout.rotations))
        shared = same[: study.deals]
        chance[shared] = fate[: study.deals][shared][:, None]
        won = (chance < rate).sum(axis=1) * whole_win(2)
        wins = np.stack([won, layout.rotations * whole_win(2) - won], axis=1)
        sums = [0] * layout.size
        sums[layout.strategy_wins] = wins.sum(axis=0).tolist()
        tally = Tally(study.deals, tuple(sums), (0,) * layout.size)
        places = (0, *[1] * (study.players - 1))
        found.append(Played(places, layout, tally, wins.astype(np.int16), 1.0))
    return LadderResults(LadderRun(ladder, tuple(found), 10.0, 1, False))
