"""Events of games in words: parse the text that a designer types, and find the event in games.

An event is written ``[seat N | side N | the first seat | the last seat | somebody] what [how often]
[when]``, or as a comparison of a figure of the whole game with a number. ``what`` is a standing
("leads by 3"), an end of the game ("wins"), or words from the name of an action in replays. An
ellipsis in the words matches any words.

If an event names no seat, its seat is the seat of the previous event. If the first event names no
seat, it can happen to any seat; ``how often`` then counts how often it happens to the same seat. A
side can have standings and ends, but has no actions. In code, its first seat represents it.
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
from simulate.play.half_time import is_past_middle
from simulate.play.rows import Integers
from simulate.play.tally import LENGTHS, SINGLES, UNHASHED_COUNTS
from simulate.play.walk import RecordedGame
from simulate.study import Study

_NUMBER = r"(-?\d+(?:\.\d+)?)"
_FIGURE = re.compile(rf"([\w.]+) ?(>=|<=|>|<|=) ?{_NUMBER}")
#: The maximum number of digits of a number in an event. Python refuses to parse more than 4,300
#: digits.
_MOST_DIGITS = 9
#: Words for how often an event has to happen.
_OFTEN = {"twice": 2, "two times": 2, "thrice": 3, "three times": 3, "four times": 4}
#: The pattern of an event: seat, what, how often and when. It has to be formatted with the name of
#: the game's stretch, such as "round".
_EVENT = (
    r"(?i)(?: ((?:seat|player|side) \d+|the first seat|the last seat|somebody))?((?: \S+)*?)"
    rf"(?: ({'|'.join(_OFTEN)}|[1-9]\d* times))?"
    r"(?: (at|before|after) half[- ]?time| (before|after|in) (turn|round|lap|hand|trick|{}) (\d+))?"
)
#: Standings and ends without a number.
_PLAIN = ("leads", "trails", "is last", "wins", "loses")
#: The pattern of standings and ends with a number of points, to be formatted with the name of the
#: points.
_AMOUNT = rf"((?:leads|trails|wins) by|has)(?: (exactly|at least|at most))? {_NUMBER}(?: {{}}?)?"
_COMPARED = {
    **{">": operator.gt, "<": operator.lt, "=": operator.eq, ">=": operator.ge, "<=": operator.le},
    **{"exactly": operator.eq, "at least": operator.ge, "at most": operator.le},
    **{"before": operator.lt, "after": operator.gt, "in": operator.eq, "": operator.ge},
}
#: The unit of time of events at, before or after half-time. Other units are turns and stretches.
HALF_TIME = "half-time"
#: The value of `Event.seat` that means the seat of the previous event.
SAME_SEAT = -1
#: The part of messages that says how to list events. It has to be formatted with the game's name.
HOW_TO_LIST = "'fathom when {} --events' lists the possible events"


@dataclass(frozen=True)
class Event:
    """An event that may happen in a game, as it was parsed from a designer's words."""

    #: "action", "standing", "end" or "figure".
    kind: str
    #: The first word of a standing or an end, the words of an action, or the path of a figure.
    verb: str
    #: The seat, from 0; None for any seat; or `SAME_SEAT`.
    seat: int | None
    #: The whole event in words, as Fathom understood it.
    text: str
    #: The comparison of a score, lead or figure with `amount`, such as "at least"; empty for none.
    sign: str = ""
    #: The number to compare with. Scores and leads are in parts of a point.
    amount: float = 0
    #: The number of times that the event has to happen.
    times: int = 1
    #: The relation of the event to a time: "before", "after", "in" or "at"; empty for any time.
    relation: str = ""
    #: The unit of that time: "turn", the game's stretch ("round"), or `HALF_TIME`; empty for any
    #: time.
    unit: str = ""
    #: The number of that turn or stretch.
    number: int = 1
    #: True if the event is about a side. `seat` is then the first seat of the side.
    of_side: bool = False

    def chances(self, game: RecordedGame) -> Iterator[tuple[int, int, int]]:
        """Yield the occasions in a game on which the event could happen.

        An occasion is the index of a step, a seat, and a number: for an action the number of its
        turn, for a standing the number of its stretch, both from 1; for an end or a figure 0.
        """
        if self.kind == "action":
            yield from self._chances_to_act(game)
        elif self.kind == "standing":
            yield from self._chances_to_stand(game)
        elif self.kind == "figure" or game.row[row.FINISHED]:
            last = len(game.tables) - 1
            yield from ((last, seat, 0) for seat in range(game.rules.players))

    def _units_over(self, game: RecordedGame) -> Any:
        """Return the number of turns, stretches or half-times that are over before each step."""
        if self.unit == HALF_TIME and game.game.halves:
            return is_past_middle(game.tables["checkpoints"])
        return game.tables[{"turn": "turns", HALF_TIME: "halftime"}.get(self.unit, "checkpoints")]

    def _chances_to_act(self, game: RecordedGame) -> Iterator[tuple[int, int, int]]:
        """Yield the occasions for an action: the steps within the time that the event names."""
        over = self._units_over(game)
        tables = game.tables
        # `number` is 1 for half-time, so the time is 0 before half-time and 2 after it.
        now = 2 * over if self.unit == HALF_TIME else over + 1
        steps = np.flatnonzero(_COMPARED[self.relation](now, self.number))
        columns = (steps, tables["seat"][steps], tables["turns"][steps] + 1)
        yield from zip(*(column.tolist() for column in columns), strict=True)

    def _chances_to_stand(self, game: RecordedGame) -> Iterator[tuple[int, int, int]]:
        """Yield the occasions at which an event about a standing, such as "leads by 3", can happen.

        If the event is "at" or "after" a time, the only step is the one that reaches this time.
        Otherwise each step that ends a stretch counts; if it is "before" a time, only earlier ones.
        """
        tables = game.tables
        seats = range(game.rules.players)
        sides = _side_of_seats(game.game, game.rules.players)
        # The standings after the last step are left out: events of kind "end" are about them.
        checkpoints = tables["checkpoints"]
        over = self._units_over(game)[1:]
        if self.relation in ("at", "after"):
            steps = np.flatnonzero(over >= self.number)[:1]
            moments = [self.number]
        else:
            is_early = (over < self.number) | (not self.relation)
            steps = np.flatnonzero((np.diff(checkpoints) > 0) & is_early)
            moments = checkpoints[steps + 1].tolist()
        for step, moment in zip(steps.tolist(), moments, strict=False):
            active = int(tables["active"][step + 1])
            present = {seat for seat in seats if active >> seat & 1}
            if self.of_side:  # A side is in the game while at least one of its seats is.
                present = {sides.index(sides[seat]) for seat in present}
            yield from ((step, seat, moment) for seat in sorted(present))

    def happens(self, game: RecordedGame, step: int, seat: int) -> bool:
        """Return True if the event happens on an occasion that `chances` yielded.

        Parameters
        ----------
        game
            The game.
        step
            The index of the step.
        seat
            The seat.
        """
        if self.kind == "action":
            return mentions(self.verb, game.describe_action(step))
        if self.kind == "figure":
            figure = figures_of(game.row[None], game.game, game.rules)[self.verb][0]
            return bool(_COMPARED[self.sign](figure, self.amount))
        if self.kind == "standing":
            active = game.tables["active"][step + 1]
            scores = game.steps[step + 1, 1:]
            return self._is_standing(game, seat, active, scores)
        sides = _side_of_seats(game.game, game.rules.players)
        is_winner = sides[seat] in _winning_sides(int(game.row[row.WINNERS]), sides)
        if is_winner != (self.verb == "wins"):
            return False
        all_active = -1
        return self._is_standing(game, seat, all_active, game.row[row.SCORES :])

    def _is_standing(self, game: RecordedGame, seat: int, active: int, scores: Any) -> bool:
        """Return True if a seat is in the position that the event requires, such as being ahead.

        Sides are compared, not seats: the score of a side is the sum of the scores of its seats
        that are still in the game.

        Parameters
        ----------
        game
            The game at the moment of the event.
        seat
            The number of the seat, from 0.
        active
            The set of seats still in the game.
        scores
            The score of each seat, in parts of a point.
        """
        sides = _side_of_seats(game.game, game.rules.players)
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
        points = {"has": int(scores[seat]), "trails": -ahead}.get(self.verb, ahead)
        return not self.sign or bool(_COMPARED[self.sign](points, self.amount))


