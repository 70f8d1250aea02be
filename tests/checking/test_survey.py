"""Checks of all steps of recorded games, and of the rows of thousands of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulate.checking import screens
from simulate.checking.checked_game import CheckedGame
from simulate.checking.judging import GAME_CHECKS, judge
from simulate.checking.play_checks import ENDS
from simulate.checking.redeal_checks import REACHED
from simulate.checking.steps import PLAYED_ON, REDEAL, STEP_CHECKS
from simulate.checking.survey import LineupSurvey, Survey, _Hidden
from simulate.checking.use_checks import USED, other_values
from simulate.checking.walks import PLAYS, CheckedTable, Finding, Place, RedealtCards, WalkResult
from simulate.checking.winner_checks import SEATS_PLAY, TIES
from simulate.cli.check_game import check_game, making_engines
from simulate.errors import FathomError
from simulate.game import Game, find_game
from simulate.kit.layout import SEATS
from simulate.kit.menu import PASS
from simulate.making.components.component import count_first
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.walk import RecordedGame, actions_on
from tests.fixtures.broken_versions import CENSUS, EDITS, LEAKS, MIXED_DECKS, OWN_DECKS, RARE
from tests.helpers.file_games import file_engine

PLAYERS = 3
TABLE = CheckedTable(PLAYERS, "base")
#: The step of a recorded game that is altered, from 0.
AT = 7


@cache
def engine(game: str = "race") -> Any:
    return file_engine(game, PLAYERS, "random")


def recorded(name: str = "race") -> RecordedGame:
    game: RecordedGame = engine(name).record(0, whole=True)
    return game


def lose_a_card(game: RecordedGame) -> None:
    laid = screens.whole_of(game).tables["laid"]
    laid[AT + 1 :, 0, np.flatnonzero(laid[AT + 1, 0])[0]] -= 1


def put_out_and_score(game: RecordedGame) -> None:
    whole = screens.whole_of(game)
    whole.tables["active"][:] = 0b11
    whole.scores[AT + 1 :, 2] = 0
    whole.scores[: AT + 1, 2] = 0
    whole.scores[AT + 1 :, 2] += 5


def set_after(name: str, value: Any) -> Callable[[RecordedGame], None]:
    def alter(game: RecordedGame) -> None:
        screens.whole_of(game).tables[name][AT + 1] = value

    return alter


def add_turns(game: RecordedGame) -> None:
    screens.whole_of(game).tables["turns"][AT + 1 :] += 1


def offer_twice(game: RecordedGame) -> None:
    menu = screens.whole_of(game).menus[AT : AT + 1]
    menu["bases"][0, 1], menu["members"][0, 1] = menu["bases"][0, 0], menu["members"][0, 0]
    menu["groups"] = 2


def pass_for_nothing(game: RecordedGame) -> None:
    game.steps[AT, 0] = PASS
    screens.whole_of(game).tables["turns"][AT + 1] -= 1


#: By screen, the change of a recorded game that it finds; it shows after step `AT`.
ALTERED = {
    screens.find_lost_cards: lose_a_card,
    screens.find_missing_actors: set_after("seat", PLAYERS),
    screens.find_wrong_scores: put_out_and_score,
    screens.find_falling_counts: set_after("rounds", -1),
    screens.find_large_numbers: set_after("scores", 1 << 21),
    screens.find_double_turns: add_turns,
    screens.find_wrong_menus: offer_twice,
    screens.find_stuck_turns: pass_for_nothing,
    screens.find_wrong_seats: set_after("first", PLAYERS),
}
#: By screen, the game that is recorded, if it is not the usual one.
OTHER_GAMES = {screens.find_wrong_seats: "spades"}


def test_every_check_has_a_test_in_this_file() -> None:
    assert {check.screen for check in STEP_CHECKS if check.screen} == ALTERED.keys()


@pytest.mark.slow
@pytest.mark.parametrize("screen", ALTERED, ids=lambda screen: screen.__name__)
def test_a_screen_finds_an_altered_step_and_no_fault_in_a_correct_game(screen: Any) -> None:
    game = recorded(OTHER_GAMES.get(screen, "race"))
    assert not screen(game).any()
    ALTERED[screen](game)
    assert np.flatnonzero(screen(game))[0] == AT


@pytest.mark.parametrize(
    ("groups", "is_wrong"),
    [
        ([(0, 0b1011), (64, 0b1)], False),  # The numbers do not overlap.
        ([(0, 0b1011), (2, 0b1001)], False),  # 0, 1, 3, and 2, 5.
        ([(0, 0b1011), (2, 0b0010)], True),  # 3 is in both.
        ([(0, 0b1011), (-1, 0b1)], True),
        ([(0, 0b1011), (-1, 0b1000)], False),  # Only the base is below 0.
        ([(0, -(2**63)), (63, 0b1)], True),  # The last member of a group.
    ],
)
def test_menus_are_wrong_that_offer_an_action_twice_or_below_0(
    groups: list[tuple[int, int]], is_wrong: bool
) -> None:
    game = recorded()
    menu = screens.whole_of(game).menus[AT : AT + 1]
    menu["groups"] = len(groups)
    for number, (base, members) in enumerate(groups):
        menu["bases"][0, number], menu["members"][0, number] = base, members
    # Groups that are not offered do not count.
    menu["bases"][0, len(groups) :] = menu["bases"][0, 0]
    menu["members"][0, len(groups) :] = menu["members"][0, 0]
    wrong = screens.find_wrong_menus(game)
    assert wrong[AT] == is_wrong
    assert wrong.sum() == int(is_wrong)


def test_a_card_that_was_not_dealt_is_found_at_the_first_step() -> None:
    game = recorded()
    laid = screens.whole_of(game).tables["laid"]
    laid[:, 0, 0] += 1
    assert np.flatnonzero(screens.find_lost_cards(game)).tolist() == [0]


def test_records_of_a_whole_game_equal_those_of_its_walk() -> None:
    whole = screens.whole_of(recorded())
    menus = whole.menus.view(np.recarray)
    walk = engine().walk(0)
    for at, moment in enumerate(walk):
        table, own, hidden = moment.snapshot
        assert whole.tables[at].tobytes() == table.tobytes()
        assert whole.owns[at].tobytes() == own.tobytes()
        assert whole.hiddens[at].tobytes() == hidden.tobytes()
        assert actions_on(menus[at]) == moment.actions
    assert whole.tables[-1].tobytes() == walk.snapshot.table.tobytes()
    assert len(whole.tables) == walk.steps + 1


def test_cards_are_counted_among_the_first_entries_of_each_moment() -> None:
    cards, sizes = np.array([[0, 2, 2, 9], [1, -4, 0, 0]]), np.array([3, 2])
    assert count_first(cards, sizes, 3).tolist() == [[1, 0, 2], [0, 1, 0]]
    assert count_first(cards[0], 4, 3).tolist() == [1, 0, 2]


# Rows of games -------------------------------------------------------------------------------


def cell(winners: Any, scores: Any = None, acted: int = 0b111) -> LineupSurvey:
    """Return decided games with some winners and scores, long enough that no more are played."""
    rows = np.zeros((len(winners), row.width(0)), np.int64)
    rows[:, row.FINISHED] = 1
    rows[:, row.WINNERS] = winners
    if scores is not None:
        rows[:, row.SCORES : row.SCORES + PLAYERS] = scores
    return LineupSurvey(rows, steps=10**9, acted=acted)


CHECKS = {check.name: check for check in GAME_CHECKS}


def played_with(*cells: LineupSurvey, survey: Survey | None = None) -> CheckedGame:
    """Return a checked game with some games at one table, or with a survey."""
    survey = survey or Survey({(TABLE, who): games for who, games in enumerate(cells)})
    return CheckedGame(
        engine().game, [TABLE], ["random"], lambda *at: engine(), WalkResult(), survey
    )


def look(
    check: str, survey: Survey, game: Game | None = None, *worlds: RedealtCards
) -> list[Finding]:
    played = played_with(survey=survey)
    played = replace(played, game=game or played.game, walked=WalkResult(worlds=list(worlds)))
    chosen = CHECKS[check]
    return [] if chosen.skip_reason(played) else list(chosen.find(played))


@pytest.mark.parametrize(
    ("winners", "acted", "words", "warning"),
    [
        ([1, 2, 4] * 100, 0b111, "", False),
        # It wins, so the game may only be over before its turn, as it can be by its rules.
        ([1, 2, 4] * 100, 0b011, "seat 3 never acts in 300 games", True),
        ([1, 2, 3] * 100, 0b111, "seat 3 wins none of 300 decided games", False),
        ([1, 2] * 20, 0b111, "", False),
        ([0] * 40, 0b111, "nobody wins in 40 decided games", True),
        ([0] * 300, 0b111, "nobody wins in 300 decided games", False),
        ([1, 2, 4, 8] * 100, 0b111, "a seat beyond the 3 at the table wins", False),
        ([4, 5, 6] * 100, 0b111, "seat 3 wins all of 300 decided games", False),
        ([4, 5, 6] * 40, 0b111, "", False),
        ([7] * 300, 0b111, "all seats win all of 300 decided games", True),
        ([7] * 40, 0b111, "", False),
    ],
)
def test_a_seat_that_never_acts_or_wins_is_reported(
    winners: list[int], acted: int, words: str, warning: bool
) -> None:
    findings = look(SEATS_PLAY, Survey({(TABLE, 0): cell(winners, acted=acted)}))
    assert [finding.problem for finding in findings] == ([words] if words else [])
    assert all(finding.warning == warning for finding in findings)


@pytest.mark.parametrize(("turns", "warning"), [(2 * PLAYERS - 1, True), (2 * PLAYERS, False)])
def test_a_seat_that_never_acts_in_long_games_fails_even_if_it_wins(
    turns: int, warning: bool
) -> None:
    games = cell([1, 2, 4] * 100, acted=0b011)
    games.rows[5, row.TURNS] = turns
    [finding] = look(SEATS_PLAY, Survey({(TABLE, 0): games}))
    assert finding.problem == "seat 3 never acts in 300 games"
    assert finding.warning == warning


@pytest.mark.parametrize("cut", [True, False])
def test_a_game_with_few_unfinished_games_gets_a_warning(cut: bool) -> None:
    games = LineupSurvey(engine().play(0, 100), steps=10**9)
    games.rows[70, row.FINISHED] = 0
    if cut:  # it was not recorded to its end, and is played again
        games.rows[70, row.TURNS] = 0
    findings = look(ENDS, Survey({(TABLE, 0): games}))
    if cut:
        assert findings == []
        return
    [finding] = findings
    assert finding.problem.startswith("1 of 100 games are not decided after")
    assert (finding.game, finding.warning) == (70, True)


def test_a_seat_that_neither_acts_nor_wins_is_a_failure() -> None:
    findings = look(SEATS_PLAY, Survey({(TABLE, 0): cell([1, 2, 3] * 100, acted=0b011)}))
    assert [finding.problem for finding in findings] == [
        "seat 3 never acts in 300 games",
        "seat 3 wins none of 300 decided games",
    ]
    assert not any(finding.warning for finding in findings)


def test_a_seat_that_wins_none_of_few_games_is_not_reported() -> None:
    played = played_with(cell([1, 2] * 20))
    assert list(CHECKS[SEATS_PLAY].find(played)) == []
    assert played.left_out == ["whether each seat can win (3 players, base: only 40 decided games)"]


def test_seats_are_not_reported_to_win_all_games_if_none_is_decided() -> None:
    undecided = cell([1, 2] * 20)
    undecided.rows[:, row.FINISHED] = 0
    played = played_with(undecided)
    assert list(CHECKS[SEATS_PLAY].find(played)) == []
    assert played.left_out == ["whether each seat can win (3 players, base: only 0 decided games)"]
    assert CHECKS[TIES].skip_reason(played) == "0 games end with a tie for the best score"


def test_a_check_plays_more_games_if_few_were_recorded() -> None:
    few = cell([1, 2] * 20)
    few.steps = len(few.rows) * 12_000
    played = played_with(few)
    assert len(played.results[TABLE, 0]) == 500
    assert np.array_equal(played.results[TABLE, 0], engine().play(0, 500))
    assert list(CHECKS[SEATS_PLAY].find(played)) == []
    assert played.left_out == []


def test_a_cooperative_game_may_be_lost_often_but_not_always() -> None:
    together = replace(engine().game, sides=lambda players: (0,) * players, winners=wins_all)
    never, now_and_then = (
        look(SEATS_PLAY, Survey({(TABLE, 0): cell(winners)}), together)
        for winners in ([0] * 300, [0] * 299 + [7])
    )
    assert [finding.problem for finding in never] == ["the players never win in 300 decided games"]
    assert never[0].warning
    assert now_and_then == []


def wins_all(rules: Any, state: Any) -> int:
    return 7


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ([1, 2] * 20, "the first of the tied seats wins"),
        ([4, 4] * 20, "the last of the tied seats wins"),
        ([0, 0] * 20, "nobody wins"),
        ([5, 6] * 20, ""),
        ([1, 4] * 20, ""),
        ([1, 2] * 5, ""),
    ],
)
def test_ties_that_the_same_seat_always_wins_are_a_warning(winners: list[int], words: str) -> None:
    scores = [[9, 3, 9], [1, 8, 8]] * (len(winners) // 2)
    findings = look(TIES, Survey({(TABLE, 0): cell(winners, scores)}))
    assert len(findings) == (1 if words else 0)
    assert all(words in finding.problem for finding in findings)
    assert all(finding.warning for finding in findings)


@pytest.mark.parametrize(
    ("untied", "behind", "words"),
    [
        ([1, 2], 2, "in 20 of 40 games that end with a tie for the best score, a seat behind"),
        # Where the seat in front does not win each time, the score does not decide.
        ([1, 1], 2, ""),
        ([1, 2], 1, ""),
        ([1, 2], 5, ""),
    ],
)
def test_a_tie_for_the_lead_that_a_lower_score_wins_is_a_warning(
    untied: list[int], behind: int, words: str
) -> None:
    scores = [[9, 1, 3], [2, 8, 3], [9, 3, 9], [9, 3, 9]]
    games = cell([*untied, behind, 4] * 20, scores * 20)
    findings = look(TIES, Survey({(TABLE, 0): games}))
    end = " the tied seats wins"
    behind_wins = [finding for finding in findings if f"a seat behind{end}" in finding.problem]
    assert [finding.problem.partition(end)[0] for finding in behind_wins] == [words] * bool(words)
    assert all(finding.warning for finding in findings)


def test_a_field_that_never_changes_is_a_warning_unless_it_holds_cards() -> None:
    survey = Survey({(TABLE, 0): cell([1])}, unchanged=[(0, "laid"), (0, "rounds"), (2, "counts")])
    assert look(USED, survey) == []
    game = engine().game
    table = replace(game.table, meanings={**game.table.meanings, "pot": "coins in the pot"})
    survey.unchanged.append((0, "pot"))
    [finding] = look(USED, survey, replace(game, table=table))
    assert finding.problem == "table.pot (coins in the pot) never changes in 1 games"


def test_a_count_that_rises_with_another_value_of_a_rule_is_no_warning() -> None:
    game = find_game("snorkeling")
    [place] = [
        place
        for place, count in enumerate(game.counts)
        if count.name == "rounds_ended_by_empty_deck"
    ]
    make, table = making_engines(game), CheckedTable(2, "base")
    few = LineupSurvey(make(table, 0, {}).play(0, 60), steps=10**9)
    assert not few.rows[:, row.COUNTS + place].any()
    played = CheckedGame(game, [table], ["random"], make, WalkResult(), Survey({(table, 0): few}))
    assert not [finding for finding in CHECKS[USED].find(played) if "empty_deck" in finding.problem]


def test_a_check_tries_near_and_far_values_of_a_rule() -> None:
    options = {option.name: option for option in find_game("shoal").own_options}
    corals, head_start = options["corals"], options["head_start"]
    assert list(other_values(corals, corals.default)) == [23, 21, 4, 60]
    # Seats have a head start of 0 already, which would change nothing.
    assert {"2": 1_000} in other_values(head_start, head_start.default)


# Worlds dealt anew ---------------------------------------------------------------------------


def world(moved: dict[int, list[int]]) -> RedealtCards:
    """Return a world in which holders have more or fewer of three kinds of cards."""
    cards = np.zeros((SEATS + 1, 3), np.int64)
    for holder, counts in moved.items():
        cards[holder] = counts
    return RedealtCards(Place(TABLE, 0, 4, 9), 0, "passes", ["pebble", "pearl", "shell"], cards)


def test_cards_that_were_always_visible_cannot_change_owner_in_a_redeal() -> None:
    survey = Survey({(TABLE, 0): cell([1])})
    swapped = world({1: [0, 1, -1], 2: [0, -1, 1]})
    [finding] = look(REACHED, survey, None, swapped)
    assert "redeal for seat 1 gives seat 2 1 more of pearl than possible" in finding.problem
    assert (finding.game, finding.step) == (4, 9)
    survey.linked[1, 2] = survey.linked[2, 1] = True
    assert look(REACHED, survey, None, swapped) == []


def test_hands_dealt_from_a_pile_are_linked_with_the_pile() -> None:
    linked = np.zeros((SEATS + 1, SEATS + 1), bool)
    hidden = _Hidden(engine().game, linked)
    for number in range(5):
        hidden.update(engine().record(number, whole=True), TABLE)
    hidden.link_dealt()
    holders = [*range(PLAYERS), SEATS]
    assert linked[np.ix_(holders, holders)].any(axis=1).all()
    assert not linked[PLAYERS:SEATS].any()
    assert sorted(map(len, Survey(linked=linked).groups()))[-1] == PLAYERS + 1


# Whole checks --------------------------------------------------------------------------------


def faults(played: CheckedGame) -> list[Finding]:
    """Return the failures of playing and of ending games."""
    results = {result.name: result.findings or () for result in judge(played, lambda name: None)}
    return [*results[PLAYS], *results[ENDS]]


def test_a_leak_of_hidden_cards_is_reported_as_a_fault_of_the_game() -> None:
    played = played_with()
    error = FathomError("strategy bold chose 1, which is not legal (seat 2). It saw:\n  nothing")
    peek = {LEAKS: Finding("what seat 2 may do depends on what it cannot see", "")}
    walked = {PLAYS: Finding("strategy bold chose 1, which is not legal", "")}
    [finding] = faults(replace(played, fault=error, walked=WalkResult(peek)))
    assert finding.problem.startswith("the legal actions depend on what the seat to act cannot see")
    assert LEAKS in finding.remedy
    [finding] = faults(replace(played, fault=error))
    assert finding.problem.startswith("strategy bold chose 1")
    [finding] = faults(replace(played, walked=WalkResult({**walked, **peek})))
    assert finding.problem.startswith("the legal actions depend on what the seat to act cannot see")


@pytest.mark.parametrize("is_walked", [True, False])
def test_an_endless_game_and_an_illegal_choice_are_both_reported(
    is_walked: bool,
) -> None:
    error = "strategy bold chose 1, which is not legal (seat 2)"
    values = engine().game.resolve("base", {"max_turns": 2}, PLAYERS)
    endless = Engine(engine().game, values, engine().lineup, 1, 1)
    played = replace(
        played_with(),
        lineups=["random", "bold"],
        make=lambda *at: endless,
        walked=WalkResult({PLAYS: Finding(error, "")} if is_walked else {}),
        fault=None if is_walked else FathomError(f"{error}. It saw:\n  nothing"),
    )
    choice, undecided = faults(played)
    assert (
        choice.problem
        == f"games do not end, and a strategy chooses an action that is not offered: {error}"
    )
    assert ENDS in choice.remedy
    assert "60 of 60 games are not decided after 2 turns with random" in undecided.problem
    [fault] = faults(replace(played, walked=WalkResult({PLAYS: Finding("IndexError", "")})))
    assert fault.problem == "IndexError"


def verdicts_of(text: str, folder: Path) -> dict[str, str]:
    """Check a game and return the verdict of each check."""
    file = folder / "reef.py"
    file.write_text(text, encoding="utf-8")
    results, _ = check_game(find_game(str(file)), lambda line: None)
    return {result.name: result.verdict for result in results}


@pytest.mark.slow
@pytest.mark.usefixtures("short_survey")
@pytest.mark.parametrize("name", EDITS)
def test_each_fault_in_a_game_is_found_by_its_check(name: str, tmp_path: Path) -> None:
    edit = EDITS[name]
    verdicts = verdicts_of(edit.applied(), tmp_path)
    if not edit.check:
        assert not {"warned", "failed"} & set(verdicts.values())
        return
    expected = "warned" if edit.check in (TIES, USED) or name in RARE else "failed"
    assert verdicts[edit.check] == expected, verdicts


@pytest.mark.slow
def test_redeals_are_not_checked_if_the_deal_itself_is_wrong(tmp_path: Path) -> None:
    verdicts = verdicts_of(EDITS["cards: a card is doubled in the deal"].applied(), tmp_path)
    assert [name for name, verdict in verdicts.items() if verdict == "failed"] == [CENSUS]
    assert verdicts[LEAKS] == verdicts[REDEAL] == verdicts[PLAYED_ON] == "not looked at"


@pytest.mark.slow
def test_decks_of_two_seats_that_a_redeal_mixes_are_found(tmp_path: Path) -> None:
    mixed = verdicts_of(MIXED_DECKS, tmp_path)
    assert [name for name, verdict in mixed.items() if verdict == "failed"] == [REACHED]


@pytest.mark.slow
def test_a_redeal_that_keeps_decks_apart_passes(tmp_path: Path) -> None:
    verdicts = verdicts_of(OWN_DECKS, tmp_path)
    assert "failed" not in verdicts.values(), verdicts
    assert verdicts[REACHED] == verdicts[PLAYS] == "passed"
