"""Mechanisms given once: masses, potential, constraints in redundant coordinates, and the branch q(u) on which they move. The Modelica
text and the reference, Lagrange's equation in the minimal coordinates u, come from that."""
import math

from formula import Taylor, number, symbol


def clean(x): return 0.0 if abs(x) < 1e-15 else x


class Mechanism:
    """`singular`: minimal coordinates at which constraints lose rank, for starts there, or None.
    `drive`: u(t) is prescribed (a list of functions of time); then nothing is integrated for the reference."""

    def __init__(self, name, coordinates, mass, potential, constraints, branch, start, rate, end, singular=None, drive=None, unit=(),
                 crossings=3):
        self.name, self.coordinates, self.end, self.singular = name, coordinates, end, singular
        self.mass, self.branch, self.start, self.rate = mass, branch, start, rate
        self.drive, self.potential, self.constraints = drive, potential, constraints
        self.entries = [(a, b, m) for (i, j), m in mass.items() for a, b in {(i, j), (j, i)}]
        self.crossings = crossings  # the motion goes through so many singular configurations, at least
        self.plain = set(unit)  # coordinates without a unit: angles, directions

    def place(self, u, v, w=None):
        """q, q' and q'' for u, u' and u''."""
        s = [Taylor(a, b, (w[i] if w else 0)/2) for i, (a, b) in enumerate(zip(u, v))]
        q = [p if isinstance(p, Taylor) else Taylor(p) for p in self.branch(*s)]
        return [p.c[0] for p in q], [p.c[1] for p in q], [2*p.c[2] for p in q]

    def units(self, unit): return [1.0 if name in self.plain else unit for name in self.coordinates]

    def text(self, u, v, unit=1.0, start_scale=1.0):
        q0, v0, _ = self.place(u, v)
        scale = self.units(unit)
        q = [symbol(name)/s for name, s in zip(self.coordinates, scale)]
        V = number(self.potential(q))
        g = [number(one) for one in self.constraints(q)]
        lines = ["model M"]
        for name, value, rate, s in zip(self.coordinates, q0, v0, scale):
            lines.append("  Real %s(start = %r), v_%s(start = %r);" % (name, clean(value)*s, name, clean(rate)*s))
        lines.append("  Real %s;" % ", ".join("lambda_%d" % k for k in range(len(g))))
        lines += ["  Real energy;", "equation"]
        kinetic = []
        for i, name in enumerate(self.coordinates):
            lines.append("  der(%s) = v_%s;" % (name, name))
            left = []
            for j, other in enumerate(self.coordinates):
                m = self.mass.get((i, j), self.mass.get((j, i), 0.0))/scale[i]/scale[j]
                if m:
                    left.append("%r*der(v_%s)" % (m, other))
                    kinetic.append("%r*v_%s*v_%s" % (0.5*m, name, other))
            right = [(number(-1)*V.along(name)).text()]
            for k, one in enumerate(g):
                slope = one.along(name)
                if slope.op != "c" or slope.args[0] != 0:
                    right.append("lambda_%d*%s" % (k, slope.text()))
            lines.append('  %s = %s "motion of %s";' % (" + ".join(left) or "0", " + ".join(right), name))
        for k, one in enumerate(g):
            lines.append('  %s = 0 "constraint %d";' % (one.text(), k))
        lines.append('  energy = %s + %s "sum";' % (" + ".join(kinetic), V.text()))
        lines.append("end M;")
        return "\n".join(lines) + "\n"

    def energy(self, u, v):
        q, dq, _ = self.place(u, v)
        T = sum(self.mass.get((i, j), self.mass.get((j, i), 0.0))*dq[i]*dq[j]
                for i in range(len(q)) for j in range(len(q)))/2
        return T + self.V_at(q)

    def V_at(self, q):
        return number(self.potential([symbol(n) for n in self.coordinates])).value(dict(zip(self.coordinates, q)))

    def force(self, q):
        if not hasattr(self, "slopes"):
            V = number(self.potential([symbol(n) for n in self.coordinates]))
            self.slopes = [V.along(n) for n in self.coordinates]
        at = dict(zip(self.coordinates, q))
        return [-s.value(at) for s in self.slopes]

    def acceleration(self, u, v):
        n = len(u)
        q, dq, bend = self.place(u, v)
        J = [[s/v[0] for s in dq]] if n == 1 and abs(v[0]) > 0.1 else [self.place(u, [float(i == k) for i in range(n)])[1] for k in range(n)]
        f = self.force(q)
        N = range(len(q))
        def full(x):
            y = [0.0]*len(x)
            for i, j, m in self.entries:
                y[i] += m*x[j]
            return y
        Mb = full(bend)
        b = [sum(J[k][i]*(f[i] - Mb[i]) for i in N) for k in range(n)]
        MJ = [full(one) for one in J]
        A = [[sum(a*c for a, c in zip(J[k], MJ[m])) for m in range(n)] for k in range(n)]
        return solve(A, b)

    def residual(self, u):
        """The largest constraint on the branch: none but rounding."""
        q, _, _ = self.place(u, [0.0]*len(u))
        at = dict(zip(self.coordinates, q))
        return max(abs(number(g).value(at)) for g in self.constraints([symbol(n) for n in self.coordinates]))

    def reference(self, u, v, end, finer=1):
        """u, u' at the end, by extrapolation of the modified midpoint rule. finer: with a smaller tolerance."""
        if self.drive:
            return [d(end) for d in self.drive], None
        n = len(u)
        f = lambda y: y[n:] + self.acceleration(y[:n], y[n:])
        y = list(u) + list(v)
        t, H = 0.0, 0.02
        while t < end:
            H = min(H, end - t)
            new, error = extrapolated(f, y, H)
            error /= 1e-12 if finer == 1 else 1e-14
            if error <= 1 or H < 1e-4*end:
                t, y = t + H, new
            H *= min(3.0, max(0.3, 0.7*max(error, 1e-9)**(-1/13)))
        return y[:n], y[n:]


def solve(A, b):
    n = len(b)
    A = [row[:] + [b[i]] for i, row in enumerate(A)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(A[i][k]))
        A[k], A[p] = A[p], A[k]
        for i in range(k + 1, n):
            r = A[i][k]/A[k][k]
            for j in range(k, n + 1):
                A[i][j] -= r*A[k][j]
    x = [0.0]*n
    for k in reversed(range(n)):
        x[k] = (A[k][n] - sum(A[k][j]*x[j] for j in range(k + 1, n)))/A[k][k]
    return x


def extrapolated(f, y, H, columns=7):
    """The last two columns: values of order 14, and how far those of order 12 are from them."""
    table = []
    f0 = f(y)
    for k in range(columns):
        m = 2*(k + 1)
        h = H/m
        a, b = y, [p + h*s for p, s in zip(y, f0)]
        for _ in range(m - 1):
            a, b = b, [p + 2*h*s for p, s in zip(a, f(b))]
        row = [[0.5*(p + q + h*s) for p, q, s in zip(a, b, f(b))]]
        for j in range(k):
            r = (m/(2*(k - j)))**2 - 1
            row.append([p + (p - q)/r for p, q in zip(row[j], table[-1][j])])
        table.append(row)
    best, other = table[-1][-1], table[-1][-2]
    return best, max(abs(p - q)/max(1.0, abs(p)) for p, q in zip(best, other))
