// at 1: x = 1 tol 1e-12
// at 1: y = 2 tol 1e-12
// source: literals are imported like constants [MLS36, 13.2.1]
package P
  type O = enumeration(a, b);
end P;
model M
  import P.O.a;
  import other = P.O.b;
  parameter P.O o = a;
  Real x = if o == P.O.a then 1 else 2;
  Real y = if o == other then 1 else 2;
end M;
