"""The fields that study files, commands and notebooks set, before the study is complete."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from simulate.study.ranges import Ranges


class StudyFields(TypedDict, total=False):
    """The fields of a `simulate.study.Study` that are set. Missing fields get their defaults.

    The fields have the names and meanings of the fields of `Study`.
    """

    game: str
    variant: str
    players: int
    games: int
    seed: int
    #: Strategies as users type them: one for all seats, or one per seat.
    lineup: Sequence[str]
    personas: Mapping[str, str]
    rotate: bool
    ranges: Ranges
    rules: Mapping[str, Any]
    #: House rules, which come before `rules`. A complete study has them among its rules.
    house: Mapping[str, Any]
    targets: Mapping[str, Any]
    #: Half widths of intervals by figure, or a single half width as in a study file.
    precision: Any
    until_decided: float
    noted: Mapping[str, int]
    events: Mapping[str, str | Sequence[str]]
    tally_id: str
    pinned: Mapping[str, Any]
    plan: Mapping[str, Any]
