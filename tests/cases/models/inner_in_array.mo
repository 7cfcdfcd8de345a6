// at 1: box[2].t.y = 4 tol 1e-12
// source: outer components in an array of components
model World
  parameter Real g = 2;
end World;
model Thing
  outer World world;
  parameter Real k = 1;
  Real y = k*world.g;
end Thing;
model Box
  parameter Real k = 1;
  Thing t(k = k);
end Box;
model M
  inner World world;
  Box box[2](k = {1, 2});
end M;
