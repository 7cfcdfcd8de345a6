"""Mechanisms that move through configurations in which their constraints lose rank, or have constraints that follow from others."""
import math

from formula import cos, sin, sqrt
from motion import Mechanism

LIBRARY = {}


def mechanism(name, *args, **options):
    LIBRARY[name] = Mechanism(name, *args, **options)


def diagonal(*masses): return {(i, i): float(m) for i, m in enumerate(masses)}
def apart(a, b, length): return sum((p - q)*(p - q) for p, q in zip(a, b)) - length*length
def dot(a, b): return sum(p*q for p, q in zip(a, b))
def minus(a, b): return [p - q for p, q in zip(a, b)]


def rods(pairs, count, more=()):
    """Masses of slender rods between moving points (None: fixed ones) of the plane; more: (point, mass)."""
    M = {}
    def put(i, j, m):
        for c in range(2):
            key = (2*min(i, j) + c, 2*max(i, j) + c)
            M[key] = M.get(key, 0.0) + m
    for a, b, m in pairs:
        for p in (a, b):
            if p is not None:
                put(p, p, m/3)
        if a is not None and b is not None:
            put(a, b, m/6)
    for p, m in more:
        put(p, p, m)
    return M


def points(count): return [c + str(k + 1) for k in range(count) for c in "xy"]


# Cranks of 0.7 on a base of 1.6, slender rods: through its flat positions.
def parallelogram(crank, base, mass):
    def constraints(q):
        P, Q = q[:2], q[2:]
        return [apart(P, (0, 0), crank), apart(Q, (base, 0), crank), apart(P, Q, base)]
    return dict(coordinates=points(2), mass=rods([(None, 0, 1), (None, 1, 1), (0, 1, 2)], 2, [(1, mass)]),
                potential=lambda q: 1.3*(q[1] + q[3]), constraints=constraints)


mechanism("parallelogram_of_rods", **parallelogram(0.7, 1.6, 0.5), start=[0.4], rate=[4.0], end=3.0, singular=[math.pi],
          branch=lambda u: [0.7*cos(u), 0.7*sin(u), 1.6 + 0.7*cos(u), 0.7*sin(u)])
mechanism("long_cranks", **parallelogram(3.0, 0.4, 2.0), start=[0.4], rate=[2.5], end=4.0, singular=[0.0],
          branch=lambda u: [3.0*cos(u), 3.0*sin(u), 0.4 + 3.0*cos(u), 3.0*sin(u)])


# The other branch of the same constraints: tan(c/2) = k tan(a/2).
def antiparallelogram(u):
    k = -(1.6 + 0.7)/(1.6 - 0.7)
    d = (1 + cos(u)) + k*k*(1 - cos(u))
    return [0.7*cos(u), 0.7*sin(u), 1.6 + 0.7*((1 + cos(u)) - k*k*(1 - cos(u)))/d, 0.7*(2*k*sin(u))/d]


mechanism("antiparallelogram", **parallelogram(0.7, 1.6, 0.5), start=[0.4], rate=[4.0], end=4.0, singular=[0.0],
          branch=antiparallelogram)


# A four-bar with shortest + longest = the sum of the others, which is flat once per turn.
def change_point(u):
    s, g, p, q = 1.0, 3.0, 2.4, 1.6
    x, y = s*cos(u), s*sin(u)
    d2 = s*s + g*g - 2*s*g*cos(u)
    along = (p*p - q*q + d2)/(2*d2)
    h = math.sqrt(s*g)*cos(u*0.5)*sqrt(d2 - (p - q)**2)/d2
    ex, ey = g - x, 0 - y
    return [x, y, x + along*ex - h*ey, y + along*ey + h*ex]


