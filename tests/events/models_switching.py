"""Switched circuits, hybrid controllers, counters, rules of when-clauses: more signals with events."""
from math import atan, ceil, cos, exp, floor, log, pi, sin, sqrt

from event_model import EventModel as E

MODELS = []


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


DIODE = "0 = if s{0} > 0 then i{0} - s{0}*I else i{0}; 0 = if s{0} > 0 then u{0} else u{0} - s{0}*U;\n"

# Freewheel: a coil fed by a pulsed source through a switch, an ideal diode carries on. R = 1, L = 0.5, on for 0.3.
tau = 0.5
i1 = 1 - exp(-0.3 / tau)
add("freewheel", """Real i(start = 0, fixed = true), i1, u1, s1; Boolean on; equation on = time < T; L*der(i) = -R*i - u1; 
i1 = i - (if on then i else 0); u1 = if on then -V else (if s1 > 0 then 0 else s1*U); s1*I = if on then I else i;""",
    parameters={"T": "0.3 s", "L": "0.5 H", "R": "1 Ohm", "V": "1 V", "U": "1 V", "I": "1 A"}, units={"i": "A", "i1": "A", "u1": "V"}, stop=1.0,
    values=[("i", 0.2, 1 - exp(-0.4)), ("i", 1.0, i1 * exp(-0.7 / tau))])

# A diode in series with a coil and a sine: the current rests at zero until the next half wave. With no resistor: i = V/(wL) (1 - cos wt), touches zero each period.
add("coil_and_diode", """Real i(start = 0, fixed = true), u, s; equation V*sin(w*time) = L*der(i) + u; u = if s > 0 then 0 else s*U; i = if s > 0 then s*I else 0;""",
    parameters={"V": "10 V", "w": "5 1/s", "L": "2 H", "U": "1 V", "I": "1 A"}, units={"i": "A", "u": "V"}, stop=1.2,
    values=[("i", t, 1 - cos(5 * t)) for t in (0.3, 0.9, 1.2)])

# With a resistor the current ends before the period does, and rests. Factor forms as in textbooks.
def rl_current(t, R=4.0, L=1.0, w=5.0, V=10.0):
    Z = sqrt(R * R + w * w * L * L); phi = atan(w * L / R)
    return V / Z * (sin(w * t - phi) + sin(phi) * exp(-R * t / L))
lo, hi = pi / 5, 2 * pi / 5
for _ in range(200):
    mid = (lo + hi) / 2
    lo, hi = (mid, hi) if rl_current(mid) > 0 else (lo, mid)
add("coil_resistor_diode", """Real i(start = 0), u, s; equation V*sin(w*time) = L*der(i) + R*i + u; u = s*U*(if s > 0 then 0 else 1); i = s*I*(if s > 0 then 1 else 0);""",
    parameters={"V": "10 V", "w": "5 1/s", "L": "1 H", "R": "4 Ohm", "U": "1 V", "I": "1 A"}, units={"i": "A", "u": "V"}, stop=1.2,
    values=[("i", 0.3, rl_current(0.3)), ("i", 0.6, rl_current(0.6)), ("i", lo + 0.1, 0.0), ("u", lo + 0.1, 10 * sin(5 * (lo + 0.1)))], sizes={"i": 2.0})

# An amplifier behind the current that rests at zero.
add("resting_current_amplified", """Real i(start = 0), u, s, y, z(start = 0, fixed = true); equation V*sin(w*time) = L*der(i) + R*i + u; u = if s > 0 then 0 else s*U; i = if s > 0 then s*I else 0;
y = k*i; der(z) = if y > h then r else 0*r;""",
    parameters={"V": "10 V", "w": "5 1/s", "L": "1 H", "R": "4 Ohm", "U": "1 V", "I": "1 A", "k": "1000 V/A", "h": "0 V", "r": "1 1/s"}, units={"i": "A", "u": "V", "y": "V"}, stop=1.2,
    values=[("i", 0.3, rl_current(0.3)), ("i", lo + 0.1, 0.0), ("z", 1.2, lo), ("y", 0.3, 1000 * rl_current(0.3))], sizes={"i": 2.0})

