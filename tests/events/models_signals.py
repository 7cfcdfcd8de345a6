"""Circuits, controllers, sampled systems, delays and the rules of the language."""
from fractions import Fraction
from math import asin, cos, exp, floor, log, pi, sin

from event_model import EventModel as E

MODELS = []


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


def lag(x, u, s):
    """x' = u - x for a time s."""
    return u + (x - u) * exp(-s)


# Pulses 0.1 wide, period 0.7, phase 0.23: the integral counts them.
def pulses(t, phase, period, width):
    n = floor((t - phase) / period) if t >= phase else -1
    return 0.0 if n < 0 else n * width + min(width, t - phase - n * period)


add("pulse_train", """Real x(start = 0, fixed = true); equation der(x) = if time >= p and mod(time - p, T) < w then a else 0;""",
    parameters={"p": "0.23 s", "T": "0.7 s", "w": "0.1 s", "a": "1 A"}, units={"x": "C"}, stop=20.0,
    values=[("x", t, pulses(t, 0.23, 0.7, 0.1)) for t in (0.3, 0.95, 5.0, 13.33, 20.0)])
# One pulse of a thousandth in an interval of 100.
add("needle", """Real x(start = 0, fixed = true); equation der(x) = if time > p and time < p + w then a else 0;""",
    parameters={"p": "37.1234 s", "w": "1e-3 s", "a": "1e3 A"}, units={"x": "C"}, stop=100.0, values=[("x", 37.0, 0.0), ("x", 100.0, 1.0)])
# A counter of clocks made from a sine, modulo 4, and its carry.
add("counter", """Real x(start = 0, fixed = true), v(start = w, fixed = true); Integer q(start = 0, fixed = true), c(start = 0, fixed = true);
equation der(x) = v; der(v) = -w^2*x; when x > 0.5 then q = if pre(q) == 3 then 0 else pre(q) + 1; c = pre(c) + (if pre(q) == 3 then 1 else 0); end when;""",
    parameters={"w": "%.17g 1/s" % (2 * pi)}, stop=10.0, values=[("q", 0.05, 0.0), ("q", 3.5, 0.0), ("c", 3.5, 1.0), ("q", 9.9, 2.0), ("c", 9.9, 2.0)], sizes={"q": 1.0, "c": 1.0},
    events=20)  # the relation changes back, too
# A thermostat between 18 and 22 degrees with ambient 10 and heater to 30: cycles of 8/12 and 12/8.
def thermostat(t):
    T, on, now = 15.0, True, 0.0
    while True:
        u, target = (30.0, 22.0) if on else (10.0, 18.0)
        s = log((T - u) / (target - u))
        if now + s > t:
            return lag(T, u, t - now), float(on)
        T, on, now = target, not on, now + s


add("thermostat", """Real T(start = T0, fixed = true); Boolean on(start = true, fixed = true); equation tau*der(T) = (if on then Th else Ta) - T;
when T > Thigh then on = false; elsewhen T < Tlow then on = true; end when;""",
    parameters={"T0": "15 K", "Th": "30 K", "Ta": "10 K", "Thigh": "22 K", "Tlow": "18 K", "tau": "1 s"}, units={"T": "K"}, stop=9.0,
    values=[(x, t, thermostat(t)[i]) for t in (0.5, 1.0, 3.0, 6.0, 9.0) for i, x in enumerate(("T", "on"))], sizes={"on": 1.0}, amplification=2.0)
# A relaxation oscillator: RC between thresholds 1/3 and 2/3, driven to 0 and 1.
def schmitt(t):
    x, u, now = 0.0, 1.0, 0.0
    while True:
        target = 2 / 3 if u else 1 / 3
        s = log((u - x) / (u - target))
        if now + s > t:
            return lag(x, u, t - now)
        x, u, now = target, 1.0 - u, now + s


add("schmitt", """Real x(start = 0, fixed = true); Boolean high(start = true, fixed = true); equation R*C*der(x) = (if high then U else 0) - x; high = not pre(high) and x < U/3 or pre(high) and x < 2*U/3;""",
    parameters={"R": "1e3 Ohm", "C": "1e-3 F", "U": "1 V"}, units={"x": "V"}, stop=6.0, values=[("x", t, schmitt(t)) for t in (0.5, 1.5, 2.0, 4.0, 6.0)], amplification=2.0)
