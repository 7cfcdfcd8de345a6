"""A trajectory as numbers only: the values of all variables at the Chebyshev points of each step."""
import functools

import numpy as np


@functools.lru_cache(maxsize=None)
def grid(degree):
    """Chebyshev points of the second kind on [0, 1], their barycentric weights, and the matrix that differentiates."""
    k = np.arange(degree + 1)
    points = 0.5 - 0.5 * np.cos(np.pi * k / degree)
    weights = (-1.0) ** k
    weights[0] *= 0.5
    weights[-1] *= 0.5
    difference = points[:, None] - points[None, :] + np.eye(degree + 1)
    matrix = weights[None, :] / weights[:, None] / difference
    np.fill_diagonal(matrix, 0.0)
    np.fill_diagonal(matrix, -matrix.sum(axis=1))
    return points, weights, matrix


class Table:
    """Step k reaches from times[k] to times[k+1] and owns degrees[k] + 1 columns of values."""

    def __init__(self, times, degrees, values):
        self.times = np.asarray(times, float)
        self.degrees = np.asarray(degrees, int)[: max(len(times) - 1, 0)]
        self.values = np.asarray(values, float)
        self.first = np.concatenate([[0], np.cumsum(self.degrees + 1)])

    @staticmethod
    def nodes(times, degrees):
        """The times at which values are needed. What stands at the end of a step may be the value behind a jump: so the last point is
        the last number before it."""
        parts = [a + (b - a) * grid(int(d))[0] for a, b, d in zip(times[:-1], times[1:], degrees)]
        for part in parts:
            part[-1] = np.nextafter(part[-1], -np.inf)
        return np.concatenate(parts) if parts else np.asarray(times, float)

    def at(self, t):
        """One row per variable."""
        return self._read(np.atleast_1d(np.asarray(t, float)), False)

    def slope(self, t):
        return self._read(np.atleast_1d(np.asarray(t, float)), True)

    def _read(self, t, slope):
        result = np.empty((self.values.shape[0], t.size))
        if len(self.times) < 2:
            result[:] = 0.0 if slope else self.values[:, :1]
            return result
        step = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self.times) - 2)
        length = np.diff(self.times)
        for degree in np.unique(self.degrees[step]):
            here = np.flatnonzero(self.degrees[step] == degree)
            k = step[here]
            points, weights, matrix = grid(int(degree))
            share = _shares(points, weights, (t[here] - self.times[k]) / length[k])
            if slope:
                share = share @ matrix / length[k][:, None]
            values = self.values[:, self.first[k][:, None] + np.arange(degree + 1)]
            result[:, here] = np.einsum("vtp,tp->vt", values, share)
        return result


def _shares(points, weights, theta):
    """What each point of the step contributes at theta: the barycentric formula of the second kind. [BT04]"""
    difference = theta[:, None] - points[None, :]
    exact = np.abs(difference) < 1e-15
    with np.errstate(divide="ignore", invalid="ignore"):
        share = weights / difference
        share /= share.sum(axis=1, keepdims=True)
    rows = exact.any(axis=1)
    share[rows] = exact[rows] / np.maximum(exact[rows].sum(axis=1, keepdims=True), 1)
    return share
