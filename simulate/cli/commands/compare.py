"""``fathom compare``: play two or more studies on the same deals and show what differs."""

from __future__ import annotations

from typing import Annotated

from simulate.cli import options
from simulate.cli.playing import Planned, plays

EXAMPLE = (
    "Examples: fathom compare snorkeling --variant base --variant expert\n\n"
    "fathom compare schnuff --players 3 --players 4 --players 5 --games 200k\n\n"
    "fathom compare shoal --players 3 -s planner,random,random -s open,random,random\n\n"
    "fathom compare snorkeling --variant base --variant expert --players 3 --players 4\n\n"
    "fathom compare shoal --rule hand_size=4 --rule hand_size=5 --against hand_size=5\n\n"
    "fathom compare my_game.py --data cards_v1.csv --data cards_v2.csv\n\n"
    "fathom compare runs/week1 runs/week2"
)


@plays
def compare(
    source: Annotated[
        list[str],
        options.argument(
            "GAME_OR_STUDY",
            "A game's name or file (.py), a study file (.toml), or several such files, which are "
            "the versions.",
        ),
    ],
    variant: list[str] | None = options.asked(
        "NAME", "A named set of rules; given several times, each is a version."
    ),
    players: list[int] | None = options.asked(
        "N", "Seats at the table; given several times, each is a version."
    ),
    strategy: list[str] | None = options.asked(
        "SPEC[,SPEC...]",
        f"Who plays, in every seat: {options.SPEC}. Or a line-up with one a seat, as in "
        "planner,random,eager,eager. Given several times, each is a version.",
        "-s",
        "--strategy",
    ),
    rule: list[str] | None = options.asked(
        "NAME=VALUE",
        "Change one rule; see 'fathom rules GAME'. The same rule given several times makes "
        "versions; different ones hold for all.",
    ),
    data: list[str] | None = options.asked(
        "FILE.csv",
        "Play with the cards of this spreadsheet, CSV or Excel, instead of the game's own; "
        "RULE=FILE.csv where a game has several tables. Given several times, each is a version.",
    ),
    no_rotate: bool = options.of(options.LineUp, "no_rotate"),
    how_many: options.HowMany = options.meaning(
        games="Games to play in each version, rotations included: 20000, 200k, 1M; 100k unless "
        "said, 400 with search. All versions have the same deals, so one with more rotations has "
        "more games.",
    ),
    against: str | None = options.asked(
        "LABEL",
        "The version that all others are compared with, by its name in the results, as in expert "
        "or '4 players'; the first unless said.",
    ),
    margin: list[str] | None = options.asked(
        "WIDTH",
        "Up to which difference figures count as practically the same: of rates in "
        "percentage points, 0.5pp unless said; of all others in percent of the first version's "
        "value, 1% unless said.",
    ),
    robust: bool = options.ROBUST,
    precision: list[str] | None = options.of(options.HowSure, "precision"),
    until_decided: bool | None = options.of(options.HowSure, "until_decided"),
    confidence: float = 0.95,
) -> Planned:
    """Play two or more versions on the same deals and show what differs, and how sure that is.

    The versions are variants, values of a rule, tables of cards, line-ups or numbers of players,
    whichever option is given several times, or several study files. Every later one is compared
    with the first, or with that of --against. With two or more such options there is a version
    for each combination, and variants (or the values of a rule, or line-ups) are compared at the
    same number of players.
    """
    from simulate.cli.plans.cells import Compared
    from simulate.cli.plans.comparison import plan_comparison
    from simulate.cli.plans.levels import levels_wanted

    chosen = Compared(
        sources=source,
        players=players,
        variant=variant,
        strategy=strategy,
        rule=rule,
        data=data,
        no_rotate=no_rotate,
        **vars(how_many),
        against=against,
        precision=precision,
        until_decided=until_decided,
        confidence=confidence,
    )
    return Planned(plan_comparison(chosen, margin), levels_wanted(robust, None))
