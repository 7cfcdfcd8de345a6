// note: m.mo:13:14: a modifier of an array of components has no 'each'; its value is used for every component
// source: MLS 7.2.5; a value for each, and one with 'each', need no note, and neither does the class's own modifier
model B
  parameter Real k = 1;
  Real x = k*time;
end B;
model B3 = B(k = 3);
model M
  B a[2](k = {1, 2});
  B c[2](each k = 2);
  B3 d[2];
  B3 f[2](k = {1, 2});
  B b[2](k = 2);
end M;
