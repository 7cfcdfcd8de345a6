// at 1: E = 0.75 tol 1e-6
// at 5: E = -0.9375 tol 1e-6
// at 5: r2 = 1 tol 1e-7
// at 5: slack = 1.50965041646399 tol 1e-6
// at 5: tight = 3.95914015924717 tol 1e-6
// source: from the lowest point with v^2 = 7/2 the string goes slack at y = 1/2, is tight again at the lowest point after sqrt(6), and keeps the speed along the circle only: v^2 = 1/8
model M
  Real x(start = 0, fixed = true), y(start = -1), v(start = 1.870828693386971, fixed = true), w, F;
  Real E = (v^2 + w^2)/2 + y, r2 = x^2 + y^2;
  Boolean taut(start = true, fixed = true);
  discrete Real slack(start = 0), tight(start = 0);
equation
  der(x) = v;
  der(y) = w;
  der(v) = -F*x;
  der(w) = -F*y - 1;
  0 = if taut then x^2 + y^2 - 1 else F;
  when pre(taut) and F < 0 then
    taut = false;
    slack = time;
    tight = pre(tight);
  elsewhen not pre(taut) and x^2 + y^2 > 1 then
    taut = true;
    slack = pre(slack);
    tight = time;
  end when;
  annotation(experiment(StopTime = 5));
end M;
