"""Walls, friction, backlash, relays, state machines, rectifiers, ropes, tanks and delays: variations on what the others hold."""
from math import asin, atan, cos, exp, floor, log, pi, sin, sqrt

from event_model import EventModel as E

MODELS = []
g = 9.81


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


def root(f, a, b):
    """Of a function that changes its sign between a and b, by halving."""
    below = f(a) < 0
    for _ in range(200):
        m = 0.5 * (a + b)
        if (f(m) < 0) == below:
            a = m
        else:
            b = m
    return 0.5 * (a + b)


# A point in a rectangular box, four elastic walls: both coordinates are triangle waves.
def triangle(s, a):
    r = s % (2 * a)
    return r if r <= a else 2 * a - r


add("box_of_four_walls", """Real x(start = 0.2*a, fixed = true), y(start = 0.5*b, fixed = true), vx(start = v0, fixed = true), vy(start = -w0, fixed = true); equation
der(x) = vx; der(y) = vy; der(vx) = z; der(vy) = z;
when x > a then reinit(vx, -pre(vx)); end when; when x < 0 then reinit(vx, -pre(vx)); end when;
when y > b then reinit(vy, -pre(vy)); end when; when y < 0 then reinit(vy, -pre(vy)); end when;""",
    parameters={"a": "1 m", "b": "0.7 m", "v0": "1.3 m/s", "w0": "0.9 m/s", "z": "0 m/s2"}, units={"x": "m", "y": "m", "vx": "m/s", "vy": "m/s"}, stop=5.0,
    values=[("x", t, triangle(0.2 + 1.3 * t, 1.0)) for t in (1.0, 3.3, 5.0)] + [("y", t, triangle(1.4 - 0.35 + 0.9 * t, 0.7)) for t in (1.0, 3.3, 5.0)])

# Between two walls, with losses at one of them only.
t1, t2, t3 = 0.5, 0.5 + 1 / 1.2, 0.5 + 1 / 1.2 + 1 / 1.2
add("lossy_wall", """Real x(start = 0.5*a, fixed = true), v(start = a/T, fixed = true); equation der(x) = v; der(v) = z;
when {x > a, x < 0} then reinit(v, if x > 0.5*a then -e*pre(v) else -pre(v)); end when;""",
    parameters={"a": "1 m", "T": "1 s", "e": "0.6", "z": "0 m/s2"}, units={"x": "m", "v": "m/s"}, stop=5.0,
    values=[("v", 1.0, -0.6), ("x", 1.0, 1 - 0.3), ("v", 3.0, 0.6), ("x", 3.0, (3 - 0.5 - 1 / 0.6) * 0.6), ("v", 5.0, -0.36), ("x", 5.0, 1 - 0.36 * (5 - 0.5 - 2 / 0.6))])

# Three balls in a row with gaps, e = 0.5, equal masses: by hand.
add("cradle_with_losses", """Real x1(start = 0, fixed = true), x2(start = d, fixed = true), x3(start = 2*d, fixed = true), v1(start = v0, fixed = true), v2(start = 0, fixed = true), v3(start = 0, fixed = true);
equation der(x1) = v1; der(x2) = v2; der(x3) = v3; der(v1) = z; der(v2) = z; der(v3) = z;
when x1 > x2 then reinit(v1, (1 - e)/2*pre(v1) + (1 + e)/2*pre(v2)); reinit(v2, (1 + e)/2*pre(v1) + (1 - e)/2*pre(v2)); end when;
when x2 > x3 then reinit(v2, (1 - e)/2*pre(v2) + (1 + e)/2*pre(v3)); reinit(v3, (1 + e)/2*pre(v2) + (1 - e)/2*pre(v3)); end when;""",
    # v1 = .25, v2 = .75 at t = 1; 2 meets 3 at 1 + 4/3: v2 = .1875, v3 = .5625; 1 meets 2: gap then 4/3*0.5 = 2/3, closing .0625
    parameters={"d": "1 m", "v0": "1 m/s", "e": "0.5", "z": "0 m/s2"}, units={"x1": "m", "x2": "m", "x3": "m", "v1": "m/s", "v2": "m/s", "v3": "m/s"}, stop=14.0,
    values=[("x2", 2.0, 1.75), ("x3", 5.0, 2 + .5625 * (5 - 7 / 3)), ("x2", 5.0, 2 + .1875 * (5 - 7 / 3)), ("v1", 14.0, .25 * .25 + .75 * .1875), ("v2", 14.0, .75 * .25 + .25 * .1875), ("v3", 14.0, .5625)])

# A block slides on a plank, the plank on the floor; the plank is fast at first. They meet, go on together, and rest.
f1, f2 = 0.5 * g, 0.2 * g
plank = 3 * f2 / 2 * 1.0
a1, a2 = f1, -(f1 * 1 + f2 * 3) / 2  # block 1 kg, plank 2 kg
te = 3 / (a1 - a2)
ve = a1 * te
add("plank_and_block", """Real v1(start = 0, fixed = true), v2(start = v0, fixed = true), x1(start = 0, fixed = true), x2(start = 0, fixed = true), p, q; equation der(x1) = v1; der(x2) = v2;
m1*der(v1) = p; m2*der(v2) = -p - q; p = if v2 > v1 then mu1*m1*g else -mu1*m1*g; q = if v2 > 0 then mu2*(m1 + m2)*g else -mu2*(m1 + m2)*g;""",
    parameters={"v0": "3 m/s", "m1": "1 kg", "m2": "2 kg", "mu1": "0.5", "mu2": "0.2", "g": "9.81 m/s2"}, units={"v1": "m/s", "v2": "m/s", "x1": "m", "x2": "m", "p": "N", "q": "N"}, stop=2.0,
    values=[("v1", te / 2, ve / 2), ("v2", te / 2, 3 + a2 * te / 2), ("v1", te + 0.2, ve - f2 * 0.2), ("v2", te + 0.2, ve - f2 * 0.2), ("p", te + 0.2, -f2), ("v1", 2.0, 0.0), ("v2", 2.0, 0.0),
            ("x1", 2.0, ve * te / 2 + ve ** 2 / 2 / f2), ("x2", 2.0, 3 * te + a2 * te ** 2 / 2 + ve ** 2 / 2 / f2), ("p", 2.0, 0.0)], sizes={"v1": 1.0, "v2": 3.0, "p": 5.0})

