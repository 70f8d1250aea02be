"""The guide for authors of games, assembled from documents, docstrings and example games."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import simulate.making
from simulate.checking.kinds import Kind
from simulate.cli.game_templates import kinds, named, read_template
from simulate.making.components.cards import Cards
from simulate.making.components.component import Component

_FATHOM = Path(__file__).resolve().parents[2]
#: The document on games, which is printed whole.
GAMES = _FATHOM / "simulate" / "games" / "README.md"
#: The document on strategies, and those of its sections that help to write a game.
STRATEGIES = _FATHOM / "strategies" / "README.md"
#: The instructions for coding assistants.
SKILL = GAMES.parent / "SKILL.md"
#: The files that check games in a repository, in the order in which the guide has them.
REPOSITORY = Path(__file__).resolve().parent / "repository"
_REPOSITORY_FILES = (
    "fathom-check.sh",
    "fathom-changes.sh",
    "fathom.yml",
    "pre-commit-config.yaml",
)
_STRATEGY_SECTIONS = ("How to write a strategy", "Personas", "Names to import")
_OPTIONS = (
    "Of a rule in `rules={...}`, leave out `name`, which is its key. `meaning` is one sentence for "
    "designers; [the arguments of `game`](#the-arguments-of-game) explain `standing` and `about`."
)
#: The name of the example games in the guide.
_EXAMPLE = "reef"
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]*)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
#: A field of a dataclass below its comment.
_FIELD = re.compile(r"((?:^    #:.*\n)+)    (\w+):", re.MULTILINE)
#: A heading of a numpydoc section, such as "Parameters" above a line of hyphens.
_SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)


def guide_text() -> str:
    """Return the whole guide for authors of games, as Markdown."""
    parts = [
        _introduction(),
        GAMES.read_text(encoding="utf-8"),
        _names_to_import(),
        _example_games(),
        _strategies(),
        _kinds_of_findings(),
        _repository_files(),
    ]
    return _with_local_links("\n".join(f"{part.strip()}\n" for part in parts))


def _introduction() -> str:
    """Return the first part of the guide: its contents."""
    return f"""# How to write a game for Fathom

This text needs nothing else: no network and no other file. Its parts are

1. From rulebook to verdict: the contract, a worked example, the components, pitfalls, how to check
2. Names to import: everything that `simulate.making` offers, with its arguments
3. Example games: one complete file per kind, written by `fathom new {_EXAMPLE} --like KIND`
4. Strategies: how to write players for the game
5. The findings of `fathom check --json`: their names
6. Files for a repository: a workflow and a hook that check games

Short instructions for coding assistants, in the form of a skill, are in the file

    {SKILL}

Copy it to a folder `fathom` where your assistant looks for skills.
"""


def _names_to_import() -> str:
    """Return the part on the names in `simulate.making`, from their docstrings."""
    components = list[str]()
    declarations = list[str]()
    functions = list[str]()
    numbers = list[str]()
    for name, value in sorted(vars(simulate.making).items()):
        if name.startswith("_") or inspect.ismodule(value):
            continue
        plain = getattr(value, "py_func", value)
        if inspect.isclass(plain):
            is_component = issubclass(plain, (Component, Cards))
            (components if is_component else declarations).append(_entry(name, plain))
        elif inspect.isfunction(plain):
            functions.append(_entry(name, plain))
        else:
            numbers.append(f"`{name}`")
    return "\n".join(
        [
            "# Names to import\n",
            "All names below are imported from `simulate.making`.\n",
            "## Components with their arguments\n",
            *components,
            "## Rules and other declarations\n",
            f"{_OPTIONS}\n",
            *declarations,
            "## Functions\n",
            *functions,
            "## Constants\n",
            f"{', '.join(numbers)}\n",
        ]
    )


def _entry(name: str, value: Any) -> str:
    """Return the arguments and the docstring of a class or a function, under a heading."""
    is_error = inspect.isclass(value) and issubclass(value, Exception)
    arguments = "(message)" if is_error else _arguments(value)
    description = _SECTION.sub(r"**\1**\n", inspect.getdoc(value) or "")
    fields = "".join(f"- `{field}`: {meaning}\n" for field, meaning in _field_meanings(value))
    return "\n".join([f"### `{name}{arguments}`\n", f"{description}\n", *filter(None, [fields])])


def _arguments(value: Any) -> str:
    """Return the arguments of a class or a function, without types, which docstrings explain."""
    signature = inspect.signature(value)
    untyped = [_untyped(parameter) for parameter in signature.parameters.values()]
    signature = signature.replace(parameters=untyped, return_annotation=inspect.Signature.empty)
    return str(signature).replace("Ellipsis", "...")


def _untyped(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter without its type, with ``...`` for a default that is not a plain value."""
    untyped = parameter.replace(annotation=inspect.Parameter.empty)
    has_plain_default = repr(parameter.default)[:1] != "<"
    if has_plain_default or parameter.default is inspect.Parameter.empty:
        return untyped
    return untyped.replace(default=...)


def _field_meanings(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the fields of a dataclass that have a comment ``#:``, with this comment."""
    if not is_dataclass(value):
        return
    source = inspect.getsource(value if inspect.isclass(value) else type(value))
    for comment, field in _FIELD.findall(source):
        words = re.sub(r"\s*#: ?", " ", comment)
        yield field, words.strip()


def _example_games() -> str:
    """Return the part with the complete files of the example games."""
    parts = ["# Example games\n"]
    for kind in kinds():
        code = named(read_template(kind), _EXAMPLE)
        parts.append(f"## fathom new {_EXAMPLE} --like {kind}\n\n```python\n{code}```\n")
    return "\n".join(parts)


def _strategies() -> str:
    """Return the sections of the document on strategies that help to write a game."""
    text = STRATEGIES.read_text(encoding="utf-8")
    title, _, _ = text.partition("\n## ")
    sections = dict(_sections(text))
    return "\n".join([title, *(sections[name] for name in _STRATEGY_SECTIONS)])


def _repository_files() -> str:
    """Return the part with the files that check games in a repository."""
    parts = [f"# Files for a repository\n\nThey are in the folder\n\n    {REPOSITORY}\n"]
    for name in _REPOSITORY_FILES:
        content = (REPOSITORY / name).read_text(encoding="utf-8")
        language = "bash" if name.endswith(".sh") else "yaml"
        parts.append(f"## {name}\n\n```{language}\n{content}```\n")
    return "\n".join(parts)


def _kinds_of_findings() -> str:
    """Return the part that lists the kinds of findings of ``fathom check``."""
    rows = [f"| `{kind}` | {kind.meaning} |" for kind in Kind]
    return "\n".join(
        ["# The findings of fathom check\n", "| `rule` | mistake |", "| --- | --- |", *rows]
    )


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield the heading and the whole text of each section of the second order."""
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        yield section.partition("\n")[0].removeprefix("## "), section


def _with_local_links(text: str) -> str:
    """Return a text whose links lead to its own headings; other links are replaced by their words.

    Documents link to each other by paths, but the guide is a single text.
    """
    headings = {_anchor(heading) for heading in _HEADING.findall(_FENCE.sub("", text))}

    def local(link: re.Match[str]) -> str:
        words, target = link[1], link[2]
        anchor = target.partition("#")[2]
        return f"[{words}](#{anchor})" if anchor in headings else words

    return _LINK.sub(local, text)


def _anchor(heading: str) -> str:
    """Return the anchor of a heading, as Markdown viewers make it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
