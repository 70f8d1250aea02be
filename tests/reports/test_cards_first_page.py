"""The first page of `cards` judges cards by their intervals, and counts like cards together."""

from __future__ import annotations

import math
import re
import shlex
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from reports.analysis.contest import _make_trust_item
from reports.cards import first_page
from reports.cards.grouping import _mean_of
from reports.cards.purchases import match_purchases
from reports.cards.results import Card, side_of_zero
from reports.cards.sentences import describe_games
from reports.figures.statistics import UNKNOWN, Estimate
from reports.writing.document import Item
from simulate.game import find_game
from tests.helpers.commands_helper import fathom
from tests.helpers.guide_games import guide_game

MINUS, PLUS_MINUS = "\N{MINUS SIGN}", "\N{PLUS-MINUS SIGN}"


def card_of(name: str, value: float, half: float, **more: Any) -> Card:
    """Return a card with this value of a draw, in percentage points."""
    drawn = Estimate(value / 100, (value - half) / 100, (value + half) / 100, 500)
    card = Card(
        card=name,
        drawn=drawn,
        opening=UNKNOWN,
        played=UNKNOWN,
        verdict=side_of_zero(drawn),
        exchanged=UNKNOWN,
        exchange="not made",
        per_game=5.0,
        used=0.5,
        held=math.nan,
        by_winners=UNKNOWN,
        played_verdict="not told",
        got=math.nan,
        won_with=UNKNOWN,
        won_with_verdict="not told",
    )
    return replace(card, **more)


def results_of(*cards: Card, called: str = "card", never_drawn: tuple[str, ...] = ()) -> Any:
    game = find_game("snorkeling")
    study = SimpleNamespace(
        games=4000,
        loaded_game=game,
        game="snorkeling",
        variant="base",
        players=4,
        changes=(),
        seed=1,
        lineup=("planner",) * 4,
        strategies=("planner",),
    )
    results = SimpleNamespace(
        cards=list(cards),
        estimates={card.card: card.drawn for card in cards if card.drawn.n},
        design=SimpleNamespace(groups={}, deck=SimpleNamespace(called=called), names=()),
        never_drawn=list(never_drawn),
        purchases={},
        study=study,
        game=game,
        contest="seats",
        players=4,
        run=SimpleNamespace(
            games=4000,
            drawn=SimpleNamespace(games=4000),
            exchanges={},
            slips=None,
            elapsed=2.0,
        ),
    )
    return cast(Any, results)


@pytest.mark.parametrize(
    ("cards", "sentences"),
    [
        (
            [card_of("panic", 8.5, 0.7), card_of("two", -1.7, 0.3)],
            [
                f"Yes. Drawing “panic” wins 8.5 {PLUS_MINUS} 0.7 more games in 100 than an average "
                "card.",
                f"Drawing “two” wins 1.7 {PLUS_MINUS} 0.3 fewer games in 100.",
            ],
        ),
        (
            [card_of("panic", 3.2, 2), card_of("two", -1.7, 1.2)],
            [
                f"A little. Drawing “panic” wins 3.2 {PLUS_MINUS} 2.0 more games in 100 than an "
                "average card.",
                f"Drawing “two” wins 1.7 {PLUS_MINUS} 1.2 fewer games in 100.",
            ],
        ),
        (
            [card_of("one", 0.1, 0.5), card_of("two", -0.6, 0.5)],
            [
                f"Hardly. Drawing “two” wins 0.6 {PLUS_MINUS} 0.5 fewer games in 100 than an "
                "average card."
            ],
        ),
        (
            [card_of("one", 0.1, 0.5), card_of("two", -0.1, 0.5)],
            ["No. No card moves wins by more than 0.6 in 100 games."],
        ),
        (
            [card_of("one", 1, 3), card_of("two", -1, 3)],
            ["Too few games to tell.", "No card moves wins by more than 4 in 100 games."],
        ),
        ([card_of("one", 1, math.inf)], ["Too few games to tell."]),
        ([], ["No seat drew, got or used a card."]),
        (
            [card_of("one", 0, 1, drawn=UNKNOWN)],
            ["Not known: no seat draws a card by chance."],
        ),
        (
            [
                card_of(
                    "one",
                    0,
                    1,
                    drawn=UNKNOWN,
                    played=Estimate(0.05, 0.04, 0.06, 99),
                    played_verdict="above",
                    used=0.01,
                )
            ],
            [
                f"Yes. Using “one” wins 5.0 {PLUS_MINUS} 1.0 more games in 100 than another move.",
                "Hardly ever used: “one”.",
            ],
        ),
    ],
)
def test_a_card_is_called_strong_or_weak_only_if_its_interval_shows_it(
    cards: list[Card], sentences: list[str]
) -> None:
    assert first_page.describe_strength(results_of(*cards)) == sentences


