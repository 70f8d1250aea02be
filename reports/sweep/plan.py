"""A sweep: one study under several values of a rule, as ``--vary`` asks, on the same deals."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar

from reports.analysis.arms import FactorValue, PlannedArm, make_arm
from reports.analysis.arms_plan import ArmsPlan, ArmsResult, PlayerChecks
from reports.analysis.diagnostics import BaseStudy
from reports.analysis.selection import fields_for_command, merge_selection
from reports.figures.figure import Figure, Margins, deciding_paths
from reports.figures.statistics import Estimate
from reports.page.compose import Origin
from reports.run.ending import results_of
from reports.run.plan import check_target_figures
from reports.sweep.results import Axis, SweepResults, chart_names, default_paths
from reports.sweep.sentences import named
from reports.sweep.tables import TABLES, summarise_sweep
from simulate.command_options import Selection
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.play.run import ArmsRun
from simulate.play.tally import digest
from simulate.rules.kinds import Option, written
from simulate.study import UNTIL_DECIDED, Study, parse_games
from simulate.study.fields import StudyFields

#: Fields of a study besides its rules that can be varied.
FIELDS = ("players", "variant")
MOST_RULES = 2
MOST_POINTS = 100
#: The largest number of versions that an error states.
_MOST_SHOWN = 10**12
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_STEPS = re.compile(rf"({_NUMBER}):({_NUMBER})(?::({_NUMBER}))?")
#: What a sweep plays at each point unless it is said.
GAMES = "20k"


class SweepPlan(ArmsPlan):
    """A sweep to be played; what differs is as after ``--vary``, or values by name."""

    command: ClassVar[str] = "sweep"
    arms_noun: ClassVar[str] = "values"
    arms_field: ClassVar[str] = "points"

    def __init__(
        self,
        selection: Selection,
        vary: Sequence[str] | Mapping[str, Iterable[Any]] | None = None,
        figures: Sequence[str] | None = None,
        skip_impossible: bool = False,
    ) -> None:
        self.source = selection.file
        fields = fields_for_command(selection.source, self.command)
        file = dict(fields.pop("plan", {}).get(self.command, {}))
        if "precision" in fields:
            raise UsageError(
                f"{selection.source} asks for a precision, but a sweep plays so many games at "
                "every point, or until all is clear (--until-decided); take the precision out of "
                "the file"
            )
        asked = merge_selection(fields, selection)
        if fields.get("targets") and "games" not in asked.fields:
            fields.setdefault("until_decided", selection.confidence)
        until = asked.fields.get("until_decided", fields.get("until_decided"))
        fields.setdefault("games", (UNTIL_DECIDED if until else 1) * parse_games(GAMES))
        if isinstance(vary, Mapping):
            vary = [typed(name, values, asked.game) for name, values in vary.items()]
        wanted: dict[str, Any] = {
            "vary": list(vary or file.get("vary", [])),
            "figures": list(figures or file.get("figures", [])),
            "skip_impossible": skip_impossible or file.get("skip_impossible", False),
        }
        fixed = [str(rule).partition("=")[0].strip() for rule in selection.rule or ()]
        fixed += [name for name in FIELDS if getattr(selection, name) is not None]
        varied = read_varied(wanted["vary"], asked.game, fixed)
        self.axes = [one.axis for one in varied]
        self.points, self.skipped = make_points(
            fields, selection, varied, wanted["skip_impossible"]
        )
        #: The figures to tell and draw, by path, and those that end it if nothing else does.
        self.figures = _figures([point.study for point in self.points], wanted["figures"])
        self.deciding = wanted["figures"] or deciding_paths(self.figures) or list(self.figures)
        as_it_is, self.in_force = find_base(fields, selection, self.points)
        basis = as_it_is or self.points[0].study
        first = self.points[self.in_force or 0]
        self.set_arms([first, *(point for point in self.points if point is not first)])
        self.margins = Margins()
        self.arms_heading = ", ".join(axis.name for axis in self.axes)
        as_pinned = asked.as_written and wanted == {**wanted, **file}
        self.pins = asked.fields.get("pinned", {}) if as_pinned else {}
        self.study = replace(
            basis,
            rules=asked.fields.get("rules", {}),
            lineup=basis.lineup[:1] if len(set(basis.lineup)) == 1 else basis.lineup,
            tally_id="",
            plan={self.command: {key: value for key, value in wanted.items() if value}},
            pinned=self.pins,
        )
        #: The name of each point.
        self.labels = [point.label for point in self.points]
        self.id = self.id_of([point.study for point in self.points])
        games = [replace(point.study, ranges=()) for point in self.points]
        self.games_id = self.id_of([one.limited_to(one.rotations) for one in games])
        self.name = f"{basis.game_name}-sweep-{'-'.join(axis.name for axis in self.axes)}-{self.id}"

    def output_names(self) -> tuple[Sequence[str], Sequence[str]]:
        from reports.robust.document import OTHER_PLAYERS

        return list(TABLES), [*chart_names(self.figures, len(self.axes)), OTHER_PLAYERS.name]

    def id_of(self, studies: Sequence[Study]) -> str:
        """Return what `id` is where other studies, such as of fewer games, are at the points."""
        answer = [[one.id for one in studies], self.labels, list(self.figures), self.in_force]
        return digest(answer)[:12]

    def judge(self, together: ArmsRun, confidence: float, asked: PlayerChecks) -> SweepResult:
        sweep = SweepResults(
            self.axes,
            [point.values for point in self.points],
            together,
            list(self.figures),
            self.skipped,
            self.in_force,
            self.deciding,
            confidence,
            levels=asked[1],
        )
        return SweepResult(self, sweep)


def _figures(studies: Sequence[Study], asked: Sequence[str]) -> dict[str, Figure]:
    """Return the figures to tell by path, which some point has; check the targets at all."""
    results = [results_of(study) for study in studies]
    for study in studies:
        check_target_figures(study)
    found = {}
    for path in asked or default_paths(results):
        owner = next((one for one in results if one.has(path)), results[0])
        found[path] = owner.figure(path)  # raises if nobody has it, naming the nearest
    return found


class SweepResult(ArmsResult):
    """What came of a sweep: `sweep` has all points, each compared with the base.

    `figures` holds every figure asked for at every setting that has it, under
    ``"SETTING: PATH"``, as in ``"target_score=8: length.minutes.mean"``; the settings are the
    names in `runs`. The tables ``sweep`` and ``all_figures`` hold the same, and more, in rows.
    """

    plan: SweepPlan

    def __init__(self, plan: SweepPlan, sweep: SweepResults) -> None:
        arms = {point.label: point.results for point in sweep.points}
        super().__init__(plan, sweep, arms)
        self.sweep, self.comparison = sweep, sweep.comparison
        self.tally_id = digest([run.tally.id for run in self.runs.values()])
        games, first = sweep.base.run.games, sweep.base.run.study
        asked = first.deals * first.rotations
        told = f"{games:,} games finished at every value, of {asked:,}"
        if self.comparison.is_raced:
            told = f"games finished, at most {games:,} at a value, of {asked:,}"
        self.interrupted = f"these are the {told}" if sweep.together.interrupted else ""

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        return {
            f"{one.point.label}: {path}": one.estimate
            for path, several in self.sweep.found.items()
            for one in several
        }

    @cached_property
    def summary(self) -> dict[str, Any]:
        runs, plan = list(self.runs.values()), self.plan
        return {
            **summarise_sweep(self.sweep),
            "seed": plan.study.seed,
            "games": self.sweep.base.run.games,
            "study_id": plan.id,
            "played_study_id": plan.id_of([run.study.limited_to(run.games) for run in runs]),
            "elapsed_s": round(sum(run.elapsed for run in runs), 4),
        }

    @property
    def bases(self) -> Sequence[BaseStudy]:
        name = named(self.sweep.axes, self.sweep.base_point.values)
        return [BaseStudy(self.sweep.base, self.plan.arms[0].lineup, name)]

    @cached_property
    def origin(self) -> Origin:
        again = bool(self.plan.study.pinned) and not self.interrupted
        file = self.study_file(pinned=False)
        return self.make_origin(self.sweep.base, self.command, file, again=again)

    def study_file(self, *, pinned: bool) -> str:
        study = self.plan.study
        if not self.plays_again:
            study = study.limited_to(self.sweep.base.run.games)
        return replace(study, pinned=self.pinned_points(pinned=pinned)).to_toml()


@dataclass(frozen=True)
class VariedRule:
    """One rule, or the players or the variant, with the values it takes."""

    axis: Axis
    #: For each value, what it changes of a study.
    levels: tuple[FactorValue, ...]


def read_varied(
    texts: Sequence[str], game: Game, given: Sequence[str], *, any_number: bool = False
) -> list[VariedRule]:
    """Read every ``--vary``; the rules and fields `given` are fixed, and cannot be varied too.

    At most as many as a sweep can show, unless there may be `any_number`.
    """
    if not texts:
        raise UsageError(
            f"say what to vary, for example --vary {_example(game)}; "
            f"'fathom rules {game.name_or_file}' lists the rules"
        )
    if len(texts) > MOST_RULES and not any_number:
        raise UsageError(
            f"--vary is given {len(texts)} times; one chart shows at most two rules. 'fathom tune' "
            "takes any number, and looks for the values that meet what you want"
        )
    found = [_read(text, game) for text in texts]
    names = [varied.axis.name for varied in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--vary {name} is given twice; give all its values in one")
        for fixed in given:
            if fixed == name or fixed.startswith(f"{name}."):
                option = fixed if fixed in FIELDS else f"rule {fixed}"
                raise UsageError(f"--{option} contradicts --vary {name}; give one of the two")
    if not any_number:
        _check_count(math.prod(len(varied.axis.values) for varied in found))
    return found


def typed(name: str, values: Iterable[Any], game: Game) -> str:
    """Write what is to be varied, with its values or a text such as ``"8:20:2"``, as ``--vary``."""
    if isinstance(values, str):
        return f"{name}={values}"
    option = next((option for option in game.options if option.name == name), None)
    apart = option.separator if option else ","
    return f"{name}={apart.join(_typed(name, option, value) for value in values)}"


def _typed(name: str, option: Option | None, value: Any) -> str:
    value = value.item() if hasattr(value, "item") else value  # a number of NumPy's
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return written(tuple(value) if isinstance(value, list) else value)
    entries = option.default if option else value
    for entry in entries:
        if entry not in value:
            raise UsageError(
                f"--vary {name} takes tables with every entry, and one lacks {entry}; to "
                f"vary a single entry name it, as in {name}.{entry}"
            )
    if option:
        option.check(value)
    return ",".join(str(value[entry]) for entry in entries)


def _check_count(count: int) -> None:
    if count > MOST_POINTS:
        # Python writes no integer of more than 4,300 digits.
        shown = f"{count:,}" if count < _MOST_SHOWN else f"more than {_MOST_SHOWN:,}"
        raise UsageError(f"that makes {shown} versions; a sweep has at most {MOST_POINTS}")


def _example(game: Game) -> str:
    """Return what could be varied: the first of the game's own rules that is a whole number."""
    fewest, most = game.seats
    players = list(range(fewest, min(fewest + 2, most) + 1))
    in_steps = ((option.name, option.neighbours) for option in game.own_options)
    name, values = next((found for found in in_steps if found[1]), ("players", players))
    return f"{name}={','.join(map(str, values))} (or {values[0]}:{values[-1]}:1)"


