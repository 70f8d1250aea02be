"""Events of games in words: what a designer types, and where in a recorded game it happens.

An event is ``[seat N | side N | the first seat | the last seat | somebody] what [how often]
[when]``; or a figure of the whole game beside a number. What happens is how seats stand, how the
game ended, or else words of an action as replays tell it, with an ellipsis for any words. An event
that says no seat is about that of the event before it, or about anybody, of whom one has to do it
often enough. A side is that of its first seat; it can stand or end in some way, but makes no moves.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.kit.layout import SEATS
from simulate.play import rows as row
from simulate.play.rows import Integers
from simulate.play.tally import LENGTHS, SINGLES, UNHASHED_COUNTS
from simulate.play.walk import RecordedGame
from simulate.study import Study

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_FIGURE = re.compile(rf"([\w.]+) ?(>=|<=|>|<|=) ?{_NUMBER}")
#: The most digits of a number of times or of a turn; Python reads no integer of over 4,300 digits.
_MOST_DIGITS = 9
#: Numbers of times in words.
_OFTEN = {"twice": 2, "two times": 2, "thrice": 3, "three times": 3, "four times": 4}
#: Who, what, how often, and when; to be formatted with what the game is told in.
_EVENT = (
    r"(?i)(?: ((?:seat|player|side) \d+|the first seat|the last seat|somebody))?((?: \S+)*?)"
    rf"(?: ({'|'.join(_OFTEN)}|[1-9]\d* times))?"
    r"(?: (at|before|after) half[- ]?time| (before|after|in) (turn|round|lap|hand|trick|{}) (\d+))?"
)
#: How seats stand and how games end: alone, and with how much it is by, or what a seat has.
_PLAIN = ("leads", "trails", "is last", "wins", "loses")
_AMOUNT = rf"((?:leads|trails|wins) by|has)(?: (exactly|at least|at most))? {_NUMBER}(?: {{}}?)?"
_COMPARED = {
    **{">": operator.gt, "<": operator.lt, "=": operator.eq, ">=": operator.ge, "<=": operator.le},
    **{"exactly": operator.eq, "at least": operator.ge, "at most": operator.le},
    **{"before": operator.lt, "after": operator.gt, "in": operator.eq, "": operator.ge},
}
#: A unit of time beside turns and stretches; and, of an event, the seat of that before it.
HALF_TIME, SAME_SEAT = "half-time", -1
#: How to see what can be asked; to be formatted with what is typed for the game.
HOW_TO_LIST = "'fathom when {} --events' lists what there is"


@dataclass(frozen=True)
class Event:
    """What may happen in a game; `seat` is ``None`` for anybody's, or `SAME`.

    `verb` is the first word of how seats stand or a game ends, the path of a figure, or the words
    of an action; `sign` and `amount` are what it is compared with, scores in parts of a point.
    """

    #: Of what kind: an "action", a "standing", an "end" or a "figure".
    kind: str
    verb: str
    seat: int | None
    #: The event in full, as it was understood.
    text: str
    sign: str = ""
    amount: float = 0
    times: int = 1
    #: When: before, after or in a turn or stretch of that number, or `HALF_TIME`; from the first on
    #: if it does not say so.
    relation: str = ""
    unit: str = ""
    number: int = 1
    #: Whether it is about the whole side of the seat, which is the first seat of that side.
    of_side: bool = False

    def chances(self, game: RecordedGame) -> Iterator[tuple[int, int, int]]:
        """Yield steps at which it may happen, each with a seat and a moment: a turn or stretch."""
        tables, seats = game.tables, range(game.rules.players)
        sides = _sides(game.game, game.rules.players)
        over = tables[{"turn": "turns", HALF_TIME: "halftime"}.get(self.unit, "checkpoints")]
        if self.kind == "action":
            # Half-time is 1: it is 0 before it, and 2 from then on.
            now = 2 * over if self.unit == HALF_TIME else over + 1
            steps = np.flatnonzero(_COMPARED[self.relation](now, self.number))
            columns = (steps, tables["seat"][steps], tables["turns"][steps] + 1)
            yield from zip(*(column.tolist() for column in columns), strict=True)
        elif self.kind == "standing":
            # After the last step, when it is over, nobody looks.
            taken, over = tables["checkpoints"], over[1:]
            if self.relation in ("at", "after"):
                steps, moments = np.flatnonzero(over >= self.number)[:1], [self.number]
            else:
                early = (over < self.number) | (not self.relation)
                steps = np.flatnonzero((np.diff(taken) > 0) & early)
                moments = taken[steps + 1].tolist()
            for step, moment in zip(steps.tolist(), moments, strict=False):
                active = int(tables["active"][step + 1])
                present = {seat for seat in seats if active >> seat & 1}
                if self.of_side:  # it stands as long as one of its seats is still in
                    present = {sides.index(sides[seat]) for seat in present}
                yield from ((step, seat, moment) for seat in sorted(present))
        elif self.kind == "figure" or game.row[row.FINISHED]:
            yield from ((len(tables) - 1, seat, 0) for seat in seats)

    def happens(self, game: RecordedGame, step: int, seat: int) -> bool:
        """Return whether the event happens at a step, to a seat."""
        if self.kind == "action":
            return mentions(self.verb, game.describe_action(step))
        if self.kind == "figure":
            figure = figures_of(game.row[None], game.game, game.rules)[self.verb][0]
            return bool(_COMPARED[self.sign](figure, self.amount))
        active, scores = -1, game.row[row.SCORES :]
        sides = _sides(game.game, game.rules.players)
        if self.kind == "standing":
            active, scores = game.tables["active"][step + 1], game.steps[step + 1, 1:]
        elif (sides[seat] in _winning(int(game.row[row.WINNERS]), sides)) != (self.verb == "wins"):
            return False
        # A seat stands as its side does, with the sum of the scores of its seats still in.
        standing: dict[int, int] = {}
        for number, side in enumerate(sides):
            if active >> number & 1:
                score = game.game.standing(int(scores[number]))
                standing[side] = standing.get(side, 0) + score
        own = standing.pop(sides[seat])
        rivals = list(standing.values()) or [own]
        if self.verb == "is":
            return own <= min(rivals) and own < max(rivals)
        ahead = own - max(rivals)
        value = {"has": int(scores[seat]), "trails": -ahead}.get(self.verb, ahead)
        return not self.sign or bool(_COMPARED[self.sign](value, self.amount))


@cache
def _sides(game: Game, players: int) -> tuple[int, ...]:
    """Return the side of each seat."""
    return game.side_of(players)


def _winning(winners: int, sides: Sequence[int]) -> set[int]:
    """Return the sides of the seats that won: all seats of a side win together."""
    return {side for seat, side in enumerate(sides) if winners >> seat & 1}


class EventMatch(NamedTuple):
    """What was seen of events that were looked for in a game, one after another.

    The first `events` of them happened. A chance of the last one is a moment, its turn or stretch,
    and a seat, as ``SEATS * moment + seat``: those until it `happened`, that being the last one.
    """

    events: int
    happened: bool
    chances: Sequence[int]

    @property
    def moment(self) -> int:
        """The turn or stretch in which it happened."""
        return self.chances[-1] // SEATS

    @property
    def seat(self) -> int:
        """Whom it is about, counted from 0."""
        return self.chances[-1] % SEATS


def match_events(game: RecordedGame, events: Sequence[Event]) -> EventMatch:
    """Look whether events happen in a game, one after another; somebody is who does all of them."""
    anybody = len(events) > 1 and events[0].seat is None
    seats = range(game.rules.players) if anybody else [events[0].seat]
    several = [_look(game, events, seat) for seat in seats]
    tried = dict.fromkeys(chance for one in several for chance in one.chances)
    done = [one for one in several if one.happened]
    if not done:
        return EventMatch(max(one.events for one in several), False, tuple(tried))
    first = min(done, key=lambda one: one.moment)
    earlier = [one for one in tried if one // SEATS < first.moment]
    return EventMatch(len(events), True, (*earlier, first.chances[-1]))


def _look(game: RecordedGame, events: Sequence[Event], first: int | None) -> EventMatch:
    """Look for events, the first of which is about that seat, or anybody."""
    since, seat = 0, first
    for number, event in enumerate(events, 1):
        wanted = first if number == 1 else seat if event.seat == SAME_SEAT else event.seat
        tried, counts = dict[int, None](), Counter[int]()
        for step, seat, moment in event.chances(game):
            if step < since or wanted not in (None, seat):
                continue
            chance = SEATS * moment + seat
            counts[seat] += event.happens(game, step, seat)
            if counts[seat] == event.times:
                break
            tried[chance] = None
        else:
            # Where the events before the last did not happen, it was not possible.
            return EventMatch(number - 1, False, tuple(tried) if number == len(events) else ())
        since = step + 1
    return EventMatch(len(events), True, (*tried, chance))


@lru_cache(1 << 16)
def mentions(words: str, told: str) -> bool:
    """Return whether an action's text has some words; an ellipsis stands for any words."""
    pattern = re.escape(f" {plain_words(words)} ").replace("\\ …\\ ", " .+ ").replace("…", r"\S+")
    return bool(re.search(pattern, f" {plain_words(told)} "))