# Pulse width modulation: the duty of each period is sampled from a sine; exact by recurrence.
def pwm(t):
    x, n = 0.0, 0
    while True:
        d = 0.5 + 0.4 * sin(0.3 * n)
        end = n + 1.0
        a = lag(x, 1.0, min(d, t - n))
        if t <= n + d:
            return a
        if t <= end:
            return lag(a, 0.0, t - n - d)
        x, n = lag(a, 0.0, 1 - d), n + 1


add("pwm", """Real x(start = 0, fixed = true); discrete Real d(start = 0.5, fixed = true), t0(start = 0, fixed = true); equation tau*der(x) = (if time < t0 + d*T then U else 0) - x;
when sample(0, T) then t0 = time; d = 0.5 + 0.4*sin(0.3*time/T); end when;""",
    parameters={"tau": "1 s", "T": "1 s", "U": "1 V"}, units={"x": "V"}, stop=12.5, values=[("x", t, pwm(t)) for t in (0.4, 0.9, 3.3, 8.8, 12.5)])
# A state machine with Integer states and a clock that is reset: 2 s, 1 s, 0.5 s, again.
def machine(t):
    lengths, state, now = (2.0, 1.0, 0.5), 0, 0.0
    while now + lengths[state] <= t:
        now, state = now + lengths[state], (state + 1) % 3
    return float(state + 1), t - now


add("state_machine", """Real c(start = 0, fixed = true); Integer s(start = 1, fixed = true); equation der(c) = 1;
when c > (if pre(s) == 1 then 2*T elseif pre(s) == 2 then T else 0.5*T) then s = if pre(s) == 3 then 1 else pre(s) + 1; reinit(c, 0); end when;""",
    parameters={"T": "1 s"}, units={"c": "s"}, stop=20.0, values=[(x, t, machine(t)[i]) for t in (1.0, 2.5, 3.2, 11.0, 19.9) for i, x in enumerate(("s", "c"))])
# Filters at two rates with an odd phase: y at 0.1, z averages y at 0.35 + 0.05.
def filters(t):
    y = z = 0.0
    marks = sorted([(Fraction(k, 10), 0) for k in range(400)] + [(Fraction(1, 20) + k * Fraction(7, 20), 1) for k in range(200)])
    for at, which in marks:
        if at > Fraction(t).limit_denominator(10**6):
            return y, z
        if which == 0:
            y = 0.8 * y + 0.2 * sin(float(at))
        else:
            z = 0.5 * z + 0.5 * y
    return y, z


add("two_filters", """Real x(start = 0, fixed = true), v(start = 1/T, fixed = true); discrete Real y(start = 0, fixed = true), z(start = 0, fixed = true); equation der(x) = v; der(v) = -x/T^2;
when sample(0, 0.1*T) then y = 0.8*pre(y) + 0.2*x; end when; when sample(0.05*T, 0.35*T) then z = 0.5*pre(z) + 0.5*y; end when;""",
    parameters={"T": "1 s"}, stop=6.3, values=[(x, t, filters(t)[i]) for t in (0.33, 1.93, 4.03, 6.27) for i, x in enumerate(("y", "z"))], sizes={"y": 0.7, "z": 0.7})
# Three samplers whose instants coincide now and then; in each order of the clauses the counts are the same.
def three(order):
    clauses = {"a": "when sample(0, 2*T) then a = pre(a) + 1; end when;", "b": "when sample(0, 3*T) then b = pre(b) + 1; end when;",
               "c": "when {sample(0, 2*T), sample(0, 3*T)} then c = pre(c) + 1; end when;"}
    return "".join(clauses[k] for k in order)


for order in ("abc", "cba", "bca"):
    add("samplers_" + order, "Real x(start = 0, fixed = true); Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation der(x) = a*1.0;\n" + three(order),
        parameters={"T": "0.1 s"}, units={"x": "s"}, stop=1.25,
        # a at 0, .2, .. 1.2: 7; b at 0, .3, .. 1.2: 5; together 0, .2, .3, .4, .6, .8, .9, 1.0, 1.2: 9
        values=[("a", 1.25, 7.0), ("b", 1.25, 5.0), ("c", 1.25, 9.0), ("x", 1.25, 0.2 * (1 + 2 + 3 + 4 + 5 + 6) + 0.05 * 7)])
