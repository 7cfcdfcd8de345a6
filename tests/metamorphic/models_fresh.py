"""More models, written without looking at the others: rates that equations only imply, several orders of derivatives, rotating frames, networks that recycle."""
from description import model

MODELS = [
    # x = -(p + 0.3 exp(p)) with p = x': differentiated, p' = -p/(1 + 0.3 exp(p)). From p = 1 on.
    model("slope_law", "ode", 0, 1, ["x = -1.8154845485377135 fixed"], ["law: der(x) + 0.3*exp(der(x)) = -x"], stop=2.0, at=(0.5, 1.2),
          reduced={"P": ("1", "-P/(1 + 0.3*exp(P))")}, solution={"x": "-(P + 0.3*exp(P))"}, rates=2.0),
    model("slope_circle", "ode", 1, 1, ["x = 0 fixed", "v = 1"], ["circle: v^2 + x^2 = 1", "slope: der(x) = v"], stop=1.2, at=(0.4, 0.9),
          solution={"x": "sin(time)", "v": "cos(time)"}, amplification=5.0),
    model("beam", "ode", 0, 4, ["x = 1 fixed", "a = 0 fixed", "b = -1 fixed", "c = 0 fixed"],
          ["one: der(x) = a", "two: der(a) = b", "three: der(b) = c", "four: der(c) = x"], stop=2.0, at=(0.7, 1.4),
          solution={"x": "cos(time)", "a": "-sin(time)", "b": "-cos(time)", "c": "sin(time)"}, amplification=20.0),
    # Near a circular orbit: an ellipse of 2 : 1, once around in 5712 s.
    model("hill_frame", "ode", 0, 4, ["x m = 100 fixed", "y m = 0 fixed", "u m/s = 0 fixed", "w m/s = -0.22 fixed"],
          ["dx: der(x) = u", "dy: der(y) = w", "out: der(u) = 3*n^2*x + 2*n*w", "along: der(w) = -2*n*u"], {"n": "1.1e-3 1/s"}, stop=4000.0, at=(900.0, 2500.0),
          solution={"x": "100*cos(n*time)", "y": "-200*sin(n*time)", "u": "der(x)", "w": "der(y)"}, amplification=20.0, rates=1.0, dimensional=True),
    model("epidemic", "ode", 1, 2, ["S = 0.99 fixed", "I = 0.01 fixed", "R"], ["infect: der(S) = -b*S*I", "ill: der(I) = b*S*I - c*I", "all: S + I + R = 1"],
          {"b": "1.2 1/s", "c": "0.3 1/s"}, stop=20.0, at=(4.0, 9.0), reduced={"s": ("0.99", "-1.2*s*i"), "i": ("0.01", "1.2*s*i - 0.3*i")},
          solution={"S": "s", "I": "i", "R": "1 - s - i"}, dimensional=True),
    model("chemostat", "ode", 1, 2, ["X = 0.5 fixed", "S = 1 fixed", "mu"], ["cells: der(X) = (mu - D)*X", "feed: der(S) = D*(4 - S) - 2*mu*X", "monod: mu*(0.3 + S) = 1.1*S"],
          {"D": "0.6 1/s"}, stop=8.0, at=(2.0, 5.0), reduced={"c": ("0.5", "(1.1*s/(0.3 + s) - 0.6)*c"), "s": ("1", "0.6*(4 - s) - 2.2*s/(0.3 + s)*c")},
          solution={"X": "c", "S": "s", "mu": "1.1*s/(0.3 + s)"}),
    # A ray enters glass while the mirror turns; its exit moves along the screen.
    model("refraction", "algebra", 1, 0, ["a", "b = 0.1", "y m"], ["mirror: a = 0.2 + 0.3*time", "snell: sin(a) = 1.5*sin(b)", "screen: y*cos(b) = d*sin(b)"], {"d": "0.02 m"},
          stop=2.0, at=(0.5, 1.3), solution={"a": "0.2 + 0.3*time", "b": "asin(sin(a)/1.5)", "y": "d*sin(b)/cos(b)"}, amplification=3.0),
    model("radar", "control", 2, 0, ["x m", "y m", "r m = 5", "p = 0.6", "u m/s", "w m/s"],
          ["east: x = 4 + 0.5*time", "north: y = 3 - 0.2*time^2", "range: x = r*cos(p)", "bearing: y = r*sin(p)", "du: u = der(r)", "dw: w = r*der(p)"],
          stop=2.0, at=(0.6, 1.4), solution={"x": "4 + 0.5*time", "y": "3 - 0.2*time^2", "r": "sqrt(x^2 + y^2)", "p": "atan(y/x)", "u": "der(r)", "w": "r*der(p)"}, amplification=5.0),
    model("recycle", "ode", 1, 3, ["a mol = 2 fixed", "b mol = 0 fixed", "c mol = 0 fixed", "f mol/s", "g mol/s", "h mol/s"],
          ["first: der(a) = h - f", "second: der(b) = f - g", "third: der(c) = g - h", "lf: f = k*a", "lg: g = 3*k*b", "lh: h = 0.5*k*c"], {"k": "0.7 1/s"}, stop=4.0, at=(1.0, 2.5),
          reduced={"A": ("2", "0.35*C - 0.7*A"), "B": ("0", "0.7*A - 2.1*B"), "C": ("0", "2.1*B - 0.35*C")},
          solution={"a": "A", "b": "B", "c": "C", "f": "k*A", "g": "3*k*B", "h": "0.5*k*C"}, dimensional=True),
    # The force that makes the cart move as asked, through its velocity.
    model("speed_law", "control", 2, 1, ["x m = 1 fixed", "v m/s", "F N"], ["dx: der(x) = v", "push: m*der(v) = F - c*v", "law: v = -k*x"],
          {"m": "3 kg", "c": "2 kg/s", "k": "0.8 1/s"}, stop=3.0, at=(0.8, 1.9), solution={"x": "exp(-0.8*time)", "v": "-0.8*exp(-0.8*time)", "F": "3*0.64*exp(-0.8*time) - 1.6*exp(-0.8*time)"}, dimensional=True),
    # Two coupled swings about the same axle, in angles; energy swaps between them.
    model("coupled_swings", "ode", 0, 4, ["p = 0.4 fixed", "q = 0 fixed", "P 1/s = 0 fixed", "Q 1/s = 0 fixed"],
          ["dp: der(p) = P", "dq: der(q) = Q", "one: der(P) = -w2*sin(p) - k*(p - q)", "two: der(Q) = -w2*sin(q) + k*(p - q)"], {"w2": "4 1/s2", "k": "0.5 1/s2"}, stop=6.0, at=(1.5, 4.0),
          reduced={"a": ("0.4", "A"), "b": ("0", "B"), "A": ("0", "-4*sin(a) - 0.5*(a - b)"), "B": ("0", "-4*sin(b) + 0.5*(a - b)")},
          solution={"p": "a", "q": "b", "P": "A", "Q": "B"}, rates=2.0, dimensional=True),
    # A disc that rolls on a parabola y = x^2/2, its point of contact as coordinate: index 3 with a sloping constraint.
    model("slope_rider", "mechanism", 3, 2, ["x m = 0.5 fixed", "y m", "u m/s = 0 fixed", "w m/s", "N N/m"],
          ["dx: der(x) = u", "dy: der(y) = w", "mx: m*der(u) = -N*x*a", "my: m*der(w) = N - m*g", "ground: y = a*x^2/2"], {"m": "2 kg", "g": "9.81 m/s2", "a": "1 1/m"}, stop=2.0, at=(0.5, 1.3),
          reduced={"X": ("0.5", "U"), "U": ("0", "-X*(U^2 + g)/(1 + X^2)")},
          solution={"x": "X", "y": "X^2/2", "u": "U", "w": "X*U", "N": "m*(g + U^2 + X*der(u))"}, rates=3.0),
    # The sum of both flows is fixed, their ratio follows the pressure that one of them makes.
    model("splitter", "algebra", 1, 1, ["h m = 2 fixed", "f m3/s = 0.5", "q m3/s = 0.5", "p Pa = 1"],
          ["fill: der(h) = 0.3 - f", "sum: f + q = 1 + 0.2*h", "left: p = 2*f^2", "right: p = q + q^2"], stop=3.0, at=(1.0, 2.0),
          # 2 f^2 = q + q^2, q = s - f: f^2 + (1 + 2 s) f - s - s^2 = 0.
          reduced={"H": ("2", "0.3 - (sqrt((3 + 0.4*H)^2 + 4*(1 + 0.2*H)*(2 + 0.2*H)) - (3 + 0.4*H))/2")},
          solution={"h": "H", "f": "(sqrt((3 + 0.4*H)^2 + 4*(1 + 0.2*H)*(2 + 0.2*H)) - (3 + 0.4*H))/2", "q": "1 + 0.2*H - f", "p": "2*f^2"}),
    # A stiff sensor follows a slow state, and its rate is asked for.
    model("sensor_rate", "stiff", 1, 2, ["x = 1 fixed", "y = 1 fixed", "r"], ["slow: der(x) = -0.5*x", "fast: der(y) = 1e5*(x - y)", "rate: r = 1e5*(x - y)"], stop=3.0, at=(0.7, 1.8),
          solution={"x": "exp(-0.5*time)", "y": "1e5/(1e5 - 0.5)*exp(-0.5*time) - 0.5/(1e5 - 0.5)*exp(-1e5*time)", "r": "der(y)"}, amplification=1.0, rates=1.0),
]