# Backlash without mass: the output follows the input, less the play, while it is pushed.
add("backlash_follows", """Real x, w, y(start = 0, fixed = true); Boolean up(start = false, fixed = true), down(start = false, fixed = true); equation x = A*sin(k*time); w = A*k*cos(k*time);
up = (x - y > b or pre(up)) and w > 0; down = (x - y < -b or pre(down)) and w < 0; der(y) = if up or down then w else 0;""",
    parameters={"A": "2 m", "k": "3.141592653589793 1/s", "b": "0.5 m"}, units={"x": "m", "w": "m/s", "y": "m"}, stop=3.0,
    values=[("y", 0.05, 0.0), ("y", 0.3, 2 * sin(.3 * pi) - .5), ("y", 0.5, 1.5), ("y", 0.6, 1.5), ("y", 1.2, 2 * sin(1.2 * pi) + .5), ("y", 1.6, -1.5), ("y", 2.3, 2 * sin(2.3 * pi) - .5), ("y", 3.0, 0.5)])

# A relay of three levels with hysteresis against a disturbance.
add("relay_of_three", """Real x(start = x0, fixed = true); Integer u(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = d + u*r;
u = if x > h then -1 elseif x < -h then 1 elseif pre(u) == -1 and x > l then -1 elseif pre(u) == 1 and x < -l then 1 else 0; when change(u) then n = pre(n) + 1; end when;""",
    # rises at 1 to 1 (t = 1), falls at -3 to 0.25 (0.25 s), rises 0.75 s: period 1 s from t = 1
    parameters={"x0": "0 m", "d": "1 m/s", "r": "4 m/s", "h": "1 m", "l": "0.25 m"}, units={"x": "m"}, stop=4.2,
    values=[("x", 0.5, 0.5), ("x", 1.1, 0.7), ("x", 1.5, 0.5), ("x", 3.9, 0.9), ("x", 4.2, 0.4), ("u", 4.2, -1), ("n", 4.2, 7)])

# A PID controller that samples and whose output is quantized, on an integrator.
x, acc, last = 0.0, 0.0, 1.0
for k in range(10):
    e_ = 1 - x
    acc += 0.1 * e_
    u = floor((2 * e_ + 0.7 * acc + 0.05 * (e_ - last) / 0.1) / 0.25 + 0.5) * 0.25
    last = e_
    x += u * 0.1
add("quantized_pid", """Real x(start = 0, fixed = true), e(start = 0, fixed = true), s(start = 0, fixed = true), l(start = a, fixed = true), u(start = 0, fixed = true); equation der(x) = u;
when sample(0, T) then e = a - x; s = pre(s) + T*e; l = e; u = q*floor((kp*e + ki*s + kd*(e - pre(l))/T)/q + 0.5); end when;""",
    parameters={"a": "1 m", "T": "0.1 s", "kp": "2 1/s", "ki": "0.7 1/s2", "kd": "0.05", "q": "0.25 m/s"}, units={"x": "m", "e": "m", "s": "m.s", "l": "m", "u": "m/s"}, stop=1.0,
    values=[("x", 0.95, x - 0.05 * u), ("u", 0.95, u), ("s", 0.95, acc)])

# A lift: waits, goes up, waits at the top, goes down. Integer states with pre and timers.
add("lift", """Real x(start = 0, fixed = true), since(start = 0, fixed = true); Integer s(start = 0, fixed = true), trips(start = 0, fixed = true); equation
der(x) = if s == 1 then v elseif s == 3 then -2*v else 0;
when pre(s) == 0 and time > pre(since) + wait then s = 1; since = time; trips = pre(trips); elsewhen pre(s) == 1 and x >= H then s = 2; since = time; trips = pre(trips);
elsewhen pre(s) == 2 and time > pre(since) + wait then s = 3; since = time; trips = pre(trips); elsewhen pre(s) == 3 and x <= 0 then s = 0; since = time; trips = pre(trips) + 1; end when;""",
    # 0.5 wait, 1.5 up, 0.5 wait, 0.75 down: 3.25 s
    parameters={"v": "2 m/s", "H": "3 m", "wait": "0.5 s"}, units={"x": "m", "since": "s"}, stop=10.0,
    values=[("x", 1.0, 1.0), ("x", 2.2, 3.0), ("x", 3.0, 1.0), ("s", 3.0, 3), ("trips", 3.5, 1), ("x", 4.25, 1.0), ("trips", 10.0, 3), ("x", 10.0, 0.0), ("since", 10.0, 9.75)], sizes={"x": 3.0})

