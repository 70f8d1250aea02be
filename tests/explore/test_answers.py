"""The numbers on the page are those of the command shown beside them, however one came to them."""

from __future__ import annotations

import re
import shlex
import threading
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports.figures.statistics import DealSums, Estimate, rate
from reports.run.results import RunResults
from simulate.explore import answering, playing
from simulate.explore.answer import Played
from simulate.explore.background import Stop
from simulate.explore.playing import Games, Player, Show
from simulate.explore.session import Session
from simulate.play.run import play_until
from simulate.strategy import Strategy
from simulate.study import Study
from tests.helpers.commands_helper import TOO_LONG, fathom, wait_until
from tests.helpers.exploring import (
    STAGES,
    card,
    control,
    play_few_games,
    session_of,
    settled_answer,
    wait_for,
)
from tests.helpers.file_games import file_of

PIG = file_of("pig")


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    play_few_games(monkeypatch)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with session_of(PIG, tmp_path / "pig.journal") as session:
        yield session


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which the rules of each study are added when it is played."""
    studies: list[str] = []
    play = play_until

    def playing_until(study: Any, *arguments: Any, **named: Any) -> Any:
        studies.append(str(dict(study.rules)))
        return play(study, *arguments, **named)

    monkeypatch.setattr("simulate.explore.playing.play_until", playing_until)
    return studies


def numbers_of(answer: Any) -> dict[str, Any]:
    """Return the numbers of an answer's cards."""
    fair, long = card(answer, "fair")["chart"], card(answer, "long")["chart"]
    tense, skill = card(answer, "tense")["chart"], card(answer, "skill")["chart"]
    return {
        "games": answer["games"],
        "wins": [row["value"] for row in fair["rows"]],
        "bands": [row["bands"][-1] for row in fair["rows"]],
        "minutes": [long["p5"], long["middle"], long["p95"]],
        "lengths": [row[2] for row in long["bins"]],
        "lead changes": [column["value"] for column in tense["columns"]],
        "skill": [skill["value"], skill["bands"][-1] if "bands" in skill else None],
        "sentences": [card["sentence"] for card in answer["cards"]],
        "command": answer["command"],
    }


def check_against_command(folder: Path, answer: Any) -> None:
    """Play the command that an answer shows, and compare all numbers that both have."""
    program, *words = shlex.split(answer["command"])
    assert program == "fathom"
    summary = fathom(folder, *words, "--json").json
    page = numbers_of(answer)
    assert summary["games"] == page["games"]
    assert [100 * seat["win_rate"] for seat in summary["seats"]] == page["wins"]
    minutes = summary["length"]["minutes"]
    assert [minutes["p5"], minutes["p50"], minutes["p95"]] == page["minutes"]
    skill = card(answer, "skill")["chart"]
    assert 100 * summary["skill"]["value"] == skill["value"]
    out = " ".join(fathom(folder, *words).out.split())
    for shown in answer["cards"][1:]:
        if shown["title"].upper() not in out:  # With several styles, commands tell other things.
            continue
        first, _, _ = shown["sentence"].partition(". ")
        assert first.rstrip(".") in out


def test_numbers_are_those_of_the_command_beside_them(session: Session, tmp_path: Path) -> None:
    check_against_command(tmp_path, settled_answer(session))
    for change in (("goal", 40), ("@players", 3), ("@lineup", "hold,random,random")):
        session.act({"action": "set", "rule": change[0], "value": change[1]})
        answer = settled_answer(session)
        assert answer["games"] == STAGES[-1]
        check_against_command(tmp_path, answer)


@pytest.mark.slow
def test_numbers_of_a_game_that_comes_with_fathom_are_those_of_its_command(tmp_path: Path) -> None:
    with session_of("scaphandre", tmp_path / "it.journal") as session:
        session.act({"action": "set", "rule": "limit", "value": 11})
        check_against_command(tmp_path, settled_answer(session))


def test_numbers_are_the_same_whatever_was_done_before(session: Session, tmp_path: Path) -> None:
    printed = numbers_of(settled_answer(session))
    session.act({"action": "set", "rule": "goal", "value": 40})
    changed = numbers_of(settled_answer(session))
    assert changed != printed
    session.act({"action": "undo"})
    assert numbers_of(settled_answer(session)) == printed
    session.act({"action": "redo"})
    assert numbers_of(settled_answer(session)) == changed
    session.act({"action": "reset_all"})
    assert numbers_of(settled_answer(session)) == printed
    session.close()
    with session_of(PIG, tmp_path / "pig.journal", jobs=2) as again:
        assert numbers_of(settled_answer(again)) == printed
        again.act({"action": "undo"})
        assert numbers_of(settled_answer(again)) == changed


