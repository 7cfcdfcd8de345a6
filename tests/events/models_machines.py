"""Converters, valves, gears with play, relays with delay, sampled controllers, bodies that meet: machines with events."""
from math import cos, exp, floor, log, pi, sin, sqrt

from event_model import EventModel as E

MODELS = []


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


# A converter whose current ends before its period does (12 V down to 5 V, on for 0.3 of it): triangles of current, their charge.
def triangle(t, up=7.0, down=5.0, on=0.3):
    """Current and charge: rises with `up` while on, falls with `down` to zero, rests."""
    n, s = floor(t), t - floor(t)
    peak = up * on
    zero = on + peak / down
    whole = peak * zero / 2
    if s < on:
        return up * s, n * whole + up * s * s / 2
    if s < zero:
        return peak - down * (s - on), n * whole + peak * on / 2 + (s - on) * (2 * peak - down * (s - on)) / 2
    return 0.0, (n + 1) * whole


add("gap_in_current", """Real i(start = 0, fixed = true), q(start = 0, fixed = true); Boolean on, free(start = true, fixed = true); equation on = mod(time, T) < 0.3*T; der(q) = i;
L*der(i) = if on then Ui - Uo elseif free then -Uo else 0; when i < 0 then free = false; reinit(i, 0); elsewhen on then free = true; end when;""",
    parameters={"T": "1 s", "L": "1 H", "Ui": "12 V", "Uo": "5 V"}, units={"i": "A", "q": "C"}, stop=4.5,
    values=[(x, t, triangle(t)[k]) for t in (0.2, 0.5, 0.9, 2.4, 3.5, 4.5) for k, x in enumerate(("i", "q"))])

# The same with an ideal diode in place of the rule: it blocks where its current would turn.
add("diode_blocks", """Real i(start = 0, fixed = true), q(start = 0, fixed = true), u, s(start = 1*U0); Boolean on; equation on = mod(time, T) < 0.3*T; der(q) = i;
L*der(i) = (if on then Ui else 0) - Uo - u; u = if s > 0 then 0 else s; i = if s > 0 then s/R else 0;""",
    parameters={"T": "1 s", "L": "1 H", "Ui": "12 V", "Uo": "5 V", "R": "1 Ohm", "U0": "1 V"}, units={"i": "A", "q": "C"}, stop=4.5,
    values=[(x, t, triangle(t)[k]) for t in (0.2, 0.5, 0.9, 2.4, 3.5, 4.5) for k, x in enumerate(("i", "q"))],
    methods=("radau", "bdf"))  # explicit methods are right, too, but not certified: all terms of an equation are zero there

# A relay that answers late: the slope of x is what its sign was, tau ago; a triangle of height tau.
def late(t, tau=0.25):
    # x starts at 0 with slope -1 asked for at once (x >= 0), which comes tau later; until then the past, +1
    if t < tau:
        return t
    s = (t - tau) % (4 * tau)
    return tau - s if s < 2 * tau else s - 3 * tau


add("relay_held_by_its_past", """Real x(start = 0, fixed = true), w; equation der(x) = c*w; w = if time < T then 1 else delay(if x >= 0 then -1 else 1, T);""",
    parameters={"T": "0.25 s", "c": "1 m/s"}, units={"x": "m"}, stop=3.1, values=[("x", t, late(t)) for t in (0.1, 0.6, 1.1, 2.2, 3.1)])

# Two tanks, filled and emptied at even rates by valves with memory.
def tanks(t):
    a, b, now, fill = 0.2, 0.5, 0.0, True
    while True:
        # tank a: + 1 while filling, - 0.5 while it drains into b; b loses 0.2 all the time
        da, db = (1.0, -0.2) if fill else (-0.5, 0.3)
        s = (0.8 - a) / da if fill else (0.1 - a) / da
        if now + s > t:
            return a + da * (t - now), b + db * (t - now)
        a, b, now, fill = a + da * s, b + db * s, now + s, not fill


