"""The order and the completeness of what replays tell of small whole games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.making import Cards, Hands, OwnDecks, Pile, Shown, Tableau
from tests.helpers.commands_helper import fathom
from tests.making.test_replays import CARDS, made

DRAWS = '''
"""Draws: draw cards and discard them; the discards are shuffled when the deck is empty."""

from simulate.making import Cards, Pile, Shown, allow, end_game, end_turn, game

CARDS = Cards("card", 3)
discard = Shown("discard", CARDS)
deck = Pile("deck", CARDS, refill=discard)


def legal(rules, state, menu):
    allow(menu, 0)
    allow(menu, 1)


def apply(rules, state, action):
    table = state.table
    for _ in range(action + 1):
        card = deck.draw(state)
        discard.put(state, card)
        table.scores[table.seat] += card + 1
    end_turn(rules, state)
    if table.turns == 12:
        end_game(state)


GAME = game(
    name="draws",
    seats=(2, 2),
    components=[deck, discard],
    actions={0: "draws a card", 1: "draws two cards"},
    legal=legal,
    apply=apply,
)
'''


def told(folder: Path, text: str, *options: str) -> list[dict[str, Any]]:
    """Return the steps of a game of random players, from the text of the game's file."""
    (folder / "told.py").write_text(text, encoding="utf-8")
    replay = fathom(folder, "replay", "told.py", "-s", "random", "--game", "1", "--json", *options)
    steps: list[dict[str, Any]] = replay.json["steps"]
    return steps


# Shuffling --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_reshuffle_is_told_where_a_plain_count_of_the_deck_needs_one(tmp_path: Path) -> None:
    deck, discards, reshuffles = 3, 0, 0
    for step in told(tmp_path, DRAWS):
        is_shuffled = False
        for _ in range(1 + step["action"]):
            if deck == 0:
                deck, discards, is_shuffled = discards, 0, True
            deck -= 1
            discards += 1
        reshuffles += is_shuffled
        cards = "1 card" if deck == 1 else f"{deck} cards"
        expected = f"deck: discard shuffled in, {cards} now" if is_shuffled else f"deck: {cards}"
        assert step["led_to"][0] == expected
    assert reshuffles > 2


def test_cards_that_are_discarded_after_a_reshuffle_are_told() -> None:
    cards = Cards("card", ["red", "blue", "green"], copies=100)
    discard = Shown("discard", cards)
    at = made(Pile("deck", cards, refill=discard), discard, actions={3: "passes on"})
    at.table.discard[:], at.table.discard_size = (4, 2, 0), 6
    at.begin()
    at.table.discard[:], at.table.discard_size = (1, 0, 0), 1
    at.table.deck_size, at.table.deck_shuffles = 5, 1
    assert at.led_to() == ["deck: discard shuffled in, 5 cards now", "discard: red added"]


def test_a_reshuffle_into_a_deck_of_the_same_size_is_told() -> None:
    cards = Cards("card", 3)
    discard = Shown("discard", cards)
    at = made(Pile("deck", cards, refill=discard), discard, actions={3: "passes on"})
    at.table.deck_size = 1
    at.begin()
    assert at.led_to() == []
    at.table.deck_shuffles = 1
    assert at.led_to() == ["deck: discard shuffled in, 1 card now"]


def test_the_seat_that_shuffles_its_own_discards_is_told() -> None:
    cards = Cards("card", ["red", "blue", "green"])
    discards = Tableau("discards", cards)
    hand = OwnDecks(cards, discards)
    at = made(Pile("supply", cards), discards, hand, actions={3: "passes on"})
    at.table.discards[1], at.table.discards_size[1] = (1, 1, 0), 2
    at.begin()
    at.table.discards[1], at.table.discards_size[1] = (1, 0, 0), 1
    at.table.deck_shuffles[1], at.own["count"][1] = 1, np.array((0, 1, 0))
    assert at.led_to() == [
        "discards: seat 2 gets red",
        "deck: seat 2 shuffles its discards in",
        "hand: seat 2 now has blue",
    ]


# What comes first -------------------------------------------------------------------------------

