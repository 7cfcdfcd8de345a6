// at 1: with.y = 2 tol 1e-12
// at 1: without.y = 0 tol 1e-12
// source: connections to what does not exist are left out [MLS36, 4.4.5]
connector In = input Real;
connector Out = output Real;
model Part
  parameter Boolean use = true;
  In u if use;
  Real y = inner_u;
protected
  In inner_u;
  Out zero = 0 if not use;
equation
  connect(u, inner_u);
  connect(zero, inner_u);
end Part;
model Source
  Out y = 2*time;
end Source;
model M
  Source s;
  Part with, without(use = false);
equation
  connect(s.y, with.u);
end M;
