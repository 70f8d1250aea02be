/**
 * The table of a replayed game: the key to its letters, what belongs to all, and a box for each
 * seat.
 */

import { element } from "./dom.js";
import { readTable } from "./table-lines.js";

/** Longer texts are printed as they are, not as cards. */
const LONGEST_CARD = 14;

/**
 * @param {object} step The turn that is shown; its table is that before the turn.
 * @param {object} previous The turn before it, if there is one.
 * @param {string[]} key Lines that explain the letters and signs in drawings of the table.
 */
export function tableView(step, previous, key) {
  const { shared, seats } = readTable(step.state);
  return element(
    "section",
    { class: "felt", "aria-label": "The table before the turn" },
    key.length > 0 && keyToLetters(key),
    shared.length > 0 && element("div", { class: "shared" }, shared.map(blockOf)),
    element(
      "ul",
      { class: "seats" },
      seats.map((seat, index) => seatBox(seat, changeOf(index, step, previous))),
    ),
  );
}

/** The key is shown at every turn, because readers jump to turning points. */
function keyToLetters(lines) {
  return element(
    "section",
    { class: "table-key" },
    element("h3", {}, "Key to the letters"),
    lines.map((text) => element("p", {}, text)),
  );
}

/** By how much the score of a seat changes in a turn, such as "+2"; empty if it stays, or at first. */
function changeOf(index, step, previous) {
  if (!previous) {
    return ""; // Some games begin with points.
  }
  const before = Number(previous.scores[index] ?? 0);
  const change = Number(step.scores[index]) - before;
  if (!change) {
    return "";
  }
  return change > 0 ? `+${change}` : `−${-change}`;
}

function seatBox(seat, change) {
  return element(
    "li",
    { key: seat.name, class: seat.isToAct ? "seat is-to-act" : "seat" },
    element(
      "header",
      {},
      element("h3", {}, seat.name, seat.isToAct && element("span", { class: "to-act" }, "to act")),
      element(
        "span",
        { class: "seat-details" },
        seat.details.join(", "),
        change && element("b", { title: "in this turn" }, ` ${change}`),
      ),
    ),
    seat.groups.map(groupOf),
    seat.blocks.map(blockOf),
  );
}

function blockOf(block) {
  if (block.drawing) {
    return element("pre", { class: "drawing", tabindex: "0" }, block.drawing.join("\n"));
  }
  return groupOf(block);
}

function groupOf({ text, label, isPile, cards }) {
  if (text) {
    return element("p", {}, text);
  }
  if (cards.length === 1 && cards[0].value === "nothing") {
    return element("p", { class: "group-label" }, `${label}: nothing`);
  }
  const isLong = cards.some(({ value }) => value.length > LONGEST_CARD);
  return element(
    "div",
    { class: "card-group" },
    element("span", { class: "group-label" }, isPile ? `${label}, the top last` : label),
    isLong
      ? element("p", {}, cards.map(nameOf).join(", "))
      : element(
          "ul",
          { class: isPile ? "table-cards is-pile" : "table-cards" },
          cards.map(tableCard),
        ),
  );
}

const nameOf = ({ kind, value }) => (kind ? `${kind} ${value}` : value);

function tableCard({ kind, value }) {
  return element(
    "li",
    { "data-kind": kind.toLowerCase() || null },
    element("b", {}, value),
    kind && element("small", {}, " ", kind),
  );
}
