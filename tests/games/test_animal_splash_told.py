"""A replay of Animal Splash says what happened in the oracle's game, and nothing else."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import each_table
from tests.helpers.told import tell_in_full
from tests.oracles import animal_splash as oracle
from tests.oracles.exact import SEED, known_values
from tests.oracles.random_rules import animal_splash_rules
from tests.oracles.stacked_animal_splash import (
    ARRANGE,
    DIVE,
    GAME,
    GRID,
    MISSION,
    PEARL,
    TAKE,
    Action,
    AnimalSplashTable,
)
from tests.oracles.streams import AnimalSplashChance, EvenChoice

DONE, NONE = oracle.DONE, oracle.NONE
KINDS = ("seahorse", "turtle", "ray", "octopus", "crab")
COLOURS = ("blue", "green", "orange", "purple")
PLANTS = ("seaweed", "coral", "anemone", "sponge")
ASKED = {
    "oxygen": "oxygen",
    "animal_pearls": "pearls on animals",
    "plant_pearls": "pearls on plants",
    "pearls": "pearls",
    "animal_kinds": "animal kinds",
    "animal_colours": "animal colours",
    "plant_kinds": "plant kinds",
    "longest_kind_run": "cards in a run of one animal kind",
    "longest_colour_run": "cards in a run of one animal colour",
    "longest_plant_run": "cards in a run of one plant",
}
SPOTS = [
    *(f"above column {column}" for column in (1, 2, 3)),
    *(f"right of row {row}" for row in (1, 2, 3)),
    *(f"below column {column}" for column in (3, 2, 1)),
    *(f"left of row {row}" for row in (3, 2, 1)),
]
LEGEND = "in []: an animal or a plant with a pearl; it does not count for groups"


def replayed(rules: oracle.Rules, number: int) -> list[str]:
    """Return what the engine's replay tells between the line-up and the result."""
    values = asdict(rules)
    players = values.pop("players")
    study = make_study(
        GAME.name, players, lineup=("random",) * players, seed=SEED, rules=values, rotate=False
    )
    return list(tell_in_full(study, lineup_of(study), number))[1 + players : -1]


class WatchedGame(oracle.Game):
    """A game that stops in turns without a decision, so that they can be told."""

    def pass_stuck_turns(self) -> None:
        """Leave them to `pass_one`."""

    def pass_one(self) -> None:
        """Let the seat to act, which can go nowhere, have its turn."""
        self.told["passed_turns"] += 1
        self._end_turn()


def told(rules: oracle.Rules, number: int) -> Iterator[str]:
    """Tell the oracle's game as a replay should."""
    game = WatchedGame(rules, AnimalSplashChance(SEED, number))
    choose = EvenChoice(SEED, number, rules.players)
    yield "\nROUND 1"
    turn = -1
    while not game.over:
        if game.turns > turn:
            turn = game.turns
            yield f"\nturn {turn + 1}: seat {game.seat + 1} (random)"
            yield from (f"    {line}" for line in told_table(game))
        legal = game.legal_actions()
        said, *led_to = told_action(game, choose(game, legal) if legal else None)
        yield f"  {said}"
        yield from (f"    {line}" for line in led_to)


def told_table(game: oracle.Game) -> Iterator[str]:
    yield told_end_card(game)
    taken = {number for own in game.missions for number in own}
    left = [told_mission(game, n) for n in range(len(game.rules.missions)) if n not in taken]
    yield f"missions left:{'' if left else ' none'}"
    yield from (f"  {text}" for text in left)
    yield from told_grid(game)
    if game.turns == 0:
        yield LEGEND
    for seat, tableau in enumerate(game.tableaus):
        own = [f"{n + 1} {game.rules.missions[n]['colour']}" for n in sorted(game.missions[seat])]
        cards = "1 card" if game.rules.target == 1 else f"{game.rules.target} cards"
        yield (
            f"{'>' if seat == game.seat else ' '} seat {seat + 1}, {len(tableau)} of {cards}, "
            f"{in_points(game.scores[seat])}, {game.oxygen[seat]} oxygen; "
            f"missions: {', '.join(own) or 'none'}"
        )
        yield from (f"    {line}" for line in told_tableau(tableau))


