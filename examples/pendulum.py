"""The pendulum of index 3 as a residual function: needs the Python module (docs/python.md)."""
import trammel


def pendulum(t, z, zp):
    x, y, u, v, lam = z
    return [zp[0] - u, zp[1] - v, zp[2] + lam*x, zp[3] + lam*y + 9.81, x**2 + y**2 - 1]


sol = trammel.solve_dae(pendulum, (0, 10), [1, 0, 0, 0, 0])
print(sol.explain())
