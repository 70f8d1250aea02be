"""Mistakes in what is told: numbers, words, tables, verdicts, files, and exit codes."""

from __future__ import annotations

from tests.bench.mutants.mutant import mutant

WRITTEN = (
    mutant(
        "a number is told with a decimal less than is known",
        "test_numbers test_numbers",
        ("math.ceil(round(-math.log10(within), 9))", "math.floor(-math.log10(within))"),
        ("math.ceil(-math.log10(reach))", "math.floor(-math.log10(reach))"),
    ),
    mutant(
        "nothing is told with a minus before it",
        "test_numbers test_numbers",
        ('re.sub(r"^[+-](?=[0.]*$)", "",', 're.sub(r"^[+](?=[0.]*$)", "",'),
    ),
    mutant(
        "a lowest value that is wanted is told as a highest",
        "test_numbers test_sentences",
        (
            'return f"at least {with_unit(low, unit)}{everywhere}"',
            'return f"at most {with_unit(low, unit)}{everywhere}"',
        ),
    ),
    mutant(
        "in the table of targets, at most becomes at least",
        "test_numbers test_results test_commands_run",
        ('return f"at most {self.high', 'return f"at least {self.high'),
    ),
    mutant(
        "a target within so much of a value may not be below it",
        "test_numbers test_results test_statistics test_study",
        (
            "low, high = middle - width, middle + width",
            "low, high = middle, middle + width",
        ),
    ),
    mutant(
        "the last of a list comes after a comma only",
        "test_numbers test_numbers test_sentences",
        (
            "return f\"{', '.join(parts[:-1])} {last} {parts[-1]}\"",
            "return f\"{', '.join(parts[:-1])}, {parts[-1]}\"",
        ),
    ),
    mutant(
        "an undecided target leaves with 0",
        "test_results test_commands_contests test_commands_report",
        (
            'return ExitCode.UNDECIDED if "undecided" in words else ExitCode.DONE',
            "return ExitCode.DONE",
        ),
        ('return 3 if "undecided" in words else 0', "return 0"),
    ),
    mutant(
        "a missed target beside a met one does not fail",
        "test_numbers test_results test_commands_run test_commands_report",
        ('    if "misses" in words:\n', '    if words == {"misses"}:\n'),
    ),
    mutant(
        "mistakes leave with the code of failures",
        "test_mistakes",
        ("exit_code = ExitCode.USAGE", "exit_code = ExitCode.FAILED"),
        ("    exit_code = 2\n", "    exit_code = 1\n"),
    ),
    mutant(
        "mistakes in options leave with the code of failures",
        "test_mistakes",
        (
            """_tell(f"{message} See '{path} --help'.", 2)""",
            """_tell(f"{message} See '{path} --help'.", 1)""",
        ),
    ),
    mutant(
        "what was interrupted leaves with the code of failures",
        "test_commands_interrupt test_commands_verify test_commands_report",
        ("INTERRUPTED = 130", "INTERRUPTED = 1"),
    ),
    mutant(
        "a misspelt name is never matched with one that exists",
        "test_mistakes",
        ("if likeness[other] >= (ALIKE", "if likeness[other] > (1"),
    ),
    mutant(
        "the JSON object tells games as deals",
        "test_commands_run test_commands_compare test_results",
        ('"deals": run.tally.deals,', '"deals": run.games,'),
    ),
    mutant(
        "texts of a page are not escaped",
        "test_report test_commands_report",
        ("autoescape=True", "autoescape=False"),
    ),
    mutant(
        "texts in Markdown may be markup",
        "test_report",
        ('.replace("&", "&amp;").replace("<", "&lt;")', '.replace("&", "&amp;")'),
    ),
    mutant(
        "the charts of a page share their ids",
        "test_report test_charts",
        ("drawn = re.sub(r'\\bid=\"', f'id=\"{name}-', drawn)\n", "drawn = drawn\n"),
    ),
    mutant(
        "the results of another study are written over",
        "test_commands_folder",
        ("if self._identity not in _identities(path):", "if not _identities(path):"),
    ),
    mutant(
        "files that no run writes are written over",
        "test_commands_folder",
        ("if file.name not in self._names)", 'if file.name.startswith("."))'),
    ),
    mutant(
        "kept games tell the strategy of the next seat",
        "test_commands_folder",
        (
            "strategy = places[(seat + rotation) % study.players]",
            "strategy = places[(seat + rotation + 1) % study.players]",
        ),
    ),
    mutant(
        "of pins only the last that differs is told, not the first",
        "test_commands_verify",
        (
            'sorted(pins.items(), key=lambda item: item[0] == "tally_id")',
            'sorted(pins.items(), key=lambda item: item[0] != "tally_id")',
        ),
    ),
    mutant(
        "the closest game is the one that was won by most",
        "test_samples",
        (
            'self._compare("closest", (margins, -turns, numbers))',
            'self._compare("closest", (-margins, -turns, numbers))',
        ),
    ),
)
