"""The studies of a comparison or a sweep: what each changes of one study, all on the same deals."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from reports.analysis import selection as selections
from reports.writing.wording import counted
from simulate.command_options import Selection
from simulate.errors import UsageError
from simulate.game import find_game
from simulate.rules.values import combine_changes, nest_rules
from simulate.strategy import Strategy
from simulate.study import Study
from strategies.personas import label_of

#: The table of a study file that says what is compared.
PLAN = "compare"
#: More arms make neither a table nor a chart that one can read.
MOST_ARMS = 24


@dataclass(frozen=True)
class FactorValue:
    """One value of what differs between studies."""

    #: What a study with it is called.
    label: str
    #: The fields of a `Selection` that it says; rules and data are added to those of all.
    change: Mapping[str, Any]
    #: The value itself, where charts have a place for it.
    value: Any = None


@dataclass(frozen=True)
class PlannedArm:
    """One of the studies of a comparison or sweep, with the strategies of its line-up."""

    label: str
    study: Study
    lineup: list[Strategy]
    #: Of a sweep, one for each rule varied.
    values: tuple[Any, ...] = ()


def make_cell(
    fields: dict[str, Any], selection: Selection, levels: Sequence[FactorValue]
) -> PlannedArm:
    """Make the study of these levels, beside what a file's fields and `selection` say of all."""
    change: dict[str, Any] = {}
    for level in levels:
        for name, value in level.change.items():
            if name not in ("rule", "data"):
                change[name] = value
                continue
            before = change.get(name, getattr(selection, name)) or ()
            change[name] = [*([before] if isinstance(before, Mapping) else before), *value]
    study, lineup = selections.resolve_fields(fields, replace(selection, **change))
    label = ", ".join(level.label for level in levels)
    return PlannedArm(label, study, lineup, tuple(level.value for level in levels))


@dataclass(frozen=True, kw_only=True)
class ComparisonSelection(Selection):
    """What a user chose to compare: a `Selection` where what is said several times makes arms."""

    #: A game's name, the file or folder of a comparison, or several study files.
    sources: Sequence[str]
    source: str = ""
    players: Any = None
    variant: Any = None
    rule: Sequence[str] | Mapping[str, Any] | None = None

    def selection(self, source: str, factors: Sequence[Sequence[FactorValue]] = ()) -> Selection:
        """Return what holds for all arms: all that is no level of `factors`."""
        changes = [one.change for levels in factors for one in levels]
        kept = {field.name: getattr(self, field.name) for field in fields(Selection)}
        for name in ("rule", "data"):
            varied = [text for change in changes for text in change.get(name, ())]
            if kept[name] and not isinstance(kept[name], Mapping):
                kept[name] = [text for text in kept[name] if text not in varied]
        for name in ("players", "variant"):
            kept[name] = kept[name][0] if kept[name] else None
        kept |= {"source": source, "strategy": selections.split_specs(self.strategy)}
        return Selection(**kept)


def choose_cells(chosen: ComparisonSelection) -> tuple[list[PlannedArm], list[str], dict[str, Any]]:
    """Make the studies of a comparison, each checked in full, all with the same deals.

    With them come the margins that its file says, and what it pins by label; nothing of what is not
    played as written.
    """
    several = len(chosen.sources) > 1
    fields = {} if several else selections.fields_for_command(chosen.sources[0], PLAN)
    cells = list(_cells(chosen, fields))
    if len(cells) < 2:
        raise UsageError(
            "there is nothing to compare with; give a --variant, --rule, --data or --strategy, or "
            "repeat one of these or --players, or name several study files"
        )
    labels = [cell.label for cell in cells]
    for label in labels:
        if labels.count(label) > 1:
            raise UsageError(
                f"{label} is compared with itself; give each version once (a line-up that is the "
                "same in all is one text: -s planner,random,random,random)"
            )
    cells = _on_the_same_deals(cells, of_one_file=not several)
    pins: dict[str, Any] = {
        cell.label: {"tally_id": cell.study.tally_id, **cell.study.pinned}
        for cell in cells
        if cell.study.tally_id or cell.study.pinned
    }
    if pins and not several:  # of arms that are pinned and no longer there, too
        written = fields.get("pinned", {})
        pins = written if len(pins) == sum(label in written for label in labels) else {}
    return cells, fields.get("plan", {}).get(PLAN, {}).get("margins", []), pins


def _cells(chosen: ComparisonSelection, fields: dict[str, Any]) -> Iterator[PlannedArm]:
    sources, factors = chosen.sources, _factors(chosen, fields)
    many = [f"--{next(iter(levels[0].change))}" for levels in factors]
    if len(sources) > 1:
        if many:
            raise UsageError(
                f"several study files are compared, so {many[0]} cannot be given several times"
            )
        for source in sources:
            if Path(source).suffix != ".toml" and not Path(source).is_dir():
                raise UsageError(
                    f"{source} is no study file; give one game, or study files ending in .toml"
                )
        for source in sources:
            study, lineup = selections.resolve_study(chosen.selection(source))
            yield PlannedArm(name_source(source, sources), study, lineup)
        return
    [source] = sources
    if "plan" in fields:
        if many:
            raise UsageError(f"{source} says what is compared, so {many[0]} can be given only once")
        yield from _cells_of_file(chosen, source, fields)
        return
    whole = math.prod(map(len, factors))
    if whole > MOST_ARMS:
        raise UsageError(
            f"that makes {whole} versions, and a comparison has at most {MOST_ARMS}; "
            "'fathom sweep' takes more values of a rule"
        )
    if factors:
        for levels in itertools.product(*reversed(factors)):
            yield make_cell(fields, chosen.selection(source, factors), levels[::-1])
        return
    yield from _with_and_without(chosen, source, fields)


