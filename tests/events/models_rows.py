"""Contacts, ropes and switches beside large numbers; motions that come to rest by ever more events; modes in rows; the language in arrays."""
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


# The pulley again, beside a counter of metres that is a thousand kilometres on.
a_ = g / 2
t1, v1 = sqrt(2 / a_), sqrt(2 * a_)
t2 = t1 + 2 * v1 / g
add("pulley_beside_odometer", """Real h(start = H), y(start = 0), v(start = 0), w(start = 0), s, f, p, N, way(start = 1e8*H, fixed = true); equation der(h) = v; der(y) = w; 3*m*der(v) = f + N - 3*m*g; m*der(w) = f - m*g; der(way) = c;
h + y - H = if s > 0 then s*H else 0; f = if s > 0 then 0 else -s*F; h = if p > 0 then p*H else 0; N = if p > 0 then 0 else -p*F;""",
    parameters={"H": "1 m", "m": "1 kg", "g": "9.81 m/s2", "F": "1 N", "c": "20 m/s"}, units={"h": "m", "y": "m", "v": "m/s", "w": "m/s", "f": "N", "N": "N", "way": "m"}, stop=t2 + 0.2,
    values=[("h", 0.3, 1 - a_ * 0.045), ("h", t1 + 0.1, 0.0), ("w", t1 + 0.1, v1 - g * 0.1), ("y", t1 + 0.1, 1 + v1 * 0.1 - g * 0.005), ("v", t2 + 0.2, v1 / 4 - a_ * 0.2), ("h", t2 + 0.2, v1 / 4 * 0.2 - a_ * 0.02)],
    sizes={"h": 1.0, "v": v1, "w": v1}, levels={"f": 3, "N": 3, "v": 2, "w": 2})

# Two wagons, 2000 km from where they were counted, are joined by a rope that becomes tight; the first then stops at a buffer without rebound.
add("wagons_far_away", """Real x(start = X, fixed = true), y(start = X, fixed = true), v(start = v0, fixed = true), w(start = 0, fixed = true), s, f; equation der(x) = v; der(y) = w; m*der(v) = -f; 2*m*der(w) = f;
L - (x - y) = if s > 0 then s*L else 0; f = if s > 0 then 0 else -s*F; when x > X + 2*L then reinit(v, 0*v0); end when;""",
    parameters={"X": "2e6 m", "L": "1 m", "v0": "3 m/s", "m": "1000 kg", "F": "1 N"}, units={"x": "m", "y": "m", "v": "m/s", "w": "m/s", "f": "N"}, stop=2.0,
    # tight at 1/3: common speed 1; first at 2 L: at 1/3 + 1; stops, second goes on at 1
    values=[("v", 0.2, 3.0), ("v", 1.0, 1.0), ("w", 1.0, 1.0), ("v", 1.8, 0.0), ("w", 1.8, 1.0)], sizes={"v": 3.0, "w": 3.0}, levels={"f": 3, "v": 2, "w": 2})

# A chain of three hangers: each rope becomes tight in turn, momentum shared each time; parametric, plastic.
add("three_in_tow", "Real " + ", ".join("x%d(start = 0, fixed = true), v%d(start = %s, fixed = true)" % (k, k, "v0" if k == 1 else "0") for k in (1, 2, 3, 4)) + ", s1, s2, s3, f1, f2, f3; equation "
    + " ".join("der(x%d) = v%d;" % (k, k) for k in (1, 2, 3, 4)) + " m*der(v1) = -f1; m*der(v2) = f1 - f2; m*der(v3) = f2 - f3; m*der(v4) = f3; "
    + " ".join("L - (x%d - x%d) = if s%d > 0 then s%d*L else 0; f%d = if s%d > 0 then 0 else -s%d*F;" % (k, k + 1, k, k, k, k, k) for k in (1, 2, 3)),
    # speeds 12, 6, 4, 3: tight at 1/12, + 1/6, + 1/4
    parameters={"v0": "12 m/s", "m": "2 kg", "L": "1 m", "F": "1 N"}, units={"x1": "m", "x4": "m", "v1": "m/s", "v2": "m/s", "v3": "m/s", "v4": "m/s"}, stop=1.0,
    values=[("v1", 0.05, 12.0), ("v2", 0.2, 6.0), ("v3", 0.2, 0.0), ("v3", 0.4, 4.0), ("v1", 1.0, 3.0), ("v4", 1.0, 3.0), ("x4", 1.0, 1.5), ("x1", 1.0, 4.5)], sizes={"v3": 12.0, "v4": 12.0, "v1": 12.0, "v2": 12.0})

