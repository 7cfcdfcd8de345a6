"""Andrews' squeezing mechanism [HW96, VII.7] with mass matrix, forces and constraint matrix, as in the FORTRAN text."""
import numpy as np

M = [0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498]
I = [2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5]
XA, YA, XB, YB, XC, YC = -0.06934, -0.00227, -0.03635, 0.03273, 0.014, 0.072
C0, L0, MOM = 4530.0, 0.07785, 0.033
D, DA, E, EA, RR, RA = 0.028, 0.0115, 0.02, 0.01421, 0.007, 0.00092
SS, SA, SB, SC, SD, TA, TB = 0.035, 0.01874, 0.01043, 0.018, 0.02, 0.02308, 0.00916
U, UA, UB, ZF, ZT, FA = 0.04, 0.01228, 0.00449, 0.02, 0.04, 0.01421
START = [-0.0617138900142764496358948458001, 0.0, 0.455279819163070380255912382449, 0.222668390165885884674473185609,
         0.487364979543842550225598953530, -0.222668390165885884674473185609, 1.23054744454982119249735015568]


def mass(q):
    _, theta, _, phi, _, omega, _ = q
    m = np.zeros((7, 7))
    m[0, 0] = M[0] * RA**2 + M[1] * (RR**2 - 2 * DA * RR * np.cos(theta) + DA**2) + I[0] + I[1]
    m[0, 1] = m[1, 0] = M[1] * (DA**2 - DA * RR * np.cos(theta)) + I[1]
    m[1, 1] = M[1] * DA**2 + I[1]
    m[2, 2] = M[2] * (SA**2 + SB**2) + I[2]
    m[3, 3] = M[3] * (E - EA)**2 + I[3]
    m[3, 4] = m[4, 3] = M[3] * ((E - EA)**2 + ZT * (E - EA) * np.sin(phi)) + I[3]
    m[4, 4] = M[3] * (ZT**2 + 2 * ZT * (E - EA) * np.sin(phi) + (E - EA)**2) + M[4] * (TA**2 + TB**2) + I[3] + I[4]
    m[5, 5] = M[5] * (ZF - FA)**2 + I[5]
    m[5, 6] = m[6, 5] = M[5] * ((ZF - FA)**2 - U * (ZF - FA) * np.sin(omega)) + I[5]
    m[6, 6] = M[5] * ((ZF - FA)**2 - 2 * U * (ZF - FA) * np.sin(omega) + U**2) + M[6] * (UA**2 + UB**2) + I[5] + I[6]
    return m


def force(q, v):
    beta, theta, gamma, phi, delta, omega, epsilon = q
    vb, vt, vg, vp, vd, vo, ve = v
    xd = SD * np.cos(gamma) + SC * np.sin(gamma) + XB
    yd = SD * np.sin(gamma) - SC * np.cos(gamma) + YB
    length = np.sqrt((xd - XC)**2 + (yd - YC)**2)
    spring = -C0 * (length - L0) / length
    fx, fy = spring * (xd - XC), spring * (yd - YC)
    f = np.zeros(7)
    f[0] = MOM - M[1] * DA * RR * vt * (vt + 2 * vb) * np.sin(theta)
    f[1] = M[1] * DA * RR * vb**2 * np.sin(theta)
    f[2] = fx * (SC * np.cos(gamma) - SD * np.sin(gamma)) + fy * (SD * np.cos(gamma) + SC * np.sin(gamma))
    f[3] = M[3] * ZT * (E - EA) * vd**2 * np.cos(phi)
    f[4] = -M[3] * ZT * (E - EA) * vp * (vp + 2 * vd) * np.cos(phi)
    f[5] = -M[5] * U * (ZF - FA) * ve**2 * np.cos(omega)
    f[6] = M[5] * U * (ZF - FA) * vo * (vo + 2 * ve) * np.cos(omega)
    return f


def constraints(q):
    beta, theta, gamma, phi, delta, omega, epsilon = q
    x = RR * np.cos(beta) - D * np.cos(beta + theta)
    y = RR * np.sin(beta) - D * np.sin(beta + theta)
    return np.array([x - SS * np.sin(gamma) - XB, y + SS * np.cos(gamma) - YB,
                     x - E * np.sin(phi + delta) - ZT * np.cos(delta) - XA, y + E * np.cos(phi + delta) - ZT * np.sin(delta) - YA,
                     x - ZF * np.cos(omega + epsilon) - U * np.sin(epsilon) - XA,
                     y - ZF * np.sin(omega + epsilon) + U * np.cos(epsilon) - YA])


def constraint_matrix(q):
    beta, theta, gamma, phi, delta, omega, epsilon = q
    g = np.zeros((6, 7))
    for k in range(3):
        g[2 * k, 0] = -RR * np.sin(beta) + D * np.sin(beta + theta)
        g[2 * k, 1] = D * np.sin(beta + theta)
        g[2 * k + 1, 0] = RR * np.cos(beta) - D * np.cos(beta + theta)
        g[2 * k + 1, 1] = -D * np.cos(beta + theta)
    g[0, 2], g[1, 2] = -SS * np.cos(gamma), -SS * np.sin(gamma)
    g[2, 3], g[2, 4] = -E * np.cos(phi + delta), -E * np.cos(phi + delta) + ZT * np.sin(delta)
    g[3, 3], g[3, 4] = -E * np.sin(phi + delta), -E * np.sin(phi + delta) - ZT * np.cos(delta)
    g[4, 5], g[4, 6] = ZF * np.sin(omega + epsilon), ZF * np.sin(omega + epsilon) - U * np.cos(epsilon)
    g[5, 5], g[5, 6] = -ZF * np.cos(omega + epsilon), -ZF * np.cos(omega + epsilon) - U * np.sin(epsilon)
    return g


def andrews(t, z, zp):
    q, v, lam = z[:7], z[7:14], z[14:]
    return np.concatenate((zp[:7] - v, mass(q) @ zp[7:14] - force(q, v) + constraint_matrix(q).T @ lam, constraints(q)))
