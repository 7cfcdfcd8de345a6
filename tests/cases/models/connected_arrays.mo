// at 1: b[3].u = 30 tol 1e-12
// at 1: c[1].u = 10 tol 1e-12
// source: arrays of connectors are connected element by element; connect in loops [MLS36, 9.1]
connector In = input Real;
connector Out = output Real;
block Source
  parameter Real k = 1;
  Out y = k;
end Source;
block Sink
  In u;
end Sink;
model M
  Source s[3](k = {10, 20, 30});
  Sink b[3], c[3];
equation
  connect(s.y, b.u);
  for i in 1:3 loop
    connect(s[i].y, c[i].u);
  end for;
end M;
