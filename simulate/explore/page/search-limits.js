/**
 * What a search for rules may change: a box for each rule, and how many rules at once.
 */

import { act, findRules, RULE_CHOICE } from "./actions.js";
import { element } from "./dom.js";
import { local, model, requestDraw } from "./model.js";
import { wishNames } from "./wishes.js";

/** The numbers of rules to choose from; the last stands for any number. */
const NUMBERS = [1, 2, 3, 4, 5];
const ANY_NUMBER = 99;

/** How long sent limits are shown if the events never confirm them. */
const CONFIRM_WITHIN = 500;

/** Limits that were sent and that the server may not have confirmed yet; null if there are none. */
let sentLimits = null;

/** The limits that were sent last, or those of the server. */
function newestLimits() {
  const { rules, max_changes: most } = model.state.search;
  const kept = rules.filter((rule) => !rule.may_change && !rule.is_changed);
  return sentLimits ?? { kept: kept.map((rule) => rule.name), max_changes: most };
}

async function setLimits(changes) {
  const limits = { ...newestLimits(), ...changes };
  sentLimits = limits;
  requestDraw();
  await act("limits", limits);
  setTimeout(() => {
    if (sentLimits === limits) {
      sentLimits = null;
      requestDraw();
    }
  }, CONFIRM_WITHIN);
}

/** The choice of the rules that a search may change, before the search begins. */
export function ruleChoice() {
  return element(
    "section",
    { key: "rule-choice", id: RULE_CHOICE, class: "found", tabindex: "-1" },
    element("h1", { class: "headline" }, "Which rules may change?"),
    element(
      "p",
      { class: "summary" },
      `You wish: ${wishNames().join("; ")}. The search tries the rules that are ticked. `,
      "It can take some minutes, and you can stop it.",
    ),
    searchLimits("Find rules"),
    model.found &&
      element(
        "p",
        { key: "back" },
        element("button", { class: "link", type: "button", onclick: showFound }, "Back to the versions"),
      ),
  );
}

function showFound() {
  local.isChoosingRules = false;
  requestDraw();
}

/** The boxes of all rules, and the button that begins the search. */
export function searchLimits(label) {
  const { rules } = model.state.search;
  const { kept, max_changes: most } = newestLimits();
  const free = rules.filter((rule) => !rule.is_changed);
  const chosen = free.filter((rule) => !kept.includes(rule.name));
  return element(
    "details",
    {
      key: "limits",
      class: "limits",
      open: local.open.get("limits") ?? true,
      ontoggle: (event) => local.open.set("limits", event.target.open),
    },
    element(
      "summary",
      {},
      element("b", {}, "What may change"),
      ` ${chosen.length} of ${rules.length} rules, at most ${numberName(most)} at once`,
    ),
    element("div", { class: "limit-list" }, rules.map((rule) => ruleBox(rule, kept))),
    element(
      "p",
      { class: "limit-actions" },
      element("button", { class: "link", type: "button", onclick: () => keepRules([]) }, "All"),
      element(
        "button",
        {
          class: "link",
          type: "button",
          onclick: () => keepRules(free.map((rule) => rule.name)),
        },
        "None",
      ),
      element(
        "span",
        {},
        element("label", { for: "max-changes" }, "At most"),
        numberChoice(most),
        "at once",
      ),
      element(
        "button",
        {
          class: "button is-primary",
          type: "button",
          "aria-disabled": String(chosen.length === 0),
          onclick: () => chosen.length > 0 && findRules(),
        },
        label,
      ),
    ),
  );
}

const numberName = (number) => (number >= ANY_NUMBER ? "any number" : number);

function ruleBox(rule, kept) {
  const id = `may-change-${rule.name}`;
  return element(
    "div",
    { key: rule.name, class: "limit" },
    element("input", {
      id,
      type: "checkbox",
      "aria-label": `${rule.title} may change`,
      disabled: rule.is_changed,
      checked: !rule.is_changed && !kept.includes(rule.name),
      onchange: (event) => setMayChange(rule.name, event.target.checked),
    }),
    element("label", { for: id }, rule.title),
    element("small", {}, rule.is_changed ? "stays: you changed it" : rule.values),
  );
}

function numberChoice(most) {
  const numbers = [...new Set([...NUMBERS, most])].filter((number) => number < ANY_NUMBER);
  return element(
    "select",
    {
      id: "max-changes",
      class: "choice",
      value: most,
      onchange: (event) => setLimits({ max_changes: Number(event.target.value) }),
    },
    [...numbers.sort((first, second) => first - second), ANY_NUMBER].map((number) =>
      element("option", { key: number, value: number }, numberName(number)),
    ),
  );
}

function setMayChange(name, mayChange) {
  const others = newestLimits().kept.filter((kept) => kept !== name);
  keepRules(mayChange ? others : [...others, name]);
}

const keepRules = (kept) => setLimits({ kept });
