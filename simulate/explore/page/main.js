/**
 * The page of `fathom explore`: it draws the events of the server, and sends what controls do.
 */

import { takeValues } from "./actions.js";
import { announceAnswer, announceErrors } from "./announcements.js";
import { answerView } from "./answer.js";
import { barActions, phoneBar, viewLinks } from "./bar.js";
import { connect } from "./connection.js";
import { documentView, isDocumentView, openDocument } from "./documents.js";
import { render } from "./dom.js";
import { gamesPanel, gameView, openGame, startGame } from "./game.js";
import { listenToKeys } from "./keyboard.js";
import { local, model, narrowWindow, onDraw, requestDraw } from "./model.js";
import { openPlayers, playersView } from "./players.js";
import { rulesPanel } from "./rules-panel.js";
import { keepHeights } from "./steady-heights.js";
import { versionsView } from "./versions.js";
import { followAddress } from "./views.js";

const byId = (id) => document.getElementById(id);

function draw() {
  const { state } = model;
  if (!state) {
    return;
  }
  const isGame = local.view === "game";
  const rail = byId("rail");
  rail.setAttribute("aria-label", isGame ? "Games" : "Rules");
  rail.classList.toggle("is-open", local.isSheetOpen);
  document.body.classList.toggle("has-sheet", local.isSheetOpen);
  byId("bar").inert = local.isSheetOpen;
  byId("main").inert = local.isSheetOpen;
  byId("main").classList.toggle("has-document", isDocumentView(local.view));
  byId("game-name").textContent = state.game.file || state.game.title;
  render(byId("views"), viewLinks());
  render(byId("bar-actions"), barActions());
  render(rail, [isGame ? gamesPanel() : rulesPanel()]);
  render(byId("main"), currentView());
  keepHeights(byId("main"), rulesOfAnswer());
  render(byId("phone-bar"), phoneBar());
  showLinkOf(local.view);
}

let answeredRevision = 0;

/** The revision of the rules to which the answer on the page belongs. */
function rulesOfAnswer() {
  const { answer } = model;
  if (answer && !answer.is_stale) {
    answeredRevision = answer.revision;
  }
  return answeredRevision;
}

let viewOfLink = "";

/** On a phone, scroll the links sideways so that the link of a new view can be seen. */
function showLinkOf(view) {
  if (view !== viewOfLink) {
    viewOfLink = view;
    const links = byId("views");
    const link = links.querySelector("[aria-current]");
    if (link) {
      // scrollIntoView would let the first Tab go to the link after this one.
      const { left, width } = link.getBoundingClientRect();
      links.scrollLeft += left + width / 2 - links.clientWidth / 2;
    }
  }
}

function currentView() {
  if (local.view === "versions") {
    return versionsView();
  }
  if (local.view === "game") {
    return gameView();
  }
  if (local.view === "players") {
    return playersView();
  }
  if (isDocumentView(local.view)) {
    return documentView(local.view);
  }
  return answerView();
}

function takeEvent(name, data) {
  const previous = model[name];
  model[name] = data;
  if (name === "state") {
    takeValues(data);
  } else if (name === "answer") {
    announceAnswer(data);
  } else if (name === "replay") {
    startGame(previous, data);
  }
  announceErrors();
  requestDraw();
}

function setOffline(isOffline) {
  if (local.isOffline === isOffline) {
    return;
  }
  local.isOffline = isOffline;
  announceErrors();
  requestDraw();
}

/** Views that need something from the server ask for it when they open. */
function openView(view) {
  local.problem = "";
  if (view === "game") {
    openGame();
  } else if (view === "players") {
    openPlayers();
  } else {
    openDocument(view);
  }
}

/** On a wide window the rules are beside the answer, so there is no sheet. */
function closeSheet() {
  local.isSheetOpen = false;
  requestDraw();
}

onDraw(draw);
narrowWindow.addEventListener("change", closeSheet);
listenToKeys();
byId("skip-link").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
new ResizeObserver(requestDraw).observe(byId("main"));
connect({ onEvent: takeEvent, onOffline: setOffline });
followAddress(openView);
