// Curves over time with uPlot: zoom by dragging, a shared cursor, keys, values, a table.
import uPlot from "uplot";
import { announce, button, cssColour, cut, el, PagedTable } from "./dom.js";
import { exact, number, ticks, tickTexts } from "./data.js";

export const colours = () => [0, 1, 2, 3, 4, 5, 6].map((i) => cssColour("--c" + i));
const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3]];
export const colourOf = (i) => colours()[i % 7];

// curves: [{label, unit, source: Columns, column, tube}]; tube(value, t): low and high end of a band behind the curve
export class TimePlot {
  constructor(clock, { title, curves, log = false, events = [], height = 240, floor = null, chooser = null, tools = true }) {
    Object.assign(this, { clock, title, curves, log, events, height, floor });
    this.canvas = el("div", { class: "plot", tabindex: "0", role: "application",
      "aria-roledescription": "plot", onkeydown: (e) => this.key(e) });
    this.values = el("table", { class: "values" });
    this.logBox = el("input", { type: "checkbox", onchange: () => { this.log = this.logBox.checked; this.draw(); } });
    this.logBox.checked = log;
    this.table = new PagedTable(() => this.usable && {
      head: ["time", ...this.curves.map((c) => cut(c.label))], rows: this.shownRows(),
      row: (i, source = this.curves[0].source) => [source.time[i], ...this.curves.map((c) => (c.source === source ? c.source.column(c.column)[i] : c.source.at(c.column, source.time[i])))] });
    this.node = el("figure", { class: "panel" },
      title ? el("figcaption", {}, title) : null, chooser, this.canvas, this.values,
      tools ? el("div", { class: "tools" },
        button("+", () => clock.zoomBy(0.5), { "aria-label": "zoom in", title: "zoom in" }),
        button("\u2212", () => clock.zoomBy(2), { "aria-label": "zoom out", title: "zoom out" }),
        button("All", () => clock.zoom(clock.start, clock.end), { title: "show the whole interval" }),
        button("Mark", () => clock.setMark(clock.mark === null ? clock.t : null), { title: "set or remove a second cursor here" }),
        el("label", {}, this.logBox, "log"),
        button("CSV", () => this.download(), { title: "download what is shown" }), this.table.button) : null, this.table.node);
    window.trammel.plots.push(this);
    clock.listen((what) => (what === "range" ? this.applyRange() : what === "axis" ? this.draw() : this.applyTime()));
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  get usable() { return this.curves.length > 0 && this.curves[0].source.time.length > 0; }

  // One time axis for all curves: that of the first source, or of all of them joined.
  data() {
    const sources = [...new Set(this.curves.map((c) => c.source))];
    // Logarithms are taken here and the axis is linear in them: uPlot's own logarithmic axis never ends below 1e-16. Nor has it axes beyond 1e16.
    const largest = this.log ? 0 : this.curves.reduce((m, c) => c.source.column(c.column).reduce((n, v) => (Number.isFinite(v) ? Math.max(n, Math.abs(v)) : n), m), 0);
    this.factor = largest > 1e12 ? 10 ** -Math.floor(Math.log10(largest)) : 1;
    const keep = (v) => (this.log ? (v > 0 ? Math.log10(v) : this.floor !== null && v === 0 ? Math.log10(this.floor) : null) : Number.isFinite(v) ? v * this.factor : null);
    if (sources.length === 1)
      return [Array.from(sources[0].time, (t) => this.clock.place(t)), ...this.curves.map((c) => Array.from(c.source.column(c.column), keep))];
    const time = [...new Set(sources.flatMap((s) => Array.from(s.time)))].sort((a, b) => a - b);
    return [time.map((t) => this.clock.place(t)), ...this.curves.map((c) => time.map((t) =>
      t < c.source.time[0] || t > c.source.time[c.source.time.length - 1] ? null : keep(c.source.at(c.column, t))))];
  }

  setCurves(curves) {
    this.curves = curves;
    this.draw();
    this.table.show();
  }

  draw() {
    if (this.plot) this.plot.destroy();
    this.plot = null;
    this.canvas.replaceChildren();
    if (!this.usable) {
      this.canvas.append(el("p", { class: "quiet" }, "No curve is chosen."));
      this.values.replaceChildren();
      return;
    }
    const ink = cssColour("--ink2"), grid = { stroke: cssColour("--grid"), width: 1 };
    const axis = { stroke: ink, grid, ticks: grid, font: "12px system-ui, sans-serif" };
    this.plot = new uPlot({
      width: Math.max(200, this.canvas.clientWidth), height: this.height,
      scales: { x: { time: false, min: this.clock.place(this.clock.range[0]), max: this.clock.place(this.clock.range[1]) },
                y: { range: (u, low, high) => { const [a, b] = this.withTubes(low, high); return this.log ? decades(a, b) : nice(a, b); } } },
      axes: [{ ...axis, splits: (u, axis, low, high) => (this.clock.log ? powers(low, high, u.width / 60) : ticks(low, high, Math.max(2, u.width / 90))),
               values: (u, at) => (this.clock.log ? at.map(power) : tickTexts(at)) },
             { ...axis, size: (u, labels) => Math.max(44, 22 + 7 * Math.max(...(labels || [""]).map((v) => (v || "").length))),
               splits: (u, axis, low, high) => (this.log ? powers(low, high, this.height / 40) : ticks(low, high, Math.max(2, this.height / 50))),
               values: (u, at) => (this.log ? at.map(power) : tickTexts(at.map((v) => v / this.factor))) }],
      series: [{}, ...this.curves.map((c, i) => ({ label: c.label, stroke: colourOf(i), width: 1.6, dash: dashes[Math.floor(i / 7) % 4], points: { show: false }, spanGaps: false }))],
      legend: { show: false },
      pxAlign: false,
      cursor: { drag: { x: true, y: false, setScale: false }, points: { show: false }, y: false },
      hooks: {
        setSelect: [(u) => {
          if (u.select.width < 5) return;
          const low = this.clock.timeAt(u.posToVal(u.select.left, "x")), high = this.clock.timeAt(u.posToVal(u.select.left + u.select.width, "x"));
          u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          this.clock.zoom(low, high);
        }],
        drawClear: [(u) => this.drawEvents(u), (u) => this.drawTubes(u)],
      },
    }, this.data(), this.canvas);
    this.lines = [el("div", { class: "cursor" }), el("div", { class: "cursor mark" })];
    this.plot.over.append(...this.lines);
    let down = 0;
    this.plot.over.addEventListener("mousedown", (e) => { down = e.clientX; });
    this.plot.over.addEventListener("click", (e) => {
      if (Math.abs(e.clientX - down) > 4 && e.detail > 0) return;
      const t = this.clock.timeAt(this.plot.posToVal(e.clientX - this.plot.over.getBoundingClientRect().left, "x"));
      if (e.shiftKey) this.clock.setMark(t); else this.clock.seek(t);
    });
    this.plot.over.addEventListener("dblclick", () => this.clock.zoom(this.clock.start, this.clock.end));
    this.applyTime();
  }

  drawEvents(u) {
    const { ctx } = u, [low, high] = this.clock.range;
    ctx.save();
    ctx.strokeStyle = cssColour("--ink3");
    ctx.setLineDash([3, 4]);
    for (const event of this.events) {
      if (event.time < low || event.time > high) continue;
      const x = Math.round(u.valToPos(this.clock.place(event.time), "x", true)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(x, u.bbox.top);
      ctx.lineTo(x, u.bbox.top + u.bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }

  // The ends of bands belong to what is shown; of a band that begins at 0, on a logarithmic axis, the upper one.
  withTubes(low, high) {
    if (low === null || high === null) return [low, high];
    const [from, to] = this.clock.range;
    for (const c of this.curves) {
      if (!c.tube) continue;
      const { time } = c.source, y = c.source.column(c.column);
      for (let i = 0; i < time.length; ++i)
        if (time[i] >= from && time[i] <= to && Number.isFinite(y[i]))
          for (const v of c.tube(y[i], time[i])) {
            if (this.log && !(v > 0)) continue;
            low = Math.min(low, this.log ? Math.log10(v) : v * this.factor);
            high = Math.max(high, this.log ? Math.log10(v) : v * this.factor);
          }
    }
    return [low, high];
  }

  // Bands around curves, behind them: how far apart two results may be.
  drawTubes(u) {
    const { ctx } = u, at = (v) => (this.log ? Math.log10(Math.max(v, 1e-300)) : v * this.factor);
    ctx.save();
    ctx.beginPath();
    ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    ctx.clip();
    ctx.globalAlpha = 0.16;
    this.curves.forEach((c, k) => {
      if (!c.tube) return;
      const { time } = c.source, y = c.source.column(c.column), path = [];
      for (const side of [1, -1])
        for (let n = 0; n < time.length; ++n) {
          const i = side > 0 ? n : time.length - 1 - n;
          if (Number.isFinite(y[i])) path.push([u.valToPos(this.clock.place(time[i]), "x", true), u.valToPos(at(c.tube(y[i], time[i])[side > 0 ? 1 : 0]), "y", true)]);
        }
      ctx.beginPath();
      path.forEach(([a, b], i) => (i ? ctx.lineTo(a, b) : ctx.moveTo(a, b)));
      ctx.fillStyle = colourOf(k);
      ctx.fill();
    });
    ctx.restore();
  }

  applyRange() {
    if (this.plot) this.plot.setScale("x", { min: this.clock.place(this.clock.range[0]), max: this.clock.place(this.clock.range[1]) });
    this.table.show();
    this.applyTime();
  }

  applyTime() {
    if (!this.plot) return;
    [this.clock.t, this.clock.mark].forEach((t, i) => {
      const x = t === null ? -1 : this.plot.valToPos(this.clock.place(t), "x"), inside = t !== null && x >= -0.5 && x <= this.plot.over.clientWidth + 0.5;
      this.lines[i].style.display = inside ? "block" : "none";
      this.lines[i].style.transform = `translateX(${x}px)`;
    });
    this.showValues();
    this.canvas.setAttribute("aria-label", `${this.title || "Plot"} of ${cut(this.curves.map((c) => c.label).join(", "), 120)} over time, at ${this.spoken()}. Arrow keys move the cursor.`);
  }

  spoken() {
    return `t = ${number(this.clock.t)}: ` + this.curves.slice(0, 6).map((c) => `${cut(c.label, 40)} = ${number(c.source.at(c.column, this.clock.t))}`).join(", ");
  }

  showValues() {
    const { t, mark } = this.clock, two = mark !== null;
    if (!this.cells || this.cells.length !== this.curves.length || this.two !== two || this.shown !== this.curves) {
      this.two = two;
      this.shown = this.curves;
      this.cells = [];
      this.timeCells = [el("th", { scope: "col" }), el("th", { scope: "col" }), el("th", { scope: "col" })];
      this.values.replaceChildren(
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "at"), this.timeCells[0], two ? [this.timeCells[1], this.timeCells[2]] : null)),
        el("tbody", {}, this.curves.map((c, i) => {
          const cells = [el("td"), el("td"), el("td")];
          cells.digits = c.source.digits ? c.source.digits(c.column) : 6;
          this.cells.push(cells);
          return el("tr", {}, el("th", { scope: "row", title: c.label + (c.description ? ": " + c.description : "") }, swatch(i), cut(c.label, 48), c.unit ? el("span", { class: "quiet" }, ` [${cut(c.unit, 24)}]`) : null),
            cells[0], two ? [cells[1], cells[2]] : null);
        })));
    }
    this.timeCells[0].textContent = "t = " + number(t);
    if (two) {
      this.timeCells[1].textContent = "t = " + number(mark);
      this.timeCells[2].textContent = "\u0394 = " + number(t - mark);
    }
    this.curves.forEach((c, i) => {
      const a = c.source.at(c.column, t);
      this.cells[i][0].textContent = number(a, this.cells[i].digits);
      if (!two) return;
      const b = c.source.at(c.column, mark);
      this.cells[i][1].textContent = number(b, this.cells[i].digits);
      this.cells[i][2].textContent = number(a - b);
    });
  }

  key(e) {
    if (!this.usable) return;
    const { clock } = this, [low, high] = clock.range, step = 1 / (e.shiftKey ? 20 : 200);
    const actions = { ArrowLeft: () => clock.seek(clock.shifted(-step)), ArrowRight: () => clock.seek(clock.shifted(step)), Home: () => clock.seek(low), End: () => clock.seek(high),
      "+": () => clock.zoomBy(0.5), "-": () => clock.zoomBy(2), "0": () => clock.zoom(clock.start, clock.end), m: () => clock.setMark(clock.mark === null ? clock.t : null) };
    if (!actions[e.key] || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    actions[e.key]();
    announce(this.spoken());
  }

  resize() {
    const width = this.canvas.clientWidth;
    if (!this.plot && this.usable && width > 0) this.draw();
    else if (this.plot && width > 0 && Math.abs(width - this.plot.width) > 1) {
      this.plot.setSize({ width, height: this.height });
      this.applyTime();
    }
  }

  shownRows() {
    const source = this.curves[0].source, [low, high] = this.clock.range, rows = [];
    for (let i = 0; i < source.time.length; ++i) if (source.time[i] >= low && source.time[i] <= high) rows.push(i);
    return rows;
  }

  download() {
    if (!this.usable) return;
    const quote = (s) => (/[",\n]/.test(s) ? '"' + s.replaceAll('"', '""') + '"' : s);
    const source = this.curves[0].source;
    const lines = [["time", ...this.curves.map((c) => quote(c.label))].join(",")];
    for (const i of this.shownRows())
      lines.push([source.time[i], ...this.curves.map((c) => exact(c.source === source ? c.source.column(c.column)[i] : c.source.at(c.column, source.time[i])))].join(","));
    const link = el("a", { href: URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" })), download: "trammel.csv" });
    document.body.append(link);
    link.click();
    link.remove();
  }
}

export function swatch(i) {
  return el("span", { class: "swatch", style: `background:var(--c${i % 7})`, "aria-hidden": "true" });
}

// Logarithmic axes: at least one whole decade, and its powers of ten.
function decades(low, high) {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const room = Math.max(0.05 * (high - low), (1 - (high - low)) / 2, 0.02);
  return [low - room, high + room];
}
function powers(low, high, most) {
  const first = Math.ceil(low), last = Math.floor(high), every = Math.max(1, Math.ceil((last - first + 1) / most)), out = [];
  for (let k = first; k <= last; k += every) out.push(k);
  if (out.length < 2) for (const f of [2, 5]) for (let k = first - 1; k <= last; ++k) if (k + Math.log10(f) > low && k + Math.log10(f) < high) out.push(k + Math.log10(f));
  return out.sort((a, b) => a - b);
}
const power = (v) => (v === 0 ? "1" : number(10 ** v, 2));

// A little wider than the data; constants get a range, too.
function nice(low, high) {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= 1e-12 * size || size === 0) return size === 0 ? [-1, 1] : [low - 0.1 * size, high + 0.1 * size];
  const room = 0.05 * (high - low);
  return [low - room, high + room];
}
