"""A told game as a document: its answers first, then a chapter for each stretch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from reports.story import results
from reports.writing.document import Answer, Chapter, Document, Folded, Item, Line, Section
from reports.writing.wording import capital, counted, listed, whole
from simulate.game import Aside, Drawn, TieBreak
from simulate.play import rows as row
from simulate.play.replay import Replay, ReplayedStep
from simulate.study import Study


def who_played(story: results.Story) -> list[str]:
    """Say who plays each seat, in a line if it is the same everywhere, and who plays together."""
    if len(set(story.seated)) == 1:
        strategies = [f"Every seat plays {story.seated[0]}."]
    else:
        strategies = [f"Seat {seat} plays {spec}." for seat, spec in enumerate(story.seated, 1)]
    return [*strategies, *_teams(story)]


def _teams(story: results.Story) -> Iterator[str]:
    """Say which seats play together."""
    if len(story.teams) == 1:
        yield "All seats play together against the game."
        return
    for side, seats in enumerate(story.teams):
        members = listed([str(seat + 1) for seat in seats])
        yield f"{capital(side_name(story, side))} is seats {members}."


def side_name(story: results.Story, side: int) -> str:
    """Name a side, as in "side 2"; a seat that plays for itself is named as in "seat 2"."""
    return f"side {side + 1}" if story.teams else f"seat {side + 1}"


def ending(story: results.Story) -> str:
    """Say who won, after how long, and with which scores."""
    turns = counted(int(story.result[row.TURNS]), "turn")
    last = story.standings[-1]
    final = [int(story.result[row.SCORES + seat]) for seat in range(story.players)]
    scores = f"{standings(story, replace(last, scores=tuple(final)), out=False)}."
    if not story.finished:
        return f"UNFINISHED after {turns}, in {story.game.stretch} {len(story.stretches)}: {scores}"
    length = f"{turns} in {counted(len(story.stretches), story.game.stretch)}"
    winners = story.winning_sides
    if not winners:
        who = "the players" if story.players > 1 else "the player"
        return f"{capital(who)} {'lose' if story.players > 1 else 'loses'} after {length}: {scores}"
    names = listed([_winner(story, side) for side in winners])
    alone = len(winners) == 1
    wins = "win" if len(story.teams) == 1 else "wins" if alone else "share the win"
    return f"{capital(names)} {wins} after {length}: {scores}"


def _winner(story: results.Story, side: int) -> str:
    """Name a side that wins, with its strategies."""
    if len(story.teams) == 1:
        return "the players"
    strategies = listed([*dict.fromkeys(story.seated[seat] for seat in story.sides[side])])
    return f"{side_name(story, side)} ({strategies})"


def decided(story: results.Story) -> Iterator[str]:
    """Say how a tie for the highest score was decided, if there was one."""
    last, winners = story.standings[-1], story.winning_sides
    if story.tie_break:
        yield f"{capital(story.tie_break).removesuffix('.')}."
    elif len(winners) == 1 and len(last.leaders) > 1 and winners[0] in last.leaders:
        others = [side for side in last.leaders if side not in winners]
        yield f"Level with {_sides(story, others)} at the end: a tie-break of the game decided."


def _sides(story: results.Story, sides: Sequence[int]) -> str:
    """Name several sides or seats, as in "seats 1 and 3"."""
    kind = "side" if story.teams else "seat"
    numbers = listed([str(side + 1) for side in sides])
    return f"{kind if len(sides) == 1 else f'{kind}s'} {numbers}"


def why_over(story: results.Story) -> str:
    """Say why the game ended."""
    return story.why_over or "It was stopped at the most turns that the rules allow (max_turns)."


def turned(story: results.Story) -> Iterator[str]:
    """Say what turned the game, as the standings tell."""
    if len(story.sides) == 1:
        yield "Nobody plays against anybody, so distances between scores do not tell it."
        return
    found = results.swings(story)
    if not found:
        yield from _unturned(story)
        return
    for one in found:
        if not one.for_good:
            yield swing(story, one)
    yield from _lead(story)


def _unturned(story: results.Story) -> Iterator[str]:
    """Say that no turn changed who leads by how much, or only the first."""
    kind = "sides" if story.teams else "seats"
    distances = {tuple(total - now.totals[0] for total in now.totals) for now in story.standings}
    if len(distances) == 1:
        unchanged = f"the distances between the {kind} never changed"
    else:
        unchanged = "no turn changed who led, or by how much"
    if len(set(story.standings[0].totals)) == 1:
        yield f"{capital(unchanged)}."
        return
    yield f"After the first turn, {unchanged}."
    yield from _lead(story)


def _lead(story: results.Story) -> Iterator[str]:
    if len(story.winning_sides) != 1:
        return
    since, winner = results.in_front_for_good(story), story.winning_sides[0]
    name = capital(side_name(story, winner))
    lasting = results.came_to_the_front(story)
    if lasting:
        yield swing(story, lasting)
    if since is None:
        tied = winner in story.standings[-1].leaders
        best = "lowest" if story.game.lower_leads else "highest"
        why = "the tie had to be broken" if tied else f"the {best} score does not win"
        yield f"{name} wins without leading alone at the end: {why}."
    elif since is story.standings[0]:
        yield f"{name} led alone from the first turn to the end."


def swing(story: results.Story, one: results.Swing) -> str:
    """Tell a swing, as in "Turn 45 (round 3): seat 1 goes from 2 behind to 3 ahead. Seat 2 …"."""
    place = f"Turn {one.standing.turn} ({story.game.stretch} {one.standing.stretch})"
    last = one.standing is story.standings[-1] and story.finished
    did = deeds(story.done(one.since, one.standing))
    by = "side" if story.teams else "seat"
    return (
        f"{place}{', the last' if last else ''}: {side_name(story, one.side)} goes from "
        f"{_distance(story, one.before)} to {_distance(story, one.after)}. {did} "
        f"{capital(story.game.score_unit)} by {by}: before {_scores(story, one.since)}, after "
        f"{_scores(story, one.standing)}.{_for_good(story, one)}"
    )


def _for_good(story: results.Story, one: results.Swing) -> str:
    if not one.for_good:
        return ""
    name, alone = side_name(story, one.side), one.standing.leader == one.side
    if one.standing is story.standings[-1]:
        return f" Only now {name} {'leads alone' if alone else 'draws level'}."
    # A lead that is shared at the end was won by a tie-break.
    if story.standings[-1].leader == one.side:
        return f" From here on {name} leads alone for good."
    return f" From here on {name} is never behind again."


def deeds(steps: Sequence[results.StoryStep]) -> str:
    """Tell what was done, by whom and what it led to, as in "Seat 1 lays A; lays B; pays 2."."""
    telling = [step for step in steps if list(_of_points(step))]
    told, seat = "", -1
    for step in telling or steps:
        who = f"seat {step.seat + 1} " if step.seat != seat else ""
        seat = step.seat
        for place, line in enumerate(_of_points(step) if telling else [step.did]):
            clause = f"{'' if place else who}{line.strip().removesuffix('.')}"
            told += f"; {clause}" if told and clause[0].islower() else f". {capital(clause)}"
    return f"{told.removeprefix('. ')}."


def _of_points(step: results.StoryStep) -> Iterator[str]:
    """Return what a seat did, and those lines of what it led to that tell of points."""
    led_to = [line for line in step.led_to if not isinstance(line, Aside | Drawn | TieBreak)]
    if led_to or not isinstance(step.did, Aside):
        yield step.did
    yield from led_to


def title(story: results.Story, one: results.Stretch) -> str:
    """Name a stretch with its turns."""
    first, last = one.turns[0].number, one.turns[-1].number
    turns = f"turn {whole(first)}" if first == last else f"turns {whole(first)} to {whole(last)}"
    of = f" of {len(story.stretches)}" if len(story.stretches) > 1 else ""
    return f"{capital(story.game.stretch)} {one.number}{of}, {turns}"


def summary(story: results.Story, one: results.Stretch) -> str:
    """Say why a stretch ended and how the game stood after it."""
    led = f"After {story.game.stretch} {one.number}: {standing(story, one)}"
    return f"{one.why} {led}" if one.why else led


def standing(story: results.Story, one: results.Stretch) -> str:
    """Say who leads after a stretch, and every side's and seat's score."""
    scores = standings(story, one.standing)
    return f"{scores}." if len(story.teams) == 1 else f"{scores}; {_in_front(story, one)}."


def standings(story: results.Story, now: results.TurnStanding, *, out: bool = True) -> str:
    """Write all scores, as in "3 : 4 points by side (1 : 2 : 2 : 2 by seat)".

    Parameters
    ----------
    out
        Whether seats that are out have "out" in the place of their score.
    """
    unit, by_seat = story.game.score_unit, _by_seat(story, now, out=out)
    if not story.teams:
        return f"{by_seat} {unit} by seat"
    totals = _by_side(story, now)
    if len(story.teams) == 1:
        return f"{totals} {unit} in all ({by_seat} by seat)"
    return f"{totals} {unit} by side ({by_seat} by seat)"


def _by_side(story: results.Story, now: results.TurnStanding) -> str:
    return " : ".join(story.game.score_in_words(points) for points in now.totals)


def _by_seat(story: results.Story, now: results.TurnStanding, *, out: bool = True) -> str:
    return " : ".join(
        story.game.score_in_words(points) if seat in now.active or not out else "out"
        for seat, points in enumerate(now.scores)
    )


def _scores(story: results.Story, now: results.TurnStanding) -> str:
    return _by_side(story, now) if story.teams else _by_seat(story, now)


def _in_front(story: results.Story, one: results.Stretch) -> str:
    now, leader = one.standing, one.standing.leader
    if len(now.still_in) == 1:
        return f"{side_name(story, now.still_in[0])} is left alone"
    if len(now.leaders) == len(now.still_in):
        return "all are level" if len(now.still_in) == len(now.sides) else "all still in are level"
    if leader is None:
        return f"{_sides(story, now.leaders)} share the lead"
    leaders = [earlier.standing.leader for earlier in story.stretches[: one.number - 1]]
    before = next((one for one in reversed(leaders) if one is not None), None)
    verb = "leads" if before is None else "still leads" if before == leader else "takes the lead"
    by = story.game.score_in_words(now.ahead(leader))
    return f"{side_name(story, leader)} {verb} by {by}"


def _distance(story: results.Story, ahead: int | None) -> str:
    if ahead is None:
        return "being left alone"
    if not ahead:
        return "level"
    points = story.game.score_in_words(abs(ahead))
    return f"{points} {'ahead' if ahead > 0 else 'behind'}"


def to_document(
    story: results.Story,
    version: str,
    *,
    picked: Sequence[str] = (),
    weighed: Sequence[Answer] = (),
    legend: str = "",
) -> Document:
    """Put a told game together: why it was picked, how it turned, what is said of each step."""
    won = [Item(ending(story), main=True), *map(Item, [*decided(story), why_over(story)])]
    question = "How did the standings turn?" if weighed else "What turned it?"
    told = (
        f"In {counted(len(story.stretches), story.game.stretch)}, with all hands open: first how "
        "each ended and how the game stood after it; then the table before it, and its turns. "
        f"{legend}"
    ).strip()
    return Document(
        story.title,
        [
            *([Answer("Why this game?", [*map(Item, picked)])] if picked else []),
            Answer("Who played?", [*map(Item, who_played(story))]),
            Answer("Who won?", won),
            *weighed,
            Answer(question, [*map(Item, turned(story))]),
        ],
        [Section("moves", "Move by move", [Folded("game", "", told, chapters(story))])],
        version,
    )


def chapters(story: results.Story) -> list[Chapter]:
    """Tell each stretch in a chapter, and how the game ended in the last one."""
    return [
        Chapter(title(story, one), summary(story, one), list(_lines(story, one)))
        for one in story.stretches
    ]


def _lines(story: results.Story, one: results.Stretch) -> Iterator[Line]:
    if one.table:
        yield Line(f"before {story.game.stretch} {one.number}:")
    for line in one.table:
        yield _line(line, 1)
    for turn in one.turns:
        yield from _turn(turn)
    if one is story.stretches[-1]:
        yield from map(Line, [why_over(story), *decided(story), ending(story)])


def _turn(turn: results.Turn) -> Iterator[Line]:
    holding = f" has {turn.hand}" if turn.hand else ""
    yield Line(f"turn {turn.number}: seat {turn.seat + 1}{holding}")
    several = any(step.seat != turn.seat for step in turn.steps)
    for step in turn.steps:
        did = f"seat {step.seat + 1} {step.did}" if several else step.did
        first, *more = step.led_to or [""]
        if not (step.said or more or isinstance(first, Drawn)) and first[:1].islower():
            yield Line(f"{did}; {first}", 1)
            continue
        yield Line(did, 1)
        for line in step.said:
            yield Line(line, 2)
        for line in step.led_to:
            yield _line(line, 2)


def _line(text: str, depth: int) -> Line:
    """Return a line of a teller: of a sentence that stands further in, the depth says so."""
    if isinstance(text, Drawn):
        return Line(text, depth, drawn=True)
    plain = text.lstrip()
    return Line(plain, depth + (len(text) - len(plain)) // 2)


def summarise(
    replay: Replay, study: Study, more: Callable[[ReplayedStep], dict[str, Any]] = lambda told: {}
) -> dict[str, Any]:
    """Tell a game as plain values; `more` returns what to say of a step besides."""
    steps: list[dict[str, Any]] = []

    def keep(told: ReplayedStep) -> Iterable[str]:
        steps.append({**_step(told), **more(told)})
        return ()

    story = results.tell(replay, keep)
    result = story.result
    return {
        "game": study.game_name,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "number": story.number,
        "deal": story.number // study.rotations,
        "seats": list(story.seated),
        "steps": steps,
        "finished": story.finished,
        "winners": [seat + 1 for seat in story.winners],
        "scores": _in_units(story, [int(result[row.SCORES + s]) for s in range(story.players)]),
        "sides": [[seat + 1 for seat in seats] for seats in story.sides],
        "turns": int(result[row.TURNS]),
        "rounds": int(result[row.ROUNDS]),
        "decisions": int(result[row.DECISIONS]),
        "told_in": story.game.stretch,
        "stretches": [
            {
                "number": one.number,
                "first_turn": one.turns[0].number,
                "last_turn": one.turns[-1].number,
                "why": one.why,
                **_standing(story, one.standing),
            }
            for one in story.stretches
        ],
        "why_over": why_over(story),
        "tie_break": story.tie_break,
        "swings": [
            {
                "turn": one.standing.turn,
                "stretch": one.standing.stretch,
                "seat": story.sides[one.side][0] + 1,
                "side": one.side + 1,
                "ahead_before": story.game.in_units(one.before),
                "ahead_after": None if one.after is None else story.game.in_units(one.after),
                "for_good": one.for_good,
                "done": [
                    {"seat": step.seat + 1, "said": step.did, "led_to": list(step.led_to)}
                    for step in story.done(one.since, one.standing)
                ],
            }
            for one in results.swings(story)
        ],
    }


def _step(told: ReplayedStep) -> dict[str, Any]:
    table = told.moment.snapshot.table
    return {
        "step": told.moment.step,
        "turn": int(table.turns) + 1,
        "round": int(table.rounds) + 1,
        "seat": told.moment.seat + 1,
        "choices": len(told.moment.actions),
        "action": told.moment.action,
        "said": told.action,
        "led_to": list(told.effects),
        **({"table": list(told.table)} if told.new_turn else {}),
    }


def _standing(story: results.Story, standing: results.TurnStanding) -> dict[str, Any]:
    return {
        "scores": _in_units(story, standing.scores),
        "still_in": [seat + 1 for seat in standing.active],
        "leaders": [seat + 1 for side in standing.leaders for seat in standing.sides[side]],
        "side_scores": _in_units(story, standing.totals),
    }


def _in_units(story: results.Story, scores: Iterable[int]) -> list[float]:
    return [story.game.in_units(points) for points in scores]
