// at 0.25: r[1].x = 1 tol 1e-9
// at 1: r[1].x = 5 tol 1e-9
// at 1: r[2].x = 6 tol 1e-9
// at 1: r[2].v[2] = 40 tol 1e-9
// at 1: y = 7 tol 1e-9
// source: when-statements assign elements of arrays of records, which keep what they had: 1 + 4, 2 + 4, 5*2*4
model M
  record R
    Real x;
    Real v[2];
  end R;
  R r[2](x(start = {1, 2}, each fixed = true), v(each start = 0, each fixed = true));
  Real y;
algorithm
  when time > 0.5 then
    for i in 1:2 loop
      r[i].x := pre(r[i].x) + 4;
      r[i].v := {0, 5*i}*4;
    end for;
  end when;
  y := r[1].x + 2;
end M;
