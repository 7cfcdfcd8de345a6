"""The language, rule by rule: pre, edge, change, initial and terminal, samplers and their order, when-clauses with several
conditions, values that are kept, relations within noEvent and smooth, delays, modes with reinits, and what ends a run."""
from math import asin, ceil, cos, exp, floor, log, pi, sin, sqrt

from event_model import EventModel as E

MODELS = []


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


S = {"T": "1 s"}

# A relay with hysteresis: up to 1.5 and down to 0.5 of what heats it, with its changes counted.
switches = [log(4) + k * log(3) for k in range(8)]
add("relay_with_memory", """Real x(start = 0, fixed = true); Boolean on(start = true, fixed = true); Integer n(start = 0, fixed = true); equation
T*der(x) = (if on then 2 else 0) - x; on = x < 0.5 or pre(on) and x < 1.5; when change(on) then n = pre(n) + 1; end when;""",
    parameters=S, stop=6.0, values=[("n", t, sum(s < t for s in switches)) for t in (1.0, 2.0, 4.0, 6.0)] + [("x", 6.0, 2 - 1.5 * exp(switches[3] - 6) if sum(s < 6 for s in switches) % 2 == 0 and sum(s < 6 for s in switches) == 4 else 1.5 * exp(switches[4] - 6))], sizes={"n": 1.0})

# edge in an equation: true for an instant, so that a counter without a when-clause counts.
add("edge_without_when", """Boolean b; Integer n(start = 0, fixed = true), m(start = 0, fixed = true); equation b = sin(2*pi*time/T) > 0.5; n = pre(n) + (if edge(b) then 1 else 0); m = pre(m) + (if change(b) then 1 else 0);""".replace("pi*", "%r*" % pi),
    parameters=S, stop=3.3, values=[("n", 0.05, 0), ("n", 0.3, 1), ("m", 0.3, 1), ("m", 0.5, 2), ("n", 3.3, 4), ("m", 3.3, 7)])

# One of two conditions is true already: the clause is carried out as soon as the other one becomes true.
add("any_that_rises", """Integer n(start = 0, fixed = true); Boolean a, b; equation a = time > T; b = time > 2*T and time < 3*T or time > 4*T; when {a, b} then n = pre(n) + 1; end when;""",
    parameters=S, stop=5.0, values=[("n", 0.5, 0), ("n", 1.5, 1), ("n", 2.5, 2), ("n", 3.5, 2), ("n", 4.5, 3)])
# The disjunction of both is true from the first one on.
add("either_of_two", """Integer n(start = 0, fixed = true); Boolean a, b; equation a = time > T; b = time > 2*T and time < 3*T or time > 4*T; when a or b then n = pre(n) + 1; end when;""",
    parameters=S, stop=5.0, values=[("n", 0.5, 0), ("n", 1.5, 1), ("n", 4.5, 1)])

# Samplers whose times fall together again and again: 1/3 + 1/3 + 1/3 is 1.
add("thirds_and_wholes", """Integer thirds(start = 0, fixed = true), wholes(start = 0, fixed = true), both(start = 0, fixed = true); Boolean a, b; equation a = sample(T/3, T/3); b = sample(T, T);
when a then thirds = pre(thirds) + 1; end when; when b then wholes = pre(wholes) + 1; end when; when a and b then both = pre(both) + 1; end when;""",
    parameters=S, stop=7.1, values=[("thirds", 7.1, 21), ("wholes", 7.1, 7), ("both", 7.1, 7)])

# A shift register of four stages on one clock: each takes what its neighbour was.
add("shift_register_of_four", """Boolean d; Integer q[4](each start = 0, each fixed = true); equation d = time < 1.5*T or time > 3.5*T; when sample(T, T) then q[1] = if d then 1 else 0; for i in 2:4 loop q[i] = pre(q[i - 1]); end for; end when;""",
    parameters=S, stop=7.5, values=[("q[%d]" % i, t, 1.0 if 1 <= floor(t) - i + 1 and (floor(t) - i + 1 < 1.5 or floor(t) - i + 1 > 3.5) else 0.0) for t in (1.5, 2.5, 4.5, 5.5, 7.5) for i in (1, 2, 3, 4)], sizes={"q[%d]" % i: 1.0 for i in (1, 2, 3, 4)})

