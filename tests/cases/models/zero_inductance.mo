// at 1: v = 1 tol 1e-9
// at 1: i = 3 tol 1e-9
// at 1: y = 0.36787944117144233 tol 1e-6
// source: with L = 0 the branch is a wire; i = 3 time + 0 from the other equation; exp(-1)
model M "a coefficient of value zero takes a derivative out of an equation"
  parameter Real L = 0, M = 0;
  Real i, v, y(start = 1, fixed = true);
equation
  v = L*der(i) + time;
  i = 3*v - M*y*der(i);
  der(y) = -y;
end M;
