// at 1: a = 2 tol 1e-12
// at 1: b = 30 tol 1e-12
// at 1: c = 1 tol 1e-12
// at 1: n = 3 tol 1e-12
// source: enumerations as subscripts, numbers and in order [MLS36, 4.8.5]
type E = enumeration(one, two, three);
model M
  parameter Real v[E] = {10, 20, 30};
  Real a = Integer(E.two), b = v[E.three], c = if E.one < E.two then 1 else 0, n = size(v, 1);
end M;
