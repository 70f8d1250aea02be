"""The engine plays the oracle's games of Scaphandre, card for card, if both are dealt the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from simulate.game import find_game
from simulate.play.walk import Moment
from tests.helpers.tables import each_pair, each_table
from tests.oracles import scaphandre as oracle
from tests.oracles.exact import SEED, differences, known_values, make_engine, members
from tests.oracles.random_rules import scaphandre_rules
from tests.oracles.streams import EvenChoice, scaphandre_game

GAME = find_game("scaphandre")
#: Games of each variant and number of players, and of each random rule set.
GAMES, GAMES_EACH = 100, 4
RULE_SETS, SOME_SETS = 300, 50
#: Games of random rule sets that are compared at every step.
WALKED = 60


def play(rules: oracle.Rules, number: int, seen: Counter[str] | None = None) -> oracle.Outcome:
    """Play a game by the oracle, and count what happens in it."""
    game = scaphandre_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    events: Counter[str] = Counter() if seen is None else seen
    events["nothing to draw from the start"] += not game.draw_pile
    while not game.over:
        events.update(about_to_happen(game, choose(game, game.legal_actions())))
    outcome = game.outcome()
    events["cap reached"] += not game.finished
    events["shared win"] += outcome.counts["shared_wins"]
    events["animals left"] += game.finished and game.centre_total > 0
    events["lap finished with cards in hand"] += game.finished and any(game.hands)
    events["last at half-time"] += len(outcome.half_last) > 0
    events["lead changed"] += outcome.lead_changes
    return outcome


def about_to_happen(game: oracle.Game, action: oracle.Card) -> Iterator[str]:
    """Play an action and yield what it leads to."""
    seat, scores, discarded = game.seat, game.scores, len(game.discarded)
    forgotten = len(game.centre) - len(game.known_centre())
    pick_ups, to_draw = game.pick_ups, len(game.draw_pile)
    game.apply(action)
    taken = game.pick_ups > pick_ups
    events = {
        "centre forgotten": forgotten > 0,
        "forgotten cards taken": taken and forgotten > 0,
        "cancelled": len(game.discarded) > discarded,
        "taken for a loss": game.scores[seat] < scores[seat],
        "taken": taken,
        "nothing to draw": to_draw == 0,
        "hand empty before another's": not game.hands[seat] and any(game.hands),
        "acts twice running": game.seat == seat and not game.over,
    }
    return (event for event, happened in events.items() if happened)


@each_table("scaphandre")
def test_every_game_of_a_variant_is_the_oracles(players: int, variant: str) -> None:
    values = known_values(GAME.resolve(variant, {}, players))
    rules = oracle.Rules(players=players, **values)
    assert differences(make_engine("scaphandre", rules), GAMES, partial(play, rules)) == []


def played_alike(sets: int) -> Counter[str]:
    """Compare games of so many random rule sets, and return what happened in them."""
    source = random.Random(63)
    seen: Counter[str] = Counter()
    for _ in range(sets):
        rules = scaphandre_rules(source)
        engine = make_engine("scaphandre", rules)
        assert differences(engine, GAMES_EACH, partial(play, rules, seen=seen)) == [], rules
    return seen


def test_every_game_of_some_random_rules_is_the_oracles() -> None:
    assert played_alike(SOME_SETS)


@pytest.mark.slow
def test_every_game_of_random_rules_is_the_oracles_and_rare_events_were_seen() -> None:
    seen = played_alike(RULE_SETS)
    expected = {
        "nothing to draw from the start",
        "cap reached",
        "shared win",
        "animals left",
        "lap finished with cards in hand",
        "last at half-time",
        "lead changed",
        "centre forgotten",
        "forgotten cards taken",
        "cancelled",
        "taken for a loss",
        "taken",
        "nothing to draw",
        "hand empty before another's",
    }
    hardly = {event: seen[event] for event in expected if seen[event] < 10}
    assert hardly == {}, seen
    # Cards run out in turn, so nobody is ever the only one who still has some.
    assert set(seen) == expected


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
        "pick-ups": game.pick_ups,
    }


def holding(suit: list[oracle.Card]) -> int:
    """Return how many cards a suit holds, crabs counting as negative."""
    return len(suit) if not suit or suit[0][0] == "octopus" else -len(suit)


def told_by_engine(moment: Moment, players: int) -> dict[str, Any]:
    table, own, hidden = moment.snapshot
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
        "actions": [oracle.CARDS[action] for action in moment.actions],
        "pick-ups": int(table.checkpoints),
    }


def steps_compared(rules: oracle.Rules, number: int) -> int:
    """Compare all that is seen at every step of a game on both sides."""
    game = scaphandre_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    engine = make_engine("scaphandre", rules)
    for moment in engine.walk(number):
        assert told_by_engine(moment, rules.players) == told_by_oracle(game), (rules, moment.step)
        game.apply(choose(game, game.legal_actions()))
    assert game.over
    return game.decisions


@each_pair("variant", GAME.variants, "recall", [1, 2, 4])
def test_a_strategy_sees_what_the_oracle_shows_at_every_step_of_a_variant(
    variant: str, recall: int
) -> None:
    for players in range(2, 5):
        values = known_values(GAME.resolve(variant, {"recall": recall}, players))
        rules = oracle.Rules(players=players, **values)
        assert steps_compared(rules, players) > 40


def test_a_strategy_sees_what_the_oracle_shows_at_every_step_under_random_rules() -> None:
    source = random.Random(64)
    steps = sum(steps_compared(scaphandre_rules(source, 80), number) for number in range(WALKED))
    assert steps > 1000


@pytest.mark.parametrize(
    "wrong",
    [
        {"limit": 13},
        {"hand_size": 5},
        {"copies": 5},
        {"ending": "finish_lap"},
        {"max_turns": 59},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_different_rule_on_the_oracles_side_makes_games_differ(wrong: dict[str, Any]) -> None:
    rules = oracle.Rules(players=3)
    engine = make_engine("scaphandre", rules)
    assert differences(engine, 20, partial(play, replace(rules, **wrong)))


@pytest.mark.parametrize("wrong", [{"recall": 2}, {"memory": False}], ids=["recall", "memory"])
def test_another_memory_on_the_oracles_side_makes_what_is_seen_differ(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = oracle.Rules(players=3, memory=True)
    assert steps_compared(rules, 0) == 60
    remembering = oracle.Game.known_centre

    def mistaken(game: oracle.Game) -> list[oracle.Card]:
        game.rules = replace(rules, **wrong)
        return remembering(game)

    monkeypatch.setattr(oracle.Game, "known_centre", mistaken)
    with pytest.raises(AssertionError):
        steps_compared(rules, 0)


def _nothing_cancels(game: oracle.Game) -> None:
    for card in game.centre:
        game.suits[game.seat][card[1]].append(card)
    game.centre = []
    game.pick_ups += 1


def _last_card_stays(game: oracle.Game) -> None:
    *taken, last = game.centre
    game.centre = taken
    TAKE_CENTRE(game)
    game.centre = [last]


TAKE_CENTRE = oracle.Game._take_centre


@pytest.mark.parametrize("mistaken", [_nothing_cancels, _last_card_stays])
def test_a_mistake_in_the_oracle_makes_games_differ(
    mistaken: Callable[[oracle.Game], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = oracle.Rules(players=3)
    engine = make_engine("scaphandre", rules)
    monkeypatch.setattr(oracle.Game, "_take_centre", mistaken)
    assert differences(engine, 20, partial(play, rules))
