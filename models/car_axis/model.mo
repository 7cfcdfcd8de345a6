model CarAxis "A car axis on a bumpy road: one end on a fixed, one on a shaking ground"
  parameter Real L = 1, L0 = 0.5, eps = 0.01, M = 10, r = 0.1, w = 10, g = 1;
  Real xl(start = 0), yl(start = 0.5, fixed = true), xr(start = 1), yr(start = 0.5, fixed = true);
  Real lambda1, lambda2;
  Real xb, yb "the shaking end";
  Real Ll, Lr "lengths of the springs";
initial equation
  der(yl) = 0;
  der(yr) = 0;
equation
  yb = r*sin(w*time);
  xb = sqrt(L^2 - yb^2);
  Ll = sqrt(xl^2 + yl^2);
  Lr = sqrt((xr - xb)^2 + (yr - yb)^2);
  M*eps^2/2*der(der(xl)) = (L0 - Ll)*xl/Ll + lambda1*xb + 2*lambda2*(xl - xr) "left horizontal";
  M*eps^2/2*der(der(yl)) = (L0 - Ll)*yl/Ll + lambda1*yb + 2*lambda2*(yl - yr) - M*eps^2*g/2 "left vertical";
  M*eps^2/2*der(der(xr)) = (L0 - Lr)*(xr - xb)/Lr - 2*lambda2*(xl - xr) "right horizontal";
  M*eps^2/2*der(der(yr)) = (L0 - Lr)*(yr - yb)/Lr - 2*lambda2*(yl - yr) - M*eps^2*g/2 "right vertical";
  xl*xb + yl*yb = 0 "left spring stands upright on the axis";
  (xl - xr)^2 + (yl - yr)^2 = L^2 "axis is rigid";
  annotation(experiment(StopTime = 3, Tolerance = 1e-9),
    __Trammel(animation = {spring({0, 0}, {xl, yl}), spring({xb, yb}, {xr, yr}), line({xl, yl}, {xr, yr}), point({0, 0}), point({xb, yb})}));
end CarAxis;
