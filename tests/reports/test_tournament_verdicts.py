"""All that a tournament's page says follows one set of verdicts, and these follow the truth."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from reports.tournament import equilibrium, sentences, story
from reports.tournament.charts import charts_of
from reports.tournament.document import find
from reports.tournament.results import TournamentResults
from reports.tournament.tables import summarise_tournament
from reports.tournament.verdicts import Verdicts
from reports.writing.document import Table
from tests.helpers.tournaments import by_matrix, draw_run, drawn, ring, tournament_of

#: What is true of two studies or more of each kind, at many games and at few.
TRUTHS: dict[str, tuple[int, Any, Any]] = {
    "one beats all": (3, [[1 / 3, 0.5, 0.6], [0.2, 1 / 3, 0.45], [0.1, 0.2, 1 / 3]], (4, 2, 1)),
    "one beats all, best unclear": (3, [[1 / 3, 0.5], [0.2, 1 / 3]], None),
    "best with mixed line-ups loses to one": (
        3,
        [[1 / 3, 0.2, 0.6], [0.5, 1 / 3, 0.4], [0.1, 0.2, 1 / 3]],
        (4, 2, 1),
    ),
    "best with mixed line-ups, level with the next": (
        3,
        [[1 / 3, 0.345, 0.6], [0.2, 1 / 3, 0.6], [0.1, 0.1, 1 / 3]],
        (4, 3, 1),
    ),
    "a ring": (2, ring(3), None),
    "all alike": (2, [[0.5] * 4] * 4, None),
    "all alike at a table of four": (4, [[0.25] * 3] * 3, None),
    "two side by side": (4, [[0.25, 0.4], [0.3, 0.25]], None),
    "two that exclude each other": (4, [[0.25, 0.15], [0.15, 0.25]], None),
    "two that exclude each other, and a bad one": (
        3,
        [[1 / 3, 0.2, 0.6], [0.2, 1 / 3, 0.6], [0.05, 0.05, 1 / 3]],
        (3, 3, 1),
    ),
    "a ring and a bad one": (
        2,
        [[0.5, 0.7, 0.3, 0.8], [0.3, 0.5, 0.7, 0.8], [0.7, 0.3, 0.5, 0.8], [0.2, 0.2, 0.2, 0.5]],
        (2, 2, 2, 1),
    ),
}


def study_of(kind: str, games: int, seed: int) -> TournamentResults:
    players, rates, mixed = TRUTHS[kind]
    tournament = tournament_of("abcdef"[: len(rates)], players, games)
    chances = by_matrix(rates, mixed)
    return TournamentResults(draw_run(tournament, chances, np.random.default_rng(seed)))


def faults(results: TournamentResults) -> list[str]:
    """Return what on the page is at odds with the verdicts, or these with each other."""
    known, specs = results.verdicts, results.specs
    left, surviving = known.left, story.surviving(results)
    said = " ".join(sentences.findings(results))
    page = " ".join([said, *(f"{chart.title} {chart.words}" for chart in charts_of(results))])
    cells = {row[0].text: row[4].text for row in _ranking(results).rows}
    may_be_left = {*known.stays, *known.maybe_left}
    never = set(results.long_run.never_pays)
    alone = [specs[style] for style in may_be_left if f"all play {specs[style]}" in surviving]
    number = re.search(r"effective number of viable styles is 1[.]( |$)", said)
    rules = {
        "a best style is called unclear": (known.best is not None) != ("is clearly best" in said),
        "an unclear best is called clear": (known.best is None)
        != ("not clear who is best" in said),
        "beating all": ("alone at a table of any other strategy" in said)
        != (known.beats_all == "yes"),
        "beating none": ("No style beats all others" in page) != (known.beats_all == "no"),
        "open beating": ("Whether one style beats all others" in page)
        != (known.beats_all == "not known yet"),
        "one style left": ("in the long run all play" in page) != (left == "one"),
        "a mix": ("in the long run they play" in page) != (left == "several"),
        "all styles that may be left are named": any(
            specs[style] not in surviving for style in may_be_left
        ),
        "only those are told to be what all play": bool(alone)
        and {specs[style] for style in known.stays or known.maybe_left} != set(alone),
        "what is open is said, and what would decide it": (left == "not known yet")
        != ("known yet" in surviving and "More games would decide it" in surviving),
        "a number of what is open": left != "several"
        and bool(re.search(r"[a-f] \d+(\.\d)? %", surviving.partition("More games")[0])),
        "0 to 100 % told as an interval": bool(
            re.search(r"\(0(\.0)? to 100(\.0)? %\)|below (100|99)", page + " ".join(cells.values()))
        ),
        "cells": any(
            (cells[specs[style]] == "not known yet") != (share == "not known yet")
            for style, share in enumerate(known.shares)
        ),
        "one is left, but several may be": bool(number)
        and ("several of them" in said or ", or both" in said),
        "who beats all is not what all may play": known.beats_all == "yes"
        and known.beating[0] not in known.stays,
        "what never pays": bool(never & {known.best, *known.maybe_best, *known.beating})
        or bool(never & may_be_left)
        or any(never & set(cycle) for cycle in results.matrix.cycles),
        "who wins less cannot be sure to stay": any(
            results.matrix.beats(other, one)
            for other, one in results.tournament.cells
            if one in known.stays
        ),
    }
    return [rule for rule, broken in rules.items() if broken]


def _ranking(results: TournamentResults) -> Table:
    ranking = find(results).answers[0].parts[2]
    assert isinstance(ranking, Table)
    return ranking


@pytest.mark.parametrize("games", [12, 300, 3000])
@pytest.mark.parametrize("kind", list(TRUTHS))
def test_no_page_contradicts_itself(kind: str, games: int) -> None:
    assert faults(study_of(kind, games, 1)) == []


def test_pages_of_payoffs_of_any_kind_do_not_contradict_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("reports.tournament.long_run.RESAMPLES", 200)
    source, seen = np.random.default_rng(11), set()
    for number in range(40):
        size, players = int(source.integers(2, 5)), int(source.integers(2, 5))
        rates = np.clip(source.normal(1 / players, 0.08, (size, size)), 0.02, 0.98)
        if players == 2:
            rates = (rates + 1 - rates.T) / 2
        mixed = source.uniform(1, 3, size).tolist()
        games = int(source.choice([40, 400, 4000])) * players
        tournament = tournament_of("abcdef"[:size], players, games)
        results = TournamentResults(draw_run(tournament, by_matrix(rates.tolist(), mixed), source))
        assert faults(results) == [], number
        seen.add((results.verdicts.best is None, results.verdicts.beats_all, results.verdicts.left))
    # Or nothing would have been looked at.
    assert len(seen) >= 8
    assert {left for _, _, left in seen} >= {"one", "several", "not known yet"}
    assert {beats for _, beats, _ in seen} == {"yes", "no", "not known yet"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"best": None},
        {"beats_all": "no"},
        {"left": "not known yet"},
        {"stays": (0, 1)},
        {"maybe_left": (2,)},
        {"shares": ("not known yet", "known", "known")},
    ],
)
def test_a_page_that_does_not_follow_its_verdicts_is_noticed(
    wrong: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: what is said of the true verdicts, held against other ones."""
    results = study_of("one beats all", 3000, 0)
    assert faults(results) == []
    said, shown = sentences.findings(results), charts_of(results)
    left, table = story.surviving(results), _ranking(results)
    results.__dict__["verdicts"] = replace(results.verdicts, **wrong)
    monkeypatch.setattr(sentences, "findings", lambda _: said)
    monkeypatch.setattr(story, "surviving", lambda _: left)
    monkeypatch.setitem(globals(), "charts_of", lambda _: shown)
    monkeypatch.setitem(globals(), "_ranking", lambda _: table)
    assert faults(results) != []


