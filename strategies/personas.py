"""Personas: named styles as data, each a strategy with some of its parameters set.

A persona stands in a TOML file, alone or among others::

    name = "cautious aunt"
    game = "snorkeling"
    base = "planner"
    about = "Would rather keep her cards than push anybody down."
    parameters = { attack = 0.4 }

It is named by the file, ``aunt.toml``, or where one holds several ``family.toml:cautious aunt``.
Written out, as in a study, it is ``cautious aunt = planner(attack=0.4)``, which needs no file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from simulate.errors import UsageError, unknown
from simulate.strategy import Strategy

#: What a file of several calls its list.
SEVERAL = "personas"
_TEXTS = ("name", "game", "base", "about")
_KEYS = (*_TEXTS, "parameters")
#: Letters, digits, spaces, hyphens and apostrophes: nothing that specs, lists or files need.
_NAME = re.compile(r"[^\W_]([\w '\N{RIGHT SINGLE QUOTATION MARK}-]*[\w'])?")
MOST_LETTERS = 30
#: What error messages call the file.
_KIND = "file of personas"
#: ``name = spec``, and ``file.toml`` or ``file.toml:name``.
_WRITTEN_OUT = re.compile(r"(?P<name>[^()=]+?)\s*=\s*(?P<base>.+)", re.DOTALL)
_IN_FILE = re.compile(r"(?P<file>[^()=]+?\.toml)(?:\s*:\s*(?P<name>[^()=]+?))?")


@dataclass(frozen=True)
class Persona:
    """A named style."""

    name: str
    #: Which game it plays; ``""`` if it is not said.
    game: str
    #: The spec of the strategy that it plays, parameters included.
    base: str
    #: What designers read of it.
    about: str = ""
    #: Where it stands; ``""`` if it is written out.
    file: str = field(default="", compare=False)

    @property
    def where(self) -> str:
        """Begins an error about it."""
        return f"persona {self.name} ({self.file})" if self.file else f"persona {self.name}"


def persona_of(spec: str) -> Persona | None:
    """Return the persona that a spec names, if it names one.

    The spec is ``name = base(parameter=value, …)``, ``file.toml`` or ``file.toml:name``.
    `UsageError` if there is no such file, or no such persona in it; `FathomError` if it is broken.
    """
    out = _WRITTEN_OUT.fullmatch(spec)
    # A folder's name may hold an equals sign.
    if out and not Path(f"{spec.partition('.py:')[0]}.py").is_file():
        return Persona(_checked_name(out["name"], spec), "", out["base"])
    named = _IN_FILE.fullmatch(spec)
    if not named:
        return None
    path, name = named["file"], named["name"]
    found = {persona.name: persona for persona in read_personas(Path(path))}
    first = next(iter(found))
    if name is None and len(found) > 1:
        raise UsageError(
            f"{path} holds {len(found)} personas ({', '.join(found)}); name one, as in "
            f"'{path}:{first}'"
        )
    if name is not None and name not in found:
        raise unknown("persona", name, found, f" in {path}")
    return found[name or first]


def label_of(spec: str) -> str:
    """Return what a strategy is called in tables: of a persona its name."""
    persona = persona_of(spec.strip())
    return persona.name if persona else spec


def personas_in(place: Path) -> list[Persona]:
    """Return the personas of a file, or of all TOML files in a folder that hold some.

    Raises as `read_personas` does; `UsageError` also for a folder without any.
    """
    if not place.is_dir():
        return list(read_personas(place))
    # A folder may hold studies, for instance, as well.
    files = [
        file for file in sorted(place.glob("*.toml")) if {SEVERAL, "base"} & {*_document(file)}
    ]
    found = [persona for file in files for persona in read_personas(file)]
    if not found:
        raise UsageError(f"the folder {place} holds no persona; each is a file ending in .toml")
    return found


def as_persona(found: Strategy, persona: Persona) -> Strategy:
    """Return a strategy as a persona: with its name, and with what it is about first."""
    about = " ".join(persona.about.split())
    about = about if not about or about.endswith((".", "!", "?")) else f"{about}."
    told = f"{about} Plays as {found.spec}.\n{found.description}".strip()
    return replace(found, persona=persona.name, description=told)


def read_personas(path: Path) -> tuple[Persona, ...]:
    """Read a file of one persona, or of several in a list called ``personas``.

    `UsageError` if there is none, or a persona is not written as personas are; `FathomError` if it
    is no TOML.
    """
    from simulate.study.text import file_text

    # The text is part of the key: the same relative path may name another file later.
    return _personas(path, file_text(path, _KIND))


@cache
def _personas(path: Path, text: str) -> tuple[Persona, ...]:
    """Return the personas in the text of a file."""
    shared = _document(path)
    listed = shared.pop(SEVERAL, None)
    if listed is None:
        return (_persona(shared, path, str(path)),)
    if not isinstance(listed, list) or not listed or not all(isinstance(e, dict) for e in listed):
        raise UsageError(
            f"{path}: personas is a list of tables; begin each with a line [[{SEVERAL}]]"
        )
    for key in shared:
        if key != "game":
            raise unknown("key", key, ("game", SEVERAL), f" in {path}")
    found = tuple(
        _persona({**shared, **entry}, path, f"{path}, persona {number}")
        for number, entry in enumerate(listed, 1)
    )
    names = [persona.name for persona in found]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{path} has two personas called {name}; rename one of them")
    return found


def _document(path: Path) -> dict[str, Any]:
    from simulate.study.text import read_toml

    return read_toml(path, _KIND)[0]


def _persona(entry: Mapping[str, Any], path: Path, where: str) -> Persona:
    for key in entry:
        if key not in _KEYS:
            raise unknown("key", key, _KEYS, f" in {where}")
    for key, example in _EXAMPLES.items():
        if key not in entry:
            raise UsageError(f"{where} has no {key}; add a line like {example}")
    for key in _TEXTS:
        if not isinstance(entry.get(key, ""), str):
            raise UsageError(f"{where}: {key} cannot be {entry[key]!r}; it is a text in quotes")
    parameters = entry.get("parameters", {})
    if not isinstance(parameters, Mapping):
        raise UsageError(
            f"{where}: parameters cannot be {parameters!r}; write parameters = {{ attack = 0.4 }}"
        )
    base = entry["base"].strip()
    if parameters and "(" in base:
        raise UsageError(
            f"{where}: base has parameters in brackets and there are parameters besides; write "
            "all of them in one place"
        )
    for name, value in parameters.items():
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise UsageError(f"{where}: parameter {name} cannot be {value!r}; give a number")
    values = ", ".join(f"{name}={value}" for name, value in parameters.items())
    base = re.sub(r"^[^():=]+\.py(?=:)", lambda file: str(path.parent / file[0]), base)
    return Persona(
        _checked_name(entry["name"], where),
        entry["game"],
        f"{base}({values})" if values else base,
        entry.get("about", ""),
        str(path),
    )


_EXAMPLES = {
    "name": 'name = "cautious aunt"',
    "game": 'game = "snorkeling"',
    "base": 'base = "planner", the strategy that it plays',
}


def _checked_name(name: str, where: str) -> str:
    name = name.strip()
    if not _NAME.fullmatch(name) or len(name) > MOST_LETTERS:
        raise UsageError(
            f"{where}: a persona cannot be called {name!r}; its name has letters, digits, spaces "
            f"and hyphens, at most {MOST_LETTERS}"
        )
    return name
