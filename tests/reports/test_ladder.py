"""What a ladder tells: Elo, where more thinking stops paying, and how much is luck, and where."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from matplotlib.text import Text

from reports.analysis.contest_results import ELO, wins_correlation
from reports.figures.statistics import DealSums, Estimate, coin_share, rate
from reports.ladder import thinking
from reports.ladder.document import CONTEST, SKILL
from reports.ladder.luck import split_luck
from reports.ladder.results import LadderResults
from reports.tournament.mixed import Group, fit
from simulate.play.extra_runs import GAMES_A_UNIT, CrossedGames
from simulate.play.tally import whole_win
from tests.helpers.contests import draw_ladder, ladder_of
from tests.reports.test_charts import faults

RATES = {"random": 0.05, "attacker": 0.15, "2": 0.30, "8": 0.50, "skill": 0.80}


@pytest.fixture(scope="module")
def found() -> LadderResults:
    return draw_ladder(ladder_of([2, 8], games=4000, slow_games=1000), RATES)


def answers(results: LadderResults) -> dict[str, list[str]]:
    found = CONTEST.make_findings(results).answers
    return {answer.question: [item.text for item in answer.items] for answer in found}


def test_rungs_stand_by_win_rate_with_the_reference_at_its_fair_share(found: LadderResults) -> None:
    labels = [rung.label for rung in found.rungs]
    assert labels == [
        "search(rollouts=8, playout=random)",
        "search(rollouts=2, playout=random)",
        "planner",
        "attacker",
        "random",
    ]
    words = [rung.compared.word for rung in found.rungs if rung.compared]
    assert words == ["above", "above", "below", "below"]
    reference = found.rung("planner")
    assert (reference.win_rate.value, reference.elo.value, reference.games) == (0.25, 0.0, 0)
    assert found.rung("random").from_fair.value == pytest.approx(-0.20, abs=0.02)


def test_a_rung_is_called_strongest_only_if_it_clearly_beats_every_other() -> None:
    def first_sentence(rates: dict[str, float], games: int, seed: int) -> str:
        ladder = ladder_of([2, 8], games=games, slow_games=games)
        results = draw_ladder(ladder, {**RATES, **rates}, seed)
        return answers(results)["How strong is strong?"][0]

    studies = 100
    equal = [first_sentence({"2": 0.5, "8": 0.5}, 1_000, seed) for seed in range(studies)]
    claims = sum(" is strongest: " in text for text in equal)
    # Four standard errors above what the confidence allows.
    assert claims / studies <= 0.05 + 4 * math.sqrt(0.05 * 0.95 / studies)
    [*unclear] = [text for text in equal if " is strongest: " not in text]
    assert all(" wins most " in text and text.endswith(" may be as strong.") for text in unclear)
    clear = first_sentence({"2": 0.4, "8": 0.5}, 4_000, 1)
    assert clear.startswith("search(rollouts=8, playout=random) is strongest: alone among")


def test_win_rates_on_the_same_deals_are_correlated_as_their_deals_are(
    found: LadderResults,
) -> None:
    quick, slow = (
        found.run.of(found.rung(spec).strategy, found.design.reference)
        for spec in ("attacker", "random")
    )
    exact = np.corrcoef(quick.wins[:, 0], slow.wins[:, 0])[0, 1]
    lowered = exact - 4 / len(quick.wins)
    assert wins_correlation(quick, slow) == pytest.approx(lowered)
    # Of two line-ups one may play fewer of the deals.
    few = replace(slow, wins=quick.wins[:500])
    expected = math.sqrt(500 / len(quick.wins))
    assert wins_correlation(quick, few) == pytest.approx(expected, abs=0.1)


def test_elo_is_that_of_the_tournaments_strengths(found: LadderResults) -> None:
    for rung in found.rungs:
        if rung.kind != "reference":
            won = rung.win_rate.value
            by_hand = 400 * math.log10(won / (1 - won) * 3)
            assert rung.elo.value == pytest.approx(by_hand, abs=1e-6)
            assert rung.elo.low < rung.elo.value < rung.elo.high
            # The tournament's fit gives half a win more to each, which is little here.
            played = found.run.of(rung.strategy, found.design.reference)
            group = Group(np.array([1.0, 3.0]), played.wins / whole_win(2))
            fitted = fit([group], lambda terms: np.eye(2)).values
            assert ELO * (fitted[0] - fitted[1]) == pytest.approx(rung.elo.value, abs=1.5)


def test_of_one_that_never_won_a_bound_is_told() -> None:
    found = draw_ladder(ladder_of([], quick=("random", "planner")), {"random": 0.0, "skill": 1.0})
    assert found.rung("random").elo.low == -math.inf
    assert found.width
    assert found.width.low > 300
    assert "more than" in SKILL.answer(found)[1]
    assert found.skill
    assert (found.skill.coin_share.value, found.skill.coin_share.low) == (0.0, 0.0)
    assert "Elo below \N{MINUS SIGN}" in chart_of(found)


def test_the_width_lies_between_the_largest_budget_and_random(found: LadderResults) -> None:
    width, true = found.width, 400 * math.log10((0.5 / 0.5 * 3) / (0.05 / 0.95 * 3))
    assert width
    assert width.low < true < width.high
    assert "From random up to search(rollouts=8, playout=random)" in SKILL.answer(found)[1]


def thinking_of(rates: dict[str, float], games: int, seed: int = 1) -> LadderResults:
    ladder = ladder_of([2, 8, 32], 2, 100, games, quick=("planner",))
    return draw_ladder(ladder, {"skill": 0.9, **rates}, seed)


@pytest.mark.parametrize(
    ("last", "games", "word", "budget", "said"),
    [
        # Each budget is beaten by a larger one.
        (("0.5", "0.6"), 4000, "still pays", 32, "More thinking still pays at 32 rollouts"),
        # No larger budget can be much better.
        (("0.6", "0.6"), 60_000, "stops", 8, "More thinking stops paying at 8 rollouts"),
        (("0.6", "0.6"), 1000, "not told", 8, "is not clear with so few games: from 8 rollouts on"),
    ],
)
def test_where_more_thinking_stops_paying_is_told_as_far_as_it_is_known(
    last: tuple[str, str], games: int, word: str, budget: int, said: str
) -> None:
    found = thinking_of({"2": 0.4, "8": float(last[0]), "32": float(last[1])}, games)
    assert found.thinking
    assert (found.thinking.word, found.thinking.budget) == (word, budget)
    [told] = answers(found)["Does more thinking pay?"]
    assert said in told


def test_with_few_games_it_is_said_how_many_would_do() -> None:
    rates = {"2": 0.4, "8": 0.6, "32": 0.6}
    found = thinking_of(rates, 1000).thinking
    assert found
    more = thinking_of(rates, thinking.games_for_margin(found.beyond[0], 1000)).thinking
    assert more
    difference = more.beyond[0].difference
    assert (difference.high - difference.low) / 2 == pytest.approx(0.02, rel=0.1)


def test_the_strongest_is_named_only_if_no_other_may_be_as_strong(found: LadderResults) -> None:
    [clear, *_] = answers(found)["How strong is strong?"]
    assert "is strongest: alone among 3 planner players it wins 52.7 % of" in clear
    even = thinking_of({"2": 0.6, "8": 0.6, "32": 0.6}, 400)
    [close, *_] = answers(even)["How strong is strong?"]
    assert " wins most against planner, but " in close
    assert close.endswith(" may be as strong.")
    assert not re.search(r"\d %", close), "the highest of several win rates is too high"


@pytest.mark.parametrize("games", [4, 1_000])
def test_strategies_without_a_clear_advantage_are_not_said_to_win_no_more(games: int) -> None:
    rates = {"random": 0.01, "attacker": 0.01, "2": 0.01, "skill": 0.3}
    results = draw_ladder(ladder_of([2], games=games, slow_games=games), rates)
    [answer, *_] = answers(results)["How strong is strong?"]
    assert answer.startswith("Nobody clearly wins more than a fair share ")


def test_of_equal_budgets_more_is_hardly_ever_called_better() -> None:
    """At 95 % one draw in twenty may be called so, whichever of the three pairs it is."""
    words = []
    for seed in range(400):
        found = thinking_of(dict.fromkeys(("2", "8", "32"), 0.5), 200, seed)
        assert found.thinking
        words += [any(step.compared.word == "above" for step in found.thinking.steps)]
    assert sum(words) / 400 < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 400)


def test_budgets_are_compared_deal_by_deal() -> None:
    """On deals that go alike for all the difference is known far better than each win rate."""
    ladder = ladder_of([2, 8], 2, 100, 2000, quick=("planner",))
    rates, reach = {"2": 0.5, "8": 0.5, "skill": 0.9}, []
    for alike in (0.95, 0.0):
        found = draw_ladder(ladder, rates, alike=alike).thinking
        assert found
        reach.append(found.steps[0].difference.high - found.steps[0].difference.low)
    assert reach[0] < reach[1] / 3


@pytest.mark.parametrize("budgets", [[], [2]])
def test_with_one_budget_or_none_there_is_nothing_to_compare(budgets: list[int]) -> None:
    ladder = ladder_of(budgets, 2, quick=("random", "planner"))
    found = draw_ladder(ladder, {"2": 0.5, "random": 0.1, "skill": 0.9})
    assert found.thinking is None
    assert list(answers(found)) == ["How strong is strong?", "Does skill pay?"]


def part_lottery(share: float, players: int, source: np.random.Generator) -> Estimate:
    """Play a game of which a share is a lottery among all, and estimate the better one's rate."""
    by_lot = source.random(500) < share
    won = int(np.where(by_lot, source.random(500) < 1 / players, True).sum())
    return rate(DealSums(500, won, won, 1))


