// at 0.1: phi = 0.338275862068966 tol 5e-05
// at 0.4: phi = 5.41241379310345 tol 5e-05
// at 0.1: x = 0.0471664120874155 tol 5e-07
// at 0.4: x = 0.0322118332426732 tol 5e-07
// at 0.1: z = -0.00676551724137931 tol 1e-06
// at 0.4: z = -0.108248275862069 tol 1e-06
// at 0.1: N2 = 0.507413793103448 tol 5e-06
// at 0.4: N2 = 0.507413793103448 tol 5e-06
// source: (a^2 + b^2) phi'' = b g; N2 a = m g - m b phi''
model Helix "a bead on a screw line, without friction"
  parameter Real a = 0.05, pitch = 0.02, m = 0.003, g = 9.81;
  Real x(start = a), y(start = 0), z(start = 0), phi(start = 0, fixed = true), Fx, Fy, Fz, N1, N2;
equation
  m*der(der(x)) = Fx; m*der(der(y)) = Fy; m*der(der(z)) = Fz - m*g;
  x = a*cos(phi); y = a*sin(phi); z = -pitch*phi;
  Fx = -N1*cos(phi) - N2*pitch*sin(phi);
  Fy = -N1*sin(phi) + N2*pitch*cos(phi);
  Fz = N2*a;
initial equation
  der(phi) = 0;
  annotation(experiment(StopTime = 0.4));
end Helix;
