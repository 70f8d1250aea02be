"""Tests of advice: trees that describe the choices of strategies whose rule is known."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from reports.advice import recording, tree
from reports.advice.document import (
    answer,
    avoided,
    gaps,
    how_to_read,
    sentences,
    summary_of,
    text_lines,
    tree_lines,
)
from reports.advice.features import Feature, _Finder, find_features, kinds_by_first_word
from reports.advice.naming import CardWords, read_name
from reports.advice.recording import RecordedDecisions, record_decisions
from reports.advice.results import (
    AVOIDED,
    FOLLOWED,
    RARE,
    Advice,
    KindGroup,
    _Describer,
    find_advice,
    find_roles,
    followed_and_avoided,
    ignore_rare_leaves,
    player_to_describe,
)
from reports.advice.tree import ActionSet, Node, explained
from reports.advice.wording import (
    Phrase,
    describe_range,
    is_quantity,
    name_of_card_count,
    name_of_others,
    name_of_yours,
    read_whether,
    with_seats,
)
from reports.figures.statistics import Estimate
from simulate.game import find_game
from simulate.play.walk import RecordedGame
from simulate.study import Study
from strategies import find_strategy
from strategies.learned.consequences import Decisions, StateWords, find_changes
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import file_of

#: Strategies for the game of `tests/making/games/auction.py`, whose bids are limited by cards.
STRATEGIES = '''\
"""Strategies whose rule is known."""

from strategies import legal, strategy


@strategy("auction", tier=1)
def highest(view):
    """Bids the highest card."""
    actions = legal(view)
    best = actions[0]
    for action in actions:
        if action > best:
            best = action
    return best


@strategy("auction", tier=1)
def thrifty(view):
    """Bids the lowest card for prizes up to 4, and the highest card for others."""
    actions = legal(view)
    best = actions[0]
    for action in actions:
        if view.table.prize <= 4 and action < best:
            best = action
        if view.table.prize > 4 and action > best:
            best = action
    return best
'''
AUCTION = file_of("auction")


@pytest.fixture(autouse=True)
def _few_decisions(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let advice be found from a few decisions."""
    monkeypatch.setattr(recording, "MOST_DECISIONS", 1_500)
    yield


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """Return the file of the strategies whose rule is known."""
    file = tmp_path / "known.py"
    file.write_text(STRATEGIES)
    return file


def study_of(name: str, players: int = 2) -> Study:
    """Return a study of a game; its line-up is not played."""
    game = find_game(name)
    return Study(
        game=name,
        variant=game.default_variant,
        players=players,
        games=100,
        seed=1,
        lineup=("random",) * players,
    )


def advise(name: str, spec: str, jobs: int = 1) -> Advice:
    """Return the advice on a strategy."""
    return find_advice(study_of(name), find_strategy(spec, name), jobs)


def test_a_player_who_always_bids_the_highest_card_is_described_completely(known: Path) -> None:
    advice = advise(AUCTION, f"{known}:highest")
    assert advice.tree and advice.tree.value == 1
    assert sentences(advice)[0].startswith("Nearly always (")
    assert advice.leaves[0].conditions == ["the number after “bids” is as high as possible"]
    assert advice.random and advice.random.high < 0.3


def test_a_bid_that_equals_the_prize_is_described_as_equal() -> None:
    advice = advise(AUCTION, "even")
    assert advice.tree and advice.tree.value == 1
    equal = "the number after “bids” is equal to “what the prize of this round is worth”"
    assert advice.leaves[0].conditions == [equal]


def test_what_depends_on_the_position_is_described_with_its_bound(known: Path) -> None:
    advice = advise(AUCTION, f"{known}:thrifty")
    assert advice.tree and advice.tree.value > 0.97
    low, high = advice.leaves[:2]
    assert "what the prize of this round is worth: 4 or less" in low.conditions
    assert high.conditions == ["the number after “bids” is as high as possible"]
    assert high.share and 0.6 < high.share.value < 0.8
    assert high.first_share and high.first_share.value == 1
    assert "of 486 choices)" in sentences(advice)[1]


