// at 0.21271901209248892: y = -2.2624689052802223e-07 tol 5.0000000000000005e-12
// at 0.7254380241849778: x = 2.6276875459365278e-08 tol 1.0000000000000001e-11
// at 0.7254380241849778: y = -9.996547032931387e-07 tol 1.0000000000000001e-11
// source: free flight until the string of 1e-6 m is tight, the radial velocity is lost, then a pendulum (Runge-Kutta, 20000 steps)
model M
  parameter Real g = 9.999999999999999e-06, l = 1e-06, m = 100000000.0;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), vx(start = 1e-06, fixed = true), vy(start = 0, fixed = true), F;
  Boolean taut(start = false, fixed = true);
equation
  der(x) = vx; der(y) = vy;
  m*der(vx) = -F*x; m*der(vy) = -F*y - m*g;
  0 = if taut then x^2 + y^2 - l^2 else F;
  when x^2 + y^2 > l^2 then taut = true; elsewhen F < 0 then taut = false; end when;
  annotation(experiment(StopTime = 0.7254380241849778));
end M;