@pytest.mark.parametrize(
    ("kind", "best", "beats_all", "left"),
    [
        ("one beats all", 0, "yes", "one"),
        ("one beats all, best unclear", None, "yes", "one"),
        ("best with mixed line-ups loses to one", 0, "yes", "one"),
        ("a ring", None, "no", "several"),
        ("all alike", None, "not known yet", "not known yet"),
        ("two side by side", None, "no", "several"),
        ("two that exclude each other", None, "no", "by where it starts"),
        ("a ring and a bad one", None, "no", "several"),
    ],
)
def test_with_many_games_the_verdicts_are_true(
    kind: str, best: int | None, beats_all: str, left: str
) -> None:
    _, rates, _ = TRUTHS[kind]
    found = study_of(kind, 12_000, 5).verdicts
    assert (found.best, found.beats_all, found.left) == (best, beats_all, left)
    truth = equilibrium.shares(np.array(rates))
    named = {*found.stays, *found.maybe_left}
    if left != "by where it starts":
        assert {style for style, share in enumerate(truth) if share > 0.01} <= named
    alone = np.flatnonzero(equilibrium.stable_alone(np.array(rates))).tolist()
    assert list(found.stays) == alone


@pytest.mark.slow
def test_of_styles_that_are_alike_little_is_ever_said_to_be_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("reports.tournament.long_run.RESAMPLES", 200)
    wrong = {"best": 0, "beats": 0, "left": 0}
    for seed in range(20):
        found = study_of("all alike at a table of four", 240, seed).verdicts
        wrong["best"] += found.best is not None
        wrong["beats"] += found.beats_all != "not known yet"
        wrong["left"] += found.left != "not known yet"
    assert all(count <= 4 for count in wrong.values()), wrong  # 20 x 0.05 and 3 standard errors


