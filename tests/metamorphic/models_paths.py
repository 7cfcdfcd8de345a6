"""Prescribed paths (inverse dynamics, index 3 to 7) and linear pencils of index 1 to 4, some of which hide their structure."""
from description import model

MODELS = [
    model("path_one_mass", "control", 3, 0, ["x m", "v m/s", "F N"], ["path: x = A*sin(w*time)", "motion: der(x) = v", "newton: m*der(v) = F"],
          {"A": "0.5 m", "w": "2 1/s", "m": "3 kg"}, stop=2.0, at=(0.5, 1.2),
          solution={"x": "0.5*sin(2*time)", "v": "cos(2*time)", "F": "-6*sin(2*time)"}, dimensional=True),
    model("path_two_masses", "control", 5, 0, ["x m", "y m", "F N"],
          ["path: y = A*sin(w*time)", "outer: m*der(der(y)) = c*(x - y)", "inner: m*der(der(x)) = F - c*(x - y)"],
          {"A": "0.5 m", "w": "1 1/s", "m": "1 kg", "c": "4 N/m"}, stop=2.0, at=(0.5, 1.2),
          solution={"y": "0.5*sin(time)", "x": "0.375*sin(time)", "F": "-0.875*sin(time)"}, dimensional=True),
    model("path_three_masses", "control", 7, 0, ["x m", "y m", "z m", "F N"],
          ["path: z = A*sin(w*time)", "last: m*der(der(z)) = c*(y - z)", "middle: m*der(der(y)) = c*(x - y) - c*(y - z)",
           "first: m*der(der(x)) = F - c*(x - y)"], {"A": "1 m", "w": "1 1/s", "m": "1 kg", "c": "2 N/m"}, stop=1.5, at=(0.4, 0.9),
          # y = z + z''/2 = z/2; x = y + y''/2 - z''... = y + (y'' + c (y - z))/2; F = x'' + c (x - y).
          solution={"z": "sin(time)", "y": "0.5*sin(time)", "x": "-0.25*sin(time)", "F": "-1.25*sin(time)"}, dimensional=True),
    model("path_first_order", "control", 4, 0, ["a", "b", "c", "u"], ["path: c = exp(-time)", "one: der(c) = -c + b", "two: der(b) = -2*b + a^3 + a",
                                                                "three: der(a) = -a + u"], stop=1.5, at=(0.4, 0.9),
          # b = 0, a = 0, u = 0 but for what is added to the path.
          solution={"c": "exp(-time)", "b": "0", "a": "0", "u": "0"}, scale={"a": 1.0, "b": 1.0, "u": 1.0}),
    model("path_nonlinear", "control", 3, 0, ["a", "b", "u"], ["path: a = sin(time)", "one: der(a) = b^3 + b", "two: der(b) = -b + u*(2 + a)"],
          stop=1.0, at=(0.3, 0.6), reduced={"B": ("0.6823278038280193", "-sin(time)/(3*B^2 + 1)")},
          solution={"a": "sin(time)", "b": "B", "u": "(der(b) + b)/(2 + a)"}),
    model("robot", "control", 3, 0, ["q1 = 0.3", "q2 = 1.2", "w1", "w2", "u1", "u2"],
          ["d1: der(q1) = w1", "d2: der(q2) = w2", "torque1: 2*der(w1) + der(w2) = u1", "torque2: der(w1) + 1.5*der(w2) = u2 - sin(q2)",
           "path_x: cos(q1) + cos(q1 + q2) = cos(0.3 + 0.2*sin(time)) + cos(1.5 + 0.2*sin(time) - 0.3*time)",
           "path_y: sin(q1) + sin(q1 + q2) = sin(0.3 + 0.2*sin(time)) + sin(1.5 + 0.2*sin(time) - 0.3*time)"], stop=1.0, at=(0.3, 0.6),
          solution={"q1": "0.3 + 0.2*sin(time)", "q2": "1.2 - 0.3*time", "w1": "der(q1)", "w2": "der(q2)", "u1": "2*der(w1) + der(w2)",
                    "u2": "der(w1) + 1.5*der(w2) + sin(q2)"}, amplification=5.0),
    # Linear pencils
    model("nilpotent", "pencil", 4, 0, ["a", "b", "c", "d"], ["one: a = sin(2*time)", "two: b = der(a)", "three: c = der(b)", "four: d = der(c)"],
          stop=1.0, at=(0.3, 0.6), solution={"a": "sin(2*time)", "b": "2*cos(2*time)", "c": "-4*sin(2*time)", "d": "-8*cos(2*time)"}),
    model("gear_petzold", "pencil", 2, 0, ["x", "y"], ["one: x + 0.5*time*y = exp(-time)", "two: der(x) + 0.5*time*der(y) + 1.5*y = sin(time)"],
          stop=1.0, at=(0.3, 0.6), solution={"y": "sin(time) + exp(-time)", "x": "exp(-time) - 0.5*time*y"}),
    model("gear_petzold_negative", "pencil", 2, 0, ["x", "y"], ["one: x - 2*time*y = exp(-time)", "two: der(x) - 2*time*der(y) - y = sin(time)"],
          stop=1.0, at=(0.3, 0.6), solution={"y": "sin(time) + exp(-time)", "x": "exp(-time) + 2*time*y"}),
    model("weierstrass_two", "pencil", 2, 1, ["x = 1 fixed", "y", "z"],
          # x' = -x, y = cos, y' = z, in rows r1 + r2 + r3, r1 - r3, r1 + 2 r2 and columns x, y + x, z - x.
          ["one: der(x) + x + (y + x - cos(time)) + der(y) + der(x) - (z - x) = 0", "two: der(x) + x - (der(y) + der(x) - (z - x)) = 0",
           "three: der(x) + x + 2*(y + x - cos(time)) = 0"], stop=1.0, at=(0.3, 0.6),
          solution={"x": "exp(-time)", "y": "cos(time) - exp(-time)", "z": "-sin(time) + exp(-time)"}),
    model("weierstrass_three", "pencil", 3, 1, ["x = 1 fixed", "a", "b", "c"],
          # x' = -x; a = sin, a' = b, b' = c, rows mixed.
          ["one: der(x) + x + a - sin(time) = 0", "two: der(x) + x + der(a) - b = 0", "three: der(x) + x + der(b) - c = 0",
           "four: der(x) + x + 2*(a - sin(time)) - 3*(der(a) - b) + 4*(der(b) - c) = 0"], stop=1.0, at=(0.3, 0.6),
          solution={"x": "exp(-time)", "a": "sin(time)", "b": "cos(time)", "c": "-sin(time)"}),
    model("hessenberg", "index 2", 2, 1, ["x = 1 fixed", "y = 1", "z = 1"],
          ["dx: der(x) = x*y^2*z^2", "dy: der(y) = x^2*y^2 - 3*y^2*z", "law: x^2*y = 1"], stop=1.0, at=(0.3, 0.6),
          solution={"x": "exp(time)", "y": "exp(-2*time)", "z": "exp(2*time)"}, amplification=8.0),
    model("velocity_level", "index 2", 2, 2, ["x = 0 fixed", "y", "l", "p = 1 fixed"],
          ["dx: der(x) = y + l", "dy: der(y) = -x + 2*l", "law: x + y = sin(time)", "dp: der(p) = -p*x"], stop=1.5, at=(0.4, 0.9),
          # l = (cos t - y + x)/3 with y = sin t - x; x' = sin t - x + (cos t - sin t + 2 x)/3.
          reduced={"X": ("0", "2*sin(time)/3 + cos(time)/3 - X/3"), "P": ("1", "-P*X")},
          solution={"x": "X", "y": "sin(time) - X", "l": "(cos(time) - y + x)/3", "p": "P"}),
    model("control_law", "index 2", 2, 1, ["x = 1 fixed", "y", "u"], ["plant: der(x) = -x + y", "actuator: der(y) = u - y", "law: y = -2*x"],
          stop=1.5, at=(0.4, 0.9), solution={"x": "exp(-3*time)", "y": "-2*exp(-3*time)", "u": "4*exp(-3*time)"}),
]
