from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict
from typing import Any

import pytest

from simulate.errors import UsageError
from tests.helpers.snorkeling_positions import Position
from tests.oracles import snorkeling as oracle
from tests.oracles.plain import Chance
from tests.oracles.random_rules import AHEAD

#: The number of games with random rules that engine and oracle play side by side.
GAMES = 70


def random_deck(source: random.Random, colours: int, values: int) -> dict[str, int]:
    """Draw copies for a few values and cards so that some Beaches remain."""
    copies = [0, 0, 1, 2, 5, 8]
    deck = {str(source.randrange(1, values)): source.choice(copies)}
    for _ in range(source.randint(0, 6)):
        colour = source.choice(oracle.COLOURS[:colours])
        deck[f"{colour}-{source.randrange(1, values)}"] = source.choice(copies)
    deck[f"{oracle.COLOURS[0]}-0"] = source.choice([1, 4])
    return deck


def random_rules(source: random.Random) -> oracle.Rules:
    """Draw rules, often with small decks, so that decks and hands become empty."""
    while True:
        colours, values = source.choice([2, 2, 3, 5, 8]), source.choice([3, 4, 5, 5, 8])
        try:
            return oracle.Rules(
                players=source.randint(2, 6),
                expert=source.random() < 0.5,
                colours=colours,
                values=values,
                copies=source.choice([1, 1, 2, 3, 8]),
                deck=random_deck(source, colours, values) if source.random() < 0.4 else {},
                hand_size=source.choice([1, 2, 3, 5, 10]),
                target_score=source.choice([1, 5, 12, 20]),
                draws_per_turn=source.choice([1, 1, 2, 3]),
                pile_limit=source.choice(["per_opponent", "per_turn", "none"]),
                own_pile=source.random() < 0.4,
                starter=source.choice(["same", "rotate", "winner", "loser", "random"]),
                empty_deck=source.choice(["reshuffle", "end_round"]),
                head_start=source.choice(AHEAD),
                max_turns=source.choice([3, 40, 150]),
            )
        except ValueError:
            continue


def stacked(game: oracle.Game) -> Position:
    """Set the engine's state to the oracle's position at the start of a turn."""
    rules = asdict(game.rules)
    del rules["players"]
    return Position(
        hands=game.hands,
        centre=game.centre,
        piles=[pile[1:] for pile in game.piles],
        deck=game.deck,
        seat=game.seat,
        starter=game.starter,
        scores=game.scores,
        turns=game.turns,
        rounds=game.rounds,
        idle_turns=game.idle_turns,
        rules=rules,
    )


def told_by_oracle(game: oracle.Game) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "turns": game.turns,
        "rounds": game.rounds,
        "scores": game.scores,
        "decided": game.finished,
    }
    if game.over:
        return facts
    facts["starter"] = game.starter if game.rules.starter != "random" else None
    facts["deck size"] = len(game.deck)
    facts["hand sizes"] = [len(hand) for hand in game.hands]
    facts["centre size"] = len(game.centre)
    facts["piles"] = [pile[1:] for pile in game.piles]
    if game.rules.starter != "random" or game.played_this_turn:
        facts["seat"] = game.seat
    return facts


def told_by_engine(position: Position, keys: Any) -> dict[str, Any]:
    table, seats = position.table, range(position.players)
    facts = {
        "turns": table.turns,
        "rounds": table.rounds,
        "scores": position.scores,
        "decided": bool(table.over),
        "starter": table.starter if position.rules.starter != 4 else None,
        "deck size": table.deck_size,
        "hand sizes": [len(position.hand(seat)) for seat in seats],
        "centre size": table.centre_size,
        "piles": [position.pile(seat) for seat in seats],
        "seat": table.seat,
    }
    return {key: facts[key] for key in keys}


def play_side_by_side(
    rules: oracle.Rules, source: random.Random, seen: Counter[str], engine: Any = stacked
) -> None:
    """Play a game with engine and oracle, and compare menus and tables at every decision.

    The two draw different cards, so the engine's state is set again before each turn.
    """
    game = oracle.Game(rules, Chance(source))
    position = engine(game)
    while not game.over:
        legal = game.legal_actions()
        assert position.legal() == set(legal), (rules, vars(game))
        action = source.choice(legal)
        turns, rounds = game.turns, game.rounds
        emptied = action != oracle.STOP and len(game.hands[game.seat]) == 1
        game.apply(action)
        position.play(action).pass_empty_hands()
        facts = told_by_oracle(game)
        assert told_by_engine(position, facts) == facts, (rules, action, vars(game))
        seen[action[0]] += 1
        seen["hand emptied"] += emptied
        seen["next round"] += game.rounds > rounds
        if game.turns > turns and not game.over:
            position = engine(game)
    seen["decided"] += game.finished
    seen.update(game.counts)


def test_the_oracle_and_the_engine_agree_at_every_decision_of_random_games() -> None:
    source = random.Random(75)
    seen: Counter[str] = Counter()
    for _ in range(GAMES):
        play_side_by_side(random_rules(source), source, seen)
    for event in ("centre", "pile", "stop", "hand emptied", "next round", "decided", *oracle.ENDS):
        assert seen[event] >= 5, f"{event} was hardly seen: {seen}"


@pytest.mark.parametrize(
    ("name", "value"), [("pile_limit", "none"), ("own_pile", True), ("expert", True), ("values", 6)]
)
def test_one_different_rule_of_the_oracle_is_detected_within_a_few_games(
    name: str, value: Any
) -> None:
    def differing(game: oracle.Game) -> Position:
        position = stacked(game)
        changed = {**asdict(game.rules), name: value}
        del changed["players"]
        other = Position(hands=game.hands, centre=game.centre, rules=changed)
        position.rules = other.rules
        return position

    source = random.Random(76)
    with pytest.raises((AssertionError, UsageError)):
        for _ in range(5):
            play_side_by_side(oracle.Rules(), source, Counter(), differing)
