"""Reports of small studies, for the tests of what a report says and how it looks."""

from __future__ import annotations

from typing import Any

from reports.page.checks import Check
from reports.page.parts import Replay, Told
from reports.page.report import make_report
from reports.run.results import Results
from reports.run.samples import SampleGames
from reports.writing.document import Document
from simulate.play.run import make_engine, play
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study

#: What a page must show as text and never take for markup.
MARKUP = "<img src=x onerror=window.hit=1>"


def told_of(study: Study, *, source: str = "", checked: tuple[Check, ...] = ()) -> Told:
    """Play a study and return what its report is made of; its replays are one line long."""
    lineup = lineup_of(study)
    samples = SampleGames(study)
    results = Results(play(study, lineup, 1, keep=samples.add))
    engine = make_engine(study, lineup)
    replays = [
        Replay(sample, engine.play(sample.number, 1)[0], [f"told: game {sample.number}"])
        for sample in samples.found()
    ]
    checked = checked or (Check("Made up", "fine", "Nothing was checked."),)
    return Told(results, lineup, checked, replays, source, "0.0.0")


def report_of(game: str = "scaphandre", **chosen: Any) -> Document:
    """Return the report of a small study."""
    chosen = {"players": 3, "lineup": ("random",) * 3, "games": 200, **chosen}
    return make_report(told_of(make_study(game, **chosen)))
