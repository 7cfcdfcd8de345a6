"""A model that is written in Python."""
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from . import _trammel
from ._arrays import SymbolArray
from ._errors import Error
from ._problem import Problem

INFINITY = float("inf")


def _place():
    """The user's line: the first frame outside this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("trammel."):
        frame = frame.f_back
    return _trammel.Place(frame.f_code.co_filename, frame.f_lineno)


@dataclass
class Lagrangian:
    """Energies and constraints of a mechanism: Model.add writes its equations of motion.

    T(q, q', t), U(q, t); constraints g(q, t) = 0 and nonholonomic ones a(q, q', t) = 0, as {name: formula} or a list of
    formulas; forces Q per coordinate. Coordinates are the variables whose derivatives stand in T, unless `q` names them.
    """
    T: object
    U: object = 0.0
    constraints: object = ()
    q: object = None
    nonholonomic: object = ()
    forces: object = ()


@dataclass
class Hamiltonian:
    """q' = dH/dp, p' = -dH/dq for pairs of variables."""
    H: object
    q: list = field(default_factory=list)
    p: list = field(default_factory=list)


def _named(formulas, word):
    if isinstance(formulas, Mapping):
        return [(str(name), f) for name, f in formulas.items()]
    formulas = [formulas] if isinstance(formulas, _trammel.Symbol) else list(formulas)
    return [(f"{word}{k + 1}", f) for k, f in enumerate(formulas)]


class Model(Problem):
    """Variables, parameters and equations of any index; nothing is differentiated by hand.

    >>> m = trammel.Model("pendulum")
    >>> x, y = m.variable("x", start=1), m.variable("y", start=0, fixed=True)
    >>> m.add(trammel.Lagrangian(T=(der(x)**2 + der(y)**2)/2, U=9.81*y, constraints={"rod": x**2 + y**2 - 1}))
    [lambda_rod]
    >>> m.start(der(y), 0)
    >>> m.analyze().index
    3
    >>> bool(m.simulate(10).constraint_residual < 1e-12)
    True
    """

    def __init__(self, name="model"):
        super().__init__(None)
        self._builder = _trammel.Builder(str(name))
        self._count = 0

    def _native(self):
        return self._builder.problem()

    def variable(self, name, start=None, *, fixed=False, size=None, nominal=None, min=-INFINITY, max=INFINITY, unit="", description=""):
        """An unknown; with size=n, an array of n of them, name[0] and so on. A start value is preferred, with fixed=True it must
        hold; without one 0 is a guess."""
        if size is None:
            return self._builder.variable(name, None if start is None else float(start), fixed, nominal, min, max, unit, description, _place())
        starts = np.full(size, np.nan) if start is None else np.broadcast_to(np.asarray(start, float), (size,))
        return SymbolArray.of([self._builder.variable(f"{name}[{k}]", None if start is None else float(starts[k]), fixed, nominal, min,
                                                      max, unit, description, _place()) for k in range(size)])

    def parameter(self, name, value, *, unit="", description=""):
        """A number that runs may change without compiling anew."""
        return self._builder.parameter(name, float(value), unit, description, _place())

    @property
    def time(self):
        return self._builder.time()

    def _write(self, kind, name, left, right):
        if not isinstance(name, str):
            if right is not None:
                raise Error("an equation is equation(left == right) or equation('name', left, right)")
            name, left, right = None, name, left
        if name is None:
            self._count += 1
            name = f"{kind} {self._count}"
        if isinstance(left, np.ndarray):
            rights = np.broadcast_to(np.asarray(right, object), left.shape).ravel() if right is not None else [None] * left.size
            for k, (a, b) in enumerate(zip(left.ravel(), rights)):
                self._builder.equation(kind, f"{name}[{k}]", a, b, _place())
            return
        self._builder.equation(kind, name, left, right, _place())

    def equation(self, name, left=None, right=None):
        """equation("rod", x**2 + y**2 == 1), equation("rod", left, right), equation(left == right); arrays give one each."""
        self._write("equation", name, left, right)

    def initial_equation(self, name, left=None, right=None):
        """Something that holds at the start only."""
        self._write("initial", name, left, right)

    def invariant(self, name, left=None, right=None):
        """Something that is true on every solution, such as conserved energy: the run keeps it."""
        self._write("invariant", name, left, right)

    def start(self, leaf, value, rank="fixed"):
        """A start value of a variable or a derivative: start(der(x), 2). rank: fixed, preferred, guess."""
        self._builder.start(leaf, float(value), rank)

    def interval(self, t_start, t_end):
        self._builder.interval(float(t_start), float(t_end))

    def add(self, system):
        """The equations of motion of a Lagrangian (returns its multipliers) or a Hamiltonian."""
        if isinstance(system, Hamiltonian):
            self._builder.hamiltonian(list(system.q), list(system.p), system.H, _place())
            return []
        q = _trammel.moving(system.T) if system.q is None else list(system.q)
        return self._builder.lagrangian(q, system.T, system.U, _named(system.constraints, "constraint"),
                                        _named(system.nonholonomic, "nonholonomic"), list(system.forces), _place())
