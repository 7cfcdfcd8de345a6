// at 1: x = 5 tol 1e-12
// at 1: y = 1 tol 1e-12
// source: a leading dot starts at the top [MLS36, 5.3.3]
package P
  constant Real k = 5;
end P;
model M
  package P
    constant Real k = 1;
  end P;
  Real x = .P.k, y = P.k;
end M;