def level_with_the_next(games: int = 300) -> TournamentResults:
    return study_of("best with mixed line-ups, level with the next", games, 1)


def test_who_is_best_with_mixed_line_ups_may_not_be_known_to_beat_all_others() -> None:
    results = level_with_the_next()
    verdicts = results.verdicts
    assert (verdicts.best, verdicts.beats_all) == (0, "not known yet")
    assert verdicts.left == "not known yet"
    assert story.top(results).startswith("With mixed line-ups a is clearly best: it wins ")
    assert story.beating(results) == (
        "One at a time a clearly beats c; whether it also beats b is not known yet. No other style "
        "beats all others."
    )
    rate = f"{100 * results.matrix.rates[0][1].value:.1f} % won; 33.3 % is fair"
    assert story.surviving(results) == (
        "When players take up what wins and all play a, it stays so: any other style wins less "
        "there; whether b can be left instead is not known yet. Either way one style alone is "
        "left: the effective number of viable styles is 1. More games would decide it, above all "
        f"of a among b ({rate}), unless they are equally good."
    )
    assert {row[0].text: row[4].text for row in _ranking(results).rows} == {
        "a": "0 or 100 %",
        "b": "not known yet",
        "c": "0 %",
    }


def test_a_share_that_is_not_known_has_no_bar_and_no_number_of_games_decides_its_target() -> None:
    results = level_with_the_next()
    [left] = [chart for chart in charts_of(results) if chart.name == "equilibrium"]
    bars = left.draw().axes[0].patches
    assert [bar.get_width() for bar in bars] == [0, 0, 0]  # type: ignore[attr-defined]
    study = replace(results.study, targets={"equilibrium.b": {"max": 0.5}})
    tournament = replace(results.tournament, study=study)
    aimed = TournamentResults(replace(results.run, tournament=tournament))
    [judged] = aimed.judged()
    assert sentences.target(aimed, judged) == (
        "Share of b in the long run: not known yet; wanted at most 50 %; how many more games would "
        "decide it is not known."
    )


def test_who_beats_all_and_who_is_best_may_be_two_and_it_says_which_measures_what() -> None:
    results = drawn(
        [[0.25, 0.4, 0.5], [0.15, 0.25, 0.4], [0.1, 0.15, 0.25]],
        players=4,
        games=4000,
        mixed=[1, 1, 2],
    )
    assert (results.verdicts.best, results.verdicts.beating) == (2, (0,))
    assert story.beating(results).endswith(
        "With mixed line-ups, where several styles meet, c wins more."
    )
    assert story.surviving_in_a_line(results).endswith(
        "in the long run all play a, by how it does against one other style at a time"
    )


def test_json_has_the_verdicts() -> None:
    found = summarise_tournament(level_with_the_next())["verdicts"]
    assert found == {
        "best": "a",
        "maybe_best": [],
        "beats_all": "not known yet",
        "beating": ["a"],
        "left": "not known yet",
        "stays": ["a"],
        "maybe_left": ["b"],
        "shares": {"a": "all or none", "b": "not known yet", "c": "known"},
        "number_known": True,
    }
    assert set(found) | {"unclear", "one_left"} == set(Verdicts.__dataclass_fields__)


def test_two_are_left_only_where_it_is_certain_that_both_are() -> None:
    maybe = study_of("two side by side", 600, 1)
    assert maybe.long_run.shares[1].low == 0
    assert maybe.verdicts.left == "not known yet"
    assert story.surviving_in_a_line(maybe).endswith(" is not known yet: it may be a or b, or both")
    assert study_of("two side by side", 6000, 1).verdicts.left == "several"
