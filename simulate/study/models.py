"""What a study file may hold: models that check it, and the schema that they give.

Only who reads a study file or targets imports this: pydantic takes its time. What is told of
an error is in `simulate.study.reading`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import pydantic
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Tag
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from simulate.errors import UsageError
from simulate.rules.kinds import written
from simulate.study import DEFAULT_SEED, MOST_GAMES, MOST_SEED
from simulate.study.precision import USUAL, flatten_tables, read_precision


@dataclass(frozen=True)
class ErrorText:
    """What an error says of a field, beside it in its annotation."""

    #: Ends "it is …".
    allowed: str
    #: Follows the name of the file, if the field has to be there and is not.
    missing: str = ""


#: The longest name of an arm, which stands in tables and below charts.
LONGEST_LABEL = 100
#: Stands for what a file leaves out; what holds then is told by descriptions.
NOT_GIVEN: Any = None


class FileTable(BaseModel):
    """A table of a study file, which holds nothing but what it declares."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _said(description: str, **schema: Any) -> Any:
    """Return a field that may be left out; its default is told by the description."""
    return Field(default=NOT_GIVEN, description=description, json_schema_extra=schema or None)


def _plan(command: str, does: str) -> Any:
    """Return the field of a command's table, which may be left out."""
    field = _said(f"What 'fathom {command}' {does}")
    field.metadata.append(ErrorText(f"a table for 'fathom {command}'"))
    return field


def _apart(why: str) -> PydanticCustomError:
    """Make an error whose words are told as they are."""
    return PydanticCustomError("apart", "{why}", {"why": why})


def _is_precise(precision: Any) -> Any:
    if isinstance(precision, Mapping) and not flatten_tables(precision):
        raise _apart(f'precision names no figure; write for example {{ {USUAL} = "0.1pp" }}')
    try:
        read_precision(precision)
    except UsageError as error:
        raise _apart(str(error)) from None
    return precision


Number = Annotated[float, Field(ge=-math.inf)]  # no NaN
Whole = Annotated[int, ErrorText("a whole number")]
Truth = Annotated[bool, ErrorText("true or false")]
Strategy = Annotated[str, ErrorText("a strategy in quotes")]
Strategies = Annotated[list[str], ErrorText("a list of strategies, each in quotes")]


class TargetTable(FileTable):
    """What is wanted of one figure: at least, at most, or within so much of a value."""

    min: Number = _said("The least that the figure may be.")
    max: Number = _said("The most that the figure may be.")
    within: Number = _said("How far the figure may be from the value in 'of'.", minimum=0)
    of: Number = _said("The value that 'within' is about; first_player_advantage needs none.")
    robust: bool = Field(
        default=False,
        description="Whether it is to be met whoever plays; judged by "
        "'fathom run' and 'fathom report'.",
    )

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    @pydantic.model_validator(mode="after")
    def _go_together(self) -> TargetTable:
        asked = {name: getattr(self, name) for name in self.model_fields_set - {"robust"}}
        if not asked:
            raise ValueError
        low, high = asked.get("min", -math.inf), asked.get("max", math.inf)
        if "within" in asked and asked.keys() & {"min", "max"}:
            raise _apart(" has both within and min or max; give one of them")
        if "of" in asked and "within" not in asked:
            raise _apart(": of needs within, as in { of = 0.25, within = 0.02 }")
        if asked.get("within", 0.0) < 0:
            raise _apart(f": within cannot be {written(asked['within'])}; give 0 or more")
        if low > high:
            raise _apart(f": min {written(low)} is above max {written(high)}")
        return self


#: Stand in the places of errors for which of the two a table in ``[targets]`` is.
ONE, SEVERAL = ":one", ":several"


def target_table_kind(value: Any) -> str:
    """Tell the target of a figure from a table of several, which TOML makes of unquoted paths."""
    nested = isinstance(value, Mapping) and any(isinstance(v, Mapping) for v in value.values())
    return SEVERAL if nested else ONE


OneOrSeveral = Annotated[
    Annotated[TargetTable, Tag(ONE)]
    | Annotated["TargetTables", Field(json_schema_extra={"minProperties": 1}), Tag(SEVERAL)],
    pydantic.Discriminator(target_table_kind),
]


class TargetTables(pydantic.RootModel[dict[str, OneOrSeveral]]):
    """Targets by the path of their figure, whose parts may be tables in each other."""

    model_config = ConfigDict(frozen=True, strict=True)


#: As the schema has it: a precision of one figure.
_WIDTH: dict[str, Any] = {"type": ["number", "string"], "minimum": 0}


