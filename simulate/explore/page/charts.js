/**
 * Parts that all charts share, and the frame around a chart: the picture or its table.
 *
 * Each chart is a function of its data and options that returns a function of the width in pixels.
 */

import { columnsChart } from "./chart-columns.js";
import { dotsChart } from "./chart-dots.js";
import { lengthChart } from "./chart-length.js";
import { seatsChart } from "./chart-seats.js";
import { element } from "./dom.js";
import { local, requestDraw } from "./model.js";

const CHARTS = {
  seats: seatsChart,
  length: lengthChart,
  columns: columnsChart,
  dots: dotsChart,
};

/**
 * A chart, or its numbers as a table.
 *
 * @param {string} name Identifies the chart on the page.
 * @param {object|null} chart The chart as the server describes it.
 * @param {object} options `isEarly`, `isSmall` and `colour`.
 */
export function chartOrTable(name, chart, options = {}) {
  if (chart && local.tables.has(name)) {
    return element("div", { key: "table", class: "numbers" }, tableOf(chart));
  }
  const size = options.isSmall ? "is-small" : "";
  return element("div", {
    key: "plot",
    class: `plot ${chart?.kind ?? "is-empty"} ${size}`,
    draw: chart ? CHARTS[chart.kind](chart, options) : () => null,
  });
}

/** The button that turns charts into tables and back. */
export function tableButton(names, texts = ["Show as a table", "Show as a chart"]) {
  const isTable = names.every((name) => local.tables.has(name));
  return element(
    "button",
    {
      class: "quiet-link",
      type: "button",
      onclick: () => {
        for (const name of names) {
          if (isTable) {
            local.tables.delete(name);
          } else {
            local.tables.add(name);
          }
        }
        requestDraw();
      },
    },
    isTable ? texts[1] : texts[0],
  );
}

function tableOf(chart) {
  const headings = chart.table.headings.map((heading) => element("th", { scope: "col" }, heading));
  const rows = chart.table.rows.map((row) =>
    element(
      "tr",
      {},
      row.map((cell, index) =>
        index === 0 ? element("th", { scope: "row" }, cell) : element("td", {}, cell),
      ),
    ),
  );
  return element(
    "table",
    {},
    element("caption", { class: "spoken" }, chart.label),
    element("thead", {}, element("tr", {}, headings)),
    element("tbody", {}, rows),
  );
}
