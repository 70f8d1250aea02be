"""Mistakes that people make when they type: one a line, what is typed and what is told."""

#: Mistakes in the options of a valid run: a name, the options, and fragments of the message.
RUNS = """\
rule of wrong type | --rule target_score=ten | 'ten' | target_score | 1 to 60
rule below its bounds | --rule target_score=0 | target_score | be 0 | 1 to 60
choice that is none | --rule starter=loosr | 'loosr' | same, rotate, winner, loser
two variants | --variant base --variant expert | 'run' takes one; to compare them type 'fathom \
  compare snorkeling --variant base --variant expert'
two seeds | --seed 3 --seed 4 | --seed is given 2 times (3, 4) | give it once
the same variant twice | --variant base --variant base | 2 times | give it once
two values of a rule | --rule target_score=8 --rule target_score=12 | rule target_score is given \
  twice | 'fathom compare snorkeling --rule target_score=8 --rule target_score=12'
players not a number | --players abc | --players | 'abc'
seed below 0 | --seed -1 | seed | -1 | 0 to 2^63 - 1
seed too large | --seed 9223372036854775808 | 9223372036854775808 | 2^63 - 1
no jobs | --jobs 0 | jobs | 0 | 1 or more
confidence above 1 | --confidence 1.5 | 1.5 | above 0 and below 1 | 0.95
small deck | --rule copies=1 --rule colours=4 | 20 cards | hand_size | copies
precision of a rate without pp | --precision 0.1 | 10 percentage | mean 0.1pp?
precision of nothing | --precision 0pp | '0pp' | as in 0.1pp | as in 0.5
precision that all have | --precision 50pp | 50 percentage points | 0.1pp
precision of turns in points | --precision length.turns.mean=1pp | \
  length.turns.mean to within 1pp: this figure is not a rate | a number in turns, such as 0.5
precision of what never gets surer | --precision unfinished=1 | unfinished to \
  within 1: this figure is a number of games
precision of a percentile | --precision length.turns.p95=0.5 | length.turns.p95 \
  to within 0.5: a percentile jumps from one whole value to the next | give at least 1 turn, or | \
  length.turns.mean
percentile in minutes | --precision length.minutes.p90=10s | at least 0.25 minutes
percentile in per cent | --precision length.minutes.p90=5% | is a percentile | a number in \
  minutes
precision of turns in minutes | --precision length.turns.mean=2min | measured in turns | write 2 \
  turns | choose length.minutes.mean
precision in fathoms | --precision length.minutes.mean=2fathoms | measured in minutes (or s, min, \
  h); write 2 minutes
precision of lead changes in games | --precision lead_changes=2games | a number without unit
precision twice | --precision 1pp --precision 2pp | is given twice; give it once
precision of no figure | --precision seats.9.win_rate=1pp | did you mean \
  'seats.1.win_rate'?
no digits | --games 20 --digits 0 | --digits cannot be 0; give 1 to 17
too many jobs | --jobs 5000 | the number of jobs cannot be 5000; give at most 512
margins without levels | --no-robust --margin 3pp | leave out --no-robust or --margin
out is here | --out . | . is the folder you are in
deals and games | --deals 0:10 --games 5 | --deals and --games both set when to stop; give only
deals in two ranges | --deals 0:10 --deals 9:12 | deal 9 is in two of the ranges
no minutes | --minutes 0 | --minutes cannot be 0; give more than 0
minutes that are none | --minutes nan | give more than 0
minutes and games | --minutes 1 --games 9 | --minutes and --games both set when to stop
minutes and all | --minutes 1 --until-decided | --minutes and --until-decided both set
nothing to decide | --until-decided | --until-decided needs targets
games kept nowhere | --games 20 --keep-games --json | --keep-games | --out DIR
out is a file | --games 20 --out a_file | a_file is a file | --out
out below a file | --games 20 --out a_file/x | a_file/x | --out
out below a device | --games 20 --out /dev/null/x | /dev/null/x | --out
out holds other things | --games 20 --out no_run | no_run | --out
"""
#: Mistakes in strategies, in the same form.
STRATEGIES = """\
parameter of none | random(attack=1) | random has no parameters
unknown parameter | mine.py:bold(boldnes=1) | 'boldnes' | mean 'boldness'?
unknown name in file | mine.py:bolt | 'bolt' | mine.py | mean 'bold'?
parameter above its bounds | mine.py:bold(boldness=3) | boldness | 3 | 0 to 1
parameter not a number | mine.py:bold(boldness=x) | 'boldness=x' | =number
open bracket | mine.py:bold( | 'mine.py:bold(' | name(parameter=value
no strategy file | none.py:bold | there is no strategy file none.py
not Python | notes.txt:bold | notes.txt | path/to/file.py:name
raises on import | divides.py:x | divides.py | ZeroDivisionError | line 3
syntax error | syntax.py:f | syntax.py | SyntaxError | line 3
leaves Python | leaves.py:bold | the strategy file leaves.py does not import:
import missing | imports.py:f | imports.py | no_such_module | line 1
undecorated | mine.py:plain | plain | mine.py | @strategy("GAME", tier=1)
for another game | other_game.py:bold | bold | chess | snorkeling
no such tier | no_tier.py:bold | no_tier.py | bold | 8 | 0 to 3
other parameters | parameters.py:bold | (view) | (view, boldness)
file without a name | mine.py | mine.py | mine.py:bold
"""
#: Mistakes in the options of a valid replay, in the same form.
REPLAYS = """\
rollouts of nothing | --rollouts 8 | only has an effect with --search; give --search
who plays on in nothing | --playout random | --playout only has an effect with --search
one rollout | --search --rollouts 1 | --rollouts cannot be 1; allowed: 2 to 4096
playout misspelt | --search --playout plannr | unknown strategy 'plannr'
"""
#: Mistakes in whole commands, in the same form.
COMMANDS = """\
unknown command | runn snorkeling | 'runn' | 'run'
game without a command | shoal | 'shoal' is a game | fathom run shoal
option of other commands | report snorkeling --excel | --excel | run, compare
rule to rules | rules snorkeling --rule values=9 | values | 9 | 3 to 8
report for two numbers of players | report snorkeling --players 3 --players=4 | 'fathom compare \
  snorkeling --players 3 --players 4 --out both', then 'fathom report both'
two variants before the game | run --variant base --variant expert snorkeling | compare \
  snorkeling --variant
bench for no time | bench snorkeling -s random --seconds -1 | -1
report with a wrong unit | report snorkeling --precision 5 | mean 5pp?
two games | run snorkeling another | another
merged nowhere | merge one two --json | merge writes a folder; name it
all numbers of players in a run | run snorkeling --players all | takes one number | fathom compare \
  snorkeling --players all
run of no run | run no_run | no_run | study.toml
report of a pattern | report runs/x-* | there is no folder runs/x-*
game not a number | replay snorkeling -s random --game x | --game | 'x'
no such kind of game | replay snorkeling -s random --game longst | --game cannot be 'longst'; give \
  a number, or one of:
replay of no run | replay no_run --game 1 | no_run | study.toml
a game misspelt | run snorkling | 'snorkling' | did you mean 'snorkeling'?
no game | run | GAME_OR_STUDY | fathom run snorkeling
a variant misspelt | run snorkeling --variant exprt | 'exprt' | mean 'expert'?
a rule misspelt | run snorkeling --rule target_scor=9 | mean 'target_score'?
a strategy misspelt | run snorkeling -s plannr | mean 'planner'?
a parameter misspelt | run snorkeling -s planner(atack=1) | mean 'attack'?
too many players | run snorkeling --players 9 | 2 to 6 players, not 9
games below 0 | run snorkeling --games -5 | '-5' | whole number from 1
games in words | run snorkeling --games many | 'many' | 200k or 1M
per cent | run snorkeling --precision 1% | 1pp
confidence in per cent | run snorkeling --confidence 95% | 95% | 0.95
an option misspelt | run snorkeling --gmaes 10 | --gmaes | --games
swapped arguments | run expert snorkeling | unexpected argument snorkeling | write the game first
too few in a line-up | run snorkeling -s planner,random | 2 strategies for 4 seats
a hidden ending | run hidden.toml | hidden.toml.txt | rename it hidden.toml
no ending | run plain | for the study file write plain.toml
another folder | run easy.toml | did you mean studies/easy.toml?
a folder of no run | report notes | notes | not the folder of a run
something in the way | run snorkeling --out notes | 'readme.txt' | --out
a report in the way | report snorkeling --out report.html | report.html | --out
tables in the way | report snorkeling --tables notes | notes already exists; name a new folder
tournament to run | run cup.toml | play it with 'fathom tournament cup.toml'
ladder to run | run rung.toml | play it with 'fathom ladder rung.toml'
questions to run | run asked.toml | play it with 'fathom ask asked.toml'
sweep to run | run sweep.toml | play it with 'fathom sweep sweep.toml'
sweep to replay | replay sweep.toml --game 1 | play it with 'fathom sweep sweep.toml'
sweep as a tournament | tournament sweep.toml | play it with 'fathom sweep sweep.toml'
tournament of one | tournament snorkeling -s random | at least 2 strategies, not 1
tournament of twins | tournament snorkeling -s random -s random | strategy random is named twice
tournament misspelt | tournament snorkeling -s random -s atacker | did you mean 'attacker'?
tournament with a precision | tournament precise.toml | precision
tournament's target | tournament tier.toml | figure 'tiers.strong.strong'
too many rollouts | ladder scaphandre --rollouts 9999 | rollouts of strategy search cannot be 9999
rollouts as a range | ladder scaphandre --rollouts 16:64 | rollouts cannot be '16:64'; give a list
an empty place in rollouts | ladder scaphandre --rollouts 1,,2 | the rollouts cannot be '1,,2'
ladder against nobody | ladder scaphandre --against plannr | unknown strategy 'plannr' for scaph
ladder of twins | ladder scaphandre -s random -s random | strategy random is named twice
ladder of its reference | ladder scaphandre -s planner | the only rung is planner, which has all
ladder of two who think | ladder scaphandre -s search -s search(doubt=0) | \
  has one strategy that thinks ahead, not 2
budget beside its ladder | ladder scaphandre -s search(rollouts=8) | includes a budget
no slow games | ladder scaphandre --slow-games 0 | the number of games cannot be '0'
ladder's target | ladder rung.toml | unknown figure 'rungs.colector.elo' of this ladder
asked of nobody | ask schnuff --with savr | unknown strategy 'savr' for schnuff
asked of nobody in a file | ask asked.toml | unknown strategy 'savr' for schnuff
asked of a line-up | ask asked_lineup.toml | name the strategy without a handicap as
asked with targets | ask asked_target.toml | ask does not judge targets
robust without a limit | run robust0.toml | target first_player_advantage cannot be
robust in numbers | run robust1.toml | robust cannot be 1; give true or false
robust of one strategy | run robust2.toml | robust = true judges it with other players
other players of a contest | report cup.toml --robust | --robust makes other players play a run, a \
  comparison or a sweep | not a tournament; leave it out
other players than those compared | compare snorkeling -s planner -s random --robust | \
  these versions differ in their strategies; leave it out
no study to verify | verify plain.toml none.toml | there is no study file none.toml
no studies to verify | verify plain.toml no_run | no study file (ending in .toml) in the folder
no game file | run sprit.py | there is no game file sprit.py
new game in capitals | new Reef | 'Reef' | lower-case letters
new game like nothing | new reef --like card | 'card' | did you mean 'cards'?
new game in the way | new mine | mine.py exists already
new game with a long name | new aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | at most 40
nothing to compare with | compare snorkeling | there is nothing to compare with; give a --variant
itself to compare with | compare snorkeling --variant base | base is compared with itself
players to compare with | compare snorkeling --players 3 | there is nothing to compare with
a line-up as versions | compare snorkeling --variant base --variant expert -s random -s random | \
  base, random is compared with itself; give each version once, and write a line-up for all \
  versions as one text, such as -s planner,random,random,random
unknown variant to compare | compare snorkeling --variant base --variant deep | variant 'deep'
two games to compare | compare snorkeling schnuff | snorkeling is not a study file
two seeds to compare | compare one.toml seed.toml | one has seed 3 and seed has 4; give --seed
two lengths to compare | compare one.toml games.toml | one has games 20 and games has 30; give --g
two games in files | compare one.toml schnuff.toml | one has game snorkeling and schnuff has schn
one file twice | compare one.toml one.toml | one.toml is compared with itself
files and versions | compare one.toml seed.toml --players 3 --players 4 | several study files
margin in a file | compare margin.toml | the margin cannot be '3'
a rule of an arm twice | compare arms.toml | arms.toml, arm 1: rule target_score.y is set twice
sweep to compare | compare sweep.toml | a [sweep] table; play it with 'fathom sweep sweep.toml'
tournament to compare | compare tier.toml | play it with 'fathom tournament tier.toml'
precision to compare | compare precise.toml one.toml | precise has a precision target
margin without a unit | compare snorkeling --variant base --variant expert --margin 3 | \
  the margin cannot be '3'; give percentage points for rates, such as 0.5pp
margin twice | compare snorkeling --variant base --variant expert --margin 1% --margin 1% | \
  --margin is given twice in %
precision of a difference | compare snorkeling --variant base --variant expert --precision \
  length.turns.p95=1 | give at least 1.415 turns, or choose the mean
precision of no difference | compare snorkeling --variant base --variant expert --precision \
  seats.3.win_rat=1pp | did you mean 'seats.3.win_rate'?
precision of what not all have | compare snorkeling --variant base --variant expert --precision \
  length.turns.p90=9 | among those that can be compared between all versions
comparison that ends twice | compare snorkeling --variant base --variant expert --precision 1pp \
  --until-decided | each set when to stop
sweep with a precision | sweep sweep_precise.toml | sets a precision
sweep of an unknown figure | sweep sweep_hours.toml | unknown figure
sweep of nothing | sweep snorkeling | say what to vary
sweep of a rule that is said | sweep snorkeling --vary target_score=8,9 --rule target_score=8 | \
  contradicts
sweep of players that are said | sweep snorkeling --vary players=2,3 --players 3 | \
  --players contradicts --vary players
sweep to no figure | sweep snorkeling --vary target_score=8,9 --figure seats.5.win_rate | unknown
sweep in certainty | sweep snorkeling --vary target_score=8,9 --confidence 1 | confidence cannot be
"""
