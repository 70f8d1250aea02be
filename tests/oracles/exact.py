"""Play the same games with the engine and with an oracle, and compare what is left of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from simulate.game import Game, Snapshot, find_game
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.engine import Engine
from strategies import find_strategy
from tests.oracles.streams import SEED, EvenChoice, oracle_game


def make_engine(name: str, rules: Any) -> Engine:
    """Return the engine for games of `random` strategies under an oracle's rules."""
    game = find_game(name)
    changes = asdict(rules)
    players = changes.pop("players")
    values = game.resolve(game.default_variant, changes, players)
    return Engine(game, values, [find_strategy("random", name)] * players, 1, SEED)


def known_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the engine's values of the rules that oracles know.

    How long a turn takes changes no game, and oracles forbid no actions.
    """
    assert values.get("forbid", "none") == "none"
    unknown = ("seconds_per_turn", "forbid")
    return {name: value for name, value in values.items() if name not in unknown}


def differences(engine: Engine, games: int, play: Callable[[int], Any]) -> list[str]:
    """Play the first games on both sides, and tell what differs in the first that does.

    `play` plays the game with a number by the oracle and returns its outcome. A line each.
    """
    for number, result in enumerate(engine.play(0, games)):
        ours = told_by_engine(engine.game, result, len(engine.lineup))
        theirs = told_by_oracle(play(number))
        assert ours.keys() == theirs.keys()
        if ours != theirs:
            return [
                f"game {number}, {name}: engine {ours[name]}, oracle {theirs[name]}"
                for name in ours
                if ours[name] != theirs[name]
            ]
    return []


def steps_compared(
    name: str,
    rules: Any,
    number: int,
    ours: Callable[[Snapshot, Sequence[int], Any], dict[str, Any]],
    theirs: Callable[[Any], dict[str, Any]],
    game: Any = None,
    unlike: Sequence[str] | None = ("seat",),
) -> int:
    """Compare all that is seen at every decision of a game on both sides; return how many it has.

    `ours` tells it of the engine's records, actions and rules, `theirs` of the oracle's game. The
    end is compared too, without what is `unlike` there, for only the engine knows what would be
    next; `None` if all is.
    """
    game = game or oracle_game(name, rules, number)
    choose = EvenChoice(number, rules.players)
    walk = make_engine(name, rules).walk(number)
    for moment in walk:
        if moment.actions:  # the oracle has played the turns without a decision already
            seen, expected = ours(moment.snapshot, moment.actions, rules), theirs(game)
            assert seen == expected, (rules, moment.step)
            game.apply(choose(game, game.legal_actions()))
    assert game.over
    if unlike is not None:
        final, expected = ours(walk.snapshot, (), rules), theirs(game)
        assert {**final, **{name: expected[name] for name in unlike}} == expected, rules
    return int(game.decisions)


def told_by_engine(game: Game, result: Any, players: int) -> dict[str, Any]:
    """Return everything in a row of the engine, by name, but which game it is."""
    counts = result[row.COUNTS :].tolist()
    return {
        "winning seats": members(result[row.WINNERS]),
        "finished": bool(result[row.FINISHED]),
        "turns": int(result[row.TURNS]),
        "rounds": int(result[row.ROUNDS]),
        "decisions": int(result[row.DECISIONS]),
        "lead changes": int(result[row.LEAD_CHANGES]),
        "last at half-time": members(result[row.LAST_AT_HALF]),
        "scores": tuple(result[row.SCORES : row.SCORES + players].tolist()),
        **{count.name: expected for count, expected in zip(game.counts, counts, strict=True)},
    }


def told_by_oracle(outcome: Any) -> dict[str, Any]:
    """Return an oracle's outcome under the same names."""
    return {
        "winning seats": outcome.winners,
        "finished": outcome.finished,
        "turns": outcome.turns,
        "rounds": outcome.rounds,
        "decisions": outcome.decisions,
        "lead changes": outcome.lead_changes,
        "last at half-time": outcome.half_last,
        "scores": outcome.scores,
        **outcome.counts,
    }


def members(seats: int) -> tuple[int, ...]:
    """Return the seats of a set of the engine."""
    return tuple(seat for seat in range(SEATS) if int(seats) >> seat & 1)
