// at 0: b.y = 6 tol 1e-12
// source: outer records and outer parameters
record Data
  parameter Real k = 1;
end Data;
model B
  outer Data data;
  outer parameter Real scale;
  Real y = data.k*scale;
end B;
model M
  inner parameter Data data(k = 2);
  inner parameter Real scale = 3;
  B b;
end M;
