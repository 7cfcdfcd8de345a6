// at 1: a.t.y = 3 tol 1e-12
// at 1: b.t.y = 5 tol 1e-12
// source: the nearest inner around: T = 3 and 5 [MLS36, 5.4]
model World
  parameter Real T = 1;
  Real now = T*time;
end World;
model Thing
  outer World world;
  Real y = world.now;
end Thing;
model Box
  Thing t;
end Box;
model Own
  inner World world(T = 5);
  Thing t;
end Own;
model M
  inner World world(T = 3);
  Box a;
  Own b;
end M;
