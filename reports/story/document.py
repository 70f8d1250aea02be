"""A told game as a document: its answers first, then a chapter for each stretch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from reports.story import results
from reports.writing.document import Answer, Chapter, Document, Folded, Item, Line, Section
from reports.writing.wording import capital, counted, listed, score, whole
from simulate.game import Aside, Drawn, TieBreak
from simulate.play import rows as row
from simulate.play.replay import Replay, Told
from simulate.study import Study


def who_played(story: results.Story) -> list[str]:
    """Say who plays each seat, in a line if it is the same everywhere."""
    if len(set(story.seated)) == 1:
        return [f"Every seat plays {story.seated[0]}."]
    return [f"Seat {seat} plays {spec}." for seat, spec in enumerate(story.seated, 1)]


def ending(story: results.Story) -> str:
    """Say who won, after how long, and with which scores."""
    turns = counted(int(story.result[row.TURNS]), "turn")
    last = story.result[row.SCORES : row.SCORES + story.players]
    scores = " : ".join(score(story.game.in_units(int(points))) for points in last)
    scores = f"{scores} {story.game.score_unit} by seat."
    if not story.finished:
        return f"UNFINISHED after {turns}, in {story.game.stretch} {len(story.stretches)}: {scores}"
    winners = listed([f"seat {seat + 1} ({story.seated[seat]})" for seat in story.winners])
    length = f"{turns} in {counted(len(story.stretches), story.game.stretch)}"
    if not story.winners:
        who = "the players" if story.players > 1 else "the player"
        return f"{capital(who)} {'lose' if story.players > 1 else 'loses'} after {length}: {scores}"
    sides = story.game.side_of(story.players)
    wins = "wins" if len(story.winners) == 1 else "win"
    if len({sides[seat] for seat in story.winners}) > 1:
        wins = "share the win"
    return f"{capital(winners)} {wins} after {length}: {scores}"


def decided(story: results.Story) -> Iterator[str]:
    """Say how a tie for the highest score was decided, if there was one."""
    last, winners = story.standings[-1], story.winners
    if story.tie_break:
        yield f"{capital(story.tie_break).removesuffix('.')}."
    elif len(winners) == 1 and len(last.leaders) > 1 and winners[0] in last.leaders:
        others = listed([str(seat + 1) for seat in last.leaders if seat not in winners])
        seats = "seat" if len(last.leaders) == 2 else "seats"
        yield f"Level with {seats} {others} at the end: a tie-break of the game decided."


def why_over(story: results.Story) -> str:
    """Say why the game ended."""
    return story.why_over or "It was stopped at the most turns that the rules allow (max_turns)."


def turned(story: results.Story) -> Iterator[str]:
    """Say what turned the game, as the standings tell."""
    sides = story.game.side_of(story.players)
    if not 1 < len(set(sides)) == story.players:
        yield "No seat plays for itself alone, so distances between seats do not tell it."
        return
    found = results.swings(story)
    if not found:
        yield "The distances between the seats never changed."
        return
    for one in found:
        if not one.for_good:
            yield swing(story, one)
    yield from _lead(story)


def _lead(story: results.Story) -> Iterator[str]:
    if len(story.winners) != 1:
        return
    since, winner = results.in_front_for_good(story), story.winners[0] + 1
    lasting = results.came_to_the_front(story)
    if lasting:
        yield swing(story, lasting)
    if since is None:
        tied = winner - 1 in story.standings[-1].leaders
        best = "lowest" if story.game.lower_leads else "highest"
        why = "the tie had to be broken" if tied else f"the {best} score does not win"
        yield f"Seat {winner} wins without leading alone at the end: {why}."
    elif since is story.standings[0]:
        yield f"Seat {winner} led alone from the first turn to the end."


def swing(story: results.Story, one: results.Swing) -> str:
    """Tell a swing, as in "Turn 45 (round 3): seat 1 goes from 2 behind to 3 ahead. Seat 2 …"."""
    place = f"Turn {one.standing.turn} ({story.game.stretch} {one.standing.stretch})"
    last = one.standing is story.standings[-1] and story.finished
    did = deeds(story.done(one.since, one.standing))
    return (
        f"{place}{', the last' if last else ''}: seat {one.seat + 1} goes from "
        f"{_distance(story, one.before)} to {_distance(story, one.after)}. {did} "
        f"{capital(story.game.score_unit)} by seat: before {_scores(story, one.since)}, after "
        f"{_scores(story, one.standing)}.{_for_good(story, one)}"
    )


def _for_good(story: results.Story, one: results.Swing) -> str:
    if not one.for_good:
        return ""
    seat, alone = one.seat + 1, one.standing.leader == one.seat
    if one.standing is story.standings[-1]:
        return f" Only now seat {seat} {'leads alone' if alone else 'draws level'}."
    # A lead that is shared at the end was won by a tie-break.
    if story.standings[-1].leader == one.seat:
        return f" From here on seat {seat} leads alone for good."
    return f" From here on seat {seat} is never behind again."


def deeds(steps: Sequence[results.Step]) -> str:
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


def _of_points(step: results.Step) -> Iterator[str]:
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
    """Say who leads after a stretch, and every seat's score."""
    return (
        f"{_scores(story, one.standing)} {story.game.score_unit} by seat; {_in_front(story, one)}."
    )


