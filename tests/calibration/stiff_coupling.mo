model StiffCoupling "Three masses in a row; two are coupled by a hard damped spring"
  Real x[3](start = {0, 0.01, 0.5}, each fixed = true), v[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    der(x[i]) = v[i];
  end for;
  der(v[1]) = -4*x[1] + 2e5*(x[2] - x[1]) + 400*(v[2] - v[1]);
  der(v[2]) = -2e5*(x[2] - x[1]) - 400*(v[2] - v[1]) + 3*(x[3] - x[2]);
  der(v[3]) = -3*(x[3] - x[2]) - 0.05*v[3];
  annotation(experiment(StopTime = 20, Tolerance = 1e-6));
end StiffCoupling;
