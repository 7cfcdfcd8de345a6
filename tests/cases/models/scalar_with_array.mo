// at 1: a[2] = 12 tol 1e-12
// at 1: b[1] = 9 tol 1e-12
// at 1: c[2] = 1 tol 1e-12
// source: a scalar times an array; .+ and .- of a scalar and an array [MLS36, 10.6.2]
model M
  Real a[2] = 6*{1, 2}, b[2] = 10 .- {1, 2}, c[2] = {1, 0} .+ 1;
end M;
