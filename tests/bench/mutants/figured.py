"""Mistakes in what is figured out: statistics, differences, and how many games to play."""

from __future__ import annotations

from tests.bench.mutants.mutant import mutant

FIGURED = (
    mutant(
        "the interval of a mean is that of many deals, however few there are",
        "test_statistics",
        (
            "half = student_quantile(deals, confidence) * error if deals > 1",
            "half = 1.96 * error if deals > 1",
        ),
    ),
    mutant(
        "Student's quantile has a degree of freedom too many",
        "test_statistics",
        (
            "return float(stdtrit(deals - 1, 0.5 + confidence / 2))",
            "return float(stdtrit(deals, 0.5 + confidence / 2))",
        ),
    ),
    mutant(
        "the variance between deals is too small by one of them",
        "test_statistics",
        (
            "return spread / (self.deals * (self.deals - 1)) / scale**2",
            "return spread / (self.deals * self.deals) / scale**2",
        ),
    ),
    mutant(
        "what was never seen is bounded on one side only",
        "test_statistics",
        (
            "return -math.log((1 - confidence) / 2) / deals if deals else math.inf",
            "return -math.log(1 - confidence) / deals if deals else math.inf",
        ),
    ),
    mutant(
        "rare events are counted as if they came alone",
        "test_statistics",
        ("largest = max(1.0, sums.variance / value) / deals", "largest = 1.0 / deals"),
    ),
    mutant(
        "a rate counts games as independent that share a deal",
        "test_statistics",
        (
            "effective = value * (1.0 - value) / variance if variance > 0.0 else",
            "effective = float(n) if variance > 0.0 else",
        ),
    ),
    mutant(
        "the interval of a rate is around the rate, not Wilson's",
        "test_statistics",
        ("centre = (value + share / 2) / (1 + share)", "centre = value"),
    ),
    mutant(
        "the covariance of ratios has a sign wrong",
        "test_statistics",
        (
            "- part.total * other.whole.total * whole_part",
            "+ part.total * other.whole.total * whole_part",
        ),
    ),
    mutant(
        "the interval of a percentile ignores that games share deals",
        "test_statistics",
        ("squares += (2 * rank + 1) * np.cumsum(counts)", "squares += np.cumsum(counts)"),
    ),
    mutant(
        "the lower end of a percentile's interval is the percentile",
        "test_statistics",
        (
            "while first > 0 and up_to(first - 1).high >= share:",
            "while first > 0 and up_to(first - 1).value >= share:",
        ),
    ),
    mutant(
        "the test of a share is one-sided",
        "test_statistics",
        (
            "return 2 * float(stdtr(deals - 1, -distance))",
            "return float(stdtr(deals - 1, -distance))",
        ),
    ),
    mutant(
        "corrected p-values may be above 1, or are those of Bonferroni",
        "test_statistics test_comparison",
        (
            "np.minimum(np.maximum.accumulate(found[order] * factors), 1.0)",
            "np.maximum.accumulate(found[order] * factors)",
        ),
        ('method="holm"', 'method="bonferroni"'),
    ),
    mutant(
        "a target is met by the figure, not by its interval",
        "test_statistics test_results",
        (
            "if low <= estimate.low and estimate.high <= high:",
            "if low <= estimate.value <= high:",
        ),
    ),
    mutant(
        "a figure above what is wanted is never missed",
        "test_statistics test_results",
        ("if estimate.high < low or high < estimate.low:", "if estimate.high < low:"),
    ),
    mutant(
        "the games played count as games still to play",
        "test_statistics",
        ("(growth - 1)", "growth"),
    ),
    mutant(
        "a number of games is rounded down",
        "test_statistics",
        (
            "return max(1, math.ceil(number / digits) * digits)",
            "return max(1, math.floor(number / digits) * digits)",
        ),
    ),
    mutant(
        "a paired difference is taken as nearly unpaired",
        "test_statistics test_comparison",
        (
            "deals * (squares - 2 * one * other * products) - total * total",
            "deals * (squares - one * other * products) - total * total",
        ),
    ),
    mutant(
        "a difference of few deals that differ is known too well",
        "test_statistics",
        ("more = 2 * jump / (deals * (deals - 1))", "more = 0.0 * jump"),
    ),
    mutant(
        "a difference of ratios forgets half of what they share",
        "test_statistics test_comparison",
        (
            "unpaired - 2 * first.covariance(second, products)",
            "unpaired - first.covariance(second, products)",
        ),
    ),
    mutant(
        "a difference of figures without pairs takes the wrong end",
        "test_statistics test_comparison",
        (
            "below = math.hypot(second.value - second.low, first.high - first.value)",
            "below = math.hypot(second.value - second.low, first.value - first.low)",
        ),
    ),
    mutant(
        "what pairing gains is told upside down",
        "test_statistics test_comparison",
        (
            "gain = unpaired / variance if variance > 0",
            "gain = variance / unpaired if variance > 0",
        ),
    ),
    mutant(
        "games asked for grow with the width, not with its square",
        "test_coverage",
        (
            "growth = min((reach / wanted) ** 2 * (1 + SPARE)",
            "growth = min((reach / wanted) * (1 + SPARE)",
        ),
    ),
    mutant(
        "levels of play are said to differ without a correction for their pairs",
        "test_spread",
        (
            "wide = at(1 - alpha / (pairs * figures))",
            "wide = at(1 - alpha / figures)",
        ),
    ),
    mutant(
        "levels of play agree because no difference was found",
        "test_spread",
        ("if self.high <= margin:", "if self.low <= 0:"),
    ),
    mutant(
        "each look at the levels of play may err as often as if it were the only one",
        "test_spread",
        (
            "return (1 - self.confidence) * weights[self.looked - 1] / sum(weights)",
            "return 1 - self.confidence",
        ),
    ),
    mutant(
        "a target is met at every level if it is met at one",
        "test_robustness",
        (
            "elif unmet or robustness.missing:",
            "elif unmet == many or robustness.missing:",
        ),
    ),
    mutant(
        "a lottery takes all its games from the better one",
        "test_ladder",
        ("1 - rate / decided) / (1 - fair))", "1 - rate / decided))"),
    ),
    mutant(
        "more thinking stops paying where it is only not clear",
        "test_ladder",
        ("step.difference.high <= MARGIN", "step.difference.low <= MARGIN"),
    ),
    mutant(
        "budgets are compared as if they played deals of their own",
        "test_ladder",
        (
            "int((one * other).sum()), confidence",
            "int(one.sum() * other.sum()) // len(one), confidence",
        ),
    ),
    mutant(
        "chance that makes seats differ is taken for the seats'",
        "test_ladder",
        (
            "seat = float(away @ away - np.trace(spread)) / total",
            "seat = float(away @ away) / total",
        ),
    ),
    mutant(
        "partners are compared with the wrong game",
        "test_ladder",
        ("from_means[:, :1] * from_means[:, 1:]", "from_means[:, 1:2] * from_means[:, 1:]"),
    ),
)
