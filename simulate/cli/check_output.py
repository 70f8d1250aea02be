"""The JSON object of ``fathom check --json``, and its schema."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

import simulate.making
from simulate.checking.contents import describe_cards
from simulate.checking.judging import CheckResult, left_out_of
from simulate.checking.kinds import Kind
from simulate.checking.lines import is_authors
from simulate.checking.use_checks import never_last, never_offered_actions
from simulate.checking.walks import Finding
from simulate.errors import FathomError, nearest_names
from simulate.kit.code_key import SHIPPED
from simulate.play.error_causes import NO_REMEDY
from simulate.user_files import suggest_encoding

if TYPE_CHECKING:
    from simulate.checking.checked_game import CheckedGame
    from simulate.game import Game

#: A place in a file, as messages write it: "reef.py, line 3" or "reef.py (line 3)".
_PLACE = re.compile(r"(?P<file>[^\s:;(`'\"]+\.py),? \(?line (?P<line>\d+)")


class CheckedFinding(BaseModel):
    """A mistake in a game."""

    rule: str = Field(description="The kind of the finding.", json_schema_extra={"enum": [*Kind]})
    severity: Literal["error", "warning"] = Field(
        description="An error makes the check fail; with a warning, the game can be played."
    )
    message: str = Field(description="The problem, in a sentence.")
    remedy: str | None = Field(description="What to do; null if unknown.")
    file: str | None = Field(description="The file at fault; null if unknown.")
    line: int | None = Field(description="The line at fault, from 1; null if unknown.")
    column: int | None = Field(description="The column at fault, from 1; null if unknown.")
    check: str | None = Field(description="The check that fails; null if the file is not loaded.")
    table: str | None = Field(description="The number of players and the variant; null for all.")
    seed: int | None = Field(description="The seed of `game`; null if there is no such game.")
    game: int | None = Field(
        description="A game with the problem: 'fathom replay FILE --game N' shows it."
    )
    step: int | None = Field(description="The step of this game, from 1.")
    seat: int | None = Field(description="The seat to act at this step, from 1.")
    action: str | None = Field(description="The action of this seat, in words.")


class CheckSummary(BaseModel):
    """The outcome of all checks."""

    verdict: Literal["passed", "warned", "failed", "not loaded"] = Field(
        description="'failed' and 'not loaded' if there is an error; 'warned' for warnings only."
    )
    errors: int = Field(description="The number of findings that are errors.")
    warnings: int = Field(description="The number of findings that are warnings.")
    checks_passed: int = Field(description="The number of checks without findings.")
    checks_not_made: int = Field(description="Checks that were not made, and have not passed.")


class Coverage(BaseModel):
    """The amount of games that were examined."""

    games: int = Field(description="The number of recorded games.")
    steps: int = Field(description="The number of steps of these games.")
    games_with_results: int = Field(description="The number of games played for their results.")
    games_walked: int = Field(description="The number of games played without the compiler.")
    steps_walked: int = Field(description="The number of steps checked one by one.")
    lineups: list[str] = Field(description="The strategies that played.")
    actions_never_offered: list[str] = Field(description="The actions that were never offered.")
    actions_never_last: list[str] = Field(
        description="The actions with which no turn ever ended; call end_turn if one should."
    )


class CheckOutput(BaseModel):
    """The JSON object of ``fathom check --json``."""

    game: str | None = Field(description="The name of the game; null if its file is not loaded.")
    cards: list[str] = Field(description="The cards and pieces of the game, in words.")
    passed: bool = Field(description="True if no finding is an error.")
    summary: CheckSummary
    findings: list[CheckedFinding] = Field(description="All findings, errors first.")
    checks: list[dict[str, Any]] = Field(
        description="The result of each check, with its findings; empty if the file is not loaded."
    )
    coverage: Coverage | None = Field(description="Null if the file is not loaded.")
    left_out: list[str] = Field(description="What no check examined.")


def check_schema() -> dict[str, Any]:
    """Return the JSON schema of the JSON object of ``fathom check --json``."""
    schema = CheckOutput.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def output_of(
    game: Game, source: str, results: Sequence[CheckResult], checked: CheckedGame
) -> dict[str, Any]:
    """Return the JSON object for a game that was checked.

    Parameters
    ----------
    game
        The game.
    source
        Its name or file, as typed.
    results
        The results of all checks.
    checked
        The games from which they were derived.
    """
    findings = [
        _as_output(finding, source, result.name)
        for result in results
        for finding in result.findings or ()
    ]
    verdicts = [result.verdict for result in results]
    worst: Literal["passed", "warned", "failed"] = "passed"
    if "failed" in verdicts:
        worst = "failed"
    elif "warned" in verdicts:
        worst = "warned"
    output = CheckOutput(
        game=game.name,
        cards=describe_cards(game),
        passed=worst != "failed",
        summary=_summary(
            worst, findings, verdicts.count("passed"), verdicts.count("not looked at")
        ),
        findings=sorted(findings, key=lambda finding: finding.severity == "warning"),
        checks=[result.as_json() for result in results],
        coverage=Coverage(
            games=checked.survey.games,
            steps=checked.survey.steps,
            games_with_results=checked.games,
            games_walked=checked.walked.games,
            steps_walked=checked.walked.steps,
            lineups=list(checked.lineups),
            actions_never_offered=list(never_offered_actions(checked)),
            actions_never_last=list(never_last(checked)),
        ),
        left_out=left_out_of(checked),
    )
    return output.model_dump()


def output_of_failure(source: str, error: FathomError) -> dict[str, Any]:
    """Return the JSON object for a game whose file cannot be loaded.

    Parameters
    ----------
    source
        The file, as typed.
    error
        The error that was raised while it was loaded.
    """
    finding = _loading_finding(source, error)
    output = CheckOutput(
        game=None,
        cards=[],
        passed=False,
        summary=_summary("not loaded", [finding], 0, 0),
        findings=[finding],
        checks=[],
        coverage=None,
        left_out=[],
    )
    return output.model_dump()


def _summary(
    verdict: Literal["passed", "warned", "failed", "not loaded"],
    findings: Sequence[CheckedFinding],
    passed: int,
    not_made: int,
) -> CheckSummary:
    severities = [finding.severity for finding in findings]
    return CheckSummary(
        verdict=verdict,
        errors=severities.count("error"),
        warnings=severities.count("warning"),
        checks_passed=passed,
        checks_not_made=not_made,
    )


def _as_output(finding: Finding, source: str, check: str) -> CheckedFinding:
    """Return a finding of a check for the JSON object."""
    file, line, column = _place_of(finding, source)
    problem, remedy = finding.problem, finding.remedy
    if not remedy:
        problem, remedy = _problem_and_remedy(problem)
    return CheckedFinding(
        rule=finding.kind,
        severity="warning" if finding.warning else "error",
        message=problem,
        remedy=None if remedy in ("", NO_REMEDY) else remedy,
        file=file,
        line=line,
        column=column,
        check=check,
        table=finding.where or None,
        seed=None if finding.game is None else finding.seed,
        game=finding.game,
        step=finding.step,
        seat=finding.seat,
        action=finding.action or None,
    )


def _place_of(finding: Finding, source: str) -> tuple[str | None, int | None, int | None]:
    """Return the file, line and column of a finding; None for what is unknown.

    The line is the one that the finding names, or the first one with the name in quotes that the
    finding is about.
    """
    file = source if source.endswith(".py") else None
    match = _PLACE.search(finding.line) or _PLACE.search(finding.problem)
    if match:
        named = Path(match["file"])
        file = source if named.name == Path(source).name else str(named)
        line = int(match["line"])
        return file, line, _first_column(_beside(source, file), line)
    if file and finding.about:
        for line, column in _places_of_text(Path(file), finding.about):
            return file, line, column
    return file, None, None


def _beside(source: str, file: str) -> Path:
    """Return the path of a file that a finding names, which may be in the folder of the game."""
    return Path(file) if Path(file).is_file() else Path(source).parent / file


def _first_column(file: Path, line: int) -> int | None:
    """Return the column, from 1, at which the code of a line begins; None if it is unknown."""
    lines = _read(file).splitlines()
    if not 1 <= line <= len(lines):
        return None
    return len(lines[line - 1]) - len(lines[line - 1].lstrip()) + 1


def _places_of_text(file: Path, text: str) -> Iterator[tuple[int, int]]:
    """Yield the line and column, both from 1, of each constant in a file that is a given text."""
    for node in ast.walk(ast.parse(_read(file))):
        if isinstance(node, ast.Constant) and node.value == text:
            yield node.lineno, node.col_offset + 1


def _read(file: Path) -> str:
    """Return the text of a file that was loaded before; empty if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _loading_finding(source: str, error: FathomError) -> CheckedFinding:
    """Return the finding on a file that cannot be loaded."""
    cause = error.__cause__ or error
    kind, message, remedy = _explain_loading(cause)
    file, line, column = _place_of_error(source, cause)
    return CheckedFinding(
        rule=kind,
        severity="error",
        message=message,
        remedy=remedy or None,
        file=file,
        line=line,
        column=column,
        check=None,
        table=None,
        seed=None,
        game=None,
        step=None,
        seat=None,
        action=None,
    )


