"""The engine plays the oracle's games of Animal Splash if both are dealt the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import pytest

from simulate.game import Snapshot, find_game
from tests.helpers.tables import each_pair, each_table
from tests.oracles import animal_splash as oracle
from tests.oracles.exact import SEED, differences, known_values, make_engine
from tests.oracles.random_rules import animal_splash_rules
from tests.oracles.stacked_animal_splash import action_of, card_of
from tests.oracles.streams import EvenChoice, animal_splash_game

GAME = find_game("animal-splash")
#: Games of each variant and number of players, and of each random rule set.
GAMES, GAMES_EACH = 60, 4
RULE_SETS, SOME_SETS = 500, 30
#: Games of random rule sets that are compared at every step.
WALKED = 60
PHASES: tuple[oracle.Phase, ...] = ("dive", "take", "arrange", "pearl", "mission")


def play(rules: oracle.Rules, number: int, seen: Counter[str] | None = None) -> oracle.Outcome:
    """Play a game by the oracle, and count what happens in it."""
    game = animal_splash_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    events: Counter[str] = Counter() if seen is None else seen
    while not game.over:
        legal = game.legal_actions()
        if seen is not None:
            events.update(met(game, legal))
        action = choose(game, legal)
        if seen is not None:
            events.update(about_to_happen(game, action))
        else:
            game.apply(action)
    outcome = game.outcome()
    if seen is not None:
        events.update(in_the_end(game, outcome))
    return outcome


def happened(events: dict[str, bool]) -> Iterator[str]:
    return (event for event, happens in events.items() if happens)


def met(game: oracle.Game, legal: list[oracle.Action]) -> Iterator[str]:
    """Yield what is particular about a decision."""
    groups = [action[1:] for action in legal if action[0] == "pearl"]
    own = {game.rules.missions[number]["colour"] for number in game.missions[game.seat]}
    in_view = [any(cell in game.grid for cell in line) for line in oracle.LINES]
    return happened(
        {
            "nothing in view of a spot": game.phase == "dive" and not all(in_view),
            "a kind and a colour on the same cards": any(
                area == "kind" and ("colour", *rest) in groups for area, *rest in groups
            ),
            "groups that overlap": len({(area, first) for area, first, _ in groups}) > 1,
            "a mission refused for its colour": game.phase == "mission"
            and any(
                mission["colour"] in own
                and game.measured(mission["measure"], game.seat) >= mission["at_least"]
                and all(number not in taken for taken in game.missions)
                for number, mission in enumerate(game.rules.missions)
            ),
        }
    )


def about_to_happen(game: oracle.Game, action: oracle.Action) -> Iterator[str]:
    """Play an action and yield what it leads to."""
    seat, told, turns = game.seat, dict(game.told), game.turns
    pearls = [has_pearls(picture) for picture in game.tableaus[seat]]
    new = game.phase == "pearl" and len(pearls) - 1
    skipped = [not game.needs_cards(other) for other in range(game.rules.players)]
    emptied, start = game.emptied, game.divers[seat]
    steps = distance = 0
    if action[0] == "dive" and start is not None:
        steps, distance = game.reachable()[action[1]], (action[1] - start) % oracle.SPOTS
    game.apply(action)
    events = {
        "paid move": game.told["paid_moves"] > told["paid_moves"],
        "long move for nothing": steps > game.rules.free_steps
        and game.told["oxygen_on_steps"] == told["oxygen_on_steps"],
        "single step": steps == 1,
        "other divers skipped": steps < distance,
        "passed turn": game.told["passed_turns"] > told["passed_turns"],
        "swap": action[0] == "swap",
        "shift to the left": action[0] == "shift" and action[2] == "left",
        "shift to the right": action[0] == "shift" and action[2] == "right",
        "pearls moved": pearls != [has_pearls(picture) for picture in game.tableaus[seat]]
        and action[0] in ("swap", "shift"),
        "laid left of pearls": action[0] == "take"
        and action[2] == "left"
        and any(map(any, pearls)),
        "group without an end": action[0] == "pearl"
        and 0 < action[2] < new - game.rules.group_size + 1,
        "both areas with pearls": action[0] == "pearl"
        and all(has_pearls(game.tableaus[seat][action[2] + action[3]])),
        "cell stays empty": game.turns > turns and emptied is not None and emptied not in game.grid,
        "somebody skipped": game.turns > turns and any(skipped) and not game.finished,
        "acts twice running": game.turns > turns and game.seat == seat and not game.over,
        **{
            f"mission of tier {tier}": game.told[f"missions_tier_{tier}"]
            > told[f"missions_tier_{tier}"]
            for tier in (1, 2, 3)
        },
        **{
            f"pearl on {area}": game.told[f"pearls_on_{area}s"] > told[f"pearls_on_{area}s"]
            for area in oracle.AREAS
        },
    }
    return happened(events)


def has_pearls(picture: oracle.Picture) -> tuple[bool, bool]:
    return picture.animal_pearl, picture.plant_pearl


def in_the_end(game: oracle.Game, outcome: oracle.Outcome) -> Iterator[str]:
    """Yield how a game ended."""
    values = []
    if game.finished and game.end_card:
        values = [game.measured(game.end_card, seat) for seat in range(game.rules.players)]
    best, second, *_ = (*sorted(values, reverse=True), 0, 0)
    most = oracle.seats_with(outcome.scores, max(outcome.scores))
    return happened(
        {
            "cap reached": not game.finished,
            "no end card": game.finished and game.end_card is None,
            "nobody has what the end card asks for": bool(values) and best == 0,
            "alone with what the end card asks for": best > 0 == second,
            "tied for best": best > 0 and best == second,
            "tied for second": values.count(second) > 1 and best > second > 0,
            "end card decides": outcome.counts["end_card_decides"] == 1,
            "shared win": len(outcome.winners) > 1,
            "win by oxygen": game.finished and outcome.winners != most,
            "last at half-time": len(outcome.half_last) > 0,
            "lead changed": outcome.lead_changes > 0,
            "won without actions": outcome.counts["winners_without_actions"] > 0,
        }
    )


EXPECTED = {
    "nothing in view of a spot",
    "a kind and a colour on the same cards",
    "groups that overlap",
    "a mission refused for its colour",
    "paid move",
    "long move for nothing",
    "single step",
    "other divers skipped",
    "passed turn",
    "swap",
    "shift to the left",
    "shift to the right",
    "pearls moved",
    "laid left of pearls",
    "group without an end",
    "both areas with pearls",
    "cell stays empty",
    "somebody skipped",
    "acts twice running",
    *(f"mission of tier {tier}" for tier in (1, 2, 3)),
    *(f"pearl on {area}" for area in oracle.AREAS),
    "cap reached",
    "no end card",
    "nobody has what the end card asks for",
    "alone with what the end card asks for",
    "tied for best",
    "tied for second",
    "end card decides",
    "shared win",
    "win by oxygen",
    "last at half-time",
    "lead changed",
    "won without actions",
}


@each_table("animal-splash")
def test_every_game_of_a_variant_is_the_oracles(players: int, variant: str) -> None:
    rules = rules_of(variant, players)
    assert differences(make_engine("animal-splash", rules), GAMES, partial(play, rules)) == []


def rules_of(variant: str, players: int) -> oracle.Rules:
    return oracle.Rules(players=players, **known_values(GAME.resolve(variant, {}, players)))


def played_alike(sets: int) -> Counter[str]:
    """Compare games of so many random rule sets, and return what happened in them."""
    source = random.Random(71)
    seen: Counter[str] = Counter()
    for _ in range(sets):
        rules = animal_splash_rules(source)
        engine = make_engine("animal-splash", rules)
        assert differences(engine, GAMES_EACH, partial(play, rules, seen=seen)) == [], rules
    return seen


def test_every_game_of_some_random_rules_is_the_oracles() -> None:
    assert played_alike(SOME_SETS)


@pytest.mark.slow
def test_every_game_of_random_rules_is_the_oracles_and_rare_events_were_seen() -> None:
    seen = played_alike(RULE_SETS)
    hardly = {event: seen[event] for event in EXPECTED if seen[event] < 10}
    assert hardly == {}, seen
    assert set(seen) == EXPECTED


def told_by_oracle(game: oracle.Game) -> dict[str, Any]:
    """Tell everything that a strategy may see of a game, and where every card lies."""
    missions = game.rules.missions
    taken = [sorted(numbers) for numbers in game.missions]
    seats = range(game.rules.players)
    return {
        "seat": game.seat,
        "turns": game.turns,
        "over": game.finished,
        "step": PHASES.index(game.phase),
        "scores": list(game.scores),
        "grid": [game.grid.get(cell) for cell in oracle.CELLS],
        "emptied": None if game.emptied is None else oracle.CELLS.index(game.emptied),
        "row piles": game.row_piles,
        "pool": sorted(game.pool),
        "divers": game.divers,
        "oxygen": game.oxygen,
        "tableaus": [
            [(tuple(picture.card), *has_pearls(picture)) for picture in tableau]
            for tableau in game.tableaus
        ],
        "missions": taken,
        "mission colours": [{missions[number]["colour"] for number in own} for own in taken],
        "missions left": sorted(set(range(len(missions))) - {n for own in taken for n in own}),
        "end card": game.end_card,
        "end shares": game.end_shares if game.finished else (0,) * len(seats),
        # A card short of the end until the turn is over: so the engine counts it.
        "laying": [
            seat
            for seat in seats
            if game.needs_cards(seat) or (seat == game.seat and game.phase != "dive")
        ],
        "rearranged": [seat for seat in seats if game.used_actions[seat]],
        "actions": game.legal_actions(),
    }


def told_by_engine(
    snapshot: Snapshot, actions: tuple[int, ...], rules: oracle.Rules
) -> dict[str, Any]:
    table, players = snapshot.table, rules.players
    missions = range(len(rules.missions))
    grid = [card_of(card) if card >= 0 else None for card in table.grid]
    assert places_of(table.filled) == tuple(cell for cell, card in enumerate(grid) if card)
    spots = table.spots[:players].tolist()
    assert places_of(table.occupied) == tuple(sorted(spot for spot in spots if spot >= 0))
    assert table.face_down == table.row_pile.sum()
    assert (table.tableau[:players] >= 0).sum() == table.tableau_size.sum()
    assert not table.tableau[players:].any()
    assert table.seat >= 0
    return {
        "seat": int(table.seat),
        "turns": int(table.turns),
        "over": bool(table.over),
        "step": int(table.step),
        "scores": table.scores[:players].tolist(),
        "grid": grid,
        "emptied": None if table.emptied < 0 else int(table.emptied),
        "row piles": table.row_pile.tolist(),
        "pool": sorted(map(card_of, snapshot.hidden.pile[: table.face_down])),
        "divers": [None if spot < 0 else spot for spot in spots],
        "oxygen": table.oxygen[:players].tolist(),
        "tableaus": [
            [
                (
                    card_of(table.tableau[seat, place]),
                    bool(table.animal_pearls[seat] >> place & 1),
                    bool(table.plant_pearls[seat] >> place & 1),
                )
                for place in range(table.tableau_size[seat])
            ]
            for seat in range(players)
        ],
        "missions": [list(places_of(table.owned[seat])) for seat in range(players)],
        "mission colours": [
            {oracle.MISSION_COLOURS[colour] for colour in places_of(table.owned_colours[seat])}
            for seat in range(players)
        ],
        "missions left": [number for number in missions if table.missions >> number & 1],
        "end card": None if table.end_measure < 0 else oracle.MEASURES[table.end_measure],
        "end shares": tuple(table.end_share[:players].tolist()),
        "laying": list(places_of(table.laying)),
        "rearranged": list(places_of(table.rearranged)),
        "actions": [action_of(action) for action in actions],
    }


def places_of(members: int) -> tuple[int, ...]:
    """Return the members of a set of the engine."""
    return tuple(place for place in range(64) if int(members) >> place & 1)


def steps_compared(rules: oracle.Rules, number: int) -> int:
    """Compare all that is seen at every decision of a game, and at its end, on both sides."""
    game = animal_splash_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    engine = make_engine("animal-splash", rules)
    walk = engine.walk(number)
    for moment in walk:
        if moment.actions:  # the oracle has played the turns without a decision already
            ours = told_by_engine(moment.snapshot, moment.actions, rules)
            assert ours == told_by_oracle(game), (rules, moment.step)
            game.apply(choose(game, game.legal_actions()))
    assert game.over
    final = told_by_engine(walk.snapshot, (), rules)
    theirs = told_by_oracle(game)
    if not game.finished:  # only the engine knows whose turn would be next
        final["seat"] = theirs["seat"]
    assert final == theirs
    return game.decisions


@each_table("animal-splash")
def test_a_strategy_sees_what_the_oracle_shows_at_every_step_of_a_variant(
    players: int, variant: str
) -> None:
    assert steps_compared(rules_of(variant, players), players) > 80


def test_a_strategy_sees_what_the_oracle_shows_at_every_step_under_random_rules() -> None:
    source = random.Random(72)
    steps = sum(steps_compared(animal_splash_rules(source, 40), number) for number in range(WALKED))
    assert steps > 3000


TWO_CARDS = {"2": 9, "3": 7, "4": 7, "5": 6}


@pytest.mark.parametrize(
    "wrong",
    [
        {"cards_to_end": TWO_CARDS},
        {"copies": 4},
        {"oxygen_cards": 2},
        {"group_size": 4},
        {"one_step_oxygen": 2},
        {"free_steps": 3},
        {"step_cost": 0},
        {"swap_cost": 2},
        {"shift_cost": 1},
        {"missions": ()},
        {"end_scoring": ("oxygen", "animal_pearls", "plant_pearls", "longest_kind_run")},
        {"end_points": (3, 2)},
        {"start_oxygen": 1},
        {"max_turns": 20},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_different_rule_on_the_oracles_side_makes_games_differ(wrong: dict[str, Any]) -> None:
    rules = oracle.Rules(players=3)
    engine = make_engine("animal-splash", rules)
    assert differences(engine, 40, partial(play, replace(rules, **wrong)))


#: Groups of two and more oxygen: random players then take every mission now and then.
EASY = oracle.Rules(players=3, group_size=2, start_oxygen=5)
OTHER_MISSION = {"colour": "black", "measure": "pearls", "at_least": 7, "points": 4}


def test_with_the_same_missions_on_both_sides_the_games_are_the_same() -> None:
    assert differences(make_engine("animal-splash", EASY), 60, partial(play, EASY)) == []


@each_pair("field", OTHER_MISSION, "place", range(8))
def test_a_different_mission_on_the_oracles_side_makes_games_differ(field: str, place: int) -> None:
    missions: list[Any] = [dict(mission) for mission in asdict(EASY)["missions"]]
    missions[place][field] = OTHER_MISSION[field]
    engine = make_engine("animal-splash", EASY)
    assert differences(engine, 60, partial(play, replace(EASY, missions=missions)))


def _pearls_stay_in_place(game: oracle.Game, action: oracle.Action) -> None:
    tableau = game.tableaus[game.seat]
    pearls = [has_pearls(picture) for picture in tableau]
    APPLY(game, action)
    if action[0] in ("swap", "shift"):
        for picture, (animal, plant) in zip(tableau, pearls, strict=True):
            picture.animal_pearl, picture.plant_pearl = animal, plant


def _refill_before_the_pearls(game: oracle.Game, action: oracle.Action) -> None:
    APPLY(game, action)
    if game.phase == "pearl" and game.emptied is not None:
        game._fill(game.emptied)
        game.emptied = None


APPLY, REACHABLE = oracle.Game.apply, oracle.Game.reachable


@pytest.mark.parametrize("mistaken", [_pearls_stay_in_place, _refill_before_the_pearls])
def test_a_mistaken_action_of_the_oracle_is_seen(
    mistaken: Callable[[oracle.Game, oracle.Action], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = oracle.Rules(players=3, group_size=2)
    for number in range(3):
        assert steps_compared(rules, number) > 100
    monkeypatch.setattr(oracle.Game, "apply", mistaken)
    with pytest.raises(AssertionError):
        for number in range(3):
            steps_compared(rules, number)


@pytest.mark.parametrize(
    ("name", "mistaken"),
    [
        ("reachable", lambda game: dict(list(REACHABLE(game).items())[1:])),
        ("_missions", lambda game: [oracle.NONE]),
        ("needs_cards", lambda game, seat: len(game.tableaus[seat]) < game.rules.target - 1),
        ("ahead", lambda game, scores: oracle.seats_with(scores, max(scores))),
        ("_note_half", lambda game: None),
        ("_note_leader", lambda game: None),
        ("end_shares", property(lambda game: (0,) * game.rules.players)),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_mistake_in_the_oracle_makes_games_differ(
    name: str, mistaken: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = oracle.Rules(players=3)
    engine = make_engine("animal-splash", rules)
    monkeypatch.setattr(oracle.Game, name, mistaken)
    assert differences(engine, 40, partial(play, rules))
