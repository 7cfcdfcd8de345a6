model BrusselatorLine "Reaction and diffusion along a line: mildly stiff"
  parameter Integer n = 25;
  parameter Real d = 0.02*(n + 1)^2;
  Real u[n](start = {1 + sin(2*3.14159265358979323846*i/(n + 1)) for i in 1:n}, each fixed = true), v[n](each start = 3, each fixed = true);
equation
  for i in 1:n loop
    der(u[i]) = 1 + u[i]^2*v[i] - 4*u[i] + d*((if i == 1 then 1 else u[i - 1]) - 2*u[i] + (if i == n then 1 else u[i + 1]));
    der(v[i]) = 3*u[i] - u[i]^2*v[i] + d*((if i == 1 then 3 else v[i - 1]) - 2*v[i] + (if i == n then 3 else v[i + 1]));
  end for;
  annotation(experiment(StopTime = 10, Tolerance = 1e-6));
end BrusselatorLine;
