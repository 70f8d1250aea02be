"""The game's own counts, shares and minutes follow what the game and its rules declare."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.figures import statistics
from reports.figures.statistics import DealSums, RatioSums
from reports.run import sentences
from reports.run.results import RunResults
from reports.run.tables import make_tables, summarise
from simulate.game import Game, Share
from simulate.play.arms import layout_of
from simulate.play.counting import tally_rows
from simulate.play.run import Run
from tests.helpers import toy_game
from tests.helpers.reports_made import counts, shown
from tests.helpers.studies import make_study
from tests.helpers.tallies import PlayedGame, recount, rows_of

PLAYERS = 3
LINEUP = ("planner", "random", "random")


def games_of(deals: int, seed: int = 1) -> list[PlayedGame]:
    """Draw games in which beaches, margins (of both signs) and comebacks happen."""
    source = np.random.default_rng(seed)
    return [
        PlayedGame(
            winners=frozenset(source.choice(PLAYERS, source.integers(1, 3), False).tolist()),
            scores=tuple(source.integers(0, 30, PLAYERS).tolist()),
            last_at_half=frozenset(source.choice(PLAYERS, source.integers(0, 3), False).tolist()),
            turns=int(source.integers(20, 60)),
            rounds=int(source.integers(1, 5)),
            decisions=int(source.integers(60, 200)),
            lead_changes=int(source.integers(0, 4)),
            counts=(int(source.integers(0, 9)), int(source.integers(-9, 9)), 0),
        )
        for _ in range(deals * len(LINEUP))
    ]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    toy_game.register(monkeypatch)
    return monkeypatch


def results_of(
    games: list[PlayedGame], game: Game = toy_game.GAME, rules: dict[str, Any] | None = None
) -> RunResults:
    """Return the results of a run of a registered game that left these games."""
    study = make_study(game.name, PLAYERS, lineup=LINEUP, games=len(games), rules=rules)
    layout = layout_of(study)
    return RunResults(Run(study, layout, tally_rows(layout, rows_of(layout, games)), 1.0, 1, False))


def sums_of(amounts: list[int], per_deal: int, unit: int = 1) -> DealSums:
    return DealSums(len(amounts), sum(amounts), sum(a * a for a in amounts), per_deal, unit)


def test_a_count_is_a_mean_per_game_or_per_player_as_declared(toy: pytest.MonkeyPatch) -> None:
    games = games_of(40)
    results = results_of(games)
    beaches = [game.counts[0] for game in games]
    margins = [game.counts[1] for game in games]
    estimates = counts(results)
    assert estimates["beaches"].value == pytest.approx(sum(beaches) / len(games) / PLAYERS)
    assert estimates["beaches"].n == len(games) * PLAYERS
    assert estimates["margin"].value == pytest.approx(sum(margins) / len(games))
    assert estimates["margin"].n == len(games)
    by_deal = [sum(beaches[i : i + 3]) for i in range(0, len(games), 3)]
    assert estimates["beaches"] == statistics.count(sums_of(by_deal, 3 * PLAYERS))


def test_only_signed_counts_have_intervals_below_zero(toy: pytest.MonkeyPatch) -> None:
    games = [replace(game, counts=(0, 0, 0)) for game in games_of(30)]
    games[0] = replace(games[0], counts=(1, 1, 0))
    estimates = counts(results_of(games))
    assert 0 < estimates["beaches"].low < estimates["beaches"].value < estimates["beaches"].high
    assert estimates["margin"].low < 0
    below = [replace(game, counts=(0, -4, 0)) for game in games]
    assert counts(results_of(below))["margin"].value == -4


def test_a_count_that_the_rules_keep_at_0_is_not_listed(toy: pytest.MonkeyPatch) -> None:
    games = games_of(10)
    without, having = results_of(games), results_of(games, rules={"deck": {"panic": 1}})
    assert "reversals" not in counts(without)
    assert "reversals" in counts(having)
    for results, is_listed in ((without, False), (having, True)):
        assert ("reversals" in summarise(results)["counts"]) == is_listed
        figures = make_tables(results)["figures"].figure
        assert ("counts.reversals" in set(figures)) == is_listed
        assert ("reversals" in shown(results)) == is_listed


def test_counts_and_shares_are_explained_with_values_of_the_rules(toy: pytest.MonkeyPatch) -> None:
    text = shown(results_of(games_of(10), rules={"limits": (45, 70), "colours": 6}))
    assert "beaches with 6 colours, per player" in text
    assert "lead, at most 45" in text
    assert "lead, at most 45, per player" not in text
    assert "of all turns, beaches" in text


def test_each_declared_share_uses_its_own_products(toy: pytest.MonkeyPatch) -> None:
    shares = (
        Share(name="one", meaning="one", part="beaches", whole="decisions"),
        Share(name="other", meaning="other", part="lead_changes", whole="turns"),
        Share(name="third", meaning="third", part="rounds", whole="beaches"),
    )
    game = replace(toy_game.GAME, shares=shares)
    toy_game.register(toy, game)
    games = games_of(60)
    games = [replace(played, rounds=min(played.rounds, played.counts[0])) for played in games]
    results = results_of(games, game)
    deals = recount(results.run.layout, games)
    for share in shares:
        part, whole = ([deal[name] for deal in deals] for name in (share.part, share.whole))
        products = sum(
            part_count * whole_count for part_count, whole_count in zip(part, whole, strict=True)
        )
        expected = statistics.ratio(RatioSums(sums_of(part, 1), sums_of(whole, 1), products))
        assert counts(results)[share.name] == expected


def test_a_share_with_a_total_of_zero_is_shown_as_none(toy: pytest.MonkeyPatch) -> None:
    game = replace(
        toy_game.GAME,
        shares=(Share(name="kept", meaning="reversals kept", part="beaches", whole="reversals"),),
    )
    toy_game.register(toy, game)
    results = results_of([replace(g, counts=(0, 0, 0)) for g in games_of(5)], game)
    assert math.isnan(counts(results)["kept"].value)
    [line] = [line for line in shown(results).splitlines() if line.startswith("reversals kept")]
    assert line.split()[2:] == ["of", "0", "none", "not", "known", "0"]
    assert summarise(results)["counts"]["kept"]["value"] is None


@pytest.mark.parametrize("seconds", [1, 15, 40, 600])
def test_minutes_are_turns_times_the_seconds_of_the_rules(
    seconds: int, toy: pytest.MonkeyPatch
) -> None:
    games = games_of(40)
    results = results_of(games, rules={"seconds_per_turn": seconds})
    assert results.seconds_per_turn == seconds
    minutes = np.array([game.turns for game in games]) * seconds / 60
    length = results.minutes()
    assert length.mean.value == pytest.approx(minutes.mean())
    assert length.sd == pytest.approx(minutes.std(ddof=1))
    for percent, value in length.percentiles.items():
        expected = np.quantile(minutes, percent / 100, method="inverted_cdf")
        assert value == pytest.approx(expected)
    turns = results.lengths()["turns"]
    assert length.mean.low == pytest.approx(turns.mean.low * seconds / 60)
    assert length.mean.high == pytest.approx(turns.mean.high * seconds / 60)
    assert length.histogram == turns.histogram
    summary = summarise(results)["length"]["minutes"]
    [row] = make_tables(results)["figures"].query("figure == 'length.minutes.mean'").itertuples()
    mean = length.mean
    assert (summary["mean"], summary["ci_low"], summary["ci_high"]) == (
        mean.value,
        mean.low,
        mean.high,
    )
    assert (row.value, row.ci_low, row.ci_high) == (mean.value, mean.low, mean.high)
    assert [summary["sd"], summary["p5"], summary["p95"]] == [row.sd, row.p5, row.p95]
    assert [row.sd, row.p50] == [length.sd, length.percentiles[50]]
    [line] = [line for line in shown(results).splitlines() if line.startswith("minutes ")]
    assert float(line.split()[1]) == pytest.approx(length.mean.value, rel=0.01)


def test_sentences_name_the_time_of_the_standings(toy: pytest.MonkeyPatch) -> None:
    game = replace(toy_game.GAME, standings="after each lap", halftime="when half is gone")
    toy_game.register(toy, game)
    results = results_of(games_of(40), game)
    changes = results.estimate("lead_changes")
    [table] = sentences.make_course_table(results)
    assert table.caption == "How games go, as seen after each lap"
    lead, comeback, *_ = table.rows
    value, interval = lead[1].text, lead[2].text
    low, _, high = interval.split()
    estimate = (changes.value, changes.low, changes.high)
    assert tuple(map(float, (value, low, high))) == pytest.approx(estimate, abs=0.5)
    assert comeback[0].text == "Wins of a seat in last place when half is gone"
    short = [replace(played, last_at_half=frozenset()) for played in games_of(4)]
    [table] = sentences.make_course_table(results_of(short, game))
    assert [cell.text for cell in table.rows[1]][1:3] == ["none", "not known"]
