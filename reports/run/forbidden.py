"""The caution about strategies that do not know what is forbidden, or learned other rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from reports.writing.wording import listed
from simulate.errors import FathomError
from simulate.play.arms import game_of
from simulate.play.forbidding import chooses_forbidden
from simulate.rules.kinds import NONE
from simulate.rules.values import FORBID
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy
from strategies.learned.keys import key_of_rules


def describe_unaware_players(studies: Iterable[Study]) -> str:
    """Return sentences on strategies that do not know the rules; empty if all of them do.

    Some choose forbidden actions, which random ones replace. Learned players may have learned other
    rules.

    Parameters
    ----------
    studies
        The studies. A few games of each study that forbids actions are played, except with
        strategies that think ahead.

    Raises
    ------
    FathomError
        If a game or a strategy cannot be loaded, or fails.
    """
    forbidden: dict[str, None] = {}
    learned: dict[str, None] = {}
    for study in studies:
        forbidden |= dict.fromkeys(_list_forbidden(study))
        learned |= dict.fromkeys(_list_learned(study))
    sentences = []
    if forbidden:
        clause = "do not know what is forbidden and move"
        if len(forbidden) == 1:
            clause = "does not know what is forbidden and moves"
        sentences.append(
            f"Careful: {listed(list(forbidden))} {clause} at random instead, so people may do "
            "better."
        )
    if learned:
        sentences.append(
            f"Careful: {listed(list(learned))} learned the game with other rules, so people may do "
            "better."
        )
    return " ".join(sentences)


def _list_forbidden(study: Study) -> Iterator[str]:
    """Yield the specs of the strategies of a study that choose forbidden actions.

    Raise `FathomError` if a game or a strategy cannot be loaded, or fails.
    """
    if study.rules.get(FORBID, NONE) == NONE:
        return
    for spec in study.strategies:
        strategy = find_strategy(study.personas.get(spec, spec), study.game)
        if not strategy.is_slow and chooses_forbidden(
            study.loaded_game, study.values, study.players, strategy
        ):
            yield spec


def _list_learned(study: Study) -> Iterator[str]:
    """Yield the specs of the strategies of a study that learned the game with other rules."""
    learned: dict[str, Strategy] = {}
    for spec in study.strategies:
        with suppress(FathomError):  # A strategy of a stored run may be missing.
            strategy = find_strategy(study.personas.get(spec, spec), study.game)
            if strategy.digests(study.players):
                learned[spec] = strategy
    if not learned:
        return
    rules = key_of_rules(game_of(study).rules_record(study.values, study.players))
    for spec, strategy in learned.items():
        if strategy.learned_other_rules(study.players, rules):
            yield spec
