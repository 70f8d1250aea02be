"""The engine plays the oracle's games of Shoal, card for card, if both are dealt the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from simulate.game import Snapshot, find_game
from simulate.games import shoal as encoding
from simulate.kit.grid import CELLS, MIDDLE, ROW, SET
from simulate.kit.menu import PASS
from tests.helpers.tables import each_table
from tests.oracles import shoal as oracle
from tests.oracles.exact import SEED, differences, known_values, make_engine
from tests.oracles.random_rules import shoal_rules
from tests.oracles.stacked_shoal import CARDS, CORAL, Cell, action_of, cells
from tests.oracles.streams import EvenChoice, shoal_game
from tests.oracles.watched_shoal import WatchedGame

GAME = find_game("shoal")
#: Games of each variant and number of players, and of each random rule set.
GAMES, GAMES_EACH = 30, 3
RULE_SETS, SOME_SETS = 320, 30
#: Games of random rule sets that are compared at every step.
WALKED = 30
COLOURS = range(4)


# Whole games ----------------------------------------------------------------------


def play(rules: oracle.Rules, number: int, seen: Counter[str] | None = None) -> oracle.Outcome:
    """Play a game by the oracle, and count what happens in it."""
    game = shoal_game(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    if seen is None:
        while not game.over:
            game.apply(choose(game, game.legal_actions()))
        return game.outcome()
    seen["no card on offer in the first turn"] += game.turns > 0
    while not game.over:
        # Adds 1 or 0 for each event, so that what never happens is in the list too.
        seen.update(about_to_happen(game, choose(game, game.legal_actions())))
    seen.update(at_the_end(game))
    return game.outcome()


def about_to_happen(game: oracle.Game, action: oracle.Action) -> dict[str, bool]:
    """Play an action and tell what it led to."""
    rules, seat, turns, own_step = game.rules, game.seat, game.turns, game.in_own_step
    counts, card, visible = dict(game.counts), game.visible[action[1]], len(game.visible)
    owner = seat if action[0] == "own" else action[2] if action[0] == "opponent" else None
    cell = action[-1] if owner is not None else None
    before = dict(game.shoals[owner]) if owner is not None else {}
    bones = sum(spot.fishbone for spot in before.values())
    first_step, home = not game.own_done, game.tiles[seat]
    game.apply(action)
    more = {name: game.counts[name] - counts[name] for name in counts}
    shoal = game.shoals[owner] if owner is not None else {}
    new_bones = sum(spot.fishbone for spot in shoal.values()) - bones
    length = rules.curse_length
    around: list[oracle.Spot] = []
    if isinstance(cell, tuple):
        row, column = cell
        beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        around = [before[one] for one in beside if one in before]
    kinds = {"bone" if s.fishbone else (s.cover or s.card).kind for s in around}
    return {
        "one line cursed": more["curses"] == 1,
        "both lines cursed at once": more["curses"] == 2,
        "a line longer than the curse": more["curses"] == 1 and new_bones > length,
        "a line of two cursed": length == 2 and more["curses"] > 0,
        "fish cursed in the own shoal": own_step and more["curses"] > 0,
        "fish cursed in an opponent's shoal": not own_step and more["curses"] > 0,
        "a card with two fish cursed": more["fish_cursed"] > new_bones,
        "two fish eaten": more["fish_eaten"] == 2,
        "a fish of the eater's colour eaten": more["fish_eaten"] > 0
        and isinstance(cell, tuple)
        and shoal[cell].card.colour == home,
        "octopus gained": more["octopuses_gained"] == 1,
        "octopus discarded": more["octopuses_discarded"] == 1,
        "two octopuses in one turn": more["octopuses_gained"] + more["octopuses_discarded"] > 1,
        "octopus gained and another discarded": more["octopuses_gained"] > 0
        and more["octopuses_discarded"] > 0,
        "shark discarded from the display": more["sharks_discarded"] > 0,
        "two sharks discarded from the display": more["sharks_discarded"] > 1,
        "step 1 skipped": first_step and not own_step,
        "step 2 skipped": own_step and game.turns > turns and visible == 1,
        "discard in step 1": own_step and action[0] == "discard",
        "discard in step 2": not own_step and action[0] == "discard",
        "fish beside a coral": card.kind == "fish" and "coral" in kinds,
        "fish beside a shark": card.kind == "fish" and "shark" in kinds,
        "fish beside an octopus": card.kind == "fish" and "octopus" in kinds,
        "fish beside three cards": card.kind == "fish" and len(around) == 3,
        "coral beside a fishbone": card.kind == "coral" and "bone" in kinds,
        "table edge reached": isinstance(cell, tuple)
        and max(map(abs, cell)) == rules.table_size // 2,
        "an empty slot at the start of a turn": first_step and visible < 4,
    }


def at_the_end(game: oracle.Game) -> dict[str, bool]:
    """Tell what there is to tell of a game that is over."""
    rules, outcome = game.rules, game.outcome()
    best = oracle.seats_with(outcome.scores, max(outcome.scores))
    exhausted = game.face_down.count(0)
    corals = [list(shoal) for shoal in game.shoals]
    on_later_coral = [
        spot.cover is not None and spot.cover.kind == "octopus"
        for shoal, order in zip(game.shoals, corals, strict=True)
        for spot in (shoal[cell] for cell in order[1:])
    ]
    return {
        "cap reached": not game.finished,
        "shared win": outcome.counts["shared_wins"] == 1,
        "tie broken by fish": game.finished and len(outcome.winners) < len(best),
        "shark bonus shared": outcome.counts["shark_bonuses"] > 1,
        "no shark bonus though there were sharks": game.finished
        and rules.sharks > 0
        and outcome.counts["shark_bonuses"] == 0,
        "majority in the own shoal": outcome.counts["majority_bonuses"] > 0,
        "colour guessed": outcome.counts["colours_guessed"] > 0,
        "octopus on a coral laid in play": any(on_later_coral),
        "last at half-time": len(outcome.half_last) > 0,
        "all level at half-time": game.finished and game.half_seen and not outcome.half_last,
        "lead changed": outcome.lead_changes > 0,
        "ended within a lap": game.finished and outcome.turns % rules.players > 0,
        "more piles exhausted than needed": game.finished and exhausted > rules.piles_to_end,
        "only sharks on offer at the end": game.visible != {}
        and all(card.kind == "shark" for card in game.visible.values()),
        "table of 31": rules.table_size == 31,
        "nothing on offer at the end": not game.visible,
    }


@each_table("shoal")
def test_every_game_of_a_variant_is_the_oracles(players: int, variant: str) -> None:
    values = known_values(GAME.resolve(variant, {}, players))
    rules = oracle.Rules(players=players, **values)
    assert differences(make_engine("shoal", rules), GAMES, partial(play, rules)) == []


def played_alike(sets: int) -> Counter[str]:
    """Compare games of so many random rule sets, and return what happened in them."""
    source = random.Random(73)
    seen: Counter[str] = Counter()
    for _ in range(sets):
        rules = shoal_rules(source)
        engine = make_engine("shoal", rules)
        assert differences(engine, GAMES_EACH, partial(play, rules, seen=seen)) == [], rules
    return seen


def test_every_game_of_some_random_rules_is_the_oracles() -> None:
    assert played_alike(SOME_SETS)


@pytest.mark.slow
def test_every_game_of_random_rules_is_the_oracles_and_rare_events_were_seen() -> None:
    seen = played_alike(RULE_SETS)
    # Not looked for, since they cannot be in play: a turn without a card on offer, or with only
    # sharks, after the first (no pile has a card left then, so the game is over), and the edge of
    # the widest table, too far away for a shoal that grows at random.
    hardly = {event: times for event, times in seen.items() if times < 10}
    assert hardly == {}


# Step by step ---------------------------------------------------------------------


def by_colour(fish: Counter[int]) -> list[int]:
    return [fish[colour] for colour in COLOURS]


def by_card(known: Iterable[oracle.Card]) -> list[int]:
    held = Counter(known)
    return [held[card] for card in CARDS]


def ranked(ages: Iterable[int]) -> list[int]:
    """Replace ages by their ranks, since only which is older matters."""
    ages = list(ages)
    return [sorted(set(ages)).index(age) for age in ages]


def told_by_oracle(game: WatchedGame) -> dict[str, Any]:
    """Tell everything that a strategy may see of a game, and what is hidden."""
    rules, shoals = game.rules, game.shoals
    reach = rules.table_size // 2
    fish = [oracle.fish_by_colour(shoal) for shoal in shoals]
    covered = [spot.card for shoal in shoals for spot in shoal.values() if spot.cover]
    bones = [spot.card for shoal in shoals for spot in shoal.values() if spot.fishbone]
    words = [[((row + MIDDLE) * ROW) // SET for row, _ in shoal] for shoal in shoals]

    def where(seat: int, test: Callable[[oracle.Spot], bool]) -> set[tuple[int, int]]:
        return {cell for cell, spot in shoals[seat].items() if test(spot)}

    def per_seat(value: Callable[[int], Any]) -> list[Any]:
        return [value(seat) for seat in range(rules.players)]

    def fish_cells(seat: int, test: Callable[[oracle.Card], bool]) -> set[tuple[int, int]]:
        return where(seat, lambda spot: spot.shows("fish") and test(spot.card))

    def covered_by(seat: int, kind: str) -> set[tuple[int, int]]:
        return where(seat, lambda spot: spot.cover is not None and spot.cover.kind == kind)

    return {
        "seat": game.seat,
        "turns": game.turns,
        "over": game.finished,
        "step": 1 if game.in_own_step else 2,
        "slots": [None if card is None else CARDS.index(card) for card in game.slots],
        "piles": list(game.face_down),
        "to come": by_card(game.pool),
        "gone": by_card([*game.discarded, *covered, *bones]),
        "tiles": list(game.tiles) if rules.open_tiles else [-1] * rules.players,
        "occupied": [set(shoal) for shoal in shoals],
        "frontier": [{cell for cell, _ in oracle.edge(shoal, reach)} for shoal in shoals],
        "words": [(max(0, min(w) - 1), min(CELLS // SET - 1, max(w) + 1)) for w in words],
        "fish_cards": per_seat(lambda seat: where(seat, lambda spot: spot.shows("fish"))),
        "colours": per_seat(
            lambda seat: [fish_cells(seat, lambda c, k=k: c.colour == k) for k in COLOURS]  # type: ignore[misc]
        ),
        "seabeds": per_seat(
            lambda seat: [fish_cells(seat, lambda c, k=k: c.seabed == k) for k in COLOURS]  # type: ignore[misc]
        ),
        "doubles": per_seat(lambda seat: fish_cells(seat, lambda card: card.fish == 2)),
        "corals": per_seat(lambda seat: where(seat, lambda spot: spot.shows("coral"))),
        "octopuses": per_seat(lambda seat: covered_by(seat, "octopus")),
        "sharks": per_seat(lambda seat: covered_by(seat, "shark")),
        "bones": per_seat(lambda seat: where(seat, lambda spot: spot.fishbone)),
        "fish": [by_colour(one) for one in fish],
        "fish in all": [one.total() for one in fish],
        "coral count": per_seat(lambda s: sum(c.shows("coral") for c in shoals[s].values())),
        "octopus count": per_seat(lambda s: oracle.covers(shoals[s], "octopus")),
        "shark count": per_seat(lambda s: oracle.covers(shoals[s], "shark")),
        "kept": [by_colour(one) for one in game.laid_at_home],
        "given": [by_colour(one) for one in game.given],
        "harmed": [by_colour(one) for one in game.harmed],
        "own tiles": list(game.tiles),
        "scores": list(game.scores),
        "scores for all to see": list(game.scores) if game.finished else [0] * rules.players,
        "ages": ranked(game.turned_up[slot] for slot in game.visible),
        "order of corals": [
            [cell for cell, spot in shoal.items() if spot.card == CORAL] for shoal in shoals
        ],
        "notes": [(note.slot, CARDS.index(note.card), note.fate) for note in game.notes],
        "actions": [] if game.over else game.legal_actions(),
        "counts": {name: game.outcome().counts[name] for name in game.outcome().counts},
    }


def told_by_engine(snapshot: Snapshot, actions: Iterable[int], players: int) -> dict[str, Any]:
    """Tell the same of the engine's records."""
    table, own, hidden = snapshot
    pool = hidden.pool[: hidden.pool_size]
    assert np.bincount(pool, minlength=len(CARDS)).tolist() == table.to_come.tolist()
    assert sum(table.piles) == hidden.pool_size

    def boards(name: str) -> list[Any]:
        return [sets(one) for one in table[name][:players]]

    def sets(found: Any) -> Any:
        return cells(found) if found.ndim == 1 else [sets(one) for one in found]

    def numbers(name: str) -> list[Any]:
        return table[name][:players].tolist()  # type: ignore[no-any-return]

    fates = {encoding.STAYS: "stays", encoding.LEAVES: "leaves"}
    return {
        "seat": table.seat,
        "turns": table.turns,
        "over": table.over == 1,
        "step": table.step,
        "slots": [None if card < 0 else card for card in table.slots.tolist()],
        "piles": table.piles.tolist(),
        "to come": table.to_come.tolist(),
        "gone": table.gone.tolist(),
        "tiles": numbers("tiles"),
        "occupied": boards("occupied"),
        "frontier": boards("frontier"),
        "words": list(zip(numbers("first_word"), numbers("last_word"), strict=True)),
        **{
            name: boards(name)
            for name in (
                "fish_cards",
                "colours",
                "seabeds",
                "doubles",
                "corals",
                "octopuses",
                "sharks",
                "bones",
            )
        },
        "fish": numbers("fish"),
        "fish in all": numbers("fish_total"),
        "coral count": numbers("coral_count"),
        "octopus count": numbers("octopus_count"),
        "shark count": numbers("shark_count"),
        "kept": numbers("kept"),
        "given": numbers("given"),
        "harmed": numbers("harmed"),
        "own tiles": own["tile"][:players].tolist(),
        "scores": hidden.scores[:players].tolist(),
        "scores for all to see": numbers("scores"),
        "ages": ranked(hidden.ages[slot] for slot in range(4) if table.slots[slot] >= 0),
        "order of corals": [
            [(cell // ROW - MIDDLE, cell % ROW - MIDDLE) for cell in order[: corals + octopuses]]
            for order, corals, octopuses in zip(
                hidden.coral_order.tolist(),
                numbers("coral_count"),
                numbers("octopus_count"),
                strict=False,
            )
        ],
        "notes": [
            (slot, card, fates.get(fate, fate))
            for slot, card, fate in zip(
                hidden.turned_slots[: hidden.turned_size].tolist(),
                hidden.turned_cards[: hidden.turned_size].tolist(),
                hidden.turned_fates[: hidden.turned_size].tolist(),
                strict=True,
            )
        ],
        "actions": [action_of(action, int(table.seat)) for action in actions],
        "counts": {
            count.name: number
            for count, number in zip(GAME.counts, hidden.counts.tolist(), strict=True)
        },
    }


def steps_compared(rules: oracle.Rules, number: int) -> int:
    """Compare all that is seen at every step of a game, and at its end, on both sides."""
    game = WatchedGame(rules, SEED, number)
    choose = EvenChoice(SEED, number, rules.players)
    engine = make_engine("shoal", rules)
    walk = engine.walk(number)
    for moment in walk:
        if moment.action == PASS:
            # The oracle has taken such turns already.
            assert not moment.actions
            assert game.turns > 0
            continue
        seen = told_by_engine(moment.snapshot, moment.actions, rules.players)
        assert_same(seen, told_by_oracle(game), rules, moment.step)
        action = choose(game, game.legal_actions())
        assert action == action_of(moment.action, moment.seat)
        game.apply(action)
    assert game.over
    final = told_by_engine(walk.snapshot, [], rules.players)
    expected = told_by_oracle(game)
    for whose_turn in ("seat", "step"):  # nobody's any more
        del final[whose_turn], expected[whose_turn]
    assert_same(final, expected, rules, 0)
    return game.decisions


def assert_same(ours: dict[str, Any], theirs: dict[str, Any], rules: Any, step: int) -> None:
    assert ours.keys() == theirs.keys()
    differing = {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}
    assert not differing, (rules, step)


@each_table("shoal")
def test_a_strategy_sees_what_the_oracle_shows_at_every_step_of_a_variant(
    players: int, variant: str
) -> None:
    values = known_values(GAME.resolve(variant, {}, players))
    assert steps_compared(oracle.Rules(players=players, **values), players) > 40


def test_a_strategy_sees_what_the_oracle_shows_at_every_step_under_random_rules() -> None:
    source = random.Random(74)
    steps = sum(steps_compared(shoal_rules(source, 40), number) for number in range(WALKED))
    assert steps > 700


@pytest.mark.parametrize("players", [3, 4])
def test_the_longest_display_there_can_be_is_noted_to_its_end(players: int) -> None:
    # Nobody has the most corals, so all octopuses leave in the set-up, and all sharks but four.
    rules = oracle.Rules(players=players, singles=0, doubles=0, corals=4, sharks=30, octopuses=30)
    for number in range(3):
        game = WatchedGame(rules, SEED, number)
        if players == 4:
            assert len(game.notes) >= 2 * 60 - 4
        # Before the engine plays: compiled, it would write beyond the end in silence.
        assert len(game.notes) <= encoding.MOST_NOTES
        steps_compared(rules, number)


# Mistakes that are found ----------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"singles": 2},
        {"doubles": 2},
        {"corals": 23},
        {"sharks": 9},
        {"octopuses": 9},
        {"curse_length": 4},
        {"majority_points": 4},
        {"octopus_points": 2},
        {"shark_points": 1},
        {"piles_to_end": 2},
        {"table_size": 5},
        {"max_turns": 30},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_different_rule_on_the_oracles_side_makes_games_differ(wrong: dict[str, Any]) -> None:
    rules = oracle.Rules(players=3)
    engine = make_engine("shoal", rules)
    assert differences(engine, 10, partial(play, replace(rules, **wrong)))


def _only_the_shortest_curse(game: oracle.Game, card: oracle.Card, owner: int, cell: Cell) -> None:
    shoal, length = game.shoals[owner], game.rules.curse_length
    bones = {where for where, spot in shoal.items() if spot.fishbone}
    LAY(game, card, owner, cell)
    new = [where for where, spot in shoal.items() if spot.fishbone and where not in bones]
    for where in new[length:]:
        shoal[where].fishbone = False


def _one_line_after_the_other(game: oracle.Game, card: oracle.Card, owner: int, cell: Cell) -> None:
    # The first line takes the new card away from the second.
    shoal, bones = game.shoals[owner], set()
    bones = {where for where, spot in shoal.items() if spot.fishbone}
    curses = game.counts["curses"]
    LAY(game, card, owner, cell)
    if game.counts["curses"] == curses + 2:
        for where, spot in shoal.items():
            if spot.fishbone and where not in bones and where[0] != cell[0]:
                spot.fishbone = False


def _bones_are_fish(card: oracle.Card, neighbour: oracle.Spot) -> bool:
    return FITS(card, replace(neighbour, fishbone=False))


def _corals_avoid_bones(card: oracle.Card, neighbour: oracle.Spot) -> bool:
    return FITS(card, neighbour) and not neighbour.fishbone


def _both_must_agree(card: oracle.Card, neighbour: oracle.Spot) -> bool:
    alike = card.kind == "fish" and neighbour.shows("fish")
    return FITS(card, neighbour) and (not alike or card.colour == neighbour.card.colour)


def _no_fish_beside_sharks(card: oracle.Card, neighbour: oracle.Spot) -> bool:
    shark = neighbour.cover is not None and neighbour.cover.kind == "shark"
    return FITS(card, neighbour) and not (card.kind == "fish" and shark)


def _first_of_a_tie_gets_it(game: oracle.Game, octopus: oracle.Card) -> None:
    corals = [sum(spot.shows("coral") for spot in shoal.values()) for shoal in game.shoals]
    leader = game.shoals[corals.index(max(corals))]
    for spot in [spot for spot in leader.values() if spot.shows("coral")][:1]:
        spot.cover = octopus
    game.counts["octopuses_gained"] += 1


def _all_laid_count(game: oracle.Game, octopus: oracle.Card) -> None:
    # Corals under an octopus count as well.
    corals = [sum(s.card == CORAL for s in shoal.values()) for shoal in game.shoals]
    if corals.count(max(corals)) == 1:
        leader = game.shoals[corals.index(max(corals))]
        next(spot for spot in leader.values() if spot.card == CORAL).cover = octopus
        game.counts["octopuses_gained"] += 1
    else:
        HAND_OUT(game, octopus)


def _ties_are_majorities(colour: int, fish: Counter[int]) -> bool:
    return fish[colour] == max(fish[other] for other in COLOURS)


def _cursed_fish_count(shoal: oracle.Shoal) -> Counter[int]:
    found = FISH_BY_COLOUR(shoal)
    for spot in shoal.values():
        found[spot.card.colour] += spot.card.fish * spot.fishbone
    return found


def _sharks_are_discarded_too(game: oracle.Game) -> list[oracle.Action]:
    found = LEGAL(game)
    if found and found[0][0] == "discard":
        return [("discard", slot) for slot in game.visible]
    return found


def _turned_up_with_the_rest(game: oracle.Game, slots: Iterable[int]) -> None:
    TURN_UP(game, slots)
    game.turned_up = [0, 0, 0, 0]


def _never_refilled_in_time(game: oracle.Game) -> None:
    game._resolve_display()
    REFILL(game)


LAY, FITS, HAND_OUT = oracle.Game._lay, oracle.fits, oracle.Game._hand_out
FISH_BY_COLOUR, LEGAL = oracle.fish_by_colour, oracle.Game.legal_actions
TURN_UP, REFILL = oracle.Game._turn_up, oracle.Game._refill
CURSED = {"curse_length": 2}
CRAMPED = {"table_size": 5, "sharks": 30, "corals": 5}


@pytest.mark.parametrize("special", [CURSED, CRAMPED], ids=["cursed", "cramped"])
def test_without_a_mistake_the_games_are_the_oracles(special: dict[str, Any]) -> None:
    rules = replace(oracle.Rules(players=3), **special)
    assert differences(make_engine("shoal", rules), 20, partial(play, rules)) == []


@pytest.mark.parametrize(
    ("where", "name", "mistaken", "special"),
    [
        (oracle.Game, "_lay", _only_the_shortest_curse, CURSED),
        (oracle.Game, "_lay", _one_line_after_the_other, CURSED),
        (oracle, "fits", _bones_are_fish, {}),
        (oracle, "fits", _corals_avoid_bones, {}),
        (oracle, "fits", _both_must_agree, {}),
        (oracle, "fits", _no_fish_beside_sharks, {}),
        (oracle.Game, "_hand_out", _first_of_a_tie_gets_it, {}),
        (oracle.Game, "_hand_out", _all_laid_count, {}),
        (oracle, "is_most", _ties_are_majorities, {}),
        (oracle, "fish_by_colour", _cursed_fish_count, {}),
        (oracle.Game, "legal_actions", _sharks_are_discarded_too, CRAMPED),
        (oracle.Game, "_turn_up", _turned_up_with_the_rest, CRAMPED),
        (oracle.Game, "_refill", _never_refilled_in_time, {}),
    ],
    ids=lambda part: getattr(part, "__name__", "") if callable(part) else "",
)
def test_a_mistake_in_the_oracle_makes_games_differ(
    where: Any,
    name: str,
    mistaken: Callable[..., Any],
    special: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = replace(oracle.Rules(players=3), **special)
    engine = make_engine("shoal", rules)
    monkeypatch.setattr(where, name, mistaken)
    assert differences(engine, 20, partial(play, rules))


def _last_coral_first(game: oracle.Game, octopus: oracle.Card) -> None:
    for owner, shoal in enumerate(game.shoals):
        game.shoals[owner] = dict(reversed(shoal.items()))
    HAND_OUT(game, octopus)
    for owner, shoal in enumerate(game.shoals):
        game.shoals[owner] = dict(reversed(shoal.items()))


def test_a_mistake_that_changes_no_result_makes_what_is_seen_differ(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = oracle.Rules(players=3)
    assert differences(make_engine("shoal", rules), 20, partial(play, rules)) == []
    assert steps_compared(rules, 0) > 40
    with monkeypatch.context() as patch:
        patch.setattr(oracle.Game, "_hand_out", _last_coral_first)
        assert differences(make_engine("shoal", rules), 20, partial(play, rules)) == []
        with pytest.raises(AssertionError):
            steps_compared(rules, 0)
