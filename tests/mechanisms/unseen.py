"""Mechanisms that were written after the methods were settled. Two numbers of Newton's iterations were changed after they had been seen.

Each is given twice: as Modelica text in redundant coordinates with multipliers, and as a Motion in minimal coordinates (minimal.py).
"""
import math

from minimal import Motion, Rolling, asin, cos, exp, sin, sqrt

# name: (kind, end, text, reference). Kinds as in mechanisms.py; third: of order 3, index 4.
UNSEEN = {}


def unseen(name, kind, end, reference, fixed, multipliers, equations, rates=None, extra=""):
    """fixed: coordinates whose values and rates are given at the start; the others follow from constraints."""
    t, q, v = 0.0, None, None
    if isinstance(reference, Motion):
        q, v, _ = reference.at(t, reference.u, reference.rate, [0.0]*len(reference.u))
        names = reference.names
    else:
        values = reference.read(0.0, reference.start)
        names = [n for n in values if "der(%s)" % n in values]
        q, v = [values[n] for n in names], [values["der(%s)" % n] for n in names]
    declared = ", ".join("%s(start = %r%s)" % (n, value, ", fixed = true" if n in fixed else "") for n, value in zip(names, q))
    rates = rates or fixed
    text = "model %s\n  Real %s%s;\n%sinitial equation\n  %s\nequation\n  %s\nend %s;\n" % (
        name.title().replace("_", ""), declared, ", " + multipliers if multipliers else "", extra,
        " ".join("der(%s) = %r;" % (n, rate) for n, rate in zip(names, v) if n in rates), equations.strip(), name.title().replace("_", ""))
    UNSEEN[name] = (kind, end, text, reference)


# A double pendulum of rods, each mass on a spring to the ground that hardens.
def hardening_force(t, q, v):
    x1, y1, x2, y2 = q

    def spring(x, y, a, b):
        d = 40*((x - a)**2 + (y - b)**2) + 15
        return -d*(x - a), -d*(y - b)
    f1, f2 = spring(x1, y1, 0.5, -0.5), spring(x2, y2, -0.3, -1.6)
    return [f1[0], f1[1] - 9.81*1.5, f2[0], f2[1] - 9.81*0.8]


def rods_of_two(m1, m2, l1, l2):
    def others(force):
        def found(t, q, v, a):
            x1, y1, x2, y2 = q
            f = force(t, q, v)
            dx, dy = x2 - x1, y2 - y1
            r2 = -((m2*a[2] - f[2])*dx + (m2*a[3] - f[3])*dy)/l2**2
            r1 = -((m1*a[0] - f[0] - r2*dx)*x1 + (m1*a[1] - f[1] - r2*dy)*y1)/l1**2
            return {"r1": r1, "r2": r2}
        return found
    return others


def two_rods(l1, l2): return lambda t, a, b: [l1*sin(a), -1*l1*cos(a), l1*sin(a) + l2*sin(b), -l1*cos(a) - l2*cos(b)]


unseen("hardening_double_pendulum", "position", 3,
       Motion(["x1", "y1", "x2", "y2"], [1.5, 1.5, 0.8, 0.8], two_rods(1.0, 0.9), hardening_force,
              rods_of_two(1.5, 0.8, 1.0, 0.9)(hardening_force), [0.9, -0.4], [0.0, 1.5]),
       ["x1", "x2"], "r1, r2", """
  1.5*der(der(x1)) = -(40*((x1 - 0.5)^2 + (y1 + 0.5)^2) + 15)*(x1 - 0.5) - r1*x1 + r2*(x2 - x1) "first along";
  1.5*der(der(y1)) = -(40*((x1 - 0.5)^2 + (y1 + 0.5)^2) + 15)*(y1 + 0.5) - 14.715 - r1*y1 + r2*(y2 - y1) "first up";
  0.8*der(der(x2)) = -(40*((x2 + 0.3)^2 + (y2 + 1.6)^2) + 15)*(x2 + 0.3) - r2*(x2 - x1) "second along";
  0.8*der(der(y2)) = -(40*((x2 + 0.3)^2 + (y2 + 1.6)^2) + 15)*(y2 + 1.6) - 7.848 - r2*(y2 - y1) "second up";
  x1^2 + y1^2 = 1 "first rod";
  (x2 - x1)^2 + (y2 - y1)^2 = 0.81 "second rod";""")