# Three discs fall on each other and onto the ground, all contacts plastic and parametric, from three heights: each lands by itself.
h = (1.0, 1.5, 2.5)
fall = [sqrt(2 * x / g) for x in h]
add("three_fall", "Real " + ", ".join("h%d(start = a%d), v%d(start = 0), s%d, f%d" % (k, k, k, k, k) for k in (1, 2, 3)) + "; equation "
    + " ".join("der(h%d) = v%d; m*der(v%d) = f%d - %s - m*g;" % (k, k, k, k, "f%d" % (k + 1) if k < 3 else "0*F") for k in (1, 2, 3))
    + " ".join("%s = if s%d > 0 then s%d*L else 0; f%d = if s%d > 0 then 0 else -s%d*F;" % ("h1" if k == 1 else "h%d - h%d" % (k, k - 1), k, k, k, k, k) for k in (1, 2, 3)),
    parameters={"a1": "1 m", "a2": "1.5 m", "a3": "2.5 m", "g": "9.81 m/s2", "m": "2 kg", "L": "1 m", "F": "1 N"}, units={"h1": "m", "h2": "m", "h3": "m", "f1": "N", "f2": "N", "f3": "N"}, stop=1.0,
    values=[("h1", 0.3, 1 - g * .045), ("h2", 0.5, 1.5 - g * .125), ("h3", 0.6, 2.5 - g * .18), ("h1", 0.5, 0.0), ("h2", 0.6, 0.0), ("h3", 1.0, 0.0), ("f1", 1.0, 6 * g), ("f2", 1.0, 4 * g), ("f3", 1.0, 2 * g)], sizes={"h1": 1.0, "h2": 1.5, "h3": 2.5})

# A ball lies on a piston that goes up and down ever faster: it leaves where the piston falls faster than g, and lands again without rebound.
# piston z = A sin(w t), A w^2 > g: leaves at sin = g/(A w^2) while moving up
A_, w_ = 0.5, 6.0
tl = asin(g / (A_ * w_ ** 2)) / w_
zl, ul = A_ * sin(w_ * tl), A_ * w_ * cos(w_ * tl)
th = root(lambda t: zl + ul * (t - tl) - g * (t - tl) ** 2 / 2 - A_ * sin(w_ * t), tl + 0.2, tl + 0.9)
add("ball_on_piston", """Real h(start = 0), v(start = A*w), z, s, f; equation der(h) = v; m*der(v) = f - m*g; z = A*sin(w*time); h - z = if s > 0 then s*A else 0; f = if s > 0 then 0 else -s*m*g;""",
    parameters={"A": "0.5 m", "w": "6 1/s", "m": "3 kg", "g": "9.81 m/s2"}, units={"h": "m", "v": "m/s", "z": "m", "f": "N"}, stop=th + 0.05,
    values=[("h", 0.05, A_ * sin(0.3)), ("f", 0.05, 3 * (g - A_ * w_ ** 2 * sin(0.3))), ("h", tl + 0.1, zl + ul * 0.1 - g * 0.005), ("f", tl + 0.1, 0.0), ("h", th - 0.05, zl + ul * (th - .05 - tl) - g * (th - .05 - tl) ** 2 / 2)],
    sizes={"f": 3 * g, "h": 0.5}, levels={"f": 3, "v": 2}, amplification=3)

# The same landing by a sharp spring instead of a rule: a mass on a stiff buffer, half a wave at the rate of 1000 per second.
w_ = 1000.0
v_ = 2.0
tc = pi / w_
add("stiff_buffer", """Real x(start = -L, fixed = true), v(start = v0, fixed = true); equation der(x) = v; der(v) = if x > 0 then -w^2*x else 0*x*w^2;""",
    parameters={"L": "1 m", "v0": "2 m/s", "w": "1000 1/s"}, units={"x": "m", "v": "m/s"}, stop=1.0, values=[("v", 0.4, 2.0), ("x", 0.5 + tc / 2, v_ / w_), ("x", 1.0, -2 * (0.5 - tc)), ("v", 1.0, -2.0)], amplification=30)

