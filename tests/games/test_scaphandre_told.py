"""A replay of Scaphandre says what happened in the oracle's game, and nothing else."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from simulate.game import find_game
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import each_table
from tests.helpers.told import tell_in_full
from tests.oracles import scaphandre as oracle
from tests.oracles.exact import SEED, known_values
from tests.oracles.random_rules import scaphandre_rules
from tests.oracles.streams import EvenChoice, scaphandre_game


def replayed(rules: oracle.Rules, number: int) -> list[str]:
    """Return what the engine's replay tells between the line-up and the result."""
    values = asdict(rules)
    players = values.pop("players")
    study = make_study(
        "scaphandre", players, lineup=("random",) * players, seed=SEED, rules=values, rotate=False
    )
    return list(tell_in_full(study, lineup_of(study), number))[1 + players : -1]


def told(rules: oracle.Rules, number: int) -> Iterator[str]:
    """Tell the oracle's game as a replay should."""
    game = scaphandre_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    yield "\nROUND 1"
    while not game.over:
        yield f"\nturn {game.turns + 1}: seat {game.seat + 1} (random)"
        yield from (f"    {line}" for line in told_table(game))
        said, *led_to = told_action(game, choose(game, game.legal_actions()))
        yield f"  {said}"
        yield from (f"    {line}" for line in led_to)


def told_table(game: oracle.Game) -> Iterator[str]:
    known = game.known_centre()
    hidden = len(game.centre) - len(known)
    lying = [
        f"{animals(card)}{' (nobody knows)' if place < hidden else ''}"
        for place, card in enumerate(game.centre)
    ]
    yield (
        f"centre {game.centre_total}, bottom to top: {', '.join(lying) or 'empty'}; "
        f"{len(game.draw_pile)} cards to draw"
    )
    for seat in range(game.rules.players):
        filed = [card for suit in game.suits[seat].values() for card in suit]
        yield (
            f"{'>' if seat == game.seat else ' '} seat {seat + 1}, {game.scores[seat]} animals: "
            f"hand {cards(game.hands[seat])}; suits {cards(filed)}"
        )


def told_action(game: oracle.Game, action: oracle.Card) -> Iterator[str]:
    """Play an action by the oracle, and yield what to say of it."""
    seat, total = game.seat, game.centre_total + action[1]
    laid, hand = [*game.centre, action], Counter(game.hands[game.seat])
    score, pick_ups, discarded = game.scores[seat], game.pick_ups, len(game.discarded)
    game.apply(action)
    taken = game.pick_ups > pick_ups
    yield (
        f"seat {seat + 1} lays {animals(action)} and announces {total}"
        f"{': takes the centre' if taken else ''}"
    )
    if taken:
        yield f"takes {cards(laid)}"
        gone = Counter(number for _, number in game.discarded[discarded:])
        if gone:
            parts = [f"{gone[number]} cards of number {number}" for number in sorted(gone)]
            yield f"cancels {', '.join(parts)}"
        yield f"has {game.scores[seat]} animals now ({game.scores[seat] - score:+d})"
    hand[action] -= 1
    drawn = Counter(game.hands[seat]) - hand
    yield f"draws {cards(drawn.elements())}"
    if game.finished and game.centre:
        yield f"the {game.centre_total} animals in the centre do not count"


def animals(card: oracle.Card) -> str:
    animal, number = card
    return (
        f"{number} {animal if number == 1 else {'octopus': 'octopuses', 'crab': 'crabs'}[animal]}"
    )


def cards(held: Iterable[oracle.Card]) -> str:
    held = sorted(held)
    parts = []
    for animal, several in (("octopus", "octopuses"), ("crab", "crabs")):
        numbers = [str(number) for kind, number in held if kind == animal]
        if numbers:
            parts.append(f"{several} {' '.join(numbers)}")
    return ", ".join(parts) or "nothing"


@each_table("scaphandre")
def test_a_replay_of_a_variant_tells_the_oracles_game(players: int, variant: str) -> None:
    values = known_values(find_game("scaphandre").resolve(variant, {}, players))
    rules = oracle.Rules(players=players, **values)
    assert replayed(rules, players) == list(told(rules, players))


def test_a_replay_under_random_rules_tells_the_oracles_game_and_every_kind_of_sentence() -> None:
    source = random.Random(66)
    said: Counter[str] = Counter()
    for number in range(60):
        rules = scaphandre_rules(source, 70)
        lines = replayed(rules, number)
        assert lines == list(told(rules, number)), rules
        said.update(re.sub(r"\d+", "N", line).strip() for line in lines)
    starts = (
        "centre N, bottom to top: empty",
        "centre N, bottom to top: N crabs (nobody knows), ",
        "centre N, bottom to top: N crab, ",
        "seat N lays N octopus and announces N",
        "seat N lays N octopuses and announces N: takes the centre",
        "takes octopuses N",
        "takes crabs N",
        "cancels N cards of number N",
        "has N animals now (-N)",
        "has N animals now (+N)",
        "draws crabs N",
        "draws nothing",
        "the N animals in the centre do not count",
    )
    for start in starts:
        assert any(line.startswith(start) for line in said), f"never said: {start}"
