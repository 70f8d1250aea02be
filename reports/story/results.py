"""A game as it is told: stretches between standings, each with its turns, and how it stood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from simulate.game import Game, TieBreak
from simulate.play import rows as row
from simulate.play.replay import Replay, ReplayedStep


@dataclass(frozen=True)
class StoryStep:
    """What a seat did within its turn."""

    seat: int
    did: str
    led_to: Sequence[str]
    said: Sequence[str]


@dataclass(frozen=True)
class Turn:
    """A turn."""

    number: int
    #: Whose turn it is, 0-based.
    seat: int
    #: What that seat chooses from; empty if that is nothing.
    hand: str
    steps: list[StoryStep]


@dataclass(frozen=True)
class TurnStanding:
    """How the game stands after a turn."""

    stretch: int
    turn: int
    #: Every seat's score, in parts of a unit; see `simulate.game.Game.score_parts`.
    scores: tuple[int, ...]
    #: The seats still in, 0-based.
    active: tuple[int, ...]
    steps: int
    lower_leads: bool = False
    #: The seats of each side, 0-based, where several win together; empty if each plays for itself.
    teams: tuple[tuple[int, ...], ...] = ()

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, 0-based; a seat that plays for itself is a side."""
        return self.teams or tuple((seat,) for seat in range(len(self.scores)))

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side: the sum of its seats' scores, those of seats out included."""
        return tuple(sum(self.scores[seat] for seat in seats) for seats in self.sides)

    @property
    def still_in(self) -> list[int]:
        """The sides with a seat still in, 0-based."""
        return [side for side, seats in enumerate(self.sides) if {*seats} & {*self.active}]

    @property
    def leaders(self) -> list[int]:
        """The sides still in that no side is ahead of, 0-based."""
        best = max if not self.lower_leads else min
        totals = self.totals
        most = best(totals[side] for side in self.still_in)
        return [side for side in self.still_in if totals[side] == most]

    @property
    def leader(self) -> int | None:
        """The side that leads alone, 0-based."""
        return self.leaders[0] if len(self.leaders) == 1 else None

    def ahead(self, side: int) -> int:
        """Return how far a side is ahead of the best other side still in; negative if behind."""
        totals = self.totals
        apart = [totals[side] - totals[rival] for rival in self.still_in if rival != side]
        return -max(apart) if self.lower_leads else min(apart)


@dataclass(frozen=True)
class Stretch:
    """What lies between two standings, such as a round."""

    number: int
    table: Sequence[str]
    turns: Sequence[Turn]
    #: Why it ended; empty if each just had a turn, or if the game was stopped.
    why: str
    standing: TurnStanding


@dataclass(frozen=True)
class Story:
    """A whole game, told."""

    game: Game
    number: int
    title: str
    seated: Sequence[str]
    stretches: Sequence[Stretch]
    standings: Sequence[TurnStanding]
    #: Why it ended; empty if it was stopped.
    why_over: str
    result: row.Integers

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seated)

    @property
    def finished(self) -> bool:
        """Whether it was decided."""
        return bool(self.result[row.FINISHED])

    @property
    def winners(self) -> list[int]:
        """The seats that share the win, 0-based; none if it was not decided."""
        won = int(self.result[row.WINNERS])
        return [seat for seat in range(self.players) if won >> seat & 1]

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, 0-based, where several win together; empty otherwise."""
        return teams_of(self.game, self.players)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, 0-based; a seat that plays for itself is a side."""
        return self.teams or tuple((seat,) for seat in range(self.players))

    @property
    def winning_sides(self) -> list[int]:
        """The sides that share the win, 0-based; empty if it was not decided or nobody won."""
        return [side for side, seats in enumerate(self.sides) if {*seats} & {*self.winners}]

    @cached_property
    def steps(self) -> list[StoryStep]:
        """All that was done, from the beginning to the end."""
        turns = (turn for one in self.stretches for turn in one.turns)
        return [step for turn in turns for step in turn.steps]

    def done(self, since: TurnStanding, until: TurnStanding) -> Sequence[StoryStep]:
        """Return what was done between two standings."""
        return self.steps[since.steps : until.steps]

    @property
    def tie_break(self) -> str:
        """How a tie was broken at the end; empty if none was, or if the game does not say."""
        last = self.steps[-1].led_to if self.steps else ()
        return next((line for line in last if isinstance(line, TieBreak)), "")


