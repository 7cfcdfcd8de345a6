"""Functions that a residual reaches through a module."""
import numpy as np


def mass(y):
    m = np.eye(2)
    m[0, 0] = 1.0 + y[0]**2
    return m


def rotation(phi):
    c, s = np.cos(phi), np.sin(phi)
    return np.array([[c, -s], [s, c]])
