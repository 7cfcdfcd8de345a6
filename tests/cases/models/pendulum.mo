// at 1: x = -0.9862917511318746 tol 1e-6
// at 1: y = -0.1650108531255456 tol 1e-5
// source: theta'' = -g sin(theta) from the horizontal, fourth-order Runge-Kutta with 20000 steps
model Pendulum "Cartesian, index 3; only x is asked for, and y chooses the lower half"
  parameter Real L = 1, g = 9.81;
  Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/L*F;
  der(vy) = -y/L*F - g;
  x^2 + y^2 = L^2 "rod";
  annotation (experiment(StopTime = 1, Tolerance = 1e-9));
end Pendulum;
