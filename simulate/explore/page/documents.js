/**
 * Views that show a document of the server: Cards, What if …, At my table and Report.
 */

import { act, compareLog, requestDocument } from "./actions.js";
import { element, showValue } from "./dom.js";
import { focusAfterDraw, isOfEarlierRules, local, model } from "./model.js";
import { notices } from "./notices.js";

/** The kind of document that each view shows. */
const KINDS = { cards: "cards", when: "when", table: "playtest", report: "report" };

/** The kinds that are made when their view opens. The others need something from the user. */
const MADE_AT_ONCE = ["cards", "report"];

/** The endings of the files that can be logs. */
const LOGS = ".csv,.tsv,.xlsx,.ods,.json";

/** The titles until the document has its own. */
const TITLES = {
  cards: "What each card is worth",
  when: "What if …",
  table: "Your games against the simulated ones",
  report: "Report",
};

/** Ask for the document of a view when it opens. "What if …" only asks for examples of events. */
export function openDocument(view) {
  const kind = KINDS[view];
  if (kind === "when" && !model.events) {
    act("events");
  }
  if (MADE_AT_ONCE.includes(kind) && model.document?.kind !== kind) {
    requestDocument(kind);
  }
}

export function isDocumentView(view) {
  return view in KINDS;
}

export function documentView(view) {
  const kind = KINDS[view];
  const shown = model.document?.kind === kind ? model.document : null;
  return [
    notices(),
    element(
      "header",
      { key: `header ${view}`, class: "document-header" },
      // The document has the same title.
      element(
        "h1",
        { class: shown?.phase === "ready" ? "spoken" : "headline" },
        shown?.title || TITLES[view],
      ),
      view === "when" && eventForm(),
      view === "when" && model.events?.length > 0 && examples(model.events),
      view === "table" && logForm(),
      shown && stateOf(shown),
    ),
    shown?.phase === "ready" && frame(shown),
  ];
}

function eventForm() {
  return element(
    "form",
    {
      class: "event-form",
      onsubmit: (event) => {
        event.preventDefault();
        local.event = event.target.elements.event.value.trim();
        requestDocument("when", { event: local.event });
      },
    },
    element("label", { for: "event" }, "Event"),
    element("input", {
      id: "event",
      name: "event",
      class: "text-field",
      required: true,
      placeholder: "seat 1 leads at half-time",
      autocomplete: "off",
      spellcheck: "false",
      value: local.event,
    }),
    element("button", { class: "button is-primary" }, "Compare the games"),
  );
}

function logForm() {
  return element(
    "div",
    { key: "log", class: "event-form" },
    element("label", { for: "log" }, "A log of games you played"),
    element("input", {
      id: "log",
      type: "file",
      accept: LOGS,
      onchange: (event) => compareLog(event.target.files[0]),
    }),
    element(
      "p",
      { class: "note" },
      "A spreadsheet with a row per game, or what BG Stats or BoardGameGeek exports. ",
      "It stays on this machine.",
    ),
  );
}

/** Events to choose from; a click puts one into the field. */
function examples(events) {
  const buttons = events.map((event) =>
    element(
      "button",
      { key: event, class: "example", type: "button", onclick: () => fillIn(event) },
      event,
    ),
  );
  return element(
    "details",
    { key: "examples", class: "examples", open: true },
    element("summary", {}, "Events of this game"),
    element("div", { class: "example-list" }, buttons),
  );
}

function fillIn(event) {
  local.event = event;
  showValue(document.getElementById("event"), event);
  focusAfterDraw("event");
}

function stateOf(shown) {
  if (shown.phase === "failed") {
    return element("p", { key: "failed", class: "alert is-small" }, shown.failure);
  }
  if (shown.phase === "working") {
    return element(
      "p",
      { key: "working", class: "progress" },
      element("span", {}, shown.progress),
      element("button", { class: "button", type: "button", onclick: () => act("close") }, "Stop"),
    );
  }
  return element(
    "p",
    { key: "ready", class: "files" },
    isOfEarlierRules(shown) && element("b", { key: "earlier" }, "For earlier rules."),
    againButton(shown),
    shown.files.map(fileLink),
  );
}

function fileLink(file) {
  return element(
    "a",
    { key: file.address, class: "button", href: file.address, download: true },
    file.label,
  );
}

function againButton(shown) {
  const { kind, event } = shown;
  if (kind === "playtest") {
    return null;
  }
  return element(
    "button",
    {
      key: "again",
      class: "link",
      type: "button",
      onclick: () => requestDocument(kind, event ? { event } : {}),
    },
    isOfEarlierRules(shown) ? "Make it for the current rules" : "Make it again",
  );
}

function frame(shown) {
  return element("iframe", {
    key: `document ${shown.id}`,
    class: "document",
    src: `document/${shown.id}`,
    title: shown.title,
    sandbox: "allow-scripts",
  });
}
