"""Short names of figures stand for the figures that designers mean."""

from __future__ import annotations

import pytest

from reports.run.results import RunResults
from simulate.play.run import play
from simulate.study.figure_names import SHORT_NAMES, full_path
from simulate.study.reading import check_targets
from tests.helpers.studies import lineup_of, make_study


def test_every_short_name_stands_for_a_figure_of_a_game_with_minutes_and_rounds() -> None:
    study = make_study("snorkeling", 2, games=4)
    results = RunResults(play(study, lineup_of(study)))
    for path in SHORT_NAMES.values():
        assert results.figure(path).path == path


def test_other_names_stay_as_they_are() -> None:
    assert full_path("seat_spread") == "seat_spread"


@pytest.mark.parametrize("name", SHORT_NAMES)
def test_a_study_file_accepts_short_names_in_targets(name: str) -> None:
    assert check_targets({name: {"min": 30, "max": 45}}) == {
        SHORT_NAMES[name]: {"min": 30, "max": 45}
    }


def test_a_table_that_begins_with_a_short_name_is_read_as_a_path() -> None:
    nested = {"length": {"turns": {"p95": {"max": 80}}}}
    assert check_targets(nested) == {"length.turns.p95": {"max": 80}}