@cache
def _side_of_seats(game: Game, players: int) -> tuple[int, ...]:
    """Return the side of each seat, from 0."""
    return game.side_of(players)


def _winning_sides(winners: int, sides: Sequence[int]) -> set[int]:
    """Return the sides of the winning seats, given the set of these seats as bits."""
    return {side for seat, side in enumerate(sides) if winners >> seat & 1}


class EventMatch(NamedTuple):
    """The events of a sequence that happened in a game, in the order of the sequence."""

    #: The number of events of the sequence that happened, counted from its first.
    events: int
    #: True if all events of the sequence happened.
    happened: bool
    #: The occasions on which the last event could happen, up to the one on which it happened. An
    #: occasion is ``SEATS * moment + seat``, where the moment is the number of a turn or stretch as
    #: in `Event.chances`.
    chances: Sequence[int]

    @property
    def moment(self) -> int:
        """The number of the turn or stretch in which the last event happened, from 1.

        It is 0 for an end or a figure, and has no meaning if `happened` is False.
        """
        return self.chances[-1] // SEATS

    @property
    def seat(self) -> int:
        """The seat, from 0, to which the last event happened.

        It has no meaning if `happened` is False.
        """
        return self.chances[-1] % SEATS


def match_events(game: RecordedGame, events: Sequence[Event]) -> EventMatch:
    """Return the `EventMatch` of a game: the events of a sequence that happened, one after another.

    If the first of several events can happen to any seat, the events that name no seat have to
    happen to the same seat. If the sequence happened to several seats, the earliest counts. If it
    happened to none, `EventMatch.events` is the largest number for any seat. There has to be at
    least one event.
    """
    any_seat = len(events) > 1 and events[0].seat is None
    seats = range(game.rules.players) if any_seat else [events[0].seat]
    matches = [_match_from(game, events, seat) for seat in seats]
    chances = dict.fromkeys(chance for match in matches for chance in match.chances)
    complete = [match for match in matches if match.happened]
    if not complete:
        return EventMatch(max(match.events for match in matches), False, tuple(chances))
    first = min(complete, key=lambda match: match.moment)
    earlier = [chance for chance in chances if chance // SEATS < first.moment]
    return EventMatch(len(events), True, (*earlier, first.chances[-1]))


def _match_from(game: RecordedGame, events: Sequence[Event], first: int | None) -> EventMatch:
    """Return the match of a sequence of events whose first event is about the seat `first`.

    None means any seat.
    """
    since = 0
    seat = first
    for number, event in enumerate(events, 1):
        subject = seat if event.seat == SAME_SEAT else event.seat
        if number == 1:
            subject = first
        missed = dict[int, None]()
        counts = Counter[int]()
        for step, seat, moment in event.chances(game):
            if step < since or subject not in (None, seat):
                continue
            chance = SEATS * moment + seat
            counts[seat] += event.happens(game, step, seat)
            if counts[seat] == event.times:
                break
            missed[chance] = None
        else:
            # The last event can happen only after all events before it.
            return EventMatch(number - 1, False, tuple(missed) if number == len(events) else ())
        since = step + 1
    return EventMatch(len(events), True, (*missed, chance))


@lru_cache(1 << 16)
def mentions(words: str, text: str) -> bool:
    """Return True if a text contains some words, in upper or lower case.

    An ellipsis in `words` matches one or more words, or a part of a word.
    """
    pattern = re.escape(f" {plain_words(words)} ").replace("\\ …\\ ", " .+ ").replace("…", r"\S+")
    return bool(re.search(pattern, f" {plain_words(text)} "))


def plain_words(text: str) -> str:
    """Return a text in lower case, with single spaces and no punctuation around words."""
    words = (word.strip(",.;:!?()") for word in text.lower().replace("...", "…").split())
    return " ".join(filter(None, words))


def figures_of(rows: Integers, game: Game, rules: Any) -> dict[str, Any]:
    """Return the figures of each of several games.

    Parameters
    ----------
    rows
        The rows of the games: shape (games, `simulate.play.rows.width`).
    game, rules
        The game and the record of its rules.

    Returns
    -------
    dict
        By the path of the figure, such as "seats.1.win_rate": its value in each game, shape
        (games,). Scores are in points.
    """
    seats = range(rules.players)
    parts = game.score_parts
    sides = _side_of_seats(game, rules.players)
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
        **{
            f"counts.{count.name}": rows[:, row.COUNTS + n] / count.parts
            for n, count in enumerate(game.counts)
        },
        **{f"seats.{n + 1}.score_mean": rows[:, row.SCORES + n] / parts for n in seats},
        **{f"seats.{n + 1}.win_rate": shares[:, sides[n]] for n in seats},
        **of_sides,
    }


