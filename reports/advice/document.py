"""The advice on a strategy as sentences, as an indented tree, as a section and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reports.advice.recording import MOST_PER_GAME
from reports.advice.results import LEAST_GAIN, Advice, KindGroup, Leaf, followed_and_avoided
from reports.advice.wording import quoted
from reports.figures.figure import SHARE
from reports.figures.statistics import Estimate, half_width, plain
from reports.writing import wording
from reports.writing.columns import Column
from reports.writing.document import Chapter, Folded, Item, Items, Line, Paragraph, Part, Section

#: Words for the share of the times that something is done, by the lowest share.
_HOW_OFTEN = (
    (0.9, "nearly always"),
    (0.7, "usually"),
    (0.5, "often"),
    (0.2, "sometimes"),
    (0.05, "seldom"),
    (0.0, "hardly ever"),
)
#: What readers have to know about the tree.
SUMMARY_NOTE = (
    "This is a summary of a player and not the player itself: it says what the player does, not "
    "why, and how well it plays is another question."
)
#: How the list is read as the rules of a simple player.
_HOW_TO_PLAY = (
    "To play like this, take an action that fits line 1. If no legal action does, take one that "
    "fits line 2, and so on. If no line fits, take any action that it does not avoid."
)
#: What the percentages of the list count.
_HOW_TO_COUNT = (
    "The percentage of a line says how often the player chose such an action when one was legal "
    "and no action of an earlier line was. For actions that it avoids, it counts all choices in "
    "which one was legal."
)
#: If the lines miss a kind of action in at least this share of choices, they are not presented as
#: rules to play by.
_TOO_MANY = 0.3
#: Choices for which no line fits are mentioned from this share on.
_NOTABLE = 0.005
#: The heading of the tree, and what its percentages count.
TREE_TITLE = "The whole tree"
TREE_NOTE = (
    "In the tree, a percentage counts all choices in which such an action was legal, even if an "
    "action of an earlier line was too. It can therefore differ from the percentage in the list."
)
#: The heading of the lines that the strategy avoids.
AVOIDS = "It avoids:"
#: Kinds of actions are named if the lines miss them in at least this share of choices.
_FREQUENT = 0.1

#: The columns of the table of leaves.
COLUMNS = (
    Column("study", "name of the study; empty if the report has only one study"),
    Column("rank", "place among the leaves of the tree, by weight"),
    Column("role", "followed, avoided, or rare; only followed and avoided ones are lines"),
    Column("advice", "the actions, in words"),
    Column(
        "chosen",
        "share of the decisions at which such an action was possible and was chosen",
        interval=True,
    ),
    Column("n", "number of held-out decisions at which such an action was possible"),
    Column(
        "first",
        "the same share among decisions at which no action of an earlier line was possible",
        interval=True,
    ),
    Column("n_first", "number of these decisions"),
)


def title_of(advice: Advice) -> str:
    """Return the title, as in "What the player “planner” does · 4 players".

    It names the variant and the rules that are not the game's defaults.
    """
    study = advice.study
    clauses = [
        f"What the player {quoted(advice.strategy.spec)} does",
        wording.counted(study.players, "player"),
    ]
    if study.variant != study.loaded_game.default_variant:
        clauses.append(f"variant {study.variant}")
    return " \N{MIDDLE DOT} ".join([*clauses, *study.changes])


def answer(advice: Advice) -> list[str]:
    """Return sentences on the share of choices that the tree explains."""
    if advice.tree is None or advice.random is None or advice.kind is None:
        games = wording.counted(advice.games, "game")
        return [
            f"In {games} there was hardly ever a choice between several actions, so there is no "
            "advice."
        ]
    n = wording.whole(advice.held_out)
    others = f"a random choice among the legal actions agrees with {_percent(advice.random)}"
    if advice.kind.value > advice.random.value:
        others += f", and always {quoted(advice.usual_kind)} with {_percent(advice.kind)}"
    if not advice.is_explained:
        return [
            "No advice: no short description fits. The best one agrees with "
            f"{_percent(advice.tree)} of {n} choices; {others}. Advice has to be surely "
            f"{100 * LEAST_GAIN:.0f} points better than chance.",
            "This does not say how well the player plays.",
        ]
    return [f"These lines agree with {_percent(advice.tree)} of {n} choices; {others}."]


def gaps(advice: Advice) -> list[str]:
    """Return sentences on what the lines leave out: kinds of actions, and decisions."""
    texts = []
    missed = _missed_kinds(advice)
    if missed:
        named = [f"{quoted(group.name)} ({_percent(group.missed)} of choices)" for group in missed]
        texts.append(
            f"Where the lines are wrong, it most often chooses {wording.listed(named, 'or')}."
        )
    without_line = advice.without_line / max(1, advice.held_out)
    if advice.is_explained and without_line >= _NOTABLE:
        texts.append(
            f"For {wording.percent(without_line)} of choices, no legal action fits a line."
        )
    return texts


def _missed_kinds(advice: Advice) -> list[KindGroup]:
    """Return the kinds of actions that are often chosen where the lines are wrong.

    Kinds with the same first word are one group if they are so together.
    """
    missed: list[KindGroup] = []
    listed: set[str] = set()
    if not advice.is_explained or len(advice.kind_groups) == 1:
        return missed
    for group in sorted(advice.kind_groups, key=lambda group: -len(group.kinds)):
        if group.missed.value >= _FREQUENT and not group.kinds & listed:
            missed.append(group)
            listed |= group.kinds
    return missed


def how_to_read(advice: Advice) -> str:
    """Return sentences on how the lines are meant; empty without lines."""
    if not advice.is_explained:
        return ""
    missed = max((group.missed.value for group in _missed_kinds(advice)), default=0.0)
    return _HOW_TO_COUNT if missed >= _TOO_MANY else f"{_HOW_TO_PLAY} {_HOW_TO_COUNT}"


def describe_games(advice: Advice) -> str:
    """Return a sentence on the games from which the advice comes."""
    choices = wording.counted(advice.decisions, "choice")
    games = wording.counted(advice.games, "fresh game")
    return (
        f"From {choices} in {games} with {quoted(advice.strategy.spec)} in all seats, at most "
        f"{MOST_PER_GAME} per game, drawn at random. {wording.whole(advice.held_out)} of them were "
        "kept for measuring."
    )


def sentences(advice: Advice) -> list[str]:
    """Return a sentence for each line that the strategy follows, in the order of preference."""
    followed, _ = _split(advice)
    texts = []
    for leaf in followed:
        assert leaf.first_share is not None, "the line is possible where no line above is"
        texts.append(_sentence(leaf, leaf.first_share, leaf.first_n))
    return texts


def avoided(advice: Advice) -> list[str]:
    """Return a sentence for each line that the strategy avoids."""
    _, leaves = _split(advice)
    texts = []
    for leaf in leaves:
        assert leaf.share is not None, "the line is possible"
        texts.append(_sentence(leaf, leaf.share, leaf.n))
    return texts


def _sentence(leaf: Leaf, share: Estimate, n: int) -> str:
    """Return the sentence for a line, which was chosen in a share of `n` choices."""
    often = wording.capital(_frequency(share))
    choices = wording.counted(n, "choice")
    return f"{often} ({_percent(share)} of {choices}): {describe_leaf(leaf)}."


def _split(advice: Advice) -> tuple[list[Leaf], list[Leaf]]:
    """Return the leaves that are lines, as `followed_and_avoided` does; none without advice."""
    return followed_and_avoided(advice.leaves) if advice.is_explained else ([], [])


def describe_leaf(leaf: Leaf) -> str:
    """Return the conditions of a leaf in words."""
    return "; ".join(leaf.conditions) or "any action"


def _frequency(share: Estimate) -> str:
    """Return a word for the share of the times that something is done."""
    return next(word for least, word in _HOW_OFTEN if share.value >= least)


def tree_lines(advice: Advice) -> Iterator[tuple[int, str]]:
    """Yield the lines of the tree, each with the number of steps by which it is indented."""
    if not advice.is_explained:
        return
    for line in advice.lines:
        text = line.text
        if line.leaf is not None and line.leaf.share is not None:
            often = _frequency(line.leaf.share)
            choices = wording.counted(line.leaf.n, "choice")
            text += f" \N{RIGHTWARDS ARROW} {often} ({_percent(line.leaf.share)} of {choices})"
        yield line.depth, text


def make_section(named: Sequence[tuple[str, Advice]]) -> Section:
    """Return the section of a report; each advice comes with the name of its study."""
    parts: list[Part] = []
    for number, (name, advice) in enumerate(named, 1):
        title = title_of(advice)
        lead = f"{name}: {title}" if name else title
        parts.append(Paragraph(f"{lead}. {' '.join(answer(advice))}", "lead"))
        if advice.decisions:
            parts.append(Paragraph(describe_games(advice)))
        if not advice.is_explained:
            continue
        lines_in_order = enumerate(sentences(advice), 1)
        parts.append(Items([Item(sentence, str(place)) for place, sentence in lines_in_order]))
        if avoided(advice):
            parts.append(Paragraph(AVOIDS))
            parts.append(Items([Item(sentence) for sentence in avoided(advice)]))
        if gaps(advice):
            parts.append(Paragraph(" ".join(gaps(advice))))
        lines = [Line(text, depth) for depth, text in tree_lines(advice)]
        chapter = Chapter("The tree", "From the first question to the last.", lines)
        note = f"{how_to_read(advice)} {TREE_NOTE}"
        folded = Folded(f"advice-tree-{number}", TREE_TITLE, note, [chapter])
        parts.append(folded)
    parts.append(Paragraph(SUMMARY_NOTE, "note"))
    return Section("advice", "What the learned player does", parts)


def rows_of(advice: Advice, study: str = "") -> list[dict[str, Any]]:
    """Return a row for each leaf, with the columns `COLUMNS`."""
    if not advice.is_explained:
        return []
    return [
        {
            "study": study,
            "rank": leaf.rank,
            "role": leaf.role,
            "advice": describe_leaf(leaf),
            "chosen": leaf.share,
            "n": leaf.n,
            "first": leaf.first_share,
            "n_first": leaf.first_n,
        }
        for leaf in advice.leaves
    ]


def summary_of(advice: Advice) -> dict[str, Any]:
    """Return the JSON object of an advice."""
    return {
        "strategy": advice.strategy.spec,
        "players": advice.study.players,
        "variant": advice.study.variant,
        "rules": list(advice.study.changes),
        "seed": advice.study.seed,
        "games": advice.games,
        "decisions": advice.decisions,
        "held_out": advice.held_out,
        "is_explained": advice.is_explained,
        "explained": _plain(advice.tree),
        "random": _plain(advice.random),
        "usual_kind": {"kind": advice.usual_kind, "explained": _plain(advice.kind)},
        "explained_minus_random": _plain(advice.gain),
        "without_line": advice.without_line,
        "advice": [
            {
                "rank": leaf.rank,
                "role": leaf.role,
                "if": list(leaf.conditions),
                "n": leaf.n,
                "chosen": _plain(leaf.share),
                "n_first": leaf.first_n,
                "chosen_first": _plain(leaf.first_share),
            }
            for leaf in (advice.leaves if advice.is_explained else ())
        ],
        "tree": [{"depth": depth, "text": text} for depth, text in tree_lines(advice)],
    }


def text_lines(advice: Advice) -> Iterator[tuple[int, str]]:
    """Yield the lines to print, each with the number of columns by which it is indented."""
    yield 0, title_of(advice)
    for sentence in answer(advice):
        yield 2, sentence
    if advice.decisions:
        yield 2, describe_games(advice)
    if not advice.is_explained:
        return
    yield 0, ""
    for number, sentence in enumerate(sentences(advice), 1):
        yield 2, f"{number}. {sentence}"
    if avoided(advice):
        yield 2, AVOIDS
    for sentence in avoided(advice):
        yield 2, f"- {sentence}"
    for sentence in gaps(advice):
        yield 2, sentence
    yield 0, ""
    yield 2, how_to_read(advice)
    yield 0, ""
    yield 0, f"{TREE_TITLE}:"
    yield 0, TREE_NOTE
    for depth, text in tree_lines(advice):
        yield 2 + 4 * depth, text
    yield 0, ""
    yield 0, SUMMARY_NOTE


def _percent(share: Estimate) -> str:
    """Return a share in percent with its interval, as in "75.5 ± 1.3%" or "99.2 to 100.0%"."""
    if not half_width(share) <= share.value <= 1 - half_width(share):
        return wording.with_unit(wording.ends(share, SHARE), SHARE)
    return wording.brief_estimate(share, SHARE)


def _plain(estimate: Estimate | None) -> dict[str, float | None] | None:
    """Return an estimate for programs; None if it is unknown."""
    return None if estimate is None else plain(estimate)
