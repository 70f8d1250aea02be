"""Cards of sides and of groups that play together, against a plain walk through all games."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import Any

import pytest

from tests.helpers.commands_helper import fathom

pytestmark = pytest.mark.slow  # compiling the code that notes draws takes long

PLAYERS, GAMES, GOAL = 4, 4_000, 9
KINDS = ("rock", "reef", "pearl")
COPIES, POINTS = (5, 4, 3), (1, 2, 4)
#: Stands for a kind where a seat draws no second card, or a choice names none.
NOTHING = -1
#: Each seat scores the card that it was dealt, or draws another one and scores that.
HOLD = f'''
"""Each seat plays the card that it was dealt, or draws another one, which counts instead."""
from simulate.kit.seats import all_seats, higher_side
from simulate.making import Cards, Counter, Hands, Pile, Shown, allow, end_game, game

CARDS = Cards("card", {list(KINDS)}, copies={list(COPIES)})
pile = Pile("pile", CARDS)
hand = Hands(CARDS)
laid = Shown("laid", CARDS)
total = Counter("total", "points of all seats")
DRAW, PLAY = 0, 1


def deal(rules, state):
    for seat in range(rules.players):
        hand.deal(state, seat, pile, 1)


def legal(rules, state, menu):
    allow(menu, DRAW)
    for card in range(CARDS.kinds):
        if hand.holds(state.own[state.table.seat], card):
            allow(menu, PLAY + card)


def apply(rules, state, action):
    table = state.table
    if action == DRAW:
        card = pile.draw(state)
        hand.add(state, table.seat, card)
    else:
        card = action - PLAY
        hand.put_down(state, table.seat, card)
        laid.put(state, card)
    points = 1 << card
    table.scores[table.seat] = points
    table.total += points
    if table.turns == rules.players - 1:
        end_game(state)


def wins(rules, state):
    if SIDES == "opposite seats":
        return higher_side(rules, state)
    return all_seats(rules.players) if state.table.total >= {GOAL} else 0


SIDES = "opposite seats"
GAME = game(
    name="hold",
    seats=(4, 4),
    sides=SIDES,
    components=[pile, hand, laid, total],
    actions={{DRAW: "draws", range(PLAY, PLAY + 3): "plays {{card}}"}},
    deal=deal,
    legal=legal,
    apply=apply,
    wins=wins,
    default_strategy="random",
)
'''

#: The win of each seat at the end of a game, by the points of the seats.
Wins = Callable[[Sequence[int]], list[float]]


def wins_of_sides(points: Sequence[int]) -> list[float]:
    """Return the wins where seats 1 and 3 play against seats 2 and 4."""
    first, second = points[0] + points[2], points[1] + points[3]
    share = 0.5 if first == second else float(first > second)
    return [share, 1 - share] * 2


def wins_together(points: Sequence[int]) -> list[float]:
    """Return the wins where all seats win with enough points in all."""
    return [float(sum(points) >= GOAL)] * PLAYERS


class Walk:
    """Exact figures of each kind of card, where every seat chooses at random.

    Attributes
    ----------
    gains
        By part and kind: the sum over draws or choices of the covariance between the card that
        came and the win of the seat.
    spreads
        By part and kind: the sum over draws or choices of the variance of whether the kind comes.
    sums
        By figure and kind: the expected number per game.
    wins
        The expected win of each seat.
    """

    def __init__(self, wins: Wins) -> None:
        self._wins = wins
        self.gains = defaultdict[tuple[str, int], float](float)
        self.spreads = defaultdict[tuple[str, int], float](float)
        self.sums = defaultdict[tuple[str, int], float](float)
        self.wins = self._deal(1.0, COPIES, ())

    def _deal(self, chance: float, pile: tuple[int, ...], hands: tuple[int, ...]) -> list[float]:
        """Deal a card to each seat in turn; return the expected win of each seat."""
        seat = len(hands)
        if seat == PLAYERS:
            return self._choose(chance, pile, hands, (), ())
        branches = []
        for kind, part, left in draws_from(pile):
            wins = self._deal(chance * part, left, (*hands, kind))
            branches.append((kind, part, wins))
        return self._note(chance, seat, branches, "drawn", "opening")

    def _choose(
        self,
        chance: float,
        pile: tuple[int, ...],
        hands: tuple[int, ...],
        points: tuple[int, ...],
        drawn: tuple[int, ...],
    ) -> list[float]:
        """Let each seat choose in turn; return the expected win of each seat."""
        seat = len(points)
        if seat == PLAYERS:
            return self._end(chance, hands, points, drawn)
        half = chance / 2
        kept = hands[seat]
        play = self._choose(half, pile, hands, (*points, POINTS[kept]), (*drawn, NOTHING))
        branches = []
        for kind, part, left in draws_from(pile):
            after = (*points, POINTS[kind])
            wins = self._choose(half * part, left, hands, after, (*drawn, kind))
            branches.append((kind, part, wins))
        draw = self._note(half, seat, branches, "drawn")
        return self._note(chance, seat, [(kept, 0.5, play), (NOTHING, 0.5, draw)], "played")

    def _note(
        self,
        chance: float,
        seat: int,
        branches: Sequence[tuple[int, float, list[float]]],
        *parts: str,
    ) -> list[float]:
        """Add what a draw or a choice contributes; return the expected win of each seat."""
        means = [sum(part * wins[place] for _, part, wins in branches) for place in range(PLAYERS)]
        for kind, probability, wins in branches:
            if kind != NOTHING:
                for part in parts:
                    self.gains[part, kind] += chance * probability * (wins[seat] - means[seat])
                    self.spreads[part, kind] += chance * probability * (1 - probability)
        return means

    def _end(
        self,
        chance: float,
        hands: tuple[int, ...],
        points: tuple[int, ...],
        drawn: tuple[int, ...],
    ) -> list[float]:
        """Count the cards of a game that has ended; return the win of each seat."""
        wins = self._wins(points)
        for seat, kind in enumerate(hands):
            self.sums["got", kind] += chance
            if drawn[seat] == NOTHING:
                self.sums["plays", kind] += chance
                self.sums["plays of winners", kind] += chance * wins[seat]
            else:
                self.sums["got", drawn[seat]] += chance
            for owned in {kind, drawn[seat]} - {NOTHING}:
                self.sums["owners", owned] += chance
                self.sums["wins of owners", owned] += chance * wins[seat]
        return wins

    def worth(self, part: str, kind: int) -> float:
        """Return the difference in win rate that a draw or a choice of a kind makes."""
        return self.gains[part, kind] / self.spreads[part, kind]


def draws_from(pile: tuple[int, ...]) -> list[tuple[int, float, tuple[int, ...]]]:
    """Return each kind that can be drawn, its probability, and the pile without it."""
    total = sum(pile)
    return [
        (kind, copies / total, (*pile[:kind], copies - 1, *pile[kind + 1 :]))
        for kind, copies in enumerate(pile)
        if copies
    ]


def assert_close(estimate: dict[str, float], exact: float, confidence: float) -> None:
    """Check that an estimate lies within four standard errors of the exact value."""
    width = estimate["ci_high"] - estimate["ci_low"]
    error = width / 2 / NormalDist().inv_cdf((1 + confidence) / 2)
    assert abs(estimate["value"] - exact) < 4 * error, (estimate, exact)


WINS: dict[str, Wins] = {"opposite seats": wins_of_sides, "all together": wins_together}


@pytest.fixture(scope="module", params=WINS)
def case(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the results of ``fathom cards`` for sides or a group, its page, and exact figures."""
    folder = tmp_path_factory.mktemp("hold")
    text = HOLD.replace('SIDES = "opposite seats"', f'SIDES = "{request.param}"')
    (folder / "hold.py").write_text(text)
    options = ("cards", "hold.py", "--games", str(GAMES), "--quiet")
    summary = fathom(folder, *options, "--json").json
    page = fathom(folder, *options, "--no-charts", "--full").out
    return summary, page, Walk(WINS[request.param])


