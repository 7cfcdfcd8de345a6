"""Stops, backlash, clutches, stacks, cradles, tanks: more mechanics and hydraulics with events."""
from math import acos, asin, atan, cos, cosh, exp, log, pi, sin, sqrt, tanh

from event_model import EventModel as E

MODELS = []
g = 9.81


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


# Two masses above each other and above the ground, contacts in parametric form, starts that are only preferred.
t1, t2 = sqrt(2 * 1.0 / g), sqrt(2 * 1.5 / g)
add("masses_above", """Real h1(start = a), h2(start = b), v1(start = 0), v2(start = 0), s1, s2, f1, f2; equation
der(h1) = v1; der(h2) = v2; m*der(v1) = f1 - f2 - m*g; m*der(v2) = f2 - m*g;
h1 = if s1 > 0 then s1*L else 0; f1 = if s1 > 0 then 0 else -s1*F; h2 - h1 = if s2 > 0 then s2*L else 0; f2 = if s2 > 0 then 0 else -s2*F;""",
    parameters={"a": "1 m", "b": "1.5 m", "g": "9.81 m/s2", "m": "2 kg", "L": "1 m", "F": "1 N"},
    units={"h1": "m", "h2": "m", "v1": "m/s", "v2": "m/s", "f1": "N", "f2": "N"}, stop=1.0,
    values=[("h1", 0.0, 1.0), ("h2", 0.0, 1.5), ("h1", 0.3, 1 - g * .045), ("h2", 0.5, 1.5 - g * .125), ("h1", 0.5, 0.0), ("h2", 1.0, 0.0), ("f1", 1.0, 4 * g), ("f2", 1.0, 2 * g)],
    sizes={"h1": 1.0, "h2": 1.5})

# The same, begun on top of each other: they fall together and land at once.
add("stack_falls", """Real h1(start = a), h2(start = a), v1(start = 0), v2(start = 0), s1, s2, f1, f2; equation
der(h1) = v1; der(h2) = v2; m*der(v1) = f1 - f2 - m*g; m*der(v2) = f2 - m*g;
h1 = if s1 > 0 then s1*L else 0; f1 = if s1 > 0 then 0 else -s1*F; h2 - h1 = if s2 > 0 then s2*L else 0; f2 = if s2 > 0 then 0 else -s2*F;""",
    parameters={"a": "1 m", "g": "9.81 m/s2", "m": "2 kg", "L": "1 m", "F": "1 N"},
    units={"h1": "m", "h2": "m", "v1": "m/s", "v2": "m/s", "f1": "N", "f2": "N"}, stop=1.0,
    values=[("h1", 0.0, 1.0), ("h2", 0.0, 1.0), ("h1", 0.3, 1 - g * .045), ("h2", 0.3, 1 - g * .045), ("h2", 1.0, 0.0), ("f1", 1.0, 4 * g), ("f2", 1.0, 2 * g)],
    sizes={"h1": 1.0, "h2": 1.0})

# A mass between two stops with play, pushed by a sine: parametric on both sides, plastic.
add("string_start_slack", """Real x(start = x0), v(start = 0), s, f; equation der(x) = v; m*der(v) = m*g - f;
L - x = if s > 0 then s*L else 0; f = if s > 0 then 0 else -s*F;""",
    parameters={"x0": "0.2 m", "L": "1 m", "m": "3 kg", "g": "9.81 m/s2", "F": "1 N"}, units={"x": "m", "v": "m/s", "f": "N"}, stop=1.0,
    values=[("x", 0.0, 0.2), ("x", 0.2, 0.2 + g * 0.02), ("x", 1.0, 1.0), ("f", 1.0, 3 * g), ("v", 0.2, g * 0.2)])

