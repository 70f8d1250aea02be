"""Each strategy of Shoal does what its description claims. Seat 1's colour is red in positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.arms import make_engine
from strategies import strategies_for
from tests.helpers.asking import choice, tallied
from tests.helpers.shoal_positions import believed, moments
from tests.helpers.studies import lineup_of, make_study, moment_at, rows
from tests.helpers.tables import quick_among
from tests.oracles.stacked_shoal import ShoalTable

SIMPLE = ("grower", "feeder", "reefer", "spoiler", "hider")
GAME = find_game("shoal")
RED, YELLOW, GREEN, BLUE = range(4)


def at(*shoals: str, slots: str, step: int = 2, players: int = 4, **more: Any) -> ShoalTable:
    return ShoalTable(*shoals, slots=slots, step=step, players=players, **more)


def did(position: ShoalTable, seat: int, **fish: Sequence[int]) -> ShoalTable:
    """Note what a seat has kept, given and harmed so far."""
    for name, numbers in fish.items():
        position.table[name][seat] = numbers
    return position


def test_grower_lays_the_card_with_most_of_its_colour_in_its_own_shoal() -> None:
    assert choice("grower", at(slots="Rs RRs cor shk", step=1))[:2] == ("own", 1)
    assert choice("grower", at(slots="Ys YYr cor shk", step=1))[:2] == ("own", 2)


def test_grower_never_gives_its_colour_away_unless_it_must() -> None:
    assert choice("grower", at(slots="RRs Rs Yr ---"))[1] == 2
    assert choice("grower", at(slots="RRs Rs --- ---"))[1] in (0, 1)


@pytest.mark.parametrize("spec", ["feeder", "reefer", "spoiler", "hider"])
def test_other_strategies_give_most_of_their_colour_to_opponents(spec: str) -> None:
    assert choice(spec, at(slots="Rs RRs Yr ---"))[1] == 1


@pytest.mark.parametrize("spec", SIMPLE[1:])
def test_no_strategy_curses_its_own_line(spec: str) -> None:
    # Both ends of the line of two would curse it; all shoals look alike.
    shoal = ". COR .\nRs Rs .\nRr Rr ."
    position = at("COR", shoal, shoal, shoal, slots="Rs --- --- ---")
    before = int(position.table.fish[:, RED].sum())
    position.play(choice(spec, position))
    assert int(position.table.fish[:, RED].sum()) == before + 1


def test_feeder_lays_corals_when_its_colour_is_not_on_offer() -> None:
    for step in (1, 2):
        assert choice("feeder", at(slots="Ys YYr cor Gs", step=step))[1] == 2


def test_reefer_takes_every_coral_and_gives_one_only_if_it_must() -> None:
    assert choice("reefer", at(slots="Rs RRs cor Gs", step=1))[:2] == ("own", 2)
    assert choice("reefer", at(slots="Ys --- cor Gs"))[1] != 2
    assert choice("reefer", at(slots="--- --- cor ---"))[1] == 2


def test_spoiler_eats_two_fish_rather_than_one_and_none_of_its_own() -> None:
    prey = at("COR", "COR RRs YYr Ys", slots="shk --- --- ---")
    assert choice("spoiler", prey) == ("opponent", 0, 1, (0, 2))


def test_spoiler_curses_others_and_gives_a_coral_rather_than_a_fish() -> None:
    line = at("COR", "COR Ys Gs .", slots="Gs cor Yr ---")
    assert choice("spoiler", line) == ("opponent", 0, 1, (0, 3))
    assert choice("spoiler", at(slots="Gs cor Yr ---"))[1] == 1
    assert choice("spoiler(spite=0)", at("COR", "COR Ys Gs .", slots="Gs Rr --- ---"))[1] == 1


def test_hider_lays_no_more_of_its_colour_than_of_another_in_its_shoal() -> None:
    fresh = at(slots="RRs cor Gs ---", step=1)
    assert choice("hider", fresh)[1] == 1
    assert choice("hider(lead=2)", fresh)[1] == 0
    assert choice("hider", did(fresh, 0, kept=[0, 2, 0, 0]))[1] == 0
    assert choice("hider", did(fresh, 0, kept=[1, 2, 0, 0]))[1] == 1


@pytest.mark.parametrize("spec", quick_among(SIMPLE, "hider"))
def test_equal_actions_are_chosen_about_equally_often(spec: str) -> None:
    # Four cells beside each of three corals, and one card.
    chosen = tallied(spec, at(slots="Ys --- --- ---"), times=12_000)
    assert len(chosen) == 12
    assert all(abs(times - 1000) < 4 * 31 for times in chosen.values())


@pytest.mark.slow
def test_without_evidence_all_other_colours_are_equally_likely() -> None:
    position = at(slots="Ys Gs cor shk")
    for place in (1, 2, 3):
        beliefs = [believed(position, place, colour) for colour in range(4)]
        assert beliefs == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3], abs=1e-5)


def test_cards_that_a_player_lays_or_removes_reveal_its_colour() -> None:
    for signs in ({"kept": [0, 3, 0, 0]}, {"given": [0, 3, 0, 0]}, {"harmed": [0, 0, 3, 3]}):
        position = did(at(slots="Ys Gs cor shk"), 2, **signs)
        assert believed(position, 2, YELLOW) > 0.6
        # Nobody else has yellow then, and nobody has the planner's own red.
        assert believed(position, 1, YELLOW) < 0.2
        assert believed(position, 1, RED) == 0
        assert believed(position, 2, YELLOW, guess=0) == pytest.approx(1 / 3, abs=1e-5)


def test_three_revealed_colours_reveal_the_fourth() -> None:
    position = at(slots="Ys Gs cor shk")
    did(did(position, 1, kept=[0, 9, 0, 0]), 2, kept=[0, 0, 9, 0])
    assert believed(position, 3, BLUE) > 0.95


def test_beliefs_in_the_colours_of_open_tiles_are_certain() -> None:
    position = at(slots="Ys Gs cor shk", rules={"open_tiles": True}, tiles=(0, 3, 1, 2))
    did(position, 1, kept=[0, 9, 0, 0])
    beliefs = [believed(position, place, colour) for place, colour in ((1, 3), (2, 1), (3, 2))]
    assert beliefs == [1, 1, 1]


def right_guesses(share: float) -> float:
    """Return how likely planners hold true colours to be, after a share of a game's steps."""
    study = make_study("shoal", 4, lineup=("planner",) * 4, games=200)
    engine = make_engine(study, lineup_of(study))
    beliefs = []
    for number in range(60):
        moment = moment_at(engine, number, int(80 * share) + 1)
        if moment is None:
            continue
        position = at(slots="Ys Gs cor shk", seat=moment.seat)
        table, tiles = moment.snapshot.table, moment.snapshot.hidden.tiles
        for seat in range(4):
            position.own[seat]["tile"] = tiles[seat]
            did(position, seat, kept=table.kept[seat], given=table.given[seat])
            did(position, seat, harmed=table.harmed[seat])
        opponent = (moment.seat + 1) % 4
        beliefs.append(believed(position, 1, int(tiles[opponent])))
    return float(np.mean(beliefs))


