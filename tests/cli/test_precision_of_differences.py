"""Comparisons that are played until the differences between their arms are known so well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers.commands_helper import fathom

QUIET = ("--quiet", "--no-charts")
ARMS = ("snorkeling", "--variant", "base", "--variant", "expert", "-s", "random")
FILE = """
game = "snorkeling"
lineup = ["random"]
precision = { "length.minutes.mean" = "20 s" }
[[compare.arms]]
label = "base"
[[compare.arms]]
label = "expert"
variant = "expert"
"""


def test_it_plays_until_all_differences_are_known_so_well_and_says_each(tmp_path: Path) -> None:
    widths = ("length.minutes.mean=40 s", "3pp", "length.turns.p95=9", "lead_changes=8%")
    asked = [part for width in widths for part in ("--precision", width)]
    text = fathom(tmp_path, "compare", *ARMS, *asked, *QUIET, "--out", "out").out
    said, found = " ".join(text.split()), json.loads((tmp_path / "out/summary.json").read_text())
    known = {one["figure"]: one for one in found["precisions"]}
    assert list(known) == [
        "length.minutes.mean",
        "first_player_advantage",
        "length.turns.p95",
        "lead_changes",
    ]
    differences = {one["figure"]: one for one in found["differences"]}
    for path, one in known.items():
        change = differences[path]
        half = max(change["ci_high"] - change["value"], change["value"] - change["ci_low"])
        assert half == pytest.approx(one["reached"], abs=0.01)
        assert one["reached"] <= one["asked"]
        assert (one["a"], one["b"]) == ("base", "expert")
    assert known["length.minutes.mean"]["asked"] == pytest.approx(2 / 3)
    changes = found["arms"][0]["result"]["lead_changes"]["value"]
    assert known["lead_changes"]["asked"] == pytest.approx(0.08 * changes)
    games = f"after {found['deals']:,} games of each"
    assert "Difference in mean length in minutes, expert against base: known to within" in said
    assert f"% of what it is in base, {games}; 8 % was asked for" in said
    assert said.count(games) == 4
    # Its folder says how many games, and which: all arms have as many.
    assert "precision" not in (tmp_path / "out" / "study.toml").read_text()
    assert "as pinned" in fathom(tmp_path, "verify", "out").out


def test_its_games_do_not_depend_on_jobs_or_on_how_it_is_asked(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(FILE)
    asked = ("--precision", "length.minutes.mean=20s")
    ways = [("mine.toml", "--jobs", "1"), ("mine.toml", "--jobs", "2"), (*ARMS, *asked)]
    found = [fathom(tmp_path, "compare", *way, *QUIET, "--json").json for way in ways]
    assert len({one["study_id"] for one in found}) == 1
    tallies = {tuple(arm["result"]["tally_id"] for arm in one["arms"]) for one in found}
    assert len(tallies) == 1
    assert 2_000 < found[0]["deals"] < 20_000


def test_where_the_most_is_played_first_it_is_undecided_and_the_least_sure_is_told(
    tmp_path: Path,
) -> None:
    arms = ("snorkeling", "--rule", "target_score=8", "--rule", "target_score=10")
    more = ("--rule", "target_score=12", "-s", "random", "--games", "2500")
    asked = ("--precision", "length.minutes.mean=1 s", "--precision", "20pp")
    said = fathom(tmp_path, "compare", *arms, *more, *asked, *QUIET, code=3).out
    said = " ".join(said.split())
    assert "target_score=12 against target_score=8, the least sure: known only to within" in said
    assert "after 2,500 games of each, not the 0.0167 asked for." in said
    assert said.count("the least sure: known to within") == 1


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--precision", "length.turns.p95=1"], "give at least 1.415 turns, or choose the mean"),
        (["--precision", "seats.3.win_rat=1pp"], "did you mean 'seats.3.win_rate'?"),
        (["--precision", "length.turns.p90=9"], "among those that all versions are compared by"),
        (["--precision", "1pp", "--until-decided"], "each say when to stop"),
    ],
)
def test_what_cannot_be_is_refused(asked: list[str], told: str, tmp_path: Path) -> None:
    assert told in fathom(tmp_path, "compare", *ARMS, *asked, *QUIET, code=2).message
