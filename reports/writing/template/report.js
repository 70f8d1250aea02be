"use strict";
// Each heading of a table that has a text has a button that sorts the rows by its column.
const numberOf = (cell) => parseFloat(cell.dataset.value);
const compareCells = (a, b) => {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (!Number.isNaN(x) || !Number.isNaN(y)) {
    // Cells without a number are sorted below all numbers.
    return (Number.isNaN(x) ? -Infinity : x) - (Number.isNaN(y) ? -Infinity : y) || 0;
  }
  return a.textContent.trim().localeCompare(b.textContent.trim(), "en", { numeric: true });
};

function sortBy(heading) {
  const row = heading.parentElement;
  const body = heading.closest("table").tBodies[0];
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of row.cells) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const place = heading.cellIndex;
  const rows = [...body.rows];
  rows.sort((a, b) => (down ? -1 : 1) * compareCells(a.cells[place], b.cells[place]));
  body.append(...rows);
}

for (const heading of document.querySelectorAll("table.sortable thead th:not(.drawn)")) {
  if (!heading.textContent.trim()) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.append(...heading.childNodes);
  heading.append(button);
  heading.setAttribute("aria-sort", "none");
  button.addEventListener("click", () => sortBy(heading));
}

// A link to a closed game opens it.
function unfold() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}
addEventListener("hashchange", unfold);
unfold();
