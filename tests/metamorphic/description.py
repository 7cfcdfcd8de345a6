"""Models as data: variables with units and starts, equations as trees, and the answer from theory.

The answer is either formulas in time, or formulas in the states of an ODE that was reduced by hand and is integrated
in Python to rounding (reference.py). Nothing of it comes from the program under test.
"""
import copy
from dataclasses import dataclass, field

import expressions as ex

# Exponents of kilogram, metre, second, ampere, mole and kelvin.
UNITS = {
    "1": {}, "kg": {"kg": 1}, "m": {"m": 1}, "s": {"s": 1}, "A": {"A": 1}, "mol": {"mol": 1}, "K": {"K": 1},
    "N": {"kg": 1, "m": 1, "s": -2}, "J": {"kg": 1, "m": 2, "s": -2}, "W": {"kg": 1, "m": 2, "s": -3},
    "V": {"kg": 1, "m": 2, "s": -3, "A": -1}, "Ohm": {"kg": 1, "m": 2, "s": -3, "A": -2}, "C": {"s": 1, "A": 1},
    "F": {"kg": -1, "m": -2, "s": 4, "A": 2}, "H": {"kg": 1, "m": 2, "s": -2, "A": -2}, "Pa": {"kg": 1, "m": -1, "s": -2},
}


def dimension(unit):
    """Exponents of 'N.s/m2' and the like."""
    result = {}
    for i, part in enumerate(unit.split("/")):
        for factor in part.split("."):
            name = factor.rstrip("0123456789")
            power = int(factor[len(name):] or 1) if name else 1
            for base, exponent in UNITS[name or factor].items():
                result[base] = result.get(base, 0) + exponent * power * (1 if i == 0 else -1)
    return {base: exponent for base, exponent in result.items() if exponent}


@dataclass
class Variable:
    unit: str = "1"
    start: float | None = None
    fixed: bool = False
    nominal: float | None = None


@dataclass
class Model:
    name: str
    kind: str
    index: int | None
    freedom: int | None                                # degrees of freedom
    variables: dict = field(default_factory=dict)      # name -> Variable, in the order of declaration
    parameters: dict = field(default_factory=dict)     # name -> (value, unit)
    equations: dict = field(default_factory=dict)      # label -> (left, right)
    initial: list = field(default_factory=list)        # initial equations, (left, right)
    stop: float = 1.0
    at: tuple = ()                                     # times to compare at, besides the end
    reduced: dict = field(default_factory=dict)        # state -> (start, rate): the ODE reduced by hand
    solution: dict = field(default_factory=dict)       # variable -> formula in reduced states and time
    scale: dict = field(default_factory=dict)          # variable -> its size, where the solution does not tell (zero)
    multipliers: dict = field(default_factory=dict)    # label of a constraint -> multipliers that belong to it
    dimensional: bool = False                          # parameters carry all units: another unit system changes only them
    amplification: float = 1.0                         # of formulas in time; measured where there is a reduced ODE
    rates: float = 1.0                                 # fastest rate: each derivative amplifies errors by it
    ends: float | None = None                          # the solution exists only before this time
    refused: bool = False                              # there is no (unique) solution at all
    culprits: set | None = None                        # labels of equations that an error must name (one of them at least)
    tolerance: float = 1e-6
    # What a rewriting did, for the way back: variable of the original -> (name here, factor: original = factor * here).
    back: dict = field(default_factory=dict)
    clock: float = 1.0                                 # original time = clock * time here
    steps: list = field(default_factory=list)          # the rewritings, as text

    def copy(self):
        """Tables and variables of its own. Trees are tuples, which nobody changes: they are shared."""
        new = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (dict, list)):
                setattr(new, name, value.copy())
        new.variables = {name: Variable(v.unit, v.start, v.fixed, v.nominal) for name, v in self.variables.items()}
        return new


def model(name, kind, index, freedom, variables, equations, parameters=None, **rest):
    """Reads the short form of the files of models: 'x m = 0.6 fixed' declares a length that starts at 0.6."""
    values = {}
    for key, text in (parameters or {}).items():
        value, _, unit = str(text).partition(" ")
        values[key] = (float(value), unit or "1")
    declared = {}
    for line in variables:
        head, _, start = line.partition("=")
        words = head.split()
        tail = start.split()
        declared[words[0]] = Variable(words[1] if len(words) > 1 else "1", float(tail[0]) if tail else None, "fixed" in tail)
    labels = {}
    for line in equations:
        label, _, text = line.partition(":")
        labels[label.strip()] = ex.parse_equation(text, values)
    parse = lambda text: ex.parse(str(text), values)
    reduced = {key: (parse(pair[0]), parse(pair[1])) for key, pair in rest.pop("reduced", {}).items()}
    solution = {key: parse(text) for key, text in rest.pop("solution", {}).items()}
    initial = [ex.parse_equation(text, values) for text in rest.pop("initial", [])]
    return Model(name, kind, index, freedom, declared, values, labels, initial, reduced=reduced, solution=solution,
                 back={name: (name, 1.0) for name in declared}, **rest)


def render(model):
    """The Modelica text: one declaration and one equation per line; labels are the names of equations."""
    lines = ["model M"]
    for name, (value, _) in model.parameters.items():
        lines.append("  parameter Real %s = %s;" % (ex.quoted(name), ex.number(value).strip("()")))
    for name, v in model.variables.items():
        attributes = []
        if v.start is not None:
            attributes.append("start = " + ex.number(v.start).strip("()"))
        if v.fixed:
            attributes.append("fixed = true")
        if v.nominal is not None:
            attributes.append("nominal = " + ex.number(v.nominal))
        lines.append("  Real " + ex.quoted(name) + ("(" + ", ".join(attributes) + ")" if attributes else "") + ";")
    if model.initial:
        lines.append("initial equation")
        lines += ["  %s = %s;" % (ex.modelica(a), ex.modelica(b)) for a, b in model.initial]
    lines.append("equation")
    for label, (a, b) in model.equations.items():
        lines.append('  %s = %s "%s";' % (ex.modelica(a), ex.modelica(b), label))
    lines += ["end M;", ""]
    return "\n".join(lines)
