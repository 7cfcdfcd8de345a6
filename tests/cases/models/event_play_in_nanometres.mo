// at 2.5e-07: y = 7.000000000000001e-10 tol 5.000000000000001e-15
// at 3e-07: y = 7.000000000000001e-10 tol 5.000000000000001e-15
// at 6e-07: y = -2.877852522924734e-10 tol 5.000000000000001e-15
// at 7.5e-07: y = -7.000000000000001e-10 tol 5.000000000000001e-15
// at 1.1e-06: y = 2.8778525229247444e-10 tol 5.000000000000001e-15
// source: the play operator on a sine of 1e-9 m and 1e-6 s: the output rests until the gap is used up, so that nothing tells its size at the start
model M
  Real x, y(start = 0, fixed = true), vx;
  Integer mode(start = 0, fixed = true);
equation
  x = 1e-09*sin(6283185.307179587*time); vx = 0.0062831853071795875*cos(6283185.307179587*time);
  der(y) = if mode == 0 then 0 else vx;
  when x - y > 3e-10 then mode = 1;
  elsewhen x - y < -3e-10 then mode = -1;
  elsewhen pre(mode) == 1 and vx < 0 then mode = 0;
  elsewhen pre(mode) == -1 and vx > 0 then mode = 0;
  end when;
  annotation(experiment(StopTime = 1.2e-06));
end M;
