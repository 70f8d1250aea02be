"""A told game as plain values that JSON can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from reports.story import document
from reports.story.results import Standing, Story, swings, tell
from simulate.play import rows as row
from simulate.play.replay import Replay, Told
from simulate.study import Study


def summarise(
    replay: Replay, study: Study, more: Callable[[Told], dict[str, Any]] = lambda told: {}
) -> dict[str, Any]:
    """Tell a game as plain values; `more` returns what to say of a step besides."""
    steps: list[dict[str, Any]] = []

    def keep(told: Told) -> Iterable[str]:
        steps.append({**_step(told), **more(told)})
        return ()

    story = tell(replay, keep)
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
        "why_over": document.why_over(story),
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
            for one in swings(story)
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


def _standing(story: Story, standing: Standing) -> dict[str, Any]:
    return {
        "scores": _in_units(story, standing.scores),
        "still_in": [seat + 1 for seat in standing.active],
        "leaders": [seat + 1 for seat in standing.leaders],
    }


def _in_units(story: Story, scores: Iterable[int]) -> list[float]:
    return [story.game.in_units(points) for points in scores]
