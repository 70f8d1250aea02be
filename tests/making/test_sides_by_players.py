"""Games whose sides depend on the number of players, and numbers that cannot form sides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simulate.errors import UsageError
from simulate.making import game
from tests.helpers.commands_helper import fathom
from tests.making.test_sides import PAIRS

pytestmark = pytest.mark.usefixtures("short_survey")

#: Each seat scores its number, so seat 4 wins alone, and seats 2 and 4 win as a side.
LADDER = '''
"""Each seat scores its own number, from 1."""
from simulate.making import allow, end_game, game

CLIMB = 0


def legal(rules, state, menu):
    allow(menu, CLIMB)


def apply(rules, state, action):
    table = state.table
    table.scores[table.seat] += table.seat + 1
    if table.turns == rules.players - 1:
        end_game(state)


GAME = game(
    name="ladder",
    seats=(2, 4),
    sides=SIDES,
    legal=legal,
    apply=apply,
    actions={CLIMB: "climbs"},
    WINS
)
'''
#: A function that lets the first seat win.
FIRST = "wins=lambda rules, state: 1,"


def ladder(folder: Path, sides: str, wins: str = "") -> str:
    """Write the game of these sides into a folder, and return the name of its file."""
    (folder / "ladder.py").write_text(LADDER.replace("SIDES", sides).replace("WINS", wins))
    return "ladder.py"


def winning_seats(folder: Path, file: str, players: int) -> list[int]:
    """Return the seats that win a share of the games, from 1."""
    run = fathom(folder, "run", file, "--players", str(players), "--games", "50", "--json").json
    rates = [seat["win_rate"] for seat in run["seats"]]
    return [seat for seat, rate in enumerate(rates, 1) if rate > 0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sides", "wins", "players", "winners"),
    [
        ('{4: "opposite seats"}', "", 4, [2, 4]),
        ('{4: "opposite seats"}', "", 3, [3]),
        ('{4: "opposite seats"}', "", 2, [2]),
        ('{4: "opposite seats"}', 'wins="lowest",', 4, [1, 3]),
        ('{4: "opposite seats"}', 'wins="lowest",', 3, [1]),
        ('{4: "opposite seats"}', FIRST, 4, [1, 3]),
        ('{4: "opposite seats"}', FIRST, 3, [1]),
        ('{2: "all together", 4: "opposite seats"}', FIRST, 2, [1, 2]),
        ('{2: "all together", 4: "opposite seats"}', FIRST, 3, [1]),
    ],
)
def test_sides_are_those_of_the_number_of_players(
    tmp_path: Path, sides: str, wins: str, players: int, winners: list[int]
) -> None:
    assert winning_seats(tmp_path, ladder(tmp_path, sides, wins), players) == winners


@pytest.mark.slow
def test_a_replay_names_sides_only_where_seats_play_together(tmp_path: Path) -> None:
    file = ladder(tmp_path, '{4: "opposite seats"}')
    with_four = fathom(tmp_path, "replay", file, "--players", "4", "--moves").out
    with_three = fathom(tmp_path, "replay", file, "--players", "3", "--moves").out
    assert "side 1" in with_four
    assert "side 1" not in with_three


def made(sides: Any, seats: tuple[int, int] = (2, 4), **more: Any) -> Any:
    """Return a game with these sides."""

    def legal(rules: Any, state: Any, menu: Any) -> None: ...

    def apply(rules: Any, state: Any, action: Any) -> None: ...

    return game(
        name="ladder", seats=seats, sides=sides, legal=legal, apply=apply, actions={0: "x"}, **more
    )


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        ({3: "opposite seats"}, "'opposite seats' with 3 players, who cannot form two sides"),
        ({5: "opposite seats"}, "cannot have 5 as a number of players; allowed: 2 to 4"),
        ({"4": "opposite seats"}, "cannot have '4' as a number of players; allowed: 2 to 4"),
        ({4: "opposite"}, "'opposite seats'"),
        ({4: 2}, "cannot be 2; allowed: 'each seat'"),
        ({4: "all together"}, "is played against the game"),
    ],
)
def test_wrong_sides_by_number_of_players_are_refused(sides: Any, message: str) -> None:
    with pytest.raises(UsageError) as error:
        made(sides)
    assert message in str(error.value)


def test_opposite_seats_are_refused_if_no_number_of_players_can_form_them() -> None:
    with pytest.raises(UsageError, match="allowed: even numbers of players"):
        made("opposite seats", (3, 3))


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [((2, 4), "2 or 4"), ((4, 5), "4"), ((2, 6), "2, 4 or 6"), ((2, 2), "2")],
)
def test_only_numbers_of_players_that_form_equal_sides_are_listed(
    seats: tuple[int, int], sizes: str
) -> None:
    assert made("opposite seats", seats).table_sizes == sizes
    assert made("each seat", (2, 4)).table_sizes == "2 to 4"


def findings_on_sides(folder: Path, file: str) -> list[Any]:
    """Return the findings of ``fathom check`` on numbers of players that cannot form sides."""
    output = fathom(folder, "check", file, "--json", "--quiet").json
    return [found for found in output["findings"] if found["rule"] == "uneven-sides"]


@pytest.mark.slow
def test_check_warns_of_numbers_of_players_that_cannot_form_sides(tmp_path: Path) -> None:
    text = PAIRS.replace("seats=(2, 12)", "seats=(2, 4)")
    (tmp_path / "pairs.py").write_text(text)
    (finding,) = findings_on_sides(tmp_path, "pairs.py")
    assert finding["severity"] == "warning"
    assert "3 players cannot form sides of equal size" in finding["message"]
    assert "only for 2 or 4 players" in finding["message"]
    assert "write sides={4: 'opposite seats'}" in finding["remedy"]
    remedied = text.replace('sides="opposite seats"', "sides={4: 'opposite seats'}")
    (tmp_path / "pairs.py").write_text(remedied)
    assert findings_on_sides(tmp_path, "pairs.py") == []
