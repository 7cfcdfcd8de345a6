"""Impacts, contacts, friction, clutches: mechanics with events."""
from math import acos, atan2, cos, hypot, pi, sin, sqrt

from event_model import EventModel as E

MODELS = []


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


def bounces(h0, v0, g, e, t):
    """Height and velocity of a ball at t, and the number of its bounces."""
    h, v, now, n = h0, v0, 0.0, 0
    while True:
        flight = (v + sqrt(v * v + 2 * g * h)) / g
        if now + flight > t:
            s = t - now
            return h + v * s - g * s * s / 2, v - g * s, n
        h, v, now, n = 0.0, e * (g * flight - v), now + flight, n + 1


g = 9.81
BALL = "Real h(start = h0, fixed = true), v(start = v0, fixed = true); Integer n(start = 0, fixed = true); equation der(h) = v; der(v) = -g;\n"
add("ball_thrown", BALL + "when h < 0 then reinit(v, -e*pre(v)); n = pre(n) + 1; end when;",
    parameters={"h0": "0.5 m", "v0": "3 m/s", "g": "9.81 m/s2", "e": "0.7"}, units={"h": "m", "v": "m/s"}, stop=2.0,
    values=[(x, t, bounces(0.5, 3, g, 0.7, t)[i]) for t in (0.7, 0.9, 1.4, 2.0) for i, x in enumerate(("h", "v", "n"))],
    events=bounces(0.5, 3, g, 0.7, 2.0)[2])

# Two balls that start so that the first lands when the second does: simultaneous contacts, both reinit.
add("two_balls_at_once", """Real h1(start = h0, fixed = true), v1(start = 0, fixed = true), h2(start = h0, fixed = true), v2(start = 0, fixed = true);
Integer n(start = 0, fixed = true); equation der(h1) = v1; der(v1) = -g; der(h2) = v2; der(v2) = -g;
when h1 < 0 then reinit(v1, -0.5*pre(v1)); end when; when h2 < 0 then reinit(v2, -0.9*pre(v2)); end when;
when {h1 < 0, h2 < 0} then n = pre(n) + 1; end when;""",
    parameters={"h0": "1 m", "g": "9.81 m/s2"}, units={"h1": "m", "h2": "m", "v1": "m/s", "v2": "m/s"}, stop=0.8,
    values=[("h1", 0.8, bounces(1, 0, g, 0.5, 0.8)[0]), ("h2", 0.8, bounces(1, 0, g, 0.9, 0.8)[0]), ("v2", 0.8, bounces(1, 0, g, 0.9, 0.8)[1]),
            ("n", 0.8, 1.0)], events=1)

# A ball between two walls, losing speed at one of them: positions by reflection.
def between(t):
    x, v, now, n = 0.2, 1.7, 0.0, 0
    while True:
        s = (1 - x) / v if v > 0 else x / -v
        if now + s > t:
            return x + v * (t - now), v, n
        x, v, now, n = (1.0, -v, now + s, n + 1) if v > 0 else (0.0, -0.8 * v, now + s, n + 1)


add("two_walls", """Real x(start = x0, fixed = true), v(start = v0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; der(v) = z;
when x > L then reinit(v, -pre(v)); n = pre(n) + 1; elsewhen x < 0 then reinit(v, -0.8*pre(v)); n = pre(n) + 1; end when;""",
    parameters={"x0": "0.2 m", "v0": "1.7 m/s", "L": "1 m", "z": "0 m/s2"}, units={"x": "m", "v": "m/s"}, stop=10.0,
    values=[(x, t, between(t)[i]) for t in (1.0, 3.3, 7.7, 10.0) for i, x in enumerate(("x", "v", "n"))])

