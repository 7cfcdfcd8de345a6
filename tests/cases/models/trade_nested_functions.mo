// at 0.5: x = 0.687411264091812 tol 7e-06
// at 2: x = 0.108857552878545 tol 7e-06
// source: x' = -2x/(1+2x): 2(x - x0) + log(x/x0) = -2t
function squash input Real x; output Real y; algorithm y := x/(1 + abs(x)); end squash;
function twice input Real x; input Real k = 2; output Real y; algorithm y := k*squash(squash(x)); end twice;
model NestedFunctions
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -y;
  y = twice(x);
  annotation(experiment(StopTime = 2));
end NestedFunctions;
