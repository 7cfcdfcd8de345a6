// Small pictures in SVG with axes of their own: phase plots and comparisons.
import { announce, cut, el, PagedTable } from "./dom.js";
import { number, ticks, tickTexts } from "./data.js";

const ns = "http://www.w3.org/2000/svg";
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(ns, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function logTicks(low, high, wanted) {
  const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9), every = Math.max(1, Math.ceil((last - first + 1) / wanted));
  const out = [];
  for (let k = first; k <= last; k += every) out.push(10 ** k);
  return out;
}

export class Axes {
  constructor({ width, height, x, y, xLabel, yLabel, log = false, equal = false, label }) {
    this.left = 64; this.right = width - 12; this.top = 12; this.bottom = height - 44;
    const texts = (values) => (log ? values.map((v) => number(v, 4)) : tickTexts(values));
    const pad = ([low, high]) => {
      if (log) { const f = Math.max(1.3, (high / low) ** 0.05); return [low / f, high * f]; }
      const room = high > low ? 0.05 * (high - low) : Math.max(0.1 * Math.abs(high), 1e-3);
      return [low - room, high + room];
    };
    this.x = pad(x); this.y = pad(y); this.log = log;
    const longest = (values) => texts(values).reduce((m, label) => Math.max(m, label.length), 0);
    this.left = Math.max(64, 24 + 7 * longest((log ? logTicks : ticks)(...this.y, 6)));
    if (equal) this.makeEqual();
    this.node = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "axes" });
    const up = (log ? logTicks : ticks)(...this.y, 6), upTexts = texts(up), along = (log ? logTicks : ticks)(...this.x, Math.max(3, Math.floor(width / 110))), alongTexts = texts(along);
    for (const [i, v] of up.entries()) {
      const at = this.py(v);
      this.node.append(shape("line", { x1: this.left, x2: this.right, y1: at, y2: at, class: "grid" }), text(this.left - 6, at + 4, upTexts[i], "end"));
    }
    for (const [i, v] of along.entries()) {
      const at = this.px(v);
      this.node.append(shape("line", { x1: at, x2: at, y1: this.top, y2: this.bottom, class: "grid" }), text(at, this.bottom + 16, alongTexts[i], "middle"));
    }
    this.node.append(text((this.left + this.right) / 2, height - 8, xLabel, "middle", "quiet"));
    const side = text(0, 0, yLabel, "middle", "quiet");
    side.setAttribute("transform", `translate(12 ${(this.top + this.bottom) / 2}) rotate(-90)`);
    this.node.append(side, shape("rect", { x: this.left, y: this.top, width: this.right - this.left, height: this.bottom - this.top, class: "frame" }));
  }
  makeEqual() {
    const a = (this.x[1] - this.x[0]) / (this.right - this.left), b = (this.y[1] - this.y[0]) / (this.bottom - this.top);
    const widen = (range, factor) => { const m = (range[0] + range[1]) / 2, h = (factor * (range[1] - range[0])) / 2; return [m - h, m + h]; };
    if (a < b) this.x = widen(this.x, b / a); else this.y = widen(this.y, a / b);
  }
  part(v, [low, high]) { return this.log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low); }
  px(v) { return this.left + this.part(v, this.x) * (this.right - this.left); }
  py(v) { return this.bottom - this.part(v, this.y) * (this.bottom - this.top); }
  path(xs, ys, attributes) {
    let d = "", pen = "M";
    for (let i = 0; i < xs.length; ++i) {
      if (!Number.isFinite(xs[i]) || !Number.isFinite(ys[i])) { pen = "M"; continue; }
      d += `${pen}${this.px(xs[i]).toFixed(1)} ${this.py(ys[i]).toFixed(1)}`;
      pen = "L";
    }
    return shape("path", { d, fill: "none", ...attributes });
  }
}
function text(x, y, what, anchor, kind = "") {
  const node = shape("text", { x, y, "text-anchor": anchor, class: kind });
  node.textContent = what;
  return node;
}

export const extent = (values) => {
  let low = Infinity, high = -Infinity;
  for (const v of values) if (Number.isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); }
  return low <= high ? [low, high] : [0, 1];
};

