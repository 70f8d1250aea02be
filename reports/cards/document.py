"""The report of the analysis `cards`: its questions with their answers, table and chart."""

from __future__ import annotations

from operator import attrgetter

from reports.analysis.contest import Contest, Question
from reports.cards import first_page
from reports.cards.charts import draw_cards
from reports.cards.sentences import answer_cards, answer_exchanges, describe_games, limits
from reports.cards.tables import COLUMNS, explain_table, make_table, plain_card

CONTEST = Contest(
    questions=(
        Question(
            name="cards",
            asks=lambda results: f"Is a {results.design.deck.called} too strong or too weak?",
            answer=answer_cards,
            columns=COLUMNS,
            rows=lambda results: results.cards,
            table=make_table,
            notes=explain_table,
            draw=draw_cards,
            is_first=True,
            short="Strong?",
            lead=first_page.describe_strength,
            brief_table=first_page.make_card_table,
        ),
        Question(
            name="exchanges",
            asks="Do exchanges on the same deals agree?",
            answer=answer_exchanges,
            short="Swaps?",
            lead=first_page.describe_exchanges,
        ),
    ),
    heading=lambda results: f"What each {results.design.deck.called} is worth",
    subtitle=describe_games,
    certainty=limits,
    games_line=first_page.describe_games,
    trust=first_page.describe_trust,
    next_steps=first_page.suggest_next_steps,
    caveats=lambda results: [
        "Cards are drawn by chance, so differences after draws are effects of the cards. A drawn "
        "card that goes to no hand counts as drawn by the seat whose turn it is, and during the "
        "set-up by no seat. Cards from a pile that is not shuffled are not counted as draws.",
        "Exchanges: a drawn card is swapped for another card of the pile, and the rest of the deal "
        "is unchanged.",
    ],
    summary=lambda results, tables: {
        "lineup": list(results.study.lineup),
        "cards": [plain_card(card) for card in results.cards],
        "alike": [list(map(attrgetter("card"), group)) for group in results.alike],
        "never_drawn": results.never_drawn,
    },
)