add("two_tanks", """Real a(start = 0.2*H, fixed = true), b(start = 0.5*H, fixed = true); Boolean fill(start = true, fixed = true); equation T*der(a) = if fill then H else -0.5*H; T*der(b) = (if fill then 0 else 0.5*H) - 0.2*H;
fill = if pre(fill) then a < 0.8*H else a < 0.1*H;""",
    parameters={"H": "1 m", "T": "1 s"}, units={"a": "m", "b": "m"}, stop=6.0, values=[(x, t, tanks(t)[k]) for t in (0.3, 1.0, 2.5, 4.0, 6.0) for k, x in enumerate(("a", "b"))])

# A mass in a cage that moves evenly: it bounces to and fro, half of its speed relative to the cage left each time.
def cage(t):
    x, v, now = 0.25, 0.0, 0.0  # the cage: from t to t + 1, speed 1
    while True:
        r, w = x - now, v - 1.0
        s = (1 - r) / w if w > 0 else -r / w
        if now + s > t:
            return x + v * (t - now), v
        x, v, now = x + v * s, 1 - 0.5 * w, now + s


add("play_in_gear", """Real x(start = 0.25*L, fixed = true), v(start = 0, fixed = true); equation der(x) = v; der(v) = z; when x < c*time then reinit(v, c - 0.5*(pre(v) - c)); elsewhen x > L + c*time then reinit(v, c - 0.5*(pre(v) - c)); end when;""",
    parameters={"L": "1 m", "c": "1 m/s", "z": "0 m/s2"}, units={"x": "m", "v": "m/s"}, stop=8.0, values=[(x, t, cage(t)[k]) for t in (0.2, 1.0, 3.0, 6.0, 8.0) for k, x in enumerate(("x", "v"))])

# Three wagons couple one after the other: momentum alone decides. Two changes of the structure.
add("coupling", """Real x1(start = 0, fixed = true), x2(start = 1*L, fixed = true), x3(start = 3*L, fixed = true), v1(start = v0, fixed = true), v2(start = 0, fixed = true), v3(start = 0, fixed = true), F, G; Boolean a(start = false, fixed = true), b(start = false, fixed = true);
equation der(x1) = v1; der(x2) = v2; der(x3) = v3; m*der(v1) = -F; m*der(v2) = F - G; 2*m*der(v3) = G; when x1 > x2 then a = true; end when; when x2 > x3 then b = true; end when;
0 = if a then (v1 - v2)/v0 else F/P; 0 = if b then (v2 - v3)/v0 else G/P;""",
    parameters={"L": "1 m", "v0": "6 m/s", "m": "1 kg", "P": "1 N"}, units={"x1": "m", "x2": "m", "x3": "m", "v1": "m/s", "v2": "m/s", "v3": "m/s"}, stop=2.0,
    # 1/6 s alone, then 3 m/s over 2 m, then 1.5 m/s
    values=[("v1", 0.1, 6.0), ("v1", 0.5, 3.0), ("v2", 0.5, 3.0), ("v3", 0.5, 0.0), ("v1", 2.0, 1.5), ("v3", 2.0, 1.5), ("x3", 2.0, 3 + 1.5 * (2 - 1 / 6 - 2 / 3))], sizes={"v3": 6.0})

# A zener diode clamps a capacitor: 2 A charge 1 F up to 3 V, from t = 4 on they discharge it. Index 2 while it clamps.
add("clamped", """Real v(start = 0, fixed = true), iz, i; Boolean clamps(start = false, fixed = true); equation i = if time < T then 2*I else -I; C*der(v) = i - iz; 0 = if clamps then (v - U)/U else iz/I;
when v > U then clamps = true; elsewhen iz < 0 then clamps = false; end when;""",
    parameters={"C": "1 F", "I": "1 A", "U": "3 V", "T": "4 s"}, units={"v": "V", "iz": "A"}, stop=6.0, values=[("v", 1.0, 2.0), ("v", 2.5, 3.0), ("iz", 2.5, 2.0), ("v", 6.0, 1.0), ("iz", 6.0, 0.0)], sizes={"iz": 2.0}, events=2)