# Two moons on a tether around a planet, in kilometres and seconds.
MU = 398600.0


def moons_force(t, q, v):
    r1, r2 = math.hypot(q[0], q[1])**3, math.hypot(q[2], q[3])**3
    return [-2e3*MU*q[0]/r1, -2e3*MU*q[1]/r1, -5e2*MU*q[2]/r2, -5e2*MU*q[3]/r2]


def moons_others(t, q, v, a):
    f = moons_force(t, q, v)
    dx, dy = q[2] - q[0], q[3] - q[1]
    return {"s": -((5e2*a[2] - f[2])*dx + (5e2*a[3] - f[3])*dy)/300.0**2}


unseen("tethered_moons", "position", 8000,
       Motion(["x1", "y1", "x2", "y2"], [2e3, 2e3, 5e2, 5e2],
              lambda t, x, y, a: [x - 60*cos(a), y - 60*sin(a), x + 240*cos(a), y + 240*sin(a)], moons_force, moons_others,
              [9000.0, 0.0, 0.4], [0.3, 6.9, 2e-3]),
       ["x1", "y1", "x2"], "s", """
  2e3*der(der(x1)) = -2e3*398600*x1/(x1^2 + y1^2)^1.5 + s*(x2 - x1) "first along";
  2e3*der(der(y1)) = -2e3*398600*y1/(x1^2 + y1^2)^1.5 + s*(y2 - y1) "first up";
  5e2*der(der(x2)) = -5e2*398600*x2/(x2^2 + y2^2)^1.5 - s*(x2 - x1) "second along";
  5e2*der(der(y2)) = -5e2*398600*y2/(x2^2 + y2^2)^1.5 - s*(y2 - y1) "second up";
  (x2 - x1)^2 + (y2 - y1)^2 = 90000 "tether";""")

# Two masses on rods with ball joints, in space, in a wind.
def space_force(t, q, v): return [-0.1*(v[0] - 1), -0.1*v[1], -0.1*v[2] - 2*9.81, -0.05*(v[3] - 1), -0.05*v[4], -0.05*v[5] - 0.7*9.81]


def space_others(t, q, v, a):
    f = space_force(t, q, v)
    d = [q[i + 3] - q[i] for i in range(3)]
    r2 = -sum((0.7*a[i + 3] - f[i + 3])*d[i] for i in range(3))/0.64
    r1 = -sum((2*a[i] - f[i] - r2*d[i])*q[i] for i in range(3))/1.44
    return {"r1": r1, "r2": r2}


def space_place(t, a, b, c, d):
    x, y, z = 1.2*sin(a)*cos(b), 1.2*sin(a)*sin(b), -1.2*cos(a)
    return [x, y, z, x + 0.8*sin(c)*cos(d), y + 0.8*sin(c)*sin(d), z - 0.8*cos(c)]


unseen("ball_jointed_rods", "position", 1.5,
       Motion(["x1", "y1", "z1", "x2", "y2", "z2"], [2, 2, 2, 0.7, 0.7, 0.7], space_place, space_force, space_others,
              [0.9, 0.2, 1.3, 1.0], [0.0, 2.0, 0.5, 2.5]),
       ["x1", "y1", "x2", "y2"], "r1, r2", """
  2*der(der(x1)) = -0.1*(der(x1) - 1) - r1*x1 + r2*(x2 - x1);
  2*der(der(y1)) = -0.1*der(y1) - r1*y1 + r2*(y2 - y1);
  2*der(der(z1)) = -0.1*der(z1) - 19.62 - r1*z1 + r2*(z2 - z1);
  0.7*der(der(x2)) = -0.05*(der(x2) - 1) - r2*(x2 - x1);
  0.7*der(der(y2)) = -0.05*der(y2) - r2*(y2 - y1);
  0.7*der(der(z2)) = -0.05*der(z2) - 6.867 - r2*(z2 - z1);
  x1^2 + y1^2 + z1^2 = 1.44 "first rod";
  (x2 - x1)^2 + (y2 - y1)^2 + (z2 - z1)^2 = 0.64 "second rod";""")


