/**
 * Long?: how many games take how many minutes.
 *
 * Early: bars with a pale top that may still go. Settled: solid bars; the middle nine in ten are
 * darker. If every game takes equally long, there is one bar and no bracket.
 */

import { line, path, picture, rectangle, round, scale, text, widthOf } from "./svg.js";

/** Possible distances between the marks of the axis, in minutes. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 480, 960];

export function lengthChart(chart, options = {}) {
  return (width) => {
    const layout = layOut(chart, options, width);
    return picture(
      width,
      layout.bottom + (layout.isSmall ? 20 : 50),
      chart.label,
      wishBand(chart, layout),
      chart.bins.map((bin) => bar(bin, chart, layout)),
      line(0, layout.bottom, width, layout.bottom, { stroke: "var(--line-2)" }),
      wishLine(chart, layout),
      axis(chart, layout),
      middleLine(chart, layout),
      !layout.isSmall && !layout.isConstant && nineInTen(chart, layout),
    );
  };
}

function layOut(chart, { isEarly, isSmall, colour = "var(--data)" }, width) {
  const top = isSmall ? 18 : 30;
  const barHeight = isSmall ? 66 : 104;
  const bottom = top + barHeight;
  return {
    width,
    top,
    bottom,
    colour,
    isEarly,
    isSmall,
    isConstant: chart.p5 === chart.p95,
    place: scale(0, chart.axis, 0, width),
    height: scale(0, chart.top, 0, barHeight),
  };
}

/** The ends of the wish in pixels, within the axis; a wish may have no upper end. */
function wishEnds(chart, place) {
  return chart.wish.map((minutes) => place(Math.min(minutes ?? chart.axis, chart.axis)));
}

function wishBand(chart, { place, top, bottom }) {
  if (!chart.wish) {
    return null;
  }
  const [low, high] = wishEnds(chart, place);
  return rectangle(low, top - 4, high - low, bottom - top + 4, { fill: "var(--met-ground)" });
}

function wishLine(chart, { place, bottom }) {
  if (!chart.wish) {
    return null;
  }
  const [low, high] = wishEnds(chart, place);
  return rectangle(low, bottom - 1, high - low, 5, { fill: "var(--met)" });
}

function bar([from, to, share, low, high], chart, { place, height, bottom, colour, isEarly }) {
  if (from >= chart.axis) {
    return null;
  }
  const x = place(from) + 0.6;
  const width = Math.max(1, place(to) - place(from) - 1.2);
  const isUsual = to > chart.p5 && from <= chart.p95;
  const certain = height((isEarly ? low : share) / (to - from));
  const possible = height(high / (to - from));
  const usualOpacity = isEarly ? 0.5 : 0.82;
  return [
    rectangle(x, bottom - certain, width, certain, {
      fill: colour,
      opacity: isUsual ? usualOpacity : 0.3,
    }),
    isEarly &&
      rectangle(x, bottom - possible, width, possible - certain, { fill: colour, opacity: 0.16 }),
  ];
}

function axis(chart, { place, bottom, width }) {
  const most = Math.max(2, Math.min(6, width / 52));
  const step = STEPS.find((size) => chart.axis / size <= most) ?? STEPS.at(-1);
  const count = Math.floor(chart.axis / step + 1e-9);
  const marks = Array.from({ length: count }, (_, index) => Number((index * step).toFixed(3)));
  const last = Number((count * step).toFixed(3));
  const lastLabel = `${last} min`;
  const half = widthOf(lastLabel, 12) / 2;
  // The last label has the unit: it may not fit, and may need the room of the label before it.
  const lastPlace = Math.min(place(last), width - half);
  const hasRoom = (mark) => place(mark) + widthOf(`${mark}`, 12) / 2 + 6 <= lastPlace - half;
  return [
    ...marks.filter(hasRoom).map((mark) => axisLabel(place(mark), bottom, mark)),
    axisLabel(lastPlace, bottom, lastLabel),
  ];
}

function axisLabel(x, bottom, label) {
  const anchor = x === 0 ? "start" : "middle";
  return text(x, bottom + 18, label, { size: 12, ink: "ink-3", anchor });
}

function middleLine(chart, layout) {
  const { place, top, bottom, isEarly, isSmall, isConstant } = layout;
  const x = place(chart.middle);
  // The chart has the lengths as texts, so that they are rounded as in the sentence above it.
  const [, usual] = chart.texts;
  const { label, isLeft } = placeLabel(usual, x, layout);
  const low = place(chart.middle_low);
  const high = place(chart.middle_high);
  return [
    isEarly &&
      !isConstant &&
      rectangle(low, top - 6, high - low, bottom - top + 6, {
        class: "interval",
        fill: "var(--ink-1)",
        opacity: 0.14,
      }),
    !isConstant &&
      line(x, top - 8, x, bottom, {
        stroke: "var(--ink-1)",
        "stroke-width": 1.5,
        "stroke-dasharray": isEarly ? "3 3" : null,
      }),
    text(isLeft ? x - 7 : x + 7, isSmall ? top - 2 : top, label, {
      ink: "ink-1",
      weight: 600,
      anchor: isLeft ? "end" : "start",
    }),
  ];
}

/** The longest label that fits beside the line, and whether it stands on the left. */
function placeLabel(minutes, x, { width, isSmall, isConstant }) {
  const labels = isConstant
    ? [`every game: ${minutes} minutes`, `always ${minutes}`]
    : [`half: ${minutes} or less`, `half: ${minutes}`];
  if (!isSmall && !isConstant) {
    labels.unshift(`half take ${minutes} or less`);
  }
  for (const label of labels) {
    const room = 7 + 1.1 * widthOf(label);
    if (x + room <= width || x - room >= 0) {
      return { label, isLeft: x + room > width };
    }
  }
  return { label: minutes, isLeft: x > width / 2 };
}

function nineInTen(chart, { place, bottom, width }) {
  const y = bottom + 30;
  const low = place(chart.p5);
  const high = place(chart.p95);
  const [shortest, , longest] = chart.texts;
  const label = `nine in ten: ${shortest} to ${longest} minutes`;
  const x = Math.min(Math.max((low + high) / 2, 90), width - 90);
  return [
    path(`M${round(low)} ${y - 4}v4H${round(high)}v-4`),
    text(x, y + 15, label, { size: 12.5, anchor: "middle" }),
  ];
}
