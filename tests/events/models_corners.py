"""Corner cases: whens that set each other off, priorities, samplers with offsets, initial equations with discrete values, nested choices,
Integers that change, memory of relays, loops with switches, impacts with constraints too many, modes of index 1, 2 and 3."""
from math import asin, cos, exp, floor, log, pi, sin, sqrt, tanh

from event_model import EventModel as E

MODELS = []


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


def root(f, low, high):
    sign = f(low)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) * sign > 0 else (low, middle)
    return (low + high) / 2


def area(f, marks, end):
    """Of a function that is constant between the marks."""
    points = [0.0] + sorted(m for m in marks if 0 < m < end) + [end]
    return sum((b - a) * f((a + b) / 2) for a, b in zip(points, points[1:]))


# Each fall of a sawtooth counts, and the counter sets off a second when in the same event.
add("counter_of_counts", """Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true); equation der(x) = X/T;
when x > X then reinit(x, 0*X); n = pre(n) + 1; end when; when n == 2 or n == 4 then m = pre(m) + 1; end when; when m >= 2 then k = 10*n + m; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=5.5, values=[("n", 5.5, 5), ("m", 3.5, 1), ("m", 5.5, 2), ("k", 3.5, 0), ("k", 5.5, 42), ("x", 5.5, 0.5)], sizes={"k": 1.0})

# The first of three samplers that fall together wins.
add("samplers_by_rank", """Real q(start = 0, fixed = true); Integer k(start = 0, fixed = true), a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation der(q) = k/T;
when sample(T, T) then k = 1; a = pre(a) + 1; b = pre(b); c = pre(c); elsewhen sample(T/2, T/2) then k = 2; a = pre(a); b = pre(b) + 1; c = pre(c); elsewhen sample(T/4, T/4) then k = 3; a = pre(a); b = pre(b); c = pre(c) + 1; end when;""",
    parameters={"T": "1 s"}, stop=2.1, values=[("a", 2.1, 2), ("b", 2.1, 2), ("c", 2.1, 4), ("k", 2.1, 1), ("q", 2.1, 0.25 * (3 + 2 + 3 + 1) + 0.25 * (3 + 2 + 3) + 0.1)])

# Registers in three when-clauses of one clock: two take what was before, one takes what is.
def registers(ticks):
    a = b = c = 0
    for _ in range(ticks):
        a, b, old = b + 1, c, a
        c = a + old
    return a, b, c


add("registers", """Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation
when sample(T, T) then c = a + pre(a); end when; when sample(T, T) then b = pre(c); end when; when sample(T, T) then a = pre(b) + 1; end when;""",
    parameters={"T": "1 s"}, stop=7.5, values=[(x, t, registers(int(t))[k]) for t in (1.5, 2.5, 4.5, 7.5) for k, x in enumerate("abc")])

# Two whens of one instant exchange two states, with and without pre.
for name, way in (("exchange", "pre(%s)"), ("exchange_without_pre", "%s")):
    add(name, """Real x(start = x0, fixed = true), y(start = y0, fixed = true); equation T*der(x) = -x; T*der(y) = z; when time >= T then reinit(x, %s); end when; when time >= T then reinit(y, %s); end when;""" % (way % "y", way % "x"),
        parameters={"x0": "1 m", "y0": "3 m", "z": "0 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=2.0,
        values=[("x", 0.5, exp(-.5)), ("y", 0.5, 3.0), ("x", 1.5, 3 * exp(-.5)), ("y", 1.5, exp(-1.0)), ("x", 2.0, 3 * exp(-1.0)), ("y", 2.0, exp(-1.0))])

# A sampler that begins late, and what it adds up.
late = [0.35 + 0.2 * k for k in range(9)]
add("late_sampler", """Real q(start = 0, fixed = true); discrete Real s(start = 0, fixed = true); equation when sample(0.35*T, 0.2*T) then s = pre(s) + time; end when; T*der(q) = s;""",
    parameters={"T": "1 s"}, units={"q": "s", "s": "s"}, stop=2.0, values=[("s", 2.0, sum(late)), ("s", 0.5, 0.35), ("q", 2.0, sum(t * (2 - t) for t in late)), ("s", 0.3, 0.0)])

# Choices within choices, of an oscillation and its slope.
def nested(t):
    x, w = 2 * sin(t), 2 * cos(t)
    if x > 0.5:
        return 2.0 if x > 1.5 else 1.0 if w > 0.7 else 0.25
    return -2.0 if x < -1.5 else -1.0 if w < 0 else -0.5


marks = [m + 2 * pi * k for k in range(3) for s in (0.25, 0.75, -0.75) for m in (asin(s) % (2 * pi), pi - asin(s))] + [m + 2 * pi * k for k in range(3) for s in (0.35, 0.0) for m in (pi / 2 - asin(s), 1.5 * pi + asin(s))]
add("choices_within", """Real x(start = 0, fixed = true), w(start = 2*X, fixed = true), y, q(start = 0, fixed = true); equation T*der(x) = w; T*der(w) = -x;
y = if x > 0.5*X then (if x > 1.5*X then 2 else (if w > 0.7*X then 1 else 0.25)) else (if x < -1.5*X then -2 else (if w < 0 then -1 else -0.5)); T*der(q) = y;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "w": "m"}, stop=9.0, values=[("q", t, area(nested, marks, t)) for t in (0.7, 2.0, 4.0, 6.0, 9.0)] + [("y", 2.0, nested(2.0)), ("y", 9.0, nested(9.0))], sizes={"q": 2.0})

