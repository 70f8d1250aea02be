"""Plan a search for events in games, and list the events of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.selection import StudyRequest
from reports.when.document import WhenResults
from reports.when.play import WhenDesign, play_when
from simulate.errors import UsageError
from simulate.game import Game
from simulate.play.event_names import read_actions
from simulate.play.events import (
    HOW_TO_LIST,
    Event,
    check_figure,
    ends_of,
    names_of_figures,
    standings_of,
)
from simulate.play.extra_runs import kind_of
from simulate.study import DEFAULT_EVENT_GAMES

#: The most kinds of actions that are listed.
MOST_KINDS = 12


class WhenPlan(ContestPlan):
    """Events that are looked for in games, and a figure of those with them, or `UsageError`."""

    command: ClassVar[str] = "when"
    refused_fields: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(("precision", "until_decided", "ranges"), "it has so many games"),
        "targets": "nothing is wanted of events",
    }
    design: WhenDesign

    def make_design(self, asked: StudyRequest, options: Mapping[str, Any]) -> WhenDesign:
        game = asked.game
        if not options.get("events"):
            raise UsageError(
                "say what is to happen, as in 'seat 1 leads at half-time'; "
                f"{HOW_TO_LIST.format(game.name_or_file)}"
            )
        study, lineup = self.complete_with_lineup(asked, DEFAULT_EVENT_GAMES)
        then = options.get("then", "").removesuffix(".mean")
        design = WhenDesign(study, lineup, tuple(options["events"]), then)
        if design.parsed[-1].kind == "end" and not then:
            design = replace(design, figure="length.turns")  # who wins is said
        if design.figure:
            check_figure(design.figure, game, study.players)
        return design

    def file_options(self, played: WhenDesign) -> Mapping[str, Any]:
        then = {"then": played.figure} if played.figure else {}
        return {"events": list(played.events), **then}

    @property
    def events(self) -> Sequence[Event]:
        return self.design.parsed

    def play_design(self, playing: Execution) -> WhenResults:
        playing.live.begin(self.design.game.title, total=self.design.games)
        run = play_when(self.design, playing.jobs, playing.live.show)
        return WhenResults(run, playing.confidence)


def list_events(design: WhenDesign) -> tuple[str, Mapping[str, Any]]:
    """Return what can be asked of a game, a line each, with examples from its games."""
    told, game = read_actions(design.study, design.lineup), design.game
    often = Counter(name for names in told for name in names)
    kinds = Counter(kind for names in told for kind in set(map(kind_of, names)))
    example: dict[str, str] = {}
    for name in sorted(often, key=lambda name: (-often[name], name)):
        example.setdefault(kind_of(name), name)
    ordered = sorted(example.items(), key=lambda one: -kinds[one[0]])
    more = len(ordered) - MOST_KINDS
    players = design.study.players
    standings, ends = standings_of(game, players), ends_of(game, players)
    figures = names_of_figures(game, players)
    shown = [one for one in figures if not one.startswith("seats.")]
    text = "\n".join(
        [
            f"What players do (read in {len(told)} games), any words of it:",
            *(
                f"  {kind}" + f"  (as in: {name})" * (name != kind)
                for kind, name in ordered[:MOST_KINDS]
            ),
            *[f"  and {more} kinds more, which --json lists"] * (more > 0),
            f"How seats stand, in {game.score_unit}:",
            f"  {', '.join(standings)}",
            "How a game ends:",
            f"  {', '.join(ends)}; length.turns > 150, and so with other figures:",
            *wrap(", ".join(shown), initial_indent="  ", subsequent_indent="  ", width=78),
            "Who: seat 1, the first seat, the last seat; somebody unless said.",
            f"How often and when: twice, 3 times; before, in or after turn 10 or {game.stretch} 2;",
            f"  at half-time, which is {game.halftime}.",
            *seats_of_sides(game, players),
        ]
    )
    summary = {
        "game": game.name,
        "games": len(told),
        "actions": [
            {"kind": kind, "games": kinds[kind], "example": name} for kind, name in ordered
        ],
        "standings": standings,
        "figures": figures,
    }
    return text, summary


def seats_of_sides(game: Game, players: int) -> list[str]:
    """Return a line on events of sides; an empty list where each seat plays alone."""
    sides = game.number_of_sides(players)
    if sides == players:
        return []
    lines = ["A seat wins with all others; sides.1.win_rate and sides.1.score_mean tell of a side."]
    if sides > 1:
        lines = [
            "A seat leads, trails and wins with its side, which can be named too: side 1 wins;",
            "  sides.1.win_rate and sides.1.score_mean tell of a side.",
        ]
    return lines
