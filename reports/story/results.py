"""The data of a replayed game: its stretches (such as rounds), their turns, and the standings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from simulate.game import Game, TieBreak
from simulate.play import rows as row
from simulate.play.comebacks import LEAST_STRETCHES
from simulate.play.replay import Replay, ReplayedStep


@dataclass(frozen=True)
class StoryStep:
    """An action within a turn, with its effects.

    Attributes
    ----------
    seat
        The seat that acts, from 0.
    action
        The text of the action.
    effects
        Texts on the effects of the action, one line each.
    comments
        Comments on the action, one line each.
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
        The seat, from 0.
    hand
        A text on the seat's hand before the turn; empty if it has none.
    steps
        The actions of the turn, which may include those of other seats.
    """

    number: int
    seat: int
    hand: str
    steps: list[StoryStep]


@dataclass(frozen=True)
class TurnStanding:
    """The scores after a turn, and which side leads.

    A seat that plays for itself is a side. Seats and sides are counted from 0.

    Attributes
    ----------
    stretch, turn
        The numbers of the stretch and of the turn, from 1.
    scores
        The score of each seat, in parts of a unit; see `simulate.game.Game.score_parts`.
    active
        The seats that are still in the game.
    steps
        The number of steps of the game up to the end of the turn.
    lower_leads
        True if the lower score leads.
    teams
        The seats of each side; empty if each seat plays for itself.
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
        """The seats of each side."""
        return self.teams or tuple((seat,) for seat in range(len(self.scores)))

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side: the sum of the scores of its seats, including seats out."""
        totals = []
        for seats in self.sides:
            totals.append(sum(self.scores[seat] for seat in seats))
        return tuple(totals)

    @property
    def still_in(self) -> list[int]:
        """The sides that have a seat which is still in the game."""
        return [side for side, seats in enumerate(self.sides) if {*seats} & {*self.active}]

    @property
    def leaders(self) -> list[int]:
        """The sides with the best score of all sides in the game; two or more if they are level.

        Raises
        ------
        ValueError
            If no side is still in the game.
        """
        pick = min if self.lower_leads else max
        totals = self.totals
        best = pick(totals[side] for side in self.still_in)
        return [side for side in self.still_in if totals[side] == best]

    @property
    def leader(self) -> int | None:
        """The side that leads alone; None if two or more sides share the lead.

        Raises
        ------
        ValueError
            If no side is still in the game.
        """
        return self.leaders[0] if len(self.leaders) == 1 else None

    def ahead(self, side: int) -> int:
        """Return the distance of a side to its best rival in the game; negative if it is behind.

        The distance is in parts of a unit, as scores are.

        Raises
        ------
        ValueError
            If no rival is still in the game.
        """
        totals = self.totals
        gaps = [totals[side] - totals[rival] for rival in self.still_in if rival != side]
        return -max(gaps) if self.lower_leads else min(gaps)

    def best_rivals(self, side: int) -> list[int]:
        """Return the rivals of a side with the best score; empty if none is still in the game."""
        totals = self.totals
        rivals = [rival for rival in self.still_in if rival != side]
        if not rivals:
            return []
        pick = min if self.lower_leads else max
        best = pick(totals[rival] for rival in rivals)
        return [rival for rival in rivals if totals[rival] == best]


@dataclass(frozen=True)
class Stretch:
    """A part of a game at whose end scores are compared, such as a round.

    Attributes
    ----------
    number
        The number of the stretch, from 1.
    table
        Texts on the table before the stretch, one line each.
    turns
        The turns of the stretch.
    why
        A sentence on the reason for the end of the stretch. Empty if it ended because every seat
        had a turn, or because the game was stopped.
    standing
        The standing at the end of the stretch.
    """

    number: int
    table: Sequence[str]
    turns: Sequence[Turn]
    why: str
    standing: TurnStanding


@dataclass(frozen=True)
class Story:
    """The data of a replayed game. Seats and sides are counted from 0.

    Attributes
    ----------
    game
        The rules of the game.
    number
        The number of the replayed game within its study, from 0.
    title
        The title of the replay.
    seated
        The strategy in each seat, as typed on the command line.
    stretches
        The stretches of the game, in order.
    standings
        The standing after each turn, in order.
    why_over
        A sentence on the reason for the end; empty if the game was stopped.
    result
        The row of the game's counts; see `simulate.play.rows`.
    repeat
        The number of the repeat, from 1, if the game repeats the set-up of a deal; 0 for a game of
        the study.
    last_table
        The lines that describe the table after the end of the game; empty if it was stopped.
    points_from
        Lines on what the final points of the seats consist of; empty if the game does not say so.
    hidden_teams
        The seats of each team, by its name, in a game that deals its teams; empty for other games.
    """

    game: Game
    number: int
    title: str
    seated: Sequence[str]
    stretches: Sequence[Stretch]
    standings: Sequence[TurnStanding]
    why_over: str
    result: row.Integers
    repeat: int = 0
    last_table: Sequence[str] = ()
    points_from: Sequence[str] = ()
    hidden_teams: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seated)

    @property
    def finished(self) -> bool:
        """True if the game ended by its rules, not at the maximum number of turns."""
        return bool(self.result[row.FINISHED])

    @property
    def has_scores(self) -> bool:
        """True if any seat had points after any turn or at the end."""
        final = self.result[row.SCORES : row.SCORES + self.players]
        return bool(any(final)) or any(any(standing.scores) for standing in self.standings)

    @property
    def winners(self) -> list[int]:
        """The seats that win; empty if nobody wins or the game did not finish."""
        won = int(self.result[row.WINNERS])
        return [seat for seat in range(self.players) if won >> seat & 1]

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; empty if each seat plays for itself."""
        return teams_of(self.game, self.players)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side. A seat that plays for itself is a side."""
        return self.teams or tuple((seat,) for seat in range(self.players))

    @property
    def winning_sides(self) -> list[int]:
        """The sides that win; empty if nobody wins or the game did not finish."""
        return [side for side, seats in enumerate(self.sides) if {*seats} & {*self.winners}]

    @property
    def winning_team(self) -> str:
        """The name of the dealt team whose seats are the winners; empty for none."""
        for name, seats in self.hidden_teams.items():
            if seats and list(seats) == self.winners:
                return name
        return ""

    @cached_property
    def steps(self) -> list[StoryStep]:
        """All steps of the game, in order."""
        return [step for stretch in self.stretches for turn in stretch.turns for step in turn.steps]

    def steps_between(self, since: TurnStanding, until: TurnStanding) -> Sequence[StoryStep]:
        """Return the steps that were played between the standings `since` and `until`."""
        return self.steps[since.steps : until.steps]

    @property
    def tie_break(self) -> str:
        """The game's text on how a tie was broken at the end.

        Empty if there was no tie, or the game has no text on it.
        """
        effects = self.steps[-1].effects if self.steps else ()
        return next((line for line in effects if isinstance(line, TieBreak)), "")


def teams_of(game: Game, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side, from 0; empty if each seat plays for itself."""
    side_of = game.side_of(players)
    count = max(side_of) + 1
    if count == players:
        return ()
    sides: list[list[int]] = [[] for _ in range(count)]
    for seat in range(players):
        sides[side_of[seat]].append(seat)
    return tuple(map(tuple, sides))


