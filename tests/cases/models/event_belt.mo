// at 3: x = 1.5 tol 1e-05
// at 6: x = 1.0385018768664664 tol 1e-05
// at 10: x = 0.965556064204114 tol 1e-05
// at 25: x = 0.3966681926085568 tol 1e-05
// at 25: n = 6 tol 0
// source: explicit Runge-Kutta with bisected events: static friction 2, kinetic 1, belt speed 1/2
model M
  Real x(start = 0, fixed = true), v(start = 0.5), F; Boolean stick(start = true, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(x) = v; der(v) = -x + F;
  0 = if stick then v - 0.5 else F - 1;
  when pre(stick) and F > 2 then stick = false; n = pre(n) + 1;
  elsewhen not pre(stick) and v > 0.5 then stick = true; n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 25));
end M;