# Three equal balls on a line: a row of elastic impacts exchanges velocities, one after the other.
add("cradle", """Real x1(start = 0, fixed = true), x2(start = a, fixed = true), x3(start = b, fixed = true), v1(start = v0, fixed = true),
v2(start = 0, fixed = true), v3(start = 0, fixed = true); equation der(x1) = v1; der(x2) = v2; der(x3) = v3; der(v1) = z; der(v2) = z; der(v3) = z;
when x1 > x2 then reinit(v1, pre(v2)); reinit(v2, pre(v1)); end when; when x2 > x3 then reinit(v2, pre(v3)); reinit(v3, pre(v2)); end when;""",
    parameters={"a": "1 m", "b": "3 m", "v0": "2 m/s", "z": "0 m/s2"}, units={"x1": "m", "x2": "m", "x3": "m", "v1": "m/s", "v2": "m/s", "v3": "m/s"},
    stop=2.5, values=[("x1", 2.5, 1.0), ("x2", 2.5, 3.0), ("x3", 2.5, 5.0), ("v1", 2.5, 0.0), ("v3", 2.5, 2.0), ("x2", 1.0, 2.0)], events=2,
    sizes={"v1": 2.0})

# Balls that touch: the middle one is hit and hits at once; two contacts at one instant, momentum hands over by repetition of the event.
add("cradle_touching", """Real x1(start = 0, fixed = true), x2(start = a, fixed = true), x3(start = a, fixed = true), v1(start = v0, fixed = true),
v2(start = 0, fixed = true), v3(start = 0, fixed = true); equation der(x1) = v1; der(x2) = v2; der(x3) = v3; der(v1) = z; der(v2) = z; der(v3) = z;
when x1 > x2 then reinit(v1, pre(v2)); reinit(v2, pre(v1)); end when; when x2 > x3 then reinit(v2, pre(v3)); reinit(v3, pre(v2)); end when;""",
    parameters={"a": "1 m", "v0": "2 m/s", "z": "0 m/s2"}, units={"x1": "m", "x2": "m", "x3": "m", "v1": "m/s", "v2": "m/s", "v3": "m/s"},
    stop=2.0, values=[("x1", 2.0, 1.0), ("x2", 2.0, 1.0), ("x3", 2.0, 4.0), ("v3", 2.0, 2.0)])

# A bead on a ring without gravity turns evenly: stops at two angles, restitution 1 and 1/2. Index 3.
def bead(t):
    phi, w, now = 0.0, 1.0, 0.0
    while True:
        target = 1.0 if w > 0 else -0.7
        s = (target - phi) / w
        if now + s > t:
            return phi + w * (t - now), w
        phi, w, now = target, (-w if w > 0 else -0.5 * w), now + s


add("bead_on_ring", """Real x(start = R, fixed = true), y(start = 0), u(start = 0), v(start = v0, fixed = true), F; equation der(x) = u; der(y) = v; der(u) = -F*x; der(v) = -F*y;
x^2 + y^2 = R^2; when y > R*s1 then reinit(v, -pre(v)); elsewhen y < -R*s2 then reinit(v, -0.5*pre(v)); end when;""",
    parameters={"R": "1 m", "v0": "1 m/s", "s1": "%.17g" % sin(1.0), "s2": "%.17g" % sin(0.7)}, units={"x": "m", "y": "m", "u": "m/s", "v": "m/s", "F": "1/s2"},
    stop=6.0, values=[(x, t, f(*bead(t))) for t in (0.5, 2.0, 4.0, 6.0) for x, f in
                      (("x", lambda p, w: cos(p)), ("y", lambda p, w: sin(p)), ("u", lambda p, w: -w * sin(p)), ("v", lambda p, w: w * cos(p)), ("F", lambda p, w: w * w))],
    events=2, levels={"u": 2, "v": 2, "F": 3})

# A mass on a string in empty space: straight until the string is tight, then its speed along the string is gone and it turns.
def string(t):
    x, y, u, v = 0.5, 0.0, 0.3, 0.8
    a, b, c = u * u + v * v, 2 * (x * u + y * v), x * x + y * y - 1
    s = (-b + sqrt(b * b - 4 * a * c)) / (2 * a)
    if t < s:
        return x + u * t, y + v * t, 0.0
    X, Y = x + u * s, y + v * s
    w = X * v - Y * u
    phi = atan2(Y, X) + w * (t - s)
    return cos(phi), sin(phi), w * w