# A yoke with smooth dry friction, driven by a motor.
def yoke_force(t, q, v): return [1.2 + 0.5*math.sin(6*t) - 0.05*v[0], -3*math.tanh(v[1]/0.05) - 20*q[1]]


unseen("yoke_with_friction", "position", 2,
       Motion(["a", "x"], [0.02, 0.9], lambda t, a: [a, 0.15*sin(a)], yoke_force,
              lambda t, q, v, a: {"n": 0.9*a[1] - yoke_force(t, q, v)[1]}, [0.3], [6.0]),
       ["a"], "n", """
  0.02*der(der(a)) = 1.2 + 0.5*sin(6*time) - 0.05*der(a) - 0.15*n*cos(a) "crank";
  0.9*der(der(x)) = n - 3*tanh(der(x)/0.05) - 20*x "yoke";
  x = 0.15*sin(a) "slot";""")


# A crank, a rod and a piston as three bodies with seven coordinates, in millimetres and grams, driven fast.
def bodies_place(t, a):
    b = asin(-40/110*sin(a))
    return [20*cos(a), 20*sin(a), a, 40*cos(a) + 55*cos(b), 40*sin(a) + 55*sin(b), b, 40*cos(a) + 110*cos(b)]


def bodies_force(t, q, v): return [0.0, 0.0, 4e6 - 9e3*v[2], 0.0, 0.0, 0.0, -60.0*v[6] - 2e4*(q[6] - 110)]


def bodies_others(t, q, v, a):
    f = bodies_force(t, q, v)
    px, py = -(150*a[0] - f[0]), -(150*a[1] - f[1])  # the pin at the ground pulls by (-px, -py), the crank pin by (cx, cy)
    fx3 = f[6] - 400*a[6]      # the piston pin pushes the rod back by fx3 along
    cx = -(220*a[3]) + fx3     # of the rod: 220 x'' = -cx + fx3 is what the crank pin gives
    # rod, turning about its centre: 2.5e5 b'' = (-cx, -cy) at -55 + (fx3, fy3) at +55; across: 220 y'' = -cy + fy3
    b = q[5]
    s, c = 55*math.sin(b), 55*math.cos(b)
    # 2.5e5 a5 = -c*(-cy) + s*(-cx) ... solved for cy with fy3 = 220 y'' + cy
    cy = (2.5e5*a[5] - s*(-cx) + s*fx3 - c*220*a[4])/(2*c)
    fy3 = 220*a[4] + cy
    return {"cx": cx, "cy": cy, "fy": fy3, "fx": fx3, "px": px + cx, "py": py + cy}


unseen("three_bodies_of_a_crank", "position", 0.1,
       Motion(["x1", "y1", "a", "x2", "y2", "b", "x3"], [150, 150, 6e4, 220, 220, 2.5e5, 400], bodies_place, bodies_force, bodies_others,
              [0.6], [80.0]),
       ["a"], "px, py, cx, cy, fx, fy", """
  150*der(der(x1)) = cx - px "crank along";
  150*der(der(y1)) = cy - py "crank up";
  6e4*der(der(a)) = 4e6 - 9e3*der(a) + 20*(-cx*sin(a) + cy*cos(a)) + 20*(-px*sin(a) + py*cos(a)) "crank turns";
  220*der(der(x2)) = -cx + fx "rod along";
  220*der(der(y2)) = -cy + fy "rod up";
  2.5e5*der(der(b)) = 55*(-cx*sin(b) + cy*cos(b)) + 55*(-fx*sin(b) + fy*cos(b)) "rod turns";
  400*der(der(x3)) = -fx - 60*der(x3) - 2e4*(x3 - 110) "piston";
  x1 = 20*cos(a) "ground pin along";
  y1 = 20*sin(a) "ground pin up";
  x1 + 20*cos(a) = x2 - 55*cos(b) "crank pin along";
  y1 + 20*sin(a) = y2 - 55*sin(b) "crank pin up";
  x3 = x2 + 55*cos(b) "piston pin along";
  0 = y2 + 55*sin(b) "piston pin up";""")