# Voltage doubler after one charge: Two ideal diodes, two capacitors, stepped source: +V then -V ... resistor-free steps would be impulses. Use ramp u = sawtooth slow: peak follows.
add("peak_and_valley", """Real v, a(start = 0, fixed = true), b(start = 0, fixed = true), ia, ib, ua, ub, sa, sb; equation v = V*sin(w*time); C*der(a) = ia; C*der(b) = -ib;
ua = v - a; ub = b - v; ua = if sa > 0 then 0 else sa*U; ia = if sa > 0 then sa*I else 0; ub = if sb > 0 then 0 else sb*U; ib = if sb > 0 then sb*I else 0;""",
    parameters={"V": "3 V", "w": "2 1/s", "C": "0.1 F", "U": "1 V", "I": "1 A"}, units={"v": "V", "a": "V", "b": "V", "ia": "A", "ib": "A"}, stop=4.0,
    values=[("a", 0.5, 3 * sin(1.0)), ("a", 1.5, 3.0), ("b", 1.7, 3 * sin(3.4)), ("b", 4.0, -3.0), ("a", 4.0, 3.0), ("ia", 0.5, 0.6 * cos(1.0))])

# Thyristor: fires at an angle, conducts until the current is zero; resistive load.
add("thyristor_angle", """Real u, i(start = 0), q(start = 0, fixed = true); Boolean on(start = false, fixed = true), gate; equation u = V*sin(w*time); gate = sample(T/3, T);
on = u > 0 and (pre(on) or gate); i = if on then u/R else 0; der(q) = i;""",
    parameters={"V": "5 V", "w": "3.141592653589793 1/s", "R": "2 Ohm", "T": "2 s"}, units={"u": "V", "i": "A", "q": "C"}, stop=4.0,
    values=[("q", 1.5, 2.5 / pi * (1 + cos(pi * 2 / 3))), ("q", 4.0, 5 / pi * (1 + cos(pi * 2 / 3)))], amplification=1.0)

# Buck converter in discontinuous conduction: inductor current ramps up, down to zero, rests. Fixed output voltage source.
# Vin = 5, Vo = 2, L = 1, T = 1, d = 0.3: peak 0.9; falls by 2: zero after .45; rests .25
add("discontinuous_buck", """Real i(start = 0, fixed = true), q(start = 0, fixed = true), u, s; Boolean on(start = false, fixed = true); discrete Real t0(start = -10*T, fixed = true); equation
when sample(0, T) then t0 = time; end when; on = time < t0 + 0.3*T; L*der(i) = u - Vo; der(q) = i;
u = if on then Vi else (if s > 0 then 0 else Vo - s*U*0 + (-s)*U); i = if on then s*I else (if s > 0 then s*I else 0);""",
    parameters={"T": "1 s", "L": "1 H", "Vi": "5 V", "Vo": "2 V", "U": "1 V", "I": "1 A"}, units={"i": "A", "q": "C", "u": "V"}, stop=3.0,
    values=[("i", 0.2, 0.6), ("i", 0.5, 0.5), ("i", 0.9, 0.0), ("q", 3.0, 3 * 0.9 * 0.75 / 2), ("i", 2.2, 0.6)])

# Sampled integrator with reinit: sample + reinit resets a state each second.
add("reset_each_second", """Real x(start = 0, fixed = true), y(start = 0, fixed = true); discrete Real last(start = 0, fixed = true); equation der(x) = a; der(y) = x;
when sample(T, T) then last = pre(x); reinit(x, 0); end when;""",
    parameters={"a": "2 1/s2", "T": "1 s"}, units={"x": "1/s", "y": "1", "last": "1/s"}, stop=3.5, values=[("x", 3.5, 1.0), ("y", 3.5, 3.25), ("last", 3.5, 2.0), ("x", 2.0, 0.0)], sizes={"x": 2.0})

# when with elsewhen on the same instant: the first wins; nested priority; three clocks.
add("three_clocks", """Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); Real x(start = 0, fixed = true); equation der(x) = r;
when sample(0.6*T, 0.6*T) then a = pre(a) + 1; elsewhen sample(0.3*T, 0.3*T) then b = pre(b) + 1; end when; when {sample(0.6*T, 0.6*T), sample(0.3*T, 0.3*T)} then c = pre(c) + 1; end when;""",
    parameters={"T": "1 s", "r": "1 1/s"}, stop=3.1, values=[("a", 3.1, 5), ("b", 3.1, 5), ("c", 3.1, 10)])

