"""A replay of Schnuff says what happened in the oracle's game, and nothing else."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from simulate.game import find_game
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import each_table
from tests.helpers.told import tell_in_full
from tests.oracles import schnuff as oracle
from tests.oracles.exact import SEED, known_values
from tests.oracles.random_rules import schnuff_rules
from tests.oracles.stacked import SchnuffTable
from tests.oracles.streams import EvenChoice, SchnuffChance, schnuff_game

ENDINGS = {
    "crossing": "The last limit is crossed: the round is over.",
    "schnuff": "Schnuff on the last limit: the round is over.",
    "standstill": "Nobody can play: the round is over.",
    "last_out": "The game is decided.",
}


def replayed(rules: oracle.Rules, number: int) -> list[str]:
    """Return what the engine's replay tells between the line-up and the result."""
    values = asdict(rules)
    players = values.pop("players")
    study = make_study(
        "schnuff", players, lineup=("random",) * players, seed=SEED, rules=values, rotate=False
    )
    return list(tell_in_full(study, lineup_of(study), number))[1 + players : -1]


def told(rules: oracle.Rules, number: int) -> Iterator[str]:
    """Tell the oracle's game as a replay should."""
    game = schnuff_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    rounds = -1
    while not game.over:
        if game.rounds > rounds:
            rounds = game.rounds
            yield f"\nROUND {rounds + 1}"
        yield f"\nturn {game.turns + 1}: seat {game.seat + 1} (random)"
        yield from (f"    {line}" for line in told_table(game))
        said, *led_to = told_action(game, choose(game, game.legal_actions()))
        yield f"  {said}"
        yield from (f"    {line}" for line in led_to)


def told_table(game: oracle.Game) -> Iterator[str]:
    limit = game._limit_ahead()
    price = chips(game._cost_of(limit))
    yield (
        f"total {game.total}, next limit {limit} "
        f"({'free' if limit in game.free_crossings else price} to cross), "
        f"{'clockwise' if game.direction > 0 else 'counterclockwise'}; "
        f"{len(game.draw_pile)} cards to draw, {len(game.discard_pile)} discarded"
    )
    for seat in range(game.rules.players):
        if seat in game.active:
            yield (
                f"{'>' if seat == game.seat else ' '} seat {seat + 1}, "
                f"{chips(game.chips[seat])}: {cards(game.hands[seat])}"
                f"{' (dealer)' if seat == game.dealer else ''}"
            )
        else:
            yield f"  seat {seat + 1}, out"


def told_action(game: oracle.Game, action: str) -> Iterator[str]:
    """Play an action by the oracle, and yield what to say of it."""
    seat, total, hand = game.seat, game.total, Counter(game.hands[game.seat])
    had, active, rounds = list(game.chips), list(game.active), game.rounds
    others = game._clockwise_from(seat)[1:]
    to_draw, counts, limit = len(game.draw_pile), dict(game.counts), game._limit_ahead()
    assert isinstance(game.chance, SchnuffChance)
    rolled = len(game.chance.rolls)
    game.apply(action)
    rolls = game.chance.rolls[rolled:]
    over = game.rounds > rounds

    says = {**{kind: total + int(kind) for kind in oracle.NUMBERS}, "panic": limit}
    if action == oracle.NONE:
        yield f"seat {seat + 1} shows a hand without a card to play"
    elif action == "risk":
        yield f"seat {seat + 1} plays Risk"
        yield f"rolls {rolls[0]}"
        if not over:
            yield f"the total is {game.total}"
    else:
        yield f"seat {seat + 1} plays {action.capitalize()} and says {says.get(action, total)}"
    if action == "schnuff":
        yield from told_rolls(others, list(rolls))
    for other in active:
        if game.chips[other] < had[other]:
            left = "is out" if other not in game.active else f"has {game.chips[other]} left"
            yield f"seat {other + 1} loses {chips(had[other] - game.chips[other])} and {left}"
    if over:
        [ended] = [how for how in ENDINGS if counts[f"rounds_ended_by_{how}"] < ended_by(game, how)]
        yield ENDINGS[ended]
        return
    if action == oracle.NONE or seat not in game.active:
        return
    hand[action] -= 1
    drawn = Counter(game.hands[seat]) - hand
    yield f"draws {cards(drawn.elements())}" if drawn else "forgets to draw"
    if drawn and to_draw == 1:
        how = "turned over" if game.rules.recycle == "flip" else "shuffled"
        yield f"the discard pile is {how} and becomes the draw pile"


def ended_by(game: oracle.Game, how: str) -> int:
    return game.counts[f"rounds_ended_by_{how}"]


def told_rolls(seats: list[int], rolls: list[int], before: str = "") -> Iterator[str]:
    """Tell who rolls what, and what those tied for the lowest roll when they roll again."""
    rolled = {seat: rolls.pop(0) for seat in seats}
    yield before + ", ".join(f"seat {seat + 1} rolls {roll}" for seat, roll in rolled.items())
    if rolls:
        tied = [seat for seat in seats if rolled[seat] == min(rolled.values())]
        yield from told_rolls(tied, rolls, "tied for the lowest roll: ")