def names_of_figures(game: Game, players: int) -> list[str]:
    """Return the paths of the figures that a single game has, such as "seats.1.win_rate".

    They are in the order of `figures_of`.
    """
    rules = SimpleNamespace(players=players, seconds_per_turn=0)
    rows = row.width(len(game.counts), game.sets)
    return list(figures_of(np.zeros((1, rows), np.int64), game, rules))


def standings_of(game: Game, players: int) -> list[str]:
    """Return examples of standings, such as "leads by 3", as designers write them in events.

    If all seats play together, only standings that compare no players are returned.
    """
    has = [f"has 6 {game.score_unit}", "has at least 6"]
    if game.is_won_together(players):
        return has
    return [f"leads after {game.stretch} 2", "leads by 3", "trails by 2", *has, "is last"]


def ends_of(game: Game, players: int) -> list[str]:
    """Return examples of ends of a game, such as "wins", as designers write them in events."""
    if game.is_won_together(players):
        return ["wins", "loses"]
    return ["wins", "wins by 5", "loses"]


def check_figure(path: str, game: Game, players: int) -> None:
    """Raise `UsageError` if `path` is not the path of a figure that a single game has."""
    paths = names_of_figures(game, players)
    if path not in paths:
        raise unknown("figure", path, paths, f" of one game of {game.name}")


