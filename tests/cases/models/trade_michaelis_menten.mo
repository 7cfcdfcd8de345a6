// at 20: S = 7.46308268075291e-05 tol 7e-10
// at 100: S = 1.08857552878545e-05 tol 7e-10
// at 20: P = 2.53691731924709e-05 tol 9e-10
// at 100: P = 8.91142447121455e-05 tol 9e-10
// source: S = Km W(S0/Km exp((S0 - vmax t)/Km))
model MichaelisMenten
  parameter Real vmax = 2e-6, Km = 5e-5;
  Real S(start = 1e-4, fixed = true), P, v;
equation
  der(S) = -v;
  v*(Km + S) = vmax*S;
  P = 1e-4 - S;
  annotation(experiment(StopTime = 100));
end MichaelisMenten;
