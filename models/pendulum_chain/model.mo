model PendulumChain "n point masses on n equal rods, with arrays and loops"
  parameter Integer n = 5;
  parameter Real L = 1, m = 1, g = 9.81;
  Real x[n](start = {i*L for i in 1:n}, each fixed = true);
  Real y[n](each start = 0);
  Real F[n] "force in rod i per length";
initial equation
  for i in 1:n loop
    der(y[i]) = 0;
  end for;
equation
  for i in 1:n loop
    m*der(der(x[i])) = -F[i]*(x[i] - (if i == 1 then 0 else x[i - 1])) + (if i == n then 0 else F[i + 1]*(x[i + 1] - x[i]));
    m*der(der(y[i])) = -F[i]*(y[i] - (if i == 1 then 0 else y[i - 1])) + (if i == n then 0 else F[i + 1]*(y[i + 1] - y[i])) - m*g;
    (x[i] - (if i == 1 then 0 else x[i - 1]))^2 + (y[i] - (if i == 1 then 0 else y[i - 1]))^2 = L^2;
  end for;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end PendulumChain;
