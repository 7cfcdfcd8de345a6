// A report of Trammel: what the data in the page say, as sections.
import { Animation } from "./animation.js";
import { equations, incidence } from "./anatomy.js";
import { Clock } from "./clock.js";
import { comparison } from "./compare.js";
import { Columns, number } from "./data.js";
import { button, cut, el, section, table } from "./dom.js";
import { PhasePlot } from "./scatter.js";
import { TimePlot } from "./timeplot.js";

const data = JSON.parse(document.getElementById("data").textContent);
const page = document.getElementById("report");
window.trammel = { data, plots: [] };  // for tests and the curious

const facts = (list) => el("dl", { class: "facts" }, list.filter((f) => f && f[1] !== undefined && f[1] !== null && f[1] !== "").map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))));
const shell = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'");
const plural = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;

function head(kind, good, verdict) {
  return el("header", {}, el("h1", {}, cut(data.model || "Report", 120)),
    el("p", { class: "verdict " + (good ? "good" : "bad") }, el("span", { "aria-hidden": "true" }, good ? "\u2713 " : "\u26a0 "), verdict));
}

// What a variable may be off by at a value: the tolerance of the run, relative and in units of its scale.
const allowed = (variable, value) => data.tolerance * ((variable.scale ?? 1) + Math.abs(value));

function chooser(names, chosen, changed) {
  const list = el("div", { class: "choices" }), filter = el("input", { type: "search", placeholder: "filter", "aria-label": "filter variables", oninput: () => fill() });
  const fill = () => {
    const text = filter.value.toLowerCase(), found = names.map((name, i) => [name, i]).filter(([name]) => name.toLowerCase().includes(text));
    list.replaceChildren(...found.slice(0, 300).map(([name, i]) => {
      const box = el("input", { type: "checkbox", onchange: () => { if (box.checked) chosen.add(i); else chosen.delete(i); changed(); } });
      box.checked = chosen.has(i);
      return el("label", { title: name }, box, cut(name, 48));
    }));
    if (found.length > 300) list.append(el("p", { class: "quiet" }, `and ${found.length - 300} more: type to filter`));
  };
  fill();
  return el("details", { class: "chooser" }, el("summary", {}, "Choose variables"), filter, list);
}

// A switch for all axes of time, where steps reach over many decades; on from the start where half of them are in the first hundredth.
function logarithmic(clock) {
  const { time } = new Columns(data.steps), first = time.find((t) => t > 0);
  if (!(clock.start >= 0 && first > 0 && clock.end > 1000 * first)) return null;
  clock.least = first;
  clock.log = time[Math.floor(time.length / 2)] < 0.01 * clock.end;
  const box = el("input", { type: "checkbox", checked: clock.log, onchange: () => clock.setLog(box.checked) });
  return el("div", { class: "tools" }, el("label", { class: "logtime" }, box, "logarithmic time"));
}