# An Integer counter by edges of a sine state, with change() and edge().
add("counts_edges", """Real x(start = 0, fixed = true), v(start = u, fixed = true); Boolean p; Integer up(start = 0, fixed = true), both(start = 0, fixed = true); equation der(x) = v; der(v) = -w^2*x; p = x > c;
when edge(p) then up = pre(up) + 1; end when; when change(p) then both = pre(both) + 1; end when;""",
    parameters={"u": "2 m/s", "w": "2 1/s", "c": "0.5 m"}, units={"x": "m", "v": "m/s"}, stop=15.0,
    values=[("up", 15.0, sum(1 for k in range(20) if (pi / 6 + 2 * pi * k) / 2 < 15)), ("both", 15.0, sum(1 for k in range(20) if (pi / 6 + 2 * pi * k) / 2 < 15) + sum(1 for k in range(20) if (5 * pi / 6 + 2 * pi * k) / 2 < 15))])

# A three-level hysteresis (two Schmitt triggers in series), triangular input by two rates.
add("two_schmitts", """Real x(start = 0, fixed = true); Boolean up(start = true, fixed = true), a(start = false, fixed = true), b(start = false, fixed = true); Integer n(start = 0, fixed = true); equation
der(x) = if up then r else -r; up = if pre(up) then not x > 1 else x < -1; a = x > 0.5 or (pre(a) and x > -0.5); b = x > 0.8 or (pre(b) and x > 0.2);
when {a and b, not a and not b} then n = pre(n) + 1; end when;""",
    parameters={"r": "1 1/s"}, stop=8.9, values=[("x", 0.5, 0.5), ("x", 2.0, 0.0), ("x", 8.9, 0.9), ("n", 8.9, 5)], events=None)

# Thermostat with two rooms, common boiler that runs if one asks: exact for one room shape by superposition, here uncoupled rooms with equal data run in lockstep.
add("lockstep_rooms", """Real a(start = T0, fixed = true), b(start = T0, fixed = true); Boolean ha(start = true, fixed = true), hb(start = true, fixed = true); equation
tau*der(a) = Te - a + (if ha then P else 0); tau*der(b) = Te - b + (if hb then P else 0); ha = not a > Th and (a < Tl or pre(ha)); hb = not b > Th and (b < Tl or pre(hb));""",
    parameters={"T0": "15 K", "Te": "10 K", "P": "20 K", "Th": "22 K", "Tl": "18 K", "tau": "1 s"}, units={"a": "K", "b": "K"}, stop=3.0,
    values=[("a", 0.5, 30 - 15 * exp(-0.5)), ("b", 0.5, 30 - 15 * exp(-0.5)), ("a", 1.0, 10 + 12 * exp(-(1.0 - log(15 / 8)))), ("b", 1.0, 10 + 12 * exp(-(1.0 - log(15 / 8)))),
            ("a", 3.0, 30 - 12 * exp(-(3.0 - log(15 / 8) - 2 * log(1.5) - log(12 / 8))) if 3.0 - log(15 / 8) - 2 * log(1.5) - log(12 / 8) < log(1.5) and 3.0 > log(15 / 8) + 2 * log(1.5) + log(1.5) else None)],
    amplification=3.0)
MODELS[-1].values = [v for v in MODELS[-1].values if v[2] is not None]

# A saturating integrator with anti-windup by modes (conditional integration), input jumps.
add("anti_windup", """Real x(start = 0, fixed = true), e; equation e = if time < T then a else -a; der(x) = if x > m and e > 0 then 0 else if x < -m and e < 0 then 0 else e;""",
    parameters={"T": "2 s", "a": "1 1/s", "m": "0.7"}, stop=5.0, values=[("x", 0.5, 0.5), ("x", 2.0, 0.7), ("x", 2.5, 0.2), ("x", 5.0, -0.7)])

