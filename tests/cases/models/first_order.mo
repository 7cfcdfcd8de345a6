// at 1: x = 1.3678794411714423 tol 1e-6
// source: x = 1 + exp(-t)
model FirstOrder "A first-order lag with a given start"
  Real x "What lags behind";
initial equation
  x = 2;
equation
  der(x) = 1 - x "lag";
  annotation (experiment(StopTime = 1));
end FirstOrder;
