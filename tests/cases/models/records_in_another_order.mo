// at 0.25: a.x = 1 tol 1e-9
// at 0.25: a.w = 2 tol 1e-9
// at 1: a.x = 4 tol 1e-9
// at 1: a.w = 3 tol 1e-9
// at 1: b.x = 4 tol 1e-9
// at 1: b.w = 3 tol 1e-9
// at 1: c.x = 4 tol 1e-9
// source: records of two types with the same fields in another order are matched by the names of the fields
model M
  record P
    Real x;
    Real w;
  end P;
  record Q
    Real w;
    Real x;
  end Q;
  function f
    input Real t;
    output P p = P(1, 2);
  algorithm
    if t > 0.5 then
      p := Q(3, 4);
    end if;
  end f;
  P a = if time > 0.5 then Q(3, 4) else P(1, 2);
  P b = f(time), c;
algorithm
  c := Q(3, 4);
end M;
