"""``fathom sweep``: what a rule does, over its values."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom sweep snorkeling --vary target_score=8:20:2 --games 20k\n\n"
    "fathom sweep snorkeling --vary starter=same,rotate,winner,loser,random\n\n"
    "fathom sweep schnuff --vary deck.schnuff=0:4:1 --vary chips=5,10,15 --games 5k\n\n"
    "fathom sweep snorkeling --vary players=2,3,4,5,6 --figure length.minutes.p95"
)


@plays
def sweep(
    source: options.GameOrStudy,
    table: options.Table,
    line_up: options.LineUp,
    how_many: options.HowMany,
    deciding: options.Deciding,
    vary: list[str] | None = options.asked(
        "NAME=VALUES",
        "The rule to vary, and its values: name=v1,v2,... or name=from:to:step; also "
        "entries (deck.schnuff=0:4:1), players and variant; values of lists are kept apart by "
        "semicolons. Given twice, every value of one meets every value of the other.",
    ),
    figure: list[str] | None = options.asked(
        "PATH",
        "A figure to tell and draw, by its path in the JSON object of 'fathom run'; may be "
        "repeated; first-player advantage, minutes, what targets are about and win rates unless "
        "said.",
    ),
    skip_impossible: bool = options.flag(
        "Leave out values that do not go together, and say which."
    ),
    robust: bool = options.ROBUST,
    confidence: float = 0.95,
) -> Planned:
    """Play a game under several values of a rule, and show what the rule does.

    All values are played on the same deals, --games each, or until what they do is decided.
    Differences are to the rules as they are, if that is one of them, else to the first. A
    figure that is exactly the same at all of them is told. A study file with targets shows between
    which values a verdict changes; targets missed at some values do not make the command fail.
    'fathom tune' looks for the values of any number of rules that meet all that you want.
    """
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.sweep import SweepPlan

    chosen = options.Selection.of(source, table, line_up, how_many, deciding, confidence=confidence)
    return Planned(SweepPlan(chosen, vary, figure, skip_impossible), levels_wanted(robust, None))