add("string_in_space", """Real x(start = x0, fixed = true), y(start = 0, fixed = true), u(start = u0, fixed = true), v(start = v0, fixed = true), F; Boolean taut(start = false, fixed = true);
equation der(x) = u; der(y) = v; der(u) = -F*x; der(v) = -F*y; 0 = if taut then (x^2 + y^2 - R^2)/R^2 else F/k; when x^2 + y^2 > R^2 then taut = true; end when;""",
    parameters={"x0": "0.5 m", "u0": "0.3 m/s", "v0": "0.8 m/s", "R": "1 m", "k": "1 1/s2"}, units={"x": "m", "y": "m", "F": "1/s2"},
    stop=3.0, values=[(x, t, string(t)[i]) for t in (0.5, 1.5, 3.0) for i, x in enumerate(("x", "y", "F"))], events=1, sizes={"F": 0.5}, levels={"F": 3})

# A spring hits a stop with restitution 1/2: half waves.
def stopped_spring(t):
    # x = cos t from 1, stop at x = -1/2
    first = acos(-0.5)
    if t < first:
        return cos(t), -sin(t)
    x, v, now = -0.5, 0.5 * sin(first), first
    while True:
        # returns to -1/2
        r, p = hypot(x, v), atan2(-v, x)
        # x(s) = r cos(s + p): next time at -1/2 with v < 0
        s = acos(-0.5 / r) - p
        while s < 1e-9:
            s += 2 * pi
        if now + s > t:
            s = t - now
            return r * cos(s + p), -r * sin(s + p)
        x, v, now = -0.5, 0.5 * r * sin(s + p), now + s


add("spring_at_stop", """Real x(start = x0, fixed = true), v(start = 0, fixed = true); equation der(x) = v; m*der(v) = -k*x; when x < -b then reinit(v, -0.5*pre(v)); end when;""",
    parameters={"x0": "1 m", "b": "0.5 m", "m": "1 kg", "k": "1 N/m"}, units={"x": "m", "v": "m/s"}, stop=12.0,
    values=[(x, t, stopped_spring(t)[i]) for t in (2.0, 3.0, 6.0, 9.0, 12.0) for i, x in enumerate(("x", "v"))], amplification=4.0)

# A block with Coulomb friction, brakes to rest and stays: the relation's two sides push against each other.
add("brake_to_rest", """Real x(start = 0, fixed = true), v(start = v0, fixed = true); equation der(x) = v; der(v) = if v > 0 then -mu*g else mu*g;""",
    parameters={"v0": "3 m/s", "mu": "0.2", "g": "9.81 m/s2"}, units={"x": "m", "v": "m/s"}, stop=3.0,
    values=[("x", 1.0, 3 - 0.981), ("v", 1.0, 3 - 1.962), ("x", 3.0, 9 / (2 * 1.962)), ("v", 3.0, 0.0)], sizes={"v": 3.0})

# Stick, slip and stick: a block on a ramp of force. F = k t; slips at F = Fs, friction Fk then: stiction as Integer mode.
def pulled(t):
    """Position and velocity: at rest up to 2, v' = t - 1 up to 3, then v' = -1 until it rests."""
    if t <= 2:
        return 0.0, 0.0
    if t <= 3:
        return (t**3 - 8) / 6 - (t * t - 4) / 2, t * t / 2 - t
    s = min(t - 3, 1.5)
    return 2 / 3 + 1.5 * s - s * s / 2, 1.5 - s


add("stiction_modes", """Real x(start = 0, fixed = true), v(start = 0, fixed = true), F, f; Integer mode(start = 0, fixed = true) "0 sticks, 1 forward";
equation F = if time < T3 then k*time else 0; der(x) = v; m*der(v) = F - f; f = if mode == 0 then F else Fk;
when F > Fs and pre(mode) == 0 then mode = 1; elsewhen v < 0 and pre(mode) == 1 then mode = 0; reinit(v, 0); end when;""",
    parameters={"T3": "3 s", "k": "1 N/s", "Fs": "2 N", "Fk": "1 N", "m": "1 kg"}, units={"x": "m", "v": "m/s", "f": "N"}, stop=6.0,
    values=[(x, t, pulled(t)[i]) for t in (1.0, 2.5, 3.5, 4.0, 6.0) for i, x in enumerate(("x", "v"))] + [("mode", 6.0, 0.0), ("mode", 3.0, 1.0)], sizes={"mode": 1.0})