# What makes its own next time: each interval is half as long again as the one before.
def alarms(t):
    last, gap, n, x = 0.0, 0.1, 0, 0.0
    while last + gap <= t:
        x += n * gap
        last, gap, n = last + gap, 1.5 * gap, n + 1
    return float(n), x + n * (t - last)


add("alarm_clock", """Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); discrete Real gap(start = g0, fixed = true), next(start = g0, fixed = true); equation T*der(x) = 1.0*n; when time >= pre(next) then n = pre(n) + 1; gap = 1.5*pre(gap); next = pre(next) + gap; end when;""",
    parameters={"g0": "0.1 s", "T": "1 s"}, units={"gap": "s", "next": "s"}, stop=5.0, values=[(x, t, alarms(t)[k]) for t in (0.05, 0.2, 1.0, 3.0, 5.0) for k, x in enumerate(("n", "x"))])

# A pendulum clock without losses: each passage upwards adds to its speed.
def clock(t):
    n = floor((t + 1.5 * pi) / (2 * pi))
    return -(1 + 0.5 * n) * cos(t), float(n)


add("escapement", """Real x(start = -v0*T, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; T^2*der(v) = -x; when x > 0 then reinit(v, pre(v) + 0.5*v0); n = pre(n) + 1; end when;""",
    parameters={"v0": "1 m/s", "T": "1 s"}, units={"x": "m", "v": "m/s"}, stop=16.0, values=[(x, t, clock(t)[k]) for t in (1.0, 5.0, 7.0, 12.0, 14.0, 16.0) for k, x in enumerate(("x", "n"))], amplification=3.0)

# A ball between a wall and one that comes closer: elastic in the frame of the wall, ever faster.
def squeezed(t):
    x, v, now = 0.0, 1.0, 0.0
    while True:
        w = 2 - 0.1 * now
        s = (w - x) / (v + 0.1) if v > 0 else x / -v
        if now + s > t:
            return x + v * (t - now), v
        x, v, now = x + v * s, (-v - 0.2 if v > 0 else -v), now + s


add("closing_walls", """Real x(start = 0, fixed = true), v(start = 10*c, fixed = true); equation der(x) = v; der(v) = z; when x > L - c*time then reinit(v, -pre(v) - 2*c); elsewhen x < 0 then reinit(v, -pre(v)); end when;""",
    parameters={"L": "2 m", "c": "0.1 m/s", "z": "0 m/s2"}, units={"x": "m", "v": "m/s"}, stop=14.5, values=[(x, t, squeezed(t)[k]) for t in (1.0, 2.5, 6.0, 9.5, 14.5) for k, x in enumerate(("x", "v"))], amplification=10.0)

# Friction stops a block, holds it and lets it go again when the force has grown: v' = t - 2 sign(v) from v = 1.
def held_back(t):
    # down: v = 1 - 2 t + t^2/2 = 0 at 2 - sqrt 2; free again from t = 2 on
    if t < 2 - sqrt(2):
        return 1 - 2 * t + t * t / 2
    return 0.0 if t < 2 else (t - 2) ** 2 / 2


add("held_by_friction", """Real v(start = v0, fixed = true); equation m*der(v) = k*time - (if v > 0 then F else -F);""",
    parameters={"v0": "1 m/s", "m": "1 kg", "k": "1 N/s", "F": "2 N"}, units={"v": "m/s"}, stop=4.0, values=[("v", t, held_back(t)) for t in (0.3, 1.0, 1.9, 3.0, 4.0)])

