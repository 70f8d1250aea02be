"""A replay of Shoal says what happened in the oracle's game, and nothing else."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from simulate.game import find_game
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import each_table
from tests.helpers.told import tell_in_full
from tests.oracles import shoal as oracle
from tests.oracles.exact import SEED, known_values
from tests.oracles.random_rules import shoal_rules
from tests.oracles.stacked_shoal import GAME, ShoalTable, symbol_of
from tests.oracles.streams import EvenChoice
from tests.oracles.watched_shoal import WatchedGame

COLOURS = ("red", "yellow", "green", "blue")
SEABEDS = ("sand", "reef", "kelp", "deep")
LETTERS = [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "AA", "AB", "AC", "AD", "AE"]
LEGEND = [
    "Rs is one red fish on sand, RRs two of them; fish red, yellow, green, blue; seabeds sand, "
    "reef, kelp, deep",
    "cor: coral, oct: octopus on a coral, shk: shark on a fish, xxx: fishbone",
]


def replayed(rules: oracle.Rules, number: int) -> list[str]:
    """Return what the engine's replay tells between the line-up and the result."""
    values = asdict(rules)
    players = values.pop("players")
    study = make_study(
        "shoal", players, lineup=("random",) * players, seed=SEED, rules=values, rotate=False
    )
    return list(tell_in_full(study, lineup_of(study), number))[1 + players : -1]


