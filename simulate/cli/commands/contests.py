"""Commands that play a contest: of strategies, of handicaps, of draws, of what happens."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from simulate import command_options as options
from simulate.cli.playing import Listing, PlannedCommand, plays


@options.command(
    "Examples: fathom ask snorkeling\n\n"
    "fathom ask snorkeling --variant expert --games 40k\n\n"
    "fathom ask schnuff --with 'planner(risk=1)' --players 3\n\n"
    "fathom ask scaphandre --with 'search(rollouts=16)'"
)
@plays
def ask(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    player: str | None = options.option(
        "SPEC",
        "Who plays, but for the handicaps: a strategy as after -s of 'fathom run'; the "
        "game's usual one unless said.",
        "--with",
    ),
    how_many: options.GamesOptions = options.help_for(
        games="Games of each question, rotations included: 20000, 200k; 10k unless said, 400 if "
        "the strong player thinks ahead.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Ask what a player must use, watch and be able to do, and what it costs who does not.

    Puts one handicap after another on one player at a table of others without it: each kind of
    action is forbidden, then all others; scores are unseen; points are grabbed at once; choices
    are left to the lot. What a handicap costs in games won, with its interval, is the answer. It
    is derived from the game's actions, so it works for every game.
    """
    from reports.ask.plan import AskPlan

    return PlannedCommand(AskPlan(options.Selection.of(source, table, how_many), player=player))


