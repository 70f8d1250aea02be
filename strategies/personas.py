"""Personas: named playing styles, each a strategy with some of its parameters set.

A persona is written in a TOML file, which holds one persona or a list of them::

    name = "cautious aunt"
    game = "snorkeling"
    base = "planner"
    about = "Would rather keep her cards than push anybody down."
    parameters = { attack = 0.4 }

Its spec, the text with which users select it, is the name of the file, ``aunt.toml``, or for a list
``family.toml:cautious aunt``. The spec ``cautious aunt = planner(attack=0.4)``, which study files
use, needs no file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from simulate.errors import UsageError, unknown
from simulate.strategy import Strategy

if TYPE_CHECKING:
    from simulate.study.persona_files import PersonaTable

#: Matches a valid name: letters, digits, spaces, hyphens and apostrophes. Other characters can be
#: separators in specs, lists and file names.
_NAME = re.compile(r"[^\W_]([\w '\N{RIGHT SINGLE QUOTATION MARK}-]*[\w'])?")
#: The maximum length of a name.
MOST_LETTERS = 30
#: Matches the spec ``name = base``.
_WRITTEN_OUT = re.compile(r"(?P<name>[^()=]+?)\s*=\s*(?P<base>.+)", re.DOTALL)
#: Matches the specs ``file.toml`` and ``file.toml:name``.
_IN_FILE = re.compile(r"(?P<file>[^()=]+?\.toml)(?:\s*:\s*(?P<name>[^()=]+?))?")


@dataclass(frozen=True)
class Persona:
    """A named playing style: a strategy with some of its parameters set."""

    name: str
    #: The name of the game that it plays; empty if the spec does not name the game.
    game: str
    #: The spec of the strategy that plays for it, with parameters.
    base: str
    #: A description for designers; may be empty.
    about: str = ""
    #: The file from which the persona was read; empty if it has no file.
    file: str = field(default="", compare=False)

    @property
    def where(self) -> str:
        """The beginning of error messages about the persona: its name and, if known, its file."""
        return f"persona {self.name} ({self.file})" if self.file else f"persona {self.name}"


def persona_of(spec: str) -> Persona | None:
    """Return the persona that a spec names, or None if the spec names a strategy.

    Parameters
    ----------
    spec
        The spec of a strategy or of a persona. The spec of a persona is ``name =
        base(parameter=value, ...)``, ``file.toml`` or ``file.toml:name``.

    Raises
    ------
    UsageError
        If the file or the persona does not exist, or the persona is invalid.
    FathomError
        If the file is not valid TOML.
    """
    written_out = _WRITTEN_OUT.fullmatch(spec)
    # An equals sign may also be part of the path of a strategy file.
    if written_out and not Path(f"{spec.partition('.py:')[0]}.py").is_file():
        return Persona(_checked_name(written_out["name"], spec), "", written_out["base"])
    in_file = _IN_FILE.fullmatch(spec)
    if not in_file:
        return None
    path, name = in_file["file"], in_file["name"]
    personas = {persona.name: persona for persona in read_personas(Path(path))}
    first = next(iter(personas))
    if name is None and len(personas) > 1:
        raise UsageError(
            f"{path} holds {len(personas)} personas ({', '.join(personas)}); name one, as in "
            f"'{path}:{first}'"
        )
    if name is not None and name not in personas:
        raise unknown("persona", name, personas, f" in {path}")
    return personas[name or first]


def label_of(spec: str) -> str:
    """Return the label of a strategy in tables: the name of a persona, or else the spec.

    Raises
    ------
    UsageError, FathomError
        As in `persona_of`.
    """
    persona = persona_of(spec.strip())
    return persona.name if persona else spec


def personas_in(place: Path) -> list[Persona]:
    """Return the personas in a file, or in all TOML files of a folder that hold personas.

    Personas in a folder are sorted by file name.

    Raises
    ------
    UsageError
        If the file does not exist, a persona is invalid, or the folder holds no personas.
    FathomError
        If a file is not valid TOML.
    """
    from simulate.study.persona_files import holds_personas

    if not place.is_dir():
        return list(read_personas(place))
    # A folder may hold other TOML files as well, such as studies.
    files = filter(holds_personas, sorted(place.glob("*.toml")))
    personas = [persona for file in files for persona in read_personas(file)]
    if not personas:
        raise UsageError(
            f"the folder {place} holds no personas; add files ending in .toml that define them"
        )
    return personas


def as_persona(strategy: Strategy, persona: Persona) -> Strategy:
    """Return a copy of a strategy with the name of a persona.

    Its description is the persona's description, the spec of the strategy, and the strategy's
    description, as in "Never attacks. Plays as planner(attack=0).".
    """
    about = " ".join(persona.about.split())
    if about and not about.endswith((".", "!", "?")):
        about += "."
    description = f"{about} Plays as {strategy.spec}.\n{strategy.description}".strip()
    return replace(strategy, persona=persona.name, description=description)


def read_personas(path: Path) -> tuple[Persona, ...]:
    """Return the personas in a file: a single persona, or the list called ``personas``.

    Raises
    ------
    UsageError
        If the file does not exist, a persona is invalid, or two personas have the same name.
    FathomError
        If the file is not valid TOML.
    """
    from simulate.study.persona_files import KIND
    from simulate.study.text import file_text

    return _cached_personas(path, file_text(path, KIND))


@cache
def _cached_personas(path: Path, text: str) -> tuple[Persona, ...]:
    """Return the personas in a file, which is read once for each path and text.

    The text is part of the cache's key, because the same relative path may be another file later.

    Raise `UsageError` if the file is invalid, or if two of its personas have the same name. Raise
    `FathomError` if the file cannot be read.
    """
    from simulate.study.persona_files import read_persona_tables

    tables = read_persona_tables(path)
    labels = [str(path)]
    if len(tables) > 1:
        labels = [f"{path}, persona {number}" for number in range(1, len(tables) + 1)]
    personas = tuple(
        _persona_in_table(table, path, label) for table, label in zip(tables, labels, strict=True)
    )
    names = [persona.name for persona in personas]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{path} has two personas called {name}; rename one of them")
    return personas


def _persona_in_table(table: PersonaTable, path: Path, where: str) -> Persona:
    """Return the persona in a table of a file; errors about its name begin with `where`.

    Raise `UsageError` if the name is not allowed.
    """
    # The path of a strategy file is relative to the file of the persona.
    base = re.sub(
        r"^[^():=]+\.py(?=:)", lambda file: str(path.parent / file[0]), table.base.strip()
    )
    if table.parameters:
        values = ", ".join(f"{name}={value}" for name, value in table.parameters.items())
        base = f"{base}({values})"
    return Persona(_checked_name(table.name, where), table.game, base, table.about, str(path))


def _checked_name(name: str, where: str) -> str:
    """Return a persona's name without spaces around it, or raise `UsageError` if it is invalid."""
    name = name.strip()
    if not _NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        raise UsageError(
            f"{where}: a persona cannot be called {name!r}; allowed are at most {MOST_LETTERS} "
            "letters, digits, spaces, hyphens and apostrophes"
        )
    return name
