/**
 * A command on one line, with a button that copies it.
 */

import { element } from "./dom.js";
import { local, requestDraw } from "./model.js";

const COPIED_FOR = 2000;

export function commandLine(name, command) {
  return element(
    "div",
    { class: "command" },
    element("code", {}, command),
    element(
      "button",
      { class: "button", type: "button", onclick: () => copy(name, command) },
      local.copied === name ? "Copied" : "Copy",
    ),
  );
}

async function copy(name, command) {
  await navigator.clipboard.writeText(command);
  local.copied = name;
  requestDraw();
  setTimeout(() => {
    local.copied = "";
    requestDraw();
  }, COPIED_FOR);
}
