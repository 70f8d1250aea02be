/**
 * The bar at the top, and the bar at the bottom of a phone.
 */

import { keep, redo, requestDocument, toggleSheet, undo } from "./actions.js";
import { element } from "./dom.js";
import { showNextPoint } from "./game.js";
import { local, model } from "./model.js";
import { path } from "./svg.js";
import { showView, VIEWS } from "./views.js";

const UNDO_PATH = "M5.5 2L2 5.5 5.5 9M2.5 5.5H10a4 4 0 010 8.5H6";
const REDO_PATH = "M10.5 2L14 5.5 10.5 9M13.5 5.5H6a4 4 0 000 8.5h4";

/** The links to the views. */
export function viewLinks() {
  return VIEWS.map(({ name, title }) =>
    element(
      "a",
      { key: name, href: `#${name}`, "aria-current": local.view === name ? "page" : null },
      title,
    ),
  );
}

/** Undo, redo, report and keep. */
export function barActions() {
  const { state } = model;
  return [
    iconButton("Undo", "Undo (U)", UNDO_PATH, state.undo, undo),
    iconButton("Redo", "Redo (Shift U)", REDO_PATH, state.redo, redo),
    element(
      "button",
      {
        class: "button",
        type: "button",
        "aria-pressed": String(local.view === "report"),
        onclick: openReport,
      },
      "Report",
    ),
    keepButton("keep-button"),
  ];
}

/** Write the report and show it. */
export function openReport() {
  requestDocument("report");
  showView("report");
}

function iconButton(label, title, d, isEnabled, onclick) {
  return element(
    "button",
    {
      class: "button is-icon",
      type: "button",
      "aria-label": label,
      title,
      "aria-disabled": String(!isEnabled),
      onclick,
    },
    element(
      "svg",
      { width: 15, height: 15, viewBox: "0 0 16 16", "aria-hidden": "true" },
      path(d, { stroke: "currentColor", "stroke-width": 1.6 }),
    ),
  );
}

function keepButton(id) {
  const { label, enabled } = model.state.keep;
  return element(
    "button",
    {
      id,
      class: "button is-primary",
      type: "button",
      title: "Keep these rules (K)",
      "aria-disabled": String(!enabled),
      onclick: keep,
    },
    label,
  );
}

/** The bar at the bottom of a phone. */
export function phoneBar() {
  if (local.isSheetOpen) {
    const label = local.view === "game" ? "Watch" : "Answer";
    return [
      element("span", { key: "short", class: "short-answer" }, shortAnswer()),
      element(
        "button",
        { key: "close", class: "button is-primary", type: "button", onclick: toggleSheet },
        label,
      ),
    ];
  }
  const isGame = local.view === "game";
  return [
    element(
      "button",
      {
        key: "sheet",
        id: "sheet-button",
        class: "button",
        type: "button",
        "aria-haspopup": "true",
        onclick: toggleSheet,
      },
      isGame ? "Choose a game" : sheetLabel(),
    ),
    isGame
      ? element(
          "button",
          { key: "next", class: "button", type: "button", onclick: showNextPoint },
          "Next turning point",
        )
      : keepButton("phone-keep-button"),
  ];
}

function sheetLabel() {
  const { changed } = model.state;
  return changed > 0 ? `Rules · ${changed} changed` : "Rules";
}

function shortAnswer() {
  const { state, answer } = model;
  if (state.impossible) {
    return "Not possible together";
  }
  if (state.mistake) {
    return "Mistake in your file";
  }
  return answer?.short ?? "";
}
