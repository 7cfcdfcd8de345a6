// at 10: h1 = 3.34370138019129 tol 3e-05
// at 60: h1 = 1.85600225214896 tol 3e-05
// at 10: h2 = 1.78289952596427 tol 2e-05
// at 60: h2 = 1.6560109514626 tol 2e-05
// at 10: Q1 = 0.0553379909103449 tol 6e-07
// at 60: Q1 = 0.0198086580046871 tol 6e-07
// source: Torricelli with hand-solved flows, Runge-Kutta with 20000 steps in Python
model TwoTanks
  parameter Real A1 = 1, A2 = 0.5, a1 = 0.01, a2 = 0.005, g = 9.81, rho = 1000;
  Real h1(start = 4, fixed = true), h2(start = 1, fixed = true), dp, Q1, Q2;
equation
  A1*der(h1) = -Q1;
  A2*der(h2) = Q1 - Q2;
  dp = rho*g*(h1 - h2);
  dp = rho/2*(Q1/a1)*abs(Q1/a1);
  rho*g*h2 = rho/2*(Q2/a2)^2;
  annotation(experiment(StopTime = 60));
end TwoTanks;
