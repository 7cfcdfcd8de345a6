model WaterTube "Water in a network of 18 tubes and 13 nodes over 17 hours"
  parameter Real nu = 1.31e-6, g = 9.8, rho = 1000, Rcrit = 2300, length = 1000, k = 2e-4, d = 1, b = 200;
  parameter Real a = 3.14159265358979323846*d^2/4 "cross section", mu = nu*rho;
  parameter Real hour = 3600;
  parameter Integer from[18] = {1, 2, 2, 3, 3, 4, 5, 6, 7, 7, 8, 8, 9, 11, 11, 12, 12, 13};
  parameter Integer to[18] = {2, 3, 6, 4, 5, 5, 10, 5, 4, 8, 5, 10, 8, 9, 12, 7, 8, 11};
  Real phi[18](each start = 0, each nominal = 1e-3) "flow";
  Real lambda[18](each start = 0.047519404529185289807) "resistance";
  Real p[13](each start = 109800, each nominal = 1e5) "pressure";
  Real R[18] "Reynolds numbers";
  Real th = time/hour;
  Real ein1 = (1 - cos(exp(-th) - 1))/200, ein13 = (1 - cos(exp(-th) - 1))/80;
  Real eout10 = th^2*(3*th^2 - 92*th + 720)/1e6;
  Real balance[13] "what flows into each node";
initial equation
  p[5] = 109800;
  p[8] = 109800;
  phi[3] = 0;
  phi[5] = 0;
  phi[6] = 0;
  phi[11] = 0;
  phi[12] = 0;
  phi[16] = 0;
  phi[17] = 0;
equation
  for i in 1:18 loop
    R[i] = abs(phi[i])*d/(nu*a);
    rho*length/a*der(phi[i]) = p[from[i]] - p[to[i]]
      - (if noEvent(R[i] > Rcrit) then lambda[i]*rho*length*phi[i]^2/(a^2*d) else 32*mu*length*phi[i]/(a*d^2));
    1/sqrt(lambda[i]) = 1.74 - 2*log10(2*k/d + 18.7/((if noEvent(R[i] > Rcrit) then R[i] else Rcrit)*sqrt(lambda[i])));
  end for;
  for n in 1:13 loop
    balance[n] = sum((if to[i] == n then phi[i] else 0) - (if from[i] == n then phi[i] else 0) for i in 1:18)
      + (if n == 1 then ein1 else 0) + (if n == 13 then ein13 else 0) - (if n == 10 then eout10 else 0);
    if n == 5 or n == 8 then
      b/(rho*g)*der(p[n]) = balance[n];
    else
      balance[n] = 0;
    end if;
  end for;
  annotation(experiment(StopTime = 61200, Tolerance = 1e-7));
end WaterTube;
