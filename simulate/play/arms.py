"""What plays one study: its compiled games and strategies, and what its tally counts."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np

from simulate.errors import FathomError
from simulate.game import Count, Game
from simulate.kit import compiled
from simulate.kit.code_key import ships_with_fathom
from simulate.play.engine import Engine
from simulate.play.events import describe_events, events_of, match_events
from simulate.play.explaining import changeable
from simulate.play.kernel import ships
from simulate.play.rows import Integers
from simulate.play.signals import cpu_seconds
from simulate.play.tally import TallyLayout, digest
from simulate.play.watching import watched
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.user_files import content_digest


def layout_of(study: Study) -> TallyLayout:
    """Return what the tally of a study counts."""
    game = game_of(study)
    places = tuple(study.strategies.index(spec) for spec in study.lineup)
    return TallyLayout(
        study.players,
        places,
        study.rotations,
        (*(count.name for count in game.counts), *study.events),
        tuple((share.part, share.whole) for share in game.shares),
        game.score_parts,
        game.side_of(study.players),
        game.lower_leads,
    )


def counting_game(study: Study) -> Game:
    """Return the game of a study, that counts its events too."""
    game, counts = game_of(study), list[Count]()
    for name, events in events_of(study).items():
        told = describe_events(events).replace("{", "{{").replace("}", "}}")
        counts.append(Count(name, f"games in which {told}", yes_or_no=True))
    return replace(game, counts=(*game.counts, *counts)) if counts else game


def game_of(study: Study) -> Game:
    """Return the game of a study, watched if it is to note what is drawn."""
    game, noted = study.loaded_game, study.noted
    if not noted:
        return game
    return watched(game, study.values, study.players, counts_gains=bool(noted.get("gains")))


def make_engine(study: Study, lineup: Sequence[Strategy]) -> Engine:
    """Compile what plays a study, or fetch it; `FathomError` if that does not keep to the seed."""
    turned, seed = study.rotations, study.seed
    engine = Engine(game_of(study), study.values, lineup, turned, seed, study.noted)
    check_repeating(engine)
    return engine


class CompiledStudy:
    """One of the studies that are played together; it is compiled when it is made."""

    def __init__(self, study: Study, lineup: Sequence[Strategy]) -> None:
        self.study = study
        self.engine = make_engine(study, lineup)
        self.layout = layout_of(study)
        self._events = list(events_of(study).values())
        #: How many deals the block had that was counted last, and how many CPU seconds one took.
        self.paced_deals, self.pace = 0, 0.0

    @cached_property
    def key(self) -> str:
        """Hexadecimal digits that differ between arms of which a game differs."""
        players = (one for who in self.engine.lineup for one in who.functions)
        # The files of code that plays and is not Fathom's, as of installed plug-ins.
        files = {
            Path(getattr(function, "py_func", function).__code__.co_filename)
            for function in (self.engine.game.deal, *players)
            if not ships_with_fathom(function)
        }
        foreign = sorted({content_digest(file) for file in files})
        return digest([self.study.games_id, foreign])[:20]

    def play(self, first: int, deals: int) -> tuple[Integers, float]:
        """Play some deals and return their rows, and how many CPU seconds it took."""
        began = cpu_seconds()
        turned = self.layout.rotations
        first, games = first * turned, deals * turned
        if not self._events:
            return self.engine.play(first, games), cpu_seconds() - began
        rows = []
        for game in map(self.engine.record, range(first, first + games)):
            rows.append(
                [*game.row, *(match_events(game, events).happened for events in self._events)]
            )
        return np.array(rows, np.int64), cpu_seconds() - began


#: Games in each of the two blocks that are played twice; one where games are slow.
REPEATED_GAMES = 20
_played_alike: set[object] = set()


def check_repeating(engine: Engine) -> None:
    """Play two blocks of games twice, unless all code is Fathom's or was looked at before.

    `FathomError`: the second time a game went otherwise; names the likely cause.
    """
    foreign = [one for one in engine.lineup if not all(map(ships_with_fathom, one.functions))]
    new: list[object] = [(engine.game, one.spec) for one in foreign]
    if not ships(engine.game):
        new.append(engine.game)
    if _played_alike.issuperset(new):
        return
    slow = not compiled.JIT or any(one.is_slow for one in engine.lineup)
    games = 1 if slow else REPEATED_GAMES
    try:
        first = np.concatenate([engine.play(begin, games) for begin in (0, games)])
        # In one block, and elsewhere: what is kept between games, or by a thread, shows.
        with ThreadPoolExecutor(1) as elsewhere:
            again = elsewhere.submit(engine.play, 0, 2 * games).result()
    except FathomError:
        return  # it fails, which is told when that game is played or replayed
    differing = np.flatnonzero((first != again).any(axis=1))
    tables = engine.game.rules_record(engine.values, len(engine.lineup))
    if differing.size:
        raise _differing(new, foreign, f"game {int(differing[0])}, played twice, went another way")
    if tables.tobytes() != engine.rules.tobytes():
        raise _differing(new, [], "what prepare makes of the rules was something else")
    _played_alike.update(new)


def _differing(new: Sequence[object], foreign: list[Strategy], said: str) -> FathomError:
    who = dict.fromkeys(f"strategy {one.spec}" for one in foreign)
    who |= {f"the game {one.name}": None for one in new if isinstance(one, Game)}
    functions = (function for one in foreign for function in one.functions)
    names = dict.fromkeys(name for function in functions for name in changeable(function))
    kept = f" Perhaps something is kept in {' or '.join(names)}." if names else ""
    return FathomError(
        f"{' or '.join(who)} does not keep to the seed: {said} the second time.{kept} Let the "
        "rules and what is seen decide alone, without clock and files. Draw with "
        "below(view.chance, 6), in a game with below(state.chance, 6); a strategy plans in "
        "working_memory(view, size), a game keeps things in its fields"
    )
