// The mechanism on a canvas: lines, polygons, circles, springs, points, traces; in space with a projection of our own.
import { announce, button, cssColour, el } from "./dom.js";
import { Columns, number } from "./data.js";

export class Animation {
  constructor(clock, drawing) {
    this.clock = clock;
    this.source = new Columns(drawing);
    this.shapes = drawing.shapes;
    this.space = this.shapes[0].points[0].length === 3;
    this.yaw = -0.7;
    this.pitch = 0.35;
    this.canvas = el("canvas", { tabindex: "0", role: "img", onkeydown: (e) => this.key(e) });
    this.slider = el("input", { type: "range", min: "0", max: "1000", value: "0", "aria-label": "time", oninput: () => this.seek() });
    this.playButton = button("Play", () => this.toggle(), { class: "play" });
    this.speed = el("select", { "aria-label": "speed" }, this.speeds().map((s) => el("option", { value: s, selected: s === this.usual }, s + "\u00d7")));
    this.trace = el("input", { type: "checkbox", checked: true, onchange: () => this.draw() });
    this.label = el("output", {});
    this.node = el("figure", { class: "panel animation" }, this.canvas,
      el("div", { class: "tools" }, this.playButton, this.slider, this.label, el("label", {}, "speed ", this.speed), el("label", {}, this.trace, "trace"),
        this.space ? el("span", { class: "quiet" }, "drag, or use the arrow keys, to turn") : null));
    clock.listen((what) => { if (what === "time") this.draw(); });
    new ResizeObserver(() => this.resize()).observe(this.node);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    this.canvas.addEventListener("pointerdown", (e) => { if (this.space) { this.grip = [e.clientX, e.clientY]; this.canvas.setPointerCapture(e.pointerId); } });
    this.canvas.addEventListener("pointermove", (e) => this.turn(e));
    this.canvas.addEventListener("pointerup", () => { this.grip = null; });
    this.measure();
  }

  // 1 is real time; very short and very long runs begin at a speed that takes about ten seconds.
  speeds() {
    const length = this.clock.end - this.clock.start, natural = length / 10, power = 10 ** Math.floor(Math.log10(natural || 1));
    this.usual = length >= 2 && length <= 60 ? 1 : power;
    return [...new Set([0.1, 0.25, 0.5, 1, 2, 5, 10].map((f) => Number((f * this.usual).toPrecision(3))))];
  }

  point(coordinates, t) { return coordinates.map((k) => this.source.at(k, t)); }

  // To the plane: z up, turned by yaw and tilted by pitch.
  flat(p) {
    if (!this.space) return p;
    const [c, s] = [Math.cos(this.yaw), Math.sin(this.yaw)], u = c * p[0] - s * p[1], v = s * p[0] + c * p[1];
    return [u, Math.cos(this.pitch) * p[2] + Math.sin(this.pitch) * v];
  }

  measure() {
    let low = [Infinity, Infinity], high = [-Infinity, -Infinity];
    const n = this.source.time.length, every = Math.max(1, Math.floor(n / 400));
    const see = (p, r = 0) => { for (let k = 0; k < 2; ++k) if (Number.isFinite(p[k])) { low[k] = Math.min(low[k], p[k] - r); high[k] = Math.max(high[k], p[k] + r); } };
    for (let i = 0; i < n; i += every)
      for (const s of this.shapes) {
        const t = this.source.time[i], r = s.radius === undefined ? 0 : this.source.at(s.radius, t);
        for (const c of s.points) see(this.flat(this.point(c, t)), r);
      }
    this.low = low;
    this.high = high;
  }

  resize() {
    const width = this.node.clientWidth;
    if (!width) return;
    const ratio = (this.high[1] - this.low[1] || 1) / (this.high[0] - this.low[0] || 1), height = Math.round(Math.min(460, Math.max(240, width * Math.min(ratio, 1))));
    if (this.canvas.width === width * devicePixelRatio && this.height === height) return;
    this.width = width;
    this.height = height;
    this.canvas.width = width * devicePixelRatio;
    this.canvas.height = height * devicePixelRatio;
    this.canvas.style.height = height + "px";
    this.draw();
  }

  place(p) {
    const [x, y] = this.flat(p);
    return [this.width / 2 + this.scale * (x - (this.low[0] + this.high[0]) / 2), this.height / 2 - this.scale * (y - (this.low[1] + this.high[1]) / 2)];
  }