@options.command(
    "Examples: fathom cards snorkeling\n\n"
    "fathom cards schnuff -s planner --games 50k\n\n"
    "fathom cards my_game.py --players 3 --rule copies=8"
)
@plays
def cards(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    lineup: options.LineupOptions,
    how_many: options.GamesOptions = options.help_for(
        games="Games as they are, rotations included: 20000, 200k; 20k unless said, 400 with "
        "search. About six times as many are played in all, some with a slip or an exchange.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Tell what each kind of card, tile or die face is worth, and how often it is drawn and used.

    Drawing a card is chance, so what it brings is known from ordinary games: how much more
    who drew it won, beside who might have. What playing one brings comes from games in which a
    choice now and then is left to chance. The strongest and the weakest are checked: each is
    exchanged for another card on the same deals. How many of its uses are winners' is told too.
    """
    from reports.cards.plan import CardsPlan

    return PlannedCommand(CardsPlan(options.Selection.of(source, table, lineup, how_many)))


@options.command(
    "Examples: fathom ladder snorkeling\n\n"
    "fathom ladder schnuff --players 3 --rollouts 16,64,256,1024\n\n"
    "fathom ladder snorkeling --against random -s planner -s mine.py:bold\n\n"
    "fathom ladder scaphandre -s 'search(playout=random)' --rollouts 16,64 --games 20k"
)
@plays
def ladder(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    strategy: list[str] | None = options.option(
        "SPEC",
        f"Who climbs the ladder: {options.SPEC}. One who thinks ahead climbs with each "
        "budget of --rollouts. All bundled strategies of the game unless said, search included.",
        "-s",
        "--strategy",
    ),
    against: str | None = options.option(
        "SPEC", "Who has all other seats; the game's usual strategy unless said."
    ),
    rollouts: str | None = options.option(
        "BUDGETS",
        "How many games who thinks ahead plays on in thought for each action: a list, "
        "16,64,256 unless said.",
    ),
    games: str | None = options.option(
        "N", "Games of each strategy, rotations included: 20000, 200k; 10k unless said."
    ),
    slow_games: str | None = options.option(
        "N",
        "Games of each who thinks ahead, for these are slow; unless said one in a hundred of "
        "--games where the largest budget is 256, one in 25 where it is 64, one in 400 where it "
        "is 1024.",
    ),
    seed: int | None = options.option_of(options.GamesOptions, "seed"),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Show how strong each strategy is, what more thinking brings, and how much is luck.

    Plays each strategy alone at a table where the game's usual one has all other seats, on
    the same deals: at random, each style, and one who thinks ahead with more and more
    rollouts. Shows win rates and Elo with intervals, where more thinking stops paying, and how
    much of the game is luck: 0 is chess, 100 is tossing a coin.
    """
    from reports.ladder.plan import LadderPlan, parse_rollouts
    from simulate.study import parse_games

    said = {
        "strategies": strategy,
        "against": against,
        "rollouts": None if rollouts is None else parse_rollouts(rollouts),
        "slow_games": None if slow_games is None else parse_games(slow_games),
    }
    return PlannedCommand(
        LadderPlan(options.Selection.of(source, table, games=games, seed=seed), **said)
    )


@options.command(
    "Examples: fathom playtest snorkeling log.csv\n\n"
    "fathom playtest snorkeling --players 3 --template log.csv\n\n"
    "fathom playtest snorkeling log.csv --record\n\n"
    "fathom playtest snorkeling log.csv --variant expert --out our_table"
)
@plays
def playtest(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    log: Annotated[
        str | None,
        options.argument(
            "LOG", "Your games, a CSV or Excel file with a row a game; see --template."
        ),
    ] = None,
    template: Path | None = options.option(
        "FILE", "Write an empty sheet with the columns of the game's log, and play nothing."
    ),
    record: bool = options.flag("Ask for one more game first, cell by cell, and add it to LOG."),
    how_many: options.GamesOptions = options.help_for(
        games="Games to simulate with each playing style; 2000 unless said.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand | int:
    """Compare real games with simulated ones, and tell what holds at your table.

    Write down of each game what you know; seat 1 goes first, a winner is a seat or a name. It says
    whether that agrees with the simulation, which playing styles your players are most like, and
    how fair and how long the game is for such players. How many play comes from the log unless
    said. Names are not kept.
    """
    from reports.playtest.plan import PlaytestPlan, record_game, write_template

    chosen = options.Selection.of(source, table, how_many)
    if template:
        write_template(chosen, template)
        return 0
    if record:
        record_game(chosen, log)
    return PlannedCommand(PlaytestPlan(chosen, log))


@options.command(
    "Examples: fathom tournament snorkeling\n\n"
    "fathom tournament schnuff --players 3 -s planner -s bully -s saver --games 50k\n\n"
    "fathom tournament snorkeling --until-decided\n\n"
    "fathom tournament snorkeling -s 'planner(attack=0.4)' -s mine.py:bold\n\n"
    "fathom tournament my_study.toml"
)
@plays
def tournament(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    strategy: list[str] | None = options.option(
        "SPEC",
        f"Who competes, at least two: {options.SPEC}. All bundled strategies of the game but "
        "search unless said.",
        "-s",
        "--strategy",
    ),
    how_many: options.GamesOptions = options.help_for(
        games="Games of each cell of the matrix, rotations included: 20000, 200k; 10k unless "
        "said. The mixed line-ups play so many that each strategy has about as many again.",
    ),
    deciding: options.StoppingOptions = options.help_for(
        until_decided="Play each cell until it is clearly off the fair share, or practically "
        "fair, and the mixed line-ups until all ranks are known, however often that is looked at; "
        "--games is then the most of each cell, 100k unless said.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Let every strategy play every other, and show who is best and which styles are worth it.

    Plays each strategy alone among others of each other strategy, on the same deals, and
    mixed line-ups of as many different ones as there are seats. Shows the matrix of win
    rates, a ranking with intervals and Elo, a ring in which each beats the next, and which
    styles last when players copy what wins.
    """
    from reports.tournament.plan import TournamentPlan

    chosen = options.Selection.of(source, table, how_many, deciding, confidence=confidence)
    return PlannedCommand(TournamentPlan(chosen, strategies=strategy))


@options.command(
    "Examples: fathom waiting shoal\n\nfathom waiting my_game.py --players 6 --rule hand=5"
)
@plays
def waiting(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    line_up: options.LineupOptions,
    how_many: options.GamesOptions = options.help_for(
        games="Games to look at; 4000 unless said, 400 with search. In 1 of 10 a choice is "
        "weighed.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand:
    """Tell how long one waits for one's turn, what is forced, who is out, and who picks the winner.

    A wait is the turns of others between two of one's own. A loser picks the winner by a choice
    where it wins fewer than 2 of 100 games whatever it does, but another wins at least 10 of 100
    more after one of its moves than after another. That is found by playing on from choices drawn
    by lot, as 'fathom replay --search' does: the moves that are best and worst for each player are
    found in some worlds and compared in others, so that luck does not make the difference.
    """
    from reports.waiting.plan import WaitingPlan

    return PlannedCommand(WaitingPlan(options.Selection.of(source, table, line_up, how_many)))


@options.command(
    "Examples: fathom when snorkeling 'seat 1 leads by 3 after round 2'\n\n"
    "fathom when schnuff 'plays Panic' twice --then length.turns\n\n"
    "fathom when shoal --events"
)
@plays
def when(
    source: options.GameOrStudy,
    table: options.RulesOptions,
    line_up: options.LineupOptions,
    event: Annotated[
        list[str] | None,
        options.argument(
            "EVENT",
            "What happens, as in 'seat 2 has 6 points after round 3'; of several each after "
            "the one before.",
        ),
    ] = None,
    events: bool = options.flag("List what can be asked of the game, and play little."),
    then: str | None = options.option(
        "FIGURE",
        "What is told of games with the events, as length.turns; unless said, how often the seat "
        "wins that they are about.",
    ),
    how_many: options.GamesOptions = options.help_for(
        games="Games to look at: 20000, 200k; 4000 unless said, 400 with search.",
    ),
    confidence: float = 0.95,
) -> PlannedCommand | Listing:
    """Tell how often something happens in games, what follows, and three games that show it.

    What follows is compared with games that were as far along without it. An event is what a seat
    does, in the words of 'fathom replay'; how seats stand; or how the game ends.
    """
    from reports.when.plan import WhenPlan, list_events

    chosen = options.Selection.of(source, table, line_up, how_many)
    if events:
        return Listing(*list_events(WhenPlan(chosen, events=["seat 1 wins"]).design))
    return PlannedCommand(WhenPlan(chosen, events=list(event or ()), then=then))
