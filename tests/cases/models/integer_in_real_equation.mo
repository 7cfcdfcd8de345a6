// at 1: x = 1.5 tol 1e-6
// at 1: y = 1.5 tol 1e-6
// source: an Integer is converted to a Real [MLS36, 10.6.13]: der(x) = k determines x, k = 1 and then 2
model M
  Integer k(start = 1, fixed = true);
  Integer n = if time > 0.5 then 2 else 1;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = k;
  der(y) = n;
  when time > 0.5 then
    k = 2;
  end when;
end M;
