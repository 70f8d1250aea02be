"""The document of a replayed game: answers first, then a chapter for each stretch.

A stretch is a part of the game at whose end scores are compared, such as a round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from reports.story import results
from reports.writing.document import Answer, Chapter, Document, Folded, Item, Line, Section
from reports.writing.wording import capital, counted, listed, whole
from simulate.game import Aside, Drawn, Scored, TieBreak, with_unit
from simulate.play import rows as row
from simulate.play.replay import Replay, ReplayedStep
from simulate.study import Study

#: The largest number of rivals whose gains are listed, in addition to the leader's.
MOST_OTHERS = 4
#: The number of stretches after a deficit from which on the scoring stretches are counted.
LEAST_LEFT = 3


def who_played(story: results.Story) -> list[str]:
    """Return sentences on the strategy of each seat and on the seats of each side."""
    if story.players == 1:
        strategies = [f"The player plays {story.seated[0]}."]
    elif len(set(story.seated)) == 1:
        strategies = [f"Every seat plays {story.seated[0]}."]
    else:
        strategies = [f"Seat {seat} plays {spec}." for seat, spec in enumerate(story.seated, 1)]
    return [*strategies, *_teams(story)]


def _teams(story: results.Story) -> Iterator[str]:
    """Yield a sentence on the seats of each side; nothing if each seat plays for itself."""
    if len(story.sides) == 1:
        if story.players > 1:
            yield "All seats play together against the game."
        return
    for side, seats in enumerate(story.teams):
        members = listed([str(seat + 1) for seat in seats])
        yield f"{capital(side_name(story, side))} is seats {members}."


def side_name(story: results.Story, side: int) -> str:
    """Return the name of a side (counted from 0), as in "side 2".

    If each seat plays for itself, it is the name of the seat, as in "seat 2".
    """
    return f"side {side + 1}" if story.teams else f"seat {side + 1}"


def ending(story: results.Story) -> str:
    """Return a sentence on the winners, the length of the game and the final scores.

    Winners who are a dealt team, such as the wolves, are named by their team.
    """
    turns = counted(int(story.result[row.TURNS]), "turn")
    scores = f": {standings(story, _final_standing(story), out=False)}."
    if not story.finished:
        return f"UNFINISHED after {turns}, in {story.game.stretch} {len(story.stretches)}{scores}"
    if not story.has_scores:
        scores = "."
    length = f"{turns} in {counted(len(story.stretches), story.game.stretch)}"
    winners = story.winning_sides
    if story.winning_team:
        seats = listed([str(seat + 1) for seat in story.winners])
        noun = "seat" if len(story.winners) == 1 else "seats"
        return f"A win for {story.winning_team} ({noun} {seats}) after {length}{scores}"
    if not winners:
        losers = "The players lose" if story.players > 1 else "The player loses"
        return f"{losers} after {length}{scores}"
    if len(winners) > 1 and len(set(story.seated)) == 1:
        # The strategy that all seats play is not repeated for each winner.
        names = listed([side_name(story, side) for side in winners])
    else:
        names = listed([_winner(story, side) for side in winners])
    verb = "share the win" if len(winners) > 1 else "wins"
    if len(story.sides) == 1 and story.players > 1:
        verb = "win"
    return f"{capital(names)} {verb} after {length}{scores}"


def _winner(story: results.Story, side: int) -> str:
    """Return the name of a winning side with its strategies, as in "seat 2 (planner)"."""
    if len(story.sides) == 1:
        return "the players" if story.players > 1 else "the player"
    strategies = listed([*dict.fromkeys(story.seated[seat] for seat in story.sides[side])])
    return f"{side_name(story, side)} ({strategies})"


def describe_tie_break(story: results.Story) -> Iterator[str]:
    """Yield a sentence on how a tie for the best score was broken; nothing if there was no tie.

    A game without points has no ties.
    """
    if not story.has_scores:
        return
    last = story.standings[-1]
    winners = story.winning_sides
    if story.tie_break:
        yield f"{capital(story.tie_break).removesuffix('.')}."
    elif len(winners) == 1 and len(last.leaders) > 1 and winners[0] in last.leaders:
        level = [side for side in last.leaders if side not in winners]
        yield (
            f"The score was level with {_sides(story, level)} at the end, and a tie-break of the "
            "game decided."
        )


def _sides(story: results.Story, sides: Sequence[int]) -> str:
    """Return the names of sides (counted from 0), as in "seats 1 and 3" or "side 2"."""
    noun = "side" if story.teams else "seat"
    if len(sides) > 1:
        noun += "s"
    return f"{noun} {listed([str(side + 1) for side in sides])}"


def why_over(story: results.Story) -> str:
    """Return a sentence on the reason for the end of the game."""
    return story.why_over or "It was stopped at the maximum number of turns (the rule max_turns)."


def describe_turning_points(
    story: results.Story, describe: Callable[[results.Story, results.Swing], str] | None = None
) -> Iterator[str]:
    """Yield sentences on the turns that changed the standings most, and on the winner's lead.

    Parameters
    ----------
    story
        The game.
    describe
        A function that is called with the story and a swing, and returns sentences on the swing;
        None for `describe_swing`.
    """
    describe = describe or describe_swing
    if len(story.sides) == 1:
        yield (
            "Not known: turning points are changes of the lead, and nobody leads in a game that "
            f"{'all win or lose together' if story.players > 1 else 'one player plays alone'}."
        )
        return
    if not story.has_scores:
        yield "Not known: turning points are changes of the lead, and this game had no points."
        return
    if story.hidden_teams:
        yield (
            "Not known: turning points are changes of the lead, and points of single seats do not "
            "say which team is in front. With --search, Fathom estimates the chances to win."
        )
        return
    swings = results.swings(story)
    if not swings:
        yield from _unturned(story, describe)
        return
    for swing in swings:
        yield describe(story, swing)
    yield from _describe_lead(story)


def _unturned(
    story: results.Story, describe: Callable[[results.Story, results.Swing], str]
) -> Iterator[str]:
    """Yield sentences on a game without swings, in which no lead changed after the first turn."""
    noun = "sides" if story.teams else "seats"
    distances = set()
    for now in story.standings:
        distances.add(tuple(total - now.totals[0] for total in now.totals))
    if len(distances) == 1:
        unchanged = f"the distances between the {noun} never changed"
    else:
        unchanged = "no turn changed who led, or by how much"
    if len(set(story.standings[0].totals)) == 1:
        yield f"{capital(unchanged)}."
        return
    yield f"After the first turn, {unchanged}."
    lasting = results.came_to_the_front(story)
    if lasting and len(story.winning_sides) == 1:
        yield describe(story, lasting)
    yield from _describe_lead(story)


def _describe_lead(story: results.Story) -> Iterator[str]:
    """Yield a sentence on a winner who led from the first turn on, or does not lead at the end.

    Yield nothing for other winners, and nothing if no seat or side, or more than one, wins.
    """
    if len(story.winning_sides) != 1:
        return
    [winner] = story.winning_sides
    name = capital(side_name(story, winner))
    since = results.in_front_for_good(story)
    if since is None:
        if winner in story.standings[-1].leaders:
            why = "the tie had to be broken"
        else:
            best = "lowest" if story.game.lower_leads else "highest"
            why = f"the {best} score does not win"
        yield f"{name} wins without leading alone at the end: {why}."
    elif since is story.standings[0]:
        yield f"{name} led alone from the first turn to the end."


def describe_comeback(story: results.Story) -> str:
    """Return a sentence on how far the winner was behind, when, and by how much it won.

    An example is "Seat 2 was 14 points behind after round 3 of 8 and won by 2." It is "" if there
    is not exactly one winner, or the winner was never behind.
    """
    deficit = results.find_greatest_deficit(story)
    if deficit is None:
        return ""
    standing = deficit.standing
    if deficit.is_after_stretch:
        moment = f"{story.game.stretch} {standing.stretch} of {len(story.stretches)}"
    else:
        moment = f"turn {whole(standing.turn)} of {whole(int(story.result[row.TURNS]))}"
    name = capital(side_name(story, deficit.side))
    behind = _distance(story, -deficit.behind)
    return f"{name} was {behind} after {moment} and {_describe_win(story, deficit.side)}."


def explain_comeback(story: results.Story) -> list[str]:
    """Return sentences on why a winner who was behind won: who gained how much from then on.

    The list is empty if there is not exactly one winner, or the winner was never behind.
    """
    deficit = results.find_greatest_deficit(story)
    if deficit is None:
        return []
    totals = _final_standing(story).totals
    leader = next(side for side in deficit.standing.leaders if side != deficit.side)
    others = [side for side in deficit.standing.still_in if side not in (deficit.side, leader)]
    compared = (deficit.side, leader, *others[:MOST_OTHERS])
    changes = {side: totals[side] - deficit.standing.totals[side] for side in compared}
    clauses = []
    for side in compared:
        who = ", who was in front," if side == leader else ""
        clauses.append(f"{side_name(story, side)}{who} {_describe_gain(story, changes, side)}")
    gains = f"From then on {clauses[0]}; {listed(clauses[1:])}."
    return [gains, *_compare_scoring(story, deficit, leader)]


def _describe_gain(story: results.Story, changes: Mapping[int, int], side: int) -> str:
    """Return a predicate on a side's change of score, as in "gained 3 points" or "lost nothing".

    `changes` are the changes of all sides that are compared, in parts of a unit. Only the first of
    them is written with its unit.
    """
    change = changes[side]
    if not change:
        return "gained nothing" if max(changes.values()) > 0 else "lost nothing"
    amount = story.game.score_in_words(abs(change))
    has_unit = side == next(place for place, other in changes.items() if other)
    if has_unit:
        amount = _with_unit(story, amount)
    return f"{'gained' if change > 0 else 'lost'} {amount}"


def _compare_scoring(story: results.Story, deficit: results.Deficit, leader: int) -> Iterator[str]:
    """Yield a sentence on how often the winner and the former leader scored after a deficit.

    Nothing is yielded if the leader scored in at least as many stretches as the winner, or if too
    few stretches are left.
    """
    if not deficit.is_after_stretch:
        return
    stretches = story.stretches[deficit.standing.stretch - 1 :]
    left = len(stretches) - 1
    scoring = {deficit.side: 0, leader: 0}
    for before, after in pairwise(stretch.standing.totals for stretch in stretches):
        for side in scoring:
            scoring[side] += after[side] > before[side]
    if left < LEAST_LEFT or scoring[leader] >= scoring[deficit.side]:
        return
    name = story.game.stretch
    yield (
        f"{capital(side_name(story, deficit.side))} scored in {scoring[deficit.side]} of these "
        f"{left} {name}s, {side_name(story, leader)} in {scoring[leader] or 'none'}."
    )


def _describe_win(story: results.Story, side: int) -> str:
    """Return a clause on the win of the only winner, as in "won by 2" or "won a tie"."""
    final = _final_standing(story)
    if {*final.still_in} <= {side}:
        return "won as the only one left"
    ahead = final.ahead(side)
    if ahead > 0:
        return f"won by {story.game.score_in_words(ahead)}"
    return "won the tie" if ahead == 0 else "won"


def _final_standing(story: results.Story) -> results.TurnStanding:
    """Return the last standing with the final scores of the game."""
    scores = tuple(int(story.result[row.SCORES + seat]) for seat in range(story.players))
    return replace(story.standings[-1], scores=scores)


def describe_swing(story: results.Story, swing: results.Swing) -> str:
    """Return sentences on a swing: a change in who leads or by how much.

    They name the position before and after the swing, the actions in between, and all scores. An
    example of a beginning is "Turn 45 (round 3): seat 1 was 2 points behind, and is now 3 points
    ahead."
    """
    noun = "side" if story.teams else "seat"
    return (
        f"{describe_place(story, swing)}: {describe_change(story, swing)}. "
        f"{describe_steps(story.steps_between(swing.since, swing.standing))} "
        f"{capital(story.game.score_unit)} by {noun}: before {_scores(story, swing.since)}, after "
        f"{_scores(story, swing.standing)}.{describe_lasting_lead(story, swing)}"
    )


def describe_place(story: results.Story, swing: results.Swing) -> str:
    """Return the turn of a swing, as in "Turn 45 (round 3)"."""
    place = f"Turn {swing.standing.turn} ({story.game.stretch} {swing.standing.stretch})"
    if swing.standing is story.standings[-1] and story.finished:
        place += ", the last"
    return place


def describe_change(story: results.Story, swing: results.Swing) -> str:
    """Return a clause on how far a seat or side is ahead or behind, before and after a swing.

    An example is "seat 1 was 2 points behind, and is now 3 points ahead".
    """
    return (
        f"{side_name(story, swing.side)} was {_distance(story, swing.before)}, and is now "
        f"{_distance(story, swing.after)}"
    )


def describe_catch_up(story: results.Story, swing: results.Swing) -> str:
    """Return a clause on a turn in which a seat or side caught up, and on the points that did it.

    Examples are "seat 1 gains 4 points, from 2 behind to 2 ahead" and, if the score of the best
    rival changes too, "seat 1 gains 3 points and seat 3 loses 4: from 10 behind to 3 behind". If
    only rivals' scores change, the clause names those who lose points, as in "seat 2 loses 4
    points; seat 1 comes from 2 behind to 2 ahead". The rivals are named if another one is the best
    rival after the turn, as in "from 9 behind seat 2 to 8 behind seat 3".
    """
    changes = [
        after - before
        for before, after in zip(swing.since.totals, swing.standing.totals, strict=True)
    ]
    name = side_name(story, swing.side)
    rival, way = _describe_way(story, swing)
    own = changes[swing.side]
    if own:
        gain = f"{name} {_describe_points(story, own)}"
        if not changes[rival]:
            return f"{gain}, {way}"
        verb = "gains" if changes[rival] > 0 else "loses"
        amount = story.game.score_in_words(abs(changes[rival]))
        return f"{gain} and {side_name(story, rival)} {verb} {amount}: {way}"
    losses = [
        f"{side_name(story, side)} {_describe_points(story, change)}"
        for side, change in enumerate(changes)
        if change < 0
    ]
    return "; ".join([*([listed(losses)] if losses else []), f"{name} comes {way}"])


def _describe_way(story: results.Story, swing: results.Swing) -> tuple[int, str]:
    """Return the best rival before a swing, and a phrase on the distances before and after it.

    The phrase names the best rivals if they are not the same before and after. Of level rivals,
    the one that stays the best is chosen.
    """
    before = swing.since.best_rivals(swing.side)
    after = swing.standing.best_rivals(swing.side)
    lasting = [side for side in before if side in after]
    start, end = _position(story, swing.before), _position(story, swing.after)
    if lasting or not after:
        return (lasting or before)[0], f"from {start} to {end}"
    start += _to_rival(story, swing.before, before[0])
    end += _to_rival(story, swing.after, after[0])
    return before[0], f"from {start} to {end}"


def _to_rival(story: results.Story, ahead: int | None, rival: int) -> str:
    """Return the name of a rival with the preposition that follows a distance to it."""
    preposition = " of" if ahead and ahead > 0 else ""
    if not ahead:
        preposition = " with"
    return f"{preposition} {side_name(story, rival)}"


def _describe_points(story: results.Story, change: int) -> str:
    """Return a predicate on a change of a score, in parts of a unit, as in "gains 4 points"."""
    amount = _with_unit(story, story.game.score_in_words(abs(change)))
    return f"{'gains' if change > 0 else 'loses'} {amount}"


def _position(story: results.Story, ahead: int | None) -> str:
    """Return a distance to the best rival without its unit, as in "3 ahead", "level" or "alone".

    `ahead` is negative if behind, and None if no rival is left in the game.
    """
    if ahead is None:
        return "alone"
    if not ahead:
        return "level"
    return f"{story.game.score_in_words(abs(ahead))} {'ahead' if ahead > 0 else 'behind'}"


def describe_lasting_lead(story: results.Story, swing: results.Swing) -> str:
    """Return a sentence on a lead that lasts until the end; "" if the lead does not last."""
    if not swing.for_good:
        return ""
    name = side_name(story, swing.side)
    if swing.standing is story.standings[-1]:
        leads_alone = swing.standing.leader == swing.side
        return f" So {name} {'leads alone' if leads_alone else 'is level'} at the end."
    # If the lead is shared at the end, a tie-break decided who won.
    if story.standings[-1].leader == swing.side:
        return f" From here on {name} leads alone for good."
    return f" From here on {name} is never behind again."


def describe_steps(steps: Sequence[results.StoryStep]) -> str:
    """Return sentences on steps and their effects, such as "Seat 1 lays A; lays B; pays 2.".

    Steps that cannot change scores are left out, unless no step can.
    """
    scoring = [step for step in steps if list(_scoring_lines(step))]
    clauses = []
    seat = -1
    for step in scoring or steps:
        lines = list(_scoring_lines(step)) if scoring else [step.action]
        if step.seat != seat:
            lines[0] = f"seat {step.seat + 1} {lines[0].strip()}"
        clauses += lines
        seat = step.seat
    return join_clauses(clauses)


def join_clauses(clauses: Iterable[str]) -> str:
    """Return clauses as sentences, such as "Seat 1 lays A; pays 2. A Beach: the round is over.".

    A clause that begins with a small letter continues the sentence before it.
    """
    text = ""
    for line in clauses:
        clause = line.strip().removesuffix(".")
        if text and clause[0].islower():
            text += f"; {clause}"
        else:
            text += f". {capital(clause)}"
    return f"{text.removeprefix('. ')}."


def without_scoring(steps: Sequence[results.StoryStep]) -> list[results.StoryStep]:
    """Return steps without the effects that say what points consist of (`Scored`)."""
    plain_steps = []
    for step in steps:
        effects = [line for line in step.effects if not isinstance(line, Scored)]
        plain_steps.append(replace(step, effects=effects))
    return plain_steps


def scoring_of(steps: Sequence[results.StoryStep]) -> list[str]:
    """Return the effects of steps that say what points consist of (`Scored`)."""
    return [line for step in steps for line in step.effects if isinstance(line, Scored)]


def _scoring_lines(step: results.StoryStep) -> Iterator[str]:
    """Yield the action and its effects, without lines that have nothing to do with scores."""
    effects = [line for line in step.effects if not isinstance(line, Aside | Drawn | TieBreak)]
    if effects or not isinstance(step.action, Aside):
        yield step.action
    yield from effects


def title(story: results.Story, stretch: results.Stretch) -> str:
    """Return the title of a stretch with its turns, as in "Round 2 of 5, turns 9 to 17"."""
    first, last = stretch.turns[0].number, stretch.turns[-1].number
    turns = f"turn {whole(first)}" if first == last else f"turns {whole(first)} to {whole(last)}"
    name = f"{capital(story.game.stretch)} {stretch.number}"
    if len(story.stretches) > 1:
        name += f" of {len(story.stretches)}"
    return f"{name}, {turns}"


def summary(story: results.Story, stretch: results.Stretch) -> str:
    """Return sentences that say why a stretch ended, and the scores and the leader after it.

    The reason is left out if `stretch.why` is empty.
    """
    text = f"After {story.game.stretch} {stretch.number}: {standing(story, stretch)}"
    return f"{stretch.why} {text}" if stretch.why else text


def standing(story: results.Story, stretch: results.Stretch) -> str:
    """Return a sentence on the scores after a stretch and on the leader.

    The leader is left out if all seats play together, or if teams are dealt, which may be secret.
    """
    scores = standings(story, stretch.standing)
    if len(story.sides) == 1 or story.hidden_teams:
        return f"{scores}."
    return f"{scores}; {_in_front(story, stretch)}."


def standings(story: results.Story, now: results.TurnStanding, *, out: bool = True) -> str:
    """Return all scores, as in "3 : 4 points by side (1 : 2 : 2 : 2 by seat)".

    Parameters
    ----------
    story
        The game.
    now
        The standing with the scores.
    out
        If True, "out" is written instead of the score of a seat that is out of the game.
    """
    unit = story.game.score_unit
    by_seat = _by_seat(story, now, out=out)
    if story.players == 1:
        return _with_unit(story, by_seat)
    if not story.teams:
        return f"{by_seat} {unit} by seat"
    totals = _by_side(story, now)
    if len(story.sides) == 1:
        return f"{_with_unit(story, totals)} in all ({by_seat} by seat)"
    return f"{totals} {unit} by side ({by_seat} by seat)"


def _with_unit(story: results.Story, score: str) -> str:
    """Return a score with its unit, as in "3 points" or "1 point"."""
    return with_unit(score, story.game.score_unit)


def _by_side(story: results.Story, now: results.TurnStanding) -> str:
    """Return a text with the scores of all sides, such as "3 : 4"."""
    return " : ".join(story.game.score_in_words(points) for points in now.totals)


def _by_seat(story: results.Story, now: results.TurnStanding, *, out: bool = True) -> str:
    """Return a text with the scores of all seats, such as "3 : out".

    If `out` is False, it has scores also for seats that are out of the game.
    """
    return " : ".join(
        story.game.score_in_words(points) if seat in now.active or not out else "out"
        for seat, points in enumerate(now.scores)
    )


def _scores(story: results.Story, now: results.TurnStanding) -> str:
    """Return a text with the scores of all sides, or of all seats if each seat plays for itself."""
    return _by_side(story, now) if story.teams else _by_seat(story, now)


def _in_front(story: results.Story, stretch: results.Stretch) -> str:
    """Return a clause on the lead after a stretch, as in "seat 2 takes the lead by 3"."""
    now = stretch.standing
    if len(now.still_in) == 1:
        return f"{side_name(story, now.still_in[0])} is left alone"
    if len(now.leaders) == len(now.still_in):
        return "all are level" if len(now.still_in) == len(now.sides) else "all still in are level"
    if now.leader is None:
        return f"{_sides(story, now.leaders)} share the lead"
    leaders = [earlier.standing.leader for earlier in story.stretches[: stretch.number - 1]]
    points = story.game.score_in_words(now.ahead(now.leader))
    verb = _verb_for_leading(now.leader, leaders)
    return f"{side_name(story, now.leader)} {verb} by {points}"


def _verb_for_leading(leader: int, earlier_leaders: Sequence[int | None]) -> str:
    """Return "leads", "still leads", "leads again" or "takes the lead".

    `earlier_leaders` has the side that led alone after each earlier stretch, None for no such side.
    """
    led_alone = [earlier for earlier in earlier_leaders if earlier is not None]
    if not led_alone:
        return "leads"
    if led_alone[-1] != leader:
        return "takes the lead"
    return "still leads" if earlier_leaders[-1] == leader else "leads again"


def _distance(story: results.Story, ahead: int | None) -> str:
    """Return a distance to the best rival in words, as in "3 points ahead".

    Parameters
    ----------
    story
        The game.
    ahead
        The distance, negative if behind; None if no rival is left in the game.
    """
    if ahead is None:
        return "the only one left"
    if not ahead:
        return "level with the best rival"
    distance = _with_unit(story, story.game.score_in_words(abs(ahead)))
    return f"{distance} {'ahead' if ahead > 0 else 'behind'}"


def to_document(
    story: results.Story,
    version: str,
    *,
    picked: Sequence[str] = (),
    weighed: Sequence[Answer] = (),
    legend: str = "",
    rarity: Sequence[str] = (),
) -> Document:
    """Return the document of a game: answers to questions, and a chapter for each stretch.

    Parameters
    ----------
    story
        The game.
    version
        The version of Fathom.
    picked
        Sentences on the reason for showing this game; empty if the user gave its number.
    weighed
        The answers on weighed choices; empty if choices were not weighed.
    legend
        The explanation of comments on steps; empty if there are none.
    rarity
        Sentences on how rare the comeback of the winner is; empty if they are unknown.
    """
    answers = []
    if picked:
        answers.append(Answer("Why this game?", [*map(Item, picked)]))
    answers += [
        Answer("Who played?", [*map(Item, who_played(story))]),
        Answer(
            "Who won?",
            [
                Item(ending(story), main=True),
                *map(Item, [*describe_tie_break(story), why_over(story)]),
                *(Item(f"{capital(line)}.") for line in story.points_from),
            ],
        ),
        *weighed,
        Answer(
            "How did the standings turn?" if weighed else "What turned it?",
            [
                *map(Item, comeback_unless_listed(story, picked)),
                *map(Item, rarity),
                *map(Item, describe_turning_points(story)),
            ],
        ),
    ]
    if story.game.scoring:
        answers.append(Answer("How are points scored?", [Item(story.game.scoring)]))
    has_hands = any(turn.hand for stretch in story.stretches for turn in stretch.turns)
    introduction = (
        f"The game has {counted(len(story.stretches), story.game.stretch)}. The first lines of a "
        f"{story.game.stretch} say how it ends. The table before it and its turns follow"
        f"{', with all hands open' if has_hands else ''}. {legend}"
    ).strip()
    moves = Folded("game", "", introduction, chapters(story))
    return Document(story.title, answers, [Section("moves", "Move by move", [moves])], version)


def comeback_unless_listed(story: results.Story, listed_sentences: Sequence[str]) -> list[str]:
    """Return a list with the sentence of `describe_comeback`; empty if it was listed already."""
    sentence = describe_comeback(story)
    return [sentence] if sentence and sentence not in listed_sentences else []


def chapters(story: results.Story) -> list[Chapter]:
    """Return a chapter for each stretch; the last chapter includes the end of the game."""
    return [
        Chapter(title(story, stretch), summary(story, stretch), list(_lines(story, stretch)))
        for stretch in story.stretches
    ]


def _lines(story: results.Story, stretch: results.Stretch) -> Iterator[Line]:
    """Yield the lines of a stretch: the table before it, its turns, and the end of the game.

    Only the last stretch has the end of the game.
    """
    if stretch.table:
        yield Line(f"before {story.game.stretch} {stretch.number}:")
    for line in stretch.table:
        yield _line(line, 1)
    for turn in stretch.turns:
        yield from _turn(turn, is_solo=story.players == 1)
    if stretch is story.stretches[-1]:
        yield from _describe_end(story)


def _describe_end(story: results.Story) -> Iterator[Line]:
    """Yield the lines after the last turn: the table, the reason for the end, and the winners."""
    if story.last_table:
        yield Line("at the end:")
    for line in story.last_table:
        yield _line(line, 1)
    if story.points_from:
        yield Line(f"final {story.game.score_unit}:")
    for line in story.points_from:
        yield Line(line, 1)
    yield from map(Line, [why_over(story), *describe_tie_break(story), ending(story)])


def _turn(turn: results.Turn, *, is_solo: bool) -> Iterator[Line]:
    """Yield the lines of a turn. An action and its only effect may share a line."""
    name = "the player" if is_solo else f"seat {turn.seat + 1}"
    hand = f" has {turn.hand}" if turn.hand else ""
    yield Line(f"turn {turn.number}: {name}{hand}")
    has_several_seats = any(step.seat != turn.seat for step in turn.steps)
    for step in turn.steps:
        action = f"seat {step.seat + 1} {step.action}" if has_several_seats else step.action
        first, *more = step.effects or [""]
        is_single_line = not (step.comments or more or isinstance(first, Drawn))
        if is_single_line and first[:1].islower():
            yield Line(f"{action}; {first}", 1)
            continue
        yield Line(action, 1)
        for line in step.comments:
            yield Line(line, 2)
        for line in step.effects:
            yield _line(line, 2)


def _line(text: str, depth: int) -> Line:
    """Return a line for a text that the game wrote.

    Two leading spaces of the text add 1 to the depth of indentation.
    """
    if isinstance(text, Drawn):
        return Line(text, depth, drawn=True)
    plain = text.lstrip()
    return Line(plain, depth + (len(text) - len(plain)) // 2)


def summarise(
    replay: Replay, study: Study, more: Callable[[ReplayedStep], dict[str, Any]] = lambda step: {}
) -> dict[str, Any]:
    """Return the JSON object of a game, as a dictionary of plain values.

    Parameters
    ----------
    replay
        The replay, which this function plays to its end.
    study
        The study of the game.
    more
        A function that is called with each step and returns further fields for its object, by name.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    steps: list[dict[str, Any]] = []

    def keep(step: ReplayedStep) -> Iterable[str]:
        steps.append({**_step(step), **more(step)})
        return ()

    story = results.make_story(replay, keep)
    result = story.result
    sides = []
    for seats in story.sides:
        sides.append([seat + 1 for seat in seats])
    final_scores = [int(result[row.SCORES + seat]) for seat in range(story.players)]
    return {
        "game": study.game_name,
        "variant": study.variant,
        "rules": study.values,
        "players": study.players,
        "seed": study.seed,
        "number": story.number,
        "deal": story.number // study.rotations,
        "repeat": story.repeat or None,
        "seats": list(story.seated),
        "steps": steps,
        "finished": story.finished,
        "winners": [seat + 1 for seat in story.winners],
        "scores": _in_units(story, final_scores),
        "sides": sides,
        "turns": int(result[row.TURNS]),
        "rounds": int(result[row.ROUNDS]),
        "decisions": int(result[row.DECISIONS]),
        "told_in": story.game.stretch,
        "stretches": [_stretch(story, stretch) for stretch in story.stretches],
        "why_over": why_over(story),
        "last_table": list(story.last_table),
        "points_from": list(story.points_from),
        "tie_break": story.tie_break,
        "swings": [_swing(story, swing) for swing in results.swings(story)],
    }


