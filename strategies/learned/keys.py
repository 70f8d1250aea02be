"""Keys: digests of everything on which a learned player depends, to notice changes."""

from __future__ import annotations

import hashlib
import platform
from typing import Any

from simulate.game import Game
from simulate.kit.code_key import code_key
from simulate.play.kernel import functions_of
from simulate.strategy import Strategy


def short_digest(content: bytes) -> str:
    """Return a digest of bytes: twenty hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()[:20]


def key_of_game(game: Game) -> str:
    """Return a digest of the game's code, and of what a state consists of.

    Comments and docstrings do not change it, other versions of Python do.
    """
    functions = (*functions_of(game).values(), game.deal, game.redeal, game.meaning)
    key = code_key(*(function for function in functions if function)) or game.content
    parts = [key, game.lower_leads, game.seats]
    parts += [
        (record.meanings, record.dtype.descr) for record in (game.table, game.own, game.hidden)
    ]
    return short_digest(repr(parts).encode())


def key_of_rules(rules: Any) -> str:
    """Return a digest of a rules record."""
    return short_digest(rules.tobytes())


def key_of_strategy(strategy: Strategy, game: Game) -> str:
    """Return a digest of the code and the parameters of a game's strategy.

    If its code has no key, the content of the game's file takes its place.
    """
    code = code_key(strategy.decide) or game.content
    parts = [code, list(strategy.parameters), strategy.vector]
    return short_digest(repr(parts).encode())


def python_version() -> str:
    """Return the version of Python on which the key of a game's code depends, as in "3.11"."""
    return ".".join(platform.python_version_tuple()[:2])
