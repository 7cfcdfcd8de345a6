// note: no 'inner' 'world' was declared; one with its default values is used
model World
  parameter Real T = 3;
end World;
model Thing
  outer World world;
  Real y = world.T;
end Thing;
model M
  Thing a, b;
end M;