@pytest.mark.parametrize("players", [2, 4, 6, 10])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
def test_a_game_that_is_part_lottery_shows_so_much_luck(share: float, players: int) -> None:
    source = np.random.default_rng(7)
    rates = [part_lottery(share, players, source) for _ in range(400)]
    found = [coin_share(one, 1 / players) for one in rates]
    assert np.mean([one.value for one in found]) == pytest.approx(share, abs=0.02)
    held = np.mean([one.low <= share <= one.high for one in found])
    assert held > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 400)
    wrong = np.mean([one.low <= abs(share - 0.15) <= one.high for one in found])
    assert wrong < 0.5, "the negative control: another share would be held as often"


def test_undecided_games_are_nobodys() -> None:
    half = Estimate(0.4, 0.35, 0.45, 100)
    whole = Estimate(0.8, 0.7, 0.9, 100)
    assert coin_share(half, 1 / 4, decided=0.5) == coin_share(whole, 1 / 4)
    assert coin_share(Estimate(0.0, 0.0, 0.1, 100), 1 / 4, decided=0.0).high == 1.0


def test_the_first_page_says_how_much_is_luck_and_what_is_assumed(found: LadderResults) -> None:
    first, _ = answers(found)["Does skill pay?"]
    assert "planner, alone among 3 random players, wins 80.6 % of 4,000 games" in first
    assert "Luck: 25.9 % (24.3 to 27.5 %), where 0 is chess and" in first
    assert "any number of players" in SKILL.notes(found)[0]


