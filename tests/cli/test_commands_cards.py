"""The command ``fathom cards``: what it promises in JSON, on screens and in folders."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from reports.compare.document import MOST_ROWS
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import file_of

pytestmark = pytest.mark.slow  # each game's code that notes draws takes long to compile

ASKED = ("cards", file_of("race"), "--games", "3000", "--quiet")


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cards")
    (folder / "printed.txt").write_text(fathom(folder, *ASKED, "--out", "out").out)
    return folder


def test_json_has_the_fields_that_are_promised(where: Path) -> None:
    found = fathom(where, *ASKED, "--jobs", "2", "--json").json
    assert len(found["cards"]) == 10
    values = [one["drawn"]["value"] for one in found["cards"]]
    assert values == sorted(values, reverse=True)
    for one in found["cards"]:
        for what in ("drawn", "opening", "played", "by_winners"):
            assert one[what]["ci_low"] < one[what]["value"] < one[what]["ci_high"]
        assert one["per_game"] == pytest.approx(4.4, abs=0.2)
        assert one["used"] + one["held"] == pytest.approx(1)
    assert found["cards"][0]["verdict"] == "above"
    assert {one["exchange"] for one in found["cards"][:2]} == {"agrees"}
    again = fathom(where, "cards", "out", "--trust", "--json", "--quiet").json
    assert again["tally_id"] == found["tally_id"]


def test_the_screen_says_it_in_a_sentence(where: Path) -> None:
    printed = " ".join((where / "printed.txt").read_text().split())
    assert "Strongest: no. 10, +" in printed
    assert "; weakest: no. 1, \N{MINUS SIGN}" in printed


def test_one_game_tells_nothing(tmp_path: Path) -> None:
    asked = ("cards", file_of("race"), "--games", "1", "--quiet", "--no-charts")
    assert "Too few games to tell." in fathom(tmp_path, *asked).out


def test_the_folder_plays_again_and_has_every_card(where: Path) -> None:
    assert len(pd.read_csv(where / "out" / "cards.csv")) == 10
    assert (where / "out" / "cards.png").exists()
    assert "gave the fingerprint" in fathom(where, "verify", "out", "--trust", "--quiet").out


def test_other_commands_tell_it_as_a_figure(tmp_path: Path) -> None:
    race = (file_of("race"), "--games", "4000", "--cards", "--quiet")
    versions = ("--rule", "luck=5", "--rule", "luck=100")
    told = fathom(tmp_path, "compare", *race, *versions, "--no-charts", "--out", "arms").out
    assert told.count("Gain from drawing") > MOST_ROWS
    first, second = (
        fathom(tmp_path, *asked, "--json", "--quiet").json
        for asked in (("compare", *race, *versions), ("compare", "arms", "--trust", "--fresh"))
    )
    assert first["differences"] == second["differences"]
    alone = fathom(tmp_path, "cards", *race[:3], "--rule", "luck=5", "--json", "--quiet").json
    drawn = {one["card"]: one["drawn"]["value"] for one in alone["cards"]}
    assert {
        name: one["value"] for name, one in first["arms"][0]["result"]["cards"].items()
    } == pytest.approx(drawn)
    curve = ("--vary", "luck=5,100", "--figure", "cards.no. 10", "--out", "curve")
    fathom(tmp_path, "sweep", *race, *curve)
    [picture] = (tmp_path / "curve").glob("cards*.svg")
    assert "percentage points of games won" in picture.read_text()
    target = ("--target", "cards.no. 10=..5pp")
    tuned = fathom(tmp_path, "tune", *race, "--vary", "luck=5,100", *target, "--json").json
    assert tuned["recommended"]["rules"] == {"luck": 100}
    assert re.search(
        r"Drawing no. 10 \(.*\) is worth most, no. 1 ", fathom(tmp_path, "run", *race).out
    )
    report = fathom(tmp_path, "report", *race, "--out", "page.md")
    assert "gain from drawing no. 10" in (tmp_path / "page.md").read_text()
    assert not report.err


def test_dice_are_rolled_and_not_played_and_a_game_without_anything_is_refused(
    tmp_path: Path,
) -> None:
    found = fathom(tmp_path, "cards", file_of("pig"), "--games", "200", "--quiet", "--json").json
    assert {one[what] for one in found["cards"] for what in ("played", "used", "by_winners")} == {
        None
    }
    asked = ("cards", file_of("auction"), "--quiet")
    assert "has no cards" in fathom(tmp_path, *asked, code=2).message


def test_interpreted_notes_are_the_compiled_ones(tmp_path: Path) -> None:
    asked = ("cards", file_of("race"), "--games", "4", "--quiet", "--json")
    compiled, interpreted = fathom(tmp_path, *asked), fathom(tmp_path, *asked, "--no-jit")
    assert compiled.json["tally_id"] == interpreted.json["tally_id"]
