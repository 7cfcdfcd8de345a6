"""Plants, logic and machines with several things that switch: hybrid controllers, Boolean networks, sampled controllers with offsets, several bodies
with impacts, bridges, backlash, tanks, thermostats, whens in components and loops, delays that change, events at the ends, long runs."""
from math import asin, atan2, ceil, cos, exp, floor, log, pi, sin, sqrt, tan

from event_model import EventModel as E

MODELS = []
g = 9.81


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


def root(f, low, high):
    sign = f(low)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) * sign > 0 else (low, middle)
    return (low + high) / 2


# ---- logic ---------------------------------------------------------------------------------------------------------
# A shift register with feedback (x^4 + x^3 + 1): all fifteen states, then again.
def lfsr(ticks):
    b = [1, 0, 0, 0]
    for _ in range(ticks):
        b = [b[3] ^ b[2]] + b[:3]
    return b


add("feedback_register", """Boolean b[4](start = {true, false, false, false}, each fixed = true); Integer code; equation when sample(T/2, T) then b[1] = (pre(b[4]) and not pre(b[3])) or (pre(b[3]) and not pre(b[4])); for i in 2:4 loop b[i] = pre(b[i - 1]); end for; end when;
code = sum(if b[i] then 2^(i - 1) else 0 for i in 1:4);""".replace("Integer code", "Real code"),
    parameters={"T": "0.1 s"}, stop=2.0, values=[("code", k * 0.1, sum(2 ** i * x for i, x in enumerate(lfsr(k)))) for k in (1, 2, 3, 5, 7, 8, 11, 14, 15, 16, 19)])

# A cellular automaton (rule 30) on eleven cells with a closed ring.
def rule30(ticks, n=11):
    c = [0] * n
    c[5] = 1
    for _ in range(ticks):
        c = [c[i - 1] ^ (c[i] | c[(i + 1) % n]) for i in range(n)]
    return c


add("ring_of_cells", """Boolean c[11](start = {i == 6 for i in 1:11}, each fixed = true); Real q(start = 0, fixed = true), alive; equation
when sample(T, T) then for i in 1:11 loop c[i] = pre(c[if i == 1 then 11 else i - 1]) <> (pre(c[i]) or pre(c[if i == 11 then 1 else i + 1])); end for; end when;
alive = sum(if c[i] then 1 else 0 for i in 1:11); T*der(q) = alive;""",
    parameters={"T": "0.25 s"}, stop=4.1, values=[("alive", t, sum(rule30(int(t / 0.25 + 1e-9)))) for t in (0.1, 0.3, 1.1, 2.6, 4.1)] + [("q", 4.1, sum(sum(rule30(k)) for k in range(16)) + 0.4 * sum(rule30(16)))])

# Two flip-flops as a Gray counter, clocked by the crossings of a sine.
add("gray_counter", """Real x(start = 0, fixed = true), w(start = X, fixed = true); Boolean a(start = false, fixed = true), b(start = false, fixed = true); Integer n(start = 0, fixed = true); equation T*der(x) = w; T*der(w) = -x;
when {x > 0.5*X, x < -0.5*X} then a = not pre(b); b = pre(a); n = pre(n) + 1; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "w": "m"}, stop=16.0,
    values=[("n", t, k) for t, k in ((0.4, 0), (0.6, 1), (3.5, 1), (3.7, 2), (6.7, 2), (6.9, 3), (9.8, 3), (10.0, 4), (13.2, 5), (16.0, 5))] + [("a", 0.6, 1), ("b", 0.6, 0), ("a", 3.7, 1), ("b", 3.7, 1), ("a", 6.9, 0), ("b", 6.9, 1), ("a", 10.0, 0), ("b", 10.0, 0), ("a", 16.0, 1)], sizes={"a": 1.0, "b": 1.0})

# A chain of five relays with hysteresis, each fed by the ramp minus what the ones before have taken.
add("hysteresis_chain", """Real x(start = 0, fixed = true); Boolean up(start = true, fixed = true), h[5](each start = false, each fixed = true); Real q(start = 0, fixed = true), y; Integer n(start = 0, fixed = true); equation T*der(x) = if up then X else -X; when x > 6*X then up = false; elsewhen x < 0 then up = true; end when;
for i in 1:5 loop h[i] = x > i*X or pre(h[i]) and x > (i - 0.75)*X; when change(h[i]) then end when; end for; y = sum(if h[i] then 1 else 0 for i in 1:5); T*der(q) = y; n = pre(n) + (if change(up) then 1 else 0);""".replace("when change(h[i]) then end when; ", ""),
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=13.5,
    # up: relay i is on from i to 6; down: off at i - 0.75, that is t = 12 - i + 0.75
    values=[("y", 3.5, 3), ("y", 5.9, 5), ("y", 8.5, 4), ("y", 11.9, 0), ("q", 6.0, 15), ("q", 12.0, 15 + sum(6 - i + 0.75 for i in range(1, 6))), ("n", 13.5, 2), ("y", 13.5, 1)], sizes={"y": 1.0})

# Whens within loops, each of its own state and threshold.
add("thresholds_in_loop", """parameter Integer N = 6; Real x[N](each start = 0, each fixed = true); discrete Real t1[N](each start = 0, each fixed = true); Integer k(start = 0, fixed = true); Real all; equation for i in 1:N loop T*der(x[i]) = X*i - x[i]; when x[i] > 2.2*X then t1[i] = time; end when; end for;
k = sum(if x[i] > 2.2*X then 1 else 0 for i in 1:N); all = sum(t1);""".replace("Integer k(start = 0, fixed = true)", "Real k"),
    parameters={"X": "1 m", "T": "1 s"}, units={"all": "s"}, stop=2.0, values=[("t1[%d]" % i, 2.0, -log(1 - 2.2 / i)) for i in (3, 4, 5, 6)] + [("k", 1.0, 3), ("k", 2.0, 4), ("all", 2.0, sum(-log(1 - 2.2 / i) for i in (3, 4, 5, 6)))])
for i in range(1, 7):
    MODELS[-1].units["t1[%d]" % i] = "s"

# Components with whens of their own, joined by connectors: each ball counts, and one watches all of them.
add("balls_as_components", """connector Out = output Integer; connector In = input Integer; model Ball parameter Real h0; parameter Real g; parameter Real e; Real h(start = h0, fixed = true), v(start = 0, fixed = true); Out n(start = 0, fixed = true); equation der(h) = v; der(v) = -g; when h <= 0 then reinit(v, -e*pre(v)); n = pre(n) + 1; end when; end Ball;
model Watch In n[3]; Integer m; equation m = max(n); end Watch; Ball b[3](h0 = {H, 2*H, 3*H}, each g = G, e = {1, 0.8, 0.7}); Watch w; equation connect(b.n, w.n);""",
    parameters={"H": "1 m", "G": "9.81 m/s2"}, units={"b[1].h": "m", "b[2].h": "m", "b[3].h": "m", "b[1].v": "m/s"}, stop=1.5,
    values=[("b[1].n", 1.5, 2), ("b[2].n", 1.5, 2), ("b[3].n", 1.5, 3), ("w.m", 1.5, 3), ("b[1].h", 1.5, (lambda s: sqrt(2 * g) * s - g / 2 * s * s)(1.5 - 3 * sqrt(2 / g)))])
MODELS[-1].values[-1] = ("b[1].h", 1.5, (lambda s: sqrt(2 * g) * s - g / 2 * s * s)((1.5 - sqrt(2 / g)) % (2 * sqrt(2 / g))))
fall3 = sqrt(6 / g)
MODELS[-1].values[2] = ("b[3].n", 1.5, 1 + sum(1 for k in (1, 2, 3, 4, 5, 6, 7, 8, 9) if fall3 + 2 * fall3 * sum(0.7 ** j for j in range(1, k + 1)) < 1.5))
MODELS[-1].values[3] = ("w.m", 1.5, max(2, MODELS[-1].values[2][2]))
fall2 = sqrt(4 / g)
MODELS[-1].values[1] = ("b[2].n", 1.5, 1 + sum(1 for k in range(1, 9) if fall2 + 2 * fall2 * sum(0.8 ** j for j in range(1, k + 1)) < 1.5))

# A queue: customers come every 0.7 s, the server takes one second each; arrays of Integers in an algorithm with a loop.
def queue(t):
    """Events at a time happen in the order of the algorithm: arrivals first."""
    waiting, served, busy_until, now = 0, 0, None, 0.0
    arrivals = [0.7 * k for k in range(1, 100)]
    while True:
        nxt = min([arrivals[0]] + ([busy_until] if busy_until is not None else []))
        if nxt > t:
            return waiting, served
        if arrivals[0] == nxt:
            arrivals.pop(0)
            waiting += 1
        if busy_until is not None and busy_until <= nxt:
            busy_until, served = None, served + 1
        if busy_until is None and waiting > 0:
            waiting, busy_until = waiting - 1, nxt + 1.0


add("queue", """Integer waiting(start = 0, fixed = true), served(start = 0, fixed = true); Boolean busy(start = false, fixed = true); discrete Real done(start = 1e9*T, fixed = true); algorithm
when sample(0.7*T, 0.7*T) then waiting := pre(waiting) + 1; end when;
when time >= pre(done) then busy := false; served := pre(served) + 1; end when;
when {waiting > 0 and not busy} then waiting := waiting - 1; busy := true; done := time + T; end when;""",
    parameters={"T": "1 s"}, units={"done": "s"}, stop=9.3, values=[(x, t, queue(t)[k]) for t in (0.8, 1.6, 2.8, 5.1, 9.3) for k, x in enumerate(("waiting", "served"))], sizes={"waiting": 1.0, "served": 1.0})

# A stack machine of whens: the last of the statements of one algorithm that fires counts, and for-loops within.
add("sums_in_when", """parameter Integer N = 5; discrete Real a[N](each start = 0, each fixed = true); discrete Real s(start = 0, fixed = true), p(start = 0, fixed = true); Integer k(start = 0, fixed = true); Real x(start = 0, fixed = true); equation der(x) = X/T; algorithm
when sample(T, T) then k := pre(k) + 1; for i in N:-1:2 loop a[i] := pre(a[i - 1]); end for; a[1] := x; s := 0; p := 0; for i in 1:N loop if a[i] > 2.5*X then s := s + a[i]; else p := p + i; end if; end for; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "s": "m"}, stop=6.5, values=[("s", 2.5, 0), ("p", 2.5, 15), ("s", 3.5, 3), ("p", 3.5, 14), ("s", 5.5, 12), ("p", 5.5, 9), ("s", 6.5, 18), ("p", 6.5, 5), ("k", 6.5, 6)], sizes={"s": 3.0})

