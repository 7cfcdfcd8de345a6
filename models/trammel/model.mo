model Trammel "The trammel of Archimedes: a heavy bar whose ends slide on two axes"
  parameter Real L = 1 "length of the bar", m = 1 "mass of the bar", g = 9.81;
  Real a(start = 0.6, fixed = true) "end on the horizontal axis";
  Real b(start = 0.8) "end on the vertical axis";
  Real x, y "a point of the bar at a quarter of its length: it draws an ellipse";
  Real lambda;
initial equation
  der(a) = 0;
equation
  m/3*der(der(a)) = -2*a*lambda "horizontal";
  m/3*der(der(b)) = -2*b*lambda - m*g/2 "vertical";
  a^2 + b^2 = L^2 "bar";
  x = 0.75*a;
  y = 0.25*b;
  annotation(experiment(StopTime = 3, Tolerance = 1e-8),
    __Trammel(animation = {line({-1, 0}, {1, 0}), line({0, -1}, {0, 1}), line({a, 0}, {0, b}), point({x, y}), trace({x, y})}));
end Trammel;
