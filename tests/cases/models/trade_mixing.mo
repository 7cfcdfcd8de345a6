// at 300: T = 25.5431771978789 tol 0.0003
// at 3000: T = 33.5002122502968 tol 0.0003
// source: T' = (q1 T1 + q2 T2 - (q1 + q2) T)/Vol
model Mixing "a tank with two inflows, in degrees Celsius"
  parameter Real cp = 4180, rho = 998, Vol = 0.2, q1 = 1e-4, q2 = 2.5e-4, T1 = 80, T2 = 15;
  Real T(start = 20, fixed = true), U, H1, H2, Hout;
equation
  U = rho*Vol*cp*(T + 273.15);
  H1 = rho*q1*cp*(T1 + 273.15);
  H2 = rho*q2*cp*(T2 + 273.15);
  Hout = rho*(q1 + q2)*cp*(T + 273.15);
  der(U) = H1 + H2 - Hout;
  annotation(experiment(StopTime = 3000));
end Mixing;