# Nested pre, edge and change in one equation each.
add("edge_of_edge", """Real x(start = 0, fixed = true); Boolean a, b, c(start = false, fixed = true); Integer n(start = 0, fixed = true), m(start = 0, fixed = true); equation der(x) = X/T; a = x > X and x < 2*X; b = x > 1.5*X;
c = if edge(a) then true elseif edge(b) then not pre(c) elseif change(a) then true else pre(c); when change(c) then n = pre(n) + 1; end when; when edge(c) and not edge(b) then m = pre(m) + 1; elsewhen not c and pre(c) then m = pre(m) + 10; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=3.0, values=[("c", 1.2, 1), ("c", 1.7, 0), ("c", 2.2, 1), ("n", 3.0, 3), ("m", 3.0, 12)], sizes={"c": 1.0})

# An Integer counter that wraps with mod, drives a table by subscript, and is read one event later by another.
table = [2.0, -1.0, 0.5, 3.0]
add("table_by_counter", """parameter Real table[4] = {2, -1, 0.5, 3}; Integer k(start = 0, fixed = true), old(start = 0, fixed = true); Real q(start = 0, fixed = true); equation when sample(T, T) then k = mod(pre(k) + 1, 4); old = pre(k); end when; T*der(q) = table[k + 1] + 0.1*table[old + 1];""",
    parameters={"T": "0.5 s"}, stop=4.75, values=[("q", 0.5 * m, sum(table[i % 4] + 0.1 * table[(i - 1) % 4 if i > 0 else 0] for i in range(m))) for m in (1, 2, 3, 4, 7, 9)] + [("k", 4.7, 1), ("old", 4.7, 0)], sizes={"k": 1.0, "old": 1.0})

# An enumeration with five states, left by times, by levels and by a count.
add("washing_machine", """type S = enumeration(idle, fill, wash, drain, done); S s(start = S.idle, fixed = true); Real h(start = 0, fixed = true), q(start = 0, fixed = true); Integer turns(start = 0, fixed = true); discrete Real t0(start = 0, fixed = true); Real n; equation n = Integer(s);
T*der(h) = if s == S.fill then H else if s == S.drain then -h - 0.1*H else 0*H; T*der(q) = Integer(s);
when pre(s) == S.idle and time > 0.5*T then s = S.fill; turns = pre(turns); t0 = time; elsewhen pre(s) == S.fill and h > 0.9*H then s = S.wash; turns = pre(turns); t0 = time; elsewhen pre(s) == S.wash and time >= pre(t0) + 0.7*T then s = S.drain; turns = pre(turns) + 1; t0 = time; elsewhen pre(s) == S.drain and h < 0.05*H then s = if pre(turns) >= 2 then S.done else S.fill; turns = pre(turns); t0 = time; end when;""",
    parameters={"H": "1 m", "T": "1 s"}, units={"h": "m"}, stop=8.0, values=[("n", 0.4, 1), ("n", 1.3, 2), ("h", 1.0, 0.5), ("n", 1.5, 3), ("h", 2.1 + 1.0, exp(-1.0) - 0.1), ("n", 3.1, 4), ("n", 8.0, 5), ("turns", 8.0, 2),
    ("q", 8.0, 0.5 * 1 + 0.9 * 2 + 0.7 * 3 + 4 * log(1 / 0.15) + 0.85 * 2 + 0.7 * 3 + 4 * log(1 / 0.15) + 5 * (8 - 0.5 - 0.9 - 0.7 - 0.85 - 0.7 - 2 * log(1 / 0.15)))])

# ---- sampled and hybrid controllers ---------------------------------------------------------------------------------
# A PID controller at 0.2 s with its sensor read 0.05 s earlier, on a double integrator: the recursion by hand.
def sampled_pid(t):
    T, off, kp, ki, kd, ref = 0.2, 0.05, 2.0, 0.4, 2.5, 1.0
    x = v = u = m = integral = last = now = 0.0
    k, j = 0, 0
    while True:
        read, act = off + k * T, 2 * off + j * T
        nxt = min(read, act)
        stop = nxt > t
        d = (t if stop else nxt) - now
        x, v, now = x + v * d + u * d * d / 2, v + u * d, now + d
        if stop:
            return x, v, u
        if read <= act:
            m, k = x, k + 1
        else:
            e = ref - m
            integral += e * T
            u, last, j = kp * e + ki * integral + kd * (e - last) / T, e, j + 1


add("sampled_pid", """Real x(start = 0, fixed = true), v(start = 0, fixed = true); discrete Real m(start = 0, fixed = true), u(start = 0, fixed = true), i(start = 0, fixed = true), e(start = 0, fixed = true); equation T*der(x) = v; T*der(v) = u;
when sample(0.05*T, 0.2*T) then m = x; end when; when sample(0.1*T, 0.2*T) then e = X - m; i = pre(i) + 0.2*e; u = 2*e + 0.4*i + 2.5*(e - pre(e))/0.2; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "v": "m", "u": "m"}, stop=6.0, values=[(n, t, sampled_pid(t)[k]) for t in (0.04, 0.55, 1.23, 3.05, 5.99) for k, n in enumerate("xvu")], sizes={"u": 12.0, "v": 1.0, "x": 1.0})

# Three integrators share a pump: the lowest one is served, with a hysteresis; all rates are constant.
def served(t):
    x, now, who = [1.0, 1.2, 1.5], 0.0, 0
    drains = [0.5, 0.3, 0.2]
    while True:
        rate = [(1.0 if i == who else 0.0) - drains[i] for i in range(3)]
        best, then = None, None
        for i in range(3):
            if i != who and rate[i] < rate[who]:
                dt = (x[who] - 0.25 - x[i]) / (rate[i] - rate[who])
                if dt > 1e-12 and (best is None or dt < best):
                    best, then = dt, i
        if now + best > t:
            return [x[i] + rate[i] * (t - now) for i in range(3)] + [who + 1]
        x, now, who = [x[i] + rate[i] * best for i in range(3)], now + best, then


add("shared_pump", """Real x[3](start = {1, 1.2, 1.5}*X, each fixed = true); Integer who(start = 1, fixed = true); parameter Real d[3] = {0.5, 0.3, 0.2}; equation for i in 1:3 loop T*der(x[i]) = X*((if who == i then 1 else 0) - d[i]); end for;
when x[1] < x[pre(who)] - 0.25*X then who = 1; elsewhen x[2] < x[pre(who)] - 0.25*X then who = 2; elsewhen x[3] < x[pre(who)] - 0.25*X then who = 3; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x[1]": "m", "x[2]": "m", "x[3]": "m"}, stop=6.0, values=[(n, t, served(t)[k]) for t in (0.3, 1.0, 2.0, 3.7, 6.0) for k, n in enumerate(("x[1]", "x[2]", "x[3]", "who"))], sizes={"who": 1.0})

# A hybrid automaton of two states in four modes: a diamond that is run through with other speeds on each side.
add("diamond", """Real x(start = X, fixed = true), y(start = 0, fixed = true); Integer mode(start = 1, fixed = true); equation T*der(x) = X*(if mode == 1 then -1 elseif mode == 2 then -2 elseif mode == 3 then 1 else 0.5); T*der(y) = X*(if mode == 1 then 1 elseif mode == 2 then -2 elseif mode == 3 then -1 else 0.5);
when pre(mode) == 1 and x < 0 then mode = 2; elsewhen pre(mode) == 2 and y < 0 then mode = 3; elsewhen pre(mode) == 3 and x > 0 then mode = 4; elsewhen pre(mode) == 4 and y > 0 then mode = 1; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=10.0, values=[("x", 0.5, 0.5), ("y", 0.5, 0.5), ("x", 1.25, -0.5), ("y", 1.25, 0.5), ("x", 2.0, -0.5), ("y", 2.0, -0.5), ("x", 3.5, 0.5), ("y", 3.5, -0.5), ("x", 10.0, 0.5 * 1.0), ("y", 10.0, -0.5), ("mode", 10.0, 4)], sizes={"x": 1.0, "y": 1.0})
MODELS[-1].values[-3:] = [("x", 9.75, (9.75 - 4.5 - 2.5) * 0.5 - 0.0 if False else 0.5 * (9.75 - 7.0) - 0.0), ("mode", 9.75, 1)]
MODELS[-1].values = [v for v in MODELS[-1].values if v[1] < 9]
MODELS[-1].values += [("x", 8.0, 0.5 * (8.0 - 7.0)), ("y", 8.0, -1 + 0.5 * (8.0 - 7.0)), ("mode", 8.0, 4)]

