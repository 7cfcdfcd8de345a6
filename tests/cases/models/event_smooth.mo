// at 1: y = 0.125 tol 1e-6
// at 1: z = 0 tol 1e-4
// at 1: w = 0.25 tol 1e-6
// source: smooth(0, ..) promises that the expression is continuous, whether its relation makes an event or not; abs
//         and sign make none: the integrals of max(x - 1/2, 0), sign(x - 1/2) and |x - 1/2| over x from 0 to 1
model M
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = smooth(0, if x > 0.5 then x - 0.5 else 0);
  der(z) = sign(x - 0.5);
  der(w) = abs(x - 0.5);
end M;
