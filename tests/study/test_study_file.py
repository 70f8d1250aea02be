"""The fields of study files, their errors, their layout and their schema."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.figures.targets import read_targets
from simulate.errors import FathomError, UsageError
from simulate.study.models import (
    PLANS,
    ArmTable,
    CompareTable,
    ErrorText,
    LadderTable,
    StudyFile,
    SweepTable,
    TargetTable,
    TournamentTable,
    study_schema,
)
from simulate.study.reading import read_study
from simulate.study.text import MOST_SHOWN, add_excerpt, excerpt, study_text, to_inline_item
from tests.helpers.letters import LETTERS
from tests.helpers.processes import run_python
from tests.helpers.tables import quick_among

SEEDS = sorted((Path(__file__).resolve().parents[2] / "seeds").glob("*.toml"))
HEAD = 'game = "snorkeling"\n'
ARM = '[[compare.arms]]\nlabel = "a"\n'

ALLOWED = [
    "",
    'players = 4\nvariant = "expert"\ngames = 200_000\nseed = 0\nrotate = false\n',
    'lineup = ["planner", "planner(attack=0.5)"]\n',
    "precision = 0.005\n",
    "precision = 1\n",
    'precision = "0.5 pp"\n',
    'precision = { seat_spread = "0.5pp", "length.minutes.mean" = "0.2 min", lead_changes = 1 }\n',
    "[precision]\nlength.turns.p90 = 1\n",
    'tally_id = "abc"\n[pinned]\ndeals = 3\n[pinned.counts]\nties = 2\n',
    '[rules]\ntarget_score = 10\n"deck.pass" = 3\nlimits = [1, 2]\nmissions = [{ points = 2 }]\n',
    "[targets]\n",
    "[targets]\nfirst_player_advantage = { within = 0.01 }\n",
    '[targets]\n"length.rounds.p95" = { max = 8 }\nunfinished = { min = 0, max = 3.5 }\n',
    "[targets]\nlength.turns.mean = { of = 60, within = 5 }\nlength.turns.p95 = { max = inf }\n",
    f"[compare]\n{ARM}{ARM}",
    f'[compare]\nmargins = ["0.5pp", "1%"]\n{ARM}players = 3\nrules = {{ a = 1 }}\n{ARM}',
    f"{ARM}[compare.arms.targets]\nunfinished = {{ max = 3 }}\n{ARM}",
    "[sweep]\n",
    '[sweep]\nvary = ["a=1,2"]\nfigures = []\nskip_impossible = true\n',
    '[tune]\nvary = ["a=1,2", "all"]\n',
    '[playtest]\nlog = "games.csv"\n',
    '[when]\nevents = ["seat 1 leads", "stops twice"]\nthen = "lead_changes"\n',
    "[tournament]\n",
    '[tournament]\nstrategies = ["random", "planner"]\n',
    "[ladder]\n",
    '[ladder]\nagainst = "random"\nstrategies = []\nrollouts = [1, 2]\nslow_games = 9\n',
]


def file_of(folder: Path, text: str) -> Path:
    path = folder / "my.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def accepts(document: Any) -> bool:
    """Return whether the schema accepts a document."""
    return bool(jsonschema.Draft202012Validator(study_schema()).is_valid(document))


@pytest.mark.parametrize("text", ALLOWED)
def test_valid_fields_are_accepted_and_unchanged(text: str, tmp_path: Path) -> None:
    document = tomllib.loads(HEAD + text)
    assert accepts(document)
    fields: dict[str, Any] = {**read_study(file_of(tmp_path, text))}
    plan = fields.pop("plan", {})
    rules = {name: value for name, value in fields.get("rules", {}).items() if name != "deck"}
    for name, value in (fields | plan).items():
        if name != "rules":
            assert value == document[name]
    assert rules.items() <= document.get("rules", {}).items()
    assert fields.keys() | plan.keys() == document.keys()
    # Numbers are told as they were written, so they stay what they were.
    assert repr(fields.get("targets")) == repr(document.get("targets"))


@pytest.mark.parametrize(("text", "games"), [("'10k'", 10_000), ("'1_000'", 1_000), ("300", 300)])
def test_the_number_of_games_in_a_file_has_the_notations_of_the_command_line(
    text: str, games: int, tmp_path: Path
) -> None:
    assert read_study(file_of(tmp_path, f"games = {text}\n"))["games"] == games


def test_the_error_on_a_typographic_quote_names_the_quote(tmp_path: Path) -> None:
    with pytest.raises(FathomError, match="\N{LEFT DOUBLE QUOTATION MARK} is a typographic quote"):
        read_study(
            file_of(
                tmp_path,
                "variant = \N{LEFT DOUBLE QUOTATION MARK}base\n",
            )
        )


def test_a_precision_may_be_a_whole_number(tmp_path: Path) -> None:
    precision = read_study(file_of(tmp_path, "precision = 1\n"))["precision"]
    assert (precision, type(precision)) == (1.0, float)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plyers = 4", "unknown key 'plyers' in FILE; did you mean 'players'? Others are "),
        ("games = '1.000'", "FILE: the number of games cannot be '1.000'; if you mean thousands, "),
        ("players = true", "FILE: players cannot be true; it must be a whole number"),
        (
            "lineup = []",
            "FILE: lineup cannot be []; it must be a list of strategies, at least one and ",
        ),
        (
            "lineup = ['a', 1]",
            "FILE: lineup cannot be ['a', 1]; it must be a list of strategies, at ",
        ),
        (
            "precision = true",
            "FILE: the precision cannot be true; give the half width of the interval",
        ),
        ("precision = '1 of 3'", "FILE: the precision cannot be '1 of 3'; give the half width "),
        ("precision = {}", "FILE: precision names no figure; write for example { first_player_ad"),
        ("precision = { a = true }", "FILE: a: the precision cannot be true; give the half"),
        ("precision = { a.b = '0' }", "FILE: a.b: the precision cannot be '0'; give the half"),
        ("precision = { a = -1 }", "FILE: a: the precision cannot be -1; give a number above 0"),
        ("precision = -0.5", "FILE: the precision cannot be -0.5; give a number above 0"),
        (
            "[sweep]\nvery = []",
            "unknown key 'very' in the [sweep] table of FILE; known: figures, skip_impossible, "
            "vary; did you mean 'vary'?",
        ),
        (
            "[sweep]\nvary = 'a=1,2'",
            "FILE: vary cannot be 'a=1,2'; it must be a list of values of --vary",
        ),
        ("[compare]", "FILE: [compare] lists its arms, each a table like [[compare.arms]] with "),
        (
            "[compare]\narms = [3]",
            "FILE: arms cannot be [3]; it must be a list of tables like [[comp",
        ),
        (f"{ARM}[[compare.arms]]\n", 'FILE, arm 2 has no label; add a line like label = "expert"'),
        (
            f"{ARM}[[compare.arms]]\nlabel = ''",
            "FILE, arm 2: label cannot be ''; it must be a name in ",
        ),
        (f"{ARM}games = 3", "unknown key 'games' in FILE, arm 1; known: label, lineup, players, "),
        (f"{ARM}players = '3'", "FILE, arm 1: players cannot be '3'; it must be a whole number"),
        (
            f"{ARM}[compare.arms.targets]\nunfinished = {{ mex = 3 }}",
            "unknown key 'mex' of target unfinished in FILE, arm 1; known: max, min, of, robust, ",
        ),
    ],
)
def test_a_wrong_field_is_refused_with_the_allowed_values(
    text: str, expected: str, tmp_path: Path
) -> None:
    path = file_of(tmp_path, f"{text}\n")
    with pytest.raises(UsageError) as refused:
        read_study(path)
    assert str(refused.value).replace(str(path), "FILE").startswith(expected)
    shown = str(refused.value).split("\n")[1:]
    unclear = ("[]", "''", "no label", "lists its arms", "names no figure")
    assert len(shown) == (0 if any(words in expected for words in unclear) else 2)
    if "precision" not in text and "games" not in text:  # a schema does not read texts
        assert not accepts(tomllib.loads(HEAD + text))


@pytest.mark.parametrize("table", ["", *PLANS])
def test_a_field_of_another_type_is_refused_with_the_allowed_values(
    table: str, tmp_path: Path
) -> None:
    model: Any = StudyFile.model_fields[table].annotation if table else StudyFile
    for name, field in model.model_fields.items():
        if name in ("game", "precision"):
            continue
        values = ({"arms": "[]"} if table == "compare" else {}) | {name: "1979-05-27"}
        text = "".join(f"{key} = {value}\n" for key, value in values.items())
        path = file_of(tmp_path, f"[{table}]\n{text}" if table else text)
        with pytest.raises(UsageError) as refused:
            read_study(path)
        [says] = [item for item in field.metadata if isinstance(item, ErrorText)]
        expected = f"{path}: {name} cannot be datetime.date(1979, 5, 27); it must be {says.allowed}"
        assert str(refused.value).split("\n")[0] == expected
        assert not accepts(tomllib.loads(path.read_text()))


def test_a_misspelt_key_is_reported_before_a_missing_game(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('gaem = "snorkeling"\n')
    with pytest.raises(UsageError, match=r"unknown key 'gaem' .*did you mean 'game'"):
        read_study(tmp_path / "my.toml")


EXAMPLES = "; write for example { max = 8 }, { min = 15, max = 25 } or { within = 0.01 }"
TARGETS = [
    ("turns = 30", "target turns cannot be 30" + EXAMPLES),
    ("turns = {}", "target turns cannot be {}" + EXAMPLES),
    ("'length.turns.mean' = 'short'", "target length.turns.mean cannot be 'short'" + EXAMPLES),
    ("length = { turns = { mean = { max = 3 } }, max = 4 }", "target length.max cannot be 4"),
    ("'length.turns.mean' = { max = '8' }", "target length.turns.mean: max cannot be '8'; give a "),
    ("turns = { max = true }", "target turns: max cannot be true; give a number"),
    ("turns = { min = nan }", "target turns: min cannot be nan; give a number"),
    (
        "turns = { mex = 3 }",
        "unknown key 'mex' of target turns; known: max, min, of, robust, within; did ",
    ),
    (
        "turns = { of = 3, within = 1, max = 4 }",
        "target turns has 'within' with 'min' or 'max'; use either 'within', or 'min' and 'max'",
    ),
    (
        "turns = { of = 3 }",
        "target turns: 'of' also needs 'within', as in { of = 0.25, within = 0.02 }",
    ),
    ("turns = { of = 3, within = -1.5 }", "target turns: within cannot be -1.5; give 0 or more"),
    ("a.b = { min = 3, max = 2.5 }", "target a.b: min 3 is above max 2.5"),
]


@pytest.mark.parametrize(("text", "expected"), TARGETS)
def test_a_wrong_target_is_refused_with_an_example(
    text: str, expected: str, tmp_path: Path
) -> None:
    path = file_of(tmp_path, f"[targets]\n{text}\n")
    with pytest.raises(UsageError) as refused:
        read_study(path)
    assert (
        str(refused.value).removeprefix(f"{path}: ").replace(f" in {path}", "").startswith(expected)
    )
    assert str(path) in str(refused.value)
    with pytest.raises(UsageError) as refused:  # where no file says it
        read_targets(tomllib.loads(f"[targets]\n{text}\n")["targets"])
    assert str(refused.value).startswith(expected)


def test_targets_are_the_same_in_tables_and_in_quotes() -> None:
    nested = read_targets({"length": {"turns": {"mean": {"max": 60}, "p95": {"min": 3}}}})
    quoted = {"length.turns.mean": {"max": 60}, "length.turns.p95": {"min": 3}}
    assert nested == read_targets(quoted)
    assert [target.written for target in nested] == [{"max": 60}, {"min": 3}]


def test_the_schema_is_a_valid_json_schema() -> None:
    schema = study_schema()
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_the_schema_accepts_every_pinned_study(seed: Path) -> None:
    assert accepts(tomllib.loads(seed.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "model",
    [StudyFile, ArmTable, CompareTable, SweepTable, TargetTable, TournamentTable, LadderTable],
)
def test_every_field_is_described(model: Any) -> None:
    schema = study_schema() if model is StudyFile else study_schema()["$defs"][model.__name__]
    assert schema["additionalProperties"] is False
    assert schema["description"].endswith(".")
    for name, field in schema["properties"].items():
        assert re.fullmatch(r"[A-Z].+\.", field["description"]), name
        assert field.get("default", 0) is not None


def test_pydantic_is_not_imported_unless_a_file_is_read() -> None:
    script = (
        "import sys\nimport simulate.study, simulate.cli.app, reports.figures.targets\n"
        "reports.figures.targets.read_targets({})\n"
        "print([name for name in ('pydantic', 'tomlkit') if name in sys.modules])\n"
    )
    assert run_python(script).strip() == "[]"


# The line that an error is about ----------------------------------------------------------------


GOOD = (
    'game = "snorkeling"\nvariant = "base" # as printed\ngames = 20_000\nrotate = true\n'
    'lineup = [\n  "planner(attack=0.4)",\n  "random",\n]\n\n[rules]\ntarget_score = 10\n\n'
    '[targets]\n"length.turns.mean" = { min = 3.5, max = 80 }\n'
)


@pytest.mark.parametrize(
    "letter", quick_among(["", '"', ",", "“", "[", "=", " ", "\\", "\n", "#", "}"], "", '"', "=")
)
def test_a_misspelt_letter_gives_an_error_in_words(letter: str, tmp_path: Path) -> None:
    path, refusals = tmp_path / "my.toml", 0
    for place in range(len(GOOD)):
        path.write_text(GOOD[:place] + letter + GOOD[place + 1 :], encoding="utf-8")
        try:
            read_study(path)
        except FathomError as error:
            refusals += 1
            assert "TOML" not in str(error)
            assert "(at " not in str(error)
    assert refusals > len(GOOD) // 10


def test_a_long_line_is_shown_around_its_caret() -> None:
    line = "x" * 200 + "Y" + "z" * 200
    shown, pointer = excerpt(line, 1, 201).split("\n")
    assert shown[pointer.index("^")] == "Y"
    assert shown.count("...") == 2
    assert len(shown) < MOST_SHOWN + 20


@pytest.mark.parametrize(
    ("text", "number", "shown"),
    [("a = [\n1,\n2", 3, "2"), ("a = 1\nb = {\n\n\n", 2, "b = {"), ("\n\n[a", 3, "[a")],
)
def test_a_file_that_ends_too_early_is_shown_at_its_end(
    text: str, number: int, shown: str, tmp_path: Path
) -> None:
    (tmp_path / "my.toml").write_text(text)
    with pytest.raises(FathomError, match=rf"my\.toml, line {number}, column ") as broken:
        read_study(tmp_path / "my.toml")
    assert str(broken.value).split("\n")[1] == f"    {number} | {shown}"


@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("rule target_score cannot be 10; allowed: 'random'", "10"),
        ("unknown strategy 'random' for snorkeling", 'random",'),
        ("the number of games cannot be 20000", "20_000"),
        ("unknown figure 'length.turns.mean'; known: rotate", 'length.turns.mean" = {'),
        ("length.turns.mean: max cannot be 80", "80 }"),
        ("rotate cannot be true", "true"),
        ("rule target_score cannot be 100", ""),
        ("rule score cannot be 10", ""),
        ("games 20000, and rotate true", ""),
    ],
)
def test_a_line_is_shown_only_if_the_message_identifies_it(words: str, at: str) -> None:
    _, *shown = str(add_excerpt(UsageError(words), GOOD)).split("\n")
    if not at:
        assert shown == []
        return
    line, pointer = shown
    assert line[pointer.index("^") :].startswith(at)


# How studies are written ------------------------------------------------------------------------


names = st.text(LETTERS, max_size=12)
plain = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.text(LETTERS, max_size=12),
)
values: st.SearchStrategy[Any] = st.recursive(
    plain,
    lambda parts: st.one_of(st.lists(parts, max_size=3), st.dictionaries(names, parts, max_size=3)),
    max_leaves=12,
)


@given(fields=st.dictionaries(names, values, max_size=5))
def test_written_values_are_read_back_unchanged(fields: dict[str, Any]) -> None:
    assert tomllib.loads(study_text(fields)) == fields


@given(value=values)
def test_an_inline_value_is_one_line_and_is_read_back_unchanged(value: Any) -> None:
    text = to_inline_item(value).as_string()
    assert "\n" not in text
    assert tomllib.loads(f"value = {text}") == {"value": value}


def test_a_study_is_written_with_lists_over_lines_and_records_on_a_line() -> None:
    record = {"kind": "reef", "points": 2}
    fields = {
        "rules": {"deck": {"pass": 1}, "missions": ({**record}, {**record, "points": 3})},
        "game": "toy",
        "lineup": ["a", "b(c=0.5)"],
        "compare": {"arms": [{"label": "x", "lineup": []}, {"label": "y", "rules": record}]},
    }
    assert (
        study_text(fields)
        == """\
game = "toy"
lineup = [
    "a",
    "b(c=0.5)",
]

[rules]
missions = [
    {kind = "reef", points = 2},
    {kind = "reef", points = 3},
]

[rules.deck]
pass = 1

[[compare.arms]]
label = "x"
lineup = []

[[compare.arms]]
label = "y"

[compare.arms.rules]
kind = "reef"
points = 2
"""
    )


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_the_pinned_studies_have_the_layout_of_written_studies(seed: Path) -> None:
    text = seed.read_text(encoding="utf-8")
    comments = "".join(line for line in text.splitlines(True) if line.startswith("#"))
    assert comments + study_text(tomllib.loads(text)) == text