def _read(text: str, game: Game) -> VariedRule:
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not values:
        raise UsageError(
            f"--vary takes name=value,value,... or name=from:to:step, not {text!r}; "
            f"for example {_example(game)}"
        )
    rule, _, entry = name.partition(".")
    option = next((option for option in game.options if option.name == rule), None)
    if option is None and name not in FIELDS:
        known = [*(option.name for option in game.options), *FIELDS]
        raise unknown("rule", name, known, f" for {game.name}")
    apart = "," if option is None or entry else option.separator

    def read(value: str) -> FactorValue:
        found = _value(option, entry, value) if option else _field(name, value, game)
        change = {"rule": [f"{name}={value}"]} if option else {name: found}
        return FactorValue(f"{name}={written(found)}", change, found)

    if apart == ",":
        values = _stepped(name, values, read)
    levels = tuple(read(part.strip()) for part in values.split(apart))
    shown = [written(level.value) for level in levels]
    for value in shown:
        if shown.count(value) > 1:
            raise UsageError(f"--vary {name} has the value {value} twice; give it once")
    if len(levels) < 2:
        hint = " (lists are kept apart by semicolons)" if apart == ";" else ""
        raise UsageError(f"--vary {name} has only the value {shown[0]}; give at least two{hint}")
    return VariedRule(Axis(name, tuple(level.value for level in levels)), levels)


