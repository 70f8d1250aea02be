"""A replayed game as data: its stretches (such as rounds), their turns, and the standings."""

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
    """An action within a turn.

    Attributes
    ----------
    seat
        The seat that acts, 0-based.
    action
        The action in words.
    effects
        The effects of the action, a line each.
    comments
        Comments on the action, a line each.
    """

    seat: int
    action: str
    effects: Sequence[str]
    comments: Sequence[str]


@dataclass(frozen=True)
class Turn:
    """A turn of a seat.

    Attributes
    ----------
    number
        The number of the turn, from 1.
    seat
        The seat, 0-based.
    hand
        The seat's hand in words; empty if it has none.
    steps
        The actions.
    """

    number: int
    seat: int
    hand: str
    steps: list[StoryStep]


@dataclass(frozen=True)
class TurnStanding:
    """The standing after a turn.

    Attributes
    ----------
    stretch, turn, steps
        The number of the stretch and of the turn, and the number of steps so far.
    scores
        The score of each seat, in parts of a unit; see `simulate.game.Game.score_parts`.
    active
        The seats still in, 0-based.
    lower_leads
        Whether the lower score leads.
    teams
        The seats of each side, 0-based, where several win together; empty if each seat plays for
        itself.
    """

    stretch: int
    turn: int
    scores: tuple[int, ...]
    active: tuple[int, ...]
    steps: int
    lower_leads: bool = False
    teams: tuple[tuple[int, ...], ...] = ()

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, 0-based; a seat that plays for itself is a side."""
        return self.teams or tuple((seat,) for seat in range(len(self.scores)))

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side: the sum of its seats' scores, also of those that are out."""
        return tuple(sum(self.scores[seat] for seat in seats) for seats in self.sides)

    @property
    def still_in(self) -> list[int]:
        """The sides with a seat still in, 0-based."""
        return [side for side, seats in enumerate(self.sides) if {*seats} & {*self.active}]

    @property
    def leaders(self) -> list[int]:
        """The sides in front, 0-based; several if they are level."""
        pick = min if self.lower_leads else max
        totals = self.totals
        best = pick(totals[side] for side in self.still_in)
        return [side for side in self.still_in if totals[side] == best]

    @property
    def leader(self) -> int | None:
        """The side that leads alone, 0-based; None if several are level."""
        return self.leaders[0] if len(self.leaders) == 1 else None

    def ahead(self, side: int) -> int:
        """Return the lead of a side over the best rival still in the game; negative if behind.

        Raises
        ------
        ValueError
            If no rival is still in.
        """
        totals = self.totals
        gaps = [totals[side] - totals[rival] for rival in self.still_in if rival != side]
        return -max(gaps) if self.lower_leads else min(gaps)


@dataclass(frozen=True)
class Stretch:
    """A part of a game at whose end standings are taken, such as a round.

    Attributes
    ----------
    number
        The number of the stretch, from 1.
    table
        The table before it, a line each.
    turns
        Its turns.
    why
        The reason for its end; empty if every seat just had a turn, or if the game was stopped.
    standing
        The standing at its end.
    """

    number: int
    table: Sequence[str]
    turns: Sequence[Turn]
    why: str
    standing: TurnStanding


@dataclass(frozen=True)
class Story:
    """A whole game as data.

    Attributes
    ----------
    game
        The game.
    number
        The number of this play of it within its study, from 0.
    title
        The title of the replay.
    seated
        The strategy of each seat.
    stretches
        The stretches of the game, in order.
    standings
        The standing after each turn.
    why_over
        The reason for the end; empty if the game was stopped.
    result
        The row of counts of the game.
    """

    game: Game
    number: int
    title: str
    seated: Sequence[str]
    stretches: Sequence[Stretch]
    standings: Sequence[TurnStanding]
    why_over: str
    result: row.Integers

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seated)

    @property
    def finished(self) -> bool:
        """Whether the game was decided."""
        return bool(self.result[row.FINISHED])

    @property
    def winners(self) -> list[int]:
        """The seats that share the win, 0-based; empty if the game was not decided."""
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
        """The sides that share the win, 0-based; empty if the game was undecided or nobody won."""
        return [side for side, seats in enumerate(self.sides) if {*seats} & {*self.winners}]

    @cached_property
    def steps(self) -> list[StoryStep]:
        """All steps of the game, in order."""
        return [step for stretch in self.stretches for turn in stretch.turns for step in turn.steps]

    def steps_between(self, since: TurnStanding, until: TurnStanding) -> Sequence[StoryStep]:
        """Return the steps between two standings."""
        return self.steps[since.steps : until.steps]

    @property
    def tie_break(self) -> str:
        """The way a tie was broken at the end; empty if there was none or the game does not say."""
        effects = self.steps[-1].effects if self.steps else ()
        return next((line for line in effects if isinstance(line, TieBreak)), "")


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
    replay: Replay, comment: Callable[[ReplayedStep], Iterable[str]] = lambda step: ()
) -> Story:
    """Return a replayed game as data.

    Parameters
    ----------
    replay
        The replay; it is played to its end.
    comment
        Returns the comments on a step.
    """
    game = replay.engine.game
    teams = teams_of(game, replay.players)
    stretches: list[Stretch] = []
    standings: list[TurnStanding] = []
    table: Sequence[str] = ()
    turns: list[Turn] = []
    why_over = ""
    last_step: ReplayedStep | None = None
    for step in replay:
        if not turns:
            table = step.table
        if step.new_turn or not turns:
            number = int(step.moment.snapshot.table.turns) + 1
            turns.append(Turn(number, step.moment.seat, step.hand, []))
        comments = tuple(comment(step))
        turns[-1].steps.append(StoryStep(step.moment.seat, step.action, step.effects, comments))
        standing = TurnStanding(
            len(stretches) + 1,
            turns[-1].number,
            step.scores,
            step.active,
            step.moment.step,
            game.lower_leads,
            teams,
        )
        if step.turns >= turns[-1].number or step.ends_stretch:
            standings.append(standing)
        if step.ends_stretch:
            stretches.append(Stretch(standing.stretch, table, turns, step.why, standing))
            turns = []
        why_over = step.why_over
        last_step = step
    if last_step and not last_step.ends_stretch:
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


