/**
 * Skill?: 100 dots, one per game in 100. Filled: won by the good player. Pale: not certain yet.
 */

import { circle, path, picture, round, text, widthOf } from "./svg.js";

const COLUMNS = 20;
const ROWS = 5;

export function dotsChart(chart, options = {}) {
  return (width) => {
    const layout = layOut(chart, options, width);
    const dots = Array.from({ length: COLUMNS * ROWS }, (_, index) => dot(index, layout));
    return picture(
      width,
      layout.bottom + 24,
      chart.label,
      dots,
      luckOf(chart, layout),
      wins(chart, layout),
    );
  };
}

function layOut(chart, { isEarly, isSmall, colour = "var(--data)" }, width) {
  const step = width / COLUMNS;
  const rowHeight = isSmall ? 14 : 19;
  const top = isSmall ? 4 : 6;
  return {
    width,
    step,
    rowHeight,
    top,
    bottom: top + ROWS * rowHeight + 6,
    radius: Math.min(0.34 * step, isSmall ? 5 : 7.2),
    certain: Math.round(isEarly ? chart.low : chart.value),
    possible: Math.round(isEarly ? chart.high : chart.value),
    colour,
    isEarly,
  };
}

function dot(index, { step, rowHeight, top, radius, certain, possible, colour, isEarly }) {
  const x = (Math.floor(index / ROWS) + 0.5) * step;
  const y = top + ((index % ROWS) + 0.5) * rowHeight;
  if (index < certain) {
    return circle(x, y, radius, { fill: colour, opacity: isEarly ? 0.55 : 0.9 });
  }
  if (index < possible) {
    return circle(x, y, radius, { fill: colour, opacity: 0.2 });
  }
  return circle(x, y, radius, { fill: "none", stroke: "var(--line-2)", "stroke-width": 1.2 });
}

/** A bracket below the dots that luck alone would fill. */
function luckOf(chart, layout) {
  const { step, bottom } = layout;
  const end = (chart.luck / ROWS) * step - 2;
  return [
    path(`M2 ${bottom - 3}v4H${round(end)}v-4`),
    text(2, bottom + 18, luckLabel(chart, layout), { size: 12.5 }),
  ];
}

/** The longest label that leaves room for the number of wins. */
function luckLabel(chart, layout) {
  const luck = Math.round(chart.luck);
  const room = layout.width - widthOfWins(layout) - 16;
  const labels = [`${luck} if skill made no difference`, `${luck}: luck alone`, `${luck}: luck`];
  return labels.find((label) => widthOf(label) <= room) ?? String(luck);
}

function winsLabel({ certain, possible }) {
  return certain === possible ? `${certain} wins` : `${certain} to ${possible} wins`;
}

const widthOfWins = (layout) => 1.1 * widthOf(winsLabel(layout));

function wins(chart, layout) {
  const { width, step, bottom, certain } = layout;
  const least = widthOf(luckLabel(chart, layout)) + 14 + widthOfWins(layout);
  const x = Math.min(width, Math.max(Math.ceil(certain / ROWS) * step, least));
  return text(x, bottom + 18, winsLabel(layout), { ink: "ink-1", anchor: "end", weight: 600 });
}