mechanism("change_point_four_bar", points(2), rods([(None, 0, 1), (None, 1, 1), (0, 1, 1)], 2), lambda q: 0.8*(q[1] + q[3]),
          lambda q: [apart(q[:2], (0, 0), 1.0), apart(q[2:], (3, 0), 1.6), apart(q[:2], q[2:], 2.4)],
          change_point, start=[0.5], rate=[5.0], end=6.0, singular=[math.pi])


# Crank and rod of equal lengths as bodies with angles; the slider goes through the pivot.
mechanism("slider_crank_of_angles", ["a", "b", "s"], diagonal(0.7, 0.4, 0.5), lambda q: 0.9*sin(q[0]) - 0.3*sin(q[1]),
          lambda q: [1.2*cos(q[0]) + 1.2*cos(q[1]) - q[2], 1.2*sin(q[0]) + 1.2*sin(q[1])],
          lambda u: [u, -u, 2.4*cos(u)], start=[0.2], rate=[3.0], end=4.0, singular=[math.pi/2], unit=["a", "b"])


# Rod longer by a part in ten thousand and by a hundredth: regular, but near to losing rank.
def slider_crank(ratio, end):
    mechanism("slider_crank_%g" % ratio, ["x", "y", "s"], diagonal(1.0, 1.0, 0.5), lambda q: 0.6*q[1],
              lambda q: [apart(q[:2], (0, 0), 1.0), apart(q[:2], (q[2], 0), ratio)],
              lambda u: [cos(u), sin(u), cos(u) + sqrt(ratio*ratio - sin(u)*sin(u))], start=[0.3], rate=[3.0], end=end, crossings=0)


slider_crank(1.01, 4.0)
slider_crank(1.0001, 4.0)
# A slider above the pivot by as much as the rod is longer.
mechanism("offset_slider_crank", ["x", "y", "s"], diagonal(1.0, 1.0, 0.5), lambda q: 0.6*q[1] + 0.2*q[0],
          lambda q: [apart(q[:2], (0, 0), 1.0), apart(q[:2], (q[2], 0.5), 1.5)],
          lambda u: [cos(u), sin(u), cos(u) + math.sqrt(2.0)*sqrt(2 - sin(u))*sin(0.25*math.pi + 0.5*u)],
          start=[0.3], rate=[4.0], end=6.0, singular=[1.5*math.pi])


# Rods of 1, as in the benchmark of double four-bars, and five of them.
def four_bars(n):
    def constraints(q):
        g = [apart(q[2*k:2*k + 2], (k, 0), 1.0) for k in range(n + 1)]
        return g + [apart(q[2*k:2*k + 2], q[2*k + 2:2*k + 4], 1.0) for k in range(n)]
    def branch(u):
        return [x for k in range(n + 1) for x in (k + sin(u), cos(u))]
    mechanism("%d_four_bars" % n, points(n + 1),
              rods([(None, k, 1) for k in range(n + 1)] + [(k, k + 1, 1) for k in range(n)], n + 1),
              lambda q: 9.81*sum(0.5*q[2*k + 1] for k in range(n + 1)) + 9.81*sum(0.5*(q[2*k + 1] + q[2*k + 3]) for k in range(n)),
              constraints, branch, start=[0.3], rate=[5.0], end=2.5, singular=[-math.pi/2])


four_bars(2)
four_bars(5)


# Two parallelograms one on top of the other: two degrees of freedom, each with its own flat positions.
def tower_constraints(q):
    A, B, C, D = (q[2*k:2*k + 2] for k in range(4))
    return [apart(A, (0, 0), 1.0), apart(B, (2, 0), 1.0), apart(A, B, 2.0), apart(A, C, 0.8), apart(B, D, 0.8), apart(C, D, 2.0)]


mechanism("tower", points(4), diagonal(1, 1, 1, 1, 0.6, 0.6, 0.6, 0.6), lambda q: 2.0*(q[1] + q[3]) + 1.1*(q[5] + q[7]), tower_constraints,
          lambda u, v: [cos(u), sin(u), 2 + cos(u), sin(u), cos(u) + 0.8*cos(v), sin(u) + 0.8*sin(v), 2 + cos(u) + 0.8*cos(v),
                        sin(u) + 0.8*sin(v)],
          start=[0.3, 1.0], rate=[4.0, -2.0], end=2.5, singular=[0.0, 1.0])


