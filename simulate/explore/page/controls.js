/**
 * The controls of the rules: numbers, switches, choices, tables and texts.
 *
 * Steppers, switches and choices act at once. Sliders and typed values act on release, on Enter or
 * when the field is left.
 */

import { resetRule, setRule, valueOf } from "./actions.js";
import { element, showValue } from "./dom.js";
import { local, model, requestDraw } from "./model.js";
import { remedies, sentence } from "./notices.js";

/** A number with more values than this also has a slider. */
const MOST_VALUES_WITHOUT_SLIDER = 20;

/** How far an arrow key with Shift goes. */
const BIG_STEPS = 5;

const FIELDS = { number: numberField, switch: switchField, choice: choiceField, text: textField };

/** A rule with its name, its field, its description and how it differs. */
export function control(rule) {
  const problem = impossibleAt(rule);
  if (rule.kind === "table") {
    return tableOfNumbers(rule, problem);
  }
  const isChanged = isChangedNow(rule);
  return element(
    "div",
    {
      key: rule.name,
      class: `rule ${stateOf(isChanged, problem)}`,
      id: `box-${rule.name}`,
      // Takes the focus of buttons in it that vanish, such as "Reset".
      tabindex: "-1",
    },
    element("label", { class: "rule-name", for: fieldId(rule) }, rule.title),
    FIELDS[rule.kind](rule),
    rule.kind === "number" && hasSlider(rule) && slider(rule),
    rule.meaning && element("div", { class: "rule-meaning", id: meaningId(rule) }, rule.meaning),
    changedLine(rule, isChanged),
    fieldProblem(rule),
    problem && reason(problem),
  );
}

const fieldId = (rule) => `field-${rule.name}`;
const meaningId = (rule) => `meaning-${rule.name}`;

function impossibleAt(rule) {
  const { impossible } = model.state;
  const names = [rule.name, ...(rule.entries ?? []).map((entry) => entry.name)];
  return impossible && names.includes(impossible.rule) ? impossible : null;
}

function isChangedNow(rule) {
  return local.sentValues.has(rule.name) ? valueOf(rule) !== rule.default : rule.is_changed;
}

function stateOf(isChanged, problem) {
  if (problem) {
    return "is-impossible";
  }
  return isChanged ? "is-changed" : "";
}

function changedLine(rule, isChanged) {
  if (!isChanged) {
    return null;
  }
  return element(
    "div",
    { class: "rule-was" },
    element("span", {}, rule.was),
    element(
      "button",
      {
        class: "link",
        type: "button",
        "aria-label": `Reset ${rule.title}`,
        onclick: () => resetRule(rule.name),
      },
      "Reset",
    ),
  );
}

function fieldProblem(rule) {
  const problem = local.fieldProblems.get(rule.name);
  return problem && element("div", { class: "reason", role: "alert" }, problem);
}

function reason(problem) {
  return element(
    "div",
    { class: "reason" },
    element("b", {}, "Not possible together. "),
    sentence(problem.reason),
    remedies(problem),
  );
}

/* Numbers */

function hasSlider({ low, high, step }) {
  const isBounded = typeof low === "number" && typeof high === "number";
  return isBounded && (high - low) / (step || 1) >= MOST_VALUES_WITHOUT_SLIDER;
}

function numberField(rule) {
  const value = valueOf(rule);
  return element(
    "span",
    { class: "stepper" },
    stepButton(rule, -1),
    element("input", {
      id: fieldId(rule),
      role: "spinbutton",
      "aria-valuenow": value,
      "aria-valuemin": rule.low,
      "aria-valuemax": rule.high,
      "aria-describedby": rule.meaning ? meaningId(rule) : null,
      inputmode: "decimal",
      autocomplete: "off",
      value,
      onchange: (event) => setTypedNumber(rule, event.target),
      onkeydown: (event) => stepWithArrows(rule, event),
    }),
    stepButton(rule, 1),
  );
}

function stepButton(rule, direction) {
  const isAtBound = valueOf(rule) === clamp(rule, valueOf(rule) + direction * (rule.step || 1));
  return element(
    "button",
    {
      type: "button",
      "aria-label": `${rule.title}: ${direction > 0 ? "one more" : "one less"}`,
      "aria-disabled": String(isAtBound),
      onclick: () => stepBy(rule, direction),
    },
    direction > 0 ? "+" : "−",
  );
}

function slider(rule) {
  return element("input", {
    class: "slider",
    type: "range",
    "aria-label": `${rule.title}, slider`,
    min: rule.low,
    max: rule.high,
    step: rule.step || 1,
    value: valueOf(rule),
    oninput: (event) => showSliderValue(rule, event.target),
    onchange: (event) => setRule(rule.name, Number(event.target.value)),
  });
}

