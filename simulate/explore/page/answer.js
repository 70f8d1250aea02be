/**
 * The answer: the headline, the progress, the four cards and what to do next.
 */

import {
  chooseRules,
  compare,
  evenSeats,
  isPlaying,
  restoreVersion,
  setRule,
  stopOrGoOn,
} from "./actions.js";
import { badge, listOf } from "./badge.js";
import { openReport } from "./bar.js";
import { chartOrTable, tableButton } from "./charts.js";
import { commandLine } from "./command.js";
import { element } from "./dom.js";
import { local, model, versionsByAge } from "./model.js";
import { describeOffline, notices, staleLine } from "./notices.js";
import { progressTrack } from "./progress-track.js";
import { showGaps } from "./rules-panel.js";
import { wishOf } from "./wishes.js";

/** The headline until there is an answer. */
const FIRST_GAMES = "Playing the first games …";

/** The progress until there are games of changed rules. */
const NEW_GAMES = "Playing the changed rules …";

export function answerView() {
  const { state, answer } = model;
  if (!answer?.cards) {
    return [
      notices(),
      element("h1", { key: "first", class: "headline is-early" }, firstHeadline()),
      summaryLine(),
    ];
  }
  const isStale = answer.is_stale;
  return [
    notices(),
    element("div", { key: "stale-line" }, staleLine()),
    element(
      "div",
      { key: "top", class: isStale ? "stale" : null, inert: isStale },
      element(
        "h1",
        { class: answer.is_early ? "headline steady is-early" : "headline steady" },
        isStale && element("span", { class: "spoken" }, "Out of date: "),
        answer.headline,
      ),
      summaryLine(),
    ),
    element("div", { key: "line", class: "answer-line" }, progress(), versionStrip()),
    element("div", { key: "cards", class: "cards" }, answer.cards.map(card)),
    element("div", { key: "foot", class: "foot" }, nextSteps(), takeAlong()),
  ];
}

/** Who plays by which rules; the gaps of the rulebook lead to the rules that fill them. */
function summaryLine() {
  const { summary, gaps } = model.state;
  const link = element("button", { class: "link", type: "button", onclick: showGaps }, gaps);
  return element("p", { key: "summary", class: "summary" }, summary, gaps && [" ", link]);
}

function firstHeadline() {
  const { state } = model;
  if (local.isOffline) {
    return describeOffline(state);
  }
  return state.mistake || state.impossible || model.answer?.failure ? "No answer yet" : FIRST_GAMES;
}

/* Progress */

function progress() {
  const { state, answer } = model;
  if (local.isOffline) {
    return element(
      "div",
      { class: "progress is-offline" },
      element("span", { key: "offline" }, describeOffline(state)),
    );
  }
  if (state.mistake || state.impossible) {
    return null;
  }
  const isWaiting = answer.is_stale && isPlaying();
  const games = isWaiting ? 0 : answer.games;
  const sentence = isWaiting ? NEW_GAMES : answer.progress;
  return element(
    "div",
    { class: "progress" },
    element("span", { key: "track", class: "track" }, progressTrack(games, answer.goal)),
    element("span", { key: "text", class: "progress-text" }, emphasizeGames(sentence)),
    stopButton(),
  );
}

/** The number of games at the beginning of the progress is printed bold. */
function emphasizeGames(sentence) {
  const games = sentence.match(/^[\d,]+ games/)?.[0];
  if (!games) {
    return sentence;
  }
  return [element("b", { key: "games" }, games), sentence.slice(games.length)];
}

function stopButton() {
  if (!isPlaying() && model.answer.phase !== "stopped") {
    return null;
  }
  return element(
    "button",
    {
      key: "stop",
      class: "button",
      type: "button",
      title: "Stop or go on (S)",
      onclick: stopOrGoOn,
    },
    isPlaying() ? "Stop" : "Go on",
  );
}

/* Versions */

function versionStrip() {
  const { changed, impossible } = model.state;
  const versions = versionsByAge();
  const isKept = versions.some((version) => version.is_current);
  return element(
    "div",
    { class: "version-strip", role: "group", "aria-label": "Versions" },
    versions.map(versionChip),
    versions.length > 0 && !isKept && changed > 0 && !impossible && notKept(),
    versions.length > 1 && compareLink(versions),
    mayNotMeetWishes() &&
      element(
        "button",
        { key: "find", class: "button is-primary", type: "button", onclick: chooseRules },
        "Find rules",
      ),
  );
}