def test_lines_that_are_hardly_ever_followed_are_listed_as_avoided(known: Path) -> None:
    advice = advise(AUCTION, f"{known}:highest")
    assert [line.split()[0] for line in sentences(advice)] == ["Nearly"]
    [line] = avoided(advice)
    assert line.startswith("Hardly ever (")
    assert line.endswith("the number after “bids” is lower than with another choice.")
    texts = [text for _, text in text_lines(advice)]
    assert texts[texts.index("It avoids:") + 1] == f"- {line}"


def test_a_random_player_is_not_explained() -> None:
    advice = advise(AUCTION, "random")
    assert not advice.is_explained
    assert advice.tree and advice.random and advice.tree.value < advice.random.value + 0.02
    assert sentences(advice) == avoided(advice) == []
    assert answer(advice)[0].startswith("No advice: ")
    assert summary_of(advice)["advice"] == []


def test_a_description_that_is_hardly_better_than_chance_is_no_advice(known: Path) -> None:
    advice = advise(AUCTION, f"{known}:highest")
    weak = replace(advice, gain=Estimate(0.12, 0.09, 0.15, 400))
    assert answer(weak)[0].startswith("No advice: no short description fits. The best one agrees ")
    assert answer(weak)[0].endswith("Advice has to be surely 10 points better than chance.")
    assert answer(weak)[1] == "This does not say how well the player plays."
    assert sentences(weak) == avoided(weak) == []
    assert replace(advice, gain=Estimate(0.12, 0.1, 0.14, 400)).is_explained


def test_kinds_of_actions_that_the_lines_miss_are_named(known: Path) -> None:
    advice = advise(AUCTION, f"{known}:highest")
    [only_group] = advice.kind_groups
    assert only_group.name == "bids …"
    assert only_group.kinds == {"bids …"}
    assert only_group.missed.value == 0
    assert gaps(advice) == []
    # With a single kind, its name says nothing.
    missed_group = replace(only_group, missed=Estimate(0.4, 0.35, 0.45, 400))
    assert gaps(replace(advice, kind_groups=[missed_group])) == []
    places = {"fights north": 0.22, "fights south": 0.14}
    groups = [
        only_group,
        group_of("fights …", places, 0.36),
        *(group_of(name, [name], missed) for name, missed in places.items()),
        group_of("rests", ["rests"], 0.05),
    ]
    wrong = replace(advice, kind_groups=groups)
    share = "36.0 ± 0.9% of choices"
    assert gaps(wrong) == [
        f"Where the lines are wrong, it most often chooses “fights …” ({share})."
    ]
    assert "To play like this" in how_to_read(advice)
    assert "To play like this" not in how_to_read(wrong)


def test_choices_that_no_followed_line_foresees_are_missed(known: Path) -> None:
    advice = advise(AUCTION, f"{known}:thrifty")
    assert advice.tree is not None
    [group] = advice.kind_groups
    # Where several actions fit a line, the player of the lines chooses among them at random.
    assert group.missed.value <= 1 - advice.tree.value + 0.02
    decisions = record_decisions(study_of(AUCTION, 3), find_strategy("random", AUCTION), 1)
    describer = _Describer(study_of(AUCTION, 3), find_strategy("random", AUCTION), decisions, 0.95)
    held_out = describer._held_out
    tree = Node()
    for role, is_foreseen in ((FOLLOWED, True), (RARE, False), (AVOIDED, False)):
        leaves = describer._measure_leaves(tree, {tree: role})
        foreseen = describer._are_foreseen(tree, leaves)
        assert foreseen.shape == held_out.starts.shape
        assert (foreseen == is_foreseen).all()