# Dead beat control of a sampled double integrator: two steps to rest.
add("dead_beat", """Real x(start = a, fixed = true), v(start = 0, fixed = true); discrete Real u(start = 0, fixed = true); equation der(x) = v; der(v) = u; when sample(0, T) then u = -x/T^2 - 1.5*v/T; end when;""",
    parameters={"a": "1 m", "T": "0.5 s"}, units={"x": "m", "v": "m/s", "u": "m/s2"}, stop=2.0,
    values=[("x", 0.5, 0.5), ("v", 0.5, -2.0), ("x", 1.0, 0.0), ("v", 1.0, 0.0), ("x", 2.0, 0.0)], sizes={"v": 2.0})

# Zero-order hold of a ramp, delayed by one sample: pre chain of three.
add("shift_by_samples", """Real x(start = 0, fixed = true); discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation der(x) = r;
when sample(0, T) then a = x; b = pre(a); c = pre(b); end when;""",
    parameters={"r": "2 1/s", "T": "0.25 s"}, stop=2.1, values=[("a", 2.1, 4.0), ("b", 2.1, 3.5), ("c", 2.1, 3.0)])

# Ring of delays by Booleans: a three-inverter ring oscillator built with time: next = pre(time)+d.
add("ring_oscillator", """Boolean q(start = false, fixed = true); discrete Real next(start = T, fixed = true); Real x(start = 0, fixed = true); equation when time >= pre(next) then q = not pre(q); next = pre(next) + T; end when; der(x) = if q then r else 0;""",
    parameters={"T": "0.1 s", "r": "1 1/s"}, units={"next": "s"}, stop=10.05, values=[("x", 10.05, 5.0), ("x", 1.15, 0.55)])

# A variable that jumps by if of time inside algebraic loop of index 1.
add("loop_with_switch", """Real y, z(start = 0, fixed = true); equation y + (if y > c then 2*(y - c) else 0) = a*time; der(z) = y;""",
    parameters={"c": "1", "a": "1 1/s"}, units={"z": "s"}, stop=4.0, values=[("y", 0.5, 0.5), ("y", 4.0, 2.0), ("z", 4.0, 0.5 + 3 + 0.5 * 9 / 3), ("z", 1.0, 0.5)])

# y^3 = time - 1 has an infinite slope at 1: the run stops there, and must not say that the solution ends.
add("cube_root", """Real y(start = -1); equation y^3 = r*time - 1;""", parameters={"r": "1 1/s"}, stop=2.0, stops=(1.0, "infinite slope"), methods=("auto", "dopri5"))

# Flow reversal: the side of the choice must be solved for together with the flow.
add("flow_reversal", """Real q, p(start = 0, fixed = true); equation a*sin(w*time) = if q > 0 then b*q + k*q^2 else b*q - 2*k*q^2; der(p) = q;""",
    parameters={"a": "4 Pa", "w": "1 1/s", "k": "1 Pa.s2/m6", "b": "1 Pa.s/m3"}, units={"q": "m3/s", "p": "m3"}, stop=5.0,
    values=[("q", 1.0, (sqrt(1 + 16 * sin(1.0)) - 1) / 2), ("q", 4.0, -(sqrt(1 - 32 * sin(4.0)) - 1) / 4), ("q", 0.0, 0.0)])

# The start lies in the other branch than the default guess (q < 0 at the start).
add("starts_backwards", """Real q, p(start = 0, fixed = true); equation a*cos(w*time) = if q > 0 then k*q else 3*k*q; der(p) = q;""",
    parameters={"a": "-3 Pa", "w": "1 1/s", "k": "1 Pa.s/m3"}, units={"q": "m3/s", "p": "m3"}, stop=3.0, values=[("q", 0.0, -1.0), ("q", 1.0, -cos(1.0)), ("q", 3.0, -3 * cos(3.0)), ("p", 3.0, -1 + 3 - 3 * sin(3.0))])

