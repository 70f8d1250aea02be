"""Commands that play a study, or versions of one, and show what came out."""

from __future__ import annotations

from typing import Annotated

from simulate import command_options as options
from simulate.cli.playing import PlannedCommand, plays, prepare
from simulate.errors import UsageError


@options.command(
    "Examples: fathom run snorkeling --games 1M --seed 1\n\n"
    "fathom run snorkeling --variant expert --rule target_score=10\n\n"
    "fathom run snorkeling -s planner,random,random,random\n\n"
    "fathom run my_study.toml"
)
@plays
def run(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    line_up: options.LineupOptions,
    how_many: options.GamesOptions,
    how_sure: options.PrecisionOptions,
    levels: options.RobustOptions,
    deals: list[str] | None = options.option(
        "A:B",
        "Play deals A up to before B, as 0:1M or 1M:2M, instead of the first ones. May be "
        "repeated. 'fathom merge' adds what several machines played.",
    ),
    cards: bool = options.CARDS,
    keep_games: bool = options.flag("Also write one row per game, as games.parquet."),
    keep_games_csv: bool = options.flag(
        "Also write one row per game, as games.csv, which spreadsheets open (to about a "
        "million rows)."
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Play a game many times and show who wins, how long it lasts and how sure that is.

    Shows the first page of the report: win rates by seat and by strategy, the length of the
    game and how it goes, each figure with its interval, and whether that settles or depends
    on who plays. Writes tables and charts to a folder.
    """
    from reports.analysis.other_players import parse_other_players
    from reports.run.plan import RunPlan
    from simulate.output.folder import GAMES_CSV, GAMES_FILE

    wanted = parse_other_players(levels.robust, levels.margin)
    chosen = options.Selection.of(
        source,
        table,
        line_up,
        how_many,
        how_sure,
        deals=deals,
        cards=cards,
        confidence=confidence,
    )
    kept = {GAMES_FILE: keep_games, GAMES_CSV: keep_games_csv}
    return PlannedCommand(RunPlan(chosen), wanted, [name for name in kept if kept[name]])


@options.command(
    "Examples: fathom compare snorkeling --variant base --variant expert\n\n"
    "fathom compare schnuff --players 3 --players 4 --players 5 --games 200k\n\n"
    "fathom compare shoal --players 3 -s planner,random,random -s open,random,random\n\n"
    "fathom compare snorkeling --variant base --variant expert --players 3 --players 4\n\n"
    "fathom compare shoal --rule hand_size=4 --rule hand_size=5\n\n"
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
    variant: list[str] | None = options.option(
        "NAME", "A named set of rules; given several times, each is a version."
    ),
    players: list[int] | None = options.option(
        "N", "Seats at the table; given several times, each is a version."
    ),
    strategy: list[str] | None = options.option(
        "SPEC[,SPEC...]",
        f"Who plays, in every seat: {options.SPEC}. Or a line-up with one a seat, as in "
        "planner,random,eager,eager. Given several times, each is a version.",
        "-s",
        "--strategy",
    ),
    rule: list[str] | None = options.option(
        "NAME=VALUE",
        "Change one rule; see 'fathom rules GAME'. The same rule given several times makes "
        "versions; different ones hold for all.",
    ),
    data: list[str] | None = options.option(
        "FILE.csv",
        "Play with the cards of this spreadsheet, CSV or Excel, instead of the game's own; "
        "RULE=FILE.csv where a game has several tables. Given several times, each is a version.",
    ),
    no_rotate: bool = options.option_of(options.LineupOptions, "no_rotate"),
    how_many: options.GamesOptions = options.help_for(
        games="Games to play in each version, rotations included: 20000, 200k, 1M; 100k unless "
        "said, 400 with search. All versions have the same deals, so one with more rotations has "
        "more games.",
    ),
    margin: list[str] | None = options.option(
        "WIDTH",
        "Up to which difference figures count as practically the same: of rates in "
        "percentage points, 0.5pp unless said; of all others in percent of the first version's "
        "value, 1% unless said.",
    ),
    robust: bool = options.ROBUST,
    cards: bool = options.CARDS,
    precision: list[str] | None = options.option_of(options.PrecisionOptions, "precision"),
    until_decided: bool | None = options.option_of(options.PrecisionOptions, "until_decided"),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Play two or more versions on the same deals and show what differs, and how sure that is.

    The versions are variants, values of a rule, tables of cards, line-ups or numbers of players,
    whichever option is given several times, or several study files. Every later one is compared
    with the first. With two or more such options there is a version for each combination, and
    variants (or the values of a rule, or line-ups) are compared at the same number of players.
    """
    from reports.analysis.arms import ComparisonSelection
    from reports.analysis.other_players import parse_other_players
    from reports.compare.plan import plan_comparison

    chosen = ComparisonSelection(
        sources=source,
        players=players,
        variant=variant,
        strategy=strategy,
        rule=rule,
        data=data,
        no_rotate=no_rotate,
        **vars(how_many),
        cards=cards,
        precision=precision,
        until_decided=until_decided,
        confidence=confidence,
    )
    return PlannedCommand(plan_comparison(chosen, margin), parse_other_players(robust, None))


@options.command(
    "Examples: fathom sweep snorkeling --vary target_score=8:20:2 --games 20k\n\n"
    "fathom sweep snorkeling --vary starter=same,rotate,winner,loser,random\n\n"
    "fathom sweep schnuff --vary deck.schnuff=0:4:1 --vary chips=5,10,15 --games 5k\n\n"
    "fathom sweep snorkeling --vary players=2,3,4,5,6 --figure length.minutes.p95"
)
@plays
def sweep(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    line_up: options.LineupOptions,
    how_many: options.GamesOptions,
    deciding: options.StoppingOptions,
    vary: list[str] | None = options.option(
        "NAME=VALUES",
        "The rule to vary, and its values: name=v1,v2,... or name=from:to:step; also "
        "entries (deck.schnuff=0:4:1), players and variant; values of lists are kept apart by "
        "semicolons. Given twice, every value of one meets every value of the other.",
    ),
    figure: list[str] | None = options.option(
        "PATH",
        "A figure to tell and draw, by its path in the JSON object of 'fathom run'; may be "
        "repeated; first-player advantage, minutes, what targets are about and win rates unless "
        "said.",
    ),
    skip_impossible: bool = options.flag(
        "Leave out values that do not go together, and say which."
    ),
    robust: bool = options.ROBUST,
    cards: bool = options.CARDS,
    confidence: float = 0.95,
) -> PlannedCommand:
    """Play a game under several values of a rule, and show what the rule does.

    All values are played on the same deals, --games each, or until what they do is decided.
    Differences are to the rules as they are, if that is one of them, else to the first. A
    figure that is exactly the same at all of them is told. A study file with targets shows between
    which values a verdict changes; targets missed at some values do not make the command fail.
    'fathom tune' looks for the values of any number of rules that meet all that you want.
    """
    from reports.analysis.other_players import parse_other_players
    from reports.sweep.plan import SweepPlan

    groups = (table, line_up, how_many, deciding)
    chosen = options.Selection.of(source, *groups, cards=cards, confidence=confidence)
    return PlannedCommand(
        SweepPlan(chosen, vary, figure, skip_impossible), parse_other_players(robust, None)
    )


@options.command(
    "Examples: fathom tune snorkeling --players 3 --players 4 --vary target_score=6:14:2 "
    "--vary starter --target length.minutes.mean=25..35 --target seat_spread=..1pp\n\n"
    "fathom tune scaphandre --even\n\n"
    "fathom tune schnuff --vary all --target 'first_player_advantage=within 1pp'"
)
@plays
def tune(
    source: options.GameOrStudy,
    line_up: options.LineupOptions,
    players: list[int] | None = options.option(
        "N", "Seats at the table; given several times, a version has to meet all for each of them."
    ),
    variant: str | None = options.option_of(options.RulesOptions, "variant"),
    rule: list[str] | None = options.option_of(options.RulesOptions, "rule"),
    data: list[str] | None = options.option_of(options.RulesOptions, "data"),
    vary: list[str] | None = options.option(
        "NAME[=VALUES]",
        "A rule to choose a value of, any number of times: name=v1,v2,... or name=from:to:step, "
        "as for 'fathom sweep'; a name alone for sensible values; 'all' for every rule that is one "
        "value.",
    ),
    target: list[str] | None = options.option(
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
    how_many: options.GamesOptions = options.help_for(
        games="The most games of each of the at most 5 last versions, 100k unless said, or 400 "
        "with search. The search plays at most 4 times as many in all, or a few thousand; where "
        "none meets all, at most twice as many tell which rule would help.",
    ),
    robust: bool | None = options.option_of(options.RobustOptions, "robust"),
    cards: bool = options.CARDS,
    confidence: float = 0.95,
) -> PlannedCommand:
    """Look for the values of rules that meet what you want.

    Few versions (up to 200) are raced: one leaves as soon as it clearly misses something. Of more
    each figure is modelled by what some versions gave. The best few are then played on fresh deals,
    which alone say whether one meets everything: of those the one that changes least is
    recommended. If none does, the nearest is shown, what stands against what, and which other rule
    would help. 'fathom sweep' shows instead what a rule does, value by value.
    """
    from reports.analysis.other_players import parse_other_players
    from reports.tune.plan import TunePlan

    how = {"variant": variant, "rule": rule, "data": data, "cards": cards}
    chosen = options.Selection.of(source, line_up, how_many, **how, confidence=confidence)
    return PlannedCommand(
        TunePlan(chosen, vary, target, even, players), parse_other_players(robust, None)
    )


@options.command(
    "Examples: fathom run snorkeling --deals 0:1M --out here, and elsewhere\n\n"
    "fathom run snorkeling --deals 1M:2M --out there, and then\n\n"
    "fathom merge here there --out all"
)
def merge(
    folders: Annotated[
        list[str],
        options.argument("DIR", "Folders of runs of the same study over different deals."),
    ],
    machine: options.MachineOptions,
    results: options.OutputOptions,
) -> int:
    """Add runs of one study over different deals, as if one machine had played all of them.

    Each run's folder tells which deals it played. Deals that several have are counted once; what
    can only be told apart by playing is played again. The result is a run's: the same tables, the
    same charts, and a study file that gives the same fingerprint.
    """
    jobs = prepare(machine, results.confidence)
    from simulate.cli import carry_out as carrying
    from simulate.output.messages import mention

    if results.out is None:
        raise UsageError("merge writes a folder; name it with --out")
    plan, journals, said = carrying.merge(folders)
    mention(said)
    return carrying.carry_out(plan, jobs, results, journals=journals)


@options.command(
    "Examples: fathom report snorkeling --variant expert --out expert.html\n\n"
    "fathom report seeds/expert_diving.toml\n\n"
    "fathom report runs/my_run --out my_run.md\n\n"
    "fathom report snorkeling --title 'Snorkeling, third draft' --author Ada --out draft.pdf"
)
def report(
    source: options.GameOrRun,
    table: options.RulesOptions,
    line_up: options.LineupOptions,
    how_many: options.GamesOptions,
    how_sure: options.PrecisionOptions,
    levels: options.RobustOptions,
    machine: options.MachineOptions,
    cover: options.CoverOptions,
    file: options.ReportOptions,
    cards: bool = options.CARDS,
) -> int:
    """Play a study and write the whole report in one file, which opens in any browser.

    Targets and verdicts, seats, length, strategies, what was checked first, sample games
    move by move, the rules, how sure it all is, and how to repeat it. A study file or a
    run's folder can also be of a comparison, a sweep, a tournament or a ladder. A run's
    folder is played again, and must give the same fingerprint.
    """
    jobs = prepare(machine, file.confidence)
    from reports.analysis.other_players import parse_other_players
    from reports.analysis.plan import plan_of
    from reports.writing.report_file import cover_of
    from simulate.cli.write_report import write_report

    above = cover_of(**vars(cover))
    wanted = parse_other_players(levels.robust, levels.margin)
    groups = (table, line_up, how_many, how_sure)
    chosen = options.Selection.of(source, *groups, cards=cards, confidence=file.confidence)
    return write_report(plan_of(chosen), file, above, jobs, wanted)
