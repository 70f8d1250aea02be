"""From the options of ``fathom compare`` to the studies it plays on the same deals."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate.cli.plans.selection import Selection, choose, choose_among, planned_fields
from simulate.errors import UsageError, unknown

if TYPE_CHECKING:
    from simulate.strategy import Strategy
    from simulate.study import Study

#: The table of a study file that says what is compared.
PLAN = "compare"
#: More arms make neither a table nor a chart that one can read.
MOST_ARMS = 24


@dataclass(frozen=True, kw_only=True)
class ArmSelection:
    """What a user chose of a comparison; ``None`` is not said.

    Attributes
    ----------
    sources
        A game's name, the file or folder of a comparison, or several study files.
    rule
        As after ``--rule``, or values by name; a rule given several times makes arms.
    data
        As after ``--data``; a table given several times makes arms.
    against
        The arm, or the part of a grid, that others are compared with; the first unless said.
    precision, confidence
        As of `simulate.cli.plans.selection.Selection`.
    """

    sources: Sequence[str]
    players: Sequence[int] | None = None
    variants: Sequence[str] | None = None
    strategies: Sequence[str] | None = None
    rule: Sequence[str] | Mapping[str, Any] | None = None
    data: Sequence[str] | None = None
    no_rotate: bool = False
    games: str | None = None
    seed: int | None = None
    against: str | None = None
    precision: Sequence[str] | Mapping[str, Any] | None = None
    until_decided: bool | None = None
    confidence: float = 0.95


@dataclass(frozen=True)
class ChosenArm:
    """One of the studies of a comparison or sweep, with the strategies of its line-up.

    Attributes
    ----------
    values
        Of a sweep, one for each rule varied.
    """

    label: str
    study: Study
    lineup: list[Strategy]
    values: tuple[Any, ...] = ()


def choose_arms(chosen: ArmSelection) -> list[ChosenArm]:
    """Make the studies of a comparison, each checked in full, all with the same deals.

    Raises
    ------
    UsageError
        There are not two or more, they do not go together, or one cannot be played.
    """
    arms = list(_arms(chosen))
    if len(arms) < 2:
        raise UsageError(
            "there is nothing to compare with; give a --variant, --rule, --data or --strategy, or "
            "repeat one of these or --players, or name several study files"
        )
    for label, times in Counter(arm.label for arm in arms).items():
        if times > 1:
            raise UsageError(
                f"{label} is compared with itself; give each arm once (a line-up that is the same "
                "in all is one text: -s planner,random,random,random)"
            )
    arms = _on_the_same_deals(arms, of_one_file=len(chosen.sources) == 1)
    return arms if chosen.against is None else put_first(arms, chosen.against)


def written_margins(sources: Sequence[str]) -> list[str]:
    """Return the margins that the file of a comparison says, each as after ``--margin``."""
    if len(sources) != 1:
        return []
    found: list[str] = (
        planned_fields(sources[0], PLAN).get("plan", {}).get(PLAN, {}).get("margins", [])
    )
    return found


def written_pins(chosen: ArmSelection, arms: Sequence[ChosenArm]) -> dict[str, Any]:
    """Return what the arms must give, by label; nothing of what is not played as written."""
    pins: dict[str, Any] = {
        arm.label: {"tally_id": arm.study.tally_id, **arm.study.pinned}
        for arm in arms
        if arm.study.tally_id or arm.study.pinned
    }
    if len(chosen.sources) > 1 or not pins:
        return pins
    # Of arms that are pinned and no longer there, too.
    written: dict[str, Any] = planned_fields(chosen.sources[0], PLAN).get("pinned", {})
    return written if len(pins) == sum(arm.label in written for arm in arms) else {}


def put_first(arms: Sequence[ChosenArm], against: str) -> list[ChosenArm]:
    """Return arms with the one first that the others are to be compared with.

    Parameters
    ----------
    arms
        In their order.
    against
        The label of an arm; in a grid also one level of a factor, as in "expert".

    Raises
    ------
    UsageError
        There is no such arm; names the nearest.
    """
    from reports.comparison.design import design_of

    design = design_of([arm.study for arm in arms])
    labels = [arm.label for arm in arms]
    levels = {
        level: (n, place)
        for n, factor in enumerate(design.factors if design else ())
        for place, level in enumerate(factor.levels)
    }
    if against in labels:
        place = labels.index(against)
        first = dict(enumerate(design.places[place])) if design else {}
    elif against in levels:
        first = dict([levels[against]])
    else:
        raise unknown("arm", against, [*labels, *levels], " of this comparison")
    if design is None:
        return [arms[place], *arms[:place], *arms[place + 1 :]]

    def order(place: int) -> tuple[int, ...]:
        """Sort the levels of every factor, the one asked about fastest, with `first` first."""
        places = design.places[place]
        turned = [-1 if first.get(n) == at else at for n, at in enumerate(places)]
        return (*turned[1:], turned[0])

    return [arms[place] for place in sorted(range(len(arms)), key=order)]


def _arms(chosen: ArmSelection) -> Iterator[ChosenArm]:
    sources = chosen.sources
    factors = _factors(chosen)
    many = [factor[0].option for factor in factors]
    if len(sources) > 1:
        if many:
            raise UsageError(
                f"several study files are the arms, so {many[0]} cannot be given several times"
            )
        for source in sources:
            if Path(source).suffix != ".toml" and not Path(source).is_dir():
                raise UsageError(
                    f"{source} is no study file; give one game, or study files ending in .toml"
                )
        for source in sources:
            study, lineup = choose(_selection(chosen, source))
            yield ChosenArm(name_source(source, sources), study, lineup)
        return
    [source] = sources
    fields = planned_fields(source, PLAN)
    if "plan" in fields:
        if many:
            raise UsageError(f"{source} says what is compared, so {many[0]} can be given only once")
        yield from _arms_of_file(chosen, source, fields)
        return
    whole = math.prod(map(len, factors))
    if whole > MOST_ARMS:
        raise UsageError(
            f"that makes {whole} arms, and a comparison has at most {MOST_ARMS}; "
            "'fathom sweep' takes more values of a rule"
        )
    if factors:
        for parts in itertools.product(*reversed(factors)):
            yield _arm_of(chosen, source, factors, parts[::-1])
        return
    yield from _with_and_without(chosen, source)


def name_source(source: str, sources: Sequence[str]) -> str:
    """Name a study file or folder among several, in short if that is clear."""
    stems = [Path(one.removesuffix(".toml")).name for one in sources]
    stem = stems[sources.index(source)]
    return source if stems.count(stem) > 1 else stem


def _selection(chosen: ArmSelection, source: str) -> Selection:
    """Return what is the same for all arms."""
    from strategies.registry import split_at_commas

    strategies = [spec for text in chosen.strategies or () for spec in split_at_commas(text)]
    return Selection(
        source=source,
        players=chosen.players[0] if chosen.players else None,
        variant=chosen.variants[0] if chosen.variants else None,
        rule=chosen.rule,
        data=chosen.data,
        strategy=strategies,
        no_rotate=chosen.no_rotate,
        games=chosen.games,
        seed=chosen.seed,
        precision=chosen.precision,
        until_decided=chosen.until_decided,
        confidence=chosen.confidence,
    )


@dataclass(frozen=True)
class Level:
    """One of the values of an option that is given several times.

    Attributes
    ----------
    option
        Which.
    label
        What arms with this value are called.
    value
        What it makes of a selection's field of that name; of a rule or a table, the text to add.
    """

    option: str
    label: str
    value: Any

    @property
    def field(self) -> str:
        """The field of a selection."""
        return self.option.removeprefix("--")


def _factors(chosen: ArmSelection) -> list[list[Level]]:
    """Return the options given several times, with their values; what is asked about first."""
    from strategies.registry import split_at_commas

    lineups = [split_at_commas(text) for text in chosen.strategies or ()]
    short = [_named(specs) for specs in lineups]
    names = [
        name if short.count(name) == 1 else ", ".join(specs)
        for name, specs in zip(short, lineups, strict=True)
    ]
    found = [
        [Level("--variant", name, name) for name in chosen.variants or ()],
        *_rule_levels(chosen),
        *_data_levels(chosen),
        [Level("--strategy", *each) for each in zip(names, lineups, strict=True)],
        [Level("--players", f"{count} players", count) for count in chosen.players or ()],
    ]
    return [levels for levels in found if len(levels) > 1]


def _rule_levels(chosen: ArmSelection) -> Collection[list[Level]]:
    """Return the rules that are given several values, each with its values."""
    by_name: dict[str, list[Level]] = {}
    for text in () if isinstance(chosen.rule, Mapping) else chosen.rule or ():
        name, _, value = (part.strip() for part in text.partition("="))
        by_name.setdefault(name, []).append(Level("--rule", f"{name}={value}", text))
    return by_name.values()


def _data_levels(chosen: ArmSelection) -> Collection[list[Level]]:
    """Return the tables that are given several times, each with its files."""
    from simulate.cli.plans.card_data import table_of
    from simulate.game import find_game

    if not chosen.data or len(chosen.sources) > 1:
        return []
    game = find_game(planned_fields(chosen.sources[0], PLAN).get("game", chosen.sources[0]))
    names = [Path(text).name for text in chosen.data]
    by_table: dict[str, list[Level]] = {}
    for text, name in zip(chosen.data, names, strict=True):
        label = name if names.count(name) == 1 else text
        table = table_of(text, game)[0].name
        by_table.setdefault(table, []).append(Level("--data", label, text))
    return by_table.values()


def _arm_of(
    chosen: ArmSelection, source: str, factors: Sequence[Sequence[Level]], parts: Sequence[Level]
) -> ChosenArm:
    """Make the arm of a grid, or of a single option's values."""
    varied = [level.value for levels in factors for level in levels]
    fields: dict[str, Any] = {part.field: part.value for part in parts}
    for name, texts in (("rule", chosen.rule), ("data", chosen.data)):
        own = [part.value for part in parts if part.field == name]
        if own and not isinstance(texts, Mapping):
            fields[name] = [*(text for text in texts or () if text not in varied), *own]
    study, lineup = choose(replace(_selection(chosen, source), **fields))
    return ChosenArm(", ".join(part.label for part in parts), study, lineup)