# A shaft with three clutches between four wheels; they close one after the other while a motor drives the first.
add("gear_train_closes", """Real w1(start = 0, fixed = true), w2(start = 0, fixed = true), w3(start = 0, fixed = true), a, b; Boolean shut(start = false, fixed = true); equation J*der(w1) = M - a; J*der(w2) = 2*a - b; J*der(w3) = -b; when w2 > u then shut = true; end when;
0 = if time > T then (w1 - 2*w2)*J/(M*T) else a/M; 0 = if shut then (w2 + w3)*J/(M*T) else b/M;""",
    # behind: w1 = 2 w2, w3 = -w2: J w1' = 1 - a, w2' = 2a - b, w3' = -b = -w2' -> b = w2' = 2a - b -> b = a; w1' = 2a = 1 - a: a = 1/3, w2' = 1/3
    parameters={"J": "1 kg.m2", "M": "1 N.m", "T": "1 s", "u": "0.6 1/s"}, units={"w1": "1/s", "w2": "1/s", "w3": "1/s", "a": "N.m", "b": "N.m"}, stop=2.5,
    values=[("w1", 0.8, 0.8), ("w1", 1.2, 0.96), ("w2", 1.2, 0.48), ("w3", 1.2, 0.0), ("w1", 2.5, 1 + 2 / 3), ("w2", 2.5, 0.5 + 1 / 3), ("w3", 2.5, -0.5 - 1 / 3), ("a", 2.5, 1 / 3), ("b", 2.5, 1 / 3)], sizes={"w3": 1.0})

# ---- sliding of second order, and what crosses such a place without staying ----------------------------------------------
# An oscillation about a bend: a spring that pushes back evenly on both sides, x'' = -sgn x: parabolas, nothing stays.
def bounce(t, v=1.0):
    half = 2 * v
    s = t % (2 * half)
    return v * s - s * s / 2 if s < half else -(v * (s - half) - (s - half) ** 2 / 2)


add("even_spring", """Real x(start = 0, fixed = true), v(start = V, fixed = true); equation der(x) = v; T*der(v) = if x > 0 then -V else V;""",
    parameters={"V": "1 m/s", "T": "1 s"}, units={"x": "m", "v": "m/s"}, stop=11.0, values=[("x", t, bounce(t)) for t in (1.0, 3.0, 5.5, 8.0, 11.0)], sizes={"x": 0.5})


# The same with loss at each passage.
def lossy(t, v=1.0, e=0.9):
    now, sign = 0.0, 1
    while True:
        span = 2 * v
        if t - now < span:
            s = t - now
            return sign * (v * s - s * s / 2)
        now, sign, v = now + span, -sign, e * v


add("even_spring_with_loss", """Real x(start = 0, fixed = true), v(start = V, fixed = true); equation der(x) = v; T*der(v) = if x > 0 then -V else V; when {x > 0, x < 0} then reinit(v, 0.9*pre(v)); end when;""",
    parameters={"V": "1 m/s", "T": "1 s"}, units={"x": "m", "v": "m/s"}, stop=11.0, values=[("x", t, lossy(t, 0.9)) for t in (1.0, 3.0, 5.5, 8.0, 11.0)], sizes={"x": 0.5}, amplification=3)

# Damped evenly on both sides: it comes to rest by ever smaller swings, within a finite time: 2 (1 + q + ..) with losses by friction.
# x'' = -sgn x - 0.5 sgn v: up: -1.5, down: -0.5: v -> v sqrt(0.5/1.5) each half
q = sqrt(0.5 / 1.5)
end = (1 / 1.5 + q / 0.5) / (1 - q)
def spiral(t, v=1.0):
    now, sign = 0.0, 1
    for _ in range(60):
        up, down = v / 1.5, q * v / 0.5
        s = t - now
        if s < up:
            return sign * (v * s - 0.75 * s * s)
        if s < up + down:
            top = v * v / 3
            return sign * (top - 0.25 * (s - up) ** 2)
        now, v, sign = now + up + down, q * v, -sign
    return 0.0


add("spirals_into_rest", """Real x(start = 0, fixed = true), v(start = V, fixed = true); equation der(x) = v; T*der(v) = (if x > 0 then -V else V) - (if v > 0 then V/2 else -V/2);""",
    parameters={"V": "1 m/s", "T": "1 s"}, units={"x": "m", "v": "m/s"}, stop=8.0, values=[("x", t, spiral(t)) for t in (0.5, 1.5, 2.5, 3.2, 3.9)] + [("x", 8.0, 0.0), ("v", 8.0, 0.0)], sizes={"x": 0.3, "v": 1.0})

# Two tanks share a stream that the emptier one gets: it changes ever faster, and the common level goes on by sharing (Filippov).
# a' = 0.75 u - 0.5, b' = 0.75 (1 - u) - 0.5, u = a < b. From 2 and 3: a' = 0.25, b' = -0.5: equal at 4/3: 7/3; then both fall at 0.125.
add("shared_stream", """Real a(start = 2*L, fixed = true), b(start = 3*L, fixed = true), u; equation T*der(a) = 0.75*u - 0.5*L; T*der(b) = 0.75*(L - u) - 0.5*L; u = if a < b then L else 0*L;""",
    parameters={"L": "1 m", "T": "1 s"}, units={"a": "m", "b": "m", "u": "m"}, stop=6.0, values=[("a", 1.0, 2.25), ("b", 1.0, 2.5), ("a", 6.0, 7 / 3 - 0.125 * (6 - 4 / 3)), ("b", 6.0, 7 / 3 - 0.125 * (6 - 4 / 3)), ("u", 6.0, 0.5)])

