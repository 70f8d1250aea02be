"""Trick-taking games of two teams in files, move by move against their rules in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.engine import Engine
from strategies import find_strategy
from tests.helpers.commands_helper import fathom
from tests.helpers.tables import each_pair
from tests.oracles import tricks as oracle

PLAYERS, GAMES = 4, 25


def new_game(folder: Path) -> str:
    """Write the game of ``fathom new --like tricks``, and return its file."""
    fathom(folder, "new", "skat", "--like", "tricks")
    return str(folder / "skat.py")


def engine_of(file: str, *strategies: str, trumps: bool) -> Engine:
    game = find_game(file)
    lineup = [find_strategy(strategies[seat % len(strategies)], file) for seat in range(PLAYERS)]
    return Engine(game, game.resolve("base", {"trumps": trumps}, PLAYERS), lineup, 1, 1)


def faults(engine: Engine, cards: list[str], points_of: Callable[..., int], *, trumps: bool) -> int:
    """Return the number of moves and results in which the oracle disagrees."""
    mistakes = 0
    for number in range(GAMES):
        walk, trick, leader, points = engine.walk(number), list[str](), 0, [0] * PLAYERS
        for moment in walk:
            held = zip(cards, moment.snapshot.own[moment.seat]["count"], strict=True)
            hand = {card for card, count in held if count}
            allowed = oracle.playable(hand, trick[0] if trick else None)
            mistakes += {cards[action] for action in moment.actions} != allowed
            mistakes += moment.seat != (leader + len(trick)) % PLAYERS
            trick.append(cards[moment.action])
            if len(trick) == PLAYERS:
                leader = (leader + oracle.taker(trick, trumps=trumps)) % PLAYERS
                points[leader] += points_of(trick, is_last=len(hand) == 1)
                trick = []
        result = walk.finish()
        mistakes += list(result[row.SCORES : row.SCORES + PLAYERS]) != points
        lead = points[0] + points[2] - points[1] - points[3]
        mistakes += result[row.WINNERS] != (0b1111 if lead == 0 else 0b0101 if lead > 0 else 0b1010)
    return mistakes


@each_pair("trumps", [True, False], "strategies", [("random",), ("partner", "high")])
def test_all_tricks_are_legal(strategies: tuple[str, ...], trumps: bool, tmp_path: Path) -> None:
    engine = engine_of(new_game(tmp_path), *strategies, trumps=trumps)
    assert faults(engine, oracle.deck(7), oracle.points_of_a_trick, trumps=trumps) == 0


def test_different_rules_of_the_oracle_are_detected(tmp_path: Path) -> None:
    engine = engine_of(new_game(tmp_path), "random", trumps=True)
    assert faults(engine, oracle.deck(7), oracle.points_of_a_trick, trumps=False) > GAMES
    assert faults(engine, oracle.deck(7), oracle.points_of_eights, trumps=True) >= GAMES