def _with_and_without(chosen: ArmSelection, source: str) -> Iterator[ChosenArm]:
    """Make the arms of options that are given once: without them, as printed, and with them.

    Who plays, and how many, is the same in both, unless nothing else is given.
    """
    if chosen.variants or chosen.rule or chosen.data:
        without = replace(chosen, variants=None, rule=None, data=None)
    elif chosen.strategies:
        without = replace(chosen, strategies=None)
    else:
        return
    rule = chosen.rule or ()
    typed = [f"{name}={rule[name]}" for name in rule] if isinstance(rule, Mapping) else rule
    for one in (without, chosen):
        study, lineup = choose(_selection(one, source))
        if chosen.rule or chosen.data:
            changed = ", ".join([*(chosen.variants or ()), *typed, *(chosen.data or ())])
            label = changed if one is chosen else "the rules as they are"
        else:
            label = study.variant if chosen.variants else _named(study.typed(study.lineup))
        yield ChosenArm(label, study, lineup)


def _named(specs: Sequence[str]) -> str:
    """Name a line-up in short: equal neighbours counted, files without their folders."""
    from strategies.personas import label_of

    groups = [(spec, len(list(group))) for spec, group in groupby(map(label_of, specs))]
    names = [(re.sub(r"^[^(]*/(?=[^/(]*\.py:)", "", spec), times) for spec, times in groups]
    return ", ".join(
        f"{times} \N{MULTIPLICATION SIGN} {name}" if times > 1 else name for name, times in names
    )


