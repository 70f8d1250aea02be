"""What happens in games: how often, what follows, and games to look at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from textwrap import wrap
from typing import Any, ClassVar

import numpy as np

from reports.when.results import WhenResults
from simulate.cli.plans import selection as selections
from simulate.cli.plans.contest import ContestPlan
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.levels import refuse_sides
from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.play import rows as row
from simulate.play.events import HOW_TO_LIST, plain_words
from simulate.play.extra_runs import kind_of
from simulate.play.when import When, play_when, read_actions

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

    def options_of(self, played: When) -> Mapping[str, Any]:
        then = {"then": played.figure} if played.figure else {}
        return {"events": list(played.events), **then}

    def play_design(self, playing: Playing) -> WhenResults:
        check_words(self.design)
        playing.live.begin(self.design.game.title, total=self.study.games)
        run = play_when(self.design, playing.jobs, playing.live.show)
        return WhenResults(run, playing.confidence)


def _figures(design: When) -> list[str]:
    """Return the figures that one game has."""
    return list(design.figures(np.zeros((1, row.width(len(design.game.counts))), np.int64)))


def _standings(game: Game) -> list[str]:
    """Return examples of how seats stand."""
    has = [f"has 6 {game.score_unit}", "has at least 6"]
    return [f"leads after {game.stretch} 2", "leads by 3", "trails by 2", *has, "is last"]


def check_words(design: When) -> None:
    """Raise `UsageError` for words of an action that are told of none."""
    events, game = [event for event in design.parsed if event.kind == "action"], design.game
    games, told = read_actions(design) if events else (0, {})
    known = {word for name in told for word in plain_words(name).split()}
    for event in events:
        words = plain_words(event.verb).split()
        # Numbers that are rare may not have come in these games.
        if {word for word in words if not re.search(r"\d|…", word)} <= known:
            continue
        kinds = [kind_of(name).split() for name in told]
        parts = {" ".join(one[at : at + len(words)]) for one in kinds for at in range(len(one))}
        near = get_close_matches(event.verb, sorted(parts) + _standings(game), 1)
        raise UsageError(
            f"unknown event {event.verb!r}: in {games} games of {game.name} nobody does that; "
            f"{f'did you mean {near[0]!r}? ' if near else ''}{HOW_TO_LIST.format(game.typed)}"
        )


def list_events(design: When) -> str:
    """Return what can be asked of a game, a line each, with examples from its games."""
    (games, told), game = read_actions(design), design.game
    kinds: dict[str, str] = {}
    for name in sorted(told, key=lambda name: (-told[name], name)):
        kinds.setdefault(kind_of(name), name)
    shown = list(kinds.items())[:MOST_KINDS]
    figures = ", ".join(one for one in _figures(design) if not one.startswith("seats."))
    return "\n".join(
        [
            f"What players do (read in {games} games), any words of it:",
            *(f"  {kind}" + f"  (as in: {name})" * (name != kind) for kind, name in shown),
            *[f"  and {len(kinds) - len(shown)} kinds more"] * (len(kinds) > len(shown)),
            f"How seats stand, in {game.score_unit}:",
            f"  {', '.join(_standings(game))}",
            "How a game ends:",
            "  wins, wins by 5, loses; length.turns > 150, and so with other figures:",
            *wrap(figures, initial_indent="  ", subsequent_indent="  ", width=78),
            "Who: seat 1, the first seat, the last seat; somebody unless said.",
            f"How often and when: twice, 3 times; before, in or after turn 10 or {game.stretch} 2;",
            f"  at half-time, which is {game.halftime}.",
        ]
    )
