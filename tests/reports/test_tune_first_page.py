"""The first page of tuning says in a sentence what to change, or what is missing to say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from reports.figures.figure import COMEBACKS, SEAT_SPREAD, Unit
from reports.figures.statistics import Estimate, Verdict
from reports.figures.targets import JudgedTarget, Target
from reports.tune import first_page
from reports.tune.results import EVEN, HeadStart, HeadStarts, JudgedSeats, RuleChange
from reports.tune.search import _middle, finalists
from reports.writing.document import Item
from simulate.rules import values
from tests.helpers.studies import make_study


def tune_of(
    *changes: RuleChange,
    breaks_ties: bool = True,
    judged: Sequence[JudgedTarget] = (),
    **others: Any,
) -> Any:
    """Return results of tuning whose leading version has these changes and verdicts."""
    rates = [Estimate(rate, rate - 0.01, rate + 0.01, 4_000) for rate in (0.252, 0.271, 0.243)]
    seats = [SimpleNamespace(win_rate=rate) for rate in rates]
    results = SimpleNamespace(
        run=SimpleNamespace(games=4_000), seats=lambda: seats, judged=lambda: judged
    )
    leading = SimpleNamespace(is_base=not changes, results=results)
    head_start = values.head_start(4, parts=1 if breaks_ties else 2)
    fields: dict[str, Any] = {
        "leading": [leading],
        "changes": lambda point: list(changes),
        "figures": [SimpleNamespace(path="length.minutes.mean")],
        "base": SimpleNamespace(game=SimpleNamespace(options=[head_start])),
        "players": (),
        "verdict": "meets",
        "verdicts": ["meets"],
        "seats": None,
        "needs_clear_seats": False,
        "tried": [None] * 9,
        "points_per_version": 1,
        "versions": 9,
        "impossible": 0,
        "left_open": 0,
        "is_clearly_fairer": False,
        "request": (),
        **others,
    }
    return SimpleNamespace(**fields)


CHIPS = RuleChange("chips", 8, 10)
HAND = RuleChange("hand_size", 2, 4)
LAST = RuleChange("head_start.4", 1.5, 0)
HALF = RuleChange("head_start.4", 0.5, 0)
SPREAD = SimpleNamespace(path=SEAT_SPREAD)
LENGTH = SimpleNamespace(path="length.minutes.mean")


@pytest.mark.parametrize(
    ("changes", "others", "sentence"),
    [
        ((CHIPS, HAND), {}, "Setting chips to 8 and hand_size to 2 meets your target."),
        (
            (LAST, RuleChange("starter", "rotate", "same")),
            {"figures": [LENGTH, SPREAD]},
            "Setting starter to rotate and giving 1.5 points to seat 4 at the start (half a point "
            "breaks ties) meets both targets.",
        ),
        ((RuleChange("head_start.2", 0, 1),), {}, "Setting head_start.2 to 0 meets your target."),
        (
            (),
            {"players": (3, 4)},
            "The current rules already meet your target for 3 and 4 players.",
        ),
        (
            (CHIPS,),
            {"verdict": "undecided", "verdicts": ["misses", "undecided"], "figures": [LENGTH] * 3},
            "Not certain yet. Setting chips to 8 may meet all 3 targets.",
        ),
        (
            (),
            {"verdict": "undecided", "verdicts": ["undecided"]},
            "Not certain yet. The current rules may meet your target.",
        ),
        (
            (CHIPS,),
            {"verdict": "undecided", "verdicts": ["undecided", "undecided", "misses"]},
            "Not certain yet. Setting chips to 8 is most likely to meet your target.",
        ),
        (
            (),
            {"verdict": "undecided", "verdicts": ["undecided", "undecided"]},
            "Not certain yet. The current rules are most likely to meet your target.",
        ),
        (
            (CHIPS,),
            {"verdict": "undecided", "verdicts": ["misses"], "left_open": 12},
            "Not found yet. 12 more versions may meet your target, but take more games to check. "
            "Nearest so far: setting chips to 8.",
        ),
        (
            (LAST,),
            {
                "verdict": "undecided",
                "verdicts": ["misses"],
                "needs_clear_seats": True,
                "seats": JudgedSeats(frozenset({4}), frozenset({1}), frozenset({2, 3})),
                "figures": [SPREAD],
            },
            "Not even yet. Best so far: giving 1.5 points to seat 4 at the start (half a point "
            "breaks ties); seats 2 and 3 may need points too.",
        ),
        (
            (HALF,),
            {
                "verdict": "undecided",
                "verdicts": ["misses"],
                "needs_clear_seats": True,
                "seats": JudgedSeats(frozenset({4}), frozenset({1}), frozenset({3})),
                "figures": [SPREAD, SimpleNamespace(path="length.minutes.mean")],
            },
            "Not found yet. Best so far: giving half a point to seat 4 at the start (it wins "
            "ties); seat 3 may need points too.",
        ),
        (
            (HALF,),
            {"verdict": "none", "figures": [SPREAD]},
            "No. None of 9 versions meets your target. Nearest: giving half a point to seat 4 at "
            "the start (it wins ties); all seats then win 24 to 27 of 100 games.",
        ),
        (
            (HALF,),
            {"verdict": "none", "figures": [SPREAD], "is_clearly_fairer": True},
            "Fairer, but not yet your target. Nearest: giving half a point to seat 4 at the start "
            "(it wins ties); all seats then win 24 to 27 of 100 games.",
        ),
        (
            (HALF,),
            {"figures": [SPREAD]},
            "Giving half a point to seat 4 at the start (it wins ties) meets your target: all "
            "seats then win 24 to 27 of 100 games.",
        ),
        (
            (),
            {"figures": [SPREAD]},
            "The current rules already meet your target: all seats win 24 to 27 of 100 games.",
        ),
        (
            (HALF,),
            {"verdict": "undecided", "verdicts": ["undecided"], "figures": [SPREAD]},
            "Not certain yet. Giving half a point to seat 4 at the start (it wins ties) may "
            "meet your target: all seats then win 24 to 27 of 100 games.",
        ),
        (
            (CHIPS,),
            {"verdict": "none", "figures": [SimpleNamespace(path="a"), SPREAD]},
            "No. None of 9 versions meets both targets. Nearest: setting chips to 8.",
        ),
        (
            (),
            {"verdict": "none", "versions": 3_000},
            "No. None found among 3,000 versions meets your target. Nearest: the current rules.",
        ),
    ],
)
def test_the_first_sentence_says_what_to_change(
    changes: tuple[RuleChange, ...], others: dict[str, Any], sentence: str
) -> None:
    assert first_page.describe_recommendation(tune_of(*changes, **others)) == sentence


@pytest.mark.parametrize(
    ("others", "sentence"),
    [
        (
            {"verdict": "none"},
            "No. None of 9 versions brings every seat within 1 win in 100 of its fair share. "
            "Nearest: giving half a point to seat 4 at the start (it wins ties); all seats then "
            "win 24 to 27 of 100 games.",
        ),
        (
            {"verdict": "none", "is_clearly_fairer": True},
            "Fairer, but no version is quite even. Nearest: giving half a point to seat 4 at the "
            "start (it wins ties); all seats then win 24 to 27 of 100 games.",
        ),
        (
            {},
            "Giving half a point to seat 4 at the start (it wins ties) makes the seats even: all "
            "seats then win 24 to 27 of 100 games.",
        ),
    ],
)
def test_without_targets_of_the_user_even_seats_are_not_called_a_target(
    others: dict[str, Any], sentence: str
) -> None:
    study = SimpleNamespace(targets={SEAT_SPREAD: {"max": EVEN}})
    tune = tune_of(HALF, figures=[SPREAD], request=("--even",), **others)
    tune.base.run = SimpleNamespace(study=study)
    assert first_page.describe_recommendation(tune) == sentence
    study.targets[SEAT_SPREAD] = {"max": 0.03}
    assert "your target" in first_page.describe_recommendation(tune)


def test_win_rates_with_narrow_intervals_have_a_decimal() -> None:
    tune = tune_of(HALF, figures=[SPREAD])
    for seat in tune.leading[0].results.seats():
        rate = seat.win_rate.value
        seat.win_rate = Estimate(rate, rate - 0.004, rate + 0.004, 40_000)
    assert first_page.describe_recommendation(tune).endswith("win 24.3 to 27.1 of 100 games.")


def test_seats_that_get_the_same_points_are_listed_together() -> None:
    tune = tune_of(RuleChange("head_start.3", 0.5, 0), HALF, RuleChange("head_start.2", 1.5, 0))
    assert first_page.describe_setting(tune, tune.leading[0]) == (
        "giving half a point each to seats 3 and 4 and 1.5 points to seat 2 at the start (half a "
        "point breaks ties)"
    )


def test_a_head_start_of_half_a_point_is_explained_only_if_it_just_breaks_ties() -> None:
    for breaks_ties, text in (
        (True, "giving half a point to seat 4 at the start (it wins ties)"),
        (False, "giving half a point to seat 4 at the start"),
    ):
        tune = tune_of(HALF, breaks_ties=breaks_ties)
        assert first_page.describe_setting(tune, tune.leading[0]) == text


def test_the_smallest_head_start_is_called_the_smallest() -> None:
    none, half, most = (HeadStart(points, Estimate(0.2, 0.1, 0.3, 9)) for points in (0, 0.5, 1))
    assert first_page.describe_crossing(none, half) == (
        "Half a point is the smallest head start, and it is already too much."
    )
    assert first_page.describe_crossing(half, most) == (
        "With half a point it wins too little, with 1 point too much; no head start is in between."
    )


def test_no_sweep_is_suggested_for_a_head_start_that_was_judged() -> None:
    head_start = SimpleNamespace(name="head_start.1", values=(0, 0.5), is_number=True)
    chips = SimpleNamespace(name="chips", values=(9, 10), is_number=True)
    base = SimpleNamespace(run=SimpleNamespace(study=make_study("schnuff", 4)))
    for axes, commands in (
        ([head_start], []),
        ([head_start, chips], ["fathom sweep schnuff --vary chips=9,10"]),
    ):
        tune = tune_of(axes=axes, base=base, helpful=[], head_starts=None)
        steps = first_page._steps_to_other_rules(tune)
        assert [step.command.partition(" -s ")[0] for step in steps] == commands


def test_seats_that_no_head_start_evens_lead_to_a_search_over_all_rules() -> None:
    study = make_study("schnuff", 4)
    study = replace(study, targets={SEAT_SPREAD: {"max": EVEN}})
    head_start = SimpleNamespace(name="head_start.1", values=(0, 0.5), is_number=True)
    tune = tune_of(
        HALF,
        verdict="none",
        verdicts=["misses"],
        figures=[SPREAD],
        request=("--even",),
        axes=[head_start],
        helpful=[],
        head_starts=None,
    )
    tune.base.run = SimpleNamespace(study=study)
    commands = [step.command.partition(" -s ")[0] for step in first_page.suggest_next_steps(tune)]
    assert commands == [
        "fathom tune schnuff --even --vary all",
        "fathom run schnuff --rule head_start.4=0.5",
    ]


@pytest.mark.parametrize(("more_games", "purpose"), [(2_600, "Decide it"), (None, "Be surer")])
def test_the_next_step_of_an_undecided_search_names_the_games_that_decide_it(
    more_games: int | None, purpose: str
) -> None:
    verdict = SimpleNamespace(word="undecided", more_games=more_games)
    study = make_study("schnuff", 4)
    tune = tune_of(
        CHIPS,
        verdict="undecided",
        verdicts=["misses", "undecided"],
        request=("--vary", "chips"),
        all_runs=[SimpleNamespace(elapsed=2.0)],
        arms_run=SimpleNamespace(runs=[SimpleNamespace(games=study.games)]),
    )
    tune.base.run = SimpleNamespace(study=study)
    tune.leading[0].results.run = SimpleNamespace(games=study.games)
    judged = SimpleNamespace(verdict=verdict, is_estimate_within=True)
    tune.leading[0].results.judged = lambda: [judged]
    first, second = first_page.suggest_next_steps(tune)
    assert first.purpose == purpose
    assert first.command.startswith("fathom tune schnuff --vary chips --games ")
    assert second.purpose == "Play the likeliest"


@pytest.mark.parametrize(
    ("helpful", "sentence"),
    [
        ([], "Points come no nearer."),
        (["sharks=9"], "Points come no nearer; sharks=9 may help."),
        (["sharks=9", "coins=1", "hand=2"], "Points come no nearer; sharks=9 or coins=1 may help."),
    ],
)
def test_a_search_for_even_seats_without_success_names_the_limit_of_points(
    helpful: list[str], sentence: str
) -> None:
    tune = tune_of(
        HALF,
        verdict="none",
        figures=[SPREAD],
        request=("--even",),
        seats=JudgedSeats(frozenset({4}), frozenset({1}), frozenset()),
        helpful=[[SimpleNamespace(label=label)] for label in helpful],
    )
    tune.base.run = SimpleNamespace(study=SimpleNamespace(targets={SEAT_SPREAD: {"max": EVEN}}))
    assert first_page.describe_limit(tune) == sentence
    tune.verdict = "undecided"
    assert not first_page.describe_limit(tune)


def test_the_table_of_seats_shows_how_far_each_is_from_its_fair_share() -> None:
    results = tune_of(HALF).leading[0].results
    results.decided_fair_share = 0.25
    table = first_page.make_seat_table([results, results])
    titles = ["seat", "as now", "with the change", "still off by"]
    assert [column.title for column in table.columns] == titles
    minus = "\N{MINUS SIGN}"
    assert [row[-1].text for row in table.rows] == ["+0.2", "+2.1", f"{minus}0.7"]
    titles = ["seat", "as now", "off by"]
    assert [column.title for column in first_page.make_seat_table([results]).columns] == titles


def test_no_version_is_called_the_likeliest_with_too_few_games() -> None:
    tune = tune_of(CHIPS, verdict="undecided", verdicts=["undecided", "undecided"])
    tune.leading[0].results.run.games = 6
    sentence = "Too few games to tell: only 6 games of each version so far."
    assert first_page.describe_recommendation(tune) == sentence


def test_unclear_seats_are_named_with_their_interval() -> None:
    rates = {"seat 1": Estimate(0.53, 0.44, 0.62, 100), "seat 2": Estimate(0.47, 0.38, 0.56, 100)}
    results = SimpleNamespace(decided_fair_share=0.5, joint_win_rates=lambda: rates)
    base = SimpleNamespace(at_confidence=lambda confidence: results)
    tune = tune_of(
        verdict="undecided",
        needs_clear_seats=True,
        seats=JudgedSeats(frozenset(), frozenset(), frozenset({1, 2})),
        base=base,
        overall_confidence=0.95,
    )
    assert first_page.describe_recommendation(tune) == (
        "Too few games to tell which seat needs help. Seat 2 wins least: 38 to 56 of 100 games, "
        "where 50 would be fair."
    )
    # The judged games may show which seat needs help, after the search did not know it.
    rates["seat 2"] = Estimate(0.42, 0.36, 0.48, 100)
    assert first_page.describe_recommendation(tune) == (
        "Too few games to tell what helps. Seat 2 wins least: 36 to 48 of 100 games, where 50 "
        "would be fair."
    )


def effects_of(*changes: RuleChange, unclear: bool) -> list[str]:
    tune = tune_of(*changes, side_effects=[], may_have_side_effects=unclear)
    tune.leading[0].results.run = SimpleNamespace(games=1_563)
    return [item.text for item in first_page.describe_effects(tune)]


def test_side_effects_are_denied_only_if_the_games_show_it() -> None:
    assert effects_of(CHIPS, unclear=False) == ["None a player would notice."]
    unclear = "effect seen in 1,563 games; small ones need more games."
    assert effects_of(CHIPS, unclear=True) == [f"No {unclear}"]
    hand = "Players hold 2 cards, not 4."
    assert effects_of(HAND, unclear=True) == [hand, f"No other {unclear}"]
    assert effects_of(HAND, unclear=False) == [hand, "Nothing else, apart from your targets."]
    limit = "Players notice the changed hand: hand_limit is 2 instead of 4."
    change = RuleChange("hand_limit", 2, 4)
    assert effects_of(change, unclear=False) == [limit, "Nothing else, apart from your targets."]


def test_percentage_points_are_written_as_games() -> None:
    text = "0.4 percentage points; target: at most 1 percentage points."
    assert first_page.in_games(text) == "0.4 in 100 games; target: at most 1 in 100 games."


@pytest.mark.parametrize(
    ("verdicts", "end"),
    [
        ([], "meets your target."),
        (["yes"], "meets your target."),
        (["yes", "too few games"], "meets your target; too few games to tell for other good "),
        (
            ["too few games", "depends on who plays"],
            "meets your target, but not with all good players.",
        ),
    ],
)
def test_the_first_sentence_warns_if_other_good_players_miss_the_target(
    monkeypatch: pytest.MonkeyPatch, verdicts: list[str], end: str
) -> None:
    items = [Item("minutes", word) for word in verdicts]
    monkeypatch.setattr(first_page, "judge_targets_with_others", lambda tune: items)
    sentence = first_page.describe_verdict(tune_of(CHIPS))
    assert sentence.startswith(f"Setting chips to 8 {end}")


def test_an_undecided_version_warns_of_other_players_only_if_they_miss_the_target(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    undecided = tune_of(CHIPS, verdict="undecided", verdicts=["undecided"])
    sentence = "Not certain yet. Setting chips to 8 may meet your target"
    for word, end in (("too few games", "."), ("depends on who plays", ", but not with all good ")):
        items = [Item("minutes", word)]
        monkeypatch.setattr(first_page, "judge_targets_with_others", lambda tune, it=items: it)
        assert first_page.describe_verdict(undecided).startswith(f"{sentence}{end}")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0.009, "Not certain yet. Giving half a point to seat 4 at the start (it wins ties) may "),
        (0.015, "Not certain yet. Nearest: giving half a point to seat 4 at the start (it wins "),
    ],
)
def test_a_version_whose_estimate_misses_the_target_is_called_nearest(
    value: float, sentence: str
) -> None:
    target = Target(SEAT_SPREAD, {"max": 0.01}, -np.inf, 0.01)
    judged = JudgedTarget(target, Estimate(value, 0.0, 0.03, 4_000), Verdict("undecided", None))
    tune = tune_of(HALF, verdict="undecided", verdicts=["undecided"], judged=[judged])
    assert first_page.describe_recommendation(tune).startswith(sentence)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-3.0, "lead changes per game down by 3.0 \N{PLUS-MINUS SIGN} 0.5"),
        (3.0, "lead changes per game up by 3.0 \N{PLUS-MINUS SIGN} 0.5"),
    ],
)
def test_changes_that_players_may_notice_have_a_direction(value: float, text: str) -> None:
    change = Estimate(value, value - 0.5, value + 0.5, 1000)
    compared = SimpleNamespace(
        difference=SimpleNamespace(estimate=change),
        unit=Unit("", signed=True),
        definition=SimpleNamespace(title="lead changes per game", kind="lead_changes"),
    )
    assert first_page._describe_change(cast(Any, compared), "") == text


def test_changes_with_long_titles_have_short_names() -> None:
    compared = SimpleNamespace(
        difference=SimpleNamespace(estimate=Estimate(0.03, 0.01, 0.05, 1000)),
        unit=Unit("percentage points", share=True, signed=True),
        definition=SimpleNamespace(title="wins of a seat in last place", kind=COMEBACKS),
    )
    text = first_page._describe_change(cast(Any, compared), "")
    assert text.startswith("wins from last place up by 3.0 ± 2.0 ")


def test_head_starts_are_compared_with_the_fair_share() -> None:
    starts = [
        HeadStart(points, Estimate(rate, rate - 0.01, rate + 0.01, 4_000))
        for points, rate in ((0, 0.2), (1, 0.24), (2, 0.27))
    ]
    head_starts = HeadStarts(4, 0.25, 0.5, Estimate(0.07, 0.06, 0.08, 4_000), starts)
    assert first_page.describe_nearest_head_starts(head_starts) == (
        "Seat 4 wins 20.0 \N{PLUS-MINUS SIGN} 1.0 of 100 games without a head start, 24.0 "
        "\N{PLUS-MINUS SIGN} 1.0 with 1 point and 27.0 \N{PLUS-MINUS SIGN} 1.0 with 2 points; 25 "
        "would be fair."
    )


def test_a_version_with_fewer_changes_is_judged_even_if_its_figures_are_less_safe() -> None:
    # The last version changes one rule only, and is as near as the games tell.
    scores = np.array([9.0, 8.0, 7.0, 6.0, -0.2])
    chances = np.array([1.0, 1.0, 1.0, 1.0, 0.0])
    sizes = np.array([2.1, 2.2, 2.3, 2.4, 1.05])
    assert finalists(scores, chances, sizes) == [0, 1, 4, 2]
    # It is not if it is far from the targets.
    scores[-1] = -3.0
    assert 4 not in finalists(scores, chances, sizes)


def test_after_few_games_the_likeliest_versions_with_fewer_changes_are_judged() -> None:
    # The errors are so large that no score is near 0. The fifth version clearly misses a target.
    scores = np.array([-1.0, -1.1, -1.2, -1.4, -np.inf, -1.5, -1.3])
    sizes = np.array([3.3, 3.3, 3.3, 2.2, 2.2, 2.2, 1.1])
    chances = np.array([0.2, 0.2, 0.2, 0.1, 0.2, 0.15, 0.01])
    assert finalists(scores, chances, sizes) == [0, 1, 5, 3]
    # A version with one change is judged before a second with two, if it is likely enough.
    chances[-1] = 0.06
    assert finalists(scores, chances, sizes) == [0, 1, 6, 5]


@pytest.mark.parametrize(
    ("low", "high", "middle"),
    [(5, 8, 6), (7, 8, None), (0.0, 0.5, 0.2), (0.25, 0.5, 0.4), (0.5, 1.0, 0.8)],
)
def test_the_value_tried_between_two_values_has_few_digits(
    low: float, high: float, middle: float | None
) -> None:
    assert _middle(low, high) == middle


def test_a_search_that_ends_at_its_last_value_suggests_more_values() -> None:
    chips = SimpleNamespace(name="chips", values=(9, 10, 11), is_number=True)
    base = SimpleNamespace(run=SimpleNamespace(study=make_study("schnuff", 4)))
    request = ["--vary", "chips=9,10,11", "--target", "length.minutes.mean=..25"]
    tune = tune_of(RuleChange("chips", 9, 10), axes=[chips], base=base, request=request)
    command = "fathom tune schnuff --vary chips --target length.minutes.mean=..25"
    assert first_page._widen_search(tune) == command
    # Fathom itself would not choose more.
    chips.values = (5, 10, 11)
    tune = tune_of(RuleChange("chips", 5, 10), axes=[chips], base=base, request=request)
    assert not first_page._widen_search(tune)


def test_an_entry_of_a_rule_is_varied_from_its_current_value() -> None:
    study = make_study("schnuff", 4)
    assert first_page._vary_with_current(study, "deck.schnuff=3") == "deck.schnuff=2,3"
    assert first_page._vary_with_current(study, "recycle=shuffle") == "recycle"


def test_tune_even_says_that_a_game_has_no_rule_on_who_starts() -> None:
    head_start = values.head_start(4, parts=2)
    without = SimpleNamespace(title="Shoal", options=[head_start])
    starter = SimpleNamespace(about="who starts")
    with_starter = SimpleNamespace(title="Snorkeling", options=[head_start, starter])

    def describe(game: Any, *request: str) -> str:
        tune = tune_of(base=SimpleNamespace(game=game, players=4), request=request)
        return first_page.describe_missing_starter(tune)

    expected = (
        "Shoal has no rule about who starts, so changing it is not among the versions. Players who "
        "start in turn are even over 4 games, because each has every seat once."
    )
    assert describe(without, "tune", "shoal", "--even") == expected
    assert describe(without, "tune", "shoal", "--target", "minutes=..20") == ""
    assert describe(with_starter, "tune", "snorkeling", "--even") == ""
