// at 1: y = 3 tol 1e-12
// at 1: z = 2 tol 1e-12
// source: MLS 4.8.5: Integer(e), and an enumeration as an array's size
type E = enumeration(one, two, three);
model M
  parameter E e = E.three;
  Real v[E] = {1, 2, 3};
  Integer y = Integer(e);
  Real z = v[E.two];
end M;
