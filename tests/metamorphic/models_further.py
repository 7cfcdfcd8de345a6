"""Models as strangers write them: drives, cells, cranes, gases, beams of light, in SI units as they come, with answers by hand."""
from description import model

MODELS = [
    # --- Circuits
    # Wheatstone bridge with a capacitor in the middle: the nodes follow from the charge.
    model("bridge", "circuit", 1, 1, ["a V", "b V", "c V = 0 fixed", "i A"],
          ["left: (U - a)/R1 = a/R2 + i", "right: (U - b)/R3 + i = b/R4", "middle: c = a - b", "charge: C*der(c) = i"],
          {"U": "10 V", "R1": "1e3 Ohm", "R2": "2e3 Ohm", "R3": "4e3 Ohm", "R4": "1e3 Ohm", "C": "1e-6 F"}, stop=5e-3, at=(5e-4, 2e-3),
          # a = (U/R1 - i) R1 R2/(R1 + R2), b = (U/R3 + i) R3 R4/(R3 + R4): c = 20/3 - 2 - i (2e3/3 + 800)
          solution={"c": "14/3*(1 - exp(-time/(4400/3*1e-6)))", "i": "(14/3 - c)/(4400/3)", "a": "(0.01 - i)*2e3/3", "b": "(0.0025 + i)*800"},
          rates=700.0, dimensional=True),
    # Two coils without leakage: the matrix of inductances has rank 1.
    model("no_leakage", "circuit", 1, 1, ["i A = 0.5 fixed", "j A"],
          ["first: L*der(i) + 2*L*der(j) = U*cos(w*time) - R*i", "second: 2*L*der(i) + 4*L*der(j) = -S*j"],
          {"L": "0.5 H", "U": "3 V", "w": "4 1/s", "R": "1 Ohm", "S": "2 Ohm"}, stop=3.0, at=(0.7, 1.9),
          # 2 (U cos - R i) = -S j; f = L (i + 2 j), f' = U cos - R i
          reduced={"f": ("0.5*(0.5 - 4*(3 - 0.5)/2)", "U*cos(w*time) - R*(f/L + 4*U*cos(w*time)/S)/(1 + 4*R/S)")},
          solution={"i": "(f/0.5 + 6*cos(4*time))/3", "j": "-(3*cos(4*time) - i)"}, dimensional=True),
    # A solar cell on a capacitor: the current stands on both sides.
    model("solar_cell", "circuit", 1, 1, ["v V = 0 fixed", "i A = 3"],
          ["charge: C*der(v) = i", "cell: i = P - S*(exp((v + R*i)/T) - 1)"], {"C": "2 F", "P": "3 A", "S": "1e-9 A", "R": "0.02 Ohm", "T": "0.026 V"},
          stop=0.6, at=(0.2, 0.4),
          # w = v + R i is the voltage of the junction
          reduced={"w": ("0.05999999981897594", "(P - S*(exp(w/T) - 1))/C/(1 + R*S/T*exp(w/T))")},
          solution={"i": "3 - 1e-9*(exp(w/0.026) - 1)", "v": "w - 0.02*i"}, dimensional=True),
    # A coil that saturates.
    model("saturating_coil", "circuit", 1, 1, ["f = 0 fixed", "i A"], ["volts: der(f) = U*sin(w*time) - R*i", "core: f = L*i + a*tanh(i/s)"],
          {"U": "325 V", "w": "314", "R": "4 Ohm", "L": "0.02", "a": "0.9", "s": "0.6 A"}, stop=0.04, at=(0.004, 0.017),
          reduced={"I": ("0", "(U*sin(w*time) - R*I)/(L + a/s/cosh(I/s)^2)")}, solution={"i": "I", "f": "0.02*I + 0.9*tanh(I/0.6)"}),
    # A neuron in SI units: nanosiemens, picofarads, millivolts.
    model("neuron", "circuit", 1, 2, ["v V = -0.05 fixed", "n = 0.1 fixed", "m", "i A"],
          ["membrane: C*der(v) = I - i", "ions: i = gl*(v + 0.06) + gc*m*(v - 0.12) + gk*n*(v + 0.084)", "fast: m = 0.5*(1 + tanh((v + 0.0012)/0.018))",
           "slow: der(n) = 40*(0.5*(1 + tanh((v - 0.002)/0.03)) - n)"],
          {"C": "20e-12 F", "I": "90e-12 A", "gl": "2e-9", "gc": "4.4e-9", "gk": "8e-9"}, stop=0.06, at=(0.02, 0.04),
          reduced={"V": ("-0.05", "(I - gl*(V + 0.06) - gc*0.5*(1 + tanh((V + 0.0012)/0.018))*(V - 0.12) - gk*N*(V + 0.084))/C"),
                   "N": ("0.1", "40*(0.5*(1 + tanh((V - 0.002)/0.03)) - N)")},
          solution={"v": "V", "n": "N", "m": "0.5*(1 + tanh((V + 0.0012)/0.018))", "i": "2e-9*(V + 0.06) + 4.4e-9*m*(V - 0.12) + 8e-9*N*(V + 0.084)"}),
    # A follower: an amplifier holds one node at another, its output current is what is needed.
    model("follower", "circuit", 2, 1, ["p V", "o V", "q V = 0 fixed", "i A", "j A"],
          ["source: p = U*sin(w*time)", "ideal: o = p", "out: i = j + C*der(o)", "load: R*j = o - q", "store: D*der(q) = j"],
          {"U": "2 V", "w": "100 1/s", "C": "1e-6 F", "R": "1e3 Ohm", "D": "1e-5 F"}, stop=0.05, at=(0.01, 0.03),
          reduced={"Q": ("0", "(U*sin(w*time) - Q)/(R*D)")},
          solution={"p": "2*sin(100*time)", "o": "p", "q": "Q", "j": "(p - Q)/1e3", "i": "j + 1e-6*der(p)"}, dimensional=True),
    # --- Small and large
    # A plate that is pulled by a voltage: micrometres, nanograms, microseconds.
    model("mems", "units", 1, 2, ["x m = 0 fixed", "v m/s = 0 fixed", "F N"],
          ["move: der(x) = v", "balance: m*der(v) = F - c*v - k*x", "pull: F = e*U*U/(2*(g - x)^2)"],
          {"m": "2e-10 kg", "c": "4e-6 kg/s", "k": "1.2 N/m", "e": "8.85e-20", "U": "5", "g": "2e-6 m"}, stop=4e-4, at=(1e-4, 2e-4),
          reduced={"X": ("0", "V"), "V": ("0", "(e*U*U/(2*(g - X)^2) - c*V - k*X)/m")}, solution={"x": "X", "v": "V", "F": "8.85e-20*25/(2*(2e-6 - X)^2)"}),
    # Two argon atoms.
    model("argon", "units", 1, 2, ["r m = 4e-10 fixed", "v m/s = 0 fixed", "F N"],
          ["move: der(r) = v", "law: m*der(v) = F", "pair: F = 24*e/s*(2*(s/r)^13 - (s/r)^7)"], {"m": "3.3e-26 kg", "e": "1.65e-21", "s": "3.4e-10 m"}, stop=4e-12, at=(1e-12, 2.5e-12),
          reduced={"R": ("4e-10", "V"), "V": ("0", "24*e/s*(2*(s/R)^13 - (s/R)^7)/m")}, solution={"r": "R", "v": "V", "F": "24*1.65e-21/3.4e-10*(2*(3.4e-10/R)^13 - (3.4e-10/R)^7)"}, scale={"r": 4e-10, "v": 1.0, "F": 1e-11}),
    # A star around a black hole, in metres and seconds.
    model("star", "units", 1, 4, ["x m = 1.8e13 fixed", "y m = 0 fixed", "u m/s = 0 fixed", "w m/s = 6e6 fixed", "a m/s2"],
          ["dx: der(x) = u", "dy: der(y) = w", "du: der(u) = -a*x/1e13", "dw: der(w) = -a*y/1e13", "pull: a = 1e13*G/(x*x + y*y)^1.5"], {"G": "5.4e26"}, stop=1.2e7, at=(3e6, 8e6),
          reduced={"X": ("1.8e13", "U"), "Y": ("0", "W"), "U": ("0", "-G*X/(X*X + Y*Y)^1.5"), "W": ("6e6", "-G*Y/(X*X + Y*Y)^1.5")},
          solution={"x": "X", "y": "Y", "u": "U", "w": "W", "a": "1e13*5.4e26/(X*X + Y*Y)^1.5"}, scale={"a": 20.0, "u": 1.0, "w": 1.0}),
    # A laser: carriers and photons per cubic metre, nanoseconds.
    model("laser", "units", 1, 2, ["N = 1e24 fixed", "P = 1e18 fixed", "s"],
          ["carriers: der(N) = J - N/tn - s*P", "photons: der(P) = s*P - P/tp + 1e-4*N/tn", "gain: s = g*(N - 1e24)"],
          {"J": "3e33", "tn": "2e-9", "tp": "2e-12", "g": "1e-12"}, stop=2e-9, at=(4e-10, 1e-9),
          reduced={"n": ("1e24", "J - n/tn - g*(n - 1e24)*p"), "p": ("1e18", "g*(n - 1e24)*p - p/tp + 1e-4*n/tn")}, solution={"N": "n", "P": "p", "s": "1e-12*(n - 1e24)"}, scale={"s": 5e11}),
    # Pressures of bars behind resistances of 1e15: flows of picolitres.
    model("microfluid", "units", 1, 2, ["p Pa = 0 fixed", "q Pa = 1e4 fixed", "f m3/s", "h m3/s"],
          ["one: C*der(p) = f - h", "two: C*der(q) = h", "in: f = (P - p)/R", "mid: h = (p - q)/R"], {"C": "1e-17", "R": "1e15", "P": "1e5 Pa"}, stop=0.05, at=(0.005, 0.02),
          reduced={"x": ("0", "((P - x) - (x - y))/(R*C)"), "y": ("1e4", "(x - y)/(R*C)")}, solution={"p": "x", "q": "y", "f": "(1e5 - x)/1e15", "h": "(x - y)/1e15"}, scale={"f": 1e-10, "h": 1e-11}),
    # Neutrons and what they leave behind.
    model("kinetics", "units", 1, 2, ["n = 1e12 fixed", "c = 7.5e14 fixed", "r"],
          ["power: der(n) = (r - b)/l*n + k*c", "late: der(c) = b/l*n - k*c", "rod: r = 0.002*sin(time)"], {"b": "0.006", "l": "1e-4", "k": "0.08"}, stop=4.0, at=(1.0, 2.5),
          reduced={"N": ("1e12", "(0.002*sin(time) - b)/l*N + k*C"), "C": ("7.5e14", "b/l*N - k*C")}, solution={"n": "N", "c": "C", "r": "0.002*sin(time)"}, scale={"r": 0.002}),
    # A gas bubble in water that was pulled open.
    model("bubble", "units", 1, 2, ["R m = 5e-6 fixed", "w m/s = 0 fixed", "p Pa"],
          ["move: der(R) = w", "water: 1000*(R*der(w) + 1.5*w^2) = p - 1e5 - 4e-3*w/R", "gas: p = 1e5*(3e-6/R)^4.2"], stop=3e-6, at=(5e-7, 1.4e-6),
          reduced={"r": ("5e-6", "v"), "v": ("0", "((1e5*(3e-6/r)^4.2 - 1e5 - 4e-3*v/r)/1000 - 1.5*v^2)/r")}, solution={"R": "r", "w": "v", "p": "1e5*(3e-6/r)^4.2"}, scale={"R": 5e-6}),
    # Oil in a press: stiff by its bulk modulus.
    model("press_oil", "units", 1, 3, ["p Pa = 1e5 fixed", "x m = 0 fixed", "v m/s = 0 fixed", "q m3/s"],
          ["oil: der(p) = 1.4e9/2e-4*(q - 1e-3*v)", "ram: 50*der(v) = 1e-3*p - 2000*v - 4e4*x - 100", "move: der(x) = v", "valve: q = 4e-11*(8e6 - p)"], stop=0.3, at=(0.05, 0.15),
          reduced={"P": ("1e5", "7e12*(4e-11*(8e6 - P) - 1e-3*V)"), "X": ("0", "V"), "V": ("0", "(1e-3*P - 2000*V - 4e4*X - 100)/50")},
          solution={"p": "P", "x": "X", "v": "V", "q": "4e-11*(8e6 - P)"}, scale={"q": 3e-4}),
    # A bead without noticeable mass: two very different times.
    model("nearly_massless", "stiff", 0, 2, ["x m = 1e-3 fixed", "v m/s = 0 fixed"], ["move: der(x) = v", "balance: m*der(v) = -c*v - k*x"], {"m": "1e-9 kg", "c": "1e-3 kg/s", "k": "1e-2 N/m"},
          stop=0.3, at=(0.05, 0.15),
          # roots -a = -10.0001.., -b = -999990: a + b = 1e6, a b = 1e7
          solution={"x": "1e-3*(999989.9998999980*exp(-10.0001000020001*time) - 10.0001000020001*exp(-999989.999899998*time))/999979.999799996", "v": "der(x)"}, rates=1e6, dimensional=True),
    # --- Chemistry
    # Half of uranium's grandchildren: a chain whose times differ by 1e7.
    model("isotopes", "chemistry", 0, 3, ["a mol = 6e23 fixed", "b mol = 0 fixed", "c mol = 0 fixed"], ["da: der(a) = -0.001*a", "db: der(b) = 0.001*a - 50*b", "dc: der(c) = 50*b - 0.2*c"],
          stop=400.0, at=(20.0, 150.0),
          solution={"a": "6e23*exp(-0.001*time)", "b": "6e20/49.999*(exp(-0.001*time) - exp(-50*time))",
                    "c": "50*6e20/49.999*((exp(-0.001*time) - exp(-0.2*time))/0.199 - (exp(-50*time) - exp(-0.2*time))/(-49.8))"}, rates=60.0),
    # An enzyme at nanomolar concentrations.
    model("nanomolar", "chemistry", 1, 2, ["s mol = 2e-8 fixed", "e mol", "c mol = 0 fixed", "p mol"],
          ["ds: der(s) = -1e8*e*s + 1*c", "dc: der(c) = 1e8*e*s - 3*c", "enzyme: e + c = 5e-9", "all: s + c + p = 2e-8"], stop=6.0, at=(0.5, 3.0),
          reduced={"S": ("2e-8", "-1e8*(5e-9 - C)*S + C"), "C": ("0", "1e8*(5e-9 - C)*S - 3*C")}, solution={"s": "S", "c": "C", "e": "5e-9 - C", "p": "2e-8 - S - C"}),
    # Boiling of a mixture: its temperature is hidden in vapour pressures.
    model("boiling", "chemistry", 1, 1, ["x = 0.8 fixed", "T K = 360", "y"],
          ["still: der(x) = -0.2*(y - x)", "bubble: x*exp(21 - 3500/T) + (1 - x)*exp(20.5 - 3800/T) = 1e5", "vapour: 1e5*y = x*exp(21 - 3500/T)"], stop=8.0, at=(2.0, 5.0),
          reduced={"Q": ("375.13951783388836", "0.2*((1e5 - exp(20.5 - 3800/Q))*exp(21 - 3500/Q)/1e5 - (1e5 - exp(20.5 - 3800/Q)))*(exp(21 - 3500/Q) - exp(20.5 - 3800/Q))/(exp(20.5 - 3800/Q)*3800/Q^2*(exp(21 - 3500/Q) - exp(20.5 - 3800/Q)) + (1e5 - exp(20.5 - 3800/Q))*(exp(21 - 3500/Q)*3500/Q^2 - exp(20.5 - 3800/Q)*3800/Q^2))")},
          solution={"T": "Q", "x": "(1e5 - exp(20.5 - 3800/Q))/(exp(21 - 3500/Q) - exp(20.5 - 3800/Q))", "y": "x*exp(21 - 3500/Q)/1e5"}),
    # A gas that is cooled: three volumes satisfy its equation later on.
    model("van_der_waals", "branches", 1, 1, ["T K = 400 fixed", "v = 0.03"], ["cool: der(T) = -10", "gas: (p + a/v^2)*(v - b) = 8.314*T"], {"p": "1e5 Pa", "a": "0.5", "b": "5e-5"}, stop=12.0, at=(4.0, 8.0),
          reduced={"w": ("0.033155422526548364", "-83.14/(p + a/w^2 - 2*a/w^3*(w - b))")}, solution={"T": "(1e5 + 0.5/w^2)*(w - 5e-5)/8.314", "v": "w"}),
    # Two tanks of gas that even out.
    model("gas_tanks", "network", 1, 2, ["p Pa = 5e5 fixed", "q Pa = 1e5 fixed", "f"], ["first: 2*der(p) = -f*3e5", "second: 3*der(q) = f*3e5", "pipe: p^2 - q^2 = 1e12*f*abs(f)"], stop=4.0, at=(1.0, 2.5),
          reduced={"P": ("5e5", "-0.15*sqrt(P^2 - Q^2)"), "Q": ("1e5", "0.1*sqrt(P^2 - Q^2)")}, solution={"p": "P", "q": "Q", "f": "1e-6*sqrt(P^2 - Q^2)"}),
    # --- Mechanisms
    model("scotch_yoke", "mechanism", 3, 2, ["f = 0.5 fixed", "x m", "o 1/s = 2 fixed", "u m/s", "F N"],
          ["df: der(f) = o", "dx: der(x) = u", "crank: J*der(o) = T + F*R*sin(f)", "yoke: m*der(u) = F", "slot: x = R*cos(f)"], {"J": "0.02 kg.m2", "T": "0.3 N.m", "R": "0.1 m", "m": "1.5 kg"},
          stop=2.0, at=(0.6, 1.3),
          reduced={"a": ("0.5", "w"), "w": ("2", "(T - m*R^2*sin(a)*cos(a)*w^2)/(J + m*R^2*sin(a)^2)")},
          solution={"f": "a", "o": "w", "x": "0.1*cos(a)", "u": "der(x)", "F": "1.5*der(u)"}, multipliers={"slot": ["F"]}, dimensional=True),
    model("paraboloid", "mechanism", 3, 4, ["x m = 1 fixed", "y m = 0 fixed", "z m", "u m/s = 0 fixed", "v m/s = 1.5 fixed", "w m/s", "N N"],
          ["dx: der(x) = u", "dy: der(y) = v", "dz: der(z) = w", "mx: m*der(u) = -N*x", "my: m*der(v) = -N*y", "mz: m*der(w) = N - m*g", "bowl: z = (x^2 + y^2)/2"], {"m": "0.4 kg", "g": "9.81 m/s2"},
          stop=2.0, at=(0.5, 1.4),
          reduced={"X": ("1", "U"), "Y": ("0", "V"), "U": ("0", "-X*(U^2 + V^2 + g)/(1 + X^2 + Y^2)"), "V": ("1.5", "-Y*(U^2 + V^2 + g)/(1 + X^2 + Y^2)")},
          solution={"x": "X", "y": "Y", "u": "U", "v": "V", "z": "(X^2 + Y^2)/2", "w": "X*U + Y*V", "N": "0.4*(U^2 + V^2 + 9.81)/(1 + X^2 + Y^2)"}, multipliers={"bowl": ["N"]}),
    # A pendulum under a cart that is driven as it must be: constraints on velocity and position.
    model("driven_cart", "mechanism", 3, 3, ["s m = 0 fixed", "u m/s", "x m = 0.6 fixed", "y m = -0.8", "v m/s = 0 fixed", "w m/s", "F", "P N"],
          ["ds: der(s) = u", "dx: der(x) = v", "dy: der(y) = w", "cart: 2*der(u) = P + F*(x - s)", "mx: der(v) = -F*(x - s)", "my: der(w) = -F*y - 9.81", "rod: (x - s)^2 + y^2 = 1", "drive: u = 0.3*sin(3*time)"],
          stop=2.0, at=(0.5, 1.3),
          # x = s + sin a, y = -cos a: a'' = -9.81 sin a - s'' cos a
          reduced={"q": ("0", "0.3*sin(3*time)"), "a": ("0.6435011087932844", "b"), "b": ("0", "-9.81*sin(a) - 0.9*cos(3*time)*cos(a)")},
          solution={"s": "q", "u": "0.3*sin(3*time)", "x": "q + sin(a)", "y": "-cos(a)", "v": "der(x)", "w": "der(y)", "F": "-(der(w) + 9.81)/y", "P": "2*der(u) - F*(x - s)"}),
    # A disc on a thread that it unrolls.
    model("yoyo", "mechanism", 3, 2, ["h m = 0 fixed", "f", "v m/s = 0 fixed", "o 1/s", "S N"],
          ["dh: der(h) = v", "df: der(f) = o", "fall: m*der(v) = m*g - S - d*v", "turn: J*der(o) = r*S", "thread: h = r*f"], {"m": "0.06 kg", "g": "9.81 m/s2", "d": "0.02 kg/s", "J": "3e-5 kg.m2", "r": "4e-3 m"},
          stop=1.5, at=(0.4, 1.0), reduced={"H": ("0", "V"), "V": ("0", "(m*g - d*V)/(m + J/r^2)")},
          solution={"h": "H", "v": "V", "f": "H/4e-3", "o": "V/4e-3", "S": "3e-5*der(o)/4e-3"}, multipliers={"thread": ["S"]}, dimensional=True),
    # Two discs pressed together: they roll without slip, only velocities are bound.
    model("friction_wheels", "mechanism", 2, 3, ["p = 0 fixed", "a 1/s = 10 fixed", "b 1/s", "q = 0 fixed", "F N"],
          ["dp: der(p) = a", "dq: der(q) = b", "first: J*der(a) = -r*F", "second: K*der(b) = R*F - d*b", "roll: r*a = R*b"], {"J": "0.01 kg.m2", "K": "0.3 kg.m2", "r": "0.1 m", "R": "0.4 m", "d": "0.2 kg.m2/s"},
          stop=3.0, at=(0.8, 2.0), reduced={"P": ("0", "4*B"), "Q": ("0", "B"), "B": ("2.5", "-d*B/(K + J*16)")},
          solution={"p": "P", "a": "4*B", "b": "B", "q": "Q", "F": "-0.01*der(a)/0.1"}, dimensional=True),
    # A rope over a cam: lengths change as the square of the angle.
    model("spiral_drum", "mechanism", 3, 2, ["f = 1 fixed", "h m", "o 1/s = 0 fixed", "v m/s", "S N"],
          ["df: der(f) = o", "dh: der(h) = v", "drum: J*der(o) = S*k*f - c*o", "load: m*der(v) = m*g - S", "rope: h = k*f^2/2"], {"J": "0.5 kg.m2", "k": "0.2 m", "c": "0.3 N.m.s", "m": "3 kg", "g": "9.81 m/s2"},
          stop=2.0, at=(0.7, 1.4), reduced={"F": ("1", "O"), "O": ("0", "(m*k*F*(g - k*O^2) - c*O)/(J + m*k^2*F^2)")},
          solution={"f": "F", "o": "O", "h": "0.1*F^2", "v": "0.2*F*O", "S": "3*(9.81 - der(v))"}, multipliers={"rope": ["S"]}),
    # --- Paths
    # An overhead crane whose load follows a path: index 5.
    model("crane", "path", 5, 0, ["x m", "z m", "a = 0", "d m", "r m", "T N", "p N", "q N"],
          ["mx: 2*der(der(x)) = -T*sin(a)", "mz: 2*der(der(z)) = 2*9.81 - T*cos(a)", "cart: 5*der(der(d)) = p + T*sin(a)", "winch: 0.3*der(der(r)) = q + T", "rx: x = d + r*sin(a)", "rz: z = r*cos(a)",
           "path_x: x = sin(time)", "path_z: z = 3 + 0.5*cos(2*time)"], stop=2.0, at=(0.5, 1.4),
          # tan a = -x''/(g - z'')
          solution={"x": "sin(time)", "z": "3 + 0.5*cos(2*time)", "a": "atan(sin(time)/(9.81 + 2*cos(2*time)))", "r": "z/cos(a)", "d": "x - r*sin(a)", "T": "2*(9.81 + 2*cos(2*time))/cos(a)",
                    "p": "5*der(der(d)) - T*sin(a)", "q": "0.3*der(der(r)) - T"}, amplification=10.0, rates=3.0),
    # The voltage that makes a motor turn as wanted.
    model("servo", "path", 4, 0, ["f", "w 1/s", "i A", "u V"], ["df: der(f) = w", "rotor: J*der(w) = k*i - d*w", "coil: L*der(i) = u - R*i - k*w", "path: f = A*(1 - cos(o*time))"],
          {"J": "2e-5 kg.m2", "k": "0.03 N.m/A", "d": "1e-5 N.m.s", "L": "1e-3 H", "R": "0.8 Ohm", "A": "1.5", "o": "20 1/s"}, stop=0.5, at=(0.1, 0.3),
          solution={"f": "1.5*(1 - cos(20*time))", "w": "der(f)", "i": "(2e-5*der(w) + 1e-5*w)/0.03", "u": "1e-3*der(i) + 0.8*i + 0.03*w"}, rates=20.0, amplification=4.0, dimensional=True),
    # The flow that keeps the second of two tanks as wanted.
    model("tank_path", "path", 3, 0, ["a m = 2", "b m", "u"], ["first: 3*der(a) = u - 0.4*sqrt(a)", "second: 2*der(b) = 0.4*sqrt(a) - 0.3*sqrt(b)", "path: b = 1.5 + 0.3*sin(0.2*time)"], stop=20.0, at=(5.0, 13.0),
          solution={"b": "1.5 + 0.3*sin(0.2*time)", "a": "((2*der(b) + 0.3*sqrt(b))/0.4)^2", "u": "3*der(a) + 0.4*sqrt(a)"}, amplification=4.0),
    # A vehicle that follows a circle by steering: the heading is found from the path.
    model("circle_path", "path", 3, 0, ["x m", "y m", "h = 1.6", "v m/s = 2", "k"], ["dx: der(x) = v*cos(h)", "dy: der(y) = v*sin(h)", "dh: der(h) = v*k", "px: x = 2*cos(time)", "py: y = 2*sin(time)"], stop=5.0, at=(1.0, 3.0),
          solution={"x": "2*cos(time)", "y": "2*sin(time)", "h": "1.5707963267948966 + time", "v": "2", "k": "0.5"}, amplification=4.0),
    # An ampoule: drug in two compartments, the outer one as prescribed.
    model("infusion", "path", 3, 0, ["c", "e", "u"], ["inner: der(c) = u - 0.5*c - 0.3*(c - e)", "outer: der(e) = 0.3*(c - e) - 0.1*e^2", "wish: e = 2 - exp(-time)"], stop=4.0, at=(1.0, 2.5),
          solution={"e": "2 - exp(-time)", "c": "e + (der(e) + 0.1*e^2)/0.3", "u": "der(c) + 0.5*c + 0.3*(c - e)"}, amplification=4.0),
    # A motor turns a load through a spring, and the load follows a path: a = q + J q''/k, torque = I a'' + k (a - q).
    model("flexible_joint_path", "path", 5, 0, ["q", "a", "w 1/s", "z 1/s", "torque N.m"],
          ["dq: der(q) = w", "da: der(a) = z", "load: J*der(w) = k*(a - q)", "motor: I*der(z) = torque - k*(a - q)", "path: q = sin(o*time)"],
          {"J": "0.5 kg.m2", "I": "2 kg.m2", "k": "8 N.m", "o": "1 1/s"}, stop=2.0, at=(0.5, 1.2),
          solution={"q": "sin(time)", "w": "cos(time)", "a": "0.9375*sin(time)", "z": "0.9375*cos(time)", "torque": "-2.375*sin(time)"}, amplification=2.0, dimensional=True),
    # --- Algebra with several roots
    model("kepler_equation", "branches", 1, 1, ["M = 0 fixed", "E = 0", "x"], ["mean: der(M) = 2", "law: E - 0.9*sin(E) = M", "place: x = cos(E) - 0.9"], stop=8.0, at=(1.0, 3.2, 6.0),
          reduced={"e": ("0", "2/(1 - 0.9*cos(e))")}, solution={"M": "2*time", "E": "e", "x": "cos(e) - 0.9"}),
    model("upper_root", "branches", 1, 1, ["s = 1 fixed", "z = 1.9"], ["swing: der(s) = -s + sin(3*time)", "law: z^2 - 3*z + 2 = 0.2*s"], stop=6.0, at=(1.5, 4.0),
          reduced={"S": ("1", "-S + sin(3*time)")}, solution={"s": "S", "z": "1.5 + sqrt(0.25 + 0.2*S)"}),
    model("cosine_sheet", "branches", 1, 2, ["a = 0 fixed", "b = 1 fixed", "z = 7"], ["da: der(a) = b", "db: der(b) = -a", "law: sin(z) = 0.8*a*b + 0.1"], stop=7.0, at=(2.0, 4.5),
          # near 7 the sine rises: z = 2 pi + asin(..)
          solution={"a": "sin(time)", "b": "cos(time)", "z": "2*3.141592653589793 + asin(0.8*sin(time)*cos(time) + 0.1)"}, amplification=3.0),
    model("two_ellipses", "branches", 1, 0, ["x = 1", "y = -1"], ["first: x^2 + 4*y^2 = 4 + sin(time)", "second: 4*x^2 + y^2 = 5 + cos(time)"], stop=6.0, at=(1.5, 4.0),
          solution={"x": "sqrt((4*(5 + cos(time)) - (4 + sin(time)))/15)", "y": "-sqrt((4*(4 + sin(time)) - (5 + cos(time)))/15)"}, amplification=2.0),
    model("quartic", "branches", 1, 1, ["s = 0 fixed", "z = -1.5"], ["clock: der(s) = 0.5", "law: z^4 - 3*z^2 + 1 = 0.6*sin(s)"], stop=12.0, at=(3.0, 8.0),
          # the outer negative root: z^2 = (3 + sqrt(5 + 2.4 sin))/2 is 2.6 at first, the inner one 0.38
          solution={"s": "time/2", "z": "-sqrt((3 + sqrt(5 + 2.4*sin(time/2)))/2)"}, amplification=2.0),
    # --- What grows, decays, ends
    model("growth", "ode", 1, 1, ["x = 1 fixed", "y"], ["rate: der(x) = 3*x", "square: y = x*x"], stop=9.0, at=(1.0, 5.0), solution={"x": "exp(3*time)", "y": "exp(6*time)"}, amplification=90.0, rates=6.0),
    model("fading", "ode", 1, 2, ["x = 1 fixed", "y = 1 fixed", "z"], ["fast: der(x) = -20*x", "slow: der(y) = -y + x", "ratio: z*(1 + y) = x + y"], stop=3.0, at=(0.3, 1.0),
          solution={"x": "exp(-20*time)", "y": "20/19*exp(-time) - exp(-20*time)/19", "z": "(x + y)/(1 + y)"}, rates=20.0),
    model("cube_blow_up", "ends", 1, 1, ["x = 1 fixed", "z"], ["grow: der(x) = z/2", "cube: z = x^3"], stop=0.8, at=(0.3, 0.6), ends=1.0, solution={"x": "1/sqrt(1 - time)", "z": "x^3"}, amplification=10.0, culprits={"grow", "cube"}),
    model("buckling", "ends", 1, 1, ["p N = 0 fixed", "z m = 1"], ["load: der(p) = 0.1", "truss: p = 2*z*(1.6/sqrt(z^2 + 1) - 1)"], stop=4.0, at=(1.5, 3.0), ends=4.46444687079463,
          reduced={"Z": ("1.2489995996796797", "0.05/(1.6/(Z^2 + 1)^1.5 - 1)")}, solution={"p": "0.1*time", "z": "Z"}, culprits={"truss"}),
    model("lambert_ends", "ends", 1, 1, ["s = 1 fixed", "x = -0.1"], ["clock: der(s) = 1", "law: x*exp(x) = -0.1*s"], stop=2.5, at=(1.0, 2.0), ends=2.678794411714423,
          reduced={"X": ("-0.11183255915896297", "X/((1 + X)*(1 + time))")}, solution={"s": "1 + time", "x": "X"}, culprits={"law"}),
    model("wire_ends", "ends", 3, 0, ["x m", "y m = 0.9", "u m/s", "v m/s", "F N", "P N"],
          ["dx: der(x) = u", "dy: der(y) = v", "mx: 2*der(u) = P - F*x", "my: 2*der(v) = -F*y - 19.62", "push: x = 0.3 + 0.2*time^2", "arc: x^2 + y^2 = 1"], stop=1.5, at=(0.5, 1.0), ends=1.8708286933869707,
          solution={"x": "0.3 + 0.2*time^2", "y": "sqrt(1 - x^2)", "u": "der(x)", "v": "der(y)", "F": "-(2*der(v) + 19.62)/y", "P": "2*der(u) + F*x"}, amplification=10.0, rates=2.0, culprits={"arc", "push"}),
]
