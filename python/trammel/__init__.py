"""Trammel: differential-algebraic equations of any index, as their authors write them.

>>> def pendulum(t, z, zp):
...     x, y, u, v, lam = z
...     return [zp[0] - u, zp[1] - v, zp[2] + lam*x, zp[3] + lam*y + 9.81, x**2 + y**2 - 1]
>>> sol = trammel.solve_dae(pendulum, (0, 10), [1, 0, 0, 0, 0])
>>> sol.success, sol.index, bool(np.all(np.abs(sol.y[0]**2 + sol.y[1]**2 - 1) < 1e-12))
(True, 3, True)
"""
from ._errors import Error
from ._trammel import Symbol, der
from ._arrays import SymbolArray
from ._model import Hamiltonian, Lagrangian, Model
from ._prepared import Prepared, Simulation, Sweep
from ._problem import Analysis, Comparison, Problem, load
from ._solution import Certificate, Solution, load_solution
from ._result import DaeResult
from ._routine import Opaque, opaque
from ._solve_dae import OpaqueWarning, solve_dae

__all__ = ["Analysis", "Certificate", "Comparison", "DaeResult", "Error", "Hamiltonian", "Lagrangian", "Model", "Opaque", "OpaqueWarning",
           "Prepared", "Problem", "Simulation", "Solution", "Sweep", "Symbol", "SymbolArray", "der", "load", "load_solution",
           "opaque", "solve_dae"]
__version__ = "0.2.0"
