"""The commands ask, cards, ladder, playtest, setups, tournament, waiting and when.

Each makes the plan of an analysis and lets `playing_command` play it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from simulate import command_options as options
from simulate.cli.playing import Listing, PlannedCommand, PrintedReport, playing_command
from simulate.errors import UsageError


@playing_command(
    "Examples: fathom ask snorkeling\n\n"
    "fathom ask snorkeling --variant expert --games 40k\n\n"
    "fathom ask schnuff --with 'planner(risk=1)' --players 3\n\n"
    "fathom ask scaphandre --with 'search(rollouts=16)'"
)
def ask(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    player: str | None = options.option(
        "SPEC",
        "The strategy of all players, without handicaps, written as for -s of 'fathom run' "
        "(default: the game's default strategy).",
        "--with",
    ),
    number_of_games: options.GamesOptions = options.help_for(
        games="Games for each question, rotations included, as in 20000 or 200k (default: 10k; "
        "400 if the strategy thinks ahead).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Show which actions, information and skills a player needs, and how much each is worth.

    One player at the table gets a handicap, and all others play without. The handicaps are tried
    one after another: one kind of action is forbidden, or all kinds but one; scores are hidden;
    the player takes the most points at once, or chooses at random. The result is how many games
    each handicap costs, with its interval. Handicaps are derived from the game's actions, so this
    works for every game.
    """
    from reports.ask.plan import AskPlan

    selection = options.Selection.of(source, rules, number_of_games)
    return PlannedCommand(AskPlan(selection, player=player))