# A pendulum hung from the coupler of a parallelogram.
mechanism("hung_pendulum", points(3), diagonal(1, 1, 1, 1, 0.5, 0.5), lambda q: 3.0*(q[1] + q[3] + 0.5*q[5]),
          lambda q: [apart(q[:2], (0, 0), 1.0), apart(q[2:4], (1.5, 0), 1.0), apart(q[:2], q[2:4], 1.5),
                     apart(q[4:], [0.5*(q[0] + q[2]), 0.5*(q[1] + q[3])], 0.6)],
          lambda u, v: [cos(u), sin(u), 1.5 + cos(u), sin(u), 0.75 + cos(u) + 0.6*sin(v), sin(u) - 0.6*cos(v)],
          start=[0.5, 0.3], rate=[5.0, 0.0], end=2.5, singular=[math.pi, 0.2])

# A square plate as four points and all six distances, hung at a corner: one bar too many.
SQUARE = [(1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
mechanism("braced_square", points(3), diagonal(1, 1, 2, 2, 1, 1), lambda q: 2.0*(q[1] + 2*q[3] + q[5]),
          lambda q: [apart(q[2*k:2*k + 2], (0, 0), math.hypot(*SQUARE[k])) for k in range(3)]
          + [apart(q[2*a:2*a + 2], q[2*b:2*b + 2], math.dist(SQUARE[a], SQUARE[b])) for a, b in ((0, 1), (1, 2), (0, 2))],
          lambda u: [c for x, y in SQUARE for c in (x*cos(u) - y*sin(u), x*sin(u) + y*cos(u))],
          start=[0.2], rate=[1.0], end=4.0, crossings=0)

# A frame that needs one diagonal, between two cranks, with both: redundant, and through flat positions.
FRAME = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)]
mechanism("frame_on_cranks", points(4), diagonal(1, 1, 1, 1, 2, 2, 2, 2), lambda q: 1.5*(q[1] + q[3] + q[5] + q[7]),
          lambda q: [apart(q[0:2], (0, 0), 1.0), apart(q[2:4], (2, 0), 1.0)]
          + [apart(q[2*a:2*a + 2], q[2*b:2*b + 2], math.dist(FRAME[a], FRAME[b])) for a in range(4) for b in range(a + 1, 4)],
          lambda u: [c for x, y in FRAME for c in (x + cos(u), y + sin(u))],
          start=[0.4], rate=[4.0], end=3.0, singular=[0.0])

# A body in space that turns about a fixed axis, as three points and all distances: nine for nine coordinates.
AXIS, BODY = [(0.0, 0.0, 0.0), (0.0, 0.0, 1.5)], [(1.0, 0.2, 0.3), (0.3, 0.9, 1.0), (0.8, -0.5, 1.2)]
mechanism("hinged_body", [c + str(k) for k in range(3) for c in "xyz"], diagonal(1, 1, 1, 2, 2, 2, 1.5, 1.5, 1.5),
          lambda q: 2.0*(q[1] + 2*q[4] + 1.5*q[7]),
          lambda q: [apart(q[3*k:3*k + 3], A, math.dist(BODY[k], A)) for k in range(3) for A in AXIS]
          + [apart(q[3*a:3*a + 3], q[3*b:3*b + 3], math.dist(BODY[a], BODY[b])) for a, b in ((0, 1), (1, 2), (0, 2))],
          lambda u: [c for x, y, z in BODY for c in (x*cos(u) - y*sin(u), x*sin(u) + y*cos(u), z + 0.0*u)],
          start=[0.3], rate=[0.5], end=4.0, crossings=0)


