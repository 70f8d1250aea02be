"""Pinned tallies: what a study must give, by names of sums and parts, so that it can say where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from simulate.play.run import Run
from simulate.play.tally import SINGLES, UNHASHED_COUNTS, digest

#: Hexadecimal digits of the id of a part.
_DIGITS = 12


def pins_of(run: Run) -> dict[str, Any]:
    """Return what to pin of a run: its sums by name, and ids of the parts of its tally.

    Lists go by seat, by strategy in the order of the line-up, or by strategy and then seat; those
    by strategy are left out where only one plays. Wins are in 60ths, beyond six players in 2520ths.
    """
    layout, tally = run.layout, run.tally
    lists = {"seat_wins": layout.seat_wins, "seat_scores": layout.seat_scores}
    if layout.strategies > 1:
        lists |= {
            "strategy_wins": layout.strategy_wins,
            "strategy_scores": layout.strategy_scores,
            "cell_wins": layout.cell_wins,
        }
    found: dict[str, Any] = {"deals": tally.deals}
    found |= {name: list(tally.sums[part]) for name, part in lists.items()}
    found |= {name: tally.sums[layout.single(name)] for name in (*SINGLES, *UNHASHED_COUNTS)}
    if layout.counts:
        found["counts"] = {name: tally.sums[layout.single(name)] for name in layout.counts}
    found["parts"] = {name: digest(part)[:_DIGITS] for name, part in _parts(run).items()}
    return found


def pins_of_point(run: Run) -> dict[str, Any]:
    """Return what to pin of one of several runs of a study file, its tally's id included."""
    return {"tally_id": run.tally.id, **pins_of(run)}


def find_difference(pins: Mapping[str, Any], run: Run) -> str | None:
    """Say where a run differs from what was pinned, of what is pinned; ``None`` if nowhere."""
    before, now = dict(_flat(pins)), dict(_flat(pins_of_point(run)))
    for name in run.layout.counts if "counts" in pins else ():
        if name not in pins["counts"]:
            return f"count {name} is counted, but not pinned"
    for name, found in now.items():
        if name in before and before[name] != found:
            return f"{_words(name, run)} is {_shown(found)}, pinned {_shown(before[name])}"
    for name in before:
        if name not in now:
            return f"{name} is pinned, but this study counts no such thing"
    return None


def find_mismatch(run: Run) -> str | None:
    """Say where a run differs from what its own study pins; ``None`` if nowhere."""
    study, found = run.study, run.tally.id
    where = find_difference(study.pinned, run)
    if where is None and study.tally_id not in ("", found):
        where = f"fingerprint is {found}, pinned {study.tally_id}"
        if study.pinned:
            where += ", though all that [pinned] holds agrees"
    return where


def find_difference_of_all(pins: Mapping[str, Any], runs: Mapping[str, Run]) -> str | None:
    """Say where runs by name differ from what is pinned of each; ``None`` if nowhere."""
    for name, run in runs.items():
        if name not in pins:
            return f"{name} is played, but not pinned"
        if where := find_difference(pins[name], run):
            return f"at {name}, {where}"
    for name in pins:
        if name not in runs:
            return f"{name} is pinned, but not played"
    return None


def _parts(run: Run) -> dict[str, Any]:
    """Return the parts of a tally besides its sums."""
    tally = run.tally
    histograms = {f"lengths_{name}": ranks for name, ranks in tally.lengths.items()}
    histograms["scores"] = tally.scores
    return {
        "squares": tally.hashed(tally.squares),
        "products": tally.hashed_products,
        **{name: [one.pack() for one in several] for name, several in histograms.items()},
    }


def _flat(pins: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every pinned value under a name that says which it is, the tally's id last."""
    for key, value in sorted(pins.items(), key=lambda item: item[0] == "tally_id"):
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        elif isinstance(value, list):
            yield f"length of {before}{key}", len(value)
            yield from ((f"{before}{key}[{place}]", part) for place, part in enumerate(value, 1))
        else:
            yield before + key, value


def _words(name: str, run: Run) -> str:
    players, specs = run.layout.players, run.study.strategies
    if found := re.fullmatch(r"(seat|strategy|cell)_(wins|scores)\[(\d+)\]", name):
        whose, place = found[1], int(found[3]) - 1
        strategy, seat = divmod(place, players) if whose == "cell" else (place, place)
        who = [specs[strategy]] if whose != "seat" else []
        who += [f"seat {seat + 1}"] if whose != "strategy" else []
        unit = f" in {run.layout.win}ths" if found[2] == "wins" else ""
        return f"sum of {found[2]} of {' in '.join(who)}{unit}"
    if name in (*SINGLES, *UNHASHED_COUNTS):
        return f"sum of {name.replace('_', ' ')}"
    if name.startswith("counts."):
        return f"sum of {name}"
    if name.startswith("parts."):
        return f"all sums agree, but {name.removeprefix('parts.').replace('_', ' by ')} (id)"
    return {"deals": "number of deals", "tally_id": "fingerprint"}.get(name, name)


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
