// at 0.2: w.p.s = 0 tol 1e-12
// at 0.5: w.p.s = 1 tol 1e-12
// at 0.9: w.p.s = 0 tol 1e-12
// at 0.9: w.r.n = 2 tol 1e-12
// at 0.9: w.r.x = 1.8 tol 1e-9
// source: when-statements of an algorithm assign fields of records and connectors; what is not discrete stays an equation
connector P
  Boolean s;
end P;
record R
  Integer n(start = 0, fixed = true);
  Real x;
end R;
model W
  P p(s(start = false, fixed = true));
  R r;
algorithm
  r.x := 2*time;
  when time > 0.3 then
    p.s := true;
    r.n := pre(r.n) + 1;
  end when;
  when time > 0.6 then
    p.s := false;
    r.n := pre(r.n) + 1;
  end when;
end W;
model M
  W w;
end M;