def clean(x): return 0.0 if abs(x) < 1e-15 else x  # what rounding leaves of the cosine of a right angle


# Spatial loops of hinges: points on the axes and their directions.
def loop(name, lengths, twists, turns, start, rate, end, axes_mass=0.2, frame=([0.6, 0.64, 0.48], [-0.8, 0.48, 0.36])):
    """Links i from hinge i to i + 1; link 0 is the ground. turns(u): cosine and sine of the angles of the hinges, after
    Denavit and Hartenberg."""
    n = len(lengths)
    def chain(u):
        th = turns(u)
        P, X, Z = [0.0, 0.0, 0.0], *frame
        found = [(P, Z)]
        for i in range(n - 1):
            Y = [Z[1]*X[2] - Z[2]*X[1], Z[2]*X[0] - Z[0]*X[2], Z[0]*X[1] - Z[1]*X[0]]
            if i > 0:  # the ground link does not turn
                X = [th[i][0]*a + th[i][1]*b for a, b in zip(X, Y)]
                Y = [Z[1]*X[2] - Z[2]*X[1], Z[2]*X[0] - Z[0]*X[2], Z[0]*X[1] - Z[1]*X[0]]
            P = [p + lengths[i]*x for p, x in zip(P, X)]
            Z = [clean(math.cos(twists[i]))*z - math.sin(twists[i])*y for z, y in zip(Z, Y)]
            found.append((P, Z))
        return found
    fixed = [[clean(float(c)) for c in part] for pair in chain(start[0])[:2] for part in pair]
    def split(q):
        known = [(fixed[0], fixed[1]), (fixed[2], fixed[3])]
        return known + [(q[6*k:6*k + 3], q[6*k + 3:6*k + 6]) for k in range(n - 2)]
    def constraints(q):
        part, g = split(q), []
        for i in range(1, n):
            (P, e), (R, f) = part[i], part[(i + 1) % n]
            way = minus(R, P)
            g += [dot(way, way) - lengths[i]**2, dot(way, e), dot(way, f), dot(e, f) - clean(math.cos(twists[i]))]
        return g + [dot(e, e) - 1 for _, e in part[2:]]
    names = [c + str(k) for k in range(n - 2) for c in ("x", "y", "z", "ex", "ey", "ez")]
    mechanism(name, names, {(i, i): (1.0 if i % 6 < 3 else axes_mass) for i in range(6*(n - 2))},
              lambda q: 1.0*sum(q[6*k + 1] + 0.5*q[6*k + 2] for k in range(n - 2)), constraints,
              lambda u: [c for P, e in chain(u)[2:] for c in P + e], start, rate, end, unit=[x for x in names if x[0] == "e"], crossings=0)


# Bennett's: lengths go like the sines of the twists; angles in turn t, u, -t, -u with tan(t/2) tan(u/2) = k. It goes round.
def bennett(u):
    k = math.sin(0.5*(1.1 + 0.6))/math.sin(0.5*(1.1 - 0.6))
    c, s = cos(0.5*u)*k, sin(0.5*u)
    d = c*c + s*s
    t = ((s*s - c*c)/d, 2*c*s/d)
    return [t, (cos(u), sin(u)), (t[0], -t[1]), (cos(u), -sin(u))]


loop("bennett", [math.sin(0.6), math.sin(1.1)]*2, [0.6, 1.1]*2, bennett, [1.5], [1.5], 4.0)
# Its ground along the axes: coordinates that rest at zero.
loop("upright_bennett", [math.sin(0.6), math.sin(1.1)]*2, [0.6, 1.1]*2, bennett, [1.5], [1.5], 4.0, frame=([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]))


# Bricard's, of six equal links at right angles: (1 + cos t)(1 + cos s) = 1 for the angles in turn; u goes round that oval.
def bricard(u):
    c, s = cos(u), sin(u)
    r = sqrt(1.5/(1 + sqrt(1 - 3*c*c*s*s)))
    turn = lambda half: (1 - 2*half*half, 2*half*sqrt(1 - half*half))
    return [turn(r*s), turn(r*c)]*3


