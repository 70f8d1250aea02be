"""The results of a ladder: Elo, where more thinking stops paying, skill and the sources of luck."""

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
from reports.ladder import first_page, thinking
from reports.ladder.document import CONTEST, SKILL
from reports.ladder.luck import split_luck
from reports.ladder.results import LadderResults
from reports.tournament.strengths import Group, fit
from reports.writing import wording
from reports.writing.document import Table
from simulate.play.extra_runs import GAMES_A_UNIT, CrossedGames
from simulate.play.tally import whole_win
from strategies import find_strategy
from tests.helpers.contests import draw_ladder, ladder_of
from tests.reports.test_charts import faults

RATES = {"random": 0.05, "attacker": 0.15, "2": 0.30, "8": 0.50, "skill": 0.80}


@pytest.fixture(scope="module")
def results() -> LadderResults:
    return draw_ladder(ladder_of([2, 8], games=4000, slow_games=1000), RATES)


def answers(results: LadderResults) -> dict[str, list[str]]:
    """Return the sentences of the report by question, without those of the first page."""
    questions = CONTEST.answered_questions(results)
    return {question.text(results): list(question.answer(results)) for question in questions}


def test_rungs_are_sorted_by_win_rate_with_the_reference_at_the_fair_share(
    results: LadderResults,
) -> None:
    labels = [rung.label for rung in results.rungs]
    assert labels == [
        "search(rollouts=8, playout=random)",
        "search(rollouts=2, playout=random)",
        "planner",
        "attacker",
        "random",
    ]
    words = [rung.compared.word for rung in results.rungs if rung.compared]
    assert words == ["above", "above", "below", "below"]
    reference = results.rung("planner")
    assert (reference.win_rate.value, reference.elo.value, reference.games) == (0.25, 0.0, 0)
    assert results.rung("random").from_fair.value == pytest.approx(-0.20, abs=0.02)


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


def test_win_rates_on_the_same_deals_are_correlated_like_their_deals(
    results: LadderResults,
) -> None:
    quick, slow = (
        results.run.lineup_run(results.rung(spec).strategy, results.design.reference)
        for spec in ("attacker", "random")
    )
    exact = np.corrcoef(quick.wins[:, 0], slow.wins[:, 0])[0, 1]
    lowered = exact - 4 / len(quick.wins)
    assert wins_correlation(quick, slow) == pytest.approx(lowered)
    # One of two line-ups may play fewer deals.
    few = replace(slow, wins=quick.wins[:500])
    expected = math.sqrt(500 / len(quick.wins))
    assert wins_correlation(quick, few) == pytest.approx(expected, abs=0.1)


def test_the_elo_of_a_rung_follows_from_its_wins_and_agrees_with_tournaments(
    results: LadderResults,
) -> None:
    for rung in results.rungs:
        if rung.kind != "reference":
            won = rung.win_rate.value
            by_hand = 400 * math.log10(won / (1 - won) * 3)
            assert rung.elo.value == pytest.approx(by_hand, abs=1e-6)
            assert rung.elo.low < rung.elo.value < rung.elo.high
            # The fit of a tournament adds half a win to each strategy, which hardly matters here.
            played = results.run.lineup_run(rung.strategy, results.design.reference)
            group = Group(np.array([1.0, 3.0]), played.wins / whole_win(2))
            fitted = fit([group], lambda terms: np.eye(2)).values
            assert ELO * (fitted[0] - fitted[1]) == pytest.approx(rung.elo.value, abs=1.5)


def test_the_elo_of_a_rung_that_never_won_is_a_bound() -> None:
    results = draw_ladder(ladder_of([], quick=("random", "planner")), {"random": 0.0, "skill": 1.0})
    assert results.rung("random").elo.low == -math.inf
    assert results.width
    assert results.width.low > 300
    assert "more than" in SKILL.answer(results)[1]
    assert results.skill
    assert (results.skill.coin_share.value, results.skill.coin_share.low) == (0.0, 0.0)
    assert wording.elo(results.rung("random").elo).startswith("below \N{MINUS SIGN}")


