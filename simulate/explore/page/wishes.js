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
  if (local.editedWishes.includes(card.id)) {
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

/** All wishes in words. */
export function wishNames() {
  const cards = model.answer?.cards ?? [];
  return cards.filter((each) => each.wish).map(nameOf);
}

/** A wish in words, such as "fair within 1 point". */
function nameOf({ id, wish }) {
  const name = wish.text.split(":")[0];
  return id === "fair" ? `fair ${name}` : name;
}

const chipId = (id) => `wish-${id}`;
const fieldId = (id) => `wish-field-${id}`;

function editWish(id) {
  local.editedWishes.push(id);
  focusAfterDraw(fieldId(id));
}

/** Close the form that was opened last; return whether there was one. */
export function leaveLastWish() {
  const id = local.editedWishes.at(-1);
  if (!id) {
    return false;
  }
  leaveWish(id);
  return true;
}

function leaveWish(id) {
  local.editedWishes = local.editedWishes.filter((edited) => edited !== id);
  focusAfterDraw(chipId(id));
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
    const field = numberField(id, "Points from fair", wish, { min: 0.1, required: true });
    return ["every seat within ", field, " points"];
  }
  return [
    "usually ",
    numberField(id, "At least, minutes", wish[0] || "", { min: 0, placeholder: "any" }),
    " to ",
    numberField("", "At most, minutes", wish[1] ?? "", { min: 1, placeholder: "any" }),
    " minutes",
  ];
}

function numberField(id, label, value, limits) {
  return element("input", {
    id: id ? fieldId(id) : null,
    type: "number",
    step: "any",
    "aria-label": label,
    value,
    ...limits,
  });
}

function setWish(id, form) {
  const texts = [...form.querySelectorAll("input")].map((input) => input.value);
  sendWish(id, id === "fair" ? Number(texts[0]) : lengthOf(texts));
}

/** The shortest and the longest length in two fields: 0 and null if empty; null if both are. */
function lengthOf([first, second]) {
  const shortest = Number(first);
  if (!second) {
    return shortest ? [shortest, null] : null;
  }
  return [shortest, Number(second)].sort((one, other) => one - other);
}

function sendWish(card, value) {
  act("wish", { card, value });
  leaveWish(card);
}