# The same, quadratic, starting backwards.
add("starts_backwards_squared", """Real q(start = q0), p(start = 0, fixed = true); equation a*(1 + time/T) = if q > 0 then k*q^2 else -k*q^2; der(p) = q;""",
    parameters={"a": "-4 Pa", "T": "1 s", "k": "1 Pa.s2/m6", "q0": "-1 m3/s"}, units={"q": "m3/s", "p": "m3"}, stop=3.0, values=[("q", 0.0, -2.0), ("q", 3.0, -4.0), ("p", 3.0, -4 / 3 * 7)])

# Delay with a kink that comes back at every hidden level: index 2 constraint of a delayed triangle.
add("delayed_triangle", """Real u, x, v, y; equation u = if time < T then r*time else r*(2*T - time); x = delay(u, D); v = der(x); y = delay(v, D);""",
    parameters={"T": "1 s", "r": "2 m/s", "D": "0.3 s"}, units={"u": "m", "x": "m", "v": "m/s", "y": "m/s"}, stop=3.0,
    values=[("x", 1.0, 1.4), ("x", 2.0, 0.6), ("v", 1.2, 2.0), ("v", 2.0, -2.0), ("y", 1.5, 2.0), ("y", 2.0, -2.0)], methods=("auto",))

# A function of time alone with many switchings in an index-2 constraint.
add("stairs_on_capacitor", """Real v(start = 0), i, q(start = 0, fixed = true); equation v = V*floor(time/T)*0 + V*sin(w*time); C*der(v) = i; der(q) = if i > 0 then i else 0;""",
    parameters={"V": "2 V", "w": "3 1/s", "T": "0.1 s", "C": "0.5 F"}, units={"v": "V", "i": "A", "q": "C"}, stop=pi, values=[("i", 1.0, 3 * cos(3.0)), ("q", pi, 3.0), ("v", 1.0, 2 * sin(3.0))])

# terminal() and a sum over the run; terminate by count.
add("ends_by_count", """Real x(start = 0, fixed = true), y(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = r; der(y) = x; when x > 1 then reinit(x, 0); n = pre(n) + 1; end when;
when n >= 5 then terminate("five"); end when;""", parameters={"r": "2 1/s"}, stop=10.0, stops=(2.5, "five"))

# Two when-clauses that pass a token to and fro within one instant (event iteration), ends after 7 passes.
add("token", """Real x(start = 0, fixed = true); Integer a(start = 0, fixed = true), b(start = 0, fixed = true); equation der(x) = r; a = if x > 1 then (if pre(b) < 7 then pre(b) + 1 else pre(a)) else pre(a); b = if x > 1 then pre(a) else pre(b);""",
    parameters={"r": "2 1/s"}, stop=1.0, values=[("a", 0.4, 0.0), ("x", 1.0, 2.0)])

# Vector condition with both members rising at once counts once.
add("both_rise", """Real x(start = 0, fixed = true), y(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = r; der(y) = 2*r; when {x > 1, y > 2, x > 1.5} then n = pre(n) + 1; end when;""",
    parameters={"r": "1 1/s"}, stop=2.0, values=[("n", 1.2, 1), ("n", 2.0, 2)])

# smooth and noEvent combined: a parabola clipped.
add("clipped", """Real x(start = a, fixed = true), y; equation der(x) = -r; y = if noEvent(x > 0) then x^2/a else 0;""", parameters={"a": "1 m", "r": "1 m/s"}, units={"x": "m", "y": "m"}, stop=2.0,
    values=[("y", 0.5, 0.25), ("y", 2.0, 0.0)])

# Guarded: sqrt behind an event relation that would be complex beyond it.
add("guarded_root", """Real h(start = a, fixed = true); equation der(h) = if h > 0 then -r*sqrt(h/a) else 0;""", parameters={"a": "1 m", "r": "1 m/s"}, units={"h": "m"}, stop=3.0, values=[("h", 1.0, 0.25), ("h", 3.0, 0.0)])

# Phase locked sampling: sample with an offset that never meets a state event, tolerance independent count.
add("beats", """Real x(start = 0, fixed = true); Integer hits(start = 0, fixed = true), n(start = 0, fixed = true); equation der(x) = if x > 1 then 0*r else r; when sample(0.05*T, 0.1*T) then n = pre(n) + 1; hits = pre(hits) + (if sin(w*time) > 0 then 1 else 0); end when;""",
    parameters={"T": "1 s", "r": "10 1/s", "w": "6.283185307179586 1/s"}, stop=10.0, values=[("n", 10.0, 100), ("hits", 10.0, 50)])

