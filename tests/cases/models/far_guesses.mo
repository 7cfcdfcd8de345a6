// at 1: x = 0 tol 1e-9
// at 1: y = 0.5463024898437905 tol 1e-9
// at 1: z = 2 tol 1e-9
// at 1: w = 2.918196115492119 tol 1e-9
// at 1: a = 0.2581988897471611 tol 1e-9
// at 1: b = 0.30951960420311175 tol 1e-9
// source: inverse functions; w by bisection
model FarGuesses "monotone equations with one root, far from the guess"
  Real x(start = -30), y(start = 50), z(start = 1e6), w(start = -40), a(start = 1e5), b(start = 20);
equation
  exp(x) + x = 1;
  atan(y) = 0.5;
  z^5 + z = 34;
  log(1 + exp(w)) + 0.01*w = 3;
  a/sqrt(1 + a^2) = 0.25;
  tanh(b) = 0.3;
end FarGuesses;