# Zeno's tanks: each keeps the stream until the other is down to its mark; the changes accumulate where both are.
# marks 1: from 2, 3, stream to a first. in 0.75, out 0.5 each: sum falls by 0.25: both at 1 when sum = 2: at (5 - 2)/0.25 = 12
add("zenos_tanks", """Real a(start = 2*L, fixed = true), b(start = 3*L, fixed = true); Boolean left(start = true, fixed = true); equation T*der(a) = (if left then 0.75*L else 0*L) - 0.5*L; T*der(b) = (if left then 0*L else 0.75*L) - 0.5*L;
when b < L then left = false; elsewhen a < L then left = true; end when;""",
    parameters={"L": "1 m", "T": "1 s"}, units={"a": "m", "b": "m"}, stop=15.0, stops=(12.0, "accumulate"))

# A controlled mass with a surface v + x = 0 that draws it (sliding mode): x' = v, v' = -2 sgn(v + x) + 0.5 sin t; x goes like exp(-t) there.
t_s = None
def reach(t):  # from x = 0, v = 1.5: v' = -2 + 0.5 sin t
    v = 1.5 - 2 * t + 0.5 * (1 - cos(t))
    x = 1.5 * t - t * t + 0.5 * (t - sin(t))
    return x, v


t_s = root(lambda t: sum(reach(t)), 0.5, 5.0)
xs = reach(t_s)[0]
add("sliding_mode", """Real x(start = 0, fixed = true), v(start = 1.5*V, fixed = true), u; equation der(x) = v; T*der(v) = u + 0.5*V*sin(time/T); u = if v + x/T > 0 then -2*V else 2*V;""",
    parameters={"V": "1 m/s", "T": "1 s"}, units={"x": "m", "v": "m/s", "u": "m/s"}, stop=6.0, values=[("x", 1.0, reach(1.0)[0]), ("x", t_s + 0.5, xs * exp(-0.5)), ("x", 6.0, xs * exp(t_s - 6)), ("u", 6.0, xs * exp(t_s - 6) - 0.5 * sin(6.0))], sizes={"x": 0.5, "u": 2.0})

# ---- the language in arrays ------------------------------------------------------------------------------------------------
# Ten samplers with phases of their own, each of which sets a state.
add("ten_phases", """parameter Integer N = 10; Real x[N](each start = 0, each fixed = true), all; equation for k in 1:N loop T*der(x[k]) = k*L; when sample(k*T/20, T) then reinit(x[k], 0*L); end when; end for; all = sum(x);""",
    parameters={"L": "1 m", "T": "1 s"}, units={"all": "m"}, stop=3.3, values=[("all", t, sum(k * ((t - k / 20) % 1.0 if t > k / 20 else t) for k in range(1, 11))) for t in (0.33, 1.01, 2.17, 3.3)])


# Thirty thermostats.
def room(k, t):
    # T' = h - T with h = 3 (on) or 0: between 1 and 1 + k/20; starts at 2 falling
    hi = 1 + k / 20
    t1 = log(2.0)
    if t < t1:
        return 2 * exp(-t)
    up, down = log(2 / (3 - hi)), log(hi)
    s = (t - t1) % (up + down)
    return 3 - 2 * exp(-s) if s < up else hi * exp(-(s - up))


add("thirty_rooms", """parameter Integer N = 30; Real x[N](each start = 2*K, each fixed = true), mean; Boolean on[N](each start = false, each fixed = true); equation for k in 1:N loop T*der(x[k]) = (if on[k] then 3*K else 0*K) - x[k]; on[k] = x[k] < K or pre(on[k]) and x[k] < K*(1 + k/20); end for; mean = sum(x)/N;""",
    parameters={"K": "1 K", "T": "1 s"}, units={"mean": "K"}, stop=5.0, values=[("mean", t, sum(room(k, t) for k in range(1, 31)) / 30) for t in (0.5, 1.0, 2.5, 5.0)] + [("x[7]", 3.0, room(7, 3.0)), ("x[30]", 5.0, room(30, 5.0))], amplification=5)
MODELS[-1].units.update({"x[7]": "K", "x[30]": "K"})


