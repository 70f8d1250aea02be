"""How soon the page of ``fathom explore`` answers after a change of a rule.

``python -m tests.bench.explore snorkeling target_score=8 reef.py trumps=false``: games and files of
games, each with a change of a rule. For each it prints the seconds from the change to the first
numbers, and to numbers that may still change by 1 in 100 games, with the number of games at each of
these moments. Machine code of the game is loaded before, by a first answer.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from simulate.explore.session import Session

#: Win rates are precise if they may still change by this many games in 100.
_PRECISE = 1.0
#: The time in seconds after which waiting for an answer ends.
_MOST_SECONDS = 300.0


def measure(game: str, change: str, jobs: int) -> list[str]:
    """Return a row of the table: the game, the change and what was measured."""
    rule, _, text = change.partition("=")
    try:
        value = json.loads(text)
    except ValueError:
        value = text
    with tempfile.TemporaryDirectory() as folder:
        session = Session(game, Path(folder) / "design.journal", jobs)
        try:
            _wait(session, lambda answer: answer.get("games", 0) >= 1_000)
            before = session.board.value("state")["revision"]
            began = time.monotonic()
            session.act({"action": "set", "rule": rule, "value": value})

            def is_new(answer: dict[str, Any]) -> bool:
                return answer["revision"] > before and not answer["is_stale"]

            def is_precise(answer: dict[str, Any]) -> bool:
                return is_new(answer) and _reach(answer) <= _PRECISE

            row = [game, change]
            for has_come in (is_new, is_precise):
                answer = _wait(session, has_come)
                row.append(f"{time.monotonic() - began:.1f} s ({answer['games']:,} games)")
            return row
        finally:
            session.close()


def _reach(answer: dict[str, Any]) -> float:
    """Return how far a win rate can still change, in games out of 100."""
    chart = next(card for card in answer["cards"] if card["id"] == "fair")["chart"]
    reaches: list[float] = []
    for row in chart["rows"]:
        low, high = row["bands"][-1]
        reaches.append(max(high - row["value"], row["value"] - low))
    return max(reaches)


def _wait(session: Session, has_come: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return the first answer for which `has_come` is true; raise `TimeoutError` if none comes."""
    ends = time.monotonic() + _MOST_SECONDS
    while time.monotonic() < ends:
        answer: dict[str, Any] = session.board.value("answer") or {}
        if answer.get("phase") == "failed":
            raise RuntimeError(answer["failure"])
        if answer and has_come(answer):
            return answer
        time.sleep(0.01)
    raise TimeoutError("no such answer came")


def main(arguments: Sequence[str]) -> None:
    """Measure each game with its change, and print a row for each."""
    print("game | change | first numbers | within 1 in 100")
    for game, change in zip(arguments[::2], arguments[1::2], strict=True):
        print(" | ".join(measure(game, change, 2)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
