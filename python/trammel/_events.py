"""Events as SciPy has them: functions whose zeros are found between the steps."""
import inspect
import math

import numpy as np

from ._errors import Error

PARTS = 4  # of each step, so that two zeros in one step are seen more often


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

    def crosses(self, before, after):
        up, down = before <= 0 <= after, before >= 0 >= after
        return (up and self.direction > 0) or (down and self.direction < 0) or ((up or down) and self.direction == 0)


def root(f, a, fa, b, fb):
    """The zero between a and b: the false position with halved ends [Illinois], kept inside by bisection."""
    if fa == 0:
        return a
    if fb == 0:
        return b
    for k in range(200):
        c = (a * fb - b * fa) / (fb - fa) if k % 3 < 2 else 0.5 * (a + b)
        if not min(a, b) < c < max(a, b):
            c = 0.5 * (a + b)
        if c in (a, b):
            break
        fc = f(c)
        if fc == 0:
            return c
        if (fc > 0) == (fb > 0):
            b, fb = c, fc
            fa *= 0.5
        else:
            a, fa = b, fb
            b, fb = c, fc
        if abs(b - a) <= 4e-16 * max(abs(a), abs(b)):
            break
    return b


class Watch:
    """Looks at each step; read(values) gives y and yp of the user's order from what a run reports."""

    def __init__(self, events, callback, read, sign):
        self.events, self.callback, self.read, self.sign = events, callback, read, sign
        self.before = None
        self.terminal = None  # the time at which a terminal event ended the run
        self.called_off = False

    def point(self, at, t):
        return self.read(at(t))

    def begin(self, t, y, yp):
        self.before = [event(t, y, yp) for event in self.events]

    def __call__(self, start, end, at):
        if self.before is None:
            y, yp = self.point(at, start)
            self.begin(self.sign * start, y, yp)
        for k in range(PARTS if self.events else 0):
            a, b = (start + (end - start) * j / PARTS if j < PARTS else end for j in (k, k + 1))
            if not self.look(a, b, at):
                return False
        if self.callback is not None:
            y, _ = self.point(at, end)
            if self.callback(self.sign * end, y) is False:
                self.called_off = True
                return False
        return True

    def look(self, a, b, at):
        y, yp = self.point(at, b)
        after = [event(self.sign * b, y, yp) for event in self.events]
        found = []
        for k, event in enumerate(self.events):
            if event.crosses(self.before[k], after[k]) and (self.before[k] != after[k]):
                t = root(lambda s: event(self.sign * s, *self.point(at, s)), a, self.before[k], b, after[k])
                if not (event.t and self.sign * t == event.t[-1]):
                    found.append((t, k))
        for t, k in sorted(found):
            event = self.events[k]
            y, yp = self.point(at, t)
            event.t.append(self.sign * t)
            event.y.append(y)
            event.yp.append(yp)
            if event.limit and len(event.t) >= event.limit:
                self.terminal = t
                return False
        self.before = after
        return True
