"""*Find rules*: the search of ``fathom tune`` for versions that meet the wishes, for the page."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from reports.analysis.execution import Execution
from reports.tune.plan import TunePlan
from reports.tune.results import TuneResults, Version
from reports.writing import wording
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError
from simulate.explore.background import Stop
from simulate.explore.board import Board
from simulate.explore.design import Wishes
from simulate.explore.watched import WatchedProgress
from simulate.explore.wishes import (
    judge_fairness,
    judge_length,
    name_fairness,
    name_length,
    targets_of,
)
from simulate.game import Game
from simulate.rules.kinds import written
from simulate.rules.values import find_option

#: The maximum numbers of games of each version that the search judges: first few, so that there is
#: something to see soon, and then more.
STAGES = ("2k", "10k")
_STOPPED = (
    "Find rules begins it again. It also stops if you change a rule or open another view that "
    "plays games."
)
_GO_ON = "Playing more games of each …"
_NOTHING_TO_VARY = "No rule is left to vary: the rules that you changed stay as they are."


@dataclass(frozen=True)
class Change:
    """The change of a rule that a version makes: the name of the rule, and the value."""

    rule: str
    value: Any


class Finding:
    """Searches for versions that meet wishes, and remembers them by number.

    Parameters
    ----------
    board
        The board; the event is "found".
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        #: The changes of each version that was found, by its number on the page.
        self.found: dict[int, list[Change]] = {}

    def search(self, selection: Selection, wishes: Wishes, jobs: int, stop: Stop) -> None:
        """Search, and post what is found on the board.

        Parameters
        ----------
        selection
            The rules from which the search begins. Rules that differ from the printed ones stay as
            they are.
        wishes
            The wishes; at least one.
        jobs
            The number of threads.
        stop
            The request to end.
        """
        began = time.monotonic()
        self.found = {}
        shown: dict[str, Any] = {"wishes": name_wishes(wishes), "rows": []}

        def post(phase: str, progress: str, **values: Any) -> None:
            shown.update(values, phase=phase, progress=progress)
            self._board.post("found", shown)

        post("playing", "Looking for rules …", headline="Looking for rules …", sentence="")
        progress = WatchedProgress(stop, lambda step: post("playing", step))
        try:
            for games in STAGES:
                plan = _make_plan(replace(selection, games=games), wishes)
                result = plan.play(Execution(jobs, live=progress))
                stop.check()
                is_last = games == STAGES[-1]
                found = self._describe(result.results, wishes, time.monotonic() - began)
                post("settled" if is_last else "playing", "" if is_last else _GO_ON, **found)
        except KeyboardInterrupt:
            post("stopped", "", headline="The search was stopped.", sentence=_STOPPED)
            return
        except FathomError as error:
            sentence = str(error)
            if "--vary" in sentence:
                # The message is for the command line, where rules to vary can be chosen.
                sentence = _NOTHING_TO_VARY
            post("failed", "", headline="No search is possible.", sentence=sentence)
            return

    def _describe(self, tune: TuneResults, wishes: Wishes, seconds: float) -> dict[str, Any]:
        """Return the versions that were judged for the page, the best first, and remember them."""
        rows = []
        for number, version in enumerate(tune.ranked, 1):
            point = version[0]
            changes = tune.changes(point)
            self.found[number] = [Change(change.rule, change.value) for change in changes]
            rows.append(
                {
                    "id": number,
                    "change": _describe_changes(self.found[number], tune.base.game),
                    "cells": _judge(version, wishes),
                    "is_current": False,
                }
            )
        tried = wording.counted(len(tune.tried) + len(tune.points), "version")
        return {
            "rows": rows,
            "headline": _headline(tune, wishes),
            "sentence": f"The nearest versions, those that meet the wishes first. {tried} tried in "
            f"{wording.counted(round(seconds), 'second')}.",
        }


def _make_plan(selection: Selection, wishes: Wishes) -> TunePlan:
    """Return the plan of a search that varies all rules.

    With a wish for fairness it also evens out the seats, if the game has rules for that.
    """
    make = partial(TunePlan, selection, vary=["all"], target=targets_of(wishes))
    if wishes.fair is not None:
        with suppress(UsageError):
            return make(even=True)
    return make()


def name_wishes(wishes: Wishes) -> list[str]:
    """Return the wishes in words, as headings of a table."""
    names = []
    if wishes.fair is not None:
        names.append(f"Fair {name_fairness(wishes.fair)}")
    if wishes.long is not None:
        names.append(name_length(wishes.long))
    return names


def _judge(version: Version, wishes: Wishes) -> list[dict[str, Any]]:
    """Return the state of each wish in a version, with words for it."""
    results = version[0].results
    states = [judge_fairness(results, wishes), judge_length(results, wishes)]
    return [
        {"state": state["state"], "text": state["text"].partition(": ")[2]}
        for state in states
        if state
    ]


def _describe_changes(changes: Sequence[Change], game: Game) -> str:
    """Return the changes of a version in words, as in "Target score: 8, trumps: off"."""
    if not changes:
        return "No change"
    texts = []
    for change in changes:
        name, _, entry = change.rule.partition(".")
        option = find_option(game.options, name, game.name)
        value = written(change.value) if entry else option.in_words(change.value)
        texts.append(f"{option.title_in_words} {entry}".strip() + f": {value}")
    return "; ".join(texts)


def _headline(tune: TuneResults, wishes: Wishes) -> str:
    """Return a sentence on whether a version meets the wishes."""
    several = wishes.fair is not None and wishes.long is not None
    meet = "meet both wishes" if several else "meet the wish"
    meets = "meets both wishes" if several else "meets the wish"
    if tune.verdict == "none":
        return f"No rules found that {meet}. These are the nearest."
    if tune.verdict == "undecided":
        return f"Perhaps one of these {meets}; more games would tell."
    changes = len(tune.changes(tune.leading[0]))
    if not changes:
        return f"The rules {meet} without a change."
    return f"{wording.counted(changes, 'change')} {meets if changes == 1 else meet}."
