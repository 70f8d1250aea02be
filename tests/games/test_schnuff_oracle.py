"""The engine plays the oracle's games of Schnuff, card for card, where both get the same luck."""

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
from tests.helpers.tables import each_table
from tests.oracles import schnuff as oracle
from tests.oracles.exact import SEED, differences, known_values, make_engine, members
from tests.oracles.random_rules import schnuff_rules
from tests.oracles.streams import EvenChoice, SchnuffChance, schnuff_game

GAME = find_game("schnuff")
#: Games of each variant and number of players, and of each random rule set.
GAMES, GAMES_EACH = 100, 4
RULE_SETS, SOME_SETS = 500, 50
#: Games of random rule sets that are compared at every step.
WALKED = 60


class Before:
    """What the oracle's table was like before an action."""

    def __init__(self, game: oracle.Game) -> None:
        self.active = list(game.active)
        self.free = set(game.free_crossings)
        self.counts = dict(game.counts)
        self.to_draw = len(game.draw_pile)
        self.held = len(game.hands[game.seat])
        self.rolls = len(chance_of(game).rolls)
        self.seat, self.dealer = game.seat, game.dealer
        self.total, self.direction, self.rounds = game.total, game.direction, game.rounds
        self.chips = list(game.chips)


def chance_of(game: oracle.Game) -> SchnuffChance:
    assert isinstance(game.chance, SchnuffChance)
    return game.chance


def play(rules: oracle.Rules, number: int, seen: Counter[str] | None = None) -> oracle.Outcome:
    """Play a game by the oracle, and count what happens in it."""
    game = schnuff_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    events: Counter[str] = Counter() if seen is None else seen
    events.update(at_the_deal(game))
    while not game.over:
        action = choose(game, game.legal_actions())
        before = Before(game)
        game.apply(action)
        events.update(happened(game, before, action))
    events["cap reached"] += not game.finished
    events["first_out shared"] += rules.ending == "first_out" and len(game.winners) > 1
    return game.outcome()


def at_the_deal(game: oracle.Game) -> Iterator[str]:
    """Yield what happened as a round was dealt."""
    if chance_of(game).drawn > len(game.active) * game.rules.hand_size:
        yield "dealt again without number cards"
    if game.seat != game._next_in(game.dealer, 1):
        yield "opener skipped"


def happened(game: oracle.Game, before: Before, action: str) -> Iterator[str]:
    """Yield what an action led to."""
    rules, seat = game.rules, before.seat
    yield f"action {action}"
    for name, count in game.counts.items():
        if count != before.counts[name]:
            yield name
    if action == "schnuff":
        yield from diced(game, before)
    same_round = game.rounds == before.rounds
    if not same_round and not game.over:
        yield from at_the_deal(game)
    drawing = same_round and seat in game.active and action != oracle.NONE
    fewer = len(game.hands[seat]) < before.held
    events = {
        "several out at once": len(before.active) - len(game.active) > 1,
        "paid all that was left": game.chips[seat] == 0 and before.chips[seat] < rules.costs[0],
        "round ended counterclockwise": not same_round and before.direction < 0,
        f"discard pile {rules.recycle}": same_round and len(game.draw_pile) > before.to_draw,
        "forgot": drawing and fewer,
        "drew": drawing and not fewer,
        "free crossing used": same_round and before.free - game.free_crossings,
        "free crossing twice": before.free & game.free_crossings and action == "schnuff",
        "stopped at 0": same_round and action == "risk" and game.total == 0 < before.total,
        "fell below a limit": same_round
        and any(game.total < limit < before.total for limit in rules.limits),
        "dealer out": same_round and game.dealer not in game.active,
    }
    yield from (event for event, did_happen in events.items() if did_happen)


