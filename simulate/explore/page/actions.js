/**
 * What controls do: send an action to the server and show its effect at once.
 */

import { send, sendLog } from "./connection.js";
import { focusAfterDraw, local, model, narrowWindow, requestDraw } from "./model.js";
import { showView } from "./views.js";

/**
 * The values of the newest state, by rule. A control on the page can be of an earlier state, because
 * the page is not drawn at once.
 */
const newestValues = new Map();

/** How long a sent value is shown if the events never confirm it. */
const CONFIRM_WITHIN = 1000;

/** Send an action and show why it failed, if it did. */
export function act(action, details = {}) {
  return showProblemOf(send({ action, ...details }));
}

/** Compare a log of real games with simulated games. */
export function compareLog(file) {
  return showProblemOf(sendLog(file));
}

/** Wait for the answer of the server, and show why an action failed, if it did. */
async function showProblemOf(answer) {
  local.problem = "";
  const result = await answer;
  if (!result.ok) {
    local.problem = result.error;
  }
  requestDraw();
  return result;
}

/** Change a rule. Its control shows the new value at once. */
export async function setRule(rule, value) {
  const sent = { value };
  local.sentValues.set(rule, sent);
  local.fieldProblems.delete(rule);
  requestDraw();
  const result = await send({ action: "set", rule, value });
  if (local.sentValues.get(rule) !== sent) {
    return;
  }
  if (!result.ok) {
    local.fieldProblems.set(rule, result.error);
    forgetSentValue(rule, sent);
    return;
  }
  setTimeout(() => forgetSentValue(rule, sent), CONFIRM_WITHIN);
}

function forgetSentValue(rule, sent) {
  if (local.sentValues.get(rule) === sent) {
    local.sentValues.delete(rule);
    requestDraw();
  }
}

/** Take the values of a new state, and forget the sent values that it confirms. */
export function takeValues(state) {
  newestValues.clear();
  for (const group of state.groups) {
    for (const control of group.controls.flatMap(withEntries)) {
      newestValues.set(control.name, control.value);
      if (local.sentValues.get(control.name)?.value === control.value) {
        local.sentValues.delete(control.name);
      }
    }
  }
}

function withEntries(control) {
  return [control, ...(control.entries ?? [])];
}

/** The value of a control or entry: the one just sent, or that of the server. */
export function valueOf(control) {
  const sent = local.sentValues.get(control.name);
  return sent ? sent.value : (newestValues.get(control.name) ?? control.value);
}

/** Actions that change several rules at once replace whatever was sent before. */
function actOnRules(action, details) {
  local.sentValues.clear();
  local.fieldProblems.clear();
  return act(action, details);
}

export const resetRule = (rule) => actOnRules("reset", { rule });
export const resetAll = () => actOnRules("reset_all");
export const choosePreset = (name) => actOnRules("preset", { name });
export const restoreVersion = (letter) => actOnRules("restore", { letter });
export const tryFound = (id) => actOnRules("try", { id });

export function undo() {
  if (model.state?.undo) {
    actOnRules("undo");
  }
}

export function redo() {
  if (model.state?.redo) {
    actOnRules("redo");
  }
}

export function keep() {
  if (model.state?.keep.enabled) {
    act("keep");
  }
}

/** Whether games are being played, or about to be. */
export function isPlaying() {
  return ["waiting", "compiling", "playing"].includes(model.answer?.phase);
}

export function stopOrGoOn() {
  if (isPlaying()) {
    act("stop");
  } else if (model.answer?.phase === "stopped") {
    act("go");
  }
}

export function compare(letters) {
  local.isChoosingRules = false;
  act("compare", { letters });
  showView("versions");
}

/** The id of the part of the page in which the rules that a search may change are chosen. */
export const RULE_CHOICE = "rule-choice";

/** Let the user choose which rules a search may change, before it begins. */
export function chooseRules() {
  local.isChoosingRules = true;
  local.open.set("limits", true);
  showView("versions");
  focusAfterDraw(RULE_CHOICE);
}

export function findRules() {
  local.isChoosingRules = false;
  act("find");
  showView("versions");
}

/** Search for who should start and what the others get. */
export function evenSeats() {
  local.isChoosingRules = false;
  act("even");
  showView("versions");
}

export function requestDocument(kind, details = {}) {
  act("document", { kind, ...details });
}

/** Focus an element of the rules; on a phone, open the sheet with the rules first. */
export function showInRules(id) {
  local.isSheetOpen = narrowWindow.matches;
  focusAfterDraw(id);
}

/** Open or close the sheet with the rules on a phone. */
export function toggleSheet() {
  local.isSheetOpen = !local.isSheetOpen;
  focusAfterDraw(local.isSheetOpen ? "rail" : "sheet-button");
}
