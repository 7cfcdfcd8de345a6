"""Models whose solution ends, and models that have none or more than one: what must be said, and when."""
from description import model

MODELS = [
    model("fold_relaxation", "ends", 1, 1, ["x = 0.6666666666666666 fixed", "y = 2"], ["rate: der(x) = -y", "law: x = y^3/3 - y"],
          stop=0.7, at=(0.3,), ends=0.8068528194400547,  # 3/2 - log 2
          reduced={"Y": ("2", "-Y/(Y^2 - 1)")}, solution={"x": "Y^3/3 - Y", "y": "Y"}, culprits={"law"}),
    model("fold_cubic", "ends", 1, 1, ["x = 0 fixed", "z"], ["clock: der(x) = 1", "law: z - z^3 = x"], stop=0.35, at=(0.2,),
          ends=0.3849001794597505,  # 2/(3 sqrt 3)
          reduced={"Z": ("0", "1/(1 - 3*Z^2)")}, solution={"x": "Z - Z^3", "z": "Z"}, culprits={"law"}),
    model("fold_root", "ends", 2, 1, ["x = 1 fixed", "y = 1", "z"], ["clock: der(x) = -1", "rate: der(y) = -z", "law: y^2 = x"], stop=0.9, at=(0.5,),
          ends=1.0, solution={"x": "1 - time", "y": "sqrt(1 - time)", "z": "0.5/sqrt(1 - time)"}, amplification=10.0, culprits={"law", "clock"}),  # 2 y der(y) = der(x) = -1: the singular combination has both
    model("escape", "ends", 0, 1, ["x = 1 fixed"], ["rate: der(x) = x^2"], stop=0.8, at=(0.4,), ends=1.0, solution={"x": "1/(1 - time)"},
          amplification=5.0, culprits={"rate"}),
    model("falls_into_zero", "ends", 0, 1, ["x = 1 fixed"], ["rate: der(x) = -1/x"], stop=0.4, at=(0.2,), ends=0.5,
          solution={"x": "sqrt(1 - 2*time)"}, amplification=10.0, culprits={"rate"}),
    model("logarithm", "ends", 1, 1, ["x = 1 fixed", "y"], ["clock: der(x) = -1", "law: y = log(x)"], stop=0.8, at=(0.4,), ends=1.0,
          solution={"x": "1 - time", "y": "log(1 - time)"}, amplification=5.0, culprits={"law"}),
    model("leaves_circle", "ends", 1, 0, ["x", "y = 1"], ["path: x = time", "circle: x^2 + y^2 = 1"], stop=0.9, at=(0.5,), ends=1.0,
          solution={"x": "time", "y": "sqrt(1 - time^2)"}, amplification=10.0, culprits={"circle", "path"}),
    model("out_of_reach", "ends", 3, 0, ["x m", "y m = 1", "u m/s", "w m/s", "P N", "F N/m"],
          ["dx: der(x) = u", "dy: der(y) = w", "mx: der(u) = -F*x + P", "my: der(w) = -F*y", "path: x = time^2/2", "rod: x^2 + y^2 = 1"],
          stop=1.0, at=(0.5,), ends=1.4142135623730951,
          solution={"x": "time^2/2", "y": "sqrt(1 - time^4/4)", "u": "der(x)", "w": "der(y)", "F": "-der(w)/y", "P": "der(u) + F*x"},
          amplification=10.0, culprits={"rod", "path"}),
    model("impasse", "ends", 1, 1, ["p = 0 fixed", "z = 0"],
          # 001 (1.9) reduced to its angle; the branch ends where the root of the law is double.
          ["rate: der(p) = 1", "law: sin(z) = 2*p"], stop=0.45, at=(0.2,), ends=0.5,
          solution={"p": "time", "z": "asin(2*time)"}, amplification=10.0, culprits={"law"}, scale={"z": 1.0}),
    # No solution, or no unique one.
    model("contradiction", "refused", None, None, ["x", "y"], ["one: x + y = 1 + time", "two: x + y = 2 + time"], refused=True, culprits={"one", "two"}),
    model("contradiction_driven", "refused", None, None, ["x = 1 fixed", "y", "z"],
          ["rate: der(x) = -x", "one: y + 2*z = x", "two: 2*y + 4*z = 3*x"], refused=True, culprits={"one", "two"}),
    model("too_many", "refused", None, None, ["x", "y = 0 fixed"], ["one: x = sin(time)", "two: x = cos(time)"], refused=True,
          culprits={"one", "two"}),
    model("ring_of_resistors", "refused", None, None, ["a V", "b V", "c V"],
          ["node_a: (a - b)/1 + (a - c)/2 = 0", "node_b: (b - a)/1 + (b - c)/3 = 0", "node_c: (c - a)/2 + (c - b)/3 = 0"], refused=True,
          culprits={"node_a", "node_b", "node_c"}),
    model("inconsistent_start", "refused", None, None, ["x = 0.6 fixed", "y = 0.3 fixed", "v = 0 fixed", "w", "F"],
          ["dx: der(x) = v", "dy: der(y) = w", "mx: der(v) = -F*x", "my: der(w) = -F*y - 9.81", "rod: x^2 + y^2 = 1"], refused=True, culprits={"rod"}),
    model("no_real_root", "refused", None, None, ["x = 1 fixed", "y"], ["rate: der(x) = -x", "law: y^2 = -1 - x^2"], refused=True, culprits={"law"}),
]
