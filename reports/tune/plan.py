"""Looking for rules: versions are searched, the best are judged, and more is asked of one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import cycle, islice
from typing import Any, ClassVar

from reports.analysis.arms import FactorValue, PlannedArm, make_arm
from reports.analysis.diagnostics import BaseStudy
from reports.analysis.execution import Execution, OtherPlayersDepth
from reports.analysis.other_players import (
    can_play_other_players,
    play_other_players,
    strategies_at_levels,
)
from reports.analysis.plan import Plan
from reports.analysis.selection import fields_for_command, merge_selection
from reports.figures.figure import SEAT_SPREAD
from reports.figures.targets import JudgedTarget
from reports.run.plan import check_target_figures
from reports.run.results import RunResults
from reports.sweep.plan import SweepResult, read_varied, typed
from reports.sweep.results import SweepPoint
from reports.tune.head_starts import try_head_starts
from reports.tune.results import HeadStarts, TuneResults, Version
from reports.tune.search import BUDGET, Search, Space, doubling, play_deals
from reports.tune.tables import summarise
from simulate.command_options import Selection
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.kit.compiled import JIT
from simulate.play.extra_runs import UNPLAYED_RULES
from simulate.play.run import ArmsRun, require_finished
from simulate.play.tally import digest
from simulate.rules.kinds import HalfPoints, Option, written
from simulate.rules.values import HEAD_START
from simulate.strategy import Strategy
from simulate.study import Study

#: Games of the last versions before the first look.
FIRST_GAMES = 1_000
#: How many values of other rules are tried where nothing meets all, and games of each at most.
MOST_HELPING, HELPING_GAMES = 39, 2_000
#: How far from its fair share a seat of an even game may be, and the points it may begin with.
EVEN, HEAD_STARTS = 0.01, (0, 0.5, 1, 1.5, 2, 2.5, 3)
_NUMBER = r"-?[0-9]*\.?[0-9]+ *(?:%|pp)?"
_BOUNDS = re.compile(
    rf"(?P<min>{_NUMBER})? *\.\. *(?P<max>{_NUMBER})?"
    rf"|(?:(?P<of>{_NUMBER}) +)?within +(?P<within>{_NUMBER})"
)


def parse_target(text: str) -> tuple[str, dict[str, float]]:
    """Read what is wanted of a figure: ``FIGURE=25..35``, ``=..60``, ``=within 1pp``, or refuse."""
    path, _, bounds = (part.strip() for part in text.partition("="))
    found = _BOUNDS.fullmatch(bounds) if path else None
    said = {name: one for name, one in found.groupdict().items() if one} if found else {}
    if not said:
        raise UsageError(
            f"--target takes FIGURE=BOUNDS, not {text!r}; write length.minutes.mean=25..35, for "
            "example, seat_spread=..1pp or 'first_player_advantage=within 1pp'"
        )
    parts = {name: 100 if one[-1] in "%p" else 1 for name, one in said.items()}
    return path, {name: float(one.rstrip("%p ")) / parts[name] for name, one in said.items()}


class TunePlan(Plan):
    """Versions to be searched; what is wanted and varied is as on the command line."""

    command: ClassVar[str] = "tune"

    def __init__(
        self,
        selection: Selection,
        vary: Sequence[str] | Mapping[str, Any] | None = None,
        target: Sequence[str] | Mapping[str, Any] | None = None,
        even: bool = False,
        players: Sequence[int] | None = None,
    ) -> None:
        self.source = selection.file
        fields = fields_for_command(selection.source, self.command)
        file = fields.pop("plan", {}).get(self.command, {})
        for unfit in {"precision", "ranges"} & fields.keys():
            raise UsageError(
                f"{selection.source} says {unfit.replace('ranges', 'deals')}, and tune chooses "
                "itself what it plays, at most --games of a version; take that out of the file"
            )
        wanted = target if isinstance(target, Mapping) else dict(map(parse_target, target or ()))
        wanted = {SEAT_SPREAD: {"max": EVEN}, **wanted} if even else wanted
        fields["targets"] = {**fields.get("targets", {}), **wanted}
        fields["until_decided"] = 0.0  # it is decided otherwise when to stop
        if not fields["targets"]:
            raise UsageError(
                "say what you want, for example --target length.minutes.mean=25..35, or give a "
                "study file with targets; 'fathom sweep' shows what rules do without any"
            )
        counts = [*dict.fromkeys(players or file.get("players", ()))]
        selection = replace(selection, players=counts[0] if counts else None)
        asked, texts = merge_selection(fields, selection), vary or file.get("vary", [])
        game = asked.game
        if isinstance(texts, Mapping):
            texts = [typed(name, values, game) for name, values in texts.items()]
        make = partial(make_arm, fields, selection)
        now = make(()).study
        fixed = [str(rule).partition("=")[0].strip() for rule in selection.rule or ()]
        fixed += ["players"] * (len(counts) == 1) + ["variant"] * bool(selection.variant)
        # Points of a seat would be something else with another number of players.
        levers = _levers(game, now.players if len(counts) < 2 else 0, texts) if even else ()
        texts = [*texts, *(one for one in levers if one.partition("=")[0] not in fixed)]
        said = [one for text in texts for one in _with_values(text, game, now.values, fixed)]
        if len(counts) > 1:
            said.append(f"players={','.join(map(str, counts))}")
        varied = read_varied(said, game, fixed, any_number=True)
        self.even, self.space = even, Space(make, varied, max(1, len(counts)))
        self.strategies = [one for cell in self.space.base for one in cell.lineup]
        study = self.space.base[0].study
        for cell in self.space.base:
            check_target_figures(cell.study)
        if robust := [path for path, one in study.targets.items() if one.get("robust")]:
            raise UsageError(f"target {robust[0]}: tune asks other players anyway; delete robust")
        as_written = asked.as_written and not (wanted or vary or players)
        self.pins = fields.get("pinned", {}) if as_written else {}
        plan = {"vary": texts, **({"players": counts} if len(counts) > 1 else {})}
        self.study = replace(study, plan={self.command: plan}, tally_id="", pinned={})
        answer = [study.id, said, fields["targets"], selection.confidence]
        self.id = self.games_id = digest(answer)[:12]
        self.name = f"{study.game_name}-tune-{self.id}"

    def lineup(self, study: Study) -> list[Strategy]:
        """Return who plays a version, which may be for another number of players."""
        known = {one.spec: one for one in self.strategies}
        return [known[spec] for spec in study.lineup]

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        return (
            strategies_at_levels(self.study, thinkers=depth.thorough)
            if JIT and can_play_other_players(self.study)
            else ()
        )

    def play(self, playing: Execution) -> TuneResult:
        live, study, space = playing.live, self.study, self.space
        title, each = study.loaded_game.title, space.each
        live.begin(f"{title}: searching", total=float(BUDGET * study.games * each))
        search = Search(space, playing)
        changes, versions = zip((0.0, space.base), *search.find(), strict=True)
        cells = [cell for version in versions for cell in version]
        looks = doubling(-(-FIRST_GAMES // study.rotations), study.deals)
        level = 1 - (1 - playing.confidence) / (len(looks) * len(cells) * len(study.targets))
        judged = partial(
            TuneResults,
            axes=space.axes,
            values=[one.values for one in cells],
            paths=list(study.targets),
            in_force=0,
            confidence=level,
            overall=playing.confidence,
            each=each,
            changes=changes,
            tried=search.tried,
            left_open=search.left_open,
            versions=space.size,
            impossible=len(space.refused),
        )

        def wanted(together: ArmsRun) -> tuple[int, Sequence[int]]:
            later = (look for look in looks if look > together.deals)
            return next(later, 0), judged(together=together).going

        live.begin(f"{title}: judging", total=float(len(cells) * study.games))
        # Deals that the search did not touch: what chose these versions says nothing of them.
        fresh = (search.deals, search.deals + study.deals)
        # Each is compared with the rules as they are for as many players.
        against = [0] * each + [*range(each)] * (len(versions) - 1)
        how: dict[str, Any] = {"first": looks[0], "wanted": wanted, "against": against}
        together = play_deals(cells, *fresh, playing, **how)
        if not together.deals:
            raise KeyboardInterrupt  # there is nothing to show
        tune, stopped = judged(together=together), together.interrupted
        try:
            if not (stopped or playing.only_pinned):
                tune = self._ask(tune, fresh[1], playing)
        except KeyboardInterrupt:
            stopped = True
        result = TuneResult(self, tune)
        result.extras_interrupted = stopped or any(one.stopped for one in tune.robustness)
        return result

    def _ask(self, tune: TuneResults, begin: int, playing: Execution) -> TuneResults:
        """Try head starts on the deals from `begin` on, and then other players or other rules.

        Other players play versions that meet the targets; other rules are tried where none does.
        """
        study, leading = self.study, tune.leading
        tune = replace(tune, head_starts=self._head_starts(tune, begin, playing))
        # Of what may yet turn out otherwise others are asked only if that is said.
        more = playing.other_players is not None and playing.other_players.thorough
        wanted = tune.verdict == "meets" or (tune.verdict == "undecided" and more)
        if wanted and playing.other_players and JIT and can_play_other_players(study):
            mine, levels = [point.results.run for point in leading], playing.other_players
            asked = [
                play_other_players(run, self.lineup(run.study), levels, playing) for run in mine
            ]
            return replace(tune, robustness=[*filter(None, asked)])
        if tune.verdict != "none":
            return tune
        playing.live.begin("other rules that would help")
        versions = islice(self._with_other_rules(leading), MOST_HELPING)
        cells = [cell for version in versions for cell in version]
        end = begin + -(-max(1, min(HELPING_GAMES, study.games // 20)) // study.rotations)
        runs = require_finished(play_deals(cells, begin, end, playing)).runs if cells else ()
        helping = [
            SweepPoint(point.values, cell.label, RunResults(run, tune.overall), is_base=False)
            for point, cell, run in zip(cycle(leading), cells, runs, strict=False)
        ]
        return replace(tune, helping=helping)

    def _head_starts(self, tune: TuneResults, begin: int, playing: Execution) -> HeadStarts | None:
        """Try head starts for the seat that wins least, if the targets are about even seats."""
        names = [axis.name.partition(".") for axis in self.space.axes if self.even]
        seats = [seat for rule, _, seat in names if rule == HEAD_START and seat]
        if not seats:
            return None
        playing.live.begin("head starts")
        return try_head_starts(
            self.space, seats, tune.base.at_confidence(tune.overall), begin, playing
        )

    def _with_other_rules(self, version: Version) -> Iterator[list[PlannedArm]]:
        """Yield a version with one more rule changed, for each value of the rules not varied."""
        space, study = self.space, version[0].results.run.study
        pairs = [[*zip(space.varied, point.values, strict=True)] for point in version]
        levels = [[n for one, now in some for n in one.levels if n.value == now] for some in pairs]
        varied = {axis.name.partition(".")[0] for axis in space.axes}
        for option in study.loaded_game.own_options:
            if option.name in varied or option.name in UNPLAYED_RULES:
                continue
            for changes in option.alternatives(study.values[option.name]).values():
                for texts in map(option.assignments, changes[:3]):
                    level = FactorValue(" ".join(texts), {"rule": texts})
                    with suppress(UsageError):  # it may not go together with the rest
                        cells = [space.make([*some, level]) for some in levels]
                        yield [replace(cell, label=level.label) for cell in cells]


def _levers(game: Game, players: int, texts: Sequence[str]) -> Iterator[str]:
    """Yield what may make seats even and is not varied already: who starts, and head starts."""
    varied = {text.partition("=")[0].strip().partition(".")[0] for text in texts}
    known = {one.name: one for one in game.own_options if one.name not in varied}
    found = [name for name, one in known.items() if one.about == "who starts"]
    ahead = next((one for one in game.options if isinstance(one, HalfPoints)), None)
    if ahead and HEAD_START not in varied:
        points = ",".join(str(one) for one in HEAD_STARTS if not one % ahead.finest)
        found += [f"{HEAD_START}.{seat}={points}" for seat in range(1, 1 + players)]
    yield from found


def _with_values(
    text: str, game: Game, now: Mapping[str, Any], fixed: Sequence[str]
) -> Iterator[str]:
    """Yield what is varied with its values: as said, or sensible ones of a rule, or of all."""
    if "=" in text:
        yield text
        return
    options = {one.name: one for one in game.own_options if one.name not in UNPLAYED_RULES}
    name = text.strip()
    if name not in (*options, "all"):
        raise unknown("rule", name, [*options, "all"], f" for {game.name}")
    for option in options.values() if name == "all" else [options[name]]:
        values = _sensible(option, now[option.name])
        if len(values) > 1 and (name != "all" or option.name not in fixed):
            yield f"{option.name}={','.join(map(written, values))}"
        elif name != "all":
            raise UsageError(f"--vary {name} needs its values: {name}=value,value,...")


def _sensible(option: Option, value: Any) -> list[Any]:
    """Return a value and others that it could have: of numbers from half as much to half more."""
    if isinstance(value, bool | str):
        return [value, *option.alternatives(value).get(option.name, [])]
    if not isinstance(value, int | float):
        return []
    near = [value * part for part in (0.5, 0.75, 1.0, 1.25, 1.5)]
    if isinstance(value, int):
        near = [value - 1, value, value + 1] if abs(value) < 2 else [*map(round, near)]
    found = []
    for one in dict.fromkeys(near):
        with suppress(UsageError):  # it may be beyond its bounds
            found.append(option.check(one))
    return found


class TuneResult(SweepResult):
    """What came of it: `tune` has all that was tried, and `sweep` what was judged."""

    plan: TunePlan  # type: ignore[assignment]

    def __init__(self, plan: TunePlan, tune: TuneResults) -> None:
        super().__init__(plan, tune)  # type: ignore[arg-type]
        self.tune = tune

    @property
    def games(self) -> int:
        return sum(run.games for run in self.tune.all_runs)

    @cached_property
    def summary(self) -> dict[str, Any]:
        elapsed = round(sum(run.elapsed for run in self.tune.all_runs), 4)
        ids = dict.fromkeys(("study_id", "played_study_id"), self.plan.id)
        more = {"seed": self.plan.study.seed, "games": self.games, "elapsed_s": elapsed}
        return {**summarise(self.tune), **ids, **more}

    @property
    def judged(self) -> Sequence[JudgedTarget]:
        """The verdicts on the nearest where none does; else only what is `undecided` tells."""
        none = self.tune.verdict == "none"
        return [one for at in self.tune.leading for one in at.results.judged()] if none else ()

    @cached_property
    def undecided(self) -> bool:
        return self.tune.verdict == "undecided"

    @property
    def bases(self) -> Sequence[BaseStudy]:
        name, whose, lineup = self.tune.name, self.tune.whose, self.plan.lineup
        return [
            BaseStudy(one.results, lineup(one.results.run.study), f"{name(one)}{whose(one)}")
            for one in self.tune.leading
        ]

    def study_file(self, *, pinned: bool) -> str:
        return replace(self.plan.study, pinned=self.pinned_points(pinned=pinned)).to_toml()
