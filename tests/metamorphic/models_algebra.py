"""Nonlinear algebra: one root or the branch that the start belongs to, from good and bad guesses."""
from description import model

MODELS = [
    model("cubic_root", "algebra", 1, 0, ["x"], ["law: x^3 = 8"], stop=1.0, at=(0.5,), solution={"x": "2"}),
    model("cubic_moving", "algebra", 1, 0, ["x"], ["law: x^3 + x = 10 + 20*time"], stop=1.0, at=(0.5,),
          reduced={"X": ("2", "20/(3*X^2 + 1)")}, solution={"x": "X"}),
    model("cubic_chain", "algebra", 1, 0, ["y%d" % i for i in range(1, 9)],
          ["first: y1 + y1^3 = 3 + time + (3 + time)^3"] + ["law%d: y%d + y%d^3 = y%d + y%d^3" % (i, i, i, i - 1, i - 1) for i in range(2, 9)],
          stop=1.0, at=(0.5,), solution={"y%d" % i: "3 + time" for i in range(1, 9)}),
    model("far_guess", "algebra", 1, 0, ["x = 30"], ["law: exp(x) + x = exp(time) + time"], stop=1.0, at=(0.5,), solution={"x": "time"}, scale={"x": 1.0}),
    model("arc_tangent", "algebra", 1, 0, ["x = 20"], ["law: atan(x) = 0.5*sin(time)"], stop=2.0, at=(0.5, 1.1), solution={"x": "tan(0.5*sin(time))"}, scale={"x": 1.0}),
    model("two_curves", "algebra", 1, 0, ["x = 2", "y = 0.5"], ["product: x*y = 1 + time", "sum: x + y = 3 + time"], stop=1.0, at=(0.5,),
          reduced={"R": ("2.618033988749895", "0")},
          solution={"x": "(3 + time + sqrt((3 + time)^2 - 4*(1 + time)))/2", "y": "(3 + time - sqrt((3 + time)^2 - 4*(1 + time)))/2"}),
    model("sine_branch", "algebra", 1, 1, ["s = 0 fixed", "x"], ["clock: der(s) = 1", "law: sin(x) = 0.99*s"], stop=0.95, at=(0.3, 0.6),
          solution={"s": "time", "x": "asin(0.99*time)"}, amplification=3.0, scale={"x": 1.0}),
    model("square_branch", "algebra", 1, 1, ["s = 1 fixed", "x = 1"], ["growth: der(s) = s", "law: x^2 = s"], stop=2.0, at=(0.5, 1.2),
          solution={"s": "exp(time)", "x": "exp(time/2)"}),
    model("lower_branch", "algebra", 1, 1, ["s = 1 fixed", "x = -1"], ["growth: der(s) = -s", "law: x^2 = s"], stop=2.0, at=(0.5, 1.2),
          solution={"s": "exp(-time)", "x": "-exp(-time/2)"}),
    model("through_zero", "algebra", 1, 1, ["x = 0 fixed", "z"], ["clock: der(x) = 1", "law: (x - 0.5)*z = (x - 0.5)*sin(x)"], stop=1.0,
          at=(0.3, 0.7), solution={"x": "time", "z": "sin(time)"}, scale={"z": 1.0}),
    model("turning", "algebra", 2, 1, ["x = 0 fixed", "y = 1", "z = 0.63"],
          # The example of two roots: z of (x, y) on the circle; the start says which one.
          ["dx: der(x) = 0.7*y + sin(2.5*z)", "dy: der(y) = 1.4*x + cos(2.5*z)", "circle: x^2 + y^2 = 1"], stop=0.3, at=(0.1, 0.2),
          # x = sin p, y = cos p: p' = cos p (0.7 cos p + sin a) - sin p (1.4 sin p + cos a), a = 2.5 z, and
          # sin p (0.7 cos p + sin a) + cos p (1.4 sin p + cos a) = 0: cos(a - p) = -2.1 sin p cos p, a = p + acos(..).
          reduced={"p": ("0", "cos(p)*(0.7*cos(p) + sin(p + acos(-2.1*sin(p)*cos(p)))) - sin(p)*(1.4*sin(p) + cos(p + acos(-2.1*sin(p)*cos(p))))")},
          solution={"x": "sin(p)", "y": "cos(p)", "z": "(p + acos(-2.1*sin(p)*cos(p)))/2.5"}),
    model("polynomial_pair", "algebra", 1, 0, ["x = 1", "y = 1"], ["one: x^2 + y = 3 + time", "two: x + y^2 = 5 - time"], stop=1.0, at=(0.5,),
          # From the root (1, 2); differentiated by hand.
          reduced={"X": ("1", "(2*Y + 1)/(4*X*Y - 1)"), "Y": ("2", "(-2*X - 1)/(4*X*Y - 1)")}, solution={"x": "X", "y": "Y"}),
    model("saturation", "algebra", 1, 1, ["x = 0 fixed", "f"], ["rate: der(x) = cos(time) - f/10", "law: f + tanh(f) = 2*x"], stop=2.0, at=(0.5, 1.2),
          reduced={"f": ("0", "2*(cos(time) - f/10)/(2 - tanh(f)^2)")}, solution={"x": "(f + tanh(f))/2", "f": "f"}),
    model("lambert", "algebra", 1, 1, ["s = 0 fixed", "y"], ["clock: der(s) = 20", "law: y*exp(y) = s"], stop=2.0, at=(0.1, 1.0),
          reduced={"Y": ("0", "20/(exp(Y)*(1 + Y))")}, solution={"s": "20*time", "y": "Y"}),
    # A two-link arm follows a circle with its elbow bent the same way.
    model("arm", "algebra", 1, 0, ["a = 0.2", "b = 1.5"],
          ["px: 1.0*cos(a) + 0.8*cos(a + b) = 0.9 + 0.3*cos(time)", "py: sin(a) + 0.8*sin(a + b) = 0.5 + 0.3*sin(time)"], stop=6.0, at=(1.5, 3.0),
          solution={"b": "acos(((0.9 + 0.3*cos(time))^2 + (0.5 + 0.3*sin(time))^2 - 1.64)/1.6)",
                    "a": "atan((0.5 + 0.3*sin(time))/(0.9 + 0.3*cos(time))) - atan(0.8*sin(b)/(1 + 0.8*cos(b)))"}, amplification=4.0),
]