function trajectories(clock, source) {
  const { variables } = data, names = variables.map((v) => v.name), events = data.run.events || [];
  const plots = el("div", {});
  let other = null;
  if (data.against) other = new Columns({ time: data.against.time, columns: data.against.columns });
  const curve = (i) => ({ label: names[i], unit: variables[i].unit, description: variables[i].description, source, column: i });
  const add = (start) => {
    const chosen = new Set(start);
    const curves = () => [...chosen].sort((a, b) => a - b).flatMap((i) => {
      const k = other ? data.against.names.indexOf(names[i]) : -1;
      if (k < 0) return [curve(i)];
      const tube = (v) => [v - allowed(variables[i], v), v + allowed(variables[i], v)];
      return [{ ...curve(i), tube }, { label: names[i] + " (other)", unit: variables[i].unit, source: other, column: k }];
    });
    const plot = new TimePlot(clock, { title: "", curves: curves(), events, chooser: chooser(names, chosen, () => plot.setCurves(curves())) });
    plots.append(plot.node);
    return plot;
  };
  const plain = names.map((n, i) => i).filter((i) => !names[i].startsWith("der("));
  // Curves of very different sizes do not share a panel at first.
  const size = (i) => source.column(i).reduce((m, v) => (Number.isFinite(v) ? Math.max(m, Math.abs(v)) : m), 0) || 1e-30;
  const groups = [];
  for (const i of plain.slice(0, 12)) {
    const group = groups.find((g) => g.length < 4 && Math.max(size(i), size(g[0])) / Math.min(size(i), size(g[0])) < 20 && variables[i].unit === variables[g[0]].unit);
    if (group) group.push(i); else if (groups.length < 3) groups.push([i]);
  }
  const logTime = logarithmic(clock);
  (groups.length ? groups : [[0]]).forEach(add);
  const node = section("trajectories", "Trajectories",
    el("p", { class: "quiet" }, "Drag to zoom, click to set the time, shift-click for a second cursor; in a focused plot: arrows, + \u2212 0, m."),
    events.length ? el("p", { class: "quiet" }, `${plural(events.length, "event")}: ` + events.slice(0, 12).map((e) => `${cut(e.name, 40)} at t = ${number(e.time)}`).join("; ") + (events.length > 12 ? "; \u2026" : "")) : null,
    events.length ? el("details", {}, el("summary", {}, "All events"), table(["time", "event", "changed", "impulses"],
      events.slice(0, 5000).map((e) => [number(e.time, 9), cut(e.name, 80), cut(e.changed.join(", "), 200), cut((e.impulses || []).map((p) => `${p.variable} = ${number(p.value, 6)}`).join(", "), 200)]), { label: "events" })) : null,
    data.variable_count > names.length ? el("p", { class: "quiet" }, `${names.length} of ${data.variable_count} variables; --variables chooses which.`) : null,
    logTime, plots, button("Add a plot", () => add([plain[0] || 0])));
  if (names.length > 1) node.append(new PhasePlot(clock, source, names, plain.length > 1 ? [plain[0], plain[1]] : [0, 1]).node);
  return node;
}

function quality(clock) {
  const node = section("quality", "Constraints and steps");
  if (data.residuals) {
    const source = new Columns(data.residuals);
    const level = (l) => (l === 0 ? "given constraints" : l === 1 ? "their first derivatives" : `their derivatives of order ${l}`);
    node.append(new TimePlot(clock, { title: "Largest residual of the constraints, by level", log: true, floor: 1e-18, height: 200,
      curves: data.residuals.columns.map((c, l) => ({ label: level(l), source, column: l })) }).node,
      el("details", {}, el("summary", {}, "By equation"), table(["equation", "largest residual"], data.residuals.equations.map((e) => [cut(e.name, 80), number(e.largest, 3)]), { label: "residuals" })));
  }
  if (data.energy) node.append(...energy(clock));
  const steps = new Columns(data.steps);
  if (steps.time.length > 1) {
    node.append(new TimePlot(clock, { title: "Step size", log: true, height: 180, curves: [{ label: "step", unit: "s", source: steps, column: 0 }] }).node);
    if (steps.count > 1) node.append(new TimePlot(clock, { title: "Order of the method", height: 150, curves: [{ label: "order", source: steps, column: 1 }] }).node);
  }
  return node;
}

