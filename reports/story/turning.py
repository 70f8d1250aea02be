"""What turned a game, as its standings tell: the largest swings, the lead for good."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from reports.story.results import Standing, Story

#: The most swings that are told.
MOST_SWINGS = 3


@dataclass(frozen=True)
class Swing:
    """A turn in which a seat gained or lost most on the best of the others.

    Attributes
    ----------
    standing
        How the game stands after it.
    seat
        Whose distance changed, 0-based.
    before, after
        By how much it was ahead of the best of the others; below 0 if behind.
    since
        How the game stood before.
    """

    standing: Standing
    seat: int
    before: int
    after: int
    since: Standing

    @property
    def size(self) -> int:
        """By how much the distance changed."""
        return abs(self.after - self.before)


def swings(story: Story) -> list[Swing]:
    """Return the turns with the largest swings, at most `MOST_SWINGS`, in their order.

    Of equal ones in a turn it is a winner's, else one who gained; of equal turns the later one.
    """
    found = [
        swing
        for before, after in pairwise(story.standings)
        if (swing := _largest(story, before, after)) and swing.size
    ]
    largest = sorted(found, key=lambda swing: (-swing.size, -swing.standing.steps))[:MOST_SWINGS]
    return sorted(largest, key=lambda swing: swing.standing.steps)


def _largest(story: Story, before: Standing, after: Standing) -> Swing | None:
    seats = [seat for seat in after.active if seat in before.active]
    if len(after.active) < 2:
        return None
    found = [Swing(after, seat, before.ahead(seat), after.ahead(seat), before) for seat in seats]
    return max(found, key=lambda swing: _telling(story, swing), default=None)


def _telling(story: Story, swing: Swing) -> tuple[int, bool, bool]:
    """Return by what swings of a turn are compared: its size; a winner's; a rise."""
    return swing.size, swing.seat in story.winners, swing.after > swing.before


def led_for_good(story: Story) -> Standing | None:
    """Return since when the only winner led alone to the end; ``None`` if it did not at the end."""
    since = None
    if len(story.winners) == 1:
        for standing in reversed(story.standings):
            if standing.leader != story.winners[0]:
                break
            since = standing
    return since


def furthest_behind(story: Story) -> Standing | None:
    """Return when the only winner was furthest behind the best of the others, if it ever was."""
    if len(story.winners) != 1:
        return None
    winner = story.winners[0]
    several = [one for one in story.standings if len(one.active) > 1 and winner in one.active]
    worst = min(several, key=lambda one: one.ahead(winner), default=None)
    return worst if worst and worst.ahead(winner) < 0 else None
