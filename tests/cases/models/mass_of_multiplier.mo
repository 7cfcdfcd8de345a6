// at 1: y1 = 2.718281828459045 tol 1e-4
// at 1: z = 7.38905609893065 tol 1e-3
// source: [HLR89] y = (e^t, e^-2t), z = e^2t; the first equation was multiplied by 2 + z
model MassOfMultiplier
  Real y1(start = 1, fixed = true), y2(start = 1), z(start = 1.1);
equation
  (2 + z)*der(y1) = (2 + z)*y1*y2^2*z^2;
  der(y2) = y1^2*y2^2 - 3*y2^2*z;
  y1^2*y2 = 1;
end MassOfMultiplier;
