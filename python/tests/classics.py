"""Classic problems as people write them in NumPy, each in a style of its own. Numbers as in models/<name>/model.mo."""
from math import cos, sin

import numpy as np
from numpy import array, concatenate, sqrt, zeros

G = 9.81


def pendulum(t, z, zp):  # np.zeros and assignment
    x, y, u, v, lam = z
    r = np.zeros(5)
    r[0] = zp[0] - u
    r[1] = zp[1] - v
    r[2] = zp[2] + lam * x
    r[3] = zp[3] + lam * y + G
    r[4] = x**2 + y**2 - 1
    return r


def circular_track(t, z, zp):  # a plain list
    y1, y2, v1, v2, lam = z
    return [zp[0] - v1, zp[1] - v2, zp[2] - 2 * y2 - lam * y1, zp[3] + 2 * y1 - lam * y2, y1 * y1 + y2 * y2 - 1]


def velocity_force(t, z, zp):  # np.array of expressions
    q1, q2, v1, v2, lam = z
    return np.array([zp[0] - v1, zp[1] - v2, zp[2] + q1 + 2 * q1 * v1 * v2 + 2 * q1 * lam,
                     zp[3] + v1 - 2 * q1 * q2**2 + 2 * q2 * lam, q1**2 + q2**2 - 1])


def linear_index2(t, y, nu):  # SciPy's fun(t, y, *args) with a singular mass matrix
    x1, x2, z = y
    e = np.exp(t)
    return [(2 - t) * nu * z + (1 + nu) * e, (nu - 1) * z + (1 + (nu - 1) / (2 - t)) * e,
            (t + 2) * x1 + (t**2 - 4) * x2 - (t**2 + t - 2) * e]


def hessenberg_index2(t, y, yp):  # a tuple
    return (yp[0] - y[0] * y[1]**2 * y[2]**2, yp[1] - (y[0]**2 * y[1]**2 - 3 * y[1]**2 * y[2]), y[0]**2 * y[1] - 1)


def radius(p):
    return np.linalg.norm(p)


def kepler(t, w):  # slices and a helper
    p, v = w[:2], w[2:]
    return np.concatenate((v, -p / radius(p)**3))


def van_der_pol(t, w, wp, mu=5.0):  # a default argument
    x, y = w
    return wp - np.array([mu * (x - x**3 / 3 - y), x / mu])


def robertson(t, y, yp):  # np.empty, in-place operations
    r = np.empty_like(y)
    r[:] = yp
    r[0] -= -0.04 * y[0] + 1e4 * y[1] * y[2]
    r[1] -= 0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1]**2
    r[2] = np.sum(y) - 1
    return r


def laplacian(n):
    return np.diag(-2.0 * np.ones(n)) + np.diag(np.ones(n - 1), 1) + np.diag(np.ones(n - 1), -1)


def heat_rod(t, T, Tp, n=20, a=0.01):  # a matrix
    return Tp - a * (n + 1)**2 * laplacian(n) @ T


def spring_chain(t, w, wp, n=3, k=10.0):  # loops
    x, v, F = w[:n], w[n:2 * n], w[2 * n]
    r = zeros(2 * n + 1)
    for i in range(n):
        r[i] = wp[i] - v[i]
        force = F if i == 0 else 0.0
        if i > 0:
            force += k * (x[i - 1] - x[i])
        if i < n - 1:
            force += k * (x[i + 1] - x[i])
        r[n + i] = wp[n + i] - force
    r[2 * n] = x[n - 1] - sin(t)
    return r


class Wire:  # a method, with parameters in the object
    def __init__(self, k):
        self.k = k

    def height(self, x):
        return self.k * x**2

    def residual(self, t, z, zp):
        x, y, u, v, lam = z
        out = np.zeros(5)
        out[:2] = zp[:2] - z[2:4]
        out[2] = zp[2] - 2 * self.k * x * lam
        out[3] = zp[3] + lam + G
        out[4] = y - self.height(x)
        return out


def trammel_of_archimedes(t, z, zp):  # np.stack, a dict of parameters
    p = dict(L=1.0, m=1.0)
    ends, speed, lam = z[:2], z[2:4], z[4]
    weight = np.array([0.0, p["m"] * G / 2])
    motion = p["m"] / 3 * zp[2:4] + 2 * lam * ends + weight
    return np.hstack([zp[:2] - speed, motion, ends @ ends - p["L"]**2])


