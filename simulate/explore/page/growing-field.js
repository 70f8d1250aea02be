/**
 * A field for one line of text that wraps and grows, so that long texts can be read in full.
 */

import { element, showValue } from "./dom.js";

/**
 * @param {string} value The text.
 * @param {object} properties Attributes of the field, such as its class and its label. A field that
 *   is `required` gets its old text back if it is left empty.
 * @param {function(string)} onSet Called with the new text on Enter and when the field is left.
 */
export function growingField(value, properties, onSet) {
  const set = (field) => {
    const text = field.value.replaceAll("\n", " ").trim();
    if (text === "" && properties.required) {
      showValue(field, value);
      grow(field);
    } else if (text !== value) {
      onSet(text);
    }
  };
  return element(
    "span",
    // A copy of the text, invisible and as large as the field, gives the field its height.
    { class: "growing-field", "data-text": value },
    element("textarea", {
      rows: 1,
      value,
      oninput: (event) => grow(event.target),
      onchange: (event) => set(event.target),
      onkeydown: (event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          set(event.target);
        }
      },
      ...properties,
    }),
  );
}

function grow(field) {
  field.parentElement.dataset.text = field.value;
}
