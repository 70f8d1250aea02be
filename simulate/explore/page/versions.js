/**
 * Versions: the comparison, the rules found for the wishes, and the list of kept versions.
 */

import { act, compare, restoreVersion } from "./actions.js";
import { badge, listOf } from "./badge.js";
import { comparisonView } from "./comparison.js";
import { element } from "./dom.js";
import { foundRules } from "./found-rules.js";
import { growingField } from "./growing-field.js";
import { local, model, requestDraw, versionsByAge } from "./model.js";
import { notices } from "./notices.js";
import { ruleChoice } from "./search-limits.js";

const MOST_COMPARED = 4;

export function versionsView() {
  const { comparison, found } = model;
  if (local.isChoosingRules) {
    return [notices(), ruleChoice(), keptVersions(false)];
  }
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
    element(
      "p",
      { key: "buttons", class: "files" },
      versions.length > 1 && compareButton(),
      versions.length > 0 &&
        element(
          "a",
          { key: "study", class: "link", href: "study.toml", download: true },
          "Save all as a study",
        ),
    ),
  );
}

function keptVersion(version) {
  const { letter, name, kept, note, changes, is_current: isCurrent } = version;
  return element(
    "li",
    { key: letter, class: isCurrent ? "is-current" : null, tabindex: "-1" },
    model.state.versions.length > 1 ? choiceBox(letter) : element("span"),
    badge(letter),
    element(
      "div",
      { class: "kept-texts" },
      growingField(
        name,
        { class: "kept-name", "aria-label": `Name of ${letter}`, maxlength: 80, required: true },
        (newName) => act("rename", { letter, name: newName }),
      ),
      element("small", {}, [`kept ${kept}`, ...changes].join(" · ")),
      growingField(
        note,
        {
          class: "kept-note",
          "aria-label": `Note on ${letter}`,
          placeholder: "Add a note",
          maxlength: 500,
        },
        (text) => act("note", { letter, text }),
      ),
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

/** The versions to compare: until the user chooses, the first and the newest. */
function chosenLetters() {
  const letters = versionsByAge().map((version) => version.letter);
  if (!local.letters) {
    const [first, ...later] = letters;
    return later.length > 0 ? [first, ...later.slice(1 - MOST_COMPARED)] : [];
  }
  return letters.filter((letter) => local.letters.has(letter));
}

function choiceBox(letter) {
  const chosen = chosenLetters();
  return element("input", {
    type: "checkbox",
    "aria-label": `Compare ${letter}`,
    checked: chosen.includes(letter),
    onchange: (event) => {
      const others = chosen.filter((each) => each !== letter);
      local.letters = new Set(event.target.checked ? [...others, letter] : others);
      requestDraw();
    },
  });
}

function compareButton() {
  const letters = chosenLetters();
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
