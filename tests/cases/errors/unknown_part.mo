// expect: 7:12: no element 'widht' in P (p); did you mean 'width'?
record P
  Real width;
end P;
model M
  P p(width = 1);
  Real y = p.widht;
end M;
