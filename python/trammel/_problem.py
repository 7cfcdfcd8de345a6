"""Models: from text or built in Python; analyze, simulate, compare, prepare, sweep."""
import itertools
import os
import sys
import threading
from collections.abc import Mapping, Sequence

import numpy as np

from . import _trammel
from ._errors import Error
from ._solution import Solution

def _text(value):
    """A value as the command line would have it."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple, np.ndarray)):
        return ",".join(repr(float(v)) for v in value)
    return str(value) if isinstance(value, (str, int, np.integer)) else repr(float(value))


def _options(tolerance, t_end=None, rtol=None, atol=None, t_eval=None, dense_output=True, t_start=None, **others):
    """Options by the names of `trammel simulate --help`, with underscores; None leaves an option as it is."""
    options = _trammel.Options()
    options.t_start, options.t_end = t_start, t_end
    options.set("tolerance", _text(tolerance or 1e-6))
    others["step"] = others.pop("fixed_step", None)
    first = {"rtol": rtol, "atol": rtol if atol is None else atol, "stabilization": others.pop("stabilization", None)}
    for name, value in {**first, **others}.items():
        if value is None:
            continue
        try:
            options.set(name, _text(value))
        except (TypeError, ValueError):
            raise Error(f"{name} = {value!r} is not what this option takes") from None
        except Error as error:
            error.message = error.message.replace("--" + name.replace("_", "-"), name)
            raise
    options.dense = bool(dense_output) or t_eval is None
    if t_eval is not None:
        options.times = [float(t) for t in np.ravel(t_eval)]
    return options


def _pairs(values, what):
    pairs = []
    for name, value in dict(values or {}).items():
        try:
            pairs.append((str(name), float(value)))
        except (TypeError, ValueError):
            raise Error(f"{what} '{name}' = {value!r} is not a number", variables=[str(name)]) from None
    return pairs


def finish(native, raised, make):
    """What Python raised during the run goes on; the partial result is its attribute `solution`."""
    sol = make(native)
    if raised is not None:
        raised.solution = sol
        raise raised
    return sol


class Analysis:
    """What a model hides: index, hidden constraints, free start values. Prints as a page for people."""

    def __init__(self, facts):
        self.__dict__.update(facts)

    def __repr__(self):
        return self.text


class Comparison(Sequence):
    """One row per formulation and method; prints as a table."""

    def __init__(self, rows, text):
        self.rows, self.text = rows, text

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, k):
        return self.rows[k]

    def __repr__(self):
        return self.text

    def to_dataframe(self):
        import pandas
        return pandas.DataFrame(self.rows)


class Problem:
    """Equations with start values and an interval: what `load` returns, and what `Model` builds."""

    def __init__(self, native, reload=None):
        self._data, self._reload = native, reload

    def _native(self):
        return self._data

    name = property(lambda self: self._native().name)
    variables = property(lambda self: self._native().variables)
    parameters = property(lambda self: self._native().parameters)
    equations = property(lambda self: dict(self._native().equations), doc="name: residual = 0")
    notes = property(lambda self: self._native().notes)

    def __repr__(self):
        native = self._native()
        return f"<trammel.{type(self).__name__} {native.name}: {len(native.variables)} variables, {len(native.parameters)} parameters>"

    def _with(self, params, start):
        """The problem with other numbers, and the numbers that are left to say at run time."""
        params, start = _pairs(params, "parameter"), _pairs(start, "start value")
        if self._reload and (params or start):  # sizes of arrays may depend on a parameter
            return self._reload(params, start), [], []
        return self._native(), params, start

    def analyze(self):
        """Index, hidden constraints, degrees of freedom, a consistent start.

        >>> found = trammel.load(model_file("pendulum")).analyze()
        >>> found.index, found.degrees_of_freedom, found.hidden_constraints[0]["text"]
        (3, 2, '2*x*der(x) + 2*y*der(y) = 0')
        """
        return Analysis(_trammel.analyze(self._native()))

    def simulate(self, t_end=None, *, rtol=None, atol=None, params=None, start=None, t_eval=None, dense_output=True, callback=None, **options):
        """Integrates from start to end. Misuse and impossible models raise Error; a run that stops early returns the
        solution so far with success == False and a message.

        rtol, atol: tolerances, one given alone is both; without them the model's. params, start: other numbers by name; a start value given here is fixed. t_eval: output times. method, formulation,
        stabilization, certify, max_step and all other options of a run: as `trammel simulate --help` tells, with underscores.
        callback(t, steps) is called after each step; returning False ends the run.

        >>> m = trammel.load(text="model M parameter Real k = 1; Real x(start = 1); equation der(x) = -k*x; end M;")
        >>> sol = m.simulate(1.0, rtol=1e-10, params={"k": 2})
        >>> bool(abs(sol.at(1.0, "x") - np.exp(-2)) < 1e-9)
        True
        """
        native, left, starts = self._with(params, start)
        given = _options(native.tolerance, t_end, rtol, atol, t_eval, dense_output, **options)
        done, raised = _trammel.prepare(native, given).run(left, starts, given, callback)
        return finish(done, raised, lambda result: Solution._of(result, native.name, t_eval, native, given.rtol))

    def compare(self, t_end=None, *, rtol=None, atol=None, **options):
        """Formulations and methods side by side on this model."""
        native = self._native()
        return Comparison(*_trammel.compare(native, _options(native.tolerance, t_end, rtol, atol, **options)))

    def prepare(self, t_end=None, *, rtol=None, atol=None, t_eval=None, dense_output=True, **options):
        """Formulates and compiles once; `run` then takes other numbers without compiling, from any thread."""
        native = self._native()
        given = _options(native.tolerance, t_end, rtol, atol, t_eval, dense_output, **options)
        return Prepared(_trammel.prepare(native, given), native, given, t_eval)

    def sweep(self, grid, *, threads=0, progress=None, **options):
        """prepare(**options), then Prepared.sweep(grid)."""
        return self.prepare(**options).sweep(grid, threads=threads, progress=progress)


class Prepared:
    """A problem under one choice of formulation and method, compiled. Threads may share it."""

    def __init__(self, native, problem, options, t_eval):
        self._prepared, self._problem, self._given, self._t_eval = native, problem, options, t_eval

    variables = property(lambda self: list(self._prepared.variables))

    def run(self, params=None, start=None, *, callback=None):
        """One run with other parameters and start values.

        >>> p = trammel.load(model_file("pendulum")).prepare(1.0, rtol=1e-8)
        >>> abs(p.run({"g": 0}).at(1.0, "y")) < 1e-9      # nothing pulls
        True
        """
        done, raised = self._prepared.run(_pairs(params, "parameter"), _pairs(start, "start value"), self._given, callback)
        return finish(done, raised, self._solution)

    def _solution(self, result):
        return Solution._of(result, self._problem.name, self._t_eval, self._problem, self._given.rtol)

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
        swept = Sweep(points, [self._solution(r) if r is not None else None for r, _ in rows], [refusal for _, refusal in rows])
        if raised is not None:
            raised.solution = swept
            raise raised
        return swept

    def _swept(self, numbers, threads, show):
        """In a thread of its own, so that this one hears Ctrl-C; runs under way are finished."""
        stop, told = [], {}

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

        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        while worker.is_alive():
            try:
                worker.join(0.05)
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


def load(path=None, *more, model="", text=None, libraries=(), params=None, start=None):
    """A model from Modelica files, or from text.

    >>> trammel.load(model_file("pendulum"))
    <trammel.Problem Pendulum: 3 variables, 2 parameters>
    """
    if (path is None) == (text is None):
        raise Error("load needs a path, or text=...")
    texts = [("<text>", text)] if text is not None else [(str(p), _read(p)) for p in (path, *more)]
    folders = [str(f) for f in libraries] + [f for f in os.environ.get("MODELICAPATH", "").split(":") if os.path.isdir(f)]

    def read(parameters, starts):
        return _trammel.load_texts(texts, model or "", parameters, starts, folders)

    always, also = dict(params or {}), dict(start or {})
    return Problem(read(_pairs(always, "parameter"), _pairs(also, "start value")),
                   lambda p, s: read(_pairs({**always, **dict(p)}, "parameter"), _pairs({**also, **dict(s)}, "start value")))


def _read(path):
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError as error:
        raise Error(f"cannot read '{path}': {error.strerror}", kind="io", file=str(path), hint="check the file name") from None