def test_guesses_improve_during_a_game() -> None:
    first, middle, last = (right_guesses(share) for share in (0, 0.5, 0.9))
    assert first == pytest.approx(1 / 3, abs=0.05)
    assert last > middle > first
    assert last > 0.45


def test_planner_lays_its_colour_and_does_not_harm_it() -> None:
    assert choice("planner(hide=0)", at(slots="RRs Ys Gs cor", step=1))[1] == 0
    assert choice("planner", at("COR", "COR RRs YYr Ys", slots="shk --- --- ---"))[3] == (0, 2)


def test_planner_eats_fish_of_the_colour_that_it_guesses_an_opponent_has() -> None:
    for signs, column in (([0, 6, 0, 0], 1), ([0, 0, 6, 0], 2)):
        # Blue's fish lie between, so that seat 4 is as much in front as it can be.
        position = at("COR", "COR Ys Gr", slots="shk --- --- ---", players=2)
        did(position, 1, given=signs)
        assert choice("planner", position) == ("opponent", 0, 1, (0, column))


def test_planner_curses_lines_that_harm_it_and_breaks_none_of_its_own() -> None:
    bad, good = "COR YYs Gs .", "COR RRs Rs ."
    assert choice("planner(hide=0)", at("COR", bad, slots="Bs --- --- ---"))[2:] == (1, (0, 3))
    chosen = choice("planner", at("COR", good, good, good, slots="Bs --- --- ---"))
    assert chosen[3] != (0, 3)


def test_planner_lays_its_fish_where_the_next_card_cannot_curse_them() -> None:
    # The ends of the row would make a line of two with room for a third beside it.
    position = at("COR Rs . .", slots="Rs --- --- ---", step=1)
    assert choice("planner(hide=0)", position)[2] not in {(0, 2), (0, -1)}


