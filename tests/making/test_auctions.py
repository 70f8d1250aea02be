"""The components `Auction` and `SealedBids`: auctions against plain Python programs."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.checking.steps import CheckedStep
from simulate.errors import UsageError
from simulate.making import Auction, Counter, SealedBids
from simulate.play import rows as row
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import (
    FOLDER,
    LIMIT,
    Matrix,
    checked_steps,
    distances,
    file_engine,
    file_of,
)

pytestmark = pytest.mark.usefixtures("short_survey")

GAMES = 40_000
PLAIN_GAMES = 10_000
#: The action of `envelopes` that bids nothing.
NO_BID = 3


def sell_in_turn(source: random.Random, players: int, once_around: bool) -> list[float]:
    """Return 1 if seat 1 alone wins, the number of turns, and the points of all seats."""
    worths = list(range(2, 8))
    source.shuffle(worths)
    coins = [10] * players
    points = [0] * players
    turns = 0
    for number, worth in enumerate(worths):
        values = [worth + source.randrange(3) for _ in range(players)]
        waiting = [(number + step) % players for step in range(players)]
        price, winner = 0, -1
        while waiting and waiting != [winner]:
            seat = waiting.pop(0)
            turns += 1
            if price + 1 < values[seat] and price + 1 <= (coins[seat] + 1) // 2:
                price += 1
                winner = seat
                if not once_around:
                    waiting.append(seat)
        if winner >= 0:
            coins[winner] -= price
            points[winner] += values[winner] - price
    return [float(points[0] > max(points[1:])), turns, *points]


def sell_for_sealed_bids(
    source: random.Random, players: int, second_price: bool, all_pay: bool
) -> list[float]:
    """Return 1 if seat 1 alone wins, the coins that are left, and the points of all seats."""
    worths = list(range(1, 6))
    source.shuffle(worths)
    coins = [8] * players
    points = [0] * players
    for number, worth in enumerate(worths):
        bids = [min(worth - 1 + source.randrange(3), coins[seat]) for seat in range(players)]
        highest = max(bids)
        in_turn = [(number + step) % players for step in range(players)]
        winner = next(seat for seat in in_turn if bids[seat] == highest)
        if highest > 0:
            points[winner] += worth
            coins[winner] -= max(sorted(bids)[-2], 1) if second_price else highest
        for seat in range(players):
            if all_pay and (seat != winner or highest == 0):
                coins[seat] -= bids[seat]
    return [float(points[0] > max(points[1:])), sum(coins), *points]


def play_gallery(players: int, once_around: bool) -> Matrix:
    """Return the same figures of the engine's games as `sell_in_turn`."""
    engine = file_engine("gallery", players, "thrifty", once_around=once_around)
    results = engine.play(0, GAMES)
    points = results[:, row.SCORES : row.SCORES + players]
    columns = [results[:, row.WINNERS] == 1, results[:, row.TURNS], points]
    return np.column_stack(columns).astype(float)


def play_envelopes(players: int, **rules: bool) -> Matrix:
    """Return whether seat 1 alone wins, and the points of all seats, of the engine's games."""
    results = file_engine("envelopes", players, "guessing", **rules).play(0, GAMES)
    points = results[:, row.SCORES : row.SCORES + players]
    return np.column_stack([results[:, row.WINNERS] == 1, points]).astype(float)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "once_around"), [(2, False), (4, False), (3, True)])
def test_an_auction_in_turn_plays_like_a_plain_program(players: int, once_around: bool) -> None:
    source = random.Random(2)
    games = [sell_in_turn(source, players, once_around) for _ in range(PLAIN_GAMES)]
    theirs = np.array(games)
    assert max(map(abs, distances(play_gallery(players, once_around), theirs))) < LIMIT
    assert max(map(abs, distances(play_gallery(players, not once_around), theirs))) > LIMIT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "second_price", "all_pay"),
    [(2, False, False), (4, False, False), (2, True, False), (3, False, True), (3, True, True)],
)
def test_sealed_bids_play_like_a_plain_program(
    players: int, second_price: bool, all_pay: bool
) -> None:
    source = random.Random(4)
    games = [
        sell_for_sealed_bids(source, players, second_price, all_pay) for _ in range(PLAIN_GAMES)
    ]
    theirs = np.delete(np.array(games), 1, axis=1)
    ours = play_envelopes(players, second_price=second_price, all_pay=all_pay)
    assert max(map(abs, distances(ours, theirs))) < LIMIT
    other = play_envelopes(players, second_price=second_price, all_pay=not all_pay)
    assert max(map(abs, distances(other, theirs))) > LIMIT


def lines_after(name: str, step: CheckedStep) -> list[str]:
    """Return the lines of a replay after a step."""
    teller = step.engine.game.teller
    return teller.aftermath(step.rules, step.snapshot, step.moment.action, step.after)


