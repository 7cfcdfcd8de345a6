// at 0: p = 7 tol 1e-9
// at 1: x = 8 tol 1e-6
// source: an initial algorithm sets a parameter that is not fixed and a start [MLS36, 8.6]
model M
  parameter Real p(fixed = false);
  Real x;
initial algorithm
  p := 3;
  p := 2*p + 1;
  x := p;
equation
  der(x) = 1;
end M;