def told_end_card(game: oracle.Game) -> str:
    if game.end_card is None:
        return "end scoring: none"
    best, second = game.rules.end_points
    return (
        f"end scoring: most {ASKED[game.end_card]}, {in_points(60 * best)} for the best and "
        f"{second} for the second"
    )


def told_mission(game: oracle.Game, number: int) -> str:
    mission = game.rules.missions[number]
    return (
        f"{number + 1} {mission['colour']}: {mission['at_least']}+ {ASKED[mission['measure']]}, "
        f"{in_points(60 * mission['points'])}"
    )


def told_grid(game: oracle.Game) -> Iterator[str]:
    at = {spot: f"seat {seat + 1}" for seat, spot in enumerate(game.divers) if spot is not None}
    shown = [at.get(spot, ".") for spot in range(12)]
    edge = f"{' ' * 7}+{'+'.join(['-' * 18] * 3)}+"
    yield f"{' ' * 8}{''.join(f'{shown[spot]:^19}' for spot in (0, 1, 2))}".rstrip()
    for row in range(3):
        cards = [game.grid.get((row, column)) for column in range(3)]
        animals = [animal(card) if card else "empty" for card in cards]
        plants = [plant(card) if card else "" for card in cards]
        yield edge
        boxes = " | ".join(text.ljust(16) for text in animals)
        yield f"{shown[11 - row].rjust(6)} | {boxes} | {shown[3 + row]}"
        boxes = " | ".join(text.ljust(16) for text in plants)
        yield f"{' ' * 7}| {boxes} |"
    yield edge
    yield f"{' ' * 8}{''.join(f'{shown[spot]:^19}' for spot in (8, 7, 6))}".rstrip()
    piles = ", ".join(f"row {row} {size}" for row, size in enumerate(game.row_piles, 1))
    yield f"cards face down: {piles}"


def told_tableau(tableau: list[oracle.Picture]) -> list[str]:
    if not tableau:
        return []
    lines = ["cards   ", "kinds   ", "colours ", "plants  "]
    for place, shot in enumerate(tableau, 1):
        animal_ends, plant_ends = (
            "[]" if on else "  " for on in (shot.animal_pearl, shot.plant_pearl)
        )
        column = [
            f" {place}",
            animal_ends[0] + KINDS[shot.card.kind] + animal_ends[1],
            animal_ends[0] + COLOURS[shot.card.colour] + animal_ends[1],
            plant_ends[0] + PLANTS[shot.card.plant] + plant_ends[1],
        ]
        column = [text.rstrip() for text in column]
        lines = [
            line + text.ljust(max(map(len, column)))
            for line, text in zip(lines, column, strict=True)
        ]
    return [line.rstrip() for line in lines]


def told_action(game: WatchedGame, action: Action) -> Iterator[str]:
    """Play an action by the oracle, and yield what to say of it."""
    seat, turns, emptied = game.seat, game.turns, game.emptied
    held, scored = game.oxygen[seat], game.scores_without_end[seat]
    said = f"seat {seat + 1} {told_choice(game, action)}"
    if action is None:
        game.pass_one()
    else:
        game.apply(action)
    yield said
    oxygen = game.oxygen[seat]
    if oxygen != held:
        yield f"{'earns' if oxygen > held else 'pays'} {abs(oxygen - held)} oxygen, has {oxygen}"
    if action and action[0] in ("take", "swap", "shift"):
        yield from told_tableau(game.tableaus[seat])
    if game.scores_without_end[seat] > scored:
        yield f"has {in_points(game.scores_without_end[seat])} now"
    if game.turns > turns and emptied is not None:
        card = game.grid.get(emptied)
        if card:
            yield f"{cell(emptied)} is refilled: {animal(card)} with {plant(card)}"
        else:
            yield f"{cell(emptied)} stays empty: the pile of its row is used up"
    if game.finished:
        yield from told_end(game)


