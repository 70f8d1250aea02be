/**
 * How far the games are: a line with marks at 1, 10 and 100% of the goal.
 */

import { element } from "./dom.js";
import { circle, line, text } from "./svg.js";

const WIDTH = 230;
const MARGIN = 8;
const Y = 9;

export function progressTrack(games, goal) {
  const marks = [goal / 100, goal / 10, goal];
  const place = (number) => {
    const decades = Math.log10(Math.max(number, goal / 1000) / (goal / 1000));
    return MARGIN + ((WIDTH - 2 * MARGIN) * Math.min(decades, 3)) / 3;
  };
  const style = { "stroke-width": 3, "stroke-linecap": "round" };
  return element(
    "svg",
    { width: WIDTH, height: 30, viewBox: `0 0 ${WIDTH} 30`, "aria-hidden": "true" },
    line(MARGIN, Y, WIDTH - MARGIN, Y, { ...style, stroke: "var(--line-2)" }),
    line(MARGIN, Y, place(games), Y, { ...style, stroke: "var(--ink-1)" }),
    marks.map((mark) => [
      circle(place(mark), Y, 4, {
        fill: games >= mark ? "var(--ink-1)" : "var(--paper)",
        stroke: games >= mark ? "var(--ink-1)" : "var(--line-2)",
        "stroke-width": 1.5,
      }),
      text(mark === goal ? WIDTH : place(mark), 27, mark.toLocaleString("en"), {
        size: 11.5,
        ink: "ink-3",
        anchor: mark === goal ? "end" : "middle",
      }),
    ]),
  );
}