def events_of(study: Study) -> dict[str, list[Event]]:
    """Return, by name, the sequences of events that a study counts when they happen in order.

    Raises
    ------
    UsageError
        If the game cannot be loaded, a name is not allowed, or an event cannot be parsed.
    """
    game = study.loaded_game
    events = dict[str, list[Event]]()
    taken = [*(count.name for count in game.counts), *(share.name for share in game.shares)]
    taken += [*SINGLES, *UNHASHED_COUNTS, "game", "deal", "rotation", "finished"]
    for name, texts in study.events.items():
        if not re.fullmatch(r"[a-z]\w*", name):
            raise UsageError(
                f"[events]: {name!r} is not a name; use lower-case letters, digits and "
                "underscores, as in early_panic"
            )
        if name in taken or re.search(r"_seat_\d+$", name):
            raise UsageError(
                f"[events]: {name} is the name of something that is always counted; choose "
                "another name"
            )
        sequence = [texts] if isinstance(texts, str) else texts
        events[name] = parse_events(sequence, game, study.players)
    return events


def describe_events(events: Sequence[Event]) -> str:
    """Return a sequence of events in words."""
    return ", and then ".join(event.text for event in events)


def parse_events(texts: Sequence[str], game: Game, players: int) -> list[Event]:
    """Return the events that some texts describe, in the form explained at the top of this file.

    A text with nothing but "how often" or "when" is added to the text before it.

    Raises
    ------
    UsageError
        If a text does not describe an event, or if the event is impossible in the game.
    """
    joined: list[str] = []
    for text in (" ".join(text.split()) for text in texts):
        subject, what, *rest = _split_parts(text, game)
        if joined and joined[-1] and any(rest) and not (subject or what):
            joined[-1] += f" {text}"
        else:
            joined.append(text)
    events: list[Event] = []
    for text in joined:
        events.append(_parse(text, game, players, events[-1] if events else None))
    together = game.is_won_together(players)
    for event in events:
        compares = event.kind == "standing" or (event.kind == "end" and event.sign)
        if together and compares and event.verb != "has":
            raise UsageError(
                f"{event.text!r} compares players, but all play {game.name} together; use an event "
                "such as 'wins', 'loses' or 'has 6'"
            )
    for event in events[:-1]:
        if event.kind in ("end", "figure"):
            raise UsageError(
                f"{event.text!r} is known only at the end of a game; put that event last"
            )
    return events


