"""Who plays whom, and what the statistics of a tournament say of known truths."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import comb
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm

from reports.run.results import Results
from reports.tournament import bradley_terry, equilibrium
from reports.tournament.results import TournamentResults, check_targets
from reports.tournament.sentences import findings, listed
from reports.tournament.tables import COLUMNS, make_tournament_tables, summarise_tournament
from simulate import tournament as playing
from simulate.errors import UsageError
from simulate.run import play
from simulate.study import Study
from simulate.tournament import Tournament, play_tournament
from strategies import find_strategy
from tests.tournaments import Numbers, by_matrix, draw_run, luce, tournament_of

# Numba warns wherever it compiles a strategy in a seat; pytest resets the filter of the kernel.
pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep statsmodels from collecting garbage at every correction, which takes 0.3 s."""
    monkeypatch.setattr("gc.collect", lambda: 0)


#: Where the share of 95 % intervals that hold the truth must lie.
BAND = (0.935, 0.965)


def tournament_in(game: str, players: int, games: int, *specs: str) -> Tournament:
    study = Study(game=game, variant="base", players=players, games=games, seed=5, lineup=())
    return Tournament(study, tuple(find_strategy(spec, game) for spec in specs))


# Who plays whom ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strategies", "players", "lineups"),
    [
        (8, 4, comb(8, 4) * 6),
        (7, 2, comb(7, 2)),
        (4, 4, 6),
        (3, 4, 3 * 3),  # aabc as a a b c, a a c b and a b a c
        (2, 4, 2),  # aabb and abab
        (2, 2, 1),
    ],
)
def test_all_mixed_lineups_are_as_even_as_can_be_and_differ_by_more_than_rotation(
    strategies: int, players: int, lineups: int
) -> None:
    tournament = tournament_of("abcdefgh"[:strategies], players)
    found = tournament.mixed
    assert len(found) == tournament.mixed_possible == lineups
    for places in found:
        seats = Counter(places)
        assert len(seats) == min(strategies, players)
        assert max(seats.values()) - min(seats.values()) <= 1
    turned = {min(p[k:] + p[:k] for k in range(players)) for p in found}
    assert len(turned) == lineups
    met = Counter(number for places in found for number in places)
    assert len(set(met.values())) == 1


def test_of_too_many_lineups_as_many_different_ones_are_drawn_by_the_seed() -> None:
    tournament = tournament_of([f"s{n}" for n in range(12)], 4)
    assert tournament.mixed_possible == comb(12, 4) * 6
    assert len(set(tournament.mixed)) == playing.MOST_MIXED
    assert all(len(set(places)) == 4 for places in tournament.mixed)
    again = replace(tournament)
    assert again.mixed == tournament.mixed
    other = replace(tournament, study=replace(tournament.study, seed=2))
    assert other.mixed != tournament.mixed
    met = Counter(number for places in tournament.mixed for number in places)
    assert min(met.values()) > 100  # of 167 expected


def test_mixed_lineups_play_deals_of_their_own_and_as_many_games_as_the_rows() -> None:
    tournament = tournament_of("abcde", 4, games=1000)
    cells = len(tournament.cells)
    assert cells == 20
    assert {len(tournament.deals_of(n)) for n in range(cells)} == {250}
    mixed = [set(tournament.deals_of(n)) for n in range(cells, len(tournament.lineups))]
    assert sum(map(len, mixed)) == len(set.union(*mixed))
    a_row, mixed_games = 4 * 1000, tournament.games - cells * 1000
    assert mixed_games * 4 / 5 == pytest.approx(a_row, rel=0.1)


@pytest.mark.parametrize("names", ["a", "aa", "aba"])
def test_fewer_than_two_strategies_or_one_twice_are_refused(names: str) -> None:
    with pytest.raises(UsageError):
        tournament_of(names, 4)


# Playing ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small() -> Tournament:
    return tournament_in("snorkeling", 3, 120, "random", "attacker", "closer", "eager")


