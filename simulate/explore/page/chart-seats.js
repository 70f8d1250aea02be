/**
 * Fair?: the wins of each seat in 100 games.
 *
 * Early: wide pale bands and hollow dots. Settled: dots with a halo and a stem to the fair value.
 */

import { circle, line, path, picture, rectangle, scale, text, ticks, widthOf } from "./svg.js";

const AXIS_HEIGHT = 20;
/** Room for a range and a verdict, such as "22 to 28" and "not clear yet". */
const VERDICT_WIDTH = 174;

/** Narrower charts have less room, and leave out verdicts that are not clear yet. */
const WIDE_FROM = 400;
const NARROW_VERDICT_WIDTH = 152;
const NUMBER_WIDTH = 40;

export function seatsChart(chart, options = {}) {
  return (width) => {
    const layout = layOut(chart, options, width);
    return picture(
      width,
      layout.bottom + AXIS_HEIGHT,
      chart.label,
      wishBand(chart, layout),
      axis(chart, layout),
      fairLine(chart, layout),
      chart.rows.map((row, index) => [
        options.isEarly ? bands(row, index, layout) : halo(row, index, chart, layout),
        seatName(index, layout),
        layout.isSmall
          ? smallNumber(row, index, layout)
          : numberAndVerdict(row, index, options.isEarly, layout),
      ]),
      layout.isUnclear && unclearBracket(layout),
    );
  };
}

function layOut(chart, { isSmall, isEarly, colour = "var(--data)" }, width) {
  const small = isSmall || width < 330;
  const isNarrow = width < WIDE_FROM;
  const names = chart.rows.map((row) => shortened(row.name, 0.4 * width - 12));
  const left = Math.max(small ? 70 : 84, 12 + Math.max(...names.map((name) => widthOf(name))));
  const verdictWidth = isNarrow ? NARROW_VERDICT_WIDTH : VERDICT_WIDTH;
  const right = width - (small ? NUMBER_WIDTH : verdictWidth);
  const top = isSmall ? 20 : 22;
  const rowHeight = isSmall ? 23 : 34;
  const verdicts = new Set(chart.rows.map((row) => row.verdict));
  const isNeutral = chart.rows.every((row) => !row.tone);
  return {
    width,
    left,
    right,
    top,
    rowHeight,
    colour,
    names,
    isSmall: small,
    isNarrow,
    isUnclear: Boolean(isEarly) && !small && isNeutral && verdicts.size === 1,
    bottom: top + rowHeight * chart.rows.length,
    place: scale(chart.low, chart.high, left, right),
    middle: (index) => top + rowHeight * (index + 0.5),
  };
}

function wishBand(chart, { place, top, bottom }) {
  if (!chart.wish) {
    return null;
  }
  const [low, high] = chart.wish.map(place);
  return rectangle(low, top - 4, high - low, bottom - top + 6, { fill: "var(--met-ground)" });
}

function axis(chart, { place, top, bottom, left, right, isSmall }) {
  const most = Math.max(3, Math.min(7, Math.floor((right - left) / 26)));
  const values = ticks(chart.low, chart.high, most);
  return values.map((value, index) => {
    const isLast = index === values.length - 1 && !isSmall;
    const label = isLast
      ? text(place(value) - 7, bottom + 17, `${value} wins in 100`, { size: 12, ink: "ink-3" })
      : text(place(value), bottom + 17, value, { size: 12, ink: "ink-3", anchor: "middle" });
    return [line(place(value), top - 2, place(value), bottom), label];
  });
}

function fairLine(chart, { place, top, bottom }) {
  if (chart.fair === null) {
    return null;
  }
  const x = place(chart.fair);
  const name = `${Number(chart.fair.toFixed(1))} is fair`;
  return [
    line(x, top - 6, x, bottom, { stroke: "var(--ink-1)", "stroke-width": 1.25 }),
    text(x, top - 10, name, { size: 12, anchor: "middle" }),
  ];
}

function bands(row, index, { place, middle, colour }) {
  const y = middle(index);
  const height = 18;
  const opacities = [0.2, 0.17, 0.17];
  const widestFirst = row.bands.map((band, place) => [band, opacities[place]]).reverse();
  return [
    widestFirst.map(([[low, high], opacity]) =>
      rectangle(place(low), y - height / 2, Math.max(2, place(high) - place(low)), height, {
        class: "interval",
        rx: height / 2,
        fill: colour,
        opacity,
      }),
    ),
    circle(place(row.value), y, 4, {
      class: "interval",
      fill: "var(--paper)",
      stroke: colour,
      "stroke-width": 2,
    }),
  ];
}

function halo(row, index, chart, { place, middle, colour, isSmall }) {
  const y = middle(index);
  const x = place(row.value);
  const [low, high] = row.bands.at(-1);
  const start = Math.min(x - 5.5, place(low) - 1);
  const end = Math.max(x + 5.5, place(high) + 1);
  const height = isSmall ? 16 : 20;
  return [
    chart.fair !== null &&
      line(place(chart.fair), y, x, y, { stroke: colour, "stroke-width": 2, opacity: 0.45 }),
    rectangle(start, y - height / 2, end - start, height, {
      class: "interval",
      rx: 5.5,
      fill: colour,
      opacity: 0.26,
    }),
    circle(x, y, isSmall ? 4 : 4.8, { fill: colour }),
  ];
}

function seatName(index, { names, middle }) {
  return text(0, middle(index) + 4.5, names[index], { ink: "ink-1" });
}

/** A name without what is in brackets, or without its end, if it is too long. */
function shortened(fullName, width) {
  const name = widthOf(fullName) <= width ? fullName : fullName.split(" (")[0];
  const share = width / widthOf(name);
  return share >= 1 ? name : `${name.slice(0, Math.floor(share * name.length) - 1)}…`;
}

function smallNumber(row, index, { middle, width }) {
  const style = { ink: "ink-1", anchor: "end", weight: 600 };
  return text(width, middle(index) + 4.5, row.value.toFixed(1), style);
}

function numberAndVerdict(row, index, isEarly, { middle, right, width, isNarrow, isUnclear }) {
  const y = middle(index) + 4.5;
  const [low, high] = row.bands.at(-1).map(Math.round);
  const number = isEarly
    ? text(right + 14, y, `${low} to ${high}`)
    : text(right + 14, y, row.value.toFixed(1), { ink: "ink-1", weight: 600 });
  const verdictStyle = row.tone
    ? { ink: "ink-1", anchor: "end", weight: row.verdict.startsWith("too") ? 600 : 400 }
    : { ink: isEarly ? "ink-3" : "ink-2", anchor: "end" };
  const isLeftOut = isUnclear || (isNarrow && isEarly && !row.tone);
  return [number, !isLeftOut && text(width, y, row.verdict, verdictStyle)];
}

/** One bracket says for all seats that none is clear yet. */
function unclearBracket({ right, top, bottom, width }) {
  const x = right + 20 + widthOf("25 to 31");
  const start = top + 8;
  const end = bottom - 8;
  const middle = (start + end) / 2;
  const style = { ink: "ink-3", anchor: "end" };
  return [
    path(`M${x} ${start}h5V${end}h-5`),
    text(width, middle - 3, "none is", style),
    text(width, middle + 13, "clear yet", style),
  ];
}