def _stepped(name: str, values: str, read: Callable[[str], FactorValue]) -> str:
    """Write out ``from:to:step``; other texts stay as they are."""
    steps = _STEPS.fullmatch(values)
    if not steps:
        return values
    if not steps[3]:
        raise UsageError(
            f"--vary {name}={values} says no step; write from:to:step, for example 8:20:2"
        )
    first, last, step = map(Decimal, steps.groups())
    if step == 0 or (last - first) * step < 0:
        raise UsageError(
            f"--vary {name}={values} never gets from {first} to {last} by steps of {step}; "
            "write from:to:step, for example 8:20:2"
        )
    count = int((last - first) / step) + 1

    def value(place: int) -> str:
        return f"{(first + step * place).normalize():f}"

    for place in range(min(count, 2)):  # that halves are not allowed goes before their number
        read(value(place))
    _check_count(count)
    return ",".join(map(value, range(count)))


def _field(name: str, text: str, game: Game) -> int | str:
    if name == "variant":
        if text not in game.variants:
            raise unknown("variant", text, game.variants, f" for {game.name}")
        return text
    try:
        players = int(text)
    except ValueError:
        raise UsageError(f"players cannot be {text!r}; give a whole number") from None
    fewest, most = game.seats
    if not fewest <= players <= most:
        raise UsageError(
            f"--vary players: {game.name} is for {game.table_sizes} players, not {players}; "
            f"give numbers from {fewest} to {most}"
        )
    return players


