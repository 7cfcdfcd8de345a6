// The one time that all plots and the animation share, a second mark to measure from, and the range that is shown.
export class Clock {
  constructor(start, end) {
    this.start = start;
    this.end = end;
    this.t = start;
    this.mark = null;
    this.range = [start, end];
    this.listeners = [];
  }
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
    const [low, high] = this.range, half = ((high - low) * factor) / 2;
    const middle = this.t >= low && this.t <= high ? this.t : (low + high) / 2;
    this.zoom(Math.max(this.start, middle - half), Math.min(this.end, middle + half));
  }
}
