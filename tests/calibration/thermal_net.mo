model ThermalNet "Forty rooms in a row, walls without heat capacity between them: index 1, stiff"
  parameter Integer n = 40;
  Real T[n](start = {20 + 5*sin(i) for i in 1:n}, each fixed = true), w[n - 1] "temperatures of the walls";
equation
  for i in 1:n loop
    (if mod(i, 3) == 0 then 0.001 else 1)*der(T[i]) = (if i == 1 then 10*sin(time) - T[1] else w[i - 1] - T[i]) + (if i == n then 0 else w[i] - T[i]);
  end for;
  for i in 1:n - 1 loop
    (T[i] - w[i]) + 0.01*(T[i] - w[i])^3 = (w[i] - T[i + 1])*(1 + 0.001*w[i]^2);
  end for;
  annotation(experiment(StopTime = 10, Tolerance = 1e-5));
end ThermalNet;
