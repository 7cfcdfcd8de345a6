// at 1: r[2].x = 20 tol 1e-12
// at 1: s = 30 tol 1e-12
// source: an array of records bound as a whole
record R
  Real x;
  Integer n;
end R;
function make
  input Integer k;
  output R r;
algorithm
  r.x := 10*k;
  r.n := k;
end make;
model M
  R r[2] = {make(1), make(2)};
  Real s = sum(r.x);
end M;