def spherical_pendulum(t, z, zp):  # vectors and np.dot
    r, v, lam = z[:3], z[3:6], z[6]
    g = array([0.0, 0.0, -G])
    return concatenate([zp[:3] - v, zp[3:6] - g + lam * r, [np.dot(r, r) - 1.0]])


def crane(t, w, wp):  # math.sin of symbols, many names
    M1, M2, J, C1, C2, rho = 100.0, 10.0, 0.1, 10.0, 0.5, 0.1
    x, z, d, r, theta, tau, u1, u2, vx, vz, vd, vr = w
    res = zeros(12)
    res[0:4] = wp[0:4] - w[8:12]
    res[4] = M2 * wp[8] + tau * sin(theta)
    res[5] = M2 * wp[9] + tau * cos(theta) - M2 * G
    res[6] = M1 * wp[10] + C1 * vd - u1 - tau * sin(theta)
    res[7] = J * wp[11] + C2 * vr + rho * u2 - rho**2 * tau
    res[8] = x - d - r * sin(theta)
    res[9] = z - r * cos(theta)
    res[10] = x - 2 * sin(0.5 * t)**2
    res[11] = z - 5 + sin(0.4 * t)**2
    return res


def four_bar(t, w, wp):  # mass matrix and constraint matrix
    a, b, c, d = 0.5, 1.5, 1.2, 1.4
    ma, mb, mc = a, b, c
    q, v, lam = w[:3], w[3:6], w[6:8]
    s, k = np.sin(q), np.cos(q)
    M = np.zeros((3, 3))
    M[0, 0] = (ma / 3 + mb) * a**2
    M[0, 1] = M[1, 0] = mb * a * b / 2 * np.cos(q[0] - q[1])
    M[1, 1] = mb * b**2 / 3
    M[2, 2] = mc * c**2 / 3
    swirl = mb * a * b / 2 * np.sin(q[0] - q[1])
    h = np.array([swirl * v[1]**2 + (ma / 2 + mb) * G * a * k[0], -swirl * v[0]**2 + mb * G * b / 2 * k[1], mc * G * c / 2 * k[2]])
    length = np.array([a, b, -c])
    Gq = np.vstack((-length * s, length * k))  # derivative of the two closing conditions
    close = [np.dot(length, k) - d, np.dot(length, s)]
    return np.concatenate((wp[:3] - v, M @ wp[3:6] + h + Gq.T @ lam, close))


def cv_loop(t, w, wp):  # five equations in five names
    C, R, V, omega = 2e-3, 50.0, 10.0, 20.0
    vs, vc, i_s, ic, ir = w
    return [vs - V * np.sin(omega * t), vs - vc, C * wp[1] - ic, R * ir - vc, i_s - ic - ir]


def robot_path(t, w, wp):  # a mass matrix as nested lists
    l1, l2, m1, m2 = 1.0, 0.8, 2.0, 1.5
    q1, q2, v1, v2, tau1, tau2 = w
    c2, s2 = np.cos(q2), np.sin(q2)
    m12 = m2 * (l2**2 + l1 * l2 * c2)
    M = np.array([[m1 * l1**2 + m2 * (l1**2 + l2**2 + 2 * l1 * l2 * c2), m12], [m12, m2 * l2**2]])
    h = np.array([-m2 * l1 * l2 * s2 * (2 * v1 * v2 + v2**2) + (m1 + m2) * G * l1 * np.cos(q1) + m2 * G * l2 * np.cos(q1 + q2),
                  m2 * l1 * l2 * s2 * v1**2 + m2 * G * l2 * np.cos(q1 + q2)])
    hand = (l1 * np.cos(q1) + l2 * np.cos(q1 + q2) - 0.9 - 0.3 * np.cos(2 * t),
            l1 * np.sin(q1) + l2 * np.sin(q1 + q2) - 0.7 - 0.3 * np.sin(2 * t))
    return np.r_[wp[:2] - w[2:4], M.dot(wp[2:4]) + h - w[4:6], hand[0], hand[1]]


def two_pendula(t, w, wp, L=1.0, g=1.0, c=0.1):  # an inner function
    def swing(k, length, lam):
        x, y = w[k], w[k + 1]
        return [wp[k] - w[k + 2], wp[k + 1] - w[k + 3], wp[k + 2] + x * lam, wp[k + 3] + y * lam - g, x**2 + y**2 - length**2]
    lam, mu = w[8], w[9]
    return swing(0, L, lam) + swing(4, L + c * lam, mu)


