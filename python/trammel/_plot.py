"""Pictures of solutions, where matplotlib is there."""
import io

from ._errors import Error

MOST = 6  # curves of a picture that nobody has asked for


def _pyplot():
    try:
        import matplotlib.pyplot
    except ImportError:
        raise Error("plots need matplotlib, which is not installed", hint="to_dataframe(), or sol['x'] over sol.t") from None
    return matplotlib.pyplot


def _smooth(sol):
    """Times to draw at: also between the steps, which may be long."""
    import numpy as np
    try:
        sol.table if sol._native is None else sol._native.steps()[0][1]
    except (Error, IndexError):
        return sol.t, sol.values
    t = np.unique(np.concatenate([sol.t, np.linspace(sol.t_start, sol.t_end, 400)])) if len(sol.t) < 2000 else sol.t
    return t, sol._read(t)


def plot(sol, what, axes=None):
    plt = _pyplot()
    panels = list(what) or [[name for name in sol.names if not name.startswith("der(")][:MOST]]
    if axes is None:
        figure, axes = plt.subplots(len(panels), 1, squeeze=False, layout="constrained", figsize=(6.4, 2.6 * len(panels) + 0.6))
        axes = axes[:, 0]
    else:
        axes = [axes] if hasattr(axes, "plot") else list(axes)
        figure = axes[0].figure
    t, values = _smooth(sol)
    for panel, ax in zip(panels, axes):
        if isinstance(panel, tuple):
            if len(panel) != 2:
                raise Error("a path needs two variables, such as ('x', 'y')", hint="a list ['x', 'y', 'z'] for curves over time")
            ax.plot(values[sol._find(panel[0])], values[sol._find(panel[1])])
            ax.set_xlabel(panel[0])
            ax.set_ylabel(panel[1])
            ax.set_aspect("equal", adjustable="datalim")
            continue
        names = [panel] if isinstance(panel, str) else list(panel)
        for name in names:
            ax.plot(t, values[sol._find(name)], label=name)
        ax.set_xlabel("time")
        ax.legend()
    return figure


def picture(sol):
    """An SVG element for notebooks; nothing without matplotlib."""
    try:
        plt = _pyplot()
        figure = plot(sol, ())
    except Error:
        return ""
    text = io.StringIO()
    figure.savefig(text, format="svg")
    plt.close(figure)
    return text.getvalue()[text.getvalue().index("<svg"):]
