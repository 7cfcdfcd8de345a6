// at 1: x = 0.9992754699506358 tol 1e-05
// at 1: y = -0.038059626311039055 tol 1e-05
// at 2: x = 0.5876609722499743 tol 1e-05
// at 2: y = -1.406268670157843 tol 1e-05
// at 4: x = -0.40034235424205095 tol 1e-05
// at 4: y = -7.0945166933231185 tol 1e-05
// source: a rod that breaks at a force of 2: from index 3 to a free flight
model M
  Real x(start = sin(2), fixed = true), y(start = -cos(2)), u(start = 0, fixed = true), v, F;
  Boolean broken(start = false, fixed = true);
equation
  der(x) = u; der(y) = v; der(u) = -F*x; der(v) = -F*y - 1;
  0 = if broken then F else x^2 + y^2 - 1;
  when F > 2 then broken = true; end when;
  annotation(experiment(StopTime = 4));
end M;
