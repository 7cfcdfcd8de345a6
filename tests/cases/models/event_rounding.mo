// at 7.5: f = 3 tol 0
// at 7.5: c = 4 tol 0
// at 7.5: d = -2 tol 0
// at 7.5: m = 1.5 tol 1e-12
// at 7.5: r = -1.5 tol 1e-12
// at 7.5: i = 7 tol 0
// at 8: s = 8 tol 1e-9
// source: floor, ceil, div, mod, rem and integer change at whole numbers; mod(t, 2) has the mean 1
model M
  Integer i = integer(time);
  Real f = floor(time/2), c = ceil(time/2), d = div(-time, 3), m = mod(time, 2), r = rem(-time, 3);
  Real s(start = 0, fixed = true);
equation
  der(s) = mod(time, 2);
  annotation(experiment(StopTime = 8));
end M;