# Newton's cradle with four equal balls that touch, one strikes: the last one leaves. By pairs, one after the other.
names = range(1, 5)
add("cradle_of_four", "Real " + ", ".join("x%d(start = %s, fixed = true)" % (k, "0" if k == 1 else "a") for k in names) + ", "
    + ", ".join("v%d(start = %s, fixed = true)" % (k, "v0" if k == 1 else "0") for k in names) + "; equation "
    + " ".join("der(x%d) = v%d; der(v%d) = z;" % (k, k, k) for k in names)
    + " ".join("when x%d > x%d then reinit(v%d, pre(v%d)); reinit(v%d, pre(v%d)); end when;" % (k, k + 1, k, k + 1, k + 1, k) for k in (1, 2, 3)),
    parameters={"a": "1 m", "v0": "2 m/s", "z": "0 m/s2"}, units={"x%d" % k: "m" for k in names} | {"v%d" % k: "m/s" for k in names}, stop=2.0,
    values=[("x1", 2.0, 1.0), ("x2", 2.0, 1.0), ("x3", 2.0, 1.0), ("x4", 2.0, 4.0), ("v4", 2.0, 2.0), ("v1", 2.0, 0.0)], sizes={"v1": 2.0, "v2": 2.0, "v3": 2.0})

# Two strike: two leave.
add("cradle_two_strike", "Real " + ", ".join("x%d(start = %s, fixed = true)" % (k, "0" if k < 3 else "a") for k in names) + ", "
    + ", ".join("v%d(start = %s, fixed = true)" % (k, "v0" if k < 3 else "0") for k in names) + "; equation "
    + " ".join("der(x%d) = v%d; der(v%d) = z;" % (k, k, k) for k in names)
    + " ".join("when x%d > x%d then reinit(v%d, pre(v%d)); reinit(v%d, pre(v%d)); end when;" % (k, k + 1, k, k + 1, k + 1, k) for k in (1, 2, 3)),
    parameters={"a": "1 m", "v0": "2 m/s", "z": "0 m/s2"}, units={"x%d" % k: "m" for k in names} | {"v%d" % k: "m/s" for k in names}, stop=2.0,
    values=[("x1", 2.0, 1.0), ("x2", 2.0, 1.0), ("x3", 2.0, 4.0), ("x4", 2.0, 4.0), ("v4", 2.0, 2.0), ("v3", 2.0, 2.0), ("v1", 2.0, 0.0)], sizes={"v1": 2.0, "v2": 2.0})

# Unequal balls with gaps: 1 kg, 2 kg, 4 kg, elastic. v after: 1: (1-2)/3 v, 2: 2/3 v; then 2: (2-4)/6, 3: 4/6; then 2 meets 1 again? v1=-2/3, v2=-4/9: never.
add("unequal_balls", """Real x1(start = 0, fixed = true), x2(start = a, fixed = true), x3(start = b, fixed = true), v1(start = v0, fixed = true),
v2(start = 0, fixed = true), v3(start = 0, fixed = true), p, e; equation der(x1) = v1; der(x2) = v2; der(x3) = v3; m1*der(v1) = z; m2*der(v2) = z; m3*der(v3) = z;
p = m1*v1 + m2*v2 + m3*v3; e = (m1*v1^2 + m2*v2^2 + m3*v3^2)/2;
when x1 > x2 then reinit(v1, ((m1 - m2)*pre(v1) + 2*m2*pre(v2))/(m1 + m2)); reinit(v2, ((m2 - m1)*pre(v2) + 2*m1*pre(v1))/(m1 + m2)); end when;
when x2 > x3 then reinit(v2, ((m2 - m3)*pre(v2) + 2*m3*pre(v3))/(m2 + m3)); reinit(v3, ((m3 - m2)*pre(v3) + 2*m2*pre(v2))/(m2 + m3)); end when;""",
    parameters={"a": "1 m", "b": "3 m", "v0": "2 m/s", "z": "0 N", "m1": "1 kg", "m2": "2 kg", "m3": "4 kg"},
    units={"x1": "m", "x2": "m", "x3": "m", "v1": "m/s", "v2": "m/s", "v3": "m/s", "p": "kg.m/s", "e": "J"}, stop=4.0,
    values=[("v1", 4.0, -2 / 3), ("v2", 4.0, -4 / 9), ("v3", 4.0, 8 / 9), ("p", 4.0, 2.0), ("e", 4.0, 2.0), ("x1", 4.0, 1 - 3.5 * 2 / 3), ("x3", 4.0, 3 + 2 * 8 / 9)], events=2)

