// at 3: v = 26.9920668643714 tol 0.0006
// at 20: v = 55.9268378961908 tol 0.0006
// at 3: y = 2957.74711031635 tol 0.03
// at 20: y = 2100.94518472226 tol 0.03
// source: v = v_t tanh(g t/v_t)
model Parachute
  parameter Real m = 80, k = 0.25;
  Real y(start = 3000, fixed = true), v(start = 0, fixed = true), F;
equation
  der(y) = -v;
  m*der(v) = m*9.81 - F;
  F = k*abs(v)*v;
  annotation(experiment(StopTime = 20));
end Parachute;