def plain_words(text: str) -> str:
    """Return a text in small letters, its words without what stands between them."""
    words = (one.strip(",.;:!?()") for one in text.lower().replace("...", "…").split())
    return " ".join(filter(None, words))


def figures_of(rows: Integers, game: Game, rules: Any) -> dict[str, Any]:
    """Return the values of all figures that a single game has, by path; shape (games,)."""
    seats, parts, counts = range(rules.players), game.score_parts, enumerate(game.counts)
    sides = _sides(game, rules.players)
    won = row.sums_by_side(rows[:, row.WINNERS, None] >> np.array(seats) & 1, sides) > 0
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    scores = row.sums_by_side(rows[:, row.SCORES : row.SCORES + rules.players], sides) / parts
    of_sides: dict[str, Any] = {}
    number_of_sides = max(sides) + 1
    if number_of_sides < rules.players or rules.players == 1:
        for side in range(number_of_sides):
            of_sides[f"sides.{side + 1}.score_mean"] = scores[:, side]
            of_sides[f"sides.{side + 1}.win_rate"] = shares[:, side]
    return {
        **{f"length.{name}": rows[:, place] for name, place in LENGTHS.items()},
        "length.minutes": rows[:, row.TURNS] * rules.seconds_per_turn / 60,
        "lead_changes": rows[:, row.LEAD_CHANGES],
        **{f"counts.{one.name}": rows[:, row.COUNTS + n] / one.parts for n, one in counts},
        **{f"seats.{n + 1}.score_mean": rows[:, row.SCORES + n] / parts for n in seats},
        **{f"seats.{n + 1}.win_rate": shares[:, sides[n]] for n in seats},
        **of_sides,
    }


