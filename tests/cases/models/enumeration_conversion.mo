// at 0: k = 2 tol 1e-12
// source: E(i) makes an enumeration of an Integer [MLS36, 4.8.5.3]
model M
  type E = enumeration(a, b, c);
  parameter E e = E(2);
  Integer k = Integer(e);
end M;
