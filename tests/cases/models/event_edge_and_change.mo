// at 4: rises = 2 tol 0
// at 4: changes = 4 tol 0
// source: cos(pi t/2) is positive up to 1, from 3 on to 5; with sin: a square wave of period 2
model M
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Boolean b;
  Integer rises(start = 0), changes(start = 0);
  constant Real w = 3.14159265358979;
equation
  der(x) = w*v;
  der(v) = -w*x;
  b = x + 0.5 > 0;
  when edge(b) then rises = pre(rises) + 1; end when;
  when change(b) then changes = pre(changes) + 1; end when;
  annotation(experiment(StopTime = 4));
end M;
