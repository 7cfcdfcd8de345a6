"""Events as SciPy has them: functions whose zeros the run finds in its steps."""
import inspect
import math

import numpy as np

from ._errors import Error


class Event:
    def __init__(self, function, args, number):
        self.name = getattr(function, "__name__", f"event {number}")
        if not callable(function):
            raise Error(f"event {number} is {function!r}, which is no function")
        self.function, self.args = function, args
        self.limit = self._limit(getattr(function, "terminal", None))
        direction = getattr(function, "direction", 0)
        if isinstance(direction, bool) or not isinstance(direction, (int, float, np.integer, np.floating)) or math.isnan(direction):
            raise Error(f"direction of event '{self.name}' is {direction!r}", hint="a negative number, 0 or a positive number")
        self.direction = float(direction)
        self.takes_slope = self._takes_slope()
        self.t, self.y, self.yp = [], [], []

    def _limit(self, terminal):
        """After how many zeros the run ends; 0: never."""
        if terminal is None or terminal is False:
            return 0
        if terminal is True:
            return 1
        if isinstance(terminal, (int, np.integer)) or (isinstance(terminal, float) and terminal.is_integer()):
            if terminal >= 0:
                return int(terminal)
        raise Error(f"terminal of event '{self.name}' is {terminal!r}", hint="True, False or a count")

    def _takes_slope(self):
        try:
            kinds = [p.kind for p in inspect.signature(self.function).parameters.values()
                     if p.default is inspect.Parameter.empty or p.kind is inspect.Parameter.VAR_POSITIONAL]
        except (TypeError, ValueError):
            return False
        positional = sum(kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds)
        if inspect.Parameter.VAR_POSITIONAL in kinds:
            return False
        if positional - len(self.args) not in (2, 3):
            raise Error(f"event '{self.name}' takes {positional} arguments", hint="(t, y) or (t, y, yp), then args")
        return positional - len(self.args) == 3

    def __call__(self, t, y, yp):
        value = self.function(t, y, yp, *self.args) if self.takes_slope else self.function(t, y, *self.args)
        try:
            return float(value)
        except (TypeError, ValueError):
            raise Error(f"event '{self.name}' returned {value!r}, which is no number") from None

    def value(self, read, sign):
        """The function as the run sees it: of its time and of all that it reports."""
        begun = []

        def value(t, values):
            y, yp = read(values)
            g = self(sign * t, y, yp)
            if not begun or begun[0] is not None:
                self._begin(begun, sign * t, y, yp, g)
            return g
        return value

    def _begin(self, begun, t, y, yp, g):
        """A zero at the very start counts, as in SciPy, if the function then goes the right way; it ends nothing."""
        if not begun:
            begun.append((t, y, yp) if g == 0 and not self.limit else None)
        elif g != 0:
            if self.direction * g >= 0:
                for kept, new in zip((self.t, self.y, self.yp), begun[0]):
                    kept.insert(0, new)
            begun[0] = None


class Watch:
    """What a run is asked about: zeros of events, and after each step the callback. read(values) gives y and yp of the user's
    order from what a run reports."""

    def __init__(self, events, callback, read, sign):
        self.events, self.callback, self.read, self.sign = events, callback, read, sign
        self.terminal = None  # the time at which a terminal event ended the run
        self.called_off = False

    def functions(self):
        """(name, direction, value, crossed) of each event."""
        return [(e.name, int(np.sign(e.direction)), e.value(self.read, self.sign), self._crossed(e)) for e in self.events]

    def _crossed(self, event):
        def crossed(t, values):
            y, yp = self.read(values)
            event.t.append(self.sign * t)
            event.y.append(y)
            event.yp.append(yp)
            if event.limit and len(event.t) >= event.limit:
                self.terminal = t
                return False
            return True
        return crossed

    def after_step(self):
        if self.callback is None:
            return None

        def look(start, end, at):
            y, _ = self.read(at(end))
            self.called_off = self.callback(self.sign * end, y) is False
            return not self.called_off
        return look
