"""Telling one game: move by move, and with its choices weighed if that is asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.outlets import messages
from simulate.cli.outlets.folder import SUMMARY_FILE, Folder, file_names
from simulate.cli.outlets.live import saying
from simulate.cli.plans.carry_out import announce_compiling
from simulate.cli.version import fathom_version
from simulate.errors import UsageError

if TYPE_CHECKING:
    from reports.thinking.results import Choice, Thoughts
    from reports.writing.document import Chart
    from simulate.play.replay import Replay, Told
    from simulate.strategy import Strategy
    from simulate.study import Study


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
        from strategies.weighing import MOST_ROLLOUTS

        given = {"--rollouts": self.rollouts, "--playout": self.playout, "--out": self.out}
        for option, value in given.items():
            if value is not None and not self.search:
                raise UsageError(f"{option} is about weighing the choices; give --search too")
        if self.rollouts is not None and not 2 <= self.rollouts <= MOST_ROLLOUTS:
            raise UsageError(f"--rollouts cannot be {self.rollouts}; allowed: 2 to {MOST_ROLLOUTS}")


def tell(
    study: Study, lineup: Sequence[Strategy], number: int, telling: Telling, jobs: int
) -> None:
    """Tell game `number` of a study on stdout.

    Raises
    ------
    UsageError
        There is no such game, what is asked for does not go together, or the folder cannot be
        written.
    """
    from simulate.play.replay import Replay, check_game_number

    check_game_number(number)
    telling.check()
    announce_compiling(study.game, lineup, telling.quiet)
    if not telling.search:
        if telling.as_json:
            print(json.dumps(_told(Replay(study, lineup, number), study, number), indent=2))
        else:
            _print_game(study, lineup, number)
        return
    from reports.thinking.tables import COLUMNS

    identity = [study.id, number, telling.rollouts, telling.playout]
    id_ = hashlib.sha256(json.dumps(identity).encode()).hexdigest()[:12]
    with Folder(telling.out, file_names(COLUMNS, ["chances"]), id_) as folder:
        weighed = _Weighed(study, lineup, number, _weigh(study, lineup, number, telling, jobs))
        folder.put(lambda place: weighed.write(place, id_, telling.charts), partial=False)
    if telling.as_json:
        print(json.dumps(weighed.summary, indent=2))
        return
    weighed.show()
    if telling.out:
        print(f"\nTables{' and the chart' if telling.charts else ''} are in {telling.out}")


class _Weighed:
    """A game whose choices are weighed."""

    def __init__(
        self, study: Study, lineup: Sequence[Strategy], number: int, thoughts: Thoughts
    ) -> None:
        from simulate.play.replay import Replay

        self._study, self._lineup, self._number = study, lineup, number
        self._thoughts = thoughts
        self._replay = Replay(study, lineup, number)
        self._choices = {one.weighed.moment.step: one for one in thoughts.choices}

    @property
    def summary(self) -> dict[str, Any]:
        """The JSON object."""
        from reports.thinking.tables import summarise, thought
        from simulate.play.replay import Replay

        def more(told: Told) -> dict[str, Any]:
            one = self._choices.get(told.moment.step)
            return {"choice": thought(one, self._replay.name)} if one else {}

        replay = Replay(self._study, self._lineup, self._number)
        found = _told(replay, self._study, self._number, more)
        return {**found, "search": summarise(self._thoughts, self._replay.name)}

    @property
    def chart(self) -> Chart:
        """The chart."""
        from reports.thinking.charts import chart_of

        seated = [one.spec for one in self._replay.engine.seated(self._number)]
        return chart_of(self._thoughts, self._replay.head[0], seated)

    def write(self, folder: Path, id_: str, charts: bool) -> None:
        """Write the summary, the tables and the chart into an existing folder."""
        from reports.thinking.tables import make_tables
        from reports.writing.chart_frame import save_charts
        from reports.writing.table_files import write_tables

        identified = {**self.summary, "study_id": id_, "played_study_id": id_}
        text = json.dumps(identified, indent=2) + "\n"
        (folder / SUMMARY_FILE).write_text(text, encoding="utf-8")
        write_tables(make_tables(self._thoughts, self._replay.name), folder)
        if charts:
            save_charts([self.chart], folder)

    def show(self) -> None:
        """Print the game and, below it, how it turned."""
        from reports.thinking import sentences
        from reports.writing import terminal
        from reports.writing.document import Document

        print(*terminal.wrapped([sentences.legend(self._thoughts)]), "", sep="\n")
        _print_game(self._study, self._lineup, self._number, self._comment)
        print()
        answers = sentences.summary(self._thoughts, self._replay.name)
        title = f"How game {self._number} turned"
        terminal.show(Document(title, answers, [], fathom_version()))

    def _comment(self, told: Told) -> Iterable[str]:
        from reports.thinking import sentences

        one: Choice | None = self._choices.get(told.moment.step)
        return sentences.choice(one, self._replay.name) if one else ()


def _weigh(
    study: Study, lineup: Sequence[Strategy], number: int, telling: Telling, jobs: int
) -> Thoughts:
    from reports.thinking.results import Thoughts
    from simulate.play.run import make_engine
    from strategies import find_strategy
    from strategies.weighing import ROLLOUTS, weigh_game

    playout = find_strategy(telling.playout, study.game) if telling.playout else None
    rollouts = ROLLOUTS if telling.rollouts is None else telling.rollouts
    if not telling.quiet:
        messages.say(
            f"weighing each choice with {rollouts} games played on for every action (fewer with "
            "--rollouts) ..."
        )
    with saying(telling.quiet) as say:
        return Thoughts(
            weigh_game(
                make_engine(study, lineup),
                number,
                rollouts,
                playout=playout,
                jobs=jobs,
                progress=lambda done, of: say(f"weighed {done} of {of} choices"),
            )
        )


def _print_game(
    study: Study,
    lineup: Sequence[Strategy],
    number: int,
    comment: Callable[[Told], Iterable[str]] = lambda told: (),
) -> None:
    from reports.writing import terminal
    from simulate.play.replay import tell_game

    for told in tell_game(study, lineup, number, comment):
        print(*terminal.wrapped(told.split("\n")), sep="\n")


def _told(
    replay: Replay,
    study: Study,
    number: int,
    more: Callable[[Told], dict[str, Any]] = lambda told: {},
) -> dict[str, Any]:
    """Return a game as plain values that JSON can hold."""
    from simulate.play import rows as row

    seats = range(study.players)
    steps = [
        {
            "step": told.moment.step,
            "turn": int(told.moment.snapshot.table.turns) + 1,
            "round": int(told.moment.snapshot.table.rounds) + 1,
            "seat": told.moment.seat + 1,
            "choices": len(told.moment.actions),
            "action": told.moment.action,
            "said": told.did,
            "led_to": list(told.led_to),
            **({"table": list(told.table)} if told.new_turn else {}),
            **more(told),
        }
        for told in replay
    ]
    result = replay.finish()
    return {
        "game": study.game,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "number": number,
        "deal": number // study.rotations,
        "seats": [one.spec for one in replay.engine.seated(number)],
        "steps": steps,
        "finished": bool(result[row.FINISHED]),
        "winners": [seat + 1 for seat in seats if int(result[row.WINNERS]) >> seat & 1],
        "scores": [replay.engine.game.in_units(int(result[row.SCORES + s])) for s in seats],
        "turns": int(result[row.TURNS]),
        "rounds": int(result[row.ROUNDS]),
        "decisions": int(result[row.DECISIONS]),
    }
