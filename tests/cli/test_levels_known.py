"""With other players, printed ranges and labels are true in a game whose figures are known."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

import pytest

from reports.analysis.execution import Execution, OtherPlayersDepth
from reports.analysis.other_players import play_other_players
from reports.analysis.selection import resolve_study
from reports.robust.document import describe_group
from reports.robust.levels import JUDGED_FIGURES, MARGINS
from reports.robust.robustness import Robustness
from simulate.command_options import Selection
from simulate.play.run import play
from tests.fixtures.known_strengths import (
    PLAYERS,
    game_file,
    true_advantage,
    true_minutes,
)

SEATS, LENGTH = JUDGED_FIGURES[:2]
STUDIES = 300
#: Studies of each verdict, which take more games.
LABELLED = 100
#: Four standard errors above the share of printed ranges that may miss, and of false verdicts.
MOST_MISSED, MOST_FALSE = (0.05 + 4 * math.sqrt(0.05 * 0.95 / n) for n in (STUDIES, LABELLED))

Rules = Mapping[str, int]
NO_CHOICE: Rules = {"power_pays": 0}
FIRST_IS_BETTER: Rules = {"power_pays": 0, "seat_base": 500}
POWER_MOVES: Rules = {"seat_base": 100, "seat_power": 120, "length_power": 400}
#: The second way changes length and seats, and not how often a player wins.
WAYS_DIFFER: Rules = {"seat_base": 100, "seat_way": 600, "length_way": 600}


def robustness_of(file: Path, rules: Rules, games: int, seed: int) -> Robustness:
    """Play a study of the game, and ask its rules of other players."""
    changed = [f"{name}={value}" for name, value in rules.items()]
    selection = Selection(
        source=str(file), players=PLAYERS, games=str(games), seed=seed, rule=changed
    )
    study, lineup = resolve_study(selection)
    run = play(study, lineup, 1)
    robustness = play_other_players(run, lineup, OtherPlayersDepth(False, MARGINS), Execution(1))
    assert robustness
    return robustness


def powers(folder: Path, *styles: str) -> Path:
    """Write the game with these styles, the strongest first."""
    file = folder / "_".join(styles) / "powers.py"
    file.parent.mkdir()
    file.write_text(game_file(*styles), encoding="utf-8")
    return file


@cache
def true_value(seats: bool, lineup: tuple[str, ...], rules: tuple[tuple[str, int], ...]) -> float:
    """Return the true advantage of seat 1 in points, or the true length in minutes."""
    changed = dict(rules)
    return 100 * true_advantage(lineup, changed) if seats else true_minutes(lineup, changed)


def printed_range(text: str) -> tuple[float, float]:
    """Return the ends of the range of good players, as a line prints them."""
    number = r"([+\N{MINUS SIGN}]?[\d.]+)"
    ends = re.search(rf"good players {number} to {number}", text)
    assert ends, text
    low, high = (float(end.replace("\N{MINUS SIGN}", "-")) for end in ends.groups())
    return low, high


@pytest.mark.slow
@pytest.mark.parametrize("rules", [NO_CHOICE, FIRST_IS_BETTER, POWER_MOVES, WAYS_DIFFER])
def test_printed_ranges_contain_the_figures_of_all_sensible_players(
    tmp_path: Path, rules: Rules
) -> None:
    file = powers(tmp_path, "nine", "twin", "eight", "three")
    missed, estimates_missed = Counter[str](), Counter[str]()
    for seed in range(STUDIES):
        robustness = robustness_of(file, rules, 2_000, seed)
        for kind in (SEATS, LENGTH):
            judged, sensible = robustness.judged[kind.group], robustness.ranked.sensible
            if judged.seat > 1:
                continue  # only seat 1's true figures are known
            true = [
                true_value(kind.seat > 0, tuple(level.specs), tuple(rules.items()))
                for level in sensible
            ]
            low, high = printed_range(describe_group(robustness, kind.group)[0].text)
            missed[kind.group] += not low <= min(true) <= max(true) <= high
            scale = 100 if kind.seat else 1
            values = [scale * judged.at(level).value for level in sensible]
            wrong = min(values) > min(true) or max(values) < max(true)
            estimates_missed[kind.group] += wrong
    assert missed["seats"] / STUDIES <= MOST_MISSED
    assert missed["length"] / STUDIES <= MOST_MISSED
    # The negative control: from the lowest estimate to the highest, all tables err together.
    assert estimates_missed["seats"] / STUDIES > 2 * MOST_MISSED


def verdicts(file: Path, rules: Rules, games: int) -> Counter[str]:
    """Return how often each verdict is given on the length."""
    studies = (robustness_of(file, rules, games, seed) for seed in range(LABELLED))
    return Counter(study.judged["length"].verdict for study in studies)


@pytest.mark.slow
def test_two_equally_strong_styles_depend_on_style_and_are_not_still_moving(
    tmp_path: Path,
) -> None:
    """A twin names the same power as the strongest style, and its games are longer."""
    counts = verdicts(powers(tmp_path, "nine", "twin", "three"), WAYS_DIFFER, 4_000)
    assert counts["still moving"] / LABELLED <= MOST_FALSE
    assert counts["depends on style"] / LABELLED > 0.9


@pytest.mark.slow
def test_a_stronger_style_with_another_length_is_still_moving(tmp_path: Path) -> None:
    """The negative control: the same difference in length, of styles that differ in strength."""
    file = powers(tmp_path, "nine", "eight", "three")
    counts = verdicts(file, {"length_power": 600}, 40_000)
    assert counts["still moving"] / LABELLED > 0.8


@pytest.mark.slow
def test_strength_decides_between_still_moving_and_depends_on_style(tmp_path: Path) -> None:
    wide = partial(robustness_of, games=60_000, seed=1)
    twins = wide(powers(tmp_path, "nine", "twin", "three"), WAYS_DIFFER)
    assert twins.judged["length"].verdict == "depends on style"
    assert describe_group(twins, "length")[0].name == "depends on who plays"
    assert [level.style for level in twins.ranked.strongest] in (["nine", "twin"], ["twin", "nine"])
    stronger = wide(powers(tmp_path, "nine", "eight", "three"), {"length_power": 600})
    assert stronger.judged["length"].verdict == "still moving"
    assert [level.style for level in stronger.ranked.strongest] == ["eight", "nine"]
