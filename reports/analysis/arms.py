"""The arms of a comparison or a sweep: studies with different options on the same deals."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from reports.analysis import selection as selections
from reports.compare.results import CURRENT_RULES
from reports.writing.wording import counted
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.game import find_game, is_file
from simulate.rules.values import combine_changes, nest_rules
from simulate.strategy import Strategy
from simulate.study import Study
from simulate.study.fields import StudyFields
from strategies.personas import label_of

#: The table of a study file that contains a comparison.
PLAN = "compare"
#: The maximum number of arms. Tables and charts have no room for more.
MOST_ARMS = 24
#: The fields that must have the same value in all arms, with advice for the error message.
_COMMON_FIELDS = {
    "game": "compare versions of one game, or give only the folders of two runs",
    "seed": "give --seed for all",
    "games": "give --games for all",
}


@dataclass(frozen=True, kw_only=True)
class ArmOptions:
    """Options that are set for one arm alone; None means that the arm has the common value."""

    players: int | None = None
    variant: str | None = None
    strategy: Sequence[str] | None = None
    #: Rules and tables of cards are added to those for all arms.
    rule: Sequence[str] | None = None
    data: Sequence[str] | None = None

    @property
    def names(self) -> list[str]:
        """The names of the options that the arm has."""
        return [option.name for option in fields(self) if getattr(self, option.name) is not None]

    def added_to(self, selection: Selection) -> Selection:
        """Return the options for all arms together with the options of this arm.

        Rules and tables of cards are added. Other options of the arm replace those for all arms.
        """
        rules = selection.rule or ()
        return replace(
            selection,
            players=selection.players if self.players is None else self.players,
            variant=selection.variant if self.variant is None else self.variant,
            strategy=selection.strategy if self.strategy is None else self.strategy,
            rule=[*([rules] if isinstance(rules, Mapping) else rules), *(self.rule or ())],
            data=[*(selection.data or ()), *(self.data or ())],
        )


@dataclass(frozen=True)
class FactorValue:
    """A value of a factor. A factor is an option that differs between arms."""

    #: The name of the value; the names of all values of an arm make its label.
    label: str
    #: The options of an arm with this value.
    options: ArmOptions
    #: The value itself, for the axes of charts; None in comparisons.
    value: Any = None


@dataclass(frozen=True)
class PlannedArm:
    """A study of a comparison or sweep, with the strategies of its line-up."""

    #: The name of the arm, unique among the arms.
    label: str
    study: Study
    #: The strategies that play the study.
    lineup: list[Strategy]
    #: The value on each axis of a sweep, in the order of the axes; None in comparisons.
    values: tuple[Any, ...] = ()


@dataclass(frozen=True)
class PlannedArms:
    """The arms of a comparison, with the margins and pins of its study file."""

    arms: Sequence[PlannedArm]
    #: The margins in the file, as texts such as "1%".
    margins: Sequence[str]
    #: The pins of each arm by its label: sums that its games must have. Empty if options change the
    #: studies of the file.
    pins: Mapping[str, Any]


def make_arm(
    fields: StudyFields, selection: Selection, values: Sequence[FactorValue]
) -> PlannedArm:
    """Return the arm that has the given value of each factor.

    Parameters
    ----------
    fields
        The fields that a study file sets for all arms.
    selection
        The options for all arms.
    values
        One value per factor.

    Raises
    ------
    UsageError
        If a field or an option is invalid.
    FathomError
        If an installed game or a strategy cannot be loaded.
    """
    for value in values:
        selection = value.options.added_to(selection)
    study, lineup = selections.resolve_fields(fields, selection)
    label = ", ".join(value.label for value in values)
    return PlannedArm(label, study, lineup, tuple(value.value for value in values))


@dataclass(frozen=True, kw_only=True)
class ComparisonSelection(Selection):
    """The options of a comparison. Options with several values make arms."""

    #: One name of a game, one file or folder of a comparison, or several study files.
    sources: Sequence[str]
    source: str = ""
    players: Any = None
    variant: Any = None
    rule: Sequence[str] | Mapping[str, Any] | None = None

    def selection(self, source: str, factors: Sequence[Sequence[FactorValue]] = ()) -> Selection:
        """Return the options that apply to all arms, with the first number of players and variant.

        Parameters
        ----------
        source
            The game, study file or folder.
        factors
            The values of each factor. The options that they set are left out of the result.
        """
        varied_rules: list[str] = []
        varied_data: list[str] = []
        for value in itertools.chain(*factors):
            varied_rules += value.options.rule or ()
            varied_data += value.options.data or ()
        rules = self.rule
        if rules and not isinstance(rules, Mapping):
            rules = [text for text in rules if text not in varied_rules]
        return replace(
            self,
            source=source,
            players=self.players[0] if self.players else None,
            variant=self.variant[0] if self.variant else None,
            rule=rules,
            data=[text for text in self.data or () if text not in varied_data],
            strategy=selections.split_specs(self.strategy),
        )


def resolve_arms(options: ComparisonSelection) -> PlannedArms:
    """Return the arms of a comparison, all valid and with the same number of deals.

    The result also has the margins of the study file, and the pins of the arms. Pins are left out
    if options change the arms of the file.

    Raises
    ------
    UsageError
        If an option is invalid, if there are fewer than two or more than `MOST_ARMS` arms, if two
        arms are the same, or if they differ in game, seed, number of games or precision.
    FathomError
        If a file cannot be read, or an installed game or a strategy cannot be loaded.
    """
    has_one_source = len(options.sources) == 1
    file = StudyFields()
    if has_one_source:
        file = selections.fields_for_command(options.sources[0], PLAN)
    arms = list(_arms(options, file))
    if len(arms) < 2:
        raise UsageError(
            "there is nothing to compare with; give a --variant, --rule, --data or --strategy, or "
            "repeat one of these or --players, or name several study files"
        )
    labels = [arm.label for arm in arms]
    for label in labels:
        if labels.count(label) > 1:
            raise UsageError(
                f"{label} is compared with itself; give each version once, and write a line-up for "
                "all versions as one text, such as -s planner,random,random,random"
            )
    arms = _on_the_same_deals(arms, of_one_file=has_one_source)
    pins: Mapping[str, Any] = {
        arm.label: {"tally_id": arm.study.tally_id, **arm.study.pinned}
        for arm in arms
        if arm.study.tally_id or arm.study.pinned
    }
    if pins and has_one_source:
        # If the file also pins arms that it no longer lists, verification must fail.
        in_file = file.get("pinned", {})
        all_as_written = len(pins) == sum(label in in_file for label in labels)
        pins = in_file if all_as_written else {}
    margins = file.get("plan", {}).get(PLAN, {}).get("margins", [])
    return PlannedArms(arms, margins, pins)


def _arms(options: ComparisonSelection, file: StudyFields) -> Iterator[PlannedArm]:
    """Yield the arms that several study files, one study file, or options define.

    Raise `UsageError` if an option has several values although files define the arms, if there are
    more than `MOST_ARMS` arms, or if a source, a field or an option is invalid. Raise `FathomError`
    if an installed game or a strategy cannot be loaded.
    """
    factors = _factors(options, file)
    repeated = [f"--{values[0].options.names[0]}" for values in factors]
    if len(options.sources) > 1:
        if repeated:
            raise UsageError(
                f"several study files are compared, so {repeated[0]} cannot have several values; "
                "give it once, for all files"
            )
        yield from _arms_of_files(options)
        return
    [source] = options.sources
    if "plan" in file:
        if repeated:
            raise UsageError(
                f"{source} lists the versions to compare, so {repeated[0]} cannot have several "
                "values; give it once, for all versions"
            )
        yield from _arms_of_file(options, source, file)
        return
    number = math.prod(len(values) for values in factors)
    if number > MOST_ARMS:
        raise UsageError(
            f"these options make {number} versions, and a comparison has at most {MOST_ARMS}; give "
            "fewer values, or use 'fathom sweep', which takes more values of a rule"
        )
    if not factors:
        yield from _with_and_without(options, source, file)
        return
    selection = options.selection(source, factors)
    for combination in itertools.product(*reversed(factors)):
        yield make_arm(file, selection, combination[::-1])


def _arms_of_files(options: ComparisonSelection) -> Iterator[PlannedArm]:
    """Yield an arm for each study file or folder of a run.

    Raise `UsageError` if a source is neither a study file nor a folder, or if its study is invalid.
    Raise `FathomError` if a file cannot be read, or an installed game or a strategy cannot be
    loaded.
    """
    sources = options.sources
    if all(is_file(source) for source in sources):
        runs = [f"'fathom run {source} --out {Path(source).stem}'" for source in sources]
        folders = " ".join(Path(source).stem for source in sources)
        raise UsageError(
            f"compare takes one game; to compare the files of games, type {', '.join(runs)} and "
            f"then 'fathom compare {folders}'"
        )
    for source in sources:
        if Path(source).suffix != ".toml" and not Path(source).is_dir():
            raise UsageError(
                f"{source} is not a study file; give one game, or several study files that end in "
                ".toml"
            )
    for source in sources:
        study, lineup = selections.resolve_study(options.selection(source))
        yield PlannedArm(name_source(source, sources), study, lineup)


def name_source(source: str, sources: Sequence[str]) -> str:
    """Return a short name for `source`, unique among several study files or folders.

    It is the name of the file or folder, or the whole path if another source has the same name.

    Raises
    ------
    ValueError
        If `source` is not in `sources`.
    """
    names = [Path(path.removesuffix(".toml")).name for path in sources]
    name = names[sources.index(source)]
    return source if names.count(name) > 1 else name


def _factors(options: ComparisonSelection, file: StudyFields) -> list[list[FactorValue]]:
    """Return a list for each option that has several values, with these values.

    Raise `UsageError` if a file of ``--data`` belongs to no table of the game, or if the game
    cannot be loaded.
    """
    factors: dict[str, list[FactorValue]] = {}

    def add(factor: str, label: str, own: ArmOptions) -> None:
        factors.setdefault(factor, []).append(FactorValue(label, own))

    for name in options.variant or ():
        add("variant", name, ArmOptions(variant=name))
    for text in () if isinstance(options.rule, Mapping) else options.rule or ():
        name, _, value = (part.strip() for part in text.partition("="))
        add(f"rule {name}", f"{name}={value}", ArmOptions(rule=[text]))
    if options.data and len(options.sources) == 1:
        game = find_game(file.get("game", options.sources[0]))
        names = [Path(text).name for text in options.data]
        for text, name in zip(options.data, names, strict=True):
            label = name if names.count(name) == 1 else text
            table, _ = selections.table_for_data(text, game)
            add(f"data {table.name}", label, ArmOptions(data=[text]))
    lineups = [selections.split_specs([text]) for text in options.strategy or ()]
    names = [_lineup_name(specs) for specs in lineups]
    for specs, name in zip(lineups, names, strict=True):
        label = name if names.count(name) == 1 else ", ".join(specs)
        add("strategy", label, ArmOptions(strategy=specs))
    for count in options.players or ():
        add("players", counted(count, "player"), ArmOptions(players=count))
    return [values for values in factors.values() if len(values) > 1]


def _with_and_without(
    options: ComparisonSelection, source: str, file: StudyFields
) -> Iterator[PlannedArm]:
    """Yield an arm without the options that are given once, and an arm with them.

    Yield nothing unless a variant, a rule, a table or a strategy is given.

    Raise `UsageError` if a field or an option is invalid, and `FathomError` if an installed game or
    a strategy cannot be loaded.
    """
    changes_rules = bool(options.rule or options.data)
    if options.variant or changes_rules:
        without = replace(options, variant=None, rule=None, data=None)
    elif options.strategy:
        without = replace(options, strategy=None)
    else:
        return
    for arm_options in (without, options):
        arm = make_arm(file, arm_options.selection(source), ())
        study = arm.study
        if changes_rules and arm_options is options:
            label = ", ".join(_rule_texts(options))
        elif changes_rules:
            label = CURRENT_RULES
        elif options.variant and arm_options is options:
            label = options.variant[0]  # It may name house rules, which the study has as rules.
        elif options.variant:
            label = study.variant
        else:
            label = _lineup_name(study.specs_of(study.lineup))
        yield replace(arm, label=label)


def _rule_texts(options: ComparisonSelection) -> list[str]:
    """Return the variant, rules and tables of the options as texts, as a user types them."""
    rules = options.rule or ()
    if isinstance(rules, Mapping):
        rules = [f"{name}={value}" for name, value in rules.items()]
    return [*(options.variant or ()), *rules, *(options.data or ())]


def _lineup_name(specs: Sequence[str]) -> str:
    """Return a short name of a line-up, in which adjacent equal strategies are counted.

    Strategies from files are named without the folder.
    """
    names = []
    for spec, group in groupby(map(label_of, specs)):
        name = re.sub(r"^[^(]*/(?=[^/(]*\.py:)", "", spec)
        times = len(list(group))
        names.append(f"{times} \N{MULTIPLICATION SIGN} {name}" if times > 1 else name)
    return ", ".join(names)


def _arms_of_file(
    options: ComparisonSelection, source: str, file: StudyFields
) -> Iterator[PlannedArm]:
    """Yield the arms that are listed in the study file of a comparison.

    Raises
    ------
    UsageError
        If an arm is invalid. The error names the arm.
    FathomError
        If an installed game or a strategy cannot be loaded.
    """
    common = file.copy()
    listed = common.pop("plan")[PLAN]["arms"]
    pins = common.pop("pinned", {})
    rule_options = find_game(file["game"]).options
    for number, arm in enumerate(listed, 1):
        own = dict(arm)
        label = own.pop("label")
        fields = cast(StudyFields, {**common, **own})
        rules = nest_rules(own.get("rules", {}), f"{source}, arm {number}")
        fields["rules"] = combine_changes(rule_options, common.get("rules", {}), rules)
        if label in pins:
            fields["tally_id"] = pins[label].get("tally_id", "")
            fields["pinned"] = pins[label]
        try:
            study, lineup = selections.resolve_fields(fields, options.selection(source))
        except UsageError as error:
            raise UsageError(f"version {label}: {error}") from None
        yield PlannedArm(label, study, lineup)


def _on_the_same_deals(arms: Sequence[PlannedArm], *, of_one_file: bool) -> list[PlannedArm]:
    """Return the arms, all with the largest number of deals that any arm has.

    Unless `of_one_file` is True, a study that gets more deals loses the pins of its own file. The
    pins in the single file of a comparison are kept: they were made with equal numbers of deals.

    Raises
    ------
    UsageError
        If the arms differ in game, seed, number of games or precision.
    """
    _check_comparable(arms)
    # If an arm has --until-decided, all have it, because they share their deals.
    until_decided = max(arm.study.until_decided for arm in arms)
    deals = max(arm.study.deals for arm in arms)
    changed_arms = []
    for arm in arms:
        games = deals * arm.study.rotations
        study = replace(arm.study, games=games, until_decided=until_decided)
        if study.id != arm.study.id and not of_one_file:
            study = replace(study, tally_id="", pinned={})
        changed_arms.append(replace(arm, study=study))
    return changed_arms


def _check_comparable(arms: Sequence[PlannedArm]) -> None:
    """Raise `UsageError` if arms differ in their precision or in a field of `_COMMON_FIELDS`."""
    first = arms[0]
    for arm in arms:
        if arm.study.precision != first.study.precision:
            with_precision, without = (arm, first) if arm.study.precision else (first, arm)
            raise UsageError(
                f"{with_precision.label} has a precision target, and {without.label} has none or "
                "another; all versions play the same deals, so give --precision for all"
            )
        for name, advice in _COMMON_FIELDS.items():
            expected = getattr(first.study, name)
            actual = getattr(arm.study, name)
            if expected == actual or (name == "game" and _are_copies(first.study, arm.study)):
                continue
            raise UsageError(
                f"{first.label} has {name} {expected} and {arm.label} has {actual}; {advice}"
            )


def _are_copies(first: Study, second: Study) -> bool:
    """Return True if the games of two studies come from files with the same content."""
    return first.loaded_game.content == second.loaded_game.content != ""