# Set and reset at the same instant: the one that stands first wins.
add("reset_before_set", """Integer q(start = 0, fixed = true); Real on(start = 0, fixed = true); equation when sample(3*T, 3*T) then q = 0; elsewhen sample(T, T) then q = 1; end when; T*der(on) = q;""",
    parameters=S, stop=8.5, values=[("q", 2.5, 1), ("q", 3.5, 0), ("q", 4.5, 1), ("on", 8.5, 2 + 2 + 1.5)])

# An input must be high for 0.4 before it counts.
add("debounced_input", """Boolean u, y; Real t0(start = 0, fixed = true), high(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation u = time > T and time < 1.2*T or time > 2*T and time < 3*T or time > 3.1*T and time < 3.3*T; when u then t0 = time; end when; y = u and time >= t0 + 0.4*T;
when y then n = pre(n) + 1; end when; T*der(high) = if y then 1 else 0;""",
    parameters=S, units={"t0": "s"}, stop=4.0, values=[("n", 1.9, 0), ("n", 4.0, 1), ("high", 4.0, 0.6), ("t0", 4.0, 3.1)])

# The peaks of a decaying oscillation, as its velocity changes sign.
add("peaks_held", """Real x(start = 0, fixed = true), v(start = 1*L/T, fixed = true); discrete Real peak(start = 0, fixed = true), at(start = 0, fixed = true); equation der(x) = v; T*der(v) = -0.4*v - 4.04*x/T; when v < 0 then peak = x; at = time; end when;""",
    parameters={"T": "1 s", "L": "1 m"}, units={"x": "m", "v": "m/s", "peak": "m", "at": "s"}, stop=6.0,
    values=[(n, t, v) for t, k in ((1.0, 0), (4.0, 1)) for p in ((pi / 2 - asin(0.2 / sqrt(4.04))) / 2 + k * pi,) for n, v in (("at", p), ("peak", exp(-0.2 * p) * sin(2 * p) / 2))])

# The time between two zeros, measured at the second of them.
add("time_between_zeros", """Real x(start = 0, fixed = true), v(start = 1*L/T, fixed = true); discrete Real last(start = -1*T, fixed = true), period(start = 0, fixed = true); equation der(x) = v; T*T*der(v) = -9*x; when x > 0 then period = time - pre(last); last = time; end when;""",
    parameters={"T": "1 s", "L": "1 m"}, units={"x": "m", "v": "m/s", "last": "s", "period": "s"}, stop=7.0, values=[("period", 7.0, 2 * pi / 3), ("last", 7.0, 6 * pi / 3)], sizes={"period": 2.0})

# When each of three marks is passed, in a loop of when-clauses.
add("marks_in_a_loop", """Real x(start = 0, fixed = true); discrete Real hit[3](each start = -1*T, each fixed = true); equation T*der(x) = 1 + x; for i in 1:3 loop when x > i then hit[i] = time; end when; end for;""",
    parameters=S, units={"hit[%d]" % i: "s" for i in (1, 2, 3)}, stop=1.5, values=[("hit[%d]" % i, 1.5, log(1 + i)) for i in (1, 2, 3)] + [("hit[3]", 1.0, -1.0)])

# A quantity in whole steps, and its integral: floor of a parabola.
steps = [sqrt(k) for k in range(1, 7)]
add("floor_of_a_square", """Real q(start = 0, fixed = true); Integer n; equation n = integer((time/T)^2); T*der(q) = n;""", parameters=S, stop=2.5,
    values=[("n", 2.5, 6), ("q", 2.5, sum(2.5 - s for s in steps)), ("n", 1.9, 3)])

# Neurons: up to a threshold and back.
fire = log(2.0 / 1.0)
add("neuron_without_rest", """Real u(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation T*der(u) = 2*U - u; when u > U then reinit(u, 0*U); n = pre(n) + 1; end when;""",
    parameters={"T": "1 s", "U": "1 V"}, units={"u": "V"}, stop=5.0, values=[("n", 5.0, floor(5 / fire)), ("u", 5.0, 2 - 2 * exp(-(5 % fire)))])

# One variable in the reinits of two clauses, at different times.
add("two_clauses_set_one", """Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); equation T*der(x) = 1; when x > 1 then reinit(x, -1); end when; when sample(1.5*T, 2*T) then reinit(x, pre(x) + 0.25); n = pre(n) + 1; end when;""",
    parameters=S, stop=4.0, values=[("x", 1.25, -0.75), ("x", 1.6, -0.15), ("x", 4.0, 0.5)], sizes={"x": 1.0})

