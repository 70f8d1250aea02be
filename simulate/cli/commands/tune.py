"""``fathom tune``: which values of rules meet what a designer wants."""

from __future__ import annotations

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom tune snorkeling --players 3 --players 4 --vary target_score=6:14:2 "
    "--vary starter --target length.minutes.mean=25..35 --target seat_spread=..1pp\n\n"
    "fathom tune scaphandre --even\n\n"
    "fathom tune schnuff --vary all --target 'first_player_advantage=within 1pp'"
)


@plays
def tune(
    source: options.GameOrStudy,
    line_up: options.LineUp,
    players: list[int] | None = options.asked(
        "N", "Seats at the table; given several times, a version has to meet all for each of them."
    ),
    variant: str | None = options.of(options.Table, "variant"),
    rule: list[str] | None = options.of(options.Table, "rule"),
    data: list[str] | None = options.of(options.Table, "data"),
    vary: list[str] | None = options.asked(
        "NAME[=VALUES]",
        "A rule to choose a value of, any number of times: name=v1,v2,... or name=from:to:step, "
        "as for 'fathom sweep'; a name alone for sensible values; 'all' for every rule that is one "
        "value.",
    ),
    target: list[str] | None = options.asked(
        "FIGURE=BOUNDS",
        "What you want, any number of times: length.minutes.mean=25..35, length.minutes.p95=..50 "
        "(19 games in 20 are no longer), seat_spread=..1pp (how far any seat may be from its fair "
        "share); besides the targets of a study file. 'fathom run GAME --json' has all figures.",
    ),
    even: bool = options.flag(
        "Make the seats fair, each within 1 percentage point of its share: by who starts and, for "
        "one number of players, by points that seats begin with (up to 3, in halves; more by "
        "--vary head_start.4=0:10:2)."
    ),
    how_many: options.HowMany = options.meaning(
        games="The most games of each of the at most 5 last versions, 100k unless said, or 400 "
        "with search. The search plays at most 4 times as many in all, or a few thousand; where "
        "none meets all, at most twice as many tell which rule would help.",
    ),
    robust: bool | None = options.of(options.Levels, "robust"),
    confidence: float = 0.95,
) -> Planned:
    """Look for the values of rules that meet what you want.

    Few versions (up to 200) are raced: one leaves as soon as it clearly misses something. Of more
    each figure is modelled by what some versions gave. The best few are then played on fresh deals,
    which alone say whether one meets everything: of those the one that changes least is
    recommended. If none does, the nearest is shown, what stands against what, and which other rule
    would help. 'fathom sweep' shows instead what a rule does, value by value.
    """
    from simulate.cli.plans.levels import levels_wanted
    from simulate.cli.plans.tune import TunePlan

    how = {"variant": variant, "rule": rule, "data": data}
    chosen = options.Selection.of(source, line_up, how_many, **how, confidence=confidence)
    return Planned(TunePlan(chosen, vary, target, even, players), levels_wanted(robust, None))