# A crane: a trolley of ten tons, a load on a rope that is wound up.
def rope(t): return 12 - 0.8*t - 0.5*cos(0.9*t)


def crane_force(t, q, v): return [3000*math.sin(0.5*t) - 800*v[0], -40*v[1], -40*v[2] - 3000*9.81]


def crane_others(t, q, v, a):
    f = crane_force(t, q, v)
    dx, dy = q[1] - q[0], q[2]
    return {"s": -((3000*a[1] - f[1])*dx + (3000*a[2] - f[2])*dy)/(dx*dx + dy*dy)}


unseen("crane_that_winds_up", "position", 8,
       Motion(["c", "x", "y"], [1e4, 3e3, 3e3], lambda t, c, a: [c, c + rope(t)*sin(a), -1*rope(t)*cos(a)], crane_force, crane_others,
              [0.0, 0.3], [1.0, 0.0]),
       ["c", "x"], "s", """
  1e4*der(der(c)) = 3000*sin(0.5*time) - 800*der(c) + s*(x - c) "trolley";
  3e3*der(der(x)) = -40*der(x) - s*(x - c) "load along";
  3e3*der(der(y)) = -40*der(y) - 3e3*9.81 - s*y "load up";
  (x - c)^2 + y^2 = (12 - 0.8*time - 0.5*cos(0.9*time))^2 "rope";""")


# A bead on a helix with quadratic drag and a spring.
def helix_force(t, q, v):
    s = math.sqrt(v[0]**2 + v[1]**2 + v[2]**2)
    return [-0.2*s*v[0] - 3*q[0], -0.2*s*v[1], -0.2*s*v[2] - 0.3*9.81]


def helix_others(t, q, v, a):
    f = helix_force(t, q, v)
    # 0.3 x'' = f + 2 p x - n sin(z/0.2)/.. : solved from the first two equations, plane (cos, sin) and normal
    z = q[2]/0.2
    rx, ry = 0.3*a[0] - f[0], 0.3*a[1] - f[1]
    # gradient of g1 = x - 0.5 cos(5 z): (1, 0, 2.5 sin 5z); g2 = y - 0.5 sin(5 z): (0, 1, -2.5 cos 5z)
    return {"p": rx, "n": ry}


unseen("bead_on_a_helix", "position", 1.5,
       Motion(["x", "y", "z"], [0.3]*3, lambda t, a: [0.5*cos(a), 0.5*sin(a), 0.2*a], helix_force, helix_others, [0.5], [3.0]),
       ["z"], "p, n", """
  0.3*der(der(x)) = -0.2*sqrt(der(x)^2 + der(y)^2 + der(z)^2)*der(x) - 3*x + p;
  0.3*der(der(y)) = -0.2*sqrt(der(x)^2 + der(y)^2 + der(z)^2)*der(y) + n;
  0.3*der(der(z)) = -0.2*sqrt(der(x)^2 + der(y)^2 + der(z)^2)*der(z) - 2.943 + 2.5*sin(5*z)*p - 2.5*cos(5*z)*n;
  x = 0.5*cos(5*z) "cosine";
  y = 0.5*sin(5*z) "sine";""")


# Gears of a micro machine: linear constraints, micrometres, nanograms, stiff torsion.
def gears_force(t, q, v): return [2e-9*math.sin(4e3*t) - 1e-12*v[0], -2e-12*v[1] - 4e-8*q[1] - 6e-8*q[1]**3, -1e-7*q[2] - 3e-12*v[2]]


