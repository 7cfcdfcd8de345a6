"""Models of everyday life in the units in which they come: vessels, machines, satellites, circuits, reactors."""
from description import model

MODELS = [
    # tanks with Torricelli valves
    model("tanks", "applied", 1, 2, ["h1 m = 2 fixed", "h2 m = 0.5 fixed", "q m3/s", "o m3/s"],
          ["upper: A*der(h1) = -q", "lower: B*der(h2) = q - o", "valve: q = c*sqrt(h1 - h2)", "outlet: o = c*sqrt(h2)"],
          {"A": "0.8 m2", "B": "0.3 m2", "c": "0.05"}, stop=5.0, at=(1.0, 3.0),
          reduced={"a": ("2", "-c*sqrt(a - b)/A"), "b": ("0.5", "(c*sqrt(a - b) - c*sqrt(b))/B")},
          solution={"h1": "a", "h2": "b", "q": "c*sqrt(a - b)", "o": "c*sqrt(b)"}),
    # radiation in SI: small constants, temperatures with a large offset
    model("radiator", "applied", 1, 1, ["T K = 900 fixed", "Q W"], ["heat: C*der(T) = P - Q", "law: Q = e*5.67e-8*A*(T^4 - 290^4)"],
          {"C": "500", "P": "800 W", "e": "0.8", "A": "0.1 m2"}, stop=600.0, at=(100.0, 300.0),
          reduced={"t": ("900", "(P - e*5.67e-8*A*(t^4 - 290^4))/C")}, solution={"T": "t", "Q": "e*5.67e-8*A*(t^4 - 290^4)"}),
    # motor with a rigid gear at velocity level
    model("motor_gear", "applied", 2, 2, ["w1 1/s = 0 fixed", "w2 1/s", "i A = 0 fixed", "t1 N.m", "t2 N.m"],
          ["rotor: J1*der(w1) = k*i - t1", "load: J2*der(w2) = t2 - d*w2", "gear: w1 = n*w2", "force: t2 = n*t1", "coil: L*der(i) = U - R*i - k*w1"],
          {"J1": "1e-4 kg.m2", "J2": "0.02 kg.m2", "k": "0.05 N.m/A", "d": "0.01 N.m.s", "n": "12", "L": "2e-3 H", "R": "1.5 Ohm", "U": "12 V"},
          stop=0.2, at=(0.01, 0.08),
          reduced={"w": ("0", "(n*k*I - d*w)/(J2 + n^2*J1)"), "I": ("0", "(U - R*I - k*n*w)/L")},
          solution={"w2": "w", "w1": "n*w", "i": "I", "t1": "k*I - J1*n*der(w2)", "t2": "n*t1"}, dimensional=True),
    # rocket: mass that burns, large numbers
    model("rocket", "applied", 0, 3, ["m kg = 5e5 fixed", "v m/s = 0 fixed", "h m = 0 fixed"],
          ["burn: der(m) = -mu", "thrust: m*der(v) = F - m*g - D*v*v", "climb: der(h) = v"],
          {"mu": "2500 kg/s", "F": "7.6e6 N", "g": "9.81 m/s2", "D": "2 kg/m"}, stop=120.0, at=(30.0, 80.0),
          reduced={"M": ("5e5", "-mu"), "V": ("0", "(F - M*g - D*V*V)/M"), "H": ("0", "V")}, solution={"m": "M", "v": "V", "h": "H"}, dimensional=True),
    # satellite in metres and seconds
    model("satellite", "applied", 1, 4, ["x m = 7e6 fixed", "y m = 0 fixed", "u m/s = 0 fixed", "w m/s = 8000 fixed", "r m = 7e6"],
          ["dx: der(x) = u", "dy: der(y) = w", "du: der(u) = -GM*x/r^3", "dw: der(w) = -GM*y/r^3", "distance: r^2 = x^2 + y^2"],
          {"GM": "3.986e14 m3/s2"}, stop=4000.0, at=(1000.0, 2500.0),
          reduced={"X": ("7e6", "U"), "Y": ("0", "W"), "U": ("0", "-GM*X/sqrt(X^2 + Y^2)^3"), "W": ("8000", "-GM*Y/sqrt(X^2 + Y^2)^3")},
          solution={"x": "X", "y": "Y", "u": "U", "w": "W", "r": "sqrt(X^2 + Y^2)"}, dimensional=True),
    # unit quaternion with a multiplier that keeps its length
    model("quaternion", "applied", 2, 6, ["a = 1", "b = 0 fixed", "c = 0 fixed", "d = 0 fixed", "p 1/s = 1 fixed", "q 1/s = 0.5 fixed", "r 1/s = -0.7 fixed", "mu 1/s"],
          ["da: der(a) = (-b*p - c*q - d*r)/2 + mu*a", "db: der(b) = (a*p + c*r - d*q)/2 + mu*b", "dc: der(c) = (a*q - b*r + d*p)/2 + mu*c",
           "dd: der(d) = (a*r + b*q - c*p)/2 + mu*d", "e1: J1*der(p) = (J2 - J3)*q*r", "e2: J2*der(q) = (J3 - J1)*r*p", "e3: J3*der(r) = (J1 - J2)*p*q",
           "unit: a^2 + b^2 + c^2 + d^2 = 1"], {"J1": "1 kg.m2", "J2": "2 kg.m2", "J3": "2.5 kg.m2"}, stop=3.0, at=(1.0, 2.0),
          reduced={"A": ("1", "(-B*P - C*Q - D*R)/2"), "B": ("0", "(A*P + C*R - D*Q)/2"), "C": ("0", "(A*Q - B*R + D*P)/2"), "D": ("0", "(A*R + B*Q - C*P)/2"),
                   "P": ("1", "(J2 - J3)*Q*R/J1"), "Q": ("0.5", "(J3 - J1)*R*P/J2"), "R": ("-0.7", "(J1 - J2)*P*Q/J3")},
          solution={"a": "A", "b": "B", "c": "C", "d": "D", "p": "P", "q": "Q", "r": "R", "mu": "0"}, scale={"mu": 1.0}),
    # pendulum on a cart with a spring
    model("cart", "applied", 3, 4, ["s m = 0.2 fixed", "x m = 0.5 fixed", "y m = -0.95", "u m/s = 0 fixed", "v m/s = 0 fixed", "w m/s", "F N/m"],
          ["ds: der(s) = u", "dx: der(x) = v", "dy: der(y) = w", "cart: M*der(u) = -k*s + F*(x - s)", "mx: m*der(v) = -F*(x - s)", "my: m*der(w) = -F*y - m*g",
           "rod: (x - s)^2 + y^2 = L^2"], {"M": "2 kg", "m": "0.5 kg", "k": "10 N/m", "g": "9.81 m/s2", "L": "1 m"}, stop=2.0, at=(0.5, 1.2),
          reduced={"S": ("0.2", "U"), "p": ("0.3046926540153975", "P"),
                   "U": ("0", "(m*L*P^2*sin(p) + m*g*sin(p)*cos(p) - k*S)/(M + m*sin(p)^2)"),
                   "P": ("0", "-(g*sin(p) + cos(p)*(m*L*P^2*sin(p) + m*g*sin(p)*cos(p) - k*S)/(M + m*sin(p)^2))/L")},
          solution={"s": "S", "x": "S + L*sin(p)", "y": "-L*cos(p)", "u": "U", "v": "der(x)", "w": "der(y)", "F": "(M*der(u) + k*s)/(x - s)"},
          multipliers={"rod": ["F"]}, dimensional=True),
    # stirred tank with Arrhenius reaction
    model("reactor", "applied", 1, 2, ["c mol = 0.5 fixed", "T K = 350 fixed", "k 1/s"],
          ["mass: der(c) = 1*(1 - c) - k*c", "heat: der(T) = 1*(350 - T) + 209.2*k*c + 2.09*(300 - T)", "rate: k = 7.2e10*exp(-8750/T)"],
          stop=2.0, at=(0.3, 1.0),
          reduced={"C": ("0.5", "1 - C - 7.2e10*exp(-8750/t)*C"), "t": ("350", "350 - t + 209.2*7.2e10*exp(-8750/t)*C + 2.09*(300 - t)")},
          solution={"c": "C", "T": "t", "k": "7.2e10*exp(-8750/t)"}),
    # coils in series with a current source
    model("coils_in_series", "applied", 2, 0, ["i A", "j A", "u V", "v V"], ["source: i = I*sin(w*time)", "node: i = j", "first: L*der(i) = u - v", "second: M*der(j) = v"],
          {"I": "2 A", "w": "3 1/s", "L": "0.1 H", "M": "0.3 H"}, stop=1.0, at=(0.3, 0.7),
          solution={"i": "2*sin(3*time)", "j": "i", "v": "1.8*cos(3*time)", "u": "2.4*cos(3*time)"}, dimensional=True),
    # controller with a derivative part
    model("pid", "applied", 2, 2, ["x = 0 fixed", "e", "u", "s = 0 fixed"],
          ["plant: der(x) = -x + u", "error: e = sin(time) - x", "sum: der(s) = e", "law: u = 3*e + 0.5*der(e) + 2*s"], stop=3.0, at=(0.5, 1.5),
          reduced={"X": ("0", "(-X + 3*(sin(time) - X) + 0.5*cos(time) + 2*Z)/1.5"), "Z": ("0", "sin(time) - X")},
          solution={"x": "X", "e": "sin(time) - X", "u": "der(x) + x", "s": "Z"}),
    # cam and follower
    model("cam", "applied", 3, 2, ["p = 0.3 fixed", "w 1/s = 4 fixed", "y m", "v m/s", "F N"],
          ["dp: der(p) = w", "dy: der(y) = v", "shaft: J*der(w) = F*a*sin(p)", "follower: m*der(v) = F - m*g", "cam: y = r + a*cos(p)"],
          {"J": "0.05 kg.m2", "m": "0.4 kg", "g": "9.81 m/s2", "r": "0.1 m", "a": "0.03 m"}, stop=3.0, at=(0.7, 2.0),
          reduced={"P": ("0.3", "W"), "W": ("4", "(m*g*a*sin(P) - m*a^2*sin(P)*cos(P)*W^2)/(J + m*a^2*sin(P)^2)")},
          solution={"p": "P", "w": "W", "y": "r + a*cos(P)", "v": "der(y)", "F": "m*(der(v) + g)"}, multipliers={"cam": ["F"]}, dimensional=True),
    # gas spring: a power law
    model("gas_spring", "applied", 1, 2, ["x m = 0.2 fixed", "v m/s = 0 fixed", "P Pa = 2e5"],
          ["dx: der(x) = v", "piston: m*der(v) = (P - p0)*A", "adiabatic: P*x^1.4 = c"],
          {"m": "5 kg", "p0": "1e5 Pa", "A": "0.01 m2", "c": "21009.9"}, stop=0.5, at=(0.1, 0.3),
          reduced={"X": ("0.2", "V"), "V": ("0", "(c/X^1.4 - p0)*A/m")}, solution={"x": "X", "v": "V", "P": "c/X^1.4"}),
    # belt with smoothed friction
    model("belt", "applied", 1, 2, ["x m = 0 fixed", "v m/s = 0 fixed", "f N"], ["dx: der(x) = v", "newton: m*der(v) = -k*x - f", "friction: f = mu*tanh((v - b)/e)"],
          {"m": "1 kg", "k": "20 N/m", "mu": "3 N", "b": "0.5 m/s", "e": "0.02 m/s"}, stop=2.0, at=(0.1, 0.8),
          reduced={"X": ("0", "V"), "V": ("0", "(-k*X - mu*tanh((V - b)/e))/m")}, solution={"x": "X", "v": "V", "f": "mu*tanh((V - b)/e)"}, dimensional=True),
    # stiff spring pendulum
    model("spring_pendulum", "applied", 1, 4, ["x m = 1 fixed", "y m = 0 fixed", "u m/s = 0 fixed", "w m/s = 0 fixed", "l m = 1", "f N"],
          ["dx: der(x) = u", "dy: der(y) = w", "mx: m*der(u) = -f*x/l", "my: m*der(w) = -f*y/l - m*g", "length: l^2 = x^2 + y^2", "spring: f = k*(l - L)"],
          {"m": "1 kg", "k": "100 N/m", "g": "9.81 m/s2", "L": "1 m"}, stop=0.6, at=(0.2, 0.4),
          reduced={"X": ("1", "U"), "Y": ("0", "W"), "U": ("0", "-k*(sqrt(X^2 + Y^2) - L)*X/sqrt(X^2 + Y^2)/m"), "W": ("0", "-k*(sqrt(X^2 + Y^2) - L)*Y/sqrt(X^2 + Y^2)/m - g")},
          solution={"x": "X", "y": "Y", "u": "U", "w": "W", "l": "sqrt(X^2 + Y^2)", "f": "k*(sqrt(X^2 + Y^2) - L)"}, dimensional=True),
    # heat equation with fluxes as unknowns
    model("wall", "applied", 1, 8, ["T%d K = %g fixed" % (i, 300 + 10 * i) for i in range(8)] + ["q%d W" % i for i in range(9)],
          ["cell%d: C*der(T%d) = q%d - q%d" % (i, i, i, i + 1) for i in range(8)] +
          ["in: q0 = G*(350 - T0)"] + ["flux%d: q%d = G*(T%d - T%d)" % (i, i, i - 1, i) for i in range(1, 8)] + ["out: q8 = 0"],
          {"C": "5000", "G": "20"}, stop=3000.0, at=(300.0, 1000.0),
          reduced={"t%d" % i: ("%g" % (300 + 10 * i), ("(20*(350 - t0) - 20*(t0 - t1))/5000" if i == 0 else "20*(t6 - t7)/5000" if i == 7 else
                                                       "(20*(t%d - t%d) - 20*(t%d - t%d))/5000" % (i - 1, i, i, i + 1))) for i in range(8)},
          solution={"T%d" % i: "t%d" % i for i in range(8)} | {"q0": "20*(350 - t0)", "q8": "0"} | {"q%d" % i: "20*(t%d - t%d)" % (i - 1, i) for i in range(1, 8)},
          scale={"q8": 100.0}),
    # a vertical disc that rolls: nonholonomic
    model("rolling_disc", "applied", 2, 6, ["x m = 0 fixed", "y m = 0 fixed", "h = 0.3 fixed", "p = 0 fixed", "u m/s", "w m/s", "o 1/s = 0.5 fixed", "s 1/s = 3 fixed", "F N", "H N"],
          ["dx: der(x) = u", "dy: der(y) = w", "dh: der(h) = o", "dp: der(p) = s", "mx: m*der(u) = F", "my: m*der(w) = H", "steer: I*der(o) = T", "spin: J*der(s) = -R*F*cos(h) - R*H*sin(h)",
           "roll_x: u = R*s*cos(h)", "roll_y: w = R*s*sin(h)"], {"m": "1 kg", "I": "0.1 kg.m2", "J": "0.2 kg.m2", "R": "0.5 m", "T": "0.05 N.m"}, stop=3.0, at=(1.0, 2.0),
          # F cos h + H sin h = m R s', so (J + m R^2) s' = 0
          reduced={"X": ("0", "R*3*cos(0.3 + 0.5*time + T/I*time^2/2)"), "Y": ("0", "R*3*sin(0.3 + 0.5*time + T/I*time^2/2)")},
          solution={"x": "X", "y": "Y", "h": "0.3 + 0.5*time + T/I*time^2/2", "p": "3*time", "u": "der(x)", "w": "der(y)", "o": "0.5 + T/I*time", "s": "3",
                    "F": "m*der(u)", "H": "m*der(w)"}, dimensional=True),
    # vapour and liquid: Rachford-Rice
    model("flash", "applied", 1, 0, ["V = 0.5", "K1", "K2", "K3"],
          ["k1: K1 = 4 + time", "k2: K2 = 1.2", "k3: K3 = 0.3", "rr: 0.3*(K1 - 1)/(1 + V*(K1 - 1)) + 0.4*(K2 - 1)/(1 + V*(K2 - 1)) + 0.3*(K3 - 1)/(1 + V*(K3 - 1)) = 0"],
          stop=1.0, at=(0.5,), reduced={"W": ("0.6384053483167007", "(0.3/(1 + W*(3 + time))^2)/(0.3*(3 + time)^2/(1 + W*(3 + time))^2 + 0.4*0.04/(1 + 0.2*W)^2 + 0.3*0.49/(1 - 0.7*W)^2)")},
          solution={"V": "W", "K1": "4 + time", "K2": "1.2", "K3": "0.3"}),
    # flow that turns round: quadratic and laminar friction
    model("pipe", "applied", 1, 1, ["q = 0.5 fixed", "p", "z = 0"],
          ["inertia: der(q) = 5*sin(time) - p", "friction: p = 3*q*sqrt(q^2 + 1e-4) + 0.1*q", "lag: z + z^3 = q"], stop=5.0, at=(1.0, 3.0),
          reduced={"Q": ("0.5", "5*sin(time) - 3*Q*sqrt(Q^2 + 1e-4) - 0.1*Q"), "Z": ("0.4238537990697832", "(5*sin(time) - 3*Q*sqrt(Q^2 + 1e-4) - 0.1*Q)/(1 + 3*Z^2)")},
          solution={"q": "Q", "p": "3*Q*sqrt(Q^2 + 1e-4) + 0.1*Q", "z": "Z"}),
    # Lorenz, a short while
    model("lorenz", "applied", 0, 3, ["x = 1 fixed", "y = 2 fixed", "z = 20 fixed"], ["dx: der(x) = 10*(y - x)", "dy: der(y) = x*(28 - z) - y", "dz: der(z) = x*y - 8/3*z"],
          stop=3.0, at=(1.0, 2.0), reduced={"X": ("1", "10*(Y - X)"), "Y": ("2", "X*(28 - Z) - Y"), "Z": ("20", "X*Y - 8/3*Z")}, solution={"x": "X", "y": "Y", "z": "Z"}),
    # Hamiltonian in charge and flux with definitions
    model("lc_charges", "applied", 1, 2, ["Q C = 1e-6 fixed", "phi = 0 fixed", "u V", "i A"], ["dq: der(Q) = -i", "dphi: der(phi) = u", "cap: Q = C*u", "coil: phi = L*i"],
          {"C": "1e-9 F", "L": "1e-6 H"}, stop=4e-7, at=(1e-7, 2.3e-7),
          solution={"Q": "1e-6*cos(time*sqrt(1e15))", "i": "1e-6*sqrt(1e15)*sin(time*sqrt(1e15))", "u": "1e3*cos(time*sqrt(1e15))", "phi": "1e-12*sqrt(1e15)*sin(time*sqrt(1e15))"}),
    # index 2 by a singular combination: both lines hold the same derivatives
    model("hidden_sum", "applied", 1, 1, ["x = 1 fixed", "y = 0", "z"], ["one: der(x) + der(y) = -x + z", "two: der(x) + der(y) = -y - z + 2*cos(time)", "three: x - y = exp(-time)"],
          # z = (x - y)/2 + cos t; x' + y' = -(x + y)/2 + cos t;  x - y = e^-t
          stop=2.0, at=(0.5, 1.2), reduced={"s": ("1", "-s/2 + cos(time)")}, solution={"x": "(s + exp(-time))/2", "y": "(s - exp(-time))/2", "z": "exp(-time)/2 + cos(time)"}),
    # two bodies on a common line, by Lagrange multipliers
    model("three_beads", "applied", 3, 4, ["a m = 0 fixed", "b m = 1 fixed", "c m = 2", "u m/s = 0.5 fixed", "v m/s = 0 fixed", "w m/s", "l N"],
          ["da: der(a) = u", "db: der(b) = v", "dc: der(c) = w", "ma: m*der(u) = -k*a + l", "mb: m*der(v) = -k*b - 2*l", "mc: m*der(w) = -k*c + l", "mid: a - 2*b + c = 0"],
          {"m": "0.7 kg", "k": "3 N/m"}, stop=2.0, at=(0.5, 1.3),
          # all obey m q'' = -k q: l = 0
          solution={"a": "0.5/sqrt(30/7)*sin(time*sqrt(30/7))", "b": "cos(time*sqrt(30/7))", "c": "2*b - a", "u": "der(a)", "v": "der(b)", "w": "der(c)", "l": "0"},
          scale={"l": 3.0}, multipliers={"mid": ["l"]}),
    # exchange of a trace species beside a large one: widely different sizes
    model("trace", "applied", 1, 2, ["N mol = 1e6 fixed", "n mol = 1e-3 fixed", "x", "f mol/s"],
          ["big: der(N) = -0.1*N + f", "small: der(n) = 0.2*N*1e-9 - 3*n - f", "share: x = n/N", "flow: f = 5*n"], stop=3.0, at=(0.5, 1.5),
          reduced={"B": ("1e6", "-0.1*B + 5*S"), "S": ("1e-3", "0.2e-9*B - 8*S")}, solution={"N": "B", "n": "S", "x": "S/B", "f": "5*S"}),
    # decay through fifteen decades
    model("long_decay", "applied", 1, 2, ["x = 1 fixed", "y = 1e-8 fixed", "z"], ["dx: der(x) = -2*x", "dy: der(y) = 3*y", "law: z*x = y"], stop=4.0, at=(1.0, 2.0),
          solution={"x": "exp(-2*time)", "y": "1e-8*exp(3*time)", "z": "1e-8*exp(5*time)"}, amplification=2.0),
    # ends
    model("shrinking_rod", "ends", 3, 2, ["x = 0.6 fixed", "y = -0.8", "v = 0 fixed", "w", "F"],
          ["dx: der(x) = v", "dy: der(y) = w", "mx: der(v) = -F*x", "my: der(w) = -F*y", "rod: x^2 + y^2 = 1 - time"], stop=0.8, at=(0.3, 0.6), ends=1.0,
          # r = sqrt(1 - t), angular momentum r^2 p' = c; v = r' sin p + r cos p p' = 0: -0.5*0.6 + 0.8 c = 0
          reduced={"p": ("0.6435011087932844", "0.375/(1 - time)")},
          solution={"x": "sqrt(1 - time)*sin(p)", "y": "-sqrt(1 - time)*cos(p)", "v": "der(x)", "w": "der(y)", "F": "(0.25/(1 - time)^1.5 + sqrt(1 - time)*(0.375/(1 - time))^2)/sqrt(1 - time)"},
          culprits={"rod"}),
    model("log_fold", "ends", 1, 1, ["s = 0 fixed", "z = 1"], ["clock: der(s) = 1", "law: z*log(z) = -s"], stop=0.33, at=(0.1, 0.2), ends=0.36787944117144233,
          reduced={"Z": ("1", "-1/(1 + log(Z))")}, solution={"s": "time", "z": "Z"}, culprits={"law"}),
    model("arm_out_of_reach", "ends", 1, 0, ["a = 0.1", "b = 1.5"], ["px: 1.0*cos(a) + 0.8*cos(a + b) = 1.2 + 0.4*time", "py: sin(a) + 0.8*sin(a + b) = 0.3"],
          stop=1.2, at=(0.4, 0.8), ends=1.4370598373247,  # sqrt(1.8^2 - 0.09) = 1.7748..
          solution={"b": "acos(((1.2 + 0.4*time)^2 + 0.09 - 1.64)/1.6)", "a": "atan(0.3/(1.2 + 0.4*time)) - atan(0.8*sin(b)/(1 + 0.8*cos(b)))"}, amplification=10.0, culprits={"px", "py"}),
    model("tangent_pole", "ends", 1, 1, ["y = 0 fixed", "q"], ["rate: der(y) = q", "law: q*cos(time) = sin(time)"], stop=1.4, at=(0.5, 1.0), ends=1.5707963267948966,
          solution={"y": "-log(cos(time))", "q": "tan(time)"}, amplification=6.0, culprits={"law"}),
    model("mutual_growth", "ends", 1, 2, ["x = 1 fixed", "y = 1 fixed", "z"], ["dx: der(x) = z", "dy: der(y) = z", "law: z = x*y"], stop=0.8, at=(0.4,), ends=1.0,
          solution={"x": "1/(1 - time)", "y": "1/(1 - time)", "z": "1/(1 - time)^2"}, amplification=25.0, culprits={"law", "dx", "dy"}),
    model("van_der_pol_limit", "ends", 1, 1, ["y = 2 fixed", "z = -0.65"], ["slow: der(y) = z", "law: 0 = (1 - y^2)*z - y"], stop=0.7, at=(0.3, 0.5), ends=0.8068528194400547,
          reduced={"Y": ("2", "Y/(1 - Y^2)")}, solution={"y": "Y", "z": "Y/(1 - Y^2)"}, culprits={"law"}),
    # no solution, or more than one
    model("floating_island", "refused", None, None, ["a V", "b V", "c V = 1 fixed"], ["left: (a - b)/2 = c", "right: (b - a)/2 = -c", "rate: der(c) = -c"], refused=True, culprits={"left", "right"}),
    model("same_twice", "refused", None, None, ["x = 1 fixed", "y", "z"], ["rate: der(x) = y", "one: y*z = x", "two: 2*y*z = 2*x"], refused=True, culprits={"one", "two"}),
    model("never_equal", "refused", None, None, ["x", "y = 0 fixed"], ["one: exp(x) = -1 - y^2", "two: der(y) = x"], refused=True, culprits={"one"}),
    model("two_pins_apart", "refused", None, None, ["x", "y = -1", "u", "w", "F", "H"],
          ["dx: der(x) = u", "dy: der(y) = w", "mx: der(u) = -F*x - H*(x - 3)", "my: der(w) = -(F + H)*y - 9.81", "one: x^2 + y^2 = 1", "two: (x - 3)^2 + y^2 = 1"], refused=True, culprits={"one", "two"}),
]
