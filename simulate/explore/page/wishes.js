/**
 * Wishes: the chip on a card, and the small form in which a wish is set.
 */

import { act } from "./actions.js";
import { element } from "./dom.js";
import { focusAfterDraw, local, model } from "./model.js";

const SIGNS = { met: "✓", missed: "✕", unclear: "?" };

/** What the forms suggest if there is no wish yet. */
const SUGGESTIONS = { fair: 1, long: [30, 45] };

/** The chip of a wish that cannot be edited here. */
export function wishChip(wish, key) {
  return element(
    "span",
    { key, class: `wish is-${wish.state}` },
    element("i", { "aria-hidden": "true" }, SIGNS[wish.state]),
    wish.text,
  );
}

/** The chip or the form of a card. */
export function wishOf(card) {
  if (!card.can_wish) {
    return null;
  }
  if (local.editedWish === card.id) {
    return wishForm(card);
  }
  const name = card.wish ? `is-${card.wish.state}` : "is-new";
  return element(
    "button",
    {
      key: "chip",
      id: chipId(card.id),
      class: `wish ${name}`,
      type: "button",
      onclick: () => editWish(card.id),
    },
    element("i", { "aria-hidden": "true" }, card.wish ? SIGNS[card.wish.state] : "+"),
    card.wish ? card.wish.text : "Add a wish",
  );
}

const chipId = (id) => `wish-${id}`;
const fieldId = (id) => `wish-field-${id}`;

function editWish(id) {
  local.editedWish = id;
  focusAfterDraw(fieldId(id));
}

/** Close the open form; return whether there was one. */
export function leaveWish() {
  const id = local.editedWish;
  if (!id) {
    return false;
  }
  local.editedWish = null;
  focusAfterDraw(chipId(id));
  return true;
}

function wishForm(card) {
  return element(
    "form",
    {
      key: "form",
      class: "wish-form",
      onsubmit: (event) => {
        event.preventDefault();
        setWish(card.id, event.target);
      },
    },
    fieldsOf(card.id),
    element("button", { class: "button is-small" }, "Set"),
    card.wish &&
      element(
        "button",
        { class: "link", type: "button", onclick: () => sendWish(card.id, null) },
        "Remove",
      ),
  );
}

function fieldsOf(id) {
  const wish = model.state.wishes[id] ?? SUGGESTIONS[id];
  if (id === "fair") {
    return ["every seat within ", numberField(id, "Points from fair", wish, 0.1), " points"];
  }
  return [
    "usually ",
    numberField(id, "At least, minutes", wish[0], 1),
    " to ",
    numberField("", "At most, minutes", wish[1], 1),
    " minutes",
  ];
}

function numberField(id, label, value, step) {
  return element("input", {
    id: id ? fieldId(id) : null,
    type: "number",
    required: true,
    min: step,
    step: "any",
    "aria-label": label,
    value,
  });
}

function setWish(id, form) {
  const values = [...form.querySelectorAll("input")].map((input) => Number(input.value));
  if (values.length === 1) {
    sendWish(id, values[0]);
  } else {
    sendWish(
      id,
      values.sort((first, second) => first - second),
    );
  }
}

function sendWish(card, value) {
  act("wish", { card, value });
  leaveWish();
}