def teams_of(game: Game, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side, 0-based, where several win together; empty otherwise."""
    side_of = game.side_of(players)
    count = max(side_of) + 1
    if count == players:
        return ()
    return tuple(
        tuple(seat for seat in range(players) if side_of[seat] == side) for side in range(count)
    )


def tell(
    replay: Replay, comment: Callable[[ReplayedStep], Iterable[str]] = lambda told: ()
) -> Story:
    """Tell a game; `comment` returns what to say of a step besides."""
    stretches: list[Stretch] = []
    standings: list[TurnStanding] = []
    table: Sequence[str] = ()
    turns: list[Turn] = []
    why_over = ""
    told: ReplayedStep | None = None
    game = replay.engine.game
    teams = teams_of(game, replay.players)
    for told in replay:
        if not turns:
            table = told.table
        if told.new_turn or not turns:
            number = int(told.moment.snapshot.table.turns) + 1
            turns.append(Turn(number, told.moment.seat, told.hand, []))
        said = tuple(comment(told))
        turns[-1].steps.append(StoryStep(told.moment.seat, told.action, told.effects, said))
        standing = TurnStanding(
            len(stretches) + 1,
            turns[-1].number,
            told.scores,
            told.active,
            told.moment.step,
            game.lower_leads,
            teams,
        )
        if told.turns >= turns[-1].number or told.ends_stretch:
            standings.append(standing)
        if told.ends_stretch:
            stretches.append(Stretch(standing.stretch, table, turns, told.why, standing))
            turns = []
        why_over = told.why_over
    if told and not told.ends_stretch:
        stretches.append(Stretch(standing.stretch, table, turns, "", standing))
    return Story(
        game,
        replay.number,
        replay.title,
        replay.specs,
        stretches,
        standings,
        why_over,
        replay.finish(),
    )


#: The most swings that are told.
MOST_SWINGS = 3


@dataclass(frozen=True)
class Swing:
    """A turn in which a side gained or lost on the best of the others."""

    standing: TurnStanding
    #: The side, 0-based; a seat that plays for itself is a side.
    side: int
    #: By how much it was ahead of the best of the others; below 0 if behind. After it ``None`` if
    #: it is left alone.
    before: int
    after: int | None
    since: TurnStanding
    #: Whether the winner came to the front with it and was in front to the end.
    for_good: bool = False

    @property
    def change(self) -> int:
        """By how much the distance grew; 0 if nobody is left to measure it by."""
        return 0 if self.after is None else self.after - self.before


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


def _most_telling(story: Story, before: TurnStanding, after: TurnStanding) -> Swing | None:
    if len(after.still_in) < 2:
        return None
    # The distance of one who trailed says not what turned the game.
    telling = {*story.winning_sides, before.leader, after.leader}
    found = [
        Swing(after, side, before.ahead(side), after.ahead(side), before)
        for side in after.still_in
        if side in before.still_in and (not story.winners or side in telling)
    ]
    changed = [swing for swing in found if swing.change]
    return max(changed, key=lambda swing: _telling(story, swing), default=None)


def _telling(story: Story, swing: Swing) -> tuple[bool, int, bool]:
    """Return by what swings are compared: a winner's; its size; a rise."""
    return swing.side in story.winning_sides, abs(swing.change), swing.change > 0


def came_to_the_front(story: Story) -> Swing | None:
    """Return the turn since which the only winner was in front to the end, if after the first."""
    since = in_front_for_good(story) or in_front_for_good(story, alone=False)
    if since is None or since is story.standings[0]:
        return None
    before = next(one for one, after in pairwise(story.standings) if after is since)
    winner = story.winning_sides[0]
    ahead = since.ahead(winner) if len(since.still_in) > 1 else None
    return Swing(since, winner, before.ahead(winner), ahead, before, for_good=True)


def in_front_for_good(story: Story, *, alone: bool = True) -> TurnStanding | None:
    """Return since when the only winner led to the end; ``None`` if it did not at the end."""
    since = None
    if len(story.winning_sides) == 1:
        for standing in reversed(story.standings):
            if story.winning_sides[0] not in ([standing.leader] if alone else standing.leaders):
                break
            since = standing
    return since