@pytest.mark.slow
def test_the_winner_of_an_auction_pays_and_acts_next_and_replays_say_so() -> None:
    sold = 0
    for step in (
        step for number in range(5) for step in checked_steps("gallery", "random", number)
    ):
        before, after = step.before.table, step.after.table
        if after.auction_number == before.auction_number:
            assert "wins" not in " ".join(lines_after("gallery", step))
            continue
        coins = [int(number) for number in before.coins[:2]]
        sentences = [line for line in lines_after("gallery", step) if "the auction" in line]
        if sentences == ["nobody wins the auction"]:
            assert list(after.coins[:2]) == coins
            assert after.auction_winner == -1
            continue
        [seat] = [seat for seat in range(2) if after.coins[seat] != coins[seat]]
        price = coins[seat] - int(after.coins[seat])
        assert sentences == [f"seat {seat + 1} wins the auction for {price} and pays it"]
        assert after.auction_winner == seat
        sold += 1
    assert sold > 10


def test_a_seat_that_passes_cannot_bid_again_and_bids_rise() -> None:
    for step in (
        step for number in range(5) for step in checked_steps("gallery", "random", number)
    ):
        table = step.before.table
        assert table.auction_in >> step.moment.seat & 1
        assert step.moment.seat != table.auction_leader
        bids = [action for action in step.moment.actions if action > 0]
        assert 0 in step.moment.actions
        assert bids == list(range(table.auction_high + 1, table.coins[step.moment.seat] + 1))


@pytest.mark.slow
def test_sealed_bids_are_hidden_until_all_have_bid() -> None:
    seen = set()
    shown = [0, 0]
    for step in checked_steps("envelopes", "guessing", 3):
        table = step.before.table
        # The table shows the bids of the previous auction, and worlds vary those of this one.
        assert list(table.bid_bids[:2]) == shown
        if step.moment.seat == 1:
            assert table.bid_made == 0b01
            seen |= {int(step.world(1, stream).own[0].bid) for stream in range(1, 40)}
            shown = [int(bid) for bid in step.after.table.bid_bids[:2]]
    assert seen == set(range(NO_BID, NO_BID + 9))


def test_all_bids_are_shown_when_all_have_bid_and_a_replay_names_the_winner() -> None:
    for step in checked_steps("envelopes", "guessing", 3):
        if step.moment.seat == 0:
            continue
        after = step.after.table
        bids = [int(own.bid) - NO_BID for own in step.after.own[:2]]
        assert list(after.bid_bids[:2]) == bids
        winner = int(after.bid_winner)
        line = "nobody wins the auction"
        if max(bids) > 0:
            first = int(step.before.table.bid_first)
            expected = first if bids[0] == bids[1] else int(bids[1] > bids[0])
            assert winner == expected
            line = f"seat {winner + 1} wins the auction for {max(bids)} and pays it"
        assert line in lines_after("envelopes", step)


def test_a_replay_says_what_is_paid_under_other_rules() -> None:
    engine = file_engine("envelopes", 2, "guessing", second_price=True, all_pay=True)
    lines = []
    for number in range(20):
        walk = engine.walk(number)
        before = walk.snapshot
        for moment in walk:
            teller = engine.game.teller
            lines += teller.aftermath(engine.rules[0], before, moment.action, walk.snapshot)
            before = walk.snapshot
    sales = [line for line in lines if "the auction" in line]
    assert all(line.endswith("; all seats pay their bids") for line in sales)
    assert any("wins the auction with a bid of 4 and pays 3" in line for line in sales)


def test_the_words_of_bids_name_their_number() -> None:
    assert Auction("auction", most=5, base=10).actions.keys() == {10, range(11, 16)}
    teller: Any = file_engine("envelopes", 2, "random").game.teller
    assert teller.action(None, None, NO_BID) == "bids nothing"
    assert teller.action(None, None, NO_BID + 4) == "bids 4"


def test_wrong_arguments_of_auctions_are_refused() -> None:
    pot = Counter("pot", "coins in the pot")
    with pytest.raises(UsageError, match=r"money of auction cannot be .*each=True"):
        Auction("auction", pot)
    with pytest.raises(UsageError, match=r"unknown way to decide ties 'last'"):
        SealedBids("bid", ties="last")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"give base=0 or more"):
        SealedBids("bid", base=-1)
    with pytest.raises(UsageError, match=r"second"):
        SealedBids("bid", second_price="second").fields({})


def test_a_bid_before_an_auction_was_begun_is_an_error(tmp_path: Path) -> None:
    text = Path(file_of("gallery")).read_text(encoding="utf-8")
    assert text.count("    auction.start(state, seat)\n") == 1
    text = text.replace("    auction.start(state, seat)\n", "")
    (tmp_path / "gallery.py").write_text(text, encoding="utf-8")
    findings = fathom(tmp_path, "check", "gallery.py", "--json", "--quiet", code=1).json["findings"]
    assert "no auction was begun with auction.start(state, seat)" in findings[0]["message"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "style"), [("gallery", "thrifty"), ("envelopes", "guessing")])
def test_games_of_auctions_pass_the_check_and_work_with_other_analyses(
    name: str, style: str
) -> None:
    assert "0 warned, 0 failed" in fathom(FOLDER, "check", f"{name}.py").out
    few = ("--players", "2", "--json", "--quiet")
    thinking = ("-s", f"search(rollouts=6),{style}", "--games", "30")
    assert fathom(FOLDER, "run", f"{name}.py", *thinking, *few).json["unfinished"] == 0
    assert fathom(FOLDER, "when", f"{name}.py", "seat 1 bids 3", "--games", "400", *few).json
