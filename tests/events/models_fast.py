"""Conditions that are faster than the solution, and inputs of time alone that jump or bend without an event."""
from math import asin, cos, floor, pi, sqrt

from event_model import EventModel as E

MODELS = []


def add(name, text, **rest):
    MODELS.append(E(name, text, **rest))


# sin(a) > b becomes true where a = asin(b) + 2 k pi: how often for a between two angles at which it is false.
def rises(a, b, level):
    first = asin(level)
    return float(floor((b - first) / (2 * pi)) - floor((a - first) / (2 * pi)))


# The state moves evenly, the condition goes to and fro 1600 and 4800 times on its way.
for name, w, level in (("fast_sine", 1e4, 0.0), ("fast_crests", 3e4, 0.9)):
    add(name, """Real x(start = 0.1*L, fixed = true); Integer n(start = 0, fixed = true); equation der(x) = L/T; when sin(w*x/L) > %r then n = pre(n) + 1; end when;""" % level,
        parameters={"w": "%r" % w, "L": "1 m", "T": "1 s"}, units={"x": "m"}, stop=1.0, values=[("n", 1.0, rises(0.1 * w, 1.1 * w, level)), ("x", 1.0, 1.1)], sizes={"n": 1.0},
        methods=("auto", "dopri5"), systems=("si", "nano"))
# An angle that an equation gives, y = w x^2: ever faster.
add("chirp", """Real x(start = 0.1*L, fixed = true), y; Integer n(start = 0, fixed = true); equation der(x) = L/T; y = cos(w*(x/L)^2); when y > 0.5 then n = pre(n) + 1; end when;""",
    parameters={"w": "3000", "L": "1 m", "T": "1 s"}, units={"x": "m"}, stop=1.0,
    values=[("n", 1.0, float(floor((3000 * 1.21 + pi / 3) / (2 * pi)) - floor((30 + pi / 3) / (2 * pi))))], sizes={"n": 1.0}, methods=("auto", "dopri5", "radau"), systems=("si", "nano"))
# A window of a thousandth of the way: 1/(1 + ((x - a)/w)^2) > 1/2 within w of a.
add("window", """Real x(start = 0, fixed = true), q(start = 0, fixed = true); equation der(x) = L/T; der(q) = if 1/(1 + ((x - a)/w)^2) > 0.5 then 1/T else 0;""",
    parameters={"a": "0.4321 m", "w": "5e-4 m", "L": "1 m", "T": "1 s"}, units={"x": "m"}, stop=1.0, values=[("q", 0.43, 0.0), ("q", 1.0, 1e-3)], sizes={"q": 1e-3}, amplification=1e3)
# 30 half waves, each of area 2/30, in four ways of writing it. None of them makes an event.
for name, text in (("half_wave", "max(0, sin(w*time))"), ("half_wave_abs", "(sin(w*time) + abs(sin(w*time)))/2"), ("half_wave_no_event", "noEvent(if sin(w*time) > 0 then sin(w*time) else 0)"),
                   ("half_wave_smooth", "smooth(0, if sin(w*time) > 0 then sin(w*time) else 0)"), ("half_wave_variable", "max(0, u); u = sin(w*time)")):
    add(name, "Real x(start = 0, fixed = true)%s; equation der(x) = a*%s;" % (", u" if "u =" in text else "", text), parameters={"w": "30 1/s", "a": "1 A"}, units={"x": "C"}, stop=2 * pi,
        values=[("x", t, (2 * floor(30 * t / (2 * pi)) + (1 - cos(min(30 * t % (2 * pi), pi)))) / 30) for t in (0.05, 1.0, 3.0)] + [("x", 2 * pi, 2.0)], events=0)
# The same with a jump in it: the time for which sin(10 t) is above 0.9.
add("peaks_over_a_dead_zone", """Real x(start = 0, fixed = true); equation der(x) = a*max(0, sin(w*time) - 0.9);""", parameters={"w": "10 1/s", "a": "1 A"}, units={"x": "C"}, stop=2 * pi,
    values=[("x", 2 * pi, 10 * (2 * sqrt(1 - 0.81) - 0.9 * (pi - 2 * asin(0.9))) / 10)], events=0)
# Pulses that make no event, in noEvent and in a function: their areas.
add("silent_pulse", """Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true), q(start = 0, fixed = true); equation der(x) = noEvent(if time > 3*T and time < 3.2*T then a else 0);
der(y) = a*max(0, min(1, min((time - 2*T)*10/T, (2.5*T - time)*10/T))); der(z) = a*max(0, 1 - abs(time - 5*T)*10/T); der(q) = a*(sign(time - 7*T) + 1);""",
    parameters={"T": "1 s", "a": "1 A"}, units={"x": "C", "y": "C", "z": "C", "q": "C"}, stop=10.0, values=[("x", 10.0, 0.2), ("y", 10.0, 0.4), ("z", 10.0, 0.1), ("q", 10.0, 6.0)], sizes={"q": 6.0}, events=0)
