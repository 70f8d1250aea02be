/**
 * The letter of a version in a box.
 */

import { element } from "./dom.js";
import { versionsByAge } from "./model.js";

export function badge(letter) {
  const tone = letter === versionsByAge()[0]?.letter ? "is-first" : "is-later";
  return element("span", { class: `badge ${tone}` }, letter);
}
