// at 0: s = 11 tol 1e-12
// at 0: q[2].y = 8 tol 1e-12
// source: arrays of records as arguments and results
record P
  Real x;
  Real y;
end P;
function total
  input P p[:];
  output Real s = sum(p.x) + sum(p.y);
algorithm
end total;
function doubled
  input P p[:];
  output P q[size(p, 1)];
algorithm
  for k in 1:size(p, 1) loop
    q[k].x := 2*p[k].x;
    q[k].y := 2*p[k].y;
  end for;
end doubled;
model M
  P p[2] = {P(1, 2), P(y = 4, x = 4)};
  Real s = total(p);
  P q[2] = doubled(p);
end M;
