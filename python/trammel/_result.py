"""What solve_dae returns: SciPy's fields and those of a Solution."""
import numpy as np

from ._errors import Error
from ._solution import Solution


class DenseOutput:
    """y at any time of the run: sol(t); its derivative: sol.derivative(t). t_min, t_max, ts: as in SciPy."""

    def __init__(self, result):
        self._result = result

    t_min = property(lambda self: min(self._result.t_start, self._result.t_end))
    t_max = property(lambda self: max(self._result.t_start, self._result.t_end))
    ts = property(lambda self: self._result._sign * np.array(self._result._facts["steps"]))

    def __call__(self, t):
        t = np.asarray(t, float)
        values = self._result._y_at(t.ravel())
        return values[:, 0] if t.ndim == 0 else values

    def derivative(self, t):
        t = np.asarray(t, float)
        values = self._result._yp_at(t.ravel())
        return values[:, 0] if t.ndim == 0 else values


class DaeResult(Solution):
    """SciPy's result fields, and those of a Solution: t, y, yp, sol, t_events, y_events, yp_events, nfev, njev, nlu, status
    (0 end, 1 terminal event, 2 callback, -1 failure), message, success; traced, index, certificate, explain().
    """
    traced = True

    def _complete(self, n, sign, t_eval, dense_output, watch, told, values=None):
        self._n, self._sign, self.traced = n, sign, told
        facts, limit = self._facts, watch.terminal if watch else None
        self._limit = facts["t_end"] if limit is None else limit
        self.status = 1 if limit is not None else 2 if watch and watch.called_off else 0 if facts["outcome"] == "finished" else -1
        self.ending = (facts["message"] if self.status <= 0 else "a terminal event ended the run" if self.status == 1
                       else "the callback ended the run")
        times = np.asarray(t_eval if t_eval is not None else facts["steps"], float)  # of the run: t may go backwards
        times = times[times <= self._limit]
        if limit is not None and (len(times) == 0 or times[-1] < limit):
            times = np.append(times, limit)
        self.t = sign * times
        if values is not None and values.shape[1] == len(times) and limit is None:  # read already
            self._values = values
        else:
            self._values = self._read(times) if len(times) else np.empty((len(self.names), 0))
        self.y = self._values[:n]
        self._yp = None
        self.sol = DenseOutput(self) if dense_output else None
        events = watch.events if watch else []
        self.t_events = [np.array(e.t) for e in events] if events else None
        self.y_events = [np.array(e.y).reshape(-1, n) for e in events] if events else None
        self.yp_events = [np.array(e.yp).reshape(-1, n) for e in events] if events else None
        counts = facts["counts"]
        self.nfev, self.njev, self.nlu = counts["function_evaluations"], counts["jacobian_evaluations"], counts["factorizations"]
        return self

    @property
    def yp(self):
        """The derivatives at the times t; found when they are asked for."""
        if self._yp is None:
            self._yp = self._yp_at(self.t)
        return self._yp

    success = property(lambda self: self.status >= 0)
    message = property(lambda self: self.ending)

    def _inside(self, t):
        t = np.asarray(t, float)
        ends = sorted((self._sign * self.t_start_of_run, self._sign * self._limit))
        if t.size and not (np.min(t) >= ends[0] and np.max(t) <= ends[1]):
            raise Error(f"t lies outside the solution, which reaches from {ends[0]:g} to {ends[1]:g}")
        return t

    t_start_of_run = property(lambda self: self._facts["t_start"])
    t_start = property(lambda self: self._sign * self._facts["t_start"])
    t_end = property(lambda self: self._sign * self._limit)

    def at(self, t, name=None):
        t = self._inside(t)
        return Solution.at(self, self._sign * t, name) if self._sign > 0 else _at_reversed(self, t, name)

    def _y_at(self, t):
        return self._read(self._sign * self._inside(t))[: self._n]

    def _yp_at(self, t):
        """der(y) where it is reported; of other components the derivative of the steps' polynomials."""
        t = self._sign * np.atleast_1d(np.asarray(t, float))
        if not len(t):
            return np.empty((self._n, 0))
        values = self._values if self._values is not None and len(t) == len(self.t) and np.array_equal(t, self._sign * self.t) else self._read(t)
        rows = [self._column.get(f"der({name})") for name in self.names[: self._n]]
        slope = self.table.slope(t) if None in rows else None
        return self._sign * np.array([values[r] if r is not None else slope[k] for k, r in enumerate(rows)])

    def __repr__(self):
        lines = [f"  message: {self.message}", f"  success: {self.success}", f"   status: {self.status}",
                 f"        t: {np.array2string(self.t, threshold=6, precision=4)}", f"        y: array of shape {self.y.shape}",
                 f"     nfev: {self.nfev}", f"     njev: {self.njev}", f"      nlu: {self.nlu}"]
        return "\n".join(lines)

    def __getstate__(self):
        own = ("_n", "_sign", "traced", "_limit", "status", "ending", "y", "_yp", "t_events", "y_events", "yp_events", "nfev", "njev", "nlu")
        self.yp  # an unpickled result may know less
        return {**Solution.__getstate__(self), "own": {k: self.__dict__[k] for k in own}, "dense": self.sol is not None}

    def __setstate__(self, state):
        Solution.__setstate__(self, state)
        self.__dict__.update(state["own"])
        self.sol = DenseOutput(self) if state["dense"] else None


def _at_reversed(result, t, name):
    values = result._read((result._sign * t).ravel())
    shaped = {n: float(v[0]) if t.ndim == 0 else v.reshape(t.shape) for n, v in zip(result.names, values)}
    return shaped if name is None else shaped[result.names[result._find(name)]]
