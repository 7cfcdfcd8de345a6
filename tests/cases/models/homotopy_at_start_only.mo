// at 0: y = 5 tol 1e-9
// at 0.6: y = 5 tol 1e-9
// at 1: y = 5 tol 1e-9
// at 1: x = 1.5 tol 1e-6
// source: homotopy is its first argument once the run has begun [MLS36, 3.7.4.2], and y does not jump from root to root
model M "later the simplified argument would lead to the root 1"
  Real y, x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  homotopy(actual = (y - 1)*(y - 5)*(y + 4), simplified = y - (if time < 0.3 then 5.5 else 0.9)) = 0;
  der(x) = 1 + n;
  when time > 0.5 then
    n = 1;
  end when;
end M;