# A dimmer: two thyristors back to back, fired at an angle of a third of each half wave. Charge and heat.
heat = 2.0 * (1 / 2 * (2 / 3) + sin(2 * pi / 3) / (4 * pi))  # per half wave of length 1, of V^2/R = 4
add("dimmer", """Real u, i, q(start = 0, fixed = true), w(start = 0, fixed = true); Boolean p(start = false, fixed = true), n(start = false, fixed = true); equation u = V*sin(k*time);
p = u > 0 and (pre(p) or sample(T/3, 2*T)); n = u < 0 and (pre(n) or sample(T/3 + T, 2*T)); i = if p or n then u/R else 0; der(q) = i; der(w) = u*i;""",
    parameters={"V": "2 V", "k": "3.141592653589793 1/s", "R": "1 Ohm", "T": "1 s"}, units={"u": "V", "i": "A", "q": "C", "w": "J"}, stop=4.0,
    values=[("q", 1.0, 2 * 1.5 / pi), ("q", 1.2, 2 * 1.5 / pi), ("q", 2.0, 0.0), ("w", 1.0, 2 * heat), ("w", 4.0, 8 * heat)], sizes={"q": 1.0})

# A bridge of four ideal diodes on a capacitor with a load: it follows the source, then discharges, then follows again. A large
# resistance to ground tells the potential of the source while all four block.
C_, R_, w_ = 0.5, 2.0, pi
tb = (pi - atan(w_ * R_ * C_)) / w_
vb = 3 * sin(w_ * tb)
tn = root(lambda t: 3 * abs(sin(w_ * t)) - vb * exp(-(t - tb) / R_ / C_), 1.0 + 1e-9, 1.5)
add("bridge_on_capacitor", """Real u, v(start = 0, fixed = true), a, b, i, s1, s2, s3, s4, i1, i2, i3, i4; equation u = V*sin(k*time); a - b = u;
a - v = if s1 > 0 then 0 else s1*V; i1 = if s1 > 0 then s1*I else 0; b - v = if s2 > 0 then 0 else s2*V; i2 = if s2 > 0 then s2*I else 0;
-a = if s3 > 0 then 0 else s3*V; i3 = if s3 > 0 then s3*I else 0; -b = if s4 > 0 then 0 else s4*V; i4 = if s4 > 0 then s4*I else 0;
i = i1 - i3; i + i2 - i4 + b/(500*R) = 0; C*der(v) = i1 + i2 - v/R;""",
    parameters={"V": "3 V", "k": "3.141592653589793 1/s", "C": "0.5 F", "R": "2 Ohm", "I": "1 A"}, units={"u": "V", "v": "V", "i": "A"}, stop=1.9,
    values=[("v", 0.3, 3 * sin(.3 * pi)), ("v", 0.9, vb * exp(-(0.9 - tb))), ("v", 1.5, 3.0), ("v", 1.9, vb * exp(-(1.9 - tb - 1)))])

# A half wave into a coil with a resistance: the current lasts beyond the half wave.
zz = 1 + pi ** 2
now = lambda t: (sin(pi * t) - pi * cos(pi * t) + pi * exp(-t)) / zz
tq = root(now, 1.0, 2.0)
add("half_wave_coil", """Real u, i(start = 0, fixed = true), ud, s; equation u = V*sin(k*time); L*der(i) = u - R*i - ud; ud = if s > 0 then 0 else s*V; i = if s > 0 then s*I else 0;""",
    parameters={"V": "1 V", "k": "3.141592653589793 1/s", "R": "1 Ohm", "L": "1 H", "I": "1 A"}, units={"u": "V", "i": "A", "ud": "V"}, stop=3.9,
    values=[("i", 0.5, now(0.5)), ("i", 1.2, now(1.2)), ("i", 1.9, 0.0), ("ud", 1.9, sin(1.9 * pi)), ("i", 2.5, now(0.5)), ("i", 3.9, 0.0)], sizes={"i": 0.3, "ud": 1.0}, methods=("auto", "radau", "bdf"))

# A buck converter whose current never ends: ideal switch and ideal diode.
i_, tt = 0.0, 0.0
for k in range(4):
    i_ = 5 + (i_ - 5) * exp(-2 * 0.06)
    i_ = i_ * exp(-2 * 0.04)
add("buck", """Real i(start = 0, fixed = true), v, is, id, s; Boolean on; equation on = mod(time, T) < d*T; L*der(i) = v - R*i; is + id = i;
v - V = if on then 0 else w; is = if on then b*I else 0; w = if on then V else b*V; -v = if s > 0 then 0 else s*V; id = if s > 0 then s*I else 0; Real w, b;""".replace(" Real w, b;", "").replace("is, id, s;", "is, id, s, w, b;"),
    parameters={"V": "10 V", "T": "0.1 s", "d": "0.6", "R": "2 Ohm", "L": "1 H", "I": "1 A"}, units={"i": "A", "v": "V", "is": "A", "id": "A"}, stop=0.4,
    values=[("i", 0.06, 5 - 5 * exp(-.12)), ("v", 0.03, 10.0), ("v", 0.08, 0.0), ("id", 0.08, (5 - 5 * exp(-.12)) * exp(-2 * .02)), ("i", 0.4, i_)], sizes={"v": 10.0, "id": 1.0})

