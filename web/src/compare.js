// Formulations and methods raced on one model: work against accuracy, and how far each drifts.
import { announce, button, cut, el, section, table } from "./dom.js";
import { number } from "./data.js";
import { Axes, extent, shape } from "./scatter.js";

const nameOf = (r) => `${r.method} \u00b7 ${r.formulation}${r.stabilization && r.stabilization !== "none" ? " \u00b7 " + r.stabilization : ""}`;
const marks = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "M-4 -4h8v8h-8z", "M0 -5l4.6 8h-9.2z", "M0 -5.4l5.4 5.4l-5.4 5.4l-5.4 -5.4z"];

function diagram(all, x, y, xLabel, yLabel, label) {
  const good = all.map((s) => ({ ...s, points: s.points.filter((p) => x(p) > 0 && y(p) > 0) })).filter((s) => s.points.length);
  const text = el("p", { class: "readout" }, "Point at a mark, or use the arrow keys."), picture = el("div", { class: "plot", tabindex: "0", role: "application", "aria-roledescription": "plot",
    "aria-label": `${label}: ${yLabel} over ${xLabel}. Arrow keys go from mark to mark; the numbers stand in the tables below.`, onkeydown: (e) => key(e) });
  const view = el("figure", { class: "panel" }, el("figcaption", {}, label), picture, text);
  if (!good.length) return el("figure", { class: "panel" }, el("figcaption", {}, label), el("p", { class: "quiet" }, "No run has both numbers."));
  const tell = (s, p) => `${s.name}, tolerance ${number(p.tolerance)}: ${xLabel} ${number(x(p), 3)}, ${yLabel} ${number(y(p), 3)}`;
  // Marks in the order of methods, and of tolerances within one.
  const marked = good.flatMap((s) => s.points.map((p) => [s, p]));
  let at = -1, ring = null, axes = null;
  const choose = (k) => {
    at = (k + marked.length) % marked.length;
    const [s, p] = marked[at];
    text.textContent = tell(s, p);
    ring.setAttribute("transform", `translate(${axes.px(x(p)).toFixed(1)} ${axes.py(y(p)).toFixed(1)})`);
    ring.setAttribute("visibility", "visible");
  };
  const key = (e) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
    if (!by || !axes) return;
    e.preventDefault();
    choose(at < 0 && by < 0 ? marked.length - 1 : at + by);
    announce(text.textContent);
  };
  const draw = () => {
    const width = view.clientWidth;
    if (!width) return;
    axes = new Axes({ width, height: Math.min(460, Math.max(300, width * 0.6)), log: true, label, xLabel, yLabel,
      x: extent(good.flatMap((s) => s.points.map(x))), y: extent(good.flatMap((s) => s.points.map(y))) });
    for (const s of good) {
      const group = shape("g", { class: "series", "data-series": s.number });
      group.append(axes.path(s.points.map(x), s.points.map(y), { stroke: `var(--c${s.number % 7})`, "stroke-width": 1.4 }));
      for (const p of s.points) {
        const mark = shape("path", { d: marks[s.number % 4], transform: `translate(${axes.px(x(p)).toFixed(1)} ${axes.py(y(p)).toFixed(1)})`, fill: `var(--c${s.number % 7})` });
        mark.addEventListener("pointerenter", () => choose(marked.findIndex((m) => m[1] === p)));
        group.append(mark);
      }
      axes.node.append(group);
    }
    ring = shape("circle", { r: 9, class: "ring", visibility: "hidden" });
    axes.node.append(ring);
    picture.replaceChildren(axes.node);
    if (at >= 0) choose(at);
  };
  new ResizeObserver(() => { if (Math.abs(view.clientWidth - (view.drawn || 0)) > 2) { view.drawn = view.clientWidth; draw(); } }).observe(view);
  return view;
}

export function comparison(data) {
  const series = new Map();
  for (const one of data.tables)
    for (const run of one.runs) {
      const name = nameOf(run);
      if (!series.has(name)) series.set(name, { name, points: [], failed: [] });
      (run.status === "success" ? series.get(name).points : series.get(name).failed).push({ ...run, tolerance: one.tolerance });
    }
  const all = [...series.values()];
  all.forEach((s, i) => { s.number = i; s.points.sort((a, b) => b.tolerance - a.tolerance); });
  const seconds = (p) => p.seconds, error = (p) => p.difference, drift = (p) => Math.max(...p.drift.filter((d) => d !== null), 0);
  // The least work for the accuracy that the middle tolerance asks for.
  const wanted = data.tables[Math.min(1, data.tables.length - 1)].tolerance;
  const fit = all.flatMap((s) => s.points.filter((p) => p.tolerance === wanted && p.difference <= 100 * wanted).map((p) => ({ ...p, name: s.name }))).sort((a, b) => a.seconds - b.seconds);
  const kinds = { seconds, evaluations: (p) => p.function_evaluations, steps: (p) => p.steps }, work = el("div", {});
  const draw = (kind) => work.replaceChildren(diagram(all, error, kinds[kind], "difference to a tight run, at the end", kind, "Work against accuracy"));
  const choice = el("select", { onchange: (e) => draw(e.target.value) }, Object.keys(kinds).map((kind) => el("option", { value: kind }, kind)));
  draw("seconds");
  const node = section("race", "Work, accuracy, drift",
    fit.length ? el("p", { class: "verdict" }, `At tolerance ${number(wanted)}, the least work with an error below ${number(100 * wanted)}: `, el("strong", {}, fit[0].name), ` (${number(fit[0].seconds, 3)} s, ${fit[0].steps} steps, error ${number(fit[0].difference, 2)}).`) : null,
    el("div", { class: "tools" }, el("label", {}, "work in ", choice)), work,
    diagram(all, error, drift, "difference to a tight run, at the end", "largest violated constraint", "Drift"));
  const light = (k) => (on) => document.querySelectorAll(".series").forEach((g) => g.classList.toggle("dim", on && Number(g.dataset.series) !== k));
  node.append(el("div", { class: "chips" }, all.filter((s) => s.points.length).map((s) => {
    const only = light(s.number);
    return button([el("span", { class: "swatch", style: `background:var(--c${s.number % 7})`, "aria-hidden": "true" }), cut(s.name, 70)], () => {},
      { class: "chip", onmouseenter: () => only(true), onmouseleave: () => only(false), onfocus: () => only(true), onblur: () => only(false) });
  })));
  for (const one of data.tables)
    node.append(el("details", { open: one.tolerance === wanted }, el("summary", {}, `Tolerance ${number(one.tolerance)}`),
      table(["method", "formulation", "stabilization", "steps", "evaluations", "seconds", "error", "drift"],
        [...one.runs].sort((a, b) => (a.status === b.status ? a.seconds - b.seconds : a.status === "success" ? -1 : 1)).map((r) =>
          [r.method, r.formulation, r.stabilization, ...(r.status === "success" ? [String(r.steps), String(r.function_evaluations), number(r.seconds, 3), number(r.difference, 2), r.drift.map((d) => number(d, 2)).join(", ")] : [cut(r.message, 100), "", "", "", ""])]), { label: `runs at tolerance ${one.tolerance}` })));
  return node;
}