# A clutch that slips and locks, by an Integer state; momentum by hand.
add("clutch_locks", """Real w1(start = wa, fixed = true), w2(start = 0, fixed = true), tau; Boolean locked(start = false, fixed = true);
equation J1*der(w1) = T - tau; J2*der(w2) = tau; when w1 <= w2 then locked = true; end when; 0 = if locked then (w1 - w2)/wa else (tau - Tc)/Tc;""",
    parameters={"J1": "2 kg.m2", "J2": "1 kg.m2", "T": "1 J", "Tc": "4 J", "wa": "11 1/s"}, units={"w1": "1/s", "w2": "1/s", "tau": "J"}, stop=4.0,
    # w1 = 11 - 1.5 t, w2 = 4 t: equal at t = 2, w = 8; then w' = 1/3, tau = 1/3
    values=[("w1", 1.0, 9.5), ("w2", 1.0, 4.0), ("w1", 4.0, 8 + 2 / 3), ("w2", 4.0, 8 + 2 / 3), ("tau", 4.0, 1 / 3), ("tau", 1.0, 4.0)], events=1)

# Plastic landing: a contact in parametric form that can only push; a growing force lifts the block off again at t = 2.
def lifted(t):
    # y'' = 5 t - 10, y(0) = 1: y = 1 - 5 t^2 + 5 t^3/6
    lo, hi = 0.0, 1.0
    for _ in range(200):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if 1 - 5 * mid**2 + 5 * mid**3 / 6 > 0 else (lo, mid)
    if t < lo:
        return 1 - 5 * t**2 + 5 * t**3 / 6, 0.0
    return (0.0, 10 - 5 * t) if t < 2 else (5 * (t - 2) ** 3 / 6, 0.0)


add("lands_and_lifts", """Real y(start = h0, fixed = true), v(start = 0, fixed = true), N, s(start = h0); equation der(y) = v; m*der(v) = N - m*g + k*time;
y = if s > 0 then s else 0; N = if s > 0 then 0 else -c*s;""",
    parameters={"h0": "1 m", "m": "1 kg", "g": "10 m/s2", "k": "5 N/s", "c": "1 N/m"}, units={"y": "m", "v": "m/s", "N": "N"}, stop=3.0,
    values=[(x, t, lifted(t)[i]) for t in (0.3, 1.5, 2.5, 3.0) for i, x in enumerate(("y", "N"))])

# A rod of index 3 hangs at a rope that breaks: two free bodies joined by a rod keep turning. Momentum and spin stay.
add("breaking_rod", """Real x1(start = 0, fixed = true), x2(start = 1*L), v1(start = va, fixed = true), v2, F; Boolean whole(start = true, fixed = true);
equation der(x1) = v1; der(x2) = v2; m*der(v1) = P - F; m*der(v2) = F; 0 = if whole then (x2 - x1 - L)/L else F/P; when time >= T then whole = false; end when;""",
    parameters={"L": "1 m", "va": "1 m/s", "m": "1 kg", "P": "2 N", "T": "1 s"}, units={"x1": "m", "x2": "m", "v1": "m/s", "v2": "m/s", "F": "N"}, stop=2.0,
    # together: a = 1, v = 2, x1 = 1.5 at 1; then x1: a = 2, x2: a = 0
    values=[("F", 0.5, 1.0), ("x1", 2.0, 1.5 + 2 + 1), ("x2", 2.0, 2.5 + 2), ("v1", 2.0, 4.0), ("v2", 2.0, 2.0), ("F", 2.0, 0.0)], events=1)

# A prescribed path with a kink in its slope at t = 1: index 3, the velocity jumps and an impulse acts.
add("path_with_kink", """Real x, v, F; equation x = if time < T then a*time else a*T + b*(time - T); der(x) = v; m*der(v) = F;""",
    parameters={"T": "1 s", "a": "1 m/s", "b": "3 m/s", "m": "2 kg"}, units={"x": "m", "v": "m/s", "F": "N"}, stop=2.0,
    values=[("x", 0.5, 0.5), ("v", 0.5, 1.0), ("x", 2.0, 4.0), ("v", 2.0, 3.0), ("F", 2.0, 0.0)], sizes={"F": 1.0}, levels={"v": 2, "F": 3})

