/**
 * The letters of versions.
 */

import { element } from "./dom.js";
import { versionsByAge } from "./model.js";

/** A letter in a box. */
export function badge(letter) {
  const tone = letter === versionsByAge()[0]?.letter ? "is-first" : "is-later";
  return element("span", { class: `badge ${tone}` }, letter);
}

/** Letters in a sentence, such as "A, B and C". */
export function listOf(letters) {
  return `${letters.slice(0, -1).join(", ")} and ${letters.at(-1)}`;
}
