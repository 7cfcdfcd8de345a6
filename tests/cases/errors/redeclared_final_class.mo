// expect: 17:9: 'P' of 'B' was redeclared as final and cannot be redeclared again
// hint: leave it as it is
model Q
  Real x = 1;
end Q;
model Q2
  Real x = 2;
end Q2;
model B
  replaceable model P = Q;
  P p;
end B;
model C
  B b(final redeclare replaceable model P = Q);
end C;
model M
  C c(b(redeclare model P = Q2));
end M;
