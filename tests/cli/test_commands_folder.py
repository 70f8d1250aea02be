"""The folder that ``fathom run`` writes, and its files for spreadsheets."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pyarrow.parquet as pq
import pytest

from reports.analysis.selection import resolve_study
from reports.run import tables as its_tables
from reports.run.charts import NAMES as CHARTS
from reports.run.kept_games import COLUMNS as GAME_COLUMNS
from reports.run.kept_games import ROW_GROUP
from reports.run.plan import folder_name
from reports.writing.columns import all_meanings
from reports.writing.table_files import write_workbook
from simulate.command_options import Selection
from simulate.output.folder import Folder, place_in_runs
from tests.helpers.commands_helper import contents, fathom, random_run, real_fathom, write_bold
from tests.helpers.tables import quick_among

COLUMNS = all_meanings(its_tables.TABLES)

#: Those of a study without targets.
CHARTS_OF_GAME = [name for name in CHARTS if name != "win_rate_by_group"]
#: Snorkeling has no groups, such as factions.
TABLES = tuple(name for name in COLUMNS if name not in ("targets", "groups"))
LINEUP = ["-s", "mine.py:bold", "-s", "random", "-s", "random", "-s", "random"]
SEATS = (1, 2, 3, 4)
ALONE = ("--no-charts", "--no-robust")


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a mixed line-up in ``mixed``, with charts and kept games."""
    folder = tmp_path_factory.mktemp("folder")
    write_bold(folder)
    fathom(
        folder,
        *("run", "snorkeling", *LINEUP, "--games", "2001", "--seed", "3"),
        *("--out", "mixed", "--keep-games", "--json"),
    )
    return folder


@pytest.fixture(scope="module")
def summary(where: Path) -> Any:
    return json.loads((where / "mixed" / "summary.json").read_text())


@pytest.fixture(scope="module")
def tables(where: Path) -> dict[str, pd.DataFrame]:
    return {name: pd.read_parquet(where / "mixed" / f"{name}.parquet") for name in TABLES}


@pytest.fixture(scope="module")
def games(where: Path) -> pd.DataFrame:
    return pd.read_parquet(where / "mixed" / "games.parquet")


@pytest.mark.slow
def test_the_folder_has_exactly_the_documented_files(where: Path) -> None:
    expected = {"study.toml", "summary.json", "games.parquet", "journal", "players"}
    expected |= {f"{name}.{ending}" for name in TABLES for ending in ("csv", "parquet")}
    expected |= {f"{name}.{ending}" for name in CHARTS_OF_GAME for ending in ("png", "svg")}
    assert {path.name for path in (where / "mixed").iterdir()} == expected
    assert {p.name for p in where.iterdir()} - {"__pycache__"} == {"mine.py", "mixed"}


def test_tables_have_the_documented_columns(tables: dict[str, pd.DataFrame]) -> None:
    for name, table in tables.items():
        assert list(table.columns) == list(COLUMNS[name])
        assert len(table) > 0


@pytest.mark.parametrize("name", ["seats", "strategies", "strategy_seats"])
def test_tables_have_the_values_of_the_summary(
    name: str, tables: dict[str, pd.DataFrame], summary: Any
) -> None:
    table, in_summary = tables[name], pd.DataFrame(summary[name])
    shared_columns = [column for column in in_summary if column in table]
    assert {"games", "win_rate", "ci_low", "ci_high"} < set(shared_columns)
    assert ("score_mean_ci_low" in shared_columns) == (name != "strategy_seats")
    pd.testing.assert_frame_equal(
        table[shared_columns], in_summary[shared_columns], check_dtype=False, check_exact=True
    )
    assert set(table.fair_share) == {0.25}


def test_the_table_of_figures_has_the_values_of_the_summary(
    tables: dict[str, pd.DataFrame], summary: Any
) -> None:
    figures = tables["figures"].set_index("figure")
    expected_figures = {
        name: summary[name] for name in ("first_player_advantage", "lead_changes", "comebacks")
    }
    expected_figures |= {f"counts.{name}": count for name, count in summary["counts"].items()}
    for path, figure in expected_figures.items():
        row = figures.loc[path]
        expected = (figure["value"], figure["ci_low"], figure["ci_high"], figure["n"])
        assert (row.value, row.ci_low, row.ci_high, row.n) == expected
        percentiles = [figure.get(key, np.nan) for key in ("p5", "p50", "p95", "within")]
        shown = [row.p5, row.p50, row.p95, row.within]
        assert np.array_equal(shown, percentiles, equal_nan=True)
        assert np.isnan(row.p50) == (path in ("first_player_advantage", "comebacks"))
    for name, length in summary["length"].items():
        row = figures.loc[f"length.{name}.mean"]
        keys = ("mean", "ci_low", "ci_high", "sd", "p5", "p50", "p95")
        values = [row.value, row.ci_low, row.ci_high, row.sd, row.p5, row.p50, row.p95]
        assert values == [length[key] for key in keys]
        assert f"length.{name}.p95" in figures.index
    assert {f"seats.{seat}.win_rate" for seat in SEATS} <= set(figures.index)


