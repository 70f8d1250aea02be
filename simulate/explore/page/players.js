/**
 * Players: the game with each number of players, and with which number it is best.
 */

import { act, setRule } from "./actions.js";
import { adviceSection } from "./advice.js";
import { commandLine } from "./command.js";
import { element } from "./dom.js";
import { model } from "./model.js";
import { notices } from "./notices.js";

/** The control for the number of players. */
const PLAYERS = "@players";

/** The columns: the heading, the text of a row, and a smaller text below it. */
const COLUMNS = [
  { title: "Fair?", text: (row) => row.fair, more: (row) => row.spread },
  { title: "Long?", text: (row) => row.long },
  { title: "Tense?", text: (row) => row.tense },
  { title: "Skill? A good player among beginners wins", text: (row) => row.skill },
];

/** Compare all numbers of players when the view opens for the first time. */
export function openPlayers() {
  if (!model.players) {
    act("players");
  }
}

export function playersView() {
  const shown = model.players;
  return [
    notices(),
    element(
      "section",
      { key: "players", class: "found", tabindex: "-1" },
      element("h1", { class: "headline" }, shown?.headline ?? "For how many players?"),
      shown && element("p", { key: "sentences", class: "summary" }, shown.sentences.join(" ")),
      shown && element("p", { key: "progress", class: "progress" }, shown.progress, button(shown)),
      shown?.rows.length > 0 && table(shown.rows),
      shown?.left_out.map((reason) => element("p", { key: reason, class: "note" }, reason)),
      shown?.command && commandLine("players", shown.command),
    ),
    adviceSection(),
  ];
}

function button(shown) {
  if (shown.phase === "playing") {
    return element("button", { class: "button", type: "button", onclick: () => act("stop") }, "Stop");
  }
  const isEarlier = shown.rules_id !== model.state.rules_id;
  return [
    isEarlier && element("b", { key: "earlier" }, "For earlier rules."),
    element(
      "button",
      { key: "again", class: "link", type: "button", onclick: () => act("players") },
      isEarlier ? "Compare with the current rules" : "Compare again",
    ),
  ];
}

function table(rows) {
  const columns = COLUMNS.filter((column) => rows.some((row) => column.text(row)));
  const headings = ["Players", ...columns.map((column) => column.title)];
  return element(
    "div",
    { key: "table", class: "found-table" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          headings.map((heading) => element("th", { scope: "col" }, heading)),
          element("td", {}),
        ),
      ),
      element(
        "tbody",
        {},
        rows.map((row) => rowOf(row, columns)),
      ),
    ),
  );
}

function rowOf(row, columns) {
  return element(
    "tr",
    { key: row.players },
    element(
      "th",
      { scope: "row", class: "player-count" },
      element("b", {}, row.players),
      element("span", { class: "only-phone" }, "\u00a0players"),
      row.mark && element("span", { class: "wish is-met best-count" }, row.mark),
    ),
    columns.map((column) =>
      element(
        "td",
        {},
        element("span", { class: "only-phone" }, column.title),
        column.text(row),
        column.more && element("small", {}, column.more(row)),
      ),
    ),
    element(
      "td",
      { class: "found-action" },
      row.players === currentPlayers() ? "now played" : setButton(row.players),
    ),
  );
}

/** The number of players that is chosen now. */
function currentPlayers() {
  const controls = model.state.groups.flatMap((group) => group.controls);
  return controls.find((control) => control.name === PLAYERS)?.value;
}

function setButton(players) {
  return element(
    "button",
    {
      class: "button is-small",
      type: "button",
      "aria-label": `Set ${players} players`,
      onclick: () => setRule(PLAYERS, players),
    },
    "Set",
  );
}
