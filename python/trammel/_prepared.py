"""A model that is prepared: run often, swept, stepped by hand."""
import itertools
import sys
import threading
from collections.abc import Mapping, Sequence

import numpy as np

from . import _trammel
from ._options import _pairs, call_text, finish
from ._solution import Solution


class Prepared:
    """A problem under one choice of formulation and method, compiled. Threads may share it."""

    def __init__(self, native, problem, options, t_eval, made):
        self._prepared, self._problem, self._given, self._t_eval, self._made = native, problem, options, t_eval, made

    variables = property(lambda self: list(self._prepared.variables))

    def run(self, params=None, start=None, *, callback=None):
        """One run with other parameters and start values.

        >>> p = trammel.load(model_file("pendulum")).prepare(1.0, rtol=1e-8)
        >>> abs(p.run({"g": 0}).at(1.0, "y")) < 1e-9      # nothing pulls
        True
        """
        done, raised = self._prepared.run(_pairs(params, "parameter"), _pairs(start, "start value"), self._given, callback)
        return finish(done, raised, lambda result: self._solution(result, lambda: call_text(f"{self._made}.run", params or {}, start=start)))

    def _solution(self, result, call):
        return Solution._of(result, self._problem.name, self._t_eval, self._problem, self._given.rtol, call)

    def simulation(self, params=None, start=None):
        """A run to step by hand."""
        return Simulation(self, params, start)

    def sweep(self, grid, *, threads=0, progress=None):
        """Many runs on several threads (0: all cores). grid: {name: values, ...} means all combinations; or a list of
        dicts. Names of variables are start values, others parameters. progress: True shows a bar (default: in a terminal),
        or a function(done, all)."""
        points = _points(grid)
        known = set(self.variables)
        numbers = [(_pairs({k: v for k, v in p.items() if k not in known}, "parameter"),
                    _pairs({k: v for k, v in p.items() if k in known}, "start value")) for p in points]
        show = progress if callable(progress) else _bar if progress or (progress is None and sys.stderr.isatty()) else None
        rows, raised = self._swept(numbers, threads, show)
        swept = Sweep(points, [self._solution(r, lambda p=p: call_text(f"{self._made}.run", p)) if r is not None else None for p, (r, _) in zip(points, rows)], [refusal for _, refusal in rows])
        if raised is not None:
            raised.solution = swept
            raise raised
        return swept

    def _swept(self, numbers, threads, show):
        """In a thread of its own, so that this one hears Ctrl-C; runs under way are finished."""
        stop, told, finished = [], {}, threading.Event()

        def progress(done, total):
            if stop:
                raise stop[0]
            if show:
                show(done, total)

        def work():
            try:
                told["rows"] = self._prepared.sweep(numbers, self._given, int(threads), progress)
            except BaseException as error:
                told["error"] = error
            finally:
                finished.set()

        threading.Thread(target=work, daemon=True).start()
        while not finished.is_set():  # not join(): an interrupted one takes the thread for ended (CPython issue 89437)
            try:
                finished.wait(0.05)
            except KeyboardInterrupt as interrupt:
                stop.append(interrupt)
        if "error" in told:
            raise told["error"]
        rows, raised = told["rows"]
        return rows, stop[0] if stop else raised


def _points(grid):
    if isinstance(grid, Mapping):
        names = list(grid)
        return [dict(zip(names, values)) for values in itertools.product(*(np.atleast_1d(grid[n]).tolist() for n in names))]
    return [dict(point) for point in grid]


def _bar(done, total):
    width = 40
    full = width * done // max(total, 1)
    sys.stderr.write(f"\r[{'#' * full}{'.' * (width - full)}] {done} of {total}" + ("\n" if done == total else ""))
    sys.stderr.flush()


class Sweep(Sequence):
    """The runs of a sweep in the order of `points`; None where a run could not begin, `messages` says why."""

    def __init__(self, points, solutions, refusals):
        self.points, self.solutions = points, solutions
        self.messages = [s.message if s is not None else why for s, why in zip(solutions, refusals)]

    def __len__(self):
        return len(self.points)

    def __getitem__(self, k):
        return self.solutions[k]

    success = property(lambda self: np.array([s is not None and s.success for s in self.solutions]))

    def end(self, name):
        """A variable at the end of each run; NaN where there is none."""
        return np.array([np.nan if s is None else s._facts["last"][s._find(name)] for s in self.solutions])

    def __repr__(self):
        return f"<trammel.Sweep of {len(self)} runs, {int(self.success.sum())} with success>"

    def to_dataframe(self, *names):
        """One row per run: its numbers, the end values of the named variables (all: none given), whether it ended well."""
        import pandas
        table = pandas.DataFrame(self.points)
        first = next((s for s in self.solutions if s is not None), None)
        for name in names or (first.names if first else []):
            table[name] = self.end(name)
        return table.assign(success=self.success)


class Simulation:
    """A run that is stepped by hand: of a Prepared, or of a model, which is prepared first.

    >>> s = trammel.Simulation(trammel.load(model_file("pendulum")))
    >>> s.advance(0.5), s.time
    (True, 0.5)
    >>> s["g"] = 1.62                   # on the moon from here on
    >>> while s.step(): pass
    >>> s.time, s.outcome
    (10.0, 'finished')
    """

    def __init__(self, of, params=None, start=None, **options):
        prepared = of if isinstance(of, Prepared) else of.prepare(**options)
        self._run = _trammel.Simulation(prepared._prepared, _pairs(params, "parameter"), _pairs(start, "start value"))
        self._kept = prepared

    time = property(lambda self: self._run.time)
    ended = property(lambda self: self._run.ended)
    outcome = property(lambda self: self._run.outcome)
    message = property(lambda self: self._run.message)
    names = property(lambda self: list(self._run.variables))
    steps = property(lambda self: self._run.steps)

    def step(self):
        """One accepted step; False: it has ended."""
        return self._run.step()

    def advance(self, t):
        """To t; False: it ended before."""
        return self._run.advance(float(t))

    def __getitem__(self, name):
        return self._run.value(name)

    def __setitem__(self, name, value):
        """A parameter: the run begins anew from the state here."""
        self._run.set(name, float(value))

    set = __setitem__

    @property
    def values(self):
        return dict(zip(self._run.variables, self._run.values()))

    def restart(self):
        self._run.restart()

    def snapshot(self):
        """The state as text: for files, and for other processes that have prepared the same."""
        return self._run.snapshot()

    def restore(self, snapshot):
        self._run.restore(snapshot)
