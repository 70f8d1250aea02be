"""Checks of whole games, played compiled and many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from simulate.checking.screens import actions_in
from simulate.checking.steps import (
    CENSUS,
    LEAKS,
    PLAYED_ON,
    REDEAL,
    STEP_CHECKS,
    changed_field,
    nothing_hidden,
)
from simulate.checking.survey import MOST_STEPS, Survey
from simulate.checking.walks import PLAYS, CheckedTable, Finding, RedealtCards, WalkResult
from simulate.errors import FathomError, UsageError
from simulate.game import Game, Snapshot
from simulate.kit.layout import table_layout
from simulate.making.telling import DeclaredTeller, describe_numbers
from simulate.play import rows as row
from simulate.play.engine import Engine
from simulate.play.walk import find_most_frequent_action
from simulate.rules.kinds import Option

#: Games in a block.
GAMES = 60
#: How many of the last actions are counted of a game that is not decided.
LAST = 200
#: The share of games that may be undecided when lots are drawn.
MAY_BE_UNDECIDED = 0.02
#: Part of the message about a strategy that chooses an action that was not offered.
NOT_LEGAL = "which is not legal"
#: Steps in all, and games at each table with each line-up, of games of which only the results are
#: kept. Where as many games were recorded, no more are played.
RESULT_STEPS, MOST_RESULTS = 6_000_000, 1_000
#: Decided games at a table after which a seat that never won is a fault, not bad luck. With fewer
#: games it is not looked at.
ENOUGH_DECIDED = 150
#: The games with level scores in front that are needed to check how ties are settled.
ENOUGH_TIES = 12

MakeEngine = Callable[[CheckedTable, int, Mapping[str, Any]], Engine]


@dataclass(frozen=True)
class CheckedGame:
    """A game with everything that checks of whole games look at.

    `make` makes an engine for a table, the number of a line-up and changes of rules. `lineups` are
    the specifications of the strategies, random first. `fault` is the error that ended the survey,
    if any. `left_out` names the parts of checks that could not be made.
    """

    game: Game
    tables: Sequence[CheckedTable]
    lineups: Sequence[str]
    make: MakeEngine
    walked: WalkResult
    survey: Survey
    fault: FathomError | None = None
    left_out: list[str] = field(default_factory=list)

    @cached_property
    def rows(self) -> dict[tuple[CheckedTable, int], row.Integers]:
        """A block of games at each table with each line-up."""
        return {
            (table, who): self.make(table, who, {}).play(0, GAMES)
            for who in range(len(self.lineups))
            for table in self.tables
        }

    @cached_property
    def results(self) -> dict[tuple[CheckedTable, int], row.Integers]:
        """The rows of all games at each table with each line-up; the recorded games come first."""
        results = {}
        for (table, who), cell in self.survey.cells.items():
            length = max(cell.steps / max(len(cell.rows), 1), 1.0)
            games = int(min(RESULT_STEPS / len(self.survey.cells) / length, MOST_RESULTS))
            results[table, who] = cell.rows
            if games > len(cell.rows):
                results[table, who] = self.make(table, who, {}).play(0, games)
        return results

    @property
    def games(self) -> int:
        """The number of games whose results were looked at: 0 if no check came to look at them."""
        return sum(map(len, vars(self).get("results", {}).values()))

    def decided_at(self, table: CheckedTable) -> row.Integers:
        """Return the rows of all decided games at a table, with any line-up."""
        rows = [rows for (there, _), rows in self.results.items() if there == table]
        every = np.concatenate(rows)
        decided: row.Integers = every[every[:, row.FINISHED] != 0]
        return decided

    def by(self, who: int) -> str:
        """Name the line-up of that number."""
        return f"strategy {self.lineups[who]}"


@dataclass(frozen=True)
class BlockCheck:
    """A rule of good games.

    `look` yields what is wrong. `nothing` returns why there is nothing to check, or an empty
    string.
    """

    name: str
    look: Callable[[CheckedGame], Iterator[Finding]]
    nothing: Callable[[CheckedGame], str] = lambda played: ""


ENDS = "games end"
SAME = "the same seed gives the same games, in any blocks"
INTERPRETED = "compiled and interpreted games are the same"
COUNTS = "counts are what they say"


def _end(played: CheckedGame) -> Iterator[Finding]:
    for (table, who), rows in played.rows.items():
        engine = played.make(table, who, {})
        games, undecided = len(rows), np.flatnonzero(rows[:, row.FINISHED] == 0)
        if not undecided.size:
            games, undecided = _rarely_undecided(played, table, who)
        if not undecided.size:
            continue
        share, number = undecided.size / games, int(undecided[0])
        whole = engine.walk(number)
        whole.finish()
        last = min(LAST, whole.steps)
        again = engine.walk(number)
        named, times, _ = find_most_frequent_action(
            engine.game, engine.rules[0], again, whole.steps, last
        )
        yield Finding(
            f"{undecided.size} of {games:,} games are not decided after "
            f"{int(engine.rules[0].max_turns):,} turns with {played.lineups[who]}; {times} "
            f"of the last {last} actions are: {named}",
            "let something run out, or call end_game after so many rounds",
            where=str(table),
            game=number,
            warning=share <= MAY_BE_UNDECIDED or who > 0,
        )


def _rarely_undecided(
    played: CheckedGame, table: CheckedTable, who: int
) -> tuple[int, row.Integers]:
    """Return the number of recorded games of a cell, and the numbers of the undecided games.

    Games that were not recorded to their end are played to it.
    """
    cell = played.survey.cells.get((table, who))
    if cell is None:
        return 0, np.zeros(0, np.int64)
    rows = cell.rows.copy()
    for number in np.flatnonzero((rows[:, row.FINISHED] == 0) & (rows[:, row.TURNS] == 0)):
        rows[number] = played.make(table, who, {}).play(int(number), 1)[0]
    return len(rows), np.flatnonzero(rows[:, row.FINISHED] == 0)


def _same(played: CheckedGame) -> Iterator[Finding]:
    """Find games that differ when they are played again, or alone."""
    of_game = "let all of a game come from state and rules, and all chance from state.chance"
    of_strategy = "let it decide by its view alone, and draw from view.chance"
    faulty = set[CheckedTable]()
    for (table, who), rows in played.rows.items():
        engine = played.make(table, who, {})
        repeated = {
            "again": dict(enumerate(engine.play(0, GAMES))),
            "alone": {number: engine.play(number, 1)[0] for number in (GAMES - 1, GAMES // 2)},
        }
        # A game that repeats itself with random players does so; then the strategy does not.
        is_strategys = who > 0 and table not in faulty
        for how, numbers in repeated.items():
            differ = [
                number for number in numbers if not np.array_equal(numbers[number], rows[number])
            ]
            if differ:
                said = f"played {how}, the game goes otherwise"
                if is_strategys:
                    said = f"{played.by(who)} decides otherwise when a game is played {how}"
                else:
                    faulty.add(table)
                remedy = of_strategy if is_strategys else of_game
                yield Finding(said, remedy, where=str(table), game=differ[0])


def _interpreted(played: CheckedGame) -> Iterator[Finding]:
    for (table, who, number), stood in played.walked.stood.items():
        engine = played.make(table, who, {})
        walk = engine.walk(number)
        walk.skip(stood.steps)
        row_ = None if walk.row is None else walk.row.tolist()
        records = zip(walk.snapshot, stood.state, strict=True)
        state = Snapshot(
            *(np.frombuffer(told, one.dtype).reshape(one.shape) for one, told in records)
        )
        place = changed_field(walk.snapshot, state)
        if place or row_ != stood.row:
            yield Finding(
                f"after {stood.steps} steps {place or 'the result'} is another one compiled than "
                "interpreted",
                "look for a number beyond 64 bits, a fraction, or an index below 0",
                where=str(table),
                game=number,
            )


def _counts(played: CheckedGame) -> Iterator[Finding]:
    for (table, _), found in played.rows.items():
        for place, count in enumerate(played.game.counts):
            numbers = found[:, row.COUNTS + place]
            wrong = (numbers < 0) & (not count.signed)
            if count.yes_or_no:
                wrong |= numbers > 1
            if wrong.any():
                number = int(np.flatnonzero(wrong)[0])
                yield Finding(
                    f"count {count.name} is {numbers[number]} in a game",
                    "a count is 0 or more, and 0 or 1 where it is yes or no; or declare it signed",
                    where=str(table),
                    game=number,
                )


SEATS_PLAY = "each seat acts and can win"
TIES = "ties favour no seat"
USED = "every count, counter and place is used"
RULES = "every rule does something"
ACTIONS = "every action is offered and chosen"
REACHED = "worlds dealt anew can have come about"


def _seats(played: CheckedGame) -> Iterator[Finding]:
    """Find seats that never act or never win, and winners that cannot be."""
    for table in played.tables:
        cells = played.survey.cells_at(table)
        games = sum(len(cell.rows) for cell in cells)
        acted = 0
        for cell in cells:
            acted |= cell.acted
        winners = int(np.bitwise_or.reduce(played.decided_at(table)[:, row.WINNERS], initial=0))
        turns = max((int(cell.rows[:, row.TURNS].max(initial=0)) for cell in cells), default=0)
        for seat in range(table.players):
            if not acted >> seat & 1:
                # A game may be over before the turn of a seat, which can win all the same.
                over_before = turns < 2 * table.players
                yield Finding(
                    f"seat {seat + 1} never acts in {games:,} games",
                    "look at what sets table.seat; end_turn gives each seat a turn",
                    where=str(table),
                    warning=bool(winners >> seat & 1) and over_before,
                )
        yield from _winning(played, table)


def _winning(played: CheckedGame, table: CheckedTable) -> Iterator[Finding]:
    """Find games without winners, seats that never win, and sets of winners that cannot be."""
    sides = played.game.side_of(table.players)
    decided = played.decided_at(table)
    where = str(table)
    winners = decided[:, row.WINNERS]
    everybody = (1 << table.players) - 1
    if (winners & ~everybody).any():
        remedy = "let wins return a set of seats at the table, as bit(seat) makes one"
        yield Finding(f"a seat beyond the {table.players} at the table wins", remedy, where=where)
    for side in set(sides):
        mates = sum(1 << seat for seat in range(table.players) if sides[seat] == side)
        if ((winners & mates != 0) & (winners & mates != mates)).any():
            remedy = "let wins return all seats of a side, or none"
            yield Finding("only some seats of a side win", remedy, where=where)
    together = max(sides) == 0
    remedy = "look at wins, and at what it reads"
    if len(decided) and not winners.any():
        who = "the players never win" if together else "nobody wins"
        said = f"{who} in {len(decided):,} decided games"
        yield Finding(said, remedy, where=where, warning=together or len(decided) < ENOUGH_DECIDED)
        return
    if len(decided) and together and winners.all():
        said = f"the players win all of {len(decided):,} decided games"
        yield Finding(said, remedy, where=where, warning=True)
    if len(decided) and together:
        return
    if len(decided) < ENOUGH_DECIDED:
        few = f"{where}: only {len(decided)} decided games"
        played.left_out.append(f"whether each seat can win ({few})")
        return
    if (winners == everybody).all():
        yield Finding(
            f"all seats win all of {len(decided):,} decided games",
            "find out whether games can end otherwise: all scores may always be level",
            where=where,
            warning=True,
        )
    for seat in range(table.players):
        wins = winners >> seat & 1
        if not wins.any():
            yield Finding(
                f"seat {seat + 1} wins none of {len(decided):,} decided games",
                f"{remedy}: does it go through all seats?",
                where=where,
            )
        if wins.all() and not (winners == everybody).all():
            yield Finding(
                f"seat {seat + 1} wins all of {len(decided):,} decided games",
                "look at wins, at what it reads, and at what changes the points of that seat",
                where=where,
            )


def _ties(played: CheckedGame) -> Iterator[Finding]:
    """Find out whether all games with level scores in front were settled for the same seat."""
    level, winners = _all_level(played)
    behind = int((winners & ~level != 0).sum())
    if behind:
        yield Finding(
            f"in {behind:,} of {len(level):,} games that end with level scores in front a seat "
            "behind them wins",
            "look at wins: in all other games the seat in front wins",
            warning=True,
        )
    last = 1 << np.floor(np.log2(level)).astype(np.int64)
    for seats, said in (
        (0, "nobody wins"),
        (level & -level, "the seat that sits first wins"),
        (last, "the seat that sits last wins"),
    ):
        if (winners == seats).all():
            yield Finding(
                f"in all {len(level):,} games that end with level scores in front {said}",
                "settle ties as the rules say, or let all who are level win (value == best)",
                warning=True,
            )


def _all_level(played: CheckedGame) -> tuple[row.Integers, row.Integers]:
    """Return the seats level in front and the winners, as sets, of all games that tie."""
    levels, winners = zip(*(_level(played, table) for table in played.tables), strict=True)
    return np.concatenate(levels), np.concatenate(winners)


def _level(played: CheckedGame, table: CheckedTable) -> tuple[row.Integers, row.Integers]:
    """Return the seats in front and the winners, as sets, of the games at a table that tie.

    Games that a seat behind wins are left out, unless the seat in front wins all games without a
    tie. In such a game the score does not decide.
    """
    decided = played.decided_at(table)
    scores = decided[:, row.SCORES : row.SCORES + table.players]
    if played.game.lower_leads:
        scores = -scores
    best = scores == scores.max(axis=1, keepdims=True)
    level = (best * (1 << np.arange(table.players))).sum(axis=1)
    winners = decided[:, row.WINNERS]
    tied = best.sum(axis=1) > 1
    if (~tied).sum() < ENOUGH_TIES or (winners != level)[~tied].any():
        tied &= winners & ~level == 0
    return level[tied], winners[tied]


def _without_ties(played: CheckedGame) -> str:
    """Return the reason not to look at ties: they are between sides, or there are few."""
    for table in played.tables:
        if played.game.number_of_sides(table.players) < table.players:
            return "seats play together"
    ties = len(_all_level(played)[0])
    return f"{ties} games end with level scores in front" if ties < ENOUGH_TIES else ""


def _used(played: CheckedGame) -> Iterator[Finding]:
    """Find fields that never change, and counts that are 0 in every game."""
    game, survey = played.game, played.survey
    layouts = (game.table, game.own, game.hidden)
    passed_over = {*table_layout().meanings, "counts", "unused", *_fields_of_cards(game)}
    for place, name in survey.unchanged:
        if name in passed_over:
            continue
        part = ("table", "own", "hidden")[place]
        yield Finding(
            f"{part}.{name} ({layouts[place].meanings[name]}) never changes in "
            f"{survey.games:,} games",
            "use it where it belongs, or leave it out",
            warning=True,
        )
    results = np.concatenate(list(played.results.values()))
    for place, count in enumerate(game.counts):
        applies = any(
            count.applies(game.resolve(table.variant, {}, table.players)) for table in played.tables
        )
        if not applies or results[:, row.COUNTS + place].any():
            continue
        if not _counts_with_other_rules(played, place):
            yield Finding(
                f"count {count.name} ({count.meaning}) is 0 in all of {len(results):,} games",
                f"find out whether it can happen; if so, count it with {count.name}.add(state)",
                warning=True,
            )


def _counts_with_other_rules(played: CheckedGame, place: int) -> bool:
    """Return whether a count rises in a few games once another value of some rule is set."""
    table = played.tables[0]
    values = played.game.resolve(table.variant, {}, table.players)
    for option in played.game.own_options:
        for change in _changes(option, values[option.name]):
            for who in range(len(played.lineups)):
                with suppress(UsageError):  # the values do not go together
                    engine = played.make(table, who, {option.name: change})
                    if engine.play(0, TRIED[0])[:, row.COUNTS + place].any():
                        return True
    return False


def _fields_of_cards(game: Game) -> Iterator[str]:
    """Yield the fields of places where cards lie, which may be used while a game is set up."""
    options = {option.name: option for option in game.options}
    components = game.teller.components if isinstance(game.teller, DeclaredTeller) else ()
    for component in components:
        if component.cards is not None:
            fields = component.fields(options)
            yield from (*fields.table, *fields.own, *fields.hidden)


def _reached(played: CheckedGame) -> Iterator[Finding]:
    """Find worlds in which a seat holds a card that it cannot have got."""
    for holders in played.survey.groups():
        for world in played.walked.worlds:
            here = world.moved[holders].sum(axis=0)
            if here.any():  # what follows from it is no finding of its own
                yield _unreached(world, holders, here, played.survey.games)
                return


def _unreached(world: RedealtCards, holders: Sequence[int], here: Any, games: int) -> Finding:
    """Return the finding for a world that gives holders `here` more cards than they can have."""
    kind = int(np.flatnonzero(here)[here[here != 0].argmax()])
    seats = [str(holder + 1) for holder in holders if holder < len(world.moved) - 1]
    held = f"seat {' and '.join(seats)}" if seats else "the hidden places"
    comparison = "more" if here[kind] > 0 else "less"
    return Finding(
        f"redeal for seat {world.seat + 1} gives {held} {abs(here[kind])} {comparison} of "
        f"{world.names[kind]} than can be there: in {games:,} games no hidden card went between "
        f"{held} and anybody else",
        "keep in the table how many of each card a seat owns, and let redeal(rules, state, seat) "
        "deal each seat's own cards to its own hands",
        where=str(world.place.table),
        game=world.place.game,
        step=world.place.step,
        seat=world.seat + 1,
        action=world.action,
    )


def _cannot_be_dealt(played: CheckedGame) -> str:
    """Return why no worlds can be checked; empty if they can."""
    game = played.game
    if game.redeal is None or REDEAL in played.walked.findings:
        return "the game cannot be dealt anew"
    if not isinstance(game.teller, DeclaredTeller):
        return "the game's teller does not say which seat holds a card"
    return nothing_hidden(game)


#: Games played with each other value of a rule: first few, and if they show no effect, many. Long
#: games are played less often, so that all games together have about `TRIED_STEPS` steps.
TRIED, TRIED_STEPS = (100, 3000), 6_000_000


def _rules(played: CheckedGame) -> Iterator[Finding]:
    """Find rules that have no effect: no other value changes any game."""
    cells = max(len(played.survey.cells), 1)
    length = max(played.survey.steps / max(played.survey.games, 1), 1.0)
    many = int(min(max(TRIED_STEPS / (length * cells * 3), TRIED[0]), TRIED[1]))
    for option in played.game.own_options:
        for games in (TRIED[0], many):
            tried = _without_effect(option, played, games)
            if not tried:
                break
        else:
            yield Finding(
                f"rule {option.name} changes nothing in {games:,} games at each table ({tried})",
                f"use rules.{option.name} in the game, or leave the rule out",
                warning=True,
            )


def _changes(option: Option, value: Any) -> Iterator[Any]:
    """Yield other values of a rule: of each entry the two nearest, and the two furthest."""
    for name, changes in option.alternatives(value).items():
        yield from changes[:2]
        yield from option.extremes().get(name, [])[-2:]


def _without_effect(option: Option, played: CheckedGame, games: int) -> str:
    """Name the other values of a rule if none of them changed a game; else an empty string."""
    without: dict[str, None] = {}
    usual: dict[tuple[CheckedTable, int], row.Integers] = {}
    for table in played.tables:
        values = played.game.resolve(table.variant, {}, table.players)
        for change in _changes(option, values[option.name]):
            for who in range(len(played.lineups)):
                try:
                    engine = played.make(table, who, {option.name: change})
                except UsageError:
                    continue  # the values do not go together
                without[option.assignments(change)[0]] = None
                if (table, who) not in usual:
                    usual[table, who] = played.make(table, who, {}).play(0, games)
                if not np.array_equal(engine.play(0, games), usual[table, who]):
                    return ""
    if not without:
        played.left_out.append(f"rule {option.name}, of which no other value goes with the others")
        return ""
    return ", ".join(list(without)[:4])


def _actions(played: CheckedGame) -> Iterator[Finding]:
    teller, games = played.game.teller, played.survey.games
    assert isinstance(teller, DeclaredTeller), "others are not looked at"
    offered = actions_in(played.survey.offered)
    # The game's own strategies; where it has none, random players are all there is.
    own = [who for who in range(len(played.lineups)) if who > 0] or [0]
    chosen = set().union(*(played.survey.chosen.get(who, set()) for who in own))
    for numbers, words in teller.actions.items():
        shown = describe_numbers(numbers) + (f" ({words})" if isinstance(words, str) else "")
        if offered.isdisjoint(numbers):
            said = f"{shown} is never offered in {games:,} games"
            remedy = "offer it in legal, or leave it out"
        elif chosen.isdisjoint(numbers):
            said = f"{shown} is never chosen by {' or '.join(played.lineups[who] for who in own)}"
            remedy = "find out whether it is ever worth it"
        else:
            continue
        yield Finding(said, remedy, warning=True)
    unnamed = [n for n in sorted(offered) if not any(n in numbers for numbers in teller.actions)]
    if unnamed and teller.actions:
        said, remedy = f"action {unnamed[0]} is offered and has no name", "name it in actions={...}"
        yield Finding(said, remedy, warning=True)


def never_offered(played: CheckedGame) -> list[str]:
    """Name the declared actions that were never offered."""
    teller = played.game.teller
    if not isinstance(teller, DeclaredTeller):
        return []
    offered = actions_in(played.survey.offered)
    return [describe_numbers(numbers) for numbers in teller.actions if offered.isdisjoint(numbers)]


def left_out_of(played: CheckedGame) -> list[str]:
    """Name the parts of the game that no check looked at."""
    left_out = list(played.left_out)
    cut = sum(cell.cut for cell in played.survey.cells.values())
    if cut:
        left_out.append(f"steps after the first {MOST_STEPS:,} of {cut} games")
    if played.survey.games and not isinstance(played.game.teller, DeclaredTeller):
        left_out.append("components during games, but for those that were walked through")
    return left_out


def _without_names(played: CheckedGame) -> str:
    """Return why the names of actions are not checked; empty if they are listed."""
    named = isinstance(played.game.teller, DeclaredTeller)
    return "" if named else "the game's teller does not list its actions"


#: All checks of whole games.
WHOLE_CHECKS = (
    BlockCheck(ENDS, _end),
    BlockCheck(SAME, _same),
    BlockCheck(
        INTERPRETED,
        _interpreted,
        lambda played: "" if played.walked.stood else "no game was walked through",
    ),
    BlockCheck(SEATS_PLAY, _seats),
    BlockCheck(TIES, _ties, _without_ties),
    BlockCheck(COUNTS, _counts, lambda played: "" if played.game.counts else "it counts nothing"),
    BlockCheck(USED, _used),
    BlockCheck(
        RULES, _rules, lambda played: "" if played.game.own_options else "it has no rules to change"
    ),
    BlockCheck(ACTIONS, _actions, _without_names),
    BlockCheck(REACHED, _reached, _cannot_be_dealt),
)
_NO_REDEAL = (
    "the game has no redeal, so it was not looked at, and search cannot play it",
    "write redeal(rules, state, seat), which fills in what a seat cannot know",
)


@dataclass(frozen=True)
class CheckResult:
    """The result of a check: its findings, the worst first.

    `findings` is None if the check was not made. `reason` then says why, if that is known.
    """

    name: str
    findings: Sequence[Finding] | None
    reason: str = ""

    @property
    def verdict(self) -> Literal["passed", "warned", "failed", "not looked at"]:
        """The verdict that follows from the findings."""
        if self.findings is None:
            return "not looked at"
        if not self.findings:
            return "passed"
        return "warned" if self.findings[0].warning else "failed"

    def as_json(self) -> dict[str, Any]:
        """Return it by names; a check that was not looked at is neither passed nor failed."""
        findings = [finding.as_json() for finding in self.findings or ()]
        return {
            "name": self.name,
            "passed": None if self.findings is None else self.verdict != "failed",
            "verdict": self.verdict,
            "finding": findings[0] if findings else None,
            "more_findings": findings[1:],
            "reason": self.reason,
        }


def judge(played: CheckedGame, tell: Callable[[str], None]) -> list[CheckResult]:
    """Make all checks, of whole games and of steps, and return their results."""
    game, walked = played.game, played.walked
    results: dict[str, CheckResult] = {
        name: CheckResult(name, None)
        for name in (PLAYS, *(check.name for check in (*WHOLE_CHECKS, *STEP_CHECKS)))
    }
    if PLAYS in walked.findings:
        results.update(_blamed(walked.findings[PLAYS], played))
    elif not walked.stopped:
        try:
            if played.fault is not None:
                raise played.fault
            for check in WHOLE_CHECKS:
                tell(check.name)
                reason = check.nothing(played)
                findings = None if reason else list(check.look(played))
                results[check.name] = _sorted(check.name, findings, reason)
            results[PLAYS] = CheckResult(PLAYS, [])
        except FathomError as error:
            results.update(_blamed(Finding(str(error), ""), played))
    for step_check in STEP_CHECKS if walked.steps else ():
        name, reason = step_check.name, step_check.nothing(game)
        findings = [finding for check, finding in walked.findings.items() if check == name]
        if step_check.needs_redeal and game.redeal is None:
            findings, reason = [Finding(*_NO_REDEAL, warning=True)], ""
        lost = name == PLAYED_ON and CENSUS in walked.findings
        if lost or (step_check.needs_redeal and walked.misdealt):
            findings, reason = [], f"this is not so: {CENSUS}"
        results[name] = _sorted(name, findings if findings or not reason else None, reason)
    return list(results.values())


def _blamed(fault: Finding, played: CheckedGame) -> dict[str, CheckResult]:
    """Return the results that follow from a fault in play.

    A game that peeks is to blame, and not the strategy that chooses what it cannot know is illegal.
    A strategy may also be wrong only because a game went on that should have ended: then both are
    reported.
    """
    if NOT_LEGAL not in fault.said:
        return {PLAYS: CheckResult(PLAYS, [fault])}
    choice = fault.said.partition(". It saw")[0]
    if LEAKS in played.walked.findings:
        said = "the game offers actions by what the seat to act cannot see, so that strategies "
        said += f"choose what is not offered: {choice}"
        peeks = replace(fault, said=said, remedy=f"mend this first: {LEAKS} (below)")
        return {PLAYS: CheckResult(PLAYS, [peeks])}
    endless = _endless(played)
    if not endless:
        return {PLAYS: CheckResult(PLAYS, [fault])}
    said = f"games do not end, and a strategy chooses in one what is not offered: {choice}"
    late = replace(fault, said=said, remedy=f"mend this first: {ENDS} (below)")
    return {PLAYS: CheckResult(PLAYS, [late]), ENDS: CheckResult(ENDS, endless)}


def _endless(played: CheckedGame) -> list[Finding]:
    """Return failures of random players to end games."""
    random = replace(played, lineups=played.lineups[:1])
    try:
        return [finding for finding in _end(random) if not finding.warning]
    except FathomError:  # a fault of the game itself, which is reported in other words
        return []


def _sorted(name: str, findings: Sequence[Finding] | None, reason: str) -> CheckResult:
    """Return the result of a check with its worst findings first."""
    if findings is None:
        return CheckResult(name, None, reason)
    return CheckResult(name, sorted(findings, key=lambda finding: finding.warning))
