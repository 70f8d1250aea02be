/**
 * Small helpers to draw charts.
 */

import { element } from "./dom.js";

/** A picture with a text for screen readers. */
export function picture(width, height, label, ...children) {
  return element(
    "svg",
    {
      role: "img",
      "aria-label": label,
      height: round(height),
      viewBox: `0 0 ${round(width)} ${round(height)}`,
    },
    ...children,
  );
}

/**
 * A text in a chart.
 *
 * @param {object} style `size`, `ink` (the name of a colour), `anchor`, `weight`, and `hasHalo`: true
 *   for a rim in the colour of the paper, so that the text can be read on lines.
 */
export function text(x, y, content, style = {}) {
  return element(
    "text",
    {
      x: round(x),
      y: round(y),
      "font-size": style.size ?? 13,
      fill: `var(--${style.ink ?? "ink-2"})`,
      "text-anchor": style.anchor ?? "start",
      "font-weight": style.weight ?? 400,
      "paint-order": style.hasHalo ? "stroke" : null,
      stroke: style.hasHalo ? "var(--paper)" : null,
      "stroke-width": style.hasHalo ? 4 : null,
    },
    content,
  );
}

export function line(x1, y1, x2, y2, properties = {}) {
  return element("line", {
    x1: round(x1),
    y1: round(y1),
    x2: round(x2),
    y2: round(y2),
    stroke: "var(--line)",
    ...properties,
  });
}

export function rectangle(x, y, width, height, properties = {}) {
  return element("rect", {
    x: round(x),
    y: round(y),
    width: round(Math.max(0, width)),
    height: round(Math.max(0, height)),
    ...properties,
  });
}

export function circle(x, y, radius, properties = {}) {
  return element("circle", { cx: round(x), cy: round(y), r: round(radius), ...properties });
}

export function path(d, properties = {}) {
  return element("path", { d, fill: "none", stroke: "var(--ink-3)", ...properties });
}

/** A scale from values to places; values beyond its ends are drawn at the ends. */
export function scale(low, high, start, end) {
  return (value) => {
    const inside = Math.min(high, Math.max(low, value));
    return start + ((end - start) * (inside - low)) / (high - low || 1);
  };
}

/** Round values between two bounds, at most so many of them. */
export function ticks(low, high, most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100].find((size) => (high - low) / size <= most) ?? 200;
  const values = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    values.push(value);
  }
  return values;
}

/** Round to tenths of a pixel, so that equal drawings have equal attributes. */
export function round(number) {
  return Math.round(number * 10) / 10;
}

const measure = document.createElement("canvas").getContext("2d");

/** The width of a text in the font of the page, in pixels. */
export function widthOf(content, size = 13) {
  measure.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  return measure.measureText(content).width;
}