/** While the slider is moved, only the field beside it shows the value. */
function showSliderValue(rule, input) {
  showValue(document.getElementById(fieldId(rule)), input.value);
}

function stepBy(rule, steps) {
  const value = clamp(rule, valueOf(rule) + steps * (rule.step || 1));
  if (value !== valueOf(rule)) {
    setRule(rule.name, value);
  }
}

function stepWithArrows(rule, event) {
  const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  if (direction === undefined) {
    return;
  }
  event.preventDefault();
  showValue(event.target, valueOf(rule));
  stepBy(rule, event.shiftKey ? direction * BIG_STEPS : direction);
}

function setTypedNumber(rule, input) {
  const typed = Number(input.value.trim().replace("−", "-").replace(",", "."));
  if (input.value.trim() === "" || Number.isNaN(typed)) {
    local.fieldProblems.set(rule.name, `“${input.value}” is not a number.`);
    showValue(input, valueOf(rule));
    requestDraw();
    return;
  }
  const value = clamp(rule, typed);
  showValue(input, value);
  if (value !== valueOf(rule)) {
    setRule(rule.name, value);
  }
  if (value !== typed) {
    const bound = value === rule.low ? "lowest" : "highest";
    local.fieldProblems.set(rule.name, `${value} is the ${bound} value.`);
  } else {
    local.fieldProblems.delete(rule.name);
  }
  requestDraw();
}

function clamp({ low, high }, value) {
  const rounded = Number(value.toFixed(6));
  return Math.min(high ?? Infinity, Math.max(low ?? -Infinity, rounded));
}

/* Switches, choices and texts */

function switchField(rule) {
  const isOn = Boolean(valueOf(rule));
  return element("button", {
    id: fieldId(rule),
    class: "switch",
    type: "button",
    role: "switch",
    "aria-checked": String(isOn),
    "aria-describedby": rule.meaning ? meaningId(rule) : null,
    onclick: () => setRule(rule.name, !isOn),
  });
}

function choiceField(rule) {
  const options = rule.choices.map((choice, index) =>
    element("option", { value: index }, choice.label),
  );
  const current = rule.choices.findIndex((choice) => choice.value === valueOf(rule));
  return element(
    "select",
    {
      id: fieldId(rule),
      class: "choice",
      "aria-describedby": rule.meaning ? meaningId(rule) : null,
      value: current,
      onchange: (event) => setRule(rule.name, rule.choices[event.target.value].value),
    },
    options,
  );
}

function textField(rule) {
  return element("input", {
    id: fieldId(rule),
    class: "text-field",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: rule.placeholder,
    "aria-describedby": rule.meaning ? meaningId(rule) : null,
    value: valueOf(rule) ?? "",
    onchange: (event) => setRule(rule.name, event.target.value.trim()),
  });
}

/* Tables, such as the cards of a deck */

function tableOfNumbers(rule, problem) {
  const isChanged = rule.is_changed || rule.entries.some(isEntryChanged);
  return element(
    "details",
    {
      key: rule.name,
      class: `rule is-table ${stateOf(isChanged, problem)}`,
      id: `box-${rule.name}`,
      tabindex: "-1",
      open: local.open.get(rule.name) ?? false,
      ontoggle: (event) => local.open.set(rule.name, event.target.open),
    },
    element("summary", {}, element("span", {}, rule.title, element("small", {}, rule.summary))),
    rule.meaning && element("div", { class: "rule-meaning" }, rule.meaning),
    element("div", { class: "entries" }, rule.entries.map(entryField)),
    changedLine(rule, isChanged),
    fieldProblem(rule),
    problem && reason(problem),
  );
}

const isEntryChanged = (entry) => valueOf(entry) !== entry.default;

function entryField(entry) {
  return element(
    "div",
    { key: entry.name, class: isEntryChanged(entry) ? "entry is-changed" : "entry" },
    element("label", { for: fieldId(entry) }, entry.title),
    element("input", {
      id: fieldId(entry),
      role: "spinbutton",
      "aria-valuenow": valueOf(entry),
      "aria-valuemin": entry.low,
      "aria-valuemax": entry.high,
      inputmode: "decimal",
      autocomplete: "off",
      value: valueOf(entry) ?? "",
      onchange: (event) => setTypedNumber(entry, event.target),
      onkeydown: (event) => stepWithArrows(entry, event),
    }),
    fieldProblem(entry),
  );
}
