// expect: 5:13: 'p.i' is 'flow', but 'p' is 'flow' as a whole
// hint: leave out one of the prefixes
connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  flow Pin p(v = 1);
end M;