def diced(game: oracle.Game, before: Before) -> Iterator[str]:
    """Yield what happened to the others after a Schnuff."""
    rolls = chance_of(game).rolls[before.rolls :]
    others = len(before.active) - 1
    if others == 1:
        yield "opponent pays" if rolls[0] >= 7 else "opponent spared"
    elif len(rolls) > others:
        yield "tie rolled again"
    elif rolls.count(min(rolls)) > 1:
        yield "tie spared"


@each_table("schnuff")
def test_every_game_of_a_variant_is_the_oracles(players: int, variant: str) -> None:
    values = known_values(GAME.resolve(variant, {}, players))
    rules = oracle.Rules(players=players, **values)
    engine = make_engine("schnuff", rules)
    assert differences(engine, GAMES, partial(play, rules)) == []


def played_alike(sets: int) -> Counter[str]:
    """Compare games of so many random rule sets, and return what happened in them."""
    source = random.Random(61)
    seen: Counter[str] = Counter()
    for _ in range(sets):
        rules = schnuff_rules(source)
        engine = make_engine("schnuff", rules)
        assert differences(engine, GAMES_EACH, partial(play, rules, seen=seen)) == [], rules
    return seen


def test_every_game_of_some_random_rules_is_the_oracles() -> None:
    assert played_alike(SOME_SETS)


@pytest.mark.slow
def test_every_game_of_random_rules_is_the_oracles_and_rare_events_were_seen() -> None:
    seen = played_alike(RULE_SETS)
    expected = {
        *(f"action {kind}" for kind in (*oracle.KINDS, oracle.NONE)),
        *oracle.empty_counts(),
        "cap reached",
        "first_out shared",
        "dealt again without number cards",
        "opener skipped",
        "several out at once",
        "paid all that was left",
        "opponent pays",
        "opponent spared",
        "tie rolled again",
        "tie spared",
        "round ended counterclockwise",
        "discard pile flip",
        "discard pile shuffle",
        "forgot",
        "drew",
        "free crossing used",
        "free crossing twice",
        "stopped at 0",
        "fell below a limit",
        "dealer out",
    }
    hardly = {event: seen[event] for event in expected if seen[event] < 10}
    assert hardly == {}, seen
    assert set(seen) == expected


def told_by_oracle(game: oracle.Game) -> dict[str, Any]:
    """Tell everything that a strategy may see of a game, and where every card lies."""
    rules, hands = game.rules, [sorted(hand) for hand in game.hands]
    position = rules.limits.index(game._limit_ahead())
    return {
        "seat": game.seat,
        "turns": game.turns,
        "rounds": game.rounds,
        "active": tuple(game.active),
        "scores": game.chips,
        "total": game.total,
        "level": position,
        "free": tuple(at for at, limit in enumerate(rules.limits) if limit in game.free_crossings),
        "direction": game.direction,
        "opening": not game.opened,
        "dealer": game.dealer,
        "box": rules.players * rules.chips - sum(game.chips),
        "hand_size": [len(hand) for hand in hands],
        "seen": [game.discard_pile.count(kind) for kind in oracle.KINDS],
        "discard_size": len(game.discard_pile),
        "draw_size": len(game.draw_pile),
        "idle_turns": game.idle_turns,
        "counts": list(game.counts.values()),
        "hands": hands,
        "actions": game.legal_actions(),
        "discards": game.discard_pile,
        "draw pile": (
            game.draw_pile_is_ordered,
            game.draw_pile if game.draw_pile_is_ordered else sorted(game.draw_pile),
        ),
    }


