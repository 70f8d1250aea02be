"""Changes of the choices by the controls of the page."""

from __future__ import annotations

import pytest

from simulate.errors import UsageError
from simulate.explore.choosing import change_choices, usual_choices
from simulate.explore.controls import BY_SEAT, LINEUP
from simulate.game import find_game


@pytest.mark.parametrize("control", [LINEUP, f"{LINEUP}.1"])
@pytest.mark.parametrize("style", ["other.py:bold", "aunt.toml", "nobody", "planner(attack=0.8)"])
def test_a_style_that_the_page_does_not_offer_is_refused(control: str, style: str) -> None:
    game = find_game("snorkeling")
    choices = change_choices(game, usual_choices(game), LINEUP, BY_SEAT)
    with pytest.raises(UsageError, match="there is no style"):
        change_choices(game, choices, control, style)


def test_the_styles_of_the_game_are_accepted_for_all_seats_and_for_one() -> None:
    game = find_game("snorkeling")
    choices = change_choices(game, usual_choices(game), LINEUP, "random")
    assert choices.lineup == ("random",)
    by_seat = change_choices(game, choices, LINEUP, BY_SEAT)
    changed = change_choices(game, by_seat, f"{LINEUP}.2", "planner")
    assert changed.lineup == ("random", "planner", "random", "random")
