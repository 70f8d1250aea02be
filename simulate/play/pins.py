"""Pins: sums of a tally, stored by name in a study file, that the study must reproduce.

The fingerprint alone would show that two tallies differ. Pins show where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from simulate.play.run import Run
from simulate.play.tally import SINGLES, UNHASHED_COUNTS, digest

#: The number of hexadecimal digits to which the hashes of a tally's parts are shortened.
_DIGITS = 12


def pins_of(run: Run) -> dict[str, Any]:
    """Return the pins of a run: the sums of its tally, and hashes of the tally's other parts.

    Returns
    -------
    dict
        By name: a number, or a list by seat ("seat_…"), by strategy in the order of the line-up
        ("strategy_…") or by strategy and then seat ("cell_…"). With a single strategy, the last two
        are left out. Wins are in 60ths, in 2520ths with more than six players, or in 27720ths with
        more than ten. "counts" has the sums of the game's own counts by name, "parts" the hashes by
        part.
    """
    layout = run.layout
    tally = run.tally
    lists = {"seat_wins": layout.seat_wins, "seat_scores": layout.seat_scores}
    if layout.strategies > 1:
        lists |= {
            "strategy_wins": layout.strategy_wins,
            "strategy_scores": layout.strategy_scores,
            "cell_wins": layout.cell_wins,
        }
    pins: dict[str, Any] = {"deals": tally.deals}
    pins |= {name: list(tally.sums[part]) for name, part in lists.items()}
    pins |= {name: tally.sums[layout.single(name)] for name in (*SINGLES, *UNHASHED_COUNTS)}
    if layout.counts:
        pins["counts"] = {name: tally.sums[layout.single(name)] for name in layout.counts}
    pins["parts"] = {name: digest(part)[:_DIGITS] for name, part in _other_parts(run).items()}
    return pins


def pins_of_point(run: Run) -> dict[str, Any]:
    """Return the pins of one of several runs of a study file: `pins_of`, and the fingerprint."""
    return {"tally_id": run.tally.id, **pins_of(run)}


def find_difference(pins: Mapping[str, Any], run: Run) -> str | None:
    """Return the first difference between a run and the values pinned for it, in words.

    The result is None if they agree. Values that are not pinned are not compared. But if any of the
    game's counts is pinned, a count that is not pinned is a difference.

    `pins` has the pinned values, as `pins_of` or `pins_of_point` returns them; some may be missing.
    """
    before, now = dict(_flatten(pins)), dict(_flatten(pins_of_point(run)))
    for name in run.layout.counts if "counts" in pins else ():
        if name not in pins["counts"]:
            return f"count {name} is counted, but not pinned"
    for name, value in now.items():
        if name in before and before[name] != value:
            return (
                f"{_in_words(name, run)} is {_in_digits(value)}, pinned {_in_digits(before[name])}"
            )
    for name in before:
        if name not in now:
            return f"{name} is pinned, but the run has no such value"
    return None


def find_mismatch(run: Run) -> str | None:
    """Return the first difference between a run and the pins of its study, in words.

    The pinned fingerprint is compared too. None means that there is no difference.
    """
    study = run.study
    tally_id = run.tally.id
    difference = find_difference(study.pinned, run)
    if difference is None and study.tally_id not in ("", tally_id):
        difference = f"fingerprint is {tally_id}, pinned {study.tally_id}"
        if study.pinned:
            difference += ", though all values in [pinned] agree"
    return difference


def find_difference_of_all(pins: Mapping[str, Any], runs: Mapping[str, Run]) -> str | None:
    """Return the first difference between several runs and their pins, or None if they agree.

    The keys of both are the labels of runs. The pins of a run are as `pins_of` or `pins_of_point`
    returns them. A run without pins, or pins without a run, is a difference.
    """
    for name, run in runs.items():
        if name not in pins:
            return f"{name} is played, but not pinned"
        if where := find_difference(pins[name], run):
            return f"at {name}, {where}"
    for name in pins:
        if name not in runs:
            return f"{name} is pinned, but not played"
    return None


def _other_parts(run: Run) -> dict[str, Any]:
    """Return the parts of a run's tally other than its sums, as JSON values by name."""
    tally = run.tally
    histograms = {f"lengths_{name}": ranks for name, ranks in tally.lengths.items()}
    histograms["scores"] = tally.scores
    sums: dict[str, Any] = {
        "squares": tally.without_unhashed(tally.squares),
        "products": tally.hashed_products,
    }
    for name, ranks in histograms.items():
        sums[name] = [ranked.pack() for ranked in ranks]
    return sums


def _flatten(pins: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each pinned value with its full name, such as "counts.draws"; the fingerprint last.

    A list gives its length and then its values, whose names end with their number from 1, as in
    "[1]". All names begin with `before`.
    """
    for key, value in sorted(pins.items(), key=lambda item: item[0] == "tally_id"):
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{before}{key}.")
        elif isinstance(value, list):
            yield f"length of {before}{key}", len(value)
            yield from ((f"{before}{key}[{place}]", part) for place, part in enumerate(value, 1))
        else:
            yield before + key, value


def _in_words(name: str, run: Run) -> str:
    """Return a pinned value's name in words, such as "sum of wins of seat 2 in 60ths"."""
    players = run.layout.players
    specs = run.study.strategies
    if match := re.fullmatch(r"(seat|strategy|cell)_(wins|scores)\[(\d+)\]", name):
        kind = match[1]
        counted = match[2]
        place = int(match[3]) - 1
        if kind == "seat":
            owner = f"seat {place + 1}"
        elif kind == "strategy":
            owner = specs[place]
        else:
            strategy, seat = divmod(place, players)
            owner = f"{specs[strategy]} in seat {seat + 1}"
        unit = f" in {run.layout.win}ths" if counted == "wins" else ""
        return f"sum of {counted} of {owner}{unit}"
    if name in (*SINGLES, *UNHASHED_COUNTS):
        return f"sum of {name.replace('_', ' ')}"
    if name.startswith("counts."):
        return f"sum of {name}"
    if name.startswith("parts."):
        return f"all sums agree, but {name.removeprefix('parts.').replace('_', ' by ')} (id)"
    return {"deals": "number of deals", "tally_id": "fingerprint"}.get(name, name)


def _in_digits(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
