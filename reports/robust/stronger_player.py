"""The player that learned the game, if it plays better than the game's own strategies."""

from __future__ import annotations

from contextlib import suppress

from simulate.errors import FathomError
from simulate.kit.compiled import JIT
from simulate.play.arms import game_of
from simulate.strategy import Strategy
from simulate.study import Study
from strategies.learned.files import key_of_rules, read_players
from strategies.registry import LEARNED, learned_for


def stronger_player(study: Study) -> Strategy | None:
    """Return the learned player if it surely plays better than the game's default strategy.

    It has to have learned with the rules and the number of players of the study, and to have been
    measured. If the default strategy thinks ahead, the player was compared with a quick one.

    Returns
    -------
    Strategy or None
        None if there is no such player. Also if the file of the player is damaged, or for an
        earlier version of the game.
    """
    game = study.loaded_game
    if not JIT:
        return None
    with suppress(FathomError):
        player = read_players(game).get(study.players)
        if player is None or player.final is None or not player.final.is_stronger:
            return None
        rules = key_of_rules(game_of(study).rules_record(study.values, study.players))
        if player.rules_key == rules:
            # A strategy of the game that is called "learned" takes the place of the player.
            return learned_for(study.game).get(LEARNED)
    return None
