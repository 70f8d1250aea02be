"""The component `Trick`: a game of tricks against a plain Python program, and imagined hands."""

from __future__ import annotations

import random
from collections import Counter as Tally
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.checking.steps import CheckedStep
from simulate.errors import UsageError
from simulate.making import Cards, Hands, Tableau, Trick
from simulate.play import rows as row
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import FOLDER, LIMIT, Matrix, distances, file_engine, file_of

GAMES = 40_000
PLAIN_GAMES = 10_000
SUITS = 4
RANKS = 9


def play_plainly(source: random.Random, players: int, trumps: bool) -> list[float]:
    """Return 1 if seat 1 alone wins, the tricks that leaders took, and all points."""
    points = [0] * players
    kept = 0
    for number in range(2):
        cards = [(suit, rank) for suit in range(SUITS) for rank in range(1, RANKS + 1)]
        source.shuffle(cards)
        hands = [sorted(cards[seat::players]) for seat in range(players)]
        trump = source.randrange(SUITS) if trumps else None
        leader = number % players
        while hands[leader]:
            played: list[tuple[int, int]] = []
            for step in range(players):
                hand = hands[(leader + step) % players]
                card = choose(hand, played, trump)
                hand.remove(card)
                played.append(card)
            place = played.index(best_of(played, trump))
            kept += place == 0
            leader = (leader + place) % players
            points[leader] += 1 - 3 * ((0, RANKS) in played)
    return [float(points[0] > max(points[1:])), kept, *points]


def best_of(played: list[tuple[int, int]], trump: int | None) -> tuple[int, int]:
    """Return the card that takes a trick so far."""
    trumps = [card for card in played if card[0] == trump]
    return max(trumps or [card for card in played if card[0] == played[0][0]])


def choose(
    hand: list[tuple[int, int]], played: list[tuple[int, int]], trump: int | None
) -> tuple[int, int]:
    """Return the lowest card that takes the trick so far, or else the lowest one."""
    legal = [card for card in hand if played and card[0] == played[0][0]] or hand
    for card in legal:
        if best_of([*played, card], trump) == card:
            return card
    return legal[0]


def play(players: int, **rules: bool) -> Matrix:
    """Return the same figures of the engine's games."""
    results = file_engine("spades", players, "greedy", **rules).play(0, GAMES)
    points = results[:, row.SCORES : row.SCORES + players]
    columns = [results[:, row.WINNERS] == 1, results[:, row.COUNTS], points]
    return np.column_stack(columns).astype(float)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "trumps"), [(3, True), (4, True), (3, False)])
def test_a_game_of_tricks_plays_like_a_plain_program(players: int, trumps: bool) -> None:
    source = random.Random(11)
    theirs = np.array([play_plainly(source, players, trumps) for _ in range(PLAIN_GAMES)])
    ours = play(players, no_trumps=not trumps)
    assert max(map(abs, distances(ours, theirs))) < LIMIT
    assert max(map(abs, distances(play(players, no_trumps=trumps), theirs))) > LIMIT


def steps_of(players: int, number: int) -> list[CheckedStep]:
    """Return all steps of a game of random players."""
    engine = file_engine("spades", players, "random")
    walk = engine.walk(number)
    before = walk.state
    steps = []
    for moment in walk:
        steps.append(CheckedStep(engine, moment, before, walk.snapshot, {}, number))
        before = walk.state
    return steps


@pytest.mark.slow
def test_a_world_gives_no_seat_a_suit_that_it_has_shown_not_to_have() -> None:
    steps = steps_of(3, 0)
    limited = 0
    for step in steps:
        table = step.before.table
        world = step.world(step.moment.seat)
        for seat in range(3):
            hand = world.own[seat].count
            assert hand.sum() == table.hand_size[seat]
            for suit in range(SUITS):
                if seat != step.moment.seat and table.trick_lacks[seat] >> suit & 1:
                    is_same_deal = table.hand_size[seat] <= table.trick_left[seat]
                    held = hand[suit * RANKS : suit * RANKS + RANKS].sum()
                    assert not is_same_deal or held == 0
                    limited += is_same_deal
    assert limited > 50


def test_what_a_seat_lacks_is_forgotten_when_it_gets_other_cards() -> None:
    steps = steps_of(3, 0)
    [first, *_] = [step for step in steps if step.before.table.rounds == 1]
    lacks = first.before.table.trick_lacks
    assert any(lacks[:3])
    held: Tally[int] = Tally()
    for stream in range(1, 60):
        world = first.world(first.moment.seat, stream)
        for seat in range(3):
            for suit in range(SUITS):
                if seat != first.moment.seat and lacks[seat] >> suit & 1:
                    held[seat, suit] += world.own[seat].count[suit * RANKS :][:RANKS].sum() > 0  # type: ignore[index]
    assert held
    assert min(held.values()) > 30


