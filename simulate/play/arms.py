"""Compile a study with its line-up, and check that the same seed gives the same games."""

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
from simulate.kit.kept_piles import KEEPING
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.events import describe_events, events_of, match_events
from simulate.play.explaining import list_changeable
from simulate.play.forbidden_copy import keep_to_rules
from simulate.play.forbidding import game_without_forbidden
from simulate.play.kernel import ships
from simulate.play.rows import Integers
from simulate.play.signals import cpu_seconds
from simulate.play.tally import GroupingLayout, TallyLayout, digest
from simulate.play.watching import watch_cards
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.user_files import content_digest


def layout_of(study: Study) -> TallyLayout:
    """Return the layout of the tally of a study: the index of each count.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or if the study counts cards and the game declares none.
    """
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
        groupings=_grouping_layouts(study, game),
        loses=game.losers is not None,
        distributed_counts=len(study.loaded_game.counts),
    )


def _grouping_layouts(study: Study, game: Game) -> tuple[GroupingLayout, ...]:
    """Return the layout of each grouping of a study's game, in the order of the game."""
    if not game.groupings:
        return ()
    rules = game.rules_record(study.values, study.players)[0]
    return tuple(
        GroupingLayout(grouping.name, tuple(grouping.names(rules)), grouping.wins_together)
        for grouping in game.groupings
    )


def counting_game(study: Study) -> Game:
    """Return the game of a study, with each event of the study declared as a count of the game.

    Raises
    ------
    UsageError
        If the game cannot be loaded, if the study counts cards and the game declares none, or if an
        event cannot be read.
    """
    game = game_of(study)
    counts = list[Count]()
    for name, events in events_of(study).items():
        # The meaning of a count is a format string, so braces in it have to be doubled.
        text = describe_events(events).replace("{", "{{").replace("}", "}}")
        counts.append(Count(name, f"games in which {text}", yes_or_no=True))
    return replace(game, counts=(*game.counts, *counts)) if counts else game


def game_of(study: Study) -> Game:
    """Return the game of a study.

    If the study forbids actions, this is a copy of the game that does not offer them (see
    `simulate.play.forbidding`). If the study counts draws of cards, this is a copy, from
    `simulate.play.watching.watch_cards`, that counts them.

    Raises
    ------
    UsageError
        If the game cannot be loaded, if the study counts cards and the game declares none, or if
        the study forbids actions that the game does not have.
    """
    game = game_without_forbidden(study.loaded_game, study.values, study.players)
    noted = study.noted
    if not noted:
        return game
    return watch_cards(game, study.values, study.players, counts_gains=bool(noted.get("gains")))


def make_engine(study: Study, lineup: Sequence[Strategy]) -> Engine:
    """Return the engine that plays a study; its code is compiled, or loaded if it is on disk.

    Parameters
    ----------
    study
        The study.
    lineup
        The strategies, one for each seat.

    Raises
    ------
    UsageError
        If the game cannot be loaded, if the game or a strategy does not compile, or if its code
        uses chance that does not depend on the seed.
    FathomError
        If games of a user's code differ when they are played twice.
    """
    game = game_of(study)
    players = [keep_to_rules(strategy, game) for strategy in lineup]
    engine = Engine(game, study.values, players, study.rotations, study.seed, study.noted)
    check_repeating(engine)
    return engine


