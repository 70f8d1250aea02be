"""Plan a sweep: one study with several values of its rules, on the same deals."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar

from reports.analysis.arms import ArmOptions, FactorValue, PlannedArm, make_arm
from reports.analysis.arms_plan import ArmsPlan, ArmsResult, PlayerChecks
from reports.analysis.diagnostics import BaseStudy
from reports.analysis.selection import StudyRequest, fields_for_command, merge_selection
from reports.figures import figure as kinds
from reports.figures.figure import Figure, Margins, deciding_paths
from reports.figures.statistics import Estimate
from reports.page.compose import Origin
from reports.run.ending import results_of
from reports.run.plan import check_target_figures
from reports.sweep.results import Axis, SweepResults, chart_names, default_paths
from reports.sweep.sentences import describe_values
from reports.sweep.tables import TABLES, summarise_sweep
from simulate.command_options import Selection
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.play.run import ArmsRun
from simulate.play.tally import digest
from simulate.rules.kinds import Option, written
from simulate.study import UNTIL_DECIDED, Study, parse_games
from simulate.study.fields import StudyFields
from simulate.study.figure_names import full_path
from simulate.study.house_rules import find_house_rules

#: The fields of a study that can be varied like rules.
FIELDS = ("players", "variant")
#: The maximum number of rules that a sweep varies.
MOST_RULES = 2
#: The maximum number of points of a sweep.
MOST_POINTS = 100
#: An error says "more than" this number if there are more versions.
_MOST_SHOWN = 10**12
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_STEPS = re.compile(rf"({_NUMBER}):({_NUMBER})(?::({_NUMBER}))?")
#: The number of games at each point by default.
GAMES = "20k"


@dataclass(frozen=True)
class _SweepOptions:
    """The options of a sweep, from the command line or else from the table of its study file."""

    vary: list[str]
    #: The paths of the figures to show; empty for the default.
    figures: list[str]
    skip_impossible: bool

    def agree_with(self, table: Mapping[str, Any]) -> bool:
        """Return True if no option differs from its value in the table of a study file.

        Options that the table lacks are not compared.
        """
        options = vars(self)
        return all(options.get(name) == value for name, value in table.items())

    def to_table(self) -> dict[str, Any]:
        """Return the options that are set, by name, for the table of a study file."""
        return {name: value for name, value in vars(self).items() if value}


class SweepPlan(ArmsPlan):
    """A sweep of the values of one or two rules.

    Parameters
    ----------
    selection
        The study options.
    vary
        The rules to vary: texts such as ``limit=7,9``, or a mapping from names to values.
    figures
        The paths of the figures to show; by default those of
        `reports.sweep.results.default_paths`.
    skip_impossible
        True to leave out combinations of values that cannot be played, instead of raising an error.

    Raises
    ------
    UsageError
        If an option is invalid, if options contradict each other, or if nothing is varied.
    """

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
        file_options = dict(fields.pop("plan", {}).get(self.command, {}))
        if "precision" in fields:
            raise UsageError(
                f"{selection.source} sets a precision, but a sweep plays a fixed number of games "
                "at every point, or until everything is decided (--until-decided); remove the "
                "precision from the file"
            )
        request = merge_selection(fields, selection)
        self._set_games(fields, request, selection.confidence)
        if isinstance(vary, Mapping):
            vary = [vary_option(name, values, request.game) for name, values in vary.items()]
        options = _SweepOptions(
            list(vary or file_options.get("vary", [])),
            [full_path(figure) for figure in figures or file_options.get("figures", [])],
            skip_impossible or file_options.get("skip_impossible", False),
        )

        fixed = [str(rule).partition("=")[0].strip() for rule in selection.rule or ()]
        fixed += [name for name in FIELDS if getattr(selection, name) is not None]
        varied = read_varied(options.vary, request.game, fixed)
        self.axes = [rule.axis for rule in varied]
        self.points, self.skipped = make_points(fields, selection, varied, options.skip_impossible)
        #: The label of each point.
        self.labels = [point.label for point in self.points]
        #: The figures to show, by path.
        self.figures = _figures([point.study for point in self.points], options.figures)
        #: The paths of the figures that must be decided before a sweep with --until-decided ends.
        self.deciding = options.figures or _default_deciding_paths(self.figures)
        current, self.in_force = find_base(fields, selection, self.points)
        base = self.points[self.in_force or 0]
        self.set_arms([base, *(point for point in self.points if point is not base)])
        self.margins = Margins()
        self.arms_heading = ", ".join(axis.name for axis in self.axes)

        is_as_pinned = request.as_written and options.agree_with(file_options)
        self.pins = request.fields.get("pinned", {}) if is_as_pinned else {}
        self.study = self._make_study(current or self.points[0].study, request, options)
        self._set_ids()

    def _make_study(self, study: Study, request: StudyRequest, options: _SweepOptions) -> Study:
        """Return a study whose file repeats this sweep, from the study of one of its points."""
        return replace(
            study,
            rules=request.fields.get("rules", {}),
            lineup=study.lineup[:1] if len(set(study.lineup)) == 1 else study.lineup,
            tally_id="",
            plan={self.command: options.to_table()},
            pinned=self.pins,
        )

    def _set_games(self, fields: StudyFields, request: StudyRequest, confidence: float) -> None:
        """Add the number of games and `until_decided` to `fields`, unless they are set."""
        if fields.get("targets") and "games" not in request.fields:
            fields.setdefault("until_decided", confidence)
        until_decided = request.fields.get("until_decided", fields.get("until_decided"))
        factor = UNTIL_DECIDED if until_decided else 1
        fields.setdefault("games", factor * parse_games(GAMES))

    def _set_ids(self) -> None:
        """Set the id of the sweep, the id of its games, and its name."""
        self.id = self.id_of([point.study for point in self.points])
        all_deals = [replace(point.study, ranges=()) for point in self.points]
        self.games_id = self.id_of([study.limited_to(study.rotations) for study in all_deals])
        axes = "-".join(axis.name for axis in self.axes)
        self.name = f"{self.study.game_name}-sweep-{axes}-{self.id}"

    def output_names(self) -> tuple[Sequence[str], Sequence[str]]:
        from reports.robust.charts import OTHER_PLAYERS

        names = chart_names(self.figures, len(self.axes), self.study.targets)
        return list(TABLES), [*names, OTHER_PLAYERS.name]

    def id_of(self, studies: Sequence[Study]) -> str:
        """Return the id that this sweep would have with the given studies: 12 hexadecimal digits.

        `studies` has the study of each point.
        """
        study_ids = [study.id for study in studies]
        answer = [study_ids, self.labels, list(self.figures), self.in_force]
        return digest(answer)[:12]

    def judge(self, together: ArmsRun, confidence: float, checks: PlayerChecks) -> SweepResult:
        sweep = SweepResults(
            self.axes,
            [point.values for point in self.points],
            together,
            list(self.figures),
            self.skipped,
            self.in_force,
            self.deciding,
            confidence,
            levels=checks[1],
        )
        return SweepResult(self, sweep)


def _default_deciding_paths(figures: Mapping[str, Figure]) -> list[str]:
    """Return the paths of the figures that are decided by default.

    They are those of `deciding_paths` and the win rates of groups, or all if the game has neither.
    """
    groups = [path for path, figure in figures.items() if figure.kind == kinds.GROUPS]
    return [*deciding_paths(figures), *groups] or list(figures)


def _figures(studies: Sequence[Study], paths: Sequence[str]) -> dict[str, Figure]:
    """Return the figures to show by path, and check the targets of all studies.

    Raises
    ------
    UsageError
        If no study has a figure with one of the paths, or if a study has an invalid target.
    """
    all_results = [results_of(study) for study in studies]
    for study in studies:
        check_target_figures(study)
    figures = {}
    for path in paths or default_paths(all_results):
        owners = (results for results in all_results if results.has(path))
        owner = next(owners, all_results[0])
        figures[path] = owner.figure(path)  # Unknown figures raise an error.
    return figures


class SweepResult(ArmsResult):
    """The outcome of a sweep: `sweep` has all points, each compared with the base.

    `figures` has every figure to show at every point that has it. Its keys are ``"POINT: PATH"``,
    such as ``"target_score=8: length.minutes.mean"``; points are named as in `runs`. The tables
    ``sweep`` and ``all_figures`` have the same figures, and more, in rows.
    """

    plan: SweepPlan

    def __init__(self, plan: SweepPlan, sweep: SweepResults) -> None:
        arms = {point.label: point.results for point in sweep.points}
        super().__init__(plan, sweep, arms)
        self.sweep = sweep
        self.comparison = sweep.comparison
        self.tally_id = digest([run.tally.id for run in self.runs.values()])
        self.interrupted = self._finished_games() if sweep.arms_run.interrupted else ""

    def _finished_games(self) -> str:
        """Return a clause on how many of the planned games were finished."""
        games = self.sweep.base.run.games
        study = self.sweep.base.run.study
        planned = study.deals * study.rotations
        if self.comparison.is_raced:
            return (
                f"these are the games finished so far: up to {games:,} of {planned:,} at each value"
            )
        return f"these are the {games:,} games finished at every value, of {planned:,}"

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        return {
            f"{at_point.point.label}: {path}": at_point.estimate
            for path, comparisons in self.sweep.at_points.items()
            for at_point in comparisons
        }

    @cached_property
    def summary(self) -> dict[str, Any]:
        runs = list(self.runs.values())
        plan = self.plan
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
        name = describe_values(self.sweep.axes, self.sweep.base_point.values)
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
    """A varied rule; `levels` has the options that set each of its values."""

    axis: Axis
    levels: tuple[FactorValue, ...]


def read_varied(
    texts: Sequence[str], game: Game, fixed: Sequence[str], *, any_number: bool = False
) -> list[VariedRule]:
    """Return the rules to vary, with their values, in the order of the texts.

    Parameters
    ----------
    texts
        A text for each rule, such as ``limit=7,9`` or ``limit=7:11:2``.
    game
        The game.
    fixed
        The names of rules and fields that other options set, so that they cannot be varied.
    any_number
        Allow more rules and points than a sweep can show.

    Raises
    ------
    UsageError
        If there is no text, if a text is invalid, if a rule is varied twice or set by another
        option, or if there are more than `MOST_RULES` rules or `MOST_POINTS` points.
    """
    if not texts:
        raise UsageError(
            f"say what to vary, for example --vary {_example(game)}; "
            f"'fathom rules {game.name_or_file}' lists the rules"
        )
    if len(texts) > MOST_RULES and not any_number:
        raise UsageError(
            f"--vary is given {len(texts)} times, but a sweep varies at most two rules, "
            "which fit in one chart; 'fathom tune' varies any number and searches for values that "
            "meet targets"
        )
    varied = [_read(text, game) for text in texts]
    names = [rule.axis.name for rule in varied]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--vary {name} is given twice; give all its values in one --vary")
        for fixed_name in fixed:
            if fixed_name == name or fixed_name.startswith(f"{name}."):
                option = fixed_name if fixed_name in FIELDS else f"rule {fixed_name}"
                raise UsageError(f"--{option} contradicts --vary {name}; give one of the two")
    if not any_number:
        _check_count(math.prod(len(rule.axis.values) for rule in varied))
    return varied


def vary_option(name: str, values: Iterable[Any], game: Game) -> str:
    """Return a rule to vary as the text that follows ``--vary``, such as ``"limit=7,9"``.

    Parameters
    ----------
    name
        The rule.
    values
        Its values, or a text such as ``"8:20:2"``.
    game
        The game.

    Raises
    ------
    UsageError
        If a value is a table that is invalid or lacks an entry.
    """
    if isinstance(values, str):
        return f"{name}={values}"
    option = next((option for option in game.options if option.name == name), None)
    separator = option.separator if option else ","
    return f"{name}={separator.join(_vary_value(name, option, value) for value in values)}"


def _vary_value(name: str, option: Option | None, value: Any) -> str:
    """Return a value of a rule as text for the command line; see `vary_option`.

    `option` is None if `name` is not the name of a rule, such as "players" or an entry of a table.
    Raise `UsageError` if a table lacks an entry, or if the rule does not allow the value.
    """
    if hasattr(value, "item"):  # The value is a number of NumPy.
        value = value.item()
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return written(tuple(value) if isinstance(value, list) else value)
    entries = option.default if option else value
    for entry in entries:
        if entry not in value:
            raise UsageError(
                f"a value of --vary {name} lacks entry {entry}; give all entries of the table, or "
                f"vary a single entry, as in {name}.{entry}"
            )
    if option:
        option.check(value)
    return ",".join(str(value[entry]) for entry in entries)


def _check_count(count: int) -> None:
    """Raise `UsageError` for more points than a sweep can have."""
    if count > MOST_POINTS:
        # Python refuses to write integers of more than 4,300 digits.
        count_in_words = f"{count:,}" if count < _MOST_SHOWN else f"more than {_MOST_SHOWN:,}"
        raise UsageError(
            f"that makes {count_in_words} versions; a sweep has at most {MOST_POINTS}: give fewer "
            "values"
        )


def _example(game: Game) -> str:
    """Return an example for ``--vary``: a rule of the game that is a whole number, or players."""
    fewest, most = game.seats
    name = "players"
    examples = list(range(fewest, min(fewest + 2, most) + 1))
    for option in game.own_options:
        if option.neighbours:
            name = option.name
            examples = option.neighbours
            break
    return f"{name}={','.join(map(str, examples))} (or {examples[0]}:{examples[-1]}:1)"


def _read(text: str, game: Game) -> VariedRule:
    """Return a rule to vary with its values from a text for ``--vary``, or raise `UsageError`."""
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not values:
        raise UsageError(
            f"--vary takes name=value,value,... or name=from:to:step, not {text!r}; "
            f"for example {_example(game)}"
        )
    rule, _, entry = name.partition(".")
    option = next((option for option in game.options if option.name == rule), None)
    if option is None and name not in FIELDS:
        known_names = [*(option.name for option in game.options), *FIELDS]
        raise unknown("rule", name, known_names, f" for {game.name}")
    separator = "," if option is None or entry else option.separator

    def read(text: str) -> FactorValue:
        if option:
            value = _value(option, entry, text)
            options = ArmOptions(rule=[f"{name}={text}"])
        else:
            value = _field(name, text, game)
            options = (
                ArmOptions(variant=value) if isinstance(value, str) else ArmOptions(players=value)
            )
        return FactorValue(f"{name}={written(value)}", options, value)

    if separator == ",":
        values = _stepped(name, values, read)
    levels = tuple(read(part.strip()) for part in values.split(separator))
    texts = [written(level.value) for level in levels]
    for value in texts:
        if texts.count(value) > 1:
            raise UsageError(f"--vary {name} has the value {value} twice; give it once")
    if len(levels) < 2:
        hint = " (separate lists by semicolons)" if separator == ";" else ""
        raise UsageError(f"--vary {name} has only the value {texts[0]}; give at least two{hint}")
    return VariedRule(Axis(name, tuple(level.value for level in levels)), levels)


def _stepped(name: str, values: str, read: Callable[[str], FactorValue]) -> str:
    """Return the values of ``from:to:step``, joined by commas; return other texts unchanged.

    Raises `UsageError` for impossible steps, too many values, or a value that `read` rejects.
    """
    steps = _STEPS.fullmatch(values)
    if not steps:
        return values
    if not steps[3]:
        raise UsageError(
            f"--vary {name}={values} has no step; write from:to:step, for example 8:20:2"
        )
    first, last, step = map(Decimal, steps.groups())
    if step == 0 or (last - first) * step < 0:
        raise UsageError(
            f"--vary {name}={values} cannot get from {first} to {last} in steps of {step}; "
            "write from:to:step, for example 8:20:2"
        )
    count = int((last - first) / step) + 1

    def value(place: int) -> str:
        return f"{(first + step * place).normalize():f}"

    for place in range(min(count, 2)):
        # Values are read first, because an error about a value helps more than one about their
        # number.
        read(value(place))
    _check_count(count)
    return ",".join(map(value, range(count)))


def _field(name: str, text: str, game: Game) -> int | str:
    """Return a variant or a number of players from a text, or raise `UsageError`."""
    if name == "variant":
        find_house_rules(text, game)  # This raises an error if there is no such variant.
        return text
    try:
        players = int(text)
    except ValueError:
        raise UsageError(f"players cannot be {text!r}; give a whole number") from None
    fewest, most = game.seats
    if not fewest <= players <= most:
        raise UsageError(
            f"--vary players: {game.name} is for {game.table_sizes_in_words}, not {players}; "
            f"give numbers from {fewest} to {most}"
        )
    return players


def _value(option: Option, entry: str, text: str) -> Any:
    """Return the value of a rule, or of an `entry` of its table, from a text.

    Raises `UsageError` if the text is invalid.
    """
    if not entry:
        return option.parse(text)
    value = option.parse_entry(entry, text)
    for part in entry.split("."):
        value = value[part]
    return value


def make_points(
    fields: StudyFields, selection: Selection, varied: Sequence[VariedRule], skip: bool
) -> tuple[list[PlannedArm], list[tuple[tuple[Any, ...], str]]]:
    """Return an arm for each combination of values that can be played.

    Parameters
    ----------
    fields, selection
        The study without the varied rules.
    varied
        The varied rules.
    skip
        Leave out combinations that cannot be played, instead of raising an error.

    Returns
    -------
    points : list of PlannedArm
        The arms, in the order of `itertools.product`. Their studies have no expected tally, no
        pinned results and no options of an analysis.
    skipped : list of tuple
        The values of each combination that was left out, with the reason.

    Raises
    ------
    UsageError
        If a combination cannot be played and `skip` is False, or fewer than two can be played.
    """
    points: list[PlannedArm] = []
    failed: list[tuple[tuple[FactorValue, ...], str]] = []
    for levels in itertools.product(*(rule.levels for rule in varied)):
        try:
            arm = make_arm(fields, selection, levels)
        except UsageError as error:
            failed.append((levels, str(error)))
        else:
            study = replace(arm.study, tally_id="", pinned={}, plan={})
            points.append(replace(arm, study=study))
    reasons = {reason for _, reason in failed}
    if not points and len(reasons) == 1:
        raise UsageError(reasons.pop())  # The error does not depend on the varied rules.
    if failed and (not skip or not points):
        levels, reason = failed[0]
        more = f" (and {len(failed) - 1} more)" if len(failed) > 1 else ""
        hint = "" if not points else "; --skip-impossible leaves out what cannot be played"
        names = ", ".join(level.label for level in levels)
        raise UsageError(f"{names} cannot be played{more}: {reason}{hint}")
    if len(points) < 2:
        raise UsageError("only one of the values can be played; a sweep needs at least two")
    skipped = []
    for levels, reason in failed:
        skipped.append((tuple(level.value for level in levels), reason))
    return points, skipped


def find_base(
    fields: StudyFields, selection: Selection, points: Sequence[PlannedArm]
) -> tuple[Study | None, int | None]:
    """Return the study with the current rules, and the index of the point that plays it.

    Both are None if the current rules cannot be played; the index is None if no point has them.

    Raises
    ------
    FathomError
        If an installed game or a strategy cannot be loaded.
    """
    try:
        current = make_arm(fields, selection, ()).study
    except UsageError:
        return None, None
    for place, point in enumerate(points):
        study = point.study
        if (study.variant, study.players, study.lineup, study.values) == (
            current.variant,
            current.players,
            current.lineup,
            current.values,
        ):
            return current, place
    return current, None
