/**
 * The rules that were found for the wishes, the best first.
 */

import { tryFound } from "./actions.js";
import { element } from "./dom.js";
import { wishChip } from "./wishes.js";

export function foundRules(found, isFirst) {
  return element(
    "section",
    { key: "found", class: isFirst ? "found" : "found is-below", tabindex: "-1" },
    element(isFirst ? "h1" : "h2", { class: isFirst ? "headline" : "title" }, found.headline),
    element("p", { class: "summary" }, [found.sentence, found.progress].filter(Boolean).join(" ")),
    found.rows.length > 0 && table(found),
  );
}

function table(found) {
  const headings = ["Change", ...found.wishes].map((heading) =>
    element("th", { scope: "col" }, heading),
  );
  return element(
    "div",
    { class: "found-table" },
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
    element("th", { scope: "row" }, found.change),
    found.cells.map((cell, index) =>
      element("td", {}, element("span", { class: "only-phone" }, wishes[index]), wishChip(cell)),
    ),
    element("td", { class: "found-action" }, found.is_current ? "these rules" : tryButton(found)),
  );
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
