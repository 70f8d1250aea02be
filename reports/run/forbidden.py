"""The caution about strategies whose code does not know that actions are forbidden."""

from __future__ import annotations

from collections.abc import Iterable

from reports.writing.wording import listed
from simulate.play.forbidding import chooses_forbidden
from simulate.rules.kinds import NONE
from simulate.rules.values import FORBID
from simulate.study import Study
from strategies import find_strategy


def describe_unaware_players(studies: Iterable[Study]) -> str:
    """Return a sentence on strategies that choose forbidden actions, which random ones replace.

    Parameters
    ----------
    studies
        The studies. A few games of each study that forbids actions are played, except with
        strategies that think ahead.

    Returns
    -------
    str
        The sentence; empty if there are no such strategies.

    Raises
    ------
    FathomError
        If a game or a strategy cannot be loaded, or fails.
    """
    names: list[str] = []
    for study in studies:
        if study.rules.get(FORBID, NONE) == NONE:
            continue
        for spec in study.strategies:
            strategy = find_strategy(study.personas.get(spec, spec), study.game)
            if spec in names or strategy.is_slow:
                continue
            if chooses_forbidden(study.loaded_game, study.values, study.players, strategy):
                names.append(spec)
    if not names:
        return ""
    clause = "do not know what is forbidden and move"
    if len(names) == 1:
        clause = "does not know what is forbidden and moves"
    return f"Careful: {listed(names)} {clause} at random instead, so people may do better."