// Kinetic and potential energy and their sum, which the equations conserve; and what the run made of that.
function energy(clock) {
  const source = new Columns(data.energy), sum = source.column(0).map((v, i) => v + source.column(1)[i]), change = source.column(2).map(Math.abs);
  const derived = (values) => ({ time: source.time, index: (t) => source.index(t), column: () => values, at: (k, t) => values[source.index(t)] });
  const largest = change.reduce((m, v) => Math.max(m, v), 0), size = source.column(0).reduce((m, v) => Math.max(m, Math.abs(v)), 0);
  return [new TimePlot(clock, { title: "Energy; the potential counts from the start", height: 200, curves: [
    { label: "kinetic", source, column: 0 }, { label: "potential", source, column: 1 }, { label: "sum", source: derived(sum), column: 0 }] }).node,
    el("p", { class: "quiet energy" }, `The equations conserve this energy; the run changed it by at most ${number(largest, 2)}` + (size > 0 ? `, ${number(largest / size, 2)} of the largest kinetic energy.` : ".")),
    new TimePlot(clock, { title: "Change of the energy", log: true, floor: 1e-18, height: 150, curves: [{ label: "|change|", source: derived(change), column: 0 }] }).node];
}

function against(clock) {
  const { names } = data.against, source = new Columns({ time: data.against.time, columns: data.against.differences }), mine = new Columns({ time: data.against.time, columns: data.against.columns });
  const largest = names.map((name, k) => [name, source.column(k).reduce((m, v) => (Number.isFinite(v) ? Math.max(m, Math.abs(v)) : m), 0), mine.column(k).reduce((m, v) => (Number.isFinite(v) ? Math.max(m, Math.abs(v)) : m), 0)]);
  const order = names.map((n, k) => k).sort((a, b) => largest[b][1] / (1 + largest[b][2]) - largest[a][1] / (1 + largest[a][2]));
  const chosen = new Set(order.slice(0, 4));
  // |difference|, and how large it may be: the area below the tolerance
  const absolute = { time: source.time, cache: new Map(), index: (t) => source.index(t),
    column(k) { if (!this.cache.has(k)) this.cache.set(k, source.column(k).map(Math.abs)); return this.cache.get(k); },
    at(k, t) { return this.column(k)[source.index(t)]; } };
  const variable = (k) => data.variables.find((v) => v.name === names[k]) || {};
  const curves = () => [...chosen].map((k) => ({ label: names[k], source: absolute, column: k, tube: (v, t) => [0, allowed(variable(k), mine.at(k, t))] }));
  const plot = new TimePlot(clock, { title: "Size of the differences; the band reaches up to the tolerance", log: true, floor: 1e-3 * data.tolerance, curves: curves(), chooser: chooser(names, chosen, () => plot.setCurves(curves())) });
  return section("against", "Against " + cut(data.against.file.split("/").pop(), 60), plot.node,
    table(["variable", "largest difference", "largest value", "in tolerances"], order.map((k) => [cut(names[k]), number(largest[k][1], 3), number(largest[k][2], 4), number(largest[k][1] / allowed(variable(k), largest[k][2]), 3)]), { label: "differences" }));
}

function certificate(c) {
  const node = section("certificate", "Certificate",
    el("p", { class: "verdict " + (c.holds === false ? "bad" : "good") }, c.holds === null ? "Nothing was promised; this is what was measured." : c.holds ? "\u2713 The trajectory satisfies the equations as written, within the tolerance." : "\u26a0 The trajectory could not be proved."));
  const flat = Object.entries(c).filter(([, v]) => v !== null && typeof v !== "object" && typeof v !== "boolean");
  node.append(facts([...(c.worst ? Object.entries(c.worst).map(([k, v]) => ["worst " + k.replaceAll("_", " "), typeof v === "number" ? number(v, 3) : cut(String(v))]) : []), ...flat.map(([k, v]) => [k.replaceAll("_", " "), typeof v === "number" ? number(v, 4) : cut(String(v), 200)])]));
  if (c.digits) node.append(el("details", {}, el("summary", {}, "Promised digits"), table(["variable", "digits"], Object.entries(c.digits).map(([k, v]) => [cut(k), String(v)]), { label: "digits" })));
  return node;
}

function reproduce() {
  const line = data.call || "trammel " + data.command.map(shell).join(" "), code = el("code", {}, line);
  return section("reproduce", "Reproduce", el("pre", { tabindex: "0" }, code), el("p", { class: "quiet" }, `Trammel ${data.trammel}`));
}