# At the end and at the start.
add("first_and_last", """Integer a(start = 0, fixed = true), z(start = 0, fixed = true), e(start = 0, fixed = true); Real x(start = 0, fixed = true); equation T*der(x) = 1; when initial() then a = 5; end when; when terminal() then z = 7; end when; when time >= 2*T then e = 9; end when;""",
    parameters=S, stop=2.0, values=[("a", 1.0, 5), ("z", 1.0, 0), ("z", 2.0, 7), ("e", 2.0, 9), ("e", 1.0, 0)])

# A condition that is true from the start has not become true; one that becomes true behind it has.
add("true_from_the_start", """Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true); Real x(start = 0, fixed = true); equation T*der(x) = 1; when x >= 0 then a = 1; end when; when x > 0 then b = 1; end when; when x < 0 then c = 1; end when;""",
    parameters=S, stop=1.0, values=[("a", 1.0, 0), ("b", 1.0, 1), ("c", 1.0, 0)], sizes={"a": 1.0, "c": 1.0})

# Within noEvent and smooth there is no event, and the values are the same.
add("no_event_counts_none", """Real x(start = 0, fixed = true), y(start = 0, fixed = true); equation T*der(x) = 1; T*der(y) = smooth(1, noEvent(if x > 1 then (x - 1)^2 else 0)) + smooth(0, if x > 2 then x - 2 else 0);""",
    parameters=S, stop=3.0, values=[("y", 3.0, 8.0 / 3 + 0.5), ("y", 2.0, 1.0 / 3)], events=0)

# A delayed square wave is subtracted from itself: what is left are pulses as long as the delay.
add("difference_of_delayed", """Real q(start = 0, fixed = true), u, w; equation u = if mod(time/T, 1) < 0.5 then 1 else 0; w = u - delay(u, 0.2*T); T*der(q) = w*w;""",
    parameters=S, stop=2.25, values=[("q", 2.25, 0.2 * 4)], systems=("si", "mixed"), methods=("auto", "radau"))

# A value that is a part of its own past: y = exp(-t) + y(t - 0.3)/2, from y = 2 before.
def echo(t):
    return exp(-t) + 0.5 * (2.0 if t < 0.3 else echo(t - 0.3))


add("echo", """Real x(start = 1, fixed = true), y; equation T*der(x) = -x; y = x + 0.5*delay(y, 0.3*T);""", parameters=S, stop=1.0, values=[("y", t, echo(t)) for t in (0.2, 0.5, 0.8, 1.0)])


# One whose past is louder than it: solved for at the start, y(0) = -1.
def louder(t):
    return exp(-t) + 2.0 * (-1.0 if t < 0.5 else louder(t - 0.5))


add("louder_echo", """Real x(start = 1, fixed = true), y; equation T*der(x) = -x; y = x + 2*delay(y, 0.5*T);""", parameters=S, stop=1.3, values=[("y", t, louder(t)) for t in (0.2, 0.7, 1.3)], amplification=4.0)

# A clutch that closes and opens by a signal: 1 and 2 kg m^2, the first one driven.
w0 = 3.0 / 3
add("clutch_by_a_signal", """Real a(start = 3*W, fixed = true), b(start = 0*W, fixed = true), m; Boolean closed; equation closed = time > T and time < 2*T; T*der(a) = -m; 2*T*der(b) = m; 0 = if closed then a - b else m;""",
    parameters={"T": "1 s", "W": "1 1/s"}, units={"a": "1/s", "b": "1/s"}, stop=3.0, values=[("a", 0.5, 3.0), ("a", 1.5, 1.0), ("b", 1.5, 1.0), ("b", 3.0, 1.0)])

# A mode that holds a speed is left with another one: the reinit counts behind it.
add("let_go_with_speed", """Real x(start = 0, fixed = true), v(start = V, fixed = true), F; Boolean led(start = false, fixed = true); equation der(x) = v; T*der(v) = F; 0 = if led then v - 3*V else F; when time > T then led = true; elsewhen time > 2*T then led = false; reinit(v, 7*V); end when;""",
    parameters={"T": "1 s", "V": "1 m/s"}, units={"x": "m", "v": "m/s"}, stop=3.0, values=[("x", 1.0, 1.0), ("x", 2.0, 4.0), ("x", 3.0, 11.0), ("v", 2.5, 7.0)])

