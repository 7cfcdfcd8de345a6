// at 3: y = 1 tol 1e-6
// at 5: y = 1 tol 1e-6
// at 6: z = 4 tol 1e-3
// source: a triangle of height 2 over 2 to 6; beyond the last row the loop must end, whatever guesses ask for
function interpolate
  input Real x, table[:, 2];
  output Real y;
protected
  Integer i;
  Real p;
algorithm
  i := 1;
  while x >= table[i + 1, 1] loop
    i := i + 1;
  end while;
  p := (x - table[i, 1])/(table[i + 1, 1] - table[i, 1]);
  y := p*table[i + 1, 2] + (1 - p)*table[i, 2];
end interpolate;
model M
  Real x, y, z(start = 0, fixed = true);
equation
  x = time;
  y = interpolate(x, [0, 0; 2, 0; 4, 2; 6, 0; 8, 0]);
  der(z) = y;
  annotation(experiment(StopTime = 6));
end M;