# Two coupled rooms with one heater each and thermostats in kelvin; only one heater may be on, the first has priority. Symmetric part by hand: one room only.
def thermostat(t, low, high, outside, power, x, on):
    now = 0.0
    while True:
        goal = outside + (power if on else 0.0)
        level = high if on else low
        dt = -log((level - goal) / (x - goal))
        if now + dt > t:
            return goal + (x - goal) * exp(-(t - now)), float(on)
        now, x, on = now + dt, level, not on


add("thermostat_in_kelvin", """Real Temp(start = T0, fixed = true); Boolean on(start = false, fixed = true); discrete Real last(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation C*der(Temp) = G*(Ta - Temp) + (if on then P else 0); on = not (Temp > Th) and (pre(on) or Temp < Tl);
when change(on) then last = time; n = pre(n) + 1; end when;""",
    parameters={"T0": "295 K", "Ta": "273 K", "Th": "294 K", "Tl": "292 K", "C": "100 J/K", "G": "100 W/K", "P": "4000 W"}, units={"Temp": "K"}, stop=2.0,
    values=[(n, t, thermostat(t, 292.0, 294.0, 273.0, 40.0, 295.0, False)[k]) for t in (0.1, 0.3, 0.77, 1.5, 2.0) for k, n in enumerate(("Temp", "on"))], sizes={"on": 1.0, "Temp": 293.0})

# A cascade: a slow sampled loop sets the band of a fast relay.
def banded(t):
    x, now, up, c, k = 0.0, 0.0, True, 1.0, 1
    while True:
        target = (c + 0.2) if up else (c - 0.2)
        rate = 1.0 if up else -1.5
        hit = now + max(0.0, (target - x) / rate)
        tick = k * 1.3
        nxt = min(hit, tick)
        if nxt > t:
            return x + rate * (t - now), c
        x, now = x + rate * (nxt - now), nxt
        if tick <= hit:
            c, k = 2.0 - 0.5 * x, k + 1
        if hit <= tick:
            up = not up
        # a band that has moved past the state turns it at once
        if up and x > c + 0.2:
            up = False
        elif not up and x < c - 0.2:
            up = True