def told_choice(game: oracle.Game, action: Action) -> str:
    own = game.tableaus[game.seat]
    shots = [f"{animal(shot.card)} with {PLANTS[shot.card.plant]}" for shot in own]
    said = "is done rearranging" if game.phase == "arrange" else "is done scoring"
    match action:
        case None:
            said = "has no spot to dive to and passes"
        case ("dive", spot):
            said = told_dive(game, spot)
        case ("take", number, side):
            where = oracle.CELLS[number]
            shown = f"{animal(game.grid[where])} with {plant(game.grid[where])}"
            said = f"takes the {shown} from {cell(where)} and lays it {side}"
        case ("swap", place):
            said = f"swaps cards {place + 1} and {place + 2}, {shots[place]} and {shots[place + 1]}"
        case ("shift", place, side):
            said = f"shifts card {place + 1}, {shots[place]}, to the {side} end"
        case ("pearl", area, first, which):
            card = own[first].card
            names = {"kind": KINDS, "colour": COLOURS, "plant": PLANTS}[area]
            said = (
                f"scores cards {first + 1} to {first + game.rules.group_size} for their {area}, "
                f"{names[getattr(card, area)]}: pearl on the "
                f"{'plant' if area == 'plant' else 'animal'} of card {first + which + 1}"
            )
        case ("mission", number):
            said = f"takes mission {told_mission(game, number)}"
        case ("none",):
            said = "takes no mission"
    return said


def told_dive(game: oracle.Game, spot: int) -> str:
    start = game.divers[game.seat]
    if start is None:
        return f"places the diver on the spot {SPOTS[spot]}"
    steps = game.reachable()[spot]
    skipped = []
    where = (start + 1) % 12
    while where != spot:
        if where in game.divers:
            skipped.append(f"seat {game.divers.index(where) + 1}")
        where = (where + 1) % 12
    past = f", past {' and '.join(skipped)}," if skipped else ""
    return f"dives {steps} step{'s' * (steps > 1)}{past} to the spot {SPOTS[spot]}"


def told_end(game: oracle.Game) -> Iterator[str]:
    if game.end_card:
        yield told_end_card(game)
        for seat, share in enumerate(game.end_shares):
            yield (
                f"  seat {seat + 1} has {game.measured(game.end_card, seat)} and gets "
                f"{in_points(share)}: {in_points(game.scores[seat])} in all"
            )
    most = max(game.scores)
    level = oracle.seats_with(game.scores, most)
    if len(level) > 1:
        held = ", ".join(f"seat {seat + 1} has {game.oxygen[seat]}" for seat in level)
        yield f"tied at {in_points(most)}, so oxygen decides: {held}"


def in_points(sixtieths: int) -> str:
    """Write points with four digits at most, as in "0.3333 points"."""
    whole, rest = divmod(sixtieths, 60)
    if not rest:
        return "1 point" if whole == 1 else f"{whole} points"
    digits = 4 - (len(str(whole)) if whole else 0)
    return f"{str(round(sixtieths / 60, digits)).removesuffix('.0')} points"


def animal(card: oracle.Card) -> str:
    return f"{COLOURS[card.colour]} {KINDS[card.kind]}"


def plant(card: oracle.Card) -> str:
    return PLANTS[card.plant] + " + oxygen" * card.oxygen


def cell(where: oracle.Cell) -> str:
    return f"row {where[0] + 1}, column {where[1] + 1}"


@each_table("animal-splash")
def test_a_replay_of_a_variant_tells_the_oracles_game(players: int, variant: str) -> None:
    rules = oracle.Rules(players=players, **known_values(GAME.resolve(variant, {}, players)))
    lines = replayed(rules, players)
    assert lines == list(told(rules, players))
    assert max(len(line) for line in lines) <= 106