# Two surfaces: first x comes to rest on its own, then y; both stay, until the drive of y outgrows its friction at t = 3.
add("two_surfaces", """Real x(start = 1*X, fixed = true), y(start = 2*X, fixed = true); equation T*der(x) = (if x > 0 then -2*X else 2*X) + 0.5*X; T*der(y) = (if y > x then -3*X else 3*X) + X*time/T;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m"}, stop=4.0,
    # x = 1 - 1.5 t up to 2/3; y = 2 - 3 t + t^2/2 = 0 at 3 - sqrt 5; leaves at t = 3: y = (t - 3)^2/2
    values=[("x", 0.5, 0.25), ("y", 0.5, 0.625), ("x", 1.0, 0.0), ("y", 2.0, 0.0), ("x", 4.0, 0.0), ("y", 4.0, 0.5)], sizes={"x": 1.0, "y": 2.0})

# A sampled PI controller on an integrator: the recurrence of its own.
def sampled_pi(n):
    x, integral, xs = 0.0, 0.0, [0.0]
    for _ in range(n):
        e = 1 - x
        integral += 0.2 * e
        x += 0.5 * (0.8 * e + integral)
        xs.append(x)
    return xs


add("sampled_pi", """Real x(start = 0, fixed = true); discrete Real e(start = 0, fixed = true), s(start = 0, fixed = true), u(start = 0, fixed = true); equation T*der(x) = 0.5*u; when sample(0, T) then e = X - x; s = pre(s) + 0.2*e; u = 0.8*e + s; end when;""",
    parameters={"X": "1 m", "T": "0.1 s"}, units={"x": "m", "u": "m"}, stop=2.05, values=[("x", 0.1 * n, sampled_pi(n)[n]) for n in (1, 2, 5, 10, 20)])

# Sampled with two rates; the slow one takes what the fast one has counted.
add("two_rates", """Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true); equation T*der(x) = 1.0*m; when sample(0, 0.01*T) then n = pre(n) + 1; end when; when sample(0.055*T, 0.1*T) then m = n; k = pre(k) + 1; end when;""",
    parameters={"T": "1 s"}, stop=0.5, values=[("n", 0.5, 51.0), ("m", 0.5, 46.0), ("k", 0.5, 5.0), ("x", 0.5, (6 + 16 + 26 + 36) * 0.1 + 46 * 0.045)])

# A rocket drops its first stage: the mass jumps, its speed stays; thrust over mass by logarithms.
def rocket(t):
    # m = 5 - t until 2, then 3 - 1.5 = 1.5, burns 0.25 per second; exhaust 2: v = 2 log(m0/m)
    if t < 2:
        return 2 * log(5 / (5 - t)), 5 - t
    return 2 * log(5 / 3) + 2 * log(1.5 / (1.5 - 0.25 * (t - 2))), 1.5 - 0.25 * (t - 2)


add("rocket", """Real v(start = 0, fixed = true), m(start = 5*M, fixed = true), q; Integer stage(start = 1, fixed = true); equation q = (if stage == 1 then 1 else 0.25)*M/T; der(m) = -q; m*der(v) = c*q; when time >= 2*T then stage = 2; reinit(m, 0.5*pre(m)); end when;""",
    parameters={"M": "1 kg", "T": "1 s", "c": "2 m/s"}, units={"v": "m/s", "m": "kg"}, stop=5.0, values=[(x, t, rocket(t)[k]) for t in (1.0, 1.9, 3.0, 5.0) for k, x in enumerate(("v", "m"))], events=1)

# Relaxation by two thresholds of an exponential: charging from 1/3 to 2/3 takes log 2, and so does discharging.
add("timer_555", """Real v(start = 0, fixed = true); Boolean high(start = true, fixed = true); Integer n(start = 0, fixed = true); equation R*C*der(v) = (if high then U else 0) - v; when v > 2*U/3 then high = false; n = pre(n) + 1; elsewhen v < U/3 then high = true; end when;""",
    parameters={"R": "1 Ohm", "C": "1 F", "U": "3 V"}, units={"v": "V"}, stop=6.0,
    # 2/3 at log 3, then each log 2
    values=[("v", 0.5, 3 * (1 - exp(-0.5))), ("v", log(3) + 0.3, 2 * exp(-0.3)), ("v", log(3) + log(2) + 0.3, 3 - 2 * exp(-0.3)), ("v", 6.0, 3 - 2 * exp(-(6.0 - log(3) - 7 * log(2)))), ("n", 6.0, 4.0)])

# An anti-windup limiter: an integrator that stops at its limits and comes back at once.
add("integrator_with_limits", """Real x(start = 0, fixed = true), u; Integer at(start = 0, fixed = true); equation u = X/T*cos(time/T); der(x) = if at == 0 then 2*u else 0; when x > X then at = 1; elsewhen x < -X then at = -1; elsewhen u < 0 and pre(at) == 1 or u > 0 and pre(at) == -1 then at = 0; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=6.0,
    # up to 1 at pi/6; from pi/2 on 1 + 2 (sin t - 1) down to -1 at pi; from 3 pi/2 on -1 + 2 (sin t + 1)
    values=[("x", 0.3, 2 * sin(0.3)), ("x", 1.0, 1.0), ("x", 2.0, 2 * sin(2.0) - 1), ("x", 4.0, -1.0), ("x", 6.0, 2 * sin(6.0) + 1)])