def names_of_figures(game: Game, players: int) -> list[str]:
    """Return the paths of the figures that one game has."""
    rules, rows = SimpleNamespace(players=players, seconds_per_turn=0), row.width(len(game.counts))
    return list(figures_of(np.zeros((1, rows), np.int64), game, rules))


def standings_of(game: Game, players: int) -> list[str]:
    """Return examples of how seats stand; those that compare players only where they are rivals."""
    has = [f"has 6 {game.score_unit}", "has at least 6"]
    if game.number_of_sides(players) == 1:
        return has
    return [f"leads after {game.stretch} 2", "leads by 3", "trails by 2", *has, "is last"]


def ends_of(game: Game, players: int) -> list[str]:
    """Return examples of how a game ends for a seat."""
    if game.number_of_sides(players) == 1:
        return ["wins", "loses"]
    return ["wins", "wins by 5", "loses"]


def check_figure(path: str, game: Game, players: int) -> None:
    """Raise `UsageError` unless one game has that figure."""
    known = names_of_figures(game, players)
    if path not in known:
        raise unknown("figure", path, known, f" of one game of {game.name}")


def events_of(study: Study) -> dict[str, list[Event]]:
    """Return the events that a study counts, by name."""
    game, found = study.loaded_game, {}
    counted = [*(one.name for one in game.counts), *(one.name for one in game.shares)]
    counted += [*SINGLES, *UNHASHED_COUNTS, *("game", "deal", "rotation", "finished")]
    for name, said in study.events.items():
        if not re.fullmatch(r"[a-z]\w*", name):
            raise UsageError(f"[events]: {name!r} is no name; write it as in early_panic")
        if name in counted or re.search(r"_seat_\d+$", name):
            raise UsageError(f"[events]: {name} is told of games anyway; choose another name")
        found[name] = parse_events([said] if isinstance(said, str) else said, game, study.players)
    return found


def describe_events(events: Sequence[Event]) -> str:
    """Return what is looked for, as it was understood."""
    return ", and then ".join(event.text for event in events)


def parse_events(texts: Sequence[str], game: Game, players: int) -> list[Event]:
    """Read events; raise `UsageError` for what cannot be meant.

    Of words alone that say how often or when, the event before is meant.
    """
    joined: list[str] = []
    for text in (" ".join(text.split()) for text in texts):
        who, what, *more = _split(text, game)
        if joined and joined[-1] and any(more) and not (who or what):
            joined[-1] += f" {text}"
        else:
            joined.append(text)
    events: list[Event] = []
    for text in joined:
        events.append(_parse(text, game, players, events[-1] if events else None))
    together = game.number_of_sides(players) == 1
    for event in events:
        compares = event.kind == "standing" or (event.kind == "end" and event.sign)
        if together and compares and event.verb != "has":
            raise UsageError(
                f"{event.text!r} compares players, and all play {game.name} together; ask whether "
                "a seat wins, loses or has some points"
            )
    for event in events[:-1]:
        if event.kind in ("end", "figure"):
            raise UsageError(f"{event.text!r} is known at a game's end only; name that event last")
    return events


