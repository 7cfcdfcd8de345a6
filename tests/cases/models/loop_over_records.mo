// at 1: a = 14 tol 1e-12
// at 1: b = 4 tol 1e-12
// at 1: c = 14 tol 1e-12
// at 1: x[1] = 2 tol 1e-12
// at 1: x[3] = 4 tol 1e-12
// source: a loop variable takes each record of an array in turn: 1*2 + 3*4, 1 + 3
model M
  record P
    Real x;
    Real w;
    Integer at = 1;
  end P;
  function moment
    input P p[:];
    output Real m = 0;
  algorithm
    for q in p loop
      m := m + q.x*q.w;
    end for;
  end moment;
  parameter P p[2] = {P(1, 2), P(3, 4, 3)};
  Real a = moment(p), b = sum(q.x for q in p), c, x[3];
algorithm
  c := 0;
  for q in p loop
    c := c + q.x*q.w;
  end for;
equation
  for q in p loop
    x[q.at] = q.w;
  end for;
  x[2] = 0;
end M;