unseen("micro_gears", "position", 2e-3,
       Motion(["a", "b", "x"], [3e-16, 2e-15, 5e-9], lambda t, a: [a, -0.4*a, 8e-6*a*0.4], gears_force,
              lambda t, q, v, a: {"r": -(5e-9*a[2] - gears_force(t, q, v)[2]), "p": (2e-15*a[1] - gears_force(t, q, v)[1] + 8e-6*(5e-9*a[2] - gears_force(t, q, v)[2])*-1)},
              [0.5], [0.0]),
       ["a"], "p, r", """
  3e-16*der(der(a)) = 2e-9*sin(4e3*time) - 1e-12*der(a) + 0.4*p "first";
  2e-15*der(der(b)) = -2e-12*der(b) - 4e-8*b - 6e-8*b^3 + p - 8e-6*r*-1 "second";
  5e-9*der(der(x)) = -1e-7*x - 3e-12*der(x) - r "rack";
  b + 0.4*a = 0 "mesh";
  x + 8e-6*b = 0 "rack meets";""".replace("- 8e-6*r*-1", "- 8e-6*r"))


# Atwood's machine that swings.
def atwood_force(t, q, v): return [-3*9.81, 0.0 - 0.02*v[1], -9.81 - 0.02*v[2]]


def atwood_others(t, q, v, a): return {"s": (3*a[0] + 3*9.81)}


unseen("swinging_atwood", "position", 3,
       Motion(["h", "x", "y"], [3, 1, 1], lambda t, r, a: [r - 4, r*sin(a), -1*r*cos(a)], atwood_force, atwood_others, [1.5, 1.2], [0.0, 0.0]),
       ["x", "y"], "s", """
  3*der(der(h)) = s - 29.43 "weight";
  der(der(x)) = -0.02*der(x) - s*x/sqrt(x^2 + y^2) "swings along";
  der(der(y)) = -0.02*der(y) - 9.81 - s*y/sqrt(x^2 + y^2) "swings up";
  h + 4 = sqrt(x^2 + y^2) "rope";""")


# A sled on an edge that tows a mass on a rod: constraints on velocities and on positions.
def sled(t, y):
    x, p, a, b, u, w, d = y  # place, heading, direction of the rod, speed, turning, rate of the rod
    s, c = math.sin(a), math.cos(a)
    F, T = 2*math.cos(t), 0.5*math.sin(2*t)
    # free velocities (u, w, d): velocity of the sled u (c, s); of the mass u (c, s) + 0.7 d (-sin b, cos b)
    sb, cb = math.sin(b), math.cos(b)
    m, n, I, l = 1.5, 0.4, 0.2, 0.7
    k = -s*w, c*w  # of the sled: acceleration u' (c, s) + u w (-s, c)
    # equations along (c, s) and (-sin b, cos b)
    A = [[m + n, n*l*(-sb*c + cb*s)], [n*l*(-sb*c + cb*s), n*l*l]]
    ax, ay = u*k[0], u*k[1]
    cx, cy = ax - l*d*d*cb, ay - l*d*d*sb  # of the mass, beside u' and d'
    vx, vy = u*c - l*d*sb, u*s + l*d*cb
    right = [F - 0.3*u - m*(ax*c + ay*s) - n*(cx*c + cy*s) - 0.1*(vx*c + vy*s), -n*l*(-cx*sb + cy*cb) - 0.1*l*(-vx*sb + vy*cb)]
    det = A[0][0]*A[1][1] - A[0][1]*A[1][0]
    du, dd = (right[0]*A[1][1] - A[0][1]*right[1])/det, (A[0][0]*right[1] - A[1][0]*right[0])/det
    return [u*c, u*s, w, d, du, (T - 0.1*w)/I, dd]


def read_sled(t, y):
    f = sled(t, y)
    x, p, a, b, u, w, d = y
    du, dw, dd = f[4:]
    s, c, sb, cb = math.sin(a), math.cos(a), math.sin(b), math.cos(b)
    X, Y = x + 0.7*cb, p + 0.7*sb
    vx, vy = u*c - 0.7*d*sb, u*s + 0.7*d*cb
    ax, ay = du*c - u*w*s, du*s + u*w*c
    gx, gy = ax - 0.7*(dd*sb + d*d*cb), ay + 0.7*(dd*cb - d*d*sb)
    r = -((0.4*gx + 0.1*vx)*0.7*cb + (0.4*gy + 0.1*vy)*0.7*sb)/0.49  # pull of the rod on the mass: -r (X - x, Y - y)
    n = -s*(1.5*ax - r*0.7*cb) + c*(1.5*ay - r*0.7*sb)
    return {"x": x, "y": p, "a": a, "X": X, "Y": Y, "der(x)": f[0], "der(y)": f[1], "der(a)": w, "der(X)": vx, "der(Y)": vy, "n": n, "r": r}


