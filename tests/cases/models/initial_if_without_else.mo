// at 0: x = 2 tol 1e-12
// at 1: x = 0.7357588823428847 tol 1e-6
// at 0: y = 5 tol 1e-12
// source: an if-equation of a parameter among the initial equations, without else and with one that is empty: 2 exp(-t)
model M
  parameter Boolean given = true, other = false;
  Real x, y(start = 5, fixed = true);
initial equation
  if given then
    x = 2;
  end if;
  if other then
    y = 7;
  else
  end if;
equation
  der(x) = -x;
  der(y) = 0;
end M;
