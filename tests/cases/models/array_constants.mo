// at 1: x = 5 tol 1e-12
// at 1: n = 3 tol 1e-12
// source: arrays and records as constants of a package
package P
  record Data
    Real a;
    Real b[:];
  end Data;
  constant Data d = Data(a = 2, b = {1, 2, 3});
  constant Real v[:] = {d.a, d.b[3]};
end P;
model M
  Real x = sum(P.v), n = size(P.d.b, 1);
end M;