def test_a_replay_under_random_rules_tells_the_oracles_game_and_every_kind_of_sentence() -> None:
    source = random.Random(67)
    said: Counter[str] = Counter()
    for number in range(50):
        rules = animal_splash_rules(source)
        lines = replayed(rules, number)
        assert lines == list(told(rules, number)), rules
        said.update(re.sub(r"[\d.]+", "N", line).strip() for line in lines)
    patterns = (
        "end scoring: none",
        "end scoring: most oxygen, N points for the best and N for the second",
        "missions left: none",
        "N red: N\\+ cards in a run of one animal colour, N points",
        "N \\w+: N\\+ .*, N points?",
        "cards face down: row N N, row N N, row N N",
        "N? ?\\| empty  .*",
        "(> )?seat N, N of N cards, N points?, N oxygen; missions: N \\w+, N \\w+",
        "kinds .*\\[turtle\\].*",
        "colours .*\\[purple\\].*",
        "plants .*\\[coral\\].*",
        "seat N has no spot to dive to and passes",
        "seat N places the diver on the spot right of row N",
        "seat N dives N step to the spot left of row N",
        "seat N dives N steps to the spot below column N",
        "seat N dives N steps, past seat N and seat N, to the spot above column N",
        "earns N oxygen, has N",
        "pays N oxygen, has N",
        "seat N takes the .* with .* \\+ oxygen from row N, column N and lays it left",
        "seat N takes the .* from row N, column N and lays it right",
        "seat N swaps cards N and N, .* with .* and .*",
        "seat N shifts card N, .*, to the left end",
        "seat N shifts card N, .*, to the right end",
        "seat N is done rearranging",
        "seat N is done scoring",
        "seat N scores cards N to N for their kind, \\w+: pearl on the animal of card N",
        "seat N scores cards N to N for their colour, \\w+: pearl on the animal of card N",
        "seat N scores cards N to N for their plant, \\w+: pearl on the plant of card N",
        "has N points now",
        "seat N takes mission N \\w+: N\\+ .*, N points?",
        "seat N takes no mission",
        "row N, column N is refilled: .* with .*",
        "row N, column N stays empty: the pile of its row is used up",
        "seat N has N and gets N points?: N points? in all",
        "tied at N points?, so oxygen decides: seat N has N, seat N has N",
    )
    never = [pattern for pattern in patterns if not any(re.fullmatch(pattern, x) for x in said)]
    assert never == []


# Each kind of line once -----------------------------------------------------------------


def told_of(action: Action, tableau: str = "Tgc Tba* Tow Rps", **position: Any) -> list[str]:
    """Return what is told of an action of the first of three seats, at spot 11."""
    spots = position.pop("spots", [11, 0, 5])
    return AnimalSplashTable(tableau, "", "", spots=spots, **position).play(action)


def test_dives_are_told_by_steps_who_is_passed_and_what_they_cost() -> None:
    free = ["places the diver on the spot below column 2"]
    assert told_of(("dive", 7), spots=[None, 0, 5]) == free
    assert told_of(("dive", 1)) == [
        "dives 1 step, past seat 2, to the spot above column 2",
        "earns 1 oxygen, has 1",
    ]
    assert told_of(("dive", 2), spots=[0]) == ["dives 2 steps to the spot above column 3"]
    assert told_of(("dive", 6), oxygen=[4]) == [
        "dives 5 steps, past seat 2 and seat 3, to the spot below column 3",
        "pays 3 oxygen, has 1",
    ]
    grid = "--- --- --- --- Tgc --- --- --- ---"
    assert told_of(None, grid=grid, spots=[1]) == ["has no spot to dive to and passes"]


@pytest.mark.parametrize("start", range(12))
def test_divers_that_are_passed_are_named_wherever_they_are(start: int) -> None:
    spots = [(start + distance) % 12 for distance in (0, 1, 3)]
    end = (start + 4) % 12
    said = f"dives 2 steps, past seat 2 and seat 3, to the spot {SPOTS[end]}"
    assert told_of(("dive", end), spots=spots) == [said]


