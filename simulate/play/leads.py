"""Who leads on the way, and whether the leader wins: some games stopped at their quarters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simulate.game import Snapshot
from simulate.play import rows as row
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.tally import whole_win
from simulate.strategy import Strategy
from simulate.study import Study

#: When it is looked who leads, in percent of a game's moves.
QUARTERS = (25, 50, 75)
#: Games that are looked at, each of a deal of its own.
LED_GAMES = 400


#: At how many moments of a game it is looked how far behind its winner is.
MOMENTS = 24


@dataclass(frozen=True)
class Lead:
    """What came of those who led alone after so many per cent of the game's moves.

    Of the decided games that were looked at (`games`) `wins` has those with one leader: how much of
    the win the leader got at last, in parts of `simulate.play.tally.TallyLayout.win`.
    """

    percent: int
    games: int
    wins: tuple[int, ...]


def find_leads(study: Study, lineup: Sequence[Strategy], games: int = LED_GAMES) -> list[Lead]:
    """Look who leads at the quarters of some games, deal d in its rotation d, and who wins them."""
    engine, win = make_engine(study, lineup), whole_win(study.players)
    turned = study.rotations
    wins: dict[int, list[int]] = {percent: [] for percent in QUARTERS}
    decided = 0
    for deal in range(games):
        number = deal * turned + deal % turned
        walk = engine.walk(number)
        result = walk.finish()
        if not result[row.FINISHED]:
            continue
        decided += 1
        winners, steps = int(result[row.WINNERS]), walk.steps
        on_the_way, done = engine.walk(number), 0
        for percent in QUARTERS:
            on_the_way.skip(steps * percent // 100 - done)
            done = steps * percent // 100
            leader = _leader(engine, on_the_way.snapshot)
            if leader is not None:
                won = winners >> leader & 1
                wins[percent].append(win // winners.bit_count() if won else 0)
    return [Lead(percent, decided, tuple(found)) for percent, found in wins.items()]


def furthest_behind(engine: Engine, number: int, moments: int = MOMENTS) -> int:
    """Return how far the only winner of a game was behind the best other, at so many moments."""
    walk = engine.walk(number)
    winner = int(walk.finish()[row.WINNERS]).bit_length() - 1
    pace = max(1, walk.steps // moments)
    on_the_way, most = engine.walk(number), 0
    while on_the_way.row is None:
        on_the_way.skip(pace)
        scores = engine.scores(on_the_way.snapshot)
        standing = [engine.game.standing(score) for score in scores]
        most = max(most, max(standing) - standing[winner])
    return most


def _leader(engine: Engine, snapshot: Snapshot) -> int | None:
    """Return the seat that leads alone."""
    scores = [engine.game.standing(score) for score in engine.scores(snapshot)]
    seats = [s for s in range(len(engine.lineup)) if int(snapshot.table.active) >> s & 1]
    most = max(scores[seat] for seat in seats)
    leading = [seat for seat in seats if scores[seat] == most]
    return leading[0] if len(leading) == 1 else None
