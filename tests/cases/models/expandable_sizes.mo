// at 1: sum1 = 6 tol 1e-12
// at 1: k.u = 2 tol 1e-12
// at 1: single = 3 tol 1e-12
// at 1: bus.w[3] = 1 tol 1e-12
// at 1: m = 22 tol 1e-12
// source: MLS 9.1.3: open sizes and arrays that only connections name are as large as their largest subscript
connector In = input Real;
connector Out = output Real;
expandable connector Bus
  Real v[:];
  Real whole[:];
  Real unused[:];
  Real t[:, :];
end Bus;
block Source
  parameter Real k = 1;
  Out y = k;
end Source;
block Sources
  Out y[3] = {1, 2, 3};
end Sources;
block Reader
  In u;
end Reader;
model Inside
  Bus bus;
  Sources s;
equation
  for i in 1:3 loop
    connect(s.y[i], bus.v[i]);
  end for;
  connect(s.y, bus.whole);
  connect(s.y[3], bus.single);
end Inside;
model M
  Bus bus;
  Inside inside;
  Source a[3](k = {3, 2, 1}), b(k = 22);
  Reader k, r, q, last;
  Real sum1 = sum(inside.bus.v);
  Real single = q.u;
  Real m = last.u;
equation
  connect(inside.bus, bus);
  connect(bus.v[2], k.u);
  connect(bus.whole[3], r.u);
  connect(bus.single, q.u);
  for i in 1:3 loop
    connect(a[i].y, bus.w[i]);
  end for;
  connect(b.y, bus.t[1, 1]);
  connect(bus.t[1, 1], last.u);
end M;