TWO_HANDS = '''
"""Two Hands: teams take tricks of twelve cards in two suits; three tricks are a hand."""

from simulate.making import Cards, Counter, Hands, Pile, Tableau, Trick, end_game, end_round, game

CARDS = Cards("card", 12)
deck = Pile("deck", CARDS)
hand = Hands(CARDS)
taken = Tableau("taken", CARDS)
dealer = Counter("dealer", "the dealer", holds="seat")
trick = Trick("trick", hand, taken, suits=2)


def deal(rules, state):
    for seat in range(rules.players):
        hand.deal(state, seat, deck, 3)


def legal(rules, state, menu):
    trick.offer(rules, state, menu, 0)


def apply(rules, state, action):
    table = state.table
    if not trick.play(rules, state, action):
        return
    table.scores[table.seat] += 1
    if table.hand_size[0] > 0:
        return
    end_round(state)
    if table.rounds == 2:
        end_game(state)
        return
    for seat in range(rules.players):
        for card in range(CARDS.kinds):
            while table.taken[seat, card] > 0:
                taken.take(state, seat, card)
                deck.put(state, card)
    table.dealer = 1
    table.seat = 2
    deal(rules, state)


GAME = game(
    name="two-hands",
    seats=(4, 4),
    components=[deck, hand, taken, dealer, trick],
    actions={range(12): "plays {card}"},
    sides="opposite seats",
    score_unit="tricks",
    deal=deal,
    legal=legal,
    apply=apply,
)
'''


@pytest.mark.slow
def test_the_last_trick_of_a_hand_is_told_before_the_new_deal(tmp_path: Path) -> None:
    steps = told(tmp_path, TWO_HANDS)
    won = {1: 0, 2: 0}
    for number in (3, 7, 11, 15):
        trick = steps[number - 3 : number + 1]
        cards = {step["seat"]: int(step["said"].removeprefix("plays ")) for step in trick}
        is_low = cards[trick[0]["seat"]] <= 6
        taker = max(cards, key=lambda seat: ((cards[seat] <= 6) == is_low, cards[seat]))
        side = 2 - taker % 2
        won[side] += 1
        result, *more = steps[number]["led_to"]
        assert result == f"seat {taker} takes the trick with {cards[taker]}"
        noun = "trick" if won[side] == 1 else "tricks"
        scores = f"side {side} has {won[side]} {noun} now (+1)"
        names = ", ".join(map(str, sorted(cards.values())))
        taken = f"taken: seat {taker} gets {names}"
        assert more[:2] == [taken, scores]
        if number == 11:
            assert more[2] == "dealer: seat 2"
            assert more[3].startswith("hand: seat 1 gets ")
            assert len(more) == 4
        else:
            assert len(more) == 2


PRIZES = '''
"""Prizes: gems are turned up one by one and auctioned; each is worth its number."""

from simulate.making import Auction, Cards, Counter, Pile, Tableau, end_game, game

GEMS = Cards("gem", 4, copies=2)
deck = Pile("deck", GEMS)
prize = Counter("prize", "the gem that is auctioned", begins=-1, holds=GEMS)
won = Tableau("won", GEMS)
coins = Counter("coins", "coins of each", each=True, begins=10)
auction = Auction("auction", coins, most=10)


def deal(rules, state):
    state.table.prize = deck.draw(state)
    auction.start(state, 0)


def legal(rules, state, menu):
    auction.offer(rules, state, menu)


def apply(rules, state, action):
    table = state.table
    if not auction.bid(rules, state, action):
        return
    winner = table.auction_winner
    if winner >= 0:
        won.put(state, winner, table.prize)
        table.scores[winner] += table.prize + 1
    else:
        deck.put(state, table.prize)
    if table.auction_number == 5:
        end_game(state)
        return
    table.prize = deck.draw(state)
    auction.start(state, table.auction_number % rules.players)


GAME = game(
    name="prizes",
    seats=(2, 5),
    components=[deck, prize, won, coins, auction],
    actions=auction.actions,
    deal=deal,
    legal=legal,
    apply=apply,
)
'''


