// at 2: difference = 0 tol 1e-12
// source: the same right-hand side written out by hand
model Layers "Two layers of a small network as matrices and comprehensions"
  parameter Integer n = 3, m = 2;
  parameter Real W[n, m] = {{0.3*i - 0.2*j for j in 1:m} for i in 1:n};
  parameter Real V[m, n] = transpose(W)*0.5;
  parameter Real bias[n] = {0.1, -0.2, 0.05};
  Real z[m](start = {1, -0.5}, each fixed = true);
  Real h[n] = tanh(W*z + bias);
  Real by_hand(start = 1, fixed = true);
  Real other(start = -0.5, fixed = true);
  Real difference = abs(z[1] - by_hand) + abs(z[2] - other);
equation
  der(z) = V*h - z;
  der(by_hand) = sum(V[1, k]*tanh(W[k, 1]*by_hand + W[k, 2]*other + bias[k]) for k in 1:n) - by_hand;
  der(other) = sum(V[2, k]*tanh(W[k, 1]*by_hand + W[k, 2]*other + bias[k]) for k in 1:n) - other;
  annotation (experiment(StopTime = 2, Tolerance = 1e-10));
end Layers;
