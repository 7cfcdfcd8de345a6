// Numbers: packed in the page, between points, as text.
function bytes(text) {
  const raw = atob(text), out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) out[i] = raw.charCodeAt(i);
  return out.buffer;
}
// A column is text, or {base, scale, data} where its values differ by little or are beyond what a float holds.
const floats = (packed) => {
  if (typeof packed === "string") return new Float32Array(bytes(packed));
  return Float64Array.from(new Float32Array(bytes(packed.data)), (v) => packed.base + packed.scale * v);
};
const doubles = (text) => new Float64Array(bytes(text));

// {time, columns} from packed text; columns are unpacked when they are first asked for.
export class Columns {
  constructor(packed) {
    this.time = doubles(packed.time);
    this.packed = packed.columns;
    this.cache = new Map();
  }
  get count() { return this.packed.length; }
  column(k) {
    if (!this.cache.has(k)) this.cache.set(k, floats(this.packed[k]));
    return this.cache.get(k);
  }
  // How many digits show its changes.
  digits(k) {
    const finite = Array.from(this.column(k)).filter(Number.isFinite), low = finite.reduce((a, b) => Math.min(a, b), Infinity), high = finite.reduce((a, b) => Math.max(a, b), -Infinity);
    const size = Math.max(Math.abs(low), Math.abs(high));
    return high > low && size < 1e300 ? Math.min(15, 6 + Math.max(0, Math.floor(Math.log10(size / (high - low))))) : 6;
  }
  // The last point at or before t.
  index(t) {
    let low = 0, high = this.time.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time[middle] <= t) low = middle; else high = middle - 1;
    }
    return low;
  }
  at(k, t) {
    const y = this.column(k), i = this.index(t), j = Math.min(i + 1, y.length - 1);
    const length = this.time[j] - this.time[i];
    if (!(length > 0) || t <= this.time[i]) return y[i];
    return y[i] + (y[j] - y[i]) * Math.min(1, (t - this.time[i]) / length);
  }
}

// For files: the shortest number that stands for this one.
export function exact(value) {
  for (let digits = 6; digits < 10; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

export function number(value, digits = 6) {
  if (value === null || value === undefined || Number.isNaN(value)) return "\u2013";
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : "\u2212\u221e";
  if (Math.abs(value) < 2.3e-308) return "0";
  const size = Math.abs(value);
  let text = size !== 0 && (size < 1e-4 || size >= 1e6) ? value.toExponential(digits - 1) : String(Number(value.toPrecision(digits)));
  text = text.replace(/\.?0+e/, "e").replace("e+", "e");
  return text.replace(/-/g, "\u2212");
}

// Round numbers from low to high, about as many as wanted.
export function ticks(low, high, wanted) {
  const raw = (high - low) / wanted, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).reduce((a, b) => (Math.abs(Math.log(b / raw)) < Math.abs(Math.log(a / raw)) ? b : a));
  const out = [];
  for (let k = Math.ceil(low / step - 1e-9); k <= high / step + 1e-9 && out.length < 50; ++k) out.push(k === 0 ? 0 : k * step);
  return out;
}

// Their texts, with the digits that tell them apart; where those are many, how far each is above the first.
export function tickTexts(values) {
  if (values.length < 2) return values.map((v) => number(v, 6));
  const step = values[1] - values[0], digits = (v) => Math.ceil(Math.log10(Math.max(Math.abs(v), step) / step) - 1e-9) + 1;
  const most = Math.max(...values.map(digits));
  if (most <= 11) return values.map((v) => number(v, Math.max(most, 4)));
  return values.map((v, i) => (i ? "+" + number(i * step, 3) : number(v, Math.min(most, 15))));
}
