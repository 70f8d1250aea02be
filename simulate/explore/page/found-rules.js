/**
 * The rules that were found for the wishes, or that even the seats, the best first.
 */

import { act, tryFound } from "./actions.js";
import { commandLine } from "./command.js";
import { element } from "./dom.js";
import { model } from "./model.js";
import { searchLimits } from "./search-limits.js";
import { wishChip } from "./wishes.js";

export function foundRules(found, isFirst) {
  const hasRows = found.rows.length > 0;
  return element(
    "section",
    { key: "found", class: isFirst ? "found" : "found is-below", tabindex: "-1" },
    element(isFirst ? "h1" : "h2", { class: isFirst ? "headline" : "title" }, found.headline),
    element("p", { class: "summary" }, found.sentence),
    (found.progress || found.phase === "playing") &&
      element("p", { key: "progress", class: "progress" }, progressOf(found), stopButton(found)),
    found.kind === "wishes" && searchLimits(),
    hasRows && element("p", { key: "now", class: "found-now" }, nowPlayed(found)),
    hasRows && table(found),
    found.seats && seatTable(found.seats),
    found.command && commandLine("tune", found.command),
  );
}

function progressOf({ phase, progress, rows }) {
  if (phase === "playing" && rows.length > 0) {
    return `More games make it surer. ${progress}`;
  }
  return progress;
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
        element("small", {}, cell.number),
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
