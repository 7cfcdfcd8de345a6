// at 6: y = 0 tol 1e-9
// at 3: y = 1 tol 1e-9
// at 6: z = 4 tol 1e-6
// source: the area of a triangle of height 2 over 4; a search beyond the last point, where a guess may lead, ends
function interpolated
  input Real x, points[:, 2];
  output Real y;
protected
  Integer i;
algorithm
  i := 1;
  while x >= points[i + 1, 1] loop
    i := i + 1;
  end while;
  y := points[i, 2] + (x - points[i, 1])*(points[i + 1, 2] - points[i, 2])/(points[i + 1, 1] - points[i, 1]);
end interpolated;
model M
  Real x = time, y = interpolated(x, [0, 0; 2, 0; 4, 2; 6, 0; 8, 0]), z(start = 0, fixed = true);
equation
  der(z) = y;
  annotation (experiment(StopTime = 6));
end M;
