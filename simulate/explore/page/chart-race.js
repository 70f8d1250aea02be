/**
 * The race of a game: how far each seat is behind the leader, with the turning points.
 */

import { circle, line, path, picture, round, scale, text, ticks, widthOf } from "./svg.js";

const HEIGHT = 118;
const TOP = 30;

/**
 * Draw the race of a game.
 *
 * @param {object} race The seats, the winner, and how far each seat is behind after each round.
 * @param {Array} points The turning points.
 * @param {number} current The index of the current turning point.
 */
export function raceChart(race, points, current) {
  return (width) => {
    const layout = layOut(race, width);
    const others = race.seats.map((_, seat) => seat).filter((seat) => seat !== race.winner);
    return picture(
      width,
      TOP + HEIGHT + 24,
      describe(race, layout),
      axis(race, layout),
      others.map((seat) => seatPath(seat, layout)),
      race.winner !== null && winnerPath(race, layout),
      points.map((point, index) => turningPoint(point, index, index === current, race, layout)),
    );
  };
}

function layOut(race, width) {
  // At the start nobody is behind.
  const behind = [race.seats.map(() => 0), ...race.steps];
  const furthest = Math.max(1, ...behind.flat());
  const last = race.steps.length;
  const right = width - 12 - (race.winner === null ? 0 : widthOf(race.seats[race.winner]));
  return {
    behind,
    furthest,
    last,
    right,
    left: 74,
    x: scale(0, last, 74, right),
    y: scale(0, furthest, TOP, TOP + HEIGHT),
    spread: (seat) => 1.6 * (seat - (race.seats.length - 1) / 2),
  };
}

function describe(race, { furthest }) {
  const sentences = [
    `Points behind the leader after each ${race.noun}.`,
    `Nobody is more than ${furthest} behind.`,
  ];
  if (race.winner !== null) {
    sentences.push(`${race.seats[race.winner]} wins.`);
  }
  return sentences.join(" ");
}

function axis(race, { furthest, last, left, right, x, y }) {
  const style = { size: 12, ink: "ink-3" };
  const rows = ticks(0, furthest, 4).map((points) => [
    line(left, y(points), right, y(points)),
    text(left - 10, y(points) + 4, points === 0 ? "in front" : `${points} behind`, {
      ...style,
      anchor: "end",
    }),
  ]);
  const columns = [1, ...ticks(2, last, 6)].map((step, index) =>
    text(x(step), TOP + HEIGHT + 18, index === 0 ? `${race.noun} ${step}` : step, {
      ...style,
      anchor: "middle",
    }),
  );
  return [rows, columns];
}

function pathOf(seat, { behind, x, y, spread }) {
  return behind
    .map((step, index) => {
      const place = `${round(x(index))} ${round(y(step[seat]) + spread(seat))}`;
      return `${index === 0 ? "M" : "L"}${place}`;
    })
    .join("");
}

function seatPath(seat, layout) {
  return path(pathOf(seat, layout), {
    stroke: "var(--base)",
    "stroke-width": 1.3,
    "stroke-linejoin": "round",
    opacity: 0.55,
  });
}

function winnerPath(race, layout) {
  const seat = race.winner;
  const y = layout.y(layout.behind.at(-1)[seat]) + layout.spread(seat);
  return [
    path(pathOf(seat, layout), {
      stroke: "var(--data)",
      "stroke-width": 3,
      "stroke-linejoin": "round",
    }),
    text(layout.right + 9, y + 4, race.seats[seat], { ink: "data", weight: 700 }),
  ];
}

/** The round in which a turning point is, from 1. */
function stepOf(point, race) {
  const index = race.last_turns.findIndex((turn) => turn >= point.turn);
  return index === -1 ? race.last_turns.length : index + 1;
}

function turningPoint(point, index, isCurrent, race, layout) {
  const step = stepOf(point, race);
  const x = layout.x(step);
  const seat = race.winner;
  return [
    line(x, TOP - 8, x, TOP + HEIGHT, { stroke: "var(--ink-3)", "stroke-dasharray": "2 3" }),
    circle(x, TOP - 16, 10.5, {
      fill: isCurrent ? "var(--ink-1)" : "var(--paper)",
      stroke: "var(--ink-1)",
      "stroke-width": 1.5,
    }),
    text(x, TOP - 11.5, index + 1, {
      size: 12,
      anchor: "middle",
      weight: 700,
      ink: isCurrent ? "paper" : "ink-1",
    }),
    seat !== null &&
      circle(x, layout.y(layout.behind[step][seat]) + layout.spread(seat), 4.5, {
        fill: "var(--data)",
        stroke: "var(--paper)",
        "stroke-width": 1.5,
      }),
  ];
}