def test_a_game_of_which_only_random_play_is_known_says_so(found: LadderResults) -> None:
    ladder = ladder_of([], quick=("random", "attacker", "planner"))
    drawn = draw_ladder(replace(ladder, strong=ladder.weak), RATES)
    assert drawn.skill is None
    assert "no strategy but random play" in SKILL.answer(drawn)[0]
    assert "skill.coin_share" not in drawn.figures
    assert all(estimate for estimate in found.estimates.values())


def chart_of(results: LadderResults) -> str:
    [chart] = CONTEST.charts_of(results)
    return " ".join(text.get_text() for text in chart.draw().findobj(Text))


def test_the_chart_tells_all_rungs_and_is_drawn(found: LadderResults) -> None:
    told = chart_of(found)
    assert all("".join(rung.label.split()) in "".join(told.split()) for rung in found.rungs)
    assert "Elo \N{MINUS SIGN}1" in told
    assert "fair, 25 %" in told


def test_long_names_leave_room_for_the_chart() -> None:
    quick = ("random", "planner(attack=0.25, focus=0.6, regain=2, hand=0.1, ready=0.5, block=0.9)")
    rates = {"random": 0.2, "planner": 0.2, "skill": 0.5, "2": 0.3}
    [chart] = CONTEST.charts_of(draw_ladder(ladder_of([2], quick=quick), rates))
    for narrow in (False, True):
        drawing = chart.draw(narrow=narrow)
        assert faults(drawing) == []
        assert drawing.axes[0].get_position().width > 0.3


