// at 0: x = 3 tol 1e-12
// at 1: x = 4 tol 1e-12
// at 1: y = 1 tol 1e-12
// source: an if on variables is a choice equation by equation
model M
  Real x, y;
equation
  if noEvent(time < 0.5) then
    x = 3;
    y = 0;
  else
    x = 4;
    y = 1;
  end if;
end M;
