/**
 * The keys that work outside fields.
 */

import { keep, redo, stopOrGoOn, toggleSheet, undo } from "./actions.js";
import { showNextPoint, showRound, showStep } from "./game.js";
import { local } from "./model.js";
import { showView, VIEWS } from "./views.js";
import { leaveLastWish } from "./wishes.js";

const KEYS = { u: undo, U: redo, k: keep, s: stopOrGoOn, "?": toggleKeys };

const GAME_KEYS = {
  ArrowLeft: (event) => (event.shiftKey ? showRound(-1) : showStep(local.step - 1)),
  ArrowRight: (event) => (event.shiftKey ? showRound(1) : showStep(local.step + 1)),
  n: showNextPoint,
};

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      leave();
      return;
    }
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const action = actionOf(event.key);
    if (action) {
      event.preventDefault();
      action(event);
    }
  });
}

function actionOf(key) {
  if (local.view === "game" && key in GAME_KEYS) {
    return GAME_KEYS[key];
  }
  const view = VIEWS[Number(key) - 1];
  return view ? () => showView(view.name) : KEYS[key];
}

function isTyping(target) {
  return target.matches("input:not([type=checkbox]), select, textarea");
}

function leave() {
  if (leaveLastWish()) {
    return;
  }
  if (local.isSheetOpen) {
    toggleSheet();
  }
}

function toggleKeys() {
  document.getElementById("keys").togglePopover();
}
