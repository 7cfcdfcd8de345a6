// at 1: x = 7 tol 1e-12
// source: a record parameter passed on to a component
record Data
  Real r = 1;
  Real c = 1;
end Data;
model Part
  parameter Data data;
  Real y = data.r + data.c;
end Part;
model M
  parameter Data d(r = 3, c = 4);
  Part p(data = d);
  Real x = p.y;
end M;