def _split_parts(text: str, game: Game) -> Sequence[Any]:
    """Return the seven parts of an event's text: seat, what, how often, and four parts of when.

    The first part of when is the "at", "before" or "after" of half-time. The other three are the
    parts of a time such as "after round 3": its preposition, its unit and its number.

    All but "what" are in lower case. A missing part is None; a missing "what" is empty.
    """
    match = re.fullmatch(_EVENT.format(re.escape(game.stretch)), f" {text}".rstrip())
    assert match, "the pattern matches every text"
    subject, what, often, *when = match.groups()
    if subject:
        subject = subject.lower().replace("player", "seat")
    # The pattern also matches letters such as the long s, which only casefold() makes plain.
    if often:
        often = often.casefold()
    return [subject, what, often, *(part and part.lower() for part in when)]


def _parse_subject(
    subject: str | None, text: str, game: Game, players: int, before: Event | None
) -> tuple[int | None, bool, str]:
    """Return the seat of an event, True if the event is about that seat's side, and a name.

    The name is that of the seat or side, as in "seat 2".

    Parameters
    ----------
    subject
        The seat or side as it was written, in lower case; None if it is missing.
    text
        The whole event, for the message of the error.
    game, players
        The game and the number of players.
    before
        The previous event; None for the first.

    Raises
    ------
    UsageError
        If the game has no such seat or side.
    """
    if subject is None and before:
        return SAME_SEAT, before.of_side, "that side" if before.of_side else "that seat"
    if subject is None or subject == "somebody":
        return None, False, "somebody" if players > 1 else "the player"
    places = {f"seat {seat + 1}": seat for seat in range(players)}
    places |= {"the first seat": 0, "the last seat": players - 1}
    if subject in places:
        return places[subject], False, f"seat {places[subject] + 1}"
    sides = _side_of_seats(game, players)
    number = max(sides) + 1
    allowed = f"seats are 1 to {players}"
    if number < players or players == 1:
        first_seats = {f"side {side + 1}": sides.index(side) for side in range(number)}
        if subject in first_seats:
            return first_seats[subject], True, subject
        allowed = "there is only side 1" if number == 1 else f"sides are 1 to {number}"
        if subject.startswith("seat"):
            allowed = f"seats are 1 to {players}"
    elif subject.startswith("side"):
        allowed = f"each player of {game.name} plays alone; {allowed}"
    raise UsageError(f"there is no {subject} in {text!r}; {allowed}")


def _parse_whole_number(digits: str) -> int:
    """Return a whole number, or raise `UsageError` if it has more than `_MOST_DIGITS` digits."""
    if len(digits) > _MOST_DIGITS:
        raise UsageError(
            f"{digits[:_MOST_DIGITS]}... is too large; give a number of at most {_MOST_DIGITS} "
            "digits"
        )
    return int(digits)


