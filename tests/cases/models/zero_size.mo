// at 1: s = 0 tol 1e-12
// at 1: p = 1 tol 1e-12
// at 1: n = 0 tol 1e-12
// source: arrays without elements: sum 0, product 1 [MLS36, 10.3.4]
model M
  parameter Integer k = 0;
  Real v[k] = fill(1.0, k), s = sum(v), p = product(v), n = size(v, 1);
  Real w[k, 3];
equation
  for i in 1:k loop
    w[i, :] = {1, 2, 3};
  end for;
end M;
