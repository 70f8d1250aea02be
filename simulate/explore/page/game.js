/**
 * A game, turn by turn: the race of the scores, the buttons to step, the table and the moves.
 */

import { act } from "./actions.js";
import { raceChart } from "./chart-race.js";
import { element } from "./dom.js";
import { isOfEarlierRules, local, model, requestDraw } from "./model.js";
import { notices } from "./notices.js";
import { tableView } from "./table-view.js";

/** The kind of game that is shown first. */
const FIRST_KIND = "typical";

/* Icons of 14 × 12 pixels */
const TO_START = "M0 0h2v12H0zM13 0v12L3 6z";
const BACK = "M11 0v12L1 6z";
const FORWARD = "M3 0v12l10-6z";
const TO_END = "M11 0h2v12h-2zM0 0v12l10-6z";

/** Ask for a game when the view opens and there is none yet. */
export function openGame() {
  if (!model.replay) {
    act("replay", { kind: FIRST_KIND });
  }
}

/** A new game begins at its first step. */
export function startGame(previous, replay) {
  if (previous?.number !== replay?.number) {
    local.step = 0;
  }
}

/* Stepping */

function steps() {
  return model.replay?.steps ?? [];
}

export function showStep(step) {
  local.step = Math.min(Math.max(0, step), Math.max(0, steps().length - 1));
  requestDraw();
}

/** Go to the first turn of the next round, or of this one, or of the one before. */
export function showRound(direction) {
  const starts = roundStarts();
  const step =
    direction > 0
      ? starts.find((start) => start > local.step)
      : starts.findLast((start) => start < local.step);
  showStep(step ?? direction * Infinity);
}

/** The indices of the first turn of each round. */
function roundStarts() {
  const ends = model.replay?.race?.last_turns ?? [];
  const starts = ends.map((end) => steps().findIndex(({ turn }) => turn > end));
  return [0, ...starts.filter((start) => start > 0)];
}

/** Go to the next turning point; after the last to the first. */
export function showNextPoint() {
  const points = model.replay?.points ?? [];
  const { turn } = steps()[local.step] ?? {};
  const next = points.find((point) => point.turn > turn) ?? points[0];
  if (next) {
    showPoint(next);
  }
}

function showPoint(point) {
  const step = steps().findIndex(({ turn }) => turn >= point.turn);
  showStep(step === -1 ? Infinity : step);
}

/* The list of games, on the left */

export function gamesPanel() {
  const { replay } = model;
  return element(
    "div",
    { key: "games" },
    element("h2", { class: "rail-title" }, "Which game?"),
    element("ul", { class: "games" }, (replay?.games ?? []).map(gameItem)),
    replay?.points?.length > 0 && turningPoints(replay.points),
  );
}

function gameItem(game) {
  return element(
    "li",
    { key: game.kind },
    element(
      "button",
      {
        type: "button",
        "aria-pressed": String(game.is_current),
        onclick: () => act("replay", { kind: game.kind }),
      },
      game.label,
      typeof game.number === "number" && element("small", {}, noteOn(game)),
    ),
  );
}

function noteOn({ number, note }) {
  const name = `game ${number.toLocaleString("en")}`;
  return note ? `${name}, ${note}` : name;
}

function turningPoints(points) {
  const current = currentPoint(points);
  const items = points.map((point, index) =>
    element(
      "li",
      { key: point.turn },
      element(
        "button",
        {
          type: "button",
          "aria-current": index === current ? "step" : null,
          onclick: () => showPoint(point),
        },
        element("span", { class: "point-number" }, index + 1),
        element(
          "span",
          {},
          point.text,
          element("span", { class: "point-done" }, point.done),
          element("small", {}, point.where),
        ),
      ),
    ),
  );
  return element(
    "section",
    { class: "turning-points" },
    element("h3", {}, "Turning points"),
    element("ol", {}, items),
  );
}

/** The index of the last turning point that has been reached; -1 before the first. */
function currentPoint(points) {
  const { turn } = steps()[local.step] ?? { turn: 0 };
  return points.findLastIndex((point) => point.turn <= turn);
}

/* The game itself */

