"""Neurons, doses, melting, ropes over pulleys, tracks that are left, billiards, rocking blocks, relays, machines with states, arrays of switches:
kinds of models with events that the other files do not have."""
from math import acos, asin, atan, atan2, ceil, cos, cosh, exp, floor, log, pi, sin, sinh, sqrt, tan

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


def integral(f, a, b, pieces=64):
    """Gauss with five points on each of some pieces."""
    x = (0.0, sqrt(5 - 2 * sqrt(10 / 7)) / 3, sqrt(5 + 2 * sqrt(10 / 7)) / 3)
    w = (128 / 225, (322 + 13 * sqrt(70)) / 900, (322 - 13 * sqrt(70)) / 900)
    h, total = (b - a) / pieces, 0.0
    for k in range(pieces):
        m = a + (k + 0.5) * h
        total += h / 2 * (w[0] * f(m) + sum(w[i] * (f(m - x[i] * h / 2) + f(m + x[i] * h / 2)) for i in (1, 2)))
    return total


# ---- neurons, doses, accounts ---------------------------------------------------------------------------------------
# A leaky neuron: fires at 1, begins at 0 again.
period = log(1.5 / 0.5)
add("neuron", """Real v(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation T*der(v) = I - v; when v > V then reinit(v, 0*V); n = pre(n) + 1; end when;""",
    parameters={"T": "1 s", "I": "1.5 V", "V": "1 V"}, units={"v": "V"}, stop=10.3, values=[("v", t, 1.5 * (1 - exp(-(t % period)))) for t in (0.7, 1.3, 5.0, 10.3)] + [("n", 10.3, floor(10.3 / period))], amplification=3)

# With a rest of 0.3 s behind each spike.
cycle = period + 0.3
add("tired_neuron", """Real v(start = 0, fixed = true), wake(start = -1*T, fixed = true); Integer n(start = 0, fixed = true); Boolean rests(start = false, fixed = true); equation T*der(v) = if rests then 0*I else I - v;
when v > V then reinit(v, 0*V); rests = true; wake = time + 0.3*T; n = pre(n) + 1; elsewhen pre(rests) and time >= pre(wake) then rests = false; wake = pre(wake); n = pre(n); end when;""",
    parameters={"T": "1 s", "I": "1.5 V", "V": "1 V"}, units={"v": "V", "wake": "s"}, stop=9.0,
    values=[("v", t, 1.5 * (1 - exp(-(t % cycle))) if t % cycle < period else 0.0) for t in (0.5, 1.2, 1.5, 5.0, 9.0)] + [("n", 9.0, floor((9.0 - period) / cycle) + 1)], sizes={"v": 1.0}, amplification=3)


# Two neurons: a spike of one lifts the other by 0.1.
def pair_of_neurons(end):
    v, t, n = [0.0, 0.3], 0.0, [0, 0]
    while True:
        ahead = [max(0.0, log((1.5 - x) / 0.5)) for x in v]
        k = 0 if ahead[0] < ahead[1] else 1
        dt = min(ahead[k], end - t)
        v = [1.5 - (1.5 - x) * exp(-dt) for x in v]
        t += dt
        if dt < ahead[k]:
            return v + n
        v[k], n[k] = 0.0, n[k] + 1
        v[1 - k] += 0.1


add("pair_of_neurons", """Real v[2](start = {0, 0.3*V}, each fixed = true); Integer n[2](each start = 0, each fixed = true); equation T*der(v[1]) = I - v[1]; T*der(v[2]) = I - v[2];
when v[1] > V then reinit(v[1], 0*V); n[1] = pre(n[1]) + 1; elsewhen v[2] > V then reinit(v[1], pre(v[1]) + 0.1*V); n[1] = pre(n[1]); end when;
when v[2] > V then reinit(v[2], 0*V); n[2] = pre(n[2]) + 1; elsewhen v[1] > V then reinit(v[2], pre(v[2]) + 0.1*V); n[2] = pre(n[2]); end when;""",
    parameters={"T": "1 s", "I": "1.5 V", "V": "1 V"}, units={"v[1]": "V", "v[2]": "V"}, stop=4.0, values=[(x, t, pair_of_neurons(t)[k]) for t in (0.5, 2.0, 4.0) for k, x in enumerate(("v[1]", "v[2]", "n[1]", "n[2]"))], sizes={"v[1]": 1.0, "v[2]": 1.0, "n[1]": 1.0, "n[2]": 1.0}, amplification=5)

