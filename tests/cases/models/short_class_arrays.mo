// at 0: v[2] = 4 tol 1e-12
// at 0: m[2,3] = 1 tol 1e-12
// at 0: r[3].x = 2 tol 1e-12
// source: type V = Real[2]; arrays of array types have the type's dimensions last [MLS36, 10.1]
model M
  type V = Real[2](each unit = "m");
  type W = V[3];
  record R
    Real x = 2;
  end R;
  class RA = R[3];
  V v = {3, 4};
  Real m[2,3] = ones(2, 3);
  W w = fill(1, 3, 2);
  V u[3] = w;
  RA r;
end M;
