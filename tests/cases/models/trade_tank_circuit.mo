// at 3e-07: u = -4.90876288278954 tol 5e-05
// at 1e-06: u = -4.58672396010115 tol 5e-05
// at 3e-07: i = 0.0439473895934575 tol 9e-07
// at 1e-06: i = -0.0920010562563372 tol 9e-07
// at 3e-07: energy = 5.875e-08 tol 6e-13
// at 1e-06: energy = 5.875e-08 tol 6e-13
// source: u = 5 cos(w t), w = 1/sqrt(L C)
model TankCircuit
  parameter Real C(unit = "F") = 4.7e-9, L(unit = "H") = 2.2e-6;
  Real u(start = 5, fixed = true), i(start = 0, fixed = true), energy;
equation
  C*der(u) = -i;
  L*der(i) = u;
  energy = C*u^2/2 + L*i^2/2;
  annotation(experiment(StopTime = 1e-06));
end TankCircuit;
