"""What turned a game, as its standings tell: its swings, the lead for good."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from reports.story.results import Standing, Story

#: The most swings that are told.
MOST_SWINGS = 3


@dataclass(frozen=True)
class Swing:
    """A turn in which a seat gained or lost on the best of the others."""

    standing: Standing
    seat: int
    #: By how much it was ahead of the best of the others; below 0 if behind. After it ``None`` if
    #: it is left alone.
    before: int
    after: int | None
    since: Standing
    #: Whether the winner came to the front with it and was in front to the end.
    for_good: bool = False

    @property
    def change(self) -> int:
        """By how much the distance grew; 0 if nobody is left to measure it by."""
        return 0 if self.after is None else self.after - self.before

    @property
    def size(self) -> int:
        """By how much the distance changed."""
        return abs(self.change)


def swings(story: Story) -> list[Swing]:
    """Return the turns that turned the game, at most `MOST_SWINGS`, in their order.

    That with which the winner came to the front for good is always one of them. Of the others
    those come first that moved a winner most, then those that moved who led; what others gained
    or lost behind them turned nothing. Of equal turns it is the later one.
    """
    lasting = came_to_the_front(story)
    found = [
        swing
        for before, after in pairwise(story.standings)
        if after is not (lasting.standing if lasting else None)
        and (swing := _most_telling(story, before, after))
    ]
    found.sort(key=lambda swing: (*_telling(story, swing)[:2], swing.standing.steps), reverse=True)
    told = [*([lasting] if lasting else []), *found][:MOST_SWINGS]
    return sorted(told, key=lambda swing: swing.standing.steps)


def _most_telling(story: Story, before: Standing, after: Standing) -> Swing | None:
    if len(after.active) < 2:
        return None
    found = [
        Swing(after, seat, before.ahead(seat), after.ahead(seat), before)
        for seat in after.active
        if seat in before.active and _matters(story, seat, before, after)
    ]
    changed = [swing for swing in found if swing.size]
    return max(changed, key=lambda swing: _telling(story, swing), default=None)


def _matters(story: Story, seat: int, before: Standing, after: Standing) -> bool:
    """Tell whether a seat's distance says what turned the game: not that of one who trailed."""
    if not story.winners:
        return True
    return seat in (*story.winners, before.leader, after.leader)


def _telling(story: Story, swing: Swing) -> tuple[bool, int, bool]:
    """Return by what swings are compared: a winner's; its size; a rise."""
    return swing.seat in story.winners, swing.size, swing.change > 0


def came_to_the_front(story: Story) -> Swing | None:
    """Return the turn since which the only winner was in front to the end.

    In front it is if it led alone; at the end only level, if it shared the lead. ``None`` if it
    was in front since the first turn, or is not at the end.
    """
    since = led_for_good(story) or _level_for_good(story)
    if since is None or since is story.standings[0]:
        return None
    before = next(one for one, after in pairwise(story.standings) if after is since)
    winner = story.winners[0]
    ahead = since.ahead(winner) if len(since.active) > 1 else None
    return Swing(since, winner, before.ahead(winner), ahead, before, for_good=True)


def _level_for_good(story: Story) -> Standing | None:
    """Return since when the only winner was never behind again; ``None`` if it is at the end."""
    since = None
    if len(story.winners) == 1:
        for standing in reversed(story.standings):
            if story.winners[0] not in standing.leaders:
                break
            since = standing
    return since


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
