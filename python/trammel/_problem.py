"""Models: analyze, simulate, compare, prepare, sweep."""
import os
from collections.abc import Sequence

from . import _trammel
from ._errors import Error
from ._options import _options, _pairs, call_text, finish
from ._prepared import Prepared
from ._solution import Solution


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

    _made = "model"  # how it is called in the report

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
        def call():
            return call_text(f"{self._made}.simulate", *([] if t_end is None else [t_end]), rtol=rtol, atol=atol, params=params, start=start, t_eval=t_eval, **options)
        return finish(done, raised, lambda result: Solution._of(result, native.name, t_eval, native, given.rtol, call))

    def compare(self, t_end=None, *, rtol=None, atol=None, **options):
        """Formulations and methods side by side on this model."""
        native = self._native()
        return Comparison(*_trammel.compare(native, _options(native.tolerance, t_end, rtol, atol, **options)))

    def prepare(self, t_end=None, *, rtol=None, atol=None, t_eval=None, dense_output=True, **options):
        """Formulates and compiles once; `run` then takes other numbers without compiling, from any thread."""
        native = self._native()
        given = _options(native.tolerance, t_end, rtol, atol, t_eval, dense_output, **options)
        made = call_text(f"{self._made}.prepare", *([] if t_end is None else [t_end]), rtol=rtol, atol=atol, t_eval=t_eval, **options)
        return Prepared(_trammel.prepare(native, given), native, given, t_eval, made)

    def sweep(self, grid, *, threads=0, progress=None, **options):
        """prepare(**options), then Prepared.sweep(grid)."""
        return self.prepare(**options).sweep(grid, threads=threads, progress=progress)


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
    problem = Problem(read(_pairs(always, "parameter"), _pairs(also, "start value")),
                   lambda p, s: read(_pairs({**always, **dict(p)}, "parameter"), _pairs({**also, **dict(s)}, "start value")))
    problem._made = call_text("trammel.load", *([str(p) for p in (path, *more)] if path is not None else []), model=model or None, text=text,
                              params=params, start=start)
    return problem


def _read(path):
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read()
    except OSError as error:
        raise Error(f"cannot read '{path}': {error.strerror}", kind="io", file=str(path), hint="check the file name") from None