Numbers = Any
#: Returns the winning seat, given what each source gives: arrays of uniform numbers.
Game = Callable[[Numbers, Numbers, Numbers], Numbers]


def cross(game: Game, units: int, players: int, seed: int) -> CrossedGames:
    """Play games and partners of a game that is known."""
    source = np.random.default_rng(seed)
    opening, later, play = source.random((3, units, GAMES_A_UNIT))
    # Each partner shares one source with the first.
    for place, shared in enumerate((opening, later, play), 1):
        shared[:, place] = shared[:, 0]
    winners = game(opening, later, play)
    wins = (winners[..., None] == np.arange(players)) * whole_win(2)
    return CrossedGames("planner", wins.astype(np.int64))


def by_opening(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    return (opening * 4).astype(int)


def by_most(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    """Of three fair coins the side that most show; each coin alone decides a quarter."""
    return ((opening > 0.5).astype(int) + (later > 0.5) + (play > 0.5) >= 2).astype(int)


def by_both(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    """Whether two coins agree, of which neither alone tells anything."""
    return ((opening > 0.5) == (later > 0.5)).astype(int)


def by_seat(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    """Seat 1 wins 60 %, seat 2 40 %: of 1/2 variance of both seats 2 x 0.01 is the seats'."""
    return (play > 0.6).astype(int)


KNOWN: list[tuple[Game, int, dict[str, float]]] = [
    (by_opening, 4, {"seat": 0, "opening": 1, "later": 0, "play": 0, "together": 0}),
    (by_most, 2, {"seat": 0, "opening": 0.25, "later": 0.25, "play": 0.25, "together": 0.25}),
    (by_both, 2, {"seat": 0, "opening": 0, "later": 0, "play": 0, "together": 1}),
    (by_seat, 2, {"seat": 0.04, "opening": 0, "later": 0, "play": 0.96, "together": 0}),
]


@pytest.mark.parametrize(
    ("game", "players", "shares"), KNOWN, ids=["opening", "most", "both", "seat"]
)
def test_shares_and_intervals_are_right(game: Game, players: int, shares: dict[str, float]) -> None:
    times = 200
    found = [split_luck(cross(game, 300, players, seed), 0.95) for seed in range(times)]
    for source, share in shares.items():
        estimates = [one[source] for one in found if one]
        assert len(estimates) == times
        # What is cut off below 0 makes the mean of nothing a little more than nothing.
        assert np.mean([one.value for one in estimates]) == pytest.approx(share, abs=0.05)
        held = np.mean([one.low - 1e-9 <= share <= one.high + 1e-9 for one in estimates])
        assert held > 0.95 - 4 * math.sqrt(0.95 * 0.05 / times), source


def test_with_few_games_the_seats_are_not_credited_with_chance() -> None:
    """Seat 1 wins 90 %: of 0.5 variance of both seats 2 x 0.16 is the seats', with any games."""

    def mostly_first(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
        return (play > 0.9).astype(int)

    found = [split_luck(cross(mostly_first, 4, 2, seed), 0.95) for seed in range(3000)]
    seats = [one["seat"].value for one in found if one]
    assert np.mean(seats) == pytest.approx(0.64, abs=0.015)


def test_a_wrong_share_is_noticed() -> None:
    """The negative control: where the opening decides a quarter, a half is out of reach."""
    found = split_luck(cross(by_most, 1000, 2, 1), 0.95)
    assert found
    assert found["opening"].high < 0.5
    assert found["opening"].low > 0


def test_partners_that_share_nothing_show_nothing() -> None:
    crossed = cross(by_opening, 2000, 4, 1)
    wins = crossed.wins.copy()
    wins[:, 1] = np.roll(wins[:, 1], 1, axis=0)
    found = split_luck(CrossedGames("planner", wins), 0.95)
    assert found
    assert found["opening"].value < 0.05
    assert found["together"].value > 0.9


def test_where_everybody_wins_alike_there_is_nothing_to_split() -> None:
    assert split_luck(CrossedGames("planner", np.zeros((50, 4, 3), np.int64)), 0.95) == {}


def test_of_few_games_that_went_alike_nothing_is_certain() -> None:
    def first(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
        return np.zeros_like(opening).astype(int)

    for game in (by_opening, first):
        found = split_luck(cross(game, 4, 4, 1), 0.95)
        assert found
        assert all(share.high - share.low > 0.5 for share in found.values())
