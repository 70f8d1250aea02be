"""The games that have a move of another game, and the events that are suggested instead of it."""

from __future__ import annotations

import pytest

from reports.analysis.owners_of_moves import find_owners
from simulate.game import bundled_game_names, find_game, game_names
from simulate.play.arms import make_engine
from simulate.play.event_names import find_unknown_move, legal_moves, phrases_of
from simulate.play.events import parse_events
from tests.helpers.studies import lineup_of, make_study
from tests.helpers.tables import quick_among


@pytest.mark.slow
@pytest.mark.parametrize(
    ("move", "except_game", "owners"),
    [
        ("plays Panic", "snorkeling", {"schnuff": "plays Panic"}),
        ("plays Panic", "schnuff", {}),
        ("plays Panik", "snorkeling", {}),
        # Numbers may differ, as a card may be rare.
        ("lays yellow 77", "schnuff", {"snorkeling": "lays yellow 77"}),
        # The card is found under another verb.
        ("plays the Shark", "scaphandre", {"shoal": "lays a shark"}),
        # A number alone is no card.
        ("gambles 4", "snorkeling", {}),
    ],
)
def test_bundled_games_are_searched_for_a_move_of_another_game(
    move: str, except_game: str, owners: dict[str, str]
) -> None:
    assert find_owners(move, except_game) == owners


@pytest.mark.parametrize("game", quick_among(bundled_game_names(), "schnuff"))
def test_each_suggested_phrase_is_an_event_of_its_game(game: str) -> None:
    study = make_study(game, find_game(game).usual_players)
    lineup = lineup_of(study)
    moves = set[str]().union(*legal_moves(make_engine(study, lineup), 0))
    phrases = phrases_of(moves)
    assert phrases
    assert all(len(phrase) <= 60 for phrase in phrases)
    events = [parse_events([phrase], find_game(game), study.players)[0] for phrase in phrases]
    assert {event.kind for event in events} == {"action"}
    assert find_unknown_move(events, [(study, lineup)]) is None


def test_phrases_that_fit_every_move_are_left_out_unless_there_is_no_other() -> None:
    assert phrases_of(["plays 4 and says 30", "plays Panic and says 30"]) == {"plays Panic"}
    assert phrases_of(["lays 2 crabs and announces 2"]) == {"lays … crabs"}
    assert phrases_of(["bids 4"]) == {"bids …"}


def test_the_bundled_games_are_registered() -> None:
    assert set(bundled_game_names()) <= set(game_names())
    assert "schnuff" in bundled_game_names()
