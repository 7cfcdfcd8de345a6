model FiveLinks "A net of rods: five masses in a chain whose ends are both held, index 3"
  parameter Integer n = 5;
  parameter Real L = 1, d = 4.2;
  Real x[n](start = {0.7*i for i in 1:n}), y[n](start = {-0.6, -1.1, -1.3, -1.1, -0.6}), F[n + 1];
equation
  for i in 1:n loop
    der(der(x[i])) = -F[i]*(x[i] - (if i == 1 then 0 else x[i - 1])) + F[i + 1]*((if i == n then d else x[i + 1]) - x[i]) - 0.1*der(x[i]);
    der(der(y[i])) = -F[i]*(y[i] - (if i == 1 then 0 else y[i - 1])) + F[i + 1]*((if i == n then 0 else y[i + 1]) - y[i]) - 9.81 - 0.1*der(y[i]);
  end for;
  for i in 1:n + 1 loop
    ((if i > n then d else x[i]) - (if i == 1 then 0 else x[i - 1]))^2 + ((if i > n then 0 else y[i]) - (if i == 1 then 0 else y[i - 1]))^2 = L^2;
  end for;
  annotation(experiment(StopTime = 4, Tolerance = 1e-7));
end FiveLinks;
