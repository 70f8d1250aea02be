/**
 * The race of a game: how far each seat is behind the leader, with the turning points. Every line
 * has the name of its seat at its end, and the winner's lowest point has its distance.
 */

import { circle, line, path, picture, round, scale, text, ticks, widthOf } from "./svg.js";

const HEIGHT = 118;
const TOP = 30;

/** The radius of the number of a turning point, and the least distance between two of them. */
const RADIUS = 10.5;
const MARK_DISTANCE = 2 * RADIUS + 2;

/** The least distance between the names at the ends of the lines. */
const NAME_DISTANCE = 15;

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
      names(race, layout),
      stepsOf(points, race).map((step) => turningLine(step, race, layout)),
      race.winner !== null && lowestPoint(race, layout),
      turningMarks(points, current, race, layout),
    );
  };
}

function layOut(race, width) {
  // At the start nobody is behind.
  const behind = [race.seats.map(() => 0), ...race.steps];
  const furthest = Math.max(1, ...behind.flat());
  const last = race.steps.length;
  const right = width - 15 - Math.max(...race.seats.map((name) => widthOf(name)));
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
  const first = `${race.noun} 1`;
  const steps = ticks(2, last, 6).filter((step) => x(step) - x(1) > widthOf(first) / 2 + 10);
  const columns = [1, ...steps].map((step, index) =>
    text(x(step), TOP + HEIGHT + 18, index === 0 ? first : step, { ...style, anchor: "middle" }),
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
  return path(pathOf(race.winner, layout), {
    stroke: "var(--data)",
    "stroke-width": 3,
    "stroke-linejoin": "round",
  });
}

/** The names of the seats at the ends of their lines, apart enough to be read. */
function names(race, { behind, right, y, spread }) {
  const ends = race.seats.map((_, seat) => y(behind.at(-1)[seat]) + spread(seat));
  return spreadOut(ends, NAME_DISTANCE, TOP, TOP + HEIGHT).map((place, seat) =>
    text(
      right + 9,
      place + 4,
      race.seats[seat],
      seat === race.winner ? { ink: "data", weight: 700 } : { size: 12, ink: "ink-2" },
    ),
  );
}

/** How far the winner was behind at its lowest point, beside it. */
function lowestPoint(race, layout) {
  const distances = layout.behind.map((step) => step[race.winner]);
  const most = Math.max(...distances);
  if (most === 0) {
    return null;
  }
  const step = distances.indexOf(most);
  const x = layout.x(step);
  const y = layout.y(most) + layout.spread(race.winner);
  const style = { ink: "data", weight: 700, size: 12, hasHalo: true };
  const label = `${most} behind`;
  const isAtEnd = x + 8 + widthOf(label, 13) > layout.right;
  return [
    circle(x, y, 3.5, { fill: "var(--data)" }),
    text(x + (isAtEnd ? -8 : 8), y + 4, label, { ...style, anchor: isAtEnd ? "end" : "start" }),
  ];
}

/**
 * Move places apart until neighbours have at least a distance, within bounds if there is room.
 * The order stays.
 */
function spreadOut(places, distance, low, high) {
  const order = places.map((_, index) => index).sort((a, b) => places[a] - places[b] || a - b);
  const moved = [...places];
  let least = low;
  for (const index of order) {
    moved[index] = Math.max(moved[index], least);
    least = moved[index] + distance;
  }
  let most = high;
  for (const index of order.toReversed()) {
    moved[index] = Math.min(moved[index], most);
    most = moved[index] - distance;
  }
  return moved;
}

/** The round in which a turning point is, from 1. */
function stepOf(point, race) {
  const index = race.last_turns.findIndex((turn) => turn >= point.turn);
  return index === -1 ? race.last_turns.length : index + 1;
}

/** The rounds with turning points, each of them once. */
function stepsOf(points, race) {
  return [...new Set(points.map((point) => stepOf(point, race)))];
}

/** A line down from the numbers of a round's turning points, and a point on the winner's line. */
function turningLine(step, race, layout) {
  const x = layout.x(step);
  const seat = race.winner;
  return [
    line(x, TOP - 5, x, TOP + HEIGHT, { stroke: "var(--ink-3)", "stroke-dasharray": "2 3" }),
    seat !== null &&
      circle(x, layout.y(layout.behind[step][seat]) + layout.spread(seat), 4.5, {
        fill: "var(--data)",
        stroke: "var(--paper)",
        "stroke-width": 1.5,
      }),
  ];
}

/** The numbers of the turning points. Those of the same round are side by side. */
function turningMarks(points, current, race, layout) {
  const steps = points.map((point) => stepOf(point, race));
  const wanted = steps.map((step, index) => {
    const ofRound = steps.filter((other) => other === step).length;
    const place = steps.slice(0, index).filter((other) => other === step).length;
    return layout.x(step) + MARK_DISTANCE * (place - (ofRound - 1) / 2);
  });
  const places = spreadOut(wanted, MARK_DISTANCE, layout.left, layout.right + RADIUS);
  return places.map((x, index) => turningMark(x, index, index === current));
}

function turningMark(x, index, isCurrent) {
  return [
    circle(x, TOP - 16, RADIUS, {
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
  ];
}
