"""Parts of plants and machines in the sizes that they have: pressures of megapascals beside strokes of millimetres, windings that are coupled without
leakage, reactions at their equilibrium, temperatures that are asked for at the far end."""
from description import model

MODELS = [
    # Oil that does not give: A1 x + A2 y = 0; the small piston is pushed, the large one lifts a spring.
    model("hydraulic_press", "mechanism", 3, 2, ["x m = 0 fixed", "y m", "u m/s = 0 fixed", "w m/s", "p Pa"],
          ["dx: der(x) = u", "dy: der(y) = w", "small: m*der(u) = F + p*a", "large: M*der(w) = p*b - k*y", "oil: a*x + b*y = 0"],
          {"m": "2 kg", "M": "50 kg", "F": "400 N", "a": "5e-4 m2", "b": "1e-2 m2", "k": "2e6 N/m"}, stop=0.3, at=(0.1, 0.2),
          # With y = -r x, r = a/b: (m + M r^2) x'' = F - k r^2 x.
          reduced={"X": ("0", "U"), "U": ("0", "(400 - 2e6*0.0025*X)/(2 + 50*0.0025)")},
          solution={"x": "X", "y": "-0.05*X", "u": "U", "w": "-0.05*U", "p": "(2*der(u) - 400)/5e-4"}, rates=50.0, dimensional=True),
    # Windings without leakage: L1 L2 = M^2, so the matrix of inductances is singular; L1 i + M j moves alone.
    model("ideal_windings", "circuit", 1, 1, ["i A = 0 fixed", "j A", "v V", "w V"],
          ["first: L1*der(i) + M*der(j) = v", "second: M*der(i) + L2*der(j) = w", "source: v = U*sin(w0*time) - R*i", "load: w = -S*j"],
          {"L1": "0.4 H", "L2": "0.1 H", "M": "0.2 H", "U": "10 V", "R": "5 Ohm", "S": "2 Ohm", "w0": "20 1/s"}, stop=0.5, at=(0.15, 0.35),
          # w = v/2: -S j = (U sin - R i)/2; p = L1 i + M j with p' = v. i and j from p and the source.
          reduced={"P": ("0", "10*sin(20*time) - 5*(P + 0.5*sin(20*time))/(0.4 + 0.25)")},
          solution={"i": "(P + 0.5*sin(20*time))/(0.4 + 0.25)", "j": "-(10*sin(20*time) - 5*i)/4", "v": "10*sin(20*time) - 5*i", "w": "v/2"}, rates=20.0),
    # a + b <-> c at equilibrium with a rate that nobody knows, while c is drawn off.
    model("equilibrium_rate", "ode", 2, 2, ["a mol = 2 fixed", "b mol = 1 fixed", "c mol", "r mol/s"],
          ["lose_a: der(a) = -r", "lose_b: der(b) = -r + f", "gain: der(c) = r - d*c", "law: c = K*a*b"], {"K": "3 1/mol", "f": "0.1 mol/s", "d": "0.2 1/s"},
          stop=3.0, at=(1.0, 2.0),
          # K (a' b + a b') = r - d c with a' = -r, b' = f - r: r (1 + K (a + b)) = K a f + d K a b.
          reduced={"A": ("2", "-(0.3*A + 0.6*A*B)/(1 + 3*(A + B))"), "B": ("1", "0.1 - (0.3*A + 0.6*A*B)/(1 + 3*(A + B))")},
          solution={"a": "A", "b": "B", "c": "3*A*B", "r": "-der(a)"}, dimensional=True),
    # An ideal amplifier holds its inputs level; the branch behind it differentiates.
    model("differentiator", "circuit", 2, 0, ["u V", "n V", "o V", "i A", "q C"],
          ["source: u = U*sin(w0*time)", "null: n = 0", "plate: q = C*(u - n)", "branch: i = der(q)", "back: n - o = R*i"], {"U": "2 V", "w0": "50 1/s", "C": "1e-6 F", "R": "1e4 Ohm"},
          stop=0.2, at=(0.05, 0.13), solution={"u": "2*sin(50*time)", "n": "0", "o": "-1e4*i", "i": "1e-6*der(u)", "q": "1e-6*u"}, scale={"n": 2.0}, amplification=3.0, rates=50.0),
    # Three phases into a star whose point is not connected.
    model("star_point", "circuit", 2, 2, ["i A = 0 fixed", "j A = 0 fixed", "k A", "v V"],
          ["one: L*der(i) = U*sin(w0*time) - v - R*i", "two: L*der(j) = U*sin(w0*time - 2) - v - R*j", "three: L*der(k) = U*sin(w0*time + 2) - v - S*k", "star: i + j + k = 0"],
          {"L": "0.01 H", "U": "300 V", "R": "4 Ohm", "S": "6 Ohm", "w0": "314 1/s"}, stop=0.03, at=(0.01, 0.02),
          reduced={"I": ("0", "100*(300*sin(314*time) - (300*sin(314*time) + 300*sin(314*time - 2) + 300*sin(314*time + 2) + 2*(I + J))/3 - 4*I)"),
           "J": ("0", "100*(300*sin(314*time - 2) - (300*sin(314*time) + 300*sin(314*time - 2) + 300*sin(314*time + 2) + 2*(I + J))/3 - 4*J)")},
          solution={"i": "I", "j": "J", "k": "-I - J", "v": "(300*sin(314*time) + 300*sin(314*time - 2) + 300*sin(314*time + 2) + 2*(I + J))/3"}, rates=314.0, dimensional=True),
    # The flux that makes the far end of a rod follow a given course: one more derivative for each cell between.
    model("far_end", "control", 4, 0, ["a K", "b K", "c K", "q W"],
          ["near: C*der(a) = q - G*(a - b)", "middle: C*der(b) = G*(a - b) - G*(b - c)", "far: C*der(c) = G*(b - c)", "asked: c = 300 + 20*sin(w0*time)"],
          {"C": "50 J/K", "G": "10 W/K", "w0": "0.1 1/s"}, stop=30.0, at=(10.0, 20.0),
          solution={"c": "300 + 20*sin(0.1*time)", "b": "c + 5*der(c)", "a": "b + 5*der(b) + b - c", "q": "50*der(a) + 10*(a - b)"}, amplification=3.0, rates=0.1),
    # Two vessels joined by a wide pipe stand level; what flows through it follows.
    model("level_vessels", "ode", 2, 1, ["h m = 1 fixed", "g m", "q m3/s"], ["left: A*der(h) = f - q", "right: B*der(g) = q - k*g", "level: h = g"],
          {"A": "2 m2", "B": "3 m2", "f": "0.5 m3/s", "k": "0.2 m2/s"}, stop=10.0, at=(3.0, 7.0),
          solution={"h": "2.5 - 1.5*exp(-0.04*time)", "g": "h", "q": "0.5 - 2*der(h)"}, amplification=2.0, dimensional=True),
    # Atwood's machine with a heavy wheel.
    model("atwood_with_a_heavy_wheel", "mechanism", 3, 2, ["x m = 1 fixed", "y m", "p", "u m/s = 0 fixed", "w m/s", "o 1/s", "S N", "T N"],
          ["dx: der(x) = u", "dy: der(y) = w", "dp: der(p) = o", "one: m*der(u) = m*g - S", "two: M*der(w) = M*g - T", "wheel: J*der(o) = R*(S - T)",
           "left: x - R*p = 1", "right: y + R*p = 2"], {"m": "3 kg", "M": "2 kg", "g": "9.81 m/s2", "J": "0.02 J.s2", "R": "0.1 m"}, stop=1.0, at=(0.4, 0.7),
          solution={"x": "1 + 0.5*(9.81/7)*time^2", "y": "3 - x", "p": "(x - 1)/0.1", "u": "9.81/7*time", "w": "-u", "o": "u/0.1", "S": "3*(9.81 - 9.81/7)", "T": "2*(9.81 + 9.81/7)"},
          amplification=2.0),
    # Butler and Volmer: the current through a double layer depends on its voltage by exponentials; the cell is driven by a current.
    model("double_layer", "circuit", 1, 2, ["v V = 0 fixed", "q C = 100 fixed", "j A", "o V"],
          ["layer: C*der(v) = I*cos(w0*time) - j", "store: der(q) = -j", "law: j = i0*(exp(v/b) - exp(-v/b))", "cell: o = 3.7 + v + R*I*cos(w0*time)"],
          {"C": "0.5 F", "I": "2 A", "i0": "0.3 A", "b": "0.05 V", "R": "0.02 Ohm", "w0": "3 1/s"}, stop=2.0, at=(0.6, 1.3),
          reduced={"v1": ("0", "2*(2*cos(3*time) - 0.3*(exp(v1/0.05) - exp(-v1/0.05)))"), "q1": ("100", "-0.3*(exp(v1/0.05) - exp(-v1/0.05))")},
          solution={"v": "v1", "q": "q1", "j": "0.3*(exp(v1/0.05) - exp(-v1/0.05))", "o": "3.7 + v1 + 0.04*cos(3*time)"}, rates=30.0),
    # A skate on a slope: it cannot slip sideways.
    model("skate", "mechanism", 2, 5, ["x m = 0 fixed", "y m = 0 fixed", "p = 0.3 fixed", "u m/s = 1 fixed", "w m/s", "o 1/s = 0.8 fixed", "S N"],
          ["dx: der(x) = u", "dy: der(y) = w", "dp: der(p) = o", "mx: m*der(u) = -S*sin(p) + m*g*s", "my: m*der(w) = S*cos(p)", "spin: der(o) = 0*S/m", "edge: u*sin(p) = w*cos(p)"],
          {"m": "5 kg", "g": "9.81 m/s2", "s": "0.1"}, stop=1.5, at=(0.5, 1.0),
          # Along the edge v' = g s cos p with p = 0.3 + 0.8 t; v(0) = 1/cos(0.3).
          reduced={"V": ("1.0467516015380856", "0.981*cos(0.3 + 0.8*time)"), "X": ("0", "V*cos(0.3 + 0.8*time)"), "Y": ("0", "V*sin(0.3 + 0.8*time)")},
          solution={"x": "X", "y": "Y", "p": "0.3 + 0.8*time", "u": "V*cos(p)", "w": "V*sin(p)", "o": "0.8", "S": "5*(0.8*V + 0.981*sin(p))"}),
    # Gas behind a piston: p V^k = const, and the mass follows.
    model("gas_piston", "ode", 1, 2, ["x m = 0.1 fixed", "v m/s = 0 fixed", "p Pa = 2e5", "V m3"],
          ["dx: der(x) = v", "piston: m*der(v) = (p - p0)*A - c*v", "volume: V = A*x", "adiabatic: p*V^1.4 = K"], {"m": "0.5 kg", "p0": "1e5 Pa", "A": "1e-3 m2", "c": "5 kg/s", "K": "0.5023772863019165"},
          stop=0.3, at=(0.1, 0.2),
          reduced={"X": ("0.1", "W"), "W": ("0", "2*((0.5023772863019165/(1e-3*X)^1.4 - 1e5)*1e-3 - 5*W)")},
          solution={"x": "X", "v": "W", "p": "0.5023772863019165/(1e-3*X)^1.4", "V": "1e-3*X"}, rates=60.0),
    # A bead slides down a helix: z'' = -g/(1 + r^2/h^2).
    model("helical_slide", "mechanism", 3, 2, ["x m = 0.2", "y m = 0", "z m = 0 fixed", "u m/s", "v m/s", "w m/s = 0 fixed", "N N", "T N"],
          ["dx: der(x) = u", "dy: der(y) = v", "dz: der(z) = w", "mx: m*der(u) = -N", "my: m*der(v) = -T", "mz: m*der(w) = -m*g - N*r/h*sin(z/h) + T*r/h*cos(z/h)",
           "east: x = r*cos(z/h)", "north: y = r*sin(z/h)"], {"m": "0.1 kg", "g": "9.81 m/s2", "r": "0.2 m", "h": "0.1 m"}, stop=0.5, at=(0.2, 0.35),
          solution={"z": "-0.981*time^2", "x": "0.2*cos(z/0.1)", "y": "0.2*sin(z/0.1)", "u": "der(x)", "v": "der(y)", "w": "der(z)", "N": "-0.1*der(u)", "T": "-0.1*der(v)"},
          amplification=5.0, rates=10.0, dimensional=True),
    # Goods that are made of each other: the matrix of the stocks is singular.
    model("leontief", "ode", 1, 1, ["a = 10 fixed", "b", "c"], ["steel: a = 0.2*a + 0.3*b + 0.5*der(a) + 0.2*der(b) + 1", "power: b = 0.4*a + 0.1*c + der(a) + 0.4*der(b)", "work: c = 0.3*a + 0.2*b + 2"],
          stop=1.0, at=(0.3, 0.7),
          # power - 2 steel: b - 2 a = 0.4 a - 0.6 b - 0.4 a + 0.1 c - 2, so 1.6 b - 2 a = 0.1 c - 2 with c = 0.3 a + 0.2 b + 2: 1.58 b = 2.03 a - 1.8.
          reduced={"A": ("10", "(0.8*A - 0.3*(2.03*A - 1.8)/1.58 - 1)/(0.5 + 0.2*2.03/1.58)")}, solution={"a": "A", "b": "(2.03*A - 1.8)/1.58", "c": "0.3*A + 0.2*b + 2"}),
    # A vapour and its liquid in one drum: 0.4 of the feed boils, and a little more where there is more to boil.
    model("flash_drum", "algebra", 1, 1, ["z = 0.499 fixed", "x = 0.4", "y = 0.6", "f = 0.5"],
          ["feed: der(z) = 0.1*(0.8 - z) - 0.05*y", "ratio: y*(1 + 1.5*x) = 2.5*x", "split: z = f*y + (1 - f)*x", "heat: f = 0.4 + 0.1*x"], stop=4.0, at=(1.0, 2.5),
          reduced={"X": ("0.4", "(0.1*(0.8 - (0.4 + 0.1*X)*2.5*X/(1 + 1.5*X) - (0.6 - 0.1*X)*X) - 0.05*2.5*X/(1 + 1.5*X))"
                         "/(0.1*2.5*X/(1 + 1.5*X) + (0.4 + 0.1*X)*2.5/(1 + 1.5*X)^2 - 0.1*X + 0.6 - 0.1*X)")},
          solution={"x": "X", "y": "2.5*X/(1 + 1.5*X)", "f": "0.4 + 0.1*X", "z": "f*y + (1 - f)*X"}),
    # p^3 + p = -x with p = x': p' = -p/(3 p^2 + 1), from p = 1 on.
    model("cubic_rate", "ode", 0, 1, ["x = -2 fixed"], ["law: der(x)^3 + der(x) = -x"], stop=3.0, at=(1.0, 2.0), reduced={"P": ("1", "-P/(3*P^2 + 1)")}, solution={"x": "-(P^3 + P)"}),
    # Down and up a parabola with friction: x'' = -(g + u^2) (x + mu)/(1 + x^2) while it moves to the right.
    model("rough_track", "mechanism", 3, 2, ["x m = -0.8 fixed", "y m", "u m/s = 3 fixed", "w m/s", "N N"],
          ["dx: der(x) = u", "dy: der(y) = w", "mx: m*der(u) = -N*(a*x + mu)", "my: m*der(w) = N*(1 - mu*a*x) - m*g", "track: y = a*x^2/2"],
          {"m": "4 kg", "g": "9.81 m/s2", "a": "1 1/m", "mu": "0.2"}, stop=0.4, at=(0.1, 0.25),
          reduced={"X": ("-0.8", "U"), "U": ("3", "-(9.81 + U^2)*(X + 0.2)/(1 + X^2)")},
          solution={"x": "X", "y": "X^2/2", "u": "U", "w": "X*U", "N": "4*(9.81 + U^2)/(1 + X^2)"}, rates=5.0, dimensional=True),
    # The unknown input enters by its cube.
    model("cubic_input", "control", 2, 1, ["x", "y = 0.5 fixed", "z = 0.5"], ["state: der(x) = z^3 + z - y", "other: der(y) = z - y", "path: x = 0.5 + 0.2*sin(time)"], stop=3.0, at=(1.0, 2.0),
          # z from z^3 + z = y + 0.2 cos t = 0.7 at the start.
          reduced={"Y": ("0.5", "Z - Y"), "Z": ("0.5413510989305169", "(Z - Y - 0.2*sin(time))/(3*Z^2 + 1)")}, solution={"x": "0.5 + 0.2*sin(time)", "y": "Y", "z": "Z"}),
    model("third_order", "ode", 0, 4, ["x = 1 fixed", "y = 0 fixed"], ["jerk: der(der(der(x))) = -y - 2*der(der(x))", "lag: der(y) = x - y"], initial=["der(x) = 0.5", "der(der(x)) = 0"], stop=3.0, at=(1.0, 2.0),
          reduced={"X": ("1", "V"), "V": ("0.5", "A"), "A": ("0", "-Y - 2*A"), "Y": ("0", "X - Y")}, solution={"x": "X", "y": "Y"}),
    # A rocket loses mass; its momentum is the state.
    model("sounding_rocket", "ode", 1, 3, ["M kg = 1000 fixed", "p N.s = 0 fixed", "h m = 0 fixed", "v m/s"],
          ["burn: der(M) = -k", "thrust: der(p) = k*(c - v) - M*g", "climb: der(h) = v", "momentum: p = M*v"], {"k": "8 kg/s", "c": "2500 m/s", "g": "9.81 m/s2"}, stop=60.0, at=(20.0, 40.0),
          # M v' = k c - M g.
          reduced={"H": ("0", "V"), "V": ("0", "20000/(1000 - 8*time) - 9.81")}, solution={"M": "1000 - 8*time", "v": "V", "h": "H", "p": "(1000 - 8*time)*V"}, dimensional=True),
    # A body turns about a fixed axis; its quaternion keeps its length.
    model("turning_frame", "ode", 2, 3, ["a = 1", "b = 0 fixed", "c = 0 fixed", "d = 0 fixed", "s 1/s"],
          ["qa: der(a) = -0.5*w0*d + s*a", "qb: der(b) = 0.5*w0*c + s*b", "qc: der(c) = -0.5*w0*b + s*c", "qd: der(d) = 0.5*w0*a + s*d", "norm: a^2 + b^2 + c^2 + d^2 = 1"], {"w0": "2 1/s"},
          stop=1.2, at=(0.4, 0.8), solution={"a": "cos(time)", "b": "0", "c": "0", "d": "sin(time)", "s": "0"}, scale={"b": 1.0, "c": 1.0, "s": 2.0}, amplification=3.0, rates=2.0),
    # The torque that makes a pendulum follow a course.
    model("computed_torque", "control", 3, 0, ["p", "o 1/s", "T N.m"], ["dp: der(p) = o", "swing: m*l^2*der(o) = T - m*g*l*sin(p)", "path: p = 0.7*sin(w0*time)"],
          {"m": "2 kg", "l": "0.6 m", "g": "9.81 m/s2", "w0": "3 1/s"}, stop=2.0, at=(0.6, 1.3),
          solution={"p": "0.7*sin(3*time)", "o": "der(p)", "T": "0.72*der(o) + 2*9.81*0.6*sin(p)"}, amplification=3.0, rates=3.0, dimensional=True),
]
