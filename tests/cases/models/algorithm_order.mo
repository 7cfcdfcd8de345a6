// at 1: y = 6 tol 1e-12
// at 1: z = 3 tol 1e-12
// source: statements run one after the other; the last value counts [MLS36, 11.1.2]
model M
  Real y, z;
algorithm
  z := 2;
  y := 3*z;
  z := z + 1;
end M;
