"""Tuning finds weights that are known to be best, alike each time, and is not led by luck."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from simulate.strategy import Strategy
from strategies import find_strategy
from tests.bench.tune import NEW, Ground, Table, Weights, alone, among, climb, find_challenger
from tests.helpers.strategy_files import write_strategy

GAME = "scaphandre"
#: Lays cards at random, the more often the further `slip` is from this.
BEST = 0.3
BODY = f"""
if uniform(view.chance) < abs(slip - {BEST}):
    return action_at(view.menu, below(view.chance, view.menu.count))
return decide(view)
"""


@pytest.fixture(scope="module")
def sloppy(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write a strategy of which the best weight is known, and one that matters nothing."""
    folder = tmp_path_factory.mktemp("strategies")
    declared = 'slip=Parameter(1, 0, 1, "How sloppy."), idle=Parameter(1, 0, 5, "Nothing.")'
    spec = write_strategy(folder, BODY, name="sloppy", declared=declared, takes="slip, idle")
    file = Path(spec.rpartition(":")[0])
    imports = "from strategies import uniform\nfrom strategies.scaphandre import grabber\n"
    file.write_text(f"{imports}\ndecide = grabber.decide\n{file.read_text()}")
    return spec


def ground(jobs: int = 2) -> Ground:
    return Ground(GAME, ["base"], [2], 1, jobs)


def best_spec(strategy: Strategy, jobs: int = 2, generations: int = 8, lap: int = 40) -> str:
    where = ground(jobs)
    tables = [*where.tables(alone(strategy.spec)), *where.tables(among(strategy.spec))]
    return find_challenger(where, Weights(strategy, ["slip"]), tables, generations, lap)


@pytest.mark.slow
def test_tuning_finds_the_best_weight(sloppy: str) -> None:
    challenger = find_strategy(best_spec(find_strategy(sloppy, GAME)), GAME)
    slip, idle = challenger.vector
    assert abs(slip - BEST) < 0.12
    assert idle == 1


def test_tuning_does_not_depend_on_the_number_of_jobs(sloppy: str) -> None:
    strategy = find_strategy(sloppy, GAME)
    assert best_spec(strategy, 1, 2, 20) == best_spec(strategy, 2, 2, 20)


@pytest.mark.slow
def test_tuning_ends_when_no_challenger_is_clearly_better(
    sloppy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    how = {"rounds": 2, "generations": 5, "lap": 20, "games": 4000}
    champions = climb(ground(), sloppy, ["slip"], ["grabber"], **how)
    assert len(champions) > 1
    assert f"Against {champions[0]}" in capsys.readouterr().out
    # The negative control: a weight that matters nothing makes no champion.
    start = f"{sloppy}(slip=0.3)"
    assert climb(ground(), start, ["idle"], ["grabber"], **how) == [start]
    assert "does not become champion" in capsys.readouterr().out


@pytest.mark.parametrize("seats", [(NEW, "grabber", "grabber"), ("grabber", NEW, NEW)])
def test_a_strategy_among_copies_of_itself_wins_exactly_a_fair_share(
    seats: tuple[str, ...],
) -> None:
    where = ground()
    shares = where.deals(["grabber"], [Table("base", 3, seats)], 0, 50)
    assert np.allclose(shares[0, 0, :, 0], 1)
    assert where.played == 150


def test_the_measured_share_belongs_to_the_measured_strategy(sloppy: str) -> None:
    where = ground()
    new = where.share("grabber", Table("base", 2, (NEW, "random")), 2000)
    random = where.share("random", Table("base", 2, ("grabber", NEW)), 2000)
    assert new.low > 1.1
    assert new.value + random.value == pytest.approx(2)