def rod_forces(points, masses, forces):
    """Force on each mass from rods that hang from one another."""
    total = np.zeros((len(masses), 2))
    before = np.zeros(2)
    for i, p in enumerate(points):
        pull = 2 * forces[i] * (p - before)
        total[i] -= pull
        if i > 0:
            total[i - 1] += pull
        before = p
    return total


def double_pendulum(t, w, wp):  # reshape, helpers that fill matrices
    masses, lengths = np.array([1.0, 0.5]), (1.0, 0.8)
    p, v, F = w[:4].reshape(2, 2), w[4:8].reshape(2, 2), w[8:]
    motion = masses[:, None] * wp[4:8].reshape(2, 2) - rod_forces(p, masses, F)
    motion[:, 1] += masses * G
    rods = [p[0] @ p[0] - lengths[0]**2, np.sum((p[1] - p[0])**2) - lengths[1]**2]
    return np.concatenate([wp[:4] - v.ravel(), motion.flatten(), rods])


def akzo_nobel(t, y):  # unpacking with a star, fun(t, y) with a mass matrix
    k1, k2, k3, k4, K, klA, Ks, pCO2, H = 18.7, 0.58, 0.09, 0.42, 34.4, 3.3, 115.83, 0.9, 737.0
    y1, y2, *rest = y
    y3, y4, y5, y6 = rest
    r1, r2, r3, r4, r5 = k1 * y1**4 * sqrt(y2), k2 * y3 * y4, k2 / K * y1 * y5, k3 * y1 * y4**2, k4 * y6**2 * sqrt(y2)
    inflow = klA * (pCO2 / H - y2)
    return np.array([-2 * r1 + r2 - r3 - r4, -0.5 * r1 - r4 - 0.5 * r5 + inflow, r1 - r2 + r3, -r2 + r3 - 2 * r4, r2 - r3 + r5, Ks * y1 * y4 - y6])


def car_axis(t, w, wp):  # np.hypot, a constant of the module
    L, L0, eps, M, r, omega, g = 1.0, 0.5, 0.01, 10.0, 0.1, 10.0, 1.0
    xl, yl, xr, yr = w[:4]
    l1, l2 = w[8:]
    yb = r * np.sin(omega * t)
    xb = np.sqrt(L * L - yb * yb)
    Ll, Lr = np.hypot(xl, yl), np.hypot(xr - xb, yr - yb)
    k = M * eps**2 / 2
    f = [(L0 - Ll) * xl / Ll + l1 * xb + 2 * l2 * (xl - xr), (L0 - Ll) * yl / Ll + l1 * yb + 2 * l2 * (yl - yr) - k * g,
         (L0 - Lr) * (xr - xb) / Lr - 2 * l2 * (xl - xr), (L0 - Lr) * (yr - yb) / Lr - 2 * l2 * (yl - yr) - k * g]
    out = np.full(10, 0.0)
    out[:4] = wp[:4] - w[4:8]
    out[4:8] = k * wp[4:8] - np.asarray(f)
    out[8:] = xl * xb + yl * yb, (xl - xr)**2 + (yl - yr)**2 - L * L
    return out


def pendulum_chain(t, w, wp, n=5):  # whole columns at once
    x, y, u, v, F = np.split(w, 5)
    dx, dy = np.diff(x, prepend=0.0), np.diff(y, prepend=0.0)
    fx, fy = F * dx, F * dy
    pull_x, pull_y = np.append(fx[1:], 0.0), np.append(fy[1:], 0.0)
    return np.concatenate((wp[:n] - u, wp[n:2 * n] - v, wp[2 * n:3 * n] + fx - pull_x, wp[3 * n:4 * n] + fy - pull_y + G,
                           dx**2 + dy**2 - 1.0))


def rolling_disc(t, w, wp):  # velocities among the constraints
    m, R, alpha = 1.0, 0.5, 0.3
    inertia, K = m * R**2 / 2, m * R**2 / 4
    x, y, phi, theta, vx, vy, vphi, vtheta, l1, l2 = w
    c, s = np.cos(phi), np.sin(phi)
    return np.array([wp[0] - vx, wp[1] - vy, wp[2] - vphi, wp[3] - vtheta, m * wp[4] - m * G * np.sin(alpha) - l1, m * wp[5] - l2,
                     K * wp[6], inertia * wp[7] + R * (l1 * c + l2 * s), vx - R * vtheta * c, vy - R * vtheta * s])
