// Equations as mathematics, and the incidence of unknowns in equations as a picture that can be pointed at.
import { announce, cssColour, cut, el, math, section, table } from "./dom.js";
import { number } from "./data.js";

function equation(e, extra) {
  return el("li", {}, el("div", { class: "equation", tabindex: "0", role: "group", "aria-label": cut(e.text, 400) }, e.math ? math(e.math) : el("code", {}, e.text)),
    el("div", { class: "quiet name" }, cut(e.name, 120), e.line && !/line \d/.test(e.name) ? `, line ${e.line}` : "", extra ? el("span", {}, " \u00b7 " + extra) : null));
}

const primes = (k) => (k === 1 ? "differentiated once" : `differentiated ${k} times`);

export function equations(anatomy) {
  const more = (shown, all, what) => (all > shown ? el("p", { class: "quiet" }, `The first ${shown} of ${all} ${what}.`) : null);
  const node = section("equations", "Equations",
    el("ol", { class: "equations" }, anatomy.equations.map((e) => equation(e, e.differentiated ? "must be " + primes(e.differentiated) : null))),
    more(anatomy.equations.length, anatomy.equation_count, "equations"));
  if (anatomy.hidden.length)
    node.append(el("h3", {}, "What they hide"), el("p", {}, "Every solution also satisfies these equations, which nobody wrote down:"),
      el("ol", { class: "equations" }, anatomy.hidden.map((e) => equation(e, `${primes(e.derivative)}${e.determines ? "; determines " + cut(e.determines.join(", ")) : ""}`))),
      more(anatomy.hidden.length, anatomy.hidden_count, "hidden constraints") || "");
  if (anatomy.parameters.length)
    node.append(el("details", {}, el("summary", {}, `Parameters (${anatomy.parameter_count})`),
      table(["name", "value", "unit", ""], anatomy.parameters.map((p) => [cut(p.name), number(p.value, 10), cut(p.unit), cut(p.description, 120)]), { label: "parameters" })));
  return node;
}

class Incidence {
  constructor(data, caption) {
    this.data = data;
    this.n = data.rows.length;
    this.at = null;
    this.entries = new Map(data.entries.map(([i, j, order]) => [i * this.n + j, order]));
    this.canvas = el("canvas", { tabindex: "0", role: "img", onkeydown: (e) => this.key(e), onpointermove: (e) => this.point(e), onpointerdown: (e) => this.point(e) });
    this.text = el("p", { class: "readout" }, "Point at an entry.");
    this.node = el("figure", { class: "panel incidence" }, el("figcaption", {}, caption), this.canvas, this.text);
    this.caption = caption;
    new ResizeObserver(() => this.draw()).observe(this.node);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }
  draw() {
    const size = Math.min(this.node.clientWidth, 420, 44 * this.n);
    if (!size) return;
    this.size = size;
    this.cell = size / this.n;
    this.canvas.width = this.canvas.height = Math.round(size * devicePixelRatio);
    this.canvas.style.width = this.canvas.style.height = size + "px";
    const g = this.canvas.getContext("2d"), c = this.cell, gap = c > 6 ? 1 : 0;
    g.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    g.fillStyle = cssColour("--back2");
    g.fillRect(0, 0, size, size);
    for (const [key, order] of this.entries) {
      const i = Math.floor(key / this.n), j = key % this.n;
      g.fillStyle = cssColour(order === 0 ? "--c5" : order === 1 ? "--c0" : "--c1");
      g.fillRect(j * c + gap / 2, i * c + gap / 2, Math.max(c - gap, 0.8), Math.max(c - gap, 0.8));
    }
    g.strokeStyle = cssColour("--ink");
    g.lineWidth = 1.2;
    for (const [first, count] of this.data.blocks) if (count > 1 || this.n < 60) g.strokeRect(first * c, first * c, count * c, count * c);
    if (this.at) {
      g.fillStyle = cssColour("--veil");
      g.fillRect(0, this.at[0] * c, size, c);
      g.fillRect(this.at[1] * c, 0, c, size);
      g.strokeRect(this.at[1] * c, this.at[0] * c, c, c);
    }
    this.canvas.setAttribute("aria-label", `${this.caption}: ${this.n} equations, ${this.entries.size} entries. ${this.at ? this.text.textContent : "Arrow keys move."}`);
  }
  point(e) {
    const box = this.canvas.getBoundingClientRect();
    this.show(Math.floor((e.clientY - box.top) / this.cell), Math.floor((e.clientX - box.left) / this.cell));
  }
  show(i, j) {
    const clamp = (k) => Math.max(0, Math.min(this.n - 1, k));
    this.at = [clamp(i), clamp(j)];
    const order = this.entries.get(this.at[0] * this.n + this.at[1]);
    const column = cut(this.data.columns[this.at[1]], 60), row = cut(this.data.rows[this.at[0]], 60);
    const what = order === undefined ? "does not occur in" : this.data.blocks.length ? "is solved for with" : order === 0 ? "occurs in" : `occurs in (derivative ${order})`;
    this.text.textContent = `${column} ${what} ${row}`;
    this.draw();
  }
  key(e) {
    const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (!moves[e.key]) return;
    e.preventDefault();
    const [i, j] = this.at || [0, -1];
    this.show(i + moves[e.key][0], j + moves[e.key][1]);
    announce(this.text.textContent);
  }
}

export function incidence(anatomy) {
  if (!anatomy.before) return null;
  return section("incidence", "Structure",
    el("p", {}, "Rows are equations, columns unknowns. ", legend("--c5", "the unknown itself"), legend("--c0", "its first derivative"), legend("--c1", "a higher derivative")),
    el("div", { class: "pair" }, new Incidence(anatomy.before, "As written").node,
      new Incidence(anatomy.after, "After differentiation: highest derivatives, block by block in the order of solving").node));
}
const legend = (colour, text) => el("span", { class: "legend" }, el("span", { class: "swatch", style: `background:var(${colour})`, "aria-hidden": "true" }), text);
