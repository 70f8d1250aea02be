"""Both sides see the same at every step of Scaphandre."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from simulate.game import Snapshot, find_game
from tests.helpers.tables import each_pair
from tests.oracles import scaphandre as oracle
from tests.oracles.exact import known_values, members, steps_compared
from tests.oracles.random_rules import scaphandre_rules

GAME = find_game("scaphandre")
#: Games of random rule sets that are compared at every step.
WALKED = 60


def told_by_oracle(game: oracle.Game) -> dict[str, Any]:
    """Tell everything that a strategy may see of a game, and where every card lies."""
    known = game.known_centre()
    forgotten = len(game.centre) - len(known)
    return {
        "seat": game.seat,
        "turns": game.turns,
        "scores": list(game.scores),
        "centre_total": game.centre_total,
        "centre_size": len(game.centre),
        "centre": [None] * forgotten + known,
        "known": [known.count(card) for card in oracle.CARDS],
        "hidden centre": game.centre,
        "suits": [[holding(suits[number]) for number in oracle.NUMBERS] for suits in game.suits],
        "pairs": [
            sum(card[1] == number for card in game.discarded) / 2 for number in oracle.NUMBERS
        ],
        "hand_size": [len(hand) for hand in game.hands],
        "holding": tuple(seat for seat, hand in enumerate(game.hands) if hand),
        "deck_size": len(game.draw_pile),
        "hands": [sorted(hand) for hand in game.hands],
        "draw pile": sorted(game.draw_pile),
        "actions": game.legal_actions(),
        "pick-ups": game.counts["pick_ups"],
    }


def holding(suit: list[oracle.Card]) -> int:
    """Return how many cards a suit holds, crabs counting as negative."""
    return len(suit) if not suit or suit[0][0] == "octopus" else -len(suit)


def told_by_engine(
    snapshot: Snapshot, actions: Sequence[int], rules: oracle.Rules
) -> dict[str, Any]:
    (table, own, hidden), players = snapshot, rules.players
    size = int(table.centre_size)
    assert not table.centre[size:].any(), "what lay in an earlier centre is still shown"
    hands = []
    for seat in range(players):
        counts = own["count"][seat].tolist()
        assert own["cards"][seat] == sum(1 << card for card, count in enumerate(counts) if count)
        hands.append(
            sorted(oracle.CARDS[card] for card, count in enumerate(counts) for _ in range(count))
        )
    laid = [oracle.CARDS[card] for card in hidden.centre[:size]]
    assert hidden.centre_count.tolist() == [laid.count(card) for card in oracle.CARDS]
    return {
        **{
            name: int(table[name])
            for name in ("seat", "turns", "centre_total", "centre_size", "deck_size")
        },
        "scores": table.scores[:players].tolist(),
        "centre": [None if card < 0 else oracle.CARDS[card] for card in table.centre[:size]],
        "known": table.centre_count.tolist(),
        "hidden centre": laid,
        "suits": table.suits[:players].tolist(),
        "pairs": table.pairs.tolist(),
        "hand_size": table.hand_size[:players].tolist(),
        "holding": members(table.holding),
        "hands": hands,
        "draw pile": sorted(oracle.CARDS[card] for card in hidden.deck[: table.deck_size]),
        "actions": [oracle.CARDS[action] for action in actions],
        "pick-ups": int(table.checkpoints),
    }


def compared(rules: oracle.Rules, number: int) -> int:
    return steps_compared("scaphandre", rules, number, told_by_engine, told_by_oracle)


@each_pair("variant", GAME.variants, "recall", [1, 2, 4])
def test_a_strategy_sees_what_the_oracle_shows_at_every_step_of_a_variant(
    variant: str, recall: int
) -> None:
    for players in range(2, 5):
        values = known_values(GAME.resolve(variant, {"recall": recall}, players))
        rules = oracle.Rules(players=players, **values)
        assert compared(rules, players) > 40


def test_a_strategy_sees_what_the_oracle_shows_at_every_step_under_random_rules() -> None:
    source = random.Random(64)
    steps = sum(compared(scaphandre_rules(source, 80), number) for number in range(WALKED))
    assert steps > 1000


@pytest.mark.parametrize("wrong", [{"recall": 2}, {"memory": False}], ids=["recall", "memory"])
def test_another_memory_on_the_oracles_side_makes_what_is_seen_differ(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = oracle.Rules(players=3, memory=True)
    assert compared(rules, 0) == 60
    remembering = oracle.Game.known_centre

    def mistaken(game: oracle.Game) -> list[oracle.Card]:
        game.rules = replace(rules, **wrong)
        return remembering(game)

    monkeypatch.setattr(oracle.Game, "known_centre", mistaken)
    with pytest.raises(AssertionError):
        compared(rules, 0)
