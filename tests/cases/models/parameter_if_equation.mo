// at 1: x = 5 tol 1e-12
// source: branches of an if on parameters may differ; those not taken are not looked at [MLS36, 8.3.4]
model M
  parameter Boolean simple = true;
  Real x, y;
equation
  if simple then
    x = 5;
  else
    x + y = undefined;
    y = 1;
  end if;
  y = 2;
end M;