# A rod of index 3 pushed along a slot meets a wagon: both go on with the momentum that is left. The joint passes the impulse on.
add("push_rod", """Real x1(start = 0, fixed = true), x2(start = 1*L), v1(start = v0, fixed = true), v2(start = v0), N, x3(start = 2*L, fixed = true), v3(start = 0, fixed = true), C; Boolean met(start = false, fixed = true); equation der(x1) = v1; der(x2) = v2; der(x3) = v3;
m*der(v1) = -N; m*der(v2) = N - C; 2*m*der(v3) = C; x2 - x1 = L; 0 = if met then (v2 - v3)/v0 else C/P; when x2 > x3 then met = true; end when;""",
    parameters={"L": "1 m", "v0": "1 m/s", "m": "1 kg", "P": "1 N"}, units={"x1": "m", "x3": "m", "v1": "m/s", "v3": "m/s"}, stop=3.0,
    values=[("v1", 0.5, 1.0), ("v1", 3.0, 0.5), ("v3", 3.0, 0.5), ("x3", 3.0, 3.0), ("x1", 3.0, 2.0)], events=1, levels={"v1": 2})

# Bang-bang: out and back to rest at the origin in the shortest time, switched by time, and then held.
add("bang_bang", """Real x(start = 1*X, fixed = true), v(start = 0, fixed = true); Integer u(start = -1, fixed = true); equation der(x) = v; T^2*der(v) = u*X; when x < 0.5*X then u = 1; elsewhen v > 0 and pre(u) == 1 then u = 0; reinit(v, 0); end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "v": "m/s"}, stop=3.0, values=[("x", 0.5, 0.875), ("x", 1.5, 0.125), ("v", 1.5, -0.5), ("x", 3.0, 0.0), ("v", 3.0, 0.0), ("u", 3.0, 0.0)], sizes={"u": 1.0})

# Stairs of an Integer that an algorithm counts, with elsewhen and a vector of conditions.
add("turnstile", """Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true), odd(start = 0, fixed = true); equation T*der(x) = 1; algorithm when {sin(pi*x) > 0, sin(pi*x) < 0} then n := pre(n) + 1; if mod(n, 2) == 1 then odd := pre(odd) + 1; end if; end when;
protected constant Real pi = 3.14159265358979;""", parameters={"T": "1 s"}, stop=6.5, values=[("n", 6.5, 7.0), ("odd", 6.5, 4.0), ("n", 3.5, 4.0)])

# A capacitor is switched between a source and a load, half of each period: a sampled chain of exponentials.
def pumped(n):
    c, out = 0.0, 0.0
    for _ in range(n):
        c = 1 - (1 - c) * exp(-5)  # to the source, tau 0.1 in 0.5
        m = (c + out) / 2          # to the load, equal capacitors: the mean stays, the difference dies
        d = (c - out) * exp(-5) / 2
        c, out = m + d, m - d
    return out


add("charge_pump", """Real a(start = 0, fixed = true), b(start = 0, fixed = true); Boolean up; equation up = mod(time, T) < 0.5*T; C*der(a) = if up then (U - a)/R else (b - a)/(2*R); C*der(b) = if up then 0 else (a - b)/(2*R);""",
    parameters={"T": "1 s", "C": "0.1 F", "R": "1 Ohm", "U": "1 V"}, units={"a": "V", "b": "V"}, stop=3.0, values=[("b", 1.0 * n, pumped(n)) for n in (1, 2, 3)])
