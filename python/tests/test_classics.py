"""Twenty-two classic problems as NumPy functions: traced, with the digits that the Modelica texts give."""
import classics
import numpy as np
import pytest
from andrews import START, andrews
from conftest import reference

import trammel


def component(n):
    return ("y", n)


def slope(n):
    return ("yp", n)


def columns(*names, first=0):
    return {name: component(first + k) for k, name in enumerate(names)}


angles = ("beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon")
h = np.pi / 21
PROBLEMS = {  # model: (function, y0, names of components, keywords)
    "pendulum": (classics.pendulum, [1, 0, 0, 0, 0], {**columns("x", "y", "der(x)", "der(y)", "lambda")}, {}),
    "circular_track": (classics.circular_track, [0, 1, 0, 0, 0], columns("y1", "y2", "der(y1)", "der(y2)", "lambda"), {}),
    "velocity_force": (classics.velocity_force, [0, 1, 1, 0, 0], columns("q1", "q2", "der(q1)", "der(q2)", "lambda"), {}),
    "linear_index2": (classics.linear_index2, [1, 1, -1], columns("x1", "x2", "y"), {"mass_matrix": np.diag([1.0, 1, 0]), "args": (1000.0,)}),
    "hessenberg_index2": (classics.hessenberg_index2, [1, 1, 1], columns("y1", "y2", "z"), {}),
    "kepler": (classics.kepler, [0.4, 0, 0, 2], columns("x", "y", "u", "v"), {"mass_matrix": np.eye(4)}),
    "van_der_pol": (classics.van_der_pol, [2, 0], columns("x", "y"), {}),
    "robertson": (classics.robertson, [1, 0, 0], columns("y1", "y2", "y3"), {"atol": [1e-9, 1e-13, 1e-9]}),
    "heat_rod": (classics.heat_rod, [np.sin(h * i) + 0.5 * np.sin(2 * h * i) for i in range(1, 21)], {f"T[{i}]": component(i - 1) for i in range(1, 21)}, {}),
    "spring_chain": (classics.spring_chain, np.zeros(7), {**columns("x[1]", "x[2]", "x[3]"), "F": component(6)}, {}),
    "bead_on_wire": (classics.Wire(0.5).residual, [1, 0.5, 0, 0, 0], columns("x", "y", "der(x)"), {}),
    "trammel": (classics.trammel_of_archimedes, [0.6, 0.8, 0, 0, 0], {**columns("a", "b"), "lambda": component(4)}, {}),
    "spherical_pendulum": (classics.spherical_pendulum, [0.6, 0, -0.8, 0, 1.5, 0, 0], {**columns("r[1]", "r[2]", "r[3]"), "lambda": component(6)}, {}),
    "crane": (classics.crane, [0, 5, 0.5, 5, -0.1, 100, 0, 0, 0, 0, 0, 0], columns("x", "z", "d", "r", "theta", "tau", "u1", "u2"), {}),
    "four_bar": (classics.four_bar, [1, 0.54, 1.44, 0, 0, 0, 0, 0], {**columns("q1", "q2", "q3"), "der(q1)": component(3)},
                 {"fixed_y0": [1, 0, 0, 1, 0, 0, 0, 0]}),
    "cv_loop": (classics.cv_loop, np.zeros(5), columns("vs", "vc", "is", "ic", "ir"), {}),
    "robot_path": (classics.robot_path, [0, 1.4, 0, 0, 0, 0], {**columns("q1", "q2"), **columns("tau1", "tau2", first=4)}, {}),
    "two_pendula": (classics.two_pendula, [0.6, 0.8, 0, 0, 0.6, 0.9, 0, 0, 1, 1], {**columns("x", "y"), **columns("u", "v", first=4), **columns("lambda", "mu", first=8)},
                    {"fixed_y0": [1, 0, 1, 0, 1, 0, 1, 0, 0, 0]}),
    "double_pendulum": (classics.double_pendulum, [1, 0, 1.8, 0, 0, 0, 0, 0, 0, 0], {**columns("x1", "y1", "x2", "y2"), "der(x2)": component(6)}, {}),
    "akzo_nobel": (classics.akzo_nobel, [0.444, 0.00123, 0, 0.007, 0, 115.83 * 0.444 * 0.007], columns("y1", "y2", "y3", "y4", "y5", "y6"),
                   {"mass_matrix": np.diag([1.0, 1, 1, 1, 1, 0])}),
    "car_axis": (classics.car_axis, [0, 0.5, 1, 0.5, -0.5, 0, -0.5, 0, 0, 0], {**columns("xl", "yl", "xr", "yr", "der(xl)", "der(yl)", "der(xr)", "der(yr)", "lambda1", "lambda2")}, {}),
    "pendulum_chain": (classics.pendulum_chain, [1, 2, 3, 4, 5] + [0] * 20, {**columns(*(f"x[{i}]" for i in range(1, 6))), **columns(*(f"y[{i}]" for i in range(1, 6)), first=5)}, {}),
    "rolling_disc": (classics.rolling_disc, [0, 0, 0, 0, 0, 0, 2, 0, 0, 0], {**columns("x", "y", "phi", "theta"), **columns("lambda1", "lambda2", first=8)}, {}),
    "andrews": (andrews, START + [0] * 13, {**columns(*angles), **columns(*(f"der({a})" for a in angles), first=7), **columns(*(f"lambda[{k}]" for k in range(1, 7)), first=14)},
                {"fixed_y0": [1] + [0] * 19}),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_has_the_digits_of_the_modelica_text(name):
    function, y0, where, keywords = PROBLEMS[name]
    rows = [row for row in reference(name) if row[0] in where]
    assert len(rows) >= 2
    t_eval = sorted({row[1] for row in rows})
    keywords = {"rtol": 1e-9, "atol": 1e-9, **keywords}
    result = trammel.solve_dae(function, (0, t_eval[-1]), y0, t_eval=t_eval, **keywords)
    assert result.traced and result.success, result.message
    for variable, time, value, tolerance in rows:
        kind, k = where[variable]
        seen = getattr(result, kind)[k, t_eval.index(time)]
        assert abs(seen - value) <= tolerance, (variable, time, seen, value)