# An Integer that follows a parabola up to 6 and down again: how often it changes, by how much, and which way.
add("changes_of_integers", """Real x(start = 0, fixed = true), v(start = 5*L/T, fixed = true); Integer n, c(start = 0, fixed = true), d(start = 0, fixed = true), top(start = 0, fixed = true); Boolean high; equation der(x) = v; T*der(v) = -2*L/T;
n = integer(x/L); high = n >= 4; when change(n) then c = pre(c) + 1; d = pre(d) + (n - pre(n))*(n - pre(n))*n; end when; when edge(high) then top = pre(top) + n; elsewhen not high then top = pre(top) + 100; end when;""",
    parameters={"L": "1 m", "T": "1 s"}, units={"x": "m"}, stop=4.9, values=[("n", 2.5, 6), ("c", 2.5, 6), ("c", 4.9, 12), ("d", 4.9, 21 + 15), ("top", 4.9, 104), ("n", 4.9, 0)], sizes={"n": 1.0, "top": 1.0, "c": 1.0, "d": 1.0})

# Three relays of different width (a Preisach model) under a triangle that becomes smaller.
def preisach(t):
    peaks, u, now, r, q = [3.0, -2.0, 1.5, -1.0, 0.8, 10.0], 0.0, 0.0, [-1.0, -1.0, -1.0], 0.0
    for p in peaks:
        way = 1.0 if p > u else -1.0
        while u != p:
            stops = [p] + [way * h for h, now_r in zip((0.5, 1.2, 1.8), r) if now_r != way and way * h * way >= u * way]
            goal = min(stops, key=lambda s: abs(s - u))
            dt = abs(goal - u)
            if now + dt > t:
                return u + way * (t - now), sum(r), q + sum(r) * (t - now)
            q, now, u = q + sum(r) * dt, now + dt, goal
            r = [way if way * u >= h else one for h, one in zip((0.5, 1.2, 1.8), r)]


add("relays_with_memory", """Real u(start = 0, fixed = true), q(start = 0, fixed = true); Boolean a(start = false, fixed = true), b(start = false, fixed = true), c(start = false, fixed = true), up(start = true, fixed = true); Integer k(start = 1, fixed = true); Real y; parameter Real peak[7] = {3, -2, 1.5, -1, 0.8, 100, 100};
equation T*der(u) = if up then U else -U; when pre(up) and u > peak[pre(k)]*U then up = false; k = pre(k) + 1; elsewhen not pre(up) and u < peak[pre(k)]*U then up = true; k = pre(k) + 1; end when;
a = u > 0.5*U or pre(a) and u > -0.5*U; b = u > 1.2*U or pre(b) and u > -1.2*U; c = u > 1.8*U or pre(c) and u > -1.8*U; y = (if a then 1 else -1) + (if b then 1 else -1) + (if c then 1 else -1); T*der(q) = y;""",
    parameters={"U": "1 V", "T": "1 s"}, units={"u": "V"}, stop=16.9, values=[(x, t, preisach(t)[k]) for t in (1.0, 4.0, 9.0, 13.0, 16.9) for k, x in enumerate(("u", "y", "q"))], sizes={"u": 3.0, "y": 3.0, "q": 5.0})

