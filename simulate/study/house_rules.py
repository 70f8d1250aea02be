"""House rules: changes of a game's rules in a TOML file, for any game and without Python.

A file with house rules has a table ``[house]`` with values of rules, as the table ``[rules]`` of a
study file. It may have a sentence that explains them (``meaning``), and the variant that they
change (``variant``). Users name it where they name a variant: by its path, or, if it is called
``GAME.NAME.toml`` and is beside the game's file ``GAME.py``, by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.errors import UsageError, unknown
from simulate.game import Game
from simulate.packed_games import code_file
from simulate.rules.values import nest_rules, resolve
from simulate.study.text import add_excerpt, read_toml

#: The keys of a file with house rules.
_KEYS = ("meaning", "variant", "house")
_ENDING = ".toml"


#: The maximum size of a file with house rules in bytes.
MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class HouseRules:
    """The content of a file with house rules."""

    #: The name or path that users type for them.
    name: str
    #: The changes of rules, by name of the rule.
    rules: Mapping[str, Any]
    #: A sentence that explains them; empty if the file has none.
    meaning: str
    #: The variant that they change.
    variant: str


def find_house_rules(variant: str, game: Game) -> HouseRules | None:
    """Return the house rules that a user names as a variant; None for a variant of the game.

    Parameters
    ----------
    variant
        A path that ends in ``.toml``, or the name of house rules beside the game's file. A variant
        of the game takes precedence over a file of the same name.
    game
        The game.

    Raises
    ------
    UsageError
        If there is no such variant, or if the file is missing, cannot be read, or has an unknown
        key, or a variant or rules that the game does not allow.
    FathomError
        If the file is not valid TOML.
    """
    if variant.endswith(_ENDING):
        return _read(Path(variant), variant, game)
    if variant in game.variants:
        return None
    files = house_rule_files(game)
    if variant not in files:
        raise unknown("variant", variant, [*game.variants, *files], f" for {game.name}")
    return _read(files[variant], variant, game)


def house_rules_beside(game: Game) -> list[HouseRules]:
    """Return all house rules beside the file of a game, in the order of their names.

    The list is empty for a game without a file.

    Raises
    ------
    UsageError, FathomError
        As in `find_house_rules`.
    """
    return [_read(file, name, game) for name, file in house_rule_files(game).items()]


def _read(path: Path, name: str, game: Game) -> HouseRules:
    """Return the house rules in a file; `name` is the text that users type for them.

    Raise `UsageError` or `FathomError` as `find_house_rules` does.
    """
    document, text = read_toml(path, "file with house rules")
    for key in document:
        if key not in _KEYS:
            raise unknown("key", key, _KEYS, f" in {path}, which has house rules")
    rules = document.get("house")
    if not isinstance(rules, Mapping):
        raise UsageError(
            f"{path} has no house rules; add a table such as [house] with a line such as "
            "max_turns = 100"
        )
    for key in ("meaning", "variant"):
        if not isinstance(document.get(key, ""), str):
            raise UsageError(f"{path}: {key} cannot be {document[key]!r}; write a text in quotes")
    variant = document.get("variant", game.default_variant)
    if variant not in game.variants:
        raise unknown("variant", variant, game.variants, f" for {game.name}, in {path}")
    changes = nest_rules(rules, str(path))
    try:
        resolve(game.options, game.variants[variant], changes, game.name)
    except UsageError as error:
        raise add_excerpt(UsageError(f"{path}: {error}"), text) from None
    return HouseRules(name, changes, document.get("meaning", ""), variant)


def house_rule_files(game: Game) -> dict[str, Path]:
    """Return the files with house rules beside a game's file, by the name that users type.

    For a packed game these are the files in its pack. There are none without a game file.
    """
    if not game.origin:
        return {}
    file = code_file(game.origin)
    beginning = f"{file.stem}."
    return {
        path.name.removeprefix(beginning).removesuffix(_ENDING): path
        for path in sorted(file.parent.glob(f"*{_ENDING}"))
        if path.name.startswith(beginning) and path.name != f"{file.stem}{_ENDING}"
    }