def _step(step: ReplayedStep) -> dict[str, Any]:
    """Return the JSON object of a step."""
    table = step.moment.snapshot.table
    fields = {
        "step": step.moment.step,
        "turn": int(table.turns) + 1,
        "round": int(table.rounds) + 1,
        "seat": step.moment.seat + 1,
        "choices": len(step.moment.actions),
        "action": step.moment.action,
        "said": step.action,
        "led_to": list(step.effects),
    }
    if step.new_turn:
        fields["table"] = list(step.table)
    return fields


def _stretch(story: results.Story, stretch: results.Stretch) -> dict[str, Any]:
    """Return the JSON object of a stretch: its turns, its end, and the standings after it.

    Seats are counted from 1. Scores are in the game's own unit, `Game.score_unit`.
    """
    now = stretch.standing
    return {
        "number": stretch.number,
        "first_turn": stretch.turns[0].number,
        "last_turn": stretch.turns[-1].number,
        "why": stretch.why,
        "scores": _in_units(story, now.scores),
        "still_in": [seat + 1 for seat in now.active],
        "leaders": [seat + 1 for side in now.leaders for seat in now.sides[side]],
        "side_scores": _in_units(story, now.totals),
    }


def _swing(story: results.Story, swing: results.Swing) -> dict[str, Any]:
    """Return the JSON object of a swing, with seats and sides counted from 1."""
    return {
        "turn": swing.standing.turn,
        "stretch": swing.standing.stretch,
        "seat": story.sides[swing.side][0] + 1,
        "side": swing.side + 1,
        "ahead_before": story.game.in_units(swing.before),
        "ahead_after": None if swing.after is None else story.game.in_units(swing.after),
        "for_good": swing.for_good,
        "done": [
            {"seat": step.seat + 1, "said": step.action, "led_to": list(step.effects)}
            for step in story.steps_between(swing.since, swing.standing)
        ],
    }


def _in_units(story: results.Story, scores: Iterable[int]) -> list[float]:
    """Return scores in the game's own unit, given scores in parts of it; see `Game.score_parts`."""
    return [story.game.in_units(points) for points in scores]