def make_story(
    replay: Replay, comment: Callable[[ReplayedStep], Iterable[str]] = lambda step: ()
) -> Story:
    """Return the data of a replayed game.

    Parameters
    ----------
    replay
        The replay, which this function plays to its end.
    comment
        A function that is called with each step and returns the comments on it, one line each.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    game = replay.engine.game
    teams = teams_of(game, replay.players)
    stretches: list[Stretch] = []
    standings: list[TurnStanding] = []
    table: Sequence[str] = ()
    turns: list[Turn] = []
    why_over = ""
    last_step: ReplayedStep | None = None
    for replayed in replay:
        step = name_only_player(replayed) if replay.players == 1 else replayed
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
    result = replay.finish()
    return Story(
        game,
        replay.number,
        replay.title,
        replay.specs,
        stretches,
        standings,
        why_over,
        result,
        replay.repeat,
        last_step.last_table if last_step else (),
        last_step.points_from if last_step else (),
        _hidden_teams(replay, result),
    )


def _hidden_teams(replay: Replay, result: row.Integers) -> dict[str, tuple[int, ...]]:
    """Return the seats of each team that the game dealt, by its name; empty if it deals none."""
    game = replay.engine.game
    place = len(result) - game.sets
    for grouping in game.groupings:
        if grouping.wins_together:
            names = grouping.names(replay.engine.rules[0])
            sets = result[place : place + len(names)]
            return {
                name: tuple(seat for seat in range(replay.players) if int(members) >> seat & 1)
                for name, members in zip(names, sets, strict=True)
                if name
            }
        place += grouping.size
    return {}


def name_only_player(step: ReplayedStep) -> ReplayedStep:
    """Return a step of a solo game whose texts say "the player" in place of "seat 1"."""
    return replace(
        step,
        table=tuple(map(_without_seat, step.table)),
        hand=_without_seat(step.hand),
        action=_without_seat(step.action),
        effects=tuple(map(_without_seat, step.effects)),
        why=_without_seat(step.why),
        why_over=_without_seat(step.why_over),
        last_table=tuple(map(_without_seat, step.last_table)),
        points_from=tuple(map(_without_seat, step.points_from)),
    )


def _without_seat(text: str) -> str:
    """Return a text about the only player without the number of its seat.

    The result has the type of the text, such as `simulate.game.Aside`.
    """
    named = re.sub(r"\bseat 1\b", "the player", text)
    named = re.sub(r"\bSeat 1\b", "The player", named)
    return type(text)(named)


#: The maximum number of swings of a game that are reported.
MOST_SWINGS = 3


@dataclass(frozen=True)
class Swing:
    """A turn in which the distance of a side to its best rival changed.

    Attributes
    ----------
    standing
        The standing after the turn.
    side
        The side, from 0. A seat that plays for itself is a side.
    before, after
        The distance of the side to its best rival before and after the turn, in parts of a unit;
        negative if the side is behind. `after` is None if no rival is left in the game.
    since
        The standing before the turn.
    for_good
        True if the winner took the lead in this turn and kept it until the end.
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
    """Return the turns that changed the standings most, at most `MOST_SWINGS`, in their order.

    The turn in which the winner took the lead until the end is always among them. The next
    candidates are the turns with the largest changes of a winner's distance to its best rival, and
    then those with the largest changes of a leader's distance. Changes of trailing sides alone do
    not count. Of equal turns, the later turn is chosen. A game that deals its teams has no swings,
    because points of single seats do not say which team is in front.
    """
    if story.hidden_teams:
        return []
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
    """Return the swing of a turn that `_importance` ranks highest.

    The result is None if nobody's lead or deficit changed, or if fewer than two sides are still in.
    """
    if len(after.still_in) < 2:
        return None
    # If the game has winners, only swings of winners and of leaders before or after the turn count.
    important = {*story.winning_sides, before.leader, after.leader}
    candidates = [
        Swing(after, side, before.ahead(side), after.ahead(side), before)
        for side in after.still_in
        if side in before.still_in and (not story.winners or side in important)
    ]
    changed = [swing for swing in candidates if swing.change]
    return max(changed, key=lambda swing: _importance(story, swing), default=None)