def _explain_loading(cause: BaseException) -> tuple[Kind, str, str]:
    """Return the kind, the message and the remedy of an error that a file raised while loaded.

    The remedy is empty if unknown.
    """
    message = f"{type(cause).__name__}: {cause}"
    match cause:
        case SyntaxError():
            return (
                Kind.SYNTAX_ERROR,
                f"{type(cause).__name__}: {cause.msg}",
                suggest_encoding(cause),
            )
        case ImportError():
            # Python adds the path of the module, which the author did not write.
            return Kind.UNKNOWN_IMPORT, re.sub(r" \(.*\)$", "", message), _suggest_name(cause)
        case NameError():
            return Kind.UNKNOWN_NAME, message, _suggest_name(cause)
        case TypeError():
            return Kind.WRONG_DECLARATION, message, _suggest_argument(cause)
        case FathomError():
            problem, remedy = _problem_and_remedy(str(cause))
            kind = Kind.NO_GAME if " GAME" in problem else Kind.WRONG_DECLARATION
            return kind, problem, remedy
    return Kind.LOADING_FAILS, message, ""


def _problem_and_remedy(message: str) -> tuple[str, str]:
    """Return the two parts of an error of Fathom, which writes "problem; remedy" in one line.

    The remedy is empty if the message quotes lines below it, or has only one part.
    """
    if "\n" in message:
        return message, ""
    problem, _, remedy = message.partition("; ")
    return problem, remedy