# Backlash: a driven side pushes a load through a gap, plastic contact in parametric form with two sides.
# Driver moves x = v0 t; load at rest at gap a ahead, contact at a/v0, then together.
add("play_pushes", """Real x, y(start = 0, fixed = true), w(start = 0, fixed = true), s, f; equation x = v0*time; der(y) = w; m*der(w) = f - d*w;
a - (x - y) = if s > 0 then s*a else 0; f = if s > 0 then 0 else -s*F;""",
    parameters={"v0": "0.5 m/s", "a": "0.2 m", "m": "2 kg", "d": "3 kg/s", "F": "1 N"}, units={"x": "m", "y": "m", "w": "m/s", "f": "N"}, stop=1.0,
    values=[("y", 0.3, 0.0), ("y", 1.0, 0.3), ("w", 1.0, 0.5), ("f", 1.0, 1.5), ("f", 0.3, 0.0)])

# Stacked blocks with friction on each other: bottom pushed with F(t) = k t. Both stick, then slide together, then top slips.
# ground friction mu1 (m1+m2) g =: A, between: mu2 m2 g =: B. Sticks until kt = A. Together a = (kt-A)/(m1+m2) until m2 a = B -> kt = A + B (m1+m2)/m2.
m1, m2, A, B, k = 2.0, 1.0, 3.0, 2.0, 2.0
ts, tt = A / k, (A + B * (m1 + m2) / m2) / k
vt = k * (tt - ts) ** 2 / 2 / (m1 + m2)
def after(t):
    s = t - tt
    return vt + ((k * tt - A - B) * s + k * s * s / 2) / m1, vt + B * s / m2
add("block_on_block", """Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), f1, f2; Boolean e1, e2; equation
m1*der(v1) = k*time - f1 - f2; m2*der(v2) = f2;
f1 = if v1 > 0 then A else -A; f2 = if v1 > v2 then B else -B; e1 = f1 > 0; e2 = f2 > 0;""",
    parameters={"m1": "2 kg", "m2": "1 kg", "A": "3 N", "B": "2 N", "k": "2 N/s"}, units={"v1": "m/s", "v2": "m/s"}, stop=6.0,
    values=[("v1", 1.0, 0.0), ("v2", 1.0, 0.0), ("v1", 3.0, k * (3 - ts) ** 2 / 6), ("v2", 3.0, k * (3 - ts) ** 2 / 6), ("v1", 6.0, after(6.0)[0]), ("v2", 6.0, after(6.0)[1])],
    sizes={"v1": 1.0, "v2": 1.0})

# Friction with modes written out (stuck/forward/backward by a state machine), small units matter.
def stick(t):
    # force a sin(w t), friction c, mass m: from rest, breaks away at w t = asin(c/a), stops where the integral of (a sin - c) is zero.
    pass
A_, c_, w_, m_ = 2.0, 1.0, 1.0, 1.0
tb = asin(c_ / A_) / w_
def speed(t):
    return (A_ / w_ * (cos(w_ * tb) - cos(w_ * t)) - c_ * (t - tb)) / m_
lo, hi = 2.0, 5.0
for _ in range(200):
    mid = (lo + hi) / 2
    lo, hi = (mid, hi) if speed(mid) > 0 else (lo, mid)
t0 = lo   # speed zero: |A sin| there? then slides on backwards if A|sin t0| > c, else sticks
add("coulomb_by_choice", """Real x(start = 0, fixed = true), v(start = 0, fixed = true); equation der(x) = v; m*der(v) = a*sin(w*time) - (if v > 0 then c else -c);""",
    parameters={"a": "2 N", "c": "1 N", "w": "1 1/s", "m": "1 kg"}, units={"x": "m", "v": "m/s"}, stop=3.0,
    values=[("v", 0.5, 0.0), ("v", 1.0, speed(1.0)), ("v", 2.0, speed(2.0)), ("v", 3.0, speed(3.0)),
            ("x", 3.0, A_ * cos(tb) * (3 - tb) - A_ * (sin(3) - sin(tb)) - (3 - tb) ** 2 / 2)])

# Two tanks that become level through a turbulent pipe: dh = h1 - h2 obeys d' = -2 k sqrt(d): level at sqrt(d0)/k, and stay so.
add("tanks_level", """Real h1(start = a, fixed = true), h2(start = b, fixed = true), q; equation der(h1) = -q; der(h2) = q;
q = if h1 > h2 then r*sqrt((h1 - h2)/c) else -r*sqrt((h2 - h1)/c);""",
    parameters={"a": "2 m", "b": "1 m", "r": "0.5 m/s", "c": "1 m"}, units={"h1": "m", "h2": "m", "q": "m/s"}, stop=4.0,
    values=[("h1", 1.0, 1.5 + 0.5 * 0.25), ("h2", 1.0, 1.5 - 0.125), ("h1", 4.0, 1.5), ("h2", 4.0, 1.5)])