# Two whens that happen at one instant, one uses what the other assigns: in either order.
for order in (0, 1):
    clauses = ["when x > X then n = pre(n) + 1; end when;", "when time >= T then m = n; k = pre(n); end when;"]
    add("at_once_%d" % order, "Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true); equation der(x) = c;\n" + clauses[order] + clauses[1 - order],
        parameters={"X": "0.5 m", "T": "1 s", "c": "1 m/s"}, units={"x": "m"}, stop=2.0, values=[("n", 2.0, 1.0), ("m", 2.0, 1.0), ("k", 2.0, 1.0), ("x", 2.0, 2.0)], events=2)
# Saturation with limits 1 of 2 sin t, integrated.
def saturated(t):
    a = asin(0.5)
    marks = [0.0, a, pi - a, pi + a, 2 * pi - a, 2 * pi]
    total = 0.0
    pieces = [(lambda s, b: 2 * (cos(s) - cos(b))), (lambda s, b: b - s), (lambda s, b: 2 * (cos(s) - cos(b))), (lambda s, b: s - b), (lambda s, b: 2 * (cos(s) - cos(b)))]
    for i in range(5):
        if t <= marks[i]:
            break
        total += pieces[i](marks[i], min(t, marks[i + 1]))
    return total


add("saturation", """Real x(start = 0, fixed = true), u, y; equation u = 2*a*sin(time/T); y = if u > a then a elseif u < -a then -a else u; der(x) = y/T;""",
    parameters={"a": "1 V", "T": "1 s"}, units={"x": "V", "u": "V", "y": "V"}, stop=6.0, values=[("x", t, saturated(t)) for t in (0.3, 2.0, 3.0, 5.0, 6.0)])
# A dead zone without events: max and min bend, nothing jumps.
def dead(t):
    # integral of max(0, sin - 1/2) + min(0, sin + 1/2)
    a = asin(0.5)

    def part(t):  # up to pi
        if t < a:
            return 0.0
        s = min(t, pi - a)
        return cos(a) - cos(s) - (s - a) / 2

    return part(t) if t <= pi else part(pi) - part(t - pi)


add("dead_zone", """Real x(start = 0, fixed = true), u; equation u = a*sin(time/T); T*der(x) = max(0, u - a/2) + min(0, u + a/2);""",
    parameters={"a": "1 V", "T": "1 s"}, units={"x": "V", "u": "V"}, stop=6.0, values=[("x", t, dead(t)) for t in (0.3, 2.0, 3.0, 5.0, 6.0)], sizes={"x": 0.7},
    amplification=30.0)  # at the start nothing tells the size of x, and its estimate is up to 50 times too large
# A staircase from floor, and from ceil of a state: integrals of steps.
add("staircase", """Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true); equation der(x) = floor(time/T)/T; der(y) = 1/T; der(z) = ceil(3*y)/T;""",
    parameters={"T": "1 s"}, stop=3.5, values=[("x", 3.5, 0 + 1 + 2 + 1.5), ("z", 3.5, sum(range(1, 11)) / 3 + 11 * (3.5 - 10 / 3)), ("x", 1.5, 0.5)])
# A quantizer of a sine in steps of 1/4: integral by the times at which the sine passes them.
def quantized(t):
    """The integral of floor(4 sin t + e)/4: a quarter for each level that is passed."""
    marks = [asin((k - 1e-3) / 4) for k in range(1, 5)]
    return sum(max(0.0, min(t, pi - a) - a) / 4 for a in marks)


add("quantizer", """Real s(start = 0, fixed = true), c(start = 1, fixed = true), x(start = 0, fixed = true); equation T*der(s) = c; T*der(c) = -s; T*der(x) = floor(4*s + e)/4;""",
    parameters={"T": "1 s", "e": "1e-3"}, stop=3.0,
    values=[("x", t, quantized(t)) for t in (0.6, 1.4, 3.0)], amplification=50.0)
