"""Kinds of rules: how their values are typed, checked and stored for compiled code.

A value arrives as text (``--rule target_score=10``) or as a TOML value. Both pass the same check,
and `written` formats a value as text again. Compiled code holds every rule as a number or as an
array of numbers: a truth value is 0 or 1, a choice is its index in the list of choices, and a list
is padded with zeros and has its length in a second field. Each kind is a subclass of `Option`.
"""

from simulate.rules.kinds.lists import (
    UNSET,
    ChoiceList,
    FewOfMany,
    HalfPoints,
    WholeList,
    WholeTable,
)
from simulate.rules.kinds.option import About, Option, Provenance, Value, written
from simulate.rules.kinds.records import CardTable, RecordField, Records
from simulate.rules.kinds.single import Choice, Flag, Real, Text, Whole, words
