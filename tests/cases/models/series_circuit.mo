// at 0.5: V = 25.930998537646 tol 1e-4
// at 0.5: i_L = 0.265324102519 tol 1e-6
// at 0.5: i_R = 0.25930998537646 tol 1e-6
// source: closed form of the damped oscillation, L C V'' + L/R V' + V = V_b
model SeriesCircuit "Inductor in series with a resistor and a capacitor side by side"
  type Voltage = Real(unit = "V");
  type Current = Real(unit = "A", start = 0, fixed = false);
  parameter Voltage V_b = 24;
  parameter Real L = 1, R = 100, C = 1e-3;
  Voltage V(start = 0, fixed = true);
  Current i_L(fixed = true), i_R, i_C;
equation
  V = i_R*R "Ohm";
  C*der(V) = i_C;
  L*der(i_L) = V_b - V;
  i_L = i_R + i_C "node";
  annotation (experiment(StopTime = 0.5));
end SeriesCircuit;