# Two unknowns in a loop, one of which has a threshold; driven by a triangle of one period.
def looped(x, k=3.0, h=0.5):
    a = x if x < h else (x + k * h) / (1 + k)
    return a, max(0.0, a - h)


add("threshold_in_loop", """Real x(start = 0, fixed = true), a, b, q(start = 0, fixed = true); Boolean up(start = true, fixed = true); equation T*der(x) = if up then X else -X; when x > 2*X then up = false; end when;
a = x - k*b; b = if a > h then a - h else 0; T*der(q) = b;""",
    # above x = 0.5 b is (x - 0.5)/4: up to x = 2 the area is 1.5^2/8, and the same on the way down
    parameters={"X": "1 m", "T": "1 s", "k": "3", "h": "0.5 m"}, units={"x": "m", "a": "m", "b": "m", "q": "m"}, stop=3.9,
    values=[("a", 0.3, 0.3), ("b", 0.3, 0.0), ("a", 1.5, looped(1.5)[0]), ("b", 1.5, looped(1.5)[1]), ("q", 2.0, 1.125 / 4), ("q", 3.9, 2.25 / 4), ("a", 3.9, 0.1)], sizes={"b": 0.4})

# What relations are at the start follows from initial equations, and so does what was before.
add("memory_at_the_start", """Real x; Boolean on; Integer n; initial equation x = if sw > 0 then A else 2*A; pre(on) = x > 1.5*A; pre(n) = 2;
equation T*der(x) = if on then -x else x; on = if pre(on) then x > A/2 else x > 3*A; when change(on) then n = pre(n) + 1; end when;""",
    parameters={"A": "1 m", "T": "1 s", "sw": "-1"}, units={"x": "m"}, stop=3.5,
    values=[("x", 0.0, 2.0), ("x", 1.0, 2 * exp(-1.0)), ("on", 1.0, 1), ("n", 1.0, 2), ("x", 2.0, 0.5 * exp(2 - log(4))), ("n", 2.0, 3), ("x", 3.5, 3 * exp(-(3.5 - log(24)))), ("n", 3.5, 4)], sizes={"on": 1.0})

