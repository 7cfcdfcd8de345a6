"""Mechanisms for the methods on second-order forms. Some numbers of methods were settled by looking at runs of these."""

# name: (kind, end, text). Kinds: position (index 3 as written), velocity (index 2), free (no constraint).
MECHANISMS = {}


def mechanism(name, kind, end, declarations, equations, initial=""):
    text = "model {0}\n  {1}\n{2}equation\n  {3}\nend {0};\n".format(
        "".join(word.capitalize() for word in name.split("_")), declarations.strip(),
        "initial equation\n  %s\n" % initial.strip() if initial else "", equations.strip())
    MECHANISMS[name] = (kind, end, text)


mechanism("damped_pendulum", "position", 3, """
  Real x(start = 0.8, fixed = true), y(start = -0.6), s;""", """
  der(der(x)) = -2*s*x - 0.3*der(x)*sqrt(der(x)^2 + der(y)^2 + 0.01) "along";
  der(der(y)) = -2*s*y - 9.81 - 0.3*der(y)*sqrt(der(x)^2 + der(y)^2 + 0.01) "up";
  x^2 + y^2 = 1 "rod";""", "der(x) = 0;")

mechanism("moving_pivot", "position", 3, """
  Real x(start = 0.3, fixed = true), y(start = -1), s;""", """
  der(der(x)) = -2*s*(x - 0.2*sin(3*time)) - 0.1*der(x) "along";
  der(der(y)) = -2*s*(y - 0.1*cos(5*time)) - 9.81 "up";
  (x - 0.2*sin(3*time))^2 + (y - 0.1*cos(5*time))^2 = 1.21 "rod";""", "der(x) = 0;")

mechanism("bead_on_turning_wire", "position", 2, """
  Real x(start = 0.5, fixed = true), y(start = 0), z(start = 0.125), a, b;""", """
  0.4*der(der(x)) = a*x - b*sin(2*time) - 0.1*der(x) "first";
  0.4*der(der(y)) = a*y + b*cos(2*time) - 0.1*der(y) "second";
  0.4*der(der(z)) = -a - 0.4*9.81 - 0.1*der(z) "up";
  z = (x^2 + y^2)/2 "bowl";
  y*cos(2*time) = x*sin(2*time) "plane";""", "der(x) = 0;")

mechanism("stiff_spring", "position", 1, """
  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 1.2, fixed = true), v(start = -1.1, fixed = true), s, f, l;""", """
  l = sqrt((u - x)^2 + (v - y)^2);
  f = 20000*(l - 0.67) + 60*((u - x)*(der(u) - der(x)) + (v - y)*(der(v) - der(y)))/l;
  der(der(x)) = -2*s*x + f*(u - x)/l "first along";
  der(der(y)) = -2*s*y + f*(v - y)/l - 9.81 "first up";
  0.5*der(der(u)) = -f*(u - x)/l "second along";
  0.5*der(der(v)) = -f*(v - y)/l - 4.905 "second up";
  x^2 + y^2 = 1 "rod";""", "der(x) = 0; der(u) = 0; der(v) = 0;")

mechanism("arm_on_a_rail", "position", 2, """
  Real a(start = 0.4, fixed = true), b(start = 1.5), n;""", """
  (2 + cos(b))*der(der(a)) + (0.4 + 0.5*cos(b))*der(der(b)) - sin(b)*der(b)*(der(a) + der(b)/2) = 3*sin(2*time) - 12*cos(a) - 5*cos(a + b) - 0.4*der(a) + n*(cos(a) + 0.9*cos(a + b)) "shoulder";
  (0.4 + 0.5*cos(b))*der(der(a)) + 0.4*der(der(b)) + 0.5*sin(b)*der(a)^2 = -5*cos(a + b) - 0.2*der(b) + 0.9*n*cos(a + b) "elbow";
  sin(a) + 0.9*sin(a + b) = 1.2 "rail";""", "der(a) = 0;")

mechanism("charged_pendulum", "position", 3, """
  Real x(start = 0.6, fixed = true), y(start = 0, fixed = true), z(start = -0.8), s;""", """
  der(der(x)) = -2*s*x + 4*der(y) - 0.05*der(x) "first";
  der(der(y)) = -2*s*y - 4*der(x) - 0.05*der(y) "second";
  der(der(z)) = -2*s*z - 9.81 - 0.05*der(z) "up";
  x^2 + y^2 + z^2 = 1 "sphere";""", "der(x) = 0.5; der(y) = 1;")