def _parse(text: str, game: Game, players: int, before: Event | None) -> Event:
    """Return the event that a text describes.

    `before` is the event that comes before it in a sequence; None if it is the first.

    Raise `UsageError` if the text describes no event.
    """
    if figure := _FIGURE.fullmatch(text):
        return _parse_figure(figure, game, players, before)
    if re.search("[<>=]", text):
        raise UsageError(
            f"{text!r} is not a comparison of a figure with a number, such as lead_changes > 3"
        )
    subject, what, often, half, relation, unit, number = _split_parts(text, game)
    seat, of_side, subject_text = _parse_subject(subject, text, game, players, before)
    if not what:
        raise UsageError(f"{text!r} names no event; {HOW_TO_LIST.format(game.name_or_file)}")
    if unit not in (None, "turn", game.stretch):
        raise UsageError(
            f"{text!r} names a {unit}, but {game.name} is divided into {game.stretch}s and turns"
        )
    kind, verb, sign, amount, what_text = _parse_what(what[1:], game)
    relation = half or relation or ""
    unit = HALF_TIME if half else unit or ""
    if kind == "standing" and relation not in ("", "before"):
        relation = "at" if half else "after"
    _check_parts(text, kind, verb, relation, often, of_side)
    times = _OFTEN.get(often) or _parse_whole_number((often or "1").split()[0])
    times_text = f"{often} or more" if often else ""
    words = [subject_text, what_text, times_text, relation, unit, number]
    return Event(
        kind,
        verb,
        seat,
        " ".join(filter(None, words)),
        sign,
        amount * game.score_parts,
        times,
        relation,
        unit,
        _parse_whole_number(number or "1"),
        of_side,
    )


def _parse_figure(figure: re.Match[str], game: Game, players: int, before: Event | None) -> Event:
    """Return the event that compares a figure with a number, as in "length.turns > 20".

    Raise `UsageError` if games have no such figure.
    """
    path, sign, amount = figure.groups()
    check_figure(path, game, players)
    seat = SAME_SEAT if before else 0
    return Event("figure", path, seat, f"{path} {sign} {amount}", sign, float(amount))


def _parse_what(what: str, game: Game) -> tuple[str, str, str, float, str]:
    """Return `kind`, `verb`, `sign` and `amount` of an event, and its part "what" in words.

    `what` is that part as it was written.
    """
    folded = what.lower()
    match = re.fullmatch(_AMOUNT.format(re.escape(game.score_unit)), folded)
    if match is None and folded not in _PLAIN:
        text = what
        if not re.match(r"\w+s\b", folded):  # It is not a verb, but for example the name of a card.
            text = f"makes a move with {what!r}"
        return "action", what, "", 0.0, text
    verb = folded.split()[0]
    kind = "end" if verb in ("wins", "loses") else "standing"
    if match is None:
        sign = ">" if verb in ("leads", "trails") else ""
        return kind, verb, sign, 0.0, folded
    sign = match[2] or ("exactly" if verb == "has" else "at least")
    return kind, verb, sign, float(match[3]), f"{match[1]} {sign} {match[3]} {game.score_unit}"


def _check_parts(
    text: str, kind: str, verb: str, relation: str, often: str | None, of_side: bool
) -> None:
    """Raise `UsageError` if the parts of an event contradict each other.

    `text` is the whole event, for the message. `often` is how often it happens, as it was written;
    None if that is missing. The other parts are fields of `Event`.
    """
    if kind == "action" and relation == "at":
        raise UsageError(
            f"{text!r}: actions happen before or after half-time; at half-time, name a standing "
            "(leads, trails by 2, is last, has 6)"
        )
    if kind == "end" and (relation or often):
        raise UsageError(
            f"{text!r}: a game is won or lost once, at its end; leave out when and how often"
        )
    if of_side and (kind == "action" or verb == "has"):
        raise UsageError(
            f"{text!r}: a side can only lead, trail, be last, win or lose; name a seat for moves "
            "and points"
        )