@pytest.mark.slow
def test_an_auction_is_told_with_its_price_before_the_next_prize(tmp_path: Path) -> None:
    steps = told(tmp_path, PRIZES, "--players", "3")
    prizes = [step for step in steps if any(line.startswith("prize") for line in step["led_to"])]
    sales = [step["led_to"] for step in prizes if "nobody" not in step["led_to"][0]]
    assert sales
    for result, *more in sales:
        winner, price = re.fullmatch(  # type: ignore[union-attr]
            r"seat (\d) wins the auction for (\d+) and pays it", result
        ).groups()
        kinds = [line.partition(":")[0].partition(" has")[0] for line in more]
        assert kinds == ["won", "coins", f"seat {winner}", "deck", "prize"]
        assert more[1].startswith(f"coins: seat {winner} has ")
        assert more[1].endswith(f" now (-{price})")


def test_new_hands_of_several_seats_are_told_after_the_scores() -> None:
    cards = Cards("card", ["red", "blue", "green"], copies=100)
    at = made(Pile("deck", cards), Hands(cards), Shown("row", cards), actions={3: "passes on"})
    at.table.deck_size, at.table.scores[1], at.table.row[0] = 4, 3, 1
    at.own["count"][0] = 1
    assert at.led_to() == [
        "deck: 4 cards",
        "hand: seat 1 gets red, blue, green",
        "row: red added",
        "seat 2 has 3 points now (+3)",
    ]
    at.own["count"][1] = 1
    assert at.led_to() == [
        "row: red added",
        "seat 2 has 3 points now (+3)",
        "deck: 4 cards",
        "hand: seat 1 gets red, blue, green; seat 2 gets red, blue, green",
    ]


# What happened within an action -------------------------------------------------------------------

EXCHANGE = '''
"""Exchange: throw a card away and draw one, of two kinds; after three turns of each, count reds."""

from simulate.making import Cards, Counter, Hands, Pile, end_game, end_turn, game

CARDS = Cards("card", ["red", "blue"], copies=[20, 5])
deck = Pile("deck", CARDS)
thrown = Pile("thrown", CARDS, full=False)
hand = Hands(CARDS)
energy = Counter("energy", "energy of the seat to act", begins=1)


def deal(rules, state):
    for seat in range(rules.players):
        hand.deal(state, seat, deck, 2)


def legal(rules, state, menu):
    hand.offer(menu, 0, state.own[state.table.seat])


def apply(rules, state, action):
    table = state.table
    seat = table.seat
    hand.put_down(state, seat, action)
    thrown.put(state, action)
    hand.deal(state, seat, deck, 1)
    end_turn(rules, state)
    table.energy = 1 + table.turns
    if table.turns == 3 * rules.players:
        for seat in range(rules.players):
            table.scores[seat] += hand.held(state.own[seat], 0) + 1
        end_game(state)


def tell(rules, before, after):
    if after.table.deck_size % 2:
        return "an odd number of cards is left"


def why_over(rules, state):
    return f"all had {state.table.turns // rules.players} turns."


def points_from(rules, state, seat):
    return {"red cards": int(state.own[seat].count[0]), "nothing": 0}


GAME = game(
    name="exchange",
    seats=(2, 2),
    components=[deck, thrown, hand, energy],
    actions={range(2): "throws away {card}"},
    deal=deal,
    legal=legal,
    apply=apply,
    turns="ended by apply",
    tell=tell,
    why_over=why_over,
    points_from=points_from,
)
'''


def replay_exchange(folder: Path) -> dict[str, Any]:
    (folder / "told.py").write_text(EXCHANGE, encoding="utf-8")
    replay = fathom(folder, "replay", "told.py", "-s", "random", "--game", "1", "--json")
    result: dict[str, Any] = replay.json
    return result


@pytest.mark.slow
def test_a_card_drawn_is_told_although_an_equal_card_was_thrown_away(tmp_path: Path) -> None:
    replay = replay_exchange(tmp_path)
    steps = replay["steps"]
    equal = 0
    for step, following in zip(steps, [*steps[2:], None, None], strict=True):
        [drawn] = [line for line in step["led_to"] if line.startswith("hand: ")]
        kind = drawn.removeprefix(f"hand: seat {step['seat']} gets ")
        assert kind in ("red", "blue")
        equal += step["said"] == f"throws away {kind}"
        table = following["table"] if following else replay["last_table"]
        before = next(line for line in step["table"] if f"seat {step['seat']}," in line)
        after = next(line for line in table if f"seat {step['seat']}," in line)
        held = sorted(before.partition(": hand ")[2].split(", "))
        held.remove(step["said"].removeprefix("throws away "))
        assert sorted([*held, kind]) == sorted(after.partition(": hand ")[2].split(", "))
    assert equal > 1