@playing_command(
    "Examples: fathom cards snorkeling\n\n"
    "fathom cards schnuff -s planner --games 50k\n\n"
    "fathom cards my_game.py --players 3 --rule copies=8"
)
def cards(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    lineup: options.LineupOptions,
    number_of_games: options.GamesOptions = options.help_for(
        games="Number of ordinary games, rotations included, as in 20000 or 200k (default: 20k; "
        "400 with search). About five times as many are played in addition, with random "
        "choices or an exchanged card.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Show what each kind of card, tile or die face is worth, and how often it is drawn and used.

    What drawing a card is worth is estimated from ordinary games: how much more often players who
    drew it won than others who could have drawn it. What playing a card is worth is estimated from
    games in which some choices are made at random. The strongest and the weakest cards are checked:
    each is exchanged for another card on the same deals. The share of a card's uses by winners is
    shown too.
    """
    from reports.cards.plan import CardsPlan

    return PlannedCommand(CardsPlan(options.Selection.of(source, rules, lineup, number_of_games)))


@playing_command(
    "Examples: fathom setups snorkeling\n\n"
    "fathom setups schnuff --deal 17 --repeat 1000\n\n"
    "fathom setups my_game.py --deal 1..500 --repeat 200 --players 3"
)
def setups(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    lineup: options.LineupOptions,
    deal: str | None = options.option(
        "K or K..L",
        "The deals to play again and again, by number: 17, or 1..500 (default: 1..200; 1..20 with "
        "search). 'fathom replay --deal K' shows one.",
    ),
    repeat: int | None = options.option(
        "N",
        "Number of plays of each deal, rounded up to whole rotations (default: 100; 20 with "
        "search).",
    ),
    number_of_games: options.GamesOptions = options.help_for(
        games="Number of games on different deals, with which a deal is compared (default: 4000; "
        "400 with search).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Play the same set-up many times, and show whether a start is hopeless or unbeatable.

    All plays of a deal begin with the same hands, display and shuffled piles. The dice, later
    shuffles and the players' own chance differ. The result shows how often each seat wins from this
    start, which of many starts are hopeless or unbeatable, and how far the set-up decides who wins.
    The luckiest of many equal deals is not called unbeatable: verdicts are corrected for the number
    of deals.
    """
    from reports.setups.plan import SetupsPlan

    selection = options.Selection.of(source, rules, lineup, number_of_games)
    return PlannedCommand(SetupsPlan(selection, deal=deal, repeat=repeat))


@playing_command(
    "Examples: fathom ladder snorkeling\n\n"
    "fathom ladder schnuff --players 3 --rollouts 16,64,256,1024\n\n"
    "fathom ladder snorkeling --against random -s planner -s mine.py:bold\n\n"
    "fathom ladder scaphandre -s 'search(playout=random)' --rollouts 16,64 --games 20k"
)
def ladder(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    strategy: list[str] | None = options.option(
        "SPEC",
        f"A strategy on the ladder: {options.SPEC}. A strategy that thinks ahead plays with each "
        "budget of --rollouts. May be repeated (default: all bundled strategies of the game, "
        "including search).",
        "-s",
        "--strategy",
    ),
    against: str | None = options.option(
        "SPEC", "The strategy in all other seats (default: the game's default strategy)."
    ),
    rollouts: str | None = options.option(
        "BUDGETS",
        "The numbers of games that strategies that think ahead simulate for each action, "
        "separated by commas (default: 8,32; 4,16 or 2,8 if the game is long).",
    ),
    games: str | None = options.option(
        "N", "Games for each strategy, rotations included, as in 20000 or 200k (default: 1000)."
    ),
    slow_games: str | None = options.option(
        "N",
        "Games for each strategy that thinks ahead, because these strategies are slow (default: "
        "as many as half a minute allows, at most 80; with --rollouts 256 and --games 1000, it is "
        "10).",
    ),
    seed: int | None = options.option_of(options.GamesOptions, "seed"),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Show how strong each strategy is, how much more thinking helps, and how much is luck.

    Each strategy plays in one seat against the game's default strategy in all other seats, on the
    same deals: random play, each style, and strategies that think ahead with more and more
    rollouts. The result shows win rates and Elo ratings with intervals, when more thinking no
    longer helps, and how much of the game is luck. By default it is a quick look; a thorough one
    is --games 10k --rollouts 16,64, and its cost is printed first.
    """
    from reports.ladder.plan import LadderPlan, parse_rollouts
    from simulate.study import parse_games

    selection = options.Selection.of(source, rules, games=games, seed=seed)
    plan = LadderPlan(
        selection,
        strategies=strategy,
        against=against,
        rollouts=None if rollouts is None else parse_rollouts(rollouts),
        slow_games=None if slow_games is None else parse_games(slow_games),
    )
    return PlannedCommand(plan)


@playing_command(
    "Examples: fathom playtest snorkeling log.csv\n\n"
    "fathom playtest snorkeling --players 3 --template log.csv\n\n"
    "fathom playtest snorkeling log.csv --record\n\n"
    "fathom playtest snorkeling BGStatsExport.json\n\n"
    "fathom playtest log.csv\n\n"
    "fathom playtest snorkeling log.csv --variant expert --out our_table"
)
def playtest(
    source: Annotated[
        str,
        options.argument(
            "GAME_OR_STUDY",
            "A game's name or file (.py or .zip), a study file (.toml), or only your games.",
        ),
    ],
    rules: options.RulesOptions,
    log: Annotated[
        str | None,
        options.argument(
            "LOG",
            "Your games: a sheet (see --template), or what an app or website exports.",
        ),
    ] = None,
    columns: list[str] | None = options.option(
        "MEANING=HEADING",
        "Columns of LOG that Fathom reads wrongly, with their meaning, as in "
        "winner=Sieger,minutes=Dauer; notes=HEADING leaves one out.",
    ),
    template: Path | None = options.option(
        "FILE", "Only write an empty sheet with the columns of a log for this game."
    ),
    record: bool = options.flag("First ask for the values of another game, and add it to LOG."),
    number_of_games: options.GamesOptions = options.help_for(
        games="Games to simulate with each playing style (default: 2000).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand | PrintedReport | int:
    """Compare real games with simulated games, and show which results hold at your table.

    Write down what you know of each real game. Seat 1 goes first, and a winner is a seat or a name.
    The result shows whether the real games agree with the simulation, which strategies your players
    resemble most, and how fair and how long the game is for these players. By default the number of
    players is taken from the log. Names are not stored.

    Without a game, as in fathom playtest log.csv, the result shows whether a seat, role or player
    wins more than is fair, by how much at most, and how many more games would show it.
    """
    from reports.playtest.alone import LogReport, is_log_name
    from reports.playtest.plan import PlaytestPlan
    from reports.playtest.recording import record_game, write_template
    from simulate.logs.reading import parse_columns

    if log is None and is_log_name(source):
        _refuse_options_of_games(rules, number_of_games, template, record=record)
        report = LogReport(source, parse_columns(columns or ()), rules.players, confidence)
        return PrintedReport(report.document, report.summary)
    selection = options.Selection.of(source, rules, number_of_games)
    if template:
        write_template(selection, template)
        return 0
    if record:
        record_game(selection, log)
    return PlannedCommand(PlaytestPlan(selection, log, columns or ()))


def _refuse_options_of_games(
    rules: options.RulesOptions,
    number_of_games: options.GamesOptions,
    template: Path | None,
    *,
    record: bool,
) -> None:
    """Raise `UsageError` if an option was given that needs a game."""
    given = {
        "--variant": rules.variant,
        "--rule": rules.rule,
        "--data": rules.data,
        "--games": number_of_games.games,
        "--seed": number_of_games.seed,
        "--template": template,
        "--record": record,
    }
    for option, value in given.items():
        if value not in (None, False):
            raise UsageError(
                f"{option} needs a game; name one before your log, as in 'fathom playtest "
                "snorkeling log.csv'"
            )


@playing_command(
    "Examples: fathom tournament snorkeling\n\n"
    "fathom tournament schnuff --players 3 -s planner -s bully -s saver --games 50k\n\n"
    "fathom tournament snorkeling --until-decided\n\n"
    "fathom tournament snorkeling -s 'planner(attack=0.4)' -s mine.py:bold\n\n"
    "fathom tournament my_study.toml"
)
def tournament(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    strategy: list[str] | None = options.option(
        "SPEC",
        f"A strategy that competes: {options.SPEC}. Must be repeated: two or more strategies are "
        "needed (default: all bundled strategies of the game except search).",
        "-s",
        "--strategy",
    ),
    number_of_games: options.GamesOptions = options.help_for(
        games="Games for each cell of the matrix, rotations included, as in 20000 or 200k "
        "(default: 10k). Each strategy plays about the same number of games in the mixed line-ups.",
    ),
    stopping: options.StoppingOptions = options.help_for(
        until_decided="Play each cell until its win rate clearly differs from the fair share or is "
        "practically equal to it, and the mixed line-ups until all ranks are known. Intervals "
        "allow for the repeated looks at the data. --games sets the maximum for each cell "
        "(default: 100k).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Let all strategies play each other, and show which are best and which are worth playing.

    Each strategy plays in one seat against copies of each other strategy, on the same deals, and in
    mixed line-ups with a different strategy in every seat. The result shows the matrix of win
    rates, a ranking with intervals and Elo ratings, rings in which each strategy beats the next,
    and which strategies survive if players copy those that win.
    """
    from reports.tournament.plan import TournamentPlan

    groups = (rules, number_of_games, stopping)
    selection = options.Selection.of(source, *groups, confidence=confidence)
    return PlannedCommand(TournamentPlan(selection, strategies=strategy))


@playing_command(
    "Examples: fathom waiting shoal\n\nfathom waiting my_game.py --players 6 --rule hand=5"
)
def waiting(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    lineup: options.LineupOptions,
    number_of_games: options.GamesOptions = options.help_for(
        games="Number of games (default: 4000; 400 with search). In one of ten games, a single "
        "choice is examined by simulation.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Show how long players wait, how often they have no choice or are out, and who picks winners.

    A wait is the number of turns of other players between two turns of a player. A player who has
    lost picks the winner if this player wins fewer than 2 of 100 games after every possible move,
    but another player wins at least 10 of 100 games more after one of these moves than after
    another. This is found by simulating games from randomly selected choices, as in 'fathom replay
    --search'. The best and the worst move for each player are found in some games and compared in
    others, so that the difference is not due to luck.
    """
    from reports.waiting.plan import WaitingPlan

    return PlannedCommand(WaitingPlan(options.Selection.of(source, rules, lineup, number_of_games)))


@playing_command(
    "Examples: fathom when snorkeling 'seat 1 leads by 3 after round 2'\n\n"
    "fathom when schnuff 'plays Panic' twice --then length.turns\n\n"
    "fathom when shoal --events"
)
def when(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    lineup: options.LineupOptions,
    event: Annotated[
        list[str] | None,
        options.argument(
            "EVENT",
            "What happens, as in 'seat 2 has 6 points after round 3'. Several events have to "
            "happen one after another.",
        ),
    ] = None,
    events: bool = options.flag("List the events of the game. Only a few games are played."),
    then: str | None = options.option(
        "FIGURE",
        "The figure to show of games with the events, as in length.turns (default: how often the "
        "seat of the events wins).",
    ),
    number_of_games: options.GamesOptions = options.help_for(
        games="Number of games, as in 20000 or 200k (default: 4000; 400 with search).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand | Listing:
    """Show how often an event happens in games, what follows, and three games with the event.

    What follows is compared with games without the event that had reached the same point. An event
    is an action of a seat, in the words of 'fathom replay'; the standing of a seat; or an end of
    the game.
    """
    from reports.when.plan import WhenPlan, list_events

    selection = options.Selection.of(source, rules, lineup, number_of_games)
    if events:
        return Listing(*list_events(WhenPlan(selection, events=["seat 1 wins"]).design))
    return PlannedCommand(WhenPlan(selection, events=list(event or ()), then=then))