# A clutch slips, locks, and slips again when its pressure falls.
tl = 2 / ((4 - 1) / 1 + (4 - 0.5) / 2)
wl = 2 - 3 * tl
wb = wl + (3 - tl) * (1 - 0.5) / 3
add("clutch_cycle", """Real w1(start = a, fixed = true), w2(start = 0, fixed = true), c, cap; equation J1*der(w1) = T - c; J2*der(w2) = c - L; cap = if time < t0 then 4*T else 0.6*T; c = if w1 > w2 then cap else -cap;""",
    parameters={"a": "2 1/s", "J1": "1 kg.m2", "J2": "2 kg.m2", "T": "1 N.m", "L": "0.5 N.m", "t0": "3 s"}, units={"w1": "1/s", "w2": "1/s", "c": "N.m", "cap": "N.m"}, stop=5.0,
    values=[("w1", tl / 2, 2 - 1.5 * tl), ("w1", 2.0, wl + (2 - tl) * .5 / 3), ("w2", 2.0, wl + (2 - tl) * .5 / 3), ("c", 2.0, 1 - .5 / 3), ("w1", 5.0, wb + 2 * 0.4), ("w2", 5.0, wb + 2 * 0.05), ("c", 5.0, 0.6)])

# A jumper on an elastic rope: free fall to its length, half an oscillation, free flight.
L_, k_, m_ = 5.0, 40.0, 10.0
v1 = sqrt(2 * g * L_)
tf = v1 / g
o = sqrt(k_ / m_)
xm = m_ * g / k_
A_ = sqrt(xm ** 2 + (v1 / o) ** 2)
ph = atan(o * xm / v1)  # x - L - xm = A sin(o s - ph)
half = (pi + 2 * ph) / o
add("jumper", """Real x(start = 0, fixed = true), v(start = 0, fixed = true); equation der(x) = v; m*der(v) = m*g - (if x > L then k*(x - L) else 0);""",
    parameters={"m": "10 kg", "g": "9.81 m/s2", "L": "5 m", "k": "40 N/m"}, units={"x": "m", "v": "m/s"}, stop=tf + half + 0.5,
    values=[("x", tf + 0.4, L_ + xm + A_ * sin(o * 0.4 - ph)), ("x", tf + half + 0.5, L_ - v1 * .5 + g * .125), ("v", tf + half + 0.5, -v1 + g * .5)])

# A ball on a floor that goes up and down.
hb, vb2, t0, bounces = 1.0, 0.0, 0.0, []
floor_at, floor_v = (lambda t: 0.1 * sin(4 * t)), (lambda t: 0.4 * cos(4 * t))
for k in range(3):
    f = lambda t: hb + vb2 * (t - t0) - g * (t - t0) ** 2 / 2 - floor_at(t)
    s = t0 + 1e-6
    while f(s) > 0:
        s += 1e-3
    tc = root(f, s - 1e-3, s)
    vc = vb2 - g * (tc - t0)
    hb, vb2, t0 = floor_at(tc), floor_v(tc) - 0.7 * (vc - floor_v(tc)), tc
    bounces.append(tc)
ts = t0 + 0.15
add("moving_floor", """Real h(start = a, fixed = true), v(start = 0, fixed = true), y, w; equation der(h) = v; der(v) = -g; y = A*sin(k*time); w = A*k*cos(k*time); when h < y then reinit(v, w - e*(pre(v) - w)); end when;""",
    parameters={"a": "1 m", "g": "9.81 m/s2", "A": "0.1 m", "k": "4 1/s", "e": "0.7"}, units={"h": "m", "v": "m/s", "y": "m", "w": "m/s"}, stop=ts,
    values=[("h", ts, hb + vb2 * .15 - g * .15 ** 2 / 2), ("v", ts, vb2 - g * .15)], amplification=5)

# A tank that is filled and drained by a valve with hysteresis; the outflow follows Torricelli.
tfill = 3.0
tdr = 2 * (2 - 1) / 0.5
add("tank_cycle", """Real h(start = h0, fixed = true); Boolean open(start = false, fixed = true); equation der(h) = if open then -k*sqrt(h/h0) else q; open = h > 4*h0 or pre(open) and h > h0;""",
    parameters={"h0": "1 m", "q": "1 m/s", "k": "0.5 m/s"}, units={"h": "m"}, stop=10.0,
    values=[("h", 2.0, 3.0), ("h", 5.0, (2 - .25 * 2) ** 2), ("h", 7.0, 1.0), ("h", 8.0, 2.0), ("h", 10.0, 4.0), ("open", 5.0, 1)])

# x' = -x(t - 1) + a jump at 0.5, x = 1 before the start: polynomials, by the method of steps.
def poly_steps():
    # pieces of length 0.5 as polynomials in s in [0, 0.5]
    pieces = [[1.0]] * 2
    value = 1.0
    for k in range(6):
        rate = [-c for c in pieces[k]]
        if k >= 1:
            rate[0] += 1
        p = [value] + [c / (j + 1) for j, c in enumerate(rate)]
        value = sum(c * 0.5 ** j for j, c in enumerate(p))
        pieces.append(p)
    return lambda t: sum(c * (t - 0.5 * int(t / 0.5)) ** j for j, c in enumerate(pieces[2 + int(t / 0.5)]))


xd = poly_steps()
add("delay_and_jump", """Real x(start = x0, fixed = true); equation der(x) = (-delay(x, T) + (if time > T/2 then x0 else 0))/T;""",
    parameters={"x0": "1 m", "T": "1 s"}, units={"x": "m"}, stop=2.9, values=[("x", t, xd(t)) for t in (0.25, 0.75, 1.3, 1.8, 2.2, 2.9)])