def test_leaves_are_followed_avoided_or_rare() -> None:
    """In 100 decisions, action 0 is legal in 60, 1 in 61, 2 in 98, and 3 always."""
    legal = [[3]] * 2 + [[2, 3]] * 37 + [[1, 2, 3]] + [[0, 1, 2, 3]] * 60
    actions = np.concatenate([np.array(offered) for offered in legal])
    starts = np.cumsum([0, *(len(offered) for offered in legal[:-1])])
    chosen = np.zeros(len(actions), np.bool_)
    chosen[starts] = True  # The action with the lowest number.
    decisions = ActionSet(np.arange(len(actions)), starts, chosen)
    root = Node()
    node = root
    for action in range(3):
        is_action = (actions == action).astype(float)
        feature = Feature(Phrase("flag", f"action {action}", "another"), is_action, 1.0)
        node.split(feature, 1.0, is_partial=False)
        assert node.no
        node = node.no
    weights = (10.0, 9.0, 8.0, 1.0)
    for node, weight in zip(root.leaves(), weights, strict=True):
        node.weight = weight
    roles = find_roles(root, decisions)
    # Action 1 decides one choice of 61. Actions 0 and 2 then leave two decisions to action 3, whose
    # share among all 100 decisions is low, but not where it is the only one.
    assert list(roles.values()) == [FOLLOWED, RARE, FOLLOWED, RARE]
    followed = [node for node, role in roles.items() if role == FOLLOWED]
    ignore_rare_leaves(roles)
    rare = {node.weight for node, role in roles.items() if role == RARE}
    assert len(rare) == 1
    assert max(rare) < min(node.weight for node in followed)

    # If action 3 is never chosen, it is avoided, and rare leaves are preferred to it.
    for node, weight in zip(root.leaves(), weights, strict=True):
        node.weight = weight
    starts = starts[2:] - 2
    left = ActionSet(np.arange(2, len(actions)), starts, chosen[2:])
    roles = find_roles(root, left)
    assert list(roles.values())[-1] == AVOIDED
    ignore_rare_leaves(roles)
    [avoided_node] = [node for node, role in roles.items() if role == AVOIDED]
    assert all(node.weight > avoided_node.weight for node, role in roles.items() if role == RARE)