# A half-wave rectifier with a resistor and a threshold diode: v > 0.2 conducts.
add("threshold_diode", """Real q(start = 0, fixed = true), u, i; equation u = U*sin(time/T); i = if u > 0.5*U then (u - 0.5*U)/R else 0; der(q) = i;""",
    parameters={"U": "10 V", "R": "5 Ohm", "T": "1 s"}, units={"q": "C", "u": "V", "i": "A"}, stop=7.0,
    values=[("q", t, 2 * (cos(pi / 6) - cos(min(t, 5 * pi / 6)) - (min(t, 5 * pi / 6) - pi / 6) / 2)) for t in (1.0, 2.0, 4.0, 6.0)])
# An ideal diode and a capacitor: a peak detector, 1 F behind a diode without resistance. The source is sin t.
add("peak", """Real v(start = 0, fixed = true), u, i, s(start = 0), d; equation u = U*sin(time/T); u - v = d; d = if s > 0 then 0 else R*s/R*1; i = if s > 0 then s/R else 0; C*der(v) = i;""",
    parameters={"U": "1 V", "T": "1 s", "R": "1 Ohm", "C": "1 F"}, units={"v": "V", "u": "V", "i": "A"}, stop=5.0,
    values=[("v", 0.7, sin(0.7)), ("v", 2.0, 1.0), ("v", 5.0, 1.0), ("i", 0.7, cos(0.7)), ("i", 3.0, 0.0)], levels={"i": 2})
# Two diodes in series, each with its own resistances: both conduct or block together with the source.
def series(t):
    on, off = 1.0 + 0.1 + 0.2, 1.0 + 1e3 + 2e3
    return sin(t) / (on if sin(t) > 0 else off)


add("diodes_in_series", """Real u, i, v1, v2, s1(start = 0.1*U), s2(start = 0.1*U), q(start = 0, fixed = true); equation u = U*sin(time/T + 0.3); u = R*i + v1 + v2; der(q) = i;
v1 = s1*(if s1 > 0 then 0.1 else 1); i = s1*(if s1 > 0 then 1/R else 1e-3/R); v2 = s2*(if s2 > 0 then 0.2 else 1); i = s2*(if s2 > 0 then 1/R else 0.5e-3/R);""",
    parameters={"U": "1 V", "R": "1 Ohm", "T": "1 s"}, units={"i": "A", "q": "C", "v1": "V"}, stop=9.0,
    values=[("i", t, series(t + 0.3)) for t in (1.0, 4.0, 7.0)] + [("q", 4.0, (cos(0.3) + 1) / 1.3 + (-1 - cos(4.3)) / 3001)])
# Diodes in parallel with different resistances and thresholds.
def parallel(u):
    # u = R i + v; i = max(0, (v - 0.2)/0.5) + max(0, (v - 0.6)/0.1), R = 1
    for branches in ((), (0,), (0, 1)):
        G = sum((1 / 0.5, 1 / 0.1)[k] for k in branches)
        I = sum((0.2 / 0.5, 0.6 / 0.1)[k] for k in branches)
        v = (u + I) / (1 + G)
        if all((v > (0.2, 0.6)[k]) == (k in branches) for k in (0, 1)):
            return v


add("diodes_in_parallel", """Real u, v, i1, i2; equation u = U*sin(time/T); u = R*(i1 + i2) + v; i1 = if v > 0.2*U1 then (v - 0.2*U1)/(0.5*R) else 0; i2 = if v > 0.6*U1 then (v - 0.6*U1)/(0.1*R) else 0;""",
    parameters={"U": "3 V", "U1": "1 V", "R": "1 Ohm", "T": "1 s"}, units={"v": "V", "i1": "A", "i2": "A"}, stop=6.0,
    values=[("v", t, parallel(3 * sin(t))) for t in (0.05, 0.2, 1.0, 2.5, 3.0, 4.0, 6.0)])
# Switched capacitors: C1 is charged to U and joined with C2, again and again. Charge is conserved at every change.
def switched(n):
    v = 0.0
    for _ in range(n):
        v = (1.0 * 1.0 + 3.0 * v) / 4.0
    return v


add("switched_capacitor", """Real v1(start = U, fixed = true), v2(start = 0, fixed = true), i1, i2; Boolean joined(start = false, fixed = true);
equation C1*der(v1) = i1 - i2; C2*der(v2) = i2; joined = mod(time, T) >= T/2; 0 = if joined then i1/I else (v1 - U)/U; 0 = if joined then (v1 - v2)/U else i2/I;""",
    parameters={"U": "1 V", "C1": "1 F", "C2": "3 F", "T": "1 s", "I": "1 A"}, units={"v1": "V", "v2": "V"}, stop=4.75,
    values=[("v2", 0.75, 0.25), ("v1", 0.75, 0.25), ("v1", 1.25, 1.0), ("v2", 1.75, switched(2)), ("v2", 4.25, switched(4)), ("v2", 4.75, switched(5)), ("v1", 4.75, switched(5))])