add("moving_band", """Real x(start = 0, fixed = true); discrete Real c(start = X, fixed = true); Boolean up(start = true, fixed = true); equation T*der(x) = if up then X else -1.5*X; when sample(1.3*T, 1.3*T) then c = 2*X - 0.5*x; end when; up = x < c - 0.2*X or pre(up) and x < c + 0.2*X;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "c": "m"}, stop=6.0, values=[(n, t, banded(t)[k]) for t in (0.5, 1.25, 1.5, 2.8, 4.4, 6.0) for k, n in enumerate("xc")])

# Saturation with anti-windup of a sampled integrator that is limited, and a limited rate of the actuator.
add("rate_limiter", """Real y(start = 0, fixed = true), u, e; equation u = U*(if time < 1*T then 0 elseif time < 3*T then 2 else -1); e = u - y; T*der(y) = if e > 0.3*U then 1.5*U elseif e < -0.3*U then -0.75*U else 5*e;""",
    # up from 1: y = 1.5 (t-1) until e = .3: y = 1.7 at 1 + 1.7/1.5; then exponential with rate 5 to 2; down at 3: -0.75 until e = -0.3
    parameters={"U": "1 V", "T": "1 s"}, units={"y": "V", "u": "V", "e": "V"}, stop=9.0,
    values=[("y", 2.0, 1.5), ("y", 2.5, 2 - 0.3 * exp(-5 * (1.5 - 1.7 / 1.5))), ("y", 4.0, 2 - 0.3 * exp(-5 * (2 - 1.7 / 1.5)) - 0.75), ("y", 9.0, -1 + 0.3 * exp(-5 * (6 - (2 - 0.3 * exp(-5 * (2 - 1.7 / 1.5)) + 0.7) / 0.75)))])

# ---- bodies --------------------------------------------------------------------------------------------------------
# Three beads on a ring (periodic), equal masses, elastic: they exchange their speeds.
add("beads_on_a_line", """Real x[3](start = {0, 1, 2.5}*L, each fixed = true), v[3](start = {2, 0.5, -1}*V, each fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; der(v) = {z, z, z};
when x[1] > x[2] then reinit(v[1], pre(v[2])); reinit(v[2], pre(v[1])); end when; when x[2] > x[3] then reinit(v[2], pre(v[3])); reinit(v[3], pre(v[2])); end when; when {x[1] > x[2], x[2] > x[3]} then n = pre(n) + 1; end when;""",
    # free lines: 0 + 2t, 1 + .5t, 2.5 - t: crossings at 2/3, 5/6 (2.5 = 3t), 1 (1.5 = 1.5 t)
    parameters={"L": "1 m", "V": "1 m/s", "z": "0 m/s2"}, units={"x[%d]" % i: "m" for i in (1, 2, 3)} | {"v[%d]" % i: "m/s" for i in (1, 2, 3)}, stop=2.0,
    values=[("x[%d]" % (i + 1), t, sorted((2 * t, 1 + 0.5 * t, 2.5 - t))[i]) for t in (0.5, 0.75, 0.9, 1.3, 2.0) for i in range(3)] + [("v[3]", 2.0, 2.0), ("v[1]", 2.0, -1.0), ("n", 2.0, 3)])

# Two masses of 1 and 2 kg, joined by a massless rod of constant length (index 3), against an elastic wall; written with both positions.
add("rod_against_wall", """Real x(start = 0, fixed = true), y, v(start = V, fixed = true), w, F; Integer n(start = 0, fixed = true); equation der(x) = v; der(y) = w; m*der(v) = -F; 2*m*der(w) = F; x - y = L; when x > 2*L then reinit(v, -pre(v)); n = pre(n) + 1; elsewhen y < -L then reinit(w, -0.5*pre(w)); n = pre(n) + 10; end when;""",
    # v = 1 until x = 2 (t = 2); back with -1: y = -1 at x = 0: t = 4; then 0.5: x = 2 at t = 8
    parameters={"V": "1 m/s", "L": "1 m", "m": "1 kg"}, units={"x": "m", "y": "m", "v": "m/s", "w": "m/s", "F": "N"}, stop=9.0, levels={"v": 2, "w": 2, "F": 3},
    values=[("x", 1.0, 1.0), ("x", 3.0, 1.0), ("y", 3.0, 0.0), ("v", 3.0, -1.0), ("w", 5.0, 0.5), ("x", 9.0, 1.5), ("v", 9.0, -0.5), ("n", 9.0, 12)], sizes={"F": 1.0, "y": 1.0})

# A pendulum in Cartesian coordinates that meets a peg at its lowest point with restitution: the period is shortened on one side only (elastic stop at zero).
def half_swing(a):
    """A quarter of the period of a pendulum with l = g = 1, by the arithmetic-geometric mean."""
    x, y = 1.0, cos(a / 2)
    for _ in range(40):
        x, y = (x + y) / 2, sqrt(x * y)
    return pi / (2 * x)


quarter = half_swing(1.0)
add("pendulum_half", """Real x(start = L*sin(1.0), fixed = true), y(start = -L*cos(1.0)), vx(start = 0, fixed = true), vy, F; Integer n(start = 0, fixed = true); equation der(x) = vx; der(y) = vy; m*der(vx) = -F*x; m*der(vy) = -F*y - m*G; x^2 + y^2 = L^2; when x < 0 then reinit(vx, -pre(vx)); n = pre(n) + 1; end when;""",
    parameters={"L": "1 m", "G": "1 m/s2", "m": "1 kg"}, units={"x": "m", "y": "m", "vx": "m/s", "vy": "m/s"}, stop=6 * quarter, levels={"vx": 2, "vy": 2, "F": 3}, amplification=3.0,
    values=[("x", 2 * quarter, sin(1.0)), ("x", 4 * quarter, sin(1.0)), ("x", 6 * quarter, sin(1.0)), ("n", 6 * quarter, 3), ("y", 4 * quarter, -cos(1.0)), ("vx", 4 * quarter, 0.0)], sizes={"vx": 1.0}, methods=("auto", "dopri5", "radau"))

# Slider crank without gravity, massless rod: the crank turns freely (its inertia only), the slider has no mass; a stop reverses the crank angle.
add("crank_at_stop", """Real phi(start = 0, fixed = true), w(start = W, fixed = true), x, s; Integer n(start = 0, fixed = true); equation der(phi) = w; J*der(w) = z; x = r*cos(phi) + sqrt((3*r)^2 - (r*sin(phi))^2); s = x - 3*r; when s < 0 then reinit(w, -pre(w)); n = pre(n) + 1; end when;""",
    # s = 0: cos(phi) + sqrt(9 - sin^2) = 3 -> (3 - c)^2 = 9 - 1 + c^2 -> 9 - 6c = 8 -> c = 1/6
    parameters={"r": "1 m", "W": "1 1/s", "J": "1 kg.m2", "z": "0 N.m"}, units={"w": "1/s", "x": "m", "s": "m"}, stop=7.0,
    values=[("phi", 1.0, 1.0), ("w", 2.0, -1.0), ("phi", 2.0, 2 * root(lambda a: cos(a) - 1 / 6, 1, 2) - 2), ("n", 7.0, 2), ("phi", 7.0, 7 - 4 * root(lambda a: cos(a) - 1 / 6, 1, 2))])

# Gear backlash: a motor shaft drives a load through a gap; contact is inelastic (they go on together), constant motor torque, load with friction torque.
# Motor J1 = 1 with torque 1 from rest, gap 0.5: meets at t = 1 with speed 1; common speed 1*1/(1+3) = 1/4, then acceleration 1/4.
add("gap_closes", """Real a(start = 0, fixed = true), b(start = B, fixed = true), v(start = 0, fixed = true), w(start = 0, fixed = true), s(start = B), tau; equation der(a) = v; der(b) = w; J*der(v) = M - tau; 3*J*der(w) = tau; b - a = if s > 0 then s else 0; tau = if s > 0 then 0 else -s*k;""",
    parameters={"B": "0.5", "J": "1 kg.m2", "M": "1 N.m", "k": "1 N.m"}, units={"v": "1/s", "w": "1/s", "tau": "N.m"}, stop=3.0, levels={"tau": 3, "v": 2, "w": 2, "s": 3},
    values=[("a", 0.5, 0.125), ("v", 0.9, 0.9), ("b", 1.0, 0.5), ("w", 2.0, 0.5), ("b", 3.0, 0.5 + 0.5 + 0.5), ("a", 3.0, 1.5), ("tau", 2.0, 0.75), ("tau", 0.5, 0.0)])

# An elastic stop (spring) on one side of a mass with a constant force: half harmonic, half parabolic; period by hand.
ta = asin(1 / sqrt(1 + 1.0 * 2 * 1)) if False else 0
om, F0, vin = 2.0, 1.0, sqrt(2.0)       # falls 1 m with acceleration 1, k/m = 4
contact = (pi + 2 * atan2(F0 / om ** 2, vin / om) ) / om
period = 2 * sqrt(2.0) + contact
add("elastic_stop", """Real x(start = X, fixed = true), v(start = 0, fixed = true), F; equation der(x) = v; m*der(v) = -m*a + F; F = if x < 0 then -k*x else 0;""",
    parameters={"X": "1 m", "a": "1 m/s2", "k": "4 N/m", "m": "1 kg"}, units={"x": "m", "v": "m/s", "F": "N"}, stop=3 * period, amplification=4.0,
    values=[("x", period, 1.0), ("x", 3 * period, 1.0), ("v", 2 * period, 0.0), ("x", 2 * period + 1.0, 0.5), ("x", period / 2, -0.25 - sqrt(0.25 ** 2 + 0.5))], sizes={"v": 1.4, "x": 1.0})

# Two balls in one tube over each other, the upper one elastic on the lower, equal masses: they exchange velocities, so the labels only.
def parabola_ball(h0, t):
    half = sqrt(2 * h0 / g)
    s = (t + half) % (2 * half)
    return sqrt(2 * g * h0) * s - g / 2 * s * s


add("two_balls_in_tube", """Real x(start = H, fixed = true), y(start = 1.7*H, fixed = true), v(start = 0, fixed = true), w(start = 0, fixed = true); equation der(x) = v; der(y) = w; der(v) = -G; der(w) = -G; when x < 0 then reinit(v, -pre(v)); end when; when x > y then reinit(v, pre(w)); reinit(w, pre(v)); end when;""",
    parameters={"H": "1 m", "G": "9.81 m/s2"}, units={"x": "m", "y": "m", "v": "m/s", "w": "m/s"}, stop=4.0, amplification=5.0,
    values=[(n, t, f(parabola_ball(1.0, t), parabola_ball(1.7, t))) for t in (0.4, 0.8, 1.5, 2.2, 3.1, 4.0) for n, f in (("x", min), ("y", max))], sizes={"x": 1.0, "y": 1.7})

# Reinit of several states at once by a matrix: a collision of two discs in the plane along their line of centres.
def discs(t):
    # disc 1 from (0,0) with (1,0); disc 2 at (3, 0.6) at rest; radii sum 1: contact where (3-x)^2 + .36 = 1 -> x = 3 - .8
    tc, n = 2.2, (0.8, 0.6)
    if t < tc:
        return t, 0.0, 3.0, 0.6
    p = n[0]
    v1, v2 = (1 - p * n[0], -p * n[1]), (p * n[0], p * n[1])
    return tc + v1[0] * (t - tc), v1[1] * (t - tc), 3 + v2[0] * (t - tc), 0.6 + v2[1] * (t - tc)


add("discs", """Real p[2](start = {0, 0}, each fixed = true), q[2](start = {3, 0.6}*L, each fixed = true), v[2](start = {1, 0}*V, each fixed = true), w[2](start = {0, 0}, each fixed = true), n[2], s; equation der(p) = v; der(q) = w; der(v) = {z, z}; der(w) = {z, z}; n = (q - p)/L; s = (v - w)*n; when n*n < 1 then reinit(v, v - s*n); reinit(w, w + s*n); end when;""",
    parameters={"L": "1 m", "V": "1 m/s", "z": "0 m/s2"}, units={"p[1]": "m", "p[2]": "m", "q[1]": "m", "q[2]": "m"}, stop=4.0, values=[(n, t, discs(t)[k]) for t in (1.0, 3.0, 4.0) for k, n in enumerate(("p[1]", "p[2]", "q[1]", "q[2]"))], sizes={"p[2]": 1.0})

# Four-bar (parallelogram, massless rods, one mass at each joint, no gravity) turns until a stop; the angle reverses with e = 0.5.
add("parallelogram_stop", """Real x1(start = L, fixed = true), y1(start = 0), x2, y2, u1, v1(start = V, fixed = true), u2, v2, F1, F2, F3; Integer n(start = 0, fixed = true); equation der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;
m*der(u1) = -F1*x1 - F3*(x1 - x2); m*der(v1) = -F1*y1 - F3*(y1 - y2); 2*m*der(u2) = -F2*(x2 - D) + F3*(x1 - x2); 2*m*der(v2) = -F2*y2 + F3*(y1 - y2);
x1^2 + y1^2 = L^2; (x2 - D)^2 + y2^2 = L^2; (x1 - x2)^2 + (y1 - y2)^2 = D^2; when y1 > 0.5*L then reinit(v1, -0.5*pre(v1)); n = pre(n) + 1; end when;""",
    # along y = 0 the rods of a parallelogram are collinear: begins there at a branch point, so it begins at an angle instead
    parameters={"L": "1 m", "D": "2 m", "V": "1 m/s", "m": "1 kg"}, units={"x1": "m", "y1": "m"}, stop=0.4, values=[("n", 0.4, 0)])
MODELS.pop()
a0 = -0.9
hit = 0.5 - a0 if False else asin(0.5) - a0
add("parallelogram_stop", """Real x1(start = L*cos(a0)), y1(start = L*sin(a0), fixed = true), x2(start = D + L*cos(a0)), y2(start = L*sin(a0)), u1, v1, u2, v2, F1, F2, F3; Integer n(start = 0, fixed = true); initial equation v1 = V*cos(a0); equation der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;
m*der(u1) = -F1*x1 - F3*(x1 - x2); m*der(v1) = -F1*y1 - F3*(y1 - y2); 2*m*der(u2) = -F2*(x2 - D) + F3*(x1 - x2); 2*m*der(v2) = -F2*y2 + F3*(y1 - y2);
x1^2 + y1^2 = L^2; (x2 - D)^2 + y2^2 = L^2; x2 - x1 = D; when y1 > -0.5*L then reinit(v1, -0.5*pre(v1)); n = pre(n) + 1; end when;""",
    parameters={"L": "1 m", "D": "2 m", "V": "1 m/s", "m": "1 kg", "a0": "-0.9"}, units={"x1": "m", "y1": "m", "x2": "m", "y2": "m", "v1": "m/s"}, stop=0.9, levels={"v1": 2}, systems=("si", "nano", "mixed"),
    values=[("y1", 0.2, sin(-0.7)), ("x2", 0.2, 2 + cos(-0.7)), ("n", 0.9, 1), ("y1", 0.9, sin(-pi / 6 - 0.5 * (0.9 - (0.9 - pi / 6)))), ("v1", 0.9, -0.5 * cos(-pi / 6 - 0.5 * pi / 6))])
MODELS[-1].text = MODELS[-1].text.replace("F3*(x1 - x2)", "F3").replace(" - F3*(y1 - y2);", ";").replace(" + F3*(y1 - y2);", ";")

# Stick-slip on a belt of speed 0.1 with a spring: sticks until k x = Fs (static = kinetic here, so it comes to rest at the limit).
add("block_on_belt", """Real x(start = 0, fixed = true), v(start = 0, fixed = true), F; equation der(x) = v; m*der(v) = F - k*x; F = if v < V then mu else -mu;""",
    # from rest below belt speed: m x'' = mu - k x until v = V: x = (mu/k)(1 - cos wt); w = 1, mu = 1, V = 0.5: sin t = .5; then it moves with the belt up to x = 1, where it stays behind: x'' = 1 - x, x = 1 + 0.5 sin
    parameters={"m": "1 kg", "k": "1 N/m", "mu": "1 N", "V": "0.5 m/s"}, units={"x": "m", "v": "m/s", "F": "N"}, stop=6.0,
    values=[("x", 0.3, 1 - cos(0.3)), ("v", 1.0, 0.5), ("x", 1.0, 1 - cos(pi / 6) + 0.5 * (1 - pi / 6))] + [("x", t, 1 + 0.5 * sin(t - pi / 6 - 2 * cos(pi / 6))) for t in (3.0, 4.5, 6.0)])

# The same with two relations, so that there are three cases.
add("friction_three_cases", """Real x(start = 0, fixed = true), v(start = 2*V, fixed = true); equation der(x) = v; m*der(v) = -(if v > 0 then mu elseif v < 0 then -mu else 0*mu);""",
    parameters={"m": "1 kg", "mu": "1 N", "V": "1 m/s"}, units={"x": "m", "v": "m/s"}, stop=5.0, values=[("x", 1.0, 1.5), ("v", 1.0, 1.0), ("x", 3.0, 2.0), ("x", 5.0, 2.0), ("v", 5.0, 0.0)], sizes={"v": 2.0})

# ---- circuits ------------------------------------------------------------------------------------------------------
# A full bridge of four ideal diodes with a resistor, fed by a triangle; the mean of the absolute value.
add("bridge_on_resistor", """Real u, va, vb, i[4], s[4], io, vo, q(start = 0, fixed = true); equation u = V*(if mod(time, 4*T) < T then mod(time, 4*T)/T elseif mod(time, 4*T) < 3*T then 2 - mod(time, 4*T)/T else mod(time, 4*T)/T - 4);
va - vb = u; vo = R*io; for k in 1:4 loop i[k] = if s[k] > 0 then s[k]*I else 0; end for; va - vo = if s[1] > 0 then 0 else s[1]*V; vb - vo = if s[2] > 0 then 0 else s[2]*V; -va = if s[3] > 0 then 0 else s[3]*V; -vb = if s[4] > 0 then 0 else s[4]*V; io = i[1] + i[2]; i[3] + i[4] = io; C*der(q) = vo;""".replace("i[3] + i[4] = io;", ""),
    parameters={"V": "1 V", "R": "1 Ohm", "T": "1 s", "I": "1 A", "C": "1 s"}, units={"u": "V", "vo": "V", "q": "V"}, stop=7.3, values=[("vo", 0.5, 0.5), ("vo", 2.75, 0.75), ("q", 4.0, 2.0), ("q", 7.3, 2.0 + 1.5 + 0.3 - 0.045 + 0.0)], systems=("si", "nano"))
MODELS.pop()  # i[1] + i[4] at node a is missing: a bridge of diodes is in models_switching

# A half-wave rectifier with smoothing capacitor and resistor, fed by a square wave: exponentials only.
def peaks(t):
    v, k = 0.0, 0
    while True:
        high = k % 2 == 0
        d = min(t - k * 1.0, 1.0)
        v = (1 - (1 - v) * exp(-d * 3.0)) if high and False else v
        if high:      # r = 0.5, R = 2, C = 1: tau = r||R = 0.4, goal 0.8
            v = 0.8 + (v - 0.8) * exp(-d / 0.4)
        else:
            v = v * exp(-d / 2.0)
        k += 1
        if k >= t:
            return v


add("square_wave_rectifier", """Real u, v(start = 0, fixed = true), i; equation u = if mod(time, 2*T) < T then V else -V; i = if u > v then (u - v)/r else 0; C*der(v) = i - v/(4*r);""",
    parameters={"V": "1 V", "r": "0.5 Ohm", "C": "1 F", "T": "1 s"}, units={"v": "V", "u": "V", "i": "A"}, stop=5.5, values=[("v", t, peaks(t)) for t in (0.5, 1.5, 2.5, 4.5, 5.5)])

# A boost converter with a real switch pattern: linear inductor ramps while the switch is closed, LC free while open: replaced by constant output (voltage source).
add("boost_to_battery", """Real i(start = 0, fixed = true), s, q(start = 0, fixed = true); Boolean on; equation on = mod(time, T) < 0.4*T; L*der(i) = if on then U else (if s > 0 then U - 3*U else 0*U); 
s = i/I + (if on then 1 else 0) - 1e-12; der(q) = if on then 0*I else i;""",
    parameters={"U": "1 V", "L": "1 H", "T": "1 s", "I": "1 A"}, units={"i": "A", "q": "A.s"}, stop=3.0, values=[("i", 0.4, 0.4), ("i", 0.5, 0.2), ("i", 0.8, 0.0), ("q", 3.0, 3 * 0.4 * 0.2 / 2), ("i", 2.4, 0.4)], sizes={"i": 0.4})
MODELS.pop()  # stands as discontinuous_buck already

# A relaxation oscillator of an op-amp that saturates: the capacitor charges to +-1 V with thresholds of half.
def relaxation(t, b=0.5):
    v, now, up = 0.0, 0.0, True
    while True:
        goal = 1.0 if up else -1.0
        dt = log((goal - v) / (goal - goal * b))
        if now + dt > t:
            return goal + (v - goal) * exp(-(t - now))
        now, v, up = now + dt, goal * b, not up


add("op_amp_oscillator", """Real v(start = 0, fixed = true), o; Boolean high(start = true, fixed = true); equation o = if high then V else -V; R*C*der(v) = o - v; high = v < -0.5*V or pre(high) and v < 0.5*V;""",
    parameters={"V": "1 V", "R": "1 Ohm", "C": "1 F"}, units={"v": "V", "o": "V"}, stop=6.0, values=[("v", t, relaxation(t)) for t in (0.3, 1.0, 2.2, 3.9, 6.0)], sizes={"v": 0.5})

# Two capacitors are joined by an ideal switch and parted again, with a source current meanwhile; the charge is shared each time.
add("switch_to_and_fro", """Real v(start = V, fixed = true), w(start = 0, fixed = true), i; Boolean shut(start = false, fixed = true); equation C*der(v) = -i; 3*C*der(w) = i - w/R; if shut then v = w; else i = 0; end if; when sample(T, 2*T) then shut = true; elsewhen sample(2*T, 2*T) then shut = false; end when;""",
    parameters={"V": "1 V", "C": "1 F", "R": "1 Ohm", "T": "1 s"}, units={"v": "V", "w": "V", "i": "A"}, stop=3.5,
    # at 1: 1/4 each; to 2: exp(-1/4); then w alone exp(-1/3), v stays; at 3 they share
    values=[("v", 0.5, 1.0), ("w", 1.5, 0.25 * exp(-0.125)), ("v", 2.5, 0.25 * exp(-0.25)), ("w", 2.5, 0.25 * exp(-0.25 - 0.5 / 3)), ("v", 3.5, (0.25 * exp(-0.25) + 0.75 * exp(-0.25 - 1 / 3)) / 4 * exp(-0.125)), ("i", 2.5, 0.0)], levels={"i": 2}, sizes={"i": 0.1})

# Clipper with two ideal voltage limits in series with a resistor; the time integral of a clipped triangle.
add("clipper", """Real u, y, q(start = 0, fixed = true), x(start = 0, fixed = true), w(start = V, fixed = true); equation T*der(x) = w; T*der(w) = -x; u = 2*x; y = if u > V then V elseif u < -0.5*V then -0.5*V else u; T*der(q) = y;""",
    parameters={"V": "1 V", "T": "1 s"}, units={"x": "V", "w": "V", "u": "V", "y": "V", "q": "V"}, stop=2 * pi,
    values=[("q", pi / 2, 2 * (1 - cos(pi / 6)) + pi / 3), ("q", pi, 4 * (1 - cos(pi / 6)) + 2 * pi / 3), ("q", 2 * pi, 4 * (1 - cos(pi / 6)) + 2 * pi / 3 - 4 * (1 - cos(asin(0.25))) - 0.5 * (pi - 2 * asin(0.25)))])

# ---- tanks ---------------------------------------------------------------------------------------------------------
# Three tanks in a row, each overflows into the next at its rim; constant filling. Then a pump empties the last by batches.
add("overflow_chain", """Real h[3](each start = 0, each fixed = true), q[4]; Boolean full[3]; equation q[1] = Q; for i in 1:3 loop A*i*der(h[i]) = q[i] - q[i + 1]; full[i] = h[i] >= H; q[i + 1] = if full[i] then q[i] else 0; end for;""",
    parameters={"Q": "1 m3/s", "A": "1 m2", "H": "1 m"}, units={"h[1]": "m", "h[2]": "m", "h[3]": "m"}, stop=7.0, values=[("h[1]", 0.5, 0.5), ("h[1]", 2.0, 1.0), ("h[2]", 2.0, 0.5), ("h[3]", 2.0, 0.0), ("h[2]", 4.5, 1.0), ("h[3]", 4.5, 0.5), ("h[3]", 7.0, 1.0)], sizes={"h[3]": 1.0})

# A siphon: fills to 1, then empties by Torricelli to 0.2, again and again.
def siphon(t):
    h, now, on = 0.0, 0.0, False
    q, c = 0.3, 1.0
    while True:
        if not on:
            dt = (1.0 - h) / q
            if now + dt > t:
                return h + q * (t - now)
        else:
            # h' = q - c sqrt(h): with s = sqrt(h): t = -2/c (s + (q/c) ln|s - q/c|)
            f = lambda s: -2 / c * (s + q / c * log(s - q / c))
            dt = f(sqrt(0.2)) - f(1.0)
            if now + dt > t:
                return root(lambda s: f(s) - f(1.0) - (t - now), 1.0, sqrt(0.2)) ** 2
        now, h, on = now + dt, (0.2 if on else 1.0), not on


add("siphon", """Real h(start = 0, fixed = true); Boolean runs(start = false, fixed = true); equation A*der(h) = Q - (if runs then c*sqrt(h/H) else 0); runs = h > H or pre(runs) and h > 0.2*H;""",
    parameters={"A": "1 m2", "Q": "0.3 m3/s", "H": "1 m", "c": "1 m3/s"}, units={"h": "m"}, stop=16.0, values=[("h", t, siphon(t)) for t in (3.0, 4.0, 6.0, 9.0, 12.5, 16.0)], amplification=3.0)

# A tank with level switches, valve with a delay of its own (a state), and a counter of batches.
add("batches", """Real h(start = 0.5*H, fixed = true), total(start = 0, fixed = true); Integer batch(start = 0, fixed = true); Boolean open(start = false, fixed = true); equation A*der(h) = Q - (if open then 4*Q else 0*Q); der(total) = if open then 4*Q else 0*Q; when h > H then open = true; batch = pre(batch) + 1; elsewhen h < 0.1*H then open = false; batch = pre(batch); end when; when batch >= 3 and not open then terminate("enough"); end when;""",
    # 0.5 s; then batches: down .9/3 = .3, up .9: third batch ends at .5 + .3*3 + .9*2
    parameters={"A": "1 m2", "Q": "1 m3/s", "H": "1 m"}, units={"h": "m"}, stop=10.0, stops=(0.5 + 0.9 + 1.8, "enough"))

# ---- delays --------------------------------------------------------------------------------------------------------
# The delay itself grows: x(t) = t, y = x(t - 1 - t/2) = t/2 - 1 from t = 2 on, 0 before.
add("delay_that_grows", """Real x(start = 0, fixed = true), y, q(start = 0, fixed = true); equation der(x) = X/T; y = delay(x, T + 0.5*time, 10*T); T*der(q) = y;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "q": "m"}, stop=6.0, values=[("y", 1.0, 0.0), ("y", 2.5, 0.25), ("y", 6.0, 2.0), ("q", 6.0, 4.0), ("q", 4.0, 1.0)], sizes={"y": 1.0})