def test_neither_passes_nor_jobs_change_what_is_found(small: Tournament) -> None:
    once = play_tournament(small, jobs=1, passes=1)
    often = play_tournament(small, jobs=2, passes=4)
    assert once.tally_id == often.tally_id
    for one, other in zip(once.cells + once.mixed, often.cells + often.mixed, strict=True):
        assert one.places == other.places
        assert np.array_equal(one.wins, other.wins)
    assert once.games == small.games


def test_a_cell_is_what_a_run_of_its_lineup_gives(small: Tournament) -> None:
    results = TournamentResults(play_tournament(small))
    study = replace(small.study, lineup=("closer", "attacker", "attacker"))
    lineup = [find_strategy(spec, "snorkeling") for spec in study.lineup]
    run = Results(play(study, lineup))
    assert results.matrix[2][1] == run.estimate("strategies.closer.win_rate")
    assert results.played(2, 1).tally.sums == run.run.tally.sums
    assert results.played(2, 1).tally.squares == run.run.tally.squares


def test_an_interrupted_tournament_is_a_smaller_one(small: Tournament) -> None:
    calls = 0

    def press(_: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 2 * len(small.lineups) + 3:
            raise KeyboardInterrupt

    run = play_tournament(small, passes=4, watch=press)
    assert run.interrupted
    assert {len(played.wins) for played in run.cells} == {20}  # of 40 deals
    whole = play_tournament(small)
    for part, all_of_it in zip(run.cells + run.mixed, whole.cells + whole.mixed, strict=True):
        assert np.array_equal(part.wins, all_of_it.wins[: len(part.wins)])
        assert part.tally.deals == len(part.wins)


def test_interrupted_before_the_first_pass_there_is_nothing(small: Tournament) -> None:
    def press(_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_tournament(small, watch=press)


def test_the_diagonal_is_the_fair_share_exactly(small: Tournament) -> None:
    results = TournamentResults(play_tournament(small))
    for number in range(4):
        cell = results.matrix[number][number]
        assert (cell.value, cell.low, cell.high) == (1 / 3, 1 / 3, 1 / 3)


# Bradley and Terry ------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 5, 12])
def test_strengths_are_those_of_a_logistic_regression(size: int) -> None:
    source = np.random.default_rng(size)
    truth = source.normal(0, 1.5, size)
    wins = np.zeros((size, size))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    signs, outcomes = np.zeros((len(pairs), size)), np.zeros((len(pairs), 2))
    for row, (a, b) in enumerate(pairs):
        wins[a, b] = 1 + source.binomial(500, 1 / (1 + np.exp(truth[b] - truth[a])))
        wins[b, a] = 502 - wins[a, b]
        signs[row, a], signs[row, b] = 1, -1
        outcomes[row] = wins[a, b], wins[b, a]
    groups = [
        bradley_terry.Group(np.array([0.0 + (n == b) for n in range(size)]), row[None])
        for b in range(size)
        for row in [wins[:, b]]
    ]
    found = bradley_terry.fit(groups, lambda terms: np.eye(size)).values
    model = sm.GLM(outcomes, signs[:, 1:], family=sm.families.Binomial())
    with np.errstate(all="ignore"):
        if size > 2:
            fitted = np.concatenate([[0.0], model.fit().params])
        else:  # one pair and one strength: the odds themselves
            fitted = np.array([0.0, np.log(wins[1, 0] / wins[0, 1])])
    assert found == pytest.approx(fitted - fitted.mean(), abs=1e-6)


def coverage(
    players: int, games: int, alike: float, studies: int, strengths: tuple[float, ...]
) -> tuple[float, float, float]:
    """Return how often intervals hold the truth: of Elo, of win rates, of Elo by single games."""
    source = np.random.default_rng(players)
    tournament = tournament_of("abcdefgh"[: len(strengths)], players, games)
    chances = luce(strengths)
    elos = 1500 + bradley_terry.ELO * (np.array(strengths) - np.mean(strengths))
    won, seats = np.zeros(len(strengths)), np.zeros(len(strengths))
    for places in tournament.mixed:
        rotations = playing._rotations(places)
        for number, share in zip(dict.fromkeys(places), chances(places), strict=True):
            won[number] += share * rotations
            seats[number] += places.count(number) * rotations
    held: dict[str, list[bool]] = {"elo": [], "rate": [], "single": []}
    for _ in range(studies):
        run = draw_run(tournament, chances, source, alike)
        results = TournamentResults(run)
        naive = TournamentResults(replace(run, mixed=tuple(map(as_single_games, run.mixed))))
        for number, truth in enumerate(elos):
            elo, single = results.elos[number], naive.elos[number]
            assert elo
            assert single
            rate, expected = results.win_rate(number), won[number] / seats[number]
            held["elo"].append(elo.low <= truth <= elo.high)
            held["rate"].append(rate.low <= expected <= rate.high)
            held["single"].append(single.low <= truth <= single.high)
    return (
        float(np.mean(held["elo"])),
        float(np.mean(held["rate"])),
        float(np.mean(held["single"])),
    )


def as_single_games(played: Any) -> Any:
    """Treat every win on a deal as a deal of its own."""
    wins = played.wins // 60
    rows = [np.eye(wins.shape[1], dtype=np.int16)[n] for deal in wins for n, k in enumerate(deal)
            for _ in range(k)]  # fmt: skip
    return replace(
        played,
        wins=60 * np.array(rows, np.int16),
        tally=replace(played.tally, deals=len(rows)),
        figures=replace(played.figures, rotations=1),
    )


@pytest.mark.parametrize(
    ("players", "games", "alike", "strengths"),
    [(2, 40, 0.0, (0.0, 0.5, 1.0, 1.5)), (4, 40, 0.6, (0.0, 0.3, 0.6, 1.0, 1.6))],
)
def test_intervals_of_elo_and_win_rate_hold_known_strengths_as_often_as_they_say(
    players: int, games: int, alike: float, strengths: tuple[float, ...]
) -> None:
    elo, rate, single = coverage(players, games, alike, 250, strengths)
    assert BAND[0] <= elo <= BAND[1]
    assert BAND[0] <= rate <= BAND[1]
    if alike:  # negative control: games that share a deal are not independent
        assert single < BAND[0] - 0.05


def test_drawn_lineups_make_intervals_hold_the_mean_of_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strengths = tuple(np.linspace(0, 3, 7))
    everyone = tournament_of("abcdefg", 4, 160)
    chances, source = luce(strengths), np.random.default_rng(8)
    met = [(places, chances(places)) for places in everyone.mixed]
    truth = [np.mean([s[p.index(n)] for p, s in met if n in p]) for n in range(7)]
    monkeypatch.setattr(playing, "MOST_MIXED", 40)
    held, naive = [], []
    for seed in range(250):
        tournament = replace(everyone, study=replace(everyone.study, seed=seed))
        assert (len(tournament.mixed), tournament.mixed_possible) == (40, 210)
        run = draw_run(tournament, chances, source)
        results = TournamentResults(run)
        for n in range(7):
            rate = results.win_rate(n)
            held.append(rate.low <= truth[n] <= rate.high)
        monkeypatch.setattr(Tournament, "mixed_possible", 40)
        fixed = TournamentResults(run)
        for n in range(7):
            rate = fixed.win_rate(n)
            naive.append(rate.low <= truth[n] <= rate.high)
        monkeypatch.undo()
        monkeypatch.setattr(playing, "MOST_MIXED", 40)
    assert BAND[0] <= np.mean(held) <= BAND[1]
    assert np.mean(naive) < BAND[0] - 0.05  # negative control: as if these were all


def test_who_won_nothing_or_everything_has_no_elo_and_the_others_have() -> None:
    tournament = tournament_of("abc", 2, 100)
    run = draw_run(tournament, luce((0.0, 0.0, -800.0)), np.random.default_rng(1))
    results = TournamentResults(run)
    last = results.ranking[2]
    assert (last.strategy, last.elo) == (2, None)
    elos = [ranked.elo.value for ranked in results.ranking[:2] if ranked.elo]
    assert sum(elos) / 2 == pytest.approx(1500)
    assert summarise_tournament(results)["ranking"][2]["elo"] is None


# What survives ----------------------------------------------------------------------

RINGS = {
    "mild": [[0.5, 0.45, 0.55], [0.55, 0.5, 0.45], [0.45, 0.55, 0.5]],
    "strong": [[0.5, 0.1, 0.9], [0.9, 0.5, 0.1], [0.1, 0.9, 0.5]],
    "losing more than winning": [[0.25, 0.05, 0.3], [0.3, 0.25, 0.05], [0.05, 0.3, 0.25]],
}


@pytest.mark.parametrize("payoffs", RINGS.values(), ids=list(RINGS))
def test_rock_paper_scissors_leaves_three_equal_styles(payoffs: list[list[float]]) -> None:
    shares = equilibrium.shares(np.array(payoffs))
    assert shares == pytest.approx([1 / 3] * 3, abs=0.002)
    assert equilibrium.effective_number(shares) == pytest.approx(3, abs=0.001)


def test_an_uneven_ring_has_the_shares_of_its_equilibrium() -> None:
    payoffs = np.array([[0.5, 0.4, 0.8], [0.6, 0.5, 0.45], [0.2, 0.55, 0.5]])
    shares = equilibrium.shares(payoffs)
    gains = payoffs @ shares
    assert gains == pytest.approx([gains[0]] * 3, abs=1e-4)
    assert shares == pytest.approx([1 / 9, 6 / 9, 2 / 9], abs=0.002)


def test_a_dominant_style_is_left_alone() -> None:
    payoffs = np.array([[0.25, 0.27, 0.3], [0.2, 0.25, 0.6], [0.2, 0.1, 0.25]])
    shares = equilibrium.shares(payoffs)
    assert shares.tolist() == [1, 0, 0]
    assert equilibrium.effective_number(shares) == 1


def test_styles_that_gain_where_they_are_rare_live_side_by_side() -> None:
    shares = equilibrium.shares(np.array([[0.25, 0.4], [0.3, 0.25]]))
    # Equal gains: 0.25 x + 0.4 (1 - x) = 0.3 x + 0.25 (1 - x).
    assert shares == pytest.approx([0.75, 0.25], abs=0.001)


def test_equal_styles_stay_equally_common_and_scale_does_not_matter() -> None:
    assert equilibrium.shares(np.full((4, 4), 0.25)) == pytest.approx([0.25] * 4)
    ring = np.array(RINGS["mild"])
    assert equilibrium.shares(0.5 + (ring - 0.5) / 100) == pytest.approx([1 / 3] * 3, abs=0.002)


def ring(size: int, edge: float = 0.3) -> Numbers:
    """Make a matrix for two players in which each beats the next, and else all is even."""
    rates = np.full((size, size), 0.5)
    for one in range(size):
        rates[one, (one + 1) % size] += edge
        rates[(one + 1) % size, one] -= edge
    return rates


def drawn(rates: Any, players: int = 2, games: int = 1000, **more: Any) -> TournamentResults:
    tournament = tournament_of("abcdefgh"[: len(rates)], players, games, **more)
    return TournamentResults(draw_run(tournament, by_matrix(rates), np.random.default_rng(3)))


def test_a_ring_is_found_and_told() -> None:
    results = drawn(ring(3))
    assert results.cycles == [(0, 1, 2)]
    assert results.effective_styles.value == pytest.approx(3, abs=0.1)
    assert results.effective_styles.low > 2.5
    assert not results.never_pays
    told = " ".join(findings(results))
    assert "As in rock, paper, scissors: a beats b beats c beats a." in told
    assert "No style is told to beat all others." in told
    assert "Of no style is it told that it never pays." in told


def test_a_ring_of_four_is_found_where_there_is_none_of_three() -> None:
    assert drawn(ring(4)).cycles == [(0, 1, 2, 3)]
    assert drawn(ring(5)).cycles == [(0, 1, 2, 3, 4)]


def test_no_ring_is_told_of_chance_or_of_an_order() -> None:
    assert drawn(ring(3, 0.01), games=400).cycles == []
    assert drawn([[0.5, 0.7, 0.8], [0.3, 0.5, 0.6], [0.2, 0.4, 0.5]]).cycles == []


def test_a_style_that_beats_all_is_told_and_one_that_never_pays_is_flagged() -> None:
    rates = [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]]
    results = drawn(rates, players=4, games=2000)
    assert [share.value for share in results.shares] == [1, 0, 0]
    assert (results.effective_styles.value, results.effective_styles.high) == (1, 1)
    assert results.never_pays == [2]
    told = " ".join(findings(results))
    assert "One style beats all others: a, alone at a table of any other strategy" in told
    assert "c never pays: below the fair share against each other strategy" in told


def test_a_style_below_fair_that_keeps_a_share_or_is_not_told_is_not_flagged() -> None:
    # Nobody gains anything alone among others: every style can be what all play.
    apart = drawn([[0.25, 0.2], [0.2, 0.25]], players=4, games=4000)
    assert all(told.word == "below" for told in apart.against_fair.values())
    assert apart.never_pays != [0, 1]
    assert drawn([[0.25, 0.26], [0.24, 0.25]], players=4, games=400).never_pays == []


def test_unfinished_games_lower_the_fair_share_that_cells_are_compared_with() -> None:
    results = drawn([[0.5, 0.5], [0.5, 0.5]], games=2000)
    run = results.run
    cells = []
    for played in run.cells:
        wins = played.wins.copy()
        wins[::2] = 0  # every second deal undecided
        sums = list(played.tally.sums)
        sums[played.figures.single("unfinished")] = 2 * len(wins[::2])
        tally = replace(played.tally, sums=tuple(sums))
        cells.append(replace(played, wins=wins, tally=tally))
    half = TournamentResults(replace(run, cells=tuple(cells)))
    assert half.matrix[0][1].high < 0.3
    assert {told.word for told in half.against_fair.values()} == {"not told"}
    assert any("were still undecided after 10,000 turns" in told for told in findings(half))


# Chance -----------------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_among_equals_something_is_told_in_hardly_more_tournaments_than_one_in_twenty() -> None:
    tournament = tournament_of("abcd", 3, 150)
    source, chances = np.random.default_rng(11), luce((0.0,) * 4)
    cells, pairs, uncorrected = 0, 0, 0
    for _ in range(300):
        results = TournamentResults(draw_run(tournament, chances, source))
        told = results.against_fair.values()
        cells += any(one.word != "not told" for one in told)
        uncorrected += any(one.p_value < 0.05 for one in told)
        pairs += any(pair.told.word != "not told" for pair in results.pairs)
    most = 300 * 0.05 + 4 * (300 * 0.05 * 0.95) ** 0.5
    assert cells <= most
    assert pairs <= most
    assert uncorrected > most  # negative control


def test_a_cell_is_told_from_fair_as_its_interval_says() -> None:
    results = drawn(
        [[0.25, 0.3, 0.27], [0.22, 0.25, 0.26], [0.2, 0.25, 0.25]], players=4, games=800
    )
    for (one, other), told in results.against_fair.items():
        cell = results.matrix[one][other]
        assert (told.p_value < 0.05) == (not cell.low <= 0.25 <= cell.high)
        assert told.p_holm >= told.p_value


def test_ranks_overlap_exactly_where_pairs_are_not_told() -> None:
    strengths = (0.0, 0.02, 1.0, 2.0)
    tournament = tournament_of("abcd", 3, 900)
    results = TournamentResults(draw_run(tournament, luce(strengths), np.random.default_rng(4)))
    assert [ranked.strategy for ranked in results.ranking[:2]] == [3, 2]
    assert [(ranked.best, ranked.worst) for ranked in results.ranking] == [
        (1, 1),
        (2, 2),
        (3, 4),
        (3, 4),
    ]
    assert {results.pair(0, 1).told.word} == {"not told"}
    assert results.pair(3, 0).told.word == "above"
    told = findings(results)[0]
    assert told.startswith("d is on top, and not by chance: d wins ")
    level = TournamentResults(draw_run(tournament, luce((0, 0, 0, 0)), np.random.default_rng(4)))
    assert findings(level)[0].startswith("Who is on top cannot be told from chance: ")


def test_the_correlation_of_cells_on_the_same_deals_is_kept() -> None:
    results = drawn(ring(3), games=400)
    cells = results.run.cells
    same = TournamentResults(
        replace(results.run, cells=(cells[0], replace(cells[0], places=(0, 2)), *cells[2:]))
    )
    covariance = same._cell_covariance
    assert covariance[0, 1] == pytest.approx(covariance[0, 0])
    assert abs(covariance[0, 3]) < 0.2 * covariance[0, 0]


# Figures and tables -----------------------------------------------------------------


def test_every_figure_that_a_target_can_name_has_an_estimate() -> None:
    rates = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]
    results = drawn(rates, tiers=(3, 1, 1))
    strong = results.estimate("tiers.strong.simple")
    assert strong.low < 0.85 < strong.high
    both = (results.matrix[0][1].value + results.matrix[0][2].value) / 2
    assert strong.value == pytest.approx(both)
    assert strong.n == 2000
    assert results.estimate("tiers.simple.simple").value == pytest.approx(0.5, abs=0.05)
    assert results.estimate("matrix.a.b") == results.matrix[0][1]
    assert results.estimate("ranking.a.win_rate") == next(
        ranked.win_rate for ranked in results.ranking if ranked.strategy == 0
    )
    assert results.estimate("ranking.a.elo").value > 1000
    assert results.estimate("equilibrium.a").value == 1
    assert results.estimate("effective_styles").value == 1