# Forty balls of different heights; how often they have bounced, all together.
def drops(k, t):
    hgt = 0.5 + k / 40
    f = sqrt(2 * hgt / g)
    if t < f:
        return hgt - g * t * t / 2, 0
    v, now, n = g * f * 0.8, f, 1
    while t - now > 2 * v / g:
        now, v, n = now + 2 * v / g, v * 0.8, n + 1
    s = t - now
    return v * s - g * s * s / 2, n


add("forty_balls", """parameter Integer N = 40; Real h[N](start = {H*(0.5 + k/40) for k in 1:N}, each fixed = true), v[N](each start = 0, each fixed = true), all; Integer n[N](each start = 0, each fixed = true); equation for k in 1:N loop der(h[k]) = v[k]; der(v[k]) = -g; when h[k] < 0 then reinit(v[k], -0.8*pre(v[k])); n[k] = pre(n[k]) + 1; end when; end for; all = sum(n);""",
    parameters={"H": "1 m", "g": "9.81 m/s2"}, stop=1.5, values=[("all", t, sum(drops(k, t)[1] for k in range(1, 41))) for t in (0.5, 1.0, 1.5)] + [("h[17]", 1.5, drops(17, 1.5)[0]), ("h[40]", 1.0, drops(40, 1.0)[0])], amplification=5)
MODELS[-1].units.update({"h[17]": "m", "h[40]": "m"})

# Whichever of five states comes first to its mark: a vector of conditions, and which it was.
first = min((log((k * 1.3) / (k * 1.3 - 1)), k) for k in range(1, 6))
add("first_of_five", """parameter Integer N = 5; Real x[N](each start = 0, each fixed = true); Integer n(start = 0, fixed = true), who(start = 0, fixed = true); equation for k in 1:N loop T*der(x[k]) = k*1.3*L - x[k]; end for;
when {x[k] > L for k in 1:N} then n = pre(n) + 1; who = if pre(who) > 0 then pre(who) else sum(if x[k] > 0.999999*L then k else 0 for k in 1:N); end when;""".replace("who = if", "who = if").replace("sum(if x[k] > 0.999999*L then k else 0 for k in 1:N)", "integer(sum(if x[k] > 0.999999*L then k else 0 for k in 1:N) + 0.5)"),
    parameters={"L": "1 m", "T": "1 s"}, stop=2.0, values=[("n", 2.0, 5), ("who", 2.0, 5)])


# An algorithm with a while-loop in a when: the greatest common divisor of two counters, added up.
def gcds(n):
    from math import gcd
    return sum(gcd(k * 4, 18 + 2 * k) for k in range(1, n + 1))


add("gcd_in_when", """Integer a(start = 0, fixed = true), b(start = 18, fixed = true), x(start = 1, fixed = true), y(start = 1, fixed = true), r(start = 0, fixed = true), s(start = 0, fixed = true); algorithm when sample(T, T) then a := pre(a) + 4; b := pre(b) + 2; x := a; y := b; while y > 0 loop r := mod(x, y); x := y; y := r; end while; s := pre(s) + x; end when;""",
    parameters={"T": "0.1 s"}, stop=1.05, values=[("s", 0.35, gcds(3)), ("s", 1.05, gcds(10)), ("a", 1.05, 40)])

# Edges of an enumeration, its order, and arrays with it as index.
add("phases_of_a_lamp", """type P = enumeration(red, green, amber); P p(start = P.red, fixed = true); parameter Real span[P] = {3, 2, 1}; Real next(start = 3*T, fixed = true), q(start = 0, fixed = true); Integer n(start = 0, fixed = true), late(start = 0, fixed = true); Boolean go; equation
when time >= pre(next) then p = if pre(p) == P.red then P.green elseif pre(p) == P.green then P.amber else P.red; next = pre(next) + span[p]*T; end when; go = p > P.red; when change(p) then n = pre(n) + Integer(p); end when; when edge(go) then late = pre(late) + 1; end when; T*der(q) = span[p];""",
    parameters={"T": "1 s"}, units={"next": "s"}, stop=13.5, values=[("n", 13.5, 2 + 3 + 1 + 2 + 3 + 1), ("late", 13.5, 2), ("q", 13.5, 14 + 14 + 1.5 * 3), ("p", 4.0, 2), ("p", 5.5, 3), ("next", 13.5, 15.0)])

# The integral of a table by a subscript that an event rounds.
tab = [2.0, -1.0, 4.0, 0.5, 3.0]
add("table_by_rounding", """parameter Real tab[5] = {2, -1, 4, 0.5, 3}; Real x(start = 0, fixed = true), q(start = 0, fixed = true); equation der(x) = 2*L*time/T^2; T*der(q) = tab[integer(x/L) + 1];""",
    parameters={"L": "1 m", "T": "1 s"}, units={"x": "m"}, stop=2.1, values=[("q", 2.1, sum(tab[k] * (min(2.1, sqrt(k + 1)) - sqrt(k)) for k in range(5) if sqrt(k) < 2.1)), ("q", 1.2, 2 - 0.2)])