def _arms_of_file(chosen: ArmSelection, source: str, fields: dict[str, Any]) -> Iterator[ChosenArm]:
    from simulate.game import find_game
    from simulate.rules.values import combined, in_tables

    fields = dict(fields)
    listed = fields.pop("plan")[PLAN]["arms"]
    pins = fields.pop("pinned", {})
    options = find_game(fields["game"]).options
    for place, arm in enumerate(listed, 1):
        where = f"{source}, arm {place}"
        own = dict(arm)
        label = own.pop("label")
        found = fields | own
        rules = in_tables(own.get("rules", {}), where)
        found["rules"] = combined(options, fields.get("rules", {}), rules)
        if label in pins:
            found |= {"tally_id": pins[label].get("tally_id", ""), "pinned": pins[label]}
        try:
            study, lineup = choose_among(found, _selection(chosen, source))
        except UsageError as error:
            raise UsageError(f"arm {label}: {error}") from None
        yield ChosenArm(label, study, lineup)


def _on_the_same_deals(arms: Sequence[ChosenArm], *, of_one_file: bool) -> list[ChosenArm]:
    """Give every arm as many deals as the games asked for take in any of them.

    What the file of a comparison pins was played so; what a study pins that is now played with
    more deals than its own holds no longer.
    """
    first = arms[0]
    for arm in arms:
        if arm.study.precision != first.study.precision:
            asking, other = (arm, first) if arm.study.precision else (first, arm)
            raise UsageError(
                f"{asking.label} asks for a precision, and {other.label} for none or another; arms "
                "have the same deals, so give --precision for all"
            )
        for name, option in (("game", None), ("seed", "--seed"), ("games", "--games")):
            one, other = getattr(first.study, name), getattr(arm.study, name)
            if one != other:
                do = f"give {option} for all" if option else "arms are of one game"
                raise UsageError(
                    f"{first.label} has {name} {one} and {arm.label} has {other}; {do}"
                )
    # One that is to be decided makes all of them be played so: they share their deals.
    until = max(arm.study.until_decided for arm in arms)
    deals = max(arm.study.deals for arm in arms)
    found = []
    for arm in arms:
        study = replace(arm.study, games=deals * arm.study.rotations, until_decided=until)
        if study.id != arm.study.id and not of_one_file:
            study = replace(study, tally_id="", pinned={})
        found.append(replace(arm, study=study))
    return found
