// at 1: part.y = 3 tol 1e-12
// source: MLS 5.4: an inner component may have more than the outer one asks for
partial model World
  parameter Real g = 1;
end World;
model Earth
  extends World(g = 3);
  parameter Real more = 5;
end Earth;
model Part
  outer World world;
  Real y = world.g;
end Part;
model M
  inner Earth world;
  Part part;
end M;
