"""What plays one study: its compiled games and strategies, and what its tally counts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from simulate.game import Game, find_game
from simulate.kit.compiled import ships_with_fathom
from simulate.play.engine import Engine
from simulate.play.leaving import cpu_seconds
from simulate.play.repeating import check_repeating
from simulate.play.rows import Integers
from simulate.play.tally import TallyLayout
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.user_files import content_of


def layout_of(study: Study, game: Game) -> TallyLayout:
    """Return what the tally of a study counts."""
    places = tuple(study.strategies.index(spec) for spec in study.lineup)
    return TallyLayout(
        study.players,
        places,
        study.rotations,
        tuple(count.name for count in game.counts),
        tuple((share.part, share.whole) for share in game.shares),
        game.score_parts,
        game.side_of(study.players),
    )


def make_engine(study: Study, lineup: Sequence[Strategy]) -> Engine:
    """Compile what plays a study, or fetch it from the cache.

    Raises
    ------
    FathomError
        A strategy or the game does not keep to the seed.
    """
    game = find_game(study.game)
    engine = Engine(game, study.values, lineup, study.rotations, study.seed)
    check_repeating(engine)
    return engine


class Arm:
    """One of the studies that are played together."""

    def __init__(self, study: Study, engine: Engine) -> None:
        self.study = study
        self.engine = engine
        self.layout = layout_of(study, engine.game)
        #: How many deals the block had that was counted last, and how many CPU seconds one took.
        self.paced, self.pace = 0, 0.0

    @cached_property
    def key(self) -> str:
        """Hexadecimal digits that differ between arms of which a game differs."""
        foreign = sorted({content_of(file) for file in _foreign_files(self.engine)})
        answer = json.dumps([self.study.games_id, foreign])
        return hashlib.sha256(answer.encode()).hexdigest()[:20]

    def play(self, first: int, deals: int) -> tuple[Integers, float]:
        """Play some deals and return their rows, and how many CPU seconds it took."""
        began = cpu_seconds()
        turned = self.layout.rotations
        rows = self.engine.play(first * turned, deals * turned)
        return rows, cpu_seconds() - began


def _foreign_files(engine: Engine) -> Iterator[Path]:
    """Yield the files of code that plays and is not Fathom's, as of installed plug-ins."""
    functions = [engine.game.deal, *(one for who in engine.lineup for one in who.functions)]
    for function in functions:
        if not ships_with_fathom(function):
            yield Path(getattr(function, "py_func", function).__code__.co_filename)
