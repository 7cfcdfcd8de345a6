// at 0: y = 1 tol 1e-12
// at 1: y = 2 tol 1e-12
// source: a condition that changes during the run becomes a choice
model M
  Real y;
algorithm
  y := 1;
  if noEvent(time > 0.5) then
    y := 2;
  end if;
end M;
