// at 0: active = 1 tol 0
// at 0: other = 0 tol 0
// at 0: old = 1 tol 0
// at 2: active = 0 tol 0
// at 2: other = 1 tol 0
// source: active is what next was before the first event; the step is left at time 1
model M "two steps of a sequence, the first of which is active at the start"
  Boolean active, local, next, other, other_local, other_next, fire;
  discrete Boolean old;
initial equation
  active = true;
  other = false;
  pre(next) = pre(local);
  pre(old) = pre(local);
  pre(other_next) = pre(other_local);
equation
  active = local;
  local = pre(next);
  next = local and not fire;
  other = other_local;
  other_local = pre(other_next);
  other_next = fire or other_local;
  fire = time > 1 and local;
  when time > 5 then
    old = local;
  end when;
  annotation (experiment(StopTime = 2));
end M;
