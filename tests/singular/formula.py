"""Formulas that print as Modelica, differentiate and evaluate; Taylor polynomials of second order for motions on a branch."""
import math


class Formula:
    """A node: ("x", name), ("c", number) or an operation with its arguments."""

    def __init__(self, op, *args):
        self.op, self.args = op, args

    def __add__(self, b): return add(self, b)
    def __radd__(self, b): return add(b, self)
    def __sub__(self, b): return add(self, times(-1, b))
    def __rsub__(self, b): return add(b, times(-1, self))
    def __mul__(self, b): return times(self, b)
    def __rmul__(self, b): return times(b, self)
    def __truediv__(self, b): return times(self, 1/b) if isinstance(b, (int, float)) else Formula("/", self, b)
    def __neg__(self): return times(-1, self)

    def text(self):
        if self.op == "x":
            return self.args[0]
        if self.op == "c":
            value = repr(float(self.args[0]))
            return "(%s)" % value if value.startswith("-") else value
        parts = [a.text() for a in self.args]
        if self.op in ("sin", "cos"):
            return "%s(%s)" % (self.op, parts[0])
        return "(%s)" % (" %s " % self.op if self.op == "+" else self.op).join(parts)

    def value(self, at):
        if self.op == "x":
            return at[self.args[0]]
        if self.op == "c":
            return self.args[0]
        v = [a.value(at) for a in self.args]
        return {"+": lambda: v[0] + v[1], "*": lambda: v[0]*v[1], "/": lambda: v[0]/v[1], "sin": lambda: math.sin(v[0]),
                "cos": lambda: math.cos(v[0])}[self.op]()

    def along(self, name):
        """The partial derivative."""
        if self.op == "x":
            return number(1 if self.args[0] == name else 0)
        if self.op == "c":
            return number(0)
        d = [a.along(name) for a in self.args]
        if self.op == "+":
            return add(*d)
        if self.op == "*":
            return add(times(d[0], self.args[1]), times(self.args[0], d[1]))
        if self.op == "/":
            return Formula("/", d[0]*self.args[1] - self.args[0]*d[1], self.args[1]*self.args[1])
        if self.op == "sin":
            return times(Formula("cos", self.args[0]), d[0])
        return times(-1, times(Formula("sin", self.args[0]), d[0]))


def number(value): return value if isinstance(value, Formula) else Formula("c", value)
def symbol(name): return Formula("x", name)
def constant(f): return f.args[0] if f.op == "c" else None


def add(a, b):
    a, b = number(a), number(b)
    if constant(a) == 0:
        return b
    if constant(b) == 0:
        return a
    return Formula("+", a, b)


def times(a, b):
    a, b = number(a), number(b)
    if constant(a) == 0 or constant(b) == 0:
        return number(0)
    if constant(a) == 1:
        return b
    if constant(b) == 1:
        return a
    return Formula("*", a, b)


class Taylor:
    """c0 + c1 s + c2 s^2 with numbers."""

    def __init__(self, a, b=0.0, c=0.0):
        self.c = (a, b, c)

    def __add__(self, o):
        o = taylor(o)
        return Taylor(*(p + q for p, q in zip(self.c, o.c)))

    def __mul__(self, o):
        (a, b, c), (d, e, f) = self.c, taylor(o).c
        return Taylor(a*d, a*e + b*d, a*f + b*e + c*d)

    def __truediv__(self, o):
        o = taylor(o)
        d, e, f = o.c
        return self*Taylor(1/d, -e/d**2, e*e/d**3 - f/d**2)

    def __neg__(self): return self*-1.0
    def __sub__(self, o): return self + taylor(o)*-1.0
    def __rsub__(self, o): return taylor(o) - self
    def __rtruediv__(self, o): return taylor(o)/self
    __radd__, __rmul__ = __add__, __mul__


def taylor(a): return a if isinstance(a, Taylor) else Taylor(float(a))


def of_taylor(value, first, second):
    def function(a):
        x, b, c = a.c
        return Taylor(value(x), first(x)*b, first(x)*c + second(x)*b*b/2)
    return function


TAYLOR = {
    "sin": of_taylor(math.sin, math.cos, lambda x: -math.sin(x)),
    "cos": of_taylor(math.cos, lambda x: -math.sin(x), lambda x: -math.cos(x)),
    "sqrt": of_taylor(math.sqrt, lambda x: 0.5/math.sqrt(x), lambda x: -0.25*x**-1.5),
    "acos": of_taylor(math.acos, lambda x: -(1 - x*x)**-0.5, lambda x: -x*(1 - x*x)**-1.5),
}


def function(name):
    def apply(a):
        if isinstance(a, Formula):
            return Formula(name, a)
        return TAYLOR[name](a) if isinstance(a, Taylor) else getattr(math, name)(a)
    return apply


sin, cos, sqrt, acos = map(function, ("sin", "cos", "sqrt", "acos"))