def _value(option: Option, entry: str, text: str) -> Any:
    """Read a value of a rule, or of an entry of its table."""
    if not entry:
        return option.parse(text)
    value = option.parse_entry(entry, text)
    for part in entry.split("."):
        value = value[part]
    return value


def make_points(
    fields: StudyFields, selection: Selection, varied: Sequence[VariedRule], skip: bool
) -> tuple[list[PlannedArm], list[tuple[tuple[Any, ...], str]]]:
    """Make a checked study for each combination of values, and say why others are left out."""
    points: list[PlannedArm] = []
    failed: list[tuple[tuple[FactorValue, ...], str]] = []
    for levels in itertools.product(*(one.levels for one in varied)):
        try:
            cell = make_arm(fields, selection, levels)
        except UsageError as error:
            failed.append((levels, str(error)))
        else:
            study = replace(cell.study, tally_id="", pinned={}, plan={})
            points.append(replace(cell, study=study))
    reasons = {why for _, why in failed}
    if not points and len(reasons) == 1:
        raise UsageError(reasons.pop())  # it is not about what is varied
    if failed and (not skip or not points):
        levels, reason = failed[0]
        more = f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
        hint = "" if not points else "; --skip-impossible leaves such values out"
        names = ", ".join(level.label for level in levels)
        raise UsageError(f"{names} cannot be played{more}: {reason}{hint}")
    if len(points) < 2:
        raise UsageError("only one of the values can be played; a sweep needs at least two")
    return points, [(tuple(one.value for one in levels), why) for levels, why in failed]


def find_base(
    fields: StudyFields, selection: Selection, points: Sequence[PlannedArm]
) -> tuple[Study | None, int | None]:
    """Return the study with nothing varied, and the place of the point that plays it, if any."""
    try:
        study = make_arm(fields, selection, ()).study
    except UsageError:
        return None, None

    def played(one: Study) -> tuple[object, ...]:
        return one.variant, one.players, one.lineup, one.values

    return study, next((n for n, p in enumerate(points) if played(p.study) == played(study)), None)