# A relay behind a delay: a triangle wave of the height of the delay.
add("relay_behind_delay", """Real x(start = 0, fixed = true), y; equation y = delay(x, T); der(x) = if y > 0 then -v else v;""",
    parameters={"T": "0.3 s", "v": "1 m/s"}, units={"x": "m", "y": "m"}, stop=2.8,
    # y = 0 until 0.3: rises; y > 0 behind 0.3: falls from 0.3 on; x = 0 at 0.6, y < 0 behind 0.9 at x = -0.3; up
    values=[("x", 0.2, 0.2), ("x", 0.5, 0.1), ("x", 0.9, -0.3), ("x", 1.2, 0.0), ("x", 1.5, 0.3), ("x", 2.8, 0.3 - 0.1)], sizes={"x": 0.3})

# Ends where a counter is full.
add("terminates_at_five", """Real x(start = 0, fixed = true), v(start = v0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; der(v) = -w^2*x;
when x < 0 then n = pre(n) + 1; if n >= 3 then terminate("three times"); end if; end when;""".replace("if n >= 3 then terminate(\"three times\"); end if; end when;", "end when; when n >= 3 then terminate(\"three times\"); end when;"),
    parameters={"v0": "1 m/s", "w": "2 1/s"}, units={"x": "m", "v": "m/s"}, stop=20.0, stops=(5 * pi / 2, "three times"))

# An oscillator that begins to move after a long time.
add("late_oscillator", """Real x(start = a, fixed = true), v(start = 0, fixed = true); equation der(x) = if time > t0 then v else 0; der(v) = if time > t0 then -w^2*x else 0;""",
    parameters={"a": "1 m", "w": "2 1/s", "t0": "1e6 s"}, units={"x": "m", "v": "m/s"}, stop=1e6 + 2, values=[("x", 9e5, 1.0), ("x", 1e6 + 2, cos(4.0)), ("v", 1e6 + 2, -2 * sin(4.0))])

# Edges of a fast sine of a state are counted: x = e^t - 1 comes to 2 pi k/20.
n_edges = floor((exp(2.0) - 1) * 20 / (2 * pi)) + 1
add("edges_of_growth", """Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = (x + a)/T; when sin(20*x/a) > 0 then n = pre(n) + 1; end when;""",
    parameters={"a": "1 m", "T": "1 s"}, units={"x": "m"}, stop=2.0, values=[("x", 2.0, exp(2.0) - 1), ("n", 1.99, floor((exp(1.99) - 1) * 20 / (2 * pi)) + 1)])

# A small ball on a large one, dropped together with a gap: floor, then each other.
t1 = sqrt(2 * 1.0 / g)
u1 = g * t1
gap0 = 0.1  # behind the bounce: large goes up at u1, small comes down at u1, gap 0.1
t2 = t1 + gap0 / (2 * u1)
va, vs = u1 - g * (t2 - t1), -u1 - g * (t2 - t1)
ha = u1 * (t2 - t1) - g * (t2 - t1) ** 2 / 2
vcm = (4 * va + vs) / 5
add("ball_on_ball", """Real a(start = h0, fixed = true), b(start = h0 + d, fixed = true), v(start = 0, fixed = true), w(start = 0, fixed = true); equation der(a) = v; der(b) = w; der(v) = -g; der(w) = -g;
when a < 0 then reinit(v, -pre(v)); end when; when b < a then reinit(v, 2*(M*pre(v) + m*pre(w))/(M + m) - pre(v)); reinit(w, 2*(M*pre(v) + m*pre(w))/(M + m) - pre(w)); end when;""",
    parameters={"h0": "1 m", "d": "0.1 m", "g": "9.81 m/s2", "M": "4 kg", "m": "1 kg"}, units={"a": "m", "b": "m", "v": "m/s", "w": "m/s"}, stop=t2 + 0.3,
    values=[("a", t2 + 0.2, ha + (2 * vcm - va) * .2 - g * .02), ("b", t2 + 0.3, ha + (2 * vcm - vs) * .3 - g * .045), ("w", t2 + 0.3, 2 * vcm - vs - g * .3)], amplification=3)

# An oscillator beside an elastic wall.
tw = (pi + asin(0.3)) / 2.0
Tw = (pi + 2 * asin(0.3)) / 2.0
add("oscillator_at_wall", """Real x(start = 0, fixed = true), v(start = v0, fixed = true); equation der(x) = v; der(v) = -w^2*x; when x < -d then reinit(v, -pre(v)); end when;""",
    parameters={"v0": "2 m/s", "w": "2 1/s", "d": "0.3 m"}, units={"x": "m", "v": "m/s"}, stop=9.0,
    values=[("x", t, sin(2 * (t - Tw * floor((t + asin(0.3) / 2) / Tw)))) for t in (1.0, 2.5, 4.0, 9.0)], sizes={"x": 1.0}, amplification=3)

# A counter modulo five, and the sum of what it was.
add("modulo_counter", """Integer n(start = 0, fixed = true), s(start = 0, fixed = true); Boolean b; Integer edges(start = 0, fixed = true), changes(start = 0, fixed = true); equation
when sample(T, T) then n = mod(pre(n) + 1, 5); s = pre(s) + n; end when; b = n == 3; when edge(b) then edges = pre(edges) + 1; end when; when change(b) then changes = pre(changes) + 1; end when;""",
    parameters={"T": "0.1 s"}, stop=5.05, values=[("n", 5.05, 0), ("s", 5.05, 100), ("edges", 5.05, 10), ("changes", 5.05, 20), ("s", 0.75, 13)])

