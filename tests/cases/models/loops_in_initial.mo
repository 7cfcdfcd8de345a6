// at 0: x[3] = 3 tol 1e-9
// at 1: x[2] = 2 tol 1e-9
// source: for-loops in initial equations
model M
  Real x[3];
initial equation
  for i in 1:3 loop
    x[i] = i;
  end for;
equation
  der(x) = zeros(3);
end M;