def told(rules: oracle.Rules, number: int) -> Iterator[str]:
    """Tell the oracle's game as a replay should."""
    game = WatchedGame(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    yield "\nROUND 1"
    turn = -1
    while not game.over:
        if game.turns > turn:
            turn = game.turns
            yield f"\nturn {turn + 1}: seat {game.seat + 1} (random)"
            if turn == 0:
                yield from (f"    {line}" for line in [*LEGEND, *told_display(game)])
            yield f"    {told_offer(game)}"
            yield from (f"    {line}" for line in told_shoals(game, game.seat))
        said, *led_to = told_action(game, choose(game, game.legal_actions()))
        yield f"  {said}"
        yield from (f"    {line}" for line in led_to)


def told_offer(game: oracle.Game) -> str:
    shown = (
        f"{slot + 1} {'---' if card is None else symbol_of(card)} ({game.face_down[slot]} below)"
        for slot, card in enumerate(game.slots)
    )
    return f"on offer: {' | '.join(shown)}"


def told_display(game: WatchedGame) -> Iterator[str]:
    for slot, card, fate in game.notes:
        if fate == "stays":
            yield f"slot {slot + 1} turns up {name(card)}"
        elif card.kind == "shark":
            yield f"only sharks are on offer: the one in slot {slot + 1} is discarded"
        elif fate == "leaves":
            yield f"several have the most corals: the octopus in slot {slot + 1} is discarded"
        else:
            assert isinstance(fate, int)
            yield (
                f"the octopus in slot {slot + 1} goes to seat {fate + 1}, who has the most corals"
            )


def told_shoals(game: oracle.Game, acting: int | None) -> Iterator[str]:
    """Draw the shoals, one below the other."""
    for seat in range(len(game.shoals)):
        yield from (line.rstrip() for line in told_shoal(game, seat, seat == acting))


def told_shoal(game: oracle.Game, seat: int, acting: bool) -> Iterator[str]:
    shoal, fish = game.shoals[seat], oracle.fish_by_colour(game.shoals[seat])
    known = f"{COLOURS[game.tiles[seat]]}, {in_points(game.points()[seat])}"
    yield f"{'>' if acting else ' '} seat {seat + 1} ({known})"
    numbers = " ".join(f"{letter} {fish[colour]}" for colour, letter in enumerate("RYGB"))
    corals = sum(spot.shows("coral") for spot in shoal.values())
    yield (
        f"  fish {numbers}, cor {corals}, oct {oracle.covers(shoal, 'octopus')}, "
        f"shk {oracle.covers(shoal, 'shark')}"
    )
    rows, columns = ([cell[axis] for cell in shoal] for axis in (0, 1))
    reach = game.rules.table_size // 2
    across = range(min(columns), max(columns) + 1)
    yield f"     {' '.join(LETTERS[column + reach].ljust(3) for column in across)}"
    for row in range(min(rows), max(rows) + 1):
        cells = (seen(shoal.get((row, column))).ljust(3) for column in across)
        yield f"  {row + reach + 1:2} {' '.join(cells)}"


def seen(spot: oracle.Spot | None) -> str:
    if spot is None:
        return " ."
    return "xxx" if spot.fishbone else symbol_of(spot.cover or spot.card)


def told_action(game: WatchedGame, action: oracle.Action) -> Iterator[str]:
    """Play an action by the oracle, and yield what to say of it."""
    seat, card, turns = game.seat, game.visible[action[1]], game.turns
    before = bonuses(game)
    source = f"from slot {action[1] + 1}"
    if action[0] == "discard":
        game.apply(action)
        yield f"seat {seat + 1} can lay nothing and discards {name(card)} {source}"
    else:
        owner, cell = (seat, action[2]) if action[0] == "own" else (action[2], action[3])
        over = ""
        if card.kind == "shark":
            over = f" on {name(game.shoals[owner][cell].card)}"
        bones = {where for where, spot in game.shoals[owner].items() if spot.fishbone}
        game.apply(action)
        whose = "its own" if action[0] == "own" else f"seat {owner + 1}'s"
        yield (
            f"seat {seat + 1} lays {name(card)} {source}{over} at {place(game, cell)} "
            f"of {whose} shoal"
        )
        shoal = game.shoals[owner]
        cursed = [c for c in sorted(shoal) if shoal[c].fishbone and c not in bones]
        if cursed:
            lost = sum(shoal[where].card.fish for where in cursed)
            places = ", ".join(place(game, where) for where in cursed)
            yield (
                f"the curse turns {places} of seat {owner + 1}'s shoal to fishbone: "
                f"{lost} fish are lost"
            )
    yield from told_bonuses(before, bonuses(game))
    if game.turns > turns:
        yield from told_display(game)
    if game.finished:
        yield from told_shoals(game, None)
        yield from told_scores(game)


def bonuses(game: oracle.Game) -> list[dict[str, int]]:
    """Return what each seat has for anything but fish."""
    rules = game.rules
    return [
        {
            "for octopuses": rules.octopus_points * oracle.covers(shoal, "octopus"),
            "for the majority in its shoal": rules.majority_points
            * (seat in game.seats_with_majority()),
            "for most sharks": rules.shark_points * (seat in game.seats_with_most_sharks()),
        }
        for seat, shoal in enumerate(game.shoals)
    ]


def told_bonuses(before: list[dict[str, int]], after: list[dict[str, int]]) -> Iterator[str]:
    for seat, (had, has) in enumerate(zip(before, after, strict=True), 1):
        for what in sorted(had):
            change = has[what] - had[what]
            if change:
                verb = "gains" if change > 0 else "loses"
                yield f"seat {seat} {verb} {in_points(abs(change))} {what}"


def told_scores(game: oracle.Game) -> Iterator[str]:
    rules, scores = game.rules, game.scores
    for seat, shoal in enumerate(game.shoals):
        colour = game.tiles[seat]
        swimming = sum(oracle.fish_by_colour(one)[colour] for one in game.shoals)
        octopuses = oracle.covers(shoal, "octopus")
        parts = [f"{swimming} {COLOURS[colour]} fish"]
        if seat in game.seats_with_majority():
            parts.append(f"{rules.majority_points} for the majority in its shoal")
        if octopuses:
            parts.append(f"{octopuses * rules.octopus_points} for octopuses")
        if seat in game.seats_with_most_sharks():
            parts.append(f"{rules.shark_points} for most sharks")
        yield f"seat {seat + 1}: {' + '.join(parts)} = {in_points(scores[seat])}"
    best = oracle.seats_with(scores, max(scores))
    if len(best) > 1:
        fish = (f"seat {s + 1} has {oracle.fish_by_colour(game.shoals[s]).total()}" for s in best)
        tied = in_points(max(scores))
        yield f"tied at {tied}, so fish in the own shoal decide: {', '.join(fish)}"


def name(card: oracle.Card) -> str:
    if card.kind == "fish":
        number = {1: "one", 2: "two"}[card.fish]
        return f"{number} {COLOURS[card.colour]} fish on {SEABEDS[card.seabed]}"
    return {"coral": "a coral", "shark": "a shark", "octopus": "an octopus"}[card.kind]


def in_points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def place(game: oracle.Game, cell: tuple[int, int]) -> str:
    reach = game.rules.table_size // 2
    return f"{LETTERS[cell[1] + reach]}{cell[0] + reach + 1}"


@each_table("shoal")
def test_a_replay_of_a_variant_tells_the_oracles_game(players: int, variant: str) -> None:
    values = known_values(find_game("shoal").resolve(variant, {}, players))
    rules = oracle.Rules(players=players, **values)
    assert replayed(rules, players) == list(told(rules, players))


def test_a_replay_under_random_rules_tells_the_oracles_game_and_every_kind_of_line() -> None:
    source = random.Random(75)
    said: Counter[str] = Counter()
    for number in range(50):
        rules = shoal_rules(source, 50)
        if WatchedGame(rules, SEED, number).turns > 0:
            continue  # nobody finds a card, of which the oracle has nothing to tell; see below
        lines = replayed(rules, number)
        assert lines == list(told(rules, number)), rules
        said.update(re.sub(r"\d+", "N", line).strip() for line in lines)
    patterns = (
        "seat N lays (one|two) (red|yellow|green|blue) fish on (sand|reef|kelp|deep) from slot N "
        "at [A-Z]+N of its own shoal",
        "seat N lays one .* from slot N at [A-Z]+N of seat N's shoal",
        "seat N lays a coral from slot N at [A-Z]+N of its own shoal",
        "seat N lays a coral from slot N at [A-Z]+N of seat N's shoal",
        "seat N lays a shark from slot N on two .* fish on .* at [A-Z]+N of seat N's shoal",
        "seat N can lay nothing and discards (one|two) .* fish on .* from slot N",
        "seat N can lay nothing and discards a shark from slot N",
        "the curse turns [A-Z]+N, [A-Z]+N of seat N's shoal to fishbone: N fish are lost",
        "the curse turns [A-Z]+N(, [A-Z]+N){2,} of seat N's shoal to fishbone: N fish are lost",
        "slot N turns up (one|two) .* fish on .*",
        "slot N turns up a coral",
        "slot N turns up a shark",
        "slot N turns up an octopus",
        "only sharks are on offer: the one in slot N is discarded",
        "several have the most corals: the octopus in slot N is discarded",
        "the octopus in slot N goes to seat N, who has the most corals",
        "on offer: .*N --- .*",
        "> seat N .*",
        "seat N: N (red|yellow|green|blue) fish = N points",
        "seat N: .* N for the majority in its shoal .*",
        "seat N: .* N for octopuses .*",
        "seat N: .* N for most sharks .*",
        "tied at N points?, so fish in the own shoal decide: seat N has N, seat N has N",
        "seat N gains N points? for the majority in its shoal",
        "seat N loses N points? for the majority in its shoal",
        "seat N gains N points? for octopuses",
        "seat N gains N points? for most sharks",
        "seat N loses N points? for most sharks",
        "N .*xxx.*",
        "N .*shk.*",
        "N .*oct.*",
    )
    for pattern in patterns:
        assert any(re.fullmatch(pattern, line) for line in said), f"never said: {pattern}"


def test_a_turn_without_a_card_is_told() -> None:
    rules = oracle.Rules(
        players=4, singles=0, doubles=0, corals=4, sharks=0, octopuses=0, table_size=31
    )
    nothing = " | ".join(f"{slot} --- (0 below)" for slot in range(1, 5))
    lines = replayed(rules, 0)
    assert f"    on offer: {nothing}" in lines
    assert "  seat 1 finds no card on offer" in lines
    assert "      16 cor" in "".join(lines[lines.index(f"    on offer: {nothing}") :])


@pytest.mark.parametrize("seen_by", [[0, 1], [1], []])
def test_a_drawn_shoal_shows_every_kind_of_cell_where_it_is(seen_by: list[int]) -> None:
    table = ShoalTable(
        """
        .    RRs  .
        shk  OCT  cor
        xxx  Gk   oct
        """,
        "COR Bd",
        slots="Ys --- shk cor",
        below="Rs Rs Rs Rs cor",
        seat=1,
        step=2,
        tiles=(2, 3),
    )
    lines = GAME.teller.state(table.rules, table.snapshot(), seen_by)
    # Green fish, two octopuses and most sharks; blue fish and the majority of them.
    green = "(green, 5 points)" if 0 in seen_by else "(colour secret)"
    blue = "(blue, 4 points)" if 1 in seen_by else "(colour secret)"
    assert lines == [
        "on offer: 1 Ys (2 below) | 2 --- (1 below) | 3 shk (1 below) | 4 cor (1 below)",
        f"  seat 1 {green}",
        "  fish R 2 Y 0 G 1 B 0, cor 1, oct 2, shk 1",
        "     G   H   I",
        "   7  .  RRs  .",
        "   8 shk oct cor",
        "   9 xxx Gk  oct",
        f"> seat 2 {blue}",
        "  fish R 0 Y 0 G 0 B 1, cor 1, oct 0, shk 0",
        "     H   I",
        "   8 cor Bd",
    ]


def test_an_open_tile_is_told_to_everybody() -> None:
    table = ShoalTable("COR", slots="Ys Ys Ys Ys", rules={"open_tiles": True})
    lines = GAME.teller.state(table.rules, table.snapshot(), [])
    assert any("seat 1 (red, 0 points)" in line for line in lines)


def test_places_are_named_from_the_edge_of_the_table() -> None:
    for size, named in ((5, "D3"), (15, "I8"), (31, "Q16")):
        table = ShoalTable("COR", slots="Ys cor --- ---", rules={"table_size": size})
        assert table.play(("own", 0, (0, 1)))[0].endswith(f"at {named} of its own shoal")
    table = ShoalTable(f"COR {'cor ' * 14}", slots="Ys --- --- ---", rules={"table_size": 31})
    said = table.play(("own", 0, (0, 15)))[0]
    assert said == "lays one yellow fish on sand from slot 1 at AE16 of its own shoal"
