// at 0.5: T = 28.517394804483406 tol 1e-5
// source: T_amb + (T_start - T_amb)*exp(-h*A*t/(m*c))
model Cooling "A cup that cools, with parameters that depend on parameters"
  parameter Real T_amb(unit = "degC") = 25;
  parameter Real T_start = T_amb + 65;
  parameter Real h = 0.7, A = 1.0;
  parameter Real m = 0.1, c = 1.2;
  final parameter Real rate(unit = "1/s") = h*A/(m*c);
  Real T(unit = "degC", start = T_start, fixed = true);
equation
  der(T) = -rate*(T - T_amb);
  annotation (experiment(StopTime = 0.5, Tolerance = 1e-7));
end Cooling;
