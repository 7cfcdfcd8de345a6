model SprungCrank "A crank drives a rod whose end runs on a line against a spring: index 3"
  parameter Real r = 0.2, L = 0.5, m = 1;
  Real a(start = 0.1, fixed = true) "angle of the crank", b "angle of the rod", s(start = 0.6) "place of the end";
  Real F, G;
  Real w(start = 2, fixed = true);
equation
  der(a) = w;
  0.05*der(w) = 0.3 - F*r*sin(a) + G*r*cos(a) - 0.02*w;
  0.02*der(der(b)) = -F*L*sin(b) - G*L*cos(b) + 0.001*der(b);
  m*der(der(s)) = -F - 20*(s - 0.5);
  r*cos(a) + L*cos(b) = s;
  r*sin(a) = L*sin(b);
  annotation(experiment(StopTime = 5, Tolerance = 1e-6));
end SprungCrank;
