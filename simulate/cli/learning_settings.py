"""The settings with which a player learns: the rules, its base strategy and its rivals."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from reports.analysis.compiling import announce_compiling
from reports.analysis.selection import resolve_study
from reports.writing.wording import counted
from simulate import command_options as options
from simulate.errors import FathomError, UsageError
from simulate.game import Game, find_game
from simulate.kit.compiled import JIT
from simulate.output.messages import print_message, print_notice
from simulate.play.arms import make_engine
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy, strategies_for
from strategies.learned import sessions
from strategies.learned.files import LearnedPlayer, find_file, list_files, read_player
from strategies.learned.learned_strategy import describe_wins
from strategies.learned.rivals import find_victories, rivals_below
from strategies.learned.sessions import Settings
from strategies.registry import find_base, usual_player


def find_settings(
    source: str,
    rules: options.RulesOptions,
    base_spec: str,
    seed: int | None,
    fresh: bool,
    jobs: int,
) -> Settings:
    """Return the settings with which a player begins or continues to learn.

    Parameters
    ----------
    source
        The name or the file of the game.
    rules
        The options of the command line that change the rules and the number of players.
    base_spec
        The strategy on which the player builds; "" for that of the player that is continued, or of
        the game's other players, or the strongest.
    seed
        The seed; None for that of the player that is continued, or the usual seed.
    fresh
        True to start over even if there is a player.
    jobs
        The number of threads. The result does not depend on it.

    Raises
    ------
    UsageError
        If the game, a rule, the number of players, the seed or the base strategy is invalid, or if
        the file of the player cannot be used.
    FathomError
        If the game cannot be loaded, or fails.
    """
    if not JIT:
        raise UsageError("learning needs compiled code; unset NUMBA_DISABLE_JIT")
    game = find_game(source)
    default = find_strategy(usual_player(game), game.name_or_file)
    selection = options.Selection.of(source, rules, strategy=[default.full_spec], seed=seed)
    study, _ = resolve_study(selection)
    sessions.check_learnable(game)
    earlier = None if fresh else _earlier_player(game, study.players)
    if earlier:
        seed = earlier.seed if seed is None else seed
        base_spec = base_spec or earlier.base
    shared = _base_of_other_players(game, study.players, base_spec)
    _try_game(study, default)
    known = list(reversed(strategies_for(game.name_or_file).values()))
    if earlier:
        strongest = _rival_of(earlier, game)
    else:
        strongest = _find_strongest(study, default, known, jobs)
    base = find_base(base_spec or shared or strongest.full_spec, game.name_or_file)
    if not base_spec and base.full_spec != strongest.full_spec:
        print_notice(
            f"building on {base.spec} instead of {strongest.spec}, because all learned players of "
            "a game share a base"
        )
    rivals = [strongest, *rivals_below(strongest, default, known)]
    specs = {rival.full_spec for rival in rivals}
    return Settings(
        study=study,
        rivals=rivals,
        others=[strategy for strategy in known if strategy.full_spec not in specs],
        base=base,
        seed=study.seed if seed is None else seed,
        course=sessions.USUAL_COURSE,
        round_deals=sessions.ROUND_DEALS,
        final_deals=sessions.FINAL_DEALS,
    )


def _earlier_player(game: Game, players: int) -> LearnedPlayer | None:
    """Return the player that is continued, if there is one; raise `UsageError` if it is damaged."""
    path = find_file(game, players)
    return read_player(path, game, players) if path.exists() else None


def _rival_of(player: LearnedPlayer, game: Game) -> Strategy:
    """Return the strategy with which a player was compared so far."""
    try:
        # This refuses to run code of other files, which a player's file could name.
        return find_base(player.rival, game.name_or_file)
    except UsageError as error:
        raise UsageError(
            f"the learned player of {game.name_or_file} was compared with {player.rival}, which "
            f"cannot be played now ({error}); give --fresh to start over"
        ) from error


def _base_of_other_players(game: Game, players: int, base_spec: str) -> str:
    """Return the base that the learned players for other numbers of players share.

    Without such players, it is that of `base_spec`, or "" if this is empty. The strategy
    ``learned`` plays as the players for all numbers, so they have to share a base.
    Players that cannot be used are left out.

    Raises
    ------
    UsageError
        If a player has another base than `base_spec`, or than another player; or if `base_spec` is
        invalid. An empty `base_spec` is any base.
    """
    base = find_base(base_spec, game.name_or_file).full_spec if base_spec else ""
    for number, path in list_files(game).items():
        if number == players:
            continue
        try:
            other = read_player(path, game, number)
            find_base(other.base, game.name_or_file)
        except UsageError:
            continue
        if base not in ("", other.base):
            raise UsageError(
                f"the learned player for {counted(number, 'player')} builds on {other.base}, but "
                "all learned players of a game must build on the same strategy; give --base "
                f"{shlex.quote(other.base)}, or remove {path}"
            )
        base = other.base
    return base


def _try_game(study: Study, strategy: Strategy) -> None:
    """Play some games of a study with an engine, which explains mistakes in a user's game.

    Learning could not explain them.
    """
    lineup = [strategy] * study.players
    announce_compiling(study, lineup)
    make_engine(study, lineup).play(0, study.players)


def _find_strongest(
    study: Study, default: Strategy, known: Sequence[Strategy], jobs: int
) -> Strategy:
    """Return the strongest of the known strategies, and print why it is not the default."""
    others = [strategy for strategy in known if strategy.full_spec != default.full_spec]
    if not others:
        return default
    print_message(f"comparing {default.spec} with the game's other strategies ...")
    strongest = default
    together = study.loaded_game.is_won_together(study.players)
    for victory in find_victories(study, default, others, jobs, print_left_out):
        wins = describe_wins(victory.strength, victory.loser.spec, together=together)
        print_notice(f"{victory.winner.spec} is stronger than {victory.loser.spec}: it {wins}")
        strongest = victory.winner
    return strongest


def print_left_out(strategy: Strategy, error: FathomError) -> None:
    """Print that a strategy was not compared, because it fails."""
    print_notice(f"{strategy.spec} is left out of the comparison: {error}")
