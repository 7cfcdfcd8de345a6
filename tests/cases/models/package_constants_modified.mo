// at 0: a.y = 8 tol 1e-12
// at 0: b.y = 18 tol 1e-12
// source: package Q = P(n = 3): functions of Q see its constant [MLS36, 7.2, 13]
package P
  constant Integer n = 2;
  constant Real w[n] = fill(4, n);
  function total
    output Real y = sum(w);
  algorithm
  end total;
end P;
package Q = P(n = 3, w = {5, 6, 7});
model User
  replaceable package Medium = P;
  Real y = Medium.total();
end User;
model M
  User a, b(redeclare package Medium = Q);
end M;
