"""Whether findings hold whoever plays, as sentences and parts of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from reports.figures.figure import PLAIN, Unit
from reports.figures.noticeable import Margins
from reports.figures.precision import half_width
from reports.figures.spread import Word
from reports.figures.statistics import finite
from reports.robust.directions import Direction, LevelsOfArms, Stand
from reports.robust.levels import KINDS, Group, Judgement, Kind, Level, Robustness
from reports.writing import document as doc
from reports.writing import numbers
from reports.writing.words import capital, listed
from simulate.play.tally import Contest

#: What comes before and after a mean in a sentence.
_AROUND: dict[Group, tuple[str, str]] = {
    "seats": ("seat {seat} gets", "points"),
    "length": ("on average", "minutes"),
    "course": ("lead changes", "times a game"),
}
_MARKS: dict[Word, doc.Mark] = {"agree": "fine", "differ": "look", "not clear": ""}
#: What is said of those who play well alone, where not all agree.
_AMONG: dict[Word, str] = {
    "agree": "it is the game's",
    "differ": "it depends too",
    "not clear": "it is not clear",
}
#: What a difference may clearly be.
_WAYS: tuple[Stand, ...] = ("lower", "higher", "the same")
_TONES: dict[Stand, doc.Tone] = {"higher": "more", "lower": "less", "the same": "", "": ""}
#: Of so many the sentence says what they depend on.
_MOST_EXPLAINED = 2


def _styles(levels: Sequence[Level]) -> str:
    return numbers.counted(len(levels), "playing style")


def _setup(what: str, levels: Sequence[Level]) -> str:
    mixed = ", and a mixed table" if any(one.strength == "mixed" for one in levels) else ""
    return f"The same {what}, with every style that comes with the game in all seats{mixed}."


def _slow(levels: Sequence[Level]) -> str:
    """Say of whom there are but few games."""
    few = [level for level in levels if level.few]
    if not few:
        return ""
    games = numbers.counted(few[0].games, "game")
    return f" With {games}, {listed([level.name for level in few])} can only contradict."


def _within(margins: Margins) -> str:
    rate = numbers.number(margins.rate, 0, Unit(share=True))
    share = numbers.percent(margins.relative, 0)
    return f"within {rate} percentage points of wins, or {share} of lengths and counts"


def _table(
    caption: str, levels: Sequence[Level], told: Callable[[Kind, Level], doc.Cell]
) -> doc.Table:
    """Show three figures for all who played."""
    heads = [
        doc.Column("who plays", numeric=False),
        doc.Column("strength", numeric=False, spare=True),
        doc.Column("games"),
        *(doc.Column(kind.head) for kind in KINDS),
    ]
    rows = [
        [
            doc.Cell(level.name, code=True, strong=level.asked),
            doc.Cell(level.strength),
            doc.Cell(f"{level.games:,}", level.games),
            *(told(kind, level) for kind in KINDS),
        ]
        for level in levels
    ]
    return doc.Table(caption, heads, rows)


# Of a run -------------------------------------------------------------------------


def label(robustness: Robustness | None, group: Group) -> list[doc.Item]:
    """Say in a line whether what was found is the game's; nothing if that was not asked."""
    if robustness is None or group not in robustness.judged:
        return []
    judgement = robustness.judged[group]
    mark = _MARKS[judgement.word]
    name = judgement.verdict if mark else capital(judgement.verdict)
    told, among = verdict(robustness, group), among_skilled(robustness, group)
    return [doc.Item(f"{told} {among}".strip(), name, mark, brief=told)]


def levels_answer(robustness: Robustness, hint: doc.Item) -> doc.Answer:
    """Show what was found with all players; the hint says where more is told."""

    def told(kind: Kind, level: Level) -> doc.Cell:
        if kind.about == "seats" and not level.has_winners:
            return doc.Cell(f"{numbers.percent(level.undecided, 0)} undecided")
        found = level.against_fair() if kind.about == "seats" else level.at(kind.path)
        return doc.Cell(numbers.with_half(found, kind.unit), finite(found.value))

    half = numbers.level(robustness.confidence)
    caption = f"By who plays, seat 1 against its fair share; each ± half its {half}"
    table = _table(caption, robustness.levels, told)
    items = [doc.Item(asked(robustness)), hint]
    return doc.Answer("Is it the game, or the players?", items, [table], aside=True)


def verdict(robustness: Robustness, group: Group) -> str:
    """Say in a line how a figure varies between the levels.

    What is not clear has no numbers: those of few games lie far apart by chance alone.
    """
    judgement, (before, after) = robustness.judged[group], _AROUND[group]
    games = f"{numbers.counted(robustness.games, 'game')} a style"
    if judgement.word == "not clear":
        what = next(kind.judged for kind in KINDS if kind.about == group)
        return f"does {what} depend on who plays? {games} cannot tell."
    mean = before.format(seat=judgement.seat)
    if judgement.seat and judgement.word == "agree":
        most = numbers.rounded_up(100 * judgement.spread.high)
        return f"{mean} the same to within {most} points; {games}."
    low, high = (one.value for one in judgement.ends)
    if low == high:
        value = numbers.number(round(low, 3), 0, PLAIN)
        return f"{mean} {value} {after} with each of {_styles(robustness.levels)}."
    return f"{mean} {_ends(judgement)}."