def chips(number: int) -> str:
    return "1 chip" if number == 1 else f"{number} chips"


def cards(hand: Iterable[str]) -> str:
    return " ".join(kind.capitalize() for kind in sorted(hand, key=oracle.KINDS.index)) or "nothing"


@each_table("schnuff")
def test_a_replay_of_a_variant_tells_the_oracles_game(players: int, variant: str) -> None:
    values = known_values(find_game("schnuff").resolve(variant, {}, players))
    rules = oracle.Rules(players=players, **values)
    assert replayed(rules, players) == list(told(rules, players))


def test_a_replay_under_random_rules_tells_the_oracles_game_and_every_kind_of_sentence() -> None:
    source = random.Random(65)
    said: Counter[str] = Counter()
    for number in range(60):
        rules = schnuff_rules(source, 100)
        lines = replayed(rules, number)
        assert lines == list(told(rules, number)), rules
        said.update(re.sub(r"\d+", "N", line).strip() for line in lines)
    starts = (
        "seat N plays N and says N",
        *(f"seat N plays {kind.capitalize()} and says N" for kind in ("pass", "back", "panic")),
        "seat N plays Schnuff and says N",
        "seat N plays Risk",
        "seat N shows a hand",
        "rolls N",
        "seat N rolls N, seat N rolls N",
        "the total is N",
        "seat N loses N chip and has N left",
        "seat N loses N chips and has N left",
        "seat N loses N chips and is out",
        *ENDINGS.values(),
        "draws N",
        "draws Schnuff",
        "forgets to draw",
        "the discard pile is turned over",
        "the discard pile is shuffled",
        "total N, next limit N (free to cross)",
    )
    for start in starts:
        assert any(line.startswith(start) for line in said), f"never said: {start}"


ONES = ["1", "1", "1", "1"]


def told_of(action: str, *hands: list[str], **position: Any) -> list[str]:
    """Return what is told of an action of the first seat, which draws a 2."""
    return SchnuffTable([action, "4"], *hands, draw=["2", "3"], **position).play(action)


def test_each_card_is_told_with_what_it_led_to() -> None:
    draws = "draws 2"
    assert told_of("3", ONES, total=8) == ["plays 3 and says 11", draws]
    assert told_of("pass", ONES, total=30) == ["plays Pass and says 30", draws]
    assert told_of("back", ONES, total=59) == ["plays Back and says 59", draws]
    assert told_of("panic", ONES, total=11) == ["plays Panic and says 30", draws]
    one_less = "seat 1 loses 1 chip and has 9 left"
    assert told_of("1", ONES, total=30) == ["plays 1 and says 31", one_less, draws]
    risk = ["plays Risk", "rolls 9", "the total is 39", one_less, draws]
    assert told_of("risk", ONES, total=30, rolls=[9]) == risk
    risk = ["plays Risk", "rolls 5", "the total is 25", draws]
    assert told_of("risk", ONES, total=30, rolls=[5]) == risk
    assert told_of("schnuff", ONES, ONES, total=60, rolls=[4, 11]) == [
        "plays Schnuff and says 60",
        "seat 2 rolls 4, seat 3 rolls 11",
        "seat 3 loses 2 chips and has 8 left",
        draws,
    ]
    forgetful = {"forget_rate": 1.0}
    assert told_of("3", ONES, rules=forgetful) == ["plays 3 and says 3", "forgets to draw"]
    stuck = SchnuffTable(["schnuff"], ONES, total=8)
    assert stuck.play("none") == ["shows a hand without a card to play"]


def test_the_end_of_a_round_is_told_last_and_nothing_of_the_new_deal() -> None:
    over = "The last limit is crossed: the round is over."
    three = "seat 1 loses 3 chips and has 7 left"
    assert told_of("3", ONES, total=88) == ["plays 3 and says 91", three, over]
    risk = ["plays Risk", "rolls 9", three, over]
    assert told_of("risk", ONES, total=88, rolls=[9]) == risk
    assert told_of("schnuff", ONES, total=90, chips=[9, 3], rolls=[8]) == [
        "plays Schnuff and says 90",
        "seat 2 rolls 8",
        "seat 2 loses 3 chips and is out",
        "Schnuff on the last limit: the round is over.",
    ]
    assert told_of("3", ONES, total=28, chips=[1, 3]) == [
        "plays 3 and says 31",
        "seat 1 loses 1 chip and is out",
        "The game is decided.",
    ]
    table = SchnuffTable(["schnuff"], ["schnuff"], total=8)
    table.play("none")
    assert table.play("none")[1:] == ["Nobody can play: the round is over."]


def test_a_discard_pile_turned_over_is_told() -> None:
    table = SchnuffTable(["3"], ONES, draw=["4"], discards=["1"])
    turned = "the discard pile is turned over and becomes the draw pile"
    assert table.play("3") == ["plays 3 and says 3", "draws 4", turned]


def test_a_discard_pile_that_is_only_the_card_just_played_is_told_as_turned_over() -> None:
    table = SchnuffTable(["3"], ONES, draw=["4"])
    turned = "the discard pile is turned over and becomes the draw pile"
    assert table.play("3") == ["plays 3 and says 3", "draws 4", turned]
