"""Telling one game: move by move, and with its choices weighed if that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from reports.story.document import deeds, summarise, to_document
from reports.story.results import Story
from reports.story.results import tell as tell_story
from reports.thinking import sentences
from reports.thinking.results import Thoughts
from reports.thinking.sentences import summarise as summarise_thoughts
from reports.thinking.sentences import thought
from reports.writing import terminal
from reports.writing.document import Answer
from simulate.cli.outlets import messages
from simulate.cli.outlets.json_text import json_text
from simulate.cli.outlets.live import Live
from simulate.cli.plans.carry_out import announce_compiling
from simulate.cli.plans.picking import Picked
from simulate.cli.plans.provenance import fathom_version
from simulate.cli.plans.sided import refuse_sides
from simulate.errors import UsageError
from simulate.play.arms import make_engine
from simulate.play.replay import Replay, Told
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy
from strategies.weighing import MOST_ROLLOUTS, ROLLOUTS, weigh_game


@dataclass(frozen=True, kw_only=True)
class Telling:
    """How a game is told."""

    #: Whether its choices are weighed.
    search: bool = False
    #: Worlds for each action; ``None`` for the usual number.
    rollouts: int | None = None
    #: The spec of who plays on; ``None`` for the game's usual strategy.
    playout: str | None = None
    as_json: bool = False
    quiet: bool = False

    def check(self) -> None:
        """Raise `UsageError` unless all that is asked for goes together."""
        given = {"--rollouts": self.rollouts, "--playout": self.playout}
        for option, value in given.items():
            if value is not None and not self.search:
                raise UsageError(f"{option} is about weighing the choices; give --search too")
        if self.rollouts is not None and not 2 <= self.rollouts <= MOST_ROLLOUTS:
            raise UsageError(f"--rollouts cannot be {self.rollouts}; allowed: 2 to {MOST_ROLLOUTS}")


def tell(
    study: Study, lineup: Sequence[Strategy], picked: Picked, telling: Telling, jobs: int
) -> None:
    """Tell a game of a study on stdout."""
    announce_compiling(study.game, lineup, telling.quiet)
    thoughts = _weigh(study, lineup, picked.number, telling, jobs) if telling.search else None
    _Game(study, lineup, picked, thoughts).print(as_json=telling.as_json)


class _Game:
    """A game that is told, with what its choices were worth if they are weighed."""

    def __init__(
        self,
        study: Study,
        lineup: Sequence[Strategy],
        picked: Picked,
        thoughts: Thoughts | None = None,
    ) -> None:
        self._study, self._picked, self._thoughts = study, picked, thoughts
        self._replay = Replay(study, lineup, picked.number)
        choices = thoughts.choices if thoughts else ()
        self._choices = {one.weighed.moment.step: one for one in choices}

    def _summary(self) -> dict[str, Any]:
        """Return the JSON object."""
        name = self._replay.name

        def more(told: Told) -> dict[str, Any]:
            one = self._choices.get(told.moment.step)
            return {"choice": thought(one, name)} if one else {}

        found = summarise(self._replay, self._study, more)
        found["picked"] = self._picked.summary or None
        if self._thoughts:
            found["search"] = summarise_thoughts(self._thoughts, name)
        return found

    def print(self, *, as_json: bool) -> None:
        """Print the game, and how it turned."""
        if as_json:
            print(json_text(self._summary()))
            return
        story, thoughts = tell_story(self._replay, self._comment), self._thoughts
        document = to_document(
            story,
            fathom_version(),
            picked=self._picked.why,
            weighed=self._turned(story, thoughts) if thoughts else (),
            legend=sentences.legend(thoughts) if thoughts else "",
        )
        terminal.show(document, full=True)

    def _turned(self, story: Story, thoughts: Thoughts) -> Sequence[Answer]:
        weighed = [one.moment.step for one in thoughts.game.weighed]

        def done(moment: Moment) -> str:
            later = next((step for step in weighed if step > moment.step), len(story.steps) + 1)
            return deeds(story.steps[moment.step - 1 : later - 1])

        return sentences.summary(thoughts, self._replay.name, self._replay.place, done)

    def _comment(self, told: Told) -> Iterable[str]:
        one = self._choices.get(told.moment.step)
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