# Stick and slip of a block on a belt that speeds up: it follows until the force it needs is too large, 2*t > 3 from t = 1.5 on.
add("slips_from_a_belt", """Real v(start = 0*V, fixed = true), d; equation d = (time/T)^2*V - v; T*der(v) = if d > 0 then 3*V else -3*V;""",
    parameters={"T": "1 s", "V": "1 m/s"}, units={"v": "m/s"}, stop=2.5, values=[("v", 1.0, 1.0), ("v", 1.5, 2.25), ("v", 2.5, 2.25 + 3.0)], methods=("auto",), tolerances=("1e-6", "1e-7", "1e-9"))

# A traffic light of three states, each of which sets the time of the next change.
add("light_that_times_itself", """Integer s(start = 0, fixed = true); discrete Real next(start = 2*T, fixed = true); Real green(start = 0, fixed = true); equation when time >= pre(next) then s = mod(pre(s) + 1, 3); next = pre(next) + (if s == 0 then 2*T elseif s == 1 then 0.5*T else 1.5*T); end when; T*der(green) = if s == 0 then 1 else 0;""",
    parameters=S, units={"next": "s"}, stop=9.0, values=[("s", 2.2, 1), ("s", 3.0, 2), ("s", 5.0, 0), ("green", 9.0, 2 + 2 + 1), ("next", 9.0, 10.0)])

# A counter of two digits, of which the second one counts when the first one begins again.
add("two_digits", """Integer a(start = 0, fixed = true), b(start = 0, fixed = true); equation when sample(0.1*T, 0.1*T) then a = mod(pre(a) + 1, 10); end when; when a == 0 then b = pre(b) + 1; end when;""",
    parameters=S, stop=3.75, values=[("a", 3.75, 7), ("b", 3.75, 3), ("a", 1.05, 0), ("b", 1.05, 1)], sizes={"a": 1.0})

# An algorithm in which later assignments see earlier ones of the same instant.
add("one_after_the_other", """Integer a(start = 1, fixed = true), b(start = 1, fixed = true), c(start = 0, fixed = true); algorithm when sample(T, T) then c := a + b; a := b; b := c; end when;""",
    parameters=S, stop=8.5, values=[("b", 8.5, 55), ("a", 8.5, 34), ("b", 4.5, 8)])

# Held between samples: the sum of a sampled sine.
add("held_sine_summed", """Real q(start = 0, fixed = true); discrete Real u(start = 0, fixed = true); equation when sample(0, 0.25*T) then u = sin(time/T); end when; T*der(q) = u;""",
    parameters=S, stop=2.6, values=[("q", 2.6, 0.25 * sum(sin(0.25 * k) for k in range(10)) + 0.1 * sin(2.5))])

# A ball with a rule for rest after its fourth bounce.
v1 = sqrt(2.0)
rest_at = v1 + sum(2 * v1 * 0.5 ** k for k in range(1, 4))
add("rests_after_four", """Real h(start = L, fixed = true), v(start = 0*L/T, fixed = true); Integer n(start = 0, fixed = true); Boolean flying(start = true, fixed = true); equation der(h) = v; T*der(v) = if flying then -L/T else 0*L/T; when h < 0*L then n = pre(n) + 1; flying = n < 4; reinit(v, if flying then -0.5*pre(v) else 0*L/T); reinit(h, 0*L); end when;""",
    parameters={"T": "1 s", "L": "1 m"}, units={"h": "m", "v": "m/s"}, stop=6.0, values=[("n", 6.0, 4), ("h", 6.0, 0.0), ("h", v1 + v1 / 2, v1 ** 2 / 8), ("flying", rest_at + 0.05, 0)], sizes={"h": 1.0, "flying": 1.0})

# A run that ends itself.
add("ends_at_a_quarter", """Real x(start = L, fixed = true); equation T*der(x) = -x; when x < 0.25*L then terminate("a quarter is left"); end when;""", parameters={"T": "1 s", "L": "1 m"}, units={"x": "m"}, stop=3.0, stops=(log(4), "a quarter is left"))

# Three states of an enumeration, and what each of them adds.
add("states_by_name", """type Phase = enumeration(rise, hold, fall); Phase p(start = Phase.rise, fixed = true); Real x(start = 0, fixed = true); equation T*der(x) = if p == Phase.rise then 2 elseif p == Phase.hold then 0 else -1;
when x > 1 and pre(p) == Phase.rise then p = Phase.hold; elsewhen time > T and pre(p) == Phase.hold then p = Phase.fall; elsewhen x < 0 and pre(p) == Phase.fall then p = Phase.rise; end when;""",
    parameters=S, stop=2.25, values=[("x", 0.25, 0.5), ("x", 0.75, 1.0), ("x", 1.5, 0.5), ("x", 2.25, 0.5)])
