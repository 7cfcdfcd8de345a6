// expect: 5:5: 'C' contains itself: 'a.p' is one of its components
// hint: break the circle
model A
  replaceable model P = B;
  P p;
end A;
model B
  Real x = 1;
end B;
model M
  A a(redeclare model P = C);
end M;
model C
  Real x = 2;
  A a(redeclare model P = C);
end C;
