"""Kinds of rule options: what a designer can change, and how values are typed and stored.

A value arrives as text (``--rule target_score=10``) or as a TOML value; both end in the same check,
and `written` makes the text again. In compiled code every option is a number or an array of them: a
truth value is 0 or 1, a choice its place in the list of choices, a list is padded with zeros and
has its length beside it. A kind derives from `Option` and says all about itself.
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
