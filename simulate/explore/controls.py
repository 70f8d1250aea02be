"""The rules of a game as the controls of the page, with their bounds, meanings and printed values.

A control is a JSON object. Its ``kind`` is "number", "switch", "choice", "table" or "text". The
names of the controls for players and styles begin with "@", so that no rule has the same name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from reports.tune.first_page import write_points
from simulate.errors import UsageError
from simulate.explore.design import Choices
from simulate.game import Game
from simulate.rules.kinds import (
    Choice,
    Flag,
    HalfPoints,
    Option,
    Real,
    Whole,
    WholeTable,
    written,
)
from simulate.rules.values import ADDED_RULES, HEAD_START, MOST_TURNS, SECONDS_PER_TURN
from strategies import strategies_for
from strategies.registry import learned_for

PLAYERS, LINEUP, VARIANT = "@players", "@lineup", "@variant"
#: The style of beginners.
BEGINNER = "random"
#: The value of the control for styles that gives each seat a control of its own.
BY_SEAT = "by seat"
#: The most entries of a table that has a field for each. Larger tables are changed in the file.
MOST_ENTRIES = 120
_PRINTED = "printed"
#: Words before the usual value of a changed rule, by its standing.
_ORIGINS = {"printed": _PRINTED, "ruling": "assumed", "assumed": "assumed", "added": "usual"}
#: The titles of the groups of controls: those of players and pace, of rules by their standing, and
#: of rules that few designers need.
AT_TABLE = "At the table"
_GROUPS = {
    "printed": "Rules of the game",
    "ruling": "The rulebook doesn't say; we assumed",
    "assumed": "Not listed in the rulebook; we assumed",
    "added": "To try on any game",
}
RARE = _GROUPS["added"]
_FILLS_GAPS = (_GROUPS["ruling"], _GROUPS["assumed"])


def make_groups(game: Game, choices: Choices, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return all controls in groups, as the page shows them.

    Parameters
    ----------
    game
        The game.
    choices
        The choices of the designer.
    values
        The value of every rule, by name.

    Returns
    -------
    list
        For each group its ``title``, whether it is ``folded`` at first, whether it ``fills_gaps``
        of the rulebook, and its ``controls``. Groups without controls are left out. A group with a
        changed rule is not folded.
    """
    base = game.resolve(choices.variant, {}, choices.players)
    groups: dict[str, list[dict[str, Any]]] = {AT_TABLE: _table_controls(game, choices)}
    groups |= {title: [] for title in _GROUPS.values()}
    for option in game.options:
        control = make_control(
            option, values[option.name], base[option.name], is_printed=bool(game.source)
        )
        groups[_group_of(option)].append(control)
    return [
        {
            "title": title,
            "folded": title == RARE and not any(control["is_changed"] for control in controls),
            "fills_gaps": title in _FILLS_GAPS,
            "controls": controls,
        }
        for title, controls in groups.items()
        if controls
    ]


def _group_of(option: Option) -> str:
    """Return the title of the group that has the control of a rule."""
    if option.name == SECONDS_PER_TURN:
        return AT_TABLE
    if option.name in (*ADDED_RULES, MOST_TURNS):
        return RARE
    return _GROUPS[option.standing]


def make_control(
    option: Option, value: Any, default: Any, *, is_printed: bool = True
) -> dict[str, Any]:
    """Return the control of a rule.

    Parameters
    ----------
    option
        The rule.
    value
        Its value.
    default
        Its value in the variant that was chosen.
    is_printed
        True if the game has a rulebook, False if it is one of the designer's own.
    """
    origin = _ORIGINS[option.standing]
    if origin == _PRINTED and not is_printed:
        origin = "in your file"
    control: dict[str, Any] = {
        "name": option.name,
        "kind": "text",
        "title": option.title_in_words,
        "meaning": option.meaning,
        "value": value if isinstance(value, bool | int | float) else written(value),
        "default": default if isinstance(default, bool | int | float) else written(default),
        "is_changed": value != default,
        "was": f"{origin}: {option.in_words(default)}",
    }
    if isinstance(option, Flag):
        control["kind"] = "switch"
    elif isinstance(option, Whole | Real):
        step = 1 if isinstance(option, Whole) else _step_of(option)
        control |= {"kind": "number", "low": option.minimum, "high": option.maximum, "step": step}
    elif isinstance(option, Choice):
        choices = [{"value": word, "label": option.in_words(word)} for word in option.choices]
        control |= {"kind": "choice", "choices": choices}
    elif isinstance(option, WholeTable) and len(option.entries) <= MOST_ENTRIES:
        entries = _make_entries(option, value, default)
        control |= {
            "kind": "table",
            "entries": entries,
            "summary": _summarise_entries(option, entries, origin),
        }
    else:
        control["placeholder"] = option.allowed
    return control


def title_of(name: str) -> str:
    """Return the name of a rule as a title, such as "Hand size" for ``hand_size``."""
    words = words_of(name)
    return words[:1].upper() + words[1:]


def words_of(name: str) -> str:
    """Return a name in code as words, such as "per opponent" for ``per_opponent``."""
    return name.replace("_", " ").replace("-", " ")


def describe_changes(game: Game, choices: Choices, values: Mapping[str, Any]) -> list[str]:
    """Return the changes to the usual game in words, one per rule, as in "Target score: 8"."""
    base: Mapping[str, Any] = game.resolve(choices.variant, {}, choices.players)
    texts = []
    if choices.variant != game.default_variant:
        texts.append(title_of(choices.variant))
    if choices.players != game.usual_players:
        texts.append("1 player" if choices.players == 1 else f"{choices.players} players")
    if choices.lineup != (game.default_strategy,):
        texts.append(f"Styles: {', '.join(choices.lineup)}")
    for option in game.options:
        value = values[option.name]
        if option.name == HEAD_START and _has_numbers(value):
            texts += _describe_head_starts(value, base[HEAD_START])
        elif value != base[option.name]:
            texts.append(f"{option.title_in_words}: {option.in_words(value)}")
    return texts