def test_numbers_are_the_same_after_stopping_and_going_on(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = numbers_of(settled_answer(session))
    play_few_games(monkeypatch, 100, 300, 600)
    monkeypatch.setattr(playing, "LEAST", 1)
    monkeypatch.setattr(playing, "_PAUSE", 0.0)
    session._player.forget()
    session._answering.withdraw("")
    session.act({"action": "go"})  # Nothing is asked, so nothing happens.
    wait_for_stop_when_shown(monkeypatch)
    session.act({"action": "set", "rule": "goal", "value": 41})
    session.act({"action": "reset", "rule": "goal"})
    stopped_at = list[int]()
    while not _is_settled(session):
        games = stopped_at[-1] if stopped_at else 0
        _wait_for_more(session, games + 49)
        session.act({"action": "stop"})
        answer = wait_for(session, "answer", lambda value: value["phase"] in ("stopped", "settled"))
        stopped_at.append(answer["games"])
        session.act({"action": "go"})
    assert stopped_at == sorted(stopped_at)
    assert len(set(stopped_at)) > 3
    assert numbers_of(settled_answer(session)) == whole


def wait_for_stop_when_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make playing wait for a stop, each time after an answer with 50 more games than before."""
    play = playing.Player.play

    def play_and_wait(
        player: Player, study: Study, lineup: Sequence[Strategy], show: Show, stop: Stop
    ) -> None:
        known = player.known(study)
        before = known.run.games if known else 0

        def show_and_wait(games: Games, is_last: bool) -> None:
            show(games, is_last)
            if games.run.games >= before + 50 and not is_last:
                assert stop.wait(TOO_LONG)

        play(player, study, lineup, show_and_wait, stop)

    monkeypatch.setattr(playing.Player, "play", play_and_wait)


def _wait_for_more(session: Session, games: int) -> None:
    """Wait until there are more games than a number, or no more are to come."""
    wait_for(
        session,
        "answer",
        lambda answer: (
            answer["phase"] == "settled" or (answer["games"] > games and not answer["is_stale"])
        ),
    )


def _is_settled(session: Session) -> bool:
    answer = session.board.value("answer")
    return bool(answer["phase"] == "settled" and not answer["is_stale"])


def test_a_stop_before_anything_was_played_is_shown(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled_answer(session)
    monkeypatch.setattr(answering, "PAUSE", 3600.0)
    session.act({"action": "set", "rule": "goal", "value": 42})
    assert session.board.value("answer")["phase"] == "waiting"
    session.act({"action": "stop"})
    answer = wait_for(session, "answer", lambda value: value["phase"] == "stopped")
    assert answer["is_stale"]
    session.act({"action": "go"})
    assert settled_answer(session)["games"] == STAGES[-1]


def test_seats_without_a_rule_on_who_starts_are_even_if_players_start_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_few_games(monkeypatch, 6_000)
    advice = "No rule says who starts. Players who start in turn are even over 4 games"
    with session_of(PIG, tmp_path / "pig.journal") as session:
        fair = card(settled_answer(session), "fair")
        assert fair["can_even"]
        assert advice in fair["note"]


def test_an_answer_pauses_while_a_comparison_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_few_games(monkeypatch, 200, 2_000_000)
    monkeypatch.setattr("simulate.explore.player_counts.STAGES", (2_000_000,))
    with session_of(PIG, tmp_path / "pig.journal") as session:
        wait_for(session, "answer", lambda answer: answer.get("games", 0) >= 200)
        session.act({"action": "players"})
        paused = wait_for(session, "answer", lambda answer: answer["phase"] == "paused")
        assert paused["progress"].endswith("goes on when the other games are played")
        session.act({"action": "stop"})
        stopped = wait_for(session, "answer", lambda answer: answer["phase"] == "stopped")
        assert stopped["games"] == paused["games"]


def test_games_are_remembered_before_the_last_answer_is_shown(session: Session) -> None:
    study, lineup = session._study_of(session.design.choices)
    player = Player(1)
    remembered = []

    def show(games: Games, is_last: bool) -> None:
        known = player.known(study)
        if is_last and known:
            remembered.append(known.run.games)

    player.play(study, lineup, show, Stop())
    assert remembered[-1] == STAGES[-1]


def test_a_wish_for_the_usual_length_says_how_many_games_are_as_long(session: Session) -> None:
    middle = card(settled_answer(session), "long")["chart"]["middle"]

    def games_within(bounds: list[float | None], words: str) -> float:
        session.act({"action": "wish", "card": "long", "value": bounds})
        note = card(settled_answer(session), "long")["note"]
        sentence = re.search(rf"([\d.]+) ± [\d.]+ of 100 games take {words} minutes\.", note)
        assert sentence, note
        return float(sentence[1])

    shorter = games_within([0, middle], f"at most {middle:g}")
    longer = games_within([middle, None], f"at least {middle:g}")
    exactly = games_within([middle, middle], f"{middle:g} to {middle:g}")
    assert shorter >= 50
    assert longer >= 50
    assert shorter + longer - exactly == pytest.approx(100, abs=0.2)
    assert games_within([0, 10_000], "at most 10000") == 100


def test_wishes_seconds_names_and_notes_play_nothing_again(
    session: Session, plays: list[str]
) -> None:
    session.act({"action": "keep"})
    before = settled_answer(session)
    del plays[:]
    session.act({"action": "wish", "card": "long", "value": [1, 2]})
    answer = settled_answer(session)
    assert card(answer, "long")["wish"]["state"] == "missed"
    session.act({"action": "wish", "card": "fair", "value": 50})
    assert card(settled_answer(session), "fair")["wish"]["state"] == "met"
    session.act({"action": "rename", "letter": "A", "name": "Another name"})
    session.act({"action": "note", "letter": "A", "text": "a note"})
    session.act({"action": "set", "rule": "seconds_per_turn", "value": 30})
    slow = settled_answer(session)
    session.act({"action": "undo"})
    assert plays == []
    assert numbers_of(settled_answer(session)) == numbers_of(before)
    ours, theirs = card(before, "long")["chart"], card(slow, "long")["chart"]
    assert theirs["middle"] == 2 * ours["middle"]
    assert card(slow, "fair")["chart"]["rows"] == card(before, "fair")["chart"]["rows"]


def test_rules_that_were_played_before_are_answered_at_once(
    session: Session, plays: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = settled_answer(session)
    session.act({"action": "set", "rule": "goal", "value": 43})
    settled_answer(session)
    monkeypatch.setattr(answering, "PAUSE", 3600.0)
    session.act({"action": "undo"})
    answer = session.board.value("answer")
    assert not answer["is_stale"]
    assert numbers_of(answer) == numbers_of(printed)


def test_games_that_come_late_are_not_shown_as_those_of_newer_rules(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled_answer(session)
    made, going_on = threading.Event(), threading.Event()
    make_answer = answering._make_answer

    def make_slowly(question: Any, *arguments: Any) -> Any:
        answer = make_answer(question, *arguments)
        if question.study.rules.get("goal") == 44:
            made.set()
            assert going_on.wait(60)
        return answer

    monkeypatch.setattr(answering, "_make_answer", make_slowly)
    session.act({"action": "set", "rule": "goal", "value": 44})
    assert made.wait(60)
    monkeypatch.setattr(answering, "PAUSE", 3600.0)
    session.act({"action": "set", "rule": "goal", "value": 45})
    waiting = session.board.value("answer")
    assert (waiting["is_stale"], waiting["phase"]) == (True, "waiting")
    task = session._background
    going_on.set()
    finished = threading.Event()
    task.begin(lambda stop: finished.set())
    assert finished.wait(60)
    assert session.board.value("answer") == waiting


def test_games_that_come_after_a_stop_do_not_look_as_if_playing_went_on(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled_answer(session)
    made, going_on = threading.Event(), threading.Event()
    make_answer = answering._make_answer

    def make_slowly(question: Any, games: Any, phase: str, *arguments: Any) -> Any:
        answer = make_answer(question, games, phase, *arguments)
        if phase == "playing":
            made.set()
            assert going_on.wait(60)
        return answer

    monkeypatch.setattr(answering, "_make_answer", make_slowly)
    session.act({"action": "set", "rule": "goal", "value": 44})
    assert made.wait(60)
    session.act({"action": "stop"})
    phases = []
    post = session.board.post

    def note_and_post(name: str, value: Any) -> None:
        if name == "answer":
            phases.append(value["phase"])
        post(name, value)

    monkeypatch.setattr(session.board, "post", note_and_post)
    going_on.set()
    finished = threading.Event()
    session._background.begin(lambda stop: finished.set())
    assert finished.wait(60)
    assert set(phases) == {"stopped"}


def test_an_earlier_answer_is_marked_as_stale_until_there_is_a_new_one(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = settled_answer(session)
    monkeypatch.setattr(answering, "PAUSE", 3600.0)
    session.act({"action": "set", "rule": "goal", "value": 46})
    stale = session.board.value("answer")
    assert stale["is_stale"]
    assert stale["cards"] == before["cards"]


def test_the_control_of_a_rule_and_the_answer_have_the_same_revision(session: Session) -> None:
    session.act({"action": "set", "rule": "goal", "value": 47})
    assert settled_answer(session)["revision"] == session.board.value("state")["revision"]
    assert control(session, "goal")["value"] == 47


def test_a_session_ends_soon_while_games_are_played(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled_answer(session)
    play_few_games(monkeypatch, 1_000_000_000)
    session.act({"action": "set", "rule": "goal", "value": 48})
    wait_for(session, "answer", lambda value: value["phase"] in ("compiling", "playing"))
    session.close()
    wait_until(lambda: not session._background._thread.is_alive())


class SyntheticWins(RunResults):
    """Results whose first seat has a given number of wins in a number of games."""

    wins, games = 0, 1

    def rival_win_rates(self) -> dict[str, Estimate]:
        """Return the win rate of the first seat, and of three others that are fair."""
        rates = {}
        for seat in range(1, 5):
            wins = self.wins if seat == 1 else self.games // 4
            sums = DealSums(self.games, wins, wins, 1)
            rates[f"seat {seat}"] = rate(sums, self.look_confidence)
        return rates


def limits_of(results: SyntheticWins, games: int, *, is_settled: bool) -> tuple[int, int]:
    """Return the fewest and the most wins of a seat with which the page does not call it unfair."""

    def verdict(wins: int) -> str:
        results.wins, results.games = wins, games
        return Played(results, is_settled=is_settled).judged.judge_rivals()[0]

    fair = games // 4
    fewest = bisect_left(range(fair), True, key=lambda wins: verdict(wins) != "below fair")
    above = range(fair, games + 1)
    most = fair + bisect_left(above, True, key=lambda wins: verdict(wins) == "above fair") - 1
    return fewest, most


def test_watching_a_fair_game_calls_it_unfair_in_fewer_than_5_of_100_cases(
    session: Session,
) -> None:
    """Four seats win by chance alone, and each case is watched 150 times."""
    settled_answer(session)
    games = session._answering._shown
    assert games is not None
    results = SyntheticWins(games.run)
    looks = np.unique(np.geomspace(500, 99_000, 150).astype(int))
    chance = np.random.default_rng(1)
    cases = 4_000
    wins = np.zeros((cases, 4), np.int64)
    is_unfair = np.zeros(cases, bool)
    is_unfair_at_usual_confidence = np.zeros(cases, bool)
    before = 0
    for look in looks.tolist():
        wins += chance.multinomial(look - before, [0.25] * 4, cases)
        before = look
        fewest, most = limits_of(results, look, is_settled=False)
        is_unfair |= ((wins < fewest) | (wins > most)).any(axis=1)
        fewest, most = limits_of(results, look, is_settled=True)
        is_unfair_at_usual_confidence |= ((wins < fewest) | (wins > most)).any(axis=1)
    assert is_unfair.mean() < 0.05
    assert is_unfair_at_usual_confidence.mean() > 0.15  # So the higher confidence is necessary.


def test_verdicts_need_a_higher_confidence_until_all_games_are_played(session: Session) -> None:
    settled_answer(session)
    games = session._answering._shown
    assert games is not None
    results = RunResults(games.run)
    assert Played(results, is_settled=True).judged.confidence == pytest.approx(0.95)
    assert Played(results).judged.confidence > 0.995