# The same with a valve that makes the flow linear near zero: no trouble.
add("tanks_third", """Real h1(start = a, fixed = true), h2(start = b, fixed = true); Real q; equation der(h1) = -q; der(h2) = q;
q = if h1 - h2 > c then k*(h1 - h2) else 0;""",
    parameters={"a": "2 m", "b": "1 m", "k": "0.5 1/s", "c": "0.25 m"}, units={"h1": "m", "h2": "m", "q": "m/s"}, stop=4.0,
    values=[("h1", 1.0, 1.5 + 0.5 * exp(-1.0)), ("h1", 4.0, 1.625), ("h2", 4.0, 1.375)])

# A tank that overflows into a second at height c; the second has a drain that opens at a level.
# h1' = qi/A until c, then stays (overflow = inflow): written by a choice that slides.
add("overflow", """Real h1(start = 0, fixed = true), h2(start = 0, fixed = true), q; equation der(h1) = r - q; der(h2) = q;
q = if h1 > c then 2*r else 0*r;""",
    parameters={"r": "0.5 m/s", "c": "0.6 m"}, units={"h1": "m", "h2": "m", "q": "m/s"}, stop=3.0,
    values=[("h1", 1.0, 0.5), ("h1", 3.0, 0.6), ("h2", 3.0, 0.5 * (3 - 1.2)), ("q", 3.0, 0.5), ("q", 1.0, 0.0)])

# Clutch with three inertias: two clutches that close one after the other; momenta conserved.
# w1=6,w2=0,w3=0, J=1,2,3. c1 at t=1 -> w=2; c2 at t=2 -> (1*6)/6 = 1.
add("clutches_close", """Real w1(start = a, fixed = true), w2(start = 0, fixed = true), w3(start = 0, fixed = true), t1, t2; equation
J1*der(w1) = -t1; J2*der(w2) = t1 - t2; J3*der(w3) = t2;
0 = if time > T then (w1 - w2)/a else t1/M; 0 = if time > 2*T then (w2 - w3)/a else t2/M;""",
    parameters={"a": "6 1/s", "J1": "1 kg.m2", "J2": "2 kg.m2", "J3": "3 kg.m2", "T": "1 s", "M": "1 N.m"},
    units={"w1": "1/s", "w2": "1/s", "w3": "1/s", "t1": "N.m", "t2": "N.m"}, stop=3.0,
    values=[("w1", 0.5, 6.0), ("w1", 1.5, 2.0), ("w2", 1.5, 2.0), ("w3", 1.5, 0.0), ("w1", 3.0, 1.0), ("w3", 3.0, 1.0)], sizes={"w3": 6.0})

# Both clutches at once, then the first opens again while a torque acts on 1.
add("clutches_open", """Real w1(start = a, fixed = true), w2(start = 0, fixed = true), w3(start = 0, fixed = true), t1, t2; equation
J1*der(w1) = d - t1; J2*der(w2) = t1 - t2; J3*der(w3) = t2;
0 = if time > T and time < 2*T then (w1 - w2)/a else t1/M; 0 = if time > T then (w2 - w3)/a else t2/M;""",
    parameters={"a": "6 1/s", "J1": "1 kg.m2", "J2": "2 kg.m2", "J3": "3 kg.m2", "T": "1 s", "M": "1 N.m", "d": "3 N.m"},
    units={"w1": "1/s", "w2": "1/s", "w3": "1/s", "t1": "N.m", "t2": "N.m"}, stop=3.0,
    values=[("w1", 0.5, 7.5), ("w1", 1.5, 1.75), ("w2", 1.5, 1.75), ("w3", 1.5, 1.75), ("t1", 1.5, 2.5), ("t2", 1.5, 1.5), ("w1", 3.0, 5.0), ("w3", 3.0, 2.0)])

