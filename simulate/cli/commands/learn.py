"""The command ``learn``, with which a player learns a game by playing it."""

from __future__ import annotations

import shlex
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from reports.analysis.execution import default_jobs
from simulate import command_options as options
from simulate.errors import ExitCode, FathomError, StoppedError, UsageError
from simulate.output.json_text import json_text
from simulate.output.messages import print_message, print_notice, print_text, set_quiet, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simulate.cli.learning_clock import LearningClock
    from strategies.learned.files import LearnedPlayer
    from strategies.learned.measuring import Strength
    from strategies.learned.sessions import Session, Settings

#: The default duration in minutes, and the longest.
USUAL_MINUTES, MOST_MINUTES = 10.0, 100_000.0
#: The width of the printed results, in columns.
_WIDTH = 80


@options.command(
    "Examples: fathom learn snorkeling\n\nfathom learn my_game.py --players 3 --minutes 60\n\n"
    "Then: fathom run snorkeling -s learned"
)
def learn(
    source: options.GameName,
    rules: options.RulesOptions,
    minutes: float | None = options.option(
        "TIME",
        "Learn for about this number of minutes (default: 10; no limit with --rounds).",
    ),
    rounds: int | None = options.option(
        "N", "Stop at this total number of rounds, including those of earlier commands."
    ),
    seed: int | None = options.option(
        "INT",
        "The seed: the same seed, base and number of rounds give the same player (default: 1, or "
        "the seed of the player that is continued).",
        rare=True,
    ),
    base: str | None = options.option(
        "STRATEGY",
        "The strategy that the player begins with and improves on; 'random' to begin with the "
        "rules alone (default: the game's strongest quick strategy, or the base of its learned "
        "players).",
        rare=True,
    ),
    fresh: bool = options.flag(
        "Start over. By default, the command continues with the player of an earlier one."
    ),
    as_json: bool = options.flag("For programs: print one JSON object.", "--json"),
    jobs: int | None = options.option_of(options.MachineOptions, "jobs"),
    trust: bool = options.option_of(options.MachineOptions, "trust"),
    quiet: bool = options.option_of(options.MachineOptions, "quiet"),
) -> int:
    """Let a player learn a game by playing it; then every command takes '-s learned'.

    The player improves on the game's strongest quick strategy: the default, unless another one
    surely wins more. A game without strategies needs only its rules. In each round the player plays
    thousands of games, tries other actions at many decisions, plays these games on, and learns
    which actions are better. It sees only what its seat may know. After each round it is measured
    against the strongest strategy, or compared with it if all players win or lose together. The
    best player is kept in a file, one for each number of players: beside the file of your game, or
    for a bundled game in your folder for data. Ctrl-C keeps the best so far, and the same command
    continues.

    At the end, the best player is measured again, in games with which it was neither taught nor
    chosen. The result does not depend on the number of jobs.
    """
    from reports.writing.wording import counted
    from simulate.cli.learning_clock import LearningClock
    from simulate.cli.learning_settings import find_settings, print_left_out
    from simulate.permission import grant_everything

    set_quiet(quiet)
    workers = default_jobs(jobs)
    _check_ends(minutes, rounds)
    if minutes is None and rounds is None:
        minutes = USUAL_MINUTES
    if trust:
        grant_everything()
    clock = LearningClock(minutes, rounds)
    settings = find_settings(source, rules, base or "", seed, fresh, workers)
    session = _start(settings, fresh)
    clock.final_multiple = session.final_multiple
    try:
        _play_rounds(session, clock, workers)
        if session.player and session.player.final is None:
            print_message("measuring the best player in other games ...")
        with clock.watch_measurement() as report, _explained_failures(settings):
            session.measure(workers, report, print_left_out)
    except KeyboardInterrupt:
        if session.player is None:
            raise
        continuing = "the same command continues"
        if fresh:
            continuing = "the same command without --fresh continues"
        rounds = len(session.player.strengths)
        raise StoppedError(
            f"interrupted; the best player of {counted(rounds, 'round')} is in "
            f"{session.path}; {continuing}"
        ) from None
    if as_json:
        print_text(json_text(_summary(session)))
    else:
        _show(session)
    return ExitCode.DONE


