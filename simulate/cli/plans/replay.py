"""Telling one game: move by move, and with its choices weighed if that is asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.story.document import to_document
from reports.story.results import Story
from reports.story.results import tell as told
from reports.story.sentences import deeds
from reports.story.summary import summarise
from reports.thinking import sentences
from reports.thinking.results import Choice, Thoughts
from reports.writing import terminal
from reports.writing.document import Answer, Chart
from simulate.cli.outlets import messages
from simulate.cli.outlets.folder import SUMMARY_FILE, Folder, file_names
from simulate.cli.outlets.json_text import json_text
from simulate.cli.outlets.live import Live
from simulate.cli.plans.carry_out import announce_compiling
from simulate.cli.plans.picking import Picked
from simulate.cli.plans.sided import refuse_sides
from simulate.cli.version import fathom_version
from simulate.errors import UsageError
from simulate.play.arms import make_engine
from simulate.play.engine import Moment
from simulate.play.replay import Replay, Told
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy
from strategies.weighing import MOST_ROLLOUTS, ROLLOUTS, weigh_game


@dataclass(frozen=True, kw_only=True)
class Telling:
    """How a game is told.

    Attributes
    ----------
    search
        Whether its choices are weighed.
    rollouts
        Worlds for each action; ``None`` for the usual number.
    playout
        The spec of who plays on; ``None`` for the game's usual strategy.
    out
        A folder for tables and the chart; ``None`` for none.
    as_json
        Whether to print one JSON object and nothing else.
    charts
        Whether to draw the chart.
    quiet
        Whether stderr is to hold nothing that is no error.
    """

    search: bool = False
    rollouts: int | None = None
    playout: str | None = None
    out: Path | None = None
    as_json: bool = False
    charts: bool = True
    quiet: bool = False

    def check(self) -> None:
        """Raise `UsageError` unless all that is asked for goes together."""
        given = {"--rollouts": self.rollouts, "--playout": self.playout, "--out": self.out}
        for option, value in given.items():
            if value is not None and not self.search:
                raise UsageError(f"{option} is about weighing the choices; give --search too")
        if self.rollouts is not None and not 2 <= self.rollouts <= MOST_ROLLOUTS:
            raise UsageError(f"--rollouts cannot be {self.rollouts}; allowed: 2 to {MOST_ROLLOUTS}")


def tell(
    study: Study, lineup: Sequence[Strategy], picked: Picked, telling: Telling, jobs: int
) -> None:
    """Tell a game of a study on stdout.

    Raises
    ------
    UsageError
        What is asked for does not go together, or the folder cannot be written.
    """
    telling.check()
    announce_compiling(study.game, lineup, telling.quiet)
    if not telling.search:
        game = _Game(study, lineup, picked)
        if telling.as_json:
            print(json_text(game.summary))
        else:
            game.show()
        return
    from reports.thinking.tables import TABLES

    number = picked.number
    identity = [study.id, number, telling.rollouts, telling.playout]
    id_ = hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:12]
    with Folder(telling.out, file_names(TABLES, ["chances"]), id_) as folder:
        weighed = _Weighed(study, lineup, picked, _weigh(study, lineup, number, telling, jobs))
        folder.put(lambda place: weighed.write(place, id_, telling.charts), partial=False)
    if telling.as_json:
        print(json_text(weighed.summary))
        return
    weighed.show()
    if telling.out:
        print(f"\nTables{' and the chart' if telling.charts else ''} are in {telling.out}")


class _Game:
    """A game that is told."""

    def __init__(self, study: Study, lineup: Sequence[Strategy], picked: Picked) -> None:

        self._study, self._lineup, self._picked = study, lineup, picked
        self._replay = Replay(study, lineup, picked.number)

    @property
    def summary(self) -> dict[str, Any]:
        """The JSON object."""
        return self._summary(lambda told: {})

    def show(self) -> None:
        """Print the game."""
        self._show(lambda told: (), lambda story: (), "")

    def _summary(self, more: Callable[[Told], dict[str, Any]]) -> dict[str, Any]:

        replay = Replay(self._study, self._lineup, self._picked.number)
        found = summarise(replay, self._study, more)
        return {**found, "picked": self._picked.summary or None}

    def _show(
        self,
        comment: Callable[[Told], Iterable[str]],
        turned: Callable[[Story], Sequence[Answer]],
        legend: str,
    ) -> None:

        story, why = told(self._replay, comment), self._picked.why
        version = fathom_version()
        document = to_document(story, version, picked=why, turned=turned(story), legend=legend)
        terminal.show(document, full=True)


class _Weighed(_Game):
    """A game whose choices are weighed."""

    def __init__(
        self, study: Study, lineup: Sequence[Strategy], picked: Picked, thoughts: Thoughts
    ) -> None:
        super().__init__(study, lineup, picked)
        self._thoughts = thoughts
        self._choices = {one.weighed.moment.step: one for one in thoughts.choices}

    @property
    def summary(self) -> dict[str, Any]:
        """The JSON object."""
        from reports.thinking.tables import summarise, thought

        def more(told: Told) -> dict[str, Any]:
            one = self._choices.get(told.moment.step)
            return {"choice": thought(one, self._replay.name)} if one else {}

        return {**self._summary(more), "search": summarise(self._thoughts, self._replay.name)}

    @property
    def chart(self) -> Chart:
        """The chart."""
        from reports.thinking.charts import chart_of

        return chart_of(self._thoughts, self._replay.title, self._replay.seated)

    def write(self, folder: Path, id_: str, charts: bool) -> None:
        """Write the summary, the tables and the chart into an existing folder."""
        from reports.thinking.tables import make_tables
        from reports.writing.chart_frame import save_charts
        from reports.writing.table_files import write_tables

        identified = {**self.summary, "study_id": id_, "played_study_id": id_}
        text = json_text(identified) + "\n"
        (folder / SUMMARY_FILE).write_text(text, encoding="utf-8")
        write_tables(make_tables(self._thoughts, self._replay.name), folder)
        if charts:
            save_charts([self.chart], folder)

    def show(self) -> None:
        """Print how the game turned, and the game with what each choice was worth."""
        self._show(self._comment, self._turned, sentences.legend(self._thoughts))

    def _turned(self, story: Story) -> Sequence[Answer]:

        weighed = [one.moment.step for one in self._thoughts.game.weighed]

        def done(moment: Moment) -> str:
            later = next((step for step in weighed if step > moment.step), len(story.steps) + 1)
            return deeds(story.steps[moment.step - 1 : later - 1])

        return sentences.summary(self._thoughts, self._replay.name, self._replay.place, done)

    def _comment(self, told: Told) -> Iterable[str]:

        one: Choice | None = self._choices.get(told.moment.step)
        return sentences.choice(one, self._replay.name) if one else ()


def _weigh(
    study: Study, lineup: Sequence[Strategy], number: int, telling: Telling, jobs: int
) -> Thoughts:

    refuse_sides(study, "chances to win are weighed by seat", "leave out --search")
    playout = find_strategy(telling.playout, study.game) if telling.playout else None
    rollouts = ROLLOUTS if telling.rollouts is None else telling.rollouts
    if not telling.quiet:
        messages.say(
            f"weighing each choice with {rollouts} games played on for every action (fewer with "
            "--rollouts) ..."
        )
    with Live(telling.quiet) as live:
        live.begin("weighing each choice", unit="choices")

        def show(done: int, of: int) -> None:
            live.expect(of)
            live.show(done)

        return Thoughts(
            weigh_game(
                make_engine(study, lineup),
                number,
                rollouts,
                playout=playout,
                jobs=jobs,
                progress=show,
            )
        )