# The same with a kink of the acceleration: nothing jumps but the force.
add("path_with_bent_slope", """Real x, v, F; equation x = if time < T then a*time^2/2 else a*T^2/2 + a*T*(time - T); der(x) = v; m*der(v) = F;""",
    parameters={"T": "1 s", "a": "1 m/s2", "m": "2 kg"}, units={"x": "m", "v": "m/s", "F": "N"}, stop=2.0,
    values=[("F", 0.5, 2.0), ("v", 0.5, 0.5), ("x", 2.0, 1.5), ("v", 2.0, 1.0), ("F", 2.0, 0.0)], levels={"v": 2, "F": 3})

# A cam of three pieces moves a mass on a spring: index 2 for the rate of the cam.
add("cam_rate", """Real p, u, x(start = 0, fixed = true); equation p = if time < T then a*time elseif time < 2*T then a*T else a*T - a*(time - 2*T); der(p) = u; der(x) = p;""",
    parameters={"T": "1 s", "a": "1 m/s"}, units={"p": "m", "u": "m/s", "x": "m.s"}, stop=3.0,
    values=[("u", 0.5, 1.0), ("u", 1.5, 0.0), ("u", 2.5, -1.0), ("p", 2.5, 0.5), ("x", 3.0, 2.0)])

# A pendulum rod in empty space whose length is wound in from t = 1 on: angular momentum stays. Kink of a constraint at index 3.
def winch(t):
    if t <= 1:
        return 1.0, t
    L = 1 - 0.25 * (t - 1)
    # w = 1/L^2: angle 1 + integral of 1/L^2 = 1 + 4 (1/L - 1)
    return L, 1 + 4 * (1 / L - 1)


add("winch", """Real x(start = R, fixed = true), y(start = 0), u(start = 0), v(start = v0, fixed = true), F, L; equation L = if time < T then R else R - c*(time - T);
der(x) = u; der(y) = v; der(u) = -F*x; der(v) = -F*y; x^2 + y^2 = L^2;""",
    parameters={"R": "1 m", "v0": "1 m/s", "T": "1 s", "c": "0.25 m/s"}, units={"x": "m", "y": "m", "u": "m/s", "v": "m/s", "F": "1/s2", "L": "m"}, stop=3.0,
    values=[(x, t, f(*winch(t))) for t in (0.5, 2.0, 3.0) for x, f in (("x", lambda L, p: L * cos(p)), ("y", lambda L, p: L * sin(p)), ("F", lambda L, p: 1 / L**4))],
    amplification=4.0, levels={"F": 3})

# A one-way stop of a turning mass (ratchet): it never turns back.
def ratchet(t):
    # w' = cos t; w = sin t while w > 0; stays at rest from pi until cos t > 0 again at 3 pi/2 and moves with sin t + 1
    t = t % (2 * pi)
    return sin(t) if t < pi else 0.0 if t < 1.5 * pi else sin(t) + 1


add("ratchet", """Real w(start = 0, fixed = true); Boolean stopped(start = false, fixed = true); equation der(w) = if stopped then 0 else c*cos(time/T)/T;
when w < 0 then stopped = true; reinit(w, 0); elsewhen cos(time/T) > 0 then stopped = false; end when;""",
    parameters={"c": "1 1/s", "T": "1 s"}, units={"w": "1/s"}, stop=6.0,
    values=[("w", t, ratchet(t)) for t in (1.0, 2.0, 4.0, 5.5, 6.0)])

# Two friction contacts in a row, first one then the other gives way.
def stacked(t):
    # Upper block m = 1 on lower block m = 1 with friction limit 1; lower on ground with friction limit 2; force 2 t pulls the lower one.
    # Lower starts at t = 1 (2t > 2); both move with a = (2t - 2)/2 until a = 1 (friction between limit): t = 2; then upper a = 1, lower a = 2t - 3.
    if t < 1:
        return 0.0, 0.0
    if t < 2:
        return (t - 1) ** 2 / 2, (t - 1) ** 2 / 2
    return 0.5 + (t - 2), 0.5 + (t * t - 3 * t + 2)


add("stacked", """Real vu(start = 0, fixed = true), vl(start = 0, fixed = true), f, fg; equation m*der(vu) = f; m*der(vl) = k*time - f - fg;
f = if vl > vu then a else -a; fg = if vl > 0 then b else -b;""",
    parameters={"m": "1 kg", "k": "2 N/s", "a": "1 N", "b": "2 N"}, units={"vu": "m/s", "vl": "m/s"}, stop=3.0,
    values=[(x, t, stacked(t)[i]) for t in (0.5, 1.5, 2.5, 3.0) for i, x in enumerate(("vu", "vl"))])

