// at 0: a = 0 tol 1e-12
// at 1: a = 1 tol 1e-12
// at 1: b = 1 tol 1e-12
// source: a branch that is not taken does no harm: sqrt of a negative number, a subscript of 0
model M
  parameter Real v[3] = {1, 2, 3};
  Real a = if noEvent(time >= 0.5) then sqrt(2*time - 1) else 0;
  Real b = sum(if i == 1 then 1 else v[i] - v[i - 1] - 1 for i in 1:3);
end M;