# Conditions with more in them than a difference: a product, a quotient, a square root, of two states.
ta, tb = log(5.0) / 1.5, log(3.0) / 0.5
tc = root(lambda t: sqrt(exp(t) ** 2 + exp(t / 2) ** 2) - 4.0, 0.0, 3.0)
add("conditions_of_two", """Real x(start = X, fixed = true), y(start = X, fixed = true); discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); equation T*der(x) = x; T*der(y) = y/2; when x*y > 5*X^2 then a = time; end when; when x/y > 3 then b = time; end when; when sqrt(x^2 + y^2) > 4*X then c = time; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"a": "s", "b": "s", "c": "s"}, stop=3.0, values=[("a", 3.0, ta), ("b", 3.0, tb), ("c", 3.0, tc)])

# A condition on the rate of an unknown that an equation gives: y = x^2 with x = sin t; der(y) = sin 2t falls below -0.5 at (pi + pi/6)/2.
add("rate_of_an_unknown", """Real x(start = 0, fixed = true), v(start = X/T, fixed = true), y, r; discrete Real at(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; T^2*der(v) = -x; y = x^2; r = der(y); when r < -0.5*X^2/T then at = time; n = pre(n) + 1; end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "at": "s"}, stop=4.0, values=[("at", 4.0, (pi + pi / 6) / 2), ("n", 4.0, 1), ("x", 4.0, sin(4.0))])

# A condition on the force of a constraint: a bead on a turning hoop; the string breaks where its force is too much (Boolean), index 3 before.
# circle, no gravity, driven by tangential acceleration: speed 1 + t, force m v^2 / R = 4 at v = 2: t = 1. Position angle t + t^2/2 = 1.5
te = 1.6
add("string_breaks", """Real x(start = R, fixed = true), y(start = 0), u(start = 0), v(start = v0, fixed = true), F; Boolean whole(start = true, fixed = true); equation der(x) = u; der(y) = v; m*der(u) = -F*x/R - (if whole then m*a*y/R else 0*m*a); m*der(v) = -F*y/R + (if whole then m*a*x/R else 0*m*a);
0 = if whole then (x^2 + y^2)/R^2 - 1 else F/F0; when F > F0 then whole = false; end when;""",
    parameters={"R": "1 m", "m": "1 kg", "v0": "1 m/s", "a": "1 m/s2", "F0": "4 N"}, units={"x": "m", "y": "m", "u": "m/s", "v": "m/s", "F": "N"}, stop=te,
    values=[("x", 0.8, cos(0.8 + 0.32)), ("F", 0.8, 1.8 ** 2), ("u", te, -2 * sin(1.5)), ("v", te, 2 * cos(1.5)), ("x", te, cos(1.5) - 2 * sin(1.5) * 0.6), ("y", te, sin(1.5) + 2 * cos(1.5) * 0.6)], levels={"F": 3, "u": 2, "v": 2}, amplification=10)

# Bits of a counter, each of which a Boolean equation gives, and their parity; pre in equations.
add("parity", """Integer n(start = 0, fixed = true), odd(start = 0, fixed = true); Boolean b[4], even; Real q(start = 0, fixed = true); equation when sample(T, T) then n = pre(n) + 1; end when; for k in 1:4 loop b[k] = mod(div(n, 2^(k - 1)), 2) == 1; end for; even = (b[1] == b[2]) == (b[3] == b[4]); when not even then odd = pre(odd) + 1; end when; T*der(q) = if even then 1 else 0;""".replace("2^(k - 1)", "{1, 2, 4, 8}[k]").replace("{1, 2, 4, 8}[k]", "w[k]").replace("Integer n(", "parameter Integer w[4] = {1, 2, 4, 8}; Integer n(", 1),
    parameters={"T": "0.1 s"}, stop=1.55, values=[("q", 1.55, sum(0.1 / 0.1 * (1 if bin(k).count("1") % 2 == 0 else 0) for k in range(15)) + 0.5 * (1 if bin(15).count("1") % 2 == 0 else 0)),
    ("odd", 1.55, sum(1 for k in range(1, 16) if bin(k).count("1") % 2 and bin(k - 1).count("1") % 2 == 0))])

