// at 0.5: count = 3 tol 1e-12
// at 1.5: count = 4 tol 1e-12
// at 0.5: next = 2 tol 1e-12
// source: MLS 8.6: initial equations for pre(v); time is the start time there
model M
  Integer count;
  discrete Real next;
initial equation
  pre(count) = 3;
  pre(next) = time + 2;
equation
  when time > 1 then
    count = pre(count) + 1;
    next = pre(next) + 1;
  end when;
  annotation (experiment(StopTime = 2));
end M;
