// at 0: a = 3 tol 1e-9
// at 1: b[2] = 2 tol 1e-9
// source: attributes and dimensions of types of types add up
type A = Real(start = 1, fixed = true);
type B = A(start = 3);
type C = B[2];
model M
  B a;
  C b(start = {1, 2});
equation
  der(a) = 0;
  der(b) = {0, 0};
end M;