# The mean of the last four samples of a parabola, in an algorithm with an array.
add("moving_mean", """Real x(start = 0, fixed = true), m(start = 0, fixed = true), y[4](each start = 0, each fixed = true); algorithm when sample(T, T) then for k in 4:-1:2 loop y[k] := pre(y[k - 1]); end for; y[1] := x; m := sum(y)/4; end when;
equation der(x) = 2*a*time;""", parameters={"T": "0.25 s", "a": "1 m/s2"}, units={"x": "m", "m": "m"}, stop=2.1, values=[("m", 2.1, sum((0.25 * k) ** 2 for k in (5, 6, 7, 8)) / 4), ("m", 0.6, (0.25 ** 2 + 0.5 ** 2) / 4)])

# Whenever the ramp passes 1 it is set back after a while: a timer that a state starts.
add("retriggered_timer", """Real x(start = 0, fixed = true), next(start = 1e9*T, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = a/T;
when x > a then next = time + T/2; n = pre(n); elsewhen time >= pre(next) then next = 1e9*T; n = pre(n) + 1; reinit(x, 0); end when;""".replace(" reinit(x, 0); end when;", " end when; when change(n) then reinit(x, 0); end when;"),
    parameters={"T": "1 s", "a": "1 m"}, units={"x": "m"}, stop=5.0, values=[("x", 1.4, 1.4), ("x", 2.0, 0.5), ("n", 5.0, 3), ("x", 5.0, 0.5)])

# A comparator with a saw tooth: its duty follows a ramp. Crossing k: k + s = t, s = t/10: s = k/(10 - 1) in tooth k.
add("ramp_and_saw", """Real x(start = 0, fixed = true), y(start = 0, fixed = true), saw; equation der(x) = a/(10*T); saw = a*mod(time, T)/T; der(y) = if x > saw then a/T else 0;""",
    parameters={"a": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "saw": "m"}, stop=9.5, values=[("y", 4.99, sum(k / 9 for k in range(5))), ("y", 9.5, sum(k / 9 for k in range(9)) + 0.5)])

# A relay holds x on a sine; the motion stays there.
ta = root(lambda t: 1 - 2 * t - sin(t), 0.0, 1.0)
add("relay_on_sine", """Real x(start = a, fixed = true), y; equation y = a*sin(k*time); der(x) = if x > y then -2*a*k else 2*a*k;""",
    parameters={"a": "1 m", "k": "1 1/s"}, units={"x": "m", "y": "m", "der(x)": "m/s"}, stop=7.0, values=[("x", ta / 2, 1 - ta), ("x", 1.0, sin(1.0)), ("x", 5.0, sin(5.0)), ("der(x)", 5.0, cos(5.0)), ("x", 7.0, sin(7.0))])

# Spring and dry friction: each half swing loses 2 mu; it sticks within mu.
add("dry_swing", """Real x(start = x0, fixed = true), v(start = 0, fixed = true); equation der(x) = v; m*der(v) = -k*x - (if v > 0 then F else -F);""",
    # 5 -> -3.8 -> 2.6 -> -1.4 -> 0.2: sticks (0.6 = F/k)
    parameters={"x0": "5 m", "m": "1 kg", "k": "4 N/m", "F": "2.4 N"}, units={"x": "m", "v": "m/s"}, stop=8.0,
    values=[("x", pi / 4, 0.6), ("x", pi / 2, -3.8), ("x", pi, 2.6), ("x", 1.25 * pi, 0.6), ("x", 2 * pi, 0.2), ("x", 8.0, 0.2), ("v", 8.0, 0.0)], sizes={"v": 5.0, "x": 5.0})

# A force that grows breaks a block loose; it slides with less friction until the force is gone.
add("breakaway", """Real x(start = 0, fixed = true), v(start = 0, fixed = true), f; Boolean slides(start = false, fixed = true); equation f = if time < t1 then r*time else 0; slides = f > Fs or pre(slides) and v > 0;
der(x) = v; m*der(v) = if slides then f - Fc else 0;""",
    # loose at 2 with 2 - 1; v = (t^2 - 4)/2 - (t - 2) until 3: 2.5 - 1 = 1.5; then -1: rest at 4.5
    parameters={"r": "1 N/s", "t1": "3 s", "Fs": "2 N", "Fc": "1 N", "m": "1 kg"}, units={"x": "m", "v": "m/s", "f": "N"}, stop=6.0,
    values=[("v", 3.0, 1.5), ("x", 3.0, (27 - 8) / 6 - 2 - 0.5), ("v", 4.0, 0.5), ("v", 6.0, 0.0), ("x", 6.0, 19 / 6 - 2.5 + 1.125), ("slides", 6.0, 0)])

# A Zener diode limits the voltage of a capacitor; then the source is gone.
tz = log(10 / 5)
add("zener", """Real v(start = 0, fixed = true), u, i, iz, s; equation u = if time < t1 then U else 0; i = (u - v)/R; C*der(v) = i - iz; v - Vz = if s > 0 then 0 else s*Vz; iz = if s > 0 then s*I else 0;""",
    parameters={"U": "10 V", "Vz": "5 V", "R": "1 Ohm", "C": "1 F", "t1": "2 s", "I": "1 A"}, units={"v": "V", "u": "V", "i": "A", "iz": "A"}, stop=3.0,
    values=[("v", 0.5, 10 - 10 * exp(-.5)), ("v", 1.5, 5.0), ("iz", 1.5, 5.0), ("v", 3.0, 5 * exp(-1)), ("iz", 3.0, 0.0)], sizes={"iz": 5.0})