class CompiledStudy:
    """An arm: a study with its line-up, compiled, ready to be played.

    Parameters
    ----------
    study
        The study.
    lineup
        The strategies, one for each seat.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or if the game or a strategy does not compile.
    FathomError
        If games of a user's code differ when they are played twice.
    """

    def __init__(self, study: Study, lineup: Sequence[Strategy]) -> None:
        self.study = study
        self.engine = make_engine(study, lineup)
        self.layout = layout_of(study)
        self._events = list(events_of(study).values())
        #: The number of deals of the block that was counted last.
        self.paced_deals = 0
        #: CPU seconds per deal of that block.
        self.pace = 0.0

    @cached_property
    def key(self) -> str:
        """Hexadecimal digits that identify the arm's games in a journal.

        They depend on everything that affects the games, including the contents of users' files
        and what strategies have learned.

        Raises
        ------
        OSError
            If the Python file of a strategy or of the game cannot be read.
        """
        functions = [self.engine.game.deal]
        for strategy in self.engine.lineup:
            functions += strategy.functions
        # Files of the user or of installed packages can change although no version number does.
        files = {
            Path(getattr(function, "py_func", function).__code__.co_filename)
            for function in functions
            if not ships_with_fathom(function)
        }
        foreign = sorted({content_digest(file) for file in files})
        identity: list[object] = [self.study.games_id, foreign]
        learned = [strategy.digests(self.study.players) for strategy in self.engine.lineup]
        if any(learned):
            identity.append(learned)
        return digest(identity)[:20]

    @cached_property
    def repeater(self) -> Engine:
        """An engine that also plays a deal several times from the same set-up.

        Raise `UsageError` if the game does not compile.
        """
        study = self.study
        game = replace(game_of(study), chance=KEEPING)
        return Engine(game, study.values, self.engine.lineup, study.rotations, study.seed)

    def play(self, first: int, deals: int) -> tuple[Integers, float]:
        """Play consecutive deals, each in all its rotations, and return the rows of the games.

        Parameters
        ----------
        first
            The number of the first deal.
        deals
            The number of deals.

        Returns
        -------
        rows
            The row of each game: shape (deals x rotations, `simulate.play.rows.width`). If the
            study counts events, each event has one more column after the counts: 1 if it happened
            in the game.
        seconds
            CPU seconds. If the study exchanges draws (see `Engine.play`), they include the second
            play of each game. A study that counts events plays each game once in any case.

        Raises
        ------
        FathomError
            If the game or a strategy fails.
        """
        began = cpu_seconds()
        rotations = self.layout.rotations
        first_game = first * rotations
        games = deals * rotations
        if not self._events:
            return self.engine.play(first_game, games), cpu_seconds() - began
        rows = []
        end_of_counts = row.width(len(self.engine.game.counts))
        for game in map(self.engine.record, range(first_game, first_game + games)):
            happened = [match_events(game, events).happened for events in self._events]
            rows.append([*game.row[:end_of_counts], *happened, *game.row[end_of_counts:]])
        return np.array(rows, np.int64), cpu_seconds() - began


#: The number of games in each of the two blocks that are played twice. Slow games: 1 per block.
REPEATED_GAMES = 20
#: The games, and the pairs of game and strategy, that passed the check in this process.
_repeating: set[object] = set()


def check_repeating(engine: Engine) -> None:
    """Check that the same seed gives the same games, by playing two blocks of games twice.

    Nothing is played if all code is part of Fathom or passed the check before. Code that raises an
    error passes the check: the command reports the error when it plays the game.

    Raises
    ------
    FathomError
        If a game differs the second time (the message names values that the code may have changed),
        or if the game's function `prepare` returns different tables.
    """
    foreign = [
        strategy
        for strategy in engine.lineup
        if not all(map(ships_with_fathom, strategy.functions))
    ]
    unchecked: list[object] = [(engine.game, strategy.spec) for strategy in foreign]
    if not ships(engine.game):
        unchecked.append(engine.game)
    if _repeating.issuperset(unchecked):
        return
    is_slow = not compiled.JIT or any(strategy.is_slow for strategy in engine.lineup)
    games = 1 if is_slow else REPEATED_GAMES
    try:
        first = np.concatenate([engine.play(begin, games) for begin in (0, games)])
        # The second time, another thread plays all games as a single block. Games then differ if
        # the code keeps values from game to game, or per thread.
        with ThreadPoolExecutor(1) as thread:
            again = thread.submit(engine.play, 0, 2 * games).result()
    except FathomError:
        return
    differing = np.flatnonzero((first != again).any(axis=1))
    tables = engine.game.rules_record(engine.values, len(engine.lineup))
    if differing.size:
        raise _not_repeating(unchecked, foreign, f"game {int(differing[0])} was different")
    if tables.tobytes() != engine.rules.tobytes():
        raise _not_repeating(unchecked, [], "prepare returned different tables for the same rules")
    _repeating.update(unchecked)


def _not_repeating(
    checked: Sequence[object], foreign: Sequence[Strategy], difference: str
) -> FathomError:
    """Return the error for code whose games differ when they are played twice.

    `checked` holds the games and strategies that were checked, `foreign` the strategies of users.
    `difference` is what differed, in words.
    """
    authors_code = dict.fromkeys(f"strategy {strategy.spec}" for strategy in foreign)
    authors_code |= {f"the game {game.name}": None for game in checked if isinstance(game, Game)}
    names: dict[str, None] = {}
    for strategy in foreign:
        for function in strategy.functions:
            names |= dict.fromkeys(list_changeable(function))
    hint = ""
    if names:
        hint = f" It may change {' or '.join(names)}, which stays changed in later games."
    return FathomError(
        f"{' or '.join(authors_code)} plays differently with the same seed: {difference} the "
        f"second time.{hint} Use only the rules and the view, no clock and no files. Draw random "
        "numbers with below(view.chance, 6), or in a game with below(state.chance, 6). A strategy "
        "can keep notes for a decision in working_memory(view, size), and a game in its fields"
    )
