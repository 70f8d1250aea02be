/**
 * The table of a replayed game, read from lines of text such as these:
 *
 *     centre green 2, 54 cards in the deck
 *     > seat 1, score 0: hand red 4, blue 0 3; pile blue 4 > red 3
 *       seat 2, score 2: hand yellow 0 1; pile blue 4
 *
 * The line of the seat to act begins with ">". Lines below a seat that are not about another seat
 * belong to it. What cannot be read is kept as text.
 */

const SEAT = /^(> | {2})(seat \d+)(?= *[(,:;]|$)(.*)$/;

/** Lines with wide gaps are drawings: their letters must stay where they are. */
const DRAWING = /^ |\S {3,}\S|^\+-/;

/** Counts and sentences below a seat, such as "  fish R 0 Y 1, cor 1, shk 0": they may wrap. */
const INDENTED_TEXT = /^ +\S+( \S+)*, \S+( \S+)*$/;

/** A group such as "hand red 4": a word in small letters, and what follows. */
const LABELLED = /^([a-z]+):? (.+)$/;

/** Cards that belong to all, such as "Row: palace, meadow": a label, and at least two words. */
const SHARED_CARDS = /^(\p{Lu}[^:]*): ([^,\d]+(?:, [^,\d]+)+)$/u;

/** Cards of a kind, such as "blue 0 3". */
const KIND_AND_NUMBERS = /^(\p{L}+)((?: \d+)+)$/u;

/**
 * Read the lines of a table.
 *
 * @param {string[]} lines
 * @returns {{shared: object[], seats: object[]}} What belongs to all, as texts, drawings and groups
 *   of cards; and for each seat its name, `isToAct`, details, groups of cards, and further blocks.
 */
export function readTable(lines) {
  const shared = [];
  const seats = [];
  for (const line of lines) {
    const match = line.match(SEAT);
    if (match) {
      seats.push(readSeat(match));
    } else if (seats.length > 0) {
      addBlock(seats.at(-1).blocks, INDENTED_TEXT.test(line) ? line.trim() : line);
    } else {
      addShared(shared, line);
    }
  }
  return { shared, seats };
}

/** Add a line that belongs to all; a board with rows becomes a drawing, a row of cards a group. */
function addShared(blocks, line) {
  const [, label, rows] = line.match(/^([^:]+): (\S+(?: \/ \S+)+)$/) ?? [];
  const [, name, cards] = line.match(SHARED_CARDS) ?? [];
  if (rows) {
    blocks.push({ text: `${label}:` }, { drawing: rows.split(" / ") });
  } else if (cards) {
    blocks.push({ label: name, isPile: false, cards: cards.split(", ").flatMap(readCards) });
  } else {
    addBlock(blocks, line);
  }
}

/** Add a line as text, or to the drawing before it. */
function addBlock(blocks, line) {
  if (!DRAWING.test(line)) {
    blocks.push({ text: line });
  } else if (blocks.at(-1)?.drawing) {
    blocks.at(-1).drawing.push(line);
  } else {
    blocks.push({ drawing: [line] });
  }
}

function readSeat([, mark, name, rest]) {
  const [, head, contents] = rest.match(/^([^:;]*)[:;]? ?(.*)$/);
  return {
    name,
    isToAct: mark === "> ",
    details: head.split(/[(),]/).map((detail) => detail.trim()).filter(Boolean),
    groups: contents ? contents.split("; ").map(readGroup) : [],
    blocks: [],
  };
}

/** Read the cards of a hand or a pile: a label and the cards. Without a label it is a text. */
function readGroup(text) {
  const [, label, contents] = text.match(LABELLED) ?? [];
  if (!label) {
    return { text };
  }
  const isPile = contents.includes(" > ");
  return {
    label,
    isPile,
    cards: contents.split(isPile ? " > " : ", ").flatMap(readCards),
  };
}

/** Read cards: "blue 0 3" are two, other texts are one. */
function readCards(text) {
  const [, kind, numbers] = text.match(KIND_AND_NUMBERS) ?? [];
  if (!kind) {
    return [{ value: text, kind: "" }];
  }
  return numbers.trim().split(" ").map((value) => ({ value, kind }));
}