# A brake by a torque limit: Karnopp style with a Boolean that locks.
add("brake_locks", """Real w(start = a, fixed = true), phi(start = 0, fixed = true), tau; Boolean locked(start = false, fixed = true); equation
der(phi) = w; J*der(w) = -tau; locked = pre(locked) or w < 0; 0 = if locked then der(w)/c else (tau - T)/T;
when locked then reinit(w, 0); end when;""",
    parameters={"a": "4 1/s", "J": "2 kg.m2", "T": "1 N.m", "c": "1 1/s2"}, units={"w": "1/s", "phi": "1", "tau": "N.m"}, stop=10.0,
    values=[("w", 4.0, 2.0), ("phi", 4.0, 12.0), ("phi", 10.0, 16.0), ("w", 10.0, 0.0), ("tau", 10.0, 0.0), ("tau", 4.0, 1.0)])

# A pendulum (index 3) that a pin catches: length shortens at the vertical; elegant: speed stays, angle from energy.
# L=1 from rest at angle 60 deg to vertical; at vertical v^2 = 2 g L (1-cos60)= g; pin at 0.5 below: rises to height 0.5 = v^2/2g = 0.5 -> same level as pin: horizontal.
# Ask the height reached: energy only.
add("wrecking_ball", """Real x(start = L*sin(1.0471975511965976), fixed = true), y(start = -L*cos(1.0471975511965976)), vx(start = 0, fixed = true), vy, F, E; Boolean cut(start = false, fixed = true);
equation der(x) = vx; der(y) = vy; m*der(vx) = -F*x; m*der(vy) = -F*y - m*g; E = m*(vx^2 + vy^2)/2 + m*g*y;
0 = if cut then F*L^2/(m*g*L) else (x^2 + y^2 - L^2)/L^2; when x < 0 then cut = true; end when;""",
    parameters={"L": "1 m", "m": "2 kg", "g": "9.81 m/s2"}, units={"x": "m", "y": "m", "vx": "m/s", "vy": "m/s", "E": "J"}, stop=1.0,
    values=[("vx", 1.0, -sqrt(g)), ("E", 1.0, -g), ("E", 0.2, -g)])

# Two carts, a rope between them that becomes tight: momentum conserved, plastic.
add("tow_rope", """Real x1(start = 0, fixed = true), x2(start = 0, fixed = true), v1(start = u, fixed = true), v2(start = 0, fixed = true), s, f; equation
der(x1) = v1; der(x2) = v2; m1*der(v1) = -f; m2*der(v2) = f; L - (x1 - x2) = if s > 0 then s*L else 0; f = if s > 0 then 0 else -s*F;""",
    parameters={"u": "3 m/s", "L": "1.5 m", "m1": "1 kg", "m2": "2 kg", "F": "1 N"}, units={"x1": "m", "x2": "m", "v1": "m/s", "v2": "m/s", "f": "N"}, stop=2.0,
    values=[("v1", 2.0, 1.0), ("v2", 2.0, 1.0), ("x1", 2.0, 3.0), ("x2", 2.0, 1.5), ("v2", 0.4, 0.0)], sizes={"v2": 3.0})

# Rope and a wall: cart 1 is stopped by a wall elastically, the rope goes slack.
add("tow_and_wall", """Real x1(start = 0, fixed = true), x2(start = 0, fixed = true), v1(start = u, fixed = true), v2(start = 0, fixed = true), s, f; equation
der(x1) = v1; der(x2) = v2; m1*der(v1) = -f; m2*der(v2) = f; L - (x1 - x2) = if s > 0 then s*L else 0; f = if s > 0 then 0 else -s*F;
when x1 > w then reinit(v1, 0); end when;""",
    parameters={"u": "3 m/s", "L": "1.5 m", "m1": "1 kg", "m2": "2 kg", "F": "1 N", "w": "2.5 m"}, units={"x1": "m", "x2": "m", "v1": "m/s", "v2": "m/s", "f": "N"}, stop=2.0,
    values=[("v1", 2.0, 0.0), ("v2", 2.0, 1.0), ("x1", 2.0, 2.5), ("x2", 2.0, 1.5), ("v2", 0.4, 0.0)], sizes={"v2": 3.0, "v1": 3.0})