def test_rare_leaves_and_what_no_line_fits_are_not_lines(known: Path) -> None:
    advice = advise(AUCTION, f"{known}:thrifty")
    first, *others = advice.leaves
    followed, last = followed_and_avoided([first, *others])
    assert first in followed
    rare = replace(first, role=RARE)
    assert followed_and_avoided([rare, *others]) == (followed[1:], last)
    # Held-out decisions at which an action of a followed leaf is possible are counted once.
    assert advice.without_line == advice.held_out - sum(leaf.first_n for leaf in followed)
    assert gaps(advice) == []
    [sentence] = gaps(replace(advice, without_line=advice.held_out // 4))
    assert sentence == "For 25.0% of choices, no legal action fits a line."
    # Without lines there is no advice.
    nothing = replace(advice, leaves=[replace(leaf, role=RARE) for leaf in advice.leaves])
    assert not nothing.is_explained
    assert answer(nothing)[0].startswith("No advice")


def group_of(name: str, kinds: Iterable[str], missed: float) -> KindGroup:
    """Return a group of kinds with the share of 400 choices that lines miss."""
    return KindGroup(name, frozenset(kinds), Estimate(missed, missed - 0.009, missed + 0.009, 400))


def test_kinds_with_the_same_first_word_belong_together() -> None:
    names = ["fights north", "fights south", "rests", "moves north"]
    assert kinds_by_first_word(names) == {"fights …": [0, 1]}
    assert kinds_by_first_word(names[:2]) == {}  # All kinds.
    assert kinds_by_first_word(["", ""]) == {}
    assert kinds_by_first_word(["bids …", "bids nothing", "passes"]) == {}  # A kind has the name.


@pytest.mark.slow
def test_chance_is_known_exactly_where_there_are_always_two_actions() -> None:
    advice = advise(file_of("pig"), "hold")
    assert advice.random and advice.random.low == advice.random.high == 0.5
    assert advice.leaves[0].conditions == ["“holds”", "lowers points of this turn by 20 or more"]


@pytest.mark.slow
def test_a_game_without_choices_is_said_to_have_none() -> None:
    advice = find_advice(
        study_of(file_of("camps"), 4), find_strategy("random", file_of("camps")), 1
    )
    assert advice.decisions == 0
    lines = [text for _, text in text_lines(advice)]
    assert lines[1].startswith("In 4,000 games there was hardly ever a choice")
    assert summary_of(advice)["explained"] is None


def test_the_number_of_jobs_does_not_change_the_advice() -> None:
    with_one_job, with_two_jobs = (summary_of(advise(AUCTION, "even", jobs)) for jobs in (1, 2))
    assert json.dumps(with_one_job) == json.dumps(with_two_jobs)


def recorded(name: str, spec: str) -> RecordedDecisions:
    """Return recorded decisions of a strategy."""
    return record_decisions(study_of(name, 3), find_strategy(spec, name), 1)


@pytest.mark.slow
def test_what_a_seat_cannot_see_changes_no_feature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_DECISIONS", 200)
    plain_features, _, _ = find_features(recorded("scaphandre", "random"))
    read = recording._read

    def read_scrambled(number: int, game: RecordedGame, *rest: object) -> object:
        whole = game.whole
        assert whole is not None
        seats = whole.tables["seat"]
        for name in whole.owns.dtype.names:
            for seat in range(whole.owns.shape[1]):
                whole.owns[name][seats != seat, seat] = 5
        for name in whole.hiddens.dtype.names:
            whole.hiddens[name] = 3
        return read(number, game, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(recording, "_read", read_scrambled)
    scrambled, _, _ = find_features(recorded("scaphandre", "random"))
    assert [feature.phrase for feature in plain_features] == [f.phrase for f in scrambled]
    for feature, other in zip(plain_features, scrambled, strict=True):
        np.testing.assert_array_equal(feature.values, other.values)


def test_consequences_do_not_depend_on_the_other_decisions() -> None:
    decisions = recorded("scaphandre", "random")
    offers = decisions.offers
    state_words = StateWords(
        np.arange(40, dtype=np.int64)[None].repeat(3, 0), np.zeros(40, np.int64)
    )
    base = find_strategy("random", "scaphandre")
    _, changes = find_changes(decisions.game, decisions.rules, base, offers, state_words)
    first, last = offers.starts[7:9]
    alone = Decisions(
        offers.tables[7:8],
        offers.owns[7:8],
        offers.seats[7:8],
        offers.actions[first:last],
        np.array([0, last - first]),
    )
    _, of_one = find_changes(decisions.game, decisions.rules, base, alone, state_words)
    np.testing.assert_array_equal(of_one, changes[first:last])
    assert changes.any()


def test_ties_are_explained_in_part() -> None:
    offers = ActionSet(np.arange(5), np.array([0, 3]), np.array([True, False, False, False, True]))
    values = np.array([2.0, 2.0, 1.0, 1.0, 0.0])
    assert explained(values, offers).tolist() == [0.5, 0.0]


CARDS = CardWords(("red 4", "2 crabs", "panic"), "card")


@pytest.mark.parametrize(
    ("name", "card", "kind", "seat", "numbers"),
    [
        (
            "lays red 4 on seat 2's pile, where the top was 5",
            0,
            "lays a card on another player's pile",
            1,
            {},
        ),
        ("lays red 4 on seat 1's pile", 0, "lays a card on your own pile", -1, {}),
        (
            "lays 2 crabs and announces 8: takes the centre",
            1,
            "lays a card and announces …: takes the centre",
            -1,
            {"announces": 8},
        ),
        ("plays Panic and says 30", 2, "plays a card and says …", -1, {"says": 30}),
        ("bids 12", -1, "bids …", -1, {"bids": 12}),
    ],
)
def test_names_of_actions_are_read(
    name: str, card: int, kind: str, seat: int, numbers: dict[str, int]
) -> None:
    words = read_name(name, card, 0, CARDS)
    assert (words.kind, words.seat, words.numbers) == (kind, seat, numbers)


def test_meanings_of_fields_become_noun_phrases() -> None:
    assert name_of_yours("cards in each seat's hand") == "cards in your hand"
    assert name_of_yours(with_seats("each player's coins")) == "your coins"
    assert name_of_yours(with_seats("every player's coins")) == "your coins"
    assert name_of_yours(with_seats("coins that each player has")) == "coins that you have"
    tops = "the value on top of each seat's pile: its points if the round ended now"
    assert name_of_yours(tops) == "the value on top of your pile"
    assert name_of_others("cards in each seat's hand") == (
        "the highest of “cards in each other player's hand”"
    )
    copies = "how many copies of each card are known to be in the centre"
    assert name_of_card_count(copies) == "copies of this card in the centre"
    assert read_whether("1 while the first card is to be played") == (
        "while the first card is to be played"
    )
    assert read_whether("the running total") == ""
    assert not is_quantity("the card on top of the centre")
    assert is_quantity("cards in the deck")


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (1, np.inf, "raises your points"),
        (3, np.inf, "raises your points by 3 or more"),
        (1, 2, "raises your points by 1 to 2"),
        (-np.inf, -1, "lowers your points"),
        (-np.inf, -2, "lowers your points by 2 or more"),
        (0, np.inf, "does not lower your points"),
        (-1, np.inf, "does not lower your points by 2 or more"),
        (-np.inf, 0, "does not raise your points"),
        (-np.inf, 2, "does not raise your points by 3 or more"),
        (0, 0, "does not change your points"),
    ],
)
def test_changes_are_put_into_words(low: float, high: float, text: str) -> None:
    values = (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0)
    assert describe_range(Phrase("change", "your points"), low, high, values) == text


def test_numbers_are_put_into_words() -> None:
    values = (1.0, 2.0, 3.0, 4.0)
    cards = Phrase("number", "cards in your hand")
    assert describe_range(cards, 3, np.inf, values) == "cards in your hand: 3 or more"
    assert describe_range(cards, -np.inf, 2, values) == "cards in your hand: 2 or less"
    assert describe_range(cards, 2, 3, values) == "cards in your hand: 2 to 3"
    assert describe_range(cards, 4, np.inf, values) == "cards in your hand: 4"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0, 0, "is equal to"),
        (0, np.inf, "is at least"),
        (1, np.inf, "is more than"),
        (2, np.inf, "is at least 2 more than"),
        (-1, np.inf, "is at most 1 less than"),
        (-np.inf, 0, "is at most"),
        (-np.inf, -1, "is less than"),
        (-np.inf, -2, "is at least 2 less than"),
        (-np.inf, 1, "is at most 1 more than"),
        (0, 2, "is 0 to 2 more than"),
        (2, 2, "is 2 more than"),
        (-2, -1, "is 1 to 2 less than"),
        (-2, 1, "is between 2 less and 1 more than"),
    ],
)
def test_differences_are_put_into_words(low: float, high: float, text: str) -> None:
    values = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
    bid = Phrase("difference", "the bid", "the prize")
    assert describe_range(bid, low, high, values) == f"the bid {text} “the prize”"