def _check_ends(minutes: float | None, rounds: int | None) -> None:
    """Raise `UsageError` if the duration or the number of rounds is invalid."""
    from strategies.learned.files import MOST_ROUNDS

    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise UsageError(
            f"--minutes cannot be {minutes:g}; give a number above 0, at most {MOST_MINUTES:,.0f}"
        )
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise UsageError(f"--rounds cannot be {rounds}; give a number from 1 to {MOST_ROUNDS:,}")


def _start(settings: Settings, fresh: bool) -> Session:
    """Return the session, and print whether it begins or continues.

    Raises
    ------
    UsageError
        If the game cannot be learned, or the file of its player cannot be continued.
    """
    from reports.writing.wording import counted
    from strategies.learned.sessions import Session

    study = settings.study
    print_message("preparing the game (slower the first time) ...")
    with _explained_failures(settings):
        session = Session(settings, fresh=fresh)
    name = f"{study.game_name} with {counted(study.players, 'player')}"
    if session.rounds:
        print_notice(
            f"continuing after round {session.rounds} of {name}; use --fresh to start over"
        )
    print_message(f"learning {name}, {_comparison(settings)}")
    return session


def _comparison(settings: Settings) -> str:
    """Return a clause on what the player is compared with."""
    rival, players = settings.rivals[0].spec, settings.study.players
    if not settings.is_together:
        return (
            f"measured against {rival} at all other seats (an equal share of wins is "
            f"{settings.game.fair_share(players):.1%})"
        )
    who = "who win or lose together" if players > 1 else "who plays alone"
    return f"{who}; its share of wins is compared with that of {rival}"


@contextmanager
def _explained_failures(settings: Settings) -> Iterator[None]:
    """Turn an error of a user's game in simulated games into a `FathomError` with a remedy."""
    from simulate.cli.learning_clock import OutOfTimeError
    from simulate.play.kernel import ships

    try:
        yield
    except (FathomError, OutOfTimeError):
        raise
    except Exception as error:
        if ships(settings.game):
            raise
        game = settings.game.name_or_file
        raise FathomError(
            f"{game} failed in simulated games ({type(error).__name__}: {error}); check its redeal "
            f"with 'fathom check {shlex.quote(game)}'"
        ) from error


def _play_rounds(session: Session, clock: LearningClock, jobs: int) -> None:
    """Play rounds until the time is over or the number of rounds is reached.

    Without a number of rounds, at least one is played.

    Raises
    ------
    FathomError
        If the game fails, or the file cannot be written.
    """
    from reports.writing.wording import counted
    from simulate.cli.learning_clock import OutOfTimeError

    is_first = True
    is_measured = session.player is not None and session.player.final is not None
    if is_measured and not clock.has_time(session.rounds):
        rounds = counted(session.rounds, "round")
        print_notice(
            f"this player has already learned {rounds}; give a higher --rounds to continue"
        )
    while clock.has_time(session.rounds):
        number = session.rounds + 1
        if is_first:
            print_message(f"playing round {number} ...")
        try:
            with clock.watch_round(number) as report, _explained_failures(session.settings):
                strength = session.play_round(jobs, report)
        except OutOfTimeError:
            print_message(
                f"there is not enough time for round {number}; it was stopped and does not count"
            )
            break
        is_first = False
        left = clock.seconds_left(session.rounds)
        unit = f"{left:.0f} s" if left < 100 else f"{left / 60:.0f} min"
        wins = _wins(session, strength, briefly=True)
        print_message(f"round {number}: {wins}; about {unit} left")


def _wins(session: Session, strength: Strength, *, briefly: bool = False) -> str:
    """Return a clause on how often the player wins, as `describe_wins` does."""
    from strategies.learned.learned_strategy import describe_wins

    settings = session.settings
    rival = settings.rivals[0].spec
    return describe_wins(strength, rival, together=settings.is_together, briefly=briefly)