mechanism("damped_double_pendulum", "position", 2, """
  Real x1(start = 0.8, fixed = true), y1(start = -0.6), x2(start = 1.3, fixed = true), y2(start = -1.2), f1, f2;""", """
  2*der(der(x1)) = -2*x1*f1 + 2*(x2 - x1)*f2 - 0.4*der(x1) "first along";
  2*der(der(y1)) = -2*y1*f1 + 2*(y2 - y1)*f2 - 19.62 - 0.4*der(y1) "first up";
  0.7*der(der(x2)) = -2*(x2 - x1)*f2 - 0.4*(der(x2) - der(x1)) "second along";
  0.7*der(der(y2)) = -2*(y2 - y1)*f2 - 6.867 - 0.4*(der(y2) - der(y1)) "second up";
  x1^2 + y1^2 = 1 "first rod";
  (x2 - x1)^2 + (y2 - y1)^2 = 0.64 "second rod";""", "der(x1) = 0; der(x2) = 1;")

mechanism("four_bar_with_spring", "position", 2, """
  Real a(start = 0.9, fixed = true), b(start = 0.2), c(start = 1.2), p, q;""", """
  0.2*der(der(a)) = 1.5 - 0.1*der(a) - p*sin(a) + q*cos(a) "crank";
  0.5*der(der(b)) = -2.2*p*sin(b) + 2.2*q*cos(b) "coupler";
  0.8*der(der(c)) = -4*(c - 1.4) - 0.3*der(c) + 1.5*p*sin(c) - 1.5*q*cos(c) "rocker";
  cos(a) + 2.2*cos(b) = 2 + 1.5*cos(c) "closes along";
  sin(a) + 2.2*sin(b) = 1.5*sin(c) "closes up";""", "der(a) = 1;")

mechanism("motor_and_crank", "position", 2, """
  Real a(start = 0.5, fixed = true), x(start = 2.5), b(start = -0.2), i(start = 0, fixed = true), f, n;""", """
  0.05*der(i) = 12 - 1.5*i - 0.6*der(a) "current";
  0.3*der(der(a)) = 0.6*i - 0.05*der(a) - f*sin(a) + n*cos(a) "crank";
  0.4*der(der(b)) = -2*f*sin(b) + 2*n*cos(b) "rod";
  1.2*der(der(x)) = -f - 8*der(x) "piston";
  cos(a) + 2*cos(b) = x "along";
  sin(a) + 2*sin(b) = 0 "across";""", "der(a) = 0;")

mechanism("hanging_chain", "position", 1.5, """
  Real x1(start = 0.8, fixed = true), y1(start = -0.6), x2(start = 1.6, fixed = true), y2(start = -1), x3(start = 2.4), y3(start = -0.6), t1, t2, t3, t4;""", """
  der(der(x1)) = -x1*t1 + (x2 - x1)*t2 - 0.2*der(x1) "1 along";
  der(der(y1)) = -y1*t1 + (y2 - y1)*t2 - 9.81 - 0.2*der(y1) "1 up";
  der(der(x2)) = -(x2 - x1)*t2 + (x3 - x2)*t3 - 0.2*der(x2) "2 along";
  der(der(y2)) = -(y2 - y1)*t2 + (y3 - y2)*t3 - 9.81 - 0.2*der(y2) "2 up";
  der(der(x3)) = -(x3 - x2)*t3 + (3 - x3)*t4 - 0.2*der(x3) "3 along";
  der(der(y3)) = -(y3 - y2)*t3 + (0 - y3)*t4 - 9.81 - 0.2*der(y3) "3 up";
  x1^2 + y1^2 = 1 "link 1";
  (x2 - x1)^2 + (y2 - y1)^2 = 0.81 "link 2";
  (x3 - x2)^2 + (y3 - y2)^2 = 0.81 "link 3";
  (3 - x3)^2 + y3^2 = 1 "link 4";""", "der(x1) = 0; der(x2) = 0.2;")

mechanism("micro_mirror", "position", 1e-3, """
  Real x(start = 3e-6, fixed = true), y(start = -4e-6), s;""", """
  2e-9*der(der(x)) = -2*s*x - 1.2*x - 2e-6*der(x) + 1e-6*sin(20000*time) "along";
  2e-9*der(der(y)) = -2*s*y - 0.7*(y + 5e-6) - 2e-6*der(y) "up";
  x^2 + y^2 = 25e-12 "arm";""", "der(x) = 0;")

mechanism("tethered_satellites", "position", 2000, """
  parameter Real n = 1.078e-3;
  Real x1(start = -1500, fixed = true), y1(start = -2400, fixed = true), x2(start = 3900, fixed = true), y2(start = 6000), s;""", """
  500*der(der(x1)) = 500*(3*n^2*x1 + 2*n*der(y1)) + s*(x2 - x1) "first along";
  500*der(der(y1)) = -1000*n*der(x1) + s*(y2 - y1) "first across";
  200*der(der(x2)) = 200*(3*n^2*x2 + 2*n*der(y2)) - s*(x2 - x1) "second along";
  200*der(der(y2)) = -400*n*der(x2) - s*(y2 - y1) "second across";
  (x2 - x1)^2 + (y2 - y1)^2 = 99720000 "tether";""", "der(x1) = 1; der(y1) = 3; der(x2) = -4;")

