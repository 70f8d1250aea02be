"""The pydantic models of study files, from which their JSON schema is made.

Importing pydantic is slow, so only functions that read study files or targets import this module.
The messages of errors are in `simulate.study.reading`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pydantic
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Tag,
    WithJsonSchema,
)
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from simulate.errors import UsageError
from simulate.rules.kinds import written
from simulate.study import DEFAULT_SEED, MOST_GAMES, MOST_SEED, parse_games
from simulate.study.precision import USUAL, flatten_tables, read_precision


@dataclass(frozen=True)
class ErrorText:
    """Texts of error messages about a field. They are part of the field's annotation."""

    #: A description of the allowed values, which follows "it must be " in messages.
    allowed: str
    #: For a required field: the end of the message if it is missing, after the name of the file.
    missing: str = ""


#: The type of pydantic errors whose messages are printed unchanged.
OWN_ERROR = "own_error"
#: The maximum number of characters of an arm's label, which appears in tables and below charts.
LONGEST_LABEL = 100
#: The value of optional fields that a file does not set. Their descriptions state the defaults.
NOT_GIVEN: Any = None


class FileTable(BaseModel):
    """The base class of tables of a study file, which may have only the declared keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _optional(description: str, **schema: Any) -> Any:
    """Return the declaration of an optional field.

    `schema` has additional keywords for the JSON schema.
    """
    return Field(default=NOT_GIVEN, description=description, json_schema_extra=schema or None)


def _plan(command: str) -> Any:
    """Return the declaration of the optional field for the table of a command."""
    field = _optional(f"The options of 'fathom {command}'.")
    field.metadata.append(ErrorText(f"a table for 'fathom {command}'"))
    return field


def _own_error(message: str) -> PydanticCustomError:
    """Return a pydantic error whose message is printed unchanged."""
    return PydanticCustomError(OWN_ERROR, "{message}", {"message": message})


def _check_precision(precision: Any) -> Any:
    """Return a precision unchanged; raise a pydantic error if it is invalid."""
    if isinstance(precision, Mapping) and not flatten_tables(precision):
        raise _own_error(f'precision names no figure; write for example {{ {USUAL} = "0.1pp" }}')
    try:
        read_precision(precision)
    except UsageError as error:
        raise _own_error(str(error)) from None
    return precision


def _read_games(games: Any) -> Any:
    """Return the number for a text such as "200k", as the command line takes it.

    Other values are returned unchanged. An invalid text raises a pydantic error.
    """
    if not isinstance(games, str):
        return games
    try:
        return parse_games(games)
    except UsageError as error:
        raise _own_error(str(error)) from None


Number = Annotated[float, Field(ge=-math.inf)]  # This excludes NaN.
Whole = Annotated[int, ErrorText("a whole number")]
Games = Annotated[
    int,
    BeforeValidator(_read_games),
    WithJsonSchema({"type": ["integer", "string"], "minimum": 1, "maximum": MOST_GAMES}),
    ErrorText('a whole number, or a text such as "200k"'),
]
Truth = Annotated[bool, ErrorText("true or false")]
Strategy = Annotated[str, ErrorText("a strategy in quotes")]
Strategies = Annotated[list[str], ErrorText("a list of strategies, each in quotes")]


class TargetTable(FileTable):
    """The target of one figure: a minimum, a maximum, or a distance from a value."""

    min: Number = _optional("The smallest value that the figure may have.")
    max: Number = _optional("The largest value that the figure may have.")
    within: Number = _optional(
        "The largest distance between the figure and the value in 'of'.", minimum=0
    )
    of: Number = _optional(
        "The value that 'within' is measured from. Not needed for first_player_advantage."
    )
    robust: bool = Field(
        default=False,
        description="Whether the target has to be met by all player levels; judged by "
        "'fathom run' and 'fathom report'.",
    )

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    @pydantic.model_validator(mode="after")
    def _go_together(self) -> TargetTable:
        bounds = {name: getattr(self, name) for name in self.model_fields_set - {"robust"}}
        if not bounds:
            raise ValueError
        low = bounds.get("min", -math.inf)
        high = bounds.get("max", math.inf)
        if "within" in bounds and bounds.keys() & {"min", "max"}:
            raise _own_error(
                " has 'within' with 'min' or 'max'; use either 'within', or 'min' and 'max'"
            )
        if "of" in bounds and "within" not in bounds:
            raise _own_error(": 'of' also needs 'within', as in { of = 0.25, within = 0.02 }")
        if bounds.get("within", 0.0) < 0:
            raise _own_error(f": within cannot be {written(bounds['within'])}; give 0 or more")
        if low > high:
            raise _own_error(
                f": min {written(low)} is above max {written(high)}; exchange them or correct one"
            )
        return self


#: The kinds of tables in ``[targets]``: the target of one figure, or a table of several targets.
#: They are part of the locations (``loc``) of pydantic's errors.
ONE, SEVERAL = ":one", ":several"


def target_table_kind(value: Any) -> str:
    """Return `ONE` or `SEVERAL`, the kind of a table in ``[targets]``.

    A TOML parser turns unquoted paths of figures into nested tables, which are of kind `SEVERAL`.
    """
    has_tables = isinstance(value, Mapping) and any(
        isinstance(part, Mapping) for part in value.values()
    )
    return SEVERAL if has_tables else ONE


OneOrSeveral = Annotated[
    Annotated[TargetTable, Tag(ONE)]
    | Annotated["TargetTables", Field(json_schema_extra={"minProperties": 1}), Tag(SEVERAL)],
    pydantic.Discriminator(target_table_kind),
]


class TargetTables(pydantic.RootModel[dict[str, OneOrSeveral]]):
    """Targets by the path of their figure. The parts of a path may be nested tables."""

    model_config = ConfigDict(frozen=True, strict=True)


#: The JSON schema of the precision of one figure.
_WIDTH: dict[str, Any] = {"type": ["number", "string"], "minimum": 0}


class StudyOrArmTable(FileTable):
    """The keys for players and rules, which a study file and each of its arms can have."""

    variant: Annotated[str, ErrorText("a variant's name in quotes")] = _optional(
        "A named set of rules, or a file with house rules; 'fathom rules GAME' lists the variants."
    )
    players: Whole = _optional(
        "The number of players (default: 4, or the nearest possible number)."
    )
    lineup: Annotated[
        list[str],
        Field(min_length=1),
        ErrorText("a list of strategies, at least one and each in quotes"),
    ] = _optional(
        "The strategies: one for all seats, or one for each seat (see rotate), such as 'planner' "
        "or 'planner(attack=0.8)'; 'fathom strategies GAME' lists them."
    )
    rotate: Truth = Field(
        default=True, description="Whether each deal is played in every rotation of the line-up."
    )
    rules: Annotated[dict[str, Any], ErrorText("a table of rules")] = _optional(
        "Values of rules that differ from the variant, such as target_score = 10 or deck.pass = 3; "
        "'fathom rules GAME --toml' prints all of them."
    )
    targets: Annotated[TargetTables, ErrorText("a table of targets")] = _optional(
        'Targets by the path of the figure, such as "length.turns.mean" = { max = 60 }; '
        "'fathom run GAME --json' has all figures."
    )


class ArmTable(StudyOrArmTable):
    """An arm of a comparison. Its keys override the same keys of the file."""

    label: Annotated[
        str,
        Field(min_length=1, max_length=LONGEST_LABEL),
        ErrorText(
            f"a name in quotes, of at most {LONGEST_LABEL} characters",
            ' has no label; add a line like label = "expert"',
        ),
    ] = Field(description="The name of the arm.")


class CompareTable(FileTable):
    """The arms of a comparison, which are played on the same deals."""

    arms: Annotated[
        list[ArmTable],
        ErrorText(
            'a list of tables like [[compare.arms]] with label = "expert" and variant = "expert"',
            ": [compare] lists its arms, each a table like [[compare.arms]] with label = "
            '"expert" and variant = "expert", and may also have margins = ["0.5pp", "1%"]',
        ),
    ] = Field(
        description="The arms. The first is compared with each of the others.",
        json_schema_extra={"minItems": 2},
    )
    margins: Annotated[list[str], ErrorText("a list of values of --margin, each in quotes")] = (
        _optional(
            "The margins within which figures count as equal: one for rates, such as '0.5pp', and "
            "one for other figures, such as '1%'."
        )
    )


class SweepTable(FileTable):
    """Values of rules to play, and the figures to report for each."""

    vary: Annotated[list[str], ErrorText("a list of values of --vary, each in quotes")] = _optional(
        "One or two rules with their values, such as 'target_score=8:20:2' or "
        "'starter=same,winner'. The number of players and the variant can be varied as well."
    )
    figures: Annotated[list[str], ErrorText("a list of values of --figure, each in quotes")] = (
        _optional("The paths of the figures to report.")
    )
    skip_impossible: Truth = Field(
        default=False, description="Whether to leave out combinations that are not allowed."
    )


class TuneTable(FileTable):
    """Rules whose values Fathom chooses so that all targets are met."""

    vary: Annotated[list[str], ErrorText("a list of values of --vary, each in quotes")] = _optional(
        "Rules with their values, such as 'target_score=8:20:2'. For a name without values, Fathom "
        "chooses the values; 'all' means every rule with a single value."
    )
    players: Annotated[list[int], ErrorText("a list of whole numbers")] = _optional(
        "Numbers of players. All targets have to be met with each of them."
    )
    keep: Annotated[list[str], ErrorText("a list of names of rules, each in quotes")] = _optional(
        "Rules that stay as they are, although 'all' would vary them."
    )
    max_changes: Whole = _optional(
        "The most rules that a version may change at once (default: any number).", minimum=1
    )


class PlaytestTable(FileTable):
    """Real games with which simulated games are compared."""

    log: Annotated[str, ErrorText("a file's name in quotes")] = _optional(
        "The spreadsheet of real games, a CSV file in the folder of this file."
    )
    strategies: Strategies = _optional(
        "Strategies to compare real players with, added to the game's own; each plays all seats."
    )


class TournamentTable(FileTable):
    """Strategies that play against each other."""

    strategies: Strategies = _optional(
        "The strategies, at least two (default: all bundled strategies of the game except search)."
    )


class LadderTable(FileTable):
    """Strategies that each play one seat among the same opponents."""

    against: Strategy = _optional(
        "The strategy in all other seats (default: the game's default strategy)."
    )
    strategies: Strategies = _optional(
        "The strategies to rank (default: all bundled strategies of the game, including search)."
    )
    rollouts: Annotated[list[int], ErrorText("a list of whole numbers")] = _optional(
        "The numbers of rollouts of strategies that think ahead (default: 8 and 32; fewer if the "
        "game is long)."
    )
    slow_games: Whole = _optional(
        "The number of games for each strategy that thinks ahead (default: fewer than for other "
        "strategies, depending on the numbers of rollouts and the length of the game).",
        minimum=1,
        maximum=MOST_GAMES,
    )


class AskTable(FileTable):
    """The strategy with which the costs of handicaps are measured."""

    player: Strategy = _optional(
        "The strategy in all seats, with a handicap in one seat (default: the game's default "
        "strategy)."
    )


class WhenTable(FileTable):
    """Events, and the figure to report for the games in which they happen."""

    events: Annotated[
        list[str], ErrorText("a list of events as in 'fathom when GAME', each in quotes")
    ] = _optional(
        "The events, in the order in which they happen, such as 'seat 1 leads by 3 after round 2'."
    )
    then: Annotated[str, ErrorText("a figure's path in quotes")] = _optional(
        "The figure to report (default: the win rate of the seat that the event is about)."
    )


class SetupsTable(FileTable):
    """Deals that are played several times each."""

    deal: Annotated[str, ErrorText("a deal or a range in quotes, such as '1..500'")] = _optional(
        "The deals, by number, such as '17' or '1..500' (default: '1..200')."
    )
    repeat: Whole = _optional(
        "The number of plays of each deal (default: 100).", minimum=2, maximum=1_000_000
    )


class EmptyTable(FileTable):
    """The table of a command that has no options of its own."""


class StudyFile(StudyOrArmTable):
    """A study for Fathom: a game, its rules, the strategies, the number of games, and targets."""

    model_config = ConfigDict(title="Fathom study")

    game: Annotated[
        str,
        ErrorText(
            "a game's name in quotes",
            ' does not say which game: add a line like game = "snorkeling"',
        ),
    ] = Field(description="The game's name; 'fathom games' lists them.")
    games: Games = _optional(
        'The number of games, rotations included, such as 200_000 or "200k" (default: 20000, with '
        "events 4000, with search 400). With a precision or until_decided, the maximum."
    )
    deals: Annotated[
        list[str], Field(min_length=1), ErrorText('a list of ranges, as ["0:1000000"]')
    ] = _optional(
        "Ranges of deals to play instead of the first deals, each as the first deal and the deal "
        "after the last. With them, several machines can share a study, whose results 'fathom "
        "merge' adds up."
    )
    seed: Whole = Field(
        default=DEFAULT_SEED,
        description="The seed of all chance: the same seed gives the same games.",
        json_schema_extra={"minimum": 0, "maximum": MOST_SEED},
    )
    precision: Annotated[
        Any,
        AfterValidator(_check_precision),
        ErrorText('a number, a text such as "0.5pp", or a table of numbers or texts by figure'),
    ] = _optional(
        "Play until the interval of the first-player advantage has this half width: a number in "
        "shares of 1, such as 0.005, or a text with a unit, such as '0.5pp'. Or a table with a "
        'half width for each figure, such as seat_spread = "0.5pp". Numbers are in shares of 1 for '
        "rates and in the figure's own unit for other figures; texts have a unit, such as "
        "'0.2 min' or '2%'.",
        anyOf=[_WIDTH, {"type": "object", "minProperties": 1}],
    )
    until_decided: Annotated[
        bool | Annotated[float, Field(gt=0, lt=1)],
        ErrorText("true, false, or a confidence above 0 and below 1, such as 0.99"),
    ] = _optional(
        "Play until all targets are decided; 'games' is the maximum (default: true in a study with "
        "targets and no number of games). A number is the confidence (default: 0.95)."
    )
    house: Annotated[dict[str, Any], ErrorText("a table of rules")] = _optional(
        "House rules: values of rules as in the table of rules, which comes after them."
    )
    noted: Annotated[dict[str, Whole], ErrorText("a table of whole numbers")] = _optional(
        "Notes of draws: slips = 0, the same as --cards, gives the effect of drawing each card."
    )
    events: Annotated[
        dict[str, str | Annotated[list[str], Field(min_length=1)]],
        ErrorText('a table of events, such as early_panic = "plays Panic twice"'),
    ] = _optional(
        "Events to find in every game, by a name of your choice, as typed for 'fathom when GAME'; "
        "or a list of events in the order in which they happen. The figure 'counts.NAME' is the "
        "share of games in which the event happens."
    )
    tally_id: Annotated[str, ErrorText("a fingerprint in quotes")] = _optional(
        "The fingerprint that the study must reproduce, as written by a run."
    )
    pinned: Annotated[dict[str, Any], ErrorText("a table, as written by a run")] = _optional(
        "More numbers that the study must reproduce, as written by a run."
    )
    compare: CompareTable = _plan("compare")
    sweep: SweepTable = _plan("sweep")
    tune: TuneTable = _plan("tune")
    playtest: PlaytestTable = _plan("playtest")
    tournament: TournamentTable = _plan("tournament")
    ladder: LadderTable = _plan("ladder")
    ask: AskTable = _plan("ask")
    when: WhenTable = _plan("when")
    cards: EmptyTable = _plan("cards")
    waiting: EmptyTable = _plan("waiting")
    setups: SetupsTable = _plan("setups")


#: The commands whose options can be in a table of the same name in a study file.
PLANS = [
    name
    for name, field in StudyFile.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, FileTable)
]


class _Schema(GenerateJsonSchema):
    """Makes a JSON schema without titles and null defaults, which editors do not need."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        with_null = super().default_schema(schema)
        return {
            name: value for name, value in with_null.items() if (name, value) != ("default", None)
        }


def study_schema() -> dict[str, Any]:
    """Return the JSON schema of study files, with which editors check and complete them."""
    schema = StudyFile.model_json_schema(schema_generator=_Schema)
    return {"$schema": _Schema.schema_dialect, **schema}