loop("bricard", [1.0]*6, [math.pi/2, -math.pi/2]*3, bricard, [0.8], [0.6], 3.0)

# Where two cylinders of equal radius meet: ellipses that cross twice.
mechanism("crossed_cylinders", ["x", "y", "z"], diagonal(1, 1, 1), lambda q: 0.4*q[1] + 0.2*q[0],
          lambda q: [q[0]*q[0] + q[1]*q[1] - 1.0, q[0]*q[0] + q[2]*q[2] - 1.0],
          lambda u: [cos(u), sin(u), sin(u)], start=[0.4], rate=[2.5], end=5.0, singular=[0.0])
# A bead in space on two surfaces that cross along a line and along a curve: it runs along the line through the points of the curve.
mechanism("saddle", ["x", "y", "z"], diagonal(1, 1, 1), lambda q: 1.5*q[0]*q[0] + 0.3*q[1],
          lambda q: [q[2] - q[0]*q[1], q[1]*(q[0]*q[0] + q[1]*q[1] - 1.0)],
          lambda u: [u, 0.0*u, 0.0*u], start=[0.5], rate=[2.6], end=6.0, singular=[1.0])
# Folium: a cubic with a node.
mechanism("nodal_cubic", ["x", "y"], diagonal(1, 1), lambda q: 3.0*q[0]*q[0] + 2.5*q[1]*q[1],
          lambda q: [q[1]*q[1] - q[0]*q[0]*(q[0] + 1.0)],
          lambda u: [u*u - 1.0, u*(u*u - 1.0)], start=[0.2], rate=[2.8], end=6.0, singular=[1.0])
# Sphere and plane that touches nothing, doubled constraints with factors that vary, and a third that follows from both.
mechanism("tripled_circle", ["x", "y", "z"], diagonal(1, 1, 2), lambda q: 2.0*q[2] + 0.5*q[0],
          lambda q: [q[0]*q[0] + q[1]*q[1] + q[2]*q[2] - 1.0, q[0] - q[1], q[2]*q[2] + 2.0*q[0]*q[1] - 1.0],
          lambda u: [math.sqrt(0.5)*cos(u), math.sqrt(0.5)*cos(u), sin(u)], start=[0.3], rate=[1.0], end=4.0, crossings=0)
# A joint without mass between a crank and a rod: the mass matrix is singular, not on what the constraints leave.
mechanism("massless_joint", ["x", "y", "s"], diagonal(0.0, 0.0, 1.0), lambda q: 2.0*(q[2] - 2.0)*(q[2] - 2.0),
          lambda q: [apart(q[:2], (0, 0), 1.0), apart(q[:2], (q[2], 0), 1.5)],
          lambda u: [cos(u), sin(u), cos(u) + sqrt(2.25 - sin(u)*sin(u))], start=[1.2], rate=[1.0], end=0.5, crossings=0)
# The same at equal lengths, with the slider's mass alone, on a spring: through the pivot to and fro.
mechanism("massless_crank", ["x", "y", "s"], {(2, 2): 1.0}, lambda q: 1.2*q[2]*q[2] + 0.2*q[2],
          lambda q: [apart(q[:2], (0, 0), 1.0), apart(q[:2], (q[2], 0), 1.0), ],
          lambda u: [u*0.5, sqrt(1 - 0.25*u*u), u], start=[0.9], rate=[-1.0], end=6.0, singular=[0.0])