def test_imagined_hands_are_equally_likely_if_a_seat_lacks_a_suit() -> None:
    [step, *_] = [
        step
        for step in steps_of(3, 0)
        if sum(int(lacks).bit_count() for lacks in step.before.table.trick_lacks[:3]) == 1
        and not step.before.table.trick_lacks[step.moment.seat]
    ]
    table = step.before.table
    [seat] = [seat for seat in range(3) if table.trick_lacks[seat]]
    suit = int(table.trick_lacks[seat]).bit_length() - 1
    [third] = {0, 1, 2} - {seat, step.moment.seat}
    worlds = 1_500
    counts = sum(step.world(step.moment.seat, stream).own[seat].count for stream in range(1, 1501))
    unseen = step.before.own[seat].count + step.before.own[third].count
    possible = [card for card in range(36) if unseen[card] and card // RANKS != suit]
    share = table.hand_size[seat] / len(possible)
    standard_error = np.sqrt(worlds * share * (1 - share))
    for card in possible:
        assert abs(counts[card] - worlds * share) < 4.5 * standard_error


def test_a_replay_names_the_seat_that_takes_the_trick_and_its_card() -> None:
    engine = file_engine("spades", 3, "greedy")
    rules, teller = engine.rules[0], engine.game.teller
    labels = [
        f"{rank} of {suit}"
        for suit in ("spades", "hearts", "diamonds", "clubs")
        for rank in range(1, 10)
    ]
    step = [step for step in steps_of(3, 2) if step.before.table.trick_size == 2][3]
    lines = teller.aftermath(rules, step.snapshot, step.moment.action, step.after)
    taker = int(step.after.table.seat)
    card = labels[step.after.table.trick[taker]]
    assert f"seat {taker + 1} takes the trick with {card}" in lines
    [line] = [line for line in teller.state(rules, step.snapshot, ()) if line.startswith("Trick: ")]
    leader = int(step.before.table.trick_leader)
    assert line.startswith(f"Trick: seat {leader + 1} {labels[step.before.table.trick[leader]]}, ")
    assert "; trump: " in line


def test_suits_and_strengths_may_be_given_by_functions() -> None:
    cards = Cards("card", 6)

    def suit_of(rules: Any, table: Any, card: int) -> int:
        return card % 2

    def strength_of(rules: Any, table: Any, card: int) -> int:
        return -card

    trick = Trick(
        "trick",
        Hands(cards),
        Tableau("taken", cards),
        suit_of=suit_of,
        strength_of=strength_of,
        trump=1,
    )
    table = {"trick": [4, -1], "trick_size": 1, "trick_best": 0, "trick_trump": 1}
    beats: Any = trick.beats
    is_better = [bool(beats.py_func(None, table, card)) for card in range(6)]
    assert is_better == [True, True, True, True, False, True]


def test_wrong_arguments_of_a_trick_are_refused() -> None:
    cards = Cards("card", 10)
    hand, taken = Hands(cards), Tableau("taken", cards)
    with pytest.raises(UsageError, match=r"10 kinds of cards cannot be divided into 4 suits"):
        Trick("trick", hand, taken)
    with pytest.raises(UsageError, match=r"Trick needs its name, hands and a tableau"):
        Trick("trick", cards, taken)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"has other cards than won"):
        Trick("trick", hand, Tableau("won", Cards("prize", 10)))
    trick = Trick("trick", hand, taken, suits=5, trump="highest_suit")
    with pytest.raises(UsageError, match=r"highest_suit"):
        trick.fields({})


@pytest.mark.slow
def test_a_game_of_tricks_passes_the_check_and_works_with_other_analyses() -> None:
    assert "0 warned, 0 failed" in fathom(FOLDER, "check", "spades.py").out
    few = ("--players", "3", "--json", "--quiet")
    thinking = ("-s", "search(rollouts=6),greedy,greedy", "--games", "30")
    run = fathom(FOLDER, "run", "spades.py", *thinking, *few).json
    assert run["unfinished"] == 0
    cards = fathom(FOLDER, "cards", "spades.py", "--games", "400", *few).json["cards"]
    assert {"9 of spades", "1 of clubs"} <= {card["card"] for card in cards}
    event = ("seat 1 plays 9 of spades", "--games", "400")
    assert fathom(FOLDER, "when", "spades.py", *event, *few).json


@pytest.mark.slow
def test_a_function_for_suits_gives_the_same_games_as_cards_in_order(tmp_path: Path) -> None:
    text = Path(file_of("spades")).read_text(encoding="utf-8")
    declaration = 'trick = Trick("trick", hand, taken, suits=SUITS)'
    assert text.count(declaration) == 1
    function = "def suit_of(rules, table, card):\n    return card // 9\n\n\n"
    with_function = declaration.replace("suits=SUITS", "suits=SUITS, suit_of=suit_of")
    (tmp_path / "spades.py").write_text(
        text.replace(declaration, function + with_function), encoding="utf-8"
    )
    options = ("--games", "200", "--players", "3", "--no-robust", "--json", "--quiet")
    ours = fathom(tmp_path, "run", "spades.py", "-s", "greedy", *options).json
    theirs = fathom(FOLDER, "run", "spades.py", "-s", "greedy", *options).json
    assert [seat["score_mean"] for seat in ours["seats"]] == [
        seat["score_mean"] for seat in theirs["seats"]
    ]