# What a signal is now against what it was a second ago: x = sin t, x - x(t - 1) = 2 sin(1/2) cos(t - 1/2) from t = 1 on.
add("now_against_before", """Real x(start = 0, fixed = true), v(start = X/T, fixed = true), d, q(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = v; T^2*der(v) = -x; d = x - delay(x, T); when {d < 0, d > 0.5*X} then n = pre(n) + 1; end when; T*der(q) = if d < 0 then 1 else 0;""",
    # d > 1/2 first at pi/6, again behind the middle: cos(t - 1/2) = 0.25/sin(1/2)
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "d": "m"}, stop=10.0, values=[("d", 0.5, sin(0.5)), ("d", 4.0, sin(4.0) - sin(3.0)), ("q", 10.0, pi + max(0.0, 10.0 - (2.5 * pi + 0.5))), ("n", 10.0, 4)])

# A train: speeds up, cruises, brakes so that it stops at the platform, waits, and goes on to the next one.
def train(t, a=1.0, b=2.0, c=3.0, way=20.0, wait=2.0):
    up, down = c / a, c / b
    flat = (way - c * c / (2 * a) - c * c / (2 * b)) / c
    trip = up + flat + down + wait
    n, s = floor(t / trip), t % trip
    if s < up:
        return n * way + a * s * s / 2, a * s, n
    if s < up + flat:
        return n * way + c * c / (2 * a) + c * (s - up), c, n
    if s < up + flat + down:
        r = s - up - flat
        return n * way + c * c / (2 * a) + c * flat + c * r - b * r * r / 2, c - b * r, n
    return (n + 1) * way, 0.0, n + 1


add("train", """Real x(start = 0, fixed = true), v(start = 0, fixed = true), go(start = -1*T, fixed = true); Integer mode(start = 1, fixed = true), n(start = 0, fixed = true); equation der(x) = v; der(v) = if mode == 1 then a elseif mode == 3 then -b else 0*a;
when pre(mode) == 1 and v > c then mode = 2; go = pre(go); n = pre(n); elsewhen pre(mode) == 2 and x > (pre(n) + 1)*L - c^2/(2*b) then mode = 3; go = pre(go); n = pre(n); elsewhen pre(mode) == 3 and v < 0 then mode = 4; go = time + 2*T; n = pre(n) + 1; elsewhen pre(mode) == 4 and time >= pre(go) then mode = 1; go = pre(go); n = pre(n); end when;""",
    parameters={"a": "1 m/s2", "b": "2 m/s2", "c": "3 m/s", "L": "20 m", "T": "1 s"}, units={"x": "m", "v": "m/s", "go": "s"}, stop=31.0, values=[(k, t, train(t)[i]) for t in (2.0, 5.0, 9.5, 15.0, 24.0, 31.0) for i, k in enumerate(("x", "v"))] + [("n", 31.0, train(31.0)[2])], sizes={"x": 20.0, "v": 3.0})