# Bistable with noise-free coupling: SR latch by two NOR gates with delays.
add("latch_with_delays", """Boolean s, r, q, nq; Real x(start = 0, fixed = true); equation s = time > T and time < 1.5*T; r = time < 0.2*T or time > 3*T and time < 3.5*T;
q = not (r or delay(if nq then 1 else 0, d) > 0.5); nq = not (s or delay(if q then 1 else 0, d) > 0.5); der(x) = if q and not nq then 1/T else 0;""",
    parameters={"T": "1 s", "d": "0.01 s"}, stop=5.0, values=[("x", 5.0, 1.99)], tolerances=("1e-6",), methods=("auto",), sizes={"x": 1e3})

# Race of three states to thresholds: who is first stops the others by a Boolean.
add("race", """Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); Boolean won(start = false, fixed = true); Integer w(start = 0, fixed = true); equation
der(a) = if won then 0 else r; der(b) = if won then 0 else 1.1*r; der(c) = if won then 0 else 0.9*r; when a > 1 then won = true; w = 1; elsewhen b > 1.2 then won = true; w = 2; elsewhen c > 0.85 then won = true; w = 3; end when;""",
    parameters={"r": "1 1/s"}, stop=2.0, values=[("w", 2.0, 3), ("a", 2.0, 0.85 / 0.9), ("b", 2.0, 1.1 * 0.85 / 0.9), ("c", 2.0, 0.85)])

# PWM with a state carrier: relation between two continuous signals, both moving.
add("pwm_by_state", """Real c(start = 0, fixed = true), m, x(start = 0, fixed = true); Boolean on; equation der(c) = r; when c > 1 then reinit(c, 0); end when; m = 0.3 + 0.2*sin(0.1*w*time)*0; on = c < m; der(x) = if on then r else 0;""",
    parameters={"r": "2 1/s", "w": "1 1/s"}, stop=4.2, values=[("x", 4.2, 8 * 0.3 + 0.3)], amplification=2.0)

# Cascade of integrators with limits on each; the second starts when the first is full.
add("cascade", """Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation der(a) = if a < 1 then r else 0; der(b) = if not a < 1 and b < 1 then 2*r else 0; der(c) = if not b < 1 then 3*r else 0;""",
    parameters={"r": "1 1/s"}, stop=2.0, values=[("a", 2.0, 1.0), ("b", 1.25, 0.5), ("b", 2.0, 1.0), ("c", 2.0, 1.5)])

# Capacitors in a ladder joined one after the other: charge conserved each time. 1 F at 6 V, then 1 F at 0 -> 3 V, then 1 F more at 0 -> 2 V.
add("charge_shared_twice", """Real a(start = V, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), i, j; equation C*der(a) = -i; C*der(b) = i - j; C*der(c) = j; 0 = if time > T then (a - b)/V else i/I; 0 = if time > 2*T then (b - c)/V else j/I;""",
    parameters={"V": "6 V", "C": "1 F", "T": "1 s", "I": "1 A"}, units={"a": "V", "b": "V", "c": "V", "i": "A", "j": "A"}, stop=3.0, values=[("a", 1.5, 3.0), ("b", 1.5, 3.0), ("c", 1.5, 0.0), ("a", 3.0, 2.0), ("c", 3.0, 2.0)], sizes={"c": 6.0})

# Coils in series by opening a switch: flux conserved: L1=1 at 3 A, L2=2 at 0 -> 1 A.
add("flux_shared", """Real i(start = J, fixed = true), k(start = 0, fixed = true), u; equation L1*der(i) = -u; L2*der(k) = u; 0 = if time > T then (i - k)/J else u/V;""",
    parameters={"J": "3 A", "L1": "1 H", "L2": "2 H", "T": "1 s", "V": "1 V"}, units={"i": "A", "k": "A", "u": "V"}, stop=2.0, values=[("i", 0.5, 3.0), ("i", 2.0, 1.0), ("k", 2.0, 1.0)])