# A dose each six hours into a depot, from which blood takes it.
def doses(t):
    a = c = 0.0
    for k in range(int(t // 6) + 1):
        s = t - 6 * k
        a += exp(-0.5 * s)
        c += 0.5 / (0.5 - 0.1) * (exp(-0.1 * s) - exp(-0.5 * s))
    return a, c


add("doses", """Real a(start = 0, fixed = true), c(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(a) = -p*a; der(c) = p*a - q*c; when sample(0, T) then reinit(a, pre(a) + d); n = pre(n) + 1; end when;""",
    parameters={"p": "0.5 1/s", "q": "0.1 1/s", "T": "6 s", "d": "1 kg"}, units={"a": "kg", "c": "kg"}, stop=50.0, values=[(x, t, doses(t)[k]) for t in (1.0, 7.0, 20.0, 50.0) for k, x in enumerate("ac")] + [("n", 50.0, 9)])

# A debt with interest, paid off by yearly rates until nothing is left: then the payments end.
def debt(t):
    d, n = 100.0, 0
    for k in range(1, int(t) + 1):
        d *= exp(0.05)
        if d > 0:
            pay = min(12.0, d)
            d, n = d - pay, n + 1
    return d * exp(0.05 * (t - int(t))), n


add("debt", """Real d(start = D, fixed = true); Integer n(start = 0, fixed = true); equation T*der(d) = 0.05*d; when sample(T, T) then reinit(d, if d > 0.12*D then d - 0.12*D else 0*D); n = pre(n) + (if d > 1e-9*D then 1 else 0); end when;""",
    parameters={"D": "100 kg", "T": "1 s"}, units={"d": "kg"}, stop=14.5, values=[("d", t, debt(t)[0]) for t in (0.5, 3.5, 10.5, 14.5)] + [("n", 14.5, debt(14.5)[1])])

# Growth that is harvested between two levels.
up, down = log(3.0) / 0.5, log(3.0) / 0.7
def herd(t):
    if t < up:
        return exp(0.5 * t)
    s = (t - up) % (down + up)
    return 3 * exp(-0.7 * s) if s < down else exp(0.5 * (s - down))


add("herd", """Real x(start = X, fixed = true); Boolean hunt(start = false, fixed = true); equation T*der(x) = 0.5*x - (if hunt then 1.2*x else 0*x); hunt = x > 3*X or pre(hunt) and x > X;""",
    parameters={"X": "1 kg", "T": "1 s"}, units={"x": "kg"}, stop=15.0, values=[("x", t, herd(t)) for t in (1.0, 3.0, 4.5, 9.0, 15.0)])

# A stock that runs down; an order is placed at a level and arrives some time later.
def stock(t):
    s, now, order, n = 10.0, 0.0, None, 0
    while True:
        nxt = min(t, order if order is not None else now + max(0.0, (s - 4.0)) / 1.5)
        s -= 1.5 * (nxt - now)
        now = nxt
        if now >= t:
            return s, n
        if order is None:
            order = now + 1.75
        else:
            s, order, n = s + 8.0, None, n + 1


add("stock", """Real s(start = 10*M, fixed = true), due(start = 1e9*T, fixed = true); Integer n(start = 0, fixed = true); Boolean waits(start = false, fixed = true); equation T*der(s) = -1.5*M;
when s < 4*M and not pre(waits) then waits = true; due = time + 1.75*T; n = pre(n); elsewhen pre(waits) and time >= pre(due) then waits = false; due = pre(due); n = pre(n) + 1; end when;
when change(n) then reinit(s, pre(s) + 8*M); end when;""",
    parameters={"M": "1 kg", "T": "1 s"}, units={"s": "kg", "due": "s"}, stop=20.0, values=[("s", t, stock(t)[0]) for t in (3.0, 5.0, 6.5, 12.0, 20.0)] + [("n", 20.0, stock(20.0)[1])], sizes={"s": 10.0})

# ---- heat, gas, liquids ---------------------------------------------------------------------------------------------
# Ice that is warmed, melts and becomes warm water, with a loss that grows with temperature: T over enthalpy in three pieces.
# c T' = P - k T with c = 2 below (T counted from -10: H = 0), melting 5, above c = 4. P = 3, k = 0.1 (T - Tmin).
def melting(t):
    tau1 = 2 / 0.1
    goal = 3 / 0.1
    t1 = -tau1 * log(1 - 10 / goal)
    if t < t1:
        x = goal * (1 - exp(-t / tau1))
        return x, 2 * x
    rate = 3 - 0.1 * 10
    t2 = t1 + 5 / rate
    if t < t2:
        return 10.0, 20 + rate * (t - t1)
    x = goal - (goal - 10) * exp(-(t - t2) / (4 / 0.1))
    return x, 25 + 4 * (x - 10)


add("melting", """Real H(start = 0, fixed = true), T; equation der(H) = P - k*T; T = if H < c*Tm then H/c elseif H < c*Tm + Q then Tm else Tm + (H - c*Tm - Q)/(2*c);""",
    parameters={"P": "3 W", "k": "0.1 W/K", "c": "2 J/K", "Tm": "10 K", "Q": "5 J"}, units={"H": "J", "T": "K"}, stop=30.0, values=[(x, t, melting(t)[k]) for t in (3.0, 8.0, 9.0, 10.4, 12.0, 30.0) for k, x in enumerate(("T", "H"))])

# Gas that leaves a vessel: choked, then not, then level with the outside.
def vessel(t):
    if t < 2 * log(2.0):
        return 4 * exp(-t / 2)
    s = 1 - (t - 2 * log(2.0)) / 2
    return 1 + (s * s if s > 0 else 0.0)


add("vessel", """Real p(start = 4*P, fixed = true), q; equation T*der(p) = -q; q = if p > 2*P then p/2 elseif p > P then sqrt(P*(p - P)) else 0*P;""",
    parameters={"P": "1 Pa", "T": "1 s"}, units={"p": "Pa", "q": "Pa"}, stop=5.0, values=[("p", t, vessel(t)) for t in (1.0, 2.0, 3.0, 3.3, 5.0)] + [("q", 2.0, 1 - (2 - 2 * log(2.0)) / 2)])

# Two glasses of sand: what is above runs down evenly; they are turned every two seconds.
def sand(t):
    a, b, now = 3.0, 0.0, 0.0
    while True:
        nxt = min(t, (floor(now / 2 + 1e-9) + 1) * 2.0)
        move = min(a, 0.8 * (nxt - now)) if floor(now / 2 + 1e-9) % 2 == 0 else -min(b, 0.8 * (nxt - now))
        a, b, now = a - move, b + move, nxt
        if now >= t:
            return a, b


add("sand_glass", """Real a(start = 3*M, fixed = true), b(start = 0, fixed = true), q; Boolean up(start = true, fixed = true); equation T*der(a) = -q; T*der(b) = q; when sample(2*T, 2*T) then up = not pre(up); end when;
q = if up then (if a > 0 then 0.8*M else 0*M) else (if b > 0 then -0.8*M else 0*M);""",
    parameters={"M": "1 kg", "T": "1 s"}, units={"a": "kg", "b": "kg", "q": "kg"}, stop=13.5, values=[(x, t, sand(t)[k]) for t in (1.5, 3.0, 5.5, 7.9, 11.0, 13.5) for k, x in enumerate("ab")], sizes={"a": 3.0, "b": 3.0})

# ---- bodies that leave their tracks -----------------------------------------------------------------------------------
# A bead slides down a sphere, pushed at the top; it leaves where the sphere would have to pull. Index 3, then free.
v0 = 0.5
co = (v0 ** 2 / g + 2) / 3
leave = acos(co)
t_off = integral(lambda a: 1 / sqrt(v0 ** 2 + 2 * g * (1 - cos(a))), 0.0, leave)
v_off = sqrt(v0 ** 2 + 2 * g * (1 - co))
te = t_off + 0.2
add("leaves_sphere", """Real x(start = 0, fixed = true), z(start = R), u(start = v0, fixed = true), w(start = 0), F; Boolean on(start = true, fixed = true); equation der(x) = u; der(z) = w; m*der(u) = F*x/R; m*der(w) = F*z/R - m*g;
0 = if on then (x^2 + z^2)/R^2 - 1 else F/(m*g); when F < 0 then on = false; end when;""",
    parameters={"R": "1 m", "v0": "0.5 m/s", "m": "2 kg", "g": "9.81 m/s2"}, units={"x": "m", "z": "m", "u": "m/s", "w": "m/s", "F": "N"}, stop=te,
    values=[("u", te, v_off * co), ("w", te, -v_off * sin(leave) - g * 0.2), ("x", te, sin(leave) + v_off * co * 0.2), ("z", te, co - v_off * sin(leave) * 0.2 - g * 0.02), ("F", te, 0.0)],
    sizes={"F": 2 * g}, levels={"F": 3, "u": 2, "w": 2}, amplification=5)

# A looping that is taken too slowly: it leaves the track at two thirds of the upper half. v0^2 = 4 g R.
theta = acos(-2 / 3)
t_off = integral(lambda a: 1 / sqrt(4 * g - 2 * g * (1 - cos(a))), 0.0, theta)
v_off = sqrt(4 * g - 2 * g * (5 / 3))
te = t_off + 0.15
add("looping", """Real x(start = 0, fixed = true), z(start = -R), u(start = 2*sqrt(g*R), fixed = true), w(start = 0), F; Boolean on(start = true, fixed = true); equation der(x) = u; der(z) = w; m*der(u) = -F*x/R; m*der(w) = -F*z/R - m*g;
0 = if on then (x^2 + z^2)/R^2 - 1 else F/(m*g); when F < 0 then on = false; end when;""",
    parameters={"R": "1 m", "m": "2 kg", "g": "9.81 m/s2"}, units={"x": "m", "z": "m", "u": "m/s", "w": "m/s", "F": "N"}, stop=te,
    values=[("u", te, v_off * cos(theta)), ("w", te, v_off * sin(theta) - g * 0.15), ("x", te, sin(theta) + v_off * cos(theta) * 0.15), ("z", te, -cos(theta) + v_off * sin(theta) * 0.15 - g * 0.15 ** 2 / 2), ("F", te, 0.0)],
    sizes={"F": 2 * g}, levels={"F": 3, "u": 2, "w": 2}, amplification=5)

# Two masses at a rope over a pulley: the heavy one lands (no rebound), the rope is slack while the other goes on, and lifts the heavy one when it is tight again.
a_ = g / 2
t1, v1 = sqrt(2 / a_), sqrt(2 * a_)
t2 = t1 + 2 * v1 / g
add("pulley", """Real h(start = H), y(start = 0), v(start = 0), w(start = 0), s, f, p, N; equation der(h) = v; der(y) = w; 3*m*der(v) = f + N - 3*m*g; m*der(w) = f - m*g;
h + y - H = if s > 0 then s*H else 0; f = if s > 0 then 0 else -s*F; h = if p > 0 then p*H else 0; N = if p > 0 then 0 else -p*F;""",
    parameters={"H": "1 m", "m": "1 kg", "g": "9.81 m/s2", "F": "1 N"}, units={"h": "m", "y": "m", "v": "m/s", "w": "m/s", "f": "N", "N": "N"}, stop=t2 + 0.2,
    values=[("h", 0.3, 1 - a_ * 0.045), ("f", 0.3, 1.5 * g), ("h", t1 + 0.1, 0.0), ("w", t1 + 0.1, v1 - g * 0.1), ("y", t1 + 0.1, 1 + v1 * 0.1 - g * 0.005), ("N", t1 + 0.1, 3 * g),
            ("v", t2 + 0.2, v1 / 4 - a_ * 0.2), ("h", t2 + 0.2, v1 / 4 * 0.2 - a_ * 0.02), ("y", t2 + 0.2, 1 - v1 / 4 * 0.2 + a_ * 0.02)], sizes={"h": 1.0, "v": v1, "w": v1, "f": 2 * g, "N": 3 * g},
    levels={"f": 3, "N": 3, "v": 2, "w": 2})

# A turning pair of masses (no gravity) whose elbow locks at a right angle: the spin stays, so that the rate is known. Absolute angles, energies by Lagrange.
# I(d) = m (l1^2 + l1^2 + l2^2 + 2 l1 l2 cos d) with l1 = l2 = 1 : locked at d = pi/2: 3.
w1, w2, d0 = 1.0, 4.0, 0.3
spin = 2 * w1 + w2 + cos(d0) * (w1 + w2)
add("elbow_locks", """Real a(start = 0, fixed = true), b(start = 0.3, fixed = true), u(start = w0, fixed = true), w(start = 4*w0), q, S; Boolean locked(start = false, fixed = true); equation der(a) = u; der(b) = w;
J*(2*der(u) + cos(b - a)*der(w) - sin(b - a)*w^2) = -q; J*(der(w) + cos(b - a)*der(u) + sin(b - a)*u^2) = q; 0 = if locked then (w - u)/w0 else q/(J*w0^2); when b - a > 0.6 then locked = true; end when;
S = J*(2*u + w + cos(b - a)*(u + w));""",
    parameters={"J": "1 kg.m2", "w0": "1 1/s"}, units={"u": "1/s", "w": "1/s", "q": "N.m", "S": "kg.m2/s"}, stop=3.0, values=[("u", 3.0, spin / (3 + 2 * cos(0.6))), ("w", 3.0, spin / (3 + 2 * cos(0.6))), ("S", 1.0, spin), ("S", 3.0, spin)], levels={"q": 2}, amplification=5)


# ---- impacts ------------------------------------------------------------------------------------------------------------
# A billiard in a circle: reflections at its rim.
def in_circle(x, y, u, v, t):
    while True:
        a, b, c = u * u + v * v, x * u + y * v, x * x + y * y - 1
        s = (-b + sqrt(b * b - a * c)) / a
        if s >= t:
            return x + u * t, y + v * t
        x, y, t = x + u * s, y + v * s, t - s
        n = u * x + v * y
        u, v = u - 2 * n * x, v - 2 * n * y


add("round_billiard", """Real x(start = 0.3*R, fixed = true), y(start = 0, fixed = true), u(start = 0.6*c, fixed = true), v(start = 0.8*c, fixed = true); equation der(x) = u; der(y) = v; der(u) = z; der(v) = z;
when x^2 + y^2 > R^2 then reinit(u, pre(u) - 2*(pre(u)*x + pre(v)*y)*x/(x^2 + y^2)); reinit(v, pre(v) - 2*(pre(u)*x + pre(v)*y)*y/(x^2 + y^2)); end when;""",
    parameters={"R": "1 m", "c": "1 m/s", "z": "0 m/s2"}, units={"x": "m", "y": "m", "u": "m/s", "v": "m/s"}, stop=8.0, values=[(n, t, in_circle(0.3, 0.0, 0.6, 0.8, t)[k]) for t in (1.0, 3.0, 8.0) for k, n in enumerate("xy")], sizes={"x": 1.0, "y": 1.0}, amplification=20)


# Stairs: a ball goes down steps of one metre, with a rebound of 0.7. Its floor jumps where it passes an edge.
def stairs(t, e=0.7):
    x, h, w, now = 0.0, 0.5, 0.0, 0.0
    while True:
        f = -floor(x + 1e-12)
        hit = (w + sqrt(w * w + 2 * g * (h - f))) / g
        edge = (floor(x + 1e-12) + 1 - x) / 1.0
        dt = min(hit, edge, t - now)
        x, h, w, now = x + dt, h + w * dt - g * dt * dt / 2, w - g * dt, now + dt
        if now >= t:
            return x, h
        if hit <= edge:
            h, w = f, -e * w


add("stairs", """Real x(start = 0, fixed = true), h(start = 0.5*L, fixed = true), w(start = 0, fixed = true), f; equation der(x) = c; der(h) = w; der(w) = -g; f = -L*floor(x/L); when h < f then reinit(w, -0.7*pre(w)); end when;""",
    parameters={"L": "1 m", "c": "1 m/s", "g": "9.81 m/s2"}, units={"x": "m", "h": "m", "w": "m/s", "f": "m"}, stop=3.0, values=[("h", t, stairs(t)[1]) for t in (0.5, 1.2, 2.0, 2.9)], sizes={"h": 1.0}, amplification=10)

# A ball that hops down a slope of 30 degrees without losses: in tilted axes its hops across are all alike.
al = pi / 6
gn, gt = g * cos(al), g * sin(al)
hop = sqrt(2 * 1.0 * cos(al) / gn)  # height 1 above the slope, measured vertically
def on_slope(t):
    n = 1.0 * cos(al)
    s = (t + hop) % (2 * hop) - hop
    across = n - gn * s * s / 2
    along = 1.0 * (-sin(al)) * -1.0  # place along the slope of the start: (0, 1) . (cos, -sin) = -sin
    along = -sin(al) + gt * t * t / 2
    return along * cos(al) + across * sin(al), -along * sin(al) + across * cos(al)


add("hops_down_slope", """Real x(start = 0, fixed = true), y(start = H, fixed = true), u(start = 0, fixed = true), v(start = 0, fixed = true); parameter Real s = sin(a), c = cos(a); equation der(x) = u; der(y) = v; der(u) = 0*g; der(v) = -g;
when x*s + y*c < 0 then reinit(u, pre(u) - 2*(pre(u)*s + pre(v)*c)*s); reinit(v, pre(v) - 2*(pre(u)*s + pre(v)*c)*c); end when;""",
    parameters={"H": "1 m", "a": "0.52359877559829887308", "g": "9.81 m/s2"}, units={"x": "m", "y": "m", "u": "m/s", "v": "m/s"}, stop=2.5, values=[(n, t, on_slope(t)[k]) for t in (0.4, 1.0, 1.7, 2.5) for k, n in enumerate("xy")], amplification=5)

# A block that rocks on its two edges, small angles: hyperbolic arcs, each impact takes a tenth of the rate.
def rocking(t, th=0.5, e=0.9):
    sign, now = 1.0, 0.0
    quarter = log((1 + sqrt(1 - (1 - th) ** 2)) / (1 - th))  # acosh(1/(1 - th))
    if t < quarter:
        return 1 - (1 - th) * cosh(t)
    now, rate = quarter, (1 - th) * sinh(quarter)
    while True:
        rate *= e
        sign = -sign
        # 1 - cosh(s) + rate sinh(s) = 0 again at tanh(s/2) = rate
        span = log((1 + rate) / (1 - rate))
        if t - now < span:
            s = t - now
            return sign * (1 - cosh(s) + rate * sinh(s))
        now += span


add("rocking_block", """Real a(start = 0.5*A, fixed = true), w(start = 0, fixed = true); equation der(a) = w; T^2*der(w) = if a > 0 then a - A else a + A; when {a < 0, a > 0} then reinit(w, 0.9*pre(w)); end when;""",
    parameters={"A": "0.1", "T": "1 s"}, units={"w": "1/s"}, stop=8.0, values=[("a", t, 0.1 * rocking(t)) for t in (1.0, 2.0, 4.0, 6.0, 8.0)], sizes={"a": 0.05}, amplification=10)

# A wheel of spokes without a rim rolls down: inverted pendulum between two spokes, each change of the spoke takes a share of the rate.
def spokes(t, w=0.8):
    n, now = 0, 0.0
    while True:
        # x'' = x about the upright, offset: x from -0.3 to 0.3 about 0 plus slope 0.1: y = x + 0.1 from -0.2 to 0.4
        y0 = -0.2
        p, m = (y0 + w) / 2, (y0 - w) / 2
        f = lambda s: p * exp(s) + m * exp(-s)
        span = log((0.4 + sqrt(0.16 - 4 * p * m)) / (2 * p))
        if t - now < span:
            return f(t - now) - 0.1, n
        w = 0.85 * (p * exp(span) - m * exp(-span))
        now, n = now + span, n + 1


add("wheel_of_spokes", """Real a(start = -0.3, fixed = true), w(start = 0.8/T, fixed = true); Integer n(start = 0, fixed = true); equation der(a) = w; T^2*der(w) = a + 0.1; when a > 0.3 then reinit(a, -0.3); reinit(w, 0.85*pre(w)); n = pre(n) + 1; end when;""",
    parameters={"T": "1 s"}, units={"w": "1/s"}, stop=6.0, values=[("a", t, spokes(t)[0]) for t in (0.3, 1.0, 2.5, 6.0)] + [("n", 6.0, spokes(6.0)[1])], sizes={"a": 0.3}, amplification=5)

# A swing on two springs, stiff and damped on one side: half periods of damped waves.
def two_sided(t):
    v, now, side = 1.0, 0.0, 1
    data = {1: (0.1, 1.0), -1: (0.4, 3.0)}  # decay, damped rate
    while True:
        d, w = data[side]
        span = pi / w
        s = t - now
        if s < span:
            return side * v / w * exp(-d * s) * sin(w * s)
        v, now, side = v * exp(-d * span), now + span, -side


add("two_sided_spring", """Real x(start = 0, fixed = true), v(start = X/T, fixed = true); equation der(x) = v; T^2*der(v) = if x > 0 then -0.2*T*v - 1.01*x else -0.8*T*v - 9.16*x;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "v": "m/s"}, stop=12.0, values=[("x", t, two_sided(t)) for t in (1.0, 3.5, 5.0, 9.0, 12.0)], sizes={"x": 1.0})

# A mass on a spring between two buffers: soft inside, stiff outside; the way out of phases by energy.
def buffers(t):
    k1, k2, a, v0 = 1.0, 8.0, 0.5, 2.0
    t1 = asin(a / v0)
    va = sqrt(v0 * v0 - a * a)
    # outside: x'' = -x - 8 (x - a) = -9 x + 4: about 4/9 with rate 3
    w, c = 3.0, 4 / 9
    amp, ph = sqrt((a - c) ** 2 + (va / w) ** 2), atan2(va / w, a - c)
    # x = c + amp cos(w s - ph); back at a when w s = 2 ph
    t2 = 2 * ph / w
    half = 2 * t1 + t2
    n = floor(t / half)
    s = t - n * half
    x = v0 * sin(s) if s < t1 else c + amp * cos(w * (s - t1) - ph) if s < t1 + t2 else v0 * sin(half - s)
    return x if n % 2 == 0 else -x


add("buffers", """Real x(start = 0, fixed = true), v(start = 2*X/T, fixed = true); equation der(x) = v; T^2*der(v) = -x - (if x > X/2 then 8*(x - X/2) elseif x < -X/2 then 8*(x + X/2) else 0*x);""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "v": "m/s"}, stop=10.0, values=[("x", t, buffers(t)) for t in (0.2, 0.7, 2.0, 5.0, 10.0)], sizes={"x": 1.0}, amplification=10)

# Two equal pendulums side by side (small angles) hand their motion on at each contact.
add("two_bobs", """Real x(start = -X, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 0, fixed = true); equation der(x) = u; der(y) = v; T^2*der(u) = -x; T^2*der(v) = -y; when x > y then reinit(u, pre(v)); reinit(v, pre(u)); end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "u": "m/s", "v": "m/s"}, stop=7.5, values=[("x", 1.0, -cos(1.0)), ("y", 1.0, 0.0), ("x", 3.0, 0.0), ("y", 3.0, -cos(3.0)), ("x", 6.0, -cos(6.0)), ("y", 6.0, 0.0), ("x", 7.5, -cos(7.5))][:6], sizes={"x": 1.0, "y": 1.0})

# ---- circuits --------------------------------------------------------------------------------------------------------------
# A glow lamp at a capacitor: strikes at 90 V, goes out at 60 V.
def lamp(t):
    # dark: (150 - v)/1; lit: (150 - v)/1 - v/0.1 = 150 - 11 v: goal 150/11, rate 11
    first = log(150 / 60)
    if t < first:
        return 150 * (1 - exp(-t))
    goal = 150 / 11
    lit, dark = log((90 - goal) / (60 - goal)) / 11, log(90 / 60)
    s = (t - first) % (lit + dark)
    return goal + (90 - goal) * exp(-11 * s) if s < lit else 150 - 90 * exp(-(s - lit))


add("glow_lamp", """Real v(start = 0, fixed = true); Boolean lit(start = false, fixed = true); equation C*der(v) = (U - v)/R - (if lit then 10*v/R else 0*v/R); lit = v > 0.6*U or pre(lit) and v > 0.4*U;""",
    parameters={"U": "150 V", "C": "1 F", "R": "1 Ohm"}, units={"v": "V"}, stop=5.0, values=[("v", t, lamp(t)) for t in (0.5, 0.93, 1.2, 3.0, 5.0)], amplification=10)

# A buzzer: the current of a coil opens its own contact at 0.8 A, which closes again at 0.3 A through a resistor three times as large.
def buzzer(t):
    on0, on, off = log(1 / 0.2), log(0.7 / 0.2), log(0.8 / 0.3) / 3
    if t < on0:
        return 1 - exp(-t)
    s = (t - on0) % (on + off)
    return 0.8 * exp(-3 * s) if s < off else 1 - 0.7 * exp(-(s - off))


add("buzzer", """Real i(start = 0, fixed = true); Boolean shut(start = true, fixed = true); equation L*der(i) = if shut then U - R*i else -3*R*i; when i > 0.8*U/R then shut = false; elsewhen i < 0.3*U/R then shut = true; end when;""",
    parameters={"U": "2 V", "R": "2 Ohm", "L": "2 H"}, units={"i": "A"}, stop=8.0, values=[("i", t, buzzer(t)) for t in (1.0, 1.7, 2.5, 5.0, 8.0)], amplification=5)

# A fuse: melts when the heat of the current is too much; the current is gone at once.
tm = root(lambda t: 4 * (t / 2 - sin(2 * t) / 4) - 3.0, 0.1, 3.0)
add("fuse", """Real i, q(start = 0, fixed = true); Boolean blown(start = false, fixed = true); equation der(q) = i^2; 0 = if blown then i/I else (R*i - 2*R*I*sin(time/T))/(R*I); when q > Q then blown = true; end when;""",
    parameters={"R": "1 Ohm", "I": "1 A", "T": "1 s", "Q": "3 A.A.s"}, units={"i": "A", "q": "A.A.s"}, stop=4.0, values=[("q", 1.0, 4 * (0.5 - sin(2.0) / 4)), ("i", tm + 0.1, 0.0), ("q", 4.0, 3.0), ("i", 1.0, 2 * sin(1.0))])

# Flyback: a coil with two windings is charged through a switch, and gives its flux to the other side through an ideal diode. Flux stays at each change.
def flyback(t):
    # L1 = 1, n = 2 (secondary volts twice): on 0.4 of 1 s with 5 V; off: secondary clamps at 4 V: primary 2 V down: falls 2 per s: 2.0 -> lasts 1 s > 0.6: goes on at 0.8
    m, now = 0.0, 0.0
    while True:
        if t - now < 0.4:
            return m + 5 * (t - now)
        m += 2.0
        if t - now < 1.0:
            return max(0.0, m - 4.0 * (t - now - 0.4))
        m, now = max(0.0, m - 2.4), now + 1.0


add("flyback", """Real f(start = 0, fixed = true), u, i1, i2, q(start = 0, fixed = true), s; Boolean on; equation on = mod(time, T) < 0.4*T; der(f) = u; f = L*(i1 + 2*i2); 0 = if on then (u - U)/U else i1/I; 2*u + 1.6*U = if s > 0 then 0 else -s*U; i2 = if s > 0 then s*I else 0; der(q) = i2;""",
    parameters={"U": "5 V", "L": "1 H", "T": "1 s", "I": "1 A"}, units={"f": "V.s", "u": "V", "i1": "A", "i2": "A", "q": "C"}, stop=3.3, values=[("f", t, flyback(t)) for t in (0.3, 0.6, 0.95, 1.3, 2.7, 3.3)] + [("q", 1.0, 0.25), ("q", 2.0, 0.5), ("q", 3.3, 0.75)], sizes={"f": 2.0})

# The larger of two sources by two ideal diodes on a resistor.
marks = sorted(m + 2 * pi * k for k in range(2) for m in (atan(2 / 3), pi, 1.5 * pi))
def larger(t):
    edges = [0.0] + [m for m in marks if m < t] + [t]
    return sum(integral(lambda s: max(3 * sin(s), 2 * cos(s), 0.0), a, b, 16) for a, b in zip(edges, edges[1:]))


add("larger_of_two", """Real u1, u2, v, i1, i2, a, b, q(start = 0, fixed = true); equation u1 = 3*U*sin(time/T); u2 = 2*U*cos(time/T); v = R*(i1 + i2); u1 - v = if a > 0 then 0 else a*U; i1 = if a > 0 then a*U/R else 0; u2 - v = if b > 0 then 0 else b*U; i2 = if b > 0 then b*U/R else 0; T*der(q) = v;""",
    parameters={"U": "1 V", "R": "2 Ohm", "T": "1 s"}, units={"u1": "V", "u2": "V", "v": "V", "i1": "A", "i2": "A", "q": "V"}, stop=7.0,
    values=[("v", 0.3, 2 * cos(0.3)), ("v", 1.0, 3 * sin(1.0)), ("v", 4.0, 0.0), ("v", 5.0, 2 * cos(5.0)), ("q", 3.0, larger(3.0)), ("q", 7.0, larger(7.0))], sizes={"v": 3.0})

# A coil whose iron saturates, on a square wave: two slopes of current over flux.
def iron(t):
    f, now, u = 0.0, 0.0, 4.0
    while True:
        nxt = min(t, (floor(now + 1e-9) + 1.0))
        u = 4.0 if floor(now + 1e-9) % 2 == 0 else -4.0
        left = nxt - now
        while left > 1e-15:
            # |f| < 1: i = f; beyond: i = f + 4 (f - 1)
            inside = abs(f) < 1 - 1e-13 or f * u < 0 and abs(f) <= 1 + 1e-13
            sg = 1.0 if f > 0 else -1.0
            rate, goal = (1.0, u) if inside else (5.0, (u + 4 * sg) / 5)
            if inside:
                edge = 1.0 if u > 0 else -1.0
                span = log((f - goal) / (edge - goal)) / rate
            else:
                out = (f - goal) / (sg - goal) if goal * sg < 1 else 0
                span = log(out) / rate if out > 1 + 1e-12 else 1e9
            dt = min(span, left)
            f = edge if inside and dt == span else sg if not inside and dt == span else goal + (f - goal) * exp(-rate * dt)
            left -= dt
        now = nxt
        if now >= t:
            return f


add("iron_core", """Real f(start = 0, fixed = true), i, u; equation der(f) = u - R*i; u = if mod(time, 2*T) < T then 4*F/T else -4*F/T; L*i = if f > F then f + 4*(f - F) elseif f < -F then f + 4*(f + F) else f;""",
    parameters={"F": "1 V.s", "T": "1 s", "L": "1 H", "R": "1 Ohm"}, units={"f": "V.s", "i": "A", "u": "V"}, stop=3.5, values=[("f", t, iron(t)) for t in (0.2, 0.8, 1.2, 1.9, 2.5, 3.5)], sizes={"f": 1.0})

# Four switches and four ideal diodes around a coil with a resistance: on, off (the diodes lead the current back), on the other way.
def h_bridge(t):
    i, now = 0.0, 0.0
    for end, u in ((0.5, 4.0), (1.0, None), (1.5, -4.0), (2.0, None)) * 2:
        last = min(t, end + (2.0 if now >= 2.0 - 1e-12 else 0.0))
        dt = last - now
        if u is not None:
            i = u + (i - u) * exp(-dt)
        elif i != 0:
            back = -4.0 if i > 0 else 4.0
            new = back + (i - back) * exp(-dt)
            i = new if new * i > 0 else 0.0
        now = last
        if now >= t:
            return i


add("h_bridge", """Real i(start = 0, fixed = true), va, vb, a[4], d[4], w[4]; Boolean on[4]; Real m; equation m = mod(time, 2*T); on[1] = m < T/2; on[4] = m < T/2; on[2] = m >= T and m < 1.5*T; on[3] = m >= T and m < 1.5*T;
L*der(i) = va - vb - R*i; w = {U - va, va, U - vb, vb}; i + (va - U/2)/(100*R) = a[1] - a[2]; i - (vb - U/2)/(100*R) = a[4] - a[3];
for j in 1:4 loop w[j] = if on[j] then 0*U else (if d[j] > 0 then d[j]*U else 0*U); a[j] = if on[j] then d[j]*I else (if d[j] > 0 then 0*I else d[j]*I); end for;""",
    parameters={"U": "4 V", "L": "1 H", "R": "1 Ohm", "T": "1 s", "I": "1 A"}, units={"i": "A", "va": "V", "vb": "V"}, stop=3.9, values=[("i", t, h_bridge(t)) for t in (0.3, 0.7, 1.3, 1.7, 2.4, 3.9)], sizes={"i": 1.5})

# ---- sliding -----------------------------------------------------------------------------------------------------------------
# A motion drawn onto a circle turns on it; with a push that grows it leaves the circle at t = T.
def on_circle(t, leaves):
    t1 = log(1 / 0.3)
    if not leaves:
        r = 0.3 * exp(t) if t < t1 else 1.0
        return r * cos(t), r * sin(t)
    t1 = root(lambda s: log(0.3) + s + s * s / 4, 0.0, 2.0)
    r = 0.3 * exp(t + t * t / 4) if t < t1 else 1.0 if t < 2 else exp((t - 2) ** 2 / 4)
    return r * cos(t), r * sin(t)


add("onto_a_circle", """Real x(start = 0.3*R, fixed = true), y(start = 0, fixed = true), u; equation T*der(x) = -y + u*x; T*der(y) = x + u*y; u = if x^2 + y^2 > R^2 then -1 else 1;""",
    parameters={"R": "1 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=6.0, values=[(n, t, on_circle(t, False)[k]) for t in (0.7, 2.0, 6.0) for k, n in enumerate("xy")] + [("u", 4.0, 0.0)], sizes={"x": 1.0, "y": 1.0, "u": 1.0}, levels={"u": 2})
add("leaves_a_circle", """Real x(start = 0.3*R, fixed = true), y(start = 0, fixed = true), u, v; equation T*der(x) = -y + v*x; T*der(y) = x + v*y; u = if x^2 + y^2 > R^2 then -1 else 1; v = u + time/(2*T);""",
    parameters={"R": "1 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=3.0, values=[(n, t, on_circle(t, True)[k]) for t in (0.7, 1.5, 3.0) for k, n in enumerate("xy")], sizes={"x": 1.0, "y": 1.0}, amplification=3)

# Two relays that push on each other's variables: first one surface, then both.
# x' = -sgn x + 0.5 sgn y, y' = -sgn y - 0.5 sgn x from (1, 3): x' = -0.5, y' = -1.5 until x = 0 at t = 2, y = 0 at t = 2: choose (1, 4): x = 0 at 2, y = 1; on x = 0: sgn x -> 0.5, y' = -1 - 0.25 = -1.25: y = 0 at 2.8.
add("two_relays_crossed", """Real x(start = X, fixed = true), y(start = 4*X, fixed = true), a, b; equation T*der(x) = -a + 0.5*b; T*der(y) = -b - 0.5*a; a = if x > 0 then X else -X; b = if y > 0 then X else -X;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "a": "m", "b": "m"}, stop=4.0, values=[("x", 1.0, 0.5), ("y", 1.0, 2.5), ("x", 2.4, 0.0), ("y", 2.4, 0.5), ("a", 2.4, 0.5), ("x", 4.0, 0.0), ("y", 4.0, 0.0), ("a", 4.0, 0.0)], sizes={"x": 1.0, "a": 1.0})

