"""Commands that play contests: ask, cards, ladder, playtest, tournament, waiting, when."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from simulate import command_options as options
from simulate.cli.playing import Listing, PlannedCommand, playing_command


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
        "The strategy of every player, without handicaps, as after -s of 'fathom run' (default: "
        "the game's usual strategy).",
        "--with",
    ),
    number_of_games: options.GamesOptions = options.help_for(
        games="Games for each question, rotations included, as in 20000 or 200k (default: 10k; "
        "400 if the strategy thinks ahead).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Find what a player must use, watch and be able to do, and what it costs not to.

    One player at a table gets one handicap after another, and all others play without: each kind
    of action is forbidden, then all others; scores are hidden; points are grabbed at once; choices
    are left to chance. The answer is how many games each handicap costs, with its interval. It is
    derived from the game's actions, so it works for every game.
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
        games="Ordinary games, rotations included, as in 20000 or 200k (default: 20k; 400 with "
        "search). About six times as many are played in all, some with a random choice or an "
        "exchanged card.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Show what each kind of card, tile or die face is worth, and how often it is drawn and used.

    Drawing a card is chance, so its value comes from ordinary games: how much more often its
    drawer won than others who could have drawn it. The value of playing a card comes from games in
    which some choices are left to chance. The strongest and the weakest cards are checked: each is
    exchanged for another card on the same deals. Also shown is the share of its uses by winners.
    """
    from reports.cards.plan import CardsPlan

    return PlannedCommand(CardsPlan(options.Selection.of(source, rules, lineup, number_of_games)))


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
        f"A strategy on the ladder: {options.SPEC}. One that thinks ahead is on it with each "
        "budget of --rollouts. May be repeated (default: all bundled strategies of the game, "
        "including search).",
        "-s",
        "--strategy",
    ),
    against: str | None = options.option(
        "SPEC", "The strategy in all other seats (default: the game's usual strategy)."
    ),
    rollouts: str | None = options.option(
        "BUDGETS",
        "Games that a strategy that thinks ahead simulates for each action, as a list (default: "
        "16,64,256).",
    ),
    games: str | None = options.option(
        "N", "Games for each strategy, rotations included, as in 20000 or 200k (default: 10k)."
    ),
    slow_games: str | None = options.option(
        "N",
        "Games for each strategy that thinks ahead, because these are slow (default: one in a "
        "hundred of --games if the largest budget is 256, one in 25 if it is 64, one in 400 if it "
        "is 1024).",
    ),
    seed: int | None = options.option_of(options.GamesOptions, "seed"),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Show how strong each strategy is, what more thinking brings, and how much is luck.

    Each strategy plays alone at a table where the game's usual strategy has all other seats, on
    the same deals: random play, each style, and strategies that think ahead with more and more
    rollouts. The result shows win rates and Elo with intervals, where more thinking stops paying,
    and how much of the game is luck: 0 is chess, 100 is tossing a coin.
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
    "fathom playtest snorkeling log.csv --variant expert --out our_table"
)
def playtest(
    source: options.GameOrStudy,
    rules: options.RulesOptions,
    log: Annotated[
        str | None,
        options.argument(
            "LOG", "Your games: a CSV or Excel file with one row per game; see --template."
        ),
    ] = None,
    template: Path | None = options.option(
        "FILE", "Write an empty sheet with the columns of the game's log, and play nothing."
    ),
    record: bool = options.flag("First ask for one more game, cell by cell, and add it to LOG."),
    number_of_games: options.GamesOptions = options.help_for(
        games="Games to simulate with each playing style (default: 2000).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand | int:
    """Compare real games with simulated ones, and show what holds at your table.

    Write down what you know of each game; seat 1 goes first, a winner is a seat or a name. The
    result says whether that agrees with the simulation, which playing styles your players are most
    like, and how fair and how long the game is for such players. The number of players comes from
    the log by default. Names are not kept.
    """
    from reports.playtest.plan import PlaytestPlan
    from reports.playtest.recording import record_game, write_template

    selection = options.Selection.of(source, rules, number_of_games)
    if template:
        write_template(selection, template)
        return 0
    if record:
        record_game(selection, log)
    return PlannedCommand(PlaytestPlan(selection, log))


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
        f"A strategy that competes: {options.SPEC}. Give at least two (default: all bundled "
        "strategies of the game except search).",
        "-s",
        "--strategy",
    ),
    number_of_games: options.GamesOptions = options.help_for(
        games="Games for each cell of the matrix, rotations included, as in 20000 or 200k "
        "(default: 10k). In the mixed line-ups each strategy plays about the same number of games "
        "again.",
    ),
    stopping: options.StoppingOptions = options.help_for(
        until_decided="Play each cell until it is clearly off the fair share, or practically "
        "fair, and the mixed line-ups until all ranks are known. Intermediate looks are allowed "
        "for. --games sets the maximum for each cell (default: 100k).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Let every strategy play every other, and show who is best and which styles are worth it.

    Each strategy plays alone among copies of each other strategy, on the same deals, and in mixed
    line-ups of as many different strategies as there are seats. The result shows the matrix of win
    rates, a ranking with intervals and Elo, rings in which each strategy beats the next, and which
    styles last when players copy what wins.
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
        games="Number of games (default: 4000; 400 with search). In 1 of 10 games one choice is "
        "evaluated.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Show how long players wait, what is forced, who is out, and who picks the winner.

    A wait is the number of turns of others between two turns of one's own. A loser picks the
    winner where it wins fewer than 2 of 100 games whatever it chooses, but another player wins at
    least 10 of 100 games more after one of its moves than after another. That is found by
    simulation from choices drawn at random, as in 'fathom replay --search': the moves that are best
    and worst for each player are found in some games and compared in others, so that luck does not
    make the difference.
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
            "What happens, as in 'seat 2 has 6 points after round 3'; of several events, each "
            "after the one before.",
        ),
    ] = None,
    events: bool = options.flag("List the events of the game; plays only a few games."),
    then: str | None = options.option(
        "FIGURE",
        "The figure of games with the events, as in length.turns (default: how often the seat "
        "wins that the events are about).",
    ),
    number_of_games: options.GamesOptions = options.help_for(
        games="Number of games, as in 20000 or 200k (default: 4000; 400 with search).",
    ),
    confidence: float = 0.95,
) -> PlannedCommand | Listing:
    """Show how often something happens in games, what follows, and three games with it.

    What follows is compared with games without it that had reached the same point. An event is what
    a seat does, in the words of 'fathom replay'; how seats stand; or how the game ends.
    """
    from reports.when.plan import WhenPlan, list_events

    selection = options.Selection.of(source, rules, lineup, number_of_games)
    if events:
        return Listing(*list_events(WhenPlan(selection, events=["seat 1 wins"]).design))
    return PlannedCommand(WhenPlan(selection, events=list(event or ()), then=then))
