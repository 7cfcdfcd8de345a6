"""What a run returns."""
import html
import json

import numpy as np

from ._errors import Error
from ._table import Table


class Certificate:
    """The last word on a run: the equations as written, evaluated on what is reported.

    `holds` is True, False, or None where nothing was promised (constant steps). `equation`, `time`, `residual` and
    `between_steps` tell about the equation that came closest to its bound; `digits` are promised per variable.
    """

    def __init__(self, facts):
        self.__dict__.update(facts)

    def __bool__(self):
        return bool(self.holds)

    def __str__(self):
        if not self.points:
            return "not judged"
        verdict = {None: "not judged, constant steps promise nothing", True: "certified", False: "not certified"}[self.holds]
        text = (f"{verdict}: residuals up to {self.residual:.1e}, between steps {self.between_steps:.1e} "
                f"({self.equation}), {self.points} points")
        if self.sensitive:
            text += f"; small changes grow by a factor of about {self.amplification:.1g}"
        return f"{text}; {self.message}" if self.message else text

    __repr__ = __str__


class Solution:
    """Trajectories by name, why the run ended, what it cost.

    >>> sol = trammel.load(model_file("pendulum")).simulate(1.0)
    >>> sol.success, sol.index, sol.names[:3]
    (True, 3, ['x', 'y', 'lambda'])
    >>> bool(abs(sol.at(0.5, "x")**2 + sol.at(0.5, "y")**2 - 1) < 1e-12)
    True
    """

    def __init__(self, facts, t, native=None, table=None, values=None, model=""):
        self._facts, self._native, self._table, self._values = facts, native, table, values
        self.model = model
        self.t = np.asarray(t, float)
        self._column = {name: k for k, name in enumerate(facts["variables"])}
        self._problem, self._call = None, ""

    @classmethod
    def _of(cls, native, model, t_eval=None, problem=None, rtol=1e-6, call=""):
        facts = native.facts()
        steps = native.steps()[0] if t_eval is None else None
        if t_eval is None and not steps:  # it kept no trajectory
            sol = cls(facts, [facts["t_end"]], native, values=np.array(facts["last"])[:, None], model=model)
        elif t_eval is None:
            sol = cls(facts, steps, native, model=model)
        else:
            t, values = native.samples()
            sol = cls(facts, t, native, values=values, model=model)
        sol._problem, sol._rtol, sol._call = problem, rtol, call
        return sol

    # What is known about the run.
    names = property(lambda self: list(self._facts["variables"]))
    success = property(lambda self: self._facts["outcome"] == "finished")
    outcome = property(lambda self: self._facts["outcome"])
    message = property(lambda self: self._facts["message"])
    index = property(lambda self: self._facts["index"])
    degrees_of_freedom = property(lambda self: self._facts["degrees_of_freedom"])
    method = property(lambda self: self._facts["method"])
    formulation = property(lambda self: self._facts["formulation"])
    stabilization = property(lambda self: self._facts["stabilization"])
    constraint_residual = property(lambda self: self._facts["constraint_residual"])
    counts = property(lambda self: dict(self._facts["counts"]))
    seconds = property(lambda self: self._facts["seconds"])
    notes = property(lambda self: list(self._facts["notes"]))
    t_start = property(lambda self: self._facts["t_start"])
    t_end = property(lambda self: self._facts["t_end"])
    certificate = property(lambda self: Certificate(self._facts["certificate"]))

    def _find(self, name):
        if name not in self._column:
            raise Error(f"the solution has no variable called '{name}'", kind="name", variables=[name],
                        hint="one of " + ", ".join(self.names[:8]))
        return self._column[name]

    @property
    def values(self):
        """All variables at the times t: one row per name."""
        if self._values is None:
            self._values = self._read(self.t)
        return self._values

    def __getitem__(self, name):
        if name in ("time", "t") and name not in self._column:
            return self.t
        return self.values[self._find(name)]

    def __contains__(self, name):
        return name in self._column

    def __len__(self):
        return len(self.t)

    def keys(self):
        return self.names

    def _read(self, t):
        if self._native is not None and self._table is None:
            return self._native.values_at(np.ascontiguousarray(t, float))
        return self.table.at(t)

    @property
    def table(self):
        """The trajectory as numbers that need no model: for files, and for derivatives."""
        if self._table is None:
            times, degrees = self._native.steps()
            if not times:
                raise Error("the run kept no trajectory", hint="dense_output=True")
            self._table = Table(times, degrees[:-1], self._native.values_at(Table.nodes(times, degrees[:-1])))
        return self._table

    def _inside(self, t):
        t = np.asarray(t, float)
        if t.size and not (np.min(t) >= self.t_start and np.max(t) <= self.t_end):
            raise Error(f"t lies outside the solution, which reaches from {self.t_start:g} to {self.t_end:g}")
        return t

    def at(self, t, name=None):
        """Values at any time: of one variable, or of all as a dict."""
        t = self._inside(t)
        row = None if name is None else self._find(name)
        values = self._read(t.ravel())
        shaped = [float(v[0]) if t.ndim == 0 else v.reshape(t.shape) for v in (values if row is None else [values[row]])]
        return shaped[0] if row is not None else dict(zip(self._facts["variables"], shaped))

    def derivative(self, t, name):
        """The time derivative of one variable: der(name) where that is reported, else of the polynomials of the steps."""
        t = self._inside(t)
        if f"der({name})" in self._column:
            return self.at(t, f"der({name})")
        values = self.table.slope(t.ravel())[self._find(name)]
        return float(values[0]) if t.ndim == 0 else values.reshape(t.shape)

    # For people.
    def explain(self):
        """How the problem was solved, and why so."""
        counts = self._facts["counts"]
        lines = [f"{self.model}: {self.message}",
                 f"  index {self.index}, {self.degrees_of_freedom} degrees of freedom, t = {self.t_start:g} to {self.t_end:g}",
                 f"  {self.formulation} with {self.method}" + (f" and {self.stabilization}" if self.stabilization not in ("", "none") else ""),
                 f"  because {self._facts['reason']}" if self._facts["reason"] else None,
                 f"  {counts['steps']} steps, {counts['rejected']} rejected, {counts['function_evaluations']} evaluations, "
                 f"{counts['factorizations']} factorizations",
                 f"  largest constraint residual {self.constraint_residual:.1e}", f"  {self.certificate}"]
        return "\n".join([line for line in lines if line] + [f"  note: {note}" for note in self.notes])

    def __repr__(self):
        return f"<trammel.Solution of {self.model}: {self.message} t = {self.t_start:g} to {self.t_end:g}, {len(self.t)} points>"

    def _repr_html_(self):
        from ._plot import picture
        rows = [("ended", self.message), ("index", self.index), ("degrees of freedom", self.degrees_of_freedom),
                ("solved by", f"{self.formulation} with {self.method}"), ("steps", self._facts["counts"]["steps"]),
                ("constraints hold to", f"{self.constraint_residual:.1e}"), ("certificate", self.certificate)]
        cells = "".join(f"<tr><th style='text-align:left'>{html.escape(str(a))}</th><td style='text-align:left'>"
                        f"{html.escape(str(b))}</td></tr>" for a, b in rows)
        return f"<div><b>{html.escape(self.model)}</b><table>{cells}</table>{picture(self)}</div>"

    def plot(self, *what, axes=None):
        """Draws with matplotlib: "x" over time, ["x", "y"] in one panel, ("x", "y") as a path. Returns the figure."""
        from ._plot import plot
        return plot(self, what, axes)

    def to_dataframe(self):
        """A pandas.DataFrame: one row per time, one column per variable."""
        import pandas
        return pandas.DataFrame(self.values.T, index=pandas.Index(self.t, name="time"), columns=self.names)

    def report(self, path):
        """One HTML file with equations, plots, constraint residuals and the certificate."""
        from . import _trammel
        if self._native is None or self._problem is None:
            raise Error("a solution that was loaded from a file has no model to report on", hint="report() before save()")
        from . import __version__
        _trammel.write_report(self._problem, self._native, self._rtol, str(path), __version__, self._call() if callable(self._call) else self._call)

    # For files and other processes: numbers only.
    def __getstate__(self):
        return {"facts": self._facts, "t": self.t, "values": self.values, "model": self.model, "table": self._numbers()}

    def _numbers(self):
        try:
            table = self.table
        except Error:
            return None
        return table.times, table.degrees, table.values

    def __setstate__(self, state):
        table = None if state["table"] is None else Table(*state["table"])
        Solution.__init__(self, state["facts"], state["t"], table=table, values=state["values"], model=state["model"])

    def save(self, path):
        """Into one file (.npz), which load_solution reads without the model."""
        state = self.__getstate__()
        arrays = {"t": state["t"], "values": state["values"]}
        if state["table"] is not None:
            arrays.update(zip(("table_times", "table_degrees", "table_values"), state["table"]))
        facts = json.dumps({"facts": state["facts"], "model": state["model"]})
        with open(path, "wb") as file:
            np.savez_compressed(file, trammel=np.array(facts), **arrays)


def load_solution(path):
    """A solution that save() wrote."""
    with np.load(path, allow_pickle=False) as file:
        if "trammel" not in file:
            raise Error(f"{path} is no solution that was saved by trammel", kind="io")
        told = json.loads(str(file["trammel"]))
        table = tuple(file[k] for k in ("table_times", "table_degrees", "table_values")) if "table_times" in file else None
        sol = Solution.__new__(Solution)
        sol.__setstate__({"facts": told["facts"], "model": told["model"], "t": file["t"], "values": file["values"], "table": table})
    return sol