def test_a_number_that_changes_after_the_turn_is_told_with_the_seat_that_acts_next(
    tmp_path: Path,
) -> None:
    *steps, last = replay_exchange(tmp_path)["steps"]
    for number, step in enumerate(steps, 1):
        seat = 3 - step["seat"]
        assert step["led_to"][-1] == f"seat {seat} is to act: energy {number + 1}"
    assert "energy 7 (+1)" in last["led_to"]


POT = '''
"""Pot: take the pot, which is filled up again, or leave it; a pot of a round is never larger."""

from simulate.making import Counter, allow, end_game, end_turn, game

pot = Counter("pot", "coins in the pot", begins=3)


def legal(rules, state, menu):
    allow(menu, 0)
    allow(menu, 1)


def apply(rules, state, action):
    table = state.table
    if action == 0:
        table.scores[table.seat] += table.pot
        table.pot = 0
        table.pot = 3
    end_turn(rules, state)
    if table.turns == 8:
        end_game(state)


GAME = game(
    name="pot",
    seats=(2, 2),
    components=[pot],
    actions={0: "takes the pot", 1: "leaves the pot"},
    legal=legal,
    apply=apply,
    turns="ended by apply",
)
'''


@pytest.mark.slow
def test_a_number_that_is_used_up_and_restored_is_told(tmp_path: Path) -> None:
    actions = set()
    for step in told(tmp_path, POT):
        actions.add(step["said"])
        is_told = "pot 3 (as before)" in step["led_to"]
        assert is_told == (step["said"] == "takes the pot")
    assert len(actions) == 2


def test_authors_tell_events_the_reason_for_the_end_and_parts_of_points(tmp_path: Path) -> None:
    replay = replay_exchange(tmp_path)
    for number, step in enumerate(replay["steps"], 1):
        is_told = step["led_to"][0] == "an odd number of cards is left"
        assert is_told == bool((21 - number) % 2)
    assert replay["why_over"] == "The game is over: all had 3 turns."
    for seat, score in enumerate(replay["scores"], 1):
        reds = int(score) - 1
        parts = f"red cards {reds}, other 1" if reds else "other 1"
        unit = "point" if score == 1 else "points"
        assert replay["points_from"][seat - 1] == f"seat {seat}: {int(score)} {unit}: {parts}"
    assert replay["last_table"][0] == "Deck: 15 cards"


def test_a_short_pile_is_named_when_the_game_is_over() -> None:
    at = made(Pile("deck", CARDS))
    at.table.deck_size = 2
    at.hidden.deck[:2] = 1, 0
    assert at.state()[0] == "Deck: 2 cards"
    at.table.over = 1
    assert at.state()[0] == "Deck: 2 cards (red, blue)"
    at.table.deck_size = 9
    assert at.state()[0] == "Deck: 9 cards"


def test_secret_choices_are_told_by_the_seats_that_chose_the_same(tmp_path: Path) -> None:
    guide = Path("simulate/games/README.md").read_text(encoding="utf-8")
    text = guide.partition('"""Wolf Hunt')[2].partition("```")[0]
    votes: dict[int, str] = {}
    revealed = 0
    for step in told(tmp_path, f'"""Wolf Hunt{text}'):
        votes[step["seat"]] = step["said"]
        lines = [line for line in step["led_to"] if line.startswith("vote revealed: ")]
        if not lines:
            continue
        revealed += 1
        groups = lines[0].removeprefix("vote revealed: ").split("; ")
        named = {}
        for group in groups:
            seats, _, words = group.partition(": ")
            for seat in re.findall(r"\d+", seats):
                named[int(seat)] = words
        assert named == votes
        votes = {}
    assert revealed
