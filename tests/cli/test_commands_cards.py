"""The command ``fathom cards``: its JSON, its screens and its folders."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from reports.compare.document import MOST_ROWS
from tests.helpers.commands_helper import fathom
from tests.helpers.file_games import file_of

pytestmark = pytest.mark.slow  # each game's code that notes draws takes long to compile

ARGUMENTS = ("cards", file_of("race"), "--games", "3000", "--quiet")


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cards")
    (folder / "printed.txt").write_text(fathom(folder, *ARGUMENTS, "--out", "out").out)
    return folder


def test_json_has_the_documented_fields(where: Path) -> None:
    summary = fathom(where, *ARGUMENTS, "--jobs", "2", "--json").json
    assert len(summary["cards"]) == 10
    values = [card["drawn"]["value"] for card in summary["cards"]]
    assert values == sorted(values, reverse=True)
    for card in summary["cards"]:
        for name in ("drawn", "opening", "played", "by_winners"):
            assert card[name]["ci_low"] < card[name]["value"] < card[name]["ci_high"]
        assert card["per_game"] == pytest.approx(4.4, abs=0.2)
        assert card["used"] + card["held"] == pytest.approx(1)
    assert summary["cards"][0]["verdict"] == "above"
    assert {card["exchange"] for card in summary["cards"][:2]} == {"agrees"}
    again = fathom(where, "cards", "out", "--trust", "--json", "--quiet").json
    assert again["tally_id"] == summary["tally_id"]


def test_the_screen_names_the_strongest_and_the_weakest_card(where: Path) -> None:
    text = (where / "printed.txt").read_text()
    assert len(text.splitlines()) <= 24
    printed = " ".join(text.split())
    assert "STRONG? Yes. Drawing “no. 1" in printed
    assert "Drawing “no. 10” wins 1" in printed
    assert "Drawing “no. 1” wins 1" in printed
    assert "fewer games in 100" in printed
    assert "than an average card." in printed


def test_cards_of_a_single_game_get_no_verdict(tmp_path: Path) -> None:
    arguments = ("cards", file_of("race"), "--games", "1", "--quiet", "--no-charts")
    assert "Too few games to tell." in fathom(tmp_path, *arguments).out


def test_the_folder_has_every_card_and_can_be_verified(where: Path) -> None:
    assert len(pd.read_csv(where / "out" / "cards.csv")) == 10
    assert (where / "out" / "cards.png").exists()
    assert "gave the fingerprint" in fathom(where, "verify", "out", "--trust", "--quiet").out


def test_other_commands_report_gains_from_cards_as_figures(tmp_path: Path) -> None:
    race = (file_of("race"), "--games", "4000", "--cards", "--quiet")
    versions = ("--rule", "luck=5", "--rule", "luck=100")
    text = fathom(
        tmp_path, "compare", *race, *versions, "--no-charts", "--full", "--out", "arms"
    ).out
    assert text.count("Gain from drawing") > MOST_ROWS
    first, second = (
        fathom(tmp_path, *arguments, "--json", "--quiet").json
        for arguments in (("compare", *race, *versions), ("compare", "arms", "--trust", "--fresh"))
    )
    assert first["differences"] == second["differences"]
    alone = fathom(tmp_path, "cards", *race[:3], "--rule", "luck=5", "--json", "--quiet").json
    drawn = {card["card"]: card["drawn"]["value"] for card in alone["cards"]}
    assert {
        name: gain["value"] for name, gain in first["arms"][0]["result"]["cards"].items()
    } == pytest.approx(drawn)
    curve = ("--vary", "luck=5,100", "--figure", "cards.no. 10", "--out", "curve")
    fathom(tmp_path, "sweep", *race, *curve)
    [picture] = (tmp_path / "curve").glob("cards*.svg")
    assert "percentage points of games won" in picture.read_text()
    target = ("--target", "cards.no. 10=..5pp")
    tuned = fathom(tmp_path, "tune", *race, "--vary", "luck=5,100", *target, "--json").json
    # A value between those that were typed changes less than 100 and meets the target too.
    assert 5 < tuned["recommended"]["rules"]["luck"] < 100
    assert tuned["recommended"]["figures"]["cards.no. 10"]["ci_high"] <= 0.05
    assert re.search(
        r"Drawing no. 10 \(.*\) is worth most, no. 1 ", fathom(tmp_path, "run", *race).out
    )
    report = fathom(tmp_path, "report", *race, "--out", "page.md")
    assert "gain from drawing no. 10" in (tmp_path / "page.md").read_text()
    assert not report.err


def test_dice_have_no_uses_and_a_game_without_cards_is_refused(
    tmp_path: Path,
) -> None:
    summary = fathom(tmp_path, "cards", file_of("pig"), "--games", "200", "--quiet", "--json").json
    assert {
        card[name] for card in summary["cards"] for name in ("played", "used", "by_winners")
    } == {None}
    arguments = ("cards", file_of("auction"), "--quiet")
    assert "declares no cards" in fathom(tmp_path, *arguments, code=2).message


def test_interpreted_games_give_the_compiled_tally(tmp_path: Path) -> None:
    arguments = ("cards", file_of("race"), "--games", "4", "--quiet", "--json")
    compiled, interpreted = fathom(tmp_path, *arguments), fathom(tmp_path, *arguments, "--no-jit")
    assert compiled.json["tally_id"] == interpreted.json["tally_id"]
