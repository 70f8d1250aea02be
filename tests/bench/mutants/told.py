"""Mistakes in what is told: statistics, differences, numbers, words, verdicts, exit codes."""

from __future__ import annotations

from typing import Any

TOLD: tuple[tuple[Any, ...], ...] = (
    (
        "the interval of a mean is that of many deals, however few there are",
        "test_statistics",
        (
            "half = student_quantile(deals, confidence) * error if deals > 1",
            "half = 1.96 * error if deals > 1",
        ),
    ),
    (
        "Student's quantile has a degree of freedom too many",
        "test_statistics",
        (
            "return float(stdtrit(deals - 1, 0.5 + confidence / 2))",
            "return float(stdtrit(deals, 0.5 + confidence / 2))",
        ),
    ),
    (
        "the variance between deals is too small by one of them",
        "test_statistics",
        (
            "return spread / (self.deals * (self.deals - 1)) / scale**2",
            "return spread / (self.deals * self.deals) / scale**2",
        ),
    ),
    (
        "what was never seen is bounded on one side only",
        "test_statistics",
        (
            "return -math.log((1 - confidence) / 2) / deals if deals else math.inf",
            "return -math.log(1 - confidence) / deals if deals else math.inf",
        ),
    ),
    (
        "rare events are counted as if they came alone",
        "test_statistics",
        ("largest = max(1.0, sums.variance / value) / deals", "largest = 1.0 / deals"),
    ),
    (
        "a rate counts games as independent that share a deal",
        "test_statistics",
        (
            "effective = value * (1.0 - value) / variance if variance > 0.0 else",
            "effective = float(n) if variance > 0.0 else",
        ),
    ),
    (
        "the interval of a rate is around the rate, not Wilson's",
        "test_statistics",
        ("centre = (value + share / 2) / (1 + share)", "centre = value"),
    ),
    (
        "the covariance of ratios has a sign wrong",
        "test_statistics",
        (
            "- part.total * other.whole.total * whole_part",
            "+ part.total * other.whole.total * whole_part",
        ),
    ),
    (
        "the interval of a percentile ignores that games share deals",
        "test_statistics",
        ("squares += (2 * rank + 1) * np.cumsum(counts)", "squares += np.cumsum(counts)"),
    ),
    (
        "the lower end of a percentile's interval is the percentile",
        "test_statistics",
        (
            "while first > 0 and up_to(first - 1).high >= share:",
            "while first > 0 and up_to(first - 1).value >= share:",
        ),
    ),
    (
        "the test of a share is one-sided",
        "test_statistics",
        (
            "return 2 * float(stdtr(deals - 1, -distance))",
            "return float(stdtr(deals - 1, -distance))",
        ),
    ),
    (
        "corrected p-values may be above 1, or are those of Bonferroni",
        "test_statistics test_comparison",
        (
            "np.minimum(np.maximum.accumulate(found[order] * factors), 1.0)",
            "np.maximum.accumulate(found[order] * factors)",
        ),
        ('method="holm"', 'method="bonferroni"'),
    ),
    (
        "a target is met by the figure, not by its interval",
        "test_statistics test_results",
        (
            "if low <= estimate.low and estimate.high <= high:",
            "if low <= estimate.value <= high:",
        ),
    ),
    (
        "a figure above what is wanted is never missed",
        "test_statistics test_results",
        ("if estimate.high < low or high < estimate.low:", "if estimate.high < low:"),
    ),
    (
        "the games played count as games still to play",
        "test_statistics",
        ("(growth - 1)", "growth"),
    ),
    (
        "a number of games is rounded down",
        "test_statistics",
        (
            "return max(1, math.ceil(number / digits) * digits)",
            "return max(1, math.floor(number / digits) * digits)",
        ),
    ),
    (
        "a paired difference is taken as nearly unpaired",
        "test_statistics test_comparison",
        (
            "deals * (squares - 2 * one * other * products) - total * total",
            "deals * (squares - one * other * products) - total * total",
        ),
    ),
    (
        "a difference of few deals that differ is known too well",
        "test_statistics",
        ("more = 2 * jump / (deals * (deals - 1))", "more = 0.0 * jump"),
    ),
    (
        "a difference of ratios forgets half of what they share",
        "test_statistics test_comparison",
        (
            "unpaired - 2 * first.covariance(second, products)",
            "unpaired - first.covariance(second, products)",
        ),
    ),
    (
        "a difference of figures without pairs takes the wrong end",
        "test_statistics test_comparison",
        (
            "below = math.hypot(second.value - second.low, first.high - first.value)",
            "below = math.hypot(second.value - second.low, first.value - first.low)",
        ),
    ),
    (
        "what pairing gains is told upside down",
        "test_statistics test_comparison",
        (
            "gain = unpaired / variance if variance > 0",
            "gain = variance / unpaired if variance > 0",
        ),
    ),
    (
        "games asked for grow with the width, not with its square",
        "test_coverage",
        (
            "growth = min((reach / wanted) ** 2 * (1 + SPARE)",
            "growth = min((reach / wanted) * (1 + SPARE)",
        ),
    ),
    (
        "levels of play are said to differ without a correction for their pairs",
        "test_spread",
        (
            "wide = at(1 - alpha / (pairs * figures))",
            "wide = at(1 - alpha / figures)",
        ),
    ),
    (
        "levels of play agree because no difference was found",
        "test_spread",
        ("if self.high <= margin:", "if self.low <= 0:"),
    ),
    (
        "each look at the levels of play may err as often as if it were the only one",
        "test_spread",
        (
            "return (1 - self.confidence) * weights[self.looked - 1] / sum(weights)",
            "return 1 - self.confidence",
        ),
    ),
    (
        "a target is met at every level if it is met at one",
        "test_robustness",
        (
            'Verdict("undecided", None) if unmet else Verdict("meets", 0)',
            'Verdict("undecided", None) if unmet == many else Verdict("meets", 0)',
        ),
    ),
    (
        "a lottery takes all its games from the better one",
        "test_ladder",
        ("1 - rate / decided) / (1 - fair))", "1 - rate / decided))"),
    ),
    (
        "more thinking stops paying where it is only not clear",
        "test_ladder",
        ("step.difference.high <= MARGIN", "step.difference.low <= MARGIN"),
    ),
    (
        "budgets are compared as if they played deals of their own",
        "test_ladder",
        (
            "int((one * other).sum()), confidence",
            "int(one.sum() * other.sum()) // len(one), confidence",
        ),
    ),
    (
        "chance that makes seats differ is taken for the seats'",
        "test_ladder_luck",
        (
            "seat = float(away @ away - np.trace(spread)) / total",
            "seat = float(away @ away) / total",
        ),
    ),
    (
        "partners are compared with the wrong game",
        "test_ladder_luck",
        ("from_means[:, :1] * from_means[:, 1:]", "from_means[:, 1:2] * from_means[:, 1:]"),
    ),
    (
        "a number is told with a decimal less than is known",
        "test_wording test_numbers",
        ("math.ceil(round(-math.log10(within), 9))", "math.floor(-math.log10(within))"),
        ("math.ceil(-math.log10(reach))", "math.floor(-math.log10(reach))"),
    ),
    (
        "nothing is told with a minus before it",
        "test_wording test_numbers",
        ('re.sub(r"^[+-](?=[0.]*$)", "",', 're.sub(r"^[+](?=[0.]*$)", "",'),
    ),
    (
        "a lowest value that is wanted is told as a highest",
        "test_wording test_numbers test_sentences",
        ('return f"at least {with_unit(low, unit)}"', 'return f"at most {with_unit(low, unit)}"'),
        ('return f"at least {low}"', 'return f"at most {low}"'),
    ),
    (
        "in the table of targets, at most becomes at least",
        "test_targets test_results test_commands_run",
        ('return f"at most {self.high', 'return f"at least {self.high'),
    ),
    (
        "a target within so much of a value may not be below it",
        "test_targets test_results test_statistics test_study",
        (
            "low, high = middle - width, middle + width",
            "low, high = middle, middle + width",
        ),
    ),
    (
        "the last of a list comes after a comma only",
        "test_wording test_numbers test_sentences",
        (
            "return f\"{', '.join(parts[:-1])} {last} {parts[-1]}\"",
            "return f\"{', '.join(parts[:-1])}, {parts[-1]}\"",
        ),
    ),
    (
        "an undecided target leaves with 0",
        "test_results test_commands_tournament test_commands_report",
        (
            'return ExitCode.UNDECIDED if "undecided" in words else ExitCode.DONE',
            "return ExitCode.DONE",
        ),
        ('return 3 if "undecided" in words else 0', "return 0"),
    ),
    (
        "a missed target beside a met one does not fail",
        "test_targets test_results test_commands_run test_commands_report",
        ('    if "misses" in words:\n', '    if words == {"misses"}:\n'),
    ),
    (
        "mistakes leave with the code of failures",
        "test_commands_errors",
        ("exit_code = ExitCode.USAGE", "exit_code = ExitCode.FAILED"),
        ("    exit_code = 2\n", "    exit_code = 1\n"),
    ),
    (
        "mistakes in options leave with the code of failures",
        "test_commands_errors",
        (
            """_tell(f"{message} See '{path} --help'.", 2)""",
            """_tell(f"{message} See '{path} --help'.", 1)""",
        ),
    ),
    (
        "what was interrupted leaves with the code of failures",
        "test_commands_interrupt test_commands_verify test_commands_report",
        ("INTERRUPTED = 130", "INTERRUPTED = 1"),
    ),
    (
        "a misspelt name is never matched with one that exists",
        "test_commands_errors",
        ("if likeness[other] >= (ALIKE", "if likeness[other] > (1"),
    ),
    (
        "the JSON object tells games as deals",
        "test_commands_run test_commands_compare test_results",
        ('"deals": run.tally.deals,', '"deals": run.games,'),
    ),
    (
        "texts of a page are not escaped",
        "test_report test_commands_report",
        ("autoescape=True", "autoescape=False"),
    ),
    (
        "texts in Markdown may be markup",
        "test_report",
        ('.replace("&", "&amp;").replace("<", "&lt;")', '.replace("&", "&amp;")'),
    ),
    (
        "the charts of a page share their ids",
        "test_report test_charts",
        ("drawn = re.sub(r'\\bid=\"', f'id=\"{name}-', drawn)\n", "drawn = drawn\n"),
    ),
    (
        "the results of another study are written over",
        "test_commands_folder",
        ("if self._identity not in _identities(path):", "if not _identities(path):"),
    ),
    (
        "files that no run writes are written over",
        "test_commands_folder",
        ("if file.name not in self._names)", 'if file.name.startswith("."))'),
    ),
    (
        "kept games tell the strategy of the next seat",
        "test_commands_folder",
        (
            "strategy = places[(seat + rotation) % study.players]",
            "strategy = places[(seat + rotation + 1) % study.players]",
        ),
    ),
    (
        "of pins only the last that differs is told, not the first",
        "test_commands_verify",
        (
            'sorted(pins.items(), key=lambda item: item[0] == "tally_id")',
            'sorted(pins.items(), key=lambda item: item[0] != "tally_id")',
        ),
    ),
    (
        "the closest game is the one that was won by most",
        "test_samples",
        (
            'self._compare("closest", (margins, -turns, numbers))',
            'self._compare("closest", (-margins, -turns, numbers))',
        ),
    ),
)
