// at 0.5: rlc.x[1] = 25.930998537646 tol 1e-4
// at 0.5: rlc.x[2] = 0.265324102519 tol 1e-6
// source: the circuit of series_circuit.mo
model StateSpace
  parameter Integer nx = 1, nu = 1;
  parameter Real A[nx, nx] = fill(0, nx, nx), B[nx, nu] = fill(0, nx, nu), x0[nx] = zeros(nx);
  Real x[nx](start = x0, each fixed = true), u[nu];
equation
  der(x) = A*x + B*u;
end StateSpace;

model Circuit
  parameter Real V_b = 24, R = 100, L = 1, C = 1e-3;
  StateSpace rlc(nx = 2, nu = 1, A = [-1/(R*C), 1/C; -1/L, 0], B = [0; 1/L], x0 = {0, 0});
equation
  rlc.u = {V_b};
  annotation (experiment(StopTime = 0.5));
end Circuit;
