/**
 * What the page knows: the newest event of each kind, and what only this window knows.
 */

/** The newest events of the server. */
export const model = {
  state: null,
  answer: null,
  comparison: null,
  found: null,
  /** The comparison of all numbers of players. */
  players: null,
  /** What the strongest of the current players does, in words. */
  advice: null,
  document: null,
  replay: null,
  /** Examples of events for "What if …"; null until they have come. */
  events: null,
};

/** What only this window knows. */
export const local = {
  /** One of the names in views.js. */
  view: "answer",
  /** On phones: whether the rules cover the page. */
  isSheetOpen: false,
  /** The cards whose wishes are being edited, in the order in which this began. */
  editedWishes: [],
  /** The charts that are shown as tables, by the name of the chart. */
  tables: new Set(),
  /** Whether groups and tables of rules are open, by name. */
  open: new Map(),
  /** The versions that the user chose for a comparison; null until then. */
  letters: null,
  /** Whether the user chooses which rules a search may change, before it begins. */
  isChoosingRules: false,
  /** The step of the replayed game that is shown. */
  step: 0,
  /** Values that were sent and that the server has not confirmed yet, by rule. */
  sentValues: new Map(),
  /** Why a typed value was not accepted, by rule. */
  fieldProblems: new Map(),
  /** Why the last action failed. */
  problem: "",
  /** The event typed under "What if …". */
  event: "",
  /** The name of the command that has just been copied. */
  copied: "",
  isOffline: false,
};

/** Whether the window is as narrow as a phone, where the rules are a sheet; as in explore.css. */
export const narrowWindow = matchMedia("(max-width: 820px)");

/** The kept versions, oldest first. */
export function versionsByAge() {
  return model.state.versions.toSorted(
    (first, second) =>
      first.letter.length - second.letter.length || first.letter.localeCompare(second.letter),
  );
}

/** Whether a game or a document of the server, finished, belongs to rules that were changed. */
export function isOfEarlierRules({ phase, choices_id: choices }) {
  const isFinished = phase === "ready" || phase === "settled";
  return isFinished && choices !== undefined && choices !== model.state.choices_id;
}

let draw = () => {};
let isRequested = false;
let focusTarget = "";

/** Set the function that draws the page. */
export function onDraw(callback) {
  draw = callback;
}

/** Draw the page before the browser shows it the next time. */
export function requestDraw() {
  if (isRequested) {
    return;
  }
  isRequested = true;
  requestAnimationFrame(() => {
    isRequested = false;
    draw();
    if (focusTarget) {
      document.getElementById(focusTarget)?.focus();
      focusTarget = "";
    }
  });
}

/** Focus an element once the page has been drawn again. */
export function focusAfterDraw(id) {
  focusTarget = id;
  requestDraw();
}
