"""A trick-taking game of two teams in a file, move by move against its rules in plain Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.engine import Engine
from strategies import find_strategy
from tests.helpers.commands_helper import fathom
from tests.oracles import tricks as oracle

PLAYERS, GAMES = 4, 60


def engine_of(folder: Path, *strategies: str, trumps: bool) -> Engine:
    fathom(folder, "new", "skat", "--like", "tricks")
    file = str(folder / "skat.py")
    game = find_game(file)
    lineup = [find_strategy(strategies[seat % len(strategies)], file) for seat in range(PLAYERS)]
    return Engine(game, game.resolve("base", {"trumps": trumps}, PLAYERS), lineup, 1, 1)


def hand_of(own: object, seat: int) -> set[str]:
    counts = own[seat]["count"]  # type: ignore[index]
    return {card for card, held in zip(oracle.CARDS, counts, strict=True) if held}


def faults(engine: Engine, *, trumps: bool) -> int:
    """Return in how many moves and results of the games the oracle sees it otherwise."""
    found = 0
    for number in range(GAMES):
        walk, trick, leader, tricks = engine.walk(number), list[str](), 0, [0] * PLAYERS
        for moment in walk:
            hand = hand_of(moment.snapshot.own, moment.seat)
            allowed = oracle.playable(hand, trick[0] if trick else None)
            found += {oracle.CARDS[action] for action in moment.actions} != allowed
            found += moment.seat != (leader + len(trick)) % PLAYERS
            trick.append(oracle.CARDS[moment.action])
            if len(trick) == PLAYERS:
                leader = (leader + oracle.taker(trick, trumps=trumps)) % PLAYERS
                tricks[leader] += 1
                trick = []
        result = walk.finish()
        found += list(result[row.SCORES : row.SCORES + PLAYERS]) != tricks
        sides = [tricks[0] + tricks[2], tricks[1] + tricks[3]]
        found += result[row.WINNERS] != (0b0101 if sides[0] > sides[1] else 0b1010)
    return found


@pytest.mark.parametrize("trumps", [True, False])
@pytest.mark.parametrize("strategies", [("random",), ("partner", "high")])
def test_every_card_laid_and_every_trick_is_by_the_rules(
    strategies: tuple[str, ...], trumps: bool, tmp_path: Path
) -> None:
    assert faults(engine_of(tmp_path, *strategies, trumps=trumps), trumps=trumps) == 0


def test_another_rule_on_trumps_is_noticed(tmp_path: Path) -> None:
    assert faults(engine_of(tmp_path, "random", trumps=True), trumps=False) > GAMES
