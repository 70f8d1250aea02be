"""A told game in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from reports.story.results import Story, Stretch
from reports.story.turning import Swing, furthest_behind, led_for_good, swings
from reports.writing.numbers import score, whole
from reports.writing.words import capital, listed


def who_played(story: Story) -> list[str]:
    """Say who plays each seat, in a line if it is the same everywhere."""
    if len(set(story.seated)) == 1:
        return [f"Every seat plays {story.seated[0]}."]
    return [f"Seat {seat} plays {spec}." for seat, spec in enumerate(story.seated, 1)]


def why_over(story: Story) -> str:
    """Say why the game ended."""
    return story.why_over or "It was stopped at the most turns that the rules allow (max_turns)."


def turned(story: Story) -> Iterator[str]:
    """Say what turned the game, as the standings tell."""
    found = swings(story)
    if not found:
        yield "The distances between the seats never changed."
        return
    for one in found:
        yield swing(story, one)
    worst = furthest_behind(story)
    if worst:
        winner = story.winners[0]
        yield (
            f"Seat {winner + 1}, which wins, was furthest behind after "
            f"{story.place(worst.turn)}: by {_points(story, -worst.ahead(winner))}."
        )
    yield from _lead(story)


def _lead(story: Story) -> Iterator[str]:
    if len(story.winners) != 1:
        return
    since, winner = led_for_good(story), story.winners[0] + 1
    if since is None:
        yield f"Seat {winner} wins without leading alone at the end: the tie had to be broken."
    elif since is story.standings[0]:
        yield f"Seat {winner} led alone from the first turn to the end."
    else:
        yield f"Seat {winner} led alone for good from {story.place(since.turn)} on."


def swing(story: Story, one: Swing) -> str:
    """Tell a swing, as in "Turn 45 (round 3): seat 1 goes from 2 behind to 3 ahead, …"."""
    place, standing = capital(story.place(one.standing.turn)), one.standing
    who = "it" if standing.seat == one.seat else f"seat {standing.seat + 1}"
    ends = ", and the game ends" if standing is story.standings[-1] and story.finished else ""
    return (
        f"{place}: seat {one.seat + 1} goes from {_distance(story, one.before)} to "
        f"{_distance(story, one.after)}, as {who} {standing.did}{ends}."
    )


def title(story: Story, one: Stretch) -> str:
    """Name a stretch with its turns."""
    first, last = one.turns[0].number, one.turns[-1].number
    turns = f"turn {whole(first)}" if first == last else f"turns {whole(first)} to {whole(last)}"
    of = f" of {len(story.stretches)}" if len(story.stretches) > 1 else ""
    return f"{capital(story.game.stretch)} {one.number}{of}, {turns}"


def summary(story: Story, one: Stretch) -> str:
    """Say why a stretch ended and how the game stands after it."""
    led = standing(story, one)
    return f"{one.why} {led}" if one.why else led


def standing(story: Story, one: Stretch) -> str:
    """Say who leads after a stretch, and every seat's score."""
    now = one.standing
    scores = " : ".join(
        score(story.game.in_units(points)) if seat in now.active else "out"
        for seat, points in enumerate(now.scores)
    )
    return f"{_in_front(story, one)}: {scores} {story.game.score_unit} by seat."


def _in_front(story: Story, one: Stretch) -> str:
    now, leader = one.standing, one.standing.leader
    if len(now.active) == 1:
        return f"Seat {now.active[0] + 1} is left alone"
    if len(now.leaders) == len(now.active):
        return "All are level" if len(now.active) == story.players else "All still in are level"
    if leader is None:
        seats = listed([str(seat + 1) for seat in now.leaders])
        return f"Seats {seats} share the lead"
    before = _leader_before(story, one)
    verb = "leads" if before is None else "still leads" if before == leader else "takes the lead"
    by = score(story.game.in_units(now.ahead(leader)))
    return f"Seat {leader + 1} {verb} by {by}"


def _leader_before(story: Story, one: Stretch) -> int | None:
    """Return who led alone last, after an earlier stretch."""
    leaders = [earlier.standing.leader for earlier in story.stretches[: one.number - 1]]
    return next((leader for leader in reversed(leaders) if leader is not None), None)


def _distance(story: Story, ahead: int) -> str:
    """Say how far ahead or behind a seat is."""
    if not ahead:
        return "level"
    points = score(story.game.in_units(abs(ahead)))
    return f"{points} {'ahead' if ahead > 0 else 'behind'}"


def _points(story: Story, points: int) -> str:
    unit = story.game.score_unit
    number = story.game.in_units(points)
    return f"{score(number)} {unit.removesuffix('s') if number == 1 else unit}"
