"""The plan of the analysis `when`, and the list of events that a game can be searched for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from textwrap import wrap
from typing import Any, ClassVar

from reports.analysis.contest_plan import ContestPlan
from reports.analysis.execution import Execution
from reports.analysis.observed_games import play_observed
from reports.analysis.selection import StudyRequest
from reports.when.play import WhenDesign
from reports.when.results import WhenResults
from simulate.errors import UsageError
from simulate.game import Game
from simulate.play.action_names import kind_of
from simulate.play.event_names import read_actions
from simulate.play.events import (
    HOW_TO_LIST,
    Event,
    check_figure,
    ends_of,
    names_of_figures,
    standings_of,
)
from simulate.study import DEFAULT_EVENT_GAMES

#: The maximum number of kinds of actions that the list on the screen shows.
MOST_KINDS = 12


class WhenPlan(ContestPlan):
    """The plan to search games for events, and to compare a figure with and without the events.

    Raises
    ------
    UsageError
        If no event is given, an event or the figure is unknown in the game, or another option is
        invalid for the analysis.
    """

    command: ClassVar[str] = "when"
    refused_fields: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("precision", "until_decided", "ranges"), "when plays a fixed number of games"
        ),
        "targets": "when does not judge targets",
    }
    design: WhenDesign

    def make_design(self, request: StudyRequest, options: Mapping[str, Any]) -> WhenDesign:
        game = request.game
        if not options.get("events"):
            raise UsageError(
                "name an event, for example 'seat 1 leads at half-time'; "
                f"{HOW_TO_LIST.format(game.name_or_file)}"
            )
        study, lineup = self.complete_with_lineup(request, DEFAULT_EVENT_GAMES)
        figure = options.get("then", "").removesuffix(".mean")
        design = WhenDesign(study, lineup, tuple(options["events"]), figure)
        if design.parsed[-1].kind == "end" and not figure:
            # The event is about who wins, so the win rate would be the same in all these games.
            design = replace(design, figure="length.turns")
        if design.figure:
            check_figure(design.figure, game, study.players)
        return design

    def file_options(self, design: WhenDesign) -> Mapping[str, Any]:
        options: dict[str, Any] = {"events": list(design.events)}
        if design.figure:
            options["then"] = design.figure
        return options

    @property
    def events(self) -> Sequence[Event]:
        return self.design.parsed

    def play_design(self, playing: Execution) -> WhenResults:
        playing.live.begin("Playing", total=self.design.games)
        run = play_observed(self.design, playing.jobs, playing.live.show)
        return WhenResults(run, playing.confidence)


def list_events(design: WhenDesign) -> tuple[str, Mapping[str, Any]]:
    """Return a list of the events that a game can be searched for, as text and for JSON.

    Parameters
    ----------
    design
        A design of the game. Some of its games are played to collect the names of actions.

    Returns
    -------
    text
        The list for the screen, with examples.
    summary
        The list for JSON, with the keys "game", "games", "actions", "standings" and "figures".

    Raises
    ------
    FathomError
        If the game or a strategy does not compile, or fails.
    """
    game = design.game
    players = design.study.players
    names_by_game = read_actions(design.study, design.lineup)
    kinds: Counter[str] = Counter()
    for names in names_by_game:
        kinds.update({kind_of(name) for name in names})
    examples = _frequent_examples(names_by_game)
    ordered = sorted(examples.items(), key=lambda item: -kinds[item[0]])

    lines = [
        f"Actions that players took in {len(names_by_game)} games; any words of an action find it:"
    ]
    for kind, example in ordered[:MOST_KINDS]:
        lines.append(f"  {kind}" if example == kind else f"  {kind}  (for example: {example})")
    if len(ordered) > MOST_KINDS:
        lines.append(f"  and {len(ordered) - MOST_KINDS} more kinds, which --json lists")
    lines += _describe_other_events(game, players)
    summary = {
        "game": game.name,
        "games": len(names_by_game),
        "actions": [
            {"kind": kind, "games": kinds[kind], "example": example} for kind, example in ordered
        ],
        "standings": standings_of(game, players),
        "figures": names_of_figures(game, players),
    }
    return "\n".join(lines), summary


def _describe_other_events(game: Game, players: int) -> list[str]:
    """Return the lines of the list of events on standings, ends, figures, seats and times."""
    lines = [
        f"Standings of a seat, in {game.score_unit}:",
        f"  {', '.join(standings_of(game, players))}",
        "Ends of a game:",
        f"  {', '.join(ends_of(game, players))}; length.turns > 150, and comparisons of these "
        "other figures:",
    ]
    figures = names_of_figures(game, players)
    listed = ", ".join(path for path in figures if not path.startswith("seats."))
    lines += wrap(listed, initial_indent="  ", subsequent_indent="  ", width=78)
    lines += [
        "Seats: seat 1, the first seat, the last seat; default: any seat.",
        f"Number and time: twice, 3 times; before, in or after turn 10 or {game.stretch} 2;",
        f"  at half-time, which is {game.halftime}.",
        *help_on_sides(game, players),
    ]
    return lines


def _frequent_examples(names_by_game: Sequence[Iterable[str]]) -> dict[str, str]:
    """Return the most frequent name of an action of each kind, by the kind.

    Parameters
    ----------
    names_by_game
        The names of the actions that were taken in each game.
    """
    counts = Counter(chain.from_iterable(names_by_game))
    examples: dict[str, str] = {}
    for name in sorted(counts, key=lambda name: (-counts[name], name)):
        examples.setdefault(kind_of(name), name)
    return examples


def help_on_sides(game: Game, players: int) -> list[str]:
    """Return lines of help on how to name sides in events and figures.

    The list is empty if each seat plays for itself.
    """
    sides = game.number_of_sides(players)
    if sides == players:
        return []
    lines = [
        "All seats win together. For all of them, name sides.1.win_rate or sides.1.score_mean."
    ]
    if sides > 1:
        lines = [
            "A seat leads, trails and wins with its side. Name a side as in: side 1 wins.",
            "  For figures of a side, name sides.1.win_rate or sides.1.score_mean.",
        ]
    return lines
