"""What happens in games: how often, what follows, and games to look at."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
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
from simulate.game import find_game
from simulate.play import rows as row
from simulate.play.events import HOW_TO_LIST, plain_words
from simulate.play.extra_runs import kind_of
from simulate.play.when import When, figures_of, play_when, read_actions
from simulate.strategy import Strategy
from simulate.study import THOUGHTFUL_GAMES

#: Games unless said.
GAMES = 4_000


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
        events = tuple(options.get("events", ()))
        if not events:
            raise UsageError(
                "say what is to happen, as in 'seat 1 leads at half-time'; "
                f"{HOW_TO_LIST.format(asked.game.typed)}"
            )
        said = "games" in asked.fields
        study, lineup = selections.complete({"games": GAMES, **asked.fields}, asked.game)
        if not said and any(one.is_slow for one in lineup):
            slow = {**asked.fields, "games": THOUGHTFUL_GAMES}
            study, lineup = selections.complete(slow, asked.game)
        refuse_sides(study, *self.refusal)
        design = When(study, lineup, events, options.get("then", "").removesuffix(".mean"))
        if design.parsed[-1].kind == "end" and not design.figure:
            design = replace(design, figure="length.turns")  # who wins is said
        figures = _figures(design)
        asks = [event.verb for event in design.parsed if event.kind == "figure"]
        for path in [*asks, *([design.figure] if design.figure else [])]:
            if path.removesuffix(".mean") not in figures:
                raise unknown("figure", path, figures, f" of one game of {asked.game.name}")
        return design

    def players_of(self, design: When) -> Sequence[Strategy]:
        return design.lineup

    def options_of(self, played: When) -> Mapping[str, Any]:
        then = {"then": played.figure} if played.figure else {}
        return {"events": list(played.events), **then}

    def play_design(self, playing: Playing) -> WhenResults:
        check_words(self.design)
        live, title = playing.live, find_game(self.study.game).title
        live.begin(title, total=self.study.games)
        run = play_when(self.design, playing.jobs, live.show)
        return WhenResults(run, playing.confidence)


def _figures(design: When) -> list[str]:
    """Return the figures that one game has."""
    rows = np.zeros((1, row.width(len(design.game.counts))), np.int64)
    return list(figures_of(rows, design.game, design.study))


def check_words(design: When) -> None:
    """Raise `UsageError` for words of an action that are told of none."""
    events, game = [event for event in design.parsed if event.kind == "action"], design.game
    games, told = read_actions(design) if events else (0, {})
    known = {word for name in told for word in plain_words(name).split()}
    for event in events:
        words = plain_words(event.verb).split()
        # Numbers that are rare may not have come in these games.
        if {word for word in words if not re.search(r"\d|…|\.\.\.", word)} <= known:
            continue
        kinds = [kind_of(name).split() for name in told]
        parts = {" ".join(one[at : at + len(words)]) for one in kinds for at in range(len(one))}
        near = get_close_matches(event.verb, sorted(parts) + _STANDINGS, 1)
        raise UsageError(
            f"unknown event {event.verb!r}: in {games} games of {game.name} nobody does that; "
            f"{f'did you mean {near[0]!r}? ' if near else ''}{HOW_TO_LIST.format(game.typed)}"
        )


#: Examples of what is no action, and the most kinds of actions that are listed.
_STANDINGS = ["leads by 3", "trails by 2", "has 6 points", "has at least 6", "reaches 6", "is last"]
_MOST_KINDS = 12


def list_events(design: When) -> str:
    """Return what can be asked of a game, a line each, with examples from its games."""
    games, told = read_actions(design)
    kinds: dict[str, str] = {}
    for name in sorted(told, key=lambda name: (-told[name], name)):
        kinds.setdefault(kind_of(name), name)
    game, stretch = design.game, design.game.stretch
    shown = list(kinds.items())[:_MOST_KINDS]
    lines = [f"What players do (read in {games} games), any words of it:"]
    lines += [f"  {kind}" + f"  (as in: {name})" * (name != kind) for kind, name in shown]
    lines += [f"  and {len(kinds) - len(shown)} kinds more"] * (len(kinds) > len(shown))
    figures = ", ".join(one for one in _figures(design) if not one.startswith("seats."))
    event = f"{shown[0][1].partition(',')[0]}"
    example = shlex.join(["fathom", "when", game.typed, event, "twice", f"before {stretch} 3"])
    return "\n".join(
        [
            *lines,
            f"How seats stand, in {game.score_unit}:",
            f"  leads after {stretch} 2, {', '.join(_STANDINGS)}",
            "How a game ends:",
            "  wins, wins by 5, loses; length.turns > 150, and so with other figures:",
            *wrap(figures, initial_indent="  ", subsequent_indent="  ", width=78),
            "Who: seat 1, the first seat, the last seat; somebody unless said.",
            f"How often and when: twice, three times; before, in or after turn 10 or {stretch} 2;",
            f"  at half-time, which is {game.halftime}.",
            f"For example: {example}",
        ]
    )