def test_the_width_of_a_ladder_is_the_elo_from_random_to_the_largest_budget(
    results: LadderResults,
) -> None:
    width, true = results.width, 400 * math.log10((0.5 / 0.5 * 3) / (0.05 / 0.95 * 3))
    assert width
    assert width.low < true < width.high
    assert "From random up to search(rollouts=8, playout=random)" in SKILL.answer(results)[1]


def thinking_of(rates: dict[str, float], games: int, seed: int = 1) -> LadderResults:
    ladder = ladder_of([2, 8, 32], 2, 100, games, quick=("planner",))
    return draw_ladder(ladder, {"skill": 0.9, **rates}, seed)


@pytest.mark.parametrize(
    ("last", "games", "verdict", "budget", "sentence"),
    [
        # Each budget is beaten by a larger one.
        (("0.5", "0.6"), 4000, "still pays", 32, "More thinking still pays at 32 rollouts"),
        # No larger budget can be much better.
        (("0.6", "0.6"), 60_000, "stops", 8, "More thinking stops paying at 8 rollouts"),
        (("0.6", "0.6"), 1000, "not told", 8, "is not clear with so few games: no budget above 8"),
    ],
)
def test_the_budget_at_which_thinking_stops_paying_is_named_if_it_is_known(
    last: tuple[str, str], games: int, verdict: str, budget: int, sentence: str
) -> None:
    results = thinking_of({"2": 0.4, "8": float(last[0]), "32": float(last[1])}, games)
    assert results.thinking
    assert (results.thinking.verdict, results.thinking.budget) == (verdict, budget)
    [answer] = answers(results)["Does more thinking pay?"]
    assert sentence in answer


def test_the_stated_number_of_games_reaches_the_margin() -> None:
    rates = {"2": 0.4, "8": 0.6, "32": 0.6}
    few = thinking_of(rates, 1000).thinking
    assert few
    enough = thinking_of(rates, thinking.games_for_margin(few.beyond[0], 1000)).thinking
    assert enough
    difference = enough.beyond[0].difference
    assert (difference.high - difference.low) / 2 == pytest.approx(0.02, rel=0.1)


def test_a_win_rate_is_given_only_if_no_other_rung_may_be_as_strong(results: LadderResults) -> None:
    [clear, *_] = answers(results)["How strong is strong?"]
    assert "is strongest: alone among 3 planner players it wins 52.7% of" in clear
    even = thinking_of({"2": 0.6, "8": 0.6, "32": 0.6}, 400)
    [close, *_] = answers(even)["How strong is strong?"]
    assert " wins most against planner, but " in close
    assert close.endswith(" may be as strong.")
    assert not re.search(r"\d%", close), "the highest of several win rates is too high"


@pytest.mark.parametrize("games", [4, 1_000])
def test_no_strategy_is_reported_to_win_more_without_a_clear_advantage(games: int) -> None:
    rates = {"random": 0.01, "attacker": 0.01, "2": 0.01, "skill": 0.3}
    results = draw_ladder(ladder_of([2], games=games, slow_games=games), rates)
    [answer, *_] = answers(results)["How strong is strong?"]
    assert answer.startswith("No strategy clearly wins more than a fair share ")


def test_the_larger_of_equal_budgets_is_rarely_called_better() -> None:
    """At 95%, one draw in twenty may have a clear difference in any of its three pairs."""
    claims = 0
    for seed in range(400):
        results = thinking_of(dict.fromkeys(("2", "8", "32"), 0.5), 200, seed)
        assert results.thinking
        claims += any(step.compared.word == "above" for step in results.thinking.steps)
    assert claims / 400 < 0.05 + 4 * math.sqrt(0.05 * 0.95 / 400)


def test_budgets_are_compared_deal_by_deal() -> None:
    """If strategies have the same luck in a deal, the interval of their difference is narrower."""
    ladder = ladder_of([2, 8], 2, 100, 2000, quick=("planner",))
    rates = {"2": 0.5, "8": 0.5, "skill": 0.9}
    widths = []
    for alike in (0.95, 0.0):
        results = draw_ladder(ladder, rates, alike=alike).thinking
        assert results
        [step] = results.steps
        widths.append(step.difference.high - step.difference.low)
    assert widths[0] < widths[1] / 3


