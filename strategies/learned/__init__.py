"""A player that learns a game by playing it, for the command ``fathom learn``.

====================  ==============================================================================
module                contents
====================  ==============================================================================
`brain`               the numbers of a learned player: what it reads, and a small network
`words`               the words of a game's state that a seat sees, and their ranges
`states`              memory for simulated games, and functions that deal and copy states
`features`            the features of a position and of an action
`lookahead`           what follows an action: the rest of the turn and of the round
`judging`             the network's estimate of each legal action
`teaching`            labels: mean results of simulated games that continue after each action
`training`            the network's gradient, and the optimiser
`learning`            the rounds of play, labels and training
`playing`             the learned player as a strategy
`consequences`        what each legal action changes, for the advice on a strategy
`compiling`           the templates, compiled for a game
`steps`               the steps of a round, and how their progress is reported
`measuring`           the strength of a learned player
`files`               the files of learned players, and the strategy that plays as them
`checking`            the checks of a player that was read from a file
`sessions`            learning that is saved after each round
====================  ==============================================================================

`states`, `features`, `lookahead`, `judging`, `teaching`, `playing` and `consequences` have
templates, which are copied for each game (`simulate.kit.compiled.specialise`).
"""
