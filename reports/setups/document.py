"""The report of the analysis `setups`: its questions with their answers, tables and chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.analysis.contest import Contest, Question
from reports.analysis.observed_document import interval_note
from reports.figures.figure import SHARE
from reports.figures.statistics import plain
from reports.setups import first_page, sentences
from reports.setups.charts import draw_deals
from reports.setups.results import SetupsResults
from reports.writing import spoken, wording
from reports.writing.columns import Column, document_table
from reports.writing.document import Table

#: The columns of the table of seats.
SEATS = (
    Column("seat", "the seat or side", heading="seat"),
    Column(
        "value",
        "share of the plays of the repeated deals that it won",
        interval=True,
        heading="wins",
        unit=SHARE,
    ),
    Column(
        "overall",
        "share of games on different deals that it won",
        interval=True,
        heading="all deals",
        unit=SHARE,
    ),
    Column("hopeless", "number of deals that are hopeless for it", heading="hopeless"),
    Column("unbeatable", "number of deals that are unbeatable for it", heading="unbeatable"),
    Column("neither", "number of deals that are neither for it", heading="neither"),
    Column("open", "number of deals that are not known for it", heading="not known"),
)
#: The columns of the table of what the set-up decides.
SETUP = (
    Column("of", "what is decided: wins or scores", heading="of", numeric=False),
    Column(
        "value",
        "share of its variance that lies between deals, corrected for the luck of the plays",
        interval=True,
        heading="decided by the set-up",
        unit=SHARE,
    ),
)
#: The columns of the table of deals.
DEALS = (
    Column("deal", "the number of the deal", heading="deal"),
    Column("seat", "the seat or side", heading="seat"),
    Column(
        "value",
        "share of the deal's plays that the seat or side won",
        interval=True,
        heading="wins",
        unit=SHARE,
    ),
    Column(
        "expected",
        "share of wins to expect if the deal is played again",
        heading="expected again",
        unit=SHARE,
    ),
    Column(
        "kind",
        "hopeless, unbeatable, neither, or not known",
        heading="verdict",
        numeric=False,
    ),
    Column("score", "mean score of the seat, or of the first seat of the side"),
)


def _setup_rows(results: SetupsResults) -> list[dict[str, Any]]:
    """Return the rows of the table of what the set-up decides."""
    shares = {"wins": results.setup_share, "scores": results.score_share}
    return [{"of": name, "value": share} for name, share in shares.items() if share]


def _extremes_table(results: SetupsResults) -> Table:
    """Return the table of the report: the best and the worst deals, or the only deal."""
    rows = results.extremes or results.rows[: len(results.seat_rows)]
    caption = "The best and the worst deals" if results.extremes else "The first deal"
    return document_table(caption, DEALS, rows)


def _games_line(results: SetupsResults) -> str:
    """Return the deals and the players in a few words, for the heading of a screen."""
    return f"{describe_deals(results)} \N{MIDDLE DOT} {spoken.describe_players(results.study)}"


def describe_deals(results: SetupsResults) -> str:
    """Return words for the deals and the number of their plays."""
    first, last = int(results.deals[0]), int(results.deals[-1])
    if first == last:
        return f"deal {first}, played {results.repeats:,} times"
    return f"deals {first:,} to {last:,}, each played {results.repeats:,} times"


def _subtitle(results: SetupsResults) -> str:
    """Return a clause on the deals, the games on different deals, and the players."""
    games = wording.counted(results.run.lineup_runs[0].games, "game")
    styles = wording.listed(list(results.study.strategies))
    deals = f"{wording.capital(describe_deals(results))}, and {games} on different deals"
    if results.players == 1:
        return f"{deals}, played by {styles}"
    return f"{deals}, with {styles} in the seats"


def _summary(results: SetupsResults, tables: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return the fields of the JSON object in addition to those of every contest."""
    shares = {"setup_share": results.setup_share, "score_share": results.score_share}
    return {
        "first_deal": int(results.deals[0]),
        "last_deal": int(results.deals[-1]),
        "repeat": results.repeats,
        "limit": results.limit,
        **{name: share and plain(share) for name, share in shares.items()},
        "extremes": [row.deal for row in results.extremes],
        "seats": tables["seats"],
        "deals": tables["deals"],
    }


def _describe_extremes(results: SetupsResults) -> list[str]:
    """Return the answer to the question on extreme deals, also if a single deal was played."""
    if results.is_single:
        return [f"Only deal {int(results.deals[0])} was played."]
    return first_page.describe_extremes(results) or ["All deals ended alike."]


CONTEST = Contest(
    questions=(
        Question(
            name="seats",
            asks="Is a start hopeless or unbeatable?",
            answer=sentences.answer_start,
            columns=SEATS,
            rows=lambda results: results.seat_rows,
            caption="By seat or side",
            notes=sentences.explain_kinds,
            is_first=True,
            short="Start?",
            lead=first_page.describe_start,
            brief_table=first_page.make_seat_table,
        ),
        Question(
            name="setup",
            asks="How much does the set-up decide?",
            answer=sentences.answer_decision,
            columns=SETUP,
            rows=_setup_rows,
            caption="Decided by the set-up",
            draw=draw_deals,
            short="Set-up?",
            lead=first_page.describe_decision,
        ),
        Question(
            name="deals",
            asks="Which deals are extreme?",
            answer=_describe_extremes,
            columns=DEALS,
            rows=lambda results: results.rows,
            table=_extremes_table,
            notes=sentences.explain_expected,
            short="Best?",
            lead=first_page.describe_extremes,
        ),
    ),
    heading=lambda results: "Repeated deals",
    subtitle=_subtitle,
    certainty=interval_note,
    caveats=sentences.caveats,
    games_line=_games_line,
    trust=first_page.describe_trust,
    next_steps=first_page.suggest_next_steps,
    summary=_summary,
)