def test_a_card_taken_is_told_with_the_tableau_it_makes() -> None:
    assert told_of(("take", 2, "left"), step=TAKE) == [
        "takes the orange ray with anemone from row 1, column 3 and lays it left",
        "cards    1       2      3        4       5",
        "kinds    ray     turtle turtle   turtle  ray",
        "colours  orange  green  blue     orange  purple",
        "plants   anemone coral [anemone] seaweed sponge",
    ]
    grid = GRID.replace("Roa", "Roa+")
    assert told_of(("take", 2, "right"), "Tg*c*", step=TAKE, grid=grid) == [
        "takes the orange ray with anemone + oxygen from row 1, column 3 and lays it right",
        "earns 1 oxygen, has 1",
        "cards    1       2",
        "kinds   [turtle] ray",
        "colours [green]  orange",
        "plants  [coral]  anemone",
    ]


def test_swaps_and_shifts_are_told_with_what_they_cost_and_the_tableau() -> None:
    assert told_of(("swap", 1), "Tgc+ Tb*a Sow+", step=ARRANGE, oxygen=[3]) == [
        "swaps cards 2 and 3, blue turtle with anemone and orange seahorse with seaweed",
        "pays 1 oxygen, has 2",
        "cards    1      2        3",
        "kinds    turtle seahorse[turtle]",
        "colours  green  orange  [blue]",
        "plants   coral  seaweed  anemone",
    ]
    left, right = (
        told_of(("shift", 1, side), "Tgc Tba+ Sow", step=ARRANGE, oxygen=[2])
        for side in oracle.SIDES
    )
    assert left[:3] == [
        "shifts card 2, blue turtle with anemone, to the left end",
        "pays 2 oxygen, has 0",
        "cards    1       2      3",
    ]
    assert right[0] == "shifts card 2, blue turtle with anemone, to the right end"
    assert right[-1] == "plants   coral  seaweed  anemone"
    assert told_of(DONE, step=ARRANGE) == ["is done rearranging"]


def test_a_pearl_is_told_with_its_group_what_they_share_and_where_it_lies() -> None:
    cards = "Sbw Tgc Tgc Tgc"
    said = {
        "kind": "scores cards 2 to 4 for their kind, turtle: pearl on the animal of card 3",
        "colour": "scores cards 2 to 4 for their colour, green: pearl on the animal of card 3",
        "plant": "scores cards 2 to 4 for their plant, coral: pearl on the plant of card 3",
    }
    for area in oracle.AREAS:
        assert told_of(("pearl", area, 1, 1), cards, step=PEARL) == [said[area], "has 1 point now"]
    more = told_of(("pearl", "plant", 1, 0), "Sb*w Tg*c Tgc Tgc", step=PEARL)
    assert more[-1] == "has 3 points now"
    assert told_of(DONE, step=PEARL) == ["is done scoring"]


def test_missions_and_the_refill_are_told() -> None:
    refill = "row 1, column 1 is refilled: purple crab with sponge"
    assert told_of(("mission", 4), step=MISSION, oxygen=[3]) == [
        "takes mission 5 oxygen: 3+ oxygen, 1 point",
        "has 2 points now",
        refill,
    ]
    assert told_of(NONE, step=MISSION) == ["takes no mission", refill]
    empty = "row 1, column 1 stays empty: the pile of its row is used up"
    assert told_of(NONE, step=MISSION, piles=[0, 4, 5]) == ["takes no mission", empty]


def ending(*tableaus: str, **position: Any) -> list[str]:
    table = AnimalSplashTable(
        *tableaus,
        seat=len(tableaus) - 1,
        step=MISSION,
        rules={"cards_to_end": [1, 1, 1, 1]},
        **position,
    )
    return table.play(NONE)[2:]


def test_the_end_is_told_with_what_everybody_has_of_what_the_end_scoring_card_asks_for() -> None:
    assert ending("Tg*c", "Tgc", "Sgc", oxygen=[3, 1, 1], end_card="oxygen") == [
        "end scoring: most oxygen, 3 points for the best and 1 for the second",
        "  seat 1 has 3 and gets 3 points: 4 points in all",
        "  seat 2 has 1 and gets 0.5 points: 0.5 points in all",
        "  seat 3 has 1 and gets 0.5 points: 0.5 points in all",
    ]
    assert ending("Tg*c", "Tgc", end_card=None) == []


