// at 0.25: x2 = 0.031087578289355 tol 1e-6
// at 0.25: x1 = 0.239632064682184 tol 1e-6
// at 1: x2 = 0.959697694131860 tol 1e-6
// at 1: x1 = -0.118226709323964 tol 1e-6
// source: the derivative of the second equation stands in the first one: x2 = f - cos(t), x1 = sin(t) - t x2, and no state is left, which the structure does not tell; f bends at 1/2
model M
  Real x1, x2;
equation
  der(x1) + time*der(x2) + 2*x2 = if time < 0.5 then 1 else 0.5 + time;
  x1 + time*x2 = sin(time);
  annotation(experiment(StopTime = 1));
end M;
