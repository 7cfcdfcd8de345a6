// at 0.25: y = 3 tol 1e-9
// at 1: y = 7 tol 1e-9
// at 1: z = 70 tol 1e-9
// at 1: always = 7 tol 1e-9
// source: a Boolean that changes during the run as a subscript: false is the first element, true the second
model M
  record R
    Real x;
  end R;
  Boolean b = time > 0.5;
  Real v[Boolean] = {3, 7};
  R r[Boolean](x = {30, 70});
  Real y = v[b], z = r[b].x, always = v[time > -1];
end M;