/** Whether a wish is missed, or is not certain to be met after more than the first games. */
function mayNotMeetWishes() {
  const { cards, is_early: isEarly } = model.answer;
  const states = cards.map((each) => each.wish?.state);
  return states.includes("missed") || (states.includes("unclear") && !isEarly);
}

function versionChip(version) {
  return element(
    "button",
    {
      key: version.letter,
      class: "version-chip",
      type: "button",
      "aria-pressed": String(version.is_current),
      title: `Set the rules of ${version.letter}`,
      onclick: () => restoreVersion(version.letter),
    },
    badge(version.letter),
    version.name,
    element("small", {}, version.kept.split(",")[0]),
  );
}

function notKept() {
  return element(
    "span",
    { key: "now", class: "version-chip is-now" },
    element("span", { class: "badge is-now" }, "now"),
    "not kept yet",
  );
}

/** Compare the first version with the current one, or with the newest. */
function compareLink(versions) {
  const first = versions[0];
  const current = versions.find((version) => version.is_current && version !== first);
  const letters = [first.letter, (current ?? versions.at(-1)).letter];
  return element(
    "button",
    { key: "compare", class: "link", type: "button", onclick: () => compare(letters) },
    `Compare ${listOf(letters)}`,
  );
}

/* Cards */

function card(question) {
  const titleId = `title-${question.id}`;
  const isStale = model.answer.is_stale;
  return element(
    "section",
    {
      key: question.id,
      class: question.is_early ? "card is-early" : "card",
      "aria-labelledby": titleId,
      tabindex: "-1",
    },
    element(
      "header",
      {},
      element("h2", { id: titleId }, question.title),
      element("span", { class: isStale ? "stale" : null }, wishOf(question)),
    ),
    element(
      "div",
      { class: isStale ? "stale" : null, inert: isStale },
      element(
        "p",
        { class: "sentence steady" },
        question.lead && element("em", {}, question.lead, " "),
        question.lead ? withoutCapital(question.sentence) : question.sentence,
      ),
      chartOrTable(question.id, question.chart, { isEarly: question.is_early }),
      element(
        "p",
        { class: "note steady" },
        question.note,
        question.hint && [" ", hintButton(question.hint)],
        question.can_even && [" ", evenButton()],
      ),
      question.chart && tableButton([question.id]),
    ),
  );
}

/** A sentence as it goes on after "So far:". */
function withoutCapital(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function hintButton(hint) {
  return element(
    "button",
    {
      key: "hint",
      class: "link",
      type: "button",
      onclick: () => setRule(hint.rule, hint.value),
    },
    hint.text,
  );
}

/** Looks for who should start and what the others get. */
function evenButton() {
  return element(
    "button",
    { key: "even", class: "button is-small", type: "button", onclick: evenSeats },
    "Even the seats",
  );
}

/* Below the cards */

/** Views of the page, with what one can do there. */
const PLACES = [
  ["#game", "Watch a game"],
  ["#cards", "See which cards are too strong or too weak"],
  ["#when", "See what follows when something happens"],
  ["#table", "Compare with games at your table"],
];

function nextSteps() {
  return element(
    "section",
    {},
    element("h2", {}, "What to try next"),
    element(
      "ul",
      {},
      PLACES.map(([href, text]) =>
        element("li", { key: href }, element("a", { class: "link", href }, text)),
      ),
    ),
  );
}

function takeAlong() {
  return element(
    "section",
    {},
    element("h2", {}, "Take it along"),
    commandLine("run", model.answer.command),
    moreCommands(),
    element(
      "div",
      { class: "take-along" },
      element("button", { class: "button", type: "button", onclick: openReport }, "Report"),
      element(
        "button",
        { class: "button only-wide", type: "button", popovertarget: "keys" },
        "Keyboard",
      ),
    ),
  );
}

/** Commands for what the page does not do, for those who use a terminal. */
function moreCommands() {
  const key = "more commands";
  const steps = model.answer.next;
  if (steps.length === 0) {
    return null;
  }
  return element(
    "details",
    {
      key,
      class: "more-commands",
      open: local.open.get(key) ?? false,
      ontoggle: (event) => local.open.set(key, event.target.open),
    },
    element("summary", {}, "More in a terminal"),
    element(
      "ul",
      {},
      steps.map((step) =>
        element("li", { key: step.text }, step.text, element("code", {}, step.command)),
      ),
    ),
  );
}
