// at 5000: r[1] = -14780.0711952426 tol 4
// at 28000: r[1] = 7931.55850893543 tol 4
// at 5000: r[2] = 15844.6701024542 tol 5
// at 28000: r[2] = -1322.53705397075 tol 5
// source: Kepler's equation with a = 20000, e = 0.6
model Satellite "km and s"
  parameter Real mu = 398600.4418;
  Real r[2](start = {8000, 0}, each fixed = true), v[2](start = {0, 8.928610662359514}, each fixed = true), d;
equation
  der(r) = v;
  der(v) = -mu/d^3*r;
  d = sqrt(r*r);
  annotation(experiment(StopTime = 28000));
end Satellite;