def told_by_engine(moment: Moment, players: int) -> dict[str, Any]:
    table, own, hidden = moment.snapshot
    kinds = [*oracle.KINDS, oracle.NONE]
    plain = ("seat", "turns", "rounds", "total", "level", "direction", "dealer", "box")
    sizes = ("discard_size", "draw_size", "idle_turns")
    hands = []
    for seat in range(players):
        counts = own["count"][seat].tolist()
        assert own["cards"][seat] == sum(1 << kind for kind, count in enumerate(counts) if count)
        hands.append(sorted(kinds[kind] for kind, count in enumerate(counts) for _ in range(count)))
    pile = [kinds[card] for card in hidden.pile[hidden.top : hidden.top + table.draw_size]]
    return {
        **{name: int(table[name]) for name in (*plain, *sizes)},
        "active": members(table.active),
        "scores": table.scores[:players].tolist(),
        "free": members(table.free),
        "opening": bool(table.opening),
        "hand_size": table.hand_size[:players].tolist(),
        "seen": table.seen.tolist(),
        "counts": hidden.counts.tolist(),
        "hands": hands,
        "actions": [kinds[action] for action in moment.actions],
        "discards": [kinds[card] for card in hidden.discards[: table.discard_size]],
        "draw pile": (bool(hidden.ordered), pile if hidden.ordered else sorted(pile)),
    }


def steps_compared(rules: oracle.Rules, number: int) -> int:
    """Compare all that is seen at every step of a game on both sides."""
    game = schnuff_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    engine = make_engine("schnuff", rules)
    for moment in engine.walk(number):
        assert told_by_engine(moment, rules.players) == told_by_oracle(game), (rules, moment.step)
        game.apply(choose(game, game.legal_actions()))
    assert game.over
    return game.decisions


@each_table("schnuff")
def test_a_strategy_sees_what_the_oracle_shows_at_every_step_of_a_variant(
    players: int, variant: str
) -> None:
    values = known_values(GAME.resolve(variant, {}, players))
    assert steps_compared(oracle.Rules(players=players, **values), players) > 20


def test_a_strategy_sees_what_the_oracle_shows_at_every_step_under_random_rules() -> None:
    source = random.Random(62)
    steps = sum(steps_compared(schnuff_rules(source, 100), number) for number in range(WALKED))
    assert steps > 1000


RICH = oracle.Rules(
    players=4,
    deck=dict(zip(oracle.KINDS, (5, 5, 5, 5, 4, 4, 4, 8, 8), strict=True)),
    forget_rate=0.1,
)


def test_with_the_same_rules_on_both_sides_the_games_are_the_same() -> None:
    assert differences(make_engine("schnuff", RICH), 20, partial(play, RICH)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"recycle": "shuffle"},
        {"schnuff_tie": "all_spared"},
        {"ending": "first_out"},
        {"hand_size": 3},
        {"chips": 11},
        {"limits": (30, 60, 91)},
        {"costs": (1, 2, 4)},
        {"forget_rate": 0.11},
        {"max_turns": 50},
        {"deck": {**RICH.deck, "back": 5}},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_different_rule_on_the_oracles_side_makes_games_differ(wrong: dict[str, Any]) -> None:
    assert differences(make_engine("schnuff", RICH), 20, partial(play, replace(RICH, **wrong)))


def _clockwise_only(game: oracle.Game, seat: int, direction: int) -> int:
    return NEXT_IN(game, seat, 1)


def _crossing_when_reached(game: oracle.Game, total: int) -> str | None:
    return MOVE_TOTAL(game, total + (total == game._limit_ahead()))


def _always_paid(game: oracle.Game, total: int) -> str | None:
    game.free_crossings = set()
    return MOVE_TOTAL(game, total)


def _never_turned_over(game: oracle.Game) -> None:
    game.draw_pile, game.discard_pile = game.discard_pile[::-1], []
    game.draw_pile_is_ordered = True


NEXT_IN, MOVE_TOTAL = oracle.Game._next_in, oracle.Game._move_total


@pytest.mark.parametrize(
    ("method", "mistaken"),
    [
        ("_next_in", _clockwise_only),
        ("_move_total", _crossing_when_reached),
        ("_move_total", _always_paid),
        ("_recycle", _never_turned_over),
    ],
)
def test_a_mistake_in_the_oracle_makes_games_differ(
    method: str, mistaken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine("schnuff", RICH)
    monkeypatch.setattr(oracle.Game, method, mistaken)
    assert differences(engine, 20, partial(play, RICH))