def _suggest_name(error: ImportError | NameError) -> str:
    """Return the remedy for a name that is not defined: names of `simulate.making` like it."""
    missing = re.search(r"name '(\w+)'", str(error))
    if not missing:
        return ""
    names = [name for name in vars(simulate.making) if not name.startswith("_")]
    if missing[1] in names:
        return f"add it to the imports: from simulate.making import {missing[1]}"
    by_lower_case = {name.lower(): name for name in (*dir(builtins), *names)}
    near = nearest_names(missing[1].lower(), list(by_lower_case))
    if near:
        return f"did you mean {by_lower_case[near[0]]!r}?"
    return "'fathom guide' lists all names that simulate.making has"


def _suggest_argument(error: TypeError) -> str:
    """Return the remedy for an argument that does not exist: the argument like it."""
    unexpected = re.search(r"(\w+)(?:\.__init__)?\(\) got an unexpected .* '(\w+)'", str(error))
    function = vars(simulate.making).get(unexpected[1]) if unexpected else None
    if not unexpected or not callable(function):
        return ""
    names = list(inspect.signature(function).parameters)
    near = nearest_names(unexpected[2], names)
    return f"did you mean {near[0]!r}?" if near else f"its arguments are {', '.join(names)}"


def _place_of_error(source: str, error: BaseException) -> tuple[str | None, int | None, int | None]:
    """Return the file, line and column of an error while a file was loaded; None if unknown."""
    if isinstance(error, SyntaxError):
        same = Path(error.filename or "").name == Path(source).name
        return source if same else error.filename, error.lineno, error.offset
    trace = error.__traceback__
    place = None
    while trace is not None:
        code = trace.tb_frame.f_code
        if is_authors(code.co_filename) and SHIPPED not in Path(code.co_filename).parents:
            _, _, column, _ = list(code.co_positions())[trace.tb_lasti // 2]
            place = (code.co_filename, trace.tb_lineno, None if column is None else column + 1)
        trace = trace.tb_next
    if place is None:
        return source, None, None
    name, line, start = place
    return source if Path(name).name == Path(source).name else name, line, start
