// at 1: r = 1.4142135623730951 tol 1e-12
// at 1: x = 2.4142135623730951 tol 1e-6
// at 1: n = 2 tol 1e-12
// source: Newton's iteration for sqrt(1 + time); x' = d/dt sqrt(1 + time), x(0) = 2, so x = 1 + sqrt(1 + time)
function root
  input Real a;
  output Real y;
  output Integer rounds;
protected
  Real before;
algorithm
  y := a;
  before := 0;
  rounds := 0;
  while abs(y - before) > 1e-14*y and rounds < 100 loop
    before := y;
    y := (y + a/y)/2;
    rounds := rounds + 1;
  end while;
end root;
function halvings "how often a number can be halved before it is below 1"
  input Real a;
  output Integer n;
protected
  Real rest;
algorithm
  n := 0;
  rest := a;
  while rest > 1 loop
    rest := rest/2;
    n := n + 1;
  end while;
end halvings;
model M
  Real r = root(1 + time);
  Real x(start = 2, fixed = true);
  Real n = halvings(2 + 2*time);
equation
  der(x) = der(r);
end M;