# Delay of a square wave by what a state says; edges arrive where t - d(t) is the edge.
add("delayed_edges", """Real d(start = 0.5*T, fixed = true), u, y, q(start = 0, fixed = true); equation T*der(d) = 0.25*T; u = if mod(time, 2*T) < T then 1 else 0; y = delay(u, d, 10*T); T*der(q) = y;""",
    # t - .5 - .25 t = k -> t = (k + .5)/.75; y = 1 for phase in [0,1): before t=.5/.75 the phase is negative: u(0) = 1
    parameters={"T": "1 s"}, units={"d": "s"}, stop=7.0, values=[("q", t, sum(min(t, (k + 1.5) / 0.75) - max(0.0, (k + 0.5) / 0.75 if k > 0 else 0.0) for k in (0, 2, 4) if t > (k + 0.5) / 0.75 or k == 0)) for t in (1.0, 2.5, 4.0, 5.5, 7.0)])

# Two delays in a loop with a saturation: y' = -sat(y(t-1)): by the method of steps while not saturated.
add("saturated_delay", """Real y(start = 2*X, fixed = true), z; equation z = delay(y, T); T*der(y) = if z > X then -X elseif z < -X then X else -z;""",
    # z = 2 until 1, y = 2 - t up to t = 2 while z > 1: z(t) = 2 - (t-1) > 1 for t < 2. y(2) = 0. For 2<t<3: z = 3 - t, y' = t - 3: y = (t-3)^2/2 - 1/2
    parameters={"X": "1 m", "T": "1 s"}, units={"y": "m", "z": "m"}, stop=3.5, values=[("y", 1.5, 0.5), ("y", 2.5, 0.125 - 0.5), ("y", 3.0, -0.5), ("y", 3.5, -0.5 + (lambda s: -(((s - 1) ** 3 + 1) / 6 - s / 2))(0.5))])

