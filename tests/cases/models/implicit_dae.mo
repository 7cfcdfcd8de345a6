// at 1: x = 1.051905485768549 tol 1e-6
// at 1: y = 0.7745888066658428 tol 1e-6
// source: independent integration of the differentiated equations with fourth-order Runge-Kutta, 20000 steps
model ImplicitDae "One implicit differential and one nonlinear algebraic equation"
  Real x(start = 0.9), y;
equation
  der(y) + (1 + 0.5*sin(y))*der(x) = sin(time);
  x - y = exp(-0.9*x)*cos(y);
  annotation (experiment(StopTime = 1));
end ImplicitDae;
