"""Documents and charts of small studies, for tests of their texts and their layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from matplotlib.figure import Figure as Drawing
from rich.console import Console

from reports.analysis.selection import resolve_study
from reports.figures.figure import COUNTS
from reports.figures.statistics import Estimate
from reports.page.checks import Check, InspectedStudy, SampleGame
from reports.page.compose import Origin, compose
from reports.run.charts import charts_of
from reports.run.document import make_findings
from reports.run.fairness import write_command
from reports.run.results import RunResults
from reports.run.samples import SampleGames
from reports.story.document import ending
from reports.story.results import make_story
from reports.writing import terminal
from reports.writing.document import Document
from simulate.command_options import Selection
from simulate.play.replay import Replay as Replayed
from simulate.play.run import play
from simulate.strategy import Strategy
from simulate.study import Study
from tests.helpers.studies import lineup_of, make_study

#: A text that a page must show as it is, and not interpret as HTML.
MARKUP = "<img src=x onerror=window.hit=1>"


def document_of(
    study: Study,
    *,
    source: str = "",
    again: bool = False,
    checked: tuple[Check, ...] = (),
    looks: int = 1,
) -> Document:
    """Play a study and return its report with sample games.

    Parameters
    ----------
    study
        The study.
    source
        The replay file that the report names; empty for none.
    again
        True if the games of the replay file were played again.
    checked
        The checks in the report; empty for a single invented check.
    looks
        The number of times that the study is included among the inspected studies.
    """
    lineup = lineup_of(study)
    samples = SampleGames(study)
    results = RunResults(play(study, lineup, 1, watchers={"samples": samples}))
    replays = [
        SampleGame(kinds, make_story(Replayed(study, lineup, number)))
        for number, kinds in samples.kinds_by_game().items()
    ]
    checked = checked or (Check("Made up", "fine", "Nothing was checked."),)
    again_by = write_command(study, "run", "--games", str(study.games), whole=True)
    tallies = {"": results.run.tally.id}
    origin = Origin(results, again_by, "", tallies, "0.0.0", source, again)
    return compose(
        make_findings(results, lineup),
        origin,
        [InspectedStudy(results, [*checked], replays)] * looks,
    )


def played(source: str = "snorkeling", **chosen: Any) -> RunResults:
    """Play a study, and return its results. `chosen` are fields of `Selection`."""
    return RunResults(play(*resolve_study(Selection(source=source, **chosen)), jobs=2))


def report_of(game: str = "scaphandre", **chosen: Any) -> Document:
    """Return the report of a small study. `chosen` are arguments of `make_study`."""
    chosen = {"players": 3, "lineup": ("random",) * 3, "games": 200, **chosen}
    return document_of(make_study(game, **chosen))


class Drawings(Mapping[str, Drawing]):
    """The charts of a run by name. A chart is drawn each time that it is requested."""

    def __init__(self, results: RunResults, *, narrow: bool = False) -> None:
        self._charts = {chart.name: chart for chart in charts_of(results)}
        self._narrow = narrow

    def __getitem__(self, name: str) -> Drawing:
        return self._charts[name].draw(narrow=self._narrow)

    def __iter__(self) -> Iterator[str]:
        return iter(self._charts)

    def __len__(self) -> int:
        return len(self._charts)


def on_terminal(document: Document, *, full: bool = True, width: int = 80) -> str:
    """Return a document as text on a terminal; `full` is the option --full."""
    file = StringIO()
    terminal.show(document, full=full, console=Console(file=file, width=width, highlight=False))
    return file.getvalue()


def shown(results: RunResults, *, full: bool = True, width: int = 200) -> str:
    """Return the results of a run as text on a terminal."""
    origin = Origin(results, "fathom run", "", {"": results.run.tally.id}, "0.0.0")
    return on_terminal(compose(make_findings(results, []), origin), full=full, width=width)


def counts(results: RunResults) -> dict[str, Estimate]:
    """Return the estimates of the game's own counts and shares, by name."""
    return {figure.of[0]: results.estimate(figure.path) for figure in results.figures_of(COUNTS)}


def tell_in_full(study: Study, lineup: Sequence[Strategy], number: int) -> Iterator[str]:
    """Yield the lines of a full replay: rounds, the table at each turn, actions and effects."""
    replay = Replayed(study, lineup, number)
    yield replay.title
    yield from (f"  seat {seat} plays {spec}" for seat, spec in enumerate(replay.specs, 1))
    rounds = -1
    for replayed in replay:
        seat, table = replayed.moment.seat, replayed.moment.snapshot.table
        if table.rounds > rounds:
            rounds = int(table.rounds)
            yield f"\nROUND {rounds + 1}"
        if replayed.new_turn:
            yield f"\nturn {table.turns + 1}: seat {seat + 1} ({replay.specs[seat]})"
            yield from (f"    {line}" for line in replayed.table)
        yield f"  seat {seat + 1} {replayed.action}"
        yield from (f"    {line}" for line in replayed.effects)
    yield "\n" + ending(make_story(Replayed(study, lineup, number)))
