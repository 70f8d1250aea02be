"""The kinds of findings of ``fathom check``."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """A kind of finding. Its value is the field ``rule`` in JSON, which never changes."""

    # Of a file that cannot be loaded.
    SYNTAX_ERROR = "syntax-error"
    UNKNOWN_IMPORT = "unknown-import"
    UNKNOWN_NAME = "unknown-name"
    WRONG_DECLARATION = "wrong-declaration"
    NO_GAME = "no-game"
    LOADING_FAILS = "loading-fails"
    # Of lines that Python accepts and that cannot be meant.
    COMPARED_WITH_TEXT = "compared-with-text"
    UNREAD_VARIABLE = "unread-variable"
    SWAPPED_OPERATOR = "swapped-operator"
    FUNCTION_NOT_GIVEN = "function-not-given"
    NUMBER_IN_SET = "number-in-set"
    REPEATED_KEY = "repeated-key"
    REPEATED_NAME = "repeated-name"
    OTHER_DECK = "other-deck"
    # Of code that fails.
    CODE_FAILS = "code-fails"
    UNKNOWN_FIELD = "unknown-field"
    MISSING_COMPONENT = "missing-component"
    WRONG_CALL = "wrong-call"
    MISSING_RETURN = "missing-return"
    WRONG_VALUE = "wrong-value"
    ARRAY_AS_CONDITION = "array-as-condition"
    CHANGEABLE_DEFAULT = "changeable-default"
    SECRET_OF_OTHER_SEAT = "secret-of-other-seat"
    PRINTS = "prints"
    DIVISION_BY_ZERO = "division-by-zero"
    INDEX_OUT_OF_RANGE = "index-out-of-range"
    NOT_COMPILED = "not-compiled"
    ENDLESS_STEP = "endless-step"
    ILLEGAL_CHOICE = "illegal-choice"
    # Of whole games.
    ENDLESS_GAME = "endless-game"
    NOT_REPEATABLE = "not-repeatable"
    COMPILED_DIFFERS = "compiled-differs"
    NO_TURN_ENDS = "no-turn-ends"
    SEAT_NEVER_ACTS = "seat-never-acts"
    IMPOSSIBLE_WINNER = "impossible-winner"
    NOBODY_WINS = "nobody-wins"
    EVERYBODY_WINS = "everybody-wins"
    SEAT_NEVER_WINS = "seat-never-wins"
    SEAT_ALWAYS_WINS = "seat-always-wins"
    UNFAIR_TIE = "unfair-tie"
    UNEVEN_SIDES = "uneven-sides"
    COUNT_OUT_OF_BOUNDS = "count-out-of-bounds"
    UNUSED_FIELD = "unused-field"
    UNUSED_COUNT = "unused-count"
    RULE_WITHOUT_EFFECT = "rule-without-effect"
    ACTION_NEVER_OFFERED = "action-never-offered"
    ACTION_NEVER_CHOSEN = "action-never-chosen"
    ACTION_WITHOUT_NAME = "action-without-name"
    IMPOSSIBLE_REDEAL = "impossible-redeal"
    NO_REDEAL = "no-redeal"
    # Of steps.
    WRONG_MENU = "wrong-menu"
    ENDLESS_TURN = "endless-turn"
    TWO_TURNS = "two-turns"
    LEGAL_CHANGES_STATE = "legal-changes-state"
    WRONG_REDEAL = "wrong-redeal"
    UNWRITTEN_BY_REDEAL = "unwritten-by-redeal"
    ILLEGAL_AFTER_REDEAL = "illegal-after-redeal"
    HIDDEN_INFORMATION = "hidden-information"
    FAILS_AFTER_REDEAL = "fails-after-redeal"
    LOST_COMPONENT = "lost-component"
    FIELDS_DISAGREE = "fields-disagree"
    WRONG_SEAT = "wrong-seat"
    SCORE_OF_SEAT_OUT = "score-of-seat-out"
    FALLING_NUMBER = "falling-number"
    LARGE_NUMBER = "large-number"
    NOT_DESCRIBED = "not-described"

    @property
    def meaning(self) -> str:
        """The mistake in a game that has a finding of this kind."""
        return _MEANINGS[self]


_MEANINGS = {
    Kind.SYNTAX_ERROR: "the file is not valid Python",
    Kind.UNKNOWN_IMPORT: "the file imports a module or name that does not exist",
    Kind.UNKNOWN_NAME: "the file uses a name that it neither defines nor imports",
    Kind.WRONG_DECLARATION: "a component, a rule or game(...) has a wrong argument",
    Kind.NO_GAME: "the file has no GAME = game(...)",
    Kind.LOADING_FAILS: "the file raises another error while it is loaded",
    Kind.COMPARED_WITH_TEXT: "a number is compared with a text, and they are never equal",
    Kind.UNREAD_VARIABLE: "a variable has the name of a field, and nothing reads it",
    Kind.SWAPPED_OPERATOR: "=+ or =- is written in place of += or -=",
    Kind.FUNCTION_NOT_GIVEN: "a function such as redeal is written and not given to game(...)",
    Kind.NUMBER_IN_SET: "a number is added to a set without bit(...)",
    Kind.REPEATED_KEY: "a key is written twice, such as an action in actions={...}",
    Kind.REPEATED_NAME: "a strategy, function or component takes the name of another",
    Kind.OTHER_DECK: "the text at the top of the file has another number of cards",
    Kind.CODE_FAILS: "a function of the game, or a strategy, raises an error",
    Kind.UNKNOWN_FIELD: "a function reads a field or attribute that does not exist",
    Kind.MISSING_COMPONENT: "a component is used that the game does not list in components=",
    Kind.WRONG_CALL: "a function is called with the wrong number of arguments",
    Kind.MISSING_RETURN: "the value of a function is used, and the function returns none",
    Kind.WRONG_VALUE: "a text or a fraction is written to a field or returned as an action",
    Kind.ARRAY_AS_CONDITION: "a field with several numbers is used as a condition",
    Kind.CHANGEABLE_DEFAULT: "the default of a parameter is a list, a dictionary or a set",
    Kind.SECRET_OF_OTHER_SEAT: "a strategy reads secret numbers of another seat",
    Kind.PRINTS: "a function of the game, or a strategy, prints",
    Kind.DIVISION_BY_ZERO: "a function divides by zero",
    Kind.INDEX_OUT_OF_RANGE: "an index is beyond the end of a field, or is not needed",
    Kind.NOT_COMPILED: "a function uses Python that the compiler does not know",
    Kind.ENDLESS_STEP: "a function does not end",
    Kind.ILLEGAL_CHOICE: "a strategy chooses an action that is not offered",
    Kind.ENDLESS_GAME: "games do not end",
    Kind.NOT_REPEATABLE: "the same seed gives different games",
    Kind.COMPILED_DIFFERS: "the compiled and the interpreted game differ",
    Kind.NO_TURN_ENDS: "apply should end turns and never does",
    Kind.SEAT_NEVER_ACTS: "a seat never acts",
    Kind.IMPOSSIBLE_WINNER: "a seat that is not at the table, or only a part of a side, wins",
    Kind.NOBODY_WINS: "nobody ever wins",
    Kind.EVERYBODY_WINS: "all seats, or the players together, win every game",
    Kind.SEAT_NEVER_WINS: "a seat never wins",
    Kind.SEAT_ALWAYS_WINS: "a seat wins every game",
    Kind.UNFAIR_TIE: "ties always end alike, or are won by a seat that is not in front",
    Kind.UNEVEN_SIDES: "a number of players in seats= cannot form sides of equal size",
    Kind.COUNT_OUT_OF_BOUNDS: "a count has a value that it cannot have",
    Kind.UNUSED_FIELD: "a component or field never changes",
    Kind.UNUSED_COUNT: "a count is 0 in every game",
    Kind.RULE_WITHOUT_EFFECT: "no value of a rule changes anything",
    Kind.ACTION_NEVER_OFFERED: "an action has a name and is never offered",
    Kind.ACTION_NEVER_CHOSEN: "no strategy ever chooses an action",
    Kind.ACTION_WITHOUT_NAME: "an action is offered and has no name",
    Kind.IMPOSSIBLE_REDEAL: "redeal gives a seat cards that it cannot have",
    Kind.NO_REDEAL: "the game has own or hidden fields, and no redeal",
    Kind.WRONG_MENU: "an action is offered twice, or has a number below 0",
    Kind.ENDLESS_TURN: "a turn without a choice does not end",
    Kind.TWO_TURNS: "one action ends two turns",
    Kind.LEGAL_CHANGES_STATE: "legal changes the state of the game",
    Kind.WRONG_REDEAL: "redeal changes what its seat sees, or the number of cards",
    Kind.UNWRITTEN_BY_REDEAL: "redeal leaves a hidden field unwritten, or reads it too early",
    Kind.ILLEGAL_AFTER_REDEAL: "a secret choice is not legal after redeal",
    Kind.HIDDEN_INFORMATION: "legal actions depend on what the seat cannot see",
    Kind.FAILS_AFTER_REDEAL: "the game cannot be continued after redeal",
    Kind.LOST_COMPONENT: "a card or piece is lost or doubled",
    Kind.FIELDS_DISAGREE: "the fields of a component are changed without its functions",
    Kind.WRONG_SEAT: "a seat is to act that is out of the game or sits out",
    Kind.SCORE_OF_SEAT_OUT: "the score of a seat changes that is out of the game",
    Kind.FALLING_NUMBER: "turns, rounds or standings fall",
    Kind.LARGE_NUMBER: "a score or count grows without limit",
    Kind.NOT_DESCRIBED: "an action or a position cannot be described in words",
}
