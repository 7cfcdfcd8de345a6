// at 1: t.y = 30 tol 1e-12
// source: an inner component may be of another class than the outer one, if that fits
model World
  parameter Real g = 1;
end World;
model Heavy
  extends World(g = 30);
end Heavy;
model Thing
  outer World world;
  Real y = world.g;
end Thing;
model M
  inner Heavy world;
  Thing t;
end M;