def name_source(source: str, sources: Sequence[str]) -> str:
    """Name a study file or folder among several, in short if that is clear."""
    stems = [Path(one.removesuffix(".toml")).name for one in sources]
    stem = stems[sources.index(source)]
    return source if stems.count(stem) > 1 else stem


def _factors(chosen: ComparisonSelection, fields: Mapping[str, Any]) -> list[list[FactorValue]]:
    """Return the options given several times, with their values; what is asked about first."""
    found: dict[str, list[FactorValue]] = {}

    def add(factor: str, label: str, option: str, value: Any) -> None:
        found.setdefault(factor, []).append(FactorValue(label, {option: value}))

    for name in chosen.variant or ():
        add("variant", name, "variant", name)
    for text in () if isinstance(chosen.rule, Mapping) else chosen.rule or ():
        name, _, value = (part.strip() for part in text.partition("="))
        add(f"rule {name}", f"{name}={value}", "rule", [text])
    if chosen.data and len(chosen.sources) == 1:
        game = find_game(fields.get("game", chosen.sources[0]))
        names = [Path(text).name for text in chosen.data]
        for text, name in zip(chosen.data, names, strict=True):
            label = name if names.count(name) == 1 else text
            add(f"data {selections.table_for_data(text, game)[0].name}", label, "data", [text])
    lineups = [selections.split_specs([text]) for text in chosen.strategy or ()]
    short = [_named(specs) for specs in lineups]
    for specs, name in zip(lineups, short, strict=True):
        add("strategy", name if short.count(name) == 1 else ", ".join(specs), "strategy", specs)
    for count in chosen.players or ():
        add("players", counted(count, "player"), "players", count)
    return [levels for levels in found.values() if len(levels) > 1]


def _with_and_without(
    chosen: ComparisonSelection, source: str, fields: dict[str, Any]
) -> Iterator[PlannedArm]:
    """Make the arms of options that are given once: without them, as printed, and with them."""
    if chosen.variant or chosen.rule or chosen.data:
        without = replace(chosen, variant=None, rule=None, data=None)
    elif chosen.strategy:
        without = replace(chosen, strategy=None)
    else:
        return
    rule = chosen.rule or ()
    typed = [f"{name}={rule[name]}" for name in rule] if isinstance(rule, Mapping) else rule
    for one in (without, chosen):
        cell = make_cell(fields, one.selection(source), ())
        if chosen.rule or chosen.data:
            changed = ", ".join([*(chosen.variant or ()), *typed, *(chosen.data or ())])
            label = changed if one is chosen else "the rules as they are"
        else:
            study = cell.study
            label = study.variant if chosen.variant else _named(study.specs_of(study.lineup))
        yield replace(cell, label=label)


def _named(specs: Sequence[str]) -> str:
    """Name a line-up in short: equal neighbours counted, files without their folders."""
    groups = [(spec, len(list(group))) for spec, group in groupby(map(label_of, specs))]
    names = [(re.sub(r"^[^(]*/(?=[^/(]*\.py:)", "", spec), times) for spec, times in groups]
    return ", ".join(
        f"{times} \N{MULTIPLICATION SIGN} {name}" if times > 1 else name for name, times in names
    )


def _cells_of_file(
    chosen: ComparisonSelection, source: str, fields: dict[str, Any]
) -> Iterator[PlannedArm]:
    fields = dict(fields)
    listed = fields.pop("plan")[PLAN]["arms"]
    pins = fields.pop("pinned", {})
    options = find_game(fields["game"]).options
    for place, arm in enumerate(listed, 1):
        where = f"{source}, arm {place}"
        own = dict(arm)
        label = own.pop("label")
        found = fields | own
        rules = nest_rules(own.get("rules", {}), where)
        found["rules"] = combine_changes(options, fields.get("rules", {}), rules)
        if label in pins:
            found |= {"tally_id": pins[label].get("tally_id", ""), "pinned": pins[label]}
        try:
            study, lineup = selections.resolve_fields(found, chosen.selection(source))
        except UsageError as error:
            raise UsageError(f"version {label}: {error}") from None
        yield PlannedArm(label, study, lineup)


def _on_the_same_deals(cells: Sequence[PlannedArm], *, of_one_file: bool) -> list[PlannedArm]:
    """Give every arm as many deals as the games asked for take in any of them.

    What the file of a comparison pins was played so; what a study pins that is now played with
    more deals than its own holds no longer.
    """
    first = cells[0]
    for cell in cells:
        if cell.study.precision != first.study.precision:
            asking, other = (cell, first) if cell.study.precision else (first, cell)
            raise UsageError(
                f"{asking.label} asks for a precision, and {other.label} for none or another; all "
                "have the same deals, so give --precision for all"
            )
        for name, do in (
            ("game", "compare one game, or the folders of two runs without another option"),
            ("seed", "give --seed for all"),
            ("games", "give --games for all"),
        ):
            one, other = getattr(first.study, name), getattr(cell.study, name)
            # Folders of runs hold copies of the game.
            same = name == "game" and find_game(one).content == find_game(other).content != ""
            if one != other and not same:
                raise UsageError(
                    f"{first.label} has {name} {one} and {cell.label} has {other}; {do}"
                )
    # One that is to be decided makes all of them be played so: they share their deals.
    until = max(cell.study.until_decided for cell in cells)
    deals = max(cell.study.deals for cell in cells)
    found = []
    for cell in cells:
        study = replace(cell.study, games=deals * cell.study.rotations, until_decided=until)
        if study.id != cell.study.id and not of_one_file:
            study = replace(study, tally_id="", pinned={})
        found.append(replace(cell, study=study))
    return found
