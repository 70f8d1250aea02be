"""The mutations of `tests/bench/mutations.py`: what is broken, where, and who should notice first.

Each is a sentence, names of test files without their endings, what is there (``-``) and what it
becomes (``+``), in which a backslash and an n end a line. A place is found by its text, which is
there exactly once in all sources, so a mutation goes along when code moves.
"""

from __future__ import annotations

from dataclasses import dataclass

_WRITTEN = r"""
# Chance, kit, games, kernel and tally
streams are warmed up a step less
  test_chance
- _START_STEPS = 12\n
+ _START_STEPS = 11\n
numbers below a bound are hardly ever drawn again, so some are likelier
  test_chance
- threshold = ((_ONE << _HALF) - width) % width
+ threshold = _ONE
labels of streams with other purposes meet
  test_chance test_steps
- return (purpose << 32) + number
+ return purpose + number
all seats' strategies have the same chance
  test_steps
- chance.deal, label(STRATEGY, seat))
+ chance.deal, label(STRATEGY, 0))
counterclockwise is clockwise
  test_seats
-         seat += direction\n
+         seat += abs(direction)\n
of those who share the highest score only the last is the highest
  test_seats
-                 best |= bit(seat)
+                 best = bit(seat)
any action of a group that is offered is legal
  test_menu
- if 0 <= member < GROUP and has(menu.members[group], member):
+ if 0 <= member < GROUP:
an action is looked for in the wrong place of later groups
  test_menu
-         index -= actions\n
+         index -= 1\n
the member of a set with many smaller ones is the one after
  test_bits test_menu
-     while index > 3:\n
+     while index > 2:\n
parts of two processes are named alike, so one is linked for the other
  test_parts
- itertools.count(secrets.randbits(63))
+ itertools.count(1)
a part is taken for named tuples whose fields are called otherwise
  test_parts
- return f"{numba_type} {getattr(numba_type, 'fields', ())} {names}"
+ return f"{numba_type} {names}"
parts that check no index are taken where all indices are checked
  test_parts
- f"{key}{'-checked' if checks else ''}"
+ f"{key}"
the card that closes the gap in a draw pile is another
  test_games_contract
- pile[index] = pile[size - 1]
+ pile[index] = pile[size // 2]
the first leader counts as a change of the lead
  test_seats test_whole_games
- if trace.leaders != 0 and leading & trace.leaders == 0:
+ if leading & trace.leaders == 0:
all are last at half-time when all are level
  test_seats test_whole_games
- if last != table.active:
+ if last != 0:
a game may take a turn more than the rules allow
  test_games_rules
- while table.over == 0 and table.turns < rules.max_turns:
+ while table.over == 0 and table.turns <= rules.max_turns:
a shared win counts in full for each
  test_tally
- return winning, win // size(winning) if winners != 0 else 0
+ return winning, win if winners != 0 else 0
wins count for the strategy whose place in the line-up the seat is
  test_tally
- strategy = places[place - players if place >= players else place]
+ strategy = places[seat]
squares are not squared
  test_tally
- _sum_products(deals, deals)
+ _sum_products(deals, np.ones_like(deals))
products for ratios are of the part with itself
  test_tally
- _sum_products(deals[:, parts], deals[:, wholes])
+ _sum_products(deals[:, parts], deals[:, parts])
games are not ranked within their deal
  test_tally test_statistics
- by_deal = np.sort(by_deal, axis=1)
+ by_deal = np.sort(by_deal, axis=2)
a percentile that is reached exactly is missed
  test_tally
- np.searchsorted(100 * reached, percent * reached[-1])
+ np.searchsorted(100 * reached, percent * reached[-1], side='right')
the last deal is not played when it is not whole
  test_study
- return -(-self.games // self.rotations)
+ return self.games // self.rotations
Snorkeling ends only above its target score
  test_snorkeling_oracle
- if size(leaders) == 1 and best >= rules.target_score:
+ if size(leaders) == 1 and best > rules.target_score:
Scaphandre's half-time comes a turn late
  test_whole_games
- if 2 * table.turns >= rules.card_total:
+ if 2 * table.turns > rules.card_total:
Schnuff frees the first limit, whichever was crossed
  test_steps
- table.free |= bit(table.level)
+ table.free |= bit(0)
Shoal's lines are cursed from one card more
  test_shoal_examples test_steps
- if down >= rules.curse_length:
+ if down > rules.curse_length:
Animal Splash's first step beyond the free ones is free too
  test_steps
- max(0, steps - rules.free_steps) * rules.step_cost
+ max(0, steps - rules.free_steps - 1) * rules.step_cost
# Statistics, differences, and how many games to play
the interval of a mean is that of many deals, however few there are
  test_statistics
- half = student_quantile(deals, confidence) * error if deals > 1
+ half = 1.96 * error if deals > 1
Student's quantile has a degree of freedom too many
  test_statistics
- return float(stdtrit(deals - 1, 0.5 + confidence / 2))
+ return float(stdtrit(deals, 0.5 + confidence / 2))
the variance between deals is too small by one of them
  test_statistics
- return spread / (self.deals * (self.deals - 1)) / scale**2
+ return spread / (self.deals * self.deals) / scale**2
what was never seen is bounded on one side only
  test_statistics
- return -math.log((1 - confidence) / 2) / deals if deals else math.inf
+ return -math.log(1 - confidence) / deals if deals else math.inf
rare events are counted as if they came alone
  test_statistics
- largest = max(1.0, sums.variance / value) / deals
+ largest = 1.0 / deals
a rate counts games as independent that share a deal
  test_statistics
- effective = value * (1.0 - value) / variance if variance > 0.0 else
+ effective = float(n) if variance > 0.0 else
the interval of a rate is around the rate, not Wilson's
  test_statistics
- centre = (value + share / 2) / (1 + share)
+ centre = value
the covariance of ratios has a sign wrong
  test_statistics
- - part.total * second.whole.total * whole_part
+ + part.total * second.whole.total * whole_part
the interval of a percentile ignores that games share deals
  test_statistics
- squares += (2 * rank + 1) * np.cumsum(counts)
+ squares += np.cumsum(counts)
the lower end of a percentile's interval is the percentile
  test_statistics
- while first > 0 and up_to(first - 1).high >= share:
+ while first > 0 and up_to(first - 1).value >= share:
the test of a share is one-sided
  test_statistics
- return 2 * float(stdtr(deals - 1, -distance))
+ return float(stdtr(deals - 1, -distance))
corrected p-values may be above 1, or are those of Bonferroni
  test_sweep_differences
- np.minimum(np.maximum.accumulate(corrected[order] * factors), 1.0)
+ np.maximum.accumulate(corrected[order] * factors)
a target is met by the figure, not by its interval
  test_statistics test_results
- if low <= estimate.low and estimate.high <= high:
+ if low <= estimate.value <= high:
a figure above what is wanted is never missed
  test_numbers
- if estimate.high < low or high < estimate.low:
+ if estimate.high < low:
the games played count as games still to play
  test_statistics
- (growth - 1)
+ growth
a number of games is rounded down
  test_statistics
- return max(1, math.ceil(number / digits) * digits)
+ return max(1, math.floor(number / digits) * digits)
a paired difference is taken as nearly unpaired
  test_statistics test_comparison
- deals * (squares - 2 * scale_1 * scale_2 * products) - total * total
+ deals * (squares - scale_1 * scale_2 * products) - total * total
a difference of few deals that differ is known too well
  test_statistics
- more = 2 * jump / (deals * (deals - 1))
+ more = 0.0 * jump
a difference of ratios forgets half of what they share
  test_statistics test_comparison
- unpaired - 2 * first.covariance(second, products)
+ unpaired - first.covariance(second, products)
a difference of figures without pairs takes the wrong end
  test_statistics test_comparison
- below = joined(second.value - second.low, first.high - first.value)
+ below = joined(second.value - second.low, first.value - first.low)
what pairing gains is told upside down
  test_statistics test_comparison
- gain = unpaired / variance if variance > 0
+ gain = variance / unpaired if variance > 0
games asked for grow with the width, not with its square
  test_precision
- growth = min((reach / width) ** 2 * (1 + SPARE)
+ growth = min((reach / width) * (1 + SPARE)
levels of play are said to differ without a correction for their pairs
  test_spread
- wide = at(1 - alpha / (pairs * figures))
+ wide = at(1 - alpha / figures)
levels of play agree because no difference was found
  test_spread
- if self.high <= margin:
+ if self.low <= 0:
each look at the levels of play may err as often as if it were the only one
  test_spread
- return (1 - self.confidence) * weights[self.looks_taken - 1] / sum(weights)
+ return 1 - self.confidence
whoever plays worst is a sensible player too
  test_spread
- if share.low >= least
+ if share.low >= 0
a gap between seats ends too early
  test_spread
- highs.append(distance + uncorrected * error)
+ highs.append(distance + 0.7 * uncorrected * error)
a few games tell how large the gap between seats is
  test_unevenness
- low = min(usual, distance(
+ low = max(usual, distance(
who wins a little more by chance is the strongest
  test_spread
- better = shares[rival.style].low > rival.fair
+ better = shares[rival.style].value > rival.fair
a target is met at every level if it is met at one
  test_robustness
- if not missed and (unmet or robustness.missing):
+ if not missed and (unmet == reliable or robustness.missing):
a lottery takes all its games from the better one
  test_ladder
- 1 - rate / decided) / (1 - fair))
+ 1 - rate / decided))
more thinking stops paying where it is only not clear
  test_ladder
- step.difference.high <= MARGIN
+ step.difference.low <= MARGIN
budgets are compared as if they played deals of their own
  test_ladder
- products = int((first_wins * second_wins).sum())
+ products = int(first_wins.sum() * second_wins.sum()) // deals
chance that makes seats differ is taken for the seats'
  test_ladder
- seat = float(away @ away - np.trace(spread)) / total
+ seat = float(away @ away) / total
partners are compared with the wrong game
  test_ladder
- from_means[:, :1] * from_means[:, 1:]
+ from_means[:, 1:2] * from_means[:, 1:]
# Numbers, words, tables, verdicts, files, and exit codes
a number is told with a decimal less than is known
  test_numbers
- math.ceil(round(-math.log10(within), 9))
+ math.floor(-math.log10(within))
nothing is told with a minus before it
  test_numbers
- re.sub(r"^[+-](?=[0.]*$)", "",
+ re.sub(r"^[+](?=[0.]*$)", "",
a lowest value that is wanted is told as a highest
  test_numbers test_sentences
- return f"at least {_with_games(low, unit)}{robust}"
+ return f"at most {_with_games(low, unit)}{robust}"
in the table of targets, at most becomes at least
  test_numbers test_results test_commands_run
- return f"at most {self.high
+ return f"at least {self.high
a target within so much of a value may not be below it
  test_numbers test_results test_statistics test_study
- low, high = middle - width, middle + width
+ low, high = middle, middle + width
the last of a list comes after a comma only
  test_numbers test_sentences
- return f"{', '.join(items[:-1])} {last} {items[-1]}"
+ return f"{', '.join(items[:-1])}, {items[-1]}"
an undecided target leaves with 0
  test_results test_commands_contests test_commands_report
- "undecided": ExitCode.UNDECIDED,
+ "undecided": ExitCode.DONE,
a missed target beside a met one does not fail
  test_numbers test_results test_commands_run test_commands_report
- if "misses" in words:\n        return "misses"
+ if words == {"misses"}:\n        return "misses"
mistakes leave with the code of failures
  test_mistakes
- exit_code = ExitCode.USAGE
+ exit_code = ExitCode.FAILED
mistakes in options leave with the code of failures
  test_mistakes
- _print_typer_error(error)\n        return ExitCode.USAGE
+ _print_typer_error(error)\n        return ExitCode.FAILED
what was interrupted leaves with the code of failures
  test_commands_interrupt test_commands_verify test_commands_report
- INTERRUPTED = 130
+ INTERRUPTED = 1
a misspelt name is never matched with one that exists
  test_mistakes
- if likeness[candidate] >= (ALIKE
+ if likeness[candidate] > (1
the JSON object tells games as deals
  test_commands_run test_commands_compare test_results
- "deals": run.tally.deals,
+ "deals": run.games,
texts of a page are not escaped
  test_report test_commands_report
- autoescape=True
+ autoescape=False
texts in Markdown may be markup
  test_report
- .replace("&", "&amp;").replace("<", "&lt;")
+ .replace("&", "&amp;")
the charts of a page share their ids
  test_report test_charts
- drawn = re.sub(r'\bid="', f'id="{name}-', drawn)\n
+ drawn = drawn\n
the results of another study are written over
  test_commands_folder
- same = self.identity in _identities(path) or
+ same = bool(_identities(path)) or
files that no run writes are written over
  test_commands_folder
- if file.name not in self.names)
+ if file.name.startswith("."))
versions are judged on the deals that chose them
  test_commands_tune
- begin = max(begin, search.deals)
+ begin = 0
a version leaves the race as soon as it does not clearly meet all
  test_commands_tune
- too_high = figures - reach > self.high
+ too_high = figures + reach > self.high
what a model draws is not bent to what was seen
  test_tune
- (prior[: len(places)] + covariance @ correction)
+ prior[: len(places)]
kept games tell the strategy of the next seat
  test_commands_folder
- strategy = places[(seat + rotation) % study.players]
+ strategy = places[(seat + rotation + 1) % study.players]
of pins only the last that differs is told, not the first
  test_commands_verify
- sorted(pins.items(), key=lambda item: item[0] == "tally_id")
+ sorted(pins.items(), key=lambda item: item[0] != "tally_id")
the closest game is the one that was won by most
  test_samples
- self._keep_smallest("closest", (margins, -turns, numbers))
+ self._keep_smallest("closest", (-margins, -turns, numbers))
"""


@dataclass(frozen=True)
class Mutant:
    """One mistake, as somebody might make it."""

    breaks: str
    likely: str
    before: str
    after: str


_LINES = (line for line in _WRITTEN.splitlines() if line[:1] not in ("", "#"))
MUTANTS = tuple(
    Mutant(breaks, likely.strip(), *(text[2:].replace(r"\n", "\n") for text in edit))
    for breaks, likely, *edit in zip(*[_LINES] * 4, strict=True)
)