class StudyFields(FileTable):
    """What a study and each of the studies that are compared can say: who plays, by which rules."""

    variant: Annotated[str, ErrorText("a variant's name in quotes")] = _said(
        "A named set of rules; 'fathom rules GAME' lists the variants."
    )
    players: Whole = _said(
        "How many players sit at the table (default: 4, or the nearest number that can play)."
    )
    lineup: Annotated[
        list[str],
        Field(min_length=1),
        ErrorText("a list of strategies, at least one and each in quotes"),
    ] = _said(
        "Who plays: one strategy for every seat, or one for each, as 'planner' or "
        "'planner(attack=0.8)'; 'fathom strategies GAME' lists them."
    )
    rotate: Truth = Field(
        default=True, description="Whether each deal is played in every rotation of the line-up."
    )
    rules: Annotated[dict[str, Any], ErrorText("a table of rules")] = _said(
        "Rules that differ from the variant, as target_score = 10 or deck.pass = 3; "
        "'fathom rules GAME --toml' prints all of them."
    )
    targets: Annotated[TargetTables, ErrorText("a table of targets")] = _said(
        'What the designer wants, by the figure\'s path: "length.turns.mean" = { max = 60 }; '
        "'fathom run GAME --json' has all figures."
    )


class ArmTable(StudyFields):
    """One of the studies that are compared: what it says goes before the rest of the file."""

    label: Annotated[
        str,
        Field(min_length=1, max_length=LONGEST_LABEL),
        ErrorText(
            f"a name in quotes, of at most {LONGEST_LABEL} letters",
            ' has no label; add a line like label = "expert"',
        ),
    ] = Field(description="What the arm is called.")


class CompareTable(FileTable):
    """Studies that are played on the same deals, each an arm."""

    arms: Annotated[
        list[ArmTable],
        ErrorText(
            'a list of tables like [[compare.arms]] with label = "expert" and variant = "expert"',
            ": [compare] holds its arms, each a table like [[compare.arms]] with label = "
            '"expert" and variant = "expert", and at most margins = ["0.5pp", "1%"] besides',
        ),
    ] = Field(
        description="What is compared, the first with every other.",
        json_schema_extra={"minItems": 2},
    )
    margins: Annotated[list[str], ErrorText("a list of texts as after --margin")] = _said(
        "Within how much figures count as the same: one for rates, as '0.5pp', and "
        "one for other figures, as '1%'."
    )


class SweepTable(FileTable):
    """Values of rules that are each played, and the figures told of them."""

    vary: Annotated[list[str], ErrorText("a list of texts as after --vary")] = _said(
        "One or two rules with their values, as 'target_score=8:20:2' or "
        "'starter=same,winner'; players and variant too."
    )
    figures: Annotated[list[str], ErrorText("a list of figures as after --figure")] = _said(
        "Paths of the figures to tell."
    )
    skip_impossible: Truth = Field(
        default=False, description="Whether to leave out values that do not go together."
    )


class TuneTable(FileTable):
    """Rules to choose values of, so that all targets are met."""

    vary: Annotated[list[str], ErrorText("a list of texts as after --vary")] = _said(
        "Rules with their values, any number, as 'target_score=8:20:2'; a name alone for sensible "
        "values; 'all' for every rule that is one value."
    )
    players: Annotated[list[int], ErrorText("a list of whole numbers")] = _said(
        "Numbers of players for each of which all is to be met."
    )


class PlaytestTable(FileTable):
    """Real games that simulated ones are compared with."""

    log: Annotated[str, ErrorText("a file's name in quotes")] = _said(
        "The spreadsheet of real games, a CSV file, beside this file."
    )
    strategies: Strategies = _said(
        "Who may be at the table besides the game's own strategies, each in every seat."
    )


class TournamentTable(FileTable):
    """Strategies that play each other."""

    strategies: Strategies = _said(
        "Who competes, at least two; all bundled strategies of the game but search unless said."
    )


class LadderTable(FileTable):
    """Strategies that each play alone at the same table."""

    against: Strategy = _said("Who has all other seats; the game's usual strategy unless said.")
    strategies: Strategies = _said(
        "Who climbs the ladder; all bundled strategies of the game unless said, search included."
    )
    rollouts: Annotated[list[int], ErrorText("a list of whole numbers")] = _said(
        "The budgets of who thinks ahead; 16, 64 and 256 unless said."
    )
    slow_games: Whole = _said(
        "Games of each who thinks ahead; unless said fewer than of the others, by the "
        "largest budget.",
        minimum=1,
        maximum=MOST_GAMES,
    )


class AskTable(FileTable):
    """Questions to the game: what one player's handicap costs among others without it."""

    player: Strategy = _said(
        "Who plays, but for the handicaps; the game's usual strategy unless said."
    )


