// Elements with text as text: names come from model files and are never read as markup.
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) node.append(child);
  return node;
}

// MathML that the program wrote; the names inside are escaped there. Parsed, never run: scripts are inert in a template.
export function math(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}

export function section(id, title, ...children) {
  return el("section", { id, "aria-labelledby": id + "-title" }, el("h2", { id: id + "-title" }, title), ...children);
}

export function button(label, action, attributes = {}) {
  return el("button", { type: "button", onclick: action, ...attributes }, label);
}

export function table(head, rows, attributes = {}) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": attributes.label || "table" },
    el("table", {}, el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, i) => el(i === 0 ? "th" : "td", i === 0 ? { scope: "row" } : {}, cell)))))));
}

export const cssColour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// One place that a screen reader listens to.
let live = null;
export function announce(text) {
  if (!live) document.body.append((live = el("div", { class: "hidden", role: "status", "aria-live": "polite" })));
  live.textContent = text;
}

export function cut(text, most = 60) {
  return text.length <= most ? text : text.slice(0, most / 2) + "\u2026" + text.slice(-most / 2);
}
