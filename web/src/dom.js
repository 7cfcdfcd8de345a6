import { number } from "./data.js";

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

// The numbers behind a plot, twenty rows at a time. `what()`: {head, rows, row(i)}, or nothing.
export class PagedTable {
  constructor(what) {
    this.what = what;
    this.page = 0;
    this.node = el("div", { hidden: true });
    this.button = button("Table", () => this.toggle(), { "aria-expanded": "false" });
  }
  toggle() {
    this.node.hidden = !this.node.hidden;
    this.button.setAttribute("aria-expanded", String(!this.node.hidden));
    this.page = 0;
    this.show();
  }
  show() {
    const all = this.node.hidden ? null : this.what();
    if (!all) return this.node.replaceChildren();
    const size = 20, pages = Math.max(1, Math.ceil(all.rows.length / size));
    this.page = Math.min(pages - 1, Math.max(0, this.page));
    const turn = (by) => () => { this.page += by; this.show(); };
    this.node.replaceChildren(
      table(all.head, all.rows.slice(this.page * size, (this.page + 1) * size).map((i) => all.row(i).map((v) => (typeof v === "number" ? number(v) : v))), { label: "values" }),
      el("div", { class: "tools" }, button("Previous", turn(-1)), el("span", { role: "status" }, `page ${this.page + 1} of ${pages}`), button("Next", turn(1))));
  }
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