# Contact along a tangent: the parabola touches the floor and leaves it again; no event, nothing changes.
add("touches", """Real x(start = T^2*a, fixed = true), v(start = -2*T*a, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; der(v) = 2*a; when x < 0 then n = pre(n) + 1; end when;""",
    parameters={"T": "1 s", "a": "1 m/s2"}, units={"x": "m", "v": "m/s"}, stop=3.0, values=[("x", 3.0, 4.0), ("v", 3.0, 4.0)], sizes={"n": 1.0})

# Just through the floor: two crossings close to each other within one long step. What dips by less than the errors that are allowed
# need not be seen: a hundredth of the height at all tolerances, a ten thousandth where they are sharp.
DIPS = """Real x(start = a*(T^2 - d^2), fixed = true), v(start = -2*T*a, fixed = true); Integer n(start = 0, fixed = true), m(start = 0, fixed = true); equation der(x) = v; der(v) = 2*a;
when x < 0 then n = pre(n) + 1; end when; when x > 0 then m = pre(m) + 1; end when;"""
for name, d, tolerances in (("dips", "1e-1 s", None), ("dips_slightly", "1e-2 s", ("1e-6", "1e-7", "1e-9"))):
    add(name, DIPS, parameters={"T": "1 s", "a": "1 m/s2", "d": d}, units={"x": "m", "v": "m/s"}, stop=3.0,
        values=[("n", 3.0, 1.0), ("m", 3.0, 1.0), ("x", 3.0, 4.0 - float(d[:4]) ** 2)], sizes={"n": 1.0, "m": 1.0}, events=2, tolerances=tolerances)

# A puck in a rectangle: reflections, corner hit exactly at (1, 1).
def fold(x):
    x = x % 2.0
    return x if x <= 1 else 2 - x


add("puck", """Real x(start = 0.5*L, fixed = true), y(start = 0.25*L, fixed = true), u(start = 1*c, fixed = true), v(start = 1.5*c, fixed = true);
equation der(x) = u; der(y) = v; der(u) = z; der(v) = z;
when {x > L, x < 0} then reinit(u, -pre(u)); end when; when {y > L, y < 0} then reinit(v, -pre(v)); end when;""",
    parameters={"L": "1 m", "c": "1 m/s", "z": "0 m/s2"}, units={"x": "m", "y": "m", "u": "m/s", "v": "m/s"}, stop=7.3,
    # both walls at once: x = 1 at 0.5, y = 1 at 0.5
    values=[(x, t, fold(0.5 + t) if x == "x" else fold(0.25 + 1.5 * t)) for t in (0.4, 0.9, 2.2, 5.1, 7.3) for x in ("x", "y")])

# A mass falls onto a spring.
def on_spring(t):
    # falls from 0 at speed 0 under g = 1 until y = -0.5 at t = 1, then spring k = 4 (no damping): m y'' = -1 - 4 (y + 0.5)
    if t < 1:
        return -t * t / 2
    s = t - 1
    w = 2.0
    # y + 0.5 + 0.25 = A cos(2 s) + B sin(2 s): A = 0.25, B = -1/2
    return -0.75 + 0.25 * cos(w * s) - 0.5 * sin(w * s)


add("falls_on_spring", """Real y(start = 0, fixed = true), v(start = 0, fixed = true); equation der(y) = v; m*der(v) = -m*g + (if y < -d then -k*(y + d) else 0);""",
    parameters={"m": "1 kg", "g": "1 m/s2", "d": "0.5 m", "k": "4 N/m"}, units={"y": "m", "v": "m/s"}, stop=2.5,
    values=[("y", t, on_spring(t)) for t in (0.5, 1.5, 2.0, 2.5)])

