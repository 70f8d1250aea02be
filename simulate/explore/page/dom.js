/**
 * Describes elements and brings the document in line with the descriptions.
 *
 * Nodes that are already there are reused, so the focus, the scrolling and text that is being typed
 * survive when an event draws the page again.
 */

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** These are set as properties of a node, not as attributes. */
const LIVE_PROPERTIES = new Set(["checked", "inert"]);

/** These are instructions for this module. */
const INSTRUCTIONS = new Set(["key", "value", "draw", "open"]);

/** What was last rendered into a node: its key, its properties and the value of a field. */
const rendered = new WeakMap();

/**
 * Describe an element.
 *
 * @param {string} tag
 * @param {object} properties Attributes and handlers such as `onclick`. In addition:
 *   `key` identifies a child among its siblings;
 *   `value` is the value of a field, which is not set while somebody types in it;
 *   `open` is the initial state of `<details>`;
 *   `draw` gets the width of the element in pixels and returns the description of its only child.
 * @param {...*} children Descriptions, texts, and null or false for "nothing here now".
 */
export function element(tag, properties, ...children) {
  return { tag, properties: properties ?? {}, children: withKeys(children) };
}

/**
 * Leave out what is absent, flatten lists, and give each child a key: its own one, or its place.
 *
 * As absent children count too, their siblings keep their keys.
 */
function withKeys(children, prefix = "") {
  return children.flatMap((child, place) => {
    if (child === null || child === undefined || child === false || child === "") {
      return [];
    }
    if (Array.isArray(child)) {
      return withKeys(child, `${prefix}${place}/`);
    }
    const key = prefix + (child.properties?.key ?? place);
    return [{ key, child }];
  });
}

/**
 * Render descriptions as the children of a node.
 *
 * @param {Element} parent
 * @param {Array} children
 */
export function render(parent, children) {
  const focusPath = pathToFocus(parent);
  const toDraw = [];
  patchChildren(parent, withKeys(children), toDraw);
  drawToWidth(toDraw);
  keepFocus(focusPath);
}

/** Draw the elements whose content depends on their width. All widths are read first. */
function drawToWidth(toDraw) {
  const widths = toDraw.map(({ node }) => node.clientWidth);
  toDraw.forEach(({ node, draw }, index) => {
    if (widths[index] > 0) {
      patchChildren(node, withKeys([draw(widths[index])]), []);
    }
  });
}

function patchChildren(parent, children, toDraw) {
  const nodes = removeUnwanted(parent, children);
  let place = parent.firstChild;
  for (const { key, child } of children) {
    const node = nodes.get(key) ?? createNode(parent, key, child);
    if (node === place) {
      place = place.nextSibling;
    } else {
      parent.insertBefore(node, place);
    }
    patchNode(node, child, toDraw);
  }
}

/** Remove the nodes that no child can use; return the others by key. */
function removeUnwanted(parent, children) {
  const wanted = new Map(children.map(({ key, child }) => [key, nodeName(child)]));
  const nodes = new Map();
  for (const node of [...parent.childNodes]) {
    const key = rendered.get(node)?.key;
    if (wanted.get(key) === node.nodeName.toLowerCase()) {
      nodes.set(key, node);
    } else {
      node.remove();
    }
  }
  return nodes;
}

function nodeName(child) {
  return typeof child === "object" ? child.tag.toLowerCase() : "#text";
}

function createNode(parent, key, child) {
  const node = typeof child === "object" ? createElement(parent, child) : new Text();
  rendered.set(node, { key, properties: {}, value: undefined });
  return node;
}

function createElement(parent, child) {
  const isSvg = child.tag === "svg" || parent.namespaceURI === SVG_NAMESPACE;
  const node = isSvg
    ? document.createElementNS(SVG_NAMESPACE, child.tag)
    : document.createElement(child.tag);
  if (child.properties.open !== undefined) {
    node.open = child.properties.open;
  }
  return node;
}

function patchNode(node, child, toDraw) {
  if (typeof child !== "object") {
    if (node.data !== String(child)) {
      node.data = child;
    }
    return;
  }
  patchProperties(node, child.properties);
  if (child.properties.draw) {
    toDraw.push({ node, draw: child.properties.draw });
  } else {
    patchChildren(node, child.children, toDraw);
  }
  if (child.properties.value !== undefined) {
    patchValue(node, String(child.properties.value));
  }
}

function patchProperties(node, properties) {
  const memory = rendered.get(node);
  for (const name of Object.keys({ ...memory.properties, ...properties })) {
    if (!INSTRUCTIONS.has(name) && memory.properties[name] !== properties[name]) {
      setProperty(node, name, properties[name]);
    }
  }
  memory.properties = properties;
}

function setProperty(node, name, value) {
  if (name.startsWith("on")) {
    node[name] = value ?? null;
  } else if (LIVE_PROPERTIES.has(name)) {
    node[name] = Boolean(value);
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : value);
  }
}

/** Set the value of a field unless somebody is typing in it. */
function patchValue(node, value) {
  const memory = rendered.get(node);
  const isBeingEdited =
    node === document.activeElement && memory.value !== undefined && node.value !== memory.value;
  if (isBeingEdited && node.value !== value) {
    return;
  }
  if (node.value !== value) {
    node.value = value;
  }
  memory.value = value;
}

/** Forget what was typed into a field and show this value. */
export function showValue(node, value) {
  node.value = String(value);
  rendered.get(node).value = node.value;
}

function pathToFocus(parent) {
  const path = [];
  let node = document.activeElement;
  if (node === null || node === document.body || !parent.contains(node)) {
    return path;
  }
  for (; node && node !== document.body; node = node.parentElement) {
    path.push(node);
  }
  return path;
}

/** If the focused control is gone, focus the nearest place around it that can have the focus. */
function keepFocus(path) {
  const isLost = path.length > 0 && (!path[0].isConnected || path[0].closest("[inert]"));
  if (!isLost) {
    return;
  }
  const home = path.find(
    (node) => node.isConnected && node.tabIndex === -1 && node.hasAttribute("tabindex"),
  );
  home?.focus({ preventScroll: true });
}
