/**
 * Versions: the comparison, the rules found for the wishes, and the list of kept versions.
 */

import { act, compare, restoreVersion } from "./actions.js";
import { badge, listOf } from "./badge.js";
import { comparisonView } from "./comparison.js";
import { element } from "./dom.js";
import { foundRules } from "./found-rules.js";
import { local, model, requestDraw, versionsByAge } from "./model.js";
import { notices } from "./notices.js";

const MOST_COMPARED = 4;

export function versionsView() {
  const { comparison, found } = model;
  return [
    notices(),
    comparison && comparisonView(comparison),
    found && foundRules(found, !comparison),
    keptVersions(!comparison && !found),
  ];
}

function keptVersions(isFirst) {
  const { keep } = model.state;
  const versions = versionsByAge();
  return element(
    "section",
    { key: "kept", class: isFirst ? "kept" : "kept is-below" },
    element(isFirst ? "h1" : "h2", { class: isFirst ? "headline" : "title" }, "Kept versions"),
    versions.length === 0
      ? element(
          "p",
          { key: "none", class: "summary" },
          `None yet. “${keep.label}” pins the rules with a letter.`,
        )
      : element("ul", { key: "list", class: "kept-list" }, versions.map(keptVersion)),
    versions.length > 1 && compareButton(versions),
  );
}

function keptVersion(version) {
  const { letter, name, kept, note, changes, is_current: isCurrent } = version;
  return element(
    "li",
    { key: letter, class: isCurrent ? "is-current" : null, tabindex: "-1" },
    choiceBox(letter),
    badge(letter),
    element(
      "div",
      { class: "kept-texts" },
      element("input", {
        class: "kept-name",
        "aria-label": `Name of ${letter}`,
        maxlength: 80,
        value: name,
        onchange: (event) => act("rename", { letter, name: event.target.value.trim() }),
      }),
      element("small", {}, [`kept ${kept}`, ...changes].join(" · ")),
      element("input", {
        class: "kept-note",
        "aria-label": `Note on ${letter}`,
        placeholder: "Add a note",
        maxlength: 500,
        value: note,
        onchange: (event) => act("note", { letter, text: event.target.value.trim() }),
      }),
    ),
    element(
      "div",
      { class: "kept-actions" },
      isCurrent
        ? element("span", { key: "current" }, "these rules")
        : element(
            "button",
            {
              key: "restore",
              class: "button is-small",
              type: "button",
              "aria-label": `Set the rules of ${letter}`,
              onclick: () => restoreVersion(letter),
            },
            "Set these rules",
          ),
      element(
        "button",
        {
          class: "link",
          type: "button",
          "aria-label": `Remove ${letter}`,
          onclick: () => act("remove", { letter }),
        },
        "Remove",
      ),
    ),
  );
}

function choiceBox(letter) {
  return element("input", {
    type: "checkbox",
    "aria-label": `Compare ${letter}`,
    checked: local.letters.has(letter),
    onchange: (event) => {
      if (event.target.checked) {
        local.letters.add(letter);
      } else {
        local.letters.delete(letter);
      }
      requestDraw();
    },
  });
}

function compareButton(versions) {
  const letters = versions
    .map((version) => version.letter)
    .filter((each) => local.letters.has(each));
  const isPossible = letters.length >= 2 && letters.length <= MOST_COMPARED;
  return element(
    "button",
    {
      key: "compare",
      class: "button",
      type: "button",
      "aria-disabled": String(!isPossible),
      onclick: () => isPossible && compare(letters),
    },
    isPossible ? `Compare ${listOf(letters)}` : "Compare two to four versions",
  );
}
