// expect: 10:11: 'world' cannot stand for a component of the class 'A': it has no 'x'
// hint: use a class that has all of its public components
model A
  Real x = 1;
end A;
model B
  Real y = 1;
end B;
model Part
  outer A world;
  Real z = world.x;
end Part;
model M
  inner B world;
  Part p;
end M;
