// at 1: control.r.u = 3 tol 1e-12
// source: a variable that the bus declares is there if something connects it
connector In = input Real;
connector Out = output Real;
expandable connector Bus
  Real speed;
  Real other;
end Bus;
block Source
  Out y = 3;
end Source;
block Reader
  In u;
end Reader;
model Plant
  Bus bus;
  Source s;
equation
  connect(s.y, bus.speed);
end Plant;
model Control
  Bus bus;
  Reader r;
equation
  connect(bus.speed, r.u);
end Control;
model M
  Plant plant;
  Control control;
equation
  connect(plant.bus, control.bus);
end M;
