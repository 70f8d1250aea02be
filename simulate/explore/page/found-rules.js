/**
 * The rules that were found for the wishes, or that even the seats, the best first.
 */

import { act, tryFound } from "./actions.js";
import { commandLine } from "./command.js";
import { element } from "./dom.js";
import { model, requestDraw } from "./model.js";
import { searchLimits } from "./search-limits.js";
import { wishChip } from "./wishes.js";

/** The clock of this window when each state of a search came. */
const arrivals = new WeakMap();

let isTicking = false;

export function foundRules(found, isFirst) {
  const hasRows = found.rows.length > 0;
  const headline = isFirst ? "headline" : "title";
  return element(
    "section",
    { key: "found", class: isFirst ? "found" : "found is-below", tabindex: "-1" },
    element(
      isFirst ? "h1" : "h2",
      { class: found.is_early ? `${headline} is-early` : headline },
      found.headline,
    ),
    (found.progress || found.phase === "playing") &&
      element("p", { key: "progress", class: "progress" }, progressOf(found), stopButton(found)),
    element("p", { class: "summary" }, found.sentence),
    found.kind === "wishes" && searchLimits("Find again"),
    hasRows && element("p", { key: "now", class: "found-now" }, nowPlayed(found)),
    hasRows && table(found),
    found.note && element("p", { key: "note", class: "found-note" }, found.note),
    found.seats && seatTable(found.seats),
    found.command && commandLine("tune", found.command),
  );
}

function progressOf(found) {
  if (found.phase !== "playing") {
    return found.progress;
  }
  tick();
  return [found.progress, `${formatSeconds(secondsOf(found))} so far`].filter(Boolean).join(" · ");
}

/** The seconds since a search began: those that the server counted, and those since then. */
function secondsOf(found) {
  const now = performance.now();
  if (!arrivals.has(found)) {
    arrivals.set(found, now);
  }
  return Math.floor(found.seconds + (now - arrivals.get(found)) / 1000);
}

function formatSeconds(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** Draw the page again within a second, for as long as the seconds of a search are shown. */
function tick() {
  if (isTicking) {
    return;
  }
  isTicking = true;
  setTimeout(() => {
    isTicking = false;
    requestDraw();
  }, 500);
}

function stopButton({ phase }) {
  return (
    phase === "playing" &&
    element("button", { class: "button", type: "button", onclick: () => act("stop") }, "Stop")
  );
}

/** Which of the versions is played now, and its short answer. */
function nowPlayed({ rows }) {
  const current = rows.find((row) => row.is_current);
  const { answer } = model;
  if (!current) {
    return "The rules on the left are none of these versions.";
  }
  const isKnown = answer?.short && !answer.is_stale;
  const games = isKnown ? `${answer.short}, after ${answer.games.toLocaleString("en")} games.` : "";
  return [
    element("b", { key: "name" }, "Now played: "),
    `${current.change}. ${games} `,
    element("a", { key: "answer", class: "link", href: "#answer" }, "See its answer"),
  ];
}

function table(found) {
  const headings = ["Change", ...found.wishes].map((heading) =>
    element("th", { scope: "col" }, heading),
  );
  return element(
    "div",
    { key: "versions", class: "found-table" },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, headings, element("td", {}))),
      element(
        "tbody",
        {},
        found.rows.map((each) => row(each, found.wishes)),
      ),
    ),
  );
}

function row(found, wishes) {
  return element(
    "tr",
    { key: found.id, class: found.is_current ? "is-current" : null },
    element("th", { scope: "row" }, changesOf(found)),
    found.cells.map((cell, index) =>
      element(
        "td",
        {},
        element("span", { class: "only-phone" }, wishes[index]),
        wishChip(cell),
        element("small", {}, `${cell.number} · ${found.games}`),
      ),
    ),
    element("td", { class: "found-action" }, found.is_current ? "now played" : tryButton(found)),
  );
}

/** The changes of a version, one on each line, with the value before. */
function changesOf({ lines, count }) {
  if (lines.length === 0) {
    return "No change";
  }
  return [
    element("small", { key: "count", class: "found-count" }, count),
    lines.map(({ text, before }) =>
      element("div", { key: text }, text, element("small", {}, ` instead of ${before}`)),
    ),
  ];
}

function tryButton(found) {
  return element(
    "button",
    {
      class: "button is-small",
      type: "button",
      "aria-label": `Try: ${found.change}`,
      onclick: () => tryFound(found.id),
    },
    "Try",
  );
}

/** The wins of each seat before and after. */
function seatTable({ headings, rows }) {
  return element(
    "div",
    { key: "seats", class: "found-table" },
    element("h2", { class: "title" }, "Wins of each seat in 100 games"),
    element(
      "table",
      { class: "found-seats" },
      element(
        "thead",
        {},
        element("tr", {}, headings.map((heading) => element("th", { scope: "col" }, heading))),
      ),
      element(
        "tbody",
        {},
        rows.map((cells) =>
          element(
            "tr",
            { key: cells[0] },
            cells.map((cell, index) =>
              element(index === 0 ? "th" : "td", index === 0 ? { scope: "row" } : {}, cell),
            ),
          ),
        ),
      ),
    ),
  );
}