# RL with freewheeling diode in two modes, fed by a square wave.
def square_rl(t):
    i, n = 0.0, 0
    while True:
        u = 1.0 if n % 2 == 0 else 0.0
        if t <= n + 1:
            return lag(i, u, t - n)
        i, n = lag(i, u, 1.0), n + 1


add("square_rl", """Real i(start = 0, fixed = true); equation L*der(i) = (if mod(time, 2*T) < T then U else 0) - R*i;""",
    parameters={"L": "1 H", "R": "1 Ohm", "U": "1 V", "T": "1 s"}, units={"i": "A"}, stop=7.5, values=[("i", t, square_rl(t)) for t in (0.5, 1.0, 2.5, 5.5, 7.5)])
# A tank that empties by Torricelli's law, then stays empty: sqrt has no value below.
add("emptied", """Real h(start = H, fixed = true), q; equation q = if h > 0 then c*sqrt(h/H) else 0; der(h) = -q;""",
    parameters={"H": "1 m", "c": "1 m/s"}, units={"h": "m", "q": "m/s"}, stop=3.0, values=[("h", 1.0, 0.25), ("h", 1.9, 0.0025), ("h", 3.0, 0.0), ("q", 3.0, 0.0), ("q", 1.0, 0.5)], amplification=3.0)
# A weir: what stands above H runs off; filled at rate 1, the level tends to H + 1.
add("weir", """Real h(start = 0, fixed = true); equation der(h) = q - (if h > H then (h - H)/T else 0);""",
    parameters={"q": "1 m/s", "H": "0.5 m", "T": "1 s"}, units={"h": "m"}, stop=3.0, values=[("h", 0.4, 0.4), ("h", 2.0, 1.5 - exp(-1.5)), ("h", 3.0, 1.5 - exp(-2.5))])
# Delay chain: y2 is x, 0.3 + 0.45 ago; a ramp from t = 0 on, kinks travel.
def ramp(t):
    return max(0.0, t)


add("delay_chain", """Real x(start = 0, fixed = true), y1, y2, z(start = 0, fixed = true); equation der(x) = a; y1 = delay(x, T1); y2 = delay(y1, T2); der(z) = y2/T1;""",
    parameters={"T1": "0.3 s", "T2": "0.45 s", "a": "1 m/s"}, units={"x": "m", "y1": "m", "y2": "m", "z": "m"}, stop=2.0,
    values=[("y1", t, ramp(t - 0.3)) for t in (0.2, 1.0, 2.0)] + [("y2", t, ramp(t - 0.75)) for t in (0.5, 1.0, 2.0)] + [("z", 2.0, 1.25**2 / 2 / 0.3)])
# Delayed feedback, by the method of steps: x' = -x(t - 1), x = 1 before: x(2) = -1/2 + 0 ...
def steps_of_delay(t):
    # x on [0,1]: 1 - t; on [1,2]: 1 - t + (t-1)^2/2; on [2,3]: ... - (t-2)^3/6
    total, k, term = 0.0, 0, 1.0
    while k <= floor(t) + 1:
        s = t - (k - 1)
        total += (-1) ** k * s**k / term if k else 1.0
        k += 1
        term *= k
    return total


add("delayed_feedback", """Real x(start = X, fixed = true); equation der(x) = -delay(x, T)/T;""", parameters={"T": "1 s", "X": "1 m"}, units={"x": "m"}, stop=5.0,
    values=[("x", t, steps_of_delay(t)) for t in (0.5, 1.5, 2.5, 4.5)], sizes={"x": 1.0})
# A sampled integrator with feedback: z' = exact recurrence of der(x) = u, u = -k x(n T).
add("sampled_feedback", """Real x(start = X, fixed = true); discrete Real u(start = 0, fixed = true); equation der(x) = u; when sample(0, T) then u = -0.5*x/T; end when;""",
    parameters={"T": "0.1 s", "X": "1 m"}, units={"x": "m", "u": "m/s"}, stop=2.05, values=[("x", 1.0, 0.5**10), ("x", 2.05, 0.5**20 * 0.75), ("x", 0.25, 0.25 * 0.75)], sizes={"x": 1.0})
