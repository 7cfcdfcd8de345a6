#!/usr/bin/env python3
"""Python functions against Modelica text and against SciPy: ratios, measured in one process.

    PYTHONPATH=build/python python3 bench/python/bench.py

1. traced / text: solve_dae of a traced function, tracing included, over Problem.simulate of the same equations in Modelica, both after a
   first call that fills the cache of compiled code. Goal: at most 1.1.
2. SciPy / traced: solve_ivp's Radau on equations reduced by hand to minimal coordinates, over the traced function, at tolerances that give
   the same error. Goal: 50.
3. calls: what a call of an opaque function costs beyond a call of the same function from Python. Goal: at most 2 microseconds.
"""
import pathlib
import sys
import time
import warnings

import numpy as np
import trammel

top = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(top / "python" / "tests"))
import classics  # noqa: E402
from andrews import START, andrews  # noqa: E402


def seconds(work, repeat=15):
    """The best of some runs, of the time that this process had: others on the machine do not count."""
    work()
    times = []
    for _ in range(repeat):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def chain(n):
    text = (top / "models" / "pendulum_chain" / "model.mo").read_text(encoding="utf-8")
    start = np.concatenate([np.arange(1, n + 1), np.zeros(4 * n)])
    return trammel.load(text=text, params={"n": n}), lambda t, w, wp: classics.pendulum_chain(t, w, wp, n), start, 0.5


def against_text():
    problems = {
        "pendulum": (trammel.load(top / "models/pendulum/model.mo"), classics.pendulum, [1, 0, 0, 0, 0], 10.0),
        "andrews": (trammel.load(top / "models/andrews/model.mo"), andrews, START + [0] * 13, 0.03),
        "chain of 100": chain(100),
    }
    for name, (model, function, y0, t_end) in problems.items():
        how = dict(rtol=1e-8, atol=1e-8)
        text = seconds(lambda: model.simulate(t_end, **how).values)
        traced = seconds(lambda: trammel.solve_dae(function, (0, t_end), y0, **how))
        print(f"{name:14} text {text * 1e3:8.1f} ms   traced {traced * 1e3:8.1f} ms   ratio {traced / text:5.2f}")


def against_scipy():
    from scipy.integrate import solve_ivp
    exact = np.array([0.2750874625761084, -0.9614192050991275])  # models/pendulum/reference.csv, t = 10
    prepared = trammel.load(top / "models/pendulum/model.mo").prepare(10.0, rtol=1e-11, atol=1e-11, certify="off", dense_output=False, t_eval=[10.0])

    def scipy():
        return solve_ivp(lambda t, w: [w[1], -9.81 * np.cos(w[0])], (0, 10), [0.0, 0.0], method="Radau", rtol=1e-8, atol=1e-10)

    def ours():
        return trammel.solve_dae(classics.pendulum, (0, 10), [1, 0, 0, 0, 0], rtol=1e-11, atol=1e-11, certify="off")

    angle = scipy().y[0, -1]
    result = ours()
    print(f"pendulum: error of SciPy's Radau {abs(np.cos(angle) - exact[0]):.1e}, of ours {abs(result.y[0, -1] - exact[0]):.1e}")
    theirs, whole, again = seconds(scipy), seconds(ours), seconds(prepared.run)
    print(f"SciPy's Radau, angle {theirs * 1e3:.1f} ms; ours, index 3 as written {whole * 1e3:.1f} ms ({theirs / whole:.0f} times faster); "
          f"prepared {again * 1e3:.2f} ms ({theirs / again:.0f} times)")


def calls():
    def fun(t, y, yp):
        return yp + y

    y = np.ones(3)
    own = seconds(lambda: [fun(0.5, y, y) for _ in range(100_000)], 3) / 100_000
    made = []

    def counted(t, y, yp):
        made.append(None)
        return yp + y

    def run(f):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return trammel.solve_dae(f, (0, 2000), np.ones(3), trace=False, max_step=0.5, rtol=1e-4)

    run(counted)
    inside = seconds(lambda: run(fun), 3) / len(made)
    print(f"opaque: {inside * 1e6:.2f} microseconds per call with everything that the run does, {own * 1e6:.2f} for the function alone")


against_text()
against_scipy()
calls()
