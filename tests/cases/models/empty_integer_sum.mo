// at 1: n = 0 tol 0
// at 1: y[1] = 2 tol 1e-12
// at 1: y[2] = -15 tol 1e-12
// at 1: z = 6 tol 1e-12
// source: a sum of no Integers is the Integer 0; 1*2 for flow forward, -3*5 for flow backward; the sum of two with 2*3 = 6 at time 1
model M
  parameter Integer k = 0;
  Integer n = sum(i for i in 1:k);
  Real y[2] = semiLinear({1.0, -3.0}*time, {2.0, 4.0}, {3.0, 5.0});
  Real z = semiLinear(2*time, 3, 4);
end M;
