// at 10: N = 810089612.289951 tol 3e+08
// at 19: N = 1412568288109.75 tol 3e+08
// at 30: N = 2999830851949.71 tol 3e+08
// at 10: doublings = 12.9838657927277 tol 0.002
// at 19: doublings = 23.7518172779595 tol 0.002
// at 30: doublings = 24.8383778196217 tol 0.002
// source: logistic
model Yeast
  parameter Real r = 0.9, Kap = 3e12;
  Real N(start = 1e5, fixed = true), 'dN/dt', doublings;
equation
  der(N) = 'dN/dt';
  'dN/dt' = r*N*(1 - N/Kap);
  doublings = log(N/1e5)/log(2);
  annotation(experiment(StopTime = 30));
end Yeast;
