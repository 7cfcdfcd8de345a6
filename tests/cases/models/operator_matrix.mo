// at 1: s.re = 4 tol 1e-12
// at 1: s.im = 6 tol 1e-12
// at 1: d.re = 2 tol 1e-12
// at 1: q.im = 0 tol 1e-12
// source: built-in Complex: sums, differences, quotients; its fields are variables
model M
  Complex a = Complex(1, 2), b = Complex(3, 4);
  Complex s = a + b, d = b - 1, q = a/a;
end M;
