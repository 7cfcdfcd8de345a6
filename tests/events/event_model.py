"""Models with events as data: a Modelica text, parameters with units, and values that theory gives.

Every number with a dimension is a parameter, so that another system of units changes numbers only: the same events must
come at the same instants. Nothing of the answers comes from the program under test.
"""
import os
import sys
from dataclasses import dataclass, field

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "metamorphic"))
from description import dimension  # noqa: E402  (of the battery beside this one)


@dataclass
class EventModel:
    name: str
    text: str                                         # declarations and equations, without the parameters
    parameters: dict = field(default_factory=dict)    # name -> "value unit"
    units: dict = field(default_factory=dict)         # variable -> unit; others have none
    stop: float = 1.0
    values: list = field(default_factory=list)        # (variable, time, value)
    sizes: dict = field(default_factory=dict)         # variable -> its size, where the values do not tell it
    amplification: float = 1.0                        # of errors, by the model itself
    levels: dict = field(default_factory=dict)        # variable -> index level, where it is above 1: a named method has fewer digits of it
    events: int | None = None                         # how many must be listed
    systems: tuple | None = None                      # of units in which it is run; None: in all
    tolerances: tuple | None = None                   # at which it is run; None: at all
    methods: tuple | None = None                      # with which it is run; None: with all
    stops: tuple | None = None                        # (time, words of the message): the run must end there

    def size(self, variable):
        known = max((abs(v) for name, _, v in self.values if name == variable), default=0.0)
        return self.sizes.get(variable, known) or 1.0


def factor(unit, system):
    """How many of the new unit one of the old is."""
    product = 1.0
    for base, exponent in dimension(unit).items():
        product *= system.get(base, 1.0) ** exponent
    return product


def render(model, system):
    lines = ["model M"]
    for name, text in model.parameters.items():
        value, _, unit = str(text).partition(" ")
        lines.append("  parameter Real %s = %.17g;" % (name, float(value) / factor(unit or "1", system)))
    return "\n".join(lines + [model.text.strip("\n"), "end M;", ""])
