"""The learned player, if it beats its rival and no quick strategy is known to beat it."""

from __future__ import annotations

from contextlib import suppress

from simulate.errors import FathomError
from simulate.kit.compiled import JIT
from simulate.play.arms import game_of
from simulate.strategy import Strategy
from simulate.study import Study
from strategies.learned.files import read_players
from strategies.learned.keys import key_of_rules
from strategies.registry import LEARNED, learned_for


def stronger_player(study: Study) -> Strategy | None:
    """Return the learned player if it is surely stronger than the strongest quick strategy.

    No other quick strategy may be known to beat it. The player has to have learned with the rules
    and the number of players of the study, and to have been measured.

    Returns
    -------
    Strategy or None
        None if there is no such player. Also if the file of the player is damaged, or for an
        earlier version of the game.
    """
    with suppress(FathomError):
        return _find_stronger_player(study)
    return None


def explain_unusable_player(study: Study) -> str:
    """Return the reason why the learned player of a study's game cannot be used; "" without one.

    Its file may be damaged, or for an earlier version of the game.
    """
    try:
        _find_stronger_player(study)
    except FathomError as error:
        return str(error)
    return ""


def _find_stronger_player(study: Study) -> Strategy | None:
    """Return the player as `stronger_player` does; raise `FathomError` if it cannot be used."""
    game = study.loaded_game
    if not JIT:
        return None
    player = read_players(game).get(study.players)
    if player is None or not player.is_strongest_known:
        return None
    rules = key_of_rules(game_of(study).rules_record(study.values, study.players))
    if player.rules_key != rules:
        return None
    # A strategy of the game that is called "learned" takes the place of the player.
    return learned_for(study.game).get(LEARNED)