def among_skilled(robustness: Robustness, group: Group) -> str:
    """Say the same of solid and strong players alone; nothing where all levels agree."""
    skilled = robustness.skilled.get(group)
    if skilled is None or robustness.judged[group].word == "agree":
        return ""
    told = f"Among solid and strong players alone {_AMONG[skilled.word]}"
    if skilled.word == "not clear":
        return f"{told}."
    seat = f"seat {skilled.seat}, " if skilled.seat != robustness.judged[group].seat else ""
    return f"{told}: {seat}{_ends(skilled)}."


def _ends(judgement: Judgement) -> str:
    low, high = judgement.ends
    if judgement.seat:
        # Few games of each level, of which these are the extremes: never without their intervals.
        least, most = (numbers.roughly(one) for one in (low, high))
    else:
        least = numbers.number(low.value, half_width(low), PLAIN)
        most = numbers.value(high, PLAIN)
    unit = _AROUND[judgement.about][1]
    return f"{least} ({judgement.lowest.name}) to {most} {unit} ({judgement.highest.name})"


def asked(robustness: Robustness) -> str:
    """Say who was asked, and what the verdicts mean."""
    told = (
        f"{_setup('rules and deals', robustness.levels)} The game's: all agree to "
        f"{_within(robustness.margins)}. Depends on play: some two are clearly further apart."
    )
    words = [one.word for one in robustness.judged.values()]
    if "not clear" in words and not robustness.more:
        told += " What is not clear takes more games of each (--robust)."
    return told + _slow(robustness.levels)


def missing(robustness: Robustness) -> str:
    """Say which levels were not asked, and why; nothing if all were."""
    if not robustness.missing:
        return ""
    names = listed(robustness.missing)
    if robustness.stopped:
        return f"Interrupted before these played: {names}."
    return f"These would play for longer than the run itself, so they did not: {names} (--robust)."


# Of several versions --------------------------------------------------------------


def differences_answers(levels: LevelsOfArms | None, names: Mapping[str, str]) -> list[doc.Answer]:
    """Say of each main difference with which versions it holds whoever plays; nothing if not asked.

    What versions are called is said by their labels in `names`.
    """
    if levels is None:
        return []
    references = dict.fromkeys(one.a for one in levels.directions)
    items = [
        _item([one for one in levels.directions if (one.kind, one.a) == (kind, a)], levels, names)
        for kind in KINDS
        for a in references
    ]
    tables = [*differences_by_level(levels, names)] if len(levels.labels) == 2 else []
    return [doc.Answer("Does it hold whoever plays?", [*items, doc.Item(how_read(levels))], tables)]


def how_read(levels: LevelsOfArms) -> str:
    """Say what the verdicts mean."""
    known = _known(levels)
    return (
        f"{_setup('versions on the same deals', known)} Whoever plays: the difference is clear and "
        "has one direction with each of them. Depends on play: it is clear with one, and with "
        f"another clear the other way or practically the same ({_within(levels.margins)}). "
        f"Otherwise it is not clear.{_slow(known)}"
    )


def found_with(who: str, contest: Contest) -> str:
    """Say that the differences were found with these players; others are asked of rivals."""
    asks = " (--robust asks it)" if contest == "seats" else ""
    return (
        f"All differences were found {who}; whether they hold with other players was not "
        f"asked{asks}."
    )


def _known(levels: LevelsOfArms) -> list[Level]:
    """Return who played, with the least games of any version."""
    return [arms[1].change or arms[1] for arms in levels.levels]


def _item(found: Sequence[Direction], levels: LevelsOfArms, names: Mapping[str, str]) -> doc.Item:
    def named(some: Sequence[Direction]) -> str:
        return f"with {listed([names[one.b] for one in some])}"

    many = [level for level in _known(levels) if not level.few]
    everywhere, parts = f"for all {_styles(many)}", []
    for way in _WAYS:
        if some := [one for one in found if one.way == way]:
            same = "practically " if way == "the same" else ""
            parts.append(f"{same}{way} {everywhere} {named(some)}")
            everywhere = "for all of them"
    if some := [one for one in found if one.word == "depends on play"]:
        why = [f"with {names[one.b]} ({_why(one)})" for one in some]
        explained = len(some) <= _MOST_EXPLAINED
        parts.append(f"depends on play {listed(why) if explained else named(some)}")
    if some := [one for one in found if one.word == "not clear"]:
        parts.append(f"{named(some)} it is not clear whether all playing styles agree")
    text = f"{capital(found[0].kind.title)} against {names[found[0].a]}: {'; '.join(parts)}."
    words = {one.word for one in found}
    # One that depends on play is to be looked at; all must hold whoever plays.
    if "depends on play" in words:
        return doc.Item(text, "depends on play", "look")
    return doc.Item(text, *(("whoever plays", "fine") if words == {"at every level"} else ()))


def _why(one: Direction) -> str:
    groups = {way: [name for name, stand in one.stands.items() if stand == way] for way in _WAYS}
    return "; ".join(f"{way} with {listed(who)}" for way, who in groups.items() if who)


def differences_by_level(levels: LevelsOfArms, names: Mapping[str, str]) -> Iterator[doc.Table]:
    """Show by how much each version differs, by who plays."""
    for b in levels.labels[1:]:
        found = {one.kind: one for one in levels.directions if one.b == b}

        def told(kind: Kind, level: Level, found: Mapping[Kind, Direction] = found) -> doc.Cell:
            one, name = found[kind].differences[level.name], level.name
            text = numbers.with_half(one, kind.unit.of_differences)
            return doc.Cell(text, finite(one.value), tone=_TONES[found[kind].stands[name]])

        a, half = names[found[KINDS[0]].a], numbers.level(levels.confidence)
        caption = f"{names[b]} minus {a} by who plays; each ± half its {half}"
        yield _table(caption, _known(levels), told)