def test_a_difference_of_at_least_1_is_not_called_more_if_halves_occur() -> None:
    values = (-1.0, 0.0, 0.5, 1.0)
    bid = Phrase("difference", "the bid", "the prize")
    assert describe_range(bid, 1, np.inf, values) == "the bid is at least 1 more than “the prize”"


@pytest.mark.parametrize("number", [4, 40])
def test_a_feature_is_never_split_at_its_lowest_value(number: int) -> None:
    values = np.concatenate([np.arange(number, dtype=float), np.full(50, np.nan)])
    bounds = tree._bounds(values)
    assert min(bounds) > 0
    assert max(bounds) < number
    assert len(bounds) == min(number - 1, tree.MOST_BOUNDS)


def test_a_feature_with_a_single_value_is_left_out() -> None:
    finder = _Finder(recorded(AUCTION, "random"))
    number = Phrase("number", "a number")
    assert not finder._add(number, np.array([np.nan, 2.0, 2.0]), 1.0)
    assert finder._add(number, np.array([np.nan, 2.0, 3.0]), 1.0)


def test_choices_with_equal_numbers_are_both_the_highest_and_the_lowest() -> None:
    finder = _Finder(recorded(AUCTION, "random"))
    starts = finder._decisions.offers.starts
    # In the first decision, three actions have different numbers, and others none.
    values = np.full(starts[-1], 7.0)
    values[: starts[1]] = np.nan
    values[:3] = 5.0, 3.0, 4.0
    finder._add_ranks("worth", values, 1.0)
    highest, lowest = (feature.values for feature in finder._features)
    assert highest[:3].tolist() == [1.0, 0.0, 0.0]
    assert lowest[:3].tolist() == [0.0, 1.0, 0.0]
    assert np.isnan(highest[3 : starts[1]]).all()
    assert np.isnan(lowest[3 : starts[1]]).all()
    assert (highest[starts[1] :] == 1).all()
    assert (lowest[starts[1] :] == 1).all()


