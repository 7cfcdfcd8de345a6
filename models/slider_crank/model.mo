model SliderCrank "A rigid slider crank with a driven, damped crank"
  parameter Real J1 = 10, J2 = 1, m2 = 1, g = 9.81, r = 1, l = 3, L1 = 2;
  Real theta(start = 0, fixed = true) "crank", psi(start = 0) "rod";
  Real x(start = 3), y(start = 0) "centre of mass of the rod";
  Real lambda1, lambda2, lambda3;
  Real slider "position of the slider";
initial equation
  der(theta) = -1;
equation
  J1*der(der(theta)) = lambda1*r*sin(theta) - lambda2*r*cos(theta) + sin(time) - der(theta) "crank";
  m2*der(der(x)) = lambda1 "rod horizontal";
  m2*der(der(y)) = lambda2 - lambda3 - m2*g "rod vertical";
  J2*der(der(psi)) = lambda1*L1*sin(psi) + lambda2*L1*cos(psi) + lambda3*(l - L1)*cos(psi) "rod turns";
  x = r*cos(theta) + L1*cos(psi) "pin horizontal";
  r*sin(theta) = l*sin(psi) "slider stays on its rail";
  y = (l - L1)*sin(psi) "pin vertical";
  slider = r*cos(theta) + l*cos(psi);
  annotation(experiment(StopTime = 5, Tolerance = 1e-8),
    __Trammel(animation = {line({0, 0}, {r*cos(theta), r*sin(theta)}), line({r*cos(theta), r*sin(theta)}, {slider, 0}),
    circle({0, 0}, r), polygon({slider - 0.3, -0.2}, {slider + 0.3, -0.2}, {slider + 0.3, 0.2}, {slider - 0.3, 0.2}),
    point({x, y}), trace({x, y})}));
end SliderCrank;
