/**
 * The letter of a version in a box.
 */

import { element } from "./dom.js";
import { model } from "./model.js";

export function badge(letter) {
  const tone = letter === model.state.versions[0]?.letter ? "is-first" : "is-later";
  return element("span", { class: `badge ${tone}` }, letter);
}