def test_the_value_of_a_face_of_a_die_is_described_as_the_value_of_rolling_it() -> None:
    [sentence] = first_page.describe_strength(results_of(card_of("6", 8.5, 0.7), called="roll"))
    assert sentence.startswith("Yes. Rolling “6” wins ")
    assert sentence.endswith(" than an average roll.")


def test_the_value_of_a_card_is_that_to_all_players_if_they_win_together() -> None:
    results = results_of(card_of("two", -8.5, 0.7))
    results.contest = "together"
    [sentence] = first_page.describe_strength(results)
    assert sentence == (
        f"Yes. Drawing “two” makes the players win 8.5 {PLUS_MINUS} 0.7 fewer games in 100 than an "
        "average card."
    )
    results.players = 1
    [alone] = first_page.describe_strength(results)
    assert alone.startswith("Yes. Drawing “two” wins 8.5 ")


def test_the_table_of_cards_has_the_best_and_worst_cards_and_a_card_with_each_verdict() -> None:
    values = [(9, 1), (3, 4), (0.4, 0.3), (0.1, 0.5), *[(0.05, 0.5)] * 2, (0, 0.5), (-0.4, 0.3)]
    cards = [card_of(f"c{n}", *value) for n, value in enumerate([*values, (-2, 4), (-9, 1)])]
    results = results_of(*cards)
    table = first_page.make_card_table(results)
    assert table
    assert [(row[0].text, row[3].text) for row in table.rows] == [
        ("c0", "strong"),
        ("c1", "not clear yet"),
        ("c2", "a little strong"),
        ("c3", "average"),
        ("c6", "average"),
        ("c7", "a little weak"),
        ("c8", "not clear yet"),
        ("c9", "weak"),
    ]
    left_out = "2 cards of middling worth are not listed; --full lists all."
    assert left_out in first_page.describe_trust(results)
    # A page shows all cards, so the sentence is only for the terminal.
    assert _make_trust_item(left_out) == Item("", brief=left_out)
    assert _make_trust_item("Others may differ.") == Item("Others may differ.")
    assert first_page.make_card_table(results_of(card_of("one", 1, math.inf))) is None


@pytest.mark.parametrize(
    ("exchanges", "sentences"),
    [
        (
            ("agrees", "not clear"),
            ["Playing the same games with another card in place of “c0” confirms this."],
        ),
        (
            ("agrees", "differs"),
            ["Careful: the same games with another card in place of “c1” show something else."],
        ),
        (("not clear", "not made"), []),
    ],
)
def test_exchanges_that_contradict_card_values_are_described_first(
    exchanges: tuple[Any, ...], sentences: list[str]
) -> None:
    cards = [card_of(f"c{n}", 1, 1, exchange=word) for n, word in enumerate(exchanges)]
    assert first_page.describe_exchanges(results_of(*cards)) == sentences


def test_more_games_are_suggested_only_if_they_would_help() -> None:
    def purposes(*cards: Card) -> list[str]:
        return [step.purpose for step in first_page.suggest_next_steps(results_of(*cards))]

    assert purposes(card_of("one", 1, 3)) == ["Be surer", "See the rules"]
    assert purposes(card_of("one", 8, 1), card_of("two", 0.1, 0.2)) == ["See the rules"]


