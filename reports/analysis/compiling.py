"""Announce what has to be compiled."""

from __future__ import annotations

from collections.abc import Sequence

from simulate.output.messages import say
from simulate.play.arms import game_of
from simulate.play.engine import list_uncompiled
from simulate.strategy import Strategy
from simulate.study import Study


def announce_compiling(study: Study, strategies: Sequence[Strategy]) -> None:
    """Say on stderr what has to be compiled, before the silence of compiling it."""
    missing = list_uncompiled(game_of(study), strategies)
    if missing:
        say(f"compiling {', '.join(missing)} (once after each change, up to half a minute) ...")