# ---- both ends -----------------------------------------------------------------------------------------------------
# Thresholds that are met exactly at the start, with either strictness.
add("at_the_start_exactly", """Real x(start = 0, fixed = true), y(start = X, fixed = true), q(start = 0, fixed = true); Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation der(x) = X/T; der(y) = -X/T; when x > 0 then a = pre(a) + 1; end when; when y < X then b = pre(b) + 1; end when; when x >= 0 then c = pre(c) + 1; end when; T*der(q) = (if x > 0 then 1 else 5) + (if y < X then 1 else 5);""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=1.0, values=[("a", 1.0, 1), ("b", 1.0, 1), ("c", 1.0, 0), ("q", 1.0, 2.0)], sizes={"c": 1.0})

# What is reached at the very end, by time, by a state, and by a sampler.
add("at_the_end_exactly", """Real x(start = 0, fixed = true); Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), d(start = 0, fixed = true); equation der(x) = X/T; when time >= 2*T then a = 1; end when; when x >= 2*X then b = 1; end when; when sample(0.5*T, 0.5*T) then c = pre(c) + 1; end when; when terminal() then d = 10*a + b; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=2.0, values=[("a", 1.9, 0), ("a", 2.0, 1), ("b", 2.0, 1), ("c", 2.0, 4), ("d", 2.0, 11)])

# State event and time event at one instant (x reaches 1 where a clock ticks), and a third that follows from both.
add("together_at_one", """Real x(start = 0, fixed = true), y(start = 0, fixed = true); Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation T*der(x) = X; T*der(y) = 0.5*y + X; when x >= X then a = pre(a) + 1; end when; when sample(T, T) then b = pre(b) + 1; end when; when a > 0 and b > 0 then c = 10*a + b; reinit(y, 0*X); end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=2.5, values=[("c", 0.9, 0), ("c", 1.5, 11), ("b", 2.5, 2), ("y", 2.5, 2 * (exp(0.75) - 1)), ("y", 0.9, 2 * (exp(0.45) - 1))], sizes={"c": 1.0})

# ---- long runs -----------------------------------------------------------------------------------------------------
add("ten_thousand_ticks", """Integer n(start = 0, fixed = true); discrete Real s(start = 0, fixed = true); Real x(start = 0, fixed = true); equation when sample(T, T) then n = pre(n) + 1; s = pre(s) + (if mod(n, 3) == 0 then 1 else -0.25); end when; T*der(x) = s - x;""",
    parameters={"T": "0.001 s"}, stop=10.0005, values=[("n", 10.0005, 10000), ("s", 10.0005, 3333 - 0.25 * 6667), ("s", 5.0005, 1666 - 0.25 * 3334)], methods=("auto", "dopri5"), tolerances=("1e-4", "1e-7"), systems=("si", "nano"))

add("ten_thousand_turns", """Real x(start = 0, fixed = true); Boolean up(start = true, fixed = true); Integer n(start = 0, fixed = true); equation T*der(x) = if up then X else -X; when x > X then up = false; n = pre(n) + 1; elsewhen x < 0 then up = true; n = pre(n) + 1; end when;""",
    parameters={"X": "1 m", "T": "0.001 s"}, units={"x": "m"}, stop=10.0005, values=[("n", 10.0005, 10000), ("x", 10.0005, 0.5), ("x", 3.00025, 0.25)], methods=("auto", "radau"), tolerances=("1e-4", "1e-7"), systems=("si", "giga"))

# ---- rules of the language, once more -------------------------------------------------------------------------------
# A function with two results in a when: a random number generator (Lehmer, modulus 2^13 - 1) and its sum.
def lehmer(n):
    s, q = 1, 0.0
    for _ in range(n):
        s = s * 17 % 8191
        q += s / 8191
    return s, q


add("two_results", """function next input Integer s; input Real q; output Integer t; output Real p; algorithm t := mod(17*s, 8191); p := q + t/8191; end next; Integer s(start = 1, fixed = true); discrete Real q(start = 0, fixed = true); equation when sample(T, T) then (s, q) = next(pre(s), pre(q)); end when;""",
    parameters={"T": "0.1 s"}, stop=5.05, values=[(x, t, lehmer(int(t * 10 + 1e-9))[k]) for t in (0.15, 1.05, 3.05, 5.05) for k, x in enumerate(("s", "q"))])

# Records with discrete members in an array, read by a when of the whole.
add("records_of_state", """record R Real x; Integer n; end R; R r[2](x(each start = 0, each fixed = true), n(each start = 0, each fixed = true)); Integer total(start = 0, fixed = true); equation for i in 1:2 loop T*der(r[i].x) = i*X; when r[i].x > (pre(r[i].n) + 1)*X then r[i].n = pre(r[i].n) + 1; end when; end for; when {change(r[1].n), change(r[2].n)} then total = r[1].n + r[2].n; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"r[1].x": "m"}, stop=2.7, values=[("r[1].n", 2.7, 2), ("r[2].n", 2.7, 5), ("total", 2.7, 7), ("total", 1.2, 3)])