@pytest.mark.parametrize("budgets", [[], [2]])
def test_fewer_than_two_budgets_are_not_compared(budgets: list[int]) -> None:
    ladder = ladder_of(budgets, 2, quick=("random", "planner"))
    results = draw_ladder(ladder, {"2": 0.5, "random": 0.1, "skill": 0.9})
    assert results.thinking is None
    assert list(answers(results)) == ["Does skill pay?", "How strong is strong?"]


def part_lottery(share: float, players: int, source: np.random.Generator) -> Estimate:
    """Draw games that are partly a lottery, and return the better player's win rate."""
    is_lottery = source.random(500) < share
    won = int(np.where(is_lottery, source.random(500) < 1 / players, True).sum())
    return rate(DealSums(500, won, won, 1))


@pytest.mark.parametrize("players", [2, 4, 6, 10])
@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
def test_the_share_of_luck_is_the_share_of_lottery_games(share: float, players: int) -> None:
    source = np.random.default_rng(7)
    rates = [part_lottery(share, players, source) for _ in range(400)]
    shares = [coin_share(win_rate, 1 / players) for win_rate in rates]
    assert np.mean([luck.value for luck in shares]) == pytest.approx(share, abs=0.02)
    held = np.mean([luck.low <= share <= luck.high for luck in shares])
    assert held > 0.95 - 4 * math.sqrt(0.95 * 0.05 / 400)
    wrong = np.mean([luck.low <= abs(share - 0.15) <= luck.high for luck in shares])
    assert wrong < 0.5, "the negative control: another share would be held as often"


def test_undecided_games_count_for_no_strategy() -> None:
    half = Estimate(0.4, 0.35, 0.45, 100)
    whole = Estimate(0.8, 0.7, 0.9, 100)
    assert coin_share(half, 1 / 4, decided=0.5) == coin_share(whole, 1 / 4)
    assert coin_share(Estimate(0.0, 0.0, 0.1, 100), 1 / 4, decided=0.0).high == 1.0


def test_the_first_page_reports_luck_and_its_assumptions(results: LadderResults) -> None:
    first, _ = answers(results)["Does skill pay?"]
    assert "planner, alone among 3 random players, wins 80.6% of 4,000 games" in first
    assert "Luck decides 25.9% (24.3 to 27.5%) of games between them." in first
    assert "any number of players" in SKILL.notes(results)[0]


def test_a_game_with_random_as_its_only_strategy_has_no_skill(results: LadderResults) -> None:
    ladder = ladder_of([], quick=("random", "attacker", "planner"))
    drawn = draw_ladder(replace(ladder, strong=ladder.weak), RATES)
    assert drawn.skill is None
    assert "no strategy but random play" in SKILL.answer(drawn)[0]
    assert "skill.coin_share" not in drawn.figures
    assert all(estimate for estimate in results.estimates.values())


@pytest.mark.parametrize(
    ("rate", "skill", "luck"),
    [
        (0.25, "Too few games to tell. One good player among three beginners wins ", None),
        (0.28, "Hardly. ", "about 72 games in 100"),
        (0.8, "Yes. ", "about 20 games in 100"),
        (0.99, "Yes. ", "about 1 game in 100"),
        (1.0, "Yes. ", "hardly any game"),
        (0.0, "No. ", None),
    ],
)
def test_luck_is_what_lets_weaker_players_win(rate: float, skill: str, luck: str | None) -> None:
    ladder = ladder_of([2, 8], games=4000, slow_games=100)
    drawn = draw_ladder(ladder, {**RATES, "skill": rate})
    first, *second = first_page.describe_skill_and_luck(drawn)
    assert first.startswith(skill)
    # Without a clear advantage of the better player, luck may let anybody win any number of games.
    expected = []
    if luck:
        expected = [f"The beginners together win {luck}; by luck alone, 75."]
        won = round(100 * (1 - drawn.skill.win_rate.value))  # type: ignore[union-attr]
        expected = [text.replace("72", str(won)).replace("20", str(won)) for text in expected]
    assert second == expected
    every_sentence = " ".join(text for texts in answers(drawn).values() for text in texts)
    assert "chess" not in every_sentence


