"""Refuse head starts that change no game, before a command plays with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports.analysis.compiling import announce_compiling
from simulate.errors import UsageError
from simulate.play.arms import make_engine
from simulate.play.engine import Engine
from simulate.play.head_start_use import (
    UselessHeadStart,
    counted_head_starts,
    find_useless_head_start,
)
from simulate.rules.values import HEAD_START, combine_changes
from simulate.study import Study
from strategies import find_strategy


def refuse_useless_head_starts(studies: Sequence[Study]) -> None:
    """Raise `UsageError` if a head start of a study changes no game.

    Studies that differ only in the number of points of a head start are tried once.
    """
    tried: list[tuple[object, ...]] = []
    for study in studies:
        for seat, points in counted_head_starts(study.loaded_game, study.values).items():
            other_rules = {**study.values, HEAD_START: None}
            key = (seat, study.game, study.players, other_rules)
            if key in tried:
                continue
            tried.append(key)
            useless = find_useless_in_study(study, seat, points)
            if useless:
                raise UsageError(describe_useless(study, useless, "leave the rule out"))


def describe_useless(study: Study, useless: UselessHeadStart, advice: str = "") -> str:
    """Return a sentence on a head start that changes no game.

    `advice` says in the imperative what to do without changing the game's code.
    """
    game = study.loaded_game.name_or_file
    remedy = f"{advice}, or {useless.remedy}" if advice else useless.remedy
    return f"{HEAD_START} changes nothing in {game}, because {useless.cause}; {remedy}"


def find_useless_in_study(study: Study, seat: int, points: float) -> UselessHeadStart | None:
    """Return why a head start changes no game of a study; None if it changes games, or if unknown.

    Parameters
    ----------
    study
        The study. Its other rules stay as they are.
    seat
        The seat, numbered from 1.
    points
        Its points.

    Raises
    ------
    FathomError
        If an installed game cannot be loaded.
    """
    game = study.loaded_game
    random = find_strategy("random", study.game)
    lineup = [random] * study.players
    announce_compiling(study, lineup)
    by_chance = replace(study, lineup=(random.spec,) * study.players, personas={}, noted={})

    def make(seat: int, points: float) -> Engine:
        change = {HEAD_START: {str(seat): points}}
        rules = combine_changes(game.options, study.rules, change)
        return make_engine(replace(by_chance, rules=rules), lineup)

    return find_useless_head_start(game, study.players, seat, points, make)