def test_planner_covers_the_cell_where_its_own_line_could_be_cursed() -> None:
    line = "COR .\nRs .\nRRs .\n. ."
    chosen = choice("planner", at("COR", line, slots="cor --- --- ---"))
    assert chosen == ("opponent", 0, 1, (3, 0))
    assert choice("planner(peril=0)", at("COR", line, slots="cor --- --- ---")) != chosen


def test_without_the_curse_planner_avoids_no_line() -> None:
    no_curse = {"curse_length": 0}
    line = "COR .\nRs .\nRRs .\n. ."
    safe = at("COR", line, slots="cor --- --- ---", rules=no_curse)
    chosen = choice("planner", safe)
    assert chosen == choice("planner(peril=0)", safe) == choice("planner(peril=1)", safe)


def test_planner_prevents_others_from_having_the_most_sharks() -> None:
    # One fish each of a colour unknown: it goes where a shark adds least for its owner.
    feast = "COR Ys\nshk ."
    position = at("COR", feast, "COR Ys", slots="shk --- --- ---", players=3)
    assert choice("planner", position)[2] == 1


def test_planner_takes_the_better_pair_of_cards() -> None:
    # The two red fish are worth as much to either step; it takes both, in some order.
    position = at(slots="RRs RRr Yk Gk", step=1)
    first = choice("planner(hide=0)", position)
    position.play(first)
    second = choice("planner(hide=0)", position)
    assert {first[1], second[1]} == {0, 1}


def test_planner_discards_the_card_with_the_lowest_value() -> None:
    # Between fishbones, only a coral would fit.
    walls = ". xxx .\nxxx COR xxx\n. xxx ."
    position = at(walls, slots="Rs Ys RRs shk", step=1, rules={"table_size": 5})
    assert position.legal()[0][0] == "discard"
    assert choice("planner", position) == ("discard", 1)


def test_with_open_tiles_hiding_changes_nothing() -> None:
    open_tiles = moments("open-tiles")
    assert [m.chosen("planner(hide=0)") for m in open_tiles] == [
        m.chosen("planner(hide=500)") for m in open_tiles
    ]


@pytest.mark.slow
def test_open_and_bluffing_are_planners_that_differ_in_hiding() -> None:
    for moment in moments():
        assert moment.chosen("bluffing(hide=40)") == moment.chosen("planner(hide=40)")
    start = at(slots="RRs YYs Gr cor", step=1)
    assert choice("open", start)[1] == 0
    assert choice("bluffing", start)[1] != 0


@pytest.mark.parametrize("name", strategies_for("shoal")["planner"].parameters)
def test_every_parameter_of_the_planner_matters(name: str) -> None:
    declared = strategies_for("shoal")["planner"].parameters[name]
    usual = [moment.chosen("planner") for moment in moments()]
    assert any(
        [moment.chosen(f"planner({name}={value})") for moment in moments()] != usual
        for value in (declared.minimum, declared.maximum)
    )


@pytest.mark.parametrize("spec", quick_among(["planner", "open", "bluffing"], "planner"))
def test_choices_do_not_depend_on_the_first_seat_or_the_stream(spec: str) -> None:
    for moment in moments():
        usual = moment.chosen(spec)
        assert moment.chosen(spec, seed=2) == usual
        for shift in range(1, moment.players):
            assert moment.chosen(spec, shift=shift) == usual


def guessed(spec: str) -> tuple[float, float]:
    """Return how many colours are the ones laid most in four such shoals, and four errors."""
    games = rows(make_study("shoal", 4, lineup=(spec,) * 4, games=2000, rotate=False))
    place = row.COUNTS + [count.name for count in GAME.counts].index("colours_guessed")
    return games[:, place].mean(), 4 * games[:, place].std(ddof=1) / len(games) ** 0.5


@pytest.mark.slow
def test_hiding_makes_colours_harder_to_guess() -> None:
    (plain, wide), (hidden, width) = guessed("planner(hide=0)"), guessed("planner")
    assert hidden + width < plain - wide
    (bluffed, narrow), (frank, breadth) = guessed("bluffing"), guessed("open")
    assert bluffed + narrow < hidden - width
    assert frank - breadth > hidden + width
    # The negative control: a parameter that has nothing to do with it.
    (other, error) = guessed("planner(hide=0, reef=0.51)")
    assert abs(other - plain) < wide + error
