// at 1: x = 30 tol 1e-4
// at 1: y = 5 tol 1e-4
// source: x = d/(c) and y = a/b where nothing changes
model PredatorPrey
  parameter Real a = 0.1, b = 0.02, c = 0.02, d = 0.4;
  parameter Real x0 = 10, y0 = 10;
  Real x(start = x0), y(start = y0);
equation
  der(x) = x*(a - b*y);
  der(y) = y*(c*x - d);
end PredatorPrey;

model Quiescent "steady state, with other parameters"
  extends PredatorPrey(d = 0.6, x0 = 25, y0 = 4);
initial equation
  der(x) = 0;
  der(y) = 0;
end Quiescent;
