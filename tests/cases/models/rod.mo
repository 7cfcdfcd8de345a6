// at 0.02: energy = 0 tol 1e-9
// at 0.02: T[1] = 392.202118593712 tol 1e-3
// at 0.02: T[3] = 377.134803184583 tol 1e-3
// source: an insulated rod keeps its energy; fourth-order Runge-Kutta with 2000 steps
model Rod "Heat conduction in slices"
  parameter Integer n = 10;
  parameter Real length = 1, T_left = 400, T_right = 300, conductivity = 0.05, capacity = 0.1;
  final parameter Real C[n] = fill(capacity/n, n);
  Real x[n] = linspace(length/n/2, length - length/n/2, n);
  Real T[n];
  Real q[n + 1] "flow into slice i from the left";
  Real energy = sum(C[i]*T[i] for i in 1:n) - sum(C)*(T_left + T_right)/2;
initial equation
  T = linspace(T_left, T_right, n);
equation
  q[1] = 0;
  for i in 2:n loop
    q[i] = conductivity*(T[i - 1] - T[i])/(x[i] - x[i - 1]) "conduction";
  end for;
  q[end] = 0;
  for i in 1:n loop
    C[i]*der(T[i]) = q[i] - q[i + 1];
  end for;
  annotation (experiment(StopTime = 0.02));
end Rod;