# Maximum of a wave by an event on its derivative.
add("peak_by_slope", """Real x(start = 0, fixed = true), v(start = 1/T, fixed = true); discrete Real p(start = 0, fixed = true), tp(start = 0, fixed = true); equation der(x) = v; der(v) = -x/T^2; when der(x) < 0 then p = x; tp = time; end when;""",
    parameters={"T": "1 s"}, units={"tp": "s", "v": "1/s"}, stop=3.0, values=[("p", 3.0, 1.0), ("tp", 3.0, pi / 2)], events=1)
# A threshold on the unknown of a nonlinear equation: y^3 + y = x, event at y = 1, that is x = 2.
add("nonlinear_threshold", """Real x(start = 0, fixed = true), y(start = 0); discrete Real at(start = 0, fixed = true); equation der(x) = 1/T; y^3 + y = x; when y > 1 then at = time; end when;""",
    parameters={"T": "1 s"}, units={"at": "s"}, stop=10.0, values=[("at", 3.0, 2.0), ("y", 10.0, 2.0)], events=1)
# edge, change and pre in one algorithm; a toggle flip-flop from a clock.
add("toggle", """Real c(start = 0, fixed = true); Boolean clk, q(start = false, fixed = true); Integer up(start = 0, fixed = true), any(start = 0, fixed = true); equation der(c) = 1/T; clk = mod(time, T) >= 0.5*T;
algorithm when edge(clk) then q := not pre(q); up := pre(up) + 1; end when; when change(q) then any := pre(any) + 1; end when;""",
    parameters={"T": "1 s"}, stop=5.25, values=[("up", 5.25, 5.0), ("any", 5.25, 5.0), ("q", 5.25, 1.0), ("q", 4.75, 1.0), ("q", 3.75, 0.0)], sizes={"q": 1.0})
# Priority: elsewhen; several become true at once and the first counts.
add("priority", """Real x(start = 0, fixed = true); Integer w(start = 0, fixed = true), k(start = 0, fixed = true); equation der(x) = 1/T;
when x > 1.5 then w = 1; elsewhen time >= T then w = 2; elsewhen x >= 1 then w = 3; end when; when w > 0 then k = pre(k) + w; end when;""",
    parameters={"T": "1 s"}, stop=2.0, values=[("w", 2.0, 1.0), ("k", 2.0, 2.0)])
# What happens at the start and at the end.
add("both_ends", """Real x(start = 0, fixed = true); Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation der(x) = 1/T;
when time >= 0 then a = pre(a) + 1; end when; when x >= 2 then b = pre(b) + 1; end when; when sample(0, T) then c = pre(c) + 1; end when;""",
    parameters={"T": "1 s"}, stop=2.0, values=[("a", 2.0, 0.0), ("b", 2.0, 1.0), ("c", 2.0, 3.0), ("x", 2.0, 2.0)], sizes={"a": 1.0})
# A chain of whens through pre: each repetition of the event passes one on.
add("falling_dominoes", """Real x(start = 0, fixed = true); Boolean d[6](each start = false, each fixed = true); equation der(x) = 1/T; when x > 1 then d[1] = true; end when;
for k in 2:6 loop when pre(d[k - 1]) then d[k] = true; end when; end for;""",
    parameters={"T": "1 s"}, stop=2.0, values=[("d[1]", 0.9, 0.0), ("d[6]", 0.9, 0.0), ("d[6]", 1.1, 1.0)], sizes={"d[6]": 1.0, "d[1]": 1.0}, events=1)
# Prandtl's element: a spring with yield force 1 under a sine of 2: the force follows from a play of width 1.
def prandtl(t):
    u = lambda s: 2 * sin(s)
    f, last = 0.0, 0.0
    # the operator is exact at the extremes: follow them
    marks = [0.0] + [pi / 2 + k * pi for k in range(10)]
    for k in range(1, len(marks)):
        end = min(t, marks[k])
        f = max(-1.0, min(1.0, f + u(end) - u(last)))
        last = end
        if t <= marks[k]:
            return f
    return f


