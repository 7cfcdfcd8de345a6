// expect: 11:11: the outer component 'p.g' cannot be modified
// hint: modify the inner one
model P
  outer parameter Real g;
  Real y = g;
end P;
model M
  inner parameter Real g = 1;


  P p(g = 2);
end M;