# A parallelogram of which one crank alone has mass; the end of the other one, where the load hangs, has none. At its flat positions
# the mass matrix is singular on the kernel of the constraints, too.
mechanism("light_crank", points(2), {(0, 0): 1.0, (1, 1): 1.0}, lambda q: 0.7*q[1] + 1.1*q[3],
          lambda q: [apart(q[:2], (0, 0), 0.7), apart(q[2:], (1.6, 0), 0.7), apart(q[:2], q[2:], 1.6)],
          lambda u: [0.7*cos(u), 0.7*sin(u), 1.6 + 0.7*cos(u), 0.7*sin(u)], start=[0.4], rate=[4.0], end=3.0, singular=[math.pi])
# Two masses on one coordinate each, tied, one without mass, and tied again.
mechanism("tied_twice", ["x", "y", "z"], diagonal(1.0, 0.0, 0.0), lambda q: 2.0*q[1]*q[1] + q[2],
          lambda q: [q[0] - q[1], q[1] - q[2], 2.0*q[0] - q[1] - q[2]],
          lambda u: [u, u, u], start=[0.5], rate=[0.3], end=6.0, crossings=0)
# A spherical linkage: unit vectors at fixed angles, opposite arcs equal.
A, B = 0.5, 1.1
mechanism("spherical_parallelogram", ["x", "y", "z", "p", "q", "r"], diagonal(1, 1, 1, 1, 1, 1), lambda q: 0.6*q[1] + 0.5*q[4],
          lambda q: [dot(q[:3], q[:3]) - 1.0, dot(q[3:], q[3:]) - 1.0, q[0] - math.cos(A),
                     math.cos(B)*q[3] + math.sin(B)*q[4] - math.cos(A), dot(q[:3], q[3:]) - math.cos(B)],
          None, start=[0.5], rate=[3.0], end=4.0, singular=[0.0])


def spherical(u):
    # The second crank's angle c against the base: tan(c/2) = k tan(a/2).
    k = math.cos(0.5*(A + B))/math.cos(0.5*(B - A))
    C = ((1 + cos(u)) - k*k*(1 - cos(u)))/((1 + cos(u)) + k*k*(1 - cos(u)))
    S = 2*k*sin(u)/((1 + cos(u)) + k*k*(1 - cos(u)))
    along, out = [math.cos(B), math.sin(B), 0.0], [-math.sin(B), math.cos(B), 0.0]
    second = [math.cos(A)*a + math.sin(A)*C*o for a, o in zip(along, out)]
    second[2] = second[2] + math.sin(A)*S
    return [math.cos(A) + 0.0*u, math.sin(A)*cos(u), math.sin(A)*sin(u)] + second


LIBRARY["spherical_parallelogram"].branch = spherical


# A scissor lift of three stages on a spring, through its flat position; with guides on one side, which the bars make superfluous.
def scissors(name, n, bar, guided):
    def nodes(q):
        left, right = [(0.0, 0.0)], [(q[0], 0.0)]
        for k in range(n):
            left.append(q[1 + 4*k:3 + 4*k])
            right.append(q[3 + 4*k:5 + 4*k])
        return left, right
    def constraints(q):
        left, right = nodes(q)
        g = []
        for k in range(n):
            g += [apart(left[k], right[k + 1], bar), apart(right[k], left[k + 1], bar)]
            g += [left[k][c] + right[k + 1][c] - right[k][c] - left[k + 1][c] for c in range(2)]
        return g + [left[k + 1][0] for k in range(n) if guided]
    def branch(u):
        q = [bar*cos(u)]
        for k in range(n):
            q += [0.0*u, bar*(k + 1)*sin(u), bar*cos(u), bar*(k + 1)*sin(u)]
        return q
    names = ["w"] + [c + str(k + 1) for k in range(n) for c in ("a", "b", "c", "d")]
    def potential(q):
        return 0.4*q[4*n] + 1.5*q[4*n]*q[4*n]
    mechanism(name, names, diagonal(*([1.0] + [0.5]*(4*n))), potential, constraints, branch, start=[0.3], rate=[1.0],
              end=4.0, singular=[0.0])