add("prandtl", """Real u, f(start = 0, fixed = true), du; Integer mode(start = 0, fixed = true); equation u = 2*X*sin(time/T); du = 2*X/T*cos(time/T); der(f) = if mode == 0 then k*du else 0;
when f > k*X then mode = 1; elsewhen f < -k*X then mode = -1; elsewhen pre(mode) == 1 and du < 0 then mode = 0; elsewhen pre(mode) == -1 and du > 0 then mode = 0; end when;""",
    parameters={"X": "1 m", "k": "1 N/m", "T": "1 s"}, units={"f": "N"}, stop=10.0, values=[("f", t, prandtl(t)) for t in (0.3, 1.0, 2.0, 3.0, 4.5, 6.0, 8.0, 10.0)])
# Structure changes with an if-equation: a leaking or a driven node.
add("driven_or_free", """Real x(start = 0, fixed = true), F; Boolean driven(start = true, fixed = true); equation der(x) = F; if driven then x = a*time; else F = -x/T; end if; when time >= T then driven = false; end when;""",
    parameters={"a": "1 m/s", "T": "1 s"}, units={"x": "m", "F": "m/s"}, stop=3.0, values=[("x", 0.5, 0.5), ("F", 0.5, 1.0), ("x", 3.0, exp(-2.0)), ("F", 3.0, -exp(-2.0))])
# A sliding-mode controller: x' = u - 0.5 sin t with u = -sign(x): reaches 0 and stays.
def reach():
    lo, hi = 0.0, 3.0
    f = lambda t: 1 - t - 0.5 * (1 - cos(t))
    for _ in range(200):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if f(mid) > 0 else (lo, mid)
    return lo