function notes(list) {
  return list && list.length ? section("notes", "Notes", el("ul", {}, list.map((n) => el("li", {}, cut(n, 600))))) : null;
}

function simulation() {
  const { run } = data, end = run.time ?? data.t_start, clock = new Clock(data.t_start, end), source = new Columns(data.table);
  const good = run.status === "success", said = good ? `Finished at t = ${number(end)}` : (run.error && run.error.message) || run.status;
  window.trammel.clock = clock;
  page.append(head("simulate", good, cut(said, 600)),
    facts([["index", run.index], ["degrees of freedom", run.degrees_of_freedom], ["equations", data.anatomy.equation_count],
      ["constraint residual", number(run.constraint_residual, 2)], ["method", run.choice.method], ["formulation", run.choice.formulation],
      ["stabilization", run.choice.stabilization], ["steps", run.statistics.steps], ["seconds", number(run.statistics.seconds, 3)]]));
  if (run.choice.reason) page.append(el("p", { class: "reason" }, "Why so: " + cut(run.choice.reason, 600)));
  if (data.drawing) page.append(section("animation", "Animation", data.drawing.inferred ? el("p", { class: "quiet" }, "Drawn from points that are constrained to each other.") : null, new Animation(clock, data.drawing).node));
  if (source.time.length) page.append(trajectories(clock, source));
  if (data.against) page.append(against(clock));
  if (source.time.length) page.append(quality(clock));
  if (run.certificate) page.append(certificate(run.certificate));
  page.append(equations(data.anatomy), incidence(data.anatomy) || "", section("statistics", "Statistics", facts(Object.entries(run.statistics).map(([k, v]) => [k.replaceAll("_", " "), typeof v === "number" ? number(v, 4) : v]))),
    notes(run.messages) || "", reproduce());
}

function analysis() {
  const f = data.facts, r = f.recommendation;
  page.append(head("analyze", true, `Index ${f.index}, ${plural(f.degrees_of_freedom, "degree")} of freedom, ${plural(f.hidden_constraints.length, "hidden constraint")}`),
    facts([["equations", f.equations], ["unknowns", f.unknowns], ["index", f.index], ["structural index", f.structural_index], ["strangeness index", f.strangeness_index],
      ["degrees of freedom", f.degrees_of_freedom], ["blocks", f.blocks.length], ["largest block", f.blocks.reduce((m, b) => Math.max(m, b.length), 0)]]),
    section("recommendation", "What fits", el("p", {}, el("strong", {}, `${r.method} with ${r.formulation}${r.stabilization && r.stabilization !== "none" ? " and " + r.stabilization : ""}`), r.reason ? ": " + cut(r.reason, 600) : "")),
    equations(data.anatomy), incidence(data.anatomy) || "",
    section("start", "Start", el("p", {}, "Free to choose: ", el("strong", {}, cut(f.free_start_values.join(", ") || "nothing", 400))),
      el("details", {}, el("summary", {}, "A consistent start"), table(["variable", "value"], Object.entries(f.consistent_start).slice(0, 400).map(([k, v]) => [cut(k), number(v, 8)]), { label: "start values" }))));
  if (f.redundant.length) page.append(section("redundant", "Redundant", el("p", {}, cut(f.redundant.join(", "), 600))));
  page.append(notes(f.messages) || "", reproduce());
}

function race() {
  const all = data.tables.flatMap((t) => t.runs), good = all.filter((r) => r.status === "success").length;
  page.append(head("compare", true, `${good} of ${all.length} runs reached the end, at ${plural(data.tables.length, "tolerance")}`),
    comparison(data), equations(data.anatomy), incidence(data.anatomy) || "", reproduce());
}

if (data.kind === "analyze") analysis();
else if (data.kind === "compare") race();
else if (data.kind === "simulate") simulation();
