// at 0: x[3] = 6 tol 1e-12
// source: a short class may say input or output, in functions as well [MLS36, 4.5.1]
type In = input Real;
type Out = output Real[3];
function f
  In u;
  Out y;
algorithm
  y := {u, 2*u, 3*u};
end f;
model M
  Real x[3] = f(2);
end M;