mechanism("small_part_on_a_large_arm", "position", 2, """
  Real a(start = 0.5, fixed = true), x(start = 0, fixed = true), y(start = 1e-4), s;""", """
  3*der(der(a)) = -20*sin(a) - 0.5*der(a) + 4*cos(3*time) "arm";
  1e-6*der(der(x)) = -2*s*x - 4e-5*(x - 1e-4*sin(a)) - 1e-6*der(x) "part along";
  1e-6*der(der(y)) = -2*s*y - 4e-5*(y - 1e-4*cos(a)) - 1e-6*der(y) "part up";
  x^2 + y^2 = 1e-8 "ring";""", "der(a) = 0; der(x) = 0;")

mechanism("bead_on_a_torus", "position", 1, """
  Real x(start = 1.2, fixed = true), y(start = 0, fixed = true), z(start = 0.34), s, r;""", """
  r = sqrt(x^2 + y^2);
  0.7*der(der(x)) = -2*s*(r - 1)*x/r - 0.1*der(x) "first";
  0.7*der(der(y)) = -2*s*(r - 1)*y/r - 0.1*der(y) "second";
  0.7*der(der(z)) = -2*s*z - 6.867 - 0.1*der(z) "up";
  (r - 1)^2 + z^2 = 0.16 "torus";""", "der(x) = 0; der(y) = 0.7;")

mechanism("wheel_on_a_road", "position", 2, """
  Real w(start = 0), b(start = 0.01, fixed = true), n, a(start = 0, fixed = true);""", """
  40*der(der(w)) = 18000*(b - w) + 900*(der(b) - der(w)) - 392 + n "wheel";
  350*der(der(b)) = -18000*(b - w) - 900*(der(b) - der(w)) + 500*(a - b) "body";
  20*der(der(a)) = -500*(a - b) - 60*(der(a) - der(b)) "seat";
  w = 0.02*sin(4*time)*(1 - exp(-2*time)) "road";""", "der(b) = 0; der(a) = 0;")

mechanism("self_excited_pendulum", "position", 4, """
  Real x(start = 0.2, fixed = true), y(start = -1), s;""", """
  der(der(x)) = -2*s*x + (1 - der(x)^2 - der(y)^2)*der(x) "along";
  der(der(y)) = -2*s*y - 9.81 + (1 - der(x)^2 - der(y)^2)*der(y) "up";
  x^2 + y^2 = 1 "rod";""", "der(x) = 0;")

mechanism("friction_by_an_equation", "position", 2, """
  Real x(start = 0.7, fixed = true), y(start = 0.49), s, f(start = 0), v;""", """
  v = der(x)*sqrt(1 + 4*x^2);
  f + 0.2*f^3 = 1.5*v "friction";
  der(der(x)) = -2*x*s - f/sqrt(1 + 4*x^2) "along";
  der(der(y)) = s - 9.81 - f*2*x/sqrt(1 + 4*x^2) "up";
  y = x^2 "parabola";""", "der(x) = 0;")

mechanism("duffing_pair", "free", 5, """
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);""", """
  der(der(x)) = -x^3 - 0.1*der(x) + 0.5*(y - x) + 0.4*cos(1.3*time) "first";
  2*der(der(y)) = -y - 0.2*y^3 + 0.5*(x - y) - 0.1*der(y) "second";""", "der(x) = 0; der(y) = 0.5;")

mechanism("pendulum_in_a_turning_frame", "position", 3, """
  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true), z(start = -1.9), s;""", """
  der(der(x)) = -2*s*x + 2*0.8*der(y) + 0.64*x "first";
  der(der(y)) = -2*s*y - 2*0.8*der(x) + 0.64*y "second";
  der(der(z)) = -2*s*z - 9.81 "up";
  x^2 + y^2 + z^2 = 4 "rope";""", "der(x) = 0; der(y) = 0.3;")

mechanism("knife_edge", "velocity", 3, """
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), a(start = 0.3, fixed = true), s;""", """
  der(der(x)) = s*sin(a) + 0.5*sin(time) - 0.2*der(x) "along";
  der(der(y)) = -s*cos(a) + 1 - 0.2*der(y) "across";
  0.4*der(der(a)) = 0.6*cos(2*time) - 0.1*der(a) "turn";
  der(x)*sin(a) = der(y)*cos(a) "edge";""", "der(x) = 1; der(a) = 0.5;")