def _summary(session: Session) -> dict[str, Any]:
    """Return the JSON object on the player."""
    player = session.player
    assert player, "a round was played"
    from simulate.strategy import TIERS

    def table(strength: Strength) -> dict[str, Any]:
        return {
            "share": strength.share,
            "compared_with": strength.compared_with,
            "difference": {
                "value": strength.difference,
                "ci_low": strength.low,
                "ci_high": strength.high,
            },
            "deals": strength.deals,
        }

    weaknesses = None
    if player.weaknesses is not None:
        weaknesses = [
            {"strategy": weakness.strategy, **table(weakness.strength)}
            for weakness in player.weaknesses
        ]
    rounds = [
        {"round": number, **table(strength)} for number, strength in enumerate(player.strengths, 1)
    ]
    return {
        "game": player.game,
        "players": player.players,
        "variant": player.variant,
        "rules": list(player.rules),
        "seed": player.seed,
        "file": str(session.path),
        "rival": player.rival,
        "together": session.settings.is_together,
        "rounds": rounds,
        "best_round": player.best_round,
        "final": table(player.final) if player.final else None,
        "match": player.match,
        "weaknesses": weaknesses,
        "tier": TIERS[player.tier],
    }


def _show(session: Session) -> None:
    """Print how strong the player is, what that means, and what to type next."""
    from reports.writing.wording import counted

    player = session.player
    assert player, "a round was played"
    assert player.final, "it was measured"
    rounds = counted(len(player.strengths), "round")
    print_text(
        wrapped(
            f"{session.settings.study.game_name}, {counted(player.players, 'player')}: learned in "
            f"{rounds}; "
            f"the best player, after round {player.best_round}, {_wins(session, player.final)}.",
            _WIDTH,
        )
    )
    print_text(wrapped(_meaning(session), _WIDTH))
    print_text(wrapped(f"It is in {session.path}.", _WIDTH))
    print_text("Next:")
    for command, purpose in _next_commands(session).items():
        print_text(f"  {command}  {purpose}")


def _meaning(session: Session) -> str:
    """Return sentences on what the final strength means."""
    player = session.player
    assert player, "a round was played"
    sentences = [_name_weaknesses(player) if player.weaknesses else _compare_with_rival(session)]
    if player.plays_like_base:
        base = (
            f"It has not found anything better than {player.base} yet, and plays like it. More "
            "rounds may help."
        )
        # A comparison of a strategy with itself says nothing more.
        sentences = [base] if player.base == player.rival else [base, *sentences]
    slow = _slow_default(session)
    if slow:
        sentences.append(
            f"It was not compared with {slow}, the game's default strategy, because that is slow."
        )
    return " ".join(sentences)


def _slow_default(session: Session) -> str:
    """Return the game's default strategy if it thinks ahead; else ""."""
    from strategies.registry import usual_player

    game = session.settings.study.loaded_game
    return "" if usual_player(game) == game.default_strategy else game.default_strategy


def _compare_with_rival(session: Session) -> str:
    """Return a sentence on whether a player is stronger than its rival, with its tier."""
    from simulate.strategy import TIERS

    player = session.player
    assert player, "a round was played"
    assert player.final, "it was measured"
    counts = f"counts as {TIERS[player.tier]}"
    rival = player.rival
    if player.final.is_stronger:
        if session.settings.is_together:
            return f"It wins more than {rival}, and {counts}."
        return f"It is stronger than {rival}, and {counts}."
    if not player.final.is_weaker:
        return f"These games do not show whether it or {rival} is stronger; it {counts}."
    if player.match:
        return (
            f"It is weaker than {rival} so far. It holds its own against {player.match}, and "
            f"{counts}."
        )
    return f"It is weaker than {rival} so far, and {counts}."


def _name_weaknesses(player: LearnedPlayer) -> str:
    """Return a sentence on the strategies that are stronger than a player, with its tier."""
    from simulate.strategy import TIERS
    from strategies.learned.learned_strategy import describe_weaknesses

    assert player.final, "it was measured"
    comparison = f"These games do not show whether it or {player.rival} is stronger"
    if player.final.is_stronger:
        comparison = f"It is stronger than {player.rival}"
    return (
        f"{comparison}, but it is weaker than {describe_weaknesses(player)}. It counts as "
        f"{TIERS[player.tier]}."
    )


def _next_commands(session: Session) -> dict[str, str]:
    """Return commands to type next, for the rules that the player learned, with their purposes."""
    from reports.run.fairness import write_command, write_comparison

    player = session.player
    assert player, "a round was played"
    study = session.settings.study
    other = _slow_default(session) or player.rival
    commands = {
        write_command(study, "run", "-s", "learned"): "play with it",
        write_comparison(study, "learned", other): "compare it",
        write_command(study, "learn"): "let it learn more",
    }
    width = max(map(len, commands))
    return {f"{command:<{width}}": purpose for command, purpose in commands.items()}
