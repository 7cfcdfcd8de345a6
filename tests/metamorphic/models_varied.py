"""Kinds that are rare elsewhere in the battery: chemistry, odd units, floating nodes, paths, networks, branches, ends."""
from description import model

MODELS = [
    # --- Chemistry
    # Two fast equilibria whose speeds are unknowns: a = K b and b^2 = L c at all times.
    model("fast_dimer", "chemistry", 2, 1, ["a mol = 2 fixed", "b mol = 1", "c mol = 0.5", "r mol/s", "s mol/s"],
          ["da: der(a) = -r", "db: der(b) = r - 2*s", "dc: der(c) = s - k*c", "first: a = K*b", "second: b^2 = L*c"],
          {"K": "2", "L": "2 mol", "k": "0.7 1/s"}, stop=4.0, at=(1.0, 2.5),
          # a + b + 2 c loses 2 k c: (K + 1 + 4 b/L) b' = -2 k b^2/L
          reduced={"B": ("1", "-2*k*B^2/L/(K + 1 + 4*B/L)")},
          solution={"b": "B", "a": "K*B", "c": "B^2/L", "r": "-der(a)", "s": "der(c) + k*c"}, dimensional=True),
    # Titration: charges balance at 1e-3 to 1e-11 mol/l.
    model("titration", "chemistry", 1, 1, ["n = 1e-4 fixed", "h = 1e-5", "a"],
          ["drop: der(n) = 1e-4", "acid: a*(1.8e-5 + h) = 1e-3*1.8e-5", "charge: h + n = a + 1e-14/h"], stop=7.0, at=(2.0, 5.0),
          reduced={"H": ("8.128903098361218e-05", "1e-4/(-1 - 1e-14/H^2 - 1e-3*1.8e-5/(1.8e-5 + H)^2)")},
          solution={"h": "H", "a": "1e-3*1.8e-5/(1.8e-5 + H)", "n": "1e-3*1.8e-5/(1.8e-5 + H) + 1e-14/H - H"}, amplification=10.0),
    # Incompressible mixture in a fixed volume: the outflow is what keeps it full.
    model("full_vessel", "chemistry", 2, 1, ["a mol = 30 fixed", "b mol", "q"],
          ["species_a: der(a) = 5 - q*a/2 - 0.4*a", "species_b: der(b) = 0.4*a - q*b/2", "full: 0.03*a + 0.05*b = 2"], stop=3.0, at=(0.5, 1.5),
          # 0.03 a' + 0.05 b' = 0: q = 0.15 + 0.008 a
          reduced={"A": ("30", "5 - (0.15 + 0.008*A)*A/2 - 0.4*A")}, solution={"a": "A", "b": "(2 - 0.03*A)/0.05", "q": "0.15 + 0.008*A"}),
    # A catalytic cycle whose intermediates are at rest and whose sites are counted.
    model("sites", "chemistry", 1, 1, ["s mol = 3 fixed", "e mol = 0.5", "c mol", "d mol"],
          ["feed: der(s) = -4*e*s + c", "bound: 4*e*s + 2*d = 4*c", "turned: 3*c = 5*d", "all: e + c + d = 1"], stop=2.0, at=(0.4, 1.2),
          # d = 0.6 c, c = 4 e s/2.8, e = 1 - 1.6 c
          reduced={"S": ("3", "-4*S/(1 + 1.6*4*S/2.8)*(1 - 1/2.8)")},
          solution={"s": "S", "e": "1/(1 + 1.6*4*S/2.8)", "c": "4*e*s/2.8", "d": "0.6*c"}),
    # Runaway at the limit: the temperature follows algebraically.
    model("ignition", "chemistry", 1, 1, ["c mol = 1 fixed", "T K = 0.2", "w"],
          ["burn: der(c) = -w", "heat: T = 2.5*w", "rate: w*(1 + exp(3 - T)) = c"], stop=3.0, at=(0.5, 1.5),
          reduced={"W": ("0.05389811771561439", "-W/(1 + exp(3 - 2.5*W) - 2.5*W*exp(3 - 2.5*W))")},
          solution={"w": "W", "T": "2.5*W", "c": "W*(1 + exp(3 - 2.5*W))"}, amplification=4.0),
    # --- Mechanisms in odd units
    model("helix", "mechanism", 3, 2, ["x m = 20", "y m = 0", "z m = 0 fixed", "u m/s", "v m/s", "w m/s = 0 fixed", "F N/m", "H N/m"],
          ["dx: der(x) = u", "dy: der(y) = v", "dz: der(z) = w", "mx: m*der(u) = F*x + H*y", "my: m*der(v) = F*y - H*x",
           "mz: m*der(w) = -m*g + H*R^2/p", "barrel: x^2 + y^2 = R^2", "thread: x*sin(z/p) = y*cos(z/p)"],
          {"m": "5e-6 kg", "R": "20 m", "p": "4 m", "g": "9810 m/s2"}, stop=0.2, at=(0.05, 0.12),
          # thread: R^2 der(angle) = x y' - y x'; the multiplier H turns: R^2 a'' = -H R^2/m, z = p a, p a'' = -g + H R^2/(p m)
          # so H = -m a'', p a'' = -g - R^2 a''/p: a'' = -g p/(p^2 + R^2)
          solution={"x": "20*cos(-9810*4/416*time^2/2)", "y": "20*sin(-9810*4/416*time^2/2)", "z": "-4*9810*4/416*time^2/2", "u": "der(x)", "v": "der(y)", "w": "der(z)",
                    "H": "5e-6*9810*4/416", "F": "-5e-6*(9810*4/416*time)^2"},
          multipliers={"barrel": ["F"], "thread": ["H"]}, amplification=4.0, rates=20.0, dimensional=True),
    # Bead on a sphere of a micrometre in viscous water, pulled by a force: nanograms and milliseconds.
    model("bead_on_sphere", "mechanism", 2, 2, ["x m = 6e-7 fixed", "y m = 0 fixed", "z m = 8e-7", "N N/m"],
          ["px: c*der(x) = N*x", "py: c*der(y) = N*y + f", "pz: c*der(z) = N*z", "ball: x^2 + y^2 + z^2 = R^2"],
          {"c": "2e-8 kg/s", "f": "1e-12 N", "R": "1e-6 m"}, stop=0.05, at=(0.01, 0.03),
          # y = R tanh(f t/(c R)); x and z shrink together; N = -f y/R^2
          solution={"y": "1e-6*tanh(time*50)", "x": "6e-7/cosh(time*50)", "z": "8e-7/cosh(time*50)", "N": "-y"}, multipliers={"ball": ["N"]},
          rates=50.0, amplification=2.0, dimensional=True),
    # Two masses in tonnes on a rope over a movable pulley: 2 a + b = const.
    model("tackle", "mechanism", 3, 2, ["a m = 1 fixed", "b m", "u m/s = 0 fixed", "w m/s", "S N"],
          ["da: der(a) = u", "db: der(b) = w", "ma: A*der(u) = A*g - 2*S", "mb: B*der(w) = B*g - S - d*w", "rope: 2*a + b = L"],
          {"A": "3000 kg", "B": "1000 kg", "g": "9.81 m/s2", "L": "12 m", "d": "150 kg/s"}, stop=2.0, at=(0.6, 1.3),
          # b = L - 2 a: (A + 4 B) a'' = A g - 2 B g - 4 d a'
          reduced={"a0": ("1", "v0"), "v0": ("0", "(A*g - 2*B*g - 4*d*v0)/(A + 4*B)")},
          solution={"a": "a0", "u": "v0", "b": "L - 2*a0", "w": "-2*v0", "S": "(A*g - A*der(u))/2"}, multipliers={"rope": ["S"]}, dimensional=True),
    # A bead on a parabola that turns: the constraint has a rate of its own.
    model("turning_wire", "mechanism", 3, 2, ["x = 0.5 fixed", "y = 0", "z", "u = 0.3 fixed", "v", "w", "F", "H"],
          ["dx: der(x) = u", "dy: der(y) = v", "dz: der(z) = w", "mx: der(u) = F*sin(time) + 2*H*x", "my: der(v) = -F*cos(time) + 2*H*y", "mz: der(w) = -9.81 - H",
           "plane: x*sin(time) = y*cos(time)", "wire: z = x^2 + y^2"], stop=1.5, at=(0.5, 1.0),
          # radius r: (1 + 4 r^2) r'' = r - 4 r r'^2 - 19.62 r
          reduced={"r": ("0.5", "q"), "q": ("0.3", "(r - 4*r*q^2 - 19.62*r)/(1 + 4*r^2)")},
          solution={"x": "r*cos(time)", "y": "r*sin(time)", "z": "r^2", "u": "der(x)", "v": "der(y)", "w": "der(z)", "H": "-9.81 - der(w)",
                    "F": "-2*q"}, multipliers={"wire": ["H"]}),
    # A wheel that rolls down, in kilometres.
    model("roller", "mechanism", 3, 2, ["s m = 0 fixed", "n", "u m/s = 0 fixed", "o 1/s", "F N"],
          ["ds: der(s) = u", "dn: der(n) = o", "push: m*der(u) = m*g*a - F", "spin: J*der(o) = F*R", "roll: s = R*n"],
          {"m": "1200 kg", "g": "9.81e-3 m/s2", "a": "0.1", "J": "3e-4 kg.m2", "R": "6e-4 m"}, stop=30.0, at=(10.0, 20.0),
          # (m + J/R^2) s'' = m g a
          solution={"s": "1200*9.81e-4/(1200 + 3e-4/36e-8)*time^2/2", "n": "s/6e-4", "u": "der(s)", "o": "der(n)", "F": "3e-4*der(o)/6e-4"}, dimensional=True),
    # --- Circuits with nodes that float
    model("capacitor_divider", "circuit", 1, 2, ["u V", "m V = 1 fixed", "v V = 0 fixed", "i A"],
          ["source: u = U*sin(w*time)", "middle: C*(der(u) - der(m)) = D*(der(m) - der(v))", "foot: D*(der(m) - der(v)) = i", "ohm: R*i = v"],
          {"U": "3 V", "w": "2 1/s", "C": "1 F", "D": "0.5 F", "R": "2 Ohm"}, stop=3.0, at=(1.0, 2.0),
          # C (u' - m') = D (m' - v'): 1.5 m' = u' + 0.5 v'; D (m' - v') = v/R with v' = m' - v
          # m' = (u' - 0.5 v)/(1), v' = m' - v
          reduced={"M": ("1", "U*w*cos(w*time) - V/2"), "V": ("0", "U*w*cos(w*time) - 1.5*V")},
          solution={"u": "U*sin(w*time)", "m": "M", "v": "V", "i": "V/R"}, dimensional=True),
    model("coil_star", "circuit", 2, 2, ["i A = 1 fixed", "j A = 0 fixed", "k A", "u V"],
          ["one: L*der(i) = U*cos(w*time) - u", "two: M*der(j) = -R*j - u", "three: N*der(k) = u - S*k", "node: i + j = k"],
          {"L": "1 H", "M": "2 H", "N": "0.5 H", "U": "5 V", "w": "3 1/s", "R": "1 Ohm", "S": "2 Ohm"}, stop=2.0, at=(0.5, 1.2),
          # (U cos - u)/L + (-R j - u)/M = (u - S k)/N
          reduced={"I": ("1", "U*cos(w*time) - (U*cos(w*time) - J/2 + 4*(I + J))/3.5"), "J": ("0", "(-J - (U*cos(w*time) - J/2 + 4*(I + J))/3.5)/2")},
          solution={"i": "I", "j": "J", "k": "I + J", "u": "(U*cos(w*time) - J/2 + 4*(I + J))/3.5"}, dimensional=True),
    model("gyrator", "circuit", 2, 1, ["v V", "i A", "u V", "j A", "q C = 0 fixed"],
          ["source: v = U*sin(w*time)", "first: u = r*i", "second: j = v/r", "load: u = L*der(j)", "count: der(q) = i"],
          {"U": "4 V", "w": "5 1/s", "r": "2 Ohm", "L": "0.3 H"}, stop=1.5, at=(0.4, 1.0),
          solution={"v": "4*sin(5*time)", "j": "2*sin(5*time)", "u": "3*cos(5*time)", "i": "1.5*cos(5*time)", "q": "0.3*sin(5*time)"}, dimensional=True),
    # Two islands joined by a transformer; the second is grounded at one node.
    model("islands", "circuit", 1, 1, ["a V", "b V", "c V", "d V", "i A", "j A = 0 fixed"],
          ["source: a - b = U*cos(w*time)", "ground: b = 0", "ratio: a - b = n*(c - d)", "currents: j = n*i", "coil: L*der(j) = c - d - R*j", "earth: d = R2*j"],
          {"U": "230 V", "w": "314 1/s", "n": "10", "L": "0.01 H", "R": "2 Ohm", "R2": "3 Ohm"}, stop=0.03, at=(0.008, 0.02),
          reduced={"J": ("0", "(U*cos(w*time)/n - R*J)/L")},
          solution={"a": "U*cos(w*time)", "b": "0", "d": "R2*J", "c": "U*cos(w*time)/n + R2*J", "j": "J", "i": "J/n"}, scale={"b": 200.0}, dimensional=True),
    # Nodes of picofarads behind megohms, joined by an ideal switch that is closed.
    model("picofarads", "circuit", 2, 1, ["a V = 0 fixed", "b V", "i A", "j A", "k A"],
          ["left: C*der(a) = i - k", "right: D*der(b) = k - j", "closed: a = b", "feed: R*i = U - a", "leak: S*j = b"],
          {"C": "3e-12 F", "D": "5e-12 F", "R": "1e6 Ohm", "S": "4e6 Ohm", "U": "2 V"}, stop=2e-5, at=(4e-6, 1e-5),
          # 8e-12 a' = (2 - a)/1e6 - a/4e6: a = 1.6 (1 - exp(-t 1.25e-6/8e-12))
          solution={"a": "1.6*(1 - exp(-156250*time))", "b": "a", "i": "(2 - a)/1e6", "j": "a/4e6", "k": "i - 3e-12*der(a)"}, rates=156250.0, dimensional=True),
    # --- Control of what must follow a path
    model("unicycle", "path", 3, 0, ["x m", "y m", "h = 0.7", "v m/s = 1.5", "o 1/s"],
          ["dx: der(x) = v*cos(h)", "dy: der(y) = v*sin(h)", "dh: der(h) = o", "px: x = a*time", "py: y = b*sin(w*time)"],
          {"a": "1 m/s", "b": "0.5 m", "w": "2 1/s"}, stop=3.0, at=(0.7, 1.9),
          solution={"x": "time", "y": "0.5*sin(2*time)", "h": "atan(cos(2*time))", "v": "sqrt(1 + cos(2*time)^2)", "o": "der(h)"}, dimensional=True, rates=2.0),
    model("heater_path", "path", 4, 0, ["T1 K", "T2 K", "T3 K", "P W"],
          ["one: C*der(T1) = P - G*(T1 - T2)", "two: C*der(T2) = G*(T1 - T2) - G*(T2 - T3)", "three: C*der(T3) = G*(T2 - T3) - H*T3", "path: T3 = A*(1 + sin(w*time)^2)"],
          {"C": "900", "G": "4", "H": "1.5", "A": "350 K", "w": "0.01 1/s"}, stop=600.0, at=(150.0, 400.0),
          solution={"T3": "350*(1 + sin(0.01*time)^2)", "T2": "T3 + (900*der(T3) + 1.5*T3)/4", "T1": "T2 + (900*der(T2) + 4*(T2 - T3))/4", "P": "900*der(T1) + 4*(T1 - T2)"},
          rates=0.02, amplification=4.0),
    model("dose_path", "path", 3, 0, ["c", "e", "u", "r"],
          ["drug: der(c) = u - r", "law: r = 2*c/(1 + c)", "effect: der(e) = c - 0.5*e*c", "target: e = 1 + 0.3*tanh(time - 1)"], stop=3.0, at=(0.8, 2.0),
          solution={"e": "1 + 0.3*tanh(time - 1)", "c": "der(e)/(1 - 0.5*e)", "r": "2*c/(1 + c)", "u": "der(c) + r"}, amplification=4.0, rates=2.0),
    model("balanced_pole", "path", 3, 2, ["s m = 0 fixed", "p", "u m/s = 0 fixed", "o 1/s", "F N"],
          ["ds: der(s) = u", "dp: der(p) = o", "cart: (M + m)*der(u) + m*L*der(o)*cos(p) - m*L*o^2*sin(p) = F", "pole: L*der(o) + der(u)*cos(p) = g*sin(p)", "path: p = A*sin(w*time)"],
          {"M": "2 kg", "m": "0.5 kg", "L": "0.8 m", "g": "9.81 m/s2", "A": "0.2", "w": "2 1/s"}, stop=2.0, at=(0.5, 1.4),
          reduced={"S": ("0", "U"), "U": ("0", "(g*sin(A*sin(w*time)) + L*A*w^2*sin(w*time))/cos(A*sin(w*time))")},
          solution={"s": "S", "u": "U", "p": "0.2*sin(2*time)", "o": "der(p)", "F": "2.5*der(u) + 0.4*der(o)*cos(p) - 0.4*o^2*sin(p)"}, dimensional=True),
    # --- Networks of heat and fluid with algebraic loops
    # Two pipes side by side and one junction: a loop of squares.
    model("parallel_pipes", "network", 1, 1, ["h m = 4 fixed", "k m = 3", "p = 0.5", "r = 0.5"],
          ["tank: 2*der(h) = -p - r", "junction: p + r = 0.7*k", "first: h - k = 5*p*abs(p)", "second: h - k = 8*r*abs(r)"], stop=3.0, at=(1.0, 2.0),
          reduced={"P": ("0.6744900268578425", "-P*(1 + sqrt(0.625))/2/((1 + sqrt(0.625))/0.7 + 10*P)")},
          solution={"p": "P", "r": "P*sqrt(0.625)", "k": "(p + r)/0.7", "h": "k + 5*p^2"}),
    model("radiating_plate", "network", 1, 1, ["T K = 900 fixed", "S K = 800", "q W"],
          ["body: C*der(T) = -q", "inside: q = G*(T - S)", "outside: q = A*5.67e-8*(S^4 - 290^4)"], {"C": "2000", "G": "6", "A": "0.5"}, stop=300.0, at=(60.0, 150.0),
          # T = S + A s (S^4 - E)/G
          reduced={"s": ("537.8906162901103", "-A*5.67e-8*(s^4 - 290^4)/C/(1 + 4*A*5.67e-8*s^3/G)")},
          solution={"S": "s", "q": "0.5*5.67e-8*(s^4 - 290^4)", "T": "s + q/6"}),
    model("counterflow", "network", 1, 2, ["a K = 360 fixed", "b K = 290 fixed", "x K", "y K", "z K", "w K"],
          ["hot: 50*der(a) = 2*(380 - a) - 3*(x - y)", "cold: 80*der(b) = 4*(285 - b) + 3*(z - w)", "mx: x = 0.6*a + 0.4*w", "my: y = 0.5*(x + z)", "mz: z = 0.3*b + 0.7*y", "mw: w = 0.2*b + 0.8*z"],
          stop=60.0, at=(15.0, 40.0),
          # y = (x + z)/2, z = 0.3 b + 0.7 y, w = 0.2 b + 0.8 z, x = 0.6 a + 0.4 w: y (1 - 0.35 - 0.112) = 0.3 a + (0.04 + 0.048 + 0.15) b
          reduced={"A": ("360", "(2*(380 - A) - 3*((0.6*A + 0.4*(0.2*B + 0.8*(0.3*B + 0.7*(0.3*A + 0.238*B)/0.538))) - (0.3*A + 0.238*B)/0.538))/50"),
                   "B": ("290", "(4*(285 - B) + 3*((0.3*B + 0.7*(0.3*A + 0.238*B)/0.538) - (0.2*B + 0.8*(0.3*B + 0.7*(0.3*A + 0.238*B)/0.538))))/80")},
          solution={"a": "A", "b": "B", "y": "(0.3*A + 0.238*B)/0.538", "z": "0.3*B + 0.7*y", "w": "0.2*B + 0.8*z", "x": "0.6*A + 0.4*w"}),
    model("pump", "network", 1, 1, ["h m = 0 fixed", "q = 0.5", "p"],
          ["tank: 3*der(h) = q", "curve: p = 20 - 6*q^2 - 0.5*q^3", "line: p = h + 2*q + 4*q^2"], stop=20.0, at=(5.0, 12.0),
          reduced={"Q": ("1.280246968252692", "-Q/3/(12*Q + 1.5*Q^2 + 2 + 8*Q)")}, solution={"q": "Q", "p": "20 - 6*Q^2 - 0.5*Q^3", "h": "20 - 2*Q - 10*Q^2 - 0.5*Q^3"}),
    # --- Several branches
    model("middle_root", "branches", 1, 1, ["s = 0 fixed", "z = 0.1"], ["clock: der(s) = cos(time)", "law: z^3 - 3*z = s"], stop=6.0, at=(1.0, 3.0, 4.5),
          reduced={"Z": ("0", "cos(time)/(3*Z^2 - 3)")}, solution={"s": "sin(time)", "z": "Z"}),
    model("third_arc", "branches", 1, 1, ["s = 0 fixed", "z = 11"], ["clock: der(s) = 1", "law: cos(z) = 0.9*sin(s)"], stop=6.0, at=(1.0, 3.0),
          # near 11 the cosine's zero is 3.5 pi, where it rises
          solution={"s": "time", "z": "3.5*3.141592653589793 + asin(0.9*sin(time))"}, amplification=3.0),
    model("line_and_circle", "branches", 1, 0, ["x = -1", "y = 0"], ["line: y = 0.5*x + 0.4*sin(time)", "circle: x^2 + y^2 = 1"], stop=5.0, at=(1.2, 3.1),
          solution={"x": "(-0.4*sin(time) - sqrt(0.16*sin(time)^2 - 5*(0.16*sin(time)^2 - 1)))/2.5", "y": "0.5*x + 0.4*sin(time)"}, amplification=2.0),
    model("product_of_lines", "branches", 1, 1, ["s = 0 fixed", "z = 2"], ["clock: der(s) = 1", "law: z*(z - 1 - 0.1*s)*(z - 3) = (2 - 0.2*s)*(z - 1 - 0.1*s)*(z - 3)"], stop=2.0, at=(0.7, 1.5),
          solution={"s": "time", "z": "2 - 0.2*time"}),
    model("exponential_pair", "branches", 1, 1, ["s = 1 fixed", "z = -1.5"], ["decay: der(s) = -0.2*s", "law: exp(z) = 1.5 + z + s"], stop=3.0, at=(1.0, 2.0),
          reduced={"Z": ("-2.410202929776184", "-0.2*exp(-0.2*time)/(exp(Z) - 1)")}, solution={"s": "exp(-0.2*time)", "z": "Z"}),
    # --- Solutions that end
    model("tunnel", "ends", 1, 1, ["v V = 0 fixed", "u V = 0", "i A"], ["charge: der(v) = 0.1", "ohm: v = u + 0.5*i", "law: i = 20*(u^3 - 1.8*u^2 + 0.9*u)"], stop=15.0, at=(5.0, 10.0),
          ends=17.670929686322907, reduced={"U": ("0", "0.1/(1 + 10*(3*U^2 - 3.6*U + 0.9))")}, solution={"v": "0.1*time", "u": "U", "i": "20*(U^3 - 1.8*U^2 + 0.9*U)"}, culprits={"ohm", "law"}),
    model("quench", "ends", 1, 1, ["y = 1 fixed", "r"], ["rate: der(y) = -r", "law: r*y^2 = 0.2"], stop=1.5, at=(0.5, 1.0), ends=5.0 / 3,
          solution={"y": "(1 - 0.6*time)^(1/3)", "r": "0.2/y^2"}, amplification=10.0, culprits={"law", "rate"}),
    model("rope_runs_out", "ends", 3, 0, ["x m", "y m = -0.8", "u m/s", "w m/s", "F N/m", "P N"],
          ["dx: der(x) = u", "dy: der(y) = w", "mx: der(u) = -F*x + P", "my: der(w) = -F*y - 9.81", "path: x = 0.6 + 0.1*time", "rod: x^2 + y^2 = 1 - 0.1*time"], stop=1.6, at=(0.5, 1.0),
          # y^2 = 0.64 - 0.22 t - 0.01 t^2
          ends=2.601470508735443, solution={"x": "0.6 + 0.1*time", "y": "-sqrt(0.64 - 0.22*time - 0.01*time^2)", "u": "der(x)", "w": "der(y)", "F": "-(der(w) + 9.81)/y", "P": "der(u) + F*x"},
          amplification=10.0, culprits={"rod", "path"}),
    model("two_speeds_blow_up", "ends", 1, 2, ["x = 1 fixed", "y = 0.5 fixed", "z"], ["dx: der(x) = z*x", "dy: der(y) = -y", "law: z = x"], stop=0.8, at=(0.4,), ends=1.0,
          solution={"x": "1/(1 - time)", "y": "0.5*exp(-time)", "z": "1/(1 - time)"}, amplification=5.0, culprits={"law", "dx"}),
    # --- No solution, or more than one
    model("ungrounded", "refused", None, None, ["a V", "c V", "d V", "i A", "j A = 0 fixed"],
          ["source: a = 230*cos(314*time)", "ratio: a = 10*(c - d)", "currents: j = 10*i", "coil: 0.01*der(j) = c - d - 2*j", "again: 5*c = 5*d + a/2"], refused=True,
          culprits={"ratio", "again"}),
    model("two_sources", "refused", None, None, ["u V", "i A", "j A", "v V = 0 fixed"],
          ["first: u = 5 + v", "second: u = 6 + v", "node: i + j = 0.1*u", "charge: der(v) = i"], refused=True, culprits={"first", "second", "node"}),
    model("closed_loop", "refused", None, None, ["p Pa", "q Pa", "r Pa", "f = 0 fixed"],
          ["inertia: der(f) = 3 - (p - q) - f", "one: p - q = f", "two: q - r = 2*f", "three: r - p = -3*f"], refused=True, culprits={"one", "two", "three"}),
]
