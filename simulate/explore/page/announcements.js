/**
 * What screen readers speak by themselves.
 *
 * The polite region speaks twice after a change: at 1,000 games and when the answer is settled.
 * Errors are spoken at once.
 */

import { describeOffline } from "./notices.js";
import { local, model } from "./model.js";

const FIRST_GAMES = 1000;

let spokenRevision = null;
let hasSpokenFirst = false;
let hasSpokenSettled = false;
let lastError = "";

function say(id, text) {
  document.getElementById(id).textContent = text;
}

/** Speak what a new answer says, if it is one of the two that are spoken. */
export function announceAnswer(answer) {
  if (answer.is_stale) {
    return;
  }
  if (answer.revision !== spokenRevision) {
    spokenRevision = answer.revision;
    hasSpokenFirst = false;
    hasSpokenSettled = false;
  }
  if (answer.phase === "settled" && !hasSpokenSettled) {
    hasSpokenFirst = true;
    hasSpokenSettled = true;
    say("polite", `${answer.headline} ${answer.progress}`);
  } else if (answer.games >= FIRST_GAMES && !hasSpokenFirst) {
    hasSpokenFirst = true;
    say("polite", answer.headline);
  }
}

/** Speak an error that was not there before. */
export function announceErrors() {
  const error = currentError();
  if (error !== lastError) {
    lastError = error;
    say("assertive", error);
  }
}

function currentError() {
  const { state, answer } = model;
  if (local.isOffline) {
    return describeOffline(state);
  }
  if (state?.mistake) {
    return `${state.mistake.file}: ${state.mistake.message}`;
  }
  if (state?.impossible) {
    return state.impossible.reason;
  }
  return answer?.failure || local.problem || "";
}