def test_a_tie_in_front_is_told_with_the_oxygen_that_decides_it() -> None:
    assert ending("Tg*c", "Tgc", "Sgc*", oxygen=[3, 5, 1]) == [
        "tied at 1 point, so oxygen decides: seat 1 has 3, seat 3 has 1"
    ]


PICTURE = """
end scoring: most cards in a run of one animal colour, 3 points for the best and 1 for the second
missions left:
  2 animals: 3+ pearls on animals, 2 points
  3 plants: 2+ pearls on plants, 1 point
  4 plants: 3+ pearls on plants, 2 points
  5 oxygen: 3+ oxygen, 1 point
  7 variety: 4+ animal kinds, 1 point
  8 variety: 5+ animal kinds, 2 points
                 .                  .                  .
       +------------------+------------------+------------------+
seat 2 | blue seahorse    | green turtle     | orange ray       | .
       | seaweed          | coral + oxygen   | anemone          |
       +------------------+------------------+------------------+
     . | purple octopus   | empty            | green seahorse   | seat 1
       | sponge           |                  | coral            |
       +------------------+------------------+------------------+
     . | orange turtle    | purple ray       | blue octopus     | .
       | anemone          | sponge + oxygen  | seaweed          |
       +------------------+------------------+------------------+
              seat 4                .                  .
cards face down: row 1 3, row 2 0, row 3 2
  seat 1, 3 of 7 cards, 5 points, 1 oxygen; missions: 1 animals, 6 oxygen
    cards    1       2       3
    kinds   [turtle] turtle [turtle]
    colours [green]  blue   [orange]
    plants   coral   anemone seaweed
> seat 2, 1 of 7 cards, 1 point, 0 oxygen; missions: none
    cards    1
    kinds    crab
    colours  purple
    plants  [sponge]
  seat 3, 0 of 7 cards, 0 points, 0 oxygen; missions: none
  seat 4, 0 of 7 cards, 0 points, 0 oxygen; missions: none
"""


def position(**more: Any) -> AnimalSplashTable:
    return AnimalSplashTable(
        "Tg*c Tba To*w",
        "Cps*",
        "",
        "",
        grid="Sbw Tgc+ Roa Ops --- Sgc Toa Rps+ Obw",
        spots=[4, 11, None, 8],
        oxygen=[1],
        owned={0: [0, 5]},
        end_card="longest_colour_run",
        seat=1,
        piles=[3, 0, 2],
        below="Sbw " * 5,
        **more,
    )


def test_the_table_is_drawn_with_the_divers_around_the_grid_and_pearls_in_brackets() -> None:
    assert position(step=DIVE, turns=5).picture() == PICTURE.strip("\n").splitlines()


def test_brackets_are_explained_in_the_first_turn_alone() -> None:
    first, later = position().picture(), position(turns=1).picture()
    assert [line for line in first if line not in later] == [LEGEND]
    assert len(first) == len(later) + 1


def test_every_spot_is_drawn_where_its_name_says() -> None:
    for spot, name in enumerate(SPOTS):
        table = AnimalSplashTable("", "", spots=[spot])
        drawn = [line for line in table.picture() if "seat 1" in line and "cards" not in line]
        [line] = drawn
        side, _, number = name.rpartition(" ")
        if "column" in side:
            first = table.picture().index(line) < table.picture().index(
                f"{' ' * 7}+{'-' * 18}+" + f"{'-' * 18}+" * 2
            )
            assert first == side.startswith("above")
            assert line.index("seat 1") // 19 == int(number) - 1
        else:
            assert line.startswith("seat 1") == side.startswith("left")
            assert line.endswith("seat 1") == side.startswith("right")
            animal_in_row = ("blue seahorse", "purple octopus", "orange turtle")[int(number) - 1]
            assert animal_in_row in line