  draw() {
    const t = this.clock.t;
    this.slider.value = String(Math.round((1000 * (t - this.clock.start)) / (this.clock.end - this.clock.start || 1)));
    this.slider.setAttribute("aria-valuetext", "t = " + number(t, 4));
    this.label.textContent = "t = " + number(t, 4);
    if (!this.width) return;
    const g = this.canvas.getContext("2d");
    g.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    g.clearRect(0, 0, this.width, this.height);
    const room = 0.86;
    this.scale = Math.min((room * this.width) / (this.high[0] - this.low[0] || 1), (room * this.height) / (this.high[1] - this.low[1] || 1));
    g.lineCap = g.lineJoin = "round";
    if (this.trace.checked) for (const s of this.shapes) if (s.kind === "trace") this.drawTrace(g, s, t);
    for (const s of this.shapes) if (s.kind !== "trace" && s.kind !== "point") this.drawShape(g, s, t);
    for (const s of this.shapes) if (s.kind === "point") this.drawShape(g, s, t);
    this.canvas.setAttribute("aria-label", `Animation of the mechanism at t = ${number(t, 4)}`);
  }

  path(g, places, close = false) {
    g.beginPath();
    places.forEach(([x, y], i) => (i ? g.lineTo(x, y) : g.moveTo(x, y)));
    if (close) g.closePath();
  }

  drawTrace(g, s, t) {
    const end = this.source.index(t), places = [];
    for (let i = Math.max(0, end - 3000); i <= end; ++i) places.push(this.place(s.points[0].map((k) => this.source.column(k)[i])));
    places.push(this.place(this.point(s.points[0], t)));
    this.path(g, places);
    g.strokeStyle = cssColour("--c1");
    g.lineWidth = 1.2;
    g.globalAlpha = 0.8;
    g.stroke();
    g.globalAlpha = 1;
  }

  drawShape(g, s, t) {
    const places = s.points.map((c) => this.place(this.point(c, t)));
    g.strokeStyle = cssColour("--c0");
    g.fillStyle = cssColour("--c0");
    g.lineWidth = 4;
    if (s.kind === "point") {
      g.beginPath();
      g.arc(...places[0], 6, 0, 7);
      g.fillStyle = cssColour("--c1");
      g.fill();
      return;
    }
    if (s.kind === "circle") {
      g.beginPath();
      g.arc(...places[0], Math.abs(this.source.at(s.radius, t)) * this.scale, 0, 7);
      g.lineWidth = 2;
      g.stroke();
      return;
    }
    if (s.kind === "spring") {
      g.lineWidth = 2;
      this.path(g, coils(...places));
      g.stroke();
      return;
    }
    this.path(g, places, s.kind === "polygon");
    if (s.kind === "polygon") {
      g.globalAlpha = 0.25;
      g.fill();
      g.globalAlpha = 1;
      g.lineWidth = 2.5;
    }
    g.stroke();
    for (const p of places) {
      g.beginPath();
      g.arc(...p, 3.4, 0, 7);
      g.fillStyle = cssColour("--back");
      g.fill();
      g.lineWidth = 1.6;
      g.stroke();
    }
  }

  toggle() {
    this.playing = !this.playing;
    this.playButton.textContent = this.playing ? "Pause" : "Play";
    if (!this.playing) return;
    if (this.clock.t >= this.clock.end) this.clock.seek(this.clock.start);
    let before = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      this.clock.seek(this.clock.t + ((now - before) / 1000) * Number(this.speed.value));
      before = now;
      if (this.clock.t >= this.clock.end) return this.toggle();
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  seek() { this.clock.seek(this.clock.start + (Number(this.slider.value) / 1000) * (this.clock.end - this.clock.start)); }

  turn(e) {
    if (!this.grip) return;
    this.yaw += (e.clientX - this.grip[0]) / 150;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + (e.clientY - this.grip[1]) / 150));
    this.grip = [e.clientX, e.clientY];
    this.measure();
    this.draw();
  }

  key(e) {
    if (e.key === " ") this.toggle();
    else if (this.space && e.key.startsWith("Arrow")) {
      this.yaw += e.key === "ArrowLeft" ? -0.1 : e.key === "ArrowRight" ? 0.1 : 0;
      this.pitch += e.key === "ArrowDown" ? -0.1 : e.key === "ArrowUp" ? 0.1 : 0;
      this.measure();
      this.draw();
    } else if (e.key === "ArrowLeft" || e.key === "ArrowRight") {
      this.clock.seek(this.clock.t + ((e.key === "ArrowLeft" ? -1 : 1) * (this.clock.end - this.clock.start)) / 200);
      announce("t = " + number(this.clock.t, 4));
    } else return;
    e.preventDefault();
  }
}

function coils(a, b) {
  const dx = b[0] - a[0], dy = b[1] - a[1], length = Math.hypot(dx, dy) || 1, n = 12, wide = 7, out = [a];
  for (let i = 1; i < 2 * n; ++i) {
    const s = 0.1 + (0.8 * i) / (2 * n), side = i % 2 ? wide : -wide;
    out.push([a[0] + s * dx - (side * dy) / length, a[1] + s * dy + (side * dx) / length]);
  }
  return [...out, b];
}