# Resonant charging: coil, diode and capacitor on a direct source end at twice its voltage.
add("resonant_charging", """Real v(start = 0, fixed = true), i(start = 0), ud, s; equation L*der(i) = U - v - ud; C*der(v) = i; ud = if s > 0 then 0 else s*U; i = if s > 0 then s*I else 0;""",
    parameters={"U": "5 V", "L": "0.25 H", "C": "1 F", "I": "1 A"}, units={"v": "V", "i": "A", "ud": "V"}, stop=3.0,
    values=[("v", 0.5, 5 * (1 - cos(1.0))), ("i", 0.5, 10 * sin(1.0)), ("v", 3.0, 10.0), ("i", 3.0, 0.0), ("ud", 3.0, -5.0)], sizes={"i": 10.0}, methods=("auto", "radau", "bdf"))

# Stairs: floor of a parabola, as a slope.
add("floor_of_parabola", """Real x(start = 0, fixed = true), y(start = 0, fixed = true); equation der(x) = 2*a*time/T^2; der(y) = floor(x/a)*a/T;""",
    parameters={"a": "1 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=3.1, values=[("y", 3.1, sum(3.1 - sqrt(k) for k in range(1, 10))), ("x", 3.1, 9.61)])

# The same downwards, through zero: floor, ceil, div and mod.
add("rounding_downwards", """Real x(start = 2.5, fixed = true), f(start = 0, fixed = true), c(start = 0, fixed = true), d(start = 0, fixed = true), r(start = 0, fixed = true); equation
der(x) = -1/T; der(f) = floor(x)/T; der(c) = ceil(x)/T; der(d) = div(x, 1)/T; der(r) = mod(x, 1)/T;""",
    parameters={"T": "1 s"}, stop=4.0, values=[("f", 4.0, 1.0 + 1 - 0 - 1 - 1.0), ("c", 4.0, 1.5 + 2 + 1 + 0 - 0.5), ("d", 4.0, 1.0 + 1 + 0 - 0.5), ("r", 4.0, 0.125 + 1.5 + 0.375)], sizes={"f": 1.0})

# A state and the clock at the same instant.
add("same_instant", """Real x(start = 0, fixed = true); Integer a(start = 0, fixed = true), b(start = 0, fixed = true); Real y(start = 0, fixed = true); equation der(x) = 1/T; der(y) = (a + 10*b)/T;
when x >= 1 then a = pre(a) + 1; end when; when time >= T then b = pre(b) + 1; end when;""",
    parameters={"T": "1 s"}, stop=2.0, values=[("a", 2.0, 1), ("b", 2.0, 1), ("y", 2.0, 11.0)])

# The two wheels of a stick-slip drive: friction against a belt that turns round.
add("belt_turns_round", """Real v(start = 0, fixed = true), b, x(start = 0, fixed = true); equation b = if time < t1 then v0 else -v0; der(v) = if b > v then mu*g else -mu*g; der(x) = v;""",
    parameters={"v0": "1 m/s", "mu": "0.1", "g": "10 m/s2", "t1": "2 s"}, units={"v": "m/s", "b": "m/s", "x": "m"}, stop=5.0,
    values=[("v", 0.5, 0.5), ("v", 1.5, 1.0), ("v", 3.0, 0.0), ("v", 5.0, -1.0), ("x", 5.0, 0.5 + 1 + 0 - 1)], sizes={"x": 1.5, "v": 1.0})

# Two masses joined by a rope that becomes tight once: momentum is kept, they go on together.
add("rope_in_tow", """Real x(start = 0, fixed = true), y(start = 0, fixed = true), v(start = v0, fixed = true), w(start = 0, fixed = true), s, f; equation der(x) = v; der(y) = w; m*der(v) = -f; M*der(w) = f - c*w;
L - (x - y) = if s > 0 then s*L else 0; f = if s > 0 then 0 else -s*F;""",
    parameters={"v0": "3 m/s", "m": "2 kg", "M": "1 kg", "L": "1.5 m", "F": "1 N", "c": "0.6 kg/s"}, units={"x": "m", "y": "m", "v": "m/s", "w": "m/s", "f": "N"}, stop=2.5,
    values=[("v", 0.4, 3.0), ("v", 0.5 + 1, 2 * exp(-.2)), ("w", 1.5, 2 * exp(-.2)), ("f", 1.5, 2 * .2 * 2 * exp(-.2)), ("x", 2.5, 1.5 + 10 * (1 - exp(-.4)))], levels={"f": 3, "v": 2, "w": 2}, sizes={"f": 1.0})

# Charging through a current limit: constant current, then an exponential.
add("charger", """Real v(start = 0, fixed = true), i; Boolean limited; equation C*der(v) = i; limited = (U - v)/R > Im; i = if limited then Im else (U - v)/R;""",
    parameters={"U": "10 V", "R": "1 Ohm", "C": "2 F", "Im": "4 A"}, units={"v": "V", "i": "A"}, stop=6.0, values=[("v", 2.0, 4.0), ("v", 3.0, 6.0), ("v", 6.0, 10 - 4 * exp(-1.5)), ("i", 6.0, 4 * exp(-1.5))])

# Wheels of a counter: an event sets off the next at the same instant.
add("odometer", """Real x(start = 0, fixed = true); Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation der(x) = 10/T;
when x >= pre(a) + 10*pre(b) + 100*pre(c) + 1 then a = if pre(a) == 9 then 0 else pre(a) + 1; end when; when a == 0 then b = if pre(b) == 9 then 0 else pre(b) + 1; end when; when b == 0 then c = pre(c) + 1; end when;""",
    parameters={"T": "1 s"}, stop=12.55, values=[("a", 12.55, 5), ("b", 12.55, 2), ("c", 12.55, 1)])

# A ball in a funnel of two walls at right angles: reflections along normals.
add("wedge", """Real x(start = x0, fixed = true), y(start = y0, fixed = true), v(start = -v0, fixed = true), w(start = 0, fixed = true); equation der(x) = v; der(y) = w; der(v) = z; der(w) = z;
when x + y < 0 then reinit(v, -pre(w)); reinit(w, -pre(v)); end when; when y - x < 0 then reinit(v, pre(w)); reinit(w, pre(v)); end when;""",
    # from (0.5, 1) at -1: meets x = -y at x = -1 (1.5 s); then (0, 1): never meets y = x
    parameters={"x0": "0.5 m", "y0": "1 m", "v0": "1 m/s", "z": "0 m/s2"}, units={"x": "m", "y": "m", "v": "m/s", "w": "m/s"}, stop=3.0,
    values=[("x", 1.0, -0.5), ("x", 3.0, -1.0), ("y", 3.0, 2.5), ("w", 3.0, 1.0), ("v", 3.0, 0.0)], sizes={"v": 1.0})

# A block that sticks is kicked: a reinit of what the surface determines.
add("kicked_while_stuck", """Real v(start = v0, fixed = true), x(start = 0, fixed = true), f; equation der(x) = v; m*der(v) = f; f = if v > 0 then -F else F; when time >= t1 then reinit(v, 3*v0); end when;""",
    parameters={"v0": "1 m/s", "m": "1 kg", "F": "2 N", "t1": "1 s"}, units={"v": "m/s", "x": "m", "f": "N"}, stop=4.0,
    values=[("x", 0.8, 0.25), ("v", 0.8, 0.0), ("v", 1.5, 2.0), ("x", 1.5, 1.5), ("v", 4.0, 0.0), ("x", 4.0, 2.5)], sizes={"v": 3.0})

# The belt again, its surface through a variable: the difference of speeds.
add("belt_by_difference", """Real v(start = 0, fixed = true), b, d, x(start = 0, fixed = true); equation b = if time < t1 then v0 else -v0; d = b - v; der(v) = if d > 0 then a else -a; der(x) = v;""",
    parameters={"v0": "1 m/s", "a": "1 m/s2", "t1": "2 s"}, units={"v": "m/s", "b": "m/s", "x": "m", "d": "m/s"}, stop=5.0,
    values=[("v", 0.5, 0.5), ("v", 1.5, 1.0), ("v", 3.0, 0.0), ("v", 5.0, -1.0), ("x", 5.0, 0.5)], sizes={"x": 1.5, "v": 1.0})

# A stack of three blocks at rest; the lowest one is kicked. Each pair meets once, then all stop together.
add("stack_kicked", """Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), v3(start = 0, fixed = true), p, q, r; equation m*der(v1) = p; m*der(v2) = q - p; m*der(v3) = r - q;
p = if v2 > v1 then F else -F; q = if v3 > v2 then 2.5*F else -2.5*F; r = if v3 > 0 then -F else F; when time >= t1 then reinit(v3, v0); end when;""",
    parameters={"m": "1 kg", "F": "1 N", "v0": "4 m/s", "t1": "1 s"}, units={"v1": "m/s", "v2": "m/s", "v3": "m/s", "p": "N", "q": "N", "r": "N"}, stop=6.0,
    values=[("v3", 0.5, 0.0), ("v3", 1.4, 2.6), ("v2", 1.4, 0.6), ("v1", 1.9, 0.9), ("v2", 1.9, 1.1), ("v3", 1.9, 1.1), ("v1", 3.0, 2 / 3), ("v3", 3.0, 2 / 3), ("p", 3.0, -1 / 3), ("v3", 6.0, 0.0)], sizes={"v3": 4.0})

# A force that is below, above and again below the limit of friction.
add("force_in_steps", """Real v(start = 0, fixed = true), f, q; equation q = if time < t1 then 0.5*F elseif time < 2*t1 then 3*F elseif time < 4*t1 then 0 else -0.9*F; m*der(v) = q + f; f = if v > 0 then -F else F;""",
    parameters={"m": "1 kg", "F": "1 N", "t1": "1 s"}, units={"v": "m/s", "f": "N", "q": "N"}, stop=5.0,
    values=[("v", 0.9, 0.0), ("f", 0.9, -0.5), ("v", 1.5, 1.0), ("v", 3.0, 1.0), ("v", 5.0, 0.0), ("f", 5.0, 0.9)], sizes={"v": 2.0})

# A motion that is held on a set point, which is moved by samples.
add("set_point_in_steps", """Real x(start = 0, fixed = true), s(start = a, fixed = true), e; equation e = s - x; der(x) = if e > 0 then 2*a/T else -2*a/T; when sample(T, T) then s = pre(s) + a/2; end when;""",
    parameters={"a": "1 m", "T": "1 s"}, units={"x": "m", "s": "m", "e": "m"}, stop=4.5, values=[("x", 0.9, 1.0), ("x", 1.1, 1.2), ("x", 1.9, 1.5), ("x", 2.1, 1.7), ("x", 4.5, 3.0)])
