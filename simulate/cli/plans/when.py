"""What happens in games: how often, what follows, and games to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cached_property
from textwrap import wrap
from typing import Any, ClassVar

import numpy as np

from reports.when.results import WhenResults
from simulate.cli.plans import selection as selections
from simulate.cli.plans.contest import ContestPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.levels import refuse_sides
from simulate.cli.plans.plan import Listed
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.play import rows as row
from simulate.play.events import HOW_TO_LIST, tells
from simulate.play.extra_runs import kind_of
from simulate.play.when import READ_GAMES, When, WhenRun, play_when, read_actions
from simulate.strategy import Strategy

#: The most games unless said, and the most kinds of actions that are listed.
GAMES, MOST_KINDS = 4_000, 12


class WhenPlan(ContestPlan):
    """Events that are looked for in games, and a figure of those with them, or `UsageError`."""

    command: ClassVar[str] = "when"
    table: ClassVar[str] = "when"
    unfit: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("precision", "until_decided", "ranges"), "it has so many games"),
        "targets": "nothing is wanted of events",
    }
    refusal = ("what follows is told of a seat", "'fathom run' tells how it goes")
    design: When

    def make(self, asked: selections.Asked, options: Mapping[str, Any]) -> When:
        game = asked.game
        if not options.get("events"):
            raise UsageError(
                "say what is to happen, as in 'seat 1 leads at half-time'; "
                f"{HOW_TO_LIST.format(game.typed)}"
            )
        study, lineup = selections.complete(asked.fields, game)
        if "games" not in asked.fields:
            study = replace(study, games=min(study.games, GAMES))
        refuse_sides(study, *self.refusal)
        then = options.get("then", "").removesuffix(".mean")
        design = When(study, lineup, tuple(options["events"]), then)
        if design.parsed[-1].kind == "end" and not then:
            design = replace(design, figure="length.turns")  # who wins is said
        figures = _figures(design)
        asks = [event.verb for event in design.parsed if event.kind == "figure"]
        for path in filter(None, [*asks, design.figure]):
            if path not in figures:
                raise unknown("figure", path, figures, f" of one game of {game.name}")
        return design

    def players_of(self, design: When) -> Sequence[Strategy]:
        return design.lineup

    def options_of(self, played: When) -> Mapping[str, Any]:
        then = {"then": played.figure} if played.figure else {}
        return {"events": list(played.events), **then}

    @cached_property
    def doubts(self) -> dict[int, tuple[str, str]]:
        """Which events, by number, the first games do not show: their words, and what helps."""
        return find_doubts(self.design)

    @property
    def announcement(self) -> str:
        return "\n".join(
            f"fathom: no move is called {words!r} in the first {READ_GAMES} games; looking in all "
            f"{self.design.games:,}; {hint}"
            for words, hint in self.doubts.values()
        )

    def play_design(self, playing: Playing) -> WhenResults:
        def play(design: When) -> WhenRun:
            playing.live.begin(design.game.title, total=design.games)
            return play_when(design, playing.jobs, playing.live.show)

        run = play(self.design)
        reached = max(one.events for one in run.seen.looked)
        for number, (words, hint) in () if run.interrupted else self.doubts.items():
            # Perhaps only who does it, or when, is never so.
            alone = replace(self.design, events=(words,), figure="")
            same = alone.events == self.design.events
            if number >= reached and (same or not play(alone).happened):
                raise UsageError(
                    f"unknown event {words!r}: no move is called that in {run.games:,} games of "
                    f"{alone.game.name}; {hint}"
                )
        return WhenResults(run, playing.confidence)


def _figures(design: When) -> list[str]:
    """Return the figures that one game has."""
    return list(design.figures(np.zeros((1, row.width(len(design.game.counts))), np.int64)))


def _standings(game: Game) -> list[str]:
    """Return examples of how seats stand."""
    has = [f"has 6 {game.score_unit}", "has at least 6"]
    return [f"leads after {game.stretch} 2", "leads by 3", "trails by 2", *has, "is last"]


def find_doubts(design: When) -> dict[int, tuple[str, str]]:
    """Return words of actions that some games do not tell of any, by event, each with a hint.

    Which numbers they are does not matter, for these may be rare.
    """
    acts = {n: event.verb for n, event in enumerate(design.parsed) if event.kind == "action"}
    told = set().union(*read_actions(design)) if acts else set()
    kinds, found = {kind_of(name) for name in told}, {}
    for number, verb in acts.items():
        if any(tells(verb, one) for one in told) or any(tells(kind_of(verb), one) for one in kinds):
            continue
        sizes = [len(verb.split()) + more for more in (0, 1)]
        words = [(kind.split(), many) for kind in kinds for many in sizes]
        parts = {" ".join(one[at : at + many]) for one, many in words for at in range(len(one))}
        near = get_close_matches(verb, sorted(parts) + _standings(design.game), 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        found[number] = (verb, hint + HOW_TO_LIST.format(design.game.typed))
    return found


def list_events(design: When) -> Listed:
    """Return what can be asked of a game, a line each, with examples from its games."""
    told, game = read_actions(design), design.game
    often = Counter(name for names in told for name in names)
    kinds = Counter(kind for names in told for kind in set(map(kind_of, names)))
    example: dict[str, str] = {}
    for name in sorted(often, key=lambda name: (-often[name], name)):
        example.setdefault(kind_of(name), name)
    ordered = sorted(example.items(), key=lambda one: -kinds[one[0]])
    more = len(ordered) - MOST_KINDS
    figures = [one for one in _figures(design) if not one.startswith("seats.")]
    text = "\n".join(
        [
            f"What players do (read in {len(told)} games), any words of it:",
            *(
                f"  {kind}" + f"  (as in: {name})" * (name != kind)
                for kind, name in ordered[:MOST_KINDS]
            ),
            *[f"  and {len(kinds) - MOST_KINDS} kinds more, which --json lists"]
            * (len(kinds) > MOST_KINDS),
            f"How seats stand, in {game.score_unit}:",
            f"  {', '.join(_standings(game))}",
            "How a game ends:",
            "  wins, wins by 5, loses; length.turns > 150, and so with other figures:",
            *wrap(", ".join(figures), initial_indent="  ", subsequent_indent="  ", width=78),
            "Who: seat 1, the first seat, the last seat; somebody unless said.",
            f"How often and when: twice, 3 times; before, in or after turn 10 or {game.stretch} 2;",
            f"  at half-time, which is {game.halftime}.",
        ]
    )
    summary = {
        "game": game.name,
        "games": len(told),
        "actions": [
            {"kind": kind, "games": kinds[kind], "example": name} for kind, name in ordered
        ],
        "standings": _standings(game),
        "figures": _figures(design),
    }
    return Listed(text, summary)
