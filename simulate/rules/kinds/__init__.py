"""Kinds of rules: how their values are typed, checked and stored for compiled code.

Users give a value as text (``--rule target_score=10``) or as a TOML value. Both are checked in the
same way, and `written` formats a value as text again. Compiled code has every rule as a number or
as an array of numbers. A truth value is 0 or 1. A choice is its index in the list of choices. A
list is padded with zeros and has its length in a second field. Each kind is a subclass of `Option`.
"""

from simulate.rules.kinds.lists import (
    UNSET,
    CardCopies,
    ChoiceList,
    FewOfMany,
    HalfPoints,
    WholeList,
    WholeTable,
    WordSet,
)
from simulate.rules.kinds.option import NONE, About, Option, Provenance, Value, written
from simulate.rules.kinds.records import CardTable, RecordField, Records
from simulate.rules.kinds.single import (
    Choice,
    Flag,
    ForbiddenActions,
    Real,
    Text,
    Whole,
    WordCount,
    words,
)
