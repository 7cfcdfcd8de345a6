"""Motions in minimal coordinates, integrated by another program than ours: references for unseen.py.

Given are masses, applied forces and the map from minimal coordinates to the redundant ones. J'M(J u'' + c) = J'Q is integrated by extrapolation
[HNW93, II.9]; J and c come from Taylor polynomials in time.
"""
import math


class Taylor:
    """c0 + c1 t + c2 t^2"""

    def __init__(self, c0, c1=0.0, c2=0.0): self.c = (c0, c1, c2)
    def __add__(a, b): return Taylor(*(p + q for p, q in zip(a.c, taylor(b).c)))
    def __neg__(a): return Taylor(*(-p for p in a.c))
    def __sub__(a, b): return a + -taylor(b)
    def __rsub__(a, b): return taylor(b) + -a
    def __mul__(a, b):
        p, q = a.c, taylor(b).c
        return Taylor(p[0]*q[0], p[0]*q[1] + p[1]*q[0], p[0]*q[2] + p[1]*q[1] + p[2]*q[0])
    __radd__, __rmul__ = __add__, __mul__

    def through(a, f, f1, f2):
        """f(a) for a function with these derivatives at a."""
        return Taylor(f, f1*a.c[1], f1*a.c[2] + f2*a.c[1]**2/2)

    def __truediv__(a, b): return a*taylor(b).inverse()
    def __rtruediv__(a, b): return b*a.inverse()
    def inverse(a): return a.through(1/a.c[0], -1/a.c[0]**2, 2/a.c[0]**3)


def taylor(a): return a if isinstance(a, Taylor) else Taylor(float(a))
def sin(a): return a.through(math.sin(a.c[0]), math.cos(a.c[0]), -math.sin(a.c[0])) if isinstance(a, Taylor) else math.sin(a)
def cos(a): return a.through(math.cos(a.c[0]), -math.sin(a.c[0]), -math.cos(a.c[0])) if isinstance(a, Taylor) else math.cos(a)
def exp(a): return a.through(*[math.exp(a.c[0])]*3) if isinstance(a, Taylor) else math.exp(a)


def sqrt(a):
    if not isinstance(a, Taylor):
        return math.sqrt(a)
    r = math.sqrt(a.c[0])
    return a.through(r, 0.5/r, -0.25/r**3)


def asin(a):
    r = 1 - a.c[0]**2
    return a.through(math.asin(a.c[0]), r**-0.5, a.c[0]*r**-1.5)


def solve(A, b):
    """A x = b by elimination with row pivots."""
    n = len(b)
    rows = [list(row) + [value] for row, value in zip(A, b)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, n):
            f = rows[i][k]/rows[k][k]
            rows[i] = [p - f*q for p, q in zip(rows[i], rows[k])]
    x = [0.0]*n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j]*x[j] for j in range(k + 1, n)))/rows[k][k]
    return x


def extrapolated(f, t, y, end, tolerance=1e-13):
    """y(end) of y' = f(t, y): Gragg's method with the steps 2, 4, .., 16, accepted where the last two extrapolated values agree."""
    h = (end - t)/8
    size = [abs(v) for v in y]
    while t < end:
        h = min(h, end - t)
        table = []
        for row in range(8):
            n = 2*(row + 1)
            step = h/n
            before, now = y, [p + step*q for p, q in zip(y, f(t, y))]
            for i in range(1, n):
                before, now = now, [p + 2*step*q for p, q in zip(before, f(t + i*step, now))]
            slope = f(t + h, now)
            new = [[(p + q + step*r)/2 for p, q, r in zip(before, now, slope)]]
            for k in range(row):
                ratio = (n/(2*(row - k)))**2
                new.append([p + (p - q)/(ratio - 1) for p, q in zip(new[k], table[row - 1][k])])
            table.append(new)
        last, other = table[-1][-1], table[-1][-2]
        size = [max(s, abs(v)) for s, v in zip(size, last)]
        error = max(abs(p - q)/(tolerance*max(s, 1e-3*max(size))) for p, q, s in zip(last, other, size))
        if error <= 1:
            t, y = t + h, last
        h *= min(3.0, max(0.2, 0.8*(error + 1e-30)**(-1/15)))
        if t + 1e-13*abs(end) >= end:
            break
    return y


class Motion:
    """names: redundant coordinates, mass[i][j] or a list of masses; place(t, *u) gives their values; force(t, q, v); others(t, q, v, a): further unknowns."""

    def __init__(self, names, mass, place, force, others, u, rate):
        self.names, self.place, self.force, self.others, self.u, self.rate = names, place, force, others, u, rate
        self.mass = mass if callable(mass) else lambda q: mass

    def at(self, t, u, v, w):
        q = [taylor(p) for p in self.place(Taylor(t, 1.0), *(Taylor(a, b, c/2) for a, b, c in zip(u, v, w)))]
        return [p.c[0] for p in q], [p.c[1] for p in q], [2*p.c[2] for p in q]

    def acceleration(self, t, u, v):
        n = len(u)
        q, qv, c = self.at(t, u, v, [0.0]*n)
        J = [[p - r for p, r in zip(self.at(t, u, v, [float(i == k) for i in range(n)])[2], c)] for k in range(n)]
        M = self.mass(q)
        if not isinstance(M[0], (list, tuple)):
            M = [[m if i == j else 0.0 for j in range(len(M))] for i, m in enumerate(M)]
        times = [[sum(m*p for m, p in zip(row, column)) for row in M] for column in J]
        Q = self.force(t, q, qv)
        right = [f - sum(m*p for m, p in zip(row, c)) for f, row in zip(Q, M)]
        A = [[sum(p*r for p, r in zip(J[i], times[j])) for j in range(n)] for i in range(n)]
        return solve(A, [sum(p*r for p, r in zip(J[i], right)) for i in range(n)])

    def values(self, times):
        n, t, y = len(self.u), 0.0, list(self.u) + list(self.rate)
        found = []
        for end in times:
            y = extrapolated(lambda at, x: x[n:] + self.acceleration(at, x[:n], x[n:]), t, y, end)
            t = end
            q, v, a = self.at(t, y[:n], y[n:], self.acceleration(t, y[:n], y[n:]))
            found.append({**dict(zip(self.names, q)), **{"der(%s)" % name: r for name, r in zip(self.names, v)}, **self.others(t, q, v, a)})
        return found


class Rolling:
    """Nonholonomic: y' = f(t, y) in velocities that constraints leave free; read(t, y) gives unknowns by name."""

    def __init__(self, slope, start, read): self.slope, self.start, self.read = slope, start, read

    def values(self, times):
        t, y, found = 0.0, list(self.start), []
        for end in times:
            y = extrapolated(self.slope, t, y, end)
            t = end
            found.append(self.read(t, y))
        return found
