"""Classes that a residual reaches through objects."""
import numpy as np


class Body:
    def __init__(self, rate):
        self.rate = rate

    def force(self, y):
        f = np.zeros(2)
        for i in range(2):
            f[i] += self.rate * y[i]
        return f


class Scheme:
    """A residual that a derived class completes."""

    def residual(self, t, y, yp):
        r = np.zeros(2)
        r[:] = yp + self.force(y)
        return r
