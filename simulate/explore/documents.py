"""Documents of other commands, made for the page: cards, events, and the report with its files."""

from __future__ import annotations

import re
import secrets
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from reports.analysis.diagnostics import inspect_studies
from reports.analysis.execution import Execution
from reports.analysis.other_players import parse_other_players
from reports.analysis.packing import write_pack_of
from reports.analysis.plan import Plan, Result
from reports.cards.plan import CardsPlan
from reports.pack.folder import PICTURE, REPORT, SUMMARY, WORKBOOK
from reports.page.checks import InspectedStudy
from reports.playtest.alone import is_log_name
from reports.playtest.plan import PlaytestPlan
from reports.run.plan import RunPlan
from reports.when.plan import WhenPlan, list_events
from reports.writing.document import Document
from reports.writing.html import to_html
from reports.writing.spoken import games_option
from simulate.command_options import Selection
from simulate.errors import FathomError, UsageError
from simulate.explore.background import Stop, Task
from simulate.explore.board import Board
from simulate.explore.watched import WatchedProgress

#: The files of a report, with their labels on the page.
_LABELS = {
    REPORT: "The whole report (page)",
    SUMMARY: "One page to print (PDF)",
    PICTURE: "A picture to post (PNG)",
    WORKBOOK: "A workbook (Excel)",
}
#: The maximum number of examples of events of each kind.
_MOST_EVENTS = 12
#: The maximum length of the name of a user's file, without its ending.
_LONGEST_STEM = 60
#: The least number of games of a report.
_GAMES_OF_REPORT = 20_000


class Documents:
    """Makes documents, and keeps the newest with its files until another is made.

    Parameters
    ----------
    board
        The board; the event is "document".
    jobs
        The number of threads.
    """

    def __init__(self, board: Board, jobs: int) -> None:
        self._board = board
        self._jobs = jobs
        #: A secret name of the newest document, which is part of its address.
        self._identity = ""
        self._page = b""
        self._files: dict[str, bytes] = {}
        self._shown: dict[str, Any] = {}

    def page(self, identity: str) -> bytes | None:
        """Return the page of a document; None if it is not there any more."""
        return self._page if identity and identity == self._identity else None

    def file(self, identity: str, name: str) -> bytes | None:
        """Return a file of a document; None if it is not there any more."""
        if identity != self._identity:
            return None
        return self._files.get(name)

    def close(self) -> None:
        """Forget the newest document."""
        self._identity = ""
        self._page = b""
        self._files = {}
        self._board.post("document", None)

    def maker_of(
        self,
        kind: str,
        selection: Selection,
        event: str,
        choices_id: str,
        *,
        games_of_answer: int = 0,
    ) -> Task:
        """Return a task that makes a document.

        Parameters
        ----------
        kind
            "cards", "when" or "report".
        selection
            The rules and players.
        event
            The event of "when", such as "seat 1 leads at half-time".
        choices_id
            The name of the rules, so that the page can mark a document of earlier rules.
        games_of_answer
            The number of games that the answer of the page is from. A report has at least as many,
            so that its verdicts are no less certain.

        Raises
        ------
        UsageError
            If there is no such kind, or the game has no such document.
        """
        plan: Plan
        if kind == "cards":
            plan = CardsPlan(selection)
        elif kind == "when":
            plan = WhenPlan(selection, events=[event] if event.strip() else [])
        elif kind == "report":
            games = max(_GAMES_OF_REPORT, games_of_answer)
            plan = RunPlan(replace(selection, games=games_option(games)))
        else:
            raise UsageError(f"there is no document {kind!r}")
        shown = {"kind": kind, "event": event, "choices_id": choices_id}
        return lambda stop: self._make(shown, lambda: plan, stop)

    def maker_of_playtest(
        self, selection: Selection, name: str, content: bytes, choices_id: str
    ) -> Task:
        """Return a task that compares a log of real games with simulated games.

        Parameters
        ----------
        selection
            The rules.
        name
            The name of the log on the user's disk, by which the document calls it.
        content
            The content of the log.
        choices_id
            The name of the rules, so that the page can mark a document of earlier rules.

        Raises
        ------
        UsageError
            If the ending is not that of a log.
        """
        if not is_log_name(name):
            raise UsageError(
                f"{name} is not a log of games; choose a spreadsheet (.csv, .xlsx, .ods), or what "
                "BG Stats or BoardGameGeek exports"
            )

        def make(stop: Stop) -> None:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / _file_name(name)
                file.write_bytes(content)
                shown = {"kind": "playtest", "choices_id": choices_id}
                make_plan = partial(PlaytestPlan, selection, str(file))
                self._make(shown, make_plan, stop, (str(file), name))

        return make

    def list_events(self, selection: Selection) -> None:
        """Post examples of events of a game on the board, for "when"; the event is "events"."""
        try:
            design = WhenPlan(selection, events=["seat 1 wins"]).design
            _, summary = list_events(design)
        except FathomError:
            return
        actions = [action["example"] for action in summary["actions"]]
        self._board.post("events", [*summary["standings"][:_MOST_EVENTS], *actions[:_MOST_EVENTS]])

    def _make(
        self,
        shown: Mapping[str, Any],
        make_plan: Callable[[], Plan],
        stop: Stop,
        renamed: tuple[str, str] = ("", ""),
    ) -> None:
        """Make a plan, play it, and post its document.

        `shown` has the kind of the document and the name of the rules. `renamed` has the path of a
        file and the name by which messages call it.
        """
        self._shown = {**shown, "files": [], "failure": "", "title": "", "id": ""}
        self._post("working", "Playing …")
        is_report = shown["kind"] == "report"
        progress = WatchedProgress(stop, lambda step: self._post("working", step))
        depth = parse_other_players(None, None) if is_report else None
        execution = Execution(self._jobs, live=progress, for_report=is_report, other_players=depth)
        try:
            result = make_plan().check_and_play(execution)
            stop.check()
            inspected: list[InspectedStudy] = []
            if is_report:
                inspected = inspect_studies(result.bases, self._jobs, progress.begin)
            document = result.document(inspected)
            self._page = to_html(document).encode("utf-8")
            self._files = _pack(result, document, inspected) if is_report else {}
        except KeyboardInterrupt:
            self._post("failed", "", failure="It was stopped.")
            return
        except (FathomError, OSError) as error:
            self._post("failed", "", failure=str(error).replace(*renamed))
            return
        self._identity = secrets.token_urlsafe(9)
        files = [
            {"label": label, "address": f"file/{self._identity}/{name}"}
            for name, label in _LABELS.items()
            if name in self._files
        ]
        self._post("ready", "", id=self._identity, title=document.title, files=files)

    def _post(self, phase: str, progress: str, **values: Any) -> None:
        self._shown |= {"phase": phase, "progress": progress, **values}
        self._board.post("document", self._shown)


def _file_name(name: str) -> str:
    """Return a short name for a file in a new folder that resembles the name of a user's file."""
    path = Path(name)
    stem = re.sub(r"[^\w-]", "_", path.stem)[:_LONGEST_STEM] or "log"
    return f"{stem}{path.suffix.lower()}"


def _pack(
    result: Result, document: Document, inspected: Sequence[InspectedStudy]
) -> dict[str, bytes]:
    """Return the files of a report's pack by name; raise `OSError` if they cannot be written."""
    with tempfile.TemporaryDirectory() as folder:
        write_pack_of(result, document, inspected, Path(folder))
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}