def test_a_strategy_that_thinks_ahead_is_named_by_its_tries_if_nothing_else_was_chosen(
    results: LadderResults,
) -> None:
    rung = results.rungs[0]
    assert first_page.name_rung(rung) == "search(rollouts=8, playout=random)"
    search = find_strategy("search", "snorkeling")
    for tries, name in ((8, "search with 8 tries"), (1, "search with 1 try")):
        plain = replace(rung, strategy=search.with_values({"rollouts": tries}), budget=tries)
        assert first_page.name_rung(plain) == name
    assert first_page.name_rung(results.rung("planner")) == "planner"


def test_the_first_page_names_all_strategies_that_may_be_strongest_if_none_is_clear() -> None:
    equal = thinking_of({"2": 0.6, "8": 0.6, "32": 0.6}, 400)
    [sentence] = first_page.describe_strongest(equal)
    assert sentence == "Too few games to tell: 3 strategies may be the best."
    two = thinking_of({"2": 0.4, "8": 0.6, "32": 0.6}, 4000)
    [sentence] = first_page.describe_strongest(two)
    assert sentence.startswith("Search(rollouts=")
    assert " or search(rollouts=" in sentence
    assert sentence.endswith("; not clear which.")
    weak = draw_ladder(
        ladder_of([2], games=400, slow_games=400),
        {"random": 0.01, "attacker": 0.01, "2": 0.01, "skill": 0.3},
    )
    assert first_page.describe_strongest(weak) == ["planner: no other strategy clearly wins more."]


def test_the_heading_and_the_precision_treat_styles_and_search_separately(
    results: LadderResults,
) -> None:
    assert first_page.describe_games(results) == (
        "4,000 games each, 1,000 with search \N{MIDDLE DOT} against good players (style: planner)"
    )
    styles, slow = first_page.describe_trust(results)
    assert styles == "With more games, wins could still change by about 1.2 in 100."
    assert slow == "Search played only 1,000 games, hence its wide range."


def test_the_first_page_of_a_ladder_has_at_most_24_lines(results: LadderResults) -> None:
    findings = CONTEST.make_findings(results)
    [_, best, *_] = findings.answers
    [strongest, *_] = best.items
    wins = "It wins 53 \N{PLUS-MINUS SIGN} 4 of 100 games."
    assert strongest.text == f"search(rollouts=8, playout=random). {wins}"
    [table] = best.first_page
    assert isinstance(table, Table)
    assert [row[2].text for row in table.rows] == [
        "stronger",
        "stronger",
        "(the others play it)",
        "",
    ]
    assert table.rows[-1][0].text == "and 2 more"
    # A thorough ladder simulates 400 games with 16 + 64 rollouts, this one 1,000 with 2 + 8.
    purposes = [step.purpose for step in findings.next_steps]
    assert purposes == ["Be surer", "Compare styles"]


@pytest.mark.parametrize(
    ("last", "games", "start"),
    [
        (0.60, 4000, "Yes. With 32 tries, "),
        (0.50, 60_000, "Hardly"),
        (0.5, 1000, "Too few games to tell"),
    ],
)
def test_the_verdict_on_thinking_is_that_it_pays_hardly_pays_or_is_unknown(
    last: float, games: int, start: str
) -> None:
    ladder = ladder_of([2, 8, 32], games=games, slow_games=games)
    drawn = draw_ladder(ladder, {**RATES, "32": last})
    sentence, meaning = first_page.describe_thinking(drawn)
    assert sentence.startswith(start)
    assert meaning == "In a try, search plays each possible move on to the end, in its head."


def chart_of(results: LadderResults) -> str:
    [chart] = CONTEST.charts_of(results)
    return " ".join(text.get_text() for text in chart.draw().findobj(Text))


def test_the_chart_names_all_rungs(results: LadderResults) -> None:
    text = chart_of(results)
    assert all("".join(rung.label.split()) in "".join(text.split()) for rung in results.rungs)
    assert all(wording.share_of(rung.win_rate) in text for rung in results.rungs if rung.games)
    assert "25% is fair" in text


