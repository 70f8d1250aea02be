/**
 * The connection to the server: events come in, actions go out in the order they were made.
 *
 * Actions wait in a queue while the server does not answer, and are sent when it is back.
 */

const EVENT_NAMES = [
  "state",
  "answer",
  "comparison",
  "found",
  "players",
  "advice",
  "document",
  "replay",
  "events",
];
const OFFLINE_AFTER = 3000;
const RETRY_AFTER = 1000;

/** The status of answers of a server that was started again, so its address has changed. */
const NOT_FOUND = 404;

const queue = [];
let isSending = false;
let source = null;
let offlineTimer = 0;
let handlers = { onEvent() {}, onOffline() {} };

/**
 * Connect to the server.
 *
 * @param {{onEvent: function(string, object), onOffline: function(boolean)}} newHandlers
 */
export function connect(newHandlers) {
  handlers = newHandlers;
  open();
}

function open() {
  source = new EventSource("events");
  source.onopen = reportContact;
  source.onerror = reportSilence;
  for (const name of EVENT_NAMES) {
    source.addEventListener(name, (event) => {
      reportContact();
      handlers.onEvent(name, JSON.parse(event.data));
    });
  }
}

function reportContact() {
  clearTimeout(offlineTimer);
  offlineTimer = 0;
  handlers.onOffline(false);
  sendNext();
}

function reportSilence() {
  if (!offlineTimer) {
    offlineTimer = setTimeout(() => handlers.onOffline(true), OFFLINE_AFTER);
  }
  if (source.readyState === EventSource.CLOSED) {
    // After an error that the browser takes for final it does not try again by itself.
    setTimeout(open, RETRY_AFTER);
  }
}

/**
 * Send an action. The result is the answer of the server: `{ok, error}`.
 *
 * @param {object} action
 * @returns {Promise<{ok: boolean, error: string}>}
 */
export function send(action) {
  return new Promise((resolve) => {
    const waiting = queue.at(-1);
    if (waiting && !waiting.isUnderWay && replaces(action, waiting.action)) {
      waiting.resolve({ ok: true });
      queue.pop();
    }
    queue.push({ action, resolve, isUnderWay: false });
    sendNext();
  });
}

/** Whether an action makes an earlier one that was not sent yet superfluous. */
function replaces(action, earlier) {
  return action.action === "set" && earlier.action === "set" && action.rule === earlier.rule;
}

async function sendNext() {
  if (isSending || queue.length === 0) {
    return;
  }
  isSending = true;
  const first = queue[0];
  first.isUnderWay = true;
  try {
    const result = await post(first.action);
    queue.shift();
    first.resolve(result);
  } catch {
    first.isUnderWay = false;
    reportSilence();
    setTimeout(sendNext, RETRY_AFTER);
    return;
  } finally {
    isSending = false;
  }
  sendNext();
}

/**
 * Send a log of real games, which is compared with simulated games.
 *
 * @param {File} file
 * @returns {Promise<{ok: boolean, error: string}>}
 */
export async function sendLog(file) {
  const address = `log?name=${encodeURIComponent(file.name)}`;
  try {
    return await readResult(await fetch(address, { method: "POST", body: file }));
  } catch {
    reportSilence();
    return { ok: false, error: "The file was not sent, because Fathom does not answer." };
  }
}

async function post(action) {
  const response = await fetch("act", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(action),
  });
  return readResult(response);
}

async function readResult(response) {
  if (response.status === NOT_FOUND) {
    throw new Error("This is another server, with another address.");
  }
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  return isJson ? response.json() : { ok: false, error: await response.text() };
}