def _has_numbers(value: Any) -> bool:
    """Return True for a table of numbers. Values that nothing checked may be something else."""
    if not isinstance(value, Mapping):
        return False
    return all(isinstance(number, int | float) for number in value.values())


def _describe_head_starts(value: Mapping[str, float], base: Mapping[str, float]) -> Iterator[str]:
    """Yield the changed head starts in words, as in "Seat 4 begins with half a point"."""
    for seat in {**base, **value}:
        points = value.get(seat, 0)
        if points != base.get(seat, 0):
            yield f"Seat {seat} begins with {write_points(points)}"


def _step_of(option: Real) -> float:
    """Return the step between values of a number with decimals: about a twentieth of its range."""
    span = option.maximum - option.minimum
    return next(step for step in (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, span) if step >= span / 20)


def _make_entries(option: WholeTable, value: Any, default: Any) -> list[dict[str, Any]]:
    """Return the entries of a table: name, title, value, default and bounds of each."""
    return [
        {
            "name": f"{option.name}.{entry}",
            "title": f"seat {entry}" if isinstance(option, HalfPoints) else entry,
            "value": value.get(entry),
            "default": default.get(entry),
            "low": option.minimum,
            "high": option.maximum,
        }
        for entry in option.entries
    ]


def _summarise_entries(
    option: WholeTable, entries: Sequence[Mapping[str, Any]], origin: str
) -> str:
    """Return a summary of a table, such as "3 of 12 changed"; `origin` is where its values are."""
    changed = sum(entry["value"] != entry["default"] for entry in entries)
    if not changed:
        if all(entry["value"] is None for entry in entries):
            return "none" if isinstance(option, HalfPoints) else "none changed"
        return "as printed" if origin == _PRINTED else f"as {origin}"
    return f"{changed} of {len(entries)} changed"


def _table_controls(game: Game, choices: Choices) -> list[dict[str, Any]]:
    """Return the controls for the number of players and for their styles."""
    return [_players_control(game, choices), *_lineup_controls(game, choices)]


def _players_control(game: Game, choices: Choices) -> dict[str, Any]:
    """Return the control for the number of players: a list if some numbers are not possible."""
    fewest, most = game.seats
    possible = list(game.playable_numbers)
    control = {
        "name": PLAYERS,
        "title": "Players",
        "meaning": "",
        "value": choices.players,
        "default": game.usual_players,
        "is_changed": choices.players != game.usual_players,
        "was": f"usual: {game.usual_players}",
    }
    if len(possible) == most - fewest + 1:
        return control | {"kind": "number", "low": fewest, "high": most, "step": 1}
    labels = [{"value": players, "label": str(players)} for players in possible]
    return control | {"kind": "choice", "choices": labels}


def list_styles(game: Game, players: int) -> list[str]:
    """Return the names of the styles that the page offers, weakest first.

    The learned player is one of them if it can play with this number of players.
    """
    styles = list(strategies_for(game.name_or_file))
    with suppress(UsageError):  # The file of a learned player may be damaged.
        for name, strategy in learned_for(game.name_or_file).items():
            if players in strategy.learned:
                styles.append(name)
    return styles


def _lineup_controls(game: Game, choices: Choices) -> Iterator[dict[str, Any]]:
    """Yield the control for who plays and, if each seat has its own style, one for each seat."""
    styles = list_styles(game, choices.players)
    usual = (game.default_strategy,)
    labels = {
        style: f"all play the style {style}" for style in styles if style not in (BEGINNER, *usual)
    }
    options = [{"value": game.default_strategy, "label": "all play well"}]
    if game.default_strategy == BEGINNER:
        options = []
    elif choices.players > 1:
        mixed = ",".join(mixed_lineup(game, choices.players))
        options.append({"value": mixed, "label": "one plays well, the others are beginners"})
    options.append({"value": BEGINNER, "label": "all are beginners"})
    options += [{"value": style, "label": label} for style, label in labels.items()]
    if len(styles) > 1 and choices.players > 1:
        options.append({"value": BY_SEAT, "label": "choose for each seat …"})
    value = ",".join(choices.lineup)
    is_by_seat = value not in [option["value"] for option in options]
    yield {
        "name": LINEUP,
        "kind": "choice",
        "title": "Who plays",
        "meaning": "",
        "value": BY_SEAT if is_by_seat else value,
        "default": game.default_strategy,
        "is_changed": choices.lineup != usual,
        "was": "usual: all play well",
        "choices": options,
    }
    if is_by_seat:
        for seat, spec in enumerate(choices.lineup, 1):
            known = [{"value": style, "label": style} for style in dict.fromkeys([*styles, spec])]
            yield {
                "name": f"{LINEUP}.{seat}",
                "kind": "choice",
                "title": f"Seat {seat}",
                "meaning": "",
                "value": spec,
                "default": game.default_strategy,
                "is_changed": spec != game.default_strategy,
                "was": f"usual: {game.default_strategy}",
                "choices": known,
            }


def mixed_lineup(game: Game, players: int) -> tuple[str, ...]:
    """Return the styles of one good player among beginners."""
    return (game.default_strategy, *[BEGINNER] * (players - 1))