# A ball that sticks to a moving plate which then falls away faster than g.
add("plate", """Real h(start = 0), v(start = 0), z, s, f; equation der(h) = v; m*der(v) = f - m*g; z = if time < T then 0 else -a*(time - T)^2/2;
h - z = if s > 0 then s*L else 0; f = if s > 0 then 0 else -s*F;""",
    parameters={"T": "0.5 s", "a": "20 m/s2", "g": "9.81 m/s2", "m": "2 kg", "L": "1 m", "F": "1 N"}, units={"h": "m", "v": "m/s", "z": "m", "f": "N"}, stop=1.0,
    values=[("h", 0.4, 0.0), ("h", 1.0, -g * 0.125), ("f", 0.4, 2 * g), ("f", 1.0, 0.0), ("v", 1.0, -g / 2)], sizes={"h": 1.0})

# A bouncing ball on a plate that moves up evenly; restitution e of relative speed.
def plate_ball(t, u=0.4, h=1.0, e=0.8):
    # relative frame moves evenly: relative height h, relative speed -u
    y, w, now = h, -u, 0.0
    while True:
        s = (w + sqrt(w * w + 2 * g * y)) / g
        if now + s > t:
            d = t - now
            return y + w * d - g * d * d / 2 + u * t
        y, w, now = 0.0, e * (g * s - w), now + s
add("rising_plate", """Real h(start = a, fixed = true), v(start = 0, fixed = true); equation der(h) = v; der(v) = -g; when h < u*time then reinit(v, u - e*(pre(v) - u)); end when;""",
    parameters={"a": "1 m", "u": "0.4 m/s", "g": "9.81 m/s2", "e": "0.8"}, units={"h": "m", "v": "m/s"}, stop=2.0,
    values=[("h", 0.4, plate_ball(0.4)), ("h", 1.0, plate_ball(1.0)), ("h", 2.0, plate_ball(2.0))], amplification=2.0)

# Bending of a spring with preload: force only beyond a threshold (dead spring): half periods.
# x'' = -k x for x>0 with k=1, for x<0 k=4 : period pi/1+pi/2
add("two_springs", """Real x(start = 0, fixed = true), v(start = u, fixed = true); equation der(x) = v; m*der(v) = if x > 0 then -k*x else -4*k*x;""",
    parameters={"m": "1 kg", "k": "1 N/m", "u": "1 m/s"}, units={"x": "m", "v": "m/s"}, stop=10.0,
    values=[("x", 1.0, sin(1.0)), ("x", pi + 0.3, -0.5 * sin(0.6)), ("v", pi + 0.3, -cos(0.6)), ("x", 10.0, sin(10 - 3 * pi))], amplification=3.0)

# Escaping from a well with a kink: a rocket with staged thrust (masses by when)
add("stages", """Real v(start = 0, fixed = true), h(start = 0, fixed = true), f(start = 1, fixed = true); Integer stage(start = 1, fixed = true); equation der(h) = v;
der(v) = (if stage == 1 then 3*a else if stage == 2 then 2*a else 0) - a; der(f) = if stage < 3 then -r else 0;
when f < 0.5 then stage = 2; elsewhen f < 0 then stage = 3; end when;""",
    parameters={"a": "10 m/s2", "r": "0.5 1/s"}, units={"v": "m/s", "h": "m", "f": "1"}, stop=3.0,
    values=[("v", 1.0, 20.0), ("v", 2.0, 30.0), ("v", 3.0, 20.0), ("h", 3.0, 10 + 25 + 25.0), ("stage", 3.0, 3.0)])

# A ladder of stops: each contact adds a spring; x'' = u constant force f: energy. Compare via half-period: x from rest under constant force with one spring: f/k(1-cos)
add("falls_on_pad", """Real x(start = 0, fixed = true), v(start = 0, fixed = true); equation der(x) = v; m*der(v) = m*g - (if x > a then k*(x - a) else 0);""",
    parameters={"m": "1 kg", "k": "100 N/m", "g": "10 m/s2", "a": "0.2 m"}, units={"x": "m", "v": "m/s"}, stop=0.5,
    values=[("x", 0.2, 0.2), ("v", 0.2, 2.0), ("x", 0.3, 0.2 + 0.1 - 0.1 * cos(1) + 0.2 * sin(1)), ("v", 0.3, 2 * cos(1) + sin(1)), ("x", 0.5, 0.3 - 0.1 * cos(3) + 0.2 * sin(3))])