def test_values_of_cards_for_sides_and_groups_are_exact(case: Any) -> None:
    summary, _, walk = case
    confidence_of_all = 1 - 0.05 / len(KINDS)  # these intervals hold together
    cards = {card["card"]: card for card in summary["cards"]}
    for kind, name in enumerate(KINDS):
        card = cards[name]
        for part in ("drawn", "opening", "played"):
            confidence = confidence_of_all if part == "drawn" else 0.95
            assert_close(card[part], walk.worth(part, kind), confidence)
        assert_close(card["exchanged"], walk.worth("drawn", kind), confidence_of_all)
        sums = {figure: walk.sums[figure, kind] for figure, _ in walk.sums}
        assert_close(card["won_with"], sums["wins of owners"] / sums["owners"], confidence_of_all)
        assert_close(card["by_winners"], sums["plays of winners"] / sums["plays"], 0.95)
        reach = 4 * math.sqrt(2 * PLAYERS / 4 / GAMES)  # 8 draws, each with a variance below 1/4
        assert card["per_game"] == pytest.approx(sums["got"], abs=reach)
        assert card["got"] == card["per_game"]
        used = sums["plays"] / sums["got"]
        error = math.sqrt(used * (1 - used) / (sums["got"] * GAMES))
        assert abs(card["used"] - used) < 4 * error
        assert card["used"] + card["held"] == pytest.approx(1)


def test_exact_values_of_cards_differ_between_sides_and_groups() -> None:
    sides, together = Walk(wins_of_sides), Walk(wins_together)
    apart = [abs(sides.worth("opening", kind) - together.worth("opening", kind)) for kind in (0, 2)]
    assert min(apart) > 0.06


def test_the_page_compares_uses_of_cards_with_the_mean_win_rate(case: Any) -> None:
    _, page, walk = case
    notes = " ".join(page.split())
    mean = re.findall(r"; ([\d.]+) is the mean of all", notes)
    assert re.findall(r"By winners: % of uses; ([\d.]+) is the mean win rate", notes) == mean
    exact = sum(walk.wins) / PLAYERS
    error = math.sqrt(exact * (1 - exact) / GAMES)
    assert abs(float(mean[0]) / 100 - exact) < 4 * error
    assert "Strongest: pearl, +" in notes
    assert "; weakest: rock, \N{MINUS SIGN}" in notes