# Rolling and slipping: a wheel is dropped spinning, slips until it rolls: v = R w; then it rolls with constant speed.
add("slip_to_roll", """Real v(start = 0, fixed = true), w(start = w0, fixed = true), f; equation m*der(v) = f; J*der(w) = -R*f; f = if R*w > v then mu*m*g else -mu*m*g;""",
    parameters={"m": "2 kg", "J": "1 kg.m2", "R": "1 m", "w0": "9 1/s", "mu": "0.3", "g": "10 m/s2"}, units={"v": "m/s", "w": "1/s", "f": "N"}, stop=2.0,
    # v' = 3, w' = -6: equal at t = 1, v = 3
    values=[("v", 0.5, 1.5), ("w", 0.5, 6.0), ("v", 2.0, 3.0), ("w", 2.0, 3.0)])

# A train of three wagons picked up one after the other: momentum at each coupling, by reinit of several states.
add("wagons", """Real x(start = 0, fixed = true), v(start = v0, fixed = true); Real M(start = m, fixed = true); Integer n(start = 1, fixed = true); equation der(x) = v; der(v) = z; der(M) = q;
when x > pre(n)*L then n = pre(n) + 1; reinit(M, pre(M) + m); reinit(v, pre(v)*pre(M)/(pre(M) + m)); end when;""",
    parameters={"L": "1 m", "v0": "6 m/s", "m": "1 kg", "z": "0 m/s2", "q": "0 kg/s"}, units={"x": "m", "v": "m/s", "M": "kg"}, stop=1.25,
    # to 1 at 1/6 with 6, to 2 at 1/6 + 1/3 = 1/2 with 3, to 3 at 1 with 2, then 1.5
    values=[("v", 0.3, 3.0), ("v", 0.75, 2.0), ("v", 1.25, 1.5), ("x", 1.25, 3.375), ("M", 1.25, 4.0), ("n", 1.25, 4.0)], events=3)

# A block on a belt of speed 1/2: it sticks until the spring pulls with 2, slips with friction 1, and sticks again where it began. Index 2
# while it sticks, and its speed is that of the belt then, no more and no less.
def belt(t):
    slips = 2 * pi - 2 * atan2(2, 1)
    n, s = divmod(t, 4 + slips)
    if s < 4:
        return 0.5 * s, 2 * n
    return 1 + cos(s - 4) + 0.5 * sin(s - 4), 2 * n + 1


add("belt", """Real x(start = 0, fixed = true), v(start = c), F; Boolean stick(start = true, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; m*der(v) = -k*x + F; 0 = if stick then (v - c)/c else (F - Fk)/Fk;
when pre(stick) and F > 2*Fk then stick = false; n = pre(n) + 1; elsewhen not pre(stick) and v > c then stick = true; n = pre(n) + 1; end when;""",
    parameters={"m": "1 kg", "k": "1 N/m", "c": "0.5 m/s", "Fk": "1 N"}, units={"x": "m"}, stop=25.0, values=[(x, t, belt(t)[i]) for t in (3.0, 6.0, 10.0, 14.0, 25.0) for i, x in enumerate(("x", "n"))],
    amplification=3.0)

# A string pendulum, from the lowest point with v^2 = 7/2: slack at y = 1/2, tight again at the lowest point after sqrt 6, where it keeps the speed
# along the circle only, v^2 = 1/8. No force pushes while it is slack, no more and no less than none.
add("string_pendulum", """Real x(start = 0, fixed = true), y(start = -L), v(start = v0, fixed = true), w, F; Real E = (v^2 + w^2)/2 + g*y; Boolean taut(start = true, fixed = true); discrete Real slack(start = 0, fixed = true), tight(start = 0, fixed = true);
equation der(x) = v; der(y) = w; der(v) = -F*x; der(w) = -F*y - g; 0 = if taut then (x^2 + y^2 - L^2)/L^2 else F*L/g;
when pre(taut) and F < 0 then taut = false; slack = time; tight = pre(tight); elsewhen not pre(taut) and x^2 + y^2 > L^2 then taut = true; slack = pre(slack); tight = time; end when;""",
    parameters={"L": "1 m", "g": "1 m/s2", "v0": "%.17g m/s" % sqrt(3.5)}, units={"E": "m2/s2", "slack": "s", "tight": "s"}, stop=5.0,
    values=[("E", 1.0, 0.75), ("slack", 5.0, 1.50965041646399), ("tight", 5.0, 1.50965041646399 + sqrt(6)), ("E", 5.0, -0.9375)], events=2, amplification=3.0, levels={"E": 2})