# A sampler that counts only where a relation holds at its ticks.
add("ticks_where_it_holds", """Real x(start = 0, fixed = true), v(start = X/T, fixed = true); Integer n(start = 0, fixed = true), m(start = 0, fixed = true); equation der(x) = v; T^2*der(v) = -x; when sample(0, T/4) and x > 0.3*X then n = pre(n) + 1; end when; when sample(0, T/4) then m = pre(m) + (if x > 0.3*X then 1 else 0); end when;""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m"}, stop=20.1, values=[(k, t, sum(1 for j in range(int(t * 4) + 1) if sin(j / 4) > 0.3)) for t in (1.1, 7.1, 20.1) for k in "nm"])

# A vector that a function turns by a quarter at each tick, and what it adds up.
add("quarter_turns", """function turned input Real x[2]; output Real y[2]; algorithm y := {-x[2], x[1]}; end turned; discrete Real u[2](start = {3, 1}, each fixed = true); Real q[2](each start = 0, each fixed = true); equation when sample(T, T) then u = turned(pre(u)); end when; T*der(q) = u;""",
    parameters={"T": "0.5 s"}, stop=2.75, values=[("u[1]", 0.6, -1.0), ("u[2]", 0.6, 3.0), ("u[1]", 1.2, -3.0), ("u[2]", 1.7, -3.0), ("q[1]", 2.75, 0.0 + 3 - 0.5), ("q[2]", 2.75, 0.0 + 1 + 1.5)])

# One clock of the whole model, which its parts look up (inner, outer), each with a divider of its own.
add("clock_of_the_whole", """model Part outer Integer ticks; parameter Integer by; Integer n(start = 0, fixed = true); equation when mod(ticks, by) == 0 and ticks > 0 then n = pre(n) + 1; end when; end Part; inner Integer ticks(start = 0, fixed = true); Part a(by = 2), b(by = 3), c(by = 5); Integer all; equation when sample(T, T) then ticks = pre(ticks) + 1; end when; all = a.n + 10*b.n + 100*c.n;""",
    parameters={"T": "0.1 s"}, stop=3.05, values=[("all", 3.05, 15 + 100 + 600), ("a.n", 1.05, 5), ("b.n", 1.05, 3), ("c.n", 1.05, 2), ("ticks", 3.05, 30)])

# An algorithm that acts at the start, at a threshold and at the end.
add("start_middle_end", """Real x(start = 0, fixed = true); discrete Real a(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = L/T; algorithm when {initial(), x > 0.5*L, terminal()} then n := pre(n) + 1; a := pre(a) + (if terminal() then 100 elseif initial() then 1 else 10); end when;""",
    parameters={"L": "1 m", "T": "1 s"}, units={"x": "m"}, stop=1.0, values=[("n", 0.3, 1), ("a", 0.3, 1.0), ("a", 0.7, 11.0), ("n", 1.0, 3), ("a", 1.0, 111.0)])

# Relays joined by connectors: each wakes the next when its own voltage has risen; all fall when the first source is off.
add("relays_in_a_row", """connector Out = output Boolean; connector In = input Boolean; model Relay In u; Out y(start = false, fixed = true); parameter Real T; Real v(start = 0, fixed = true); equation T*der(v) = (if u then 1 else 0) - v; y = v > 0.6 or pre(y) and v > 0.3; end Relay; Relay r[3](each T = T); Boolean on; Real lit; equation on = time < 4*T; r[1].u = on; connect(r[1].y, r[2].u); connect(r[2].y, r[3].u); lit = sum(if r[k].y then 1 else 0 for k in 1:3);""",
    parameters={"T": "1 s"}, stop=9.0,
    # rises after ln(1/0.4) each; first falls from 1 - e^-4 to 0.3; the others from where they are
    values=[("lit", 0.9, 0), ("lit", 1.0, 1), ("lit", 1.9, 2), ("lit", 2.8, 3), ("r[1].v", 4.0, 1 - exp(-4)), ("lit", 5.1, 3), ("lit", 5.3, 2), ("lit", 9.0, 0)], sizes={"lit": 1.0})

# A speed that is set where a gear ties it to two others; momenta of none of them count.
add("set_through_gears", """Real a(start = a0, fixed = true), b, c, p, q; equation J*der(a) = p; J*der(b) = -2*p + q; J*der(c) = -3*q; b = a/2; c = b/3; when time >= T then reinit(c, a0); end when;""",
    parameters={"a0": "6 1/s", "J": "1 kg.m2", "T": "1 s"}, units={"a": "1/s", "b": "1/s", "c": "1/s", "p": "N.m", "q": "N.m"}, stop=2.0, values=[("a", 0.5, 6.0), ("c", 0.5, 1.0), ("a", 1.5, 36.0), ("b", 1.5, 18.0), ("c", 1.5, 6.0)])

# smooth of second order, of a choice that is continuous with two derivatives.
add("smooth_of_second_order", """Real x(start = -1*X, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true); equation T*der(x) = X; T*der(y) = smooth(2, if x > 0 then x^3/X^2 else 0*x); T*der(z) = smooth(1, noEvent(if x > 0 then x^2/X else 0*x));""",
    parameters={"X": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "z": "m"}, stop=2.0, values=[("y", 2.0, 0.25), ("z", 2.0, 1 / 3), ("y", 1.0, 0.0)])

# Who is ahead of two runners: a relation in an equation, and the time at which it changes, by whens in both directions.
# x = t, y = 1.5 (1 - cos t): y ahead where 1.5 (1 - cos t) > t
cross = lambda t: 1.5 * (1 - cos(t)) - t
c1, c2 = root(cross, 0.5, 2.0), root(cross, 2.0, 4.0)
add("two_runners", """Real x(start = 0, fixed = true), y(start = 0, fixed = true), q(start = 0, fixed = true); Boolean ahead; discrete Real up(start = 0, fixed = true), down(start = 0, fixed = true); equation T*der(x) = L; T*der(y) = 1.5*L*sin(time/T); ahead = y > x; when ahead then up = time; end when; when not ahead then down = time; end when; T*der(q) = if ahead then 1 else 0;""",
    parameters={"L": "1 m", "T": "1 s"}, units={"x": "m", "y": "m", "up": "s", "down": "s"}, stop=5.0, values=[("up", 5.0, c1), ("down", 5.0, c2), ("q", 5.0, c2 - c1), ("y", 5.0, 1.5 * (1 - cos(5.0)))])
