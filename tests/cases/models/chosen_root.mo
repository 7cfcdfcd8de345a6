// at 0.001: x = 0.5889290183266338 tol 1e-4
// at 0.001: z = 1.4961784498411108 tol 1e-4
// source: classical Runge-Kutta with 20000 steps on the branch that begins at z = 0.6283 (there is one at -0.6283 too)
model ChosenRoot "the explicit start of z chooses"
  Real x(start = 0, fixed = true), y(start = 1), z(start = 0.63);
equation
  0.001*der(x) = 0.7*y + sin(2.5*z);
  0.001*der(y) = 1.4*x + cos(2.5*z);
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 0.001));
end ChosenRoot;
