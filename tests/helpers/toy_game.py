"""A copy of Snorkeling with an option, a count and a share of every kind.

The new rules have no effect on the game. They test how rules are typed, written and read.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import simulate.game
from simulate.errors import UsageError
from simulate.game import Count, Game, Share
from simulate.games import snorkeling
from simulate.rules.kinds import Choice, ChoiceList, Real, Records, Whole, WholeList, WholeTable
from simulate.rules.values import Variant

REAL = Real(
    name="forget_rate",
    default=0.25,
    minimum=0.0,
    maximum=1.0,
    meaning="How often somebody forgets.",
    standing="assumed",
)
LIST = WholeList(
    name="limits",
    default=(30, 60, 90),
    minimum=1,
    maximum=200,
    shortest=1,
    longest=4,
    meaning="What must not be passed.",
    standing="printed",
)
TABLE = WholeTable(
    name="deck",
    default={"pass": 4, "back": 3, "panic": 0},
    minimum=0,
    maximum=30,
    meaning="Cards of each kind.",
    standing="printed",
)
SIGNALS = ChoiceList(
    name="signals",
    default=("calm", "storm"),
    choices=("calm", "storm", "fog"),
    longest=3,
    standing="ruling",
    meaning="What the flags say, one after the other.",
)


def _word(name: str, meaning: str, *choices: str) -> Choice:
    return Choice(
        name=name, default=choices[0], choices=choices, meaning=meaning, standing="assumed"
    )


def _number(name: str, meaning: str, least: int, most: int, default: int) -> Whole:
    bounds: dict[str, Any] = {"minimum": least, "maximum": most, "standing": "assumed"}
    return Whole(name=name, meaning=meaning, default=default, **bounds)


MISSIONS = Records(
    name="missions",
    default=(
        {"kind": "reef", "depth": "shallow", "size": 1, "points": 2},
        {"kind": "wreck", "depth": "deep", "size": 2, "points": 4},
        {"kind": "reef", "depth": "deep", "size": 3, "points": 6},
    ),
    fields=(
        _word("kind", "What lies there.", "reef", "wreck", "cave"),
        _word("depth", "How far down.", "shallow", "deep"),
        _number("size", "Divers needed.", 1, 3, 1),
        _number("points", "What it is worth.", 0, 9, 2),
    ),
    longest=4,
    meaning="The mission cards.",
    standing="assumed",
)


#: The rules of Snorkeling. Its deck is renamed, because the toy has a rule with that name.
PRINTED = tuple(
    replace(option, name="few") if option.name == "deck" else option
    for option in snorkeling.GAME.own_options
)


class _Named:
    """A rules record of the toy, with fields under their names in Snorkeling."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules

    def __getitem__(self, name: str) -> Any:
        return self._rules["few" if name == "deck" else name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._rules[name] = value


def prepare(rules: Any) -> None:
    """Fill the tables that Snorkeling fills."""
    snorkeling.GAME.prepare(_Named(rules))


def check(values: Any, players: int) -> None:
    """Raise `UsageError` if limits do not increase."""
    snorkeling.check({**values, "deck": values["few"]}, players)
    if list(values["limits"]) != sorted(values["limits"]):
        raise UsageError(f"limits {values['limits']} must rise")


GAME = replace(
    snorkeling.GAME,
    name="toy",
    title="Toy",
    default_strategy="random",
    own_options=(REAL, LIST, TABLE, SIGNALS, MISSIONS, *PRINTED),
    variants={
        "base": Variant("As printed."),
        "rich": Variant("More of it.", {"deck": {"pass": 9, "panic": 2}, "limits": (10,)}),
        "other": Variant("Other cards.", {"deck": (1, 2, 3), "missions": {"2": {"points": 5}}}),
        "bare": Variant(
            "Hardly any.",
            {
                "signals": (),
                "missions": ({"kind": "cave", "depth": "deep", "size": 1, "points": 0},),
            },
        ),
    },
    check=check,
    prepare=prepare,
    counts=(
        Count(name="beaches", meaning="beaches with {colours} colours", per_player=True),
        Count(name="margin", meaning="lead, at most {limits[0]}", signed=True),
        Count(
            name="reversals",
            meaning="reversals",
            applies=lambda values: values["deck"]["panic"] > 0,
        ),
    ),
    shares=(
        Share(name="beach_share", meaning="of all turns, beaches", part="beaches", whole="turns"),
    ),
)


def register(monkeypatch: pytest.MonkeyPatch, game: Game = GAME) -> None:
    """Register a game, so that it is found by its name during a test."""
    module = ModuleType(game.name)
    module.GAME = game  # type: ignore[attr-defined]
    locations = {**simulate.game._locations(), game.name: lambda: module}
    monkeypatch.setattr("simulate.game._locations", lambda: locations)


def install(folder: Path) -> str:
    """Install the toy in a folder, and return the ``PYTHONPATH`` with which it is found."""
    about = folder / "toy-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[fathom.games]\ntoy = tests.helpers.toy_game\n")
    return f"{folder}:{Path(__file__).resolve().parents[2]}"