unseen("sled_that_tows", "mixed", 3, Rolling(sled, [0.0, 0.0, 0.3, 2.0, 0.8, 0.4, 0.5], read_sled), ["x", "y", "a", "X"], "n, r", """
  1.5*der(der(x)) = (2*cos(time) - 0.3*(der(x)*cos(a) + der(y)*sin(a)))*cos(a) - n*sin(a) + r*(X - x) "sled along";
  1.5*der(der(y)) = (2*cos(time) - 0.3*(der(x)*cos(a) + der(y)*sin(a)))*sin(a) + n*cos(a) + r*(Y - y) "sled across";
  0.2*der(der(a)) = 0.5*sin(2*time) - 0.1*der(a) "turns";
  0.4*der(der(X)) = -0.1*der(X) - r*(X - x) "mass along";
  0.4*der(der(Y)) = -0.1*der(Y) - r*(Y - y) "mass across";
  der(x)*sin(a) = der(y)*cos(a) "edge";
  (X - x)^2 + (Y - y)^2 = 0.49 "rod";""", rates=["x", "a", "X"])


# A disk that rolls upright, with a spring to a point: constraints on velocities.
def disk(t, y):
    x, p, a, b, w, u = y  # place, heading, roll; their rates
    F = 4*(1 - x)*math.cos(a) - 4*p*math.sin(a)
    return [0.3*u*math.cos(a), 0.3*u*math.sin(a), w, u, (0.3*math.sin(t) - 0.02*w)/0.05, (0.3*F - 0.1*u)/(0.08 + 2*0.09)]


def read_disk(t, y):
    f = disk(t, y)
    x, p, a, b, w, u = y
    ax, ay = 0.3*(f[5]*math.cos(a) - u*w*math.sin(a)), 0.3*(f[5]*math.sin(a) + u*w*math.cos(a))
    return {"x": x, "y": p, "a": a, "b": b, "der(x)": f[0], "der(y)": f[1], "der(a)": w, "der(b)": u, "p": 2*ax - 4*(1 - x), "q": 2*ay + 4*p}


unseen("disk_that_rolls", "velocity", 4, Rolling(disk, [0.0, 0.4, 0.5, 0.0, 1.0, 2.0], read_disk), ["x", "y", "a", "b"], "p, q", """
  2*der(der(x)) = 4*(1 - x) + p "along";
  2*der(der(y)) = -4*y + q "across";
  0.05*der(der(a)) = 0.3*sin(time) - 0.02*der(a) "turns";
  0.08*der(der(b)) = -0.1*der(b) - 0.3*(p*cos(a) + q*sin(a)) "rolls";
  der(x) = 0.3*der(b)*cos(a) "no slip along";
  der(y) = 0.3*der(b)*sin(a) "no slip across";""", rates=["a", "b"])


# A slab on two crossing beams: stiff and soft springs, masses a million apart, a constraint with M(q).
def arm_mass(q): return [[2 + 1.2*math.cos(q[1]), 0.5 + 0.6*math.cos(q[1]), 0.0], [0.5 + 0.6*math.cos(q[1]), 0.5, 0.0], [0.0, 0.0, 2e-6]]


def arm_force(t, q, v):
    s = 0.6*math.sin(q[1])
    return [s*v[1]*(2*v[0] + v[1]) - 4*v[0] - 30*q[0] + 6*math.sin(5*t), -s*v[0]**2 - 0.5*v[1] - 2*q[1], -5*(q[2] - 1) - 1e-4*v[2]]


