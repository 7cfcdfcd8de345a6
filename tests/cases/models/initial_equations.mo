// at 0: x = 3 tol 1e-9
// at 0: y = 0.5 tol 1e-9
// source: der(x) = 0 at the start gives x = 3; an initial algorithm gives y
model M
  Real x, y;
initial equation
  der(x) = 0;
initial algorithm
  y := 0.5;
equation
  der(x) = 3 - x;
  der(y) = -y;
end M;
