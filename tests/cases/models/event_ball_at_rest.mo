// at 5: flying = 0 tol 0
// at 5: h = 0 tol 1e-9
// at 5: v = 0 tol 1e-12
// source: a flag takes gravity away when the ball is too slow to leave the floor
model M
  parameter Real g = 9.81, e = 0.7, slow = 1e-3;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean flying(start = true), impact;
  discrete Real v_new;
equation
  impact = h <= 0;
  der(h) = v;
  der(v) = if flying then -g else 0;
  when {impact, h <= 0 and v <= 0} then
    v_new = if -e*pre(v) > slow then -e*pre(v) else 0;
    flying = v_new > 0;
    reinit(v, v_new);
  end when;
  annotation(experiment(StopTime = 5));
end M;
