// at 0: x = 0 tol 1e-9
// at 0: v = 2 tol 1e-9
// at 1: energy = 0 tol 1e-4
// source: v is no literal der(x), its start counts all the same; kinetic and potential energy are conserved
model StartOfDefinition
  Real x(start = 0), y(start = -1), v(start = 2), w, F, energy;
equation
  2*der(x) = 2*v;
  der(y) = w;
  der(v) = -F*x;
  der(w) = -F*y - 9.81;
  x^2 + y^2 = 1;
  energy = (v^2 + w^2)/2 + 9.81*(y + 1) - 2;
end StartOfDefinition;