# A relay on a slope that turns: sliding ends at asin(0.8) by sin, begins again.
# x' = 2 sin(t)... x' = 1.25 sin t - sgn x from 0: stays while |1.25 sin t| < 1: until t1 = asin(0.8); then x = 1.25 (cos t1 - cos t) - (t - t1) until zero again
t1 = asin(0.8)
f = lambda t: 1.25 * (cos(t1) - cos(t)) - (t - t1)
t2 = root(f, 2.0, 4.0)
add("slides_by_turns", """Real x(start = 0, fixed = true), u; equation T*der(x) = 1.25*X*sin(time/T) - u; u = if x > 0 then X else -X;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "u": "m"}, stop=6.0, values=[("x", 0.5, 0.0), ("u", 0.5, 1.25 * sin(0.5)), ("x", 1.5, f(1.5)), ("x", 2.0, f(2.0))], sizes={"x": 0.3, "u": 1.0}, amplification=3)
add("slides_by_turns_again", MODELS[-1].text, parameters=MODELS[-1].parameters, units=MODELS[-1].units, stop=2 * pi, sizes={"x": 0.3, "u": 1.0}, amplification=3,
    values=[("x", t2 + 0.02, 0.0), ("u", t2 + 0.02, 1.25 * sin(t2 + 0.02))] if abs(1.25 * sin(t2 + 0.02)) < 1 else [("x", 2.0, f(2.0))])
