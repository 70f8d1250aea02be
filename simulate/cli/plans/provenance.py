"""With what a run was made: the versions of Fathom and of the game, and the code of both."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulate.game import Game

_SIMULATE = Path(__file__).resolve().parents[2]
_STRATEGIES = _SIMULATE.parent / "strategies"
_DIGITS = 12


def fathom_version() -> str:
    """Return the version of Fathom that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fathom-games")
    except PackageNotFoundError:
        return "of unknown version"


def made_with(game: str, lineup: Sequence[str]) -> dict[str, Any]:
    """Return what decides, besides the study, which games are played; ``code`` is all sources."""
    from simulate.game import find_game

    found = find_game(game)
    digest = hashlib.sha256()
    for name, source in sorted(_sources(found, lineup)):
        digest.update(f"\0{name}\0".encode())
        digest.update(source)
    return {
        "fathom": fathom_version(),
        "game_version": found.version,
        "code": digest.hexdigest()[:_DIGITS],
    }


@cache
def _shipped(others: tuple[str, ...]) -> list[tuple[str, bytes]]:
    """Return what Fathom's own files hold, with their names, but for those of other games."""
    left_out = {_SIMULATE / "cli", *(_SIMULATE / "games" / name for name in others)}
    ours = _SIMULATE.rglob("*.py")
    sources = [one for one in ours if left_out.isdisjoint((one.with_suffix(""), *one.parents))]
    sources += [one for one in _STRATEGIES.glob("*.py") if not one.name.startswith(others)]
    return [(str(one.relative_to(_SIMULATE.parent)), one.read_bytes()) for one in sources]


def _sources(game: Game, lineup: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield what each file holds, with a name that is the same on every machine."""
    from simulate.game import game_names
    from simulate.user_files import code_files_in, sources_of

    yield from _shipped(tuple(name for name in game_names() if name != game.name))
    if game.origin:
        yield from sources_of(Path(game.origin)).items()
    written = Path(getattr(game.deal, "py_func", game.deal).__code__.co_filename).resolve()
    if _SIMULATE not in written.parents:
        yield from sources_of(written).items()
    for file in dict.fromkeys(file for spec in lineup for file in code_files_in(spec)):
        if Path(file).is_file():
            yield from sources_of(Path(file)).items()
