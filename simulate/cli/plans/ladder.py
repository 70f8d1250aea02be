"""A ladder: one strategy after another alone at the same table, up to those who think ahead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from reports.ladder.catalogue import check_targets
from reports.ladder.contest import LIVE_COLUMNS, live_rows
from reports.ladder.results import LadderResults
from simulate.cli.outlets.live import Ahead
from simulate.cli.plans.contest import ContestFound, ContestPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.looking import Base
from simulate.cli.plans.selection import Selection, complete, in_file, split_specs
from simulate.cli.plans.sided import refuse_sides
from simulate.cli.plans.usual import usual_base
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.play.ladder import Ladder, can_climb, play_ladder
from simulate.play.lineups import Played
from simulate.play.luck import play_crossed
from simulate.strategy import Strategy, personas_among
from simulate.study import Study, check_numbers
from strategies import find_strategy, strategies_for
from strategies.registry import thinkers_for

#: Games of each rung that does not think ahead, and budgets of those that do, unless it is said.
GAMES = 10_000
ROLLOUTS = (16, 64, 256)


def parse_rollouts(text: str) -> list[int]:
    """Read budgets, as in ``16,64,256``.

    Raises
    ------
    UsageError
        They are none.
    """
    parts = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,6}", part) for part in parts):
        raise UsageError(f"the rollouts cannot be {text!r}; give a list, as in 16,64,256")
    return [int(part) for part in parts]


class LadderPlan(ContestPlan):
    """A ladder to be played.

    Parameters
    ----------
    selection
        What the user chose of what all line-ups share.
    strategies
        Who climbs; if nothing is said, those that the study file names, or all of the game.
    against
        Who has all other seats; likewise, or the game's usual strategy.
    rollouts
        The budgets of who thinks ahead; likewise, or `ROLLOUTS`.
    slow_games
        Games of each who thinks ahead; likewise, or as many as suit the largest budget.

    Raises
    ------
    UsageError
        It cannot be played; nothing has been.
    """

    command: ClassVar[str] = "ladder"
    table: ClassVar[str] = "ladder"
    unfit: ClassVar[Mapping[str, str]] = {
        "precision": "a ladder plays so many games of each rung",
        "until_decided": "a ladder plays so many games of each rung",
        "rotate": "on a ladder every deal is played in every rotation",
        "lineup": "a ladder has strategies = [...] in its table [ladder]",
    }

    def __init__(
        self,
        selection: Selection,
        strategies: Sequence[str] | None = None,
        against: str | None = None,
        rollouts: Sequence[int] | None = None,
        slow_games: int | None = None,
    ) -> None:
        otherwise = bool(strategies or against or rollouts or slow_games)
        written, asked = self.read(selection, otherwise)
        asked.fields.setdefault("games", GAMES)
        try:
            study, _ = complete(asked.fields, asked.game)
            self.ladder: Ladder = _checked(
                replace(study, lineup=(), tally_id="", pinned={}),
                split_specs(strategies) or written.get("strategies", ()),
                against or written.get("against", asked.game.default_strategy),
                rollouts or written.get("rollouts", ROLLOUTS),
                slow_games or written.get("slow_games", 0),
            )
        except UsageError as error:
            if asked.as_written and not otherwise:
                raise in_file(error, selection.source) from None
            raise

    @property
    def study(self) -> Study:
        return self.ladder.study

    @property
    def id(self) -> str:
        return self.ladder.id

    @property
    def strategies(self) -> Sequence[Strategy]:
        ladder = self.ladder
        return [*ladder.rungs, ladder.reference, ladder.strong, ladder.weak]

    @property
    def announcement(self) -> str:
        ladder = self.ladder
        slow = sum(one.spec != ladder.reference.spec for one in ladder.thinking)
        quick = len(ladder.pairs) - slow
        said = [f"{quick} line-ups of {self.study.games:,} games"] if quick else []
        if slow:
            games = f"{slow} with one who thinks ahead, of {ladder.thinking_games:,} games"
            said.append(f"{games}, which take most of the time; Ctrl-C shows what is finished")
        luck = f"{self.study.games:,} games that tell where the luck sits"
        return f"{', and '.join(said)}: {ladder.games:,} games in all; and {luck}"

    def play(self, playing: Playing) -> LadderFound:
        ladder, live, title = self.ladder, playing.live, find_game(self.study.game).title
        games, jobs = self.study.games, playing.jobs
        # First, for it is soon done; what is slow can be interrupted.
        live.expect_steps(Ahead(times=ladder.games / games))
        live.begin(f"{title}: where the luck sits", total=games)
        crossed = play_crossed(self.study, ladder.strong.quick, jobs, games, live.show)
        live.begin(title, LIVE_COLUMNS, ladder.games)

        def watch(shown: Sequence[Played | None]) -> None:
            done = sum(played.games for played in shown if played)
            live.show(done, lambda: live_rows(ladder, shown, playing.confidence))

        run = replace(play_ladder(ladder, jobs, watch=watch), crossed=crossed)
        return LadderFound(self, LadderResults(run, playing.confidence))


def _checked(
    study: Study, specs: Sequence[str], against: str, rollouts: Sequence[int], slow_games: int
) -> Ladder:
    """Make the ladder of some strategies, or of all of the game, and check its targets."""
    refuse_sides(
        study,
        "a ladder shows how much more one wins than the others at a table",
        "compare line-ups with 'fathom compare'",
    )
    known = strategies_for(study.game)
    specs = specs or [*known, *thinkers_for(study.game)]
    named = [find_strategy(spec, study.game) for spec in specs]
    reference = find_strategy(against, study.game)
    study = replace(study, personas=personas_among([*named, reference]))
    quick = [strategy for strategy in named if not can_climb(strategy)]
    climbers = [strategy for strategy in named if can_climb(strategy)]
    if len(climbers) > 1:
        raise UsageError(
            f"a ladder has one strategy that thinks ahead, not {len(climbers)}; it climbs with "
            "each budget of --rollouts"
        )
    for one in climbers:
        if "rollouts" in one.values:
            raise UsageError(
                f"strategy {one.spec} has its budget with it; give {one.name} without rollouts, "
                "and its budgets with --rollouts"
            )
    for place, spec in enumerate(one.spec for one in named):
        if spec in [one.spec for one in named[:place]]:
            raise UsageError(f"strategy {spec} is named twice; name it once")
    if reference.spec not in [one.spec for one in quick]:
        quick.append(reference)
    budgets = sorted(set(rollouts))
    thinking = [one.with_values({"rollouts": number}) for one in climbers for number in budgets]
    thinking = [one for one in thinking if one.spec != reference.spec]
    if len(quick) + len(thinking) < 2:
        raise UsageError(f"nobody climbs but {reference.spec}, who has all other seats; name more")
    usual = find_strategy(find_game(study.game).default_strategy, study.game)
    strong = usual if usual.tier else max(known.values(), key=lambda one: one.tier)
    if not strong.tier and thinking:
        strong = thinking[-1]
    if slow_games:
        check_numbers(slow_games, study.seed)
    ladder = Ladder(
        study, reference, tuple(quick), tuple(thinking), strong, known["random"], slow_games
    )
    check_targets(ladder)
    return ladder


class LadderFound(ContestFound):
    """What came of a ladder."""

    plan: LadderPlan

    @property
    def interrupted(self) -> str:
        run = self.run
        if not run.interrupted:
            return ""
        return f"these are the {run.games:,} games finished of {run.ladder.games:,}"

    @cached_property
    def bases(self) -> Sequence[Base]:
        return [usual_base(self.plan.study, self.run.jobs, self.confidence, self.run.interrupted)]

    def study_file(self, *, pinned: bool) -> str:
        ladder: Ladder = self.run.as_played
        specs = [one.full for one in ladder.quick]
        planned: dict[str, Any] = {"against": ladder.reference.full}
        if ladder.thinking:
            first = ladder.thinking[0]
            usual = first.parameters["rollouts"].default
            specs.append(first.with_values({"rollouts": usual}).full)
            planned["rollouts"] = list(ladder.budgets)
            planned["slow_games"] = ladder.slow_games
        study = replace(
            ladder.study,
            plan={self.plan.table: {"strategies": specs, **planned}},
        )
        if pinned:
            study = replace(study, tally_id=self.tally_id, pinned=self.pins())
        return study.to_toml()
