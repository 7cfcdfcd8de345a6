// The one time that all plots and the animation share, a second mark to measure from, and the range that is shown.
export class Clock {
  constructor(start, end) {
    this.start = start;
    this.end = end;
    this.t = start;
    this.mark = null;
    this.range = [start, end];
    this.listeners = [];
    this.least = 0;  // the time at which a logarithmic axis begins; 0: there is none
    this.log = false;
  }
  // Where a time stands on the axis, and back.
  place(t) { return this.log ? Math.log10(Math.max(t, this.least)) : t; }
  timeAt(x) { return this.log ? (x <= Math.log10(this.least) ? this.start : 10 ** x) : x; }
  setLog(on) {
    this.log = on && this.least > 0;
    this.tell("axis");
  }
  // A part of what is shown, forwards or backwards from now.
  shifted(part) { return this.timeAt(this.place(this.t) + part * (this.place(this.range[1]) - this.place(this.range[0]))); }
  listen(f) { this.listeners.push(f); }
  tell(what) { for (const f of this.listeners) f(what); }
  seek(t) {
    this.t = Math.min(this.end, Math.max(this.start, t));
    this.tell("time");
  }
  setMark(t) {
    this.mark = t;
    this.tell("time");
  }
  zoom(low, high) {
    low = Math.max(this.start, low);
    high = Math.min(this.end, high);
    if (!(high - low > 1e-12 * Math.max(Math.abs(high), Math.abs(low), 1e-300)) && this.end > this.start) return;
    if (low === this.range[0] && high === this.range[1]) return;
    this.range = [low, high];
    this.tell("range");
  }
  zoomBy(factor) {
    const [low, high] = this.range.map((t) => this.place(t)), half = ((high - low) * factor) / 2;
    const middle = this.t >= this.range[0] && this.t <= this.range[1] ? this.place(this.t) : (low + high) / 2;
    this.zoom(Math.max(this.start, this.timeAt(middle - half)), Math.min(this.end, this.timeAt(middle + half)));
  }
}
