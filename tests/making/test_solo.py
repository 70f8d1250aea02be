"""Games for one player: exact chances, and sentences in which nobody competes."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands_helper import fathom

GAMES = 4_000
#: Clock patience is won if the last card that is turned up is the fourth king: with 1 in 13.
CLOCK = '''
"""Clock patience: the fourth king ends the game; it is won if all 52 cards are turned up."""
from simulate.making import Cards, Counter, Pile, Shown, all_seats, allow, end_game, game

KINDS = 13
CARDS = Cards("card", KINDS, copies=4)
deck = Pile("deck", CARDS)
turned = Shown("turned", CARDS)
heap = Counter("heap", "the heap from which the next card is turned", begins=KINDS - 1)


def deal(rules, state):
    for rank in range(KINDS):
        state.table.left[rank] = 4


def legal(rules, state, menu):
    allow(menu, 0)


def apply(rules, state, action):
    table = state.table
    table.left[table.heap] -= 1
    table.heap = deck.draw(state)
    turned.put(state, table.heap)
    table.scores[0] += 1
    if table.left[table.heap] == 0:
        end_game(state)


def wins(rules, state):
    return all_seats(rules.players) if state.table.deck_size == 0 else 0


GAME = game(
    name="clock",
    seats=(1, 1),
    sides="all together",
    components=[deck, turned, heap],
    table={"left": ("cards face down on each heap", KINDS)},
    actions={0: "turns up a card"},
    deal=deal,
    legal=legal,
    apply=apply,
    wins=wins,
    score_unit="cards",
    default_strategy="random",
)
'''
#: Each player rolls once; the highest roll wins. Alone, a roll of 5 or 6 wins.
ROLLS = '''
"""Each player rolls a die, or takes 3 points; the most points win. Alone, 5 points win."""
from simulate.making import Dice, all_seats, allow, bit, end_game, game
from strategies import strategy

ROLL, TAKE = 0, 1
die = Dice("die")


def legal(rules, state, menu):
    allow(menu, ROLL)
    allow(menu, TAKE)


def apply(rules, state, action):
    table = state.table
    table.scores[table.seat] = 3
    if action == ROLL:
        table.scores[table.seat] = die.roll(rules, state)
    if table.turns == rules.players - 1:
        end_game(state)


def wins(rules, state):
    scores = state.table.scores
    if rules.players == 1:
        return all_seats(1) if scores[0] >= 5 else 0
    winners = 0
    best = max(scores[0], scores[1])
    for seat in range(rules.players):
        best = max(best, scores[seat])
    for seat in range(rules.players):
        if scores[seat] == best:
            winners |= bit(seat)
    return winners


GAME = game(
    name="rolls",
    seats=(1, 12),
    components=[die],
    actions={ROLL: "rolls", TAKE: "takes 3 points"},
    legal=legal,
    apply=apply,
    wins=wins,
)


@strategy("rolls", tier=2)
def roller(view):
    """Rolls."""
    return ROLL
'''


@pytest.fixture
def clock(tmp_path: Path) -> Path:
    """Return the file of Clock patience."""
    (tmp_path / "clock.py").write_text(CLOCK)
    return tmp_path / "clock.py"


@pytest.fixture
def rolls(tmp_path: Path) -> Path:
    """Return the file of a game for one to twelve players."""
    (tmp_path / "rolls.py").write_text(ROLLS)
    return tmp_path / "rolls.py"


def page(file: Path, command: str, *options: str, code: int = 0) -> str:
    """Return the text that a command prints, without line breaks."""
    done = fathom(file.parent, command, file.name, *options, code=code)
    return " ".join((done.message if code else done.out).split())


def summary(file: Path, *options: str) -> Any:
    few = ("--games", str(GAMES), "--no-robust", "--json")
    return fathom(file.parent, "run", file.name, *few, *options).json


def assert_near(rate: float, exact: float) -> None:
    """Check that a rate of `GAMES` games is within four standard errors of its exact value."""
    assert abs(rate - exact) < 4 * math.sqrt(exact * (1 - exact) / GAMES)


def test_clock_patience_is_won_once_in_thirteen_games(clock: Path) -> None:
    results = summary(clock)
    assert_near(results["sides"][0]["win_rate"], 1 / 13)
    assert results["length"]["turns"]["p95"] == 52
    assert results["first_player_advantage"] is None


@pytest.mark.slow
def test_pages_on_a_game_for_one_player_name_no_seats_and_no_rivals(clock: Path) -> None:
    few = ("--games", "400", "--no-charts")
    run = page(clock, "run", "--full", *few)
    assert "Does the player win? The player wins " in run
    assert "the player plays random" in run
    assert "The player scores " in run
    assert "seat" not in run.partition("All rules in force")[0].casefold()
    waiting = page(clock, "waiting", *few)
    assert "WAIT? There is only one player, so nobody waits. CHOICE? " in waiting
    assert "turns the player has nothing to choose" in waiting
    assert "OUT?" not in waiting
    events = page(clock, "when", "turns up a card", *few)
    assert "In more than 99 of 100 games the player turns up a card." in events
    assert "See it (turn 1)" in events


def test_a_replay_of_a_single_player_has_no_seats_and_offers_no_search(clock: Path) -> None:
    replay = page(clock, "replay", "--game", "3")
    assert "TURNED? Not known: turning points are changes of the lead" in replay
    assert " cards. The game is over" in replay
    assert "by seat" not in replay
    assert "--search" not in replay
    refused = page(clock, "replay", "--game", "3", "--search", code=2)
    assert (
        "--search needs players who each play for themselves, but in clock one player plays alone; "
        "to see whether thinking ahead wins more games, run: fathom ladder clock.py"
    ) in refused


def test_robust_is_refused_with_a_command_for_games_of_one_and_of_several_styles(
    clock: Path, rolls: Path
) -> None:
    assert (
        "--robust needs players who each play for themselves, but in clock one player plays alone; "
        "to see how often other players win, run: fathom ladder clock.py"
    ) in page(clock, "run", "--robust", code=2)
    assert "run: fathom tournament rolls.py --players 1" in page(
        rolls, "run", "--robust", "--players", "1", code=2
    )


def test_making_seats_even_is_refused_with_a_remedy_if_nobody_competes(clock: Path) -> None:
    refused = page(clock, "tune", "--even", code=2)
    assert "nobody competes if 1 player plays; choose how often the player wins" in refused
    assert "--target sides.1.win_rate=40..60%" in refused


@pytest.mark.parametrize("players", [1, 2, 12])
def test_games_for_one_to_twelve_players_have_their_exact_win_rates(
    rolls: Path, players: int
) -> None:
    results = summary(rolls, "--players", str(players), "-s", "roller")
    if players == 1:
        assert_near(results["sides"][0]["win_rate"], 1 / 3)
    else:
        # Shared wins vary less than wins of a single seat, so the bound is a generous one.
        for seat in results["seats"]:
            assert_near(seat["win_rate"], 1 / players)
        assert sum(seat["win_rate"] for seat in results["seats"]) == pytest.approx(1)
    assert len(results["seats"]) == players


def test_more_than_twelve_players_are_refused(rolls: Path) -> None:
    rolls.write_text(rolls.read_text().replace("seats=(1, 12)", "seats=(1, 13)"))
    assert "cannot be for 1 to 13 players; allowed: 1 to 12" in page(rolls, "run", code=2)


@pytest.mark.parametrize("first", ["1", "3"])
def test_one_player_is_compared_with_several_by_figures_that_each_version_has(
    rolls: Path, first: str
) -> None:
    numbers = dict.fromkeys([first, "1", "2", "3"])
    players = [word for number in numbers for word in ("--players", number)]
    text = page(rolls, "compare", *players, "--games", "400", "--no-charts")
    rows = text.partition("minutes")[2]
    assert " 1 none none 3" in rows
    assert " 2 4" in rows or " 2 5" in rows


def test_a_sweep_over_numbers_of_players_gives_one_player_no_fair_share(rolls: Path) -> None:
    few = ("--games", "400", "--no-charts")
    for values in ("1,2,3", "1,2,4"):
        text = page(rolls, "sweep", "--vary", f"players={values}", *few)
        assert "of 100 games with 1 player." in text
        assert "The player wins \N{MINUS SIGN}" not in text
        assert "seat 1 wins the player wins 1 " in text


def test_a_precision_without_a_figure_is_for_the_wins_of_a_single_player(rolls: Path) -> None:
    results = fathom(
        rolls.parent, "run", rolls.name, "--players", "1", "--precision", "4pp", "--json"
    ).json
    side = results["sides"][0]
    assert (side["ci_high"] - side["ci_low"]) / 2 <= 0.04


@pytest.mark.slow
def test_a_style_is_best_if_a_single_player_wins_most_with_it(rolls: Path) -> None:
    few = ("--players", "1", "--games", "2000", "--no-charts")
    text = page(rolls, "tournament", "-s", "roller", "-s", "random", *few)
    assert "BEST? roller. With it, the player wins 3" in text
    assert "random 1" in text
    assert "clearly fewer" in text


@pytest.mark.slow
def test_a_ladder_and_a_tournament_of_a_single_player_have_no_seats(rolls: Path) -> None:
    few = ("--players", "1", "--games", "400", "--no-charts", "--full")
    tournament = page(rolls, "tournament", *few)
    assert "roller is clearly best: it wins" in tournament
    assert "seat" not in tournament.partition("All rules in force")[0].casefold()
    assert "Groups" not in tournament
    ladder = page(rolls, "ladder", "--rollouts", "2", *few)
    assert "Wins of each strategy, with 95% intervals" in ladder
    assert "every seat" not in ladder


def test_logged_games_of_a_single_player_are_compared_with_each_style(rolls: Path) -> None:
    rows = "date,won,minutes\n2026-11-01,yes,3\n2026-11-02,no,2\n2026-11-03,no,4\n"
    (rolls.parent / "log.csv").write_text(rows)
    few = ("--players", "1", "--games", "400", "--no-charts", "--full")
    text = page(rolls, "playtest", "log.csv", *few)
    assert "A player like yours wins " in text
    assert "400 simulated games of each style. " in text
    assert "A kind is one style." in text


@pytest.mark.slow
@pytest.mark.parametrize("players", [11, 12])
def test_the_worth_of_rolls_is_counted_with_twelve_players(rolls: Path, players: int) -> None:
    # A win has 27,720 parts here, so that squares of the gains exceed 64 bits.
    options = ("--players", str(players), "-s", "roller", "--games", "2000", "--no-charts")
    text = page(rolls, "cards", *options)
    assert "What each roll is worth: Rolls" in text
    assert "“die 6”" in text
    assert "strong" in text


def test_other_players_of_a_single_player_are_refused_with_a_tournament_instead(
    rolls: Path,
) -> None:
    refused = page(rolls, "run", "--players", "1", "--robust", code=2)
    assert "but in rolls one player plays alone" in refused
    assert "fathom tournament rolls.py --players 1" in refused
    compared = page(
        rolls, "compare", "--players", "1", "--players", "2", "--robust", "--games", "100", code=2
    )
    assert "compare again with -s and another style" in compared


def test_tuning_with_other_players_is_refused_if_nobody_competes(rolls: Path) -> None:
    options = ("--players", "1", "--vary", "seconds_per_turn=10,20", "--robust", "--games", "100")
    refused = page(rolls, "tune", *options, "--target", "sides.1.win_rate=30..40%", code=2)
    assert "one player plays alone; leave out --robust, and tune again with -s" in refused


def test_an_unknown_figure_of_wins_is_corrected_to_the_wins_of_the_only_side(rolls: Path) -> None:
    options = ("--players", "1", "--vary", "seconds_per_turn=10,20", "--games", "100")
    refused = page(rolls, "tune", *options, "--target", "win_rate=30..40%", code=2)
    assert "did you mean 'sides.1.win_rate'?" in refused


def test_a_game_for_one_player_needs_a_function_that_decides_whether_the_player_wins(
    clock: Path,
) -> None:
    clock.write_text(clock.read_text().replace("    wins=wins,\n", ""))
    refused = page(clock, "run", code=2)
    assert "clock is for 1 player, so the highest score does not decide who wins" in refused
    assert "returns all_seats(1) if the player wins" in refused


def test_a_run_suggests_to_try_other_styles_only_if_there_are_any(rolls: Path, clock: Path) -> None:
    few = ("--games", "400", "--no-charts")
    alone = page(rolls, "run", "--players", "1", *few)
    assert "NEXT Try other styles fathom tournament rolls.py --players 1 Send it" in alone
    assert "Try other styles" not in page(rolls, "run", "--players", "2", *few)
    assert "Try other styles" not in page(clock, "run", *few)


def test_a_game_for_one_player_is_not_said_to_be_for_one_players(clock: Path) -> None:
    assert "clock is for 1 player, not 2; give --players 1" in page(
        clock, "run", "--players", "2", code=2
    )
    assert "clock is for 1 player, not 2;" in page(clock, "sweep", "--vary", "players=1,2", code=2)


def test_replays_and_reports_of_a_solo_game_name_the_player_and_no_seat(tmp_path: Path) -> None:
    (tmp_path / "clock.py").write_text(CLOCK, encoding="utf-8")
    moves = fathom(tmp_path, "replay", "clock.py", "--game", "3", "--moves").out
    assert "turn 1: the player\n" in moves
    assert "the player has 1 card now (+1)" in moves
    assert "> the player, 0 cards" in moves
    assert "After round 1: 1 card.\n" in moves
    page = ("--games", "200", "--out", "clock.md", "--no-robust", "--quiet")
    fathom(tmp_path, "report", "clock.py", *page)
    for text in (moves, (tmp_path / "clock.md").read_text(encoding="utf-8")):
        assert not re.search(r"\bseat\b", text, re.IGNORECASE)
