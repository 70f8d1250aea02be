/**
 * The panel with the rules, on the left; on a phone a sheet.
 */

import { choosePreset, resetAll, showInRules, undo } from "./actions.js";
import { control } from "./controls.js";
import { element } from "./dom.js";
import { local, model } from "./model.js";

/** The id of the title of the rules that fill gaps of the rulebook. */
const GAPS = "gaps";

export function rulesPanel() {
  const { state } = model;
  return element(
    "div",
    { key: "rules" },
    element("h2", { class: "rail-title" }, titleOf(state)),
    element(
      "p",
      { class: "rail-summary" },
      element("span", {}, summaryOf(state)),
      element(
        "span",
        { class: "rail-actions" },
        state.undo &&
          element("button", { class: "link only-phone", type: "button", onclick: undo }, "Undo"),
        state.changed > 0 &&
          element("button", { class: "link", type: "button", onclick: resetAll }, "Reset all"),
      ),
    ),
    state.presets.length > 1 && presets(state),
    state.groups.map(group),
  );
}

/** Show the rules that fill gaps of the rulebook. */
export function showGaps() {
  const gaps = model.state.groups.filter((each) => each.fills_gaps);
  for (const { title } of gaps) {
    local.open.set(keyOfGroup(title), true);
  }
  showInRules(GAPS);
}

const keyOfGroup = (title) => `group ${title}`;

function titleOf(state) {
  const current = state.versions.find((version) => version.is_current);
  return current ? `Rules of ${current.letter}` : "Rules";
}

function summaryOf(state) {
  if (state.changed > 0) {
    return `${state.changed} changed`;
  }
  return `${originOf(state)} Change anything; the answer follows.`;
}

/** A sentence on where unchanged rules come from. */
function originOf({ game, presets: variants }) {
  const chosen = variants.findIndex((variant) => variant.chosen);
  if (chosen > 0) {
    return `The variant “${variants[chosen].label}”.`;
  }
  return game.file ? "The rules in your file." : "As printed.";
}

function presets({ presets: variants, changed }) {
  const buttons = variants.map((preset) =>
    element(
      "button",
      {
        key: preset.name,
        type: "button",
        class: preset.chosen && changed > 0 ? "is-changed" : null,
        title: preset.meaning || null,
        "aria-pressed": String(preset.chosen),
        onclick: () => choosePreset(preset.name),
      },
      preset.label,
    ),
  );
  return element("div", { class: "presets", role: "group", "aria-label": "Variants" }, buttons);
}

function group({ title, folded, fills_gaps: fillsGaps, controls }) {
  const key = keyOfGroup(title);
  return element(
    "details",
    {
      key,
      class: "group",
      open: local.open.get(key) ?? !folded,
      ontoggle: (event) => local.open.set(key, event.target.open),
    },
    element("summary", { id: fillsGaps ? GAPS : null }, element("h3", {}, title)),
    controls.map(control),
  );
}