# A rolling wheel that loses grip: torque ramp; friction limit. v' = F/m, J w' = T - F r. Grip: v = r w. T = k t.
# rolling: F = T r m/(J + m r^2); limit F = c at t = c (J + m r^2)/(k r m).
J_, r_, M_, c2, k2 = 0.5, 0.5, 2.0, 3.0, 1.5
tl = c2 * (J_ + M_ * r_ * r_) / (k2 * r_ * M_)
vl = k2 * r_ / (J_ + M_ * r_ * r_) * tl * tl / 2
wl = vl / r_
add("wheel_slips", """Real v(start = 0, fixed = true), w(start = 0), F; Boolean slip(start = false, fixed = true); equation m*der(v) = F; J*der(w) = k*time - F*r;
0 = if slip then (F - c)/c else (v - r*w)/(r*W); when F > c then slip = true; end when;""",
    parameters={"m": "2 kg", "J": "0.5 kg.m2", "r": "0.5 m", "k": "1.5 N.m/s", "c": "3 N", "W": "1 1/s"}, units={"v": "m/s", "w": "1/s", "F": "N"}, stop=5.0,
    values=[("v", 2.0, k2 * r_ / (J_ + M_ * r_ * r_) * 2), ("F", 2.0, 2.0 * k2 * r_ * M_ / (J_ + M_ * r_ * r_)), ("v", 5.0, vl + c2 / M_ * (5 - tl)),
            ("w", 5.0, wl + (k2 * (25 - tl * tl) / 2 - c2 * r_ * (5 - tl)) / J_)])

# Sliding with three surfaces in a row: nested choices, each surface reached in turn, then stays at the origin (3 relays).
add("three_relays", """Real x(start = a, fixed = true), y(start = b, fixed = true), z(start = c, fixed = true); equation der(x) = if x > 0 then -r else r; der(y) = if y > 0 then -2*r else 2*r;
der(z) = if z > 0 then -3*r else 3*r;""", parameters={"a": "1 m", "b": "1 m", "c": "-1 m", "r": "1 m/s"}, units={"x": "m", "y": "m", "z": "m"}, stop=2.0,
    values=[("x", 0.25, 0.75), ("y", 0.25, 0.5), ("z", 0.25, -0.25), ("x", 0.75, 0.25), ("y", 0.75, 0.0), ("x", 2.0, 0.0), ("z", 2.0, 0.0)])

# All three reach zero at the same instant.
add("three_at_once", """Real x(start = a, fixed = true), y(start = b, fixed = true), z(start = c, fixed = true); equation der(x) = if x > 0 then -r else r; der(y) = if y > 0 then -2*r else 2*r;
der(z) = if z > 0 then -3*r else 3*r;""", parameters={"a": "1 m", "b": "2 m", "c": "-3 m", "r": "1 m/s"}, units={"x": "m", "y": "m", "z": "m"}, stop=2.0,
    values=[("x", 0.25, 0.75), ("y", 0.25, 1.5), ("z", 0.25, -2.25), ("x", 2.0, 0.0), ("y", 2.0, 0.0), ("z", 2.0, 0.0)])

# Four-bar like: a rigid bar falls, one end strikes the floor without rebound (index 3 with contact in parametric form).
# uniform rod horizontal, falls freely h, left end caught: angular speed 3 v / (2 L) about that end.
add("rod_caught", """Real x, y(start = h), phi(start = 0), vy(start = 0), w(start = 0), P; Boolean caught(start = false, fixed = true); equation x = 0*h; der(y) = vy; der(phi) = w;
m*der(vy) = -m*g + P; J*der(w) = -P*b*cos(phi); 0 = if caught then (y - b*sin(phi))/b else P/(m*g); when y - b*sin(phi) < 0 then caught = true; end when;""",
    parameters={"h": "0.5 m", "m": "1 kg", "J": "0.08333333333333333 kg.m2", "b": "0.5 m", "g": "9.81 m/s2"}, units={"y": "m", "vy": "m/s", "w": "1/s", "phi": "1", "P": "N", "x": "m"}, stop=sqrt(2 * 0.5 / g) + 1e-9,
    values=[("y", 0.1, 0.5 - g * 0.005), ("w", sqrt(2 * 0.5 / g) + 1e-9, -1.5 * sqrt(2 * g * 0.5)), ("vy", sqrt(2 * 0.5 / g) + 1e-9, -0.75 * sqrt(2 * g * 0.5))], tolerances=("1e-6", "1e-7", "1e-9"))
