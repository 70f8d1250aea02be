/**
 * Tense?: how often the lead changes, as columns with a number on each.
 */

import { line, picture, rectangle, scale, text, widthOf } from "./svg.js";

/** Names for columns that are narrow. */
const SHORT_NAMES = { never: "0", once: "1" };

export function columnsChart(chart, options = {}) {
  return (width) => {
    const layout = layOut(chart, options, width);
    return picture(
      width,
      layout.bottom + 22,
      chart.label,
      !options.isSmall && text(0, 12, chart.title, { size: 12.5 }),
      chart.columns.map((column, index) => columnOf(column, index, layout)),
      line(0, layout.bottom, width, layout.bottom, { stroke: "var(--line-2)" }),
    );
  };
}

function layOut(chart, { isEarly, isSmall, colour = "var(--data)" }, width) {
  const top = isSmall ? 18 : 38;
  const height = isSmall ? 54 : 92;
  const step = width / chart.columns.length;
  const names = chart.columns.map((column) => nameWithin(column.name, step));
  const longest = Math.max(...names.map((name) => widthOf(name, 12)));
  return {
    bottom: top + height,
    step,
    names,
    nameSize: Math.max(9, Math.min(12, (12 * step) / (longest + 3))),
    height: scale(0, chart.top, 0, height),
    colour,
    isEarly,
  };
}

function columnOf(column, index, layout) {
  const { bottom, step, height, colour, isEarly, names, nameSize } = layout;
  const x = index * step + 3;
  const middle = (index + 0.5) * step;
  const width = step - 6;
  const certain = height(isEarly ? column.low : column.value);
  const possible = isEarly ? height(column.high) : certain;
  const settledOpacity = index === 0 ? 0.38 : 0.82;
  return [
    rectangle(x, bottom - certain, width, certain, {
      fill: colour,
      opacity: isEarly ? 0.5 : settledOpacity,
      rx: 1.5,
    }),
    rectangle(x, bottom - possible, width, possible - certain, { fill: colour, opacity: 0.16 }),
    text(middle, bottom - possible - 5, numberOf(column.value), {
      size: 12.5,
      anchor: "middle",
      ink: isEarly ? "ink-3" : "ink-1",
      weight: isEarly ? 400 : 600,
    }),
    text(middle, bottom + 17, names[index], { size: nameSize, ink: "ink-3", anchor: "middle" }),
  ];
}

function nameWithin(name, width) {
  return widthOf(name, 12) <= width ? name : (SHORT_NAMES[name] ?? name.replace(" or more", "+"));
}

function numberOf(value) {
  const rounded = Math.round(value);
  if (rounded === 0) {
    return value > 0 ? "< 1" : "";
  }
  return rounded;
}