export function gameView() {
  const { replay } = model;
  if (!replay) {
    return [notices()];
  }
  const step = steps()[local.step];
  return [
    notices(),
    element("h1", { key: "title", class: "headline" }, replay.title ?? "A game"),
    element("p", { key: "sentence", class: "summary" }, replay.sentence),
    replay.comeback && element("p", { key: "comeback", class: "summary" }, replay.comeback),
    replay.progress && element("p", { key: "progress", class: "progress" }, replay.progress),
    isOfEarlierRules(replay) && againLine(),
    replay.race && race(replay),
    explanations(replay),
    step && stepButtons(step),
    step && turn(step),
  ];
}

/* Explanations for readers who know neither the game nor the styles of play */

/** How points are scored, how the players play, and, folded, the words of the game. */
function explanations({ scoring, styles, words, points_from: pointsFrom }) {
  const terms = [
    scoring && term("How points are scored", scoring),
    pointsFrom?.length > 0 && term("The final points", pointsFrom.join(" ")),
    ...(styles ?? []).map(styleTerm),
  ].filter(Boolean);
  return element(
    "section",
    { key: "explanations", class: "explanations", "aria-label": "What the words mean" },
    terms.length > 0 && element("dl", {}, terms.flat()),
    words?.length > 0 && wordList(words),
  );
}

function styleTerm({ who, style, meaning }) {
  const verb = who.startsWith("Seats") ? "play" : "plays";
  return term(`${who} ${verb} “${style}”`, meaning);
}

function term(name, meaning) {
  return [
    element("dt", { key: name }, name),
    element("dd", { key: `meaning of ${name}` }, meaning),
  ];
}

function wordList(words) {
  const key = "words of the game";
  return element(
    "details",
    {
      key,
      class: "word-list",
      open: local.open.get(key) ?? false,
      ontoggle: (event) => local.open.set(key, event.target.open),
    },
    element("summary", {}, `Words of this game: ${words.map(({ word }) => word).join(", ")}`),
    element(
      "dl",
      {},
      words.flatMap(({ word, meaning }) => term(word, meaning)),
    ),
  );
}

/** A game of earlier rules stays, and says so. */
function againLine() {
  const { games } = model.replay;
  const { kind } = games.find((game) => game.is_current) ?? { kind: FIRST_KIND };
  return element(
    "p",
    { key: "earlier", class: "stale-line" },
    element(
      "span",
      {},
      "This game was played by earlier rules. ",
      element(
        "button",
        { class: "link", type: "button", onclick: () => act("replay", { kind }) },
        "Play one by the current rules",
      ),
    ),
  );
}

function race(replay) {
  return element("div", {
    key: "race",
    class: "plot race",
    draw: raceChart(replay.race, replay.points, currentPoint(replay.points)),
  });
}

function stepButtons(step) {
  return element(
    "div",
    { key: "steps", class: "steps", role: "group", "aria-label": "Step through the game" },
    stepButton("Start of the game", TO_START, () => showStep(0)),
    stepButton("Back one turn", BACK, () => showStep(local.step - 1)),
    stepButton("On one turn", FORWARD, () => showStep(local.step + 1)),
    stepButton("End of the game", TO_END, () => showStep(Infinity)),
    element("span", { class: "where", "aria-live": "polite" }, step.where),
  );
}

function stepButton(label, d, onclick) {
  return element(
    "button",
    { class: "button is-icon", type: "button", "aria-label": label, title: label, onclick },
    element(
      "svg",
      { width: 14, height: 12, viewBox: "0 0 14 12", "aria-hidden": "true" },
      element("path", { d, fill: "currentColor" }),
    ),
  );
}

function turn(step) {
  return element(
    "div",
    { key: "table", class: "game-table" },
    tableView(step, steps()[local.step - 1], model.replay.key ?? []),
    element(
      "section",
      { class: "moves", "aria-label": "Moves" },
      element("h3", {}, step.seat),
      element("ol", {}, step.moves.map(move)),
    ),
  );
}

/** What a seat did, and below it what followed. */
function move({ action, effects }) {
  return element(
    "li",
    {},
    moveLine("p", action),
    effects.length > 0 && element("ul", {}, effects.map((effect) => moveLine("li", effect))),
  );
}

/** Lines with wide gaps are drawings; their letters stay where they are. */
function moveLine(tag, line) {
  return element(tag, { class: / {3,}/.test(line) ? "drawing" : null }, line);
}