# Division, remainder and rounding of negative Integers and Reals that move.
add("negative_rounding", """Real x(start = 0, fixed = true), q(start = 0, fixed = true), p(start = 0, fixed = true), s(start = 0, fixed = true); equation T*der(x) = -X; T*der(q) = div(x, 0.7*X); T*der(p) = rem(x, 0.7*X)/X; T*der(s) = ceil(x/X) + 10*floor(x/X);""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=2.6,
    # div: -k on [0.7k, 0.7(k+1)); rem: -(t - 0.7 k); ceil(-t) = -floor(t), floor(-t) = -ceil(t)
    values=[("q", 2.6, -(0.7 * 1 + 0.7 * 2 + 0.5 * 3)), ("p", 2.6, -(3 * 0.245 + 0.125)), ("s", 2.6, -(0 + 1 + 0.6 * 2) - 10 * (1 + 2 + 0.6 * 3))])

# Two whens fire at one instant, and one more by what they change, in an order that the text does not have.
add("upside_down", """Integer c(start = 0, fixed = true), b(start = 0, fixed = true), a(start = 0, fixed = true); Boolean z(start = false, fixed = true); equation when c > 1 then z = not pre(z); end when; when change(b) then c = pre(c) + b; end when; when change(a) then b = pre(b) + a; end when; when sample(T, T) then a = pre(a) + 1; end when;""",
    parameters={"T": "1 s"}, stop=3.5, values=[("a", 1.5, 1), ("b", 1.5, 1), ("c", 1.5, 1), ("z", 1.5, 0), ("b", 2.5, 3), ("c", 2.5, 4), ("z", 2.5, 1), ("b", 3.5, 6), ("c", 3.5, 10), ("z", 3.5, 1)], sizes={"z": 1.0})

# initial() sets what a state begins with; a start value that an initial algorithm gives.
add("set_at_the_start", """Real x, y(start = 2*X, fixed = true); discrete Real k; Integer n; initial algorithm n := 0; for i in 1:4 loop n := n + i; end for; initial equation x = 3*k; equation T*der(x) = -x; T*der(y) = -n*y/10; when {initial(), y < X} then k = y; end when; when y < X then n = pre(n) + 10; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "k": "m"}, stop=1.5, values=[("x", 0.0, 6.0), ("x", 1.0, 6 * exp(-1.0)), ("y", 0.5, 2 * exp(-0.5)), ("k", 0.5, 2.0), ("k", 1.0, 1.0), ("n", 1.0, 20), ("y", 1.5, exp(-2 * (1.5 - log(2))))])

# Choices of choices that are Booleans, with implications; a relation of a relation's integral.
add("implications", """Real x(start = 0, fixed = true), w(start = X, fixed = true), s(start = 0, fixed = true), q(start = 0, fixed = true); Boolean a, b, c; equation T*der(x) = w; T*der(w) = -x; a = x > 0.5*X; b = w > 0 or a; c = not a or b and s > 0.5; T*der(s) = if a then 1 else 0; T*der(q) = if c then 1 else 0;""",
    # a for t in (pi/6, 5pi/6) + 2 pi k; b there always (a); c = not a, or s > 0.5: s reaches .5 at pi/6 + .5
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "w": "m"}, stop=8.0, values=[("s", 2.0, 2 - pi / 6), ("q", 1.0, pi / 6), ("q", 2.0, 2 - 0.5), ("q", 8.0, 7.5)])

# Start times that are not zero, negative ones too, by an offset of the clock itself.
add("clock_with_offset", """discrete Real last(start = 0, fixed = true); Integer n(start = 0, fixed = true); Real q(start = 0, fixed = true); equation when sample(-0.35*T, 0.4*T) then last = time; n = pre(n) + 1; end when; T*der(q) = (time - last)/T;""",
    # ticks at 0.05 + 0.4 k
    parameters={"T": "1 s"}, units={"last": "s"}, stop=1.5, values=[("n", 1.5, 4), ("last", 1.5, 1.25), ("q", 1.5, 0.05 ** 2 / 2 + 3 * 0.08 + 0.25 ** 2 / 2)])

# A Boolean network with delays of its gates: an oscillator of three, one of them slower.
add("three_gates", """Boolean a, b, c; Real u, v, w, q(start = 0, fixed = true); equation u = if a then 1 else 0; v = if b then 1 else 0; w = if c then 1 else 0; a = not delay(w, 0.1*T) > 0.5; b = not delay(u, 0.1*T) > 0.5; c = not delay(v, 0.3*T) > 0.5; T*der(q) = u;""",
    parameters={"T": "1 s"}, stop=2.9, values=[("q", 2.9, 0.0)])
MODELS.pop()  # its start is a matter of taste: the past of a gate

# A quadrature encoder: two tracks of an angle that turns back, counted up and down.
add("encoder", """Real phi(start = 0, fixed = true), w(start = W, fixed = true); Boolean a, b; Integer n(start = 0, fixed = true); equation der(phi) = w; T*der(w) = -W; a = sin(phi) > 0; b = cos(phi) > 0; when change(a) then n = pre(n) + (if a == b then 1 else -1); elsewhen change(b) then n = pre(n) + (if a == b then -1 else 1); end when;""",
    # phi = 10 t - 5 t^2 up to 5 at t = 1, then back. a true just behind the start. Quarter k is passed at phi = k pi/2: three times up (pi/2, pi, 3pi/2), three down
    parameters={"W": "10 1/s", "T": "1 s"}, units={"w": "1/s"}, stop=1.9, values=[("phi", 1.0, 5.0)])
MODELS.pop()

# A stepper that goes on by a table of times: the next time event is known only at the last one.
jumps = [0.3, 0.35, 1.0, 1.01, 2.2]
add("table_of_times", """parameter Real at[6] = {0.3, 0.35, 1.0, 1.01, 2.2, 1e9}; Integer k(start = 1, fixed = true); discrete Real next(start = 0.3*T, fixed = true); Real q(start = 0, fixed = true); equation when time >= pre(next) then k = pre(k) + 1; next = at[k]*T; end when; T*der(q) = k*k;""",
    parameters={"T": "1 s"}, units={"next": "s"}, stop=3.0, values=[("q", t, sum((min(b, t) - a) * (i + 1) ** 2 for i, (a, b) in enumerate(zip([0.0] + jumps, jumps + [9.0])) if a < t)) for t in (0.32, 0.9, 1.005, 2.0, 3.0)] + [("k", 3.0, 6)])

# Two clocks whose ticks fall together now and then, by rounding or not: 0.1 and 0.15.
add("clocks_that_meet", """Integer a(start = 0, fixed = true), b(start = 0, fixed = true), both(start = 0, fixed = true); Boolean s, r; equation s = sample(0, 0.1*T); r = sample(0, 0.15*T); when s then a = pre(a) + 1; end when; when r then b = pre(b) + 1; end when; when s and r then both = pre(both) + 1; end when;""",
    parameters={"T": "1 s"}, stop=3.04, values=[("a", 3.04, 31), ("b", 3.04, 21), ("both", 3.04, 11)])

# Reinit of two states by each other, twice in one instant (the second by what the first set off).
add("chain_of_reinits", """Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true); equation T*der(x) = X; T*der(y) = 0*X; T*der(z) = 0*X; when x > X then reinit(x, 0*X); reinit(y, y + X); end when; when y > 2.5*X then reinit(y, 0*X); reinit(z, z + y); end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "z": "m"}, stop=7.5, values=[("y", 2.5, 2.0), ("y", 3.5, 0.0), ("z", 3.5, 3.0), ("z", 7.5, 6.0), ("y", 7.5, 1.0), ("x", 7.5, 0.5)], sizes={"y": 1.0})

# A threshold that a discrete Real gives, in an algebraic loop with a nonlinear equation: y^3 + y = x.
def cubic(x):
    return root(lambda y: y ** 3 + y - x, 0.0, 10.0)


add("cubic_thresholds", """Real x(start = 0, fixed = true), y(start = 0); discrete Real h(start = 0.5*X, fixed = true), tl(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation T*der(x) = X; X^2*x = y^3 + X^2*y; when y > pre(h) then h = 2*pre(h); tl = time; n = pre(n) + 1; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "h": "m", "tl": "s"}, stop=11.0, values=[("tl", 1.0, 0.625), ("tl", 3.0, 2.0), ("tl", 11.0, 10.0), ("n", 11.0, 3), ("y", 11.0, cubic(11.0))])

# smooth and noEvent around relations that do not matter, beside one that does.
add("smooth_and_not", """Real x(start = -X, fixed = true), q(start = 0, fixed = true), p(start = 0, fixed = true), r(start = 0, fixed = true); equation T*der(x) = X; T*der(q) = smooth(1, if x > 0 then x^2/X else 0*X); T*der(p) = smooth(0, if x > 0 then x else 0*X); T*der(r) = noEvent(if x > 0 then x^3/X^2 else 0*X);""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "q": "m", "p": "m", "r": "m"}, stop=2.0, values=[("q", 2.0, 1 / 3), ("p", 2.0, 0.5), ("r", 2.0, 0.25)])

# The end comes by terminate at a state event, and what is said is the time of it.
add("lands_and_ends", """Real h(start = H, fixed = true), v(start = V, fixed = true); equation der(h) = v; der(v) = -G; when h < 0 then terminate("landed"); end when;""",
    parameters={"H": "10 m", "V": "3 m/s", "G": "9.81 m/s2"}, units={"h": "m"}, stop=10.0, stops=((3 + sqrt(9 + 2 * g * 10)) / g, "landed"))

# A claim that fails at an event ends the run with an error there.
add("claim_at_event", """Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = X/T; when sample(T, T) then n = pre(n) + 1; assert(x < 2.5*X, "too far"); end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=10.0, stops=(3.0, "too far"))

# ---- friction and contacts, once more --------------------------------------------------------------------------------
# A block on a slope: sticks while the slope is small, slides once tan > mu; the slope rises with time. F = friction in [-mu N, mu N]
add("slope_that_rises", """Real x(start = 0, fixed = true), v(start = 0, fixed = true), f; equation der(x) = v; m*der(v) = m*a*time/T - f; f = if v > 0 then m*a else -m*a;""",
    # rests until t = 1, then v' = a (t - 1)
    parameters={"m": "2 kg", "a": "3 m/s2", "T": "1 s"}, units={"x": "m", "v": "m/s"}, stop=3.0, values=[("v", 0.9, 0.0), ("x", 0.9, 0.0), ("v", 2.0, 1.5), ("x", 3.0, 3 * 8 / 6), ("v", 3.0, 6.0)], sizes={"v": 1.0, "x": 1.0})

