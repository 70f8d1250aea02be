"""The folder that ``fathom new NAME --from FILE`` makes for a rulebook, with questions about it.

The questions are what rulebooks usually leave open. The lines that may answer them are found by
plain words, so they are only a guess.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

from simulate.errors import UsageError, printable_text
from simulate.input_files import decode, read_file

#: The endings of files with rulebooks.
ENDINGS = (".txt", ".md")
#: The largest size of a rulebook in bytes.
LARGEST = 1_000_000
#: The maximum number of lines that are quoted below a question.
MOST_QUOTED = 4
#: The maximum number of characters of a quoted line.
LONGEST_QUOTE = 240
#: The maximum number of columns of the file with the questions.
_WIDTH = 100


@dataclass(frozen=True)
class Question:
    """A question that rulebooks often leave open."""

    title: str
    text: str
    #: The part of the game's file that the answer decides.
    place: str
    #: Patterns of words in lines that may answer the question.
    words: tuple[str, ...]


#: A number in a rulebook, in digits or in words.
_NUMBER = r"(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"

QUESTIONS = (
    Question(
        "Number of players",
        "How many can play? What changes with their number: cards dealt, starting goods, the end?",
        "`seats`, `deal`",
        (
            rf"{_NUMBER} *(to|or|-|\u2013) *{_NUMBER} (players|persons|people)\b",
            r"players?\b",
            rf"for {_NUMBER} *(to|or|-|\u2013) *{_NUMBER}\b",
            rf"{_NUMBER} (players|persons|people)\b",
        ),
    ),
    Question(
        "Set-up",
        "What does each player begin with, and what lies on the table?",
        "`components`, `deal`",
        (r"set-?\s?up", r"deal(s|t)?\b", r"shuffle", r"each player (gets|receives|takes|has)"),
    ),
    Question(
        "Who starts",
        'Who takes the first turn? Make "the youngest" a rule or chance, as seats have no age.',
        "`table.seat` in `deal`",
        (r"(starts?|begins?)\b", r"(first|start(ing)?) player", r"youngest|oldest|last player to"),
    ),
    Question(
        "Start of later rounds",
        "Who starts later rounds or hands: the same player, the next one, the winner, the loser?",
        '`table.seat` before `end_round`, a rule with `about="who starts"`',
        (
            r"(next|new|each|following) (round|hand|game)",
            r"dealer",
            r"start(ing)? player",
            r"leads",
        ),
    ),
    Question(
        "A turn",
        "Which actions does a turn have, in which order, and how many of them?",
        "`legal`, `apply`, `turns`",
        (r"(on|in) (your|his|her|their) turn", r"turns?\b", r"actions?\b", r"(must|may|can) "),
    ),
    Question(
        "No legal action",
        "May a player pass? What happens to a player who can do nothing?",
        "`legal`",
        (
            r"pass(es)?\b",
            r"(cannot|can't|can not|unable|may not)",
            r"skip",
            r"(lose|miss)es? a turn",
        ),
    ),
    Question(
        "Choices at the same time",
        "Do players choose at the same time? Who acts first when the choices are revealed?",
        "`SecretChoices`",
        (r"simultaneous", r"same time", r"reveal", r"secret(ly)?\b", r"face[- ]down"),
    ),
    Question(
        "Hidden information",
        "Who may look at what: hands, face-down cards, discard piles, numbers of cards or points?",
        "`Hands`, `Pile`, `Shown`, `own=`",
        (
            r"face[- ](down|up)",
            r"(secret|hidden|conceal)",
            r"look (at|through)",
            r"show",
            r"hands?\b",
        ),
    ),
    Question(
        "Empty deck",
        "What happens if a card must be drawn and the deck is empty, and so is the discard pile?",
        "`Pile(..., refill=...)`, or `if table.deck_size > 0`",
        (
            r"(deck|draw pile|stack|bag)\b",
            r"(runs?|ran) out",
            r"empty",
            r"(re)?shuffle",
            r"exhausted",
        ),
    ),
    Question(
        "Used-up supply",
        "What if the bank has no more tokens, coins, tiles or pieces of a kind?",
        "`legal`, `apply`",
        (
            r"supply|bank|reserve|stock",
            r"(runs?|ran) out",
            r"no more|none left|not enough",
            r"limit",
        ),
    ),
    Question(
        "Limits",
        "Is there a limit to cards in a hand, pieces, or points? When is it enforced, and how?",
        "`apply`",
        (
            r"(hand|card) limit",
            r"(more|no more|not more) than",
            r"maximum|at most",
            r"discard down",
        ),
    ),
    Question(
        "Ties within the game",
        "Who wins a trick, an auction or a majority if several players are level?",
        "`apply`, `SealedBids(..., ties=...)`",
        (r"tie[sd]?\b", r"(same|equal) (number|value|card|bid)", r"highest", r"majority"),
    ),
    Question(
        "Order of effects",
        "If two things happen at once, which comes first? May effects follow from effects?",
        "`apply`",
        (r"(immediately|at once)", r"(before|after|then)\b", r"in (turn )?order", r"clockwise"),
    ),
    Question(
        "Exceptions",
        "Which cards or spaces change the rules, and which rule has priority?",
        "`apply`",
        (r"(unless|except|instead|exception)", r"(ignore|cancel|block)", r"special", r"contradict"),
    ),
    Question(
        "Chance",
        "Which dice or draws are there? May players roll again or change a result?",
        "`Dice`, `Pile`, `below(state.chance, ...)`",
        (r"(dice|die)\b", r"(re)?rolls?\b", r"random", r"flip|toss|spin"),
    ),
    Question(
        "Players who are out",
        "Can a player be out, for a round or for good? What becomes of the cards and points?",
        "`put_out`, `sit_out`",
        (r"eliminat", r"out of the (game|round)", r"(is|are) out\b", r"drops? out|leaves?"),
    ),
    Question(
        "Points",
        "When are points counted: at once, each round, at the end? Can they be lost or negative?",
        "`table.scores`",
        (r"points?\b", r"scor(e|es|ing)\b", r"negative|minus|below (zero|0)", r"worth"),
    ),
    Question(
        "End of the game",
        "What ends the game? Can it last forever, and if so, after how many rounds should it end?",
        "`end_game`, a rule such as `rounds`",
        (
            r"game (is )?(ends?|over)",
            r"ends? (of the game|when|as soon|if)",
            r"until|as soon as|reach(es|ed)?",
            r"(last|final|finish the) round",
        ),
    ),
    Question(
        "End within a round",
        "If the game ends in the middle of a round: at once, or after all have had a last turn?",
        "`end_game` after `end_turn`, a rule such as `full_laps`",
        (
            r"(last|final|one more) turn",
            r"same number of turns",
            r"(finish|complete).* round",
            r"at once|immediately",
        ),
    ),
    Question(
        "Winner",
        "Who wins? What decides if several players are level, and what if they still are?",
        "`wins`",
        (r"wins?\b|winner", r"tie[sd]?\b|tie-?break", r"most|fewest|highest|lowest", r"share"),
    ),
    Question(
        "Teams",
        "Do players play together: fixed sides, roles dealt in secret, or all against the game?",
        "`sides`, `wins_by`",
        (
            r"teams?\b|partners?\b",
            r"together|co-?operat",
            r"roles?\b|traitor",
            r"all players (win|lose)",
        ),
    ),
    Question(
        "Talking and trading",
        "May players talk, trade or make promises? Which offers can be listed as actions?",
        "`legal`",
        (
            r"trad(e|es|ing)\b",
            r"negotiat|promise|deal with",
            r"talk|discuss|announce",
            r"exchange|swap",
        ),
    ),
    Question(
        "Time",
        "How long does a turn take at the table? The minutes of a game follow from it.",
        "`seconds_per_turn`",
        (r"\d+ *(to|-|\u2013)? *\d* *min", r"minutes?\b|seconds?\b", r"timer|sand ?glass"),
    ),
)


@dataclass(frozen=True)
class Rulebook:
    """A rulebook that was read."""

    file: Path
    text: str

    @property
    def name(self) -> str:
        """The name of the copy in the folder of the game."""
        return f"rulebook{self.file.suffix.lower()}"


def read_rulebook(path: Path) -> Rulebook:
    """Return a rulebook in a text file.

    Raises
    ------
    UsageError
        If the file is missing, too large, empty, or not a text file ending in .txt or .md.
    """
    if path.suffix.lower() not in ENDINGS:
        raise UsageError(
            f"the rulebook {path} has to be a text file ending in {' or '.join(ENDINGS)}; copy its "
            "text from the PDF or document to such a file"
        )
    content = read_file(path, "rulebook", ENDINGS[0], LARGEST)
    try:
        text = decode(content, "cp1252")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UsageError(f"the rulebook {path} is not a text file; save it as plain text (UTF-8)")
    if not text.strip():
        raise UsageError(f"the rulebook {path} is empty; copy the text of the rules to it")
    return Rulebook(path, text)


def questions_text(title: str, rulebook: Rulebook) -> str:
    """Return the file with the questions on a rulebook, as Markdown.

    Parameters
    ----------
    title
        The title of the game.
    rulebook
        The rulebook.
    """
    introduction = (
        f"This is what rulebooks usually leave open. Answer each question below it, from "
        f'{rulebook.name}, before you write the game. Write "does not apply" where it does not. '
        "If the rulebook gives no answer, ask the designer, or decide, say so here, and make it a "
        'rule of the game with `standing="assumed"`.'
    )
    warning = (
        "The quoted lines are a guess. They have words like those of the question (English words "
        "only), and their numbers are line numbers of the rulebook. They may not answer the "
        "question, and the answer may be elsewhere."
    )
    parts = [
        f"# Questions about {title}",
        *(textwrap.fill(text, _WIDTH) for text in (introduction, warning)),
    ]
    for number, question in enumerate(QUESTIONS, 1):
        parts += [
            f"## {number}. {question.title}",
            textwrap.fill(question.text, _WIDTH),
            _quotes(rulebook.text, question),
            f"In the file: {question.place}",
            "Answer:",
        ]
    return "\n\n".join(parts) + "\n"


def _quotes(text: str, question: Question) -> str:
    """Return the lines of a rulebook that may answer a question, quoted with their numbers."""
    lines = find_lines(text, question)
    if not lines:
        return "> No line has such words."
    return "\n>\n".join(
        textwrap.fill(
            f"{number}: {textwrap.shorten(printable_text(line), LONGEST_QUOTE, placeholder=' …')}",
            _WIDTH,
            initial_indent="> ",
            subsequent_indent="> ",
        )
        for number, line in lines
    )


def find_lines(text: str, question: Question) -> list[tuple[int, str]]:
    """Return up to `MOST_QUOTED` lines of a text with words of a question, in their order.

    The lines with the most of the question's patterns are chosen, the first of them if there are
    several. Of a line with several sentences, only the best sentence is returned. Each line comes
    with its number, from 1.
    """
    patterns = [re.compile(rf"\b(?:{words})", re.IGNORECASE) for words in question.words]
    candidates: list[tuple[int, int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        sentences = re.split(r"(?<=[.!?])\s+", line.strip())
        counts = [sum(bool(pattern.search(part)) for pattern in patterns) for part in sentences]
        best = max(counts)
        if best:
            candidates.append((best, number, sentences[counts.index(best)]))
    candidates.sort(key=lambda row: -row[0])  # The sort is stable, so earlier lines come first.
    return sorted((number, sentence) for _, number, sentence in candidates[:MOST_QUOTED])
