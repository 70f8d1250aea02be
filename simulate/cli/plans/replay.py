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
    """Tell a game of a study on stdout, with what its choices were worth if they are weighed."""
    announce_compiling(study.game, lineup, telling.quiet)
    thoughts = _weigh(study, lineup, picked.number, telling, jobs) if telling.search else None
    replay = Replay(study, lineup, picked.number)
    choices = {one.weighed.moment.step: one for one in (thoughts.choices if thoughts else ())}

    def more(told: Told) -> dict[str, Any]:
        one = choices.get(told.moment.step)
        return {"choice": thought(one, replay.name)} if one else {}

    def comment(told: Told) -> Iterable[str]:
        one = choices.get(told.moment.step)
        return sentences.choice(one, replay.name) if one else ()

    if telling.as_json:
        found = summarise(replay, study, more)
        found["picked"] = picked.summary or None
        if thoughts:
            found["search"] = summarise_thoughts(thoughts, replay.name)
        print(json_text(found))
        return
    story = tell_story(replay, comment)
    document = to_document(
        story,
        fathom_version(),
        picked=picked.why,
        weighed=_turned(story, thoughts, replay) if thoughts else (),
        legend=sentences.legend(thoughts) if thoughts else "",
    )
    terminal.show(document, full=True)


def _turned(story: Story, thoughts: Thoughts, replay: Replay) -> Sequence[Answer]:
    weighed = [one.moment.step for one in thoughts.game.weighed]

    def done(moment: Moment) -> str:
        later = next((step for step in weighed if step > moment.step), len(story.steps) + 1)
        return deeds(story.steps[moment.step - 1 : later - 1])

    return sentences.summary(thoughts, replay.name, replay.place, done)


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