def test_distributions_count_every_game_once(
    tables: dict[str, pd.DataFrame], summary: Any, games: pd.DataFrame
) -> None:
    lengths = tables["length"]
    for measure in ("turns", "rounds", "decisions"):
        bins = lengths[lengths.measure == measure]
        assert bins.games.sum() == summary["games"]
        assert bins.share_up_to.iloc[-1] == pytest.approx(1, abs=1e-12)
        assert np.allclose(bins.share.cumsum(), bins.share_up_to, atol=1e-12)
        for first, last, count in zip(bins["from"], bins["to"], bins.games, strict=True):
            assert games[measure].between(first, last).sum() == count
    scores = tables["scores"]
    for row in summary["seats"]:
        here = scores[scores.seat == row["seat"]]
        assert here.games.sum() == summary["games"]
        assert (here.score * here.share).sum() == pytest.approx(row["score_mean"], abs=1e-9)
    changes = tables["lead_changes"]
    for row in changes.itertuples():
        assert (games.lead_changes == row.lead_changes).sum() == row.games
        or_more = (games.lead_changes >= row.lead_changes).mean()
        assert row.share_or_more == pytest.approx(or_more, abs=1e-12)
    assert changes.games.sum() == summary["games"]


def test_kept_games_have_the_documented_columns(games: pd.DataFrame, summary: Any) -> None:
    expected: list[str] = []
    for name in GAME_COLUMNS:
        if name == "COUNT":
            expected += list(summary["counts"])
        elif name.startswith(("GROUPING", "loses")):
            continue  # Snorkeling has no groups and no losers.
        elif name.endswith("_N"):
            expected += [name.removesuffix("N") + str(seat) for seat in SEATS]
        else:
            expected.append(name)
    assert list(games.columns) == expected
    assert list(games.game) == list(range(summary["games"]))
    assert list(games.deal) == [game // 4 for game in games.game]
    assert list(games.rotation) == [game % 4 for game in games.game]


def percentiles_of(values: pd.Series[Any]) -> list[float]:
    """Return the 5th, 50th and 95th percentile of values by their definition."""
    return [float(np.quantile(values, q, method="inverted_cdf")) for q in (0.05, 0.5, 0.95)]


def test_kept_games_add_up_to_the_summary(games: pd.DataFrame, summary: Any) -> None:
    def near(value: float) -> Any:
        return pytest.approx(value, abs=1e-9)

    assert summary["games"] == len(games) == 2004
    for row in summary["seats"]:
        seat = row["seat"]
        assert games[f"win_share_seat_{seat}"].mean() == near(row["win_rate"])
        assert games[f"score_seat_{seat}"].mean() == near(row["score_mean"])
    shares = sum(games[f"win_share_seat_{seat}"] for seat in SEATS)
    assert (shares == games.finished).all()
    minutes = games.turns * summary["rules"]["seconds_per_turn"] / 60
    for name, length in summary["length"].items():
        played = minutes if name == "minutes" else games[name]
        assert played.mean() == near(length["mean"])
        assert played.std() == near(length["sd"])
        assert percentiles_of(played) == [length["p5"], length["p50"], length["p95"]]
    counts = {**summary["counts"], "lead_changes": summary["lead_changes"]}
    for name, count in counts.items():
        assert games[name].mean() == near(count["value"])
        assert percentiles_of(games[name]) == [count["p5"], count["p50"], count["p95"]]
        assert count["within"] == 0
    assert games.lead_changes.mean() == near(summary["lead_changes"]["value"])
    assert (~games.finished).sum() == summary["unfinished"]
    for strategy in summary["strategies"]:
        spec = strategy["strategy"]
        places = [(games[f"strategy_seat_{seat}"] == spec).to_numpy() for seat in SEATS]
        wins = [games[f"win_share_seat_{s}"].to_numpy()[p].sum() for s, p in enumerate(places, 1)]
        scores = [games[f"score_seat_{s}"].to_numpy()[p].sum() for s, p in enumerate(places, 1)]
        appearances = sum(int(place.sum()) for place in places)
        assert strategy["games"] == appearances
        assert sum(wins) / appearances == near(strategy["win_rate"])
        assert sum(scores) / appearances == near(strategy["score_mean"])


def test_a_row_of_kept_games_agrees_with_its_replay(where: Path, games: pd.DataFrame) -> None:
    number = 2003
    lines = fathom(where, "replay", "mixed", "--game", str(number), "--moves").out.splitlines()
    row = games.iloc[number]
    assert lines[0].endswith(f"game {number} (deal {row.deal}, seed 3)")
    # The folder has a copy of the strategy's file.
    playing = [
        row[f"strategy_seat_{seat}"].replace("mine.py", "mixed/players/1/mine.py") for seat in SEATS
    ]
    seated = [f"  Seat {seat} plays {who}." for seat, who in zip(SEATS, playing, strict=True)]
    begin = lines.index("Who played?") + 1
    assert lines[begin : begin + 4] == seated
    [winner] = [seat for seat in SEATS if row[f"win_share_seat_{seat}"] == 1]
    scores = " : ".join(f"{row[f'score_seat_{seat}']}" for seat in SEATS)
    ending = (
        f"Seat {winner} ({playing[winner - 1]}) wins after "
        f"{row.turns} turns in {row.rounds} rounds: {scores} points by seat."
    )
    assert " ".join(" ".join(lines).split()).endswith(ending)
    assert sum(line.startswith("ROUND ") for line in lines) == row.rounds


def test_an_unfinished_game_is_kept_and_marked_as_unfinished(tmp_path: Path) -> None:
    arguments = ["--games", "20", "--rule", "max_turns=40", "--out", "cut", "--no-charts"]
    summary = random_run(tmp_path, *arguments, "--keep-games").json
    games = pd.read_parquet(tmp_path / "cut" / "games.parquet")
    assert (~games.finished).sum() == summary["unfinished"] > 0
    row = games[~games.finished].iloc[0]
    assert row.turns == 40
    assert all(row[f"win_share_seat_{seat}"] == 0 for seat in SEATS)
    last = fathom(tmp_path, "replay", "cut", "--game", str(row.game), "--moves").out.splitlines()[
        -1
    ]
    assert last.startswith(f"UNFINISHED after 40 turns, in round {row.rounds + 1}: ")


def test_without_out_results_go_to_the_runs_folder_and_the_path_is_printed(tmp_path: Path) -> None:
    arguments = ("run", "snorkeling", "-s", "random", "--games", "100", *ALONE)
    done = fathom(tmp_path, *arguments)
    [folder] = (tmp_path / "runs").iterdir()
    assert done.out.endswith(f"Details: --full; tables: runs/{folder.name}\n")
    assert re.fullmatch("snorkeling-base-4p-random-100-[0-9a-f]{4}", folder.name)
    assert not list(folder.glob("*.png"))
    assert not list(folder.glob("*.svg"))
    fathom(tmp_path, *arguments)
    assert [path.name for path in (tmp_path / "runs").iterdir()] == [folder.name]
    fathom(tmp_path, *arguments, "--seed", "2")
    assert len(list((tmp_path / "runs").iterdir())) == 2


def test_the_name_of_a_folder_describes_its_run() -> None:
    def called(**options: Any) -> str:
        return folder_name(resolve_study(Selection(source="snorkeling", **options))[0])[
            : -len("-0123456789ab")
        ]

    assert called(games="20k") == "snorkeling-base-4p-planner-20k"
    assert called(games="1500", seed=7, players=3) == "snorkeling-base-3p-planner-1500-seed7"
    assert called(games="2M", rule=["target_score=8"], variant="expert") == (
        "snorkeling-expert-4p-target_score-8-planner-2M"
    )
    assert called(games="1k", rule=["target_score=8", "copies=4"]) == (
        "snorkeling-base-4p-house-rules-planner-1k"
    )
    two = ["planner(attack=0.4),random,random,random"]
    assert called(games="1k", strategy=two) == "snorkeling-base-4p-planner-random-1k"
    three = ["planner,closer,random,random"]
    assert called(precision=["1pp"], strategy=three) == "snorkeling-base-4p-mixed-precise"


def write_summary(study: str, folder: Path) -> None:
    summary = {"study_id": study, "played_study_id": study}
    (folder / "summary.json").write_text(json.dumps(summary))


def test_studies_with_similar_ids_get_different_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ids = ["aaaabbbbcccc", "aaaabbbbdddd", "aaaaccccdddd", "aaaabbbbcccc"]
    names = []
    for study_id in ids:
        place = place_in_runs(f"shoal-{study_id}", study_id)
        names.append(place.name)
        with Folder(place, {"summary.json"}, study_id) as folder:
            folder.put(functools.partial(write_summary, study_id), partial=False)
    assert names == ["shoal-aaaa", "shoal-aaaabbbb", "shoal-aaaacccc", "shoal-aaaa"]
    (tmp_path / "runs" / "shoal-aaaa" / "summary.json").unlink()
    (tmp_path / "runs" / "shoal-aaaa" / "note.txt").write_text("mine")
    assert place_in_runs("shoal-aaaabbbbcccc", "aaaabbbbcccc").name == "shoal-aaaabbbbcccc"


@pytest.mark.parametrize(
    "holds", ["another study", "foreign files", "a note beside the same study"]
)
def test_a_folder_with_other_contents_is_not_overwritten(holds: str, tmp_path: Path) -> None:
    seed = "2" if holds == "another study" else "1"
    if holds != "foreign files":
        random_run(tmp_path, "--games", "20", "--no-charts", "--out", "taken")
    else:
        (tmp_path / "taken").mkdir()
    if holds != "another study":
        (tmp_path / "taken" / "thesis.txt").write_text("all my work", encoding="utf-8")
    before = contents(tmp_path)
    options = ("--games", "20", "--seed", seed, "--no-charts", "--out", "taken")
    done = random_run(tmp_path, *options, code=2)
    line = done.message
    if holds == "another study":
        assert line.startswith("fathom: taken holds the results of another study; ")
    else:
        assert line.startswith("fathom: taken contains 'thesis.txt', which no run writes; ")
    assert line.endswith("choose another folder with --out")
    assert done.out == ""
    assert contents(tmp_path) == before


def test_playing_a_study_again_replaces_the_whole_folder(tmp_path: Path) -> None:
    options = ("--games", "40", "--out", "again", "--no-charts")
    random_run(tmp_path, *options, "--keep-games")
    assert (tmp_path / "again" / "games.parquet").is_file()
    random_run(tmp_path, *options, "--confidence", "0.5")
    assert not (tmp_path / "again" / "games.parquet").exists(), "it was of another command"
    assert json.loads((tmp_path / "again" / "summary.json").read_text())["confidence"] == 0.5
    assert [path.name for path in tmp_path.iterdir()] == ["again"]


def test_an_output_link_to_a_folder_is_followed_and_kept(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to("disk")
    for games in ("40", "40"):
        random_run(tmp_path, "--games", games, "--no-charts", "--out", "link")
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "disk" / "summary.json").is_file()


def test_results_that_cannot_be_written_are_still_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(building: Path, place: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("simulate.output.folder.take_place", full)
    done = random_run(tmp_path, "--games", "20", "--no-charts", "--out", "a", code=1)
    assert done.json["games"] == 20
    assert done.err.startswith("fathom: cannot write to a: No space left on device")
    # Where playing took long, finished games are kept.
    assert contents(tmp_path).keys() <= {"a", "a/journal"}


@pytest.mark.slow
def test_kept_games_are_in_equal_large_row_groups_with_one_and_with_two_jobs(
    tmp_path: Path,
) -> None:
    few = ("--games", "300k", "--no-charts", "--no-robust", "--keep-games")
    for jobs in "1", "2":
        folder = tmp_path / jobs
        options = (*few, "--jobs", jobs, "--out", folder.name)
        real_fathom(tmp_path, "run", "snorkeling", "-s", "random", *options)
        parquet = pq.ParquetFile(folder / "games.parquet").metadata
        groups = [parquet.row_group(place).num_rows for place in range(parquet.num_row_groups)]
        assert groups == [ROW_GROUP, ROW_GROUP, 300_000 - 2 * ROW_GROUP]
    first, other = ((tmp_path / jobs / "games.parquet").read_bytes() for jobs in ("1", "2"))
    assert first == other


# What spreadsheets open -------------------------------------------------------------------------


@pytest.mark.parametrize(("digits", "rtol"), [("2", 5e-2), ("17", 1e-15)])
def test_csv_files_have_the_requested_number_of_digits(
    digits: str, rtol: float, tmp_path: Path
) -> None:
    options = ("--games", "300", "--no-charts", "--out", "x", "--digits", digits)
    random_run(tmp_path, *options)
    exact = pd.read_parquet(tmp_path / "x" / "seats.parquet")
    csv = pd.read_csv(tmp_path / "x" / "seats.csv")
    pd.testing.assert_frame_equal(csv, exact, check_dtype=False, rtol=rtol, atol=0)
    if digits == "2":
        assert csv.ci_low.tolist() != exact.ci_low.tolist()


@pytest.mark.parametrize("games", quick_among(["2000", "90000"], "2000"))  # or some blocks
def test_games_kept_as_csv_equal_those_kept_as_parquet(games: str, tmp_path: Path) -> None:
    options = ("--games", games, "--no-charts", "--out", "x", "--keep-games", "--keep-games-csv")
    random_run(tmp_path, *options)
    exact = pd.read_parquet(tmp_path / "x" / "games.parquet")
    csv = pd.read_csv(tmp_path / "x" / "games.csv")
    for name in exact.columns:
        if exact[name].dtype == float:
            assert (csv[name] - exact[name]).abs().max() < 1e-6
        else:
            assert csv[name].tolist() == exact[name].tolist()
    random_run(tmp_path, "--games", "20", "--no-charts", "--out", "y", "--keep-games-csv")
    assert not (tmp_path / "y" / "games.parquet").exists()
    assert len(pd.read_csv(tmp_path / "y" / "games.csv")) == 20


def test_a_workbook_has_every_table_unchanged(tmp_path: Path) -> None:
    random_run(tmp_path, "--games", "300", "--no-charts", "--out", "x", "--excel")
    book = openpyxl.load_workbook(tmp_path / "x" / "results.xlsx")
    tables = {file.stem: pd.read_parquet(file) for file in (tmp_path / "x").glob("*.parquet")}
    assert set(book.sheetnames) == set(tables)
    for name, table in tables.items():
        read = pd.read_excel(tmp_path / "x" / "results.xlsx", sheet_name=name, engine="openpyxl")
        pd.testing.assert_frame_equal(read, table, check_dtype=False, rtol=1e-15, atol=0)
        assert book[name].freeze_panes == "A2"
        assert all(cell.font.bold for cell in book[name][1])
    done = random_run(tmp_path, "--games", "20", "--excel", code=2)
    assert "--excel writes files; name a folder for them with --out DIR" in done.err


def test_a_workbook_is_written_even_if_the_clock_is_at_1970(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("time.time", lambda: 0.0)
        write_workbook({"seats": pd.DataFrame({"seat": [1, 2]})}, tmp_path / "x.xlsx")
    assert list(pd.read_excel(tmp_path / "x.xlsx", engine="openpyxl")["seat"]) == [1, 2]


def test_workbooks_of_equal_tables_are_equal_at_any_time(tmp_path: Path) -> None:
    table = pd.DataFrame({"seat": [1, 2]})
    write_workbook({"seats": table}, tmp_path / "x.xlsx")
    properties = openpyxl.load_workbook(tmp_path / "x.xlsx").properties
    assert properties.created.year == properties.modified.year == 1980
    assert properties.creator == "Fathom"


def test_text_that_looks_like_a_formula_stays_text_in_a_workbook(tmp_path: Path) -> None:
    texts = ["=1+1", "+1", "-x", "@a", "plain", None]
    table = pd.DataFrame({"text": texts, "number": [1.5, float("nan"), float("inf"), 2, 3, 4]})
    write_workbook({"a_table_with_a_name_too_long_for_a_sheet": table}, tmp_path / "x.xlsx")
    [sheet] = openpyxl.load_workbook(tmp_path / "x.xlsx").worksheets
    assert [cell.value for cell in sheet["A"][1:]] == texts
    assert {cell.data_type for cell in sheet["A"][1:6]} == {"s"}
    assert [cell.quotePrefix for cell in sheet["A"][1:6]] == [True] * 4 + [False]
    assert [cell.value for cell in sheet["B"][1:]] == [1.5, None, "inf", 2, 3, 4]
    assert sheet["B2"].number_format == "#,##0.000"