add("sliding_controller", """Real x(start = X, fixed = true); equation T*der(x) = (if x > 0 then -X else X) - 0.5*X*sin(time/T);""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=4.0, values=[("x", 0.5, 1 - 0.5 - 0.5 * (1 - cos(0.5))), ("x", 4.0, 0.0)], sizes={"x": 1.0})
# A latch with set and reset at the same instant: reset wins.
add("latch", """Real x(start = 0, fixed = true); Boolean q(start = false, fixed = true), S, R; equation der(x) = 1/T; S = mod(x, 1) > 0.25; R = x > 2.25; q = (S or pre(q)) and not R;""",
    parameters={"T": "1 s"}, stop=3.0, values=[("q", 0.2, 0.0), ("q", 0.3, 1.0), ("q", 2.2, 1.0), ("q", 2.3, 0.0), ("q", 3.0, 0.0)], sizes={"q": 1.0})
# Sigma-delta: a comparator sampled; the output's mean is the input. Integer arithmetic decides.
def sigma_delta(n):
    s, ones = Fraction(0), 0
    for _ in range(n):
        y = 1 if s >= 0 else -1
        ones += y
        s += Fraction(3, 10) - y
    return float(s), float(ones)


add("sigma_delta", """Real x(start = 0, fixed = true); discrete Real y(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation T*der(x) = 0.3 - y; when sample(0, T) then y = if x > -1e-3 then 1 else -1; n = pre(n) + (if x > -1e-3 then 1 else -1); end when;""",
    parameters={"T": "0.01 s"}, stop=0.995, values=[("n", 0.995, sigma_delta(100)[1]), ("x", 0.985, 0.5 * (sigma_delta(98)[0] + sigma_delta(99)[0]))], sizes={"x": 1.0})
# div, mod and rem of a state.
add("remainders", """Real x(start = -2.75, fixed = true); Real a, b, c; equation der(x) = 1/T; a = mod(x, 1); b = rem(x, 1); c = div(x, 1);""",
    parameters={"T": "1 s"}, stop=5.0, values=[("a", 0.5, 0.75), ("b", 0.5, -0.25), ("c", 0.5, -2.0), ("a", 2.5, 0.75), ("b", 2.5, -0.25), ("c", 2.5, 0.0), ("a", 5.0, 0.25), ("b", 5.0, 0.25), ("c", 5.0, 2.0)],
    sizes={"a": 1.0, "b": 1.0, "c": 1.0})
# terminate ends the run at the event.
add("ends_itself", """Real x(start = 1*X, fixed = true); equation der(x) = -x/T; when x < 0.5*X then terminate("half"); end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=5.0, stops=(log(2.0), "half"))
# Chattering by a when-clause without hysteresis: refused where it begins.
add("chatters", """Real x(start = X, fixed = true); Boolean up(start = false, fixed = true); equation T*der(x) = if up then X else -X; when x < 0.5*X then up = true; elsewhen x > 0.5*X then up = false; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=2.0, stops=(0.5, "chattering"))

# A ratio of speeds jumps: momentum through the gear, 2 (w1 - 4) = -P, 3 (w2 - 2) = P, w1 = w2: w = 14/5.
add("gear_shift", """Real w1(start = w0, fixed = true), w2, tau, r; equation r = if time < T then 2 else 1; J1*der(w1) = -tau; J2*der(w2) = r*tau; w1 = r*w2;""",
    parameters={"J1": "2 kg.m2", "J2": "3 kg.m2", "w0": "4 1/s", "T": "1 s"}, units={"w1": "1/s", "w2": "1/s"}, stop=2.0,
    values=[("w1", 0.5, 4.0), ("w2", 0.5, 2.0), ("w1", 2.0, 2.8), ("w2", 2.0, 2.8)], events=1)
# A source jumps on two capacitors in series, 1 F and 3 F: both get the charge 3/4 * 4.
add("stepped_divider", """Real u, v1(start = 0.75*U), v2(start = 0.25*U, fixed = true), i; equation u = if time < T then U else 5*U; u = v1 + v2; C1*der(v1) = i; C2*der(v2) = i;""",
    parameters={"U": "1 V", "C1": "1 F", "C2": "3 F", "T": "1 s"}, units={"v1": "V", "v2": "V", "i": "A"}, stop=2.0,
    values=[("v1", 0.5, 0.75), ("v1", 2.0, 3.75), ("v2", 2.0, 1.25)], events=1)
# A current loop is opened onto another: two inductors, flux is kept.
add("inductors_joined", """Real i1(start = I, fixed = true), i2(start = 0, fixed = true), u; Boolean joined(start = false, fixed = true); equation L1*der(i1) = -u; L2*der(i2) = u;
0 = if joined then (i1 - i2)/I else u/U; when time >= T then joined = true; end when;""",
    parameters={"L1": "1 H", "L2": "4 H", "I": "5 A", "U": "1 V", "T": "1 s"}, units={"i1": "A", "i2": "A"}, stop=2.0,
    values=[("i1", 0.5, 5.0), ("i1", 2.0, 1.0), ("i2", 2.0, 1.0)], events=1)
# A constraint that begins to hold where it is not met would move a mass at once: that is no motion.
add("no_leap", """Real x(start = 0, fixed = true), v(start = c, fixed = true), F; equation der(x) = v; m*der(v) = F; 0 = if time > T then (x - 5*L)/L else F/P;""",
    parameters={"c": "1 m/s", "m": "1 kg", "T": "1 s", "L": "1 m", "P": "1 N"}, stop=2.0, stops=(1.0, "would have to jump"))
# A bridge of three phases with six ideal diodes: at each change one begins to conduct as another ends.
def six_pulse(t):
    v = [cos(t + 0.1 + p) for p in (0.0, -2 * pi / 3, 2 * pi / 3)]
    return max(v) - min(v)


add("six_pulse", """Real u[3], out, i, vp, vn, ia[3], ib[3], sa[3](each start = -0.1*U), sb[3](each start = -0.1*U); equation for k in 1:3 loop u[k] = U*cos(time/T + 0.1 + (k - 1)*4.1887902047863905);
u[k] - vp = if sa[k] > 0 then 0 else sa[k]; ia[k] = if sa[k] > 0 then sa[k]/R else 0; vn - u[k] = if sb[k] > 0 then 0 else sb[k]; ib[k] = if sb[k] > 0 then sb[k]/R else 0; end for;
out = vp - vn; out = R*i; i = ia[1] + ia[2] + ia[3]; i = ib[1] + ib[2] + ib[3];""",
    parameters={"U": "1 V", "R": "1 Ohm", "T": "1 s"}, units={"out": "V"}, stop=6.0, values=[("out", t, six_pulse(t)) for t in (0.3, 1.3, 2.7, 3.3, 4.2, 5.5, 6.0)],
    systems=("si",))  # in other units its start is not found: six diodes of which most choices have no solution
