/**
 * The comparison of two to four versions: one row per question, the same axes in all columns.
 */

import { act, compare } from "./actions.js";
import { badge, listOf } from "./badge.js";
import { chartOrTable, tableButton } from "./charts.js";
import { element } from "./dom.js";
import { wishChip } from "./wishes.js";

export function comparisonView(comparison) {
  const hasResults = Boolean(comparison.rows);
  return element(
    "section",
    { key: "comparison", tabindex: "-1" },
    element("h1", { class: "headline" }, comparison.headline ?? titleOf(comparison.letters)),
    element("p", { class: "summary" }, comparison.sentence),
    element("p", { class: "progress" }, comparison.progress, progressButton(comparison)),
    hasResults && tableOfVersions(comparison),
    hasResults &&
      tableButton(chartNames(comparison), ["Show all charts as tables", "Show the charts"]),
  );
}

/** The headline until there are results. */
function titleOf(letters) {
  return `Comparing ${listOf(letters)}`;
}

function tableOfVersions(comparison) {
  const isEarly = comparison.phase !== "settled";
  return element(
    "div",
    { class: `comparison has-${comparison.letters.length}` },
    heading(comparison),
    comparison.rows.map((row) => questionRow(row, comparison.letters, isEarly)),
  );
}

/** The button that stops the comparison, or goes on with it; none if it is settled. */
function progressButton({ phase, letters }) {
  if (["waiting", "compiling", "playing"].includes(phase)) {
    return commandButton("Stop", () => act("stop"));
  }
  return phase === "stopped" ? commandButton("Go on", () => compare(letters)) : null;
}

function commandButton(label, onclick) {
  return element("button", { key: label, class: "button", type: "button", onclick }, label);
}

function heading({ versions, letters }) {
  const difference = letters.length === 2 ? `From ${letters[0]} to ${letters[1]}` : "Differences";
  return element(
    "div",
    { key: "heading", class: "comparison-row is-heading" },
    element("span", { class: "question" }),
    versions.map((version) =>
      element(
        "div",
        { key: version.letter, class: "version-heading" },
        badge(version.letter),
        element(
          "span",
          {},
          element("b", {}, version.name),
          element("small", {}, [`kept ${version.kept}`, version.note].filter(Boolean).join(" · ")),
        ),
      ),
    ),
    element("div", { class: "difference" }, element("b", {}, difference)),
  );
}

function questionRow(row, letters, isEarly) {
  return element(
    "div",
    { key: row.id, class: "comparison-row" },
    element("h2", { class: "question" }, row.title),
    row.cells.map((cell, index) => cellOf(row, cell, letters[index], { index, isEarly })),
    differenceOf(row.difference),
  );
}

function cellOf(row, cell, letter, { index, isEarly }) {
  const colour = index === 0 ? "var(--base)" : "var(--data)";
  return element(
    "div",
    { key: letter, class: "comparison-cell" },
    cellLine(cell, letter),
    cell.lines.length > 0 &&
      element(
        "ul",
        { class: "cell-lines" },
        cell.lines.map((line) => element("li", {}, line)),
      ),
    cell.chart &&
      chartOrTable(chartName(row.id, letter), cell.chart, { isSmall: true, isEarly, colour }),
  );
}

/** The sentence and the wish; on a phone with the letter, as there are no columns. */
function cellLine(cell, letter) {
  const isEmpty = !cell.sentence && !cell.wish;
  return element(
    "div",
    { class: isEmpty ? "cell-line only-phone" : "cell-line" },
    element("span", {}, element("span", { class: "only-phone" }, badge(letter)), cell.sentence),
    cell.wish && wishChip(cell.wish),
  );
}

function differenceOf(difference) {
  if (!difference) {
    return element("div", { class: "difference" });
  }
  return element(
    "div",
    { class: "difference" },
    element("b", {}, difference.title),
    element("small", {}, difference.text),
    difference.certainty && element("span", { class: "certainty" }, difference.certainty),
  );
}

const chartName = (row, letter) => `${row} of ${letter}`;

function chartNames(comparison) {
  const rows = comparison.rows.filter((row) => row.cells.some((cell) => cell.chart));
  return rows.flatMap((row) => comparison.letters.map((letter) => chartName(row.id, letter)));
}