// y against x over the range that is shown, or the last T seconds of it. Clicking seeks the nearest point.
export class PhasePlot {
  constructor(clock, source, names, start) {
    Object.assign(this, { clock, source });
    const choose = (k, what) => el("label", {}, what + " ", el("select", { onchange: (e) => { this[what] = Number(e.target.value); this.draw(); } },
      names.map((name, i) => el("option", { value: i, selected: i === k }, name.length > 40 ? name.slice(0, 40) + "\u2026" : name))));
    this.names = names;
    [this.x, this.y] = start;
    this.last = el("input", { type: "number", min: "0", step: "any", placeholder: "all", "aria-label": "show the last seconds only", onchange: () => this.draw() });
    this.view = el("div", { class: "plot phase", tabindex: "0", role: "application", "aria-roledescription": "plot", onkeydown: (e) => this.key(e), onclick: (e) => this.click(e) });
    this.text = el("p", { class: "readout" });
    this.table = new PagedTable(() => ({ head: ["time", cut(names[this.x]), cut(names[this.y])], rows: this.shown(), row: (i) => [source.time[i], source.column(this.x)[i], source.column(this.y)[i]] }));
    this.node = el("figure", { class: "panel" }, el("figcaption", {}, "One against another"),
      el("div", { class: "tools" }, choose(this.x, "x"), choose(this.y, "y"), el("label", {}, "last ", this.last, " s")), this.view, this.text,
      el("div", { class: "tools" }, this.table.button), this.table.node);
    clock.listen((what) => { if (what === "time") this.move(); else this.draw(); });
    new ResizeObserver(() => { if (Math.abs(this.view.clientWidth - (this.width || 0)) > 2) this.draw(); }).observe(this.view);
  }
  // The points in the range of time that is shown.
  shown() {
    const [low, high] = this.clock.range, T = Number(this.last.value) || 0, out = [];
    this.source.time.forEach((t, i) => { if (t >= low && t <= high && (!(T > 0) || (t <= this.clock.t && t >= this.clock.t - T))) out.push(i); });
    return out;
  }
  draw() {
    this.width = this.view.clientWidth;
    if (!this.width) return;
    const X = this.source.column(this.x), Y = this.source.column(this.y), points = this.shown();
    const ex = extent(X), ey = extent(Y), ratio = (ex[1] - ex[0]) / (ey[1] - ey[0]), depth = (s) => (s.match(/der\(/g) || []).length;
    this.axes = new Axes({ width: this.width, height: Math.min(420, Math.max(260, this.width * 0.6)), x: ex, y: ey, xLabel: cut(this.names[this.x]), yLabel: cut(this.names[this.y]),
      equal: ratio < 8 && ratio > 0.125 && depth(this.names[this.x]) === depth(this.names[this.y]), label: `${cut(this.names[this.y])} against ${cut(this.names[this.x])}` });
    this.dot = shape("circle", { r: 5, class: "dot" });
    this.axes.node.append(this.axes.path(points.map((i) => X[i]), points.map((i) => Y[i]), { class: "line" }), this.dot);
    this.view.replaceChildren(this.axes.node);
    this.table.show();
    this.place();
  }
  spoken() {
    const { t } = this.clock;
    return `t = ${number(t)}: ${cut(this.names[this.x], 40)} = ${number(this.source.at(this.x, t))}, ${cut(this.names[this.y], 40)} = ${number(this.source.at(this.y, t))}`;
  }
  place() {
    this.dot.setAttribute("cx", this.axes.px(this.source.at(this.x, this.clock.t)));
    this.dot.setAttribute("cy", this.axes.py(this.source.at(this.y, this.clock.t)));
    this.text.textContent = this.spoken();
    this.view.setAttribute("aria-label", `Plot of ${cut(this.names[this.y], 40)} against ${cut(this.names[this.x], 40)}, at ${this.spoken()}. Arrow keys move along the curve.`);
  }
  move() {
    if (!this.axes) return;
    if (Number(this.last.value) > 0) this.draw(); else this.place();
  }
  click(e) {
    const box = this.axes.node.getBoundingClientRect(), x = ((e.clientX - box.left) * this.width) / box.width, y = ((e.clientY - box.top) * this.width) / box.width;
    const X = this.source.column(this.x), Y = this.source.column(this.y);
    let best = -1, least = Infinity;
    for (const i of this.shown()) {
      const d = Math.hypot(this.axes.px(X[i]) - x, this.axes.py(Y[i]) - y);
      if (d < least) { least = d; best = i; }
    }
    if (best >= 0) this.clock.seek(this.source.time[best]);
  }
  key(e) {
    const step = 1 / (e.shiftKey ? 20 : 200);
    const to = { ArrowLeft: this.clock.shifted(-step), ArrowRight: this.clock.shifted(step), Home: this.clock.range[0], End: this.clock.range[1] }[e.key];
    if (to === undefined || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    this.clock.seek(to);
    announce(this.spoken());
  }
}
