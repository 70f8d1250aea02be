"""Whether a player that learned the game plays it better than the game's own strategies."""

from __future__ import annotations

from contextlib import suppress

from simulate.errors import FathomError
from simulate.kit.compiled import JIT
from simulate.play.arms import game_of
from simulate.study import Study
from strategies.learned.files import key_of_rules, read_players
from strategies.registry import LEARNED, learned_for


def has_stronger_player(study: Study) -> bool:
    """Return True if a learned player surely plays better than the default strategy of a study.

    It has to have learned with these rules and this number of players, and to have been measured.
    It counts only if the game's default strategy plays in all seats of the study. If that strategy
    thinks ahead, the player was compared with a quick one.
    """
    game = study.loaded_game
    if not JIT or study.strategies != (game.default_strategy,):
        return False
    with suppress(FathomError):  # The file of a player may be damaged, or for an earlier version.
        player = read_players(game).get(study.players)
        if player is None or player.final is None or not player.final.is_stronger:
            return False
        rules = key_of_rules(game_of(study).rules_record(study.values, study.players))
        # A strategy of the game that is called "learned" takes the place of the player.
        return player.rules_key == rules and LEARNED in learned_for(study.game)
    return False
