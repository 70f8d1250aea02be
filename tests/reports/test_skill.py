"""What a report says of skill: in each study, and in which of two there is more of it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from reports.figures.statistics import Estimate
from reports.page.checks import COIN, Check, LookedAt, skill_answer, skill_caveats, skill_difference
from reports.page.tables import make_tables


def looked_at(name: str, coin: Estimate | None) -> LookedAt:
    figures: dict[str, Estimate | float] = {COIN: coin} if coin else {}
    checks = [Check("Skill", "fine", f"Skill pays in {name}.", figures=figures)]
    return LookedAt(cast(Any, None), checks, [], name)


def about(value: float, half: float = 0.01) -> Estimate:
    return Estimate(value, value - half, value + half, 4000)


def test_a_study_alone_says_what_was_checked_and_what_is_assumed() -> None:
    [answer] = skill_answer([looked_at("", about(0.15))])
    assert [item.text for item in answer.items] == ["Skill pays in ."]
    [assumed] = skill_caveats([looked_at("", about(0.15))])
    assert "the same for any number of players" in assumed


@pytest.mark.parametrize(
    ("coins", "said"),
    [
        (
            (about(0.15), about(0.02)),
            "Skill counts for more with expert: from base to expert luck changes by ",
        ),
        (
            (about(0.02), about(0.15)),
            "Skill counts for more with base: from base to expert luck changes by +",
        ),
        ((about(0.15), about(0.14)), "Whether skill counts for more with base or with"),
    ],
)
def test_of_two_studies_it_says_in_which_skill_counts_for_more(
    coins: tuple[Estimate, Estimate], said: str
) -> None:
    several = [looked_at("base", coins[0]), looked_at("expert", coins[1])]
    [answer] = skill_answer(several)
    assert answer.items[2].text.startswith(said)
    found = skill_difference(several)
    assert found
    assert found.value == pytest.approx(coins[1].value - coins[0].value)
    # Of independent figures the squares of the reaches add up.
    assert found.high - found.value == pytest.approx(0.01 * 2**0.5)


def test_what_is_said_of_the_difference_is_in_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.page.tables._samples", lambda told: [])
    several = [looked_at("base", about(0.15)), looked_at("expert", about(0.02))]
    last = make_tables(several)["checks"].iloc[-1]
    assert (last["study"], last["figure"]) == ("expert minus base", COIN)
    assert last["value"] == pytest.approx(-0.13)


def test_of_one_three_or_unknown_ones_nothing_is_compared() -> None:
    for coins in ([about(0.1)], [about(0.1)] * 3, [about(0.1), None], [None, None]):
        several = [looked_at(f"arm {place}", coin) for place, coin in enumerate(coins)]
        assert skill_difference(several) is None
        [answer] = skill_answer(several)
        assert len(answer.items) == len(coins)
        assert bool(skill_caveats(several)) == any(coins)