class WhenTable(FileTable):
    """What is to happen in games, and what is told of those in which it does."""

    events: Annotated[list[str], ErrorText("a list of events as after 'fathom when GAME'")] = _said(
        "What happens, one after another, as 'seat 1 leads by 3 after round 2'."
    )
    then: Annotated[str, ErrorText("a figure's path in quotes")] = _said(
        "The figure that is told; the wins of the seat that it is about unless said."
    )


class EmptyTable(FileTable):
    """What a command is to play that has no options of its own; it says nothing besides."""


class StudyFile(StudyFields):
    """A study for Fathom: a game, its rules, who plays, how many games, and what is wanted."""

    model_config = ConfigDict(title="Fathom study")

    game: Annotated[
        str,
        ErrorText(
            "a game's name in quotes",
            ' does not say which game: add a line like game = "snorkeling"',
        ),
    ] = Field(description="The game's name; 'fathom games' lists them.")
    games: Whole = _said(
        "How many games to play, rotations included; 100 000 unless said, 4000 with events, or 400 "
        "with search; with a precision, or until all is decided, the most.",
        minimum=1,
        maximum=MOST_GAMES,
    )
    deals: Annotated[
        list[str], Field(min_length=1), ErrorText('a list of ranges, as ["0:1000000"]')
    ] = _said(
        "Which deals to play, each range as the first deal and the one after the "
        "last, instead of the first ones; so machines can share a study, and 'fathom merge' "
        "adds what they found."
    )
    seed: Whole = Field(
        default=DEFAULT_SEED,
        description="Which games of all those possible: the same seed plays the same games.",
        json_schema_extra={"minimum": 0, "maximum": MOST_SEED},
    )
    precision: Annotated[
        Any,
        AfterValidator(_is_precise),
        ErrorText('a number, a text as "0.5pp", or a table of these by figure'),
    ] = _said(
        "Play until the first-player advantage is known to within this much: of a "
        "rate in shares of 1, as 0.005, and of others in their own unit; or a text with the unit, "
        "as '0.5pp', '0.2 min' or '2%'. A table of these by figure plays until all are known so: "
        'seat_spread = "0.5pp".',
        anyOf=[_WIDTH, {"type": "object", "minProperties": 1}],
    )
    until_decided: Annotated[
        bool | Annotated[float, Field(gt=0, lt=1)],
        ErrorText("true, false, or how sure to be, above 0 and below 1, as 0.99"),
    ] = _said(
        "Play until all targets are decided, 'games' being the most; true where a "
        "study has targets and no number of games. A number is how sure to be, 0.95 unless said."
    )
    noted: Annotated[dict[str, Whole], ErrorText("a table of whole numbers")] = _said(
        "What is noted of draws: slips = 0, as --cards says, tells what drawing each card brings."
    )
    events: Annotated[
        dict[str, str | Annotated[list[str], Field(min_length=1)]],
        ErrorText('a table of events, as early_panic = "plays Panic twice"'),
    ] = _said(
        "What is looked for in every game, by name, in words as after 'fathom when GAME', or a "
        "list of what happens one after another; 'counts.NAME' is the share of games with it."
    )
    tally_id: Annotated[str, ErrorText("a fingerprint in quotes")] = _said(
        "The fingerprint that the study must give, as a run wrote it."
    )
    pinned: Annotated[dict[str, Any], ErrorText("a table of what must be counted")] = _said(
        "More of what the study must give, as a run wrote it."
    )
    compare: CompareTable = _plan("compare", "plays on the same deals.")
    sweep: SweepTable = _plan("sweep", "plays.")
    tune: TuneTable = _plan("tune", "looks through.")
    playtest: PlaytestTable = _plan("playtest", "compares.")
    tournament: TournamentTable = _plan("tournament", "plays.")
    ladder: LadderTable = _plan("ladder", "plays.")
    ask: AskTable = _plan("ask", "plays.")
    when: WhenTable = _plan("when", "looks for.")
    cards: EmptyTable = _plan("cards", "plays.")
    waiting: EmptyTable = _plan("waiting", "plays.")


#: Commands for which a study file can have a table of the same name, saying what they do.
PLANS = [
    name
    for name, field in StudyFile.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, FileTable)
]


class _Schema(GenerateJsonSchema):
    """Leaves out what an editor has no use for: titles made of names, and ``null``."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        found = super().default_schema(schema)
        return {name: value for name, value in found.items() if (name, value) != ("default", None)}


def study_schema() -> dict[str, Any]:
    """Return the JSON schema of study files, by which editors check and complete them."""
    schema = StudyFile.model_json_schema(schema_generator=_Schema)
    return {"$schema": _Schema.schema_dialect, **schema}
