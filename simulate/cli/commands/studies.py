"""Commands that play a study or versions of it: run, compare, sweep, tune, merge and report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from simulate import command_options as options
from simulate.cli.playing import PlannedCommand, playing_command, prepare
from simulate.errors import UsageError


@playing_command(
    "Examples: fathom run snorkeling --games 1M --seed 1\n\n"
    "fathom run snorkeling --variant expert --rule target_score=10\n\n"
    "fathom run snorkeling -s planner,random,random,random\n\n"
    "fathom run my_study.toml"
)
def run(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    lineup: options.LineupOptions,
    number_of_games: options.GamesOptions,
    stopping: options.PrecisionOptions,
    other_players: options.RobustOptions,
    deals: list[str] | None = options.option(
        "A:B",
        "Play the deals from number A up to, but not including, number B, as in 0:1M or 1M:2M "
        "(default: from 0 on). May be repeated. 'fathom merge' adds the games of several machines.",
        rare=True,
    ),
    cards: bool = options.CARDS,
    keep_games: bool = options.flag("Also write one row per game, as games.parquet.", rare=True),
    keep_games_csv: bool = options.flag(
        "Also write one row per game, as games.csv, which spreadsheets open (up to about a "
        "million rows).",
        rare=True,
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Play a game many times and show who wins, how long it lasts, and how certain that is.

    Prints the first page of the report: win rates by seat and by strategy, the length of games,
    leads and comebacks, each figure with its interval, and whether the results hold for other
    players. Writes tables and charts to a folder.
    """
    from reports.analysis.other_players import parse_other_players
    from reports.run.plan import RunPlan
    from simulate.output.folder import GAMES_CSV, GAMES_FILE
    from simulate.output.sheet_doubts import print_doubts_of_game

    depth = parse_other_players(other_players.robust, other_players.margin)
    groups = (rules, lineup, number_of_games, stopping)
    selection = options.Selection.of(
        source, *groups, deals=deals, cards=cards, confidence=confidence
    )
    game_files = []
    if keep_games:
        game_files.append(GAMES_FILE)
    if keep_games_csv:
        game_files.append(GAMES_CSV)
    plan = RunPlan(selection)
    print_doubts_of_game(plan.study.loaded_game, important=True)
    return PlannedCommand(plan, depth, game_files)


@dataclass(frozen=True, kw_only=True)
class VersionsOptions:
    """Options for the versions of a comparison."""

    variant: list[str] | None = options.option(
        "NAME", "A named set of rules. If repeated, each makes a version."
    )
    players: list[str] | None = options.option(
        "N", "Number of seats. Several, as in 2..4 or all, make a version each."
    )
    strategy: list[str] | None = options.option(
        "SPEC[,SPEC...]",
        f"The strategy in every seat, or one per seat, as in planner,random,random. Each is "
        f"{options.SPEC}. If repeated, each makes a version.",
        "-s",
        "--strategy",
    )
    rule: list[str] | None = options.option(
        "NAME=VALUE",
        "Change a rule; see 'fathom rules GAME'. If a rule is repeated, each value makes a "
        "version.",
    )
    data: list[str] | None = options.option(
        "FILE.csv",
        "Play with the cards of this spreadsheet (CSV, Excel, .ods, JSON), not the game's own. "
        "Write RULE=FILE.csv if the game has several tables. If repeated, each makes a version.",
        rare=True,
    )


