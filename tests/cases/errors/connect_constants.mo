// expect: 10:3: connect joins 'a.n' = 1 with 'b.n' = 2
// hint: give both the same value
connector C
  Real e;
  flow Real f;
  parameter Integer n = 1;
end C;
model Part C c; end Part; model M C a, b(n = 2); Part p;
equation
  connect(a, b);
end M;
