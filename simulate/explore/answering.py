"""The answer to the chosen rules, which is posted on the board while games are played."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from reports.run import first_page
from reports.run.fairness import list_players, write_command
from reports.run.results import RunResults
from reports.writing import spoken, wording
from simulate.errors import FathomError
from simulate.explore.answer import (
    Played,
    make_cards,
    make_headline,
    make_short_answer,
    reach_of,
)
from simulate.explore.background import Background, Stop
from simulate.explore.board import Board
from simulate.explore.design import Wishes
from simulate.explore.playing import GOAL, Games, Player, games_key
from simulate.strategy import Strategy
from simulate.study import Study

#: The time in seconds without another change after which games are played.
PAUSE = 0.35
#: The times left are rounded to this number of seconds.
_ROUNDED_SECONDS = 5


@dataclass(frozen=True)
class Question:
    """The rules for which an answer is wanted."""

    study: Study
    lineup: Sequence[Strategy]
    wishes: Wishes
    #: The number of the design's state.
    revision: int

    @cached_property
    def key(self) -> str:
        """A text that is the same for questions with the same games."""
        return games_key(self.study)


class Answering:
    """Posts the answer to the newest question on the board.

    Parameters
    ----------
    board
        The board.
    background
        The thread in which games are played.
    player
        What plays and remembers games.
    failed
        Called, in the background, with the error if the game or a strategy fails. It returns True
        if the page shows the error elsewhere.
    """

    def __init__(
        self,
        board: Board,
        background: Background,
        player: Player,
        failed: Callable[[FathomError], bool],
    ) -> None:
        self._board = board
        self._background = background
        self._player = player
        self._failed = failed
        #: Held while the question, the games that are shown, or the answer change.
        self._lock = threading.RLock()
        self._question: Question | None = None
        self._shown: Games | None = None
        #: True if the user stopped playing.
        self._is_stopped = False
        #: The answer on the board; empty before the first.
        self._answer: dict[str, Any] = {}

    def ask(self, question: Question, *, at_once: bool = False) -> None:
        """Play the games of a question, and post answers while they are played.

        A question whose games are remembered is answered at once. Others are played after `PAUSE`
        seconds, unless another question follows. If the games are those of the previous question,
        nothing is played again. Until there is an answer, the earlier one is marked as stale.

        Parameters
        ----------
        question
            The question.
        at_once
            True to play without the pause.
        """
        with self._lock:
            is_same = self._is_newest(question)
            self._question = question
            if is_same and self._shown and not at_once:
                # Wishes, seconds per turn, names and notes change no game.
                self._show(question, self._shown, self._answer["phase"])
                return
            self._is_stopped = False
            known = self._player.known(question.study)
            if known:
                self._show(question, known, "settled" if known.is_complete else "playing")
            else:
                self._shown = None
                self._post(
                    phase="waiting",
                    is_stale=True,
                    revision=question.revision,
                    failure="",
                    progress="",
                )
        self._background.begin(lambda stop: self._play(question, stop, 0 if at_once else PAUSE))

    def resume(self, stop: Stop) -> None:
        """Go on playing in the task of the background that calls this, unless the user stopped it.

        `stop` is the request to end that task.
        """
        question = self._question
        if question and not self._is_stopped and not stop.is_requested:
            self._play(question, stop, 0)

    def stop(self) -> None:
        """Stop playing, and keep what is there."""
        self._is_stopped = True
        self._background.stop()
        # A task that has not begun posts nothing itself.
        with self._lock:
            unfinished = ("waiting", "compiling", "playing", "paused")
            if self._question and self._answer["phase"] in unfinished:
                self._show_stopped(self._question)

    def go_on(self) -> None:
        """Go on playing after a stop."""
        if self._question:
            self.ask(self._question, at_once=True)

    def fail(self, failure: str) -> None:
        """Post that playing failed, with the reason."""
        self._post(phase="failed", is_stale=True, failure=failure, progress="")

    def withdraw(self, since: str) -> None:
        """Stop playing, and mark the answer as stale, because the rules cannot be played.

        `since` is the time until which the answer was true; empty for an answer to other rules.
        """
        self._background.stop()
        with self._lock:
            self._question = None
            self._shown = None
            self._post(phase="stopped", is_stale=True, since=since, progress="")

    def _play(self, question: Question, stop: Stop, pause: float) -> None:
        """Play the games of a question in the background, until a stop is requested."""
        if stop.wait(pause):
            return
        if not self._player.known(question.study):
            self._post_if_newest(question, phase="compiling", progress="")
        pace = _Pace()

        def show(games: Games, is_last: bool) -> None:
            phase = "settled" if is_last else "playing"
            self._show(question, games, phase, pace.seconds_left(games.run.games))

        try:
            self._player.play(question.study, question.lineup, show, stop)
        except FathomError as error:
            if self._is_newest(question):
                is_shown = self._failed(error)
                self.fail("" if is_shown else str(error))
            return
        if stop.is_requested:
            self._show_stopped(question)

    def _show_stopped(self, question: Question) -> None:
        """Post the answer after a stop.

        It is paused if something else is played meanwhile. If the stop came when all games had been
        played, the answer is settled all the same.
        """
        phase = "stopped" if self._is_stopped else "paused"
        if self._is_newest(question) and self._shown:
            if self._shown.is_complete:
                phase = "settled"
            self._show(question, self._shown, phase)
        else:
            self._post_if_newest(question, phase=phase)

    def _is_newest(self, question: Question) -> bool:
        """Return True if the newest question is about the same games as a question."""
        newest = self._question
        return newest is not None and newest.key == question.key

    def _show(self, asked: Question, games: Games, phase: str, seconds_left: float = 0.0) -> None:
        """Post the answer of some games to a question, or to a newer one about the same games.

        Nothing is posted if the newest question is about other games.
        """
        while True:
            question = self._question
            if question is None or question.key != asked.key:
                return
            shown_phase = self._unless_stopped(phase)
            answer = _make_answer(question, games, shown_phase, seconds_left)
            # Another question, or a stop, may have come while the answer was made.
            with self._lock:
                if self._question is question and shown_phase == self._unless_stopped(phase):
                    self._shown = games
                    self._post(**answer)
                    return

    def _unless_stopped(self, phase: str) -> str:
        """Return the phase, or "stopped" instead of "playing" if the user stopped playing."""
        return "stopped" if phase == "playing" and self._is_stopped else phase

    def _post_if_newest(self, question: Question, **changes: Any) -> None:
        """Post the answer with some changes, unless the newest question is about other games."""
        with self._lock:
            if self._is_newest(question):
                self._post(**changes)

    def _post(self, **changes: Any) -> None:
        """Post the answer with some changes."""
        with self._lock:
            self._answer |= changes
            self._board.post("answer", self._answer)


class _Pace:
    """Estimates the time until all games are played, from when the first of them were."""

    def __init__(self) -> None:
        self._first: tuple[float, int] | None = None

    def seconds_left(self, games: int) -> float:
        """Return the estimated seconds until there are `GOAL` games; 0 while it is not known."""
        now = time.monotonic()
        if self._first is None:
            self._first = now, games
        began, games_before = self._first
        played = games - games_before
        return (now - began) / played * (GOAL - games) if played else 0.0


def _make_answer(
    question: Question, games: Games, phase: str, seconds_left: float
) -> dict[str, Any]:
    """Return the answer of some games to a question, as JSON values."""
    study = question.study.limited_to(games.run.games)
    results = RunResults(replace(games.run, study=study))
    played = Played(results, games.skill, is_settled=phase == "settled")
    number = spoken.games_option(games.run.games)
    command = write_command(study, "run", *list_players(study), "--games", number)
    return {
        "revision": question.revision,
        "is_stale": False,
        "since": "",
        "phase": phase,
        "games": games.run.games,
        "goal": GOAL,
        "progress": _describe_progress(results, phase, seconds_left),
        "headline": make_headline(played),
        "short": make_short_answer(played),
        "is_early": played.is_early,
        "failure": "",
        "cards": make_cards(played, question.wishes),
        "next": [
            {"text": step.purpose, "command": step.command}
            for step in first_page.suggest_next_steps(results)
            if not step.writes_report
        ],
        "command": command,
    }


def _describe_progress(results: RunResults, phase: str, seconds_left: float) -> str:
    """Return a sentence on the number of games, how exact they are, and what is to come."""
    reach = wording.rounded_up(reach_of(results), 1)
    noun = "point" if reach == "1" else "points"
    text = f"{results.run.games:,} games, give or take {reach} {noun}"
    if phase == "stopped":
        return f"{text}; stopped"
    if phase == "paused":
        return f"{text}; goes on when the other games are played"
    if phase == "settled":
        return f"{text}. Settled."
    if seconds_left < _ROUNDED_SECONDS:
        return text
    seconds = _ROUNDED_SECONDS * math.ceil(seconds_left / _ROUNDED_SECONDS)
    left = f"{seconds} seconds" if seconds < 90 else f"{math.ceil(seconds / 60)} minutes"
    return f"{text}; settled in about {left}"