def _importance(story: Story, swing: Swing) -> tuple[bool, int, bool]:
    """Return the importance of a swing as a sort key.

    It consists of True if the swing is a winner's, the size of the change, and True for a gain.
    """
    return swing.side in story.winning_sides, abs(swing.change), swing.change > 0


def came_to_the_front(story: Story) -> Swing | None:
    """Return the swing with which the only winner took the lead that lasted until the end.

    If the winner never led alone until the end, it is the swing after which the winner was never
    behind. The result is None if there is no such swing, or not exactly one winner.
    """
    since = in_front_for_good(story) or in_front_for_good(story, alone=False)
    if since is None or since is story.standings[0]:
        return None
    before = next(earlier for earlier, after in pairwise(story.standings) if after is since)
    winner = story.winning_sides[0]
    ahead = since.ahead(winner) if len(since.still_in) > 1 else None
    return Swing(since, winner, before.ahead(winner), ahead, before, for_good=True)


@dataclass(frozen=True)
class Deficit:
    """The moment at which the only winner of a game was furthest behind its best rival.

    Attributes
    ----------
    standing
        The standing at that moment.
    side
        The side that won, from 0. A seat that plays for itself is a side.
    behind
        The distance to the best rival, in parts of a unit; above 0.
    is_after_stretch
        True if the moment is the end of a stretch, False if it is the end of a turn.
    """

    standing: TurnStanding
    side: int
    behind: int
    is_after_stretch: bool


def find_greatest_deficit(story: Story) -> Deficit | None:
    """Return the moment at which the only winner was furthest behind, or None.

    It is None if the winner was never behind, if there is not exactly one winner, or if the game
    deals teams, whose members win together. Scores are
    compared as in `simulate.play.comebacks.measure_course`: after stretches, or after turns
    if the game has few stretches. Of equal moments, the last is returned.
    """
    if len(story.winning_sides) != 1 or len(story.sides) == 1 or story.hidden_teams:
        return None
    [side] = story.winning_sides
    has_stretches = len(story.stretches) >= LEAST_STRETCHES
    standings = list(story.standings)
    if has_stretches:
        standings = [stretch.standing for stretch in story.stretches]
    worst = None
    for standing in standings[:-1]:
        if {*standing.still_in} <= {side}:
            continue
        behind = -standing.ahead(side)
        if behind > 0 and (worst is None or behind >= worst.behind):
            worst = Deficit(standing, side, behind, has_stretches)
    return worst


def find_catch_up(story: Story) -> list[Swing]:
    """Return the turns in which a winner who was behind caught up, in their order.

    There are at most `MOST_SWINGS`. The turn in which the winner took the lead until the end is
    always among them. The others are the turns after the greatest deficit in which the winner
    gained most on its best rival. Of equal turns, the earlier is chosen. The list is empty if there
    is no such deficit (`find_greatest_deficit`).
    """
    deficit = find_greatest_deficit(story)
    if deficit is None:
        return []
    lasting = came_to_the_front(story)
    gains = []
    for before, after in pairwise(story.standings):
        is_lasting = lasting is not None and after is lasting.standing
        if is_lasting or before.steps < deficit.standing.steps or len(after.still_in) < 2:
            continue
        side = deficit.side
        swing = Swing(after, side, before.ahead(side), after.ahead(side), before)
        if swing.change > 0:
            gains.append(swing)
    gains.sort(key=lambda swing: -swing.change)
    if lasting:
        gains.insert(0, lasting)
    return sorted(gains[:MOST_SWINGS], key=lambda swing: swing.standing.steps)


def in_front_for_good(story: Story, *, alone: bool = True) -> TurnStanding | None:
    """Return the first standing after which the only winner led until the end of the game.

    Parameters
    ----------
    story
        The game.
    alone
        If True, a lead that is shared with another side does not count.

    Returns
    -------
    TurnStanding or None
        None if there is not exactly one winner, or the winner did not lead at the end.
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
