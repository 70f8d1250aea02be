"""Events as designers type them, and the recorded games in which they are looked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulate.errors import UsageError
from simulate.game import Game, find_game, game_names
from simulate.kit.seats import all_together, higher_side, opposite_seats
from simulate.play.arms import make_engine
from simulate.play.events import SAME_SEAT, ends_of, parse_events, standings_of
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import quick_among


@pytest.mark.parametrize("game", quick_among(game_names(), "scaphandre"))
def test_a_recorded_game_equals_its_walk(game: str) -> None:
    study = make_study(game, find_game(game).seats[1], games=60)
    engine = make_engine(study, lineup_of(study))
    for number in (0, 7):
        walk, recorded = engine.walk(number), engine.record(number)
        moments = list(walk)
        assert recorded.row.tolist() == walk.finish().tolist()
        assert len(recorded.steps) == len(moments) == walk.steps
        for step, moment in enumerate(moments):
            assert recorded.tables[step].tobytes() == moment.snapshot.table.tobytes()
            action, *scores = recorded.steps[step]
            assert action == moment.action
            assert tuple(scores[: study.players]) == engine.scores(moment.snapshot)


@pytest.mark.parametrize(
    ("texts", "text"),
    [
        ("seat 1 leads by 3 after round 2", "seat 1 leads by at least 3 points after round 2"),
        ("plays Panic|twice", "somebody plays Panic twice or more"),
        ("plays 4|3 times|before turn 10", "somebody plays 4 3 times or more before turn 10"),
        (
            "Player 2 Plays 4 Thrice BEFORE half time",
            "seat 2 Plays 4 thrice or more before half-time",
        ),
        ("the last seat leads at half-time", "seat 4 leads at half-time"),
        ("seat 2 has 6 points after round 3", "seat 2 has exactly 6 points after round 3"),
        ("somebody has at most 2.5", "somebody has at most 2.5 points"),
        (
            "seat 3 trails by 2 before round 3",
            "seat 3 trails by at least 2 points before round 3",
        ),
        ("length.turns>150", "length.turns > 150"),
        ("seat 1 leads|stops|somebody wins", "seat 1 leads, that seat stops, somebody wins"),
    ],
)
def test_an_event_has_a_text_and_a_number_of_times(texts: str, text: str) -> None:
    events = parse_events(texts.split("|"), find_game("snorkeling"), 4)
    assert ", ".join(event.text for event in events) == text
    often = {"twice": 2, "thrice": 3, "3 times": 3}
    for event in events:
        assert event.times == next((n for word, n in often.items() if word in event.text), 1)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ("seat 5 leads", "there is no seat 5 in 'seat 5 leads'; seats are 1 to 4"),
        ("seat 1", "'seat 1' names no event; 'fathom when snorkeling --events' lists"),
        ("twice", "'twice' names no event"),
        (
            "seat 1 leads after lap 2",
            "names a lap, but snorkeling is divided into rounds and turns",
        ),
        (
            "stops at half-time",
            "actions happen before or after half-time; at half-time, name a standing",
        ),
        ("wins|stops", "'somebody wins' is known only at the end of a game; put that event last"),
        ("wins twice", "a game is won or lost once, at its end; leave out when and how often"),
    ],
)
def test_an_invalid_event_is_refused_with_the_reason(texts: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_events(texts.split("|"), find_game("snorkeling"), 4)
    assert message in str(error.value)


#: More digits than Python reads as an integer.
DIGITS = "9" * 5_000


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ([f"plays 4 {DIGITS} times"], "999999999... is too large"),
        ([f"leads after turn {DIGITS}"], "give a number of at most 9 digits"),
        (["", "twice"], "'' names no event"),
        ([" ", "3 times before turn 9"], "'' names no event"),
    ],
)
def test_long_numbers_and_empty_events_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_events(texts, find_game("snorkeling"), 4)
    assert message in str(error.value)


def test_the_letter_long_s_is_read_as_s() -> None:
    [event] = parse_events(["plays 4 three time\N{LATIN SMALL LETTER LONG S}"], SIDED, 4)
    assert event.times == 3


SIDED = replace(find_game("snorkeling"), sides=opposite_seats, winners=higher_side, horizon=0)
TOGETHER = replace(find_game("snorkeling"), sides=all_together, winners=higher_side, horizon=0)


@pytest.mark.parametrize("game", [find_game("snorkeling"), SIDED, TOGETHER])
def test_all_listed_standings_and_ends_are_accepted(game: Game) -> None:
    examples = [*standings_of(game, 4), *ends_of(game, 4)]
    assert "wins" in examples
    for example in examples:
        parse_events([example], game, 4)
    rivals = game is not TOGETHER
    assert ("leads by 3" in examples, "wins by 5" in examples) == (rivals, rivals)


def test_a_side_is_named_by_its_number() -> None:
    lead, win = parse_events(["Side 2 leads after round 2", "wins"], SIDED, 4)
    assert (lead.text, lead.seat) == ("side 2 leads after round 2", 1)
    assert (win.text, win.seat) == ("that side wins", SAME_SEAT)


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (SIDED, "side 3 wins", "there is no side 3 in 'side 3 wins'; sides are 1 to 2"),
        (SIDED, "seat 5 wins", "there is no seat 5 in 'seat 5 wins'; seats are 1 to 4"),
        (find_game("snorkeling"), "side 1 wins", "each player of snorkeling plays alone"),
        (TOGETHER, "side 2 wins", "there is only side 1"),
        (SIDED, "side 1 plays 4", "name a seat for moves and points"),
        (SIDED, "side 1 has 6", "name a seat for moves and points"),
    ],
)
def test_unknown_sides_and_moves_of_a_side_are_refused(game: Game, text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_events([text], game, 4)
    assert message in str(error.value)
