/**
 * Keeps the heights of texts that change while games come in, so that what is below does not jump.
 */

/** The width and the greatest height of each text. */
let sizes = new WeakMap();

/** The rules whose games the texts are about. */
let shownRules = null;

/**
 * Let no text with the class "steady" become lower than it was, unless its width changed.
 *
 * @param {Element} root
 * @param {*} rules Identifies the rules that the texts are about. Heights of other rules are
 *   forgotten.
 */
export function keepHeights(root, rules) {
  const texts = [...root.querySelectorAll(".steady")];
  if (rules !== shownRules) {
    shownRules = rules;
    sizes = new WeakMap();
    texts.forEach((text) => {
      text.style.minHeight = "";
    });
  }
  const measured = texts.map((text) => ({ width: text.offsetWidth, height: text.offsetHeight }));
  texts.forEach((text, index) => {
    const { width, height } = measured[index];
    const isResized = sizes.has(text) && sizes.get(text).width !== width;
    text.style.minHeight = isResized ? "" : `${height}px`;
    if (isResized) {
      sizes.delete(text);
    } else {
      sizes.set(text, { width, height });
    }
  });
}
