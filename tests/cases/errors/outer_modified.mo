// expect: 7:12: the outer component 'p.w' cannot have modifiers
// hint: modify the inner one
model W
  parameter Real g = 1;
end W;
model P
  outer W w(g = 3);
  Real y = w.g;
end P;
model M
  inner W w;
  P p;
end M;