#: The most swings of a game.
MOST_SWINGS = 3


@dataclass(frozen=True)
class Swing:
    """A turn in which a side gained or lost on its best rival.

    Attributes
    ----------
    standing, since
        The standing after the turn and the one before it.
    side
        The side, 0-based; a seat that plays for itself is a side.
    before, after
        How far the side was ahead of its best rival; negative if behind. `after` is None if no
        rival is left.
    for_good
        Whether the winner came to the front in this turn and stayed there to the end.
    """

    standing: TurnStanding
    side: int
    before: int
    after: int | None
    since: TurnStanding
    for_good: bool = False

    @property
    def change(self) -> int:
        """The change of the distance to the best rival; 0 if no rival is left."""
        return 0 if self.after is None else self.after - self.before


def swings(story: Story) -> list[Swing]:
    """Return the turns that turned the game, at most `MOST_SWINGS`, in their order.

    The turn in which the winner came to the front for good is always among them. The others are
    those that moved a winner most, then those that moved a leader. Turns in which only trailing
    sides moved turned nothing. Of equal turns the later one is chosen.
    """
    lasting = came_to_the_front(story)
    candidates = []
    for before, after in pairwise(story.standings):
        if lasting and after is lasting.standing:
            continue
        swing = _largest_swing(story, before, after)
        if swing:
            candidates.append(swing)
    candidates.sort(
        key=lambda swing: (*_importance(story, swing)[:2], swing.standing.steps), reverse=True
    )
    if lasting:
        candidates.insert(0, lasting)
    return sorted(candidates[:MOST_SWINGS], key=lambda swing: swing.standing.steps)


def _largest_swing(story: Story, before: TurnStanding, after: TurnStanding) -> Swing | None:
    """Return the most important swing of a turn; None if no distance that matters changed."""
    if len(after.still_in) < 2:
        return None
    # The distance of a side that trailed does not show what turned the game.
    important = {*story.winning_sides, before.leader, after.leader}
    candidates = [
        Swing(after, side, before.ahead(side), after.ahead(side), before)
        for side in after.still_in
        if side in before.still_in and (not story.winners or side in important)
    ]
    changed = [swing for swing in candidates if swing.change]
    return max(changed, key=lambda swing: _importance(story, swing), default=None)


def _importance(story: Story, swing: Swing) -> tuple[bool, int, bool]:
    """Return the sort key of a swing: whether it is a winner's, its size, whether it is a rise."""
    return swing.side in story.winning_sides, abs(swing.change), swing.change > 0


def came_to_the_front(story: Story) -> Swing | None:
    """Return the turn since which the only winner was in front to the end.

    None if there is no such turn or it is the first.
    """
    since = in_front_for_good(story) or in_front_for_good(story, alone=False)
    if since is None or since is story.standings[0]:
        return None
    before = next(earlier for earlier, after in pairwise(story.standings) if after is since)
    winner = story.winning_sides[0]
    ahead = since.ahead(winner) if len(since.still_in) > 1 else None
    return Swing(since, winner, before.ahead(winner), ahead, before, for_good=True)


def in_front_for_good(story: Story, *, alone: bool = True) -> TurnStanding | None:
    """Return the standing from which on the only winner led to the end.

    Parameters
    ----------
    story
        The game.
    alone
        Whether the winner must have led alone.

    Returns
    -------
    TurnStanding or None
        None if there is not exactly one winner, or it did not lead at the end.
    """
    if len(story.winning_sides) != 1:
        return None
    [winner] = story.winning_sides
    since = None
    for standing in reversed(story.standings):
        in_front = [standing.leader] if alone else standing.leaders
        if winner not in in_front:
            break
        since = standing
    return since
