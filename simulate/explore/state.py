"""The state of a design as JSON values, from which the page draws its rules and versions."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reports.writing.wording import counted
from simulate.explore.choosing import showable_choices
from simulate.explore.controls import describe_changes, make_groups, title_of, words_of
from simulate.explore.design import Choices, Design, History, Version
from simulate.game import Game

_PRINTED = "Printed"


def make_state(game: Game, history: History, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of a design.

    Parameters
    ----------
    game
        The game.
    history
        The design, with what can be undone.
    values
        The value of every rule, by name. They may be impossible together.
    """
    design = history.design
    choices = showable_choices(game, design.choices)
    groups = make_groups(game, choices, values)
    controls = [control for group in groups for control in group["controls"]]
    return {
        "game": {
            "name": game.name,
            "title": game.title,
            "file": Path(game.origin).name if game.origin else "",
        },
        "presets": _make_presets(game, design.choices),
        "changed": sum(control["is_changed"] for control in controls),
        "groups": groups,
        "undo": history.can_undo,
        "redo": history.can_redo,
        "impossible": None,
        "mistake": None,
        "versions": [
            _make_version(game, version, design.choices) for version in reversed(design.versions)
        ],
        "keep": _make_keep(design),
        "wishes": design.wishes.to_json(),
        "summary": _summarise(game, choices, values),
        "gaps": _describe_gaps(game),
    }


def _make_presets(game: Game, choices: Choices) -> list[dict[str, Any]]:
    """Return the variants of the game, which the page offers as presets."""
    return [
        {
            "name": name,
            "label": _PRINTED if name == game.default_variant else title_of(name),
            "meaning": variant.meaning,
            "chosen": name == choices.variant and not choices.rules,
        }
        for name, variant in game.variants.items()
    ]


def _make_version(game: Game, version: Version, choices: Choices) -> dict[str, Any]:
    """Return a kept version for the page."""
    values = chosen_values(game, version.choices)
    shown = showable_choices(game, version.choices)
    return describe_version(version) | {
        "changes": describe_changes(game, shown, values),
        "is_current": version.choices == choices,
    }


def describe_version(version: Version) -> dict[str, Any]:
    """Return the letter, the name, the note and the time of a version, as the page shows them."""
    kept = datetime.datetime.fromisoformat(version.kept)
    return {
        "letter": version.letter,
        "name": version.name,
        "kept": f"{kept.day} {kept:%b}, {kept:%H:%M}",
        "note": version.note,
    }


def chosen_values(game: Game, choices: Choices) -> dict[str, Any]:
    """Return the value of every rule by name for choices that may be impossible together.

    The values are those of the variant, with the changes of the choices put in unchecked.
    """
    shown = showable_choices(game, choices)
    values: dict[str, Any] = dict(game.resolve(shown.variant, {}, shown.players))
    for option in game.options:
        if option.name in choices.rules:
            values[option.name] = option.merge(values[option.name], choices.rules[option.name])
    return values


def _make_keep(design: Design) -> dict[str, Any]:
    """Return the label of the button that keeps a version, and whether it can be pressed."""
    kept = design.version_of(design.choices)
    if kept:
        return {"label": f"Kept as {kept.letter}", "enabled": False}
    return {"label": f"Keep as {design.next_letter}", "enabled": True}


def _summarise(game: Game, choices: Choices, values: Mapping[str, Any]) -> str:
    """Return sentences on who plays by which rules, which the page shows below the headline."""
    players = counted(choices.players, "player")
    if choices.lineup == (game.default_strategy,):
        who = f"{players} who all play well."
        if choices.players == 1:
            who = "1 player who plays well."
    else:
        who = f"{players}: {', '.join(words_of(spec) for spec in choices.lineup)}."
    changes = describe_changes(game, choices, values)
    rules = f"Changed: {'; '.join(changes)}." if changes else "The rules as printed."
    if not game.source and not changes:
        rules = "The rules in your file."
    return f"{who} {rules}"


def _describe_gaps(game: Game) -> str:
    """Return a sentence on the gaps of the rulebook that Fathom filled; empty if there are none."""
    gaps = len(game.open_rules)
    return f"We filled {counted(gaps, 'gap')} in the rulebook." if gaps and game.source else ""