scissors("scissor_lift", 3, 1.0, False)
scissors("guided_scissor_lift", 2, 1.0, True)

# A plate on three parallel cranks, which stand on no line: one crank too many.
FEET = [(0.0, 0.0), (2.0, 0.0), (0.7, 1.5)]
mechanism("three_parallel_cranks", ["a", "b", "c", "x", "y", "p"], diagonal(0.3, 0.3, 0.5, 2, 2, 1.0), lambda q: 3.0*q[4] + 0.4*sin(q[0]),
          lambda q: [r for k, (X, Y) in enumerate(FEET) for r in
                     (X + 0.8*cos(q[k]) - (q[3] + X*cos(q[5]) - Y*sin(q[5])), Y + 0.8*sin(q[k]) - (q[4] + X*sin(q[5]) + Y*cos(q[5])))],
          lambda u: [u, u, u, 0.8*cos(u), 0.8*sin(u), 0.0*u], start=[0.3], rate=[4.0], end=3.0, unit=["a", "b", "c", "p"], crossings=0)

# Two pairs of wheels in parallel on two shafts, and a third way round over an idler.
mechanism("gears", ["a", "b", "c"], {(0, 0): 1.0, (1, 1): 0.4, (2, 2): 0.1}, lambda q: 1.2*cos(q[0]) + 0.3*q[1],
          lambda q: [2.0*q[0] + 3.0*q[1], 1.2*q[0] + 1.8*q[1], q[0] + 1.5*q[2] - 0.75, 2.0*q[1] - 2.0*q[2] + 1.0],
          lambda u: [u, -2.0*u/3.0, 0.5 - 2.0*u/3.0], start=[0.4], rate=[1.0], end=4.0, unit=["a", "b", "c"], crossings=0)


# A lattice of bars with both diagonals in every square, hung at a corner: rigid, with a bar too many per square and more.
def lattice(n, m):
    place = [(float(i), float(j)) for j in range(m) for i in range(n)]
    known = place[0]
    at = lambda q, k: known if k == 0 else q[2*k - 2:2*k]
    bars = [(a, b) for a in range(n*m) for b in range(a + 1, n*m)
            if max(abs(place[a][0] - place[b][0]), abs(place[a][1] - place[b][1])) == 1]
    mechanism("lattice_%dx%d" % (n, m), points(n*m - 1), diagonal(*([1.0]*(2*n*m - 2))), lambda q: 1.0*sum(q[2*k + 1] for k in range(n*m - 1)),
              lambda q: [apart(at(q, a), at(q, b), math.dist(place[a], place[b])) for a, b in bars],
              lambda u: [c for x, y in place[1:] for c in (x*cos(u) - y*sin(u), x*sin(u) + y*cos(u))],
              start=[0.3], rate=[0.5], end=3.0, crossings=0)


lattice(3, 2)


# A body that hangs from three equal ropes of no mass in parallel, as points in space: it swings without turning. A Delta robot's arms are so.
ANCHORS = [(0.0, 0.0, 0.0), (1.5, 0.0, 0.0), (0.4, 1.2, 0.0)]
mechanism("parallel_ropes", [c + str(k) for k in range(3) for c in "xyz"], diagonal(*([1.0]*9)), lambda q: 2.0*(q[2] + q[5] + q[8]),
          lambda q: [apart(q[3*k:3*k + 3], ANCHORS[k], 1.0) for k in range(3)]
          + [apart(q[3*a:3*a + 3], q[3*b:3*b + 3], math.dist(ANCHORS[a], ANCHORS[b])) for a, b in ((0, 1), (1, 2), (0, 2))]
          + [q[0] - q[3] + 1.5, q[1] - q[4]],
          lambda u: [c for X, Y, Z in ANCHORS for c in (X + 0.6*sin(u), Y + 0.8*sin(u), Z - cos(u))], start=[0.3], rate=[3.0], end=4.0,
          crossings=0)
