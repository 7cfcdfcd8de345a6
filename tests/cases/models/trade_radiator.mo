// at 100: T = 777.481882451037 tol 0.008
// at 2000: T = 392.858119979722 tol 0.008
// source: T^-3 = T0^-3 + 3 sigma eps A t/C
model Radiator
  type Temperature = Real(unit = "K", nominal = 300);
  parameter Real C = 450, epsA = 0.02, sigma = 5.670374e-8;
  Temperature T(start = 900, fixed = true);
  Real Q(unit = "W");
equation
  C*der(T) = -Q;
  Q = sigma*epsA*T^4;
  annotation(experiment(StopTime = 2000));
end Radiator;
