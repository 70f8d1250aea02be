"""The strategy that plays as a game's learned players, and sentences on how strong they are."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace

from simulate.errors import UsageError
from simulate.game import Game
from simulate.strategy import Strategy
from strategies.learned.compiling import strategy_of_all
from strategies.learned.files import LearnedPlayer, fresh_command, rule_options
from strategies.learned.keys import key_of_strategy
from strategies.learned.measuring import Strength


def learned_strategy(game: Game, players: Mapping[int, LearnedPlayer], base: Strategy) -> Strategy:
    """Return the strategy that plays as a game's learned players.

    Its tier is the lowest of those of the players.

    Parameters
    ----------
    game
        The game.
    players
        The players by number of players, at least one.
    base
        The strategy on which they build, as `common_base` names it.

    Raises
    ------
    UsageError
        If the strategy on which they build has changed since they learned.
    """
    key = key_of_strategy(base, game)
    stale = [number for number, player in players.items() if player.base_key != key]
    if stale:
        option = f"--base {shlex.quote(base.full_spec)}"
        commands = " and ".join(f"'{fresh_command(game, number)} {option}'" for number in stale)
        raise UsageError(
            f"strategy {base.spec} has changed since the learned player of {game.name_or_file} was "
            f"built on it; learn again with {commands}"
        )
    brains = [player.brain for player in players.values()]
    strategy = strategy_of_all(game, brains, base)
    lines = [" ".join(paragraph.split()) for paragraph in strategy.description.split("\n\n")]
    lines += [describe_strength(player, game) for player in players.values()]
    tier = min(player.tier for player in players.values())
    rules = {number: player.rules_key for number, player in players.items()}
    return replace(strategy, tier=tier, description="\n".join(lines), learned_rules=rules)


def common_base(game: Game, players: Mapping[int, LearnedPlayer]) -> str:
    """Return the spec of the strategy on which a game's learned players build.

    Raises
    ------
    UsageError
        If they build on different strategies.
    """
    bases = sorted({player.base for player in players.values()})
    if len(bases) > 1:
        raise UsageError(
            f"the learned players of {game.name_or_file} for different numbers of players build on "
            f"different strategies ({', '.join(bases)}); learn them again with the same --base"
        )
    return bases[0]


def describe_strength(player: LearnedPlayer, game: Game) -> str:
    """Return a sentence on how strong a player is, with the rules that it learned."""
    learned = "With 1 player" if player.players == 1 else f"With {player.players} players"
    rules = [f"variant {player.variant}"] if player.variant != game.default_variant else []
    rules += player.rules
    if rules:
        learned += f" ({', '.join(rules)})"
    if player.final is None:
        words = ["fathom", "learn", game.name_or_file, "--players", str(player.players)]
        command = shlex.join([*words, *rule_options(player, game)])
        return f"{learned}: not measured yet; type '{command}'."
    together = game.is_won_together(player.players)
    wins = describe_wins(player.final, player.rival, together=together)
    if player.weaknesses:
        wins += f"; weaker than {describe_weaknesses(player)}"
    return f"{learned}, built on {player.base}: {wins}."


def describe_weaknesses(player: LearnedPlayer) -> str:
    """Return the strategies that beat a player, each with the player's share of wins.

    As in "open (wins 41.4% ± 1.9% against it at all other seats, 500 deals)". There has to be one.
    """
    *others, last = [
        f"{weakness.strategy} (wins {_share_with_interval(weakness.strength)} against it at all "
        f"other seats, {weakness.strength.deals:,} deals)"
        for weakness in player.weaknesses or ()
    ]
    return f"{', '.join(others)} and {last}" if others else last


def describe_wins(strength: Strength, rival: str, *, together: bool, briefly: bool = False) -> str:
    """Return a clause on how often a player wins, compared with what, and with its interval.

    Parameters
    ----------
    strength
        The strength.
    rival
        The strategy with which the player is compared, or that plays at all other seats.
    together
        True if all players win or lose together, or if there is only one.
    briefly
        True to leave out what is the same in every round.
    """
    deals = f"{strength.deals:,} deals"
    if together:
        more = "more" if strength.difference >= 0 else "fewer"
        margin = f"\N{PLUS-MINUS SIGN} {100 * strength.half_width:.1f}"
        return (
            f"wins {strength.share:.1%} of games, {rival} {strength.compared_with:.1%}: "
            f"{100 * abs(strength.difference):.1f} {margin} points {more} (the same {deals})"
        )
    share = _share_with_interval(strength)
    if briefly:
        return f"wins {share} ({deals})"
    return (
        f"wins {share} against {rival} at all other seats ({deals}); an equal share is "
        f"{strength.compared_with:.1%}"
    )


def _share_with_interval(strength: Strength) -> str:
    """Return a share of wins with its interval, as in "44.5% ± 2.0%".

    Where this interval would leave the range from 0% to 100%, both ends are given instead.
    """
    if strength.half_width <= strength.share <= 1 - strength.half_width:
        return f"{strength.share:.1%} \N{PLUS-MINUS SIGN} {strength.half_width:.1%}"
    low, high = strength.compared_with + strength.low, strength.compared_with + strength.high
    return f"{strength.share:.1%} ({low:.1%} to {high:.1%})"