def test_the_trust_section_warns_of_a_single_kind_of_player_and_lists_cards_never_drawn() -> None:
    results = results_of(card_of("one", 1, 1), never_drawn=("a", "b", "c", "d", "e"))
    assert first_page.describe_trust(results) == [
        "Tried with one kind of player only; others may differ.",
        "By chance, not drawn in any game: a, b, c and 2 more.",
    ]


def test_games_played_only_for_comparison_are_counted_separately_with_their_purpose() -> None:
    results = results_of(card_of("one", 1, 1))
    results.run.games = 9000
    results.run.exchanges = {1: None}
    assert first_page.describe_trust(results)[0] == (
        "To compare, 5,000 games were played with another card."
    )
    results.run.slips = SimpleNamespace()
    assert first_page.describe_trust(results)[0] == (
        "To compare, 5,000 games were played with another card or random moves."
    )
    results.study.personas = {}
    assert first_page.describe_games(results) == "4,000 games · good players (style: planner)"


def test_a_report_names_the_players_of_the_games_in_words() -> None:
    results = results_of(card_of("one", 1, 1))
    results.study.personas = {}
    results.run.exchanges = {}
    results.run.slips = None
    results.design.all_slip = False
    assert describe_games(results) == "4,000 games with good players (style: planner)"
    results.run.slips = SimpleNamespace()
    assert describe_games(results).endswith("; the same number with 1 of 20 choices made at random")


def test_cards_of_a_group_have_the_weighted_mean_and_a_smaller_interval() -> None:
    values = [Estimate(0.02, 0.0, 0.04, 100), Estimate(-0.01, -0.03, 0.01, 300), UNKNOWN]
    mean = _mean_of(values, [1.0, 3.0, 0.0])
    assert mean.value == pytest.approx((0.02 - 0.03) / 4)
    assert mean.high - mean.value == pytest.approx(0.02 * math.sqrt(1 + 9) / 4)
    assert mean.n == 400
    assert _mean_of([UNKNOWN], [0.0]) is UNKNOWN


def test_cards_of_snorkeling_are_grouped_by_value_unless_copies_differ_by_colour() -> None:
    game = find_game("snorkeling")
    deck = game.deck
    assert deck

    def groups(**changes: Any) -> list[str]:
        values = {option.name: option.default for option in game.options} | changes
        return list(deck.groups(game.rules_record(values, 4)[0]))

    assert groups()[:6] == ["any 0", "any 1", "any 2", "any 3", "any 4", "any 0"]
    assert len(groups()) == 25
    assert groups(deck={"4": 2})[:5] == groups()[:5]
    assert groups(deck={"red-4": 1}) == []


# Cards that are bought --------------------------------------------------------------------------


def test_purchases_are_found_by_the_verb_and_the_whole_name_of_a_card() -> None:
    games = [
        {"buys ship for 3", "buys Ship", "buys a boat", "sells palace", "stops"},
        {"buys ship", "buys ship for 5", "buys shipyard"},
    ]
    cards = ["ship", "boat", "palace", "shipyard", "copper"]
    assert match_purchases(cards, games) == {
        "ship": "buys ship",
        "boat": "buys a boat",
        "shipyard": "buys shipyard",
    }


@pytest.mark.slow
def test_the_next_step_for_cards_that_are_bought_is_a_command_that_finds_purchases(
    tmp_path: Path,
) -> None:
    (tmp_path / "harbour.py").write_text(guide_game("harbour"), encoding="utf-8")
    screen = fathom(tmp_path, "cards", "harbour.py", "--games", "2000").out
    commands = re.findall(r"What buying brings, not drawing\s+fathom (when .*)", screen)
    [words] = [shlex.split(command) for command in commands]
    assert words[:2] == ["when", "harbour.py"]
    assert words[2] in ("buys boat", "buys ship", "buys palace")
    answer = fathom(tmp_path, *words, "--games", "200").out
    assert f"Somebody {words[2]}" in answer
