// expect: 7:15: 'world' is 'outer', but there is no 'inner' 'world' around it
// hint: declare inner World world in the model
partial model World
  Real T;
end World;
model M
  outer World world;
  Real x = world.T;
end M;
