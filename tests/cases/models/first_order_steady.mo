// at 1: x = 1 tol 1e-9
// source: der(x) = 0 gives x = 1
model FirstOrderSteady "Starts where nothing changes"
  Real x;
initial equation
  der(x) = 0;
equation
  der(x) = 1 - x;
end FirstOrderSteady;