mechanism("rope_over_a_pulley", "position", 1.5, """
  Real x(start = 0.8, fixed = true), y(start = -1.2), s;""", """
  1.5*der(der(x)) = -s*x/sqrt(x^2 + 1) - 3*(x - 0.5) - 0.2*der(x) "slider";
  0.6*der(der(y)) = s - 5.886 - 0.2*der(y) "weight";
  sqrt(x^2 + 1) - y = sqrt(1.64) + 1.2 "rope";""", "der(x) = 0;")

mechanism("heavy_and_light", "position", 2, """
  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 1.1, fixed = true), v(start = -1.7), s, f;""", """
  1e5*der(der(x)) = -2*s*x + 2*f*(u - x) "heavy along";
  1e5*der(der(y)) = -2*s*y + 2*f*(v - y) - 9.81e5 "heavy up";
  1e-2*der(der(u)) = -2*f*(u - x) - 1e-2*der(u) "light along";
  1e-2*der(der(v)) = -2*f*(v - y) - 9.81e-2 - 1e-2*der(v) "light up";
  x^2 + y^2 = 1 "first rod";
  (u - x)^2 + (v - y)^2 = 1.06 "second rod";""", "der(x) = 0; der(u) = 0;")

mechanism("spinning_rod", "position", 2, """
  Real a(start = 1, fixed = true), b(start = 0, fixed = true), r(start = 0.5, fixed = true), h(start = 0.27), s;""", """
  (0.3 + r^2)*der(der(b)) + 2*r*der(r)*der(b) = 0.5 - 0.1*der(b) "turn";
  0.2*der(der(a)) = -2*sin(a) - 0.1*der(a) + s*r*cos(a)*0.5 "tilt";
  der(der(r)) = r*der(b)^2 - 6*(r - 0.5) - 0.3*der(r) + 0.5*s*sin(a) "slide";
  0.5*der(der(h)) = -s - 4.905 "weight";
  h = 0.5*r*sin(a) + 0.06 "guide";""", "der(a) = 0; der(b) = 2; der(r) = 0;")

mechanism("sliding_ladder", "position", 1, """
  Real x(start = 0.6), y(start = 0.8), a(start = 0.9, fixed = true), p, q;""", """
  3*der(der(x)) = p - 2*der(x) "along";
  3*der(der(y)) = q - 29.43 - 2*der(y) "up";
  der(der(a)) = p*sin(a) - q*cos(a) - 0.3*der(a) + 6*sin(8*time) "turn";
  x = cos(a) "floor";
  y = sin(a) "wall";""", "der(a) = 0.5;")

mechanism("four_bar_of_masses", "position", 2, """
  Real x1(start = 0.6, fixed = true), y1(start = 0.8), x2(start = 3.0), y2(start = 1.4), r1, r2, r3;""", """
  1.2*der(der(x1)) = -r1*x1 + r2*(x2 - x1) "first along";
  1.2*der(der(y1)) = -r1*y1 + r2*(y2 - y1) - 11.772 "first up";
  0.8*der(der(x2)) = -r2*(x2 - x1) - r3*(x2 - 2.2) "second along";
  0.8*der(der(y2)) = -r2*(y2 - y1) - r3*y2 - 7.848 "second up";
  x1^2 + y1^2 = 1 "crank";
  (x2 - x1)^2 + (y2 - y1)^2 = 6.25 "coupler";
  (x2 - 2.2)^2 + y2^2 = 2.56 "rocker";""", "der(x1) = 0.4;")

mechanism("massless_rod", "position", 1.5, """
  Real a(start = 0.4, fixed = true), x(start = 1.15), b(start = -0.1), f, n;""", """
  0.05*der(der(a)) = 0.8 - 0.02*der(a) + 0.3*f*sin(a - b) "crank";
  0.7*der(der(x)) = f*cos(b) - 5*der(x) "piston";
  n = f*sin(b) "wall";
  0.3*cos(a) + 0.9*cos(b) = x "along";
  0.3*sin(a) + 0.9*sin(b) = 0 "across";""", "der(a) = 5;")

mechanism("breathing_hoop", "position", 3, """
  Real x(start = 0.5, fixed = true), y(start = 0), z(start = -0.9), a, b;""", """
  der(der(x)) = 2*a*x + b*sin(1.5*time) - 0.1*der(x) "first";
  der(der(y)) = 2*a*y - b*cos(1.5*time) - 0.1*der(y) "second";
  der(der(z)) = 2*a*z - 9.81 - 0.1*der(z) "up";
  x^2 + y^2 + z^2 = (1 + 0.1*sin(2*time))^2 "hoop";
  x*sin(1.5*time) - y*cos(1.5*time) = 0 "plane";""", "der(x) = 0.3;")

mechanism("jerk_oscillator", "free", 4, """
  Real x(start = 1, fixed = true);""", """
  der(der(der(x))) = -0.6*der(der(x)) - 2*der(x) - x + 0.2*x^3 + 0.1*sin(time) "jerk";""", "der(x) = 0; der(der(x)) = 0;")
