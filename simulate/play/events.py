"""Events of games in words: what a designer types, and where in a recorded game it happens.

An event is ``[seat N | the first seat | the last seat | somebody] what [how often] [when]``. It may
be one of `_STANDINGS` and `_ENDS`; a figure of the whole game beside a number; or else words of an
action as replays tell it, with an ellipsis for any words. An event that says no seat is about that
of the event before it, or about anybody, of whom one seat has to do it often enough.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from simulate.errors import UsageError
from simulate.game import Game
from simulate.kit.layout import SEATS
from simulate.kit.menu import PASS
from simulate.play import rows as row
from simulate.play.rows import Integers

#: What an event is about: an action, how seats stand, how a game ended, or a figure of it.
Kind = Literal["action", "standing", "end", "figure"]
_NUMBERS = ["once", "twice", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_HOW_OFTEN = re.compile(rf"(?:^| )(once|twice|(\d+|{'|'.join(_NUMBERS[2:])}) times)$")
_WHO = re.compile(
    r"^(?:(?:seat|player) (\d+)|the (first|last) seat|"
    r"(somebody|someone|anybody|anyone|a seat|any seat|a player|one))(?: |$)"
)
_NUMBER = r"(?P<amount>-?\d+(?:\.\d+)?)"
_BY = rf"(?: by {_NUMBER}(?: (?P<unit>[a-z]+))?)?"
#: How seats stand, and how the game ended: what is typed, with how much it is by or what it has.
_STANDINGS = {
    "leads": rf"(?:leads|is ahead|is in the lead){_BY}",
    "trails": rf"(?:trails|is behind){_BY}",
    "is last": "(?:is last|is in last place)",
    "has": rf"has (?:(?P<much>exactly|at least|at most|more than|less than|fewer than) )?{_NUMBER}"
    r"(?: (?P<more>or more|or less|or fewer))?(?: (?P<unit>[a-z]+))?",
    "reaches": rf"reaches {_NUMBER}(?: (?P<unit>[a-z]+))?",
}
_ENDS = {"wins": rf"wins{_BY}", "loses": "loses"}
_COMPARED = {
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
    ">=": operator.ge,
    "<=": operator.le,
}
#: Signs by the words that are typed, and the words in which they are told.
_SIGNS = {
    **dict.fromkeys(("at least", "or more"), ">="),
    **dict.fromkeys(("at most", "or less", "or fewer"), "<="),
    **dict.fromkeys(("less than", "fewer than"), "<"),
    "more than": ">",
}
_MORE, _LESS = (
    {">=": "{} or more", ">": "more than {}"},
    {"<=": "{} or fewer", "<": "fewer than {}"},
)
_IN_WORDS = {**_MORE, **_LESS, "=": "exactly {}"}
_FIGURE = re.compile(rf"^([\w.]+) ?(>=|<=|>|<|=) ?{_NUMBER}$")
_SOME = ("…", "...")
#: A unit of time beside turns and stretches; and, of an event, the seat of that before it.
HALF_TIME, SAME = "half-time", -1
#: A step, a seat, a moment, and whether an event happens there.
_Chance = tuple[int, int, int, bool]


@dataclass(frozen=True)
class Window:
    """When: before, after or in a turn or stretch of that number, or `HALF_TIME` (`number` 1)."""

    relation: Literal["before", "after", "in"]
    unit: str
    number: int

    def holds(self, at: int) -> bool:
        """Tell whether a turn or stretch, counted from 1, is then."""
        signs = {"before": "<", "after": ">", "in": "="}
        return bool(_COMPARED[signs[self.relation]](at, self.number))


@dataclass(frozen=True)
class Found:
    """Where an event may have happened in a game, and where it did, if it did.

    A chance is a moment, its turn or stretch, and a seat, as ``SEATS * moment + seat``: those until
    it happened, that being the last one. It happened at a step, by its number from 0.
    """

    chances: tuple[int, ...]
    happened: bool
    step: int = -1
    chosen: bool = False

    @property
    def moment(self) -> int:
        """The turn or stretch in which it happened."""
        return self.chances[-1] // SEATS

    @property
    def seat(self) -> int:
        """Whom it is about, counted from 0."""
        return self.chances[-1] % SEATS


@dataclass(frozen=True)
class Seen:
    """A game in which events are looked for, of which row and steps were recorded.

    `told` tells the action of a step; `figures` are those of the game, arrays of one, by path.
    """

    game: Game
    players: int
    row: Integers
    steps: Any
    told: Callable[[int], str]
    figures: Mapping[str, Any]


@dataclass(frozen=True)
class Event:
    """What may happen in a game; `seat` is ``None`` for anybody's, or `SAME`.

    `verb` is one of `_STANDINGS` or `_ENDS`, the path of a figure, or the words of an action;
    `sign` and `amount` are what it is compared with, scores in parts of a point.
    """

    kind: Kind
    verb: str
    seat: int | None = None
    sign: str = ">"
    amount: float = 0
    window: Window | None = None
    times: int = 1
    #: The event in full, as it was understood.
    told: str = ""

    def find(self, seen: Seen, after: Found | None = None) -> Found:
        """Look for it in a game, maybe after an earlier event."""
        since = after.step + 1 if after else 0
        seat = after.seat if after and self.seat == SAME else self.seat
        looks = {"action": self._actions, "standing": self._standings, "end": self._ends}
        before: dict[int, None] = {}
        counts = Counter[int]()
        for step, who, moment, happens in looks.get(self.kind, self._figure)(seen, since, seat):
            if seat not in (None, who):
                continue
            chance = SEATS * moment + who
            counts[who] += happens
            if happens and counts[who] == self.times:
                earlier = [one for one in before if one // SEATS < moment]
                chosen = self.kind == "action" and seen.steps[step]["action"] != PASS
                return Found((*earlier, chance), True, step, bool(chosen))
            before[chance] = None
        return Found(tuple(before), False)

    # Each yields steps with a seat, the moment, and whether it happens there.

    def _actions(self, seen: Seen, since: int, seat: int | None) -> Iterator[_Chance]:
        turns = [turn + 1 for turn in seen.steps["turn"].tolist()]
        window, at = self.window, turns
        if window and window.unit == HALF_TIME:  # it is 0 before it, and 2 from then on
            at = [0, *(2 * over for over in seen.steps["halftime"].tolist())]
        elif window and window.unit != "turn":
            at = [stretch + 1 for stretch in seen.steps["stretch"].tolist()]
        for step, who in enumerate(seen.steps["seat"].tolist()):
            if step >= since and seat in (None, who) and (not window or window.holds(at[step])):
                yield step, who, turns[step], self.matches(seen.told(step))

    def _standings(self, seen: Seen, since: int, seat: int | None) -> Iterator[_Chance]:
        for step, moment in self._moments(seen.steps):
            active, scores = int(seen.steps["active"][step]), seen.steps["scores"][step].tolist()
            still_in = {one: scores[one] for one in range(seen.players) if active >> one & 1}
            for who in still_in if step >= since else ():
                yield step, who, moment, self._compare(seen.game, still_in, who)

    def _moments(self, steps: Any) -> list[tuple[int, int]]:
        """Return the steps after which it is looked how seats stand, each with its moment.

        After the last one, when it is over, nobody looks.
        """
        window, last = self.window, len(steps) - 1
        fields = {"turn": "turns", HALF_TIME: "halftime"}
        values = steps[fields.get(window.unit, "stretches") if window else "stretches"].tolist()
        if window and window.relation != "before":
            at = next((n for n, value in enumerate(values) if value >= window.number), last)
            return [(at, window.number)] if at < last else []
        ends = [0, *steps["stretches"].tolist()]
        taken = [step for step in range(last) if ends[step + 1] > ends[step]]
        return [(n, ends[n + 1]) for n in taken if window is None or window.holds(values[n])]

    def _ends(self, seen: Seen, since: int, seat: int | None) -> Iterator[_Chance]:
        scores = dict(enumerate(seen.row[row.SCORES : row.SCORES + seen.players].tolist()))
        for who in scores if seen.row[row.FINISHED] else ():
            won = bool(int(seen.row[row.WINNERS]) >> who & 1)
            enough = not self.amount or self._compare(seen.game, scores, who)
            yield len(seen.steps) - 1, who, 0, enough and won == (self.verb == "wins")

    def _figure(self, seen: Seen, since: int, seat: int | None) -> Iterator[_Chance]:
        holds = bool(_COMPARED[self.sign](seen.figures[self.verb][0], self.amount))
        yield len(seen.steps) - 1, seat or 0, 0, holds

    def _compare(self, game: Game, scores: Mapping[int, int], seat: int) -> bool:
        standing = {one: game.standing(score) for one, score in scores.items()}
        others = [score for one, score in standing.items() if one != seat]
        best, worst = max(others, default=standing[seat]), min(others, default=standing[seat])
        if self.verb == "is last":
            return standing[seat] <= worst and standing[seat] < best
        value = {"leads": standing[seat] - best, "trails": best - standing[seat]}.get(
            "leads" if self.verb == "wins" else self.verb, scores[seat]
        )
        return bool(_COMPARED[self.sign](value, self.amount))

    def matches(self, told: str) -> bool:
        """Tell whether it is an action that is told so."""
        if told not in self._matched:
            self._matched[told] = bool(self._pattern.search(f" {plain_words(told)} "))
        return self._matched[told]

    @cached_property
    def _matched(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """What finds the words of an action in what is told, after `plain_words`."""
        words = [re.escape(word) for word in plain_words(self.verb).split()]
        for some in map(re.escape, _SOME):
            words = [r"\S+(?: \S+)*" if w == some else w.replace(some, r"\S+") for w in words]
        return re.compile(f" {' '.join(words)} ")


def plain_words(text: str) -> str:
    """Return a text in small letters, its words without what stands between them."""
    words = (one if one in _SOME else one.strip(",.;:!?()") for one in text.lower().split())
    return " ".join(filter(None, words))


def parse_events(texts: Sequence[str], game: Game, players: int) -> list[Event]:
    """Read events; raise `UsageError` for what cannot be meant.

    Of words alone that say how often or when, the event before is meant.
    """
    joined: list[str] = []
    for text in (" ".join(text.split()) for text in texts):
        bare, window = _split_when(text, game)
        more = not _HOW_OFTEN.sub("", bare) and (window or bare)
        if more and joined:
            joined[-1] += f" {text}"
        else:
            joined.append(text)
    found = [_parse(text, game, players, n > 0) for n, text in enumerate(joined)]
    for one in found[:-1]:
        if one.kind in ("end", "figure"):
            raise UsageError(f"{one.told!r} is known at a game's end only; name that event last")
    return found


def _parse(text: str, game: Game, players: int, later: bool) -> Event:
    """Read one event, which may be a later one."""
    if figure := _FIGURE.match(text):
        (path, sign, amount), seat = figure.groups(), SAME if later else None
        return Event("figure", path, seat, sign, float(amount), told=f"{path} {sign} {amount}")
    who = _WHO.match(text)
    rest, seat = text[who.end() if who else 0 :], SAME if later and not who else None
    if who and not who[3]:
        seat = int(who[1]) - 1 if who[1] else {"first": 0, "last": players - 1}[who[2]]
        if not 0 <= seat < players:
            raise UsageError(f"there is no seat {who[1]} in {text!r}; seats are 1 to {players}")
    rest, window = _split_when(rest, game)
    often, times = _HOW_OFTEN.search(rest), 1
    if often:
        word, rest = often[2] or often[1], rest[: often.start()]
        times = int(word) if word.isdigit() else 1 + _NUMBERS.index(word)
    if not rest or not times:
        raise UsageError(f"{text!r} does not say what happens; {HOW_TO_LIST.format(game.typed)}")
    event = replace(_what(rest, text, game), seat=seat, times=times)
    if event.kind == "standing" and window and window.relation == "after":
        window = replace(window, relation="in")
    event = replace(event, window=window)
    if event.kind == "action" and window and (window.unit, window.relation) == (HALF_TIME, "in"):
        raise UsageError(f"{text!r} is an action: say before half-time, or after half-time")
    if event.kind == "end" and (window or times > 1):
        raise UsageError(f"{text!r}: a game is won once, at its end; leave out when and how often")
    persons = {None: "somebody", SAME: "that seat"}
    told = [persons.get(seat, f"seat {(seat or 0) + 1}"), event.told]
    told += [] if times == 1 else [_NUMBERS[1] if times == 2 else f"{times} times"]
    told += [_told_when(event)] if window else []
    return replace(event, told=" ".join(told))


#: How to see what can be asked; to be formatted with what is typed for the game.
HOW_TO_LIST = "'fathom when {} --events' lists what there is"


def _what(rest: str, text: str, game: Game) -> Event:
    """Read what happens."""
    kinds: Mapping[Kind, Mapping[str, str]] = {"standing": _STANDINGS, "end": _ENDS}
    for kind, verbs in kinds.items():
        for verb, pattern in verbs.items():
            if not (said := re.fullmatch(pattern, rest)):
                continue
            parts = said.groupdict()
            amount, unit = parts.get("amount"), parts.get("unit")
            if unit and unit.rstrip("s") not in (game.score_unit.rstrip("s"), "point"):
                raise UsageError(
                    f"{text!r} speaks of {unit}, but scores of {game.name} are {game.score_unit}; "
                    f"{HOW_TO_LIST.format(game.typed)}"
                )
            sign, words = ">=" if amount else ">", verb
            if verb == "has":
                sign = _SIGNS.get(parts["much"] or parts["more"], "=")
            if amount and verb == "reaches":
                words = f"{verb} {amount} {game.score_unit}"
            elif amount:
                by = "by " * (verb in ("leads", "trails", "wins"))
                words = f"{verb} {by}{_IN_WORDS[sign].format(amount)} {game.score_unit}"
            size = float(amount or 0) * game.score_parts
            return Event(kind, verb, None, sign, size, told=words)
    does = re.match(r"\w+s\b|…|\.\.\.", rest)  # or else it is a card, say
    return Event("action", rest, told=rest if does else f"makes a move with {rest!r}")


def _split_when(text: str, game: Game) -> tuple[str, Window | None]:
    """Return a text without what it says of when, and that."""
    found = re.search(r"(?:^| )(before|after|in|during|at|by) (?:half-?time|half time)$", text)
    if found:
        relation = {"before": "before", "after": "after"}.get(found[1], "in")
        return text[: found.start()], Window(relation, HALF_TIME, 1)  # type: ignore[arg-type]
    found = re.search(r"(?:^| )(before|after|in|during|at) (?:the )?([a-z]+) (\d+)$", text)
    if not found:
        return text, None
    unit = found[2]
    if unit not in ("turn", game.stretch):
        if unit in ("round", "lap", "turn", "hand", "stage", "trick"):
            raise UsageError(
                f"{text!r} speaks of a {unit}, but {game.name} is told in {game.stretch}s and turns"
            )
        return text, None
    relation = found[1] if found[1] in ("before", "after") else "in"
    return text[: found.start()], Window(relation, unit, int(found[3]))  # type: ignore[arg-type]


def _told_when(event: Event) -> str:
    """Say when, of standings those after a turn or a stretch."""
    assert event.window
    relation, unit, number = event.window.relation, event.window.unit, event.window.number
    if unit == HALF_TIME:
        return f"{'at' if relation == 'in' else relation} half-time"
    if event.kind == "standing" and relation == "in":
        relation = "after"
    return f"{relation} {unit} {number}"