# z = sin(a) + 0.7 sin(a + b): a light part touches the tip of an arm.
unseen("light_part_on_an_arm", "position", 2,
       Motion(["a", "b", "z"], arm_mass, lambda t, a, b: [a, b, sin(a) + 0.7*sin(a + b)], arm_force,
              lambda t, q, v, a: {"f": 2e-6*a[2] - arm_force(t, q, v)[2]}, [0.4, 0.8], [0.0, 0.0]),
       ["a", "b"], "f", """
  (2 + 1.2*cos(b))*der(der(a)) + (0.5 + 0.6*cos(b))*der(der(b)) = 0.6*sin(b)*der(b)*(2*der(a) + der(b)) - 4*der(a) - 30*a + 6*sin(5*time) - f*(cos(a) + 0.7*cos(a + b)) "shoulder";
  (0.5 + 0.6*cos(b))*der(der(a)) + 0.5*der(der(b)) = -0.6*sin(b)*der(a)^2 - 0.5*der(b) - 2*b - 0.7*f*cos(a + b) "elbow";
  2e-6*der(der(z)) = -5*(z - 1) - 1e-4*der(z) + f "part";
  z = sin(a) + 0.7*sin(a + b) "tip";""")


# A cart in a loop that dies down to rest: the motion ends, the forces stay.
def rest_force(t, q, v): return [-6*v[0] + 5*math.exp(-t), -6*v[1] - 2*9.81]


unseen("cart_that_comes_to_rest", "position", 12,
       Motion(["x", "y"], [2, 2], lambda t, a: [1.5*sin(a), -1*cos(a)], rest_force,
              lambda t, q, v, a: {"s": -((2*a[0] - rest_force(t, q, v)[0])*q[0]/2.25 + (2*a[1] - rest_force(t, q, v)[1])*q[1])/(q[0]**2/2.25**2 + q[1]**2)},
              [1.3], [0.0]),
       ["x"], "s", """
  2*der(der(x)) = -6*der(x) + 5*exp(-time) - s*x/2.25 "along";
  2*der(der(y)) = -6*der(y) - 19.62 - s*y "up";
  x^2/2.25 + y^2 = 1 "ellipse";""")


# Points of a planet's surface: metres in millions, days in seconds; two probes on a rail around it that a spring drives apart.
def probes_force(t, q, v):
    d = math.hypot(q[2] - q[0], q[3] - q[1])
    f = 3e-4*(d - 4e6)/d
    return [f*(q[2] - q[0]), f*(q[3] - q[1]), -f*(q[2] - q[0]), -f*(q[3] - q[1])]


def probes_others(t, q, v, a):
    f = probes_force(t, q, v)
    return {"r": -((400*a[0] - f[0])*q[0] + (400*a[1] - f[1])*q[1])/6.4e6**2*6.4e6, "s": -((150*a[2] - f[2])*q[2] + (150*a[3] - f[3])*q[3])/6.4e6**2*6.4e6}


unseen("probes_on_a_rail", "position", 20000,
       Motion(["x", "y", "u", "w"], [400, 400, 150, 150], lambda t, a, b: [6.4e6*cos(a), 6.4e6*sin(a), 6.4e6*cos(b), 6.4e6*sin(b)], probes_force,
              probes_others, [0.2, 0.7], [1e-4, -2e-4]),
       ["y", "w"], "r, s", """
  400*der(der(x)) = 3e-4*(1 - 4e6/sqrt((u - x)^2 + (w - y)^2))*(u - x) - r*x/6.4e6;
  400*der(der(y)) = 3e-4*(1 - 4e6/sqrt((u - x)^2 + (w - y)^2))*(w - y) - r*y/6.4e6;
  150*der(der(u)) = -3e-4*(1 - 4e6/sqrt((u - x)^2 + (w - y)^2))*(u - x) - s*u/6.4e6;
  150*der(der(w)) = -3e-4*(1 - 4e6/sqrt((u - x)^2 + (w - y)^2))*(w - y) - s*w/6.4e6;
  x^2 + y^2 = 40.96e12 "first rail";
  u^2 + w^2 = 40.96e12 "second rail";""")
