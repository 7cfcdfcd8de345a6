model StiffChain "Masses on hard damped springs with a constraint at the end: index 3 and stiff"
  parameter Integer n = 4;
  Real x[n](start = {0.5*i for i in 1:n}, each fixed = true), y[n](start = {0, 0, 0, 0}), F;
  Real l[n] = {sqrt((x[i] - (if i == 1 then 0 else x[i - 1]))^2 + (y[i] - (if i == 1 then 0 else y[i - 1]))^2) for i in 1:n};
equation
  for i in 1:n loop
    der(der(x[i])) = -2e3*(l[i] - 0.5)*(x[i] - (if i == 1 then 0 else x[i - 1]))/l[i] + (if i == n then -2*F*0.3 else 2e3*(l[i + 1] - 0.5)*(x[i + 1] - x[i])/l[i + 1]) - 8*der(x[i]);
    der(der(y[i])) = -2e3*(l[i] - 0.5)*(y[i] - (if i == 1 then 0 else y[i - 1]))/l[i] + (if i == n then F else 2e3*(l[i + 1] - 0.5)*(y[i + 1] - y[i])/l[i + 1]) - 9.81 - 8*der(y[i]);
  end for;
  y[n] = 0.6*(x[n] - 2);
  annotation(experiment(StopTime = 3, Tolerance = 1e-5));
end StiffChain;
