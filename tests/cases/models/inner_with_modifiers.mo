// at 0: a.b.y = 20 tol 1e-12
// at 0: c.y = 10 tol 1e-12
// source: an outer component refers to the inner one with its modifiers, also from depth; a nearer inner hides it [MLS36, 5.4]
model World
  parameter Real g = 1;
end World;
model B
  outer World world;
  Real y = 2*world.g;
end B;
model A
  inner World world(g = 10);
  B b;
end A;
model M
  inner World world(g = 5);
  A a;
  B c;
end M;
