"""A message on what has to be compiled."""

from __future__ import annotations

from collections.abc import Sequence

from simulate.output.messages import print_message
from simulate.play.arms import game_of
from simulate.play.engine import list_uncompiled
from simulate.strategy import Strategy
from simulate.study import Study


def announce_compiling(study: Study, strategies: Sequence[Strategy]) -> None:
    """Print on stderr what has to be compiled before the study can be played, if anything."""
    missing = list_uncompiled(game_of(study), strategies)
    if missing:
        names = ", ".join(missing)
        print_message(f"compiling {names} (once after each change, up to half a minute) ...")
