"""Compile a study with its line-up, and check that its games repeat."""

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
from simulate.play.explaining import list_changeable
from simulate.play.kernel import ships
from simulate.play.rows import Integers
from simulate.play.signals import cpu_seconds
from simulate.play.tally import TallyLayout, digest
from simulate.play.watching import watched
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.user_files import content_digest


def layout_of(study: Study) -> TallyLayout:
    """Return the layout of the tally of a study: which counts it has, and where."""
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
    """Return the game of a study, with the events of the study as counts of the game."""
    game, counts = game_of(study), list[Count]()
    for name, events in events_of(study).items():
        # The meaning of a count is a template.
        text = describe_events(events).replace("{", "{{").replace("}", "}}")
        counts.append(Count(name, f"games in which {text}", yes_or_no=True))
    return replace(game, counts=(*game.counts, *counts)) if counts else game


def game_of(study: Study) -> Game:
    """Return the game of a study, or its watched game if the study counts what is drawn.

    See `simulate.play.watching`.
    """
    game, noted = study.loaded_game, study.noted
    if not noted:
        return game
    return watched(game, study.values, study.players, counts_gains=bool(noted.get("gains")))


def make_engine(study: Study, lineup: Sequence[Strategy]) -> Engine:
    """Return the engine that plays a study, compiled or loaded from the disk.

    Parameters
    ----------
    study
        The study.
    lineup
        The strategies, one for each seat.

    Raises
    ------
    UsageError
        If the game or a strategy does not compile, or uses chance that no seed repeats.
    FathomError
        If games differ when they are played twice.
    """
    engine = Engine(game_of(study), study.values, lineup, study.rotations, study.seed, study.noted)
    check_repeating(engine)
    return engine


class CompiledStudy:
    """An arm: a study with its line-up, compiled, ready to be played.

    Raises the errors of `make_engine`.
    """

    def __init__(self, study: Study, lineup: Sequence[Strategy]) -> None:
        self.study = study
        self.engine = make_engine(study, lineup)
        self.layout = layout_of(study)
        self._events = list(events_of(study).values())
        #: The number of deals of the block that was counted last.
        self.paced_deals = 0
        #: CPU seconds for each deal of that block.
        self.pace = 0.0

    @cached_property
    def key(self) -> str:
        """Hexadecimal digits that are the same for two arms only if all their games are."""
        functions = [self.engine.game.deal]
        for strategy in self.engine.lineup:
            functions += strategy.functions
        # Files of the user, or of installed packages, may change without a new version.
        files = {
            Path(getattr(function, "py_func", function).__code__.co_filename)
            for function in functions
            if not ships_with_fathom(function)
        }
        foreign = sorted({content_digest(file) for file in files})
        return digest([self.study.games_id, foreign])[:20]

    def play(self, first: int, deals: int) -> tuple[Integers, float]:
        """Play consecutive deals, each in all its rotations.

        Returns
        -------
        rows
            Shape (deals x rotations, `simulate.play.rows.width`); with events, one more column for
            each of them. Noted swaps (see `Engine.play`) are not evaluated if there are events.
        seconds
            CPU seconds, including the second games that noted swaps need.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        began = cpu_seconds()
        rotations = self.layout.rotations
        first_game, games = first * rotations, deals * rotations
        if not self._events:
            return self.engine.play(first_game, games), cpu_seconds() - began
        rows = []
        for game in map(self.engine.record, range(first_game, first_game + games)):
            happened = [match_events(game, events).happened for events in self._events]
            rows.append([*game.row, *happened])
        return np.array(rows, np.int64), cpu_seconds() - began


#: Games in each of the two blocks that are played twice. Where games are slow it is a single one.
REPEATED_GAMES = 20
#: The games, and the strategies with their game, that passed the check in this process.
_repeating: set[object] = set()


def check_repeating(engine: Engine) -> None:
    """Play two blocks of games twice, and compare.

    Nothing is played if all code is Fathom's, or passed the check before.

    Raises
    ------
    FathomError
        If a game differs the second time. The message names the likely cause.
    """
    foreign = [
        strategy
        for strategy in engine.lineup
        if not all(map(ships_with_fathom, strategy.functions))
    ]
    new: list[object] = [(engine.game, strategy.spec) for strategy in foreign]
    if not ships(engine.game):
        new.append(engine.game)
    if _repeating.issuperset(new):
        return
    is_slow = not compiled.JIT or any(strategy.is_slow for strategy in engine.lineup)
    games = 1 if is_slow else REPEATED_GAMES
    try:
        first = np.concatenate([engine.play(begin, games) for begin in (0, games)])
        # As a single block and by another thread, so that anything that outlasts a game, or belongs
        # to a thread, makes a difference.
        with ThreadPoolExecutor(1) as thread:
            again = thread.submit(engine.play, 0, 2 * games).result()
    except FathomError:
        return  # the error appears again when that game is played or replayed
    differing = np.flatnonzero((first != again).any(axis=1))
    tables = engine.game.rules_record(engine.values, len(engine.lineup))
    if differing.size:
        raise _not_repeating(new, foreign, f"game {int(differing[0])} went another way")
    if tables.tobytes() != engine.rules.tobytes():
        raise _not_repeating(new, [], "prepare made other tables from the same rules")
    _repeating.update(new)


def _not_repeating(
    new: Sequence[object], foreign: Sequence[Strategy], difference: str
) -> FathomError:
    """Return the error for code whose games differ when they are played twice."""
    authors_code = dict.fromkeys(f"strategy {strategy.spec}" for strategy in foreign)
    authors_code |= {f"the game {game.name}": None for game in new if isinstance(game, Game)}
    names: dict[str, None] = {}
    for strategy in foreign:
        for function in strategy.functions:
            names |= dict.fromkeys(list_changeable(function))
    hint = ""
    if names:
        hint = f" It may store something in {' or '.join(names)}."
    return FathomError(
        f"{' or '.join(authors_code)} plays differently with the same seed: {difference} the "
        f"second time.{hint} Use only the rules and the view, no clock and no files. Draw with "
        "below(view.chance, 6), in a game with below(state.chance, 6). A strategy can plan in "
        "working_memory(view, size), and a game can store things in its fields"
    )
