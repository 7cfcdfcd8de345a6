// at 1: x = 1 tol 1e-12
// at 1: y = 1 tol 1e-12
// at 1: n = 11 tol 0
// source: times that are added up differ from multiples by a few units in the last place
model M
  Real x, y, next;
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    x = time;
  end when;
  when {initial(), time >= pre(next)} then
    y = time;
    next = pre(next) + 0.1;
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end M;
