model HeatRod "Heat in a rod with cold ends, cut into n pieces"
  parameter Integer n = 20;
  parameter Real a = 0.01 "diffusivity";
  parameter Real dx = 1/(n + 1);
  Real T[n](start = {sin(3.14159265358979323846*i*dx) + 0.5*sin(2*3.14159265358979323846*i*dx) for i in 1:n}, each fixed = true);
  Real flux = a*(T[1] + T[n])/dx "heat that leaves through both ends";
  Real mean = sum(T)/n;
equation
  der(T[1]) = a/dx^2*(T[2] - 2*T[1]);
  for i in 2:n - 1 loop
    der(T[i]) = a/dx^2*(T[i + 1] - 2*T[i] + T[i - 1]);
  end for;
  der(T[n]) = a/dx^2*(T[n - 1] - 2*T[n]);
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end HeatRod;
