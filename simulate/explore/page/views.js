/**
 * The views of the page. The part of the address after # names the view.
 */

import { local, requestDraw } from "./model.js";

export const VIEWS = [
  { name: "answer", title: "Answer" },
  { name: "versions", title: "Versions" },
  { name: "players", title: "Players" },
  { name: "game", title: "A game" },
  { name: "cards", title: "Cards" },
  { name: "when", title: "What if …" },
  { name: "table", title: "At my table" },
];

/** The report has a button of its own. */
const NAMES = new Set([...VIEWS.map((view) => view.name), "report"]);

let onView = () => {};

/** Follow the address, now and later. The callback is called when a view opens. */
export function followAddress(callback) {
  onView = callback;
  addEventListener("hashchange", readAddress);
  readAddress();
}

function readAddress() {
  const name = location.hash.slice(1);
  local.view = NAMES.has(name) ? name : "answer";
  local.isSheetOpen = false;
  if (local.view !== "versions") {
    local.isChoosingRules = false;
  }
  scrollTo(0, 0);
  onView(local.view);
  requestDraw();
}

export function showView(name) {
  if (name === local.view) {
    scrollTo(0, 0);
    requestDraw();
  } else {
    location.hash = name;
  }
}