def test_long_names_leave_room_for_the_chart() -> None:
    quick = ("random", "planner(attack=0.25, focus=0.6, regain=2, hand=0.1, ready=0.5, block=0.9)")
    rates = {"random": 0.2, "planner": 0.2, "skill": 0.5, "2": 0.3}
    [chart] = CONTEST.charts_of(draw_ladder(ladder_of([2], quick=quick), rates))
    for narrow in (False, True):
        drawing = chart.draw(narrow=narrow)
        assert faults(drawing) == []
        assert drawing.axes[0].get_position().width > 0.3


Numbers = Any
#: A function that returns the winning seats, from arrays of random numbers of each source of luck.
Game = Callable[[Numbers, Numbers, Numbers], Numbers]


def cross(game: Game, units: int, players: int, seed: int) -> CrossedGames:
    """Draw games of a game whose sources of luck are known, and further games that share one."""
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
    """Return the side shown by most of three fair coins; each coin alone decides a quarter."""
    return ((opening > 0.5).astype(int) + (later > 0.5) + (play > 0.5) >= 2).astype(int)


def by_both(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    """Return 1 if two coins show the same side; neither coin alone explains anything."""
    return ((opening > 0.5) == (later > 0.5)).astype(int)


def by_seat(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
    """Seat 1 wins 60%, seat 2 40%: seats explain 2 x 0.01 of the total variance of 1/2."""
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
def test_shares_of_luck_are_unbiased_and_their_intervals_have_nominal_coverage(
    game: Game, players: int, shares: dict[str, float]
) -> None:
    times = 200
    luck = [split_luck(cross(game, 300, players, seed), 0.95) for seed in range(times)]
    for source, share in shares.items():
        estimates = [split[source] for split in luck if split]
        assert len(estimates) == times
        # Estimates are cut off at 0, so the mean for a share of 0 is a little above 0.
        assert np.mean([estimate.value for estimate in estimates]) == pytest.approx(share, abs=0.05)
        held = np.mean(
            [estimate.low - 1e-9 <= share <= estimate.high + 1e-9 for estimate in estimates]
        )
        assert held > 0.95 - 4 * math.sqrt(0.95 * 0.05 / times), source


def test_the_share_of_seats_is_unbiased_with_few_games() -> None:
    """Seat 1 wins 90%: seats explain 2 x 0.16 of the total variance of 0.5."""

    def mostly_first(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
        return (play > 0.9).astype(int)

    splits = [split_luck(cross(mostly_first, 4, 2, seed), 0.95) for seed in range(3000)]
    seats = [shares["seat"].value for shares in splits if shares]
    assert np.mean(seats) == pytest.approx(0.64, abs=0.015)


def test_the_interval_of_a_share_of_luck_excludes_a_wrong_value() -> None:
    """The negative control: if the opening decides a quarter, the interval excludes a half."""
    shares = split_luck(cross(by_most, 1000, 2, 1), 0.95)
    assert shares
    assert shares["opening"].high < 0.5
    assert shares["opening"].low > 0


def test_unrelated_games_give_no_share_of_luck() -> None:
    crossed = cross(by_opening, 2000, 4, 1)
    wins = crossed.wins.copy()
    wins[:, 1] = np.roll(wins[:, 1], 1, axis=0)
    shares = split_luck(CrossedGames("planner", wins), 0.95)
    assert shares
    assert shares["opening"].value < 0.05
    assert shares["together"].value > 0.9


def test_luck_is_not_split_if_all_seats_win_equally() -> None:
    assert split_luck(CrossedGames("planner", np.zeros((50, 4, 3), np.int64)), 0.95) == {}


def test_a_few_equal_games_leave_wide_intervals() -> None:
    def first(opening: Numbers, later: Numbers, play: Numbers) -> Numbers:
        return np.zeros_like(opening).astype(int)

    for game in (by_opening, first):
        shares = split_luck(cross(game, 4, 4, 1), 0.95)
        assert shares
        assert all(share.high - share.low > 0.5 for share in shares.values())