@playing_command(
    "Examples: fathom compare snorkeling --variant base --variant expert\n\n"
    "fathom compare schnuff --players 3..5 --games 200k\n\n"
    "fathom compare shoal --players 3 -s planner,random,random -s open,random,random\n\n"
    "fathom compare snorkeling --variant base --variant expert --players 3..4\n\n"
    "fathom compare schnuff --rule hand_size=4 --rule hand_size=5\n\n"
    "fathom compare my_game.py --data cards_v1.csv --data cards_v2.csv\n\n"
    "fathom compare runs/week1 runs/week2"
)
def compare(
    source: Annotated[
        list[str],
        options.argument(
            "GAME_OR_STUDY",
            "A game's name or file (.py or .zip), or saved settings (.toml). Or several such files "
            "or folders of runs, each of which is a version.",
        ),
    ],
    versions: VersionsOptions,
    no_rotate: bool = options.option_of(options.LineupOptions, "no_rotate"),
    number_of_games: options.GamesOptions = options.help_for(
        games="Games for each version, as in 20000, 200k or 1M (default: 20k, or 10k in "
        "animal-splash; 400 with search). All versions play the same deals.",
    ),
    margin: list[str] | None = options.option(
        "WIDTH",
        "Largest difference at which figures count as practically the same: percentage points for "
        "rates (default: 0.5pp), percent of the first version's value for all others (default: "
        "1%).",
        rare=True,
    ),
    robust: bool = options.ROBUST,
    cards: bool = options.CARDS,
    precision: list[str] | None = options.option_of(options.PrecisionOptions, "precision"),
    until_decided: bool | None = options.option_of(options.PrecisionOptions, "until_decided"),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Play two or more versions on the same deals and show what differs, and how certain that is.

    Versions are made by repeating an option: variants, values of a rule, tables of cards, line-ups
    or numbers of players. Several study files are versions too. Every other version is compared
    with the first. If two or more options are repeated, there is a version for each combination,
    and variants (or values of a rule, or line-ups) are compared at the same number of players.
    """
    from reports.analysis.arms import ComparisonSelection
    from reports.analysis.other_players import parse_other_players
    from reports.analysis.selection import players_from_options
    from reports.compare.plan import plan_comparison

    chosen = {**vars(versions), "players": players_from_options(versions.players, source[0])}
    selection = ComparisonSelection(
        sources=source,
        **chosen,
        **vars(number_of_games),
        no_rotate=no_rotate,
        cards=cards,
        precision=precision,
        until_decided=until_decided,
        confidence=confidence,
    )
    return PlannedCommand(plan_comparison(selection, margin), parse_other_players(robust, None))


@playing_command(
    "Examples: fathom sweep snorkeling --vary target_score=8:20:2 --games 20k\n\n"
    "fathom sweep snorkeling --vary starter=same,rotate,winner,loser,random\n\n"
    "fathom sweep schnuff --vary deck.schnuff=0:4:1 --vary chips=5,10,15 --games 5k\n\n"
    "fathom sweep snorkeling --vary players=2,3,4,5,6 --figure length.minutes.p95"
)
def sweep(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    lineup: options.LineupOptions,
    number_of_games: options.GamesOptions,
    stopping: options.StoppingOptions,
    vary: list[str] | None = options.option(
        "NAME=VALUES",
        "The rule to vary, and its values: name=v1,v2,... or name=from:to:step. Entries "
        "(deck.schnuff=0:4:1), players and variant work too. Two --vary play all combinations.",
    ),
    figure: list[str] | None = options.option(
        "PATH",
        "A figure to show and draw, by its name in 'fathom run --json' (default: "
        "first-player advantage, minutes, targets and win rates). May be repeated.",
    ),
    skip_impossible: bool = options.flag(
        "Skip combinations of values that the rules do not allow, and list them.", rare=True
    ),
    robust: bool = options.ROBUST,
    cards: bool = options.CARDS,
    confidence: float = 0.95,
) -> PlannedCommand:
    """Play a game with several values of a rule, and show how the rule changes the game.

    All values are played on the same deals: --games games each, or until their effect is decided.
    Differences are from the version with unchanged rules if it is played, else from the first
    version. Figures that are exactly the same for all values are named. If the study file has
    targets, the result shows between which values a verdict changes. Targets that are not met at
    some values do not make the command fail. 'fathom tune' searches for values of any number of
    rules that meet all your targets.
    """
    from reports.analysis.other_players import parse_other_players
    from reports.sweep.plan import SweepPlan

    groups = (rules, lineup, number_of_games, stopping)
    selection = options.Selection.of(source, *groups, cards=cards, confidence=confidence)
    plan = SweepPlan(selection, vary, figure, skip_impossible)
    return PlannedCommand(plan, parse_other_players(robust, None))


@dataclass(frozen=True, kw_only=True)
class TuningOptions:
    """Options for the rules to vary and the targets to meet."""

    vary: list[str] | None = options.option(
        "NAME[=VALUES]",
        "A rule to search: name=v1,v2, name=from:to:step or only name (default: all rules). "
        "Values between these may be tried too. May be repeated.",
    )
    target: list[str] | None = options.option(
        "FIGURE=BOUNDS",
        "A target, as in length.minutes.mean=25..35 or seat_spread=..1pp (no seat is further from "
        "its fair share). May be repeated.",
    )
    even: bool = options.flag(
        "Make the seats fair, within 1 percentage point, by who starts and by points to begin "
        "with (up to 3; for more, add --vary head_start.4=0:10:2)."
    )
    keep: list[str] | None = options.option(
        "NAME",
        "A rule that stays as it is, although --vary all or --even would change it. May be "
        "repeated.",
        rare=True,
    )
    max_changes: int | None = options.option(
        "N",
        "The most rules that a version may change at once (default: any number).",
        min=1,
        rare=True,
    )


@playing_command(
    "Examples: fathom tune snorkeling --players 3..4 --vary target_score=6:14:2 "
    "--vary starter --target length.minutes.mean=25..35 --target seat_spread=..1pp\n\n"
    "fathom tune scaphandre --even\n\n"
    "fathom tune schnuff --vary all --target 'first_player_advantage=within 1pp'"
)
def tune(
    source: options.GameOrStudy,
    lineup: options.LineupOptions,
    tuning: TuningOptions,
    players: list[str] | None = options.option(
        "N", "Number of seats, or several, as in 2..4 or all."
    ),
    variant: str | None = options.option_of(options.RulesOptions, "variant"),
    rule: list[str] | None = options.option_of(options.RulesOptions, "rule"),
    data: list[str] | None = options.option_of(options.RulesOptions, "data"),
    number_of_games: options.GamesOptions = options.help_for(
        games="The most games for each of at most 5 final versions (default: 20k, or 10k in "
        "animal-splash; 400 with search).",
    ),
    robust: bool | None = options.option_of(options.RobustOptions, "robust"),
    cards: bool = options.CARDS,
    confidence: float = 0.95,
) -> PlannedCommand:
    """Search for values of rules that meet your targets.

    Up to 200 versions race: each drops out as soon as it clearly misses a target. If there are more
    versions, each figure is predicted by a model of the versions that were played. Values between
    those given are tried if smaller changes may be enough. The search plays at most 7 times the
    number of --games. The best few versions are played on new deals, and only these deals decide
    whether a version meets all targets. Of the versions that do, the one with the fewest changed
    rules is recommended. As long as this is not certain of any, the likeliest is named. If none
    does, the result shows the nearest version, which targets conflict, and which other rule would
    help.
    'fathom sweep' shows instead how a rule changes the game, value by value.
    """
    from reports.analysis.other_players import parse_other_players
    from reports.analysis.selection import players_from_options
    from reports.tune.plan import TunePlan

    rules = {"variant": variant, "rule": rule, "data": data, "cards": cards}
    selection = options.Selection.of(
        source, lineup, number_of_games, **rules, confidence=confidence
    )
    numbers = players_from_options(players, source)
    plan = TunePlan(
        selection,
        tuning.vary,
        tuning.target,
        tuning.even,
        numbers,
        keep=tuning.keep,
        max_changes=tuning.max_changes,
    )
    return PlannedCommand(plan, parse_other_players(robust, None))


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
    output: options.OutputOptions,
) -> int:
    """Add runs of one study over different deals, as if one machine had played all of them.

    The deals are read from the folder of each run. Deals that are in several folders are counted
    once; if necessary, some of them are played again. The result is that of a single run: the same
    tables and charts, and a study file that gives the same fingerprint.
    """
    settings = prepare(machine, output.confidence)
    from simulate.cli import carry_out as carrying
    from simulate.output.messages import print_notice

    if output.out is None:
        raise UsageError("merge writes a folder; name it with --out DIR")
    plan, journals, sentence = carrying.merge(folders)
    print_notice(sentence)
    return carrying.carry_out(plan, settings, output, journals=journals)


@options.command(
    "Examples: fathom report snorkeling --variant expert --out expert.html\n\n"
    "fathom report seeds/expert_diving.toml\n\n"
    "fathom report runs/my_run --out my_run.md\n\n"
    "fathom report snorkeling --pack pack --open\n\n"
    "fathom report snorkeling --title 'Snorkeling, third draft' --author Ada --out draft.pdf"
)
def report(
    source: options.GameOrRun,
    rules: options.RulesOptions,
    lineup: options.LineupOptions,
    number_of_games: options.GamesOptions,
    stopping: options.PrecisionOptions,
    other_players: options.RobustOptions,
    machine: options.MachineOptions,
    cover: options.CoverOptions,
    file: options.ReportOptions,
    cards: bool = options.CARDS,
) -> int:
    """Play a study and write a complete report to one file.

    The report has targets and verdicts, seats, length, strategies, checks, sample games move by
    move, the rules, the precision of the results, and the command that repeats them. The study file
    or the folder may also be that of a comparison, a sweep, a tournament or a ladder. The games of
    a folder are played again, and have to give the same fingerprint.
    """
    settings = prepare(machine, file.confidence)
    from reports.analysis.other_players import parse_other_players
    from reports.analysis.plan import plan_of
    from reports.writing.report_file import cover_of
    from simulate.cli.write_report import write_report

    title_block = cover_of(**vars(cover))
    depth = parse_other_players(other_players.robust, other_players.margin)
    groups = (rules, lineup, number_of_games, stopping)
    selection = options.Selection.of(source, *groups, cards=cards, confidence=file.confidence)
    return write_report(plan_of(selection), file, title_block, settings, depth)