def _scores(story: results.Story, now: results.Standing) -> str:
    return " : ".join(
        score(story.game.in_units(points)) if seat in now.active else "out"
        for seat, points in enumerate(now.scores)
    )


def _in_front(story: results.Story, one: results.Stretch) -> str:
    now, leader = one.standing, one.standing.leader
    if len(now.active) == 1:
        return f"seat {now.active[0] + 1} is left alone"
    if len(now.leaders) == len(now.active):
        return "all are level" if len(now.active) == story.players else "all still in are level"
    if leader is None:
        seats = listed([str(seat + 1) for seat in now.leaders])
        return f"seats {seats} share the lead"
    leaders = [earlier.standing.leader for earlier in story.stretches[: one.number - 1]]
    before = next((one for one in reversed(leaders) if one is not None), None)
    verb = "leads" if before is None else "still leads" if before == leader else "takes the lead"
    by = score(story.game.in_units(now.ahead(leader)))
    return f"seat {leader + 1} {verb} by {by}"


def _distance(story: results.Story, ahead: int | None) -> str:
    if ahead is None:
        return "being left alone"
    if not ahead:
        return "level"
    points = score(story.game.in_units(abs(ahead)))
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
    for step in turn.steps:
        first, *more = step.led_to or [""]
        if not (step.said or more or isinstance(first, Drawn)) and first[:1].islower():
            yield Line(f"{step.did}; {first}", 1)
            continue
        yield Line(step.did, 1)
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
    replay: Replay, study: Study, more: Callable[[Told], dict[str, Any]] = lambda told: {}
) -> dict[str, Any]:
    """Tell a game as plain values; `more` returns what to say of a step besides."""
    steps: list[dict[str, Any]] = []

    def keep(told: Told) -> Iterable[str]:
        steps.append({**_step(told), **more(told)})
        return ()

    story = results.tell(replay, keep)
    result = story.result
    return {
        "game": study.called,
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
                "seat": one.seat + 1,
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


def _step(told: Told) -> dict[str, Any]:
    table = told.moment.snapshot.table
    return {
        "step": told.moment.step,
        "turn": int(table.turns) + 1,
        "round": int(table.rounds) + 1,
        "seat": told.moment.seat + 1,
        "choices": len(told.moment.actions),
        "action": told.moment.action,
        "said": told.did,
        "led_to": list(told.led_to),
        **({"table": list(told.table)} if told.new_turn else {}),
    }


def _standing(story: results.Story, standing: results.Standing) -> dict[str, Any]:
    return {
        "scores": _in_units(story, standing.scores),
        "still_in": [seat + 1 for seat in standing.active],
        "leaders": [seat + 1 for seat in standing.leaders],
    }


def _in_units(story: results.Story, scores: Iterable[int]) -> list[float]:
    return [story.game.in_units(points) for points in scores]
