/**
 * How the current player plays, in a few sentences, and as a tree.
 */

import { act } from "./actions.js";
import { commandLine } from "./command.js";
import { element } from "./dom.js";
import { isOfEarlierRules, model } from "./model.js";

export function adviceSection() {
  const shown = model.advice;
  return element(
    "section",
    { key: "advice", class: "found is-below" },
    element("h2", { class: "headline" }, shown?.title ?? "What does the player do?"),
    shown && element("p", { key: "summary", class: "summary" }, shown.summary.join(" ")),
    element("p", { key: "progress", class: "progress" }, shown?.progress, button(shown)),
    shown?.sentences.length > 0 && [
      element(
        "ol",
        { key: "sentences", class: "advice" },
        shown.sentences.map((sentence) => element("li", { key: sentence }, sentence)),
      ),
      shown.avoids.length > 0 && [
        element("p", { key: "avoids-title" }, shown.avoids_title),
        element(
          "ul",
          { key: "avoids", class: "advice" },
          shown.avoids.map((sentence) => element("li", { key: sentence }, sentence)),
        ),
      ],
      shown.gaps.length > 0 && element("p", { key: "gaps" }, shown.gaps.join(" ")),
      element("p", { key: "reading", class: "note" }, shown.how_to_read),
      element(
        "details",
        { key: "tree" },
        element("summary", {}, "The whole tree"),
        element(
          "div",
          { class: "advice-tree" },
          shown.tree.map((line, place) =>
            element("p", { key: place, class: `is-depth-${line.depth}` }, line.text),
          ),
        ),
      ),
      element("p", { key: "note", class: "note" }, shown.note),
    ],
    shown?.command && commandLine("advice", shown.command),
  );
}

function button(shown) {
  if (shown?.phase === "playing") {
    return element("button", { class: "button", type: "button", onclick: () => act("stop") }, "Stop");
  }
  const isEarlier = shown && isOfEarlierRules(shown);
  return [
    isEarlier && element("b", { key: "earlier" }, "For earlier rules or players."),
    element(
      "button",
      { key: "again", class: shown ? "link" : "button", type: "button", onclick: () => act("advice") },
      shown ? "Describe it again" : "Describe it in words",
    ),
  ];
}