# A sawtooth as it was 0.3 s ago decides when the present one is read.
add("read_by_the_past", """Real x(start = 0, fixed = true), y; discrete Real z(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = X/T; when x > X then reinit(x, 0*X); end when; y = delay(x, 0.3*T); when y > 0.5*X then z = pre(z) + x; n = pre(n) + 1; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "z": "m"}, stop=3.5, values=[("y", 1.2, 0.9), ("y", 1.4, 0.1), ("z", 1.0, 0.8), ("z", 3.5, 2.4), ("n", 3.5, 3)], sizes={"z": 1.0})

# Two carts, joined by a rod that is written down twice, against a wall.
add("rod_written_twice", """Real x(start = 0, fixed = true), y, v(start = v0, fixed = true), w, F, G; equation der(x) = v; der(y) = w; m*der(v) = F + 2*G; 2*m*der(w) = -F - 2*G; x - y = L; 2*x - 2*y = 2*L; when x > a then reinit(v, -e*pre(v)); end when;""",
    parameters={"v0": "2 m/s", "m": "1 kg", "L": "0.5 m", "a": "1 m", "e": "0.5"}, units={"x": "m", "y": "m", "v": "m/s", "w": "m/s"}, stop=1.5, values=[("x", 0.4, 0.8), ("x", 1.5, 0.0), ("y", 1.5, -0.5), ("v", 1.5, -1.0), ("w", 1.5, -1.0)], sizes={"x": 1.0}, methods=("auto", "dopri5"))

# A clutch behind a gear of ratio 3 closes on two turning shafts and opens again; a motor turns the first.
w2 = (1.0 * (4 + 2 * 1) * 3 + 9 * 1.0 * 0) / (9 * 1.0 + 2.0) + 2.0 * 1 / 11  # from J1 (a+ - a) = -P, J2 (b+ - b) = 3 P, a+ = 3 b+
rate = 3 * 2.0 / 11
add("clutch_behind_gear", """Real a(start = a0, fixed = true), b(start = b0, fixed = true), tau; Boolean shut(start = false, fixed = true); equation J*der(a) = M - tau; 2*J*der(b) = 3*tau; if shut then a = 3*b; else tau = 0; end if;
when time >= T then shut = true; elsewhen time >= 2*T then shut = false; end when;""",
    parameters={"a0": "4 1/s", "b0": "1 1/s", "J": "1 kg.m2", "M": "2 N.m", "T": "1 s"}, units={"a": "1/s", "b": "1/s", "tau": "N.m"}, stop=3.0,
    values=[("a", 0.5, 5.0), ("b", 0.5, 1.0), ("b", 1.5, w2 + rate / 2), ("a", 1.5, 3 * w2 + 1.5 * rate), ("tau", 1.5, 2 * rate / 3), ("a", 3.0, 3 * (w2 + rate) + 2), ("b", 3.0, w2 + rate), ("tau", 2.5, 0.0)], sizes={"tau": 1.0})

# A doubler of ideal diodes and two equal capacitors under a triangle: 2 V (1 - 2^-n) behind the n-th rise.
def doubler(t):
    def u(s):
        m = s % 4
        return -m if m < 1 else m - 2 if m < 3 else 4 - m
    out, c, last = 0.0, 0.0, 0.0
    grid = [k / 64 for k in range(int(t * 64) + 1)] + [t]
    for s in grid:  # piecewise linear: exact on any grid that holds the bends, which all lie on this one
        du, last = u(s) - last, u(s)
        a = c + last
        if a < 0:
            c, a = c - a, 0.0
        elif a > out:
            move = (a - out) / 2
            out, c = out + move, c - move
    return out, c


add("doubler", """Real u, m, a, c(start = 0, fixed = true), o(start = 0, fixed = true), s1, s2, i1, i2; equation m = mod(time, 4*T)/T; u = V*(if m < 1 then -m elseif m < 3 then m - 2 else 4 - m);
c = a - u; C*der(c) = i1 - i2; C*der(o) = i2; -a = if s1 > 0 then 0 else s1*V; i1 = if s1 > 0 then s1*I else 0; a - o = if s2 > 0 then 0 else s2*V; i2 = if s2 > 0 then s2*I else 0;""",
    parameters={"V": "1 V", "C": "0.1 F", "T": "1 s", "I": "1 A"}, units={"u": "V", "a": "V", "c": "V", "o": "V", "i1": "A", "i2": "A"}, stop=11.5, levels={"i1": 2, "i2": 2},
    values=[(x, t, doubler(t)[k]) for t in (0.5, 2.0, 3.5, 4.5, 6.5, 8.0, 10.5, 11.5) for k, x in enumerate(("o", "c"))], sizes={"o": 1.5, "c": 1.0}, methods=("auto", "radau", "bdf"))

# A reinit makes another when fire in the same event.
add("reinit_sets_off", """Real x(start = X/2, fixed = true); Integer m(start = 0, fixed = true), n(start = 0, fixed = true); equation der(x) = X/T; when x > X then reinit(x, -X); n = pre(n) + 1; end when; when x < 0 then m = pre(m) + 10; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=5.0, values=[("m", 0.4, 0), ("m", 0.6, 10), ("n", 5.0, 3), ("m", 5.0, 30), ("x", 5.0, -0.5)], sizes={"m": 10.0, "x": 1.0})

# Any of a state, a clock and the start.
add("any_of_three", """Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation T*der(x) = 0.4*X; when {initial(), x > X, sample(T, T)} then n = pre(n) + 1; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=3.2, values=[("n", 0.5, 1), ("n", 1.5, 2), ("n", 2.4, 3), ("n", 2.6, 4), ("n", 3.2, 5)])

# Statements of one algorithm act one after the other: a counter that starts again at three.
add("counter_in_algorithm", """Integer a(start = 0, fixed = true), c(start = 0, fixed = true); algorithm when sample(T, T) then a := pre(a) + 1; end when; when a >= 3 then a := 0; c := pre(c) + 1; end when;""",
    parameters={"T": "1 s"}, stop=7.5, values=[("a", 1.5, 1), ("a", 2.5, 2), ("a", 3.5, 0), ("a", 5.5, 2), ("a", 7.5, 1), ("c", 3.5, 1), ("c", 7.5, 2)])

# change and edge in equations, outside of whens.
add("edges_in_equations", """Real x(start = 0, fixed = true), w(start = X, fixed = true); Boolean b, c; Integer k(start = 0, fixed = true); equation T*der(x) = w; T*der(w) = -x; b = x > 0.3*X; c = x > 0.6*X; k = pre(k) + (if change(b) then 1 else 0) + (if edge(c) then 10 else 0);""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "w": "m"}, stop=14.0, values=[("k", 0.2, 0), ("k", 0.5, 1), ("k", 1.0, 11), ("k", 3.0, 12), ("k", 7.5, 23), ("k", 14.0, 35)], sizes={"k": 1.0})