# Two blocks in series, friction each, a force on the first only, joined by a spring: the second begins to move once the spring has 1 N.
# First: m x'' = F - k x - 1 with F = 1.5: x = 0.5 (1 - cos t); the spring never reaches 1 N before x = 1 (it turns): at x = 1 (t = pi) v = 0: it sticks (F - kx = .5 < 1)
add("pulled_by_spring", """Real x(start = 0, fixed = true), v(start = 0, fixed = true), y(start = 0, fixed = true), w(start = 0, fixed = true); equation der(x) = v; der(y) = w; m*der(v) = 1.5*f - k*(x - y) - (if v > 0 then f else -f); m*der(w) = k*(x - y) - (if w > 0 then 1.2*f else -1.2*f);""",
    parameters={"m": "1 kg", "k": "1 N/m", "f": "1 N"}, units={"x": "m", "v": "m/s", "y": "m", "w": "m/s"}, stop=6.0, values=[("x", 1.0, 0.5 * (1 - cos(1.0))), ("x", 6.0, 1.0), ("v", 6.0, 0.0), ("y", 6.0, 0.0), ("w", 2.0, 0.0)], sizes={"v": 1.0, "w": 1.0, "y": 1.0})

# Friction by sign: the same motion is to be found though the language makes no event of it.
add("sign_holds", """Real x(start = 0, fixed = true), v(start = V, fixed = true); equation der(x) = v; m*der(v) = -f*sign(v);""",
    parameters={"m": "1 kg", "f": "1 N", "V": "1 m/s"}, units={"x": "m", "v": "m/s"}, stop=5.0, values=[("x", 0.5, 0.375), ("x", 5.0, 0.5), ("v", 5.0, 0.0)], sizes={"v": 1.0})
add("sign_in_function", """function law input Real v; input Real f; output Real F; algorithm F := if v > 0 then f elseif v < 0 then -f else 0; end law; Real x(start = 0, fixed = true), v(start = V, fixed = true); equation der(x) = v; m*der(v) = -law(v, f) + f*time/T;""",
    # v' = -1 + t/4 while moving: v = 1 - t + t^2/8 = 0 at t = 4 - sqrt(8); rests until t = 4; then v = (t-4)^2/8
    parameters={"m": "1 kg", "f": "1 N", "V": "1 m/s", "T": "4 s"}, units={"x": "m", "v": "m/s"}, stop=6.0,
    values=[("v", 1.0, 1 - 1 + 1 / 8), ("v", 3.0, 0.0), ("v", 6.0, 0.5), ("x", 6.0, (lambda t: t - t * t / 2 + t ** 3 / 24)(4 - sqrt(8)) + 8 / 24)], sizes={"v": 1.0})
add("belt_by_sign", """Real x(start = 0, fixed = true), v(start = 0, fixed = true); equation der(x) = v; m*der(v) = mu*sign(V - v) - k*x;""",
    parameters={"m": "1 kg", "k": "1 N/m", "mu": "1 N", "V": "0.5 m/s"}, units={"x": "m", "v": "m/s"}, stop=6.0,
    values=[("x", 0.3, 1 - cos(0.3)), ("v", 1.0, 0.5), ("x", 1.0, 1 - cos(pi / 6) + 0.5 * (1 - pi / 6))] + [("x", t, 1 + 0.5 * sin(t - pi / 6 - 2 * cos(pi / 6))) for t in (3.0, 4.5, 6.0)])
add("relay_without_event", """Real x(start = 0, fixed = true), y; equation y = if noEvent(x > X*sin(time/T)) then -1 else 1; T*der(x) = 2*X*y;""",
    # |cos| < 2: x follows the sine from the start on
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=4.0, values=[("x", t, sin(t)) for t in (0.5, 2.0, 4.0)])

# ---- starts far from zero, and rates that differ much ------------------------------------------------------------------
# A slow tank and a fast relay: 400 turns of the relay while the tank fills once.
add("fast_and_slow", """Real h(start = 0, fixed = true), x(start = 0, fixed = true); Boolean up(start = true, fixed = true); Integer n(start = 0, fixed = true); equation T*der(h) = if up then 0.01*H else 0*H; T*der(x) = if up then X else -X; up = x < 0 or pre(up) and x < 0.05*X; when change(up) then n = pre(n) + 1; end when;""",
    parameters={"X": "1 m", "H": "1 m", "T": "1 s"}, units={"x": "m", "h": "m"}, stop=20.02, values=[("n", 20.02, 400), ("h", 20.0, 0.1), ("x", 20.02, 0.02)])

# A capacitor of a timer, run in long pauses: one pulse of a microsecond each second.
add("rare_pulses", """Real q(start = 0, fixed = true), v(start = 0, fixed = true); equation T*der(q) = if mod(time, T) < 1e-6*T then 1e6 else 0; T*der(v) = q - v;""",
    parameters={"T": "1 s"}, stop=3.5, values=[("q", 0.5, 1.0), ("q", 3.5, 4.0), ("v", 3.5, sum(1 - exp(-(3.5 - k)) for k in range(4)))], tolerances=("1e-4", "1e-6", "1e-7"))

# Growth by a thousand between events that are set by a counter.
add("doublings", """Real x(start = X, fixed = true); Integer n(start = 0, fixed = true); discrete Real tl(start = 0, fixed = true); equation T*der(x) = x; when x > 2^(pre(n) + 1)*X then n = pre(n) + 1; tl = time; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "tl": "s"}, stop=14.0, values=[("n", 14.0, 20), ("tl", 14.0, 20 * log(2)), ("n", 7.0, 10)])

# ---- at rest at the start: sizes show later -----------------------------------------------------------------------------
# A capacitor that is charged from T on, by a relation and by a when-clause.
add("charged_later", """Real v(start = 0, fixed = true); equation RC*der(v) = (if time > T then U else 0) - v;""",
    parameters={"U": "1 V", "RC": "1 s", "T": "1 s"}, units={"v": "V"}, stop=3.0, values=[("v", 2.0, 1 - exp(-1)), ("v", 3.0, 1 - exp(-2))], events=1)
add("source_set_later", """Real v(start = 0, fixed = true); discrete Real s(start = 0, fixed = true); equation when time > T then s = U; end when; RC*der(v) = s - v;""",
    parameters={"U": "1 V", "RC": "1 s", "T": "1 s"}, units={"v": "V", "s": "V"}, stop=3.0, values=[("v", 2.0, 1 - exp(-1)), ("v", 3.0, 1 - exp(-2))])
# A damped mass that is pushed for a while.
add("pushed_later", """Real x(start = 0, fixed = true), v(start = 0, fixed = true), f; equation der(x) = v; m*der(v) = f - d*v; f = if time > T then (if time < 2*T then F else 0) else 0;""",
    parameters={"F": "1 N", "m": "1 kg", "d": "1 kg/s", "T": "1 s"}, units={"x": "m", "v": "m/s", "f": "N"}, stop=4.0,
    values=[("v", 2.0, 1 - exp(-1)), ("x", 2.0, exp(-1)), ("v", 4.0, (1 - exp(-1)) * exp(-2)), ("x", 4.0, exp(-1) + (1 - exp(-1)) * (1 - exp(-2)))])
# A relay whose input is late: a triangle between -1 and 1, with zeros at 0.5 + 2k.
add("late_relay", """Real x(start = 0.5*X, fixed = true); Boolean p; equation p = delay(x, T) > 0; T*der(x) = if p then -X else X;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=8.0, values=[("x", 1.5, -1.0), ("x", 3.5, 1.0), ("x", 5.0, -0.5), ("x", 8.0, 0.5)])
# A bead on a ring without gravity, between a wall that takes half of its speed and an elastic one.
add("ring_between_walls", """Real x(start = 0, fixed = true), y(start = -L), vx(start = V, fixed = true), vy, lam; Integer n(start = 0, fixed = true); equation der(x) = vx; der(y) = vy; m*der(vx) = -2*lam*x; m*der(vy) = -2*lam*y; x^2 + y^2 = L^2; when x > 0.5*L then reinit(vx, -0.5*pre(vx)); n = pre(n) + 1; elsewhen x < -0.5*L then reinit(vx, -pre(vx)); n = pre(n) + 1; end when;""",
    parameters={"L": "1 m", "V": "1 m/s", "m": "1 kg"}, units={"x": "m", "y": "m", "vx": "m/s", "vy": "m/s", "lam": "kg/s2"}, stop=4.0, levels={"lam": 3, "vx": 2, "vy": 2},
    # at pi/6 with speed 1, at 5 pi/6 with speed 1/2
    values=[("x", 1.0, sin(pi / 6 - 0.5 * (1 - pi / 6))), ("lam", 1.0, 0.125), ("n", 4.0, 2), ("y", 4.0, -cos(-pi / 6 + 0.5 * (4 - 5 * pi / 6)))])
# A thyristor that is fired at pi/3 of each period and goes out with its voltage.
add("fired_thyristor", """Real q(start = 0, fixed = true), u, i; Boolean fire, on(start = false, fixed = true); equation u = U*sin(w*time); fire = mod(w*time, 2*pi) > pi/3 and mod(w*time, 2*pi) < pi/3 + 0.2; on = fire and u > 0*U or pre(on) and u > 0*U; i = if on then u/R else 0; der(q) = i;""",
    parameters={"U": "10 V", "w": "1 1/s", "R": "2 Ohm", "pi": repr(pi)}, units={"q": "C", "u": "V", "i": "A"}, stop=14.0, values=[("q", 3.0, 5 * (cos(pi / 3) - cos(3.0))), ("q", 4.0, 7.5), ("q", 10.0, 15.0), ("i", 0.9, 0.0)], sizes={"i": 5.0})
