/**
 * Keeps the heights of texts that change while games come in, so that what is below does not jump.
 */

/** The width and the greatest height of each text. */
const sizes = new WeakMap();

/** Let no text with the class "steady" become lower than it was, unless its width changed. */
export function keepHeights(root) {
  const texts = [...root.querySelectorAll(".steady")];
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