# A threshold that is set anew at each sample, from the state itself.
add("threshold_that_moves", """Real x(start = 0, fixed = true), q(start = 0, fixed = true); discrete Real h(start = 0, fixed = true); equation der(x) = X/T; when sample(T, T) then h = x; end when; T*der(q) = if x > h + 0.4*X then 1 else 0;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "h": "m"}, stop=4.7, values=[("q", 0.3, 0.0), ("q", 1.0, 0.6), ("q", 3.2, 1.8), ("q", 4.7, 2.7), ("h", 4.7, 4.0)], sizes={"q": 1.0})

# Into a corner: two walls at one instant.
add("into_the_corner", """Real x(start = 0, fixed = true), y(start = 0, fixed = true), v(start = 1*V, fixed = true), w(start = 2*V, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; der(y) = w; der(v) = z; der(w) = z;
when x > L then reinit(v, -pre(v)); end when; when y > 2*L then reinit(w, -0.5*pre(w)); end when; when {x > L, y > 2*L} then n = pre(n) + 1; end when;""",
    parameters={"V": "1 m/s", "L": "1 m", "z": "0 m/s2"}, units={"x": "m", "y": "m", "v": "m/s", "w": "m/s"}, stop=1.8, values=[("x", 1.8, 0.2), ("y", 1.8, 1.2), ("v", 1.8, -1.0), ("w", 1.8, -1.0)], sizes={"x": 1.0, "y": 2.0})

# A body is free, then has its speed given, then its place: modes of index 1, 2 and 3.
add("three_indices", """Real x(start = 0, fixed = true), v(start = V, fixed = true), F; Integer mode(start = 0, fixed = true); equation der(x) = v; m*der(v) = F; if mode == 0 then F = 0; elseif mode == 1 then v = 3*V; else x = 4*L + 3*V*(time - 2*T) + L*((time - 2*T)/T)^2; end if;
when time >= T then mode = 1; elsewhen time >= 2*T then mode = 2; elsewhen time >= 3*T then mode = 0; end when;""",
    parameters={"V": "1 m/s", "L": "1 m", "T": "1 s", "m": "2 kg"}, units={"x": "m", "v": "m/s", "F": "N"}, stop=4.0, levels={"v": 2, "F": 3},
    values=[("x", 0.5, 0.5), ("x", 1.5, 2.5), ("v", 1.5, 3.0), ("x", 2.5, 5.75), ("v", 2.5, 4.0), ("F", 2.5, 4.0), ("x", 4.0, 13.0), ("v", 4.0, 5.0), ("F", 3.5, 0.0)], sizes={"F": 4.0})

# The remainder of a state that grows like exp(t).
grown = [log(s) for k in range(1, 9) for s in (k + 0.3, k + 1.0)]
add("remainder_of_growth", """Real x(start = X, fixed = true), q(start = 0, fixed = true); equation T*der(x) = x; T*der(q) = if mod(x, X) > 0.3*X then 1 else 0;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=2.0, values=[("q", t, area(lambda s: float(exp(s) % 1 > 0.3), grown, t)) for t in (0.5, 1.0, 2.0)] + [("x", 2.0, exp(2.0))])

# The threshold of an unknown that a square gives: y^2 = x^2 + 1.
add("threshold_of_a_root", """Real x(start = -2*X, fixed = true), y(start = 2*X), q(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation T*der(x) = X; y^2 = x^2 + X^2; when y < 1.25*X then n = pre(n) + 1; end when; T*der(q) = if y < 1.25*X then 1 else 0;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=4.0, values=[("n", 4.0, 1), ("q", 2.0, 0.75), ("q", 4.0, 1.5), ("y", 4.0, sqrt(5.0))])

# A ball that stays down at its third bounce.
fall = sqrt(2 / 9.81)
add("third_time_stays", """Real h(start = H, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(h) = v; der(v) = if n >= 3 then 0 else -g; when h < 0 then n = pre(n) + 1; reinit(v, if n >= 3 then 0 else -0.5*pre(v)); end when;""",
    parameters={"H": "1 m", "g": "9.81 m/s2"}, units={"h": "m", "v": "m/s"}, stop=2.0, values=[("n", 2.0, 3), ("h", 2.0, 0.0), ("v", 2.0, 0.0), ("v", fall * 1.5, 0.0), ("h", fall * 1.5, 0.25), ("n", fall * 2.2, 2)], sizes={"h": 1.0, "v": 4.0})

# A square wave in three ways of writing it, 40 periods.
for name, cond in (("square_by_sine", "sin(w*time) > 0"), ("square_by_mod", "mod(time, T) < T/2"), ("square_by_sampling", "up")):
    extra = " Boolean up(start = true, fixed = true);" if cond == "up" else ""
    rule = " when sample(T/2, T/2) then up = not pre(up); end when;" if cond == "up" else ""
    add(name, "Real x(start = 0, fixed = true);%s equation Tx*der(x) = (if %s then X else -X) - x;%s" % (extra, cond, rule),
        parameters={"T": "0.1 s", "w": "62.83185307179586 1/s", "Tx": "0.5 s", "X": "1 m"}, units={"x": "m"}, stop=4.02,
        values=[("x", 0.03, 1 - exp(-.06))] + [("x", 4.0, (lambda p: (lambda e: -(1 - e) / (1 + e))(p) * (1 - exp(-8.0)))(exp(-0.1)))], sizes={"x": 1.0})

# Quadratic resistance from rest, written with abs and as a choice; a tank that begins empty.
for name, drag in (("quadratic_from_rest", "v*abs(v)"), ("quadratic_by_choice", "(if v > 0 then v^2 else -v^2)"), ("quadratic_no_event", "(if noEvent(v > 0) then v^2 else -v^2)")):
    add(name, "Real v(start = 0, fixed = true), x(start = 0, fixed = true); equation der(x) = v; m*der(v) = p - k*%s;" % drag, parameters={"m": "1 kg", "p": "4 N", "k": "0.25 kg/m"}, units={"v": "m/s", "x": "m"}, stop=3.0,
        values=[("v", t, 4 * tanh(t)) for t in (0.01, 0.5, 1.0, 3.0)] + [("x", 3.0, 4 * log((exp(3.0) + exp(-3.0)) / 2))], sizes={"v": 4.0})
# s = sqrt(h): 2 s s' = 1 - s, so t = -2 s - 2 ln(1 - s)
level = lambda t: root(lambda s: -2 * s - 2 * log(1 - s) - t, 0.0, 1 - 1e-15) ** 2
add("fills_from_empty", "Real h(start = 0, fixed = true); equation A*der(h) = q - (if h > 0 then c*sqrt(h) else 0);", parameters={"A": "1 m2", "q": "1 m3/s", "c": "1 m3/s"}, units={"h": "m"}, stop=3.0,
    values=[("h", t, level(t)) for t in (0.1, 1.0, 3.0)], systems=("si",), methods=("auto", "bdf", "dopri5"))
# Two tanks begin level, and one of them is filled; the difference of their levels d: d' = q - 2 c sqrt(d), s = sqrt(d): s s' = 1/2 - s with q = 1
apart = lambda t: root(lambda s: -s - 0.5 * log(1 - 2 * s) - t, 0.0, 0.5 - 1e-15) ** 2
add("begins_level", "Real a(start = L, fixed = true), b(start = L, fixed = true), d, q; equation d = a - b; q = c*(if d > 0 then sqrt(d) else -sqrt(-d)); A*der(a) = Q - q; A*der(b) = q;", parameters={"A": "1 m2", "Q": "1 m3/s", "c": "1 m3/s", "L": "1 m"},
    units={"a": "m", "b": "m", "d": "m", "q": "m3/s"}, stop=2.0, values=[("d", t, apart(t)) for t in (0.1, 1.0, 2.0)] + [("a", 2.0, 2 + apart(2.0) / 2), ("q", 1.0, sqrt(apart(1.0)))], sizes={"d": 0.25}, systems=("si",), methods=("auto", "dopri5"))