@pytest.mark.parametrize("figure", ["tiers.strong.strong", "matrix.a.a", "ranking.z.win_rate"])
def test_a_target_of_a_figure_that_is_not_there_is_refused(figure: str) -> None:
    tournament = tournament_of("abc", 2, tiers=(3, 1, 1), targets={figure: {"min": 0.4}})
    with pytest.raises(UsageError, match="figure"):
        check_targets(tournament)


def test_targets_of_tiers_are_judged_by_their_intervals() -> None:
    targets = {
        "tiers.strong.simple": {"min": 0.7},
        "tiers.simple.strong": {"min": 0.3},
        "matrix.b.c": {"min": 0.601},
    }
    rates = [[0.5, 0.8, 0.9], [0.2, 0.5, 0.6], [0.1, 0.4, 0.5]]
    judged = drawn(rates, tiers=(3, 1, 1), targets=targets).judged()
    assert [one.verdict.word for one in judged] == ["meets", "misses", "undecided"]


def test_tables_have_their_columns_and_say_what_the_json_object_says() -> None:
    results = drawn(ring(3))
    tables, summary = make_tournament_tables(results), summarise_tournament(results)
    assert {name: list(table.columns) for name, table in tables.items()} == {
        name: list(columns) for name, columns in COLUMNS.items() if name != "targets"
    }
    matrix = tables["matrix"].set_index(["strategy", "others"])
    assert matrix.loc[("a", "b"), "win_rate"] == summary["matrix"][0][1]["win_rate"]
    assert summary["matrix"][1][1] == {"win_rate": 0.5, "ci_low": 0.5, "ci_high": 0.5}
    ranking = tables["ranking"]
    assert ranking["strategy"].tolist() == [one["strategy"] for one in summary["ranking"]]
    assert ranking["elo"].tolist() == [one["elo"] for one in summary["ranking"]]
    assert summary["cycles"] == [["a", "b", "c"]]
    assert sum(one["value"] for one in summary["equilibrium"]) == pytest.approx(1)
    assert len(tables["pairs"]) == 3


def test_names_are_listed_as_people_do() -> None:
    assert [listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
