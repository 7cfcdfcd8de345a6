// at 1: r.u = 2 tol 1e-12
// at 1: bus2.w = 2 tol 1e-12
// source: a bus has what is connected to it, and so have buses that are connected [MLS36, 9.1.3]
connector In = input Real;
connector Out = output Real;
expandable connector Bus
  Real unused;
end Bus;
model Sensor
  Out w = 2*time;
end Sensor;
model Reader
  In u;
end Reader;
model M
  Bus bus1, bus2;
  Sensor s;
  Reader r;
equation
  connect(bus1.w, s.w);
  connect(bus1, bus2);
  connect(bus2.w, r.u);
end M;