def test_percentages_of_the_tree_have_their_number_of_choices(known: Path) -> None:
    advice = advise(AUCTION, f"{known}:thrifty")
    lines = [text for _, text in tree_lines(advice) if "\N{RIGHTWARDS ARROW}" in text]
    assert len(lines) == len(advice.leaves)
    for line in lines:
        assert re.search(r"→ [a-z ]+ \((below )?[\d. ±to]+% of [\d,]+ choices\)$", line)


def test_the_title_names_the_rules_that_are_not_the_defaults(tmp_path: Path) -> None:
    options = ("strategies", "snorkeling", "--explain", "random", "--players", "2")
    rules = ("--variant", "expert", "--rule", "target_score=8")
    printed = fathom(tmp_path, *options, *rules).out
    title = "What the player “random” does · 2 players · variant expert · target_score=8"
    assert printed.splitlines()[0].rstrip() == title
    result = fathom(tmp_path, *options, *rules, "--json").json
    assert (result["variant"], result["rules"]) == ("expert", ["target_score=8"])


def test_the_learned_player_is_described_if_it_is_among_the_strongest() -> None:
    random, even = find_strategy("random", AUCTION), find_strategy("even", AUCTION)
    learned = replace(random, name="learned", tier=even.tier, learned={2: "digest"})
    assert player_to_describe([even, learned]) is learned
    assert player_to_describe([learned, even]) is learned
    weak = replace(learned, tier=0)
    assert player_to_describe([weak, even]) is even


def test_the_command_prints_the_advice_and_its_json(tmp_path: Path) -> None:
    options = ("strategies", AUCTION, "--explain", "even", "--players", "2")
    printed = fathom(tmp_path, *options).out
    assert printed.startswith("What the player “even” does · 2 players")
    assert "is equal to “what the prize of this round is worth”" in printed
    assert "a summary of a player and not the player itself" in printed
    result = fathom(tmp_path, *options, "--json").json
    assert result["explained"]["value"] == 1
    assert result["players"] == 2
    assert result["held_out"] < result["decisions"]


def test_options_for_advice_are_refused_without_it(tmp_path: Path) -> None:
    refused = fathom(tmp_path, "strategies", AUCTION, "--players", "2", code=2)
    assert "--players is only for --explain" in refused.message
    options = ("--explain", "even,random", "--players", "2")
    both = fathom(tmp_path, "strategies", AUCTION, *options, code=2)
    assert "--explain takes one strategy" in both.message


def test_other_rules_are_played(tmp_path: Path) -> None:
    options = ("strategies", AUCTION, "--explain", "even", "--players", "2", "--json")
    usual = fathom(tmp_path, *options).json
    short = fathom(tmp_path, *options, "--rule", "rounds=3").json
    # With three cards instead of more, a random choice is right more often.
    assert usual["random"]["ci_high"] < 0.35 < short["random"]["ci_low"]
    assert (usual["rules"], short["rules"]) == ([], ["rounds=3"])