def _split(text: str, game: Game) -> Sequence[Any]:
    """Return what is said of who, what, how often, and when, all but what in small letters."""
    said = re.fullmatch(_EVENT.format(re.escape(game.stretch)), f" {text}".rstrip())
    assert said, "what happens can be any words"
    who, what, *more = said.groups()
    who = who and who.lower().replace("player", "seat")
    often, *rest = more
    # Letters such as the long s match small letters, and become them only when folded.
    return [who, what, often and often.casefold(), *(part and part.lower() for part in rest)]


def _subject(
    who: str | None, text: str, game: Game, players: int, before: Event | None
) -> tuple[int | None, bool, str]:
    """Return the seat of an event, whether its whole side is meant, and its name in words.

    Raises
    ------
    UsageError
        If the game has no such seat or side.
    """
    if who is None and before:
        return SAME_SEAT, before.of_side, "that side" if before.of_side else "that seat"
    if who is None or who == "somebody":
        return None, False, "somebody"
    places = {f"seat {seat + 1}": seat for seat in range(players)}
    places |= {"the first seat": 0, "the last seat": players - 1}
    if who in places:
        return places[who], False, f"seat {places[who] + 1}"
    sides = _sides(game, players)
    number = max(sides) + 1
    allowed = f"seats are 1 to {players}"
    if number < players or players == 1:
        first_seats = {f"side {side + 1}": sides.index(side) for side in range(number)}
        if who in first_seats:
            return first_seats[who], True, who
        allowed = "there is only side 1" if number == 1 else f"sides are 1 to {number}"
        if who.startswith("seat"):
            allowed = f"seats are 1 to {players}"
    elif who.startswith("side"):
        allowed = f"each player of {game.name} plays alone; {allowed}"
    raise UsageError(f"there is no {who} in {text!r}; {allowed}")


def _whole(digits: str) -> int:
    """Return a whole number, or raise `UsageError` if it has more digits than any game needs."""
    if len(digits) > _MOST_DIGITS:
        raise UsageError(
            f"{digits[:_MOST_DIGITS]}... is larger than anything in a game; give a number of at "
            f"most {_MOST_DIGITS} digits"
        )
    return int(digits)


def _parse(text: str, game: Game, players: int, before: Event | None) -> Event:
    if figure := _FIGURE.fullmatch(text):
        path, sign, than = figure.groups()
        check_figure(path, game, players)
        told = f"{path} {sign} {than}"
        return Event("figure", path, SAME_SEAT if before else 0, told, sign, float(than))
    if re.search("[<>=]", text):
        raise UsageError(f"{text!r} is no comparison; write it as lead_changes > 3 or <= 3")
    who, what, often, half, relation, unit, number = _split(text, game)
    seat, of_side, about = _subject(who, text, game, players, before)
    if not what:
        raise UsageError(
            f"{text!r} does not say what happens; {HOW_TO_LIST.format(game.name_or_file)}"
        )
    if unit not in (None, "turn", game.stretch):
        raise UsageError(
            f"{text!r} speaks of a {unit}, but {game.name} is told in {game.stretch}s and turns"
        )
    told = verb = what[1:]
    what = verb.lower()
    said = re.fullmatch(_AMOUNT.format(re.escape(game.score_unit)), what)
    kind, sign, amount = "action", "", 0.0
    if said or what in _PLAIN:
        told, verb = what, what.split()[0]
        kind = "end" if verb in ("wins", "loses") else "standing"
        sign = ">" if verb in ("leads", "trails") else ""
    elif not re.match(r"\w+s\b", what):  # a card, say
        told = f"makes a move with {verb!r}"
    if said:
        sign = said[2] or ("exactly" if verb == "has" else "at least")
        told, amount = f"{said[1]} {sign} {said[3]} {game.score_unit}", float(said[3])
    relation, unit = half or relation or "", HALF_TIME if half else unit or ""
    if kind == "standing" and relation not in ("", "before"):
        relation = "at" if half else "after"
    if kind == "action" and relation == "at":
        raise UsageError(
            f"{text!r}: at half-time it is seen how seats stand (leads, trails by 2, is last, has "
            "6); what they do comes before half-time, or after half-time"
        )
    if kind == "end" and (relation or often):
        raise UsageError(f"{text!r}: a game is won once, at its end; leave out when and how often")
    if of_side and (kind == "action" or verb == "has"):
        raise UsageError(
            f"{text!r}: a side leads, trails, is last, wins or loses; name the seat that makes a "
            "move or has a number of points"
        )
    times = _OFTEN.get(often) or _whole((often or "1").split()[0])
    or_more = often and f"{often} or more"
    told = " ".join(filter(None, [about, told, or_more, relation, unit, number]))
    when = (relation, unit, _whole(number or "1"))
    return Event(kind, verb, seat, told, sign, amount * game.score_parts, times, *when, of_side)
