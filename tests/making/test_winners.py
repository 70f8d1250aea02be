"""Runs of games that nobody wins, in which a seat never acts, or that a lower score can win."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.commands_helper import fathom

GAMES = 6_000
PLAYERS = 3
#: Each seat throws a die; rules say which seats throw, who wins, and how often.
THROWS = '''
"""Each seat throws a die, once."""
from simulate.kit.bits import EMPTY, bit
from simulate.kit.seats import all_seats, highest
from simulate.making import Counter, Dice, Flag, Whole, allow, below
from simulate.making import end_game, end_round, end_turn, game
from strategies import strategy

THROW = 0
die = Dice("die")
lot = Counter("lot", "0 to 99, by lot")


def deal(rules, state):
    state.table.lot = below(state.chance, 100)


def legal(rules, state, menu):
    allow(menu, THROW)


def apply(rules, state, action):
    table = state.table
    table.scores[table.seat] = die.roll(rules, state)
    end_round(state)
    end_turn(rules, state)
    if rules.skips and table.seat == rules.players - 1:
        end_turn(rules, state)
    if table.turns >= rules.players:
        end_game(state)


def wins(rules, state):
    table = state.table
    if table.lot < rules.draws:
        return EMPTY
    if rules.first_wins:
        return bit(0)
    return highest(table.scores, all_seats(rules.players), rules.players)


GAME = game(
    name="throws",
    seats=(3, 3),
    rules={
        "draws": Whole(default=0, minimum=0, maximum=100, meaning="Games in 100 that nobody wins."),
        "skips": Flag(default=False, meaning="The last seat is passed over."),
        "first_wins": Flag(default=False, meaning="Seat 1 wins every game."),
    },
    components=[die, lot],
    deal=deal,
    actions={THROW: "throws the die"},
    legal=legal,
    apply=apply,
    turns="ended by apply",
    rounds="ended by apply",
    wins=wins,
    default_strategy="random",
)


@strategy("throws", tier=2)
def steady(view):
    """Throws the die."""
    return THROW
'''


@pytest.fixture(scope="module")
def throws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the game of throws."""
    file = tmp_path_factory.mktemp("throws") / "throws.py"
    file.write_text(THROWS)
    return file


def page(file: Path, *rules: str, full: bool = False) -> str:
    """Return the first page of a run under some rules, or the full one, in one line."""
    options = [word for rule in rules for word in ("--rule", rule)]
    if full:
        options.append("--full")
    few = ("--games", str(GAMES), "--no-robust", "--no-charts")
    return " ".join(fathom(file.parent, "run", file.name, *few, *options).out.split())


def summary(file: Path, *rules: str) -> Any:
    options = [word for rule in rules for word in ("--rule", rule)]
    few = ("--games", str(GAMES), "--no-robust", "--json")
    return fathom(file.parent, "run", file.name, *few, *options).json


@pytest.mark.slow
def test_a_game_that_nobody_ever_wins_has_no_verdict_on_its_seats(throws: Path) -> None:
    text = page(throws, "draws=100")
    assert "Nobody won any of the 6,000 games, so the seats are not judged." in text
    assert "disadvantage" not in text
    assert "below fair" not in text
    assert text.count("not judged") == 1
    assert not [word for word in ("too many", "too few", "a little", "fair enough") if word in text]


def report(file: Path, draws: int) -> str:
    """Return the words of a report on a game that nobody wins in `draws` of 100 games."""
    rule = f"draws={draws}"
    fathom(file.parent, "report", file.name, "--rule", rule, "--games", "300", "--out", "r.html")
    text = (file.parent / "r.html").read_text()
    text = re.sub(r"<(style|script).*?</\1>", "", text, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


#: Claims of a report that need games with a winner.
ABOUT_WINNERS = (
    "Win rate by seat; fair is",
    "% is fair",
    "against its fair share",
    "33.3 is fair",
    "Wins of a seat in last place",
    "Wins of the seat alone in the lead",
    "Games decided by one point or less",
    "differ by less than",
    "good players",
    "Wins alone among",
    "Which of these styles wins more",
    "Points that seat ",
    "leads alone after half of a game",
)


@pytest.mark.slow
def test_a_report_on_a_game_that_nobody_wins_says_nothing_about_winners(throws: Path) -> None:
    text = report(throws, draws=100)
    assert [claim for claim in ABOUT_WINNERS if claim in text] == []
    assert "Only 0 of the 1,000 games had a winner, so the seats are not compared." in text
    assert "Hardly any game has a winner, so the strength of styles is not known" in text
    # The negative control: where every game has a winner, the report says all of this.
    text = report(throws, draws=0)
    absent = {claim for claim in ABOUT_WINNERS if claim not in text}
    assert absent == set()


def test_a_game_that_is_hardly_ever_won_has_no_verdict_on_its_seats(throws: Path) -> None:
    text = page(throws, "draws=99")
    words = (
        r"Nobody won 5,\d{3} of the 6,000 games \((98|99)\.\d ?%\), so the seats are not judged\."
    )
    assert re.search(words, text)
    assert not [word for word in ("too many", "too few", "a little", "fair enough") if word in text]


def test_seats_are_judged_against_the_games_that_are_won(throws: Path) -> None:
    text = page(throws, "draws=40")
    assert "% of the games ended without a winner" in text
    assert "FAIR? Too few games: " in text or "FAIR? Yes." in text
    assert "too few" not in text.partition("LONG?")[0]
    share = summary(throws, "draws=40")["without_winner"]
    assert share["ci_low"] < 0.4 < share["ci_high"]
    assert share["n"] == GAMES
    # A seat that is behind or ahead is compared with its share of the games that are won.
    text = page(throws, "draws=40", full=True)
    chance = re.search(r"Wins of a seat in last .*?% \S+ to \S+% (\d+\.\d)%", text)
    assert chance
    assert float(chance[1]) == pytest.approx(100 * (1 - share["value"]) / PLAYERS, abs=0.1)
    assert re.search("Leading after half of the rounds[^.]* makes no measurable difference", text)
    # The negative control: if one seat wins all other games, its advantage is reported.
    assert "FAIR? No. The first player wins " in page(throws, "draws=40", "first_wins=yes")


def test_a_seat_that_never_acts_is_named(throws: Path) -> None:
    sentence = "Seat 3 made no decision in any of the 6,000 games."
    assert sentence in page(throws, "skips=yes")
    assert "made no decision" not in page(throws)


def test_a_game_is_close_if_the_best_two_scores_are_within_a_point(throws: Path) -> None:
    share = summary(throws)["close_games"]
    close = 0
    for first in range(1, 7):
        for second in range(1, 7):
            for third in range(1, 7):
                best = sorted((first, second, third))
                close += best[2] - best[1] <= 1
    assert share["ci_low"] < close / 6**3 < share["ci_high"]


def test_margins_of_scores_are_left_out_if_a_lower_score_can_win(throws: Path) -> None:
    assert summary(throws, "first_wins=yes")["close_games"] is None
    comparison = fathom(
        throws.parent,
        "compare",
        throws.name,
        "--rule",
        "draws=0",
        "--rule",
        "first_wins=yes",
        "--games",
        "500",
        "--json",
    ).json
    assert "close_games" not in {row["figure"] for row in comparison["differences"]}
