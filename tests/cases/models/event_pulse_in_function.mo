// at 10: x = 0.5 tol 1e-6
// at 10: y = 1 tol 1e-6
// at 10: z = 0.8 tol 1e-6
// source: a pulse from 3 to 3.5 in a function, a ramp max(0, time - 6) that ends at 1 by min, a triangle of abs: areas and ends
function pulse
  input Real u;
  output Real y;
algorithm
  y := if u < 3 then 0 elseif u < 3.5 then 1 else 0;
end pulse;
model M
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = pulse(time);
  der(y) = if time < 7 then max(0, min(1, time - 6))*2 else 0;
  der(z) = 0.8*max(0, 1 - abs(time - 8));
  annotation(experiment(StopTime = 10));
end M;
