"""Comparing, finding and a game agree with the commands that do the same."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reports.analysis.execution import Execution
from reports.figures import figure as fig
from reports.tune.plan import TunePlan
from simulate.errors import UsageError
from simulate.explore.background import Stop
from simulate.explore.finding import Finding
from simulate.explore.player_counts import compare_player_counts
from simulate.explore.session import Session
from simulate.play.executor import play_block
from tests.helpers.commands_helper import fathom
from tests.helpers.exploring import card, play_few_games, session_of, settled_answer, wait_for
from tests.helpers.file_games import file_of

PIG = file_of("pig")
ENDED = ("settled", "failed", "stopped")


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    play_few_games(monkeypatch)
    monkeypatch.setattr("simulate.explore.finding.STAGES", ("1k",))
    monkeypatch.setattr("simulate.explore.player_counts.STAGES", (200, 600))
    monkeypatch.setattr("simulate.explore.looking.GAMES", 300)
    with session_of(PIG, tmp_path / "pig.journal") as session:
        yield session


def ended(session: Session, kind: str) -> Any:
    value = wait_for(session, kind, lambda value: value and value["phase"] in ENDED)
    assert value["phase"] == "settled", value
    return value


def test_the_difference_of_two_versions_is_that_of_the_command_compare(
    session: Session, tmp_path: Path
) -> None:
    session.act({"action": "keep"})
    session.act({"action": "set", "rule": "goal", "value": 40})
    session.act({"action": "keep"})
    session.act({"action": "compare", "letters": ["A", "B"]})
    shown = ended(session, "comparison")
    rows = {row["id"]: row for row in shown["rows"]}
    options = ("compare", PIG, "--rule", "goal=100", "--rule", "goal=40", "--games", "600")
    summary = fathom(tmp_path, *options, "--json").json
    for column, result in enumerate(summary["arms"]):
        arm = result["result"]
        seats = [row["value"] for row in rows["fair"]["cells"][column]["chart"]["rows"]]
        assert seats == [100 * seat["win_rate"] for seat in arm["seats"]]
        minutes = arm["length"]["minutes"]
        assert rows["long"]["cells"][column]["chart"]["middle"] == minutes["p50"]
    differences = {found["figure"]: found["value"] for found in summary["differences"]}
    for row, path in (("long", fig.MINUTES), ("tense", fig.LEAD_CHANGES)):
        number = re.search(r"[\d.]+", rows[row]["difference"]["title"])
        assert number is not None
        decimals = len(number[0].partition(".")[2])
        assert float(number[0]) == pytest.approx(abs(differences[path]), abs=0.5 * 10**-decimals)
    assert rows["rules"]["cells"][1]["lines"] == ["Goal: 40"]


def compare(session: Session, *letters: str) -> dict[str, Any]:
    """Compare versions, and return the rows of the comparison by their names."""
    session.board.post("comparison", None)  # The one before is settled already.
    session.act({"action": "compare", "letters": list(letters)})
    return {row["id"]: row for row in ended(session, "comparison")["rows"]}


def test_charts_of_a_comparison_have_columns_of_the_same_width(session: Session) -> None:
    session.act({"action": "keep"})
    session.act({"action": "set", "rule": "goal", "value": 20})
    session.act({"action": "keep"})
    cells = compare(session, "A", "B")["long"]["cells"]
    widths = {round(end - begin, 9) for cell in cells for begin, end, *_ in cell["chart"]["bins"]}
    assert len(widths) == 1
    for cell in cells:
        assert sum(bin[2] for bin in cell["chart"]["bins"]) == pytest.approx(1, abs=0.05)


def test_versions_for_different_numbers_of_players_say_what_cannot_be_compared(
    session: Session,
) -> None:
    session.act({"action": "keep"})
    session.act({"action": "set", "rule": "@players", "value": 2})
    session.act({"action": "keep"})
    rows = compare(session, "A", "B")
    for row in rows.values():
        assert row["difference"]["title"]
    titles = {row: shown["difference"]["title"] for row, shown in rows.items()}
    assert titles["fair"] == "Cannot be compared"
    assert titles["long"] != "Cannot be compared"


def test_games_of_an_earlier_comparison_are_not_played_again(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.act({"action": "keep"})
    session.act({"action": "set", "rule": "goal", "value": 40})
    session.act({"action": "keep"})
    whole = compare(session, "A", "B")
    settled_answer(session)  # Its games go on after the comparison.
    played = list[int]()

    def play_and_count(*arguments: Any) -> Any:
        played.append(1)
        return play_block(*arguments)

    monkeypatch.setattr("simulate.play.run.play_block", play_and_count)
    assert compare(session, "A", "B") == whole
    assert played == []
    session.act({"action": "set", "rule": "goal", "value": 50})
    session.act({"action": "keep"})
    compare(session, "A", "C")
    assert played


def test_a_version_that_was_found_can_be_tried(session: Session) -> None:
    usual = card(settled_answer(session), "long")["chart"]["middle"]
    session.act({"action": "wish", "card": "long", "value": [0, usual / 2]})
    session.act({"action": "find"})
    found = ended(session, "found")
    row = next(row for row in found["rows"] if not row["is_current"])
    before = session.design
    session.act({"action": "try", "id": row["id"]})
    changes = session._finding.found[row["id"]]
    assert changes
    values: Any = session._study_of(session.design.choices)[0].values
    for change in changes:
        name, _, entry = change.rule.partition(".")
        assert (values[name][entry] if entry else values[name]) == change.value
    session.act({"action": "undo"})
    assert session.design == before


def allow(session: Session, *names: str, most: int = 3) -> None:
    """Let a search change only some rules."""
    others = [rule["name"] for rule in session.board.value("state")["search"]["rules"]]
    kept = [name for name in others if name not in names]
    session.act({"action": "limits", "kept": kept, "max_changes": most})


def wish_for_half(session: Session) -> None:
    """Wish for games of at most half the usual length."""
    usual = card(settled_answer(session), "long")["chart"]["middle"]
    session.act({"action": "wish", "card": "long", "value": [0, usual / 2]})


def test_only_the_rules_that_may_change_are_changed(session: Session) -> None:
    wish_for_half(session)
    rules = [rule["name"] for rule in session.board.value("state")["search"]["rules"]]
    assert len(rules) > 1
    for rule in rules:
        allow(session, rule)
        session.act({"action": "find"})
        ended(session, "found")
        changed = [change.rule for found in session._finding.found.values() for change in found]
        assert set(changed) <= {rule}
    allow(session)
    session.act({"action": "find"})
    failed = wait_for(session, "found", lambda value: value["phase"] in ENDED)
    assert failed["phase"] == "failed"
    assert "tick at least one" in failed["sentence"]


@pytest.mark.parametrize("most", [1, 2])
def test_found_versions_are_sorted_and_change_few_rules(session: Session, most: int) -> None:
    wish_for_half(session)
    session.act({"action": "limits", "kept": [], "max_changes": most})
    session.act({"action": "find"})
    rows = ended(session, "found")["rows"]
    assert max(len(row["lines"]) for row in rows) <= most
    states = [row["cells"][0]["state"] for row in rows]
    assert states == sorted(states, key=["met", "unclear", "missed"].index)
    sizes = [len(row["lines"]) for row in rows if row["cells"][0]["state"] == "met"]
    assert sizes == sorted(sizes)


def check_versions(session: Session, shown: Any, tuned: Any) -> None:
    """Check that the versions on the page are those that ``fathom tune`` found."""
    versions = [version["rules"] for version in [*tuned["candidates"], *tuned["nearest"]]]
    on_page = [
        {change.rule: change.value for change in session._finding.found[row["id"]]}
        for row in shown["rows"]
    ]
    assert len(on_page) == len(versions)
    for changes in on_page:
        assert any(changes.items() <= rules.items() for rules in versions)


def test_found_versions_are_those_of_the_command_beside_them(
    session: Session, tmp_path: Path
) -> None:
    wish_for_half(session)
    session.act({"action": "wish", "card": "fair", "value": 30})
    allow(session, "goal", "head_start")
    session.act({"action": "find"})
    shown = ended(session, "found")
    program, *words = shlex.split(shown["command"])
    assert program == "fathom"
    tuned = fathom(tmp_path, *words, "--no-robust", "--json").json
    check_versions(session, shown, tuned)


def test_the_version_that_is_tried_is_marked_and_not_the_start_of_the_next_search(
    session: Session,
) -> None:
    wish_for_half(session)
    allow(session, "goal")
    session.act({"action": "find"})
    rows = ended(session, "found")["rows"]
    assert [row["change"] for row in rows if row["is_current"]] == ["No change"]
    tried = next(row for row in rows if row["lines"])
    session.act({"action": "try", "id": tried["id"]})
    marked = [row["id"] for row in session.board.value("found")["rows"] if row["is_current"]]
    assert marked == [tried["id"]]
    session.act({"action": "find"})
    again = ended(session, "found")["rows"]
    assert [row["change"] for row in again] == [row["change"] for row in rows]
    assert [row["change"] for row in again if row["is_current"]] == [tried["change"]]


def test_limits_of_a_search_are_kept_undone_and_checked(session: Session) -> None:
    allow(session, "goal", most=2)
    limits = session.board.value("state")["search"]
    assert [rule["name"] for rule in limits["rules"] if rule["may_change"]] == ["goal"]
    assert limits["max_changes"] == 2
    session.act({"action": "undo"})
    assert session.board.value("state")["search"]["max_changes"] == 3
    for kept, most in (["no_rule"], 3), ([], 0), ([], True), ([], "3"):
        with pytest.raises(UsageError):
            session.act({"action": "limits", "kept": kept, "max_changes": most})
    session.act({"action": "set", "rule": "goal", "value": 40})
    [goal] = [
        rule for rule in session.board.value("state")["search"]["rules"] if rule["name"] == "goal"
    ]
    assert goal["is_changed"]
    assert not goal["may_change"]


@pytest.mark.slow
def test_even_seats_are_those_of_tune_even(session: Session, tmp_path: Path) -> None:
    session.act({"action": "set", "rule": "goal", "value": 30})
    assert card(settled_answer(session), "fair")["can_even"]
    session.act({"action": "even"})
    shown = ended(session, "found")
    _, *words = shlex.split(shown["command"])
    assert "--even" in words
    code = 1 if "Nothing tried makes" in shown["headline"] else 3
    tuned = fathom(tmp_path, *words, "--no-robust", "--json", code=code).json
    check_versions(session, shown, tuned)


def test_the_best_version_and_the_current_rules_have_the_numbers_of_the_answer(
    session: Session,
) -> None:
    session.act({"action": "set", "rule": "goal", "value": 30})
    session.act({"action": "wish", "card": "fair", "value": 1})
    now = card(settled_answer(session), "fair")
    session.act({"action": "even"})
    shown = ended(session, "found")
    column = [row[1].split(" ")[0] for row in shown["seats"]["rows"]]
    assert column == [f"{row['value']:.1f}" for row in now["chart"]["rows"]]
    best = shown["rows"][0]
    assert best["games"] == "600 games"
    assert best["lines"]
    session.act({"action": "try", "id": best["id"]})
    answer = session.board.value("answer")  # It is there at once.
    assert answer["phase"] == "settled"
    tried = card(answer, "fair")
    column = [row[2].split(" ")[0] for row in shown["seats"]["rows"]]
    assert column == [f"{row['value']:.1f}" for row in tried["chart"]["rows"]]
    assert best["cells"][0]["text"] in tried["wish"]["text"]


@pytest.mark.slow
def test_a_search_has_one_share_of_its_work_that_never_falls(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulate.explore.finding.STAGES", ("500", "1k"))
    monkeypatch.setattr("simulate.explore.watched._PAUSE", 0.0)
    session.act({"action": "set", "rule": "goal", "value": 30})
    settled_answer(session)
    shown = []
    post = session.board.post

    def record(kind: str, value: Any) -> None:
        if kind == "found" and value["progress"]:
            shown.append((value["progress"], value["seconds"], value["headline"]))
        post(kind, value)

    monkeypatch.setattr(session.board, "post", record)
    session.act({"action": "even"})
    ended(session, "found")
    steps = [re.match(r"Step (\d) of 4: .* (\d+)% of the search", line) for line, *_ in shown]
    numbers = [(int(step[1]), int(step[2])) for step in steps if step]
    assert len(numbers) == len(shown)
    for column in zip(*numbers, strict=True):
        assert list(column) == sorted(column)
    assert {step for step, _ in numbers} >= {1, 2, 3}
    seconds = [number for _, number, _ in shown]
    assert seconds == sorted(seconds)
    for step, (_, _, headline) in zip(numbers, shown, strict=True):
        if step[0] < 3:
            assert headline.startswith(("Looking for rules", "So far: "))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["search", "_play_best"])
def test_a_stopped_search_recommends_a_version_only_if_it_had_ended(
    session: Session, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr("simulate.explore.finding.STAGES", ("500", "1k"))
    session.act({"action": "set", "rule": "goal", "value": 30})
    settled_answer(session)
    if part == "search":
        search = TunePlan.search

        def search_few(plan: TunePlan, playing: Execution) -> Any:
            if plan.study.games == 1_000:
                raise KeyboardInterrupt
            return search(plan, playing)

        monkeypatch.setattr(TunePlan, "search", search_few)
    else:
        monkeypatch.setattr(Finding, "_play_best", interrupt)
    session.act({"action": "even"})
    shown = wait_for(session, "found", lambda value: value and value["phase"] in ENDED)
    assert shown["phase"] == "stopped"
    assert shown["progress"].startswith("Stopped.")
    assert shown["headline"].startswith("So far: ") == (part == "search")
    assert bool(shown["seats"]) == (part != "search")
    assert shown["rows"]


def interrupt(*arguments: Any) -> None:
    """End whatever is being done as a request to stop does."""
    raise KeyboardInterrupt


@pytest.mark.slow
def test_numbers_of_players_are_compared_as_by_the_command(
    session: Session, tmp_path: Path
) -> None:
    session.act({"action": "set", "rule": "goal", "value": 40})
    session.act({"action": "players"})
    shown = ended(session, "players")
    _, *words = shlex.split(shown["command"])
    assert words[words.index("--players") + 1] == "2..6"
    arms = fathom(tmp_path, *words, "--json").json["arms"]
    assert [row["players"] for row in shown["rows"]] == [2, 3, 4, 5, 6]
    for row, arm in zip(shown["rows"], arms, strict=True):
        minutes = float(row["long"].partition(" ")[0])
        assert minutes == pytest.approx(arm["result"]["length"]["minutes"]["p50"], abs=0.51)
    out = " ".join(fathom(tmp_path, *words).out.split())
    assert shown["headline"] in out
    session.act({"action": "set", "rule": "@players", "value": 3})
    assert shown["rules_id"] == session.board.value("state")["rules_id"]
    session.act({"action": "set", "rule": "goal", "value": 41})
    assert shown["rules_id"] != session.board.value("state")["rules_id"]


def test_numbers_of_players_that_the_rules_exclude_are_named(
    session: Session, tmp_path: Path
) -> None:
    def check(players: int) -> None:
        if players == 2:
            raise UsageError("too few cards")

    for counts, rows in (([2, 3, 4], [3, 4]), ([2, 3], [])):
        selection = session._select(session.design.choices, "")
        compare_player_counts(
            session.board, selection, counts, check, "", tmp_path / "it.journal", 1, Stop()
        )
        shown = session.board.value("players")
        assert [row["players"] for row in shown["rows"]] == rows
        assert "2 players: too few cards." in " ".join(shown["left_out"] + shown["sentences"])


def test_games_of_an_earlier_comparison_of_players_are_not_played_again(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled_answer(session)
    session.act({"action": "players"})
    whole = ended(session, "players")["rows"]
    played = list[int]()

    def play_and_count(*arguments: Any) -> Any:
        played.append(1)
        return play_block(*arguments)

    monkeypatch.setattr("simulate.play.run.play_block", play_and_count)
    session.board.post("players", None)  # The one before is settled already.
    session.act({"action": "players"})
    assert ended(session, "players")["rows"] == whole
    assert played == []


def test_numbers_of_players_need_one_style_for_all(session: Session) -> None:
    session.act({"action": "set", "rule": "@lineup", "value": "hold,random"})
    session.act({"action": "players"})
    failed = wait_for(session, "players", lambda value: value and value["phase"] in ENDED)
    assert failed["phase"] == "failed"
    assert "one style for all" in failed["sentences"][0]


def test_a_game_is_that_of_the_command_replay(session: Session, tmp_path: Path) -> None:
    session.act({"action": "set", "rule": "goal", "value": 40})
    session.act({"action": "replay", "number": 7})
    shown = ended(session, "replay")
    options = ("replay", PIG, "--rule", "goal=40", "--games", "300", "--game", "7")
    replay = fathom(tmp_path, *options, "--json").json
    turns = sorted({step["turn"] for step in replay["steps"]})
    assert [turn["turn"] for turn in shown["steps"]] == turns
    for turn in shown["steps"]:
        steps = [step for step in replay["steps"] if step["turn"] == turn["turn"]]
        assert turn["seat"] == f"Seat {steps[0]['seat']}"
        assert [step["said"] for step in steps] == [move["action"] for move in turn["moves"]]
    out = " ".join(fathom(tmp_path, *options).out.split())
    # The winner was behind, so both show the turns in which it caught up.
    assert shown["points"]
    for point in shown["points"]:
        assert point["where"] in out
        assert point["text"].removesuffix(".") in out.replace(": seat", ": Seat")
    assert shown["sentence"] in out
    # The page compares a comeback with its own games, and the command with more games.
    told_by_both = re.sub(r"[^.]* of 300 games .*? of 300 games [^.]*\. ", " ", shown["comeback"])
    for sentence in re.split(r"(?<=\.) ", told_by_both):
        assert sentence in out
    assert " of 300 games had a comeback as large or larger" in shown["comeback"]


def test_the_greatest_comeback_is_offered_with_its_size(session: Session) -> None:
    session.act({"action": "replay", "kind": "comeback"})
    shown = ended(session, "replay")
    [offered] = [game for game in shown["games"] if game["kind"] == "comeback"]
    assert offered["label"] == "The greatest comeback"
    behind = re.fullmatch(r"(\d+) points behind", offered["note"])
    assert behind
    assert f" was {behind[1]} points behind after " in shown["comeback"]
    assert re.search(r"Only \d of 300 games had a comeback as large", shown["comeback"])


def test_styles_are_explained_where_they_are_named(session: Session) -> None:
    session.act({"action": "set", "rule": "@lineup", "value": "hold,random,random,random"})
    session.act({"action": "replay", "number": 0})
    hold, others = ended(session, "replay")["styles"]
    assert (hold["style"], hold["who"]) == ("hold", "Seat 1")
    assert (others["style"], others["who"]) == ("random", "Seats 2, 3 and 4")
    assert others["meaning"] == (
        "Chooses one of the legal actions at random, all equally likely, at every decision."
    )
    assert hold["meaning"]


def test_each_kind_of_game_can_be_shown_and_the_games_of_the_answer_go_on(
    session: Session,
) -> None:
    session.act({"action": "replay", "kind": "typical"})
    games = ended(session, "replay")["games"]
    assert {"typical", "longest", "shortest"} <= {game["kind"] for game in games}
    for game in games:
        session.act({"action": "replay", "kind": game["kind"]})
        wait_for(
            session,
            "replay",
            lambda value, number=game["number"]: value.get("number") == number,  # type: ignore[misc]
        )
    assert settled_answer(session)["games"] == 600


LOG = "players,winner,turns\n3,1,90\n3,2,70\n3,1,80\n"


def page_of(session: Session) -> str:
    """Wait until a document is ready, and return its text."""
    shown = wait_for(session, "document", lambda value: value and value["phase"] != "working")
    assert shown["phase"] == "ready", shown
    page = session.documents.page(shown["id"])
    assert page is not None
    return " ".join(page.decode().split())


def test_a_log_is_compared_as_by_the_command_playtest(session: Session, tmp_path: Path) -> None:
    session.compare_log("my plays.csv", LOG.encode())
    page = page_of(session)
    (tmp_path / "my_plays.csv").write_text(LOG, encoding="utf-8")
    summary = fathom(tmp_path, "playtest", PIG, "my_plays.csv", "--json").json
    assert summary["games_logged"] == 3
    assert "3 real games" in page
    for sentence in summary["answers"]["Which players are yours?"]:
        assert sentence in page
    assert str(tmp_path) not in page


def test_a_file_that_is_no_log_is_refused(session: Session) -> None:
    with pytest.raises(UsageError, match="is not a log of games"):
        session.compare_log("plays.exe", b"MZ")


@pytest.mark.parametrize("name", ["../../etc/passwd.csv", "a/b.csv", f"{'x' * 400}.csv"])
def test_names_of_logs_cannot_reach_other_folders(session: Session, name: str) -> None:
    session.compare_log(name, LOG.encode())
    assert "3 real games" in page_of(session)


@pytest.mark.slow
def test_a_report_has_at_least_the_games_of_the_answer(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled_answer(session)
    for least, games in ((300, 600), (800, 800)):
        monkeypatch.setattr("simulate.explore.documents._GAMES_OF_REPORT", least)
        session.act({"action": "document", "kind": "report"})
        played = re.search(r"([\d,]+) games, played by", page_of(session))
        assert played
        assert int(played[1].replace(",", "")) == games
        session.act({"action": "close"})


@pytest.mark.slow
def test_what_follows_an_event_is_that_of_the_command_when(
    session: Session, tmp_path: Path
) -> None:
    event = "seat 1 leads at half-time"
    session.act({"action": "document", "kind": "when", "event": event})
    page = page_of(session)
    summary = fathom(tmp_path, "when", PIG, event, "--json").json
    title = session.board.value("document")["title"]
    assert title
    assert f"{summary['games']:,} games" in page


def test_what_the_current_player_does_is_that_of_the_command(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.advice.recording.MOST_DECISIONS", 1_000)
    session.act({"action": "set", "rule": "goal", "value": 30})
    session.act({"action": "advice"})
    shown = ended(session, "advice")
    words = shlex.split(shown["command"])
    assert words[:2] == ["fathom", "strategies"]
    assert "goal=30" in words
    printed = " ".join(fathom(tmp_path, *words[1:]).out.split())
    assert len(shown["sentences"]) > 1
    for text in (*shown["summary"], *shown["sentences"]):
        assert " ".join(text.split()) in printed
    assert shown["choices_id"] == session.board.value("state")["choices_id"]
