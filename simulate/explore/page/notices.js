/**
 * The boxes above the answer: a mistake in the game's file, rules that cannot be played together,
 * and actions that failed.
 */

import { setRule, undo } from "./actions.js";
import { element } from "./dom.js";
import { local, model } from "./model.js";

/** The sentence shown instead of the progress while the server does not answer. */
export function describeOffline(state) {
  if (!state) {
    return "Fathom does not answer.";
  }
  return (
    `Fathom does not answer. Your versions are safe in ${state.journal}; ` +
    `start it again with: ${state.command}`
  );
}

/** The boxes above every view. */
export function notices() {
  const { state, answer } = model;
  return element(
    "div",
    { key: "notices" },
    local.isOffline && local.view !== "answer" && problemBox(describeOffline(state)),
    local.problem && problemBox(local.problem),
    state.mistake && mistakeBox(state.mistake),
    state.impossible && impossibleBox(state.impossible),
    answer?.failure && failureBox(answer.failure),
  );
}

function problemBox(problem) {
  return element("p", { key: problem, class: "alert is-small" }, problem);
}

function failureBox(failure) {
  return element(
    "section",
    { key: "failure", class: "alert" },
    element("h2", {}, "The games could not be played."),
    element("p", {}, failure),
  );
}

function mistakeBox(mistake) {
  const place = mistake.line ? ` in line ${mistake.line}` : "";
  const title = `${mistake.file} has a mistake${place}.`;
  return element(
    "section",
    { key: "mistake", class: "alert" },
    element("h2", {}, title),
    element("p", {}, mistake.message),
    mistake.excerpt.length > 0 && excerptOf(mistake),
    mistake.remedy && element("p", {}, mistake.remedy),
    element("p", {}, "Correct and save the file; the page checks and plays it again by itself."),
  );
}

function excerptOf(mistake) {
  const lines = mistake.excerpt.map((line) =>
    element(
      "div",
      { class: line.is_hit ? "is-hit" : null },
      element("i", {}, line.number),
      line.text,
    ),
  );
  return element(
    "div",
    { class: "code", role: "group", "aria-label": `Lines of ${mistake.file}`, tabindex: "0" },
    lines,
  );
}

function impossibleBox(impossible) {
  return element(
    "section",
    { key: "impossible", class: "alert" },
    element("h2", {}, "Not possible together."),
    element("p", {}, sentence(impossible.reason)),
    remedies(impossible),
  );
}

/** A reason as a sentence. */
export function sentence(text) {
  const end = /[.!?]$/.test(text) ? "" : ".";
  return text.charAt(0).toUpperCase() + text.slice(1) + end;
}

/** Buttons for the nearest rules that can be played. */
export function remedies(impossible) {
  const buttons = impossible.remedies.map((remedy) =>
    element(
      "button",
      {
        key: remedy.label,
        class: "button is-small",
        type: "button",
        onclick: () => setRule(remedy.rule, remedy.value),
      },
      remedy.label,
    ),
  );
  return element(
    "div",
    { class: "remedies" },
    buttons,
    element(
      "button",
      { key: "undo", class: "button is-small", type: "button", onclick: undo },
      "Undo",
    ),
  );
}

/** The line that says to which rules or file a lasting stale answer belongs. */
export function staleLine() {
  const { state, answer } = model;
  const isLasting = answer.is_stale && (state.mistake || state.impossible);
  if (!isLasting) {
    return null;
  }
  const text =
    state.mistake?.since
      ? `The answer for the file as you saved it at ${state.mistake.since}, before the mistake`
      : "The answer before this change";
  return element("p", { class: "stale-line" }, text);
}
