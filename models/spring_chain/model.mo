model SpringChain "Which force on the first of n masses makes the last one follow a given path?"
  parameter Integer n = 3;
  parameter Real m = 1, k = 10;
  Real x[n];
  Real F "the force";
equation
  m*der(der(x[1])) = F + k*(x[2] - x[1]);
  for i in 2:n - 1 loop
    m*der(der(x[i])) = k*(x[i - 1] - x[i]) + k*(x[i + 1] - x[i]);
  end for;
  m*der(der(x[n])) = k*(x[n - 1] - x[n]);
  x[n] = sin(time) "path";
  annotation(experiment(StopTime = 3, Tolerance = 1e-8));
end SpringChain;
